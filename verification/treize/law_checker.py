"""The law of the points of Treize, their variance, and the mean numbers of decks and cards.

The passes are counted again, so nothing is taken on trust.  The means solve linear systems; the law
follows from the counts by a recursion over the points.
"""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from montmort.verification.certificates.check import (
    Form,
    afford,
    fraction,
    list_of,
)
from montmort.verification.certificates.decks import TWO_RANKS_OR_MORE, arrangements, check_deck
from montmort.verification.certificates.forms import describe
from montmort.verification.certificates.recount import recounted
from montmort.verification.certificates.treize_passes import (
    MOST_COUNTED,
    count_passes,
    steps_to_count,
)

PROBLEM = (
    "The dealer turns the cards of a shuffled deck of `ranks` ranks in `suits` suits one by one "
    "and calls 1, 2, ..., ranks. A card of the rank called is a match: the dealer scores a point "
    "and begins again at 1 with the next card. After `ranks` calls without a match the dealer has "
    "lost and the game is over. When the deck runs out, the whole deck is shuffled again and the "
    "calls go on where they stopped. A state is the number of calls made since the last match, 0 "
    "to ranks - 1, when the deck is shuffled. The lists `points`, `squares`, `decks` and `cards` "
    "have by state the means of the points of the game, of their square, of the decks begun and of "
    "the cards turned. `variance` is that of the points of a game from state 0, law[k] the chance "
    "that it has k points; the law goes on until more points have a chance of 1/10^9 or less."
)
CONTENT: Form = {
    "points": describe(list_of(fraction), "Mean points, by state."),
    "squares": describe(list_of(fraction), "Mean square of the points, by state."),
    "decks": describe(list_of(fraction), "Mean decks begun, by state."),
    "cards": describe(list_of(fraction), "Mean cards turned, by state."),
    "variance": describe(fraction, "Variance of the points of a game."),
    "law": describe(list_of(fraction), "Chance of 0, 1, 2, ... points, until 1/10^9 is left."),
}
WORDS = {
    "headline": "the points have the mean {mean_points} and the variance {variance}; their law "
    "begins with {begins}; a game takes {mean_decks} decks and {mean_cards} cards on average",
    "points": "the means of the points by state are {}",
    "squares": "the means of their squares are {}",
    "decks": "the means of the decks are {}",
    "cards": "the means of the cards are {}",
    "variance": "the variance is {}",
    "law": "the law, until more points have a chance of 1/10^9 or less",
}
RARE = Fraction(1, 10**9)
MOST_STEPS = 3 * 10**9  # products of words in the law: ten seconds

Column = Sequence[Fraction]


class Passes(NamedTuple):
    """All orders of the deck by the state in which a pass begins.

    ends[i][j], where j = ranks is a loss, maps points to orders; cards[i] adds up the cards turned.
    """

    orders: int
    ends: list[list[dict[int, int]]]
    cards: list[int]


def recount(ranks: int, suits: int) -> dict[str, Any]:
    """Return the means, the variance and the law of the points."""
    check_deck(ranks, suits)
    afford("counting the passes", steps_to_count(ranks, suits), MOST_COUNTED)
    passes = count_again(ranks, suits)
    averages, law = means(passes), law_of(passes)
    variance = averages["squares"][0] - averages["points"][0] ** 2
    begins = ", ".join(f"{float(p):.6f}" for p in law[:3])
    first = {f"mean_{name}": column[0] for name, column in averages.items()}
    return {**averages, "variance": variance, "law": law, "begins": begins, **first}


def count_again(ranks: int, suits: int) -> Passes:
    """Return the passes from every state."""
    passes = Passes(arrangements([suits] * ranks), [], [])
    for state in range(ranks):
        ends: list[dict[int, int]] = [{} for _ in range(ranks + 1)]
        turned = 0
        for (end, points, place), ways in count_passes(ranks, suits, state).items():
            ends[end][points] = ends[end].get(points, 0) + ways
            turned += place * ways
        passes.ends.append(ends)
        passes.cards.append(turned)
    return passes


def means(passes: Passes) -> dict[str, Column]:
    """Return the means by state: they solve x = right + Qx, and the right sides are counted.

    The square of g points in a pass and T after it is g² + 2 g T + T².
    """
    orders, ends = passes.orders, passes.ends
    q = [[mean(by, orders, 0) for by in row[:-1]] for row in ends]
    once, twice = ([total(mean(by, orders, n) for by in row) for row in ends] for n in (1, 2))
    points = solved(q, once)
    crossed = [
        total(2 * mean(by, orders) * points[j] for j, by in enumerate(row[:-1])) for row in ends
    ]
    return {
        "points": points,
        "squares": solved(q, [a + b for a, b in zip(twice, crossed, strict=True)]),
        "decks": solved(q, [Fraction(1)] * len(q)),
        "cards": solved(q, [Fraction(turned, orders) for turned in passes.cards]),
    }


def solved(q: Sequence[Column], right: Column) -> Column:
    """Return the one solution of x = right + Qx, whose rows of Q sum to less than 1."""
    rows = [[(i == j) - p for j, p in enumerate(row)] + [right[i]] for i, row in enumerate(q)]
    for i, row in enumerate(rows):  # no pivot is 0: the deal can be lost in every pass
        rows[i] = row = [x / row[i] for x in row]
        for j, other in enumerate(rows):
            if j != i:
                rows[j] = [x - other[i] * y for x, y in zip(other, row, strict=True)]
    return [row[-1] for row in rows]


def total(terms: Iterable[Fraction]) -> Fraction:
    """Return the sum."""
    return sum(terms, Fraction(0))


def mean(by: dict[int, int], orders: int, power: int = 1) -> Fraction:
    """Return the sum of points^power over these orders, by the number of all orders."""
    return Fraction(sum(k**power * ways for k, ways in by.items()), orders)


def law_of(passes: Passes) -> list[Fraction]:
    """Return the chances of 0, 1, ... points from state 0, until more are rare.

    Times orders^(k+1) the chance of k points from state i is an integer a_i(k), with

        a_i(k) = orders^k loss_i(k) + sum_j sum_(m >= 1) orders^(m-1) survive_ij(m) a_j(k - m).
    """
    orders, terms, law = passes.orders, list[list[int]](), list[Fraction]()
    powers, size = [1, orders], len(passes.ends) * (1 + orders.bit_length() // 64)
    while 1 - total(law) > RARE:
        k = len(law)
        afford("the law", (k + 1) ** 3 * size**2, MOST_STEPS)
        term = [powers[k] * row[-1].get(k, 0) for row in passes.ends]
        for i, row in enumerate(passes.ends):
            for j, by in enumerate(row[:-1]):
                moves = ((m, ways) for m, ways in by.items() if m <= k)
                term[i] += sum(powers[m - 1] * ways * terms[k - m][j] for m, ways in moves)
        terms.append(term)
        law.append(Fraction(term[0], powers[k + 1]))
        powers.append(powers[-1] * orders)
    return law


CHECKER = recounted("treize, law", PROBLEM, TWO_RANKS_OR_MORE, CONTENT, recount, WORDS)
