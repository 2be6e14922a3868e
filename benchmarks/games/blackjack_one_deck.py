"""Blackjack from one deck, hit or stand by a fixed table; the cards left are a list."""

from montmort import Chance

STANDS = [13, 13, 12, 12, 12, 17, 17, 17, 17, 17]  # against 2, 3, … 10, ace


def draw(left: list[int], chance: Chance) -> int:
    """Take a card out of the deck: its value, 1 for an ace."""
    value = chance.pick(left)
    left[value] -= 1
    return value


def best(cards: list[int]) -> int:
    """Return the best total of a hand: an ace counts 11 where that is not too much."""
    total = sum(cards)
    if 1 in cards and total + 10 <= 21:
        return total + 10
    return total


def is_soft(cards: list[int]) -> bool:
    return best(cards) != sum(cards)


def play(chance: Chance) -> int:
    """Return the player's gain in half bets."""
    left = [0] + [4] * 9 + [16]  # no card of value 0; four aces, …, sixteen tens
    player, dealer = [], []
    for _ in range(2):
        player.append(draw(left, chance))
        dealer.append(draw(left, chance))
    if best(player) == 21:
        return 0 if best(dealer) == 21 else 3
    if best(dealer) == 21:
        return -2
    up = dealer[0] if dealer[0] > 1 else 11
    while (
        best(player) < (19 if up > 8 else 18) if is_soft(player) else best(player) < STANDS[up - 2]
    ):
        player.append(draw(left, chance))
    if best(player) > 21:
        return -2
    while best(dealer) < 17:
        dealer.append(draw(left, chance))
    if best(dealer) > 21 or best(player) > best(dealer):
        return 2
    if best(player) == best(dealer):
        return 0
    return -2
