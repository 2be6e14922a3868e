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
from collections.abc import Mapping
from functools import cache
from importlib.metadata import PackageNotFoundError
from importlib.metadata import version as installed
from typing import Any

from games.errors import BadInput, InvalidCounts
from montecarlo.block import Block, checked_seed
from montecarlo.simulator import checked_count
from montecarlo.tally import Joint, Tally

FORMAT = 1
OPENING = b'{"block":'  # every line begins so
_LONG = 13_000  # bits: Python writes and reads decimals of so many without complaint


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
        "version": _version(),
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
    if told["format"] > FORMAT:
        raise BadInput(
            f"is of format {told['format']}, written by a newer montmort; "
            f"this one reads format {FORMAT}: read the file with the newer one"
        )
    check = told.pop("check")
    if check != _checksum(told):
        raise BadInput(
            "is damaged, its checksum does not fit; delete that line, "
            "and its block will be played again"
        )
    try:
        return _block(told)
    except (KeyError, TypeError, AttributeError) as error:
        raise BadInput("is no line of a run file") from error
    except InvalidCounts as error:
        raise InvalidCounts(f"tells counts that cannot be true: {error}") from error


def _parsed(line: bytes) -> dict[str, Any]:
    try:
        told = json.loads(line)
    except (ValueError, RecursionError):
        told = None
    if not isinstance(told, dict) or type(told.get("format")) is not int or "check" not in told:
        torn = line.startswith(OPENING)
        raise BadInput(
            "is damaged, a part of it is missing; delete that line, "
            "and its block will be played again"
            if torn
            else "is no line of a run file"
        )
    return told


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
    number = checked_count("block", told["block"])
    return Block(
        seed=checked_seed(told["seed"]), number=number, tally=tally, seconds=told["seconds"]
    )


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
    return int(text, 0)


def _text(told: Mapping[str, Any]) -> str:
    return json.dumps(told, sort_keys=True, separators=(",", ":"))


def _checksum(told: Mapping[str, Any]) -> str:
    return hashlib.sha256(_text(told).encode("ascii")).hexdigest()[:16]


@cache
def _version() -> str:
    try:
        return installed("montmort")
    except PackageNotFoundError:  # used from a checkout that was never installed
        return "unknown"
