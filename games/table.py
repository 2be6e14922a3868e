"""The table: the players' decisions, and the events of a game.

The rules of a game never decide for a player and never print.  They call
`table.decide(seat, choices, view)` and `table.tell(event)`; strategies, bots and
a human at a terminal implement these two methods.
"""

from collections.abc import Iterable, Sequence
from typing import Any, NoReturn, Protocol, TypeVar, runtime_checkable

import numpy as np

from montmort.games.errors import BadInput, ImpossibleScript, NoPlayer
from montmort.games.validation import check_items, check_type, quote

MOST_SHOWN = 8  # choices in a message

Choice = TypeVar("Choice")


class Table(Protocol):
    """The players at the table, and its spectators."""

    def decide(self, seat: int, choices: Sequence[Choice], view: Any, /) -> Choice:
        """Return one of `choices` for the player on `seat`, who sees `view`."""
        ...

    def tell(self, event: Any, /) -> None:
        """Receive an event, a NamedTuple that the game defines."""
        ...


@runtime_checkable
class Reasoning(Protocol):
    """A Table that keeps the reasons for its decisions, in the order of the decisions."""

    @property
    def reasons(self) -> Sequence[object]:
        """The reasons so far."""
        ...


def check_table(table: object) -> None:
    """Raise BadInput unless `table` decides and hears events.

    >>> check_table("me")
    Traceback (most recent call last):
        ...
    montmort.games.errors.BadInput: table='me' must be a Table, with decide and tell
    """
    if not (hasattr(table, "decide") and hasattr(table, "tell")):
        raise BadInput(f"table={quote(table)} must be a Table, with decide and tell")


class SilentTable:
    """The default table: it ignores events and has no players.

    Games whose Rules name strategies have a table of their own that plays them.

    >>> SilentTable().decide(0, ["pass"], None)
    'pass'
    """

    def decide(self, seat: int, choices: Sequence[Choice], _view: Any, /) -> Choice:
        """Take the only choice; NoPlayer where there is something to decide."""
        check_type("choices", choices, Sequence, "a sequence of choices")
        if len(choices) == 1:
            return choices[0]
        raise NoPlayer(
            f"no player on seat {seat} can choose among {quote(list(choices), 30)}; ask for the "
            "best choices (--optimal FIELD, montmort.optimal), or add a function "
            "players(rules, chance) "
            "that returns a Table, with decide(seat, choices, view) and tell(event), as players= "
            "of the Experiment or to the file, or pass table="
        )

    def tell(self, event: Any, /) -> None:
        """Ignore the event."""

    def __getattr__(self, name: str) -> NoReturn:
        """Say what there is instead of `table.choose(…)`."""
        raise AttributeError(
            f"table has no {name}: it has decide(seat, choices, view) and tell(event)"
        )


class RecordedTable:
    """A Table that keeps the `choices` of another, each as its index among those offered.

    >>> table = RecordedTable(SilentTable())
    >>> table.decide(0, ["pass"], None), table.choices
    ('pass', [0])
    """

    def __init__(self, table: Table) -> None:
        check_table(table)
        self.table = table
        self.choices: list[int] = []

    def decide(self, seat: int, choices: Sequence[Choice], view: Any, /) -> Choice:
        """Return what the other table decides, and keep its index."""
        choice = self.table.decide(seat, choices, view)
        if choice not in choices:
            raise BadInput(f"seat {seat} decided {quote(choice)}, none of {quote(list(choices))}")
        self.choices.append(list(choices).index(choice))
        return choice

    def tell(self, event: Any, /) -> None:
        """Pass the event on."""
        self.table.tell(event)


class ScriptedTable:
    """A Table that follows a script: the index of every choice among those offered.

    >>> table = ScriptedTable([1, 0])
    >>> table.decide(0, ["pass", "bet"], None), table.decide(1, ["pass", "bet"], None)
    ('bet', 'pass')
    >>> table.made
    2
    """

    def __init__(self, choices: Iterable[int]) -> None:
        check_items("choices", choices, "integers")
        self._choices = iter(choices)
        self.made = 0

    def decide(self, seat: int, choices: Sequence[Choice], _view: Any, /) -> Choice:
        """Return the next choice of the script; ImpossibleScript if it is not offered."""
        index = next(self._choices, None)
        if index is None:
            raise ImpossibleScript(
                f"the script of choices ends before the game does: seat {seat} chooses among "
                f"{numbered(choices)}"
            )
        if not isinstance(index, int | np.integer) or not 0 <= index < len(choices):
            raise ImpossibleScript(
                f"the script chooses {quote(index)} for seat {seat}, who chooses among "
                f"{numbered(choices)}"
            )
        self.made += 1
        return choices[index]

    def tell(self, event: Any, /) -> None:
        """Ignore the event."""


def numbered(choices: Sequence[object]) -> str:
    """Return the choices with their indices.

    >>> numbered(["pass", "bet"])
    '0 pass, 1 bet'
    """
    shown = [f"{index} {_word(choice)}" for index, choice in enumerate(choices[:MOST_SHOWN])]
    left = len(choices) - len(shown)
    return ", ".join(shown) + (f" and {left:,} more, up to {len(choices) - 1}" if left else "")


def _word(choice: object) -> str:
    return str(choice) if choice not in ("", ()) else "none"
