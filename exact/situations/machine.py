"""Plays a function from one pick to the next, with the waiting callers as data.

A situation is (weights, frames).  A frame is (place, values): where a function goes on,
and its live variables.  The first frame waits for the pick, each other one for the
function before it to return.
"""

from collections.abc import Callable, Sequence
from functools import partial
from types import CodeType, FunctionType, MethodType
from typing import Any, NamedTuple

from montmort.exact.path_enumerator import ReadWeights
from montmort.exact.situations.surroundings import PlaySurroundings
from montmort.games.chance import Chance, whole_weights
from montmort.machine.places.functions import Place, Places, Spots, parameters_at, places_of
from montmort.machine.places.rewriting import CALL, PICK, STAND_IN
from montmort.machine.places.unmerged import Unmerged

Frame = tuple[Place, Sequence[Any]]
Frames = tuple[Frame, ...]
MOST_FRAMES = 500  # functions that wait for each other: deeper recursion is not followed


class Situation(NamedTuple):
    """A play before a pick."""

    weights: tuple[int, ...]
    frames: Frames


class End(NamedTuple):
    """A play that is over."""

    result: Any


class Machine:
    """Plays of one function, cut at their picks.

    >>> machine = Machine(lambda chance: 10 * chance.pick([1, 2]))
    >>> situation = machine.start()
    >>> situation.weights, machine.resume(situation.frames, 1)
    ((1, 2), End(result=10))
    """

    def __init__(
        self, function: Callable[[Chance], Any], read: ReadWeights = whole_weights
    ) -> None:
        self._function, self._read = function, read
        self._cut: dict[tuple[FunctionType, Spots], Places] = {}
        self.surroundings = PlaySurroundings(function)
        self.nested: dict[CodeType, bool] = {}

    def start(self) -> Situation | End:
        """Play to the first pick."""
        STAND_IN.picked = False
        return self._run(self._enter(self._function, ((0,), ()), (STAND_IN,), {}), ())

    def resume(self, frames: Frames, value: int) -> Situation | End:
        """Play from a pick, which gave `value`, to the next pick or the end."""
        place, values = frames[0]
        return self._run(place.resume(*values, value), frames[1:])

    def _run(self, signal: tuple[Any, ...], callers: Frames) -> Situation | End:
        """Follow calls and returns to the next pick or the end."""
        while True:
            kind = signal[0]
            if kind == PICK:
                _, weights, place, values = signal
                self._check()
                return Situation(self._read(weights), ((place, values), *callers))
            if kind == CALL:
                _, function, spots, arguments, keywords, place, values = signal
                callers = ((place, values), *callers)
                if len(callers) > MOST_FRAMES:
                    raise Unmerged(f"more than {MOST_FRAMES} functions wait for each other")
                signal = self._enter(function, spots, arguments, keywords or {})
            elif callers:
                (place, values), *rest = callers
                callers = tuple(rest)
                signal = place.resume(*values, signal[1])
            else:
                self._check()
                return End(signal[1])

    def _check(self) -> None:
        """Raise Unmerged if the play has changed something that is not in its situation."""
        if STAND_IN.picked:
            raise Unmerged("a pick in a function that is not followed")
        self.surroundings.check()

    def _enter(
        self, function: Any, spots: Spots, arguments: tuple[Any, ...], keywords: dict[str, Any]
    ) -> tuple[Any, ...]:
        """Begin a call of a function that gets chance."""
        while type(function) is not FunctionType:
            if type(function) is MethodType:
                before: tuple[Any, ...] = (function.__self__,)
                function = function.__func__
            elif type(function) is partial:
                before, keywords = function.args, {**function.keywords, **keywords}
                function = function.func
            else:
                name = getattr(function, "__qualname__", type(function).__qualname__)
                raise Unmerged(f"`chance` is given to {name}, which is not a plain function")
            arguments = (*before, *arguments)
            spots = tuple(len(before) + i for i in spots[0]), spots[1]
        cut = self._cut.get((function, spots))
        if cut is None:
            cut = self._cut[function, spots] = self._places(function, spots)
        return cut.enter(*arguments, **keywords)

    def _places(self, function: FunctionType, spots: Spots) -> Places:
        self.surroundings.add(function)
        cut = places_of(function, parameters_at(function, spots))
        self.nested |= cut.nested
        return cut
