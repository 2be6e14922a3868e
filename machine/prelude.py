"""What Python's lists, `math` and Decks do, written in what can be compiled.

These functions are compiled into the rules like the user's own.  Four of them,
`empty_of`, `copied`, `shorten` and `repeats`, are single steps of the compiler.
"""

import math
from collections.abc import Callable, Sequence
from typing import Any

SIDE = 67  # C(66, 33) is the largest central binomial coefficient of 64 bits
PASCAL = [math.comb(n, k) for n in range(SIDE) for k in range(SIDE)]


def empty_of(_row: Sequence[Any], _room: int) -> list[Any]:
    """Return an empty list for items like those of the row, with room for so many."""
    return []


def copied(row: Sequence[Any]) -> list[Any]:
    """Return a new list of the items."""
    return list(row)


def shorten(row: list[Any]) -> None:
    """Remove the last item."""
    del row[-1]


def repeats(_chance: Any) -> bool:
    """Return whether the next pick repeats that of the path before, whatever its weights."""
    return False


def power(base: int, exponent: int) -> int:
    """Return base ** exponent for an exponent >= 0."""
    if exponent < 0:
        raise ValueError
    result = 1
    for _ in range(exponent):
        result *= base
    return result


def comb(n: int, k: int) -> int:
    """Return C(n, k)."""
    if n < 0 or k < 0:
        raise ValueError
    if k > n:
        return 0
    if n < SIDE:
        return PASCAL[n * SIDE + k]
    result = 1
    for i in range(min(k, n - k)):
        result = result * (n - i) // (i + 1)
    return result


def gcd(a: int, b: int) -> int:
    """Return the greatest common divisor."""
    a, b = abs(a), abs(b)
    while b:
        a, b = b, a % b
    return a


def slice_end(end: int | None, missing: int, length: int) -> int:
    """Return an end of a slice as a place from 0 to the length."""
    if end is None:
        return missing
    return max(0, min(end + length if end < 0 else end, length))


def _back_end(end: int | None, missing: int, length: int) -> int:
    """Return an end of a slice that goes backwards as a place from -1 to the last one."""
    if end is None:
        return missing
    return max(-1, min(end + length if end < 0 else end, length - 1))


def stepped(row: Sequence[Any], low: int | None, high: int | None, step: int) -> list[Any]:
    """Return the items of row[low:high:step]."""
    if step == 0:
        raise ValueError
    if step > 0:
        first, end = slice_end(low, 0, len(row)), slice_end(high, len(row), len(row))
    else:
        first, end = _back_end(low, len(row) - 1, len(row)), _back_end(high, -1, len(row))
    return [row[i] for i in range(first, end, step)]


def contains(row: Sequence[Any], value: Any) -> bool:
    """Return whether an item equals the value."""
    return any(item == value for item in row)


def index(row: Sequence[Any], value: Any) -> int:
    """Return the place of the first item that equals the value."""
    for i in range(len(row)):
        if row[i] == value:
            return i
    raise ValueError


def count(row: Sequence[Any], value: Any) -> int:
    """Return how many items equal the value."""
    return sum(item == value for item in row)


def distinct(row: Sequence[Any]) -> list[Any]:
    """Return the items, each once."""
    made = empty_of(row, len(row))
    for item in row:
        if not contains(made, item):
            made.append(item)
    return made


def ordered(row: Sequence[Any], key: Callable[[Any], Any] | None, reverse: bool) -> list[Any]:
    """Return the items sorted; equal ones stay in their order, also if reversed."""
    made = copied(row)
    keys = copied(row) if key is None else [key(item) for item in row]
    for i in range(1, len(made)):
        item, mine, j = made[i], keys[i], i
        while j > 0 and (keys[j - 1] < mine if reverse else mine < keys[j - 1]):
            made[j], keys[j] = made[j - 1], keys[j - 1]
            j -= 1
        made[j], keys[j] = item, mine
    return made


def sort(row: list[Any], key: Callable[[Any], Any] | None, reverse: bool) -> None:
    """Sort a list in its place."""
    made = ordered(row, key, reverse)
    for i in range(len(made)):
        row[i] = made[i]


def reverse(row: list[Any]) -> None:
    """Reverse a list in its place."""
    for i in range(len(row) // 2):
        row[i], row[len(row) - 1 - i] = row[len(row) - 1 - i], row[i]


def insert(row: list[Any], place: int, item: Any) -> None:
    """Insert an item before a place."""
    at = slice_end(place, 0, len(row))
    row.append(item)
    for i in range(len(row) - 1, at, -1):
        row[i] = row[i - 1]
    row[at] = item


def remove(row: list[Any], value: Any) -> None:
    """Remove the first item that equals the value."""
    row.pop(index(row, value))


def extend(row: list[Any], items: Sequence[Any]) -> None:
    """Append the items."""
    length = len(items)  # before the first is appended: they may be the same list
    for i in range(length):
        item = items[i]
        row.append(item)


def clear(row: list[Any]) -> None:
    """Remove all items."""
    while row:
        shorten(row)


def cards_dealt(chance: Any, held: int, later: int, cards: int) -> int:
    """Return how many of `cards` cards are of a kind with `held` cards, with `later` ones to come.

    As in `Deck.deal`, nothing is picked where no card is missing or held.
    """
    if not (cards and held):
        return 0
    if repeats(chance):
        return chance.pick([1])  # type: ignore[no-any-return]
    return chance.pick(  # type: ignore[no-any-return]
        [comb(held, j) * comb(later, cards - j) for j in range(min(held, cards) + 1)]
    )


def cards_of_ticket(chance: Any, held: int, later: int, cards: int) -> int:
    """Return what `cards_dealt` returns, without the list of weights: their sum is one C(n, k).

    C(h, 0) C(l, c) + C(h, 1) C(l, c - 1) + ... = C(h + l, c)
    """
    if not (cards and held):
        return 0
    ticket = chance.pick([1] * comb(held + later, cards))
    dealt, ways = 0, comb(later, cards)
    while ticket >= ways:
        ticket -= ways
        dealt += 1
        ways = comb(held, dealt) * comb(later, cards - dealt)
    return dealt


def check_different(row: Sequence[Any]) -> None:
    """Raise an error if an item stands in a row twice."""
    for i in range(len(row)):
        for j in range(i):
            if row[i] == row[j]:
                raise ValueError


def check_contained(row: Sequence[Any], value: Any) -> None:
    """Raise an error unless an item equals the value."""
    if not contains(row, value):
        raise ValueError
