"""What loops and comprehensions run over, and the rounds themselves.

A loop runs over places 0, 1, 2 and so on of a range, a tuple, a list or a deck; the
length of a list is looked at in every round, as Python does.  Short tuples are unrolled:
each item may then have a kind of its own.
"""

import ast
import enum
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from montmort.games.cards.deck import Deck
from montmort.montecarlo.compiled.decks import deck_items
from montmort.montecarlo.compiled.kinds import (
    Cards,
    Known,
    ListOf,
    Sequence,
    Span,
    Value,
    is_record,
    joined,
    parts,
    width,
)
from montmort.montecarlo.compiled.scope import Scope
from montmort.montecarlo.compiled.sequences import chosen_item, item_kind, load
from montmort.montecarlo.compiled.values import (
    constant,
    integer,
    is_known,
    known,
    needed_number,
)

UNROLLED_ITEMS, UNROLLED_NUMBERS = 16, 3
OVER_A_SET = "a loop runs over a set, whose order is not fixed", "use a tuple"
LAZY = (enumerate, zip, reversed, map)


@dataclass(frozen=True)
class Places:
    """The places of an iterable: their number, looked at in each round, and the item at one.

    `static` holds the items where their number is known, `pure` is False where reading an
    item calls a function, `changing` is True for a list, which the loop may change.
    """

    count: Callable[[], str]
    item: Callable[[str], Value]
    static: tuple[Callable[[], Value], ...] | None = None
    numbers: bool = False
    pure: bool = True
    changing: bool = False


def places_of(scope: Scope, node: ast.expr) -> Places:
    """Return the places of the iterable that an expression gives."""
    if isinstance(node, ast.Call) and not any(isinstance(a, ast.Starred) for a in node.args):
        function = scope.expression(node.func) if isinstance(node.func, ast.Name) else None
        if function is not None and is_known(function) and constant(function) in LAZY:
            with scope.at(node):
                return _lazy(scope, constant(function), node)
    if isinstance(node, ast.Set | ast.SetComp):
        scope.refuse(*OVER_A_SET)
    if isinstance(node, ast.List | ast.Tuple) and not any(
        isinstance(item, ast.Starred) for item in node.elts
    ):
        return _static(scope, [scope.expression(item) for item in node.elts])
    if isinstance(node, ast.GeneratorExp):
        scope.refuse("a generator is used outside sum, any, all, max, min, tuple, list, sorted")
    return places_in(scope, scope.expression(node))


def places_in(scope: Scope, value: Value) -> Places:
    """Return the places of a value."""
    kind = value.kind
    if isinstance(kind, Known):
        return _of_constant(scope, kind.value)
    if isinstance(kind, Span):
        return _of_range(scope, value)
    if isinstance(kind, ListOf | Sequence):
        item = item_kind(scope, value)

        def read(index: str) -> Value:
            return load(scope, item, f"memory[{value.leaf} + 2] + {index} * {width(item)}")

        changing = isinstance(kind, ListOf)
        return Places(lambda: scope.let(f"memory[{value.leaf}]"), read, changing=changing)
    if isinstance(kind, Cards):
        return places_in(scope, deck_items(scope, value))
    try:
        items = parts(value)
    except AssertionError:
        scope.refuse(f"a loop runs over {kind}")
    return _static(scope, items)


def _static(scope: Scope, items: Iterable[Value]) -> Places:
    found = tuple(items)

    def give(value: Value) -> Callable[[], Value]:
        return lambda: value

    return Places(
        lambda: str(len(found)),
        lambda index: chosen_item(scope, found, index),
        tuple(map(give, found)),
    )


def _of_constant(scope: Scope, value: Any) -> Places:
    if isinstance(value, range):
        if not value:
            return _static(scope, ())
        start, step = value.start, value.step

        def number_at(index: str) -> Value:
            scaled = index if step == 1 else f"{index} * {step}"
            return integer(scaled if start == 0 and step == 1 else scope.let(f"{scaled} + {start}"))

        static = tuple(map(_give, value)) if len(value) <= UNROLLED_ITEMS else None
        return Places(lambda: str(len(value)), number_at, static, True)
    if isinstance(value, set | frozenset):
        scope.refuse(*OVER_A_SET)
    if isinstance(value, Deck) and any(value.counts):
        return _static(scope, map(known, value))
    if isinstance(value, type) and issubclass(value, enum.Enum):
        return _static(scope, map(known, value))
    if isinstance(value, list | dict | str) or (is_record(value) and isinstance(value, tuple)):
        return _static(scope, map(known, value))
    return scope.refuse(f"a loop runs over {Known(value)}")


def _give(value: Any) -> Callable[[], Value]:
    return lambda: known(value)


def _of_range(scope: Scope, value: Value) -> Places:
    start, stop, step = value.leaves
    if step.lstrip("-").isdigit():
        by = int(step)
        text = f"({stop} - {start} + {by - 1}) // {by}" if by > 0 else ""
        text = text or f"({start} - {stop} + {-by - 1}) // {-by}"
        count = scope.let(f"max(0, {text})")
    else:
        scope.refuse("the step of a range is computed")
    return Places(
        lambda: count,
        lambda index: integer(scope.let(f"{start} + {index} * {step}")),
        None,
        True,
    )


def _lazy(scope: Scope, function: Any, node: ast.Call) -> Places:
    if function is enumerate:
        return _enumerated(scope, node)
    if function is zip:
        return _zipped(scope, node)
    if node.keywords:
        scope.refuse(f"{function.__name__} with names")
    if function is reversed and len(node.args) == 1:
        inner = places_of(scope, node.args[0])
        if inner.changing:
            scope.refuse("a list is run through backwards", "use items[::-1]")
        count = inner.count()
        static = None if inner.static is None else inner.static[::-1]
        return Places(
            lambda: count,
            lambda index: inner.item(scope.let(f"{count} - 1 - {index}")),
            static,
            inner.numbers,
            inner.pure,
        )
    if function is map and len(node.args) == 2:
        mapped = scope.expression(node.args[0])
        inner = places_of(scope, node.args[1])
        static = None
        if inner.static is not None:
            static = tuple(_applied(scope, mapped, read) for read in inner.static)
        return Places(
            inner.count, lambda index: scope.call(mapped, inner.item(index)), static, pure=False
        )
    return scope.refuse(f"{function.__name__} of {len(node.args)} arguments")


def _applied(scope: Scope, function: Value, read: Callable[[], Value]) -> Callable[[], Value]:
    return lambda: scope.call(function, read())


def _enumerated(scope: Scope, node: ast.Call) -> Places:
    inner = places_of(scope, node.args[0])
    given = [*node.args[1:], *(each.value for each in node.keywords if each.arg == "start")]
    first = scope.expression(given[0]) if given else known(0)
    leaf = needed_number(scope, first, "the start")
    static = None
    if inner.static is not None and is_known(first):
        static = tuple(
            _paired(known(constant(first) + k), read) for k, read in enumerate(inner.static)
        )

    def item(index: str) -> Value:
        number = index if leaf == "0" else scope.let(f"{index} + {leaf}")
        return joined(None, [integer(number), inner.item(index)])

    return Places(inner.count, item, static, False, inner.pure)


def _paired(number: Value, read: Callable[[], Value]) -> Callable[[], Value]:
    return lambda: joined(None, [number, read()])


def _zipped(scope: Scope, node: ast.Call) -> Places:
    several = [places_of(scope, each) for each in node.args]
    if not several or not all(each.pure for each in several):
        scope.refuse("zip of calls", "make tuples first")
    strict = any(
        each.arg == "strict" and constant(scope.expression(each.value)) for each in node.keywords
    )
    statics = [each.static for each in several if each.static is not None]
    static = None
    if len(statics) == len(several) and len({len(each) for each in statics}) == 1:
        static = tuple(_row(row) for row in zip(*statics, strict=True))

    def count() -> str:
        counts = [each.count() for each in several]
        if strict:
            for other in counts[1:]:
                scope.fail_if(f"{other} != {counts[0]}")
        return scope.let(f"min({', '.join(counts)})") if len(counts) > 1 else counts[0]

    return Places(count, lambda index: joined(None, [each.item(index) for each in several]), static)


def _row(readers: tuple[Callable[[], Value], ...]) -> Callable[[], Value]:
    return lambda: joined(None, [read() for read in readers])


def is_unrolled(places: Places) -> bool:
    """Return whether each item gets a copy of the loop's body."""
    most = UNROLLED_NUMBERS if places.numbers else UNROLLED_ITEMS
    return places.static is not None and len(places.static) <= most


def each_item(
    scope: Scope,
    places: Places,
    names: Iterable[str],
    body: Callable[[Value], None],
    *,
    unroll: bool,
    stop: Callable[[], bool | str] = lambda: False,
    ended: Callable[[], None] | None = None,
) -> None:
    """Compile a round for every item; before each, `stop()` may end the loop.

    `ended` is compiled where the items are used up.
    """
    if places.static is not None and (unroll or not places.static):
        for read in places.static:
            if scope.variables is None:
                return
            scope.branch(stop(), lambda: None, lambda read=read: body(read()))  # type: ignore[misc]
        if ended is not None:
            ended()
        return
    index = scope.let("-1")

    def round_of() -> None:
        scope.emit(f"{index} = {index} + 1")
        count = places.count()
        scope.branch(f"{index} >= {count}", finish, lambda: None)
        scope.branch(stop(), scope.leave_loop, lambda: None)
        if scope.variables is not None:
            place = scope.let(index)
            body(places.item(place))

    def finish() -> None:
        if ended is not None:
            ended()
        if scope.variables is not None:
            scope.leave_loop()

    scope.loop(names, round_of)


def span_of(scope: Scope, arguments: tuple[Value, ...]) -> Value:
    """Return `range(*arguments)`."""
    if is_known(*arguments) and all(isinstance(constant(each), int) for each in arguments):
        return known(range(*map(constant, arguments)))
    leaves = [needed_number(scope, each, "a bound of range") for each in arguments]
    if len(leaves) == 1:
        leaves = ["0", *leaves]
    return Value(Span(), (*leaves, "1")[:3])
