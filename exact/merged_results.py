"""Chances of equal results, added in integers: results by denominator, then over a common one."""

import math
from collections.abc import Hashable, Iterable
from typing import Generic, TypeVar

from montmort.games.errors import BadInput

Result = TypeVar("Result", bound=Hashable)


class MergedResults(Generic[Result]):
    """Results with their chances; the chances of equal results are added, in integers.

    >>> faces = MergedResults()
    >>> faces.add([("six", 1, 2), ("six", 1, 3), ("one", 1, 6)])
    >>> faces.lowest_terms()
    ({'six': 5, 'one': 1}, 6)
    """

    def __init__(self) -> None:
        self._by_denominator: dict[int, dict[Result, int]] = {}

    def add(self, chances: Iterable[tuple[Result, int, int]]) -> None:
        """Add chances given as (result, numerator, denominator)."""
        weights: dict[Result, int] = {}
        last = 0
        for result, numerator, denominator in chances:
            if denominator != last:  # equal for many in a row: looked up once
                weights, last = self._by_denominator.setdefault(denominator, {}), denominator
            try:
                weights[result] = weights.get(result, 0) + numerator
            except TypeError:
                raise BadInput(f"equal results like {result!r} cannot merge: use tuples") from None

    def lowest_terms(self) -> tuple[dict[Result, int], int]:
        """Return integer weights and their common denominator, in lowest terms."""
        weights, total = self._common_denominator()
        if (common := math.gcd(total, *weights.values())) == 1:
            return weights, total
        return {result: weight // common for result, weight in weights.items()}, total // common

    def _common_denominator(self) -> tuple[dict[Result, int], int]:
        if len(self._by_denominator) == 1:
            ((total, weights),) = self._by_denominator.items()
            return weights, total
        total = math.lcm(*self._by_denominator)
        merged: dict[Result, int] = {}
        for denominator, weights in self._by_denominator.items():
            factor = total // denominator
            for result, weight in weights.items():
                merged[result] = merged.get(result, 0) + weight * factor
        return merged, total
