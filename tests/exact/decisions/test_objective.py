"""Objectives: which fields are needed, and what is no number."""

import enum
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from montmort import Experiment
from montmort.exact.decisions.best_play import Optimal
from montmort.exact.decisions.objective import Objective
from montmort.exact.decisions.optimal import optimal
from montmort.games.errors import BadInput, TooLarge, UnknownName


class Colour(enum.Enum):
    """A value that is no number."""

    RED = 1
    BLACK = 2


class Rank(enum.IntEnum):
    """A value that is a number, and yet is not added."""

    LOW = 1
    HIGH = 2


class Score(NamedTuple):
    """An outcome with fields of all kinds, and with more than fields."""

    eyes: int = 0
    throws: int = 0
    won: bool = False
    colour: Colour = Colour.RED
    rank: Rank = Rank.LOW
    share: Fraction = Fraction(0)
    anything: Any = 0

    @property
    def mean(self) -> Fraction:
        return Fraction(self.eyes, self.throws)

    def above(self, eyes: int) -> bool:
        return self.eyes > eyes


def better(outcome: Score) -> bool:
    """Whether an outcome is good: a function to which it is passed on."""
    return outcome.eyes > 2


def throwing(_rules: object, left: int, chance: Any, table: Any) -> Any:
    """A die is thrown up to three times; the player may stop before the others."""
    eyes = chance.pick([1] * 4)
    gain = Score(eyes, 1, eyes == 3, Colour(1 + eyes % 2), Rank(1 + eyes // 2), Fraction(eyes, 3))
    if left == 0 or table.decide(0, ["stop", "throw"], None) == "stop":
        return None, gain
    return left - 1, gain


GAME = Experiment(name="throwing", outcome=Score, start=lambda *_: 2, step=throwing)


def states_of(best: Optimal) -> tuple[str, ...]:
    """Return the fields whose sums are a part of the state."""
    return tuple(Score._fields[place] for place in best.scoring.summed)


def test_only_the_sums_that_a_function_looks_at_are_carried_along() -> None:
    for function, fields in [
        (lambda _: 1, ()),
        (lambda outcome: outcome.won, ()),
        (lambda outcome: outcome.rank, ()),
        (lambda outcome: outcome.colour is Colour.RED, ()),
        (lambda outcome: outcome.eyes if outcome.won else 0, ("eyes",)),
        (lambda outcome: outcome.above(3), ("eyes",)),
        (lambda outcome: outcome.mean, ("eyes", "throws")),
        (lambda outcome: outcome.throws if outcome.eyes > 2 else 0, ("eyes", "throws")),
        (lambda outcome: sum(outcome.eyes > eyes for eyes in range(3)), ("eyes",)),
        (lambda outcome: better(outcome), ("eyes", "throws", "share", "anything")),
    ]:
        assert states_of(optimal(GAME, maximise=function)) == fields


@pytest.mark.parametrize(
    "look",
    [
        lambda outcome: outcome[0],
        lambda outcome: next(iter(outcome)),
        lambda outcome: outcome._asdict()["eyes"],
        lambda outcome: outcome._replace(won=True).eyes,
        lambda outcome: getattr(outcome, "eyes"),  # noqa: B009
        lambda outcome: sum(eyes for eyes in range(13) if outcome > (eyes, 99)) + (outcome[0] > 99),
        lambda outcome: (outcome + (1,))[0],  # noqa: RUF005
        lambda outcome: (outcome * 2)[0],
        lambda outcome: next(reversed(outcome[:1])),
        lambda outcome: outcome.count(3),
        lambda outcome: outcome.index(outcome[0]),
    ],
)
def test_the_outcome_can_be_looked_at_in_any_way(look: Any) -> None:
    """Whatever way a function takes to look, it sees the sums."""
    seen: list[Score] = []

    def function(outcome: Any) -> Any:
        found = look(outcome)
        seen.append(Score(*outcome))
        return found

    optimal(GAME, maximise=function)
    whole = optimal(GAME, maximise=lambda outcome: look(Score(*outcome)))
    assert optimal(GAME, maximise=look).value == whole.value
    assert max(score.throws for score in seen) == 3


def test_fields_of_all_kinds() -> None:
    assert optimal(GAME, maximise="eyes").value == 3 * Fraction(3, 2)
    assert optimal(GAME, maximise="share").value == 3 * Fraction(1, 2)
    # A rank is that of the last throw: to stop at HIGH is best.
    best = optimal(GAME, maximise="rank")
    assert best.value == 2 - Fraction(1, 2) ** 3
    assert best.walk.last_law("rank")[Rank.HIGH] == 1 - Fraction(1, 2) ** 3
    assert optimal(GAME, maximise=lambda outcome: outcome.rank).value == best.value
    assert optimal(GAME, maximise="won").value == 1 - Fraction(3, 4) ** 3


@pytest.mark.parametrize(
    ("value", "match"),
    [
        (0.5, "0.5 is no exact number; use a Fraction"),
        ("one", "'one' is no exact number"),
        (None, "None is no exact number"),
        (Colour.RED, "Colour.RED is no number; give a function of the outcome, or a condition"),
        (1j, "1j is no exact number"),
        ((1,), r"\(1,\) is no exact number"),
    ],
)
def test_an_objective_that_is_no_number(value: Any, match: str) -> None:
    def play(_chance: Any, table: Any) -> Score:
        return Score(eyes=table.decide(0, [1, 2], None), anything=value)

    game = Experiment.of_play(play, Score)
    with pytest.raises(BadInput, match=match):
        optimal(game, maximise="anything")
    with pytest.raises(BadInput, match=match):
        optimal(game, minimise=lambda _: value)


@pytest.mark.parametrize("value", [3, True, Fraction(3, 7), np.int64(3), np.True_ + 0, Rank.HIGH])
def test_an_objective_that_is_a_number(value: Any) -> None:
    play = lambda _, table: Score(table.decide(0, [1, 2], None), anything=value)  # noqa: E731
    best = optimal(Experiment.of_play(play, Score), maximise="anything")
    assert best.value == Fraction(value.numerator, value.denominator)


def test_objectives_that_do_not_exist() -> None:
    with pytest.raises(UnknownName, match="no field 'eye' in the outcome; it has eyes, throws"):
        optimal(GAME, maximise="eye")
    for more in ({}, {"maximise": "eyes", "minimise": "eyes"}):
        with pytest.raises(BadInput, match="give one of maximise= and minimise="):
            Objective.of(**({"maximise": None, "minimise": None} | more))  # type: ignore[arg-type]
    with pytest.raises(BadInput, match=r"must be a function of \(outcome\)"):
        optimal(GAME, maximise=3)  # type: ignore[arg-type]
    with pytest.raises(BadInput, match="discount= goes with a field"):
        optimal(GAME, maximise=lambda outcome: outcome.eyes, discount=Fraction(1, 2))


def test_an_error_of_the_function_is_not_hidden() -> None:
    with pytest.raises(ZeroDivisionError):
        optimal(GAME, maximise=lambda outcome: 1 // (outcome.eyes - outcome.eyes))


@settings(max_examples=20)
@given(st.integers(1, 4), st.integers(0, 5))
def test_sums_that_the_state_determines_may_go_up_and_down(units: int, extra: int) -> None:
    """A gambler's units are 2 and the sum of the gains, so the sum has few values."""
    goal = units + extra

    def step(_rules: object, have: int, chance: Any, table: Any) -> Any:
        if have in (0, goal) or table.decide(0, ["bet", "stop"], have) == "stop":
            return None, Score()
        won = 2 * chance.pick([1, 1]) - 1
        return have + won, Score(eyes=won)

    game = Experiment(name="fair", outcome=Score, start=lambda *_: units, step=step)
    best = optimal(game, maximise=lambda outcome: (units + outcome.eyes) ** 2)
    assert best.value == units * goal  # bold for a convex function: 0 or the goal
    assert states_of(best) == ("eyes",)


def test_sums_that_grow_for_ever() -> None:
    def step(_rules: object, _state: int, chance: Any, table: Any) -> Any:
        over = table.decide(0, [False, True], None) or chance.pick([1, 1])
        return None if over else 0, Score(eyes=1)

    game = Experiment(name="growing", outcome=Score, start=lambda *_: 0, step=step)
    with pytest.raises(TooLarge, match="a sum that grows without end"):
        optimal(game, maximise=lambda outcome: outcome.eyes > 2)


class Eyes:
    """An objective that says which fields it looks at."""

    reads = frozenset(["eyes"])

    def __call__(self, outcome: Any) -> bool:
        return better(outcome)


class Liar(Eyes):
    """An objective that looks at more than it says."""

    def __call__(self, outcome: Any) -> int:
        return int(outcome.throws)


def test_an_objective_that_says_what_it_reads_is_given_no_more() -> None:
    best = optimal(GAME, maximise=Eyes())
    assert states_of(best) == ("eyes",)
    assert best.value == optimal(GAME, maximise=better).value
    with pytest.raises(AttributeError, match="throws"):
        optimal(GAME, maximise=Liar())
