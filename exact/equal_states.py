"""States with the same future: classes proposed by floats and hashes, proved in integers.

If the states of a class have equal weights of (class of the next state, gain), every
law of gains is the same from all of them (Kemeny & Snell 1960, section 6.3), and one
state stands for its class.  `lumping` proposes the classes; here the rows of all
states are compared with those of the first state of their class.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np

from montmort.exact.linalg.lifting.lumping import classes
from montmort.exact.moves import END, Ints, Moves, Weights
from montmort.exact.thresholds import EQUAL_STATES_FROM
from montmort.games.extras import is_installed

ITERATIONS = 32  # of a float for each state, which proposes the classes


class Rows(NamedTuple):
    """Moves in the order of their sources; the end is a target with the last number."""

    sources: Ints
    targets: Ints
    gains: Ints  # numbers >= 0
    weights: Weights

    def begins(self) -> Ints:
        """Return the index of the first move of every state."""
        return np.flatnonzero(np.diff(self.sources, prepend=-1))

    def merged(self) -> "Rows":
        """Return the rows with the weights of equal moves added, in a fixed order."""
        order = np.lexsort((self.gains, self.targets, self.sources))
        sources, targets, gains, weights = (column[order] for column in self)
        fresh = np.ones(len(order), dtype=bool)
        fresh[1:] = np.any([np.diff(column) != 0 for column in (sources, targets, gains)], axis=0)
        firsts = np.flatnonzero(fresh)
        sums = np.add.reduceat(weights, firsts)
        return Rows(sources[firsts], targets[firsts], gains[firsts], sums)


def lumped(moves: Moves[Any, Any], values: Sequence[int]) -> tuple[Moves[Any, Any], Sequence[int]]:
    """Return the moves of the classes of states, and the values of their gains, by number.

    `values` are those of the gains by number: states of a class have the same law of
    the total.  The same moves and values where almost all states differ, or there are few.

    >>> coin = Moves(
    ...     states=["toss"],
    ...     starts={0: 1},
    ...     bounds=np.array([0, 2]),
    ...     targets=np.array([0, END]),
    ...     weights=np.array([1, 1]),
    ...     gained=np.array([0, 0]),
    ...     gains=[(1,)],
    ... )
    >>> lumped(coin, [1])[0] is coin
    True
    """
    numbers = {value: number for number, value in enumerate(dict.fromkeys(values))}
    gains = np.array([numbers[value] for value in values])[moves.gained]
    merged = _classes_of(moves, gains, [(value,) for value in numbers])
    return (moves, values) if merged is None else (merged, [*numbers])


def lumped_exits(moves: Moves[Any, Any], chosen: Sequence[bool]) -> Moves[Any, tuple[bool]]:
    """Return moves whose gain says whether they end the play with a chosen gain.

    `chosen` is by number of the gain.  The states are classes with the same chance of such
    an end, or those of `moves` where almost all differ, or there are few.

    >>> coin = Moves(
    ...     states=["toss"],
    ...     starts={0: 1},
    ...     bounds=np.array([0, 3]),
    ...     targets=np.array([0, END, END]),
    ...     weights=np.array([1, 1, 1]),
    ...     gained=np.array([0, 0, 1]),
    ...     gains=[("heads",), ("tails",)],
    ... )
    >>> ends = lumped_exits(coin, [True, False])
    >>> ends.gained.tolist(), ends.gains
    ([0, 1, 0], [(False,), (True,)])
    """
    leaving = (moves.targets == END) & np.array(chosen, dtype=bool)[moves.gained]
    gains, names = leaving.astype(np.int64), [(False,), (True,)]
    merged = _classes_of(moves, gains, names)
    return replace(moves, gained=gains, gains=names) if merged is None else merged


def _classes_of(
    moves: Moves[Any, Any], gained: Ints, gains: Sequence[tuple[Any, ...]]
) -> Moves[Any, Any] | None:
    """Return the moves of the classes of states with other gains, None where there are none."""
    size = len(moves.states)
    found = equal_states(
        Rows(moves.sources, moves.targets % (size + 1), gained, moves.weights), size
    )
    if found is None:
        return None
    names, rows = found
    end, starts = int(names[-1]), dict[int, int]()
    for s, weight in moves.starts.items():
        starts[int(names[s])] = starts.get(int(names[s]), 0) + weight
    return Moves(
        states=range(end),
        starts=starts,
        bounds=np.append(rows.begins(), len(rows.sources)),
        targets=np.where(rows.targets == end, END, rows.targets),
        weights=rows.weights,
        gained=rows.gains,
        gains=gains,
    )


def equal_states(rows: Rows, size: int) -> tuple[Ints, Rows] | None:
    """Return the class of every state, the end's last, and the rows of the classes.

    None where almost all of the `size` states differ, there are few, or scipy is not installed.
    """
    if size < EQUAL_STATES_FROM or rows.weights.dtype == object or not is_installed("scipy"):
        return None
    found = _proposed(rows, size)
    if found is None or found[-1] != (last := int(found.max())):
        return None
    whole = Rows(rows.sources, found[rows.targets], rows.gains, rows.weights).merged()
    begins, lengths = whole.begins(), np.bincount(whole.sources)
    first = np.unique(found[:-1], return_index=True)[1][found[:-1]]  # of each state's class
    if len(np.unique(found[:-1])) != last or (lengths != lengths[first]).any():
        return None
    twin = np.arange(len(whole.sources)) + np.repeat(begins[first] - begins, lengths)
    if any((column != column[twin]).any() for column in whole[1:]):
        return None
    kept = first[whole.sources] == whole.sources
    sources, targets, gains, weights = (column[kept] for column in whole)
    return found, Rows(found[sources], targets, gains, weights)


def _proposed(rows: Rows, size: int) -> Ints | None:
    """Return classes of the states and the end that floats and hashes cannot distinguish."""
    from scipy.sparse import csr_array

    places, shape = (rows.sources, rows.targets), (size + 1, size + 1)
    totals = np.append(np.bincount(rows.sources, rows.weights, minlength=size), 1.0)
    moving = csr_array((rows.weights / totals[rows.sources], places), shape=shape)
    rewards = rows.weights * np.sqrt(1.0 + rows.gains) / totals[rows.sources]
    reward = np.bincount(rows.sources, rewards, minlength=size + 1)
    guess = np.zeros(size + 1)
    for _ in range(ITERATIONS):
        guess = moving @ guess + reward
    names = np.random.default_rng(1).integers(2**62, size=int(rows.gains.max()) + 1) * 2 + 1
    with np.errstate(over="ignore"):
        entries = rows.weights * names[rows.gains]  # modulo 2^64: only hashed
    matrix = csr_array((entries, places), shape=shape)
    ended = np.append(np.zeros(size, dtype=np.int64), 1)
    return classes(matrix, ended, guess)
