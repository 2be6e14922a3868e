"""The seats of a game on which somebody decides, found by playing it."""

import time
from collections.abc import Sequence
from typing import Any

from montmort.games.chance import Chance, RandomChance
from montmort.games.errors import BadInput
from montmort.games.experiment import Experiment
from montmort.verification.reports.numbers import listed

PLAYS = 100
SECONDS = 2.0  # of CPU, after which no further play begins


class _Seats:
    """A Table of players who choose at random; it notes which seats are asked."""

    def __init__(self, chance: Chance) -> None:
        self.asked: set[int] = set()
        self._chance = chance

    def decide(self, seat: int, choices: Sequence[Any], _view: Any, /) -> Any:
        self.asked.add(seat)
        return choices[self._chance.pick([1] * len(choices))]

    def tell(self, event: Any, /) -> None:
        pass


def check_seat(experiment: Experiment[Any, Any, Any], rules: Any, seat: int, game: str) -> None:
    """Raise BadInput if nobody has to decide on this seat in a hundred plays.

    All choices in them are made at random, so that no seat is passed over by a strategy.
    """
    chance, began = RandomChance(0), time.process_time()
    seats, played = _Seats(chance), 0
    while played < PLAYS and (played == 0 or time.process_time() - began < SECONDS):
        experiment.play(rules, chance, seats)
        played += 1
        if seat in seats.asked:
            return
    if not seats.asked:
        raise BadInput(f"--seat {seat}: nobody decides in {game}; leave the flag out, and watch")
    known = listed([str(other) for other in sorted(seats.asked)])
    many = "seats are" if len(seats.asked) > 1 else "only seat is"
    raise BadInput(f"--seat {seat}: the {many} {known}; in {played} plays no other one decided")
