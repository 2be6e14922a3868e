"""Treize as people get it wrong: one mistake per simulator, each planted on purpose.

Written for the usual deck and independent of montmort's kernel: the whole
deck is shuffled, then turned card by card.
"""

from collections.abc import Callable

import numba
import numpy as np
import numpy.typing as npt

from montmort.games.treize import EXPERIMENTS, Rules
from montmort.montecarlo.outcomes import Records, Rng
from montmort.montecarlo.simulator import Simulator
from tests.verification.planted.simulator import planted

NONE, RESTARTS, TABLE_STAYS, LAST_POINTS_LOST, INDEPENDENT_ROUNDS, LAST_RANK_NOT_CALLED = range(6)


@numba.njit(nogil=True, cache=True)
def _shuffle(rng: Rng, deck: npt.NDArray[np.int64], cards: int) -> None:
    for left in range(cards, 1, -1):
        other = int(rng.random() * left)
        deck[left - 1], deck[other] = deck[other], deck[left - 1]


@numba.njit(nogil=True, cache=True)
def _play(rng: Rng, full: npt.NDArray[np.int64], ranks: int, bug: int, out: Records) -> None:
    deck = full.copy()
    for play in range(len(out)):
        calls, points, passes, cards = 0, 0, 0, 0
        size = full.size
        deck[:] = full
        while calls < ranks:
            _shuffle(rng, deck, size)
            passes += 1
            scored = 0
            turned = 0
            while turned < size and calls < ranks:
                turned += 1
                if deck[turned - 1] == calls:
                    calls = 0
                    scored += 1
                    if bug == INDEPENDENT_ROUNDS:
                        break
                else:
                    calls += 1
            cards += turned
            points += scored if calls < ranks or bug != LAST_POINTS_LOST else 0
            if bug == RESTARTS and calls < ranks:
                calls = 0
            size = full.size
            if bug == TABLE_STAYS and calls < ranks:
                # the cards of the unfinished count lie on the table: they are the last ones
                size = full.size - min(calls, turned)
        out[play, 0], out[play, 1], out[play, 2] = points, passes, cards


def buggy(bug: int, deck: list[int] | None = None, fields: tuple[str, ...] = ()) -> Simulator:
    """Return a simulator of the usual game with the bug, or with another deck."""
    rules = Rules()
    cards = np.array(deck or sorted(list(range(rules.ranks)) * rules.suits), dtype=np.int64)

    calls = rules.ranks - (bug == LAST_RANK_NOT_CALLED)

    def play(rng: Rng, out: Records) -> None:
        _play(rng, cards, calls, bug, out)

    return planted(
        "treize",
        rules,
        "game",
        fields or EXPERIMENTS["game"].fields,
        play,
        columns=3,
        plays_per_block=2**15 if bug != INDEPENDENT_ROUNDS else 2**21,
    )


def with_deck(change: Callable[[list[int]], None]) -> Simulator:
    """Return a simulator without a bug but with a deck that is not in order."""
    deck = sorted(list(range(13)) * 4)
    change(deck)
    return buggy(NONE, deck)


def card_doubled(deck: list[int]) -> None:
    deck.append(0)


def card_replaced(deck: list[int]) -> None:
    deck[-1] = 0
