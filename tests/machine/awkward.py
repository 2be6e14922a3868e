"""Programs that are hard to compile: played as they are, or refused, never as something else."""

AWKWARD = [
    """
        def play(chance):
            n = 0
            for i in range(3):
                for j in range(3):
                    n += chance.pick([1, 1])
                else:
                    continue
            return Out(n)
        """,
    """
        def play(chance):
            n = 0
            for i in range(3):
                for j in range(3):
                    n += chance.pick([1, 1])
                else:
                    break
            return Out(n)
        """,
    """
        @dataclass(frozen=True)
        class ByRank:
            rank: int
            suit: int
            def __eq__(self, other):
                return self.rank == other.rank
        def play(chance):
            cards = [ByRank(1, chance.pick([1, 1])) for _ in range(2)]
            return Out(cards[0] == cards[1])
        """,
    """
        @dataclass(frozen=True)
        class Card:
            rank: int
            mark: int = field(default=0, compare=False)
        def play(chance):
            cards = [Card(1, chance.pick([1, 1])) for _ in range(2)]
            return Out(cards[0] == cards[1])
        """,
    """
        class Holder(NamedTuple):
            item: int
            def __contains__(self, item):
                return item == 42
        def play(chance):
            holder = Holder(chance.pick([1, 1]))
            return Out(42 in holder)
        """,
    """
        class Card(NamedTuple):
            rank: int
        class Ace(Card):
            @property
            def rank(self):
                return 55
        def play(chance):
            return Out(Ace(chance.pick([1, 1])).rank)
        """,
    """
        class Word(enum.StrEnum):
            NONE = ""
            SOME = "some"
        def play(chance):
            word = (Word.NONE, Word.SOME)[chance.pick([1, 1])]
            return Out(1 if word else 0)
        """,
    """
        COUNTS = {}
        def play(chance):
            COUNTS[1] = chance.pick([1, 1])
            return Out(1)
        """,
    """
        def play(chance):
            seen = {}
            seen[chance.pick([1, 1])] = 1
            return Out(len(seen))
        """,
    """
        def play(chance):
            return Out(sum(k for k in {3, 1, chance.pick([1, 1])}))
        """,
    """
        def play(chance):
            total = 0
            for k in {3, 1, 4}:
                total += k
            return Out(total)
        """,
    """
        def play(chance):
            seen = set()
            seen.add(1)
            return Out(1)
        """,
    """
        def play(chance):
            c = Counter([1, 2])
            return Out(c[1])
        """,
    """
        def f(n):
            return n and f(n - 1)
        def play(chance):
            return Out(f(3))
        """,
    """
        def play(chance):
            return Out(chance.pick([0.5, 0.5]))
        """,
    """
        def play(chance):
            return Out(int(chance.pick([1, 1]) / 2))
        """,
    """
        def play(chance):
            return Out(int(chance.pick([1, 1]) * 0.5))
        """,
    """
        N = 0
        def play(chance):
            global N
            N += 1
            return Out(N)
        """,
    """
        import random
        def play(chance):
            return Out(random.randint(1, 6))
        """,
    """
        import numpy as np
        def play(chance):
            return Out(int(np.sum([1, 2])))
        """,
    """
        def play(chance):
            try:
                return Out((1, 2)[chance.pick([1] * 3)])
            except IndexError:
                return Out(0)
        """,
    """
        def cards(chance):
            yield chance.pick([1, 1])
        def play(chance):
            return Out(sum(cards(chance)))
        """,
    """
        LOG = []
        def play(chance):
            LOG.append(1)
            return Out(1)
        """,
    """
        def f(x=[]):
            x.append(1)
            return len(x)
        def play(chance):
            return Out(f())
        """,
    """
        class A:
            def __init__(self):
                self.n = 0
            def up(self):
                self.n += 1
        def play(chance):
            a = A()
            a.up()
            return Out(a.n)
        """,
    """
        def play(chance):
            return Out(chance.pick([1] * 3) is 1)
        """,
    """
        def play(chance):
            x = [1, 'a']
            return Out(len(x))
        """,
    """
        def play(chance):
            x = 1 if chance.pick([1, 1]) else 'one'
            return Out(x == 1)
        """,
    """
        def play(chance):
            return Out('x' if chance.pick([1, 1]) else 'y')
        """,
    """
        def play(chance):
            if chance.pick([1, 1]):
                return Out(1)
        """,
    """
        def play(chance):
            return [1, 2]
        """,
    """
        def play(chance):
            print('hello')
            return Out(1)
        """,
    """
        def play(chance):
            n = 1
            f = lambda: n
            n = 2
            return Out(f())
        """,
    """
        def play(chance):
            with open('x') as f:
                return Out(1)
        """,
    """
        def play(chance):
            x = [1, 2, 3]
            x[1:] = [5]
            return Out(x[0])
        """,
    """
        def play(chance):
            w = ''
            while chance.pick([1, 1]):
                w += 'a'
            return Out(len(w))
        """,
    """
        def play(chance):
            x = [1, 2]
            del x[0]
            return Out(x[0])
        """,
    """
        def play(chance):
            return Out(nothing_like_this)
        """,
    """
        class P(NamedTuple):
            x: int
            def __add__(self, other):
                return P(self.x - other.x)
        def play(chance):
            return Out((P(1) + P(chance.pick([1, 1]))).x)
        """,
    """
        def play(chance):
            return (1, 2, 3)
        """,
    """
        def play(chance):
            return Out(chance.rng.integers(6))
        """,
    """
        def play(chance):
            return Out(chance.pick([10 ** 30, 1]))
        """,
]
