"""The HTML reports in a real browser: nothing cut off, formulas shown, down to phone width."""

from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

import pytest

from montmort.games import blackjack, pig, treize
from montmort.verification.game_report import report_of
from montmort.verification.registry import GAMES
from montmort.verification.reports.document import (
    Items,
    Paragraph,
    Report,
    Section,
    Table,
    blocks_of,
    lines_of,
    text,
    with_appendix,
)
from montmort.verification.reports.html import web_page
from montmort.verification.reports.numbers import Number
from tests.verification.reports.headless import CHROMIUM, NAMES, Tab, headless
from tests.verification.reports.sample_report import sample

pytestmark = pytest.mark.skipif(
    CHROMIUM is None, reason=f"none of {', '.join(NAMES)} is installed: Debian has chromium"
)
PHONE = 360  # CSS pixels: narrower ones are rare
WIDTHS = (PHONE, 768, 1200)
FLAT = """[...document.querySelectorAll('math')].map(one => one.getBoundingClientRect())
          .filter(box => !(box.width > 1 && box.height > 1)).length"""
BROKEN = "[...document.images].filter(one => !one.complete || !one.naturalWidth).length"
# Beyond the screen is only what a box of its own lets move.
BEYOND = """[...document.querySelectorAll('body *')].filter(one =>
  !one.closest('.wide, .formula, .drawn, pre') && one.getBoundingClientRect().right > innerWidth
).map(one => one.outerHTML.slice(0, 100))"""
TAGS = "[...document.querySelectorAll('*')].map(one => one.localName)"
LIGHT = """((one, key) => {
  const canvas = getComputedStyle(one)[key].match(/[0-9.]+/g).slice(0, 3);
  return canvas.reduce((sum, part) => sum + Number(part), 0) / 3 / 255;
})(document.body, %r)"""


@pytest.fixture(scope="module")
def tab() -> Iterator[Tab]:
    """Return a tab of a browser."""
    with headless() as found:
        yield found


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the file of the sample."""
    file = tmp_path_factory.mktemp("report") / "sample.html"
    file.write_text(web_page(with_appendix(sample())), encoding="utf-8")
    return file


@pytest.mark.slow
@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("width", WIDTHS)
def test_the_sample_is_shown(tab: Tab, written: Path, width: int, dark: bool) -> None:
    shown(tab, written, sample(), width, dark)


SHORTER = {  # the usual ones take half a minute and more
    "treize": treize.Rules(ranks=5, suits=3),
    "pig": pig.Rules(goal=20),
    "blackjack": blackjack.Rules(decks="infinite"),
}
FEWER = {"jacks-or-better": 2**12, "three-card-poker": 2**12}  # plays in plain Python


# These take a minute and more.
LONG = (
    *(
        "baccarat",
        "blackjack",
        "cribbage-hand",
        "five-card-draw",
        "jacks-or-better",
        "pig",
        "shut-the-box",
    ),
    *("three-card-poker", "war", "yahtzee"),
)


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=pytest.mark.longest if name in LONG else pytest.mark.slow)
        for name in GAMES
    ],
)
def test_every_report_is_shown(tab: Tab, tmp_path: Path, name: str) -> None:
    rules, plays = SHORTER.get(name), FEWER.get(name, 2**16)
    written = report_of(GAMES[name], rules, seed=17, version="as it is", plays=plays, doing=str)
    report = written.report
    file = tmp_path / f"{name}.html"
    file.write_text(web_page(report), encoding="utf-8")
    shown(tab, file, report, PHONE, dark=True)
    shown(tab, file, report, WIDTHS[-1], dark=False)


def shown(tab: Tab, file: Path, report: Report, width: int, dark: bool) -> None:
    """Check a page: nothing is missed, nothing stands out, and its numbers are in its text."""
    tab.open(file, width=width, dark=dark)
    assert tab.complaints() == []
    assert tab.requests() <= {"file", "data"}
    assert tab.value("[innerWidth, document.documentElement.scrollWidth]") == [width, width]
    assert tab.value(BEYOND) == []
    assert [tab.value(FLAT), tab.value(BROKEN)] == [0, 0]
    shown_text = tab.value("document.body.innerText")
    assert [n for n in numbers(report) if n.replace("-", "\N{MINUS SIGN}") not in shown_text] == []


def numbers(report: Report) -> set[str]:
    """Return the values of a report as they are read."""
    return {
        str(part)
        for block in blocks_of(report.sections)
        for line in lines_of(block)
        for part in line
        if isinstance(part, Number)
    }


def test_as_html_it_is_the_tree_that_it_is_as_xml(tab: Tab, written: Path) -> None:
    tab.open(written)
    page = ElementTree.fromstring(written.read_text(encoding="utf-8"))
    assert tab.value(TAGS) == [one.tag.split("}")[-1] for one in page.iter()]
    assert tab.value("document.documentElement.textContent") == "".join(page.itertext()) + "\n"
    assert tab.value("document.compatMode") == "CSS1Compat"


def test_dark_is_light_on_dark_with_pictures_turned(tab: Tab, written: Path) -> None:
    picture = "getComputedStyle(document.images[0]).filter"
    tab.open(written, dark=False)
    assert tab.value(LIGHT % "color") < 0.2 < 0.9 < tab.value(LIGHT % "backgroundColor")
    assert tab.value(picture) == "none"
    tab.open(written, dark=True)
    assert tab.value(LIGHT % "backgroundColor") < 0.2 < 0.8 < tab.value(LIGHT % "color")
    assert "invert" in tab.value(picture)


def test_wide_tables_and_formulas_move_in_their_boxes(tab: Tab, written: Path) -> None:
    tab.open(written, width=PHONE)
    moving = """[...document.querySelectorAll('.wide, .formula, pre')].filter(
      one => one.scrollWidth > one.clientWidth).map(one => getComputedStyle(one).overflowX)"""
    found = tab.value(moving)
    assert len(found) >= 3  # the table of nine columns, a long formula, a command
    assert set(found) == {"auto"}


def test_a_long_formula_within_a_line_moves_with_it(tab: Tab, tmp_path: Path) -> None:
    parts = text("If $" + " + ".join(40 * "x") + "$, then")
    blocks = Paragraph(parts), Items((parts,)), Table(parts, (), ())
    file = tmp_path / "long.html"
    file.write_text(web_page(Report("", "", (), (Section("", blocks),))), encoding="utf-8")
    tab.open(file, width=PHONE)
    assert tab.value("document.documentElement.scrollWidth") == PHONE
    assert tab.value("""[...document.querySelectorAll('p, ul, figcaption')].filter(
      one => one.scrollWidth > one.clientWidth).length""") == len(blocks)


def test_formulas_have_their_shape(tab: Tab, written: Path) -> None:
    """Columns are aligned by the style sheet, and fractions stand above each other."""
    tab.open(written)
    aligned = tab.value("""[...document.querySelectorAll('.aligned mtd:first-child')].map(
      one => getComputedStyle(one).textAlign)""")
    assert aligned == ["right", "right"]
    above = tab.value("""[...document.querySelectorAll('mfrac')].map(one =>
      [...one.children].map(part => part.getBoundingClientRect())).map(
      ([top, bottom]) => top.bottom <= bottom.top + 1)""")
    assert above
    assert all(above)


def test_the_printed_page_has_no_contents_and_nothing_cut_off(tab: Tab, written: Path) -> None:
    tab.open(written, dark=True)
    tab.ask("Emulation.setEmulatedMedia", media="print",
            features=[{"name": "prefers-color-scheme", "value": "dark"}])  # fmt: skip
    assert tab.value("getComputedStyle(document.querySelector('nav')).display") == "none"
    assert tab.value(LIGHT % "backgroundColor") == 1
    assert tab.value("getComputedStyle(document.querySelector('.wide')).overflowX") == "visible"
    assert tab.printed().startswith(b"%PDF-")
