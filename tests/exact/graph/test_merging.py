"""Rows of words are numbered as a dictionary numbers tuples, whatever room there is."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from montmort.exact.graph.merging import NO_ROOM, LazyRows, Rows, add_row, hash_of

pytest.importorskip("numba")
ROWS = st.lists(st.lists(st.sampled_from([0, 1, -1, 2**62, -(2**63)]), max_size=4), max_size=40)


def add(rows: Rows, row: list[int]) -> int:
    """Add a row that stands behind another word."""
    words = np.array([7, *row, 9], np.int64)
    return add_row(rows.table(), words, 1, len(row))


def small(slots: int = 2, words: int = 1, starts: int = 2) -> Rows:
    return Rows(*(np.zeros(size, np.int64) for size in (slots, words, starts, 1)))


@given(ROWS)
def test_equal_rows_have_one_number(found: list[list[int]]) -> None:
    rows, numbers = small(), dict[tuple[int, ...], int]()
    for row in found:
        rows.ensure(1, len(row))
        assert add(rows, row) == numbers.setdefault(tuple(row), len(numbers))
    assert len(rows) == len(numbers)
    assert rows.lists() == [*map(list, numbers)]
    assert [rows.row(number).tolist() for number in numbers.values()] == rows.lists()


@given(ROWS)
def test_rows_that_meet_at_one_slot_are_told_apart(found: list[list[int]]) -> None:
    rows = small(slots=128, words=1000, starts=100)
    rows.ensure(40, 160)
    assert (rows.slots.size, rows.words.size, rows.starts.size) == (128, 1000, 100)
    numbers: dict[tuple[int, ...], int] = {}
    for row in found:
        assert add(rows, row) == numbers.setdefault(tuple(row), len(numbers))


@pytest.mark.parametrize(
    ("slots", "words", "starts", "most"), [(8, 90, 90, 4), (64, 6, 90, 3), (64, 90, 4, 3)]
)
def test_there_is_room_up_to_the_last_word(slots: int, words: int, starts: int, most: int) -> None:
    """Half of the slots are used, and one more start than there are rows."""
    rows = small(slots, words, starts)
    assert [add(rows, [0, k]) for k in range(most + 2)] == [*range(most), NO_ROOM, NO_ROOM]
    assert [add(rows, [0, k]) for k in range(most)] == [*range(most)]
    rows.ensure(1, 2)
    assert add(rows, [5, 5]) == most
    assert [add(rows, [0, k]) for k in range(most)] == [*range(most)]


@pytest.mark.parametrize("most", [1, 4])
def test_room_is_made_once_for_many(most: int) -> None:
    rows = small()
    rows.ensure(most, 2 * most)
    sizes = rows.slots.size, rows.words.size, rows.starts.size
    assert sizes == {1: (2, 4, 2), 4: (16, 16, 10)}[most]
    assert [add(rows, [0, k]) for k in range(most)] == [*range(most)]
    rows.ensure(0, 0)
    assert (rows.slots.size, rows.words.size, rows.starts.size) == sizes


def test_hashes_are_spread_and_above_0() -> None:
    words = np.array([[k, -k] for k in range(512)], np.int64).ravel()
    hashes = [hash_of(words, 2 * k, 2) for k in range(512)]
    assert min(hashes) >= 0
    assert len({value & 4095 for value in hashes}) > 440  # 481 are expected
    assert hash_of(words, 0, 1) != hash_of(words, 0, 2)


def test_values_are_decoded_when_they_are_looked_up() -> None:
    rows, seen = Rows(), []
    for k in range(3):
        add(rows, [k, k])

    def decode(words: object) -> tuple[int, ...]:
        seen.append(tuple(words))  # type: ignore[call-overload]
        return seen[-1]

    values = LazyRows(rows, decode)
    assert (values[1], values[-1], values[1]) == ((1, 1), (2, 2), (1, 1))
    assert seen == [(1, 1), (2, 2)]
    assert (len(values), values[:2]) == (3, [(0, 0), (1, 1)])
    with pytest.raises(IndexError):
        values[3]
