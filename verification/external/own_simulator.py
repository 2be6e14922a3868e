"""An independent simulator in Python.

It is a function (rng) -> outcome with one play per call, or (n, rng) -> mapping
of outcome to count with n plays per call.  An outcome is a single integer, bool or
member of an enum, which is the game's main field, or a NamedTuple, or a mapping
with some of the game's fields.
"""

import enum
import hashlib
import inspect
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import islice

import numpy as np

from montmort.games.errors import BadInput, InvalidCounts
from montmort.games.validation import check_function, quote
from montmort.montecarlo.external.outcome_parser import Derived, Fields, Plays, counted
from montmort.montecarlo.simulator import Counts, Records, Rng, Simulator, as_integer
from montmort.verification.external.own_game import TRIALS, name_of
from montmort.verification.external.repetitions import EQUAL_BLOCKS

PER_BLOCK = 4096  # plays of a function (rng)
PER_CALL = 10_000  # plays, and a block, of a function (n, rng)

Outcomes = Iterator[tuple[object, int]]  # outcomes with their counts
Play = Callable[[Rng, int], Outcomes]
Function = Callable[..., object]


def simulator_from(
    function: Function, *, game: str, rules: object, experiment: str, fields: Fields
) -> Simulator:
    """Return the simulator of a function; it is played to find the form of its outcomes.

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
                "same generator; it must draw everything from it and keep no state between plays"
            )
    play = partial(_many if by_number else _single, function)
    derived = fields.derived(form.names)
    names: Iterable[str] = (name for each in derived for name in each.names)
    if by_number:  # counts have no order
        names = [EQUAL_BLOCKS] if derived else []
        counter = partial(_count, form, play, names)
    else:
        counter = partial(_count_in_order, form, play, derived)
    return Simulator(
        game=game,
        rules=rules,
        experiment=experiment,
        fields=(*form.names, *names),
        version=1,
        plays_per_block=PER_CALL if by_number else PER_BLOCK,
        compiled=False,
        counter=counter,
        recorder=partial(_record, form, play),
        inputs_digest=f"function {name_of(function)}",
    )


def _takes_a_number(function: Function) -> bool:
    """Return whether the function takes (n, rng): two positional arguments without defaults."""
    try:
        parameters = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):  # written in C
        check_function("simulator", function, "rng")
        return False
    by_place = {inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD}
    takes = [p for p in parameters if p.kind in {*by_place, inspect.Parameter.VAR_POSITIONAL}]
    needed = [p.name for p in takes if p.kind in by_place and p.default is p.empty]
    if not takes or len(needed) > 2 or needed == ["rng", "n"]:
        raise BadInput(
            f"{name_of(function)}({', '.join(needed)}) must be a function (rng) -> outcome, or "
            "(n, rng) -> mapping of outcome to count"
        )
    return len(needed) == 2


def _trial(function: Function, by_number: bool, seed: int) -> object:
    """Return the outcome of one play, or None: faults are reported by the blocks."""
    rng = np.random.default_rng(seed)
    if not by_number:
        return function(rng)
    counts = function(1, rng)
    if not isinstance(counts, Mapping):
        raise BadInput(_no_mapping(function, counts))
    return next((outcome for outcome, count in counts.items() if count), next(iter(counts), None))


def _no_mapping(function: Function, result: object) -> str:
    return (
        f"{name_of(function)}(n, rng) gave {quote(result)}; "
        "it must be a mapping of outcome to count"
    )


def _single(function: Function, rng: Rng, plays: int) -> Outcomes:
    for _ in range(plays):
        yield function(rng), 1


def _many(function: Function, rng: Rng, plays: int) -> Outcomes:
    """Yield the first plays of a call, in an order that is drawn from `rng` after the call."""
    counts = _counts(function, PER_CALL, rng)
    if plays == PER_CALL:
        yield from counts.items()
        return
    outcomes = list(counts)
    order = np.repeat(np.arange(len(outcomes)), list(counts.values()))
    for place in islice(rng.permutation(order), plays):
        yield outcomes[place], 1


def _counts(function: Function, plays: int, rng: Rng) -> dict[object, int]:
    """Return the counts of one call; InvalidCounts if they are impossible."""
    result, name = function(plays, rng), name_of(function)
    if not isinstance(result, Mapping):
        raise InvalidCounts(_no_mapping(function, result))
    for outcome, count in result.items():
        if not isinstance(count, int | np.integer) or isinstance(count, bool) or count < 0:
            raise InvalidCounts(
                f"{name} counted {quote(outcome)} {quote(count)} times; a count is an integer >= 0"
            )
    counts = {outcome: int(count) for outcome, count in result.items()}
    if (total := sum(counts.values())) != plays:
        raise InvalidCounts(f"the counts of {name} sum to {total:,}, not to the {plays:,} plays")
    return counts


@dataclass(frozen=True, kw_only=True)
class _Form:
    """The form of a function's outcomes: their fields, and the type that holds them, if any."""

    names: tuple[str, ...]
    kind: type[object] | None
    kinds: Mapping[str, type]  # of the fields that are truth values or enums

    @classmethod
    def of(cls, outcome: object, fields: Fields) -> "_Form":
        """Return the form of a first outcome."""
        if isinstance(outcome, tuple) and hasattr(outcome, "_fields"):
            return cls(names=tuple(outcome._fields), kind=type(outcome), kinds=fields.kinds)
        if not isinstance(outcome, Mapping):
            return cls(names=fields.names[:1], kind=None, kinds=fields.kinds)
        if unknown := [name for name in outcome if name not in fields.names]:
            raise BadInput(
                f"an outcome has {unknown[0]!r}; the fields are {', '.join(fields.names)}"
            )
        return cls(names=tuple(outcome), kind=Mapping, kinds=fields.kinds)

    def read(self, outcome: object) -> tuple[int, ...] | None:
        """Return the integers of a trial's outcome; None if invalid, which blocks report."""
        try:
            return self.values(outcome)
        except InvalidCounts:
            return None

    def values(self, outcome: object) -> tuple[int, ...]:
        """Return the integers of an outcome; InvalidCounts if it has another form."""
        if self.kind is None:
            return (self._integer(self.names[0], outcome),)
        if not isinstance(outcome, self.kind):
            raise InvalidCounts(
                f"a play gave a {self.kind.__name__} and then {quote(outcome)}; keep to one kind"
            )
        if isinstance(outcome, tuple):  # of the NamedTuple `kind`
            return tuple(map(self._integer, self.names, outcome))
        if not isinstance(outcome, Mapping) or outcome.keys() != {*self.names}:
            raise InvalidCounts(
                f"a play gave {', '.join(self.names)} and then {quote(outcome)}; keep to one kind"
            )
        return tuple(self._integer(name, outcome[name]) for name in self.names)

    def _integer(self, name: str, value: object) -> int:
        """Return the integer of a field's value; InvalidCounts for a member of another enum."""
        kind = self.kinds.get(name, bool)
        if issubclass(kind, enum.Enum) and isinstance(value, enum.Enum) and type(value) is not kind:
            raise InvalidCounts(
                f"field {name} gave {value}, a member of another enum than {kind.__qualname__}; "
                f"give one of {', '.join(map(str, kind))}"
            )
        return as_integer(name, value)


def _count_in_order(
    form: _Form,
    play: Play,
    derived: tuple[Derived, ...],
    rules: object,  # noqa: ARG001
    rng: Rng,
    plays: int,
) -> Counts:
    state = repr(rng.bit_generator.state).encode()
    source = int.from_bytes(hashlib.sha256(state).digest()[:8])
    rows = [form.values(outcome) for outcome, _ in play(rng, plays)]
    return counted(Plays(names=form.names, rows=rows, source=source), derived)


def _count(
    form: _Form,
    play: Play,
    others: Sequence[str],
    rules: object,  # noqa: ARG001
    rng: Rng,
    plays: int,
) -> Counts:
    counts: dict[str, Counter[int]] = {name: Counter() for name in form.names}
    for outcome, number in play(rng, plays):
        for name, value in zip(form.names, form.values(outcome), strict=True):
            counts[name][value] += number
    found = {name: dict(+counter) for name, counter in counts.items()}
    return found | {name: {0: plays} for name in others}  # found when blocks are compared


def _record(
    form: _Form,
    play: Play,
    rules: object,  # noqa: ARG001
    rng: Rng,
    plays: int,
) -> Iterator[Records]:
    for outcome, number in play(rng, plays):
        yield np.array([form.values(outcome)] * number, np.int64).reshape(-1, len(form.names))
