"""Templates: what the Markdown of a report's template becomes, and what errors it can have."""

from fractions import Fraction
from pathlib import Path

import pytest

from montmort.games.errors import BadInput
from montmort.verification.reports.document import (
    Commands,
    Equation,
    Figure,
    Items,
    Math,
    Paragraph,
    Proof,
    Ref,
    Section,
    Statement,
    Step,
    Strong,
    Table,
    text,
)
from montmort.verification.reports.numbers import Number
from montmort.verification.reports.reader import Prose
from montmort.verification.reports.template import fill_in

HALF = Number("half", Fraction(1, 2), "montmort exact coin")


def read(tmp_path: Path, template: str, **values: object) -> Prose:
    file = tmp_path / "report.md"
    file.write_text(template, encoding="utf-8")
    return fill_in(file, values)


def blocks(tmp_path: Path, template: str, **values: object) -> tuple[object, ...]:
    (section,) = read(tmp_path, f"## One\n\n{template}", **values).sections
    return section.blocks


def test_front_matter_and_sections(tmp_path: Path) -> None:
    prose = read(tmp_path, """---
about: Two words
headline: worth {{ half }},
  as $x$
---
## One
Words.

### Within
More.

## Two
""", half=HALF)  # fmt: skip
    assert prose.words("about") == "Two words"
    assert prose.facts["headline"] == ("worth ", HALF, ", as ", Math("x"))
    within = Section("Within", (Paragraph(text("More.")),))
    assert prose.sections == (
        Section("One", (Paragraph(text("Words.")), within)),
        Section("Two", ()),
    )


def test_inserted_sections_are_no_part_of_the_one_before(tmp_path: Path) -> None:
    inner = (Section("Two", (Paragraph(text("Words.")),)), Section("Three", ()))
    for found in (inner, ()):
        prose = read(tmp_path, "## One\n### Within\n\n{{ found }}\n\n## Four\n", found=found)
        assert prose.sections == (
            Section("One", (Section("Within", ()),)),
            *found,
            Section("Four", ()),
        )


def test_a_fact_with_a_formula_is_not_plain_words(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="about: must be plain words"):
        read(tmp_path, "---\nabout: $x$\n---\n").words("about")


def test_a_statement_holds_equations_and_numbers(tmp_path: Path) -> None:
    found = blocks(tmp_path, """::: theorem "the value" {#main}
It is, by @main,
$$ v_0 - 1, \\quad
v = e $$ {#value}
which is {{ half }}.
:::
""", half=HALF)  # fmt: skip
    assert found == (
        Statement("Theorem", "the value", (
            Paragraph(("It is, by ", Ref("main"), ",")),
            Equation(Math(r"v_0 - 1, \quad v = e"), "value"),
            Paragraph(("which is ", HALF, ".")),
        ), "main"),
    )  # fmt: skip


def test_a_proof_has_steps(tmp_path: Path) -> None:
    found = blocks(tmp_path, "::: proof\n### First\nSo.\n\n### Second\n- a\n- b\n:::\nEnd.")
    assert found == (
        Proof((
            Step("First", (Paragraph(text("So.")),)),
            Step("Second", (Items((text("a"), text("b"))),)),
        )),
        Paragraph(text("End.")),
    )  # fmt: skip


def test_lists_go_on_over_lines_and_conditions(tmp_path: Path) -> None:
    found = blocks(tmp_path, """
1. one
   and more
{% if False %}
2. left out
{% endif %}
3. **two**

- other
""")  # fmt: skip
    assert found == (
        Items((text("one and more"), (Strong("two"),)), ordered=True),
        Items((text("other"),)),
    )


def test_a_line_that_holds_only_tags_ends_no_paragraph(tmp_path: Path) -> None:
    found = blocks(tmp_path, """One
{% for word in ["two", "three"] %}
{{ word }}
{% endfor %}
{{ "" }}
<!-- a comment -->
four.
""")  # fmt: skip
    assert found == (Paragraph(text("One two three four.")),)


def test_a_table_has_a_caption_and_columns_of_numbers(tmp_path: Path) -> None:
    found = blocks(tmp_path, """Table: All of $q$ {#chances .small}

| what | chance |
|:-----|-------:|
{% for name in names %}
| `{{ name }}\\|` | {{ half }} |
{% endfor %}
""", names=["a", "b"], half=HALF)  # fmt: skip
    rows = tuple((text(f"`{name}|`"), (HALF,)) for name in "ab")
    assert found == (
        Table(text("All of $q$"), (text("what"), text("chance")), rows, frozenset({1}),
              "chances", small=True),
    )  # fmt: skip


def test_figures_commands_and_blocks_computed_elsewhere(tmp_path: Path) -> None:
    made = Paragraph(text("Made in Python."))
    found = blocks(tmp_path, """Figure: A box {#box}

![a blue box]({{ svg }})

```console
montmort exact treize
```

{{ made }}

{{ several }}
""", svg=b"<svg/>", made=made, several=(made, made))  # fmt: skip
    assert found == (
        Figure(text("A box"), "a blue box", b"<svg/>", "box"),
        Commands(("montmort exact treize",)),
        made, made, made,
    )  # fmt: skip


def test_values_are_written_exactly(tmp_path: Path) -> None:
    (found,) = blocks(tmp_path, "{{ n }} {{ n | counted('card') }} {{ x }} {{ x | decimals(2) }} "
                      "{{ n == 1234 }} {{ n == 0 }} ${{ x | tex }}$ {{ words }}",
                      n=1234, x=Fraction(2, 3), words=text("as $x$"))  # fmt: skip
    values = "1234 1,234 cards 2/3 0.66… yes NO "
    assert found == Paragraph((values, Math(r"\frac{2}{3}"), " ", "as ", Math("x")))


@pytest.mark.parametrize(
    ("template", "message"),
    [
        ("{% for n in [1, 2] %}\n$n$\n\n{% endfor %}\n{{ unknown }}",
         r"report\.md, line 7: 'unknown' is undefined"),
        ("{{ half.nothing }}", r"report\.md, line 3: .* has no attribute 'nothing'"),
        ("{{ none }}", r"report\.md, line 3: None is no exact value"),
        ("{{ 0.5 }}", r"report\.md, line 3: 0.5 is no exact value"),
        ("{% if %}", r"report\.md, line 3: "),
        ("{{ n | nothing }}", r"report\.md, line 3: No filter named 'nothing'"),
        ("{% include 'other.md' %}", r"report\.md, line 3: .*other\.md"),
        ("\n{% for n in [1, 2] %}\nwords\n{% endfor %}\n\nlast $(a$.", r"report\.md, line 8: "),
        ("${{ half }}$", r"report\.md, line 3: a formula can hold only"),
        ("**{{ half }}**", r"report\.md, line 3: .*can hold only"),
        ("a {{ block }}", r"report\.md, line 3: a Paragraph within running text"),
        ("$$ x $$ {#one}\n$$ y $$ {#one}",
         r"line 4: the label 'one' was given at report\.md, line 3"),
        ("By @nothing.", r"report\.md, line 3: there is no label 'nothing'"),
        ("::: theorem\nwords", r"report\.md, line 3: no line ::: ends"),
        ("::: proof\nwords\n:::", r"report\.md, line 4: a proof is made of steps"),
        ("words\n:::", r"report\.md, line 4: .*::: have its beginning"),
        ("::: Theorem (x)\n:::", r"report\.md, line 3: .* is not :::"),
        ("$$ x\n\n", r"report\.md, line 3: no \$\$ ends"),
        ("```console\nmontmort", r"report\.md, line 3: no line ``` ends"),
        ("Table: Words\n\nno table", r"report\.md, line 3: no line \|\.\.\. follows"),
        ("Table: Words\n| a |\n| b |", r"report\.md, line 5: the second line of a table"),
        ("Table: Words\n| a |\n|---|\n| b | c |", r"report\.md, line 3: a row of the table"),
        ("Figure: Words\n![a]({{ half }})", r"report\.md, line 4: a figure is"),
    ],
)  # fmt: skip
def test_an_error_names_its_file_and_line(tmp_path: Path, template: str, message: str) -> None:
    block = Paragraph(text("words"))
    with pytest.raises(BadInput, match=message):
        blocks(tmp_path, template, half=HALF, none=None, n=1, block=block)


def test_what_stands_under_no_heading_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"report\.md, .*under a heading"):
        read(tmp_path, "words\n\n## One\n")


def test_an_included_file_is_named_in_its_errors(tmp_path: Path) -> None:
    (tmp_path / "other.md").write_text("fine\n\n$(a$\n", encoding="utf-8")
    with pytest.raises(BadInput, match=r"other\.md, line 3: "):
        blocks(tmp_path, "{% include 'other.md' %}\n")
