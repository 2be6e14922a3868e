"""Read the rules of a game, for `python check.py FILE --rules GAME`; this file stands beside it.

GAME is a Python file, FILE.py or FILE.py:NAME, or the name of a game of `montmort.games`.  It has
an Experiment, several of them, or a function play(chance) or play(chance, table).  Only the
standard library is imported here; the rules import what they like.
"""

import dataclasses
import enum
import functools
import hashlib
import importlib
import inspect
import math
import re
import signal
import sys
import traceback
from collections import Counter, namedtuple
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from fractions import Fraction
from pathlib import Path
from threading import Event, Thread, current_thread, main_thread
from types import ModuleType, SimpleNamespace
from typing import Any, NamedTuple, NoReturn

from montmort.verification.certificates.rules_same import PLACES, CannotWalk, telling_apart

# --- The text of the rules ---


class Source(NamedTuple):
    """Rules as they are loaded: experiments and presets of the rules by name, and their text."""

    name: str
    words: str
    file: str
    experiments: Mapping[str, Any]
    readings: Mapping[str, Any]
    space: dict[str, Any]

    @property
    def module(self) -> str:
        """The name of the module of the rules."""
        return str(self.space["__name__"])


def load(word: str) -> Source:
    """Return the rules of a Python file, FILE.py or FILE.py:NAME, or of a game of montmort."""
    file, _, name = word.partition(".py:")
    if not (name or word.endswith(".py")):
        return load_game(word)
    path = Path(f"{file}.py" if name else word)
    try:
        text = path.read_bytes()
    except (OSError, ValueError) as error:
        raise CannotWalk(f"cannot read {path}: {error}") from None
    module = ModuleType(f"own_{path.stem}")
    module.__file__ = str(path)
    sys.modules[module.__name__] = module  # dataclasses look their module up
    sys.path.append(str(path.parent.resolve()))
    words = f"{path.name}, SHA-256 {hashlib.sha256(text).hexdigest()}"
    space = vars(module)
    empty = Source(f"{path.name}:{name}" if name else path.name, words, str(path), {}, {}, space)
    with about(empty), telling_caches():
        exec(compile(text, path, "exec"), space)
    with about(empty):
        return source_of(empty, name)


@contextmanager
def telling_caches() -> Iterator[None]:
    """Give rules that are read caches that tell apart what differs; packages keep Python's."""
    before = functools.cache, functools.lru_cache

    def stand_in(python: Any) -> Any:
        def decorate(*given: Any, **limits: Any) -> Any:
            is_package = sys._getframe(1).f_code.co_filename.startswith(PLACES)
            return python(*given, **limits) if is_package else telling_apart(*given)

        return decorate

    functools.cache, functools.lru_cache = map(stand_in, before)
    try:
        yield
    finally:
        functools.cache, functools.lru_cache = before


def load_game(name: str) -> Source:
    """Return the rules of a game of montmort."""
    try:
        module = importlib.import_module(f"montmort.games.{name.replace('-', '_')}")
        book = module.RULEBOOK
    except (ImportError, AttributeError, ValueError):
        raise CannotWalk(
            f"no rules {name[:80]!r}: give a Python file, or a game of montmort"
        ) from None
    rules = sys.modules.get(f"{module.__name__}.rules")
    if rules is not None and hasattr(rules, "RULEBOOK"):
        module = rules  # a small game: one file of its package has all rules
    file = str(module.__file__)
    sha256 = hashlib.sha256(Path(file).read_bytes()).hexdigest()
    words = f"{module.__name__} ({Path(file).name}, SHA-256 {sha256})"
    return Source(book.name, words, file, book.experiments, book.readings, vars(module))


def source_of(empty: Source, name: str) -> Source:
    """Return the game in a file: the one of this name, or what the file defines."""
    space = empty.space
    if name and name not in space:
        raise CannotWalk(f"{empty.file} defines no {name!r}")
    chosen = [space[name]] if name else [*space.values()]
    books = [getattr(value, "rulebook", value) for value in chosen if not isinstance(value, type)]
    books = [book for book in books if hasattr(book, "experiments") and hasattr(book, "readings")]
    if books:
        return empty._replace(experiments=books[0].experiments, readings=books[0].readings)
    if name:
        experiments = {name: as_experiment(space[name], space)}
    elif isinstance(space.get("EXPERIMENTS"), Mapping):
        experiments = dict(space["EXPERIMENTS"])
    else:
        single = [value for value in chosen if is_experiment(value)]
        experiments = {one.name: one for one in single}
        if not single and callable(space.get("play")):
            experiments = {"play": as_experiment(space["play"], space)}
    if not experiments:
        raise CannotWalk(f"{empty.file} has no function play, no Experiment and no Rulebook")
    kind = space.get("Rules", SimpleNamespace)
    readings = space.get("READINGS") or {"usual": kind()}
    players = space.get("players")
    if callable(players) and len(inspect.signature(players).parameters) == 2:
        experiments = {key: with_players(one, players) for key, one in experiments.items()}
    return empty._replace(experiments=experiments, readings=readings)


def is_experiment(value: object) -> bool:
    """Return whether something has the functions of an experiment."""
    return not isinstance(value, type) and all(
        callable(getattr(value, part, None)) for part in ("start", "step", "players")
    )


def as_experiment(value: Any, space: Mapping[str, Any]) -> Any:
    """Return an experiment, or the experiment of a function play(chance) or play(chance, table)."""
    if is_experiment(value):
        return value
    if not callable(value):
        raise CannotWalk("the rules are no function, no Experiment and no Rulebook")
    kinds = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    parameters = inspect.signature(value).parameters.values()
    required = [p for p in parameters if p.kind in kinds and p.default is p.empty]

    def step(_rules: Any, _state: Any, chance: Any, table: Any) -> tuple[None, Any]:
        gain = value(chance, table) if len(required) == 2 else value(chance)
        return None, gain if hasattr(gain, "_fields") else Value(gain)

    players = space["players"] if len(required) == 2 and "players" in space else no_players
    return SimpleNamespace(name="play", start=start_once, step=step, players=players)


def start_once(_rules: Any, _chance: Any) -> Any:
    """Return the state in which a play of one step begins."""
    return Nothing()


Value = namedtuple("Value", "value")
Nothing = namedtuple("Nothing", "")


class NoPlayers:
    """A table without players."""

    def decide(self, seat: int, _choices: Any, _view: Any, /) -> NoReturn:
        """Refuse to choose."""
        raise CannotWalk(f"no player on seat {seat} is named")

    def tell(self, event: Any, /) -> None:
        """Ignore an event."""


def no_players(_rules: Any, _chance: Any) -> NoPlayers:
    """Return the table of a game without players."""
    return NoPlayers()


def with_players(experiment: Any, players: Any) -> Any:
    """Return an experiment with the players of the file, unless it has its own."""
    if getattr(experiment.players, "__name__", "") != "no_players":
        return experiment
    return SimpleNamespace(
        name=experiment.name, start=experiment.start, step=experiment.step, players=players
    )


@contextmanager
def about(source: Source) -> Iterator[None]:
    """Say in one sentence which line of the rules an error comes from."""
    try:
        yield
    except CannotWalk:
        raise
    except (Exception, SystemExit) as error:
        steps = traceback.extract_tb(error.__traceback__)
        lines = [step.lineno for step in steps if step.filename == source.file]
        line = f", line {lines[-1]}" if lines else ""
        reason = " ".join(f"{type(error).__name__}: {error}".split())[:200]
        raise CannotWalk(f"{source.file}{line}: {reason}") from error


@contextmanager
def stopped_after(seconds: float) -> Iterator[None]:
    """Interrupt rules that take longer, as endless loops do."""
    import _thread

    over, late = Event(), Event()

    def interrupt() -> None:
        pause = seconds
        while not over.wait(pause):  # again, for an interrupt may be caught on its way
            late.set()
            _thread.interrupt_main()
            pause = 1.0

    before = signal.getsignal(signal.SIGINT)
    is_main = current_thread() is main_thread()
    if is_main:  # in the background of a shell, interrupts are ignored
        signal.signal(signal.SIGINT, signal.default_int_handler)
    Thread(target=interrupt, daemon=True).start()
    try:
        yield
    except KeyboardInterrupt:
        if not late.is_set():
            raise
        raise CannotWalk(f"the rules have not been walked in {seconds:g} seconds") from None
    finally:
        over.set()
        if is_main:
            signal.signal(signal.SIGINT, before)


# --- Numbers and words ---


def whole_weights(weights: Sequence[Any], at: Mapping[str, Fraction]) -> list[int]:
    """Return weights as integers in the same proportions."""
    if all(type(weight) is int for weight in weights):
        exact = [*weights]
    else:
        numbers = [exact_number(weight, at) for weight in weights]
        over = math.lcm(*(number.denominator for number in numbers))
        exact = [number.numerator * (over // number.denominator) for number in numbers]
    if not exact or min(exact) < 0 or not any(exact):
        raise CannotWalk(f"a pick among the weights {str([*weights])[:80]} is impossible")
    return exact


def exact_number(value: Any, at: Mapping[str, Fraction]) -> Fraction:
    """Return an exact number of the rules, with numbers for its symbols."""
    if symbols := getattr(value, "free_symbols", ()):
        value = value.subs({s: as_sympy(at[s.name]) for s in symbols if s.name in at})
    try:
        return Fraction(int(value.numerator), int(value.denominator))
    except (AttributeError, TypeError, ValueError):
        raise CannotWalk(f"{str(value)[:80]!r} is no exact number") from None


def as_sympy(number: Fraction) -> Any:
    """Return a number for expressions of sympy, which the rules have imported."""
    return sys.modules["sympy"].Rational(number.numerator, number.denominator)


def label(value: Any) -> str:
    """Return the text of a state, a view or a choice: as Python writes it, sets in order.

    >>> label((1, frozenset({"b", "a"}))), label("word")
    ("(1, {'a', 'b'})", "'word'")
    """
    text = repr(value) or "nothing"
    if "{" not in text and " at 0x" not in text:
        return text
    if isinstance(value, set | frozenset):
        return f"{{{', '.join(sorted(map(label, value)))}}}"
    if isinstance(value, tuple) and not hasattr(value, "_fields"):
        return f"({', '.join(map(label, value))}{',' * (len(value) == 1)})"
    names = getattr(value, "_fields", None) or [attribute.name for attribute in fields_in(value)]
    if names:
        parts = (f"{name}={label(getattr(value, name))}" for name in names)
        return f"{type(value).__name__}({', '.join(parts)})"
    return re.sub(r" at 0x[0-9a-fA-F]+", "", text)


def fields_in(value: Any) -> Sequence[Any]:
    """Return the fields of a dataclass; none of anything else."""
    is_record = dataclasses.is_dataclass(value) and not isinstance(value, type)
    return dataclasses.fields(value) if is_record else ()


class Numbered:
    """Different texts: one that is there already gets the next number that makes it new.

    >>> names = Numbered()
    >>> [names.of(text) for text in ["a", "b", "a", "a [2]"]]
    ['a', 'b', 'a [2]', 'a [2] [2]']
    """

    def __init__(self) -> None:
        self._seen, self._used = Counter[Any](), set[Any]()

    def of(self, text: str, *beside: str) -> str:
        """Return the text, or a new one; it may come again beside other words."""
        name = text
        while (name, *beside) in self._used:
            self._seen[text, *beside] += 1
            name = f"{text} [{self._seen[text, *beside] + 1}]"
        self._used.add((name, *beside))
        return name


def word_of(value: Any) -> str:
    """Return the word of a value of an outcome: a truth value, a member of an enum, a number."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, enum.Enum):
        if value.name is None:  # a Flag without members
            return str(value.value)
        names = [member.name.lower() for member in type(value)]
        return value.name.lower() if len({*names}) == len(names) else value.name
    try:
        return str(exact_number(value, {}))
    except ValueError:  # Python writes numbers of 4,300 digits at most
        raise CannotWalk("a number of the outcome has more than 4,300 digits") from None
