"""The law of the final counters in Persian Monarchs, if hands are independent.

Without purses the generating function of the first player's gain is a product over
hands.  With purses the first player's counters c are a Markov chain; the second
player has 2C - c.  A hand depends on a purse only up to the largest raise m.  So all
c with the same min(purse, m) are moved together, by one product of polynomials.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import groupby
from typing import NamedTuple

from flint import fmpz, fmpz_poly

from montmort.exact.law import Law
from montmort.exact.paths import Watch
from montmort.exact.persian_monarchs.hand import Duel, Purses
from montmort.exact.persian_monarchs.match import Match
from montmort.games.errors import BadInput, TooLarge
from montmort.games.persian_monarchs import Rules

MOST_BITS = 5 * 10**8  # of the weights of a law; they take some minutes


def law(match: Match, watch: Watch | None = None) -> Law[int]:
    """Return the law of the first player's final counters; both players decide by rank alone.

    `watch(share, hands)` is called with the progress through the match.

    >>> law(Match(Rules(cards=2, rounds=1, counters=9))).chances()  # no raise is accepted
    {7: Fraction(1, 4), 9: Fraction(1, 2), 11: Fraction(1, 4)}
    """
    if not match.is_independent:
        raise BadInput("hands depend on each other if a player decides by the card")
    check_size(match)
    if match.rules.purse == "none":
        return _without_purses(match)
    return _with_purses(match, watch)


def check_size(match: Match) -> None:
    """Raise TooLarge if the weights of the law would take too much memory.

    >>> check_size(Match(Rules(rounds=52)))
    """
    spread = 2 * match.hands * (1 + match.rules.max_raise)
    each = 4 * match.rules.cards.bit_length() + 2 * match.rules.max_raise.bit_length()
    if spread * match.hands * each > MOST_BITS:
        raise TooLarge(
            f"rounds={match.rules.rounds} give a law of about {spread:,} weights of "
            f"{match.hands * each:,} bits each (limit {MOST_BITS:.0e} bits in total); play fewer "
            "rounds, or take purse=none without the law: mean and variance have no such limit"
        )


def _without_purses(match: Match) -> Law[int]:
    weights, total = fmpz_poly([1]), fmpz(1)
    for kind, count in match.kinds.items():
        hand = match.duel(kind)
        weights *= gains(hand, kind.first_raises) ** count
        total *= fmpz(hand.total) ** count
    return counters_law(weights.coeffs(), int(total), match.bounds[0])


def gains(hand: Duel, first_raises: bool, purses: Purses | None = None) -> fmpz_poly:
    """Return the weights of the first player's gains, from z^0 for -1-m to z^(2+2m) for 1+m.

    >>> match = Match(Rules(cards=2, max_raise=1, rounds=1))
    >>> gains(match.duel(match.kind(0)), first_raises=True)  # -1 or 1
    x^3 + x
    """
    most = len(hand.raised)
    weights = [0] * (2 * most + 1)
    for profit, weight in hand.profits(purses).items():
        weights[most + (profit if first_raises else -profit)] = weight
    return fmpz_poly(weights)


def counters_law(weights: Sequence[fmpz], total: int, low: int) -> Law[int]:
    """Return the law of the counters from `low` up; the weights must sum to the total.

    >>> counters_law([fmpz(1), fmpz(3)], 4, 99)
    Law(weights={99: 1, 100: 3}, total=4)
    """
    if sum(weights) != total:
        raise ArithmeticError("the chances of all final counters do not sum to 1")
    chances = {low + place: int(weight) for place, weight in enumerate(weights)}
    return Law(weights=chances, total=total)


def _with_purses(match: Match, watch: Watch | None) -> Law[int]:
    rules = match.rules
    weights, low, total = [fmpz(1)], rules.counters, 1
    for played, kind in enumerate(match.sequence(), 1):
        hand, moved = match.duel(kind), fmpz_poly()
        for cut in cuts(rules, kind.first_raises, low, len(weights)):
            after = cut.of(weights) * gains(hand, kind.first_raises, cut.purses)
            moved += shift(after, cut.begin)
        weights, low, total = moved.coeffs(), low - 1 - rules.max_raise, total * hand.total
        if watch is not None:
            watch(Fraction(played, match.hands), played)
    return counters_law(weights, total, low)


class Cut(NamedTuple):
    """The places from `begin` to `end` - 1: counters for which the purses allow the same raises."""

    purses: Purses
    begin: int
    end: int

    def of(self, weights: Sequence[fmpz]) -> fmpz_poly:
        """Return the weights in these places, as a polynomial."""
        return fmpz_poly(weights[self.begin : self.end])


def shift(weights: fmpz_poly, begin: int) -> fmpz_poly:
    """Return the weights moved up by `begin` places.

    >>> shift(fmpz_poly([1, 2]), 1)
    2*x^2 + x
    """
    return fmpz_poly([0] * begin + [*weights.coeffs()])


def cuts(rules: Rules, first_raises: bool, low: int, places: int) -> Iterator[Cut]:
    """Yield the cuts of the first player's counters from `low` up, before a hand.

    >>> rules = Rules(counters=2, max_raise=2)  # counters 0, 1, 2, 3 leave the dealer 4, 3, 2, 1
    >>> [(cut.purses.dealer, cut.begin, cut.end) for cut in cuts(rules, True, 0, 4)]
    [(2, 0, 2), (1, 2, 3), (0, 3, 4)]
    """

    def purses(place: int) -> Purses:
        return purses_at(rules, first_raises, low + place)

    for limits, alike in groupby(range(places), purses):
        here = [*alike]
        yield Cut(limits, here[0], here[-1] + 1)


def purses_at(rules: Rules, first_raises: bool, counters: int) -> Purses:
    """Return what the purses allow if the first player has `counters` before the ante.

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
    """Return the largest raise that `counters` before the ante allow."""
    return min(max(counters - 1, 0), rules.max_raise) if is_limited else rules.max_raise
