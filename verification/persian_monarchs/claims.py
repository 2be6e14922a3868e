"""What has been said of Persian Monarchs and of its source's players.

The source compares what the second player is left with when he plays one way or
another, the first a counter: by play, and by the program's rule of purses.  That
rule is known exactly where both go by the rank of their card.  With a non-counter
the mean is known without purses, and here enclosed by play with them.
"""

from fractions import Fraction
from functools import lru_cache, partial

from montmort.exact.persian_monarchs.answers import match_gains, truth
from montmort.exact.persian_monarchs.equilibrium import exploitability, solve_hand
from montmort.exact.persian_monarchs.match import Match
from montmort.games.persian_monarchs import Rules
from montmort.games.persian_monarchs.strategies import STRATEGIES, ByRank, View
from montmort.montecarlo.persian_monarchs.simulator import simulator
from montmort.verification.claims import (
    TIMED_ELSEWHERE,
    Claim,
    Finding,
    Interval,
    Sample,
    Standing,
    Stated,
    played,
    timed,
)
from montmort.verification.verdicts.e_values import confidence_sequence

SOURCE = "Peter Ellis, Simulating Persian Monarchs gameplay, 23 December 2018"
COUNTER = STRATEGIES["counter"]
PLAYS, SEED, LEVEL = 2**21, 2018, 0.01
MATCHES = 10**6  # that are timed
EXACT, SIMULATE = "montmort exact persian-monarchs", "montmort simulate persian-monarchs"


@lru_cache(maxsize=1)
def _counter() -> Fraction:
    """Return what a counter is left with, in the mean, against a counter."""
    return truth(Rules())["second"].mean()  # type: ignore[operator]


@lru_cache(maxsize=1)
def _non_counter_by_play() -> Interval:
    """Enclose what a non-counter is left with, by the program's rule of purses."""
    rules = Rules(second="non-counter", purse="published")
    counts = played(simulator(rules), plays=PLAYS, seed=SEED).histogram("second")
    least, most = Match(rules).bounds
    return confidence_sequence(counts, low=least, high=most, alpha=LEVEL)


def _without_purses(second: str) -> Fraction:
    """Return what the second player is left with where nobody has a purse."""
    match = Match(Rules(second=second, purse="none"))
    return 2 * match.rules.counters - match.mean()


def _non_counter(stated: Stated) -> Finding:
    least, most = _non_counter_by_play()
    low, high = float(_counter()) - most, float(_counter()) - least
    counter, other = _without_purses("counter"), _without_purses("non-counter")
    return Finding(
        standing=stated.standing(low, high),
        true=f"with the program's purses a counter has {float(_counter()):.3f} exactly and a "
        f"non-counter {least:.2f} … {most:.2f}, {low:.2f} … {high:.2f} behind; without "
        f"purses {float(counter):.3f} - {float(other):.3f} = {float(counter - other):.3f}",
        why=f"claimed is {stated}; another reading, the gap between both players at "
        f"the end, would be {200 - 2 * most:.1f} … {200 - 2 * least:.1f}",
        how=f"{EXACT}\n"
        f"{SIMULATE} --second non-counter --purse published --plays {PLAYS} --seed {SEED}\n"
        f"{EXACT} --purse none\n"
        f"{EXACT} --second non-counter --purse none",
        exact={"behind a counter, without purses": counter - other},
        intervals={"non-counter": (least, most), "behind a counter": (low, high)},
        sample=Sample(plays=PLAYS, seed=SEED, level=LEVEL),
    )


def _random(stated: Stated) -> Finding:
    left: Fraction = truth(Rules(second="random"))["second"].mean()  # type: ignore[operator]
    behind = _counter() - left
    return Finding(
        standing=stated.standing(behind),
        true=f"a counter has {float(_counter()):.3f} and who plays at random {float(left):.3f}, "
        f"{float(behind):.3f} behind; all exact, with the program's purses",
        why=f"claimed is {stated}; another reading, the gap between both players at the end, "
        f"would be {float(200 - left):.2f} - {float(left):.2f} = {float(200 - 2 * left):.2f}",
        how=f"{EXACT}\n{EXACT} --second random",
        exact={"behind a counter": behind, "gap": 200 - 2 * left},
    )


def _optimal() -> Finding:
    loss, taken = exploitability(COUNTER), match_gains(Rules(), COUNTER)
    value = solve_hand().value
    return Finding(
        standing=Standing.of(not any(loss)),
        true=f"a hand is worth {float(value):.4f} to the non-dealer; a best response makes it "
        f"{float(value + loss.dealer):.4f} where a counter deals, and "
        f"{float(value - loss.non_dealer):.4f} where a counter is the non-dealer",
        why="who plays best leaves nothing to gain; over a match the best card counter, on the "
        f"first seat, takes {float(taken.first):.1f} of his 100 counters",
        how=f"{EXACT} --equilibrium\n"
        f"{EXACT} --best-response counter\n"
        f"{EXACT} --best-response counter --role dealer",
        exact={**loss._asdict(), "first_takes": taken.first, "second_takes": taken.second},
    )


def _by_chance() -> Finding:
    asked = [
        COUNTER.accepts(View(rank, rank, left, 52, 10), raised)
        for left in range(2, 53, 2)
        for rank in range(left)
        for raised in range(1, 11)
    ]
    drawn = sum(0 < chance < 1 for chance in asked)
    rows = tuple((Fraction(rank, 51),) * 10 for rank in range(52))
    solved = solve_hand()
    value, loss = solved.value, exploitability(COUNTER).dealer
    written = exploitability(ByRank(raises=solved.raises, accepts_by=rows)).dealer
    return Finding(
        standing=Standing.of(drawn > 0),
        true=f"of {len(asked):,} cases of cards left, rank and raise {drawn or 'none'} is left to "
        "chance: the program accepts where it expects to lose less",
        why=f"as the dealer it loses {float(value + loss):.4f} - {float(value):.4f} = "
        f"{float(loss):.4f} a hand to a best response; one that accepts with the chance to have "
        f"the higher card, {float(written):.4f}",
        how="docs/claims.md, 'What no command shows'\n"
        f"{EXACT} --equilibrium\n"
        f"{EXACT} --best-response counter\n"
        "docs/games/persian_monarchs.md, 'What was claimed'",
        exact={"cases": len(asked), "left to chance": drawn, "dealer, by chance": written},
    )


def _ninety_seconds() -> Finding:
    seconds = timed(simulator(Rules()), plays=MATCHES, seed=SEED)
    return Finding(
        standing=Standing.OPEN,
        true=f"here {MATCHES:,} matches, a hundred times as many, take {seconds:.2f} s of CPU on "
        "one core",
        why=TIMED_ELSEWHERE,
        how=f"{SIMULATE} --plays {MATCHES} --workers 1 --seed {SEED}",
        seconds={f"{MATCHES} matches": seconds},
    )


GAME, GLANCE, STRATEGY = "persian-monarchs", "'At a glance'", "section ''Optimal' strategy?'"
BEHIND = "behind what a counter has in his seat; both against a counter"
OF_100 = f"of the 100 counters, what he ends {BEHIND}; it rounds to that"

CLAIMS = (
    Claim(
        name="beats-non-counter",
        game=GAME,
        sense="over two packs counting cards brings 3.8 to 5.3 counters more than not counting",
        source=SOURCE,
        place="paragraph after the three strategies",
        reading=f"counters that who does not count ends {BEHIND}",
        find=partial(_non_counter, Stated(Fraction(38, 10), Fraction(53, 10))),
    ),
    Claim(
        name="beats-random",
        game=GAME,
        sense="over two packs it brings 35 to 37 counters more than to play at random",
        source=SOURCE,
        place="paragraph after the three strategies",
        reading=f"counters that the random player ends {BEHIND}",
        find=partial(_random, Stated(35, 37)),
    ),
    Claim(
        name="four-per-cent",
        game=GAME,
        sense="counting beats not counting by about 4 %",
        source=SOURCE,
        place=GLANCE,
        reading=OF_100,
        find=partial(_non_counter, Stated.rounds_to(4, 0)),
    ),
    Claim(
        name="36-per-cent",
        game=GAME,
        sense="the good strategy beats random wagers by 36 %",
        source=SOURCE,
        place=GLANCE,
        reading=OF_100,
        find=partial(_random, Stated.rounds_to(36, 0)),
    ),
    Claim(
        name="optimal",
        game=GAME,
        sense="the counter's strategy is optimal (its author doubts that)",
        source=SOURCE,
        place=STRATEGY,
        reading="nobody gains by it more than the value of a hand from the full pack",
        find=_optimal,
    ),
    Claim(
        name="by-chance",
        game=GAME,
        sense="whether the counter accepts a raise is partly left to chance",
        source=SOURCE,
        place=STRATEGY,
        reading="the program's chance to accept is neither 0 nor 1, for some card and raise",
        find=_by_chance,
    ),
    Claim(
        name="90-seconds",
        game=GAME,
        sense="10,000 matches take about 90 seconds on seven processes",
        source=SOURCE,
        place="program, 'multiple simulations using parallel processing'",
        reading="on the author's machine",
        find=_ninety_seconds,
    ),
)
