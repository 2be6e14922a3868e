"""The PDF writer: Typst typesets the report with its own fonts, in the style of `paper.typ`.

All words are passed as Typst strings and all formulas by `typst_math`, so no text is read as
markup. The file is tagged for screen readers (PDF/UA-1), which makes a character that no font
has an error. The same report gives the same bytes.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest
from pathlib import Path

from montmort.games.errors import BadInput
from montmort.games.extras import MissingExtra, extra_for
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
    caption_of,
)
from montmort.verification.reports.numbers import Number, in_print, typeset
from montmort.verification.reports.typst_math import string, typst_math

LOOK = "paper.typ"
_SUSPECTS = b"/Suspects false"
_SLANTED = {"Theorem", "Lemma", "Proposition", "Corollary"}


def pdf(report: Report) -> bytes:
    """Return the report as PDF; MissingExtra without Typst, BadInput if it reports an error."""
    try:
        with extra_for("PDF reports"):
            import typst
    except MissingExtra:
        raise
    except ImportError as error:
        raise BadInput(
            f"PDF needs Typst, which cannot be loaded ({error}); install the "
            "package typst, or write .html or .md"
        ) from error
    try:
        written: bytes = typst.compile(  # type: ignore[call-overload]
            typst_files(report), format="pdf", ignore_system_fonts=True, pdf_standards="ua-1"
        )  # it accepts a mapping, which its types omit
    except typst.TypstError as error:
        raise BadInput(
            f"Typst cannot typeset {report.title!r}: {error.message}; write .html or .md instead"
        ) from error
    # The default, false, is left out: Poppler calls it an error.  Places in the file stay.
    return written.replace(_SUSPECTS, b" " * len(_SUSPECTS))


def typst_files(report: Report) -> dict[str, bytes]:
    """Return the source files for Typst by name, the main file first."""
    writer = _Writer(report)
    look = Path(__file__).with_name(LOOK).read_bytes()
    return {"main.typ": writer.text().encode(), LOOK: look} | writer.pictures


class _Writer:
    def __init__(self, report: Report) -> None:
        self.report = report
        self.pictures: dict[str, bytes] = {}
        self.in_full = {
            block.name for block in blocks_of(report.sections) if isinstance(block, InFull)
        }

    def text(self) -> str:
        report = self.report
        facts = _array(f"({string(name)}, {self.line(words)})" for name, words in report.facts)
        day = report.dated
        head = ", ".join(
            [
                f"title: {_words(report.title)}",
                f"subtitle: {_words(report.subtitle)}",
                f"author: {string(report.author)}",
                f"byline: {string(report.byline)}",
                f"date: datetime(year: {day.year}, month: {day.month}, day: {day.day})"
                if day
                else "date: none",
                f"abstract: {self.line(report.abstract) if report.abstract else 'none'}",
                f"facts: {facts}",
            ]
        )
        body = self.blocks(report.sections, depth=1)
        return f'#import "{LOOK}": *\n#show: paper.with({head})\n#{body}\n'

    def blocks(self, blocks: Sequence[Block], depth: int, *, held: bool = False) -> str:
        """Return blocks as Typst; the last one stays with what follows if it is `held`."""
        written: list[str] = []
        for block, after in zip_longest(blocks, blocks[1:]):
            ends = isinstance(after, Section) and after.title == "References"
            codes = [*self.block(block, depth, held=ends)]
            follows = bool(written)  # the first paragraph goes on in the line of a heading
            kinds = (Equation, Items, InFull) if follows else (InFull,)
            leads = isinstance(block, Paragraph) and isinstance(after, kinds)
            # A command before the references, so that these do not stand alone on the last page.
            if leads or (held and after is None):
                codes = [f"leading({code})" for code in codes]
            written += codes
        return "{\n" + "\nparbreak()\n".join(written) + "\n}"

    def block(self, block: Block, depth: int, *, held: bool = False) -> Iterator[str]:
        match block:
            case Paragraph(parts):
                yield self.line(parts)
            case Items(items, ordered):
                entries = ", ".join(map(self.line, items))
                yield f"{'enum' if ordered else 'items'}({entries})"
            case Equation(math):
                number = f", number: {self.number(block)}" if block.label else ""
                yield f"equation({_formula(math)}{number}{_at(block.label)})"
            case Statement("Claim", title, (Paragraph(parts), Items(items))):
                entries = ", ".join(map(self.line, items))
                yield (
                    f"claim({self.number(block)}, {_words(title)}{_at(block.label)}, "
                    f"{self.line(parts)}, {entries})"
                )
            case Statement(kind, title, inside):
                slanted = str(kind in _SLANTED).lower()
                yield (
                    f"statement({self.number(block)}, {_words(title)}, slanted: {slanted}"
                    f"{_at(block.label)}, {self.blocks(inside, depth)})"
                )
            case Proof(steps):
                written = "\nparbreak()\n".join(
                    f"step({n}, {_words(step.title)}, {self.blocks(step.blocks, depth)})"
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
                yield f"section({depth}, {_words(title)})"
                yield self.blocks(inside, depth + 1, held=held)

    def number(self, block: Block | Step) -> str:
        return string(self.report.numbers[id(block)])

    def table(self, table: Table) -> str:
        header, *rows = (_array(map(self.line, row)) for row in (table.header, *table.rows))
        small = str(table.small).lower()
        numeric = _array(map(str, sorted(table.right)))
        return (
            f"tabular({self.number(table)}, {self.line(caption_of(table))}, small: {small}, "
            f"numeric: {numeric}{_at(table.label)}, {header}, {_array(rows)})"
        )

    def picture(self, figure: Figure) -> str:
        names = []
        for panel in figure.panels:
            names.append(f"figure-{len(self.pictures) + 1}.svg")
            self.pictures[names[-1]] = panel
        return (
            f"picture({self.number(figure)}, {self.line(figure.caption)}, "
            f"{_array(map(string, names))}, {string(figure.alternative)}{_at(figure.label)})"
        )

    def line(self, parts: Text) -> str:
        return f"{{ {'; '.join(map(self.inline, parts))} }}" if parts else '""'

    def inline(self, part: Inline) -> str:
        match part:
            case Math():
                return f"formula({_formula(part)})"
            case Code(words):
                return f"raw({_collapsed(words)})"
            case Strong(words):
                return f"strong({_words(words)})"
            case Ref(label):
                return f"refer({string(label)}, {string(self.report.number_at(part))})"
            case Number(name):
                text = string(typeset(str(part)))
                return f"refer({string(_place(name))}, {text})" if name in self.in_full else text
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
    """Return running text as a Typst string."""
    return _collapsed(in_print(words))


def _collapsed(words: str) -> str:
    r"""Return words as a Typst string, their white space collapsed.

    >>> print(_collapsed("a #b\n  c"))
    "a #b c"
    """
    return string(re.sub(r"[^\S\xa0]+", " ", words))
