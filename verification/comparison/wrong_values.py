"""Where a value was seen that no play can give: a line of a file, a program or a function.

A look holds counts alone.  So the plays that are new in it are made or read once more, and the
first of them that has such a value is found.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import NamedTuple

from montmort.montecarlo.runs.block import stream
from montmort.montecarlo.simulator import Simulator
from montmort.montecarlo.tally import Tally
from montmort.verification.own_simulators.outcome_file import Recorded
from montmort.verification.verdicts.decision import Decision
from montmort.verification.verdicts.judge import Judge
from montmort.verification.verdicts.quantities import JudgedQuantity

Place = tuple[str, Mapping[str, int]]  # where a play stands, and its outcome


class NewPlays(NamedTuple):
    """The plays that are new at a look."""

    number: int
    before: Tally | None  # the plays of the look before
    places: Iterator[Place]


def new_plays(
    simulator: Simulator | Recorded, seed: int | None
) -> Callable[[int, Tally | None, Tally], NewPlays]:
    """Return a function of the number of a look, the tally before it and its own tally."""

    def found(number: int, before: Tally | None, tally: Tally) -> NewPlays:
        if isinstance(simulator, Recorded):
            return NewPlays(number, before, simulator.latest.places())
        if simulator.places is None or seed is None:
            return NewPlays(number, before, iter(()))
        plays = tally.plays - (before.plays if before else 0)
        places = simulator.places(stream(simulator.identity, seed, number), plays)
        if not simulator.program:
            places = ((f"{place} of block {number}", outcome) for place, outcome in places)
        return NewPlays(number, before, islice(places, plays))

    return found


def place_wrong_values(
    judge: Judge,
    judged: Iterable[JudgedQuantity],
    placed: set[str],
    plays: Callable[[], NewPlays],
) -> None:
    """Say where the wrong values of the INVALID fields stand that are not among the `placed`."""
    decisions = judge.decisions
    parts = []
    for part in judged:
        name = part.quantity.field
        if decisions[name] is Decision.INVALID and name not in placed:
            placed.add(name)
            parts.append(part)
    if parts:
        _place(judge, parts, plays())


def _place(judge: Judge, parts: Sequence[JudgedQuantity], plays: NewPlays) -> None:
    """Say where the first impossible value of each stands, and count the plays before it.

    The plays are made once.  Nothing is said of what is not found again.
    """
    seen: dict[str, Counter[int]] = {part.field: Counter() for part in parts}
    try:
        for place, outcome in plays.places:
            parts = [part for part in parts if part.field in outcome]
            for part in [part for part in parts if part.is_wrong(outcome[part.field])]:
                parts.remove(part)
                earlier = {} if plays.before is None else plays.before.histogram(part.field)
                counts = part.counts_of(Counter(earlier) + seen[part.field])
                judge.place(part.quantity.field, place, counts)
            if not parts:
                return
            for name in {part.field for part in parts}:
                seen[name][outcome[name]] += 1
    except Exception:  # a stranger's code, whose second run may fail in any way
        return
