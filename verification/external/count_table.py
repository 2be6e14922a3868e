"""A table of counts in a file, with the columns value and count, and optionally field."""

import re
from collections.abc import Sequence

from montmort.games.errors import BadInput, InvalidCounts
from montmort.games.validation import quote
from montmort.montecarlo.external.outcome_parser import Fields, cells_of

COLUMNS = ("value", "count")
_COUNT = re.compile(r"[0-9]{1,40}")


class CountTable:
    """The counts of the `wanted` fields; `complaint` says why the table is invalid, if it is.

    >>> table = CountTable(["value", "count"], Fields(names=("points",)), ("points",))
    >>> table.read(["0,3", "1,5"])
    >>> table.counts, table.complaint
    ({'points': {0: 3, 1: 5}}, '')
    """

    def __init__(self, header: Sequence[str], fields: Fields, wanted: tuple[str, ...]) -> None:
        if repeated := [name for name in (*COLUMNS, "field") if header.count(name) > 1]:
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
