"""Calls: of functions of the rules, of their methods and classes, and of what is built in."""

import ast
import enum
import functools
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import MISSING as NO_DEFAULT
from dataclasses import fields, is_dataclass
from types import BuiltinFunctionType, BuiltinMethodType, FunctionType, MethodType
from typing import Any

from montmort.games.cards.deck import Deck
from montmort.games.chance import coin
from montmort.games.experiment import add_gain
from montmort.montecarlo.compiled import decks, dictionaries, operators, sequences, strings
from montmort.montecarlo.compiled.attributes import attribute, in_class, method_of
from montmort.montecarlo.compiled.builtin_calls import BUILTINS, coin_of, gain_added
from montmort.montecarlo.compiled.classes import own_operators, peculiarity
from montmort.montecarlo.compiled.comprehensions import mapped
from montmort.montecarlo.compiled.consumers import CONSUMERS
from montmort.montecarlo.compiled.expressions import combined, present, read_only
from montmort.montecarlo.compiled.functions import (
    FunctionSource,
    defaults_of,
    source_of,
)
from montmort.montecarlo.compiled.kinds import (
    NOTHING,
    RANDOM,
    SIMPLE_CLASSES,
    Function,
    Known,
    ListOf,
    Nothing,
    Record,
    Value,
    field_names,
    joined,
    parts,
    split,
    widened,
    width,
)
from montmort.montecarlo.compiled.picks import pick
from montmort.montecarlo.compiled.scope import Scope
from montmort.montecarlo.compiled.values import constant, integer, is_known, known, number

Named = Mapping[str, Value]


def call_of(scope: Scope, node: ast.Call) -> Value:
    """Return a call that stands in the rules."""
    if isinstance(node.func, ast.Attribute):
        return _method_call(scope, node, node.func)
    function = scope.expression(node.func)
    if is_known(function):
        target = constant(function)
        consumer = _looked_up(CONSUMERS, target)
        if consumer is not None:
            result: Value = consumer(scope, node)
            return result
        if target is Deck:
            return decks.new_deck(scope, *_arguments(scope, node, compiled=mapped))
        if target is print:
            scope.refuse("print is called", "use table.tell(event)")
    arguments, named = _arguments(scope, node)
    return call(scope, function, arguments, named)


def _looked_up(table: Mapping[Any, Any], target: Any) -> Any:
    try:
        return table.get(target)
    except TypeError:  # not hashable
        return None


def _arguments(
    scope: Scope,
    node: ast.Call,
    *,
    compiled: Callable[[Scope, ast.expr], Value] = Scope.expression,
) -> tuple[tuple[Value, ...], dict[str, Value]]:
    arguments: list[Value] = []
    for each in node.args:
        if isinstance(each, ast.Starred):
            items = mapped(scope, each.value)
            if not operators.is_short(items):
                scope.refuse("a star before a list or a tuple of unknown length")
            arguments.extend(parts(items))
        else:
            arguments.append(compiled(scope, each))
    named: dict[str, Value] = {}
    for keyword in node.keywords:
        if keyword.arg is None:
            scope.refuse("two stars in a call")
        named[keyword.arg] = compiled(scope, keyword.value)
    return tuple(arguments), named


def _method_call(scope: Scope, node: ast.Call, function: ast.Attribute) -> Value:
    value = present(scope, scope.expression(function.value))
    name = function.attr
    if value.kind == RANDOM:
        if name != "pick" or len(node.args) != 1 or node.keywords:
            scope.refuse(f"chance.{name} is called", "use chance.pick(weights)")
        return _pick(scope, node.args[0])
    arguments, named = _arguments(scope, node)
    if name == "tell" and is_known(value) and type(constant(value)).__name__ == "SilentTable":
        return known(None)
    found = _built_in_method(scope, value, name, arguments, named)
    if found is not None:
        return found
    python = method_of(value, name)
    if python is not None:
        return call(scope, known(python), (value, *arguments), named)
    return call(scope, attribute(scope, value, name), arguments, named)


def _pick(scope: Scope, node: ast.expr) -> Value:
    """Return `chance.pick(weights)`; `[1] * n` is an index below n."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mult):
        sides = [read_only(scope, node.left), read_only(scope, node.right)]
        times = [side for side in sides if not is_known(side) and number(scope, side)]
        one = [side for side in sides if operators.is_short(side) and is_known(side)]
        if len(times) == len(one) == 1 and [*constant(one[0])] == [1]:
            return integer(scope.let(f"pick_uniform(chance, {number(scope, times[0])})"))
        return pick(scope, combined(scope, node.op, *sides))
    return pick(scope, present(scope, mapped(scope, node)))


def _built_in_method(
    scope: Scope, value: Value, name: str, arguments: tuple[Value, ...], named: Named
) -> Value | None:
    if decks.is_deck(value):
        if name == "deal_until":
            return call(scope, known(Deck.deal_until), (value, *arguments), named)
        return decks.method(scope, value, name, arguments, dict(named))
    if isinstance(value.kind, Record) or (is_known(value) and isinstance(constant(value), tuple)):
        if name == "_replace":
            return _replaced(scope, value, named)
        if name == "_asdict":
            scope.refuse("a dict is made in the play", "use a tuple")
    if name == "sort" and isinstance(value.kind, ListOf):
        key = named.get("key", known(None))
        return _sort(scope, value, key, named.get("reverse", known(False)))
    if named:
        return None
    if is_known(value) and isinstance(constant(value), list | set | frozenset):
        if name in ("append", "extend", "add", "pop", "remove", "insert", "update", "sort"):
            scope.refuse("a global list or set is changed", "make it in the play")
        if isinstance(constant(value), list):
            value = known(tuple(constant(value)))
    if dictionaries.is_dict(value):
        found = dictionaries.method(scope, value, name, arguments)
        return found or scope.refuse(f"a dict is changed or asked for {name}", "use a tuple")
    if strings.is_string(value):
        return strings.method(scope, value, name, arguments)
    if name in ("bit_count", "bit_length") and not arguments:
        leaf = number(scope, value)
        if leaf is not None and not is_known(value):
            return integer(scope.let(f"{name}({leaf})"))
        if leaf is not None:
            return known(getattr(int(constant(value)), name)())
    if sequences.plain_items(value):
        return sequences.method(scope, value, name, arguments)
    return None


def _sort(scope: Scope, value: Value, key: Value, backward: Value) -> Value:
    if key.kind != Known(None) or not is_known(backward):
        scope.refuse("a list is sorted by a key", "use sorted(items, key=...)")
    item = sequences.item_kind(scope, value)
    if not operators.is_ordered(item):
        scope.refuse(f"a list of {item} is sorted")
    sequences.sort_list(scope, value, None, item, int(bool(constant(backward))))
    return known(None)


def _replaced(scope: Scope, value: Value, named: Named) -> Value:
    cls = widened(value.kind)
    assert isinstance(cls, Record)
    if cls.cls is None:
        scope.refuse("_replace of a plain tuple")
    names = field_names(cls.cls)
    unknown = [name for name in named if name not in names]
    if unknown:
        scope.fail_if("True")
    items = dict(zip(names, parts(value), strict=True))
    return _record(cls.cls, [named.get(name, items[name]) for name in names])


def _record(cls: type, items: list[Value]) -> Value:
    """Return a NamedTuple or dataclass; a constant where all items are constants."""
    if issubclass(cls, tuple) and is_known(*items):
        return known(tuple.__new__(cls, [constant(item) for item in items]))
    return joined(cls, items)


def call(scope: Scope, function: Value, arguments: Sequence[Value], named: Named) -> Value:
    """Return `function(*arguments, **named)`."""
    kind = function.kind
    if isinstance(kind, Function):
        return _call_bound(scope, function, kind, arguments, named)
    if not is_known(function):
        scope.refuse(f"{kind} is called")
    target = constant(function)
    of_deck = isinstance(target, MethodType) and target.__self__ is Deck
    if of_deck and is_known(*arguments, *named.values()):
        given = {name: constant(value) for name, value in named.items()}
        return decks.made(scope, lambda: target(*map(constant, arguments), **given))
    if isinstance(target, MethodType):
        return call(scope, known(target.__func__), (known(target.__self__), *arguments), named)
    if isinstance(target, functools.partial):
        before = tuple(map(known, target.args))
        given = {name: known(value) for name, value in target.keywords.items()} | dict(named)
        return call(scope, known(target.func), (*before, *arguments), given)
    if target is functools.partial:
        return partial_of(scope, tuple(arguments), dict(named))
    built_in = _looked_up(BUILTINS, target)
    if built_in is not None:
        result: Value = built_in(scope, tuple(arguments), dict(named))
        return result
    if target is coin:
        return coin_of(scope, *_bound(scope, coin, arguments, named))
    if target is add_gain:
        return gain_added(scope, *arguments)
    if isinstance(target, FunctionType):
        _no_library(scope, target)
        return _call_function(scope, source_of(target), target, arguments, named)
    if isinstance(target, functools._lru_cache_wrapper):
        return _call_cached(scope, target, arguments, named)
    if isinstance(target, type):
        return _construct(scope, target, arguments, named)
    if isinstance(target, BuiltinFunctionType | BuiltinMethodType):
        scope.refuse(f"{getattr(target, '__qualname__', target)} is called")
    if "numpy" in type(target).__module__:
        scope.refuse(f"numpy.{getattr(target, '__name__', '')} is called", "use a loop or sum")
    called = in_class(type(target), "__call__")
    if isinstance(called, FunctionType):
        return call(scope, known(called), (function, *arguments), named)
    return scope.refuse(f"{kind} is called")


def _no_library(scope: Scope, target: FunctionType) -> None:
    """Refuse functions of Python's own library and of numpy, which are not rules."""
    module = (target.__module__ or "").partition(".")[0]
    if module in sys.stdlib_module_names or module == "numpy":
        remedy = "draw with chance.pick(weights)" if "random" in target.__module__ else ""
        scope.refuse(f"{target.__module__}.{target.__name__} is called", remedy)


def _bound(
    scope: Scope, function: FunctionType, arguments: Sequence[Value], named: Named
) -> list[Value]:
    return list(_parameters(scope, source_of(function), function, arguments, named).values())


def _call_cached(scope: Scope, target: Any, arguments: Sequence[Value], named: Named) -> Value:
    """Call a function decorated with `functools.cache`, which may not draw."""
    every = [*arguments, *named.values()]
    if any(_draws(value) for value in every):
        scope.refuse("a cached function draws", "remove the cache")
    result = call(scope, known(target.__wrapped__), arguments, named)
    if isinstance(result.kind, ListOf):
        scope.refuse("a cached function returns a list", "return a tuple")
    return result


def _draws(value: Value) -> bool:
    kind = value.kind
    inner = kind.items if isinstance(kind, Record) else ()
    return kind == RANDOM or RANDOM in inner or isinstance(kind, Function)


def _call_bound(
    scope: Scope, value: Value, kind: Function, arguments: Sequence[Value], named: Named
) -> Value:
    bound = list(split(kind.bound, value.leaves))
    if not kind.captured:
        pairs = list(zip(kind.names, bound, strict=True))
        before = [each for name, each in pairs if name.isdigit()]
        given = {name: each for name, each in pairs if not name.isdigit()} | dict(named)
        return call(scope, Value(kind.target), (*before, *arguments), given)
    assert isinstance(kind.target, Known)
    source: FunctionSource = kind.target.value
    parameters = _parameters(scope, source, None, arguments, named)
    return _compiled_call(scope, source, parameters | dict(zip(kind.names, bound, strict=True)))


def partial_of(scope: Scope, arguments: tuple[Value, ...], named: dict[str, Value]) -> Value:
    """Return `functools.partial(function, ...)`."""
    function, *before = arguments
    if is_known(*arguments, *named.values()):
        given = {name: constant(value) for name, value in named.items()}
        made: Any = functools.partial
        return known(made(*map(constant, arguments), **given))
    names = (*map(str, range(len(before))), *named)
    values = [*before, *named.values()]
    if not is_known(function):
        scope.refuse("partial of a function that is not a constant")
    kind = Function(function.kind, names, tuple(each.kind for each in values), False)
    return Value(kind, tuple(leaf for each in values for leaf in each.leaves))


def _parameters(
    scope: Scope,
    source: FunctionSource,
    function: FunctionType | None,
    arguments: Sequence[Value],
    named: Named,
) -> dict[str, Value]:
    """Return the values of a function's parameters."""
    definition = source.definition.args
    names = [each.arg for each in (*definition.posonlyargs, *definition.args)]
    if definition.kwarg is not None:
        scope.refuse(f"{source.name} takes **{definition.kwarg.arg}")
    found = dict(zip(names, arguments, strict=False))
    more = list(arguments[len(names) :])
    only_named = [each.arg for each in definition.kwonlyargs]
    wrong = [name for name in named if name in found or name not in (*names, *only_named)]
    if wrong or (more and definition.vararg is None):
        scope.refuse(f"{source.name} does not take these arguments")
    found |= named
    if definition.vararg is not None:
        found[definition.vararg.arg] = joined(None, more)
    defaults = defaults_of(function) if function is not None else {}
    for name in (*names, *only_named):
        if name not in found:
            if name not in defaults:
                scope.refuse(f"{source.name} is called without {name}")
            found[name] = known(defaults[name])
    return {name: found[name] for name in sorted(found, key=[*found].index)}


def _call_function(
    scope: Scope,
    source: FunctionSource,
    function: FunctionType,
    arguments: Sequence[Value],
    named: Named,
) -> Value:
    return _compiled_call(scope, source, _parameters(scope, source, function, arguments, named))


def _compiled_call(scope: Scope, source: FunctionSource, parameters: dict[str, Value]) -> Value:
    if not scope.program.is_versatile(source):
        parameters = {name: _as_variable(scope, value) for name, value in parameters.items()}
    parameters = dict(sorted(parameters.items()))
    kinds = {name: value.kind for name, value in parameters.items()}
    compiled = scope.program.compile(source, kinds)
    leaves = [leaf for value in parameters.values() for leaf in value.leaves]
    text = f"{compiled.name}({', '.join(['chance', 'memory', *leaves])})"
    kind = compiled.returns
    if isinstance(kind, Nothing):
        scope.fail_if("True")
        return Value(NOTHING)
    names = scope.fresh(width(kind))
    scope.emit(f"{', '.join(names)} = {text}" if names else text)
    return Value(kind, names)


def _as_variable(scope: Scope, value: Value) -> Value:
    """Return a constant number as a variable."""
    if is_known(value) and isinstance(constant(value), int):
        kind = widened(value.kind)
        return Value(kind, scope.coerce(value, kind))
    return value


def _construct(scope: Scope, cls: type, arguments: Sequence[Value], named: Named) -> Value:
    if issubclass(cls, enum.Enum):
        return _member(scope, cls, arguments)
    if cls is Deck:
        return decks.new_deck(scope, tuple(arguments), dict(named))
    if issubclass(cls, tuple) and hasattr(cls, "_fields"):
        first = next(base for base in cls.__mro__ if "__new__" in vars(base))
        if "_fields" not in vars(first):
            scope.refuse(f"{cls.__name__} has a __new__ of its own")
        if reason := peculiarity(cls):
            scope.refuse(reason, "use a plain NamedTuple")
        names = field_names(cls)
        defaults = dict(getattr(cls, "_field_defaults", {}))
        return _record(cls, _fields(scope, cls, names, defaults, arguments, named))
    if issubclass(cls, BaseException):
        return known(None)
    if is_dataclass(cls):
        return _dataclass(scope, cls, arguments, named)
    if cls.__init__ is object.__init__ and not arguments and not named:
        return known(cls())  # an object without state
    initial = in_class(cls, "__init__")
    if isinstance(initial, FunctionType) and not own_operators(cls) and type(cls) is type:
        return _simple_object(scope, cls, initial, arguments, named)
    if issubclass(cls, set | frozenset | dict):
        scope.refuse(f"a {cls.__name__} is made in the play", "use a tuple or a list")
    return scope.refuse(f"an object of {cls.__name__} is made in the play", "use a NamedTuple")


def _simple_object(
    scope: Scope, cls: type, initial: FunctionType, arguments: Sequence[Value], named: Named
) -> Value:
    """Return an object whose `__init__` only assigns attributes; nothing assigns them later."""
    source = source_of(initial)
    inner = _parameters(scope, source, initial, (known(None), *arguments), named)
    variables, outer = scope.variables, scope.source
    names: list[str] = []
    items: list[Value] = []
    assert isinstance(source.definition, ast.FunctionDef)
    scope.source, scope.variables = source, dict(inner)
    for node in source.definition.body:
        with scope.at(node):
            pairs = _attributes_assigned(node)
            if pairs is None:
                scope.refuse(f"{cls.__name__} does more than assign its attributes")
            for name, value in pairs:
                names.append(name)
                items.append(scope.expression(value))
    scope.source, scope.variables = outer, variables
    if len({*names}) != len(names):
        scope.refuse(f"{cls.__name__} assigns an attribute twice")
    SIMPLE_CLASSES[cls] = tuple(names)
    return joined(cls, items)


def _attributes_assigned(node: ast.stmt) -> list[tuple[str, ast.expr]] | None:
    """Return (name, value) of `self.name = value`, none for a docstring; else None."""
    match node:
        case ast.Expr(value=ast.Constant()) | ast.Pass():
            return []
        case ast.Assign(targets=[ast.Tuple(elts=targets)], value=ast.Tuple(elts=values)):
            found = [_self_attribute(target) for target in targets]
            if None in found or len(targets) != len(values):
                return None
            return [(str(name), value) for name, value in zip(found, values, strict=True)]
        case ast.Assign(targets=[target], value=value) | ast.AnnAssign(target=target, value=value):
            name = _self_attribute(target)
            return None if name is None or value is None else [(name, value)]
    return None


def _self_attribute(target: ast.expr) -> str | None:
    match target:
        case ast.Attribute(value=ast.Name(id="self"), attr=name):
            return name
    return None


def _dataclass(scope: Scope, cls: type, arguments: Sequence[Value], named: Named) -> Value:
    parameters = cls.__dataclass_params__  # type: ignore[attr-defined]
    if not parameters.frozen:
        scope.refuse(f"{cls.__name__} can be changed", "use frozen=True, or a NamedTuple")
    if is_known(*arguments, *named.values()):
        given = {name: constant(value) for name, value in named.items()}
        return decks.made(scope, lambda: cls(*map(constant, arguments), **given))
    if reason := peculiarity(cls):
        scope.refuse(reason, "use a plain NamedTuple")
    if in_class(cls, "__post_init__") is not MISSING_IN_CLASS:
        scope.refuse(f"{cls.__name__} has a __post_init__", "use a NamedTuple")
    every = fields(cls)
    if any(not each.init or each.default_factory is not NO_DEFAULT for each in every):
        scope.refuse(f"{cls.__name__} has fields of its own making", "use a NamedTuple")
    defaults = {each.name: each.default for each in every if each.default is not NO_DEFAULT}
    return joined(cls, _fields(scope, cls, field_names(cls), defaults, arguments, named))


MISSING_IN_CLASS: Any = in_class(object, "no such name")


def _fields(
    scope: Scope,
    cls: type,
    names: Sequence[str],
    defaults: Mapping[str, Any],
    arguments: Sequence[Value],
    named: Named,
) -> list[Value]:
    found = dict(zip(names, arguments, strict=False)) | dict(named)
    if len(found) != len(arguments) + len(named) or not {*found} <= {*names}:
        scope.refuse(f"{cls.__name__} does not take these arguments")
    missing = [name for name in names if name not in found and name not in defaults]
    if missing:
        scope.refuse(f"{cls.__name__} is made without {missing[0]}")
    return [found[name] if name in found else known(defaults[name]) for name in names]


def _member(scope: Scope, cls: type[enum.Enum], arguments: Sequence[Value]) -> Value:
    """Return `Enum(value)`."""
    (value,) = arguments
    if is_known(value):
        return decks.made(scope, lambda: cls(constant(value)))
    members = list(cls)
    place = dictionaries.place_of(scope, [member.value for member in members], value)
    scope.fail_if(f"{place} < 0")
    return sequences.chosen_item(scope, [known(member) for member in members], place)
