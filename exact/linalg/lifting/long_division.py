"""Long division by a matrix: digits are proposed in floats, remainders are exact integers.

From e = 0, with s bits a digit,

    r = 2^s e + next digit of b,   d = round(A^-1 r) in floats,   e = r - A d exactly,

so that after K steps A (d_1 2^(s(K-1)) + … + d_K) = (b up to that digit) - e,
where e stays as small as a row of A.  The last digit of b is followed by zeros,
which give the binary fractions of x.  Digits have whole bytes, at most six, and a numpy
row holds those of one place.
Random integer combinations of all x have their common denominator D, except
perhaps for a few small primes.  Then P = round(D x); where some D x is near no
integer, the combination has lost a factor, which that x shows.

D is found from the leading binary digits of the combinations, by `Reconstruction`.  Let
X_k / 2^F, k = 1 … m, be near rationals of common denominator D.  In the
lattice of all (q, q X_1 - p_1 2^F, …, q X_m - p_m 2^F) the vector with q = D is
short, about as long as D, while a random lattice has vectors of 2^(F m/(m+1)).
So F of (1 + 1/m) times the bits of D is enough (Lenstra, Lenstra & Lovasz 1982,
proposition 1.39): a single fraction needs twice the bits of D, three need 4/3.

When the fractions become longer by s bits the same q and p give a basis again,

    q X' - p 2^(F+s) = 2^s (q X - p 2^F) + q (X' - 2^s X),

and a reduced basis is soon reduced again (van Hoeij & Novocin 2012): trying at
many lengths costs no more than trying once, at the last.

D and P are proposals: the caller verifies them.
"""

import random
from collections.abc import Iterator, Sequence
from typing import Protocol

import numpy as np
import numpy.typing as npt
from flint import fmpz, fmpz_mat

from montmort.exact.linalg.system import ANSWER_BITS
from montmort.games.errors import TooLarge

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]
SLACK = 32  # a remainder of more than so many rows means that the floats failed
SPARE = 160  # bits of D x after the binary point, for a lost factor of up to 36
COMBINED = 3  # combinations of the fractions, for their denominator
GROWTH = 1.2  # of the digits from one attempt at reconstruction to the next
GUARD = 32  # bits by which a vector must be shorter than in a random lattice


class Remainder(Protocol):
    """The exact remainder of a division."""

    def divide(self, known: Ints | int) -> Floats:
        """Return the next digit of every x; IllConditioned if the remainder is too large."""


class Divisor(Protocol):
    """A square matrix to divide by."""

    @property
    def bits(self) -> float:
        """About log2 |det A|, which no denominator exceeds."""

    @property
    def bound(self) -> float:
        """An upper bound of log2 |det A|, from the rows."""

    @property
    def core(self) -> Ints:
        """Unknowns from which the others follow, row by row."""

    def remainder(self, width: int) -> Remainder:
        """Return the remainder 0 of a division into digits of `width` bits."""

    def completed(self, P: list[fmpz], D: fmpz, right: list[int]) -> list[fmpz] | None:
        """Return D x of all unknowns from that of the core; None if it would not be whole."""


class Division:
    """The long division of one right side: its digits so far and the remainder."""

    def __init__(self, divisor: Divisor, right: list[int], width: int) -> None:
        self.divisor, self.width, self.size, self.given = divisor, width, len(right), right
        self.right = digits(right, width)
        self.digits: list[Ints] = []  # of every x, as far as P can need them
        self.remainder = divisor.remainder(width)
        self.steps = 0
        self.combined = [fmpz(0)] * COMBINED
        weights = np.random.default_rng(1).integers(1, 256, size=(COMBINED, self.size))
        self.weights = weights.astype(np.float64)

    @property
    def fraction(self) -> int:
        """The number of bits after the binary point so far."""
        return (self.steps - len(self.right)) * self.width

    def proposals(self) -> Iterator[tuple[list[fmpz], fmpz]]:
        """Yield candidates P, D for x = P / D, from more and more digits."""
        lattice = Reconstruction(COMBINED)
        for bits in self._stops():
            while self.fraction < bits:
                self.step()
            D = lattice.denominator(self.combined, self.fraction)
            if D is not None and (found := self.numerators(D)):
                yield found

    def _stops(self) -> list[int]:
        """Return the bits after the point to stop at: geometric, at det A, and at the bound."""
        bits = self.divisor.bits + self.width * len(self.right)
        if bits * self.size > ANSWER_BITS:
            raise TooLarge(
                f"the fractions of {self.size} states may have {bits:.0f} bits each, "
                f"together more than {ANSWER_BITS}; ask about a smaller chain, or simulate"
            )
        extra = SPARE + self.size.bit_length()
        likely = int((1 + 1 / COMBINED) * self.divisor.bits) + extra
        last = int(2 * self.divisor.bound) + 2 * extra
        stops, stop = {likely, last}, 2.0 * SPARE
        while stop < last:
            stops.add(int(stop))
            stop *= GROWTH
        return sorted(stops)

    def step(self) -> None:
        """Append one digit of every x."""
        digit = self.remainder.divide(self.right[self.steps] if self.steps < len(self.right) else 0)
        if self.fraction <= self.divisor.bits + 2 * SPARE:
            self.digits.append(digit.astype(np.int64))
        self._combine(digit)
        self.steps += 1

    def _combine(self, digit: Floats) -> None:
        """Append a digit to the combinations, in halves that floats hold exactly."""
        high = np.rint(digit * 2.0**-24)
        highs, lows = self.weights @ high, self.weights @ (digit - high * 2.0**24)
        for k, (above, below) in enumerate(zip(highs.tolist(), lows.tolist(), strict=True)):
            new = (int(above) << 24) + int(below)
            self.combined[k] = (self.combined[k] << self.width) + new

    def numerators(self, D: fmpz) -> tuple[list[fmpz], fmpz] | None:
        """Return P, D' with P near D' x, where D' is D times the factors it had lost.

        Those of the core are multiplied out; the others follow, unless they need a factor
        that D has lost.
        """
        core = self.divisor.core
        found = self._rounded(D, core)
        if found is None or len(core) == self.size:
            return found
        P = self.divisor.completed(*found, self.given)
        return (P, found[1]) if P is not None else self._rounded(D, np.arange(self.size))

    def _rounded(self, D: fmpz, unknowns: Ints) -> tuple[list[fmpz], fmpz] | None:
        """Return P, D' for some of the unknowns."""
        needed = len(self.right) - int(-(int(D.bit_length()) + SPARE) // self.width)
        leading = [digit[unknowns] for digit in self.digits[:needed]]
        carry(leading, self.width)
        X, bits = integers(leading, self.width), (len(leading) - len(self.right)) * self.width
        sample = random.Random(2).sample(X, min(len(X), 16))  # most factors show in a few
        for states in (sample, X):
            while True:
                drop = int(D.bit_length()) + 24  # low bits of D x, which are not significant
                P, far = nearest_integers([D * x >> drop for x in states], bits - drop)
                if far is None:
                    break
                lost = denominator([far], bits - drop)
                if lost is None or lost == 1:
                    return None
                D *= lost
        return P, D


def nearest_integers(values: list[fmpz], bits: int) -> tuple[list[fmpz], fmpz | None]:
    """Return values / 2^bits as integers, up to the first value that is near none, and that value.

    >>> nearest_integers([fmpz(2**20 + 1), fmpz(-1)], 20)
    ([1, 0], None)
    >>> nearest_integers([fmpz(2**20), fmpz(2**18), fmpz(0)], 20)
    ([1, 0], 262144)
    """
    half, whole = fmpz(1) << bits - 1, []
    for value in values:
        whole.append(value + half >> bits)
        if abs(value - (whole[-1] << bits)) >> bits // 2:
            return whole, value
    return whole, None


class Reconstruction:
    """The lattice of a few fractions, reduced again whenever they become longer.

    >>> sevenths = Reconstruction(1)
    >>> [sevenths.denominator([fmpz(2**bits // 7)], bits) for bits in (20, 100)]
    [None, 7]
    """

    def __init__(self, count: int) -> None:
        self.fractions, self.bits = [fmpz(0)] * count, 0
        self.basis = fmpz_mat([[int(i == j) for j in range(count + 1)] for i in range(count + 1)])

    def denominator(self, fractions: Sequence[fmpz], bits: int) -> fmpz | None:
        """Return the common denominator of X / 2^bits, or None if the bits are too few."""
        self._lengthen(fractions, bits)
        shortest, count = [self.basis[0, k] for k in range(len(fractions) + 1)], len(fractions)
        length = int(max(abs(entry) for entry in shortest)).bit_length()
        significant = (length + GUARD) * (count + 1) < bits * count
        return abs(shortest[0]) if significant and shortest[0] else None

    def _lengthen(self, fractions: Sequence[fmpz], bits: int) -> None:
        """Adapt the basis to X / 2^bits, and reduce it."""
        shift, size = bits - self.bits, len(fractions) + 1
        news = [X - (old << shift) for X, old in zip(fractions, self.fractions, strict=True)]
        longer = fmpz_mat(size, size)
        for i in range(size):
            longer[i, 0] = q = self.basis[i, 0]
            for k, new in enumerate(news, start=1):
                longer[i, k] = (self.basis[i, k] << shift) + q * new
        self.basis, self.fractions, self.bits = longer.lll(), list(fractions), bits


def denominator(fractions: Sequence[fmpz], bits: int) -> fmpz | None:
    """Return the common denominator of X / 2^bits, or None if the bits are too few.

    >>> denominator([fmpz(2**100 // 7), fmpz(2**100 // 3)], 100)
    21
    >>> denominator([fmpz(2**100 // 7)], 20) is None
    True
    """
    whole = fmpz(1) << bits
    return Reconstruction(len(fractions)).denominator([X % whole for X in fractions], bits)


def digits(numbers: Sequence[int], width: int) -> Ints:
    """Return the digits of `width` = 8 to 48 bits; the leading row comes first and is signed.

    >>> digits([-1, 2**16 + 5], 16)
    array([[   -1,     1],
           [65535,     5]])
    """
    size, length = width // 8, max((b.bit_length() for b in numbers), default=0) // width + 1
    whole = b"".join(b.to_bytes(length * size, "big", signed=True) for b in numbers)
    parts = np.frombuffer(whole, dtype=np.uint8).reshape(len(numbers), length, size)
    found = np.zeros((length, len(numbers)), dtype=np.int64)
    for place in range(size):
        found = (found << 8) + parts[:, :, place].T
    found[0] -= (found[0] >> width - 1) << width
    return found


def integers(rows: Sequence[Ints], width: int) -> list[fmpz]:
    """Return the integers of these digits; those below the first row are 0 to 2^width - 1.

    >>> integers([np.array([-1, 1]), np.array([65535, 5])], 16)
    [-1, 65541]
    """
    return [number for part in _blocks(rows) for number in _block_integers(part, width)]


def carry(rows: Sequence[Ints], width: int) -> None:
    """Carry, in place, until every digit below the first row is 0 to 2^width - 1.

    >>> rows = [np.array([0, 1]), np.array([-1, 2**16 + 5])]
    >>> carry(rows, 16)
    >>> rows
    [array([-1,  2]), array([65535,     5])]
    """
    for row, above in zip(rows[:0:-1], rows[-2::-1], strict=True):
        excess = row >> width
        row -= excess << width
        above += excess


def _blocks(rows: Sequence[Ints], states: int = 512) -> list[list[Ints]]:
    """Return the rows cut into blocks of few states, whose digits fit into a cache."""
    return [[row[k : k + states] for row in rows] for k in range(0, len(rows[0]), states)]


def _block_integers(rows: Sequence[Ints], width: int) -> list[fmpz]:
    size, states = width // 8, len(rows[0])
    top = rows[0].astype(">i8").view(np.uint8).reshape(states, 8)
    low = np.array(rows[1:], dtype=np.int64).reshape(-1, states).T.astype(">i8", order="C")
    used = low.view(np.uint8).reshape(states, -1, 8)[:, :, 8 - size :].reshape(states, -1)
    whole, length = np.hstack([top, used]).tobytes(), 8 + used.shape[1]
    return [
        fmpz(int.from_bytes(whole[k : k + length], "big", signed=True))
        for k in range(0, len(whole), length)
    ]
