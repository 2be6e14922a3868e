"""Equilibria of two-player zero-sum games, with exact certificates.

In the notation of `sequence_form` the first player gains the sum of x_s A(s, t) y_t.
The second player's best response has at each information set d a value q_d, the
least over its choices t of sum_s x_s A(s, t) + the q of the information sets after
t.  So the first player's best x is a linear program, whose dual variables are the
second player's best y (Koller, Megiddo & von Stengel 1996); for a matrix, a game
with one information set each, it is von Neumann's.  `linear_program` solves it:
floats propose, integers prove.

The certificate is the pair of strategies: `verify` finds the best response to each
by backward induction, and both must give the value.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from montmort.display import InNotebooks, Summary, short_repr
from montmort.exact.formatting import cell, short
from montmort.exact.zero_sum.linear_program import Proposal, minimise
from montmort.exact.zero_sum.sequence_form import (
    InformationSet,
    Move,
    Number,
    Strategy,
    ZeroSumGame,
    arriving,
    best_response_value,
    sequences,
)
from montmort.exact.zero_sum.simplex_basis import Program
from montmort.games.errors import BadInput

SHOWN = 10  # information sets of a player in the table of a notebook


@dataclass(frozen=True, kw_only=True)
class Equilibrium(InNotebooks):
    """The value of the game to the first player, and a strategy of each player that proves it.

    first[d][c] is the probability of choice c at information set d, once it is reached.
    """

    game: ZeroSumGame
    value: Fraction
    first: Strategy
    second: Strategy
    method: str

    __repr__ = short_repr

    def __str__(self) -> str:
        return f"The game is worth {short(self.value)} to the first player ({self.method})"

    def _summary(self) -> Summary:
        sides = (("first player", self.first), ("second player", self.second))
        rows = [
            (f"{side}, information set {place}", ", ".join(map(short, chances)))
            for side, strategy in sides
            for place, chances in enumerate(strategy[:SHOWN])
        ]
        hidden = sum(max(0, len(strategy) - SHOWN) for _, strategy in sides)
        more = [("…", f"{hidden:,} more information sets")] if hidden else []
        return Summary(str(self), [("value", cell(self.value)), *rows, *more])

    def swap_players(self) -> "Equilibrium":
        """Return the equilibrium of the game with the two players exchanged.

        >>> print(solve_matrix([[5]]).swap_players())
        The game is worth -5 to the first player (linear program)
        """
        game = self.game.swap_players()
        return replace(self, game=game, value=-self.value, first=self.second, second=self.first)


def solve_matrix(payoffs: Sequence[Sequence[Number]]) -> Equilibrium:
    """Return an equilibrium of a matrix game; payoffs[row][column] go to the row player.

    >>> found = solve_matrix([[0, -1, 2], [1, 0, -3], [-2, 3, 0]])
    >>> str(found.value), [str(chance) for chance in found.first[0]]
    ('0', ['1/2', '1/3', '1/6'])
    """
    try:
        widths = set(map(len, payoffs))
    except TypeError:  # no rows, or rows of nothing
        widths = set()
    if len(widths) != 1 or widths == {0}:
        raise BadInput(
            "a matrix game needs at least one row, all with the same positive number of payoffs"
        )
    rows, columns = [InformationSet(len(payoffs))], [InformationSet(widths.pop())]
    entries = {
        (Move(0, i), Move(0, j)): payoff
        for i, row in enumerate(payoffs)
        for j, payoff in enumerate(row)
    }
    return solve(ZeroSumGame(first=rows, second=columns, payoffs=entries))


def solve(game: ZeroSumGame, propose: Proposal | None = None) -> Equilibrium:
    """Return an equilibrium, proved by best responses; `propose` as for `linear_program.minimise`.

    Both players ante 1 and a coin is tossed that only the first player sees, who
    may bet 1 that it is heads, or fold; after a bet the second player may fold:

    >>> coin = ZeroSumGame(
    ...     first=[InformationSet(2), InformationSet(2)], second=[InformationSet(2)], payoffs={
    ...         ((0, 1), (0, 0)): Fraction(1, 2), ((0, 1), (0, 1)): 1,    # heads: a bet
    ...         ((1, 1), (0, 0)): Fraction(1, 2), ((1, 1), (0, 1)): -1,   # tails: a bluff
    ...         ((0, 0), None): Fraction(-1, 2), ((1, 0), None): Fraction(-1, 2)})
    >>> found = solve(coin)
    >>> print(found.value, "tails:", *found.first[1], "a bet:", *found.second[0])
    1/3 tails: 2/3 1/3 a bet: 1/3 2/3
    """
    rows = len(game.first) + len(sequences(game.second))
    if len(game.second) + len(sequences(game.first)) < rows:  # fewer rows after a swap
        return verify(_solve_program(game.swap_players(), propose).swap_players())
    return verify(_solve_program(game, propose))


def verify(found: Equilibrium) -> Equilibrium:
    """Return it if both strategies earn the value against best responses, else ArithmeticError.

    >>> verify(solve_matrix([[2, 1]])).value
    Fraction(1, 1)
    """
    _check_laws(found.game.first, found.first)
    _check_laws(found.game.second, found.second)
    least = best_response_value(found.game, first=found.first)
    most = best_response_value(found.game, second=found.second)
    if not least == found.value == most:
        raise ArithmeticError(
            f"best responses give {short(least)} and {short(most)}, "
            f"not {short(found.value)}: not returned"
        )
    return found


def _check_laws(information_sets: Sequence[InformationSet], strategy: Strategy) -> None:
    shapes = [len(law) for law in strategy] == [found.choices for found in information_sets]
    if not shapes or not all(sum(law) == 1 and min(law) >= 0 for law in strategy):
        raise ArithmeticError("a strategy is not a law over the choices of every information set")


def program_of(game: ZeroSumGame) -> Program:
    """Return the first player's linear program, payoffs scaled to integers.

    Its variables are the values q_d, one for each information set of the second
    player, of either sign; the realization weights x_s; and by how much q_d is below
    the value of choice t.  Its rows say that the weights of the choices at an
    information set sum to the weight of reaching it, and relate q_d to choice t.

    >>> from montmort.exact.zero_sum.sequence_form import InformationSet as Set
    >>> program_of(ZeroSumGame(first=[Set(1)], second=[Set(1)], payoffs={((0, 0), (0, 0)): 7}))
    Program(columns=[{1: -1}, {0: 1, 1: 7}, {1: -1}], right=[1, 0], cost=[-1, 0, 0], free=1)
    """
    height, second = len(game.first), sequences(game.second)
    row = {t: height + k for k, t in enumerate(second)}
    number = {s: k for k, s in enumerate(sequences(game.first))}
    columns: list[dict[int, int]] = [{} for _ in number]
    for d, constraint in enumerate(_flow_constraints(game.first)):
        for move, sign in constraint.items():
            columns[number[move]][d] = sign
    right, cost = _starts(game.first) + [0] * len(second), [0] * len(number)
    for (s, t), whole in game.scaled[0].items():
        if s and t:
            columns[number[s]][row[t]] = whole
        elif s:
            cost[number[s]] = -whole
        elif t:
            right[row[t]] = -whole
    values = [{row[t]: -sign for t, sign in c.items()} for c in _flow_constraints(game.second)]
    return Program(
        columns=[*values, *columns, *({i: -1} for i in row.values())],
        right=right,
        cost=[-start for start in _starts(game.second)] + cost + [0] * len(second),
        free=len(game.second),
    )


def _flow_constraints(information_sets: Sequence[InformationSet]) -> list[dict[Move, int]]:
    """Return for every information set 1 for its moves and -1 for the move before, if any.

    Where several moves lead there, each has minus the number of times it counts.
    """
    return [
        {Move(d, c): 1 for c in range(found.choices)}
        | {move: -times for move, times in found.arrivals if move is not None}
        for d, found in enumerate(information_sets)
    ]


def _starts(information_sets: Sequence[InformationSet]) -> list[int]:
    """Return for every information set 1 if no move of the player leads there, else 0."""
    return [
        sum(times for move, times in found.arrivals if move is None) for found in information_sets
    ]


def _solve_program(game: ZeroSumGame, propose: Proposal | None) -> Equilibrium:
    program, (_, scale) = program_of(game), game.scaled
    found = minimise(program, propose)
    rest = game.payoffs.get((None, None), Fraction(0))
    steps = f", {found.steps} exact steps" if found.steps else ""
    return Equilibrium(
        game=game,
        value=rest - found.value / scale,
        first=_behaviour_strategy(game.first, found.x[program.free :]),
        second=_behaviour_strategy(game.second, found.y[len(game.first) :]),
        method=f"linear program{steps}",
    )


def _behaviour_strategy(
    information_sets: Sequence[InformationSet], plan: Sequence[Fraction]
) -> Strategy:
    """Return the laws of a realization plan, uniform at information sets that are not reached."""
    weight: dict[Move | None, Fraction] = {None: Fraction(1)}
    weight |= dict(zip(sequences(information_sets), plan, strict=False))
    laws = []
    for d, found in enumerate(information_sets):
        whole, choices = arriving(found, weight), found.choices
        laws.append(
            tuple(
                weight[Move(d, c)] / whole if whole else Fraction(1, choices)
                for c in range(choices)
            )
        )
    return tuple(laws)
