"""Formulas in Typst's math mode, from the tree of `montmort.verification.reports.formula`.

Every ASCII sign and every bracket is escaped, so that none has a special meaning in Typst.
Parts are separated by spaces, which math mode does not show except beside words.
"""

import re
from itertools import pairwise

from montmort.verification.reports.formula import (
    LIMITS,
    Bracketed,
    Grid,
    Node,
    Quotient,
    Root,
    Row,
    Scripts,
    Symbol,
)

_SPACES = {"thin": "thin", "medium": "med", "quad": "quad"}
_SPECIAL = re.compile(r"[!-/:-@\[-`{-~⌊⌋⌈⌉]")


def string(words: str) -> str:
    r"""Return words as a Typst string, in which no character is special.

    >>> print(string('a "b" #c \\ $d'))
    "a \"b\" #c \\ $d"
    """
    quoted = words.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{quoted}"'


def typst_math(node: Node) -> str:
    r"""Return a formula in Typst's math mode.

    >>> from montmort.verification.reports.formula import read
    >>> print(typst_math(read(r"\frac{1}{2} \le v_{i, j}")))
    frac(1, 2) ≤ attach(v, b: i \, j)
    >>> print(typst_math(read("6^5 = 7{,}776")))
    attach(6, t: 5) \= 7 class("normal", \,) 776
    """
    match node:
        case Symbol(kind, text):
            return _symbol(kind, text)
        case Row(parts):
            return _beside(parts)
        case Scripts(base, below, above):
            scripts = {"b": below, "t": above}
            attached = [f"{key}: {typst_math(script)}" for key, script in scripts.items() if script]
            return f"attach({', '.join([typst_math(base), *attached])})"
        case Quotient(top, bottom, line):
            return f"{'frac' if line else 'binom'}({typst_math(top)}, {typst_math(bottom)})"
        case Root(inside):
            return f"sqrt({typst_math(inside)})"
        case Bracketed(_, Quotient(line=False) as binomial, _):
            return typst_math(binomial)
        case Bracketed(left, inside, right):
            return f"lr({_sign(left)} {typst_math(inside)} {_sign(right)})"
        case Grid(rows, kind):
            return _grid([[typst_math(cell) for cell in row] for row in rows], kind)


def _symbol(kind: str, text: str) -> str:
    match kind:
        case "word":
            return string(text)
        case "number":  # a comma that stands for itself has a space after it
            return text.replace(",", r' class("normal", \,) ')
        case "name":
            return f"op({string(text)}, limits: #{str(text in LIMITS).lower()})"
        case "space":
            return _SPACES[text]
    return _sign(text)


def _sign(text: str) -> str:
    return _SPECIAL.sub(r"\\\g<0>", text) if not text[0].isdigit() else text


def _beside(parts: tuple[Node, ...]) -> str:
    """Return the parts side by side, with a space between any two that are not words."""
    written = [typst_math(part) for part in parts[:1]]
    for before, part in pairwise(parts):
        written += ["" if _is_word(before) or _is_word(part) else " ", typst_math(part)]
    return "".join(written) or '""'


def _is_word(node: Node) -> bool:
    return isinstance(node, Symbol) and node.kind == "word"


def _grid(rows: list[list[str]], kind: str) -> str:
    if kind == "aligned":
        return " \\ ".join(" & ".join(row) for row in rows)
    if kind == "cases":
        return f"cases({', '.join(' & '.join(row) for row in rows)})"
    return f'mat(delim: "(", {"; ".join(", ".join(row) for row in rows)})'
