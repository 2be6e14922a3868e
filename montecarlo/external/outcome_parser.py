"""Parse outcomes written by other programs: one line for each play.

A line is one integer, or comma-separated cells below a header.  An integer may
be written as 3, +3, 3.0, 1e+05, or `[1] 3` as R prints it.  A boolean is TRUE or
FALSE and an enum member its name, in upper or lower case.  Anything else (a fraction,
NaN, NA, an empty cell) is not an outcome, and the error names the first such line.
"""

import csv
import enum
import hashlib
import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from functools import cached_property
from typing import Any, Protocol

from montmort.games.errors import BadInput, InvalidCounts, RulesDiffer, UnknownName, UnreadablePlay
from montmort.games.file_kinds import hint
from montmort.games.validation import quote
from montmort.montecarlo.outcomes import Counts, as_integer, declared_kinds

_INTEGER = re.compile(r"[+-]?[0-9]{1,40}")
DECIMAL = re.compile(r"[+-]?([0-9]{1,40}(\.[0-9]{0,40})?|\.[0-9]{1,40})([eE][+-]?[0-9]{1,2})?")
_NOT_A_NAME = re.compile(r"([+-]?(\.?[0-9][^,]*|nan|inf|infinity)|n/?a|null|none)?", re.IGNORECASE)
_PRINTED_BY_R = re.compile(r"\[1\]\s+(?=\S)")


@dataclass(frozen=True, kw_only=True)
class Plays:
    """Plays in their order: a row of integers for each, under `names`.

    `texts` are the other columns that were asked for; `first` is the line of the first play.
    `seed` is what the plays were drawn from, by which plays that must be equal are known.
    What is derived may need random numbers: they follow from `seed`, so that the first plays of
    a block give the same with and without the others.
    """

    names: tuple[str, ...]
    rows: Sequence[tuple[int, ...]]
    texts: Mapping[str, Sequence[str]] = field(default_factory=dict)
    first: int = 1
    seed: str = ""

    @property
    def source(self) -> int:
        """A number below 2^64 that follows from the seed."""
        return int.from_bytes(hashlib.sha256(self.seed.encode()).digest()[:8])

    def until(self, number: int) -> "Plays":
        """Return the first plays."""
        texts = {column: cells[:number] for column, cells in self.texts.items()}
        return replace(self, rows=self.rows[:number], texts=texts)


class Derived(Protocol):
    """What is counted of plays besides their fields: one value for every play and name."""

    @property
    def names(self) -> tuple[str, ...]:
        """The names of what is counted."""
        ...

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns that are needed besides the fields."""
        ...

    @property
    def inputs(self) -> str:
        """What the counts depend on besides the plays, in words or as a hash."""
        ...

    def counts(self, plays: Plays) -> Counts:
        """Return the histograms; RulesDiffer at a play that the rules do not give."""
        ...


def counted(plays: Plays, derived: Sequence[Derived]) -> Counts:
    """Return the histograms of plays in their order, and of what is derived from them.

    >>> counted(Plays(names=("heads",), rows=[(1,), (0,), (1,)]), [])
    {'heads': {1: 2, 0: 1}}
    """
    columns = zip(*plays.rows, strict=True) if plays.rows else [()] * len(plays.names)
    found: Counts = {
        name: dict(Counter(column)) for name, column in zip(plays.names, columns, strict=True)
    }
    for each in derived:
        found |= each.counts(plays)
    return found


# from the fields that are printed, and the other columns
Deriver = Callable[[tuple[str, ...], tuple[str, ...]], Derived | None]


@dataclass(frozen=True, kw_only=True)
class Fields:
    """The fields that an outcome may have, the main one first, and their types.

    `kinds` maps a field to bool or to its enum; all other fields are integers or of
    unknown type.  `completed`, if the Outcome defines it, adds the fields that follow
    from others.  From the fields that are printed, and the other columns, each of the `derivers`
    says what is derived from the plays and counted as well, if anything.

    >>> Fields(names=("won",), kinds={"won": bool}).value("won", "TRUE")
    1
    """

    names: tuple[str, ...]
    kinds: Mapping[str, type] = field(default_factory=dict)
    completed: Callable[[Mapping[str, int]], Mapping[str, int]] = dict
    derivers: tuple["Deriver", ...] = ()

    @classmethod
    def of(cls, outcome: Any) -> "Fields":
        """Return the fields of a NamedTuple type."""
        completed = getattr(outcome, "completed", dict)
        kinds = declared_kinds(outcome)
        return cls(names=tuple(outcome._fields), kinds=kinds, completed=completed)

    def check(self, column: str | None) -> None:
        """Raise UnknownName unless `column` is None or a field."""
        if column is not None and column not in self.names:
            raise UnknownName(f"no field {column!r}; there are {', '.join(self.names)}")

    def layout(self, line: str, column: str | None = None) -> "Layout":
        """Return the layout of a text from its first line; `column` selects a field."""
        found = layout_of(line, self, column)
        for needed in found.columns:
            if (found.header or ()).count(needed) != 1:
                raise BadInput(
                    f"the first line {quote(line.strip())} is no header with one column {needed}"
                )
        return found

    def derived(
        self, printed: tuple[str, ...], others: tuple[str, ...] = ()
    ) -> tuple[Derived, ...]:
        """Return what is derived from plays with these fields and other columns."""
        return tuple(filter(None, (derive(printed, others) for derive in self.derivers)))

    def value(self, name: str, text: str) -> int:
        """Return the integer that `text` represents in a field; InvalidCounts if none."""
        text = text.strip()
        if _INTEGER.fullmatch(text):
            return int(text)
        words = _words(name, self.kinds.get(name, bool))
        if (word := _folded(text)) in words:
            return words[word]
        return _whole(name, text)

    def member(self, name: str, value: int) -> enum.Enum | int:
        """Return the value as in an exact law: the member of the field's enum, if it has one."""
        kind = self.kinds.get(name, int)
        if issubclass(kind, enum.Enum):
            return next((m for m in kind if as_integer(name, m) == value), value)
        return value


def _words(name: str, kind: type) -> dict[str, int]:
    """Return {word: integer} for the values of the type."""
    if issubclass(kind, enum.Enum):
        return {_folded(member.name): as_integer(name, member) for member in kind}
    return {"true": 1, "false": 0}


def _folded(word: str) -> str:
    return word.casefold().replace("_", "-").replace(" ", "-")


def _whole(name: str, text: str) -> int:
    """Return the integer of a decimal without a fraction."""
    if not DECIMAL.fullmatch(text):
        raise InvalidCounts(
            f"{name} is {quote(text)}, not an integer{hint(text)}" if text else f"{name} is empty"
        ).in_field(name)
    number = Decimal(text)
    if number != number.to_integral_value():
        why = f"{name} is {text}, a fraction; count in the smallest unit"
        raise InvalidCounts(why).in_field(name)
    return int(number)


@dataclass(frozen=True, kw_only=True)
class Layout:
    """The layout of a line: column numbers (`places`) of the fields, and the `header`, if any."""

    fields: Fields
    header: tuple[str, ...] | None
    places: Mapping[str, int]

    @property
    def before(self) -> int:
        """Number of lines before the first play."""
        return 0 if self.header is None else 1

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The fields of a line, those that follow from them, and what is derived.

        >>> from montmort.games.dealt_cards import outcome_of
        >>> layout_of("card_1,card_2", Fields.of(outcome_of(cards=3, kinds=52))).names
        ('card_1', 'card_2', 'pair_1')
        """
        return (*self.printed, *(name for each in self.derived for name in each.names))

    @property
    def printed(self) -> tuple[str, ...]:
        """The fields of a line, and those that follow from them, in the order of `values`."""
        return tuple(self.fields.completed(dict.fromkeys(self.places, 0)))

    @cached_property
    def derived(self) -> tuple[Derived, ...]:
        """What is derived from the plays."""
        others = (name for name in self.header or () if name not in self.places)
        return self.fields.derived(self.printed, tuple(others))

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns that are no fields and are needed."""
        return tuple(column for each in self.derived for column in each.columns)

    @property
    def inputs(self) -> list[object]:
        """What the counts depend on besides the lines."""
        return [list(self.places), *(each.inputs for each in self.derived)]

    def unused(self, name: str) -> list[str]:
        """Return a note about the columns of `name` that are not fields, if there are any."""
        known = {*self.fields.names, *self.columns}
        columns = [column for column in self.header or () if column not in known]
        return (
            [f"{name}: not fields, not judged: {', '.join(map(repr, columns))}"] if columns else []
        )

    def read(
        self, lines: Sequence[str], first: int, seed: str = ""
    ) -> tuple[Counts, InvalidCounts | None]:
        """Return the histograms of the lines, and what is wrong with them, if anything.

        `first` is the number of the first line in its text, `seed` that of the Plays.  If a line
        cannot be parsed, the histograms are those of the lines before it.

        >>> layout = layout_of("turns", Fields(names=("winner", "turns")))
        >>> layout.read(["3", "12", "3"], first=2)
        ({'turns': {3: 2, 12: 1}}, None)
        >>> print(layout.read(["3", "3.5"], first=2)[1])
        line 3: turns is 3.5, a fraction; count in the smallest unit
        """
        if self.derived:
            return self._read_in_order(lines, first, seed)
        counts: dict[str, Counter[int]] = {name: Counter() for name in self.names}
        for line, plays in Counter(lines).items():  # lines repeat often: parse each once
            try:
                outcome = self.values(line)
            except InvalidCounts as error:
                at = lines.index(line)
                return self.read(lines[:at], first)[0], error.at(f"line {first + at}: ")
            for name, value in zip(self.names, outcome, strict=True):
                counts[name][value] += plays
        return {name: dict(counter) for name, counter in counts.items()}, None

    def _read_in_order(
        self, lines: Sequence[str], first: int, seed: str
    ) -> tuple[Counts, InvalidCounts | None]:
        rows: list[tuple[int, ...]] = []
        known: dict[str, tuple[int, ...]] = {}
        complaint = None
        for number, line in enumerate(lines, first):
            try:
                if line not in known:
                    known[line] = self.values(line)
            except InvalidCounts as error:
                complaint = error.at(f"line {number}: ")
                break
            rows.append(known[line])
        read, header = lines[: len(rows)], self.header or ()
        texts = {
            column: [cells_of(line)[header.index(column)] for line in read]
            for column in self.columns
        }
        plays = Plays(names=self.printed, rows=rows, texts=texts, first=first, seed=seed)
        try:
            return counted(plays, self.derived), complaint
        except UnreadablePlay as error:
            return counted(plays.until(error.line - first), self.derived), error
        except RulesDiffer as difference:
            difference.counts = counted(plays.until(difference.line - first), self.derived)
            raise

    def outcome(self, line: str) -> Mapping[str, int]:
        """Return the outcome of a line by field."""
        return dict(zip(self.printed, self.values(line), strict=True))

    def values(self, line: str) -> tuple[int, ...]:
        """Return the outcome of a line, in the order of `printed`."""
        cells = cells_of(line) if self.header else [_cell_of(line)]
        if self.header and len(cells) != len(self.header):
            raise InvalidCounts(f"{len(cells)} cells where the header has {len(self.header)}")
        parsed = {name: self.fields.value(name, cells[at]) for name, at in self.places.items()}
        return tuple(self.fields.completed(parsed).values())


def layout_of(line: str, fields: Fields, column: str | None = None) -> Layout:
    """Return the layout of a text from its first line; `column` selects one of its fields.

    A first line such as 2.5 or NaN is not a header but an invalid outcome: it is
    judged with the lines below it.

    >>> layout_of("id,turns,winner", Fields(names=("winner", "turns"))).places
    {'winner': 2, 'turns': 1}
    >>> layout_of("-1", Fields(names=("winner", "turns"))).places
    {'winner': 0}
    """
    fields.check(column)
    wanted = fields.names if column is None else (column,)
    header = tuple(cells_of(line))
    places = {name: header.index(name) for name in wanted if name in header}
    if repeated := [name for name in places if header.count(name) > 1]:
        raise BadInput(f"the header {quote(line.strip())} names {repeated[0]} twice")
    if places:
        return Layout(fields=fields, header=header, places=places)
    plain = Layout(fields=fields, header=None, places={wanted[0]: 0})
    try:
        plain.values(line)
    except InvalidCounts:
        if _NOT_A_NAME.fullmatch(_cell_of(line)):
            return plain
        raise BadInput(
            f"the first line {quote(line.strip())} is neither an integer nor a header with a "
            f"column {' or '.join(wanted)}{hint(line.strip())}"
        ) from None
    return plain


def cells_of(line: str) -> list[str]:
    """Return the cells of a line of CSV.

    >>> cells_of('"turns", 12')
    ['turns', '12']
    """
    if '"' not in line:
        return [cell.strip() for cell in line.split(",")]
    try:
        cells = next(csv.reader([line], skipinitialspace=True))
    except csv.Error:
        raise InvalidCounts("not a line of CSV") from None
    return [cell.strip() for cell in cells]


def _cell_of(line: str) -> str:
    """Return the only cell of a line without a header."""
    return _PRINTED_BY_R.sub("", line.strip(), count=1)


def text_of(line: bytes) -> str:
    r"""Return a line as text without its line end; invalid UTF-8 is escaped.

    >>> text_of(b"12\r\n"), text_of(b"\xff")
    ('12', '\udcff')
    """
    return line.decode("utf-8", "surrogateescape").rstrip("\r\n").removeprefix("\ufeff")
