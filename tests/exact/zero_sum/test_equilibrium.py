"""Equilibria, against all kernels of a matrix, Kuhn's poker, and an independent check."""

import random
from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, permutations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from montmort.exact.zero_sum.equilibrium import (
    solve,
    solve_matrix,
    verify,
)
from montmort.exact.zero_sum.sequence_form import (
    InformationSet,
    ZeroSumGame,
    best_response_value,
)
from montmort.exact.zero_sum.simplex_basis import PRIME
from montmort.games.errors import BadInput

Payoffs = Sequence[Sequence[Fraction | int]]
HALF = Fraction(1, 2)


def checked_value(
    payoffs: Payoffs, rows: Sequence[Fraction], columns: Sequence[Fraction]
) -> Fraction:
    """The value, if both laws guarantee it against all rows and columns."""
    assert sum(rows) == sum(columns) == 1
    assert min(*rows, *columns) >= 0
    least = min(
        sum(p * row[j] for p, row in zip(rows, payoffs, strict=True)) for j in range(len(columns))
    )
    most = max(sum(p * a for p, a in zip(columns, row, strict=True)) for row in payoffs)
    assert least == most
    return Fraction(most)


def inverse_sums(square: Payoffs) -> tuple[list[Fraction], list[Fraction]] | None:
    """The column sums and the row sums of the inverse, by Cramer; None if there is none."""
    size = len(square)
    whole = determinant(square)
    if not whole:
        return None

    def entry(i: int, j: int) -> Fraction:
        minor = [[a for k, a in enumerate(row) if k != i] for r, row in enumerate(square) if r != j]
        return (-1) ** (i + j) * determinant(minor) / whole

    inverse = [[entry(i, j) for j in range(size)] for i in range(size)]
    return [sum(column) for column in zip(*inverse, strict=True)], [sum(row) for row in inverse]


def determinant(square: Payoffs) -> Fraction:
    """Leibniz' sum over all orders."""
    total = Fraction(0)
    for order in permutations(range(len(square))):
        turns = sum(a > b for a, b in combinations(order, 2))
        term = Fraction((-1) ** turns)
        for row, j in zip(square, order, strict=True):
            term *= row[j]
        total += term
    return total


def value_by_kernels(payoffs: Payoffs) -> Fraction:
    """The value by Shapley & Snow (1950): some square part's inverse holds optimal strategies."""
    lift = 1 - min(map(min, payoffs))
    lifted = [[a + lift for a in row] for row in payoffs]
    height, width = len(payoffs), len(payoffs[0])
    for size in range(1, min(height, width) + 1):
        for rows, columns in product(
            combinations(range(height), size), combinations(range(width), size)
        ):
            sums = inverse_sums([[lifted[i][j] for j in columns] for i in rows])
            if sums is None or not sum(sums[0]):
                continue
            value = 1 / sum(sums[0])
            x, y = ([value * part for part in side] for side in sums)
            if min(*x, *y) < 0:
                continue
            row_gains = [
                sum(p * lifted[i][j] for p, i in zip(x, rows, strict=True)) for j in range(width)
            ]
            column_gains = [
                sum(p * lifted[i][j] for p, j in zip(y, columns, strict=True))
                for i in range(height)
            ]
            if min(row_gains) == value == max(column_gains):
                return value - lift
    raise ArithmeticError("no kernel: Shapley and Snow would be wrong")


@st.composite
def matrices(draw: st.DrawFn) -> list[list[int]]:
    """Small integers, so that ties and dominated rows are the rule."""
    height, width = draw(st.integers(1, 4)), draw(st.integers(1, 4))
    top = draw(st.sampled_from([1, 2, 9]))
    return [[draw(st.integers(-top, top)) for _ in range(width)] for _ in range(height)]


@given(matrices(), st.randoms())
def test_a_matrix_has_the_value_of_its_kernel(payoffs, rng) -> None:
    found = solve_matrix(payoffs)
    assert found.value == value_by_kernels(payoffs)
    assert checked_value(payoffs, found.first[0], found.second[0]) == found.value
    wrong = list(range(len(payoffs) + len(payoffs[0]) + 1))
    rng.shuffle(wrong)
    for propose in (lambda _: [], lambda _: wrong):
        assert solve(found.game, propose).value == found.value


KNOWN = [
    ([[0, -1, 1], [1, 0, -1], [-1, 1, 0]], 0),  # rock, paper, scissors
    ([[1, -1], [-1, 1]], 0),  # matching pennies
    ([[3, -1], [-2, 1]], Fraction(1, 7)),  # (3·1 - 1·2) / (3 + 1 + 1 + 2), by hand
    ([[5]], 5),
    ([[2, 2, 2], [2, 2, 2]], 2),
    ([[0] * 4] * 4, 0),
    ([[4, -2, 7, -2]], -2),  # the second player alone chooses
    ([[4], [-2], [7]], 7),
    ([[1, 2], [3, 4]], 3),  # a saddle point
    ([[Fraction(1, 3), 0], [0, Fraction(1, 2)]], Fraction(1, 5)),  # 1 / (3 + 2)
]


@pytest.mark.parametrize(("payoffs", "value"), KNOWN)
def test_values_computed_by_hand(payoffs, value) -> None:
    found = solve_matrix(payoffs)
    assert checked_value(payoffs, found.first[0], found.second[0]) == found.value == value


@pytest.mark.parametrize("size", [1, 2, 30, 120])
def test_a_diagonal_is_worth_one_over_its_sum_of_inverses(size) -> None:
    """The game of hiding in box k, worth k: each box with chance 1/k over H."""
    payoffs = [[k * (j == k) for j in range(1, size + 1)] for k in range(1, size + 1)]
    harmonic = sum(Fraction(1, k) for k in range(1, size + 1))
    found = solve_matrix(payoffs)
    assert found.value == 1 / harmonic
    assert found.first[0] == tuple(1 / (k * harmonic) for k in range(1, size + 1))


def test_payoffs_that_floats_cannot_separate_or_represent() -> None:
    huge = 10**400
    for payoffs in (
        [[huge, 0], [0, 1]],
        [[huge + 1, huge], [huge, huge + 1]],
        [[10**18 + 1, 10**18], [10**18, 10**18 + 2]],
        [[PRIME, 0], [0, PRIME]],
        [[Fraction(1, huge), 0], [0, 1]],
    ):
        found = solve_matrix(payoffs)
        assert checked_value(payoffs, found.first[0], found.second[0]) == found.value


@pytest.mark.parametrize("size", [3, 5, 8])
def test_exact_steps_follow_where_floats_are_wrong(size) -> None:
    """A constant is added to the value and changes nothing else, but hides the rest from floats."""
    draw = random.Random(size)
    small = [[draw.randint(-9, 9) for _ in range(size)] for _ in range(size)]
    lifted = solve_matrix([[10**18 + payoff for payoff in row] for row in small])
    assert lifted.value == 10**18 + solve_matrix(small).value
    assert "exact steps" in str(lifted)


# ------------------------------------------------------------------ sequence form


def kuhn() -> ZeroSumGame:
    """Poker with three cards: information sets for each card, before and after a bet."""
    first = [InformationSet(2)] * 3 + [InformationSet(2, (card, 0)) for card in range(3)]
    second = [InformationSet(2)] * 6  # card after a pass, 3 + card after a bet
    payoffs = {}
    for mine, yours in permutations(range(3), 2):
        sign = Fraction(1 if mine > yours else -1, 6)
        payoffs[(mine, 0), (yours, 0)] = sign
        payoffs[(3 + mine, 0), (yours, 1)] = Fraction(-1, 6)
        payoffs[(3 + mine, 1), (yours, 1)] = 2 * sign
        payoffs[(mine, 1), (3 + yours, 0)] = Fraction(1, 6)
        payoffs[(mine, 1), (3 + yours, 1)] = 2 * sign
    return ZeroSumGame(first=first, second=second, payoffs=payoffs)


def pure_strategies(information_sets: Sequence[InformationSet]) -> list[tuple[int, ...]]:
    return list(product(*(range(found.choices) for found in information_sets)))


def outcome(game: ZeroSumGame, mine: Sequence[int], yours: Sequence[int]) -> Fraction:
    """What two pure strategies earn the first player: the payoffs whose moves are played."""

    def played(information_sets: Sequence[InformationSet], plan: Sequence[int], move) -> bool:
        while move is not None:
            if plan[move[0]] != move[1]:
                return False
            move = information_sets[move[0]].after
        return True

    return sum(
        (
            payoff
            for (s, t), payoff in game.payoffs.items()
            if played(game.first, mine, s) and played(game.second, yours, t)
        ),
        Fraction(0),
    )


def as_matrix(game: ZeroSumGame) -> list[list[Fraction]]:
    plans = pure_strategies(game.second)
    return [[outcome(game, mine, yours) for yours in plans] for mine in pure_strategies(game.first)]


def chance_of(strategy: Sequence[Sequence[Fraction]], plan: Sequence[int]) -> Fraction:
    chance = Fraction(1)
    for law, choice in zip(strategy, plan, strict=True):
        chance *= law[choice]
    return chance


def checked_value_of_plans(found) -> Fraction:
    """The value, if the strategies, as mixtures of pure ones, guarantee it in the matrix."""
    game = found.game
    rows = [chance_of(found.first, plan) for plan in pure_strategies(game.first)]
    columns = [chance_of(found.second, plan) for plan in pure_strategies(game.second)]
    return checked_value(as_matrix(game), rows, columns)


def test_kuhns_poker() -> None:
    """Kuhn (1950): the first player loses 1/18."""
    found = solve(kuhn())
    assert found.value == checked_value_of_plans(found) == Fraction(-1, 18)
    assert solve(kuhn().swap_players()).value == Fraction(1, 18)
    assert solve(kuhn(), lambda _: []).value == Fraction(-1, 18)


@st.composite
def games(draw: st.DrawFn) -> ZeroSumGame:
    """Games of up to three information sets each, in trees of any shape, and any payoffs."""

    def information_sets() -> list[InformationSet]:
        found: list[InformationSet] = []
        for _ in range(draw(st.integers(0, 3))):
            earlier = [(d, c) for d, known in enumerate(found) for c in range(known.choices)]
            after = draw(st.sampled_from([None, *earlier]))
            found.append(InformationSet(draw(st.integers(1, 2)), after))
        return found

    first, second = information_sets(), information_sets()
    ends = [
        [None, *((d, c) for d, known in enumerate(side) for c in range(known.choices))]
        for side in (first, second)
    ]
    payoffs = {pair: draw(st.integers(-3, 3)) for pair in product(*ends) if draw(st.booleans())}
    return ZeroSumGame(first=first, second=second, payoffs=payoffs)


@given(games())
def test_the_sequence_form_has_the_value_of_the_matrix_of_plans(game) -> None:
    found = solve(game)
    assert checked_value_of_plans(found) == found.value
    assert solve_matrix(as_matrix(game)).value == found.value
    assert solve(game, lambda _: []).value == found.value
    assert solve(game.swap_players()).value == -found.value


@given(games(), st.randoms())
def test_best_responses_against_all_pure_strategies(game, rng) -> None:
    def some_law(choices: int) -> tuple[Fraction, ...]:
        weights = [rng.randint(0, 3) for _ in range(choices - 1)] + [1]
        return tuple(Fraction(weight, sum(weights)) for weight in weights)

    first, second = (
        [some_law(found.choices) for found in side] for side in (game.first, game.second)
    )
    matrix = as_matrix(game)
    rows = [chance_of(first, plan) for plan in pure_strategies(game.first)]
    columns = [chance_of(second, plan) for plan in pure_strategies(game.second)]
    earned = [
        sum(p * row[j] for p, row in zip(rows, matrix, strict=True)) for j in range(len(columns))
    ]
    assert best_response_value(game, first=first) == min(earned)
    assert best_response_value(game, second=second) == max(
        sum(p * a for p, a in zip(columns, row, strict=True)) for row in matrix
    )


# ------------------------------------------------------------------ refusals


def test_damaged_equilibria_are_refused() -> None:
    good = solve(kuhn())
    assert verify(good) is good
    pure = ((Fraction(1), Fraction(0)),)
    damaged = [
        replace(good, value=good.value + Fraction(1, 10**30)),
        replace(good, first=pure * 6),
        replace(good, second=pure * 6),
        replace(good, first=good.first[:-1]),
        replace(good, second=(*good.second[:-1], (HALF, HALF, Fraction(0)))),
        replace(good, second=(*good.second[:-1], (HALF, Fraction(1)))),
        replace(good, second=(*good.second[:-1], (Fraction(2), Fraction(-1)))),
    ]
    for bad in damaged:
        with pytest.raises(ArithmeticError):
            verify(bad)


@pytest.mark.parametrize("payoffs", [[], [[]], [[1, 2], [3]], [1, 2], 3, None])
def test_a_matrix_has_rows_of_one_length(payoffs) -> None:
    with pytest.raises(BadInput, match="the same positive number of payoffs"):
        solve_matrix(payoffs)


def test_payoffs_are_exact() -> None:
    with pytest.raises(BadInput, match=r"payoff 0\.5 must be exact"):
        solve_matrix([[0.5]])  # type: ignore[list-item]


MISTAKES: list[tuple[Mapping[str, object], str]] = [
    ({"first": [InformationSet(0)]}, r"first\[0\]\.choices=0 must be an integer >= 1"),
    (
        {"second": [InformationSet(2), InformationSet(2, (1, 0))]},
        r"\(1, 0\) must be .* the second player",
    ),
    (
        {"first": [InformationSet(2), InformationSet(2, (0, 2))]},
        r"\(0, 2\) must be .* the first player",
    ),
    ({"payoffs": {((1, 0), None): 1}}, r"\(1, 0\) must be .* the first player"),
    ({"payoffs": {(None, (0, -1)): 1}}, r"\(0, -1\) must be .* the second player"),
    ({"first": 2}, "first=2 must be a sequence of InformationSet"),
    ({"second": [2]}, r"second=\[2\] must be a sequence of InformationSet"),
    ({"first": [InformationSet(2), InformationSet(2, 0)]}, "^0 must be .* the first player"),
    (
        {"first": [InformationSet(2), InformationSet(2, (0, 0, 0))]},
        r"\(0, 0, 0\) must be .* the first player",
    ),
    (
        {"second": [InformationSet(2), InformationSet(2, ("0", 0))]},
        r"\('0', 0\) must be .* the second player",
    ),
    ({"payoffs": [1]}, r"payoffs=\[1\] must be a mapping"),
    ({"payoffs": {0: 1}}, r"^0 must be \(move of the first player, move of the second\)"),
    ({"payoffs": {(1, 2, 3): 1}}, r"\(1, 2, 3\) must be \(move of the first player"),
    ({"payoffs": {(0, None): 1}}, "^0 must be .* the first player"),
    ({"payoffs": {(None, None): 0.5}}, r"payoff 0\.5 must be exact"),
]


@pytest.mark.parametrize(("mistake", "message"), MISTAKES)
def test_invalid_games(mistake, message) -> None:
    game = {"first": [InformationSet(2)], "second": [InformationSet(2)], "payoffs": {}}
    with pytest.raises(BadInput, match=message):
        ZeroSumGame(**(game | mistake))
