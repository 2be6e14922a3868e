"""Published values of the small games of chance that no number of `montmort exact` gives."""

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from functools import partial
from itertools import combinations_with_replacement
from typing import Any

from montmort.exact.from_rules import explore
from montmort.games import craps, risk, three_ruin
from montmort.verification.claims import Claims, Finding, Standing, Stated
from montmort.verification.shelf.finding import found

SHOOTER = (
    "S. N. Ethier and F. M. Hoppe, A world record in Atlantic City and the length of the shooter's "
    "hand at craps, Mathematical Intelligencer 32, 2010"
)
TOWERS = "Markov chain solution to the 3-tower problem, doi:10.1007/978-3-319-24315-3_12"

dont = Claims(game="craps", source="Craps Don't Pass Bet and Strategy, lildaveslife.com, 2017")
shooter = Claims(game="craps", source=SHOOTER)
armies = Claims(
    game="risk", source="J. A. Osborne, Markov chains for the RISK board game revisited, 2003"
)
odds = Claims(game="risk", source="jtagg.net, RISK Statistics")
towers = Claims(game="three-ruin", source=TOWERS)


SOURCES = (dont, shooter, armies, odds, towers)


def _walk(game: Any, experiment: str, rules: Any) -> Any:
    return explore(game.EXPERIMENTS[experiment], rules)


@dont(
    "dont-pass",
    "the house edge of don't pass is 3/220 of the bet",
    place="the yellow area",
    reading="of 1980 bets 949 win, 976 lose and 55 are returned; these count as bets",
    is_implied=True,
)
def _dont_pass() -> Finding:
    law = _walk(craps, "pass", craps.Rules(bet="dont-pass")).last_law("win")
    exact = Stated(Fraction(3, 220), Fraction(3, 220))
    edge = law[craps.Win.LOSS] - law[craps.Win.WIN]
    return found("craps", "the edge", edge, exact, flags=" --bet dont-pass --par")


def _record(low: str, high: str) -> Callable[[], Finding]:
    """Return what decides in how many hands one has 154 throws or more."""

    def find() -> Finding:
        law = _walk(craps, "hand", craps.Rules()).field_law("rolls", 153)
        stated = Stated(Fraction(low) * 10**9, Fraction(high) * 10**9)
        hands = 1 / law.tail
        what = "the number of hands for one"
        return found("craps", what, hands, stated, flags=" --experiment hand")

    return find


for _name, _words, _low, _high in (
    ("record", "5.6 billion", "5.55", "5.65"),
    ("record-at-first", "3.5 billion", "3.45", "3.55"),
    ("record-in-the-press", "1.56 trillion", "1555", "1565"),
):
    shooter(
        _name,
        f"a hand of 154 throws or more happens once in {_words} hands",
        place="introduction",
        reading="the digits that are given are rounded",
    )(_record(_low, _high))


def _lost(attackers: int, defenders: int, lost: int, stated: Stated) -> Finding:
    """Decide how often the defender loses so many armies in one throw."""
    walk = _walk(risk, "battle", risk.Rules(attackers=attackers, defenders=defenders))
    compared = min(2, attackers - 1, defenders)
    after = (attackers - compared + lost, defenders - lost)
    law = walk.steps[risk.Armies(attackers, defenders)]
    reached = law.map(lambda move: _armies(move[0], move[1]))
    return replace(found("risk", "the chance", reached[after], stated), how="montmort claims risk")


def _armies(after: risk.Armies | None, gain: risk.Battle) -> tuple[int, int]:
    """Return the armies of both sides after a throw."""
    if after is not None:
        return after.attackers, after.defenders
    return (gain.left, 0) if gain.attacker_wins else (1, gain.left)


for _name, _words, _two, _ways in (
    ("both", "the defender loses two armies", 2, 2890),
    ("one", "each loses one army", 1, 2611),
    ("none", "the attacker loses two armies", 0, 2275),
):
    armies(
        _name,
        f"with 3 dice against 2 {_words} in {_ways} of 7776 throws",
        place="the transition probabilities",
        reading="ties cost the attacker an army",
    )(partial(_lost, 4, 2, _two, Stated(Fraction(_ways, 7776), Fraction(_ways, 7776))))


for _thrown, _answered, _lost_armies, _percent in (
    (3, 1, 1, 66),
    (2, 2, 2, 23),
    (2, 2, 1, 32),
    (2, 1, 1, 58),
    (1, 2, 1, 25),
    (1, 1, 1, 42),
):
    odds(
        f"{_thrown}-{_answered}-{_lost_armies}",
        f"with {_thrown} {'die' if _thrown == 1 else 'dice'} against {_answered} the defender "
        f"loses {('one army', 'two armies')[_lost_armies - 1]} in {_percent} % of the throws",
        place="a single round",
        reading="to the nearest percent",
    )(
        partial(
            _lost,
            _thrown + 1,
            _answered,
            _lost_armies,
            Stated.rounds_to(Fraction(_percent, 100), 2),
        )
    )


MOST_COUNTERS = 4  # of a player, where the formula is compared with the walk


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
        mean = _walk(three_ruin, "game", three_ruin.Rules(counters=counters)).expected("rounds")
        if mean != Fraction(3 * a * b * c, a + b + c):
            different.append(counters)
    return Finding(
        standing=Standing.of(not different),
        true=f"the formula fails for {different or 'none'} of these counters",
        why="the exact mean of each was compared; a round lowers the mean of abc by (a + b + c)/3",
        how="montmort exact three-ruin",
        exact={"counters": len(different)},
    )
