"""Fractions that vary: numerator and denominator in two registers, reduced, denominator > 0.

Constant Fractions stay known before the run; where one meets another it becomes one that varies.
"""

import ast
from fractions import Fraction

from montmort.machine import prelude
from montmort.machine.assembly import Register
from montmort.machine.frame import Frame, Value
from montmort.machine.inline import call
from montmort.machine.shapes import Fixed, Ratio
from montmort.machine.values import as_integer, certain, coerce, integer, realise


def is_fraction(value: Value) -> bool:
    """Whether a value is a Fraction, known or not."""
    if isinstance(value.shape, Fixed):
        return isinstance(value.shape.value, Fraction)
    return isinstance(value.shape, Ratio)


def parts_of_fraction(frame: Frame, value: Value) -> tuple[Register, Register]:
    """Return numerator and denominator of a Fraction or an integer."""
    value = certain(frame, value)
    if is_fraction(value):
        top, bottom = coerce(frame, value, Ratio())
        return top, bottom
    return as_integer(frame, value), "1"


def quotient(frame: Frame, a: Register, b: Register) -> Value:
    """Return the Fraction a / b, reduced; fail where b is 0."""
    code = frame.code
    code.fail_unless_compare("!=", b, "0", "a division by zero")
    if b == "1":
        return Value(Ratio(), (a, b))
    shared = call(frame, prelude.gcd, [integer(a), integer(b)], {}).registers[0]
    signed = code.select(code.test("<", b, "0"), code.checked("ssub", "0", shared), shared)
    top, _ = code.floor_divide(a, signed)
    bottom, _ = code.floor_divide(b, signed)
    return Value(Ratio(), (top, bottom))


def fraction_arithmetic(frame: Frame, op: ast.operator, a: Value, b: Value) -> Value:
    """Return a + b, a - b, a * b or a / b, of which one is a Fraction."""
    code = frame.code
    (top, bottom), (other_top, other_bottom) = (parts_of_fraction(frame, x) for x in (a, b))

    def times(x: Register, y: Register) -> Register:
        return code.checked("smul", x, y)

    match op:
        case ast.Add() | ast.Sub():
            name = "sadd" if isinstance(op, ast.Add) else "ssub"
            whole = code.checked(name, times(top, other_bottom), times(other_top, bottom))
            return quotient(frame, whole, times(bottom, other_bottom))
        case ast.Mult():
            return quotient(frame, times(top, other_top), times(bottom, other_bottom))
        case ast.Div():
            return quotient(frame, times(top, other_bottom), times(bottom, other_top))
    return frame.refuse("this operator on a Fraction that varies")


def equal_fractions(frame: Frame, a: Value, b: Value) -> Register:
    """Return 1 where two numbers are equal, one of which is a Fraction."""
    (top, bottom), (other_top, other_bottom) = (parts_of_fraction(frame, x) for x in (a, b))
    code = frame.code
    same_top = code.compare("==", top, other_top)
    return code.simple("and", same_top, code.compare("==", bottom, other_bottom))


def less_fraction(frame: Frame, a: Value, b: Value) -> Register:
    """Return 1 where a < b, one of which is a Fraction."""
    (top, bottom), (other_top, other_bottom) = (parts_of_fraction(frame, x) for x in (a, b))
    code = frame.code
    left, right = code.checked("smul", top, other_bottom), code.checked("smul", other_top, bottom)
    return code.compare("<", left, right)


def new_fraction(frame: Frame, args: list[Value]) -> Value:
    """Return Fraction(a) or Fraction(a, b) of numbers that vary."""
    values = [certain(frame, realise(frame, arg)) for arg in args]
    if len(values) == 1:
        return Value(Ratio(), parts_of_fraction(frame, values[0]))
    if len(values) != 2:
        frame.refuse("a Fraction of these arguments")
    return fraction_arithmetic(frame, ast.Div(), *values)
