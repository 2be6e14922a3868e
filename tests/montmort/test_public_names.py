"""The names that a package offers: type checkers and the interpreter know the same ones."""

import ast
from importlib import import_module
from pathlib import Path

import pytest

PACKAGES = (
    "montmort",
    "montmort.exact",
    "montmort.games",
    "montmort.montecarlo",
    "montmort.testing",
    "montmort.verification",
)


@pytest.mark.parametrize("name", PACKAGES)
def test_names_for_type_checkers_are_those_that_are_loaded(name: str) -> None:
    package = import_module(name)
    [static] = [
        block
        for block in ast.parse(Path(package.__file__).read_text()).body
        if isinstance(block, ast.If) and ast.unparse(block.test) == "TYPE_CHECKING"
    ]
    homes = {
        each.asname: (part.module, each.name)
        for part in static.body
        if isinstance(part, ast.ImportFrom)
        for each in part.names
    }
    assert sorted(homes) == package.__all__ == dir(package)
    for public, (module, own_name) in homes.items():
        assert public == own_name
        assert getattr(package, public) is getattr(import_module(module), public)
