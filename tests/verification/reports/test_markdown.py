"""The Markdown writer: numbers, formulas, tables, escapes and the appendix."""

import re

import pytest

from montmort.verification.reports.document import Commands, Report, Section, with_appendix
from montmort.verification.reports.markdown import escaped, files
from tests.verification.reports.sample_report import FORMULAS, LONG, SVG, sample


@pytest.fixture(scope="module")
def page() -> str:
    return files(with_appendix(sample()), "sample")["sample.md"].decode()


def test_pictures_are_files_of_their_own() -> None:
    made = files(sample(), "sample")
    assert made["sample-1.svg"] == SVG
    assert "![a blue box](sample-1.svg)" in made["sample.md"].decode()


def test_references_are_numbers(page: str) -> None:
    assert "By Theorem 1 and (1), see Table 1 and Figure 1" in page
    assert "v = e + Q v \\tag{1}" in page


def test_formulas_are_printed_as_they_were_written(page: str) -> None:
    for source in FORMULAS:
        assert f"$$\n{source}\n$$" in page


def test_a_table_keeps_its_columns_with_any_cells(page: str) -> None:
    lines = [line for line in page.splitlines() if line.startswith("| ")]
    bars = [len(re.findall(r"(?<!\\)\|", line)) for line in lines]
    assert bars == [3] * 4 + [10] * 11


def test_markdown_characters_are_escaped() -> None:
    for sign in "\\`*_{}[]<>#|$~":
        assert escaped(f"a{sign}b") == f"a\\{sign}b"


def test_the_appendix_has_every_digit(page: str) -> None:
    blocks = re.findall(r"```text\n(.*?)```", page, re.DOTALL)
    top, bottom = "".join(blocks[-1].split()).split("/")
    assert (int(top), int(bottom)) == (LONG.numerator, LONG.denominator)


def test_an_equation_within_a_statement_stays_in_it() -> None:
    page = files(sample(), "s")["s.md"].decode()
    statement = page[page.index("> **Theorem 1") :].split("\n\n")[0]
    assert all(line.startswith(">") for line in statement.splitlines())


def test_links_are_encoded() -> None:
    made = files(sample(), "my [r] (c)#1 ü")
    assert "![a blue box](my%20%5Br%5D%20%28c%29%231%20%C3%BC-1.svg)" in next(
        content.decode() for name, content in made.items() if name.endswith(".md")
    )


def test_no_line_of_code_ends_the_code() -> None:
    report = Report("t", "s", (), (Section("S", (Commands(("a", "```", "````", "# b")),)),))
    text = files(report, "s")["s.md"].decode()
    assert "`````console\na\n```\n````\n# b\n`````\n" in text
