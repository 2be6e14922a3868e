"""Programs of single constructs beside those of the tests of simulators."""

MORE = {
    "else of loops, left by break, by return and by nothing": """
        def found(items, wanted):
            for item in items:
                if item == wanted:
                    break
            else:
                return -1
            return 10 * item
        def play(chance):
            total = 0
            for k in range(3):
                for j in range(chance.pick([1] * 3)):
                    if chance.pick([1, 1]):
                        break
                else:
                    total += 100
                    continue
                total += j
            return Out(found([1, 2, 3], chance.pick([1] * 5)), total)
        """,
    "match with guards, captures and tuples": """
        RED = 7
        class Suit(enum.Enum):
            CLUB = 1
            HEART = 2
        def play(chance):
            pair = chance.pick([1] * 3), chance.pick([1] * 3)
            match pair:
                case (0, 0):
                    a = 1
                case (x, 1) if x:
                    a = 10 + x
                case (1 | 2 as y, z):
                    a = 20 + 3 * y + z
                case _:
                    a = 50
            match (Suit.CLUB, Suit.HEART)[chance.pick([1, 1])]:
                case Suit.CLUB:
                    b = 1
                case Suit.HEART:
                    b = 2
            none = None if chance.pick([1, 1]) else 3
            match none:
                case None:
                    b += 10
            return Out(a, b)
        """,
    "functions that are returned after a pick, and a map of one whose variable may be None": """
        def which(chance):
            return max if chance.pick([1, 1]) else max
        def doubled(x):
            found = None
            if x > 1:
                found = 2 * x
            return -1 if found is None else found
        def play(chance):
            row = [chance.pick([1, 1, 1]) for _ in range(2)]
            return Out(which(chance)(row[0], 1) + which(chance)([1, 2]), sum(map(doubled, row)))
        """,
    "constants that show themselves alike": """
        class Suit(enum.Enum):
            ONE = 1
            TWO = 2
            def __repr__(self):
                return str(self.value)
        class Rank(enum.Enum):
            ONE = 1
            TWO = 2
            def __repr__(self):
                return str(self.value)
        class Player:
            def __init__(self, low, high):
                self.low, self.high = low, high
            def decide(self, seat, choices, view):
                return self.high - self.low
        def play(chance):
            suits, ranks = {Suit.ONE: 1, 3: 0}, {Rank.ONE: 1, 3: 0}
            rank = Rank.ONE if chance.pick([1, 1]) else Rank.TWO
            deck, other = Deck((2, 1), (Suit.ONE, Suit.TWO)), Deck((2, 1), (Rank.ONE, Rank.TWO))
            card, _ = other.draw(chance)
            one, two = Player(low=1, high=5), Player(high=1, low=5)
            a = suits.get(rank, 7) + 10 * ranks.get(rank, 7) + 100 * (card is Rank.ONE)
            return Out(a + 1000 * deck.size, one.decide(0, (), 0) + 10 * two.decide(0, (), 0))
        """,
    "stars of tuples and lists": """
        def play(chance):
            row = [chance.pick([1] * 9) for _ in range(3 + chance.pick([1, 1]))]
            first, *rest = row
            *most, last = row
            a, *middle, b = (1, 2, first, 4)
            rest.append(7)
            return Out(sum(rest) * 100 + sum(most), last + a * sum(middle) * b + len(row))
        """,
    "what is asked of a text that is one of several": """
        NAMES = ("ace", "king", "queen of hearts", "", "10", "Émile")
        def play(chance):
            name = NAMES[chance.pick([1] * 6)]
            other = "queen" if chance.pick([1, 1]) else name
            a = len(name) + 20 * len(other) + 400 * name.count("e") + 2000 * name.find("n")
            b = [name.startswith("k"), name.endswith(("g", "s")), name.isdigit(), name.isalpha()]
            c = [other.startswith(""), other.isupper(), other.islower(), other.endswith("n")]
            parts = ["queen" in other, name in "kings and aces", "" in name, "X" not in other]
            parts += [not name, bool(other), True if name else False]
            c += parts
            late = "a text that no line before has" if chance.pick([1, 1]) else "0"
            return Out(a, sum(2 ** k for k, x in enumerate(b + c) if x) + 1000 * len(late))
        """,
    "the length of a text in the state of a loop": """
        def play(chance):
            word, total = "x", 0
            while len(word) < 4:
                total += len(word) + (10 if word.endswith("y") else 0)
                word = ("x", "xy", "xyz", "long")[chance.pick([1] * 4)] if total < 6 else "ended"
            return Out(total, len(word))
        """,
    "slices with steps": """
        def play(chance):
            row = tuple(range(8))
            i, j = chance.pick([1] * 12) - 6, chance.pick([1] * 12) - 6
            k = chance.pick([1] * 5) - 2 or 3
            a, b = row[i:j:k], [*row][i::-2]
            return Out(sum(a) * 100 + len(a), sum(b) * 10 + len(row[::3]) + sum(row[j::-1]))
        """,
    "partial functions hold values as they were": """
        def add(a, b, c=0):
            return a * 100 + b * 10 + c
        def twice(f, x):
            return f(x) + f(x)
        def play(chance):
            n = chance.pick([1] * 6)
            f = partial(add, n, c=chance.pick([1] * 5))
            n = 9
            g = partial(f, 3)
            return Out(twice(f, 2), g() + n)
        """,
    "partial functions in a function that is called in a loop": """
        def add(a, b):
            return a * 10 + b
        def one(k, chance):
            f = partial(add, k)
            return f(chance.pick([1] * 4))
        def play(chance):
            return Out(sum(one(k, chance) for k in range(4)), one(9, chance))
        """,
    "partial functions in lists, and under names that are assigned again": """
        def add(a, b, c=0):
            return a + 10 * b + 100 * c
        class Person(NamedTuple):
            decide: object
        def play(chance):
            f = partial(add, 1)
            for k in range(chance.pick([1] * 4)):
                f = partial(add, k + 2)
            fs = [partial(add, k, c=2) for k, _ in enumerate([5, 6, 7])]
            person = Person(f if chance.pick([1, 1]) else partial(add, 8))
            keyed = sorted(range(4), key=partial(add, b=chance.pick([1, 1])), reverse=True)
            return Out(f(2) + 1000 * fs[chance.pick([1] * 3)](3), person.decide(4) + keyed[0])
        """,
    "functions that are returned, and keep the values that they use": """
        def made(k, chance):
            base = k + chance.pick([1] * 3)
            twice = lambda x: 2 * x + base
            def added(x):
                return twice(x) + k
            if k == 3:
                return lambda x: -x
            base += 10
            return added
        def pair(k):
            return (lambda: k), 7
        def play(chance):
            f, g = made(1, chance), made(2, chance)
            kept = []
            for k in range(3):
                h, seven = pair(k * chance.pick([1, 1]))
                kept.append(h)
            a = f(1) + 100 * g(2) + 10**4 * made(3, chance)(1)
            return Out(a, sum(h() for h in kept) * seven)
        """,
    "replace in a dataclass": """
        @dataclass(frozen=True)
        class Hand:
            low: int
            high: int = 5
        def play(chance):
            hand = Hand(chance.pick([1] * 4))
            other = replace(hand, high=hand.low + chance.pick([1, 1]))
            return Out(other.high * 10 + other.low, hand == replace(other, high=5))
        """,
    "Fractions that vary": """
        HALF = Fraction(1, 2)
        def play(chance):
            a, b = chance.pick([1] * 7) - 3, chance.pick([1] * 5) + 1
            p, q = Fraction(a, b), Fraction(a) / -b + HALF
            r = p if chance.pick([1, 1]) else HALF
            s = r * q - p / 3 + 2
            x = (p < q) + 2 * (p == -q) + 4 * (r >= HALF) + 8 * (s != r) + 16 * bool(p)
            return Out(x, s.numerator * 100 + max(p, q).denominator)
        """,
    "coins whose chance varies": """
        def play(chance):
            n = chance.pick([1] * 6) + 1
            a = sum(coin(chance, Fraction(k, n)) for k in range(n + 1))
            return Out(a, coin(chance, Fraction(1, n) + Fraction(1, 7)))
        """,
    "a chance above 1": """
        def play(chance):
            n = chance.pick([1] * 9) + 1
            return Out(n, coin(chance, Fraction(n, 9)))
        """,
    "numbers that may be truth values or members": """
        class Level(enum.IntEnum):
            LOW = 2
            HIGH = 5
        def choose(k):
            if k == 0:
                return True
            if k == 1:
                return Level.HIGH
            return k
        def play(chance):
            x, y = choose(chance.pick([1] * 4)), choose(chance.pick([1] * 4))
            z = max(x, y, 2)
            a = (x + y) * 10 + (x == y) + 2 * (x < y) + 4 * bool(x) + (x & y) + (x ^ 3) + ~y
            rows = [x, 1, True]
            return Out(a + sum(rows), z * 3 + abs(-z) + (0 if x else 1) + (x in (1, 5)))
        """,
    "members of an IntEnum by their own number": """
        class Level(enum.IntEnum):
            LOW = 2
            HIGH = 5
        def play(chance):
            level = Level.HIGH if chance.pick([1, 1]) else Level.LOW
            return Out(Level(level) + level, Level(2 + 3 * chance.pick([1, 1])) is level)
        """,
    "dictionaries and Decks of constants": """
        RANKS = ("a", "b", "c")
        def play(chance):
            worth = {rank: k * k for k, rank in enumerate(RANKS)} if False else {"a": 5}
            values = {k: k + 1 for k in range(6) if k != 3}
            deck = Deck({k: 2 for k in range(4)})
            card, left = deck.draw(chance)
            again = Deck([left[k] + 1 for k in range(4)])
            return Out(values.get(card, 50) + worth["a"], again.draw(chance)[0] + len(again))
        """,
    "loops over a few constants of different types": """
        def double(x):
            return 2 * x
        def square(x):
            return x * x
        def play(chance):
            n, total = chance.pick([1] * 6), 0
            for name, f in (("double", double), ("square", square)):
                if name == "square" and n == 2:
                    continue
                total = total * 50 + f(n)
            first, second = (g(n + 1) for g in (double, square))
            return Out(total, first * 100 + second)
        """,
    "objects whose attributes are set once": """
        class Person:
            height = 3
            def __init__(self, name, points=2):
                "Somebody."
                self.points = points * 10
                self.name, self.twice = name, self.points * 2
            @property
            def worth(self):
                return self.points + self.height
            def plus(self, more):
                return Person(self.name + 1, self.points + more)
        class Child(Person):
            height = 1
            def score(self, other):
                return self.worth * 2 + other.worth
        class Holder(NamedTuple):
            f: object
        def double(x):
            return 2 * x
        def play(chance):
            first = Child(chance.pick([1] * 3), chance.pick([1] * 4))
            other = first.plus(chance.pick([1] * 5)) if chance.pick([1, 1]) else Person(7)
            held = Holder(double)
            return Out(first.score(other) * 10 + first.twice, other.name + held.f(first.name))
        """,
    "f-strings that nobody reads": """
        def tell(event):
            pass
        def play(chance):
            a = chance.pick([1] * 6)
            tell(f"{a} and {chance.pick([1] * 5)}")
            assert a < 9, f"{a} is too many"
            return Out(a, chance.pick([1] * 7))
        """,
    "texts that are made, and what is asked of them": """
        NAMES = ("ace", "king", "queen of hearts", "", " 10 ", "AbC", "aaaa")
        def play(chance):
            word = NAMES[chance.pick([1] * 7)] + NAMES[chance.pick([1] * 7)]
            part = ("a", "k", "en", "", "aa")[chance.pick([1] * 5)]
            a = word.count(part) + 10 * word.find(part) + 1000 * word.rfind(part)
            changed = word.replace(part, "xy")
            parts = [word.startswith(part), word.endswith(part), part in word, bool(word)]
            parts += [word.strip() == word, word.lstrip() < word, word.rstrip("gna") == word]
            parts += [word.upper() == word, word.lower() == word, changed <= word]
            parts += [word.isalpha(), word.isdigit(), word.isspace(), word.isalnum()]
            parts += [word.islower(), word.isupper(), word.removeprefix(part) == word]
            parts += [word.removesuffix(part) == word, part < word, changed == "ace"]
            parts += [word.startswith(("a", "k")), word in ("ace", "king"), word != "" + word]
            return Out(a + 10**6 * len(changed), sum(2**k for k, x in enumerate(parts) if x))
        """,
    "parts of texts": """
        def play(chance):
            word = ""
            for _ in range(chance.pick([1] * 6)):
                word += "ab"[chance.pick([1, 1])]
            part = "ab"[:chance.pick([1] * 3)]
            made = "".join(sorted(word)) + "-".join([c + "!" for c in word]) + "".join((word, part))
            made += ",".join(["q", "r"]) + 2 * word + word[::-1] + word[-2:]
            made += word.replace(part, "c")
            first, second = word[-1:] + "x", "y"
            one, other = (first + second)[-2:]
            total = 0
            for letter in made:
                total = (total * 31 + "abcxyz|-!,qr".index(letter)) % 1000003
            return Out(total, len({*word}) * 10 + (word[0] == "a" if word else 7) + (one < other))
        """,
    "texts that are made as keys and as values of members": """
        class Suit(enum.Enum):
            A = "ab"
            B = "ba"
        TABLE = {"ab": 1, "ba": 2, "aa": 3, 7: 8}
        def play(chance):
            word = "".join("ab"[chance.pick([1, 1])] for _ in range(2))
            suit = Suit(word) if word[0] != word[1] else Suit.A
            number = int(("1" if chance.pick([1, 1]) else "-2") + "30")
            a = TABLE.get(word, 9) * 10 + (suit is Suit.A) + 100 * (word in TABLE) + 1000 * number
            b = word.index("b" if "b" in word else "a") + 10 * (word == suit.value)
            none = None
            for _ in range(chance.pick([1] * 3)):
                none = (none or "") + word[:1]
            return Out(a + (word in {"ab", "bb"}), b + (len(none) if none else 50))
        """,
    "cards that are words of two characters": """
        RANKS, SUITS = "2TA", "cd"
        DECK = tuple(rank + suit for rank in RANKS for suit in SUITS)
        def value(card):
            return RANKS.index(card[0]) + 2
        def play(chance):
            hand = shuffled(chance, DECK)[:4]
            suits = {card[1] for card in hand}
            ranks = sorted((value(card) for card in hand), reverse=True)
            counts = sorted([sum(rank == other for rank in ranks) for other in ranks])
            return Out(counts[-1] * 10 + len(suits), ranks[0] + 100 * ("Ac" in hand))
        """,
    "members and records as keys": """
        class Suit(enum.Enum):
            A = 1
            B = 2
        class Card(NamedTuple):
            suit: Suit
            rank: int
        WORTH = {Card(suit, k): k * 2 + (suit is Suit.A) for suit in Suit for k in range(5)}
        def play(chance):
            card = Card(Suit.A if chance.pick([1, 1]) else Suit.B, chance.pick([1] * 6))
            return Out(WORTH.get(card, -1), ((Suit.A, 3) in WORTH) + 2 * (card in WORTH))
        """,
    "single characters and their numbers": """
        def play(chance):
            word = "abc"[chance.pick([1] * 3)] + "é"
            moved = "".join(chr(ord(letter) + 1) for letter in word)
            return Out(ord(moved[0]), ord("é") + (moved[1:] == chr(234)))
        """,
    "f-strings that are looked at": """
        class Suit(enum.Enum):
            A = "a"
            B = "b"
        def play(chance):
            a, suit = chance.pick([1] * 30) - 9, Suit.A if chance.pick([1, 1]) else Suit.B
            text = f"{a}|{suit.value!r}|{a == 3}|{suit.name:>3}{suit}{None}" + str(a) + repr(a)
            letters = "-0123456789|ABabTrueFlsNon. 'Sit"
            return Out(len(text), sum(k * letters.index(c) for k, c in enumerate(text)))
        """,
    "f-strings of values that show themselves": """
        class Card(NamedTuple):
            rank: int
            suit: int = 0
            def __str__(self):
                return ("ace", "king", "two")[self.rank] + f" of {self.suit}"
        @dataclass(frozen=True)
        class Drawn:
            card: Card
            def __repr__(self):
                return f"<{self.card}>"
        def play(chance):
            card = Card(chance.pick([1] * 3), chance.pick([1] * 12))
            text = f"{card} and {Drawn(card)!r}, {str(Drawn(card))}"
            letters = "acekingtwo of,<>0123456789nd"
            return Out(len(text), sum(k * letters.index(c) for k, c in enumerate(text)))
        """,
    "f-strings of any values, which nobody reads": """
        class Pair(NamedTuple):
            a: int
            b: object = None
        def tell(event):
            pass
        def play(chance):
            a = chance.pick([1] * 6)
            card, deck = Deck((1, 2)).draw(chance)
            none = None if card else a
            tell(f"{a:>5} {deck} {(a, card)} {Pair(a)!r} {none} {[a]}" + f"{a == 3!s:5}")
            return Out(a, isinstance(f"{a}", str) + chance.pick([1] * 7))
        """,
    "lists whose items get a larger shape later": """
        def play(chance):
            flags, words, rows, best = [0, 0], ["a"], [(1,)], [None] * 3
            flags[0] = chance.pick([1, 1]) == 1
            words.append("b" + "ab"[chance.pick([1, 1])])
            rows.append((1, chance.pick([1] * 3)))
            best[chance.pick([1] * 3)] = 5
            mixed = [1] if chance.pick([1, 1]) else [True]
            grown = []
            grown.append(chance.pick([1, 1]) == 1)
            grown.append(7)
            alias = flags
            alias[1] = 4
            a = sum(flags) + 10 * len(words[1]) + 100 * sum(map(sum, rows)) + 1000 * sum(mixed)
            return Out(a + 10**4 * sum(grown), sum(x or 1 for x in best) + 100 * best.count(None))
        """,
    "ranges that are values": """
        def play(chance):
            n = chance.pick([1] * 4)
            some = range(n, 10, 2)
            total = 0
            for k in some:
                total += k
            other = range(3) if chance.pick([1, 1]) else range(n)
            same = (other == range(3)) + 2 * (range(n) == (0, 1))
            return Out(total + 100 * len(some) + 1000 * some[0], same + 10 * (4 in some))
        """,
    "sets that are written with values of the play": """
        def play(chance):
            a, b = chance.pick([1] * 3), chance.pick([1] * 3)
            kinds = {a, b, 1}
            found = (2 in kinds) + 2 * (1 in {a, b}) + 4 * (a in {b, 2})
            return Out(len(kinds) * 10 + len({(a, b), (b, a)}), found + 10 * len({*[a, b], 7}))
        """,
    "arguments by name, and methods of constants": """
        def play(chance):
            n = chance.pick([1] * 3)
            deck = Deck([n, 1, 2], kinds=("a", "b", "c"))
            card, left = deck.draw(chance=chance)
            more = left.plus(kind="b", cards=2)
            a = sum(k * x for k, x in enumerate([n, 5], start=1)) + sum([n, 5], start=10)
            rows = sum([(n,), (2, 3)], ())
            b = (5).bit_length() + len("a b c".split()) + sum(map(len, "ab c".split(" ")))
            a = a * 100 + more["b"] * 10 + (card == "a")
            return Out(a, b + 100 * len(rows) + 1000 * rows[0])
        """,
    "dictionaries of constants of any kind": """
        class Pair(NamedTuple):
            a: int
            b: int = 0
        def play(chance):
            k = chance.pick([1, 1])
            decks = {0: Deck((1, 2)), 1: Deck((2, 2))}[k]
            pairs = {0: Pair(1), 1: Pair(2, b=3)}
            heads = {0: Fraction(1, 2), 1: Fraction(1, 3)}
            sums = {(a, b): a + b for a in range(2) for b in range(a, 3) if b != 1}
            nested = {0: {0: 1, 1: 2}, 1: {0: 3, 1: 4}}[1][k]
            a = decks.size + 10 * pairs[k].b + 100 * coin(chance, heads[k]) + 1000 * nested
            return Out(a, sums[k, 2] + 10 * coin(chance, k))
        """,
    "frozen dataclasses in order, and with cached properties": """
        @dataclass(frozen=True, order=True)
        class Hand:
            rank: int
            suit: int = 1
            @functools.cached_property
            def worth(self):
                return self.rank * 3
        def play(chance):
            one, other = (Hand(chance.pick([1] * 3), chance.pick([1, 1])) for _ in range(2))
            a = (one < other) + 2 * (one >= other) + 4 * (max(one, other) == one)
            return Out(a, one.worth * 10 + getattr(other, "rank"))
        """,
    "dataclasses with slots, bases and fields that must be named": """
        @dataclass(frozen=True)
        class Person:
            age: int = 3
            _: KW_ONLY
            seat: int = 1
        @dataclass(frozen=True, slots=True)
        class Player(Person):
            points: int = 5
        def play(chance):
            one = Player(chance.pick([1] * 3), points=2)
            other = Player(seat=chance.pick([1, 1]))
            return Out(one.age * 100 + one.seat * 10 + one.points, other.age * 10 + other.points)
        """,
    "errors that are raised as others": """
        def play(chance):
            n = chance.pick([1] * 3)
            try:
                value = (4, 5, 6)[n]
            except IndexError as error:
                raise ValueError from error
            else:
                value += 1
            none = None if n else 3
            a = isinstance(none, int) + 2 * isinstance(none, (str, bool))
            return Out(value, a + 10 * (n in (1, 2) in ((1, 2), True)))
        """,
    "arguments are computed in their order": """
        def by(k):
            return lambda x: (x - k) % 3
        def play(chance):
            row = sorted([3, 1, chance.pick([1] * 3)], key=by(chance.pick([1] * 3)))
            most = max([chance.pick([1, 1]), 4], default=0, key=by(chance.pick([1] * 3)))
            n = chance.pick([1, 1])
            total = sum((x * chance.pick([1, 1]) for x in range(1 + n)), start=chance.pick([1, 1]))
            least = min((x + chance.pick([1] * 3) for x in range(2)), key=by(chance.pick([1, 1])))
            return Out(row[0] * 100 + row[1] * 10 + most, total * 10 + least)
        """,
    "the largest keys": """
        TABLE = {-2**63: 1, 2**63 - 1: 2, 2**70: 3, 5: 4}
        def play(chance):
            n = chance.pick([1] * 7)
            key = 2**62 - 1 + 2**62 if n == 1 else -2**62 - 2**62 if n == 2 else n
            return Out(TABLE.get(key, 9), {-2**5: 1, 7 // 2: 4, 2**3 - 1: 6}.get(n, 8))
        """,
    "iterators and Decks taken apart": """
        def add(a, b, c=0):
            return a + 2 * b + 4 * c
        def play(chance):
            first, second = zip((1, chance.pick([1, 1])), (3, 4))
            _, deck = Deck((1, 1, 1)).draw(chance)
            low, high = deck
            given = add(*[chance.pick([1, 1]) for _ in range(3)])
            return Out(first[1] + 10 * second[0] + 100 * low + 1000 * high, given)
        """,
    "a condition that is known although it asks": """
        TABLE = {(k, k): k for k in range(3)}
        class Person(NamedTuple):
            seats: frozenset = frozenset({0, 1})
            other: object = None
        PERSON = Person()
        def play(chance):
            seat = chance.pick([1] * 3)
            if seat not in PERSON.seats and PERSON.other is not None:
                return PERSON.other.decide(seat)
            return Out(seat, TABLE.get((seat, chance.pick([1, 1])), 7))
        """,
    "imports in functions, and cached functions of constants": """
        @functools.cache
        def squares(n):
            found = {}
            for k in range(n):
                found[k] = k * k
            return found
        def play(chance):
            from math import comb as ways, gcd
            k = chance.pick([1] * 6)
            return Out(ways(6, k) + squares(6)[k], gcd(k, 12))
        """,
    "bits": """
        def play(chance):
            n = chance.pick([1] * 70) - 35
            return Out(n.bit_length() * 10 + n.bit_count(), (n * n).bit_length())
        """,
    "map and enumerate with a start": """
        def square(x):
            return x * x
        def play(chance):
            rows = [[0] * chance.pick([1] * 3), [1]]
            dice = tuple(chance.pick([1] * 6) for _ in range(4))
            a = sum(map(len, rows)) + max(map(square, dice))
            b = sum(k * face for k, face in enumerate(dice, 1))
            first, second = map(len, rows)
            return Out(a * 10 + first, b + second)
        """,
    "methods of Decks": """
        PACK = Deck({"a": 2, "b": 0, "c": 3})
        def play(chance):
            hand, left = PACK.deal(chance, chance.pick([1] * 6))
            more = left.plus("b", 2).plus("c", hand["c"])
            card, rest = more.draw(chance)
            counts = rest.counts
            a = sum(counts[k] * 10**k for k in range(3)) + 1000 * hand.counts[-1]
            b = max(rest.counts) + 10 * len(hand) + 100 * (rest == more) + (card == "b")
            return Out(a, b + sum(more.counts[1:]) + (1000 if hand else 0))
        """,
    "a Deck of many kinds": """
        def play(chance):
            deck, total = Deck.of_cards(ranks=13, suits=4), 0
            for k in range(20):
                card, deck = deck.draw(chance)
                total += (k + 1) * card.rank + card.suit
            hand, deck = deck.deal(chance, 3)
            return Out(total, sum(deck.counts) * 100 + sum(c.rank for c in hand))
        """,
    "weights of equal numbers": """
        def play(chance):
            n = chance.pick([1] * 4) + 1
            a, b = chance.pick([1] * n), chance.pick((3,) * (n + 1))
            left = list(range(n + 3))
            c = left.pop(chance.pick([2] * len(left)))
            return Out(a * 100 + b * 10 + c, sum(k * x for k, x in enumerate(left)))
        """,
    "lists put together": """
        def play(chance):
            n = chance.pick([1] * 4)
            a, b = [n] * n, [(n, k) for k in range(n)]
            c = (*a, 8, *range(n), *(1, 2))
            d = a + a[1:] + a[::-1]
            e = b + b[:1]
            a.append(5)
            e.reverse()
            return Out(sum(c) * 10 + len(d), sum(x * 3 + y for x, y in e) + sum(a) + len(b))
        """,
    "removal from lists of pairs": """
        def play(chance):
            row = [(k, k * k) for k in range(6)]
            total = 0
            while len(row) > 2:
                x, y = row.pop(chance.pick([1] * len(row)))
                total = total * 7 + x + y
            row.insert(1, (9, 9))
            return Out(total, sum(x * 10 + y for x, y in row) + row.pop()[0])
        """,
    "operands that would fail, and are not reached": """
        def play(chance):
            a = chance.pick([1] * 4)
            b = a < 4 or [][a]
            if a < 4 or [][a]:
                b += 7
            c = 3 if 9 < a < [][0] else 5
            return Out(a + b, c + (2 if a > 3 and [][a] else 1))
        """,
    "dictionaries that grow": """
        def play(chance):
            counts = {}
            for _ in range(5):
                face = chance.pick([1] * 6)
                if face in counts:
                    counts[face] += 1
                else:
                    counts[face] = 1
            total = 0
            for face in counts:
                total = total * 10 + face
            return Out(total, max(counts.values()) * 100 + len(counts) * 10 + counts.get(3, 7))
        """,
    "a dictionary of constants that is changed": """
        def play(chance):
            counts = {0: 0, 1: 1, 5: 9}
            counts[chance.pick([1] * 4)] = 3
            counts[5] += chance.pick([1] * 3)
            return Out(sum(k * v for k, v in counts.items()), len(counts))
        """,
    "Counters": """
        def play(chance):
            dice = [chance.pick([1] * 6) for _ in range(4)]
            c = Counter(dice)
            (face, number), *rest = c.most_common()
            c.update([face, 9])
            d = Counter({1: 2, 3: chance.pick([1]*3)})
            e = c + d
            f = c - d
            c.subtract(d)
            a = face * 1000 + number * 100 + len(rest) * 10 + c[7]
            b = sum(k * v for k, v in e.items()) * 100 + sum(f.values())
            return Out(a, b + c.total() + 50 * c[3] + len(c))
        """,
    "dictionaries with default values": """
        def play(chance):
            rows = defaultdict(list)
            numbers = defaultdict(int)
            more = defaultdict(lambda: 5)
            for k in range(4):
                rows[chance.pick([1] * 3)].append(k)
                numbers[chance.pick([1] * 3)] += k
                more[k % 2] += 1
            a = 0
            for key, row in rows.items():
                for each in row:
                    a = a * 7 + each + key
            b = sum(k * v for k, v in numbers.items())
            return Out(a % 1000003, b * 100 + more[0] * 10 + more[9] + len(more))
        """,
    "sets that grow": """
        def play(chance):
            seen = set()
            n = 0
            while len(seen) < 3 and n < 5:
                seen.add(chance.pick([1] * 5))
                n += 1
            other = {chance.pick([1] * 6), 2, chance.pick([1, 1])}
            a = sorted(seen | other) + sorted(seen & other)
            a += sorted(seen - other) + sorted(seen ^ other)
            b = 0
            for each in a:
                b = b * 6 + each
            seen.discard(3)
            seen |= {1, 2}
            seen -= other
            c = (seen <= other) + 2 * (seen < other) + 4 * (other >= {2}) + 8 * (seen == {0, 4})
            c += 16 * seen.isdisjoint(other) + 32 * seen.issubset([0, 1, 2, 3, 4])
            c += 64 * (other > {2}) + 128 * (len(seen.union(other)) == 4)
            return Out(b % 1000003, n * 1000 + c)
        """,
    "a set of tuples": """
        def play(chance):
            seen = set()
            x = y = 0
            for k in range(7):
                if (x, y) in seen:
                    return Out(k, len(seen))
                seen.add((x, y))
                d = chance.pick([1] * 4)
                x, y = x + (d == 0) - (d == 1), y + (d == 2) - (d == 3)
            return Out(99, len(seen))
        """,
    "methods of dictionaries": """
        def play(chance):
            d = {k: chance.pick([1] * 4) for k in range(3)}
            d[chance.pick([1] * 5)] = 7
            e = dict(d)
            e.pop(1)
            x = e.pop(8, 50)
            del d[0]
            d.setdefault(0, 3)
            d.update({9: 1, 1: 2})
            best = max(d, key=d.get)
            first = sorted(d, key=d.get, reverse=True)[0]
            last = d.popitem()
            f = d | e
            a = 0
            for key, value in f.items():
                a = a * 10 + key + value
            b = (d == e) + 2 * (d == d.copy()) + 4 * (3 in d.values())
            b += 8 * ((0, 3) in d.items()) + 16 * (2 in d.keys()) + 32 * (e == {0: 1, 2: 2})
            return Out(a, b * 1000 + best * 100 + first * 10 + last[0] + x)
        """,
    "texts as keys": """
        def play(chance):
            names = ("ace", "king", "queen")
            d = {}
            for _ in range(4):
                name = names[chance.pick([1] * 3)]
                d[name] = d.get(name, 0) + 1
            a = 0
            for name, n in sorted(d.items(), key=lambda pair: pair[1]):
                a = a * 10 + n + 3 * (name == "king")
            return Out(a, d.get("queen", 9))
        """,
    "dictionaries of lists": """
        def play(chance):
            groups = {0: [], 1: []}
            for k in range(5):
                groups[chance.pick([1, 1])].append(k)
            other = {k: [] for k in range(2)}
            other[1].append(chance.pick([1] * 3))
            return Out(sum(groups[0]) * 10 + len(groups[1]), sum(other[1]))
        """,
    "frozensets, also as keys": """
        def play(chance):
            s = frozenset(chance.pick([1] * 5) for _ in range(4))
            t = frozenset([1, 2]) | s
            d = {}
            d[s] = 3
            d[t] = 4
            kinds = isinstance(t, frozenset) + 2 * isinstance({1}, set) + 4 * isinstance(d, dict)
            return Out(len(t), len(d) * 10 + d[s] + (s == set(s)) * 100 + kinds * 1000)
        """,
    "dictionaries of names": """
        def play(chance):
            d = dict(a=chance.pick([1] * 4), b=2)
            e = dict(zip(range(2), (chance.pick([1] * 4), 5)))
            f = dict(e) | {9: 1}
            return Out(d["a"] * 10 + d["b"], sum(e.values()) * 100 + len(f) + f[9])
        """,
    "a dictionary in two names, and in a function": """
        def count(d, k):
            d[k] = d.get(k, 0) + 1
            return d
        def play(chance):
            d = {}
            for _ in range(4):
                e = count(d, chance.pick([1] * 3))
            e[7] = 1
            pairs = [*d.items()]
            return Out(sum(k * v for k, v in pairs) * 10 + len(d), sum(b for a, b in e.items()))
        """,
    "keys that come and go": """
        def play(chance):
            d = {k: k * k for k in range(4)}
            for _ in range(3):
                k = chance.pick([1] * 5)
                if k in d:
                    del d[k]
                else:
                    d[k] = 7
            row = [1, 2, 3, 4]
            del row[chance.pick([1] * 4)]
            total = 0
            for k, v in d.items():
                total = total * 10 + k + v
                d[k] = 0
            return Out(total, sum(d.values()) + row[0] * 10 + row[-1])
        """,
    "an order of sets, which is none": """
        def play(chance):
            a = {chance.pick([1] * 3), 1}
            b = {chance.pick([1] * 3), 2}
            c = (a < b) + 2 * (a <= b) + 4 * (a > b) + 8 * (a >= b) + 16 * (a == b) + 32 * (a != b)
            return Out(c, 0 if a & b else 1)
        """,
    "sums of tuples, and what is asked of a class": """
        class Suit(enum.Enum):
            CLUB = 1
            HEART = 2
        class Two(NamedTuple):
            x: int
            y: int
        def some(k):
            return None if k > 2 else k
        def play(chance):
            k = chance.pick([1] * 5)
            parts = sum(((j, k) for j in range(k)), ())
            rows = sum([[1], [k]], [])
            a = isinstance(some(k), int) + 2 * isinstance(some(k), int | None)
            a += 4 * len(Suit) + 20 * getattr(Two(k, 2), "x") + 100 * sum(rows)
            b = list(map(lambda j: j * k, [1, 2]))
            whole = sum(Fraction(1, j + 1) for j in range(k)) + sum([Fraction(1, 2)] * 2)
            c = sum(i * j for i, j in enumerate((k, 3), start=k)) + len({*parts, 1, *b})
            return Out(a + 1000 * c, sum(parts) * 10 + len(parts) + b[1] + 900 * whole.numerator)
        """,
    "iterators taken apart at once": """
        def add(a, b, c):
            return a + 10 * b + 100 * c
        def play(chance):
            rows = [0] * chance.pick([1] * 3), [1], [2] * chance.pick([1] * 3)
            k = 7
            (a, b, c), d = map(len, rows), k
            own = 5 & ~1 if False else 0b1010
            deck = Deck({card: 1 for card in range(4) if not own >> card & 1})
            return Out(add(*map(len, rows)) + d, a + b * 10 + c * 100 + deck.draw(chance)[0])
        """,
    "a name for values of several types, one after another": """
        def double(hand):
            hand = sum(hand)
            hand *= 2
            hand = (hand, hand + 1)
            return hand
        def play(chance):
            hand, left = Deck((2, 1, 3)).deal(chance, 2)
            def size():
                return len(hand)
            a = size()
            hand = sorted(hand)
            b = size() + a
            hand = (*hand, 7)
            total = size() * 10 + b
            for k in range(3):
                total += hand[k % len(hand)] * k
            hand = None
            total = total if hand is None else 0
            return Out(total, double([a, b])[1])
        """,
    "a Counter that is updated": """
        def play(chance):
            counts = Counter((1, 2))
            counts.update((chance.pick([1] * 3), 1))
            return Out(counts[1] * 10 + counts[2], counts[0] + len(counts))
        """,
    "partial functions of one function that differ in a number": """
        def add(a, b):
            return a * 10 + b
        def play(chance):
            n = chance.pick([1] * 4)
            f = partial(add, n) if chance.pick([1, 1]) else partial(add, 7)
            return Out(f(2), f(n))
        """,
    "all fields of a tuple and of a dataclass replaced": """
        @dataclass(frozen=True)
        class Hand:
            low: int
            high: int = 5
        class Two(NamedTuple):
            a: int
            b: int
        def play(chance):
            n = chance.pick([1] * 4)
            hand, two = replace(Hand(n), low=2, high=n + 1), Two(n, 1)._replace(a=3, b=n)
            return Out(hand.low * 10 + hand.high, two.a * 10 + two.b)
        """,
    "match of a constant": """
        LEVEL = 2
        def play(chance):
            match LEVEL:
                case 1:
                    a = 10
                case 2:
                    a = chance.pick([1] * 3)
                case _:
                    a = 20
            return Out(a, 3)
        """,
    "bits of constants": """
        SIX, FIVE = 6, 5
        def play(chance):
            a = chance.pick([1] * (SIX & FIVE)) + chance.pick([1] * (SIX ^ 4))
            return Out(a if SIX & 2 and FIVE | 1 else 100, chance.pick([1] * (SIX | FIVE)))
        """,
    "how constants and records are shown": """
        class Suit(enum.Enum):
            CLUB = 1
            HEART = 2
        class Two(NamedTuple):
            a: int
            b: object
        def tell(event):
            pass
        def play(chance):
            n = chance.pick([1] * 4)
            suit = Suit.CLUB if n % 2 else Suit.HEART
            perhaps = (n, suit) if n > 1 else None
            tell(f"{n} and {(n, suit)}, {perhaps}, {Two(n, suit)}, {[suit]}, {suit}")
            return Out(len(f"{5}{n}{'x'!r}"), len(f"{7}-{True}"))
        """,
    "a table whose keys are tuples of many kinds": """
        MIXED = {(1, 2): 5, ("a",): 6, (1,): 7, (): 8, 3: 9}
        def play(chance):
            row = tuple([1, 2, 3][: chance.pick([1] * 4)])
            return Out(MIXED.get(row, 0), MIXED.get((1, chance.pick([1] * 3)), 1))
        """,
    "dictionaries and sets made of constants are new ones": """
        A, B, C = {1: 2}, {3: 4}, {5, 6}
        def play(chance):
            made, kept = A | B, A | B
            made[1] = 7 + chance.pick([1] * 3)
            items, others = C | {7}, C | {7}
            items.add(8 + chance.pick([1, 1]))
            return Out(made[1] * 10 + kept[1], len(items) * 10 + len(others) + (9 in items))
        """,
    "many weights whose sum is large": """
        WEIGHTS = tuple(k * 10**9 for k in range(1, 40))
        def play(chance):
            return Out(chance.pick(WEIGHTS), chance.pick([0, *WEIGHTS]))
        """,
    "characters are taken from both ends of texts": """
        WORDS = ("  ab ", "xxa", "   ", "xx", "")
        def play(chance):
            word = WORDS[chance.pick([1] * 5)]
            a = len(word.lstrip()) * 10 + len(word.rstrip())
            return Out(a, len(word.lstrip("x")) * 10 + len(word.strip("xa")))
        """,
    "characters are taken from the beginning of a text that is made": """
        def play(chance):
            made = f"{chance.pick([1] * 3)}7"
            return Out(len(made.lstrip("01")), len(made.lstrip("0127")))
        """,
    "functions of constants are computed before the run": """
        FACES = [3, 1, 2]
        def play(chance):
            most, least = max(3, 2), min(FACES)
            row = [0] * max(2, 4)
            row[chance.pick([1] * max(FACES))] += most
            return Out(sum(row) * 10 + least, chance.pick([1] * len(sorted(FACES))))
        """,
}

REFUSED_ALSO = {  # by a part of the reason
    "f is a function here and a function elsewhere": """
        def add(a, b):
            return a + b
        def sub(a, b):
            return a - b
        def play(chance):
            f = partial(add, chance.pick([1, 1]))
            for _ in range(chance.pick([1, 1])):
                f = partial(sub, chance.pick([1, 1]))
            return Out(f(10))
        """,
    "a cached function that returns a list": """
        @functools.cache
        def table(n):
            return [n]
        def play(chance):
            t = table(chance.pick([1, 1]))
            t.append(1)
            return Out(len(t))
        """,
    "a comparison of a function with a function": """
        def add(a, b):
            return a + b
        def play(chance):
            f, g = partial(add, chance.pick([1, 1])), partial(add, chance.pick([1, 1]))
            return Out(f == g)
        """,
    "a function of the play in a list": """
        def play(chance):
            fs = [lambda: k for k in range(chance.pick([1, 1]))]
            return Out(len(fs))
        """,
    "a look at an f-string of a tuple": """
        def play(chance):
            return Out(len(f"{(chance.pick([1, 1]), 2)}"))
        """,
    "a Card in an f-string, or a format": """
        class Card(NamedTuple):
            rank: int
            def __format__(self, spec):
                return "ace" if self.rank else "king"
        def play(chance):
            text = f"{Card(chance.pick([1, 1]))}"
            return Out(1)
        """,
    "recursion": """
        def made(k):
            def down(n):
                return n and down(n - 1) + k
            return down
        def play(chance):
            return Out(made(chance.pick([1, 1]))(3))
        """,
    "a list in a set": """
        def play(chance):
            return Out(len({*[[chance.pick([1, 1])], [1]]}))
        """,
    "not compiled: a list in a set": """
        def play(chance):
            return Out(chance.pick([1, 1]) in {(1, [chance.pick([1, 1])])})
        """,
    "in a set": """
        def play(chance):
            return Out([chance.pick([1, 1])] in {chance.pick([1, 1]), 2})
        """,
    "in a set, or a set or a dictionary": """
        def play(chance):
            one, other = {1: 2}, {1: 2}
            one[chance.pick([1, 1])] = other[chance.pick([1, 1])] = 3
            return Out(one in {one, other})
        """,
    "a format that varies": """
        def play(chance):
            text = f"{7:{chance.pick([1, 1])}}"
            return Out(1)
        """,
    "the method zfill of a text": """
        def play(chance):
            return Out(len(("a" * chance.pick([1, 1])).zfill(3)))
        """,
    "an integer or a truth value as the field": """
        def play(chance):
            return Out(True if chance.pick([1, 1]) else 1)
        """,
    "an integer or a truth value as a number of cards": """
        def play(chance):
            n = True if chance.pick([1, 1]) else 1
            return Out(Deck((2, 2)).deal(chance, n)[0].size)
        """,
    "a Fraction as the field": """
        def play(chance):
            return Out(Fraction(chance.pick([1] * 4), 1))
        """,
    "a comparison of a Person with a Person": """
        class Person:
            def __init__(self, points):
                self.points = points
        def play(chance):
            return Out(Person(chance.pick([1, 1])) == Person(1))
        """,
    "an assignment to an attribute": """
        class Person:
            def __init__(self, points):
                self.points = points
            def win(self):
                self.points += 1
        def play(chance):
            person = Person(chance.pick([1, 1]))
            person.win()
            return Out(person.points)
        """,
    "a new Person": """
        class Person:
            def __init__(self, points):
                if points:
                    self.points = points
                else:
                    self.points = 7
        def play(chance):
            return Out(Person(chance.pick([1, 1])).points)
        """,
    "reversed of zip": """
        def play(chance):
            return Out(sum(a * b for a, b in reversed(zip((1, 2), (3, 4)))))
        """,
    "reversed of a Deck": """
        def play(chance):
            deck = Deck((1, 2))
            _, deck = deck.draw(chance)
            return Out(sum(k for k in reversed(deck)))
        """,
    "replace in a Two": """
        class Two(NamedTuple):
            a: int
            b: int
        def play(chance):
            return Out(replace(Two(chance.pick([1, 1]), 2), b=3).a)
        """,
    "a pattern": """
        def play(chance):
            match [chance.pick([1, 1]), 2]:
                case [0, x]:
                    return Out(x)
            return Out(5)
        """,
    "of a plain class as a key": """
        class Person:
            def __init__(self, points):
                self.points = points
        PAYS = {1: 2, 2: 3}
        def play(chance):
            return Out(PAYS.get(Person(chance.pick([1, 1])), 5))
        """,
}
