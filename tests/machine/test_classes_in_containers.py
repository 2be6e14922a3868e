"""Objects of two classes that meet in one container keep their classes, or are not compiled.

A compiled value has its class from the program, not from memory.  Each program here puts an
object of one class where those of another are, in one of a few ways, and then looks at it.
No witness looks on: it would find the branch, which in rules may be rare.
"""

from contextlib import suppress
from itertools import product

import pytest

from montmort.machine.plays import compile_plays
from montmort.machine.refusal import CannotCompile
from tests.machine.played import difference
from tests.machine.snippets import experiment_of

CLASSES = {
    "NamedTuples": """
        class Red(NamedTuple):
            rank: int
            def worth(self): return 1 + self.rank
        class Black(NamedTuple):
            rank: int
            def worth(self): return 10 + self.rank
        """,
    "dataclasses": """
        @dataclass(frozen=True)
        class Red:
            rank: int
            def worth(self): return 1 + self.rank
        @dataclass(frozen=True)
        class Black:
            rank: int
            def worth(self): return 10 + self.rank
        """,
    "a NamedTuple and tuples": """
        class Red(NamedTuple):
            rank: int
        def Black(rank): return (rank,)
        """,
    "functions with arguments": """
        def low(rank, more=0): return 1 + rank + more
        def high(rank, more=0): return 10 + rank + more
        def Red(rank): return partial(low, rank)
        def Black(rank): return partial(high, rank)
        """,
}
LOOKS = {
    "NamedTuples": (
        "sum(card.worth() for card in hand)",
        "sum(isinstance(card, Black) for card in hand)",
        "sum(10 if type(card) is Red else 1 for card in hand)",
        "len({*hand})",
    ),
    "dataclasses": (
        "sum(card.worth() for card in hand)",
        "sum(isinstance(card, Black) for card in hand)",
        "len({*hand})",
        "sum(card == Black(1) for card in hand)",
    ),
    "a NamedTuple and tuples": (
        "sum(isinstance(card, Red) for card in hand)",
        "sum(len(card) for card in hand)",
    ),
    "functions with arguments": ("sum(card() for card in hand)", "hand[-1](more=2)"),
}
WAYS = {
    "append": "hand = [Red(0)]\n    if rare: hand.append(Black(x))",
    "insert": "hand = [Red(x)]\n    if rare: hand.insert(0, Black(1))",
    "extend": "hand = [Red(x)]\n    if rare: hand += [Black(0), Black(x)]",
    "an item": "hand = [Red(0), Red(x)]\n    if rare: hand[1] = Black(x)",
    "a slice": "hand = [Red(0), Red(x)]\n    if rare: hand[1:] = [Black(x)]",
    "a sum of tuples": "hand = (Red(x),)\n    if rare: hand = hand + (Black(x),)",
    "a tuple of any length": "hand = tuple([Red(x)] * 2)\n    if rare: hand = hand + (Black(x),)",
    "a choice": "hand = [Red(x), Black(x) if rare else Red(1)]",
    "a variable": "card = Red(x)\n    if rare: card = Black(x)\n    hand = [card]",
    "a variable without a value": "card = None\n    if rare: card = Black(x)\n"
    "    hand = [card or Red(x)]",
    "a comprehension": "hand = [Black(x) if rare and k else Red(k) for k in range(2)]",
    "values of a dictionary": "of = {0: Red(x)}\n    if rare: of[1] = Black(x)\n"
    "    hand = [*of.values()]",
    "a value of a dictionary": "of = {0: Red(x), 1: Red(1)}\n    if rare: of[1] = Black(x)\n"
    "    hand = [of[1]]",
    "setdefault": "of = {0: Red(x)}\n    if rare: of.setdefault(1, Black(x))\n"
    "    hand = [*of.values()]",
    "a set": "of = {Red(x)}\n    if rare: of.add(Black(x))\n    hand = of",
    "a tuple in a list": "pairs = [(0, Red(x))]\n    if rare: pairs.append((1, Black(x)))\n"
    "    hand = [card for _, card in pairs]",
    "a list in a list": "hands = [[Red(x)]]\n    if rare: hands.append([Black(x)])\n"
    "    hand = hands[-1]",
    "a list of two names": "hand = [Red(x)]\n    other = hand\n    if rare: other.append(Black(x))",
    "what a function returns": "def deal():\n        if rare: return Black(x)\n"
    "        return Red(x)\n    hand = [deal()]",
    "an argument": "def one(card): return [card]\n"
    "    hand = one(Black(x)) if rare else one(Red(x))",
    "an argument that is a list": "def add(hand, card): hand.append(card)\n    hand = [Red(x)]\n"
    "    if rare: add(hand, Black(x))",
    "a loop": "hand = [Red(0), Red(x)]\n    for k in range(2):\n"
    "        if rare and k: hand[0] = Black(x)",
    "a deck of cards": "hand = [Red(0), Red(1)]\n    if rare: hand[hand.index(Red(x))] = Black(x)",
}
OF_ONE_CLASS = """
        class Red(NamedTuple):
            rank: int
            def worth(self): return 1 + self.rank
        def Black(rank): return Red(rank + 1)
        """
COMPILED_AT_LEAST = 15


def compared(classes: str, way: str, look: str) -> str:
    """Return how compiled plays of a program differ from the interpreted ones; "" if not at all.

    CannotCompile if it is refused.
    """
    experiment = experiment_of(
        f"{classes}\n"
        "        def play(chance):\n"
        "            x, rare = chance.pick([1, 1]), chance.pick([3, 1])\n"
        f"            {WAYS[way].replace(chr(10), chr(10) + ' ' * 8)}\n"
        f"            return Out({look}, x)\n"
    )
    return difference(compile_plays(experiment, None), experiment, None, 100)


@pytest.mark.parametrize(("classes", "way"), [*product(CLASSES, WAYS)])
def test_the_plays_are_the_interpreted_ones_or_are_refused(classes: str, way: str) -> None:
    for look in LOOKS[classes]:
        with suppress(CannotCompile):
            assert compared(CLASSES[classes], way, look) == "", look


def test_with_one_class_most_of_them_are_compiled() -> None:
    """A refusal of all would pass above."""
    compiled = 0
    for way in WAYS:
        with suppress(CannotCompile):
            assert compared(OF_ONE_CLASS, way, LOOKS["NamedTuples"][0]) == "", way
            compiled += 1
    assert compiled >= COMPILED_AT_LEAST
