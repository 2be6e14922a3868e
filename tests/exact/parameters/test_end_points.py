"""Answers with a symbol at the ends of its values, against the rules with these numbers."""

from fractions import Fraction
from typing import Any, NamedTuple

import pytest
import sympy
from hypothesis import given
from hypothesis import strategies as st

from montmort import Experiment, explore, optimal
from montmort.exact.parameters.questions import extremum
from montmort.exact.parameters.region import region_of
from montmort.games.errors import BadChain, BadInput

p = sympy.Symbol("p")
WEIGHTS = [p, 1 - p, p**2, p * (1 - p), 1, 2]


class Score(NamedTuple):
    """An outcome."""

    points: int
    won: bool


Move = tuple[Any, int | None, int, bool]  # weight, next state, points, won


def game(rows: list[list[Move]], at: Fraction | None = None) -> Experiment[Any, Any, Any]:
    """State s moves on by rows[s]; a number may stand for p."""

    def step(_rules: object, state: int, chance: Any, _table: Any) -> Any:
        weights = [weight for weight, *_ in rows[state]]
        if at is not None:
            values = [sympy.sympify(weight).subs(p, sympy.Rational(at)) for weight in weights]
            weights = [Fraction(int(value.p), int(value.q)) for value in values]
        _, after, points, won = rows[state][chance.pick(weights)]
        return after, Score(points, won)

    return Experiment(name="rows", outcome=Score, start=lambda *_: 0, step=step)


@st.composite
def chains(draw: st.DrawFn) -> list[list[Move]]:
    size = draw(st.integers(1, 4))
    move = st.tuples(
        st.sampled_from(WEIGHTS),
        st.sampled_from([None, *range(size)]),
        st.integers(0, 2),
        st.booleans(),
    )
    return [draw(st.lists(move, min_size=1, max_size=3)) for _ in range(size)]


def answers(walk: Any) -> dict[str, Any]:
    """Return what is known of a walk; None where there is no answer."""
    questions = {
        "mean": lambda: walk.expected("points"),
        "variance": lambda: walk.variance("points"),
        "steps": walk.steps_to_end,
        "won": lambda: walk.last_law("won").chances(),
    }
    found = {}
    for name, question in questions.items():
        try:
            found[name] = question()
        except BadChain:
            found[name] = None
    return found


def number(value: Any, point: Fraction) -> Any:
    """Return functions of p at a point."""
    if isinstance(value, tuple):
        return tuple(number(each, point) for each in value)
    if isinstance(value, dict):
        found = {key: number(each, point) for key, each in value.items()}
        return {key: chance for key, chance in found.items() if chance}
    there = sympy.sympify(value).subs(p, sympy.Rational(point))
    return Fraction(int(there.p), int(there.q))


@given(chains(), st.sampled_from([0, 1, Fraction(1, 3)]))
def test_a_walk_at_a_point_is_that_of_the_rules_there(
    rows: list[list[Move]], point: Fraction
) -> None:
    try:
        walk = explore(game(rows), None)
    except BadInput as problem:
        assert "no values" in str(problem)  # noqa: PT017
        return
    try:
        numeric = explore(game(rows, Fraction(point)), None)
    except BadInput:  # all weights are 0 somewhere
        numeric = None
    if not hasattr(walk, "conditions"):
        return
    if numeric is None:
        assert Fraction(point) not in region_of(p, walk.conditions)
        return
    expected = answers(numeric)
    try:
        there = walk.at({p: point})
    except BadInput:  # a state to which no play comes there has no weights
        pass
    else:
        assert answers(there) == expected
        assert there.never_ends == numeric.never_ends
    if Fraction(point) in region_of(p, walk.conditions):
        for name, function in answers(walk).items():
            assert function is None or number(function, Fraction(point)) == expected[name]


def test_ruin_is_attained_at_the_ends() -> None:
    rows: list[list[Move]] = [
        [(p, s + 1 if s < 2 else None, 1, s == 2), (1 - p, s - 1 if s else None, 1, False)]
        for s in range(3)
    ]
    walk = explore(game(rows), None)
    assert str(walk.conditions) == str(walk.chain().conditions) == "(0 <= p) & (p <= 1)"
    found = extremum(walk.last_law("won")[False], p, walk.conditions)
    assert (found.minimum.value, found.minimum.points, found.minimum.attained) == (0, (1,), True)
    assert (found.maximum.value, found.maximum.points, found.maximum.attained) == (1, (0,), True)
    assert walk.last_law("won").at({p: 0}) == walk.at({p: 0}).last_law("won")


def test_a_limit_that_is_no_value_is_not_one() -> None:
    """With the chance p the play waits 1/p tosses: 2 on average in all, but 1 at p = 0."""
    rows: list[list[Move]] = [
        [(p, 1, 1, False), (1 - p, None, 1, False)],
        [(p, None, 1, False), (1 - p, 1, 1, False)],
    ]
    walk = explore(game(rows), None)
    assert str(region_of(p, walk.conditions)) == "0 < p <= 1"
    assert walk.expected("points") == 2
    assert walk.at({p: 0}).expected("points") == 1


def test_all_weights_0_is_no_value() -> None:
    walk = explore(game([[(p, None, 0, True), (p, None, 0, False)]]), None)
    assert str(walk.conditions) == "0 < p"
    with pytest.raises(BadInput, match="p = 0"):
        walk.at({p: 0})


class Won(NamedTuple):
    """An outcome."""

    won: int


def test_optimal_play_at_the_ends() -> None:
    """A toss for 3 that may be repeated, or 1 at once: at p = 0 only the second has a value."""

    def step(_rules: object, _state: int, chance: Any, table: Any) -> Any:
        if table.decide(0, ["take", "toss"], "") == "take":
            return None, Won(1)
        return (None, Won(3)) if chance.pick([weight, 1 - weight]) == 0 else (0, Won(0))

    weight: Any = p
    toss = Experiment(name="toss", outcome=Won, start=lambda *_: 0, step=step)
    best = optimal(toss, maximise="won")
    assert str(best.region) == "0 < p <= 1"
    assert best.at({p: 0}).value == best.value_at(Fraction(0)) == 1
    assert best.at({p: 1}).value == best.value_at(Fraction(1)) == 3
    for number_, value in ((0, 1), (1, 3)):
        weight = Fraction(number_)
        assert optimal(toss, maximise="won").value == value
    with pytest.raises(BadInput, match="outside of the region"):
        best.at({p: 2})
