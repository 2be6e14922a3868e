"""The proof for Coq of what First Orchard is worth, from `rules.v`."""

from montmort.games.first_orchard import Rules
from montmort.verification.aim import Aim
from montmort.verification.certificates.coq.backward import Case, solve
from montmort.verification.certificates.coq.proof import listed
from montmort.verification.certificates.coq.rules_proof import decided

Orchard = tuple[tuple[int, ...], int, bool]

WON, LOST = Aim("won"), Aim("won", maximises=False)


def proof(rules: Rules, experiment: str, aim: Aim | None) -> str | None:
    """Return the proof of the chance to win under best play, or under the worst.

    >>> text = proof(Rules(trees=1, fruits=1, raven=1), "game", WON)
    >>> "optimal first_orchard (fun _ => true) ([1], 1, false) (2 # 3) policy policy" in text
    True
    """
    if experiment != "game" or aim not in (WON, LOST):
        return None
    start: Orchard = (rules.fruits,) * rules.trees, rules.raven, False
    found = solve(_orchard, start, maximises=aim.maximises)
    return decided(__package__, "first_orchard", "orchard", found, _orchard_text, start, aim)


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
