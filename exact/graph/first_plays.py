"""Plays before all others, the likeliest first, with which the walk of all paths is compared.

Rules that keep something where nobody can look, in a module of Python, say, or in a cache that
takes a red four for a black one, play otherwise once it is there.  What keeps it is rare, or
the plays that are tried beforehand had met it.  So whole plays are walked depth-first, the
likeliest branch of each pick first and the rarest last, and where there are more of them others
at random; every path with empty caches.  Each of these paths must have the same end in the walk
that follows, when all that can be kept is kept.
"""

import time
from collections.abc import Callable, Hashable, Iterator, Sequence
from itertools import islice
from random import Random
from typing import Any

from montmort.exact.graph.branching import Branching
from montmort.exact.graph.seats import Seats
from montmort.exact.growth import LARGE, size_of
from montmort.exact.path_enumerator import LONGEST, Endless, ReadWeights
from montmort.exact.steps import Steps
from montmort.games.chance import whole_weights
from montmort.games.errors import BadInput, MontmortError
from montmort.games.sameness import has_orders, identity, in_order, is_same
from montmort.games.table import Table
from montmort.games.validation import quote

MOST_PATHS, MOST_PICKS = 5_000, 50_000  # and decisions, and a quarter as many at random: .3 s
FEW = 1_000  # paths, after which what can keep nothing may take over: compiled or merged rules
LONG = 1.0  # second of CPU time, for rules that make a table in a cache again and again
WITH_SYMBOLS = 5  # times fewer of all these: sympy is slow
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
        self._part = 1 if read is whole_weights else WITH_SYMBOLS
        self._seats = others, free
        self._ends: dict[Hashable, Ends] = {}
        self._met: dict[Hashable, Any] = {}  # the states, as they were met first
        self._met_again: set[Hashable] = set()
        self._complete: set[Hashable] = set()  # states from which all paths were walked
        self._are_all, self._are_cut = False, False
        self._error: Exception | None = None
        self._paths = self._walk_paths()
        self._budget = _Budget(self._part)
        self._left = time.process_time()  # when the last paths had been walked

    def play(self, most: int | None = None) -> None:
        """Walk the first paths, or so many more; an error is left to the walk of all."""
        self._budget.extend(time.process_time() - self._left)
        try:
            for _ in islice(self._paths, most):
                pass
        except Endless:
            self._are_all = False
        except MontmortError:
            raise
        except Exception as error:
            self._error = error
        finally:
            self._left = time.process_time()

    def _walk_paths(self) -> Iterator[None]:
        yield from self._walk_likeliest()
        if not self._are_all:
            self._budget = _Budget(4 * self._part)
            yield from self._walk_at_random()

    def _walk_likeliest(self) -> Iterator[None]:
        """Walk all paths of all states, depth-first, as far as they are not too many."""
        waiting: list[tuple[Any, list[_Fork]]] = [(None, [])]
        self._ends[identity(None)] = {}
        while waiting:
            state, path = waiting[-1]
            after = self._walk(state, path)
            yield
            if self._budget.is_spent(len(path)):
                return
            while path and not path[-1].advance():
                path.pop()
            if not path:
                waiting.pop()
                self._complete.add(identity(state))
            if after is not None and self._is_new(after):
                waiting.append((in_order(after), []))
            elif after is not None:
                self._walk_again(after)
        self._are_all = not self._are_cut

    def _walk_at_random(self) -> Iterator[None]:
        """Play whole plays in which every branch is as likely as the others."""
        rng = Random(0)
        state: Any = None
        while True:
            path: list[_Fork] = []
            self._ends.setdefault(identity(state), {})
            after = self._walk(state, path, rng)
            yield
            if self._budget.is_spent(len(path)):
                return
            state = None if after is None or size_of(after) > LARGE else in_order(after)

    def _is_new(self, state: Hashable) -> bool:
        """Note a new state; not one that grows without end, perhaps."""
        if size_of(state) > LARGE:
            self._are_cut = True
            return False
        key = identity(state)
        if key in self._ends:
            return False
        self._ends[key], self._met[key] = {}, state
        return True

    @property
    def may_end(self) -> bool:
        """Whether others may take over: there are more paths, and these met no error."""
        return not self._are_all and self._error is None

    def check(self) -> None:
        """Refuse rules that have failed here, and not in the walk of all."""
        if self._error is not None:
            kind = type(self._error).__name__
            self._steps.surroundings.refuse(
                f"a play ended with {kind} ({self._error}), and later the same play did not: "
                f"{_KEPT}"
            )

    @property
    def doubt(self) -> str:
        """A clause "; …" where there are more paths than were walked here, "" where not."""
        if self._are_all:
            return ""
        paths = sum(map(len, self._ends.values()))
        return f"; that nothing is kept unseen was tried on {paths:,} paths"

    def _walk(self, state: Any, path: "list[_Fork]", rng: Random | None = None) -> Any:
        """Walk a path, keep its end, and return the next state."""
        end, after = self._end(state, path, rng)
        taken = tuple(fork.index for fork in path)
        self._ends[identity(state)][taken] = end, *(fork.shown for fork in path)
        return after

    def _walk_again(self, state: Any) -> None:
        """Refuse rules that play otherwise from a state when it is first met again.

        As another object, that is, with the same content.
        """
        key = identity(state)
        if key in self._met_again or state is self._met.get(key, state):
            return
        self._met_again.add(key)
        if has_orders(state):
            return  # the order in a frozenset is another question, see `exploration`
        path: list[_Fork] = []
        end, _ = self._end(state, path)
        first = self.ends(state).get(tuple(fork.index for fork in path))
        if first is not None and not is_same(first[0], end):
            raise BadInput(
                f"from the state {quote(state)} the same picks and choices gave {quote(first[0])}, "
                f"and {quote(end)} when it was met again: equal states are one, so compare what "
                "is in a state with ==, not with `is`"
            )

    def _end(self, state: Any, path: "list[_Fork]", rng: Random | None = None) -> tuple[Any, Any]:
        """Walk a path; return its end, and the next state."""
        self._steps.surroundings.clear_caches()
        walker = _Walker(path, *self._seats, self._read, rng)
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
                if before is not now and not is_same(before, now):
                    change = f"{quote(before)} and later {quote(now)}"
                    refuse(f"the same picks and choices gave {change}: {_KEPT}")

        return compare


class _Budget:
    """A part of the paths and picks that are walked, and of the time for them."""

    def __init__(self, part: int) -> None:
        self._paths, self._picks = MOST_PATHS // part, MOST_PICKS // part
        self._end = time.process_time() + LONG / part

    def extend(self, seconds: float) -> None:
        """Leave out CPU time that was spent elsewhere."""
        self._end += seconds

    def is_spent(self, picks: int) -> bool:
        """Count a path with so many picks and decisions; return whether it was the last."""
        self._paths, self._picks = self._paths - 1, self._picks - picks
        return min(self._paths, self._picks) <= 0 or time.process_time() > self._end


class _Fork:
    """A pick or a decision of a path: its possible branches, the likeliest first."""

    __slots__ = ("_at", "_order", "shown")

    def __init__(self, weights: Sequence[Any], shown: Any, rng: Random | None) -> None:
        self.shown = shown  # the weights, or seat, view and choices
        possible = [index for index, weight in enumerate(weights) if weight]
        if rng is not None:
            rng.shuffle(possible)
        elif all(isinstance(weight, int) for weight in weights):
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
    """A Chance and a Table in one, for one path: along its branches, then the likeliest or any."""

    __slots__ = ("_depth", "_path", "_read", "_rng")

    def __init__(
        self,
        path: list[_Fork],
        others: Table | None,
        free: frozenset[int] | None,
        read: ReadWeights,
        rng: Random | None,
    ) -> None:
        super().__init__(others, free)
        self._path, self._depth, self._read, self._rng = path, 0, read, rng

    def pick(self, weights: Sequence[Any], /) -> int:
        """Take the branch of the path."""
        return self._taken(weights, None)

    def _taken(self, weights: Sequence[Any], shown: Any) -> int:
        if self._depth == len(self._path):
            if self._depth == LONGEST:
                raise Endless
            whole = self._read(weights)
            shown = whole if shown is None else shown
            self._path.append(_Fork(whole, shown, self._rng))
        self._depth += 1
        return self._path[self._depth - 1].index

    def choose(self, seat: int, possible: tuple[Any, ...], view: Any) -> int:
        """Take the branch of the path."""
        return self._taken([1] * len(possible), (seat, view, possible))
