"""Zero-sum games between two players who decide step by step, and best replies in them.

A player's decision is a moment at which he chooses, knowing what he knows; what
he knows includes his own decisions so far (perfect recall).  A move is one
choice of one decision.  Let A(s, t) be the first player's gain times the chance
of the cards, summed over the ends of the game to which his last move s and the
other's last move t lead, and x_s the first player's own part in the chance of s:
that of his move before, times that of the choice.  Then he gains

    sum over s, t of x_s A(s, t) y_t.

Against a known y a best reply is found backwards: the worth of a move s is the
sum over t of A(s, t) y_t, and the worth of the decisions to which it leads; that
of a decision is its best move's.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any, NamedTuple

from montmort.exact.zero_sum.common_denominator import cleared
from montmort.games.errors import BadInput
from montmort.games.validation import check_integer

Number = Fraction | int


class Move(NamedTuple):
    """The choice, 0, 1, …, at a player's decision number `decision`."""

    decision: int
    choice: int


class Decision(NamedTuple):
    """A decision among so many choices, at which a player arrives by his move `after`, if any."""

    choices: int
    after: Move | None = None


Moves = tuple[Move | None, Move | None]
Strategy = tuple[tuple[Fraction, ...], ...]  # of every decision, the law of the choice


@dataclass(frozen=True, kw_only=True)
class Game:
    """A zero-sum game: decisions of both players, and payoffs A(s, t) by their last moves.

    A payoff has its chance as a factor; None is a player who has not moved.

    >>> from montmort.exact.zero_sum.equilibrium import solve
    >>> guess = Game(first=[Decision(2)], second=[Decision(2)],
    ...              payoffs={((0, 0), (0, 0)): 1, ((0, 1), (0, 1)): 3})
    >>> print(solve(guess))
    The game is worth 3/4 to the first player (linear program)
    """

    first: Sequence[Decision]
    second: Sequence[Decision]
    payoffs: Mapping[Any, Number]

    def __post_init__(self) -> None:
        for name in ("first", "second"):
            object.__setattr__(self, name, _decisions_of(name, getattr(self, name)))
        if not isinstance(self.payoffs, Mapping):
            raise BadInput(f"payoffs={self.payoffs!r} must be a mapping {{(move, move): payoff}}")
        exact = {self._moves(key): _exact(payoff) for key, payoff in self.payoffs.items()}
        object.__setattr__(self, "payoffs", exact)

    def _moves(self, key: Any) -> Moves:
        """Return the last moves of both that a payoff is given for."""
        match key:
            case (s, t):
                return _move_of("first", self.first, s), _move_of("second", self.second, t)
        raise BadInput(f"{key!r} must be (move of the first player, move of the second)")

    @cached_property
    def scaled(self) -> tuple[dict[Moves, int], int]:
        """The payoffs as integers, and over what."""
        whole, scale = cleared([Fraction(payoff) for payoff in self.payoffs.values()])
        return dict(zip(self.payoffs, whole, strict=True)), scale

    def turned(self) -> "Game":
        """Return the same game with the players' names exchanged."""
        payoffs = {(t, s): -payoff for (s, t), payoff in self.payoffs.items()}
        return Game(first=self.second, second=self.first, payoffs=payoffs)


def _exact(payoff: Any) -> Fraction:
    if not isinstance(payoff, Number):
        raise BadInput(f"payoff {payoff!r} must be exact, an integer or a Fraction")
    return Fraction(payoff)


def _decisions_of(name: str, given: Any) -> tuple[Decision, ...]:
    """Return a player's decisions, each behind those that lead to it."""
    if not isinstance(given, Sequence) or not all(isinstance(d, Decision) for d in given):
        raise BadInput(f"{name}={given!r} must be a sequence of Decision(choices, after)")
    decisions: list[Decision] = []
    for number, (choices, after) in enumerate(given):
        check_integer(f"{name}[{number}].choices", choices, 1)
        decisions.append(Decision(choices, _move_of(name, decisions, after)))
    return tuple(decisions)


def _move_of(name: str, decisions: Sequence[Decision], given: Any) -> Move | None:
    """Return one of a player's moves; None, where he has not moved, as it is."""
    match given:
        case None:
            return None
        case (int(d), int(c)) if 0 <= d < len(decisions) and 0 <= c < decisions[d].choices:
            return Move(d, c)
    told = tuple(given) if isinstance(given, Move) else given
    raise BadInput(
        f"{told!r} must be (decision, choice) of the {name} player, among his "
        "decisions so far; list each decision behind those that lead to it"
    )


def best_reply_value(
    game: Game, *, first: Strategy | None = None, second: Strategy | None = None
) -> Fraction:
    """Return what the first player earns when one strategy is given and the other replies best.

    >>> game = Game(first=[Decision(2)], second=[Decision(1)],
    ...             payoffs={((0, 0), (0, 0)): 2, ((0, 1), (0, 0)): 5})
    >>> print(best_reply_value(game, second=[[Fraction(1)]]))
    5
    """
    if second is None:
        known, decisions, best = arrivals(game.first, first or ()), game.second, min
    else:
        known, decisions, best = arrivals(game.second, second), game.first, max
    chances, over = cleared(list(known.values()))
    weights = dict(zip(known, chances, strict=True))
    whole, scale = game.scaled
    gains: dict[Move | None, int] = dict.fromkeys([None, *moves(decisions)], 0)
    for (s, t), payoff in whole.items():
        mine, other = (s, t) if best is max else (t, s)
        gains[mine] += payoff * weights[other]
    for d, decision in reversed([*enumerate(decisions)]):
        gains[decision.after] += best(gains[Move(d, c)] for c in range(decision.choices))
    return Fraction(gains[None], scale * over)


def arrivals(decisions: Sequence[Decision], strategy: Strategy) -> dict[Move | None, Fraction]:
    """Return the player's own part in the chance of each of his moves: x_s.

    >>> half = Fraction(1, 2)
    >>> found = arrivals([Decision(2), Decision(2, (0, 1))], [[half, half], [half, half]])
    >>> [str(chance) for chance in found.values()]
    ['1', '1/2', '1/2', '1/4', '1/4']
    """
    chances: dict[Move | None, Fraction] = {None: Fraction(1)}
    for d, (decision, law) in enumerate(zip(decisions, strategy, strict=True)):
        for c, chance in enumerate(law):
            chances[Move(d, c)] = chances[decision.after] * chance
    return chances


def moves(decisions: Sequence[Decision]) -> list[Move]:
    """Return all moves of a player, decision by decision."""
    return [Move(d, c) for d, decision in enumerate(decisions) for c in range(decision.choices)]
