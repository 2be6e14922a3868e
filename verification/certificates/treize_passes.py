"""The passes of Treize, counted again by a formula."""

import math

MOST_COUNTED = 10**10  # steps of the formula: ten seconds

Kind = tuple[int, int, int]  # of a pass: the state after it or `ranks`, points, cards turned
Rounds = dict[tuple[int, int], list[int]]  # {(rounds, sum of their calls): polynomial}


def steps_to_count(ranks: int, suits: int) -> int:
    """Return the steps in which the passes are counted."""
    return ranks**2 * (ranks + 1) * (ranks * suits) ** 3 * suits**2


def can_count(ranks: int, suits: int) -> bool:
    """Return whether the passes are counted in some seconds."""
    return steps_to_count(ranks, suits) <= MOST_COUNTED


def count_passes(ranks: int, suits: int, state: int) -> dict[Kind, int]:
    """Return {kind: orders of the deck} of the passes that begin in a state."""
    passes = {(ranks, 0, ranks - state): count_without_points(ranks, suits, state)}
    for end in range(ranks + 1):
        passes |= count_by_formula(ranks, suits, state, end)
    return passes


def count_without_points(ranks: int, suits: int, state: int) -> int:
    """Return the orders without a match at calls state + 1 to ranks, by inclusion and exclusion.

    sum_t (-1)^t C(ranks - state, t) suits^t (cards - t)! / suits!^ranks
    """
    orders: int = sum(
        math.comb(ranks - state, t) * (-suits) ** t * math.factorial(ranks * suits - t)
        for t in range(ranks - state + 1)
    )
    return orders // math.prod([math.factorial(suits)] * ranks)


def count_by_formula(ranks: int, suits: int, i: int, j: int) -> dict[Kind, int]:
    """Return {kind: orders} of the passes with points from state i to j, or lost if j = ranks.

    A round is a run of calls that ends with a match.  Let W be the points, w_c the rounds that end
    at call c, H_c those that end above c.  The first round begins after call i, the others at call
    1, and j more calls are missed in the end: sum c w_c = cards + i - j, or less if the game is
    lost, then at place sum c w_c - i + ranks.  The order of the rounds is free, but the first is
    one of the H_i: there are W! / prod w_c! · H_i / W sequences.  In each the place of every call
    is known, and call c is matched w_c times and missed

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
    alike = math.prod([math.factorial(suits)] * ranks)
    passes: dict[Kind, int] = {}
    for (points, used), poly in here.items():
        if points and (used == total or j == ranks):
            ways = sum(a * math.factorial(cards - points - u) for u, a in enumerate(poly))
            place = used - i + j  # the whole deck, unless the game is lost before
            passes[j, points, place] = ways * (1 if i else points) // points // alike
    return {kind: orders for kind, orders in passes.items() if orders}


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
