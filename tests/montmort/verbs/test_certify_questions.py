"""No two questions have the same certificate: what is asked is in it, or it is refused."""

import dataclasses
import json
from collections.abc import Iterator
from typing import Any, Literal, get_args, get_origin, get_type_hints

import pytest

from montmort.command_line import parse
from montmort.options.flags import rules_of
from montmort.verification.registry import GAMES
from tests.verification.small_games.cases import small_flags, small_games

# small versions, so that a certificate takes a moment
SMALL = {
    "treize": {"ranks": "3", "suits": "1"},
    "liars-poker": {"ranks": "5", "suits": "2", "jokers": "1"},
    "five-card-draw": {"ranks": "5", "suits": "3", "max-draw": "1"},
    "persian-monarchs": {"cards": "4", "max-raise": "2"},
    "war": {"ranks": "2", "suits": "2", "face-down": "1"},
    "yahtzee": {"dice": "2", "faces": "2", "throws": "2", "boxes": "ones,twos", "target": "3"},
    **{name: small_flags(name) for name in small_games()},
}
# other values of rules that are words or lists
OTHERS = {
    "hand": ["2c 3c 4c 5c 5d", "2c 3c 4c 5c 4d"],
    "call": ["pair of twos", "pair of threes"],
    "players": ["bluffer"],
    "held": ["1,2"],
    "discard": ["2c"],
    "pay-table": ["800,50,25,9,6,4,3,2,2"],
    "bonus": ["1,4,6"],
    "pair-plus": ["40,30,6,3,1"],
    "deck": ["1,1,1,1,1,1,0,0,0,4"],
    "decks": ["2", "infinite"],
    "weights": ["1,1,1,1,1,2"],
    "heads": ["1/3"],
    "first": ["random", "HTT"],
    "second": ["random", "non-counter", "TTH"],
    "ladders": ["2-6"],
    "chutes": ["7-4"],
    "counters": ["1,2,2", "50"],
    "boxes": ["ones,chance"],
    "blackjack-pays": ["6/5"],
    "turn-limit": ["5", "7"],
    "most-tiles": ["1"],
}
TOGETHER = [
    ("five-card-draw", {"hand": "2c 3c 4c 5c 5d", "discard": "2c"}),
    ("liars-poker", {"call": "pair of twos", "flush-reading": "strict"}),
    ("liars-poker", {"call": "pair of twos", "cards": "5"}),
    ("liars-poker", {"call": "pair of twos", "cards": "6"}),
    ("persian-monarchs", {"second": "non-counter", "purse": "strict"}),
    ("persian-monarchs", {"first": "random", "second": "non-counter", "rounds": "3"}),
]


def alternatives(name: str, hint: Any, value: Any) -> list[str]:
    """Return other values of a rule, as words on the command line."""
    if get_origin(hint) is Literal:
        return [word for word in get_args(hint) if word != value]
    if hint is bool:
        return ["yes"]
    if name in OTHERS and hint is not int:
        return OTHERS[name]
    if get_origin(hint) is tuple:
        *numbers, last = value.split(",") if isinstance(value, str) else value or (0,)
        return [",".join(map(str, (*numbers, int(last) + 1)))]
    return [str(int(value) + 1), str(int(value) + 2)]


def questions(game: str) -> Iterator[list[str]]:
    """Yield the flags of other questions about a small version, each rule changed for itself."""
    book, small = GAMES[game].rulebook, SMALL.get(game, {})
    for experiment in book.experiments:
        for reading in book.readings:
            yield [*flags(small), "--experiment", experiment, "--reading", reading]
    hints = get_type_hints(book.rules)
    for each in dataclasses.fields(book.rules):
        name = each.name.replace("_", "-")
        value = small.get(name, getattr(book.rules(), each.name))
        for other in alternatives(name, hints[each.name], value):
            yield [*flags({**small, name: other})]
    for other_game, more in TOGETHER:
        if other_game == game:
            yield [*flags({**small, **more})]
    for what in GAMES[game].certifications:
        yield [*flags(small), "--of", what]
    if GAMES[game].aim is not None:
        first = book.experiment(book.first_experiment).fields[0]
        yield [*flags(small), "--minimise", first]


def flags(rules: dict[str, str]) -> Iterator[str]:
    for name, value in rules.items():
        yield from [f"--{name}"] if value == "yes" else [f"--{name}", value]


QUICK = "treize", "liars-poker", "five-card-draw", "persian-monarchs", "war", "kuhn"
LONG = "baccarat", "cribbage-hand", "blackjack"  # a walk of minutes


@pytest.mark.parametrize(
    "game",
    [
        name if name in QUICK else pytest.param(name, marks=pytest.mark.slow)
        for name in GAMES
        if name not in LONG
    ],
)
def test_no_two_questions_have_the_same_certificate(run: Any, game: str) -> None:
    """Two lines may ask the same: a reading that is the usual one, a flag with its default."""
    asked: dict[str, list[str]] = {}
    accepted = 0
    for words in questions(game):
        code, out, err = run("certify", game, *words)
        if code:
            assert (code, out, err.count("\n")) == (2, "", 1), (words, out, err)
            continue
        accepted += 1
        earlier = asked.setdefault(out, words)
        assert same_question(game, earlier, words), (earlier, words)
    assert accepted > 1


def same_question(game: str, *lines: list[str]) -> bool:
    """Return whether two command lines ask for the same answer about the same rules."""
    read = []
    for words in lines:
        options = parse(["certify", game, *words]).flags
        read.append((rules_of(options), options.experiment, options.of, options.minimise))
    return read[0] == read[1]


@pytest.mark.parametrize("game", ["pig", "kuhn", "craps", "snakes-and-ladders"])
def test_a_walked_certificate_lists_every_rule(run: Any, game: str) -> None:
    _, out, _ = run("certify", game, *flags(SMALL.get(game, {})))
    asked = json.loads(out)["rules"]
    names = [each.name for each in dataclasses.fields(GAMES[game].rulebook.rules)]
    assert [*asked["values"]] == names
    assert {"game", "experiment", "values", "at"} <= asked.keys()
