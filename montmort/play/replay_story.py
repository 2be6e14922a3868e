"""A play told from its picks: what chance did, what happened, and what the players did."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from montmort.games.chance import ScriptedChance
from montmort.games.errors import BadInput, RulesDiffer
from montmort.games.rulebook import Rulebook
from montmort.games.table import ScriptedTable
from montmort.play.playable_game import description
from montmort.verification.words_of_values import spoken

if TYPE_CHECKING:
    from montmort.games.table import Table
    from montmort.verification.game import Game

MOST_LINES = 200
MOST_APART = 12  # picks in a row, each on a line of its own with its chance
IN_LINE = 50  # picks


class _Telling(ScriptedChance):
    """A script of picks, and the players, whose play is told in `lines`."""

    def __init__(self, picks: Iterable[int], book: Rulebook[Any], rules: Any) -> None:
        super().__init__(picks)
        self.lines: list[str] = []
        self.players: Table | None = None
        self._book, self._rules = book, rules
        self._events: list[Any] = []
        self._made = 0
        self._row: list[tuple[int, str]] = []  # the picks since the last line, with their chances

    def pick(self, weights: Sequence[int], /) -> int:
        """Return the next index, and tell its chance."""
        index = super().pick(weights)
        self._row.append((index, f"{weights[index]}/{sum(weights)}"))
        return index

    def end_row(self) -> None:
        """Tell the last picks: each on a line, or, as in the deal of a hand, many on one."""
        first, self._made = self._made + 1, self._made + len(self._row)
        if len(self._row) <= MOST_APART:
            for place, (index, chance) in enumerate(self._row, first):
                self.lines.append(f"pick {place}: {index}, with chance {chance}")
        else:
            for start in range(0, len(self._row), IN_LINE):
                part = self._row[start : start + IN_LINE]
                places = f"{first + start} to {first + start + len(part) - 1}"
                self.lines.append(f"picks {places}: {' '.join(str(index) for index, _ in part)}")
        self._row = []

    def decide(self, seat: int, choices: Sequence[Any], view: Any, /) -> Any:
        """Return what the player on the seat chooses, and tell it."""
        assert self.players is not None
        choice = self.players.decide(seat, choices, view)
        self.end_row()
        place = f"choice {list(choices).index(choice)}" if choice in choices else "no choice"
        self.lines.append(f"seat {seat}: {spoken(choice)}, {place} of {len(choices)}")
        return choice

    def tell(self, event: Any, /) -> None:
        """Tell the event in the game's words."""
        self.end_row()
        self._events.append(event)
        told = description(self._book, self._rules, tuple(self._events))
        self.lines.extend(told.splitlines())


def story(game: "Game[Any]", experiment: str, rules: Any, play: RulesDiffer) -> Iterator[str]:
    """Yield the play, line by line, as far as the rules can follow it.

    Where it has no choices of its own, the players of the game decide.

    >>> from montmort.games import treize
    >>> from montmort.verification.registry import find_game
    >>> play = RulesDiffer(2, [1, 0], "points 1", "points 0")
    >>> next(story(find_game("treize"), "game", treize.Rules(ranks=2, suits=1), play))
    'pick 1: 1, with chance 1/2'
    """
    book = game.rulebook
    telling = _Telling(play.picks, book, rules)
    if play.choices is None:
        played = game.played(rules, experiment)
        telling.players = played.players(rules, telling)
    else:
        played, telling.players = book.experiment(experiment), ScriptedTable(play.choices)
    with suppress(BadInput):  # what the rules say to it was told before
        played.play(rules, telling, telling)
    telling.end_row()
    yield from telling.lines[:MOST_LINES]
    if len(telling.lines) > MOST_LINES:
        yield f"… {len(telling.lines) - MOST_LINES:,} more lines"
