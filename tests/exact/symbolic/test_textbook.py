"""Formulas of the textbooks, found from rules with symbols, compared in the field.

The games are in `textbook_games`, step by step.  A formula is written as books print it; where
it has no source, it is a textbook formula that the rules confirm.
"""

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import combinations, permutations, product
from math import comb
from typing import Any

import pytest
import sympy

from montmort.exact import law_of
from montmort.exact.rational_functions.field import from_sympy
from montmort.games.chance import Chance
from tests.exact.symbolic.textbook_games import (
    Player,
    coupons,
    craps,
    different,
    penney,
    points,
    pool,
    ruin,
    run_of_heads,
    throws,
)

p, q, r, a, b, w, n = sympy.symbols("p q r a b w n")
A, B, C, D = Player
HALF = Fraction(1, 2)
TRIPLES = ["".join(word) for word in product("HT", repeat=3)]


def equal(found: Any, formula: Any) -> bool:
    return from_sympy(found) == from_sympy(formula)


@pytest.mark.parametrize("goal", [2, 3, 5, 8])
def test_gamblers_ruin_and_duration(goal: int) -> None:
    """Started with z counters, ruined with chance q_z after D_z rounds."""
    q, ratio = 1 - p, (1 - p) / p
    for z in range(1, goal):
        walk = ruin(goal, z, p)
        ruined = (ratio**goal - ratio**z) / (ratio**goal - 1)
        assert equal(walk.last_law("won")[False], ruined)
        duration = z / (q - p) - goal / (q - p) * (1 - ratio**z) / (1 - ratio**goal)
        assert equal(walk.expected("rounds"), duration)
        fair = walk.at({p: HALF})  # where the formulas are 0 / 0
        assert fair.last_law("won")[False] == 1 - Fraction(z, goal)
        assert fair.expected("rounds") == z * (goal - z)


def test_ruin_with_draws() -> None:
    """Rounds that change nothing make no difference to who is ruined, and take 1 / (p + q)."""
    walk, without = ruin(5, 2, p, q), ruin(5, 2, p / (p + q))
    assert equal(walk.last_law("won")[True], (1 - (q / p) ** 2) / (1 - (q / p) ** 5))
    assert equal(walk.expected("rounds"), without.expected("rounds") / (p + q))


def series_of_durations(counters: int, terms: int) -> list[int]:
    """Return the coefficients of (p^n + q^n) (pq)^k: paths of n + 2k steps that end at n.

    They count the paths from 0 that stay between -n and n, and reach n at the last step.
    """
    ways, found = {0: 1}, []
    for game in range(counters + 2 * terms - 1):
        inside: dict[int, int] = {}
        for place, count in ways.items():
            for after in (place - 1, place + 1):
                inside[after] = inside.get(after, 0) + count
        if game >= counters - 1:
            found.append(inside.get(counters, 0))
        ways = {x: count for x, count in inside.items() if abs(x) < counters}
    return found[::2]


@pytest.mark.parametrize("counters", [1, 2, 3, 4])
def test_duration_of_play(counters: int) -> None:
    """n counters each: the play ends at game n + 2k with chance c_k (pq)^k (p^n + q^n)."""
    terms = 5
    known = {2: [1, 2, 4, 8, 16], 3: [1, 3, 9, 27, 81], 4: [1, 4, 14, 48, 164]}
    series = series_of_durations(counters, terms)
    assert series == known.get(counters, [1] + [0] * (terms - 1))
    law = ruin(2 * counters, counters, p).steps_law(counters + 2 * terms - 2)
    q = 1 - p
    for k, coefficient in enumerate(series):
        ends = coefficient * (p * q) ** k * (p**counters + q**counters)
        assert equal(law[counters + 2 * k], ends)
        assert law[counters + 2 * k - 1] == 0
    if counters == 2:
        assert equal(law.tail, (2 * p * q) ** terms)


def correlation(one: str, other: str, heads: Any) -> Any:
    """Return one * other: the sum of 1 / chance of each end of `one` that begins `other`."""
    chance = {"H": heads, "T": 1 - heads}
    return sum(
        1 / sympy.prod(chance[toss] for toss in other[:size])
        for size in range(1, len(one) + 1)
        if one[-size:] == other[:size]
    )


@pytest.mark.parametrize(("first", "second"), [*combinations(TRIPLES, 2)])
def test_penneys_game_with_a_biased_coin_and_conways_numbers(first: str, second: str) -> None:
    """Odds for the first word are (BB - BA) : (AA - AB), Conway's rule for p = 1/2.

    With any p: Miller, arXiv 1904.09888.
    """
    walk = penney(first, second, p)
    aa, ab = correlation(first, first, p), correlation(first, second, p)
    bb, ba = correlation(second, second, p), correlation(second, first, p)
    wins = walk.last_law("won")
    assert equal(wins[True], (bb - ba) / (bb - ba + aa - ab))
    # the expected tosses make the bets on the first word fair
    assert equal(walk.expected("rounds"), wins[True] * aa + wins[False] * ba)
    leading = [
        sum(2 ** (size - 1) for size in (1, 2, 3) if x[-size:] == y[:size])
        for x, y in ((second, second), (second, first), (first, first), (first, second))
    ]
    odds = Fraction(leading[0] - leading[1], leading[2] - leading[3])
    assert walk.at({p: HALF}).last_law("won")[True] == odds / (1 + odds)


def test_penneys_game_with_the_best_answers() -> None:
    """The odds of the second player, as tables of the fair game print them."""
    printed = {"HHH": ("THH", 7), "HHT": ("THH", 3), "HTH": ("HHT", 2), "HTT": ("HHT", 2)}
    for first, (second, odds) in printed.items():
        fair = penney(second, first, p).at({p: HALF}).last_law("won")
        assert fair[True] == odds * fair[False]


@pytest.mark.parametrize("length", [1, 2, 3, 5])
def test_a_run_of_heads(length: int) -> None:
    """Mean and variance of the tosses until r heads in a row."""
    walk, q, r = run_of_heads(length, p), 1 - p, length
    assert equal(walk.expected("rounds"), (1 - p**r) / (q * p**r))
    variance = 1 / (q * p**r) ** 2 - (2 * r + 1) / (q * p**r) - p / q**2
    assert equal(walk.variance("rounds"), variance)


@pytest.mark.parametrize(("missing", "opponent"), [(1, 1), (1, 3), (2, 3), (4, 2), (5, 5)])
def test_the_problem_of_points_fermat_and_pascal_1654(missing: int, opponent: int) -> None:
    """Fermat plays all m + n - 1 rounds; Pascal stops at the m-th point."""
    found, q, all_rounds = (
        points(missing, opponent, p).last_law("won"),
        1 - p,
        missing + opponent - 1,
    )
    fermat = sum(
        comb(all_rounds, k) * p**k * q ** (all_rounds - k) for k in range(missing, all_rounds + 1)
    )
    pascal = sum(comb(missing - 1 + k, k) * p**missing * q**k for k in range(opponent))
    assert equal(found[True], fermat)
    assert equal(found[True], pascal)


@pytest.mark.parametrize("games", [3, 5, 7])
def test_a_series_best_of_n_is_the_binomial_formula(games: int) -> None:
    wanted, q = (games + 1) // 2, 1 - p
    walk = points(wanted, wanted, p)
    wins = sum(comb(games, k) * p**k * q ** (games - k) for k in range(wanted, games + 1))
    assert equal(walk.last_law("won")[True], wins)
    lengths = walk.steps_law()
    for k in range(wanted, games + 1):
        ways = comb(k - 1, wanted - 1)
        assert equal(
            lengths[k], ways * (p**wanted * q ** (k - wanted) + q**wanted * p ** (k - wanted))
        )


def three_players(i: Player, j: Player) -> Any:
    chances = {(A, B): p, (A, C): q, (B, C): r}
    return chances[i, j] if (i, j) in chances else 1 - chances[j, i]


def test_waldegraves_problem_for_three_unequal_players() -> None:
    """Who has beaten one of the others wins, or the three lose in turn and it begins again.

    After A has beaten B: A wins with q, else C with 1 - r, else B with 1 - p, else again.
    """
    again, again_b = (1 - q) * r * p, (1 - r) * q * (1 - p)
    wins = {
        A: p * q / (1 - again) + (1 - p) * (1 - r) * q * p / (1 - again_b),
        B: p * (1 - q) * r * (1 - p) / (1 - again) + (1 - p) * r / (1 - again_b),
        C: p * (1 - q) * (1 - r) / (1 - again) + (1 - p) * (1 - r) * (1 - q) / (1 - again_b),
    }
    walk = pool(three_players, 3)
    law = walk.last_law("winner")
    assert all(equal(law[player], chance) for player, chance in wins.items())
    fair = walk.at({p: HALF, q: HALF, r: HALF})  # Montmort 1713, pages 318 to 320: 5 : 5 : 4
    assert fair.last_law("winner").chances() == {
        A: Fraction(5, 14),
        B: Fraction(5, 14),
        C: Fraction(4, 14),
    }
    assert fair.expected("rounds") == 3


def winners_of_four(beats: Callable[[Player, Player], Any]) -> list[Fraction]:
    """Return each player's chance from a system written down directly, in numbers.

    x(i; j, k, m) for i who has just beaten j, with k and m waiting: i wins with both, or
    loses to k, or beats k and loses to m.
    """
    orders = list(permutations(Player))
    place = {order: number for number, order in enumerate(orders)}
    system = sympy.eye(len(orders))
    for i, j, k, m in orders:
        row = place[i, j, k, m]
        system[row, place[k, i, m, j]] -= beats(k, i)
        system[row, place[m, i, j, k]] -= beats(i, k) * beats(m, i)
    known = [
        [beats(i, k) * beats(i, m) if i is player else 0 for player in Player]
        for i, _, k, m in orders
    ]
    wins, first = system.LUsolve(sympy.Matrix(known)), beats(A, B)
    found = first * wins.row(place[A, B, C, D]) + (1 - first) * wins.row(place[B, A, C, D])
    return [Fraction(str(chance)) for chance in found]


def test_waldegraves_problem_for_four_players_of_different_strength() -> None:
    """Of players with the strengths a and b, the first wins with chance a/(a + b)."""
    a, b = sympy.symbols("a b")

    def beats(strengths: Sequence[Any]) -> Callable[[Player, Player], Any]:
        return lambda i, j: strengths[i.value] / (strengths[i.value] + strengths[j.value])

    law = pool(beats([a, b, sympy.Integer(2), sympy.Integer(1)]), 4).last_law("winner")
    for strong, weak in [(3, 1), (1, 5)]:
        numbers = [sympy.Integer(each) for each in (strong, weak, 2, 1)]
        found = law.at({a: strong, b: weak})
        assert [found[player] for player in Player] == winners_of_four(beats(numbers))


def test_waldegraves_problem_for_four_players_one_of_them_stronger() -> None:
    """A beats anybody with chance p; for p = 1/2 each has 8/9 of the chance of the one before."""

    def beats(chance: Any) -> Callable[[Player, Player], Any]:
        return lambda i, j: chance if i is A else 1 - chance if j is A else sympy.Rational(1, 2)

    law = pool(beats(p), 4).last_law("winner")
    for value in (Fraction(1, 3), Fraction(7, 10)):
        number = sympy.Rational(value.numerator, value.denominator)
        found = law.at({p: value})
        assert [found[player] for player in Player] == winners_of_four(beats(number))
    fair = law.at({p: HALF})
    assert fair.chances() == {
        A: Fraction(81, 298),
        B: Fraction(81, 298),
        C: Fraction(72, 298),
        D: Fraction(64, 298),
    }


def pass_line(faces: list[Any]) -> Any:
    """Return P7 + P11 and the sum of P^2 / (P + P7) over the points, P the chances of two dice."""
    two = {
        total: sum(faces[i] * faces[total - 2 - i] for i in range(6) if 0 <= total - 2 - i < 6)
        for total in range(2, 13)
    }
    return two[7] + two[11] + sum(two[k] ** 2 / (two[k] + two[7]) for k in (4, 5, 6, 8, 9, 10))


def test_craps_with_a_die_loaded_on_two_faces() -> None:
    """The one and the six have chance p each (Kraitchik 1942 for fair dice: 244/495)."""
    other = (1 - 2 * p) / 4
    faces = [p, other, other, other, other, p]
    walk = craps(faces)
    assert equal(walk.last_law("won")[True], pass_line(faces))
    assert walk.at({p: Fraction(1, 6)}).last_law("won")[True] == Fraction(244, 495)


@pytest.mark.slow
def test_craps_with_five_free_symbols() -> None:
    free = sympy.symbols("f1:6")
    faces = [*free, 1 - sum(free)]
    walk = craps(faces)
    assert equal(walk.last_law("won")[True], pass_line(faces))
    fair = walk.at(dict.fromkeys(free, Fraction(1, 6)))
    assert fair.last_law("won")[True] == Fraction(244, 495)


def test_coupons_of_unequal_chances_by_inclusion_and_exclusion() -> None:
    """The sum of 1 / chance over single kinds, less pairs, plus triples."""
    kinds = [p, q, r]
    by_size = [sum(1 / sum(some) for some in combinations(kinds, size)) for size in (1, 2, 3)]
    assert equal(coupons(kinds).expected("rounds"), by_size[0] - by_size[1] + by_size[2])
    single = coupons([p, q])
    assert equal(single.expected("rounds"), 1 / p + 1 / q - 1 / (p + q))


@pytest.mark.parametrize("wanted", [1, 2, 4])
def test_different_coupons_of_n_kinds(wanted: int) -> None:
    """There are n / (n - k) draws for the next coupon when k are held."""
    walk = different(n, wanted)
    assert equal(walk.expected("rounds"), sum(n / (n - k) for k in range(wanted)))
    assert equal(walk.variance("rounds"), sum(n * k / (n - k) ** 2 for k in range(wanted)))


def by_player(chances: dict[Player, Any]) -> Callable[[Player], Any]:
    return lambda player: chances[player]


def test_huygens_1657_proposition_xiv() -> None:
    """A wins with 6 points of two dice, B with 7, in turn; A throws first: 30 to 31."""
    law = throws([A, B], by_player({A: a, B: b})).last_law("winner")
    assert equal(law[A], a / (1 - (1 - a) * (1 - b)))
    dice = law.at({a: Fraction(5, 36), b: Fraction(6, 36)})
    assert dice[A] / dice[B] == Fraction(30, 31)


def test_huygens_1657_problem_1() -> None:
    """The same, but A has the first throw, then B two, A two, and so on."""
    law = throws([A, B, B, A], by_player({A: a, B: b})).last_law("winner")
    both = (1 - a) ** 2 * (1 - b) ** 2
    assert equal(law[A], (a + (1 - a) * (1 - b) ** 2 * a) / (1 - both))
    dice = law.at({a: Fraction(5, 36), b: Fraction(6, 36)})
    assert dice[A] / dice[B] == Fraction(10355, 12276)


def test_huygens_1657_problem_2() -> None:
    """Three draw in turn from 4 white counters and 8 black ones; the first white wins."""
    law = throws([A, B, C], by_player({A: w, B: w, C: w})).last_law("winner")  # put back
    assert equal(law[B], law[A] * (1 - w))
    assert equal(law[C], law[A] * (1 - w) ** 2)
    at = law.at({w: Fraction(4, 12)})
    assert [at[player] / at[C] for player in (A, B, C)] == [Fraction(9, 4), Fraction(6, 4), 1]

    def kept_out(chance: Chance) -> Player:
        drawn = 0
        while chance.pick([4, 8 - drawn]):
            drawn += 1
        return (A, B, C)[drawn % 3]

    not_back = law_of(kept_out)  # the other reading
    assert [not_back[player] * 165 for player in (A, B, C)] == [77, 53, 35]


def test_huygens_1657_problem_3() -> None:
    """From 4 suits of n cards, 4 cards of different suits: 1000 to 8139 for n = 10."""

    def four_suits(chance: Chance) -> bool:
        return all(chance.pick([k * n - k, (4 - k) * n]) for k in range(1, 4))

    found = law_of(four_suits)
    assert equal(found[True], n**4 / (4 * n * (4 * n - 1) * (4 * n - 2) * (4 * n - 3) / 24))
    assert found.at({n: 10}).chances() == {True: Fraction(1000, 9139), False: Fraction(8139, 9139)}


def test_huygens_1657_problem_4() -> None:
    """Of 4 white counters and 8 black ones 7 are drawn: 3 white, or at least 3."""

    def white(chance: Chance) -> int:
        drawn = 0
        for k in range(7):
            drawn += chance.pick([8 - (k - drawn), 4 - drawn])
        return drawn

    found = law_of(white)
    assert found[3] / (1 - found[3]) == Fraction(35, 64)
    assert 1 - found.at_most(2) == Fraction(42, 99)


@pytest.mark.parametrize("counters", [1, 2, 3, 12])
def test_huygens_1657_problem_5(counters: int) -> None:
    """12 counters each; three dice: with 14 points A gets one of B's, with 11 B one of A's."""
    law = ruin(2 * counters, counters, a, b).last_law("won")
    assert equal(law[True], a**counters / (a**counters + b**counters))
    if counters == 12:
        dice = law.at({a: Fraction(15, 216), b: Fraction(27, 216)})
        assert dice[True] / dice[False] == Fraction(244140625, 282429536481)


GOLDEN = {
    "ruin": (lambda: ruin(4, 1, p).last_law("won")[True], "p**3/(2*p**2 - 2*p + 1)"),
    "equal counters": (
        lambda: ruin(6, 3, p, q).last_law("won")[True],
        "p**3/((p + q)*(p**2 - p*q + q**2))",
    ),
    "duration": (lambda: ruin(4, 2, p).expected("rounds"), "2/(2*p**2 - 2*p + 1)"),
    "de Moivre": (lambda: ruin(4, 2, p).steps_law(5).tail, "4*p**2*(1 - p)**2"),
    "Penney": (lambda: penney("HHH", "THH", p).last_law("won")[False], "(1 - p)*(p**2 + p + 1)"),
    "Conway": (lambda: penney("HTH", "HHT", p).last_law("won")[True], "(1 - p)/(2 - p)"),
    "run": (lambda: run_of_heads(3, p).expected("rounds"), "(p**2 + p + 1)/p**3"),
    "run, variance": (
        lambda: run_of_heads(2, p).variance("rounds"),
        "(1 - p)*(p**2 + 3*p + 1)/p**4",
    ),
    "points": (lambda: points(2, 3, p).last_law("won")[False], "(1 - p)**3*(3*p + 1)"),
    "best of 3": (lambda: points(2, 2, p).last_law("won")[True], "p**2*(3 - 2*p)"),
    "coupons": (lambda: coupons([p, q]).expected("rounds"), "(p**2 + p*q + q**2)/(p*q*(p + q))"),
    "Waldegrave": (
        lambda: pool(lambda i, j: p if i is A else 1 - p if j is A else HALF, 3).last_law("winner")[
            A
        ],
        "p**2*(3 - p)/(p**2 - p + 2)",
    ),
    "craps": (lambda: craps([p, 0, 0, 0, 0, 1 - p]).last_law("won")[True], "2*p*(1 - p)"),
    "Huygens 14": (
        lambda: throws([A, B], by_player({A: a, B: b})).last_law("winner")[A],
        "a/(-a*b + a + b)",
    ),
    "Huygens 2": (
        lambda: throws([A, B, C], lambda _: w).last_law("winner")[B],
        "(1 - w)/(w**2 - 3*w + 3)",
    ),
    "Huygens 5": (lambda: ruin(8, 4, a, b).last_law("won")[True], "a**4/(a**4 + b**4)"),
}


@pytest.mark.parametrize("name", GOLDEN)
def test_how_a_formula_is_printed(name: str) -> None:
    answer, printed = GOLDEN[name]
    assert str(answer()) == printed
