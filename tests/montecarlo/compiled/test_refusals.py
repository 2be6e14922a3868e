"""What is not compiled is refused with one sentence: the construct, its line, a remedy."""

import re
from itertools import count

import pytest

from montmort.montecarlo.compiled.compiler import CannotCompile, compile_experiment
from tests.montecarlo.compiled import snippets
from tests.montecarlo.compiled.snippets import experiment_of

BEFORE = snippets.HEAD.count("\n") + 1  # lines that stand before each text
REFUSED = [
    (
        "break or continue stands in the else of a loop in line 4 of rules.py: "
        "set a variable and test it",
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
    ),
    (
        "break or continue stands in the else of a loop in line 4 of rules.py: "
        "set a variable and test it",
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
    ),
    (
        "ByRank defines operators in line 8 of rules.py: use a plain NamedTuple",
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
    ),
    (
        "Card does not compare its field mark in line 6 of rules.py: use a plain NamedTuple",
        """
        @dataclass(frozen=True)
        class Card:
            rank: int
            mark: int = field(default=0, compare=False)
        def play(chance):
            cards = [Card(1, chance.pick([1, 1])) for _ in range(2)]
            return Out(cards[0] == cards[1])
        """,
    ),
    (
        "Holder defines operators in line 6 of rules.py: use a plain NamedTuple",
        """
        class Holder(NamedTuple):
            item: int
            def __contains__(self, item):
                return item == 42
        def play(chance):
            holder = Holder(chance.pick([1, 1]))
            return Out(42 in holder)
        """,
    ),
    (
        "Ace redefines its field rank in line 8 of rules.py: use a plain NamedTuple",
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
    ),
    (
        "a Word stands in a condition in line 6 of rules.py",
        """
        class Word(enum.StrEnum):
            NONE = ""
            SOME = "some"
        def play(chance):
            word = (Word.NONE, Word.SOME)[chance.pick([1, 1])]
            return Out(1 if word else 0)
        """,
    ),
    (
        "a dict is changed in line 3 of rules.py: use a tuple, and make a new one",
        """
        COUNTS = {}
        def play(chance):
            COUNTS[1] = chance.pick([1, 1])
            return Out(1)
        """,
    ),
    (
        "a dict is changed in line 3 of rules.py: use a tuple, and make a new one",
        """
        def play(chance):
            seen = {}
            seen[chance.pick([1, 1])] = 1
            return Out(len(seen))
        """,
    ),
    (
        "a loop runs over a set, whose order is not fixed in line 2 of rules.py: use a tuple",
        """
        def play(chance):
            return Out(sum(k for k in {3, 1, chance.pick([1, 1])}))
        """,
    ),
    (
        "a loop runs over a set, whose order is not fixed in line 3 of rules.py: use a tuple",
        """
        def play(chance):
            total = 0
            for k in {3, 1, 4}:
                total += k
            return Out(total)
        """,
    ),
    (
        "a set is made in the play in line 2 of rules.py: use a tuple or a list",
        """
        def play(chance):
            seen = set()
            seen.add(1)
            return Out(1)
        """,
    ),
    (
        "a Counter is made in the play in line 2 of rules.py: use a tuple or a list",
        """
        def play(chance):
            c = Counter([1, 2])
            return Out(c[1])
        """,
    ),
    (
        "f calls itself in line 1 of rules.py: use a loop",
        """
        def f(n):
            return n and f(n - 1)
        def play(chance):
            return Out(f(3))
        """,
    ),
    (
        "a weight is 0.5 in line 2 of rules.py: weights are integers",
        """
        def play(chance):
            return Out(chance.pick([0.5, 0.5]))
        """,
    ),
    (
        "a float is computed in line 2 of rules.py: use // or a Fraction",
        """
        def play(chance):
            return Out(int(chance.pick([1, 1]) / 2))
        """,
    ),
    (
        "a float is used in line 2 of rules.py: use integers, or Fractions in coin",
        """
        def play(chance):
            return Out(int(chance.pick([1, 1]) * 0.5))
        """,
    ),
    (
        "a global variable is assigned in line 3 of rules.py: keep it in the state",
        """
        N = 0
        def play(chance):
            global N
            N += 1
            return Out(N)
        """,
    ),
    (
        "random.randint is called in line 3 of rules.py: draw with chance.pick(weights)",
        """
        import random
        def play(chance):
            return Out(random.randint(1, 6))
        """,
    ),
    (
        "numpy.sum is called in line 3 of rules.py: use a loop or sum",
        """
        import numpy as np
        def play(chance):
            return Out(int(np.sum([1, 2])))
        """,
    ),
    (
        "an error is handled in line 2 of rules.py: test the condition before",
        """
        def play(chance):
            try:
                return Out((1, 2)[chance.pick([1] * 3)])
            except IndexError:
                return Out(0)
        """,
    ),
    (
        "cards is a generator in line 1 of rules.py: return a tuple or a list",
        """
        def cards(chance):
            yield chance.pick([1, 1])
        def play(chance):
            return Out(sum(cards(chance)))
        """,
    ),
    (
        "a global list or set is changed in line 3 of rules.py: make it in the play",
        """
        LOG = []
        def play(chance):
            LOG.append(1)
            return Out(1)
        """,
    ),
    (
        "a global list or set is changed in line 2 of rules.py: make it in the play",
        """
        def f(x=[]):
            x.append(1)
            return len(x)
        def play(chance):
            return Out(f())
        """,
    ),
    (
        "an attribute is changed in line 5 of rules.py: return a new NamedTuple",
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
    ),
    (
        "`is` compares an int and 1 in line 2 of rules.py: use ==",
        """
        def play(chance):
            return Out(chance.pick([1] * 3) is 1)
        """,
    ),
    (
        "a tuple or list holds an int and a string in line 2 of rules.py: give all items one type",
        """
        def play(chance):
            x = [1, 'a']
            return Out(len(x))
        """,
    ),
    (
        "the result may be an int and a string in line 2 of rules.py",
        """
        def play(chance):
            x = 1 if chance.pick([1, 1]) else 'one'
            return Out(x == 1)
        """,
    ),
    (
        "the outcome's field a is a string: make it an int, a bool or an enum",
        """
        def play(chance):
            return Out('x' if chance.pick([1, 1]) else 'y')
        """,
    ),
    (
        "the outcome is None or an Out: return a NamedTuple of integers",
        """
        def play(chance):
            if chance.pick([1, 1]):
                return Out(1)
        """,
    ),
    (
        "the outcome is a list: return a NamedTuple of integers",
        """
        def play(chance):
            return [1, 2]
        """,
    ),
    (
        "print is called in line 2 of rules.py: use table.tell(event)",
        """
        def play(chance):
            print('hello')
            return Out(1)
        """,
    ),
    (
        "a function uses n, which is assigned later in line 3 of rules.py: pass it on",
        """
        def play(chance):
            n = 1
            f = lambda: n
            n = 2
            return Out(f())
        """,
    ),
    (
        "with is used in line 2 of rules.py",
        """
        def play(chance):
            with open('x') as f:
                return Out(1)
        """,
    ),
    (
        "a slice is assigned in line 3 of rules.py: assign the items one by one",
        """
        def play(chance):
            x = [1, 2, 3]
            x[1:] = [5]
            return Out(x[0])
        """,
    ),
    (
        "the kinds of the variables in this loop do not settle in line 3 of rules.py",
        """
        def play(chance):
            w = ''
            while chance.pick([1, 1]):
                w += 'a'
            return Out(len(w))
        """,
    ),
    (
        "del is used in line 3 of rules.py: make a new tuple or list",
        """
        def play(chance):
            x = [1, 2]
            del x[0]
            return Out(x[0])
        """,
    ),
    (
        "the name nothing_like_this is not defined in line 2 of rules.py",
        """
        def play(chance):
            return Out(nothing_like_this)
        """,
    ),
    (
        "P defines operators in line 6 of rules.py: use a plain NamedTuple",
        """
        class P(NamedTuple):
            x: int
            def __add__(self, other):
                return P(self.x - other.x)
        def play(chance):
            return Out((P(1) + P(chance.pick([1, 1]))).x)
        """,
    ),
    (
        "the outcome has 3 items for 2 fields",
        """
        def play(chance):
            return (1, 2, 3)
        """,
    ),
    (
        "chance.rng is read in line 2 of rules.py: use chance.pick(weights)",
        """
        def play(chance):
            return Out(chance.rng.integers(6))
        """,
    ),
    (
        "the weights of a pick have more than 63 bits in line 2 of rules.py",
        """
        def play(chance):
            return Out(chance.pick([10 ** 30, 1]))
        """,
    ),
]


@pytest.mark.filterwarnings("ignore::SyntaxWarning")
@pytest.mark.parametrize(("sentence", "text"), REFUSED, ids=count())
def test_a_refusal_names_the_construct_and_its_line(sentence: str, text: str) -> None:
    with pytest.raises(CannotCompile) as refusal:
        compile_experiment(experiment_of(text), None)
    found = re.sub(r"rules_\d+\.py", "rules.py", str(refusal.value))
    found = re.sub(r"line (\d+)", lambda number: f"line {int(number[1]) - BEFORE}", found)
    assert found == sentence
    assert refusal.value.reason in found
