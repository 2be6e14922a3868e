"""Which values are one state, view or result, and which are two."""

import enum
from dataclasses import dataclass, field
from decimal import Decimal
from fractions import Fraction
from functools import cached_property, partial
from typing import Any, NamedTuple

import pytest

from montmort.games.cards.deck import Deck
from montmort.games.errors import BadInput
from montmort.games.sameness import identity, in_order, is_same, other_orders


class Red(NamedTuple):
    rank: object


class Black(NamedTuple):
    rank: object


class Suit(enum.IntEnum):
    ONE = 1


@dataclass(frozen=True)
class Card:
    rank: object
    mark: object = field(default=0, compare=False)


@dataclass(frozen=True)
class Hand:
    cards: tuple[int, ...]

    @cached_property
    def total(self) -> int:
        return sum(self.cards)

    @cached_property
    def listed(self) -> list[int]:
        return [*self.cards]


def added(a: int, b: int) -> int:
    return a + b


def known(hand: Hand) -> Hand:
    """Return a hand whose cached properties have been asked."""
    assert hand.total == sum(hand.listed)
    return hand


SAME: list[tuple[Any, Any]] = [
    (1, 1),
    ("ace", "".join(("a", "ce"))),
    ((1, (2, "b")), (1, (2, "b"))),
    ((True, 1.5), (True, 1.5)),
    (Fraction(1, 3), Fraction(2, 6)),
    (Red((1, 2)), Red((1, 2))),
    (Card(1, (2, True)), Card(1, (2, True))),
    (Suit.ONE, Suit(1)),
    (frozenset({1, "a", (2, True)}), frozenset({(2, True), "a", 1})),
    (range(0, 4, 2), range(0, 4, 2)),
    (Decimal("1.5"), Decimal("1.5")),
    (Deck((1, 2)), Deck((1, 2))),
    (added, added),
    (Hand((1, 2)), known(Hand((1, 2)))),
    (None, None),
    (Suit, Suit),
    (Red, Red),
]
DIFFERENT: list[tuple[Any, Any]] = [
    *((1, other) for other in (True, 1.0, Fraction(1), Suit.ONE, "1", None, (1,), 2)),
    *((0, other) for other in (False, 0.0, None, "", ())),
    (0.0, -0.0),
    (True, False),
    ((1, 2), (1, 2, 3)),
    ((1, 2), (2, 1)),
    ((1, True), (1, 1)),
    ((1, True), (1, True, 1)),
    (Red(1), Black(1)),
    (Red(1), (1,)),
    (Red(1), Red(True)),
    ((Red(1), 2), (Black(1), 2)),
    (Card(1), Card(True)),
    (Card(1, 2), Card(1, 3)),
    (frozenset({1, 2}), frozenset({1})),
    (frozenset({1, 2}), frozenset({True, 2})),
    (range(0, 4, 2), range(0, 3, 2)),  # their ends differ
    (Deck((1, 2)), Deck((2, 1))),
    (Hand((1, 2)), Hand((2, 1))),
    (Decimal("1.5"), Decimal("1.50")),
    (range(3), (0, 1, 2)),
    (added, known),
    (Red, Black),
    (Suit, int),
]


@pytest.mark.parametrize(("one", "other"), SAME)
def test_one_value(one: Any, other: Any) -> None:
    assert is_same(one, other)
    assert is_same((one, 1.5), (other, 1.5))
    assert identity(one) == identity(other)
    assert hash(identity(one)) == hash(identity(other))


@pytest.mark.parametrize(("one", "other"), DIFFERENT)
def test_two_values(one: Any, other: Any) -> None:
    for a, b in ((one, other), (other, one)):
        assert not is_same(a, b)
        assert not is_same((a, 1.5), (b, 1.5))
        assert not is_same(Red(a), Red(b))
        assert identity(a) != identity(b)
        assert identity((a, 1.5)) != identity((b, 1.5))


def test_cached_properties_follow_from_the_rest() -> None:
    hand = known(Hand((1, 2)))
    assert identity(hand) == identity(Hand((1, 2)))
    for name, value in (("total", 4), ("total", True), ("listed", [1]), ("listed", (1, 2))):
        hand = known(Hand((1, 2)))
        vars(hand)[name] = value
        with pytest.raises(BadInput, match=f"Hand.{name} is a cached property"):
            identity(hand)


def test_partial_functions_are_refused() -> None:
    with pytest.raises(BadInput, match="cannot be compared by their content"):
        is_same(partial(added, 1), partial(added, 1))


@pytest.mark.parametrize("value", [[1], {1: 2}, {1}, bytearray(b"a"), (1, [2]), Card([1])])
def test_what_may_change_is_refused(value: Any) -> None:
    with pytest.raises(BadInput, match="may change"):
        identity(value)
    with pytest.raises(BadInput, match="may change"):
        identity((value, 1.5))


def test_orders_of_frozensets() -> None:
    value = (Card(frozenset({0, 1, 2, 3})), 5)
    assert in_order((1, "a", Red(2))) == (1, "a", Red(2))
    found = [[*twin[0].rank] for twin in other_orders(value)]
    assert found[:3] == [[3, 2, 1, 0], [1, 2, 3, 0], [3, 0, 1, 2]]
    assert len(found) == 5
    assert [*other_orders((1, frozenset({2})))] == []
    pairs = [[*twin] for twin in other_orders(frozenset({1, 2}))]
    assert pairs == [[2, 1]]
    for twin in other_orders(frozenset({1, 2})):
        assert is_same(twin, frozenset({1, 2}))
        assert is_same(frozenset({1, 2}), twin)
        assert not is_same(twin, frozenset({1, 3}))
        assert not is_same(twin, (1, 2))
    assert len([*other_orders(value)]) == 1  # nobody has listed the first
