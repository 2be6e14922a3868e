"""A user's own game: a Python file with a play, an Experiment, a Rulebook or a Game."""

import re
import sys
import traceback
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any

from montmort.games.chance import Uncopied
from montmort.games.errors import BadInput, MontmortError, UnknownName
from montmort.games.experiment import Experiment, no_players
from montmort.games.file_kinds import kind_of_bytes, kind_of_file
from montmort.games.rulebook import NoRules, Rulebook
from montmort.games.validation import takes
from montmort.games.wager import Wager
from montmort.montecarlo.runs.block import one_line_error
from montmort.verification.game import Game
from montmort.verification.own_games.from_play import about_rules, experiment_of

_WANTED = (
    "end it with a function play(chance), with "
    'EXPERIMENTS = {"game": Experiment(name="game", outcome=…, start=…, step=…)}, '
    "or with a Rulebook"
)

_KEPT = re.compile(r"'(\w+)' object has no attribute '(\w+)'")


def game_of_file(word: str) -> Game[Any]:
    """Return the game of a file, FILE.py or FILE.py:NAME; the file is run.

    Without a name it is the file's Game or Rulebook, else its EXPERIMENTS with
    its Rules and READINGS, else its only Experiment, else its function `play`.
    Every Wager in the file is a bet on it.
    """
    file, _, name = word.partition(".py:")
    path = Path(f"{file}.py" if name else word)
    module = _loaded(path)
    game = _named(path, module, name) if name else _default_game(path, module)
    if isinstance(game, Rulebook):
        game = Game(rulebook=game)
    wagers = game.rulebook.wagers or _wagers(module, game.rulebook, everything=not name)
    with about_rules(next(iter(game.rulebook.experiments.values())).step):
        known_as = f"{path.name}:{name}" if name else path.name
        rulebook = replace(game.rulebook, name=known_as, wagers=wagers)
    return replace(game, rulebook=rulebook, module=module)


def _wagers(module: ModuleType, rulebook: Rulebook[Any], *, everything: bool) -> tuple[Wager, ...]:
    """Return the file's wagers; if only an experiment is asked for, those that are on it."""
    wagers = tuple(value for value in vars(module).values() if isinstance(value, Wager))
    if everything:
        return wagers
    ((name, experiment),) = rulebook.experiments.items()
    return tuple(
        wager
        for wager in wagers
        if wager.experiment in ("", name) and wager.field in experiment.fields
    )


def _named(path: Path, module: ModuleType, name: str) -> Game[Any] | Rulebook[Any]:
    if name not in vars(module):
        raise UnknownName(f"{path} defines no {name!r}")
    value = vars(module)[name]
    if isinstance(value, Game | Rulebook):
        return value
    if not isinstance(value, Experiment) and not callable(value):
        raise BadInput(f"{path}: {name} is no play, Experiment, Rulebook or Game")
    return _rulebook(path, module, {name: experiment_of(value, name, _players(module))})


def _default_game(path: Path, module: ModuleType) -> Game[Any] | Rulebook[Any]:
    values = vars(module)
    for kind in (Game, Rulebook):
        records = {name: value for name, value in values.items() if isinstance(value, kind)}
        if len({*map(id, records.values())}) > 1:
            raise BadInput(f"{path} has more than one game; name one: {path}:{next(iter(records))}")
        if records:
            return next(iter(records.values()))
    experiments = values.get("EXPERIMENTS")
    if isinstance(experiments, Mapping) or (experiments and not callable(values.get("play"))):
        return _rulebook(path, module, experiments)
    single = [value for value in values.values() if isinstance(value, Experiment)]
    if len({one.name for one in single}) < len({*map(id, single)}):
        raise BadInput(f"{path} has two experiments named {single[-1].name!r}; rename one of them")
    if single:
        return _rulebook(path, module, {one.name: one for one in single})
    if callable(values.get("play")):
        played = experiment_of(values["play"], "play", _players(module))
        return _rulebook(path, module, {"play": played})
    raise _no_experiment(path)


def _rulebook(path: Path, module: ModuleType, experiments: object) -> Rulebook[Any]:
    if (
        not isinstance(experiments, Mapping)
        or not experiments
        or not all(isinstance(one, Experiment) for one in experiments.values())
    ):
        raise _no_experiment(path)
    values, players = vars(module), _players(module)
    if players is not None:
        experiments = {
            name: replace(one, players=players) if one.players is no_players else one
            for name, one in experiments.items()
        }
    rules = values.get("Rules", NoRules)
    with about_rules(rules):
        return Rulebook(
            name=path.name,
            about=module.__doc__ or "",
            rules=rules,
            readings=values.get("READINGS", {}),
            experiments=experiments,
        )


def _players(module: ModuleType) -> Any:
    """Return the file's function players(rules, chance), None if it has none."""
    play, players = vars(module).get("play"), vars(module).get("players")
    if not callable(players):
        return None
    is_helper = callable(play) and not takes(play, 2) and not takes(players, 2)
    return None if is_helper else players


def _no_experiment(path: Path) -> BadInput:
    return BadInput(f"{path} has no experiment to play; {_WANTED}")


def compiled(content: bytes, path: Path) -> CodeType:
    """Return the code of a user's file."""
    return compile(content, path, "exec", dont_inherit=True)


def _loaded(path: Path) -> ModuleType:
    """Return the file's module; its folder joins the places to import from, as with Python."""
    module = ModuleType(f"own_{path.stem}")
    module.__file__ = str(path)
    sys.modules[module.__name__] = module  # dataclasses look their module up
    sys.path.append(str(path.parent.resolve()))
    try:
        content = path.read_bytes()
        if kind := kind_of_bytes(content):
            raise BadInput(f"it is {kind}")
        exec(compiled(content, path), module.__dict__)
    except SyntaxError as error:
        if kind := kind_of_file(content):
            raise BadInput(f"{path} is {kind}, or name its encoding in its first line") from error
        line = f", line {error.lineno}" if error.lineno else ""
        raise BadInput(f"{error.filename or path}{line}: {error.msg}") from error
    except (Exception, SystemExit) as error:
        lines = _lines(str(path), error)
        if isinstance(error, OSError) and not lines:
            raise BadInput(f"cannot read {path}: {error.strerror or error}") from error
        line = f", line {lines[-1]}" if lines else ""
        words = str(error) if isinstance(error, MontmortError) else _words(error)
        raise BadInput(f"{path}{line}: {words}") from error
    return module


def sentence_about(error: BaseException) -> str | None:
    """Return the sentence on an error that a user's file caused, None if it did not.

    It names the last line of the file on the way to the error, or else the line of the
    rules that the error is about.
    """
    place = _place(error)
    if place is None:
        return None
    words = str(error) if isinstance(error, MontmortError) else _words(error)
    return words if words.startswith(place.partition(",")[0]) else f"{place}: {words}"


def _place(error: BaseException) -> str | None:
    """Return the file and line of the user that an error comes from, None if there is none."""
    files = {module.__file__ for name, module in sys.modules.items() if name.startswith("own_")}
    cause: BaseException | None = error
    while cause is not None:
        for file in filter(None, files):
            if lines := _lines(file, cause):
                return f"{file}, line {lines[-1]}"
        notes = getattr(cause, "__notes__", [])
        for note in notes:
            if note.partition(", line ")[0] in files:
                return str(note)
        cause = cause.__cause__
    return None


def _lines(file: str, error: BaseException) -> list[int]:
    """Return the lines of the file on the way to the error."""
    steps = traceback.extract_tb(error.__traceback__)
    return [step.lineno for step in steps if step.filename == file and step.lineno]


def _words(error: BaseException) -> str:
    """Return an error in one line."""
    if isinstance(error, SystemExit):
        return "the file ends the program (sys.exit); leave that out"
    if isinstance(error, RecursionError):
        return (
            "RecursionError: a function calls itself without end, or values are nested hundreds of "
            "levels deep"
        )
    kept = _KEPT.search(str(error)) if isinstance(error, AttributeError) else None
    if kept and kept[1] in {kind.__name__ for kind in _all_under(Uncopied)}:
        return f"nothing can be kept in chance or in the table, .{kept[2]}: keep it in a variable"
    return one_line_error(error)


def _all_under(kind: type[Any]) -> Iterator[type[Any]]:
    """Yield the classes derived from a class."""
    for subclass in kind.__subclasses__():
        yield subclass
        yield from _all_under(subclass)
