"""The dealer's hand of blackjack from 52 cards: drawn to 17, an ace counts 11 or 1."""

from montmort import Chance, Deck

PACK = Deck({1: 4, 2: 4, 3: 4, 4: 4, 5: 4, 6: 4, 7: 4, 8: 4, 9: 4, 10: 16})
BUST = 0


def play(chance: Chance) -> int:
    """Return the dealer's total, 17 to 21, or 0."""
    deck = PACK
    total, aces = 0, 0
    while True:
        card, deck = deck.draw(chance)
        total += card
        if card == 1:
            aces += 1
        best = total + 10 if aces and total + 10 <= 21 else total
        if best >= 17:
            return best if best <= 21 else BUST
