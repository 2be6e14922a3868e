"""Which pictures a report draws, what is printed of a checker, and how claims are typeset."""

import io
import re
from dataclasses import replace
from fractions import Fraction
from typing import NamedTuple

import pytest

from montmort.exact.law import Law
from montmort.games.chance import Chance
from montmort.verification import crosscheck
from montmort.verification.checked_certificate import FEW, MOST_STATEMENTS, _shortened_list
from montmort.verification.plots.laws import draw_field, new_sheet
from montmort.verification.registry import GAMES
from montmort.verification.reports.document import (
    Commands,
    Items,
    Paragraph,
    Report,
    Section,
    Statement,
)
from montmort.verification.reports.figures import PANEL, law_figure
from montmort.verification.reports.pdf import typst_files
from montmort.verification.reports.provenance import Provenance
from montmort.verification.reports.sections import (
    Certified,
    Checked,
    Played,
    evidence,
    in_words,
)
from tests.verification.reports.written_reports import stated_of


class Three(NamedTuple):
    one: bool
    two: bool
    three: bool


def three(chance: Chance) -> Three:
    return Three(*(chance.pick([1, 1]) == 0 for _ in range(3)))


def coin(chance: Chance) -> bool:
    return chance.pick([1, 1]) == 0


def die(faces: int):  # type: ignore[no-untyped-def]
    def play(chance: Chance) -> int:
        return chance.pick([1] * faces)

    return play


@pytest.mark.parametrize(("play", "pictures"), [(coin, 0), (die(3), 0), (die(4), 1), (three, 1)])
def test_two_intervals_and_three_values_need_no_picture(play, pictures) -> None:  # type: ignore[no-untyped-def]
    result = crosscheck(play=play, plays=64, seed=1, margin=Fraction(1, 2), workers=1)
    assert len(Played("play", result=result).figures) == pictures


def test_fractions_of_a_checker_stay_and_counts_are_grouped() -> None:
    assert in_words("12345/678901 = 0.0181838353") == "12345/678901 = 0.0181838353"
    assert in_words("2^166 of 1234 and 98765 orders") == "2^166 of 1,234 and 98,765 orders"
    assert in_words("from 0 on: 84360; 403968; 19488") == "from 0 on: 84,360; 403,968; 19,488"


def test_a_claim_may_be_broken_between_its_items() -> None:
    claim = Statement("Claim", "one", (Paragraph(("said",)), Items((("by",), ("see",)))))
    other = Statement("Remark", "two", (Paragraph(("said",)), Items((("by",),))))
    report = Report("x", "", (), (Section("One", (claim, other)),))
    text = typst_files(report)["main.typ"].decode()
    assert text.count("claim(") == 1
    assert text.count("statement(") == 1


@pytest.mark.parametrize("tallest", range(228, 240, 2))  # at 232 to 236 a tick was one too many
def test_no_label_of_a_law_is_cut_off(tallest: int) -> None:
    top = Fraction(tallest, 1000)
    law = Law.of({0: top, **dict.fromkeys(range(17, 23), (1 - top) / 6)})
    sheet, file = new_sheet(PANEL), io.BytesIO()
    draw_field("dealer", law, {}, sheet.subplots())
    sheet.savefig(file, format="svg")
    label = re.search(
        r"<!-- chance -->\s*<g transform=\"translate\(([\d.]+)", file.getvalue().decode()
    )
    assert label is not None
    assert float(label[1]) > 9  # points: its baseline; the letters are 8 points high


def test_a_caption_says_which_values_are_not_drawn() -> None:
    usual = dict.fromkeys(range(9), 10**6)
    whole, cut = (law_figure({"pays": Law.of(law)}, "hand") for law in (usual, {**usual, 800: 1}))
    assert whole is not None
    assert cut is not None
    assert not whole.alternative.endswith("not drawn.")
    assert cut.alternative.endswith("; ends of less than 1/10^4 are not drawn.")


def test_a_rare_field_has_one_style_of_numerals() -> None:
    def rare(chance: Chance) -> bool:
        return chance.pick([1, 49_999]) == 0

    result = crosscheck(play=rare, plays=4096, seed=1, margin=Fraction(1, 2), workers=1)
    _, exact, estimate, interval, *_ = Played("play", result=result).rows[0]
    assert exact == "2\xa0×\xa010⁻⁵"
    for shown in (estimate, *interval.split(" to ")):
        assert float(shown) == 0 or "e-" in shown  # typeset as a power by the writers


def test_few_statements_are_all_listed() -> None:
    found = [("recomputed", f"row {n}") for n in range(MOST_STATEMENTS + FEW + 1)]
    assert _shortened_list(found[:-1]) == tuple(found[:-1])
    assert _shortened_list(found)[-1] == ("recomputed", f"{FEW + 1} more statements")


def test_references_do_not_stand_alone_on_a_page() -> None:
    again = Section("How to reproduce", (Paragraph(("So.",)), Commands(("montmort exact x",))))
    listed = Section("References", (Items((("a book",),)),))
    for sections, leads in (((again, listed), 1), ((listed, again), 0)):
        text = typst_files(Report("x", "", (), sections))["main.typ"].decode()
        assert text.count("leading(commands(") == leads


def test_what_was_not_proved_fits_the_solver_and_the_simulator() -> None:
    game = GAMES["penney"]
    rules = game.rulebook.usual
    own = replace(game, simulation=game.rules_simulator)
    for one, shares in ((game, True), (own, False)):
        (limits,) = stated_of(one, rules).sections[-1].blocks
        assert ("follow the same text" in str(limits)) == shares
        assert ("share only the rules" in str(limits)) != shares


@pytest.mark.parametrize(("words", "draws"), [("3 hands, seed 5, played", True), ("all", False)])
def test_a_checker_that_draws_is_named_where_the_report_is_reproduced(
    words: str, draws: bool
) -> None:
    certified = Certified(
        Provenance(GAMES["penney"].rulebook, GAMES["penney"].rulebook.usual),
        {"sha256": "0"},
        checked=Checked("recomputed: all", (("recomputed", words),)),
    )
    sections = evidence(
        (), (), certified, other_certified={}, version="0", commands=(), dated="2026-01-31"
    )
    assert ("draws a seed of its own" in str(sections)) == draws


@pytest.mark.parametrize(
    ("first", "headline"),
    [
        ("verified: the chance of won=false is 1/4", "verified: the chance of won=true is 3/4"),
        (
            "verified: the chance of won now=false is 1/4",
            "verified: the chance of won now=false is 1/4",
        ),
        ("verified: the mean of tosses is 6", "verified: the mean of tosses is 6"),
    ],
)
def test_the_abstract_speaks_of_the_chance_of_true(first: str, headline: str) -> None:
    statements = (("verified", "the chance of won=true is 3/4"),)
    provenance = Provenance(GAMES["penney"].rulebook, GAMES["penney"].rulebook.usual)
    assert Certified(provenance, {}, checked=Checked(first, statements)).headline == headline
