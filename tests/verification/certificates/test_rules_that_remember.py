"""`check.py --rules` refuses rules that remember, and merges nothing that differs."""

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from montmort.verification.aim import Aim
from montmort.verification.certificates.companions import companions_of
from montmort.verification.certificates.program import program_of
from montmort.verification.certificates.rules_around import Around
from montmort.verification.certificates.rules_same import CannotWalk, key
from tests.verification.certificates.own_rules import (
    Certificate,
    certified,
    evidence,
    is_honest,
)
from tests.verification.certificates.tampering import CHECKERS

# Two steps: in the first a coin is thrown, in the second {read} is counted.
RULES = """
import functools, math, random
from collections import Counter, OrderedDict, defaultdict, deque
from dataclasses import dataclass, field
from typing import NamedTuple
from montmort.games.experiment import Experiment

class Score(NamedTuple):
    points: int

{before}

def start(rules, chance):
    return 0

def step(rules, state, chance, table):
    if state == 0:
        coin = chance.pick([1, 1])
        {keep}
        return 1, Score(0)
    chance.pick([1, 1])
    return None, Score(int({read}))

GAME = Experiment(name="game", outcome=Score, start=start, step=step)
"""
HONEST = {"before": "", "keep": "pass", "read": "0"}
MEMORIES = {
    "a global variable": ("LAST = 0", "global LAST; LAST = coin", "LAST"),
    "a global variable that is new": ("", "global LAST; LAST = coin", "'LAST' in globals()"),
    "a global by its name": ("LAST = 0", "globals()['LAST'] = coin", "LAST"),
    "a list": ("SEEN = []", "SEEN.append(coin)", "len(SEEN) > 99"),
    "an item of a list": ("SEEN = [0]", "SEEN[0] = coin", "SEEN[0]"),
    "a list in a tuple": ("SEEN = ([0],)", "SEEN[0][0] = coin", "SEEN[0][0]"),
    "a set": ("SEEN = set()", "SEEN.add(coin)", "len(SEEN) > 1"),
    "a dictionary": ("SEEN = {}", "SEEN[coin] = 1", "len(SEEN) > 1"),
    "a value of a dictionary": ("SEEN = {1: 0}", "SEEN[1] = coin", "SEEN[1]"),
    "a name of a dictionary": (
        "SEEN = {'a': None}", "SEEN.clear(); SEEN['ab'[coin]] = None", "'b' in SEEN"),
    "an order": (
        "SEEN = OrderedDict(a=1, b=2)", "SEEN.move_to_end('ab'[coin])", "[*SEEN][0] == 'b'"),
    "a counter": ("SEEN = Counter()", "SEEN.update([coin])", "SEEN[1] > 5"),
    "a default": ("SEEN = defaultdict(list)", "SEEN[0].append(coin)", "len(SEEN[0]) > 9"),
    "a deque": ("SEEN = deque([0], 1)", "SEEN.append(coin)", "SEEN[0]"),
    "bytes": ("SEEN = bytearray(1)", "SEEN[0] = coin", "SEEN[0]"),
    "an argument by default": (
        "def last(new=None, held=[0]):\n    if new is not None: held[0] = new\n    return held[0]",
        "last(coin)", "last()"),
    "an attribute of a function": (
        "def last(): pass\nlast.coin = 0", "last.coin = coin", "last.coin"),
    "a new attribute of a function": ("", "step.coin = coin", "hasattr(step, 'coin')"),
    "defaults of a function": (
        "def last(coin=0): return coin", "last.__defaults__ = (coin,)", "last()"),
    "an attribute of a class": ("class Last:\n    coin = 0", "Last.coin = coin", "Last.coin"),
    "an attribute of an object": (
        "class Last: pass\nLAST = Last()\nLAST.coin = 0", "LAST.coin = coin", "LAST.coin"),
    "a new attribute of an object": (
        "class Last: pass\nLAST = Last()", "LAST.coin = coin", "hasattr(LAST, 'coin')"),
    "a slot": (
        "class Last:\n    __slots__ = ('coin',)\nLAST = Last()\nLAST.coin = 0",
        "LAST.coin = coin", "LAST.coin"),
    "a closure": (
        "def make():\n    held = 0\n    def last(new=None):\n        nonlocal held\n"
        "        held = held if new is None else new\n        return held\n    return last\n"
        "last = make()", "last(coin)", "last()"),
    "a method of an object": (
        "class Last:\n    def __init__(self): self.coin = 0\n"
        "    def set(self, coin): self.coin = coin\nset_last = Last().set",
        "set_last(coin)", "set_last.__self__.coin"),
    "a partial function": (
        "def put(held, coin): held[0] = coin\nkeep = functools.partial(put, [0])",
        "keep(coin)", "keep.args[0][0]"),
    "a generator": (
        "def count():\n    n = 0\n    while True:\n        n += 1\n        yield n\nNEXT = count()",
        "next(NEXT)", "next(NEXT) > 9"),
    "an iterator": ("NEXT = iter(range(10**6))", "next(NEXT)", "next(NEXT) > 9"),
    "a module of an enclosing function": (
        "def make():\n    import random as r\n    return lambda: r.random()\nnext_one = make()",
        "next_one()", "next_one() > 2"),
    "a random number": ("", "random.random()", "random.random() > 2"),
    "a generator of random numbers": ("R = random.Random(1)", "R.random()", "R.random() > 2"),
    "an attribute beside a cached one": (
        "class Last:\n    @functools.cached_property\n    def n(self): return 0\n"
        "LAST = Last()\nLAST.coin = 0", "LAST.coin = coin", "LAST.coin"),
    "a new attribute beside a cached one": (
        "class Last:\n    @functools.cached_property\n    def n(self): return 0\nLAST = Last()",
        "LAST.coin = coin + 1000", "hasattr(LAST, 'coin')"),
    "a generator of the system": ("R = random.SystemRandom()", "R.random()", "R.random() > 2"),
    "an attribute of an object with bytes": (
        "class Last:\n    def tobytes(self): return b''\nLAST = Last()\nLAST.coin = 0",
        "LAST.coin = coin", "LAST.coin"),
    "a cached list": (
        "@functools.cache\ndef held(): return [0]", "held()[0] = coin", "held()[0]"),
    "a cached list with a limit": (
        "@functools.lru_cache(4)\ndef held(): return [0]", "held()[0] = coin", "held()[0]"),
    "chance": ("", "chance.coin = coin", "getattr(chance, 'coin', 0)"),
    "an attribute of a module": ("", "math.last = coin", "getattr(math, 'last', 0)"),
    "a module imported inside": (
        "", "import time", "__import__('time').time() < 0"),
    "a file": ("", "pass", "open('/dev/null').read() == 'x'"),
}  # fmt: skip


@pytest.fixture
def honest(own: Callable[..., Path]) -> Certificate:
    return certified(own(RULES.format(**HONEST)))


@pytest.mark.parametrize("memory", MEMORIES)
def test_rules_that_remember_are_refused(
    own: Callable[..., Path], honest: Certificate, memory: str
) -> None:
    """The certificate is that of rules which remember nothing: no row differs for sure."""
    before, keep, read = MEMORIES[memory]
    file = own(RULES.format(before=before, keep=keep, read=read))
    assert evidence(honest, file).startswith("the rules cannot be walked: "), memory


@pytest.mark.parametrize(
    ("before", "read"),
    [
        ("TABLE = [0] * 5000", "TABLE[state]"),
        ("TABLE = {1: 0}", "TABLE[state]"),
        ("@functools.cache\ndef zero(n): return n - n", "zero(state)"),
        ("@functools.lru_cache(2)\ndef zero(n): return n - n", "zero(state)"),
        (
            "class Zero:\n    @functools.cached_property\n    def n(self): return 0\nZ = Zero()",
            "Z.n",
        ),
        ("def unused(seen=[]):\n    global LAST\n    LAST = random.random()", "0"),
        ("def zero():\n    held = []\n    held.append(1)\n    return len(held) - 1", "zero()"),
        ("class Door:\n    def open(self): return 0\nDOOR = Door()", "DOOR.open()"),
        ("", "math.comb(2, 3)"),
    ],
)
def test_rules_that_only_read_are_walked(
    own: Callable[..., Path], honest: Certificate, before: str, read: str
) -> None:
    file = own(RULES.format(before=before, keep="pass", read=read))
    assert is_honest(honest, file)


def test_what_has_changed_is_named() -> None:
    held = {"a": [1]}
    around = Around(__name__, lambda: held["a"])
    assert around.changed() == ""
    held["a"].append(2)
    assert around.changed() == "[1, 2]"
    with pytest.raises(CannotWalk, match=r"the rules change \[1, 2\], which is not part of the"):
        around.check()


# Values that are equal for Python

ALIKE = """
from dataclasses import dataclass, field
from enum import Enum, IntEnum
from fractions import Fraction
from typing import NamedTuple
from montmort.games.experiment import Experiment

class Score(NamedTuple):
    points: int

class Red(NamedTuple):
    n: int

class Black(NamedTuple):
    n: int

class Card(IntEnum):
    ACE = 1

@dataclass(frozen=True)
class Two:
    n: int
    hidden: int = field(compare=False)

def start(rules, chance):
    return ({states})[chance.pick([1, 1])]

def step(rules, state, chance, table):
    return None, Score({worth})

def choose(rules, state, chance, table):
    which = chance.pick([1, 1])
    seen = ({states})[which]
    return None, Score(table.decide(0, [0, 1], seen) == which)

EXPERIMENTS = {{
    "walk": Experiment(name="walk", outcome=Score, start=start, step=step),
    "choose": Experiment(name="choose", outcome=Score, start=lambda rules, chance: 0, step=choose),
}}
"""
PAIRS = {
    "Red(1), Black(1)": "type(state) is Red",
    "1, True": "state is True",
    "1, Fraction(1)": "type(state) is int",
    "1, 1.0": "type(state) is int",
    "0.0, -0.0": "str(state) == '0.0'",
    "1, Card.ACE": "type(state) is int",
    "Two(1, 2), Two(1, 3)": "state.hidden == 2",
    "(1, 2), Red(1) + (2,)": "0",
    "(1, (True,)), (1, (1,))": "state[1][0] is True",
    "frozenset([1]), frozenset([True])": "True in map(type, state) or next(iter(state)) is True",
    "(1,), Red(1)": "type(state) is Red",
}


@pytest.mark.parametrize("states", PAIRS)
def test_look_alikes_are_never_merged(states: str) -> None:
    space: dict[str, object] = {"__name__": "own"}
    exec(ALIKE.format(states="0, 0", worth="0"), space)
    one, two = eval(states, space)
    assert one == two
    assert (key(one) == key(two)) == (states == "(1, 2), Red(1) + (2,)")


@pytest.mark.parametrize("states", ["Red(1), Black(1)", "1, True", "Two(1, 2), Two(1, 3)"])
def test_a_certificate_that_merges_look_alikes_is_false(
    own: Callable[..., Path], states: str
) -> None:
    """The forger's rules have one state, written as the first; the rules have two."""
    first = states.partition("), ")[0] + ")" if "), " in states else "1"
    assert states.startswith(first)
    merging = own(ALIKE.format(states=f"{first}, {first}", worth="1"))
    walked = certified(merging, "walk")
    chosen = certified(merging, "choose", Aim("points"))
    file = own(ALIKE.format(states=states, worth=PAIRS[states]))
    assert evidence(walked, file) == "FALSE"
    assert evidence(chosen, file) == "FALSE"


@pytest.mark.parametrize("value", ["[1]", "{1}", "Own()", "Plain()", "iter([1])"])
def test_what_cannot_be_compared_is_refused(value: str) -> None:
    space: dict[str, object] = {"__name__": "own"}
    exec(
        "class Own:\n    def __eq__(self, other): return True\n    def __hash__(self): return 1\n"
        "class Plain:\n    def __init__(self): self.n = 1\n",
        space,
    )
    with pytest.raises(CannotWalk, match=r"may change|an equality of its own|equals itself alone"):
        key((1, eval(value, space)))


# What rules print

LOUD = """
import atexit, os, sys
print("FORGED: as the file is loaded")
os.write(1, b"FORGED: by a descriptor")
atexit.register(print, "FORGED: at the end")

def play(chance):
    print("FORGED: by print")
    sys.stdout.write("FORGED: by write\\n")
    sys.__stdout__.write("FORGED: by the first output\\n")
    return chance.pick([1] * 6)
"""


def test_what_rules_print_is_no_part_of_the_answer(
    own: Callable[..., Path], tmp_path: Path
) -> None:
    silent = certified(own("def play(chance):\n    return chance.pick([1] * 6)\n"))
    checker = next(each for each in CHECKERS if each.game == silent["game"])
    (tmp_path / "proof.json").write_text(json.dumps(silent))
    for name, text in {"check.py": program_of(checker), **companions_of(checker)}.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    command = [sys.executable, "-I", "check.py", "proof.json", "--rules", str(own(LOUD))]
    found = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert found.returncode == 0, found.stdout
    assert "FORGED" not in found.stdout
    for how in ("as the file is loaded", "a descriptor", "print", "write", "output", "the end"):
        assert how in found.stderr


def test_what_a_module_beside_the_rules_keeps_is_found(
    own: Callable[..., Path], honest: Certificate
) -> None:
    own("LAST = 0\n\ndef put(coin):\n    global LAST\n    LAST = coin\n", "beside_rules.py")
    imported = {"before": "import beside_rules", "read": "beside_rules.LAST"}
    for keep in ("beside_rules.put(coin)", "beside_rules.LAST = coin"):
        file = own(RULES.format(**imported, keep=keep))
        assert "the module beside_rules" in evidence(honest, file)
    assert is_honest(honest, own(RULES.format(**imported, keep="pass")))


CHANGING = """
from dataclasses import dataclass
from typing import NamedTuple
from montmort.games.experiment import Experiment

class Score(NamedTuple):
    points: int

@dataclass(frozen=True)
class State:
    left: int

def start(rules, chance):
    return {state}

def step(rules, state, chance, table):
    coin = chance.pick([1, 1])
    {change}
    return None, Score(coin)

GAME = Experiment(name="game", outcome=Score, start=start, step=step)
"""


@pytest.mark.parametrize("state", ["State(1)", "(State(1),)", "(1, (2, State(1)))"])
def test_a_step_that_changes_its_state_is_refused(own: Callable[..., Path], state: str) -> None:
    honest = certified(own(CHANGING.format(state=state, change="pass")))
    inner = {"State(1)": "state", "(State(1),)": "state[0]"}.get(state, "state[1][1]")
    change = f"object.__setattr__({inner}, 'left', {inner}.left + 1)"
    file = own(CHANGING.format(state=state, change=change))
    assert "a step changes its state" in evidence(honest, file)
