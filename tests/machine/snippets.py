"""Rules from a few lines of text, for tests of single constructs."""

import linecache
import textwrap
from itertools import count
from typing import Any

from montmort.games.experiment import Experiment

HEAD = """\
import enum
import functools
import math
from collections import Counter, defaultdict
from dataclasses import KW_ONLY, dataclass, field, replace
from fractions import Fraction
from functools import partial
from typing import NamedTuple
from montmort.games.cards.deck import Deck
from montmort.games.chance import coin, shuffled
class Out(NamedTuple):
    a: int
    b: int = 0
"""
NUMBERS = count()


def names_of(text: str) -> dict[str, Any]:
    """Return what a text defines; its first line has the number 1."""
    name = f"rules_{next(NUMBERS)}.py"
    text = HEAD + textwrap.dedent(text)
    linecache.cache[name] = (len(text), None, text.splitlines(keepends=True), name)
    names: dict[str, Any] = {"__name__": "snippets"}
    exec(compile(text, name, "exec"), names)
    return names


def experiment_of(text: str) -> Experiment[Any, Any, Any]:
    """Return the experiment of a text: `play(chance)`, or `start`, `step` and `players`."""
    names = names_of(text)
    if "play" in names:
        return Experiment.of_play(names["play"], names["Out"])
    more = {"players": names["players"]} if "players" in names else {}
    return Experiment(
        name="game", outcome=names["Out"], start=names["start"], step=names["step"], **more
    )
