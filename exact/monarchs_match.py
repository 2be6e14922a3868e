"""A match of Persian Monarchs: the exact mean and law of the final counters.

Hand i = 0, 1, … is dealt from n = N - 2 (i mod [N/2]) cards, and the first player
is the non-dealer where i is even.  Whatever the strategies, means add up,

    E first = C + sum_i (-1)^i E profit_i.

The ranks of the two cards among the n left tell nothing about which cards are
left, so between players who go by the rank alone hands are independent: without
purses the pgf of the gain is a product over hands.  With purses the counters
c of the first player are a chain, the second one having 2C - c; a hand looks
at both purses no further than the largest raise m, so all c with the same
min(purse, m) are moved together, by one product of polynomials.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import groupby
from math import lcm
from typing import NamedTuple

from flint import fmpz, fmpz_poly

from exact.law import Law
from exact.monarchs_hand import RANK, Duel, Pack, Purses, duel, goes_by
from exact.paths import Watch
from games.errors import BadInput, TooLarge
from games.monarchs_strategies import Strategy
from games.persian_monarchs import Rules

MOST_BITS = 10**10  # of a law's weights: a gigabyte
MOST_TABLES = 10**8  # chances in the tables of all hands: some minutes


class Seen(NamedTuple):
    """A kind of hand: so many cards left, and whether the first player is the non-dealer."""

    left: int
    first_raises: bool


@dataclass(frozen=True)
class Match:
    """A match of two strategies: the hands it has, and what each of them is worth.

    >>> Match(Rules(cards=5, rounds=2)).kinds
    {Seen(left=5, first_raises=True): 2, Seen(left=3, first_raises=False): 2}
    """

    rules: Rules
    players: tuple[Strategy, Strategy] | None = None

    def __post_init__(self) -> None:
        cards, views = self.rules.cards, 1 if self.is_independent else self.rules.cards // 6 + 1
        chances = cards**2 // 2 * self.rules.max_raise * views
        if chances > MOST_TABLES:
            raise TooLarge(
                f"cards={cards} and max_raise={self.rules.max_raise} make tables of "
                f"{chances:.0e} chances (limit {MOST_TABLES:.0e}); take a smaller pack or raise"
            )

    @property
    def strategies(self) -> tuple[Strategy, Strategy]:
        """The strategies of the first and the second player."""
        return self.rules.strategies if self.players is None else self.players

    @property
    def hands(self) -> int:
        """Hands in the match, two a round."""
        return 2 * self.rules.rounds

    @property
    def per_pack(self) -> int:
        """Hands until the full pack comes back."""
        return self.rules.cards // 2

    def kind(self, hand: int) -> Seen:
        """Return the kind of hand 0, 1, …"""
        return Seen(self.rules.cards - 2 * (hand % self.per_pack), hand % 2 == 0)

    def sequence(self) -> Iterator[Seen]:
        """Yield the kinds of all hands in order."""
        return map(self.kind, range(self.hands))

    @cached_property
    def kinds(self) -> dict[Seen, int]:
        """How many hands of each kind the match has."""
        period = lcm(self.per_pack, 2)
        whole, rest = divmod(self.hands, period)
        counts = {self.kind(hand): whole + (hand < rest) for hand in range(period)}
        return {kind: count for kind, count in counts.items() if count}

    @cached_property
    def packs(self) -> dict[tuple[Seen, ...], int]:
        """How often the match goes through a pack with such hands, the last pack cut short."""
        whole, rest = divmod(self.hands, self.per_pack)
        packs: Counter[tuple[Seen, ...]] = Counter()
        for pack, hands, count in (
            (0, self.per_pack, (whole + 1) // 2),
            (1, self.per_pack, whole // 2),
            (whole, rest, 1),
        ):
            begin = pack * self.per_pack
            packs[tuple(map(self.kind, range(begin, begin + hands)))] += count
        return {hands: count for hands, count in packs.items() if hands and count}

    def pack(self, left: int) -> Pack:
        """Return the pack with so many cards left."""
        return Pack(left, self.rules.cards, self.rules.max_raise)

    @cached_property
    def _duels(self) -> dict[Seen, Duel]:
        return {}

    def duel(self, kind: Seen) -> Duel:
        """Return a hand of this kind."""
        if kind not in self._duels:
            raiser, dealer = self.strategies if kind.first_raises else self.strategies[::-1]
            self._duels[kind] = duel(raiser, dealer, self.pack(kind.left))
        return self._duels[kind]

    @cached_property
    def goes_by(self) -> tuple[frozenset[str], frozenset[str]]:
        """By which of rank and card alone each player can be played in every hand."""
        packs = [self.pack(left) for left in sorted({kind.left for kind in self.kinds})]
        first, second = (
            frozenset.intersection(*(goes_by(strategy, pack) for pack in packs))
            for strategy in self.strategies
        )
        return first, second

    @property
    def is_independent(self) -> bool:
        """Whether one hand tells nothing about another: both players go by the rank alone."""
        return all(RANK in ways for ways in self.goes_by)

    def mean(self) -> Fraction:
        """Return the first player's expected counters at the end, without purses.

        >>> Match(Rules(cards=4, rounds=1)).mean() - 100  # dealt from 4 cards, then from 2
        Fraction(-5, 36)
        """
        gains = (count * self.gain(kind) for kind, count in self.kinds.items())
        return sum(gains, start=Fraction(self.rules.counters))

    def gain(self, kind: Seen) -> Fraction:
        """Return the first player's expected gain in a hand of this kind, without purses."""
        profit = self.duel(kind).mean()
        return profit if kind.first_raises else -profit

    @property
    def bounds(self) -> tuple[int, int]:
        """The least and the most counters that a player can end with, without purses."""
        most = self.hands * (1 + self.rules.max_raise)
        return self.rules.counters - most, self.rules.counters + most


def law(match: Match, watch: Watch | None = None) -> Law[int]:
    """Return the law of the first player's final counters; both players go by the rank alone.

    `watch(share, hands)` hears how much of the match has been played.

    >>> law(Match(Rules(cards=2, rounds=1, counters=9))).chances()  # nobody accepts
    {7: Fraction(1, 4), 9: Fraction(1, 2), 11: Fraction(1, 4)}
    """
    if not match.is_independent:
        raise BadInput("hands depend on each other where a player goes by the card, a non-counter")
    check_size(match)
    if match.rules.purse == "none":
        return _without_purses(match)
    return _with_purses(match, watch)


def check_size(match: Match) -> None:
    """Raise TooLarge if the weights of the law would not fit."""
    spread = 2 * match.hands * (1 + match.rules.max_raise)
    each = 4 * match.rules.cards.bit_length() + 2 * match.rules.max_raise.bit_length()
    if spread * match.hands * each > MOST_BITS:
        raise TooLarge(
            f"rounds={match.rules.rounds} give a law of about {spread:,} weights of "
            f"{match.hands * each:,} bits each (limit {MOST_BITS:.0e} bits in all); play fewer "
            "rounds, or take purse=none and no law: mean and variance cost no more"
        )


def _without_purses(match: Match) -> Law[int]:
    weights, total = fmpz_poly([1]), fmpz(1)
    for kind, count in match.kinds.items():
        hand = match.duel(kind)
        weights *= gains(hand, kind.first_raises) ** count
        total *= fmpz(hand.total) ** count
    return counters_law(weights.coeffs(), int(total), match.bounds[0])


def gains(hand: Duel, first_raises: bool, purses: Purses | None = None) -> fmpz_poly:
    """Return the weights of the first player's gains -1-m, …, 1+m."""
    most = len(hand.raised)
    weights = [0] * (2 * most + 1)
    for profit, weight in hand.profits(purses).items():
        weights[most + (profit if first_raises else -profit)] = weight
    return fmpz_poly(weights)


def counters_law(weights: Sequence[fmpz], total: int, low: int) -> Law[int]:
    """Return the law of counters low, low + 1, …; the weights must sum to the total."""
    if sum(weights) != total:
        raise ArithmeticError("the chances of all final counters do not sum to 1")
    chances = {low + place: int(weight) for place, weight in enumerate(weights)}
    return Law(weights=chances, total=total)


def _with_purses(match: Match, watch: Watch | None) -> Law[int]:
    rules = match.rules
    weights, low, total = fmpz_poly([1]), rules.counters, 1
    for played, kind in enumerate(match.sequence(), 1):
        hand = match.duel(kind)
        weights = sum(
            (
                part.after(gains(hand, kind.first_raises, part.purses))
                for part in parts(rules, kind.first_raises, low, weights)
            ),
            start=fmpz_poly(),
        )
        low, total = low - 1 - rules.max_raise, total * hand.total
        if watch is not None:
            watch(Fraction(played, match.hands), played)
    return counters_law(weights.coeffs(), total, low)


class Part(NamedTuple):
    """Weights of some counters of the first player in which the purses allow the same."""

    purses: Purses
    begin: int
    weights: fmpz_poly

    def after(self, gains: fmpz_poly) -> fmpz_poly:
        """Return the weights after a hand, by counters from the least that it can leave."""
        return fmpz_poly([0] * self.begin + (self.weights * gains).coeffs())


def parts(rules: Rules, first_raises: bool, low: int, weights: fmpz_poly) -> Iterator[Part]:
    """Yield the parts of the weights of counters low, low + 1, … before a hand.

    >>> rules = Rules(counters=2, max_raise=2)  # counters 1, 2, 3 leave the dealer 3, 2, 1
    >>> [part.purses.dealer for part in parts(rules, True, 1, fmpz_poly([1, 1, 1]))]
    [2, 1, 0]
    """

    def purses(place: int) -> Purses:
        return purses_at(rules, first_raises, low + place)

    coefficients = weights.coeffs()
    for limits, places in groupby(range(len(coefficients)), purses):
        begin, *rest = places
        part = fmpz_poly(coefficients[begin : begin + 1 + len(rest)])
        if part:
            yield Part(limits, begin, part)


def purses_at(rules: Rules, first_raises: bool, counters: int) -> Purses:
    """Return what the purses allow when the first player has so many counters before the ante.

    >>> purses_at(Rules(counters=8), True, 9)  # the second has 7, after the ante 6
    Purses(raiser=10, dealer=6)
    """
    other = 2 * rules.counters - counters
    raiser, dealer = (counters, other) if first_raises else (other, counters)
    return Purses(
        _allowed(rules, raiser, rules.purse == "strict"),
        _allowed(rules, dealer, rules.purse != "none"),
    )


def _allowed(rules: Rules, counters: int, is_limited: bool) -> int:
    """Return the largest raise that so many counters before the ante allow."""
    return min(max(counters - 1, 0), rules.max_raise) if is_limited else rules.max_raise
