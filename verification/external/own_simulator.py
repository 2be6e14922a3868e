"""A simulator in Python from another hand.

Either a function (rng) -> outcome, a play per call, or (n, rng) -> mapping of
outcome to count, n plays per call.  An outcome is one integer, bool or member
of an enum, then the main field of the game; or a NamedTuple, or a mapping of
some of the game's fields.
"""

import enum
import inspect
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from itertools import islice
from typing import Any

import numpy as np

from montmort.games.errors import BadInput, InvalidCounts
from montmort.montecarlo.external.outcome_parser import Fields
from montmort.montecarlo.simulator import Counts, Records, Rng, Simulator, as_integer, quote
from montmort.verification.external.own_game import TRIALS, name_of

PER_BLOCK = 4096  # plays of a function (rng)
PER_CALL = 10_000  # plays, and a block, of a function (n, rng)

Told = Iterator[tuple[Any, int]]  # outcomes, and how often each came
Play = Callable[[Rng, int], Told]


def simulator_from(
    function: Callable[..., Any], *, game: str, rules: Any, experiment: str, fields: Fields
) -> Simulator:
    """Return the simulator of a function; how it tells outcomes is found out by playing.

    >>> def throw(n, rng):
    ...     return dict(zip(range(1, 7), rng.multinomial(n, [1 / 6] * 6)))
    >>> die = simulator_from(throw, game="die", rules=None, experiment="throw",
    ...                      fields=Fields(names=("face",)))
    >>> sum(die.count(1713, plays=100)["face"].values())
    100
    """
    by_number = _takes_a_number(function)
    trial = partial(_trial, function, by_number)
    form = _Form.of(trial(0), fields)
    for seed in range(TRIALS):
        first, again = trial(seed), trial(seed)
        if form.read(first) != form.read(again):
            raise BadInput(
                f"{name_of(function)} gave {quote(first)} and then {quote(again)} from the "
                "same generator; it must draw everything from that, and remember nothing from play "
                "to play"
            )
    play = partial(_many if by_number else _single, function)
    return Simulator(
        game=game,
        rules=rules,
        experiment=experiment,
        fields=form.names,
        version=1,
        plays_per_block=PER_CALL if by_number else PER_BLOCK,
        compiled=False,
        counter=partial(_count, form, play),
        recorder=partial(_record, form, play),
        inputs_digest=f"function {name_of(function)}",
    )


def _takes_a_number(function: Callable[..., Any]) -> bool:
    """Return whether it wants (n, rng): two arguments by their place that have no default."""
    try:
        wanted = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):  # written in C
        return False
    by_place = {inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD}
    takes = [p for p in wanted if p.kind in {*by_place, inspect.Parameter.VAR_POSITIONAL}]
    needed = [p.name for p in takes if p.kind in by_place and p.default is p.empty]
    if not takes or len(needed) > 2 or needed == ["rng", "n"]:
        raise BadInput(
            f"{name_of(function)}({', '.join(needed)}) must be a function (rng) -> outcome, or "
            "(n, rng) -> mapping of outcome to count"
        )
    return len(needed) == 2


def _trial(function: Callable[..., Any], by_number: bool, seed: int) -> Any:
    """Return the outcome of one play, None if there is none: a fault counts in a block only."""
    rng = np.random.default_rng(seed)
    if not by_number:
        return function(rng)
    told = function(1, rng)
    if not isinstance(told, Mapping):
        raise BadInput(_no_mapping(function, told))
    return next((outcome for outcome, count in told.items() if count), next(iter(told), None))


def _no_mapping(function: Callable[..., Any], told: Any) -> str:
    return (
        f"{name_of(function)}(n, rng) gave {quote(told)}; it must be a mapping of outcome to count"
    )


def _single(function: Callable[[Rng], Any], rng: Rng, plays: int) -> Told:
    for _ in range(plays):
        yield function(rng), 1


def _many(function: Callable[[int, Rng], Any], rng: Rng, plays: int) -> Told:
    """Yield the first plays of a call, which tells no order: one is drawn, the same each time."""
    told = _told(function, PER_CALL, rng)
    if plays == PER_CALL:
        yield from told.items()
        return
    outcomes = list(told)
    order = np.repeat(np.arange(len(outcomes)), list(told.values()))
    for place in islice(rng.permutation(order), plays):
        yield outcomes[place], 1


def _told(function: Callable[[int, Rng], Any], plays: int, rng: Rng) -> Mapping[Any, int]:
    """Return what a call has counted; InvalidCounts if that cannot be true."""
    told, name = function(plays, rng), name_of(function)
    if not isinstance(told, Mapping):
        raise InvalidCounts(_no_mapping(function, told))
    for outcome, count in told.items():
        if not isinstance(count, int | np.integer) or isinstance(count, bool) or count < 0:
            raise InvalidCounts(
                f"{name} counted {quote(outcome)} {quote(count)} times; a count is an integer >= 0"
            )
    counts = {outcome: int(count) for outcome, count in told.items()}
    if (total := sum(counts.values())) != plays:
        raise InvalidCounts(f"the counts of {name} sum to {total:,}, not to the {plays:,} plays")
    return counts


@dataclass(frozen=True, kw_only=True)
class _Form:
    """How a function tells an outcome: its fields, and the type that holds them, if one does."""

    names: tuple[str, ...]
    kind: type | None
    kinds: Mapping[str, type]  # of the fields that are truth values or enums

    @classmethod
    def of(cls, outcome: Any, fields: Fields) -> "_Form":
        """Return the form of a first outcome."""
        if isinstance(outcome, tuple) and hasattr(outcome, "_fields"):
            return cls(names=tuple(outcome._fields), kind=type(outcome), kinds=fields.kinds)
        if not isinstance(outcome, Mapping):
            return cls(names=fields.names[:1], kind=None, kinds=fields.kinds)
        if unknown := [name for name in outcome if name not in fields.names]:
            raise BadInput(
                f"an outcome tells {unknown[0]!r}; the fields are {', '.join(fields.names)}"
            )
        return cls(names=tuple(outcome), kind=Mapping, kinds=fields.kinds)

    def read(self, outcome: Any) -> tuple[int, ...] | None:
        """Return the integers of a trial's outcome; None if it is none, as a block will tell."""
        try:
            return self.values(outcome)
        except InvalidCounts:
            return None

    def values(self, outcome: Any) -> tuple[int, ...]:
        """Return the integers of an outcome; InvalidCounts if it has another form."""
        if self.kind is None:
            return (self._integer(self.names[0], outcome),)
        if not isinstance(outcome, self.kind):
            raise InvalidCounts(
                f"a play gave a {self.kind.__name__} and then {quote(outcome)}; keep to one kind"
            )
        held = outcome if isinstance(outcome, Mapping) else outcome._asdict()  # type: ignore[attr-defined]
        if held.keys() != {*self.names}:
            raise InvalidCounts(
                f"a play told {', '.join(self.names)} and then {quote(outcome)}; keep to one kind"
            )
        return tuple(self._integer(name, held[name]) for name in self.names)

    def _integer(self, name: str, value: Any) -> int:
        """Return the integer of a field's value; a member of another enum has no place in it."""
        kind = self.kinds.get(name, bool)
        if issubclass(kind, enum.Enum) and isinstance(value, enum.Enum) and type(value) is not kind:
            raise InvalidCounts(
                f"field {name} gave {value}, a member of another enum than {kind.__qualname__}; "
                f"give one of {', '.join(map(str, kind))}"
            )
        return as_integer(name, value)


def _count(form: _Form, play: Play, rules: Any, rng: Rng, plays: int) -> Counts:  # noqa: ARG001
    counts: dict[str, Counter[int]] = {name: Counter() for name in form.names}
    for outcome, number in play(rng, plays):
        for name, value in zip(form.names, form.values(outcome), strict=True):
            counts[name][value] += number
    return {name: dict(+counter) for name, counter in counts.items()}


def _record(
    form: _Form,
    play: Play,
    rules: Any,  # noqa: ARG001
    rng: Rng,
    plays: int,
) -> Iterator[Records]:
    for outcome, number in play(rng, plays):
        yield np.array([form.values(outcome)] * number, np.int64).reshape(-1, len(form.names))
