"""numpy's SFC64 generator written out, so that kernels draw without a call into C.

The stream is that of `Generator.random()` to the last bit, at a fraction of
the cost: a state is four 64-bit words a, b, c and a counter w, and

    out = a + b + w,   w = w + 1,   a = b xor (b >> 11),
    b = c + (c << 3),  c = rotl(c, 24) + out,   u = (out >> 11) / 2^53

(Doty-Humphrey, PractRand, 2010).  `borrowed` lends a Generator's state to a
kernel and puts it back behind the last number drawn.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from montmort.montecarlo.kernels.compile import compiled

Words = npt.NDArray[np.uint64]  # a, b, c, w in memory


class Stream(NamedTuple):
    """A state by value: handed on from draw to draw, so that it stays in registers."""

    a: np.uint64
    b: np.uint64
    c: np.uint64
    w: np.uint64


UNUSED = Stream(np.uint64(0), np.uint64(0), np.uint64(0), np.uint64(0))  # where nothing is drawn


@compiled
def uniform(stream: Stream) -> tuple[float, Stream]:
    """Return the next number, in [0, 1) with 53 bits, and the stream behind it."""
    a, b, c, w = stream
    out = a + b + w
    after = Stream(
        b ^ (b >> np.uint64(11)),
        c + (c << np.uint64(3)),
        ((c << np.uint64(24)) | (c >> np.uint64(40))) + out,
        w + np.uint64(1),
    )
    return float(out >> np.uint64(11)) * (1.0 / 2**53), after


@compiled
def taken_up(words: Words) -> Stream:
    """Return the stream whose state lies in `words`."""
    return Stream(words[0], words[1], words[2], words[3])


@compiled
def laid_down(words: Words, stream: Stream) -> None:
    """Write the stream's state into `words`."""
    words[0], words[1], words[2], words[3] = stream.a, stream.b, stream.c, stream.w


@compiled
def draw_all(words: Words, numbers: npt.NDArray[np.float64]) -> None:
    """Fill `numbers` with the next ones of the stream in `words`."""
    stream = taken_up(words)
    for k in range(numbers.size):
        numbers[k], stream = uniform(stream)
    laid_down(words, stream)


@contextmanager
def borrowed(rng: np.random.Generator) -> Iterator[Words]:
    """Lend the state of an SFC64 Generator; of another one, an SFC64 stream seeded from it.

    >>> rng, twin = (np.random.Generator(np.random.SFC64(1713)) for _ in range(2))
    >>> numbers = np.empty(3)
    >>> with borrowed(rng) as words:
    ...     draw_all(words, numbers)
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
