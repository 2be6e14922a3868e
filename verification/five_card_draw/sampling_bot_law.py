"""The Monte Carlo bot of five-card draw: which choices it takes, and what it believes of them.

It plays each of its choices n times and takes the first of those that won most often. The
chances p_i of the choices are known (`montmort.exact.five_card_draw.one_hand`). Its counts W_i
are independent and binomial with n and p_i. With F_i their distribution functions

    P(it takes i with w wins) = P(W_i = w) prod_(j<i) F_j(w - 1) prod_(j>i) F_j(w).

It believes in w/n, the largest of its estimates, and has p_i. The largest estimate is on average
too large, so on average the bot believes in more than it has (the winner's curse).

The inputs are exact, the results floats: sums over all w within 10 sqrt(n) of n max p_i. The
largest count lies outside with a chance below 64 e^(-200) (Hoeffding 1963).
"""

import math
from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from montmort.games.errors import BadInput
from montmort.games.extras import extra_for
from montmort.games.validation import check_integer, quote

Floats = npt.NDArray[np.float64]


class Decision(NamedTuple):
    """The means of what a bot has, believes and finds, and P(taken) of each choice; floats."""

    has: float  # chance of winning of the choice it takes
    believes: float  # its estimate of that
    finds: float  # chance to take a best choice
    takes: tuple[float, ...]


def decision(chances: Sequence[Fraction], runs: int) -> Decision:
    """Return the decision of a bot that plays each choice `runs` times, given the true chances.

    With one run of two choices of chance 1/2 it takes the first unless only the second wins, and
    believes in 1 unless both lose:

    >>> decision([Fraction(1, 2), Fraction(1, 2)], 1)
    Decision(has=0.5, believes=0.75, finds=1.0, takes=(0.75, 0.25))
    """
    check_integer("runs", runs, 1)
    if not chances or not all(0 <= p <= 1 for p in chances):
        raise BadInput(f"chances={quote(chances)} must be chances from 0 to 1, one or more")
    best = max(chances)
    wins, taken = _taken([float(p) for p in chances], runs)
    takes = taken.sum(1)
    total = takes.sum()
    if not math.isclose(total, 1, rel_tol=1e-9):
        raise ArithmeticError(f"the chances to take a choice add up to {total}")
    return Decision(
        has=float(takes @ [float(p) for p in chances]),
        believes=float(taken.sum(0) @ wins) / runs,
        finds=float(sum(take for take, p in zip(takes, chances, strict=True) if p == best)),
        takes=tuple(takes.tolist()),
    )


def _taken(chances: Sequence[float], runs: int) -> tuple[Floats, Floats]:
    """Return counts w, and P(choice i is taken with w wins), a row for each choice."""
    with extra_for("these probabilities"):
        from scipy.stats import binom  # takes 0.8 s to import

    middle, width = runs * max(chances), 10 * math.sqrt(runs)
    low, high = max(0, int(middle - width)), min(runs, int(middle + width) + 1)
    wins = np.arange(low, high + 1, dtype=np.float64)
    column = np.array(chances)[:, None]
    exactly, at_most = binom.pmf(wins, runs, column), binom.cdf(wins, runs, column)
    fewer = np.hstack([binom.cdf(wins[:1] - 1, runs, column), at_most[:, :-1]])
    ones = np.ones((1, wins.size))
    before = np.cumprod(np.vstack([ones, fewer[:-1]]), axis=0)
    after = np.cumprod(np.vstack([ones, at_most[:0:-1]]), axis=0)[::-1]
    return wins, exactly * before * after
