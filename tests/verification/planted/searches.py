"""The number of plays after which a planted bug is found.

The judge looks at growing prefixes of a run until a field is at fault or the budget is spent.
"""

import statistics
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np

from montmort.montecarlo.simulator import Simulator
from montmort.montecarlo.tally import Tally
from montmort.verification import Decision
from montmort.verification.registry import GAMES
from montmort.verification.verdicts.judge import Judge
from montmort.verification.verdicts.quantities import Known, histograms_of, quantities_of
from tests.verification.planted.bugs import Bug

FIRST_LOOK = 2**4
MANY_FIELDS = 50  # as many as a deal has, card by card
WRONG = (Decision.INCONSISTENT, Decision.INVALID)


@dataclass(frozen=True, kw_only=True)
class End:
    """The first look at which fields were at fault."""

    plays: int
    fields: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class Search:
    """The searches for a bug, one per seed; None where the budget was spent."""

    bug: Bug
    budget: int
    ends: Sequence[End | None]

    @property
    def hits(self) -> list[End]:
        """The ends of the searches that found the bug, the shortest first."""
        return sorted((end for end in self.ends if end is not None), key=lambda end: end.plays)

    @property
    def found(self) -> bool:
        """Whether the bug was found with every seed."""
        return None not in self.ends

    @property
    def median(self) -> int:
        """The plays that half of the searches needed, if all found it."""
        return int(statistics.median_low(end.plays for end in self.hits))


def search(bug: Bug, seeds: int, share: float = 1) -> Search:
    """Search a bug with several seeds, within a share of its budget."""
    budget = max(FIRST_LOOK, int(bug.budget * share))
    ends = [_searched(bug, seed, budget) for seed in range(1, seeds + 1)]
    return Search(bug=bug, budget=budget, ends=ends)


@cache
def _truth(game: str, rules: object, experiment: str) -> Mapping[str, Known]:
    return GAMES[game].truth(rules, experiment)


def _searched(bug: Bug, seed: int, budget: int) -> End | None:
    simulator = bug.make()
    known = _truth(bug.game, bug.rules, bug.experiment)
    judged = quantities_of({name: known[name] for name in simulator.fields if name in known})
    judge = Judge([part.quantity for part in judged])
    for tally in _prefixes(simulator, seed, budget, 2 if len(judged) > MANY_FIELDS else 1.1):
        judge.look(histograms_of(judged, tally))
        if wrong := [name for name, decision in judge.decisions.items() if decision in WRONG]:
            return End(plays=tally.plays, fields=tuple(wrong))
    return None


def _prefixes(simulator: Simulator, seed: int, budget: int, growth: float) -> Iterator[Tally]:
    """Yield the first 16 plays of a stream, then `growth` times as many, and so on."""
    rng, total, plays = np.random.default_rng(seed), None, FIRST_LOOK
    while total is None or total.plays < budget:
        new = min(plays, budget) - (0 if total is None else total.plays)
        part = Tally(experiment=simulator.identity, plays=new, histograms=simulator.count(rng, new))
        total = part if total is None else total + part
        yield total
        plays = int(plays * growth)
