"""The two sides of a comparison: programs, files, functions, simulators, readings of a game.

Without a game the fields are the columns of the header, or `value`.
"""

import filecmp
import os
from dataclasses import dataclass, replace
from typing import Any

from montmort.exact.paths import Watch as Solving
from montmort.games.errors import BadInput
from montmort.games.file_kinds import hint
from montmort.games.validation import quote
from montmort.montecarlo.external.outcome_parser import DECIMAL, Fields, Layout, cells_of
from montmort.montecarlo.external.program import Program
from montmort.montecarlo.simulator import Simulator
from montmort.verification.comparison.question import KnownGame, external_simulator
from montmort.verification.own_simulators.outcome_file import OutcomeFile, Recorded

LOOK_EVERY = 1_000  # plays, where one side is a file
MOST_IN_BLOCK = 2**15  # plays; the first block only fixes ranges and margins

Side = Any  # a Simulator, a Program, an OutcomeFile, a function, or Rules of the game
Played = Simulator | Recorded


class AnyFields(Fields):
    """The fields of outcomes of which nothing is known: those that the header names.

    >>> AnyFields(names=("value",)).layout("turns,winner").names
    ('turns', 'winner')
    >>> AnyFields(names=("value",)).layout("12").names
    ('value',)
    """

    def check(self, column: str | None) -> None:
        """Allow every column."""

    def layout(self, line: str, column: str | None = None) -> Layout:
        """Return the layout of a text from its first line; `column` selects a field."""
        try:
            return Fields(names=(column or self.names[0],)).layout(line)
        except BadInput:
            header = tuple(cells_of(line))
        if any(not name or DECIMAL.fullmatch(name) for name in header):
            raise BadInput(
                f"the first line {quote(line.strip())} is neither an integer nor a header"
                f"{hint(line.strip())}; several numbers on a line need a header that names them"
            )
        return Fields(names=header).layout(line, column)


@dataclass(frozen=True, kw_only=True)
class Sides:
    """The two sides, `fields` that both of them give, and those of only one, `unshared`.

    `kinds` are the types of the fields that are truth values or enums.  `unused` says which
    columns of a program are not judged.  `readings` are the Rules of the game that they play.
    """

    game: str
    rules: object
    experiment: str
    both: tuple[Played, Played]
    fields: tuple[str, ...]
    unshared: tuple[str, ...]
    kinds: dict[str, type]
    unused: tuple[str, ...]
    readings: tuple[object, ...]

    @property
    def labels(self) -> tuple[str, str]:
        """Their descriptions: of a program, its command."""
        first, second = (getattr(side, "program", "") or side.label for side in self.both)
        return first, second

    @property
    def notes(self) -> tuple[str, ...]:
        """What of the output is not judged; reading a file may add to it."""
        files = (side for side in self.both if isinstance(side, Recorded))
        return (*self.unused, *(note for side in files for note in side.notes))


def sides_of(
    first: Side,
    second: Side,
    *,
    game: KnownGame | None,
    rules: object,
    experiment: str | None,
    solving: Solving | None = None,
) -> Sides:
    """Return the sides; BadInput if they cannot be compared."""
    _check_two(first, second)
    if game is None and (rules is not None or experiment is not None):
        raise BadInput("rules= and experiment= are those of a game; give game=")
    name, fields = experiment or "", Fields(names=("value",))
    if game is not None:
        rules = game.rulebook.usual if rules is None else rules
        name = experiment or game.rulebook.first_experiment
        fields = Fields.of(game.rulebook.experiment(name).under(rules).outcome)
    unused: list[str] = []
    readings = (
        []
        if game is None
        else [side if isinstance(side, game.rulebook.rules) else rules for side in (first, second)]
    )

    def played(side: Side, named: Fields) -> Played:
        if isinstance(side, OutcomeFile):
            side = replace(side, look_every=LOOK_EVERY)
        if game is not None and isinstance(side, game.rulebook.rules):
            return game.simulator(side, name, solving)
        book = None if game is None else game.rulebook.name
        playing, more = external_simulator(
            side, named, game=book or "", rules=rules, experiment=name
        )
        if not isinstance(playing, Recorded):
            unused.extend(more)
        return playing

    simulators: dict[int, Played] = {}
    sides = {0: first, 1: second}
    if game is None:
        # a function does not name its fields: it has those of the other side
        for at, side in sides.items():
            if isinstance(side, Program | OutcomeFile):
                simulators[at] = played(side, AnyFields(names=fields.names))
        fields = Fields(names=next((one.fields for one in simulators.values()), fields.names))
    simulators = {
        at: simulators[at] if at in simulators else played(sides[at], fields) for at in sides
    }
    both = _with_equal_blocks(simulators[0], simulators[1])
    return Sides(
        game="" if game is None else game.rulebook.name,
        rules=rules,
        experiment=name,
        both=both,
        unused=tuple(unused),
        kinds=dict(fields.kinds),
        readings=tuple(readings),
        **_shared(*both),
    )


def _check_two(first: Side, second: Side) -> None:
    """Raise BadInput if both are one file, or equal files."""
    if not (isinstance(first, OutcomeFile) and isinstance(second, OutcomeFile)):
        return
    if first.path == second.path == "-":
        raise BadInput("standard input can be one of the two files, not both")
    if "-" in (first.path, second.path):
        return
    try:
        is_one = os.path.samefile(first.path, second.path)
        is_one = is_one or filecmp.cmp(first.path, second.path, shallow=False)
    except OSError:  # reported where the file is opened
        return
    if is_one:
        raise BadInput(
            f"{first.name} and {second.name} hold the same plays; two simulators are compared by "
            "plays that are independent of each other"
        )


def _shared(first: Played, second: Played) -> dict[str, tuple[str, ...]]:
    """Return the fields that both give, and those that one gives."""
    shared = tuple(name for name in first.fields if name in second.fields)
    if not shared:
        raise BadInput(
            f"no field in common: {first.label} gives {', '.join(first.fields)}, "
            f"{second.label} gives {', '.join(second.fields)}"
        )
    others = dict.fromkeys(
        name for side in (first, second) for name in side.fields if name not in shared
    )
    for side in (first, second):
        if isinstance(side, Recorded) and side.summary is not None:
            raise BadInput(
                f"{side.label} holds a mean and no plays; give the plays, or their counts"
            )
    return {"fields": shared, "unshared": tuple(others)}


def _with_equal_blocks(first: Played, second: Played) -> tuple[Played, Played]:
    """Return the sides, where simulators play blocks of the size that suits the other side.

    A program has the size that it was given.
    """
    sizes = [_size(side) for side in (first, second)]
    programs = [
        size
        for size, side in zip(sizes, (first, second), strict=True)
        if isinstance(side, Simulator) and side.program
    ]
    size = min(programs or (*sizes, MOST_IN_BLOCK))

    def resized(side: Played) -> Played:
        if isinstance(side, Simulator) and not side.program:
            return replace(side, plays_per_block=size)
        return side

    return resized(first), resized(second)


def _size(side: Played) -> int:
    return side.plays_per_block if isinstance(side, Simulator) else LOOK_EVERY
