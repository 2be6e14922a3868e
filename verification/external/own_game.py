"""A user's own game: what its play yields, and its exact laws.

A play is a one-shot function `play(chance)`, or an `Experiment` of start and
step.  Its truth is the walk along every path of the rules: the joint law where
the game has a longest play, else the law of each field up to where 1e-9 is
left.  It takes the rules as they are told: whether they are the rules that
were meant, only a law (`exact=`) or a simulator from another hand can say.
"""

from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

from montmort.exact.law import Law
from montmort.exact.walk import Walk, explore
from montmort.games.chance import Chance, RandomChance
from montmort.games.errors import BadChain, BadInput, TooLarge
from montmort.games.experiment import Experiment
from montmort.montecarlo.simulator import as_integer
from montmort.verification.verdicts.quantities import RARE

Play = Callable[[Chance], Any] | Experiment[Any, Any, Any]

TRIALS = 10  # plays that are repeated with the same chance
FARTHEST = 2**14  # horizon up to which a law without an end is followed


class Value(NamedTuple):
    """Outcome of a play that yields one thing: an integer, a bool or a member of an enum."""

    value: Any


def experiment_of(play: Play, name: str | None = None) -> Experiment[Any, Any, Any]:
    """Return the experiment of a play; what a function yields is found out by playing it.

    >>> experiment_of(lambda chance: chance.pick([1] * 6) + 1).fields
    ('value',)
    """
    if isinstance(play, Experiment):
        return _checked(play)
    if not callable(play):
        raise BadInput(f"{play=} must be a function play(chance), or an Experiment of start, step")
    name, sample = name or name_of(play), play(RandomChance(0))
    if isinstance(sample, tuple) and hasattr(sample, "_fields"):
        told = partial(_named, play, type(sample))
        experiment = Experiment.of_play(told, type(sample), name)
    else:
        sample, experiment = Value(sample), Experiment.of_play(partial(_value, play), Value, name)
    for field, value in zip(experiment.fields, sample, strict=True):
        as_integer(field, value)
    check_repeats(experiment, None)
    return experiment


def _checked(experiment: Experiment[Any, Any, Any]) -> Experiment[Any, Any, Any]:
    if not hasattr(experiment.outcome, "_fields"):
        raise BadInput(f"{experiment.name}: outcome={experiment.outcome!r} must be a NamedTuple")
    return experiment


def _named(play: Callable[[Chance], Any], outcome: type[Any], chance: Chance) -> Any:
    result = play(chance)
    if not isinstance(result, outcome):
        raise BadInput(f"a play gave a {outcome.__name__} and then {result!r}; keep to one kind")
    return result


def _value(play: Callable[[Chance], Any], chance: Chance) -> Value:
    return Value(play(chance))


def name_of(function: Callable[..., Any]) -> str:
    """Return what a user calls his function.

    >>> name_of(partial(name_of, 1)), name_of(lambda chance: 0)
    ('name_of', 'play')
    """
    if isinstance(function, partial):
        return name_of(function.func)
    name = str(getattr(function, "__name__", type(function).__name__))
    return "play" if name == "<lambda>" else name


def rules_of(play: Play, rules: Any) -> Any:
    """Return the rules of a play; those of a `functools.partial` are what it holds.

    >>> rules_of(partial(pow, 2, mod=5), None)
    {0: 2, 'mod': 5}
    """
    if isinstance(play, Experiment):
        return rules
    if rules is not None:
        raise BadInput(
            f"{rules=} goes with an Experiment of start and step; a function has no rules but its "
            "own: hold them in functools.partial(play, …)"
        )
    return {**dict(enumerate(play.args)), **play.keywords} if isinstance(play, partial) else None


def check_repeats(experiment: Experiment[Any, Any, Any], rules: Any) -> None:
    """Raise BadInput if the same chance twice gives two outcomes, some few times."""
    for seed in range(TRIALS):
        first, second = (experiment.play(rules, RandomChance(seed)) for _ in range(2))
        if first != second:
            raise BadInput(
                f"{experiment.name} gave {first} and then {second} for the same chance; it must "
                "draw everything from `chance` and remember nothing from play to play"
            )


def laws_of(experiment: Experiment[Any, Any, Any], rules: Any) -> dict[str, Law[Any]]:
    """Return the exact law of every field that the walk can know.

    >>> laws_of(experiment_of(lambda chance: chance.pick([1, 2]) == 0), None)
    {'value': Law(weights={True: 1, False: 2}, total=3)}
    """
    try:
        return _laws(explore(experiment, rules))
    except TooLarge as error:
        raise TooLarge(
            f"{experiment.name}: {error}; give a law found otherwise, exact= or --exact FILE"
        ) from error


def _laws(walk: Walk[Any, Any]) -> dict[str, Law[Any]]:
    fields = walk.experiment.fields
    try:
        joint = walk.law()
    except BadChain:
        walk.chain()  # a game that never ends says so here
        laws = {name: _field_law(walk, name) for name in fields}
        return {name: law for name, law in laws.items() if law is not None}
    return {name: joint.field(name) for name in fields}


def _field_law(walk: Walk[Any, Any], field: str) -> Law[Any] | None:
    """Return the law of one field of a game without a longest play, or None if unknown."""
    try:
        return walk.last_law(field)
    except BadInput:  # numbers, which add up
        return _grown(walk, field)


def _grown(walk: Walk[Any, Any], field: str) -> Law[int] | None:
    """Return the law of a number up to where little is left; None if that is too far off."""
    chances = {}
    left = 1.0  # proposes where to stop
    try:
        for total, chance in zip(range(FARTHEST), walk.field_chances(field), strict=False):
            chances[total] = chance
            left -= float(chance)
            if left <= RARE and (law := Law.of(chances, horizon=total)).tail <= RARE:
                return law
    except BadInput:  # a gain below zero
        return None
    return None
