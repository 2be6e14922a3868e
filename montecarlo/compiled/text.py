"""The text of compiled rules: lines in nested blocks, with places to be filled in later."""

from collections.abc import Iterator
from typing import Union

Line = Union[str, "Block", tuple[str, "Block"]]


class Block:
    """Lines of one indentation: a line, a header with its block, or a place filled in later."""

    def __init__(self) -> None:
        self.lines: list[Line] = []

    def add(self, line: str) -> None:
        """Add a line."""
        self.lines.append(line)

    def place(self) -> "Block":
        """Return a block whose lines will stand here."""
        place = Block()
        self.lines.append(place)
        return place

    def under(self, header: str) -> "Block":
        """Return the indented block under a header such as `while True:`."""
        inner = Block()
        self.lines.append((header, inner))
        return inner

    def render(self, indent: str = "") -> Iterator[str]:
        """Yield the lines of the text.

        >>> block = Block()
        >>> block.under("if t1:").add("t2 = 1")
        >>> list(block.render())
        ['if t1:', '    t2 = 1']
        """
        for line in self.lines:
            if isinstance(line, str):
                yield indent + line
            elif isinstance(line, Block):
                yield from line.render(indent)
            else:
                header, inner = line
                yield indent + header
                lines = list(inner.render(indent + "    "))
                yield from lines or [indent + "    pass"]
