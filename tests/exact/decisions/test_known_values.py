"""Games whose best values are known, or follow from a short recursion of another kind."""

import itertools
from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from typing import Any

import pytest

from benchmarks.decision_games.first_orchard import ORCHARD
from benchmarks.decision_games.first_orchard import Rules as Orchard
from benchmarks.decision_games.house_selling import HOUSE
from benchmarks.decision_games.house_selling import Rules as House
from benchmarks.decision_games.red_and_black import RED_AND_BLACK
from benchmarks.decision_games.red_and_black import Rules as Bets
from benchmarks.decision_games.reroll import REROLL
from benchmarks.decision_games.reroll import Rules as Dice
from benchmarks.decision_games.risk_stop import RISK
from benchmarks.decision_games.risk_stop import Rules as Risk
from benchmarks.decision_games.secretary import SECRETARY
from benchmarks.decision_games.secretary import Rules as Candidates
from montmort import explore
from montmort.exact.decisions.optimal import optimal
from montmort.games.pig import EXPERIMENTS as PIGS
from montmort.games.pig import Rules as Pig
from montmort.games.shut_the_box import EXPERIMENTS as BOXES
from montmort.games.shut_the_box import Rules as Box
from tests.exact.decisions.small_games import eliminated

half = Fraction(1, 2)


def test_first_orchard() -> None:
    rules = Orchard()
    most = optimal(ORCHARD, rules, maximise="won")
    assert most.value == Fraction(434845789256784110537, 688747536000000000000)
    worst = optimal(ORCHARD, rules, minimise="won").value
    longest = optimal(ORCHARD, rules, maximise="rounds").value
    shortest = optimal(ORCHARD, rules, minimise="rounds").value
    found = [f"{float(value or 0):.6f}" for value in (worst, longest, shortest)]
    assert found == ["0.554936", "22.339097", "20.882787"]
    # Whatever tree has most fruits is best, so taking from the emptiest one loses.
    fullest = {each.view: each.choices[-1] for each in most.decisions}
    assert most.compare(fullest).value == most.value
    assert most.compare({each.view: each.choices[0] for each in most.decisions}).value == worst
    assert most.walk.last_law("won")[True] == most.value


@pytest.mark.slow
def test_shut_the_box() -> None:
    best = optimal(BOXES["game"], Box(), maximise="shut")
    assert best.value == Fraction(956177159, 9795520512)
    assert optimal(BOXES["game"], Box(), minimise="left").value == Fraction(
        431363714383, 39182082048
    )


def test_pig_to_ten() -> None:
    best = optimal(PIGS["game"], Pig(goal=10), maximise="first_wins")
    assert best.value == Fraction(7776, 10961)
    assert optimal(PIGS["game"], Pig(goal=10), minimise="first_wins", seat=1).value == best.value


@pytest.mark.slow
def test_pig_to_twenty_and_thirty() -> None:
    for goal, value in (
        (20, Fraction(15116544, 24557443)),
        (30, Fraction(52242776064, 91990525991)),
    ):
        assert optimal(PIGS["game"], Pig(goal=goal), maximise="first_wins").value == value


def bold_value(goal: int, units: int, win: Fraction) -> Fraction:
    """Return the chance to reach the goal by the largest sensible stakes, by a linear system."""
    rows = []
    for have in range(1, goal):
        row = [Fraction(have == other) for other in range(1, goal)] + [Fraction(0)]
        stake = min(have, goal - have)
        for after, chance in ((have + stake, win), (have - stake, 1 - win)):
            if after == goal:
                row[-1] += chance
            elif after:
                row[after - 1] -= chance
        rows.append(row)
    return eliminated(rows)[units - 1]


def test_bold_play_at_red_and_black() -> None:
    assert optimal(RED_AND_BLACK, Bets(), maximise="reached").value == Fraction(81, 271)
    for goal, units in [(2, 1), (5, 2), (7, 3), (12, 5)]:
        rules = Bets(goal=goal, units=units)
        best = optimal(RED_AND_BLACK, rules, maximise="reached")
        assert best.value == bold_value(goal, units, Fraction(9, 19))
        bold = best.compare(lambda choices, _units: choices[-1])
        assert bold.value == best.value
        assert not any(loss.loss for loss in bold.losses)


def test_timid_play_where_the_odds_are_good() -> None:
    rules = Bets(goal=6, units=2, win=3, lose=2)
    ratio = Fraction(2, 3)
    best = optimal(RED_AND_BLACK, rules, maximise="reached")
    assert best.value == (1 - ratio**2) / (1 - ratio**6)
    assert {each.choice for each in best.decisions} == {1}


@pytest.mark.parametrize("n", [2, 3, 4, 5, 10, 25])
def test_secretary_problem(n: int) -> None:
    best = optimal(SECRETARY, Candidates(candidates=n), maximise="best")
    passed = [Fraction(1, n)] + [
        Fraction(r, n) * sum(Fraction(1, k) for k in range(r, n)) for r in range(1, n)
    ]
    assert best.value == max(passed)
    first = passed.index(max(passed)) + 1  # ties are taken at once: n = 2
    takes = [each.view for each in best.decisions if each.choice == "take"]
    assert takes == [*range(first, n + 1)]


def test_a_single_candidate() -> None:
    assert optimal(SECRETARY, Candidates(candidates=1), maximise="best").value == 1


@pytest.mark.parametrize("cost", [1, 2])
def test_house_selling_without_end(cost: int) -> None:
    """The value v satisfies E max(X - v, 0) = cost, whether offers can be recalled or not."""
    for recall in (False, True):
        best = optimal(HOUSE, House(cost=cost, recall=recall), maximise="money")
        value = best.value
        assert value is not None
        assert sum(max(x - value, 0) for x in range(1, 11)) / 10 == cost
        sold = {view[0] for view, choice in best.strategy().items() if choice == "sell"}  # type: ignore[index]
        assert sold == {x for x in range(1, 11) if x >= value}


@pytest.mark.parametrize("offers", [1, 2, 5])
@pytest.mark.parametrize("cost", [0, 1])
def test_house_selling_with_an_end(offers: int, cost: int) -> None:
    offer = range(1, 11)

    @cache
    def without(left: int) -> Fraction:
        if not left:
            return Fraction(0)
        rest = without(left - 1) if left > 1 else Fraction(-100)
        return sum((max(Fraction(x), rest) for x in offer), Fraction(0)) / 10 - cost

    @cache
    def recalled(best: int, left: int) -> Fraction:
        """Return the value before a further offer."""
        total = Fraction(0)
        for x in offer:
            now = Fraction(max(x, best))
            total += max(now, recalled(int(now), left - 1)) if left > 1 else now
        return total / 10 - cost

    rules = House(offers=offers, cost=cost)
    assert optimal(HOUSE, rules, maximise="money").value == without(offers)
    rules = House(offers=offers, cost=cost, recall=True)
    assert optimal(HOUSE, rules, maximise="money").value == recalled(0, offers)


def test_rerolls_of_one_die() -> None:
    values = [optimal(REROLL, Dice(dice=1, rerolls=n), maximise="eyes").value for n in (1, 2, 3)]
    assert values == [Fraction(17, 4), Fraction(14, 3), Fraction(89, 18)]


def test_rerolls_of_dice() -> None:
    assert optimal(REROLL, Dice(dice=3, rerolls=2), maximise="eyes").value == 3 * Fraction(14, 3)
    # Two dice are equal at once or after n throws of one of them.
    for n in (1, 2, 3):
        best = optimal(REROLL, Dice(dice=2, rerolls=n), maximise="equal")
        assert best.value == 1 - Fraction(5, 6) ** (n + 1)
    at_least_ten = optimal(REROLL, Dice(rerolls=1), maximise=lambda throw: throw.eyes >= 10)
    assert at_least_ten.value == two_dice_at_least(10)


def two_dice_at_least(target: int) -> Fraction:
    """Return the best chance of this sum with one further throw of some of two dice."""
    total = Fraction(0)
    die = range(1, 7)
    for a, b in itertools.product(die, die):
        stay = Fraction(a + b >= target)
        one = [Fraction(sum(x + c >= target for c in die), 6) for x in (a, b)]
        both = Fraction(sum(c + d >= target for c in die for d in die), 36)
        total += max(stay, *one, both)
    return total / 36


@cache
def round_law(own: int, other: int) -> Mapping[int, Fraction]:
    """Return the chances of how many defenders are killed in a throw of these dice."""
    found: dict[int, Fraction] = {}
    share = Fraction(1, 6 ** (own + other))
    for dice in itertools.product(range(6), repeat=own + other):
        pairs = zip(
            sorted(dice[:own], reverse=True), sorted(dice[own:], reverse=True), strict=False
        )
        killed = sum(a > b for a, b in pairs)
        found[killed] = found.get(killed, Fraction(0)) + share
    return found


def test_risk_with_stopping() -> None:
    prize = 3

    @cache
    def worth(attackers: int, defenders: int) -> Fraction:
        if attackers == 1:
            return Fraction(0)
        own, other = min(3, attackers - 1), min(2, defenders)
        total = Fraction(0)
        for killed, chance in round_law(own, other).items():
            lost = min(own, other) - killed
            rest: Any = prize
            if killed < defenders:
                rest = worth(attackers - lost, defenders - killed)
            total += chance * (rest - lost)
        return max(Fraction(0), total)

    rules = Risk(attackers=5, defenders=3)
    best = optimal(RISK, rules, maximise=lambda battle: prize * battle.taken - battle.lost)
    assert best.value == worth(5, 3)
    reckless = optimal(RISK, rules, maximise="taken")
    assert {each.choice for each in reckless.decisions} == {"attack"}
    assert (
        explore(best.played, rules)
        .law()
        .expected(lambda battle: prize * battle.taken - battle.lost)
        == best.value
    )
