"""What a report is made of, before anybody asks on which paper it will stand.

Running text is written with $formula$, `code`, **strong** and @label, which stands
for the number of the equation, table, figure or statement of that label:

    text("By @balance the value is ", value, ", as `montmort exact treize` tells.")

The writers print this tree as it is; they compute nothing.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property

from montmort.exact.formatting import LONGEST, digits, short, whole
from montmort.games.errors import BadInput, UnknownName
from montmort.verification.reports import formula

_TIMES = "\N{NO-BREAK SPACE}×\N{NO-BREAK SPACE}"
_RAISED = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
PLACES = 10  # of decimals in running text
LONGEST_IN_FULL = 20_000  # characters of a number in the appendix; the certificate has all


# Within a line


@dataclass(frozen=True)
class Math:
    """A formula in LaTeX of the kind that `montmort.verification.reports.formula` reads."""

    source: str

    def __post_init__(self) -> None:
        formula.read(self.source)

    @property
    def tree(self) -> formula.Node:
        """The formula as it was read."""
        return formula.read(self.source)


@dataclass(frozen=True)
class Code:
    """What is typed, or a name in the code."""

    text: str


@dataclass(frozen=True)
class Strong:
    """Words with weight."""

    text: str


@dataclass(frozen=True)
class Ref:
    """The number of the equation, table, figure or statement with this label."""

    label: str


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


@dataclass(frozen=True)
class Link:
    """Words that lead to a file beside this one."""

    words: str
    file: str


Inline = str | Math | Code | Strong | Ref | Number | Link
Text = tuple[Inline, ...]

_MARKS = re.compile(r"\$([^$]+)\$|`([^`]+)`|\*\*([^*]+)\*\*|@([a-z][a-z0-9-]*)")
_KINDS: tuple[Callable[[str], Inline], ...] = (Math, Code, Strong, Ref)


def text(*parts: str | Inline) -> Text:
    """Return running text, with the marks in its strings read.

    >>> text("If $x$, see @main.")
    ('If ', Math(source='x'), ', see ', Ref(label='main'), '.')
    """
    return tuple(one for part in parts for one in _read(part))


def _read(part: Inline) -> Iterator[Inline]:
    if not isinstance(part, str):
        yield part
        return
    place = 0
    for mark in _MARKS.finditer(part):
        if mark.start() > place:
            yield part[place : mark.start()]
        yield next(kind(words) for kind, words in zip(_KINDS, mark.groups(), strict=True) if words)
        place = mark.end()
    if place < len(part):
        yield part[place:]


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
    return f"{number:,} {thing if number == 1 else things or f'{thing}s'}"


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


# Blocks


@dataclass(frozen=True)
class Paragraph:
    """Running text."""

    parts: Text


@dataclass(frozen=True)
class Items:
    """A list, with numbers if its order matters."""

    items: tuple[Text, ...]
    ordered: bool = False


@dataclass(frozen=True)
class Equation:
    """A formula on lines of its own; with a label it has a number."""

    math: Math
    label: str = ""


@dataclass(frozen=True)
class Statement:
    """A definition, a theorem, a remark: what is said, under a heading with a number."""

    kind: str
    title: str
    blocks: "tuple[Block, ...]"
    label: str = ""


@dataclass(frozen=True)
class Proof:
    """The steps of a proof, each with what it shows; the end is marked."""

    steps: "tuple[Step, ...]"


@dataclass(frozen=True)
class Step:
    """One step of a proof."""

    title: str
    blocks: "tuple[Block, ...]"


@dataclass(frozen=True)
class Table:
    """Rows of cells under a header; columns of numbers stand to the right."""

    caption: Text
    header: tuple[Text, ...]
    rows: tuple[tuple[Text, ...], ...]
    right: frozenset[int] = frozenset()
    label: str = ""
    small: bool = False

    def __post_init__(self) -> None:
        if any(len(row) != len(self.header) for row in self.rows):
            raise BadInput(f"a row of the table {self.caption} has not {len(self.header)} cells")


@dataclass(frozen=True)
class Figure:
    """A picture as SVG, what is under it, and what is read to those who do not see it."""

    caption: Text
    alternative: str
    svg: bytes
    label: str = ""


@dataclass(frozen=True)
class Commands:
    """Lines to be typed."""

    lines: tuple[str, ...]


@dataclass(frozen=True)
class InFull:
    """A number to its last digit, in lines that break anywhere."""

    name: str
    how: str
    digits: str


@dataclass(frozen=True)
class Section:
    """A heading with what stands under it."""

    title: str
    blocks: "tuple[Block, ...]"


Block = (
    Paragraph | Items | Equation | Statement | Proof | Table | Figure | Commands | InFull | Section
)


@dataclass(frozen=True)
class Report:
    """A whole report: a title, in a sentence what it is about, facts about it, its sections."""

    title: str
    subtitle: str
    facts: tuple[tuple[str, Text], ...]
    sections: tuple[Section, ...]

    @cached_property
    def numbers(self) -> dict[int, str]:
        """Return "Theorem 1", "Table 2", "(3)" … by the identity of the block that has it."""
        found: dict[int, str] = {}
        counts: dict[str, int] = {}
        for block in blocks_of(self.sections):
            kind = _numbered_as(block)
            if kind is not None:
                counts[kind] = counts.get(kind, 0) + 1
                form = "({})" if kind == "Equation" else f"{kind} {{}}"
                found[id(block)] = form.format(counts[kind])
        return found

    @cached_property
    def labels(self) -> dict[str, str]:
        """Return the numbers of what has a label; BadInput for a label given twice."""
        found: dict[str, str] = {}
        for block in blocks_of(self.sections):
            label = getattr(block, "label", "")
            if label in found:
                raise BadInput(f"two parts of {self.title} have the label {label!r}; change one")
            if label:
                found[label] = self.numbers[id(block)]
        return found

    def number_at(self, ref: Ref) -> str:
        """Return the number that a reference stands for."""
        if ref.label not in self.labels:
            raise UnknownName(f"no part of {self.title} has the label {ref.label!r}; there are "
                              f"{', '.join(self.labels) or 'none'}")  # fmt: skip
        return self.labels[ref.label]


def _numbered_as(block: "Block | Step") -> str | None:
    if isinstance(block, Equation):
        return "Equation" if block.label else None
    if isinstance(block, Statement):
        return block.kind
    return type(block).__name__ if isinstance(block, Table | Figure) else None


def blocks_of(blocks: "tuple[Block, ...]") -> "Iterator[Block | Step]":
    """Yield all blocks in their order, those within others after them."""
    for block in blocks:
        yield block
        yield from blocks_of(getattr(block, "steps", ()))
        yield from blocks_of(getattr(block, "blocks", ()))


def lines_of(block: "Block | Step") -> Iterator[Text]:
    """Yield the running texts of a block, without those of the blocks in it."""
    if isinstance(block, Paragraph):
        yield block.parts
    elif isinstance(block, Items):
        yield from block.items
    elif isinstance(block, Table):
        yield block.caption
        yield from (cell for row in (block.header, *block.rows) for cell in row)
    elif isinstance(block, Figure):
        yield block.caption


def with_appendix(report: Report) -> Report:
    """Return the report with the numbers in full that its running text shortens.

    BadInput where two numbers have one name.
    """
    long = _long_numbers(report)
    if not long:
        return report
    intro = text("What was shortened above stands here to its last digit, with the command that "
                 "shows it; `montmort exact` prints whole fractions under `--json`.")  # fmt: skip
    blocks = (Paragraph(intro), *map(_in_full, long.values()))
    appendix = Section("The numbers in full", blocks)
    return replace(report, sections=(*report.sections, appendix))


def _long_numbers(report: Report) -> dict[str, Number]:
    found: dict[str, Number] = {}
    lines = (line for block in blocks_of(report.sections) for line in lines_of(block))
    for part in (part for line in lines for part in line):
        if not isinstance(part, Number) or not part.is_long:
            continue
        if found.setdefault(part.name, part).value != part.value:
            raise BadInput(f"two numbers of {report.title} are called {part.name!r}; give each "
                           "its own name")  # fmt: skip
    return found


def _in_full(number: Number) -> Block:
    told = number.in_full
    if len(told) <= LONGEST_IN_FULL:
        return InFull(number.name, number.how, told)
    command = Code(f"{number.how} --json")
    return Paragraph((Strong(number.name), f" has {len(told):,} characters; ", command,
                      " prints them."))  # fmt: skip
