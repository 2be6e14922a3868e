"""Claims about Persian Monarchs and about the players of its source.

The source compares what different strategies leave the second player against a
counter on the first seat, by play and by the program's rule of purses.  With that
rule the values are known exactly if both players decide by the rank of their card.
For a non-counter the mean is known without purses, and enclosed by play with them.
"""

from fractions import Fraction
from functools import lru_cache

from montmort.exact.persian_monarchs.answers import match_gains, truth
from montmort.exact.persian_monarchs.equilibrium import exploitability, solve_hand
from montmort.exact.persian_monarchs.match import Match
from montmort.games.persian_monarchs import Rules
from montmort.games.persian_monarchs.strategies import STRATEGIES, ByRank, View
from montmort.montecarlo.persian_monarchs.simulator import simulator
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
from montmort.verification.verdicts.e_values import confidence_sequence

SOURCE = "Peter Ellis, Simulating Persian Monarchs gameplay, 23 December 2018"
COUNTER = STRATEGIES["counter"]
PLAYS, SEED, LEVEL = 2**21, 2018, 0.01
MATCHES = 10**6  # for the timing
GLANCE, STRATEGY = "'At a glance'", "section ''Optimal' strategy?'"
STRATEGIES_COMPARED = "paragraph after the three strategies"
BEHIND = "behind what a counter has on the same seat; both against a counter"
OF_100 = f"of the 100 counters, what the player ends {BEHIND}; it rounds to that"
EXACT, SIMULATE = "montmort exact persian-monarchs", "montmort simulate persian-monarchs"

claim = Claims(game="persian-monarchs", source=SOURCE)


@lru_cache(maxsize=1)
def _counter() -> Fraction:
    """Return the mean number of counters of a card counter after a match against another."""
    return truth(Rules())["second"].mean()  # type: ignore[operator]


@lru_cache(maxsize=1)
def _non_counter_by_play() -> Interval:
    """Enclose the mean of a non-counter at the end, with the program's rule of purses."""
    rules = Rules(second="non-counter", purse="published")
    counts = played(simulator(rules), plays=PLAYS, seed=SEED).histogram("second")
    least, most = Match(rules).bounds
    return confidence_sequence(counts, low=least, high=most, alpha=LEVEL)


def _without_purses(second: str) -> Fraction:
    """Return the mean of the second player at the end without purses."""
    match = Match(Rules(second=second, purse="none"))
    return 2 * match.rules.counters - match.mean()


def _non_counter(stated: Stated) -> Finding:
    least, most = _non_counter_by_play()
    low, high = float(_counter()) - most, float(_counter()) - least
    counter, other = _without_purses("counter"), _without_purses("non-counter")
    return Finding(
        standing=stated.standing(low, high),
        true=f"with the program's purses a counter has {float(_counter()):.3f} exactly and a "
        f"non-counter {least:.2f} to {most:.2f}, {low:.2f} to {high:.2f} behind; without "
        f"purses {float(counter):.3f} - {float(other):.3f} = {float(counter - other):.3f}",
        why=f"the claim is {stated}; in another reading, the gap between both players at "
        f"the end, it would be {200 - 2 * most:.1f} to {200 - 2 * least:.1f}",
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
        true=f"a counter has {float(_counter()):.3f} and a random player {float(left):.3f}, "
        f"{float(behind):.3f} behind; all exact, with the program's purses",
        why=f"the claim is {stated}; in another reading, the gap between both players at the end, "
        f"it would be {float(200 - left):.2f} - {float(left):.2f} = {float(200 - 2 * left):.2f}",
        how=f"{EXACT}\n{EXACT} --second random",
        exact={"behind a counter": behind, "gap": 200 - 2 * left},
    )


@claim(
    "beats-non-counter",
    "over two packs counting cards brings 3.8 to 5.3 counters more than not counting",
    place=STRATEGIES_COMPARED,
    reading=f"how many counters the non-counter ends {BEHIND}",
)
def _beats_non_counter() -> Finding:
    return _non_counter(Stated(Fraction(38, 10), Fraction(53, 10)))


@claim(
    "beats-random",
    "over two packs it brings 35 to 37 counters more than playing at random",
    place=STRATEGIES_COMPARED,
    reading=f"how many counters the random player ends {BEHIND}",
)
def _beats_random() -> Finding:
    return _random(Stated(35, 37))


@claim("four-per-cent", "counting beats not counting by about 4 %", place=GLANCE, reading=OF_100)
def _four_per_cent() -> Finding:
    return _non_counter(Stated.rounds_to(4, 0))


@claim("36-per-cent", "the good strategy beats random wagers by 36 %", place=GLANCE, reading=OF_100)
def _thirty_six_per_cent() -> Finding:
    return _random(Stated.rounds_to(36, 0))


@claim(
    "optimal",
    "the counter's strategy is optimal (its author doubts that)",
    place=STRATEGY,
    reading="no opponent gains more against it than the value of a hand from the full pack",
)
def _optimal() -> Finding:
    loss, taken = exploitability(COUNTER), match_gains(Rules(), COUNTER)
    value = solve_hand().value
    return Finding(
        standing=Standing.of(not any(loss)),
        true=f"a hand is worth {float(value):.4f} to the non-dealer; a best response makes it "
        f"{float(value + loss.dealer):.4f} where a counter deals, and "
        f"{float(value - loss.non_dealer):.4f} where a counter is the non-dealer",
        why="an optimal strategy leaves nothing to gain; over a match the best card counter, on "
        f"the first seat, takes {float(taken.first):.1f} of its 100 counters",
        how=f"{EXACT} --equilibrium\n"
        f"{EXACT} --best-response counter\n"
        f"{EXACT} --best-response counter --role dealer",
        exact={**loss._asdict(), "first_takes": taken.first, "second_takes": taken.second},
    )


@claim(
    "by-chance",
    "whether the counter accepts a raise is partly left to chance",
    place=STRATEGY,
    reading="the program accepts with a probability between 0 and 1 for some card and raise",
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
        "chance: the program accepts if it expects to lose less",
        why=f"as the dealer it loses {float(value + loss):.4f} - {float(value):.4f} = "
        f"{float(loss):.4f} a hand to a best response; one that accepts with the probability of "
        f"having the higher card loses {float(written):.4f}",
        how="docs/claims.md, 'What no command shows'\n"
        f"{EXACT} --equilibrium\n"
        f"{EXACT} --best-response counter\n"
        "docs/games/persian_monarchs.md, 'What was claimed'",
        exact={"cases": len(asked), "left to chance": drawn, "dealer, by chance": written},
    )


@claim(
    "90-seconds",
    "10,000 matches take about 90 seconds on seven processes",
    place="program, 'multiple simulations using parallel processing'",
    reading="on the author's machine",
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


CLAIMS = claim.declared
