"""The picks of compiled rules: those of `RandomChance`, from the same stream, bit for bit.

`RandomChance.pick` draws a ticket below the sum n of the weights by numpy's
`Generator.integers(n)`, and returns the index into whose weight the ticket falls.
numpy draws (Lemire, Fast random integer generation in an interval, 2019), for

    n = 1            nothing
    2 <= n < 2^32    the high half of n x, x of 32 bits; x is drawn again while the low
                     half is below 2^32 mod n
    n = 2^32         32 bits
    n > 2^32         the same with 64 bits in place of 32

Two draws of 32 bits share one word of SFC64: the low half first; the high half is
stored in the generator.  All of the state is read from the Generator, and written
back, so that a run may continue interpreted after compiled plays.

The words are those of SFC64, by which all runs are played, or of PCG64, which is numpy's
default Generator.  They are drawn ahead, up to `AHEAD` words at once, and kept as halves in
the order in which 32 bits are drawn.  Behind the last half stands a 0: the low half of 0 n
is below n, so one comparison sends a pick to `pick_slowly` both where the ticket may have
to be drawn again and where no words are left.

In compiled code `chance` is the address of the state, in words of 64 bits:

    0 to 3      the generator: a, b, c and counter of SFC64; the halves of state and
                increment of PCG64, the low one first
    BEFORE      the same four before the words in store were drawn
    IS_PCG64    which generator it is
    LEFT        how many words may still be drawn; without any TooManyWords is raised, so
                that no play is endless
    AT, END     the half to be drawn next, and where the halves end
    STORE       the halves, two in a word; half 1 is the one that numpy had stored

At an odd `AT` numpy would have stored this half for the next draw of 32 bits.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, NewType

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from montmort.montecarlo.kernels.compile import inlined, step
from montmort.montecarlo.kernels.sfc64 import Stream, Words, next_word

ChanceAt = NewType("ChanceAt", int)  # the address of a state, in compiled code

HALF = 2**32
BEFORE, IS_PCG64, LEFT, AT, END, STORE = 4, 8, 9, 10, 11, 12  # places in the state
AHEAD = 64  # words
FIRST_HALF = 2  # of the words in store
MOST_WORDS = 2**63
MULTIPLIER = 0x2360ED051FC65DA44385DF649FCCF645  # of PCG64 (O'Neill, 2014)
_LOW = np.uint64(HALF - 1)
_32 = np.uint64(32)
_ONE = np.uint64(1)
_WORD = 2**64 - 1
_HIGH_FACTOR, _LOW_FACTOR = np.uint64(MULTIPLIER >> 64), np.uint64(MULTIPLIER & _WORD)


def _chance_at(_context: Any, words: Any) -> Any:
    """Return the address of the state in an array, which must outlive it."""
    pointer = types.CPointer(types.uint64)

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        array = context.make_array(signature.args[0])(context, builder, args[0])
        return array.data

    return pointer(words), generate


def _load(_context: Any, chance: Any, _place: Any) -> Any:
    """Return a word of the state."""

    def generate(_target: Any, builder: Any, _signature: Any, args: Any) -> Any:
        return builder.load(builder.gep(args[0], [args[1]]))

    return types.uint64(chance, types.intp), generate


def _store(_context: Any, chance: Any, _place: Any, _word: Any) -> Any:
    """Write a word of the state."""

    def generate(context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        builder.store(args[2], builder.gep(args[0], [args[1]]))
        return context.get_dummy_value()

    return types.void(chance, types.intp, types.uint64), generate


def _half(_context: Any, chance: Any, _place: Any) -> Any:
    """Return a half of the words in store."""

    def generate(_target: Any, builder: Any, _signature: Any, args: Any) -> Any:
        half = builder.load(_place_of_half(builder, args))
        return builder.zext(half, ir.IntType(64))

    return types.uint64(chance, types.uint64), generate


def _store_half(_context: Any, chance: Any, _place: Any, _word: Any) -> Any:
    """Write the low 32 bits of a word as a half of the words in store."""

    def generate(context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        half = builder.trunc(args[2], ir.IntType(32))
        builder.store(half, _place_of_half(builder, args))
        return context.get_dummy_value()

    return types.void(chance, types.uint64, types.uint64), generate


def _place_of_half(builder: Any, args: Any) -> Any:
    store = builder.gep(args[0], [ir.Constant(ir.IntType(64), STORE)])
    halves = builder.bitcast(store, ir.PointerType(ir.IntType(32)))
    return builder.gep(halves, [args[1]])


def _stay_a_function(_context: Any) -> Any:
    """Keep LLVM from copying the function that calls this into its callers."""

    def generate(context: Any, builder: Any, _signature: Any, _args: Any) -> Any:
        attributes = builder.function.attributes
        attributes.discard("alwaysinline")  # which numba copies from a caller to what it calls
        attributes.add("noinline")
        return context.get_dummy_value()

    return types.void(), generate


stay_a_function: Callable[[], None] = intrinsic(_stay_a_function)
chance_at: Callable[[Words], ChanceAt] = intrinsic(_chance_at)
load: Callable[[ChanceAt, int], np.uint64] = intrinsic(_load)
store: Callable[[ChanceAt, int, np.uint64], None] = intrinsic(_store)
half_at: Callable[[ChanceAt, np.uint64], np.uint64] = intrinsic(_half)
store_half: Callable[[ChanceAt, np.uint64, np.uint64], None] = intrinsic(_store_half)


class TooManyWords(Exception):
    """As many words were drawn as allowed."""


@step
def product_128(one: np.uint64, other: np.uint64) -> tuple[np.uint64, np.uint64]:
    """Return the high and the low 64 bits of a product, by halves of 32 bits."""
    a, b = one >> _32, one & _LOW
    c, d = other >> _32, other & _LOW
    cross = (b * d >> _32) + (a * d & _LOW) + b * c
    return a * c + (a * d >> _32) + (cross >> _32), one * other


@step
def next_of_pcg64(chance: ChanceAt) -> np.uint64:
    """Return the next word of PCG64: state = factor state + increment, then XSL-RR."""
    low, increment = load(chance, 0), load(chance, 2)
    high, product = product_128(low, _LOW_FACTOR)
    high += low * _HIGH_FACTOR + load(chance, 1) * _LOW_FACTOR + load(chance, 3)
    low = product + increment
    high += np.uint64(low < increment)
    store(chance, 0, low)
    store(chance, 1, high)
    turn, word = high >> np.uint64(58), high ^ low
    return (word >> turn) | (word << (np.uint64(64) - turn & np.uint64(63)))


@step
def draw_words(chance: ChanceAt) -> None:
    """Draw words ahead; a half that is left over becomes the stored one."""
    left = load(chance, LEFT)
    words = min(left, np.uint64(AHEAD))
    if words == np.uint64(0):
        raise TooManyWords
    store(chance, LEFT, left - words)
    for place in range(BEFORE):
        store(chance, BEFORE + place, load(chance, place))
    at, end = load(chance, AT), load(chance, END)
    store_half(chance, _ONE, half_at(chance, end - _ONE))
    half = np.uint64(FIRST_HALF)
    store(chance, AT, half - (end - at))
    stream = Stream(load(chance, 0), load(chance, 1), load(chance, 2), load(chance, 3))
    is_pcg64 = load(chance, IS_PCG64)
    for _ in range(words):
        if is_pcg64:
            word = next_of_pcg64(chance)
        else:
            word, stream = next_word(stream)
        store_half(chance, half, word)
        store_half(chance, half + _ONE, word >> _32)
        half += np.uint64(2)
    if not is_pcg64:
        store(chance, 0, stream.a)
        store(chance, 1, stream.b)
        store(chance, 2, stream.c)
        store(chance, 3, stream.w)
    store(chance, END, half)
    store_half(chance, half, np.uint64(0))


@step
def next_32(chance: ChanceAt) -> np.uint64:
    """Return the next 32 bits."""
    if load(chance, AT) == load(chance, END):
        draw_words(chance)
    at = load(chance, AT)
    store(chance, AT, at + _ONE)
    return half_at(chance, at)


@step
def next_64(chance: ChanceAt) -> np.uint64:
    """Return the next word; a half that is stored remains so."""
    if load(chance, END) - load(chance, AT) < np.uint64(2):
        draw_words(chance)
    at = load(chance, AT)
    low = at + (at & _ONE)
    word = half_at(chance, low) | half_at(chance, low + _ONE) << _32
    stored = at - _ONE + (at & _ONE)  # the half that numpy remembers
    store_half(chance, stored + np.uint64(2), half_at(chance, stored))
    store(chance, AT, at + np.uint64(2))
    return word


@step
def pick_slowly(chance: ChanceAt, n: int) -> int:
    """Return what `pick_uniform` returns, whatever n and the next half are."""
    stay_a_function()
    if n < 1:
        raise ValueError("all weights are zero")
    if n == 1:
        return 0
    size = np.uint64(n)
    if n < HALF:
        product = next_32(chance) * size
        while product & _LOW < np.uint64(HALF) % size:
            product = next_32(chance) * size
        return int(np.int64(product >> _32))
    if n == HALF:
        return int(np.int64(next_32(chance)))
    high, low = product_128(next_64(chance), size)
    if low < size:
        while low < (np.uint64(0) - size) % size:  # 2^64 mod size
            high, low = product_128(next_64(chance), size)
    return int(np.int64(high))


@inlined
def pick_uniform(chance: ChanceAt, n: int) -> int:
    """Return an index below n, all equally likely; ValueError unless n >= 1."""
    if 1 < n < HALF:
        at, size = load(chance, AT), np.uint64(n)
        product = half_at(chance, at) * size
        if product & _LOW >= size:
            store(chance, AT, at + _ONE)
            return int(np.int64(product >> _32))
    return pick_slowly(chance, n)


@contextmanager
def state_of(rng: np.random.Generator, most: int = MOST_WORDS) -> Iterator[Words]:
    """Yield the state of a Generator in an array; afterwards the Generator has that state.

    At most `most` words may be drawn.

    >>> rng, twin = (np.random.Generator(np.random.SFC64(1713)) for _ in range(2))
    >>> with state_of(rng) as words:
    ...     words[:4].tolist() == twin.bit_generator.state["state"]["state"].tolist()
    True
    """
    bits = rng.bit_generator
    is_pcg64 = isinstance(bits, np.random.PCG64)
    state: Any = bits.state
    inner = state["state"]
    words = np.zeros(STORE + (FIRST_HALF + 2) // 2 + AHEAD, dtype=np.uint64)
    words[:BEFORE] = _words_of_pcg64(inner) if is_pcg64 else inner["state"]
    words[BEFORE:IS_PCG64] = words[:BEFORE]
    at = FIRST_HALF - state["has_uint32"]
    words[IS_PCG64:STORE] = is_pcg64, most, at, FIRST_HALF
    halves = words[STORE:].view(np.uint32)
    halves[FIRST_HALF - 1] = state["uinteger"]
    try:
        yield words
    finally:
        low, high = map(int, words[BEFORE : BEFORE + 2])
        inner["state"] = low + (high << 64) if is_pcg64 else words[BEFORE:IS_PCG64]
        bits.state = state
        at = int(words[AT])
        bits.random_raw((at - 1) // 2, output=False)
        state = bits.state
        state["has_uint32"], state["uinteger"] = at % 2, int(halves[at - 1 + at % 2])
        bits.state = state


def _words_of_pcg64(inner: dict[str, int]) -> list[int]:
    numbers = inner["state"], inner["inc"]
    return [word for number in numbers for word in (number & _WORD, number >> 64)]
