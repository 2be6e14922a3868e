"""Integer arithmetic of compiled rules: 64 bits, with every overflow noticed.

Python's integers have any length, those of a machine have 64 bits.  Each function
here returns what Python returns, or raises OverflowError where that does not fit in
64 bits; then the plays are repeated in plain Python.  An addition costs one
instruction and a branch that is never taken.

All are written as machine instructions at the place of the call (numba's intrinsics):
a function of its own for each would have to be compiled for each kind of argument.
Booleans count as 0 and 1, as in Python.
"""

from collections.abc import Callable
from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from montmort.montecarlo.kernels.compile import step

LEAST = -(2**63)
BITS = 64

IntegerOperation = Callable[[int, int], int]


def is_whole(kind: Any) -> bool:
    """Return whether numba's type `kind` is an integer of at most 64 bits, signed, or a bool."""
    return isinstance(kind, types.Boolean | types.BooleanLiteral) or (
        isinstance(kind, types.Integer | types.IntegerLiteral)
        and (kind.signed or kind.bitwidth < BITS)
    )


def _with_overflow(name: str) -> IntegerOperation:
    """Return the operation `llvm.<name>.with.overflow.i64`, which raises OverflowError."""

    def operation(_context: Any, a: Any, b: Any) -> Any:
        if not (is_whole(a) and is_whole(b)):
            return None

        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            pairs = zip(args, signature.args, strict=True)
            words = [context.cast(builder, value, kind, types.int64) for value, kind in pairs]
            word, bit = ir.IntType(BITS), ir.IntType(1)
            kind = ir.FunctionType(ir.LiteralStructType([word, bit]), [word, word])
            function = cgutils.get_or_insert_function(
                builder.module, kind, f"llvm.{name}.with.overflow.i{BITS}"
            )
            result = builder.call(function, words)
            with builder.if_then(builder.extract_value(result, 1), likely=False):
                context.call_conv.return_user_exc(builder, OverflowError, ("over 64 bits",))
            return builder.extract_value(result, 0)

        return types.int64(a, b), generate

    operation.__name__ = name
    found: IntegerOperation = intrinsic(operation)
    return found


add = _with_overflow("sadd")
subtract = _with_overflow("ssub")
multiply = _with_overflow("smul")


@step
def negate(number: int) -> int:
    """Return -number."""
    return subtract(0, number)


@step
def absolute(number: int) -> int:
    """Return |number|."""
    return subtract(0, number) if number < 0 else number


@step
def power(base: int, exponent: int) -> int:
    """Return base**exponent by repeated squaring; a negative exponent is no integer: ValueError."""
    if exponent < 0:
        raise ValueError("negative exponent")
    result = 1
    while True:
        if exponent & 1:
            result = multiply(result, base)
        exponent >>= 1
        if exponent == 0:
            return result
        base = multiply(base, base)


@step
def shift_left(number: int, by: int) -> int:
    """Return number << by; ValueError if `by` is negative."""
    if by < 0:
        raise ValueError("negative shift count")
    if number == 0:
        return 0
    if by >= BITS - 1 or (number << by) >> by != number:
        raise OverflowError("over 64 bits")
    return number << by


@step
def shift_right(number: int, by: int) -> int:
    """Return number >> by; ValueError if `by` is negative."""
    if by < 0:
        raise ValueError("negative shift count")
    return number >> min(by, BITS - 1)


@step
def floor_divide(number: int, by: int) -> int:
    """Return number // by, rounded down; ZeroDivisionError if `by` is 0."""
    if by == 0:
        raise ZeroDivisionError("division by zero")
    if by == -1:
        return subtract(0, number)  # the only quotient that may not fit
    return number // by


@step
def modulo(number: int, by: int) -> int:
    """Return number % by, with the sign of `by`; ZeroDivisionError if `by` is 0."""
    if by == 0:
        raise ZeroDivisionError("division by zero")
    if by == -1:
        return 0  # the machine's instruction fails for the least number
    return number % by
