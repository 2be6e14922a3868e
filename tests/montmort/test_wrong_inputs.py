"""2,000 wrong command lines: each gets one sentence of at most 300 characters and exit code 2."""

import argparse
import importlib
import random
from pathlib import Path
from typing import Any

import pytest

from montmort import cli
from montmort.command_line import VERBS as ALL_VERBS
from montmort.games.errors import MontmortError
from montmort.verification.registry import GAMES

VERBS = [verb for verb in ALL_VERBS if verb not in ("games", "runs")]
WORDS = [
    *("", "x", "-", "1e999", "nan", "inf", "1/0", "9" * 400, "0x", "½", "1,,2", "None", "a" * 5000),
    *("[/bold]", "\x1b[31mred", "\u202e", "a\nb", "\ud800", "{", "%s", "{0}", "p=", "=1", "q=1/0"),
]
GAME_WORDS = ["", "no-game", "treiz", "nowhere.py", "[/bold]", "a" * 5000, "\x1b[31m", "a\nb", "."]
LONGEST = 300  # characters of a sentence


def flags_of(verb: str, game: str) -> list[argparse.Action]:
    """Return the flags of a verb that do not take every text."""
    parser = argparse.ArgumentParser(add_help=False)
    importlib.import_module(f"montmort.verbs.{verb}").Flags.add(parser, [verb, game])
    return [
        action
        for action in parser._actions
        if action.option_strings and (action.choices or action.type not in (None, str, Path))
    ]


def is_refused(action: argparse.Action, word: str) -> bool:
    """Return whether the flag itself cannot read the word."""
    try:
        value = action.type(word) if callable(action.type) else word
    except (argparse.ArgumentTypeError, MontmortError, OSError, ValueError):
        return True
    return action.choices is not None and value not in action.choices


def wrong_line(draw: random.Random) -> list[str]:
    """Return a command line that is wrong at least in one place."""
    verb, game = draw.choice(VERBS), draw.choice([*GAMES])
    ends = ["-o", "report.html"] if verb == "report" else []
    flags = [] if verb == "claims" else flags_of(verb, game)
    pairs = [(flag, word) for flag in flags for word in WORDS if is_refused(flag, word)]
    if not pairs or draw.random() < 0.2:
        wrong = draw.choice(["--nothing", "--rank", "--[/bold]", "--\x1b[31m", "--a\nb"])
        return [verb, draw.choice(GAME_WORDS), *ends, wrong]
    chosen = draw.sample(pairs, min(len(pairs), draw.choice([1, 1, 2, 5])))
    words = [f"{flag.option_strings[-1]}={word}" for flag, word in chosen]
    return [verb, game, *ends, *words]


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(20))
def test_wrong_lines_get_one_sentence_and_exit_code_2(
    seed: int, capsys: Any, tmp_path: Path, monkeypatch: Any
) -> None:
    monkeypatch.chdir(tmp_path)
    draw = random.Random(seed)
    for _ in range(100):
        line = wrong_line(draw)
        assert cli.main(line) == 2, line
        out, err = capsys.readouterr()
        sentences = [text for text in err.splitlines() if text.startswith("montmort")]
        assert len(sentences) == 1, line
        assert len(sentences[0]) <= LONGEST, line
        assert "Traceback" not in err, line
        assert "\x1b" not in out + err, line
        assert not [*tmp_path.iterdir()], line
