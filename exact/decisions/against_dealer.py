"""One hand against the dealer's: see a hand, choose, and be paid by the comparison.

The player and the dealer have n of N cards each.  The player sees only one of the hands, P, and
takes one of some choices; what a choice wins depends on P, on whether the dealer's hand qualifies,
and on which hand is higher.  So the value of a choice is a sum over six cells of

    (number of the dealer's hands in the cell that avoid P) * gain / C(N - n, n).

For a set T of cards and a strength s let B(T, s) be the number of hands that contain T and are
weaker than s.  The hands weaker than s that avoid P number

    sum over T in P of (-1)^|T| B(T, s),

and each B is the place of s among the sorted strengths of the hands that contain T.

**Ties.** Of several best choices the one that was given first is chosen.
"""

import math
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from montmort.exact.decisions.card_sets import CardSets, Ints
from montmort.exact.decisions.comparison import Chosen, Comparison, comparison
from montmort.exact.decisions.hand_functions import Dealt, HandFunction, hand_function
from montmort.exact.decisions.suits import Key, suit_key
from montmort.exact.law import Law
from montmort.games.cards.pack import FULL, Pack
from montmort.games.errors import BadInput
from montmort.games.validation import check_function, check_items, quote

Pay = int | Fraction
Gain = Callable[[str, int, bool, int], Pay]  # of choice, hand, qualified, order
CELLS = tuple((qualified, order) for qualified in (False, True) for order in (1, 0, -1))


class Profile(NamedTuple):
    """All that matters of a hand: as the dealer's, and as the player's."""

    strength: Any
    qualifies: bool
    gains: tuple[tuple[Pay, ...], ...]  # of each choice in each cell


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class AgainstDealer:
    """The solved game; see `against_dealer`.  `ties` is the number of hands with several best."""

    dealt: Dealt
    choices: tuple[str, ...]
    value: Fraction
    chosen: Law[tuple[str, Pay]]  # the best choice, and what it wins
    ties: int
    _profiles: HandFunction[Profile]
    _values: Sequence[Mapping[str, Fraction]]  # of each class

    def __post_init__(self) -> None:
        if self.law.mean() != self.value:
            raise ArithmeticError(f"the law has mean {self.law.mean()}, not {self.value}")

    @cached_property
    def law(self) -> Law[Pay]:
        """The law of the gain, under the tie rule."""
        return self.chosen.map(lambda each: each[1])

    @property
    def variance(self) -> Fraction:
        """The variance of the gain, under the tie rule."""
        return self.law.variance()

    @property
    def how(self) -> str:
        """A sentence on how the game was solved."""
        return f"{len(self._values):,} classes of {self._hands:,} hands"

    @property
    def _hands(self) -> int:
        return math.comb(self.dealt.size, self.dealt.cards)

    def values(self, hand: int) -> Mapping[str, Fraction]:
        """Return {choice: value} of a hand, a set of cards."""
        of_class = int(self._profiles.classes.of_hand[self.dealt.row_of(hand)])
        return self._values[of_class]

    def best(self, hand: int) -> tuple[str, ...]:
        """Return all best choices of a hand, the one that the tie rule takes first."""
        return _best(self.values(hand))

    def strategy(self) -> dict[Key, str]:
        """Return {suit key: choice by the tie rule}, for functions that are declared symmetric.

        >>> game = against_dealer(
        ...     ("stay", "pass"),
        ...     lambda choice, _hand, _qualified, order: 2 * order if choice == "stay" else -1,
        ...     strength=int,
        ...     pack=Pack(ranks=3, suits=1),
        ...     cards=1,
        ... )
        >>> game.strategy()
        {(1,): 'pass', (2,): 'stay', (4,): 'stay'}
        """
        return {
            suit_key(self.dealt.pack, hand): _best(values)[0]
            for (_, hand), values in zip(self._representatives(), self._values, strict=True)
        }

    def compare(self, strategy: Callable[[int], str]) -> Comparison:
        """Return the value of a strategy, `strategy(hand)` the choice, and its losses.

        It is asked for one hand of each class, and BadInput says so if samples show that it
        treats the suits differently.  A loss is that of all hands of a class.
        """
        check_function("strategy", strategy, "hand")

        def choose(hand: int) -> str:
            if (choice := strategy(hand)) not in self.choices:
                raise BadInput(
                    f"the strategy chooses {quote(choice)}; the choices are "
                    f"{', '.join(self.choices)}"
                )
            return choice

        chosen = hand_function(choose, self.dealt, symmetric=len(self._values) < self._hands)
        weights = self._profiles.classes.weights.tolist()
        unit = math.lcm(*(value.denominator for of in self._values for value in of.values()))
        found = []
        for (row, hand), weight, values in zip(
            self._representatives(), weights, self._values, strict=True
        ):
            best, choice = _best(values)[0], chosen.values[chosen.of_hand[row]]
            gap = int((values[best] - values[choice]) * unit)
            found.append(Chosen(hand, weight, best, choice, gap))
        return comparison(self.value, self._hands, unit, found)

    def weakest(self, choice: str) -> int | None:
        """Return a hand of the lowest strength whose best choice it is; None if it never is."""
        found = [
            (self._strength(row), hand)
            for row, hand in self._representatives()
            if self.best(hand)[0] == choice
        ]
        return min(found, default=(None, None))[1]

    def _representatives(self) -> Iterator[tuple[int, int]]:
        rows = self._profiles.classes.rows
        yield from zip(rows.tolist(), self.dealt.sets.keys[rows].tolist(), strict=True)

    def _strength(self, row: int) -> Any:
        return self._profiles.values[self._profiles.of_hand[row]].strength


def against_dealer(
    choices: Sequence[str],
    gain: Gain,
    *,
    strength: Callable[[int], Any],
    qualifies: Callable[[int], bool] = lambda _hand: True,
    pack: Pack = FULL,
    cards: int = 5,
    symmetric: bool | None = None,
) -> AgainstDealer:
    """Return the best play of one hand against the dealer's.

    `gain(choice, hand, qualified, order)` is what a choice wins with a hand, a set of cards:
    `qualified` is whether the dealer qualifies, and `order` is 1 if the player's hand is
    stronger, 0 if both are equal, and -1 else.  `strength` may be anything with an order.  If
    the functions are declared `symmetric` under permutation of the suits, they are called
    once for each class of hands, and checked on samples.

    One card each of 2 3 A; to stay wins or loses 2, to pass loses 1:

    >>> game = against_dealer(
    ...     ("stay", "pass"),
    ...     lambda choice, _hand, _qualified, order: 2 * order if choice == "stay" else -1,
    ...     strength=int,
    ...     pack=Pack(ranks=3, suits=1),
    ...     cards=1,
    ... )
    >>> str(game.value), [game.best(1 << card) for card in range(3)]
    ('1/3', [('pass',), ('stay',), ('stay',)])
    """
    check_items("choices", choices, "names")
    check_function("gain", gain, "choice", "hand", "qualified", "order")
    check_function("strength", strength, "hand")
    check_function("qualifies", qualifies, "hand")
    choices = tuple(choices)
    if not choices:
        raise BadInput("choices=() must have a choice")
    dealt = Dealt.of(pack, 0, cards)
    if dealt.size < 2 * cards:
        raise BadInput(
            f"two hands of cards={quote(cards)} need {2 * cards} cards, not {dealt.size}"
        )

    def profile(hand: int) -> Profile:
        gains = (tuple(_exact(gain(choice, hand, *cell)) for cell in CELLS) for choice in choices)
        return Profile(strength(hand), bool(qualifies(hand)), tuple(gains))

    profiles = hand_function(profile, dealt, symmetric)
    counts = _cell_counts(dealt.sets, profiles)
    return _solved(dealt, choices, profiles, counts)


def _solved(
    dealt: Dealt, choices: tuple[str, ...], profiles: HandFunction[Profile], counts: Ints
) -> AgainstDealer:
    """Return the best choices, given the number of the dealer's hands in each cell and class."""
    classes = profiles.classes
    hands = math.comb(dealt.size, dealt.cards)
    others = math.comb(dealt.size - dealt.cards, dealt.cards)
    values, weights, total, ties = [], Counter[tuple[str, Pay]](), Fraction(0), 0
    for row, weight, cells in zip(
        classes.rows.tolist(), classes.weights.tolist(), counts.T.tolist(), strict=True
    ):
        gains = dict(zip(choices, profiles.values[profiles.of_hand[row]].gains, strict=True))
        value = {
            choice: Fraction(sum(n * gain for n, gain in zip(cells, of, strict=True)), others)
            for choice, of in gains.items()
        }
        best = _best(value)
        total += weight * value[best[0]]
        ties += weight * (len(best) > 1)
        for number, each in zip(cells, gains[best[0]], strict=True):
            weights[best[0], each] += weight * number
        values.append(value)
    return AgainstDealer(
        dealt=dealt,
        choices=choices,
        value=total / hands,
        chosen=Law(weights=weights, total=hands * others),
        ties=ties,
        _profiles=profiles,
        _values=values,
    )


def _best(values: Mapping[str, Fraction]) -> tuple[str, ...]:
    most = max(values.values())
    return tuple(choice for choice, value in values.items() if value == most)


def _exact(gain: object) -> Pay:
    if not isinstance(gain, int | Fraction):
        raise BadInput(f"gain={quote(gain)} must be an integer or a Fraction")
    return int(gain) if gain == int(gain) else gain


def _cell_counts(sets: CardSets, profiles: HandFunction[Profile]) -> Ints:
    """Return the number of the dealer's hands in each of CELLS, a column for each class."""
    try:
        ordered = sorted({profile.strength for profile in profiles.values})
    except TypeError as error:
        raise BadInput(f"the strengths of hands must be an order: {error}") from None
    place = {strength: number for number, strength in enumerate(ordered)}
    strengths = np.array([place[profile.strength] for profile in profiles.values])
    strengths = strengths[profiles.of_hand]
    qualified = np.array([profile.qualifies for profile in profiles.values])[profiles.of_hand]
    rows = profiles.classes.rows
    return np.concatenate(
        [compared(sets, strengths, np.flatnonzero(qualified == q), rows) for q in (False, True)]
    )


def compared(sets: CardSets, strengths: Ints, others: Ints, rows: Ints) -> Ints:
    """Return how many of some hands, of those that avoid a hand, are weaker, equal, stronger.

    `strengths` are the strengths of all hands, from 0; `others` the rows of the hands that are
    counted, and `rows` those of the hands with which they are compared.  The result has
    three rows, and a column for each of `rows`.

    >>> sets = CardSets(cards=4, most=2)  # 01 02 12 03 13 23, as strong as the higher card
    >>> compared(sets, np.array([0, 1, 1, 2, 2, 2]), np.arange(6), np.array([0, 2, 5])).tolist()
    [[0, 0, 1], [0, 0, 0], [1, 1, 0]]
    """
    span = int(strengths.max()) + 1
    hands, own = sets.hands[others], sets.hands[rows]
    counts: npt.NDArray[np.int64] = np.zeros((3, len(rows)), np.int64)
    for size in range(sets.most + 1):
        masks = [mask for mask in range(1 << sets.most) if mask.bit_count() == size]
        keys = np.concatenate(
            [sets.places(hands, mask) * span + strengths[others] for mask in masks]
        )
        keys.sort()
        for mask in masks:
            first = sets.places(own, mask) * span
            bounds = (first, first + strengths[rows], first + strengths[rows] + 1, first + span)
            found = np.array([np.searchsorted(keys, bound) for bound in bounds])
            counts += (-1) ** size * np.diff(found, axis=0)
    return counts
