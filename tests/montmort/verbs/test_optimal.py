"""`exact --optimal`: the value and the strategy of a file's game, as a user asks for them."""

import csv
import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from tests.montmort.optimal_games import COUNTERS, PENNIES, REROLL, SIXES, TWICE, UNSEEN


@pytest.fixture
def solve(run: Any) -> Any:
    """Return a function that solves a game and returns the answers, and what is said of them."""

    def call(*argv: object) -> tuple[dict[str, Any], dict[str, Any]]:
        code, out, _ = run("exact", *argv, "--json")
        assert code == 0
        document = json.loads(out)
        return document["answers"], document["meta"]

    return call


def test_a_reroll_has_its_value_and_its_strategy(solve: Any, file: Any) -> None:
    answers, meta = solve(file(REROLL), "--optimal", "value")
    assert answers["value"] == "17/4"  # 4, 5, 6 are kept: (4 + 5 + 6)/6 + 1/2 7/2
    found = {entry["view"]: entry for entry in answers["strategy"]}
    assert found[3] == {
        "seat": 0,
        "view": 3,
        "choice": "again",
        "ties": ["again"],
        "values": {"keep": "3", "again": "7/2"},
    }
    assert [found[die]["choice"] for die in range(1, 7)] == ["again"] * 3 + ["keep"] * 3
    assert (meta["states"], meta["nodes"], meta["objective"]) == (1, 8, "maximise value")


def test_a_condition_is_maximised_or_minimised_by_its_chance(solve: Any, file: Any) -> None:
    path = file(REROLL)
    assert solve(path, "--optimal", "value > 4")[0]["value"] == "5/9"  # 1/3 + 2/3 1/3
    assert solve(path, "--minimise", "value == 2 or value == 3")[0]["value"] == "1/9"


def test_the_other_seat_plays_against(solve: Any, file: Any) -> None:
    path = file(COUNTERS)
    answers, _ = solve(path, "--optimal", "first_wins")
    assert answers["value"] == "1"
    found = {entry["view"]["counters"]: entry for entry in answers["strategy"]}
    assert found[5]["view"] == {"counters": 5, "mover": 0}
    assert (found[5]["choice"], found[5]["ties"]) == (1, [1])
    assert (found[4]["seat"], found[4]["ties"]) == (1, [1, 2, 3])
    assert found[4]["values"] == {"1": "1", "2": "1", "3": "1"}
    assert solve(path, "--counters", "8", "--optimal", "first_wins")[0]["value"] == "0"
    assert solve(path, "--optimal", "not first_wins", "--seat", "1")[0]["value"] == "0"


def test_seats_that_hide_something_have_mixed_strategies(solve: Any, run: Any, file: Any) -> None:
    answers, _ = solve(file(PENNIES), "--optimal", "value")
    # a note hidden with chance q wins 3 q against "coin" and 1 - q against "note": q = 1/4
    assert answers["value"] == "3/4"
    assert {*answers} == {"value", "strategies"}
    (hide,), (call,) = answers["strategies"]["0"], answers["strategies"]["1"]
    assert hide["chances"] == {"coin": "3/4", "note": "1/4"}
    assert call["chances"] == {"coin": "1/4", "note": "3/4"}
    assert hide["values"] == {"coin": "3/4", "note": "3/4"}
    _, out, _ = run("exact", file(PENNIES), "--optimal", "value")
    assert "seat 0 decides in 1 situation; in 1 of them it draws by lot" in out
    assert "hide       coin:3/4 note:1/4  coin: 0.75, note: 0.75" in out


def test_one_seat_that_sees_too_little_does_what_is_best_on_average(solve: Any, file: Any) -> None:
    answers, _ = solve(file(UNSEEN), "--optimal", "value")
    assert answers["value"] == "2/3"
    assert answers["strategy"][0]["values"] == {"0": "1/3", "1": "2/3"}


def test_waiting_is_minimised_in_a_game_that_may_go_on(solve: Any, file: Any) -> None:
    answers, meta = solve(file(SIXES), "--minimise", "rounds")
    # until a six shows: 36/11 rounds, the second of them is a six with chance 1/11; then 6 more
    assert Fraction(answers["value"]) == Fraction(36, 11) + Fraction(10, 11) * 6
    kinds = {(entry["view"]["high"] == 6, entry["choice"]) for entry in answers["strategy"]}
    assert kinds == {(True, "hold"), (False, "throw_both")}
    assert "policy iteration" in meta["how"]


def test_without_a_view_the_state_and_all_since_is_known(solve: Any, file: Any) -> None:
    answers, _ = solve(file(TWICE), "--optimal", "value")
    assert [entry["view"] for entry in answers["strategy"]] == [
        {"state": {}, "since": [0]},
        {"state": {}, "since": [1]},
    ]
    assert answers["strategy"][0]["ties"] == [True, False]
    assert answers["strategy"][0]["values"] == {"true": "1/2", "false": "1/2"}


def test_the_answer_in_words(run: Any, file: Any) -> None:
    code, out, err = run("exact", file(REROLL), "--optimal", "value")
    lines = out.splitlines()
    assert (code, err, lines[0]) == (0, "", "own.py")
    assert lines[1] == "largest mean of value: 4.25, 17/4"
    assert lines[3] == "seat 0 decides in 6 situations:"
    assert lines[5] == "1          again   keep: 1, again: 3.5"
    assert lines[11] == "1 state, 8 nodes; steps interpreted, 43 paths; backward induction"


def test_ties_and_the_opposite_seat_are_named(run: Any, file: Any) -> None:
    _, out, _ = run("exact", file(COUNTERS), "--optimal", "first_wins")
    assert "largest chance of first_wins, for seat 0: 1\n" in out
    assert "seat 1, with the opposite aim, decides in 3 situations; in 1 of them several" in out
    assert "counters 4  1=2=3   1: 1, 2: 1, 3: 1" in out


def test_many_small_views_make_a_card(run: Any, file: Any) -> None:
    _, out, _ = run("exact", file(SIXES), "--minimise", "rounds")
    lines = out.splitlines()
    begin = lines.index("high \\ low  1           2           3           4           5")
    assert lines[begin + 1] == "1           throw_both"
    assert lines[begin + 6].split() == ["6", *["hold"] * 5]


def test_the_strategy_as_csv_and_picture(run: Any, file: Any, tmp_path: Path) -> None:
    table, picture = tmp_path / "strategy.csv", tmp_path / "card.png"
    asked = ["--optimal", "first_wins", "--strategy-csv", table, "--plot", picture]
    assert run("exact", file(COUNTERS), *asked)[0] == 0
    rows = csv.DictReader(table.read_text().splitlines())
    assert next(rows) == {
        "seat": "0",
        "view.counters": "5",
        "view.mover": "0",
        "choice": "1",
        "value": "1",
        "ties": "1",
        "values": "1=1 2=0 3=0",
        "chances": "",
    }
    assert picture.read_bytes()[:4] == b"\x89PNG"


@pytest.mark.parametrize(
    ("text", "asked", "sentence"),
    [
        (REROLL, ["--optimal", "val"], "'val' is no field of the outcome; there are value"),
        (REROLL, ["--optimal", "value >"], "optimal='value >' is no condition"),
        (REROLL, ["--minimise", "value + 1"], "minimise='value + 1' is no condition but a value"),
        (REROLL, ["--optimal", "value", "--minimise", "value"], "are two aims; give one of them"),
        (REROLL, ["--seat", "0"], "--seat is about optimal play; give it with --optimal FIELD"),
        (REROLL, ["--strategy-csv", "x.csv"], "--strategy-csv is about optimal play"),
        (REROLL, ["--optimal", "value", "--given", "value > 1"], "--given does not go with"),
        (REROLL, ["--optimal", "value", "--csv", "x.csv"], "--strategy-csv writes the strategy"),
        (SIXES, ["--optimal", "last"], "give a function of the outcome, or a condition"),
        (REROLL, ["--optimal", "value", "--seat", "1"], "seat 1 never decides, only 0"),
        (REROLL, [], "ask for the best choices (--optimal FIELD"),
    ],
)
def test_mistakes_get_one_sentence(
    run: Any, file: Any, text: str, asked: list[str], sentence: str
) -> None:
    code, _, err = run("exact", file(text), *asked)
    assert (code, err.count("\n")) == (2, 1)
    assert sentence in err


def test_a_strategy_that_is_too_long_is_left_out(
    solve: Any, file: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("montmort.verification.optimal_play.MOST_ENTRIES", 5)
    answers, meta = solve(file(REROLL), "--optimal", "value")
    assert (answers, meta["decisions"]) == ({"value": "17/4"}, 6)


def test_a_game_without_choices_has_its_value(run: Any) -> None:
    code, out, _ = run("exact", "treize", "--ranks", "2", "--suits", "1", "--optimal", "points")
    assert code == 0
    assert "largest mean of points: 1.333333333333..., 4/3\nno seat has a choice\n" in out


def test_a_large_cyclic_game_is_enclosed(
    run: Any, solve: Any, file: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("montmort.exact.decisions.optimal.VALUES_UP_TO", 0)
    path = file(SIXES)
    answers, _ = solve(path, "--optimal", "last == hold")
    low, high = map(Fraction, answers["enclosure"])
    assert low <= Fraction(35, 36) <= high <= low + Fraction(1, 10**12)  # not at once two sixes
    found = {entry["view"]["high"]: entry for entry in answers["strategy"]}
    low, high = map(Fraction, found[6]["values"]["hold"])
    assert low <= 1 <= high
    _, out, _ = run("exact", path, "--optimal", "last == hold")
    assert "largest chance of last == hold: between 0.97222222222222" in out
