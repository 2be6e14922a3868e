"""Texts of users are shown as they are: no markup in them, and nothing that a terminal obeys."""

import io
import json
from pathlib import Path
from typing import Any

import pytest

from montmort.output.console import Page
from montmort.output.progress import doing

EVIL = "\x1b[31m[/bold] [red]a[/] :warning:\x9b2J\u202e"
SHOWN = "?[31m[/bold] [red]a[/] :warning:?2J?"
OBEYED = ("\x1b", "\x9b", "\u202e")
RULES = """
import enum
from typing import NamedTuple

Move = enum.Enum("Move", {EVIL: 1, "plain": 2})

class Seen(NamedTuple):
    move: Move

def play(chance):
    return Seen(list(Move)[chance.pick([3, 1])])

CLAIMS = [{"answer": "move.law.plain", "equals": "1/4", "name": EVIL, "sense": EVIL,
           "source": EVIL, "place": EVIL}]
"""


@pytest.fixture
def own(tmp_path: Path) -> Path:
    """Return a file of rules whose name and values hold what should steer nothing."""
    path = tmp_path / "[bold]own[bold].py"
    path.write_text(f"EVIL = {EVIL!r}\n{RULES}")
    return path


def is_safe(*texts: str) -> bool:
    return not any(mark in text for text in texts for mark in OBEYED)


@pytest.mark.parametrize(
    ("verb", "flags", "code"),
    [
        ("exact", (), 0),
        ("exact", ("--whole",), 0),
        ("exact", ("--answer", "move.law", "--whole"), 0),
        ("simulate", ("--plays", 50, "--seed", 1), 0),
        ("verify", ("--plays", 50, "--seed", 1), 3),
        ("claims", (), 0),
        ("play", ("--seed", 1), 0),
    ],
)
def test_values_of_rules_are_shown_as_they_are(
    run: Any, own: Path, verb: str, flags: tuple[object, ...], code: int
) -> None:
    found, out, err = run(verb, own, *flags)
    assert (found, is_safe(out, err)) == (code, True)
    assert "[red]a[/]" in out.casefold()


def test_every_text_of_a_claim_is_shown_as_it_is(run: Any, tmp_path: Path) -> None:
    claim = {"game": "treize", "answer": "value", "equals": 1}
    claim |= {key: key + EVIL for key in ("name", "sense", "source", "place")}
    lines = [f"{key} = {json.dumps(value)}" for key, value in claim.items()]
    path = tmp_path / "claims.toml"
    path.write_text("\n".join(["[[claim]]", *lines]))
    code, out, err = run("claims", path)
    assert (code, is_safe(out, err)) == (0, True)
    assert [key + SHOWN in out for key in ("name", "sense", "source", "place")] == [True] * 4


def test_fields_of_a_law_and_of_a_file_are_shown_as_they_are(run: Any, tmp_path: Path) -> None:
    law, plays = tmp_path / "law.json", tmp_path / "plays.csv"
    law.write_text(json.dumps({"[/bold]points": {"values": {"1": "1/2", "2": "1/2"}}}))
    plays.write_text("[/bold]points,[/other]\n" + "1,0\n2,0\n" * 20)
    code, out, err = run("verify", "--exact", law, "--outcomes", plays)
    assert (code, is_safe(out, err)) == (3, True)
    assert "[/bold]points" in out


def test_names_of_files_and_words_of_mistakes_are_shown_as_they_are(
    run: Any, tmp_path: Path
) -> None:
    for argv in (
        ("runs", "check", tmp_path / f"a{EVIL}"),
        ("exact", tmp_path / f"{EVIL}.py"),
        ("claims", f"{EVIL}.toml"),
        ("exact", f"[/red]{EVIL}"),
        ("exact", "treize", "--answer", EVIL),
    ):
        code, out, err = run(*argv)
        assert (code, is_safe(out, err)) == (2, True)


def test_a_status_is_no_markup() -> None:
    with doing("[/red]a") as status:
        status("[/bold]b")


def test_a_page_passes_styles_and_no_text_that_steers() -> None:
    written = io.StringIO()
    page = Page(file=written, force_terminal=True, width=200)
    page.print(EVIL, style="bold")
    assert written.getvalue() == f"\x1b[1m{SHOWN}\x1b[0m\n"
