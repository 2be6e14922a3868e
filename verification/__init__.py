"""Holding the one against the other: evidence, verdicts, crosschecks; the registry of games.

A game of the registry is asked by name, one's own by its play; either may be
held against a law or a simulator from another hand.

Laws of the package: a verdict depends on the counts of unbroken prefixes of
blocks and on nothing else, least of all on time; what is not known exactly is
shown, never judged; silence is INCONCLUSIVE.
"""

from typing import TYPE_CHECKING

from montmort.lazy import lazy_names

if TYPE_CHECKING:
    from montmort.verification.comparison.result import Crosscheck
    from montmort.verification.comparison.run import crosscheck
    from montmort.verification.external.law_file import laws_from
    from montmort.verification.external.outcome_file import outcomes
    from montmort.verification.game import Game
    from montmort.verification.verdicts.decision import Decision, Levels
    from montmort.verification.verdicts.judge import Judge
    from montmort.verification.verdicts.quantity import Quantity
    from montmort.verification.verdicts.result import Verdict

__all__ = [
    "Crosscheck",
    "Decision",
    "Game",
    "Judge",
    "Levels",
    "Quantity",
    "Verdict",
    "crosscheck",
    "laws_from",
    "outcomes",
]

__getattr__, __dir__ = lazy_names(
    __name__,
    {
        "Crosscheck": "comparison.result",
        "Decision": "verdicts.decision",
        "Game": "game",
        "Judge": "verdicts.judge",
        "Levels": "verdicts.decision",
        "Quantity": "verdicts.quantity",
        "Verdict": "verdicts.result",
        "crosscheck": "comparison.run",
        "laws_from": "external.law_file",
        "outcomes": "external.outcome_file",
    },
)
