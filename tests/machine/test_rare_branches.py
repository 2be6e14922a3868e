"""What only a rare branch does is compiled as Python does it, or not at all.

Each program is played without a witness, so that the plays themselves tell.
"""

from contextlib import suppress

import pytest

from montmort.machine.plays import compile_plays
from montmort.machine.refusal import CannotCompile
from tests.machine.played import difference
from tests.machine.snippets import experiment_of

PROGRAMS = {
    "arguments from a list that has grown": """
        def number(*cards): return len(cards)
        def play(chance):
            x, rare = chance.pick([1, 1]), chance.pick([3, 1])
            hand = [x, x]
            if rare: hand.append(1)
            return Out(number(*hand))
        """,
    "arguments from a list that has got shorter": """
        def number(*cards): return len(cards)
        def play(chance):
            x, rare = chance.pick([1, 1]), chance.pick([3, 1])
            hand = [k for k in range(3)]
            if rare: del hand[0]
            return Out(number(*hand), hand.pop() + len(hand))
        """,
    "a Deck of counts that have grown": """
        def play(chance):
            x, rare = chance.pick([1, 1]), chance.pick([3, 1])
            counts = [x + 1, 1]
            if rare: counts.append(2)
            return Out(Deck(counts).size)
        """,
    "+= of a list in a list": """
        def play(chance):
            x, rare = chance.pick([1, 1]), chance.pick([3, 1])
            rows = [[x], [x]]
            first = rows[0]
            if rare: rows[0] += [1, 2]
            return Out(len(first), len(rows[0]))
        """,
    "+= of a list in a dictionary": """
        def play(chance):
            x, rare = chance.pick([1, 1]), chance.pick([3, 1])
            held = {0: [x]}
            first = held[0]
            if rare: held[0] += [7]
            return Out(len(first), sum(held[0]))
        """,
    "|= of a set in a list": """
        def play(chance):
            x, rare = chance.pick([1, 1]), chance.pick([3, 1])
            rows = [{x}, {x}]
            first = rows[1]
            if rare: rows[1] |= {5, 6}
            return Out(len(first), len(rows[1]))
        """,
    "+= of a list that may be None": """
        def play(chance):
            x = chance.pick([1, 1])
            a, b = None, [x]
            if x: a = b
            if a is not None: a += [5]
            return Out(len(b))
        """,
    "|= of a set that may be None": """
        def play(chance):
            x = chance.pick([1, 1])
            a, b = None, {x}
            if x: a = b
            if a is not None: a |= {5}
            return Out(len(b))
        """,
    "a set in a list of sets of another type": """
        def play(chance):
            x, rare = chance.pick([1, 1]), chance.pick([3, 1])
            s, hands = {x}, [{None, x}]
            if rare: hands.append(s)
            hands[-1].add(7)
            return Out(len(s))
        """,
    "a cached function of a truth value and a number": """
        @functools.cache
        def both(a, b): return str(a)
        def play(chance):
            x = chance.pick([1, 1])
            return Out(len(both(1, 2)), len(both(x == 1, 2)))
        """,
    "a cached function of look-alikes": """
        class Red(NamedTuple):
            rank: int
        class Black(NamedTuple):
            rank: int
        @functools.cache
        def worth(card): return 10 if isinstance(card, Black) else 1
        def play(chance):
            x = chance.pick([1, 1])
            return Out(worth(Red(x)), worth(Black(x)))
        """,
    "a cached function that met a look-alike before": """
        class Red(NamedTuple):
            rank: int
        class Black(NamedTuple):
            rank: int
        @functools.cache
        def worth(card): return 10 if isinstance(card, Black) else 1
        TABLE = {rank: worth(Red(rank)) for rank in range(3)}
        def play(chance):
            return Out(worth(Black(chance.pick([1, 1]))))
        """,
    "a cached function that met the like before": """
        class Black(NamedTuple):
            rank: int
        @functools.cache
        def worth(card, by=2): return card.rank * by
        TABLE = {rank: worth(Black(rank), by=3) + worth(Black(rank), 3) for rank in range(3)}
        TABLE[0] = worth(by=True, card=Black(True)) + worth(Black(1), (1, True))[0]
        def play(chance):
            return Out(worth(Black(chance.pick([1, 1])), by=3))
        """,
    "a cached function of a list": """
        @functools.cache
        def number(cards): return len(cards)
        def play(chance):
            return Out(number([chance.pick([1, 1])]))
        """,
    "a cached property of a list": """
        @dataclass(frozen=True)
        class Hand:
            cards: list
            @functools.cached_property
            def total(self): return sum(self.cards)
        def play(chance):
            hand = Hand([chance.pick([1, 1])])
            before = hand.total
            hand.cards.append(5)
            return Out(before, hand.total)
        """,
    "reversed of a list that is cleared": """
        def play(chance):
            x, total = chance.pick([1, 1]), 0
            cards = [1, 2, 3, 4]
            for card in reversed(cards):
                total = 10 * total + card
                if x: cards.clear()
            return Out(total)
        """,
    "common items of look-alikes": """
        class Red(NamedTuple):
            rank: int
        class Black(NamedTuple):
            rank: int
        def play(chance):
            x = chance.pick([1, 1])
            both = {Red(x)} & {Black(x)}
            return Out(sum(isinstance(card, Red) for card in both))
        """,
    "common items of numbers and truth values": """
        def play(chance):
            x = chance.pick([1, 1])
            return Out(sum(len(str(item)) for item in {x == 1} & {x}))
        """,
    "Decks of kinds that look alike": """
        def play(chance):
            x = chance.pick([1, 1]) + 1
            return Out(int(Deck((x, 1), kinds=(False, True)) == Deck((x, 1), kinds=(0, 1))))
        """,
    "one of two equal constants": """
        def play(chance):
            a, b = {1: 2}, {1: 2}
            return Out(int(a is b), chance.pick([1, 1]))
        """,
    "the index of a truth value": """
        import operator
        def play(chance):
            x = chance.pick([1, 1])
            return Out(len(str(operator.index(x == 1))))
        """,
    "a sum from False": """
        def play(chance):
            x = chance.pick([1, 1])
            return Out(len(str(sum([1] * x, False))))
        """,
    "a Counter of truth values": """
        from collections import Counter
        def play(chance):
            x = chance.pick([1, 1])
            return Out(len(str(Counter({"a": x == 1})["a"])))
        """,
    "cards of a Deck that look like numbers": """
        class Suit(enum.IntEnum):
            CLUBS = 0
            HEARTS = 1
        def play(chance):
            card, _ = Deck((2, 1), tuple(Suit)).draw(chance)
            flag, _ = Deck((1, 1), (False, True)).draw(chance)
            return Out(isinstance(card, Suit) + 10 * (type(flag) is bool), len(str(flag)))
        """,
    "a Counter of a set": """
        from collections import Counter
        def play(chance):
            x = chance.pick([1, 1])
            counted = Counter({9 + x, 8, 1})
            return Out(int("".join(map(str, counted))))
        """,
    "a sum of the tuples in a set": """
        def play(chance):
            x = chance.pick([1, 1])
            return Out(sum({(9,), (x,)}, ())[0])
        """,
    "a mapped function that gets another name": """
        def add(a, b): return a + b
        def play(chance):
            x, total = chance.pick([1, 1]), 0
            f = partial(add, 1)
            for value in map(f, [x, 2, 3]):
                total = 10 * total + value
                f = partial(add, 5)
            return Out(total)
        """,
    "a constant with operators of its own": """
        class Board(NamedTuple):
            a: int
            b: int
            def __contains__(self, item): return item == 7
            def __getitem__(self, place): return 40 + place
        BOARD = Board(1, 2)
        class Far(dict):
            def get(self, key, default=None): return 99
        FAR = Far({0: 1})
        def play(chance):
            x = chance.pick([1, 1])
            return Out((x in BOARD) + BOARD[x], FAR.get(x, 3))
        """,
    "a copy of a constant Counter": """
        from collections import Counter
        BASE = Counter({1: 2})
        def play(chance):
            copy = BASE.copy()
            copy[1] = chance.pick([1, 1])
            return Out(int(isinstance(copy, Counter)), copy[1])
        """,
    "an iterator that is read twice": """
        ITEMS = enumerate((4, 5))
        def play(chance):
            x = chance.pick([1, 1])
            z = zip((1, 2), (3, 4))
            first, second = list(z), list(z)
            r = reversed((1, 2, 3))
            for card in r:
                if card == 3: break
            return Out(len(second) + x, sum(r))
        """,
    "views of constant dictionaries": """
        D, E = {0: 1, 1: 2}, {1: 3, 0: 4}
        def play(chance):
            x = chance.pick([1, 1])
            keys = D.keys()
            return Out((D.keys() == {0, 1}) + 10 * (keys == E.keys()), isinstance(keys, tuple) + x)
        """,
    "looks through constant dictionaries": """
        D = {0: 1, 1: 2}
        def play(chance):
            x = chance.pick([1, 1])
            total = sum(D.values()) + len(D.keys()) + (x in D.keys())
            for key, value in D.items(): total += key * value
            return Out(total + sum(a * b for a, b in D.items()), max(D.values()))
        """,
    "an iterator of the module": """
        ITEMS = iter((4, 5))
        def play(chance):
            return Out(chance.pick([1, 1]), sum(ITEMS))
        """,
    "a Fraction that may be an integer": """
        def play(chance):
            x = chance.pick([1, 1])
            return Out(int(isinstance(sum([Fraction(1, 2)] * x), int)))
        """,
    "a map of picks in a zip that ends before": """
        def play(chance):
            total = 0
            for a, b in zip(map(lambda k: chance.pick([1] * k), (2, 3, 4)), (5, 6)):
                total = 10 * total + a + b
            pairs = [*zip(map(lambda k: chance.pick([1] * k), (2, 3)), ())]
            sums = [*map(lambda a, b: a + b, map(lambda k: chance.pick([1] * k), (2, 3)), (5,))]
            return Out(total + len(pairs), 10 * sum(sums) + chance.pick([1, 1]))
        """,
    "a zip with a list that gets shorter": """
        def play(chance):
            row, other = [chance.pick([1, 1])], [1, 2]
            out = [b for a, b in zip(map(lambda k: row.pop(), (1, 2)), row)]
            longer = [chance.pick([1, 1]), 2, 3]
            for place, (a, b) in enumerate(zip(map(lambda k: longer.pop(), other), longer)):
                other.append(place)
                if len(other) > 5: break
            else:
                out.append(7)
            return Out(len(out), len(longer) + 10 * len(other))
        """,
    "a map of a method whose object gets another name": """
        class Card(NamedTuple):
            rank: int
            def worth(self, by): return self.rank * 10 + by
        def play(chance):
            x, total = chance.pick([1, 1]), 0
            card, table = Card(x), {0: x, 1: 5}
            for value in map(card.worth, [1, 2, 3]):
                total = total * 100 + value
                card = Card(7)
            found = 0
            for value in map(table.get, [0, 1]):
                found = found * 10 + value
                table = {0: 3, 1: 4}
            return Out(total, found)
        """,
    "a chain of comparisons through a list": """
        def play(chance):
            x = chance.pick([1, 1])
            return Out(int(x in [0, 1] == [0, 1]), int(x in {0, x} == {0, 1}))
        """,
    "+= of one's own": """
        class Pair(NamedTuple):
            a: int
            b: int
            def __iadd__(self, other): return Pair(self.a + other[0], self.b + other[1])
        def play(chance):
            pair = Pair(chance.pick([1, 1]), 2)
            pair += (3, 4)
            return Out(len(pair), pair[0])
        """,
    "+= of a constant with one's own": """
        class Pair(NamedTuple):
            a: int
            b: int
            def __iadd__(self, other): return Pair(self.a + other[0], self.b + other[1])
        START = Pair(1, 2)
        def play(chance):
            pair = START
            pair += (3, 4)
            return Out(len(pair), chance.pick([1, 1]))
        """,
    "a cached property that picks": """
        @dataclass(frozen=True)
        class Held:
            chance: object
            @functools.cached_property
            def roll(self): return self.chance.pick([1, 1, 1, 1])
        class Game:
            def __init__(self, chance): self.chance = chance
            @functools.cached_property
            def roll(self): return self.chance.pick([1, 1, 1, 1])
        def play(chance):
            held, game = Held(chance), Game(chance)
            return Out(held.roll + 10 * held.roll, game.roll + 10 * game.roll)
        """,
    "a cached function of what holds chance": """
        class Game:
            def __init__(self, chance): self.chance = chance
        @functools.cache
        def roll(game): return game.chance.pick([1, 1, 1, 1])
        def play(chance):
            game = Game(chance)
            return Out(roll(game), roll(game))
        """,
    "+= of a list that is a default": """
        def number(x, row=[3, 1, 2]):
            row += [x]
            return len(row)
        def play(chance):
            return Out(number(chance.pick([1, 1])))
        """,
    "+= of a list that a partial holds": """
        def number(row, x):
            row += [x]
            return len(row)
        def play(chance):
            x = chance.pick([1, 1])
            counted = partial(number, [1, 2])
            return Out(counted(x), counted(x))
        """,
    "+= of a slice of a constant list": """
        LIST = [4, 5]
        def play(chance):
            x = chance.pick([1, 1])
            row = LIST[:]
            same = row
            row += [x]
            return Out(len(row), len(same))
        """,
    "two objects that look alike": """
        class Helper:
            def __init__(self, rows): self.rows = rows
            def __repr__(self): return "helper"
        A, B = Helper([1, 2]), Helper([5])
        def number(helper, x): return len(helper.rows) + x
        def play(chance):
            x = chance.pick([1, 1])
            d, e = {0: A}, {0: B}
            g, h = partial(number, A), partial(number, B)
            return Out(len(d[0].rows) + 10 * len(e[0].rows), g(x) + 10 * h(x))
        """,
    "two players that look alike": """
        class Helper:
            def __init__(self, rows): self.rows = rows
            def __repr__(self): return "helper"
        A, B = Helper([1, 2]), Helper([5])
        class Player:
            def __init__(self, helper): self.helper = helper
            def decide(self, seat, choices, view): return choices[len(self.helper.rows) - 1]
        def play(chance):
            x = chance.pick([1, 1])
            one, two = Player(A), Player(B)
            return Out(one.decide(0, (3, 4), x), two.decide(0, (3, 4), x))
        """,
    "a hash of one's own": """
        class Place(NamedTuple):
            x: int
            def __hash__(self): return 7
        class Suit(enum.IntEnum):
            LOW = 0
            HIGH = 1
            def __hash__(self): return 7
        T, D = {Place(0): 1}, {Suit.LOW: 5}
        def play(chance):
            x = chance.pick([1, 1])
            return Out(T.get((x,), 9), D.get(x, 9))
        """,
    "no hash": """
        @dataclass(frozen=True)
        class Place:
            x: int
            __hash__ = None
        def play(chance):
            return Out(len({Place(chance.pick([1, 1]))}))
        """,
    "classes that make other objects": """
        class Other(NamedTuple):
            rank: int
        class Meta(type):
            def __call__(cls, rank): return Other(rank + 5)
        @dataclass(frozen=True)
        class Card(metaclass=Meta):
            rank: int
        def play(chance):
            return Out(Card(chance.pick([1, 1])).rank)
        """,
    "a dataclass that makes other objects": """
        class Other(NamedTuple):
            rank: int
        @dataclass(frozen=True)
        class Card:
            rank: int
            def __new__(cls, rank): return Other(rank + 7)
        def play(chance):
            return Out(Card(chance.pick([1, 1])).rank)
        """,
    "a property that picks": """
        class Game:
            def __init__(self, chance): self.chance = chance
            @property
            def roll(self): return self.chance.pick([1, 1, 1, 1])
        def play(chance):
            g = Game(chance)
            a = abs(g.roll) + max(g.roll, 1) + sum([g.roll, 1]) + sorted([g.roll])[0]
            b = {0: g.roll}[0] + len({g.roll, 2}) + len([g.roll] * 3) + chance.pick([1, g.roll])
            c = int(Fraction(g.roll, 1) == 1) + Deck((g.roll, 1)).size
            c += max({g.roll: 1 for _ in "ab"})
            d = coin(chance, Fraction(1, 2 + g.roll)) + isinstance(g.roll, int) + any((g.roll, 0))
            e = len("".join([str(g.roll)])) + sum(range(g.roll)) + len(dict([(g.roll, -g.roll)]))
            return Out(a + 100 * b, c + 100 * d + 1000 * e)
        """,
    "a property that picks beside a map": """
        class Game:
            def __init__(self, chance): self.chance = chance
            @property
            def roll(self): return self.chance.pick([1, 1, 1, 1])
        def play(chance):
            g = Game(chance)
            (a, b), c = map(lambda k: chance.pick([1] * k), (2, 3)), g.roll
            return Out(a + 10 * b, c)
        """,
    "the key of a sort that looks at the list": """
        def play(chance):
            row = [chance.pick([1, 1]), 1, 3, 2, 3, 1, 1]
            row.sort(key=lambda v: -v * len(row))
            hand = [3, chance.pick([1, 1]), 1, 0, 1]
            hand.sort(key=lambda card: hand.count(card), reverse=True)
            return Out(int("".join(map(str, row))), int("".join(map(str, hand))))
        """,
    "a class that says what belongs to it": """
        class Meta(type):
            def __instancecheck__(cls, value): return True
        class Kind(metaclass=Meta): pass
        def play(chance):
            return Out(int(isinstance(chance.pick([1, 1]), Kind)))
        """,
    "a strict zip of a list that gets shorter": """
        def play(chance):
            x, total = chance.pick([1, 1]), 0
            a, b = [x, 1, 2], [3, 4, 5]
            for one, two in zip(a, b, strict=True):
                total += one * two
                a.pop()
            return Out(total)
        """,
}
COMPILED = (
    "arguments from a list that has grown", "a Deck of counts that have grown",
    "+= of a list in a list", "+= of a list in a dictionary", "|= of a set in a list",
    "+= of a list that may be None", "|= of a set that may be None",
    "looks through constant dictionaries", "a map of picks in a zip that ends before",
    "a zip with a list that gets shorter", "a map of a method whose object gets another name",
    "two objects that look alike", "two players that look alike", "a property that picks",
    "the key of a sort that looks at the list", "a cached function that met the like before",
)  # fmt: skip


@pytest.mark.parametrize("name", PROGRAMS)
def test_the_plays_are_those_of_python_or_are_refused(name: str) -> None:
    experiment = experiment_of(PROGRAMS[name])
    with suppress(CannotCompile):
        plays = compile_plays(experiment, None)
        assert difference(plays, experiment, None, 100, may_end=True) == ""


@pytest.mark.parametrize("name", COMPILED)
def test_these_are_not_refused(name: str) -> None:
    compile_plays(experiment_of(PROGRAMS[name]), None)
