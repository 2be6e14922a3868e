"""The value of Treize.

Q and e must follow from counts of orders, which are counted again: by a walk through all orders, in
a larger deck by a formula; in yet larger ones those of passes with points are taken on trust.
"""

import math
from collections import Counter
from collections.abc import Sequence
from fractions import Fraction

from montmort.verification.certificates.check import (
    HEADLINE,
    Checker,
    Statement,
    Statements,
    Unreadable,
    afford,
    fields,
    fraction,
    integer,
    list_of,
    rounded,
)
from montmort.verification.certificates.checked_system import check_system
from montmort.verification.certificates.decks import arrangements, read_deck

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
MOST_POSITIONS = 2_000_000  # of the walk through the orders of a small deck
MOST_COUNTED = MOST_STEPS = 10**10  # steps of the formula, and of the rest: ten seconds

Passes = Sequence[Sequence[Sequence[int]]]  # passes[i] has survive[i], and loss[i] at the end
Kind = tuple[int, int]  # of a pass: the state after it, `ranks` if the game is over; points
Rounds = dict[tuple[int, int], list[int]]  # {(rounds, sum of their calls): polynomial}
Column = Sequence[Fraction]


def check(rules: object, content: object) -> Statements:
    """Check the value of Treize, and the counts from which it follows."""
    ranks, suits = read_deck(rules, 2)
    names = "orders", "survive", "loss", "q", "e", "v", "value"
    orders_, survive, loss, q_, e_, v_, value_ = fields("content", content, *names)
    check_work(ranks, suits)
    orders, value = integer("orders", orders_, 1), fraction("value", value_)
    passes, by_state = read_passes(ranks, survive, loss), list_of(fraction, ranks)
    q, e, v = list_of(by_state, ranks)("q", q_), by_state("e", e_), by_state("v", v_)
    yield from check_totals(suits, orders, passes, q, e)
    yield from check_system([dict(enumerate(row)) for row in q], e, v)
    words = f"the value is v[0] - 1 = {rounded(value)} stakes"
    yield Statement(value == v[0] - 1, words, HEADLINE)
    yield from check_counts(ranks, suits, passes)


def check_work(ranks: int, suits: int) -> None:
    """Raise Unreadable for a deck whose certificate would take long."""
    afford("counting the passes without a point", ranks**4 * suits**2, MOST_STEPS)


def read_passes(ranks: int, survive: object, loss: object) -> Passes:
    """Return the counts of passes; all lists by points have the same length."""
    most = len(list_of(list_of(integer), ranks)("loss", loss)[0])  # points, and one for none
    if not most:
        raise Unreadable("loss[0] must have an entry")
    by_points = list_of(integer, most)
    survivors = list_of(list_of(by_points, ranks), ranks)("survive", survive)
    losers = list_of(by_points, ranks)("loss", loss)
    return [[*row, lost] for row, lost in zip(survivors, losers, strict=True)]


def check_totals(
    suits: int, orders: int, passes: Passes, q: Sequence[Column], e: Column
) -> Statements:
    """Check the sums of the counts, and that q and e follow from the counts."""
    ranks = len(passes)
    yield Statement(
        orders == arrangements([suits] * ranks),
        f"the {ranks * suits} cards have {rounded(orders)} orders, cards of one rank being alike",
    )
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
    """Count the orders again: by a walk, for larger decks by a formula, or not at all."""
    kinds: list[dict[Kind, int]] = [
        {(end, k): n for end, by in enumerate(row) for k, n in enumerate(by) if n} for row in passes
    ]
    if (suits + 1) ** ranks * ranks**2 * suits <= MOST_POSITIONS:
        yield Statement(
            kinds == [count_by_walk(ranks, suits, i) for i in range(ranks)],
            "every count is that of a walk through all orders of the deck",
        )
        return
    pointless = [[0] * ranks + [count_without_points(ranks, suits, i)] for i in range(ranks)]
    yield Statement(
        [[by[0] for by in row] for row in passes] == pointless,
        "passes without a point: none survives, and as many are lost as by inclusion and exclusion",
    )
    if ranks**2 * (ranks + 1) * (ranks * suits) ** 3 * suits**2 > MOST_COUNTED:
        yield Statement(None, "the counts of orders with points")
        return
    yield Statement(
        all(
            count_by_formula(ranks, suits, i, j)
            == {k: n for (end, k), n in kinds[i].items() if k and end == j}
            for i in range(ranks)
            for j in range(ranks + 1)
        ),
        "the other counts are those of the formula in `count_by_formula`",
    )


def count_by_walk(ranks: int, suits: int, state: int) -> dict[Kind, int]:
    """Return {kind: orders}: every order is played card by card, equal positions merged."""
    here, ends = {(state, 0, (suits,) * ranks): 1}, Counter[Kind]()
    for _ in range(ranks * suits):
        there = Counter[tuple[int, int, tuple[int, ...]]]()
        for (calls, points, left), ways in here.items():
            for rank in (rank for rank in range(ranks) if left[rank]):
                rest = (*left[:rank], left[rank] - 1, *left[rank + 1 :])
                if rank == calls:  # ranks are numbered from 0 here: the next call is calls + 1
                    there[0, points + 1, rest] += ways
                elif calls + 1 < ranks:
                    there[calls + 1, points, rest] += ways
                else:
                    ends[ranks, points] += ways * arrangements(rest)
        here = dict(there)
    for (calls, points, _), ways in here.items():
        ends[calls, points] += ways
    return dict(ends)


def count_without_points(ranks: int, suits: int, state: int) -> int:
    """Return the orders without a match at calls state + 1 to ranks, by inclusion and exclusion.

    sum_t (-1)^t C(ranks - state, t) suits^t (cards - t)! / suits!^ranks
    """
    orders: int = sum(
        math.comb(ranks - state, t) * (-suits) ** t * math.factorial(ranks * suits - t)
        for t in range(ranks - state + 1)
    )
    return orders // math.prod([math.factorial(suits)] * ranks)


def count_by_formula(ranks: int, suits: int, i: int, j: int) -> dict[int, int]:
    """Return {points: orders} of the passes with points from state i to j, or lost if j = ranks.

    A round is a run of calls that ends with a match.  Let W be the points, w_c the rounds that end
    at call c, H_c those that end above c.  The first round begins after call i, the others at call
    1, and j more calls are missed in the end: sum c w_c = cards + i - j, or less if the game is
    lost.  The order of the rounds is free, but the first is one of the H_i: there are
    W! / prod w_c! · H_i / W sequences.  In each the place of every call is known, and call c is
    matched w_c times and missed

        m_c = H_c + [i < c <= j] - [j < c <= i]

    times.  So w_c places must hold rank c and m_c must not.  By inclusion and exclusion over the
    t of these that hold it after all, with the cards of a rank numbered, the sum over the orders is

        prod_c sum_t (-1)^t C(m_c, t) suits! / (suits - w_c - t)! x^(w_c + t)

    where x^u stands for the (cards - u)! orders of the other cards; suits!^ranks numberings are one
    order.  `add_call` takes call after call, from the highest down.
    """
    cards, total = ranks * suits, ranks * suits + i - j
    here: Rounds = {(0, 0): [1]}
    for call in range(ranks, 0, -1):
        if call == i:
            here = {(h, used): [a * h for a in poly] for (h, used), poly in here.items() if h}
        here = add_call(here, call, (i < call <= j) - (j < call <= i), suits, total)
    found = Counter[int]()
    for (points, used), poly in here.items():
        if points and (used == total or j == ranks):
            ways = sum(a * math.factorial(cards - points - u) for u, a in enumerate(poly))
            found[points] += ways * (1 if i else points) // points
    alike = math.prod([math.factorial(suits)] * ranks)
    return {points: ways // alike for points, ways in found.items() if ways}


def add_call(here: Rounds, call: int, shift: int, suits: int, total: int) -> Rounds:
    """Return the polynomials, over x^rounds, with the rounds that end at a call added."""
    there: Rounds = {}
    for (above, used), poly in here.items():
        missed = above + shift
        for w in range(min(suits, (total - used) // call) + 1):
            sums = there.setdefault((above + w, used + call * w), [])
            sums += [0] * (len(poly) + min(missed, suits - w) - len(sums))
            for t in range(min(missed, suits - w) + 1):
                factor = math.comb(above + w, w) * math.comb(missed, t) * math.perm(suits, w + t)
                for u, a in enumerate(poly, t):
                    sums[u] += -factor * a if t % 2 else factor * a
    return there


CHECKER = Checker("treize", PROBLEM, check)
