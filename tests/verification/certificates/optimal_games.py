"""Small games with decisions: one for each reason why a value is one."""

from typing import Any, NamedTuple

from montmort.games.chance import Chance
from montmort.games.experiment import Experiment
from montmort.games.table import Table


class Money(NamedTuple):
    """Outcome: what is won."""

    won: int


def _throw_again(chance: Chance, table: Table) -> Money:
    """Throw a die, and once more if you like; the last throw counts."""
    die = chance.pick([1] * 6) + 1
    if table.decide(0, ["keep", "again"], die) == "again":
        die = chance.pick([1] * 6) + 1
    return Money(die)


AGAIN = Experiment.of_play(_throw_again, Money, "again")


class Position(NamedTuple):
    """A race: the points of the player whose turn it is, of the other, the seat, this turn's."""

    own: int
    other: int
    seat: int
    turn: int


class Won(NamedTuple):
    """Outcome: whether seat 0 wins, and the throws."""

    first_wins: bool
    throws: int


def _race(_rules: None, at: Position, chance: Chance, table: Table) -> tuple[Position | None, Won]:
    """Throw 0, 1 or 2; a 0 loses what the turn has gained; two points win."""
    own, other, seat, turn = at
    if turn and table.decide(seat, ["throw", "hold"], (own, other, turn)) == "hold":
        return Position(other, own + turn, 1 - seat, 0), Won(False, 0)
    die = chance.pick([2, 3, 1])
    if not die:
        return Position(other, own, 1 - seat, 0), Won(False, 1)
    if own + turn + die >= 2:
        return None, Won(seat == 0, 1)
    return Position(own, other, seat, turn + die), Won(False, 1)


RACE = Experiment(
    name="race", outcome=Won, start=lambda _rules, _chance: Position(0, 0, 0, 0), step=_race
)


def _wait(_rules: None, die: int, chance: Chance, table: Table) -> tuple[int | None, Money]:
    """Take what the die shows, or throw again for nothing, as often as you like."""
    if table.decide(0, ["take", "wait"], die) == "take":
        return None, Money(die)
    return chance.pick([1, 2, 3]) + 1, Money(0)


WAIT = Experiment(
    name="wait", outcome=Money, start=lambda _rules, chance: chance.pick([3, 2, 1]) + 1, step=_wait
)


class Cost(NamedTuple):
    """Outcome: what is paid."""

    paid: int


def _pay(_rules: None, die: int, chance: Chance, table: Table) -> tuple[int | None, Cost]:
    """Pay what the die shows, or pay 1 and throw again."""
    if table.decide(0, ["pay", "again"], die) == "pay":
        return None, Cost(die)
    return 2 * chance.pick([1, 2, 3]) + 1, Cost(1)


PAY = Experiment(
    name="pay",
    outcome=Cost,
    start=lambda _rules, chance: 2 * chance.pick([3, 2, 1]) + 1,
    step=_pay,
)


def _blind(chance: Chance, table: Table) -> Money:
    """Choose 1 or 2 without having seen the coin, which does not matter for what is best."""
    coin = chance.pick([1, 2])
    return Money(coin + ["one", "two"].index(table.decide(0, ["one", "two"], "blind")) + 1)


BLIND = Experiment.of_play(_blind, Money, "blind")


def toss_or_stop(chance: Chance, table: Table) -> Any:
    """Toss for 0 or 3, or stop for 1: 3/2 is the value."""
    if table.decide(0, ["stop", "toss"], None) == "stop":
        return Money(1)
    return Money(3 * chance.pick([1, 1]))
