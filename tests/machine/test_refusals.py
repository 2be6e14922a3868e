import inspect
import re

import pytest

from montmort.games.errors import TooLarge
from montmort.machine import programs
from montmort.machine.refusal import CannotCompile
from tests.machine.laws import compiled_law
from tests.machine.refused import REFUSED


def expected(function) -> tuple[str, int] | None:
    """Return the sentence in the comment of a function, and its line."""
    lines, first = inspect.getsourcelines(function)
    for number, line in enumerate(lines, start=first):
        if found := re.search(r"# refused: (.*)", line):
            return found[1], number + line.strip().startswith("#")
    return None


@pytest.mark.parametrize("function", REFUSED, ids=lambda function: function.__name__)
def test_what_is_not_compiled_is_said_with_its_line(function):
    with pytest.raises(CannotCompile) as refusal:
        compiled_law(function, 1000)
    if (wanted := expected(function)) is not None:
        sentence, line = wanted
        assert f"not compiled: {sentence}" in str(refusal.value)
        assert str(refusal.value).endswith(f"refused.py, line {line})")


def test_a_function_without_source():
    names: dict = {}
    exec("def play(chance):\n    return chance.pick([1, 1])", names)
    with pytest.raises(CannotCompile, match="the source of play is not in <string>"):
        compiled_law(names["play"], 10)


def test_more_paths_than_the_limit():
    with pytest.raises(TooLarge, match="more than 10 paths"):
        compiled_law(lambda chance: chance.pick([1] * 11), 10)


def test_an_error_of_the_compiler_leaves_the_rules_interpreted(monkeypatch):
    def broken(*_):
        raise RecursionError

    monkeypatch.setattr(programs, "assemble", broken)
    with pytest.raises(CannotCompile, match="not compiled: RecursionError in the compiler"):
        compiled_law(lambda chance: chance.pick([1, 1]), 10)
