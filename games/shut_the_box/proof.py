"""The proof for Coq of what shut the box is worth, from `rules.v`."""

from collections.abc import Callable

from montmort.games.shut_the_box import Rules
from montmort.verification.aim import Aim
from montmort.verification.certificates.coq.backward import Case, solve
from montmort.verification.certificates.coq.proof import listed
from montmort.verification.certificates.coq.rules_proof import decided, option

Box = tuple[tuple[int, ...], int | None]

SHUT, LEFT = Aim("shut"), Aim("left", maximises=False)
DICE = {
    1: [(1, total) for total in range(1, 7)],
    2: [(6 - abs(total - 7), total) for total in range(2, 13)],
}


def proof(rules: Rules, experiment: str, aim: Aim | None) -> str | None:
    """Return the proof of the largest chance to shut the box, or of the fewest pips left open.

    >>> text = proof(Rules(tiles=1), "game", SHUT)
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
    return decided(__package__, game, "box", found, _box_text, start, aim, definition)


def _box(rules: Rules, prize: int, pip: int) -> Callable[[Box], list[list[Case[Box]]]]:
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


def _ways(rules: Rules, tiles: tuple[int, ...], total: int) -> list[tuple[int, ...]]:
    """Return the sets of tiles that a throw may shut, in the order of the function in Coq."""
    sets: list[tuple[int, ...]] = [()]
    for tile in reversed(tiles):
        sets += [(tile, *chosen) for chosen in sets]
    most = len(tiles) if rules.most_tiles is None else rules.most_tiles
    return [chosen for chosen in sets if sum(chosen) == total and len(chosen) <= most]


def _box_text(state: Box) -> str:
    return f"({listed(state[0])}, {option(state[1])})"
