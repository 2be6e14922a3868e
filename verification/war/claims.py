"""Claims about War: the labels of the source's program, endless games, a printed deal."""

from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from math import ceil, floor

from montmort.exact.war.all_deals import End, play_all
from montmort.games.war import READINGS, Rules
from montmort.montecarlo.tally import Tally
from montmort.montecarlo.war.simulator import score, simulator
from montmort.verification.claims import Claims, Finding, Sample, Standing, played
from montmort.verification.comparison.run import crosscheck
from montmort.verification.verdicts.e_values import confidence_sequence
from montmort.verification.verdicts.judge import Judge
from montmort.verification.verdicts.quantity import Quantity
from montmort.verification.verdicts.result import Verdict

SOURCE = "Andrew Clark, Simulated War, PremierSoccerStats, 1 April 2012"
PLAYS, SEED, LEVEL = 500_000, 1713, 0.01
ENOUGH = "one such game is enough"
UNDECIDED = "one such game would confirm it, and only a proof that all deals end would refute it"
PAGE = "docs/games/war.md, 'The printed hand'"
ENCYCLOPEDIA = "paragraph before 'avoid infinite loop', after an encyclopedia"
WINNERS = {1: "first player", 0: "nobody", -1: "second player"}
WALKTHROUGH = "comments of the program, below the printed hands"
PUBLISHED, USUAL = READINGS["published"], READINGS["usual"]
UNLIMITED = replace(PUBLISHED, turn_limit=None)

claim = Claims(game="war", source=SOURCE)

# The deal printed in the source, seed 1066 of its R, the top card first.
FIRST = (3, 3, 6, 14, 10, 13, 3, 10, 12, 5, 11, 8, 2, 5, 8, 4, 10, 5, 8, 4, 8, 7, 7, 7, 9, 14)
SECOND = (12, 6, 9, 5, 9, 9, 13, 4, 2, 14, 4, 13, 13, 6, 6, 11, 7, 11, 12, 2, 10, 3, 2, 11, 12, 14)


@lru_cache(maxsize=1)
def _judged() -> tuple[Verdict, Tally]:
    """Judge the program's games against the rules that treat both players alike."""
    result = crosscheck("war", PUBLISHED, against=USUAL, plays=PLAYS, seed=SEED).finished()
    return result.verdicts[0], result.tally  # type: ignore[return-value]


@claim(
    "labels",
    "every game is labelled W or L, each with the same probability",
    place="program, the labels W and L",
    reading="implied: W has a chance of 1/2 in the program's games",
)
def _labels() -> Finding:
    won, half = _judged()[1].histogram("winner")[1], Fraction(1, 2)
    judge = Judge([Quantity(field="won", mean=half, variance=half**2, low=0, high=1)])
    judge.look({"won": {0: PLAYS - won, 1: won}})
    (verdict,) = judge.verdicts()
    low, high = verdict.interval
    shown = _games_at_five_sigma(half**2, Fraction(won, PLAYS) - half)
    return Finding(
        standing=Standing.judged(verdict),
        true=f"{won:,} of {PLAYS:,} games, {100 * won / PLAYS:.2f} %, are labelled W; its "
        f"probability is {low:.3f} to {high:.3f}",
        why=f"{_weight(verdict)}; games cut off after 5000 turns are also labelled L; {shown}",
        how=f"montmort simulate war --reading published --plays {PLAYS} --seed {SEED}",
        intervals={"W": (low, high)},
        sample=Sample(plays=PLAYS, seed=SEED, level=LEVEL),
    )


@claim(
    "fair",
    "both players are equally likely to win a game",
    place="program, the labels W and L",
    reading="implied: as many games end with a win of the first player as of the second",
)
def _fair() -> Finding:
    verdict, tally = _judged()
    low, high = verdict.interval
    shown = _games_at_five_sigma(tally.variance("winner"), tally.mean("winner"))
    return Finding(
        standing=Standing.judged(verdict),
        true=f"the first player's wins less the second's are {low:.3f} to {high:.3f} of games",
        why=f"{_weight(verdict)}; the first player's card of a pair always goes down first, "
        f"and a war that cannot be fought goes to the second player; {shown}",
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
    reading="the program's rules without their limit of 5000 turns, the full deck",
)
def _loop_published() -> Finding:
    return _loops(UNLIMITED, "--reading published --turn-limit none ", PLAYS)


@claim(
    "loop-usual",
    "a game may go round for ever",
    place=ENCYCLOPEDIA,
    reading="the usual rules, the winner's cards go down first; the full deck",
)
def _loop_usual() -> Finding:
    return _loops(USUAL, "", 8 * PLAYS)


@claim(
    "strength",
    "the printed hand of the first player has a strength of 196",
    place=WALKTHROUGH,
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
    reading="cards of rank 14",
)
def _aces() -> Finding:
    return _counted("aces", FIRST.count(14), 2)


@claim(
    "deuces",
    "the printed hand of the first player holds one deuce",
    place=WALKTHROUGH,
    reading="cards of rank 2",
)
def _deuces() -> Finding:
    return _counted("deuces", FIRST.count(2), 1)


@claim(
    "stronger",
    "both hands always add up to 416, so the other printed hand is the stronger",
    place=WALKTHROUGH,
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
    place="paragraph before the code of a war",
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


CLAIMS = claim.declared
