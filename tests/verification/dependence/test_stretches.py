"""Fingerprints of stretches of plays."""

import math
import random
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from montmort.exact.law import Law
from montmort.verification.dependence.stretches import (
    LONGEST,
    NATS,
    fingerprints,
    kept,
    print_of,
    source_of,
    window_of,
)

DIE = Law(weights=dict.fromkeys(range(1, 7), 1))


def throws(number: int, seed: int = 1) -> list[int]:
    return random.Random(seed).choices(range(1, 7), k=number)


def prints(values: list[int], window: int = 36) -> set[int]:
    return {print_of(value) for value in kept(fingerprints(values, window, source=1))}


@pytest.mark.parametrize(
    "law",
    [
        DIE,
        Law(weights={0: 1, 1: 1}),
        Law(weights={0: 2, 1: 98}),
        Law(weights={0: 1}, total=3),  # its tail is the most likely outcome
        Law(weights={0: 2, 1: 1}, total=9),
    ],
)
def test_two_windows_are_equal_with_a_tiny_chance(law: Law[int]) -> None:
    most = max(*law.chances().values(), 1 - sum(law.chances().values()))
    window = window_of(law)
    assert window is not None
    assert window * math.log(most) <= -NATS < (window - 1) * math.log(most)


def test_a_law_that_is_too_uneven_has_no_window() -> None:
    assert window_of(Law(weights={0: 1})) is None
    assert window_of(Law(weights={0: 999, 1: 1})) is None
    assert window_of(Law.of({0: Fraction(98, 100), 1: Fraction(2, 100)})) is not None
    assert LONGEST == 4096


@given(before=st.integers(0, 300), seed=st.integers(0, 50))
def test_a_stretch_has_the_same_fingerprints_at_another_place(before: int, seed: int) -> None:
    stretch = throws(3_000, seed)
    moved = [*throws(before, seed + 1000), *stretch, *throws(50, seed + 2000)]
    common = prints(stretch) & prints(moved)
    assert len(common) >= len(prints(stretch)) - 1  # the first window is kept at a start only
    assert common


def test_about_one_window_in_256_is_kept() -> None:
    assert 300 < len(prints(throws(100_000))) < 480


@given(number=st.integers(0, 2_000), window=st.integers(1, 40), more=st.integers(0, 200))
def test_every_play_is_counted_once_and_the_first_plays_count_as_in_the_whole(
    number: int, window: int, more: int
) -> None:
    plays = throws(number + more)
    whole, part = (fingerprints(plays[:n], window, 3) for n in (number + more, number))
    assert sum(part.values()) == number
    assert all(count <= whole.get(value, 0) for value, count in part.items())
    assert {source_of(value) for value in kept(whole)} <= {3}


def test_the_first_window_is_always_kept() -> None:
    plays = throws(36)
    assert len(prints(plays)) == 1
    assert prints(plays) == prints([*plays, 1, 1, 1]) or len(prints([*plays, 1, 1, 1])) > 1
    assert prints(plays[:35]) == set()


@pytest.mark.parametrize(("number", "times"), [(3, 0), (4, 1), (7, 1), (8, 2), (11, 2), (12, 3)])
def test_a_window_does_not_repeat_one_with_which_it_overlaps(number: int, times: int) -> None:
    value = 0
    while max(kept(fingerprints([value] * 40, 4, 0)).values()) == 1:
        value += 1  # the first value whose windows are all kept
    assert sum(kept(fingerprints([value] * number, 4, 0)).values()) == times


def test_values_of_any_size_have_fingerprints() -> None:
    plays = [-(2**70), 2**90, 0, -1] * 3
    (found,) = prints(plays[:4], window=4)
    assert found in prints([*plays[:4], 5], window=4)
    assert found not in prints([-(2**70), 2**90, 0, -2], window=4)
