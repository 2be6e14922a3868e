"""numpy's SFC64 generator in compiled Python, so that kernels draw without calls into C.

The stream is that of `Generator.random()` to the last bit, at a fraction of
the cost: a state is four 64-bit words a, b, c and a counter w, and

    out = a + b + w,   w = w + 1,   a = b xor (b >> 11),
    b = c + (c << 3),  c = rotl(c, 24) + out,   u = (out >> 11) / 2^53

(Doty-Humphrey, PractRand, 2010).  `sfc64_state` gives a kernel the state of a
Generator, and stores the state after the last number drawn.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from montmort.montecarlo.kernels.compile import compiled, step

Words = npt.NDArray[np.uint64]  # a, b, c, w in memory


class Stream(NamedTuple):
    """A state by value: passed from draw to draw, so that it stays in registers."""

    a: np.uint64
    b: np.uint64
    c: np.uint64
    w: np.uint64


UNUSED = Stream(np.uint64(0), np.uint64(0), np.uint64(0), np.uint64(0))  # nothing is drawn


@step
def next_word(stream: Stream) -> tuple[np.uint64, Stream]:
    """Return the next 64 random bits, and the stream after them."""
    a, b, c, w = stream
    out = a + b + w
    after = Stream(
        b ^ (b >> np.uint64(11)),
        c + (c << np.uint64(3)),
        ((c << np.uint64(24)) | (c >> np.uint64(40))) + out,
        w + np.uint64(1),
    )
    return out, after


@step
def uniform(stream: Stream) -> tuple[float, Stream]:
    """Return the next number, in [0, 1) with 53 bits, and the stream after it."""
    out, after = next_word(stream)
    return float(out >> np.uint64(11)) * (1.0 / 2**53), after


@step
def load_stream(words: Words) -> Stream:
    """Return the stream whose state is in `words`."""
    return Stream(words[0], words[1], words[2], words[3])


@step
def store_stream(words: Words, stream: Stream) -> None:
    """Write the stream's state into `words`."""
    words[0], words[1], words[2], words[3] = stream.a, stream.b, stream.c, stream.w


@compiled
def fill_uniform(words: Words, numbers: npt.NDArray[np.float64]) -> None:
    """Fill `numbers` with the next numbers of the stream in `words`."""
    stream = load_stream(words)
    for k in range(numbers.size):
        numbers[k], stream = uniform(stream)
    store_stream(words, stream)


@contextmanager
def sfc64_state(rng: np.random.Generator) -> Iterator[Words]:
    """Yield the state of an SFC64 Generator, or of an SFC64 stream seeded by another Generator.

    >>> rng, twin = (np.random.Generator(np.random.SFC64(1713)) for _ in range(2))
    >>> numbers = np.empty(3)
    >>> with sfc64_state(rng) as words:
    ...     fill_uniform(words, numbers)
    >>> numbers.tolist() == twin.random(3).tolist(), rng.random() == twin.random()
    (True, True)
    """
    bits = rng.bit_generator
    if not isinstance(bits, np.random.SFC64):
        bits = np.random.SFC64(rng.integers(2**63, size=4).tolist())
    state = bits.state
    words = np.array(state["state"]["state"], dtype=np.uint64)
    try:
        yield words
    finally:
        state["state"]["state"] = words
        bits.state = state
