"""Outcomes from a file instead of a simulator.

The first line decides between three kinds:

plays     a line per play (`montmort.montecarlo.external.outcome_parser`); the looks
          are prefixes of the file, one every LOOK_EVERY lines, or less often if
          a field has more different values than that; memory use is constant;
counts    a table with the columns value and count, and optionally field, as
          `montmort simulate --csv` writes it: one look;
moments   a line under mean, sd and n (`montmort.verification.own_simulators.summary`): no evidence.
"""

import enum
import hashlib
import re
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from functools import partial
from os import PathLike

from montmort.games.errors import BadInput, InvalidCounts, RulesDiffer, TooLarge
from montmort.games.validation import check_text, check_type, quote
from montmort.montecarlo.external.outcome_parser import Fields, Layout, cells_of
from montmort.montecarlo.tally import Tally
from montmort.verification.dependence.repetitions import Repetitions
from montmort.verification.own_simulators import summary
from montmort.verification.own_simulators.line_reader import FileLines
from montmort.verification.own_simulators.summary import Summary, summary_of

LOOK_EVERY = 10_000  # lines
MOST_VALUES = 10**6  # different ones of a field
MOST_PLAYS = 2**53  # in a table: floats represent all integers up to here
COUNT_COLUMNS = ("value", "count")
_COUNT = re.compile(r"[0-9]{1,40}")

Looks = Generator[Tally, None, None]


@dataclass(kw_only=True)
class LatestLines:
    """The lines that are new at the latest look, and the number of the first of them."""

    first: int = 1
    lines: Sequence[str] = ()
    layout: Layout | None = None
    name: str = ""

    def places(self) -> Iterator[tuple[str, Mapping[str, int]]]:
        """Yield the place of each play and its outcome; a table of counts has none."""
        for number, line in enumerate(self.lines, self.first):
            if self.layout is not None:
                yield f"{self.name}, line {number}", self.layout.outcome(line)


@dataclass(frozen=True, kw_only=True)
class Recorded:
    """The content of a file about `experiment` of `game`: its `fields`, and its `looks`.

    `looks(plays, repetitions)` yields the cumulative tallies of the first `plays` plays, or of
    all plays for None; `repetitions` take in the parts.  `lines` says what was read.  A file
    without outcomes has a `summary` instead.  `has_order` is False for a table of counts.
    Plays in their order are counted in parts of `plays_per_block` or more.
    `notes` say which data were not counted; reading the file may add to them.  `latest` are the
    lines of the latest look.
    """

    game: str
    rules: object
    experiment: str
    fields: tuple[str, ...]
    label: str
    looks: Callable[[int | None, Repetitions | None], Looks] = field(repr=False)
    lines: FileLines = field(repr=False)
    summary: Summary | None = None
    has_order: bool = True
    plays_per_block: int = LOOK_EVERY
    notes: list[str] = field(default_factory=list, repr=False)
    latest: LatestLines = field(default_factory=LatestLines, repr=False, compare=False)


@dataclass(frozen=True, kw_only=True)
class OutcomeFile:
    """A file of outcomes, as `outcomes` returns it; plays are looked at every so many lines."""

    path: str
    column: str | None = None
    look_every: int = LOOK_EVERY

    @property
    def name(self) -> str:
        """The name of the file in messages."""
        return "standard input" if self.path == "-" else self.path

    def recorded(self, *, game: str, rules: object, experiment: str, fields: Fields) -> Recorded:
        """Open the file and return its content for an experiment with these fields."""
        fields.check(self.column)
        lines = FileLines(self.path)
        try:
            cells_of(lines.first())
        except InvalidCounts as error:
            raise BadInput(f"{self.name}, line 1: {error}; is it a text file?") from None
        record = partial(
            Recorded,
            game=game,
            rules=rules,
            experiment=experiment,
            label=self.name,
            lines=lines,
            plays_per_block=self.look_every,
        )
        return self._read(record, lines, fields)

    def _read(self, record: "partial[Recorded]", lines: FileLines, fields: Fields) -> Recorded:
        """Return the record of the lines; the first one decides which kind they are."""
        wanted, notes = fields.names if self.column is None else (self.column,), list[str]()
        header = [cell.casefold() for cell in cells_of(lines.first())]
        if {*summary.COLUMNS} <= {*header}:
            if issubclass(fields.kinds.get(wanted[0], int), enum.Enum):
                raise BadInput(f"{wanted[0]} is not a number: a mean says nothing about its values")
            found = summary_of(self.name, header, lines.take(3)[1:])
            return record(fields=wanted[:1], looks=partial(_none, lines), summary=found)
        if {*COUNT_COLUMNS} <= {*header}:
            table = _read_table(lines, CountTable(header, fields, wanted), notes)
            names, looks = tuple(table.counts) or wanted[:1], partial(_once, table, self.name)
            return record(fields=names, looks=looks, notes=notes, has_order=False)
        layout = fields.layout(lines.first(), self.column)
        notes += layout.unused(self.name)
        latest = LatestLines(layout=layout, name=self.name)
        looks = partial(_prefixes, lines, layout, notes, latest, self.look_every)
        return record(fields=layout.names, looks=looks, notes=notes, latest=latest)


def outcomes(path: str, *, column: str | None = None) -> OutcomeFile:
    """Return a file of outcomes for `montmort.verification.crosscheck`; "-" is standard input.

    Its lines are plays: either one integer each, the game's main field or
    `column`, or cells under a header whose columns are fields of the game, of
    which `column` selects one.  Or the file is a table of counts with the columns
    value and count, and optionally field.
    """
    check_type("path", path, (str, PathLike), 'the path of a file, or "-"')
    if column is not None:
        check_text(column=column)
    return OutcomeFile(path=str(path), column=column, look_every=LOOK_EVERY)


class CountTable:
    """A table of counts in a file, with the columns value and count, and optionally field.

    It has the counts of the `wanted` fields; `complaint` says why it is invalid, if it is.

    >>> table = CountTable(["value", "count"], Fields(names=("points",)), ("points",))
    >>> table.read(["0,3", "1,5"])
    >>> table.counts, table.complaint
    ({'points': {0: 3, 1: 5}}, '')
    """

    def __init__(self, header: Sequence[str], fields: Fields, wanted: tuple[str, ...]) -> None:
        if repeated := [name for name in (*COUNT_COLUMNS, "field") if header.count(name) > 1]:
            raise BadInput(f"the header {','.join(header)!r} names {repeated[0]} twice")
        self._header, self._fields, self._wanted = tuple(header), fields, wanted
        self.counts: dict[str, dict[int, int]] = {}
        self.ignored: dict[str, None] = {}  # other fields, in order
        self.complaint = ""

    def read(self, lines: Sequence[str]) -> None:
        """Read the lines below the header."""
        for number, line in enumerate(lines, start=2):
            try:
                self._add(cells_of(line))
            except InvalidCounts as error:
                self.complaint = f"line {number}: {error}"
                return

    def _add(self, cells: Sequence[str]) -> None:
        if len(cells) != len(self._header):
            raise InvalidCounts(f"{len(cells)} cells where the header has {len(self._header)}")
        row = dict(zip(self._header, cells, strict=True))
        name = row.get("field", self._wanted[0])
        if name not in self._wanted:
            self.ignored[name] = None
            return
        value, counts = self._fields.value(name, row["value"]), self.counts.setdefault(name, {})
        if not _COUNT.fullmatch(row["count"]):
            raise InvalidCounts(f"the count {quote(row['count'])} is not an integer >= 0")
        if value in counts:
            raise InvalidCounts(
                f"the value {quote(value)} of {name} is repeated; add its counts up"
            )
        counts[value] = int(row["count"])


def _none(
    lines: FileLines,
    plays: int | None,  # noqa: ARG001
    repetitions: Repetitions | None,  # noqa: ARG001
) -> Looks:
    lines.close()
    yield from ()


def _read_table(lines: FileLines, table: CountTable, notes: list[str]) -> CountTable:
    """Read the lines into the table."""
    table.read(lines.take(None)[1:])
    if lines.cut_off and not table.complaint:
        table.complaint = (
            f"the last line, {lines.cut_off!r}, is unterminated: the table may be truncated"
        )
    if table.ignored:
        notes.append(f"{lines.name}: not judged: {', '.join(map(repr, table.ignored))}")
    lines.close()
    return table


def _once(
    table: CountTable,
    name: str,
    plays: int | None,
    repetitions: Repetitions | None,  # noqa: ARG001
) -> Looks:
    """Yield the only look at a table of counts."""
    if plays is not None:
        raise BadInput(
            f"a table of counts has no first plays to select: leave plays={quote(plays)} out"
        )
    if table.complaint:
        raise InvalidCounts(f"{name}, {table.complaint}")
    counts = {
        field: {value: count for value, count in histogram.items() if count}
        for field, histogram in table.counts.items()
    }
    if not any(counts.values()):
        raise BadInput(f"{name} counts no play")
    tally = _tally(name, counts)
    if tally.plays > MOST_PLAYS:
        raise TooLarge(
            f"{name} counts {tally.plays:.1e} plays; more than 2^53, about 9e15, cannot be judged"
        )
    yield tally


def _prefixes(
    lines: FileLines,
    layout: Layout,
    notes: list[str],
    latest: LatestLines,
    look_every: int,
    plays: int | None,
    repetitions: Repetitions | None,
) -> Looks:
    """Yield the tallies of growing prefixes of the lines."""
    total: Tally | None = None
    with closing(lines):
        at = 1 + len(lines.take(layout.before))
        complaint: InvalidCounts | None = None
        difference: RulesDiffer | None = None
        while not complaint and difference is None:
            step = max(
                look_every, 0 if total is None else _longest(total)
            )  # else the time is quadratic
            left = step if plays is None else plays - (total.plays if total else 0)
            part = lines.take(min(left, step))
            if not part:
                break
            try:
                counts, complaint = layout.read(part, at, seed=f"line {at}")
            except RulesDiffer as error:
                counts, difference = dict(error.counts), error.of(lines.name)
            latest.first, latest.lines = at, part
            at += len(part)
            if any(counts.values()):
                more = _tally(lines.name, counts)
                if repetitions is not None:
                    repetitions.take(more)
                    more = repetitions.bare(more)
                total = _checked(more if total is None else total + more)
                yield total
    if difference is not None:
        raise difference
    if lines.endless and not complaint:
        complaint = InvalidCounts(f"line {at}, {lines.cut_off!r}…, is too long")
    if complaint:
        raise complaint.at(f"{lines.name}, ")
    if lines.cut_off:
        notes.append(
            f"{lines.name}: the last line, {lines.cut_off!r}, is unterminated and may be "
            "truncated; it is not counted"
        )
    if total is None:
        raise BadInput(f"{lines.name} has no play")


def _tally(name: str, counts: Mapping[str, Mapping[int, int]]) -> Tally:
    """Return the tally of a file; its experiment is the file's name."""
    identity = hashlib.sha256(name.encode("utf-8", "surrogateescape")).hexdigest()[:16]
    plays = max(sum(histogram.values()) for histogram in counts.values())
    return Tally(experiment=identity, label=name, plays=plays, histograms=counts)


def _checked(total: Tally) -> Tally:
    """Return the tally; TooLarge if it has too many values to keep memory use bounded."""
    if _longest(total) > MOST_VALUES:
        raise TooLarge(f"{total.label} holds more than {MOST_VALUES:,} different values of a field")
    return total


def _longest(total: Tally) -> int:
    """Return the largest number of different values of a field."""
    return max(map(len, total.histograms.values()))
