"""Verification: exact laws compared with simulators, verdicts, claims and reports.

A built-in game is named, a user's own game is given by its play.  Either can be
compared with a law or a simulator from an independent source.

Rules of the package: a verdict depends only on the counts of prefixes of blocks,
never on time; a field without an exact value is shown but not judged; a pass must
be earned, so too little data gives INCONCLUSIVE.
"""

from typing import TYPE_CHECKING

from montmort.lazy import lazy_names

if TYPE_CHECKING:
    from montmort.verification.by_name import compare, crosscheck, crosscheck_grid
    from montmort.verification.comparison.law_file import laws_from
    from montmort.verification.comparison.result import Crosscheck
    from montmort.verification.game import Game
    from montmort.verification.own_simulators.outcome_file import outcomes
    from montmort.verification.two_samples.result import Comparison
    from montmort.verification.verdicts.decision import Decision, Levels
    from montmort.verification.verdicts.judge import Judge
    from montmort.verification.verdicts.quantities import Quantity
    from montmort.verification.verdicts.result import Verdict

__all__ = [
    "Comparison",
    "Crosscheck",
    "Decision",
    "Game",
    "Judge",
    "Levels",
    "Quantity",
    "Verdict",
    "compare",
    "crosscheck",
    "crosscheck_grid",
    "laws_from",
    "outcomes",
]

__getattr__, __dir__ = lazy_names(
    __name__,
    {
        "Comparison": "two_samples.result",
        "Crosscheck": "comparison.result",
        "Decision": "verdicts.decision",
        "Game": "game",
        "Judge": "verdicts.judge",
        "Levels": "verdicts.decision",
        "Quantity": "verdicts.quantities",
        "Verdict": "verdicts.result",
        "compare": "by_name",
        "crosscheck": "by_name",
        "crosscheck_grid": "by_name",
        "laws_from": "comparison.law_file",
        "outcomes": "own_simulators.outcome_file",
    },
)
