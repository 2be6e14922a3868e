"""Outcomes from a file, in the place of a simulator.

The looks at a file of plays are its prefixes, at every so many lines; a table
of counts is one look.
"""

from collections.abc import Callable, Generator
from dataclasses import dataclass, field
from typing import Any

from montecarlo.tally import Tally


@dataclass(frozen=True, kw_only=True)
class Recorded:
    """What a file tells of `experiment` of `game`: its `fields`, and `looks(plays)`.

    `looks` yields the cumulative tallies of its first `plays` plays, None for all.
    """

    game: str
    rules: Any
    experiment: str
    fields: tuple[str, ...]
    label: str
    looks: Callable[[int | None], Generator[Tally, None, None]] = field(repr=False)
