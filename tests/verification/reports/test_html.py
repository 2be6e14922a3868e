"""The HTML of a report, read back as XML: its content, and where its links lead."""

from base64 import b64decode
from collections import Counter
from dataclasses import replace
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import pytest
from hypothesis import given
from hypothesis import strategies as st

from montmort.exact.formatting import whole
from montmort.verification.reports.document import (
    Equation,
    Items,
    Link,
    Math,
    Paragraph,
    Report,
    Section,
    Statement,
    text,
    with_appendix,
)
from montmort.verification.reports.formula import read
from montmort.verification.reports.html import web_page
from montmort.verification.reports.markup import element, plain
from montmort.verification.reports.mathml import mathml
from tests.verification.reports.sample_report import FORMULAS, LONG, SVG, sample

# MathML Core, W3C, section 1.2: its elements without what HTML or errors need.
CORE = {
    "math", "mrow", "mi", "mn", "mo", "mtext", "mspace", "mfrac", "msqrt", "msub", "msup",
    "msubsup", "munder", "mover", "munderover", "mtable", "mtr", "mtd",
}  # fmt: skip
XHTML = "{http://www.w3.org/1999/xhtml}"
XML_TEXT = st.text(
    st.characters(exclude_categories=("Cc", "Cs"), exclude_characters="\ufffe\uffff")
)


def parsed(report: Report) -> Element:
    """Return the page as a tree, without the namespace in its names."""
    page = ElementTree.fromstring(web_page(report))
    for one in page.iter():
        one.tag = one.tag.removeprefix(XHTML)
    return page


def words(one: Element | None) -> str:
    """Return the text of an element."""
    assert one is not None
    return "".join(one.itertext())


def at(page: Element, place: str) -> Element:
    """Return the element with this id."""
    (found,) = [one for one in page.iter() if one.get("id") == place]
    return found


def with_blocks(*blocks: object) -> Report:
    """Return a report of these blocks alone."""
    return Report("A title", "", (), (Section("Here", blocks),))  # type: ignore[arg-type]


@pytest.fixture(scope="module")
def page() -> Element:
    """Return the sample with its appendix."""
    return parsed(with_appendix(sample()))


def test_ids_are_unique_and_links_lead_somewhere(page: Element) -> None:
    ids = Counter(one.get("id") for one in page.iter() if one.get("id"))
    assert set(ids.values()) == {1}
    links = {one.get("href", "") for one in page.iter("a")}
    assert links
    assert {link.removeprefix("#") for link in links} <= set(ids)


def test_it_needs_no_script_and_no_network(page: Element) -> None:
    assert page.find(".//script") is None
    assert not [key for one in page.iter() for key in one.keys() if key.startswith("on")]  # noqa: SIM118
    fetched = {one.get("src") or one.get("href", "") for name in ("img", "link")
               for one in page.iter(name)}  # fmt: skip
    assert {address.split(":")[0] for address in fetched} == {"data"}
    assert "url(" not in words(page.find("head/style"))
    assert "@import" not in words(page.find("head/style"))
    policy = page.find("head/meta[@http-equiv='Content-Security-Policy']")
    assert policy is not None
    assert policy.get("content", "").startswith("default-src 'none'")


def test_markup_in_words_is_escaped(page: Element) -> None:
    title = "A sample <of> & everything"
    assert [words(one) for one in (page.find("head/title"), page.find("body/header/h1"))] == [
        title
    ] * 2
    nasty = "a | pipe, <tag> & #hash *star* _under_ \\ back [link](x) ~ @at"
    assert nasty in [words(cell) for cell in page.iter("td")]


@given(XML_TEXT)
def test_any_words_are_read_back(text: str) -> None:
    one = ElementTree.fromstring(element("p", plain(text), title=text))
    assert (one.text or "", one.get("title")) == (text, text)


def test_the_head_has_title_subtitle_and_facts(page: Element) -> None:
    header = page.find("body/header")
    assert header is not None
    assert words(header.find("p")) == "What a writer must be able to print"
    facts = [[words(one) for one in fact] for fact in header.findall("dl/div")]
    assert facts == [["version", "0.0"], ["seed", "17"]]


def test_the_contents_lead_to_the_sections(page: Element) -> None:
    entries = page.findall("body/nav/ol/li/a")
    titles = ["1 The problem", "2 Formulas", "3 Tables, pictures", "4 The numbers in full"]
    assert [words(entry) for entry in entries] == titles
    places = [at(page, entry.get("href", "")[1:]) for entry in entries]
    assert [words(place.find("h2")) for place in places] == titles


def test_one_section_needs_no_contents() -> None:
    assert parsed(with_blocks()).find("body/nav") is None
    two = Report("Two", "", (), (Section("1", ()), Section("2", ())))
    assert len(parsed(two).findall("body/nav/ol/li")) == 2


def test_sections_within_sections_have_smaller_headings(page: Element) -> None:
    (heading,) = page.findall("body/main/section/section/h3")
    assert words(heading) == "1.1 A part of it"
    deep = Section("7", ())
    for depth in range(6, 1, -1):
        deep = Section(str(depth), (deep,))
    main = parsed(with_blocks(deep)).find("body/main")
    assert main is not None
    found = [one.tag for one in main.iter() if one.tag[1:].isdigit()]
    assert found == ["h2", "h3", "h4", "h5", "h6", "h6", "h6"]


@pytest.mark.parametrize(
    ("label", "number"),
    [("main", "Theorem 1"), ("balance", "(1)"), ("chances", "Table 1"), ("forest", "Figure 1")],
)
def test_a_reference_links_to_its_block(page: Element, label: str, number: str) -> None:
    (link,) = [one for one in page.iter("a") if one.get("href") == f"#{label}"]
    assert words(link) == number
    assert number in words(at(page, label))


def test_a_long_number_links_to_all_its_digits(page: Element) -> None:
    theorem = at(page, "main")
    link = theorem.find(".//a")
    assert link is not None
    assert words(link).startswith("100000…0001/")
    assert link.get("title") == "montmort exact dice"
    place = at(page, link.get("href", "")[1:])
    name, digits = place
    assert words(name) == "the value: montmort exact dice"
    assert words(digits) == whole(LONG)


def test_a_long_number_without_an_appendix_is_no_link() -> None:
    theorem = at(parsed(sample()), "main")
    assert theorem.find(".//a") is None
    assert "100000…0001/" in words(theorem)


def test_a_short_number_has_its_command_as_tooltip(page: Element) -> None:
    found = [one for one in page.iter("span") if words(one) == "1/2 = 0.5"]
    assert [one.get("title") for one in found] == ["montmort exact dice"]


def test_a_statement_has_its_number_and_title(page: Element) -> None:
    assert words(at(page, "main").find("p")) == "Theorem 1 (The value)"
    bare = parsed(with_blocks(Statement("Remark", "", (), label="that")))
    assert words(at(bare, "that")) == "Remark 1"


def test_a_proof_has_its_steps_and_an_end(page: Element) -> None:
    (proof,) = page.findall(".//div[@class='proof']")
    steps = [words(one.find("p")) for one in proof.findall("div[@class='step']")]
    assert steps == ["Step 1: Balance", "Step 2: End"]
    assert words(proof).startswith("Proof.")
    assert words(proof).endswith("∎")


def test_an_equation_has_its_number_behind_it(page: Element) -> None:
    formula, number = at(page, "balance")
    assert words(number) == "(1)"
    (maths,) = formula
    assert (maths.tag, maths.get("display")) == ("math", "block")
    assert len(page.findall(".//math[@display='block']")) == 1 + len(FORMULAS)
    assert len(page.findall(".//span[@class='mark']")) == 1


def test_a_table_has_header_rows_and_columns_to_the_right(page: Element) -> None:
    table = at(page, "chances").find(".//table")
    assert table is not None
    header = table.findall("thead/tr/th")
    assert [(words(one), one.get("scope"), one.get("class")) for one in header] == [
        ("what", "col", "tied"), ("chance", "col", "right")]  # fmt: skip
    assert [len(row) for row in table.findall("tbody/tr")] == [2, 2]
    classes = [one.get("class") for one in table.findall("tbody/tr/td")]
    assert classes == ["tied", "right", None, "right"]  # the words of the second row may break
    assert words(at(page, "chances").find("figcaption")) == "Table 1. Chances of q"
    assert [one.get("class") for one in page.iter("table")] == [None, "small"]


def test_a_figure_is_in_the_page_with_its_alternative(page: Element) -> None:
    image = at(page, "forest").find("div/img")
    assert image is not None
    assert image.get("alt") == "a blue box"
    kind, data = image.get("src", "").split(",")
    assert (kind, b64decode(data)) == ("data:image/svg+xml;base64", SVG)
    assert words(at(page, "forest")) == "Figure 1. A forest of n"


def test_commands_are_line_by_line(page: Element) -> None:
    assert [words(one) for one in page.iter("pre")] == [
        "montmort exact treize --ranks 13\nmontmort verify treize"
    ]


def test_lists_have_marks_or_numbers() -> None:
    items = (text("one **two** `three`"), text("four"))
    page = parsed(with_blocks(Items(items), Items(items, ordered=True)))
    lists = page.findall("body/main/section/*")[1:]
    assert [(one.tag, [words(item) for item in one]) for one in lists] == [
        (tag, ["one two three", "four"]) for tag in ("ul", "ol")
    ]
    assert [one.tag for one in lists[0][0]] == ["strong", "code"]


@pytest.mark.parametrize(
    ("source", "tied"),
    [("so $x$, and", "x,"), ("$x$).", "x)."), ("$x$ , y", None), ("$x$ y", None), ("$x$", None),
     ("$x$.", "x."), ("$x$$y$", None), ("`x`, y", None)],
)  # fmt: skip
def test_a_comma_stays_with_the_formula_before_it(source: str, tied: str | None) -> None:
    page = parsed(with_blocks(Paragraph(text(source))))
    paragraph = page.find("body/main/section/p")
    assert words(paragraph) == source.replace("$", "").replace("`", "")
    assert [words(one) for one in page.iter("span")] == ([tied] if tied else [])


def test_a_link_can_have_any_file_name() -> None:
    page = parsed(with_blocks(Paragraph((Link("its certificate", 'a "b" #1.json'),))))
    link = page.find("body/main//a")
    assert link is not None
    assert (words(link), link.get("href")) == ("its certificate", "a%20%22b%22%20%231.json")


def test_an_empty_report_is_a_page() -> None:
    page = parsed(Report("Nothing", "", (), ()))
    assert words(page.find("body")) == "Nothing"


@pytest.mark.parametrize("source", FORMULAS)
def test_formulas_are_of_mathml_core(source: str) -> None:
    found = ElementTree.fromstring(mathml(read(source)))
    assert {one.tag for one in found.iter()} <= CORE
    counts = {"mfrac": 2, "msub": 2, "msup": 2, "munder": 2, "mover": 2,
              "msubsup": 3, "munderover": 3}  # fmt: skip
    for one in found.iter():
        assert len(one) == counts.get(one.tag, len(one))


THIN = '<mspace width="0.17em"></mspace>'
TIGHT = '<mo stretchy="false" lspace="0" rspace="0">'
NAME = '<mo lspace="0" rspace="0">'
OPENING, CLOSING = ('<mo form="prefix" stretchy="false">', '<mo form="postfix" stretchy="false">')


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("x", "<mi>x</mi>"),
        ("12.5", "<mn>12.5</mn>"),
        (r"\Delta", '<mi mathvariant="normal">Δ</mi>'),
        ("x_1^2", "<msubsup><mi>x</mi><mn>1</mn><mn>2</mn></msubsup>"),
        (r"\sqrt{2x}", "<msqrt><mn>2</mn><mi>x</mi></msqrt>"),
        (r"\text{if }x", "<mtext>if\u00a0</mtext><mi>x</mi>"),
        (r"x\,y", '<mi>x</mi><mspace width="0.17em"></mspace><mi>y</mi>'),
        ("x/y", f"<mi>x</mi>{TIGHT}/</mo><mi>y</mi>"),
        (r"2\log x", f"<mn>2</mn>{THIN}{NAME}log</mo>{THIN}<mi>x</mi>"),
        (r"\log(x)", f"{NAME}log</mo><mrow>{OPENING}(</mo><mi>x</mi>{CLOSING})</mo></mrow>"),
        (r"{\frac ab}", "<mfrac><mi>a</mi><mi>b</mi></mfrac>"),
        (r"\prod^n", "<mover><mo>∏</mo><mi>n</mi></mover>"),
    ],
)
def test_mathml_by_hand(source: str, expected: str) -> None:
    assert mathml(read(source)) == f"<math>{expected}</math>"


@pytest.mark.parametrize(
    ("source", "brackets"),
    [(r"\begin{cases}1 & 2\end{cases}", "{"), (r"\begin{pmatrix}1\end{pmatrix}", "()"),
     (r"\begin{aligned}1\end{aligned}", ""), (r"\binom{1}{2}", "()")],
)  # fmt: skip
def test_grids_have_their_brackets(source: str, brackets: str) -> None:
    found = ElementTree.fromstring(mathml(read(source)))
    assert "".join(one.text or "" for one in found.iter("mo")) == brackets
    assert [one.get("linethickness") for one in found.iter("mfrac")] == ["0"] * ("bin" in source)


@pytest.mark.parametrize(
    ("source", "prefixes"),
    [("-1", 1), ("x - 1", 0), ("x = -1", 1), ("n! - 1", 0), ("(-1)^k", 1), ("x_1 - -1", 1),
     ("(x) - 1", 0), (r"1 + \ldots - x", 0), ("50\\% - 1", 0), ("|A| - 1", 0),
     ("1, -1", 1), (r"\sum - 1", 0)],
)  # fmt: skip
def test_a_leading_minus_is_a_prefix(source: str, prefixes: int) -> None:
    signs = [one for one in ElementTree.fromstring(mathml(read(source))).iter("mo")
             if one.text == "−"]  # fmt: skip
    assert [one.get("form") for one in signs].count("prefix") == prefixes


@pytest.mark.parametrize(
    ("source", "grows"),
    [("(x)", False), (r"(\frac{1}{2})", True), (r"(x + (\sum_k k))", True),
     (r"(x_{\frac{1}{2}})", False), (r"\begin{pmatrix}1\end{pmatrix}", True)],
)  # fmt: skip
def test_brackets_grow_with_tall_formulas(source: str, grows: bool) -> None:
    opening = ElementTree.fromstring(mathml(read(source))).find("mrow/mo")
    assert opening is not None
    assert opening.get("stretchy") == str(grows).lower()


@pytest.mark.parametrize(
    ("source", "tag"),
    [(r"\max_x", "munder"), (r"\operatorname{loss}_i", "msub"), (r"\log_2", "msub")],
)
def test_only_some_names_have_limits(source: str, tag: str) -> None:
    assert ElementTree.fromstring(mathml(read(source)))[0].tag == tag


def test_empty_parts_of_a_formula_are_elements() -> None:
    found = ElementTree.fromstring(mathml(read(r"\frac{}{}{}^2")))
    assert [[part.tag for part in one] for one in found] == [["mrow", "mrow"], ["mrow", "mn"]]


def test_equal_equations_have_numbers_of_their_own() -> None:
    one = Equation(Math("x"), label="one")
    page = parsed(with_blocks(one, replace(one, label="two")))
    assert [words(at(page, label)) for label in ("one", "two")] == ["x(1)", "x(2)"]
