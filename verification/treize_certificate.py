"""The certificate of Treize: the orders of a pass by kind, the chain of passes, its solution."""

from collections.abc import Sequence

from exact.treize import solve
from games.treize import Rules
from verification.certificate import Document, document


def certificate(rules: Rules) -> Document:
    """Return the certificate of the game's value.

    >>> certificate(Rules(ranks=2, suits=1))["content"]["v"]
    ['4/3', '5/3']
    """
    solution = solve(rules)
    counts = solution.counts
    by_points = [*counts.loss_points, *(by for row in counts.survive for by in row)]
    most = max(map(len, by_points))
    content = {
        "orders": counts.orders,
        "survive": [[_filled(by, most) for by in row] for row in counts.survive],
        "loss": [_filled(by, most) for by in counts.loss_points],
        "q": solution.q,
        "e": solution.gains,
        "v": [value + 1 for value in solution.values],
        "value": solution.value,
    }
    return document("treize", {"ranks": rules.ranks, "suits": rules.suits}, content)


def _filled(by_points: Sequence[int], most: int) -> list[int]:
    return [*by_points, *[0] * (most - len(by_points))]
