"""The tree of a report: formulas as they are read, texts, numbers, labels, the appendix."""

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from montmort.games.errors import BadInput, UnknownName
from montmort.verification.reports.document import (
    Equation,
    InFull,
    Math,
    Paragraph,
    Ref,
    Section,
    blocks_of,
    text,
    with_appendix,
)
from montmort.verification.reports.formula import (
    Bracketed,
    Grid,
    Quotient,
    Row,
    Scripts,
    Symbol,
    of_matrix,
    of_value,
    read,
)
from montmort.verification.reports.numbers import Number, decimals, fixed
from tests.verification.reports.sample_report import FORMULAS, LONG, sample

FRACTIONS = st.fractions(min_value=-(10**6), max_value=10**6)


def letter(name: str) -> Symbol:
    return Symbol("letter", name)


def test_scripts_belong_to_the_bracket_before_them() -> None:
    inside = Row((letter("I"), Symbol("sign", "−"), letter("Q")))
    above = Row((Symbol("sign", "−"), Symbol("number", "1")))
    assert read("(I - Q)^{-1}") == Scripts(Bracketed("(", inside, ")"), None, above)


def test_brackets_need_not_be_of_one_kind() -> None:
    found = read(r"[0, 1)")
    assert isinstance(found, Bracketed)
    assert (found.left, found.right) == ("[", ")")


def test_a_grid_has_rows_and_cells() -> None:
    half = Quotient(Symbol("number", "1"), Symbol("number", "2"))
    one, zero = Symbol("number", "1"), Symbol("number", "0")
    assert read(of_matrix([[Fraction(1, 2), 0], [0, 1]])) == Grid(
        ((half, zero), (zero, one)), "pmatrix"
    )


@pytest.mark.parametrize("source", FORMULAS)
def test_the_sample_formulas_are_read(source: str) -> None:
    assert read(source)


@pytest.mark.parametrize(
    "source",
    ["(a", "a)", "{a", "a}", r"\nonsense", "x_1_2", r"\begin{pmatrix} 1", "a & b", "", "#",
     r"\begin{array} 1 \end{array}", r"\begin{cases} 1 \end{pmatrix}", r"\frac{1}", "_2",
     r"a \\ b"],
)  # fmt: skip
def test_unknown_notation_is_refused(source: str) -> None:
    if source == "":
        assert read(source) == Row(())
        return
    with pytest.raises(BadInput, match="formula"):
        read(source)


@given(FRACTIONS)
def test_a_value_is_a_formula(value: Fraction) -> None:
    digits = [part.text for part in _leaves(read(of_value(value))) if part.kind == "number"]
    parts = [abs(value.numerator)] + [value.denominator] * (value.denominator > 1)
    assert digits == [str(part) for part in parts]


def _leaves(node: object) -> list[Symbol]:
    if isinstance(node, Symbol):
        return [node]
    parts = node if isinstance(node, tuple) else vars(node).values()
    return [leaf for part in parts if not isinstance(part, str | bool) for leaf in _leaves(part)]


@given(FRACTIONS, st.integers(1, 12))
def test_decimals_are_cut_off(value: Fraction, places: int) -> None:
    shown = fixed(value, places)
    assert 0 <= abs(value) - abs(Fraction(shown.replace(",", ""))) < Fraction(1, 10**places)


@given(FRACTIONS, st.integers(1, 12))
def test_a_mark_shows_that_decimals_go_on(value: Fraction, places: int) -> None:
    shown = decimals(value, places)
    if "×" not in shown:
        assert (Fraction(shown.rstrip("…")) == value) == (not shown.endswith("…"))
        assert abs(abs(value) - abs(Fraction(shown.rstrip("…")))) < Fraction(1, 10**places)


@given(st.integers(1, 10**30), st.integers(4, 400))
def test_a_small_number_keeps_its_digits(top: int, power: int) -> None:
    value = Fraction(top, 10 ** (power + len(str(top))))
    shown, power_of_ten = decimals(value, 5).replace("\N{NO-BREAK SPACE}", " ").split(" × 10⁻")
    exponent = int(power_of_ten.translate(str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789")))
    first = Fraction(shown.rstrip("…")) / 10**exponent
    assert 1 <= Fraction(shown.rstrip("…")) < 10
    assert 0 <= value - first < Fraction(1, 10 ** (exponent + 5))


def test_every_numbered_part_has_its_number() -> None:
    report = sample()
    assert report.labels == {"main": "Theorem 1", "balance": "(1)", "chances": "Table 1",
                             "forest": "Figure 1"}  # fmt: skip
    assert "Table 2" in report.numbers.values()


def test_labels_are_unique_and_known() -> None:
    report = sample()
    twice = Section("Twice", (Equation(Math("x"), label="main"),))
    with pytest.raises(BadInput, match="'main'"):
        _ = replace(report, sections=(*report.sections, twice)).labels
    with pytest.raises(UnknownName, match="'nowhere'"):
        report.number_at(Ref("nowhere"))


def test_the_appendix_has_each_long_number_once_in_full() -> None:
    number = Number("the value", LONG, "montmort exact dice")
    report = sample()
    again = Section("Again", (Paragraph(text(number, " and ", number)),))
    whole = with_appendix(replace(report, sections=(*report.sections, again)))
    full = [block for block in blocks_of(whole.sections) if isinstance(block, InFull)]
    assert [(block.name, block.how) for block in full] == [("the value", "montmort exact dice")]
    top, bottom = full[0].digits.split("/")
    assert (int(top), int(bottom)) == (LONG.numerator, LONG.denominator)


def test_a_report_of_short_numbers_has_no_appendix() -> None:
    half = Section("A half", (Paragraph(text(Number("half", Fraction(1, 2), "look"))),))
    report = replace(sample(), sections=(half,))
    assert with_appendix(report) is report


def test_a_number_too_long_for_the_appendix_is_replaced_by_its_command() -> None:
    number = Number("huge", 10**30_000, "montmort exact dice")
    report = replace(sample(), sections=(Section("A number", (Paragraph(text(number)),)),))
    blocks = [block for block in blocks_of(with_appendix(report).sections)
            if isinstance(block, Paragraph)]  # fmt: skip
    assert blocks[-1].parts[-2:] == text("`montmort exact dice --json`", " prints them.")


def test_two_numbers_cannot_have_the_same_name() -> None:
    numbers = [Number("value", LONG + n, "look") for n in range(2)]
    report = replace(sample(), sections=(Section("Two", (Paragraph(text(*numbers)),)),))
    with pytest.raises(BadInput, match="'value'"):
        with_appendix(report)
