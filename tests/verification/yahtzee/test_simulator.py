"""The simulator of Yahtzee plays the rules: the same dice and choices, the same outcome."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from montmort.exact.yahtzee import turn
from montmort.exact.yahtzee.solution import solve
from montmort.exact.yahtzee.turn import BestPlayer, BestRows
from montmort.games.chance import ScriptedChance
from montmort.games.yahtzee import EXPERIMENTS, LOWER, UPPER, Rules
from montmort.montecarlo import yahtzee as kernel
from montmort.verification.aim import Aim
from montmort.verification.comparison.run import crosscheck
from montmort.verification.yahtzee import GAME, optimal
from tests.games.dice_picks import picks

MARGINS = {"score": 3, "upper": 1, "extras": 0.02, "bonus": 0.05}
MIDDLE = Rules(boxes="ones,sixes,full-house,large-straight,yahtzee,chance", target=18)


class DiceOfPlay:
    """The best player, and the chance that throws the dice of the simulator."""

    def __init__(self, rules: Rules, dice: Any) -> None:
        self._rules, self._dice = rules, dice.tolist()
        self._turn = self._throw = 0
        self._player = BestPlayer(solve(rules))
        self._picks: list[int] = []
        self._thrown = rules.dice

    def pick(self, weights: Any) -> int:
        if not self._picks:
            faces = self._dice[self._turn][self._throw][: self._thrown]
            self._picks = picks(*(face + 1 for face in faces), faces=self._rules.faces)
            self._throw += 1
        return ScriptedChance([self._picks.pop(0)]).pick(weights)

    def decide(self, seat: int, choices: Any, view: Any) -> Any:
        choice = self._player.decide(seat, choices, view)
        assert choice in choices
        if isinstance(choice, tuple):
            self._thrown = self._rules.dice - len(choice)
        else:
            self._turn, self._throw, self._thrown = self._turn + 1, 0, self._rules.dice
        return choice

    def tell(self, event: object) -> None:
        pass


def check(rules: Rules, plays: int, seed: int) -> None:
    """Compare plays of the simulator with the rules, play by play."""
    size = (plays, len(rules.card), rules.throws, rules.dice)
    dice = np.random.default_rng(seed).integers(0, rules.faces, size=size)
    found = kernel.play_dice(rules, BestRows(rules), dice)
    for row, own in zip(found.tolist(), dice, strict=True):
        play = DiceOfPlay(rules, own)
        assert tuple(row) == tuple(map(int, EXPERIMENTS["game"].play(rules, play, play)))  # type: ignore[arg-type]


@pytest.mark.parametrize("joker", ["free", "forced"])
def test_plays_are_those_of_the_rules(joker: Any) -> None:
    check(replace(MIDDLE, joker=joker), 40, 1)


@settings(max_examples=15)
@given(
    joker=st.sampled_from(["free", "forced"]),
    dice=st.integers(1, 3),
    faces=st.integers(1, 3),
    throws=st.integers(1, 3),
    boxes=st.lists(st.sampled_from([*UPPER[:3], *LOWER]), min_size=1, max_size=4, unique=True),
    target=st.integers(0, 8),
)
def test_small_versions_are_those_of_the_rules(boxes: list[str], faces: int, **fields: Any) -> None:
    known = {*UPPER[:faces], *LOWER}
    kept = [box for box in boxes if box in known] or ["chance"]
    check(Rules(boxes=",".join(kept), faces=faces, **fields), 20, 2)


def test_rows_forgotten_and_found_again_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = replace(MIDDLE, joker="forced")
    size = (200, len(rules.card), rules.throws, rules.dice)
    dice = np.random.default_rng(3).integers(0, rules.faces, size=size)
    found = kernel.play_dice(rules, BestRows(rules), dice)
    monkeypatch.setattr(turn, "MOST_ROWS", 150)
    monkeypatch.setattr(turn, "AT_ONCE", 32)
    assert (kernel.play_dice(rules, BestRows(rules), dice) == found).all()


def simulator_of(rules: Rules) -> Any:
    found = optimal.best_score(rules, Aim("score"))
    assert found is not None
    return found.simulator


def test_a_shorter_run_is_the_beginning_of_a_longer_one() -> None:
    play = simulator_of(MIDDLE)
    assert (play.record(7, 30) == play.record(7, 50)[:30]).all()
    counts = play.count(7, 50)["upper"]
    assert sum(value * count for value, count in counts.items()) == play.record(7, 50)[:, 1].sum()


def test_the_simulator_agrees_with_the_exact_moments() -> None:
    found = optimal.best_score(MIDDLE, Aim("score"))
    assert found is not None
    judged = crosscheck(
        simulator=found.simulator, exact=found.known, seed=1, margins=MARGINS, plays=2**16
    )
    assert judged.decision.value == "CONSISTENT"


@pytest.mark.parametrize(
    "bug",
    [{"extra": 0}, {"bonus": 0}, {"target": 19}, {"throws": 2}],
    ids=str,
)
def test_planted_bugs_are_found(bug: dict[str, int]) -> None:
    # the simulator plays other rules than the solver, at the usual error rates
    found = optimal.best_score(MIDDLE, Aim("score"))
    assert found is not None
    wrong = simulator_of(replace(MIDDLE, **bug))
    own = replace(wrong, rules=MIDDLE, counter=lambda _, rng, n: wrong.count(rng, n))
    judged = crosscheck(simulator=own, exact=found.known, seed=1, margins=MARGINS, plays=2**16)
    assert judged.decision.value == "INCONSISTENT"


def test_small_versions_are_left_to_the_walk() -> None:
    rules = Rules(dice=2, faces=2, boxes="twos,yahtzee,chance", target=4)
    play = GAME.optimal_play(rules, "game", Aim("score"))
    assert play.found.decisions
    assert play.laws()["score"].mean() == solve(rules).value  # type: ignore[union-attr]
