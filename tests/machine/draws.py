"""Plays with all draws of `montmort.games`."""

from typing import NamedTuple

from montmort.games import (
    Chance,
    Deck,
    Shoe,
    canonical,
    keep_highest,
    keep_lowest,
    throw_dice,
)

PACK = Deck({"ace": 4, "king": 4, "other": 44})
SHOE = Shoe.of(Deck.of(ranks=4, suits=2, decks=2), behind=6)
LOADED = (1, 0, 2, 3)


class Number(NamedTuple):
    value: int


def dice(chance: Chance) -> Number:
    low, second, *_ = throw_dice(chance, 5)
    return Number(10 * low + second)


def highest(chance: Chance) -> Number:
    return Number(sum(keep_highest(chance, 4, 3)))


def lowest_of_loaded_dice(chance: Chance) -> Number:
    return Number(sum(keep_lowest(chance, 4, 2, LOADED)))


def until_the_second_ace(chance: Chance) -> Number:
    hand, deck = PACK.deal_until_kind(chance, "ace", times=2)
    return Number(hand.size * 100 + deck["king"])


def until_an_ace_and_a_king(chance: Chance) -> Number:
    hand, _ = PACK.deal_until(chance, lambda hand: hand["ace"] > 0 and hand["king"] > 0)
    return Number(hand.size)


def with_replacement(chance: Chance) -> Number:
    hand = PACK.deal_with_replacement(chance, 4)
    return Number(hand["ace"] * 10 + hand["other"])


def in_order(chance: Chance) -> Number:
    cards, _ = PACK.draw_in_order(chance, 3)
    return Number(sum(1 for card in cards if card == "ace"))


def from_a_shoe(chance: Chance) -> Number:
    shoe, total = SHOE, 0
    for _ in range(40):
        card, shoe = shoe.next_round().draw(chance)
        total += card
    hand, shoe = shoe.next_round().deal(chance, 3)
    return Number(total * 100 + hand[0] * 10 + shoe.left[0])


def sorted_throws(chance: Chance) -> Number:
    low, middle, high = canonical([chance.pick([1] * 6) for _ in range(3)])
    return Number(low * 100 + middle * 10 + high)


def sorted_together(chance: Chance) -> Number:
    throws = tuple(chance.pick([1] * 6) for _ in range(3))
    low, places = canonical(throws, (3, 2, 1))
    return Number(low[0] * 100 + places[0] * 10 + places[2])


PLAYS = (
    dice,
    highest,
    lowest_of_loaded_dice,
    until_the_second_ace,
    until_an_ace_and_a_king,
    with_replacement,
    in_order,
    from_a_shoe,
    sorted_throws,
    sorted_together,
)
