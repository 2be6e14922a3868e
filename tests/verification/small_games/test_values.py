"""Small games under optimal play: known values, hand computations, recursions."""

from fractions import Fraction
from functools import cache
from itertools import combinations, product
from typing import Any

import pytest

from montmort.exact.law import Law
from montmort.exact.moments import Moments
from montmort.games import (
    first_orchard,
    jacks_or_better,
    kuhn,
    pig,
    shut_the_box,
    three_card_poker,
)
from montmort.games.errors import BadInput, TooLarge
from montmort.verification import Decision, crosscheck
from montmort.verification.aim import Aim
from montmort.verification.optimal_play import OptimalPlay, Problem
from montmort.verification.registry import GAMES


def best(name: str, rules: Any, aim: Aim | None = None) -> OptimalPlay:
    game = GAMES[name]
    aim = aim or game.aim
    assert aim is not None
    return game.optimal_play(rules, game.rulebook.first_experiment, aim)


def test_the_smallest_sum_left_in_the_box() -> None:
    found = best("shut-the-box", shut_the_box.Rules(), Aim("left", maximises=False)).found
    assert found.value == Fraction(431363714383, 39182082048)


@pytest.mark.slow
def test_a_strategy_for_millions_of_hands_is_not_listed() -> None:
    assert "strategy" not in best("jacks-or-better", jacks_or_better.Rules()).answers()


def box(tiles: int, one_die: str, most: int) -> Fraction:
    """The largest chance to shut the box, by recursion over sets of tiles."""

    def may_throw_one(left: frozenset[int]) -> bool:
        return {"high": max(left) <= 6, "six": sum(left) <= 6, "never": False}[one_die]

    @cache
    def value(left: frozenset[int]) -> Fraction:
        if not left:
            return Fraction(1)
        throws = [[a + b for a in range(1, 7) for b in range(1, 7)]]
        throws += [[*range(1, 7)]] if may_throw_one(left) else []
        return max(Fraction(sum(best_of(left, n) for n in each)) / len(each) for each in throws)

    def best_of(left: frozenset[int], total: int) -> Fraction:
        sets = (set(each) for size in range(1, most + 1) for each in combinations(left, size))
        return max((value(left - each) for each in sets if sum(each) == total), default=Fraction(0))

    return value(frozenset(range(1, tiles + 1)))


@pytest.mark.parametrize("one_die", ["high", "six", "never"])
@pytest.mark.parametrize("most", [None, 1, 2])
def test_boxes(one_die: Any, most: int | None) -> None:
    rules = shut_the_box.Rules(tiles=7, one_die=one_die, most_tiles=most)
    assert best("shut-the-box", rules).found.value == box(7, one_die, most or 7)


def orchard(trees: tuple[int, ...], raven: int) -> Fraction:
    """The largest chance to win, by recursion; throws that change nothing are left out."""
    if not any(trees):
        return Fraction(1)
    if not raven:
        return Fraction(0)
    picked = [
        orchard((*trees[:place], trees[place] - 1, *trees[place + 1 :]), raven)
        for place in range(len(trees))
        if trees[place]
    ]
    faces = [*picked, max(picked), orchard(trees, raven - 1)]
    return sum(faces, Fraction(0)) / len(faces)


@pytest.mark.parametrize(("trees", "fruits", "raven"), [(1, 1, 1), (1, 3, 2), (2, 2, 2), (3, 1, 2)])
def test_orchards(trees: int, fruits: int, raven: int) -> None:
    rules = first_orchard.Rules(trees=trees, fruits=fruits, raven=raven)
    assert best("first-orchard", rules).found.value == orchard((fruits,) * trees, raven)


def kuhn_net(bets: dict[Any, Fraction]) -> Fraction:
    """The mean net of the first player, given the chance of a bet in every situation."""
    total = Fraction(0)
    for one, two in ((a, b) for a in (1, 2, 3) for b in (1, 2, 3) if a != b):
        sign = 1 if one > two else -1
        opens, calls = bets[one, ()], bets[two, ("bet",)]
        raises, answers = bets[two, ("pass",)], bets[one, ("pass", "bet")]
        total += opens * (calls * 2 * sign + (1 - calls))
        total += (1 - opens) * (1 - raises) * sign
        total += (1 - opens) * raises * (answers * 2 * sign - (1 - answers))
    return total / 6


@pytest.mark.parametrize("seat", [0, 1])
def test_the_strategies_of_kuhn_hold_against_every_pure_strategy(seat: int) -> None:
    seats = best("kuhn", kuhn.Rules()).answers()["strategies"]
    assert [*seats] == ["0", "1"]
    own, opponent = (
        {
            (entry["view"]["card"], tuple(entry["view"]["done"])): Fraction(entry["chances"]["bet"])
            for entry in seats[str(each)]
        }
        for each in (seat, 1 - seat)
    )
    assert len(own) == len(opponent) == 6
    nets = [
        kuhn_net({**own, **dict(zip(opponent, map(Fraction, pure), strict=True))})
        for pure in product((0, 1), repeat=6)
    ]
    assert (min(nets) if seat == 0 else max(nets)) == Fraction(-1, 18)


@pytest.mark.parametrize(
    ("name", "rules"),
    [
        ("three-card-poker", three_card_poker.Rules(ranks=3, suits=2)),
        ("three-card-poker", three_card_poker.Rules(ranks=7, suits=1, bonus="0,1/2,3")),
        ("jacks-or-better", jacks_or_better.Rules(ranks=3, suits=2, cards=2)),
        ("jacks-or-better", jacks_or_better.Rules(ranks=6, suits=1, cards=3)),
    ],
)
def test_the_own_solver_finds_what_the_walk_finds(name: str, rules: Any) -> None:
    game, own = GAMES[name], best(name, rules)
    assert game.aim is not None
    experiment = game.rulebook.experiment(game.rulebook.first_experiment)
    walked = Problem.of(experiment, rules, game.aim).solve()
    worths = [
        {each.view: dict(zip(each.choices, each.values, strict=True)) for each in play.decisions[0]}
        for play in (own, walked)
    ]
    assert own.found.value == walked.found.value
    for view, values in worths[1].items():
        assert worths[0][view] == values
    assert len(worths[0]) == own.found.decided


def test_other_aims_of_large_packs_are_refused() -> None:
    with pytest.raises(BadInput, match="only maximise pays, seat 0, is solved"):
        best("jacks-or-better", jacks_or_better.Rules(), Aim("pays", maximises=False))
    small = three_card_poker.Rules(ranks=3, suits=2)
    assert best("three-card-poker", small, Aim("net > 0")).found.value == Fraction(14, 20)


@pytest.mark.slow
def test_the_usual_play_is_simulated_and_judged() -> None:
    rules = first_orchard.Rules(trees=2, fruits=1, raven=2)
    found = crosscheck("first-orchard", rules, plays=3_000, margin=Fraction(1, 2), seed=1713)
    assert found.decision is Decision.CONSISTENT
    assert [verdict.field for verdict in found.verdicts] == ["won", "rounds"]
    hands = crosscheck("kuhn", plays=3_000, margin=Fraction(1, 2), seed=1713)
    assert hands.decision is Decision.CONSISTENT
    small = three_card_poker.Rules(ranks=3, suits=2)
    antes = crosscheck("three-card-poker", small, plays=3_000, margin=1, seed=1713)
    assert antes.decision is Decision.CONSISTENT


def test_the_law_of_a_deal_needs_no_walk() -> None:
    laws = GAMES["jacks-or-better"].truth(jacks_or_better.Rules(), "cards")
    assert len(laws) == 19  # ten cards, nine pairs of neighbours
    assert laws["card_10"] == Law(weights=dict.fromkeys(range(52), 1))


def test_where_the_value_is_enclosed_the_mean_is_known_up_to_its_width(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game, rules = GAMES["pig"], pig.Rules(goal=5)
    (exact,) = game.truth(rules, "game").values()
    assert isinstance(exact, Law)
    monkeypatch.setattr("montmort.exact.decisions.optimal.VALUES_UP_TO", 0)
    monkeypatch.setattr("montmort.verification.optimal_play._LATEST", {})
    with pytest.raises(TooLarge, match="the value is enclosed"):
        game.laws(rules, "game")
    (known,) = game.truth(rules, "game").values()
    assert isinstance(known, Moments)
    assert 0 < known.error < Fraction(1, 10**12)
    assert abs(known.mean - exact[True]) <= known.error
    found = crosscheck("pig", rules, plays=20_000, margin=Fraction(1, 20), seed=1713)
    assert found.decision is Decision.CONSISTENT
    assert found.verdicts[0].tolerance == known.error
