"""The arrays of the page give what numpy gives, or refuse."""

import importlib.util
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

HERE = Path(__file__).parents[2] / "docs/browser/python/numpy/__init__.py"
SMALL = st.integers(-9, 9)
ROWS = st.lists(SMALL, max_size=8)
FULL = st.lists(SMALL, min_size=1, max_size=8)
MATRICES = st.integers(1, 4).flatmap(
    lambda width: st.lists(st.lists(SMALL, min_size=width, max_size=width), min_size=1, max_size=4)
)


def arrays_of_the_page() -> ModuleType:
    """Return the page's numpy under another name."""
    spec = importlib.util.spec_from_file_location("page_numpy", HERE)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["page_numpy"] = module
    spec.loader.exec_module(module)
    return module


PAGE = arrays_of_the_page()


def listed(value: Any) -> Any:
    if isinstance(value, tuple | list):
        return [listed(each) for each in value]
    return value.tolist() if hasattr(value, "tolist") else value


def same(function: Any) -> None:
    """Assert that both give the same values."""
    assert listed(function(PAGE)) == listed(function(np))


@given(FULL, st.integers(1, 5))
def test_functions_of_a_row(row: list[int], divisor: int) -> None:
    counts = [abs(x) for x in row]
    for function in (
        lambda m: m.unique(m.array(row), return_index=True, return_inverse=True),
        lambda m: m.unique(m.array(row), return_counts=True),
        lambda m: m.argsort(m.array(row), kind="stable"),
        lambda m: m.lexsort((m.array(row), m.array(counts))),
        lambda m: m.cumsum(m.array(row)),
        lambda m: m.diff(m.array(row), prepend=-1),
        lambda m: m.repeat(m.array(row), m.array(counts)),
        lambda m: m.bincount(m.array(counts), minlength=3),
        lambda m: m.bincount(m.array(counts), m.array(row)),
        lambda m: m.divmod(m.array(row), divisor),
        lambda m: m.where(m.array(row) > 0, m.array(row), 0),
        lambda m: m.flatnonzero(m.array(row)),
        lambda m: m.searchsorted(m.sort(m.array(row)), m.array(counts)),
        lambda m: m.searchsorted(m.sort(m.array(row)), divisor, side="right"),
        lambda m: m.add.reduceat(m.array(row), m.arange(0, len(row), divisor)),
        lambda m: m.split(m.array(row), m.array([len(row) // 2])),
        lambda m: m.append(m.array(row), divisor),
        lambda m: m.delete(m.array(row), m.array([0])),
        lambda m: m.minimum(m.array(row), divisor),
        lambda m: (m.array(row).max(), m.array(row).min(), m.array(row).sum()),
        lambda m: (m.array(row) % divisor, m.array(row) // divisor, -m.array(row)),
        lambda m: (m.array(row) == divisor, ~(m.array(row) < 0), abs(m.array(row))),
    ):
        same(function)


@given(ROWS)
def test_rows_that_may_be_empty(row: list[int]) -> None:
    same(lambda m: m.unique(m.array(row, dtype=m.int64)))
    same(lambda m: (m.array(row, dtype=m.int64) > 0).any())
    same(lambda m: m.concatenate([m.array(row, dtype=m.int64), m.array([1])]))


@given(MATRICES, SMALL)
def test_matrices(rows: list[list[int]], number: int) -> None:
    last = len(rows) - 1
    for function in (
        lambda m: m.array(rows).T,
        lambda m: m.array(rows).sum(axis=0),
        lambda m: m.array(rows).sum(axis=1),
        lambda m: m.array(rows).max(axis=1),
        lambda m: m.array(rows)[:, 0],
        lambda m: m.array(rows)[last, ::-1],
        lambda m: m.array(rows)[m.array([last, 0])],
        lambda m: m.array(rows)[:, m.array([0, 0])],
        lambda m: m.array(rows)[m.array(rows) > number],
        lambda m: m.array(rows) + m.array(rows)[0],
        lambda m: m.array(rows)[:, :1] * m.array(rows)[0],
        lambda m: m.array(rows)[0][:, None] - number,
        lambda m: m.array(rows) @ m.array(rows).T,
        lambda m: m.pad(m.array(rows), ((0, 0), (0, 1))),
        lambda m: m.stack([m.array(rows[0]), m.array(rows[0])], axis=1),
        lambda m: m.array(rows).reshape(-1),
        lambda m: m.any(m.array(rows) > number, axis=0),
        lambda m: m.einsum("v,vj->j", m.ones(len(rows)), m.array(rows).astype(float)),
    ):
        same(function)


@given(MATRICES, SMALL)
def test_what_is_written_to_a_part_is_written_to_the_whole(
    rows: list[list[int]], number: int
) -> None:
    def written(m: Any) -> Any:
        whole = m.array(rows)
        part = whole[:1]
        whole[:, :1] += number
        part[0] = whole[-1] * 2
        column = whole.T[0]
        whole[whole < number] = number
        return whole, part, column, part.copy()

    same(written)


@given(MATRICES, ROWS)
def test_sums_at_repeated_places(rows: list[list[int]], places: list[int]) -> None:
    def summed(m: Any) -> Any:
        whole, at = m.array(rows), [place % len(rows) for place in places]
        m.add.at(whole, m.array(at, dtype=m.int64), m.array(places, dtype=m.int64)[:, None])
        return whole

    same(summed)


@given(st.lists(st.floats(1e-6, 500), min_size=1, max_size=6))
def test_floats(row: list[float]) -> None:
    for name in ("log", "log1p", "sqrt", "exp", "log2", "rint"):
        ours, numpys = getattr(PAGE, name)(PAGE.array(row)), getattr(np, name)(np.array(row))
        assert ours.tolist() == pytest.approx(numpys.tolist(), rel=1e-13)
    assert PAGE.array(row).mean() == pytest.approx(np.array(row).mean(), rel=1e-13)
    same(lambda m: 1 / m.array(row))


def test_integers_do_not_wrap_around() -> None:
    largest = PAGE.array([2**63 - 1])
    with pytest.raises(OverflowError, match="does not fit int64"):
        largest + 1
    with pytest.raises(OverflowError, match="does not fit int64"):
        PAGE.array([2**62, 2**62]).sum()
    with pytest.raises(OverflowError, match="does not fit uint8"):
        PAGE.array([300], dtype=PAGE.uint8)
    assert (largest.astype(object) + 1).tolist() == [2**63]


def test_what_is_not_there_is_refused() -> None:
    with pytest.raises(AttributeError, match="no attribute 'fft'"):
        getattr(PAGE, "fft")  # noqa: B009
    with pytest.raises(ValueError, match="no sum"):
        PAGE.einsum("ij,jk", PAGE.ones(2), PAGE.ones(2))
    with pytest.raises(ValueError, match="do not fit"):
        PAGE.ones(2) + PAGE.ones(3)
    with pytest.raises(IndexError, match="out of bounds"):
        PAGE.ones((2, 2))[2, 0]
