"""The table: the players' decisions, and the events of a game.

The rules of a game never decide for a player and never print.  They call
`table.decide(seat, choices, view)` and `table.tell(event)`; strategies, bots and
a human at a terminal implement these two methods.
"""

from collections.abc import Sequence
from typing import Any, Protocol, TypeVar, runtime_checkable

from montmort.games.errors import BadInput, NoPlayer
from montmort.games.validation import check_type, quote

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
            f"no player on seat {seat} can choose among {quote(list(choices))}; ask for the best "
            "choices (--optimal FIELD, montmort.optimal), or add a function players(rules, chance) "
            "that returns a Table, with decide(seat, choices, view) and tell(event), as players= "
            "of the Experiment or to the file, or pass table="
        )

    def tell(self, event: Any, /) -> None:
        """Ignore the event."""
