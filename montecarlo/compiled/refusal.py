"""What stands in the way of compiling rules: one sentence with the construct and its line."""

from montmort.games.errors import MontmortError


class CannotCompile(MontmortError):
    """Rules that cannot be compiled; they are played in plain Python instead.

    >>> print(CannotCompile("a dict is changed", "game.py", 12, "use a tuple"))
    a dict is changed in line 12 of game.py: use a tuple
    """

    def __init__(self, reason: str, file: str = "", line: int = 0, remedy: str = "") -> None:
        self.reason, self.file, self.line, self.remedy = reason, file, line, remedy
        place = f" in line {line} of {file.rsplit('/', 1)[-1]}" if line else ""
        super().__init__(f"{reason}{place}{f': {remedy}' if remedy else ''}")
