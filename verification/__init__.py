"""Holding the one against the other: evidence, verdicts, crosschecks; the registry of games.

A game of the registry is asked by name, one's own by its play; either may be
held against a law or a simulator from another hand.

Laws of the package: a verdict depends on the counts of unbroken prefixes of
blocks and on nothing else, least of all on time; what is not known exactly is
shown, never judged; silence is INCONCLUSIVE.

Names are loaded when first used: the registry alone opens at once.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from verification.comparison import Crosscheck, crosscheck
    from verification.law_file import laws_from
    from verification.outcome_files import outcomes
    from verification.verdict import Decision, Judge, Levels, Quantity, Verdict

__all__ = [
    "Crosscheck",
    "Decision",
    "Judge",
    "Levels",
    "Quantity",
    "Verdict",
    "crosscheck",
    "laws_from",
    "outcomes",
]

_HOME = {
    "Crosscheck": "comparison",
    "crosscheck": "comparison",
    "laws_from": "law_file",
    "outcomes": "outcome_files",
}


def __getattr__(name: str) -> object:
    if name not in __all__:
        raise AttributeError(f"module 'verification' has no attribute {name!r}")
    return getattr(import_module(f"verification.{_HOME.get(name, 'verdict')}"), name)
