"""Every deal of a small deck of War played to its end or its cycle.

With captured cards picked up in a fixed order, the deal decides the game.  All
n! / (s!)^r orders of a deck with r ranks and s suits, n = r s cards, are equally
likely.  A game that returns to an earlier pair of hands never ends, and its period
is found exactly.  `montmort.exact.war.kernel` plays the games.

Deals are numbered in lexicographic order of their ranks.  Of the N orders of n
cards, k of them of one rank, N k / n begin with that rank.  Subtracting these
counts rank by rank finds the first card, and then every other card in the same way.
"""

import math
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from enum import IntEnum
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import numpy.typing as npt

from montmort.display import short_repr
from montmort.exact.enumeration import Counts, Parts
from montmort.exact.law import Law
from montmort.exact.paths import Watch as Watch
from montmort.exact.war.deal_counts import check_cards
from montmort.games.errors import BadInput, TooLarge
from montmort.games.validation import quote
from montmort.games.war import Game, Rules
from montmort.games.war.turn import Hand, Hands

if TYPE_CHECKING:
    from montmort.exact.war.kernel import Table

Ints = npt.NDArray[np.int64]
Answers = dict[str, Any]

BATCH = 2**17  # deals between two calls of watch
PART = 2**21  # deals in a part: one or two seconds
VERSION = 1  # raise it when the fate or the number of a deal changes
DEALS_A_SECOND = 10**6  # within a factor of two
MOST_DEALS = 10**10  # hours
BITS = 62  # of a hand, to fit an int64
PICK_UPS = ("winner-first", "loser-first", "first-player-first")  # as the kernel numbers them
SHORTFALLS = ("lose", "last-card", "second-takes")
DEUCE_BEATS_ACE = ("never", "battles", "always")


class End(IntEnum):
    """How a game ends, or that it does not; the numbers are those of the kernel."""

    SECOND = 0
    DRAW = 1
    FIRST = 2
    ENDLESS = 3
    UNFINISHED = 4


class Fate(NamedTuple):
    """How the game of a deal ends; `period` is 0 unless the game is endless.

    Turns and ties of an endless game are counted as in the rulebook: up to the
    first return of its hands, or up to the turn limit.
    """

    end: End
    turns: int
    wars: int
    period: int

    @property
    def outcome(self) -> Game:
        """The same as an outcome of `montmort.games.war`."""
        return Game(
            winner={End.FIRST: 1, End.SECOND: -1}.get(self.end, 0),
            turns=self.turns,
            wars=self.wars,
            finished=self.end < End.ENDLESS,
        )


def deals_of(rules: Rules) -> int:
    """Return the number of distinct deals, n! / (s!)^r; TooLarge beyond 2000 cards.

    >>> deals_of(Rules(ranks=6, suits=2)), deals_of(Rules(ranks=10, suits=1))
    (7484400, 3628800)
    """
    check_cards(rules)
    suit_orders: int = math.factorial(rules.suits) ** rules.ranks
    return math.factorial(rules.cards) // suit_orders


def orders(rules: Rules) -> Iterator[Hands]:
    """Yield all distinct deals in lexicographic order, each hand with its top card first.

    >>> list(orders(Rules(ranks=2, suits=1)))
    [((0,), (1,)), ((1,), (0,))]
    """
    for cards in _orders((rules.suits,) * rules.ranks):
        yield cards[: rules.cards // 2], cards[rules.cards // 2 :]


def _orders(left: tuple[int, ...]) -> Iterator[Hand]:
    if not any(left):
        yield ()
    for rank, cards in enumerate(left):
        if cards:
            rest = (*left[:rank], cards - 1, *left[rank + 1 :])
            yield from ((rank, *order) for order in _orders(rest))


def order_at(rules: Rules, number: int) -> Hand:
    """Return the cards of deal `number`, the first hand before the second.

    Equivalent to the sum of both hands in `list(orders(rules))[number]`.

    >>> [order_at(Rules(ranks=2, suits=2), number) for number in (0, 1, 5)]
    [(0, 0, 1, 1), (0, 1, 0, 1), (1, 1, 0, 0)]
    """
    left, remaining = [rules.suits] * rules.ranks, deals_of(rules)
    if not 0 <= number < remaining:
        raise BadInput(
            f"number={quote(number)} must be from 0 to {remaining - 1}, the last of all deals"
        )
    order: list[int] = []
    for places in range(rules.cards, 0, -1):
        rank = 0
        while number >= (starting_so := remaining * left[rank] // places):
            number -= starting_so
            rank += 1
        order.append(rank)
        remaining, left[rank] = starting_so, left[rank] - 1
    return tuple(order)


def fate_of(rules: Rules, first: Hand, second: Hand) -> Fate:
    """Return how the game of one deal ends, each hand with its top card first.

    >>> fate_of(Rules(ranks=2, suits=2), (1, 1), (0, 0))
    Fate(end=<End.FIRST: 2>, turns=2, wars=0, period=0)
    """
    from montmort.exact.war.kernel import play_deals  # numba is slow to load

    cards, fates = np.array(first + second), np.zeros((1, len(Fate._fields)), dtype=np.int64)
    play_deals(cards, fates, *_kernel_rules(rules))
    return _fate(fates[0])


def play_all(rules: Rules, *, limit: int = MOST_DEALS, watch: Watch | None = None) -> "Fates":
    """Return the fates of all deals; TooLarge if there are more than `limit`.

    >>> print(play_all(Rules(ranks=3, suits=2, face_down=1)))
    of 90 deals the first player wins 36, the second 36, 18 are drawn, 0 never end
    """
    deals = deals_of(rules)
    if deals > limit:
        raise TooLarge(
            f"{deals:,} deals would take {playing_time(deals)}; the limit is {limit:,}, "
            "take a smaller deck"
        )
    found, done = Counter[Fate](), 0
    for fates in fates_from(rules, 0, deals):
        found.update(_count(fates))
        done += len(fates)
        if watch is not None:
            watch(Fraction(done, deals), done)
    return Fates(rules=rules, counts=dict(sorted(found.items())))


def fates_from(rules: Rules, first: int, deals: int) -> Iterator[Ints]:
    """Yield the fates of `deals` deals from number `first` on, in arrays of a row per deal.

    >>> [rows.tolist() for rows in fates_from(Rules(ranks=2, suits=1), 1, 1)]
    [[[2, 1, 0, 0]]]
    """
    from montmort.exact.war.kernel import play_deals

    table, cards = _kernel_rules(rules), np.array(order_at(rules, first))
    for done in range(0, deals, BATCH):
        fates = np.zeros((min(BATCH, deals - done), len(Fate._fields)), dtype=np.int64)
        if play_deals(cards, fates, *table) < len(fates):
            raise ArithmeticError(f"there are fewer than {deals} deals from number {first} on")
        yield fates


def deals_in_parts(rules: Rules, answer: Callable[["Fates"], Answers]) -> Parts:
    """Return the enumeration of all deals in parts; `answer` turns their fates into the answer.

    >>> parts = deals_in_parts(Rules(ranks=2, suits=1), lambda fates: fates.cycles)
    >>> parts.cases, [rows.tolist() for rows in parts.rows(parts.rules, 0, 2)]
    (2, [[[0, 1, 0, 0], [2, 1, 0, 0]]])
    """
    _kernel_rules(rules)  # raises an error for rules that cannot be played here

    def answer_counts(counts: Counts) -> Answers:
        found = {Fate(End(end), *others): deals for (end, *others), deals in counts.items()}
        return answer(Fates(rules=rules, counts=dict(sorted(found.items()))))

    return Parts(
        name="every deal",
        unit="deals",
        rules=rules,
        fields=Fate._fields,
        kinds={"end": End},
        version=VERSION,
        cases=deals_of(rules),
        size=PART,
        rows=fates_from,
        answer=answer_counts,
    )


def playing_time(deals: int) -> str:
    """Return in words how long it takes to play `deals` deals.

    >>> playing_time(681_080_400)
    '11 minutes'
    """
    seconds = deals // DEALS_A_SECOND
    if seconds > 10**12:
        return "more than 30,000 years"
    for unit, size in (("years", 31_557_600), ("days", 86_400), ("hours", 3600), ("minutes", 60)):
        if seconds >= 2 * size:
            return f"{seconds // size:,} {unit}"
    return f"{seconds} seconds"


def _kernel_rules(rules: Rules) -> tuple["Table", int]:
    """Return the rules and the turn limit in the form that the kernel takes."""
    if rules.pick_up not in PICK_UPS:
        raise BadInput(
            f"pick_up={rules.pick_up!r} does not let the deal decide the game; "
            "use montmort.exact.war.turn_chain"
        )
    bits = (rules.ranks - 1).bit_length()
    if rules.cards * bits > BITS:
        raise TooLarge(f"{rules.cards} cards are too many to play all their deals; take fewer")
    return (
        bits,
        min(rules.face_down, rules.cards),  # no player has more cards
        PICK_UPS.index(rules.pick_up),
        SHORTFALLS.index(rules.shortfall),
        DEUCE_BEATS_ACE.index(rules.deuce_beats_ace),
        rules.ranks - 1,
    ), rules.turn_limit or 0


def _count(fates: Ints) -> dict[Fate, int]:
    """Return the number of rows with each fate."""
    sizes = tuple(fates.max(axis=0) + 1)
    kinds, counts = np.unique(np.ravel_multi_index(tuple(fates.T), sizes), return_counts=True)
    rows = np.stack(np.unravel_index(kinds, sizes), axis=1)
    return {_fate(row): int(count) for row, count in zip(rows, counts, strict=True)}


def _fate(row: Ints) -> Fate:
    end, turns, wars, period = map(int, row)
    return Fate(End(end), turns, wars, period)


@dataclass(frozen=True, kw_only=True)
class Fates:
    """How many deals have each fate."""

    rules: Rules
    counts: Mapping[Fate, int]

    __repr__ = short_repr

    def __str__(self) -> str:
        first, second, draw, endless = (
            self.deals_ending(end) for end in (End.FIRST, End.SECOND, End.DRAW, End.ENDLESS)
        )
        return (
            f"of {self.deals:,} deals the first player wins {first:,}, the second {second:,}, "
            f"{draw:,} are drawn, {endless:,} never end"
        )

    @cached_property
    def deals(self) -> int:
        """The number of deals."""
        return sum(self.counts.values())

    def deals_ending(self, end: End) -> int:
        """Return the number of deals that end in this way."""
        return sum(deals for fate, deals in self.counts.items() if fate.end == end)

    def chance(self, end: End) -> Fraction:
        """Return the chance of an end."""
        return Fraction(self.deals_ending(end), self.deals)

    def game_law(self) -> Law[Game]:
        """Return the joint law of the game's outcome.

        >>> play_all(Rules(ranks=2, suits=1)).game_law().chances()[Game(1, 1, 0, True)]
        Fraction(1, 2)
        """
        weights = Counter[Game]()
        for fate, deals in self.counts.items():
            weights[fate.outcome] += deals
        return Law(weights=weights)

    def ended_law(self) -> Law[Game] | None:
        """Return the law of the outcome given that the game ends; None if no game ends."""
        if all(fate.end >= End.ENDLESS for fate in self.counts):
            return None
        return self.game_law().given(lambda game: game.finished)

    @cached_property
    def cycles(self) -> dict[int, int]:
        """The number of endless deals by the period of their cycle, in turns.

        >>> play_all(Rules(ranks=3, suits=4, face_down=1)).cycles
        {2: 36, 8: 392, 28: 218}
        """
        found = Counter[int]()
        for fate, deals in self.counts.items():
            if fate.period:
                found[fate.period] += deals
        return dict(sorted(found.items()))
