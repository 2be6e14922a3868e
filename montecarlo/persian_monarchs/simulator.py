"""Compiled simulator of Persian Monarchs.

One kernel (`montmort.montecarlo.persian_monarchs.kernel`) deals and scores matches between
the named strategies, and any others that depend on the rank of the card; a hand is
a match of one hand without purses.  Packs of more than 64 cards, raises above
65,536 and other kinds of strategies are played by the reference rules, in plain Python.

The result of a match is the gain of seat 0; both players' counters follow from it.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import accumulate
from typing import TypeVar

import numpy as np

from montmort.games.chance import Chance, RandomChance
from montmort.games.errors import BadInput, TooLarge
from montmort.games.experiment import find_experiment
from montmort.games.persian_monarchs import (
    EXPERIMENTS,
    Hand,
    Match,
    Players,
    Rules,
    dealing,
    named_players,
)
from montmort.games.persian_monarchs.strategies import (
    STRATEGIES,
    ByPack,
    ByRank,
    Strategy,
    View,
)
from montmort.montecarlo.dealt_cards import Dealer, deal_from_end, dealer_by, simulator_of_deals
from montmort.montecarlo.kernels.sfc64 import sfc64_state
from montmort.montecarlo.outcomes import Counts, Records, value_counts
from montmort.montecarlo.persian_monarchs import kernel
from montmort.montecarlo.persian_monarchs.kernel import MOST_CARDS, TABLE, UNIT, Ints, Setting
from montmort.montecarlo.simulator import Simulator, block_size, simulator_of

Rng = np.random.Generator
Gain = TypeVar("Gain", int, Ints)

VERSION = 1  # raise it when a stream would give other outcomes
BLOCK_WORK = 2**25  # hands in about half a second
REFERENCE_WORK = 2**13  # the same for the reference rules
AT_ONCE = 2**14  # matches scored before they are counted: few enough for the CPU cache
MOST_RAISE = 2**16  # with 53 bits the chances of all raises are equal within 1e-11
MOST_ROUNDS = 10**8
MOST_COUNTERS = 2**62  # more would not fit into a word

KINDS = dict(zip(STRATEGIES.values(), range(len(STRATEGIES)), strict=True))
PURSES = {"none": kernel.NO_LIMIT, "published": kernel.PUBLISHED, "strict": kernel.STRICT}
NOTHING_GIVEN = np.empty((0, 4), np.int64)
NO_DECK = np.empty(0, np.int64)


def score(
    rules: Rules,
    cards: Sequence[tuple[int, int]],
    wishes: Sequence[int],
    coins: Sequence[bool],
    experiment: str = "match",
) -> Match | Hand:
    """Return the Outcome for given cards and choices, one of each for every hand.

    `cards` are the non-dealer's and the dealer's; `wishes` are the raises that the
    non-dealer wants to make, whatever the purses allow; `coins` are the answers of a
    dealer who decides by chance.

    >>> score(Rules(cards=4, rounds=1), [(2, 3), (1, 0)], [4, 2], [False, False])
    Match(first=94, second=106)
    """
    setting = kernel_setting(rules, experiment)
    given = np.array(
        [(*pair, wish, coin) for pair, wish, coin in zip(cards, wishes, coins, strict=True)],
        np.int64,
    )
    if len(given) != setting.hands:
        raise BadInput(f"{len(given)} hands given for the {setting.hands} of the {experiment}")
    _check_given(rules, given)
    gains = np.empty(1, np.int64)
    kernel.play(np.zeros(4, np.uint64), NO_DECK, setting, given, gains)
    outcome: type[Match | Hand] = EXPERIMENTS[experiment].outcome
    return outcome(*_outcome(rules, experiment, int(gains[0])))


def _check_given(rules: Rules, given: Ints) -> None:
    """Raise BadInput unless the cards and raises are possible."""
    hands = rules.cards // 2  # from one pack
    for start in range(0, len(given), hands):
        dealt = given[start : start + hands, :2].ravel().tolist()
        if len({*dealt}) != len(dealt) or not {*dealt} <= {*range(rules.cards)}:
            raise BadInput(f"cards={dealt} must be different cards of 0 to {rules.cards - 1}")
    for wish in given[:, 2].tolist():
        if not 0 <= wish <= rules.max_raise:
            raise BadInput(f"a wish of {wish} must be from 0 to max_raise={rules.max_raise}")


def simulator(
    rules: Rules,
    experiment: str = "match",
    others: Callable[[Rules, Chance], Players] | None = None,
) -> Simulator:
    """Return the simulator of an experiment, compiled if the kernel can play it.

    `others(rules, chance)` supplies players that use computed tables.

    >>> sum(simulator(Rules()).count(1713, plays=1000)["first"].values())
    1000
    """
    asked = find_experiment("persian-monarchs", EXPERIMENTS, experiment)
    if experiment == "cards":
        return _deals(rules)
    if rules.rounds > MOST_ROUNDS:
        raise TooLarge(f"rounds={rules.rounds}: at most {MOST_ROUNDS:,} rounds are simulated")
    hands = _hands(rules, experiment)
    asked.start(rules, RandomChance(0))  # raises TooLarge beyond the limits of the rules
    table = (named_players if others is None else others)(rules, RandomChance(0))
    first, second = table.strategies
    rules = replace(rules, first=first, second=second)  # tables are part of the identity
    if not _is_compiled(rules):
        size = max(REFERENCE_WORK // hands, 1)
        return simulator_of(asked, rules, game="persian-monarchs", plays_per_block=size)
    kernel_setting(rules, experiment)  # raises BadInput if the tables do not cover the packs
    return Simulator(
        game="persian-monarchs",
        rules=rules,
        experiment=experiment,
        fields=asked.fields,
        version=VERSION,
        plays_per_block=block_size(BLOCK_WORK, hands),
        compiled=True,
        counter=partial(_count, experiment),
        recorder=partial(_record, experiment),
    )


def _deals(rules: Rules) -> Simulator:
    """Return the simulator of the cards dealt; the reference rules deal large packs."""
    dealt = dealing(rules)
    if rules.cards > MOST_CARDS:
        size = max(REFERENCE_WORK // dealt.cards, 1)
        cards = EXPERIMENTS["cards"]
        return simulator_of(cards, rules, game="persian-monarchs", plays_per_block=size)
    return simulator_of_deals("persian-monarchs", rules, dealt, dealer, VERSION)


def dealer(rules: Rules) -> Dealer:
    """Return the dealer of the cards for the hands of a match."""
    return dealer_by(deal_from_end, np.arange(rules.cards))


def _hands(rules: Rules, experiment: str) -> int:
    """Return the number of hands in a play."""
    return 2 * rules.rounds if experiment == "match" else 1


def _is_compiled(rules: Rules) -> bool:
    """Return whether the kernel supports the sizes and the strategies of the rules."""
    known = all(s in KINDS or isinstance(s, ByRank | ByPack) for s in rules.strategies)
    small = rules.cards <= MOST_CARDS and rules.max_raise <= MOST_RAISE
    return known and small and rules.counters <= MOST_COUNTERS


def kernel_setting(rules: Rules, experiment: str) -> Setting:
    """Return the rules in the form that the kernel uses."""
    hands = _hands(rules, experiment)
    tables = any(strategy not in KINDS for strategy in rules.strategies)
    shape = (2, rules.cards + 1, rules.cards, rules.max_raise) if tables else (0, 0, 0, 0)
    raises, accepts = np.zeros(shape, np.int64), np.zeros(shape, np.int64)
    for seat, strategy in enumerate(rules.strategies):
        if strategy not in KINDS:
            for left in _cards_left(rules, hands):
                _fill_tables(strategy, left, rules, raises[seat, left], accepts[seat, left])
    first, second = (KINDS.get(strategy, TABLE) for strategy in rules.strategies)
    purse = PURSES[rules.purse] if experiment == "match" else kernel.NO_LIMIT
    return Setting(
        rules.cards,
        rules.max_raise,
        hands,
        rules.counters,
        purse,
        (first, second),
        raises,
        accepts,
    )


def _cards_left(rules: Rules, hands: int) -> range:
    """Return the possible numbers of cards left before a hand.

    >>> list(_cards_left(Rules(cards=7), 52)), list(_cards_left(Rules(cards=8), 2))
    ([7, 5, 3], [8, 6])
    """
    return range(rules.cards, max(rules.cards - 2 * hands, 1), -2)


def _fill_tables(strategy: Strategy, left: int, rules: Rules, raises: Ints, accepts: Ints) -> None:
    """Write the chances for `left` cards, shape (ranks, max_raise), in units of 1/UNIT."""
    for rank in range(left):
        view = View(rank, rank, left, rules.cards, rules.max_raise)
        *weights, last = accumulate(strategy.raise_weights(view))
        raises[rank] = [weight * UNIT // last for weight in weights]
        accepts[rank] = [int(strategy.accepts(view, x + 1) * UNIT) for x in range(rules.max_raise)]


def _gains(rules: Rules, experiment: str, rng: Rng, plays: int) -> Iterator[Ints]:
    """Yield the gains of seat 0 in the next plays, in arrays."""
    setting, deck = kernel_setting(rules, experiment), np.arange(rules.cards)
    for sofar in range(0, plays, AT_ONCE):
        gains = np.empty(min(AT_ONCE, plays - sofar), np.int64)
        with sfc64_state(rng) as words:
            kernel.play(words, deck, setting, NOTHING_GIVEN, gains)
        yield gains


def _outcome(rules: Rules, experiment: str, gain: Gain) -> tuple[Gain, ...]:
    """Return the fields of the Outcome for a gain of seat 0, or for an array of gains."""
    if experiment == "hand":
        return (gain,)
    return rules.counters + gain, rules.counters - gain


def _count(experiment: str, rules: Rules, rng: Rng, plays: int) -> Counts:
    gained: Counter[int] = Counter()
    for gains in _gains(rules, experiment, rng, plays):
        gained.update(value_counts(gains))
    values = {gain: _outcome(rules, experiment, gain) for gain in gained}
    return {
        name: {values[gain][place]: count for gain, count in gained.items()}
        for place, name in enumerate(EXPERIMENTS[experiment].fields)
    }


def _record(experiment: str, rules: Rules, rng: Rng, plays: int) -> Iterator[Records]:
    return (
        np.stack(_outcome(rules, experiment, gains), axis=1)
        for gains in _gains(rules, experiment, rng, plays)
    )
