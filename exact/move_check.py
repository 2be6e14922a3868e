"""A check of what the steps of an experiment return."""

import enum
from typing import Any

from montmort.games.errors import BadInput, HasSymbols
from montmort.games.experiment import Experiment


class MoveCheck:
    """Raises BadInput unless every move of an experiment is (next state or None, gain).

    HasSymbols for a gain that is an expression, unless it may have `symbols`.

    >>> from montmort.games import treize
    >>> check = MoveCheck(treize.EXPERIMENTS["game"])
    >>> check((None, treize.Game(points=1, passes=1, cards=2)))
    """

    def __init__(self, experiment: Experiment[Any, Any, Any], *, symbols: bool = False) -> None:
        self._experiment, self._symbols = experiment, symbols
        self._kinds: set[tuple[type, ...]] = set()
        self._counted: set[int] = set()  # places of fields for numbers with truth values
        self._kept: dict[str, tuple[type | None, object]] = {}  # by field: as below, an example

    def __call__(self, move: Any) -> None:
        """Raise BadInput unless a move is (next state or None, gain) with fields as before."""
        experiment = self._experiment
        if type(move) is not tuple or len(move) != 2 or type(move[1]) is not experiment.outcome:
            experiment.check_move(move)
        if (kinds := tuple(map(type, move[1]))) not in self._kinds:
            self._check_kinds(move[1])
            self._kinds.add(kinds)
        for place in self._counted if move[0] is not None else ():
            if move[1][place] is True:
                field = experiment.fields[place]
                raise BadInput(
                    f"{experiment.name}: {field} is an int, and a step that is not the last gives "
                    "True, which would not be added: write int(…)"
                )

    def _check_kinds(self, gain: tuple[Any, ...]) -> None:
        """Raise BadInput if a field is of another kind than in an earlier move."""
        annotations = getattr(self._experiment.outcome, "__annotations__", {})
        for place, (field, value) in enumerate(zip(self._experiment.fields, gain, strict=True)):
            if isinstance(value, bool) and annotations.get(field) in (int, "int"):
                self._counted.add(place)
            if not self._symbols and hasattr(value, "free_symbols"):
                raise HasSymbols(f"{self._experiment.name}: {field} = {value} has symbols")
            kept = type(value) if isinstance(value, bool | enum.Enum) else None  # numbers add up
            before, example = self._kept.setdefault(field, (kept, value))
            if kept != before:
                raise BadInput(
                    f"{self._experiment.name}: {field} is {example!r} in one step and {value!r} "
                    "in another; numbers are added, other values are not: keep to one kind"
                )
