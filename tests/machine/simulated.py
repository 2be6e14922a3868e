"""Programs of single constructs, plays that fail, and games in steps or with players."""

PLAYS = {
    "weights that are Fractions": """
        p, quarter = Fraction(2, 7), Fraction(1, 4)
        WEIGHTS, PAIR = [p, quarter, 0], (p / 2, 1 - p)
        def biased(chance, q=Fraction(3, 8)):
            return chance.pick([1 - q, q])
        def play(chance):
            a = chance.pick([p, 1 - p]) + 2 * chance.pick(WEIGHTS) + 4 * chance.pick(PAIR)
            b = biased(chance) + 2 * coin(chance, p * quarter) + 4 * chance.pick((p, p))
            return Out(a, b + 8 * chance.pick([Fraction(4, 2), 1]))
        """,
    "Fractions beside numbers of the play": """
        p = Fraction(2, 7)
        def play(chance):
            balls = chance.pick([1] * 4) + 1
            return Out(chance.pick([p, balls, True]), chance.pick((balls - 1, p * 3, 1 - p)))
        """,
    "the order of tuples in tuples": """
        def play(chance):
            one = chance.pick([1, 1]), tuple([chance.pick([1, 1])] * chance.pick([1, 1, 1])), 3
            two = chance.pick([1, 1]), tuple([chance.pick([1, 1])] * chance.pick([1, 1, 1])), 3
            return Out(int(one < two) + 2 * int(one <= two), int(one > two) + 2 * int(one >= two))
        """,
    "division rounds down": """
        def play(chance):
            a, b = chance.pick([1] * 9) - 4, chance.pick([1] * 3) - 4
            return Out(a // b * 100 + a % b, divmod(a, b)[0] - a // 2 + a % -3)
        """,
    "two names of one list": """
        def change(items, chance):
            items.append(chance.pick([1, 2]))
            return items
        def play(chance):
            first = [0]
            second = first
            third = first[:]
            change(second, chance)
            change(third, chance)[0] = 5
            return Out(sum(first) * 10 + len(second), sum(third))
        """,
    "a list in a tuple": """
        def play(chance):
            rows = ([], [])
            for _ in range(4):
                rows[chance.pick([1, 1])].append(chance.pick([1] * 4))
            return Out(len(rows[0]), sum(rows[1]))
        """,
    "lists of lists": """
        def play(chance):
            rows = [[0] * 3 for _ in range(2)]
            same = [[0] * 2] * 2
            for _ in range(3):
                rows[chance.pick([1, 1])][chance.pick([1] * 3)] += 1
                same[chance.pick([1, 1])][0] += 1
            return Out(sum(sum(row) for row in rows) + rows[0][1], same[0][0] * 10 + same[1][0])
        """,
    "none or a number": """
        def find(items, wanted):
            for place, item in enumerate(items):
                if item == wanted:
                    return place
        def play(chance):
            place = find((3, 1, 2), chance.pick([1] * 5))
            other = None if place is None else place + 1
            return Out(-1 if place is None else place, other or 7)
        """,
    "strings of a few kinds": """
        def play(chance):
            word = ""
            while len(word) < 3 and not word.endswith("ab"):
                word = (word + ("a" if chance.pick([1, 1]) else "b"))[:3]
            return Out(len(word), word in ("ab", "bab", "aab"))
        """,
    "closures and lambdas": """
        def play(chance):
            bonus = chance.pick([1] * 4)
            def scored(points):
                return points + bonus
            hand = sorted([chance.pick([1] * 6) for _ in range(4)], key=lambda card: -card % 4)
            best = max(hand, key=lambda card: (card % 3, -card))
            return Out(scored(best), scored(hand[0]))
        """,
    "partial": """
        def throw(chance, sides, more=0):
            return chance.pick([1] * sides) + more
        def play(chance):
            die = partial(throw, chance, more=chance.pick([1, 1]))
            coin_throw = partial(throw, sides=2)
            return Out(die(6), coin_throw(chance))
        """,
    "dealing and counting": """
        PACK = Deck({"ace": 4, "king": 4, "other": 6})
        def play(chance):
            hand, rest = PACK.deal(chance, 5)
            card, rest = rest.draw(chance)
            more = rest.plus("ace", -1) if rest["ace"] else rest
            return Out(hand["ace"] * 10 + hand["king"], (card == "ace") + more.size)
        """,
    "dealing until": """
        def play(chance):
            deck = Deck.of(ranks=4, suits=2)
            hand, rest = deck.deal_until(chance, lambda hand: any(n >= 2 for n in hand.counts))
            return Out(hand.size, len(rest))
        """,
    "cards with rank and suit": """
        def play(chance):
            deck = Deck.of_cards(ranks=4, suits=2)
            total = 0
            for _ in range(3):
                card, deck = deck.draw(chance)
                total = total * 10 + card.rank * 2 + card.suit
            return Out(total, sum(c.rank for c in deck))
        """,
    "a deck computed from numbers": """
        RANKS = range(2, 6)
        def play(chance):
            deck = Deck({rank: 2 for rank in RANKS})
            first, deck = deck.draw(chance)
            left = Deck([deck[rank] for rank in RANKS])
            return Out(first, left.draw(chance)[0])
        """,
    "enums": """
        class Suit(enum.Enum):
            CLUB = "c"
            HEART = "h"
            @property
            def red(self):
                return self is Suit.HEART
        class Level(enum.IntEnum):
            LOW = 3
            HIGH = 8
        def play(chance):
            suit = (Suit.CLUB, Suit.HEART)[chance.pick([2, 1])]
            level = Level.HIGH if chance.pick([1, 1]) else Level.LOW
            return Out(level + (suit.value == "h"), max(level, 5) + suit.red + Level(level))
        """,
    "frozen dataclasses": """
        @dataclass(frozen=True)
        class Pair:
            low: int
            high: int = 6
            def spread(self):
                return self.high - self.low
        def play(chance):
            pair = Pair(chance.pick([1] * 4))
            other = replace(pair, high=pair.low + 2)
            return Out(pair.spread() * 10 + other.spread(), pair == other)
        """,
    "fractions": """
        def play(chance):
            wins = 0
            for k in range(1, 5):
                wins += coin(chance, Fraction(k, 6)) + 2 * coin(chance, Fraction(1, k + 1))
            return Out(wins)
        """,
    "any and all stop": """
        def play(chance):
            early = any(chance.pick([1, 1]) for _ in range(9))
            late = all([chance.pick([1, 5]) for _ in range(3)])
            return Out(early * 2 + late, chance.pick([1] * 50))
        """,
    "loops with else": """
        def play(chance):
            for k in range(chance.pick([1] * 4)):
                if chance.pick([3, 1]):
                    found = k
                    break
            else:
                found = -1
            n = 5
            while n:
                n -= 1
                if n == 2 and chance.pick([1, 1]):
                    continue
                if chance.pick([2, 1]):
                    break
            else:
                n = 77
            return Out(found, n)
        """,
    "match": """
        def play(chance):
            match chance.pick([1] * 5):
                case 0 | 1:
                    value = 10
                case 2:
                    value = 20
                case _:
                    value = 30
            return Out(value)
        """,
    "stars": """
        def total(*numbers):
            return sum(numbers)
        def play(chance):
            first, *rest = [chance.pick([1] * 6) for _ in range(4)]
            *most, last = rest
            a, (b, c) = 1, (2, first)
            return Out(total(first, last, *(a, b, c)), len(most) * 10 + sum([*rest, *most]))
        """,
    "recycled names in comprehensions": """
        def play(chance):
            k = chance.pick([1] * 6)
            squares = [k * k for k in range(k)]
            pairs = sum(a * b for a in range(3) for b in range(a) if a != k)
            return Out(k + sum(squares), pairs)
        """,
    "slices": """
        def play(chance):
            items = list(range(7))
            k = chance.pick([1] * 9) - 4
            cut = items[k:] + items[:k:-1] + items[-9:k:2]
            return Out(sum(cut), len(cut) * 100 + tuple(items)[k:k + 2].count(3))
        """,
    "counting kinds": """
        def play(chance):
            dice = [chance.pick([1] * 6) for _ in range(5)]
            return Out(len(set(dice)), max(dice.count(face) for face in dice))
        """,
    "more than one walrus": """
        def play(chance):
            total = 0
            while (roll := chance.pick([1] * 6)) and total < 20:
                total += roll
            return Out(total, roll)
        """,
    "big numbers within 64 bits": """
        def play(chance):
            a = 3 ** (30 + chance.pick([1] * 8))
            return Out(a % 1000003, (a >> 5) ^ (1 << 40))
        """,
    "cached helpers": """
        @functools.cache
        def ways(n, k):
            return math.comb(n, k) + abs(k - n)
        def play(chance):
            return Out(ways(chance.pick([1] * 5) + 5, 2), ways(4, 1))
        """,
    "a constant table of tables": """
        WINS = {1: (2, 3), 4: (), 6: (1, 5, 6)}
        ROWS = ((1, 2), (3, 4), (5, 6))
        def play(chance):
            key = chance.pick([1] * 7)
            wins = WINS.get(key, (9,))
            return Out(sum(wins) + len(wins), ROWS[key % 3][key % 2])
        """,
}

FAILURES = {
    "an index out of range": "items = [1, 2, 3]\n    return Out(items[chance.pick([1] * 5) - 1])",
    "a negative index": "return Out((4, 5, 6)[chance.pick([1] * 3) - 4 - chance.pick([3, 1])])",
    "no value": "if chance.pick([3, 1]) == 0:\n        a = 1\n    return Out(a)",
    "no card": "deck = Deck((1, 1))\n    for _ in range(3):\n        _, deck = deck.draw(chance)\n"
    "    return Out(1)",
    "division by zero": "return Out(6 // chance.pick([1] * 4))",
    "negative weight": "return Out(chance.pick([3, 2 - chance.pick([1] * 4)]))",
    "no weight": "return Out(chance.pick([0] * (1 + chance.pick([1, 1]))))",
    "a key that is not there": "return Out({1: 2, 2: 3}[chance.pick([1] * 4)])",
    "an assertion": "a = chance.pick([1] * 4)\n    assert a\n    return Out(a)",
    "an error": "if chance.pick([3, 1]):\n        raise ValueError('no')\n    return Out(1)",
    "too few to unpack": "a, b = [1] * chance.pick([1, 1, 9])\n    return Out(a)",
    "nothing to remove": "x = [1, 2]\n    x.remove(chance.pick([1] * 3))\n    return Out(x[0])",
    "a pop too many": "x = [1, 2]\n    for _ in range(chance.pick([1] * 4)):\n        x.pop()\n"
    "    return Out(len(x))",
    "max of nothing": "return Out(max([k for k in (1, 2) if k > chance.pick([1] * 3)]))",
    "None in arithmetic": "a = None if chance.pick([4, 1]) else 3\n    return Out(a + 1)",
    "an unknown member": "E = 1\n    return Out(math.comb(3 - chance.pick([1] * 5), 1))",
    "zip of different lengths": "n = chance.pick([1] * 3)\n"
    "    return Out(sum(a * b for a, b in zip([1] * n, [1, 2], strict=True)))",
}

STEPS = """
    class State(NamedTuple):
        cards: tuple
        left: int
    def start(rules, chance):
        return State((), 60)
    def step(rules, state, chance, table):
        cards = (chance.pick([1] * 5), *state.cards[:20])
        if state.left == 0:
            return None, Out(sum(cards), len(cards))
        return State(cards, state.left - 1), Out(cards[0], 0)
"""

PLAYERS = """
    class Table:
        '''Two strategies.'''
        def __init__(self, chance, holds):
            self.chance = chance
            self.holds, self.strict = holds, True
        def decide(self, seat, choices, view, /):
            if view >= self.holds[seat]:
                return choices[0]
            return choices[self.chance.pick([1, 3])]
        def tell(self, event, /):
            pass
    def players(rules, chance):
        return Table(chance, (rules.first, 15))
    def start(rules, chance):
        return (0, 0)
    def step(rules, state, chance, table):
        seat, points = state
        table.tell(f"{seat} throws")
        if table.decide(seat, ("hold", "throw"), points) == "hold":
            return None, Out(points, seat)
        return (1 - seat, points + chance.pick([1] * 6)), Out(0, 0)
"""

IN_STEPS = {
    "players whose rule is a function that the play makes": """
        def holder(goal, chance):
            def decide(seat, choices, view):
                return choices[0] if view >= goal else choices[chance.pick([1, 1])]
            return decide
        class Table(NamedTuple):
            rule: object
            def decide(self, seat, choices, view):
                return self.rule(seat, choices, view)
            def tell(self, event):
                pass
        def players(rules, chance):
            return Table(holder(3 + chance.pick([1, 1]), chance))
        def start(rules, chance):
            return 0
        def step(rules, state, chance, table):
            if table.decide(0, ("stop", "go"), state) == "stop" or state > 9:
                return None, Out(state)
            return state + chance.pick([1] * 3), Out(0, 1)
        """,
    "a state that holds a text, a Deck and None": """
        class State(NamedTuple):
            word: str
            deck: object
            last: object
        def start(rules, chance):
            return State("", Deck((2, 2)), None)
        def step(rules, state, chance, table):
            if not state.deck or state.word.endswith("aab"):
                return None, Out(len(state.word), {"aab": 3, "bba": 4}.get(state.word[-3:], 0))
            card, left = state.deck.draw(chance)
            letter = "ab"[card]
            table.tell(f"{letter} after {state.last}")
            return State(state.word + letter, left, letter), Out(int(letter == state.last))
        """,
    "a state that holds a partial function and a list": """
        def add(a, b):
            return a + b
        def start(rules, chance):
            return (partial(add, chance.pick([1] * 3)), [1], 0)
        def step(rules, state, chance, table):
            f, row, n = state
            row.append(f(n))
            if n > 4:
                return None, Out(sum(row), len(row))
            return (partial(add, row[-1]), row, n + 1), Out(0)
        """,
    "a player who goes by a table of texts": """
        PAIRS = [(a, b) for a in range(4) for b in range(4)]
        STRATEGY = {f"{a}{b}": "hit" if a + b < 5 else "stay" for a, b in PAIRS}
        class Table(NamedTuple):
            known: object = None
            def decide(self, seat, choices, view):
                return STRATEGY.get(view, choices[-1])
            def tell(self, event):
                pass
        def players(rules, chance):
            return Table()
        def start(rules, chance):
            return (0, 0)
        def step(rules, state, chance, table):
            a, b = state
            if table.decide(0, ("hit", "stay"), f"{a}{b}") == "stay":
                return None, Out(a, b)
            return (a + chance.pick([1, 1]), b + chance.pick([1, 1])), Out(0)
        """,
}
