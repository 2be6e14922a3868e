"""The exhaustive walk on games small enough to do by hand."""

import enum
from fractions import Fraction
from typing import NamedTuple

import pytest

from exact.law import Law
from exact.walk import every_path, explore, law_of
from games.cards import Deck
from games.chance import Chance, coin
from games.errors import BadChain, BadInput, TooLarge
from games.experiment import Experiment
from games.table import Table


def two_aces(chance: Chance) -> int:
    """Aces among two cards of a deck of 4 aces and 48 others."""
    deck, aces = Deck((4, 48)), 0
    for _ in range(2):
        kind, deck = deck.draw(chance)
        aces += kind == 0
    return aces


def test_draws_branch_per_kind_and_give_the_hypergeometric_law() -> None:
    assert len(list(every_path(two_aces))) == 4
    assert law_of(two_aces) == Law(weights={0: 48 * 47, 1: 2 * 4 * 48, 2: 4 * 3})


def test_a_function_without_chance_has_one_path() -> None:
    assert list(every_path(lambda chance: "sure")) == [("sure", 1, 1)]


def test_more_paths_than_the_limit() -> None:
    with pytest.raises(TooLarge, match="more than 3 paths"):
        law_of(two_aces, limit=3)
    assert law_of(two_aces, limit=4)


def test_rules_that_do_not_repeat_themselves() -> None:
    weights = iter([[1, 1], [2, 1]])

    def play(chance: Chance) -> int:
        return chance.pick(next(weights))

    with pytest.raises(BadInput, match="draw everything from"):
        law_of(play)


def test_rules_that_stop_drawing_before_they_did() -> None:
    draws = iter([True, False])

    def play(chance: Chance) -> int:
        return chance.pick([1, 1]) if next(draws) else 5

    with pytest.raises(BadInput, match="draw everything from"):
        law_of(play)


class Score(NamedTuple):
    points: int
    tosses: int


def best_of(rules: int, state: tuple[int, int], chance: Chance, table: Table):  # type: ignore[no-untyped-def]
    """One toss in a race to `rules` points between heads and tails."""
    mine, other = state
    if coin(chance, Fraction(1, 2)):
        after, gain = (mine + 1, other), Score(1, 1)
    else:
        after, gain = (mine, other + 1), Score(0, 1)
    return (None if rules in after else after), gain


RACE = Experiment(name="race", outcome=Score, start=lambda rules, chance: (0, 0), step=best_of)


def test_the_problem_of_points_pascal_and_fermat_1654() -> None:
    walk = explore(RACE, 3)
    law = walk.law()
    # won with 3 heads in n tosses: C(n-1, 2) / 2^n
    assert [law[Score(3, n)] for n in (3, 4, 5)] == [
        Fraction(1, 8),
        Fraction(3, 16),
        Fraction(6, 32),
    ]
    assert law.field("tosses").mean() == walk.expected("tosses") == Fraction(33, 8)
    assert walk.field_law("tosses", 5) == law.field("tosses")
    assert walk.field_law("points", 3) == law.field("points")
    assert walk.field_law("points", 1).tail == 1 - law.field("points").at_most(1)
    assert len(walk.steps) == 9  # equal states are merged


def wait_for_heads(rules: Fraction, state: str, chance: Chance, table: Table):  # type: ignore[no-untyped-def]
    """Toss until heads; a toss costs nothing, heads pays a point."""
    if coin(chance, rules):
        return None, Score(1, 1)
    return state, Score(0, 1)


WAIT = Experiment(
    name="wait", outcome=Score, start=lambda rules, chance: "waiting", step=wait_for_heads
)


def test_a_game_without_a_longest_play_is_a_chain() -> None:
    walk = explore(WAIT, Fraction(1, 3))
    assert walk.expected("tosses") == 3
    assert walk.field_law("tosses", 3).chances() == {
        1: Fraction(1, 3),
        2: Fraction(2, 9),
        3: Fraction(4, 27),
    }
    assert walk.field_law("points", 1) == Law(weights={1: 1})  # steps without a gain: a system
    with pytest.raises(BadChain, match="no longest play"):
        walk.law()


class Won(NamedTuple):
    won: bool
    side: enum.Enum


def test_only_counts_add_up() -> None:
    class Side(enum.Enum):
        HEADS = 1

    once = Experiment(
        name="once",
        outcome=Won,
        start=lambda rules, chance: 0,
        step=lambda rules, state, chance, table: (None, Won(coin(chance, rules), Side.HEADS)),
    )
    walk = explore(once, Fraction(1, 4))
    assert walk.law().field("won")[True] == Fraction(1, 4)
    for name in ("won", "side"):
        with pytest.raises(BadInput, match=name):
            walk.expected(name)
