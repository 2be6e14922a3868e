"""Test of the comparison of two simulators: error rates, and plays until differences are found.

    python benchmarks/two_samples.py [--runs 1000] [--looks 60]

prints three tables.  Seeds are fixed, so the output is reproducible.

1   how often two simulators of one law are called INCONSISTENT
2   how often a difference of exactly the margin is called CONSISTENT
3   plays of each until a planted difference is found, beside a chi-square test of a fixed size
"""

import argparse
from collections.abc import Mapping
from fractions import Fraction
from statistics import median

from montmort.verification.verdicts.decision import Decision
from tests.verification.two_samples.replications import PAYOFFS, Law, Pairs, plays_of_chi_square
from tests.verification.verdicts.replications import Rate

LEVEL = 0.05
SIZES = ((100, 100), (30, 90), (1, 1))
SEEDS = 5
MOST = 200  # looks at a planted difference


def moved(law: Law, chance: Fraction, source: int, target: int) -> Law:
    """Return the law with a chance moved from one value to another.

    >>> moved({0: Fraction(1)}, Fraction(1, 4), 0, 9)[9]
    Fraction(1, 4)
    """
    changed = {**law, target: law.get(target, Fraction(0)) + chance}
    return {**changed, source: changed[source] - chance}


DIE, SKEWED, RARE = PAYOFFS["die"], PAYOFFS["skewed"], PAYOFFS["rare"]
PLANTED: Mapping[str, tuple[Law, Law]] = {
    "a die: 6 instead of 1 in one play of 20": (DIE, moved(DIE, Fraction(1, 20), 1, 6)),
    "a die: 6 instead of 1 in one play of 100": (DIE, moved(DIE, Fraction(1, 100), 1, 6)),
    "a die of the right mean: 3, 4 instead of 1, 6 in one play of 50": (
        DIE,
        moved(moved(DIE, Fraction(1, 100), 1, 3), Fraction(1, 100), 6, 4),
    ),
    "a value that never comes, in one play of 1,000": (DIE, moved(DIE, Fraction(1, 1000), 1, 7)),
    "skewed: the jackpot half as often": (SKEWED, moved(SKEWED, Fraction(1, 2000), 250, 0)),
    "rare: 1.5 in 1,000 instead of 1": (RARE, moved(RARE, Fraction(1, 2000), 0, 1)),
}


def error_rates(runs: int, looks: int) -> None:
    """Print figures 1 and 2."""
    print("| law | blocks | INCONSISTENT | 99 % bound | CONSISTENT | 99 % bound |")
    print("|---|---|---|---|---|---|")
    for name, law in PAYOFFS.items():
        values = sorted(law)
        chance = min(law[values[0]], law[values[-1]]) / 2
        away = moved(law, chance, values[0], values[-1])
        for sizes in SIZES:
            null = Pairs(first=law, second=law, sizes=sizes, looks=looks)
            off = Pairs(first=law, second=away, sizes=sizes, looks=looks)
            alarms = Rate(errors=null.alarms(runs, LEVEL), runs=runs)
            passes = Rate(errors=off.passes(runs, LEVEL), runs=runs)
            cells = (
                name, f"{sizes[0]}, {sizes[1]}",
                alarms.errors, f"{alarms.bound:.4f}", passes.errors, f"{passes.bound:.4f}",
            )  # fmt: skip
            print("|", " | ".join(map(str, cells)), "|", flush=True)


def power() -> None:
    """Print figure 3: the median over some seeds, with a look at every 50th of what is needed."""
    print("| difference | plays of each | chi-square, fixed size |")
    print("|---|---|---|")
    for name, (first, second) in PLANTED.items():
        fixed = plays_of_chi_square(Pairs(first=first, second=second))
        block = max(1, fixed // 50)
        pairs = Pairs(first=first, second=second, sizes=(block, block), looks=MOST)
        found = [pairs.plays_until(seed, Decision.INCONSISTENT, None) for seed in range(SEEDS)]
        plays = [block * MOST if each is None else each for each in found]
        print(f"| {name} | {median(plays):,.0f} | {fixed:,} |", flush=True)


def main() -> None:
    """Read the flags and print the tables."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--runs", type=int, default=1000)
    parser.add_argument("--looks", type=int, default=60)
    options = parser.parse_args()
    power()
    error_rates(options.runs, options.looks)


if __name__ == "__main__":
    main()
