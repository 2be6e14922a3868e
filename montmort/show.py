"""Numbers as people read them: long fractions shortened, whole ones for machines."""

import dataclasses
from fractions import Fraction
from typing import Any

LONGEST = 20  # digits above and below the line that are shown in full


def digits(number: int) -> str:
    """Return the decimal digits of an integer of any length.

    Python refuses to write more than 4300 digits; flint does not mind.

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


def decimal(value: Fraction | int, places: int = 20) -> str:
    """Return the value rounded half away from zero to so many decimals, exactly.

    >>> decimal(Fraction(2, 3), 5), decimal(Fraction(-1, 2), 0)
    ('0.66667', '-1')
    """
    value = Fraction(value)
    scaled = abs(value) * 10**places
    rounded = (2 * scaled.numerator + scaled.denominator) // (2 * scaled.denominator)
    sign = "-" if value < 0 and rounded else ""
    text = digits(rounded).rjust(places + 1, "0")
    return sign + (f"{text[:-places]}.{text[-places:]}" if places else text)


def fields_text(rules: Any) -> str:
    """Return a dataclass's fields as words.

    >>> from games.treize import Rules
    >>> fields_text(Rules())
    'ranks 13, suits 4'
    """
    fields = dataclasses.fields(rules)
    return ", ".join(f"{field.name} {getattr(rules, field.name)}" for field in fields)


def plain(value: Any) -> Any:
    """Return exact values in JSON's terms: fractions and integers as strings, floats as numbers.

    >>> plain({"value": Fraction(1, 3), "q": [(Fraction(2), 0.5)]})
    {'value': '1/3', 'q': [['2', 0.5]]}
    """
    if isinstance(value, dict):
        return {str(name): plain(part) for name, part in value.items()}
    if isinstance(value, list | tuple):
        return [plain(part) for part in value]
    if isinstance(value, Fraction | int) and not isinstance(value, bool):
        return whole(value)
    return value
