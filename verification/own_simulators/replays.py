"""Plays of another simulator with what chance did in each: the rules judged apart from chance.

A replay is a line of CSV with some fields of the outcome and, under `picks`, what chance did
in the order of the rules: index i of the weights of every `pick`, between spaces.  A
kind drawn from a Deck is its place among the kinds, an eye of a die its number less 1, heads
of a coin 1.  The reference rules play the same picks; the outcomes must be equal.

Where players decide, the column `choices` holds what they did in the same way: the index of
every choice among those that the rules offer.  An index is one integer in every language; the
words of a choice may hold spaces or be empty, as a discard.  Without the column the players of
the game decide, and what they draw is among the picks.

The picks are judged as chance.  With weights w, pick i and V uniform on [0, 1),

    u = (w_0 + … + w_(i-1) + V w_i) / (w_0 + w_1 + …)

is uniform on [0, 1) given all picks before it, and so is its cell, the integer part of
CELLS·u, on 0, 1, …, CELLS - 1.  V comes from a stream that follows from the seed of the plays.
Every play has one value of each quantity.  Which pick it is, is drawn before the play, by the
number of picks of the play before; where the play has no such pick, V chooses the cell.  So all
plays are independent and every quantity is uniform:

pick 1, pick 2, …   the cell of that pick of the play
later pick          the cell of one after these
next pick           the cell of a pick less that of the pick before it, modulo CELLS
same pick           the cell of a pick less that of the same pick of the play before
other pick          the cell of a pick less that of another pick of the play before
mirrored pick       the cell of a pick plus that of the same pick of the play before
"""

import hashlib
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from random import Random
from typing import Any, TypeVar

from montmort.exact.law import Law
from montmort.games.chance import Uncopied, whole_weights
from montmort.games.errors import (
    ImpossibleScript,
    InvalidCounts,
    NoPlayer,
    RulesDiffer,
    TooLarge,
    UnreadablePlay,
)
from montmort.games.experiment import Experiment
from montmort.games.table import ScriptedTable, numbered
from montmort.games.validation import quote
from montmort.montecarlo.external.outcome_parser import Fields, Plays
from montmort.montecarlo.outcomes import Counts, as_integer
from montmort.verification.dependence.successive_plays import CELL_BITS, CELLS, uniform_law
from montmort.verification.verdicts.quantities import Known

FINE = 64  # bits of V
PLACES = 8  # picks of a play that are judged one by one
MARGIN = Fraction(1, 4)  # of a cell; some 9,000 plays rule it out
PICKS, CHOICES = "picks", "choices"  # the columns
RULES = "by the rules"  # does the outcome follow from the picks?
SHOWN = 8  # possible picks in a message
ALONE = "only the rules and the picks are judged"
ADVICE = f"or let the plays have a column {CHOICES}, with what their players did"

AnyExperiment = Experiment[Any, Any, Any]
Choice = TypeVar("Choice")
Made = tuple[int, Sequence[int]]  # a pick, and the weights among which it was made, in integers

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
    return laws | dict.fromkeys(CHANCE, uniform_law())


class _Replayed(Uncopied):
    """The picks of a play, which keep their weights; ImpossibleScript where the rules differ."""

    def __init__(self, picks: Sequence[int]) -> None:
        self._picks = picks
        self.made: list[Made] = []

    def pick(self, weights: Sequence[int], /) -> int:
        """Return the next pick."""
        whole = whole_weights(weights)
        done = len(self.made)
        if done == len(self._picks):
            raise ImpossibleScript(
                f"the game goes on after {_counted(done, 'pick')}, where the play ended"
            )
        index = self._picks[done]
        if not 0 <= index < len(whole) or not whole[index]:
            raise ImpossibleScript(
                f"pick {done + 1}, {index}: impossible, only {_possible(whole)} can be picked here"
            )
        self.made.append((index, whole))
        return index


class _Chosen(ScriptedTable):
    """The choices of a play; ImpossibleScript where the rules differ."""

    def __init__(self, choices: Sequence[int]) -> None:
        super().__init__(choices)
        self._all = choices

    def decide(self, seat: int, choices: Sequence[Choice], view: Any, /) -> Choice:
        """Return the next choice."""
        who = f"seat {seat}, who chooses among {numbered(choices)}"
        if self.made == len(self._all):
            raise ImpossibleScript(
                f"the game goes on after {_counted(self.made, 'choice')}, where the play ended, "
                f"with {who}"
            )
        index = self._all[self.made]
        if not 0 <= index < len(choices):
            raise ImpossibleScript(f"choice {self.made + 1}, {index}: impossible for {who}")
        return super().decide(seat, choices, view)


def _possible(weights: Sequence[int]) -> str:
    """Return the indices that can be picked.

    >>> _possible([1, 1, 1]), _possible([0, 4, 0, 1])
    ('0 to 2', '1 or 3')
    """
    places = [at for at, weight in enumerate(weights) if weight != 0]
    if len(places) > 2 and places[-1] - places[0] == len(places) - 1:
        return f"{places[0]} to {places[-1]}"
    more = [f"{len(places) - SHOWN} others"] if len(places) > SHOWN else []
    return " or ".join([*map(str, places[:SHOWN]), *more])


def _counted(number: int, what: str) -> str:
    return f"{number} {what}{'s' * (number != 1)}"


@dataclass(frozen=True)
class Replays:
    """Plays every outcome again from its picks, by the rules, and counts what chance did.

    The players of the experiment decide, unless the plays have choices.
    """

    experiment: Experiment[Any, Any, Any]
    rules: Any
    fields: Fields
    has_choices: bool = False

    @property
    def names(self) -> tuple[str, ...]:
        """The agreement with the rules, and what is judged of the picks."""
        return (RULES, *CHANCE)

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns of the picks and of the choices."""
        return (PICKS, CHOICES) if self.has_choices else (PICKS,)

    @property
    def inputs(self) -> str:
        """The columns, and the rules that play them."""
        return f"{' '.join(self.columns)}: {self.rules!r}"

    def counts(self, plays: Plays) -> Counts:
        """Return the histograms; RulesDiffer at the first play that the rules do not give."""
        texts = plays.texts[PICKS]
        chosen = plays.texts[CHOICES] if self.has_choices else [""] * len(texts)
        cells = _Cells(plays.seed)
        counts: dict[str, Counter[int]] = {name: Counter() for name in self.names}
        for line, (row, *written) in enumerate(
            zip(plays.rows, texts, chosen, strict=True), plays.first
        ):
            printed = dict(zip(plays.names, row, strict=True))
            made = self._replayed(line, printed, *written)
            for name, value in zip(self.names, (1, *cells.of(made)), strict=True):
                counts[name][value] += 1
        return {name: dict(counter) for name, counter in counts.items()}

    def _replayed(
        self, line: int, printed: Mapping[str, int], picked: str, chosen: str
    ) -> list[Made]:
        """Return the picks with their weights; RulesDiffer unless the outcome follows."""
        picks, choices = _integers(line, PICKS, picked), _integers(line, CHOICES, chosen)

        def differs(by_rules: str) -> RulesDiffer:
            made = choices if self.has_choices else None
            return RulesDiffer(line, picks, self._shown(printed), by_rules, choices=made)

        chance, table = _Replayed(picks), _Chosen(choices)
        try:
            outcome = self.experiment.play(self.rules, chance, table if self.has_choices else None)
        except ImpossibleScript as error:
            raise differs(str(error)) from None
        by_rules = {name: x for name, x in outcome._asdict().items() if name in printed}
        try:
            values = {name: as_integer(name, value) for name, value in by_rules.items()}
        except InvalidCounts:  # a fraction, as 3/2 for a blackjack, is no integer that was printed
            raise differs(", ".join(f"{name} {x}" for name, x in by_rules.items())) from None
        completed = self.fields.completed(values)
        given = {name: completed[name] for name in printed}
        if given != printed:
            raise differs(self._shown(given))
        for made, numbers, name in (
            (len(chance.made), picks, "pick"),
            (table.made, choices, "choice"),
        ):
            if left := len(numbers) - made:
                raise differs(
                    f"the game is over {_counted(left, name)} earlier, after {_counted(made, name)}"
                )
        return chance.made

    def _shown(self, values: Mapping[str, int]) -> str:
        return ", ".join(f"{name} {self._word(name, value)}" for name, value in values.items())

    def _word(self, name: str, value: int) -> str:
        kind = self.fields.kinds.get(name)
        if kind is bool and value in (0, 1):
            return str(bool(value)).lower()
        member = self.fields.member(name, value)
        return getattr(member, "name", str(value)).lower()


def _integers(line: int, name: str, text: str) -> list[int]:
    """Return the integers between spaces; UnreadablePlay if there is anything else."""
    try:
        return [int(word) for word in text.split()]
    except ValueError:
        raise UnreadablePlay(
            line, f"the {name} {quote(text)} are not integers between spaces"
        ) from None


class _Cells:
    """The cells of the picks of plays in succession."""

    def __init__(self, seed: str) -> None:
        digest = hashlib.sha256(seed.encode("utf-8", "surrogateescape")).digest()
        self._random = Random(digest)
        self._before: list[int] = []  # of the play before

    def of(self, made: Sequence[Made]) -> Iterator[int]:
        """Return the values of all quantities for the next play; what is certain is no pick."""
        totals = [sum(whole) for _, whole in made]
        cells = [
            self._cell(index, whole, total)
            for (index, whole), total in zip(made, totals, strict=True)
            if whole[index] < total
        ]
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

    def _cell(self, index: int, whole: Sequence[int], total: int) -> int:
        v = self._random.getrandbits(FINE)
        place = (sum(whole[:index]) << FINE) + whole[index] * v
        return CELLS * place // (total << FINE)


@dataclass
class ReplayedExperiment:
    """An experiment under `rules`, to be replayed: its players, and the laws that judge its fields.

    `players` returns the experiment with its players, which may take long to find; plays that
    `have_choices` need none.  `is_decided` says whether there is anything to decide.  `notes`
    say why no laws judge the fields.
    """

    experiment: AnyExperiment
    players: Callable[[], AnyExperiment]
    rules: Any
    fields: Fields
    is_decided: bool
    have_choices: bool = False
    notes: list[str] = field(default_factory=list)

    def derived(self, _printed: tuple[str, ...], others: tuple[str, ...]) -> Replays:
        """Return the replays of plays that have these columns besides the fields."""
        self.have_choices = CHOICES in others
        played = self.experiment if self.have_choices else self._with_players()
        return Replays(played, self.rules, self.fields, self.have_choices)

    def _with_players(self) -> AnyExperiment:
        try:
            return self.players()
        except TooLarge as error:
            raise TooLarge(f"{error}; {ADVICE}") from error

    def laws(self, find: Callable[[], Mapping[str, Known]]) -> Mapping[str, Known]:
        """Return the laws that `find` finds; none, with a note, where they do not apply.

        Those of other players do not, and there may be none that can be found.
        """
        if self.have_choices and self.is_decided:
            self.notes.append(
                f"{ALONE}: the plays have choices of their own, and the known laws are those of "
                "the game's players; give laws of your own, exact= or --exact, if you know them"
            )
            return {}
        try:
            return find()
        except TooLarge as error:
            self.notes.append(f"{ALONE}: {error}")
        except NoPlayer as error:
            if not self.have_choices:
                raise NoPlayer(f"{error}; {ADVICE}") from error
            self.notes.append(f"{ALONE}: no exact laws are known for the choices in the plays")
        return {}
