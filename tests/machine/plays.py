"""One-shot plays that use what is compiled, one construct after the other."""

import enum
import functools
import math
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

from montmort import Chance, Deck, coin, shuffled
from montmort.games.cards.deck import Card

FACES = 6
TABLE = [3, 1, 2]
PAYS = {1: 5, 3: -2, 4: 0}
NAMES = {(0, 1): 7, (1, 1): 8, (1, 0): 9}
THIRD = Fraction(1, 3)
BIASED = [Fraction(1, 2), THIRD]


class Suit(enum.Enum):
    RED = "red"
    BLACK = "black"

    @property
    def other(self) -> "Suit":
        return Suit.BLACK if self is Suit.RED else Suit.RED


class Rank(enum.IntEnum):
    LOW = 1
    HIGH = 5


class Pair(NamedTuple):
    a: int
    b: int = 3

    def total(self, extra: int = 0) -> int:
        return self.a + self.b + extra

    @property
    def swapped(self) -> "Pair":
        return Pair(self.b, self.a)


@dataclass(frozen=True)
class Point:
    x: int
    y: int

    def moved(self, step: int) -> "Point":
        return Point(self.x + step, y=self.y)


@dataclass(frozen=True)
class Options:
    faces: int = 4
    bonus: str = "double"

    @property
    def most(self) -> int:
        return self.faces - 1


OPTIONS = Options()


def die(chance: Chance, faces: int = FACES) -> int:
    return chance.pick([1] * faces) + 1


def arithmetic(chance: Chance) -> tuple[int, ...]:
    a, b = die(chance) - 4, die(chance, 3) - 4
    shifts = (a << 3) >> 1, (a & 3) | (b ^ 5), ~a
    return (a // b, a % b, a**2, -a, abs(b)) + shifts  # noqa: RUF005


def divisions(chance: Chance) -> tuple[int, int, tuple[int, int], int]:
    a, b = chance.pick([1] * 7) - 3, chance.pick([1, 1]) * 2 - 1
    return a // (2 * b), a % (3 * b), divmod(a, -2), pow(a, 3)


def fractions_as_weights(chance: Chance) -> tuple[int, ...]:
    tossed = chance.pick([THIRD, 1 - THIRD]), chance.pick((THIRD, THIRD / 4, 0))
    return *tossed, chance.pick([1 - THIRD, 2]), chance.pick(BIASED), chance.pick([THIRD] * 2)


def fractions_beside_numbers(chance: Chance) -> tuple[int, ...]:
    balls = chance.pick([1] * 3) + 1
    return chance.pick([THIRD, balls, True]), chance.pick((balls - 1, THIRD / 2, 1 - THIRD))


def early_return(chance: Chance) -> int | None:
    for throw in range(3):
        if die(chance) == 6:
            return throw
    return None


def nested_loops(chance: Chance) -> int:
    found = 0
    for i in range(3):
        for j in range(i, 3):
            if j == 2:
                break
            if chance.pick([1, 2]):
                continue
            found += i * j + 1
    return found


def aliases(chance: Chance) -> tuple[int, ...]:
    a = [0, 0, 0]
    b = a
    b[chance.pick([1, 1, 1])] += 1
    a[-1] += 2
    c = list(a)
    c[0] = 9
    return a[0], b[1], a[2], len(c)


def lists(chance: Chance) -> tuple[int, ...]:
    row = [die(chance, 3) for _ in range(3)]
    row.append(7)
    row.insert(1, chance.pick([1, 1]))
    row.remove(7)
    last = row.pop()
    row.extend([last, last])
    row += [1]
    row.sort(reverse=True)
    row.reverse()
    found = (row.index(1), row.count(last), row.pop(0), int(5 in row))
    return tuple(row) + found


def nested_lists(chance: Chance) -> tuple[int, int]:
    hands: list[list[int]] = [[] for _ in range(2)]
    for turn in range(4):
        hands[turn % 2].append(die(chance, 2))
    return sum(hands[0]), max(hands[1])


def slices(chance: Chance) -> tuple[Any, ...]:
    row = [chance.pick([1, 1, 1]), 4, 5, 6]
    at = chance.pick([1, 1])
    return tuple(row[at:]), tuple(row[:-1]), tuple(row[::-1]), tuple(row[-2:9])


def sorting(chance: Chance) -> tuple[Any, ...]:
    pairs = [(chance.pick([1, 1]), place) for place in range(3)]
    ranks = sorted(pairs, key=lambda pair: pair[0], reverse=True)
    low, middle, high = sorted(die(chance, 3) for _ in range(3))
    return tuple(ranks), low, high - middle, sorted([3, low, 1]) == [1, low, 3]


def extremes(chance: Chance) -> tuple[int, int, int, int]:
    row = [die(chance, 3), die(chance, 3)]
    most = max(row, key=lambda value: -value)
    return most, min(row[0], row[1], 2), max((x for x in row if x > 2), default=-1), max(row)


def generators(chance: Chance) -> tuple[int, bool, bool]:
    row = [die(chance, 3) for _ in range(2)]
    some = any(chance.pick([1, 1]) for _ in range(2))  # stops at the first
    every = all(x > 1 for x in row)
    return sum(x * y for x in row for y in range(x)), some, every


def zipped(chance: Chance) -> tuple[int, int]:
    row = [die(chance, 3), die(chance, 3)]
    total = sum(i * x for i, x in enumerate(row))
    return total, sum(a * b for a, b in zip(row, reversed(TABLE)))  # noqa: B905


def different(chance: Chance) -> tuple[int, bool, int]:
    row = [die(chance, 3) for _ in range(3)]
    kinds = set(row)
    return len(kinds), 2 in kinds, len({x % 2 for x in row})


def tables(chance: Chance) -> tuple[Any, ...]:
    key = chance.pick([1] * 5)
    pair = (chance.pick([1, 1]), 1)
    return PAYS.get(key), PAYS.get(key, 99), key in PAYS, NAMES[pair], TABLE[key % 3]


def enums(chance: Chance) -> tuple[Any, ...]:
    suit = Suit.RED if coin(chance, THIRD) else Suit.BLACK
    rank = [Rank.LOW, Rank.HIGH][chance.pick([1, 2])]
    same = suit is Suit.RED, suit == Suit.BLACK, suit.other, rank > 3, rank + 1
    return suit, suit.value == "red", rank, same, Suit(["red", "black"][chance.pick([1, 1])])


def records(chance: Chance) -> tuple[Any, ...]:
    pair = Pair(die(chance, 2))
    other = pair._replace(b=die(chance, 2))
    point = Point(1, y=2).moved(pair.a)
    a, b = other.swapped
    return pair.total(extra=1), other, point, point == Point(2, 2), a < b, pair[0], (a, b) <= pair


def options(chance: Chance) -> int:
    if OPTIONS.bonus == "double":
        return 2 * die(chance, OPTIONS.faces) + OPTIONS.most
    return missing(chance)  # noqa: F821 - never reached


def partials(chance: Chance) -> int:
    twice = functools.partial(die, faces=2)
    add: Callable[[int, int], int] = lambda a, b: a + b  # noqa: E731
    return add(twice(chance), twice(chance))


def inner_functions(chance: Chance) -> int:
    base = die(chance, 3)

    def shifted(value: int) -> int:
        return value + base

    base += 10
    return shifted(die(chance, 2))


def optional(chance: Chance) -> tuple[int | None, bool, int]:
    best = None
    for _ in range(2):
        throw = die(chance, 4)
        if throw > 1 and (best is None or throw > best):
            best = throw
    return best, best is not None, best or 0


def conditions(chance: Chance) -> tuple[Any, ...]:
    a, b = chance.pick([1] * 3), chance.pick([1] * 3)
    return a and b, a or b, 0 < a <= b < 3, not a, 1 if a else 2, a in (0, 2), (b == 1) + 1


def choices(chance: Chance) -> tuple[int, ...]:
    row: tuple[int, ...] = ()
    while sum(row) < 3:
        row = row + (die(chance, 2),)  # noqa: RUF005 - what a user writes
    return row


def deck(chance: Chance) -> tuple[Any, ...]:
    cards = Deck({"ace": 1, "king": 2, "ten": 1})
    first, cards = cards.draw(chance)
    cards = cards.plus("ten")
    hand, rest = cards.deal(chance, 2)
    return first, hand["king"], rest.size, len(hand), bool(rest), sum(hand.counts), rest == cards


def deck_as_result(chance: Chance) -> Deck[int]:
    return Deck.of(ranks=3, suits=1).deal(chance, 2)[0]


def deck_of_cards(chance: Chance) -> tuple[Card, int]:
    card, rest = Deck.of_cards(ranks=2, suits=2).draw(chance)
    return card, sum(other.rank for other in rest)


def until(chance: Chance) -> int:
    hand, _ = Deck([1, 2]).deal_until(chance, lambda hand: hand[0] == 1)
    return hand.size


def shuffle(chance: Chance) -> tuple[int, ...]:
    return tuple(shuffled(chance, list(Deck([1, 2]))))


def several(chance: Chance) -> int:
    return math.comb(die(chance, 4), 2) + math.gcd(12, die(chance, 4))


def star(chance: Chance) -> int:
    return Pair(*(die(chance, 2), die(chance, 2))).total()


def walrus(chance: Chance) -> int:
    count = 0
    while (throw := die(chance, 3)) < 3 and count < 3:
        count += throw
    return count * 10 + throw


def weights(chance: Chance) -> tuple[int, int]:
    row = [0, 3, 2]
    first = chance.pick(row)
    row[first] -= 2
    return first, chance.pick(row)


def picks_in_arguments(chance: Chance) -> tuple[int, ...]:
    taken = chance.pick((chance.pick([1, 1]), 1))
    pair = max(Pair(die(chance, 2)).a, Pair(die(chance, 2)).b)
    return taken, pair, -chance.pick([2, abs(-die(chance, 2))]), len((taken, die(chance, 2)))


def none_or_list(chance: Chance) -> tuple[Any, ...]:
    row = None
    for _ in range(chance.pick([1, 1, 1])):
        row = (*(row or ()), die(chance, 2))
    deck = Deck([1, 1]) if chance.pick([1, 1]) else None
    held = (row, deck)
    return bool(row), not deck, held == (None, None), row == (1, 2), row if row else None, held


def rows_of_pairs(chance: Chance) -> tuple[Any, ...]:
    row = [(0, True)]
    row.append((chance.pick([1, 1]), False))
    row[0] = (5, chance.pick([1, 1]) == 1)
    return tuple(row), row == [(5, True), (1, False)], (1, False) in row


def two_widths(chance: Chance) -> tuple[int, ...]:
    if chance.pick([1, 1]):
        return (1, 2)
    return (3,)


def order_of_rows(chance: Chance) -> tuple[Any, ...]:
    rows = [tuple(die(chance, 2) for _ in range(chance.pick([1, 1, 1]))) for _ in range(2)]
    a, b = rows
    pairs = [(row, -k) for k, row in enumerate(rows)]
    return a < b, a <= b, a > (2,), sorted(rows) == rows, max(pairs)[0], a > ()


def subsets(chance: Chance) -> tuple[Any, ...]:
    found: list[tuple[int, ...]] = [()]
    for item in range(chance.pick([1, 1, 1])):
        found += [(*row, item) for row in found]
    return tuple(sorted(found)), found[-1], sum(len(row) for row in found)


PLAYS = [
    value
    for name, value in list(globals().items())
    if getattr(value, "__module__", "") == __name__ and name.islower() and name != "die"
]
