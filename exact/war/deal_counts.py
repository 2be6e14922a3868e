"""Laws of a shuffled deck of War, found by counting.

There are r ranks in s suits, n = r s cards, and h = n/2 cards in each hand.  The
first hand is a uniformly random set of h cards.  Of the C(n, h) sets, the number
with strength S, the sum of the ranks 2 to r+1, is

    [y^h x^S]  product over c = 2 to r+1 of (1 + y x^c)^s,

and C(s, k) C(n-s, h-k) sets hold k aces.  The same holds for deuces.

Lay both hands side by side, in h places.  There are t! 2^t e_t ways to choose
pairs of equal rank for t given places and to put them there,

    e_t = [z^t] (sum_j C(s, 2j) (2j-1)!! z^j)^r,

so all t places tie with chance P_t = e_t t! 2^t (n-2t)! / n!.  Let
A(x) = sum_t C(h, t) P_t x^t.  By inclusion and exclusion, the number of ties has
the generating function A(x - 1).

The first battle compares the top cards and, after every tie, the cards
face_down + 1 deeper.  A hand of h cards has L such places.  With `last-card` the
bottom cards are one more place unless they are among them.  Exactly m places tie
before one does not with chance P_m - P_(m+1).  All L tie with chance P_L; then the
last war cannot be completed.

In a sweep one given player wins all h places.  Exchanging the two cards of a place
exchanges its winner, also where a deuce beats an ace.  So, given that no place
ties, all 2^h lists of winners are equally likely:

    P(sweep) = P(no tie) / 2^h,

or 0 if the turn limit is below h and stops the game first.
"""

import math
from fractions import Fraction
from functools import lru_cache, reduce
from itertools import pairwise
from operator import mul

from flint import fmpz_poly

from montmort.exact.law import Law
from montmort.games.errors import TooLarge
from montmort.games.war import Rules

MOST_CARDS = 2000  # counting their ties takes seconds
MOST_BITS, BITS_A_SECOND = 2 * 10**9, 2 * 10**8  # of the polynomial of strengths


def strength_law(rules: Rules) -> Law[int]:
    """Return the law of the sum of the first hand's ranks, 2 to ranks + 1.

    >>> strength_law(Rules(ranks=2, suits=2)).chances()
    {4: Fraction(1, 6), 5: Fraction(2, 3), 6: Fraction(1, 6)}
    """
    check_cards(rules)
    half = rules.cards // 2
    width = half * (rules.ranks - 1) + 1  # y = x^width: the sum of c - 2 stays below it
    bits = half * width * rules.cards
    if bits > MOST_BITS:
        raise TooLarge(
            f"ranks={rules.ranks}, suits={rules.suits}: counting the strengths of a hand would "
            f"take about {bits / BITS_A_SECOND:.0f} seconds; take a smaller deck"
        )
    ranks = range(rules.ranks)
    one_suit = _product([fmpz_poly([1] + [0] * (width + rank - 1) + [1]) for rank in ranks])
    ways = one_suit.pow_trunc(rules.suits, (half + 1) * width)
    return Law(
        weights={2 * half + above: int(ways[half * width + above]) for above in range(width)}
    )


def held_law(rules: Rules) -> Law[int]:
    """Return the law of the number of aces in the first hand; its deuces have the same law.

    >>> held_law(Rules(ranks=2, suits=2)).chances()
    {0: Fraction(1, 6), 1: Fraction(2, 3), 2: Fraction(1, 6)}
    """
    check_cards(rules)
    s, half = rules.suits, rules.cards // 2
    ways = {k: math.comb(s, k) * math.comb(rules.cards - s, half - k) for k in range(half + 1)}
    return Law(weights=ways, total=math.comb(rules.cards, half))


def _product(factors: list[fmpz_poly]) -> fmpz_poly:
    """Return the product of polynomials of similar degrees, multiplied in pairs."""
    while len(factors) > 1:
        factors = [reduce(mul, factors[k : k + 2]) for k in range(0, len(factors), 2)]
    return factors[0] if factors else fmpz_poly([1])


def ties_chance(rules: Rules, places: int) -> Fraction:
    """Return P_t, the chance that t = `places` given places all tie.

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
    """Return sum_t e_t z^t."""
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
    """Return the chances of exactly 0, 1, 2 and more ties in the first battle, completed or not.

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
    """Return the chance that no place ties, so that the hands as dealt are played without a war.

    >>> no_war_in_first_pass(Rules(ranks=2, suits=2))
    Fraction(2, 3)
    """
    return first_pass_ties_law(rules)[0]


def sweep(rules: Rules) -> Fraction:
    """Return the chance that one given player wins in n/2 turns without a war.

    It is 0 if the turn limit is smaller than n/2.

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
    """Raise TooLarge for a deck that would take more than seconds to count.

    >>> check_cards(Rules(ranks=501))
    Traceback (most recent call last):
        ...
    montmort.games.errors.TooLarge: 2004 cards exceed the limit of 2000 for counting; take fewer
    """
    if rules.cards > MOST_CARDS:
        raise TooLarge(
            f"{rules.cards} cards exceed the limit of {MOST_CARDS} for counting; take fewer"
        )
