"""How often are true simulators called INCONSISTENT when all that can be judged is judged?

A run is some blocks of plays in their order.  The judge looks after every block: at the fields
with known laws, at the dependence of the plays, at stretches that come again and at blocks of
equal counts; of plays with their picks also at the rules and at the picks as chance.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from montmort.exact.law import Law
from montmort.games import craps, treize
from montmort.games.chance import RecordedChance
from montmort.games.experiment import Experiment
from montmort.montecarlo.external.outcome_parser import Derived, Fields, Plays, counted
from montmort.montecarlo.outcomes import as_integer
from montmort.montecarlo.simulator import Simulator
from montmort.montecarlo.tally import Tally
from montmort.verification import Decision
from montmort.verification.dependence.successive_plays import (
    EQUAL_BLOCKS,
    STRETCHES,
    Dependence,
    dependence_laws,
    dependence_of,
    repetitions_of,
)
from montmort.verification.own_simulators.replays import PICKS, Replays, chance_laws
from montmort.verification.registry import GAMES
from montmort.verification.verdicts.decision import Levels
from montmort.verification.verdicts.judge import Judge
from montmort.verification.verdicts.quantities import (
    JudgedQuantity,
    Known,
    histograms_of,
    quantities_of,
)

Rng = np.random.Generator
Rows = npt.NDArray[np.int64]
WRONG = Decision.INCONSISTENT, Decision.INVALID


@dataclass(frozen=True, kw_only=True)
class Ordered:
    """A simulator of plays in order: `record(rng, plays)` gives rows of `fields`."""

    name: str
    fields: tuple[str, ...]
    record: Callable[[Rng, int], Rows]
    laws: Mapping[str, Known]

    @classmethod
    def of_game(cls, game: str, experiment: str | None = None, rules: Any = None) -> "Ordered":
        """Return montmort's own simulator of a game."""
        entry = GAMES[game]
        rules = entry.rulebook.usual if rules is None else rules
        name = entry.rulebook.first_experiment if experiment is None else experiment
        return cls.of(entry.simulator(rules, name), entry.truth(rules, name))

    @classmethod
    def of(cls, simulator: Simulator, laws: Mapping[str, Known]) -> "Ordered":
        """Return a simulator with these laws."""
        words = f"{simulator.game} {simulator.experiment}"
        return cls(name=words, fields=simulator.fields, record=simulator.record, laws=laws)

    @classmethod
    def of_law(cls, name: str, law: Law[int]) -> "Ordered":
        """Return independent draws from a law of integers."""
        values, chances = [*law], [float(chance) for chance in law.chances().values()]

        def record(rng: Rng, plays: int) -> Rows:
            return rng.choice(values, size=(plays, 1), p=chances)

        return cls(name=name, fields=("value",), record=record, laws={"value": law})

    @cached_property
    def dependence(self) -> Dependence:
        """What is counted of plays in their order."""
        found = dependence_of(self.laws, self.fields)
        assert found is not None
        return found

    @cached_property
    def judged(self) -> list[JudgedQuantity]:
        """All quantities."""
        known = {name: law for name, law in self.laws.items() if name in self.fields}
        names = {*self.dependence.names, EQUAL_BLOCKS}
        return quantities_of(known | {n: law for n, law in dependence_laws().items() if n in names})

    def blocks(self, rng: Rng, number: int, plays: int) -> Iterator[Tally]:
        """Yield the tallies of blocks, played one after the other."""
        rows = self.record(rng, number * plays).tolist()
        for block in range(number):
            part = list(map(tuple, rows[block * plays : (block + 1) * plays]))
            seed = str(rng.integers(2**31))
            yield self.tally(Plays(names=self.fields, rows=part, seed=seed))

    def tally(self, made: Plays, *derived: Derived) -> Tally:
        """Return the tally of a block, with what is derived from its plays."""
        counts = counted(made, [self.dependence, *derived])
        return Tally(experiment="c0", plays=len(made.rows), histograms=counts)

    def is_wrong(self, rng: Rng, level: float, *, number: int, plays: int) -> bool:
        """Return whether a run is called INCONSISTENT or INVALID at some look."""
        judge = Judge([part.quantity for part in self.judged], levels=Levels(reject=level))
        kinds = [
            repetitions_of([*self.fields, name], self.laws)
            for name in (STRETCHES, EQUAL_BLOCKS)
            if name != STRETCHES or self.dependence.window is not None
        ]
        total: Tally | None = None
        for tally in self.blocks(rng, number, plays):
            bare = tally
            for each in kinds:
                assert each is not None
                each.take(tally)
                bare = each.bare(bare)
            total = bare if total is None else total + bare
            judge.look(histograms_of(self.judged, total))
            for each in kinds:
                assert each is not None
                judge.weigh(each.name, each.log_e, each.found)
        return any(decision in WRONG for decision in judge.decisions.values())


@dataclass(frozen=True, kw_only=True)
class WithPicks(Ordered):
    """The reference rules of a game without players, whose plays are replayed from their picks."""

    experiment: Experiment[Any, Any, Any]
    rules: Any

    @classmethod
    def of_reference_rules(cls, game: str, rules: Any, experiment: str) -> "WithPicks":
        """Return the plays of an experiment."""
        entry = GAMES[game]
        played = entry.rulebook.experiment(experiment)
        return cls(
            name=f"{game} {experiment}, with picks",
            fields=played.fields,
            record=lambda _rng, _plays: np.empty((0, 0), dtype=np.int64),
            laws=entry.truth(rules, experiment),
            experiment=played,
            rules=rules,
        )

    @cached_property
    def judged(self) -> list[JudgedQuantity]:
        """All quantities, with those of the picks."""
        return [*Ordered.judged.func(self), *quantities_of(chance_laws())]

    def blocks(self, rng: Rng, number: int, plays: int) -> Iterator[Tally]:
        """Yield the tallies of blocks, played one after the other."""
        replays = Replays(self.experiment, self.rules, Fields.of(self.experiment.outcome))
        for _ in range(number):
            rows, texts = [], []
            for _ in range(plays):
                chance = RecordedChance(rng)
                outcome = self.experiment.play(self.rules, chance)
                rows.append(tuple(map(as_integer, self.fields, outcome)))
                texts.append(" ".join(map(str, chance.picks)))
            seed = str(rng.integers(2**31))
            made = Plays(names=self.fields, rows=rows, texts={PICKS: texts}, seed=seed)
            yield self.tally(made, replays)


DIE = Law(weights=dict.fromkeys(range(1, 7), 1))
COIN = Law(weights={0: 1, 1: 1})
RARE = Law(weights={0: 99, 1: 1})


def true_simulators() -> list[Ordered]:
    """Return independent plays: of laws, of kernels and of compiled rules."""
    return [
        Ordered.of_law("a die", DIE),
        Ordered.of_law("a coin", COIN),
        Ordered.of_law("one in a hundred", RARE),
        Ordered.of_game("treize"),
        Ordered.of_game("war", "deal"),
        Ordered.of_game("craps"),
        Ordered.of_game("penney"),
    ]


def true_simulators_with_picks() -> list[Ordered]:
    """Return small games, which are quickly replayed."""
    return [
        WithPicks.of_reference_rules("treize", treize.Rules(ranks=3, suits=1), "game"),
        WithPicks.of_reference_rules("craps", craps.Rules(), "pass"),
    ]


def false_alarms(
    ordered: Ordered, runs: int, *, number: int, plays: int, levels: tuple[float, ...]
) -> dict[float, int]:
    """Return how many runs are wrong at each level; a lower one is judged where a higher was."""
    alarms = dict.fromkeys(levels, 0)
    for run in range(runs):
        for level in sorted(levels, reverse=True):
            rng = np.random.Generator(np.random.SFC64([1713, run]))
            if not ordered.is_wrong(rng, level, number=number, plays=plays):
                break
            alarms[level] += 1
    return alarms
