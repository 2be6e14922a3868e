"""A user's own game: a Python file with a play, an Experiment, a Rulebook or a Game."""

import sys
import traceback
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import Any

from montmort.games.errors import BadInput, MontmortError, UnknownName
from montmort.games.experiment import Experiment
from montmort.games.rulebook import NoRules, Rulebook
from montmort.verification.external.own_game import experiment_of
from montmort.verification.game import Game

_WANTED = (
    "end it with a function play(chance), with "
    'EXPERIMENTS = {"game": Experiment(name="game", outcome=…, start=…, step=…)}, '
    "or with a Rulebook"
)


def game_of_file(word: str) -> Game[Any]:
    """Return the game of a file, FILE.py or FILE.py:NAME; the file is run.

    Without a name it is the file's Game or Rulebook, else its EXPERIMENTS with
    its Rules and READINGS, else its only Experiment, else its function `play`.
    """
    file, _, name = word.partition(".py:")
    path = Path(f"{file}.py" if name else word)
    module = _loaded(path)
    found = _named(path, module, name) if name else _found(path, module)
    if isinstance(found, Rulebook):
        found = Game(rulebook=found)
    rulebook = replace(found.rulebook, name=path.name)
    return replace(found, rulebook=rulebook, module=module)


def _named(path: Path, module: ModuleType, name: str) -> Game[Any] | Rulebook[Any]:
    if name not in vars(module):
        raise UnknownName(f"{path} defines no {name!r}")
    value = vars(module)[name]
    if isinstance(value, Game | Rulebook):
        return value
    if not isinstance(value, Experiment) and not callable(value):
        raise BadInput(f"{path}: {name} is no play, Experiment, Rulebook or Game")
    return _rulebook(path, module, {name: experiment_of(value, name)})


def _found(path: Path, module: ModuleType) -> Game[Any] | Rulebook[Any]:
    values = vars(module)
    for kind in (Game, Rulebook):
        records = {name: value for name, value in values.items() if isinstance(value, kind)}
        if len({*map(id, records.values())}) > 1:
            raise BadInput(f"{path} has more than one game; name one: {path}:{next(iter(records))}")
        if records:
            return next(iter(records.values()))
    if "EXPERIMENTS" in values:
        return _rulebook(path, module, values["EXPERIMENTS"])
    single = [value for value in values.values() if isinstance(value, Experiment)]
    if single:
        return _rulebook(path, module, {one.name: one for one in single})
    if callable(values.get("play")):
        return _rulebook(path, module, {"play": experiment_of(values["play"], "play")})
    raise _no_experiment(path)


def _rulebook(path: Path, module: ModuleType, experiments: object) -> Rulebook[Any]:
    if (
        not isinstance(experiments, Mapping)
        or not experiments
        or not all(isinstance(one, Experiment) for one in experiments.values())
    ):
        raise _no_experiment(path)
    values = vars(module)
    try:
        return Rulebook(
            name=path.name,
            about=module.__doc__ or "",
            rules=values.get("Rules", NoRules),
            readings=values.get("READINGS", {}),
            experiments=experiments,
        )
    except MontmortError:
        raise
    except (TypeError, ValueError) as error:
        raise BadInput(f"{path.name}: {error}") from error


def _no_experiment(path: Path) -> BadInput:
    return BadInput(f"{path} has no experiment to play; {_WANTED}")


def _loaded(path: Path) -> ModuleType:
    """Return the file's module; its folder joins the places to import from, as with Python."""
    module = ModuleType(f"own_{path.stem}")
    module.__file__ = str(path)
    sys.modules[module.__name__] = module  # dataclasses look their module up
    sys.path.append(str(path.parent.resolve()))
    try:
        exec(compile(path.read_bytes(), path, "exec"), module.__dict__)
    except OSError as error:
        raise BadInput(f"cannot read {path}: {error.strerror or error}") from error
    except SyntaxError as error:
        line = f", line {error.lineno}" if error.lineno else ""
        raise BadInput(f"{error.filename or path}{line}: {error.msg}") from error
    except Exception as error:
        raise BadInput(f"{path}{_line(path, error)}: {type(error).__name__}: {error}") from error
    return module


def _line(path: Path, error: Exception) -> str:
    """Return the last line of the file on the way to the error, in words."""
    steps = traceback.extract_tb(error.__traceback__)
    lines = [step.lineno for step in steps if step.filename == str(path)]
    return f", line {lines[-1]}" if lines else ""
