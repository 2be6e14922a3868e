"""Whether successive plays are independent: what the histograms of the fields cannot show.

With the exact law F of a field and V uniform on [0, 1), the cell of a play with value x,

    c = integer part of CELLS·(F(x-) + V·P(x)),

is uniform on 0, 1, …, CELLS - 1 if the plays follow the law.  If they are also independent, so
are the cells, and for every lag L the numbers (c_t - c_(t-L)) mod CELLS are independent of each
other and uniform: given the plays before, c_t is uniform.  The same holds for the sums
(c_t + c_(t-1)) mod CELLS, in which mirrored plays show.  Each is judged as a law of its own.

V comes from a stream of the block, or one that the plays themselves seed by a hash.  The field
with the most even law is taken: its repetitions are the least likely.  A play without a
predecessor has a cell drawn by V.
"""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from montmort.exact.law import Law
from montmort.montecarlo.external.outcome_parser import Plays
from montmort.montecarlo.outcomes import Counts, as_integer
from montmort.verification.external.cells import CELLS

LAGS = (1, 2, 3, *(2**power for power in range(2, 14)))
MIRRORED = "mirrored plays"


def name_of_lag(lag: int) -> str:
    """Return the name of what is judged at a lag.

    >>> name_of_lag(1), name_of_lag(4096)
    ('1 play before', '4,096 plays before')
    """
    return f"{lag:,} play{'s' * (lag > 1)} before"


DEPENDENCE = (*map(name_of_lag, LAGS), MIRRORED)


@dataclass(frozen=True)
class Dependence:
    """Counts the differences of cells of a field with a known law, at all lags."""

    field: str
    law: Law[Any]

    @property
    def names(self) -> tuple[str, ...]:
        """What is counted, each once per play."""
        return DEPENDENCE

    @property
    def columns(self) -> tuple[str, ...]:
        """No columns of its own."""
        return ()

    @property
    def inputs(self) -> str:
        """The field, and a hash of its law."""
        weights = {as_integer(self.field, x): w for x, w in self.law.weights.items()}
        text = repr((sorted(weights.items()), self.law.total))
        return f"{self.field} {hashlib.sha256(text.encode()).hexdigest()[:16]}"

    @cached_property
    def _table(self) -> dict[int, tuple[float, float]]:
        """F(x-) and P(x) by value."""
        weights = {as_integer(self.field, x): w for x, w in self.law.weights.items()}
        below = 0
        table: dict[int, tuple[float, float]] = {}
        for value, weight in sorted(weights.items()):
            table[value] = below / self.law.total, weight / self.law.total
            below += weight
        table[_BEYOND] = below / self.law.total, 1 - below / self.law.total
        return table

    def counts(self, plays: Plays) -> Counts:
        """Return the histograms of plays in their order."""
        place = plays.names.index(self.field)
        values = [row[place] for row in plays.rows]
        table, beyond = self._table, self._table[_BEYOND]
        places = np.array([table.get(value, beyond) for value in values]).reshape(-1, 2)
        seed = plays.seed or repr(values)
        digest = hashlib.sha256(seed.encode()).digest()
        rng, before = np.random.default_rng(int.from_bytes(digest)).spawn(2)
        u = places[:, 0] + rng.random(len(values)) * places[:, 1]
        cells = np.minimum((CELLS * u).astype(np.int64), CELLS - 1)
        found = {name_of_lag(lag): _histogram(cells, -_before(cells, lag, before)) for lag in LAGS}
        return {**found, MIRRORED: _histogram(cells, _before(cells, 1, before))}


_BEYOND = -(2**200)  # stands for all values that the law does not list


def _before(
    cells: npt.NDArray[np.int64], lag: int, rng: np.random.Generator
) -> npt.NDArray[np.int64]:
    """Return the cells so many plays before; the first ones are drawn."""
    first = rng.integers(CELLS, size=lag)
    return np.concatenate([first, cells])[: len(cells)]


def _histogram(cells: npt.NDArray[np.int64], others: npt.NDArray[np.int64]) -> dict[int, int]:
    numbers = np.bincount((cells + others) % CELLS, minlength=CELLS)
    return {cell: int(number) for cell, number in enumerate(numbers) if number}


def dependence_of(known: Mapping[str, Any], printed: Sequence[str]) -> Dependence | None:
    """Return the dependence of the printed field with the most even law; None if none has one.

    >>> laws = {"heads": Law(weights={0: 1, 1: 1}), "eyes": Law(weights=dict.fromkeys(range(6), 1))}
    >>> dependence_of(laws, ["heads", "eyes"]).field
    'eyes'
    """
    laws = {
        name: known[name]
        for name in printed
        if isinstance(known.get(name), Law) and len(known[name]) > 1
    }
    if not laws:
        return None
    field = min(laws, key=lambda name: _repetition(laws[name]))
    return Dependence(field, laws[field])


def _repetition(law: Law[Any]) -> float:
    """Return the chance that two plays are equal."""
    return sum((weight / law.total) ** 2 for weight in law.weights.values())
