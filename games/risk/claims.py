"""Published chances of single throws of Risk."""

from dataclasses import replace
from fractions import Fraction
from functools import partial

from montmort.exact.from_rules import explore
from montmort.games.risk import EXPERIMENTS, Armies, Battle, Rules
from montmort.verification.claims import Claims, Finding, Stated
from montmort.verification.findings import found

armies = Claims(
    game="risk", source="J. A. Osborne, Markov chains for the RISK board game revisited, 2003"
)
odds = Claims(game="risk", source="jtagg.net, RISK Statistics")
SOURCES = (armies, odds)


def _lost(attackers: int, defenders: int, lost: int, stated: Stated) -> Finding:
    """Decide how often the defender loses so many armies in one throw."""
    walk = explore(EXPERIMENTS["battle"], Rules(attackers=attackers, defenders=defenders))
    compared = min(2, attackers - 1, defenders)
    after = (attackers - compared + lost, defenders - lost)
    law = walk.steps[Armies(attackers, defenders)]
    reached = law.map(lambda move: _armies(move[0], move[1]))
    return replace(found("risk", "the chance", reached[after], stated), how="montmort claims risk")


def _armies(after: Armies | None, gain: Battle) -> tuple[int, int]:
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
