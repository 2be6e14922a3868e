"""`montmort report --of FILE`: the report of the program that was judged."""

import json
from pathlib import Path
from typing import Any

import pytest

GAME = ["treize", "--ranks", "2", "--suits", "1", "--seed", 1]


@pytest.fixture
def audit(verify: Any, tmp_path: Path) -> Any:
    """Return a function that judges plays, and returns the record and the exit code."""

    def call(*argv: object) -> tuple[Path, int]:
        path = tmp_path / "audit.json"
        code, _, _ = verify(*argv, "--audit", path)
        return path, code

    return call


@pytest.mark.parametrize(
    ("plays", "code", "decision"),
    [("1\n5\n6\n", 3, "INCONCLUSIVE"), ("6\n" * 500, 1, "INCONSISTENT")],
)
def test_all_forms(
    audit: Any, run: Any, law: Any, tmp_path: Path, plays: str, code: int, decision: str
) -> None:
    (tmp_path / "plays.csv").write_text(plays)
    die = law({str(face): "1/6" for face in range(1, 7)})
    record, judged = audit("--exact", die, "--outcomes", tmp_path / "plays.csv")
    places = [tmp_path / f"validation.{form}" for form in ("pdf", "html", "md")]
    found, out, err = run("report", "--of", record, *(w for p in places for w in ("-o", p)))
    assert (found, judged, err) == (code, code, "")
    assert out.endswith(f"plays.csv, judged by a law that was given: {decision}\n")
    assert places[0].read_bytes().startswith(b"%PDF-")
    assert f"<strong>{decision}</strong>" in places[1].read_text()
    outcomes = json.loads(record.read_text())["audit"]["outcomes"]
    assert outcomes["sha256"] in places[2].read_text()


def test_a_grid(audit: Any, run: Any, tmp_path: Path) -> None:
    from tests.montmort.symbol_games import RUIN

    (tmp_path / "own.py").write_text(RUIN)
    many = ["--plays", 4096, "--seed", 1, "--margin", "0.5"]
    record, code = audit(tmp_path / "own.py", "--grid", "p=1/4..3/4:2", *many)
    page = tmp_path / "x.md"
    assert (run("report", "--of", record, "-o", page)[0], code) == (0, 0)
    text = page.read_text()
    assert "| p = 3/4: won | CONSISTENT | 0.9 |" in text
    assert "the exact laws at p = 1/4" in text


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["treize"], "leave out treize"),
        (["--all"], "leave out --all"),
        (["--plays", 5], "leave out --plays"),
        (["--seed", 5], "leave out --seed"),
    ],
)
def test_flags_of_a_report_that_plays(
    audit: Any, run: Any, tmp_path: Path, words: list[object], sentence: str
) -> None:
    record, _ = audit(*GAME, "--plays", 10)
    code, out, err = run("report", "--of", record, "-o", tmp_path / "x.md", *words)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert sentence in err


def test_what_is_no_record(run: Any, tmp_path: Path) -> None:
    path = tmp_path / "a\x1b[1m.json"
    path.write_text('{"game": "\\u001b[31m"}')
    code, out, err = run("report", "--of", path, "-o", tmp_path / "x.md")
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert "is not what verify --audit writes: the document: answers is missing" in err
    code, _, err = run("report", "--of", path, "-o", tmp_path / "x.docx")
    assert (code, "must end in .pdf, .html, .md" in err) == (2, True)
    assert not (tmp_path / "x.md").exists()


PLAYS = "points,passes,cards,picks\n" + 6 * "0,1,2,1 0\n"  # cards 2, 1: never a match


@pytest.mark.parametrize("last", ["", "1,1,2,1 0\n"])
def test_the_rules_of_a_known_game(audit: Any, run: Any, tmp_path: Path, last: str) -> None:
    """They are explained, and the play that differs is shown; there is no row for them."""
    (tmp_path / "plays.csv").write_text(PLAYS + last)
    record, code = audit(*GAME[:-2], "--replays", tmp_path / "plays.csv", "--margin", "cards=0.5")
    page = tmp_path / "x.md"
    run("report", "--of", record, "-o", page)
    text = page.read_text()
    assert "A card of the rank called is a match" in text
    assert "- cards of each rank: 1\n" in text
    assert "Outcome of a game: points scored, decks begun, cards turned." in text
    assert "The margins cards=0.5 were chosen for this judgement; the default of the oth" in text
    assert "- client: " in text
    assert "| by the rules |" not in text
    assert ("- printed: `points 1" in text) == ("call 2, card 1" in text) == bool(last)
    if last:
        assert code == 1
        assert "- by the rules: `points 0, passes 1, cards 2`\n" in text
        assert "- by the rules: INCONSISTENT" not in text
    else:
        assert "The reference rules played all 6 plays again" in text
        assert "shows in more than one play of 2 would have been found" in text


def test_what_a_pass_leaves_open(audit: Any, run: Any, law: Any, tmp_path: Path) -> None:
    (tmp_path / "plays.csv").write_text("1\n" * 9)
    record, _ = audit("--exact", law({"1": "1"}), "--outcomes", tmp_path / "plays.csv")
    page = tmp_path / "x.md"
    run("report", "--of", record, "-o", page)
    text = page.read_text()
    assert "The decision is **CONSISTENT**" in text
    assert "CONSISTENT leaves open:" in text
    assert "such as antithetic random numbers: no picks were given" in text
    assert "No margin was chosen; the default is a hundredth of the standard deviation" in text


def test_a_difference_in_the_first_plays_is_all_that_is_told(
    audit: Any, run: Any, tmp_path: Path
) -> None:
    """The means of no plays are not shown, neither here nor on the screen."""
    (tmp_path / "plays.csv").write_text("win,rolls,picks\nloss,2,0 1 2 3\nwin,1,5 4\n")
    record, code = audit("craps", "--replays", tmp_path / "plays.csv")
    page = tmp_path / "x.md"
    assert (run("report", "--of", record, "-o", page)[0], code) == (1, 1)
    text = page.read_text()
    assert "before the first look: means, chance and dependence were not judged." in text
    assert "The verdicts on the means" not in text
    assert "INCONCLUSIVE; about" not in text
    assert "weights none" in text
    assert "- the bet: pass" in text


def test_a_screen_shows_no_means_of_no_plays(verify: Any, tmp_path: Path) -> None:
    (tmp_path / "plays.csv").write_text("win,rolls,picks\nloss,2,0 1 2 3\nwin,1,5 4\n")
    _, out, _ = verify("craps", "--replays", tmp_path / "plays.csv")
    assert "the rules differ before the first look, so nothing else was judged" in out
    assert "rolls        INCONCLUSIVE" not in out


def test_the_source_stands_beside_the_program(
    audit: Any, run: Any, tmp_path: Path, law: Any
) -> None:
    source, page = tmp_path / "coin.c", tmp_path / "x.md"
    source.write_text("int main() {}")
    program = "awk 'BEGIN {srand({seed}); for (;;) print int(2 * rand())}'"
    coin = law({"0": "1/2", "1": "1/2"})
    record, _ = audit("--exact", coin, "--command", program, "--source", source, "--plays", 10_000)
    run("report", "--of", record, "-o", page)
    assert f"source, as given: `{source}`" in page.read_text()


def test_unreadable_picks_do_not_agree_with_the_rules(verify: Any, tmp_path: Path) -> None:
    (tmp_path / "plays.csv").write_text("win,rolls,picks\nwin,1,a b\n")
    code, out, _ = verify("craps", "--replays", tmp_path / "plays.csv")
    assert (code, "replayed" in out) == (1, False)
    assert "the picks 'a b' are not integers between spaces" in out
