"""Yahtzee: the value of every card under the best play.

    python -I check.py FILE                       cards at random; all, if they are few
    python -I check.py FILE all                   all cards: minutes for the usual game
    python -I check.py FILE "ones,chance 40 50"   this card: open boxes, upper boxes, yahtzee box

The value of a card is computed again from the listed values of the cards after it.
"""

import math
import random
from collections.abc import Callable, Iterator, Sequence
from functools import cache, reduce
from itertools import combinations, combinations_with_replacement
from typing import NamedTuple

from montmort.verification.certificates.check import (
    HEADLINE,
    VERIFIED,
    Checker,
    Form,
    Statement,
    Statements,
    Unreadable,
    between,
    fraction,
    integer,
    list_of,
    mapping_of,
    read_form,
    rounded,
    unread,
    words_of,
)
from montmort.verification.certificates.forms import describe, one_of

PROBLEM = (
    "A turn has up to `throws` throws of `dice`; after each but the last the player may keep any "
    "dice for the next one, or stop. Then one of the open `boxes` is filled. Ones, twos, ... "
    "score the sum of the dice of this face; three- and four-of-a-kind the sum of all dice if "
    "three or four show one face; full-house 25 if three show one face and two another; "
    "small-straight 30, large-straight 40 if four, five faces in a row are there; yahtzee 50 if "
    "all dice show one face; chance the sum of all; else 0. All dice alike when yahtzee is filled "
    "earn `extra` if that box holds 50. Where the upper box of their face is not open they score "
    "25, 30 and 40 in full-house and the straights. With the joker forced they fill the upper box "
    "of their face if it is open, else an open lower box, else any; with the joker free any. "
    "`bonus` is added at the end for `target` points in upper boxes. The value of a card is the "
    "largest mean of the points still to come. `cards` lists, by the open boxes, the values times "
    "faces^(dice throws k), k the number of open boxes: without, then with 50 in yahtzee, by the "
    "sum of the upper boxes, ascending, where all from `target` on are one."
)
UPPER = ("ones", "twos", "threes", "fours", "fives", "sixes", "sevens", "eights", "nines", "tens")
LOWER = {
    "three-of-a-kind": 3, "four-of-a-kind": 4, "full-house": 25, "small-straight": 30,
    "large-straight": 40, "yahtzee": 50, "chance": 1,
}  # fmt: skip
RULES: Form = {
    "joker": describe(
        unread, "Where a further yahtzee may be filled in.", one_of("free", "forced")
    ),
    "boxes": describe(unread, "The boxes of the card, with commas.", words_of),
    "dice": describe(between(0), "Dice of a throw."),
    "faces": describe(between(0), "Faces of a die."),
    "throws": describe(between(0), "Throws of a turn."),
    "bonus": describe(between(0), "Points for the target."),
    "target": describe(between(0), "Points in upper boxes that give the bonus."),
    "extra": describe(between(0), "Points for a further yahtzee."),
}
CONTENT: Form = {
    "cards": describe(
        mapping_of(list_of(integer)),
        "By open boxes, the values times faces^(dice throws k), k boxes being open: witnesses "
        "of each other.",
    ),
    "value": describe(fraction, "Largest mean score, of the empty card: the headline."),
}
UNASKED = 1_000  # cards that are checked


@cache
def score(dice: tuple[int, ...], box: str) -> int:
    """Return what dice score in a box, without a joker."""
    counts = sorted((dice.count(face) for face in {*dice}), reverse=True)
    if box in UPPER:
        return (UPPER.index(box) + 1) * dice.count(UPPER.index(box) + 1)
    if box in ("three-of-a-kind", "four-of-a-kind", "chance"):
        return sum(dice) if counts[0] >= LOWER[box] else 0
    if box == "full-house":
        holds = len(counts) > 1 and counts[0] >= 3 and counts[1] >= 2
    elif box == "yahtzee":
        holds = len(counts) == 1
    else:
        row = 4 if box == "small-straight" else 5
        holds = any({*range(low, low + row)} <= {*dice} for low in dice)
    return LOWER[box] if holds else 0


class Card(NamedTuple):
    """The open boxes, the sum of the upper boxes up to the target, 50 in the yahtzee box or 0."""

    opened: tuple[str, ...]
    upper: int
    yahtzee: int


class Rules(NamedTuple):
    """The rules of a game."""

    joker: str
    boxes: tuple[str, ...]
    dice: int
    faces: int
    throws: int
    bonus: int
    target: int
    extra: int

    def fillings(self, card: Card, dice: tuple[int, ...]) -> Iterator[tuple[str, int, int]]:
        """Yield the boxes that may be filled, the points in the box, and those for an extra."""
        is_extra = {"yahtzee"} & {*self.boxes} - {*card.opened} and len({*dice}) == 1
        own, lower = UPPER[dice[0] - 1], [box for box in card.opened if box not in UPPER]
        allowed: Sequence[str] = card.opened
        if is_extra and self.joker == "forced":
            allowed = [own] if own in card.opened else lower or card.opened
        for box in allowed:
            is_joker = is_extra and own not in card.opened and box.endswith(("house", "straight"))
            points = LOWER[box] if is_joker else score(dice, box)
            yield box, points, self.extra if is_extra and card.yahtzee else 0

    def cards(self, opened: tuple[str, ...]) -> list[Card]:
        """Return the cards with these open boxes, in the order of the certificate."""
        filled = [UPPER.index(box) + 1 for box in self.boxes if box in UPPER and box not in opened]
        sums = {0}
        for face in filled:
            made = range(0, face * self.dice + 1, face)
            sums = {min(total + points, self.target) for total in sums for points in made}
        held = (0, 50) if "yahtzee" in self.boxes and "yahtzee" not in opened else (0,)
        return [Card(opened, upper, fifty) for fifty in held for upper in sorted(sums)]

    @property
    def most(self) -> int:
        """More points than any play has."""
        return len(self.boxes) * (50 + self.extra + self.dice * self.faces) + self.bonus

    @property
    def ways(self) -> int:
        """The number of ways in which the dice of a turn fall."""
        return int(self.faces ** (self.dice * self.throws))


class Turns:
    """Computes the values of cards with the same open boxes at once, packed into one integer.

    The highest of the `width` bits of a field is 0: one subtraction compares all fields.
    """

    def __init__(self, rules: Rules, values: dict[Card, int]) -> None:
        self.rules, self.values = rules, values
        faces, sizes = range(1, rules.faces + 1), range(rules.dice + 1)
        held = [dice for n in sizes for dice in combinations_with_replacement(faces, n)]
        number = {dice: place for place, dice in enumerate(held)}
        self.held, self.first = held, number[(1,) * rules.dice]
        self.more = [
            [number[tuple(sorted((*dice, face)))] for face in faces] for dice in held[: self.first]
        ]
        self.fewer = [
            {number[dice[:at] + dice[at + 1 :]] for at in range(len(dice))} for dice in held
        ]

    def computed(self, cards: Sequence[Card]) -> list[int]:
        """Return the values of cards, from those after them."""
        layer, rules = len(cards[0].opened), self.rules
        octets = (2 * rules.ways**layer * rules.most).bit_length() // 8 + 1
        self.width, self.unit = 8 * octets, rules.ways ** (layer - 1)
        self.tops = int.from_bytes((b"\0" * (octets - 1) + b"\x80") * len(cards), "little")
        larger: Callable[[int, int], int] = max if len(cards) == 1 else self.larger
        boxed = self.best_boxes(cards, larger)
        summed = self.summed(boxed)
        for left in range(1, rules.throws):
            best: list[int] = []
            for place, fewer in enumerate(self.fewer):
                worth = summed[place] * rules.faces ** len(self.held[place])
                if place >= self.first:  # all dice are kept: no throw follows
                    worth = boxed[place - self.first] * rules.faces ** (rules.dice * left)
                for less in fewer:
                    worth = larger(worth, best[less])
                best.append(worth)
            summed = self.summed(best[self.first :])
        packed = summed[0].to_bytes(octets * len(cards), "little")
        starts = range(0, len(packed), octets)
        return [int.from_bytes(packed[at : at + octets], "little") for at in starts]

    def larger(self, first: int, second: int) -> int:
        """Return the larger of two packed integers, field by field."""
        over = (first | self.tops) - second
        wins = over & self.tops  # a bit for each field in which the first is not less
        return int(second + (over & (wins - (wins >> (self.width - 1)))))

    def summed(self, thrown: Sequence[int]) -> list[int]:
        """Return what every multiset of dice is worth before the others are thrown."""
        sums = [0] * self.first + [*thrown]
        for place in range(self.first - 1, -1, -1):
            sums[place] = sum([sums[more] for more in self.more[place]])
        return sums

    def best_boxes(self, cards: Sequence[Card], larger: Callable[[int, int], int]) -> list[int]:
        """Return what every throw of all dice is worth in its best box."""
        worths: dict[tuple[str, int, int], int] = {}
        best = []
        for dice in self.held[self.first :]:
            # they depend on the open boxes alone, but for the 50 that an extra needs
            fillings = [*self.rules.fillings(cards[0]._replace(yahtzee=50), dice)]
            worths.update({f: self.filled(cards, *f) for f in fillings if f not in worths})
            best.append(reduce(larger, [worths[f] for f in fillings]))
        return best

    def filled(self, cards: Sequence[Card], box: str, points: int, extra: int) -> int:
        """Return what a box with these points is worth on each of the cards, packed."""
        opened = tuple(other for other in cards[0].opened if other != box)
        summed, made = points if box in UPPER else 0, 50 if box == "yahtzee" and points else 0
        gains, target = {0: points * self.unit, 50: (points + extra) * self.unit}, self.rules.target
        numbers = (
            gains[yahtzee] + self.values[Card(opened, min(upper + summed, target), yahtzee or made)]
            for _, upper, yahtzee in cards
        )
        octets = self.width // 8
        return int.from_bytes(b"".join(n.to_bytes(octets, "little") for n in numbers), "little")


def check(rules_: object, content: object, *args: str) -> Statements:
    """Check `all` cards or those that are named; else cards at random, or all if they are few."""
    rules = read_rules(rules_)
    listed, value = read_form(CONTENT, "content", content)
    groups, values = read_cards(rules, listed)
    total = sum(map(len, groups))
    yield Statement(True, f"the {total} cards are those of the game with {','.join(rules.boxes)}")
    is_all = args == ("all",) or (not args and total <= UNASKED)
    chosen = groups if is_all else [[card] for card in cards_asked(rules, groups, args)]
    turns, wrong, count = Turns(rules, values), [], sum(map(len, chosen))
    for cards in chosen:
        computed = zip(cards, turns.computed(cards), strict=True)
        wrong += [card for card, number in computed if number != values[card]]
    for card in wrong[:5]:
        yield Statement(False, f"the value of {','.join(card.opened)} {card.upper} {card.yahtzee}")
    words = f"the values of {count} cards follow from those of the cards after"
    yield Statement(not wrong, words, VERIFIED)
    if not is_all:
        yield Statement(None, f"the values of the other {total - count} cards")
    is_listed = value * rules.ways ** len(rules.boxes) == values[Card(rules.boxes, 0, 0)]
    yield Statement(is_listed, f"the largest mean score is {rounded(value)}", HEADLINE)


def read_rules(value: object) -> Rules:
    """Return the rules."""
    joker, boxes_, *numbers = read_form(RULES, "rules", value, "a rule")
    dice, faces, throws, bonus, target, extra = numbers
    boxes = tuple(f"{boxes_}".split(","))
    in_order = tuple(box for box in (*UPPER[:faces], *LOWER) if box in boxes)
    if joker not in ("free", "forced") or boxes != in_order or not dice * faces * throws:
        raise Unreadable("joker, boxes, dice, faces or throws are none of a game")
    size = math.comb(dice + faces, faces) * throws
    if faces > len(UPPER) or size > 10**5 or (target + 1) << len(boxes) > 10**7:
        raise Unreadable("the game has too many faces, throws or cards")
    return Rules(f"{joker}", boxes, dice, faces, throws, bonus, target, extra)


def read_cards(
    rules: Rules, listed: dict[str, list[int]]
) -> tuple[list[list[Card]], dict[Card, int]]:
    """Return the cards by their open boxes, and the values, those at the end among them."""
    values = {card: rules.bonus * (card.upper == rules.target) for card in rules.cards(())}
    groups = []
    for count in range(1, len(rules.boxes) + 1):
        for opened in combinations(rules.boxes, count):
            cards, numbers = rules.cards(opened), listed.get(",".join(opened), [])
            if len(numbers) != len(cards):
                raise Unreadable(f"cards must have {len(cards)} values for {','.join(opened)}")
            if min(numbers) < 0 or max(numbers) > rules.most * rules.ways**count:
                raise Unreadable(f"a value of {','.join(opened)} is no mean of scores")
            values.update(zip(cards, numbers, strict=True))
            groups.append(cards)
    if len(groups) != len(listed):
        raise Unreadable("cards has boxes that are not those of the game")
    return groups, values


def cards_asked(rules: Rules, groups: list[list[Card]], wanted: Sequence[str]) -> list[Card]:
    """Return the cards that are asked for, or some at random, the empty one among them."""
    every = [card for group in groups for card in group]
    if not wanted:
        return [Card(rules.boxes, 0, 0), *random.SystemRandom().sample(every, UNASKED)]
    names = {f"{','.join(card.opened)} {card.upper} {card.yahtzee}": card for card in every}
    if unknown := {*wanted} - {*names}:
        raise Unreadable(f"{min(unknown)!r} is no card of the game; write as 'ones,chance 40 50'")
    return [names[name] for name in wanted]


CHECKER = Checker(
    "yahtzee",
    PROBLEM,
    check,
    takes_names=True,
    rules=[RULES],
    content=[CONTENT],
    method="graph with ranks",
)
