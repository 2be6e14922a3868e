"""Answers that are functions of symbols: as a table for people, and in JSON's terms."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from montmort.exact.formatting import short, whole
from montmort.exact.parameters.region import with_assumptions
from montmort.games.extras import sympy
from montmort.output.page import page, print_heading
from montmort.verification.words_of_values import plain

if TYPE_CHECKING:
    from sympy import Expr, Symbol
    from sympy.logic.boolalg import Boolean

    from montmort.verification.outcome_laws import OutcomeLaws
    from montmort.verification.symbolic_laws import SymbolicOutcomeLaws

MOST_ROWS = 32  # values of a field that a person sees
MOST_CHARACTERS = 120  # of a function that a person sees


def function_text(function: "Expr") -> str:
    """Return a function as a book prints it, on one line.

    >>> import sympy
    >>> p, q = sympy.symbols("p q")
    >>> function_text(2 * p**2 * q / (p + q))
    '2 p^2 q/(p + q)'
    """
    return str(function).replace("**", "^").replace("*", " ")


def conditions_text(conditions: "Boolean") -> str:
    """Return conditions as a book prints them, joined by commas.

    >>> import sympy
    >>> p, q = sympy.symbols("p q")
    >>> conditions_text((0 < p) & (p < 1)), conditions_text((p > 0) & (p + q <= 1))
    ('0 < p < 1', 'p + q <= 1, p > 0')
    """
    if conditions == sympy.true:
        return ""
    parts = sorted(sympy.And.make_args(conditions), key=sympy.default_sort_key)
    below = [part for part in parts if part.is_Relational and part.lts.is_number]
    above = [part for part in parts if part.is_Relational and part.gts.is_number]
    texts = sorted(map(str, parts))
    if len(parts) == 2 and below and above and below[0].gts == above[0].lts:
        low, high = (" < " if "=" not in part.rel_op else " <= " for part in (below[0], above[0]))
        texts = [f"{below[0].lts}{low}{below[0].gts}{high}{above[0].gts}"]
    return function_text(", ".join(texts))


def notes_of(found: "SymbolicOutcomeLaws") -> dict[str, Any]:
    """Return in JSON's terms the symbols, the conditions, and how the laws were found."""
    notes: dict[str, Any] = {
        "symbols": [symbol.name for symbol in found.symbols],
        "conditions": str(conditions_of(found)),
        "how": found.walk.how,
        "states": found.walk.size.states,
    }
    if found.event is not None:
        notes["given"] = {"condition": found.given, "chance": str(found.event)}
    return notes


def conditions_of(found: "SymbolicOutcomeLaws") -> "Boolean":
    """Return the conditions under which the answers hold, assumptions on the symbols included."""
    return with_assumptions(found.conditions, found.symbols)


def in_json(answers: Any) -> Any:
    """Return answers in JSON's terms: functions as text that sympy reads.

    >>> import sympy
    >>> in_json({"mean": 1 / sympy.Symbol("p"), "tail": 0})
    {'mean': '1/p', 'tail': '0'}
    """
    if isinstance(answers, Mapping):
        return {name: in_json(part) for name, part in answers.items()}
    return plain(answers) if isinstance(answers, int | Fraction) else str(answers)


def print_functions(
    title: str,
    words: str,
    found: "SymbolicOutcomeLaws",
    there: "tuple[str, OutcomeLaws | SymbolicOutcomeLaws] | None",
    seconds: float,
) -> None:
    """Print a row for each moment and value; `there` is a point, in words, with the laws at it."""
    console = page()
    print_heading(title, words)
    if conditions := conditions_text(conditions_of(found)):
        console.print(f"for {conditions}")
    if found.event is not None:
        chance = function_text(found.event)
        console.print(f"given {found.given}, an event of chance {chance}")
    rows = [("answer", "function", *([] if there is None else [f"at {there[0]}"]))]
    values = {} if there is None else dict(_answers(there[1]))
    texts = {name: function_text(function) for name, function in _answers(found)}
    for name, text in texts.items():
        rows.append((name, cut_text(text), *([_value(values[name])] if name in values else [])))
    widths = [max(len(row[at]) for row in rows if at < len(row)) for at in range(len(rows[0]))]
    for row in rows:
        line = "  ".join(part.ljust(width) for part, width in zip(row, widths, strict=False))
        console.print(f" {line.rstrip()}", style="bold" if row is rows[0] else None)
    if any(each.law is None for each in found.fields.values()):
        console.print("no longest play: the law of a number is known at a point, --at", style="dim")
    console.print(found.walk.how, style="dim")
    is_cut = max(map(len, texts.values())) > MOST_CHARACTERS
    hint = "; whole functions: --json" if is_cut else ""
    console.print(f"all exact, {seconds:.2f} s of CPU{hint}", style="dim")


def _answers(found: "OutcomeLaws | SymbolicOutcomeLaws") -> "Iterator[tuple[str, Any]]":
    """Yield each answer with its name: moments, and the chances of values."""
    for name, law in found.fields.items():
        answers = law.answers()
        for moment in ("mean", "variance"):
            if moment in answers:
                yield f"{name} {moment}", answers[moment]
        for value, chance in list(answers["law"].items())[:MOST_ROWS]:
            yield f"{name} {value}", chance


def cut_text(text: str) -> str:
    """Return a function that is not too long for a table.

    >>> cut_text("p"), len(cut_text("p" * 1000))
    ('p', 120)
    """
    if len(text) <= MOST_CHARACTERS:
        return text
    length = f" … ({len(text):,} characters)"
    return text[: MOST_CHARACTERS - len(length)] + length


def _value(value: Any) -> str:
    return short(value) if isinstance(value, int | Fraction) else cut_text(function_text(value))


def point_in_json(point: "Mapping[Symbol, Fraction]") -> dict[str, str]:
    """Return a point in JSON's terms."""
    return {symbol.name: whole(value) for symbol, value in point.items()}
