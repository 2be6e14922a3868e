"""Functions of a hand, called once for each class of hands under permutation of the suits.

Whether a function is the same for all hands of a class is found by calling it for all
hands, or declared and checked on samples.
"""

import math
from collections.abc import Callable, Hashable
from fractions import Fraction
from typing import Generic, NamedTuple, TypeVar

import numpy as np

from montmort.exact.decisions.card_sets import CardSets, Ints, card_sets
from montmort.exact.decisions.suits import Classes, single_classes, suit_classes
from montmort.games.cards.pack import Pack
from montmort.games.errors import BadInput
from montmort.games.validation import (
    check_function,
    check_hashable,
    check_integer,
    check_type,
    quote,
)

Value = TypeVar("Value", bound=Hashable)
SAMPLES = 2000  # hands on which a declared symmetry is checked


class Dealt(NamedTuple):
    """The hands of so many cards of a pack and its jokers: a hand is a set of bits, see Pack.

    A joker is a card as well: the cards from `pack.size` on are the jokers.
    """

    pack: Pack
    jokers: int
    cards: int

    @classmethod
    def of(cls, pack: Pack, jokers: int, cards: int) -> "Dealt":
        """Return the hands; BadInput if the pack has too few cards.

        >>> Dealt.of(Pack(ranks=2, suits=1), 0, 3)
        Traceback (most recent call last):
            ...
        montmort.games.errors.BadInput: cards=3 must be an integer from 1 to 2, the cards of the ...
        """
        check_type("pack", pack, Pack, "a Pack")
        check_integer("jokers", jokers, 0, 10)
        check_integer("cards", cards, 1, pack.size + jokers, ", the cards of the pack")
        return cls(pack, jokers, cards)

    @property
    def size(self) -> int:
        """Cards in the pack, jokers included."""
        return self.pack.size + self.jokers

    @property
    def sets(self) -> CardSets:
        """All sets of at most as many cards as a hand has."""
        return card_sets(self.size, self.cards)

    def row_of(self, hand: int) -> int:
        """Return the row of a hand; BadInput unless it is a hand of the pack.

        >>> Dealt.of(Pack(ranks=2, suits=2), 0, 2).row_of(0b0110)
        2
        """
        check_integer("hand", hand, 0)
        if hand.bit_count() != self.cards or hand >> self.size:
            raise BadInput(
                f"hand={hand:#b} must be a set of {self.cards} of {self.size} cards, as Pack.read "
                "returns it"
            )
        return int(np.searchsorted(self.sets.keys, hand))


class HandFunction(NamedTuple, Generic[Value]):
    """The values of a function of the hand.

    `values[of_hand[row]]` is the value of a hand.  The hands of a class have equal values.
    """

    values: tuple[Value, ...]
    of_hand: Ints
    classes: Classes


def hand_function(
    function: Callable[[int], Value], dealt: Dealt, symmetric: bool | None
) -> HandFunction[Value]:
    """Return the values of `function(hand)` for all hands, and the classes of hands.

    If it is declared `symmetric` under permutation of the suits, it is called once for
    each class, and for some other hands: BadInput if they differ.  With None it is
    called for all hands to find out; with False every hand is a class.

    >>> dealt = Dealt.of(Pack(ranks=2, suits=2), 0, 1)
    >>> even = hand_function(lambda hand: hand in (0b1, 0b100), dealt, None)
    >>> even.values, even.of_hand.tolist(), even.classes.weights.tolist()
    ((True, False), [0, 1, 0, 1], [2, 2])
    """
    check_function("function", function, "hand")
    if symmetric is not None:
        check_type("symmetric", symmetric, bool, "True, False, or None to find out")
    keys = dealt.sets.keys
    classes = suit_classes(dealt.pack, dealt.jokers, dealt.cards)
    if symmetric:
        values, found = _called(function, keys[classes.rows])
        of_hand = found[classes.of_hand]
        _check_samples(function, dealt, classes, values, of_hand)
    else:
        values, of_hand = _called(function, keys)
        is_found = symmetric is None and np.array_equal(
            of_hand[classes.rows][classes.of_hand], of_hand
        )
        if not is_found:
            classes = single_classes(len(keys))
    return HandFunction(values, of_hand, classes)


def _called(function: Callable[[int], Value], hands: Ints) -> tuple[tuple[Value, ...], Ints]:
    """Return the different values in the order found, and the place of each hand's value."""
    places: dict[Value, int] = {}
    of_hand = np.empty(len(hands), np.int64)
    for row, hand in enumerate(hands.tolist()):
        value = function(hand)
        try:
            of_hand[row] = places.setdefault(value, len(places))
        except TypeError:
            check_hashable("the value of a hand", value)
            raise
    return tuple(places), of_hand


def _check_samples(
    function: Callable[[int], Value],
    dealt: Dealt,
    classes: Classes,
    values: tuple[Value, ...],
    of_hand: Ints,
) -> None:
    keys = dealt.sets.keys
    for row in sample_rows(len(keys), SAMPLES):
        hand, wanted = int(keys[row]), values[of_hand[row]]
        if (value := function(hand)) != wanted:
            like = int(keys[classes.rows[classes.of_hand[row]]])
            write = dealt.pack.write
            natural = (1 << dealt.pack.size) - 1
            shown = (write(h & natural, (h >> dealt.pack.size).bit_count()) for h in (hand, like))
            raise BadInput(
                "the function is declared symmetric under permutation of the suits, but differs "
                "for {} and {}: {} and {}; take symmetric=False".format(
                    *shown, quote(value), quote(wanted)
                )
            )


def sample_rows(hands: int, most: int) -> list[int]:
    """Return the rows of at most so many hands, always the same.

    >>> sample_rows(3, 5)
    [0, 1, 2]
    """
    if hands <= most:
        return [*range(hands)]
    rows: list[int] = np.random.default_rng(1713).integers(hands, size=most).tolist()
    return rows


def whole_pays(pays: tuple[object, ...]) -> tuple[int, tuple[int, ...]]:
    """Return a common denominator of the pays, and the pays in its units.

    >>> whole_pays((1, Fraction(3, 2)))
    (2, (2, 3))
    """
    fractions = []
    for pay in pays:
        if not isinstance(pay, int | Fraction):
            raise BadInput(f"pay={quote(pay)} must be an integer or a Fraction")
        fractions.append(Fraction(pay))
    unit = math.lcm(*(pay.denominator for pay in fractions))
    return unit, tuple(int(pay * unit) for pay in fractions)
