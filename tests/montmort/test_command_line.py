"""The parser: its helps and their examples, what was meant, and where the answer goes."""

import dataclasses
import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from montmort.command_line import VERBS, build_parser, parse
from montmort.options.dataclass_flags import flags_of
from montmort.options.flags import rules_of
from montmort.verification.registry import GAMES

ROOT = Path(__file__).parents[2]
WIDEST = 80


def examples(text: str) -> list[str]:
    _, _, listed = text.partition("examples:\n")
    return [line.strip() for line in listed.splitlines() if line.startswith("  montmort ")]


@pytest.fixture
def narrow(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", str(WIDEST))


@pytest.mark.parametrize("verb", ["", *VERBS, "runs show", "runs merge", "runs check"])
def test_every_help_has_examples_that_can_be_typed(
    verb: str, run: Any, narrow: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    own = "def play(chance):\n    return chance.pick([1, 1])\n"
    (tmp_path / "my_game.py").write_text(own)
    code, out, _ = run(*verb.split(), "--help")
    assert code == 0
    assert max(map(len, out.splitlines())) <= WIDEST
    lines = examples(out)
    assert lines
    for line in lines:
        words = shlex.split(line)[1:]
        game = next((word for word in words[1:] if word in (*GAMES, "my_game.py")), "")
        build_parser(game, [words[0]]).parse_args(words)  # SystemExit if it is wrong


@pytest.mark.parametrize("game", [*GAMES])
def test_the_usual_values_that_games_shows_can_be_typed(game: str, run: Any) -> None:
    _, out, _ = run("games")
    blocks = dict(re.findall(r"^([\w-]+): .*\n((?:  .*\n)+)", out, re.MULTILINE))
    shown = re.search(r"(?:^  --.*\n(?:    .*\n)*)+", blocks[game], re.MULTILINE)
    flags = shlex.split(shown[0].partition("  --reading")[0]) if shown else []
    assert bool(flags) == bool(dataclasses.fields(GAMES[game].rulebook.rules))
    asked = parse(["simulate", game, *flags])
    assert rules_of(asked.flags) == GAMES[game].rulebook.usual


@pytest.mark.slow
@pytest.mark.parametrize("game", [*GAMES])
def test_the_help_of_a_game_is_80_columns_wide(game: str, run: Any, narrow: None) -> None:
    for verb in ("exact", "simulate", "verify", "certify", "report", "play"):
        out = run(verb, game, "--help")[1]
        assert max(map(len, out.splitlines())) <= WIDEST, verb
        assert "_" not in "".join(word for word in out.split() if word.startswith("--")), verb


def test_the_list_of_games_has_names_and_flags_whole(run: Any) -> None:
    code, out, _ = run("games")
    assert code == 0
    assert max(map(len, out.splitlines())) <= WIDEST
    words = out.split()
    for name, game in GAMES.items():
        assert f"\n{name}: " in f"\n{out}"
        for flag in flags_of(game.rulebook.rules):
            assert flag in words or f"--no-{flag[2:]}" in words, (name, flag)


@pytest.mark.parametrize(
    "words",
    [
        ["exact", "treize"],
        ["exact", "treize", "--whole"],
        ["exact", "kuhn"],
        ["exact", "craps", "--par"],
        ["simulate", "treize", "--plays", "1000"],
        ["verify", "treize", "--plays", "1000"],
        ["verify", "war", "--experiment", "cards", "--plays", "1000"],
        ["claims", "waldegrave"],
        ["certify", "treize", "--ranks", "3", "--suits", "1", "-o", "t.json"],
    ],
    ids=" ".join,
)
def test_a_page_is_80_columns_wide(
    words: list[str], run: Any, narrow: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    out = run(*words)[1]
    assert 0 < max(len(line.rstrip()) for line in out.splitlines()) <= WIDEST


def test_the_command_alone_prints_the_help(run: Any, capsys: pytest.CaptureFixture[str]) -> None:
    from montmort.cli import main

    assert main([]) == 0
    assert capsys.readouterr().out == run("--help")[1]


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("exat treize", "did you mean exact? (see montmort --help)"),
        ("treize", "treize is a game; put a verb before it, as in montmort exact treize"),
        ("exact tryze", "did you mean treize?"),
        ("exact treize --rank 3", "did you mean --ranks? (see montmort exact treize --help)"),
        (
            "exact treize --plays 3",
            "is a flag of simulate, verify and report (see montmort simulate treize --help)",
        ),
        ("exact treize --jokers 3", "--jokers is a rule of liars-poker"),
        ("exact war --pick-up winner-frst", "did you mean winner-first?"),
        ("exact treize --experiment gam", "did you mean game?"),
        ("exact treize --ranks 1", "every card is a match (see montmort exact treize --help)"),
        ("exact treize --answer valu", "'valu' is none of value, "),
        ("runs shw f", "did you mean show? (see montmort runs --help)"),
        ('exact five-card-draw --hand "5c 6d 7h 8s 9x"', "did you mean 9c or 9d or 9h or 9s?"),
        ('exact five-card-draw --hand "5c 6d 7h 8s c9"', "did you mean 9c?"),
    ],
)
def test_a_mistake_says_what_was_meant(line: str, sentence: str, run: Any) -> None:
    code, out, err = run(*shlex.split(line))
    assert (code, out, sentence in err) == (2, "", True), err
    assert len(err) <= 301


def test_underscores_are_read_as_hyphens_and_not_shown(run: Any) -> None:
    shown, typed = (
        run("exact", "war", "--ranks", "2", "--suits", "1", flag, "0", "--json")[1]
        for flag in ("--face-down", "--face_down")
    )
    assert json.loads(shown)["answers"] == json.loads(typed)["answers"]
    assert "--face_down" not in run("exact", "war", "--help")[1]


SMALL = ["treize", "--ranks", "3", "--suits", "2"]


def test_quiet_leaves_stderr_to_errors(run: Any) -> None:
    loud = run("verify", *SMALL, "--seed", "1", "--plays", "1000")
    quiet = run("verify", *SMALL, "--seed", "1", "--plays", "1000", "-q")
    assert ("seed 1" in loud[2], quiet[2], quiet[0]) == (True, "", loud[0])
    assert "ranks=1" in run("exact", "treize", "--ranks", "1", "--quiet")[2]


def test_the_answer_goes_to_a_file(run: Any, tmp_path: Path) -> None:
    path = tmp_path / "answer.json"
    code, out, _ = run("exact", *SMALL, "--json", "-o", path)
    assert (code, out) == (0, "")
    assert json.loads(path.read_text())["answers"]["value"] == "501671/465312"
    code, _, err = run("exact", *SMALL, "--output", tmp_path / "no" / "answer.txt")
    assert (code, "there is no folder" in err) == (2, True)
    refused = tmp_path / "refused"
    assert run("exact", "treize", "--answer", "x", "-o", refused)[0] == 2
    assert not refused.exists()


def test_an_answer_can_be_chosen_and_printed_whole(run: Any) -> None:
    code, out, _ = run("exact", *SMALL, "--answer", "value", "--whole")
    assert (code, "value to dealer = 501671/465312 = 1.0781" in out) == (0, True)
    assert "points" not in out
    document = run("exact", *SMALL, "--answer", "value", "--answer", "points_law.0", "--json")[1]
    assert [*json.loads(document)["answers"]] == ["points_law.0", "value"]
    _, out, _ = run("exact", "treize", "--answer", "value", "--whole")
    assert "650 digits above the line, 650 below" in " ".join(out.split())
    digits = "".join(out.split())
    assert "265160721560102185822276079127341" in digits


def test_certify_report_and_runs_print_documents(run: Any, tmp_path: Path) -> None:
    path, checker = tmp_path / "t.json", tmp_path / "check.py"
    found = json.loads(run("certify", *SMALL, "-o", path, "--checker", checker, "--json")[1])
    assert found["answers"]["sha256"] == json.loads(path.read_text())["sha256"]
    assert [file["path"] for file in found["answers"]["files"]] == [str(path), str(checker)]
    bare = json.loads(run("certify", *SMALL, "--json")[1])["answers"]
    assert bare["certificate"] == json.loads(path.read_text())
    saved, merged = tmp_path / "run.jsonl", tmp_path / "merged.jsonl"
    run("simulate", *SMALL, "--plays", "1000", "--save", saved)
    merge = run("runs", "merge", saved, "-o", merged, "--json")[1]
    assert json.loads(merge)["answers"] == {"file": str(merged), "blocks": 1, "plays": 1000}
    audit, page = tmp_path / "audit.json", tmp_path / "page.md"
    run("verify", *SMALL, "--plays", "1000", "--audit", audit)
    code, out, _ = run("report", "--of", audit, "-o", page, "--json")
    assert (code, json.loads(out)["answers"]["decision"]) == (3, "INCONCLUSIVE")


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("montmort ex", ["exact"]),
        ("montmort exact tr", ["treize"]),
        ("montmort exact treize --ra", ["--ranks"]),
        ("montmort exact war --pick-up w", ["winner-first"]),
        ("montmort verify --comm", ["--command"]),
    ],
)
def test_a_shell_completes_verbs_games_flags_and_values(
    line: str, words: list[str], tmp_path: Path
) -> None:
    answer = tmp_path / "completions"
    shell = {
        "_ARGCOMPLETE": "1",
        "_ARGCOMPLETE_SHELL": "bash",
        "_ARGCOMPLETE_IFS": " ",
        "_ARGCOMPLETE_STDOUT_FILENAME": str(answer),
        "_ARGCOMPLETE_SUPPRESS_SPACE": "1",
        "COMP_LINE": line,
        "COMP_POINT": str(len(line)),
    }
    subprocess.run([sys.executable, "-m", "montmort"], env=os.environ | shell, cwd=ROOT, check=True)
    assert answer.read_text().split() == words


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_script_for_a_shell(shell: str, run: Any) -> None:
    code, out, _ = run("--print-completion", shell)
    assert (code, "montmort" in out) == (0, True)
