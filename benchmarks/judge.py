"""Test of the verdicts: how often they are wrong, and how many plays find planted bugs.

    python benchmarks/judge.py [--runs 10000] [--looks 300] [--seeds 5] [--share 1] [--figures 1 2]

prints the tables of docs/error_rates.md.  Seeds are fixed, so the output is reproducible.

1   how often a correct simulator is called INCONSISTENT
2   how often a claim that is off by exactly delta is called CONSISTENT
3   how often an interval misses the mean at any look
4   plays until each planted bug is found, and those not found within their budget
5   the mean of each e-value under its hypothesis, in fractions
6   how often true simulators are called INCONSISTENT when the order of their plays is judged too
7   how often two simulators of one law are
8   how often true simulators are whose picks are replayed, with all of figure 6
"""

import argparse
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial

from tests.verification.dependence.ordered_runs import (
    Ordered,
    true_simulators,
    true_simulators_with_picks,
)
from tests.verification.dependence.ordered_runs import false_alarms as alarms_in_order
from tests.verification.planted.bugs import BUGS, MILLION, SHUFFLES
from tests.verification.planted.searches import Search, search
from tests.verification.shuffles.buggy_shuffles import DESCRIPTIONS, MADE
from tests.verification.two_samples.true_pairs import false_alarms_of_pairs as alarms_of_pairs
from tests.verification.two_samples.true_pairs import judge_of as judge_of_pairs
from tests.verification.verdicts.rational_evidence import means_under
from tests.verification.verdicts.replications import (
    PAYOFFS,
    Figure,
    Rate,
    Replications,
    false_alarms,
    false_passes,
    missed,
    missed_by_a_bound,
    rates,
    t_tests_fired,
)

REJECT = ACCEPT = (0.05, 0.01)
INTERVAL = (0.05, 0.001)
IDENTITY_PLAYS = (1, 2, 5, 8)
BLOCKS, PER_BLOCK = 10, 200  # of a run in figures 6 to 8
DIE = {face: Fraction(1, 6) for face in range(1, 7)}

Row = Sequence[object]
Table = tuple[str, Row, Iterator[Row]]
Judged = Callable[[Ordered], int]
Alarms = Callable[..., Mapping[float, int]]


def table(header: Row, rows: Iterator[Row]) -> Iterator[str]:
    """Yield the lines of a markdown table."""
    yield "| " + " | ".join(map(str, header)) + " |"
    yield "|" + " --- |" * len(header)
    for row in rows:
        yield "| " + " | ".join(map(str, row)) + " |"


# Figures 1 to 3: how often verdicts are wrong


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
        figures[f"3 {level} +"] = partial(missed_by_a_bound, level=level, sign=1)
        figures[f"3 {level} -"] = partial(missed_by_a_bound, level=level, sign=-1)
    return {
        payoff: rates(Replications(law=law, runs=runs, looks=looks), figures)
        for payoff, law in PAYOFFS.items()
    }


def below(rate: Rate, level: float) -> str:
    """Return the bound with a comparison to the level."""
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
            naive = of[f"t {level}"]
            found_of = [covering(of[f"3 {level}{kind}"], level) for kind in ("", " +", " -")]
            yield payoff, f"{1 - level:.1%}", *found_of, f"{1 - naive.errors / naive.runs:.1%}"


def covering(rate: Rate, level: float) -> str:
    """Return the lower 99 % bound of the coverage with a comparison to the level."""
    holds = ">=" if rate.bound <= level else "NOT >="
    return f"{rate.errors}; {1 - rate.bound:.5f} {holds} {1 - level}"


def payoffs_table(looks: int) -> Iterator[Row]:
    """Yield the definitions of the payoffs."""
    for name, law in PAYOFFS.items():
        asked = Replications(law=law, runs=1, looks=looks)
        chances = ", ".join(f"{value}: {chance}" for value, chance in law.items())
        yield name, chances, asked.block, f"{float(asked.delta):.5f}"


# Figure 4: planted bugs


def found_table(searches: Sequence[Search]) -> Iterator[Row]:
    """Yield the bugs found with every seed."""
    for each in searches:
        if each.bug.planted and each.found:
            most, fields = each.hits[-1].plays, each.hits[0].fields
            by = ", ".join(fields[:3]) + (", …" if len(fields) > 3 else "")
            yield each.bug.game, each.bug.description, f"{each.median:,}", f"{most:,}", by


def missed_table(searches: Sequence[Search]) -> Iterator[Row]:
    """Yield the bugs not found with every seed."""
    for each in searches:
        if each.bug.planted and not each.found:
            hits = f"{len(each.hits)} of {len(each.ends)}"
            yield each.bug.game, each.bug.description, f"{each.budget:,}", hits


def alarms_of_none(searches: Sequence[Search]) -> Iterator[Row]:
    """Yield the same code without a bug."""
    for each in searches:
        if not each.bug.planted:
            yield each.bug.game, each.bug.description, f"{each.budget:,}", len(each.hits)


def shuffles_table(seeds: int, share: float) -> Iterator[Row]:
    """Yield the number of plays until a faulty shuffle is found, from the cards and from games."""
    for shuffle in DESCRIPTIONS.values():
        found = [search(SHUFFLES[view, shuffle], seeds, share) for view in MADE]
        yield shuffle, *map(in_short, found)


def in_short(each: Search) -> str:
    """Return the median number of plays, or how often the bug was found."""
    if each.found:
        return f"{each.median:,}"
    return f"{len(each.hits)} of {len(each.ends)}" if each.hits else "-"


# Figure 5: the identity


def identity_table() -> Iterator[Row]:
    """Yield the exact means of the e-values for each law, in the order of the plays."""
    for name, law in (PAYOFFS | {"die": DIE}).items():
        means = [means_under(law, plays).values() for plays in IDENTITY_PLAYS]
        yield name, *(", ".join(map(str, column)) for column in zip(*means, strict=True))


# Figures 6 to 8: plays in their order, two simulators, picks


def true_table(
    simulators: Sequence[Ordered], judged: Judged, alarms: Alarms, runs: int
) -> Iterator[Row]:
    """Yield the alarms of true simulators, each with its share of the runs, and of all."""
    share = -(-runs // len(simulators))
    total = dict.fromkeys(REJECT, 0)
    for each in simulators:
        found = alarms(each, share, number=BLOCKS, plays=PER_BLOCK, levels=REJECT)
        for level in REJECT:
            total[level] += found[level]
        yield each.name, judged(each), f"{share:,}", *(found[level] for level in REJECT), ""
    rates = [Rate(errors=total[level], runs=share * len(simulators)) for level in REJECT]
    bounds = "; ".join(below(rate, level) for rate, level in zip(rates, REJECT, strict=True))
    yield "all", "", f"{rates[0].runs:,}", *(rate.errors for rate in rates), bounds


def true_tables(chosen: argparse.Namespace) -> Iterator[Table]:
    """Yield the tables of true simulators."""
    looks = f"{BLOCKS} looks, one after every {PER_BLOCK} plays"
    header = ("simulator", "judged", "runs", *(f"at {level}" for level in REJECT), "99 % bounds")
    if 6 in chosen.figures:
        rows = true_table(true_simulators(), number_in_order, alarms_in_order, chosen.runs)
        yield f"6. Plays in order, {looks}", header, rows
    if 7 in chosen.figures:
        rows = true_table(true_simulators(), number_of_pairs, alarms_of_pairs, chosen.runs)
        yield f"7. Two simulators of one law, {looks} of each", header, rows
    if 8 in chosen.figures:
        simulators = true_simulators_with_picks()
        rows = true_table(simulators, number_in_order, alarms_in_order, chosen.runs)
        yield f"8. Plays in order with their picks, {looks}", header, rows


def number_in_order(simulator: Ordered) -> int:
    """Return the number of quantities that are judged."""
    return len(simulator.judged)


def number_of_pairs(simulator: Ordered) -> int:
    """Return the number of quantities in which two simulators are compared."""
    return len(judge_of_pairs(simulator, REJECT[0], has_ranges=False).decisions)


def main() -> None:
    """Print the requested tables."""
    parser = argparse.ArgumentParser(
        description="How often verdicts are wrong, and what they find."
    )
    parser.add_argument("--runs", type=int, default=10_000, help="runs of each payoff")
    parser.add_argument("--looks", type=int, default=300, help="looks of each run")
    parser.add_argument("--seeds", type=int, default=5, help="searches for each planted bug")
    parser.add_argument("--share", type=float, default=1, help="of the budget of each bug")
    parser.add_argument("--figures", type=int, nargs="+", default=[1, 2, 3, 4, 5, 6, 7, 8])
    chosen = parser.parse_args()
    for title, header, rows in tables(chosen):
        print(f"\n**{title}**\n")
        for line in table(header, rows):
            print(line, flush=True)


def tables(chosen: argparse.Namespace) -> Iterator[Table]:
    """Yield the title, header and rows of every requested table."""
    if {1, 2, 3} & {*chosen.figures}:
        found = error_rates(chosen.runs, chosen.looks)
        size = f"{chosen.runs:,} runs of {chosen.looks} looks each"
        yield (
            f"The payoffs; {size}",
            ("payoff", "outcomes and chances", "plays between looks", "delta"),
            payoffs_table(chosen.looks),
        )
        yield (
            "1. A correct simulator is called INCONSISTENT",
            ("payoff", "alpha_R", "runs", "99 % bound of the rate", "a t-test at every look"),
            alarms_table(found),
        )
        yield (
            "2. A claim off by exactly delta is called CONSISTENT",
            ("payoff", "claimed", "alpha_A", "runs", "99 % bound of the rate"),
            passes_table(found),
        )
        yield (
            "3. Runs in which an interval or a bound ever misses the mean; coverage at least",
            ("payoff", "level", "interval", "lower bound", "upper bound", "the t-interval covers"),
            misses_table(found),
        )
    if 4 in chosen.figures:
        yield from searched(chosen.seeds, chosen.share)
    if 5 in chosen.figures:
        plays = ", ".join(map(str, IDENTITY_PLAYS))
        header = ("law", "all chances", "E+", "E-", "E of the law", "the judge's")
        yield f"5. Means under the hypothesis after {plays} plays", header, identity_table()
    yield from true_tables(chosen)


def searched(seeds: int, share: float) -> Iterator[Table]:
    """Yield the tables of figure 4."""
    searches = [search(bug, seeds, share) for bug in BUGS.values()]
    yield (
        f"4. Plays until a planted bug is found with {seeds} seeds",
        ("game", "planted", "median", "most", "found in"),
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
    budget = int(MILLION * share)
    yield (
        f"Shuffles: deals or games until found, medians; - not in {budget:,}",
        ("shuffle", "the cards dealt", "games of Treize", "deals of War", "Liars' Poker, 10 cards"),
        shuffles_table(seeds, share),
    )


if __name__ == "__main__":
    main()
