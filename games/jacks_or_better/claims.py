"""The published number of different values of hands of jacks or better."""

from montmort.exact.jacks_or_better import solve
from montmort.games.jacks_or_better import Rules
from montmort.verification.claims import Claims, Finding, Standing

HOLDS = (
    "S. N. Ethier, J. J. Kim and J. Lee, Optimal conditional expectation at the video poker game "
    "Jacks or Better, 2016"
)

draw = Claims(game="jacks-or-better", source=HOLDS)
SOURCES = (draw,)


@draw(
    "values",
    "the best choices of the hands have 1,153 different values",
    place="the values of the hands",
    reading="the mean pay of the best hold, hand by hand",
)
def _values() -> Finding:
    number = len(solve(Rules()).best_values)
    return Finding(
        standing=Standing.of(number == 1153),
        true=f"there are {number:,} different values",
        why="the best choice of every hand was found, and its value is an exact fraction",
        how="montmort claims jacks-or-better",
        exact={"values": number},
    )
