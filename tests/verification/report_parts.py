"""What a test looks for in a report: its numbers, its checks, its words."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

from verification.report.tree import Math, Number, Section, Table, blocks_of, lines_of


def numbers(sections: Sequence[Section]) -> dict[str, Fraction | int]:
    """Return the exact values of the running text, by their names."""
    return {part.name: part.value for part in _parts(sections) if isinstance(part, Number)}


def tables(sections: Sequence[Section]) -> dict[str, Table]:
    """Return the tables with a label."""
    found = (block for block in blocks_of(tuple(sections)) if isinstance(block, Table))
    return {table.label: table for table in found if table.label}


def words(sections: Sequence[Section]) -> str:
    """Return all that is written in running text and tables."""
    return "".join(_spoken(part) for part in _parts(sections))


def _parts(sections: Sequence[Section]) -> Iterator[Any]:
    for block in blocks_of(tuple(sections)):
        for line in lines_of(block):
            yield from (*line, "\n")


def _spoken(part: Any) -> str:
    if isinstance(part, str | Number):
        return str(part)
    return str(part.source if isinstance(part, Math) else getattr(part, "text", ""))
