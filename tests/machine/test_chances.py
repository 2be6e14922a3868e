"""Chances of any length, and errors planted in the machinery, which its checks find."""

from fractions import Fraction

import pytest

from montmort.exact.graph import compiled_exploration, folding
from montmort.machine import assembly, programs, rows
from montmort.machine.refusal import CannotCompile
from tests.machine.laws import compiled_law, interpreted_law

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


def test_chances_of_1200_bits():
    found = compiled_law(many_bits)
    assert found == interpreted_law(many_bits)
    assert found.total.bit_length() > 1000


def test_share_is_called_and_grows(monkeypatch):
    monkeypatch.setattr(compiled_exploration, "BATCH", 2)
    seen: list[tuple[Fraction, int]] = []
    compiled_law(dice, watch=lambda share, paths: seen.append((share, paths)))
    assert seen == [(Fraction(1, 3), 2), (Fraction(2, 3), 4), (Fraction(8, 9), 6)]


def test_a_wrong_operation_is_found(monkeypatch):
    original = assembly.Assembly.checked

    def wrong(code, operation, a, b):
        return original(code, "ssub" if operation == "sadd" else operation, a, b)

    monkeypatch.setattr(assembly.Assembly, "checked", wrong)
    with pytest.raises(CannotCompile, match=r"weights below 0|picks otherwise"):
        compiled_law(dice, 1000)


def test_a_weight_off_by_one_is_found(monkeypatch):
    original, store = programs.pick_function, assembly.Assembly.store
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

    monkeypatch.setattr(programs, "pick_function", wrong)
    with pytest.raises(CannotCompile, match=r"picks otherwise|do not add up"):
        compiled_law(dice, 1000)
    assert len(stored) == 1


def test_a_dropped_word_of_the_result_is_found(monkeypatch):
    original = rows.Writer.word

    def dropped(writer, register):
        original(writer, "0")

    monkeypatch.setattr(rows.Writer, "word", dropped)
    with pytest.raises(CannotCompile, match=r"give .*\(\d, \d\).*, compiled .*\(0, 0\)"):
        compiled_law(dice, 1000)


def test_an_exploration_that_loses_a_branch_is_found(monkeypatch):
    original = folding.Folding.advance

    def short(found, most):
        found.memory.sums[0] += 1
        return original(found, most)

    monkeypatch.setattr(folding.Folding, "advance", short)
    monkeypatch.setattr(compiled_exploration, "BATCH", 3)
    with pytest.raises(CannotCompile, match="do not add up"):
        compiled_law(dice, 1000)
