"""A simulator: one experiment of one game, ready to be played many times.

Two ways of playing share this face: a compiled kernel (`montecarlo.<game>`)
and the referee in plain Python (`simulator_of`), which plays any game, a
user's own included.  They use chance differently, so they are different
experiments with identities of their own.
"""

import enum
import hashlib
import json
import math
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, is_dataclass
from fractions import Fraction
from functools import cached_property, partial
from typing import Any

import numpy as np
import numpy.typing as npt

from montmort.games.chance import RandomChance
from montmort.games.errors import BadInput, InvalidCounts, TooLarge, UnknownName
from montmort.games.experiment import Experiment
from montmort.montecarlo.tally import Group

Records = npt.NDArray[np.int64]
Rng = np.random.Generator
Counts = dict[str, dict[int, int]]
JointCounts = dict[Group, dict[tuple[int, ...], int]]

RECORDS_AT_ONCE = 2**16  # plays held in memory while records are counted


@dataclass(frozen=True, kw_only=True)
class Simulator:
    """Plays `experiment` of `game` under `rules`.

    `counter(rules, rng, plays)` returns {field: {value: count}};
    `recorder(rules, rng, plays)` yields int64 arrays (some plays, fields), the
    same outcomes of the same stream in order.  `plays_per_block` is a constant
    of game and rules; `version` is raised when a stream would give other
    outcomes; `compiled` tells kernels, which hold no GIL, from plain Python;
    `handed` is a digest of what was handed in beside the rules, a table perhaps.
    `program` is the command of somebody else's program that plays, beside this
    process; `stop` ends those under way, where blocks may take long.
    """

    game: str
    rules: Any
    experiment: str
    fields: tuple[str, ...]
    version: int
    plays_per_block: int
    compiled: bool
    counter: Callable[[Any, Rng, int], Counts] = field(repr=False)
    recorder: Callable[[Any, Rng, int], Iterator[Records]] = field(repr=False)
    handed: str = ""
    program: str = ""
    stop: Callable[[], None] | None = field(default=None, repr=False)

    def __post_init__(self) -> None:
        if self.plays_per_block < 1:
            raise BadInput(f"plays_per_block={self.plays_per_block} must be >= 1")

    @cached_property
    def identity(self) -> str:
        """16 hexadecimal digits that stand for all that outcomes depend on, but seed and block."""
        question = {
            "compiled": self.compiled,
            "experiment": self.experiment,
            "game": self.game,
            "rules": _plain(self.rules),
            "version": self.version,
        }
        if self.handed:
            question["handed"] = self.handed
        if self.program:
            question["program"] = self.program
        text = json.dumps(question, sort_keys=True, separators=(",", ":"), allow_nan=False)
        return hashlib.sha256(text.encode("ascii")).hexdigest()[:16]

    @property
    def label(self) -> str:
        """What a person calls it.

        >>> from montmort.games import treize
        >>> simulator_of(treize.EXPERIMENTS["game"], treize.Rules(), game="treize").label
        'treize game, ranks=13, suits=4 (version 1, plain Python)'
        """
        way = "compiled" if self.compiled else self.program or "plain Python"
        named = dict.fromkeys([self.game, self.experiment])  # a user's game may bear one name
        words = ", ".join([" ".join(named), *_words(self.rules)])
        return f"{words} (version {self.version}, {way})"

    def count(self, rng: Rng | int | None, plays: int) -> Counts:
        """Return {field: {value: count}} of so many plays; `rng` a Generator, a seed or None."""
        return self.counter(self.rules, _generator(rng), checked_count("plays", plays))

    def record(self, rng: Rng | int | None, plays: int) -> Records:
        """Return the outcomes themselves, an int64 array (plays, fields), in order of play."""
        parts = self.recorder(self.rules, _generator(rng), checked_count("plays", plays))
        return np.concatenate([np.empty((0, len(self.fields)), np.int64), *parts])

    def count_jointly(
        self, rng: Rng | int | None, plays: int, groups: Sequence[Group]
    ) -> tuple[Counts, JointCounts]:
        """Return `count`, and of the same plays the joint histogram of each group of fields."""
        columns = {group: self._columns(group) for group in groups}
        singles: dict[str, Counter[int]] = {name: Counter() for name in self.fields}
        joint: dict[Group, Counter[tuple[int, ...]]] = {tuple(g): Counter() for g in columns}
        for part in self.recorder(self.rules, _generator(rng), checked_count("plays", plays)):
            for column, name in enumerate(self.fields):
                singles[name].update(tabulated(part[:, column]))
            for group, chosen in columns.items():
                joint[group].update(_tabulated_rows(part[:, chosen]))
        return {f: dict(c) for f, c in singles.items()}, {g: dict(c) for g, c in joint.items()}

    def check_groups(self, groups: Sequence[Group]) -> None:
        """Raise UnknownName or BadInput unless each group is two or more different fields."""
        for group in groups:
            self._columns(group)

    def _columns(self, group: Group) -> list[int]:
        if isinstance(group, str):
            raise BadInput(f"a group is two or more different fields in a tuple, not {group!r}")
        unknown = [name for name in group if name not in self.fields]
        if unknown:
            raise UnknownName(f"no field {unknown[0]!r}; there are {', '.join(self.fields)}")
        if len(group) < 2 or len(set(group)) != len(group):
            raise BadInput(f"a group is two or more different fields, not {group!r}")
        return [self.fields.index(name) for name in group]


def simulator_of(
    experiment: Experiment[Any, Any, Any],
    rules: Any,
    *,
    game: str,
    version: int = 1,
    plays_per_block: int = 4096,
) -> Simulator:
    """Return a Simulator that lets the referee play, in plain Python.

    Truth values count as 0 and 1, enums with integer values as these, other
    enums as the place in their definition.  Raise `version` when you change
    the rulebook.  To be played on several cores the experiment's functions
    must stand at the top of a module; others are played in this process.

    >>> from montmort.games import treize
    >>> slow = simulator_of(treize.EXPERIMENTS["game"], treize.Rules(), game="treize")
    >>> sum(slow.count(1713, plays=100)["points"].values())
    100
    """
    return Simulator(
        game=game,
        rules=rules,
        experiment=experiment.name,
        fields=experiment.under(rules).fields,
        version=version,
        plays_per_block=plays_per_block,
        compiled=False,
        counter=partial(_count_referee, experiment),
        recorder=partial(_record_referee, experiment),
    )


def _play_referee(
    experiment: Experiment[Any, Any, Any], rules: Any, rng: Rng, plays: int
) -> Iterator[tuple[int, ...]]:
    chance, fields = RandomChance(rng), experiment.under(rules).fields
    for _ in range(plays):
        outcome = experiment.play(rules, chance)
        yield tuple(map(as_integer, fields, outcome))


def _count_referee(
    experiment: Experiment[Any, Any, Any], rules: Any, rng: Rng, plays: int
) -> Counts:
    fields = experiment.under(rules).fields
    counts: dict[str, Counter[int]] = {name: Counter() for name in fields}
    for outcome in _play_referee(experiment, rules, rng, plays):
        for name, value in zip(fields, outcome, strict=True):
            counts[name][value] += 1
    return {name: dict(counter) for name, counter in counts.items()}


def _record_referee(
    experiment: Experiment[Any, Any, Any], rules: Any, rng: Rng, plays: int
) -> Iterator[Records]:
    outcomes = _play_referee(experiment, rules, rng, plays)
    for sofar in range(0, plays, RECORDS_AT_ONCE):
        part = [next(outcomes) for _ in range(min(RECORDS_AT_ONCE, plays - sofar))]
        try:
            yield np.array(part, dtype=np.int64)
        except OverflowError:
            raise TooLarge("a record holds values below 2**63 only; use count instead") from None


def as_integer(name: str, value: object) -> int:
    """Return the integer that stands for an outcome's `value` in histograms.

    >>> as_integer("won", True), as_integer("points", np.int64(7))
    (1, 7)
    """
    if isinstance(value, int | np.integer | np.bool_):
        return int(value)
    if isinstance(value, enum.Enum):
        return as_integer(name, value.value) if isinstance(value.value, int) else _place(value)
    raise InvalidCounts(
        f"field {name} gave {shown(value)}; an outcome is an integer (count in the smallest unit), "
        "a bool, a member of an enum, or a NamedTuple of these"
    )


def shown(value: object, most: int = 60) -> str:
    """Return what a sentence shows of a user's value.

    >>> shown("4 of clubs"), shown(list(range(10**5)), most=9)
    ("'4 of clubs'", '[0, 1, 2,…')
    """
    text = repr(value)
    return text if len(text) <= most else f"{text[:most]}…"


def _place(member: enum.Enum) -> int:
    return list(type(member)).index(member)


def tabulated(values: Records) -> dict[int, int]:
    """Return {value: count} of an integer array.

    >>> tabulated(np.array([3, 1, 3]))
    {1: 1, 3: 2}
    """
    found, counts = np.unique(values, return_counts=True)
    return dict(zip(found.tolist(), counts.tolist(), strict=True))


def _tabulated_rows(rows: Records) -> dict[tuple[int, ...], int]:
    """Return {row: count}; rows that fit into one number each are sorted as numbers.

    >>> _tabulated_rows(np.array([[3, -1], [1, 0], [3, -1]]))
    {(1, 0): 1, (3, -1): 2}
    """
    if not len(rows):
        return {}
    low, high = rows.min(axis=0), rows.max(axis=0)
    sizes = [int(most) - int(least) + 1 for least, most in zip(low, high, strict=True)]
    if math.prod(sizes) < 2**63:
        numbers = np.ravel_multi_index(tuple((rows - low).T), sizes)
        kinds, counts = np.unique(numbers, return_counts=True)
        found = np.stack(np.unravel_index(kinds, sizes), axis=1) + low
    else:
        found, counts = np.unique(rows, axis=0, return_counts=True)
    return dict(zip(map(tuple, found.tolist()), counts.tolist(), strict=True))


def checked_count(name: str, number: object, least: int = 0) -> int:
    """Return `number` as an int; BadInput unless it is an integer >= `least`.

    >>> checked_count("plays", np.int64(7))
    7
    >>> checked_count("workers", 1.5, least=1)
    Traceback (most recent call last):
        ...
    montmort.games.errors.BadInput: workers=1.5 must be an integer >= 1
    """
    if isinstance(number, bool) or not isinstance(number, int | np.integer) or number < least:
        raise BadInput(f"{name}={number!r} must be an integer >= {least}")
    return int(number)


def _generator(rng: Rng | int | None) -> Rng:
    try:
        return np.random.default_rng(rng)
    except (TypeError, ValueError) as error:
        raise BadInput(f"{rng=} must be a numpy Generator, a seed >= 0, or None") from error


def _words(rules: object) -> list[str]:
    if is_dataclass(rules):
        return [f"{f.name}={getattr(rules, f.name)}" for f in fields(rules)]
    return [] if rules is None else [str(rules)]


def _plain(value: object) -> object:
    """Return `value` as JSON knows it, the same on every machine; BadInput if it cannot be."""
    if is_dataclass(value):
        return {f.name: _plain(getattr(value, f.name)) for f in fields(value)}
    if isinstance(value, enum.Enum):
        return value.name
    if isinstance(value, Fraction):
        return f"{value.numerator}/{value.denominator}"
    if value is None or isinstance(value, bool | int | float | str):
        return value
    if isinstance(value, Mapping):
        return {str(key): _plain(item) for key, item in value.items()}
    if isinstance(value, tuple | list):
        return [_plain(item) for item in value]
    if isinstance(value, set | frozenset):
        return sorted((_plain(item) for item in value), key=json.dumps)
    raise BadInput(f"rules hold {value!r}, which has no lasting name; use numbers, words, tuples")
