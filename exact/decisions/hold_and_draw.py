"""Video poker and its kin: hold any cards of a hand, draw the others, be paid by the final hand.

A hand H of n of N cards is dealt.  The player holds K, discards D = H - K and draws as many
cards from the N - n that are left, so that every hand that contains K and avoids D is equally
likely.  With W(S) the sum of the pays of all hands that contain S,

    value of K = sum over T in D of (-1)^|T| W(K + T) / C(N - n, |D|),

and the value of the game is the mean of the best of these over the hands.

The law of the pay is the transpose.  Each hand H whose best hold is K adds
(-1)^|T| / C(N - n, |D|) to a number A(K + T); a final hand F has the chance

    sum over S in F of A(S) / C(N, n).

**Ties.** Of several best holds the one with the most cards is chosen; of equally many, the
first in the order of `itertools.combinations` of the hand's cards, after the suits of a hand of
a class have been sorted by their sets of ranks.  The value does not depend on this rule; the
law and the variance may.

All numbers are integers over one denominator: in int64 where a bound proves that none
overflows, else in Python's integers, three times slower.
"""

import math
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations
from typing import NamedTuple

import numpy as np

from montmort.exact.decisions.card_sets import (
    Bytes,
    CardSets,
    Ints,
    Numbers,
    avoid_the_others,
    exact_type,
)
from montmort.exact.decisions.hand_functions import (
    Dealt,
    HandFunction,
    hand_function,
    whole_pays,
)
from montmort.exact.decisions.suit_classes import Classes, sorted_suits
from montmort.exact.law import Law
from montmort.games.cards.pack import FULL, Pack, members

Pay = int | Fraction
CHUNK = 2**22  # subsets of hands solved at once


class Holds:
    """What may be held of a hand of n cards: masks of its cards in ascending order.

    `order` is the order in which ties are broken: most cards first, then as `combinations`.
    `units[mask]` is the weight of one draw, where all draws of a hold weigh `total`.

    >>> holds = Holds(Dealt.of(Pack(ranks=4, suits=1), 0, 2))
    >>> holds.order, holds.total, holds.units
    ((3, 1, 2, 0), 2, {3: 2, 1: 1, 2: 1, 0: 2})
    """

    def __init__(self, dealt: Dealt) -> None:
        cards, left = dealt.cards, dealt.size - dealt.cards
        self.order = tuple(
            sum(1 << place for place in held)
            for size in range(cards, max(cards - left, 0) - 1, -1)
            for held in combinations(range(cards), size)
        )
        draws = {mask: math.comb(left, cards - mask.bit_count()) for mask in self.order}
        self.total = math.lcm(*draws.values())
        self.units = {mask: self.total // number for mask, number in draws.items()}


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class HoldAndDraw:
    """The solved game; see `hold_and_draw`.

    `best_values` is {value of the best hold: number of hands}, the lowest first, and
    `ties` the number of hands with several best holds.
    """

    dealt: Dealt
    value: Fraction
    law: Law[Pay]
    best_values: Mapping[Fraction, int]
    ties: int
    classes: int
    symmetric: bool
    _sums: Numbers = field(repr=False)
    _unit: int
    _holds: Holds

    def __post_init__(self) -> None:
        if self.law.mean() != self.value:
            raise ArithmeticError(f"the law has mean {self.law.mean()}, not {self.value}")

    @property
    def variance(self) -> Fraction:
        """The variance of the pay, under the tie rule."""
        return self.law.variance()

    @property
    def hands(self) -> int:
        """The number of hands that may be dealt."""
        return math.comb(self.dealt.size, self.dealt.cards)

    @property
    def how(self) -> str:
        """A sentence on how the game was solved."""
        if not self.symmetric:
            return f"{self.hands:,} hands, {len(self._holds.order)} holds each"
        return (
            f"{self.classes:,} classes of {self.hands:,} hands under permutation of the suits, "
            f"{len(self._holds.order)} holds each"
        )

    def values(self, hand: int) -> dict[int, Fraction]:
        """Return {cards held: value} of a hand, both as sets of bits, in the order of ties.

        >>> game = hold_and_draw(lambda hand: hand == 0b11, pack=Pack(ranks=3, suits=1), cards=2)
        >>> {bin(held): str(value) for held, value in game.values(0b101).items()}
        {'0b101': '0', '0b1': '1', '0b100': '0'}
        """
        self.dealt.row_of(hand)  # or BadInput
        image = sorted_suits(self.dealt.pack, hand) if self.symmetric else {}
        origin = {image.get(card, card): card for card in members(hand)}
        row = np.array([sorted(origin)], np.uint8)
        numbers = _values(self._holds, self.dealt.sets, self._sums, row)[:, 0].tolist()
        cards = [1 << origin[card] for card in sorted(origin)]
        return {
            sum(card for place, card in enumerate(cards) if mask >> place & 1): Fraction(
                number, self._unit * self._holds.total
            )
            for mask, number in zip(self._holds.order, numbers, strict=True)
        }

    def best(self, hand: int) -> tuple[int, ...]:
        """Return all best holds of a hand, the one that the tie rule chooses first.

        >>> game = hold_and_draw(lambda hand: hand == 0b11, pack=Pack(ranks=3, suits=1), cards=2)
        >>> game.best(0b101), game.best(0b011)
        ((1,), (3,))
        """
        values = self.values(hand)
        most = max(values.values())
        return tuple(held for held, value in values.items() if value == most)


def hold_and_draw(
    pay: Callable[[int], Pay],
    *,
    pack: Pack = FULL,
    jokers: int = 0,
    cards: int = 5,
    symmetric: bool | None = None,
) -> HoldAndDraw:
    """Return the best play of the game in which `pay(hand)` is paid for the final hand.

    A hand is a set of bits, as of `Pack.read`; the jokers are the cards from `pack.size` on.
    If the pay is declared `symmetric` under permutation of the suits, it is called once for
    each class of hands and checked on samples; with None it is called for all hands, which
    finds out.  TooLarge for more than 8 million sets of
    as many cards as a hand has, or fewer.

    Of the cards 0 to 2 two are dealt, and only 0 with 1 is paid:

    >>> game = hold_and_draw(lambda hand: hand == 0b11, pack=Pack(ranks=3, suits=1), cards=2)
    >>> game.value, game.law
    (Fraction(1, 1), Law(weights={1: 1}, total=1))
    """
    dealt = Dealt.of(pack, jokers, cards)
    paid = hand_function(pay, dealt, symmetric)
    unit, pays = whole_pays(paid.values)
    holds = Holds(dealt)
    hands = math.comb(dealt.size, cards)
    bound = max(map(abs, pays)) * max(2**cards * cards * hands, holds.total)
    by_hand = np.array(pays, exact_type(bound))[paid.of_hand]
    sums = dealt.sets.sums_above(by_hand)
    best = _best_holds(dealt, holds, sums, paid.classes)
    denominator = unit * holds.total
    total = sum(value * count for value, count in best.counts.items())
    return HoldAndDraw(
        dealt=dealt,
        value=Fraction(total, denominator * hands),
        law=_law(dealt, holds, paid, best.chosen),
        best_values={
            Fraction(value, denominator): best.counts[value] for value in sorted(best.counts)
        },
        ties=best.ties,
        classes=len(paid.classes),
        symmetric=len(paid.classes) < hands,
        _sums=sums,
        _unit=unit,
        _holds=holds,
    )


def _values(holds: Holds, sets: CardSets, sums: Numbers, hands: Bytes) -> Numbers:
    """Return the values of the holds of each hand, a row for each hold in order, not divided."""
    sums_of_hand = np.stack([sums[sets.places(hands, mask)] for mask in range(1 << hands.shape[1])])
    avoid_the_others(sums_of_hand)
    values: Numbers = np.stack([sums_of_hand[mask] * holds.units[mask] for mask in holds.order])
    return values


class _Best(NamedTuple):
    """The hold chosen for each class, {value: number of hands}, and the hands with ties."""

    chosen: Ints
    counts: Counter[int]
    ties: int


def _best_holds(dealt: Dealt, holds: Holds, sums: Numbers, classes: Classes) -> _Best:
    order = np.array(holds.order)
    size = CHUNK >> dealt.cards
    chosen, counts, ties = [], Counter[int](), 0
    for first in range(0, len(classes), size):
        chunk = slice(first, first + size)
        hands = dealt.sets.hands[classes.rows[chunk]]
        values = _values(holds, dealt.sets, sums, hands)
        best = values.max(axis=0)
        chosen.append(order[values.argmax(axis=0)])  # the first of equals
        weights = classes.weights[chunk]
        ties += int(weights[(values == best).sum(axis=0) > 1].sum())
        for value, weight in zip(best.tolist(), weights.tolist(), strict=True):
            counts[value] += weight
    return _Best(np.concatenate(chosen), counts, ties)


def _law(dealt: Dealt, holds: Holds, paid: HandFunction[Pay], chosen: Ints) -> Law[Pay]:
    """Return the law of the pay if each class of hands holds what is chosen."""
    sets, classes = dealt.sets, paid.classes
    hands = math.comb(dealt.size, dealt.cards)
    weight_of_all = hands * holds.total * math.factorial(dealt.cards)
    numbers: Numbers = np.zeros(sets.total, exact_type(weight_of_all << dealt.cards))
    for mask in holds.order:
        where = np.flatnonzero(chosen == mask)
        rows, weights = sets.hands[classes.rows[where]], classes.weights[where] * holds.units[mask]
        for more in _subsets(~mask & (1 << dealt.cards) - 1):
            sign = -1 if more.bit_count() % 2 else 1
            np.add.at(numbers, sets.places(rows, mask | more), sign * weights)
    by_pay = np.zeros(len(paid.values), np.object_)
    np.add.at(by_pay, paid.of_hand, sets.sums_below(numbers))
    weights_of_pays = {
        _whole(pay): weight for pay, weight in zip(paid.values, by_pay.tolist(), strict=True)
    }
    return Law(weights=weights_of_pays, total=weight_of_all)


def _subsets(mask: int) -> Iterator[int]:
    """Yield all subsets of a mask, itself first."""
    subset = mask
    yield subset
    while subset:
        subset = (subset - 1) & mask
        yield subset


def _whole(pay: Pay) -> Pay:
    """Return a pay as an int where it is whole."""
    return int(pay) if pay == int(pay) else pay
