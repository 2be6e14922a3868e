"""The proof for Coq of the dealer's value of Treize.

`treize.v` has the rules: a card is turned, by calls and the cards that are left.  `orders.v`
counts the passes through the deck rank by rank, and `passes.v` proves that the game by cards is
the chain of its passes.  What is written here is the deck and the values of the states.
"""

import math
from importlib.resources import files

from montmort.exact.treize.solution import solve
from montmort.games.errors import TooLarge
from montmort.games.treize import Rules
from montmort.verification.aim import Aim
from montmort.verification.certificates.coq.proof import (
    fraction,
    integer,
    library,
    listed,
    theorem,
)

MOST_CARDS = 52  # of a proof: 13 x 4 takes a minute and a half of Coq
LOST = -1  # the stake that the dealer pays at the end


def proof(rules: Rules, experiment: str = "game", aim: Aim | None = None) -> str | None:
    """Return the proof, from the rules; None for another experiment or for an aim.

    >>> proves = [line for line in proof(Rules(ranks=2, suits=1)).splitlines() if "Theorem" in line]
    >>> proves[-1]
    'Theorem treize_value : expected_value (treize 2 1 (-1)) (0%nat, full 2 1) (1 # 3).'
    """
    if experiment != "game" or aim is not None:
        return None
    if rules.cards > MOST_CARDS:
        raise TooLarge(
            f"cards={rules.cards}: a proof for Coq has at most {MOST_CARDS} cards; "
            "take a smaller deck"
        )
    solution = solve(rules)
    unit = math.lcm(*(value.denominator for value in solution.values))
    values = listed([int(value * unit) for value in solution.values])
    deck = f"{rules.ranks} {rules.suits}"
    return (
        _text()
        + "\n(* What the calls made before a pass are worth, in units of 1 / unit. *)\n"
        + f"Definition treize_unit : Z := {integer(unit)}.\n"
        + f"Definition treize_values : list Z := {values}.\n"
        + theorem(
            "treize_value",
            f"expected_value (treize {deck} ({LOST})) (0%nat, full {deck}) "
            f"{fraction(solution.value)}",
            "value_of_passes _ _ _ treize_unit treize_values",
        )
    )


def _text() -> str:
    """Return the library and the files about the game."""
    names = "treize.v", "orders.v", "passes.v"
    texts = ((files(__package__) / name).read_text(encoding="utf-8") for name in names)
    return "\n".join((library(), "Open Scope Z_scope.\n", *texts))
