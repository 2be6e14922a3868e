"""Compiled explorations have the states and moves of the interpreted ones."""

import enum
import importlib
from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

import pytest

from montmort import Chance, Deck, Experiment, coin
from montmort.exact.graph.compiled_exploration import compiled_trees
from montmort.exact.graph.exploration import explore_steps
from montmort.exact.graph.flows import moves_of
from montmort.games import treize
from montmort.games.table import SilentTable
from montmort.machine import rows as rows_of_words
from montmort.machine.refusal import CannotCompile, LimitReached

LIMITS: dict[str, Any] = {"limit": 100_000, "states": 10_000}


def rows(moves) -> dict:
    return {state: moves.row(number) for number, state in enumerate(moves.states)}


def check(experiment, rules, table=None) -> None:
    trees = compiled_trees(experiment, rules, table, **LIMITS)
    wanted_trees = explore_steps(experiment, rules, others=table, compiled=False, **LIMITS)
    found, wanted = moves_of(trees), moves_of(wanted_trees)
    assert rows(found) == rows(wanted)
    assert [type(state) for state in found.states] == [type(s) for s in wanted.states]
    assert found.start() == wanted.start()
    assert found.size == wanted.size
    how, _, _ = wanted_trees.how.partition("; that nothing is kept unseen was tried on")
    assert trees.how.removeprefix("steps compiled") == how.removeprefix("steps interpreted")


@pytest.mark.parametrize(
    ("name", "experiment", "rules"),
    [
        ("craps", "CRAPS", {}),
        ("coupon_collector", "COUPONS", {"coupons": 5}),
        ("monopoly_moves", "MOVES", {"turns": 1}),
        ("pig", "PIG", {"goal": 8, "hold": 5}),
        ("treize_own", "TREIZE", {"ranks": 4, "suits": 2}),
        ("war_small", "WAR", {"ranks": 2, "suits": 2, "most_turns": 5}),
    ],
)
def test_games(name, experiment, rules):
    module = importlib.import_module(f"benchmarks.games.{name}")
    check(getattr(module, experiment), module.Rules(**rules))


def test_snakes_and_ladders_on_a_short_board(monkeypatch):
    module = importlib.import_module("benchmarks.games.snakes_and_ladders")
    monkeypatch.setattr(module, "LAST", 20)
    check(module.SNAKES, None)


def test_treize_by_its_own_referee():
    check(treize.EXPERIMENTS["game"], treize.Rules(ranks=2, suits=2))


class Side(enum.Enum):
    LEFT = 1
    RIGHT = 2


class State(NamedTuple):
    side: Side | None
    cards: Deck[int]
    seen: tuple[int, ...]


class Gain(NamedTuple):
    points: int
    last: bool


def start(rules: int, chance: Chance) -> State:
    return State(None, Deck([rules, 1]), (chance.pick([1, 2, 3]),) if chance.pick([1, 1]) else ())


def step(rules: int, state: State, chance: Chance, table) -> tuple[State | None, Gain]:
    wanted = table.decide(0, [1, 2, 3], state)
    card, left = state.cards.draw(chance)
    side = Side.LEFT if coin(chance, Fraction(2, 7)) else Side.RIGHT
    seen = (*state.seen, card)
    over = not left or (state.side is side and len(seen) >= wanted)
    return None if over else State(side, left, seen), Gain(sum(seen), over)


class Greedy:
    def __init__(self, least: int) -> None:
        self.least = least

    def decide(self, seat, choices, view):
        return max(choices) if view.side is None else choices[self.least]

    def tell(self, event) -> None:
        pass


MIXED = Experiment(
    name="mixed", outcome=Gain, start=start, step=step, players=lambda rules, chance: Greedy(1)
)


def test_states_of_every_kind_and_players():
    check(MIXED, 3)
    check(MIXED, 3, Greedy(0))


def test_a_decision_without_a_player_is_left_to_the_interpreter():
    with pytest.raises(CannotCompile, match="a decision without a player"):
        compiled_trees(MIXED, 3, SilentTable(), **LIMITS)


def test_limits():
    how = compiled_trees(MIXED, 3, None, **LIMITS).how
    paths = int(how.removeprefix("steps compiled, ").removesuffix(" paths"))
    assert compiled_trees(MIXED, 3, None, limit=paths, states=1000).how == how
    with pytest.raises(LimitReached) as reached:
        compiled_trees(MIXED, 3, None, limit=20, states=1000)
    assert reached.value.what == "paths"
    with pytest.raises(LimitReached) as reached:
        compiled_trees(MIXED, 9, None, limit=10**6, states=10)
    assert reached.value.what == "states"


@dataclass(frozen=True)
class Place:
    x: int
    y: int = 0


class Walked(NamedTuple):
    moves: int


def walk_step(rules: int, place: Place, chance: Chance, table) -> tuple[Place | None, Walked]:
    x = place.x + chance.pick([10**15, 1, 3 * 10**14]) - 1
    y = (place.y + chance.pick([10**12, 10**11 + 1])) % 2
    return (None if abs(x) > rules else Place(x, y)), Walked(1)


def test_long_weights_restart_with_more_limbs():
    walk = Experiment(
        name="walk", outcome=Walked, start=lambda rules, chance: Place(0), step=walk_step
    )
    check(walk, 2)


def test_a_dropped_word_of_the_state_is_found(monkeypatch):
    original = rows_of_words.Writer.word
    written: Counter = Counter()

    def dropped(writer, register):
        written[id(writer)] += 1
        original(writer, "0" if written[id(writer)] == 3 else register)

    monkeypatch.setattr(rows_of_words.Writer, "word", dropped)
    with pytest.raises(CannotCompile, match=r"the picks .* give .*, compiled"):
        check(MIXED, 3)
