"""Blocks that came before: the plays of a run are not independent if they are repeated.

For every block let v = 1 if it repeats an earlier one, or a part of one.  If the plays are
independent and follow the law, v = 1 has a chance of at most m, given all blocks before; m is
known from the number of fingerprints that are remembered.  So

    E = (1/J) sum_j prod_blocks (1 + s_j (v/m - 1)),    s_j = 2^(-j), j = 1 … J,

is a nonnegative supermartingale of mean <= 1, and reaches 1/alpha with a chance of at most
alpha (Ville), whatever the stopping rule.  Blocks with m >= 1 are left out.

Plays in their order   `Stretches`: a window of plays came before, in this block or another
                       (`montmort.verification.dependence.stretches`).
Counts                 `EqualBlocks`: all histograms of a block are those of another one.  With n
                       plays of chances p_k, and Poisson variables N_k of means n p_k,

    P(counts = c) = prod_k P(N_k = c_k) / P(N = n) <= prod_k max_j P(N_k = j) / P(N = n).

At most MOST fingerprints are remembered, those of the first blocks.
"""

import hashlib
import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, Protocol

import numpy as np

from montmort.exact.law import Law
from montmort.montecarlo.tally import Tally
from montmort.verification.dependence.stretches import (
    chance_of_a_pair,
    kept,
    print_of,
    source_of,
)

STRETCHES = "repeated stretches"
EQUAL_BLOCKS = "equal blocks"
REPETITIONS = (STRETCHES, EQUAL_BLOCKS)
MOST = 2**18
STAKES = 2.0 ** -np.arange(1, 31)


class RareEvents:
    """The e-process of 'each of these events has at most this chance, given the past'.

    >>> evidence = RareEvents()
    >>> evidence.add(happened=True, chance=1e-9)
    >>> round(evidence.log_e / math.log(10), 1)
    7.5
    """

    def __init__(self) -> None:
        self._logs = np.zeros(len(STAKES))
        self.log_e = 0.0  # running maximum

    def add(self, *, happened: bool, chance: float) -> None:
        """Take in whether an event of at most this chance has happened."""
        if not 0 < chance < 1:
            return
        self._logs += np.log1p(STAKES * (1 / chance - 1) if happened else -STAKES)
        log_e = float(np.logaddexp.reduce(self._logs)) - math.log(len(STAKES))
        self.log_e = max(self.log_e, log_e)


@dataclass(frozen=True)
class Prints:
    """What is remembered of a block, and how likely it is to come again.

    `sources` maps a fingerprint to its source: only the same print from another source is a
    repetition.  `again` says that one is repeated within the block.  The chance of a repetition
    is at most `within` plus `against` for every fingerprint before.
    """

    sources: Mapping[int, int]
    against: float
    within: float = 0.0
    again: bool = False


class Kind(Protocol):
    """A way to take fingerprints of the blocks of a run."""

    @property
    def name(self) -> str:
        """The name of the quantity that is judged."""
        ...

    def prints(self, tally: Tally, number: int) -> Prints:
        """Return the fingerprints of block `number` of the run."""
        ...


@dataclass(frozen=True)
class Stretches:
    """Windows of plays, which the block's histogram of this name holds."""

    name: str = STRETCHES

    def prints(self, tally: Tally, number: int) -> Prints:  # noqa: ARG002
        """Return the fingerprints that were saved with the block."""
        found = kept(tally.histogram(self.name))
        against = tally.plays * chance_of_a_pair()
        return Prints(
            sources={print_of(value): source_of(value) for value in found},
            against=against,
            within=tally.plays * against,
            again=max(found.values(), default=1) > 1,
        )


@dataclass(frozen=True)
class EqualBlocks:
    """Whole histograms; `law` is that of a field."""

    law: Law[Any]
    name: str = EQUAL_BLOCKS

    def prints(self, tally: Tally, number: int) -> Prints:
        """Return the only fingerprint of a block, whose source is its number."""
        counts = {name: dict(counts) for name, counts in tally.histograms.items()}
        digest = hashlib.sha256(repr(counts).encode()).digest()
        return Prints(
            sources={int.from_bytes(digest[:16]): number},
            against=chance_of_equal_counts(self.law, tally.plays),
        )


class Repetitions:
    """The evidence that blocks are repeated; `take` them in the order of their numbers.

    >>> coin = Law(weights={0: 1, 1: 1})
    >>> repetitions = Repetitions(EqualBlocks(coin))
    >>> block = Tally(experiment="c0", plays=1000, histograms={"heads": {0: 480, 1: 520}})
    >>> for _ in range(7):
    ...     repetitions.take(block)
    >>> repetitions.log_e > math.log(10**6), repetitions.found
    (True, 'block 1 repeats block 0')
    """

    def __init__(self, kind: Kind, most: int = MOST) -> None:
        self._kind, self._most = kind, most
        self._evidence = RareEvents()
        self._seen: dict[int, tuple[int, int]] = {}  # print -> source, number of the block
        self._number = 0
        self.found = ""  # the first repetition, in words

    @property
    def name(self) -> str:
        """The name of the quantity that is judged."""
        return self._kind.name

    @property
    def log_e(self) -> float:
        """Logarithm of the e-value, at its largest."""
        return self._evidence.log_e

    def bare(self, tally: Tally) -> Tally:
        """Return a block without its fingerprints: a histogram of zeros in their place."""
        histograms = {**tally.histograms, self.name: {0: tally.plays}}
        return replace(tally, histograms=histograms)

    def take(self, tally: Tally) -> None:
        """Take in the next block."""
        prints, number = self._kind.prints(tally, self._number), self._number
        before = self._before(prints)
        happened = before is not None
        chance = prints.within + len(self._seen) * prints.against
        self._evidence.add(happened=happened, chance=chance)
        if happened and not self.found:
            self.found = f"block {number} repeats " + (
                "itself" if before == number else f"block {before}"
            )
        for print_, source in prints.sources.items():
            if len(self._seen) < self._most:
                self._seen.setdefault(print_, (source, number))
        self._number += 1

    def _before(self, prints: Prints) -> int | None:
        """Return the number of a block that is repeated, None if there is none."""
        if prints.again:
            return self._number
        for print_, source in prints.sources.items():
            first, number = self._seen.get(print_, (source, 0))
            if first != source:
                return number
        return None


@lru_cache(maxsize=16)
def _log_chance_of_equal_counts(law: Law[Any], plays: int) -> float:
    weights = [*law.weights.values(), law.total - sum(law.weights.values())]
    means = [plays * (weight / law.total) for weight in weights]
    return sum(_log_poisson(mean, math.floor(mean)) for mean in means) - _log_poisson(plays, plays)


def chance_of_equal_counts(law: Law[Any], plays: int) -> float:
    """Return a bound of the chance that plays have the counts of other plays.

    Of two throws of a coin the most likely count, one head, has the chance 1/2.

    >>> chance = chance_of_equal_counts(Law(weights={0: 1, 1: 1}), 2)
    >>> math.isclose(chance, 0.5)
    True
    """
    return min(1.0, math.exp(_log_chance_of_equal_counts(law, plays)))


def _log_poisson(mean: float, number: int) -> float:
    """Return log P(N = number) for a Poisson variable."""
    if mean == 0:
        return 0.0 if number == 0 else -math.inf
    return number * math.log(mean) - mean - math.lgamma(number + 1)
