"""The value of Treize, from counts of orders that are counted again."""

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction

from montmort.verification.certificates.check import (
    HEADLINE,
    Checker,
    Form,
    Statement,
    Statements,
    Unreadable,
    afford,
    between,
    fraction,
    integer,
    list_of,
    read_form,
    rounded,
)
from montmort.verification.certificates.checked_system import check_system
from montmort.verification.certificates.decks import TWO_RANKS_OR_MORE, arrangements, read_deck
from montmort.verification.certificates.forms import describe
from montmort.verification.certificates.sizes import check_sizes
from montmort.verification.certificates.treize_passes import (
    Kind,
    can_count,
    count_passes,
    count_without_points,
)

PROBLEM = (
    "The dealer turns the cards of a shuffled deck of `ranks` ranks in `suits` suits one by one "
    "and calls 1, 2, ..., ranks. A card of the rank called is a match: the dealer scores a point "
    "and begins again at 1 with the next card. After `ranks` calls without a match the dealer has "
    "lost and the game is over. When the deck runs out, the whole deck is shuffled again and the "
    "calls go on where they stopped. A state is the number of calls made since the last match, 0 "
    "to ranks - 1, when the deck is shuffled; a pass is one way through the deck. An order is an "
    "order of the ranks: cards of one rank are alike. survive[i][j][k] orders lead from state i to "
    "state j with k points in the pass, loss[i][k] to the end of the game with k points; all "
    "`orders` are equally likely. q and e are the chances of survival and the expected points of "
    "one pass, v the expected points of the game, each by the state in which it begins. A point is "
    "worth one stake from each opponent, and at the end the dealer loses one stake to each. The "
    "value is v[0] - 1, in stakes per opponent."
)
CONTENT: Form = {
    "orders": describe(between(1), "Orders of the deck, cards of a rank being alike."),
    "survive": describe(
        list_of(list_of(list_of(integer))),
        "survive[i][j][k]: orders that lead from state i to j with k points.",
    ),
    "loss": describe(
        list_of(list_of(integer)), "loss[i][k]: orders that end the game with k points."
    ),
    "q": describe(list_of(list_of(fraction)), "Chances of survival, by state and next state."),
    "e": describe(list_of(fraction), "Expected points of a pass, by state."),
    "v": describe(list_of(fraction), "Expected points of the game, by state: the witness."),
    "value": describe(fraction, "v[0] - 1, in stakes: the headline."),
}
MOST_POSITIONS = 2_000_000  # of the walk through the orders of a small deck
MOST_STEPS = 10**10  # of counting the passes without a point: ten seconds

Passes = Sequence[Sequence[Sequence[int]]]  # passes[i] has survive[i], and loss[i] at the end
Column = list[Fraction]


def check(rules: object, content: object) -> Statements:
    """Check the value of Treize, and the counts from which it follows."""
    ranks, suits = read_deck(rules)
    check_work(ranks, suits)
    orders, survive, loss, q, e, v, value = read_form(CONTENT, "content", content)
    passes = passes_of(ranks, survive, loss)
    check_sizes("q", q, ranks, ranks)
    check_sizes("e", e, ranks)
    check_sizes("v", v, ranks)
    yield from check_totals(suits, orders, passes, q, e)
    yield from check_system([dict(enumerate(row)) for row in q], e, v)
    words = f"the value to the dealer is v[0] - 1 = {rounded(value)} stakes"
    yield Statement(value == v[0] - 1, words, HEADLINE)
    yield from check_counts(ranks, suits, passes)


def check_work(ranks: int, suits: int) -> None:
    """Raise Unreadable for a deck whose certificate would take long."""
    afford("counting the passes without a point", ranks**4 * suits**2, MOST_STEPS)


def passes_of(ranks: int, survive: list[list[list[int]]], loss: list[list[int]]) -> Passes:
    """Return the counts of passes; all lists by points have the same length."""
    check_sizes("loss", loss, ranks)
    most = len(loss[0])  # points, and one for none
    if not most:
        raise Unreadable("loss[0] must have an entry")
    check_sizes("survive", survive, ranks, ranks, most)
    check_sizes("loss", loss, ranks, most)
    return [[*row, lost] for row, lost in zip(survive, loss, strict=True)]


def check_totals(suits: int, orders: int, passes: Passes, q: list[Column], e: Column) -> Statements:
    """Check the sums of the counts, and that q and e follow from the counts."""
    ranks, deck = len(passes), [suits] * len(passes)
    words = f"the {sum(deck)} cards have {rounded(orders)} orders, cards of one rank being alike"
    yield Statement(orders == arrangements(deck), words)
    counts = [n for kinds in passes for by in kinds for n in by]
    yield Statement(all(n >= 0 for n in counts), "no count is below 0")
    is_whole = all(sum(map(sum, kinds)) == orders for kinds in passes)
    yield Statement(is_whole, "the counts of each state sum to all orders")
    moves = [[Fraction(sum(by), orders) for by in kinds[:ranks]] for kinds in passes]
    yield Statement(moves == q, "q[i][j] is the part of the orders that lead from i to j")
    points = [sum(k * n for by in kinds for k, n in enumerate(by)) for kinds in passes]
    is_mean = [Fraction(total, orders) for total in points] == e
    yield Statement(is_mean, "e[i] is the sum of the points of all orders, by their number")


def check_counts(ranks: int, suits: int, passes: Passes) -> Statements:
    """Count the orders again: by a walk, by a formula, or only those of passes without points."""
    count, words = count_passes, "the other counts are those of the formula in `count_by_formula`"
    if (suits + 1) ** ranks * ranks**2 * suits <= MOST_POSITIONS:
        count, words = count_by_walk, "every count is that of a walk through all orders of the deck"
    else:
        lost = [[0] * ranks + [count_without_points(ranks, suits, i)] for i in range(ranks)]
        yield Statement(
            [[by[0] for by in row] for row in passes] == lost,
            "passes without a point: none survives, as many are lost as by inclusion and exclusion",
        )
        if not can_count(ranks, suits):
            yield Statement(None, "the counts of orders with points")
            return
    counted = [Counter[tuple[int, int]]() for _ in passes]
    for state, kinds in enumerate(counted):
        for (end, points, _), orders in count(ranks, suits, state).items():
            kinds[end, points] += orders
    listed = [
        {(end, k): n for end, by in enumerate(row) for k, n in enumerate(by) if n} for row in passes
    ]
    yield Statement(listed == counted, words)


def count_by_walk(ranks: int, suits: int, state: int) -> dict[Kind, int]:
    """Return {kind: orders}: every order is played card by card, equal positions merged."""
    here, ends = {(state, 0, (suits,) * ranks): 1}, Counter[Kind]()
    for turned in range(1, ranks * suits + 1):
        there = Counter[tuple[int, int, tuple[int, ...]]]()
        for (calls, points, left), ways in here.items():
            for rank in (rank for rank in range(ranks) if left[rank]):
                rest = (*left[:rank], left[rank] - 1, *left[rank + 1 :])
                if rank == calls:  # ranks are numbered from 0 here: the next call is calls + 1
                    there[0, points + 1, rest] += ways
                elif calls + 1 < ranks:
                    there[calls + 1, points, rest] += ways
                else:
                    ends[ranks, points, turned] += ways * arrangements(rest)
        here = dict(there)
    for (calls, points, _), ways in here.items():
        ends[calls, points, ranks * suits] += ways
    return dict(ends)


CHECKER = Checker(
    "treize", PROBLEM, check, rules=[TWO_RANKS_OR_MORE], content=[CONTENT], method="chain"
)
