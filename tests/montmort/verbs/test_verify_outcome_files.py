"""Outcomes that are in a file already: plays, counts, or no more than mean, sd and n."""

import io
import itertools
import json
import math
import random
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from montmort.cli import main
from montmort.exact.law import Law
from montmort.exact.moments import Moments
from montmort.verification import Decision, crosscheck, outcomes
from montmort.verification.own_simulators import line_reader as file_lines
from montmort.verification.own_simulators import outcome_file as outcome_files
from montmort.verification.own_simulators.outcome_file import LOOK_EVERY

DIE = {str(face): "1/6" for face in range(1, 7)}
SMALL = ["treize", "--ranks", "2", "--suits", "1"]


def throws(number: int, faces: int = 6, seed: int = 1713) -> list[str]:
    dice = random.Random(seed)
    return [str(dice.randint(1, faces)) for _ in range(number)]


@pytest.fixture
def file(tmp_path: Path) -> Any:
    """Return a function that writes lines to a file, each with its end."""

    def written(*lines: str, end: str = "\n") -> Path:
        path = tmp_path / "outcomes.csv"
        path.write_bytes("".join(line + end for line in lines).encode("utf-8", "surrogateescape"))
        return path

    return written


# Plays


@pytest.mark.parametrize(("faces", "expected"), [(6, 0), (5, 1), (7, 1)])
@pytest.mark.parametrize("header", ["", "value", '"","value"', "turns, value ,name"])
def test_plays_in_many_layouts(
    verify: Any, law: Any, file: Any, faces: int, expected: int, header: str
) -> None:
    row = {"": "{1}", "value": "{1}", '"","value"': '"{0}",{1}'}.get(header, "{0}, {1} ,x")
    rows = [row.format(at, face) for at, face in enumerate(throws(20_000, faces))]
    before = next((at for at, face in enumerate(throws(20_000, faces)) if int(face) == 7), None)
    path = file(*[header][: len(header)], *rows)
    code, out, err = verify("--exact", law(DIE), "--outcomes", path, "--margin", "0.1", "--json")
    assert code == expected
    assert json.loads(out)["answers"]["value"]["plays"] == (before if faces == 7 else 20_000)
    assert ("not judged" in err) == ("," in header)


def test_looks_are_prefixes_and_verdicts_are_theirs(law: Any, file: Any) -> None:
    """The judge sees the plays at every 10,000 lines, and at the end."""
    rows = throws(2 * LOOK_EVERY + 77)
    seen: list[int] = []
    die = Law(weights=dict.fromkeys(range(1, 7), 1))
    found = crosscheck(
        exact={"value": die},
        simulator=outcomes(str(file(*rows))),
        watch=lambda plays, judge: seen.append(plays),
    )
    assert seen == [LOOK_EVERY, 2 * LOOK_EVERY, 2 * LOOK_EVERY + 77]
    assert found.seed is None
    assert found.tally is not None
    assert found.tally.histograms["value"] == {face: rows.count(str(face)) for face in range(1, 7)}
    first = crosscheck(exact=die, simulator=outcomes(str(file(*rows))), plays=LOOK_EVERY + 5)
    assert [look.plays for look in first.looks] == [LOOK_EVERY, LOOK_EVERY + 5]


def test_what_simulate_writes_is_read(verify: Any, tmp_path: Path) -> None:
    """Records are plays of all fields, --csv is a table of their counts."""
    table, records = tmp_path / "table.csv", tmp_path / "records.csv"
    argv = ["simulate", *SMALL, "--plays", "25000", "--seed", "1"]
    assert main([*argv, "--csv", str(table), "--records", str(records)]) == 0
    found = {}
    for path in (table, records):
        code, out, _ = verify(*SMALL, "--outcomes", path, "--json", "--margin", "0.2")
        assert code == 0
        found[path] = json.loads(out)["answers"]
    assert list(found[table]) == ["cards", "passes", "points"]  # keys are sorted
    for name, answer in found[table].items():
        assert answer["estimate"] == found[records][name]["estimate"]
        assert answer["interval"] == found[records][name]["interval"]
        assert answer["log10_e"] <= found[records][name]["log10_e"]  # one look of three
    wrong, _, _ = verify(*SMALL[:2], "3", *SMALL[3:], "--outcomes", table)
    assert wrong == 1


@pytest.mark.parametrize("column", ["points", "passes", "cards"])
def test_a_column_alone(verify: Any, file: Any, column: str) -> None:
    path = file("cards,points,passes,x", *["3,1,1,?"] * 3)
    game = ["treize", "--ranks", "2", "--suits", "2"]
    code, out, err = verify(*game, "--outcomes", path, "--column", column, "--json")
    assert (code, list(json.loads(out)["answers"])) == (3, [column])
    assert "not fields, not judged: 'x'" in err


def test_standard_input(verify: Any, law: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    text = "\n".join(throws(20_000)) + "\n"
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
    code, out, _ = verify("--exact", law(DIE), "--outcomes", "-", "--margin", "0.1")
    assert code == 0
    assert out.startswith("standard input")
    assert not sys.stdin.buffer.closed


@pytest.mark.parametrize(
    ("lines", "why", "plays"),
    [
        (["2.5", "1"], "line 1: value is 2.5, a fraction", 0),
        (["NaN", "1"], "line 1: value is 'NaN', not an integer", 0),
        (["[1] NA", "1"], "line 1: value is 'NA', not an integer", 0),
        (["", "1"], "line 1: value is empty", 0),
        (["1/2"], "line 1: value is '1/2', not an integer", 0),
        (["1", "2", "2.5", "3"], "line 3: value is 2.5, a fraction", 2),
        (["value", "1", "2", "NaN"], "line 4: value is 'NaN', not an integer", 2),
        (["1", "NA"], "line 2: value is 'NA', not an integer", 1),
        (["1", "", "2"], "line 2: value is empty", 1),
        (["value,x", "1,1", "2"], "line 3: 1 cells where the header has 2", 1),
        (["value,x", "1,1", "2,2,2"], "line 3: 3 cells where the header has 2", 1),
        (["value,x", "1,1", ",1"], "line 3: value is empty", 1),
        (["1", "\udcff"], r"line 2: value is '\udcff', not an integer", 1),
        (["1", "2" * 70_000], "line 2, '" + 40 * "2" + "'…, is too long", 1),
        (["1", "9" * 41], "not an integer", 1),
        (["1"] * 12_000 + ["?"], "line 12001: value is '?', not an integer", 12_000),
    ],
)
def test_a_line_that_is_no_play_is_invalid(
    verify: Any, law: Any, file: Any, lines: list[str], why: str, plays: int
) -> None:
    """What stands before it is counted."""
    code, out, _ = verify(
        "--exact", law({"1": "1/2", "2": "1/2"}), "--outcomes", file(*lines), "--json"
    )
    answer = json.loads(out)["answers"]["value"]
    assert (code, answer["verdict"], answer["plays"]) == (1, "INVALID", plays)
    assert why in answer["reason"]


def test_a_value_out_of_range_is_invalid(verify: Any, law: Any, file: Any) -> None:
    code, out, _ = verify("--exact", law(DIE), "--outcomes", file("1", "7", "2"))
    assert code == 1
    assert "INVALID: value, 1.0 in 1 play; exact 3.5; " in out
    assert "outcomes.csv, line 2: value 7 lies outside [1, 6]" in out


def test_what_is_invalid_is_not_read_on(file: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """However much comes, and of how many values, the first look has shown it."""
    monkeypatch.setattr(outcome_files, "MOST_VALUES", 2 * LOOK_EVERY)
    seen: list[int] = []
    found = crosscheck(
        exact=Law(weights=dict.fromkeys(range(1, 7), 1)),
        simulator=outcomes(str(file(*map(str, range(5 * LOOK_EVERY))))),
        watch=lambda plays, judge: seen.append(plays),
    )
    assert (found.decision, found.failure, seen) == (Decision.INVALID, "", [LOOK_EVERY])


def test_a_file_that_becomes_too_large_keeps_its_looks(
    verify: Any, file: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outcome_files, "LOOK_EVERY", 10)
    monkeypatch.setattr(outcome_files, "MOST_VALUES", 30)
    exact, many = tmp_path / "law.json", 80
    exact.write_text(json.dumps({"value": {"values": dict.fromkeys(range(many), f"1/{many}")}}))
    numbers = random.Random(1).sample(range(many), many)
    code, out, err = verify("--exact", exact, "--outcomes", file(*map(str, numbers)), "--json")
    document = json.loads(out)
    assert (code, document["answers"]["value"]["plays"]) == (2, 20)
    assert "more than 30 different values" in document["meta"]["failure"]
    assert "these are the verdicts before it failed: " in err


def test_looks_are_rarer_where_histograms_are_long(
    file: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each as far again as there are values: so time is proportional to the file."""
    monkeypatch.setattr(outcome_files, "LOOK_EVERY", 10)
    seen: list[int] = []
    crosscheck(
        exact={"value": Moments(mean=Fraction(35), low=0, high=70)},
        simulator=outcomes(str(file(*map(str, range(70))))),
        watch=lambda plays, judge: seen.append(plays),
    )
    assert seen == [10, 20, 40, 70]


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_ends_of_lines(verify: Any, law: Any, file: Any, end: str) -> None:
    path = file("\ufeffvalue", *throws(2000), "", "", end=end)
    code, out, err = verify("--exact", law(DIE), "--outcomes", path, "--json", "--margin", "0.3")
    assert (code, json.loads(out)["answers"]["value"]["plays"]) == (0, 2000)
    assert "not counted" not in err


def test_a_last_line_without_an_end_is_not_counted(verify: Any, law: Any, tmp_path: Path) -> None:
    """It may be the 1 of 12."""
    path = tmp_path / "cut.csv"
    path.write_text("12\n12\n1")
    code, out, err = verify("--exact", law({"12": "1"}), "--outcomes", path, "--json")
    assert (code, json.loads(out)["answers"]["value"]["plays"]) == (0, 2)
    assert "the last line, '1', is unterminated and may be truncated; it is not counted" in err


def test_memory_does_not_grow_with_the_file(
    law: Any, file: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No more lines are held than those between two looks."""
    held: list[int] = []
    take = file_lines.FileLines.take
    monkeypatch.setattr(
        file_lines.FileLines,
        "take",
        lambda self, most: held.append(len(found := take(self, most))) or found,
    )
    path = file(*throws(5 * LOOK_EVERY))
    crosscheck(exact=Law(weights=dict.fromkeys(range(1, 7), 1)), simulator=outcomes(str(path)))
    assert max(held) == LOOK_EVERY
    assert sum(held) == 5 * LOOK_EVERY
    monkeypatch.setattr(outcome_files, "MOST_VALUES", 5)
    with pytest.raises(Exception, match="more than 5 different values"):
        crosscheck(exact=Law(weights=dict.fromkeys(range(1, 7), 1)), simulator=outcomes(str(path)))


# Tables of counts


def test_a_table_of_counts_is_one_look(verify: Any, law: Any, file: Any) -> None:
    rows = throws(20_000)
    table = [f"{rows.count(face)},{face}" for face in DIE]
    code, out, _ = verify(
        "--exact", law(DIE), "--outcomes", file("Count,Value", *table), "--json", "--margin", "0.1"
    )
    assert code == 0
    assert json.loads(out)["answers"]["value"]["plays"] == 20_000


def test_fields_of_a_table_that_are_not_asked_for(verify: Any, law: Any, file: Any) -> None:
    path = file("field,value,count", "value,1,3", "other,5,1", "value,2,4")
    code, out, err = verify("--exact", law(DIE), "--outcomes", path, "--json")
    assert (code, json.loads(out)["answers"]["value"]["plays"]) == (3, 7)
    assert "outcomes.csv: not judged: 'other'" in err


@pytest.mark.parametrize(
    ("rows", "why"),
    [
        (["1,3", "1,4"], "line 3: the value 1 of value is repeated; add its counts up"),
        (["1,-3"], "line 2: the count '-3' is not an integer >= 0"),
        (["1,2.5"], "line 2: the count '2.5' is not an integer >= 0"),
        (["1,nan"], "line 2: the count 'nan' is not an integer >= 0"),
        (["1.5,3"], "line 2: value is 1.5, a fraction"),
        (["1,3,4"], "line 2: 3 cells where the header has 2"),
        (["1,3", "7,1"], "value 7 lies outside [1, 6]"),
        (["1,3", "7,0"], ""),
    ],
)
def test_counts_that_cannot_be_true(
    verify: Any, law: Any, file: Any, rows: list[str], why: str
) -> None:
    code, out, _ = verify("--exact", law(DIE), "--outcomes", file("value,count", *rows))
    assert code == (1 if why else 3)
    assert why in out


def test_a_long_cell_is_shown_in_short(verify: Any, law: Any, file: Any) -> None:
    for header, cell in (("value,count", f"1,{9999 * '7'}"), ("mean,sd,n", f"{9999 * 'x'},1,9")):
        _, out, err = verify("--exact", law(DIE), "--outcomes", file(header, cell))
        assert "77…" in out or "xx…" in err
        assert len(out + err) < 2000


def test_fields_that_disagree_on_the_number_of_plays(verify: Any, file: Any) -> None:
    path = file("field,value,count", "points,0,3", "passes,1,4")
    code, out, _ = verify(*SMALL, "--outcomes", path)
    assert code == 1
    assert out.count("the counts sum to 3, not plays=4") == 2


def test_a_table_that_was_cut_off(verify: Any, law: Any, tmp_path: Path) -> None:
    path = tmp_path / "cut.csv"
    path.write_text("value,count\n1,3\n2,1")
    code, out, _ = verify("--exact", law(DIE), "--outcomes", path)
    assert code == 1
    assert "the last line, '2,1', is unterminated: the table may be truncated" in out


# No outcomes at all


@pytest.mark.parametrize("header", [*itertools.permutations(["mean", "sd", "n"])])
def test_moments_are_no_evidence(verify: Any, law: Any, file: Any, header: Any) -> None:
    """The case of the chat room: z = (3.52 - 3.5) / sqrt(35/12) * sqrt(10^4) = 1.171..."""
    row = {"mean": "3.52", "sd": "1.7", "n": "1e4"}
    path = file(",".join(header), ",".join(row[name] for name in header))
    code, out, _ = verify("--exact", law(DIE), "--outcomes", path, "--json")
    answer = json.loads(out)["answers"]["value"]
    assert (code, answer["verdict"], answer["plays"]) == (3, "INCONCLUSIVE", 10_000)
    assert answer["estimate"] == 3.52
    assert answer["log10_e"] == 0
    assert f"z = {0.02 / math.sqrt(35 / 12) * 100:.2f} is descriptive only" in answer["reason"]
    assert "give the outcomes, or their counts" in answer["reason"]


def test_moments_however_far_off_are_no_evidence(verify: Any, law: Any, file: Any) -> None:
    path = file("mean,sd,n", "3.9,1.7,1000000")
    code, out, _ = verify("--exact", law(DIE), "--outcomes", path)
    assert code == 3
    assert "z = 234.22 is descriptive only" in out


def test_a_mean_that_cannot_be_is_invalid(verify: Any, law: Any, file: Any) -> None:
    path = file("n,mean,sd", "100,6.01,1")
    code, out, _ = verify("--exact", law(DIE), "--outcomes", path)
    assert code == 1
    assert "the mean 6.01 lies outside [1, 6]" in out


def test_moments_of_one_field_of_a_game(verify: Any, file: Any) -> None:
    path = file("mean,sd,n", "2,1,100")
    code, out, _ = verify(*SMALL, "--outcomes", path, "--column", "passes", "--json")
    answers = json.loads(out)["answers"]
    assert (code, list(answers)) == (3, ["passes"])


@pytest.mark.parametrize(
    ("rows", "why"),
    [
        ([], "give one line of 3 cells under mean,sd,n"),
        (["1,2,3", "1,2,3"], "give one line of 3 cells under mean,sd,n"),
        (["1,2"], "give one line of 3 cells under mean,sd,n"),
        (["x,1,10"], "mean is 'x', which is not a number"),
        (["nan,1,10"], "mean is 'nan', which is not a number"),
        (["3,-1,10"], "sd is -1; a standard deviation is >= 0"),
        (["3,1,0"], "n is 0; a number of plays is an integer >= 1"),
        (["3,1,1.5"], "n is 1.5; a number of plays"),
    ],
)
def test_moments_that_cannot_be_read(
    verify: Any, law: Any, file: Any, rows: list[str], why: str
) -> None:
    code, out, err = verify("--exact", law(DIE), "--outcomes", file("mean,sd,n", *rows))
    assert (code, out) == (2, "")
    assert why in err


def test_the_mean_of_what_is_no_number(verify: Any, file: Any) -> None:
    two_hands = Path(__file__).parents[3] / "docs/examples/two_hands.py"
    code, _, err = verify(two_hands, "--ranks", 2, "--outcomes", file("mean,sd,n", "1,1,9"))
    assert code == 2
    assert "winner is not a number: a mean says nothing about its values" in err


# What cannot be asked


@pytest.mark.parametrize(
    ("lines", "flags", "why"),
    [
        ([], [], "has no complete line"),
        (["", ""], [], "has no complete line"),
        (["value"], [], "has no play"),
        (["value,count"], [], "counts no play"),
        (["value,value,count", "1,2,3"], [], "names value twice"),
        (["value,count,count", "1,2,3"], [], "names count twice"),
        (["value,count", f"1,{10**20}", f"2,{10**20}"], [], "2.0e+20 plays; more than 2^53"),
        (["value,count", f"1,{2**53 + 1}"], [], "more than 2^53, about 9e15, cannot be judged"),
        (["value,count", "1,0"], [], "counts no play"),
        (["value,count", "1,2"], ["--plays", "1"], "no first plays to select: leave plays=1 out"),
        (["turns,winner", "1,2"], [], "'turns,winner' is neither an integer nor a header with a"),
        (["1,2"], [], "is neither an integer nor a header"),
        (["1"], ["--column", "turns"], "no field 'turns'; there are value"),
        (["1"], ["--save", "x.jsonl"], "--save is about plays to come"),
        (["1"], ["--seed", "1"], "--seed is about plays to come"),
        (["1"], ["--workers", "1"], "--workers is about plays to come"),
        (["1"], ["--until", "decided"], "--until is about plays to come"),
        (["1"], ["--max-plays", "9"], "--max-plays is about plays to come"),
    ],
)  # fmt: skip
def test_files_that_cannot_be_judged(
    verify: Any, file: Any, tmp_path: Path, lines: list[str], flags: list[str], why: str
) -> None:
    exact = tmp_path / "law.json"
    exact.write_text(json.dumps({"value": {"values": DIE}}))
    code, out, err = verify("--exact", exact, "--outcomes", file(*lines), *flags)
    assert (code, out) == (2, "")
    assert why in err


@pytest.mark.parametrize("path", ["no-such-file.csv", "/"])
def test_files_that_cannot_be_read(verify: Any, law: Any, path: str) -> None:
    code, out, err = verify("--exact", law(DIE), "--outcomes", path)
    assert (code, out) == (2, "")
    assert f"cannot read {path}: " in err


def test_a_run_file_keeps_no_recorded_outcomes(file: Any, tmp_path: Path) -> None:
    with pytest.raises(Exception, match="leave it out"):
        crosscheck(
            exact=Law(weights={1: 1}), simulator=outcomes(str(file("1"))), save=tmp_path / "x"
        )


def test_an_interrupted_file_keeps_what_was_read(file: Any) -> None:
    def interrupt(plays: int, judge: Any) -> None:
        raise KeyboardInterrupt

    found = crosscheck(
        exact=Law(weights={1: 1, 2: 1}),
        simulator=outcomes(str(file(*throws(3 * LOOK_EVERY, 2)))),
        watch=interrupt,
    )
    assert found.interrupted
    assert found.tally is not None
    assert found.tally.plays == LOOK_EVERY
    assert found.decision is not Decision.INVALID


def test_a_file_that_is_no_text(verify: Any, law: Any, tmp_path: Path) -> None:
    path = tmp_path / "plays.bin"
    path.write_bytes(b'a"\r\r1\n2\n')
    code, _, err = verify("--exact", law(DIE), "--outcomes", path)
    assert code == 2
    assert "plays.bin, line 1: not a line of CSV; is it a text file?" in err
