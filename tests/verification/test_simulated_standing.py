"""The chances after n plays by simulation, against the exact ones and totals by hand."""

from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from montmort import Law, ParSheet
from montmort.exact import repeated_plays
from montmort.exact.repeated_plays import standing
from montmort.games.errors import BadInput, TooLarge
from montmort.verification import simulated_standing as simulation
from montmort.verification.par_sheets import answers_of, has_simulated_rows
from montmort.verification.simulated_standing import SimulatedStanding, simulated_standing

RED = Law(weights={-1: 20, 1: 18})
SLOT = Law(weights={-1: 60, 0: 25, Fraction(7, 3): 10, 12: 1})
HUGE = Law(weights={-(10**30): 1, 0: 1, 10**30: 1})
MANY = Law(weights={k - 30: 1 for k in range(60)})


@pytest.mark.parametrize(
    ("law", "plays"), [(RED, 1), (RED, 100), (SLOT, 7), (SLOT, 300), (HUGE, 10), (MANY, 3)]
)
def test_the_intervals_hold_the_exact_chances(
    law: Law[Any], plays: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(simulation, "TOTALS", 2**14)
    monkeypatch.setattr(simulation, "CELLS", 2**12)  # in several parts
    found = simulated_standing(law, plays, seed=5)
    assert found.totals == 2**14
    for name, chance in zip(simulation.NAMES, standing(law, plays), strict=True):
        assert isinstance(chance, Fraction)
        low, high = found.interval(name)
        assert low <= chance <= high <= low + Fraction(1, 25)


def test_totals_are_compared_with_0_exactly() -> None:
    # 1/3 three times and -1 once is 0; in doubles 10^30 + 1 - 10^30 would be
    counts = np.array([[3, 1, 0], [0, 0, 2], [0, 1, 1], [2, 0, 0]])
    assert [*simulation._signs(counts, [1, -3, 0], 4)] == [0, 0, -1, 1]
    counts = np.array([[1, 1, 1], [1, 1, 0], [0, 1, 1], [0, 0, 3]])
    units = [10**30, -(10**30), 1]
    assert [*simulation._signs(counts, units, 3)] == [1, 0, -1, 1]


def test_the_same_seed_draws_the_same_totals(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(simulation, "TOTALS", 2**10)
    first, again, other = (simulated_standing(SLOT, 50, seed) for seed in (3, 3, 4))
    assert first == again
    assert first.counts != other.counts


def test_the_interval_is_wider_by_what_doubles_lose() -> None:
    few = SimulatedStanding(plays=1, counts=(50, 0, 50), values=2, seed=1).interval("ahead")
    many = SimulatedStanding(plays=2**51, counts=(50, 0, 50), values=2, seed=1).interval("ahead")
    assert few[0] > 0
    assert many == (0, 1)  # 2^51 times 4 times 2^-54 is 1/2


def test_all_intervals_of_a_row_hold_together() -> None:
    row = SimulatedStanding(plays=9, counts=(20, 10, 70), values=2, seed=8).answers()
    assert (row["method"], row["totals"], row["seed"]) == ("simulated", 100, 8)
    assert row["confidence"] == Fraction(99, 100)
    assert row["ahead"]["estimate"] == Fraction(7, 10)
    low, high = row["even"]["interval"]
    assert low < Fraction(1, 10) < high


def test_a_row_that_is_refused_is_simulated(monkeypatch: pytest.MonkeyPatch) -> None:
    sheet = ParSheet(net=SLOT)
    assert not has_simulated_rows(answers_of(sheet, [2, 50_000]))
    methods = [row["method"] for row in answers_of(sheet, [2, 50_000])["after"].values()]
    assert methods == ["exact", "bounds"]
    monkeypatch.setattr(repeated_plays, "MOST_COEFFICIENTS", 100)
    found = answers_of(sheet, [2, 50_000], seed=2)
    assert has_simulated_rows(found)
    assert found["after"][2]["method"] == "exact"
    row = found["after"][50_000]
    assert row == {
        **simulated_standing(SLOT, 50_000, 2).answers(),
        "rtp_90": sheet.rtp_interval(90, 50_000),
        "rtp_95": sheet.rtp_interval(95, 50_000),
    }


def test_a_law_with_a_tail_stays_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    net = Law(weights={-1: 1, 1: 1}, total=3)
    sheet = ParSheet(net=net, moments=(Fraction(0), Fraction(1)))
    monkeypatch.setattr(repeated_plays, "MOST_BITS", 0)
    monkeypatch.setattr(repeated_plays, "MOST_COEFFICIENTS", 10)
    assert "refused" in answers_of(sheet, [1000])["after"][1000]
    with pytest.raises(TooLarge, match="not known"):
        simulated_standing(net, 5)


@pytest.mark.parametrize(("plays", "seed"), [(0, 1), (1, -1), (2.0, 1)])
def test_bad_numbers_are_refused(plays: Any, seed: Any) -> None:
    with pytest.raises(BadInput):
        simulated_standing(RED, plays, seed)
