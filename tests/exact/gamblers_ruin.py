"""The gambler's ruin as a chain and as a linear system."""

from typing import Any

from montmort.exact.chains.absorbing import AbsorbingChain


def ruin_chain(goal: int, up: Any) -> AbsorbingChain[int]:
    """The walk on 0 … goal, one step up with chance `up`, a Fraction or an expression."""
    rows: dict[int, dict[int, Any]] = {0: {0: 1}, goal: {goal: 1}}
    rows |= {k: {k + 1: up, k - 1: 1 - up} for k in range(1, goal)}
    return AbsorbingChain.from_rows(rows)


def ruin_system(size: int) -> list[dict[int, int]]:
    """19 (I - Q) of the walk on 1 … size with the chance 9/19 to go up."""
    rows = [{i - 1: -10, i: 19, i + 1: -9} for i in range(size)]
    del rows[0][-1], rows[-1][size]
    return rows
