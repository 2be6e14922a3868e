"""A condition on an outcome, written as an expression over its fields.

    rolls > 3 and not won         result == tie or points % 2 == 1

The expression is read by Python's parser and evaluated here, never by Python: it may
hold fields, integers, `true` and `false`, the names of an enum's members in lower case,
comparisons, `and`, `or`, `not`, and the integer operations + - * // %.
"""

import ast
import enum
import operator
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from montmort.games.errors import BadInput, UnknownName
from montmort.games.experiment import words_of

Values = Mapping[str, Any]  # the fields of an outcome
Kinds = Mapping[str, type]  # int, bool or an enum, by field

_ARITHMETIC: dict[type[ast.operator], Callable[[int, int], int]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
}
_COMPARISONS: dict[type[ast.cmpop], Callable[[Any, Any], bool]] = {
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
}
_WORDS = {"true": True, "false": False, "True": True, "False": False}


class _Part(NamedTuple):
    """A part of the expression: its type, its value for an outcome, and the fields in it."""

    kind: type
    value: Callable[[Values], Any]
    fields: frozenset[str]


@dataclass(frozen=True)
class Condition:
    """A condition: its text, the fields in it, and whether an outcome meets it.

    `bounds` gives, for each integer field in it, a number from which on its value makes
    no difference, or None if there may be no such number.

    >>> condition = Condition.read("rolls > 3 and not won", {"rolls": int, "won": bool})
    >>> condition.holds({"rolls": 4, "won": False}), condition.bounds
    (True, {'rolls': 4})
    """

    text: str
    fields: frozenset[str]
    bounds: Mapping[str, int | None]
    holds: Callable[[Values], bool]

    @classmethod
    def read(cls, text: str, kinds: Kinds, name: str = "given") -> "Condition":
        """Read a condition over fields of these types; BadInput if it is none.

        `name` is the parameter by which errors speak of it.
        """
        written = f"{name}={text!r}"
        try:
            tree = ast.parse(text.strip(), mode="eval")
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            raise BadInput(f"{written} is no condition; write it as {_EXAMPLE}") from None
        reader = _Reader(written, kinds)
        part = reader.read(tree.body)
        if part.kind is not bool:
            raise BadInput(f"{written} is no condition but a value; compare it with another")
        return cls(text.strip(), part.fields, reader.bounds, part.value)


_EXAMPLE = "`rolls > 3 and not won`"


class _Reader:
    """Reads the parts of one expression; errors begin with `written`."""

    def __init__(self, written: str, kinds: Kinds) -> None:
        self.written, self.kinds = written, kinds
        self.bounds: dict[str, int | None] = {}

    def read(self, node: ast.expr) -> _Part:
        """Return a part with its fields; an integer field read here has no bound."""
        part = self._part(node)
        if isinstance(node, ast.Name) and part.kind is int:
            self.bounds[node.id] = None
        return part

    def _part(self, node: ast.expr) -> _Part:
        match node:
            case ast.Constant(value=bool() | int() as value):
                return _Part(type(value), lambda _: value, frozenset())
            case ast.Name(id=name):
                return self._name(name)
            case ast.BoolOp(op=op, values=values):
                return self._all_or_any(op, [self._truth(value) for value in values])
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                inner = self._truth(operand)
                return _Part(bool, lambda values: not inner.value(values), inner.fields)
            case ast.UnaryOp(op=ast.USub() | ast.UAdd() as sign, operand=operand):
                inner = self._number(operand)
                factor = -1 if isinstance(sign, ast.USub) else 1
                return _Part(int, lambda values: factor * inner.value(values), inner.fields)
            case ast.BinOp(left=left, op=op, right=right) if type(op) in _ARITHMETIC:
                return self._operation(_ARITHMETIC[type(op)], left, right)
            case ast.Compare(left=left, ops=ops, comparators=others):
                return self._comparisons([left, *others], ops)
        raise BadInput(
            f"{self.written}: {ast.unparse(node)!r} is not allowed; a condition holds fields, "
            "integers, words, comparisons, and, or, not, + - * // %"
        )

    def _name(self, name: str) -> _Part:
        if name in self.kinds:
            return _Part(self.kinds[name], lambda values: values[name], frozenset([name]))
        if name in _WORDS:
            return _Part(bool, lambda _: _WORDS[name], frozenset())
        raise UnknownName(
            f"{self.written}: {name!r} is no field of the outcome; "
            f"there are {', '.join(self.kinds)}"
        )

    def _truth(self, node: ast.expr) -> _Part:
        part = self.read(node)
        if part.kind is not bool:
            raise BadInput(
                f"{self.written}: {ast.unparse(node)!r} is not true or false; "
                "compare it with a value"
            )
        return part

    def _number(self, node: ast.expr) -> _Part:
        part = self.read(node)
        if part.kind not in (int, bool):
            raise BadInput(f"{self.written}: {ast.unparse(node)!r} is not a number")
        return part

    @staticmethod
    def _all_or_any(op: ast.boolop, parts: list[_Part]) -> _Part:
        combine = all if isinstance(op, ast.And) else any
        fields = frozenset().union(*(part.fields for part in parts))
        return _Part(bool, lambda values: combine(part.value(values) for part in parts), fields)

    def _operation(
        self, operation: Callable[[int, int], int], left: ast.expr, right: ast.expr
    ) -> _Part:
        one, other = self._number(left), self._number(right)

        def value(values: Values) -> int:
            try:
                return operation(one.value(values), other.value(values))
            except ZeroDivisionError:
                raise BadInput(f"{self.written} divides by 0 for an outcome") from None

        return _Part(int, value, one.fields | other.fields)

    def _comparisons(self, sides: list[ast.expr], ops: list[ast.cmpop]) -> _Part:
        pairs = zip(sides, ops, sides[1:], strict=False)
        parts = [self._comparison(left, op, right) for left, op, right in pairs]
        return self._all_or_any(ast.And(), parts)

    def _comparison(self, left: ast.expr, op: ast.cmpop, right: ast.expr) -> _Part:
        if type(op) not in _COMPARISONS:
            raise BadInput(
                f"{self.written}: {ast.unparse(left)!r} is compared in a way that is not "
                "allowed; use == != < <= > >="
            )
        one, other = self._side(left, right), self._side(right, left)
        ordered = not isinstance(op, ast.Eq | ast.NotEq)
        words = [issubclass(part.kind, enum.Enum) for part in (one, other)]
        if any(words) and (ordered or one.kind is not other.kind):
            raise BadInput(
                f"{self.written}: {ast.unparse(left)!r} and {ast.unparse(right)!r} cannot be "
                "compared; a word is compared by == and != with a word of its field"
            )
        self._bound(left, one, other)
        self._bound(right, other, one)
        compare = _COMPARISONS[type(op)]
        return _Part(
            bool,
            lambda values: compare(one.value(values), other.value(values)),
            one.fields | other.fields,
        )

    def _side(self, node: ast.expr, other: ast.expr) -> _Part:
        """Return one side of a comparison; beside a field of an enum, a name is a member's word."""
        kind = self.kinds.get(other.id) if isinstance(other, ast.Name) else None
        if kind is None or not issubclass(kind, enum.Enum):
            return self._part(node)
        if isinstance(node, ast.Name) and node.id not in self.kinds:
            members = {word: member for member, word in words_of(kind).items()}
            member = members.get(node.id, members.get(node.id.lower()))
            if member is None:
                raise UnknownName(
                    f"{self.written}: {ast.unparse(other)} is never {node.id}; "
                    f"it is one of {', '.join(members)}"
                )
            return _Part(kind, lambda _: member, frozenset())
        return self._part(node)

    def _bound(self, node: ast.expr, part: _Part, other: _Part) -> None:
        """Note the bound of an integer field that is compared with a constant."""
        if not isinstance(node, ast.Name) or part.kind is not int or not part.fields:
            return
        bound = self.bounds.get(node.id, 0)
        if other.fields or bound is None:
            self.bounds[node.id] = None
        else:
            self.bounds[node.id] = max(bound, other.value({}) + 1)
