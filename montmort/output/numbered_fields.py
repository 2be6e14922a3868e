"""Verdicts on numbered fields, card_1 to card_52, as one line: that of the worst."""

import re
from collections.abc import Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Generic, NamedTuple, TypeVar

from montmort.verification.verdicts.decision import Decision

if TYPE_CHECKING:
    from montmort.verification.two_samples.result import DifferenceVerdict
    from montmort.verification.verdicts.result import Verdict

V = TypeVar("V", "Verdict", "DifferenceVerdict")
FEWEST = 4  # that are worth a line for all of them
_NUMBERED = re.compile(r"(.*\D)([0-9]+)")


class Line(NamedTuple, Generic[V]):
    """The worst of the verdicts that a line is about, and the words for their fields."""

    field: str
    worst: V
    size: int


def lines_of(verdicts: "Sequence[V]") -> list[Line[V]]:
    """Return a line for each verdict, but one for numbered fields that follow each other."""
    lines: list[Line[V]] = []
    for stem, run in groupby(verdicts, key=lambda verdict: _stem(verdict.field)):
        group = list(run)
        if not stem or len(group) < FEWEST:
            lines += [Line(each.field, each, 1) for each in group]
            continue
        last = group[-1].field.removeprefix(stem)
        lines.append(Line(f"{group[0].field} to {last}", worst(group), len(group)))
    return lines


def _stem(field: str) -> str:
    """Return the name before the number of a field, "" if it has no number.

    >>> _stem("card_12"), _stem("cards")
    ('card_', '')
    """
    found = _NUMBERED.fullmatch(field)
    return "" if found is None else found[1]


def worst(verdicts: "Sequence[V]") -> V:
    """Return the worst of the verdicts: by its decision, and then by the evidence against it."""
    decision = Decision.worst(verdict.decision for verdict in verdicts)
    alike = [verdict for verdict in verdicts if verdict.decision is decision]
    return max(alike, key=lambda verdict: (verdict.log10_e, _distance(verdict)))


def _distance(verdict: "Verdict | DifferenceVerdict") -> float:
    """Return how far the middle of the interval is from the value claimed."""
    claimed = getattr(verdict, "exact", 0)
    return abs(sum(verdict.interval) / 2 - float(claimed))


def about_worst(lines: Sequence[Line[V]]) -> str:
    """Return a sentence on the fields whose line stands for several; "" if there are none."""
    shown = [line.worst.field for line in lines if line.size > 1]
    if not shown:
        return ""
    return f"of numbered fields the worst is shown: {', '.join(shown)}; all of them: --csv"
