"""Moves of one piece around 40 squares: doubles, jail, and two decks of cards.

`move` is a turn.  A play is so many turns from Go; the squares where a piece stands
in the long run are MarkovChain.from_step(move, GO).stationary().
"""

from dataclasses import dataclass
from typing import NamedTuple

from montmort import Chance, Experiment, RuleSet, Table, rule

SQUARES = 40
JAIL, GO_TO_JAIL = 10, 30
CHANCE = (7, 22, 36)
CHEST = (2, 17, 33)
STATIONS = (5, 15, 25, 35)


@dataclass(frozen=True, kw_only=True)
class Rules(RuleSet):
    """The length of a play."""

    turns: int = rule(30, "turns of a play", least=1)


class Place(NamedTuple):
    """The square, and the turns spent in jail so far (0 if the piece is free)."""

    square: int
    jailed: int


class Trip(NamedTuple):
    """Outcome: rounds completed, times sent to jail, stops on a station."""

    laps: int
    arrests: int
    stations: int


GO = Place(0, 0)
ARREST = Place(JAIL, 1)


def chance_card(square: int, chance: Chance) -> int:
    """Return the square after one of 16 cards; JAIL means that the card sends there."""
    card = chance.pick([1] * 16)
    if card == 0:
        return JAIL
    if card <= 5:
        return (0, 11, 24, 39, 5)[card - 1]
    if card <= 7:  # the next station
        for step in range(1, SQUARES):
            if (square + step) % SQUARES in STATIONS:
                return (square + step) % SQUARES
    if card == 8:
        return 28 if 12 <= square < 28 else 12
    return square - 3 if card == 9 else square


def landed(square: int, chance: Chance) -> Place:
    """Return the place after a stop on a square."""
    square %= SQUARES
    if square == GO_TO_JAIL:
        return ARREST
    if square in CHANCE:
        after = chance_card(square, chance)
        return ARREST if after == JAIL else Place(after, 0)
    if square in CHEST:
        card = chance.pick([1, 1, 14])
        if card == 0:
            return ARREST
        return Place(0, 0) if card == 1 else Place(square, 0)
    return Place(square, 0)


def move(place: Place, chance: Chance) -> Place:
    """Return the place after a turn."""
    for doubles in range(3):
        first, second = chance.pick([1] * 6) + 1, chance.pick([1] * 6) + 1
        if doubles == 2 and first == second:
            return ARREST  # the third double
        if place.jailed and first != second and place.jailed < 3:
            return Place(JAIL, place.jailed + 1)
        was_jailed = place.jailed > 0
        place = landed(place.square + first + second, chance)
        if first != second or was_jailed or place.jailed:
            break
    return place


class Turn(NamedTuple):
    """The place, and the turns still to play."""

    place: Place
    left: int


def start(rules: Rules, chance: Chance) -> Turn:
    return Turn(GO, rules.turns)


def step(rules: Rules, turn: Turn, chance: Chance, table: Table) -> tuple[Turn | None, Trip]:
    before, after = turn.place, move(turn.place, chance)
    arrested = after == ARREST
    trip = Trip(
        laps=int(after.square < before.square and not arrested),
        arrests=int(arrested),
        stations=int(after.square in STATIONS),
    )
    return (Turn(after, turn.left - 1) if turn.left > 1 else None), trip


MOVES = Experiment(name="moves", outcome=Trip, start=start, step=step)
