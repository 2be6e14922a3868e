"""Simulations of the games in idiomatic numpy: all plays at once, column by column.

Each is a function (plays, rng) -> {outcome: count}, so that `agrees` can verify it
against the exact law before it is timed.

numpy has no fast call for dealing: rng.permuted and argsort take ten times as long as the
steps of a Fisher-Yates shuffle applied to all plays together.  A few thousand plays at a
time fit into the CPU cache.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from montmort.games.cards.pack import FULL, members
from montmort.games.five_card_draw import Result, Rules
from montmort.games.five_card_draw.ranking import ALMOST_FIVE, FIVE, RANK_BITS, table
from montmort.games.liars_poker import Deal as Hands
from montmort.games.persian_monarchs import Match
from montmort.games.war import Deal
from montmort.verification import Decision, crosscheck

AT_ONCE = 2**15
DECK = np.arange(54)

Rng = np.random.Generator
Array = npt.NDArray[Any]
Counts = Counter[Any]
Simulation = Callable[[int, Rng], Counts]


def agrees(simulation: Simulation, game: str, rules: Any, experiment: str, plays: int) -> None:
    """Raise ArithmeticError if a simulation disagrees with the exact law."""
    judged = crosscheck(
        game, rules, simulator=simulation, experiment=experiment, plays=plays, seed=1
    )
    wrong = {Decision.INCONSISTENT, Decision.INVALID}
    if wrong & {verdict.decision for verdict in judged.verdicts}:
        raise ArithmeticError(f"numpy and montmort disagree on {game}")


def parts(plays: int) -> Iterator[int]:
    """Yield the numbers of plays to do at once."""
    for sofar in range(0, plays, AT_ONCE):
        yield min(AT_ONCE, plays - sofar)


def deal(rng: Rng, deck: Array, cards: int, plays: int) -> Array:
    """Return dealt cards, shape (cards, plays), by a Fisher-Yates shuffle step by step."""
    decks = np.repeat(deck.astype(np.int8)[:, np.newaxis], plays, axis=1)
    flat, each = decks.ravel(), np.arange(plays)
    for last in range(deck.size - 1, deck.size - 1 - cards, -1):
        places = (rng.random(plays) * (last + 1)).astype(np.int64) * plays + each
        drawn = flat[places]
        flat[places] = decks[last]
        decks[last] = drawn
    return decks[deck.size - cards :]


def count_rows(columns: Sequence[Array], outcome: Callable[..., Any]) -> Counts:
    """Return the number of occurrences of each row of integer columns."""
    least = [int(column.min()) for column in columns]
    shape = [int(column.max()) - low + 1 for column, low in zip(columns, least, strict=True)]
    above = tuple(column - low for column, low in zip(columns, least, strict=True))
    rows, counts = np.unique(np.ravel_multi_index(above, shape), return_counts=True)
    values = np.transpose(np.unravel_index(rows, shape)) + least
    return Counter(
        {outcome(*row): n for row, n in zip(values.tolist(), counts.tolist(), strict=True)}
    )


# Liars' Poker

RANKS = (1 << 13) - 1
FULLEST = np.max(
    [np.bitwise_count(np.arange(RANKS + 1) & window) for window in FULL.windows], axis=0
)


def liars_poker(cards: int) -> Simulation:
    """Return the simulation of deals of `cards` of 54 cards, testing all ten hands."""

    def simulate(plays: int, rng: Rng) -> Counts:
        codes = np.zeros(1 << 10, np.int64)
        for part in parts(plays):
            dealt = np.bitwise_or.reduce(1 << deal(rng, DECK, cards, part).astype(np.int64))
            held = sum(can.astype(np.int64) << bit for bit, can in enumerate(hands_in(dealt)))
            codes += np.bincount(held, minlength=codes.size)
        return Counter(
            {
                Hands(*(bool(code >> bit & 1) for bit in range(10))): int(codes[code])
                for code in np.flatnonzero(codes)
            }
        )

    return simulate


def hands_in(dealt: Array) -> list[Array]:
    """Return which of the ten hands the sets of cards can make; bits 52 and 53 are jokers."""
    a, b, c, d = (dealt >> 13 * suit & RANKS for suit in range(4))
    jokers = np.bitwise_count(dealt >> 52)
    either, other, both, others = a | b, c | d, a & b, c & d
    least = [  # ranks held at least 0, 1, 2, ... times
        np.full_like(dealt, RANKS),
        either | other,
        both | others | either & other,
        both & other | others & either,
        both & others,
        np.zeros_like(dealt),
    ]
    one, two, three = (np.bitwise_count(least[number]) for number in (1, 2, 3))

    def kind(number: int) -> Array:
        held: Array = np.choose(jokers, [least[max(number - wild, 0)] for wild in range(3)])
        can: Array = held != 0
        return can

    suits = np.max([np.bitwise_count(suit) for suit in (a, b, c, d)], axis=0)
    runs = np.max([FULLEST[suit] for suit in (a, b, c, d)], axis=0)
    two_pair = [two >= 2, (two >= 1) & (one >= 2), (two >= 1) | (one >= 2)]
    full = [
        (three >= 1) & (two >= 2),
        (three >= 1) & (one >= 2) | (two >= 2),
        (three >= 1) | (two >= 1) & (one >= 2),
    ]
    return [
        np.ones_like(jokers, bool),
        kind(2),
        np.choose(jokers, two_pair),
        kind(3),
        suits + jokers >= 5,
        FULLEST[least[1]] + jokers >= 5,
        np.choose(jokers, full),
        kind(4),
        runs + jokers >= 5,
        kind(5),
    ]


# Five-card draw

ORDER = table()


def five_card_draw(rules: Rules) -> Simulation:
    """Return the simulation of draws to a given hand, compared with any five others."""
    held = ORDER.keys[[*members(rules.own & ~rules.discarded)]].sum()
    unseen = np.array([card for card in range(52) if not rules.own >> card & 1])
    drawn = rules.discarded.bit_count()

    def simulate(plays: int, rng: Rng) -> Counts:
        wins = ties = 0
        for part in parts(plays):
            words = ORDER.keys[deal(rng, unseen, drawn + 5, part)]
            own, others = classes(held + words[:drawn].sum(axis=0)), classes(words[drawn:].sum(0))
            wins += int((own > others).sum())
            ties += int((own == others).sum())
        return Counter({Result.WIN: wins, Result.TIE: ties, Result.LOSS: plays - wins - ties})

    return simulate


def classes(hands: Array) -> Array:
    """Return the classes of hands, given as sums of five words, from the table of hands."""
    places = hands & ORDER.rank_mask
    found: Array = ORDER.plain[places]
    of_one_suit = np.flatnonzero(hands + ALMOST_FIVE & FIVE)
    suits = np.log2((hands[of_one_suit] + ALMOST_FIVE & FIVE) >> RANK_BITS + 3).astype(int) // 4
    found[of_one_suit] = ORDER.flush[suits, places[of_one_suit]]
    return found


# Persian Monarchs

ONE = np.uint64(1)


def persian_monarchs(plays: int, rng: Rng) -> Counts:
    """Play matches of two counters: 26 rounds, raises up to 10, published purses."""
    ends: Counts = Counter()
    for part in parts(plays):
        purses = np.full((2, part), 100)
        for hand in range(52):
            if hand % 26 == 0:
                cards = deal(rng, DECK[:52], 52, part).astype(np.uint64)
                left, known = 52, np.full(part, (1 << 52) - 1, np.uint64)
            play_hand(
                rng, cards[left - 2 : left], known, left, purses[:: 1 if hand % 2 == 0 else -1]
            )
            left -= 2
        ends += count_rows([*purses], Match)
    return ends


def play_hand(rng: Rng, cards: Array, known: Array, left: int, purses: Array) -> None:
    """Play a hand of every match; the first of the purses is the non-dealer's."""
    bits = ONE << cards
    rank, theirs = np.bitwise_count(known & (bits - ONE)).astype(np.int64)
    known &= ~(bits[0] | bits[1])
    raises = rng.random(rank.size) * (left - 1) < rank
    extra = rng.integers(1, 11, rank.size)
    worth_it = 2 * theirs * (1 + extra) > (left - 1) * extra
    accepted = raises & worth_it & (purses[1] - 1 >= extra)
    stake = 1 + extra * accepted
    gain = np.where((rank > theirs) | raises & ~accepted, stake, -stake)
    purses[0] += gain
    purses[1] -= gain


# War

RANK_OF = np.arange(52) % 13


def war_deals(plays: int, rng: Rng) -> Counts:
    """Count what the first of two hands of 26 cards holds, and the ties of a first pass."""
    ends: Counts = Counter()
    for part in parts(plays):
        first, second = np.split(deal(rng, RANK_OF, 52, part), 2)
        strength = first.sum(axis=0, dtype=np.int64) + 2 * 26
        held = [(first == rank).sum(axis=0) for rank in (12, 0)]
        ends += count_rows([strength, *held, (first == second).sum(axis=0)], Deal)
    return ends
