"""Files of chains with numbered states, the input of the other programs."""

import json
from collections.abc import Hashable, Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any, NamedTuple


class Chain(NamedTuple):
    """rows[i][j] is the chance of a step from i to j; a row {i: 1} absorbs."""

    rows: list[dict[int, Fraction]]
    start: int

    @property
    def transient(self) -> list[int]:
        """The transient states."""
        return [i for i, row in enumerate(self.rows) if row.get(i) != 1]


def write(path: Path, rows: Mapping[Any, Mapping[Any, Fraction]], start: Hashable) -> None:
    """Write a chain with any state labels; states are numbered in the order of the rows."""
    number = {state: i for i, state in enumerate(rows)}
    numbered = [[[number[t], str(p)] for t, p in row.items()] for row in rows.values()]
    path.write_text(json.dumps({"start": number[start], "rows": numbered}))


def read(path: str) -> Chain:
    """Return a chain written by `write`."""
    document = json.loads(Path(path).read_text())
    rows = [{j: Fraction(p) for j, p in row} for row in document["rows"]]
    return Chain(rows, document["start"])
