"""Tallies: what can be added, what cannot, and the values computed from a tally."""

import statistics
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from montmort.games.errors import BadInput, InvalidCounts, UnknownName
from montmort.montecarlo.tally import Tally

VALUES = st.lists(st.integers(-(10**20), 10**20), min_size=1, max_size=30)


def tally_of(values, experiment="aa", joint=False):
    """Count `values` one by one: the slow, obvious way."""
    double = [2 * v for v in values]
    pairs = list(zip(values, double, strict=True))
    return Tally(
        experiment=experiment,
        label="numbers",
        plays=len(values),
        histograms={
            "x": {v: values.count(v) for v in values},
            "y": {v: double.count(v) for v in double},
        },
        joint={("x", "y"): {p: pairs.count(p) for p in pairs}} if joint else {},
    )


@given(VALUES, VALUES, st.booleans())
def test_sum_of_tallies_is_tally_of_all_plays(one, other, joint):
    total = tally_of(one, joint=joint) + tally_of(other, joint=joint)
    assert total == tally_of(one + other, joint=joint)
    assert repr(total) == repr(tally_of(other + one, joint=joint))


@given(VALUES)
def test_moments_equal_the_standard_library_on_fractions(values):
    tally = tally_of(values)
    assert tally.mean("x") == statistics.mean(map(Fraction, values))
    assert tally.variance("x") == statistics.pvariance(map(Fraction, values))
    assert tally.frequency("x", values[0]) == Fraction(values.count(values[0]), len(values))
    assert tally.frequency("x", 10**21) == 0


def test_repr_rebuilds():
    tally = tally_of([1, 1, 2], joint=True)
    assert eval(repr(tally)) == tally


def test_input_counts_are_copied():
    counts = {"x": {1: 1}}
    tally = Tally(experiment="aa", plays=1, histograms=counts)
    counts["x"][1] = 7
    assert tally.histogram("x") == {1: 1}


def test_tallies_of_different_experiments_cannot_be_added():
    with pytest.raises(BadInput, match=r"numbers \[aa\] and of numbers \[bb\].*different experim"):
        tally_of([1]) + tally_of([1], experiment="bb")


def test_tallies_of_different_fields_or_groups_cannot_be_added():
    with pytest.raises(BadInput, match="joint histograms of"):
        tally_of([1], joint=True) + tally_of([1])
    with pytest.raises(BadInput, match="cannot add tallies of"):
        tally_of([1]) + Tally(experiment="aa", plays=1, histograms={"x": {1: 1}})


def test_adding_something_else_is_a_type_error():
    with pytest.raises(TypeError):
        tally_of([1]) + 1


@pytest.mark.parametrize(
    ("plays", "histogram", "words"),
    [
        (2, {1: 1}, "sum to 1, not plays=2"),
        (1, {1: 1, 2: 0}, "counted 0 times"),
        (1, {1: 2, 2: -1}, "counted -1 times"),
        (1, {1: 1.0}, r"counted 1\.0 times"),
        (1, {1: True}, "counted True times"),
        (1, {1.5: 1}, r"1\.5 is not an integer"),
        (1, {float("nan"): 1}, "nan is not an integer"),
        (0, {}, "plays=0"),
        (True, {1: 1}, "plays=True"),
    ],
)
def test_impossible_counts(plays, histogram, words):
    with pytest.raises(InvalidCounts, match=words):
        Tally(experiment="aa", plays=plays, histograms={"x": histogram})


@pytest.mark.parametrize("counts", [{(1,): 1}, {(1, 2): 2}, {(1, 2.5): 1}])
def test_impossible_joint_counts(counts):
    with pytest.raises(InvalidCounts, match="'x', 'y'"):
        Tally(
            experiment="aa",
            plays=1,
            histograms={"x": {1: 1}, "y": {2: 1}},
            joint={("x", "y"): counts},
        )


def test_an_unknown_field_lists_the_known_ones():
    with pytest.raises(UnknownName, match="'z' was counted; there are x, y"):
        tally_of([1]).mean("z")


def test_a_tally_as_text():
    assert str(tally_of([1, 2])) == "numbers: 2 plays, mean x 1.5, mean y 3"
