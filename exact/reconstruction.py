"""The fraction of least denominator that a long binary fraction must mean.

Let X / 2^F approximate a rational x of denominator D to within E / 2^F.  The
remainders of Euclid's algorithm on (2^F, X) are r = |q X - p 2^F| for the
convergents p/q of X / 2^F (Lagrange; Hardy & Wright, chapter X).  When
E D < 2^(F/2) and D < 2^(F/2), x is the convergent of the first remainder below
2^(F/2): that one's r is at most E D, the one before it about 2^F / D.

Euclid's quotients are found from leading bits, a batch at a time (Lehmer 1938),
and a batch stops as soon as the lower bits could change a quotient (Jebelean's
condition, 1993).  Each batch costs four products of a long and a short number.

What comes out is a proposal: the caller multiplies back.
"""

from flint import fmpz

LEADING = 120  # bits of a batch: some seventy quotients
GUARD = 32  # bits by which a denominator must be better than chance


def denominator(X: fmpz, bits: int) -> fmpz | None:
    """Return the denominator that X / 2^bits suggests, or None while bits are too few.

    >>> denominator(fmpz(2**200 // 7), 200)
    7
    >>> denominator(fmpz(2**200 // 7), 20) is None
    True
    """
    whole = fmpz(1) << bits
    remainder, D = _first_below(whole, fmpz(X) % whole, bits // 2)
    return D if D * (remainder + 1) << GUARD < whole else None


def _first_below(a: fmpz, b: fmpz, bits: int) -> tuple[fmpz, fmpz]:
    """Return the first remainder of Euclid on (a, b) below 2^bits, and |its factor of b|."""
    below, last, factor = fmpz(1) << bits, fmpz(0), fmpz(1)
    while b >= below:
        spare = max(int(a.bit_length()) - LEADING, 0)
        floor = int(below >> spare) + 1
        a_to_a, a_to_b, b_to_a, b_to_b = _batch(int(a >> spare), int(b >> spare), floor)
        if b_to_a == 0:  # no quotient is sure: one honest division
            quotient, remainder = divmod(a, b)
            a, b, last, factor = b, remainder, factor, last + quotient * factor
        else:
            a, b = a_to_a * a + a_to_b * b, b_to_a * a + b_to_b * b
            last, factor = (
                abs(a_to_a) * last + abs(a_to_b) * factor,
                abs(b_to_a) * last + abs(b_to_b) * factor,
            )
    return b, factor


def _batch(a: int, b: int, floor: int) -> tuple[int, int, int, int]:
    """Return the matrix of the quotients that leading bits make sure, remainders >= floor."""
    s, t, u, v = 1, 0, 0, 1  # a = s A + t B, b = u A + v B of the A, B that came in
    while b:
        quotient, remainder = divmod(a, b)
        next_u, next_v = s - quotient * u, t - quotient * v
        doubt = abs(next_u) + abs(next_v)
        if remainder < doubt + floor or b - remainder < doubt + abs(u) + abs(v):
            break
        s, t, u, v, a, b = u, v, next_u, next_v, b, remainder
    return s, t, u, v
