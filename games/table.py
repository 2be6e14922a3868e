"""The table: who answers decisions and hears what happens.

A rulebook never decides for a player and never prints.  It asks
`table.decide(seat, choices, view)` and says `table.tell(event)`; strategies,
bots and a human at a terminal sit behind these two calls.
"""

from collections.abc import Sequence
from typing import Any, Protocol, TypeVar, runtime_checkable

from montmort.games.errors import BadInput

Choice = TypeVar("Choice")


class Table(Protocol):
    """Whoever sits at the table."""

    def decide(self, seat: int, choices: Sequence[Choice], view: Any, /) -> Choice:
        """Return one of `choices` for the player on `seat`, who sees `view`."""
        ...

    def tell(self, event: Any, /) -> None:
        """Hear what just happened, a NamedTuple of the game's."""
        ...


@runtime_checkable
class Reasoning(Protocol):
    """A Table that keeps the reasons for its decisions, in the order of the decisions."""

    @property
    def reasons(self) -> Sequence[object]:
        """The reasons so far."""
        ...


class SilentTable:
    """The default table: hears nothing and has nobody to ask.

    Games whose Rules name strategies bring a table that plays them.
    """

    def decide(self, seat: int, choices: Sequence[Choice], view: Any, /) -> Choice:  # noqa: ARG002
        """Take the only choice; BadInput where there is something to decide."""
        if len(choices) == 1:
            return choices[0]
        raise BadInput(f"nobody sits on seat {seat} to choose among {list(choices)}; pass table=")

    def tell(self, event: Any, /) -> None:
        """Say nothing."""
