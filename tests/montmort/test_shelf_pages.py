"""The pages of the small games: their commands are run, their code is that of the rules."""

import re
import shlex
from pathlib import Path
from typing import Any

import pytest

from montmort.verification.registry import GAMES
from montmort.verification.shelf.statements import STATEMENTS

DOCS = Path(__file__).parents[2] / "docs" / "games"
SLOW = {"jacks-or-better", "baccarat", "cribbage-hand", "snakes-and-ladders", "pig"}
CONSOLE = re.compile(r"```console\n(.*?)```", re.DOTALL)
RULES = re.compile(r"In code \(\[(games/\w+\.py)\].*?```python\n(.*?)```", re.DOTALL)
PAGES = [
    pytest.param(name, marks=[pytest.mark.slow] * (name in SLOW)) for name in sorted(STATEMENTS)
]


def page_of(name: str) -> str:
    return (DOCS / f"{name}.md").read_text(encoding="utf-8")


def commands_in(page: str) -> list[tuple[str, list[str]]]:
    """Return the commands of the consoles, with the lines that they print, among others."""
    found: list[tuple[str, list[str]]] = []
    for line in "".join(CONSOLE.findall(page)).splitlines():
        if line.startswith("$ montmort "):
            found.append((line.removeprefix("$ montmort "), []))
        elif line:
            found[-1][1].append(line)
    return found


@pytest.mark.parametrize("name", PAGES)
def test_commands_print_what_the_page_shows(name: str, run: Any) -> None:
    commands = commands_in(page_of(name))
    assert commands
    for command, lines in commands:
        code, out, _ = run(*shlex.split(command))
        printed = "\n".join(" ".join(line.split()) for line in out.splitlines())
        assert code == 0
        assert lines
        for line in lines:
            assert line in printed, command


@pytest.mark.parametrize("name", sorted(STATEMENTS))
def test_the_code_is_that_of_the_rules(name: str) -> None:
    ((file, code),) = RULES.findall(page_of(name))
    assert code in (DOCS.parents[1] / file).read_text(encoding="utf-8")


@pytest.mark.parametrize("name", sorted(STATEMENTS))
def test_every_claim_is_on_the_page(name: str) -> None:
    listed = re.findall(r"^\| `([\w-]+)` \| .* \| [A-Z]+ \|$", page_of(name), re.MULTILINE)
    assert listed == [claim.name for claim in GAMES[name].claims()]


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(STATEMENTS))
def test_the_verdicts_on_the_page_are_those_of_the_claims(name: str) -> None:
    verdicts = re.findall(r"^\| `[\w-]+` \| .* \| ([A-Z]+) \|$", page_of(name), re.MULTILINE)
    assert verdicts == [claim.find().standing.value for claim in GAMES[name].claims()]


def test_the_contents_lead_to_every_page() -> None:
    linked = re.findall(r"\]\(([\w-]+)\.md\)", page_of("shelf"))
    assert {*linked} >= {*STATEMENTS}
    assert all((DOCS / f"{name}.md").exists() for name in linked)
