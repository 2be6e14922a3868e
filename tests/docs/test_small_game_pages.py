"""The pages of the small games: their code is that of the rules, the record says the rest."""

import re
from dataclasses import fields
from pathlib import Path
from xml.etree import ElementTree

import pytest

from docs._extensions.gallery import with_tables
from docs._extensions.game_blocks import with_game_blocks
from docs._extensions.game_pages import page_text, written_page
from montmort.verification.registry import GAMES

DOCS = Path(__file__).parents[2] / "docs" / "games"
RULES = re.compile(r"In code \(\[(games/\w+/rules\.py)\].*?```python\n(.*?)```", re.DOTALL)
SMALL = [name for name, game in GAMES.items() if game.settled and not game.states_laws]
EXCERPTS = [name for name in SMALL if written_page(name) and "In code" in page_text(name)]


@pytest.mark.parametrize("name", EXCERPTS)
def test_the_code_is_that_of_the_rules(name: str) -> None:
    ((file, code),) = RULES.findall(page_text(name))
    assert code in (DOCS.parents[1] / file).read_text(encoding="utf-8")


@pytest.mark.parametrize("name", ["craps", "kuhn"])
def test_what_the_record_says_is_put_into_the_page(name: str) -> None:
    page = with_game_blocks(page_text(name), f"games/{name}")
    verdicts = re.findall(r"^\| `([\w-]+)` \| .* \| ([A-Z]+) \|$", page, re.MULTILINE)
    claims = GAMES[name].claims()
    assert verdicts == [(claim.name, claim.find().standing.value) for claim in claims]
    (argument,) = re.findall(r'<div class="argument">(.*)</div>', page)
    assert ElementTree.fromstring(f"<div>{argument}</div>").find(".//math") is not None
    assert "Theorem 1" in argument
    flags = re.findall(r"^\| `--([\w-]+)", page, re.MULTILINE)
    assert {field.name for field in fields(GAMES[name].rulebook.rules)} <= {*flags}


def test_a_whole_report_is_not_put_into_a_page() -> None:
    with pytest.raises(AssertionError, match="the text about treize is a whole report"):
        with_game_blocks("```{argument}\n```\n", "games/treize")


def test_the_contents_lead_to_every_page() -> None:
    shelf = with_tables((DOCS / "shelf.md").read_text(encoding="utf-8"))
    linked = re.findall(r"\]\(([\w/-]+)\.md\)", shelf)
    assert {name.rpartition("/")[2] for name in linked} >= {*SMALL}
    assert all("/" in name or (DOCS / f"{name}.md").exists() for name in linked)
