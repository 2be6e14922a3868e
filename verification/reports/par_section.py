"""The section of a report with the PAR sheets of a game's wagers; its text is in `par.md`."""

import shlex
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Any

from montmort.exact.formatting import fixed_point
from montmort.exact.law import Law
from montmort.exact.par_sheet import LEVELS, ParSheet
from montmort.exact.repeated_plays import rounded_chance
from montmort.games.errors import MontmortError
from montmort.games.wager import Wager
from montmort.verification.outcome_laws import FieldLaw
from montmort.verification.par_sheets import LABELS, answers_of, par_sheets
from montmort.verification.reports.document import Section
from montmort.verification.reports.numbers import fixed
from montmort.verification.reports.provenance import Provenance
from montmort.verification.reports.template import fill_in

TEMPLATE = Path(__file__).with_name("par.md")
MOST_PAYS = 20  # that a table lists
PLACES = 10  # decimals of the chances after n plays
ESTIMATED_PLACES = 5  # of those that are simulated
Laws = Callable[[str], Mapping[str, FieldLaw]]
LawsOfExperiment = Callable[[str, str], Mapping[str, FieldLaw]]
Rows = list[tuple[str, str, Fraction | str, str]]
MEANINGS = {
    "rtp": "mean of what is paid back",
    "house_edge": "mean loss: what the return is short of 1",
    "house_edge_without_ties": "house edge by 1 less the push frequency",
    "mean_total_stake": "mean of all that is staked in a play",
    "element_of_risk": "mean loss by the mean total stake",
    "rtp_of_total_stake": "1 less the element of risk",
    "hit_frequency": "chance that something is paid back",
    "hit_frequency_of_total_stake": "chance to get some of all stakes back",
    "win_frequency": "chance of a net gain above 0",
    "push_frequency": "chance of a net gain of 0",
    "variance": "of the net gain",
    "standard_deviation": "root of the variance",
    "volatility_index_90": "z standard deviations, for 90 %",
    "volatility_index_95": "z standard deviations, for 95 %",
    "skewness": "third central moment, standardised",
    "maximum_exposure": "largest net gain of the player",
}


@dataclass(frozen=True)
class Shown:
    """The sheet of a wager with the flags that print it, or the reason why there is none."""

    title: str
    wager: Wager
    stake: Fraction
    flags: tuple[str, ...]
    answers: Mapping[str, Any] | None
    reason: str = ""

    @property
    def of(self) -> str:
        """The end of a caption: what the sheet is of, where there are several."""
        return f", {self.title}" if self.title else ""

    @property
    def entries(self) -> Rows:
        """Label, name, value and meaning of the entries; decimals are text."""
        answers = self.answers or {}
        absent = {
            "skewness": "not known: the law has no end" if self.tail else "none without variance",
            "maximum_exposure": "without limit",
        }
        return [
            (label, f"{label}{self.of}", _value(answers[key], absent.get(key)), MEANINGS[key])
            for key, label in LABELS.items()
            if key in answers
        ]

    @property
    def pays(self) -> list[tuple[Fraction, Fraction]]:
        """What is paid back, with its chance: the likeliest values, ascending."""
        law: Mapping[Fraction, Fraction] = (self.answers or {})["law"]
        return sorted(sorted(law.items(), key=lambda item: -item[1])[:MOST_PAYS])

    @property
    def more(self) -> int:
        """The number of values that are not among the `pays`."""
        return len((self.answers or {})["law"]) - len(self.pays)

    @property
    def tail(self) -> Fraction:
        """The chance of what is paid back beyond all values of the law."""
        tail: Fraction = (self.answers or {}).get("tail", Fraction(0))
        return tail

    @property
    def rest(self) -> Fraction:
        """The chance of the values that are not among the `pays`, without the tail."""
        return 1 - sum((chance for _, chance in self.pays), self.tail)

    @property
    def after(self) -> Iterator[tuple[int, list[str], list[str], str]]:
        """Plays, chances ahead, even and behind, intervals of the return, and the method."""
        rows: Mapping[int, Mapping[str, Any]] = (self.answers or {})["after"]
        for plays, row in rows.items():
            if "refused" not in row:
                chances = [_chance(row, name) for name in ("ahead", "even", "behind")]
                intervals = [_interval(row[f"rtp_{level}"]) for level in LEVELS]
                yield plays, chances, intervals, row["method"]

    @property
    def simulated(self) -> Mapping[int, Mapping[str, Any]]:
        """The rows that are simulated, by the number of plays."""
        rows: Mapping[int, Mapping[str, Any]] = (self.answers or {})["after"]
        return {n: row for n, row in rows.items() if row.get("method") == "simulated"}


def _value(value: Fraction | str | None, absent: str | None) -> Fraction | str:
    return absent or "none" if value is None else value


def _chance(row: Mapping[str, Any], name: str) -> str:
    """Return the decimals of a chance; of one that is simulated, its interval."""
    if row["method"] == "simulated":
        return " to ".join(fixed_point(end, ESTIMATED_PLACES) for end in row[name]["interval"])
    return rounded_chance(row[name], PLACES)


def _interval(ends: tuple[str, str]) -> str:
    return " to ".join(fixed(Fraction(end), 4) for end in ends)


def _quantile(percent: int) -> str:
    """Return how many standard deviations a normal law has so much of its mass within, cut off.

    >>> _quantile(90), _quantile(95)
    ('1.6448536269', '1.9599639845')
    """
    unit = ParSheet(net=Law(weights={-1: 1, 1: 1}))  # of variance 1
    return fixed(Fraction(unit.volatility_index(percent)), PLACES)


def par_section(
    provenance: Provenance, laws: Laws, given: LawsOfExperiment | None = None
) -> tuple[Section, ...]:
    """Return the section of the PAR sheets, none for a game without a stake.

    `laws(experiment)` are the laws of its fields, `given(experiment, condition)` those under a
    condition, if they are known.
    """
    sheets = [
        sheet
        for experiment in provenance.rulebook.experiments
        for sheet in _sheets(provenance, experiment, laws, given)
    ]
    if not sheets:
        return ()
    methods = {method for one in sheets if one.answers is not None for *_, method in one.after}
    values = {
        "sheets": sheets,
        "methods": methods,
        "quantiles": {level: _quantile(level) for level in LEVELS},
        "number": provenance.number,
        "command": provenance.command,
    }
    return fill_in(TEMPLATE, values).sections


def _sheets(
    provenance: Provenance, experiment: str, laws: Laws, given: LawsOfExperiment | None
) -> Iterator[Shown]:
    book = provenance.rulebook
    wagers, is_first = book.wagers_on(experiment), experiment == book.first_experiment
    with_stakes = sum(bool(book.wagers_on(name)) for name in book.experiments)
    title = "" if is_first and with_stakes == 1 else experiment
    flags = () if is_first else (f"--experiment {shlex.quote(experiment)}",)
    solved: Mapping[str, FieldLaw] = {}
    for wager in wagers:
        name, own_flags = title, (*flags, "--par")
        if len(wagers) > 1:
            name = f"{title} {wager.name}".strip()
            own_flags = (*own_flags, f"--par-wager {shlex.quote(wager.name)}")
        try:
            solved = solved or laws(experiment)
            (sheet,) = par_sheets(
                [wager], provenance.rules, solved, given and partial(given, experiment)
            ).values()
            stake = wager.staked(provenance.rules)
            yield Shown(name, wager, stake, own_flags, answers_of(sheet))
        except MontmortError as error:
            yield Shown(name, wager, Fraction(1), own_flags, None, str(error))
