"""What a certificate asks of rules, for `--rules`; this file stands beside `check.py`.

Every word of the question must be the one that the rules give: each rule has a value, a symbol with
a number is one that the experiment meets, and the names in the aim are those of the outcome.
"""

import ast
import dataclasses
import enum
import re
from collections.abc import Mapping, Set
from fractions import Fraction
from functools import cache
from typing import Any, NamedTuple

from montmort.verification.certificates.rules_around import Around
from montmort.verification.certificates.rules_file import NoPlayers, Source, exact_number, fields_in
from montmort.verification.certificates.rules_same import CannotWalk, key, may_change

PARTS = "start", "step", "players", "outcome_under"  # of an experiment: its functions


class Aim(NamedTuple):
    """What is wanted: a field of the outcome, or a condition on fields."""

    text: str = ""

    def step(self, gain: Any, past: tuple[Any, ...], *, is_last: bool) -> tuple[Fraction, Any]:
        """Return what a step is worth, and what is to be known of the past after it."""
        if self.text in gain._fields:
            value = getattr(gain, self.text)
            counts = is_last or not is_word(value)
            return (exact_number(value, {}) if counts else Fraction(0)), ()
        names = fields_of(self.text, gain._fields, tuple(map(type, gain)))
        sums = [name for name in names if not is_word(getattr(gain, name))]
        before = past or (0,) * len(sums)
        added = [exact_number(getattr(gain, name), {}) for name in sums]
        total = [b + more for b, more in zip(before, added, strict=True)]
        past = tuple(x.numerator if x.denominator == 1 else x for x in total)
        if not is_last:
            return Fraction(0), past
        values = {name: getattr(gain, name) for name in names} | dict(zip(sums, past, strict=True))
        return Fraction(int(holds(self.text, values))), ()


@cache
def fields_of(condition: str, fields: tuple[str, ...], kinds: tuple[type, ...]) -> list[str]:
    """Return the fields in a condition; other names in it must be words of the outcome."""
    enums = [kind for kind in kinds if issubclass(kind, enum.Enum)]
    words = {"true", "false"} | {name.lower() for kind in enums for name in kind.__members__}
    names = names_in(condition)
    for name in names:
        if name not in fields and name.lower() not in words:
            raise CannotWalk(
                f"{name[:80]} in the aim is no field of the outcome, which has {', '.join(fields)}"
            )
    return [name for name in names if name in fields]


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

    def __bool__(self) -> bool:
        raise CannotWalk(f"{self} in the aim is a word and no condition")


@cache
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


def one_spelling(condition: str) -> str:
    """Return a field or a condition in the one spelling that a certificate has.

    >>> one_spelling("(rolls>3)  and not won")
    'rolls > 3 and (not won)'
    """
    names_in(condition)
    return ast.unparse(ast.parse(condition.strip(), mode="eval"))


def holds(condition: str, values: Mapping[str, Any]) -> bool:
    """Return whether a condition holds for the values of its fields.

    >>> holds("rolls > 3 and not won", {"rolls": 4, "won": False})
    True
    """
    words = {name: Word(name) for name in names_in(condition)} | {"true": True, "false": False}
    answer = eval(condition.strip(), {"__builtins__": {}}, {**words, **values})
    if not isinstance(answer, bool):
        raise CannotWalk(f"{condition[:80]!r} is no condition but a value; compare it with another")
    return answer


class Question(NamedTuple):
    """An experiment of a game under its rules, with numbers for symbols, and perhaps an aim.

    With a discount d the gain of a step after n others counts d^n times.  `around` is what the
    rules reach beside their arguments; without it nobody asks whether they remember.
    """

    experiment: Any
    rules: Any
    at: Mapping[str, Fraction] = {}
    aim: Aim = Aim()
    seat: int = 0
    maximises: bool = True
    discount: Fraction = Fraction(1)
    around: Around | None = None

    def first(self, run: Any) -> Any:
        """Return the first state."""
        run.begin(None)
        state = self._numbers(self.experiment.start(self.rules, run))
        if state is None:
            raise CannotWalk("start() returns no state")
        return state

    def move(self, run: Any, state: Any, table: Any = None) -> tuple[Any, Any]:
        """Return the next state and the gain of a step, by a table or the players that are named.

        Players are made anew for every step, so they must not be drawn by lot for a play, and they
        must be after it what they were before.
        """
        run.begin(state)
        players = None
        if run.seen[0] is not state:
            run.seen = state, key(state), may_change(state)
        if table is None:
            table = self.experiment.players(self.rules, run)
            if run.since:
                raise CannotWalk("the players are drawn from chance, once for a whole play")
            players = self._around(table, run)
        move = self.experiment.step(self.rules, state, run, table)
        if not isinstance(move, tuple) or len(move) != 2 or not hasattr(move[1], "_fields"):
            raise CannotWalk(f"step() returns {str(move)[:80]!r}, not (next state or None, gain)")
        if players is not None and (what := players.changed()):
            raise CannotWalk(
                f"the players remember earlier steps ({what} changes); keep in the state what they "
                "use"
            )
        if run.seen[2] and key(state) != run.seen[1]:
            raise CannotWalk(f"a step changes its state, now {repr(state)[:80]}; return a new one")
        return self._numbers(move[0]), self._numbers(move[1])

    def _around(self, table: Any, run: Any) -> Around | None:
        """Return what players reach that are made for a step."""
        if self.around is None or isinstance(table, NoPlayers) or id(table) in self.around.visited:
            return None
        self.around.visited[id(run)] = run
        if id(type(table)) not in self.around.visited:
            self.around.check()
            self.around.add(type(table))
        return Around(self.around.own, table, beside=self.around)

    def _numbers(self, value: Any) -> Any:
        """Return a state or a gain with numbers for its symbols."""
        if not self.at:
            return value
        if isinstance(value, tuple):
            parts = map(self._numbers, value)
            return type(value)(*parts) if hasattr(value, "_fields") else type(value)(parts)
        is_expression = hasattr(value, "free_symbols")
        return exact_number(value, self.at) if is_expression else value


def question_of(source: Source, said: Mapping[str, Any]) -> Question:
    """Return what a certificate asks of the rules; `said` are the `rules` in its document.

    Every word of it must be the one that the rules give.
    """
    if said["game"] != source.name:
        raise CannotWalk(f"the certificate is about {said['game'][:80]!r}, not {source.name!r}")
    if said["experiment"] not in source.experiments:
        experiments = ", ".join(source.experiments)
        raise CannotWalk(
            f"the rules have no experiment {said['experiment'][:80]!r}, only {experiments}"
        )
    experiment = source.experiments[said["experiment"]]
    rules = rules_with(next(iter(source.readings.values())), said["values"])
    parts = [getattr(experiment, name, None) for name in PARTS]
    symbols, names = Around(source.module, *parts, merges=False).symbols, {*said["values"]}
    for name in said["at"]:
        if name not in symbols or name in names:
            raise CannotWalk(f"at {name[:80]} is said, and the rules have no such symbol")
    numbers = {symbol: Fraction(number) for symbol, number in said["at"].items()}
    put_numbers(source.space, numbers)
    is_once = getattr(experiment.start, "__name__", "") == "start_once"
    around = Around(source.module, *parts, rules, merges=not is_once)
    if "aim" not in said:
        return Question(experiment, rules, numbers, around=around)
    verb, _, wanted = said["aim"].partition(" ")
    text, _, seat = wanted.rpartition(", seat ")
    if text != one_spelling(text):
        raise CannotWalk(f"the aim {text[:80]!r} is to be written {one_spelling(text)[:80]!r}")
    discount, maximises = Fraction(said["discount"]), verb == "maximise"
    return Question(experiment, rules, numbers, Aim(text), int(seat), maximises, discount, around)


def rules_with(usual: Any, values: Mapping[str, str]) -> Any:
    """Return rules with these values: one for each rule, in its one spelling."""
    names = [rule.name for rule in fields_in(usual) if rule.init]
    if values.keys() != {*names}:
        raise CannotWalk(
            f"the rules are {', '.join(names) or 'none'}, and the certificate has values of "
            f"{', '.join(values)[:200] or 'none'}"
        )
    before = {name: getattr(usual, name) for name in names}
    kinds = {rule.name: {*re.findall(r"\w+", str(rule.type))} for rule in fields_in(usual)}
    changes = {
        name: value_of(name, values[name], value, kinds[name])
        for name, value in before.items()
        if written(value) != values[name]
    }
    rules = dataclasses.replace(usual, **changes) if changes else usual
    for name in names:
        if (text := written(getattr(rules, name))) != values[name]:
            raise CannotWalk(f"{name} = {values[name][:80]} is said, and it is written {text[:80]}")
    return rules


def written(value: Any) -> str:
    """Return the text of the value of a rule in a certificate, as Python writes it.

    >>> written(Fraction(1, 3)), written((True, 2, "a"))
    ('Fraction(1, 3)', "(True, 2, 'a')")
    """
    if isinstance(value, enum.Enum):
        return value.name
    if isinstance(value, tuple) and not hasattr(value, "_fields"):
        return f"({', '.join(map(written, value))}{',' * (len(value) == 1)})"
    plain = next((kind for kind in (bool, int, str) if isinstance(value, kind)), None)
    return repr(value if plain is None else plain(value))


def value_of(name: str, text: str, before: object, kinds: Set[str]) -> Any:
    """Return the value of a rule that a certificate writes: as Python does, or a Fraction's.

    It must be of a kind that the rule is declared to have, or had before.
    """
    if isinstance(before, enum.Enum) and text in type(before).__members__:
        return type(before)[text]
    try:
        value = literal(ast.parse(text, mode="eval").body)
    except (ValueError, TypeError, SyntaxError, ArithmeticError, RecursionError, MemoryError):
        raise CannotWalk(
            f"the rule {name} has the value {text[:80]!r}, which is not read"
        ) from None
    if not _is_of(value, before, kinds):
        raise CannotWalk(f"the rule {name} cannot be {text[:80]}")
    return value


def _is_of(value: object, before: object, kinds: Set[str]) -> bool:
    """Return whether a value is of a kind with one of these names, or of that of another value."""
    if isinstance(value, tuple):
        examples = before if isinstance(before, tuple) and before else (None,)
        return all(any(_is_of(item, example, kinds) for example in examples) for item in value)
    kind = type(value).__name__.removesuffix("Type")
    is_whole = kind == "int" and "Fraction" in kinds
    return is_whole or kind in kinds or type(value) is type(before)


def literal(node: ast.expr) -> Any:
    """Return the value of a literal, in which Fractions may stand."""
    if isinstance(node, ast.Tuple):
        return tuple(map(literal, node.elts))
    if (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id == "Fraction"
    ):
        return Fraction(*map(literal, node.args))
    return ast.literal_eval(node)


def put_numbers(space: dict[str, Any], at: Mapping[str, Fraction]) -> None:
    """Put numbers for symbols into the global variables of the rules."""
    for name, value in [*space.items()]:
        symbols = getattr(value, "free_symbols", ()) if not isinstance(value, type) else ()
        if symbols and {symbol.name for symbol in symbols} <= at.keys():
            space[name] = exact_number(value, at)
