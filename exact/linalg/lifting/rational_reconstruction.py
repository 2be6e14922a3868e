"""The common denominator of a few rationals, from their leading binary digits.

Let X_k / 2^F, k = 1 … m, be near rationals of common denominator D.  In the
lattice of all (q, q X_1 - p_1 2^F, …, q X_m - p_m 2^F) the vector with q = D is
short, about as long as D, while a random lattice has vectors of 2^(F m/(m+1)).
So F of (1 + 1/m) times the bits of D is enough (Lenstra, Lenstra & Lovasz 1982,
proposition 1.39): a single fraction needs twice the bits of D, three need 4/3.

When the fractions become longer by s bits the same q and p give a basis again,

    q X' - p 2^(F+s) = 2^s (q X - p 2^F) + q (X' - 2^s X),

and a reduced basis is soon reduced again (van Hoeij & Novocin 2012): trying at
many lengths costs no more than trying once, at the last.

The result is a proposal: the caller verifies it.
"""

from collections.abc import Sequence

from flint import fmpz, fmpz_mat

GUARD = 32  # bits by which a vector must be shorter than in a random lattice


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
