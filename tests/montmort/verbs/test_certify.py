"""`montmort certify` as a user types it, and the checker that it writes."""

import json
import subprocess
import sys
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from montmort.verification.certificates import check


@pytest.fixture
def certify(run: Any) -> Any:
    """Return a function that runs `montmort certify`: (exit code, stdout, stderr)."""
    return partial(run, "certify")


def run_alone(*arguments: Path) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "-I", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)


def test_a_certificate_with_its_checker(certify: Any, tmp_path: Path) -> None:
    file, checker = tmp_path / "treize.json", tmp_path / "check.py"
    deck = ("treize", "--ranks", "4", "--suits", "1")
    code, words, _ = certify(*deck, "-o", file, "--checker", checker)
    assert code == 0
    code, out, _ = certify(*deck)
    assert words == (
        "Treize, ranks 4, suits 1\n"
        f"{file}: sha256 {json.loads(out)['sha256']}\n{checker}: python check.py treize.json\n"
    )
    assert (code, out) == (0, file.read_text(encoding="utf-8"))
    assert json.loads(out)["rules"] == {"ranks": "4", "suits": "1"}
    found = run_alone(checker, file)
    assert (found.returncode, found.stderr) == (0, "")


@pytest.mark.parametrize(
    "deck",
    [
        ("war", "--ranks", 3, "--suits", 2, "--face-down", 1),
        ("persian-monarchs", "--cards", 4, "--max-raise", 1),
        ("liars-poker", "--ranks", 5, "--suits", 1, "--jokers", 1),
        ("five-card-draw", "--hand", "2c 2d 2h 2s 9c", "--max-draw", 1),
    ],
)
def test_every_game_has_a_checker_of_its_own(
    certify: Any, tmp_path: Path, deck: tuple[object, ...]
) -> None:
    file, checker = tmp_path / "certificate.json", tmp_path / "check.py"
    assert certify(*deck, "-o", file, "--checker", checker)[0] == 0
    found = run_alone(checker, file)
    assert (found.returncode, found.stderr) == (0, "")
    assert found.stdout.endswith(", 0 on trust, 0 FALSE\n")
    assert checker.read_text(encoding="utf-8").count("CHECKER = ") == 1


KEEPER = '''"""One player decides, on a seat of any number."""


def play(chance, table):
    die = chance.pick([1, 1, {last}]) + 1
    if table.decide({seat}, ["keep", "again"], {view}) == "again":
        die = chance.pick([1, 1, {last}]) + 1
    return die
'''
SYMBOL = "\nimport sympy\np = sympy.Symbol('p')\n"


@pytest.mark.parametrize("view", ["die", "None", "'hidden'"])
@pytest.mark.parametrize("seat", [1, 3])
@pytest.mark.parametrize("last", ["1", "p"])
def test_the_only_seat_that_decides_need_not_be_named(
    run: Any, tmp_path: Path, view: str, seat: int, last: str
) -> None:
    file, at = tmp_path / "keeper.py", ["--at", "p=2"] if last == "p" else []
    text = KEEPER.format(last=last, seat=seat, view=view)
    file.write_text(text.replace("\n\n", SYMBOL, 1) if at else text, encoding="utf-8")
    aim = ["--minimise", "value", *at]
    code, certificate, _ = run("certify", file, *aim)
    assert (code, certificate) == run("certify", file, *aim, "--seat", seat)[:2]
    assert code == 0
    assert json.loads(certificate)["rules"]["aim"] == f"minimise value, seat {seat}"
    for verb in "certify", "exact":
        code, _, error = run(verb, file, *aim, "--seat", 0)
        assert (code, error.count(f"seat 0 never decides, only {seat}")) == (2, 1)
    code, answer, _ = run("exact", file, *aim, "--json")
    assert (code, json.loads(answer)["meta"]["seat"]) == (0, seat)


@pytest.mark.parametrize(
    "game",
    [
        ("shut-the-box", "--tiles", 3, "--minimise", "left"),
        ("kuhn", "--optimal", "net"),
        ("pig", "--goal", 3, "--optimal", "first_wins"),
    ],
)
def test_the_seat_of_a_shipped_game_need_not_be_named(
    certify: Any, game: tuple[object, ...]
) -> None:
    found = certify(*game)
    assert found == certify(*game, "--seat", 0)
    assert found[0] == 0


def test_what_the_checker_refuses_is_not_written(
    certify: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "craps.json"
    monkeypatch.setattr(check, "MOST_BYTES", 100)
    code, _, error = certify("craps", "-o", file)
    assert (code, file.exists()) == (2, False)
    assert "the checker refuses this: reading so much would take about" in error


@pytest.mark.parametrize(
    ("game", "what", "proves"),
    [
        (("treize", "--ranks", 2, "--suits", 1), "rules", "Theorem treize_value"),
        (("pig", "--goal", 2), "rows", "Theorem value_of_best_play"),
    ],
)
def test_a_proof_for_coq_names_what_is_on_trust(
    certify: Any, tmp_path: Path, game: tuple[object, ...], what: str, proves: str
) -> None:
    code, out, _ = certify(*game, "--coq", tmp_path / "t.v")
    assert (code, out) == (
        0,
        f"{tmp_path / 't.v'}: coqc t.v\n"
        f" on trust: that its {what} are the game's; Coq's kernel; Coq's virtual machine\n"
        " without the virtual machine: coqchk -silent -o t\n",
    )
    proof = (tmp_path / "t.v").read_text(encoding="utf-8")
    assert proves in proof
    assert "On trust are Coq's kernel and, when coqc reads this file, its virtual machine" in proof
    answers = json.loads(certify(*game, "--coq", tmp_path / "t.v", "--json")[1])["answers"]
    assert "; ".join(answers["on trust"]) in out


@pytest.mark.parametrize("name", ["first-orchard.v", "1.v", "t", "t.vo", "ä.v"])
def test_a_name_that_coq_does_not_read_is_refused(certify: Any, tmp_path: Path, name: str) -> None:
    code, out, err = certify("treize", "--ranks", 2, "--suits", 1, "--coq", tmp_path / name)
    assert (code, out, err) == (
        2,
        "",
        f"montmort certify: coqc does not read {name}; take a name of letters, digits and _ "
        "that ends in .v\n",
    )


def test_bad_files_are_one_sentence(certify: Any, tmp_path: Path) -> None:
    for flags in (("-o", tmp_path / "none" / "t.json"), ("-o", tmp_path),
                  ("-o", tmp_path / "x", "--checker", tmp_path / "x")):  # fmt: skip
        code, out, err = certify("treize", "--ranks", 3, "--suits", 1, *flags)
        assert (code, out, err.count("\n")) == (2, "", 1)
    assert [*tmp_path.iterdir()] == []


def test_rules_without_a_certificate_are_one_sentence(certify: Any, tmp_path: Path) -> None:
    for argv in (("treize", "--experiment", "cards"), ("treize", "--suits", 10**6), ("war",),
                 ("persian-monarchs", "--first", "equilibrium", "--of", "match"),
                 ("liars-poker", "--coq", tmp_path / "l.v")):  # fmt: skip
        code, out, err = certify(*argv, "-o", tmp_path / "t.json")
        assert (code, out, err.count("\n")) == (2, "", 1)
    assert [*tmp_path.iterdir()] == []
