"""Simulators in C that print what chance did: every fault of their rules is found and told."""

import shutil
import subprocess
from pathlib import Path
from typing import Any, NamedTuple

import pytest

SOURCE = Path(__file__).parent / "programs/foreign_games.c"
WAR = ("war", "--turn-limit", "300")
WHEEL = "51 13 14 28 42"  # As 2d 3d 4h 5s, as the program numbers cards
TWO_PAIR = "11 24 3 16 26"  # Kc Kd 5c 5d 2h
DRAW = ("five-card-draw",)


@pytest.fixture(scope="module")
def foreign(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Return the program that plays in C."""
    compiler = shutil.which("cc")
    if compiler is None:
        pytest.skip("no C compiler here")
    path = tmp_path_factory.mktemp("c") / "foreign_games"
    subprocess.run([compiler, "-O2", "-o", path, SOURCE], check=True)
    return str(path)


class Fault(NamedTuple):
    """A fault of the program, the words that tell it, and the plays within which it shows."""

    game: tuple[str, ...]
    name: str
    words: str
    plays: int = 300
    cards: str = ""


def _judged(verify: Any, foreign: str, fault: Fault) -> tuple[int, str]:
    """Return the exit code and what is printed."""
    game = fault.game[0]
    command = f"{foreign} {game} {fault.name} {{seed}} {{plays}} {fault.cards}"
    code, out, _ = verify(*fault.game, "--command", command, "--with-picks", "--seed", 1,
                          "--block", 1000, "--plays", fault.plays)  # fmt: skip
    return code, out


@pytest.mark.parametrize(
    "game",
    [("treize",), WAR, ("pig",), DRAW, (*DRAW, "--hand", "As 2d 3d 4h 5s")],
    ids=lambda words: "-".join(words[:2]),
)
def test_right_programs_agree_with_the_rules(
    verify: Any, foreign: str, game: tuple[str, ...]
) -> None:
    right = Fault(game, "none", "", 400, WHEEL if "--hand" in game else "")
    code, out = _judged(verify, foreign, right)
    assert code == 3  # so few plays decide nothing about chance
    assert "replayed: the rules agree in all 400 plays" in out
    assert "a fault in more than one play of 133 would have been found" in out


FAULTS = [
    Fault(("treize",), "card-twice", ": impossible, only "),
    Fault(("treize",), "counts-on", "by the rules: "),
    Fault(("treize",), "last-pick-missing", "picks, where the play ended"),
    Fault(("treize",), "pick-too-many", "the game is over 1 pick earlier"),
    Fault(("treize",), "swapped-columns", "by the rules: points"),
    Fault(("treize",), "play-before", "by the rules: points"),
    Fault(WAR, "loser-first", "by the rules: winner"),
    Fault(WAR, "two-down", "by the rules: winner"),
    Fault(("pig",), "illegal-choice", "who chooses among 0 throw, 1 hold"),
    Fault(("pig",), "choice-too-many", "the game is over 1 choice earlier"),
    Fault(("pig",), "choice-missing", ", where the play ended, with seat"),
    Fault(("pig",), "pick-out-of-range", "impossible, only 0 to 5 can be picked here"),
    Fault(("pig",), "keeps-the-turn", "by the rules: "),
    Fault(DRAW, "card-twice", "by the rules: "),
    Fault((*DRAW, "--hand", "As 2d 3d 4h 5s"), "wheel-high", "by the rules: result loss", 5_000,
          WHEEL),
    *(pytest.param(each, marks=pytest.mark.slow) for each in (
        Fault((*DRAW, "--hand", "Kc Kd 5c 5d 2h"), "second-pair", "by the rules: result ",
              20_000, TWO_PAIR),
        Fault(DRAW, "kicker", "by the rules: result ", 5_000),
        Fault(("treize",), "rarely", "by the rules: points", 20_000),
        Fault(("pig",), "rarely", "by the rules: first_wins", 20_000),
    )),
]  # fmt: skip


@pytest.mark.parametrize("fault", FAULTS, ids=lambda each: f"{each.game[0]}-{each.name}")
def test_wrong_programs_are_found(verify: Any, foreign: str, fault: Fault) -> None:
    code, out = _judged(verify, foreign, fault)
    assert code == 1
    told = out[out.index("The first play that differs") :]
    assert fault.words in told
    assert "replayed: the rules differ" in out
