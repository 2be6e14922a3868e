"""All states of an experiment, found breadth-first by walking every path of every step."""

from collections.abc import Hashable
from fractions import Fraction
from functools import partial
from typing import Any, NamedTuple, TypeVar

from montmort.exact.compiled.refusal import CannotCompile, LimitReached, check_compiler
from montmort.exact.growth import UNBOUNDED, Growth
from montmort.exact.move_check import MoveCheck
from montmort.exact.moves import Moves, MovesBuilder
from montmort.exact.paths import PATHS, Walker, Watch, too_large
from montmort.exact.steps import Steps
from montmort.games.chance import Chance
from montmort.games.errors import TooLarge
from montmort.games.experiment import Experiment, start_once
from montmort.games.table import Table

State = TypeVar("State", bound=Hashable)
Outcome = TypeVar("Outcome", bound=tuple[Any, ...])

STATES = 500_000  # default limit: about half a gigabyte of states and moves
BATCH = 1000  # states explored between two calls of watch
COMPILED_PATHS = 50_000_000  # default limit of compiled code: about half a minute
COMPILE_FROM = 20_000  # paths: interpreted, they take about as long as compilation


def explore_paths(
    experiment: Experiment[Any, State, Outcome],
    rules: object,
    table: Table | None,
    *,
    limit: int | None,
    states: int,
    watch: Watch | None = None,
    compiled: bool | str = False,
) -> tuple[Moves[State, Outcome], str]:
    """Return all states and moves, and how they were found.

    `compiled` is True, False, or "auto" for compiled code once there are many paths.

    At most `limit` paths are walked in all, and `states` states are explored.  Without a
    limit there are more paths in compiled code than interpreted ones.

    >>> from montmort.games import treize
    >>> rules = treize.Rules(ranks=2, suits=1)
    >>> explore_paths(treize.EXPERIMENTS["game"], rules, None, limit=10, states=10)[1]
    'steps interpreted, all paths of each'
    """
    steps = Steps(experiment, rules, table)
    interpreted = PATHS if limit is None else limit
    limits = Limits(COMPILED_PATHS if limit is None else limit, states, watch)
    if compiled is True:
        return _compiled(experiment, rules, table, limits)
    once = experiment.start is start_once
    walker = Walker(interpreted, by=None, compiled=compiled if once else False)
    stepper = _Stepper(experiment, steps)
    weights, _ = walker.weigh(steps.start, partial(experiment.start, rules))
    found, merged, why = MovesBuilder[State, Outcome](weights), 0, ""
    growth = Growth(experiment.name, limit=states, usual=STATES)
    for number, state in enumerate(found.states):  # grows during the loop: breadth-first
        growth.check(number, state)
        stepper.state = state
        row, _ = walker.weigh(stepper, partial(_step, experiment, rules, table, state))
        if walker.merged:
            merged += 1
            for move, _ in row:
                stepper.check(move)
        found.add_row(row)
        if len(found.states) > states:
            raise _too_many_states(experiment.name, states)
        is_long = walker.walked > COMPILE_FROM and found.explored < len(found.states)
        if compiled and is_long and not merged:
            try:
                return _compiled(experiment, rules, table, limits)
            except CannotCompile as refusal:
                compiled, why = False, f"; {refusal}"
        if watch is not None and not found.explored % BATCH:
            watch(Fraction(found.explored, len(found.states)), walker.walked)
    doubts = steps.surroundings.check_at_the_end()
    if once:
        return found.moves(), f"{walker.how}{doubts}"
    of_each = f"equal situations merged in {merged:,} of them" if merged else "all paths of each"
    return found.moves(), f"steps interpreted, {of_each}{why}{doubts}"


class Limits(NamedTuple):
    """The most paths and states, and what is called from time to time."""

    paths: int
    states: int
    watch: Watch | None


def _compiled(
    experiment: Experiment[Any, State, Outcome],
    rules: object,
    table: Table | None,
    limits: Limits,
) -> tuple[Moves[State, Outcome], str]:
    """Return all states and moves, found by compiled code."""
    check_compiler()
    from montmort.exact.compiled.states import compiled_exploration  # only now: it loads numba

    paths, states, watch = limits
    try:
        moves, walked = compiled_exploration(
            experiment, rules, table, limit=paths, states=states, watch=watch
        )
    except LimitReached as reached:
        if reached.what == "states":
            raise _too_many_states(experiment.name, states) from None
        raise too_large(f"more than {paths:,} paths to walk") from None
    return moves, f"steps compiled, {walked:,} paths"


def _too_many_states(name: str, states: int) -> TooLarge:
    return TooLarge(
        f"{name}: more than {states:,} states; {UNBOUNDED}; else take a smaller game, make "
        "equivalent states compare equal (without counters that the rules do not use), or raise "
        "states="
    )


def _step(
    experiment: Experiment[Any, State, Outcome],
    rules: object,
    table: Table | None,
    state: State,
    chance: Chance,
) -> tuple[State | None, Outcome]:
    players = experiment.players(rules, chance) if table is None else table
    return experiment.step(rules, state, chance, players)


class _Stepper:
    """The step from `state` as a function of chance alone; it checks each move."""

    def __init__(self, experiment: Experiment[Any, Any, Any], steps: Steps) -> None:
        self._steps = steps
        self.check = MoveCheck(experiment)
        self.state: object = None

    def __call__(self, chance: Chance) -> Any:
        move = self._steps.step(self.state, chance)
        self.check(move)
        return move
