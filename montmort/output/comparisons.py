"""The comparison of two simulators as text, in JSON and as CSV."""

import argparse
from typing import TYPE_CHECKING

from montmort import __version__
from montmort.output.audit import audit_of_two
from montmort.output.not_judged import not_compared, together, unseen_lines
from montmort.output.page import page
from montmort.output.verdict_text import levels_text, sentences, verdict_table
from montmort.output.verdicts import MOST_PLAYS_TOLD, levels_in_json, not_judged_in_json
from montmort.verification.verdicts.decision import Decision
from montmort.verification.words_of_values import settings

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rich.table import Table

    from montmort.verification.audit import verify_json
    from montmort.verification.two_samples.result import Comparison, DifferenceVerdict


def show_comparison(result: "Comparison") -> None:
    """Print the verdicts, and what was not judged."""
    console = page()
    console.print(f"first: {result.first}")
    console.print(f"second: {result.second}")
    console.print(_table(result))
    ranges = [f"{v.field} [{v.low}, {v.high}]" for v in result.verdicts if v.is_clamped]
    if ranges:
        console.print(f"judged within a range: {', '.join(ranges)}")
    for sentence in sentences(result.verdicts):
        console.print(sentence)
    for sentence in _about_the_base(result):
        console.print(sentence)
    if result.decision is Decision.CONSISTENT:
        for line in unseen_lines(together([verdict.field for verdict in result.verdicts])):
            console.print(line, style="yellow")
    if result.unjudged:
        names = ", ".join(result.unjudged)
        console.print(f"not judged, given by only one of them: {names}", style="yellow")
    console.print("not judged: whether the plays of either depend on each other", style="yellow")
    seed = "" if result.seed is None else f"seed {result.seed}; "
    levels = levels_text(result.verdicts[0].levels)
    console.print(f"{seed}{levels}; {result.seconds:.1f} s", style="dim")


def _about_the_base(result: "Comparison") -> "Iterator[str]":
    """Yield what the first plays were used for."""
    if not any(result.base):
        return
    first, second = (f"{plays:,}" for plays in result.base)
    both = f"{first} of each" if first == second else f"{first} and {second}"
    yield (f"the first plays, {both}, fix default margins and unknown ranges; no mean counts them")
    if any(verdict.is_clamped for verdict in result.verdicts):
        yield (
            "in a mean a value beyond the range counts as its nearest end; "
            "--range FIELD=LOW:HIGH gives a range"
        )


def _table(result: "Comparison") -> "Table":
    """Return a line per field."""

    def cells(verdict: "DifferenceVerdict") -> list[str]:
        if verdict.estimates is None:
            return ["-", "-"]
        return [f"{mean:.5f}" for mean in verdict.estimates]

    return verdict_table(("first", "second", "difference"), result.verdicts, cells)


def answer_of_difference(verdict: "DifferenceVerdict") -> "verify_json.Verdict":
    """Return a verdict in JSON's terms."""
    first, second = verdict.estimates or (None, None)
    return {
        "estimate": first,
        "versus": second,
        "difference": verdict.difference,
        "interval": list(verdict.interval),
        "margin": None if verdict.margin is None else float(verdict.margin),
        "range": [verdict.low, verdict.high],
        "clamped": verdict.is_clamped,
        "beyond": list(verdict.beyond),
        "log10_e": verdict.log10_e,
        "verdict": verdict.decision,
        "plays": list(verdict.plays),
        "deviation_ruled_out": verdict.deviation_ruled_out,
        "plays_to_decide": min(verdict.plays_to_decide, MOST_PLAYS_TOLD),
        "reason": verdict.reason,
        "deviations": [
            {
                "value": each.value,
                "observed": each.counts[0],
                "versus": each.counts[1],
                "plays": list(each.plays),
                "ratio": each.ratio,
            }
            for each in verdict.disagreements
        ],
    }


def rows_of(result: "Comparison") -> tuple[list[str], list[list[object]]]:
    """Return the columns of the CSV file, and a line for each field."""
    rows = []
    for verdict in result.verdicts:
        deviations = " ".join(
            f"{each.value}:{each.counts[0]}/{each.counts[1]}" for each in verdict.disagreements
        )
        pairs = {
            "interval": verdict.interval,
            "range": (verdict.low, verdict.high),
            "beyond": verdict.beyond,
            "plays": verdict.plays,
        }
        row = {
            **answer_of_difference(verdict),
            **{name: f"{first}:{second}" for name, (first, second) in pairs.items()},
            "deviations": deviations,
        }
        rows.append([verdict.field, *row.values()])
    return ["field", *answer_of_difference(result.verdicts[0])], rows


def comparison_document(
    options: argparse.Namespace, result: "Comparison", began: str
) -> "verify_json.Document":
    """Return the JSON document of a comparison, with its audit record."""
    meta: verify_json.Meta = {
        "version": __version__,
        "seconds": result.seconds,
        "seed": result.seed,
        "experiment": result.experiment,
        "first": result.first,
        "second": result.second,
        "decision": result.decision,
        "levels": levels_in_json(result.verdicts[0].levels),
        "judged": {
            "fields": [verdict.field for verdict in result.verdicts],
            "chance": False,
            "dependence": False,
        },
        "not_judged": not_judged_in_json(not_compared(result)),
        "not_counted": list(result.base),
        "how": list(result.how),
        "notes": list(result.notes),
        "failure": result.failure,
        "interrupted": result.interrupted,
        "unjudged": [*result.unjudged, "dependence"],
    }
    return {
        "game": result.game or None,
        "rules": None if result.rules is None else settings(result.rules),
        "answers": {verdict.field: answer_of_difference(verdict) for verdict in result.verdicts},
        "meta": meta,
        "audit": audit_of_two(options, began, result),
    }
