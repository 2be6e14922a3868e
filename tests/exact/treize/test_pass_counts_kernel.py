"""The compiled kernel against the sweep without a compiler."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from montmort.exact.treize.pass_counts import count_passes


@pytest.mark.parametrize("deck", [(2, 1), (2, 2), (2, 33), (3, 9), (12, 1), (5, 8), (13, 4)])
def test_both_counters_count_the_same(deck: tuple[int, int]) -> None:
    assert count_passes(*deck, counter="kernel") == count_passes(*deck, counter="sweep")


@settings(max_examples=10)
@given(st.integers(2, 9), st.integers(1, 7))
def test_both_counters_count_the_same_on_any_deck(ranks: int, suits: int) -> None:
    test_both_counters_count_the_same((ranks, suits))


@pytest.mark.slow
@pytest.mark.parametrize("deck", [(13, 8), (4, 30)])
def test_both_counters_count_the_same_on_long_decks(deck: tuple[int, int]) -> None:
    test_both_counters_count_the_same(deck)
