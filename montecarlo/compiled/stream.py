"""The picks of compiled rules: those of `RandomChance`, from the same stream, bit for bit.

How numpy draws, and how the state stands in memory, is described in `montmort.machine.stream`.
In compiled code `chance` is the address of that state.
"""

from collections.abc import Callable
from typing import Any, NewType

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from montmort.machine.stream import (
    AHEAD,
    AT,
    BEFORE,
    END,
    FIRST_HALF,
    IS_PCG64,
    LEFT,
    MULTIPLIER,
    STORE,
)
from montmort.montecarlo.kernels.compile import inlined, step
from montmort.montecarlo.kernels.sfc64 import Stream, Words, next_word

ChanceAt = NewType("ChanceAt", int)  # the address of a state, in compiled code

HALF = 2**32
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
