"""Equilibria of zero-sum games between two players, with exact certificates.

In the letters of `exact.zero_sum.sequence_form` the first player gains the sum of x_s A(s, t) y_t.
The other's best reply earns q_d at each of his decisions d, the least over its
moves t of sum_s x_s A(s, t) + the q of his decisions behind t.  So the first
player's best x is a linear program, whose prices are the other's best y (Koller,
Megiddo & von Stengel 1996); for a matrix, a game of one decision each, it is von
Neumann's.  `montmort.exact.zero_sum.linear_program` solves it: floats propose, integers prove.

The certificate is the pair of strategies: `proved` finds the best reply to each
by going backwards through the decisions, and both must earn the value.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from montmort.exact.formatting import short
from montmort.exact.zero_sum.linear_program import Program, Proposal, minimise
from montmort.exact.zero_sum.sequence_form import Decision as Decision
from montmort.exact.zero_sum.sequence_form import Game as Game
from montmort.exact.zero_sum.sequence_form import Move, Number, Strategy, best_reply_value, moves
from montmort.games.errors import BadInput


@dataclass(frozen=True, kw_only=True)
class Equilibrium:
    """What the game is worth to the first player, and a strategy of each that proves it.

    first[d][c] is the chance of choice c at decision d, should it come to that.
    """

    game: Game
    value: Fraction
    first: Strategy
    second: Strategy
    method: str

    def __str__(self) -> str:
        return f"The game is worth {short(self.value)} to the first player ({self.method})"

    def turned(self) -> "Equilibrium":
        """Return the same with the players' names exchanged."""
        return Equilibrium(
            game=self.game.turned(),
            value=-self.value,
            first=self.second,
            second=self.first,
            method=self.method,
        )


def solve_matrix(payoffs: Sequence[Sequence[Number]]) -> Equilibrium:
    """Return the equilibrium where the first player chooses a row and gains by the column.

    >>> found = solve_matrix([[0, -1, 2], [1, 0, -3], [-2, 3, 0]])
    >>> str(found.value), [str(chance) for chance in found.first[0]]
    ('0', ['1/2', '1/3', '1/6'])
    """
    try:
        widths = set(map(len, payoffs))
    except TypeError:  # no rows, or rows of nothing
        widths = set()
    if len(widths) != 1 or widths == {0}:
        raise BadInput("a matrix game needs a row or more, of as many payoffs each, one or more")
    entries = {
        (Move(0, i), Move(0, j)): payoff
        for i, row in enumerate(payoffs)
        for j, payoff in enumerate(row)
    }
    return solve(
        Game(first=[Decision(len(payoffs))], second=[Decision(widths.pop())], payoffs=entries)
    )


def solve(game: Game, propose: Proposal | None = None) -> Equilibrium:
    """Return an equilibrium, proved by best replies; `propose` as for `linear_program.minimise`.

    Both ante 1 and a coin is tossed that the first player alone sees.  He may
    bet 1 that it is heads, or give in; if he bets, the second may give in:

    >>> coin = Game(first=[Decision(2), Decision(2)], second=[Decision(2)], payoffs={
    ...     ((0, 1), (0, 0)): Fraction(1, 2), ((0, 1), (0, 1)): 1,    # heads: a bet
    ...     ((1, 1), (0, 0)): Fraction(1, 2), ((1, 1), (0, 1)): -1,   # tails: a bluff
    ...     ((0, 0), None): Fraction(-1, 2), ((1, 0), None): Fraction(-1, 2)})
    >>> found = solve(coin)
    >>> print(found.value, "tails:", *found.first[1], "a bet:", *found.second[0])
    1/3 tails: 2/3 1/3 a bet: 1/3 2/3
    """
    if len(game.second) + len(moves(game.first)) < len(game.first) + len(moves(game.second)):
        return proved(_solved(game.turned(), propose).turned())  # fewer rows that way
    return proved(_solved(game, propose))


def proved(found: Equilibrium) -> Equilibrium:
    """Return it if both strategies earn the value against best replies, else ArithmeticError."""
    _check_laws(found.game.first, found.first)
    _check_laws(found.game.second, found.second)
    least = best_reply_value(found.game, first=found.first)
    most = best_reply_value(found.game, second=found.second)
    if not least == found.value == most:
        raise ArithmeticError(
            f"best replies leave {short(least)} and {short(most)}, "
            f"not {short(found.value)}: not returned"
        )
    return found


def _check_laws(decisions: Sequence[Decision], strategy: Strategy) -> None:
    shapes = [len(law) for law in strategy] == [decision.choices for decision in decisions]
    if not shapes or not all(sum(law) == 1 and min(law) >= 0 for law in strategy):
        raise ArithmeticError("a strategy is no law over the choices of every decision")


def program_of(game: Game) -> Program:
    """Return the first player's program, payoffs multiplied to integers.

    Its x are the q_d, one for each decision of the second player, of either
    sign; the x_s; and by how much q_d is below what move t leaves.  Its rows say
    that the moves of a decision share the chance of arriving there, and what q_d
    and move t have to do with each other.
    """
    height, second = len(game.first), moves(game.second)
    row = {t: height + k for k, t in enumerate(second)}
    number = {s: k for k, s in enumerate(moves(game.first))}
    columns: list[dict[int, int]] = [{} for _ in number]
    for d, share in enumerate(_shares(game.first)):
        for move, sign in share.items():
            columns[number[move]][d] = sign
    right, cost = _starts(game.first) + [0] * len(second), [0] * len(number)
    for (s, t), whole in game.scaled[0].items():
        if s and t:
            columns[number[s]][row[t]] = whole
        elif s:
            cost[number[s]] = -whole
        elif t:
            right[row[t]] = -whole
    earned = [{row[t]: -sign for t, sign in share.items()} for share in _shares(game.second)]
    return Program(
        columns=[*earned, *columns, *({i: -1} for i in row.values())],
        right=right,
        cost=[-start for start in _starts(game.second)] + cost + [0] * len(second),
        free=len(game.second),
    )


def _shares(decisions: Sequence[Decision]) -> list[dict[Move, int]]:
    """Return of every decision 1 for its moves and -1 for the move before, if any."""
    return [
        {Move(d, c): 1 for c in range(decision.choices)}
        | ({} if decision.after is None else {decision.after: -1})
        for d, decision in enumerate(decisions)
    ]


def _starts(decisions: Sequence[Decision]) -> list[int]:
    """Return of every decision 1 if no move of the player leads there, else 0."""
    return [int(decision.after is None) for decision in decisions]


def _solved(game: Game, propose: Proposal | None) -> Equilibrium:
    program, (_, scale) = program_of(game), game.scaled
    found = minimise(program, propose)
    x = found.x[program.free :]
    y = found.y[len(game.first) :]
    rest = game.payoffs.get((None, None), Fraction(0))
    steps = f", {found.steps} exact steps" if found.steps else ""
    return Equilibrium(
        game=game,
        value=rest - found.value / scale,
        first=_behaviour(game.first, x),
        second=_behaviour(game.second, y),
        method=f"linear program{steps}",
    )


def _behaviour(decisions: Sequence[Decision], chances: Sequence[Fraction]) -> Strategy:
    """Return laws with these chances of moves; where nobody arrives all choices are alike."""
    chance: dict[Move | None, Fraction] = {None: Fraction(1)}
    chance |= dict(zip(moves(decisions), chances, strict=False))
    return tuple(
        tuple(
            chance[Move(d, c)] / chance[decision.after]
            if chance[decision.after]
            else Fraction(1, decision.choices)
            for c in range(decision.choices)
        )
        for d, decision in enumerate(decisions)
    )
