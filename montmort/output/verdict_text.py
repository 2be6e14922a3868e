"""Verdicts as text: a table, a sentence for each, and what was not judged.

Numbered fields, card_1 to card_52, have one line: that of the worst.
"""

import argparse
import re
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import groupby
from operator import attrgetter
from typing import TYPE_CHECKING, Generic, NamedTuple, TypeVar

from montmort.exact.formatting import counted, decimals, fixed_point
from montmort.output.not_judged import (
    missed_bug,
    missed_deal,
    pending_dependence,
    unjudged_fields,
    unseen,
    unseen_lines,
)
from montmort.output.page import page
from montmort.verification.verdicts.decision import Decision

if TYPE_CHECKING:
    from rich.table import Table

    from montmort.verification.comparison.result import Crosscheck
    from montmort.verification.two_samples.result import DifferenceVerdict
    from montmort.verification.verdicts.decision import Levels
    from montmort.verification.verdicts.result import Verdict

V = TypeVar("V", "Verdict", "DifferenceVerdict")
OPEN = Decision.INCONCLUSIVE
FEWEST = 4  # numbered fields that are worth a line for all of them
_NUMBERED = re.compile(r"(.*\D)([0-9]+)")
_COLOURS = {"CONSISTENT": "green", "INCONCLUSIVE": "yellow"}  # all others are red


def show_verdicts(options: argparse.Namespace, result: "Crosscheck") -> None:
    """Print the verdicts, and what was not judged."""
    console = page()
    shown = (*_with_evidence(result), *result.alarms)
    console.print(_table(shown))
    for sentence in (*_about_table(result.verdicts), *sentences(shown)):
        console.print(sentence)
    if partial := _decision_on_a_part(result):
        console.print(partial, style="bold")
    for sentence in _besides(result):
        console.print(sentence)
    for line in unseen_lines(unseen(result)):
        console.print(line, style="yellow")
    for sentence in _not_judged(options, result):
        console.print(sentence, style="yellow")
    plays = f"{counted(result.tally.plays, 'play')}; " if result.tally else ""
    seed = "" if result.seed is None else f"seed {result.seed}; "
    levels = levels_text(result.verdicts[0].levels)
    console.print(f"{plays}{seed}{levels}; {result.seconds:.1f} s", style="dim")


def _about_table(verdicts: "Sequence[Verdict]") -> Iterator[str]:
    """Yield what a pass says, and which fields were judged up to a horizon."""
    if any(verdict.label.startswith("CONSISTENT(") for verdict in verdicts):
        level = verdicts[0].levels.accept
        yield f"CONSISTENT(d): a deviation of d or more is rejected at level {level:g}."
    horizons = [f"min({v.field}, {v.horizon})" for v in verdicts if v.horizon is not None]
    if horizons:
        yield f"judged with a horizon: {', '.join(horizons)}"


def _with_evidence(result: "Crosscheck") -> "tuple[Verdict, ...]":
    """Return the verdicts; without those on no plays where the first block has the difference."""
    if result.difference is None or any(verdict.plays for verdict in result.verdicts):
        return result.verdicts
    return tuple(each for each in result.verdicts if each.decision is not OPEN)


def levels_text(levels: "Levels") -> str:
    """Return the error rates in words.

    >>> from montmort.verification import Levels
    >>> levels_text(Levels())
    'level 1e-06, confidence 0.99'
    """
    confidence = fixed_point(1 - Fraction(repr(levels.accept)), 12).rstrip("0")
    return f"level {levels.reject:g}, confidence {confidence}"


def _decision_on_a_part(result: "Crosscheck") -> str:
    """Return what the decision is about, if some fields were not judged, or not their laws.

    The exit code is that of the decision, so it must be known what it leaves out.
    """
    judged, means = result.judged_fields, result.fields_of_known_mean
    left_out = (*result.unjudged, *result.unprinted)
    if not left_out and not means:
        return ""
    parts = [f"the mean of {name}" if name in means else name for name in judged]
    of = f", {len(judged)} of {len(judged) + len(left_out)} fields" if left_out else ""
    return f"the decision, {result.decision}, is about {', '.join(parts)} alone{of}"


def _not_judged(options: argparse.Namespace, result: "Crosscheck") -> Iterator[str]:
    """Yield what was not judged, and the flag that would judge it."""
    for why, fields in groupby(unjudged_fields(result), key=attrgetter("why")):
        yield f"not judged, {why}: {', '.join(each.what for each in fields)}"
    for bug in missed_bug(options, result):
        yield f"not judged, {bug.what}: {bug.why}; {bug.flag} would find such"
    if not _is_wrong(result):
        for part in pending_dependence(result):
            yield f"not judged yet, {part.what}: {part.why}; {part.flag} should do"
    for deal in missed_deal(options):
        yield f"not judged, {deal.what}: {deal.flag} judges it"


def _besides(result: "Crosscheck") -> Iterator[str]:
    """Yield what was found about the rules, chance and dependence, in a sentence each."""
    from montmort.verification.dependence.successive_plays import CELLS, summary_of_names

    seen = result.tally.plays if result.tally else 0
    plays = counted(seen, "play")
    if result.chance and (seen or result.difference):
        rules = "differ" if result.difference else f"agree in all {plays}"
        if result.difference and not seen:
            rules = "differ before the first look, so nothing else was judged"
        decision = Decision.worst(verdict.decision for verdict in result.chance)
        margin = f"({float(max(v.margin for v in result.chance)):.4g} of a cell of {CELLS})"
        yield (
            f"replayed: the rules {rules}; chance {decision}"
            f"{margin * (decision is Decision.CONSISTENT)}"
        )
        left = [each for each in (*result.verdicts, *result.chance) if each.decision is OPEN]
        if result.decision is OPEN and seen >= 3 and left:
            needed = decimals(max(each.plays_to_decide for each in left))
            yield (
                f"of the rules alone these plays are a test: a fault in more than one play of "
                f"{seen // 3:,} would have been found with a chance of 95 %; what is INCONCLUSIVE "
                f"needs about {needed} plays, or a larger margin"
            )
    found = [verdict.field for verdict in result.alarms if verdict in result.dependence]
    if found:
        yield f"plays depend on each other: {', '.join(found)}"
    elif result.dependence_judged and not _is_wrong(result):
        names = summary_of_names([verdict.field for verdict in result.dependence_judged])
        yield f"no dependence found in {plays}: {names}"


def _is_wrong(result: "Crosscheck") -> bool:
    return result.decision in (Decision.INCONSISTENT, Decision.INVALID)


def _table(verdicts: "Sequence[Verdict]") -> "Table":
    """Return a line per field."""

    def cells(verdict: "Verdict") -> tuple[str, str]:
        estimate = "-" if verdict.estimate is None else f"{verdict.estimate:.5f}"
        return fixed_point(verdict.exact, 5), estimate

    return verdict_table(("exact", "estimate", "interval"), verdicts, cells)


def sentences(verdicts: "Sequence[V]") -> Iterator[str]:
    """Yield what the table does not say: a sentence on each verdict that is not CONSISTENT.

    Numbered fields have one sentence together, as they have one line in the table.
    """
    lines = _lines_of(verdicts)
    if sentence := _about_worst(lines):
        yield sentence
    for line in lines:
        if line.worst.decision is not Decision.CONSISTENT:
            yield str(line.worst)


def verdict_table(
    headings: Sequence[str], verdicts: "Sequence[V]", cells: "Callable[[V], Sequence[str]]"
) -> "Table":
    """Return a line per verdict: its field, its decision, its `cells`, interval and e-value.

    Numbered fields have one line, that of the worst of them.
    """
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, padding=(0, 1, 0, 0), pad_edge=False)
    table.add_column("field", overflow="fold")
    for heading in ("verdict", *headings, "log10 e"):
        table.add_column(heading, no_wrap=True)
    for field, verdict, _ in _lines_of(verdicts):
        low, high = verdict.interval
        colour = _COLOURS.get(verdict.decision.value, "red")
        table.add_row(
            field,
            Text(verdict.label, colour),
            *cells(verdict),
            f"{low:.5f}…{high:.5f}",
            f"{verdict.log10_e:.2f}",
        )
    return table


class _Line(NamedTuple, Generic[V]):
    """The worst of the verdicts that a line is about, and the words for their fields."""

    field: str
    worst: V
    size: int


def _lines_of(verdicts: "Sequence[V]") -> list[_Line[V]]:
    """Return a line for each verdict, but one for numbered fields that follow each other."""
    lines: list[_Line[V]] = []
    for stem, run in groupby(verdicts, key=lambda verdict: _stem(verdict.field)):
        group = list(run)
        if not stem or len(group) < FEWEST:
            lines += [_Line(each.field, each, 1) for each in group]
            continue
        last = group[-1].field.removeprefix(stem)
        lines.append(_Line(f"{group[0].field} to {last}", _worst(group), len(group)))
    return lines


def _stem(field: str) -> str:
    """Return the name before the number of a field, "" if it has no number.

    >>> _stem("card_12"), _stem("cards")
    ('card_', '')
    """
    found = _NUMBERED.fullmatch(field)
    return "" if found is None else found[1]


def _worst(verdicts: "Sequence[V]") -> V:
    """Return the worst of the verdicts: by its decision, and then by the evidence against it."""
    decision = Decision.worst(verdict.decision for verdict in verdicts)
    alike = [verdict for verdict in verdicts if verdict.decision is decision]
    return max(alike, key=lambda verdict: (verdict.log10_e, _distance(verdict)))


def _distance(verdict: "Verdict | DifferenceVerdict") -> float:
    """Return how far the middle of the interval is from the value claimed."""
    claimed = getattr(verdict, "exact", 0)
    return abs(sum(verdict.interval) / 2 - float(claimed))


def _about_worst(lines: Sequence[_Line[V]]) -> str:
    """Return a sentence on the fields whose line stands for several; "" if there are none."""
    shown = [line.worst.field for line in lines if line.size > 1]
    if not shown:
        return ""
    return f"of numbered fields the worst is shown: {', '.join(shown)}; all of them: --csv"
