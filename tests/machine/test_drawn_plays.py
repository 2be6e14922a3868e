"""Compiled plays are those of the interpreted rules: outcomes, and the stream at the end."""

from dataclasses import replace
from itertools import count
from typing import Any, NamedTuple

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from montmort.games import (
    first_orchard,
    jacks_or_better,
    kuhn,
    le_her,
    pig,
    shut_the_box,
    snakes_and_ladders,
    three_card_poker,
    yahtzee,
)
from montmort.games.chance import Chance
from montmort.games.experiment import Experiment
from montmort.machine import plays as plays_module
from montmort.machine.plays import compile_plays
from montmort.machine.refusal import CannotCompile
from montmort.verification.registry import GAMES
from tests.machine import draws, keys, packs
from tests.machine.awkward import AWKWARD
from tests.machine.constructs import MORE, REFUSED_ALSO
from tests.machine.own_games import GAMES as OWN_GAMES
from tests.machine.own_games import experiment_of as experiment_in
from tests.machine.own_games import module_of, rules_of
from tests.machine.played import KINDS, difference
from tests.machine.random_rules import experiment_of as experiment_of_random
from tests.machine.random_rules import random_rules
from tests.machine.simulated import FAILURES, IN_STEPS, PLAYERS, PLAYS, STEPS
from tests.machine.snippets import experiment_of

SHELF = {
    **dict.fromkeys([("treize", "game"), ("craps", "pass"), ("craps", "hand")], 300),
    **dict.fromkeys([("baccarat", "hand"), ("penney", "game"), ("waldegrave", "pool")], 300),
    **dict.fromkeys([("snakes-and-ladders", "race"), ("three-ruin", "game")], 200),
    **dict.fromkeys([("risk", "battle"), ("cribbage-hand", "hand"), ("war", "deal")], 60),
    **dict.fromkeys([("persian-monarchs", "match"), ("persian-monarchs", "hand")], 60),
    ("three-card-poker", "pair-plus"): 60,
    ("war", "game"): 20,
}


def same(experiment: Experiment[Any, Any, Any], rules: Any, count: int) -> None:
    """Assert that compiled plays are the interpreted ones, from both generators."""
    compiled = compile_plays(experiment, rules)
    for kind in KINDS:
        assert difference(compiled, experiment, rules, count, kind=kind) == ""


@pytest.mark.parametrize(("game", "name"), SHELF)
def test_games_of_the_shelf(game: str, name: str) -> None:
    book = GAMES[game].rulebook
    same(book.experiment(name), book.usual, SHELF[game, name])


def test_a_race_of_three_players() -> None:
    book = GAMES["snakes-and-ladders"].rulebook
    same(book.experiment("race"), snakes_and_ladders.Rules(players=3), 100)


class First:
    """Takes the first choice."""

    def decide(self, seat: int, choices: Any, view: Any, /) -> Any:
        return choices[0]

    def tell(self, event: object, /) -> None:
        pass


class Last(First):
    """Takes the last choice."""

    def decide(self, seat: int, choices: Any, view: Any, /) -> Any:
        return choices[-1]


class Apart(First):
    """The seats play differently."""

    def decide(self, seat: int, choices: Any, view: Any, /) -> Any:
        return choices[0] if seat else choices[-1]


def with_players(experiment: Experiment[Any, Any, Any], table: Any) -> Experiment[Any, Any, Any]:
    return replace(experiment, players=lambda _rules, _chance: table())


@pytest.mark.parametrize("table", [First, Last, Apart])
@pytest.mark.parametrize("game", [pig, kuhn, le_her, shut_the_box, first_orchard])
def test_games_with_strategies(game: Any, table: Any) -> None:
    (experiment,) = game.EXPERIMENTS.values()
    rules = game.Rules(goal=12) if game is pig else game.Rules()
    same(with_players(experiment, table), rules, 80)


@pytest.mark.parametrize("game", [pig, kuhn, le_her, three_card_poker])
def test_a_play_without_players_fails_as_in_python(game: Any) -> None:
    experiment = next(iter(game.EXPERIMENTS.values()))
    same(experiment, game.Rules(), 3)


@pytest.mark.parametrize("table", [First, Last])
@pytest.mark.parametrize(("game", "name"), [(jacks_or_better, "hand"), (three_card_poker, "ante")])
def test_video_poker_and_three_cards_with_strategies(game: Any, name: str, table: Any) -> None:
    same(with_players(game.EXPERIMENTS[name], table), game.Rules(), 60)


PACK_REFUSED = {
    "Pack.write with jokers": "Pack.write with these arguments",
    "Pack.read of the names of cards": "a new Pack",
    "Pack.read of a string": "Pack.read of a text",
    "the length of the names of cards": "len of names of cards",
    "the names of cards and a string": "a comparison of names of cards with a text",
}


@pytest.mark.parametrize("name", packs.PLAYS | packs.REFUSED)
def test_names_of_cards(name: str) -> None:
    experiment = experiment_of(packs.HEAD + (packs.PLAYS | packs.REFUSED)[name])
    if name in PACK_REFUSED:
        with pytest.raises(CannotCompile, match=PACK_REFUSED[name]):
            compile_plays(experiment, None)
        return
    same(experiment, None, 60)


@pytest.mark.filterwarnings("ignore::SyntaxWarning")
@pytest.mark.parametrize("text", AWKWARD, ids=count())
def test_what_simulators_refuse_is_refused_or_played_as_it_is(text: str) -> None:
    """Programs that would be something else in machine code than in Python."""
    experiment, reason = experiment_of(text), ""
    try:
        found = difference(compile_plays(experiment, None), experiment, None, 60)
    except CannotCompile as error:
        found, reason = "", str(error)
    assert found == ""
    assert "in the compiler" not in reason


@pytest.mark.parametrize("table", [First, Last])
def test_yahtzee_where_lists_meet(table: Any) -> None:
    same(with_players(yahtzee.EXPERIMENTS["game"], table), yahtzee.Rules(), 20)


@pytest.mark.parametrize("name", OWN_GAMES)
def test_games_in_plain_user_style(name: str) -> None:
    module = module_of(name)
    for rules in rules_of(name, module):
        same(experiment_in(module), rules, 40)


@pytest.mark.parametrize("name", PLAYS)
def test_constructs(name: str) -> None:
    same(experiment_of(PLAYS[name]), None, 60)


@pytest.mark.parametrize("name", IN_STEPS)
def test_games_in_steps(name: str) -> None:
    same(experiment_of(IN_STEPS[name]), None, 80)


@pytest.mark.parametrize("name", MORE)
def test_more_constructs(name: str) -> None:
    same(experiment_of(MORE[name]), None, 80)


@pytest.mark.parametrize("reason", REFUSED_ALSO)
def test_what_would_be_another_value_is_refused(reason: str) -> None:
    with pytest.raises(CannotCompile, match=reason):
        compile_plays(experiment_of(REFUSED_ALSO[reason]), None)


@pytest.mark.parametrize("play", draws.PLAYS)
def test_draws(play: Any) -> None:
    same(Experiment.of_play(play, draws.Number), None, 60)


@pytest.mark.parametrize("uses", [keys.USES, keys.FAILS])
@pytest.mark.parametrize("name", keys.KEYS)
def test_keys_of_dictionaries(name: str, uses: str) -> None:
    same(experiment_of(keys.KEYS[name] + uses), None, 300)


@pytest.mark.parametrize("name", keys.WHOLE)
def test_dictionaries(name: str) -> None:
    same(experiment_of(keys.WHOLE[name]), None, 300)


@pytest.mark.parametrize("reason", keys.REFUSED)
def test_keys_that_are_compared_otherwise_are_refused(reason: str) -> None:
    with pytest.raises(CannotCompile, match=reason):
        compile_plays(experiment_of(keys.REFUSED[reason]), None)


BEST = [
    ("jacks-or-better", {"ranks": 5, "suits": 2}),
    ("three-card-poker", {"ranks": 5, "suits": 2}),
    ("blackjack", {"player": "optimal", "decks": "1", "deck": (4, 0, 0, 0, 3, 0, 0, 0, 0, 9)}),
    ("blackjack", {"player": "basic", "decks": "1", "deck": (3, 0, 0, 0, 0, 0, 4, 0, 2, 3)}),
    ("kuhn", {"cards": 4}),
    ("le-her", {"ranks": 3, "suits": 2}),
]


@pytest.mark.parametrize(("game", "changed"), BEST)
def test_best_play(game: str, changed: Any) -> None:
    """Strategies are dictionaries with an answer to every view."""
    rules = type(GAMES[game].rulebook.usual)(**changed)
    by_rules = GAMES[game].simulator(rules, GAMES[game].rulebook.first_experiment).by_rules
    assert by_rules is not None
    same(by_rules.experiment, by_rules.rules, 150)


@pytest.mark.parametrize("name", FAILURES)
def test_a_play_that_fails_is_handed_back(name: str) -> None:
    experiment = experiment_of(f"def play(chance):\n    {FAILURES[name]}\n")
    same(experiment, None, 60)
    rng = np.random.default_rng(7)
    assert len(compile_plays(experiment, None).play(rng, 60)) < 60


class Seat(NamedTuple):
    first: int = 12


def test_players_of_a_class_whose_attributes_are_set_once() -> None:
    for rules in (Seat(), Seat(3)):
        same(experiment_of(PLAYERS), rules, 60)


@pytest.mark.parametrize("used", [1 << 14, 8])
def test_memory_is_used_again(monkeypatch: pytest.MonkeyPatch, used: int) -> None:
    monkeypatch.setattr(plays_module, "USED", used)
    same(experiment_of(STEPS), None, 30)
    for game, name in (("treize", "game"), ("snakes-and-ladders", "race"), ("risk", "battle")):
        book = GAMES[game].rulebook
        same(book.experiment(name), book.usual, 20)


LONG = """
    def start(rules, chance):
        return ((), 100_000)
    def step(rules, state, chance, table):
        cards, left = state
        cards = (chance.pick([1] * 5), *cards[:20])
        if left == 0:
            return None, Out(sum(cards), len(cards))
        return (cards, left - 1), Out(cards[0], 0)
"""


def test_a_play_of_100_000_steps_fits_into_memory() -> None:
    assert len(compile_plays(experiment_of(LONG), None).play(np.random.default_rng(1), 2)) == 2


def test_an_endless_play_comes_to_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    text = """
    def play(chance):
        while chance.pick([1] * 1000) < 1000:
            pass
        return Out(1)
    """
    monkeypatch.setattr(plays_module, "MOST_DRAWN", 1000)
    rng, twin = np.random.default_rng(1), np.random.default_rng(1)
    assert len(compile_plays(experiment_of(text), None).play(rng, 5)) == 0
    assert rng.random() == twin.random()


class Number(NamedTuple):
    value: int


@settings(max_examples=25)
@given(st.lists(st.integers(0, 40), min_size=1, max_size=300).filter(any), st.integers(0, 2**32))
def test_constant_weights_of_any_kind(weights: list[int], seed: int) -> None:
    """Equal, few, in a table, or searched: some lists have more than 4,096 tickets."""
    known = tuple(weights)

    def play(chance: Chance) -> Number:
        return Number(chance.pick(known) * 1000 + chance.pick((*known[:7], 1)))

    experiment = Experiment.of_play(play, Number)
    assert difference(compile_plays(experiment, None), experiment, None, 40, seed) == ""


def outcome_of_random_rules(seed: int) -> str:
    """Return "" where generated rules play alike, "refused", or what differs."""
    experiment = experiment_of_random(random_rules(seed), f"<rules {seed}>")
    try:
        compiled = compile_plays(experiment, None)
    except CannotCompile as reason:
        return f"failed: {reason}" if "in the compiler" in str(reason) else "refused"
    return difference(compiled, experiment, None, 20, seed, may_end=True)


def test_generated_rules_play_as_they_are_or_are_refused() -> None:
    found = [outcome_of_random_rules(seed) for seed in range(40)]
    assert {*found} <= {"", "refused"}
    assert found.count("") >= 38


@pytest.mark.slow
@given(st.integers(0, 2**40))
@settings(max_examples=80)
def test_many_generated_rules(seed: int) -> None:
    assert outcome_of_random_rules(seed) in ("", "refused")
