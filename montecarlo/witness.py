"""The witness of compiled rules: plays in plain Python, which they must repeat."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from montmort.games.errors import SimulatorFailed
from montmort.montecarlo.outcomes import Rng

if TYPE_CHECKING:
    from numpy.random import BitGenerator

    from montmort.machine.plays import Plays

Rows = list[tuple[int, ...]]

MOST_PLAYS = 4096  # remembered


@dataclass(frozen=True)
class Spent:
    """Plays, and the seconds that they took."""

    plays: int = 0
    seconds: float = 0.0

    def __add__(self, other: "Spent") -> "Spent":
        return Spent(self.plays + other.plays, self.seconds + other.seconds)


class Witness:
    """Plays of one Generator in plain Python, to be repeated by compiled rules."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._parts: list[tuple[type[BitGenerator], Any, Rows, object, Spent]] = []
        self._plays = 0

    def add(self, rng: Rng, start: Any, rows: Rows, seconds: float) -> None:
        """Add plays that `rng` has just made; before them it was in the state `start`."""
        if self._plays < MOST_PLAYS:
            bits, spent = rng.bit_generator, Spent(len(rows), seconds)
            self._parts.append((type(bits), start, rows, bits.state, spent))
            self._plays += len(rows)

    def compared(self, kernel: "Plays") -> Spent:
        """Return what the plays took, and forget them; SimulatorFailed if one is not repeated.

        A play that raises an error when compiled will be played in plain Python; the plays
        after it are not compared.
        """
        total = Spent()
        for kind, start, rows, end, spent in self._parts:
            twin = np.random.Generator(kind(0))
            twin.bit_generator.state = start
            found = [tuple(row) for row in kernel.play(twin, len(rows)).tolist()]
            for number, (row, repeated) in enumerate(zip(rows, found, strict=False)):
                if row != repeated:
                    raise self._failed(f"gave {repeated} in play {number} and {row}")
            if len(found) == len(rows) and repr(twin.bit_generator.state) != repr(end):
                raise self._failed("used other random numbers than")
            total += spent
        self._parts.clear()
        return total

    def _failed(self, what: str) -> SimulatorFailed:
        return SimulatorFailed(
            f"the compiled rules of {self._name} {what} in plain Python: an error in montmort; "
            "play in plain Python, with compiled=False or --interpreted"
        )
