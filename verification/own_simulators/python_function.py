"""An independent simulator in Python.

It is a function (rng) -> outcome with one play per call, or (n, rng) -> mapping
of outcome to count with n plays per call.  An outcome is a single integer, bool or
member of an enum, which is the game's main field, or a NamedTuple, or a mapping
with some of the game's fields.

Plays to be replayed come from a function (rng) -> (outcome, picks), or where players decide
(rng) -> (outcome, picks, choices): see `montmort.verification.own_simulators.replays`.
"""

import enum
import inspect
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import islice
from typing import NamedTuple

import numpy as np

from montmort.games.errors import BadInput, InvalidCounts, RulesDiffer, UnreadablePlay
from montmort.games.validation import check_function, quote
from montmort.montecarlo.external.outcome_parser import Derived, Fields, Plays, counted
from montmort.montecarlo.outcomes import Counts, Records, Rng, as_integer, seed_text
from montmort.montecarlo.simulator import Simulator
from montmort.verification.dependence.repetitions import EQUAL_BLOCKS
from montmort.verification.own_games.from_play import TRIALS, name_of
from montmort.verification.own_simulators.replays import CHOICES, PICKS

PER_BLOCK = 4096  # plays of a function (rng)
PER_CALL = 10_000  # plays, and a block, of a function (n, rng)

COLUMNS = (PICKS, CHOICES)  # what a function gives after the outcome
Function = Callable[..., object]


def simulator_from(
    function: Function,
    *,
    game: str,
    rules: object,
    experiment: str,
    fields: Fields,
    with_picks: bool = False,
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
    if with_picks and by_number:
        raise BadInput(
            f"{name_of(function)} must be a function (rng) of one play, to give its picks"
        )
    trial = partial(_trial, function, by_number, with_picks)
    first = trial(0)
    form = _Form.of(first.outcome, fields)
    for seed in range(TRIALS):
        once, again = trial(seed), trial(seed)
        if (form.read(once.outcome), once.texts) != (form.read(again.outcome), again.texts):
            raise BadInput(
                f"{name_of(function)} gave {quote(once.shown)} and then {quote(again.shown)} from "
                "the same generator; it must draw everything from it and keep no state between "
                "plays"
            )
    columns = COLUMNS[: len(first.texts)]
    play = partial(_many, function) if by_number else partial(_single, function, columns)
    derived = fields.derived(form.names, columns)
    names: Iterable[str] = (name for each in derived for name in each.names)
    if by_number:  # counts have no order
        names = [EQUAL_BLOCKS] if derived else []
        counter = partial(_count, form, play, names)
    else:
        counter = partial(_count_in_order, name_of(function), form, columns, play, derived)
    inputs = [f"function {name_of(function)}", *(each.inputs for each in derived)]
    return Simulator(
        game=game,
        rules=rules,
        experiment=experiment,
        fields=(*form.names, *names),
        kinds={name: kind for name, kind in form.kinds.items() if name in form.names},
        version=1,
        plays_per_block=PER_CALL if by_number else PER_BLOCK,
        compiled=False,
        counter=counter,
        recorder=partial(_record, form, play),
        places=None if by_number else partial(_places, name_of(function), form, play),
        inputs_digest="; ".join(inputs),
    )


class Made(NamedTuple):
    """A play, or many with one outcome: with the texts of their `COLUMNS`, if they have any."""

    outcome: object
    plays: int = 1
    texts: tuple[str, ...] = ()

    @property
    def shown(self) -> object:
        """What the function gave."""
        return (self.outcome, *self.texts) if self.texts else self.outcome


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


def _trial(function: Function, by_number: bool, with_picks: bool, seed: int) -> Made:
    """Return one play; an outcome that is None or invalid is reported by the blocks."""
    rng = np.random.default_rng(seed)
    if with_picks:
        return _with_picks(function, function(rng))
    if not by_number:
        return Made(function(rng))
    counts = function(1, rng)
    if not isinstance(counts, Mapping):
        raise BadInput(_no_mapping(function, counts))
    found = (outcome for outcome, count in counts.items() if count)
    return Made(next(found, next(iter(counts), None)))


def _with_picks(function: Function, result: object) -> Made:
    """Return a play with its picks, and with its choices if it has some."""
    if not isinstance(result, tuple) or hasattr(result, "_fields") or len(result) not in (2, 3):
        raise InvalidCounts(
            f"{name_of(function)}(rng) gave {quote(result)}; it must be a tuple (outcome, picks), "
            "or (outcome, picks, choices)"
        )
    outcome, *others = result
    for name, numbers in zip(COLUMNS, others, strict=False):
        if isinstance(numbers, str) or not isinstance(numbers, Iterable):
            raise InvalidCounts(
                f"{name_of(function)}(rng) gave the {name} {quote(numbers)}; "
                "they must be a sequence of integers"
            )
    return Made(outcome, 1, tuple(" ".join(map(str, numbers)) for numbers in others))


def _no_mapping(function: Function, result: object) -> str:
    return (
        f"{name_of(function)}(n, rng) gave {quote(result)}; "
        "it must be a mapping of outcome to count"
    )


def _single(function: Function, columns: tuple[str, ...], rng: Rng, plays: int) -> Iterator[Made]:
    for _ in range(plays):
        if not columns:
            yield Made(function(rng))
            continue
        made = _with_picks(function, function(rng))
        if len(made.texts) != len(columns):
            raise InvalidCounts(
                f"a play of {name_of(function)} gave {' and '.join(columns)}, and then another "
                f"{quote(made.shown)}; keep to one kind"
            )
        yield made


def _many(function: Function, rng: Rng, plays: int) -> Iterator[Made]:
    """Yield the first plays of a call, in an order that is drawn from `rng` after the call."""
    counts = _counts(function, PER_CALL, rng)
    if plays == PER_CALL:
        yield from (Made(outcome, count) for outcome, count in counts.items())
        return
    outcomes = list(counts)
    order = np.repeat(np.arange(len(outcomes)), list(counts.values()))
    for place in islice(rng.permutation(order), plays):
        yield Made(outcomes[place])


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


Play = Callable[[Rng, int], Iterator[Made]]


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
    name: str,
    form: _Form,
    columns: tuple[str, ...],
    play: Play,
    derived: tuple[Derived, ...],
    rules: object,  # noqa: ARG001
    rng: Rng,
    plays: int,
) -> Counts:
    seed = seed_text(rng)
    made = list(play(rng, plays))
    rows = [form.values(each.outcome) for each in made]
    texts = {column: [each.texts[at] for each in made] for at, column in enumerate(columns)}
    try:
        return counted(Plays(names=form.names, rows=rows, texts=texts, seed=seed), derived)
    except UnreadablePlay as error:
        raise InvalidCounts(f"{name}(rng), play {error.line}: {error.why}") from None
    except RulesDiffer as difference:
        raise difference.of(f"{name}(rng)", "play") from None


def _places(
    name: str, form: _Form, play: Play, rng: Rng, plays: int
) -> Iterator[tuple[str, Mapping[str, int]]]:
    for number, made in enumerate(play(rng, plays), 1):
        outcome = dict(zip(form.names, form.values(made.outcome), strict=True))
        yield f"{name}(rng), play {number}", outcome


def _count(
    form: _Form,
    play: Play,
    others: Sequence[str],
    rules: object,  # noqa: ARG001
    rng: Rng,
    plays: int,
) -> Counts:
    counts: dict[str, Counter[int]] = {name: Counter() for name in form.names}
    for made in play(rng, plays):
        for name, value in zip(form.names, form.values(made.outcome), strict=True):
            counts[name][value] += made.plays
    found = {name: dict(+counter) for name, counter in counts.items()}
    return found | {name: {0: plays} for name in others}  # found when blocks are compared


def _record(
    form: _Form,
    play: Play,
    rules: object,  # noqa: ARG001
    rng: Rng,
    plays: int,
) -> Iterator[Records]:
    for made in play(rng, plays):
        row = form.values(made.outcome)
        yield np.array([row] * made.plays, np.int64).reshape(-1, len(form.names))
