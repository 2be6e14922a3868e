"""Proofs for Coq of what games of the shelf are worth, from their rules as functions in Coq.

Each rules' file in `coq/` is a function from states to choices.  Here the same function is
written in Python, to find the values that the table lists; Coq runs its own.
"""

from collections.abc import Callable, Hashable
from importlib.resources import files
from typing import TypeVar

from montmort.games import craps, first_orchard, shut_the_box
from montmort.verification.aim import Aim
from montmort.verification.certificates.coq.backward import Backward, Case, solve
from montmort.verification.certificates.coq.proof import (
    fraction,
    integer,
    library,
    listed,
    theorem,
)

S = TypeVar("S", bound=Hashable)
Orchard = tuple[tuple[int, ...], int, bool]
Box = tuple[tuple[int, ...], int | None]

WON, LOST = Aim("won"), Aim("won", maximises=False)
SHUT, LEFT = Aim("shut"), Aim("left", maximises=False)
DICE = {
    1: [(1, total) for total in range(1, 7)],
    2: [(6 - abs(total - 7), total) for total in range(2, 13)],
}


def craps_proof(rules: craps.Rules, experiment: str, aim: Aim | None) -> str | None:
    """Return the proof of the chance to win and of the mean of a bet of one unit.

    >>> text = craps_proof(craps.Rules(), "pass", None)
    >>> [line for line in text.splitlines() if line.startswith("Theorem chance")]
    ['Theorem chance_to_win : expected_value (craps die 1 0 0) None (244 # 495).']
    """
    if experiment != "pass" or aim is not None:
        return None
    weights = rules.weights or (1,) * rules.faces
    die = "; ".join(f"({weight}, {face})" for face, weight in enumerate(weights, 1))
    text = _opening("craps") + f"\nDefinition die : list (Z * Z) := [{die}].\n"
    pays = {"chance_to_win": (1, 0, 0), "units_won": (1, -1, -1)}
    if rules.bet == "dont-pass":
        pays = {"chance_to_win": (0, 0, 1), "units_won": (-1, 0, 1)}
    for name, pay in pays.items():
        found = solve(_craps(weights, pay), craps.COME_OUT)
        value = fraction(found.entries[craps.COME_OUT].value)
        paid = " ".join(integer(one) for one in pay)
        text += _table(name, "option Z", found, lambda point: _option(point or None))
        text += theorem(
            name,
            f"expected_value (craps die {paid}) None {value}",
            f"fixed_value _ (fun _ => true) _ point_readable {name}_table {found.numbers}",
        )
    return text


def _craps(
    weights: tuple[int, ...], pay: tuple[int, int, int]
) -> Callable[[int], list[list[Case[int]]]]:
    wins, twelve, loses = pay
    throws = [
        (one * two, first + second)
        for first, one in enumerate(weights, 1)
        for second, two in enumerate(weights, 1)
    ]

    def case(point: int, ways: int, total: int) -> Case[int]:
        if point == craps.COME_OUT:
            ends = {7: wins, 11: wins, 12: twelve, 2: loses, 3: loses}
        else:
            ends = {7: loses, point: wins}
        if total in ends:
            return Case(ways, ends[total], None)
        return Case(ways, 0, point or total)

    return lambda point: [[case(point, ways, total) for ways, total in throws]]


def orchard_proof(rules: first_orchard.Rules, experiment: str, aim: Aim | None) -> str | None:
    """Return the proof of the chance to win under best play, or under the worst.

    >>> text = orchard_proof(first_orchard.Rules(trees=1, fruits=1, raven=1), "game", WON)
    >>> "optimal first_orchard (fun _ => true) ([1], 1, false) (2 # 3) policy policy" in text
    True
    """
    if experiment != "game" or aim not in (WON, LOST):
        return None
    start: Orchard = (rules.fruits,) * rules.trees, rules.raven, False
    found = solve(_orchard, start, maximises=aim.maximises)
    return _decided("first_orchard", "first_orchard", "orchard", found, _orchard_text, start, aim)


def _orchard(state: Orchard) -> list[list[Case[Orchard]]]:
    trees, raven, picking = state
    bearing = [place for place, fruits in enumerate(trees) if fruits]
    if picking:
        return [[_after(_picked(trees, place), raven)] for place in bearing]
    faces = [
        _after(_picked(trees, place) if fruits else trees, raven)
        for place, fruits in enumerate(trees)
    ]
    return [[*faces, Case(1, 0, (trees, raven, True)), _after(trees, raven - 1)]]


def _picked(trees: tuple[int, ...], place: int) -> tuple[int, ...]:
    return (*trees[:place], trees[place] - 1, *trees[place + 1 :])


def _after(trees: tuple[int, ...], raven: int) -> Case[Orchard]:
    if not any(trees):
        return Case(1, 1, None)
    return Case(1, 0, (trees, raven, False) if raven else None)


def _orchard_text(state: Orchard) -> str:
    trees, raven, picking = state
    return f"({listed(trees)}, {raven}, {str(picking).lower()})"


def box_proof(rules: shut_the_box.Rules, experiment: str, aim: Aim | None) -> str | None:
    """Return the proof of the largest chance to shut the box, or of the fewest pips left open.

    >>> text = box_proof(shut_the_box.Rules(tiles=1), "game", SHUT)
    >>> "(shut_the_box one_die 1 1 0)" in text
    True
    """
    if experiment != "game" or aim not in (SHUT, LEFT):
        return None
    most = rules.tiles if rules.most_tiles is None else min(rules.most_tiles, rules.tiles)
    prize, pip = (1, 0) if aim == SHUT else (0, 1)
    start: Box = (tuple(range(1, rules.tiles + 1)), None)
    found = solve(_box(rules, prize, pip), start, maximises=aim.maximises)
    one_die = {
        "high": "forallb (fun tile => tile <=? 6) tiles",
        "six": "pips tiles <=? 6",
        "never": "false",
    }[rules.one_die]
    definition = f"\nDefinition one_die (tiles : list Z) : bool := {one_die}.\n"
    game = f"(shut_the_box one_die {most} {prize} {pip})"
    return _decided("shut_the_box", game, "box", found, _box_text, start, aim, definition)


def _box(rules: shut_the_box.Rules, prize: int, pip: int) -> Callable[[Box], list[list[Case[Box]]]]:
    def throw(tiles: tuple[int, ...], dice: int) -> list[Case[Box]]:
        return [
            Case(times, 0, (tiles, total))
            if _ways(rules, tiles, total)
            else Case(times, pip * sum(tiles), None)
            for times, total in DICE[dice]
        ]

    def choices(state: Box) -> list[list[Case[Box]]]:
        tiles, thrown = state
        if thrown is None:
            return [throw(tiles, dice) for dice in (2, 1)[: 1 + rules.may_throw_one(tiles)]]
        left = [
            tuple(tile for tile in tiles if tile not in chosen)
            for chosen in _ways(rules, tiles, thrown)
        ]
        return [[Case(1, 0, (each, None)) if each else Case(1, prize, None)] for each in left]

    return choices


def _ways(rules: shut_the_box.Rules, tiles: tuple[int, ...], total: int) -> list[tuple[int, ...]]:
    """Return the sets of tiles that a throw may shut, in the order of the function in Coq."""
    sets: list[tuple[int, ...]] = [()]
    for tile in reversed(tiles):
        sets += [(tile, *chosen) for chosen in sets]
    most = len(tiles) if rules.most_tiles is None else rules.most_tiles
    return [chosen for chosen in sets if sum(chosen) == total and len(chosen) <= most]


def _box_text(state: Box) -> str:
    return f"({listed(state[0])}, {_option(state[1])})"


def _option(value: int | None) -> str:
    return "None" if value is None else f"Some {integer(value)}"


def _opening(name: str) -> str:
    """Return the library and the rules of a game."""
    rules = files(__package__) / "coq" / f"{name}.v"
    return library() + "\nOpen Scope Z_scope.\n\n" + rules.read_text(encoding="utf-8")


def _table(name: str, kind: str, found: Backward[S], write: Callable[[S], str]) -> str:
    """Return the definition of a table of states with their entries."""
    rows = found.table(write)
    return f"\nDefinition {name}_table : list ({kind} * entry) :=\n  {rows}.\n"


def _decided(
    name: str,
    game: str,
    kind: str,
    found: Backward[S],
    write: Callable[[S], str],
    start: S,
    aim: Aim,
    definition: str = "",
) -> str:
    """Return the proof of the value of best play for an aim, with the strategy that attains it."""
    who = f"(fun _ => {str(aim.maximises).lower()})"
    value = fraction(found.entries[start].value)
    return (
        _opening(name)
        + definition
        + _table(name, kind, found, write)
        + "\n(* The strategy: the choice that the table gives for each state. *)\n"
        + f"Definition policy := best_play {game} code_{kind} {name}_table.\n"
        + theorem(
            f"{name}_value",
            f"optimal {game} {who} {write(start)} {value} policy policy",
            f"certified_optimal _ _ _ {kind}_readable {name}_table {found.numbers}",
        )
    )
