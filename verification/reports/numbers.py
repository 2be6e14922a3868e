"""Exact numbers in running text: with provenance, as decimals, as words."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from montmort.exact.formatting import LONGEST, digits, short, whole

_TIMES = "\N{NO-BREAK SPACE}×\N{NO-BREAK SPACE}"
_RAISED = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
PLACES = 10  # decimals in running text


@dataclass(frozen=True)
class Number:
    """An exact value with its provenance: what it is, and the command that shows it.

    >>> print(Number("chance of six", Fraction(1, 6), "montmort exact dice"))
    1/6 = 0.1666666666…
    """

    name: str
    value: Fraction | int
    how: str

    def __str__(self) -> str:
        shown = short(self.value)
        if Fraction(self.value).denominator == 1:
            return shown
        return f"{shown} = {decimals(self.value)}"

    @property
    def in_full(self) -> str:
        """The whole of it, a fraction in lowest terms."""
        return whole(self.value)

    @property
    def is_long(self) -> bool:
        """Whether the running text does not hold the whole of it."""
        return "…" in short(self.value)


def decimals(value: Fraction | int, places: int = PLACES) -> str:
    r"""Return a number cut off after so many decimals, with a mark where it goes on.

    A small one, and one of more than 20 digits, is told by a power of ten.

    >>> decimals(Fraction(2, 3), 4), decimals(Fraction(-5, 4)), decimals(Fraction(1, 3 * 10**9), 4)
    ('0.6666…', '-1.25', '3.3333…\xa0×\xa010⁻¹⁰')
    >>> decimals(Fraction(10**40, 3), 2)
    '3.33…\xa0×\xa010³⁹'
    """
    sign, value = "-" if value < 0 else "", abs(Fraction(value))
    power = _power_of_ten(value)
    if not -3 <= power < LONGEST:
        return f"{sign}{_cut_off(value / Fraction(10) ** power, places)}{_TIMES}10{_raised(power)}"
    return sign + _cut_off(value, places)


def _power_of_ten(value: Fraction) -> int:
    """Return k such that 10^k <= value < 10^(k+1); 0 for 0.

    >>> _power_of_ten(Fraction(1, 1000)), _power_of_ten(Fraction(99)), _power_of_ten(Fraction(1, 3))
    (-3, 1, -1)
    """
    if not value:
        return 0
    power = len(digits(value.numerator)) - len(digits(value.denominator))
    return power if value >= Fraction(10) ** power else power - 1


def _cut_off(value: Fraction, places: int) -> str:
    units, rest = divmod(value.numerator * 10**places, value.denominator)
    before, after = divmod(units, 10**places)
    told = f"{digits(before)}.{after:0{places}d}"
    return f"{told}…" if rest else told.rstrip("0").rstrip(".")


def _raised(number: int) -> str:
    return str(number).translate(_RAISED)


def fixed(value: Fraction | int, places: int) -> str:
    """Return a number cut off after so many decimals, without a mark: for tables that say so.

    >>> fixed(Fraction(2, 3), 4), fixed(Fraction(-1, 3000), 4), fixed(2, 1)
    ('0.6666', '-0.0003', '2.0')
    """
    units = abs(Fraction(value)) * 10**places
    before, after = divmod(units.numerator // units.denominator, 10**places)
    return f"{'-' if value < 0 else ''}{digits(before)}.{after:0{places}d}"


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


def listed(words: Sequence[str], most: int = 6) -> str:
    """Return words with commas and an "and"; of too many the first ones.

    >>> listed(["one"]), listed(["one", "two", "three"]), listed(["one", "two", "three"], most=2)
    ('one', 'one, two and three', 'one, two, …')
    """
    if len(words) > most:
        return ", ".join((*words[:most], "…"))
    return " and ".join(filter(None, (", ".join(words[:-1]), *words[-1:])))


def yes(holds: bool) -> str:
    """Return the word of a check; one that fails is seen from afar.

    >>> yes(1 + 1 == 2), yes(1 + 1 == 3)
    ('yes', 'NO')
    """
    return "yes" if holds else "NO"
