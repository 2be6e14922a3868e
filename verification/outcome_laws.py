"""The exact laws of an outcome, field by field, found by walking the reference rules.

| field | law | mean and variance |
|---|---|---|
| numbers | up to a tail of 1e-9 where a game has no longest play | exact, tail or not |
| true and false | complete | of 1 for true and 0 for false: the mean is the chance of true |
| members of an enum | complete | none |

In a game without a longest play, a number that may also lose in a step, or gain a
Fraction, has exact moments and no law: its tail is 1.  Where plays may be endless, that is one
more value of a last word, and no total exists of what grows for ever.
"""

import enum
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from types import NoneType
from typing import Any

from montmort.display import short_repr
from montmort.exact.conditioned_walk import conditioned
from montmort.exact.endless_play import Endless
from montmort.exact.formatting import whole
from montmort.exact.law import Law
from montmort.exact.moments import Moments
from montmort.exact.paths import Watch
from montmort.exact.walk import Walk
from montmort.games.errors import BadChain, BadInput, TooLarge
from montmort.games.experiment import Experiment, words_of
from montmort.verification.condition import Condition
from montmort.verification.own_games.from_play import (
    about_rules,
    check_outcomes,
    joint_law,
    law_of_field,
    walk_of_numbers,
)

AnyWalk = Walk[Any, Any]
MOST_TIMED = 10_000  # states of a game without a longest play whose steps are counted: seconds
LEVELS = (Fraction(1, 20), Fraction(1, 2), Fraction(19, 20))  # of the quantiles


@dataclass(frozen=True, kw_only=True)
class FieldLaw:
    """What is known exactly of a field; `law` is None if only its moments are."""

    law: Law[Any] | None
    mean: Fraction | None = None
    variance: Fraction | None = None
    why: str = ""  # there is no total

    __repr__ = short_repr

    @property
    def is_truth(self) -> bool:
        """Whether the field is true or false, so that its mean is the chance of true."""
        return self.law is not None and all(isinstance(value, bool) for value in self.law)

    def answers(self) -> dict[str, Any]:
        """Return mean and variance, if there are any, the law in words, and its tail.

        >>> FieldLaw(law=Law(weights={True: 1, False: 1}), mean=Fraction(1, 2)).answers()["law"]
        {'false': Fraction(1, 2), 'true': Fraction(1, 2)}
        """
        moments = {"mean": self.mean, "variance": self.variance}
        answers: dict[str, Any] = {name: m for name, m in moments.items() if m is not None}
        if self.law is None:
            reason = {"why": self.why} if self.why else {}
            return {**answers, "law": {}, "tail": Fraction(1), **reason}
        chances = {word(value): chance for value, chance in _in_order(self.law).items()}
        return {**answers, "law": chances, "tail": self.law.tail}

    def quantiles(self) -> dict[str, int | Fraction]:
        """Return the quantiles of a law of numbers, by their levels.

        >>> FieldLaw(law=Law(weights={1: 1, 2: 1}), mean=Fraction(3, 2)).quantiles()
        {'1/20': 1, '1/2': 1, '19/20': 2}
        """
        if self.law is None or any(isinstance(x, bool | enum.Enum) for x in self.law):
            return {}
        return {str(level): self.law.quantile(level) for level in LEVELS}


def field_law_of(
    known: Law[Any] | Moments, moments: tuple[Fraction, Fraction] | None = None
) -> FieldLaw:
    """Return what is known of a field of which a law is given, with its moments if it has a tail.

    >>> field_law_of(Law(weights={1: 1, 2: 1})).mean, field_law_of(Law(weights={"a": 1})).mean
    (Fraction(3, 2), None)
    """
    if isinstance(known, Moments):
        return FieldLaw(law=None, mean=known.mean, variance=known.variance)
    if moments is not None:
        return FieldLaw(law=known, mean=moments[0], variance=moments[1])
    if known.tail or not all(isinstance(value, int | Fraction) for value in known):
        return FieldLaw(law=known)
    return FieldLaw(law=known, mean=known.mean(), variance=known.variance())


def _in_order(law: Law[Any]) -> dict[Any, Fraction]:
    """Return the chances of a law, numbers ascending and members as they are declared."""
    kind = next(type(value) for value in (*law, None) if not isinstance(value, Endless))
    if kind is NoneType:
        return law.chances()
    if issubclass(kind, enum.Enum):
        in_order = {member: law[member] for member in kind if member in law.weights}
        return in_order | law.chances()
    return dict(sorted(law.chances().items(), key=_place))


def _place(entry: tuple[Any, Fraction]) -> tuple[bool, Any]:
    """Return a key by which numbers ascend, and the chance of no end comes last."""
    value, _ = entry
    return isinstance(value, Endless), 0 if isinstance(value, Endless) else value


@dataclass(frozen=True, kw_only=True)
class OutcomeLaws:
    """The exact laws of all fields of an outcome, and how they were found.

    `states` are those that the walk reached, `steps` the moments of the number of steps
    to the end, None where that takes too long, `how` says what was walked.  `event` is the
    chance of the condition, if one is given.  `walk` has the states and moves, where the
    rules were walked.
    """

    fields: Mapping[str, FieldLaw]
    states: int
    how: str
    steps: FieldLaw | None = None
    event: Fraction | None = None
    walk: AnyWalk | None = field(default=None, repr=False, compare=False)

    __repr__ = short_repr

    @property
    def laws(self) -> dict[str, Law[Hashable]]:
        """The laws that are known, by field."""
        return {name: field.law for name, field in self.fields.items() if field.law is not None}

    @property
    def never_ends(self) -> Fraction:
        """The chance that a play never ends."""
        return Fraction(0) if self.walk is None else self.walk.never_ends

    def answers(self) -> dict[str, Any]:
        """Return {field: {"mean", "variance", "law", "tail"}}, "never_ends" if that may be."""
        endless = {"never_ends": self.never_ends} if self.never_ends else {}
        return {name: field.answers() for name, field in self.fields.items()} | endless


def outcome_laws(
    experiment: Experiment[Any, Any, Any],
    rules: object,
    given: str = "",
    watch: Watch | None = None,
    *,
    may_be_endless: bool = False,
) -> OutcomeLaws:
    """Return the exact laws of every field, given a condition if there is one.

    BadChain for a game that may never end, unless it `may_be_endless`.

    >>> def throw(chance):
    ...     return chance.pick([1] * 6) + 1
    >>> from montmort.verification.own_games.from_play import experiment_of
    >>> outcome_laws(experiment_of(throw), None, given="value > 4").fields["value"].mean
    Fraction(11, 2)
    """
    with about_rules(experiment.step):
        try:
            walk = walk_of_numbers(experiment, rules, watch)
        except TooLarge as error:
            raise TooLarge(f"{error}; a simulation has no such limit") from error
        check_outcomes(walk)
    return laws_of_walk(walk, given, may_be_endless=may_be_endless)


def laws_of_walk(walk: AnyWalk, given: str = "", *, may_be_endless: bool = False) -> OutcomeLaws:
    """Return the exact laws of every field of a walk, given a condition if there is one."""
    event, joint, states, how, steps = None, None, walk.size.states, walk.how, None
    if given or not may_be_endless:
        walk.check_ends()
    if given:
        joint = joint_law(walk)
        if joint is None:
            walk, event = _walk_given(walk, given)
        else:
            joint, event = _joint_given(joint, given)
    laws = {name: _field(walk, joint, name) for name in walk.experiment.fields}
    if walk.never_ends:
        how += "; a play that never ends counts for what it has gained"
    elif not given and (states <= MOST_TIMED or walk.has_longest_play):
        mean, variance = walk.steps_to_end()
        steps = FieldLaw(law=None, mean=mean, variance=variance)
    return OutcomeLaws(
        fields=laws,
        states=states,
        how=how,
        steps=steps,
        event=event,
        walk=walk,
    )


def laws_of_joint(joint: Law[Any], fields: Sequence[str], how: str, given: str = "") -> OutcomeLaws:
    """Return the exact laws of every field of a game of one step, from the law of its outcome.

    >>> from typing import NamedTuple
    >>> class Toss(NamedTuple):
    ...     heads: int
    >>> joint = Law(weights={Toss(0): 1, Toss(1): 2})
    >>> laws_of_joint(joint, ["heads"], "by hand").fields["heads"].mean
    Fraction(2, 3)
    """
    event = None
    if given:
        joint, event = _joint_given(joint, given)
    laws = {name: joint.field(name) for name in fields}
    field_laws = {
        name: FieldLaw(law=law, mean=law.mean(), variance=law.variance())
        for name, law in laws.items()
    }
    steps = None if given else FieldLaw(law=None, mean=Fraction(1), variance=Fraction(0))
    return OutcomeLaws(fields=field_laws, states=1, how=how, steps=steps, event=event)


def laws_of_known(
    known: Mapping[str, Law[Any] | Moments], how: str, given: str = ""
) -> OutcomeLaws:
    """Return what is known of every field; BadInput for a condition, as no joint law is known.

    >>> die = Moments(mean=Fraction(7, 2), variance=Fraction(35, 12), low=1, high=6)
    >>> laws_of_known({"face": die}, "by hand").fields["face"].mean
    Fraction(7, 2)
    """
    if given:
        raise BadInput(f"given={given!r}: the law of the outcome is not known; leave it out")
    laws = {
        name: FieldLaw(law=None, mean=law.mean, variance=law.variance)
        if isinstance(law, Moments)
        else FieldLaw(law=law, mean=law.mean(), variance=law.variance())
        for name, law in known.items()
    }
    return OutcomeLaws(fields=laws, states=1, how=how)


def _field(walk: AnyWalk, joint: Law[Any] | None, name: str) -> FieldLaw:
    try:
        law = law_of_field(walk, name) if joint is None else joint.field(name)
    except BadChain as error:
        return FieldLaw(law=None, why=str(error))
    if law is not None and (won := [value for value in law if value is True or value is False]):
        mean = sum((law[value] for value in won if value), Fraction(0))
        return FieldLaw(law=law, mean=mean, variance=mean - mean**2)
    if law is not None and any(isinstance(value, enum.Enum) for value in law):
        return FieldLaw(law=law)
    if law is None or law.tail:
        return FieldLaw(law=law, mean=walk.expected(name), variance=walk.variance(name))
    return FieldLaw(law=law, mean=law.mean(), variance=law.variance())


def _joint_given(joint: Law[Any], given: str) -> tuple[Law[Any], Fraction]:
    """Return the joint law given a condition, and the condition's chance."""
    condition = Condition.read(given, _kinds(joint))
    conditional = joint.given(lambda outcome: condition.holds(outcome._asdict()))
    return conditional, sum((joint[outcome] for outcome in conditional), Fraction(0))


def _walk_given(walk: AnyWalk, given: str) -> tuple[AnyWalk, Fraction]:
    """Return the walk given a condition, and the condition's chance."""
    gains = Law(weights={gain: 1 for law in walk.steps.values() for _, gain in law})
    condition = Condition.read(given, _kinds(gains))
    bounds = {}
    for name, bound in condition.bounds.items():
        if bound is None:
            raise BadInput(
                f"given={given!r}: this game has no longest play, so a condition on {name} must "
                f"compare it with a number, as in `{name} > 3`"
            )
        bounds[name] = bound
    return conditioned(walk, bounds, condition.holds)


def _kinds(outcomes: Law[Any]) -> dict[str, type]:
    """Return the types of the fields: int, bool or an enum."""
    kinds = {}
    for name in next(iter(outcomes))._fields:
        value = next(iter(outcomes.field(name)))
        is_word = isinstance(value, bool | enum.Enum)
        kinds[name] = type(value) if is_word else int
    return kinds


def word(value: object) -> str:
    """Return the word for a value of an outcome: `win`, `true`, `3`.

    A member of an enum is its name in lower case, a truth value is `true` or `false`, a
    number its digits, as `-3` or `1/2`.

    >>> word(True), word(-3), word(enum.Enum("Result", "STAND_PAT").STAND_PAT), word(Fraction(1, 2))
    ('true', '-3', 'stand_pat', '1/2')
    """
    if isinstance(value, Endless):
        return str(value)
    if isinstance(value, enum.Enum):
        return words_of(type(value)).get(value, str(value))  # of a Flag several members, or none
    if isinstance(value, int | Fraction) and not isinstance(value, bool):
        return whole(value)
    return str(value).lower() if isinstance(value, bool) else str(value)
