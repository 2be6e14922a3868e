"""Strategy cards: the choices of a seat in a grid, where its views have few fields.

A view is a NamedTuple, a dataclass, a tuple, or a single value; its parts are the fields.
Those that are not the same in all views are the axes of the card: one gives rows, two
rows and columns, three a sheet for each value of the third.
"""

import enum
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from html import escape
from typing import Any, Protocol, runtime_checkable

from montmort.display import html_table, short_repr
from montmort.exact.decisions.spelling import fields_of, names_of, words
from montmort.games.errors import BadInput, UnknownName
from montmort.games.validation import check_text, check_type, quote

WIDTH = 79  # characters; a wider card shows the beginnings of the choices
TIE = "="  # between choices that are equally good
_UNUSED = ""  # the name of an axis that a card does not need; its only value is None


@runtime_checkable
class Decided(Protocol):
    """A decision, such as a `BestChoice`."""

    @property
    def seat(self) -> int:
        """The seat that decides."""
        ...

    @property
    def view(self) -> Hashable:
        """What the seat knows."""
        ...

    @property
    def choice(self) -> Hashable:
        """What it chooses."""
        ...

    @property
    def ties(self) -> tuple[Hashable, ...]:
        """All choices that are as good, this one included."""
        ...

    @property
    def choices(self) -> tuple[Hashable, ...]:
        """All choices."""
        ...

    @property
    def chances(self) -> tuple[Fraction, ...]:
        """The chances of the choices, if the strategy may be mixed."""
        ...


Key = tuple[Any, Any, Any]  # the values on the three axes
Row = tuple[Any, list[Decided | None]]  # a value on the first axis, and the cells


def parts_of(view: object) -> dict[str, Any]:
    """Return the fields of a view, those of inner tuples as well.

    >>> parts_of(7), parts_of((3, (True, 1)))
    ({'view': 7}, {'1': 3, '2 1': True, '2 2': 1})
    """
    return {path or "view": part for path, part in _parts("", view)}


def _parts(path: str, value: object) -> Iterator[tuple[str, Any]]:
    inner = fields_of(value)
    if inner is None and type(value) is tuple:
        inner = {str(place): part for place, part in enumerate(value, 1)}
    if inner is None:
        yield path, value
        return
    for name, part in inner.items():
        yield from _parts(f"{path} {name}".strip(), part)


def is_mixed(decision: Decided) -> bool:
    """Return whether more than one choice has a chance."""
    return sum(map(bool, decision.chances)) > 1


def shown(decision: Decided) -> dict[Hashable, Fraction | None]:
    """Return the choices that a card shows: the one taken, then those that are as good.

    Of a mixed strategy they are the choices that it takes, with their chances.  Against an
    opponent from whom something is hidden, other choices of the same value need not be as good.
    """
    if is_mixed(decision):
        chances = zip(decision.choices, decision.chances, strict=True)
        return {choice: chance for choice, chance in chances if chance}
    return dict.fromkeys((decision.choice, *(() if decision.chances else decision.ties)))


def text_of(decision: Decided, names: Mapping[Hashable, str]) -> str:
    """Return the choice taken and those that are as good, or the mixture."""
    parts = shown(decision)
    if None in parts.values():
        return TIE.join(names[choice] for choice in parts)
    return " ".join(f"{names[choice]}:{chance}" for choice, chance in parts.items())


@dataclass(frozen=True, kw_only=True)
class Card:
    """The choices of a seat by the fields of its views; `str` is the card as text.

    `axes` are the fields of the rows, the columns and the sheets, "" for one that is not
    needed; `fixed` are the fields that have only one value.
    """

    seat: int
    axes: tuple[str, str, str]
    fixed: Mapping[str, Any]
    cells: Mapping[Key, Decided]

    __repr__ = short_repr

    @cached_property
    def values(self) -> tuple[tuple[Any, ...], ...]:
        """The values on each axis, ascending."""
        columns = zip(*self.cells, strict=True)
        return tuple(tuple(sorted(dict.fromkeys(own), key=_place)) for own in columns)

    @cached_property
    def names(self) -> Mapping[Hashable, str]:
        """The names of the choices shown, in the order of the rules."""
        found = {choice for each in self.cells.values() for choice in shown(each)}
        every = (choice for each in self.cells.values() for choice in each.choices)
        used = dict.fromkeys(choice for choice in every if choice in found)
        return dict(zip(used, names_of([*used]), strict=True))

    @cached_property
    def codes(self) -> dict[Hashable, str]:
        """The shortest beginnings by which the names of the choices differ."""
        names = [*self.names.values()]
        return {choice: _beginning(name, names) for choice, name in self.names.items()}

    def text_of(self, decision: Decided | None, names: Mapping[Hashable, str]) -> str:
        """Return what a cell says of its decision; "" for an empty cell."""
        return "" if decision is None else text_of(decision, names)

    def sheets(self) -> Iterator[tuple[str, list[Row]]]:
        """Yield the heading of each sheet, and its rows."""
        rows, columns, sheets = self.values
        for sheet in sheets:
            heading = f"{self.axes[2]} {words(sheet)}" if self.axes[2] else ""
            cells = [
                (row, [self.cells.get((row, column, sheet)) for column in columns]) for row in rows
            ]
            yield heading, [row for row in cells if any(row[1])]

    def lines(self) -> list[str]:
        """Return the card line by line.

        >>> from montmort.exact.decisions.best_play import BestChoice
        >>> def best(die, choice):
        ...     return BestChoice(0, die, ("keep", "again"), (), choice, (choice,))
        >>> print(strategy_card([best(2, "again"), best(5, "keep")]))
        view  choice
        2     again
        5     keep
        """
        whole = self._grids(self.names)
        if max(map(len, whole)) <= WIDTH:
            return whole
        legend = [f"{self.codes[choice]} {name}" for choice, name in self.names.items()]
        return [", ".join(legend), "", *self._grids(self.codes)]

    def _grids(self, names: Mapping[Hashable, str]) -> list[str]:
        lines: list[str] = []
        for heading, rows in self.sheets():
            if heading:
                lines += ["", heading] if lines else [heading]
            lines += aligned([self._heading(), *self._texts(rows, names)])
        return lines

    def _heading(self) -> list[str]:
        across, columns = self.axes[1], self.values[1]
        corner = f"{self.axes[0]} \\ {across}" if across else self.axes[0]
        return [corner, *(words(value) if across else "choice" for value in columns)]

    def _texts(self, rows: Sequence[Row], names: Mapping[Hashable, str]) -> list[list[str]]:
        return [
            [words(value) if self.axes[0] else "", *(self.text_of(cell, names) for cell in cells)]
            for value, cells in rows
        ]

    def __str__(self) -> str:
        return "\n".join(self.lines())

    def _repr_html_(self) -> str:
        parts = []
        for heading, rows in self.sheets():
            if heading:
                parts.append(f"<p>{escape(heading)}</p>")
            parts.append(html_table(self._texts(rows, self.names), self._heading(), named=True))
        return "".join(parts)


def strategy_card(
    decisions: Sequence[Decided], rows: str | None = None, columns: str | None = None
) -> Card:
    """Return the card of a seat's decisions.

    Without `rows` and `columns` the field with the most values gives the rows, and the one
    with the next most the columns.  BadInput where the views have no card: they are of
    different shapes, more than three fields vary, or a view comes with different choices.
    """
    check_type("decisions", decisions, Sequence, "a sequence of decisions")
    asked = {"rows": rows, "columns": columns}
    check_text(**{name: field for name, field in asked.items() if field is not None})
    if not all(isinstance(each, Decided) for each in decisions):
        raise BadInput(
            "decisions= must be decisions, with a view and a choice; take best.decisions"
        )
    if not decisions:
        raise BadInput("there is no card without a decision")
    if len({each.seat for each in decisions}) > 1:
        raise BadInput("a card is about one seat; take the decisions of one")
    parts = [parts_of(each.view) for each in decisions]
    if len({(*own,) for own in parts}) > 1:
        raise BadInput("the views are of different shapes, so there is no card of all of them")
    found = {name: {own[name] for own in parts} for name in parts[0]}
    axes = _axes({name: len(own) for name, own in found.items() if len(own) > 1}, rows, columns)
    keys = [tuple(own.get(axis) for axis in axes) for own in parts]
    if len({*keys}) < len(keys):
        raise BadInput("a view comes with different choices, so there is no card")
    return Card(
        seat=decisions[0].seat,
        axes=axes,
        fixed={name: own.pop() for name, own in found.items() if len(own) == 1},
        cells=dict(zip(keys, decisions, strict=True)),  # type: ignore[arg-type]
    )


def _axes(sizes: Mapping[str, int], rows: str | None, columns: str | None) -> tuple[str, str, str]:
    """Return the fields of rows, columns and sheets."""
    asked = [name for name in (rows, columns) if name is not None]
    for name in asked:
        if name not in sizes:
            known = ", ".join(sizes) or "none"
            raise UnknownName(f"no field {quote(name)} varies in the views; there are {known}")
    if len({*asked}) < len(asked):
        raise BadInput(f"rows and columns are both {quote(rows)}; take two fields")
    if len(sizes) > 3:
        raise BadInput(
            f"{len(sizes)} fields of the views vary ({', '.join(sizes)}); a strategy card has at "
            "most three"
        )
    rest = sorted((name for name in sizes if name not in asked), key=lambda name: -sizes[name])
    if rows is None and rest:
        rows = rest.pop(0)
    if columns is None and rest:
        columns = rest.pop(0)
    return rows or _UNUSED, columns or _UNUSED, rest[0] if rest else _UNUSED


def _place(value: Any) -> tuple[int, Any]:
    """Return the key by which the values on an axis are sorted."""
    if isinstance(value, enum.Enum):
        return 1, [*type(value)].index(value)
    if isinstance(value, int | Fraction):
        return 0, value
    return 2, words(value)


def _beginning(name: str, names: Sequence[str]) -> str:
    """Return the shortest beginning of a name that no other name has.

    >>> [_beginning(name, ["hit", "stand", "split"]) for name in ("hit", "stand", "split")]
    ['h', 'st', 'sp']
    """
    for length in range(1, len(name)):
        if sum(other.startswith(name[:length]) for other in names) == 1:
            return name[:length]
    return name


def aligned(rows: Sequence[Sequence[str]]) -> list[str]:
    """Return rows of cells as lines, columns one below the other.

    >>> aligned([["view", "choice"], ["3", "keep"]])
    ['view  choice', '3     keep']
    """
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in rows
    ]
