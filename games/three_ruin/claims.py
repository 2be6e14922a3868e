"""A published formula for the rounds of the ruin of three players."""

from fractions import Fraction
from itertools import combinations_with_replacement

from montmort.exact.from_rules import explore
from montmort.games.three_ruin import EXPERIMENTS, Rules
from montmort.verification.claims import Claims, Finding, Standing

TOWERS = "Markov chain solution to the 3-tower problem, doi:10.1007/978-3-319-24315-3_12"
MOST_COUNTERS = 4  # of a player, where the formula is compared with the walk

towers = Claims(game="three-ruin", source=TOWERS)
SOURCES = (towers,)


@towers(
    "rounds",
    "with a, b and c counters the first ruin comes after 3abc/(a + b + c) rounds on average",
    place="equation (2)",
    reading=f"decided for all counters up to {MOST_COUNTERS}",
)
def _rounds() -> Finding:
    """Compare the formula with the exact mean of all these counters."""
    different = []
    sizes = range(1, MOST_COUNTERS + 1)
    for counters in combinations_with_replacement(sizes, 3):
        a, b, c = counters
        mean = explore(EXPERIMENTS["game"], Rules(counters=counters)).expected("rounds")
        if mean != Fraction(3 * a * b * c, a + b + c):
            different.append(counters)
    return Finding(
        standing=Standing.of(not different),
        true=f"the formula fails for {different or 'none'} of these counters",
        why="the exact mean of each was compared; a round lowers the mean of abc by (a + b + c)/3",
        how="montmort exact three-ruin",
        exact={"counters": len(different)},
    )
