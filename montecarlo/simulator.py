"""A simulator: one experiment of one game, ready to be played many times.

A `Simulator` plays either by a kernel written for the game (`montmort.montecarlo.<game>`)
or by the reference rules (`simulator_of`), which play any game, also a user's own,
in plain Python or compiled.  Kernels and rules use random numbers differently, so they
are different experiments with different identities.
"""

import enum
import hashlib
import json
import math
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, is_dataclass, replace
from fractions import Fraction
from functools import cached_property, partial
from typing import Any, TypeVar

import numpy as np

from montmort.display import short_repr
from montmort.games.chance import generator_of
from montmort.games.errors import BadInput, UnknownName
from montmort.games.experiment import Experiment
from montmort.games.validation import (
    check_function,
    check_integer,
    check_items,
    check_number,
    check_text,
    check_type,
    quote,
)
from montmort.montecarlo.outcomes import (
    Counts,
    Records,
    Rng,
    Words,
    value_counts,
    words_of_kinds,
)
from montmort.montecarlo.rules_play import RulesPlay, Way
from montmort.montecarlo.tally import Group

Rules = TypeVar("Rules")
State = TypeVar("State")
Outcome = TypeVar("Outcome", bound=tuple[object, ...])
JointCounts = dict[Group, dict[tuple[int, ...], int]]

MOST_PLAYS = 2**63 - 1


@dataclass(frozen=True, kw_only=True)
class Simulator:
    """Plays `experiment` of `game` under `rules`.

    `counter(rules, rng, plays)` returns {field: {value: count}};
    `recorder(rules, rng, plays)` yields int64 arrays of shape (plays, fields): the
    outcomes of the same stream, in order.  `plays_per_block` depends on game and
    rules only.  `version` must be raised when a stream would give other outcomes.
    `compiled` is True for kernels, and False for reference rules, compiled or not, and
    for plain Python.  `by_rules` plays the reference rules.  `inputs_digest` is a
    digest of any input besides the rules, such as a table.  `program` is the command of
    an external program that plays in a process of its own; `stop` ends the programs
    that are running, for blocks that take long.  `places(rng, plays)` yields, for the plays of
    a stream in their order, where each stands, in words, and its outcome by field.  `kinds` are
    the types of the fields with truth values or members of an enum, where no rules give them.
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
    inputs_digest: str = ""
    program: str = ""
    stop: Callable[[], None] | None = field(default=None, repr=False)
    places: Callable[[Rng, int], Iterator[tuple[str, Mapping[str, int]]]] | None = field(
        default=None, repr=False, compare=False
    )
    by_rules: RulesPlay | None = field(default=None, repr=False, compare=False)
    kinds: Mapping[str, type] = field(default_factory=dict, repr=False, compare=False)

    __repr__ = short_repr

    def __post_init__(self) -> None:
        check_text(game=self.game, experiment=self.experiment)
        check_text(inputs_digest=self.inputs_digest, program=self.program)
        check_type("fields", self.fields, tuple, "a tuple of names")
        check_text(**{f"fields[{at}]": name for at, name in enumerate(self.fields)})
        check_integer("version", self.version, most=10**9)
        checked_count("plays_per_block", self.plays_per_block, least=1)
        check_type("compiled", self.compiled, bool, "True or False")
        check_function("counter", self.counter, "rules", "rng", "plays")
        check_function("recorder", self.recorder, "rules", "rng", "plays")
        if self.stop is not None:
            check_function("stop", self.stop)
        if self.places is not None:
            check_function("places", self.places, "rng", "plays")
        if self.by_rules is not None:
            check_type("by_rules", self.by_rules, RulesPlay, "what simulator_of made")
            own = self.by_rules.rules
            if self.rules is not own and (type(self.rules) is not type(own) or self.rules != own):
                raise BadInput(
                    f"rules={quote(self.rules)} differ from those of by_rules; use simulator_of"
                )

    @cached_property
    def identity(self) -> str:
        """Hash of all that outcomes depend on except seed and block: 16 hexadecimal digits."""
        question = {
            "compiled": self.compiled,
            "experiment": self.experiment,
            "game": self.game,
            "rules": _plain(self.rules),
            "version": self.version,
        }
        if self.inputs_digest:
            question["handed"] = self.inputs_digest  # this key is part of every stored hash
        if self.program:
            question["program"] = self.program
        text = json.dumps(question, sort_keys=True, separators=(",", ":"), allow_nan=False)
        return hashlib.sha256(text.encode("ascii")).hexdigest()[:16]

    @property
    def label(self) -> str:
        """Description for display.

        >>> from montmort.games import treize
        >>> simulator_of(treize.EXPERIMENTS["game"], treize.Rules(), game="treize").label
        'treize game, ranks=13, suits=4 (version 1, reference rules)'
        """
        python = "plain Python" if self.by_rules is None else "reference rules"
        way = "compiled" if self.compiled else self.program or python
        names = dict.fromkeys([self.game, self.experiment])  # a user's game may have one name
        words = ", ".join([" ".join(names), *_rule_texts(self.rules)])
        return f"{words} (version {self.version}, {way})"

    @property
    def how(self) -> str:
        """How the plays are made, in words; it changes neither outcomes nor identity.

        >>> from montmort.games import treize
        >>> game = treize.EXPERIMENTS["game"]
        >>> simulator_of(game, treize.Rules(), game="treize", compiled=False).how
        'plain Python'
        """
        if self.by_rules is not None:
            return self.by_rules.how
        return "compiled kernel" if self.compiled else self.program or "plain Python"

    @cached_property
    def words(self) -> Words:
        """The words for the integers in histograms, by field; numbers have none.

        >>> from montmort.games import three_ruin
        >>> simulator = simulator_of(three_ruin.EXPERIMENTS["game"], three_ruin.Rules(), game="")
        >>> simulator.words
        {'ruined': {0: 'first', 1: 'second', 2: 'third'}}
        """
        return words_of_kinds(self.kinds if self.by_rules is None else self.by_rules.kinds)

    @property
    def releases_gil(self) -> bool:
        """Whether threads play in parallel: kernels, compiled rules, external programs."""
        by_rules = self.by_rules is not None and self.by_rules.is_compiled
        return self.compiled or by_rules or bool(self.program)

    def played(self, compiled: Way) -> "Simulator":
        """Return the simulator that plays by compiled rules, or in plain Python.

        "auto" changes nothing, nor does True for a kernel; `simulator_of` gives the meaning.
        BadInput for False if the simulator is a kernel, which has other outcomes.
        """
        if isinstance(compiled, str) and compiled == "auto":
            return self
        if self.by_rules is not None:
            return replace(self, **_ways(self.by_rules.played(compiled)))
        if not compiled and self.compiled:
            raise BadInput(
                f"{self.label} is a kernel, which plain Python does not play; leave out "
                "compiled=False, --interpreted"
            )
        return self

    def count(self, rng: Rng | int | None, plays: int) -> Counts:
        """Return {field: {value: count}} of `plays` plays; `rng` is a Generator, a seed or None."""
        return self.counter(self.rules, generator_of(rng), checked_count("plays", plays))

    def record(self, rng: Rng | int | None, plays: int) -> Records:
        """Return the outcomes in order of play, an int64 array of shape (plays, fields)."""
        parts = self.recorder(self.rules, generator_of(rng), checked_count("plays", plays))
        return np.concatenate([np.empty((0, len(self.fields)), np.int64), *parts])

    def count_jointly(
        self, rng: Rng | int | None, plays: int, groups: Sequence[Group]
    ) -> tuple[Counts, JointCounts]:
        """Return `count` and, for the same plays, the joint histogram of each group of fields."""
        self.check_groups(groups)
        columns = {tuple(group): self._columns(group) for group in groups}
        singles: dict[str, Counter[int]] = {name: Counter() for name in self.fields}
        joint: dict[Group, Counter[tuple[int, ...]]] = {group: Counter() for group in columns}
        for part in self.recorder(self.rules, generator_of(rng), checked_count("plays", plays)):
            for column, name in enumerate(self.fields):
                singles[name].update(value_counts(part[:, column]))
            for group, chosen in columns.items():
                joint[group].update(_row_counts(part[:, chosen]))
        return {f: dict(c) for f, c in singles.items()}, {g: dict(c) for g, c in joint.items()}

    def check_groups(self, groups: Sequence[Group]) -> None:
        """Raise UnknownName or BadInput unless each group is two or more different fields."""
        check_items("groups", groups, "groups of fields")
        for group in groups:
            self._columns(group)

    def _columns(self, group: Group) -> list[int]:
        if not isinstance(group, tuple | list):
            raise BadInput(
                f"a group is two or more different fields in a tuple, not {quote(group)}"
            )
        unknown = [name for name in group if name not in self.fields]
        if unknown:
            raise UnknownName(f"no field {quote(unknown[0])}; there are {', '.join(self.fields)}")
        if len(group) < 2 or len(set(group)) != len(group):
            raise BadInput(f"a group is two or more different fields, not {group!r}")
        return [self.fields.index(name) for name in group]


def simulator_of(
    experiment: Experiment[Rules, State, Outcome],
    rules: Rules,
    *,
    game: str,
    version: int = 1,
    plays_per_block: int = 4096,
    compiled: Way = "auto",
) -> Simulator:
    """Return a Simulator that plays by the reference rules, compiled or in plain Python.

    Both ways give the same outcomes from the same stream.  With `compiled="auto"` the
    rules are compiled where that is possible and saves time; `Simulator.how` says
    what was done.  True compiles them now, and raises BadInput with the line that
    cannot be compiled; False plays in plain Python.

    Booleans count as 0 and 1, enum members by their integer values or, without
    these, by their position in the definition.  Raise `version` when you change
    the rules.  To use several cores in plain Python, define the experiment's functions
    at the top level of a module; otherwise the blocks are played in this process.

    >>> from montmort.games import treize
    >>> slow = simulator_of(treize.EXPERIMENTS["game"], treize.Rules(), game="treize")
    >>> sum(slow.count(1713, plays=100)["points"].values())
    100
    """
    check_type("experiment", experiment, Experiment, "an Experiment")
    by_rules = RulesPlay(experiment, rules, compiled)
    return Simulator(
        game=game,
        rules=rules,
        experiment=experiment.name,
        fields=by_rules.fields,
        version=version,
        plays_per_block=plays_per_block,
        compiled=False,
        **_ways(by_rules),
    )


def _ways(by_rules: RulesPlay) -> dict[str, Any]:
    """Return the arguments of a Simulator that plays by the rules."""
    return {
        "counter": partial(_count_by_rules, by_rules),
        "recorder": partial(_record_by_rules, by_rules),
        "by_rules": by_rules,
    }


def _count_by_rules(by_rules: RulesPlay, _rules: object, rng: Rng, plays: int) -> Counts:
    return by_rules.count(rng, plays)


def _record_by_rules(
    by_rules: RulesPlay, _rules: object, rng: Rng, plays: int
) -> Iterator[Records]:
    return by_rules.record(rng, plays)


def block_size(work: int, of_a_play: int) -> int:
    """Return the plays of a block: the largest power of two that this work allows, at least 1.

    >>> block_size(100, 9), block_size(100, 1000)
    (8, 1)
    """
    return 1 << max(work // of_a_play, 1).bit_length() - 1


def _row_counts(rows: Records) -> dict[tuple[int, ...], int]:
    """Return {row: count}; rows that can be packed into one integer each are sorted as such.

    >>> _row_counts(np.array([[3, -1], [1, 0], [3, -1]]))
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


def checked_count(name: str, number: object, least: int = 0, most: int = MOST_PLAYS) -> int:
    """Return `number` as an int; BadInput unless it is an integer from `least` to `most`.

    >>> checked_count("plays", np.int64(7))
    7
    >>> checked_count("workers", 1.5, least=1)
    Traceback (most recent call last):
        ...
    montmort.games.errors.BadInput: workers=1.5 must be an integer >= 1
    """
    if isinstance(number, bool) or not isinstance(number, int | np.integer) or number < least:
        raise BadInput(f"{name}={quote(number)} must be an integer >= {least}")
    if number > most:
        raise BadInput(f"{name}={quote(number)} must be an integer <= {most}")
    return int(number)


def _rule_texts(rules: object) -> list[str]:
    if is_dataclass(rules):
        return [f"{f.name}={getattr(rules, f.name)}" for f in fields(rules)]
    return [] if rules is None else [str(rules)]


def _plain(value: object) -> object:
    """Return `value` as JSON data, the same on every machine; BadInput if that is impossible."""
    if is_dataclass(value):
        return {f.name: _plain(getattr(value, f.name)) for f in fields(value)}
    if isinstance(value, enum.Enum):
        return value.name
    if isinstance(value, Fraction):
        return f"{value.numerator}/{value.denominator}"
    if isinstance(value, float):
        check_number("a number of the rules", value)
    if value is None or isinstance(value, bool | int | float | str):
        return value
    if isinstance(value, Mapping):
        return {str(key): _plain(item) for key, item in value.items()}
    if isinstance(value, tuple | list):
        return [_plain(item) for item in value]
    if isinstance(value, set | frozenset):
        return sorted((_plain(item) for item in value), key=json.dumps)
    raise BadInput(
        f"rules contain {quote(value)}, which has no stable representation; "
        "use numbers, strings, tuples"
    )
