"""The PDF writer: what the pages hold, what a screen reader gets, what is refused."""

import io
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pypdf import PdfReader

from montmort.games.errors import BadInput
from montmort.games.extras import MissingExtra
from montmort.verification.reports import formula
from montmort.verification.reports.document import (
    LONGEST_IN_FULL,
    Block,
    Code,
    Commands,
    Equation,
    Figure,
    Inline,
    Items,
    Link,
    Math,
    Paragraph,
    Proof,
    Report,
    Section,
    Statement,
    Step,
    Strong,
    Table,
    text,
    with_appendix,
)
from montmort.verification.reports.numbers import Number, in_print
from montmort.verification.reports.pdf import pdf, typst_files
from montmort.verification.reports.typst_math import typst_math
from tests.verification.reports.sample_report import FORMULAS, LONG, SVG, sample

SIGNS = "♠♣♥♦≤≥≠≈∎→×·−–—…“”‘’«»⌊⌋½⅓⁰¹²³⁴⁵⁶⁷⁸⁹⁻₀₁₂éèêëçàöüßőℓαβγ∞∈✓"
A4 = (595, 842)  # points
MARGIN = 70  # about 25 mm


def report_of(*blocks: Block) -> Report:
    return Report("Title", "Subtitle", (), (Section("One", blocks),))


def reader(report: Report) -> PdfReader:
    return PdfReader(io.BytesIO(pdf(report)))


def text_of(report: Report) -> str:
    """Return what the pages hold, without white space."""
    return packed("".join(page.extract_text() for page in reader(report).pages))


def packed(words: str) -> str:
    return re.sub(r"\s", "", words)


def test_the_pages_hold_the_text_of_the_report() -> None:
    found = text_of(with_appendix(sample()))
    for words in (
        "A sample <of> & everything",
        "What a writer must be able to print",
        "seed 17",
        "By Theorem 1 and (1), see Table 1 and Figure 1",
        "Theorem 1 (The value). It is 100000…0001/387468…0001 (701/761 digits)",
        "Proof. Step 1: Balance.",
        "Step 2: End. So it is. ∎",
        "1.1 A part of it",
        "a | pipe, <tag> & #hash *star* _under_ \\ back [link](x) ~ @at",
        "Figure 1. A forest of",
        "montmort exact treize --ranks 13",
        f"{LONG.numerator}/{LONG.denominator}",
    ):
        assert packed(words) in found


def test_the_same_report_gives_the_same_bytes() -> None:
    assert pdf(with_appendix(sample())) == pdf(with_appendix(sample()))


def test_a_screen_reader_gets_title_language_and_pictures() -> None:
    found = reader(sample())
    assert found.metadata is not None
    assert found.metadata.title == "A sample <of> & everything"
    assert found.metadata.creation_date is None
    assert found.root_object["/Lang"] == "en"
    structure = [found.get_object(n) for n in range(1, len(found.xref[0]))]
    read_out = {part.get("/Alt") for part in structure if isinstance(part, dict)}
    assert {"a blue box", "v = e + Q v", *FORMULAS} <= read_out


def test_author_and_date_are_in_the_file_and_on_the_page() -> None:
    dated = replace(sample(), author="The montmort developers", dated=date(2026, 1, 31))
    found = reader(dated)
    assert found.metadata is not None
    assert found.metadata.author == "The montmort developers"
    assert found.metadata.creation_date is not None
    assert found.metadata.creation_date.date() == date(2026, 1, 31)
    assert packed("The montmort developers, 31 January 2026") in text_of(dated)


def test_the_file_is_marked_without_what_poppler_calls_an_error() -> None:
    assert reader(sample()).root_object["/MarkInfo"] == {"/Marked": True}


def test_powers_are_set_in_the_font_of_the_formulas() -> None:
    """Read aloud as a formula; the words around them stay."""
    found = reader(report_of(Paragraph(text("at most 1e-06, (I - Q)^-1"))))
    structure = [found.get_object(n) for n in range(1, len(found.xref[0]))]
    read_out = {part.get("/Alt") for part in structure if isinstance(part, dict)}
    assert {"10^{−6}", ")^{−1}"} <= read_out
    fonts = {str(f) for page in found.pages for f in _fonts(page)}
    assert not any("Libertinus" in name for name in fonts)


def _fonts(page: Any) -> Iterator[object]:
    for font in page["/Resources"]["/Font"].values():
        yield font.get_object()["/BaseFont"]


def test_references_and_shortened_numbers_lead_to_their_places() -> None:
    """Four references in the first paragraph, one number in the theorem."""
    first, *_ = reader(with_appendix(sample())).pages
    links = [note.get_object() for note in first["/Annots"]]
    assert len({str(link["/Dest"]) for link in links}) == 5
    assert "/Annots" not in reader(report_of(Paragraph(text("none")))).pages[0]


@pytest.mark.parametrize("source", FORMULAS)
def test_every_formula_is_typeset(source: str) -> None:
    assert len(text_of(report_of(Equation(Math(source))))) > len(text_of(report_of()))


def test_every_sign_of_formulas_is_in_the_fonts() -> None:
    known = [*formula._LETTERS, *formula._SIGNS, *formula._LARGE, *formula._NAMES]
    signs = [sign for sign in formula._PLAIN if sign not in "'"]
    source = " ".join(
        [*(rf"\{name}" for name in known), *signs, r"x' \lfloor [\lceil x)\rceil\rfloor"]
    )
    found = text_of(report_of(Equation(Math(source))))
    letters = {*formula._SIGNS.values(), *formula._LARGE.values(), *formula._NAMES}
    assert {letter for letter in letters if letter not in found} == set()


def test_every_sign_of_texts_is_in_the_fonts() -> None:
    for part in (SIGNS, Strong(SIGNS), Code(SIGNS)):
        assert set(SIGNS) <= set(text_of(report_of(Paragraph((part,)))))
    assert set(SIGNS) <= set(text_of(report_of(Statement("Theorem", "", (Paragraph((SIGNS,)),)))))


PRINTABLE = st.characters(min_codepoint=32, max_codepoint=126, exclude_characters="^")  # a power


@given(words=st.text(PRINTABLE, max_size=30))
def test_words_are_printed_as_they_are(words: str) -> None:
    """In a line, in code, in a link, in titles, captions and commands nothing is markup."""
    words = f"a{words}"  # a heading may not be empty
    parts: list[Inline] = [words, Code(words), Strong(words), Link(words, "file")]
    blocks: list[Block] = [Paragraph((part, "\n;")) for part in parts]
    blocks += [
        Commands((words,)),
        Statement("Remark", words, (Items(((words,),)),)),
        Table((words,), ((words,),), ()),
        Figure((words,), words, SVG),
        Proof((Step(words, ()),)),
        Section(words, ()),
    ]
    found = text_of(report_of(*blocks))
    forms = {packed(words), packed(in_print(words))}  # of code, and of running text
    assert sum(map(found.count, forms)) >= 4 + 1 + 2 + 2 + 1 + 1 + 1


LETTERS = st.sampled_from(["x", "12", "3.5", r"\alpha", r"\text{if }", r"\max", "'", ",", ";", "/"])
PIECES = st.recursive(
    LETTERS,
    lambda inner: st.one_of(
        st.tuples(inner, inner).map(lambda two: f"{{{two[0]}}}_{{{two[1]}}}"),
        st.tuples(inner, inner).map(lambda two: rf"\frac{{{two[0]}}}{{{two[1]}}}"),
        st.tuples(inner, inner).map(
            lambda two: rf"\begin{{pmatrix}}{two[0]}&{two[1]}\end{{pmatrix}}"
        ),
        st.lists(inner, max_size=3).map(lambda some: f"({' '.join(some)}]"),
        inner.map(lambda one: rf"\sqrt{{{one}}}"),
    ),
    max_leaves=6,
)


@given(source=PIECES)
def test_nested_formulas_are_typeset(source: str) -> None:
    try:
        math = Math(f"v {source}")
    except BadInput:
        return  # a sign in a place where none is allowed
    assert pdf(report_of(Equation(math, label="a"), Paragraph((math,))))


def test_words_in_formulas_keep_their_spaces_and_no_others() -> None:
    assert typst_math(formula.read(r"x \text{ if } y z")) == 'x" if "y z'


needs_poppler = pytest.mark.skipif(
    shutil.which("pdftotext") is None, reason="pdftotext is not installed: poppler-utils has it"
)


def boxes(report: Report, folder: Path) -> list[tuple[float, float]]:
    """Return the left and right end of every word."""
    (folder / "report.pdf").write_bytes(pdf(report))
    boxes = subprocess.run(
        ["pdftotext", "-bbox", "report.pdf", "-"],
        cwd=folder, capture_output=True, text=True, check=True,
    ).stdout  # fmt: skip
    return [
        (float(left), float(right))
        for left, right in re.findall(r'xMin="(.*?)".*xMax="(.*?)"', boxes)
    ]


def wide(columns: int, cell: str) -> Table:
    row = tuple(text(f"{cell}{n}") for n in range(columns))
    return Table(text("wide"), row, (row, row), right=frozenset(range(columns)))


@needs_poppler
@pytest.mark.parametrize(
    "block",
    [
        wide(14, "0.12345678"),
        wide(24, "0.12345678"),
        Table(
            text("words"),
            (text("a"), text("b")),
            ((text(300 * "x", "word " * 40), text("y" * 90)),),
        ),
        Paragraph(text("a hash ", 200 * "f")),
        Commands(("montmort " + 30 * "--option " + 300 * "f",)),
        Equation(Math(" + ".join(f"x_{{{n}}}" for n in range(60))), label="a"),
        Equation(Math(r"\begin{pmatrix}" + "&".join(40 * ["123456"]) + r"\end{pmatrix}")),
    ],
    ids=lambda block: type(block).__name__,
)
def test_nothing_is_beyond_the_margins(block: Block, tmp_path: Path) -> None:
    ends = boxes(report_of(block), tmp_path)
    assert ends
    assert all(left >= MARGIN - 1 and right <= A4[0] - MARGIN + 1 for left, right in ends)


def test_a_long_table_repeats_its_header() -> None:
    rows = tuple((text(f"row {n}"), text(str(n))) for n in range(150))
    pages = reader(report_of(Table(text("long"), (text("what"), text("much")), rows))).pages
    assert len(pages) == 3
    assert all("what much" in page.extract_text() for page in pages)


def test_a_list_of_one_item_may_end_a_page() -> None:
    def pages_of(lines: int) -> list[int]:
        above = [Paragraph((f"line {n}",)) for n in range(lines)]
        ends = Section("Ends", (*above, Items((("the item",),))))
        report = Report("x", "", (), (ends, Section("Follows", (Paragraph(("after",)),))))
        texts = [page.extract_text() for page in reader(report).pages]
        words = "the item", "Follows"
        return [next(n for n, text in enumerate(texts) if word in text) for word in words]

    assert [0, 1] in map(pages_of, range(28, 40))


def test_the_main_file_comes_first_and_pictures_follow() -> None:
    assert list(typst_files(sample())) == ["main.typ", "paper.typ", "figure-1.svg"]
    assert typst_files(sample())["figure-1.svg"] == SVG


def test_a_missing_typst_is_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "typst", None)
    with pytest.raises(MissingExtra, match=r"^PDF reports require typst: pip install .*report.*$"):
        pdf(sample())


def test_an_error_of_typst_is_one_sentence() -> None:
    broken = Figure(text("none"), "none", b"no picture")
    with pytest.raises(
        BadInput, match=r"^Typst cannot typeset 'Title': .*; write .html or .md instead$"
    ):
        pdf(report_of(broken))


def test_a_sign_without_a_font_is_one_sentence() -> None:
    with pytest.raises(BadInput, match=r"😀.*could not be displayed"):
        pdf(report_of(Paragraph(text("😀"))))


@pytest.mark.parametrize("zeros", [11_799, LONGEST_IN_FULL - 1])
def test_the_longest_numbers_of_an_appendix_are_typeset(zeros: int) -> None:
    number = Number("the number", 10**zeros, "montmort exact dice")
    report = with_appendix(report_of(Paragraph(text(number))))
    lines = re.findall("0{99,}", text_of(report))  # page footers come between them
    assert sum(map(len, lines)) == zeros
