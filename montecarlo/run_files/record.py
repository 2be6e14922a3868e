"""A block as a line of a run file, and back.

A line is one JSON object in its shortest form, keys sorted:

    {"block":0,"check":"…","experiment":"…","fields":["points"],"format":1,
     "histograms":{"points":{"0":3,"1":1}},"label":"…","plays":4,
     "seconds":0.01,"seed":1713,"version":"…"}

`check` is the beginning of the SHA-256 of the same text without it; `fields`
are in the order of the Outcome; `version` is that of montmort.  Joint
histograms that were asked for stand in a list,

     "joint":[{"counts":{"0,1":4},"fields":["points","passes"]}]

Values too long for Python's decimals are written in hexadecimal.
"""

import hashlib
import json
import re
import reprlib
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.metadata import PackageNotFoundError
from importlib.metadata import version as installed
from typing import Any

from montmort.games.errors import BadInput, InvalidCounts
from montmort.montecarlo.run_files.schema import DELETE, check_fields
from montmort.montecarlo.runs.block import Block
from montmort.montecarlo.tally import Joint, Tally

FORMAT = 1
_LONG = 13_000  # bits: Python writes and reads decimals of so many without complaint
_FOREIGN = "is no line of a run file"
_NUMBERED = re.compile(rb'\{"block":(0|[1-9]\d*)')  # every line begins so, and goes on
_BEGIN = b'{"block":0,"check":"0000000000000000","experiment":"0000000000000000","fields":["'
_BEGINS = re.compile(
    rb'\{"block":0,"check":"[0-9a-f]{16}","experiment":"[0-9a-f]{16}","fields":\["'
)
_TOKEN = len("\\u00e9")  # the longest, but texts, that can be broken off


def line_of(block: Block) -> bytes:
    """Return the line that tells a block, with its newline."""
    told: dict[str, Any] = {
        "block": block.number,
        "experiment": block.experiment,
        "fields": list(block.histograms),
        "format": FORMAT,
        "histograms": {
            name: {_written(value): count for value, count in counts.items()}
            for name, counts in block.histograms.items()
        },
        "label": block.tally.label,
        "plays": block.plays,
        "seconds": block.seconds,
        "seed": block.seed,
        "version": version_here(),
    }
    if block.joint:
        told["joint"] = _joint_written(block.joint)
    return _text(told | {"check": _checksum(told)}).encode("ascii") + b"\n"


def block_of(line: bytes) -> Block:
    """Return the block that a line tells.

    The message of a BadInput goes on after "line 7 of the file": "is no line
    of a run file", "is damaged …", "is of format 2 …".  InvalidCounts if the
    line is whole but its counts cannot be true.
    """
    told = _parsed(line)
    _check_format(told["format"])
    check = told.pop("check")
    if check != _checksum(told):
        raise BadInput(f"is damaged, its checksum does not fit; {DELETE}")
    check_fields(told)
    try:
        return _block(told)
    except InvalidCounts as error:
        raise InvalidCounts(f"tells counts that cannot be true: {error}") from error


def is_beginning(text: bytes) -> bool:
    """Whether a line was begun so and never finished: whatever is more than that is no such line.

    >>> is_beginning(b""), is_beginning(b'{"blo'), is_beginning(b'{"block":3,"check":"00')
    (True, True, True)
    >>> is_beginning(b'{"block":3}'), is_beginning(b'{"block":"my notes'), is_beginning(b'{"game":')
    (False, False, False)
    """
    begun = _NUMBERED.sub(b'{"block":0', text, count=1)
    return bool(_BEGINS.match(begun + _BEGIN[len(begun) :])) and _breaks_off(text)


def _breaks_off(text: bytes) -> bool:
    """Whether all is well in this JSON up to its end, and something is missing there."""
    try:
        json.JSONDecoder().raw_decode(text.decode("ascii"))
    except json.JSONDecodeError as error:
        return error.msg.startswith("Unterminated string") or len(text) - error.pos <= _TOKEN
    except (ValueError, RecursionError):
        return False
    return False


def _parsed(line: bytes) -> dict[str, Any]:
    try:
        told = json.loads(line, object_pairs_hook=_each_once)
    except BadInput:
        raise
    except (ValueError, RecursionError) as error:
        damaged = f"is damaged, a part of it is missing; {DELETE}"
        raise BadInput(damaged if _NUMBERED.match(line) else _FOREIGN) from error
    if not isinstance(told, dict) or type(told.get("format")) is not int or "check" not in told:
        raise BadInput(_FOREIGN)
    return told


def _each_once(pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
    """Return the object; JSON's own reader would keep the last of two equal keys."""
    told = dict(pairs)
    if len(told) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise BadInput(f"{_FOREIGN}: {twice!r} stands in it twice")
    return told


def _check_format(number: int) -> None:
    if number > FORMAT:
        raise BadInput(
            f"is of format {number}, written by a newer montmort; "
            f"this one reads format {FORMAT}: read the file with the newer one"
        )
    if number != FORMAT:
        raise BadInput(
            f"is of format {number}, which no montmort writes; "
            f"this one reads format {FORMAT}: {DELETE}"
        )


def _block(told: Mapping[str, Any]) -> Block:
    tally = Tally(
        experiment=told["experiment"],
        label=told["label"],
        plays=told["plays"],
        histograms={
            name: {_read(value): count for value, count in told["histograms"][name].items()}
            for name in told["fields"]
        },
        joint={
            tuple(group["fields"]): {
                tuple(map(_read, values.split(","))): count
                for values, count in group["counts"].items()
            }
            for group in told.get("joint", ())
        },
    )
    return Block(seed=told["seed"], number=told["block"], tally=tally, seconds=told["seconds"])


def _joint_written(joint: Joint) -> list[dict[str, Any]]:
    return [
        {
            "fields": list(group),
            "counts": {",".join(map(_written, values)): n for values, n in counts.items()},
        }
        for group, counts in joint.items()
    ]


def _written(value: int) -> str:
    """Return the value in decimals, a very long one in hexadecimal.

    >>> _written(-7), _written(2**16000)[:5], _read(_written(-(2**16000))) == -(2**16000)
    ('-7', '0x100', True)
    """
    return str(value) if value.bit_length() < _LONG else hex(value)


def _read(text: str) -> int:
    """Return the value written so, and in no other way: else it could stand in a line twice."""
    try:
        value = int(text, 0)
        if _written(value) == text:
            return value
    except ValueError:  # no number, or more decimals than are ever written
        pass
    raise BadInput(
        f"tells the value {reprlib.repr(text)}, which must be an integer as montmort writes it; "
        f"{DELETE}"
    )


def _text(told: Mapping[str, Any]) -> str:
    return json.dumps(told, sort_keys=True, separators=(",", ":"))


def _checksum(told: Mapping[str, Any]) -> str:
    try:
        text = _text(told)
    except RecursionError as error:  # nested as no line is
        raise BadInput(_FOREIGN) from error
    return hashlib.sha256(text.encode("ascii")).hexdigest()[:16]


@cache
def version_here() -> str:
    """Return the version of montmort that is installed."""
    try:
        return installed("montmort")
    except PackageNotFoundError:  # used from a checkout that was never installed
        return "unknown"
