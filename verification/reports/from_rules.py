"""What a report states of a game by its rules alone.

It states the rules, the sample space or the chain, the theorem by which the exact laws follow and
its proof, the laws, checks, and what was not proved; the words are in the templates `rules.md` and
`kinds.md`.
"""

import dataclasses
import re
import shlex
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from pathlib import Path
from typing import Any

from montmort.games.rulebook import Rulebook
from montmort.verification.optimal_play import OptimalPlay
from montmort.verification.outcome_laws import FieldLaw, OutcomeLaws
from montmort.verification.plots.laws import words_of
from montmort.verification.reports.commands import word_of_rule
from montmort.verification.reports.document import Figure, Text
from montmort.verification.reports.figures import law_figure
from montmort.verification.reports.kinds import Kind, Shape
from montmort.verification.reports.numbers import decimals, listed
from montmort.verification.reports.provenance import Provenance
from montmort.verification.reports.reader import Prose
from montmort.verification.reports.settled import Settled
from montmort.verification.verdicts.quantities import quantities_of

TEMPLATE = Path(__file__).with_name("rules.md")
LONGEST_TITLE = 60  # characters
MOST_VALUES = 20  # of a law in a table
WIDER = 5  # times the usual margin: the rules are played in plain Python, which is slow

Chances = list[tuple[str, Fraction]]
NAMES = {
    Kind.ENUMERATION: "finite enumeration",
    Kind.CHAIN: "the equations of an absorbing chain",
    Kind.INDUCTION: "backward induction",
    Kind.POLICY: "a policy with a ranking",
    Kind.ENCLOSURE: "an enclosure",
    Kind.SEQUENCES: "the sequence form with best responses",
    Kind.SOLVER: "a solver of the game's own, as this report describes it",
}
SEQUENCE_FORM = (
    "D. Koller, N. Megiddo and B. von Stengel, Efficient computation of equilibria for extensive "
    "two-person games, Games and Economic Behavior 14 (1996), 247 to 259: the sequence form."
)


@dataclass(frozen=True)
class Solved:
    """An experiment with its exact laws, or the reason why they are not known."""

    name: str
    found: OutcomeLaws | None
    reason: str = ""
    play: OptimalPlay | None = None

    @property
    def flag(self) -> str:
        """The flag by which commands are about it."""
        return f"--experiment {shlex.quote(self.name)}"

    @cached_property
    def shape(self) -> Shape:
        """What is known of it beyond its laws."""
        return Shape(name=self.name, found=self.found, play=self.play)

    @property
    def pictures(self) -> tuple[Figure, ...]:
        """The picture of the laws that have more than two values."""
        figure = None if self.found is None else law_figure(self.found.laws, self.name)
        return () if figure is None else (figure,)

    @property
    def tables(self) -> list[tuple[str, Chances]]:
        """The law of each other field: its first values, and the chance of all others."""
        fields = {} if self.found is None else self.found.fields
        listed = [(name, law) for name, law in fields.items() if not law.is_truth]
        return [_table(name, law) for name, law in listed if law.law is not None]

    @property
    def truths(self) -> list[tuple[str, Fraction]]:
        """The fields that are true or false, with the chance of true."""
        fields = {} if self.found is None else self.found.fields
        truths = [(name, law.mean) for name, law in fields.items() if law.is_truth]
        return [(name, chance) for name, chance in truths if chance is not None]

    @property
    def is_unbounded(self) -> bool:
        """Whether a law of the experiment has a tail."""
        fields = {} if self.found is None else self.found.fields
        return any(law.law is None or law.law.tail for law in fields.values())


def _table(name: str, law: FieldLaw) -> tuple[str, Chances]:
    chances = list(law.answers()["law"].items())
    listed = chances[:MOST_VALUES]
    rest = 1 - sum((chance for _, chance in listed), Fraction(0))
    return name, [*listed, ("all others", rest)] if rest else listed


def settled_by_rules(
    provenance: Provenance,
    solved: Sequence[Solved],
    stated: Settled | None,
    *,
    shares_rules: bool,
) -> Settled:
    """Return what the rules alone give, around what else is `stated` of the game, if anything.

    `shares_rules` where solver and simulator both follow the reference rules.
    """
    kinds = {kind for one in solved for kind in one.shape.kinds}
    checks = tuple(check for one in solved for check in one.shape.checks())
    return Settled(
        template=TEMPLATE,
        values={
            **_values(provenance.rulebook, provenance.rules, solved),
            **_stated(stated, provenance, solved[0]),
            "kinds": kinds,
            "has_decisions": any(one.play is not None for one in solved),
            "names": NAMES,
            "shares_rules": shares_rules,
        },
        checks=checks if stated is None else (*stated.checks, *checks),
        certified=None if stated is None else stated.certified,
        experiments={one.name: _margins(one) for one in solved},
        commands=tuple(provenance.command("exact", one.flag) for one in solved),
        references=(SEQUENCE_FORM,) if Kind.SEQUENCES in kinds else (),
    )


def _values(book: Rulebook[Any], rules: Any, solved: Sequence[Solved]) -> dict[str, object]:
    """Return what the template says of the rules and of the experiments."""
    return {
        "about": paragraphs(about_of(book)[1] or book.title, rules),
        "settings": list(settings_of(rules)),
        "solved": solved,
        "shapes": [one.shape for one in solved],
        "best_of": _best_of,
        "unbounded": [one.name for one in solved if one.is_unbounded],
    }


def _stated(stated: Settled | None, provenance: Provenance, first: Solved) -> dict[str, object]:
    """Return the sections that are stated after the rules, and the front matter of the report."""
    prose = Prose({}, ()) if stated is None else stated.prose(provenance)
    facts = prose.facts
    return {
        "statements": prose.sections,
        "subtitle": prose.words("about") if "about" in facts else _subtitle(first),
        "headline": facts.get("headline", _headline(first)),
        "abstract": facts.get("abstract", _abstract(first, facts.get("headline", ()))),
    }


def settings_of(rules: Any) -> Iterator[tuple[str, str, str]]:
    """Yield name, value and meaning of every rule."""
    for field in dataclasses.fields(rules):
        value = getattr(rules, field.name)
        is_truth = isinstance(value, bool)
        words = ("yes" if value else "no") if is_truth else word_of_rule(value) or "none"
        yield field.name.replace("_", " "), words, str(field.metadata.get("help", ""))


def paragraphs(text: str, rules: object = None) -> list[list[str]]:
    r"""Return the paragraphs of a docstring, each as its lines; only indented ones have several.

    The name of a rule in backticks is replaced by its number under these `rules`; that of another
    rule is in quotation marks.

    >>> paragraphs("Two dice\nof `faces` faces.\n\n    7   wins\n    2   loses")
    [['Two dice of faces faces.'], ['7: wins', '2: loses']]
    >>> from montmort.games.shut_the_box import Rules
    >>> paragraphs("`tiles` tiles, one die by `one_die`, the sum `so_far`, '' at first.", Rules())
    [['9 tiles, one die by “one die”, the sum so far, "" at first.']]
    """

    def named(match: re.Match[str]) -> str:
        value, words = getattr(rules, match[1], None), match[1].replace("_", " ")
        if isinstance(value, int) and not isinstance(value, bool):
            return str(value)
        return f"“{words}”" if hasattr(rules, match[1]) else words

    blocks = []
    text = re.sub(r"`([A-Za-z_]\w*)`", named, text).replace("`", "").replace("''", '""')
    for part in text.strip("\n").split("\n\n"):
        lines = part.strip("\n").splitlines()
        if all(line.startswith("    ") for line in lines):
            blocks.append([re.sub(r"\s{2,}", ": ", line.strip()) for line in lines])
        else:
            blocks.append([" ".join(part.split())])
    return blocks


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
    usual = {
        quantity.field: float(quantity.coarse_margin())
        for quantity in quantities
        if not quantity.constant
    }
    return {name: Fraction(f"{WIDER * margin:.2g}") for name, margin in usual.items()}


def _headline(first: Solved) -> str:
    value, play = first.shape.value, first.play
    if value is not None and play is not None:
        return f"the {_best_of(play)}{play.whose}{',' * play.is_opposed} is {decimals(value)}"
    if first.found is None:
        return "its exact laws are not known"
    fields = first.found.fields.items()
    means = [
        f"the {_measure(law)} of {words_of(name)} is {decimals(law.mean)}"
        for name, law in fields
        if law.mean
    ]
    if means:
        return listed(means)
    name, law = next(iter(first.found.fields.items()))
    chances: dict[str, Fraction] = law.answers()["law"]
    return f"{name}: {listed([f'{word} {decimals(p)}' for word, p in chances.items()])}"


def _measure(law: FieldLaw) -> str:
    """Return what the mean of a field is called: the chance of a truth value."""
    return "chance" if law.is_truth else "mean"


def _best_of(play: OptimalPlay) -> str:
    """Return what optimal play makes as large or as small as it can, in words."""
    size = "largest" if play.aim.maximises else "smallest"
    what = "chance" if play.is_chance else "mean"
    aim = words_of(play.aim.text)
    return f"{size} {what} of {f'“{aim}”' if play.is_chance else aim}"


def _subtitle(first: Solved) -> str:
    if first.play is not None:
        return "Optimal play and the exact laws of a play, from the rules alone"
    return "The exact laws of a play, from the rules alone"


def _abstract(first: Solved, stated: Text) -> Text:
    """Return in a sentence or two what is proved of the first experiment, and how.

    It begins with the headline of what is `stated`, if there is one.
    """
    ways = listed([NAMES[kind] for kind in first.shape.kinds])
    if not ways:
        return ("No exact answer is known under these rules.",)
    begin, *more = stated or (_headline(first),)
    if not isinstance(begin, str):
        begin, more = _headline(first), []
    proved = f". This is proved from the rules by {ways}, in exact arithmetic."
    return (begin[0].upper() + begin[1:], *more, proved)


def title_of(book: Rulebook[Any]) -> str:
    """Return the game's title; that of a file without one is the first line of its docstring."""
    return about_of(book)[0]


def about_of(book: Rulebook[Any]) -> tuple[str, str]:
    """Return title and rules: a short first paragraph of a file without a title is its title."""
    first, _, rest = book.about.strip().partition("\n\n")
    if rest and first.rstrip(".") == book.title:
        return book.title, rest
    is_title = book.title == book.name and rest and len(first) <= LONGEST_TITLE
    if not is_title or "\n" in first:
        return book.title, book.about
    return first.rstrip("."), rest
