"""Compiled games of War, played deal by deal to their end or their cycle.

A hand of k cards is one integer with b bits per card, the top card in the lowest
bits, so a turn is a few shifts.  A turn compares the cards that lie i and j deep.
Each tie moves i and j over a block of the booty:

    the tied card and `face_down` more   if at least one card is left to compare,
    all but the last card                if there are fewer (`last-card`),
    the only card, then nothing          if no card is left: the tied card stands.

The blocks are added to two piles at once.  In one the first player's part of each
block comes first, in the other the second player's.  The winner decides which pile
is picked up.

The period of an endless game is found with Brent's algorithm (1980): the state is
compared with a saved one, which is replaced after 1, 2, 4, 8 and more turns.  Two
copies of the game played one period apart then meet where the cycle begins.
"""

import numpy as np
import numpy.typing as npt

from montmort.exact.kernel import compiled_or_plain

Ints = npt.NDArray[np.int64]
Table = tuple[int, int, int, int, int, int]  # bits, face_down, pick_up, shortfall, deuce, top rank
State = tuple[int, int, int, int]  # both hands, and their numbers of cards

LOSE, LAST_CARD, SECOND_TAKES = range(3)
NEVER, BATTLES, ALWAYS = range(3)
WINNER_FIRST, LOSER_FIRST, FIRST_PLAYER_FIRST = range(3)
SECOND, DRAW, FIRST, ENDLESS, UNFINISHED = range(5)
GOES_ON = -1


@compiled_or_plain
def turn(state: State, table: Table) -> tuple[State, int, int]:
    """Return the state after a turn, its number of ties, and the end of the game or GOES_ON."""
    first, second, a, b = state
    bits, down, pick_up, shortfall, deuce, top = table
    mask = (1 << bits) - 1
    x, y = first & mask, second & mask
    i = j = ahead = behind = laid = ties = 0
    while x == y:
        ties += 1
        is_short, other_short = a - i < down + 2, b - j < down + 2
        if shortfall == LOSE and (is_short or other_short):
            return state, ties, DRAW if is_short and other_short else FIRST - 2 * is_short
        if shortfall == LAST_CARD and a - i < 2 and b - j < 2:
            return state, ties, DRAW
        if shortfall == SECOND_TAKES and (is_short or other_short):
            break
        k, other = _block(a - i, down), _block(b - j, down)
        ahead, behind, laid = _add_block(first, second, i, j, k, other, bits, ahead, behind, laid)
        i, j = i + k, j + other
        x = first >> bits * i & mask if i < a else x
        y = second >> bits * j & mask if j < b else y
    wins = x > y
    if x != y and (x - y == top or y - x == top):
        wins ^= deuce == ALWAYS or (deuce == BATTLES and ties == 0)
    k, other = min(1, a - i), min(1, b - j)
    ahead, behind, laid = _add_block(first, second, i, j, k, other, bits, ahead, behind, laid)
    i, j = i + k, j + other
    pile = behind if pick_up != FIRST_PLAYER_FIRST and wins == (pick_up == LOSER_FIRST) else ahead
    first, second, a, b = first >> bits * i, second >> bits * j, a - i, b - j
    if wins:
        first, a = first | pile << bits * a, a + laid
    else:
        second, b = second | pile << bits * b, b + laid
    return (first, second, a, b), ties, FIRST if b == 0 else SECOND if a == 0 else GOES_ON


@compiled_or_plain
def _block(left: int, down: int) -> int:
    """Return the number of cards in a hand's block, `left` counting from the tied card."""
    return down + 1 if left >= down + 2 else left - 1 if left >= 2 else left


@compiled_or_plain
def _add_block(
    first: int,
    second: int,
    i: int,
    j: int,
    k: int,
    other: int,
    bits: int,
    ahead: int,
    behind: int,
    laid: int,
) -> tuple[int, int, int]:
    """Return both piles after adding a block of k and `other` cards, and their size."""
    part = (first >> bits * i) & ((1 << bits * k) - 1)
    other_part = (second >> bits * j) & ((1 << bits * other) - 1)
    ahead |= (part | other_part << bits * k) << bits * laid
    behind |= (other_part | part << bits * other) << bits * laid
    return ahead, behind, laid + k + other


@compiled_or_plain
def fate(dealt: State, table: Table, limit: int) -> tuple[int, int, int, int]:
    """Return how a game ends, its turns, its ties, and the period of its cycle or 0.

    `limit` is the turn limit, or 0 for none.  A game that it stops is UNFINISHED,
    or ENDLESS if it would never have ended.
    """
    state = saved = dealt
    turns = wars = since = period = 0
    power, end = 1, GOES_ON
    while end == GOES_ON and not period:
        state, ties, end = turn(state, table)
        turns, wars, since = turns + 1, wars + ties, since + 1
        if state == saved and end == GOES_ON:
            period = since
        elif since == power:
            saved, power, since = state, 2 * power, 0
    if period:
        begun = _before_cycle(dealt, table, period)
        turns, end = limit if limit else begun + period, ENDLESS
        around, rest = divmod(max(turns - begun, 0), period)
        once = _wars(dealt, table, begun + period) - _wars(dealt, table, begun)
        wars = around * once + _wars(dealt, table, min(turns, begun + rest))
    elif limit and turns > limit:
        turns, end = limit, UNFINISHED
        wars = _wars(dealt, table, turns)
    return end, turns, wars, period


@compiled_or_plain
def _before_cycle(dealt: State, table: Table, period: int) -> int:
    """Return the number of turns before the cycle."""
    behind = ahead = dealt
    for _ in range(period):
        ahead = turn(ahead, table)[0]
    turns = 0
    while behind != ahead:
        behind, ahead = turn(behind, table)[0], turn(ahead, table)[0]
        turns += 1
    return turns


@compiled_or_plain
def _wars(dealt: State, table: Table, turns: int) -> int:
    """Return the number of ties in the first `turns` turns, none of which ends the game."""
    state, wars = dealt, 0
    for _ in range(turns):
        state, ties, _ = turn(state, table)
        wars += ties
    return wars


@compiled_or_plain
def play_deals(cards: Ints, fates: Ints, table: Table, limit: int) -> int:
    """Play the order `cards` and the next ones in lexicographic order; return how many were played.

    Each row of `fates` is set to the fate of a deal.  `cards` is moved to the next
    order that has not been played.
    """
    half = cards.size // 2
    for deal in range(len(fates)):
        dealt = _pack(cards[:half], table[0]), _pack(cards[half:], table[0]), half, half
        row = fates[deal]
        row[0], row[1], row[2], row[3] = fate(dealt, table, limit)
        if not _next_order(cards):
            return deal + 1
    return len(fates)


@compiled_or_plain
def _pack(hand: Ints, bits: int) -> int:
    packed = 0
    for place in range(hand.size):
        packed |= int(hand[place]) << bits * place
    return packed


@compiled_or_plain
def _next_order(cards: Ints) -> bool:
    """Move to the next order; after the last one, move to the first and return False."""
    rise = cards.size - 2
    while rise >= 0 and cards[rise] >= cards[rise + 1]:
        rise -= 1
    if rise >= 0:
        other = cards.size - 1
        while cards[other] <= cards[rise]:
            other -= 1
        cards[rise], cards[other] = cards[other], cards[rise]
    low, high = rise + 1, cards.size - 1
    while low < high:
        cards[low], cards[high] = cards[high], cards[low]
        low, high = low + 1, high - 1
    return rise >= 0
