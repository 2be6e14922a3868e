"""Large sparse systems by numeric-symbolic lifting (Wan 2006): floats propose, integers prove.

Long division with a matrix: from e = 0, with s bits a digit,

    r = 2^s e + next digit of b,   d = round(A^-1 r) in floats,   e = r - A d exactly,

so that after K steps A (d_1 2^(s(K-1)) + … + d_K) = (b up to that digit) - e.
The remainder e stays as small as a row of A, so arithmetic modulo 2^64 is exact
for it, whatever the floats did to d.  Behind the last digit of b come zeros,
and with them the binary fractions of x.

Random integer combinations of all x have their common denominator D, but for a
few small primes perhaps (`exact.reconstruction`).  Then P = round(D x); where
D x is near no integer the combination had lost a factor, which that x returns.
How many digits are enough nobody knows: what is found is multiplied out,
A·P == D·b in every row, and returned only then.  Without that proof gambler's
ruin with 10,000 states reads 95019 for hundreds of bits.
"""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from typing import Any

import numpy as np
import numpy.typing as npt
from flint import fmpz

from exact.digits import digits, integers, settle
from exact.lumping import classes, quotient
from exact.reconstruction import denominator
from exact.system import ANSWER, Column, Right, Rows, solved
from games.errors import TooLarge

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]
WIDTHS = (48, 40, 32, 24, 16)  # bits of a digit, the most that the floats can bear
ROW = 2**57  # the entries of a row must sum to less, so that 32 times that fits
SLACK = 32  # a remainder of more than so many rows is a failure of the floats
SPARE = 160  # bits of D x behind the point, for a lost factor of up to 36
COMBINED = 3  # combinations of the fractions, for their denominator
GROWTH = 1.4  # of the digits from one attempt at reconstruction to the next


class IllConditioned(ArithmeticError):
    """The floats propose nothing that helps: another rung is needed."""


def lifted(rows: Rows, columns: Sequence[Right]) -> list[Column]:
    """Return X with A X = B, proved, for a nonsingular A.

    IllConditioned where floats do not do; TooLarge where the answer would not
    fit; ArithmeticError where all digits of Hadamard's bound say nothing.

    >>> lifted([{0: 2, 1: -1}, {0: -1, 1: 2}], [[2, 2], [0, 1]])
    [Column(numerators=[2, 2], denominator=1), Column(numerators=[1, 2], denominator=3)]
    """
    if not rows:
        return [Column([], fmpz(1)) for _ in columns]
    whole = System(_sparse(rows))
    return [_lift(whole, rows, column) for column in columns]


def _lift(whole: "System", rows: Rows, column: Right) -> Column:
    right = [int(b) for b in column]
    system, places, first = whole.lumped(right)
    short = [right[i] for i in first]
    for width in WIDTHS:
        try:
            for P, D in Division(system, short, width).proposals():
                answer = Column([P[place] for place in places], D)
                if solved(rows, column, answer):
                    return answer
        except IllConditioned:
            continue
        raise ArithmeticError(f"the digits of a system of {len(rows)} unknowns say nothing")
    raise IllConditioned("floats of 53 bits say nothing about this system")


def _sparse(rows: Rows) -> Any:
    """Return A as a csr array of int64; IllConditioned if a row is too long for that."""
    from scipy.sparse import csr_array

    if any(sum(map(abs, row.values())) >= ROW for row in rows):
        raise IllConditioned(f"a row sums to {ROW} or more")
    ends = np.cumsum([0, *map(len, rows)])
    places = np.fromiter(chain.from_iterable(rows), dtype=np.int64, count=ends[-1])
    entries = chain.from_iterable(row.values() for row in rows)
    numbers = np.fromiter(entries, dtype=np.int64, count=ends[-1])
    return csr_array((numbers, places, ends), shape=(len(rows), len(rows)))


@dataclass(frozen=True, eq=False)
class System:
    """A sparse matrix in 64-bit integers with its decomposition in floats."""

    matrix: Any

    @cached_property
    def limits(self) -> Ints:
        """What no remainder exceeds that is one: some rows of |A|."""
        return SLACK * np.asarray(abs(self.matrix).sum(axis=1))

    @cached_property
    def factors(self) -> Any:
        """L and U of A in floats, the diagonal its pivots, in an order of little fill."""
        from scipy.sparse.linalg import splu

        options = {"SymmetricMode": True}
        floats = self.matrix.astype(np.float64).tocsc()
        try:
            return splu(floats, "MMD_AT_PLUS_A", diag_pivot_thresh=0.0, options=options)
        except RuntimeError:
            raise IllConditioned("a pivot is zero in floats") from None

    @cached_property
    def bits(self) -> float:
        """About log2 |det A|, which no denominator exceeds."""
        pivots = np.abs(self.factors.U.diagonal())
        if not (np.isfinite(pivots).all() and pivots.all()):
            raise IllConditioned("the pivots leave the range of floats")
        return max(float(np.log2(pivots).sum()), 0.0)

    @property
    def bound(self) -> float:
        """Hadamard's bound of log2 |det A|, by rows or by columns."""
        squares = self.matrix.astype(np.float64) ** 2
        return min(float(np.log2(squares.sum(axis=axis)).sum()) / 2 for axis in (0, 1))

    def lumped(self, right: list[int]) -> tuple["System", list[int], list[int]]:
        """Return the system of classes, every state's class, and a state of each class."""
        size = len(right)
        numbers = {b: k for k, b in enumerate(dict.fromkeys(right))}
        top = max(max(map(abs, right), default=0).bit_length() - 500, 0)
        guess = self.factors.solve(np.array([float(b >> top) for b in right]))
        if not np.isfinite(guess).all():
            raise IllConditioned("the answer leaves the range of floats")
        found = classes(self.matrix, np.array([numbers[b] for b in right]), guess)
        if found is None:
            return self, list(range(size)), list(range(size))
        small, first = quotient(self.matrix, found)
        return System(small), found.tolist(), first.tolist()


class Division:
    """The long division of one right side: its digits so far and the remainder."""

    def __init__(self, system: System, right: list[int], width: int) -> None:
        self.system, self.width, size = system, width, len(right)
        self.right = digits(right, width)
        self.digits: list[Ints] = []  # of every x, as far as P can need them
        self.remainder = np.zeros(size, dtype=np.int64)
        self.steps = 0
        self.combined = [fmpz(0)] * COMBINED
        weights = np.random.default_rng(1).integers(1, 256, size=(COMBINED, size))
        self.weights = weights.astype(np.float64)

    @property
    def fraction(self) -> int:
        """The bits behind the point so far."""
        return (self.steps - len(self.right)) * self.width

    def proposals(self) -> Iterator[tuple[list[fmpz], fmpz]]:
        """Yield P, D with x perhaps P / D, from more and more digits."""
        for bits in self._stops():
            while self.fraction < bits:
                self.step()
            D = denominator(self.combined, self.fraction)
            if D is not None and (found := self.numerators(D)):
                yield found

    def _stops(self) -> list[int]:
        """Return the bits behind the point to stop at: geometric, at det A, at the bound."""
        size = len(self.remainder)
        bits = self.system.bits + self.width * len(self.right)
        if bits * size > ANSWER:
            raise TooLarge(
                f"the fractions of {size} states may have {bits:.0f} bits each, "
                f"together more than {ANSWER}; ask about a smaller chain, or simulate"
            )
        extra = SPARE + size.bit_length()
        likely = int((1 + 1 / COMBINED) * self.system.bits) + extra
        last = int(2 * self.system.bound) + 2 * extra
        stops, stop = {likely, last}, 2.0 * SPARE
        while stop < last:
            stops.add(int(stop))
            stop *= GROWTH
        return sorted(stops)

    def step(self) -> None:
        """Append one digit of every x."""
        known = self.right[self.steps] if self.steps < len(self.right) else 0
        guess = np.rint(self.system.factors.solve(self.remainder * 2.0**self.width + known))
        if not np.abs(guess).max() < 2.0**62:
            raise IllConditioned(f"digits of {self.width} bits run over")
        digit = guess.astype(np.int64)
        self.remainder = (self.remainder << self.width) + known - self.system.matrix @ digit
        if not (np.abs(self.remainder) <= self.system.limits).all():
            raise IllConditioned(f"digits of {self.width} bits leave a remainder")
        if self.fraction <= self.system.bits + 2 * SPARE:
            self.digits.append(digit)
        self._combine(guess)
        self.steps += 1

    def _combine(self, digit: Floats) -> None:
        """Append a digit to the combinations, in halves that floats hold exactly."""
        high = np.rint(digit * 2.0**-24)
        low = digit - high * 2.0**24
        for k, weights in enumerate(self.weights):
            new = (int(weights @ high) << 24) + int(weights @ low)
            self.combined[k] = (self.combined[k] << self.width) + new

    def numerators(self, D: fmpz) -> tuple[list[fmpz], fmpz] | None:
        """Return P, D' with P near D' x, D' being D and what the combination had lost."""
        needed = len(self.right) - int(-(int(D.bit_length()) + SPARE) // self.width)
        kept = self.digits[:needed]
        settle(kept, self.width)
        X, bits = integers(kept, self.width), (len(kept) - len(self.right)) * self.width
        sample = random.Random(2).sample(X, min(len(X), 16))  # most factors show in a few
        for states in (sample, X):
            while True:
                drop = int(D.bit_length()) + 24  # bits of D x that no longer mean anything
                P, far = rounded([D * x >> drop for x in states], bits - drop)
                if far is None:
                    break
                lost = denominator([far], bits - drop)
                if lost is None or lost == 1:
                    return None
                D *= lost
        return P, D


def rounded(values: list[fmpz], bits: int) -> tuple[list[fmpz], fmpz | None]:
    """Return values / 2^bits as integers, and one of the values that is none, if any."""
    half, whole = fmpz(1) << bits - 1, []
    for value in values:
        whole.append(value + half >> bits)
        if abs(value - (whole[-1] << bits)) >> bits // 2:
            return whole, value
    return whole, None
