"""Verdicts in JSON's terms."""

from typing import TYPE_CHECKING, Any

from montmort.exact.formatting import whole

if TYPE_CHECKING:
    from montmort.verification.verdicts.result import Verdict

MOST_PLAYS_TOLD = 10**300  # readers of JSON make a double of it


def answer_of(verdict: "Verdict") -> dict[str, Any]:
    """Return a verdict in JSON's terms."""
    low, high = verdict.interval
    return {
        "exact": whole(verdict.exact),
        "estimate": verdict.estimate,
        "interval": [low, high],
        "margin": float(verdict.margin),
        "horizon": verdict.horizon,
        "log10_e": verdict.log10_e,
        "verdict": verdict.decision.value,
        "plays": verdict.plays,
        "deviation_ruled_out": verdict.deviation_ruled_out,
        "plays_to_decide": min(verdict.plays_to_decide, MOST_PLAYS_TOLD),
        "reason": verdict.reason,
        "deviations": [
            {
                "value": each.value,
                "observed": each.observed,
                "expected": each.expected,
                "ratio": each.ratio,
            }
            for each in verdict.deviations
        ],
    }
