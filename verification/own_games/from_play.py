"""A user's own game: the outcomes of its play, and its exact laws.

A play is a one-shot function `play(chance)`, or an `Experiment` of start and
step.  The laws are found by walking every path of the rules: the joint law if
the game has a longest play, otherwise the law of each field up to a tail of
1e-9.  The walk follows the rules as they are written.  To check your reading of
the rules, supply a law (`exact=`) or an independent simulator.
"""

import enum
import inspect
from collections.abc import Callable, Hashable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from fractions import Fraction
from functools import partial
from types import FunctionType
from typing import Any, TypeVar

from montmort.exact.from_rules import explore
from montmort.exact.law import Law
from montmort.exact.paths import Watch
from montmort.exact.rational_functions.field import is_expression
from montmort.exact.surroundings import Surroundings
from montmort.exact.walk import Walk
from montmort.games.chance import Chance, PlayChance
from montmort.games.errors import BadChain, BadInput, HasSymbols, TooLarge
from montmort.games.experiment import (
    Experiment,
    Nothing,
    Value,
    no_players,
    start_once,
    unwrapped,
    valued,
)
from montmort.games.rulebook import NoRules
from montmort.games.sameness import is_same
from montmort.games.table import SilentTable, Table
from montmort.games.validation import check_function, quote, takes
from montmort.montecarlo.outcomes import as_integer
from montmort.verification.verdicts.quantities import RARE

AnyExperiment = Experiment[Any, Any, Any]
Outcome = TypeVar("Outcome", bound=tuple[Any, ...])
Choice = TypeVar("Choice")
AnyWalk = Walk[Any, Any]
PlayFunction = Callable[[Chance], object]
Play = PlayFunction | AnyExperiment
Players = Callable[[Any, Chance], Table]

TRIALS = 10  # plays that are repeated with the same chance
FARTHEST = 2**14  # the largest horizon of an unbounded law


class AnyNumbers(PlayChance):
    """Random chance where weights with symbols that are not 0 are equally likely."""

    def pick(self, weights: Sequence[Any], /) -> int:
        """Return an index whose weight is not 0; without symbols, with its chance."""
        try:
            return super().pick(weights)
        except HasSymbols:
            return super().pick([int(weight != 0) for weight in weights])


def experiment_of(
    play: Play, name: str | None = None, players: Players | None = None
) -> AnyExperiment:
    """Return the experiment of a play; a function is played once to see its outcome.

    A function `play(chance, table)` asks the table that `players(rules, chance)` returns;
    where there is none, any choices are taken to see the outcome.

    >>> experiment_of(lambda chance: chance.pick([1] * 6) + 1).fields
    ('value',)
    """
    if isinstance(play, Experiment):
        return play
    if not callable(play):
        raise BadInput(
            f"play={quote(play)} must be a function play(chance), or an Experiment of start, step"
        )
    if isinstance(play, FunctionType) and "rules" in _arguments(play):
        raise BadInput(
            f"{name_of(play)} takes rules; a play is play(chance) or play(chance, table); "
            "a game with Rules has start(rules, chance) and step(rules, state, chance, table)"
        )
    if takes(play, 2):
        return _of_play_with_players(play, name or name_of(play), players)
    with about_rules(play):
        if inspect.iscoroutinefunction(play):
            raise BadInput(f"{name_of(play)} is an async function; define it with def alone")
        check_function(name_of(play), play, "chance")
        sample, name = Surroundings(play).watching(play)(AnyNumbers(0)), name or name_of(play)
        if isinstance(sample, tuple) and hasattr(sample, "_fields"):
            experiment = Experiment.of_play(partial(_named, play, type(sample)), type(sample), name)
        else:
            experiment = Experiment.of_play(partial(valued, play), Value, name)
        check_repeats(experiment, None)
    return experiment


def _arguments(play: FunctionType) -> tuple[str, ...]:
    return play.__code__.co_varnames[: play.__code__.co_argcount]


def _of_play_with_players(
    play: Callable[..., Any], name: str, players: Players | None
) -> AnyExperiment:
    """Return the experiment of `play(chance, table)`, by default at a table without players."""
    with about_rules(play):
        chance, surroundings = AnyNumbers(0), Surroundings(play, players)
        sample = play(chance, (players or any_players)(NoRules(), chance))
        surroundings.check()
        outcome = (
            type(sample) if isinstance(sample, tuple) and hasattr(sample, "_fields") else Value
        )
        experiment: AnyExperiment = Experiment(
            name=name,
            outcome=outcome,
            start=start_once,
            step=partial(_play_at_table, play, outcome),
            players=no_players if players is None else players,
        )
        check_repeats(
            experiment if players is not None else with_any_players(experiment), NoRules()
        )
    return experiment


class _AnyPlayers(SilentTable):
    """A Table where every choice is equally likely."""

    def __init__(self, chance: Chance) -> None:
        self._chance = chance

    def decide(self, seat: int, choices: Sequence[Choice], _view: Any, /) -> Choice:
        """Take any choice; BadInput where there is none."""
        if not isinstance(choices, Sequence) or not choices:
            raise BadInput(f"seat {quote(seat)} has no choices where it must decide")
        return choices[self._chance.pick([1] * len(choices))]


def any_players(_rules: object, chance: Chance) -> Table:
    """Return a Table where every choice is equally likely, to see what outcomes look like."""
    return _AnyPlayers(chance)


def with_any_players(experiment: AnyExperiment) -> AnyExperiment:
    """Return the experiment in which every choice is equally likely."""
    return replace(experiment, players=any_players)


def first_gain(experiment: AnyExperiment, rules: object) -> Any:
    """Return what the first step of a play by lot gains: an example of the outcome's fields.

    >>> first_gain(experiment_of(lambda chance: chance.pick([1]) == 0), None)
    Value(value=True)
    """
    chance, played = AnyNumbers(0), with_any_players(experiment)
    if played.rules is not None:
        played.check_rules(rules)
    state = played.start(rules, chance)
    if state is None:
        raise BadInput(f"{played.name}: start() must return a state, not None")
    move = played.step(rules, state, chance, played.players(rules, chance))
    played.check_move(move)
    return move[1]


def _play_at_table(
    play: Callable[..., Any],
    outcome: type[Any],
    _rules: object,
    _state: Nothing,
    chance: Chance,
    table: Table,
) -> tuple[None, Any]:
    result = play(chance, table)
    return None, Value(result) if outcome is Value else _checked(outcome, result)


@contextmanager
def about_rules(*functions: object) -> Iterator[None]:
    """Note on an error about a user's rules where these functions of the rules stand."""
    try:
        yield
    except Exception as error:
        for function in functions:
            error.add_note(place_of(function))
        raise


def place_of(function: object) -> str:
    """Return the file and the line of a function or class, "" if it has none."""
    if isinstance(function, type):
        try:
            return f"{inspect.getfile(function)}, line {inspect.getsourcelines(function)[1]}"
        except (OSError, TypeError):  # without a file
            return ""
    function = unwrapped(function)
    if not isinstance(function, FunctionType):
        return ""
    return f"{function.__code__.co_filename}, line {function.__code__.co_firstlineno}"


def _named(play: PlayFunction, outcome: type[Outcome], chance: Chance) -> Outcome:
    return _checked(outcome, play(chance))


def _checked(outcome: type[Outcome], result: object) -> Outcome:
    if not isinstance(result, outcome):
        raise BadInput(
            f"a play gave a {outcome.__name__} and then {quote(result)}; keep to one kind"
        )
    return result


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
            f"rules={quote(rules)} goes with an Experiment of start and step; a function takes its "
            "rules as arguments: use functools.partial(play, …)"
        )
    return dict(enumerate(play.args)) | play.keywords if isinstance(play, partial) else None


def check_repeats(experiment: AnyExperiment, rules: object) -> None:
    """Raise BadInput if a play with the same chance has two outcomes; a few plays are tried.

    None of them may change anything outside it.  It is checked as well that the fields of an
    outcome are of one kind each.  Fractions are refused where plays are counted.
    """
    kinds: dict[str, object] = {}
    with about_rules(experiment.step):
        surroundings = Surroundings(experiment.start, experiment.step, experiment.players, rules)
        for seed in range(TRIALS):
            first, second = (_trial(experiment, rules, seed) for _ in range(2))
            surroundings.check()
            if not is_same(first, second):
                raise BadInput(
                    f"{experiment.name} gave {_shown(first)} and then {_shown(second)} for the "
                    "same chance; it must draw everything from `chance` and "
                    "keep no state between plays"
                )
            for field, value in zip(experiment.under(rules).fields, first, strict=True):
                if not (is_expression(value) or isinstance(value, Fraction)):
                    as_integer(field, value)
                kind = type(value) if isinstance(value, bool | enum.Enum) else int
                if kinds.setdefault(field, kind) is not kind:
                    raise BadInput(
                        f"{field} is {quote(value)} in one play and of another kind in another; "
                        "keep to one kind"
                    )


def _shown(values: tuple[Any, ...]) -> str:
    """Return an outcome in a message: its only value alone."""
    return quote(values[0] if len(values) == 1 else values)


def _trial(experiment: AnyExperiment, rules: object, seed: int) -> tuple[Any, ...]:
    """Return the outcome of one play, of which every step is checked."""
    outcome = experiment.under(rules).outcome

    def step(rules: object, state: Any, chance: Chance, table: Table) -> Any:
        move = experiment.step(rules, state, chance, table)
        if not isinstance(move, tuple) or len(move) != 2 or not isinstance(move[1], outcome):
            raise BadInput(
                f"{experiment.name}: step() must return (next state or None, gain) with a gain "
                f"of {outcome.__name__}, not {quote(move)}"
            )
        _check_hashable(move[0])
        return move

    return tuple(replace(experiment, step=step).play(rules, AnyNumbers(seed)))


def _check_hashable(state: object) -> None:
    try:
        hash(state)
    except TypeError:
        raise BadInput(f"the state {quote(state)} cannot be hashed: use tuples") from None


def laws_of(
    experiment: AnyExperiment, rules: object, watch: Watch | None = None
) -> dict[str, Law[Hashable]]:
    """Return the exact law of every field for which the walk finds one.

    `watch(share, paths)` is called with the progress of the walk.

    >>> laws_of(experiment_of(lambda chance: chance.pick([1, 2]) == 0), None)
    {'value': Law(weights={True: 1, False: 2}, total=3)}
    """
    try:
        with about_rules(experiment.step):
            return laws_of_walk(walk_of_numbers(experiment, rules, watch))
    except TooLarge as error:
        raise TooLarge(f"{experiment.name}: {error}; supply its law with exact=") from error


def walk_of_numbers(
    experiment: AnyExperiment, rules: object, watch: Watch | None = None
) -> AnyWalk:
    """Return the walk of rules without symbols; HasSymbols if some are left."""
    walk = explore(experiment, rules, watch=watch)
    if isinstance(walk, Walk):
        return walk
    names = ", ".join(sorted(map(str, walk.symbols)))
    raise HasSymbols(f"{experiment.name} has the symbols {names}; give them numbers with at=")


def laws_of_walk(walk: AnyWalk) -> dict[str, Law[Hashable]]:
    """Return the exact law of every field of a walk for which one is found."""
    check_outcomes(walk)
    walk.check_ends()
    laws = {name: law_of_field(walk, name) for name in walk.experiment.fields}
    return {name: law for name, law in laws.items() if law is not None}


def check_outcomes(walk: AnyWalk) -> None:
    """Raise BadInput unless every field of a gain is a number, a bool or a member of an enum."""
    for gain in walk.moves.gains:
        for field, value in zip(walk.experiment.fields, gain, strict=True):
            if not isinstance(value, Fraction):
                as_integer(field, value)


def joint_law(walk: AnyWalk) -> Law[Any] | None:
    """Return the joint law of the outcome, None for a game without a longest play."""
    try:
        return walk.law()
    except BadChain:
        return None


def law_of_field(walk: AnyWalk, field: str) -> Law[Any] | None:
    """Return the law of one field, with a tail without a longest play; None if it is out of reach.

    The joint law of all fields would take much longer where the fields are numbers.
    """
    try:
        return walk.last_law(field)
    except BadInput:  # numbers, which are added over the steps
        pass
    try:
        return walk.field_law(field)
    except TooLarge:
        return None
    except BadChain:  # no longest play
        walk.check_total(field)
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
