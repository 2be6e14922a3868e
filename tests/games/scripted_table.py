"""A table that follows a script and records what it is asked."""

from collections.abc import Sequence
from typing import Any


class ScriptedTable:
    """Takes the given choices, each when the given seat is asked, and keeps the views."""

    def __init__(self, *script: tuple[int, Any]) -> None:
        self.script = [*script]
        self.views: list[Any] = []

    def decide(self, seat: int, choices: Sequence[Any], view: Any, /) -> Any:
        expected, choice = self.script.pop(0)
        assert seat == expected
        assert choice in choices
        self.views.append(view)
        return choice

    def tell(self, event: Any, /) -> None:
        pass
