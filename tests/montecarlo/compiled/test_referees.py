"""The reference rules of the five games: which are compiled, and what stands in the way."""

import linecache
from itertools import islice
from typing import Any

import pytest

from montmort.games.rulebook import Rulebook
from montmort.montecarlo.compiled.compiler import CannotCompile, compile_experiment
from montmort.verification.registry import GAMES
from tests.montecarlo.compiled.played_in_python import interpreted, python_play, stream

COMPILED = [
    ("treize", "game"),
    ("war", "deal"),
    ("persian-monarchs", "match"),
    ("persian-monarchs", "hand"),
]
PAIRS = (
    "a generator is kept",
    "pairs = (card * kinds + after for card, after in pairwise(numbers))",
)
HELD = ("an object of map is made in the play", "_check(rules, sum(rules.held)")
WITHOUT = (
    "a dict is made in the play",
    "return Deck({card: 1 for card in range(self.pack.size) if not cards >> card & 1})",
)
IN_THE_WAY = {  # (what it is, the line where it stands)
    ("treize", "cards"): PAIRS,
    ("liars-poker", "deal"): (
        "a dict is made in the play",
        "unseen = Deck({card: 1 for card in range(rules.deck) if not own >> card & 1})",
    ),
    ("liars-poker", "round"): HELD,
    ("liars-poker", "game"): HELD,
    ("liars-poker", "cards"): (
        "the number of kinds of a Deck is computed in the play",
        "return Dealing(Deck([*packed, *wild]), dealt)",
    ),
    ("five-card-draw", "hand"): WITHOUT,
    ("five-card-draw", "game"): WITHOUT,
    ("five-card-draw", "cards"): (
        "the number of kinds of a Deck is computed in the play",
        "deck = Deck([1 - (rules.own >> card & 1) for card in range(rules.pack.size)])",
    ),
    ("persian-monarchs", "cards"): PAIRS,
    ("war", "game"): (
        "an object of map is made in the play",
        "(first, second), down = map(len, field.left), rules.face_down",
    ),
    ("war", "cards"): PAIRS,
}
FIVE = {name for name, _ in IN_THE_WAY}


def rulebook_of(game: str) -> Rulebook[Any]:
    return GAMES[game].rulebook


def test_every_experiment_is_in_one_of_the_tables() -> None:
    found = {(game, name) for game in FIVE for name in rulebook_of(game).experiments}
    assert found == {*COMPILED, *IN_THE_WAY}


@pytest.mark.parametrize(("game", "name"), IN_THE_WAY)
def test_what_stands_in_the_way(game: str, name: str) -> None:
    book = rulebook_of(game)
    with pytest.raises(CannotCompile) as caught:
        compile_experiment(book.experiment(name), book.usual)
    error = caught.value
    line = linecache.getline(error.file, error.line).strip()
    what, where = IN_THE_WAY[game, name]
    assert (error.reason, line[: len(where)]) == (what, where)


@pytest.mark.parametrize(("game", "name"), COMPILED)
def test_compiled_reference_rules_are_the_interpreted_ones(game: str, name: str) -> None:
    book = rulebook_of(game)
    experiment = book.experiment(name)
    rng, twin = stream(5), stream(5)
    play = python_play(compile_experiment(experiment, book.usual))
    assert [play(rng) for _ in range(40)] == [
        *islice(interpreted(experiment, book.usual, twin), 40)
    ]
    assert rng.rng.integers(2**60) == twin.rng.integers(2**60)
