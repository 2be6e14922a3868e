"""Compiled arithmetic is Python's, or raises OverflowError where 64 bits do not hold it."""

import operator
from collections.abc import Callable

import numba
import pytest
from hypothesis import given
from hypothesis import strategies as st

from montmort.montecarlo.compiled import arithmetic

LEAST, MOST = -(2**63), 2**63 - 1
EDGES = [LEAST, LEAST + 1, -(2**32), -2, -1, 0, 1, 2, 3, 62, 63, 64, 65, 2**32, MOST - 1, MOST]
NUMBERS = st.sampled_from(EDGES) | st.integers(-9, 9) | st.integers(LEAST, MOST)
SMALL = st.integers(-2, 70)


@numba.njit
def add(a: int, b: int) -> int:
    return arithmetic.add(a, b)


@numba.njit
def subtract(a: int, b: int) -> int:
    return arithmetic.subtract(a, b)


@numba.njit
def multiply(a: int, b: int) -> int:
    return arithmetic.multiply(a, b)


floor_divide, modulo, power, shift_left, shift_right, negate, absolute = map(
    numba.njit,
    (
        arithmetic.floor_divide, arithmetic.modulo, arithmetic.power, arithmetic.shift_left,
        arithmetic.shift_right, arithmetic.negate, arithmetic.absolute,
    ),
)  # fmt: skip
BINARY = {
    add: operator.add,
    subtract: operator.sub,
    multiply: operator.mul,
    floor_divide: operator.floordiv,
    modulo: operator.mod,
}
BY_SMALL = {
    power: operator.pow,
    shift_left: operator.lshift,
    shift_right: operator.rshift,
}
UNARY = {negate: operator.neg, absolute: abs}


def check(compiled: Callable[..., int], python: Callable[..., object], *numbers: int) -> None:
    """Check that both give one value or both raise; the compiled one may raise OverflowError."""
    try:
        wanted = python(*numbers)
    except (ZeroDivisionError, ValueError) as error:
        with pytest.raises(type(error)):
            compiled(*numbers)
        return
    if isinstance(wanted, float):  # a power with a negative exponent
        with pytest.raises(ValueError, match="negative"):
            compiled(*numbers)
    elif isinstance(wanted, int) and LEAST <= wanted <= MOST and wanted != LEAST:
        assert compiled(*numbers) == wanted
    elif wanted != LEAST:
        with pytest.raises(OverflowError):
            compiled(*numbers)
    else:  # the least number may be taken for too long
        try:
            assert compiled(*numbers) == wanted
        except OverflowError:
            assert compiled in BY_SMALL


@pytest.mark.parametrize("compiled", BINARY)
@given(NUMBERS, NUMBERS)
def test_operations(compiled: Callable[..., int], a: int, b: int) -> None:
    check(compiled, BINARY[compiled], a, b)


@pytest.mark.parametrize("compiled", BY_SMALL)
@given(NUMBERS, SMALL)
def test_powers_and_shifts(compiled: Callable[..., int], a: int, b: int) -> None:
    if compiled is power and b < 0 and a == 0:
        return  # Python divides by zero, the compiled power has a negative exponent
    check(compiled, BY_SMALL[compiled], a, b)


@pytest.mark.parametrize("compiled", UNARY)
@given(NUMBERS)
def test_signs(compiled: Callable[..., int], a: int) -> None:
    check(compiled, UNARY[compiled], a)


@pytest.mark.parametrize("compiled", [add, subtract, multiply])
@given(st.booleans(), NUMBERS)
def test_booleans_count_as_integers(compiled: Callable[..., int], a: bool, b: int) -> None:
    check(compiled, BINARY[compiled], a, b)


def test_floats_have_no_checked_arithmetic() -> None:
    with pytest.raises(numba.TypingError):
        add(0.5, 1)
