"""The crosscheck: a simulator's histograms against exact laws, field by field.

The looks are the prefixes of blocks 0, 1, 2, … in the order of their numbers,
whatever order they finish in, and the run ends at the first look at which
every field is decided, or after the plays that were asked for.  So the
verdicts are the same for any number of workers.
"""

import enum
import operator
import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Executor
from contextlib import closing
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial
from typing import Any

from exact.law import Law
from games.errors import BadInput, InvalidCounts, UnknownName
from montecarlo.run import Prefix, draw_seed, play_blocks
from montecarlo.simulator import Simulator, as_integer
from montecarlo.tally import Tally
from verification.registry import GAMES
from verification.verdict import Decision, Judge, Levels, Quantity, Verdict, cell

RARE = Fraction(1, 10**9)  # an unbounded field is judged up to where this much is left
MOST_PLAYS = 1_000_000_000  # when no number of plays is given


@dataclass(frozen=True, kw_only=True)
class Crosscheck:
    """The verdicts on all fields of an experiment, with what they were reached from.

    `rules` were played and judged by the exact truth of `against`; `unjudged`
    are fields whose truth is not known; `interrupted` runs hold what was
    counted until then.
    """

    game: str
    rules: Any
    against: Any
    experiment: str
    seed: int
    verdicts: tuple[Verdict, ...]
    unjudged: tuple[str, ...]
    tally: Tally | None = field(repr=False)
    laws: Mapping[str, Law[Any]] = field(repr=False)
    interrupted: bool = False
    seconds: float

    @property
    def decision(self) -> Decision:
        """The worst of the fields' decisions."""
        order = (
            Decision.INVALID,
            Decision.INCONSISTENT,
            Decision.INCONCLUSIVE,
            Decision.CONSISTENT,
        )
        decisions = {verdict.decision for verdict in self.verdicts}
        return next((d for d in order if d in decisions), Decision.INCONCLUSIVE)

    def __str__(self) -> str:
        return "\n".join(map(str, self.verdicts))


def crosscheck(
    game: str,
    rules: Any = None,
    *,
    against: Any = None,
    experiment: str | None = None,
    simulator: Simulator | None = None,
    plays: int | None = None,
    most: int = MOST_PLAYS,
    seed: int | None = None,
    margin: Fraction | None = None,
    margins: Mapping[str, Fraction] | None = None,
    levels: Levels | None = None,
    executor: Executor | None = None,
    workers: int | None = None,
    watch: Callable[[int, Judge], None] | None = None,
) -> Crosscheck:
    """Play `game` under `rules` and judge every field whose exact truth is known.

    `against` judges by the truth of other rules (default: the same).
    `simulator` puts another simulator of the same experiment in the place of
    the house's.  `plays` fixes the length of the run; without it the run ends
    when every field is decided, at the latest after `most` plays.  `margin`
    is for all fields, `margins` for single ones, each in its own unit.
    `watch(plays, judge)` is called after every look.  A KeyboardInterrupt
    ends the run and keeps what was counted.
    """
    started = time.perf_counter()
    house = _game(game)
    rules = house.rulebook().Rules() if rules is None else rules
    against = rules if against is None else against
    if simulator is None:
        name = next(iter(house.rulebook().EXPERIMENTS)) if experiment is None else experiment
        simulator = house.simulation().simulator(rules, name)
    known = house.solver().truth(against)
    truth = {name: known[name] for name in simulator.fields if name in known}
    judged = [part for name, law in truth.items() for part in _judged(name, law)]
    judge = Judge(
        [part.quantity for part in judged],
        margins=_margins([part.quantity.field for part in judged], margin, margins),
        levels=levels,
    )
    seed = draw_seed() if seed is None else seed
    blocks = play_blocks(
        simulator,
        plays=most if plays is None else plays,
        seed=seed,
        executor=executor,
        workers=workers,
    )
    tally: Tally | None = None
    interrupted = False
    try:
        with closing(blocks):
            for tally in _looks(blocks):
                judge.look({part.quantity.field: part.histogram(tally) for part in judged})
                if watch is not None:
                    watch(tally.plays, judge)
                if plays is None and judge.decided:
                    break
    except KeyboardInterrupt:
        interrupted = True
    except InvalidCounts as error:
        for part in judged:
            judge.invalid(part.quantity.field, str(error))
    return Crosscheck(
        game=game,
        rules=rules,
        against=against,
        experiment=simulator.experiment,
        seed=seed,
        verdicts=judge.verdicts(),
        unjudged=tuple(name for name in simulator.fields if name not in truth),
        tally=tally,
        laws=truth,
        interrupted=interrupted,
        seconds=time.perf_counter() - started,
    )


def _looks(blocks: Iterator[Any]) -> Iterator[Tally]:
    """Yield the tally of every unbroken prefix, each once, in the order of the blocks."""
    prefix = Prefix()
    for block in blocks:
        yield from prefix.add(block)


@dataclass(frozen=True, kw_only=True)
class _Judged:
    """A quantity and where its histogram is: a field, or one value of an enum's field."""

    quantity: Quantity
    field: str
    value: int | None = None
    declared: frozenset[int] = frozenset()

    def histogram(self, tally: Tally) -> Mapping[int, int]:
        counts = tally.histogram(self.field)
        if self.value is None:
            return counts
        if strange := counts.keys() - self.declared:
            raise InvalidCounts(f"{self.field} gave {min(strange)}, none of its declared outcomes")
        return cell(counts, self.value)


def _judged(name: str, law: Law[Any]) -> Iterator[_Judged]:
    """Yield what there is to judge in a field: itself, or each value of an enum."""
    first = next(iter(law))
    if not isinstance(first, enum.Enum):
        yield _Judged(quantity=_number(name, law), field=name)
        return
    values = {member: as_integer(name, member) for member in type(first)}
    for member, value in values.items():
        event = _number(f"{name}={member.name.lower()}", law.map(partial(operator.eq, member)))
        declared = frozenset(values.values())
        yield _Judged(quantity=event, field=name, value=value, declared=declared)


def _number(name: str, law: Law[Any]) -> Quantity:
    """Return the field as a quantity; a law with a tail is judged as min(X, horizon)."""
    horizon = _horizon(name, law) if law.tail else None
    known: Law[int] = law.map(int) if horizon is None else law.capped(horizon)
    return Quantity(
        field=name,
        mean=known.mean(),
        variance=known.variance(),
        low=min(known),
        high=max(known),
        law=known.chances(),
        horizon=horizon,
    )


def _horizon(name: str, law: Law[int]) -> int:
    """Return the smallest h with P(X > h) <= 1e-9."""
    left = Fraction(1)
    for outcome in sorted(law):
        left -= law[outcome]
        if left <= RARE:
            return outcome
    raise BadInput(f"the law of {name} has {float(law.tail):.1e} in its tail; carry it further")


def _margins(
    names: list[str], margin: Fraction | None, margins: Mapping[str, Fraction] | None
) -> dict[str, Fraction]:
    """Return the margins given, by field; the others have their defaults."""
    given = dict(margins or {})
    if unknown := given.keys() - set(names):
        raise UnknownName(f"no field {min(unknown)!r} to give a margin; judged: {', '.join(names)}")
    return {name: margin for name in names if margin is not None} | given


def _game(name: str) -> Any:
    if name in GAMES:
        return GAMES[name]
    raise UnknownName(f"no game {name!r}; there are {', '.join(GAMES)}")
