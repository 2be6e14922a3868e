"""The sequence form of two-player zero-sum games, and best responses in it.

At an information set a player chooses, knowing only which set it is; the set
determines the player's own earlier moves (perfect recall).  So a move, one choice
at one information set, stands for the whole sequence of the player's moves that
ends with it.  Let A(s, t) be the first player's gain times the probability of the
chance moves, summed over the ends of the game to which the last moves s and t of
the two players lead.  Let x_s be the realization weight of s: the product of the
first player's probabilities along the sequence.  Then the first player gains

    sum over s, t of x_s A(s, t) y_t.

Against a known y a best response is found by backward induction: the value of a
sequence s is the sum over t of A(s, t) y_t plus the values of the information sets
to which it leads; the value of an information set is that of its best choice.

A player may come to the same position in several ways: after the move s_i, all payoffs that
can follow are m_i times those of one information set d, whatever the other player does.
Then d may stand for all of them.  Its realization weight, the sum of those of its choices,
is the sum of m_i x_(s_i), and its value counts m_i times for s_i.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any, NamedTuple

from montmort.display import short_repr
from montmort.exact.linalg.system import clear_denominators
from montmort.games.errors import BadInput
from montmort.games.validation import check_integer

Number = Fraction | int


class Move(NamedTuple):
    """The choice 0, 1, … at a player's information set, and the sequence that ends with it."""

    information_set: int
    choice: int


class InformationSet(NamedTuple):
    """An information set with so many choices; `after` is the player's move before, if any.

    If it stands for several (see above), `merged` has the pairs (s_i, m_i), m_i an integer >= 1.
    """

    choices: int
    after: Move | None = None
    merged: tuple[tuple[Move | None, int], ...] = ()

    @classmethod
    def of(cls, choices: int, arrivals: Mapping[Move | None, int]) -> "InformationSet":
        """Return the set to which moves lead, each counted so often.

        >>> InformationSet.of(2, {None: 1})
        InformationSet(choices=2, after=None, merged=())
        """
        first = next(iter(arrivals))
        return cls(choices, first, () if arrivals == {first: 1} else tuple(arrivals.items()))

    @property
    def arrivals(self) -> tuple[tuple[Move | None, int], ...]:
        """The moves that lead here, and how often each counts."""
        return self.merged or ((self.after, 1),)


Moves = tuple[Move | None, Move | None]
Strategy = tuple[tuple[Fraction, ...], ...]  # the law of the choice at every information set


@dataclass(frozen=True, kw_only=True)
class ZeroSumGame:
    """A zero-sum game: information sets of both players, and payoffs A(s, t) by their last moves.

    A payoff includes its probability as a factor; None is a player without a move.

    >>> from montmort.exact.zero_sum.equilibrium import solve
    >>> guess = ZeroSumGame(first=[InformationSet(2)], second=[InformationSet(2)],
    ...                     payoffs={((0, 0), (0, 0)): 1, ((0, 1), (0, 1)): 3})
    >>> print(solve(guess))
    The game is worth 3/4 to the first player (linear program)
    """

    first: Sequence[InformationSet]
    second: Sequence[InformationSet]
    payoffs: Mapping[Any, Number]

    __repr__ = short_repr

    def __post_init__(self) -> None:
        for name in ("first", "second"):
            object.__setattr__(self, name, _check_information_sets(name, getattr(self, name)))
        if not isinstance(self.payoffs, Mapping):
            raise BadInput(f"payoffs={self.payoffs!r} must be a mapping {{(move, move): payoff}}")
        exact = {self._check_moves(key): _exact(payoff) for key, payoff in self.payoffs.items()}
        object.__setattr__(self, "payoffs", exact)

    def _check_moves(self, key: object) -> Moves:
        """Return the last moves of both players that a payoff is given for."""
        match key:
            case (s, t):
                return _check_move("first", self.first, s), _check_move("second", self.second, t)
        raise BadInput(f"{key!r} must be (move of the first player, move of the second)")

    @cached_property
    def scaled(self) -> tuple[dict[Moves, int], int]:
        """The payoffs as integers, and their common denominator."""
        whole, scale = clear_denominators([*self.payoffs.values()])
        return dict(zip(self.payoffs, whole, strict=True)), scale

    def swap_players(self) -> "ZeroSumGame":
        """Return the same game with the first and the second player exchanged.

        >>> game = ZeroSumGame(first=[InformationSet(1)], second=[], payoffs={((0, 0), None): 5})
        >>> game.swap_players().payoffs
        {(None, Move(information_set=0, choice=0)): Fraction(-5, 1)}
        """
        payoffs = {(t, s): -payoff for (s, t), payoff in self.payoffs.items()}
        return ZeroSumGame(first=self.second, second=self.first, payoffs=payoffs)


def _exact(payoff: object) -> Fraction:
    if not isinstance(payoff, Number):
        raise BadInput(f"payoff {payoff!r} must be exact, an integer or a Fraction")
    return Fraction(payoff)


def _check_information_sets(name: str, given: object) -> tuple[InformationSet, ...]:
    """Return a player's information sets; BadInput unless each comes after those leading to it."""
    if not isinstance(given, Sequence) or not all(isinstance(d, InformationSet) for d in given):
        raise BadInput(f"{name}={given!r} must be a sequence of InformationSet(choices, after)")
    found: list[InformationSet] = []
    for number, (choices, after, merged) in enumerate(given):
        check_integer(f"{name}[{number}].choices", choices, 1)
        for _, times in merged:
            check_integer(f"{name}[{number}].merged", times, 1)
        arrivals = tuple((_check_move(name, found, move), times) for move, times in merged)
        found.append(InformationSet(choices, _check_move(name, found, after), arrivals))
    return tuple(found)


def _check_move(
    name: str, information_sets: Sequence[InformationSet], given: object
) -> Move | None:
    """Return a move of the player; None, for a player without a move, as it is."""
    match given:
        case None:
            return None
        case (int(d), int(c)) if (
            0 <= d < len(information_sets) and 0 <= c < information_sets[d].choices
        ):
            return Move(d, c)
    move = tuple(given) if isinstance(given, Move) else given
    raise BadInput(
        f"{move!r} must be (information set, choice) of the {name} player; "
        "list each information set after those that lead to it"
    )


def best_response_value(
    game: ZeroSumGame, *, first: Strategy | None = None, second: Strategy | None = None
) -> Fraction:
    """Return the first player's gain when one strategy is given and the other is a best response.

    >>> game = ZeroSumGame(first=[InformationSet(2)], second=[InformationSet(1)],
    ...                    payoffs={((0, 0), (0, 0)): 2, ((0, 1), (0, 0)): 5})
    >>> print(best_response_value(game, second=[[Fraction(1)]]))
    5
    """
    return move_values(game, first=first, second=second)[None]


def move_values(
    game: ZeroSumGame, *, first: Strategy | None = None, second: Strategy | None = None
) -> dict[Move | None, Fraction]:
    """Return the first player's gain after every move of the player without a given strategy.

    It counts from the move on and includes the chance that chance and the other player lead
    there; the player's further choices are the best.  None stands for the whole game.

    >>> game = ZeroSumGame(first=[InformationSet(2)], second=[InformationSet(1)],
    ...                    payoffs={((0, 0), (0, 0)): 2, ((0, 1), (0, 0)): 5})
    >>> [str(value) for value in move_values(game, second=[[Fraction(1)]]).values()]
    ['5', '2', '5']
    """
    if second is None:
        known, information_sets, best = realization_plan(game.first, first or ()), game.second, min
    else:
        known, information_sets, best = realization_plan(game.second, second), game.first, max
    numerators, denominator = clear_denominators(list(known.values()))
    weights = dict(zip(known, numerators, strict=True))
    whole, scale = game.scaled
    values: dict[Move | None, int] = dict.fromkeys([None, *sequences(information_sets)], 0)
    for (s, t), payoff in whole.items():
        own, other = (s, t) if best is max else (t, s)
        values[own] += payoff * weights[other]
    for d, found in reversed([*enumerate(information_sets)]):
        value = best(values[Move(d, c)] for c in range(found.choices))
        for move, times in found.arrivals:
            values[move] += times * value
    return {move: Fraction(value, scale * denominator) for move, value in values.items()}


def realization_plan(
    information_sets: Sequence[InformationSet], strategy: Strategy
) -> dict[Move | None, Fraction]:
    """Return the realization weight x_s of each sequence of the player; the empty one is None.

    >>> half = Fraction(1, 2)
    >>> sets = [InformationSet(2), InformationSet(2, (0, 1))]
    >>> found = realization_plan(sets, [[half, half], [half, half]])
    >>> [str(weight) for weight in found.values()]
    ['1', '1/2', '1/2', '1/4', '1/4']
    """
    weights: dict[Move | None, Fraction] = {None: Fraction(1)}
    for d, (information_set, law) in enumerate(zip(information_sets, strategy, strict=True)):
        weight = arriving(information_set, weights)
        for c, chance in enumerate(law):
            weights[Move(d, c)] = weight * chance
    return weights


def arriving(information_set: InformationSet, weights: Mapping[Move | None, Fraction]) -> Fraction:
    """Return the realization weight with which the player's own moves lead to a set.

    >>> merged = InformationSet(2, Move(0, 0), ((Move(0, 0), 1), (Move(0, 1), 3)))
    >>> print(arriving(merged, {Move(0, 0): Fraction(1, 2), Move(0, 1): Fraction(1, 4)}))
    5/4
    """
    return sum((times * weights[move] for move, times in information_set.arrivals), Fraction(0))


def sequences(information_sets: Sequence[InformationSet]) -> list[Move]:
    """Return all nonempty sequences of a player by their last moves, in the order of the sets.

    >>> [tuple(move) for move in sequences([InformationSet(2), InformationSet(1, (0, 1))])]
    [(0, 0), (0, 1), (1, 0)]
    """
    return [Move(d, c) for d, found in enumerate(information_sets) for c in range(found.choices)]
