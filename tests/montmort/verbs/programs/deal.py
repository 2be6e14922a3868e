"""The deal of War for the tests: deal.py SEED PLAYS [bug].

With "bug" an ace has taken a deuce's place.  The first column numbers the deals.
"""

import random
import sys


def main(seed: str, plays: str, *bug: str) -> None:
    shuffle = random.Random(int(seed)).shuffle
    cards = [rank for rank in range(2, 15) for _ in range(4)]
    if bug:
        cards[0] = 14
    sys.stdout.write("deal,strength,aces,deuces,first_pass_ties\r\n")
    for deal in range(int(plays)):
        shuffle(cards)
        first, second = cards[:26], cards[26:]
        ties = sum(map(int.__eq__, first, second))
        row = (deal, sum(first), first.count(14), first.count(2), ties)
        sys.stdout.write(",".join(map(str, row)) + "\r\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
