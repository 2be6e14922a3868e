"""Exact numbers in running text: with provenance, as decimals, as words."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeVar

from montmort.exact import formatting
from montmort.exact.formatting import short, whole

T = TypeVar("T")
_TIMES = "\N{NO-BREAK SPACE}×\N{NO-BREAK SPACE}"
_RAISED = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
_LOWERED = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")
PLACES = 10  # decimals in running text
LONGEST = 44  # signs of a number that is printed whole there

# In words: 1e-06 or 10^-20, a product 3 x 4, differences x - 1 and n-1, a negative number, the
# three dots of a number cut off, and the index of v_0.
_FLOAT = re.compile(r"(?<![\w.])(\d+(?:\.\d+)?…?)e([+-]?\d+)(?!\w)")
_POWER = re.compile(r"(?<=[\w)])\^([+-]?\d+)(?!\w)")
_PRODUCT = re.compile(r"(?<=\d) x (?=\d)")
_DIFFERENCE = re.compile(
    r"(?<=[\w)\]]) - (?=[\d(]|[b-zB-Z](?![A-Za-z]))|(?<=\b[a-z])-(?=\d)|(?<=\(\d)-(?=[a-z]\b)"
)
_DOTS = re.compile(r"(?<=\d)\.\.\.(?!\.)")
_INDEX = re.compile(r"(?<![\w`])([a-zA-Z])_(\d+)(?![\w])")
_OPENS = re.compile(r"""(?<![\w.,;:!?)\]’”])["'](?=[\w“‘"'])""")
_GROUPS = re.compile(r"(?<=\d)(?=(?:\d{3})+$)")  # the places of the commas in 1,234,567
_NEGATIVE = re.compile(r"(?<![\w.,)\]}-])-(?=\d|∞)")


def typeset(words: str) -> str:
    r"""Return words with numbers as in print: a minus sign, raised exponents and low indices.

    The writers do so with all running text; code, commands and digits in full stay as they are.

    >>> typeset("-37, 4.2e-05 and 10^-20 of 3 x 4; v - 1"), typeset("pre-1713, 2026-01-31")
    ('−37, 4.2\xa0×\xa010⁻⁵ and 10⁻²⁰ of 3\xa0×\xa04; v − 1', 'pre-1713, 2026-01-31')
    >>> typeset("(I - Q)^-1 of n-2"), typeset("K-J-9 and 2-3")
    ('(I − Q)⁻¹ of n−2', 'K-J-9 and 2-3')
    >>> typeset("v_0 is 1.802..., not 1, 2, ...")
    'v₀ is 1.802…, not 1, 2, ...'
    """
    words = _INDEX.sub(lambda match: f"{match[1]}{match[2].translate(_LOWERED)}", words)
    words = _DOTS.sub("…", words)
    words = _FLOAT.sub(lambda match: f"{match[1]}{_TIMES}10{_raised(match[2])}", words)
    words = _POWER.sub(lambda match: _raised(match[1]), words)
    words = _DIFFERENCE.sub(lambda match: match[0].replace("-", "−"), _PRODUCT.sub(_TIMES, words))
    return _NEGATIVE.sub("−", words)


def in_print(words: str) -> str:
    r"""Return words as `typeset` does, with the quotation marks and apostrophes of print.

    >>> in_print("the dealer's \"come-out\", section 'What was claimed'")
    'the dealer’s “come-out”, section ‘What was claimed’'
    """
    words = _OPENS.sub(lambda match: "“" if match[0] == '"' else "‘", typeset(words))
    return words.replace('"', "”").replace("'", "’")


def _raised(power: str) -> str:
    return str(int(power)).translate(_RAISED)


@dataclass(frozen=True)
class Number:
    """An exact value with its provenance: what it is, and the command that shows it.

    >>> print(Number("chance of six", Fraction(1, 6), "montmort exact dice"))
    1/6 = 0.1666666666…
    """

    name: str
    value: Fraction | int
    how: str
    places: int = PLACES  # decimals beside a fraction

    def __str__(self) -> str:
        words = short(self.value) if self.is_long else self.in_full
        if Fraction(self.value).denominator == 1:
            return words
        return f"{words} = {decimals(self.value, self.places)}"

    @property
    def in_full(self) -> str:
        """The whole of it, a fraction in lowest terms."""
        return whole(self.value)

    @property
    def is_long(self) -> bool:
        """Whether a line of the running text does not hold the whole of it.

        >>> Number("21 digits each", Fraction(10**20 + 1, 2 * 10**20), "").is_long
        False
        """
        return len(self.in_full) > LONGEST


def decimals(value: Fraction | int, places: int = PLACES) -> str:
    r"""Return a number cut off after so many decimals; "…" shows that it goes on.

    The digits are those of `montmort.exact.formatting.decimals`, the powers of ten as in print.

    >>> decimals(Fraction(2, 3), 4), decimals(Fraction(-5, 4)), decimals(Fraction(1, 3 * 10**9), 4)
    ('0.6666…', '-1.25', '3.3333…\xa0×\xa010⁻¹⁰')
    >>> decimals(Fraction(10**40, 3), 2)
    '3.33…\xa0×\xa010³⁹'
    """
    digits, _, power = formatting.decimals(value, places, separator="").partition("e")
    raised = f"{_TIMES}10{power.translate(_RAISED)}" if power else ""
    return digits.replace("...", "…") + raised


def fixed(value: Fraction | int, places: int) -> str:
    """Return a number cut off after so many decimals, without a mark: for tables that say so.

    >>> fixed(Fraction(2, 3), 4), fixed(Fraction(-1, 3000), 4), fixed(12345, 1)
    ('0.6666', '-0.0003', '12,345.0')
    """
    units, dot, rest = formatting.fixed_point(value, places, truncated=True).partition(".")
    return _GROUPS.sub(",", units) + dot + rest


def rounded(value: Fraction | int, places: int) -> str:
    """Return a number rounded to so many decimals; an integer without any: for tables that say so.

    >>> rounded(Fraction(2, 3), 4), rounded(Fraction(1, 10**9), 4), rounded(Fraction(1), 4)
    ('0.6667', '0.0000', '1')
    """
    return whole(value) if value.denominator == 1 else formatting.fixed_point(value, places)


def grouped(number: Fraction | int) -> str:
    """Return a whole number with its digits in groups of three, a long one shortened.

    >>> grouped(Fraction(15820024220)), grouped(10**40)
    ('15,820,024,220', '100000…0000 (41 digits)')
    """
    words = short(number)
    return words if "…" in words else f"{int(number):,}"


def listed(words: Sequence[str], most: int = 6) -> str:
    """Return words with commas and an "and"; of too many the first ones.

    >>> listed(["one"]), listed(["one", "two", "three"]), listed(["one", "two", "three"], most=2)
    ('one', 'one, two and three', 'one, two, …')
    """
    if len(words) > most:
        return ", ".join((*words[:most], "…"))
    return " and ".join(filter(None, (", ".join(words[:-1]), *words[-1:])))


def beside(items: Sequence[T], most: int = 8, columns: int = 3) -> list[list[T | None]]:
    """Return items in rows of up to so many columns, down the columns, for a table less high.

    >>> beside("abcde", most=2), beside("abc")
    ([['a', 'c', 'e'], ['b', 'd', None]], [['a'], ['b'], ['c']])
    """
    used = min(columns, -(-len(items) // most)) or 1
    rows = -(-len(items) // used)
    return [
        [items[row + rows * k] if row + rows * k < len(items) else None for k in range(used)]
        for row in range(rows)
    ]


def yes(holds: bool) -> str:
    """Return the word of a check; one that fails stands out.

    >>> yes(1 + 1 == 2), yes(1 + 1 == 3)
    ('yes', 'NO')
    """
    return "yes" if holds else "NO"
