"""Every game has a page in the gallery, and all pages have one form."""

import re

import pytest

from docs._extensions.commands.pages import ROOT
from docs._extensions.gallery import with_tables
from docs._extensions.game_pages import MADE, made_names, page_text, written_page
from montmort.verification.registry import GAMES

FOLDER = ROOT / "docs" / "games"
SECTIONS = ["Value", "The argument", "Claims", "Check it yourself"]
INDEX = with_tables((FOLDER / "index.md").read_text(encoding="utf-8"))


@pytest.mark.parametrize("game", sorted(GAMES))
def test_a_page_has_value_picture_argument_claims_and_commands(game: str) -> None:
    text = page_text(game)
    sections = re.split(r"^## (.*)$", text, flags=re.MULTILINE)
    named = dict(zip(sections[1::2], sections[2::2], strict=True))
    assert {*SECTIONS} <= {*named}
    (picture,) = re.findall(r"!\[[^\]]+\]\((pictures/[\w.-]+)\)", named["Value"])
    assert game in made_names() or (FOLDER / picture).exists()
    assert re.search(r"\d", named["Value"])
    argument = named["The argument"]
    assert "```{argument}" in argument or len(argument.split()) > 25
    assert f"montmort exact {game}" in named["Check it yourself"]
    assert f"montmort claims {game}" in text or "```{claims}" in named["Claims"]


@pytest.mark.parametrize("game", sorted(GAMES))
def test_the_gallery_leads_to_the_page(game: str) -> None:
    written = written_page(game)
    folder, page = (f"{MADE}/", f"{MADE}/{game}.md") if written is None else ("", written.name)
    assert re.search(rf"\[!\[[^\]]+\]\({folder}pictures/[\w.-]+\)\]\({page}\)", INDEX)


def test_every_picture_is_shown() -> None:
    for picture in (FOLDER / "pictures").iterdir():
        assert f"pictures/{picture.name}" in INDEX
