"""Wagers: what a field means in stakes, and what is refused."""

from fractions import Fraction
from typing import Any

import pytest

from montmort import Experiment, Rulebook, Wager
from montmort.games import baccarat, craps, jacks_or_better
from montmort.games.errors import BadInput, UnknownName
from tests.wrong_arguments import ONCE, STEPS


def test_gains_are_counted_in_stakes() -> None:
    assert Wager(net="won").net_of(None, -1) == -1
    assert Wager(net="won", stake=5).net_of(None, 10) == 2
    assert Wager(paid="pays", stake=Fraction(1, 2)).net_of(None, 0) == -1
    assert Wager(paid="pays", units=lambda rules, value: rules * value).net_of(3, 2) == 5


@pytest.mark.parametrize("fields", [{}, {"net": "won", "paid": "pays"}])
def test_a_wager_is_on_one_field(fields: dict[str, str]) -> None:
    with pytest.raises(BadInput, match="either net"):
        Wager(**fields)  # type: ignore[arg-type]


@pytest.mark.parametrize("stake", [0, -1, 0.5, True, "1"])
def test_a_stake_is_an_exact_number_above_0(stake: Any) -> None:
    with pytest.raises(BadInput, match="stake="):
        Wager(net="won", stake=stake)


@pytest.mark.parametrize("value", [True, "win", 0.5, None, craps.Win.WIN])
def test_a_value_that_is_no_number_needs_units(value: Any) -> None:
    with pytest.raises(BadInput, match="units="):
        Wager(net="won").net_of(None, value)
    with pytest.raises(BadInput, match="must return"):
        Wager(net="won", units=lambda *_: value).net_of(None, 1)


def test_nothing_less_than_nothing_is_paid_back() -> None:
    with pytest.raises(BadInput, match=">= 0"):
        Wager(paid="pays").net_of(None, -1)


def book(*wagers: Any) -> Rulebook[Any]:
    return Rulebook(name="two", experiments={"once": ONCE, "steps": STEPS}, wagers=wagers)


def test_wagers_belong_to_an_experiment() -> None:
    first, second = Wager(net="eyes"), Wager(net="eyes", experiment="steps")
    own = book(first, second)
    assert own.wagers_on("once") == (first,)
    assert own.wagers_on("steps") == (second,)
    assert book().wagers_on("once") == ()


def test_the_field_net_is_a_wager_by_default() -> None:
    (default,) = Rulebook(
        name="own",
        experiments={"play": Experiment.of_play(lambda _: craps_net(0), craps_net)},
    ).wagers_on("play")
    assert (default.net, default.stake) == ("net", 1)


class craps_net(tuple[int]):  # noqa: N801
    """An outcome with one field."""

    _fields = ("net",)

    def __new__(cls, net: int) -> "craps_net":
        return super().__new__(cls, (net,))


@pytest.mark.parametrize(
    ("wagers", "error"),
    [
        ((Wager(net="ears"),), UnknownName),
        ((Wager(net="eyes", total_stake="ears"),), UnknownName),
        ((Wager(net="eyes", experiment="never"),), UnknownName),
        ((Wager(net="eyes"), Wager(paid="eyes", experiment="once")), BadInput),
        (("eyes",), BadInput),
    ],
)
def test_a_rulebook_checks_its_wagers(wagers: tuple[Any, ...], error: type[Exception]) -> None:
    with pytest.raises(error):
        book(*wagers)


def test_the_wagers_of_shipped_games() -> None:
    (line,) = craps.RULEBOOK.wagers_on("pass")
    rules = craps.Rules()
    assert [line.net_of(rules, win) for win in craps.Win] == [1, 0, -1]
    player, banker, tie = baccarat.RULEBOOK.wagers_on("hand")
    winners = [*baccarat.Winner]
    shoe = baccarat.Rules()
    assert [player.net_of(shoe, winner) for winner in winners] == [1, -1, 0]
    assert [banker.net_of(shoe, winner) for winner in winners] == [-1, Fraction(19, 20), 0]
    assert [tie.net_of(shoe, winner) for winner in winners] == [-1, -1, 8]
    (video,) = jacks_or_better.RULEBOOK.wagers_on("hand")
    assert video.net_of(jacks_or_better.Rules(), 800) == 799
