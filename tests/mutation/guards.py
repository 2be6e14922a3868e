"""The quick tests that look for planted faults, called one by one without pytest."""

import doctest
import importlib
import inspect
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import product
from typing import Any

import pytest

LONG = (  # a second or more, or in need of a kernel
    *("games_of_the_shelf", "the_kernel_finds", "1200_bits", "generated", "constant_weights"),
    *("five_dice_thrown", "video_poker", "yahtzee", "monopoly", "snakes_and_ladders"),
    *("memory_is_used_again", "never_ends", "list_in_its_order", "room_is_made", "100_000"),
    *("many_of_them", "best_play"),
)
LEFT_OUT = ("slow", "longest", "usefixtures")  # marks
Guard = Callable[[], object]


def guards_of(module: str) -> dict[str, Guard]:
    """Return the tests of a module that need no fixture but `monkeypatch`, case by case."""
    found: dict[str, Guard] = {}
    tests = importlib.import_module(f"tests.{module}")
    for name, function in vars(tests).items():
        is_own = getattr(function, "__module__", "") == tests.__name__
        if name.startswith("test_") and is_own and not any(word in name for word in LONG):
            for number, case in enumerate(_cases(function)):
                found[f"{module} {name} {number}"] = partial(_call, function, case)
    return found


def examples_of(module: str) -> dict[str, Guard]:
    """Return the examples in the docstrings of a module of montmort."""

    def run(test: doctest.DocTest) -> None:
        runner = doctest.DebugRunner(optionflags=doctest.ELLIPSIS)
        runner.run(test)

    texts = doctest.DocTestFinder().find(importlib.import_module(f"montmort.{module}"))
    return {f"{module} {each.name}": partial(run, each) for each in texts if each.examples}


def _cases(function: Any) -> Iterator[dict[str, Any]]:
    """Yield the arguments of all cases of a test; none of a test that is left out here."""
    marks = getattr(function, "pytestmark", [])
    axes = []
    for mark in marks:
        if mark.name in LEFT_OUT:
            return
        if mark.name == "parametrize":
            names = mark.args[0]
            names = names.replace(" ", "").split(",") if isinstance(names, str) else [*names]
            axes.append([_named(names, values) for values in _quick(mark.args[1])])
    for parts in product(*axes):
        case = {name: value for part in parts for name, value in part.items()}
        if {*inspect.signature(function).parameters} <= {*case, "monkeypatch"}:
            yield case


def _quick(cases: Iterable[Any]) -> Iterator[Any]:
    """Yield the values of the cases that are not left out by a mark of their own."""
    for case in cases:
        if not hasattr(case, "marks"):
            yield case
        elif not any(mark.name in LEFT_OUT for mark in case.marks):
            yield case.values if len(case.values) > 1 else case.values[0]


def _named(names: list[str], values: Any) -> dict[str, Any]:
    return {names[0]: values} if len(names) == 1 else dict(zip(names, values, strict=True))


def _call(function: Callable[..., object], case: dict[str, Any]) -> None:
    with pytest.MonkeyPatch.context() as monkeypatch:
        more = {"monkeypatch": monkeypatch}
        wanted = inspect.signature(function).parameters
        function(**case, **{name: more[name] for name in more if name in wanted})
