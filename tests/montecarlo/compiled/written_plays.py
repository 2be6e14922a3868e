"""Plays in plain Python, and the same written as the compiler would write them."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from montmort.games.chance import Chance
from montmort.games.experiment import Experiment
from montmort.montecarlo.compiled.compiler import CannotCompile, CompiledPlay


class Craps(NamedTuple):
    won: bool
    throws: int


class Value(NamedTuple):
    value: int


def craps(chance: Chance) -> Craps:
    point = throws = 0
    while True:
        total = chance.pick([1] * 6) + chance.pick([1] * 6) + 2
        throws += 1
        if throws == 1 and total in (7, 11):
            return Craps(True, throws)
        if throws == 1 and total in (2, 3, 12):
            return Craps(False, throws)
        if throws == 1:
            point = total
        elif total in (point, 7):
            return Craps(total == point, throws)


def squares(chance: Chance) -> Value:
    """A number squared until tails: of more than 64 bits in one play of 64."""
    number = 2
    while chance.pick([1, 1]):
        number *= number
    return Value(number)


def seldom(chance: Chance) -> Value:
    """An error in one play of 500."""
    number = chance.pick([1] * 500)
    if number == 7:
        raise LookupError("seven")
    return Value(number)


def large(chance: Chance) -> Value:
    """Always of more than 64 bits."""
    return Value(2**70 + chance.pick([1, 1]))


HEADER = """
import numba
from montmort.montecarlo.compiled.arithmetic import add, multiply
from montmort.montecarlo.compiled.stream import pick_uniform

@numba.njit(nogil=True)
def play(chance, memory):
"""

CRAPS = """
    point = throws = 0
    while True:
        total = pick_uniform(chance, 6) + pick_uniform(chance, 6) + 2
        throws += 1
        if throws == 1 and (total == 7 or total == 11):
            return 1, throws
        if throws == 1 and (total == 2 or total == 3 or total == 12):
            return 0, throws
        if throws == 1:
            point = total
        elif total == point or total == 7:
            return int(total == point), throws
"""

SQUARES = """
    number = 2
    while pick_uniform(chance, 2):
        number = multiply(number, number)
    return (number,)
"""

SELDOM = """
    number = pick_uniform(chance, 500)
    if number == 7:
        raise ValueError("any")
    return (number,)
"""

LARGE = """
    return (add(2**62, add(2**62, pick_uniform(chance, 2))),)
"""

WRITTEN: Mapping[str, str] = {
    "craps": CRAPS, "squares": SQUARES, "seldom": SELDOM, "large": LARGE,
}  # fmt: skip


def experiment_of(play: Any) -> Experiment[Any, Any, Any]:
    outcome = Craps if play is craps else Value
    return Experiment.of_play(play, outcome, play.__name__)


def compile_written(experiment: Experiment[Any, Any, Any], rules: object) -> CompiledPlay:
    """What takes the place of the compiler."""
    if experiment.name not in WRITTEN:
        raise CannotCompile("a dict", "game.py", 12, "use a tuple")
    return CompiledPlay(HEADER + WRITTEN[experiment.name], experiment.fields, 16)
