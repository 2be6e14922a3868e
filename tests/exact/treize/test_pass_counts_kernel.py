"""The compiled sweep against the one without a compiler; and who is asked when."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from montmort.exact.treize import answers as treize
from montmort.exact.treize import pass_counts as treize_passes
from montmort.exact.treize import pass_counts_kernel as treize_kernel


@pytest.mark.parametrize("deck", [(2, 1), (2, 2), (2, 33), (3, 9), (12, 1), (5, 8), (13, 4)])
def test_both_sweeps_count_the_same(deck: tuple[int, int]) -> None:
    assert _trimmed(treize_kernel.count_passes(*deck)) == _trimmed(
        treize_passes.count_passes(*deck)
    )


@settings(max_examples=25)
@given(st.integers(2, 9), st.integers(1, 7))
def test_both_sweeps_count_the_same_on_any_deck(ranks: int, suits: int) -> None:
    test_both_sweeps_count_the_same((ranks, suits))


@pytest.mark.slow
@pytest.mark.parametrize("deck", [(20, 4), (13, 8), (30, 2), (4, 30)])
def test_both_sweeps_count_the_same_on_long_decks(deck: tuple[int, int]) -> None:
    test_both_sweeps_count_the_same(deck)


def _trimmed(counts: treize_passes.PassCounts) -> tuple[object, ...]:
    """Return the counts without the zeros behind the last possible number of points."""

    def trim(row: tuple[int, ...]) -> tuple[int, ...]:
        last = max((k for k, orders in enumerate(row) if orders), default=-1)
        return row[: last + 1]

    return (
        counts.orders,
        [[trim(by_points) for by_points in row] for row in counts.survive],
        [trim(row) for row in counts.loss_points],
        counts.loss_place,
    )


def test_the_kernel_comes_in_when_counting_without_it_has_cost_as_much(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(treize, "_waited", 0.0)
    assert treize._counter(0.4) is treize_passes.count_passes
    assert treize._counter(treize.TO_COMPILE) is treize_kernel.count_passes
    for _ in range(20):
        treize._counter(0.4)
    assert treize._counter(0.4) is treize_kernel.count_passes
