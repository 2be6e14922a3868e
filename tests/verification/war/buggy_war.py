"""War as people get it wrong: one mistake per simulator, each planted on purpose.

Independent of montmort's kernel: hands are rows of cards that move up when one
is taken away, and a game that goes round is found in the list of all it has seen.
Winner first, and a player short of cards loses.
"""

from typing import Any

import numba
import numpy as np
import numpy.typing as npt

from montmort.games.war import Deal, Game, Rules
from montmort.montecarlo.outcomes import Records, Rng
from montmort.montecarlo.simulator import Simulator
from tests.verification.planted.simulator import planted

(
    NONE,
    PAIR_BY_PAIR,
    SECOND_FIRST,
    FIRST_CARD_STAYS,
    TIE_TO_THE_FIRST,
    TOO_FEW_FACE_DOWN,
    SWAPS_WITH_ANY_PLACE,
    STRENGTH_FROM_THREE,
    KINGS_FOR_ACES,
) = range(9)

SEEN = 10_000  # turns of a game, more than any of a small deck

Cards = npt.NDArray[np.int64]


@numba.njit(nogil=True, cache=True)
def _shuffle(rng: Rng, deck: Cards, bug: int) -> None:
    least = 1 if bug == FIRST_CARD_STAYS else 0
    for place in range(least, deck.size - 1):
        other = place + int(rng.random() * (deck.size - place))
        if bug == SWAPS_WITH_ANY_PLACE:
            other = int(rng.random() * deck.size)
        deck[place], deck[other] = deck[other], deck[place]


@numba.njit(nogil=True, cache=True)
def _key(hands: Cards, held: Cards, ranks: int) -> int:
    """Return both hands as one number."""
    key = held[0]
    for side in range(2):
        for place in range(held[side]):
            key = key * ranks + hands[side, place]
    return key


@numba.njit(nogil=True, cache=True)
def _taken_down(hands: Cards, held: Cards, side: int, cards: int) -> None:
    """Take cards from the top of a hand."""
    for place in range(cards, held[side]):
        hands[side, place - cards] = hands[side, place]
    held[side] -= cards


@numba.njit(nogil=True, cache=True)
def _heap(hands: Cards, laid: int, face_down: int, winner: int, bug: int, heap: Cards) -> None:
    """Write the cards on the table in the order in which the winner takes them up."""
    first = 1 if bug == SECOND_FIRST else winner
    block = 1 if bug == PAIR_BY_PAIR else face_down + 1
    at = 0
    for top in range(0, laid, block):
        for side in (first, 1 - first):
            for place in range(top, min(top + block, laid)):
                heap[at] = hands[side, place]
                at += 1


@numba.njit(nogil=True, cache=True)
def _turn(hands: Cards, held: Cards, face_down: int, bug: int, heap: Cards) -> tuple[int, int]:
    """Play a turn; return the winner (0, 1; -1 in a draw, 2 and 3 for the game) and the ties."""
    if bug == TOO_FEW_FACE_DOWN:
        face_down -= 1
    laid, ties = 1, 0
    while hands[0, laid - 1] == hands[1, laid - 1]:
        ties += 1
        if bug == TIE_TO_THE_FIRST:
            break
        first_is_short, second_is_short = (
            held[0] < laid + face_down + 1,
            held[1] < laid + face_down + 1,
        )
        if first_is_short or second_is_short:
            return (-1 if first_is_short and second_is_short else 2 + first_is_short), ties
        laid += face_down + 1
    winner = 0 if hands[0, laid - 1] >= hands[1, laid - 1] else 1
    _heap(hands, laid, face_down, winner, bug, heap)
    _taken_down(hands, held, 0, laid)
    _taken_down(hands, held, 1, laid)
    for card in heap[: 2 * laid]:
        hands[winner, held[winner]] = card
        held[winner] += 1
    return winner, ties


@numba.njit(nogil=True, cache=True)
def _game(deck: Cards, ranks: int, face_down: int, bug: int, row: Cards) -> None:
    hands, held = np.empty((2, deck.size), np.int64), np.empty(2, np.int64)
    held[:] = deck.size // 2
    for place, card in enumerate(deck):
        hands[place // held[0], place % held[0]] = card
    heap, seen = np.empty(deck.size, np.int64), np.empty(SEEN, np.int64)
    row[:] = 0
    for turn in range(SEEN):
        seen[turn] = _key(hands, held, ranks)
        winner, ties = _turn(hands, held, face_down, bug, heap)
        row[1], row[2] = turn + 1, row[2] + ties
        if winner in (-1, 2, 3) or held[0] == 0 or held[1] == 0:
            row[0] = 0 if winner == -1 else 1 - 2 * (winner % 2)
            row[3] = 1
            return
        key = _key(hands, held, ranks)
        for earlier in range(turn + 1):
            if seen[earlier] == key:
                return
    raise ValueError("a game of a small deck is longer than any")


@numba.njit(nogil=True, cache=True)
def _play(rng: Rng, full: Cards, ranks: int, face_down: int, bug: int, out: Records) -> None:
    deck = full.copy()
    for row in out:
        if bug in (FIRST_CARD_STAYS, SWAPS_WITH_ANY_PLACE):
            deck[:] = full
        _shuffle(rng, deck, bug)
        _game(deck, ranks, face_down, bug, row)


@numba.njit(nogil=True, cache=True)
def _deal(rng: Rng, full: Cards, ranks: int, face_down: int, bug: int, out: Records) -> None:
    deck, half = full.copy(), full.size // 2
    for row in out:
        if bug in (FIRST_CARD_STAYS, SWAPS_WITH_ANY_PLACE):
            deck[:] = full
        _shuffle(rng, deck, bug)
        row[:] = 0
        for place in range(half):
            row[0] += deck[place] + (3 if bug == STRENGTH_FROM_THREE else 2)
            row[1] += deck[place] == ranks - (2 if bug == KINGS_FOR_ACES else 1)
            row[2] += deck[place] == 0
            row[3] += deck[place] == deck[half + place]


def buggy(bug: int, rules: Rules) -> Simulator:
    """Return a simulator of a small deck with the bug."""
    return _simulator(_play, Game._fields, bug, rules)


def buggy_deal(bug: int) -> Simulator:
    """Return a simulator of the usual deck's deals with the bug."""
    return _simulator(_deal, Deal._fields, bug, Rules())


def _simulator(kernel: Any, fields: tuple[str, ...], bug: int, rules: Rules) -> Simulator:
    full = np.repeat(np.arange(rules.ranks), rules.suits)

    def play(rng: Rng, out: Records) -> None:
        kernel(rng, full, rules.ranks, rules.face_down, bug, out)

    experiment = "game" if fields == Game._fields else "deal"
    return planted("war", rules, experiment, fields, play)
