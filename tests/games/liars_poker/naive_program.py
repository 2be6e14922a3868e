"""The published program of Liars' Poker with its lists of cards to take from.

A card is a pair (value, suit): values 2 to 14, the jokers (0, "joker") and
(15, "joker").  Only the first joker helps to sets and straights; the suit
"joker" helps to flushes.  Nothing of the package is used.
"""

J1, J2 = (0, "joker"), (15, "joker")
Cards = list[tuple[int, str]]


def of_a_kind(cards: Cards, number: int) -> Cards:
    """Return `number` cards of the highest value that has them, J1 last; [] if none has."""
    helpers = [card for card in cards if card == J1]
    for value in sorted({value for value, _ in cards if value}, reverse=True):
        taken = ([card for card in cards if card[0] == value] + helpers)[:number]
        if len(taken) == number:
            return taken
    return []


def pair_and(cards: Cards, number: int) -> bool:
    pair = of_a_kind(cards, 2)
    rest = [card for card in cards if card not in pair]
    return bool(pair) and bool(of_a_kind(rest, number))


def is_flush(cards: Cards) -> bool:
    suits = [suit for _, suit in cards]
    return any(suits.count(s) + suits.count("joker") >= 5 for s in {*suits} - {"joker"})


def highest_straight(cards: Cards, letters: int = 13) -> list[int]:
    """Return the values held of the highest straight, [] if there is none."""
    values = {value for value, _ in cards}
    ladder = [14, *range(letters, 1, -1), 14]  # ace, highest other, ..., deuce, ace
    for top in range(len(ladder) - 4):
        five = ladder[top : top + 5]
        held = [value for value in five if value in values]
        if len({*five}) == 5 and len(held) + (J1 in cards) >= 5:
            return held
    return []


def is_straight_flush(cards: Cards, letters: int = 13) -> bool:
    straight = highest_straight(cards, letters)
    suits = [suit for value, suit in cards if value in straight]
    return bool(straight) and any(suits.count(s) + (J1 in cards) >= 5 for s in {*suits})


def program(cards: Cards, letters: int = 13) -> set[str]:
    """Return the hands that the program finds; `letters` is the highest rank beside the ace."""
    found = {
        "high_card": bool(cards),
        "pair": bool(of_a_kind(cards, 2)),
        "two_pair": pair_and(cards, 2),
        "three_of_a_kind": bool(of_a_kind(cards, 3)),
        "flush": is_flush(cards),
        "straight": bool(highest_straight(cards, letters)),
        "full_house": pair_and(cards, 3),
        "four_of_a_kind": bool(of_a_kind(cards, 4)),
        "straight_flush": is_straight_flush(cards, letters),
        "five_of_a_kind": bool(of_a_kind(cards, 5)),
    }
    return {name for name, is_there in found.items() if is_there}
