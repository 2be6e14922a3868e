"""Flags of symbols: rules that become symbols, and the numbers that symbols get.

    montmort exact coupons.py --param heads             the answers as functions of heads
    montmort exact coupons.py --at heads=18/38          the answers there
    montmort verify coupons.py --at heads=18/38         the same game, played there

A name is that of a rule, a number, or of a symbol in the user's file.  `--at` for a rule
is the same as the flag of the rule.
"""

import argparse
import dataclasses
import itertools
import re
import typing
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any, TypeVar

from montmort.games.errors import BadInput, MontmortError, UnknownName
from montmort.games.extras import sympy
from montmort.options.dataclass_flags import flag
from montmort.options.flags import GameFlags, given_fields, rules_of
from montmort.verification.game import Game
from montmort.verification.values_from_words import fraction, without_none

if TYPE_CHECKING:
    from sympy import Symbol

Asked = TypeVar("Asked", bound=GameFlags)
Values = Mapping[Any, Fraction]  # numbers by symbol


def _range(text: str) -> tuple[str, list[Fraction]]:
    """Read equally spaced numbers for a symbol, with both ends.

    >>> _range("p=0..1:3")
    ('p', [Fraction(0, 1), Fraction(1, 2), Fraction(1, 1)])
    """
    found = _RANGE.fullmatch(text.replace(" ", ""))
    if found is None:
        raise argparse.ArgumentTypeError(
            f"{text!r} must be NAME=FIRST..LAST:POINTS, as in p=1/10..9/10:9"
        )
    name, low, high, points = found[1], fraction(found[2]), fraction(found[3]), int(found[4])
    if points < 2 or low >= high:
        raise argparse.ArgumentTypeError(f"{text!r} needs two points or more, in ascending order")
    return name, [low + (high - low) * Fraction(k, points - 1) for k in range(points)]


_RANGE = re.compile(r"(\w+)=(.+?)\.\.(.+):([0-9]{1,5})")


def _numbers(text: str) -> dict[str, Fraction]:
    """Read numbers for symbols.

    >>> _numbers("p=1/3,q=0.25")
    {'p': Fraction(1, 3), 'q': Fraction(1, 4)}
    """
    found: dict[str, Fraction] = {}
    for part in text.split(","):
        name, equals, number = part.partition("=")
        name = name.strip()
        if not equals or not name:
            raise argparse.ArgumentTypeError(f"{part!r} must be NAME=NUMBER, as in p=1/3")
        if name in found:
            raise argparse.ArgumentTypeError(f"{name} is given twice")
        found[name] = fraction(number.strip())
    return found


@dataclass(frozen=True, kw_only=True)
class At:
    """Numbers for symbols."""

    at: Sequence[dict[str, Fraction]] = flag(
        "a number for a symbol of the rules, or for a rule: p=1/3, or p=1/3,q=0.25",
        read=_numbers,
        metavar="NAME=X",
        default=(),
    )


@dataclass(frozen=True, kw_only=True)
class Symbols:
    """Answers as functions of symbols."""

    TITLE = "answers as functions of symbols"
    param: Sequence[str] = flag(
        "this rule, a number, becomes a symbol; symbols in a file are found without it",
        metavar="NAME",
        default=(),
    )
    fair: bool = flag(
        "where the mean of the field is 0, or the chance of a truth value 1/2", default=False
    )
    field: str | None = flag(
        "the field of --fair and of --plot (the first with a mean)", metavar="FIELD"
    )


@dataclass(frozen=True, kw_only=True)
class Grid:
    """A grid of points."""

    grid: Sequence[tuple[str, list[Fraction]]] = flag(
        "judge N equally spaced points from A to B, p=1/10..9/10:9, by the function of the "
        "symbol; one error budget for all; several names: every combination",
        read=_range,
        metavar="NAME=A..B:N",
        default=(),
    )


def check_no_symbols(options: GameFlags) -> None:
    """Raise BadInput for flags of functions where the rules have no symbols."""
    because = (
        "is about functions of symbols, and the rules have none without a number; name one with "
        "--param"
    )
    options.refuse("fair", "field", because=because)


def put_numbers(options: Asked) -> Asked:
    """Return the options of a game without symbols: with the numbers of --at for rules and symbols.

    BadInput if a symbol has none.
    """
    if options.game is None:
        if options.at:
            raise BadInput("--at is about the rules of a game; name a GAME")
        return options
    put = _put(options, _point(options))
    names = sorted(map(str, _symbols_met(put)))
    if names:
        example = ",".join(f"{name}=1/3" for name in names)
        raise BadInput(
            f"{options.game.name} has the symbol{'s' * (len(names) > 1)} {', '.join(names)}, and "
            f"this needs numbers: give --at {example}"
        )
    return put


def put_symbols(
    options: Asked, params: Sequence[str], flag: str = "--param"
) -> "tuple[Asked, frozenset[Symbol], Values]":
    """Return the options with symbols for `params`, which a flag names, and the numbers of --at.

    Return also the symbols of the rules, and the point at which their functions are asked for:
    the numbers of --at for `params`.
    """
    point = _point(options)
    known, numbers = _symbols_of_file(options.game), _numbers_among_rules(options.game)
    for name in params:
        _check_name(options.game, name, {*known, *numbers}, flag)
        if params.count(name) > 1:
            raise BadInput(f"{flag} {name} is given twice")
        if name in numbers:
            _check_not_given(options, name, flag)
    put = _put(options, {name: value for name, value in point.items() if name not in params})
    symbols = {name: known.get(name) or sympy.Symbol(name) for name in params}
    of_rules = {name: symbol for name, symbol in symbols.items() if name in numbers}
    put = replace(put, fields={**put.fields, **of_rules})
    later = {symbols[name]: value for name, value in point.items() if name in params}
    return put, _symbols_met(put), later


def put_grid(options: Asked) -> tuple[Asked, list[Values]]:
    """Return the options with symbols for the names of --grid and the numbers of --at; the points.

    BadInput if another symbol of the rules has no number.
    """
    ranges: list[tuple[str, list[Fraction]]] = options.grid
    names = [name for name, _ in ranges]
    put, symbols, later = put_symbols(options, names, "--grid")
    if later:
        raise BadInput(f"--grid and --at both give {next(iter(later))} numbers; leave one out")
    by_name = {symbol.name: symbol for symbol in symbols}
    for name in names:
        if name not in by_name:
            raise BadInput(f"--grid {name}: the rules of {options.game.name} do not use it")
    if left := by_name.keys() - {*names}:
        raise BadInput(f"{', '.join(sorted(left))} must have numbers as well; give them with --at")
    chosen = [[(by_name[name], value) for value in values] for name, values in ranges]
    return put, [dict(pairs) for pairs in itertools.product(*chosen)]


def _point(options: GameFlags) -> dict[str, Fraction]:
    """Return the numbers of --at by name."""
    found: dict[str, Fraction] = {}
    for numbers in options.at:
        for name, value in numbers.items():
            if name in found:
                raise BadInput(f"--at {name} is given twice")
            found[name] = value
    return found


def _put(options: Asked, point: Mapping[str, Fraction]) -> Asked:
    """Return the options in which rules and symbols of a file have these numbers."""
    game: Game[Any] = options.game
    known, numbers = _symbols_of_file(game), _numbers_among_rules(game)
    fields = dict(options.fields)
    for name, value in point.items():
        _check_name(game, name, {*known, *numbers}, "--at")
        if name in numbers:
            _check_not_given(options, name, "--at")
            if numbers[name] is int and value.denominator != 1:
                raise BadInput(f"--at {name}={value}: {name} is a whole number")
            fields[name] = int(value) if numbers[name] is int else value
    try:
        there = game.at({known[name]: x for name, x in point.items() if name in known})
    except MontmortError as error:  # without its traceback: the flag is wrong, not a user's file
        raise BadInput(str(error)) from None
    return replace(options, game=there, fields=fields)


def _symbols_met(options: GameFlags) -> "frozenset[Symbol]":
    """Return the symbols in the rules and in the experiment that are asked about."""
    from montmort.verification.own_games.point import symbols_of

    game: Game[Any] = options.game
    if game.module is None:
        return symbols_of(rules_of(options))
    return symbols_of(rules_of(options), game.rulebook.experiment(options.experiment))


def _symbols_of_file(game: Game[Any]) -> "dict[str, Symbol]":
    """Return the symbols in a user's file by name."""
    from montmort.exact.rational_functions.field import ring_of
    from montmort.verification.own_games.point import symbols_of

    if game.module is None:
        return {}
    book = game.rulebook
    found = symbols_of(dict(book.experiments), dict(book.readings))
    ring_of(found)  # BadInput for two symbols of one name
    return {symbol.name: symbol for symbol in found}


def _numbers_among_rules(game: Game[Any]) -> dict[str, object]:
    """Return the types of the rules that are numbers, int or Fraction, by name."""
    kind = game.rulebook.rules
    hints = typing.get_type_hints(kind)
    fields = {each.name: without_none(hints[each.name]) for each in dataclasses.fields(kind)}
    return {name: hint for name, hint in fields.items() if hint in (int, Fraction)}


def _check_name(game: Game[Any], name: str, known: set[str], flag: str) -> None:
    """Raise BadInput or UnknownName unless there is such a number or symbol."""
    if name in known:
        return
    if name in {field.name for field in dataclasses.fields(game.rulebook.rules)}:
        raise BadInput(f"{flag} {name}: this rule is no number")
    there = f"there are {', '.join(sorted(known))}" if known else "it has none"
    raise UnknownName(f"{flag} {name}: {game.name} has no rule and no symbol of that name; {there}")


def _check_not_given(options: GameFlags, name: str, flag: str) -> None:
    if name in given_fields(options, options.game.rulebook.rules):
        raise BadInput(f"{flag} {name} and --{name} are about one rule; leave one of the two out")
