"""Helpers for the tests of the games' reports: numbers printed by their commands, checks."""

import io
import json
import re
import shlex
from collections.abc import Iterator
from contextlib import redirect_stdout
from fractions import Fraction
from functools import cache
from typing import Any
from unittest.mock import patch

from montmort.cli import main
from montmort.verification.game import Game
from montmort.verification.reports.document import Report, Table, blocks_of, lines_of, with_appendix
from montmort.verification.reports.markdown import files
from montmort.verification.reports.numbers import Number
from montmort.verification.reports.provenance import Provenance
from montmort.verification.reports.reader import Prose


def stated_of(game: Game[Any], rules: Any) -> Prose:
    """Return what a report states of a game; its pictures are blank, which saves half the time."""
    with patch("matplotlib.figure.Figure.savefig", blank):
        return game.report_statements(rules).prose(Provenance(game.rulebook, rules))


def blank(_sheet: object, file: io.BytesIO, **_how: object) -> None:
    """Save a picture that shows nothing: drawing is half of the time of a small report."""
    file.write(b'<svg xmlns="http://www.w3.org/2000/svg"/>')


def written(prose: Prose) -> str:
    """Return a report of this alone in Markdown: every label and formula is read."""
    about = prose.words("about") if "about" in prose.facts else ""
    report = with_appendix(Report("a game", about, (), prose.sections))
    return files(report, "report")["report.md"].decode()


def numbers_of(prose: Prose) -> list[Number]:
    """Return every number that has a provenance."""
    blocks = blocks_of(prose.sections)
    parts = (part for block in blocks for line in lines_of(block) for part in line)
    return [part for part in parts if isinstance(part, Number)]


def values_of(prose: Prose) -> dict[str, Fraction | int]:
    """Return the exact values by their names."""
    return {number.name: number.value for number in numbers_of(prose)}


def table_of(prose: Prose, label: str) -> Table:
    """Return the table with this label."""
    blocks = blocks_of(prose.sections)
    return next(b for b in blocks if isinstance(b, Table) and b.label == label)


def checks_in(text: str) -> tuple[int, int]:
    """Return how many checks say yes, and how many NO."""
    words = [word.strip(".:|") for word in text.split()]
    return words.count("yes"), words.count("NO")


def wrong_plurals(text: str) -> list[str]:
    """Return wrong plurals such as "1 cards", but not "n - 1 cards"."""
    words = text.replace("$", "")
    return re.findall(r"(?<!Table )(?<!Figure )(?<![-+] )(?<![\d./,])\b1 [a-z]+s\b", words)


@cache
def shown_by(command: str) -> frozenset[str]:
    """Return every value that the command prints with --json; a certificate is JSON anyway."""
    words = [word for word in shlex.split(command)[1:] if word != "--json"]
    certifies = words[0] == "certify"
    with redirect_stdout(io.StringIO()) as printed:
        assert main(words if certifies else [*words, "--json"]) == 0
    return frozenset(_values(json.loads(printed.getvalue())["content" if certifies else "answers"]))


def _values(document: Any) -> Iterator[str]:
    if isinstance(document, dict):
        document = list(document.values())
    if isinstance(document, list):
        for part in document:
            yield from _values(part)
    else:
        yield str(document)
