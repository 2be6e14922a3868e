"""Rules at a point: numbers in place of the symbols in a user's rules.

A symbol stands in a rule, in a global variable of the user's file, in a closure, or in
the arguments of a `functools.partial`.  `experiment_at` gives the same experiment with
numbers there: its functions are made anew with other globals, and are then played,
walked and compiled as if the file held the numbers.  Functions that meet no symbol stay
as they are.

A method of a class keeps its globals.  If one of them meets a symbol, each weight gets its
numbers before it is picked, and such rules are played in plain Python.
"""

import dataclasses
import sys
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from functools import partial
from types import CellType, CodeType, FunctionType, ModuleType
from typing import TYPE_CHECKING, Any

from montmort.exact.rational_functions.conditions import read_values
from montmort.exact.rational_functions.field import is_expression
from montmort.exact.symbolic.law import substituted
from montmort.games.chance import Chance, Uncopied
from montmort.games.experiment import Experiment
from montmort.games.table import Table

if TYPE_CHECKING:
    from sympy import Symbol

AnyExperiment = Experiment[Any, Any, Any]
Values = Mapping[Any, Any]  # numbers by symbol

_LIBRARIES = frozenset({"montmort", "sympy", "mpmath", "flint", "numpy", "networkx"})


def symbols_of(*things: object) -> "frozenset[Symbol]":
    """Return the symbols that rules meet: numbers, functions, experiments, Rules.

    >>> import sympy
    >>> p = sympy.Symbol("p")
    >>> symbols_of([p, 1 - p], partial(pow, p))
    frozenset({p})
    """
    if "sympy" not in sys.modules:
        return frozenset()
    found: set[Symbol] = set()
    seen: set[int] = set()
    waiting = [*things]
    while waiting:
        thing = waiting.pop()
        if is_expression(thing):
            found |= thing.free_symbols
        elif id(thing) not in seen:
            seen.add(id(thing))
            waiting += _parts(thing)
    return frozenset(found)


def _parts(thing: object) -> Iterator[object]:
    """Yield what a thing consists of, and what a function or class of the user refers to."""
    if isinstance(thing, str | bytes | int | Fraction | ModuleType):
        return
    if isinstance(thing, tuple | list | set | frozenset):
        yield from thing
    elif isinstance(thing, Mapping):
        yield from thing.values()
    elif isinstance(thing, partial):
        yield from (thing.func, *thing.args, *thing.keywords.values())
    elif isinstance(thing, FunctionType):
        if _is_users(thing):
            yield from _globals_used(thing).values()
            yield from (_content(cell) for cell in thing.__closure__ or ())
            yield from (thing.__defaults__ or (), thing.__kwdefaults__ or {})
    elif isinstance(thing, type):
        if _is_users(thing):
            yield from _methods(thing)
    elif dataclasses.is_dataclass(thing):
        yield from (getattr(thing, each.name) for each in dataclasses.fields(thing))


def _is_users(thing: FunctionType | type) -> bool:
    package = str(getattr(thing, "__module__", "")).partition(".")[0]
    return package not in _LIBRARIES and package not in sys.stdlib_module_names


def _methods(kind: type) -> Iterator[FunctionType]:
    for value in vars(kind).values():
        function = value.fget if isinstance(value, property) else getattr(value, "__func__", value)
        if isinstance(function, FunctionType):
            yield function


def _globals_used(function: FunctionType) -> dict[str, Any]:
    """Return the globals that a function refers to, and what it uses of modules among them."""
    space, names = function.__globals__, _names(function.__code__)
    used = {name: space[name] for name in names if name in space}
    for module in [value for value in used.values() if isinstance(value, ModuleType)]:
        if module.__name__.partition(".")[0] not in _LIBRARIES | sys.stdlib_module_names:
            inside = vars(module)
            used |= {f"{module.__name__}.{name}": inside[name] for name in names & inside.keys()}
    return used


def _names(code: CodeType) -> set[str]:
    inner = (_names(part) for part in code.co_consts if isinstance(part, CodeType))
    return set(code.co_names).union(*inner)


def _content(cell: CellType) -> object:
    try:
        return cell.cell_contents
    except ValueError:  # not yet assigned
        return None


def experiment_at(experiment: AnyExperiment, values: Values) -> AnyExperiment:
    """Return the experiment with numbers for symbols, which is named after the point.

    >>> import sympy
    >>> from montmort.exact.from_rules import explore
    >>> from montmort.games.chance import coin
    >>> from montmort.verification.own_games.from_play import experiment_of
    >>> p = sympy.Symbol("p")
    >>> toss = experiment_of(partial(coin, heads=p), "toss")
    >>> at = experiment_at(toss, {p: Fraction(1, 3)})
    >>> at.name, explore(at, None).last_law("value")[True]
    ('toss at p = 1/3', Fraction(1, 3))
    """
    chosen = read_values(values)
    functions = experiment.start, experiment.step, experiment.players, experiment.outcome_under
    met = symbols_of(*functions) & chosen.keys()
    if not met:
        return experiment
    point = {symbol: value for symbol, value in chosen.items() if symbol in met}
    start, step, players, outcome_under = map(_Numbers(point).of, functions)
    if symbols_of(start) & met:
        start = partial(_start, point, start)
    if symbols_of(step) & met:
        step = partial(_step, point, step)
    if symbols_of(players) & met:
        players = partial(_players, point, players)
    return replace(
        experiment,
        name=f"{experiment.name} at {point_text(point)}",
        start=start,
        step=step,
        players=players,
        outcome_under=outcome_under,
    )


def rules_at(rules: Any, values: Values) -> Any:
    """Return Rules with numbers for symbols; BadInput if these are out of bounds."""
    met = symbols_of(rules) & values.keys()
    return _Numbers(read_values(values)).of(rules) if met else rules


def point_text(values: Values) -> str:
    """Return a point in words.

    >>> import sympy
    >>> point_text({sympy.Symbol("p"): Fraction(1, 3), sympy.Symbol("a"): Fraction(2)})
    'a = 2, p = 1/3'
    """
    return ", ".join(sorted(f"{symbol} = {value}" for symbol, value in values.items()))


class _Numbers:
    """Puts numbers for symbols into things; a thing without these symbols stays itself."""

    def __init__(self, point: Values) -> None:
        self.point = point
        self._made: dict[int, FunctionType] = {}

    def of(self, thing: Any) -> Any:
        """Return the thing with numbers for symbols."""
        if is_expression(thing):
            found = substituted(thing, self.point)
            return Fraction(found) if isinstance(found, int) else found  # so that A/2 is exact
        if not symbols_of(thing) & self.point.keys():
            return thing
        if isinstance(thing, tuple) and hasattr(thing, "_fields"):
            return type(thing)(*map(self.of, thing))
        if isinstance(thing, tuple | list | set | frozenset):
            return type(thing)(map(self.of, thing))
        if type(thing) is dict:
            return {name: self.of(value) for name, value in thing.items()}
        if isinstance(thing, partial):
            arguments = map(self.of, thing.args)
            return partial(self.of(thing.func), *arguments, **self.of(thing.keywords))
        if isinstance(thing, FunctionType):
            return self._function(thing)
        if dataclasses.is_dataclass(thing) and not isinstance(thing, type):
            return self._record(thing)
        return thing

    def _record(self, record: Any) -> Any:
        changes = {}
        for each in dataclasses.fields(record):
            before = getattr(record, each.name)
            after = self.of(before)
            if each.init and after is not before:
                is_whole = isinstance(after, Fraction) and after.denominator == 1
                changes[each.name] = int(after) if is_whole else after
        return replace(record, **changes)

    def _function(self, function: FunctionType) -> FunctionType:
        if id(function) in self._made:
            return self._made[id(function)]
        space = dict(function.__globals__)
        cells = tuple(CellType() for _ in function.__closure__ or ()) or None
        made = FunctionType(function.__code__, space, function.__name__, None, cells)
        self._made[id(function)] = made  # before its parts, which may refer to it
        made.__defaults__ = self.of(function.__defaults__)
        made.__kwdefaults__ = self.of(function.__kwdefaults__)
        made.__module__, made.__qualname__ = function.__module__, function.__qualname__
        for name in _names(function.__code__) & space.keys():
            space[name] = self.of(space[name])
        for cell, before in zip(cells or (), function.__closure__ or (), strict=True):
            with suppress(ValueError):  # not yet assigned
                cell.cell_contents = self.of(before.cell_contents)
        return made


class _ChanceAt(Uncopied):
    """Chance that gets weights with symbols, and picks with numbers for them."""

    def __init__(self, point: Values, chance: Chance) -> None:
        self._point, self._chance = point, chance

    def pick(self, weights: Any, /) -> int:
        """Return index i with chance weights[i] / sum(weights)."""
        return self._chance.pick(substituted(tuple(weights), self._point))


def _start(point: Values, start: Any, rules: Any, chance: Chance) -> Any:
    return substituted(start(rules, _ChanceAt(point, chance)), point)


def _step(point: Values, step: Any, rules: Any, state: Any, chance: Chance, table: Table) -> Any:
    return substituted(step(rules, state, _ChanceAt(point, chance), table), point)


def _players(point: Values, players: Any, rules: Any, chance: Chance) -> Any:
    return players(rules, _ChanceAt(point, chance))
