"""Files, modules and pages that are named in the pages exist, and every page is on the site."""

import re
from pathlib import Path
from pkgutil import resolve_name

import pytest

from docs._extensions.commands.pages import ROOT, pages

PAGES = [*pages(), ROOT / "CONTRIBUTING.md", ROOT / "CHANGELOG.md"]
LINKS = [
    pytest.param(page, target, id=f"{page.name} {target}")
    for page in PAGES
    for target in re.findall(r"\]\(([^)#\s]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8"))
    if "://" not in target and "{{" not in target  # a link, and no example of a template
]
URL = re.compile(r"https?://[\w.-]+\.[a-z]+(?::\d+)?(?:/[^\s)>`\"]*)?$")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_files_and_modules_named_in_the_docs_exist(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    if page.name == "CONTRIBUTING.md":  # it shows how to write a game that is not there
        return
    folders = "games|machine|exact|montecarlo|verification|montmort|benchmarks|docs"
    for name in re.findall(rf"(?<![\w./])(?:{folders})/[\w/]+\.(?:py|R)\b", text):
        assert (ROOT / name).exists(), name
    for name in re.findall(r"`(montmort(?:\.\w+)+)", text):
        resolve_name(name)


@pytest.mark.parametrize(("page", "target"), LINKS)
def test_a_link_in_the_docs_leads_somewhere(page: Path, target: str) -> None:
    assert (page.parent / target).exists()


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_addresses_of_the_web_are_well_formed(page: Path) -> None:
    for target in re.findall(r"\]\((\w+://[^)]*)\)", page.read_text(encoding="utf-8")):
        assert URL.match(target), target


def test_targets_of_make_exist() -> None:
    readme, makefile = (ROOT / name for name in ("README.md", "Makefile"))
    for target in re.findall(r"\bmake ([a-z]+)", readme.read_text(encoding="utf-8")):
        assert re.search(rf"^{target}:", makefile.read_text(encoding="utf-8"), re.MULTILINE)
