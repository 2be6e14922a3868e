"""Chances of any length, and errors planted in the machinery, which its checks find."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from montmort.exact.compiled import assembly, law, machine, rows
from montmort.exact.compiled.law import compiled_law
from montmort.exact.compiled.limbs import add, divide, integers, multiply, remainder
from montmort.exact.compiled.refusal import CannotCompile
from montmort.exact.merged_results import MergedResults
from montmort.exact.paths import Walker

LARGE = 10**18 + 9


def many_bits(chance) -> int:
    """Twenty picks of 60 bits each, with only 21 paths."""
    for number in range(20):
        if chance.pick([LARGE, 7 + number]):
            return number
    return 20


def dice(chance) -> tuple[int, int]:
    first = chance.pick([1, 2, 3])
    return first, chance.pick([1] * (first + 1))


def weights(function) -> tuple[list, int]:
    merged = MergedResults()
    merged.add(compiled_law(function, 1000).chances)
    return merged.lowest_terms()


def test_chances_of_1200_bits_restart_with_more_limbs():
    found, total = weights(many_bits)
    assert (found, total) == Walker().weigh(many_bits)
    assert total.bit_length() > 1000


def test_chances_in_lowest_terms_are_the_same(monkeypatch):
    monkeypatch.setattr(law, "MANY", 0)
    assert weights(many_bits) == Walker().weigh(many_bits)
    assert weights(dice) == Walker().weigh(dice)


def test_share_is_called_and_grows(monkeypatch):
    monkeypatch.setattr(law, "BATCH", 2)
    monkeypatch.setattr(law, "FIRST", 2)
    seen: list[tuple[Fraction, int]] = []
    compiled_law(dice, 1000, lambda share, paths: seen.append((share, paths)))
    assert seen == [(Fraction(1, 2), 2), (Fraction(7, 9), 4)]


big = st.integers(0, 2**190)
word = st.integers(0, 2**63 - 1)
small = st.integers(1, 2**32 - 1)


def limbs(*values: int) -> np.ndarray:
    return np.array([[v >> 64 * k & 2**64 - 1 for k in range(3)] for v in values], np.uint64)


@given(big, word)
def test_products(value, factor):
    numbers = limbs(value, 0)
    fits = multiply(numbers, 0, 1, factor)
    assert fits == (value * factor < 2**192)
    if fits:
        assert integers(numbers) == [value, value * factor]


@given(st.integers(0, 2**192 - 1), st.integers(0, 2**192 - 1))
def test_sums(a, b):
    numbers = limbs(a, b)
    assert add(numbers, 0, numbers, 1) == (a + b < 2**192)
    assert integers(numbers) == [(a + b) % 2**192, b]


@given(st.integers(0, 2**192 - 1), small)
def test_quotients(value, divisor):
    numbers = limbs(value)
    assert remainder(numbers, 0, divisor) == value % divisor
    divide(numbers, 0, divisor)
    assert integers(numbers) == [value // divisor]


def test_a_wrong_operation_is_found(monkeypatch):
    original = assembly.Assembly.checked

    def wrong(code, operation, a, b):
        return original(code, "ssub" if operation == "sadd" else operation, a, b)

    monkeypatch.setattr(assembly.Assembly, "checked", wrong)
    with pytest.raises(CannotCompile, match=r"weights below 0|picks otherwise"):
        compiled_law(dice, 1000)


def test_a_weight_off_by_one_is_found(monkeypatch):
    original, store = machine.pick_function, assembly.Assembly.store
    stored: list[str] = []

    def off_by_one(code, address, place, register):
        if str(place).startswith("%") and not stored:  # the copy of a weight
            stored.append(register)
            register = code.simple("add", register, "1")
        store(code, address, place, register)

    def wrong() -> str:
        with monkeypatch.context() as inside:
            inside.setattr(assembly.Assembly, "store", off_by_one)
            return original()

    monkeypatch.setattr(machine, "pick_function", wrong)
    with pytest.raises(CannotCompile, match="picks otherwise"):
        compiled_law(dice, 1000)
    assert len(stored) == 1


def test_a_dropped_word_of_the_result_is_found(monkeypatch):
    original = rows.Writer.word

    def dropped(writer, register):
        original(writer, "0")

    monkeypatch.setattr(rows.Writer, "word", dropped)
    with pytest.raises(CannotCompile, match=r"give \(\d, \d\), compiled \(0, 0\)"):
        compiled_law(dice, 1000)


def test_an_enumeration_that_loses_a_branch_is_found(monkeypatch):
    original = law.Paths.advance

    def short(paths, most):
        status = original(paths, most)
        paths.sums[0] = 0
        return status

    monkeypatch.setattr(law.Paths, "advance", short)
    with pytest.raises(CannotCompile, match="do not sum to 1"):
        compiled_law(dice, 1000)
