"""War, turn by turn, in rings of cards.

Both hands lie in one array `table`, the first player's in its first half, the
second's in its second.  Each half is a ring of a power of two places, at least
twice the deck: cards are turned at its head and go down at its tail, so that a
turn moves no card but those captured, and they never meet those still laid down.

A plain battle is told without a branch that depends on the cards, for a
processor cannot foresee them: both cards are written behind both hands, and
only the winner's hand grows.

Cycles are found exactly (Brent 1980).  After m, 2m, 4m, … turns the table is
marked, and hands that lie as they lay at the mark, card for card, prove that the
game is endless; the turns between are its period.  The game is then played
again, and a period behind it once more: the first turn after which both lie
alike is the return with which the game is over.  The first mark, after m = n^2/8
turns of an n-card game, is set when most games are over.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from montmort.montecarlo.kernels.compile import compiled, inlined
from montmort.montecarlo.kernels.draw import shuffle
from montmort.montecarlo.kernels.sfc64 import Words, laid_down, taken_up, uniform

Cards = npt.NDArray[np.int32]  # small values in whole words: bytes are slower to move
Records = npt.NDArray[np.int64]

NEVER = 2**62  # turns
DRAWN = -1  # in place of the number of cards in the first hand


class Reading(NamedTuple):
    """Rules in numbers; `ahead` are 1 where the first player's cards go down first."""

    cards: int
    top: int
    face_down: int
    ahead_if_won: int
    ahead_if_lost: int
    shuffles: bool
    last_card: bool
    second_takes: bool
    deuce_in_battles: bool
    deuce_in_wars: bool
    turn_limit: int
    may_cycle: bool


class Hands(NamedTuple):
    """The heads of both rings; how many cards the first player has, 0 … all, or DRAWN."""

    first: int
    second: int
    held: int


class Room(NamedTuple):
    """Where games are played: the deck, the first player's half in front, and two tables."""

    deck: Cards
    table: Cards
    mark: Cards


@inlined
def drawn(words: Words) -> float:
    """Return the next number of the stream that lies in `words`."""
    number, stream = uniform(taken_up(words))
    laid_down(words, stream)
    return number


@compiled
def shuffle_hand(words: Words, table: Cards, side: int, head: int, cards: int) -> None:
    """Shuffle so many cards of a hand as `shuffle` does."""
    half = table.size >> 1
    for last in range(cards - 1, 0, -1):
        other = side * half + ((head + int(drawn(words) * (last + 1))) & (half - 1))
        end = side * half + ((head + last) & (half - 1))
        card = table[other]
        table[other] = table[end]
        table[end] = card


@inlined
def higher(first: int, second: int, top: int, deuce: bool) -> int:
    """Return 1 if the first card beats the second, -1 if the second wins, 0 at a tie."""
    sign = (first > second) - (first < second)
    return -sign if deuce and abs(first - second) == top else sign


@inlined
def block(cards: int, face_down: int) -> int:
    """Return how many of his cards, from the tied one on, a player lays down: all but one at most.

    The tied card alone if it is his last; none if it already lies in a block.
    """
    return min(face_down + 1, max(cards - 1, min(cards, 1)))


@inlined
def copied(table: Cards, side: int, head: int, cards: int, taker: int, tail: int) -> int:
    """Copy so many cards of a side to the taker's tail; return the tail behind them."""
    half = table.size >> 1
    mask = np.uint64(half - 1)
    source, target = np.uint64(side * half), np.uint64(taker * half)
    for k in range(cards):
        table[target | (np.uint64(tail + k) & mask)] = table[source | (np.uint64(head + k) & mask)]
    return tail + cards


@inlined
def pick_up(
    table: Cards, hands: Hands, blocks: int, won: int, reading: Reading, words: Words
) -> Hands:
    """Put so many blocks and the deciding cards behind the winner's hand; `won` is 1 or 0."""
    first, second, held = hands
    mine, theirs = held, reading.cards - held  # not picked up yet
    taker = 1 - won
    ahead = reading.ahead_if_won if won else reading.ahead_if_lost
    start = first + mine if won else second + theirs
    tail = start
    for number in range(blocks + 1):
        a, b = min(mine, 1), min(theirs, 1)
        if number < blocks:
            a, b = block(mine, reading.face_down), block(theirs, reading.face_down)
        if ahead:
            tail = copied(table, 0, first, a, taker, tail)
            tail = copied(table, 1, second, b, taker, tail)
        else:
            tail = copied(table, 1, second, b, taker, tail)
            tail = copied(table, 0, first, a, taker, tail)
        first, second, mine, theirs = first + a, second + b, mine - a, theirs - b
    if reading.shuffles:
        shuffle_hand(words, table, taker, start, tail - start)
    return Hands(first, second, reading.cards - theirs if won else mine)


@inlined
def war(table: Cards, hands: Hands, reading: Reading, words: Words) -> tuple[Hands, int]:
    """Play a turn that begins with a tie; return the hands after it and the ties met."""
    first, second, held = hands
    others = reading.cards - held
    half = table.size >> 1
    mask, face_down = half - 1, reading.face_down
    mine = theirs = wars = blocks = sign = 0  # mine, theirs: laid down in blocks
    while sign == 0:
        wars += 1
        left = max(held - mine - 1, 0)
        lefts = max(others - theirs - 1, 0)
        if reading.last_card:
            if left + lefts == 0:
                return Hands(first, second, DRAWN), wars
        elif min(left, lefts) <= face_down:
            if reading.second_takes:
                sign = -1
                break
            loses = left <= face_down
            if loses and lefts <= face_down:
                return Hands(first, second, DRAWN), wars
            return Hands(first, second, 0 if loses else reading.cards), wars
        blocks += 1
        mine += block(held - mine, face_down)
        theirs += block(others - theirs, face_down)
        # who has none left decides with his last card again
        one = table[(first + min(mine, held - 1)) & mask]
        other = table[half + ((second + min(theirs, others - 1)) & mask)]
        sign = higher(one, other, reading.top, reading.deuce_in_wars)
    return pick_up(table, hands, blocks, int(sign > 0), reading, words), wars


@compiled
def play_on(
    table: Cards, hands: Hands, reading: Reading, most: int, watched: int, words: Words
) -> tuple[Hands, int, int]:
    """Play `most` turns, or until the game ends or the first player has `watched` cards.

    Return the hands, the turns played, the ties met.
    """
    first, second, held = hands
    half = np.uint64(table.size >> 1)
    mask, one = half - np.uint64(1), np.uint64(1)
    gain = reading.ahead_if_won - reading.ahead_if_lost
    turns = wars = 0
    while turns < most:
        turns += 1
        a, b = table[np.uint64(first) & mask], table[half | (np.uint64(second) & mask)]
        if a == b:
            (first, second, held), met = war(table, Hands(first, second, held), reading, words)
            wars += met
        else:
            won = int(a > b)
            if reading.deuce_in_battles and abs(a - b) == reading.top:
                won = 1 - won
            ahead = reading.ahead_if_lost + won * gain
            if reading.shuffles:
                ahead = int(drawn(words) * 2.0)
            upper = b + ahead * (a - b)
            lower = a + b - upper
            behind = np.uint64(first + held)
            table[behind & mask] = upper
            table[(behind + one) & mask] = lower
            behind = np.uint64(second + reading.cards - held)
            table[half | (behind & mask)] = upper
            table[half | ((behind + one) & mask)] = lower
            first, second, held = first + 1, second + 1, held + 2 * won - 1
        if held <= 0 or held == reading.cards or held == watched:
            break
    return Hands(first, second, held), turns, wars


@compiled
def deal(deck: Cards, table: Cards) -> Hands:
    """Lay both hands on the table."""
    cards, half = deck.size >> 1, table.size >> 1
    for k in range(cards):
        table[k] = deck[k]
        table[half + k] = deck[cards + k]
    return Hands(0, 0, cards)


@compiled
def alike(table: Cards, hands: Hands, mark: Cards, marked: Hands, cards: int) -> bool:
    """Return whether two players' hands lie alike on two tables, card for card."""
    if hands.held != marked.held:
        return False
    half = table.size >> 1
    mask = half - 1
    for k in range(hands.held):
        if table[(hands.first + k) & mask] != mark[(marked.first + k) & mask]:
            return False
    for k in range(cards - hands.held):
        if table[half + ((hands.second + k) & mask)] != mark[half + ((marked.second + k) & mask)]:
            return False
    return True


@compiled
def play(room: Room, reading: Reading, words: Words) -> tuple[int, int, int]:
    """Play a game from the deck as it lies; return the first player's cards, turns, wars."""
    table, mark, cards = room.table, room.mark, reading.cards
    hands = deal(room.deck, table)
    marked = Hands(0, 0, cards)  # a number that ends the game anyway
    turns = wars = begun = 0
    next_mark = cards * cards // 8 + 1 if reading.may_cycle else NEVER
    while 0 < hands.held < cards and turns < reading.turn_limit:
        most = min(next_mark, reading.turn_limit) - turns
        hands, played, met = play_on(table, hands, reading, most, marked.held, words)
        turns += played
        wars += met
        if begun and alike(table, hands, mark, marked, cards):
            return first_return(room, reading, turns - begun, words)
        if turns == next_mark:
            for place in range(table.size):
                mark[place] = table[place]
            marked, begun, next_mark = hands, turns, 2 * turns
    return hands.held, turns, wars


@compiled
def first_return(room: Room, reading: Reading, period: int, words: Words) -> tuple[int, int, int]:
    """Play an endless game again until its first return, the period known."""
    table, mark, cards = room.table, room.mark, reading.cards
    ahead, turns, wars = play_on(table, deal(room.deck, table), reading, period, cards, words)
    behind = deal(room.deck, mark)
    one = min(period, 1)  # a literal would be compiled for apart
    while not alike(table, ahead, mark, behind, cards):
        ahead, _, met = play_on(table, ahead, reading, one, cards, words)
        behind, _, _ = play_on(mark, behind, reading, one, cards, words)
        turns, wars = turns + 1, wars + met
    return ahead.held, turns, wars


@compiled
def play_games(words: Words, room: Room, reading: Reading, records: Records) -> None:
    """Play len(records) games; write winner, turns, wars, finished into a row.

    Rows of eight get what was dealt behind these.
    """
    for row in records:
        shuffle(words, room.deck)
        held, turns, wars = play(room, reading, words)
        row[0] = (held == reading.cards) - (held == 0)
        row[1], row[2] = turns, wars
        row[3] = held <= 0 or held == reading.cards
        if row.size > 4:
            look(room.deck, reading.top, row[4:])


@compiled
def play_deals(words: Words, deck: Cards, top: int, records: Records) -> None:
    """Deal len(records) times; write strength, aces, deuces, first-pass ties into a row."""
    for row in records:
        shuffle(words, deck)
        look(deck, top, row)


@compiled
def look(deck: Cards, top: int, row: npt.NDArray[np.int64]) -> None:
    """Write strength, aces, deuces, first-pass ties of the deck as it lies."""
    half = deck.size >> 1
    strength, aces, deuces, ties = 2 * half, 0, 0, 0
    for k in range(half):
        rank = deck[k]
        strength += rank
        aces += rank == top
        deuces += rank == 0
        ties += rank == deck[half + k]
    row[0], row[1], row[2], row[3] = strength, aces, deuces, ties


@compiled
def deal_cards(words: Words, deck: Cards, dealt: Records) -> None:
    """Deal len(dealt) times; write the deck as it lies into a row."""
    for row in dealt:
        shuffle(words, deck)
        for place in range(deck.size):
            row[place] = deck[place]


@compiled
def follow(words: Words, room: Room, reading: Reading, sizes: Records) -> None:
    """Play sizes.size - 1 turns from the deck as it lies; write the first player's cards.

    A drawn game leaves both what they had before its last turn.
    """
    hands = deal(room.deck, room.table)
    sizes[0] = hands.held
    one = min(sizes.size, 1)
    for turn in range(1, sizes.size):
        hands, _, _ = play_on(room.table, hands, reading, one, reading.cards, words)
        sizes[turn] = sizes[turn - 1] if hands.held == DRAWN else hands.held


@compiled
def shuffle_only(words: Words, deck: Cards, deals: int) -> None:
    """Shuffle and look at nothing: the floor of what a kernel costs."""
    for _ in range(deals):
        shuffle(words, deck)
