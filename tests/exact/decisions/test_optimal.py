"""Best play of small generated games, against plain recursion over all their plays."""

import itertools
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from montmort import Table, explore
from montmort.exact.decisions.game_graph import Scored, Whole
from montmort.exact.decisions.optimal import Hidden, Optimal, optimal
from montmort.games.errors import BadInput
from tests.exact.decisions.small_games import (
    GAME,
    BestPlay,
    Counted,
    Game,
    Place,
    Score,
    decisions_of,
    games,
    play_all,
)

EXAMPLES=int(__import__("os").environ.get("EX","60"))
fields = st.builds(
    Counted,
    st.sampled_from(["points", "won"]),
    st.sampled_from([Fraction(1), Fraction(1, 2), Fraction(9, 10)]),
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
    state, path, before = place
    if game.shown:
        return state, path
    places = best.scoring.summed
    if not places:
        return Whole(state, path)
    return Whole(Scored(state, () if before is None else tuple(before[i] for i in places)), path)


def check(game: Game, counted: Counted, maximises: bool, seats: Mapping[int, int]) -> None:
    """Value, values of all choices, ties, how often and the law are those of the recursion."""
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

    def choose(seat: int, place: Place, _count: int) -> int:
        return "abc".index(best.at(view_of(best, game, place), seat).choice)

    played = play_all(game, choose, counted)
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


@settings(max_examples=EXAMPLES)
@given(games(), fields | functions, st.booleans())
def test_one_seat(game: Game, counted: Counted, maximises: bool) -> None:
    if not isinstance(counted.aim, str):
        game = game._replace(shown=False)
    check(game, counted, maximises, {0: 1 if maximises else -1})


@settings(max_examples=EXAMPLES)
@given(games(seats=2), fields | functions, st.booleans())
def test_two_seats_with_opposite_interests(game: Game, counted: Counted, maximises: bool) -> None:
    if not isinstance(counted.aim, str):
        game = game._replace(shown=False)
    sign = 1 if maximises else -1
    check(game, counted, maximises, {0: sign, 1: -sign})
