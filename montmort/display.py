"""Results as a line of Python and as tables of HTML and LaTeX, for consoles and notebooks.

A record with long fractions or thousands of entries has a `repr` of one line: what fits is the
usual `repr`; of the rest the first entries are shown and how many more there are.  All values
are still in the fields.  Nothing here rounds a number that is computed with.
"""

import dataclasses
import html
import math
from collections.abc import Iterable, Mapping, Sequence, Set
from enum import Enum
from fractions import Fraction
from itertools import islice
from typing import NamedTuple

LONGEST = 200  # characters of a repr
ROOM = 28  # characters of a field, where the record is too long
LONG_NUMBER = 160  # bits of an integer that is written with all digits: 48 digits
MOST_ENTRIES = 100  # of a container that are looked at


def short_repr(record: object, **shown: object) -> str:
    """Return the repr of a dataclass or NamedTuple in a line of about 200 characters.

    To be used as `__repr__ = short_repr` in the class.  `shown` are values in place of a field's.

    >>> from typing import NamedTuple
    >>> class Found(NamedTuple):
    ...     value: Fraction
    ...     visits: dict[int, int]
    ...     __repr__ = short_repr
    >>> Found(Fraction(1, 3), {0: 1})
    Found(value=Fraction(1, 3), visits={0: 1})
    >>> Found(Fraction(1, 3**500), dict.fromkeys(range(10**6), 1))
    Found(value=Fraction(2.75025e-239...), visits={0: 1, 1: 1, 2: 1, 3: 1, 4: 1, … 999,995 more})
    """
    whole = _fields_text(record, LONGEST, shown)
    return whole if len(whole) <= LONGEST else _fields_text(record, ROOM, shown)


def short_text(value: object, room: int = LONGEST) -> str:
    """Return the repr of a value, cut to about so many characters.

    >>> short_text(list(range(10**6)), 20)
    '[0, 1, 2, 3, 4, 5, 6, … 999,993 more]'
    >>> short_text({"a": (1,)}), short_text(10**5000), short_text("a" * 100, 9)
    ("{'a': (1,)}", '<integer of 5,001 digits>', "'aaaaaaaa…")
    >>> short_text(frozenset({1})), short_text(frozenset()), short_text(set())
    ('frozenset({1})', 'frozenset()', 'set()')
    """
    if isinstance(value, int | Fraction) and type(value).__repr__ in _PLAIN:
        return _number_text(value)
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        return short_line(_fields_text(value, room), room)
    if isinstance(value, Mapping):
        return _entries(("{", "}"), ((value[key], key) for key in value), len(value), room)
    if type(value) in _BRACKETS and value:
        assert isinstance(value, Sequence | Set)
        return _entries(_BRACKETS[type(value)], ((entry,) for entry in value), len(value), room)
    parameters = getattr(value, "__dataclass_params__", None)
    if parameters is not None and parameters.repr and not isinstance(value, type):
        return short_line(_fields_text(value, room), room)
    if isinstance(value, float) and room < LONGEST:
        return f"{value:.6g}"
    text = " ".join(repr(value).split())
    if isinstance(value, Enum) and len(text) > room:
        text = f"{type(value).__name__}.{value.name}"
    return short_line(text, room)


_PLAIN = (int.__repr__, Fraction.__repr__)
_AS_THEY_ARE: Mapping[str, object] = {}
_BRACKETS: Mapping[type, tuple[str, str]] = {
    tuple: ("(", ")"),
    list: ("[", "]"),
    set: ("{", "}"),
    frozenset: ("frozenset({", "})"),
}


def _number_text(number: int | Fraction) -> str:
    if isinstance(number, int):
        if number.bit_length() <= LONG_NUMBER:
            return repr(number)
        return f"<integer of {_digits(number):,} digits>"
    if max(number.numerator.bit_length(), number.denominator.bit_length()) <= LONG_NUMBER:
        return repr(number)
    try:
        return f"Fraction({float(number):.6g}...)"
    except OverflowError:
        return f"<fraction of {_digits(number.numerator):,} digits>"


def _digits(number: int) -> int:
    """Return the number of decimal digits of an integer that is not 0.

    >>> _digits(10**5000), _digits(1 - 10**5000)
    (5001, 5000)
    """
    size = abs(number)
    power = max(0, int((size.bit_length() - 1) * math.log10(2)) - 1)
    while 10**power <= size:
        power += 1
    return power


def _entries(
    brackets: tuple[str, str], entries: Iterable[tuple[object, ...]], size: int, room: int
) -> str:
    """Return as many entries as there is room for, `(value,)` or `(value, key)`."""
    opening, closing = brackets
    parts: list[str] = []
    for value, *keys in islice(entries, MOST_ENTRIES):
        part = "".join(f"{short_text(key, room)}: " for key in keys) + short_text(value, room)
        if parts and sum(map(len, parts)) + 2 * len(parts) + len(part) > room:
            break
        parts.append(part)
    if len(parts) < size:
        parts.append(f"… {size - len(parts):,} more")
    elif opening == "(" and size == 1:
        closing = ",)"
    return f"{opening}{', '.join(parts)}{closing}"


def _fields_text(record: object, room: int, shown: Mapping[str, object] = _AS_THEY_ARE) -> str:
    """Return `Name(field=value, …)`, every value cut to the room, fields until LONGEST is full."""
    if dataclasses.is_dataclass(record):
        names = [field.name for field in dataclasses.fields(record) if field.repr]
    else:
        names = list(getattr(record, "_fields", ()))
    text = f"{type(record).__qualname__.rpartition('.')[2]}("
    for number, name in enumerate(names):
        value = shown.get(name, getattr(record, name))
        part = f"{', ' if number else ''}{name}={short_text(value, room)}"
        if len(text) + len(part) > LONGEST and number:
            return f"{text}, …)" if room < LONGEST else f"{text}{part}, …)"
        text += part
    return f"{text})"


def short_line(text: str, room: int = LONGEST) -> str:
    """Return a text of one line, cut after so many characters.

    >>> short_line("a long line", 6)
    'a long…'
    """
    return text if len(text) <= room else f"{text[:room]}…"


def html_table(
    rows: Iterable[Sequence[object]], header: Sequence[str] = (), *, named: bool = False
) -> str:
    """Return an HTML table of texts; the first cell of every row is a heading where `named`.

    >>> html_table([("<b>", 1)], ["outcome", "chance"])
    '<table><tr><th>outcome</th><th>chance</th></tr><tr><td>&lt;b&gt;</td><td>1</td></tr></table>'
    """
    lines = [_html_row(header, ["th"] * len(header))] if header else []
    lines += [_html_row(row, ["th" if named else "td", *["td"] * (len(row) - 1)]) for row in rows]
    return f"<table>{''.join(lines)}</table>"


def _html_row(cells: Sequence[object], tags: Sequence[str]) -> str:
    parts = (
        f"<{tag}>{html.escape(str(cell))}</{tag}>" for tag, cell in zip(tags, cells, strict=True)
    )
    return f"<tr>{''.join(parts)}</tr>"


def latex_array(rows: Sequence[Sequence[str]], header: Sequence[str] = ()) -> str:
    r"""Return a table as part of a formula; cells are formulas, headings are words.

    >>> print(latex_array([("1", r"\frac{1}{2}")], ["x", "chance"]))
    \begin{array}{ll}\text{x} & \text{chance}\\\hline 1 & \frac{1}{2}\end{array}
    """
    heading = rf"{' & '.join(map(latex_text, header))}\\\hline " if header else ""
    lines = r"\\".join(" & ".join(row) for row in rows)
    return rf"\begin{{array}}{{{'l' * len(rows[0])}}}{heading}{lines}\end{{array}}"


def latex_text(words: str) -> str:
    r"""Return words for a formula.

    >>> latex_text("50 % of a_b")
    '\\text{50 \\% of a\\_b}'
    """
    return rf"\text{{{''.join(_LATEX.get(sign, sign) for sign in words)}}}"


class Cell(NamedTuple):
    """An entry of a table, as text and as a formula of LaTeX."""

    text: str
    formula: str

    def __str__(self) -> str:
        return self.text


class Summary(NamedTuple):
    """What a notebook shows of a result: a sentence, and a table whose first column has names."""

    title: str
    rows: Sequence[Sequence[str | Cell]]
    header: Sequence[str] = ()


class InNotebooks:
    r"""A result that a notebook shows by its `_summary`, as HTML or as LaTeX.

    >>> class Found(InNotebooks):
    ...     def _summary(self):
    ...         return Summary("A die", [("mean", Cell("7/2 = 3.5", r"\frac{7}{2}"))])
    >>> Found()._repr_html_()
    '<p>A die</p><table><tr><th>mean</th><td>7/2 = 3.5</td></tr></table>'
    >>> print(Found()._repr_latex_())
    $\text{A die}\quad\begin{array}{ll}\text{mean} & \frac{7}{2}\end{array}$
    """

    def _summary(self) -> Summary:
        raise NotImplementedError

    def _repr_html_(self) -> str:
        """Return the sentence and the table for a notebook."""
        title, rows, header = self._summary()
        table = html_table(rows, header, named=True) if rows else ""
        return f"<p>{html.escape(title)}</p>{table}"

    def _repr_latex_(self) -> str:
        """Return the sentence and the table as a formula."""
        title, rows, header = self._summary()
        formulas = [
            [cell.formula if isinstance(cell, Cell) else latex_text(cell) for cell in row]
            for row in rows
        ]
        table = rf"\quad{latex_array(formulas, header)}" if rows else ""
        return f"${latex_text(title)}{table}$"


_LATEX = {sign: f"\\{sign}" for sign in "%_&#${}"} | {
    "\\": r"\textbackslash ",
    "^": r"\^{}",
    "~": r"\~{}",
}
