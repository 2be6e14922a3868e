"""The exit codes of verdicts; `montmort.cli` lists all codes."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from montmort.verification.verdicts.decision import Decision

BUG = 70  # of montmort; 1 would mean INCONSISTENT
NO_VERDICT = 141  # the reader of the output left before; shells show this for SIGPIPE
_CODES = {"CONSISTENT": 0, "INCONSISTENT": 1, "INVALID": 1, "INCONCLUSIVE": 3}


def exit_code(decision: "Decision") -> int:
    """Return the exit code of a decision.

    >>> from montmort.verification import Decision
    >>> exit_code(Decision.worst([Decision.CONSISTENT, Decision.INCONCLUSIVE]))
    3
    """
    return _CODES[decision.value]
