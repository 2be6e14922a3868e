"""What Python's lists, `math` and Decks do, written in what can be compiled.

These functions are compiled into the rules like the user's own.  Some of them, `empty_of`,
`copied`, `shorten`, `repeats`, `members`, `none_like` and `append`, are single steps of the
compiler.
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


def members(items: Any) -> Any:
    """Return the items of a set in any order; what is no set is returned as it is."""
    return items


def none_like(row: Any, *_others: Any) -> Any:
    """Return an empty set for items like those of a set, and of others."""
    return type(row)()


def add(row: set[Any], item: Any) -> None:
    """Add an item to a set."""
    if item not in row:
        append(row, item)


def append(row: set[Any], item: Any) -> None:
    """Add an item that a set does not have."""
    row.add(item)


def discard(row: set[Any], item: Any) -> None:
    """Remove an item from a set if it is there."""
    if item in row:
        members(row).pop(index(members(row), item))


def remove_member(row: set[Any], item: Any) -> None:
    """Remove an item from a set; KeyError if it is not there."""
    members(row).pop(index(members(row), item))


def empty(row: set[Any]) -> None:
    """Remove all items of a set."""
    clear(members(row))


def update(row: set[Any], items: Any) -> None:
    """Add items to a set."""
    for item in members(items):
        add(row, item)


def union(a: Any, b: Any) -> Any:
    """Return the items of a set and others."""
    made = none_like(a)
    for item in members(a):
        append(made, item)
    update(made, b)
    return made


def intersection(a: Any, b: Any) -> Any:
    """Return the items of a set that are in another container."""
    made = none_like(a, b)
    for item in members(a):
        if item in b:
            append(made, item)
    return made


def difference(a: Any, b: Any) -> Any:
    """Return the items of a set that are not in another container."""
    made = none_like(a)
    for item in members(a):
        if item not in b:
            append(made, item)
    return made


def symmetric_difference(a: Any, b: Any) -> Any:
    """Return the items of two sets that are in one of them."""
    return union(difference(a, b), difference(b, a))


def become(row: set[Any], other: Any) -> None:
    """Let a set have the items of a new one."""
    empty(row)
    for item in members(other):
        append(row, item)


def intersection_update(row: set[Any], items: Any) -> None:
    """Remove what is not in another container."""
    become(row, intersection(row, items))


def difference_update(row: set[Any], items: Any) -> None:
    """Remove what is in another container."""
    become(row, difference(row, items))


def symmetric_difference_update(row: set[Any], other: Any) -> None:
    """Keep what is in one of two sets."""
    become(row, symmetric_difference(row, other))


def issubset(a: Any, b: Any) -> bool:
    """Return whether all items of a set are in another container."""
    return all(item in b for item in members(a))


def issuperset(a: Any, b: Any) -> bool:
    """Return whether a set has all of some items."""
    return all(item in a for item in members(b))


def isdisjoint(a: Any, b: Any) -> bool:
    """Return whether no item of a set is in another container."""
    return not any(item in b for item in members(a))


def is_proper_subset(a: Any, b: Any) -> bool:
    """Return whether a set has fewer items than another, and all are in it."""
    return len(a) < len(b) and issubset(a, b)


def get(dictionary: dict[Any, Any], key: Any) -> Any:
    """Return d.get(key)."""
    return dictionary.get(key)


def setdefault(dictionary: dict[Any, Any], key: Any, value: Any) -> Any:
    """Return d[key], which is a new value if the key is missing."""
    if key not in dictionary:
        dictionary[key] = value
    return dictionary[key]


def take(dictionary: dict[Any, Any], key: Any) -> Any:
    """Remove a key; return its value, or KeyError."""
    if key not in dictionary:
        raise KeyError
    return take_or(dictionary, key, None)


def take_or(dictionary: dict[Any, Any], key: Any, default: Any) -> Any:
    """Remove a key if it is there; return its value, or the default."""
    if key not in dictionary:
        return default
    value = dictionary[key]
    del dictionary[key]
    return value


def put_pairs(dictionary: dict[Any, Any], pairs: Any) -> None:
    """Put keys with their values into a dictionary."""
    for key, value in pairs:
        dictionary[key] = value  # noqa: PERF403


def count_items(counter: Any, items: Any) -> None:
    """Count items; in another order the Counter would list them in another one."""
    for item in items:
        counter[item] += 1


def count_item(counter: Any, item: Any) -> None:
    """Count an item."""
    counter[item] += 1


def count_back(counter: Any, items: Any) -> None:
    """Take items from a Counter; a number may be below 0."""
    for item in items:
        counter[item] -= 1


def add_numbers(counter: Any, pairs: Any) -> None:
    """Add numbers of items to a Counter."""
    for item, number in pairs:
        counter[item] += number


def take_numbers(counter: Any, pairs: Any) -> None:
    """Take numbers of items from a Counter."""
    for item, number in pairs:
        counter[item] -= number


def joined_counters(made: Any, a: Any, b: Any, sign: int) -> Any:
    """Return a new Counter with the numbers above 0 of a + b or, with the sign -1, of a - b."""
    for item, number in a.items():
        whole = number + sign * b[item]
        if whole > 0:
            made[item] = whole
    for item, number in b.items():
        if item not in a and sign * number > 0:
            made[item] = sign * number
    return made


def most_common(counter: Any, number: int | None) -> list[Any]:
    """Return the items and numbers of a Counter, the most common first."""
    pairs = [(number, item) for item, number in counter.items()]
    made = ordered(pairs, _first, True)
    found = [(item, number) for number, item in made]
    return found if number is None else found[: max(number, 0)]


def _first(pair: tuple[Any, Any]) -> Any:
    """Return the first of two."""
    return pair[0]


def total(counter: Any) -> int:
    """Return the sum of the numbers of a Counter."""
    return sum(counter.values())


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
    """Sort a list in its place; it is empty while a key is asked, as in Python."""
    if key is None:
        made = ordered(row, key, reverse)
        for i in range(len(made)):
            row[i] = made[i]
        return
    items = copied(row)
    clear(row)
    made = ordered(items, key, reverse)
    if row:
        raise ValueError("a list is changed while it is sorted")
    extend(row, made)


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
