"""Published values of craps that no number of `montmort exact` gives."""

from collections.abc import Callable
from fractions import Fraction

from montmort.exact.from_rules import explore
from montmort.games.craps import EXPERIMENTS, Rules, Win
from montmort.verification.claims import Claims, Finding, Stated
from montmort.verification.findings import found

SHOOTER = (
    "S. N. Ethier and F. M. Hoppe, A world record in Atlantic City and the length of the shooter's "
    "hand at craps, Mathematical Intelligencer 32, 2010"
)

dont = Claims(game="craps", source="Craps Don't Pass Bet and Strategy, lildaveslife.com, 2017")
shooter = Claims(game="craps", source=SHOOTER)
SOURCES = (dont, shooter)


@dont(
    "dont-pass",
    "the house edge of don't pass is 3/220 of the bet",
    place="the yellow area",
    reading="of 1980 bets 949 win, 976 lose and 55 are returned; these count as bets",
    is_implied=True,
)
def _dont_pass() -> Finding:
    law = explore(EXPERIMENTS["pass"], Rules(bet="dont-pass")).last_law("win")
    exact = Stated(Fraction(3, 220), Fraction(3, 220))
    edge = law[Win.LOSS] - law[Win.WIN]
    return found("craps", "the edge", edge, exact, flags=" --bet dont-pass --par")


def _record(low: str, high: str) -> Callable[[], Finding]:
    """Return what decides in how many hands one has 154 throws or more."""

    def find() -> Finding:
        law = explore(EXPERIMENTS["hand"], Rules()).field_law("rolls", 153)
        stated = Stated(Fraction(low) * 10**9, Fraction(high) * 10**9)
        hands = 1 / law.tail
        what = "the number of hands for one"
        return found("craps", what, hands, stated, flags=" --experiment hand")

    return find


for _name, _words, _low, _high in (
    ("record", "5.6 billion", "5.55", "5.65"),
    ("record-at-first", "3.5 billion", "3.45", "3.55"),
    ("record-in-the-press", "1.56 trillion", "1555", "1565"),
):
    shooter(
        _name,
        f"a hand of 154 throws or more happens once in {_words} hands",
        place="introduction",
        reading="the digits that are given are rounded",
    )(_record(_low, _high))
