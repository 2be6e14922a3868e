"""Integers and fractions of any length in writing: whole, or shortened for people.

Python refuses to write or read more than 4300 decimal digits; flint does not mind.
"""

import re
from fractions import Fraction

LONGEST = 20  # digits above and below the line that are shown in full
_FRACTION = re.compile(r"\+?(-?[0-9]+)(?:/([0-9]+))?")


def digits(number: int) -> str:
    """Return the decimal digits of an integer of any length.

    >>> len(digits(10**5000))
    5001
    """
    if abs(number) < 10**4000:
        return str(number)
    from flint import fmpz

    return str(fmpz(number).str())


def whole(value: Fraction | int) -> str:
    """Return "n/d" in lowest terms, "n" where d is 1.

    >>> whole(Fraction(6, 4)), whole(Fraction(6, 2))
    ('3/2', '3')
    """
    value = Fraction(value)
    top = digits(value.numerator)
    return top if value.denominator == 1 else f"{top}/{digits(value.denominator)}"


def number(text: str) -> Fraction:
    """Return the number that is written as `whole` writes it, or as Fraction reads it.

    ValueError if it is none, ZeroDivisionError if it is divided by 0.

    >>> number("-3/6"), number("0.5"), number("1" + 5000 * "0" + "/" + "2" + 5000 * "0")
    (Fraction(-1, 2), Fraction(1, 2), Fraction(1, 2))
    """
    found = _FRACTION.fullmatch(text)
    if found is None or len(text) < 4000:
        return Fraction(text)
    from flint import fmpz

    return Fraction(*(int(fmpz(part)) for part in found.groups(default="1")))


def short(value: Fraction | int) -> str:
    """Return the fraction with long numbers shortened to first and last digits.

    >>> short(Fraction(1, 3)), short(Fraction(10**60 + 1, 7))
    ('1/3', '100000…0001/7 (61/1 digits)')
    """
    value = Fraction(value)
    parts = whole(value).split("/")
    if max(map(len, parts)) <= LONGEST:
        return whole(value)
    shown = (part if len(part) <= 12 else f"{part[:6]}…{part[-4:]}" for part in parts)
    return f"{'/'.join(shown)} ({'/'.join(str(len(part)) for part in parts)} digits)"


def literal(value: object) -> str:
    """Return the repr of a value, an integer too long for Python's decimals as a hexadecimal one.

    >>> literal(12), literal("ace"), literal(2**16000)[:8], eval(literal(10**5000)) == 10**5000
    ('12', "'ace'", '0x100000', True)
    """
    if isinstance(value, Fraction):
        return f"Fraction({literal(value.numerator)}, {literal(value.denominator)})"
    return hex(value) if isinstance(value, int) and abs(value) >= 10**4000 else repr(value)
