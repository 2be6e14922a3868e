"""The region of a symbol p divided into intervals, on each of which one policy is optimal.

At a point s the game is solved in numbers.  The advantages of the policy found there are
rational functions of p, and at any p of the region the policy is optimal at every node if
and only if none of them is positive there (the one-deviation principle):

    no advantage > 0   =>  V = max (or min) of Q at every node: V solves Bellman's equations,
                           which have one solution, the optimal values;
    an advantage > 0   =>  with this choice at its node that node would be worth more.

Bellman's equations have one solution because every play ends, whatever is chosen.  In a
graph without cycles this is plain.  In one with cycles every choice must lead on, with
positive chance, to the end (condition A of `solution`).  That depends on the edges alone,
as long as no weight is 0, which is then a condition on p.

An advantage has no pole in the region: the equations of the policy have one solution at each
of its points.  So its sign changes only at its zeros of odd order.  The policy is optimal
from s to the nearest of them on either side, these included, and by continuity so is the
policy beyond.  The rest of the region is divided in the same way.  It comes to an end, since
there are finitely many policies, and each has finitely many zeros.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction

from flint import fmpz_poly

from montmort.exact.decisions.agreement import Hidden, consistent
from montmort.exact.decisions.following import Taken
from montmort.exact.decisions.solution import Solver
from montmort.exact.decisions.symbolic_game import Functions, SymbolicGame
from montmort.exact.symbolic.region import Interval, Region, rational_between
from montmort.exact.symbolic.roots import Coefficients, Root, coefficients_of, real_roots
from montmort.games.errors import BadInput

Zeros = Sequence[tuple[Root, int]]  # with their orders


@dataclass(frozen=True, kw_only=True, eq=False)
class PolicyPiece:
    """An interval on which a policy is optimal, and its functions.

    `touching` are the points of the interval at which more choices are best than elsewhere.
    """

    interval: Interval
    taken: Taken
    functions: Functions
    touching: tuple[Root, ...]


def divide(game: SymbolicGame, region: Region) -> list[PolicyPiece]:
    """Return the pieces of the region, in ascending order."""
    search = _Search(game)
    return [piece for interval in region.intervals for piece in search.pieces(interval)]


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
            taken = self._solve(sample)
            functions = self.game.functions(taken)
            zeros = self._zeros_of(functions)
            if interval.is_point or not any(r == sample for each in zeros for r, _ in each):
                break
            sample = rational_between(interval.low, sample)
        found = self._around(sample, interval, zeros)
        if found.low != interval.low:
            yield from self.pieces(replace(interval, high=found.low, high_closed=True))
        touching = {root for each in zeros for root, _ in each if root in found}
        yield PolicyPiece(
            interval=found, taken=taken, functions=functions, touching=tuple(sorted(touching))
        )
        if found.high != interval.high:
            yield from self.pieces(replace(interval, low=found.high, low_closed=True))

    def _solve(self, point: Fraction) -> Mapping[int, int]:
        """Return an optimal policy at a point; BadInput where no method is valid."""
        game = self.game
        scored = game.at(point)
        found = Solver(scored.graph, scored.rewards, game.signs, game.discount).solve()
        if "B" in found.conditions:
            raise BadInput(
                "some choices can put off the end for ever; with symbols every choice must lead "
                "on to the end with positive chance, so let the rules bound the number of steps"
            )
        try:
            return consistent(scored, found)
        except Hidden as hidden:
            raise BadInput(
                f"at {game.symbol} = {point} {hidden}; with symbols such a game is not solved"
            ) from None

    def _zeros_of(self, functions: Functions) -> list[Zeros]:
        """Return the zeros of every advantage that is not 0 everywhere, equal ones once."""
        numerators = {coefficients_of(a.numerator) for a in functions.advantages.values()}
        return [self._zeros_of_polynomial(each) for each in sorted(numerators) if each]

    def _zeros_of_polynomial(self, coefficients: Coefficients) -> Zeros:
        if coefficients not in self._zeros:
            self._zeros[coefficients] = real_roots(fmpz_poly([*coefficients]))
        return self._zeros[coefficients]

    def _around(self, sample: Fraction, interval: Interval, zeros: Sequence[Zeros]) -> Interval:
        """Return the part of the interval around the sample in which no advantage changes sign."""
        if interval.is_point:
            return interval
        for root in {root for each in zeros for root, order in each if order % 2}:
            if root < sample and root.order(interval.low) == 1:
                interval = replace(interval, low=root.simplest, low_closed=True)
            if root > sample and root.order(interval.high) == -1:
                interval = replace(interval, high=root.simplest, high_closed=True)
        return interval
