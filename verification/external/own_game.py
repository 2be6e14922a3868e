"""A user's own game: the outcomes of its play, and its exact laws.

A play is a one-shot function `play(chance)`, or an `Experiment` of start and
step.  The laws are found by walking every path of the rules: the joint law if
the game has a longest play, otherwise the law of each field up to a tail of
1e-9.  The walk follows the rules as they are written.  To check your reading of
the rules, supply a law (`exact=`) or an independent simulator.
"""

from collections.abc import Callable, Hashable
from functools import partial
from typing import Any, NamedTuple, TypeVar

from montmort.exact.law import Law
from montmort.exact.paths import Watch
from montmort.exact.walk import Walk, explore
from montmort.games.chance import Chance, RandomChance
from montmort.games.errors import BadChain, BadInput, TooLarge
from montmort.games.experiment import Experiment
from montmort.games.validation import check_function, quote
from montmort.montecarlo.simulator import as_integer
from montmort.verification.verdicts.quantities import RARE

AnyExperiment = Experiment[Any, Any, Any]
Outcome = TypeVar("Outcome", bound=tuple[Any, ...])
AnyWalk = Walk[Any, Any]
PlayFunction = Callable[[Chance], object]
Play = PlayFunction | AnyExperiment

TRIALS = 10  # plays that are repeated with the same chance
FARTHEST = 2**14  # the largest horizon of an unbounded law


class Value(NamedTuple):
    """The outcome of a play with one field: an integer, a bool or a member of an enum."""

    value: object


def experiment_of(play: Play, name: str | None = None) -> AnyExperiment:
    """Return the experiment of a play; a function is played once to see its outcome.

    >>> experiment_of(lambda chance: chance.pick([1] * 6) + 1).fields
    ('value',)
    """
    if isinstance(play, Experiment):
        return play
    if not callable(play):
        raise BadInput(
            f"play={quote(play)} must be a function play(chance), or an Experiment of start, step"
        )
    check_function("play", play, "chance")
    name, sample = name or name_of(play), play(RandomChance(0))
    if isinstance(sample, tuple) and hasattr(sample, "_fields"):
        checked_play = partial(_named, play, type(sample))
        values, experiment = sample, Experiment.of_play(checked_play, type(sample), name)
    else:
        values, experiment = Value(sample), Experiment.of_play(partial(_value, play), Value, name)
    for field, value in zip(experiment.fields, values, strict=True):
        as_integer(field, value)
    check_repeats(experiment, None)
    return experiment


def _named(play: PlayFunction, outcome: type[Outcome], chance: Chance) -> Outcome:
    result = play(chance)
    if not isinstance(result, outcome):
        raise BadInput(f"a play gave a {outcome.__name__} and then {result!r}; keep to one kind")
    return result


def _value(play: PlayFunction, chance: Chance) -> Value:
    return Value(play(chance))


def name_of(function: Callable[..., object]) -> str:
    """Return the name of a user's function, `play` for a lambda.

    >>> name_of(partial(name_of, 1)), name_of(lambda chance: 0)
    ('name_of', 'play')
    """
    if isinstance(function, partial):
        return name_of(function.func)
    name = str(getattr(function, "__name__", type(function).__name__))
    return "play" if name == "<lambda>" else name


def rules_of(play: Play, rules: object) -> object:
    """Return the rules of a play; for a `functools.partial` these are its arguments.

    >>> rules_of(partial(pow, 2, mod=5), None)
    {0: 2, 'mod': 5}
    """
    if isinstance(play, Experiment):
        return rules
    if rules is not None:
        raise BadInput(
            f"{rules=} goes with an Experiment of start and step; a function takes its rules "
            "as arguments: use functools.partial(play, …)"
        )
    return dict(enumerate(play.args)) | play.keywords if isinstance(play, partial) else None


def check_repeats(experiment: AnyExperiment, rules: object) -> None:
    """Raise BadInput if a play with the same chance has two outcomes; a few plays are tried."""
    for seed in range(TRIALS):
        first, second = (experiment.play(rules, RandomChance(seed)) for _ in range(2))
        if first != second:
            raise BadInput(
                f"{experiment.name} gave {first} and then {second} for the same chance; it must "
                "draw everything from `chance` and keep no state between plays"
            )


def laws_of(
    experiment: AnyExperiment, rules: object, watch: Watch | None = None
) -> dict[str, Law[Hashable]]:
    """Return the exact law of every field for which the walk finds one.

    `watch(share, paths)` is called with the progress of the walk.

    >>> laws_of(experiment_of(lambda chance: chance.pick([1, 2]) == 0), None)
    {'value': Law(weights={True: 1, False: 2}, total=3)}
    """
    try:
        return _laws(explore(experiment, rules, watch=watch))
    except TooLarge as error:
        raise TooLarge(f"{experiment.name}: {error}; supply its law with exact=") from error


def _laws(walk: AnyWalk) -> dict[str, Law[Hashable]]:
    fields = walk.experiment.fields
    if (joint := joint_law(walk)) is not None:
        return {name: joint.field(name) for name in fields}
    laws = {name: law_of_field(walk, name) for name in fields}
    return {name: law for name, law in laws.items() if law is not None}


def joint_law(walk: AnyWalk) -> Law[Any] | None:
    """Return the joint law of the outcome, None for a game without a longest play."""
    try:
        return walk.law()
    except BadChain:
        walk.check_ends()
        return None


def law_of_field(walk: AnyWalk, field: str) -> Law[Any] | None:
    """Return the law of one field of a game without a longest play, None if unknown."""
    try:
        return walk.last_law(field)
    except BadInput:  # numbers, which are added over the steps
        return _law_with_tail(walk, field)


def _law_with_tail(walk: AnyWalk, field: str) -> Law[int] | None:
    """Return the law of a number up to a tail of `RARE`; None if that is beyond `FARTHEST`."""
    chances = {}
    left = 1.0  # only proposes where to stop
    try:
        for total, chance in zip(range(FARTHEST), walk.field_chances(field), strict=False):
            chances[total] = chance
            left -= float(chance)
            if left <= RARE and (law := Law.of(chances, horizon=total)).tail <= RARE:
                return law
    except BadInput:  # a gain below zero
        return None
    return None
