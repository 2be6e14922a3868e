"""icepool's absorbing chain (experimental): sparse integer elimination for one start."""

import math
from fractions import Fraction

import icepool
from chain_file import Chain
from question import Solver, ask


def prepare(chain: Chain, _: str) -> Solver:
    """Return the solver for a mapping of the states to dice."""
    dice = {i: _die(chain.rows[i]) for i in chain.transient}
    return lambda: icepool.mean_time_to_absorb(dice, chain.start)


def _die(row: dict[int, Fraction]) -> "icepool.Die[int]":
    total = math.lcm(*(p.denominator for p in row.values()))
    return icepool.Die({state: int(p * total) for state, p in row.items()})


if __name__ == "__main__":
    ask(prepare)
