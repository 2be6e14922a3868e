"""The rules in Coq are those in Python: the rows that Coq computes equal those of the walk."""

import re
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from montmort.games import craps, first_orchard, penney, shut_the_box, treize
from montmort.games.craps.proof import proof as craps_proof
from montmort.games.first_orchard.proof import LOST, WON
from montmort.games.first_orchard.proof import proof as orchard_proof
from montmort.games.shut_the_box.proof import LEFT, SHUT
from montmort.games.shut_the_box.proof import proof as box_proof
from montmort.verification.treize.proof import proof as treize_proof
from tests.verification.certificates.coq_programs import certified, needs_coq
from tests.verification.certificates.coq_rows import (
    CoqRows,
    End,
    Step,
    computed_rows,
    differences,
    games_of,
    rules_of,
    unfolded,
    walked_rows,
)

Gain = Callable[[Any, bool], int]  # from the outcome of a step, and whether it is the last one


class Compared(NamedTuple):
    """A game in Coq, and what of the Python rules it must equal."""

    proof: str
    rules: Any
    start: Any
    step: Any
    gains: dict[str, Gain]  # by theorem
    text: str  # a state of Coq in numbers
    between: Callable[[tuple[int, ...]], Any]


def step_of(rules_step: Any, rules: Any, gain: Gain) -> Step:
    """Return the step of the Python rules, with what a theorem counts."""

    def step(state: Any, run: Any) -> End:
        after, outcome = rules_step(rules, state, run, run)
        return End(Fraction(gain(outcome, after is None)), after)

    return step


def craps_of(**fields: Any) -> Compared:
    rules = craps.Rules(**fields)
    return Compared(
        craps_proof(rules, "pass", None) or "",
        rules,
        craps.COME_OUT,
        craps.step,
        {
            "chance_to_win": lambda bet, is_last: is_last and bet.win is craps.Win.WIN,
            "units_won": lambda bet, is_last: is_last and bet.win.value,
        },
        "(fun point : option Z => match point with None => [] | Some number => [number] end)",
        lambda state: state[0] if state else craps.COME_OUT,
    )


def orchard_of(aim: Any = WON, **fields: Any) -> Compared:
    rules = first_orchard.Rules(**fields)
    return Compared(
        orchard_proof(rules, "game", aim) or "",
        rules,
        first_orchard.Orchard((rules.fruits,) * rules.trees, rules.raven),
        first_orchard.step,
        {"first_orchard_value": lambda game, is_last: is_last and game.won},
        "(fun s : orchard => (if snd s then 1 else 0) :: snd (fst s) :: fst (fst s))",
        lambda state: None if state[0] else (tuple(sorted(state[2:])), state[1]),
    )


def box_of(aim: Any = SHUT, **fields: Any) -> Compared:
    rules = shut_the_box.Rules(**fields)
    gain: Gain = lambda game, is_last: is_last and (game.shut if aim == SHUT else game.left)  # noqa: E731
    return Compared(
        box_proof(rules, "game", aim) or "",
        rules,
        tuple(range(1, rules.tiles + 1)),
        shut_the_box.step,
        {"shut_the_box_value": gain},
        "(fun s : box => match snd s with None => 0 | Some thrown => thrown end :: fst s)",
        lambda state: None if state[0] else state[1:],
    )


def treize_of(**fields: Any) -> Compared:
    rules = treize.Rules(**fields)
    return Compared(
        treize_proof(rules),
        rules,
        0,
        treize.step,
        {"treize_value": lambda game, is_last: game.points - is_last},
        "(fun s : dealer => Z.of_nat (fst s) :: snd s)",
        lambda state: state[0] if {*state[1:]} == {rules.suits} else None,
    )


GAMES: dict[str, list[Compared]] = {
    "craps": [
        craps_of(),
        craps_of(bet="dont-pass"),
        craps_of(faces=4, weights=(1, 0, 3, 2)),
        craps_of(faces=7, bet="dont-pass", weights=(1, 2, 3, 4, 5, 6, 7)),
        craps_of(faces=1),
    ],
    "first orchard": [
        orchard_of(trees=3, fruits=2, raven=2),
        orchard_of(LOST, trees=2, fruits=3, raven=3),
        orchard_of(trees=1, fruits=1, raven=1),
    ],
    "shut the box": [
        box_of(tiles=6, most_tiles=2),
        box_of(tiles=7),
        box_of(LEFT, tiles=5, one_die="six"),
        box_of(LEFT, tiles=6, one_die="never", most_tiles=1),
        box_of(tiles=1),
    ],
    "treize": [
        treize_of(ranks=3, suits=2),
        treize_of(ranks=2, suits=1),
        treize_of(ranks=2, suits=4),
        treize_of(ranks=5, suits=1),
    ],
}


def found_in(games: list[tuple[Compared, str]]) -> list[list[Any]]:
    """Return the states with other rows, by theorem, of games with their rules in Coq."""
    asked = [(game, rules, name) for game, rules in games for name in games_of(game.proof)]
    questions = []
    for game, rules, name in asked:
        term, start = games_of(game.proof)[name]
        questions.append((rules, term, game.text, start))
    found = []
    for rows, (game, _, name) in zip(computed_rows(questions), asked, strict=True):
        walked = walked_rows(game.start, step_of(game.step, game.rules, game.gains[name]))
        found.append(differences(rows, game.between, walked))
    return found


@needs_coq
@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_the_rows_of_coq_are_those_of_the_walk(name: str) -> None:
    games = [(game, rules_of(game.proof)) for game in GAMES[name]]
    assert not any(found_in(games))
    assert all(games_of(game.proof).keys() == game.gains.keys() for game, _ in games)


PLANTED: dict[str, list[tuple[str, str]]] = {
    "craps": [
        ("[7; 11]", "[7; 12]"),
        ("[2; 3]", "[2; 4]"),
        ("sum =? 12", "sum =? 10"),
        ("sum =? 7 then Case ways loses", "sum =? 7 then Case ways wins"),
        ("sum =? number", "sum =? number + 1"),
        ("(Some (Some sum))", "(Some None)"),
        ("snd first + snd second", "snd second + snd second"),
    ],
    "first orchard": [
        ("fruits - 1 :: rest", "fruits - 2 :: rest"),
        ("raven - 1", "raven - 2"),
        ("++ [Case", "++ [after trees raven; Case"),
        ("if raven =? 0 then Case 1 0 None", "if raven =? 0 then Case 1 1 None"),
        ("(filter (bears trees) places)", "(firstn 1 (filter (bears trees) places))"),
        ("0 <? nth", "1 <? nth"),
    ],
    "shut the box": [
        ("6 - Z.abs (total - 7)", "7 - Z.abs (total - 7)"),
        ("(length chosen) most", "(S (length chosen)) most"),
        ("then [throw tiles one]", "then [throw tiles two]"),
        ("[1; 2; 3; 4; 5; 6]", "[1; 2; 3; 4; 5; 5]"),
        ("Case 1 prize None", "Case 1 (prize + prize)%Q None"),
        ("map (cons tile) sets", "map (fun others => tile :: tl others) sets"),
        ("tile <=? 6", "tile <=? 5"),
    ],
    "treize": [
        ("cards - 1 :: others", "cards - 2 :: others"),
        ("Case ways 1 (Some (O", "Case ways 1 (Some (S O"),
        ("inject_Z lost", "inject_Z (lost + 1)"),
        ("Nat.eqb (S calls) ranks", "Nat.eqb (S (S calls)) ranks"),
        ("cards =? 0", "cards <=? 1"),
        ("(S calls, behind)", "(calls, behind)"),
    ],
}


@needs_coq
@pytest.mark.slow
@pytest.mark.parametrize("name", PLANTED)
def test_a_planted_difference_is_found(name: str) -> None:
    game = GAMES[name][0]
    rules = rules_of(game.proof)
    assert all(rules.count(old) == 1 for old, _ in PLANTED[name])
    found = found_in([(game, rules.replace(old, new)) for old, new in PLANTED[name]])
    theorems = len(game.gains)
    by_plant = [found[place : place + theorems] for place in range(0, len(found), theorems)]
    assert [any(each) for each in by_plant] == [True] * len(PLANTED[name])


NUMBER = "(fun state : positive => [Zpos state])"


def rows_in(proof: str) -> dict[str, CoqRows]:
    """Return the rows of an export as Coq reads them, by theorem; states are numbers."""
    games = games_of(proof)
    found = computed_rows(
        [(rules_of(proof), game, NUMBER, start) for game, start in games.values()]
    )
    return dict(zip(games, found, strict=True))


@needs_coq
@pytest.mark.slow
def test_the_rows_of_an_exported_chain_are_those_of_the_walk(tmp_path: Path) -> None:
    proof = certified(tmp_path, "penney", "--heads", "1/3")
    names = dict(re.findall(r"\(\* (\w+) \*\)\n +(?=\((\d+)%positive)", proof))
    states = {int(place): int(name) for name, place in names.items()}
    rules = penney.Rules(heads=Fraction(1, 3))
    gains: list[Gain] = [
        lambda game, is_last: is_last and not game.first,
        lambda game, is_last: is_last and game.first,
        lambda game, _: game.tosses,
    ]
    twin, times = re.subn(r"\[\[\(2, ", "[[(3, ", proof, count=1)
    assert times == 1
    for text, is_same in (proof, True), (twin, False):
        rows = rows_in(text)
        assert len(rows) == len(gains)
        for found, gain in zip(rows.values(), gains, strict=True):
            assert found[1,] == [[(1, 0, (next(n for n in states if states[n] == 1),))]]
            walk = walked_rows(1, step_of(penney.step, rules, gain))
            differing = differences(found, lambda state: states.get(state[0]), walk)
            assert (not differing) is is_same


@needs_coq
@pytest.mark.slow
def test_the_rows_of_an_exported_graph_are_those_of_the_walk(tmp_path: Path) -> None:
    """No state comes back, so that whole plays can be compared."""
    proof = certified(tmp_path, "shut-the-box", "--tiles", "4", "--optimal", "left <= 3")
    ((_, start),) = games_of(proof).values()
    rules = shut_the_box.Rules(tiles=4)
    gain: Gain = lambda game, is_last: is_last and game.left <= 3  # noqa: E731
    walk = walked_rows((1, 2, 3, 4), step_of(shut_the_box.step, rules, gain))
    root = int(start.removesuffix("%positive"))
    expected = {root: unfolded(walk, (1, 2, 3, 4))}
    twin = re.sub(r"\(1, \[1\]%Q, None\)", "(1, [0]%Q, None)", proof, count=1)
    assert twin != proof
    for text, is_same in (proof, True), (twin, False):
        (rows,) = rows_in(text).values()
        found = differences(rows, lambda state: root if state == (root,) else None, expected)
        assert (not found) is is_same
