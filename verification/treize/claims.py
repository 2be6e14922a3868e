"""Claims about Treize, from Montmort's correspondence to its solution."""

import time
from fractions import Fraction
from functools import lru_cache
from typing import Any, NamedTuple

from montmort.exact.formatting import decimals
from montmort.exact.from_rules import explore
from montmort.exact.treize.pass_counts import default_counter, work
from montmort.exact.treize.solution import Solution, solve
from montmort.games.extras import extra_for
from montmort.games.treize import EXPERIMENTS, Rules
from montmort.verification.claims import Claims, Finding, Sample, Standing
from montmort.verification.comparison.run import crosscheck
from montmort.verification.treize import GAME

LETTERS = "Montmort's correspondence, in Doyle & Grinstead, Problème du Treize, draft of 2010"
MONTMORT = "section 'Montmort's problem'"
GAME_OF_TREIZE = "section 'The game of Treize'"
DEAL_PASSES = "section 'Can the dealer quit playing?'"
SOLUTION = "Doyle & Grinstead, Solution of Montmort's Problème du Treize, draft of 2010"

DECKS = [Rules(ranks=r, suits=s) for r in range(2, 14) for s in range(1, 7)]
WALKED = [
    Rules(ranks=r, suits=s) for r, s in ((2, 1), (2, 2), (2, 4), (3, 1), (3, 2), (4, 1), (5, 1))
]
MOST_OPPONENTS = 12  # in the listed values; the formula is proved for all
WORKING_DAY, YEARS = 8 * 3600, 40  # seconds, of a lifetime's work with pen and paper
PAGE = "docs/games/treize.md, 'Claims'"
PLAYS, SEED = 2**19, 1713

claim = Claims(game="treize")


class Solved(NamedTuple):
    """Solutions, and the CPU seconds that they took."""

    solutions: list[Solution]
    seconds: float


@lru_cache(maxsize=3)
def _solved(decks: tuple[Rules, ...]) -> Solved:
    largest = max(decks, key=lambda rules: rules.cards)
    counter = default_counter(largest.ranks, largest.suits)
    started = time.process_time()
    solutions = [solve(rules, counter) for rules in decks]
    for solution in solutions:
        _ = solution.value  # computed on first access
    return Solved(solutions, time.process_time() - started)


def _usual() -> Solved:
    return _solved((Rules(),))


def _every() -> Solved:
    return _solved(tuple(DECKS))


@claim(
    "lifetime",
    "the calculation for Treize is so long that a lifetime is too short for it",
    by=f"Jean Bernoulli, 17 March 1710; {LETTERS}",
    place=MONTMORT,
    quote="a lifetime would not suffice to complete it",
    reading="by whatever means: nobody will see the value of the usual deck",
)
def _lifetime() -> Finding:
    (solution,), seconds = _usual()
    digits = len(str(solution.value.denominator))
    return Finding(
        standing=Standing.REFUTED,
        true=f"found in {seconds:.1f} s of CPU, a fraction with {digits} digits",
        why="it has been done, by a machine",
        how="montmort exact treize",
        exact={"value": solution.value},
        seconds={"solving": seconds},
    )


@claim(
    "lifetime-by-hand",
    "the calculation for Treize is so long that a lifetime is too short for it",
    by=f"Jean Bernoulli, 17 March 1710; {LETTERS}",
    place=MONTMORT,
    quote="a lifetime would not suffice to complete it",
    reading="with pen and paper, by the method of this program: one operation a second, eight "
    f"hours every day, for {YEARS} years",
)
def _lifetime_by_hand() -> Finding:
    operations = work(13, 4).operations  # of a processor, on numbers of nine digits
    days = operations / WORKING_DAY
    return Finding(
        standing=Standing.of(days / 2 > YEARS * 365),  # the estimate is good to a factor of two
        true=f"about {operations / 1e6:,.0f} million operations: {days / 365.25:.0f} years of "
        f"eight hours a day, {operations / 31_557_600:.0f} years without rest",
        why="half of that, to which the estimate is good, is longer still, and nobody works with "
        "numbers of nine digits at this rate; a shorter method could refute it, but we know none",
        how=PAGE,
        estimates={"operations": operations},
    )


@claim(
    "nearly-impossible",
    "a general solution of Treize is next to impossible",
    by=f"Nicolas Bernoulli, 26 February 1711; {LETTERS}",
    place=MONTMORT,
    quote="it appears to me to be nearly impossible",
    reading="general: for any ranks and suits",
)
def _nearly_impossible() -> Finding:
    solutions, seconds = _every()
    largest, value = solutions[-1].rules, solutions[-1].value
    return Finding(
        standing=Standing.REFUTED,
        true=f"{len(solutions)} decks, up to {largest.ranks} ranks in {largest.suits} suits, "
        f"are solved in {seconds:.1f} s of CPU; the largest is worth {decimals(value)} stakes",
        why="ranks and suits are parameters of the solution",
        how=f"montmort exact treize --ranks {largest.ranks} --suits {largest.suits}",
        exact={_deck(solution): solution.value for solution in solutions},
        seconds={"solving": seconds},
    )


@claim(
    "general-solution",
    "one chain, from shuffle to shuffle, is the general solution of Treize",
    by=SOLUTION,
    place=MONTMORT,
    quote="we are able here to present the general solution",
    reading="general: with ranks and suits of any number that was tried; how the chain's matrix is "
    "counted is ours, because our copy breaks off before it",
)
def _general_solution() -> Finding:
    """Check that the chain of every deck has one solution: it is absorbed from every state."""
    solutions, seconds = _every()
    least = {_deck(solution): min(solution.loss) for solution in solutions}
    added = all(
        sum(row) + lost == 1
        for solution in solutions
        for row, lost in zip(solution.q, solution.loss, strict=True)
    )
    first = solutions[0]
    return Finding(
        standing=Standing.of(added and min(least.values()) > 0),
        true=f"the chains of {len(solutions)} decks, {_deck(first)} to {_deck(solutions[-1])}, "
        f"have one solution each, found in {seconds:.1f} s of CPU",
        why="from every state the deal is lost in the next pass with a chance above 0, and every "
        "row of Q with this chance adds up to 1, so that I - Q has an inverse",
        how=PAGE,
        exact={f"least chance to lose in a pass, {deck}": loss for deck, loss in least.items()},
        seconds={"solving": seconds},
    )


@claim(
    "ad-infinitum",
    "the dealer may win without end",
    by=f"Montmort, second edition of 1713, in {SOLUTION}",
    place=GAME_OF_TREIZE,
    quote="may even continue the game ad infinitum",
    reading="no number is the largest that the dealer can score",
)
def _without_bound() -> Finding:
    (solution,), _ = _usual()
    again = solution.q[0][0]
    return Finding(
        standing=Standing.of(again > 0),
        true="a pass begun with 'un' leads to another begun with 'un' once in about "
        f"{float(1 / again):,.0f} passes",
        why="a pass that is survived scores a point or more; so k points or more have at least "
        "this chance to the power k, which is above 0 for every k",
        how=PAGE,
        exact={"from 'un' to 'un'": again},
    )


@claim(
    "never-ends",
    "the dealer may win without end",
    by=f"Montmort, second edition of 1713, in {SOLUTION}",
    place=GAME_OF_TREIZE,
    quote="may even continue the game ad infinitum",
    reading="there is a chance above 0 that the game never ends",
)
def _never_ends() -> Finding:
    (solution,), _ = _usual()
    least = min(solution.loss)
    return Finding(
        standing=Standing.of(least == 0),
        true=f"the game ends with probability 1: from every state the deal is lost in the next "
        f"pass with a chance of {decimals(least, 6)} or more",
        why="so more than k passes have at most the rest of this chance to the power k, which "
        "falls to 0; endless games exist, and have no probability",
        how="montmort exact treize",
        exact={"least chance to lose in a pass": least},
    )


@claim(
    "value",
    "the game is worth v_0 - 1 to the dealer, v = (I - Q)^-1 e",
    by=SOLUTION,
    place="section 'Outline of the solution'",
    quote="to the dealer is one less than the number of points scored",
    reading="expected points less the one stake lost at the end, per opponent",
)
def _value() -> Finding:
    """Compare with the rules: by enumeration for small decks, by play for the usual deck.

    The chain is solved from the rows of Q and from e, not with the method of `solve`.
    """
    solutions, _ = _solved(tuple(WALKED))
    chained = {_deck(solution): _by_chain(solution) for solution in solutions}
    walked = {_deck(solution): _by_walking(solution.rules) for solution in solutions}
    played = crosscheck(GAME, plays=PLAYS, seed=SEED, margins={"points": 0.05}).finished()
    points = next(verdict for verdict in played.verdicts if verdict.field == "points")
    low, high = points.interval
    return Finding(
        standing=Standing.judged(points) if walked == chained else Standing.REFUTED,
        true=f"v_0 - 1 {'equals' if walked == chained else 'differs from'} the value by "
        f"enumeration of every order of the decks {', '.join(walked)}; with the usual deck v_0 is "
        f"{decimals(points.exact)}, and play gives {low:.3f} to {high:.3f}",
        why="when a deck is shuffled only the running count matters, and first-step analysis gives "
        "v",
        how=f"montmort verify treize --plays {PLAYS} --margin points=0.05 --seed {SEED}",
        exact=walked,
        intervals={"points, 13 x 4": (low, high)},
        sample=Sample(plays=points.plays, seed=SEED, level=points.levels.accept),
    )


def _by_chain(solution: Solution) -> Fraction:
    rewards: dict[int | str, Fraction] = dict(enumerate(solution.gains))
    points: Any = solution.chain.expected(rewards, start=0)
    return Fraction(points - 1)


def _by_walking(rules: Rules) -> Fraction:
    return explore(EXPERIMENTS["game"], rules).expected("points") - 1


@claim(
    "advantage",
    "the dealer has the advantage",
    by=f"Montmort, 10 April 1711; {LETTERS}",
    place=DEAL_PASSES,
    quote="the dealer has an advantage",
    reading="with the usual deck, 13 ranks in 4 suits, during one deal",
)
def _advantage() -> Finding:
    (solution,), _ = _usual()
    return Finding(
        standing=Standing.of(solution.value > 0),
        true=f"each deal is worth {decimals(solution.value)} stakes per opponent to the dealer",
        why="the value of a deal to the dealer is more than 0",
        how="montmort exact treize",
        exact={"value": solution.value},
    )


@claim(
    "advantage-every-deck",
    "the dealer has the advantage",
    by=f"Montmort, 10 April 1711; {LETTERS}",
    place=DEAL_PASSES,
    is_implied=True,
    reading="with every deck of 2 to 13 ranks in 1 to 6 suits, of which the author does not speak",
)
def _advantage_everywhere() -> Finding:
    solutions, _ = _every()
    least = min(solutions, key=lambda solution: solution.value)
    losing = [_deck(solution) for solution in solutions if solution.value <= 0]
    return Finding(
        standing=Standing.of(not losing),
        true=f"of {len(solutions)} decks {len(losing) or 'none'} favours the opponents; the "
        f"least value is {decimals(least.value)} stakes, with {_deck(least)}",
        why="every deck of 2 to 13 ranks in 1 to 6 suits has been solved",
        how=f"montmort exact treize --ranks {least.rules.ranks} --suits {least.rules.suits}",
        exact={_deck(solution): solution.value for solution in solutions},
    )


@claim(
    "halved",
    "where the deal passes on and there is one opponent, the dealer's value is halved",
    by=f"Nicolas Bernoulli, 26 February 1711; {LETTERS}",
    place=DEAL_PASSES,
    quote="half of the value found",
    reading="the mean of the expected winnings after k deals, k over a whole round",
)
def _halved() -> Finding:
    (solution,), _ = _usual()
    dealer, _ = _seats(solution, opponents=1)
    return Finding(
        standing=Standing.of(dealer == solution.value / 2),
        true=f"{decimals(dealer)} of {decimals(solution.value)} stakes",
        why="the expected winnings after k deals are periodic; their mean is half the value",
        how="montmort exact treize --opponents 1",
        exact={"dealer": dealer, "while he deals": solution.value},
    )


def _seats(solution: Solution, opponents: int) -> list[Fraction]:
    """Return the mean winnings of every seat after 1, 2, ... deals, over a whole round."""
    seats = range(opponents + 1)
    won, sums = [Fraction(0) for _ in seats], [Fraction(0) for _ in seats]
    for dealer in seats:
        for seat in seats:
            won[seat] += solution.value * (opponents if seat == dealer else -1)
            sums[seat] += won[seat]
    return [total / len(seats) for total in sums]


@claim(
    "shares",
    "with n opponents the dealer and the seats to the right have shares n, n-2, n-4, ... of it",
    by=f"Nicolas Bernoulli, 26 February 1711; {LETTERS}",
    place=DEAL_PASSES,
    quote="either n-2, or n-4, or n-6, etc., according to how far",
    reading="shares of half the value, in the same mean, for every n",
)
def _shares() -> Finding:
    """Prove the formula in n and m, and compare it with the winnings added up deal by deal."""
    (solution,), _ = _usual()
    tables = {n: _seats(solution, n) for n in range(1, MOST_OPPONENTS + 1)}
    parts = {n: [2 * seat / solution.value for seat in seats] for n, seats in tables.items()}
    holds = all(parts[n] == [n - 2 * m for m in range(n + 1)] for n in parts)
    three = ", ".join(f"{float(seat):.4f}" for seat in tables[3])
    return Finding(
        standing=Standing.of(holds and _is_share_for_all_n()),
        true=f"with three opponents the seats are worth {three} stakes, shares "
        f"{', '.join(map(str, parts[3]))} of half of {decimals(solution.value)}",
        why="after k deals, m < k, seat m has n + 1 - k values, before that minus k; the mean over "
        "k = 1 to n + 1 is (n + 1 - m) - (n + 2)/2 = (n - 2m)/2 for every n, and added up deal by "
        f"deal the same for 1 to {MOST_OPPONENTS} opponents",
        how="montmort exact treize --opponents 3",
        exact={f"seat {m} of {n + 1}": s for n in tables for m, s in enumerate(tables[n])},
    )


def _is_share_for_all_n() -> bool:
    """Return whether the mean over a round is (n - 2m)/2 values, as an identity in n and m.

    Each deal costs a seat that does not deal one value; its own deal brings n, n + 1 more.
    """
    with extra_for("symbols"):
        import sympy

    n, m, k = sympy.symbols("n m k", integer=True, nonnegative=True)
    paid = sympy.summation(-k, (k, 1, n + 1))
    after_its_deal = sympy.summation(1, (k, m + 1, n + 1))
    mean = (paid + (n + 1) * after_its_deal) / (n + 1)
    return bool(sympy.simplify(mean - (n - 2 * m) / 2) == 0)


def _deck(solution: Solution) -> str:
    return f"{solution.rules.ranks} x {solution.rules.suits}"


CLAIMS = claim.declared
