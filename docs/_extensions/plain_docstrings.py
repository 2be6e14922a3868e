"""Docstrings of plain text: backticks are code, indented lines are formulas, all else is text."""

import re
from collections.abc import Iterator
from typing import Any

from sphinx.application import Sphinx

CODE = re.compile(r"(`+)(.+?)\1")
MARKUP = re.compile(r"([*_|\\])")
ITEM = re.compile(r"(- |\d+\. )")


def inline(line: str) -> str:
    r"""Return a line of text as reStructuredText.

    >>> inline("`a_b` counts x_1 * x_2")
    '``a_b`` counts x\\_1 \\* x\\_2'
    """
    pieces = CODE.split(line)
    text = [MARKUP.sub(r"\\\1", piece) for piece in pieces[::3]]
    code = [f"``{piece}``" for piece in pieces[2::3]]
    return "".join(text + code for text, code in zip(text, [*code, ""], strict=True))


def blocks(lines: list[str]) -> Iterator[list[str]]:
    """Yield the blocks between blank lines."""
    block: list[str] = []
    for line in [*lines, ""]:
        if line.strip():
            block.append(line)
        elif block:
            yield block
            block = []


def as_restructured_text(lines: list[str]) -> list[str]:
    """Return a docstring as reStructuredText, block by block.

    >>> as_restructured_text(["The sum is", "", "    a*b", "", "as `f` shows."])
    ['The sum is', '', '::', '', '    a*b', '', 'as ``f`` shows.', '']
    """
    written: list[str] = []
    in_list = False
    for block in blocks(lines):
        first = block[0]
        in_list = bool(ITEM.match(first)) or (in_list and first.startswith(" "))
        if first.lstrip().startswith(">>>"):
            written += block
        elif first.startswith(" ") and not in_list:
            written += ["::", "", *(f"    {line}" if line[:4].strip() else line for line in block)]
        elif column := column_of(block):
            written += as_definitions(block, column)
        else:
            written += [inline(line) for line in spread_items(block)]
        written.append("")
    return written


def column_of(block: list[str]) -> int:
    """Return where the second column of a list of words begins, 0 if the block is no such list.

    >>> column_of(["name   what it is, over", "       two lines", "stake  a number"])
    7
    """
    if ITEM.match(block[0]):
        return 0
    return max(len(line) - len(line.lstrip()) for line in block)


def as_definitions(block: list[str], column: int) -> Iterator[str]:
    """Yield a list of words and their meanings.

    >>> list(as_definitions(["name   what it is, over", "       two lines"], 7))
    ['``name``', '    what it is, over', '    two lines']
    """
    for line in block:
        if word := line[:column].strip():
            yield f"``{word}``"
        yield f"    {inline(line[column:].strip())}"


def spread_items(block: list[str]) -> Iterator[str]:
    """Yield the lines of a block, with a blank line before a list that follows a sentence."""
    for index, line in enumerate(block):
        if index and ITEM.match(line) and not ITEM.match(block[0]):
            yield ""
            yield line
            yield from block[index + 1 :]
            return
        yield line


def convert(
    _app: Sphinx, _what: str, _name: str, _thing: object, _options: Any, lines: list[str]
) -> None:
    """Convert a docstring in place."""
    lines[:] = as_restructured_text(lines)


def setup(app: Sphinx) -> dict[str, Any]:
    """Connect to autodoc."""
    app.connect("autodoc-process-docstring", convert)
    return {"parallel_read_safe": True}
