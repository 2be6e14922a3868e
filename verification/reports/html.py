"""The HTML writer: one file that holds its formulas and pictures, without a script.

The file is also XML. It loads nothing from the network: its content security policy forbids that.
"""

import re
from base64 import b64encode
from collections.abc import Iterable, Iterator
from itertools import pairwise
from pathlib import Path
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
    blocks_of,
    caption_of,
)
from montmort.verification.reports.markup import Markup, element, plain
from montmort.verification.reports.mathml import mathml
from montmort.verification.reports.numbers import Number, in_print, typeset

LOOK = "page.css"
_ALLOWED = "default-src 'none'; img-src data:; style-src 'unsafe-inline'"
_XHTML = "http://www.w3.org/1999/xhtml"
_CLOSING = re.compile(r"[,.;:!?)’”]+")
_FLAG = re.compile(r"(--[a-z][a-z-]*)")
_WIDTH = re.compile(rb'<svg[^>]* width="([0-9.]+)')
SHORT = 20  # characters of a cell that stay in a line
LEAST = 1.0  # pixels of the screen for a point of a picture: its letters of 10 points are legible


def web_page(report: Report) -> str:
    """Return the report as a complete page.

    >>> page = web_page(Report("Five games", "one line each", (), ()))
    >>> page.startswith("<!DOCTYPE html>"), "<h1>Five games</h1>" in page
    (True, True)
    """
    return _document(report, *_Writer(report).page())


def _document(report: Report, *body: Markup) -> str:
    style = Path(__file__).with_name(LOOK).read_text(encoding="utf-8")
    head = element(
        "head",
        element("meta", charset="utf-8"),
        element("meta", http_equiv="Content-Security-Policy", content=_ALLOWED),
        element("meta", name="viewport", content="width=device-width, initial-scale=1"),
        element("link", rel="icon", href="data:,"),
        *([element("meta", name="author", content=report.author)] if report.author else []),
        *([element("meta", name="date", content=str(report.dated))] if report.dated else []),
        element("title", plain(report.title)),
        element("style", Markup(style)),  # unescaped: it holds no & and no <
    )
    page = element("html", head, element("body", *body), xmlns=_XHTML, lang="en")
    return f"<!DOCTYPE html>\n{page}\n"


class _Writer:
    """Write one report; labels are ids in lower case, other ids begin with a capital letter."""

    def __init__(self, report: Report) -> None:
        self.report = report
        blocks = list(blocks_of(report.sections))
        sections = (block for block in blocks if isinstance(block, Section))
        self.sections = {id(block): f"S{n}" for n, block in enumerate(sections, 1)}
        names = dict.fromkeys(block.name for block in blocks if isinstance(block, InFull))
        self.in_full = {name: f"N{n}" for n, name in enumerate(names, 1)}

    def page(self) -> Iterator[Markup]:
        report = self.report
        facts = [
            element("div", element("dt", plain(name)), element("dd", *self.line(words)))
            for name, words in report.facts
        ]
        yield element(
            "header",
            element("h1", plain(in_print(report.title))),
            element("p", *self.line((report.subtitle,)), class_="subtitle"),
            *([element("p", plain(report.byline), class_="byline")] if report.byline else []),
            element("dl", *facts, class_="facts"),
        )
        if report.abstract:
            heading = element("h2", plain("Abstract"), id="Abstract")
            words = element("p", *self.line(report.abstract))
            yield element("section", heading, words, class_="abstract", aria_labelledby="Abstract")
        if len(report.sections) > 1:
            yield self.contents()
        yield element("main", *self.blocks(report.sections, depth=2))

    def contents(self) -> Markup:
        entries = [
            element("li", element("a", self.title(section), href=f"#{self.sections[id(section)]}"))
            for section in self.report.sections
        ]
        heading = element("h2", plain("Contents"), id="Contents")
        return element("nav", heading, element("ol", *entries), aria_labelledby="Contents")

    def title(self, section: Section) -> Markup:
        number = self.report.section_numbers[id(section)]
        return plain(f"{number} {in_print(section.title)}")

    def blocks(self, blocks: Iterable[Block], depth: int) -> Iterator[Markup]:
        return (self.block(block, depth) for block in blocks)

    def block(self, block: Block, depth: int) -> Markup:
        match block:
            case Paragraph(parts):
                return element("p", *self.line(parts))
            case Items(items, ordered):
                entries = [element("li", *self.line(item)) for item in items]
                return element("ol" if ordered else "ul", *entries)
            case Equation():
                return self.equation(block)
            case Statement():
                return self.statement(block, depth)
            case Proof(steps):
                head = element("p", element("em", plain("Proof.")))
                written = [self.step(n, step, depth) for n, step in enumerate(steps, 1)]
                end = element("p", plain("∎"), class_="end")
                return element("div", head, *written, end, class_="proof")
            case Table():
                return self.table(block)
            case Figure():
                return self.figure(block)
            case Commands(lines):
                return element("pre", element("code", plain("\n".join(lines))))
            case InFull():
                return self.whole(block)
            case Section(_, inside):
                heading = element(f"h{min(depth, 6)}", self.title(block))
                place = self.sections[id(block)]
                return element("section", heading, *self.blocks(inside, depth + 1), id=place)

    def equation(self, equation: Equation) -> Markup:
        formula = element("div", mathml(equation.math.tree, display=True), class_="formula")
        number = self.report.numbers.get(id(equation))
        mark = [] if number is None else [element("span", plain(number), class_="mark")]
        return element("div", formula, *mark, class_="equation", id=equation.label or None)

    def statement(self, statement: Statement, depth: int) -> Markup:
        heading = element(
            "p",
            element("strong", plain(self.report.numbers[id(statement)])),
            plain(f" ({in_print(statement.title)})" if statement.title else ""),
            class_="heading",
        )
        inside = self.blocks(statement.blocks, depth)
        return element("div", heading, *inside, class_="statement", id=statement.label or None)

    def step(self, n: int, step: Step, depth: int) -> Markup:
        heading = element("p", plain(f"Step {n}: {in_print(step.title)}"), class_="heading")
        return element("div", heading, *self.blocks(step.blocks, depth), class_="step")

    def table(self, table: Table) -> Markup:
        def row(name: str, cells: Iterable[Text], scope: str | None = None) -> Markup:
            return element(
                "tr",
                *(
                    element(
                        name,
                        *self.line(cell),
                        scope=scope,
                        class_="right" if column in table.right else _kept_in_a_line(cell),
                    )
                    for column, cell in enumerate(cells)
                ),
            )

        head = element("thead", row("th", table.header, "col"))
        body = element("tbody", *(row("td", cells) for cells in table.rows))
        grid = element("table", head, body, class_="small" if table.small else None)
        return self.captioned(table, element("div", grid, class_="wide"), above=True)

    def figure(self, figure: Figure) -> Markup:
        sources = [f"data:image/svg+xml;base64,{b64encode(p).decode()}" for p in figure.panels]
        words = [figure.alternative, *("" for _ in figure.more)]  # the first one speaks for all
        panels = [
            element("img", alt=alt, src=source, style=f"min-width: {LEAST * width_of(panel):.0f}px")
            for alt, source, panel in zip(words, sources, figure.panels, strict=True)
        ]
        kind = "drawn panels" if figure.more else "drawn"
        return self.captioned(figure, element("div", *panels, class_=kind))

    def captioned(self, block: Table | Figure, picture: Markup, *, above: bool = False) -> Markup:
        number = element("strong", plain(f"{self.report.numbers[id(block)]}."))
        caption = element("figcaption", number, plain(" "), *self.line(caption_of(block)))
        both = (caption, picture) if above else (picture, caption)
        return element("figure", *both, id=block.label or None)

    def whole(self, number: InFull) -> Markup:
        heading = element(
            "p",
            element("strong", plain(number.name)),
            plain(": "),
            _code(number.how),
        )
        digits = element("p", plain(number.digits), class_="digits")
        return element("div", heading, digits, class_="in-full", id=self.in_full[number.name])

    def line(self, parts: Text) -> Iterator[Markup]:
        """Yield running text; a comma after a formula stays on the formula's line."""
        used = 0  # characters of these words that are tied to the formula before them
        for part, after in pairwise((*parts, "")):
            words = self.inline(part[used:] if isinstance(part, str) else part)
            closing = _CLOSING.match(after) if isinstance(after, str) else None
            if closing and isinstance(part, Math):
                yield element("span", words, plain(closing[0]), class_="tied")
                used = closing.end()
            else:
                yield words
                used = 0

    def inline(self, part: Inline) -> Markup:
        match part:
            case Math():
                return mathml(part.tree)
            case Code(words):
                return _code(words)
            case Strong(words):
                return element("strong", plain(in_print(words)))
            case Ref(label):
                return element("a", plain(self.report.number_at(part)), href=f"#{label}")
            case Link(words, file):
                return element("a", plain(words), href=quote(file))
            case Number():
                return self.number(part)
        return plain(in_print(part))

    def number(self, number: Number) -> Markup:
        """Return a value with its command as a tooltip; a shortened one links to all its digits."""
        digits = plain(typeset(str(number)))
        if number.name in self.in_full:
            href = f"#{self.in_full[number.name]}"
            return element("a", digits, href=href, title=number.how, class_="number")
        return element("span", digits, title=number.how, class_="number")


def _kept_in_a_line(cell: Text) -> str | None:
    """Return the class of a cell of a few words, which a narrow screen should not break."""
    length = sum(len(part) if isinstance(part, str) else SHORT for part in cell)
    return "tied" if length <= SHORT else None


def width_of(svg: bytes) -> float:
    """Return the width of a picture in its own units, points; 0 if it does not say.

    >>> width_of(b'<svg xmlns="http://www.w3.org/2000/svg" width="360pt" height="90pt">')
    360.0
    """
    match = _WIDTH.search(svg)
    return float(match[1]) if match else 0.0


def _code(words: str) -> Markup:
    """Return code; a line may break before a flag, not inside one.

    >>> print(_code("exact treize --suits 4"))
    <code>exact treize <span class="tied">--suits</span> 4</code>
    """
    pieces = (
        element("span", plain(piece), class_="tied") if place % 2 else plain(piece)
        for place, piece in enumerate(_FLAG.split(words))
    )
    return element("code", *pieces)
