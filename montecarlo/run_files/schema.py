"""What the line of a block must contain, key by key.

A line may have been written by another program, with a valid checksum; other
modules count, sort and print its values without checking them again.
"""

import math
import re
import reprlib
from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeAlias, TypeGuard

from montmort.games.errors import BadInput
from montmort.montecarlo.runs.block import SEED_BITS

JsonObject: TypeAlias = dict[str, Any]
DELETE = "delete that line, and its block will be played again"


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
