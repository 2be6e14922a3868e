"""What the records of games name can be loaded, and takes the arguments of the record."""

import inspect
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from montmort.games import kuhn
from montmort.games.errors import BadInput
from montmort.lazy import At
from montmort.verification.aim import Aim
from montmort.verification.game import Game
from montmort.verification.registry import GAMES

ARGUMENTS = {
    "solver": 0,
    "known_laws": 4,
    "simulation": 3,
    "optimal": 3,
    "named_strategy": 1,
    "claims": 0,
    "certification": 0,
    "proof": 3,
    "settled": 3,
    "exact_figure": 3,
    "played_figure": 2,
    "table": 0,
}
AT_THE_TERMINAL = {"assumption": 2, "chances": 4, "prospects": 3, "players": 2}


def entries_of(game: Game[Any]) -> Iterator[tuple[Any, int]]:
    """Yield the entries of a record, with the number of their arguments."""
    yield from ((getattr(game, name), number) for name, number in ARGUMENTS.items())
    yield from ((each, 0) for each in game.certifications.values())
    terminal = game.rulebook.terminal
    yield from ((getattr(terminal, name), number) for name, number in AT_THE_TERMINAL.items())
    if game.source_records is not None:
        yield game.source_records.tables, 3


@pytest.mark.parametrize("name", GAMES)
def test_what_a_record_names_takes_its_arguments(name: str) -> None:
    for entry, number in entries_of(GAMES[name]):
        if isinstance(entry, At):
            found = entry.load()
            if callable(found):
                inspect.signature(found).bind(*range(number))
            else:
                assert number == 0, entry


def test_what_is_misspelt_is_an_error_of_the_call() -> None:
    misspelt = At("math:gdc")
    with pytest.raises(AttributeError, match="gdc"):
        misspelt(12, 18)


def test_what_the_first_player_wants_is_the_aim_of_the_record() -> None:
    assert Game(rulebook=kuhn.RULEBOOK).aim == Aim("net")
    assert Game(rulebook=replace(kuhn.RULEBOOK, wants="")).aim is None
    with pytest.raises(BadInput, match="wants='money' is no field of the outcome"):
        replace(kuhn.RULEBOOK, wants="money")
