"""A named call of Liars' Poker, given one's own cards: the deals in which it is true.

A call asks for numbers of cards of some sets, and jokers stand for those that are missing.
"""

import math
from collections import Counter
from fractions import Fraction
from typing import NamedTuple

from montmort.verification.certificates.check import (
    MOST_CARDS,
    Form,
    Unreadable,
    between,
    fraction,
    integer,
    word_in,
    words_of,
)
from montmort.verification.certificates.forms import describe
from montmort.verification.certificates.poker_hands import read_hand
from montmort.verification.certificates.recount import recounted
from montmort.verification.certificates.straights import straights

PROBLEM = (
    "From a deck of `ranks` ranks in `suits` suits and `jokers` wild jokers, `cards` cards are in "
    "play; the cards of `hand` (* is a joker) are among them, the others are any of the unseen "
    "cards, all deals equally likely. A small deck has the ace and the lowest other ranks. The "
    "call is true if the natural cards in play hold the cards that it names, jokers standing for "
    "missing ones: one card of a rank (high), two, three, four or five of one (pair of, three, "
    "four, five), two and two of two ranks, three and two (over), one of each of five ranks in a "
    "row up to the one named (straight, the ace also below the deuce), or these in one suit "
    "(straight flush; to the ace: royal flush). A flush is five cards of the suit with the named "
    "one among them. By flush_reading `wild` a joker may stand for any of these; by `natural` the "
    "named card itself is in play; by `strict` the four others are lower than the named one, of "
    "four different ranks, a joker may stand for each, and a card with fewer than four lower ones "
    "makes no flush. made of the `deals` make the call true."
)
NAMES = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
         "jack", "queen", "king", "ace")  # fmt: skip
SUITS = ("club", "diamond", "heart", "spade")
RULES: Form = {
    "ranks": describe(between(2, 13), "Ranks in the deck."),
    "suits": describe(between(1, 4), "Suits in the deck."),
    "jokers": describe(between(0, MOST_CARDS), "Wild jokers in the deck."),
    "hand": describe(words_of, "Own cards."),
    "cards": describe(between(1), "Cards in play."),
    "call": describe(words_of, "The call in words."),
    "flush_reading": describe(
        word_in("wild", "natural", "strict"), "What makes the call of a flush true."
    ),
}
CONTENT: Form = {
    "made": describe(integer, "Deals in which the call is true."),
    "deals": describe(integer, "Deals of the unseen cards in play."),
    "chance": describe(fraction, "Chance that it is true: the headline."),
}
WORDS = {
    "headline": "'{call}' is true with the chance {chance}, with {cards} cards in play",
    "made": "in {} of them the call is true",
    "deals": "the unseen cards in play have {} deals",
    "chance": "the chance is {}",
}

CardSet = frozenset[tuple[int, int]]  # of (rank, suit)


class Part(NamedTuple):
    """A number of cards of a set, and whether jokers may stand for them."""

    number: int
    cards: CardSet
    wild: bool = True


def recount(
    ranks: int, suits: int, jokers: int, hand: str, cards: int, call: str, reading: str
) -> dict[str, int | Fraction]:
    """Return the deals in which the call is true, all deals, and its chance."""
    own, held = read_hand(hand, ranks, suits)
    seen, deck = len(own) + held, ranks * suits + jokers
    if held > jokers or not seen <= cards <= deck:
        raise Unreadable("the hand has more cards than are in play, or the deck has fewer")
    parts, coming = parts_of(call, ranks, suits, reading), cards - seen
    made = count_deals(parts, frozenset(own), ranks * suits, held, jokers - held, coming)
    deals = math.comb(deck - seen, coming)
    return {"made": made, "deals": deals, "chance": Fraction(made, deals)}


def parts_of(call: str, ranks: int, suits: int, reading: str) -> list[Part]:
    """Return what a call asks for."""
    names = [*NAMES[: ranks - 1], NAMES[-1]]
    many = {name + ("es" if name == "six" else "s"): rank for rank, name in enumerate(names)}
    one = {name: rank for rank, name in enumerate(names)}
    lanes = {name: suit for suit, name in enumerate(SUITS[:suits])}
    match call.split(" "):
        case [name, "high"] if name in one:
            return [of_rank(1, one[name], suits)]
        case ["pair", "of", a, "pair", "of", b] if a[:-1] in many and a[-1] == "," and b in many:
            if many[a[:-1]] > many[b]:
                return [of_rank(2, many[a[:-1]], suits), of_rank(2, many[b], suits)]
        case ["pair", "of", name] if name in many:
            return [of_rank(2, many[name], suits)]
        case [a, "over", b] if a in many and b in many and a != b:
            return [of_rank(3, many[a], suits), of_rank(2, many[b], suits)]
        case [number, name] if number in NAMES[1:4] and name in many:
            return [of_rank(NAMES.index(number) + 2, many[name], suits)]
        case [name, "high", "straight"] if name in one:
            return in_a_row(one[name], ranks, range(suits))
        case [name, "high", suit, "straight", "flush"] if name in names[:-1] and suit in lanes:
            return in_a_row(one[name], ranks, [lanes[suit]])
        case [suit, "royal", "flush"] if suit in lanes:
            return in_a_row(ranks - 1, ranks, [lanes[suit]])
        case [name, "high", suit, "flush"] if name in one and suit in lanes:
            return flush(one[name], lanes[suit], ranks, reading)
    raise Unreadable(f"call is {call!r}, none that this program reads")


def of_rank(number: int, rank: int, suits: int) -> Part:
    """Return a number of cards of a rank."""
    return Part(number, frozenset((rank, suit) for suit in range(suits)))


def in_a_row(top: int, ranks: int, suits: range | list[int]) -> list[Part]:
    """Return one card of each rank of the straight that ends with `top`, of one of the suits."""
    if not 3 <= top < 3 + len(straights(ranks)):
        raise Unreadable("the call names no straight of the deck")
    window = straights(ranks)[top - 3]
    return [Part(1, frozenset((rank, suit) for suit in suits)) for rank in sorted(window)]


def flush(rank: int, suit: int, ranks: int, reading: str) -> list[Part]:
    """Return the named card of a flush, and the four others."""
    named = frozenset({(rank, suit)})
    if reading == "strict":
        lower = frozenset((low, suit) for low in range(rank))
        return [Part(1, named), Part(4, lower, wild=len(lower) >= 4)]
    others = frozenset((other, suit) for other in range(ranks)) - named
    return [Part(1, named, wild=reading == "wild"), Part(4, others)]


def count_deals(
    parts: list[Part], own: CardSet, natural: int, held: int, wild: int, coming: int
) -> int:
    """Return how many deals of `coming` unseen cards, `wild` of them jokers, make the call true.

    `here` has the sets of unseen cards of the parts, by their number and the jokers they lack.
    """
    here = Counter({(0, 0): 1})
    others = natural - len(own)
    for part in parts:
        unseen, short = len(part.cards - own), part.number - len(part.cards & own)
        others -= unseen
        there = Counter[tuple[int, int]]()
        for (dealt, lack), ways in here.items():
            for more in range(unseen + 1):
                missing = max(0, short - more)
                if part.wild or not missing:
                    there[dealt + more, lack + missing] += ways * math.comb(unseen, more)
        here = there
    return sum(
        ways * math.comb(others, rest) * math.comb(wild, jokers)
        for (dealt, lack), ways in here.items()
        for jokers in range(min(wild, coming) + 1)
        if (rest := coming - dealt - jokers) >= 0 and lack <= held + jokers
    )


CHECKER = recounted("liars-poker, call", PROBLEM, RULES, CONTENT, recount, WORDS)
