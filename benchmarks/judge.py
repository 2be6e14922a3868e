"""The judge judged: how often it errs, and after how many plays it finds planted bugs.

    python benchmarks/judge.py [--runs 10000] [--looks 300] [--seeds 5] [--share 1] [--figures 1 2]

prints the tables of docs/verification.md; seeds are fixed, so every machine prints the same.

1   how often a right simulator is called INCONSISTENT
2   how often a claim that is off by exactly delta is called CONSISTENT
3   how often an interval misses the mean at some look
4   plays until each planted bug is found, and those not found within their budget
5   the mean of each e-value under its hypothesis, in fractions
"""

import argparse
import statistics
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial

from tests.verification.planted_bugs import BUGS, Bug
from tests.verification.rational_evidence import means_under
from tests.verification.replications import (
    PAYOFFS,
    Figure,
    Rate,
    Replications,
    false_alarms,
    false_passes,
    missed,
    rates,
    t_tests_fired,
)
from verification import Decision, crosscheck
from verification.quantities import Known
from verification.registry import GAMES
from verification.verdict import Judge

REJECT = ACCEPT = (0.05, 0.01)
INTERVAL = (0.05, 0.001)
EASY, EASY_BLOCK, LOOKS_AT_BUGS = 2**14, 2**7, 500
IDENTITY_PLAYS = (1, 2, 5, 8)
WRONG = (Decision.INCONSISTENT, Decision.INVALID)

Row = Sequence[object]


def table(header: Row, rows: Iterator[Row]) -> Iterator[str]:
    """Yield the lines of a markdown table."""
    yield "| " + " | ".join(map(str, header)) + " |"
    yield "|" + " --- |" * len(header)
    for row in rows:
        yield "| " + " | ".join(map(str, row)) + " |"


# Figures 1 to 3: how often the judge errs


def error_rates(runs: int, looks: int) -> dict[str, dict[str, Rate]]:
    """Return {payoff: {figure at level: rate}}."""
    figures: dict[str, Figure] = {}
    for level in sorted({*REJECT, *ACCEPT, *INTERVAL}):
        figures[f"t {level}"] = partial(t_tests_fired, level=level)
    for level in REJECT:
        figures[f"1 {level}"] = partial(false_alarms, level=level)
    for level in ACCEPT:
        figures[f"2 {level} +"] = partial(false_passes, level=level, sign=1)
        figures[f"2 {level} -"] = partial(false_passes, level=level, sign=-1)
    for level in INTERVAL:
        figures[f"3 {level}"] = partial(missed, level=level)
    return {
        payoff: rates(Replications(law=law, runs=runs, looks=looks), figures)
        for payoff, law in PAYOFFS.items()
    }


def below(rate: Rate, level: float) -> str:
    """Return the bound, and whether it is below the level."""
    return f"{rate.bound:.5f} {'<' if rate.bound < level else 'NOT <'} {level}"


def alarms_table(found: Mapping[str, Mapping[str, Rate]]) -> Iterator[Row]:
    """Yield the rows of figure 1."""
    for payoff, of in found.items():
        for level in REJECT:
            rate, naive = of[f"1 {level}"], of[f"t {level}"]
            yield payoff, level, rate.errors, below(rate, level), f"{naive.errors / naive.runs:.1%}"


def passes_table(found: Mapping[str, Mapping[str, Rate]]) -> Iterator[Row]:
    """Yield the rows of figure 2."""
    for payoff, of in found.items():
        for level in ACCEPT:
            for sign, claim in (("+", "m + delta"), ("-", "m - delta")):
                rate = of[f"2 {level} {sign}"]
                yield payoff, claim, level, rate.errors, below(rate, level)


def misses_table(found: Mapping[str, Mapping[str, Rate]]) -> Iterator[Row]:
    """Yield the rows of figure 3."""
    for payoff, of in found.items():
        for level in INTERVAL:
            rate, naive = of[f"3 {level}"], of[f"t {level}"]
            covered = (
                f"{1 - rate.bound:.5f} {'>=' if rate.bound <= level else 'NOT >='} {1 - level}"
            )
            yield (
                payoff,
                f"{1 - level:.1%}",
                rate.errors,
                covered,
                f"{naive.errors / naive.runs:.1%}",
            )


def payoffs_table(looks: int) -> Iterator[Row]:
    """Yield what the payoffs are."""
    for name, law in PAYOFFS.items():
        asked = Replications(law=law, runs=1, looks=looks)
        told = ", ".join(f"{value}: {chance}" for value, chance in law.items())
        yield name, told, asked.block, f"{float(asked.delta):.5f}"


# Figure 4: planted bugs


class Found(Exception):
    """A field is at fault: how many plays it took."""

    def __init__(self, plays: int, fields: Sequence[str]) -> None:
        self.plays, self.fields = plays, fields


@dataclass(frozen=True, kw_only=True)
class Search:
    """How a bug was looked for with several seeds: the plays it took, None if not found.

    First in small blocks, as most are soon found; then anew in blocks of a 500th of the budget.
    """

    bug: Bug
    budget: int
    plays: Sequence[int | None]
    fields: Sequence[str]

    @property
    def found(self) -> bool:
        """Whether it was found with every seed."""
        return None not in self.plays

    @property
    def hits(self) -> list[int]:
        """Plays of the searches that found it, in order."""
        return sorted(plays for plays in self.plays if plays is not None)


@cache
def truth_of(game: str, rules: object, experiment: str) -> Mapping[str, Known]:
    """Return what is known exactly of an experiment of the house."""
    return GAMES[game].truth(rules, experiment)


def watch(plays: int, judge: Judge) -> None:
    """Stop at the first look at which a field is at fault."""
    if wrong := [name for name, decision in judge.decisions.items() if decision in WRONG]:
        raise Found(plays, wrong)


def search(bug: Bug, seeds: int, share: float) -> Search:
    """Look for a bug with several seeds."""
    budget = max(EASY, int(bug.budget * share))
    ends = [ended(bug, seed, EASY, EASY_BLOCK) for seed in range(1, seeds + 1)]
    for seed, end in enumerate(ends, start=1):
        if end is None:
            ends[seed - 1] = ended(bug, seed, budget, budget // LOOKS_AT_BUGS)
    fields = next((end.fields for end in ends if end is not None), ())
    plays = [None if end is None else end.plays for end in ends]
    return Search(bug=bug, budget=budget, plays=plays, fields=fields)


def ended(bug: Bug, seed: int, plays: int, block: int) -> Found | None:
    """Return where a run with a look after every block found a field at fault."""
    simulator = replace(bug.make(), plays_per_block=block)
    known = truth_of(bug.game, bug.rules, bug.experiment)
    exact = {name: known[name] for name in simulator.fields if name in known}
    try:
        crosscheck(rules=bug.rules, exact=exact, simulator=simulator, plays=plays,
                   seed=seed, workers=1, watch=watch)  # fmt: skip
    except Found as found:
        return found
    return None


def found_table(searches: Sequence[Search]) -> Iterator[Row]:
    """Yield the bugs found with every seed, game by game."""
    for each in searches:
        if each.bug.planted and each.found:
            least, *_, most = each.hits if len(each.hits) > 1 else each.hits * 2
            median = int(statistics.median(each.hits))
            by = ", ".join(each.fields[:3]) + (", …" if len(each.fields) > 3 else "")
            yield each.bug.game, each.bug.told, f"{median:,}", f"{least:,} … {most:,}", by


def missed_table(searches: Sequence[Search]) -> Iterator[Row]:
    """Yield the bugs not found with every seed."""
    for each in searches:
        if each.bug.planted and not each.found:
            hits = f"{len(each.hits)} of {len(each.plays)}"
            yield each.bug.game, each.bug.told, f"{each.budget:,}", hits


def alarms_of_none(searches: Sequence[Search]) -> Iterator[Row]:
    """Yield the same code without a bug."""
    for each in searches:
        if not each.bug.planted:
            yield each.bug.game, each.bug.told, f"{each.budget:,}", len(each.hits)


# Figure 5: the identity


def identity_table() -> Iterator[Row]:
    """Yield the means of the e-values, exactly."""
    for name, law in PAYOFFS.items():
        for plays in IDENTITY_PLAYS:
            yield name, plays, *means_under(law, plays).values()


def main() -> None:
    """Print the tables asked for."""
    parser = argparse.ArgumentParser(description="How often the judge errs, and what it finds.")
    parser.add_argument("--runs", type=int, default=10_000, help="runs of each payoff")
    parser.add_argument("--looks", type=int, default=300, help="looks of each run")
    parser.add_argument("--seeds", type=int, default=5, help="searches for each planted bug")
    parser.add_argument("--share", type=float, default=1, help="of the budget of each bug")
    parser.add_argument("--figures", type=int, nargs="+", default=[1, 2, 3, 4, 5])
    chosen = parser.parse_args()
    for title, header, rows in sheets(chosen):
        print(f"\n**{title}**\n")
        print(*table(header, rows), sep="\n")


Sheet = tuple[str, Row, Iterator[Row]]


def sheets(chosen: argparse.Namespace) -> Iterator[Sheet]:
    """Yield the title, header and rows of every table asked for."""
    if {1, 2, 3} & {*chosen.figures}:
        found = error_rates(chosen.runs, chosen.looks)
        size = f"{chosen.runs:,} runs of {chosen.looks} looks each"
        yield (
            f"The payoffs; {size}",
            ("payoff", "outcomes and chances", "plays between looks", "delta"),
            payoffs_table(chosen.looks),
        )
        yield (
            "1. A right simulator is called INCONSISTENT",
            ("payoff", "alpha_R", "runs", "99 % bound of the rate", "a t-test at every look"),
            alarms_table(found),
        )
        yield (
            "2. A claim off by exactly delta is called CONSISTENT",
            ("payoff", "claimed", "alpha_A", "runs", "99 % bound of the rate"),
            passes_table(found),
        )
        yield (
            "3. The interval misses the mean at some look",
            ("payoff", "interval", "runs", "coverage at least", "the t-interval misses"),
            misses_table(found),
        )
    if 4 in chosen.figures:
        yield from searched(chosen.seeds, chosen.share)
    if 5 in chosen.figures:
        header = ("law", "plays", "all chances", "E+", "E-", "E of the law", "the judge's")
        yield "5. Means under the hypothesis, in fractions", header, identity_table()


def searched(seeds: int, share: float) -> Iterator[Sheet]:
    """Yield the tables of figure 4."""
    searches = [search(bug, seeds, share) for bug in BUGS.values()]
    yield (
        f"4. Plays until a planted bug is found, medians of {seeds} seeds",
        ("game", "planted", "plays", "least … most", "found in"),
        found_table(searches),
    )
    yield (
        "Not found with every seed",
        ("game", "planted", "budget", "found with"),
        missed_table(searches),
    )
    yield (
        "The same code without a bug",
        ("game", "code", "plays", "false alarms"),
        alarms_of_none(searches),
    )


if __name__ == "__main__":
    main()
