"""The numbers by which the published program compares hands, as its text describes them.

A number has six digits in base 13: the type of the hand, then the faces of its cards,
deuce 0 to ace 12, those held more often first.  A flush has its suit instead, followed by zeros.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations_with_replacement

from montmort.games.cards.pack import FULL
from montmort.games.five_card_draw.ranking import TYPES, type_of

BASE, DIGITS = 13, 6
NUMERALS = "0123456789ABC"


def number_of(cards: int) -> int:
    """Return the number of a set of five cards; the types count from 0, a high card.

    >>> written(number_of(FULL.read("4c 4h 7d 9d Qs")[0]))  # a pair, type 1
    '122A75'
    """
    name = type_of(cards, "published")
    if name == "flush":
        values = [next(s for s, lane in enumerate(FULL.lanes(cards)) if lane)]
    else:
        held = enumerate(FULL.rank_counts(cards))
        order = sorted(((count, face) for face, count in held if count), reverse=True)
        values = [face for count, face in order for _ in range(count)]
    return from_digits([TYPES["published"].index(name), *values])


def from_digits(digits: Sequence[int]) -> int:
    """Return the number with these digits, filled up with zeros at the end.

    >>> from_digits([0, 0, 0, 0, 1]), from_digits([0, 0, 0, 0, 1, 12])
    (13, 25)
    """
    number = 0
    for digit in [*digits, *[0] * (DIGITS - len(digits))]:
        number = BASE * number + digit
    return number


def written(number: int) -> str:
    """Return the six digits of a number, A to C for 10 to 12.

    >>> written(25)
    '00001C'
    """
    digits = [number // BASE**place % BASE for place in reversed(range(DIGITS))]
    return "".join(NUMERALS[digit] for digit in digits)


def one_of_each() -> Iterator[int]:
    """Yield one hand for every five faces, and for each suit one of that suit.

    >>> sum(1 for _ in one_of_each())  # of 6175 and 4 times 1287
    11323
    """
    for faces in combinations_with_replacement(range(FULL.ranks), 5):
        if max(Counter(faces).values()) > FULL.suits:
            continue
        suits = [faces[:place].count(face) for place, face in enumerate(faces)]
        suits[-1] = suits[-1] or 1  # not all of one suit
        yield _hand(faces, suits)
        if len({*faces}) == len(faces):
            for suit in range(FULL.suits):
                yield _hand(faces, [suit] * len(faces))


def _hand(faces: Sequence[int], suits: Sequence[int]) -> int:
    return sum(1 << suit * FULL.ranks + face for face, suit in zip(faces, suits, strict=True))
