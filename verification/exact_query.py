"""What `montmort exact` is asked in a file instead of on the command line."""

import shlex
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, replace
from typing import Any

from montmort.games.errors import BadInput, UnknownName
from montmort.games.validation import meant
from montmort.verification.game import Game
from montmort.verification.reports.commands import command
from montmort.verification.values_from_words import read_fields
from montmort.verification.words_of_values import fields_text

MOST_NAMES = 20  # that a sentence lists
Table = Mapping[str, Any]
Check = Callable[[Game[Any], str, Any, None, str], None]  # of experiment, rules, aim, condition


@dataclass(frozen=True)
class Asked:
    """What `montmort exact` is asked: a game, its rules and the question."""

    game: Game[Any]
    table: Table
    rules: Any
    question: Any
    experiment: str
    check: "Check | None" = None

    @classmethod
    def of(
        cls, game: Game[Any], table: Table, rules: Any = None, check: "Check | None" = None
    ) -> "Asked":
        """Read the rules and the question of a table; a mistake in them is the user's.

        The table changes its `reading` of the rules or, without one, `rules`.  `check` may
        refuse to answer.
        """
        book = game.rulebook
        experiment = text_of(table, "experiment", book.first_experiment)
        book.experiment(experiment)  # raises if there is none
        reading = text_of(table, "reading", next(iter(book.readings)))
        if reading not in book.readings:
            readings = ", ".join(book.readings)
            raise UnknownName(f"{game.name} has no reading {reading!r}; there are {readings}")
        preset = book.readings[reading] if rules is None or "reading" in table else rules
        rules = replace(preset, **_fields("rules", book.rules, table))
        kind = game.solve(experiment).question
        question = kind(**_fields("question", kind, table))
        return cls(game, table, rules, question, experiment, check)

    @property
    def words(self) -> str:
        """The rules, as far as what is answered goes by them."""
        return fields_text(self.rules, self.experiment)

    @property
    def command(self) -> str:
        """The command line that answers it."""
        book, flags = self.game.rulebook, []
        if self.experiment != book.first_experiment:
            flags += ["--experiment", self.experiment]
        for name, value in self.table.get("question", {}).items():
            flags += _flag(name.replace("_", "-"), value)
        return command("exact", book, self.rules, *map(shlex.quote, flags))

    def answers(self) -> Mapping[str, Any]:
        """Return all answers, by name."""
        if self.check is not None:
            given = getattr(self.question, "given", "")
            self.check(self.game, self.experiment, self.rules, None, given)
        return self.game.answers(self.rules, self.question, self.experiment)


def _flag(name: str, value: Any) -> list[str]:
    if isinstance(value, bool):
        return [f"--{name}" if value else f"--no-{name}"]
    text = ",".join(map(str, value)) if isinstance(value, list) else str(value)
    return [f"--{name}", text]


def _fields(key: str, kind: type, table: Table) -> dict[str, Any]:
    """Return the fields of Rules or Question that a table names."""
    written = table.get(key, {})
    if not isinstance(written, dict):
        raise BadInput(f"{key} = {written!r} must be a table, {{ name = value }}")
    names = [field.name for field in fields(kind) if field.init]
    if strange := [name for name in written if name not in names]:
        raise UnknownName(f"there is no {strange[0]!r} in {key}; there are {', '.join(names)}")
    return read_fields(kind, written)


def named(answers: Any, path: str) -> Any:
    """Return the answer at a path of names and indices with dots between.

    >>> named({"hand": {"52": 1}, "law": [2, 3]}, "law.1")
    3
    >>> named({"hand": {"52": 1}, "law": [2, 3]}, "x.1")
    Traceback (most recent call last):
        ...
    montmort.games.errors.UnknownName: there is no answer 'x.1': 'x' is none of hand, law
    """
    part = answers
    for step in path.split("."):
        parts = _parts(part)
        if step not in parts:
            names = ", ".join([*parts][:MOST_NAMES]) + ", …" * (len(parts) > MOST_NAMES)
            raise UnknownName(
                f"there is no answer {path!r}: {step!r} is none of {names or 'its parts'}"
                f"{meant(step, parts)}"
            )
        part = parts[step]
    return part


def _parts(answer: Any) -> Mapping[str, Any]:
    if isinstance(answer, Mapping):
        return {str(name): part for name, part in answer.items()}
    if isinstance(answer, list | tuple):
        return {str(place): part for place, part in enumerate(answer)}
    return {}


def text_of(table: Table, key: str, otherwise: str | None = None) -> str:
    """Return a text of the table; without `otherwise` it must be there."""
    text = table.get(key, otherwise)
    if not isinstance(text, str):
        raise BadInput(
            f"{key} = {text!r} must be a string" if key in table else f"{key} is missing"
        )
    return text
