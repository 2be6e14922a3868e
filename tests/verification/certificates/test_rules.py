"""`check.py FILE --rules GAME`: honest certificates follow from their rules, forged ones do not."""

import json
import re
import signal
import subprocess
import sys
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest

from montmort.games.errors import BadInput, MontmortError
from montmort.verification.aim import Aim
from montmort.verification.certificates.check import check_document
from montmort.verification.certificates.companions import companions_of
from montmort.verification.certificates.program import program_of
from montmort.verification.certificates.rules_file import label
from tests.verification.certificates.own_rules import (
    DIE,
    EXAMPLES,
    Certificate,
    certified,
    certified_at,
    evidence,
    is_honest,
)
from tests.verification.certificates.rules_files import text_of_game
from tests.verification.certificates.tampering import CHECKERS, MOST_LINES

# Honest certificates


@pytest.mark.parametrize(
    ("word", "values"),
    [
        ("craps", {}),
        ("craps", {"faces": 4, "bet": "dont-pass"}),
        ("craps", {"faces": 3, "weights": (1, 2, 3)}),
        ("penney", {}),
        ("penney", {"first": "HT", "second": "TT"}),
        ("snakes-and-ladders", {}),
        ("risk", {"attackers": 3, "defenders": 2}),
        ("risk", {"attackers": 2, "defenders": 3, "to_the_last": True}),
        ("waldegrave", {}),
        ("three-ruin", {}),
        ("first-orchard", {"trees": 2, "fruits": 2, "raven": 2}),
        ("pig", {"goal": 4, "faces": 3}),
        ("shut-the-box", {"tiles": 4}),
        ("shut-the-box", {"tiles": 3, "one_die": "never", "most_tiles": 1}),
        ("kuhn", {}),
        ("kuhn", {"cards": 4}),
        ("le-her", {"ranks": 3, "suits": 2}),
        ("le-her", {"ranks": 5, "suits": 1}),
    ],
)
def test_games_of_the_shelf_follow_from_their_rules(word: str, values: dict[str, Any]) -> None:
    assert is_honest(certified(word, **values), word)


@pytest.mark.parametrize(
    ("file", "aim", "values"),
    [
        ("chuck_a_luck.py", None, {}),
        ("coupons.py", None, {"coupons": 4}),
        ("field_bet.py", None, {}),
        ("two_hands.py", None, {}),
        ("offers.py", Aim("price"), {"days": 3}),
        ("offers.py", Aim("price >= 5"), {"days": 3, "highest": 6}),
        ("offers.py", Aim("refused + price > 4", maximises=False), {"days": 3}),
        ("higher_or_lower.py", Aim("points"), {"ranks": 3}),
    ],
)
def test_the_examples_follow_from_their_files(
    file: str, aim: Aim | None, values: dict[str, Any]
) -> None:
    assert is_honest(certified(EXAMPLES / file, "", aim, **values), EXAMPLES / file)


KINDS: dict[str, dict[str, Any]] = {
    "chain": {},
    "chain with cycles": {"cycles": True},
    "decisions": {"seats": 1},
    "two seats": {"seats": 2},
    "two seats with cycles": {"seats": 2, "cycles": True},
    "half hidden": {"seats": 2, "shown": 1},
    "hidden": {"seats": 2, "shown": 0, "states": 2},
}


def random_certificate(
    own: Callable[[str], Path], kind: str, seed: int
) -> tuple[Path, Certificate] | None:
    """Return a random game with its certificate; None where it has none."""
    rng = Random(f"{kind} {seed}")
    file = own(text_of_game(rng, **KINDS[kind]))
    aim = Aim(rng.choice(["points", "won", "points > 1 or won"]), rng.random() < 0.5)
    try:
        return file, certified(file, "", aim if KINDS[kind].get("seats") else None)
    except MontmortError:  # as "seat 0 never decides"
        return None


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("kind", KINDS)
def test_random_games_follow_from_their_rules(
    own: Callable[[str], Path], kind: str, seed: int
) -> None:
    found = random_certificate(own, kind, seed)
    assert found is None or is_honest(found[1], found[0])


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_many_random_games_follow_from_their_rules(own: Callable[[str], Path], kind: str) -> None:
    honest = 0
    for seed in range(3, 43):
        found = random_certificate(own, kind, seed)
        if found is not None:
            assert is_honest(found[1], found[0]), seed
            honest += 1
    assert honest > 10


# Forged certificates


def forged(honest: Certificate, other: Certificate) -> Certificate:
    """Return the certificate of another game under the name of an honest one."""
    return {**other, "rules": honest["rules"]}


@pytest.mark.parametrize("kind", KINDS)
def test_rows_of_another_game_are_false_by_the_rules(own: Callable[[str], Path], kind: str) -> None:
    """They are consistent in themselves, so without the rules they are on trust."""
    found = [random_certificate(own, kind, seed) for seed in range(4)]
    certificates = [each[1] for each in found if each is not None]
    file = own(text_of_game(Random(f"{kind} 99"), **KINDS[kind]))
    for other in certificates:
        assert evidence(other) == "on trust"
        if other["game"] == certificates[0]["game"]:
            assert evidence(forged(certificates[0], other), file) == "FALSE"


@pytest.mark.parametrize(
    ("view", "weight", "one"), [("die", 2, 1), ("die", 1, 2), ("die > 1", 1, 1), ("None", 1, 1)]
)
def test_a_small_change_of_the_rules_is_found(
    own: Callable[[str], Path], view: str, weight: int, one: int
) -> None:
    file = own(DIE.format(view="die", weight=1, one=1))
    honest = certified(file, "", Aim("won"))
    assert is_honest(honest, file)
    own(DIE.format(view=view, weight=weight, one=one))
    assert evidence(honest, file) == "FALSE"


def test_another_question_is_found(own: Callable[[str], Path]) -> None:
    file = own(DIE.format(view="die", weight=1, one=1))
    honest = certified(file, "", Aim("won"))
    honest["rules"]["aim"] = "minimise won, seat 0"
    assert evidence(honest, file) == "FALSE"
    honest["rules"]["aim"] = "maximise won > 1, seat 0"
    assert evidence(honest, file) == "FALSE"
    lowest = certified(file, "", Aim("won", maximises=False))
    lowest["rules"]["aim"] = "maximize won, seat 0"
    assert evidence(lowest, file).startswith("an aim is as 'maximise won, seat 0'")
    craps = certified("craps", faces=4)
    craps["rules"]["values"]["faces"] = "6"
    assert evidence(craps, "craps") == "FALSE"
    craps["rules"]["values"]["faces"] = "4"
    assert evidence(craps, "craps") == "verified"
    assert evidence(craps, "penney") == (
        "the rules cannot be walked: the certificate is about 'craps', not 'penney'"
    )


ALIKE = """
from typing import NamedTuple
from montmort import Experiment

class Place(NamedTuple):
    key: int
    def __repr__(self): return ["x", "x", "x [2]", "x [2]", "x [3]"][self.key]

class Gain(NamedTuple):
    n: int

def start(rules, chance):
    return Place(0)

def walk(rules, place, chance, table):
    key = chance.pick([1] * 6)
    return (None if key == 5 else Place(key)), Gain(place.key)

def choose(rules, place, chance, table):
    choices = (1, "1", "1 [2]", Place(1), Place(2))
    return None, Gain(choices.index(table.decide(0, choices, place)) * chance.pick([1, 1]))

EXPERIMENTS = {
    step.__name__: Experiment(name=step.__name__, outcome=Gain, start=start, step=step)
    for step in (walk, choose)
}
"""


def test_texts_that_look_numbered_are_not_taken_twice(own: Callable[[str], Path]) -> None:
    file = own(ALIKE)
    walked = certified(file, "walk")
    assert is_honest(walked, file)
    assert len(walked["content"]["moves"]) == 5
    chosen = certified(file, "choose", Aim("n"))
    assert is_honest(chosen, file)
    names = ["1", "1 [2]", "1 [2] [2]", "x", "x [2]"]
    assert chosen["content"]["information"][0]["choices"] == names


def test_the_answer_says_what_is_wanted(own: Callable[[str], Path]) -> None:
    file = own(DIE.format(view="die", weight=1, one=1))
    lowest = certified(file, "", Aim("won", maximises=False))
    found = check_document(json.dumps(lowest), CHECKERS, "--rules", str(file))
    assert any(" to minimise won, seat 0 of own.py" in each.words for each in found)


def test_every_part_of_a_graph_is_derived(own: Callable[[str], Path]) -> None:
    """Words that no number depends on are compared, too."""
    file = own(DIE.format(view="die", weight=1, one=1))
    for path, value in [
        (("information", 0, "view"), "seven"),
        (("information", 0, "choices"), ["hold", "again"]),
        (("states", "Nothing()"), "1"),
        (("states",), {"Nothing": "0"}),
    ]:
        twin = certified(file, "", Aim("won"))
        part = twin["content"]
        for key in path[:-1]:
            part = part[key]
        part[path[-1]] = value
        assert evidence(twin) == "on trust"
        assert evidence(twin, file) == "FALSE"


# Rules that cannot be walked


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("def play(chance):\n    return 1 // 0\n", "own.py, line 2: ZeroDivisionError"),
        ("import sys\nsys.exit(0)\n", "own.py, line 2: SystemExit"),
        ("def play(chance:\n", "SyntaxError"),
        ("x = 1\n", "has no function play"),
        ("def play(chance):\n    while True:\n        chance.pick([1, 1])\n", "more than 5,000"),
        ("def play(chance):\n    while True:\n        chance.pick([1])\n", "seems not to end"),
        ("def play(chance):\n    return chance.pick([0, 0])\n", "the weights [0, 0] is impossible"),
        ("def play(chance):\n    return chance.pick([0.5, 0.5])\n", "no exact number"),
        (
            "from random import random\ndef play(chance):\n"
            "    return chance.pick([1, 1, int(10**9 * random())])\n",
            "a generator of random numbers",
        ),
    ],
)
def test_rules_that_cannot_be_walked_are_a_sentence(
    own: Callable[[str], Path], text: str, why: str
) -> None:
    honest = certified(own("def play(chance):\n    return chance.pick([1, 1])\n"))
    assert why in evidence(honest, own(text))


STEPS = """
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple
from montmort import Experiment, RuleSet, rule
class Place(NamedTuple):
    x: float
    y: int
HOME, NAN = Place(0, 0), float("nan")
class Once(type):
    made = {}
    def __call__(cls):
        return cls.made.setdefault(cls, super().__call__())
class Stats(metaclass=Once):
    count = 0
@dataclass(frozen=True, kw_only=True)
class Rules(RuleSet):
    n: int = rule(3, "n", least=1, most=10)
    @cached_property
    def tally(self):
        return [0]
class Out(NamedTuple):
    won: int
def start(rules, chance):
    return HOME
def step(rules, state, chance, table):
    again = chance.pick([1, 1])
    WHAT
STEPS = Experiment(name="steps", outcome=Out, start=start, step=step)
"""


@pytest.mark.parametrize(
    ("step", "why"),
    [
        ("return (Place(0, 0) if again else None), Out(state is HOME)", "`?is`? HOME"),
        ("return (Place(NAN, 1) if again and state.y == 0 else None), Out(1)", "equal itself"),
        ("rules.tally[0] += again\n    return None, Out(rules.tally[0])", "the rules change"),
        ("Stats().count += again\n    return None, Out(Stats().count > 1)", "the rules change"),
    ],
    ids=["is", "nan", "cached property", "metaclass"],
)
def test_rules_whose_plays_would_depend_on_earlier_ones_are_refused(
    own: Callable[[str], Path], step: str, why: str
) -> None:
    honest = certified(own(STEPS.replace("WHAT", "return None, Out(1)")))
    text = STEPS.replace("WHAT", step)
    with pytest.raises(BadInput, match=why):
        certified(own(text))
    assert re.search(why, evidence(honest, own(text)))


def test_the_order_in_a_frozenset_does_not_matter(own: Callable[[str], Path]) -> None:
    step = """if not isinstance(state, frozenset):
        return frozenset([8 * again, 8 - 8 * again]), Out(0)
    return None, Out(max(state KEY))"""
    by_order = STEPS.replace("WHAT", step.replace(" KEY", ", key=lambda _: 1"))
    honest = certified(own(STEPS.replace("WHAT", step.replace(" KEY", ""))))
    assert evidence(honest, own(STEPS.replace("WHAT", step.replace(" KEY", "")))) == "verified"
    sentence = "depends on the order in which a frozenset lists its items"
    with pytest.raises(BadInput, match=sentence):
        certified(own(by_order))
    assert sentence in evidence(honest, own(by_order))


NATURAL = """
import copy
import sys
from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from enum import Flag
from functools import cache, lru_cache
from montmort import Experiment
from typing import NamedTuple
class Kind(Flag):
    NONE = 0
    RED = 1
    ROUND = 2
class Effect(ABC):
    @abstractmethod
    def on(self, points): ...
class Double(Effect):
    def on(self, points):
        return 2 * points
@dataclass
class Board:
    fields: list = field(default_factory=lambda: [0, 0])
class Wheel:
    def __init__(self, size):
        self.size = size
    @lru_cache
    def colour(self, number):
        return "red" if number % 2 else "black"
@dataclass(frozen=True)
class State:
    seen: frozenset
EMPTY, WHEEL, EFFECTS = Board(), Wheel(4), [Double()]
@cache
def pays():
    return {"red": 1, "black": 2}
class Won(NamedTuple):
    won: int
def start(rules, chance):
    return State(frozenset())
def step(rules, state, chance, table):
    number = chance.pick([1] * 4)
    kind = Kind.NONE
    kind |= Kind(1 + number % 2)
    board = copy.deepcopy(EMPTY)
    board.fields[number % 2] += pays()[WHEEL.colour(number)]
    if number > 9:
        print("never", file=sys.stderr)
    if number in state.seen:
        return None, Won(EFFECTS[0].on(sum(board.fields)) + (kind is Kind.RED))
    return State(state.seen | {number}), Won(0)
NATURAL = Experiment(name="natural", outcome=Won, start=start, step=step)
"""


def test_rules_as_people_write_them_have_certificates(own: Callable[[str], Path]) -> None:
    file = own(NATURAL)
    assert is_honest(certified(file), file)


def test_a_cache_of_the_rules_tells_apart_what_differs(own: Callable[[str], Path]) -> None:
    text = """
import functools
from functools import lru_cache
from typing import NamedTuple
class Red(NamedTuple):
    rank: int
class Black(NamedTuple):
    rank: int
@lru_cache(maxsize=None)
def points(card):
    return 2 * card.rank if isinstance(card, Red) else card.rank
@functools.cache
def ways(left):
    return 1 if left == 0 else 2 * ways(left - 1)
def play(chance):
    return points((Red if chance.pick([1, 2]) else Black)(4)) + ways(9) - 512
"""
    plain = text.replace("@lru_cache(maxsize=None)\n", "")
    assert evidence(certified(own(plain)), own(text)) == "verified"
    with pytest.raises(BadInput, match="a cache takes for equal what differs"):
        certified(own(text))


def test_rules_that_never_end_are_stopped(
    own: Callable[[str], Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    from montmort.verification.certificates import rules_compare, rules_walk

    honest = certified(own("def play(chance):\n    return chance.pick([1, 1])\n"))
    monkeypatch.setattr(rules_compare, "MOST_SECONDS", 0.2)
    endless = own("def play(chance):\n    while True:\n        pass\n")
    assert "have not been walked in 0.2 seconds" in evidence(honest, endless)
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)  # as in the background of a shell
    try:
        assert "have not been walked in 0.2 seconds" in evidence(honest, endless)
        assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN
    finally:
        signal.signal(signal.SIGINT, before)
    monkeypatch.setattr(rules_walk, "MOST_PATHS", 100)
    long = own("def play(chance):\n    return sum(chance.pick([1, 1]) for _ in range(9)) > 8\n")
    assert "more than 100 paths" in evidence(honest, long)


PLAYED = """
from typing import NamedTuple
from montmort.games.experiment import Experiment

class Score(NamedTuple):
    points: int

class Bold:
    def __init__(self, chance):
        self.chance = chance
        self.times = {drawn}
    def decide(self, seat, choices, view):
        {memory}
        return choices[{choice}]
    def tell(self, event):
        pass

def players(rules, chance):
    return Bold(chance)

def start(rules, chance):
    return 0

def step(rules, state, chance, table):
    points = chance.pick([1, 1]) + table.decide(0, [0, 1], state)
    return (state + 1 if state < 2 else None), Score(points)

GAME = Experiment(name="game", outcome=Score, start=start, step=step)
"""


def test_players_decide_in_every_step(own: Callable[[str], Path]) -> None:
    by_lot = own(PLAYED.format(drawn=0, memory="", choice="self.chance.pick([1, 2])"))
    honest = certified(by_lot)
    assert honest["content"]["answers"]["points"] == str(3 * Fraction(1, 2) + 3 * Fraction(2, 3))
    assert is_honest(honest, by_lot)
    other = own(PLAYED.format(drawn=0, memory="", choice=1))
    assert evidence(honest, other) == "FALSE"
    first = own(PLAYED.format(drawn=0, memory="", choice=0))
    honest = certified(first)
    memory = "self.times += 1"  # which changes no step on its own
    remembering = own(PLAYED.format(drawn=0, memory=memory, choice="self.times > 1"))
    assert "the players remember earlier steps" in evidence(honest, remembering)
    once = own(PLAYED.format(drawn="chance.pick([1, 1])", memory="", choice=0))
    assert "the players are drawn from chance" in evidence(honest, once)


def test_symbols_get_their_numbers_again() -> None:
    certificate = certified_at(EXAMPLES / "best_of.py")
    assert certificate["rules"]["at"] == {"p": "1/3"}
    assert is_honest(certificate, EXAMPLES / "best_of.py")
    certificate["rules"]["at"] = {"p": "1/4"}
    assert evidence(certificate, EXAMPLES / "best_of.py") == "FALSE"
    certificate["rules"]["at"] = {}
    assert "no exact number" in evidence(certificate, EXAMPLES / "best_of.py")


def test_labels_are_the_same_in_every_process() -> None:
    """Sets are written in order, and without their places in memory."""

    class Plain:
        pass

    class Held(NamedTuple):
        cards: frozenset[str]

    assert label(Held(frozenset({"b", "a"}))) == "Held(cards={'a', 'b'})"
    assert " at 0x" not in label((1, Plain()))


def test_a_file_that_is_not_there_is_a_sentence(tmp_path: Path) -> None:
    honest = certified("penney", first="HT", second="TT")
    assert "cannot read" in evidence(honest, tmp_path / "none.py")
    assert "no rules 'nothing'" in evidence(honest, "nothing")


# The programs


def test_the_program_with_the_files_beside_it(tmp_path: Path) -> None:
    """A game that does not import montmort needs Python's standard library alone."""
    (tmp_path / "die.py").write_text("def play(chance):\n    return chance.pick([1] * 6) + 1\n")
    certificate = certified(tmp_path / "die.py")
    (tmp_path / "die.json").write_text(json.dumps(certificate))
    checker = next(each for each in CHECKERS if each.game == certificate["game"])
    beside = companions_of(checker)
    assert max(len(text.splitlines()) for text in beside.values()) <= 500
    assert sum(len(text.splitlines()) for text in beside.values()) <= 2_100  # as the page says
    page = EXAMPLES.parent.joinpath("certificates.md").read_text(encoding="utf-8")
    assert f"at most {MOST_LINES} lines, and at most 2,100 more in the six files" in page
    assert all(f"| `{name}` |" in page for name in beside)
    for name, text in {"check.py": program_of(checker), **beside}.items():
        (tmp_path / name).write_text(text, encoding="utf-8")

    def run(*arguments: str) -> tuple[int, str]:
        command = [sys.executable, "-I", "-S", "check.py", *arguments]
        found = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
        assert found.stderr == ""
        return found.returncode, found.stdout

    assert run("die.json")[0] == 3
    code, out = run("die.json", "--rules", "die.py")
    assert (code, out.count("derived again")) == (0, 1)
    assert "SHA-256" in out
    (tmp_path / "die.py").write_text("def play(chance):\n    return chance.pick([1] * 6) + 2\n")
    assert run("die.json", "--rules", "die.py")[0] == 1
    assert run("die.json", "--rules", "other.py")[0] == 2
    assert run("die.json", "--rule", "die.py")[0] == 2
    (tmp_path / "rules_walk.py").unlink()
    assert run("die.json", "--rules", "die.py")[0] == 2
