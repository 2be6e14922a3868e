"""`montmort exact` for rules with symbols: functions, their values, and numbers with --at."""

import json
from pathlib import Path
from typing import Any

import pytest
import sympy

from tests.montmort.symbol_games import BET, COMPARING, PENNEY, RUIN


def answers(run: Any, *argv: object) -> tuple[dict[str, Any], dict[str, Any]]:
    code, out, err = run(*argv, "--json")
    assert code == 0, err
    document = json.loads(out)
    return document["answers"], document["meta"]


def test_a_rule_as_a_symbol_gives_functions(run: Any, file: Any) -> None:
    found, meta = answers(run, "exact", file(RUIN), "--param", "p")
    p = sympy.Symbol("p")
    assert sympy.sympify(found["won"]["mean"]) == p**2 / (2 * p**2 - 2 * p + 1)
    assert found["won"].keys() == {"mean", "variance", "law", "tail"}
    assert found["points"]["law"] == {}
    assert found["points"]["tail"] == "1"
    assert meta["symbols"] == ["p"]
    assert sympy.sympify(meta["conditions"]).as_set() == sympy.Interval(0, 1)
    code, out, _ = run("exact", file(RUIN), "--param", "p")
    assert code == 0
    assert "own.py, goal 4, name none\nfor 0 <= p <= 1\n" in out
    assert "won mean         p^2/(2 p^2 - 2 p + 1)\n" in out


@pytest.mark.parametrize("argv", [["--p", "2"], ["--p", "-1"], ["--param", "p", "--at", "p=2"]])
def test_a_whole_number_is_quoted_as_one(run: Any, file: Any, argv: list[str]) -> None:
    code, _, err = run("exact", file(RUIN), *argv)
    assert code == 2
    number = argv[-1].removeprefix("p=")
    assert f"p={number} must be" in err or f"p = {number}: the conditions" in err


def test_symbols_of_a_file_need_no_flag(run: Any, file: Any) -> None:
    found, meta = answers(run, "exact", file(PENNEY))
    p = sympy.Symbol("p")
    assert sympy.sympify(found["first_wins"]["mean"]) == (1 - p) / (2 - p)
    assert meta["symbols"] == ["p"]


def test_function_and_value(run: Any, file: Any) -> None:
    path = file(RUIN)
    found, meta = answers(run, "exact", path, "--param", "p", "--at", "p=1/3")
    numbers, _ = answers(run, "exact", path, "--p", "1/3")
    assert meta["at"] == {"point": {"p": "1/3"}, "answers": numbers}
    assert "p" in found["won"]["mean"]
    _, out, _ = run("exact", path, "--param", "p", "--at", "p=1/3")
    assert "at p = 1/3\n" in out
    assert "p^2/(2 p^2 - 2 p + 1)              1/5\n" in out


@pytest.mark.parametrize("point", [["--at", "p=1/3"], ["--at", "p=1/3,goal=4"]])
def test_a_point_of_rules_is_the_rules_with_numbers(run: Any, file: Any, point: Any) -> None:
    path = file(RUIN)
    assert answers(run, "exact", path, *point)[0] == answers(run, "exact", path, "--p", "1/3")[0]


NUMBERS = "from fractions import Fraction\np, stake, odds = Fraction(9, 19), 2, 3"


def in_numbers(text: str) -> str:
    """Return a file with these numbers in place of its symbols."""
    lines = [line for line in text.splitlines() if "ymbol" not in line]
    return "\n".join([NUMBERS, *lines])


def test_a_point_of_symbols_is_the_file_with_numbers(run: Any, file: Any) -> None:
    for text, point in ((BET, "p=18/38,stake=2,odds=3"), (PENNEY, "p=18/38")):
        at = answers(run, "exact", file(text), "--at", point)[0]
        assert at == answers(run, "exact", file(in_numbers(text), "numbers.py"))[0]


def test_some_symbols_get_numbers(run: Any, file: Any) -> None:
    found, meta = answers(run, "exact", file(BET), "--at", "p=0.5", "--at", "odds=1")
    assert found["gain"]["mean"] == "0"
    assert (found["gain"]["variance"], meta["symbols"]) == ("stake**2", ["stake"])
    _, meta = answers(run, "exact", file(BET), "--param", "p", "--at", "p=1/2,odds=1")
    assert meta["at"]["answers"]["gain"]["mean"] == "0"


def test_fractions_are_outcomes(run: Any, file: Any) -> None:
    found, _ = answers(run, "exact", file(BET), "--at", "p=1/3,stake=1/2,odds=5/2")
    assert found["gain"]["law"] == {"-1/2": "2/3", "5/4": "1/3"}
    assert found["gain"]["mean"] == "1/12"
    code, out, _ = run("exact", file(BET), "--at", "p=1/3,stake=1/2,odds=5/2")
    assert code == 0
    assert "-1/2, -1/2, 5/4" in out  # quantiles


def test_symbols_whose_names_mean_something_to_sympy(run: Any, file: Any) -> None:
    path = file("from sympy import symbols\nfrom montmort import coin\nE, S = symbols('E S')\n"
                "def play(chance):\n    return S if coin(chance, E) else -S\n")  # fmt: skip
    found, meta = answers(run, "exact", path)
    E, S = sympy.symbols("E S")
    own = {name: sympy.Symbol(name) for name in meta["symbols"]}
    assert sympy.sympify(found["value"]["mean"], own) == sympy.factor(S * (2 * E - 1))
    assert answers(run, "exact", path, "--at", "E=1/2,S=3")[0]["value"]["mean"] == "0"


def test_functions_as_csv(run: Any, file: Any, tmp_path: Path) -> None:
    assert run("exact", file(BET), "--csv", tmp_path / "a.csv")[0] == 0
    assert "won,law.true,p" in (tmp_path / "a.csv").read_text()


def test_a_long_function_is_cut(run: Any, file: Any) -> None:
    _, out, _ = run("exact", file(RUIN), "--param", "p", "--goal", "40")
    assert "… (" in out
    assert "whole functions: --json" in out


@pytest.mark.parametrize("verb", ["simulate", "verify", "certify", "play"])
def test_verbs_that_need_numbers_say_so(run: Any, file: Any, verb: str) -> None:
    code, _, err = run(verb, file(BET))
    assert code == 2
    assert "has the symbols odds, p, stake, and this needs numbers: give --at" in err


def test_a_report_needs_numbers(run: Any, file: Any, tmp_path: Path) -> None:
    code, _, err = run("report", file(PENNEY), "-o", tmp_path / "a.md")
    assert (code, "has the symbol p, and this needs numbers" in err) == (2, True)


def test_a_report_at_a_point_names_the_point(run: Any, file: Any, tmp_path: Path) -> None:
    page = tmp_path / "a.md"
    argv = ["--at", "p=1/3,stake=1,odds=2", "-o", page, "--plays", "4096", "--seed", "1"]
    assert run("report", file(BET), *argv)[0] in (0, 3)
    text = page.read_text()
    assert "# own.py at odds = 2, p = 1/3, stake = 1" in text
    assert "montmort exact own.py --at odds=2,p=1/3,stake=1" in text


def test_simulate_at_a_point(run: Any, file: Any) -> None:
    path = file(RUIN)
    many = ["--plays", "500", "--seed", "1"]
    at = answers(run, "simulate", path, "--at", "p=18/38", *many)[0]
    assert at == answers(run, "simulate", path, "--p", "9/19", *many)[0]
    at = answers(run, "simulate", file(BET), "--at", "p=1,stake=2,odds=3", *many)[0]
    assert at == {"gain": {"6": "500"}, "won": {"true": "500"}}


def test_verify_and_certify_at_a_point(run: Any, file: Any, tmp_path: Path) -> None:
    code, out, _ = run("verify", file(PENNEY), "--at", "p=1/3", "--seed", "1", "--margin", "0.5")
    assert code == 0
    assert "own.py at p = 1/3" in out
    assert "0.40000" in out  # (1 - p)/(2 - p) = 2/5
    certificate, checker = tmp_path / "a.json", tmp_path / "check.py"
    argv = ["-o", certificate, "--checker", checker]
    assert run("certify", file(PENNEY), "--at", "p=1/3", *argv)[0] == 0
    assert "2/5" in certificate.read_text()


def test_runs_at_two_points_are_not_mixed(run: Any, file: Any, tmp_path: Path) -> None:
    argv = ["simulate", file(PENNEY), "--plays", "100", "--seed", "1", "--save", tmp_path / "run"]
    assert run(*argv, "--at", "p=1/3")[0] == 0
    code, _, err = run(*argv, "--at", "p=1/2")
    assert code == 2, err


@pytest.mark.parametrize(
    ("argv", "sentence"),
    [
        (["--at", "x=1"], "--at x: own.py has no rule and no symbol of that name; there are"),
        (["--at", "p"], "'p' must be NAME=NUMBER, as in p=1/3"),
        (["--at", "p=half"], "'half' is not a number"),
        (["--at", "p=1,p=2"], "p is given twice"),
        (["--at", "p=1", "--at", "p=2"], "--at p is given twice"),
        (["--at", "p=1/2", "--p", "1/3"], "--at p and --p are about one rule"),
        (["--at", "p=3/2"], "p=3/2 must be a Fraction or an integer from 0 to 1"),
        (["--at", "goal=9/2"], "--at goal=9/2: goal is a whole number"),
        (["--param", "name"], "--param name: this rule is no number"),
        (["--param", "x"], "--param x: own.py has no rule and no symbol of that name"),
        (["--param", "p", "--p", "1/3"], "--param p and --p are about one rule"),
        (["--param", "p", "--param", "p"], "--param p is given twice"),
        (["--param", "p", "--at", "p=3/2"], "p = 3/2: the conditions"),
        (["--param", "p", "--given", "points > 3"], "needs a game with a longest play"),
        (
            ["--fair"],
            "--fair is about functions of symbols, and the rules have none",
        ),
    ],
)
def test_bad_input_is_one_sentence(run: Any, file: Any, argv: list[str], sentence: str) -> None:
    code, out, err = run("exact", file(RUIN), *argv)
    assert (code, out) == (2, "")
    assert sentence in err
    assert err.count("\n") == 1


def test_rules_that_compare_a_symbol(run: Any, file: Any) -> None:
    code, _, err = run("exact", file(COMPARING), "--param", "p")
    assert code == 2
    assert "its Rules ask whether p + 1/4 > 1; give a number" in err
    assert err.count("\n") == 1


def test_shipped_games_take_the_same_flags(run: Any) -> None:
    at = answers(run, "exact", "treize", "--at", "ranks=2,suits=1")[0]
    assert at == answers(run, "exact", "treize", "--ranks", "2", "--suits", "1")[0]
    code, _, err = run("exact", "treize", "--param", "ranks")
    assert (code, err.count("\n")) == (2, 1)


def test_fair_points(run: Any, file: Any, tmp_path: Path) -> None:
    picture = tmp_path / "a.png"
    argv = ["exact", file(BET), "--at", "stake=1,odds=2", "--fair", "--plot", picture]
    code, out, _ = run(*argv)
    assert code == 0
    assert out.endswith("mean of gain = 0: fair at p = 1/3\n")
    assert picture.read_bytes().startswith(b"\x89PNG")
    _, meta = answers(run, *argv, "--field", "won")
    assert meta["fair"]["equation"] == "chance of won = 1/2"
    assert meta["fair"]["roots"] == [{"exact": "1/2"}]
    for more, words in (
        ([], "has the symbols odds, p, stake: give all but one a number"),
        (["--field", "x"], "no field 'x' with a mean; there are gain, won"),
    ):
        code, _, err = run("exact", file(BET), "--fair", *more)
        assert code == 2
        assert words in err
