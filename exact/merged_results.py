"""Chances of the same results, added in integers: by denominator, then over a common one."""

import math
from collections.abc import Hashable, Iterable
from typing import Generic, TypeVar

from montmort.games.sameness import identity

Result = TypeVar("Result", bound=Hashable)


class MergedResults(Generic[Result]):
    """Results with their chances; the chances of the same results are added, in integers.

    >>> faces = MergedResults()
    >>> faces.add([("six", 1, 2), ("six", 1, 3), ("one", 1, 6)])
    >>> faces.lowest_terms()
    ([('six', 5), ('one', 1)], 6)
    """

    def __init__(self) -> None:
        self._results: dict[Hashable, Result] = {}  # by identity
        self._by_denominator: dict[int, dict[Hashable, int]] = {}

    def add(self, chances: Iterable[tuple[Result, int, int]]) -> None:
        """Add chances given as (result, numerator, denominator)."""
        weights: dict[Hashable, int] = {}
        last = 0
        for result, numerator, denominator in chances:
            if denominator != last:  # equal for many in a row: looked up once
                weights, last = self._by_denominator.setdefault(denominator, {}), denominator
            key = identity(result)
            if key not in weights:
                self._results.setdefault(key, result)
                weights[key] = 0
            weights[key] += numerator

    def lowest_terms(self) -> tuple[list[tuple[Result, int]], int]:
        """Return (result, integer weight) and the weights' common denominator, in lowest terms."""
        weights, total = self._common_denominator()
        common = math.gcd(total, *weights.values())
        results = self._results
        return [(results[key], w // common) for key, w in weights.items()], total // common

    def _common_denominator(self) -> tuple[dict[Hashable, int], int]:
        if len(self._by_denominator) == 1:
            ((total, weights),) = self._by_denominator.items()
            return weights, total
        total = math.lcm(*self._by_denominator)
        merged: dict[Hashable, int] = {}
        for denominator, weights in self._by_denominator.items():
            factor = total // denominator
            for key, weight in weights.items():
                merged[key] = merged.get(key, 0) + weight * factor
        return merged, total
