"""Five-card draw: the chances of the discards of a hand.

The wins and ties of every discard are counted again.
"""

from collections.abc import Sequence
from fractions import Fraction
from functools import partial
from itertools import combinations

from montmort.verification.certificates.check import (
    HEADLINE,
    Checker,
    Form,
    Statement,
    Statements,
    Unreadable,
    between,
    list_of,
    read_form,
    rounded,
    unread,
    words_of,
)
from montmort.verification.certificates.forms import describe
from montmort.verification.certificates.hand_counts import (
    DEAL,
    RULES,
    HandCounts,
    deals_of,
    read_rules,
)
from montmort.verification.certificates.poker_hands import read_hand
from montmort.verification.certificates.straights import Cards

PROBLEM = DEAL + (
    "Each choice to discard cards of `hand` has the number of its deals and how many of them it "
    "wins and ties; best are the choices that win most."
)
CHOICE: Form = {
    "discard": describe(unread, "The cards discarded.", words_of),
    "wins": describe(between(0), "Deals that are won."),
    "ties": describe(between(0), "Deals that are tied."),
    "deals": describe(between(0), "Deals of the cards drawn and of the other hand."),
}
CONTENT: Form = {
    "choices": describe(
        list_of(partial(read_form, CHOICE, names="a count of {what}")),
        "Every discard, the smaller ones first.",
    ),
    "best": describe(unread, "The discards that win most: the headline.", list_of(words_of)),
}
MOST_DRAWN = 3  # cards of a draw that is counted


def check(rules: object, content: object) -> Statements:
    """Count the wins and ties of every discard of a hand."""
    hands, most, hand = read_rules(rules)
    own, jokers = read_hand(hand, hands.ranks, hands.suits)
    if len(own) != 5 or jokers:
        raise Unreadable("hand must be five cards")
    if most > MOST_DRAWN:
        raise Unreadable(f"draws of more than {MOST_DRAWN} cards are not counted here")
    words = hand.split()
    choices, best = read_form(CONTENT, "content", content)
    discards = [away for size in range(most + 1) for away in combinations(range(5), size)]
    names = [" ".join(words[place] for place in away) for away in discards]
    if [name for name, *_ in choices] != names:
        raise Unreadable("the choices must be all discards, the smaller ones first")
    chances = []
    for (name, *counts), away in zip(choices, discards, strict=True):
        wins, ties, deals = count_choice(hands, own, away)
        chances.append(Fraction(wins, deals))
        yield Statement(
            counts == [wins, ties, deals],
            f"discarding {name or 'nothing'} wins {wins} and ties {ties} of {deals} deals",
        )
    top = [name for name, chance in zip(names, chances, strict=True) if chance == max(chances)]
    line = f"best is {' or '.join(map(repr, top))}, with chance {rounded(max(chances))}"
    yield Statement(best == top, line, HEADLINE)


def count_choice(hands: HandCounts, own: Cards, away: Sequence[int]) -> tuple[int, int, int]:
    """Return the wins, ties and deals of a hand that discards the cards at some places."""
    held = [card for place, card in enumerate(own) if place not in away]
    deck = [(rank, suit) for rank in range(hands.ranks) for suit in range(hands.suits)]
    unseen = [card for card in deck if card not in own]
    less = less_or_equal = 0
    for drawn in combinations(unseen, len(away)):
        below = hands.below(hands.of_cards([*held, *drawn]), hands.remaining([*own, *drawn]))
        less, less_or_equal = less + below[0], less_or_equal + below[1]
    return less, less_or_equal - less, deals_of(len(unseen), len(away))


CHECKER = Checker("five-card-draw hand", PROBLEM, check, rules=[RULES], content=[CONTENT])
