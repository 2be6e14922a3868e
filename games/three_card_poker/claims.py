"""The published rule for the ante of three-card poker."""

from montmort.exact.three_card_poker import lowest_played, solve
from montmort.games.three_card_poker import Rules, strength
from montmort.verification.claims import Claims, Finding, Standing

DISSECTED = "J. Grochowski, Three Card Poker dissected, Casino City Times, 19 December 2021"

ante = Claims(game="three-card-poker", source=DISSECTED)
SOURCES = (ante,)


@ante(
    "lowest",
    "the player should play a hand of Q-6-4 or better, and fold all others",
    place="the first answer",
    reading="no other choice is better with any hand",
)
def _lowest() -> Finding:
    """Compare the best choice of every hand with that of the rule."""
    rules = Rules()
    queen_six_four = strength(rules, rules.pack.read("Qc 6d 4h")[0])

    def guide(hand: int) -> str:
        better = strength(rules, hand) >= queen_six_four
        return "play" if better else "fold"

    lost = solve(rules).compare(guide)
    lowest = lowest_played(rules)
    return Finding(
        standing=Standing.of(not lost.losses),
        true=f"the lowest hand to be played is {lowest}, and the rule loses nothing with any hand",
        why="the rule was compared with the best choice of all 22,100 hands",
        how="montmort claims three-card-poker",
        exact={"value": lost.value},
    )
