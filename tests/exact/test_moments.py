"""Moments are exact and possible."""

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from montmort.exact.law import Law
from montmort.exact.moments import Moments
from montmort.games.errors import BadInput

COIN: dict[str, Any] = {"mean": Fraction(1, 2), "variance": Fraction(1, 4), "low": 0, "high": 1}


@given(st.dictionaries(st.integers(-9, 9), st.integers(1, 5), min_size=1))
def test_the_moments_of_every_law_are_possible(weights: dict[int, int]) -> None:
    law = Law(weights=weights)
    low, high = min(weights), max(weights)
    found = Moments(mean=law.mean(), variance=law.variance(), low=low, high=high)
    assert (found.mean, found.variance) == (law.mean(), law.variance())


@pytest.mark.parametrize(
    "change",
    [
        {"mean": 0.5},
        {"mean": None},
        {"mean": True},
        {"variance": 0.25},
        {"low": 0.0},
        {"high": Fraction(1)},
        {"mean": 2},
        {"variance": Fraction(26, 100)},  # a coin has the largest variance on 0 to 1
        {"variance": Fraction(-1, 4)},
        {"low": 2},
    ],
)
def test_impossible_or_inexact_moments_are_refused(change: dict[str, Any]) -> None:
    assert Moments(**COIN)
    with pytest.raises(BadInput):
        Moments(**COIN | change)


def test_an_unknown_variance_is_none_and_named_so() -> None:
    known = Moments(mean=Fraction(0), low=-1, high=1)
    assert known.variance is None
    assert str(known) == "mean 0, variance unknown, from -1 to 1"
    with pytest.raises(BadInput, match="variance unknown"):
        Moments(mean=Fraction(2), low=-1, high=1)
