"""Read the rules of a game, for `python check.py FILE --rules GAME`; this file stands beside it.

GAME is a Python file, FILE.py or FILE.py:NAME, or the name of a game of `montmort.games`.  It has
an Experiment, several of them, or a function play(chance) or play(chance, table).  Only the
standard library is imported here; the rules import what they like.
"""

import ast
import dataclasses
import enum
import hashlib
import importlib
import inspect
import math
import re
import sys
import traceback
from collections import Counter, namedtuple
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, redirect_stdout
from fractions import Fraction
from pathlib import Path
from threading import Timer
from types import ModuleType, SimpleNamespace
from typing import Any, NamedTuple, NoReturn


class CannotWalk(Exception):
    """The rules cannot be walked; the message is a sentence about why."""


# --- The text of the rules ---


class Source(NamedTuple):
    """Rules as they are loaded: experiments and presets of the rules by name, and their text."""

    words: str
    file: str
    experiments: Mapping[str, Any]
    readings: Mapping[str, Any]
    space: dict[str, Any]


def with_values(rules: Any, changes: Mapping[str, str], at: Mapping[str, Fraction]) -> Any:
    """Return rules with these values, and with numbers for symbols."""
    new = {name: value_of(name, text, getattr(rules, name, None)) for name, text in changes.items()}
    if at and dataclasses.is_dataclass(rules):
        for each in dataclasses.fields(rules):
            value = getattr(rules, each.name)
            if hasattr(value, "free_symbols") and each.name not in new:
                number = exact_number(value, at)
                new[each.name] = int(number) if number.denominator == 1 else number
    return dataclasses.replace(rules, **new) if new else rules


def put_numbers(space: dict[str, Any], at: Mapping[str, Fraction]) -> None:
    """Put numbers for symbols into the global variables of the rules."""
    for name, value in [*space.items()]:
        symbols = getattr(value, "free_symbols", ()) if not isinstance(value, type) else ()
        if symbols and {symbol.name for symbol in symbols} <= at.keys():
            space[name] = exact_number(value, at)


def value_of(name: str, text: str, before: object) -> Any:
    """Return the value of a rule that a certificate writes: as Python does, or a Fraction's."""
    found = re.fullmatch(r"Fraction\((-?[0-9]+), ([0-9]+)\)", text)
    if found:
        return Fraction(int(found[1]), int(found[2]))
    if isinstance(before, enum.Enum):
        return type(before)[text]
    try:
        return ast.literal_eval(text)
    except (ValueError, SyntaxError, RecursionError, MemoryError):
        raise CannotWalk(
            f"the rule {name} has the value {text[:80]!r}, which is not read"
        ) from None


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
    empty = Source(words, str(path), {}, {}, space)
    with about(empty), redirect_stdout(sys.stderr):
        exec(compile(text, path, "exec"), space)
    with about(empty):
        return source_of(empty, name)


def load_game(name: str) -> Source:
    """Return the rules of a game of montmort."""
    try:
        module = importlib.import_module(f"montmort.games.{name.replace('-', '_')}")
        book = module.RULEBOOK
    except (ImportError, AttributeError, ValueError):
        raise CannotWalk(
            f"no rules {name[:80]!r}: give a Python file, or a game of montmort"
        ) from None
    file = str(module.__file__)
    sha256 = hashlib.sha256(Path(file).read_bytes()).hexdigest()
    words = f"{module.__name__} ({Path(file).name}, SHA-256 {sha256})"
    return Source(words, file, book.experiments, book.readings, vars(module))


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
    elif "EXPERIMENTS" in space:
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
    if callable(players := space.get("players")):
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
    asked = [each for each in parameters if each.kind in kinds and each.default is each.empty]

    def step(_rules: Any, _state: Any, chance: Any, table: Any) -> tuple[None, Any]:
        gain = value(chance, table) if len(asked) == 2 else value(chance)
        return None, gain if hasattr(gain, "_fields") else Value(gain)

    players = space.get("players", no_players)
    return SimpleNamespace(
        name="play", start=lambda _rules, _chance: Nothing(), step=step, players=players
    )


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

    timer = Timer(seconds, _thread.interrupt_main)
    timer.daemon = True
    timer.start()
    try:
        yield
    except KeyboardInterrupt:
        if timer.is_alive():
            raise
        raise CannotWalk(f"the rules have not been walked in {seconds:g} seconds") from None
    finally:
        timer.cancel()


# --- What is asked of the rules ---


class Aim(NamedTuple):
    """What is wanted: a field of the outcome, or a condition on fields."""

    text: str = ""

    def step(self, gain: Any, past: tuple[Any, ...], *, is_last: bool) -> tuple[Fraction, Any]:
        """Return what a step is worth, and what is to be known of the past after it."""
        if self.text in gain._fields:
            value = getattr(gain, self.text)
            counts = is_last or not is_word(value)
            return (exact_number(value, {}) if counts else Fraction(0)), ()
        names = [name for name in names_in(self.text) if name in gain._fields]
        sums = [name for name in names if not is_word(getattr(gain, name))]
        before = past or (0,) * len(sums)
        past = tuple(b + getattr(gain, name) for b, name in zip(before, sums, strict=True))
        if not is_last:
            return Fraction(0), past
        values = {name: getattr(gain, name) for name in names} | dict(zip(sums, past, strict=True))
        return Fraction(int(holds(self.text, values))), ()


def is_word(value: object) -> bool:
    """Return whether a value of the last step counts, not a sum."""
    return isinstance(value, bool | enum.Enum)


ALLOWED = (ast.Expression, ast.BoolOp, ast.And, ast.Or, ast.UnaryOp, ast.Not, ast.USub, ast.UAdd,
           ast.BinOp, ast.Add, ast.Sub, ast.Mult, ast.FloorDiv, ast.Mod, ast.Compare, ast.Eq,
           ast.NotEq, ast.Lt, ast.LtE, ast.Gt, ast.GtE, ast.Name, ast.Load,
           ast.Constant)  # fmt: skip


class Word(str):
    """A word of a condition, which is equal to a member of an enum with this name."""

    __slots__ = ()
    __hash__ = str.__hash__

    def __eq__(self, other: object) -> bool:
        return isinstance(other, enum.Enum) and self.lower() == other.name.lower()

    def __ne__(self, other: object) -> bool:
        return not self == other


def names_in(condition: str) -> list[str]:
    """Return the names in a condition; nothing but comparisons and sums may stand in it."""
    try:
        nodes = [*ast.walk(ast.parse(condition.strip(), mode="eval"))]
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        raise CannotWalk(f"{condition[:80]!r} is no field and no condition on fields") from None
    for node in nodes:
        is_number = not isinstance(node, ast.Constant) or isinstance(node.value, int)
        if not isinstance(node, ALLOWED) or not is_number:
            raise CannotWalk(f"{condition[:80]!r} is no field and no condition on fields")
    return [*dict.fromkeys(node.id for node in nodes if isinstance(node, ast.Name))]


def holds(condition: str, values: Mapping[str, Any]) -> bool:
    """Return whether a condition holds for the values of its fields.

    >>> holds("rolls > 3 and not won", {"rolls": 4, "won": False})
    True
    """
    words = {name: Word(name) for name in names_in(condition)} | {"true": True, "false": False}
    return bool(eval(condition.strip(), {"__builtins__": {}}, {**words, **values}))


class Question(NamedTuple):
    """An experiment of a game under its rules, with numbers for symbols, and perhaps an aim.

    With a discount d the gain of a step after n others counts d^n times.
    """

    experiment: Any
    rules: Any
    at: Mapping[str, Fraction] = {}
    aim: Aim = Aim()
    seat: int = 0
    maximises: bool = True
    discount: Fraction = Fraction(1)

    def first(self, run: Any) -> Any:
        """Return the first state."""
        run.begin(None)
        state = self._numbers(self.experiment.start(self.rules, run))
        if state is None:
            raise CannotWalk("start() returns no state")
        return state

    def move(self, run: Any, state: Any, table: Any = None) -> tuple[Any, Any]:
        """Return the next state and the gain of a step, by a table or the players that are named.

        Players are made anew for every step, so they must not be drawn by lot for a play.
        """
        run.begin(state)
        if table is None:
            table = self.experiment.players(self.rules, run)
            if run.since:
                raise CannotWalk("the players are drawn from chance, once for a whole play")
        move = self.experiment.step(self.rules, state, run, table)
        if not isinstance(move, tuple) or len(move) != 2 or not hasattr(move[1], "_fields"):
            raise CannotWalk(f"step() returns {str(move)[:80]!r}, not (next state or None, gain)")
        return self._numbers(move[0]), self._numbers(move[1])

    def _numbers(self, value: Any) -> Any:
        """Return a state or a gain with numbers for its symbols."""
        if not self.at:
            return value
        if isinstance(value, tuple):
            parts = map(self._numbers, value)
            return type(value)(*parts) if hasattr(value, "_fields") else type(value)(parts)
        is_expression = hasattr(value, "free_symbols")
        return exact_number(value, self.at) if is_expression else value


def question_of(source: Source, asked: Mapping[str, Any]) -> Question:
    """Return what a certificate asks of the rules; `asked` are the `rules` in its document."""
    for name in ("experiment", "reading", "values", "at"):
        if name not in asked:
            raise CannotWalk(f"the certificate does not say which {name}")
    known = {"experiment": source.experiments, "reading": source.readings}
    for what, there in known.items():
        if asked[what] not in there:
            raise CannotWalk(f"the rules have no {what} {asked[what]!r}, only {', '.join(there)}")
    numbers = {symbol: Fraction(number) for symbol, number in asked["at"].items()}
    rules = with_values(source.readings[asked["reading"]], asked["values"], numbers)
    put_numbers(source.space, numbers)
    experiment = source.experiments[asked["experiment"]]
    text = asked.get("aim", "maximise , seat 0")
    found = re.fullmatch("(maximise|minimise) (.*), seat ([0-9]{1,9})", text)
    if not found:
        raise CannotWalk(f"the aim {text[:80]!r} is not read")
    discount = Fraction(asked.get("discount", "1"))
    if not 0 < discount <= 1:
        raise CannotWalk("a discount must be above 0 and at most 1")
    aim, seat, maximises = Aim(found[2]), int(found[3]), found[1] == "maximise"
    return Question(experiment, rules, numbers, aim, seat, maximises, discount)


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
    names = getattr(value, "_fields", None) or [each.name for each in fields_in(value)]
    if names:
        parts = (f"{name}={label(getattr(value, name))}" for name in names)
        return f"{type(value).__name__}({', '.join(parts)})"
    return re.sub(r" at 0x[0-9a-fA-F]+", "", text)


def word_of_rule(value: Any) -> str:
    """Return the value of a rule as the command line reads it.

    >>> word_of_rule(Fraction(1, 2)), word_of_rule((3, True)), word_of_rule(None)
    ('1/2', '3,1', 'none')
    """
    if isinstance(value, enum.Enum) and not isinstance(value, str | int):
        return value.name.lower().replace("_", "-")
    if isinstance(value, tuple):
        return ",".join(map(word_of_rule, value))
    if isinstance(value, int | Fraction):
        return str(Fraction(value))
    return "none" if value is None else str(value)


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
        names = [member.name.lower() for member in type(value)]
        return value.name.lower() if len({*names}) == len(names) else value.name
    return str(exact_number(value, {}))
