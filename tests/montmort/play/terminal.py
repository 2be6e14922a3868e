"""A terminal for tests: the answers are prepared, and its output is recorded."""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from montmort.play.human_player import Leave


class Answers:
    """A terminal with prepared answers; records its output."""

    def __init__(self, *answers: str) -> None:
        self.answers, self.said, self.shown = list(answers), list[str](), list[Any]()

    def say(self, text: str, style: str = "") -> None:
        self.said.append(text)

    def ask(self, prompt: str) -> str:
        if not self.answers:
            raise Leave
        return self.answers.pop(0)

    def show(self, chances: Mapping[str, Fraction]) -> None:
        self.shown.append(dict(chances))

    def show_rows(self, columns: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
        self.shown.append([*map(tuple, rows)])
