"""The tour, `make tour`: every game and every verb, with the beginning of each answer.

    python -m montmort.tour

It writes its files to the folder `tour`.  A command that does not end as it should ends
the tour.
"""

import io
import shlex
import sys
from collections.abc import Iterator
from contextlib import redirect_stdout
from pathlib import Path

from montmort.cli import main
from montmort.verification.registry import GAMES

SHOWN = 8  # lines of an answer
FOLDER = Path("tour")
EXACT = {  # games that are asked about something smaller, or something special
    "liars-poker": "--jokers 2",
    "five-card-draw": '--hand "5c 6d 7h 8s 9c"',
    "persian-monarchs": "--equilibrium",
    "war": "--ranks 3 --suits 4 --face-down 1",
    "pig": "--goal 20",
    "blackjack": "--reading infinite",
    "yahtzee": "--dice 2 --boxes ones,twos,chance",
}
VERIFIED = ("treize", "liars-poker", "persian-monarchs", "war", "shut-the-box", "craps", "baccarat")
OTHERS = (
    "montmort games",
    "montmort exact craps --par",
    "montmort simulate five-card-draw --experiment game --plays 1e4 --seed 1713",
    "montmort simulate treize --plays 1e5 --seed 1713 --save tour/run.jsonl",
    "montmort runs show tour/run.jsonl",
    "montmort runs check tour/run.jsonl",
    "montmort verify war --experiment cards --seed 1713",
    "montmort verify treize --margin points=0.01 --seed 1713 --audit tour/audit.json",
    "montmort report --of tour/audit.json -o tour/validation.html",
    "montmort report kuhn -o tour/kuhn.html --seed 1713 --plays 100000",
    "montmort certify treize -o tour/treize.json --checker tour/check.py",
    "montmort claims treize",
    "montmort play war --seed 1713 --save tour/played.json",
    "montmort play --replay tour/played.json",
)


def commands() -> Iterator[str]:
    """Yield the commands of the tour: exact values of all games, verdicts, and all verbs."""
    for game in GAMES:
        yield " ".join(filter(None, ("montmort exact", game, EXACT.get(game))))
    for game in VERIFIED:
        yield f"montmort verify {game} --margin 0.1 --seed 1713"
    yield from OTHERS


def show(command: str) -> int:
    """Print a command and the beginning of its answer; return its exit code."""
    answer = io.StringIO()
    sys.stdout.write(f"\n$ {command}\n")
    sys.stdout.flush()
    with redirect_stdout(answer):
        code = main([*shlex.split(command)[1:], "--quiet"])
    lines = answer.getvalue().splitlines()
    sys.stdout.writelines(f"{line}\n" for line in lines[:SHOWN])
    if len(lines) > SHOWN:
        sys.stdout.write(f"... {len(lines) - SHOWN} more lines\n")
    return code


def tour() -> int:
    """Show all commands; return the exit code of the first that fails, else 0."""
    FOLDER.mkdir(exist_ok=True)
    for name in ("run.jsonl", "played.json"):  # of an earlier tour
        (FOLDER / name).unlink(missing_ok=True)
    sys.stdin = io.StringIO("watch\n")  # the player's answers
    for command in commands():
        if code := show(command):
            return code
    return 0


if __name__ == "__main__":
    sys.exit(tour())
