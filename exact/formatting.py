"""Exact numbers as text: the one place where they are rounded, cut off or shortened.

| function | for | rule |
|---|---|---|
| `whole` | JSON, certificates | all digits, a fraction in lowest terms |
| `short` | people | long numerators and denominators show their first and last digits |
| `decimals` | sentences | cut off toward zero; "..." marks an expansion that continues |
| `fixed_point` | columns, CSV | so many decimals, rounded half away from zero |

All four are computed in integers, never in floats.  A column of `fixed_point` may be cut off
toward zero instead (`truncated=True`) where its caption says so.

Python refuses to write or read integers of more than 4300 decimal digits; flint has no limit.
"""

import re
from fractions import Fraction

from montmort.display import Cell

LONGEST = 20  # digits that are shown in full
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
    """Return the number of a text written by `whole`, or of any text that `Fraction` reads.

    ValueError if the text is not a number, ZeroDivisionError if its denominator is 0.

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


def with_decimals(value: Fraction | int) -> str:
    """Return a fraction, shortened where it is long, with its decimals beside it.

    >>> with_decimals(Fraction(2, 3)), with_decimals(Fraction(4, 2))
    ('2/3 = 0.666666...', '2')
    """
    return short(value) if value.denominator == 1 else f"{short(value)} = {decimals(value)}"


def latex(value: Fraction | int) -> str:
    r"""Return the number as a formula of LaTeX: a fraction with its decimals, a long one as these.

    >>> print(latex(Fraction(-2, 3)), latex(Fraction(1, 4)), latex(4), latex(Fraction(1, 3**50)))
    -\frac{2}{3} = -0.666666\ldots \frac{1}{4} = 0.25 4 1.392955\ldots \cdot 10^{-24}
    """
    sign, size = "-" if value < 0 else "", abs(Fraction(value))
    top, bottom = whole(size).partition("/")[::2]
    fits = max(len(top), len(bottom)) <= LONGEST
    if fits and not bottom:
        return f"{sign}{top}"
    plain, _, power = decimals(size).partition("e")
    shown = plain.replace("...", r"\ldots").replace(",", r"\,")
    expansion = f"{sign}{shown}" + (rf" \cdot 10^{{{power}}}" if power else "")
    return rf"{sign}\frac{{{top}}}{{{bottom}}} = {expansion}" if fits else expansion


def cell(value: Fraction | int) -> Cell:
    """Return the fraction as an entry of a table in a notebook."""
    return Cell(with_decimals(value), latex(value))


def decimals(value: Fraction | int, places: int = 6, *, separator: str = ",") -> str:
    """Return the decimal expansion, cut off after so many places; "..." shows that it continues.

    Scientific notation is used from 10^20 on, and below 1/1000 if there are more than
    four decimals.  The cut-off digits are never rounded up.

    >>> decimals(Fraction(2, 3)), decimals(Fraction(-5, 4)), decimals(Fraction(10**7, 3), 2)
    ('0.666666...', '-1.25', '3,333,333.33...')
    >>> decimals(Fraction(1, 2000)), decimals(Fraction(1, 3 * 10**9), 4), decimals(10**5000)
    ('0.0005', '3.3333...e-10', '1e5000')
    """
    top, bottom = abs(value.numerator), value.denominator
    power = _power_of_ten(top, bottom)
    is_plain = power < LONGEST and (power >= -3 or 10**4 % bottom == 0)
    shift = places if is_plain else places - power
    units, rest = divmod(top * 10 ** max(shift, 0), bottom * 10 ** max(-shift, 0))
    before, after = divmod(units, 10**places)
    text = f"{before:{separator}}.{after:0{places}d}"
    shown = f"{text}..." if rest else text.rstrip("0").rstrip(".")
    return f"{'-' if value < 0 else ''}{shown}{'' if is_plain else f'e{power}'}"


def places_apart(low: Fraction, high: Fraction, least: int = 6) -> int:
    """Return how many decimals two numbers need, `least` of them or more, to look different.

    >>> places_apart(Fraction(1, 3), Fraction(1, 3) + Fraction(1, 10**8))
    8
    >>> places_apart(Fraction(1, 3), Fraction(1, 3)), places_apart(Fraction(0), Fraction(1), 2)
    (6, 2)
    """
    places = least
    while low != high and decimals(low, places) == decimals(high, places):
        places += 1
    return places


def _power_of_ten(top: int, bottom: int) -> int:
    """Return k such that 10^k <= top/bottom < 10^(k+1); 0 for 0.

    >>> _power_of_ten(1, 1000), _power_of_ten(99, 1), _power_of_ten(1, 3)
    (-3, 1, -1)
    """
    power = len(digits(top)) - len(digits(bottom))
    is_smaller = top * 10 ** max(-power, 0) < bottom * 10 ** max(power, 0)
    return power - 1 if top and is_smaller else power


def fixed_point(value: Fraction | int, places: int, *, truncated: bool = False) -> str:
    """Return the value with so many decimals, rounded half away from zero or cut off.

    >>> fixed_point(Fraction(2, 3), 4), fixed_point(Fraction(-1, 2), 0), fixed_point(2, 1)
    ('0.6667', '-1', '2.0')
    >>> fixed_point(Fraction(2, 3), 4, truncated=True)
    '0.6666'
    """
    units, rest = divmod(abs(value.numerator) * 10**places, value.denominator)
    if not truncated and 2 * rest >= value.denominator:
        units += 1
    sign = "-" if value < 0 and units else ""
    text = digits(units).rjust(places + 1, "0")
    return sign + (f"{text[:-places]}.{text[-places:]}" if places else text)


def counted(number: int, thing: str, things: str = "") -> str:
    """Return how many things there are.

    >>> counted(1, "suit"), counted(52, "suit"), counted(2, "deck of cards", "decks of cards")
    ('1 suit', '52 suits', '2 decks of cards')
    """
    return f"{number:,} {plural(number, thing, things)}"


def plural(number: int, thing: str, things: str = "") -> str:
    """Return the word for one thing or for several.

    >>> plural(1, "suit"), plural(2, "suit"), plural(0, "deck of cards", "decks of cards")
    ('suit', 'suits', 'decks of cards')
    """
    return thing if number == 1 else things or f"{thing}s"
