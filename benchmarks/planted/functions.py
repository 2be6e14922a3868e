"""Simulators in Python with planted faults: functions, and plays of a patched hand ranking."""

import csv
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any
from unittest.mock import patch

import numpy as np

from montmort.games import five_card_draw
from montmort.games.chance import RecordedChance
from montmort.games.five_card_draw import play as five_card_play
from montmort.games.five_card_draw import ranking
from montmort.games.five_card_draw.play import Result
from tests.verification.small_games import own_dice

Rng = np.random.Generator
DRAW = five_card_draw.Rules(ranks=8)  # 32 cards
LOOT = {"common": 600, "rare": 300, "epic": 90, "legendary": 10}  # of 1000


# --- functions of one play --------------------------------------------------------------------


def bugged(play: Callable[[Rng, str], Any], bug: str) -> Callable[[Rng], Any]:
    """Return another program for a small game, with a bug or with `none`."""
    return partial(_played, play, bug)


def _played(play: Callable[[Rng, str], Any], bug: str, rng: Rng) -> Any:
    return play(rng, bug)


def loot_in_half_precision(rng: Rng) -> int:
    """Draw with a number of 11 bits, as half-precision floats have."""
    return int(np.searchsorted([0.6, 0.9, 0.99], np.float16(rng.random()), side="right"))


def loot_a_little_better(rng: Rng) -> int:
    """Draw a legendary in 11 cases of 1000 instead of 10."""
    return int(np.searchsorted([0.6, 0.9, 0.989], rng.random(), side="right"))


class OwnGenerator:
    """Throws of a die from a generator of its own, made again in every block from few bits."""

    def __init__(self, seeds: int) -> None:
        self._seeds = seeds
        self._of: object = None
        self._own = np.random.default_rng(0)

    def __call__(self, rng: Rng) -> int:
        """Return a throw."""
        if self._of is not rng:
            self._of, self._own = rng, np.random.default_rng(int(rng.integers(self._seeds)))
        return int(self._own.integers(1, 7))


# --- functions of many plays ------------------------------------------------------------------


def same_throws(n: int, rng: Rng) -> dict[int, int]:  # noqa: ARG001
    """Return the counts of a generator that is made again for each block."""
    counts = np.random.default_rng(1).multinomial(n, [1 / 6] * 6)
    return dict(zip(range(1, 7), counts.tolist(), strict=True))


def throws_of_few_seeds(n: int, rng: Rng) -> dict[int, int]:
    """Return the counts of a generator that has one of 64 seeds."""
    counts = np.random.default_rng(int(rng.integers(64))).multinomial(n, [1 / 6] * 6)
    return dict(zip(range(1, 7), counts.tolist(), strict=True))


# --- hands of five cards ----------------------------------------------------------------------


def _misread(fault: str, hand: int) -> tuple[int, tuple[int, ...]]:
    """Return type and order of a hand, as a faulty program reads them."""
    place, faces = ranking.strength(hand, "standard", DRAW.pack)
    name = ranking.TYPES["standard"][place]
    if fault == "kickers" and name == "pair":
        return place, (*faces[:2], *reversed(faces[2:]))
    if fault == "second-pair" and name == "two_pair":
        return place, (*faces[2:4], *faces[:2], faces[4])
    if fault == "low-straight" and name == "straight" and faces == (0,):
        return place, (DRAW.ranks,)
    return place, faces


def _score(fault: str, _rules: five_card_draw.Rules, own: int, other: int) -> Result:
    ours, theirs = _misread(fault, own), _misread(fault, other)
    return Result.WIN if ours > theirs else Result.TIE if ours == theirs else Result.LOSS


def write_hands(path: Path, fault: str, plays: int, seed: int) -> None:
    """Write plays with their picks, scored by a faulty ranking."""
    chance = RecordedChance(seed)
    hand = five_card_draw.EXPERIMENTS["hand"]
    with path.open("w", newline="") as file:
        rows = csv.writer(file, lineterminator="\n")
        rows.writerow(["result", "picks"])
        with patch.object(five_card_play, "score", partial(_score, fault)):
            for _ in range(plays):
                chance.picks.clear()
                result = hand.play(DRAW, chance).result
                rows.writerow([result.name.lower(), " ".join(map(str, chance.picks))])


CRAPS, PENNEY, RISK = own_dice.play_craps, own_dice.play_penney, own_dice.play_risk
CRIBBAGE = own_dice.play_cribbage
