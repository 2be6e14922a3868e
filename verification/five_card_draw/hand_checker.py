"""Five-card draw: the chances of the discards of a hand.

The wins and ties of every discard are counted again.
"""

from collections.abc import Sequence
from fractions import Fraction
from functools import partial
from itertools import combinations

from montmort.verification.certificates.check import (
    Form,
    Unreadable,
    between,
    list_of,
    read_form,
    words_of,
)
from montmort.verification.certificates.forms import describe
from montmort.verification.certificates.hand_counts import (
    DEAL,
    RULES,
    HandCounts,
    deals_of,
    hands_of,
)
from montmort.verification.certificates.poker_hands import read_hand
from montmort.verification.certificates.recount import recounted
from montmort.verification.certificates.straights import Cards

PROBLEM = DEAL + (
    "Each choice to discard cards of `hand` has the number of its deals and how many of them it "
    "wins and ties; best are the choices that win most."
)
CHOICE: Form = {
    "discard": describe(words_of, "The cards discarded."),
    "wins": describe(between(0), "Deals that are won."),
    "ties": describe(between(0), "Deals that are tied."),
    "deals": describe(between(0), "Deals of the cards drawn and of the other hand."),
}
CONTENT: Form = {
    "choices": describe(
        list_of(partial(read_form, CHOICE, names="a count of {what}")),
        "Every discard, the smaller ones first.",
    ),
    "best": describe(list_of(words_of), "The discards that win most: the headline."),
}
WORDS = {
    "headline": "best is {names}, with chance {top}",
    "choices": "discarding {0} wins {1} and ties {2} of {3} deals",
    "best": "the discards that win most: {}",
}
MOST_DRAWN = 3  # cards of a draw that is counted


def recount(ranks: int, suits: int, ranking: str, most: int, hand: str) -> dict[str, object]:
    """Return the counts of every discard of a hand, and the discards that win most."""
    hands = hands_of(ranks, suits, ranking, most)
    own, jokers = read_hand(hand, ranks, suits)
    if len(own) != 5 or jokers:
        raise Unreadable("hand must be five cards")
    if most > MOST_DRAWN:
        raise Unreadable(f"draws of more than {MOST_DRAWN} cards are not counted here")
    choices, chances = [], {}
    for away in (places for size in range(most + 1) for places in combinations(range(5), size)):
        name = " ".join(hand.split()[place] for place in away)
        wins, ties, deals = count_choice(hands, own, away)
        choices.append((name, wins, ties, deals))
        chances[name] = Fraction(wins, deals)
    top = max(chances.values())
    best = [name for name, chance in chances.items() if chance == top]
    return {"choices": choices, "best": best, "top": top, "names": " or ".join(map(repr, best))}


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


CHECKER = recounted("five-card-draw hand", PROBLEM, RULES, CONTENT, recount, WORDS)
