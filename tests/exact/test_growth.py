"""Rules whose states have no bound are refused at once; large finite ones are not."""

from collections.abc import Callable
from typing import Any, NamedTuple

import pytest

from montmort import Experiment, explore, optimal
from montmort.exact.chains.transitions import Transitions
from montmort.exact.growth import Growth
from montmort.games.errors import TooLarge


class Won(NamedTuple):
    """An outcome."""

    won: int


def game(first: Any, after: Callable[[Any], Any], last: Any = None) -> Experiment[Any, Any, Any]:
    """A coin is tossed until it shows heads; `last` is the last state."""

    def step(_rules: object, state: Any, chance: Any, table: Any) -> Any:
        if chance.pick([1, 1]) or table.decide(0, ["go", "stop"], None) == "stop":
            return None, Won(1)
        found = after(state)
        return (None if found == last else found), Won(0)

    return Experiment(name="coin", outcome=Won, start=lambda *_: first, step=step)


def wander(_rules: object, place: int, chance: Any, _table: Any) -> Any:
    """Go one step up or down."""
    after = place + 1 - 2 * chance.pick([1, 1])
    return (after if after else None), Won(1)


WALK = Experiment(name="walk", outcome=Won, start=lambda *_: 1, step=wander)


class Going:
    """A player who goes on."""

    def decide(self, _seat: int, choices: Any, _view: Any, /) -> Any:
        return choices[0]

    def tell(self, _event: Any, /) -> None:
        """Ignore it."""


GROWING: dict[str, tuple[Any, Callable[[Any], Any]]] = {
    "doubled": (1, lambda stake: 2 * stake),
    "negative": (-1, lambda stake: 3 * stake),
    "squared": (3, lambda stake: stake * stake),
    "listed": ((), lambda tosses: (*tosses, 1)),
    "inside": (("a", (1, 2)), lambda state: ("a", (2 * state[1][0], 2))),
    "written": ("", lambda text: text + "t"),
}


@pytest.mark.parametrize("name", GROWING)
def test_states_that_grow_for_ever(name: str) -> None:
    first, after = GROWING[name]
    for question in (
        lambda: explore(game(first, after), None, table=Going()),
        lambda: optimal(game(first, after), maximise="won"),
        lambda: Transitions.from_step(lambda state, _chance: after(state), first),
    ):
        with pytest.raises(TooLarge, match=r"seem to have no end; .* above [15]\d*,000"):
            question()


def test_a_walk_on_the_integers_is_refused_with_a_way_to_go_on() -> None:
    for question in (
        lambda: explore(WALK, None, states=20_000),
        lambda: optimal(WALK, maximise="won", states=20_000),
        lambda: Transitions.from_step(lambda state, _chance: state + 1, 0, limit=1000),
    ):
        with pytest.raises(TooLarge, match=r"000 states; .* let the bound grow until the answer"):
            question()


def test_large_finite_games_are_walked() -> None:
    """Sets of cards as bits, 500 lists of 999 parts, long numbers from the beginning."""
    assert explore(game(1, lambda at: 2 * at, 2**900), None, table=Going()).size.states == 900
    grown = game((), lambda tosses: (*tosses, 1), (1,) * 999)
    assert explore(grown, None, table=Going()).size.states == 999
    long = 10**5000
    assert explore(game(long, lambda at: at + 1, long + 1500), None, table=Going()).size.states


def test_a_higher_limit_is_believed() -> None:
    doubled = game(1, lambda stake: 2 * stake, 2**1500)
    with pytest.raises(TooLarge, match="no end"):
        explore(doubled, None, table=Going())
    assert explore(doubled, None, table=Going(), states=1_000_001).size.states == 1500
    growth = Growth("game", limit=2, usual=1)
    growth.check(0, 2**100_000)
