"""Random numbers from Python's generator; the page only plays with them, it never simulates."""

import random as _random


class Generator:
    """Random integers and bytes; not the stream that numpy has for the same seed."""

    def __init__(self, seed: object = None) -> None:
        if seed is not None and (isinstance(seed, bool) or not isinstance(seed, int)):
            raise TypeError("a seed is an integer, or None")
        if isinstance(seed, int) and seed < 0:
            raise ValueError("a seed is >= 0")
        self._random = _random.Random(seed)

    def integers(self, low: int, high: int | None = None) -> int:
        """Return an integer from low to high - 1, from 0 to low - 1 without high."""
        return self._random.randrange(low) if high is None else self._random.randrange(low, high)

    def bytes(self, length: int) -> bytes:
        """Return random bytes."""
        return self._random.randbytes(length)


def default_rng(seed: object = None) -> Generator:
    """Return a generator: the one given, or a new one from a seed."""
    return seed if isinstance(seed, Generator) else Generator(seed)


class SeedSequence:
    """The streams of a simulation; the page simulates nothing."""

    def __init__(self, *_: object, **__: object) -> None:
        raise AttributeError("the page simulates nothing")


class Philox(SeedSequence):
    """The generator of a simulation; the page simulates nothing."""
