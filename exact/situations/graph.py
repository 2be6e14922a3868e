"""All situations of a play, explored breadth-first.

Every situation is played on once for each of its branches.  Equal situations have one
number; `moves[s]` says for each branch of situation s where it leads.  If there are too many,
the variable that keeps most of them apart is named (`bottleneck`).
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Sequence
from contextlib import suppress
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from montmort.exact.path_enumerator import ReadWeights
from montmort.exact.situations.keys import Copies, Keys, copy_lists
from montmort.exact.situations.machine import End, Frames, Machine, Situation
from montmort.exact.thresholds import GIVE_UP_MERGING_FROM
from montmort.games.chance import Chance, whole_weights
from montmort.games.errors import HasSymbols
from montmort.games.sameness import Numbering
from montmort.machine.places.expressions import PREFIX
from montmort.machine.places.unmerged import Unmerged

if TYPE_CHECKING:
    from montmort.machine.places.functions import Place


Watch = Callable[[Fraction, int], object]
Branches = tuple[int | None, ...]  # None for a branch of weight 0
Copy = Callable[[Frames], Frames]

MOST = 1_000_000  # situations: about a gigabyte
LONGEST = 5000  # picks of one play, as for paths
SAMPLE = 5000  # situations in which a variable that keeps them apart is looked for
BATCH = 2000  # situations between two calls of watch


class TooMany(Unmerged):
    """The play has more situations than the limit."""


class Endless(Unmerged):
    """The play has situations after any number of picks."""


class _Over(Exception):
    """The script has no more picks."""


class _Script:
    """A Chance that follows a script of picks."""

    def __init__(self, picks: Iterable[int]) -> None:
        self._picks = iter(picks)

    def pick(self, _weights: Sequence[int], /) -> int:
        for index in self._picks:
            return index
        raise _Over


def as_it_is(result: Hashable) -> Hashable:
    """Return a result."""
    return result


class Graph:
    """The situations of `function(chance)`, from 0; results have the numbers ~0, ~1 and so on.

    `result` makes a result from what the function returns.

    >>> graph = Graph(lambda chance: chance.pick([1, 1]) + chance.pick([1, 1]))
    >>> graph.explore()
    >>> graph.moves, graph.results
    ([(1, 2), (-1, -2), (-2, -3)], [0, 1, 2])
    """

    def __init__(
        self,
        function: Callable[[Chance], Hashable],
        read: ReadWeights = whole_weights,
        result: Callable[[Any], Hashable] = as_it_is,
    ) -> None:
        self.function, self._result = function, result
        self._machine = Machine(function, read)
        self._keys = Keys(self._machine.surroundings.outside, self._machine.nested)
        self._known: dict[Any, int] = {}
        self._results = Numbering[Hashable]()
        self._waiting: list[tuple[Frames, Copy] | None] = []  # None once explored
        self.weights: list[tuple[Any, ...]] = []
        self.moves: list[Branches] = []
        self.branches = 0
        self._came: list[tuple[int, int]] = []  # the situation and the branch that led to it
        self.first = self._number(self._start(), (-1, 0))

    @property
    def results(self) -> list[Hashable]:
        """The results: the one with the number ~k has index k."""
        return [self._result(found) for found in self._results.values]

    def result(self, number: int) -> Hashable:
        """Return the result with a number ~k."""
        return self._result(self._results.values[~number])

    def explore(self, limit: int = 10 * MOST, watch: Watch | None = None) -> None:
        """Play on from every situation; TooMany if there are more than `limit` branches in all."""
        depth = end_of_layer = 0
        while (number := len(self.moves)) < len(self._waiting):
            if number == end_of_layer:
                depth, end_of_layer = depth + 1, len(self._waiting)
                if depth > LONGEST:
                    raise Endless(f"new situations after {LONGEST:,} picks")
            self.moves.append(self._moves_from(number))
            if len(self._waiting) > MOST or self.branches > limit:
                raise TooMany(f"more than {number:,} situations; {self._why()}")
            if not number % BATCH and self._hardly_merges():
                raise TooMany(self._why())
            if watch is not None and not number % BATCH:
                watch(Fraction(number, len(self._waiting)), number)
        self._machine.surroundings.check_at_the_end()

    def _hardly_merges(self) -> bool:
        """Say whether most branches lead to situations that are new."""
        found = len(self._waiting)
        return found > GIVE_UP_MERGING_FROM and 10 * found > 9 * self.branches

    def _why(self) -> str:
        """Say which variable keeps the situations apart."""
        return bottleneck([waiting[0] for waiting in self._waiting[-SAMPLE:] if waiting])

    def _moves_from(self, number: int) -> Branches:
        """Play on from one situation, for each of its branches."""
        waiting = self._waiting[number]
        assert waiting is not None
        frames, copy = waiting
        self._waiting[number] = None
        weights, resume = self.weights[number], self._machine.resume
        moves: list[int | None] = [None] * len(weights)
        possible = [index for index, weight in enumerate(weights) if weight]
        last = possible[-1]
        for index in possible:
            begin = frames if index == last else copy(frames)
            try:
                reached = resume(begin, index)
            except (Unmerged, HasSymbols):
                raise
            except Exception as error:
                raise self._explained(error, self._script(number, index)) from error
            moves[index] = self._number(reached, (number, index))
        self.branches += len(moves)
        return tuple(moves)

    def _start(self) -> Situation | End:
        try:
            return self._machine.start()
        except (Unmerged, HasSymbols):
            raise
        except Exception as error:
            raise self._explained(error, []) from error

    def _script(self, number: int, index: int) -> list[int]:
        """Return the picks of a path to a situation, and one pick more."""
        script = [index]
        while number != self.first:
            number, index = self._came[number]
            script.append(index)
        return script[::-1]

    def _explained(self, error: Exception, script: list[int]) -> Unmerged:
        """Play the path to an error again, unchanged: it raises the error where it belongs."""
        with suppress(_Over):
            self.function(_Script(script))
        return Unmerged(f"{type(error).__name__} only in the merged play: {error}")

    def _copy_of_all(self, frames: Frames) -> Frames:
        copy = Copies(self._machine.surroundings.outside).of
        return tuple([(place, tuple(map(copy, values))) for place, values in frames])

    def _number(self, reached: Situation | End, came: tuple[int, int]) -> int:
        """Return the number of a situation or a result."""
        if isinstance(reached, End):
            return ~self._results.number(reached.result)
        weights, frames = reached
        if len(frames) == 1:
            ((place, live),) = frames
            key: Any = weights, place, self._keys.of(live, place.loose)
        else:
            live, loose = [], []
            for place, values in frames:
                loose += [len(live) + i for i in place.loose]
                live += values
            key = weights, tuple([place for place, _ in frames]), self._keys.of(live, loose)
        number = self._known.setdefault(key, len(self._known))
        if number == len(self._waiting):
            self._waiting.append((frames, self._way_to_copy()))
            self.weights.append(weights)
            self._came.append(came)
        return number

    def _way_to_copy(self) -> Copy:
        """Return how the situation of the last key is copied."""
        if not self._keys.changeable:
            return _same
        return _copy_of_lists if self._keys.flat else self._copy_of_all


def _same(frames: Frames) -> Frames:
    return frames


def _copy_of_lists(frames: Frames) -> Frames:
    return tuple([(place, copy_lists(values)) for place, values in frames])


def bottleneck(situations: Iterable[Frames]) -> str:
    """Return a sentence on the variable that takes the most values at one place.

    If a list or tuple holds the same items in many orders, the advice is to sort it.
    """
    values: defaultdict[tuple[Place, str], Counter[str]] = defaultdict(Counter)
    unordered: defaultdict[tuple[Place, str], set[str]] = defaultdict(set)
    for frames in situations:
        for place, live in frames:
            for name, value in zip(place.names, live, strict=True):
                values[place, name][repr(value)] += 1
                unordered[place, name].add(_without_order(value))
    if not values:
        return "its situations are all different"
    where = max(values, key=lambda at: len(values[at]))
    place, name = where
    shown = "a list that is being made" if name.startswith(PREFIX) else f"`{name}`"
    function = place.function.rpartition(".")[2]
    line = f"line {place.line} of `{function}`"
    if 2 * len(unordered[where]) < len(values[where]):
        return f"the order of {shown} is live in {line}; sort it if it does not matter"
    return f"{shown}, which is live in {line}, is different in most situations"


def _without_order(value: Any) -> str:
    return repr(sorted(map(repr, value)) if isinstance(value, list | tuple | str) else value)
