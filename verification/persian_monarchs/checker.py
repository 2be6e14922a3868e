"""A hand of Persian Monarchs: its value, and an equilibrium that proves it.

The best response to each of the two strategies is computed, and both must leave the same value.
"""

from montmort.verification.certificates.best_replies import greatest_gain, least_gain
from montmort.verification.certificates.check import (
    HEADLINE,
    MOST_CARDS,
    VERIFIED,
    Checker,
    Form,
    Statement,
    Statements,
    between,
    fraction,
    list_of,
    read_form,
    rounded,
)
from montmort.verification.certificates.forms import describe
from montmort.verification.certificates.sizes import check_sizes

PROBLEM = (
    "Two players each ante one counter and draw a card from a pack of `cards` different ranks, 0 "
    "the lowest. The non-dealer raises by 0 to `max_raise` counters; a raise of 0 is accepted. The "
    "dealer accepts or declines any other raise. If the dealer declines, the non-dealer gains 1; "
    "if not, the higher card gains 1 and the raise from the other player. raises[k][x] is the "
    "chance that the non-dealer with card k raises by x, accepts[k][x-1] the chance that the "
    "dealer with card k accepts a raise by x. The value is the expected gain of the non-dealer; "
    "each strategy secures it against every play of the other player, so the two are an "
    "equilibrium."
)
RULES: Form = {
    "cards": describe(between(2, MOST_CARDS), "Cards of the pack."),
    "max_raise": describe(between(1, 10**6), "Largest raise."),
}
CONTENT: Form = {
    "value": describe(fraction, "Expected gain of the non-dealer: the headline."),
    "raises": describe(
        list_of(list_of(fraction)),
        "raises[k][x]: with card k, the chance of a raise by x: a witness.",
    ),
    "accepts": describe(
        list_of(list_of(fraction)),
        "accepts[k][x-1]: with card k, the chance to accept a raise by x: a witness.",
    ),
}


def check(rules: object, content: object) -> Statements:
    """Check the value of a hand by the best responses to both strategies."""
    cards, most = read_form(RULES, "rules", rules)
    value, raises, accepts = read_form(CONTENT, "content", content)
    check_sizes("raises", raises, cards, most + 1)
    check_sizes("accepts", accepts, cards, most)
    yield Statement(
        all(p >= 0 for row in raises for p in row) and all(sum(row) == 1 for row in raises),
        "with each card the chances of the non-dealer's raises are from 0 to 1 and sum to 1",
    )
    yield Statement(
        all(0 <= p <= 1 for row in accepts for p in row),
        "with each card the dealer accepts each raise with a chance from 0 to 1",
    )
    least, greatest = least_gain(raises), greatest_gain(accepts)
    words = "against these raises the dealer can leave the value, and no less"
    yield Statement(least == value, words, VERIFIED)
    words = "against these replies the non-dealer can gain the value, and no more"
    yield Statement(greatest == value, words, VERIFIED)
    words = f"a hand is worth {rounded(value)} counters to the non-dealer"
    yield Statement(least == value == greatest, words, HEADLINE)


CHECKER = Checker(
    "persian-monarchs", PROBLEM, check, rules=[RULES], content=[CONTENT], method="mixed"
)
