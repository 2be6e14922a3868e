"""Claims about five-card draw and about the program that discards by sampling."""

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from math import ceil, floor
from statistics import fmean

from montmort.exact.five_card_draw.answers import answers
from montmort.exact.formatting import decimals
from montmort.games.cards.pack import FULL
from montmort.games.five_card_draw import Result, Rules, choices
from montmort.games.five_card_draw.ranking import strength, value
from montmort.montecarlo.five_card_draw.simulator import simulator
from montmort.verification.claims import (
    TIMED_ELSEWHERE,
    Claims,
    Finding,
    Interval,
    Sample,
    Standing,
    Stated,
    played,
    timed,
)
from montmort.verification.five_card_draw.hand_numbers import (
    from_digits,
    number_of,
    one_of_each,
    written,
)
from montmort.verification.five_card_draw.sampling_bot import dealt, winning
from montmort.verification.five_card_draw.sampling_bot_law import Decision, decision
from montmort.verification.verdicts.e_values import confidence_sequence

SOURCE = "a program in C++, Using Monte Carlo methods to approximate the likelihood of success"
VALUE = "section 'Value of a hand'"
DRAWING, WORKING = "section 'Drawing cards'", "last paragraphs of section 'Drawing cards'"
HAND = "5c 5d 7h Ts Kc"
RULES = "docs/games/five_card_draw.md, 'The rules'"
# The hand of the source's example, each card as (suit, face).
EXAMPLE, ITS_NUMBER = ((2, 2), (1, 7), (0, 2), (1, 5), (3, 10)), "113200"
EXACT = f"montmort exact five-card-draw --hand '{HAND}'"
GAME_OF_BOT = "montmort simulate five-card-draw --experiment game --player montecarlo"
RUNS = (1000, 10_000)
HANDS, GAMES, SEED, LEVEL = 100, 10_000, 1713, 0.01
TIMED = 10**6  # total runs of each choice
STEPS = 10_000  # values of a hand are rounded outwards to this many steps

claim = Claims(game="five-card-draw", source=SOURCE)


@claim(
    "example",
    "the number of the hand 4h 9d 4c 7d Qs is 113200 in base 13",
    place=VALUE,
    quote="which yields the tridecimal number 113200",
    reading="by the rule of the sentences before: the type, then the faces; the type is 0 as in "
    "the list or 1 as in the example, the pair's face written once or twice, the others falling "
    "or rising",
)
def _example() -> Finding:
    faces = sorted((face for _, face in EXAMPLE), reverse=True)
    (pair,) = {face for face in faces if faces.count(face) == 2}
    others = [face for face in faces if face != pair]
    numbers = [
        written(from_digits([kind, *[pair] * times, *order]))
        for kind in (0, 1)
        for times in (1, 2)
        for order in (others, others[::-1])
    ]
    return Finding(
        standing=Standing.of(ITS_NUMBER in numbers),
        true=f"by the rule it is one of {', '.join(numbers)}, as the rule is read",
        why=f"none of these {len(numbers)} is {ITS_NUMBER}",
        how=RULES,
        exact={"readings": len(numbers), "that give the number": numbers.count(ITS_NUMBER)},
    )


@claim(
    "example-by-suits",
    "the number of the hand 4h 9d 4c 7d Qs is 113200 in base 13",
    place=VALUE,
    quote="We know we have a pair of diamonds (type 1)",
    reading="by the example's own words: type 1, a pair of diamonds, then the other suits in "
    "decreasing order, filled up to six digits; so suits were taken for faces",
)
def _example_by_suits() -> Finding:
    suits = [suit for suit, _ in EXAMPLE]
    (pair,) = {suit for suit in suits if suits.count(suit) == 2}
    others = sorted((suit for suit in suits if suit != pair), reverse=True)
    number = written(from_digits([1, pair, *others]))
    return Finding(
        standing=Standing.of(number == ITS_NUMBER),
        true=f"the suits {', '.join(map(str, suits))} hold a pair of {pair}, diamonds: {number}",
        why="type 1, the pair's suit once, the others 3, 2, 0, and a zero",
        how=RULES,
        exact={"number": from_digits([1, pair, *others])},
    )


@claim(
    "greater-iff",
    "a hand is the higher if and only if its number is the greater",
    place=VALUE,
    quote="hand1 > hand2 iff hand1.value > hand2.value",
    reading="by the text's own order: the type, then the faces, a flush by its suit",
)
def _greater_iff() -> Finding:
    hands = sorted((strength(cards, "published"), number_of(cards)) for cards in one_of_each())
    numbers = len({number for _, number in hands})
    holds = all((a < b) == (one < other) for (a, one), (b, other) in pairwise(hands))
    return Finding(
        standing=Standing.of(holds),
        true=f"of {len(hands):,} hands, one of every kind that the numbers distinguish, "
        f"{numbers:,} numbers are different, in the order of the hands",
        why="no digit reaches 13, so that numbers compare digit by digit",
        how=RULES,
        exact={"hands": len(hands), "numbers": numbers},
    )


@claim(
    "greater-iff-standard",
    "a hand is the higher if and only if its number is the greater",
    place=VALUE,
    quote="hand1 > hand2 iff hand1.value > hand2.value",
    reading="by the usual order of poker hands",
)
def _greater_iff_standard() -> Finding:
    quads, flush = (FULL.read(hand)[0] for hand in ("Ac Ad Ah As Kc", "2c 3c 4c 5c 7c"))
    numbers = {cards: number_of(cards) for cards in (quads, flush)}
    reversed_order = value(quads) > value(flush) and numbers[quads] < numbers[flush]
    return Finding(
        standing=Standing.of(not reversed_order),
        true=f"four aces have the number {written(numbers[quads])}, the flush 2 3 4 5 7 in clubs "
        f"{written(numbers[flush])}",
        why="four of a kind beats a flush, and one pair of hands in the other order is enough",
        how=RULES,
        exact={"four aces": numbers[quads], "flush": numbers[flush]},
    )


@claim(
    "configurations",
    "with up to three cards to be drawn there are 26 choices",
    place=DRAWING,
    quote="there are only 26 different possible configurations we could make",
    reading="sets of at most three of five cards",
)
def _configurations() -> Finding:
    sets, most = choices(HAND, 3), choices(HAND, 5)
    return Finding(
        standing=Standing.of(len(sets) == 26),
        true=f"there are {len(sets)} sets of at most three of five cards",
        why=f"all sets were listed; with four and five cards there are {len(most)}",
        how=f"{EXACT}\n{EXACT} --max-draw 5",
        exact={"configurations": len(sets)},
    )


def _time_of(runs: int) -> Finding:
    bot, games = simulator(Rules(player="montecarlo", runs=runs), "game"), TIMED // runs
    seconds = timed(bot, plays=games, seed=SEED)
    return Finding(
        standing=Standing.OPEN,
        true=f"here {games:,} such decisions, each with a game, take {seconds:.2f} s of CPU on "
        "one core",
        why=TIMED_ELSEWHERE,
        how=f"{GAME_OF_BOT} --runs {runs} --plays {games} --workers 1 --seed {SEED}",
        seconds={f"{games} decisions": seconds},
    )


@claim(
    "1000-runs",
    "1000 runs of each choice take about a second",
    place=WORKING,
    quote="1000 runs per configuration which takes about 1 second",
    reading="one decision, 26 choices, on the author's machine",
)
def _thousand_runs() -> Finding:
    return _time_of(1000)


@claim(
    "10000-runs",
    "10,000 runs of each choice take about three seconds",
    place=WORKING,
    quote="takes about 3 seconds on my machine",
    reading="one decision, 26 choices, on the author's machine",
)
def _ten_thousand_runs() -> Finding:
    return _time_of(10_000)


@claim(
    "approximation",
    "more runs approximate the probability of success of a choice better",
    place=WORKING,
    quote="As n gets larger, the simulation returns a better approximation",
    reading="in the mean square, from 1000 to 10,000 runs",
)
def _approximation() -> Finding:
    chances = winning(Rules(hand=HAND))
    errors = {n: [p * (1 - p) / n for p in chances] for n in RUNS}
    few, many = (max(errors[n]) for n in RUNS)
    nearest = chances[errors[RUNS[0]].index(few)]
    return Finding(
        standing=Standing.of(all(b < a for a, b in zip(*errors.values(), strict=True))),
        true=f"with {HAND} the largest standard error of a choice is {float(few) ** 0.5:.4f} with "
        f"{RUNS[0]:,} runs and {float(many) ** 0.5:.4f} with {RUNS[1]:,}, where p = "
        f"{float(nearest):.6f}",
        why="the mean square error of the mean of n plays is p(1-p)/n, which decreases with n",
        how=EXACT,
        exact={f"largest mean square error, {n} runs": max(errors[n]) for n in RUNS},
    )


@lru_cache(maxsize=1)
def _bots() -> dict[int, list[Decision]]:
    """Return the decisions of the bots on the same random hands, by their number of runs."""
    hands = dealt(Rules(), HANDS, seed=SEED).values()
    return {runs: [decision(chances, runs) for chances in hands] for runs in RUNS}


def _mean(values: Sequence[float]) -> Interval:
    """Return a confidence interval for the mean of independent values from -1 to 1.

    >>> low, high = _mean([0.5] * 1000)
    >>> low < 0.5 < high
    True
    """
    low, _ = _steps([floor(value * STEPS) for value in values])
    _, high = _steps([ceil(value * STEPS) for value in values])
    return low / STEPS, high / STEPS


def _steps(values: Sequence[int]) -> Interval:
    return confidence_sequence(Counter(values), low=-STEPS, high=STEPS, alpha=LEVEL)


@claim(
    "choice",
    "for greater accuracy use 10,000 runs instead of 1000",
    place=WORKING,
    quote="one may choose to increase the number of runs to 10000",
    reading="accuracy: how often a best choice is found, for hands dealt at random",
)
def _choice() -> Finding:
    few, many = _bots().values()
    gain = _mean([b.finds - a.finds for a, b in zip(few, many, strict=True)])
    chances = [f"{fmean(bot.finds for bot in bots):.2f}" for bots in (few, many)]
    return Finding(
        standing=Stated(0, 1).standing(*gain),
        true=f"of {HANDS} random hands it finds a best choice with probability {chances[0]} with "
        f"{RUNS[0]:,} runs and {chances[1]} with {RUNS[1]:,}, on average",
        why=f"over all hands the mean gain is {gain[0]:.3f} to {gain[1]:.3f}, above 0",
        how=f"docs/games/five_card_draw.md, 'The bot that samples', last lines, with {HANDS} hands",
        intervals={"gain in the chance to find a best choice": gain},
        sample=Sample(plays=HANDS, seed=SEED, level=LEVEL),
    )


@claim(
    "smart",
    "in 10,000 games the bot that samples beats one that discards at random",
    place="last paragraph, and a picture that we do not have",
    is_implied=True,
    reading="it wins more than half of all games, with 1000 runs",
)
def _smart() -> Finding:
    rules = Rules(player="montecarlo", runs=RUNS[0])
    tally = played(simulator(rules, "game"), plays=GAMES, seed=SEED)
    counts = tally.histogram("result")
    won, lost = counts.get(Result.WIN.value, 0), counts.get(Result.LOSS.value, 0)
    wins = {1: won, 0: GAMES - won}
    low, high = confidence_sequence(wins, low=0, high=1, alpha=LEVEL)
    best = answers(Rules())["win"]
    return Finding(
        standing=Stated(1, 2).standing(2 * low, 2 * high),
        true=f"with {RUNS[0]:,} runs it wins {won:,} of {GAMES:,} games and loses {lost:,}; the "
        f"best player wins with probability {decimals(best)}",  # type: ignore[arg-type]
        why=f"it wins with probability {low:.3f} to {high:.3f}, above 1/2; the standard error of "
        "this many games is 0.005, too large to distinguish the bot from the best player",
        how=f"{GAME_OF_BOT} --runs {RUNS[0]} --plays {GAMES} --seed {SEED}\n"
        "montmort exact five-card-draw",
        exact={"win, best choice": best},  # type: ignore[dict-item]
        intervals={"win, 1000 runs": (low, high)},
        sample=Sample(plays=GAMES, seed=SEED, level=LEVEL),
    )


CLAIMS = claim.declared
