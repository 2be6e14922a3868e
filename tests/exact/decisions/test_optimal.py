"""Best play of small generated games, against plain recursion over all their plays."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, NamedTuple

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from montmort import Experiment, explore
from montmort.exact.decisions.best_play import Optimal
from montmort.exact.decisions.optimal import optimal
from montmort.exact.graph.game_graph import Scored, Whole
from montmort.games.errors import BadInput, MontmortError, UnknownName
from montmort.games.table import SilentTable
from tests.exact.decisions.small_games import (
    GAME,
    BestPlay,
    Counted,
    Decide,
    Game,
    Leaf,
    Pick,
    Place,
    Played,
    Score,
    decisions_of,
    games,
    play_all,
    pure_strategies,
    value_under,
)
from tests.wrong_arguments import complaints, of

half = Fraction(1, 2)
fields = st.builds(
    Counted,
    st.sampled_from(["points", "won"]),
    st.sampled_from([Fraction(1), half, Fraction(9, 10)]),
)
functions = st.sampled_from(
    [
        Counted(lambda outcome: outcome.points >= 3),
        Counted(lambda outcome: outcome.points**2 - 3 * outcome.won),
        Counted(lambda outcome: Fraction(outcome.points, 3) if outcome.won else 1),
        Counted(lambda outcome: outcome.rounds if outcome.won else outcome.points),
        Counted(lambda outcome: outcome == (2, True, 2) or outcome.rounds > 2),
        Counted(lambda outcome: 2 * outcome.won),
    ]
)


def solved(game: Game, counted: Counted, maximises: bool = True, **more: Any) -> Optimal:
    name = "maximise" if maximises else "minimise"
    factor = {} if counted.discount == 1 else {"discount": counted.discount}
    return optimal(GAME, game, **{name: counted.aim}, **factor, **more)


def view_of(best: Optimal, game: Game, place: Place) -> Any:
    """Return what a seat knows there: the view that is shown, or everything that matters."""
    state, path, before = place
    if game.shown:
        return state, path
    summed = best.scoring.summed
    if not summed:
        return Whole(state, path)
    return Whole(Scored(state, () if before is None else tuple(before[i] for i in summed)), path)


def played_by(best: Optimal, game: Game, counted: Counted) -> Played:
    def choose(seat: int, place: Place, _count: int) -> int:
        return "abc".index(str(best.at(view_of(best, game, place), seat).choice))

    return play_all(game, choose, counted)


def check(game: Game, counted: Counted, maximises: bool, seats: Mapping[int, int]) -> None:
    """Value, values of all choices, ties, law and visits are those of the recursion."""
    naive = BestPlay(game, counted, seats)
    assume(any(seat == 0 for seat, _ in naive.choices))
    best = solved(game, counted, maximises)
    assert best.value == naive.value
    seen = {(seat, view_of(best, game, place)): v for (seat, place), v in naive.choices.items()}
    assert {(each.seat, each.view) for each in best.decisions} == set(seen)
    for each in best.decisions:
        values = seen[each.seat, each.view]
        assert [*each.values] == values
        side = (max if seats[each.seat] > 0 else min)(values)
        assert [*each.ties] == [c for c, v in zip(each.choices, values, strict=True) if v == side]
        assert each.choice == each.ties[0]
    played = played_by(best, game, counted)
    assert played.value == best.value
    law = best.walk.law()
    assert {outcome: law[outcome] for outcome in law} == played.law
    often: dict[Any, Fraction] = {}
    for (seat, place), chance in played.reached.items():
        key = seat, view_of(best, game, place)
        often[key] = often.get(key, Fraction(0)) + chance
    assert best.reached == often
    assert explore(best.played, game).law() == law
    if game.shown:
        assert explore(GAME, game, table=best.table).law() == law


@given(games(), fields | functions, st.booleans())
def test_one_seat(game: Game, counted: Counted, maximises: bool) -> None:
    if not isinstance(counted.aim, str):
        game = game._replace(shown=False)
    check(game, counted, maximises, {0: 1 if maximises else -1})


@given(games(seats=2), fields | functions, st.booleans())
def test_two_seats_with_opposite_interests(game: Game, counted: Counted, maximises: bool) -> None:
    if not isinstance(counted.aim, str):
        game = game._replace(shown=False)
    sign = 1 if maximises else -1
    check(game, counted, maximises, {0: sign, 1: -sign})


@given(games(seats=2), st.sampled_from(["points", "won"]))
def test_the_value_is_the_best_over_all_pure_strategies(game: Game, aim: str) -> None:
    game = game._replace(starts=(1,) + (0,) * (len(game.starts) - 1))
    own = [*pure_strategies(game, 0)]
    other = [*pure_strategies(game, 1)]
    assume(len(own) > 1 and len(own) * len(other) <= 200)
    sure = [min(value_under(game, one | two, aim) for two in other) for one in own]
    best = optimal_or_none(game, maximise=aim)
    assume(best is not None)
    assert best is not None
    assert best.value == max(sure)


def optimal_or_none(game: Game, **more: Any) -> Optimal | None:
    """Return the solution, None where seat 0 never decides."""
    try:
        return optimal(GAME, game, **({"seat": 0} | more))
    except BadInput as problem:
        if "never decides" not in str(problem):
            raise
        return None


class LastChoice:
    """A Table that takes the last choice, and must see what the rules show."""

    def decide(self, _seat: int, choices: Any, view: Any, /) -> Any:
        assert view is None or (isinstance(view, tuple) and not isinstance(view, Whole))
        return choices[-1]

    def tell(self, event: Any, /) -> None:
        """Ignore the event."""


def with_last_choices(node: Any, state: int) -> Any:
    """Return the tree in which seat 1 takes its last choice."""
    if isinstance(node, Leaf):
        return node
    branches = tuple(with_last_choices(each, state) for each in node.branches)
    if isinstance(node, Decide) and node.seat == 1:
        return branches[-1]
    return node._replace(branches=branches)


@given(games(seats=2), fields)
def test_other_seats_may_have_a_table(game: Game, counted: Counted) -> None:
    game = game._replace(shown=False)
    alone = game._replace(trees=tuple(with_last_choices(t, i) for i, t in enumerate(game.trees)))
    naive = BestPlay(alone, counted, {0: 1})
    assume(naive.choices)
    best = solved(game, counted, others=LastChoice())
    assert best.value == naive.value
    assert sorted(each.values for each in best.decisions) == sorted(
        map(tuple, {place: values for (_, place), values in naive_places(naive).items()}.values())
    )
    assert explore(best.played, game).law() == best.walk.law()


def naive_places(naive: BestPlay) -> dict[Any, list[Fraction]]:
    """Return the values by state and path; with a field the past makes no difference."""
    return {(seat, place[:2]): values for (seat, place), values in naive.choices.items()}


@given(games(seats=2), fields, st.randoms(use_true_random=False))
def test_losses_add_up_to_the_difference(game: Game, counted: Counted, rng: Any) -> None:
    places = decisions_of(game)
    assume(any(seat == 0 for seat, *_ in places))
    other = {(state, path): "abc"[rng.randrange(count)] for _, state, path, count in places}
    best = optimal_or_none(
        game,
        maximise=counted.aim,
        **({} if counted.discount == 1 else {"discount": counted.discount}),
    )
    assume(best is not None)
    assert best is not None

    def chosen(_choices: Any, view: Any) -> str:
        return other[(view.state, view.since) if isinstance(view, Whole) else view]

    def choose(seat: int, place: Place, _count: int) -> int:
        if seat == 0:
            return "abc".index(other[place[:2]])
        return "abc".index(str(best.at(view_of(best, game, place), 1).choice))

    found = best.compare(chosen)
    assert found.value == play_all(game, choose, counted).value
    assert found.best == best.value
    assert found.best - found.value == sum((each.loss for each in found.losses), Fraction(0))
    assert all(each.loss == each.each * each.reached >= 0 for each in found.losses)
    assert [*found.losses] == sorted(found.losses, key=lambda each: -each.loss)


# Views, others, and errors


class Coins(NamedTuple):
    """An outcome."""

    coins: int
    won: bool = False


def steps(step: Any, start: Any = lambda *_: 0) -> Experiment[Any, Any, Any]:
    return Experiment(name="steps", outcome=Coins, start=start, step=step)


def hidden_bonus(_rules: object, state: int, chance: Any, table: Any) -> Any:
    """A bonus of 10 that nobody sees and that changes no choice."""
    if state == 0:
        return 1 + chance.pick([3, 1]), Coins(0)
    better = table.decide(0, ["a", "b"], "same view") == "b"
    return None, Coins((10 if state == 2 else 0) + better)


def test_values_at_a_view_are_means_over_what_it_hides() -> None:
    best = optimal(steps(hidden_bonus), maximise="coins")
    assert best.value == best["same view"].values[1] == Fraction(7, 2)
    assert best["same view"].values == (Fraction(5, 2), Fraction(7, 2))
    worse = best.compare({"same view": "a"})
    assert (worse.value, worse.losses[0].loss) == (Fraction(5, 2), 1)
    halved = optimal(steps(hidden_bonus), maximise="coins", discount=half)
    assert halved["same view"].values == (Fraction(5, 2), Fraction(7, 2))


def test_a_tie_is_broken_so_that_equal_views_agree() -> None:
    def step(_rules: object, state: int, chance: Any, table: Any) -> Any:
        if state == 0:
            return 1 + chance.pick([1, 1]), Coins(0)
        choice = table.decide(0, ["a", "b", "wait"], "same view")
        if choice == "wait":
            return state, Coins(-1)
        return None, Coins(1 if state == 1 else int(choice == "b"))

    for more in ({}, {"discount": half}):
        best = optimal(steps(step), maximise="coins", **more)  # type: ignore[arg-type]
        assert (best["same view"].choice, best["same view"].ties) == ("b", ("b",))
        assert best.value == 1 if not more else half


def test_a_view_with_different_choices_is_refused_when_it_is_looked_up() -> None:
    def step(_rules: object, state: int, chance: Any, table: Any) -> Any:
        if state == 0:
            return 1 + chance.pick([1, 1]), Coins(0)
        return None, Coins(table.decide(0, [1, 2] if state == 1 else [1, 2, 3], "view"))

    best = optimal(steps(step), maximise="coins")
    assert best.value == Fraction(5, 2)
    assert [each.choice for each in best.decisions] == [2, 3]
    for question in (best.strategy, lambda: best["view"]):
        with pytest.raises(BadInput, match="sees 'view' with different choices"):
            question()


def test_a_start_of_many_paths() -> None:
    def start(_rules: object, chance: Any) -> Any:
        return chance.pick([1] * 101), chance.pick([1] * 101)

    def step(_rules: object, state: Any, _chance: Any, table: Any) -> Any:
        return None, Coins(state[table.decide(0, [0, 1], state)])

    best = optimal(steps(step, start), maximise="coins")
    assert best.value == Fraction(sum(max(i, j) for i in range(101) for j in range(101)), 101**2)


def refused(play: Any, match: str, **more: Any) -> None:
    experiment = Experiment.of_play(play, Coins)
    with pytest.raises(MontmortError, match=match) as raised:
        optimal(experiment, **({"maximise": "coins"} | more))
    text = str(raised.value)
    assert "\n" not in text
    assert len(text) < 600


def test_decisions_that_are_refused() -> None:
    def deciding(seat: Any, choices: Any, view: Any) -> Any:
        return lambda _chance, table: Coins(int(bool(table.decide(seat, choices, view))))

    refused(deciding(0, [], None), "seat 0 has no choices")
    refused(deciding(0, [[1], [2]], None), r"the choice \[1\] is not hashable")
    refused(deciding(0, [1, 1], None), r"choices=\[1, 1\] name a choice twice")
    refused(deciding(0, [1, True], None), r"the choices 1 \(int\) and True \(bool\) are equal")
    refused(deciding(0, "ab", None), "must be a sequence of choices")
    refused(deciding(0, {1, 2}, None), "must be a sequence of choices")
    refused(deciding(0, [1, 2], [1]), r"the view \[1\] is not hashable")
    for seat in (-1, True, "0", 1.0, 10**30):
        refused(deciding(seat, [1, 2], None), "must be an integer from 0 to 999")
    refused(deciding(1, [1, 2], None), "seat 0 never decides, only 1", seat=0)
    refused(deciding(0, [1, 2], None), "seat 1 never decides, only 0", seat=1)


@pytest.mark.parametrize("hides", [False, True])
@pytest.mark.parametrize("seat", [0, 1, 7])
def test_the_only_seat_that_decides_need_not_be_named(seat: int, hides: bool) -> None:
    def play(chance: Any, table: Any) -> Coins:
        coin = chance.pick([1, 2])
        return Coins(int(table.decide(seat, [0, 1], "hidden" if hides else coin) == coin))

    experiment = Experiment.of_play(play, Coins)
    found = optimal(experiment, maximise="coins")
    assert found == optimal(experiment, maximise="coins", seat=seat)
    assert (found.seat, found.value) == (seat, Fraction(2, 3) if hides else 1)


def test_of_two_that_decide_seat_0_is_meant() -> None:
    def play(_chance: Any, table: Any) -> Coins:
        mine = table.decide(0, [1, 2], None)
        return Coins(mine + table.decide(1, [3, 5], (mine,)))

    experiment = Experiment.of_play(play, Coins)
    assert optimal(experiment, maximise="coins").value == 5
    assert optimal(experiment, maximise="coins", others=LastChoice()).value == 7


def test_three_seats_are_refused_unless_the_others_have_a_table() -> None:
    def play(_chance: Any, table: Any) -> Coins:
        return Coins(sum(table.decide(seat, [seat, 5], None) for seat in range(3)))

    refused(play, "seats 0, 1, 2 decide; with more than two, give a Table")
    assert (
        optimal(Experiment.of_play(play, Coins), maximise="coins", others=LastChoice()).value == 15
    )


def test_views_and_choices_that_change_are_refused() -> None:
    seen: list[int] = []

    def changing(what: str) -> Any:
        def play(_chance: Any, table: Any) -> Coins:
            seen.append(0)
            view, choices = 0, [1, 2]
            if what == "view":
                view = len(seen)
            elif what == "choices":
                choices = [1, 1 + len(seen) % 2 + 1]
            elif what == "seat":
                return Coins(table.decide(len(seen) % 2, choices, view))
            return Coins(table.decide(0, choices, view))

        return play

    for what in ("view", "choices", "seat"):
        refused(changing(what), r"the rules change \[0")


def test_other_seats_that_choose_what_is_no_choice() -> None:
    class Odd(LastChoice):
        def decide(self, _seat: int, _choices: Any, _view: Any, /) -> Any:
            return "odd"

    refused(
        lambda _chance, table: Coins(table.decide(1, [1, 2], None) + table.decide(0, [1, 2], None)),
        r"others= chooses 'odd' for seat 1, where the choices are \[1, 2\]",
        others=Odd(),
    )
    refused(
        lambda _chance, table: Coins(table.decide(0, [1, 2], None)), "must be a Table", others=3
    )


def test_endless_steps_are_refused() -> None:
    def play(chance: Any, table: Any) -> Coins:
        while table.decide(0, ["on", "off"], None) == "on":
            chance.pick([1])
        return Coins(0)

    refused(play, "a path of more than 5,000 picks and decisions in one step")


def test_views_and_seats_that_are_never_asked() -> None:
    best = optimal(steps(hidden_bonus), maximise="coins")
    with pytest.raises(UnknownName, match="seat 0 never decides at 'other'"):
        best["other"]
    with pytest.raises(UnknownName, match="seat 1 never decides at 'same view'"):
        best.at("same view", seat=1)


@pytest.mark.parametrize("discount", [0, -1, 2, Fraction(3, 2), 0.5, "1/2", 1j])
def test_discounts_out_of_range(discount: Any) -> None:
    refused(
        lambda _chance, table: Coins(table.decide(0, [1, 2], None)),
        "must be a Fraction above 0 and at most 1",
        discount=discount,
    )


def test_strategies_to_compare_that_are_none() -> None:
    best = optimal(steps(hidden_bonus), maximise="coins")
    for strategy, match in [
        ({}, "the strategy says nothing at 'same view'"),
        ({"same view": "c"}, r"chooses 'c' at 'same view', where the choices are \['a', 'b'\]"),
        (lambda _choices, _view: None, "chooses None"),
        ("ab", "must be a mapping view -> choice or a function"),
    ]:
        with pytest.raises(BadInput, match=match):
            best.compare(strategy)


@settings(max_examples=20)
@given(st.integers(0, 3), st.integers(0, 3))
def test_branches_of_weight_zero_are_not_walked(first: int, second: int) -> None:
    assume(first + second)
    never = Decide(0, (Leaf(None, Score(99, True, 1)), Leaf(None, Score(98, True, 1))))
    sure = Decide(0, (Leaf(None, Score(1, True, 1)), Leaf(None, Score(2, True, 1))))
    game = Game((Pick((0, first, second), (never, sure, sure)),), (1,))
    best = optimal(GAME, game, maximise="points")
    assert best.value == 2
    assert len(best.decisions) == bool(first) + bool(second)


def coin_or_one(chance: Any, table: Any) -> Coins:
    return Coins(chance.pick([1, 1]) + table.decide(0, [0, 1], "view"), True)


def one_decision(seat: Any = 0, choices: Any = (0, 1), view: Any = None) -> Any:
    play = lambda _, table: Coins(table.decide(seat, choices, view) == 0)  # noqa: E731
    return optimal(Experiment.of_play(play, Coins), maximise="coins").decisions


def one_state(state: Any) -> Any:
    def step(_rules: object, _state: object, _chance: Any, table: Any) -> Any:
        return None, Coins(table.decide(0, [0, 1], None))

    return optimal(steps(step, lambda *_: state), maximise="coins")


ONE = Experiment.of_play(coin_or_one, Coins)
BEST = optimal(ONE, maximise="coins")
CALLS = {
    "optimal": of(
        optimal,
        ONE,
        None,
        maximise="coins",
        others=SilentTable(),
        seat=0,
        discount=half,
        limit=9,
        states=9,
        watch=lambda _share, _paths: None,
    ),
    "optimal of a function": of(optimal, ONE, minimise=lambda outcome: outcome.coins),
    "optimal, enclosed": of(optimal, ONE, maximise="won", width=half),
    "objective": of(lambda worth: optimal(ONE, maximise=lambda _: worth), 1),
    "decide": of(one_decision, seat=0, choices=(0, 1), view=0),
    "state": of(one_state, 0),
    "best[]": of(BEST.__getitem__, "view"),
    "at": of(BEST.at, "view", 0),
    "strategy": of(BEST.strategy, 0),
    "compare": of(BEST.compare, {"view": 1}),
    "compare a choice": of(lambda choice: BEST.compare(lambda _choices, _view: choice), 1),
}


@pytest.mark.parametrize("name", CALLS)
def test_wrong_arguments_get_a_sentence(name: str) -> None:
    CALLS[name]()
    assert complaints(CALLS[name]) == {}


@given(games(seats=2), st.booleans(), st.integers(1, 30))
def test_an_enclosure_holds_the_values(game: Game, maximises: bool, bits: int) -> None:
    width = Fraction(1, 2**bits)
    counted = Counted("won")
    best = optimal_or_none(game, **{"maximise" if maximises else "minimise": "won"})
    assume(best is not None)
    assert best is not None
    found = solved(game, counted, maximises, width=width)
    assert found.value is None
    assert found.enclosure is not None
    low, high = found.enclosure
    assert low <= best.value <= high <= low + width  # type: ignore[operator]
    for one, exact in zip(found.decisions, best.decisions, strict=True):
        pairs = zip(one.values, exact.values, strict=True)
        assert all(side.low <= value <= side.high for side, value in pairs)  # type: ignore[union-attr,operator]
        assert {*exact.ties} <= {*one.ties}
    assert abs(played_by(found, game, counted).value - low) <= Fraction(1, 10**9)
