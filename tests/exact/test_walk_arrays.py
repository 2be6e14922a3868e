"""Walks on arrays against the same questions in dicts of Fractions, on generated games."""

import enum
from fractions import Fraction
from itertools import accumulate, islice
from typing import Any, NamedTuple

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from montmort.exact.chains.markov import MarkovChain
from montmort.exact.from_rules import explore
from montmort.exact.law import Law
from montmort.exact.limb_vectors import Base, LimbMatrix
from montmort.exact.moves import END, Moves, MovesBuilder, fitting
from montmort.exact.walk import Walk
from montmort.games.chance import Chance
from montmort.games.errors import BadChain, BadInput
from montmort.games.experiment import Experiment, add_gain
from montmort.games.table import Table
from tests.exact.linalg.gauss_jordan import gauss_jordan


class Side(enum.Enum):
    LEFT = "left"
    RIGHT = "right"
    NEITHER = "neither"
    BOTH = "both"


class Gain(NamedTuple):
    money: int
    points: int
    won: bool
    side: Side


Row = dict[tuple[int | None, Gain], int]
SHORT = st.integers(1, 9)
WEIGHTS = st.sampled_from([SHORT, SHORT | st.integers(2**62, 2**70)])
MONEY = st.integers(-3, 3) | st.sampled_from([-(2**65), 2**63])


@st.composite
def games(draw: st.DrawFn, cyclic: bool = False) -> list[Row]:
    """Rows of 1 to 5 states; each may end, later ones follow, or all with self loops."""
    size, weights = draw(st.integers(1, 5)), draw(WEIGHTS)
    points = st.integers(0, 3) | st.just(2**65)
    gains = st.builds(Gain, MONEY, points, st.booleans(), st.sampled_from(Side))
    rows: list[Row] = []
    for state in range(size):
        later = range(size) if cyclic else range(state + 1, size)
        moves = st.tuples(st.sampled_from([None, *later]), gains)
        rows.append(draw(st.dictionaries(moves, weights, max_size=4)))
        rows[state][None, draw(gains)] = draw(weights)
    return rows


def game_of(rows: list[Row]) -> Experiment[None, int, Gain]:
    """The game that begins in state 0 or the last with weights 1 and 2."""

    def start(rules: None, chance: Chance) -> int:
        return (0, len(rows) - 1)[chance.pick([1, 2])]

    def step(rules: None, state: int, chance: Chance, table: Table) -> tuple[int | None, Gain]:
        return [*rows[state]][chance.pick([*rows[state].values()])]

    return Experiment(name="rows", outcome=Gain, start=start, step=step)


def starts_of(rows: list[Row]) -> dict[int, Fraction]:
    starts = {0: Fraction(1, 3)}
    starts[len(rows) - 1] = starts.get(len(rows) - 1, Fraction(0)) + Fraction(2, 3)
    return starts


def chances(row: Row) -> dict[tuple[int | None, Gain], Fraction]:
    return {move: Fraction(weight, sum(row.values())) for move, weight in row.items()}


def joint_law(rows: list[Row]) -> Law[Gain]:
    """The joint law of a game with a longest play, state after state."""
    arriving: list[dict[Gain | None, Fraction]] = [{} for _ in rows]
    for state, p in starts_of(rows).items():
        arriving[state][None] = p
    ended: dict[Gain, Fraction] = {}
    for state, row in enumerate(rows):  # moves lead to later states
        for (after, gain), p in chances(row).items():
            for total, before in arriving[state].items():
                target: dict[Any, Fraction] = ended if after is None else arriving[after]
                new = add_gain(total, gain)
                target[new] = target.get(new, Fraction(0)) + before * p
    return Law.of(ended)


def solved(rows: list[Row], right: list[Fraction]) -> Fraction:
    """The mean over the starts of x = right + Q x."""
    size = len(rows)
    matrix = [[Fraction(int(i == j)) for j in range(size)] for i in range(size)]
    for state, row in enumerate(rows):
        for (after, _), p in chances(row).items():
            if after is not None:
                matrix[state][after] -= p
    x = gauss_jordan(matrix, [[b] for b in right])
    return sum((p * x[s][0] for s, p in starts_of(rows).items()), Fraction(0))


def reached(rows: list[Row]) -> set[int]:
    found, waiting = set(starts_of(rows)), [*starts_of(rows)]
    for state in waiting:
        for after, _ in rows[state]:
            if after is not None and after not in found:
                found.add(after)
                waiting.append(after)
    return found


@given(games())
def test_the_laws_of_a_game_with_a_longest_play(rows: list[Row]) -> None:
    walk, law = explore(game_of(rows), None), joint_law(rows)
    assert walk.law() == law
    assert walk.last_law("won") == law.field("won")
    assert walk.last_law("side") == law.field("side")
    assert walk.field_law("money") == law.field("money")
    assert walk.expected("money") == law.field("money").mean()
    assert walk.variance("money") == law.field("money").variance()
    assert walk.quantile("money", Fraction(1, 3)) == law.field("money").quantile(Fraction(1, 3))
    small = {x: p for x, p in law.field("points").chances().items() if x <= 20}
    assert walk.field_law("points", 20) == Law.of(small, horizon=20)
    steps = walk.steps_law()
    assert walk.steps_to_end() == (steps.mean(), steps.variance())


@given(games(cyclic=True))
def test_the_laws_of_a_game_without_a_longest_play(rows: list[Row]) -> None:
    walk = explore(game_of(rows), None)
    assert set(walk.steps) == reached(rows)
    gains = [
        sum((p * gain.money for (_, gain), p in chances(row).items()), Fraction(0)) for row in rows
    ]
    assert walk.expected("money") == solved(rows, gains)
    assert walk.steps_to_end()[0] == solved(rows, [Fraction(1)] * len(rows))
    last = walk.last_law("side")
    for side in Side:
        leaving = [
            sum(
                (p for (t, g), p in chances(row).items() if t is None and g.side is side),
                Fraction(0),
            )
            for row in rows
        ]
        assert last[side] == solved(rows, leaving)
    below = [*accumulate(islice(walk.field_chances("points"), 5))]
    for level in below:
        if 0 < level < 1:
            expected = next(points for points, p in enumerate(below) if p >= level)
            assert walk.quantile("points", level) == expected


@given(games(cyclic=True))
def test_steps_and_start_are_those_of_the_rules(rows: list[Row]) -> None:
    walk = explore(game_of(rows), None)
    assert walk.start == Law.of(starts_of(rows))
    for state, law in walk.steps.items():
        assert law == Law.of(chances(rows[state]))
    assert walk.size.states == len(walk.steps) == len(reached(rows))
    assert walk.size.moves == sum(len(rows[state]) for state in reached(rows))
    assert 99 not in walk.steps


def chances_of_points(rows: list[Row], horizon: int) -> list[Fraction]:
    """P(points = k) by the distribution over (state, points) after more and more steps.

    Ends only with plays without cycles of idle moves.
    """
    found = [Fraction(0)] * (horizon + 1)
    here = {(state, 0): p for state, p in starts_of(rows).items()}
    while here:
        after: dict[tuple[int, int], Fraction] = {}
        for (state, points), p in here.items():
            for (target, gain), q in chances(rows[state]).items():
                total = points + gain.points
                if total > horizon:
                    continue
                if target is None:
                    found[total] += p * q
                else:
                    after[target, total] = after.get((target, total), Fraction(0)) + p * q
        here = after
    return found


@st.composite
def games_with_short_idle_paths(draw: st.DrawFn) -> list[Row]:
    """Cyclic games in which moves to earlier states and back to the same one gain points."""
    rows: list[Row] = []
    for state, row in enumerate(draw(games(cyclic=True))):
        rows.append({})
        for (after, gain), weight in row.items():
            back = after is not None and after <= state
            rows[state][after, gain._replace(points=gain.points + back)] = weight
    return rows


@given(games_with_short_idle_paths(), st.integers(0, 7))
def test_the_law_of_points_is_that_of_all_paths(rows: list[Row], horizon: int) -> None:
    walk = explore(game_of(rows), None)
    assert [*islice(walk.field_chances("points"), horizon + 1)] == chances_of_points(rows, horizon)


@pytest.mark.parametrize("weight", [1, 5, 2**31, 2**64 - 59, 2**300 + 1])
def test_long_and_short_weights_have_the_law_of_the_waiting_time(weight: int) -> None:
    def step(rules: None, state: int, chance: Chance, table: Table) -> tuple[int | None, Gain]:
        ended = chance.pick([weight, 2])
        return (None if ended else 1 - state), Gain(1, 1 + state, True, Side.LEFT)

    walk = explore(Experiment(name="wait", outcome=Gain, start=lambda *_: 0, step=step), None)
    found = [*islice(walk.field_chances("points"), 120)]
    stay, end = Fraction(weight, weight + 2), Fraction(2, weight + 2)
    # gains 1, 2, 1, 2, … until the end: totals 1, 3, 4, 6, 7, …
    moves = [(2 * (k // 3) + (k % 3 > 0), k % 3 < 2 and k > 0) for k in range(120)]
    assert found == [stay ** (n - 1) * end if ends else 0 for n, ends in moves]


def test_idle_paths_of_more_than_fifty_moves() -> None:
    def step(rules: None, state: int, chance: Chance, table: Table) -> tuple[int | None, Gain]:
        ended = chance.pick([1, 1])
        after = None if ended else (state + 1) % 60
        return after, Gain(0, int(state == 59 or bool(ended)), True, Side.LEFT)

    walk = explore(Experiment(name="ring", outcome=Gain, start=lambda *_: 0, step=step), None)
    once = 1 - Fraction(1, 2**60)
    found = [*islice(walk.field_chances("points"), 4)]
    assert found == [0, once, Fraction(1, 2**60) * once, Fraction(1, 2**120) * once]


@given(st.integers(0, 2**200), st.lists(st.integers(0, 2**100), min_size=1, max_size=3))
def test_products_in_limbs_are_those_of_integers(number: int, weights: list[int]) -> None:
    base = Base.of(max(sum(weights), 1), len(weights))
    assert base is not None
    width = number.bit_length() // base.bits + 1
    limbs = np.array([[number >> base.bits * i & (2**base.bits - 1) for i in range(width)]])
    vector = np.repeat(limbs, len(weights), axis=0)
    places = np.arange(len(weights))
    matrix = LimbMatrix(base, 0 * places, places, weights, (1, len(weights)))
    product = base.carry(matrix.times(vector))
    assert product.max() < 2 << base.bits
    assert base.integer(product[0]) == number * sum(weights)


def test_row_sums_of_more_than_eight_digits_have_no_base() -> None:
    assert Base.of(2**400, 3) is None


def test_a_game_that_never_ends_has_a_stationary_law() -> None:
    def step(rules: None, state: int, chance: Chance, table: Table) -> tuple[int | None, Gain]:
        after = (state + 1 + chance.pick([2, 1])) % 5 if state < 5 else 0
        return after, Gain(1, 1, True, Side.LEFT)

    game = Experiment(name="round", outcome=Gain, start=lambda *_: 5, step=step)
    walk = explore(game, None)
    rows = {
        state: {move[0]: Fraction(w, law.total) for move, w in law.weights.items()}
        for state, law in walk.steps.items()
    }
    assert walk.stationary() == MarkovChain.from_rows(rows).stationary()
    with pytest.raises(BadChain, match="never ends"):
        walk.chain()
    with pytest.raises(BadChain, match="never ends"):
        walk.steps_law()
    race = game_of([{(None, Gain(0, 0, True, Side.LEFT)): 1}])
    with pytest.raises(BadChain, match="plays end"):
        explore(race, None).stationary()


def test_a_field_of_two_kinds_is_refused() -> None:
    def step(rules: None, state: int, chance: Chance, table: Table) -> tuple[int | None, Gain]:
        return None, Gain(0, (1, True)[chance.pick([1, 1])], True, Side.LEFT)

    with pytest.raises(BadInput, match=r"odd: points is 1 in one step and True in another"):
        explore(Experiment(name="odd", outcome=Gain, start=lambda *_: 0, step=step), None)


def arrays(**changes: Any) -> Moves[str, tuple[int]]:
    given: dict[str, Any] = {
        "states": ["a", "b"],
        "starts": {0: 1},
        "bounds": np.array([0, 2, 3]),
        "targets": np.array([1, END, END]),
        "weights": np.array([1, 2, 2**40]),
        "gained": np.array([0, 0, 0]),
        "gains": [(1,)],
    }
    return Moves(**given | changes)


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"bounds": np.array([0, 3])}, "differ in length"),
        ({"weights": np.array([1, 2])}, "differ in length"),
        ({"starts": {}}, "starts must be"),
        ({"starts": {2: 1}}, "starts must be"),
        ({"starts": {0: 0}}, "starts must be"),
        ({"bounds": np.array([0, 0, 3])}, "must rise"),
        ({"bounds": np.array([1, 2, 3])}, "must rise"),
        ({"targets": np.array([2, END, END])}, "a number that there is not"),
        ({"gained": np.array([0, 1, 0])}, "a number that there is not"),
        ({"weights": np.array([1, 0, 1])}, "weights must be > 0"),
    ],
)
def test_arrays_that_are_no_moves(change: dict[str, Any], problem: str) -> None:
    with pytest.raises(BadInput, match=problem):
        arrays(**change)


def test_moves_from_arrays_are_those_built_row_by_row() -> None:
    built = MovesBuilder[str, tuple[int]]([("a", 1)])
    for row in ({("b", (1,)): 1, (None, (1,)): 2}, {(None, (1,)): 1}):
        built.add_row(row.items())
    one, other = arrays(), built.moves()
    assert [one.row(0), one.row(1)] == [other.row(0), other.row(1)]
    assert one.start() == other.start() == Law(weights={"a": 1})
    assert Walk(experiment=game_of([]), moves=one).how == "2 states, 3 moves"


def test_equal_moves_of_a_row_are_added() -> None:
    twice = arrays(targets=np.array([1, 1, END]))
    assert twice.row(0) == Law(weights={("b", (1,)): 1})


def test_weights_fit_where_the_sum_of_a_row_does() -> None:
    bounds = np.array([0, 2])
    assert fitting(np.array([2**62 - 1, 1]), bounds).dtype == np.int64
    assert fitting(np.array([2**62, 2**62]), bounds).dtype == object
    assert int(arrays(weights=np.array([2**62, 2**62, 1])).totals[0]) == 2**63
