"""What the line of a block must tell, key by key.

A line may have been written by anybody, with a checksum that fits; what is
read here is counted, sorted and printed by others, who do not look again.
"""

import math
import re
import reprlib
from collections.abc import Callable, Mapping
from typing import Any

from montmort.games.errors import BadInput
from montmort.montecarlo.runs.block import SEED_BITS

Told = Mapping[str, Any]
DELETE = "delete that line, and its block will be played again"


def check_fields(told: Told) -> None:
    """Raise BadInput, a sentence that begins with its verb, unless every key tells what it must.

    >>> check_fields({"block": -1})
    Traceback (most recent call last):
        ...
    montmort.games.errors.BadInput: tells block=-1, which must be an integer >= 0; ...
    """
    for name, (fits, wanted) in _KEYS.items():
        if name not in told:
            raise BadInput(f"tells no {name}; {DELETE}")
        if not fits(told):
            value = reprlib.repr(told[name])
            raise BadInput(f"tells {name}={value}, which must be {wanted}; {DELETE}")
    if not _is_joint(told):
        value = reprlib.repr(told["joint"])
        raise BadInput(
            f"tells joint={value}, which must be a list of different groups of its fields, "
            f"each with its counts; {DELETE}"
        )


def _is_whole(number: object, least: int = 0) -> bool:
    return type(number) is int and number >= least


def _is_text(value: object) -> bool:
    return type(value) is str


def _are_names(value: object) -> bool:
    return type(value) is list and value != [] and all(map(_is_text, value))


def _are_distinct_names(value: Any) -> bool:
    return _are_names(value) and len(set(value)) == len(value)


def _is_histograms(told: Told) -> bool:
    histograms = told["histograms"]
    return (
        type(histograms) is dict
        and histograms.keys() == set(told["fields"])
        and all(type(counts) is dict for counts in histograms.values())
    )


def _is_joint(told: Told) -> bool:
    groups = told.get("joint", [])
    if type(groups) is not list or not all(_is_group(group, told["fields"]) for group in groups):
        return False
    return len({tuple(group["fields"]) for group in groups}) == len(groups)


def _is_group(group: Any, fields: list[str]) -> bool:
    return (
        type(group) is dict
        and group.keys() == {"counts", "fields"}
        and type(group["counts"]) is dict
        and _are_names(group["fields"])
        and set(group["fields"]) <= set(fields)
    )


def _is_seconds(value: Any) -> bool:
    return type(value) in (int, float) and 0 <= value < math.inf


_KEYS: Mapping[str, tuple[Callable[[Told], bool], str]] = {  # `fields` before what needs them
    "block": (lambda told: _is_whole(told["block"]), "an integer >= 0"),
    "experiment": (
        lambda told: (
            _is_text(told["experiment"])
            and re.fullmatch("[0-9a-f]+", told["experiment"]) is not None
        ),
        "hexadecimal digits",
    ),
    "fields": (lambda told: _are_distinct_names(told["fields"]), "a list of different names"),
    "histograms": (_is_histograms, "counts for each of its fields and for no other"),
    "label": (lambda told: _is_text(told["label"]), "a text"),
    "plays": (lambda told: _is_whole(told["plays"], least=1), "an integer >= 1"),
    "seconds": (lambda told: _is_seconds(told["seconds"]), "a number >= 0"),
    "seed": (
        lambda told: _is_whole(told["seed"]) and told["seed"] < 2**SEED_BITS,
        f"an integer from 0 to 2**{SEED_BITS} - 1",
    ),
    "version": (lambda told: _is_text(told["version"]), "a text"),
}
