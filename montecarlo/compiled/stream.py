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
default Generator.

In compiled code `chance` is the address of the state: four words of the generator (a, b,
c and counter of SFC64; the halves of state and increment of PCG64, the low one first),
whether a half is stored, that half, which generator it is, and how many words may still
be drawn.  Drawing the last of these raises TooManyWords, so that no play is endless.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, NewType

import numpy as np
from numba import types
from numba.extending import intrinsic

from montmort.montecarlo.kernels.compile import compiled
from montmort.montecarlo.kernels.sfc64 import Stream, Words, next_word

ChanceAt = NewType("ChanceAt", int)  # the address of a state, in compiled code

HALF = 2**32
STORED, STORED_HALF, IS_PCG64, LEFT = 4, 5, 6, 7  # places in the state
MOST_WORDS = 2**63
MULTIPLIER = 0x2360ED051FC65DA44385DF649FCCF645  # of PCG64 (O'Neill, 2014)
_LOW = np.uint64(HALF - 1)
_32 = np.uint64(32)
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


chance_at: Callable[[Words], ChanceAt] = intrinsic(_chance_at)
load: Callable[[ChanceAt, int], np.uint64] = intrinsic(_load)
store: Callable[[ChanceAt, int, np.uint64], None] = intrinsic(_store)


class TooManyWords(Exception):
    """As many words were drawn as allowed."""


@compiled
def product_128(one: np.uint64, other: np.uint64) -> tuple[np.uint64, np.uint64]:
    """Return the high and the low 64 bits of a product, by halves of 32 bits.

    >>> high, low = product_128(np.uint64(2**63 + 5), np.uint64(6))
    >>> int(high), int(low)
    (3, 30)
    """
    a, b = one >> _32, one & _LOW
    c, d = other >> _32, other & _LOW
    cross = (b * d >> _32) + (a * d & _LOW) + b * c
    return a * c + (a * d >> _32) + (cross >> _32), one * other


@compiled
def next_64_of_pcg64(chance: ChanceAt) -> np.uint64:
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


@compiled
def next_64_of_sfc64(chance: ChanceAt) -> np.uint64:
    """Return the next word of SFC64."""
    stream = Stream(load(chance, 0), load(chance, 1), load(chance, 2), load(chance, 3))
    word, after = next_word(stream)
    store(chance, 0, after.a)
    store(chance, 1, after.b)
    store(chance, 2, after.c)
    store(chance, 3, after.w)
    return word


@compiled
def next_64(chance: ChanceAt) -> np.uint64:
    """Return the next word."""
    left = load(chance, LEFT) - np.uint64(1)
    if left == np.uint64(0):
        raise TooManyWords
    store(chance, LEFT, left)
    if load(chance, IS_PCG64):
        return next_64_of_pcg64(chance)
    return next_64_of_sfc64(chance)


@compiled
def next_32(chance: ChanceAt) -> np.uint64:
    """Return the next 32 bits: half a word, the other half of which is stored."""
    if load(chance, STORED):
        store(chance, STORED, np.uint64(0))
        return load(chance, STORED_HALF)
    word = next_64(chance)
    store(chance, STORED, np.uint64(1))
    store(chance, STORED_HALF, word >> _32)
    return word & _LOW


@compiled
def below(chance: ChanceAt, bound: int) -> int:
    """Return a uniform integer from 0 to bound - 1, bound from 1 to 2**63 - 1."""
    if bound == 1:
        return 0
    size = np.uint64(bound)
    if bound < HALF:
        product = next_32(chance) * size
        if product & _LOW < size:
            while product & _LOW < np.uint64(HALF) % size:
                product = next_32(chance) * size
        return int(np.int64(product >> _32))
    if bound == HALF:
        return int(np.int64(next_32(chance)))
    high, low = product_128(next_64(chance), size)
    if low < size:
        while low < (np.uint64(0) - size) % size:  # 2^64 mod size
            high, low = product_128(next_64(chance), size)
    return int(np.int64(high))


@compiled
def pick_uniform(chance: ChanceAt, n: int) -> int:
    """Return an index below n, all equally likely; ValueError unless n >= 1."""
    if n < 1:
        raise ValueError("all weights are zero")
    return below(chance, n)


def has_stream(rng: np.random.Generator) -> bool:
    """Return whether compiled code draws from this kind of Generator."""
    return type(rng.bit_generator) in {np.random.SFC64, np.random.PCG64}


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
    inner, half = state["state"], (state["has_uint32"], state["uinteger"])
    four = _words_of_pcg64(inner) if is_pcg64 else inner["state"].tolist()
    words = np.array([*four, *half, is_pcg64, most], dtype=np.uint64)
    try:
        yield words
    finally:
        low, high = map(int, words[:2])
        inner["state"] = low + (high << 64) if is_pcg64 else words[:STORED]
        state["has_uint32"], state["uinteger"] = map(int, words[STORED:IS_PCG64])
        bits.state = state


def _words_of_pcg64(inner: dict[str, int]) -> list[int]:
    numbers = inner["state"], inner["inc"]
    return [word for number in numbers for word in (number & _WORD, number >> 64)]
