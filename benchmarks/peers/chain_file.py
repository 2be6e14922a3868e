"""Chains in files, states numbered: how a chain goes to the peers."""

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
        """The states that do not absorb."""
        return [i for i, row in enumerate(self.rows) if row.get(i) != 1]


def write(path: Path, rows: Mapping[Any, Mapping[Any, Fraction]], start: Hashable) -> None:
    """Write a chain of any labels; states get the numbers of their order in rows."""
    number = {state: i for i, state in enumerate(rows)}
    numbered = [[[number[t], str(p)] for t, p in row.items()] for row in rows.values()]
    path.write_text(json.dumps({"start": number[start], "rows": numbered}))


def read(path: str) -> Chain:
    """Return the chain that `write` wrote."""
    document = json.loads(Path(path).read_text())
    rows = [{j: Fraction(p) for j, p in row} for row in document["rows"]]
    return Chain(rows, document["start"])
