"""The law of the points of Treize, their variance, and the mean numbers of decks and cards.

The passes are counted again, so nothing is taken on trust.  The means solve linear systems, which
is verified; the law follows from the counts by a recursion over the points.
"""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import NamedTuple

from montmort.verification.certificates.check import (
    HEADLINE,
    VERIFIED,
    Checker,
    Form,
    Statement,
    Statements,
    Unreadable,
    afford,
    fraction,
    list_of,
    read_form,
    rounded,
)
from montmort.verification.certificates.decks import TWO_RANKS_OR_MORE, arrangements, read_deck
from montmort.verification.certificates.forms import describe
from montmort.verification.certificates.sizes import check_sizes
from montmort.verification.certificates.treize_passes import can_count, count_passes

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


def check(rules: object, content: object) -> Statements:
    """Check the law and the means of the game."""
    ranks, suits = read_deck(rules)
    if not can_count(ranks, suits):
        raise Unreadable("the passes of so large a deck are not counted here")
    *columns, variance, law = read_form(CONTENT, "content", content)
    for name, column in zip(CONTENT, columns, strict=False):
        check_sizes(name, column, ranks)
    points, squares, decks, cards = columns
    passes = count_again(ranks, suits)
    size = ranks * (1 + passes.orders.bit_length() // 64)
    afford("the law", len(law) ** 3 * size**2, MOST_STEPS)
    is_variance, is_law = variance == squares[0] - points[0] ** 2, law == law_of(passes, len(law))
    yield Statement(
        is_law and is_variance,
        f"the points have the mean {rounded(points[0])} and the variance {rounded(variance)}; "
        f"their law begins with {', '.join(f'{float(p):.6f}' for p in law[:3])}",
        HEADLINE,
    )
    words = f"a game takes {rounded(decks[0])} decks and {rounded(cards[0])} cards on average"
    yield Statement(True, words, HEADLINE)
    yield from check_means(passes, *columns)
    words = f"the law of 0 to {len(law) - 1} points; more have the chance {rounded(1 - sum(law))}"
    is_whole = 1 - sum(law) <= RARE < 1 - sum(law[:-1])
    yield Statement(is_law and is_whole, f"{words}, the first number that is {RARE} or less")
    yield Statement(is_variance, "the variance is the mean square less the square of the mean")


def count_again(ranks: int, suits: int) -> Passes:
    """Return the passes from every state."""
    found = Passes(arrangements([suits] * ranks), [], [])
    for state in range(ranks):
        ends: list[dict[int, int]] = [{} for _ in range(ranks + 1)]
        turned = 0
        for (end, points, place), ways in count_passes(ranks, suits, state).items():
            ends[end][points] = ends[end].get(points, 0) + ways
            turned += place * ways
        found.ends.append(ends)
        found.cards.append(turned)
    return found


def check_means(passes: Passes, *columns: Column) -> Statements:
    """Check that the means solve x = right + Qx, where the right sides follow from the counts.

    The square of g points in a pass and T after it is g² + 2 g T + T².
    """
    orders, ends = passes.orders, passes.ends
    is_whole = all(sum(sum(by.values()) for by in row) == orders for row in ends)
    yield Statement(is_whole, "the passes, counted again, are all orders of the deck")
    q = [[mean(by, orders, 0) for by in row[:-1]] for row in ends]
    words = "the deal can be lost in every pass: rows of Q sum to less than 1, each system has one"
    yield Statement(all(sum(row) < 1 for row in q), f"{words} solution")
    points, squares, decks, cards = columns
    once, twice = ([total(mean(by, orders, n) for by in row) for row in ends] for n in (1, 2))
    crossed = [
        total(2 * mean(by, orders) * points[j] for j, by in enumerate(row[:-1])) for row in ends
    ]
    for name, right, column in (
        ("points", once, points),
        ("squares", [a + b for a, b in zip(twice, crossed, strict=True)], squares),
        ("decks", [Fraction(1)] * len(q), decks),
        ("cards", [Fraction(turned, orders) for turned in passes.cards], cards),
    ):
        is_mean = all(
            x == r + total(p * other for p, other in zip(row, column, strict=True))
            for x, r, row in zip(column, right, q, strict=True)
        )
        yield Statement(is_mean, f"the means of the {name} solve their system", VERIFIED)


def total(terms: Iterable[Fraction]) -> Fraction:
    """Return the sum."""
    return sum(terms, Fraction(0))


def mean(by: dict[int, int], orders: int, power: int = 1) -> Fraction:
    """Return the sum of points^power over these orders, by the number of all orders."""
    return Fraction(sum(k**power * ways for k, ways in by.items()), orders)


def law_of(passes: Passes, length: int) -> list[Fraction]:
    """Return the chances of 0, 1, ... points from state 0, `length` of them.

    Times orders^(k+1) the chance of k points from state i is an integer a_i(k), with

        a_i(k) = orders^k loss_i(k) + sum_j sum_(m >= 1) orders^(m-1) survive_ij(m) a_j(k - m).
    """
    orders, found = passes.orders, list[list[int]]()
    powers = [orders**k for k in range(length + 1)]
    for k in range(length):
        term = [powers[k] * row[-1].get(k, 0) for row in passes.ends]
        for i, row in enumerate(passes.ends):
            for j, by in enumerate(row[:-1]):
                moves = ((m, ways) for m, ways in by.items() if m <= k)
                term[i] += sum(powers[m - 1] * ways * found[k - m][j] for m, ways in moves)
        found.append(term)
    return [Fraction(term[0], powers[k + 1]) for k, term in enumerate(found)]


CHECKER = Checker("treize, law", PROBLEM, check, rules=[TWO_RANKS_OR_MORE], content=[CONTENT])
