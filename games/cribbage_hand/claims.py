"""Published counts of cribbage that no hand has."""

from montmort.exact.from_rules import explore
from montmort.exact.law import Law
from montmort.games.cribbage_hand import EXPERIMENTS, Rules
from montmort.verification.claims import Claims, Finding, Standing

crib = Claims(
    game="cribbage-hand",
    source="S. S. Lumetta, Amusing Cribbage Facts, "
    "lumetta.web.engr.illinois.edu/humor/cribbage.html",
)
SOURCES = (crib,)


def _points() -> Law[int]:
    """Return the law of the points of a hand."""
    return explore(EXPERIMENTS["hand"], Rules()).law().field("points")


@crib(
    "impossible",
    "no hand counts 19, 25, 26 or 27, and all other counts up to 29 occur",
    place="the distribution",
    reading="with the starter",
)
def _impossible() -> Finding:
    missing = sorted(set(range(30)) - set(_points()))
    return Finding(
        standing=Standing.of(missing == [19, 25, 26, 27]),
        true=f"the counts {', '.join(map(str, missing))} are missing",
        why="the exact law of the count lists all that occur",
        how="montmort exact cribbage-hand",
        exact={"missing": len(missing)},
    )
