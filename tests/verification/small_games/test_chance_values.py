"""Small games of chance against formulas and recursions written for these tests."""

import random
from fractions import Fraction
from functools import cache
from itertools import combinations, pairwise, product
from typing import Any

import pytest
import sympy

from montmort.exact.from_rules import explore
from montmort.games import (
    craps,
    cribbage_hand,
    penney,
    risk,
    snakes_and_ladders,
    three_ruin,
    waldegrave,
)

half = Fraction(1, 2)


def walk_of(game: Any, experiment: str = "", **rules: Any) -> Any:
    book = game.RULEBOOK
    return explore(book.experiment(experiment or book.first_experiment), game.Rules(**rules))


@pytest.mark.parametrize("weights", [(), (1, 2, 0, 3, 1, 1), (1, 1, 1, 1), (0, 2, 1)])
def test_craps(weights: tuple[int, ...]) -> None:
    """Given a point, it comes before a 7 with its share of the ways of both."""
    faces = len(weights) or 6
    ways: dict[int, Fraction] = {}
    for a, b in product(range(faces), repeat=2):
        w = (weights[a] * weights[b]) if weights else 1
        ways[a + b + 2] = ways.get(a + b + 2, Fraction(0)) + w
    total = sum(ways.values())
    seven = ways.get(7, Fraction(0))
    wins = {
        t: {7: 1, 11: 1, 2: 0, 3: 0, 12: 0}.get(t, w / (w + seven) if w else 0)
        for t, w in ways.items()
    }
    law = walk_of(craps, faces=faces, weights=weights).last_law("win")
    assert law[craps.Win.WIN] == sum(w * wins[t] for t, w in ways.items()) / total
    dont = walk_of(craps, faces=faces, weights=weights, bet="dont-pass").last_law("win")
    assert dont[craps.Win.TIE] == ways.get(12, 0) / total
    assert dont[craps.Win.LOSS] == law[craps.Win.WIN]


def test_hands_of_craps() -> None:
    """Dice with the faces 2 and 5 only: sums 4, 7 and 10."""
    loaded = (0, 1, 0, 0, 1)
    # from a come-out: 7 (1/2) throws again, 4 or 10 (1/2) is a point; then 1/4 stays, 1/4 is
    # made, 1/2 loses: c = 1 + c/2 + p/2 and p = 1 + p/4 + c/4
    mean = walk_of(craps, "hand", faces=5, weights=loaded).expected("rolls")
    c, p = sympy.symbols("c p")
    solved = sympy.solve([1 + c / 2 + p / 2 - c, 1 + p / 4 + c / 4 - p], [c, p])
    assert mean == Fraction(int(solved[c].p), int(solved[c].q))


def odds(first: str, second: str, heads: Fraction) -> Fraction:
    """Return the chance of the first word, by the leading numbers of Conway."""

    def leading(a: str, b: str) -> Fraction:
        chance = {"H": heads, "T": 1 - heads}
        total = Fraction(0)
        for k in range(1, len(a) + 1):
            if a[-k:] == b[:k]:
                share = Fraction(1)
                for letter in b[:k]:
                    share /= chance[letter]
                total += share
        return total

    for_first = leading(second, second) - leading(second, first)
    for_second = leading(first, first) - leading(first, second)
    return for_first / (for_first + for_second)


@pytest.mark.parametrize("heads", [half, Fraction(2, 5)])
def test_penney(heads: Fraction) -> None:
    words = ["".join(each) for each in product("HT", repeat=3)]
    for first, second in product(words, repeat=2):
        if first != second:
            law = walk_of(penney, first=first, second=second, heads=heads).last_law("first")
            assert law[True] == odds(first, second, heads)
    law = walk_of(penney, first="H", second="T", heads=heads).last_law("first")
    assert law[True] == heads


def test_penney_with_a_symbol() -> None:
    p = sympy.Symbol("p")
    law = walk_of(penney, heads=p).last_law("first")
    for heads in (Fraction(1, 3), Fraction(9, 10)):
        assert law.at({p: heads})[True] == odds("THH", "HHT", heads)


def test_snakes_and_ladders_on_a_small_board() -> None:
    rest = [0, 4, 2, 2, 4, 5, 6]  # a ladder 1-4, a chute 3-2, six squares, a die of three faces
    unknown = sympy.symbols("x0:7")
    equations = [unknown[6]]
    for square in range(6):
        reached = [square + k if square + k <= 6 else square for k in (1, 2, 3)]
        after = sum((unknown[rest[s] if s != square else s] for s in reached), start=0)
        equations.append(1 + after / sympy.Integer(3) - unknown[square])
    (mean,) = [sympy.solve(equations, unknown)[unknown[0]]]
    walk = walk_of(snakes_and_ladders, squares=6, faces=3, ladders="1-4", chutes="3-2")
    assert walk.expected("throws") == Fraction(int(mean.p), int(mean.q))
    two = walk_of(snakes_and_ladders, squares=6, faces=3, ladders="1-4", chutes="3-2", players=2)
    law = two.field_law("winner")
    assert law[1] + law[2] == 1
    assert law[1] > half


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_pool(players: int) -> None:
    """The ratio of Nicolaus Bernoulli between players who come one after the other."""
    law = walk_of(waldegrave, players=players).field_law("winner")
    ratio = Fraction(2 ** (players - 1), 1 + 2 ** (players - 1))
    assert law[1] == law[2]
    for player in range(3, players + 1):
        assert law[player] == law[player - 1] * ratio


@cache
def lost(thrown: int, answered: int) -> dict[int, Fraction]:
    """Return the chances that the attacker loses so many armies in one throw, by all dice."""
    counts: dict[int, Fraction] = {}
    for attack in product(range(6), repeat=thrown):
        for defence in product(range(6), repeat=answered):
            pairs = zip(sorted(attack)[::-1], sorted(defence)[::-1], strict=False)
            loses = sum(low >= high for high, low in pairs)
            counts[loses] = counts.get(loses, Fraction(0)) + Fraction(1, 6 ** (thrown + answered))
    return counts


@cache
def battle(attackers: int, defenders: int, to_the_last: bool) -> Fraction:
    fighting = attackers if to_the_last else attackers - 1
    if not defenders:
        return Fraction(1)
    if fighting < 1:
        return Fraction(0)
    thrown, answered = min(3, fighting), min(2, defenders)
    return sum(
        (
            chance * battle(attackers - a, defenders - min(thrown, answered) + a, to_the_last)
            for a, chance in lost(thrown, answered).items()
        ),
        Fraction(0),
    )


@pytest.mark.parametrize("to_the_last", [False, True])
@pytest.mark.parametrize(("attackers", "defenders"), [(1, 2), (2, 1), (3, 2), (4, 3), (6, 5)])
def test_battles(attackers: int, defenders: int, to_the_last: bool) -> None:
    law = walk_of(risk, attackers=attackers, defenders=defenders, to_the_last=to_the_last).law()
    chance = sum((law[x] for x in law if x.attacker_wins), Fraction(0))
    assert chance == battle(attackers, defenders, to_the_last)


def test_ruin_of_three() -> None:
    """Mean rounds: 3abc / (a + b + c) to the first ruin, ab + ac + bc to the last."""
    for counters in ((1, 1, 1), (1, 1, 2), (2, 2, 2), (1, 2, 4)):
        a, b, c = counters
        walk = walk_of(three_ruin, counters=counters)
        assert walk.expected("rounds") == Fraction(3 * a * b * c, a + b + c)
        last = walk_of(three_ruin, counters=counters, until="last")
        assert last.last_law("ruined") == walk.last_law("ruined")
        assert last.expected("rounds") == a * b + a * c + b * c


def points(cards: list[tuple[int, int]], starter: tuple[int, int]) -> int:
    """Count a hand of (rank, suit) over all sets of its cards."""
    all_cards = [*cards, starter]
    found = sum(rank == cribbage_hand.JACK and suit == starter[1] for rank, suit in cards)
    ranks = [rank for rank, _ in all_cards]
    for size in range(2, 6):
        found += 2 * sum(sum(min(r + 1, 10) for r in s) == 15 for s in combinations(ranks, size))
    found += 2 * sum(a == b for a, b in combinations(ranks, 2))
    for size in (5, 4, 3):
        runs = [
            s for s in combinations(sorted(ranks), size) if all(b == a + 1 for a, b in pairwise(s))
        ]
        if runs:
            found += size * len(runs)
            break
    if len({suit for _, suit in cards}) == 1:
        found += 4 + (cards[0][1] == starter[1])
    return found


def test_counting_at_cribbage() -> None:
    """The points of many hands: the rules' parts against the count over all sets of cards."""
    deck = list(product(range(13), range(4)))
    rng = random.Random(29)
    for _ in range(2000):
        *cards, starter = rng.sample(deck, 5)
        ranks = [0] * 13
        for rank, _ in (*cards, starter):
            ranks[rank] += 1
        counted = cribbage_hand.fifteens(ranks) + cribbage_hand.pairs(ranks)
        counted += cribbage_hand.runs(ranks)
        counted += sum(card == (cribbage_hand.JACK, starter[1]) for card in cards)
        if len({suit for _, suit in cards}) == 1:
            counted += 4 + (cards[0][1] == starter[1])
        assert counted == points(cards, starter)
