"""Plays before all others, the likeliest first, with which the walk of all paths is compared.

Rules that keep something where nobody can look, in a module of Python, say, or in a cache that
takes a red four for a black one, play otherwise once it is there.  What keeps it is rare, or
the plays that are tried beforehand had met it.  So whole plays are walked depth-first, the
likeliest branch of each pick first and the rarest last, and every path with empty caches.  Each of
these paths must have the same end in the walk that follows, when all that can be kept is kept.
"""

import time
from collections.abc import Callable, Hashable, Sequence
from typing import Any

from montmort.exact.graph.branching import Branching
from montmort.exact.graph.seats import Seats
from montmort.exact.growth import LARGE, size_of
from montmort.exact.path_enumerator import LONGEST, Endless, ReadWeights
from montmort.exact.steps import Steps
from montmort.games.errors import BadInput, MontmortError
from montmort.games.sameness import identity, is_same
from montmort.games.table import Table
from montmort.games.validation import quote

MOST_PATHS, MOST_PICKS = 5_000, 50_000  # and decisions: a quarter of a second
LONG = 1.0  # second of CPU time, for rules that take longer: a table in a cache is made again
_KEPT = (
    "the rules keep something from one play to the next, or a cache takes for equal what differs "
    "(functools.lru_cache(typed=True) does not)"
)
Ends = dict[tuple[int, ...], tuple[Any, ...]]  # by the branches taken: the end, and what was shown


class FirstPlays:
    """The ends of paths, by the state in which they begin; None is before the start."""

    def __init__(
        self,
        steps: Steps,
        others: Table | None,
        free: frozenset[int] | None,
        read: ReadWeights,
    ) -> None:
        self._steps, self._read = steps, read
        self._seats = others, free
        self._ends: dict[Hashable, Ends] = {}
        self._met: dict[Hashable, Any] = {}  # the states, as they were met first
        self._complete: set[Hashable] = set()  # states from which all paths were walked
        self._paths, self._are_all = 0, False

    def play(self) -> None:
        """Walk the first paths; an error in the rules is left to the walk of all."""
        waiting: list[tuple[Any, list[_Fork]]] = [(None, [])]
        self._ends[identity(None)] = {}
        picks, self._are_all = 0, True
        end = time.process_time() + LONG
        while waiting:
            if self._paths == MOST_PATHS or picks >= MOST_PICKS or time.process_time() > end:
                self._are_all = False
                return
            state, path = waiting[-1]
            try:
                after = self._walk(state, path)
                is_new = after is not None and self._is_new(after)
                if after is not None and not is_new:
                    self._walk_again(after)
            except MontmortError as error:
                if not isinstance(error, Endless):
                    raise
                self._are_all = False
                return
            except Exception:
                return
            self._paths, picks = self._paths + 1, picks + len(path)
            while path and not path[-1].advance():
                path.pop()
            if not path:
                waiting.pop()
                self._complete.add(identity(state))
            if is_new:
                key = identity(after)
                self._ends[key], self._met[key] = {}, after
                waiting.append((after, []))

    def _is_new(self, state: Hashable) -> bool:
        """Whether plays go on from a state: not from one that grows without end, perhaps."""
        if size_of(state) > LARGE:
            self._are_all = False
            return False
        return identity(state) not in self._ends

    @property
    def doubt(self) -> str:
        """A clause "; …" where there are more paths than were walked here, "" where not."""
        if self._are_all:
            return ""
        return f"; that nothing is kept unseen was tried on {self._paths:,} paths"

    def _walk(self, state: Any, path: "list[_Fork]") -> Any:
        """Walk a path, keep its end, and return the next state."""
        end, after = self._end(state, path)
        taken = tuple(fork.index for fork in path)
        self._ends[identity(state)][taken] = end, *(fork.shown for fork in path)
        return after

    def _walk_again(self, state: Any) -> None:
        """Refuse rules that play otherwise from a state that is met again, as another object."""
        if state is self._met.get(identity(state), state):
            return
        path: list[_Fork] = []
        end, _ = self._end(state, path)
        first = self.ends(state).get(tuple(fork.index for fork in path))
        if first is not None and not is_same(first[0], end):
            raise BadInput(
                f"from the state {quote(state)} the same picks and choices gave {quote(first[0])}, "
                f"and {quote(end)} when it was met again: equal states are one, so compare what "
                "is in a state with ==, not with `is`"
            )

    def _end(self, state: Any, path: "list[_Fork]") -> tuple[Any, Any]:
        """Walk a path; return its end, and the next state."""
        self._steps.surroundings.clear_caches()
        walker = _Walker(path, *self._seats, self._read)
        if state is None:
            end = self._steps.start(walker)
            return end, end
        table: Any = None if self._seats[1] is None else walker
        end = self._steps.step(state, walker, table)
        after, _ = end
        return end, after

    def ends(self, state: Hashable) -> Ends:
        """Return the ends of the paths from a state."""
        return self._ends.get(identity(state), {})

    def of(self, state: Hashable) -> Callable[[Branching, Any], None]:
        """Return what compares the ends of the paths from a state with those found here."""
        refuse, ends = self._steps.surroundings.refuse, self.ends(state)
        is_complete = identity(state) in self._complete

        def compare(branching: Branching, end: Any) -> None:
            first = ends.get(branching.taken) if ends else None
            if first is None:
                if is_complete:
                    refuse(f"the same picks and choices led to another path: {_KEPT}")
                return
            for before, now in zip(first, (end, *branching.shown), strict=True):
                if not is_same(before, now):
                    change = f"{quote(before)} and later {quote(now)}"
                    refuse(f"the same picks and choices gave {change}: {_KEPT}")

        return compare


class _Fork:
    """A pick or a decision of a path: its possible branches, the likeliest first."""

    __slots__ = ("_at", "_order", "shown")

    def __init__(self, weights: Sequence[Any], shown: Any) -> None:
        self.shown = shown  # the weights, or seat, view and choices
        possible = [index for index, weight in enumerate(weights) if weight]
        if all(isinstance(weight, int) for weight in weights):
            possible.sort(key=lambda index: -weights[index])
        self._order, self._at = possible, 0

    @property
    def index(self) -> int:
        """The branch taken."""
        return self._order[self._at]

    def advance(self) -> bool:
        """Take the next branch; False if there is none."""
        self._at += 1
        return self._at < len(self._order)


class _Walker(Seats):
    """A Chance and a Table in one, for one path: along its branches, then the likeliest."""

    def __init__(
        self,
        path: list[_Fork],
        others: Table | None,
        free: frozenset[int] | None,
        read: ReadWeights,
    ) -> None:
        super().__init__(others, free)
        self._path, self._depth, self._read = path, 0, read

    def pick(self, weights: Sequence[Any], /) -> int:
        """Take the branch of the path."""
        return self._taken(weights, None)

    def _taken(self, weights: Sequence[Any], shown: Any) -> int:
        if self._depth == len(self._path):
            if self._depth == LONGEST:
                raise Endless
            whole = self._read(weights)
            self._path.append(_Fork(whole, whole if shown is None else shown))
        self._depth += 1
        return self._path[self._depth - 1].index

    def choose(self, seat: int, possible: tuple[Any, ...], view: Any) -> int:
        """Take the branch of the path."""
        return self._taken([1] * len(possible), (seat, view, possible))
