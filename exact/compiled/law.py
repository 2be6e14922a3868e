"""The law of a one-shot play from all its paths, compiled."""

import math
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from montmort.exact.compiled.enumeration import DONE, FAILED, PAUSED, Paths
from montmort.exact.compiled.limbs import integers
from montmort.exact.compiled.memory import Word
from montmort.exact.compiled.merging import Rows
from montmort.exact.compiled.programs import Play, compile_play
from montmort.exact.compiled.refusal import CannotCompile, LimitReached
from montmort.exact.compiled.witness import check_play
from montmort.games.chance import Chance

BATCH = 1 << 20  # paths between two calls of watch
FIRST = 10_000  # paths after which it shows whether the denominators are many
FEWEST_LIMBS, MOST_LIMBS = 2, 256
MANY = 2000  # denominators from which chances are kept in lowest terms

Watch = Callable[[Fraction, int], object]


@dataclass(frozen=True)
class Weights:
    """Results with integer weights in the order of their paths: chance weight / denominator."""

    chances: list[tuple[Any, int, int]]
    paths: int


def compiled_law(
    function: Callable[[Chance], Any], limit: int, watch: Watch | None = None
) -> Weights:
    """Return (result, numerator, denominator) of a one-shot play, merged, and the paths walked.

    CannotCompile where the function, or what it does in a play, is outside what is
    compiled; LimitReached with more than `limit` paths.  A hundred random plays have
    been compared with the interpreted function, and the chances sum to 1.
    """
    play = compile_play(function)
    check_play(play, function)
    limbs, reduced = FEWEST_LIMBS, False
    while limbs <= MOST_LIMBS:
        paths = Paths(play.machine.addresses[0], play.memory, limbs, reduced)
        status = _walk(paths, limit, watch)
        if status == DONE:
            return Weights(_merged(play, paths), paths.walked)
        if status == FAILED:
            raise CannotCompile(play.machine.reason(0, int(paths.progress[1])))
        if status == PAUSED:
            limbs, reduced = FEWEST_LIMBS, True  # in lowest terms they may be much shorter
        else:
            limbs *= 2
    raise CannotCompile(f"not compiled: chances of more than {64 * MOST_LIMBS:,} bits")


def _walk(paths: Paths, limit: int, watch: Watch | None) -> int:
    """Return DONE, FAILED, TOO_LARGE for more limbs, or PAUSED for chances in lowest terms."""
    while True:
        most = BATCH if paths.walked else FIRST
        status = paths.advance(min(most, limit - paths.walked))
        if not paths.reduced and len(paths.denominators) > MANY:
            return PAUSED
        if status != PAUSED:
            return status
        if paths.walked >= limit:
            raise LimitReached(limit, "paths")
        if watch is not None:
            watch(share(paths), paths.walked)


def share(paths: Paths) -> Fraction:
    """Return the share of the tree that has been walked, with equal branches at each pick."""
    memory, done, size = paths.memory, 0, 1
    for level in range(int(memory.context[Word.KNOWN])):
        start, end = memory.ends[level], memory.ends[level + 1]
        possible = np.flatnonzero(memory.weights[start:end])
        done = done * len(possible) + int(np.searchsorted(possible, memory.indices[level]))
        size *= len(possible)
    return Fraction(done, size)


def _merged(play: Play, paths: Paths) -> list[tuple[Any, int, int]]:
    """Return result, numerator and denominator of every row."""
    values: dict[tuple[int, ...], Any] = {}
    merged = []
    for row, numerator, denominator in merged_rows(paths):
        if row not in values:
            values[row] = play.value(row)
        merged.append((values[row], numerator, denominator))
    return merged


def merged_rows(paths: Paths) -> list[tuple[tuple[int, ...], int, int]]:
    """Return the row, numerator and denominator of every result; their sum must be 1."""
    denominators = denominators_of(paths.denominators, paths.limbs)
    numerators = integers(paths.sums[: len(paths.results)])
    merged, by_denominator = [], dict.fromkeys(denominators, 0)
    for (*row, which), numerator in zip(paths.results.lists(), numerators, strict=True):
        merged.append((tuple(row), numerator, denominators[which]))
        by_denominator[denominators[which]] += numerator
    total = math.lcm(*by_denominator)
    if sum(n * (total // d) for d, n in by_denominator.items()) != total:
        raise CannotCompile("not compiled: the chances of the compiled paths do not sum to 1")
    return merged


def denominators_of(rows: Rows, limbs: int) -> list[int]:
    """Return rows of limbs as integers."""
    words = rows.words[: len(rows) * limbs].view(np.uint64)
    return integers(words.reshape(len(rows), limbs))
