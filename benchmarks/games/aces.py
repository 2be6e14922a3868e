"""How many aces are there in five cards of 52?"""

from montmort import Chance, Deck

PACK = Deck({"ace": 4, "other": 48})


def play(chance: Chance) -> int:
    hand, _rest = PACK.deal(chance, 5)
    return hand["ace"]
