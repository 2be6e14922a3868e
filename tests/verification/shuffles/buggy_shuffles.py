"""Shuffles as people get them wrong: one mistake each, planted on purpose.

Every deal begins with the deck in order, independent of montmort's kernels.  A
shuffle is judged card by card (`cards`), or through a game: games of Treize,
deals of War, hands of Liars' Poker.
"""

from collections.abc import Callable

import numba
import numpy as np
import numpy.typing as npt

from montmort.games import liars_poker, persian_monarchs, treize, war
from montmort.montecarlo.dealt_cards import simulator_of_deals
from montmort.montecarlo.liars_poker import kernel as liars_poker_kernel
from montmort.montecarlo.liars_poker.tables import scoring_tables
from montmort.montecarlo.outcomes import Records, Rng
from montmort.montecarlo.simulator import Simulator
from tests.verification.planted.simulator import planted

(
    NONE,
    BYTE_MODULO,
    TWO_BYTES_MODULO,
    SWAPS_WITH_ANY_PLACE,
    SATTOLO,
    WITH_REPLACEMENT,
    CARD_DOUBLED,
    CARD_NEVER_DEALT,
    FIRST_CARD_STAYS,
    KEYS_OF_A_BYTE,
    SEVEN_RIFFLES,
) = range(11)

DESCRIPTIONS = {
    NONE: "no bug",
    BYTE_MODULO: "a random byte modulo the places",
    TWO_BYTES_MODULO: "two random bytes modulo the places",
    SWAPS_WITH_ANY_PLACE: "naive shuffle: swaps with any place",
    SATTOLO: "off by one: no card stays (Sattolo)",
    WITH_REPLACEMENT: "cards dealt with replacement",
    CARD_DOUBLED: "one card doubled: a deck of 53",
    CARD_NEVER_DEALT: "one card never dealt, another twice",
    FIRST_CARD_STAYS: "off by one: the first card stays",
    KEYS_OF_A_BYTE: "sorted by a random byte, ties in the old order",
    SEVEN_RIFFLES: "seven riffle shuffles (Bayer and Diaconis 1992)",
}

Cards = npt.NDArray[np.int64]


@numba.njit(nogil=True, cache=True)
def _below(rng: Rng, places: int, bug: int) -> int:
    if bug == BYTE_MODULO:
        return int(rng.random() * 2**8) % places
    if bug == TWO_BYTES_MODULO:
        return int(rng.random() * 2**16) % places
    return int(rng.random() * places)


@numba.njit(nogil=True, cache=True)
def _swapped(rng: Rng, deck: Cards, bug: int) -> None:
    """Exchange the card at each place with one behind it."""
    for place in range(bug == FIRST_CARD_STAYS, deck.size - 1):
        other = place + _below(rng, deck.size - place, bug)
        if bug == SATTOLO:
            other = place + 1 + int(rng.random() * (deck.size - place - 1))
        if bug == SWAPS_WITH_ANY_PLACE:
            other = int(rng.random() * deck.size)
        deck[place], deck[other] = deck[other], deck[place]


@numba.njit(nogil=True, cache=True)
def _piled(rng: Rng, cards: int, piles: int) -> Cards:
    """Return the order of cards dealt at random to so many piles that are then stacked."""
    pile = np.empty(cards, np.int64)
    for card in range(cards):
        pile[card] = int(rng.random() * piles)
    return np.argsort(pile, kind="mergesort")


@numba.njit(nogil=True, cache=True)
def _deal(rng: Rng, full: Cards, bug: int, dealt: Records) -> None:
    """Write a deal into each row, every time from the full deck in order."""
    deck = full.copy()
    for row in dealt:
        if bug == WITH_REPLACEMENT:
            for place in range(row.size):
                row[place] = full[int(rng.random() * full.size)]
            continue
        if bug == KEYS_OF_A_BYTE:
            deck[:] = full[_piled(rng, full.size, 2**8)]
        elif bug == SEVEN_RIFFLES:
            deck[_piled(rng, full.size, 2**7)] = full  # a riffle undone is a deal to two piles
        else:
            deck[:] = full
            _swapped(rng, deck, bug)
        row[:] = deck[: row.size]


@numba.njit(nogil=True, cache=True)
def _play_treize(rng: Rng, full: Cards, bug: int, out: Records) -> None:
    pack = np.empty((1, 52), np.int64)
    for play in range(len(out)):
        calls, points, passes, cards = 0, 0, 0, 0
        while calls < 13:
            _deal(rng, full, bug, pack)
            passes += 1
            turned = 0
            while turned < 52 and calls < 13:
                if pack[0, turned] // 4 == calls:
                    calls = 0
                    points += 1
                else:
                    calls += 1
                turned += 1
            cards += turned
        out[play, 0], out[play, 1], out[play, 2] = points, passes, cards


def _full(bug: int) -> Cards:
    full = np.arange(53 if bug == CARD_DOUBLED else 52)
    if bug in (CARD_DOUBLED, CARD_NEVER_DEALT):
        full[-1] = 0
    return full


def cards(bug: int) -> Simulator:
    """Return the simulator of the cards of a pack, all of them different, dealt with the bug."""
    rules, full = persian_monarchs.Rules(), _full(bug)

    def deal(rng: Rng, dealt: Records) -> None:
        _deal(rng, full, bug, dealt)

    dealing = persian_monarchs.dealing(rules)
    return simulator_of_deals(
        "persian-monarchs", rules, dealing, lambda _: deal, plays_per_block=2**10
    )


def of_treize(bug: int) -> Simulator:
    """Return the simulator of games of Treize whose packs are shuffled with the bug."""
    full = _full(bug)

    def play(rng: Rng, out: Records) -> None:
        _play_treize(rng, full, bug, out)

    return planted("treize", treize.Rules(), "game", treize.Game._fields, play)


def of_war(bug: int) -> Simulator:
    """Return the simulator of War's deals, shuffled with the bug."""

    def play(rng: Rng, out: Records) -> None:
        ranks = _dealt(rng, bug, len(out), 52) // 4
        first, second = ranks[:, :26], ranks[:, 26:]
        out[:, 0] = (first + 2).sum(axis=1)
        out[:, 1], out[:, 2] = (first == 12).sum(axis=1), (first == 0).sum(axis=1)
        out[:, 3] = (first == second).sum(axis=1)

    return planted("war", war.Rules(), "deal", war.Deal._fields, play)


def of_liars_poker(bug: int) -> Simulator:
    """Return the simulator of ten cards in play in Liars' Poker, shuffled with the bug."""
    rules, fields = liars_poker.Rules(), liars_poker.Deal._fields

    def play(rng: Rng, out: Records) -> None:
        deals = np.bitwise_or.reduce(1 << _dealt(rng, bug, len(out), 10), axis=1)
        liars_poker_kernel.score(deals, scoring_tables(rules), deals)
        out[:] = deals[:, np.newaxis] >> np.arange(len(fields)) & 1

    return planted("liars-poker", rules, "deal", fields, play)


def _dealt(rng: Rng, bug: int, plays: int, cards: int) -> Records:
    dealt = np.empty((plays, cards), np.int64)
    _deal(rng, _full(bug), bug, dealt)
    return dealt


MADE: dict[str, Callable[[int], Simulator]] = {
    "cards": cards,
    "treize": of_treize,
    "war": of_war,
    "liars-poker": of_liars_poker,
}
