"""The published chance of the first player at Pig, between two proved bounds."""

from fractions import Fraction

from montmort.exact.formatting import decimals, places_apart
from montmort.games.pig import RULEBOOK
from montmort.verification.claims import Claims, Finding, Stated
from montmort.verification.findings import usual_optimal_play

pig = Claims(game="pig", source="Neller and Presser, Optimal play of the dice game Pig, 2004")
SOURCES = (pig,)


@pig(
    "value",
    "the first player wins Pig to 100 with probability 0.5306",
    place="section 'Solving Pig'",
    reading="both players play at best",
)
def _pig() -> Finding:
    """Compare both bounds: the fraction would be too long."""
    best, stated = usual_optimal_play(RULEBOOK).found, Stated.rounds_to(Fraction("0.5306"), 4)
    assert best.enclosure is not None
    low, high = best.enclosure
    places = places_apart(low, high)
    return Finding(
        standing=stated.standing(low, high),
        true="the first player's chance lies between "
        f"{decimals(low, places)} and {decimals(high, places)}",
        why=f"both ends are proved; the claim is {stated}",
        how="montmort exact pig",
        exact={"low": low, "high": high},
    )
