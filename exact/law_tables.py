"""The table of a law in a notebook: outcomes, exact chances, and decimals beside them."""

from collections.abc import Hashable, Mapping
from enum import Enum
from fractions import Fraction

from montmort.display import html_table, latex_array, latex_text
from montmort.exact.formatting import decimals, latex, short

SHOWN = 20  # outcomes in a table
MOST_COLUMNS = 12  # fields of an outcome with a column each


def law_html(
    chances: Mapping[Hashable, Fraction], *, size: int, tail: Fraction, horizon: int | None = None
) -> str:
    """Return a table of the first of `size` outcomes, with a column for each field.

    >>> law_html({"win": Fraction(1, 3)}, size=1, tail=Fraction(0)).rpartition("<tr>")[2]
    '<td>win</td><td>1/3</td><td>0.333333...</td></tr></table>'
    """
    names = _columns(chances)
    rows = [
        (*_cells(outcome, names), short(chance), decimals(chance))
        for outcome, chance in chances.items()
    ]
    blank = ("",) * (len(names) - 1)
    if size > SHOWN:
        rows.append(("…", *blank, f"{size - SHOWN:,} more outcomes", ""))
    if tail:
        rows.append((f"> {horizon}", *blank, short(tail), decimals(tail)))
    return html_table(rows, [*names, "chance", "decimals"])


def law_latex(
    chances: Mapping[Hashable, Fraction], *, size: int, tail: Fraction, horizon: int | None = None
) -> str:
    r"""Return the table as a formula.

    >>> print(law_latex({1: Fraction(1, 2)}, size=1, tail=Fraction(0)))
    $\begin{array}{ll}\text{outcome} & \text{chance}\\\hline 1 & \frac{1}{2} = 0.5\end{array}$
    """
    names = _columns(chances)
    rows = [
        (*(_formula(cell) for cell in _cells(outcome, names)), latex(chance))
        for outcome, chance in chances.items()
    ]
    blank = ("",) * (len(names) - 1)
    if size > SHOWN:
        more = latex_text(f"{size - SHOWN:,} more outcomes")
        rows.append((r"\vdots", *blank, more))
    if tail:
        beyond = latex_text("beyond") if horizon is None else f"> {horizon}"
        rows.append((beyond, *blank, latex(tail)))
    return f"${latex_array(rows, [*names, 'chance'])}$"


def as_text(outcome: object) -> str:
    """Return the outcome in words: long numbers shortened, the members of an enum by name.

    >>> as_text(Fraction(1, 2)), as_text(True), as_text((1, "a"))
    ('1/2', 'True', "(1, 'a')")
    """
    if type(outcome) is int or type(outcome) is Fraction:
        return short(outcome)
    if isinstance(outcome, Enum):
        return outcome.name.lower().replace("_", " ")
    return str(outcome)


def _columns(outcomes: Mapping[Hashable, object]) -> tuple[str, ...]:
    """Return the headings of the outcomes: the fields of a NamedTuple, or one heading."""
    kinds = {type(outcome) for outcome in outcomes}
    names = getattr(kinds.pop(), "_fields", ()) if len(kinds) == 1 else ()
    return names if 0 < len(names) <= MOST_COLUMNS else ("outcome",)


def _cells(outcome: Hashable, names: tuple[str, ...]) -> tuple[str, ...]:
    if isinstance(outcome, tuple) and hasattr(outcome, "_fields") and names != ("outcome",):
        return tuple(map(as_text, outcome))
    return (as_text(outcome),)


def _formula(cell: str) -> str:
    return cell if cell.lstrip("-").isdigit() else latex_text(cell)
