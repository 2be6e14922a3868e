"""Published values of games with decisions that no number of `montmort exact` gives."""

from fractions import Fraction

from montmort.exact import jacks_or_better as draw_solver
from montmort.exact import three_card_poker as ante_solver
from montmort.exact.formatting import decimals, places_apart
from montmort.games import jacks_or_better, three_card_poker
from montmort.verification.claims import Claims, Finding, Standing, Stated
from montmort.verification.optimal_play import OptimalPlay
from montmort.verification.shelf import record_of

HOLDS = (
    "S. N. Ethier, J. J. Kim and J. Lee, Optimal conditional expectation at the video poker game "
    "Jacks or Better, 2016"
)

DISSECTED = "J. Grochowski, Three Card Poker dissected, Casino City Times, 19 December 2021"

pig = Claims(game="pig", source="Neller and Presser, Optimal play of the dice game Pig, 2004")
draw = Claims(game="jacks-or-better", source=HOLDS)
ante = Claims(game="three-card-poker", source=DISSECTED)
le_her = Claims(game="le-her", source="Montmort 1713, with Waldegrave")
SOURCES = (pig, draw, ante, le_her)


def _best(name: str) -> OptimalPlay:
    """Return optimal play of the usual game."""
    game = record_of(name.replace("-", "_"))
    assert game.aim is not None
    book = game.rulebook
    return game.optimal_play(book.usual, book.first_experiment, game.aim)


@pig(
    "value",
    "the first player wins Pig to 100 with probability 0.5306",
    place="section 'Solving Pig'",
    reading="both players play at best",
)
def _pig() -> Finding:
    """Compare both bounds: the fraction would be too long."""
    best, stated = _best("pig").found, Stated.rounds_to(Fraction("0.5306"), 4)
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


@draw(
    "values",
    "the best choices of the hands have 1,153 different values",
    place="the values of the hands",
    reading="the mean pay of the best hold, hand by hand",
)
def _values() -> Finding:
    number = len(draw_solver.solve(jacks_or_better.Rules()).best_values)
    return Finding(
        standing=Standing.of(number == 1153),
        true=f"there are {number:,} different values",
        why="the best choice of every hand was found, and its value is an exact fraction",
        how="montmort claims jacks-or-better",
        exact={"values": number},
    )


@ante(
    "lowest",
    "the player should play a hand of Q-6-4 or better, and fold all others",
    place="the first answer",
    reading="no other choice is better with any hand",
)
def _lowest() -> Finding:
    """Compare the best choice of every hand with that of the rule."""
    rules = three_card_poker.Rules()
    queen_six_four = three_card_poker.strength(rules, rules.pack.read("Qc 6d 4h")[0])

    def guide(hand: int) -> str:
        better = three_card_poker.strength(rules, hand) >= queen_six_four
        return "play" if better else "fold"

    lost = ante_solver.solve(rules).compare(guide)
    lowest = ante_solver.lowest_played(rules)
    return Finding(
        standing=Standing.of(not lost.losses),
        true=f"the lowest hand to be played is {lowest}, and the rule loses nothing with any hand",
        why="the rule was compared with the best choice of all 22,100 hands",
        how="montmort claims three-card-poker",
        exact={"value": lost.value},
    )


@le_her(
    "mixed",
    "the best strategies of both players of Le Her are mixed",
    place="the letters on Le Her",
    reading="the strategies of the equilibrium that was found",
)
def _mixed() -> Finding:
    players = ("Paul", "Pierre")
    mixed = [each for each in _best("le-her").found.decisions if max(each.chances) < 1]
    names = sorted({players[each.seat] for each in mixed})
    return Finding(
        standing=Standing.of(len(names) == len(players)),
        true=f"at equilibrium {' and '.join(names) or 'nobody'} must draw lots",
        why="the sequence form is solved exactly; best responses prove both strategies",
        how="montmort exact le-her --optimal paul_wins --json",
        exact={
            f"{players[each.seat]}, {each.view}: {choice}": chance
            for each in mixed
            for choice, chance in zip(each.choices, each.chances, strict=True)
        },
    )
