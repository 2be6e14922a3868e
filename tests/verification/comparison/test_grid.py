"""A grid of points: every point is judged by the functions of the symbols, with one budget."""

from fractions import Fraction
from functools import partial
from typing import Any, NamedTuple

import pytest
import sympy

from montmort.games.chance import Chance, coin
from montmort.games.errors import BadInput
from montmort.games.experiment import Experiment
from montmort.verification import Decision, crosscheck, crosscheck_grid
from montmort.verification.comparison import grid
from montmort.verification.verdicts.decision import Levels

p, A = sympy.symbols("p A")
THIRD = Fraction(1, 3)
FEW = {"plays": 4096, "seed": 1713, "workers": 1, "margin": Fraction(1, 2)}


class Race(NamedTuple):
    won: bool
    tosses: int


def step(rules: object, score: int, chance: Chance, table: object) -> Any:
    score += 1 if coin(chance, p) else -1  # type: ignore[arg-type]
    return (None if abs(score) == 2 else score), Race(score == 2, 1)


DUEL = Experiment[Any, int, Race](name="duel", outcome=Race, start=lambda *_: 0, step=step)
POINTS = [{p: Fraction(k, 10)} for k in (3, 5, 7)]


def test_every_point_is_judged_as_by_itself_but_for_its_share_of_the_budget() -> None:
    found = crosscheck_grid(play=DUEL, points=POINTS, **FEW)
    assert found.decision is Decision.CONSISTENT
    assert found.levels == Levels()
    for point, result in zip(POINTS, found.results, strict=True):
        alone = crosscheck(play=DUEL, at=point, **FEW)
        assert result.tally == alone.tally
        assert dict(result.laws) == dict(alone.laws)
        assert {verdict.levels.reject for verdict in result.verdicts} == {1e-6 / 3}
        assert {verdict.levels.accept for verdict in result.verdicts} == {0.01}


def test_the_budget_is_that_of_the_caller() -> None:
    levels = Levels(reject=0.03, accept=0.1)
    found = crosscheck_grid(play=DUEL, points=POINTS, levels=levels, **FEW)
    assert found.levels == levels
    assert found.results[0].verdicts[0].levels == Levels(reject=0.03 / 3, accept=0.1)


def test_an_error_at_one_point_is_found_and_named(monkeypatch: pytest.MonkeyPatch) -> None:
    laws_at = grid._laws_at

    def wrong(functions: Any, point: Any) -> Any:
        moved = {p: Fraction(2, 5)} if point == POINTS[1] else point
        return laws_at(functions, moved)

    monkeypatch.setattr(grid, "_laws_at", wrong)
    found = crosscheck_grid(play=DUEL, points=POINTS, **FEW)
    assert [result.decision.value for result in found.results] == [
        "CONSISTENT",
        "INCONSISTENT",
        "CONSISTENT",
    ]
    assert found.decision is Decision.INCONSISTENT
    (line,) = [line for line in str(found).splitlines() if ": INCONSISTENT: won" in line]
    assert line.startswith("at p = 1/2: ")


def test_functions_that_do_not_give_the_laws_are_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    def wrong(experiment: Any, rules: Any, **how: Any) -> Any:
        found = grid_laws(experiment, rules, **how)
        object.__setattr__(found.fields["won"], "mean", p)  # type: ignore[union-attr]
        return found

    grid_laws = grid.symbolic_laws
    monkeypatch.setattr(grid, "symbolic_laws", wrong)
    with pytest.raises(ArithmeticError, match="won at p = 3/10: p is not 9/58"):
        crosscheck_grid(play=DUEL, points=POINTS, **FEW)


def test_an_interrupted_grid_is_not_consistent(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[Any] = []

    def stop(point: Any, result: Any) -> None:
        seen.append(point)
        if len(seen) == 2:
            object.__setattr__(result, "interrupted", True)

    found = crosscheck_grid(play=DUEL, points=POINTS, played=stop, **FEW)
    assert (seen, len(found.results), found.interrupted) == (POINTS[:2], 2, True)
    assert found.decision is Decision.INCONCLUSIVE


def test_symbols_get_numbers_in_a_crosscheck() -> None:
    toss = partial(coin, heads=p)
    found = crosscheck(play=toss, at={p: THIRD}, **FEW)
    assert found.laws["value"].mean() == THIRD  # type: ignore[union-attr]
    assert found.experiment == "coin at p = 1/3"
    with pytest.raises(BadInput, match="has the symbols p; give them numbers with at="):
        crosscheck(play=toss, **FEW)


@pytest.mark.parametrize(
    ("how", "sentence"),
    [
        ({"points": []}, "a grid needs a point or more"),
        ({"points": [{p: Fraction(1, 2)}, {p: Fraction(3, 2)}]}, r"p = 3/2: the conditions .* do"),
        ({"points": [{A: 1}]}, "there is no symbol A here"),
        ({"points": [{}]}, "leaves out the symbols p"),
        ({"points": [{p: A}]}, "a point has A for p, which is no number"),
        ({"points": [{p: 0.5}]}, "0.5 for p is not exact"),
        ({"points": POINTS, "exact": {}}, "exact= does not go with a grid"),
        ({"points": POINTS, "play": lambda chance: coin(chance, THIRD)}, "has no symbols"),
        ({"points": POINTS, "play": None}, "nothing to compare"),
    ],
)
def test_bad_grids(how: dict[str, Any], sentence: str) -> None:
    with pytest.raises(BadInput, match=sentence):
        crosscheck_grid(**{"play": DUEL, **FEW, **how})
