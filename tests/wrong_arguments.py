"""Valid calls, each repeated with every argument replaced in turn by wrong values."""

import itertools
import math
import signal
from collections.abc import Callable, Hashable, Iterator
from contextlib import chdir, contextmanager
from dataclasses import fields
from fractions import Fraction
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import numpy as np

from montmort import Experiment, MontmortError

LIMIT = 20  # seconds of CPU time for one call: an endless loop fails
LONGEST = 330  # characters of a sentence, 60 of them of a value


class Stranger:
    """A class that nobody expects."""


WRONG: dict[str, Any] = {
    "None": None,
    "1.5": 1.5,
    "nan": math.nan,
    "inf": math.inf,
    "'x'": "x",
    "b'x'": b"x",
    "[]": [],
    "{}": {},
    "object()": object(),
    "-1": -1,
    "0": 0,
    "10**30": 10**30,
    "-10**30": -(10**30),
    "10**400": 10**400,
    "'9' * 5000": "9" * 5000,
    "True": True,
    "lambda: 0": lambda: 0,
    "lambda *_: None": lambda *_: None,
    "1j": 1j,
    "1/3": Fraction(1, 3),
    "np.int64(3)": np.int64(3),
    "np.float64(nan)": np.float64("nan"),
    "an array": np.array([1, 2]),
    "an array of one number": np.array([3]),
    "{1}": {1},
    "[None]": [None],
    "((),)": ((),),
    "{'x': None}": {"x": None},
    "a class": Stranger,
}


class Call(NamedTuple):
    """A valid call."""

    function: Callable[..., Any]
    places: tuple[Any, ...]
    names: dict[str, Any]

    def __call__(self) -> object:
        found = self.function(*self.places, **self.names)
        if isinstance(found, Iterator):
            return [*itertools.islice(found, 3)]  # a generator does nothing until it is asked
        return str(found), repr(found)

    def variants(self) -> Iterator[tuple[str, "Call"]]:
        """Yield (what was changed, call with one wrong argument)."""
        for word, value in WRONG.items():
            for at in range(len(self.places)):
                places = (*self.places[:at], value, *self.places[at + 1 :])
                yield f"argument {at} = {word}", self._replace(places=places)
            for name in self.names:
                yield f"{name} = {word}", self._replace(names=self.names | {name: value})


def of(function: Callable[..., Any], *places: Any, **names: Any) -> Call:
    return Call(function, places, names)


@contextmanager
def limited() -> Iterator[None]:
    """Raise TimeoutError in a block that takes longer than LIMIT."""

    def stop(*_: object) -> None:
        raise TimeoutError(f"more than {LIMIT} seconds")

    before = signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, LIMIT)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def complaint(call: Call) -> str:
    """Return what is wrong with the answer to a call, "" if nothing is."""
    try:
        with limited():
            call()
    except MontmortError as error:
        text = str(error)
        return "" if text and "\n" not in text and len(text) <= LONGEST else f"a sentence: {text!r}"
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return ""


def with_key(key: Any, value: Any, **more: Any) -> dict[Any, Any]:
    """Return a mapping with a key; a key that Python itself refuses is left out."""
    return {**({key: value} if isinstance(key, Hashable) else {}), **more}


def record(kind: type, whole: object) -> Call:
    """Return the call that builds a dataclass equal to `whole`."""
    return of(kind, **{f.name: getattr(whole, f.name) for f in fields(kind) if f.init})  # type: ignore[arg-type]


def complaints(call: Call) -> dict[str, str]:
    """Return what is wrong with the answers to the variants of a call."""
    with TemporaryDirectory() as folder, chdir(folder):  # "x" may be taken for a file to write
        answers = {what: complaint(variant) for what, variant in call.variants()}
    return {what: text for what, text in answers.items() if text}


class Two(NamedTuple):
    """An outcome of two fields."""

    eyes: int
    won: bool


def die(chance: Any) -> int:
    return int(chance.pick([1] * 6)) + 1


def two(chance: Any) -> Two:
    return Two(chance.pick([1] * 6), bool(chance.pick([1, 1])))


def step(_rules: object, state: int, chance: Any, _table: object) -> tuple[int | None, Two]:
    return None if chance.pick([1, 1]) else state, Two(1, True)


half, third = Fraction(1, 2), Fraction(1, 3)
ONCE = Experiment.of_play(two, Two)
STEPS = Experiment(name="steps", outcome=Two, start=lambda *_: 0, step=step)
