"""Persian Monarchs as people get it wrong: one mistake per simulator, each planted on purpose.

Independent of montmort's kernel: the pack is shuffled as a row of cards and
dealt from its front, and ranks are counted in a loop over the cards behind.
"""

import numba
import numpy as np
import numpy.typing as npt

from montmort.games.persian_monarchs import EXPERIMENTS, Rules
from montmort.games.persian_monarchs.strategies import STRATEGIES
from montmort.montecarlo.outcomes import Records, Rng
from montmort.montecarlo.simulator import Simulator
from tests.verification.planted.simulator import planted

(
    NONE,
    FULL_PACK_CHANCE,
    OWN_ANTE_FORGOTTEN,
    TIE_TAKEN,
    ACCEPTS_IN_DOUBLES,
    ROLES_FIXED,
    CARDS_PUT_BACK,
    FRESH_PACK_A_ROUND,
    LARGEST_RAISE_NEVER,
    RAISE_PAID_ONCE,
    DECLINED_GOES_TO_HIGHER,
    PURSE_OF_THE_RAISER,
    BROKE_DO_NOT_ANTE,
    SUITS_DO_NOT_BREAK_TIES,
    NON_COUNTER_COUNTS,
    SEAT_ONE_DRAWS_THE_HIGHER,
) = range(16)

KINDS = {name: kind for kind, name in enumerate(STRATEGIES)}
COUNTER, NON_COUNTER, RANDOM = range(3)
PURSES = ("none", "published", "strict")


@numba.njit(nogil=True, cache=True)
def _shuffle(rng: Rng, deck: npt.NDArray[np.int64]) -> None:
    for place in range(deck.size - 1):
        other = place + int(rng.random() * (deck.size - place))
        deck[place], deck[other] = deck[other], deck[place]


@numba.njit(nogil=True, cache=True)
def _chance(kind: int, card: int, deck: npt.NDArray[np.int64], dealt: int, bug: int) -> tuple:
    """Return lower, others: what the strategy takes for its chance to win."""
    if kind == RANDOM:
        return 1, 2
    if bug == FULL_PACK_CHANCE or (kind == NON_COUNTER and bug != NON_COUNTER_COUNTS):
        return card, deck.size - 1
    lower = 0
    for place in range(dealt, deck.size):
        lower += deck[place] < card
    return lower, deck.size - dealt - 1


@numba.njit(nogil=True, cache=True)
def _raise(rng: Rng, lower: int, others: int, m: int, bug: int) -> int:
    if rng.random() * others >= lower:
        return 0
    if bug == LARGEST_RAISE_NEVER:
        m -= 1
    return 1 + int(rng.random() * m)


@numba.njit(nogil=True, cache=True)
def _accepts(rng: Rng, kind: int, lower: int, others: int, x: int, bug: int) -> bool:
    if kind == RANDOM:
        return rng.random() < 0.5
    if bug == ACCEPTS_IN_DOUBLES:
        p = lower / others
        return p * (2 + 2 * x) - (1 - p) * (2 + 2 * x) > -2
    if bug == TIE_TAKEN:
        return 2 * lower * (1 + x) >= others * x
    return 2 * lower * (1 + x) > others * x


@numba.njit(nogil=True, cache=True)
def _play(
    rng: Rng,
    kinds: tuple,
    cards: int,
    m: int,
    hands: int,
    counters: int,
    purse: int,
    bug: int,
    out: Records,
) -> None:
    deck = np.arange(cards)
    has = np.empty(2, np.int64)
    for row in range(len(out)):
        has[:] = counters
        dealt = cards
        for hand in range(hands):
            fresh = bug == CARDS_PUT_BACK or (bug == FRESH_PACK_A_ROUND and hand % 2 == 0)
            if cards - dealt < 2 or fresh:
                _shuffle(rng, deck)
                dealt = 0
            raiser = 0 if bug == ROLES_FIXED else hand % 2
            dealer = 1 - raiser
            mine, theirs = deck[dealt], deck[dealt + 1]
            if bug == SEAT_ONE_DRAWS_THE_HIGHER and raiser == 1:
                mine, theirs = max(mine, theirs), min(mine, theirs)
            if bug == BROKE_DO_NOT_ANTE and min(has[0], has[1]) < 1:
                break
            has -= 1
            lower, others = _chance(kinds[raiser], mine, deck, dealt, bug)
            x = _raise(rng, lower, others, m, bug)
            if purse == 2 and x > has[raiser]:
                x = 0
            lower, others = _chance(kinds[dealer], theirs, deck, dealt, bug)
            accepts = True
            if x > 0:
                accepts = _accepts(rng, kinds[dealer], lower, others, x, bug)
                covers = has[raiser] if bug == PURSE_OF_THE_RAISER else has[dealer]
                if bug == OWN_ANTE_FORGOTTEN:
                    covers += 1
                if purse > 0 and covers < x:
                    accepts = False
            dealt += 2
            higher = raiser if mine > theirs else dealer
            if bug == SUITS_DO_NOT_BREAK_TIES and mine % 13 == theirs % 13 and accepts:
                has += 1
                continue
            if not accepts:
                has[higher if bug == DECLINED_GOES_TO_HIGHER else raiser] += 2
                continue
            has -= x
            has[higher] += 2 + x * (1 if bug == RAISE_PAID_ONCE else 2)
        out[row, 0], out[row, 1] = has[0], has[1]


def buggy(bug: int, rules: Rules, experiment: str = "match") -> Simulator:
    """Return a simulator with the bug."""
    one_hand = experiment == "hand"
    kinds = KINDS[str(rules.first)], KINDS[str(rules.second)]
    hands, counters = (1, 0) if one_hand else (2 * rules.rounds, rules.counters)
    purse = 0 if one_hand else PURSES.index(rules.purse)

    def play(rng: Rng, out: Records) -> None:
        _play(rng, kinds, rules.cards, rules.max_raise, hands, counters, purse, bug, out)

    fields = EXPERIMENTS[experiment].fields
    return planted("persian-monarchs", rules, experiment, fields, play, columns=2)
