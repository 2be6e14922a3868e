"""Claims about War: the source's program, endless games, a printed deal, and cheating."""

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from itertools import product
from math import ceil, floor, sqrt

from montmort.exact.war.all_deals import End, play_all
from montmort.games.table import SilentTable
from montmort.games.war import READINGS, Rules
from montmort.games.war.turn import compare_ranks, turn
from montmort.montecarlo.tally import Tally
from montmort.montecarlo.war.simulator import score, simulator
from montmort.verification.claims import Claims, Finding, Sample, Standing, Stated, played
from montmort.verification.comparison.run import crosscheck
from montmort.verification.verdicts.e_values import confidence_sequence
from montmort.verification.verdicts.judge import Judge
from montmort.verification.verdicts.quantities import Quantity
from montmort.verification.verdicts.result import Verdict
from montmort.verification.war import GAME
from montmort.verification.war.r_sampler import dealt
from montmort.verification.war.slipped_cards import Pair, Place, pairs

SOURCE = "Andrew Clark, Simulated War, PremierSoccerStats, 1 April 2012"
PLAYS, SEED, LEVEL = 500_000, 1713, 0.01
ENOUGH = "one such game is enough"
UNDECIDED = "one such game would confirm it, and only a proof that all deals end would refute it"
PAGE = "docs/games/war_claims.md, 'The printed hand'"
ENCYCLOPEDIA = "paragraph before 'avoid infinite loop', after an encyclopedia"
WINNERS = {1: "first player", 0: "nobody", -1: "second player"}
WALKTHROUGH = "comments of the program, below the printed hands"
BEGINNING, WARS = "first paragraph", "paragraph before the code of a war"
CODE = "docs/games/war_claims.md, 'The program'"
SLIPPED = 500  # deals, each played twice
PUBLISHED, USUAL = READINGS["published"], READINGS["usual"]
UNLIMITED = replace(PUBLISHED, turn_limit=None)

claim = Claims(game="war", source=SOURCE)

# The deal printed in the source, seed 1066 of its R, the top card first.
FIRST = (3, 3, 6, 14, 10, 13, 3, 10, 12, 5, 11, 8, 2, 5, 8, 4, 10, 5, 8, 4, 8, 7, 7, 7, 9, 14)
SECOND = (12, 6, 9, 5, 9, 9, 13, 4, 2, 14, 4, 13, 13, 6, 6, 11, 7, 11, 12, 2, 10, 3, 2, 11, 12, 14)


@lru_cache(maxsize=1)
def _judged() -> tuple[Verdict, Tally]:
    """Judge the program's games against the rules that treat both players alike."""
    result = crosscheck(GAME, PUBLISHED, against=USUAL, plays=PLAYS, seed=SEED).finished()
    return result.verdicts[0], result.tally  # type: ignore[return-value]


@claim(
    "labels",
    "every game is labelled W or L, each with the same probability",
    place="program, the labels W and L",
    is_implied=True,
    reading="W has a chance of 1/2 in the program's games",
)
def _labels() -> Finding:
    won, half = _judged()[1].histogram("winner")[1], Fraction(1, 2)
    judge = Judge([Quantity(field="won", mean=half, variance=half**2, low=0, high=1)])
    judge.look({"won": {0: PLAYS - won, 1: won}})
    (verdict,) = judge.verdicts()
    low, high = verdict.interval
    compared = _games_at_five_sigma(half**2, Fraction(won, PLAYS) - half)
    return Finding(
        standing=Standing.judged(verdict),
        true=f"{won:,} of {PLAYS:,} games, {100 * won / PLAYS:.2f} %, are labelled W; its "
        f"probability is {low:.3f} to {high:.3f}",
        why=f"{_weight(verdict)}; games cut off after 5000 turns are also labelled L; {compared}",
        how=f"montmort simulate war --reading published --plays {PLAYS} --seed {SEED}",
        intervals={"W": (low, high)},
        sample=Sample(plays=PLAYS, seed=SEED, level=LEVEL),
    )


@claim(
    "fair",
    "both players are equally likely to win a game",
    place="program, the labels W and L",
    is_implied=True,
    reading="as many games end with a win of the first player as of the second",
)
def _fair() -> Finding:
    verdict, tally = _judged()
    low, high = verdict.interval
    compared = _games_at_five_sigma(tally.variance("winner"), tally.mean("winner"))
    return Finding(
        standing=Standing.judged(verdict),
        true=f"the first player's wins less the second's are {low:.3f} to {high:.3f} of games",
        why=f"{_weight(verdict)}; the first player's card of a pair always goes down first, "
        f"and a war that cannot be fought goes to the second player; {compared}",
        how="montmort verify war --reading published --against usual "
        f"--plays {PLAYS} --seed {SEED}",
        intervals={"winner": (low, high)},
        sample=Sample(plays=PLAYS, seed=SEED, level=LEVEL),
    )


def _weight(verdict: Verdict) -> str:
    return f"an e-value of 10^{verdict.log10_e:.0f} against it, level {verdict.levels.reject:g}"


def _games_at_five_sigma(variance: Fraction, mean: Fraction) -> str:
    """Return in words how many games have a mean 5 standard errors, sd/sqrt(n) each, from 0."""
    games = ceil(25 * variance / mean**2)
    return f"about {float(f'{games:.2g}'):,.0f} games show it at 5 sigma"


def _loops(rules: Rules, flags: str, plays: int) -> Finding:
    """Count games in which an earlier position of both hands recurs: each is a proof.

    The rules are deterministic after the deal, so such a game repeats for ever.
    """
    endless = played(simulator(rules), plays=plays, seed=SEED).histogram("finished").get(0, 0)
    small, flags = replace(rules, ranks=5, suits=2, face_down=1), f"war {flags}"
    counts = {0: plays - endless, 1: endless}
    low, high = confidence_sequence(counts, low=0, high=1, alpha=LEVEL)
    deals = play_all(small)
    chance = f"{low:.4f} to {high:.4f}" if endless else f"at most 1 in {floor(1 / high):,}"
    return Finding(
        standing=Standing.CONFIRMED if endless else Standing.OPEN,
        true=f"{endless:,} of {plays:,} games came back to an earlier position of both hands; the "
        f"probability is {chance}",
        why=f"{ENOUGH if endless else UNDECIDED}; with 5 ranks in 2 suits and one card face down "
        f"{sum(deals.cycles.values()):,} of {deals.deals:,} deals never end",
        how=f"montmort simulate {flags}--plays {plays} --seed {SEED}\n"
        f"montmort exact {flags}--ranks 5 --suits 2 --face-down 1",
        exact={"endless, 5 ranks in 2 suits, one card face down": deals.chance(End.ENDLESS)},
        intervals={"endless": (low, high)},
        sample=Sample(plays=plays, seed=SEED, level=LEVEL),
    )


@claim(
    "loop-published",
    "a game may go round for ever",
    place=ENCYCLOPEDIA,
    quote="there is the possibility of an infinite loop being established",
    reading="the program's rules without their limit of 5000 turns, the full deck",
)
def _loop_published() -> Finding:
    return _loops(UNLIMITED, "--reading published --turn-limit none ", PLAYS)


@claim(
    "loop-usual",
    "a game may go round for ever",
    place=ENCYCLOPEDIA,
    quote="there is the possibility of an infinite loop being established",
    reading="the usual rules, the winner's cards go down first; the full deck",
)
def _loop_usual() -> Finding:
    return _loops(USUAL, "", 8 * PLAYS)


@claim(
    "strength",
    "the printed hand of the first player has a strength of 196",
    place=WALKTHROUGH,
    quote="strength <- sum(p1) # 196",
    reading="the sum of its ranks, 11 to 14 for jack to ace",
)
def _strength() -> Finding:
    total = sum(FIRST)
    return Finding(
        standing=Standing.of(total == 196),
        true=f"its ranks add up to {total}",
        why="added up from the printed hand",
        how=PAGE,
        exact={"strength": total},
    )


def _counted(what: str, number: int, claimed: int) -> Finding:
    return Finding(
        standing=Standing.of(number == claimed),
        true=f"it holds {number}",
        why="counted in the printed hand",
        how=PAGE,
        exact={what: number},
    )


@claim(
    "aces",
    "the printed hand of the first player holds two aces",
    place=WALKTHROUGH,
    quote="aces <- sum(p1==14) # 2",
    reading="cards of rank 14",
)
def _aces() -> Finding:
    return _counted("aces", FIRST.count(14), 2)


@claim(
    "deuces",
    "the printed hand of the first player holds one deuce",
    place=WALKTHROUGH,
    quote="deuces <- sum(p1==2) # 1",
    reading="cards of rank 2",
)
def _deuces() -> Finding:
    return _counted("deuces", FIRST.count(2), 1)


@claim(
    "stronger",
    "both hands always add up to 416, so the other printed hand is the stronger",
    place=WALKTHROUGH,
    quote="total of players is always 416 so p2 has stronger hand",
    reading="the sums of the ranks",
)
def _stronger() -> Finding:
    first, second = sum(FIRST), sum(SECOND)
    deck = USUAL.suits * sum(range(2, USUAL.ranks + 2))
    return Finding(
        standing=Standing.of(first + second == deck == 416 and second > first),
        true=f"both hands have {deck} in every deal; in this one the second has {second}",
        why=f"{second} is more than {first}",
        how=PAGE,
        exact={"first": first, "second": second, "deck": deck},
    )


@claim(
    "first-war",
    "the printed hands do not match before their last cards, both aces",
    place=WARS,
    quote="does not occur until their final cards which are both aces",
    reading="of the 26 pairs in the order of the deal",
)
def _first_war() -> Finding:
    pairs = [*zip(FIRST, SECOND, strict=True)]
    ties = [place for place, (one, other) in enumerate(pairs, 1) if one == other]
    first, second = ([rank - 2 for rank in hand] for hand in (FIRST, SECOND))
    game = score(PUBLISHED, first, second)
    return Finding(
        standing=Standing.of(ties == [26] and pairs[-1] == (14, 14)),
        true=f"the ranks are equal only in place {', '.join(map(str, ties))} of 26: "
        f"{' and '.join(map(str, pairs[-1]))}",
        why=f"by the program's rules the game continues with {game.wars} wars in "
        f"{game.turns} turns, and the {WINNERS[game.winner]} wins",
        how=PAGE,
        exact={"places that tie": len(ties), "turns": game.turns, "wars": game.wars},
    )


def _deal_of_seed(seed: int) -> Finding:
    hands = dealt(seed)
    same = hands == (FIRST, SECOND)
    return Finding(
        standing=Standing.of(same),
        true=f"seed {seed} deals {', '.join(map(str, hands[0][:5]))}, ... and "
        f"{', '.join(map(str, hands[1][:5]))}, ...: {'the' if same else 'not the'} printed hands",
        why="the numbers of R before version 3.6 were computed again from this seed",
        how=CODE,
        exact={"cards in the printed place": _places(hands[0] + hands[1], FIRST + SECOND)},
    )


def _places(cards: tuple[int, ...], others: tuple[int, ...]) -> int:
    return sum(a == b for a, b in zip(cards, others, strict=True))


@claim(
    "seed-1066",
    "the printed hands are those of seed 1066",
    place="code of the deal",
    quote="make results reproducible",
    reading="set.seed(1066), which the listing has as a comment, and the two samples that follow",
)
def _seed_of_the_comment() -> Finding:
    return _deal_of_seed(1066)


@claim(
    "seed-1068",
    "the printed hands are those of the full code's seed, 1068",
    place="full code, its second comment",
    quote="make simulation replicable",
    reading="set.seed(1068), and the samples of the first game",
)
def _seed_of_the_full_code() -> Finding:
    return _deal_of_seed(1068)


@claim(
    "1000-games",
    "the program plays 1000 games",
    place="paragraph before the full code",
    quote="I settled on 1000",
    reading="the full code as printed",
)
def _thousand_games() -> Finding:
    games = 10  # for (i in 1:10)
    return Finding(
        standing=Standing.of(games == 1000),
        true=f"its loop is 'for (i in 1:{games})': {games} games; its files are named for 1000",
        why=f"counted in the listing; with {games} games the standard error of a share near 1/2 is "
        f"{sqrt(1 / 4 / games):.2f}, with 1000 it is {sqrt(1 / 4 / 1000):.3f}",
        how=CODE,
        exact={"games": games},
    )


def _comparisons(*, in_war: bool) -> Finding:
    """Compare every two cards as the program does: the deuce and the ace, and all others."""
    lowest, highest = 0, PUBLISHED.ranks - 1
    ranks = range(PUBLISHED.ranks)
    usual = replace(PUBLISHED, deuce_beats_ace="never")
    changed = [
        pair
        for pair in product(ranks, repeat=2)
        if compare_ranks(PUBLISHED, *pair, in_war=in_war)
        != compare_ranks(usual, *pair, in_war=in_war)
    ]
    deuce_wins = changed == [(lowest, highest), (highest, lowest)]
    return Finding(
        standing=Standing.of(deuce_wins),
        true=f"in a {'war' if in_war else 'battle'} of the program the "
        f"{'deuce' if deuce_wins else 'ace'} wins against the {'ace' if deuce_wins else 'deuce'}",
        why=f"of {len(ranks) ** 2} pairs of cards {len(changed) or 'none'} are decided against the "
        "order of the ranks" + "; the code of a war has no line for it" * in_war,
        how=CODE,
        exact={"pairs decided against the order": len(changed)},
    )


@claim(
    "deuce-beats-ace",
    "a deuce beats an ace",
    place="paragraph before the variables of a game",
    quote="trump aces in my variation",
    reading="where two cards are turned in a battle",
)
def _deuce_in_battles() -> Finding:
    return _comparisons(in_war=False)


@claim(
    "deuce-beats-ace-in-war",
    "a deuce beats an ace",
    place="paragraph before the variables of a game",
    quote="trump aces in my variation",
    reading="also where they are the deciding cards of a war",
)
def _deuce_in_wars() -> Finding:
    return _comparisons(in_war=True)


@claim(
    "forfeit",
    "a player whose cards do not suffice for a war loses the game",
    place=WARS,
    quote="one of the players runs out of cards and forfeits the game",
    reading="in the program, whoever of the two is short of cards",
)
def _forfeit() -> Finding:
    """Settle a war between the top cards for every split of the deck that leaves a player short."""
    short, down = [], PUBLISHED.face_down
    deck = tuple(rank for rank in range(PUBLISHED.ranks) for _ in range(PUBLISHED.suits))
    for held in [*range(1, down + 2), *range(PUBLISHED.cards - down - 1, PUBLISHED.cards)]:
        hands = (0, *deck[2 : held + 1]), (0, *deck[held + 1 :])
        after = turn(PUBLISHED, hands, tuple, SilentTable())
        loser = 1 if held <= down + 1 else -1
        short.append((loser, after.winner, after.over))
    forfeited = sum(over and winner == -loser for loser, winner, over in short)
    taken = sum(winner == loser for loser, winner, _ in short)
    return Finding(
        standing=Standing.of(forfeited == len(short)),
        true=f"of the {len(short)} splits of the deck that leave one player short in a war of the "
        f"top cards, the game is over in {forfeited}; in {taken} the short player, the second, "
        "takes the cards",
        why="the program gives the cards to the second player whoever is short, and goes on as "
        "long as both have cards",
        how=CODE,
        exact={"splits": len(short), "forfeited": forfeited, "taken by the short player": taken},
    )


@lru_cache(maxsize=2)
def _slipped(place: Place) -> tuple[Pair, ...]:
    return tuple(pairs(PUBLISHED, place, games=SLIPPED, seed=SEED))


def _slipping(
    place: Place, what: str, number: Callable[[Pair], int], stated: Stated, most: int
) -> Finding:
    """Enclose the mean of a number of the deals that are played both ways."""
    deals = _slipped(place)
    low, high = confidence_sequence(Counter(map(number, deals)), low=-most, high=most, alpha=LEVEL)
    wins = [sum(game.winner < 0 for game in way) for way in zip(*deals, strict=True)]
    turns = [sum(game.turns for game in way) / len(deals) for way in zip(*deals, strict=True)]
    return Finding(
        standing=stated.standing(low, high),
        true=f"of {len(deals)} deals the second player wins {wins[0]} honestly and {wins[1]} with "
        f"the cards slipped in, in {turns[0]:.0f} and {turns[1]:.0f} turns on average",
        why=f"the mean of {what} is {low:.3g} to {high:.3g}; the claim is {stated}",
        how="docs/games/war_claims.md, 'Cards slipped in'",
        intervals={what: (low, high)},
        sample=Sample(plays=len(deals), seed=SEED, level=LEVEL),
    )


def _more_wins(pair: Pair) -> int:
    return (pair.slipped.winner < 0) - (pair.honest.winner < 0)


def _fewer_turns(pair: Pair) -> int:
    return pair.honest.turns - pair.slipped.turns


@claim(
    "slip-wins",
    "slipping in low cards makes it more likely that the other player wins",
    place=BEGINNING,
    quote="both making it more likely that he wins",
    reading="the program's rules; in every war the lowest card left is the deciding one",
)
def _slip_wins() -> Finding:
    return _slipping("decides", "the gain in wins of a deal", _more_wins, Stated(0, 1), 1)


@claim(
    "slip-wins-face-down",
    "slipping in low cards makes it more likely that the other player wins",
    place=BEGINNING,
    quote="slip a low card to the top of my pile",
    reading="the program's rules; in every war the lowest card left lies on top before the three "
    "cards go face down",
)
def _slip_face_down() -> Finding:
    return _slipping("face-down", "the gain in wins of a deal", _more_wins, Stated(0, 1), 1)


@claim(
    "slip-shortens",
    "slipping in low cards makes the game shorter",
    place=BEGINNING,
    quote="and speeding up the conclusion of hostilities",
    reading="the program's rules; in every war the lowest card left is the deciding one; a game "
    "that is stopped counts 5000 turns",
)
def _slip_shortens() -> Finding:
    most = PUBLISHED.turn_limit or 0
    return _slipping("decides", "the turns saved in a deal", _fewer_turns, Stated(0, most), most)


CLAIMS = claim.declared
