"""The Markdown writer: LaTeX between dollars, pictures in files beside the text."""

import re
from collections.abc import Iterator, Sequence
from itertools import count
from urllib.parse import quote

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
    caption_of,
)
from montmort.verification.reports.numbers import Number, typeset

_SPECIAL = re.compile(r"([\\`*_{}\[\]<>#|$~])")


def files(report: Report, stem: str) -> dict[str, bytes]:
    """Return the files by name: STEM.md and its pictures STEM-1.svg, STEM-2.svg and so on."""
    writer = _Writer(report, stem)
    return {f"{stem}.md": writer.text().encode()} | writer.pictures


class _Writer:
    def __init__(self, report: Report, stem: str) -> None:
        self.report, self.stem = report, stem
        self.pictures: dict[str, bytes] = {}

    def text(self) -> str:
        report = self.report
        facts = "\n".join(f"- {name}: {self.line(words)}" for name, words in report.facts)
        subtitle = f"*{escaped(typeset(report.subtitle))}*"
        abstract = f"**Abstract.** {self.line(report.abstract)}" if report.abstract else ""
        byline = escaped(report.byline)
        head = [f"# {escaped(report.title)}", subtitle, byline, facts, abstract]
        return "\n\n".join([*filter(None, head), *self.blocks(report.sections, depth=2)]) + "\n"

    def blocks(self, blocks: Sequence[Block], depth: int) -> Iterator[str]:
        for block in blocks:
            yield from self.block(block, depth)

    def block(self, block: Block, depth: int) -> Iterator[str]:
        match block:
            case Paragraph(parts):
                yield self.line(parts)
            case Items(items, ordered):
                marks = (f"{n}." for n in count(1)) if ordered else iter("-" * len(items))
                yield "\n".join(
                    f"{mark} {self.line(item)}" for mark, item in zip(marks, items, strict=False)
                )
            case Equation(math):
                yield f"$$\n{math.source}{self.tag(block)}\n$$"
            case Statement(_, title, inside):
                heading = f"**{self.number(block)} ({escaped(typeset(title))}).**"
                yield quoted("\n\n".join([heading, *self.blocks(inside, depth)]))
            case Proof(steps):
                yield "*Proof.*"
                for n, step in enumerate(steps, 1):
                    yield f"*Step {n}: {escaped(typeset(step.title))}.*"
                    yield from self.blocks(step.blocks, depth)
                yield "∎"
            case Table():
                yield self.table(block)
            case Figure():
                yield self.picture(block)
            case Commands(lines):
                fence = "`" * max(3, *(1 + _ticks(line) for line in lines))
                yield "\n".join([f"{fence}console", *lines, fence])
            case InFull(name, how, digits):
                yield f"**{escaped(name)}**, `{how}`"
                yield "\n".join(["```text", *_broken(digits), "```"])
            case Section(title, inside):
                number = self.report.section_numbers[id(block)]
                yield f"{'#' * depth} {number} {escaped(typeset(title))}"
                yield from self.blocks(inside, depth + 1)

    def number(self, block: Block | Step) -> str:
        return self.report.numbers[id(block)]

    def tag(self, block: Equation) -> str:
        return f" \\tag{{{self.number(block)[1:-1]}}}" if block.label else ""

    def table(self, table: Table) -> str:
        rule = ["--:" if column in table.right else ":--" for column in range(len(table.header))]
        rows = [[self.line(cell) for cell in row] for row in (table.header, *table.rows)]
        lines = [" | ".join(["", *row, ""]).strip() for row in (rows[0], rule, *rows[1:])]
        return "\n".join([f"*{self.number(table)}. {self.line(caption_of(table))}*", "", *lines])

    def picture(self, figure: Figure) -> str:
        pictures: list[str] = []
        for panel in figure.panels:
            name = f"{self.stem}-{len(self.pictures) + 1}.svg"
            self.pictures[name] = panel
            pictures.append(f"![{'' if pictures else escaped(figure.alternative)}]({quote(name)})")
        caption = f"*{self.number(figure)}. {self.line(figure.caption)}*"
        return "\n".join([*pictures, "", caption])

    def line(self, parts: Text) -> str:
        return "".join(map(self.inline, parts))

    def inline(self, part: Inline) -> str:
        match part:
            case Math(source):
                return f"${source}$"
            case Code(words):
                return _code(words)
            case Strong(words):
                return f"**{escaped(typeset(words))}**"
            case Link(words, file):
                return f"[{escaped(words)}]({quote(file)})"
            case Ref():
                return self.report.number_at(part)
            case Number():
                return escaped(typeset(str(part)))
        return escaped(typeset(part))


def escaped(words: str) -> str:
    r"""Return words in which Markdown sees no marks.

    >>> print(escaped("a_b < [c]"))
    a\_b \< \[c\]
    """
    return _SPECIAL.sub(r"\\\1", words).replace("\n", " ")


def _code(words: str) -> str:
    """Return a span of code, its bars escaped because they would end a cell of a table."""
    ticks = "`" * (1 + _ticks(words))
    space = " " if words.startswith("`") or words.endswith("`") else ""
    return f"{ticks}{space}{words}{space}{ticks}".replace("|", "\\|")


def _ticks(words: str) -> int:
    """Return the length of the longest run of backticks."""
    return max(map(len, re.findall("`+", words)), default=0)


def quoted(words: str) -> str:
    r"""Return paragraphs as a block quote.

    >>> print(quoted("a\n\nb"))
    > a
    >
    > b
    """
    return "\n".join(f"> {line}".rstrip() for line in words.split("\n"))


def _broken(digits: str, width: int = 100) -> Iterator[str]:
    """Yield the digits in lines of the same length."""
    yield from (digits[place : place + width] for place in range(0, len(digits), width))
