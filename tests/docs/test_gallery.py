"""Every game has a page in the gallery, and all pages have one form."""

import re
from pathlib import Path

import pytest

from docs._extensions.commands.pages import ROOT
from docs._extensions.gallery import with_tables
from montmort.verification.registry import GAMES

FOLDER = ROOT / "docs" / "games"
SECTIONS = ["Value", "The argument", "Claims", "Check it yourself"]
INDEX = with_tables((FOLDER / "index.md").read_text(encoding="utf-8"))


def page_of(game: str) -> Path:
    """Return the page of a game; the words of older names stand between underscores."""
    paths = [FOLDER / f"{name}.md" for name in (game, game.replace("-", "_"))]
    return next(path for path in paths if path.exists())


@pytest.mark.parametrize("game", sorted(GAMES))
def test_a_page_has_value_picture_argument_claims_and_commands(game: str) -> None:
    text = page_of(game).read_text(encoding="utf-8")
    sections = re.split(r"^## (.*)$", text, flags=re.MULTILINE)
    named = dict(zip(sections[1::2], sections[2::2], strict=True))
    assert {*SECTIONS} <= {*named}
    (picture,) = re.findall(r"!\[[^\]]+\]\((pictures/[\w.-]+)\)", named["Value"])
    assert (FOLDER / picture).exists()
    assert re.search(r"\d", named["Value"])
    argument = named["The argument"]
    assert "```{argument}" in argument or len(argument.split()) > 25
    assert f"montmort exact {game}" in named["Check it yourself"]
    assert f"montmort claims {game}" in text or "```{claims}" in named["Claims"]


@pytest.mark.parametrize("game", sorted(GAMES))
def test_the_gallery_leads_to_the_page(game: str) -> None:
    page = page_of(game).name
    assert re.search(rf"\[!\[[^\]]+\]\(pictures/[\w.-]+\)\]\({page}\)", INDEX)


def test_every_picture_is_shown() -> None:
    for picture in (FOLDER / "pictures").iterdir():
        assert f"pictures/{picture.name}" in INDEX
