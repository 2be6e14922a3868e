"""Rules whose answers change with the order of the items in a set are refused."""

import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from montmort.cli import main
from montmort.options import order_of_sets

COMMONEST = """
from enum import Enum
class Suit(Enum):
    CLUBS = 1
    HEARTS = 2
    SPADES = 3
def play(chance):
    suits = [list(Suit)[chance.pick([1, 1, 1])] for _ in range(2)]
    return max(set(suits), key=suits.count).value
CLAIMS = [{"answer": "value.mean", "equals": "2"}]
"""
LEFT = """
NAMES = ["ann", "bob", "cy", "dan"]
def play(chance):
    left = set(NAMES)
    first = list(left)[chance.pick([1] * 4)]
    second = [*(left - {first})][chance.pick([1] * 3)]
    return 10 * NAMES.index(first) + NAMES.index(second)
"""
NONE = """
def play(chance):
    return chance.pick([1, 1])
"""


@pytest.fixture(autouse=True)
def few_processes(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Answer in one process with other hashes instead of four, beside the one of other orders.

    The long tests answer in four.
    """
    if request.node.get_closest_marker("slow") is None:
        monkeypatch.setattr(order_of_sets, "NATURAL", 1)


@pytest.fixture
def own(tmp_path: Path) -> Callable[[str], str]:
    def write(text: str) -> str:
        file = tmp_path / "own.py"
        file.write_text(text)
        return str(file)

    return write


VERBS = [
    "exact",
    *(pytest.param(verb, marks=pytest.mark.slow) for verb in ("certify", "report", "verify")),
    "claims",
]


@pytest.mark.parametrize("verb", VERBS)
def test_the_commonest_of_several_is_refused(
    own: Callable[[str], str],
    verb: str,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main([verb, own(COMMONEST), *(["-o", "own.md"] if verb == "report" else [])]) == 2
    answer, problem = capsys.readouterr()
    assert "the order in which Python lists the items of a set" in problem
    assert not answer


VIEWS = """
PRICES = {"tea": 1, "coffee": 2, "milk": 3, "water": 0}
def play(chance):
    drunk = [list(PRICES)[chance.pick([1] * 4)]]
    left = list(PRICES.keys() - drunk)
    return PRICES[left[chance.pick([3, 1, 1])]]
"""
HELD = """
MINE, YOURS = {"rook": 1, "king": 2, "pawn": 3}, {"king": 5, "pawn": 7, "queen": 9}
def play(chance):
    mine, yours = MINE.keys(), YOURS.keys()
    return chance.pick([1, 1]) + MINE[next(iter(mine & yours))]
"""
PACKED = """
from my_helpers.cards import SUITS
def play(chance):
    return len([*SUITS][chance.pick([4, 1, 1, 1])])
"""
HELPED = """
import my_sets
def play(chance):
    return ["lions", "bears", "eels", "newts"].index(list(my_sets.TEAMS)[chance.pick([4, 1, 1, 1])])
"""


def test_views_of_dictionaries_and_files_beside_it_are_looked_at(
    own: Callable[[str], str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "my_helpers").mkdir()
    (tmp_path / "my_helpers" / "cards.py").write_text('SUITS = {"ox", "cat", "bear", "mouse"}')
    (tmp_path / "my_sets.py").write_text('TEAMS = {"lions", "bears", "eels", "newts"}')
    for text in (VIEWS, HELPED, HELD, PACKED):
        assert main(["exact", own(text)]) == 2
        assert "the items of a set" in capsys.readouterr().err


MADE = """
SEATS = {f"seat {k}" for k in (1, 2)}
def play(chance):
    return chance.pick([1, 1]) + len(next(iter(SEATS))) * (1 if "1" in next(iter(SEATS)) else -1)
"""
MIDDLE = """
SEATS = {"north", "south", "east"}
def play(chance):
    return chance.pick([1, 1]) + len(list(SEATS)[1])
"""
ADDRESSES = """
class Card:
    def __init__(self, rank):
        self.rank = rank
CARDS = tuple(Card(k) for k in range(3))
def play(chance):
    return chance.pick([1, 1]) + int(str(CARDS[0])[-9:-1], 16)
"""


@pytest.mark.parametrize("text", [MADE, MIDDLE, ADDRESSES], ids=["made", "middle", "addresses"])
def test_made_words_middles_and_addresses(
    own: Callable[[str], str],
    text: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(order_of_sets, "NATURAL", 2)  # addresses are compared with addresses
    assert main(["exact", own(text)]) == 2
    assert "which differ from run to run" in capsys.readouterr().err


def test_an_order_that_does_not_matter_is_none(
    own: Callable[[str], str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(order_of_sets, "NATURAL", 4)  # as where commands are typed
    assert main(["exact", own(LEFT), "--answer", "value", "--json"]) == 0
    assert '"1/12"' in capsys.readouterr().out


def test_rules_without_sets_are_answered_once(
    own: Callable[[str], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: Any, **__: Any) -> None:
        raise AssertionError("another process was begun")

    monkeypatch.setattr(subprocess, "Popen", refuse)
    assert main(["exact", own(NONE), "-q"]) == 0


def test_what_takes_long_is_said_not_to_be_tried(
    own: Callable[[str], str],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(order_of_sets, "LONG", 0.0)
    assert main(["exact", own(LEFT)]) == 0
    assert "not tried: whether the answers change with the order" in capsys.readouterr().err


FIRST = "(1 if next(iter({})) == 'dealer' else 10)"
BOTH = "{'dealer', 'player'}"
NAMES = "{'dealer': 1, 'player': 2}"
MADE_OTHERWISE = {
    "by defaultdict": (
        "from collections import defaultdict",
        "d = defaultdict(set); d[0] |= {'dealer'}; d[0].add('player')",
        FIRST.format("d[0]"),
    ),
    "under another name": ("Pile = set", "s = Pile(('dealer', 'player'))", FIRST.format("s")),
    "of views": ("", f"k = {NAMES}.keys(); k &= {NAMES}.keys()", FIRST.format("k")),
    "of the module": (f"S = frozenset({BOTH})", "", FIRST.format("S")),
    "beside a name like ours": ("listed = {'hearts': 1}", f"s = {BOTH}", FIRST.format("s")),
    "two at once": ("", f"d = dict(zip({BOTH}, {{'a', 'b'}}))", "(1 if d['player'] == 'a' else 9)"),
    "elsewhere": (
        "import sys; sys.path.insert(0, __file__[:-6] + 'lib')\nfrom far_words import S",
        "",
        FIRST.format("S"),
    ),
    "by name": (
        "import importlib; S = importlib.import_module('my_words').S",
        "",
        FIRST.format("S"),
    ),
}


@pytest.mark.parametrize("name", [pytest.param(n, marks=pytest.mark.slow) for n in MADE_OTHERWISE])
def test_sets_that_are_made_otherwise(
    own: Callable[[str], str], name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "lib").mkdir()
    for file in ("my_words.py", "lib/far_words.py"):
        (tmp_path / file).write_text(f"S = {BOTH}")
    before, statement, result = MADE_OTHERWISE[name]
    text = f"{before}\ndef play(chance):\n    {statement or 'pass'}\n    return chance.pick([1, 2])"
    assert main(["exact", own(f"{text} * {result}")]) == 2
    assert "the items of a set" in capsys.readouterr().err


TOGETHER = """
from typing import NamedTuple
class Out(NamedTuple):
    a: int
    b: int
def play(chance):
    a = chance.pick([1, 1])
    return Out(a, a if next(iter({"dealer", "player"})) == "dealer" else 1 - a)
"""
STEPS = """
from typing import NamedTuple
from montmort import Experiment
class Out(NamedTuple):
    n: int
def start(rules, chance):
    return 0
def step(rules, state, chance, table):
    early = next(iter({"dealer", "player"})) == "dealer" and not chance.pick([1, 1])
    return (None, Out(1)) if state == 5 or early else (state + 1, Out(0))
EXPERIMENTS = {"e": Experiment(name="e", outcome=Out, start=start, step=step)}
"""


@pytest.mark.parametrize("text", [TOGETHER, STEPS], ids=["together", "steps"])
def test_more_than_the_law_of_each_field_is_compared(
    own: Callable[[str], str], text: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["exact", own(text)]) == 2
    assert "the items of a set" in capsys.readouterr().err


UNTOUCHED = {
    "the class": "(1 if type({'a', 'b'}) is set else 5)",
    "a table by class": "{set: 1, frozenset: 6}[type({'a', 'b'})]",
    "a text": "(len(repr({'a'})) - 4)",
    "a pattern": "met(1 - 2j)",
    "sorted": "len(sorted(S)[0])",
}


@pytest.mark.slow
@pytest.mark.parametrize("name", UNTOUCHED)
def test_what_does_not_depend_on_the_order_is_answered(
    own: Callable[[str], str], name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    text = (
        "from __future__ import annotations\n"
        "from typing import NamedTuple\n"
        "class Out(NamedTuple):\n    points: int | bool\n"
        "S = frozenset({'x', 'y'})\n"
        "def met(number: set[int] | complex) -> int:\n"
        "    match number:\n        case 1-2j: return 1\n"
        f"def play(chance):\n    return Out(chance.pick([1, 2]) * {UNTOUCHED[name]})\n"
    )
    assert main(["exact", own(text), "--json"]) == 0
    answer, said = capsys.readouterr()
    assert '"2/3"' in answer
    assert "tried" not in said
