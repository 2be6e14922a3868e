"""The report's argument for a game that is known by its rules alone.

It states the rules, the exact laws found by walking them, how these were computed, and
what was not proved; the words are in the template `rules.md`.
"""

import dataclasses
import re
import shlex
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path
from typing import Any

from montmort.exact.paths import Watch
from montmort.games.errors import MontmortError, NoPlayer
from montmort.verification.outcome_laws import FieldLaw, OutcomeLaws
from montmort.verification.reports.argument import Argument, Provenance, argument_from
from montmort.verification.reports.commands import word_of_rule
from montmort.verification.reports.numbers import decimals, listed
from montmort.verification.reports.settled import Settled
from montmort.verification.verdicts.quantities import quantities_of

TEMPLATE = Path(__file__).with_name("rules.md")
MOST_VALUES = 20  # of a law in a table
WIDER = 5  # times the usual margin: the rules are played in plain Python, which is slow

Chances = list[tuple[str, Fraction]]
Laws = Callable[[Any, str, str, Watch | None], OutcomeLaws]
Settle = Callable[[], Settled | None]


@dataclass(frozen=True)
class Solved:
    """An experiment with its exact laws, or the reason why they are not known."""

    name: str
    flag: str
    found: OutcomeLaws | None
    reason: str = ""

    @property
    def tables(self) -> list[tuple[str, Chances, Fraction, str]]:
        """The law of each field: its first values, and the chance of all others with its words."""
        fields = {} if self.found is None else self.found.fields
        return [_table(name, law) for name, law in fields.items() if law.law is not None]

    @property
    def is_unbounded(self) -> bool:
        """Whether a law of the experiment has a tail."""
        fields = {} if self.found is None else self.found.fields
        return any(law.law is None or law.law.tail for law in fields.values())


def _table(name: str, law: FieldLaw) -> tuple[str, Chances, Fraction, str]:
    answers = law.answers()
    chances = list(answers["law"].items())
    shown = chances[:MOST_VALUES]
    rest = 1 - sum((chance for _, chance in shown), Fraction(0))
    return name, shown, rest, f"others, {len(chances) - len(shown)} of them listed" if rest else ""


def argument_of_rules(
    rules: Any,
    provenance: Provenance,
    watch: Watch | None,
    laws: Laws,
    *,
    experiments: Sequence[str] | None = None,
    settle: Settle = lambda: None,
) -> Argument:
    """Return the argument of a game without one of its own, about all or some experiments.

    `laws(rules, experiment, given, watch)` are the laws of an experiment, and `settle()` is
    what else is stated and proved, None if nothing is.
    """
    book = provenance.rulebook
    solved = [_solved(laws, name, rules, watch) for name in experiments or book.experiments]
    hows = [f"{one.name}, {one.found.how}" for one in solved if one.found is not None]
    values = {
        "about": paragraphs(book.about or book.title),
        "settings": list(settings_of(rules)),
        "solved": solved,
        "hows": "; ".join(hows) or "none was small enough",
        "unbounded": [one.name for one in solved if one.is_unbounded],
        "headline": _headline(solved[0]),
    }
    argument = argument_from(
        TEMPLATE,
        provenance,
        values,
        experiments={one.name: _margins(one) for one in solved},
        commands=tuple(provenance.command("exact", one.flag) for one in solved),
    )
    try:
        settled = settle()
    except MontmortError:  # as of the laws, whose section says why they are not known
        settled = None
    return argument if settled is None else _with_statements(argument, settled, provenance)


def _with_statements(argument: Argument, settled: Settled, provenance: Provenance) -> Argument:
    """Return the argument with what is settled after the rules, and the checks behind the laws."""
    prose = settled.prose(provenance)
    (the_rules, *laws, limits) = argument.sections
    return replace(
        argument,
        about=prose.words("about") if "about" in prose.facts else argument.about,
        headline=prose.facts.get("headline", argument.headline),
        sections=(the_rules, *prose.sections, *laws, *settled.checked(), limits),
        certified=settled.certified,
    )


def _solved(laws: Laws, name: str, rules: Any, watch: Watch | None) -> Solved:
    flag = f"--experiment {shlex.quote(name)}"
    try:
        return Solved(name, flag, laws(rules, name, "", watch))
    except NoPlayer:  # there is nothing to report
        raise
    except MontmortError as error:
        return Solved(name, flag, None, str(error))


def settings_of(rules: Any) -> Iterator[tuple[str, str, str]]:
    """Yield name, value and meaning of every rule."""
    for field in dataclasses.fields(rules):
        value = word_of_rule(getattr(rules, field.name))
        yield field.name.replace("_", " "), value, str(field.metadata.get("help", ""))


def paragraphs(text: str) -> list[list[str]]:
    r"""Return the paragraphs of a docstring, each as its lines; only indented ones have several.

    >>> paragraphs("Two dice\nof `faces` faces.\n\n    7   wins\n    2   loses")
    [['Two dice of faces faces.'], ['7: wins', '2: loses']]
    """
    found = []
    for part in text.replace("`", "").strip("\n").split("\n\n"):
        lines = part.strip("\n").splitlines()
        if all(line.startswith("    ") for line in lines):
            found.append([re.sub(r"\s{2,}", ": ", line.strip()) for line in lines])
        else:
            found.append([" ".join(part.split())])
    return found


def _margins(one: Solved) -> dict[str, Fraction]:
    """Return the margins of the verdicts, wider than usual."""
    if one.found is None:
        return {}
    counted = {  # simulations count in whole numbers
        name: law
        for name, law in one.found.laws.items()
        if not any(isinstance(value, Fraction) for value in law)
    }
    quantities = [part.quantity for part in quantities_of(counted)]
    usual = {each.field: float(each.coarse_margin()) for each in quantities if not each.constant}
    return {name: Fraction(f"{WIDER * margin:.2g}") for name, margin in usual.items()}


def _headline(first: Solved) -> str:
    if first.found is None:
        return "its exact laws are not known"
    means = [f"{name} {decimals(law.mean)}" for name, law in first.found.fields.items() if law.mean]
    if means:
        return f"in the mean {listed(means)}"
    name, law = next(iter(first.found.fields.items()))
    chances: dict[str, Fraction] = law.answers()["law"]
    return f"{name}: {listed([f'{word} {decimals(p)}' for word, p in chances.items()])}"
