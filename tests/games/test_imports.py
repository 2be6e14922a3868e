"""Only what belongs to a game imports it: its own folder, and the modules that bear its name."""

import pytest

from montmort.verification.registry import GAMES

grimp = pytest.importorskip("grimp")  # it comes with import-linter
NAMES = {name.replace("-", "_") for name in GAMES}


def test_only_what_belongs_to_a_game_imports_it() -> None:
    """The registry imports games without names; so may nothing else."""
    graph = grimp.build_graph("montmort", cache_dir=None)
    wrong = [
        (module, imported)
        for module in graph.modules
        for imported in graph.find_modules_directly_imported_by(module)
        for game in NAMES.intersection(imported.split(".")[2:3])
        if imported.startswith("montmort.games.") and game not in module.split(".")
    ]
    assert wrong == []
    assert any(module.endswith(".report") for module in graph.modules)
