"""Verdicts in JSON's terms, and the document of `montmort verify --json`."""

import argparse
import dataclasses
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from montmort.exact.formatting import whole
from montmort.output.audit import audit_of
from montmort.output.json_document import document_of
from montmort.output.not_judged import not_judged
from montmort.verification.words_of_values import settings

if TYPE_CHECKING:
    from montmort.verification.comparison.result import Crosscheck
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


def verdicts_document(
    options: argparse.Namespace, result: "Crosscheck", began: str, story: Sequence[str] = ()
) -> dict[str, object]:
    """Return the JSON document of a crosscheck, with its audit record.

    `story` is the play that differs, as the rules follow it.
    """
    document = document_of(
        game=result.game,
        rules=result.rules,
        seconds=result.seconds,
        seed=result.seed,
        answers={verdict.field: answer_of(verdict) for verdict in result.verdicts},
        experiment=result.experiment,
        how=result.how,
        notes=list(result.notes),
        against=None if result.against is None else settings(result.against),
        failure=result.failure,
        interrupted=result.interrupted,
        unjudged=list(result.unjudged),
        unprinted=list(result.unprinted),
        chance={verdict.field: answer_of(verdict) for verdict in result.chance},
        alarms=[verdict.field for verdict in result.alarms],
        dependence={verdict.field: answer_of(verdict) for verdict in result.dependence},
        **judged_in_json(options, result),
        **_difference_of(result, story),
    )
    audit = audit_of(options, began, result.seed, {"": result}, {"": options.save})
    return document | {"audit": audit}


def judged_in_json(options: argparse.Namespace, result: "Crosscheck") -> dict[str, Any]:
    """Return the decision, the error rates, what was judged and what was not."""
    return {
        "decision": result.decision.value,
        "levels": dataclasses.asdict(result.verdicts[0].levels),
        "judged": {
            "fields": [verdict.field for verdict in result.verdicts],
            "chance": bool(result.chance),
            "dependence": bool(result.dependence_judged),
        },
        "not_judged": [dataclasses.asdict(each) for each in not_judged(options, result)],
    }


def _difference_of(result: "Crosscheck", story: Sequence[str]) -> dict[str, Any]:
    if result.difference is None:
        return {}
    found = result.difference
    return {
        "difference": {
            "line": found.line,
            "source": found.source,
            "picks": found.picks,
            "choices": found.choices,
            "printed": found.printed,
            "by_rules": found.by_rules,
            "story": list(story),
        }
    }
