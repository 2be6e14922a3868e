"""Plays that never end: the classes of states that are never left, and how plays come there.

A play that does not end comes, with probability 1, into a closed class: states that lead to each
other and to no others (Kemeny & Snell 1960, chapter 2).  Where nothing is gained in such a class,
the total of a play is what was gained before.  So the walk may stop there.
"""

import enum
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from montmort.exact.graphs import cannot_end, components_of, shortest_path
from montmort.exact.moves import END, Moves
from montmort.games.errors import BadChain
from montmort.games.validation import quote

AnyMoves = Moves[Any, Any]
MOST_SHOWN = 6  # places of a way


class Endless(enum.Enum):
    """The outcome of a play that never ends, in the law of what the last step says."""

    NEVER_ENDS = "never ends"

    def __str__(self) -> str:
        return self.value


def closed_classes(moves: AnyMoves) -> list[list[int]]:
    """Return the classes of states that are never left, and from which no play ends.

    >>> moves = Moves(
    ...     states=["toss", "lost"],
    ...     starts={0: 1},
    ...     bounds=np.array([0, 2, 3]),
    ...     targets=np.array([END, 1, 1]),
    ...     weights=np.array([1, 1, 1]),
    ...     gained=np.array([0, 0, 0]),
    ...     gains=[()],
    ... )
    >>> closed_classes(moves)
    [[1]]
    """
    lost = cannot_end(moves.bounds, moves.targets).tolist()
    place = {state: i for i, state in enumerate(lost)}
    bounds, targets = moves.bounds.tolist(), moves.targets.tolist()
    after = [{place[t] for t in targets[bounds[s] : bounds[s + 1]]} for s in lost]
    return [
        [lost[i] for i in members]
        for members in components_of(after)
        if all(after[i] <= {*members} for i in members)
    ]


def stopped(moves: AnyMoves, states: Iterable[int]) -> AnyMoves:
    """Return the moves with which plays end in these states, with a gain that comes last: None."""
    at_rest = np.zeros(len(moves.states), dtype=bool)
    at_rest[[*states]] = True
    first = np.zeros(len(moves.targets), dtype=bool)
    first[moves.bounds[:-1]] = True
    resting = at_rest[moves.sources]
    kept = ~resting | first
    return replace(
        moves,
        bounds=np.append(np.flatnonzero(first[kept]), kept.sum()),
        targets=np.where(resting, END, moves.targets)[kept],
        weights=moves.weights[kept],
        gained=np.where(resting, len(moves.gains), moves.gained)[kept],
        gains=[*moves.gains, None],
    )


def check_gains(
    field: str, moves: AnyMoves, classes: Sequence[Sequence[int]], values: Sequence[int]
) -> None:
    """Raise BadChain if something is gained in a class that is never left."""
    for members in classes:
        gained, _ = moves.of(np.array(members))
        own = {values[gain] > 0 for gain in moves.gained[gained].tolist() if values[gain]}
        if own:
            does = "gains and loses" if len(own) > 1 else "gains" if own == {True} else "loses"
            raise BadChain(
                f"the total of {field} does not exist: {way_to(moves, members[0])}, never ends, "
                f"and {does} for ever"
            )


def way_to(moves: AnyMoves, state: int) -> str:
    """Return words for a play that comes to a state, with the shortest way to it."""
    path = shortest_path(moves.bounds, moves.targets, moves.starts, state)
    names = [quote(moves.states[each]) for each in path]
    by = f", by {in_words(names)}" if len(path) > 1 else ""
    return f"a play that reaches {names[-1]}{by}"


def in_words(way: Sequence[str]) -> str:
    """Return a way from its first place to its last, without the middle of a long one.

    >>> in_words(["1", "2"]), in_words([*"abcdefgh"])
    ('1 -> 2', 'a -> b -> c -> d -> e -> ... -> h')
    """
    shown = [*way]
    if len(shown) > MOST_SHOWN:
        shown[MOST_SHOWN - 1 : -1] = ["..."]
    return " -> ".join(shown)
