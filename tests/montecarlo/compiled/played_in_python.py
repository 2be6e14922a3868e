"""The text of compiled rules run by Python itself: the same lines, without machine code.

`play` and everything in `montmort.montecarlo.compiled.memory` are executed as plain
Python with a `RandomChance`; so thousands of small functions can be compared with the
rules that they come from, without compiling machine code for each.
"""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

from montmort.games.chance import RandomChance
from montmort.games.experiment import Experiment
from montmort.montecarlo.compiled import arithmetic, layout, memory
from montmort.montecarlo.compiled.compiler import CompiledPlay
from montmort.montecarlo.simulator import as_integer

OPERATIONS: dict[str, Callable[..., int]] = {
    "add": lambda a, b: a + b,
    "subtract": lambda a, b: a - b,
    "multiply": lambda a, b: a * b,
    "negate": lambda a: -a,
    "absolute": abs,
    "power": lambda a, b: a**b,
    "shift_left": lambda a, b: a << b,
    "shift_right": lambda a, b: a >> b,
    "floor_divide": lambda a, b: a // b,
    "modulo": lambda a, b: a % b,
}


def _checked(name: str) -> Callable[..., int]:
    def operation(*numbers: int) -> int:
        result = OPERATIONS[name](*map(int, numbers))
        if not isinstance(result, int) or not -(2**63) <= result < 2**63:
            raise OverflowError
        return result

    assert hasattr(arithmetic, name)
    return operation


def pick_uniform(chance: RandomChance, number: int) -> int:
    """Return an index below `number`, from the same stream."""
    if number < 1:
        raise ValueError("no weights")
    return int(chance.rng.integers(int(number)))


def _without_imports(text: str) -> str:
    text = re.sub(r"from montmort[^(\n]*\([^)]*\)", "", text)
    return re.sub(r"^(from|import) .*$", "", text, flags=re.MULTILINE)


def _memory_functions() -> dict[str, Any]:
    path = Path(memory.__file__)
    names: dict[str, Any] = {name: _checked(name) for name in OPERATIONS}
    names |= {"np": np, "npt": np.typing, "pick_uniform": pick_uniform, "numba": None}
    names |= {"Any": Any, "intrinsic": lambda function: function}
    names |= vars(layout) | {"Callable": Callable, "TypeVar": lambda *_, **__: None, "cast": None}
    names |= {"ChanceAt": RandomChance, "compiled_function": lambda function: function}
    names["inlined_function"] = names["compiled_function"]
    text = re.sub("@(step|inlined)\n", "", path.read_text())
    text = re.sub(r"def (compiled|inlined)_function.*?\n\n\n", "", text, flags=re.DOTALL)
    exec(compile(_without_imports(text), str(path), "exec"), names)
    return names


MEMORY_FUNCTIONS = _memory_functions()


def python_play(
    compiled: CompiledPlay, size: int | None = None
) -> Callable[[RandomChance], tuple[int, ...]]:
    """Return the play of a text, run by Python with `size` words of memory."""
    names = dict(MEMORY_FUNCTIONS)
    exec(compile(_without_imports(compiled.source), "<compiled rules>", "exec"), names)
    words = size or min(compiled.words, 2**15)
    store = [0, 0, 0, layout.FIRST, words] + [0] * (words - layout.FIRST)
    play = names["play"]
    return lambda chance: tuple(map(int, play(chance, store)))


def interpreted(
    experiment: Experiment[Any, Any, Any], rules: Any, chance: RandomChance
) -> Iterator[tuple[int, ...]]:
    """Yield the outcomes of the rules themselves, as integers."""
    fields = experiment.under(rules).fields
    while True:
        outcome = experiment.play(rules, chance)
        yield tuple(map(as_integer, fields, outcome))


def stream(seed: int) -> RandomChance:
    """Return the chance of a block."""
    return RandomChance(np.random.Generator(np.random.SFC64(seed)))
