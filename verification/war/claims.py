"""What has been said of War: by its source's labels, of endless games, of a printed deal."""

from dataclasses import replace
from fractions import Fraction
from functools import lru_cache, partial
from math import ceil, floor

from montmort.exact.war.all_deals import End, play_all
from montmort.games.war import READINGS, Rules
from montmort.montecarlo.tally import Tally
from montmort.montecarlo.war.simulator import score, simulator
from montmort.verification.claims import Claim, Finding, Sample, Standing, played, whole
from montmort.verification.comparison.run import crosscheck
from montmort.verification.verdicts.e_values import confidence_sequence
from montmort.verification.verdicts.judge import Judge
from montmort.verification.verdicts.quantity import Quantity
from montmort.verification.verdicts.result import Verdict

SOURCE = "Andrew Clark, Simulated War, PremierSoccerStats, 1 April 2012"
PLAYS, SEED, LEVEL = 500_000, 1713, 0.01
ENOUGH = "one such game is enough"
UNDECIDED = "one such game would confirm it, and only a proof that all deals end would refute it"
PUBLISHED, USUAL = READINGS["published"], READINGS["usual"]
UNLIMITED = replace(PUBLISHED, turn_limit=None)

# the deal that the source prints, seed 1066 of its R, the top card first
FIRST = (3, 3, 6, 14, 10, 13, 3, 10, 12, 5, 11, 8, 2, 5, 8, 4, 10, 5, 8, 4, 8, 7, 7, 7, 9, 14)
SECOND = (12, 6, 9, 5, 9, 9, 13, 4, 2, 14, 4, 13, 13, 6, 6, 11, 7, 11, 12, 2, 10, 3, 2, 11, 12, 14)


@lru_cache(maxsize=1)
def _judged() -> tuple[Verdict, Tally]:
    """Judge the program's games by the rules under which both players are alike."""
    result = whole(crosscheck("war", PUBLISHED, against=USUAL, plays=PLAYS, seed=SEED))
    return result.verdicts[0], result.tally  # type: ignore[return-value]


def _labels() -> Finding:
    won, half = _judged()[1].histogram("winner")[1], Fraction(1, 2)
    judge = Judge([Quantity(field="won", mean=half, variance=half**2, low=0, high=1)])
    judge.look({"won": {0: PLAYS - won, 1: won}})
    (verdict,) = judge.verdicts()
    low, high = verdict.interval
    shown = _games_at_five_sigma(half**2, Fraction(won, PLAYS) - half)
    return Finding(
        standing=Standing.judged(verdict),
        true=f"{won:,} of {PLAYS:,} games, {100 * won / PLAYS:.2f} %, are labelled W; its chance "
        f"is {low:.3f} … {high:.3f}",
        why=f"{_weight(verdict)}; games cut off after 5000 turns are labelled L, too; {shown}",
        how=f"montmort simulate war --reading published --plays {PLAYS} --seed {SEED}",
        intervals={"W": (low, high)},
        sample=Sample(plays=PLAYS, seed=SEED, level=LEVEL),
    )


def _fair() -> Finding:
    verdict, tally = _judged()
    low, high = verdict.interval
    shown = _games_at_five_sigma(tally.variance("winner"), tally.mean("winner"))
    return Finding(
        standing=Standing.judged(verdict),
        true=f"the first player's wins less the second's are {low:.3f} … {high:.3f} of games",
        why=f"{_weight(verdict)}; whoever takes a pair, the first player's card goes down first, "
        f"and a war that cannot be fought is the second's; {shown}",
        how="montmort verify war --reading published --against usual "
        f"--plays {PLAYS} --seed {SEED}",
        intervals={"winner": (low, high)},
        sample=Sample(plays=PLAYS, seed=SEED, level=LEVEL),
    )


def _weight(verdict: Verdict) -> str:
    return f"an e-value of 10^{verdict.log10_e:.0f} against it, level {verdict.levels.reject:g}"


def _games_at_five_sigma(variance: Fraction, mean: Fraction) -> str:
    """Return how many games show a mean that is not 0: 5 standard errors are sd/sqrt(n) each."""
    games = ceil(25 * variance / mean**2)
    return f"some {float(f'{games:.2g}'):,.0f} games show it at 5 sigma"


def _loops(rules: Rules, flags: str, plays: int) -> Finding:
    """Count games that come back to hands that lay so before: each of them is a proof.

    The rules draw no chance after the deal, so such a game goes round for ever.
    """
    endless = played(simulator(rules), plays=plays, seed=SEED).histogram("finished").get(0, 0)
    small, flags = replace(rules, ranks=5, suits=2, face_down=1), f"war {flags}"
    counts = {0: plays - endless, 1: endless}
    low, high = confidence_sequence(counts, low=0, high=1, alpha=LEVEL)
    deals = play_all(small)
    chance = f"{low:.4f} … {high:.4f}" if endless else f"1 in {floor(1 / high):,} at most"
    return Finding(
        standing=Standing.CONFIRMED if endless else Standing.OPEN,
        true=f"{endless:,} of {plays:,} games came back to hands that had lain so before; the "
        f"chance is {chance}",
        why=f"{ENOUGH if endless else UNDECIDED}; with 5 ranks in 2 suits and one card face down "
        f"{sum(deals.cycles.values()):,} of {deals.deals:,} deals never end",
        how=f"montmort simulate {flags}--plays {plays} --seed {SEED}\n"
        f"montmort exact {flags}--ranks 5 --suits 2 --face-down 1",
        exact={"endless, 5 ranks in 2 suits, one card face down": deals.chance(End.ENDLESS)},
        intervals={"endless": (low, high)},
        sample=Sample(plays=plays, seed=SEED, level=LEVEL),
    )


def _counted(what: str, number: int, claimed: int) -> Finding:
    return Finding(
        standing=Standing.of(number == claimed),
        true=f"it holds {number}",
        why="counted in the hand as it is printed",
        how=PAGE,
        exact={what: number},
    )


def _strength() -> Finding:
    strength = sum(FIRST)
    return Finding(
        standing=Standing.of(strength == 196),
        true=f"its ranks add up to {strength}",
        why="added up as it is printed",
        how=PAGE,
        exact={"strength": strength},
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


def _first_war() -> Finding:
    pairs = [*zip(FIRST, SECOND, strict=True)]
    ties = [place for place, (one, other) in enumerate(pairs, 1) if one == other]
    first, second = ([rank - 2 for rank in hand] for hand in (FIRST, SECOND))
    game = score(PUBLISHED, first, second)
    return Finding(
        standing=Standing.of(ties == [26] and pairs[-1] == (14, 14)),
        true=f"both hands hold the same in place {', '.join(map(str, ties))} of 26 alone: "
        f"{' and '.join(map(str, pairs[-1]))}",
        why=f"by the program's rules the game goes on from there: {game.wars} wars in "
        f"{game.turns} turns, and the {WINNERS[game.winner]} wins",
        how=PAGE,
        exact={"places that tie": len(ties), "turns": game.turns, "wars": game.wars},
    )


PAGE = "docs/games/war.md, 'The printed hand'"
WINNERS = {1: "first player", 0: "nobody", -1: "second player"}
WALKTHROUGH = "comments of the program, below the printed hands"

CLAIMS = tuple(
    Claim(name=name, game="war", sense=sense, source=SOURCE, place=place, reading=read, find=find)
    for name, sense, place, read, find in (
        (
            "labels",
            "every game is labelled W or L: the one as likely as the other",
            "program, the labels W and L",
            "implied: W has a chance of 1/2 in the program's games",
            _labels,
        ),
        (
            "fair",
            "either player wins a game as likely as the other",
            "program, the labels W and L",
            "implied: as many games end with a win of the first player as of the second",
            _fair,
        ),
        (
            "loop-published",
            "a game may go round for ever",
            "paragraph before 'avoid infinite loop', after an encyclopedia",
            "the program's rules without their limit of 5000 turns, the full deck",
            partial(_loops, UNLIMITED, "--reading published --turn-limit none ", PLAYS),
        ),
        (
            "loop-usual",
            "a game may go round for ever",
            "paragraph before 'avoid infinite loop', after an encyclopedia",
            "the usual rules, the winner's cards go down first; the full deck",
            partial(_loops, USUAL, "", 8 * PLAYS),
        ),
        (
            "strength",
            "the printed hand of the first player has a strength of 196",
            WALKTHROUGH,
            "the sum of its ranks, 11 to 14 for jack to ace",
            _strength,
        ),
        (
            "aces",
            "the printed hand of the first player holds two aces",
            WALKTHROUGH,
            "cards of rank 14",
            partial(_counted, "aces", FIRST.count(14), 2),
        ),
        (
            "deuces",
            "the printed hand of the first player holds one deuce",
            WALKTHROUGH,
            "cards of rank 2",
            partial(_counted, "deuces", FIRST.count(2), 1),
        ),
        (
            "stronger",
            "both hands always add up to 416, so the other printed hand is the stronger",
            WALKTHROUGH,
            "the sums of the ranks",
            _stronger,
        ),
        (
            "first-war",
            "the printed hands do not match before their last cards, both aces",
            "paragraph before the code of a war",
            "of the 26 pairs in the order of the deal",
            _first_war,
        ),
    )
)
