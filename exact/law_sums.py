"""Sums of independent numbers: their weights multiply as polynomials.

Let X and Y be independent with the weights a_x and b_y.  X + Y has the weights

    c_z = sum_(x + y = z) a_x b_y,

the coefficients of A(t) B(t) for A(t) = sum_x a_x t^x; the sum of n copies of X has those
of A(t)^n.  Values are shifted and scaled to the integers 0, 1, 2, … without a common factor,
so that fractions, negative numbers and multiples of 1000 cost no more than dice.  flint
multiplies the polynomials.  Where the values are few and far apart, the products are added
up one by one.
"""

import math
from collections.abc import Mapping
from fractions import Fraction
from typing import TYPE_CHECKING

from montmort.exact.formatting import decimals
from montmort.exact.thresholds import DENSE_SUMS_UP_TO
from montmort.games.errors import TooLarge

if TYPE_CHECKING:
    from flint import fmpz_poly

Value = int | Fraction
Weights = Mapping[Value, int]

MOST_BITS = 2 * 10**9  # of all weights of an answer together: 250 megabytes
MOST_PRODUCTS = 10**7  # of weights, added up one by one: some seconds


def sum_weights(one: Weights, other: Weights) -> dict[Value, int]:
    """Return the weights of the sum of two independent numbers, values ascending.

    >>> sum_weights({0: 1, 1: 1}, {0: 1, 1: 1})
    {0: 1, 1: 2, 2: 1}
    """
    step = _common_step(one, other)
    places = sum((max(weights) - min(weights)) / step for weights in (one, other)) + 1
    if places > DENSE_SUMS_UP_TO * (len(one) + len(other)):
        return _summed_products(one, other)
    product = _polynomial(one, step) * _polynomial(other, step)
    return _values_of(product, min(one) + min(other), step)


def repeated_weights(weights: Weights, copies: int) -> dict[Value, int]:
    """Return the weights of the sum of so many independent copies, values ascending.

    >>> repeated_weights({-1: 1, 1: 2}, 2)
    {-2: 1, 0: 4, 2: 4}
    """
    if copies == 0:
        return {0: 1}
    step = _common_step(weights)
    places = (max(weights) - min(weights)) / step + 1
    bits = copies * sum(weights.values()).bit_length()
    if places <= DENSE_SUMS_UP_TO * len(weights):
        check_bits(copies * places, bits, copies)
        return _values_of(_polynomial(weights, step) ** copies, copies * min(weights), step)
    half = repeated_weights(weights, copies // 2)
    twice = sum_weights(half, half)
    return sum_weights(twice, weights) if copies % 2 else twice


def check_bits(outcomes: Value, bits: int, copies: int) -> None:
    """Raise TooLarge if so many weights of so many bits each are out of reach."""
    if outcomes * bits > MOST_BITS:
        raise TooLarge(
            f"the law of {decimals(copies)} copies has up to "
            f"{decimals(math.ceil(outcomes))} outcomes with weights of {decimals(bits)} bits; "
            "take fewer copies"
        )


def _common_step(*laws: Weights) -> Fraction:
    """Return the largest number of which all differences of values are multiples; 1 if all are 0.

    >>> _common_step({Fraction(1, 2): 1, 2: 1}, {7: 1, 10: 1})
    Fraction(3, 2)
    """
    gaps = [Fraction(value - min(weights)) for weights in laws for value in weights]
    below = math.lcm(*(gap.denominator for gap in gaps))
    above = math.gcd(*(gap.numerator * (below // gap.denominator) for gap in gaps))
    return Fraction(above, below) if above else Fraction(1)


def _polynomial(weights: Weights, step: Fraction) -> "fmpz_poly":
    """Return sum_k w_k t^k for the values least + k step."""
    from flint import fmpz_poly

    least = min(weights)
    coefficients = [0] * (int((max(weights) - least) / step) + 1)
    for value, weight in weights.items():
        coefficients[int((value - least) / step)] = weight
    return fmpz_poly(coefficients)


def _values_of(product: "fmpz_poly", least: Value, step: Fraction) -> dict[Value, int]:
    """Return the values least + k step with the coefficients of t^k that are not 0."""
    weights = ((k, int(weight)) for k, weight in enumerate(product.coeffs()) if weight)
    if Fraction(least).denominator == step.denominator == 1:
        start, stride = int(least), int(step)
        return {start + k * stride: weight for k, weight in weights}
    return {_simplest(least + k * step): weight for k, weight in weights}


def _simplest(value: Value) -> Value:
    return int(value) if value.denominator == 1 else value


def _summed_products(one: Weights, other: Weights) -> dict[Value, int]:
    """Return the weights of the sum, product by product."""
    if len(one) * len(other) > MOST_PRODUCTS:
        raise TooLarge(
            f"the sum of a law of {len(one):,} outcomes and one of {len(other):,} has too many "
            "outcomes, far apart; round the outcomes with map first"
        )
    found: dict[Value, int] = {}
    for x, a in one.items():
        for y, b in other.items():
            found[x + y] = found.get(x + y, 0) + a * b
    return {_simplest(value): found[value] for value in sorted(found)}
