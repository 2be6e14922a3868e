"""Five-card draw: the chances of the best discards of all hands.

The hands of each type, all totals and the chances that follow from them are computed again; how
many cards the hands of each type draw, win and tie is taken on trust.
"""

import math
from fractions import Fraction

from montmort.verification.certificates.check import (
    HEADLINE,
    Checker,
    Statement,
    Statements,
    Unreadable,
    fields,
    fraction,
    integer,
    list_of,
    mapping_of,
    rounded,
)
from montmort.verification.certificates.hand_counts import DEAL, deals_of, read_rules

PROBLEM = DEAL + (
    "All hands are dealt, and they discard best (win most; of these tie most; of these draw "
    "fewest): by_type[type][d] has the number of hands of a type that draw d cards, the number of "
    "deals they win, and the number they tie."
)


def check(rules: object, content: object) -> Statements:
    """Check the totals of the best discards of all hands."""
    hands, most, hand = read_rules(rules)
    if hand:
        raise Unreadable("hand must be empty")
    by_type, win_, tie_ = fields("content", content, "by_type", "win", "tie")
    win, tie = fraction("win", win_), fraction("tie", tie_)
    rows = mapping_of(list_of(list_of(integer, 3), most + 1))("by_type", by_type)
    if unknown := {*rows} - {*hands.types}:
        raise Unreadable(f"by_type has {min(unknown)!r}, which is no type")
    cards = hands.ranks * hands.suits
    whole, deals = math.comb(cards, 5), [deals_of(cards - 5, d) for d in range(most + 1)]
    totals = {name: sum(n for n, _, _ in row) for name, row in rows.items()}
    yield Statement(
        {name: n for name, n in totals.items() if n} == hands.by_type(),
        "each type has as many hands as the deck holds of it",
    )
    yield Statement(sum(totals.values()) == whole, f"all types together have the {whole} hands")
    cells = [(cell, deals[d]) for row in rows.values() for d, cell in enumerate(row)]
    yield Statement(
        all(min(cell) >= 0 and cell[1] + cell[2] <= cell[0] * each for cell, each in cells),
        "no hands that draw d cards win and tie more than their deals",
    )
    chances = [
        sum((Fraction(cell[k], each) for cell, each in cells), Fraction(0)) / whole for k in (1, 2)
    ]
    words = f"the game is won with chance {rounded(win)} and tied with chance {rounded(tie)}"
    yield Statement(chances == [win, tie], words, HEADLINE)
    yield Statement(None, "how many cards the hands of each type draw, and what they win and tie")


CHECKER = Checker("five-card-draw", PROBLEM, check)
