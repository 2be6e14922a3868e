"""Published values of the small games with decisions, decided by optimal play."""

from collections.abc import Callable
from fractions import Fraction

from montmort.exact import jacks_or_better as draw_solver
from montmort.exact import three_card_poker as ante_solver
from montmort.exact.formatting import decimals, places_apart
from montmort.exact.from_rules import explore
from montmort.games import jacks_or_better, three_card_poker
from montmort.verification.claims import Claims, Finding, Standing, Stated
from montmort.verification.optimal_play import OptimalPlay
from montmort.verification.shelf import record_of
from montmort.verification.shelf.finding import found

HOLDS = (
    "S. N. Ethier, J. J. Kim and J. Lee, Optimal conditional expectation at the video poker game "
    "Jacks or Better, 2016"
)

DISSECTED = "J. Grochowski, Three Card Poker dissected, Casino City Times, 19 December 2021"
PAIR_PLUS = "J. Grochowski, Three Card Poker and Pair Plus, Casino City Times, 8 July 2021"
RARE = (
    "J. Grochowski, A rare Pair Plus payout at Three Card Poker, online.casinocity.com, "
    "article 124535"
)

orchard = Claims(game="first-orchard", source="the tutorial of the model checker Storm")
pig = Claims(game="pig", source="Neller and Presser, Optimal play of the dice game Pig, 2004")
draw = Claims(game="jacks-or-better", source=HOLDS)
ante = Claims(game="three-card-poker", source=DISSECTED)
pair_plus = Claims(game="three-card-poker", source=PAIR_PLUS)
le_her = Claims(game="le-her", source="Montmort 1713, with Waldegrave")
kuhn = Claims(game="kuhn", source="H. W. Kuhn, A simplified two-person poker, 1950")
SOURCES = (orchard, pig, draw, ante, pair_plus, le_her, kuhn)
OPTIMAL = "under optimal play, found exactly"


def _best(name: str) -> OptimalPlay:
    """Return optimal play of the usual game."""
    game = record_of(name.replace("-", "_"))
    assert game.aim is not None
    book = game.rulebook
    return game.optimal_play(book.usual, book.first_experiment, game.aim)


def _value(game: str, what: str, stated: Stated) -> Finding:
    """Return the finding about the value of the usual game, known exactly or enclosed."""
    best = _best(game).found
    if best.value is not None:
        return found(game, what, best.value, stated, under=OPTIMAL)
    assert best.enclosure is not None
    low, high = best.enclosure
    places = places_apart(low, high)
    return Finding(
        standing=stated.standing(low, high),
        true=f"{what} lies between {decimals(low, places)} and {decimals(high, places)}",
        why=f"both ends are proved; the claim is {stated}",
        how=f"montmort exact {game}",
        exact={"low": low, "high": high},
    )


@orchard(
    "value",
    "the largest chance to win First Orchard is 0.6313",
    place="the example First Orchard",
    reading="the first four decimals, not rounded",
)
def _orchard() -> Finding:
    stated = Stated(Fraction("0.6313"), Fraction("0.6314"))
    return _value("first-orchard", "the largest chance to win", stated)


@pig(
    "value",
    "the first player wins Pig to 100 with probability 0.5306",
    place="section 'Solving Pig'",
    reading="both players play at best",
)
def _pig() -> Finding:
    return _value("pig", "the first player's chance", Stated.rounds_to(Fraction("0.5306"), 4))


@draw(
    "return",
    "the best play of 9/6 jacks or better returns 99.5439 %",
    place="the optimal return",
    reading="per unit of the bet, with the royal flush at 800",
)
def _return() -> Finding:
    value = draw_solver.solve(jacks_or_better.Rules()).value
    stated = Stated.rounds_to(Fraction("0.995439"), 6)
    return found("jacks-or-better", "the return", value, stated, under=OPTIMAL)


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
    "edge",
    "the house edge of three-card poker is 3.37 % of the ante",
    place="the first answer",
    reading="with the bonus 1, 4, 5, the player playing at best",
)
def _edge() -> Finding:
    value = ante_solver.solve(three_card_poker.Rules()).value
    stated = Stated.rounds_to(Fraction("0.0337"), 4)
    return found(
        "three-card-poker", "the house edge", -value, stated, flags=" --par", under=OPTIMAL
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


def _pair_plus(table: str, stated: str) -> Callable[[], Finding]:
    """Return what decides the house edge of pair plus with a pay table."""

    def find() -> Finding:
        rules = three_card_poker.Rules(pair_plus=table)
        net = explore(three_card_poker.EXPERIMENTS["pair-plus"], rules).expected("net")
        edge = Stated.rounds_to(Fraction(stated) / 100, 4)
        flags = f" --experiment pair-plus --pair-plus {table} --par"
        return found("three-card-poker", "the house edge", -net, edge, flags=flags)

    return find


for _table, _stated, _by in (
    ("40,30,6,4,1", "2.32", PAIR_PLUS),
    ("40,30,6,3,1", "7.28", PAIR_PLUS),
    ("40,30,5,4,1", "5.57", RARE),
):
    pair_plus(
        f"pair-plus-{_table.replace(',', '-')}",
        f"the house edge of pair plus is {_stated} % where it pays {_table.replace(',', ', ')}",
        by=_by,
        place="pair plus",
        reading="for straight flush, three of a kind, straight, flush and pair",
    )(_pair_plus(_table, _stated))


@le_her(
    "value",
    "Paul wins Le Her with probability 0.5125",
    place="the letters on Le Her",
    reading="both players play at best",
)
def _le_her() -> Finding:
    return _value("le-her", "Paul's chance", Stated.rounds_to(Fraction("0.5125"), 4))


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


@kuhn(
    "value",
    "Kuhn poker is worth -1/18 to the first player",
    place="the value of the game",
    reading="three cards, an ante of 1, a bet of 1",
)
def _kuhn() -> Finding:
    stated = Stated(Fraction(-1, 18), Fraction(-1, 18))
    return _value("kuhn", "the value to the first player", stated)
