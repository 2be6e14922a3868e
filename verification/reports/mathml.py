"""Formulas in MathML Core, which browsers show without a script.

MathML Core has no column alignment: `page.css` aligns the grids by their class.
"""

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
from montmort.verification.reports.markup import Markup, element, plain

_HARD_SPACE = "\u00a0"  # ordinary spaces vanish at the ends of mtext
_WIDTHS = {"thin": "0.17em", "medium": "0.28em", "quad": "1em"}
_ENDING = set("!%|…⋯")  # signs after which a plus is an addition
_TIGHT = _ENDING | set("/.")  # signs without space around them
_SIGNED = set("+−±")  # signs that may be unary or binary
_BRACKETS = {"pmatrix": ("(", ")"), "cases": ("{", ""), "aligned": ("", "")}


def mathml(formula: Node, *, display: bool = False) -> Markup:
    """Return a formula within a line, or displayed.

    >>> from montmort.verification.reports.formula import read
    >>> print(mathml(read("v_0")))
    <math><msub><mi>v</mi><mn>0</mn></msub></math>
    """
    return element("math", *_parts(formula), display="block" if display else None)


def _written(node: Node) -> Markup:
    """Return a formula as one element."""
    match node:
        case Symbol():
            return _symbol(node)
        case Row():
            return element("mrow", *_parts(node))
        case Scripts(base, below, above):
            scripts = [_written(script) for script in (below, above) if script is not None]
            return element(_scripted(node), _written(base), *scripts)
        case Quotient(top, bottom, line):
            thickness = None if line else "0"
            return element("mfrac", _written(top), _written(bottom), linethickness=thickness)
        case Root(inside):
            return element("msqrt", *_parts(inside))
        case Bracketed(left, inside, right):
            return _bracketed(left, _written(inside), right, grows=_is_tall(inside))
        case Grid(rows, kind):
            cells = [[element("mtd", *_parts(cell)) for cell in row] for row in rows]
            lines = [element("mtr", *row) for row in cells]
            style = "true" if kind == "aligned" else None
            table = element("mtable", *lines, class_=kind, displaystyle=style)
            left, right = _BRACKETS[kind]
            return _bracketed(left, table, right, grows=True)


def _parts(node: Node) -> list[Markup]:
    """Return the parts of a row; a plus or minus at the start of a term is unary."""
    parts = node.parts if isinstance(node, Row) else (node,)
    written: list[Markup] = []
    for before, part in zip((None, *parts), parts, strict=False):
        if isinstance(part, Symbol) and part.text in _SIGNED and _starts(before):
            written.append(element("mo", plain(part.text), form="prefix"))
            continue
        if _is_name(part) and written and not _starts(before):
            written.append(_space("thin"))
        if _is_name(before) and not isinstance(part, Bracketed):
            written.append(_space("thin"))
        written.append(_written(part))
    return written


def _starts(before: Node | None) -> bool:
    """Return whether a new term starts after this part."""
    if before is None:
        return True
    if not isinstance(before, Symbol):
        return False
    return before.kind in ("sign", "space") and before.text not in _ENDING


def _is_name(node: Node | None) -> bool:
    base = node.base if isinstance(node, Scripts) else node
    return isinstance(base, Symbol) and base.kind == "name"


def _symbol(symbol: Symbol) -> Markup:
    words = plain(symbol.text)
    match symbol.kind:
        case "letter":
            return element("mi", words, mathvariant="normal" if symbol.text == "Δ" else None)
        case "number":
            return element("mn", words)
        case "word":
            return element("mtext", plain(symbol.text.replace(" ", _HARD_SPACE)))
        case "space":
            return _space(symbol.text)
        case "large":
            return element("mo", words)
        case "name":
            limits = "true" if symbol.text in LIMITS else None
            return element("mo", words, movablelimits=limits, lspace="0", rspace="0")
    space = "0" if symbol.text in _TIGHT else None
    return element("mo", words, stretchy="false", lspace=space, rspace=space)


def _space(width: str) -> Markup:
    return element("mspace", width=_WIDTHS[width])


def _scripted(node: Scripts) -> str:
    """Return the name of the element that has these scripts."""
    base = node.base
    limits = isinstance(base, Symbol) and (base.kind == "large" or base.text in LIMITS)
    below, above = ("under", "over") if limits else ("sub", "sup")
    return f"m{below if node.below else ''}{above if node.above else ''}"


def _bracketed(left: str, inside: Markup, right: str, *, grows: bool) -> Markup:
    def bracket(sign: str, form: str) -> list[Markup]:
        stretchy = "true" if grows else "false"
        return [element("mo", plain(sign), form=form, stretchy=stretchy)] if sign else []

    return element("mrow", *bracket(left, "prefix"), inside, *bracket(right, "postfix"))


def _is_tall(node: Node) -> bool:
    """Return whether brackets around this must be larger than a letter."""
    match node:
        case Quotient() | Grid() | Root():
            return True
        case Row(parts):
            return any(map(_is_tall, parts))
        case Scripts(base):
            return _scripted(node)[1:] in ("under", "over", "underover") or _is_tall(base)
        case Bracketed(_, inside, _):
            return _is_tall(inside)
    return False
