"""The first minute, `make run`: what Treize is worth, the same game simulated, and their verdict.

    python -m montmort.first_minute

Every line that begins with $ is a command that is run here and that a reader can repeat.
"""

import shlex
import sys

from montmort.cli import main

STORY = """\
Treize (Montmort, 1708): the dealer turns up cards, calling ace, two, and so on
to king.  A card of the rank called wins a stake, and the call begins anew.
Thirteen calls without a match lose a stake, and the game is over.
The value is the mean of the points less the stake lost.
"""
COMMANDS = (
    "montmort exact treize --answer value",
    "montmort simulate treize --plays 1e6 --seed 1713 --quiet",
    "montmort verify treize --margin points=0.01 --seed 1713 --quiet",
)
NEXT = """\
Next, with .venv/bin in front of montmort, or after . .venv/bin/activate:
  montmort exact treize --answer value --whole      all digits of the fraction
  montmort exact treize --ranks 3 --suits 2         another deck
  montmort games                                    all games
  montmort play war                                 play one yourself
  montmort report treize -o treize.html             a report with proofs
  make tour                                         every game and every verb
"""


def show(command: str) -> int:
    """Print a command, run it, and return its exit code."""
    sys.stdout.write(f"\n$ {command}\n")
    sys.stdout.flush()
    return main(shlex.split(command)[1:])


def first_minute() -> int:
    """Show the commands; return the exit code of the first that fails, else 0."""
    sys.stdout.write(STORY)
    for command in COMMANDS:
        if code := show(command):
            return code
    sys.stdout.write(f"\n{NEXT}")
    return 0


if __name__ == "__main__":
    sys.exit(first_minute())
