"""PAR sheets of games: which law they take, what a report prints, and what is refused."""

import re
from dataclasses import replace
from fractions import Fraction
from statistics import NormalDist
from typing import Any

import pytest

from montmort import Law, Wager
from montmort.games import craps, kuhn, three_card_poker
from montmort.games.errors import BadInput, UnknownName
from montmort.verification.game import Game
from montmort.verification.game_report import report_of
from montmort.verification.outcome_laws import FieldLaw
from montmort.verification.par_sheets import par_sheets, wagers_of
from montmort.verification.registry import GAMES, game_named
from montmort.verification.reports.document import Report, Table, blocks_of
from montmort.verification.reports.html import web_page
from montmort.verification.reports.markdown import files
from montmort.verification.reports.par_section import par_section
from montmort.verification.reports.provenance import Provenance
from montmort.verification.reports.reader import Prose
from tests.verification.reports.written_reports import numbers_of, shown_by, written

LAWS = {
    "pays": FieldLaw(law=Law(weights={0: 3, 4: 1}), mean=Fraction(1)),
    "staked": FieldLaw(law=None, mean=Fraction(6, 5)),
    "word": FieldLaw(law=Law(weights={"a": 1})),
    "cut": FieldLaw(law=Law(weights={0: 1}, total=2), mean=Fraction(1)),
}


def section(game_name: str, rules: Any) -> Prose:
    game = game_named(game_name)
    found = par_section(Provenance(game.rulebook, rules), lambda name: game.field_laws(rules, name))
    return Prose({}, found)


def test_each_wager_has_its_sheet() -> None:
    wagers = [Wager(paid="pays", name="one"), Wager(net="pays", stake=2, name="two")]
    found = par_sheets(wagers, None, LAWS)
    assert {name: sheet.rtp for name, sheet in found.items()} == {"one": 1, "two": Fraction(3, 2)}


def test_the_total_stake_is_counted_in_stakes() -> None:
    (sheet,) = par_sheets([Wager(paid="pays", stake=2, total_stake="staked")], None, LAWS).values()
    assert (sheet.mean_stake, sheet.house_edge) == (Fraction(3, 5), Fraction(1, 2))
    assert sheet.element_of_risk == Fraction(5, 6)


@pytest.mark.parametrize(
    ("wager", "error", "words"),
    [
        (Wager(net="staked"), BadInput, "only its moments are known"),
        (Wager(net="cut"), BadInput, "its moments are not known"),
        (Wager(net="cut", units=lambda _, value: value), BadInput, "cannot be changed by units"),
        (Wager(net="word"), BadInput, "is no number"),
        (Wager(net="ears"), UnknownName, "no field 'ears'; there are pays, staked, word, cut"),
        (Wager(net="pays", total_stake="word"), BadInput, "has no mean"),
    ],
)
def test_what_has_no_sheet(wager: Wager, error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        par_sheets([wager], None, LAWS)


def test_games_without_a_stake_have_no_section() -> None:
    books = {name: game.rulebook for name, game in GAMES.items()}
    without = [
        name for name, book in books.items() if not any(map(book.wagers_on, book.experiments))
    ]
    assert {"war", "pig", "penney"} <= {*without}
    for name in without:
        assert section(name, books[name].usual).sections == ()
        with pytest.raises(BadInput, match="no stake"):
            wagers_of(books[name], books[name].first_experiment)


def test_best_play_is_taken_and_the_dealt_cards_are_known() -> None:
    rules = three_card_poker.Rules(ranks=3, suits=2)
    game = game_named("three-card-poker")
    assert game.field_laws(rules, "ante")["net"].mean == Fraction(11, 10)
    assert game.field_laws(rules, "cards")["card_1"].law is not None
    known = game_named("kuhn").field_laws(kuhn.Rules(), "hand")
    (sheet,) = par_sheets(wagers_of(kuhn.RULEBOOK, "hand"), kuhn.Rules(), known).values()
    assert sheet.rtp == Fraction(17, 18)


@pytest.mark.parametrize(
    ("name", "rules"),
    [
        ("craps", craps.Rules(bet="dont-pass", faces=7)),
        ("three-card-poker", three_card_poker.Rules(ranks=3, suits=2)),
    ],
)
def test_every_number_of_the_section_is_printed_by_its_command(name: str, rules: Any) -> None:
    argument = section(name, rules)
    numbers = numbers_of(argument)
    assert len(numbers) >= 8
    for number in numbers:
        assert number.in_full in shown_by(number.how), (number.name, number.how)


def test_a_number_without_a_largest_value_has_a_sheet() -> None:
    book = replace(craps.RULEBOOK, wagers=(Wager(paid="rolls", stake=2),))
    game = Game(rulebook=book)
    laws = game.field_laws(craps.Rules(), "pass")
    (sheet,) = par_sheets(book.wagers, craps.Rules(), laws).values()
    assert sheet.rtp == Fraction(557, 330)  # 557/165 throws in the mean
    assert sheet.variance == laws["rolls"].variance / 4  # type: ignore[operator]
    assert (sheet.hit_frequency, sheet.push_frequency) == (1, laws["rolls"].law[2])  # type: ignore[index]
    found = par_section(Provenance(book, craps.Rules()), lambda _: laws)
    text = files(Report("x", "", (), found), "x")["x.md"].decode()
    assert "| beyond | " in text
    assert "| maximum exposure | without limit | largest net gain" in text
    assert "| skewness | not known: the law has no end |" in text


def test_the_section_of_craps() -> None:
    argument = section("craps", craps.Rules(bet="dont-pass"))
    text = written(argument)
    for words in (
        "The stake is 1, and the field `win` says what is won.",
        "| house edge | 3/220 = 0.0136363636… | mean loss: what the return is short of 1 |",
        "| edge without ties | 27/1925 = 0.0140259740… |",
        "| 1 | 0.0277777777 | 36.00 | 0.0277777777 |",
        "montmort exact craps --bet dont-pass --par",
    ):
        assert words in text
    tables = [block for block in blocks_of(argument.sections) if isinstance(block, Table)]
    assert len(tables) == 3
    page = web_page(Report("craps", "", (), argument.sections))
    assert "volatility 95 %" in page


def test_the_approximations_of_a_sheet_are_marked_and_its_quantiles_are_those_used() -> None:
    text = written(section("craps", craps.Rules()))
    (caption,) = re.findall(r"\*Table .*After so many plays.*\*", text)
    assert caption.endswith("by the normal approximation (proved and approximated)*")
    assert "| return, about 90 % | return, about 95 % |" in text
    normal = NormalDist()
    for level, digits in zip(
        (0.95, 0.975), re.findall(r"\$z = ([\d.]+)\\ldots\$", text), strict=True
    ):
        assert abs(Fraction(digits) - Fraction(normal.inv_cdf(level))) < Fraction(1, 10**10)
    assert "1.6449" not in text


@pytest.mark.parametrize(
    ("name", "rules", "sheets"),
    [
        ("kuhn", kuhn.Rules(cards=2), False),
        ("three-card-poker", three_card_poker.Rules(ranks=3, suits=2), True),
    ],
)
def test_a_game_between_two_players_has_no_house_and_no_sheet(
    name: str, rules: Any, sheets: bool
) -> None:
    found = report_of(GAMES[name], rules, seed=1, version="0", plays=64, doing=str)
    assert ("The PAR sheet" in {one.title for one in found.report.sections}) == sheets
    assert found.report.author == "The montmort developers"


def test_the_section_of_several_experiments_names_them() -> None:
    text = written(section("three-card-poker", three_card_poker.Rules(ranks=3, suits=2)))
    assert " Pair-plus\n" in text
    assert "The PAR sheet, pair-plus" in text
    assert "--experiment pair-plus --par" in text


def test_a_sheet_that_fails_says_why() -> None:
    book = replace(craps.RULEBOOK, wagers=(Wager(net="rolls", units=lambda _, rolls: 2 * rolls),))
    provenance = Provenance(book, craps.Rules())
    game = Game(rulebook=book)
    found = par_section(provenance, lambda name: game.field_laws(craps.Rules(), name))
    text = files(Report("x", "", (), found), "x")["x.md"].decode()
    assert "It is not known: bet: rolls has no end, so it cannot be changed by units" in text
