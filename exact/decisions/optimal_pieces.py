"""The region of a symbol p divided into intervals, on each of which one policy is optimal.

At a point s the game is solved in numbers.  The advantages of the policy found there are
rational functions of p, and at any p of the region the policy is optimal at every node if
and only if none of them is positive there (the one-deviation principle):

    no advantage > 0   =>  V = max Q at every node, Bellman's equations;
    an advantage > 0   =>  with this choice once, and the policy after it, the node is worth more.

At the nodes of a side that minimises it is negative advantages that are better.

That a solution of Bellman's equations is the optimal value needs one of the conditions of
`solution`.  A game without cycles has no other.  With cycles all weights must be positive in
the region.  Then A is a property of the edges alone.  B adds that certain values are not
negative; it is checked on the whole interval, and at the points at which more choices are
best, and therefore more nodes count.  So it is where C holds: that the policy comes to rest, at
nodes of value 0, is a property of the edges as well.

No payoff has a pole in the region.  Under the policy every play ends, so its equations have
one solution at each point, and no advantage has a pole either.  Its sign changes only at its
zeros of odd order.  The policy is optimal from s to the nearest of them on either side, these
included, and by continuity so is the policy beyond.  The rest of the region is divided in the
same way.  That comes to an end: there are finitely many policies, each with finitely many zeros.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from typing import Any

from flint import fmpz_poly

from montmort.exact.decisions.agreement import Hidden, consistent
from montmort.exact.decisions.following import Taken
from montmort.exact.decisions.policy import Component
from montmort.exact.decisions.ranks import staying_nodes
from montmort.exact.decisions.solution import Solution, Solver
from montmort.exact.decisions.symbolic_game import Functions, SymbolicGame
from montmort.exact.parameters.region import (
    Interval,
    Quotient,
    Region,
    quotient_of,
    rational_between,
)
from montmort.exact.parameters.roots import Coefficients, Point, Root, coefficients_of, real_roots
from montmort.games.errors import BadChain, BadInput

Zeros = Sequence[tuple[Root, int]]  # with their orders


@dataclass(frozen=True, kw_only=True, eq=False)
class PolicyPiece:
    """An interval on which a policy is optimal, and its functions.

    `taken` is a policy with the same values that takes the same choice wherever a seat knows
    the same.  `touching` are the points of the interval at which more choices are best than
    elsewhere.
    """

    interval: Interval
    taken: Taken
    functions: Functions
    touching: tuple[Root, ...]


def divide(game: SymbolicGame, region: Region) -> list[PolicyPiece]:
    """Return the pieces of the region, in ascending order."""
    search = _Search(game)
    return [piece for interval in region.intervals for piece in search.pieces(interval)]


def with_ends(
    game: SymbolicGame, pieces: Sequence[PolicyPiece], valid: Region
) -> list[PolicyPiece]:
    """Return the pieces with those ends, in the region of valid weights, at which they hold.

    There all plays still end by the policy, so its functions are continuous and solve Bellman's
    equations, and the value is that of the numeric game.
    """

    def holds(piece: PolicyPiece, end: Any) -> bool:
        return isinstance(end, Fraction) and end in valid and game.holds_at(piece.taken, end)

    found = []
    for piece in pieces:
        own = piece.interval
        low, high = (closed or holds(piece, end) for end, closed in own.ends())
        closed = replace(own, low_closed=low, high_closed=high)
        found.append(replace(piece, interval=closed))
    return found


@dataclass
class _Search:
    """Solves the game at points, and remembers the zeros of the polynomials met."""

    game: SymbolicGame
    _zeros: dict[Coefficients, Zeros] = field(default_factory=dict)

    def pieces(self, interval: Interval) -> Iterator[PolicyPiece]:
        """Divide an interval."""
        sample = interval.sample
        if not isinstance(sample, Fraction):
            raise BadInput(
                f"{self.game.symbol} = {sample} is a possible value of its own, and irrational; "
                "optimal play is found on intervals and at rational points"
            )
        while True:
            found, taken = self._solve(sample)
            functions = self.game.functions(found.taken)
            ties = self._zeros_of(functions.advantages.values())
            may_stay = not found.conditions.isdisjoint("BC")
            stays = self._values_to_stay(functions, found, None) if may_stay else []
            zeros = [*ties, *self._zeros_of(stays)]
            if interval.is_point or not any(r == sample for each in zeros for r, _ in each):
                break
            sample = rational_between(interval.low, sample)
        part = _around(sample, interval, zeros)
        touching = sorted({root for each in ties for root, _ in each if root in part})
        if may_stay:
            self._check_endless(functions, found, touching)
        if part.low != interval.low:
            yield from self.pieces(replace(interval, high=part.low, high_closed=True))
        yield PolicyPiece(interval=part, taken=taken, functions=functions, touching=tuple(touching))
        if part.high != interval.high:
            yield from self.pieces(replace(interval, low=part.high, low_closed=True))

    def _solve(self, point: Fraction) -> tuple[Solution, Taken]:
        """Return the solution at a point, and a policy that goes by what the seats know."""
        game = self.game
        scored, found = game.at(point), None
        try:
            found = Solver(scored.graph, scored.rewards, game.signs, game.discount).solve()
            if found.lost:
                raise BadInput("some totals have no bound, though the best one has")
            return found, consistent(scored, found)
        except (BadInput, BadChain) as problem:
            is_new = isinstance(problem, Hidden) or bool(found and found.lost)
            rest = "; with symbols such a game is not solved" * is_new
            raise BadInput(f"at {game.symbol} = {point}: {problem}{rest}") from None

    def _zeros_of(self, functions: Iterable[Quotient]) -> list[Zeros]:
        """Return the zeros of every function that is not 0 everywhere, equal ones once."""
        numerators = {coefficients_of(each.numerator) for each in functions}
        return [self._zeros_of_polynomial(each) for each in sorted(numerators) if each]

    def _zeros_of_polynomial(self, coefficients: Coefficients) -> Zeros:
        if coefficients not in self._zeros:
            self._zeros[coefficients] = real_roots(fmpz_poly([*coefficients]))
        return self._zeros[coefficients]

    @cached_property
    def _cyclic(self) -> list[Component]:
        return self.game.cyclic_components()

    def _values_to_stay(
        self, functions: Functions, found: Solution, point: Point | None
    ) -> list[Quotient]:
        """Return what must be >= 0 for condition B, at a point or between the touching ones."""
        best = {
            node: [e for e in self.game.graph.edges(node) if functions.is_best(e, point)]
            for node in self.game.nodes
        }
        return [
            quotient_of(sign * functions.values[node])
            for component in self._cyclic
            for sign, staying in staying_nodes(component, best, found.taken)
            for node in staying
        ]

    def _check_endless(
        self, functions: Functions, found: Solution, touching: Iterable[Root]
    ) -> None:
        """Raise BadInput unless condition B holds at the points at which more choices are best."""
        for root in touching:
            point = root.simplest
            values = self._values_to_stay(functions, found, point)
            if any(value.sign(point) == -1 for value in values):
                raise BadInput(
                    f"at {self.game.symbol} = {root} a seat can put off the end for ever and "
                    "would gain by it; let waiting cost something, or leave this point out"
                )


def _around(sample: Fraction, interval: Interval, zeros: Sequence[Zeros]) -> Interval:
    """Return the part of the interval around the sample to the nearest changes of sign."""
    if interval.is_point:
        return interval
    for root in {root for each in zeros for root, order in each if order % 2}:
        if root < sample and root.order(interval.low) == 1:
            interval = replace(interval, low=root.simplest, low_closed=True)
        if root > sample and root.order(interval.high) == -1:
            interval = replace(interval, high=root.simplest, high_closed=True)
    return interval
