"""Tables at the command line: CSV and pictures, exact and played."""

import csv
import json
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from montmort.cli import main
from montmort.exact.liars_poker.answers import table
from montmort.games.liars_poker import Rules
from montmort.games.liars_poker.made_hands import CATEGORIES
from montmort.montecarlo.runs.run import play_blocks

COLUMNS = ["deck", "cards", "hand", "probability"]


def read(path: Path) -> list[dict[str, str]]:
    with path.open(newline="") as file:
        reader = csv.DictReader(file)
        assert reader.fieldnames == COLUMNS
        return list(reader)


@pytest.mark.parametrize(
    ("flags", "rules"),
    [
        ([], Rules()),
        (["--jokers", "2"], Rules(jokers=2)),
        (["--jokers", "2", "--reading", "published"], Rules(jokers=2, published=True)),
        (["--cards", "3", "--hand", "Kc Kd"], Rules(cards=3, hand="Kc Kd")),
    ],
)
def test_the_exact_table_as_csv(flags: list[str], rules: Rules, tmp_path: Path) -> None:
    path = tmp_path / "table.csv"
    assert main(["exact", "liars-poker", "--table", *flags, "--csv", str(path)]) == 0
    exact = table(rules)
    listed = read(path)
    assert [(row["deck"], row["cards"], row["hand"]) for row in listed] == [
        (str(rules.deck), str(cards), hand) for cards in exact for hand in CATEGORIES
    ]
    for row in listed:
        chance, decimals = exact[int(row["cards"])][row["hand"]], Fraction(row["probability"])
        assert abs(decimals - chance) <= Fraction(1, 2 * 10**20)
        assert decimals == chance or 10**20 % chance.denominator


def test_without_table_the_csv_is_the_usual_one(tmp_path: Path) -> None:
    path = tmp_path / "answers.csv"
    assert main(["exact", "liars-poker", "--cards", "2", "--csv", str(path)]) == 0
    assert path.read_text().startswith("answer,index,value\nhigh_card,,1\npair,,1/17\n")


def test_a_table_is_played_row_by_row(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "table.csv"
    flags = ["--table", "--plays", "500", "--seed", "7", "--json"]
    assert main(["simulate", "liars-poker", *flags, "--csv", str(path)]) == 0
    document = json.loads(capsys.readouterr().out)
    counts = document["answers"]
    assert list(map(int, sorted(counts, key=int))) == list(range(1, 53))
    assert document["meta"]["plays"] == 500
    for row in read(path):
        histogram = counts[row["cards"]][row["hand"]]
        assert sum(map(int, histogram.values())) == 500
        assert Fraction(row["probability"]) == Fraction(int(histogram.get("true", 0)), 500)


def test_a_row_is_the_run_of_its_size(capsys: pytest.CaptureFixture[str]) -> None:
    flags = ["--plays", "300", "--seed", "7", "--jokers", "2", "--json"]
    assert main(["simulate", "liars-poker", *flags, "--table", "--workers", "1"]) == 0
    rows = json.loads(capsys.readouterr().out)["answers"]
    assert main(["simulate", "liars-poker", *flags, "--cards", "9"]) == 0
    assert rows["9"] == json.loads(capsys.readouterr().out)["answers"]


def test_a_table_played_for_a_person(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "liars-poker", "--table", "--plays", "10", "--seed", "7"]) == 0
    out = capsys.readouterr().out
    assert "10 plays in each row" in out
    first_cells = [line.split()[0] for line in out.splitlines() if line.strip()]
    assert [cell for cell in first_cells if cell.isdigit()] == [str(n) for n in range(1, 53)]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("verb", "suffix"),
    [
        (["exact"], "png"),
        (["exact"], "svg"),
        (["exact"], "pdf"),
        (["simulate", "--plays", "100", "--seed", "1"], "png"),
    ],
)
def test_pictures_of_tables(verb: list[str], suffix: str, tmp_path: Path) -> None:
    picture = tmp_path / f"table.{suffix}"
    name, *flags = verb
    assert main([name, "liars-poker", "--table", *flags, "--plot", str(picture)]) == 0
    assert picture.read_bytes()[:4] in {b"\x89PNG", b"<?xm", b"%PDF"}


def test_interruption_keeps_the_rows_that_were_finished(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    runs = 0

    def interrupted(*args: Any, **kwargs: Any) -> Iterator[Any]:
        nonlocal runs
        runs += 1
        if runs == 3:
            raise KeyboardInterrupt
        yield from play_blocks(*args, **kwargs)

    monkeypatch.setattr("montmort.montecarlo.runs.run.play_blocks", interrupted)
    path = tmp_path / "table.csv"
    argv = ["simulate", "liars-poker", "--table", "--plays", "10", "--csv", str(path), "--json"]
    assert main(argv) == 130
    assert {row["cards"] for row in read(path)} == {"1", "2"}
    document = json.loads(capsys.readouterr().out)
    assert (sorted(document["answers"]), document["meta"]["interrupted"]) == (["1", "2"], True)


@pytest.mark.parametrize(
    ("argv", "message"),
    [
        (["exact", "treize", "--table"], "unrecognized arguments: --table"),
        (["simulate", "treize", "--table"], "unrecognized arguments: --table"),
        (["simulate", "liars-poker", "--table", "--records", "r.csv"], "--records writes plays of"),
        (["exact", "liars-poker", "--table", "--csv", "/nowhere/t.csv"], "there is no folder"),
    ],
)
def test_what_has_no_table(
    argv: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(argv) == 2
    captured = capsys.readouterr()
    assert message in captured.err.splitlines()[-1]
    assert captured.out == ""
