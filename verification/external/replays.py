"""Plays of another simulator with what chance did in each: the rules judged apart from chance.

A replay is a line of CSV with some fields of the outcome and, under `picks`, the choices of
chance in the order of the rules: index i of the weights of every `pick`, between spaces.  A
kind drawn from a Deck is its place among the kinds, an eye of a die its number less 1, heads
of a coin 1.  The reference rules play the same picks; the outcomes must be equal.

The picks are judged as chance.  With weights w, pick i and V uniform on [0, 1),

    u = (w_0 + … + w_(i-1) + V w_i) / (w_0 + w_1 + …)

is uniform on [0, 1) given all picks before it, and so is its cell, the integer part of
CELLS·u, on 0, 1, …, CELLS - 1.  V comes from a stream that the lines themselves seed by a
hash.  Every play has one value of each quantity.  Which pick it is, is drawn before the play,
by the number of picks of the play before; where the play has no such pick, V chooses the cell.
So all plays are independent and every quantity is uniform:

pick 1, pick 2, …   the cell of that pick of the play
later pick          the cell of one after these
next pick           the cell of a pick less that of the pick before it, modulo CELLS
same pick           the cell of a pick less that of the same pick of the play before
other pick          the cell of a pick less that of another pick of the play before
mirrored pick       the cell of a pick plus that of the same pick of the play before
"""

import hashlib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from random import Random
from typing import Any

from montmort.exact.law import Law
from montmort.games.chance import ScriptedChance, whole_weights
from montmort.games.errors import BadInput, InvalidCounts, RulesDiffer
from montmort.games.experiment import Experiment
from montmort.games.validation import quote
from montmort.montecarlo.external.outcome_parser import Fields, Layout, cells_of, layout_of
from montmort.montecarlo.outcomes import Counts, as_integer

CELL_BITS = 4
CELLS = 1 << CELL_BITS
FINE = 64  # bits of V
PLACES = 8  # picks of a play that are judged one by one
MARGIN = Fraction(1, 4)  # of a cell; some 9,000 plays rule it out
PICKS = "picks"  # the column
RULES = "by the rules"  # does the outcome follow from the picks?

FIRST = tuple(f"pick {place}" for place in range(1, PLACES + 1))
CHANCE = (*FIRST, "later pick", "next pick", "same pick", "other pick", "mirrored pick")


def chance_margins() -> dict[str, Fraction]:
    """Return the deviations of the mean cells that are to be ruled out, in cells.

    >>> chance_margins()["next pick"]
    Fraction(1, 4)
    """
    return dict.fromkeys(CHANCE, MARGIN)


def chance_laws() -> dict[str, Law[int]]:
    """Return the laws of what is judged of the picks, and of the agreement with the rules.

    >>> laws = chance_laws()
    >>> laws["pick 1"].mean(), laws["by the rules"].chances()
    (Fraction(15, 2), {True: Fraction(1, 1)})
    """
    laws: dict[str, Law[int]] = {RULES: Law(weights={True: 1})}
    return laws | dict.fromkeys(CHANCE, Law(weights=dict.fromkeys(range(CELLS), 1)))


class _Replayed(ScriptedChance):
    """A script that keeps the weights of its picks."""

    def __init__(self, picks: Iterable[int]) -> None:
        super().__init__(picks)
        self.made: list[tuple[int, Sequence[int]]] = []

    def pick(self, weights: Sequence[int], /) -> int:
        """Return the next index of the script."""
        index = super().pick(weights)
        self.made.append((index, weights))
        return index


@dataclass(frozen=True, kw_only=True)
class ReplayFields(Fields):
    """The fields of an experiment whose plays come with their picks, and its rules."""

    experiment: Experiment[Any, Any, Any]
    rules: Any
    others = (PICKS,)

    @classmethod
    def with_picks(
        cls, fields: Fields, experiment: Experiment[Any, Any, Any], rules: object
    ) -> "ReplayFields":
        """Return the fields of an experiment's outcome, with the rules that replay it."""
        return cls(
            names=fields.names,
            kinds=fields.kinds,
            completed=fields.completed,
            experiment=experiment,
            rules=rules,
        )

    def layout(self, line: str, column: str | None = None) -> Layout:
        """Return the layout of a text from its first line; BadInput without picks."""
        header = cells_of(line)
        if header.count(PICKS) != 1:
            raise BadInput(
                f"the first line {quote(line.strip())} is no header with one column {PICKS}; "
                "a replay has the picks of every play"
            )
        found = layout_of(line, self, column)
        return ReplayLayout(fields=self, header=found.header, places=found.places)


@dataclass(frozen=True, kw_only=True)
class ReplayLayout(Layout):
    """The layout of a line with picks."""

    fields: ReplayFields

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The fields of a line, the agreement with the rules, and what is judged of the picks."""
        return (*self.printed, RULES, *CHANCE)

    def read(self, lines: Sequence[str], first: int) -> tuple[Counts, str]:
        """Return the histograms of the lines, and an error message or "".

        RulesDiffer at the first play whose outcome the rules do not give.
        """
        counts: dict[str, Counter[int]] = {name: Counter() for name in self.names}
        cells = _Cells(lines)
        for number, line in enumerate(lines, first):
            try:
                printed, picks = self._parsed(line)
                made = self._replay(number, printed, picks)
            except RulesDiffer as difference:
                difference.counts = _counted(counts)
                raise
            except InvalidCounts as error:
                return _counted(counts), f"line {number}: {error}"
            for name, value in zip(self.names, (*printed, 1, *cells.of(made)), strict=True):
                counts[name][value] += 1
        return _counted(counts), ""

    def values(self, line: str) -> tuple[int, ...]:
        """Return the outcome of a line."""
        return self._parsed(line)[0]

    def _parsed(self, line: str) -> tuple[tuple[int, ...], list[int]]:
        printed = super().values(line)
        assert self.header is not None
        text = cells_of(line)[self.header.index(PICKS)]
        try:
            return printed, [int(word) for word in text.split()]
        except ValueError:
            raise InvalidCounts(
                f"the picks {quote(text)} are not integers between spaces"
            ) from None

    def _replay(
        self, number: int, printed: tuple[int, ...], picks: list[int]
    ) -> list[tuple[int, Sequence[int]]]:
        """Return the picks with their weights; RulesDiffer unless the outcome follows."""
        chance = _Replayed(picks)
        try:
            outcome = self.fields.experiment.play(self.fields.rules, chance)
        except BadInput as error:
            raise RulesDiffer(number, picks, self._shown(printed), str(error)) from None
        values = {name: as_integer(name, getattr(outcome, name)) for name in self.places}
        given = tuple(self.fields.completed(values).values())
        if given != printed:
            raise RulesDiffer(number, picks, self._shown(printed), self._shown(given))
        if len(chance.made) < len(picks):
            left = len(picks) - len(chance.made)
            problem = f"the game is over {left} pick{'s' * (left > 1)} earlier"
            raise RulesDiffer(number, picks, self._shown(printed), problem)
        return chance.made

    def _shown(self, values: Sequence[int]) -> str:
        pairs = zip(self.printed, values, strict=True)
        return ", ".join(f"{name} {self._word(name, value)}" for name, value in pairs)

    def _word(self, name: str, value: int) -> str:
        kind = self.fields.kinds.get(name)
        if kind is bool and value in (0, 1):
            return str(bool(value)).lower()
        member = self.fields.member(name, value)
        return getattr(member, "name", str(value)).lower()


class _Cells:
    """The cells of the picks of plays in succession."""

    def __init__(self, lines: Sequence[str]) -> None:
        digest = hashlib.sha256("\n".join(lines).encode("utf-8", "surrogateescape")).digest()
        self._random = Random(digest)
        self._before: list[int] = []  # of the play before

    def of(self, made: Sequence[tuple[int, Sequence[int]]]) -> Iterator[int]:
        """Return the values of all quantities for the next play."""
        cells = [self._cell(*each) for each in made if sum(map(bool, each[1])) > 1]
        before, self._before = self._before, cells
        # The places are drawn before the play: how many picks it has may depend on the picks.
        later = self._place(PLACES, len(before))
        second, same, other = (self._place(least, len(before)) for least in (1, 0, 0))
        yield from (self._at(cells, place) for place in range(PLACES))
        yield self._at(cells, later)
        yield (self._at(cells, second) - self._at(cells, second - 1)) % CELLS
        yield (self._at(cells, same) - self._at(before, same)) % CELLS
        yield (self._at(cells, other) - self._at(before, self._place(0, len(before)))) % CELLS
        yield (self._at(cells, same) + self._at(before, same)) % CELLS

    def _place(self, least: int, end: int) -> int:
        return self._random.randrange(least, end) if least < end else -1

    def _at(self, cells: Sequence[int], place: int) -> int:
        """Return the cell of a pick, any cell if there is no such pick."""
        if 0 <= place < len(cells):
            return cells[place]
        return self._random.getrandbits(CELL_BITS)

    def _cell(self, index: int, weights: Sequence[int]) -> int:
        whole = whole_weights(weights)
        v = self._random.getrandbits(FINE)
        place = (sum(whole[:index]) << FINE) + whole[index] * v
        return CELLS * place // (sum(whole) << FINE)


def _counted(counts: Mapping[str, Counter[int]]) -> Counts:
    return {name: dict(counter) for name, counter in counts.items()}
