"""Convert a block to a line of a run file, and back.

A line is one JSON object in its shortest form, keys sorted:

    {"block":0,"check":"...","experiment":"...","fields":["points","won"],"format":2,
     "histograms":{"points":{"0":3,"1":1},"won":{"false":4}},"label":"...","plays":4,
     "seconds":0.01,"seed":1713,"version":"...","words":{"won":{"0":"false","1":"true"}}}

`check` is the start of the SHA-256 of the same text without it; `fields` are in the
order of the Outcome; `version` is that of montmort.  The values of truth values and enums are
written as `words`, which say what integers they are in a Tally.  Requested joint histograms
are in a list,

     "joint":[{"counts":{"0,false":4},"fields":["points","won"]}]

Values too long for Python's decimal conversion are written in hexadecimal.  Format 1 had no
words; its lines are read as well.

A line may have been written by another program, with a valid checksum; other
modules count, sort and print its values without checking them again.  So every key is
checked (`check_fields`).
"""

import hashlib
import json
import math
import re
import reprlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeAlias, TypeGuard

from montmort.games.errors import BadInput, InvalidCounts
from montmort.games.extras import installed_version
from montmort.games.validation import repeated_key
from montmort.montecarlo.outcomes import Words
from montmort.montecarlo.runs.block import SEED_BITS, Block
from montmort.montecarlo.tally import Joint, Tally

FORMAT = 2
WORDLESS_FORMAT = 1
_LONG = 13_000  # bits: shorter integers are within Python's limit for decimals
_FOREIGN = "is not a line of a run file"
_NUMBERED = re.compile(rb'\{"block":(0|[1-9]\d*)')  # the start of every line
_BEGIN = b'{"block":0,"check":"0000000000000000","experiment":"0000000000000000","fields":["'
_BEGINS = re.compile(
    rb'\{"block":0,"check":"[0-9a-f]{16}","experiment":"[0-9a-f]{16}","fields":\["'
)
_CHECK = re.compile(rb'(?<=,)"check":"[0-9a-f]{16}",')
_TOKEN = len("\\u00e9")  # the longest token, other than a string, that can be cut
JsonObject: TypeAlias = dict[str, Any]
DELETE = "delete that line, and its block will be played again"


def line_of(block: Block) -> bytes:
    """Return the line of a block, with its newline."""
    words = {name: known for name, known in block.tally.words.items() if are_plain(known.values())}
    entry: JsonObject = {
        "block": block.number,
        "experiment": block.experiment,
        "fields": list(block.histograms),
        "format": FORMAT,
        "histograms": {
            name: {_spell(value, words.get(name)): count for value, count in counts.items()}
            for name, counts in block.histograms.items()
        },
        "label": block.tally.label,
        "plays": block.plays,
        "seconds": block.seconds,
        "seed": block.seed,
        "version": installed_version(),
    }
    if words:
        entry["words"] = {
            name: {_spell(value): word for value, word in known.items()}
            for name, known in words.items()
        }
    if block.joint:
        entry["joint"] = _joint_entries(block.joint, words)
    return _text(entry | {"check": _checksum(entry)}).encode("ascii") + b"\n"


def block_of(line: bytes) -> Block:
    """Return the block of a line.

    The message of a BadInput continues "line 7 of the file": "is not a line of a run
    file", "is damaged ...", "has format 2 ...".  InvalidCounts if the line is intact
    but its counts are impossible.
    """
    entry = _parsed(line)
    _check_format(entry["format"])
    check = entry.pop("check")
    if check != _checksum_of_text(line) and check != _checksum(entry):
        raise BadInput(f"is damaged: its checksum does not match; {DELETE}")
    check_fields(entry)
    try:
        return _block(entry)
    except InvalidCounts as error:
        raise InvalidCounts(f"has impossible counts: {error}") from error


def is_truncated(text: bytes) -> bool:
    """Return whether `text` is the start of a line that was never finished, and no more.

    >>> is_truncated(b""), is_truncated(b'{"blo'), is_truncated(b'{"block":3,"check":"00')
    (True, True, True)
    >>> is_truncated(b'{"block":3}'), is_truncated(b'{"block":"my notes'), is_truncated(b'{"game":')
    (False, False, False)
    """
    begun = _NUMBERED.sub(b'{"block":0', text, count=1)
    return bool(_BEGINS.match(begun + _BEGIN[len(begun) :])) and _breaks_off(text)


def _breaks_off(text: bytes) -> bool:
    """Return whether this JSON text is correct as far as it goes, but incomplete."""
    try:
        json.JSONDecoder().raw_decode(text.decode("ascii"))
    except json.JSONDecodeError as error:
        return error.msg.startswith("Unterminated string") or len(text) - error.pos <= _TOKEN
    except (ValueError, RecursionError):
        return False
    return False


def _parsed(line: bytes) -> JsonObject:
    try:
        entry = _READER.decode(line.decode())
    except BadInput:
        raise
    except (ValueError, RecursionError) as error:
        damaged = f"is damaged: a part of it is missing; {DELETE}"
        raise BadInput(damaged if _NUMBERED.match(line) else _FOREIGN) from error
    if not isinstance(entry, dict) or type(entry.get("format")) is not int or "check" not in entry:
        raise BadInput(_FOREIGN)
    return entry


def _without_duplicates(pairs: Sequence[tuple[str, object]]) -> JsonObject:
    """Return the object; by default JSON's reader would use the last of two equal keys."""
    entry = dict(pairs)
    if len(entry) < len(pairs):
        raise BadInput(f"{_FOREIGN}: the key {repeated_key(pairs)!r} occurs twice")
    return entry


_READER = json.JSONDecoder(object_pairs_hook=_without_duplicates)


def _check_format(number: int) -> None:
    if number > FORMAT:
        raise BadInput(
            f"has format {number}, written by a newer montmort; "
            f"this one reads format {FORMAT}: read the file with the newer one"
        )
    if number not in (WORDLESS_FORMAT, FORMAT):
        raise BadInput(
            f"has format {number}, which no montmort writes; "
            f"this one reads format {FORMAT}: {DELETE}"
        )


def _block(entry: JsonObject) -> Block:
    words = {
        name: {_parse(value): word for value, word in known.items()}
        for name, known in entry.get("words", {}).items()
    }
    values = {name: {word: v for v, word in known.items()} for name, known in words.items()}
    tally = Tally(
        experiment=entry["experiment"],
        label=entry["label"],
        plays=entry["plays"],
        histograms={
            name: {
                _parse(value, values.get(name)): count
                for value, count in entry["histograms"][name].items()
            }
            for name in entry["fields"]
        },
        joint={
            tuple(group["fields"]): {
                _parse_row(row, [values.get(name) for name in group["fields"]]): count
                for row, count in group["counts"].items()
            }
            for group in entry.get("joint", ())
        },
        words=words,
    )
    return Block(seed=entry["seed"], number=entry["block"], tally=tally, seconds=entry["seconds"])


def _joint_entries(joint: Joint, words: Words) -> list[JsonObject]:
    return [
        {
            "fields": list(group),
            "counts": {
                ",".join(map(_spell, values, map(words.get, group))): n
                for values, n in counts.items()
            },
        }
        for group, counts in joint.items()
    ]


def _spell(value: int, words: Mapping[int, str] | None = None) -> str:
    """Return the value's word, or the value in decimal, in hexadecimal if it is very long.

    >>> _spell(-7), _spell(2**16000)[:5], _parse(_spell(-(2**16000))) == -(2**16000)
    ('-7', '0x100', True)
    """
    if words is not None and value in words:
        return words[value]
    return str(value) if value.bit_length() < _LONG else hex(value)


def _parse(text: str, values: Mapping[str, int] | None = None) -> int:
    """Return the value; only one spelling is valid, so that no value occurs twice in a line."""
    if values is not None and text in values:
        return values[text]
    try:
        value = int(text, 0)
        if _spell(value) == text and value not in (values or {}).values():
            return value
    except ValueError:  # not a number, or more decimal digits than are ever written
        pass
    raise BadInput(
        f"has the value {reprlib.repr(text)}, which must be an integer as montmort writes it; "
        f"{DELETE}"
    )


def _parse_row(text: str, values: Sequence[Mapping[str, int] | None]) -> tuple[int, ...]:
    """Return the values of a group of fields."""
    parts = text.split(",")
    if len(parts) != len(values):
        raise InvalidCounts(
            f"{reprlib.repr(text)} is not one value for each of {len(values)} fields"
        )
    return tuple(map(_parse, parts, values))


def _text(entry: Mapping[str, object]) -> str:
    return json.dumps(entry, sort_keys=True, separators=(",", ":"))


def _checksum_of_text(line: bytes) -> str:
    """Return the checksum of a line as it is written, without its `check`."""
    return hashlib.sha256(_CHECK.sub(b"", line.strip(), count=1)).hexdigest()[:16]


def _checksum(entry: Mapping[str, object]) -> str:
    try:
        text = _text(entry)
    except RecursionError as error:  # nested too deeply for a line
        raise BadInput(_FOREIGN) from error
    return hashlib.sha256(text.encode("ascii")).hexdigest()[:16]


def check_fields(entry: JsonObject) -> None:
    """Raise BadInput, a message that begins with its verb, unless every key has a valid value.

    >>> check_fields({"block": -1})
    Traceback (most recent call last):
        ...
    montmort.games.errors.BadInput: has block=-1, which must be an integer >= 0; ...
    """
    for name, (fits, wanted) in _KEYS.items():
        if name not in entry:
            raise BadInput(f"has no {name}; {DELETE}")
        if not fits(entry):
            value = reprlib.repr(entry[name])
            raise BadInput(f"has {name}={value}, which must be {wanted}; {DELETE}")
    if not _are_words(entry):
        value = reprlib.repr(entry["words"])
        raise BadInput(
            f"has words={value}, which must be different words for the values of its fields; "
            f"{DELETE}"
        )
    if not _is_joint(entry):
        value = reprlib.repr(entry["joint"])
        raise BadInput(
            f"has joint={value}, which must be a list of different groups of its fields, "
            f"each with its counts; {DELETE}"
        )


def _is_whole(number: object, least: int = 0) -> bool:
    return type(number) is int and number >= least


def _is_text(value: object) -> bool:
    return type(value) is str


def _are_names(value: object) -> TypeGuard[list[str]]:
    return type(value) is list and value != [] and all(map(_is_text, value))


def _are_distinct_names(value: object) -> bool:
    return _are_names(value) and len(set(value)) == len(value)


def _is_histograms(entry: JsonObject) -> bool:
    histograms = entry["histograms"]
    return (
        type(histograms) is dict
        and histograms.keys() == set(entry["fields"])
        and all(type(counts) is dict for counts in histograms.values())
    )


def are_plain(words: Iterable[object]) -> bool:
    """Return whether these are words that are neither numbers nor lists: Python's names.

    >>> are_plain(["win", "tie"]), are_plain(["1", "a,b"])
    (True, False)
    """
    return all(isinstance(word, str) and word.isidentifier() for word in words)


def _are_words(entry: JsonObject) -> bool:
    words = entry.get("words", {})
    return (
        type(words) is dict
        and words.keys() <= set(entry["fields"])
        and all(type(known) is dict and are_plain(known.values()) for known in words.values())
        and all(len({*known.values()}) == len(known) for known in words.values())
    )


def _is_joint(entry: JsonObject) -> bool:
    groups = entry.get("joint", [])
    if type(groups) is not list or not all(_is_group(group, entry["fields"]) for group in groups):
        return False
    return len({tuple(group["fields"]) for group in groups}) == len(groups)


def _is_group(group: object, fields: list[str]) -> bool:
    return (
        type(group) is dict
        and group.keys() == {"counts", "fields"}
        and type(group["counts"]) is dict
        and _are_names(group["fields"])
        and set(group["fields"]) <= set(fields)
    )


def _is_seconds(value: object) -> bool:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return False
    return 0 <= value < math.inf


_KEYS: Mapping[str, tuple[Callable[[JsonObject], bool], str]] = {  # `fields` before its dependents
    "block": (lambda entry: _is_whole(entry["block"]), "an integer >= 0"),
    "experiment": (
        lambda entry: (
            _is_text(entry["experiment"])
            and re.fullmatch("[0-9a-f]+", entry["experiment"]) is not None
        ),
        "hexadecimal digits",
    ),
    "fields": (lambda entry: _are_distinct_names(entry["fields"]), "a list of different names"),
    "histograms": (_is_histograms, "counts for each of its fields and no others"),
    "label": (lambda entry: _is_text(entry["label"]), "a string"),
    "plays": (lambda entry: _is_whole(entry["plays"], least=1), "an integer >= 1"),
    "seconds": (lambda entry: _is_seconds(entry["seconds"]), "a number >= 0"),
    "seed": (
        lambda entry: _is_whole(entry["seed"]) and entry["seed"] < 2**SEED_BITS,
        f"an integer from 0 to 2**{SEED_BITS} - 1",
    ),
    "version": (lambda entry: _is_text(entry["version"]), "a string"),
}
