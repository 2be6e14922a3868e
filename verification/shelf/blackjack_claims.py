"""Published values of blackjack."""

from fractions import Fraction

from montmort.exact.blackjack.answers import joint_law
from montmort.games.blackjack import Rules
from montmort.verification.claims import Claims, Finding, Stated
from montmort.verification.shelf.finding import found

tables = Claims(game="blackjack", source="guides to casino games")
SOURCES = (tables,)
BASIC = "under the best strategy that goes by totals, found exactly"


def _edge(rules: Rules, stated: Stated, flags: str, under: str) -> Finding:
    value = joint_law(rules).map(lambda hand: Fraction(hand.units, rules.unit)).mean()
    return found("blackjack", "the mean", value, stated, flags=flags, under=under)


@tables(
    "eight-decks",
    "with eight decks basic strategy loses 0.4877 % of the initial bet",
    place="dealer stands on all 17, double any two cards and after splits, one split",
    reading="the table by totals that no change of an entry improves; rounded",
)
def _eight_decks() -> Finding:
    stated = Stated.rounds_to(Fraction("-0.004877"), 6)
    return _edge(Rules(decks="8"), stated, " --decks 8", BASIC)


@tables(
    "eight-decks-five-digits",
    "with eight decks basic strategy loses 0.48768 % of the initial bet",
    place="dealer stands on all 17, double any two cards and after splits, one split",
    reading="rounded to -0.487675 %, and this once more to five digits",
)
def _eight_decks_twice_rounded() -> Finding:
    stated = Stated(Fraction("-0.004876755"), Fraction("-0.004876745"))
    return _edge(Rules(decks="8"), stated, " --decks 8", BASIC)


@tables(
    "infinite",
    "with an infinite shoe the best play loses 0.5704 % of the initial bet",
    place="dealer stands on all 17, double any two cards and after splits, one split",
    reading="every card is drawn from full decks; rounded",
)
def _infinite() -> Finding:
    stated = Stated.rounds_to(Fraction("-0.005704"), 6)
    return _edge(
        Rules(decks="infinite"), stated, " --decks infinite", "under optimal play, found exactly"
    )
