"""Optimal play as a function of a symbol: the best strategy on each interval of its values."""

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from fractions import Fraction
from functools import cached_property
from itertools import groupby, pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

from montmort.exact.decisions.agreement import consistent
from montmort.exact.decisions.best_play import Optimal
from montmort.exact.decisions.best_strategy import BestStrategy, Setting
from montmort.exact.decisions.optimal_pieces import PolicyPiece, divide, with_ends
from montmort.exact.decisions.solution import Solver
from montmort.exact.decisions.spelling import words
from montmort.exact.decisions.symbolic_game import SymbolicGame, without_impossible
from montmort.exact.graph.game_graph import GraphSize
from montmort.exact.parameters.point_values import Value
from montmort.exact.parameters.region import Interval, Region, as_root, quotient_of, region_of
from montmort.exact.parameters.roots import Point, Root
from montmort.exact.rational_functions.conditions import bounds_of, read_values
from montmort.exact.rational_functions.field import RationalFunction, from_sympy, is_expression
from montmort.exact.rational_functions.weights import Weights
from montmort.exact.symbolic.law import expressions_in, substituted
from montmort.games.errors import BadInput
from montmort.games.extras import sympy
from montmort.games.sameness import table_of
from montmort.games.validation import (
    check_fraction,
    quote,
    quote_number,
)

if TYPE_CHECKING:
    from sympy import Expr, Symbol
    from sympy.logic.boolalg import Boolean

CHANGES = 12  # changes of a strategy that are shown at a point
LETTERS = 200  # of the longest value that is shown


class PieceChoice(NamedTuple):
    """A decision on an interval: what each choice is worth, the one taken, and all best ones.

    The values are expressions.  There are none where a view leaves open what they are.
    """

    seat: int
    view: Hashable
    choices: tuple[Hashable, ...]
    values: "tuple[Expr, ...]"
    choice: Hashable
    ties: tuple[Hashable, ...]


class Change(NamedTuple):
    """A decision whose best choices are others below a point than above it."""

    seat: int
    view: Hashable
    before: tuple[Hashable, ...]
    after: tuple[Hashable, ...]


class Break(NamedTuple):
    """A point at which the best strategy changes; there, the strategies on both sides are best."""

    point: Root
    changes: tuple[Change, ...]


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class Piece(BestStrategy[PieceChoice]):
    """An interval of the symbol's values, and the strategy that is best on all of it.

    `piece[view]` is a PieceChoice of the seat that was asked for.
    """

    setting: Setting
    game: SymbolicGame
    found: PolicyPiece

    @property
    def interval(self) -> Interval:
        """The interval; a point at which the strategy changes belongs to both sides."""
        return self.found.interval

    def __repr__(self) -> str:
        return f"<Piece {self.interval.text(str(self.game.symbol))}: {self.value}>"

    @cached_property
    def value(self) -> "Expr":
        """The best mean of the objective, an expression in lowest terms."""
        return self.found.functions.values[self.game.graph.root].to_sympy()

    @property
    def touching(self) -> tuple[Root, ...]:
        """The points of the interval at which further choices are best; see `ties_at`."""
        return self.found.touching

    @cached_property
    def decisions(self) -> tuple[PieceChoice, ...]:
        """All decisions, in the order in which they were found."""
        return tuple(map(self._decision, self.game.groups))

    def _decision(self, nodes: Sequence[int]) -> PieceChoice:
        graph, worths = self.game.graph, self.found.functions.worths
        seat, view, choices = self.game.information(nodes)
        columns = {tuple(worths[e] for e in graph.edges(node)) for node in nodes}
        values = next(iter(columns)) if len(columns) == 1 else ()
        return PieceChoice(
            seat,
            view,
            choices,
            tuple(each.to_sympy() for each in values),
            choices[self.found.taken[nodes[0]] - int(graph.bounds[nodes[0]])],
            self.ties(nodes),
        )

    def ties(self, nodes: Sequence[int], point: Point | None = None) -> tuple[Hashable, ...]:
        """Return the choices that are best at all these nodes, at a point or on the interval."""
        graph, best = self.game.graph, []
        for node in nodes:
            edges = graph.edges(node)
            functions = self.found.functions
            best.append({e - edges.start for e in edges if functions.is_best(e, point)})
        choices = self.game.information(nodes).choices
        return tuple(choices[place] for place in sorted(set.intersection(*best)))


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class PiecewiseOptimal:
    """The best value of a game with a symbol, and a best strategy for each of its values.

    The `pieces` cover the `region`, the values at which no weight is negative, no sum of
    weights is 0, every payoff has a value, and the rules are within their bounds.  In a game
    without a longest play all weights must be positive, except at an end of the region where
    plays still end by the strategy and its function has the best value.  `at` and `value_at`
    answer there in any case.  No strategy is best on two
    neighbouring pieces.
    """

    setting: Setting
    game: SymbolicGame
    region: Region
    pieces: tuple[Piece, ...]
    valid: "Boolean" = None  # where the rules have weights; the region may lack ends of it

    @property
    def symbol(self) -> "Symbol":
        """The symbol."""
        return self.game.symbol

    @property
    def size(self) -> GraphSize:
        """The number of states, nodes and edges."""
        return self.game.graph.size

    @property
    def how(self) -> str:
        """A sentence on how it was solved."""
        (states, nodes, _), pieces = self.size, len(self.pieces)
        return (
            f"{states:,} state{'s' * (states > 1)}, {nodes:,} node{'s' * (nodes > 1)}; "
            f"{self.game.graph.how}; {pieces} interval{'s' * (pieces > 1)}, on each of "
            "which no choice is better than the one taken"
        )

    def __repr__(self) -> str:
        return f"<PiecewiseOptimal of {self.setting.experiment.name}: {self.how}>"

    @property
    def conditions(self) -> "Boolean":
        """The region as a condition on the symbol."""
        return sympy.Or(*map(self._holds, self.region.intervals))

    @cached_property
    def value(self) -> "Expr":
        """The best mean as an expression: a Piecewise unless one function holds everywhere."""
        cases: list[Any] = []
        for value, group in groupby(self.pieces, key=lambda piece: piece.value):
            intervals = join_pieces(piece.interval for piece in group)
            cases += [(value, self._holds(interval)) for interval in intervals]
        same = len({value for value, _ in cases}) == 1
        return cases[0][0] if same else sympy.Piecewise(*cases)

    def _holds(self, interval: Interval) -> "Boolean":
        """Return the condition that the symbol lies in an interval."""
        low, high = (
            end.expression if isinstance(end, Root) else sympy.sympify(end)
            for end in (interval.low, interval.high)
        )
        left = sympy.Le(low, self.symbol) if interval.low_closed else sympy.Lt(low, self.symbol)
        right = sympy.Le(self.symbol, high) if interval.high_closed else sympy.Lt(self.symbol, high)
        parts = [left] * (low != -sympy.oo) + [right] * (high != sympy.oo)
        return sympy.And(*parts)

    @cached_property
    def breaks(self) -> tuple[Break, ...]:
        """The points at which the strategy changes, in ascending order."""
        return tuple(
            Break(as_root(below.interval.high), self._changes(below, above))
            for below, above in pairwise(self.pieces)
            if below.interval.high == above.interval.low and above.interval.low_closed
        )

    def _changes(self, below: Piece, above: Piece) -> tuple[Change, ...]:
        changes = []
        for nodes in self.game.groups:
            before, after = below.ties(nodes), above.ties(nodes)
            if before != after:
                seat, view, _ = self.game.information(nodes)
                changes.append(Change(seat, view, before, after))
        return tuple(changes)

    def piece_at(self, point: Point) -> Piece:
        """Return the piece to which a Fraction or a Root belongs, the lower one of two."""
        if not isinstance(point, Root):
            check_fraction("point", point)
        for piece in self.pieces:
            if point in piece.interval:
                return piece
        region = f"the region, {self.region}"
        raise BadInput(f"{self.symbol} = {quote_number(point)} is outside of {region}")

    def value_at(self, point: Point) -> Value:
        """Return the best mean at a Fraction or a Root, exactly."""
        if isinstance(point, Fraction) and point not in self.region:
            return self.at({self.symbol: point}).value or Fraction(0)
        functions = self.piece_at(point).found.functions
        return quotient_of(functions.values[self.game.graph.root]).value(point)

    def ties_at(self, point: Point, seat: int | None = None) -> dict[Hashable, tuple[Any, ...]]:
        """Return the best choices of a seat at a point, for each view that has several."""
        own, piece = self.setting.seat_of(seat), self.piece_at(point)
        found = []
        for nodes in self.game.groups:
            known, ties = self.game.information(nodes), piece.ties(nodes, point)
            if known.seat == own and len(ties) > 1:
                found.append((known.view, ties))
        return table_of(found, "views")

    def at(self, values: "Mapping[Symbol, Any]") -> Optimal:
        """Return what `optimal` answers with this number for the symbol."""
        chosen = read_values(values)
        value = chosen.get(self.symbol)
        if not isinstance(value, Fraction) or len(chosen) != 1:
            raise BadInput(f"values={quote(values)} must be a number for {self.symbol} alone")
        game = self.game
        if value not in self.region and not self._is_valid(value):
            self.piece_at(value)  # says that it is outside
        scored = without_impossible(game.at(value))
        found = Solver(scored.graph, scored.rewards, game.signs, game.discount).solve()
        rules = _rules_at(self.setting.rules, chosen)
        setting = replace(self.setting, rules=rules, scoring=scored)
        return Optimal(setting=setting, solution=found, taken=consistent(scored, found))

    def _is_valid(self, value: Fraction) -> bool:
        """Return whether the rules have weights at a value: none below 0, and not all of them 0."""
        return value in region_of(self.symbol, self.valid)

    def __str__(self) -> str:
        name = str(self.symbol)
        rows = [(each.interval.text(name), _shown(each.value)) for each in self.pieces]
        width = max(len(text) for text, _ in rows)
        lines = [f"{self.setting.objective.text}, {self.region}"]
        lines += [f"{text:{width}}  {value}" for text, value in rows]
        for point, changes in self.breaks:
            lines.append(f"at {name} = {point.short_text}")
            lines += [f"  {self.change_text(change)}" for change in changes[:CHANGES]]
            if len(changes) > CHANGES:
                lines.append(f"  and {len(changes) - CHANGES:,} more decisions")
        return "\n".join(lines)

    def change_text(self, change: Change) -> str:
        """Return a change in words; choices that are equally good stand with = between them."""
        before, after = ("=".join(map(words, ties)) for ties in (change.before, change.after))
        seat = f"seat {change.seat}, " if len(self.game.signs) > 1 else ""
        return f"{seat}{words(change.view)}: {before} -> {after}"


def join_pieces(intervals: Iterable[Interval]) -> list[Interval]:
    """Join neighbouring intervals, which share their ends."""
    found: list[Interval] = []
    for interval in intervals:
        if found and found[-1].high == interval.low and found[-1].high_closed:
            high = {"high": interval.high, "high_closed": interval.high_closed}
            found[-1] = replace(found[-1], **high)
        else:
            found.append(interval)
    return found


def _shown(value: "Expr") -> str:
    text = str(value)
    return text if len(text) <= LETTERS else f"{text[: LETTERS - 3]}..."


def _rules_at(rules: Any, values: "Mapping[Symbol, Any]") -> Any:
    """Return the rules with values for symbols, or as they are where they do not take them."""
    try:
        if not is_dataclass(rules) or isinstance(rules, type):
            return substituted(rules, values)
        given = {each.name: getattr(rules, each.name) for each in fields(rules)}
        changed = {name: substituted(v, values) for name, v in given.items() if is_expression(v)}
        return replace(rules, **changed)
    except BadInput:  # a fraction in a field of integers, a pole where plays do not come
        return rules


def piecewise_optimal(setting: Setting, weights: Weights) -> PiecewiseOptimal:
    """Return optimal play for all values of the symbol; BadInput if there are several symbols."""
    scoring, signs, discount = setting.scoring, setting.signs, setting.discount
    bounds = bounds_of(setting.rules)
    symbol = _only_symbol([*weights.signed, *bounds, *scoring.rewards], scoring.graph.gains)
    game = SymbolicGame(scoring=scoring, signs=signs, symbol=symbol, discount=discount)
    positive = weights.totals | (weights.signed if game.has_cycles and discount is None else set())
    payoffs = {*scoring.rewards, *map(from_sympy, _expressions(scoring.graph.gains))}
    divisors = [RationalFunction(each.ring, each.below, each.ring.one) for each in payoffs]
    own = [each for each in divisors if each.symbols <= {symbol}]
    region = _region(symbol, positive, weights.signed | bounds, own)
    found = divide(game, region)
    valid = _relations(weights.totals, weights.signed | bounds, own)
    if positive != weights.totals:
        found = with_ends(game, found, region_of(symbol, valid))
        region = Region(symbol, tuple(join_pieces(each.interval for each in found)))
    pieces = tuple(Piece(setting=setting, game=game, found=each) for each in found)
    return PiecewiseOptimal(setting=setting, game=game, region=region, pieces=pieces, valid=valid)


def _region(
    symbol: "Symbol",
    positive: Iterable[RationalFunction],
    not_negative: Iterable[RationalFunction],
    not_zero: Iterable[RationalFunction],
) -> Region:
    """Return the values at which elements are > 0, >= 0 or not 0; BadInput if there are none."""
    relations = _relations(positive, not_negative, not_zero)
    region = region_of(symbol, relations)
    if not region.intervals:
        shown = ", ".join(sorted(map(str, sympy.And.make_args(relations))))
        raise BadInput(f"no values of {symbol} fulfil these conditions: {shown}")
    return region


def _relations(
    positive: Iterable[RationalFunction],
    not_negative: Iterable[RationalFunction],
    not_zero: Iterable[RationalFunction],
) -> "Boolean":
    relations = {sympy.Gt(each.to_sympy(), 0) for each in positive}
    relations |= {sympy.Ge(each.to_sympy(), 0) for each in not_negative}
    return sympy.And(*relations, *(sympy.Ne(each.to_sympy(), 0) for each in not_zero))


def _expressions(gains: Iterable[object]) -> "Iterator[Expr]":
    """Return the expressions in the gains of a graph."""
    return (part for gain in gains for part in expressions_in(gain))


def _only_symbol(elements: Iterable[RationalFunction], gains: Iterable[object]) -> "Symbol":
    """Return the symbol of the weights and rewards, or of the gains if these have none."""
    symbols = frozenset[Any]().union(*(each.symbols for each in elements))
    if not symbols:
        symbols = symbols.union(*(part.free_symbols for part in _expressions(gains)))
    if len(symbols) != 1:
        names = ", ".join(sorted(map(str, symbols)))
        raise BadInput(
            f"the rules have the symbols {names}; optimal play is found as a function of one: give "
            "numbers for the others"
        )
    return next(iter(symbols))
