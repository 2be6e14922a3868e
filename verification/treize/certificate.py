"""The certificate of Treize: how many orders of the deck make each kind of pass, and the chain."""

from collections.abc import Sequence

from montmort.exact.paths import Watch
from montmort.exact.treize.pass_counts import PassCounts
from montmort.exact.treize.solution import solve
from montmort.games.treize import Rules
from montmort.verification.certificates.certification import Certification
from montmort.verification.certificates.document import (
    Document,
    check_size,
    check_work,
    document,
)
from montmort.verification.treize import checker


def certificate(rules: Rules, _watch: Watch | None = None) -> Document:
    """Return the certificate of the game's value.

    >>> certificate(Rules(ranks=2, suits=1))["content"]["v"]
    ['4/3', '5/3']
    """
    check_size("cards", rules.cards)
    check_work(checker.check_work, rules.ranks, rules.suits)
    solution = solve(rules)
    counts, most = solution.counts, _most(solution.counts)
    content = {
        "orders": counts.orders,
        "survive": [[_filled(by, most) for by in row] for row in counts.survive],
        "loss": [_filled(by, most) for by in counts.loss_points],
        "q": solution.q,
        "e": solution.gains,
        "v": [value + 1 for value in solution.values],
        "value": solution.value,
    }
    return document(checker.CHECKER, {"ranks": rules.ranks, "suits": rules.suits}, content)


def _most(counts: PassCounts) -> int:
    """Return the length of the longest list of counts by points."""
    by_points = [*counts.loss_points, *(by for row in counts.survive for by in row)]
    return max(map(len, by_points))


def _filled(by_points: Sequence[int], most: int) -> list[int]:
    return [*by_points, *[0] * (most - len(by_points))]


CERTIFICATION = Certification(certificate=certificate, checker=checker.CHECKER)
