"""The cases of the small games: what `cases.toml` beside the rules of a game says of them.

    confirmed = ["pass", "hand"] # the claims that are found to be true
    refuted = ["record"]         # and those that are found to be wrong

    small = { cards = 3 }        # rules of a version whose certificates take a moment

    [margins]                    # at which the simulator is CONSISTENT, by field or field=value
    net = 0.02

    [[case]]
    rules = { cards = 4 }        # and `experiment` and `question`, as in a file of claims
    field = "net.mean"           # an answer of `montmort exact`
    number = "-1/24"
    source = "a table in a book" # where the number is from

A case without a number has rules under which walks, simulators and reports are compared.  One that
is `slow` takes some seconds.  `margins` may name other `rules` than the usual ones.
"""

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from montmort import games
from montmort.verification.exact_query import Asked
from montmort.verification.game import Game
from montmort.verification.registry import GAMES

KEYS = {"rules", "experiment", "question", "field", "number", "source", "slow"}
FOLDER = Path(str(games.__file__)).parent


@dataclass(frozen=True)
class Case:
    """Rules of a game, and the number that an answer under them must be, if one is known."""

    game: Game[Any]
    asked: Asked
    field: str
    number: Fraction
    slow: bool

    @property
    def is_first(self) -> bool:
        """Whether it is the first experiment of the game, which reports state theorems of."""
        return self.asked.experiment == self.game.rulebook.first_experiment

    @property
    def has_decisions(self) -> bool:
        """Whether the laws are those of best play, or of the strategy that the Rules name."""
        aim = self.game.aim_in(self.asked.experiment)
        return aim is not None or self.game.known_laws is not None

    def __str__(self) -> str:
        return f"{self.asked.command} {self.field}".removeprefix("montmort exact ")


def small_games() -> list[str]:
    """Return the names of the games whose folder has cases."""
    return [name for name in GAMES if (FOLDER / name.replace("-", "_") / "cases.toml").exists()]


@cache
def document_of(name: str) -> Mapping[str, Any]:
    """Return the content of the cases of a game."""
    path = FOLDER / name.replace("-", "_") / "cases.toml"
    document = tomllib.loads(path.read_text(encoding="utf-8"))
    assert document.keys() <= {"confirmed", "refuted", "small", "margins", "case"}, path
    return document


def cases_of(name: str) -> Iterator[Case]:
    """Yield the cases of a game."""
    for table in document_of(name).get("case", ()):
        assert table.keys() <= KEYS, (name, table)
        assert ("field" in table) == ("number" in table) == ("source" in table), (name, table)
        yield Case(
            game=GAMES[name],
            asked=Asked.of(GAMES[name], table),
            field=table.get("field", ""),
            number=Fraction(table.get("number", 0)),
            slow=table.get("slow", False),
        )


def all_cases() -> list[Any]:
    """Return all cases as parameters of tests, the slow ones marked."""
    return [
        pytest.param(case, id=str(case), marks=[pytest.mark.slow] if case.slow else [])
        for name in small_games()
        for case in cases_of(name)
    ]


def standings_of(name: str) -> dict[str, str]:
    """Return what is found of the claims about a game, by the name of the claim."""
    document = document_of(name)
    return {
        claim: standing.upper()
        for standing in ("confirmed", "refuted")
        for claim in document.get(standing, ())
    }


def small_flags(name: str) -> dict[str, str]:
    """Return the flags of a version of a game whose certificates take a moment."""
    return {
        rule.replace("_", "-"): ",".join(map(str, value)) if isinstance(value, list) else str(value)
        for rule, value in document_of(name).get("small", {}).items()
    }


def margins_of(name: str) -> tuple[Any, dict[str, float]]:
    """Return the rules and the margins at which the simulator of a game must be CONSISTENT."""
    table = dict(document_of(name)["margins"])
    rules = Asked.of(GAMES[name], {"rules": table.pop("rules", {})}).rules
    return rules, table


def report_module(name: str) -> Any:
    """Return the module that states the theorems of a small game."""
    return import_module(f"{games.__name__}.{name.replace('-', '_')}.report")
