"""The PDF writer: Typst typesets the report with its own fonts, in the style of `paper.typ`.

All words are passed as Typst strings and all formulas by `typst_math`, so no text is read as
markup. The file is tagged for screen readers (PDF/UA-1), which makes a character that no font
has an error. The same report gives the same bytes.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from montmort.games.errors import BadInput
from montmort.verification.reports.document import (
    Block,
    Code,
    Commands,
    Equation,
    Figure,
    InFull,
    Inline,
    Items,
    Link,
    Math,
    Paragraph,
    Proof,
    Ref,
    Report,
    Section,
    Statement,
    Step,
    Strong,
    Table,
    Text,
    blocks_of,
)
from montmort.verification.reports.numbers import Number
from montmort.verification.reports.typst_math import string, typst_math

LOOK = "paper.typ"
_SLANTED = {"Theorem", "Lemma", "Proposition", "Corollary"}


def pdf(report: Report) -> bytes:
    """Return the report as PDF; BadInput if Typst is missing or reports an error."""
    try:
        import typst
    except ImportError as error:
        raise BadInput(
            f"PDF needs Typst, which cannot be loaded ({error}); install the "
            "package typst, or write .html or .md"
        ) from error
    try:
        return typst.compile(  # type: ignore[no-any-return, call-overload]
            typst_files(report), format="pdf", ignore_system_fonts=True, pdf_standards="ua-1"
        )  # it accepts a mapping, which its types omit
    except typst.TypstError as error:
        raise BadInput(
            f"Typst cannot typeset {report.title!r}: {error.message}; write .html or .md instead"
        ) from error


def typst_files(report: Report) -> dict[str, bytes]:
    """Return the source files for Typst by name, the main file first."""
    writer = _Writer(report)
    look = Path(__file__).with_name(LOOK).read_bytes()
    return {"main.typ": writer.text().encode(), LOOK: look} | writer.pictures


class _Writer:
    def __init__(self, report: Report) -> None:
        self.report = report
        self.pictures: dict[str, bytes] = {}
        self.shown = {
            block.name for block in blocks_of(report.sections) if isinstance(block, InFull)
        }

    def text(self) -> str:
        report = self.report
        facts = _array(f"({string(name)}, {self.line(words)})" for name, words in report.facts)
        head = f"title: {string(report.title)}, subtitle: {string(report.subtitle)}, facts: {facts}"
        body = self.blocks(report.sections, depth=1)
        return f'#import "{LOOK}": *\n#show: paper.with({head})\n#{body}\n'

    def blocks(self, blocks: Sequence[Block], depth: int) -> str:
        written = (code for block in blocks for code in self.block(block, depth))
        return "{\n" + "\nparbreak()\n".join(written) + "\n}"

    def block(self, block: Block, depth: int) -> Iterator[str]:
        match block:
            case Paragraph(parts):
                yield self.line(parts)
            case Items(items, ordered):
                entries = ", ".join(map(self.line, items))
                yield f"{'enum' if ordered else 'list'}({entries})"
            case Equation(math):
                number = f", number: {self.number(block)}" if block.label else ""
                yield f"equation({_formula(math)}{number}{_at(block.label)})"
            case Statement(kind, title, inside):
                slanted = str(kind in _SLANTED).lower()
                yield (
                    f"statement({self.number(block)}, {string(title)}, slanted: {slanted}"
                    f"{_at(block.label)}, {self.blocks(inside, depth)})"
                )
            case Proof(steps):
                written = "\nparbreak()\n".join(
                    f"step({n}, {string(step.title)}, {self.blocks(step.blocks, depth)})"
                    for n, step in enumerate(steps, 1)
                )
                yield f"proof({{\n{written}\n}})"
            case Table():
                yield self.table(block)
            case Figure():
                yield self.picture(block)
            case Commands(lines):
                yield f"commands({', '.join(map(string, lines))})"
            case InFull(name, how, digits):
                strings = ", ".join(map(string, (name, how, digits)))
                yield f"in-full({strings}{_at(_place(name))})"
            case Section(title, inside):
                yield f"section({depth}, {string(title)})"
                yield self.blocks(inside, depth + 1)

    def number(self, block: Block | Step) -> str:
        return string(self.report.numbers[id(block)])

    def table(self, table: Table) -> str:
        header, *rows = (_array(map(self.line, row)) for row in (table.header, *table.rows))
        small = str(table.small).lower()
        numeric = _array(map(str, sorted(table.right)))
        return (
            f"tabular({self.number(table)}, {self.line(table.caption)}, small: {small}, "
            f"numeric: {numeric}{_at(table.label)}, {header}, {_array(rows)})"
        )

    def picture(self, figure: Figure) -> str:
        name = f"figure-{len(self.pictures) + 1}.svg"
        self.pictures[name] = figure.svg
        return (
            f"picture({self.number(figure)}, {self.line(figure.caption)}, {string(name)}, "
            f"{string(figure.alternative)}{_at(figure.label)})"
        )

    def line(self, parts: Text) -> str:
        return f"{{ {'; '.join(map(self.inline, parts))} }}" if parts else '""'

    def inline(self, part: Inline) -> str:
        match part:
            case Math():
                return f"formula({_formula(part)})"
            case Code(words):
                return f"raw({_words(words)})"
            case Strong(words):
                return f"strong({_words(words)})"
            case Ref(label):
                return f"refer({string(label)}, {string(self.report.number_at(part))})"
            case Number(name):
                shown = string(str(part))
                return f"refer({string(_place(name))}, {shown})" if name in self.shown else shown
            case Link(words, file):
                return f"link({string(file)}, {string(words)})"
        return _words(part)


def _formula(math: Math) -> str:
    return f"{string(math.source)}, ${typst_math(math.tree)}$"


def _at(label: str) -> str:
    return f", at: {string(label)}" if label else ""


def _place(name: str) -> str:
    """Return the label of a number in full; it holds a space, as no block's label does."""
    return f"in full: {name}"


def _array(items: Iterable[str]) -> str:
    return f"({''.join(f'{item}, ' for item in items)})"


def _words(words: str) -> str:
    r"""Return running text as a Typst string, its white space collapsed.

    >>> print(_words("a #b\n  c"))
    "a #b c"
    """
    return string(re.sub(r"\s+", " ", words))
