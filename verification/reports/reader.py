"""Read the Markdown of a filled-in template into the blocks of a report.

    ## heading                      a section; ### a section within it
    ::: theorem "title" {#label}    a statement, up to :::
    ::: proof                       its steps are headings, up to :::
    $$ formula $$ {#label}          an equation
    Table: caption {#label .proved} a table, then its lines of | cells |; .small for small print
    Figure: caption {#label}        a figure, then ![words for a screen reader](picture)
    - item, 1. item                 lists;  ```console commands ```

Running text has the marks of `montmort.verification.reports.document.text`.
"""

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import chain
from typing import NamedTuple, get_args

from montmort.games.errors import BadInput
from montmort.verification.reports.document import (
    Block,
    Commands,
    Equation,
    Figure,
    Inline,
    Items,
    Math,
    Paragraph,
    Proof,
    Ref,
    Section,
    Statement,
    Step,
    Table,
    Text,
    blocks_of,
    label_of,
    text,
)

_HEADING = re.compile(r"(#+) +(.+)")
_OPENING = re.compile(r'::: *([a-z]+)(?: +"(.*)")?')
_LABEL = re.compile(r" *\{(?:#([a-z][a-z0-9-]*))?((?: *\.[a-z]+)*) *\}$")
_CAPTION = re.compile(r"(Table|Figure): +")
_ITEM = re.compile(r"(-|[0-9]+\.) +")
_BEGINS_A_BLOCK = re.compile(r"#+ |:::|\$\$|\||```|!\[")
_PICTURE = re.compile(r"!\[(.*)\]\((.*)\)")
_FACT = re.compile(r"([a-z_]+): +")
_BAR = re.compile(r"(?<!\\)\|")
_PLACEHOLDER = re.compile("\ue000([0-9]+)\ue001")
_ESCAPED = r"\ue000"  # the beginning of a placeholder in a repr
_TEXT_ONLY = "can hold only values that are text, as {{ value | decimals }} or {{ value | tex }}"


def placeholder(number: int) -> str:
    """Return the characters that stand in the text for an inserted object."""
    return f"\ue000{number}\ue001"


class Line(NamedTuple):
    """A filled-in line with the file and line it comes from."""

    words: str
    place: str


class Lines(NamedTuple):
    """Lines that were joined to one text, with the place where it begins."""

    words: str
    place: str
    label: str = ""
    classes: tuple[str, ...] = ()  # "small", and words of evidence


@dataclass(frozen=True)
class Prose:
    """What a template holds: facts by name from its front matter, and its sections."""

    facts: dict[str, Text]
    sections: tuple[Section, ...]

    def words(self, name: str) -> str:
        """Return a fact that is plain words."""
        words = "".join(part for part in self.facts[name] if isinstance(part, str))
        if self.facts[name] != (words,):
            raise BadInput(f"{name}: must be plain words, without formulas and numbers")
        return words


def read_lines(lines: Sequence[Line], inserted: Sequence[object]) -> Prose:
    """Return the front matter and the sections, with the inserted objects in their places.

    >>> lines = ["## One", "Here $x$ is 1.", "$$ x = 1 $$ {#one}"]
    >>> prose = read_lines([Line(words, f"line {n}") for n, words in enumerate(lines)], [])
    >>> prose.sections[0].title, [type(block).__name__ for block in prose.sections[0].blocks]
    ('One', ['Paragraph', 'Equation'])
    """
    reader = _Reader(lines, inserted)
    facts = reader.front_matter()
    sections = reader.blocks(0)
    reader.check_labels(sections)
    if not reader.at_end or not all(isinstance(block, Section) for block in sections):
        raise BadInput(
            f"{reader.place}: every block must stand under a heading, every ::: have its beginning"
        )
    return Prose(facts, tuple(block for block in sections if isinstance(block, Section)))


class _Reader:
    def __init__(self, lines: Sequence[Line], inserted: Sequence[object]) -> None:
        self.lines, self.inserted = lines, inserted
        self.next = 0
        self.labels: dict[str, str] = {}  # the places where labels were given
        self.refs: list[tuple[str, str]] = []  # labels that are referred to, with places

    # Lines

    @property
    def at_end(self) -> bool:
        return self.next >= len(self.lines)

    @property
    def words(self) -> str:
        """The next line; empty at the end."""
        return "" if self.at_end else self.lines[self.next].words.strip()

    @property
    def place(self) -> str:
        if not self.lines:
            return "an empty template"
        return self.lines[min(self.next, len(self.lines) - 1)].place

    def take(self) -> Lines:
        line = Lines(self.words, self.place)
        self.next += 1
        return line

    def skip_blank(self) -> None:
        while not self.at_end and not self.words:
            self.next += 1

    def take_text(self, stop: re.Pattern[str] = _BEGINS_A_BLOCK) -> Lines:
        """Take the lines of a text, up to an empty one or one that begins something else."""
        first = self.take()
        words = [first.words]
        while self.words and not stop.match(self.words):
            words.append(self.take().words)
        return first._replace(words=" ".join(words))

    def labelled(self, lines: Lines) -> Lines:
        """Return the text with the {#label} at its end taken off."""
        match = _LABEL.search(lines.words)
        if match is None:
            return lines
        label = match[1] or ""
        self.define(label, lines.place)
        classes = tuple(match[2].replace(".", " ").split())
        return Lines(lines.words[: match.start()], lines.place, label, classes)

    def define(self, label: str, place: str) -> None:
        if label in self.labels:
            raise BadInput(
                f"{place}: the label {label!r} was given at {self.labels[label]} already"
            )
        if label:
            self.labels[label] = place

    def check_labels(self, blocks: Sequence[Block]) -> None:
        labels = {label_of(block) for block in blocks_of(tuple(blocks))}
        for label, place in self.refs:
            if label not in labels:
                raise BadInput(f"{place}: there is no label {label!r} to refer to")

    # Running text

    def text(self, lines: Lines) -> Text:
        """Return running text, its marks read and the inserted objects in their places."""
        with _at(lines.place):
            parts = text(lines.words)
        self.refs += [(part.label, lines.place) for part in parts if isinstance(part, Ref)]
        return tuple(chain.from_iterable(self.inlines(part, lines.place) for part in parts))

    def inlines(self, part: Inline, place: str) -> Iterator[Inline]:
        if not isinstance(part, str):
            if _ESCAPED in repr(part):
                raise BadInput(f"{place}: `code` and **strong** words {_TEXT_ONLY}")
            yield part
            return
        for n, piece in enumerate(_PLACEHOLDER.split(part)):
            if n % 2 == 0:
                yield from [piece] if piece else []
                continue
            value = self.inserted[int(piece)]
            for inline in value if isinstance(value, tuple) else (value,):
                if not isinstance(inline, get_args(Inline)):
                    raise BadInput(f"{place}: a {type(inline).__name__} within running text")
                yield inline

    def front_matter(self) -> dict[str, Text]:
        self.skip_blank()
        facts: dict[str, Text] = {}
        if self.words != "---":
            return facts
        self.take()
        self.skip_blank()
        while self.words != "---":
            lines = self.take_text(re.compile(rf"{_FACT.pattern}|---"))
            fact = _FACT.match(lines.words)
            if fact is None:
                raise BadInput(f"{lines.place}: the lines between --- are `name: words`")
            facts[fact[1]] = self.text(lines._replace(words=lines.words[fact.end() :]))
            self.skip_blank()
        self.take()
        return facts

    # Blocks

    def blocks(self, level: int) -> tuple[Block, ...]:
        """Read up to the end, to a line ::: or to a heading of this level or a higher one."""
        blocks: list[Block] = []
        self.skip_blank()
        while not self.at_end and self.words != ":::":
            heading = _HEADING.match(self.words)
            if (heading and len(heading[1]) <= level) or (level and self.begins_sections()):
                break
            if heading:
                title = self.title(heading[2])
                blocks.append(Section(title, self.blocks(len(heading[1]))))
            else:
                blocks += self.block()
            self.skip_blank()
        return tuple(blocks)

    def begins_sections(self) -> bool:
        """Return whether the next line is an inserted value that stands for whole sections."""
        alone = _PLACEHOLDER.fullmatch(self.words)
        value = self.inserted[int(alone[1])] if alone else ()
        return isinstance(value, tuple) and any(isinstance(part, Section) for part in value)

    def title(self, words: str) -> str:
        """Take a heading, which is plain words."""
        if _PLACEHOLDER.search(words):
            raise BadInput(f"{self.place}: a heading {_TEXT_ONLY}")
        self.take()
        return words

    def block(self) -> Sequence[Block]:
        if self.words.startswith(":::"):
            return [self.container()]
        if self.words.startswith("$$"):
            return [self.equation()]
        if self.words.startswith("```"):
            return [self.commands()]
        if _ITEM.match(self.words):
            return [self.items()]
        caption = _CAPTION.match(self.words)
        if caption:
            return [self.table() if caption[1] == "Table" else self.figure()]
        return self.paragraph()

    def paragraph(self) -> Sequence[Block]:
        """Read a paragraph, or the blocks that an inserted value alone in it stands for."""
        lines = self.take_text()
        alone = _PLACEHOLDER.fullmatch(lines.words)
        if alone:
            value = self.inserted[int(alone[1])]
            blocks = value if isinstance(value, tuple) else (value,)
            if all(isinstance(block, get_args(Block)) for block in blocks):
                for block in blocks_of(blocks):
                    self.define(label_of(block), lines.place)
                return blocks
        return [Paragraph(self.text(lines))]

    def container(self) -> Block:
        lines = self.labelled(self.take())
        match = _OPENING.fullmatch(lines.words)
        if match is None:
            raise BadInput(f'{lines.place}: {lines.words!r} is not ::: kind "title" {{#label}}')
        if match[1] == "proof":
            block: Block = Proof(tuple(self.steps()))
        else:
            block = Statement(match[1].capitalize(), match[2] or "", self.blocks(0), lines.label)
        if self.words != ":::":
            raise BadInput(f"{lines.place}: no line ::: ends what begins here")
        self.take()
        return block

    def steps(self) -> Iterator[Step]:
        self.skip_blank()
        while not self.at_end and self.words != ":::":
            heading = _HEADING.match(self.words)
            if heading is None:
                raise BadInput(f"{self.place}: a proof is made of steps, each under its heading")
            yield Step(self.title(heading[2]), self.blocks(len(heading[1])))

    def equation(self) -> Equation:
        lines = self.take()
        while lines.words.count("$$") < 2 and self.words:
            lines = lines._replace(words=f"{lines.words} {self.take().words}")
        lines = self.labelled(lines)
        if not lines.words.endswith("$$") or lines.words.count("$$") != 2:
            raise BadInput(f"{lines.place}: no $$ ends the formula that begins here")
        with _at(lines.place):
            return Equation(Math(lines.words.strip("$ ")), lines.label)

    def commands(self) -> Commands:
        start, lines = self.take(), []
        while not self.at_end and self.words != "```":
            lines.append(self.take().words)
        if self.at_end:
            raise BadInput(f"{start.place}: no line ``` ends what begins here")
        self.take()
        return Commands(tuple(lines))

    def items(self) -> Items:
        ordered, items = self.words[0] != "-", []
        while (mark := _ITEM.match(self.words)) and (mark[1] != "-") == ordered:
            lines = self.take_text(re.compile(f"{_ITEM.pattern}|{_BEGINS_A_BLOCK.pattern}"))
            items.append(self.text(lines._replace(words=lines.words[mark.end() :])))
            self.skip_blank()
        return Items(tuple(items), ordered)

    def caption(self, begins: str) -> Lines:
        """Take a caption, and see that what it belongs to follows."""
        lines = self.take_text()
        lines = self.labelled(lines._replace(words=_CAPTION.sub("", lines.words, count=1)))
        self.skip_blank()
        if not self.words.startswith(begins):
            raise BadInput(f"{lines.place}: no line {begins}... follows the caption")
        return lines

    def table(self) -> Table:
        caption = self.caption("|")
        header, marks, rows = self.cells(), self.take(), []
        while self.words.startswith("|"):
            rows.append(self.cells())
        rule = [mark.strip() for mark in _BAR.split(marks.words)[1:-1]]
        if len(rule) != len(header) or not all(re.fullmatch(":?-+:?", mark) for mark in rule):
            raise BadInput(
                f"{marks.place}: the second line of a table has | --- | or | --: | for each column"
            )
        right = frozenset(n for n, mark in enumerate(rule) if mark.endswith(":"))
        with _at(caption.place):
            return Table(
                self.text(caption),
                header,
                tuple(rows),
                right,
                caption.label,
                small="small" in caption.classes,
                evidence=tuple(word for word in caption.classes if word != "small"),
            )

    def cells(self) -> tuple[Text, ...]:
        lines = self.take()
        cells = (cell.strip().replace(r"\|", "|") for cell in _BAR.split(lines.words)[1:-1])
        return tuple(self.text(lines._replace(words=cell)) for cell in cells)

    def figure(self) -> Figure:
        caption, picture = self.caption("!["), self.take()
        match = _PICTURE.fullmatch(picture.words)
        drawn = _PLACEHOLDER.fullmatch(match[2]) if match else None
        svg = self.inserted[int(drawn[1])] if drawn else None
        if not match or not isinstance(svg, bytes):
            raise BadInput(
                f"{picture.place}: a figure is ![words]({{{{ picture }}}}), the picture "
                "an SVG as bytes"
            )
        return Figure(self.text(caption), match[1], svg, caption.label)


@contextmanager
def _at(place: str) -> Iterator[None]:
    """Give the place to what is wrong with a formula or a table."""
    try:
        yield
    except BadInput as error:
        inserted = _ESCAPED in str(error)
        raise BadInput(f"{place}: {f'a formula {_TEXT_ONLY}' if inserted else error}") from error
