"""Every deal of a small deck of War played to its end or its cycle.

With captured cards picked up in a fixed order a game is decided by its deal; all
n! / (s!)^r orders of the deck have the same chance.  A game that comes back to
hands that lay so before goes round for ever: its period is a fact, not a guess.
The games are played by `montmort.exact.war.kernel`.

A deal is found by its number in the order of the ranks laid down: of the N orders of
n cards, k of which are of a rank, N k / n begin with that rank, so subtracting these
rank by rank finds the first card, and the others likewise.
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

from montmort.exact.enumeration import Counts, Parts
from montmort.exact.law import Law
from montmort.exact.war.deal_counts import check_cards
from montmort.games.errors import BadInput, TooLarge
from montmort.games.war import Game, Rules
from montmort.games.war.turn import Hand, Hands

if TYPE_CHECKING:
    from montmort.exact.war.kernel import Table

Ints = npt.NDArray[np.int64]
Watch = Callable[[Fraction, int], object]  # hears the share of the deals that is done, and how many

BATCH = 2**17  # deals between two calls of watch
PART = 2**21  # deals in a part: a second or two
VERSION = 1  # to be raised when a deal's fate, or its number, changes
DEALS_A_SECOND = 10**6  # or half of it, or twice
MOST_DEALS = 10**10  # hours
BITS = 62  # of a hand, within an int64


class End(IntEnum):
    """How a game ends, or does not, in the numbers of `montmort.exact.war.kernel`."""

    SECOND = 0
    DRAW = 1
    FIRST = 2
    ENDLESS = 3
    UNFINISHED = 4


class Fate(NamedTuple):
    """What becomes of a deal; `period` is 0 unless it is endless.

    An endless game counts its turns and ties as the rulebook does: up to the
    return of its hands, or up to the turn limit.
    """

    end: End
    turns: int
    wars: int
    period: int

    @property
    def outcome(self) -> Game:
        """The Outcome of the rulebook."""
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
    alike: int = math.factorial(rules.suits) ** rules.ranks
    return math.factorial(rules.cards) // alike


def orders(rules: Rules) -> Iterator[Hands]:
    """Yield all distinct deals in order, both hands with their top cards first.

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
    """Return the deck of deal `number`, the first player's half before the second's.

    Equivalent to the sum of both hands in `list(orders(rules))[number]`.

    >>> [order_at(Rules(ranks=2, suits=2), number) for number in (0, 1, 5)]
    [(0, 0, 1, 1), (0, 1, 0, 1), (1, 1, 0, 0)]
    """
    left, remaining = [rules.suits] * rules.ranks, deals_of(rules)
    if not 0 <= number < remaining:
        raise BadInput(f"{number=} must be from 0 to {remaining - 1}, the last of all deals")
    order: list[int] = []
    for places in range(rules.cards, 0, -1):
        rank = 0
        while number >= (beginning := remaining * left[rank] // places):
            number -= beginning
            rank += 1
        order.append(rank)
        remaining, left[rank] = beginning, left[rank] - 1
    return tuple(order)


def fate_of(rules: Rules, first: Hand, second: Hand) -> Fate:
    """Return what becomes of one deal, both hands with their top cards first.

    >>> fate_of(Rules(ranks=2, suits=2), (1, 1), (0, 0))
    Fate(end=<End.FIRST: 2>, turns=2, wars=0, period=0)
    """
    from montmort.exact.war import kernel as war_kernel  # compiled, which takes long to load

    cards, fates = np.array(first + second), np.zeros((1, 4), dtype=np.int64)
    war_kernel.play_deals(cards, fates, *_given(rules))
    return _fate(fates[0])


def play_all(rules: Rules, *, limit: int = MOST_DEALS, watch: Watch | None = None) -> "Fates":
    """Return the fates of all deals; TooLarge if there are more than `limit`.

    >>> print(play_all(Rules(ranks=3, suits=2, face_down=1)))
    of 90 deals the first player wins 36, the second 36, 18 are drawn, 0 never end
    """
    deals = deals_of(rules)
    if deals > limit:
        raise TooLarge(
            f"{deals:,} deals would take {told_seconds(deals)}; the limit is {limit:,}, "
            "take a smaller deck"
        )
    found, done = Counter[Fate](), 0
    for fates in fates_from(rules, 0, deals):
        found.update(_counted(fates))
        done += len(fates)
        if watch is not None:
            watch(Fraction(done, deals), done)
    return Fates(rules=rules, counts=dict(sorted(found.items())))


def fates_from(rules: Rules, first: int, deals: int) -> Iterator[Ints]:
    """Yield the fates of so many deals, from number `first` on, in arrays (some deals, fields).

    >>> [rows.tolist() for rows in fates_from(Rules(ranks=2, suits=1), 1, 1)]
    [[[2, 1, 0, 0]]]
    """
    from montmort.exact.war import kernel as war_kernel

    table, cards = _given(rules), np.array(order_at(rules, first))
    for done in range(0, deals, BATCH):
        fates = np.zeros((min(BATCH, deals - done), len(Fate._fields)), dtype=np.int64)
        if war_kernel.play_deals(cards, fates, *table) < len(fates):
            raise ArithmeticError(f"there are fewer than {deals} deals from number {first} on")
        yield fates


def deals_in_parts(rules: Rules, answer: Callable[["Fates"], dict[str, Any]]) -> Parts:
    """Return the playing of all deals in parts, at the end of which stands `answer`."""
    _given(rules)  # which refuses what cannot be played

    def joined(counts: Counts) -> dict[str, Any]:
        found = {Fate(End(end), *others): deals for (end, *others), deals in counts.items()}
        return answer(Fates(rules=rules, counts=dict(sorted(found.items()))))

    return Parts(
        name="every deal",
        unit="deals",
        rules=rules,
        fields=Fate._fields,
        version=VERSION,
        cases=deals_of(rules),
        size=PART,
        rows=fates_from,
        answer=joined,
    )


def told_seconds(deals: int) -> str:
    """Return in words how long so many deals take.

    >>> told_seconds(681_080_400)
    '11 minutes'
    """
    seconds = deals // DEALS_A_SECOND
    if seconds > 10**12:
        return "longer than anybody waits"
    for unit, size in (("years", 31_557_600), ("days", 86_400), ("hours", 3600), ("minutes", 60)):
        if seconds >= 2 * size:
            return f"{seconds // size:,} {unit}"
    return f"{seconds} seconds"


def _given(rules: Rules) -> tuple["Table", int]:
    """Return the rules and the turn limit as the kernel takes them."""
    orders, bits = ("winner-first", "loser-first", "first-player-first"), _bits(rules)
    if rules.pick_up not in orders:
        raise BadInput(
            f"pick_up={rules.pick_up!r} leaves a deal to chance; see montmort.exact.war.turn_chain"
        )
    if rules.cards * bits > BITS:
        raise TooLarge(f"{rules.cards} cards are too many to play all their deals; take fewer")
    return (
        bits,
        min(rules.face_down, rules.cards),  # nobody lays down more
        orders.index(rules.pick_up),
        ("lose", "last-card", "second-takes").index(rules.shortfall),
        ("never", "battles", "always").index(rules.deuce_beats_ace),
        rules.ranks - 1,
    ), rules.turn_limit or 0


def _bits(rules: Rules) -> int:
    return (rules.ranks - 1).bit_length()


def _counted(fates: Ints) -> dict[Fate, int]:
    """Return how many rows tell each fate."""
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
        """All deals."""
        return sum(self.counts.values())

    def deals_ending(self, end: End) -> int:
        """Return the number of deals that end so."""
        return sum(deals for fate, deals in self.counts.items() if fate.end == end)

    def chance(self, end: End) -> Fraction:
        """Return the chance of an end."""
        return Fraction(self.deals_ending(end), self.deals)

    def game_law(self) -> Law[Game]:
        """Return the joint law of the rulebook's Outcome.

        >>> play_all(Rules(ranks=2, suits=1)).game_law().chances()[Game(1, 1, 0, True)]
        Fraction(1, 2)
        """
        weights = Counter[Game]()
        for fate, deals in self.counts.items():
            weights[fate.outcome] += deals
        return Law(weights=weights)

    def ended_law(self) -> Law[Game] | None:
        """Return the law of the Outcome given that the game ends; None if none does."""
        law = self.game_law()
        return law.given(lambda game: game.finished) if self._some_end else None

    @property
    def _some_end(self) -> bool:
        return any(fate.end < End.ENDLESS for fate in self.counts)

    @cached_property
    def cycles(self) -> dict[int, int]:
        """The deals that never end by the period of their cycle, in turns.

        >>> play_all(Rules(ranks=3, suits=4, face_down=1)).cycles
        {2: 36, 8: 392, 28: 218}
        """
        found = Counter[int]()
        for fate, deals in self.counts.items():
            if fate.period:
                found[fate.period] += deals
        return dict(sorted(found.items()))
