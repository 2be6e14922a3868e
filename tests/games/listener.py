"""A table for games without decisions, which records all events."""

from typing import Any


class Listener:
    """A table that records all events."""

    def __init__(self) -> None:
        self.events: list[Any] = []

    def decide(self, seat: int, choices: Any, view: Any, /) -> Any:
        raise AssertionError("this game has no decisions")

    def tell(self, event: Any, /) -> None:
        self.events.append(event)
