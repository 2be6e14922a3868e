"""Whether successive plays are independent: what the histograms of the fields cannot show.

With the exact law F of a field and V uniform on [0, 1), the cell of a play with value x,

    c = integer part of CELLS·(F(x-) + V·P(x)),

is uniform on 0, 1, …, CELLS - 1 if the plays follow the law.  If they are also independent, so
are the cells, and for every lag L the numbers (c_t - c_(t-L)) mod CELLS are independent of each
other and uniform: given the plays before, c_t is uniform.  The same holds for the sums
(c_t + c_(t-1)) mod CELLS, in which mirrored plays show, and for the sums of three cells in a
row.  Each is judged as a law of its own.

V comes from a stream that follows from the seed of the plays, so the first plays of a block
have the same cells as in the whole block.  The field with the most even law is taken: its
repetitions are the least likely.  A play without a predecessor has a cell drawn by V.

Stretches of plays that come again at another place, in the same block or in another, are found
by their fingerprints (`montmort.verification.dependence.repetitions`).
"""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from typing import Any

import numpy as np
import numpy.typing as npt

from montmort.exact.law import Law
from montmort.montecarlo.external.outcome_parser import Plays
from montmort.montecarlo.outcomes import Counts, as_integer
from montmort.verification.dependence.repetitions import (
    EQUAL_BLOCKS,
    REPETITIONS,
    STRETCHES,
    EqualBlocks,
    Repetitions,
    Stretches,
)
from montmort.verification.dependence.stretches import fingerprints, window_of

CELL_BITS = 4
CELLS = 1 << CELL_BITS  # equally likely parts of [0, 1)
LAGS = (1, 2, 3, *(2**power for power in range(2, 14)))
MIRRORED = "mirrored plays"
THREE = "three plays in a row"


def name_of_lag(lag: int) -> str:
    """Return the name of what is judged at a lag.

    >>> name_of_lag(1), name_of_lag(4096)
    ('1 play before', '4,096 plays before')
    """
    return f"{lag:,} play{'s' * (lag > 1)} before"


_LAGS = tuple(map(name_of_lag, LAGS))
OF_CELLS = (*_LAGS, MIRRORED, THREE)
PLACES_BACK: Mapping[str, int] = dict(zip(_LAGS, LAGS, strict=True)) | {MIRRORED: 1, THREE: 2}
DEPENDENCE = (*OF_CELLS, *REPETITIONS)


def uniform_law() -> Law[int]:
    """Return the law of a cell.

    >>> uniform_law().mean()
    Fraction(15, 2)
    """
    return Law(weights=dict.fromkeys(range(CELLS), 1))


def dependence_laws() -> dict[str, Law[int]]:
    """Return the laws of what is judged; of repetitions there must be none.

    >>> dependence_laws()["1 play before"].mean(), dependence_laws()["repeated stretches"].mean()
    (Fraction(15, 2), Fraction(0, 1))
    """
    never: Law[int] = Law(weights={0: 1})
    return dict.fromkeys(OF_CELLS, uniform_law()) | dict.fromkeys(REPETITIONS, never)


@dataclass(frozen=True)
class Dependence:
    """Counts the differences of cells of a field with a known law, at all lags."""

    field: str
    law: Law[Any]

    @property
    def names(self) -> tuple[str, ...]:
        """What is counted, each once per play."""
        return OF_CELLS if self.window is None else (*OF_CELLS, STRETCHES)

    @cached_property
    def window(self) -> int | None:
        """The plays of a stretch; None if the law is too uneven for one."""
        return window_of(self.law)

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
        digest = hashlib.sha256(f"cells {plays.seed}".encode()).digest()
        drawn, first = np.random.default_rng(int.from_bytes(digest)).spawn(2)
        u = places[:, 0] + drawn.random(len(values)) * places[:, 1]
        cells = np.minimum((CELLS * u).astype(np.int64), CELLS - 1)
        found = {}
        for lag in LAGS:
            before = _before(cells, first.integers(CELLS, size=lag))
            found[name_of_lag(lag)] = _histogram(cells - before)
        one, two = (_before(cells, first.integers(CELLS, size=lag)) for lag in (1, 2))
        found |= {MIRRORED: _histogram(cells + one), THREE: _histogram(cells + one + two)}
        if self.window is not None:
            found[STRETCHES] = fingerprints(values, self.window, plays.source)
        return found


Integers = npt.NDArray[np.int64]

_BEYOND = -(2**200)  # stands for all values that the law does not list


def _before(cells: Integers, first: Integers) -> Integers:
    """Return the cells before: those drawn `first`, and then the cells themselves."""
    return np.concatenate([first, cells])[: len(cells)]


def _histogram(numbers: Integers) -> dict[int, int]:
    counts = np.bincount(numbers % CELLS, minlength=CELLS)
    return {cell: int(count) for cell, count in enumerate(counts) if count}


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


def repetitions_of(names: Sequence[str], known: Mapping[str, Any]) -> Repetitions | None:
    """Return what looks for blocks that came before, if these fields of a simulator allow it.

    >>> coin = {"heads": Law(weights={0: 1, 1: 1})}
    >>> repetitions_of(["heads", "equal blocks"], coin).name
    'equal blocks'
    """
    if STRETCHES in names:
        return Repetitions(Stretches())
    judged = dependence_of(known, names) if EQUAL_BLOCKS in names else None
    return None if judged is None else Repetitions(EqualBlocks(judged.law))


def summary_of_names(names: Sequence[str]) -> str:
    """Return what is judged, in words; "to" stands for all lags between.

    >>> summary_of_names(["1 play before", "2 plays before", "mirrored plays"])
    '1 play before, 2 plays before, mirrored plays'
    >>> summary_of_names(OF_CELLS)
    '1 play before to 8,192 plays before, mirrored plays, three plays in a row'
    >>> summary_of_names([*_LAGS[:3], _LAGS[5]])
    '1 play before to 3 plays before, 16 plays before'
    """
    words: list[str] = []
    lags = [place for place, name in enumerate(_LAGS) if name in names]
    for _, group in groupby(enumerate(lags), key=lambda at: at[1] - at[0]):
        row = [_LAGS[place] for _, place in group]
        words += [f"{row[0]} to {row[-1]}"] if len(row) > 2 else row
    return ", ".join([*words, *(name for name in names if name not in _LAGS)])


def _repetition(law: Law[Any]) -> float:
    """Return the chance that two plays are equal."""
    return sum((weight / law.total) ** 2 for weight in law.weights.values())
