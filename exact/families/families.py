"""Families of absorbing chains: one chain for each integer n, given by expressions.

A state is a point of integers k, … between affine bounds; moves give each next state and its
chance as expressions in k, n and parameters; faces of the region are its ends.  The gambler's
ruin has the states 0 <= k <= n, the moves to k + 1 with chance p and to k - 1 with chance
1 - p, and the ends k = 0 and k = n.  The moves are expressions, not a Python function: the
same expressions are the rows of every chain, so that no exception at k = 5 can hide in them.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Union

from montmort.exact.chains.absorbing import AbsorbingChain
from montmort.exact.chains.lazy_values import Answer, as_exact
from montmort.exact.families.closed_forms import is_zero
from montmort.exact.families.integer_regions import Region, is_affine
from montmort.exact.rational_functions.field import Value
from montmort.games.errors import BadChain, BadInput
from montmort.games.extras import sympy
from montmort.games.validation import check_integer, check_mapping, check_text, check_type, quote

if TYPE_CHECKING:
    from sympy import Expr, Symbol

Point = tuple[int, ...]
Target = Union[tuple["Expr", ...], "End"]
Values = Mapping["Symbol", Value]


@dataclass(frozen=True)
class End:
    """A move after which the play is over, with this value."""

    value: "Expr"

    def __post_init__(self) -> None:
        """Read the value, an int or a Fraction as well."""
        object.__setattr__(self, "value", as_expression("the value of an end", self.value))


@dataclass(frozen=True, kw_only=True)
class Family:
    """Chains with an integer n; numbers are ints, Fractions or expressions without floats.

    `size` is n, at least `least`.  `states` maps each integer of a state to its least and its
    largest value, affine in n and the integers before it.  `moves` maps next states, tuples if
    there are several integers, or `End(value)`, to chances.  `ends` maps equations of faces, as
    `Eq(k, n)`, to the value there.  `reward` counts at every state that is no end.  BadInput, or
    BadChain if chances do not add up to 1, says what is wrong.

    >>> k, n = sympy.symbols("k n", integer=True)
    >>> half = Fraction(1, 2)
    >>> ends = {sympy.Eq(k, 0): 0, sympy.Eq(k, n): 1}
    >>> ruin = Family(
    ...     name="ruin", size=n, states={k: (0, n)}, moves={k + 1: half, k - 1: half}, ends=ends
    ... )
    >>> ruin.values(3)
    {(0,): Fraction(0, 1), (1,): Fraction(1, 3), (2,): Fraction(2, 3), (3,): Fraction(1, 1)}
    """

    name: str
    size: "Symbol"
    states: Mapping["Symbol", tuple["Expr", "Expr"]]
    moves: Mapping["Expr | Target", "Expr"]
    ends: Mapping["sympy.Eq", "Expr"]
    reward: "Expr" = 0
    least: int = 1

    def __post_init__(self) -> None:
        """Read all expressions and check what does not need a proof."""
        check_text(name=self.name)
        check_type("size", self.size, sympy.Symbol, "a sympy Symbol")
        check_integer("least", self.least, 0)
        for name in ("states", "moves", "ends"):
            check_mapping(name, getattr(self, name), "a mapping; see Family")
        if not self.states or not all(
            isinstance(bounds, tuple) and len(bounds) == 2 for bounds in self.states.values()
        ):
            raise BadInput(f"states={quote(self.states)} must be {{integer: (least, largest)}}")
        self._read()
        self._check_symbols()
        for end in self.ends:
            self._face(end)
        total = sum(self.moves.values(), start=sympy.Integer(0))
        if not is_zero(total - 1, self.integers):
            raise BadChain(f"{self.name}: the chances of the moves add up to {total}, not to 1")

    def _check_symbols(self) -> None:
        """Raise BadInput if a bound contains later integers, or two symbols have one name."""
        earlier = {self.size}
        for symbol, bounds in self.states.items():
            if not all(is_affine(bound, earlier) for bound in bounds):
                before = ", ".join(sorted(map(str, earlier)))
                raise BadInput(f"the bounds {bounds} of {symbol} must be affine in {before}")
            earlier.add(symbol)
        names = [str(symbol) for symbol in (*self.integers, *self.parameters)]
        if twice := {name for name in names if names.count(name) > 1}:
            raise BadInput(f"{self.name} has two different symbols with the name {min(twice)}")

    def _read(self) -> None:
        """Turn every number into an expression and every next state into a tuple."""
        bounds = {
            symbol: (as_expression("a bound", low), as_expression("a bound", high))
            for symbol, (low, high) in self.states.items()
        }
        moves = combine(
            (t if isinstance(t, End) else self._place(t), as_expression("a chance", chance))
            for t, chance in self.moves.items()
        )
        ends = {end: as_expression("the value of an end", v) for end, v in self.ends.items()}
        read = {"states": bounds, "moves": moves, "ends": ends}
        for name, value in (read | {"reward": as_expression("reward", self.reward)}).items():
            object.__setattr__(self, name, value)

    def _place(self, target: "Expr | tuple[Expr, ...]") -> tuple["Expr", ...]:
        parts = target if isinstance(target, tuple) else (target,)
        place = tuple(as_expression("a next state", part) for part in parts)
        if len(place) != len(self.states) or not all(is_affine(x, self.integers) for x in place):
            raise BadInput(
                f"the next state {quote(target)} must give {len(self.states)} integers, each "
                f"affine in {', '.join(map(str, self.integers))}"
            )
        return place

    def _face(self, end: "sympy.Eq") -> int:
        """Return the place among the constraints of the bound that this end is."""
        if isinstance(end, sympy.Eq):
            for place, bound in enumerate(self.everywhere.constraints):
                if sympy.expand(bound - end.lhs + end.rhs) == 0:
                    return place
                if sympy.expand(bound + end.lhs - end.rhs) == 0:
                    return place
        raise BadInput(f"the end {end} must be an equation Eq(k, bound) with a bound of the states")

    @property
    def integers(self) -> tuple["Symbol", ...]:
        """The integers of a state, then n."""
        return (*self.states, self.size)

    @property
    def parameters(self) -> tuple["Symbol", ...]:
        """The symbols in chances, rewards and values that are no integers, by name."""
        parts = [*self.moves.values(), *self.ends.values(), self.reward]
        parts += [target.value for target in self.moves if isinstance(target, End)]
        symbols = set().union(*(sympy.sympify(part).free_symbols for part in parts))
        return tuple(sorted(symbols - {*self.integers}, key=str))

    @cached_property
    def everywhere(self) -> Region:
        """All states of all chains: the region between the bounds, its faces included."""
        bounds = [
            bound
            for symbol, (low, high) in self.states.items()
            for bound in (symbol - low, high - symbol)
        ]
        return Region((*bounds, self.size - self.least))

    @cached_property
    def inside(self) -> Region:
        """All states that are no ends."""
        faces = {self._face(end) for end in self.ends}
        constraints = enumerate(self.everywhere.constraints)
        return Region(tuple(c - 1 if place in faces else c for place, c in constraints))

    def at(self, values: Values) -> "Family":
        """Return the family with numbers or expressions in place of parameters.

        >>> k, n = sympy.symbols("k n", integer=True)
        >>> p = sympy.Symbol("p")
        >>> ends = {sympy.Eq(k, 0): 0}
        >>> down = Family(
        ...     name="down", size=n, states={k: (0, n)}, moves={k - 1: p, k: 1 - p}, ends=ends,
        ...     reward=1,
        ... )
        >>> down.at({p: Fraction(1, 3)}).values(2)[2,]
        Fraction(6, 1)
        """
        exact = {symbol: as_expression(str(symbol), value) for symbol, value in values.items()}
        if unknown := exact.keys() - {*self.parameters}:
            raise BadInput(f"{self.name} has no parameter {', '.join(sorted(map(str, unknown)))}")
        return replace(
            self,
            moves=combine(
                (End(t.value.subs(exact)) if isinstance(t, End) else t, chance.subs(exact))
                for t, chance in self.moves.items()
            ),
            ends={end: value.subs(exact) for end, value in self.ends.items()},
            reward=self.reward.subs(exact),
        )

    def points(self, n: int) -> list[Point]:
        """Return the states of the chain for one n, in order."""
        check_integer("n", n, self.least)
        found: list[dict[Symbol, Expr]] = [{self.size: sympy.Integer(n)}]
        for symbol, (low, high) in self.states.items():
            found = [
                {**point, symbol: sympy.Integer(value)}
                for point in found
                for value in range(int(low.subs(point)), int(high.subs(point)) + 1)
            ]
        return [tuple(int(point[symbol]) for symbol in self.states) for point in found]

    def values(self, n: int) -> dict[Point, Answer]:
        """Return the expected total reward and end value from each state, from the solved chain.

        BadChain names a state that never ends, or a move that leaves the states.
        """
        points = self.points(n)
        rows: dict[Point | None, dict[Point | None, Value]] = {None: {None: 1}}
        rewards: dict[Point | None, Value] = {}
        for point in points:
            values = {**dict(zip(self.states, point, strict=True)), self.size: n}
            found = self._end_value(values)
            rows[point] = {None: 1} if found is not None else {}
            rewards[point] = found if found is not None else self.reward.subs(values)
            if found is None:
                self._add_row(point, values, rows, rewards)
        for state, row in rows.items():
            if outside := [place for place in row if place not in rows]:
                raise BadChain(f"{self.name}, n={n}: a move leads to {outside[0]}, no state")
            if state is not None and row.keys() == {state}:
                raise BadChain(f"{self.name}, n={n}: the play never ends in state {state}")
        solved = AbsorbingChain.from_rows(rows).expected({p: rewards[p] for p in points})
        return {point: solved[point] for point in points}

    def _end_value(self, values: Mapping["Symbol", int]) -> "Expr | None":
        for end, value in self.ends.items():
            if (end.lhs - end.rhs).subs(values) == 0:
                return value.subs(values)
        return None

    def _add_row(
        self,
        point: Point,
        values: Mapping["Symbol", int],
        rows: dict[Point | None, dict[Point | None, Value]],
        rewards: dict[Point | None, Value],
    ) -> None:
        """Put in the row of a state; the value of an `End` counts as a reward on the way."""
        row = rows[point]
        for target, chance in self.moves.items():
            number = chance.subs(values)
            if number == 0:
                continue
            place = None
            if isinstance(target, End):
                rewards[point] += number * target.value.subs(values)
            else:
                place = tuple(int(part.subs(values)) for part in target)
            row[place] = row.get(place, 0) + number


def combine(moves: Iterable[tuple[Target, "Expr"]]) -> dict[Target, "Expr"]:
    """Return {next state: chance}, the chances of equal next states added."""
    total: dict[Target, Expr] = {}
    for target, chance in moves:
        total[target] = total.get(target, sympy.Integer(0)) + chance
    return total


def as_expression(name: str, value: object) -> "Expr":
    """Return an exact number or a sympy expression without floats; else BadInput.

    >>> as_expression("p", Fraction(1, 3))
    1/3
    """
    if isinstance(value, sympy.Expr) and not value.is_number:
        if value.has(sympy.Float):
            raise BadInput(f"{name}={value} has a float in it; use Fraction or Rational")
        return value
    exact = as_exact(value)
    if not isinstance(exact, int | Fraction):
        raise BadInput(f"{name}={quote(value)} must be an exact number or expression; use Fraction")
    return sympy.sympify(exact)
