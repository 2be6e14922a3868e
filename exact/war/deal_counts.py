"""What a shuffled deck of War holds, by counting.

There are r ranks in s suits, n = r s cards, and h = n/2 in each hand.  The first
hand is any h cards; its strength, the sum of its ranks 2 … r+1, has the counts

    [y^h x^S]  prod_(c = 2 … r+1) (1 + y x^c)^s    of C(n, h),

and it holds k aces, or k deuces, in C(s, k) C(n-s, h-k) ways.

Both hands are laid side by side, h places.  Pairs of one rank for t given places
are chosen, and put there, in t! 2^t e_t ways,

    e_t = [z^t] (sum_j C(s, 2j) (2j-1)!! z^j)^r,

so that all t tie with chance P_t = e_t t! 2^t (n-2t)! / n!.  With
A(x) = sum_t C(h, t) P_t x^t the number of ties has the generating function
A(x - 1) (inclusion and exclusion).

The first battle compares the tops, then for every tie the cards face_down + 1
deeper.  Hands of h cards reach L such places, with `last-card` the bottom cards
are one more if they are none of them.  Exactly m places tie before one does not
with chance P_m - P_(m+1), all L with P_L: then the last war cannot be completed.

A sweep: one named player wins all h places.  Exchanging the two cards of a place
exchanges who wins it, whatever the deuce may do, so that without a tie all 2^h
lists of winners are equally likely:

    P(sweep) = P(no tie) / 2^h,

or 0 where a turn limit below h leaves the game before.
"""

import math
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from flint import fmpz_poly

from montmort.exact.law import Law
from montmort.games.errors import TooLarge
from montmort.games.war import Rules

MOST_CARDS = 2000  # whose ties take seconds
MOST_BITS, BITS_A_SECOND = 2 * 10**9, 2 * 10**8  # of the polynomial of strengths


class Held(NamedTuple):
    """What the first hand holds."""

    strength: int
    aces: int
    deuces: int


def strength_law(rules: Rules) -> Law[int]:
    """Return the law of the sum of the first hand's ranks, 2 … ranks + 1.

    >>> strength_law(Rules(ranks=2, suits=2)).chances()
    {4: Fraction(1, 6), 5: Fraction(2, 3), 6: Fraction(1, 6)}
    """
    half = rules.cards // 2
    ways = _Strengths(rules, range(rules.ranks)).of_hand(half)
    return Law(weights={2 * half + above: count for above, count in ways.items()})


def held_law(rules: Rules) -> Law[int]:
    """Return the law of the aces of the first hand, which is that of its deuces.

    >>> held_law(Rules(ranks=2, suits=2)).chances()
    {0: Fraction(1, 6), 1: Fraction(2, 3), 2: Fraction(1, 6)}
    """
    check_cards(rules)
    s, half = rules.suits, rules.cards // 2
    ways = {k: math.comb(s, k) * math.comb(rules.cards - s, half - k) for k in range(half + 1)}
    return Law(weights=ways, total=math.comb(rules.cards, half))


def hand_law(rules: Rules) -> Law[Held]:
    """Return the joint law of strength, aces and deuces of the first hand.

    >>> hand_law(Rules(ranks=2, suits=2))[Held(strength=5, aces=1, deuces=1)]
    Fraction(2, 3)
    """
    s, half, top = rules.suits, rules.cards // 2, rules.ranks - 1
    if not top:  # the ace is the deuce
        return Law(weights={Held(2 * half, half, half): 1})
    others = _Strengths(rules, range(1, top))
    weights = {
        Held(2 * half + top * aces + above, aces, deuces): (
            math.comb(s, aces) * math.comb(s, deuces) * count
        )
        for aces in range(min(s, half) + 1)
        for deuces in range(min(s, half - aces) + 1)
        for above, count in others.of_hand(half - aces - deuces).items()
    }
    return Law(weights=weights, total=math.comb(rules.cards, half))


class _Strengths:
    """prod (1 + y x^c)^s over some ranks c, with y = x^width: no hand's sum reaches `width`."""

    def __init__(self, rules: Rules, ranks: range) -> None:
        check_cards(rules)
        half = rules.cards // 2
        self.width = half * max(ranks, default=0) + 1
        bits = half * self.width * rules.cards
        if bits > MOST_BITS:
            raise TooLarge(
                f"ranks={rules.ranks}, suits={rules.suits}: counting the strengths of a hand would "
                f"take about {bits / BITS_A_SECOND:.0f} seconds; take a smaller deck"
            )
        suit = _product([self._factor(rank) for rank in ranks])
        self.ways = suit.pow_trunc(rules.suits, (half + 1) * self.width)

    def _factor(self, rank: int) -> fmpz_poly:
        return fmpz_poly([1] + [0] * (self.width + rank - 1) + [1])

    def of_hand(self, cards: int) -> dict[int, int]:
        """Return by sum the ways to choose so many cards."""
        first = cards * self.width
        found = ((above, int(self.ways[first + above])) for above in range(self.width))
        return {above: count for above, count in found if count}


def _product(factors: list[fmpz_poly]) -> fmpz_poly:
    """Return the product of polynomials of like degrees, those of like length first."""
    while len(factors) > 1:
        factors = [math.prod(factors[k : k + 2]) for k in range(0, len(factors), 2)]
    return factors[0] if factors else fmpz_poly([1])


def ties_chance(rules: Rules, places: int) -> Fraction:
    """Return P_t, the chance that so many given places all tie.

    >>> ties_chance(Rules(), 2)  # at least two levels in the first battle
    Fraction(73, 20825)
    """
    check_cards(rules)
    n, ways = rules.cards, _pairs(rules.ranks, rules.suits)
    if places > min(n // 2, ways.degree()):
        return Fraction(0)
    return Fraction(int(ways[places]) * math.factorial(places) << places, math.perm(n, 2 * places))


@lru_cache(maxsize=8)
def _pairs(ranks: int, suits: int) -> fmpz_poly:
    """Return e_t by t."""
    matchings = [  # (2j-1)!! = (2j)! / (2^j j!)
        math.perm(suits, 2 * j) // (math.factorial(j) << j) for j in range(suits // 2 + 1)
    ]
    return fmpz_poly(matchings) ** ranks


def first_pass_ties_law(rules: Rules) -> Law[int]:
    """Return the law of the number of places in which both hands hold the same rank.

    >>> first_pass_ties_law(Rules(ranks=2, suits=2)).chances()
    {0: Fraction(2, 3), 2: Fraction(1, 3)}
    """
    check_cards(rules)
    n, half, ways = rules.cards, rules.cards // 2, _pairs(rules.ranks, rules.suits)
    forced = [  # C(h, t) P_t n!
        math.perm(half, t) * int(ways[t]) * math.factorial(n - 2 * t) << t
        for t in range(min(half, ways.degree()) + 1)
    ]
    counts = fmpz_poly(forced)(fmpz_poly([-1, 1]))
    return Law(
        weights={ties: int(count) for ties, count in enumerate(counts.coeffs())},
        total=math.factorial(n),
    )


def first_battle_levels(rules: Rules) -> list[Fraction]:
    """Return the chances of exactly 0, 1, … ties in the first battle, also without completion.

    >>> [str(chance) for chance in first_battle_levels(Rules(ranks=2, suits=2, face_down=0))]
    ['2/3', '0', '1/3']
    """
    depth, half = rules.face_down + 1, rules.cards // 2
    places = -(-half // depth)
    if rules.shortfall == "last-card" and (half - 1) % depth:
        places += 1
    chances = [ties_chance(rules, ties) for ties in range(places + 1)]
    return [more - fewer for more, fewer in pairwise(chances)] + [chances[-1]]


def no_war_in_first_pass(rules: Rules) -> Fraction:
    """Return the chance that no place ties: the hands dealt are played without a war.

    >>> no_war_in_first_pass(Rules(ranks=2, suits=2))
    Fraction(2, 3)
    """
    return first_pass_ties_law(rules)[0]


def sweep(rules: Rules) -> Fraction:
    """Return the chance that one named player takes all in n/2 turns without a war.

    No game that is left after fewer turns ends so.

    >>> sweep(Rules(ranks=2, suits=2))
    Fraction(1, 6)
    >>> f"{float(sweep(Rules())):.12e}"  # Norvig's number
    '3.132436174322e-09'
    """
    half = rules.cards // 2
    if rules.turn_limit is not None and rules.turn_limit < half:
        return Fraction(0)
    return no_war_in_first_pass(rules) / (1 << half)


def check_cards(rules: Rules) -> None:
    """Raise TooLarge for a deck that would take more than seconds to count."""
    if rules.cards > MOST_CARDS:
        raise TooLarge(f"{rules.cards} cards, more than {MOST_CARDS}, are not counted; take fewer")
