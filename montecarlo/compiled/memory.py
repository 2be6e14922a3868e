"""Lists, long tuples and decks of compiled rules, in one array of integers.

In compiled code `memory` is the address of the array.  Words 0 to 2 are an empty list,
`memory[FREE]` says where the first free word is, `memory[SIZE]` how many words there are.
Nothing is freed before the play ends, or a step of it: reserving is one addition.
MemoryError where the array is full.

A list or tuple of items of `width` words each is three words: its length, its capacity,
and where its items are.  A list that grows moves its items and keeps its three words,
so all its names see the change.  A deck is the sums of its counts, one word for each
kind: how many cards there are of this kind and of those before it.

Indices are Python's: negative ones count from the end, others raise IndexError.
"""

from collections.abc import Callable
from typing import Any, TypeVar, cast

import numba
import numpy as np
import numpy.typing as npt
from numba import types
from numba.extending import intrinsic

from montmort.montecarlo.compiled.arithmetic import absolute, add, multiply, negate
from montmort.montecarlo.compiled.layout import CAPACITY, FREE, HEADER, ITEMS, LENGTH, SIZE
from montmort.montecarlo.compiled.stream import ChanceAt, pick_uniform
from montmort.montecarlo.kernels.compile import inlined, step

Memory = npt.NDArray[np.int64]
Code = TypeVar("Code", bound=Callable[..., object])

OPTIONS = {"nogil": True, "no_cpython_wrapper": True, "no_cfunc_wrapper": True}


def compiled_function(function: Code) -> Code:
    """Return `function` compiled without the GIL, for calls from compiled code only."""
    return cast("Code", numba.njit(**OPTIONS)(function))


def inlined_function(function: Code) -> Code:
    """Return `function` compiled as a part of the function that calls it.

    numba copies its code; a function of its own would be optimized twice by LLVM.
    """
    return cast("Code", numba.njit(inline="always", **OPTIONS)(function))


def _memory_at(_context: Any, words: Any) -> Any:
    """Return the address of an array, which must outlive it."""
    pointer = types.CPointer(types.int64)

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return context.make_array(signature.args[0])(context, builder, args[0]).data

    return pointer(words), generate


memory_at: Callable[[Memory], Memory] = intrinsic(_memory_at)


@step
def reserve(memory: Memory, words: int) -> int:
    """Return where `words` free words begin."""
    start = int(memory[FREE])
    if words < 0 or words > memory[SIZE] - start:
        raise MemoryError("the memory of a play is full")
    memory[FREE] = start + words
    return start


@step
def new_items(memory: Memory, length: int, width: int) -> int:
    """Return a list of `length` items, to be filled in."""
    if length < 0 or length > memory[SIZE]:
        raise MemoryError("the memory of a play is full")
    where = reserve(memory, HEADER + length * width)
    memory[where + LENGTH] = length
    memory[where + CAPACITY] = length
    memory[where + ITEMS] = where + HEADER
    return where


@step
def item_at(memory: Memory, items: int, index: int, width: int) -> int:
    """Return where item `index` is."""
    length = memory[items + LENGTH]
    if index < 0:
        index += length
    if index < 0 or index >= length:
        raise IndexError("index out of range")
    return int(memory[items + ITEMS] + index * width)


@step
def item_added(memory: Memory, items: int, width: int) -> int:
    """Return where the item is to be written that is added at the end."""
    length = memory[items + LENGTH]
    if length == memory[items + CAPACITY]:
        capacity = 2 * length + 4
        moved = reserve(memory, capacity * width)
        before = memory[items + ITEMS]
        for word in range(length * width):
            memory[moved + word] = memory[before + word]
        memory[items + CAPACITY] = capacity
        memory[items + ITEMS] = moved
    memory[items + LENGTH] = length + 1
    return int(memory[items + ITEMS] + length * width)


@step
def item_inserted(memory: Memory, items: int, index: int, width: int) -> int:
    """Return where the item is to be written that is inserted before `index`."""
    length = memory[items + LENGTH]
    if index < 0:
        index = max(index + length, 0)
    index = min(index, length)
    item_added(memory, items, width)
    place = memory[items + ITEMS] + index * width
    for word in range(memory[items + ITEMS] + (length + 1) * width - 1, place + width - 1, -1):
        memory[word] = memory[word - width]
    return int(place)


@step
def remove_at(memory: Memory, items: int, place: int, width: int) -> None:
    """Remove the item that is at `place`; those behind it move up."""
    length = memory[items + LENGTH]
    end = memory[items + ITEMS] + length * width
    for word in range(place, end - width):
        memory[word] = memory[word + width]
    memory[items + LENGTH] = length - 1


@step
def copied(memory: Memory, items: int, width: int) -> int:
    """Return a copy of a list."""
    length = memory[items + LENGTH]
    copy = new_items(memory, length, width)
    before, after = memory[items + ITEMS], memory[copy + ITEMS]
    for word in range(length * width):
        memory[after + word] = memory[before + word]
    return copy


@step
def sliced(memory: Memory, items: int, start: int, stop: int, step: int, width: int) -> int:
    """Return the items from `start` to before `stop`, both already inside the list."""
    if step > 0:
        count = max(0, (stop - start + step - 1) // step)
    else:
        count = max(0, (start - stop - step - 1) // -step)
    part = new_items(memory, count, width)
    before, after = memory[items + ITEMS], memory[part + ITEMS]
    for k in range(count):
        for word in range(width):
            memory[after + k * width + word] = memory[before + (start + k * step) * width + word]
    return part


@step
def bound(index: int, length: int, backward: int) -> int:
    """Return a slice's bound as a place inside a list of `length` items, as Python does."""
    if index < 0:
        index += length
        if index < 0:
            return -1 if backward else 0
    elif index >= length:
        return length - 1 if backward else length
    return index


@step
def concatenated(memory: Memory, first: int, second: int, width: int) -> int:
    """Return the items of both."""
    left, right = memory[first + LENGTH], memory[second + LENGTH]
    both = new_items(memory, left + right, width)
    after = memory[both + ITEMS]
    for word in range(left * width):
        memory[after + word] = memory[memory[first + ITEMS] + word]
    after += left * width
    for word in range(right * width):
        memory[after + word] = memory[memory[second + ITEMS] + word]
    return both


@step
def extend(memory: Memory, items: int, more: int, width: int) -> None:
    """Add copies of the items of `more`, which may be the same list."""
    for k in range(memory[more + LENGTH]):
        to = item_added(memory, items, width)
        source = memory[more + ITEMS] + k * width
        for word in range(width):
            memory[to + word] = memory[source + word]


@step
def repeated(memory: Memory, items: int, times: int, width: int) -> int:
    """Return the items `times` times."""
    words = memory[items + LENGTH] * width
    times = max(times, 0)
    if times > memory[SIZE]:
        raise MemoryError("the memory of a play is full")
    many = new_items(memory, memory[items + LENGTH] * times, width)
    before, after = memory[items + ITEMS], memory[many + ITEMS]
    for k in range(times):
        for word in range(words):
            memory[after + k * words + word] = memory[before + word]
    return many


@step
def reverse(memory: Memory, items: int, width: int) -> None:
    """Reverse a list."""
    length, start = memory[items + LENGTH], memory[items + ITEMS]
    for k in range(length // 2):
        for word in range(width):
            left, right = start + k * width + word, start + (length - 1 - k) * width + word
            memory[left], memory[right] = memory[right], memory[left]


@step
def compared(memory: Memory, first: int, second: int, width: int) -> int:
    """Return -1, 0 or 1: the first tuple is less than, equal to or greater than the second."""
    left, right = memory[first + LENGTH] * width, memory[second + LENGTH] * width
    for word in range(min(left, right)):
        a, b = memory[memory[first + ITEMS] + word], memory[memory[second + ITEMS] + word]
        if a != b:
            return -1 if a < b else 1
    return 0 if left == right else (-1 if left < right else 1)


@step
def found_at(memory: Memory, items: int, item: int, width: int, start: int) -> int:
    """Return the index from `start` of the first item equal to the words at `item`, or -1."""
    for k in range(start, memory[items + LENGTH]):
        place, same = memory[items + ITEMS] + k * width, True
        for word in range(width):
            if memory[place + word] != memory[item + word]:
                same = False
                break
        if same:
            return k
    return -1


@step
def number_of(memory: Memory, items: int, item: int, width: int) -> int:
    """Return how many items are equal to the words at `item`."""
    count, k = 0, found_at(memory, items, item, width, 0)
    while k >= 0:
        count += 1
        k = found_at(memory, items, item, width, k + 1)
    return count


@step
def place_of_word(memory: Memory, items: int, word: int) -> int:
    """Return the index of the first item, of one word each, equal to `word`, or -1."""
    start = memory[items + ITEMS]
    for k in range(memory[items + LENGTH]):
        if memory[start + k] == word:
            return k
    return -1


@step
def number_of_word(memory: Memory, items: int, word: int) -> int:
    """Return how many items, of one word each, are equal to `word`."""
    count, start = 0, memory[items + ITEMS]
    for k in range(memory[items + LENGTH]):
        count += int(memory[start + k] == word)
    return count


@step
def distinct(memory: Memory, items: int, width: int) -> int:
    """Return how many different items there are."""
    count = 0
    for k in range(memory[items + LENGTH]):
        if found_at(memory, items, memory[items + ITEMS] + k * width, width, 0) == k:
            count += 1
    return count


@step
def sort(memory: Memory, items: int, width: int, keys: int, key_width: int, backward: int) -> None:
    """Sort a list by `keys`, which has as many items; equal ones keep their order.

    Insertion sort: the lists of games are short.
    """
    spare = reserve(memory, width + key_width)
    key_spare = spare + width
    start, key_start = memory[items + ITEMS], memory[keys + ITEMS]
    for k in range(1, memory[items + LENGTH]):
        _move(memory, start + k * width, spare, width)
        _move(memory, key_start + k * key_width, key_spare, key_width)
        j = k
        while j > 0 and _goes_before(
            memory, key_spare, key_start + (j - 1) * key_width, key_width, backward
        ):
            _move(memory, start + (j - 1) * width, start + j * width, width)
            _move(memory, key_start + (j - 1) * key_width, key_start + j * key_width, key_width)
            j -= 1
        _move(memory, spare, start + j * width, width)
        _move(memory, key_spare, key_start + j * key_width, key_width)


@step
def _move(memory: Memory, source: int, to: int, words: int) -> None:
    for word in range(words):
        memory[to + word] = memory[source + word]


@step
def _goes_before(memory: Memory, first: int, second: int, words: int, backward: int) -> bool:
    for word in range(words):
        a, b = memory[first + word], memory[second + word]
        if a != b:
            return bool((a > b) if backward else (a < b))
    return False


@step
def pick_weighted(chance: ChanceAt, memory: Memory, start: int, count: int) -> int:
    """Return index i with chance weights[i] / sum, the weights being `count` words at `start`."""
    total = 0
    for k in range(start, start + count):
        if memory[k] < 0:
            raise ValueError("a negative weight")
        total = add(total, memory[k])
    if total == 0:
        raise ValueError("all weights are zero")
    ticket = pick_uniform(chance, total)
    index = 0
    while True:
        ticket -= memory[start + index]
        if ticket < 0:
            return index
        index += 1


@step
def stored(memory: Memory, table: Memory) -> int:
    """Return where a copy of a constant table stands."""
    where = reserve(memory, table.size)
    for k in range(table.size):
        memory[where + k] = table[k]
    return where


@inlined
def deck_drawn(
    chance: ChanceAt, memory: Memory, source: Memory, deck: int, kinds: int
) -> tuple[int, int]:
    """Return the place of the kind of a card drawn, and the deck without this card.

    The deck stands at `deck` in `source`: the memory, or a constant table.

    With a constant number of kinds the loop is a few vector instructions.  The number of
    all cards does not wait for it, so the next ticket is drawn meanwhile.
    """
    size = source[deck + kinds - 1]
    ticket = pick_uniform(chance, size)
    after = reserve(memory, kinds)
    memory[after + kinds - 1] = size - 1
    place = 0
    for k in range(kinds - 1):
        cards = source[deck + k]
        is_before = int(cards <= ticket)
        memory[after + k] = cards - 1 + is_before
        place += is_before
    return place, after


@step
def deck_changed(memory: Memory, deck: int, kinds: int, place: int, cards: int) -> int:
    """Return a deck with `cards` cards of the kind at `place` added, or removed."""
    after = reserve(memory, kinds)
    add(memory[deck + kinds - 1], cards)
    if add(cards_of(memory, deck, place), cards) < 0:
        raise ValueError("fewer than no cards of a kind")
    for k in range(kinds):
        memory[after + k] = memory[deck + k] + (cards if k >= place else 0)
    return after


@step
def cards_of(memory: Memory, deck: int, place: int) -> int:
    """Return the number of cards of the kind at `place`."""
    return int(memory[deck + place] - (memory[deck + place - 1] if place > 0 else 0))


@step
def next_node(starts: Memory, words: Memory, targets: Memory, node: int, word: int) -> int:
    """Return where the edge of a word leads in a tree, -1 if there is none."""
    at = _last_up_to(starts, words, node, word)
    return int(targets[at]) if at >= 0 and words[at] == word else -1


@step
def next_in_ranges(starts: Memory, firsts: Memory, targets: Memory, node: int, word: int) -> int:
    """Return where the range of a word leads in a tree, -1 if there is none."""
    at = _last_up_to(starts, firsts, node, word)
    return int(targets[at]) if at >= 0 else -1


@step
def _last_up_to(starts: Memory, words: Memory, node: int, word: int) -> int:
    """Return the place of the last edge of a node whose word is at most this one, else -1."""
    if node < 0:
        return -1
    low, high = starts[node], starts[node + 1]
    while low < high:
        middle = (low + high) // 2
        if words[middle] <= word:
            low = middle + 1
        else:
            high = middle
    return int(low) - 1 if low > starts[node] else -1


@step
def same_words(memory: Memory, first: int, second: int, words: int) -> int:
    """Return whether the words at both places are the same."""
    for k in range(words):
        if memory[first + k] != memory[second + k]:
            return 0
    return 1


@step
def ways_to_choose(cards: int, chosen: int) -> int:
    """Return the binomial coefficient."""
    if chosen < 0 or cards < 0:
        raise ValueError("negative numbers in a binomial coefficient")
    if chosen > cards:
        return 0
    ways, chosen = 1, min(chosen, cards - chosen)
    for k in range(chosen):
        ways = multiply(ways, cards - k) // (k + 1)
    return ways


@step
def deck_dealt(chance: ChanceAt, memory: Memory, deck: int, kinds: int, cards: int) -> int:
    """Return a hand of `cards` cards dealt at once; the deck without it stands behind it."""
    size = memory[deck + kinds - 1]
    if cards < 0 or cards > size:
        raise ValueError("more cards than there are")
    hand = reserve(memory, 2 * kinds)
    dealt, ways = 0, ways_to_choose(size, cards)
    for k in range(kinds):
        count, later = cards_of(memory, deck, k), size - memory[deck + k]
        if dealt < cards and count > 0:
            # The weight of j cards is C(count, j) C(later, missing - j); the second factor is
            # the sum of the weights of the next kind.
            missing = cards - dealt
            ticket = pick_uniform(chance, ways)
            of_kind = max(0, missing - later)
            while True:
                ways = ways_to_choose(later, missing - of_kind)
                ticket -= multiply(ways_to_choose(count, of_kind), ways)
                if ticket < 0:
                    break
                of_kind += 1
            dealt += of_kind
        memory[hand + k] = dealt
        memory[hand + kinds + k] = memory[deck + k] - dealt
    return hand


@step
def bit_count(number: int) -> int:
    """Return the number of ones of |number| in binary."""
    count, left = 0, absolute(number)
    while left:
        left &= left - 1
        count += 1
    return count


@step
def bit_length(number: int) -> int:
    """Return the number of binary digits of |number|."""
    count, left = 0, absolute(number)
    while left:
        left >>= 1
        count += 1
    return count


@step
def lowest_terms(numerator: int, denominator: int) -> tuple[int, int]:
    """Return a fraction in lowest terms, the denominator above 0."""
    if denominator == 0:
        raise ZeroDivisionError("division by zero")
    a, b = absolute(numerator), absolute(denominator)
    while b:
        a, b = b, a % b
    if denominator < 0:
        return negate(numerator) // a, negate(denominator) // a
    return numerator // a, denominator // a


__all__ = [name for name in dir() if name[0] != "_"]
