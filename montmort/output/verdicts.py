"""Verdicts in JSON's terms, and the document of `montmort verify --json`."""

import argparse
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from montmort import __version__
from montmort.exact.formatting import whole
from montmort.output.audit import audit_of
from montmort.output.not_judged import not_judged
from montmort.verification.words_of_values import settings

if TYPE_CHECKING:
    from montmort.games.errors import RulesDiffer
    from montmort.output.not_judged import NotJudged
    from montmort.verification.audit import verify_json
    from montmort.verification.comparison.result import Crosscheck
    from montmort.verification.verdicts.decision import Levels
    from montmort.verification.verdicts.result import Verdict

MOST_PLAYS_TOLD = 10**300  # readers of JSON make a double of it


def answer_of(verdict: "Verdict") -> "verify_json.Verdict":
    """Return a verdict in JSON's terms."""
    low, high = verdict.interval
    return {
        "exact": whole(verdict.exact),
        "estimate": verdict.estimate,
        "interval": [low, high],
        "margin": float(verdict.margin),
        "horizon": verdict.horizon,
        "log10_e": verdict.log10_e,
        "verdict": verdict.decision,
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
) -> "verify_json.Document":
    """Return the JSON document of a crosscheck, with its audit record.

    `story` is the play that differs, as the rules follow it.
    """
    meta: verify_json.Meta = {
        "version": __version__,
        "seconds": result.seconds,
        "seed": result.seed,
        "experiment": result.experiment,
        "how": result.how,
        "notes": list(result.notes),
        "against": None if result.against is None else settings(result.against),
        "failure": result.failure,
        "interrupted": result.interrupted,
        "unjudged": list(result.unjudged),
        "unprinted": list(result.unprinted),
        "chance": {verdict.field: answer_of(verdict) for verdict in result.chance},
        "alarms": [verdict.field for verdict in result.alarms],
        "dependence": {verdict.field: answer_of(verdict) for verdict in result.dependence},
        "decision": result.decision,
        "levels": levels_in_json(result.verdicts[0].levels),
        "judged": judged_in_json(result),
        "not_judged": not_judged_in_json(not_judged(options, result)),
    }
    if result.difference is not None:
        meta["difference"] = _difference(result.difference, story)
    return {
        "game": result.game,
        "rules": None if result.rules is None else settings(result.rules),
        "answers": {verdict.field: answer_of(verdict) for verdict in result.verdicts},
        "meta": meta,
        "audit": audit_of(options, began, result.seed, {"": result}, {"": options.save}),
    }


def levels_in_json(levels: "Levels") -> "verify_json.Levels":
    """Return the error rates."""
    return {"reject": levels.reject, "accept": levels.accept}


def judged_in_json(result: "Crosscheck") -> "verify_json.Judged":
    """Return what was judged."""
    return {
        "fields": [verdict.field for verdict in result.verdicts],
        "chance": bool(result.chance),
        "dependence": bool(result.dependence_judged),
    }


def not_judged_in_json(left_out: "Iterable[NotJudged]") -> "list[verify_json.NotJudged]":
    """Return what was not judged."""
    return [{"what": each.what, "why": each.why, "flag": each.flag} for each in left_out]


def _difference(found: "RulesDiffer", story: Sequence[str]) -> "verify_json.Difference":
    return {
        "line": found.line,
        "source": found.source,
        "picks": found.picks,
        "choices": found.choices,
        "printed": found.printed,
        "by_rules": found.by_rules,
        "story": list(story),
    }
