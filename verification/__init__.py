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
    from montmort.verification.by_name import compare as compare
    from montmort.verification.by_name import crosscheck as crosscheck
    from montmort.verification.by_name import crosscheck_grid as crosscheck_grid
    from montmort.verification.comparison.law_file import laws_from as laws_from
    from montmort.verification.comparison.result import Crosscheck as Crosscheck
    from montmort.verification.game import Game as Game
    from montmort.verification.own_simulators.outcome_file import outcomes as outcomes
    from montmort.verification.two_samples.result import Comparison as Comparison
    from montmort.verification.verdicts.decision import Decision as Decision
    from montmort.verification.verdicts.decision import Levels as Levels
    from montmort.verification.verdicts.judge import Judge as Judge
    from montmort.verification.verdicts.quantities import Quantity as Quantity
    from montmort.verification.verdicts.result import Verdict as Verdict

__all__, __getattr__, __dir__ = lazy_names(
    __name__,
    {
        "by_name": ["compare", "crosscheck", "crosscheck_grid"],
        "comparison.law_file": ["laws_from"],
        "comparison.result": ["Crosscheck"],
        "game": ["Game"],
        "own_simulators.outcome_file": ["outcomes"],
        "two_samples.result": ["Comparison"],
        "verdicts.decision": ["Decision", "Levels"],
        "verdicts.judge": ["Judge"],
        "verdicts.quantities": ["Quantity"],
        "verdicts.result": ["Verdict"],
    },
)
