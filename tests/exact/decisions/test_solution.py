"""Games without a longest play: values against every stationary strategy, and games without one."""

import math
from collections.abc import Sequence
from fractions import Fraction
from typing import Any, NamedTuple

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from montmort import Experiment, Law, explore
from montmort.exact.decisions import policy
from montmort.exact.decisions.best_play import Optimal
from montmort.exact.decisions.optimal import optimal
from montmort.exact.decisions.solution import Solution
from montmort.games.errors import BadChain, BadInput
from tests.exact.decisions.small_games import (
    GAME,
    NEVER,
    Game,
    decisions_of,
    discounted,
    endless_games,
    one_step,
    pure_strategies,
    reachable,
    value_under,
)

ranges = st.sampled_from([(0, 0), (0, 2), (-2, 0), (-1, 2)])


def answer(game: Game, **more: Any) -> Optimal | None:
    """Return the solution, None where the game is refused."""
    try:
        return optimal(GAME, game, seat=0, **more)
    except (BadInput, BadChain):
        return None


def small(game: Game, most: int) -> bool:
    return 1 < math.prod(count for *_, count in decisions_of(game)) <= most


def chosen(best: Optimal, seat: int) -> dict[Any, int]:
    return {
        (each.view.state, each.view.since): "abc".index(str(each.choice))  # type: ignore[attr-defined]
        for each in best.decisions
        if each.seat == seat
    }


@given(ranges.flatmap(lambda ends: endless_games(1, *ends)), st.booleans(), st.booleans())
def test_no_strategy_gains_more(game: Game, of_points: bool, maximises: bool) -> None:
    assume(small(game, 120))
    aim = "points" if of_points else "won"
    values = [value_under(game, own, aim) for own in pure_strategies(game)]
    best = answer(game, **{"maximise" if maximises else "minimise": aim})
    known: list[Any] = [value for value in values if value != NEVER]
    if best is None:  # only if the best total does not exist
        has_place = decides(game, 0)
        expected = (max if maximises else min)(known, default=NEVER)
        assert not has_place or (of_points and (expected in UNBOUNDED or NEVER in values))
        return
    assert best.value == (max if maximises else min)(known)
    assert best.value == value_under(game, chosen(best, 0), aim)
    walk = best.walk
    assert walk.never_ends == best.never_ends
    assert best.value == (walk.expected("points") if of_points else chance(walk.last_law("won")))
    again = explore(best.played, game)
    assert again.never_ends == walk.never_ends
    if not walk.never_ends:
        assert again.expected("rounds") == walk.expected("rounds")


UNBOUNDED = (math.inf, -math.inf)


def chance(law: Law[Any]) -> Fraction:
    """Return the chance of True."""
    return law.chances().get(True, Fraction(0))


def decides(game: Game, seat: int) -> bool:
    """Return whether a seat has a choice in some play."""
    return any(own == seat and count > 1 for own, *_, count in reached_places(game))


def reached_places(game: Game) -> list[Any]:
    """Return the decisions of the states to which some play comes."""
    states: set[Any] = set()
    for own in pure_strategies(game):
        states |= reachable([one_step(game, s, own, "won") for s in range(len(game.trees))], 0)
    return [place for place in decisions_of(game) if place[1] in states]


@given(ranges.flatmap(lambda ends: endless_games(2, *ends)), st.booleans())
def test_two_seats_secure_the_value(game: Game, of_points: bool) -> None:
    assume(small(game, 150))
    aim = "points" if of_points else "won"
    best = answer(game, maximise=aim)
    assert best is not None or of_points or not decides(game, 0)
    assume(best is not None)
    assert best is not None
    first = [value_under(game, chosen(best, 0) | own, aim) for own in pure_strategies(game, 1)]
    second = [value_under(game, own | chosen(best, 1), aim) for own in pure_strategies(game, 0)]
    assert best.value == min(v for v in first if v != NEVER)
    assert best.value == max(v for v in second if v != NEVER)


@given(endless_games(2), st.booleans(), st.sampled_from([Fraction(1, 2), Fraction(9, 10)]))
def test_two_seats_with_a_discount(game: Game, of_points: bool, discount: Fraction) -> None:
    assume(small(game, 100))
    aim = "points" if of_points else "won"
    best = answer(game, maximise=aim, discount=discount)
    assume(best is not None)
    assert best is not None
    first, second = ([*pure_strategies(game, seat)] for seat in (0, 1))
    sure = [[discounted(game, one | two, aim, discount) for two in second] for one in first]
    assert best.value == max(map(min, sure)) == min(map(max, zip(*sure, strict=True)))


@given(ranges.flatmap(lambda ends: endless_games(1, *ends)), st.randoms(use_true_random=False))
def test_losses_add_up_in_games_without_a_longest_play(game: Game, rng: Any) -> None:
    best = answer(game, maximise="points")
    assume(best is not None)
    assert best is not None
    other = {(s, path): rng.randrange(count) for _, s, path, count in decisions_of(game)}
    value = value_under(game, other, "points")

    def strategy(_choices: Any, view: Any) -> str:
        return "abc"[other[view.state, view.since]]

    if value_under(game, other, "rounds") == math.inf:
        with pytest.raises(BadInput, match="a play may never end, so it has no value"):
            best.compare(strategy)
        return
    found = best.compare(strategy)
    assert found.value == value
    assert found.best - found.value == sum((each.loss for each in found.losses), Fraction(0))


class Coins(NamedTuple):
    """An outcome."""

    coins: int
    won: bool = False


def waiting(*exits: int, wait: int, seats: Sequence[int] = (0, 0)) -> Experiment[Any, Any, Any]:
    """Two states that lead to each other at the price of `wait`, or to the end for exits."""

    def step(_rules: object, state: int, _chance: Any, table: Any) -> Any:
        if table.decide(seats[state], ["leave", "wait"], state) == "leave":
            return None, Coins(exits[state], exits[state] > 0)
        return 1 - state, Coins(wait)

    return Experiment(name="waiting", outcome=Coins, start=lambda *_: 0, step=step)


def test_waiting_that_gains_nothing() -> None:
    best = optimal(waiting(1, 3, wait=0), maximise="coins")
    assert (best.value, best.strategy()) == (3, {0: "wait", 1: "leave"})
    assert best[1].ties == ("leave", "wait")  # but it must not go on for ever
    best = optimal(waiting(2, 2, wait=0), maximise="coins")
    assert (best.value, best[0].ties, best[0].choice) == (2, ("leave", "wait"), "leave")
    for best in (
        optimal(waiting(2, 2, wait=0), minimise="coins"),
        optimal(waiting(-2, -3, wait=0), maximise="coins"),
        optimal(waiting(2, 3, wait=0), minimise="won"),
    ):
        assert (best.value, best.strategy()) == (0, {0: "wait", 1: "wait"})
        assert (best.never_ends, best.walk.never_ends, conditions(best)) == (1, 1, {"C"})
    assert str(best) == "minimise won: 0 (a play that never ends counts as not won)"
    best = optimal(waiting(-2, 1, wait=0), maximise="coins")
    assert (best.value, best.strategy(), best.endless) == (1, {0: "wait", 1: "leave"}, "")
    assert optimal(waiting(-2, -3, wait=0), minimise="coins").value == -3


def test_waiting_that_costs_or_gains_for_ever() -> None:
    assert optimal(waiting(0, 5, wait=-2), maximise="coins").value == 3
    assert optimal(waiting(-5, -9, wait=-1), maximise="coins").value == -5
    assert optimal(waiting(5, 9, wait=1), minimise="coins").value == 5
    with pytest.raises(BadChain, match=r"state 1 .by state 0 -> 'wait'., from where it gains for"):
        optimal(waiting(0, 5, wait=2), maximise="coins")
    with pytest.raises(BadChain, match=r"the best total does not exist: .* it loses for ever"):
        optimal(waiting(0, 5, wait=-2), minimise="coins")


def test_a_seat_that_stalls() -> None:
    both = (0, 1)
    with pytest.raises(BadInput, match="two seats can keep the play from ending"):
        optimal(waiting(-1, 2, wait=0, seats=both), maximise="coins")
    best = optimal(waiting(3, 2, wait=0, seats=both), minimise="coins", seat=0)
    assert (best.value, best.at(0, 0).choice, best.at(1, 1).choice) == (2, "wait", "leave")
    best = optimal(waiting(3, 2, wait=0, seats=both), minimise="coins", seat=1)
    assert (best.value, best.at(0, 0).choice, best.at(1, 1).choice) == (3, "leave", "leave")
    best = optimal(waiting(3, 0, wait=0, seats=both), minimise="won", seat=1)
    assert (best.value, best.at(0, 0).choice, best.at(1, 1).choice) == (1, "leave", "leave")
    best = optimal(waiting(1, 2, wait=0, seats=both), minimise="coins", seat=1)
    assert (best.value, best.at(0, 0).choice, best.at(1, 1).choice) == (1, "leave", "wait")
    best = optimal(waiting(1, 2, wait=-1, seats=both), maximise="coins")
    assert (best.value, best.at(0, 0).choice, best.at(1, 1).choice) == (1, "leave", "wait")


def conditions(best: Optimal) -> frozenset[str]:
    assert isinstance(best.solution, Solution)
    return best.solution.conditions


def test_gains_and_losses_on_the_way_that_cost_in_the_end() -> None:
    """A gambler with 2 of 4 units, in a game that loses: to stop at once is best."""

    def step(_rules: object, state: int, chance: Any, table: Any) -> Any:
        if state in (0, 4) or table.decide(0, ["play", "stop"], state) == "stop":
            return None, Coins(0)
        won = 2 * chance.pick([10, 9]) - 1
        return state + won, Coins(won)

    game = Experiment(name="gambler", outcome=Coins, start=lambda *_: 2, step=step)
    best = optimal(game, maximise="coins")
    assert (best.value, best[2].choice, conditions(best)) == (0, "stop", {"A"})
    # 2 P(rises to 4) - 2 P(falls to 0), where P(rises) : P(falls) = 9^2 : 10^2
    assert optimal(game, minimise="coins").value == Fraction(2 * (81 - 100), 181)


def test_plays_that_never_end_whatever_is_chosen() -> None:
    def step(_rules: object, state: int, _chance: Any, table: Any) -> Any:
        return table.decide(0, [0, 1], state), Coins(1)

    game = Experiment(name="endless", outcome=Coins, start=lambda *_: 0, step=step)
    for sense in ("maximise", "minimise"):
        with pytest.raises(BadChain, match=r"a play can reach state . .*, from where it gains for"):
            optimal(game, **{sense: "coins"})
    best = optimal(game, maximise="coins", discount=Fraction(2, 3))
    assert best.value == 3  # 1 + 2/3 + 4/9 + …
    for question in (lambda: best.reached, best.walk.law, lambda: best.walk.expected("coins")):
        with pytest.raises(BadChain):
            question()


def test_equal_views_from_which_only_waiting_would_be_best_everywhere() -> None:
    """Who sees the state gets 1 by b or c; the one choice that is best in both never ends."""

    def step(_rules: object, state: int, chance: Any, table: Any) -> Any:
        if state == 2:
            return chance.pick([1, 1]), Coins(0)
        choice = table.decide(0, ["a", "b", "c"], "same view")
        if choice == "a":
            return 1 - state, Coins(0)
        return None, Coins(int(choice == "bc"[state]))

    game = Experiment(name="blind", outcome=Coins, start=lambda *_: 2, step=step)
    with pytest.raises(BadInput, match="the views hide something that matters"):
        optimal(game, maximise="coins")


def test_a_view_that_hides_a_coin() -> None:
    def play(chance: Any, table: Any) -> Coins:
        coin = chance.pick([2, 1])
        return Coins(int(table.decide(0, [0, 1], "hidden") == coin))

    best = optimal(Experiment.of_play(play, Coins), maximise="coins")
    assert (best.value, best["hidden"].choice) == (Fraction(2, 3), 0)


def test_what_is_lost_at_a_view_that_hides_how_much() -> None:
    """Choice a loses 1 after the first coin, with chance 3/4, and 3 after the other."""

    def play(chance: Any, table: Any) -> Coins:
        coin = chance.pick([3, 1])
        return Coins((1 + 2 * coin) * (table.decide(0, ["a", "b"], "hidden") == "b"))

    best = optimal(Experiment.of_play(play, Coins), maximise="coins")
    (lost,) = best.compare({"hidden": "a"}).losses
    assert (lost.each, lost.reached, lost.loss) == (Fraction(3, 2), 1, Fraction(3, 2))
    assert best["hidden"].values == (0, Fraction(3, 2))


@pytest.mark.parametrize("exits", [(1, 5), (3, 3), (0, 9)])
def test_systems_of_many_unknowns(exits: tuple[int, int], monkeypatch: pytest.MonkeyPatch) -> None:
    """The solver ladder gives the values that elimination gives."""

    def step(_rules: object, state: int, chance: Any, table: Any) -> Any:
        if table.decide(0, ["on", "off"], state) == "off":
            return None, Coins(exits[state])
        place = chance.pick([1, 2, 3])
        return (None, 0, 1)[place], Coins(place - 1)

    game = Experiment(name="walk", outcome=Coins, start=lambda *_: 0, step=step)
    one = optimal(game, maximise="coins")
    monkeypatch.setattr(policy, "SOLVER_FROM", 0)
    other = optimal(game, maximise="coins")
    assert other.decisions == one.decisions
    assert other.value == one.value
