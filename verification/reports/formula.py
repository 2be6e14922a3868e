r"""Formulas: a part of LaTeX, read into a tree from which each writer prints its own notation.

It has letters, digits, names such as \alpha, \le, \sum, \max, the scripts _ and ^,
\frac, \binom, \sqrt, \text, brackets, and the grids pmatrix, cases and aligned.
Anything else is refused, so that every writer can print every formula.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Literal

from montmort.exact.formatting import whole
from montmort.exact.rational_functions.field import is_expression
from montmort.games.errors import BadInput
from montmort.games.extras import sympy

if TYPE_CHECKING:
    from sympy import Expr

Kind = Literal["letter", "number", "sign", "word", "name", "large", "space"]
GridKind = Literal["pmatrix", "cases", "aligned"]


@dataclass(frozen=True)
class Symbol:
    """A leaf: a letter in italics, a number, a sign, upright text, or the `name` of a function.

    The names in LIMITS and the large signs have their scripts below and above.
    """

    kind: Kind
    text: str


@dataclass(frozen=True)
class Row:
    """Parts side by side."""

    parts: "tuple[Node, ...]"


@dataclass(frozen=True)
class Scripts:
    """A base with its subscript and superscript; None where there is none."""

    base: "Node"
    below: "Node | None"
    above: "Node | None"


@dataclass(frozen=True)
class Quotient:
    """A fraction; without the line, the inside of a binomial coefficient."""

    top: "Node"
    bottom: "Node"
    line: bool = True


@dataclass(frozen=True)
class Root:
    """A square root."""

    inside: "Node"


@dataclass(frozen=True)
class Bracketed:
    """A formula between brackets that grow with it; a bracket may be empty."""

    left: str
    inside: "Node"
    right: str


@dataclass(frozen=True)
class Grid:
    """Rows of cells; `aligned` columns alternate between right and left."""

    rows: "tuple[tuple[Node, ...], ...]"
    kind: GridKind


Node = Symbol | Row | Scripts | Quotient | Root | Bracketed | Grid

_LETTERS = {
    "alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ", "epsilon": "ε", "lambda": "λ",
    "mu": "μ", "pi": "π", "rho": "ρ", "sigma": "σ", "tau": "τ", "phi": "φ", "omega": "ω",
    "ell": "ℓ", "infty": "∞", "emptyset": "∅", "Delta": "Δ",
}  # fmt: skip
_SIGNS = {
    "le": "≤", "ge": "≥", "ne": "≠", "in": "∈", "to": "→", "cdot": "·", "times": "×",
    "ldots": "…", "cdots": "⋯", "approx": "≈", "equiv": "≡", "pm": "±", "cup": "∪", "cap": "∩",
    "subset": "⊂", "setminus": "∖", "mid": "∣", "Rightarrow": "⇒", "mapsto": "↦", "vdots": "⋮",
    "ddots": "⋱", "forall": "∀", "exists": "∃", "wedge": "∧", "vee": "∨", "colon": ":",
}  # fmt: skip
_LARGE = {"sum": "∑", "prod": "∏"}
LIMITS = {"max", "min", "gcd"}
_NAMES = LIMITS | {"exp", "log"}
_SPACES = {",": "thin", ";": "medium", "quad": "quad", " ": "medium"}
_SYMBOLS: Mapping[Kind, Mapping[str, str]] = {
    "letter": _LETTERS, "sign": _SIGNS, "large": _LARGE, "space": _SPACES,
}  # fmt: skip
_GRIDS: Mapping[str, GridKind] = {"pmatrix": "pmatrix", "cases": "cases", "aligned": "aligned"}
_BRACKETS = {"(": ")", "[": "]", "{": "}", "⌊": "⌋", "⌈": "⌉"}
_CLOSING = set(_BRACKETS.values())
_OPENING_NAMES = {"{": "{", "lfloor": "⌊", "lceil": "⌈", "lvert": "|"}
_CLOSING_NAMES = {"}": "}", "rfloor": "⌋", "rceil": "⌉", "rvert": "|"}
_TOKEN = re.compile(r"\\(?:[A-Za-z]+|.)|\d+(?:\{,\}\d{3})*(?:\.\d+)?|\S")
_WHOLE = re.compile(r"\\text\{[^{}]*\}|\{\d+\}|\d+\.\d+|\d{4,}")  # and what stays as it is
_PLAIN = set("+-=<>/|,.;:!*") | {"≤", "≥", "·", "×", "…", "−"}


def read(source: str) -> Node:
    r"""Return the tree of a formula; BadInput for unknown notation.

    >>> read("v_0")
    Scripts(base=Symbol(kind='letter', text='v'), below=Symbol(kind='number', text='0'), above=None)
    """
    reader = _Reader(source)
    row = reader.row(None)
    if reader.token is not None:
        raise reader.error("has no opening bracket")
    return row


class _Reader:
    """A recursive descent parser with one token of lookahead."""

    def __init__(self, source: str) -> None:
        self.source = source
        self.tokens = iter(_tokens(source))
        self.token = next(self.tokens, None)

    def error(self, what: str) -> BadInput:
        return BadInput(f"formula {self.source!r}: {self.token or 'the end'} {what}")

    def take(self, expected: str | None = None) -> str:
        token = self.token
        if token is None or (expected is not None and token != expected):
            raise self.error(f"found where {expected or 'a formula'} was expected")
        self.token = next(self.tokens, None)
        return token

    def row(self, *ends: str | None) -> Node:
        """Read up to one of the ends, which is not taken."""
        parts: list[Node] = []
        while self.token is not None and self.token not in ends:
            if self.token in _CLOSING or self.token[1:] in {*_CLOSING_NAMES, "\\", "end", "right"}:
                break
            if self.token == "&":
                break
            parts.append(self.scripted())
        return parts[0] if len(parts) == 1 else Row(tuple(parts))

    def scripted(self) -> Node:
        base = self.atom()
        scripts: dict[str, Node] = {}
        while self.token in ("_", "^", "'"):
            mark = self.take()
            place = "_" if mark == "_" else "^"
            if place in scripts:
                raise self.error(f"follows a second {mark}")
            scripts[place] = Symbol("sign", "′") if mark == "'" else self.argument()
        return Scripts(base, scripts.get("_"), scripts.get("^")) if scripts else base

    def argument(self) -> Node:
        """Read a group in braces, or one atom."""
        if self.token != "{":
            return self.atom()
        self.take("{")
        inside = self.row()
        self.take("}")
        return inside

    def atom(self) -> Node:
        token = self.take()
        if token.startswith("\\"):
            return self.command(token[1:])
        if token[0].isdigit():
            return Symbol("number", token.replace("{,}", ","))
        if token == "{":
            inside = self.row()
            self.take("}")
            return inside
        if token in "([":
            return self.bracketed(token)
        if token.isalpha():
            return Symbol("letter", token)
        if token in _PLAIN:
            return Symbol("sign", {"-": "−", "*": "∗"}.get(token, token))
        raise self.error(f"follows {token!r}, which is unknown")

    def bracketed(self, left: str) -> Node:
        """Read up to a closing bracket of any kind, as in [0, 1)."""
        inside = self.row()
        right = self.take() if self.token is not None else ""
        right = _CLOSING_NAMES.get(right[1:], right)
        if right not in {*_CLOSING, "|"}:
            raise self.error(f"leaves {left} open")
        return Bracketed(left, inside, right)

    def command(self, name: str) -> Node:
        for kind, symbols in _SYMBOLS.items():
            if name in symbols:
                return Symbol(kind, symbols[name])
        if name in _NAMES:
            return Symbol("name", name)
        if name in _OPENING_NAMES:
            return self.bracketed(_OPENING_NAMES[name])
        if name == "%":
            return Symbol("sign", "%")
        match name:
            case "frac":
                return Quotient(self.argument(), self.argument())
            case "binom":
                return Bracketed("(", Quotient(self.argument(), self.argument(), line=False), ")")
            case "sqrt":
                return Root(self.argument())
            case "text":
                return Symbol("word", self.take()[1:])
            case "operatorname":
                return Symbol("name", self.take()[1:])
            case "begin":
                return self.grid()
        raise self.error(f"follows \\{name}, which is unknown")

    def grid(self) -> Node:
        kind = _GRIDS.get(name := self.take()[1:])
        if kind is None:
            raise self.error(f"follows the unknown grid {name!r}")
        rows = [[self.row()]]
        while self.token in ("&", "\\\\"):
            if self.take() == "&":
                rows[-1].append(self.row())
            else:
                rows.append([self.row()])
        self.take("\\end")
        if self.take()[1:] != kind:
            raise self.error(f"found where \\end{{{kind}}} was expected")
        return Grid(tuple(map(tuple, rows)), kind)


_WORDS = re.compile(r"\\(text|operatorname|begin|end)\{([^{}]*)\}")


def _tokens(source: str) -> Iterator[str]:
    """Yield the tokens; the words in braces after text or begin are one token after a quote."""
    place = 0
    for words in _WORDS.finditer(source):
        yield from _TOKEN.findall(source[place : words.start()])
        yield from (f"\\{words[1]}", f'"{words[2]}')
        place = words.end()
    yield from _TOKEN.findall(source[place:])


def in_groups(source: str) -> str:
    r"""Return a formula with the digits of whole numbers in groups of three, as in running text.

    Those of fractions stay together, as there.

    >>> print(in_groups(r"6^5 = 7776 > \frac{1}{1980} + 0.12345"))
    6^5 = 7{,}776 > \frac{1}{1980} + 0.12345
    """

    def group(match: re.Match[str]) -> str:
        return f"{int(match[0]):,}".replace(",", "{,}") if match[0].isdigit() else match[0]

    return _WHOLE.sub(group, source)


def of_value(value: "Fraction | int | Expr") -> str:
    r"""Return an exact number, or an expression in symbols, as a formula.

    >>> print(of_value(Fraction(-1, 2)), of_value(3))
    -\frac{1}{2} 3
    >>> import sympy
    >>> p = sympy.Symbol("p")
    >>> print(of_value(p / (2 - p) ** 2))
    \frac{p}{(2 - p)^{2}}
    """
    if is_expression(value):
        return str(sympy.latex(value)).replace(r"\left", "").replace(r"\right", "")
    value = Fraction(value)
    if value.denominator == 1:
        return whole(value)
    top, bottom = whole(abs(value)).split("/")
    return f"{'-' if value < 0 else ''}\\frac{{{top}}}{{{bottom}}}"


def of_matrix(rows: Iterable[Iterable[Fraction | int]]) -> str:
    r"""Return a matrix of exact numbers as a formula.

    >>> print(of_matrix([[1, Fraction(1, 2)], [0, 2]]))
    \begin{pmatrix} 1 & \frac{1}{2} \\ 0 & 2 \end{pmatrix}
    """
    lines = r" \\ ".join(" & ".join(map(of_value, row)) for row in rows)
    return rf"\begin{{pmatrix}} {lines} \end{{pmatrix}}"


def of_vector(values: Iterable[Fraction | int]) -> str:
    """Return a column of exact numbers as a formula."""
    return of_matrix([value] for value in values)
