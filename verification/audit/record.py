"""Read an audit record that anybody may have written.

It is checked by the schema, and its decision must be the worst of its verdicts.  Strings are
cleaned: a control, formatting or private character is shown by its number, so that none of them
reaches a terminal or a page.
"""

import hashlib
import json
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Literal, NoReturn, cast

from montmort.games.errors import BadInput
from montmort.games.file_kinds import kind_of_file
from montmort.games.validation import quote, repeated_key
from montmort.verification.audit.schema import check, verify_schema
from montmort.verification.audit.verify_json import Audit, Document, Meta, Run, Verdict
from montmort.verification.verdicts.decision import Decision

LARGEST = 2**26  # bytes

Verdicts = tuple[tuple[str, Verdict], ...]  # with the names of what they are about


@dataclass(frozen=True)
class Record:
    """A checked record, and the SHA-256 of its file."""

    document: Document
    sha256: str

    @property
    def meta(self) -> Meta:
        """The part `meta`."""
        return self.document["meta"]

    @property
    def audit(self) -> Audit:
        """The part `audit`."""
        return self.document["audit"]

    @property
    def decision(self) -> Decision:
        """The decision on all verdicts together."""
        return Decision(self.meta["decision"])

    @cached_property
    def verdicts(self) -> Verdicts:
        """The verdicts with the names of what they are about, of a grid with their points."""
        return tuple(_verdicts(self.document["answers"]))

    def others(self, name: Literal["chance", "dependence"]) -> Verdicts:
        """Return the verdicts on `chance` or on `dependence`."""
        return tuple(self.meta.get(name, {}).items())

    @property
    def dependence_judged(self) -> Verdicts:
        """The verdicts on dependence for which there were enough plays."""
        open_ = Decision.INCONCLUSIVE.value
        verdicts = self.others("dependence")
        return tuple(judged for judged in verdicts if judged[1]["verdict"] != open_)

    @property
    def runs(self) -> Mapping[str, Run]:
        """The runs by point; a run without a grid has the point ""."""
        if "runs" in self.audit:
            return self.audit["runs"]
        return {"": self.audit["run"]} if "run" in self.audit else {}


def _verdicts(
    answers: Mapping[str, Verdict | dict[str, Verdict]],
) -> Iterator[tuple[str, Verdict]]:
    for name, answer in answers.items():
        if "verdict" in answer and isinstance(answer["verdict"], str):
            yield name, cast("Verdict", answer)
        else:
            verdicts = cast("dict[str, Verdict]", answer)
            yield from ((f"{name}: {field}", verdict) for field, verdict in verdicts.items())


def read_record(path: Path) -> Record:
    """Return the record in a file; BadInput, in one sentence, if it is none."""
    try:
        with path.open("rb") as file:
            content = file.read(LARGEST + 1)  # a device may have no end
    except OSError as error:
        raise BadInput(f"cannot read {path}: {error.strerror}") from error
    if len(content) > LARGEST:
        raise BadInput(f"{path} has more than {LARGEST >> 20} MB; an audit record has less")
    if kind := kind_of_file(content):
        raise BadInput(f"{path} is {kind}")
    try:
        loaded = json.loads(content, object_pairs_hook=_object, parse_constant=_refuse)
        document = cleaned(loaded)
    except (ValueError, RecursionError) as error:
        raise BadInput(f"{path} is not a JSON document: {quote(str(error), 200)}") from error
    record = Record(document, hashlib.sha256(content).hexdigest())
    try:
        check(document, verify_schema())
        _check_decision(record)
    except BadInput as error:
        raise BadInput(f"{path} is not what verify --audit writes: {error}") from error
    return record


def _object(pairs: Sequence[tuple[str, object]]) -> dict[str, object]:
    if repeated_key(pairs) is not None:
        raise ValueError("a key occurs twice")
    return dict(pairs)


def _refuse(word: str) -> NoReturn:
    raise ValueError(f"{word} is no number")


def cleaned(value: Any) -> Any:
    r"""Return a JSON value whose strings, keys included, can be shown anywhere.

    >>> cleaned({"a\x1b[1m": ["b\nc", 1]})
    {'a\\x1b[1m': ['b\\nc', 1]}
    """
    if isinstance(value, str):
        return value if value.isprintable() else "".join(map(_printable, value))
    if isinstance(value, dict):
        return _object([(cleaned(name), cleaned(part)) for name, part in value.items()])
    return [cleaned(part) for part in value] if isinstance(value, list) else value


def _printable(character: str) -> str:
    if unicodedata.category(character)[0] not in "CZ" or character == " ":
        return character
    return ascii(character)[1:-1]


def _check_decision(record: Record) -> None:
    """Raise BadInput unless the decision follows from the verdicts."""
    if not record.verdicts:
        raise BadInput("it has no verdict")
    judged = [*record.verdicts, *record.others("chance"), *record.dependence_judged]
    worst = Decision.worst(Decision(verdict["verdict"]) for _, verdict in judged)
    is_cut = "runs" in record.audit and len(record.runs) < len(record.meta.get("points", ()))
    if is_cut:  # points that were not played
        worst = Decision.worst([worst, Decision.INCONCLUSIVE])
    if record.decision is not worst:
        raise BadInput(
            f"meta.decision: {quote(record.decision.value)} must be {worst}, the worst verdict"
        )
