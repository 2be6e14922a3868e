"""Dictionaries of constants, and keys of all kinds, found and not found."""

KEYS = {
    "a tuple of numbers": """
        TABLE = {(a, b): a - b for a in range(9) for b in range(0, 900, 100)}
        def key(chance):
            return chance.pick([1] * 10), 100 * chance.pick([1] * 9)
        """,
    "tuples of any length": """
        TABLE = {tuple(range(a, b)): a + b for a in range(9) for b in range(a, 9)}
        def key(chance):
            items = []
            for number in range(chance.pick([1] * 9)):
                if number > 2:
                    items.append(number)
            return tuple(items)
        """,
    "tuples of tuples of any length": """
        LENGTHS = [(a, b) for a in range(7) for b in range(1, 7)]
        TABLE = {tuple((k,) * a for k in range(b)): 9 * a + b for a, b in LENGTHS}
        def key(chance):
            length = chance.pick([1] * 8)
            items = []
            for number in range(chance.pick([1] * 6) + 1):
                items.append(tuple([number] * length))
            return tuple(items)
        """,
    "None and numbers": """
        TABLE = {(None if a == 0 else a, b): a * b for a in range(7) for b in range(7)}
        def key(chance):
            a = chance.pick([1] * 8)
            return None if a == 0 else a, chance.pick([1] * 7)
        """,
    "records, words, members and bools": """
        class Suit(enum.Enum):
            RED = "r"
            BLACK = "b"
        class Seen(NamedTuple):
            word: str
            suit: Suit
            first: bool
            number: int
        TABLE = {
            (0, Seen(w, s, f, n)): n + len(w)
            for w in ("a", "bb", "ccc") for s in Suit for f in (True, False) for n in range(4)
        }
        def key(chance):
            word = ("a", "ccc", "other")[chance.pick([2, 2, 1])]
            suit = (Suit.RED, Suit.BLACK)[chance.pick([1, 1])]
            return 0, Seen(word, suit, chance.pick([1, 1]) == 1, chance.pick([1] * 5))
        """,
    "fractions": """
        TABLE = {Fraction(a, b): a for b in (7, 9, 11) for a in range(1, 40) if math.gcd(a, b) == 1}
        def key(chance):
            return Fraction(chance.pick([1] * 12) + 1, 2 * chance.pick([1] * 6) + 7)
        """,
    "a frozen dataclass": """
        @dataclass(frozen=True)
        class View:
            own: int
            other: int
        TABLE = {View(a, 7 * b): a * b for a in range(6) for b in range(6)}
        TABLE[3] = 1
        TABLE["x"] = 1
        def key(chance):
            return View(chance.pick([1] * 7), 7 * chance.pick([1] * 6))
        """,
    "decks": """
        TABLE = {Deck((a, b, 2)): a + b for a in range(6) for b in range(6)}
        def key(chance):
            deck = Deck((5, 6, 2))
            for _ in range(chance.pick([1] * 5)):
                _, deck = deck.draw(chance)
            return deck
        """,
    "keys of other types as well": """
        TABLE = {k if k % 3 else str(k) if k % 2 else (k, k): k for k in range(0, 10**6, 9_999)}
        TABLE[2**70] = 1
        TABLE[Fraction(1, 2)] = 2
        TABLE[1.5] = 3
        TABLE[29_998.0] = 4
        def key(chance):
            return 9_999 * chance.pick([1] * 12) + chance.pick([9, 1])
        """,
}
USES = """
        def play(chance):
            found = key(chance)
            return Out(int(found in TABLE), TABLE.get(found, -7))
        """
FAILS = """
        def play(chance):
            return Out(TABLE[key(chance)])
        """
WHOLE = {
    "values may be tuples of any length chosen by a key": """
        TABLE = {(a, b): tuple(range(a % 5)) for a in range(9) for b in range(9)}
        TABLE |= {(a,): a for a in range(9)}
        def play(chance):
            found = TABLE[chance.pick([1] * 9), chance.pick([1] * 9)]
            return Out(len(found), TABLE[chance.pick([1] * 9),])
        """,
    "keys that none can be equal to are missing": """
        TABLE = {(a, b): a for a in range(9) for b in range(9)}
        def play(chance):
            return Out(int(chance.pick([1, 1]) in TABLE), TABLE.get(chance.pick([1, 1]), 5))
        """,
    "numbers close to each other and a key that may be none": """
        TABLE = {number: 2 * number for number in range(300)}
        def play(chance):
            number = chance.pick([1] * 9)
            return Out(TABLE.get(None if number == 3 else number, -1))
        """,
    "neighbouring keys are ranges": """
        TABLE = {(a, b): int(b > 3 * a) for a in range(9) for b in range(40) if b != 7}
        def play(chance):
            key = chance.pick([1] * 11) - 1, chance.pick([1] * 42) - 1
            return Out(int(key in TABLE), TABLE.get(key, -7))
        """,
}
REFUSED = {  # by a part of the reason
    "a key of Odd, which defines operators": """
        class Odd(NamedTuple):
            number: int
            def __eq__(self, other):
                return True
            __hash__ = tuple.__hash__
        TABLE = {(Odd(a), b): a for a in range(9) for b in range(9)}
        def play(chance):
            return Out(TABLE.get((chance.pick([1, 1]), chance.pick([1, 1])), 3))
        """,
    "a new View": """
        @dataclass(frozen=True, eq=False)
        class View:
            own: int
        TABLE = {View(a): a for a in range(99)}
        def play(chance):
            return Out(TABLE.get(View(chance.pick([1, 1])), 3))
        """,
}
