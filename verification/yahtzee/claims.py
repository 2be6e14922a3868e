"""Published values of Yahtzee under optimal play."""

from fractions import Fraction

from montmort.exact.formatting import decimals, short
from montmort.exact.yahtzee.solution import solve
from montmort.games.yahtzee import Rules
from montmort.verification.claims import Claims, Finding, Stated

claim = Claims(game="yahtzee")


def _mean(rules: Rules, stated: Stated, how: str) -> Finding:
    value = solve(rules).value
    return Finding(
        standing=stated.standing(value),
        true=f"the largest mean score is {decimals(value, 9)}",
        why=f"{short(value)}, found exactly by backward induction; the claim is {stated}",
        how=how,
        exact={"value": value},
    )


@claim(
    "free",
    "the largest mean score of solitaire Yahtzee is 254.5896",
    by="Tom Verhoeff 1999",
    place="the value of the optimal strategy",
    reading="with the free joker, an extra yahtzee goes into any open box",
)
def _free() -> Finding:
    stated = Stated.rounds_to(Fraction("254.5896"), 4)
    return _mean(Rules(), stated, "montmort exact yahtzee")


@claim(
    "forced",
    "the largest mean score of solitaire Yahtzee by the official rules is 254.5877",
    by="the value published for the official rules",
    place="the value of the optimal strategy",
    reading="with the forced joker, an extra yahtzee goes into the upper box of its face first",
)
def _forced() -> Finding:
    stated = Stated.rounds_to(Fraction("254.5877"), 4)
    return _mean(Rules(joker="forced"), stated, "montmort exact yahtzee --joker forced")


CLAIMS = claim.declared
