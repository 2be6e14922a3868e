"""A report with every kind of block, for the tests of the writers."""

from fractions import Fraction

from montmort.verification.reports.document import (
    Commands,
    Equation,
    Figure,
    Items,
    Math,
    Paragraph,
    Proof,
    Report,
    Section,
    Statement,
    Step,
    Table,
    text,
)
from montmort.verification.reports.numbers import Number

LONG = Fraction(10**700 + 1, 7**900)
SVG = (
    b'<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" width="400" height="200" '
    b'viewBox="0 0 400 200"><rect x="20" y="20" width="360" height="160" fill="#0072b2"/></svg>'
)
FORMULAS = (
    r"v_0 - 1",
    r"\sum_{k=0}^{n} \binom{n}{k} (-1)^{k} \frac{(n-k)!}{n!}",
    r"v = (I - Q)^{-1} e, \quad \max_{x \in X} \min_y x^{\text{T}} A y \ge \sqrt{2}",
    r"\begin{pmatrix} \frac{1}{2} & 0 \\ \alpha & 1 - \alpha \end{pmatrix}",
    r"f(x) = \begin{cases} 1 & \text{if } x \in [0, 1) \\ "
    r"\lfloor x \rfloor & \text{else} \end{cases}",
    r"\begin{aligned} a &= b + c \\ &\le \{1, 2, \ldots, n\} \end{aligned}",
    r"P_i(T = k) = \operatorname{loss}_i(k) + \sum_j \sum_{m=1}^{k} q_{ij}(m) P_j(T = k - m)",
    r"x_1' / y^2, \; 50\%, \pm\infty, \prod_i p_i, a \mid b, A \setminus B, x \mapsto 2 \cdot x",
)


def sample() -> Report:
    """Return the report; its texts hold what a writer must escape."""
    rows = (
        (text("$q_{00}$"), text(Number("half", Fraction(1, 2), "montmort exact dice"))),
        (("a | pipe, <tag> & #hash *star* _under_ \\ back [link](x) ~ @at",), text("`a|b`")),
    )
    theorem = Statement(
        "Theorem",
        "The value",
        (Paragraph(text("It is ", Number("the value", LONG, "montmort exact dice"), ".")),),
        label="main",
    )
    return Report(
        title="A sample <of> & everything",
        subtitle="What a writer must be able to print",
        facts=(("version", text("0.0")), ("seed", text("`17`"))),
        sections=(
            Section(
                "The problem",
                (
                    Paragraph(text("By @main and @balance, see @chances and @forest; $x < y$.")),
                    Items((text("first, **strong**"), text("second, `code`"))),
                    Items((text("one"), text("two")), ordered=True),
                    theorem,
                    Proof((
                        Step("Balance", (Equation(Math("v = e + Q v"), label="balance"),)),
                        Step("End", (Paragraph(text("So it is.")),)),
                    )),
                    Section("A part of it", (Paragraph(text("Within.")),)),
                ),
            ),
            Section("Formulas", tuple(Equation(Math(source)) for source in FORMULAS)),
            Section(
                "Tables, pictures",
                (
                    Table(text("Chances of $q$"), (text("what"), text("chance")), rows,
                          right=frozenset({1}), label="chances"),
                    Table(text("Many columns"), tuple(text(f"$c_{n}$") for n in range(9)),
                          tuple(tuple(text(f"0.{n}{m}2345") for n in range(9)) for m in range(9)),
                          right=frozenset(range(9)), small=True),
                    Figure(text("A forest of $n$"), "a blue box", SVG, label="forest"),
                    Commands(("montmort exact treize --ranks 13", "montmort verify treize")),
                ),
            ),
        ),
    )  # fmt: skip
