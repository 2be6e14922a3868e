"""The least common denominator that a few long binary fractions must mean.

Let X_k / 2^F, k = 1 … m, be near rationals of common denominator D.  In the
lattice of all (q, q X_1 - p_1 2^F, …, q X_m - p_m 2^F) the vector with q = D is
short, about as long as D, while chance alone makes vectors of 2^(F m/(m+1)).
So F of (1 + 1/m) times the bits of D is enough (Lenstra, Lenstra & Lovasz 1982,
proposition 1.39): a single fraction needs twice the bits of D, three need 4/3.
flint reduces the lattice in a time nearly linear in F.

What comes out is a proposal: the caller multiplies back.
"""

from collections.abc import Sequence

from flint import fmpz, fmpz_mat

GUARD = 32  # bits by which a vector must be shorter than chance makes it


def denominator(fractions: Sequence[fmpz], bits: int) -> fmpz | None:
    """Return the common denominator that X / 2^bits suggest, or None while bits are too few.

    >>> denominator([fmpz(2**100 // 7), fmpz(2**100 // 3)], 100)
    21
    >>> denominator([fmpz(2**100 // 7)], 20) is None
    True
    """
    whole, count = fmpz(1) << bits, len(fractions)
    lattice = fmpz_mat(count + 1, count + 1)
    lattice[0, 0] = 1
    for k, X in enumerate(fractions, start=1):
        lattice[0, k], lattice[k, k] = X % whole, whole
    reduced = lattice.lll()
    shortest = [int(reduced[0, k]) for k in range(count + 1)]
    length = max(abs(entry) for entry in shortest).bit_length()
    meant = (length + GUARD) * (count + 1) < bits * count
    return abs(fmpz(shortest[0])) if meant and shortest[0] else None
