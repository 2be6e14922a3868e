"""`exact --par`: PAR sheets as a user asks for them."""

import csv
import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
import sympy

from montmort.verification.registry import GAMES

ROOT = Path(__file__).parents[3]

SIXES = """
from typing import NamedTuple
from montmort import Chance, Wager, throw_dice

class Sixes(NamedTuple):
    pays: int
    red: bool
    staked: int

def play(chance: Chance) -> Sixes:
    sixes = sum(face == 6 for face in throw_dice(chance, 2))
    red = chance.pick([1, 1]) == 1
    return Sixes(10 * sixes, red, 2 + 2 * red)

SIX = Wager(name="six", paid="pays", stake=2)
COLOUR = Wager(name="colour", net="red", units=lambda rules, red: 1 if red else -1)
DOUBLE = Wager(name="double", paid="pays", stake=2, total_stake="staked")
"""

RAISED = """
from typing import NamedTuple
from montmort import Wager

class Hand(NamedTuple):
    net: int
    staked: int

def play(chance):
    return (Hand(-10, 10), Hand(-10, 20), Hand(-20, 20), Hand(20, 20))[chance.pick([1] * 4)]

HAND = Wager(net="net", stake=10, total_stake="staked")
"""

AGAIN = """
from montmort import Wager

def play(chance, table):
    die = chance.pick([1] * 6) + 1
    if table.decide(0, ["keep", "again"], die) == "again":
        die = chance.pick([1] * 6) + 1
    return die

DIE = Wager(paid="value", stake=4)
"""

WALK = """
from typing import NamedTuple
from montmort import Experiment

class Purse(NamedTuple):
    won: int

def step(rules, purse, chance, table):
    gain = 2 * chance.pick([1, 1]) - 1
    return (None if abs(purse + gain) == 2 else purse + gain), Purse(gain)

RUIN = Experiment(name="ruin", outcome=Purse, start=lambda *_: 0, step=step)
"""


TOSSES = """
from typing import NamedTuple
from sympy import Symbol
from montmort import Chance, coin

p = Symbol("p")

class Toss(NamedTuple):
    net: int

def play(chance: Chance) -> Toss:
    if coin(chance, p):
        return Toss(1)
    return Toss(0 if coin(chance, p) else -1)
"""


WHEEL = """
from dataclasses import dataclass
from typing import NamedTuple
from montmort import Experiment, RuleSet, Wager, rule

@dataclass(frozen=True, kw_only=True)
class Rules(RuleSet):
    bet: int = rule(2, "what is bet on red", least=1)

class Spin(NamedTuple):
    won: int

def step(rules, state, chance, table):
    return None, Spin(rules.bet if chance.pick([18, 20]) == 0 else -rules.bet)

WHEEL = Experiment(name="spin", outcome=Spin, start=lambda *_: 0, step=step)
RED = Wager(net="won", stake=lambda rules: rules.bet)
"""


@pytest.fixture
def par(run: Any) -> Any:
    """Return a function that asks for PAR sheets and returns the answers."""

    def call(*argv: object) -> dict[str, Any]:
        code, out, err = run("exact", *argv, "--par", "--json")
        assert (code, err) == (0, "")
        answers: dict[str, Any] = json.loads(out)["answers"]
        return answers

    return call


def test_the_pass_line(par: Any) -> None:
    answers = par("craps", "--par-plays", "1,2")
    sheet = answers["par"]
    assert {*answers} == {"par"}
    assert (sheet["rtp"], sheet["house_edge"]) == ("488/495", "7/495")
    assert sheet["variance"] == "244976/245025"  # 1 - (7/495)^2
    assert sheet["law"] == {"0": "251/495", "2": "244/495"}
    assert sheet["after"]["2"]["even"] == str(2 * Fraction(251 * 244, 495**2))
    assert sheet["after"]["1"]["ahead"] == "244/495"
    assert (sheet["maximum_exposure"], sheet["push_frequency"]) == ("1", "0")


def test_the_dealer_of_treize(par: Any) -> None:
    sheet = par("treize", "--ranks", "2", "--suits", "1", "--par-plays", "1")["par"]
    # 1/2 a loss at once, else 2 1 or, with 1/2, another deck: P(T = 0) = 1/2
    assert (sheet["rtp"], sheet["house_edge"]) == ("4/3", "-1/3")  # the value of the game is 1/3
    assert sheet["maximum_exposure"] is None
    assert par("treize", "--par-plays", "10")["par"]["rtp"].startswith("595530012895928108023448")


def test_the_ante_of_persian_monarchs(par: Any) -> None:
    argv = ("persian-monarchs", "--experiment", "hand", "--cards", "4", "--max-raise", "1")
    random = ("--first", "random", "--second", "random")
    sheet = par(*argv, *random, "--par-plays", "1")["par"]
    assert sheet["house_edge"] == "-1/4"  # known of two players who choose at random


def test_do_not_pass_has_ties(par: Any) -> None:
    sheet = par("craps", "--bet", "dont-pass", "--par-plays", "1")["par"]
    assert (sheet["house_edge"], sheet["house_edge_without_ties"]) == ("3/220", "27/1925")
    assert sheet["push_frequency"] == "1/36"


def test_baccarat_has_three_wagers(par: Any) -> None:
    answers = par("baccarat", "--par-plays", "1")
    edges = {name: sheet["house_edge"] for name, sheet in answers["wagers"].items()}
    assert {name: round(100 * float(Fraction(edge)), 4) for name, edge in edges.items()} == {
        "player": 1.2351,
        "banker": 1.0579,
        "tie": 14.3596,
    }
    assert answers["par"] == answers["wagers"]["player"]
    banker = par("baccarat", "--par-plays", "1", "--par-wager", "banker")
    assert banker == {"par": answers["wagers"]["banker"]}


def test_a_small_video_poker(par: Any) -> None:
    # of 2c Ac 2d Ad two are dealt; pairs pay 1: the value is 2/3
    sheet = par(
        "jacks-or-better", "--ranks", 2, "--suits", 2, "--cards", 2,
        "--pay-table", "0,0,0,0,0,0,0,0,1", "--par-plays", 3,
    )["par"]  # fmt: skip
    assert (sheet["rtp"], sheet["variance"], sheet["hit_frequency"]) == ("2/3", "2/9", "2/3")
    assert sheet["win_frequency"] == sheet["after"]["3"]["ahead"] == "0"
    assert sheet["after"]["3"]["even"] == "8/27"


def test_a_users_own_wagers(par: Any, file: Any) -> None:
    wagers = par(file(SIXES), "--par-plays", "1,2")["wagers"]
    six = wagers["six"]
    assert six["rtp"] == "5/3"  # 10/2 times 2/6
    assert six["law"] == {"0": "25/36", "5": "5/18", "10": "1/36"}
    assert six["after"]["2"]["behind"] == str(Fraction(25, 36) ** 2)
    assert (wagers["colour"]["rtp"], wagers["colour"]["variance"]) == ("1", "1")
    assert "element_of_risk" not in six
    double = wagers["double"]
    assert (double["mean_total_stake"], double["element_of_risk"]) == ("3/2", "-4/9")


def test_stakes_that_may_be_raised_by_hand(run: Any, par: Any, file: Any) -> None:
    path = file(RAISED)
    sheet = par(path, "--par-plays", "1")["par"]
    assert (sheet["rtp"], sheet["house_edge"]) == ("1/2", "1/2")  # -1 -1 -2 +2 stakes
    assert sheet["mean_total_stake"] == "7/4"  # 1 2 2 2
    assert (sheet["element_of_risk"], sheet["rtp_of_total_stake"]) == ("2/7", "5/7")
    assert sheet["hit_frequency"] == "1/4"  # one is above -1 stakes
    assert sheet["hit_frequency_of_total_stake"] == "1/2"  # of -1 with 2 staked, 1 is paid back
    _, out, _ = run("exact", path, "--par", "--par-plays", "1")
    assert " element of risk     0.2857142857  2/7 " in out
    assert " hits, total stake   0.5000000000  1/2 " in out


def test_three_card_poker_of_six_cards_by_hand(par: Any) -> None:
    # 2 straight flushes and 6 straights tie, for 5 and 1; of 12 pairs 6 win 2 and 6 fold
    small = ("three-card-poker", "--ranks", 3, "--suits", 2, "--par-plays", 1)
    sheet = par(*small)["par"]
    assert (sheet["house_edge"], sheet["mean_total_stake"]) == ("-11/10", "17/10")
    assert (sheet["element_of_risk"], sheet["rtp_of_total_stake"]) == ("-11/17", "28/17")
    assert sheet["hit_frequency"] == sheet["hit_frequency_of_total_stake"] == "7/10"
    pair_plus = par(*small, "--experiment", "pair-plus")["par"]
    assert "element_of_risk" not in pair_plus


def test_the_element_of_risk_of_three_card_poker(par: Any) -> None:
    sheet = par("three-card-poker", "--par-plays", 1)["par"]
    # 14,900 of 22,100 hands are Q-6-4 or better, by listing them all
    assert sheet["mean_total_stake"] == str(1 + Fraction(14_900, 22_100))
    assert sheet["element_of_risk"] == str(Fraction(686689, 20358520) / Fraction(370, 221))


def test_a_stake_may_be_a_rule(par: Any, run: Any, file: Any) -> None:
    path = file(WHEEL)
    sheet = par(path, "--bet", 5, "--par-plays", 1)["par"]
    assert (sheet["rtp"], sheet["law"]) == ("18/19", {"0": "10/19", "2": "9/19"})
    _, out, _ = run("exact", path, "--bet", 5, "--par")
    assert "bet: stake 5, won is the net gain" in out
    report = path.with_suffix(".md")
    assert run("report", path, "-o", report, "--plays", 100, "--seed", 1)[0] in (0, 3)
    assert "The stake is 2, and the field `won` says what is won." in " ".join(
        report.read_text().split()
    )


def test_flags_describe_a_wager(par: Any, file: Any) -> None:
    path = file(SIXES)
    paid = par(path, "--par-paid", "pays", "--par-stake", "5/2", "--par-plays", "1")
    assert (paid["par"]["rtp"], {*paid}) == ("4/3", {"par"})
    net = par(path, "--par-net", "staked", "--par-plays", "1")["par"]
    assert (net["rtp"], net["maximum_exposure"]) == ("4", "4")
    other = par(path, "--par-wager", "six", "--par-stake", "10", "--par-plays", "1")["par"]
    assert other["rtp"] == "1/3"


def test_the_best_strategy_is_taken(par: Any, file: Any) -> None:
    sheet = par(file(AGAIN), "--optimal", "value", "--par-plays", "1")["par"]
    assert sheet["rtp"] == "17/16"  # 17/4 by 4
    assert sheet["win_frequency"] == "1/2"  # 5, 6 at once; else again, 1/2 times 1/3
    assert sheet["push_frequency"] == "1/4"


def test_symbols_make_functions(run: Any, par: Any, file: Any) -> None:
    path = file(TOSSES)
    sheet = par(path)["par"]
    for entry, function in {
        "rtp": "p*(3 - p)",  # win with p, else the stake back with p
        "house_edge": "p**2 - 3*p + 1",
        "hit_frequency": "p*(2 - p)",
        "push_frequency": "p*(1 - p)",
        "variance": "p*(1 - p)*(p**2 - 5*p + 5)",
        "maximum_exposure": "1",
    }.items():
        assert sheet[entry] == function
    assert sheet["law"] == {"0": "(1 - p)**2", "1": "p*(1 - p)", "2": "p"}
    there = par(path, "--at", "p=1/3", "--par-plays", "1")["par"]
    p = sympy.Symbol("p")
    for entry in ("rtp", "variance", "third_central_moment", "skewness_squared"):
        value = sympy.sympify(sheet[entry]).subs(p, sympy.Rational(1, 3))
        assert str(value) == there[entry]
    code, out, _ = run("exact", path, "--par")
    assert (code, "for 0 <= p <= 1\n" in out, " house edge         p^2 - 3 p + 1\n" in out) == (
        0, True, True,
    )  # fmt: skip
    assert run("exact", path, "--par", "--par-plays", "3")[0] == 2
    assert run("exact", path, "--par", "--csv", path.with_suffix(".csv"))[0] == 2


def test_gains_in_symbols_need_numbers(run: Any, par: Any, file: Any) -> None:
    path = file(TOSSES.replace("return Toss(1)", "return Toss(2 * p)"))
    code, out, err = run("exact", path, "--par")
    assert (code, out) == (2, "")
    assert "its values have symbols" in err
    assert par(path, "--at", "p=1/2", "--par-plays", "1")["par"]["rtp"] == "5/4"


def test_the_sheet_in_80_columns(run: Any) -> None:
    code, out, _ = run("exact", "craps", "--bet", "dont-pass", "--par", "--par-plays", "1,1e5")
    lines = [line.rstrip() for line in out.splitlines()]
    assert (code, max(map(len, lines)) <= 80) == (0, True)
    text = "\n".join(" ".join(line.split()) for line in lines)
    assert "bet: stake 1, win is the net gain" in text
    assert "house edge 0.0136363636 3/220" in text
    assert "\n-1 0 0.4929292929 2.02... 0.0000 %\n0 1 0.0277777778 36 2.7778 %\n" in text
    assert "\n1 0.4792929293 0.0277777778 0.4929292929 " in text


@pytest.mark.slow
def test_the_sheet_of_video_poker_in_80_columns(run: Any) -> None:
    code, out, _ = run("exact", "jacks-or-better", "--par")
    assert code == 0
    lines = [line.rstrip() for line in out.splitlines()]
    assert max(map(len, lines)) <= 80
    text = "\n".join(" ".join(line.split()) for line in lines)
    assert "return to player 0.9954390437 1653526326983/1661102543100" in text
    assert "volatility 95 % 8.6582230217" in text
    assert "799 800 0.0000247583 40,390.54... 1.9807 %" in text
    assert "1,000 0.3456820289 0.0056486247 0.6486693465 22.978 % 27.380 %" in text


def test_a_csv_file_has_the_paths_of_the_json(run: Any, tmp_path: Path) -> None:
    path = tmp_path / "par.csv"
    assert run("exact", "baccarat", "--par", "--par-plays", "2", "--csv", path)[0] == 0
    with path.open() as file:
        rows = {(row["answer"], row["index"]): row["value"] for row in csv.DictReader(file)}
    assert rows["par", "law.2"] == rows["wagers", "player.law.2"]
    assert rows["wagers", "tie.maximum_exposure"] == "8"
    assert ("wagers", "banker.after.2.ahead") in rows


def test_intervals_are_pairs_of_fractions(par: Any) -> None:
    row = par("craps", "--par-plays", "1e5")["par"]["after"]["100000"]
    low, high = map(Fraction, row["behind"])
    assert 0 < high - low <= Fraction(1, 10**20)


@pytest.mark.parametrize(
    ("argv", "words"),
    [
        (["war", "--par"], "war has no stake in the experiment game, so no PAR sheet"),
        (["craps", "--par", "--experiment", "hand"], "no stake in the experiment hand"),
        (["craps", "--par", "--par-net", "wins"], "no field 'wins'; there are win, rolls"),
        (["craps", "--par", "--par-net", "win"], "is no number"),
        (["craps", "--par", "--par-plays", "0"], "must be numbers of plays from 1"),
        (["craps", "--par", "--par-plays", "-5"], "par-plays"),
        (["craps", "--par", "--par-plays", ""], "must be numbers of plays from 1"),
        (["craps", "--par", "--par-stake", "0"], "a stake must be greater than 0"),
        (["craps", "--par", "--par-wager", "field"], "no wager 'field'; there are bet"),
        (["craps", "--par", "--par-wager", "bet", "--par-net", "rolls"], "leave it out"),
        (["craps", "--par", "--par-paid", "win", "--par-net", "win"], "not allowed with"),
        (["craps", "--par", "--given", "rolls > 3"], "--given does not go with --par"),
        (["craps", "--par", "--plot", "law.png"], "--plot does not go with --par"),
        (["craps", "--par-stake", "2"], "give it with --par"),
        (["penney", "--par", "--param", "heads", "--par-net", "tosses"], "only its moments"),
        (["penney", "--par", "--param", "heads", "--at", "heads=1/3"], "leave one of the two out"),
        (["kuhn", "--par", "--param", "cards"], "needs numbers"),
    ],
)
def test_what_has_no_sheet_gets_a_sentence(run: Any, argv: list[str], words: str) -> None:
    code, out, err = run("exact", *argv)
    assert (code, out) == (2, "")
    assert words in err
    assert err.count("\n") == 1


def test_a_number_without_a_largest_value(par: Any, run: Any) -> None:
    argv = ("craps", "--par-paid", "rolls", "--par-stake", "4", "--par-plays", "2")
    sheet = par(*argv)["par"]
    assert (sheet["rtp"], sheet["maximum_exposure"]) == ("557/660", None)
    assert sheet["after"]["2"]["behind"] != "0"
    assert 0 < Fraction(sheet["tail"]) < Fraction(1, 10**9)
    code, out, _ = run("exact", *argv, "--par")
    assert (code, "beyond" in out) == (0, True)
    assert max(len(line.rstrip()) for line in out.splitlines()) <= 80


def test_only_moments_make_no_sheet(run: Any, file: Any) -> None:
    code, out, err = run("exact", file(WALK), "--par", "--par-net", "won")
    assert (code, out) == (2, "")
    assert "only its moments are known" in err


def test_a_mistake_in_units_names_the_line(run: Any, file: Any) -> None:
    text = SIXES.replace("1 if red else -1", "1 / 0 if red else -1")
    code, out, err = run("exact", file(text), "--par")
    assert (code, out) == (2, "")
    assert "own.py, line 16" in err
    assert "ZeroDivisionError" in err


@pytest.mark.parametrize("name", GAMES)
def test_every_game_has_a_sheet_or_a_sentence(run: Any, name: str) -> None:
    game = GAMES[name]
    first = game.rulebook.first_experiment
    if not game.rulebook.wagers_on(first):
        code, out, err = run("exact", name, "--par")
        assert (code, out) == (2, "")
        assert err.startswith(f"montmort exact: {name} has no stake")


FINE = """
from typing import NamedTuple
from montmort import Chance, Wager

STAKE = 10**19 + 7

class Spin(NamedTuple):
    pays: int

def play(chance: Chance) -> Spin:
    return Spin((0, STAKE + 1, 2 * STAKE)[chance.pick([2, 1, 2])])

SPIN = Wager(paid="pays", stake=STAKE)
"""


def test_a_row_that_cannot_be_computed_is_simulated_and_marked(
    run: Any, par: Any, file: Any
) -> None:
    path = file(FINE)
    argv = ("--par-plays", "3,1e5")
    after = par(path, *argv)["par"]["after"]
    assert (after["3"]["method"], after["100000"]["method"]) == ("exact", "simulated")
    row = after["100000"]
    low, high = map(Fraction, row["ahead"]["interval"])
    assert low <= Fraction(row["ahead"]["estimate"]) <= high
    assert (row["seed"], row["confidence"]) == ("1", "99/100")
    assert par(path, *argv, "--par-seed", "1")["par"]["after"] == after
    assert par(path, *argv, "--par-seed", "2")["par"]["after"]["100000"] != row
    table = path.with_suffix(".csv")
    _, out, _ = run("exact", path, "--par", *argv, "--csv", table)
    assert "100,000 plays: simulated 1,048,576 times with seed 1; with 99 % confidence" in out
    assert "all else is exact, but for the simulated rows" in out
    rows = {
        (answer, index): value
        for answer, index, value in csv.reader(table.read_text().splitlines())
    }
    assert rows["par", "after.100000.method"] == "simulated"
    assert rows["par", "after.100000.ahead.estimate"] == row["ahead"]["estimate"]
    assert run("exact", path, "--par-seed", "2")[0] == 2
    _, out, _ = run("exact", path, "--par", *argv, "--json")
    assert json.loads(out)["meta"]["seed"] == 1
    _, out, _ = run("exact", path, "--par", "--par-plays", "3", "--json")
    assert json.loads(out)["meta"]["seed"] is None


def test_a_report_says_which_rows_are_simulated(run: Any, file: Any) -> None:
    path = file(FINE)
    report = path.with_suffix(".md")
    assert run("report", path, "-o", report, "--plays", 100, "--seed", 1)[0] in (0, 3)
    text = report.read_text()
    assert "| simulated |" in text
    assert "1,048,576 totals of so many plays, seed 1" in text
