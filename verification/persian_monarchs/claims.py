"""Claims about Persian Monarchs and about the players of its source.

The source compares what different strategies leave the second player against a
counter on the first seat, by play and by the program's rule of purses.  With that
rule the values are known exactly if both players decide by the rank of their card.
For a non-counter the mean is known without purses, and enclosed by play with them.
"""

from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache

from montmort.exact.persian_monarchs.answers import match_gains, truth
from montmort.exact.persian_monarchs.best_response import Tables
from montmort.exact.persian_monarchs.equilibrium import (
    best_response,
    exploitability,
    solve_hand,
)
from montmort.exact.persian_monarchs.match import Match
from montmort.games.persian_monarchs import Rules
from montmort.games.persian_monarchs.strategies import STRATEGIES, ByRank, Strategy, View
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
TRICK = "last paragraph of section ''Optimal' strategy?'"
STRATEGIES_COMPARED = "paragraph after the three strategies"
BEHIND = "behind what a counter has on the same seat; both against a counter"
OF_100 = f"of the 100 counters, what the player ends {BEHIND}; it rounds to that"
PAGE = "docs/games/persian_monarchs.md, 'Claims'"
EXACT, SIMULATE = "montmort exact persian-monarchs", "montmort simulate persian-monarchs"

Chances = Callable[[int], Fraction]  # by the card
Sizes = Callable[[int], tuple[Fraction, ...]]

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
    quote="outperforms the non-card-counting by between 3.8 to 5.3 counters",
    reading=f"how many counters the non-counter ends {BEHIND}",
)
def _beats_non_counter() -> Finding:
    return _non_counter(Stated(Fraction(38, 10), Fraction(53, 10)))


@claim(
    "beats-random",
    "over two packs it brings 35 to 37 counters more than playing at random",
    place=STRATEGIES_COMPARED,
    quote="and the random strategy by 35 to 37 counters",
    reading=f"how many counters the random player ends {BEHIND}",
)
def _beats_random() -> Finding:
    return _random(Stated(35, 37))


@claim(
    "four-per-cent",
    "counting beats not counting by about 4 %",
    place=GLANCE,
    quote="beats a non-counting alternative by about 4%",
    reading=OF_100,
)
def _four_per_cent() -> Finding:
    return _non_counter(Stated.rounds_to(4, 0))


@claim(
    "36-per-cent",
    "the good strategy beats random wagers by 36 %",
    place=GLANCE,
    quote="and random wagering by 36%",
    reading=OF_100,
)
def _thirty_six_per_cent() -> Finding:
    return _random(Stated.rounds_to(36, 0))


@claim(
    "optimal",
    "the counter's strategy is optimal in the long run",
    place="list of the three strategies",
    quote="aimed at delivering optimal results in the long run",
    reading="no opponent gains more against it than a hand of the full pack is worth to the "
    "opponent's role",
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
    "anything-but-optimal",
    "the counter's strategy is not optimal, because it learns nothing from the opponent's raises",
    place="last paragraph but one",
    quote="the strategy I’ve sometimes called “optimal” is anything but",
    reading="a dealer should accept otherwise if raises say nothing of the card than if they do",
)
def _anything_but_optimal() -> Finding:
    """Compare the counter's acceptance with the best responses to blind raises and to its own."""
    dealer, blind, own = (
        Tables.of(strategy, 52, 10).accepts
        for strategy in (COUNTER, best_response(STRATEGIES["random"]), best_response(COUNTER))
    )
    loss = exploitability(COUNTER).dealer
    lowest = [
        next(card for card, row in enumerate(table) if row[x])
        for table in (dealer, own)
        for x in (0, 9)
    ]
    return Finding(
        standing=Standing.of(loss > 0 and dealer == blind != own),
        true="its acceptance is the best response to raises that ignore the card; against its own "
        f"raises the best dealer accepts from card {lowest[2]} on for a raise by 1 and {lowest[3]} "
        f"for one by 10, not from {lowest[0]} and {lowest[1]}, of cards 0 to 51",
        why=f"as the dealer it loses {float(loss):.4f} a hand to a best response",
        how=f"{EXACT} --best-response counter --role dealer\n{PAGE}",
        exact={"dealer": loss},
    )


def _raising(chance: Chances, size: Sizes) -> ByRank:
    """Return a non-dealer who raises with a chance and by sizes that depend on the card."""
    accepts = tuple(map(tuple, Tables.of(COUNTER, 52, 10).accepts))
    return ByRank(
        raises=tuple(
            (1 - chance(card), *(chance(card) * part for part in size(card))) for card in range(52)
        ),
        accepts_by=accepts,
    )


def _any_size(_card: int) -> tuple[Fraction, ...]:
    return (Fraction(1, 10),) * 10


def _by_tenths(card: int) -> tuple[Fraction, ...]:
    """Return a raise by 1 with the lowest tenth of the cards, by 10 with the highest."""
    return tuple(Fraction(x == 10 * card // 52) for x in range(10))


def _profit(raiser: ByRank, dealer: Strategy) -> Fraction:
    """Return the mean profit of a non-dealer, whose card is any of 52, the dealer's another."""
    rows = zip(raiser.raises, Tables.of(dealer, 52, 10).raise_values(), strict=True)
    won = (chance * value for row in rows for chance, value in zip(*row, strict=True))
    return sum(won, Fraction(0)) / (52 * 51)


@claim(
    "tied-raise",
    "raising by more with better cards gives away information",
    place=TRICK,
    quote="depending on our confidence, we are giving away information",
    reading="a dealer who knows it gains more: the counter's chances to raise, by 1 with the "
    "lowest tenth of the cards to 10 with the highest, against raises of any size",
)
def _tied_raise() -> Finding:
    blind, tied = (
        _raising(lambda card: Fraction(card, 51), size) for size in (_any_size, _by_tenths)
    )
    least = {
        name: Tables.of(who, 52, 10).least() for name, who in (("blind", blind), ("tied", tied))
    }
    unaware = {name: _profit(who, COUNTER) for name, who in (("blind", blind), ("tied", tied))}
    return Finding(
        standing=Standing.of(least["tied"] < least["blind"]),
        true=f"against the best dealer the non-dealer has {float(least['blind']):.4f} a hand with "
        f"any size and {float(least['tied']):.4f} with sizes tied to the card",
        why="the best response uses what the size says; a counter, who does not, concedes "
        f"{float(unaware['blind']):.4f} and {float(unaware['tied']):.4f}",
        how=PAGE,
        exact={
            **{f"best dealer, {name}": value for name, value in least.items()},
            **{f"counter deals, {name}": value for name, value in unaware.items()},
        },
    )


@claim(
    "tied-raise-avoided",
    "raising by more with better cards gives away information",
    place=TRICK,
    is_implied=True,
    reading="therefore the size of a raise of best play does not depend on the card; the "
    "equilibrium that was found",
)
def _tied_raise_avoided() -> Finding:
    solved = solve_hand()
    best = {card: law.index(1) for card, law in enumerate(solved.raises) if 1 in law[1:]}
    merits = [best[card] for card in range(37, 52)]
    loss = exploitability(solved.strategy).non_dealer
    return Finding(
        standing=Standing.of(len({*merits}) == 1),
        true=f"with the 15 best cards it raises by {', '.join(map(str, merits))}, more with better "
        "ones, and bluffs by the same sizes with the lowest cards",
        why=f"it loses {loss} against a best response: bluffs hide what the sizes would say",
        how=f"{EXACT} --equilibrium",
        exact={"loss": loss, "sizes": len({*merits})},
    )


@claim(
    "top-half",
    "a player who raises with the better half of the cards only can be taken advantage of",
    place=TRICK,
    quote="once our opponent picks this up they can use it to their advantage",
    reading="the best dealer concedes less to it than a hand is worth to the non-dealer; raises "
    "of any size",
)
def _top_half() -> Finding:
    player = _raising(lambda card: Fraction(card >= 26), _any_size)
    value, least = solve_hand().value, Tables.of(player, 52, 10).least()
    unaware = _profit(player, COUNTER)
    counter = value - exploitability(COUNTER).non_dealer
    return Finding(
        standing=Standing.of(least < value),
        true=f"it has {float(least):.4f} a hand against the best dealer, and {float(value):.4f} is "
        "the value of the hand to the non-dealer; where a counter deals it has "
        f"{float(unaware):.4f}",
        why=f"{float(value - least):.4f} is lost for want of bluffs and of sizes that fit; the "
        f"counter's own raises have {float(counter):.4f} against the best dealer, hardly more",
        how=PAGE,
        exact={"best dealer": least, "value": value, "counter deals": unaware},
    )


@claim(
    "two-packs",
    "26 rounds are two full packs",
    place="title of the source's picture",
    quote="after 26 rounds (two full packs)",
    reading="two hands a round, two cards a hand",
)
def _two_packs() -> Finding:
    rules = Rules()
    cards = rules.rounds * 2 * 2
    return Finding(
        standing=Standing.of(rules.rounds == 26 and Fraction(cards, rules.cards) == 2),
        true=f"{rules.rounds} rounds are {2 * rules.rounds} hands and {cards} cards, "
        f"{Fraction(cards, rules.cards)} packs of {rules.cards}",
        why="a pack is played until fewer than two cards are left, and none are left over",
        how=PAGE,
        exact={"packs": Fraction(cards, rules.cards)},
    )


@claim(
    "by-chance",
    "whether the counter accepts a raise is partly left to chance",
    place=STRATEGY,
    quote="The decision of whether to accept or not is taken similarly",
    reading="the program accepts with a probability between 0 and 1 for some card and raise",
)
def _by_chance() -> Finding:
    odds = [
        COUNTER.accepts(View(rank, rank, left, 52, 10), raised)
        for left in range(2, 53, 2)
        for rank in range(left)
        for raised in range(1, 11)
    ]
    drawn = sum(0 < chance < 1 for chance in odds)
    rows = tuple((Fraction(rank, 51),) * 10 for rank in range(52))
    solved = solve_hand()
    value, loss = solved.value, exploitability(COUNTER).dealer
    written = exploitability(ByRank(raises=solved.raises, accepts_by=rows)).dealer
    return Finding(
        standing=Standing.of(drawn > 0),
        true=f"of {len(odds):,} cases of cards left, rank and raise {drawn or 'none'} is left to "
        "chance: the program accepts if it expects to lose less",
        why=f"as the dealer it loses {float(value + loss):.4f} - {float(value):.4f} = "
        f"{float(loss):.4f} a hand to a best response; one that accepts with the probability of "
        f"having the higher card loses {float(written):.4f}",
        how="docs/claims.md, 'What no command shows'\n"
        f"{EXACT} --equilibrium\n"
        f"{EXACT} --best-response counter\n"
        "docs/games/persian_monarchs.md, 'Claims'",
        exact={"cases": len(odds), "left to chance": drawn, "dealer, by chance": written},
    )


@claim(
    "90-seconds",
    "10,000 matches take about 90 seconds on seven processes",
    place="program, 'multiple simulations using parallel processing'",
    quote="Takes about 90 seconds per run to do 10,000",
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
