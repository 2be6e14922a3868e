"""The report of a game that is known by its rules file alone: every part that a reader expects."""

import io
import re
from datetime import date
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from pypdf import PdfReader

from montmort.verification.game_report import Written, report_of
from montmort.verification.outcome_laws import outcome_laws
from montmort.verification.plots.chain import columns_of, draw_chain, is_drawable
from montmort.verification.registry import GAMES
from montmort.verification.reports.document import (
    Equation,
    Figure,
    Statement,
    Table,
    blocks_of,
    caption_of,
)
from montmort.verification.reports.html import web_page
from montmort.verification.reports.kinds import Kind, Shape
from montmort.verification.reports.markdown import files
from montmort.verification.reports.pdf import pdf
from tests.verification.reports.own_rules import OWN, Own, game_of
from tests.verification.reports.written_reports import checks_in

PARTS = (
    "The rules",
    "The sample space",
    "The theorem and its proof",
    "Checks made for this report",
    "What was not proved",
    "The same game by Monte Carlo",
    "What was claimed",
    "The certificate",
    "How to reproduce every number",
    "References",
)


def made(own: Own, folder: Path) -> Written:
    game = game_of(own, folder)
    return report_of(game, seed=1, version="0", dated=date(2026, 1, 31), plays=500, doing=str)


@pytest.fixture(scope="module", params=OWN, ids=lambda own: own.file)
def own(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Any:
    """The rules file, and its report."""
    return request.param, made(request.param, tmp_path_factory.mktemp("own"))


def page(written: Written) -> str:
    return files(written.report, "own")["own.md"].decode()


def prose(text: str) -> str:
    """Return running text: without code, formulas, pictures and links."""
    text = re.sub(r"```.*?```", "", text, flags=re.DOTALL)
    text = re.sub(r"\$\$.*?\$\$|\$[^$]*\$|`[^`]*`", "", text, flags=re.DOTALL)
    return re.sub(r"!?\[[^\]]*\]\([^)]*\)", "", text)


def wrong_numerals(text: str) -> list[str]:
    """Return numbers that are not written as in print."""
    return re.findall(r"\d+e[-+]?\d+|(?<![\w.|-])-\d[\d.]*|10\^-?\d+|\d x \d", prose(text))


def test_every_part_is_there(own: tuple[Own, Written]) -> None:
    asked, written = own
    titles = [section.title for section in written.report.sections]
    assert [title for title in titles if title in PARTS] == list(PARTS)
    assert any(title.startswith("The exact laws of ") for title in titles)
    statements = [b for b in blocks_of(written.report.sections) if isinstance(b, Statement)]
    theorems = [each.title for each in statements if each.kind == "Theorem"]
    assert asked.theorem in theorems
    assert len(theorems) == len({*theorems})
    assert any(isinstance(b, Equation) for b in blocks_of(written.report.sections))


def test_it_says_when_it_was_written_and_what_is_found(own: tuple[Own, Written]) -> None:
    asked, written = own
    text = page(written)
    title = asked.text.strip().splitlines()[0].strip('".')
    assert text.startswith(f"# {title}\n")
    assert "\n31 January 2026\n" in text
    assert "developers" not in text  # who did not write the rules
    for words in ("**Abstract.** ", "- version: montmort 0", "- seed: 1", "Ville", "SHA-256"):
        assert words in text
    assert "This is proved from the rules by " in text


def test_every_table_says_on_what_it_rests(own: tuple[Own, Written]) -> None:
    tables = [b for b in blocks_of(own[1].report.sections) if isinstance(b, Table)]
    assert len(tables) >= 4
    for table in tables:
        assert table.evidence or table.header[0] == ("evidence",), table.caption
        assert not table.evidence or str(caption_of(table)[-1]).endswith(")")


def test_numbers_are_written_as_in_print(own: tuple[Own, Written]) -> None:
    text = page(own[1])
    assert wrong_numerals(text) == []
    assert wrong_numerals("it is -37, 4e-05 or 10^-6 with 3 x 4; `-1`, $-2$") == [
        *("-37", "4e-05", "10^-6", "3 x 4"),
    ]


def test_all_checks_hold_and_there_are_some(own: tuple[Own, Written]) -> None:
    yes, no = checks_in(page(own[1]))
    assert yes >= 2 or own[0].file == "frog.py"
    assert no == 0
    assert yes > 0


def test_sections_have_the_same_numbers_in_every_form(own: tuple[Own, Written]) -> None:
    report = own[1].report
    numbered = [f"{n} {section.title}" for n, section in enumerate(report.sections, 1)]
    text, html = page(own[1]), web_page(report)
    for words in numbered:
        assert f"## {words}\n" in text
        assert f"<h2>{words}</h2>" in html


def test_the_certificate_says_what_is_on_trust(own: tuple[Own, Written]) -> None:
    """The checker walks the rules: nothing but their text is on trust."""
    text = page(own[1])
    part = text.split(" The certificate\n")[1].split("SHA-256")[0]
    assert f"`python check.py FILE --rules {own[0].file}`" in " ".join(part.split())
    assert "It says: verified from witnesses: " in part
    assert "| on trust | " not in part
    assert "| verified | " in part
    assert "FALSE" not in part


def test_a_pdf_report_of_a_game_from_its_rules_file_alone(tmp_path: Path) -> None:
    pytest.importorskip("typst", reason="typst makes the PDF, and is not installed")
    report = made(OWN[1], tmp_path).report
    reader = PdfReader(io.BytesIO(pdf(report)))
    text = " ".join(" ".join(page.extract_text() for page in reader.pages).split())
    for words in (
        "The frog in the well",
        "31 January 2026",
        "Abstract.",
        "absorbing chain",
        "148/27",
    ):
        assert words in text
    assert reader.metadata is not None
    assert not reader.metadata.author  # the rules are somebody else's
    assert "developers" not in text
    assert reader.metadata.creation_date is not None
    assert reader.metadata.creation_date.date() == date(2026, 1, 31)
    assert pdf(report) == pdf(report)


# The chain


def shape_of(own: Own, folder: Path) -> Shape:
    game = game_of(own, folder)
    name = game.rulebook.first_experiment
    rules = game.rulebook.usual
    play = None if game.aim is None else game.optimal_play(rules, name, game.aim)
    return Shape(name=name, found=game.laws(rules, name), play=play)


@pytest.mark.parametrize(
    ("number", "kinds"),
    [
        (0, (Kind.ENUMERATION,)),
        (1, (Kind.CHAIN,)),
        (2, (Kind.INDUCTION, Kind.ENUMERATION)),
        (3, (Kind.POLICY, Kind.CHAIN)),
        (4, (Kind.SEQUENCES, Kind.ENUMERATION)),
    ],
)
def test_the_kind_of_the_argument(number: int, kinds: tuple[Kind, ...], tmp_path: Path) -> None:
    assert shape_of(OWN[number], tmp_path).kinds == kinds


def test_a_small_chain_is_shown_whole(tmp_path: Path) -> None:
    """By hand: a dry day has chance 3/4; v_2 = 1 + v_0/4 and so on."""
    shape = shape_of(OWN[1], tmp_path)
    up, down = Fraction(3, 4), Fraction(1, 4)
    assert shape.rows == {
        "0": {"1": up, "0": down},
        "1": {"2": up, "0": down},
        "2": {"end": up, "0": down},
    }
    assert shape.matrix == [[down, up, 0], [down, 0, up], [down, 0, 0]]
    ((name, gains, values),) = shape.systems
    assert (name, gains) == ("days", [1, 1, 1])
    assert values == [Fraction(148, 27), Fraction(112, 27), Fraction(64, 27)]
    assert all(check.holds for check in shape.checks())
    (figure,) = shape.drawn
    assert isinstance(figure, Figure)
    assert "from 0 to 0 1/4, 1 3/4" in figure.alternative


def test_a_large_chain_is_neither_drawn_nor_printed(tmp_path: Path) -> None:
    game = game_of(OWN[1], tmp_path)
    rules = game.rulebook.rules(depth=13)
    shape = Shape(name="escape", found=game.laws(rules, "escape"))
    assert (shape.drawn, shape.states, list(shape.systems)) == ((), [], [])
    assert shape.kinds == (Kind.CHAIN,)


def test_the_picture_of_a_chain_has_every_state_and_move() -> None:
    half = Fraction(1, 2)
    rows = {"a": {"a": half, "b": half}, "b": {"a": half, "end": half}}
    starts = {"a": Fraction(1)}
    assert columns_of(rows, starts, "end") == {"a": 0, "b": 1, "end": 2}
    words = [text.get_text() for text in draw_chain(rows, starts).texts]
    assert {word: words.count(word) for word in ("a", "b", "end", "1/2")} == {
        **dict.fromkeys(("a", "b", "end"), 1),
        "1/2": 4,
    }
    assert not is_drawable({str(n): {"end": Fraction(1)} for n in range(9)}, {"0": Fraction(1)})
    assert not is_drawable({"a name" * 6: {"end": Fraction(1)}}, {"a name" * 6: Fraction(1)})


def test_a_wrong_mean_is_found_by_the_checks(tmp_path: Path) -> None:
    game = game_of(OWN[0], tmp_path)
    found = outcome_laws(game.rulebook.experiment("throw"), game.rulebook.usual)
    other = outcome_laws(game.rulebook.experiment("throw"), game.rulebook.rules(faces=5))
    from dataclasses import replace

    mixed = Shape(name="throw", found=replace(found, walk=other.walk))
    assert not all(check.holds for check in mixed.checks())


# Shipped games


@pytest.mark.parametrize("name", ["kuhn", "waldegrave"])
def test_shipped_games_have_all_of_it_too(name: str) -> None:
    written = report_of(GAMES[name], seed=1, version="0", plays=500, doing=str)
    tables = [b for b in blocks_of(written.report.sections) if isinstance(b, Table)]
    assert all(table.evidence or table.header[0] == ("evidence",) for table in tables)
    assert wrong_numerals(page(written)) == []
