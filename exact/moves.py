"""The states of an experiment and the moves between them, numbered and in arrays.

States are numbered 0, 1, … in the order in which they were found.  The moves of
state s are the entries bounds[s] to bounds[s + 1] - 1 of the arrays

    targets   number of the next state, END where the play is over
    weights   integers > 0; the chance of a move is its weight over the row's total
    gained    number of the gain, in the list `gains` of all different gains

Weights are int64 where the sum of every row fits, otherwise Python integers in an
array of objects.  A row may hold the same move twice: the weights are added.

Any source of rows can fill these arrays: the rules interpreted (`exploration`) or
compiled.  States may be decoded lazily: any sequence will do.
"""

from array import array
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import count
from numbers import Integral
from typing import Any, Generic, NamedTuple, TypeVar

import numpy as np
import numpy.typing as npt

from montmort.display import short_repr
from montmort.exact.graphs import sources_of
from montmort.exact.law import Law
from montmort.games.errors import BadInput
from montmort.games.sameness import Numbering, sums_of, table_of

State = TypeVar("State", bound=Hashable)
Outcome = TypeVar("Outcome", bound=tuple[Any, ...])

Ints = npt.NDArray[np.int64]
Weights = npt.NDArray[Any]  # int64, or Python integers as objects

END = -1  # the target of a move that ends the play
INT64 = 2**63 - 1


class Size(NamedTuple):
    """The number of states and of moves."""

    states: int
    moves: int


@dataclass(frozen=True, kw_only=True, eq=False)
class Moves(Generic[State, Outcome]):
    """All states, the weights of the first ones by number, and the moves (see above).

    >>> coin = Moves(
    ...     states=["toss"],
    ...     starts={0: 1},
    ...     bounds=np.array([0, 2]),
    ...     targets=np.array([0, END]),
    ...     weights=np.array([1, 1]),
    ...     gained=np.array([0, 0]),
    ...     gains=[(1,)],
    ... )
    >>> coin.row(0)
    Law(weights={('toss', (1,)): 1, (None, (1,)): 1}, total=2)
    >>> coin.size
    Size(states=1, moves=2)
    """

    states: Sequence[State]
    starts: Mapping[int, int]
    bounds: Ints
    targets: Ints
    weights: Weights
    gained: Ints
    gains: Sequence[Outcome]

    __repr__ = short_repr

    def __post_init__(self) -> None:
        """Raise BadInput unless the arrays are those of a walk."""
        states, moves = self.size
        if not states == len(self.bounds) - 1 or not moves == len(self.weights) == len(self.gained):
            raise BadInput("moves: the arrays differ in length; bounds has one more than states")
        starts, weights = [*self.starts], [*self.starts.values()]
        if not starts or _outside(starts, 0, states) or min(weights) < 1:
            raise BadInput("moves: starts must be numbers of states with positive weights")
        if [*self.bounds[[0, -1]]] != [0, moves] or (np.diff(self.bounds) < 1).any():
            raise BadInput("moves: bounds must rise from 0 to the number of moves")
        if _outside(self.targets, END, states) or _outside(self.gained, 0, len(self.gains)):
            raise BadInput("moves: a target or a gain has a number that there is not")
        if not (self.weights > 0).all():
            raise BadInput("moves: all weights must be > 0")
        for name in ("bounds", "targets", "gained"):
            object.__setattr__(self, name, getattr(self, name).astype(np.int64, copy=False))
        object.__setattr__(self, "weights", fitting(self.weights, self.bounds))

    @property
    def size(self) -> Size:
        """The number of states and of moves."""
        return Size(len(self.states), len(self.targets))

    @cached_property
    def totals(self) -> Weights:
        """The sum of the weights of each state."""
        sums: Weights = np.add.reduceat(self.weights, self.bounds[:-1])
        return sums

    @cached_property
    def sources(self) -> Ints:
        """The state in which each move starts."""
        return sources_of(self.bounds)

    def of(self, states: Ints) -> tuple[Ints, Ints]:
        """Return the indices of the moves of these states, and the place in `states` of each."""
        lengths = self.bounds[states + 1] - self.bounds[states]
        place = np.repeat(np.arange(len(states)), lengths)
        before = np.cumsum(lengths) - lengths
        return np.arange(len(place)) + (self.bounds[states] - before)[place], place

    def row(self, number: int) -> "Law[tuple[State | None, Outcome]]":
        """Return the law of (next state or None, gain) of the state with this number."""
        row = slice(self.bounds[number], self.bounds[number + 1])
        moves = zip(self.targets[row].tolist(), self.gained[row].tolist(), strict=True)
        named = [(None if t == END else self.states[t], self.gains[gain]) for t, gain in moves]
        weights = zip(named, self.weights[row].tolist(), strict=True)
        return Law(weights=sums_of(weights, "moves"))

    def start(self) -> Law[State]:
        """Return the law of the first state."""
        return Law(weights=sums_of(((self.states[s], w) for s, w in self.starts.items()), "states"))


def _outside(numbers: npt.ArrayLike, low: int, end: int) -> bool:
    return bool(np.less(numbers, low).any() or np.greater_equal(numbers, end).any())


def fitting(weights: Sequence[Any] | Weights, bounds: Sequence[int] | Ints) -> Weights:
    """Return the weights as int64 if all are integers and the sum of every row is below 2^63.

    Otherwise, or where a sum is not surely below, they are returned as objects.

    >>> fitting([2**62, 2**62], [0, 1, 2]).dtype.name, fitting([2**62, 2**62], [0, 2]).dtype.name
    ('int64', 'object')
    """
    numbers = weights if isinstance(weights, np.ndarray) else np.array(weights, dtype=object)
    longest = int(np.diff(bounds).max())
    whole = numbers.dtype != object or all(issubclass(k, Integral) for k in {*map(type, numbers)})
    small = whole and numbers.max() <= INT64 // longest
    return numbers.astype(np.int64 if small else object)


class MovesBuilder(Generic[State, Outcome]):
    """Moves that grow row by row; `states` are those found so far, in the order of their rows.

    >>> found = MovesBuilder([("toss", 1)])
    >>> for state in found.states:
    ...     found.add_row([(("toss", (1,)), 1), ((None, (1,)), 1)])
    >>> found.moves().row(0)
    Law(weights={('toss', (1,)): 1, (None, (1,)): 1}, total=2)
    """

    def __init__(self, starts: Iterable[tuple[State, int]]) -> None:
        found = [*starts]
        self._states = Numbering[State](state for state, _ in found)
        self.states = self._states.values
        self._starts = {self._states.number(state): weight for state, weight in found}
        self._gains = Numbering[Outcome]()
        self._bounds, self._targets, self._gained = array("q", [0]), array("q"), array("q")
        self._weights: list[int] = []

    @property
    def explored(self) -> int:
        """The number of states that have their moves."""
        return len(self._bounds) - 1

    def add_row(self, row: Iterable[tuple[tuple[State | None, Outcome], int]]) -> None:
        """Add the moves of the next state, ((next state or None, gain), weight)."""
        for (after, gain), weight in row:
            self._targets.append(END if after is None else self._states.number(after))
            self._gained.append(self._gains.number(gain))
            self._weights.append(weight)
        self._bounds.append(len(self._targets))

    def moves(self) -> Moves[State, Outcome]:
        """Return the moves of all states, each of which must have its row."""
        return Moves(
            states=self.states,
            starts=self._starts,
            bounds=np.array(self._bounds, dtype=np.int64),
            targets=np.array(self._targets, dtype=np.int64),
            weights=np.array(self._weights, dtype=object),
            gained=np.array(self._gained, dtype=np.int64),
            gains=self._gains.values,
        )


class MovesView(Mapping[State, "Law[tuple[State | None, Outcome]]"]):
    """The laws of the moves, {state: law of (next state or None, gain)}, made when looked up."""

    def __init__(self, moves: Moves[State, Outcome]) -> None:
        self._moves = moves

    @cached_property
    def _numbers(self) -> dict[State, int]:
        return table_of(zip(self._moves.states, count()), "states")

    def __getitem__(self, state: State) -> "Law[tuple[State | None, Outcome]]":
        return self._moves.row(self._numbers[state])

    def __iter__(self) -> Iterator[State]:
        return iter(self._moves.states)

    def __len__(self) -> int:
        return len(self._moves.states)

    def __contains__(self, state: object) -> bool:
        return state in self._numbers
