"""A table at which nobody decides anything: it keeps what it is told."""

from typing import Any


class Listener:
    """A table that writes down what it hears."""

    def __init__(self) -> None:
        self.heard: list[Any] = []

    def decide(self, seat: int, choices: Any, view: Any, /) -> Any:
        raise AssertionError("nobody decides anything in this game")

    def tell(self, event: Any, /) -> None:
        self.heard.append(event)
