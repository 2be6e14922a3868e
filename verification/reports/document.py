"""The document tree of a report, independent of the output format.

Running text is written with $formula$, `code`, **strong** and @label, which is replaced
by the number of the equation, table, figure or statement with that label:

    text("By @balance the value is ", value, ", see `montmort exact treize`.")

The writers print this tree as it is; they compute nothing.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import date
from functools import cached_property

from montmort.games.errors import BadInput, UnknownName
from montmort.verification.reports import formula
from montmort.verification.reports.numbers import Number

EVIDENCE = {
    "given": "a rule, or a definition",
    "proved": "it follows from a theorem of this report, and was computed in exact arithmetic",
    "recomputed": "found a second time in a way that does not rely on the first one",
    "simulated": "an estimate from random plays",
    "approximated": "by a limit law, without a bound of the error",
    "quoted": "taken from a source",
}  # the words that say on what a table rests
LONGEST_IN_FULL = 20_000  # characters of a number in the appendix; the certificate has all


MONTHS = "January February March April May June July August September October November December"


# Within a line


@dataclass(frozen=True)
class Math:
    """A formula in the part of LaTeX that `montmort.verification.reports.formula` reads."""

    source: str

    def __post_init__(self) -> None:
        object.__setattr__(self, "source", formula.in_groups(self.source))
        formula.read(self.source)

    @property
    def tree(self) -> formula.Node:
        """The formula as a tree."""
        return formula.read(self.source)


@dataclass(frozen=True)
class Code:
    """A command or a name in the code."""

    text: str


@dataclass(frozen=True)
class Strong:
    """Words in bold."""

    text: str


@dataclass(frozen=True)
class Ref:
    """The number of the equation, table, figure or statement with this label."""

    label: str


@dataclass(frozen=True)
class Link:
    """A link to a file in the same folder."""

    words: str
    file: str


Inline = str | Math | Code | Strong | Ref | Number | Link
Text = tuple[Inline, ...]

_MARKS = re.compile(r"\$([^$]+)\$|`([^`]+)`|\*\*([^*]+)\*\*|@([a-z][a-z0-9-]*)")
_KINDS: tuple[Callable[[str], Inline], ...] = (Math, Code, Strong, Ref)


def text(*parts: str | Inline) -> Text:
    """Return running text; the marks in its strings become formulas, code, bold and references.

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


# Blocks


@dataclass(frozen=True)
class Paragraph:
    """Running text."""

    parts: Text


@dataclass(frozen=True)
class Items:
    """A list, numbered if its order matters."""

    items: tuple[Text, ...]
    ordered: bool = False


@dataclass(frozen=True)
class Equation:
    """A displayed formula; with a label it is numbered."""

    math: Math
    label: str = ""


@dataclass(frozen=True)
class Statement:
    """A definition, a theorem, a remark ..., under a numbered heading."""

    kind: str
    title: str
    blocks: "tuple[Block, ...]"
    label: str = ""


@dataclass(frozen=True)
class Proof:
    """The steps of a proof; its end is marked."""

    steps: "tuple[Step, ...]"


@dataclass(frozen=True)
class Step:
    """One step of a proof."""

    title: str
    blocks: "tuple[Block, ...]"


@dataclass(frozen=True)
class Table:
    """Rows of cells under a header; the columns in `right` are aligned to the right.

    `evidence` are words of EVIDENCE, which the caption shows.
    """

    caption: Text
    header: tuple[Text, ...]
    rows: tuple[tuple[Text, ...], ...]
    right: frozenset[int] = frozenset()
    label: str = ""
    small: bool = False
    evidence: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if unknown := {*self.evidence} - EVIDENCE.keys():
            raise BadInput(f"{unknown.pop()!r} is no evidence; there are {', '.join(EVIDENCE)}")
        if any(len(row) != len(self.header) for row in self.rows):
            raise BadInput(
                f"a row of the table {self.caption} does not have {len(self.header)} cells"
            )


@dataclass(frozen=True)
class Figure:
    """A picture as SVG, with its caption and the text for screen readers.

    `more` are further panels, set beside the first one where there is room.
    """

    caption: Text
    alternative: str
    svg: bytes
    label: str = ""
    more: tuple[bytes, ...] = ()

    @property
    def panels(self) -> tuple[bytes, ...]:
        """All pictures."""
        return (self.svg, *self.more)


@dataclass(frozen=True)
class Commands:
    """Commands to type, or other lines of code."""

    lines: tuple[str, ...]


@dataclass(frozen=True)
class InFull:
    """A number with all its digits, in lines that break anywhere."""

    name: str
    how: str
    digits: str


@dataclass(frozen=True)
class Section:
    """A heading and the blocks under it."""

    title: str
    blocks: "tuple[Block, ...]"


Block = (
    Paragraph | Items | Equation | Statement | Proof | Table | Figure | Commands | InFull | Section
)


@dataclass(frozen=True)
class Report:
    """A report: title, subtitle, facts about it by name, sections.

    The report of a game of one's own has no `author`; `abstract` says in a few sentences what is
    found.
    """

    title: str
    subtitle: str
    facts: tuple[tuple[str, Text], ...]
    sections: tuple[Section, ...]
    author: str = ""
    dated: date | None = None
    abstract: Text = ()

    @property
    def byline(self) -> str:
        """Author and date.

        >>> Report("Title", "", (), (), "The montmort developers", date(2026, 1, 31)).byline
        'The montmort developers, 31 January 2026'
        """
        if self.dated is None:
            return self.author
        month = MONTHS.split()[self.dated.month - 1]
        day = f"{self.dated.day} {month} {self.dated.year}"
        return ", ".join(filter(None, (self.author, day)))

    @cached_property
    def section_numbers(self) -> dict[int, str]:
        """Return "2", "2.1" and so on by the identity (`id`) of the section."""
        return dict(_numbered(self.sections))

    @cached_property
    def numbers(self) -> dict[int, str]:
        """Return "Theorem 1", "Table 2", "(3)" and so on by the identity (`id`) of the block."""
        numbers: dict[int, str] = {}
        counts: dict[str, int] = {}
        for block in blocks_of(self.sections):
            kind = _numbered_as(block)
            if kind is not None:
                counts[kind] = counts.get(kind, 0) + 1
                form = "({})" if kind == "Equation" else f"{kind} {{}}"
                numbers[id(block)] = form.format(counts[kind])
        return numbers

    @cached_property
    def labels(self) -> dict[str, str]:
        """Return the numbers of the labelled blocks; BadInput for a label given twice."""
        labels: dict[str, str] = {}
        for block in blocks_of(self.sections):
            label = label_of(block)
            if label in labels:
                raise BadInput(f"two parts of {self.title} have the label {label!r}; change one")
            if label:
                labels[label] = self.numbers[id(block)]
        return labels

    def number_at(self, ref: Ref) -> str:
        """Return the number to print for a reference."""
        if ref.label not in self.labels:
            labels = ", ".join(self.labels) or "none"
            raise UnknownName(
                f"no part of {self.title} has the label {ref.label!r}; there are {labels}"
            )
        return self.labels[ref.label]


def _numbered(blocks: "tuple[Block, ...]", above: str = "") -> Iterator[tuple[int, str]]:
    sections = (block for block in blocks if isinstance(block, Section))
    for count, section in enumerate(sections, 1):
        yield id(section), f"{above}{count}"
        yield from _numbered(section.blocks, f"{above}{count}.")


def _numbered_as(block: "Block | Step") -> str | None:
    if isinstance(block, Equation):
        return "Equation" if block.label else None
    if isinstance(block, Statement):
        return block.kind
    return type(block).__name__ if isinstance(block, Table | Figure) else None


def label_of(block: "Block | Step") -> str:
    """Return the label of a block, empty if it has none."""
    if isinstance(block, Equation | Statement | Table | Figure):
        return block.label
    return ""


def blocks_of(blocks: "tuple[Block, ...]") -> "Iterator[Block | Step]":
    """Yield all blocks in their order, each before the blocks inside it."""
    for block in blocks:
        yield block
        if isinstance(block, Proof):
            for step in block.steps:
                yield step
                yield from blocks_of(step.blocks)
        elif isinstance(block, Statement | Section):
            yield from blocks_of(block.blocks)


def caption_of(block: Table | Figure) -> Text:
    """Return the caption, with the words of evidence of a table."""
    if isinstance(block, Figure) or not block.evidence:
        return block.caption
    words = " and ".join(block.evidence)
    return (*block.caption, f" ({words})")


def lines_of(block: "Block | Step") -> Iterator[Text]:
    """Yield the running texts of a block, without those of the blocks in it."""
    if isinstance(block, Paragraph):
        yield block.parts
    elif isinstance(block, Items):
        yield from block.items
    elif isinstance(block, Table):
        yield caption_of(block)
        yield from (cell for row in (block.header, *block.rows) for cell in row)
    elif isinstance(block, Figure):
        yield block.caption


def with_appendix(report: Report) -> Report:
    """Return the report with an appendix of the numbers that its running text shortens.

    BadInput if two numbers have the same name.
    """
    long = _long_numbers(report)
    if not long:
        return report
    intro = text(
        "The numbers that were shortened above, with all their digits and the command that prints "
        "them; `montmort exact` prints whole fractions under `--json`."
    )
    blocks = (Paragraph(intro), *map(_in_full, long.values()))
    appendix = Section("The numbers in full", blocks)
    return replace(report, sections=(*report.sections, appendix))


def _long_numbers(report: Report) -> dict[str, Number]:
    by_name: dict[str, Number] = {}
    inside = (line for block in blocks_of(report.sections) for line in lines_of(block))
    lines = (report.abstract, *inside)
    for part in (part for line in lines for part in line):
        if not isinstance(part, Number) or not part.is_long:
            continue
        if by_name.setdefault(part.name, part).value != part.value:
            raise BadInput(
                f"two numbers of {report.title} are called {part.name!r}; give each its own name"
            )
    return by_name


def _in_full(number: Number) -> Block:
    digits = number.in_full
    if len(digits) <= LONGEST_IN_FULL:
        return InFull(number.name, number.how, digits)
    command = Code(f"{number.how} --json")
    words = f" has {len(digits):,} characters; "
    return Paragraph((Strong(number.name), words, command, " prints them."))
