"""Notebooks as pages: their texts, their code, and the outputs that are stored in them."""

import json
from collections.abc import Iterator
from typing import Any

from docutils import nodes
from myst_parser.parsers.sphinx_ import MystParser
from sphinx.application import Sphinx

FENCE = "`" * 5  # longer than those inside a cell


def text_of(lines: list[str] | str) -> str:
    """Return the text of an entry of a notebook, which may be a list of lines."""
    return lines if isinstance(lines, str) else "".join(lines)


def block(kind: str, text: str) -> str:
    """Return a fenced block."""
    return f"{FENCE}{kind}\n{text.rstrip()}\n{FENCE}"


def shown(output: dict[str, Any]) -> str:
    r"""Return an output in its richest form: HTML, a picture, or text.

    >>> print(shown({"output_type": "stream", "text": ["3/4\n"]}))
    `````text
    3/4
    `````
    """
    data = output.get("data", {})
    if "text/html" in data:
        return block("{raw} html", text_of(data["text/html"]))
    if "image/svg+xml" in data:
        return block("{raw} html", text_of(data["image/svg+xml"]))
    if "image/png" in data:
        encoded = "".join(text_of(data["image/png"]).split())
        return block("{raw} html", f'<img alt="output" src="data:image/png;base64,{encoded}">')
    words = data.get("text/plain", output.get("text", output.get("traceback", "")))
    return block("text", text_of(words))


def markdown(notebook: dict[str, Any]) -> Iterator[str]:
    """Yield the paragraphs of a notebook as Markdown."""
    for cell in notebook["cells"]:
        source = text_of(cell["source"])
        if cell["cell_type"] == "markdown":
            yield source
        elif cell["cell_type"] == "code" and source.strip():
            yield block("python", source)
            yield from map(shown, cell["outputs"])


class NotebookParser(MystParser):
    """Parse a notebook as the Markdown of its cells."""

    supported = ("notebook",)

    def parse(self, inputstring: str, document: nodes.document) -> None:
        """Parse the text of a notebook's file."""
        super().parse("\n\n".join(markdown(json.loads(inputstring))) + "\n", document)


def setup(app: Sphinx) -> dict[str, Any]:
    """Add the parser for files that end with .ipynb."""
    app.add_source_suffix(".ipynb", "notebook")
    app.add_source_parser(NotebookParser)
    return {"parallel_read_safe": True}
