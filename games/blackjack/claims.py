"""Published values of blackjack."""

from dataclasses import replace
from fractions import Fraction

from montmort.exact.blackjack.answers import joint_law
from montmort.exact.formatting import decimals, fixed_point
from montmort.games.blackjack import Rules
from montmort.verification.claims import Claims, Finding, Stated
from montmort.verification.findings import found

AUDIT = (
    "ProvablyFair.org, LIQD Blackjack Fairness Audit PF-2026-LQ01, 2026, "
    "github.com/ProvablyFair-org/liqd-blackjack"
)
CALCULATOR = (
    "Wizard of Odds, Blackjack House Edge Calculator, wizardofodds.com/games/blackjack/calculator, "
    "as of 23 August 2026"
)
HOOKEDIN = "HookedIn Blackjack, github.com/hookedin/play, games/blackjack/README.md, 2026"

audit = Claims(game="blackjack", source=AUDIT)
calculator = Claims(game="blackjack", source=CALCULATOR)
hookedin = Claims(game="blackjack", source=HOOKEDIN)
SOURCES = (audit, calculator, hookedin)
INFINITE = Fraction(40248916821673328324125295, 7056410014866816666030739693)
PLACES = 9  # decimals of a loss in per cent
BASIC = "under the best strategy that goes by totals, found exactly"
RULES = "dealer stands on all 17, double any two cards and after splits, one split"


def _loss(decks: str) -> Fraction:
    """Return the mean loss of a bet."""
    rules = Rules(decks=decks)
    return -joint_law(rules).map(lambda hand: Fraction(hand.units, rules.unit)).mean()


def _edge(decks: str, stated: Stated, under: str) -> Finding:
    loss, flags = _loss(decks), f" --decks {decks}"
    finding = found("blackjack", "the mean loss", loss, stated, flags=flags, under=under)
    return replace(finding, true=f"the mean loss is {decimals(100 * loss, PLACES)} %")


@audit(
    "eight-decks",
    "with eight decks basic strategy loses 0.487675 % of the initial bet",
    place="README.md, the table of results",
    reading=f"{RULES}; the table by totals that no change of an entry improves; rounded",
)
def _eight_decks() -> Finding:
    return _edge("8", Stated.rounds_to(Fraction("0.00487675"), 8), BASIC)


@calculator(
    "eight-decks-five-digits",
    "with eight decks basic strategy loses 0.48768 % of the initial bet",
    place="basic strategy with continuous shuffler",
    reading=f"{RULES}; the table by totals that no change of an entry improves; rounded",
)
def _five_digits() -> Finding:
    """Decide it, and compute what comes of rounding twice."""
    finding = _edge("8", Stated.rounds_to(Fraction("0.0048768"), 7), BASIC)
    percent = 100 * finding.exact["value"]
    six = fixed_point(percent, 6)
    return replace(
        finding,
        why=f"{finding.why}; {decimals(percent, PLACES)} % rounds to {fixed_point(percent, 5)} %, "
        f"and only if it is rounded twice, to {six} % and once more, to "
        f"{fixed_point(Fraction(six), 5)} %",
    )


@hookedin(
    "infinite",
    f"with an infinite shoe the best play loses {INFINITE} of the initial bet",
    place="section 'Return'",
    reading=f"{RULES}; every card is drawn from full decks",
)
def _infinite() -> Finding:
    return _edge("infinite", Stated(INFINITE, INFINITE), "under optimal play, found exactly")
