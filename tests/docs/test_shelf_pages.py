"""The pages of the small games: their code is that of the rules, their claims are decided."""

import re
from pathlib import Path

import pytest

from docs._extensions.gallery import with_tables
from montmort.verification.registry import GAMES

DOCS = Path(__file__).parents[2] / "docs" / "games"
RULES = re.compile(r"In code \(\[(games/\w+\.py)\].*?```python\n(.*?)```", re.DOTALL)
STATED = [name for name, game in GAMES.items() if game.settled is not None]


def page_of(name: str) -> str:
    return (DOCS / f"{name}.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", [name for name in STATED if name != "blackjack"])  # no excerpt
def test_the_code_is_that_of_the_rules(name: str) -> None:
    ((file, code),) = RULES.findall(page_of(name))
    assert code in (DOCS.parents[1] / file).read_text(encoding="utf-8")


@pytest.mark.parametrize("name", STATED)
def test_every_claim_is_on_the_page(name: str) -> None:
    listed = re.findall(r"^\| `([\w-]+)` \| .* \| [A-Z]+ \|$", page_of(name), re.MULTILINE)
    assert listed == [claim.name for claim in GAMES[name].claims()]


@pytest.mark.slow
@pytest.mark.parametrize("name", STATED)
def test_the_verdicts_on_the_page_are_those_of_the_claims(name: str) -> None:
    verdicts = re.findall(r"^\| `[\w-]+` \| .* \| ([A-Z]+) \|$", page_of(name), re.MULTILINE)
    assert verdicts == [claim.find().standing.value for claim in GAMES[name].claims()]


def test_the_contents_lead_to_every_page() -> None:
    linked = re.findall(r"\]\(([\w-]+)\.md\)", with_tables(page_of("shelf")))
    assert {*linked} >= {*STATED}
    assert all((DOCS / f"{name}.md").exists() for name in linked)
