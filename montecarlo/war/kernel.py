"""War, turn by turn, in ring buffers of cards.

Both hands are in one array `table`, the first player's in its first half, the
second's in its second half.  Each half is a ring buffer whose size is a power of two,
at least twice the deck: cards are turned at its head and added at its tail, so that a
turn moves only the captured cards, and these never overwrite cards still on the table.

A plain battle has no branch on the cards, because a processor cannot predict them: both
cards are written behind both hands, and only the winner's hand grows.

Cycles are found exactly (Brent 1980).  After m, 2m, 4m, ... turns the position is
saved as the mark.  If the same position returns, card for card, the game is endless,
and the number of turns since the mark is its period.  The game is then played again,
with a second copy one period behind: the first turn after which both positions are
equal is the return that ends the game.  The first mark, after m = n^2/8 turns of an
n-card game, is set when most games are over.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from montmort.montecarlo.kernels.compile import compiled, inlined, step
from montmort.montecarlo.kernels.draw import shuffle
from montmort.montecarlo.kernels.sfc64 import Words, load_stream, store_stream, uniform

Cards = npt.NDArray[np.int32]  # 32-bit words: bytes are slower to move
Records = npt.NDArray[np.int64]

NEVER = 2**62  # turns
DRAWN = -1  # in place of the number of cards in the first hand


class KernelRules(NamedTuple):
    """Rules in numbers; `ahead_...` is 1 if the first player's cards are picked up first."""

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
    """The heads of both rings, and the number of the first player's cards, or DRAWN."""

    first: int
    second: int
    held: int


class Workspace(NamedTuple):
    """Arrays for playing: the deck, with the first player's half in front, and two tables."""

    deck: Cards
    table: Cards
    mark: Cards


@inlined
def next_uniform(words: Words) -> float:
    """Return the next number of the stream whose state is in `words`."""
    number, stream = uniform(load_stream(words))
    store_stream(words, stream)
    return number


@step
def shuffle_hand(words: Words, table: Cards, side: int, head: int, cards: int) -> None:
    """Shuffle the first `cards` cards of a hand, in the same way as `shuffle`."""
    half = table.size >> 1
    for last in range(cards - 1, 0, -1):
        other = side * half + ((head + int(next_uniform(words) * (last + 1))) & (half - 1))
        end = side * half + ((head + last) & (half - 1))
        card = table[other]
        table[other] = table[end]
        table[end] = card


@inlined
def compare(first: int, second: int, top: int, deuce: bool) -> int:
    """Return 1 if the first card beats the second, -1 if the second wins, 0 at a tie."""
    sign = (first > second) - (first < second)
    return -sign if deuce and abs(first - second) == top else sign


@inlined
def block_size(cards: int, face_down: int) -> int:
    """Return how many cards a player lays down, from the tied one on: at most all but one.

    The tied card alone if it is the player's last; none if it already is in a block.
    """
    return min(face_down + 1, max(cards - 1, min(cards, 1)))


@inlined
def copy_cards(table: Cards, side: int, head: int, cards: int, taker: int, tail: int) -> int:
    """Copy the first `cards` cards of a side to the taker's tail; return the new tail."""
    half = table.size >> 1
    mask = np.uint64(half - 1)
    source, target = np.uint64(side * half), np.uint64(taker * half)
    for k in range(cards):
        table[target | (np.uint64(tail + k) & mask)] = table[source | (np.uint64(head + k) & mask)]
    return tail + cards


@inlined
def pick_up(
    table: Cards, hands: Hands, blocks: int, won: int, rules: KernelRules, words: Words
) -> Hands:
    """Add `blocks` blocks and the deciding cards to the winner's hand; `won` is 1 or 0."""
    first, second, held = hands
    mine, theirs = held, rules.cards - held  # not yet picked up
    taker = 1 - won
    ahead = rules.ahead_if_won if won else rules.ahead_if_lost
    start = first + mine if won else second + theirs
    tail = start
    for number in range(blocks + 1):
        a, b = min(mine, 1), min(theirs, 1)
        if number < blocks:
            a, b = block_size(mine, rules.face_down), block_size(theirs, rules.face_down)
        if ahead:
            tail = copy_cards(table, 0, first, a, taker, tail)
            tail = copy_cards(table, 1, second, b, taker, tail)
        else:
            tail = copy_cards(table, 1, second, b, taker, tail)
            tail = copy_cards(table, 0, first, a, taker, tail)
        first, second, mine, theirs = first + a, second + b, mine - a, theirs - b
    if rules.shuffles:
        shuffle_hand(words, table, taker, start, tail - start)
    return Hands(first, second, rules.cards - theirs if won else mine)


@inlined
def war(table: Cards, hands: Hands, rules: KernelRules, words: Words) -> tuple[Hands, int]:
    """Play a turn that begins with a tie; return the hands after it and the ties met."""
    first, second, held = hands
    others = rules.cards - held
    half = table.size >> 1
    mask, face_down = half - 1, rules.face_down
    mine = theirs = wars = blocks = sign = 0  # mine, theirs: laid down in blocks
    while sign == 0:
        wars += 1
        left = max(held - mine - 1, 0)
        lefts = max(others - theirs - 1, 0)
        if rules.last_card:
            if left + lefts == 0:
                return Hands(first, second, DRAWN), wars
        elif min(left, lefts) <= face_down:
            if rules.second_takes:
                sign = -1
                break
            loses = left <= face_down
            if loses and lefts <= face_down:
                return Hands(first, second, DRAWN), wars
            return Hands(first, second, 0 if loses else rules.cards), wars
        blocks += 1
        mine += block_size(held - mine, face_down)
        theirs += block_size(others - theirs, face_down)
        # a player without more cards uses the last card again
        one = table[(first + min(mine, held - 1)) & mask]
        other = table[half + ((second + min(theirs, others - 1)) & mask)]
        sign = compare(one, other, rules.top, rules.deuce_in_wars)
    return pick_up(table, hands, blocks, int(sign > 0), rules, words), wars


@step
def play_on(
    table: Cards, hands: Hands, rules: KernelRules, most: int, watched: int, words: Words
) -> tuple[Hands, int, int]:
    """Play `most` turns, or until the game ends or the first player has `watched` cards.

    Return the hands, the turns played, the ties met.
    """
    first, second, held = hands
    half = np.uint64(table.size >> 1)
    mask, one = half - np.uint64(1), np.uint64(1)
    gain = rules.ahead_if_won - rules.ahead_if_lost
    turns = wars = 0
    while turns < most:
        turns += 1
        a, b = table[np.uint64(first) & mask], table[half | (np.uint64(second) & mask)]
        if a == b:
            (first, second, held), met = war(table, Hands(first, second, held), rules, words)
            wars += met
        else:
            won = int(a > b)
            if rules.deuce_in_battles and abs(a - b) == rules.top:
                won = 1 - won
            ahead = rules.ahead_if_lost + won * gain
            if rules.shuffles:
                ahead = int(next_uniform(words) * 2.0)
            upper = b + ahead * (a - b)
            lower = a + b - upper
            behind = np.uint64(first + held)
            table[behind & mask] = upper
            table[(behind + one) & mask] = lower
            behind = np.uint64(second + rules.cards - held)
            table[half | (behind & mask)] = upper
            table[half | ((behind + one) & mask)] = lower
            first, second, held = first + 1, second + 1, held + 2 * won - 1
        if held <= 0 or held == rules.cards or held == watched:
            break
    return Hands(first, second, held), turns, wars


@step
def deal(deck: Cards, table: Cards) -> Hands:
    """Deal both hands to the table."""
    cards, half = deck.size >> 1, table.size >> 1
    for k in range(cards):
        table[k] = deck[k]
        table[half + k] = deck[cards + k]
    return Hands(0, 0, cards)


@step
def same_position(table: Cards, hands: Hands, mark: Cards, marked: Hands, cards: int) -> bool:
    """Return whether the hands on two tables are the same, card for card."""
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
def play(space: Workspace, rules: KernelRules, words: Words) -> tuple[int, int, int]:
    """Play a game with the current deck; return the first player's cards, turns, wars."""
    table, mark, cards = space.table, space.mark, rules.cards
    hands = deal(space.deck, table)
    marked = Hands(0, 0, cards)  # with this number of cards the game is over anyway
    turns = wars = begun = 0
    next_mark = cards * cards // 8 + 1 if rules.may_cycle else NEVER
    while 0 < hands.held < cards and turns < rules.turn_limit:
        most = min(next_mark, rules.turn_limit) - turns
        hands, played, met = play_on(table, hands, rules, most, marked.held, words)
        turns += played
        wars += met
        if begun and same_position(table, hands, mark, marked, cards):
            return first_return(space, rules, turns - begun, words)
        if turns == next_mark:
            for place in range(table.size):
                mark[place] = table[place]
            marked, begun, next_mark = hands, turns, 2 * turns
    return hands.held, turns, wars


@compiled  # as `play`: what two kinds of functions call is compiled twice
def first_return(
    space: Workspace, rules: KernelRules, period: int, words: Words
) -> tuple[int, int, int]:
    """Play an endless game of known period again, until its first return."""
    table, mark, cards = space.table, space.mark, rules.cards
    ahead, turns, wars = play_on(table, deal(space.deck, table), rules, period, cards, words)
    behind = deal(space.deck, mark)
    one = min(period, 1)  # a literal would be compiled separately
    while not same_position(table, ahead, mark, behind, cards):
        ahead, _, met = play_on(table, ahead, rules, one, cards, words)
        behind, _, _ = play_on(mark, behind, rules, one, cards, words)
        turns, wars = turns + 1, wars + met
    return ahead.held, turns, wars


@compiled
def play_games(words: Words, space: Workspace, rules: KernelRules, records: Records) -> None:
    """Play len(records) games; write winner, turns, wars, finished of each into a row.

    Rows of eight columns also get the four numbers of `describe_deal`.
    """
    for row in records:
        shuffle(words, space.deck)
        held, turns, wars = play(space, rules, words)
        row[0] = (held == rules.cards) - (held == 0)
        row[1], row[2] = turns, wars
        row[3] = held <= 0 or held == rules.cards
        if row.size > 4:
            describe_deal(space.deck, rules.top, row[4:])


@compiled
def play_deals(words: Words, deck: Cards, top: int, records: Records) -> None:
    """Deal len(records) times; write the four numbers of `describe_deal` into a row."""
    for row in records:
        shuffle(words, deck)
        describe_deal(deck, top, row)


@step
def describe_deal(deck: Cards, top: int, row: npt.NDArray[np.int64]) -> None:
    """Write strength, aces, deuces and first-pass ties of the deck in its current order."""
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
    """Deal len(dealt) times; write the order of the deck into a row."""
    for row in dealt:
        shuffle(words, deck)
        for place in range(deck.size):
            row[place] = deck[place]


@compiled
def record_hand_sizes(words: Words, space: Workspace, rules: KernelRules, sizes: Records) -> None:
    """Play sizes.size - 1 turns with the deck in its current order; write the hand sizes.

    They are the first player's.  In a drawn game the last turn changes no hand.
    """
    hands = deal(space.deck, space.table)
    sizes[0] = hands.held
    one = min(sizes.size, 1)
    for turn in range(1, sizes.size):
        hands, _, _ = play_on(space.table, hands, rules, one, rules.cards, words)
        sizes[turn] = sizes[turn - 1] if hands.held == DRAWN else hands.held


@compiled
def shuffle_only(words: Words, deck: Cards, deals: int) -> None:
    """Shuffle only: a lower bound for a kernel's time."""
    for _ in range(deals):
        shuffle(words, deck)
