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
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
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
from montmort.exact.decisions.comparison import Chosen, Comparison, comparison
from montmort.exact.decisions.hand_functions import (
    Dealt,
    HandFunction,
    hand_function,
    sample_rows,
    whole_pays,
)
from montmort.exact.decisions.suits import Classes, Key, sorted_suits, suit_key
from montmort.exact.law import Law
from montmort.games.cards.pack import FULL, Pack, members
from montmort.games.errors import BadInput
from montmort.games.validation import check_function, quote


class Holds:
    """What may be held of a hand of n cards: masks of its cards in ascending order.

    `order` is the order in which ties are broken: most cards first, then as `combinations`.
    `units[mask]` is the weight of one draw, where all draws of a hold weigh `total`.

    >>> from montmort.games.cards.pack import Pack
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


def hold_values(holds: Holds, sets: CardSets, sums: Numbers, hands: Bytes) -> Numbers:
    """Return the values of the holds of each hand, a row for each hold in the order of ties.

    The values are not yet divided by `holds.total`.
    """
    sums_of_hand = np.stack([sums[sets.places(hands, mask)] for mask in range(1 << hands.shape[1])])
    avoid_the_others(sums_of_hand)
    values: Numbers = np.stack([sums_of_hand[mask] * holds.units[mask] for mask in holds.order])
    return values


def values_of_classes(
    dealt: Dealt, holds: Holds, sums: Numbers, classes: Classes
) -> Iterator[tuple[slice, Numbers]]:
    """Yield some classes at a time, with the values of their holds."""
    size = CHUNK >> dealt.cards
    for first in range(0, len(classes), size):
        chunk = slice(first, first + size)
        yield chunk, hold_values(holds, dealt.sets, sums, dealt.sets.hands[classes.rows[chunk]])


class BestHolds(NamedTuple):
    """The hold chosen for each class, {value: number of hands}, and the hands with ties."""

    chosen: Ints
    counts: Counter[int]
    ties: int


def best_holds(dealt: Dealt, holds: Holds, sums: Numbers, classes: Classes) -> BestHolds:
    """Return the best hold of each class; of several the first in the order of ties."""
    order = np.array(holds.order)
    chosen, counts, ties = [], Counter[int](), 0
    for chunk, values in values_of_classes(dealt, holds, sums, classes):
        best, weights = values.max(axis=0), classes.weights[chunk]
        chosen.append(order[values.argmax(axis=0)])
        ties += int(weights[(values == best).sum(axis=0) > 1].sum())
        for value, weight in zip(best.tolist(), weights.tolist(), strict=True):
            counts[value] += weight
    return BestHolds(np.concatenate(chosen), counts, ties)


def gaps(
    dealt: Dealt, holds: Holds, sums: Numbers, classes: Classes, chosen: Ints
) -> Iterator[int]:
    """Yield for each class by how much its best hold is better than the one chosen."""
    places = np.zeros(1 << dealt.cards, np.int64)
    places[[*holds.order]] = np.arange(len(holds.order))
    for chunk, values in values_of_classes(dealt, holds, sums, classes):
        own = np.take_along_axis(values, places[chosen[chunk]][None], axis=0)[0]
        yield from (values.max(axis=0) - own).tolist()


Pay = int | Fraction
CHECKED = 200  # hands on which the symmetry of a strategy is checked
CHUNK = 2**22  # subsets of hands solved at once


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
    _classes: Classes
    _sums: Numbers
    _unit: int
    _holds: Holds
    _chosen: Ints  # the hold of each class

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
    def classes(self) -> int:
        """The number of classes of hands."""
        return len(self._classes)

    @property
    def symmetric(self) -> bool:
        """Whether hands were put into classes under permutation of the suits."""
        return self.classes < self.hands

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
        numbers = hold_values(self._holds, self.dealt.sets, self._sums, row)[:, 0].tolist()
        cards = [1 << origin[card] for card in sorted(origin)]
        return {
            sum(card for place, card in enumerate(cards) if mask >> place & 1): Fraction(
                number, self._unit * self._holds.total
            )
            for mask, number in zip(self._holds.order, numbers, strict=True)
        }

    @property
    def masks(self) -> tuple[int, ...]:
        """What may be held, as masks of the ascending cards of a hand, in the order of ties."""
        return self._holds.order

    @property
    def unit(self) -> int:
        """The denominator of the values of `values_of_classes`."""
        return self._unit * self._holds.total

    def values_of_classes(self) -> Iterator[tuple[Bytes, Ints, Numbers]]:
        """Yield for some classes at a time: a hand of each, its hands, the values of its holds.

        A hand is a row of ascending cards.  The values have a row for each of `masks`; they are
        whole, to be divided by `unit`.
        """
        for chunk, values in values_of_classes(self.dealt, self._holds, self._sums, self._classes):
            rows = self._classes.rows[chunk]
            yield self.dealt.sets.hands[rows], self._classes.weights[chunk], values

    def held(self, hand: int) -> int:
        """Return the cards that the tie rule holds of a hand; quicker than `best`.

        >>> game = hold_and_draw(lambda hand: hand == 0b11, pack=Pack(ranks=3, suits=1), cards=2)
        >>> bin(game.held(0b101))
        '0b1'
        """
        row = self.dealt.row_of(hand)
        image = sorted_suits(self.dealt.pack, hand) if self.symmetric else {}
        origin = {image.get(card, card): card for card in members(hand)}
        mask = int(self._chosen[int(self._classes.of_hand[row])])
        cards = sorted(origin)
        return sum(1 << origin[card] for place, card in enumerate(cards) if mask >> place & 1)

    def strategy(self) -> dict[Key, int]:
        """Return {suit key: places of the cards to hold}, for a pay that is declared symmetric.

        `cards_at` gives the cards, which are those of `held`.

        >>> pair = lambda hand: Pack(ranks=2, suits=2).lanes(hand) in [(1, 1), (2, 2)]
        >>> game = hold_and_draw(pair, pack=Pack(ranks=2, suits=2), cards=2, symmetric=True)
        >>> game.strategy()
        {(1, 1): 3, (2, 1): 1, (2, 2): 3, (3, 0): 1}
        """
        hands = self.dealt.sets.keys[self._classes.rows].tolist()
        pack = self.dealt.pack
        return {
            suit_key(pack, hand): places
            for hand, places in zip(hands, self._chosen.tolist(), strict=True)
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

    def compare(self, strategy: Callable[[int], int]) -> Comparison:
        """Return the value of a strategy, `strategy(hand)` the cards held, and its losses.

        It is asked for one hand of each class, and BadInput says so if samples show that it
        treats the suits differently.  A loss is that of all hands of a class.

        >>> game = hold_and_draw(lambda hand: hand == 0b11, pack=Pack(ranks=3, suits=1), cards=2)
        >>> pat = game.compare(lambda hand: hand)
        >>> pat.value, len(pat.losses), pat.losses[0].loss
        (Fraction(1, 3), 2, Fraction(1, 3))
        """
        check_function("strategy", strategy, "hand")
        hands = self.dealt.sets.keys[self._classes.rows].tolist()
        held = [strategy(hand) for hand in hands]
        masks = np.array([self._mask(*each) for each in zip(hands, held, strict=True)])
        self._check_symmetry(strategy, held)
        lost = gaps(self.dealt, self._holds, self._sums, self._classes, masks)
        weights, best = self._classes.weights.tolist(), self._chosen.tolist()
        chosen = (
            Chosen(hand, weight, _cards(hand, mask), own, gap)
            for hand, weight, mask, own, gap in zip(hands, weights, best, held, lost, strict=True)
            if gap
        )
        return comparison(self.value, self.hands, self._unit * self._holds.total, chosen)

    def _mask(self, hand: int, held: int) -> int:
        """Return the mask of the cards held; BadInput unless they may be held."""
        mask = -1
        if isinstance(held, int) and not held & ~hand:
            mask = sum(1 << place for place, card in enumerate(members(hand)) if held >> card & 1)
        if mask not in self._holds.units:
            raise BadInput(
                f"the strategy holds {quote(held)} of {hand:#b}: hold a set of its cards, and no "
                "fewer than can be drawn"
            )
        return mask

    def _check_symmetry(self, strategy: Callable[[int], int], held: Sequence[int]) -> None:
        """Raise BadInput if a sample of hands differs from the hands of their classes."""
        keys, classes = self.dealt.sets.keys, self._classes
        for row in sample_rows(len(keys), CHECKED) if self.symmetric else ():
            hand, number = int(keys[row]), int(classes.of_hand[row])
            like, own = int(keys[classes.rows[number]]), strategy(hand)
            self._mask(hand, own)
            if self.values(hand)[own] != self.values(like)[held[number]]:
                raise BadInput(
                    f"the strategy treats the suits of {hand:#b} and {like:#b} differently; solve "
                    "the game with symmetric=False to compare it"
                )


def _cards(hand: int, mask: int) -> int:
    """Return the cards of a hand at the bits of a mask."""
    return sum(1 << card for place, card in enumerate(members(hand)) if mask >> place & 1)


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
    best = best_holds(dealt, holds, sums, paid.classes)
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
        _classes=paid.classes,
        _sums=sums,
        _unit=unit,
        _holds=holds,
        _chosen=best.chosen,
    )


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
