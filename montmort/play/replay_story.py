"""A play told from its picks: what chance did, what happened, and what the players did."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from montmort.games.chance import ScriptedChance
from montmort.games.errors import BadInput
from montmort.games.rulebook import Rulebook
from montmort.output.formatting import spoken
from montmort.play.playable_game import description

if TYPE_CHECKING:
    from montmort.games.table import Table

MOST_LINES = 200


class _Telling(ScriptedChance):
    """A script of picks, and the players, whose play is told in `lines`."""

    def __init__(self, picks: Iterable[int], book: Rulebook[Any], rules: Any) -> None:
        super().__init__(picks)
        self.lines: list[str] = []
        self.players: Table | None = None
        self._book, self._rules = book, rules
        self._events: list[Any] = []
        self._made = 0

    def pick(self, weights: Sequence[int], /) -> int:
        """Return the next index, and tell its chance."""
        index = super().pick(weights)
        self._made += 1
        of = f"{weights[index]}/{sum(weights)}" if weights[index] != 1 else f"1/{sum(weights)}"
        self.lines.append(f"pick {self._made}: {index}, with chance {of}")
        return index

    def decide(self, seat: int, choices: Sequence[Any], view: Any, /) -> Any:
        """Return what the player on the seat chooses, and tell it."""
        assert self.players is not None
        choice = self.players.decide(seat, choices, view)
        self.lines.append(f"seat {seat}: {spoken(choice)}")
        return choice

    def tell(self, event: Any, /) -> None:
        """Tell the event in the game's words."""
        self._events.append(event)
        self.lines.append(description(self._book, self._rules, tuple(self._events)))


def story(book: Rulebook[Any], experiment: str, rules: Any, picks: Iterable[int]) -> Iterator[str]:
    """Yield the play with these picks, line by line, as far as the rules can follow it.

    >>> from montmort.games import treize
    >>> next(story(treize.RULEBOOK, "game", treize.Rules(ranks=2, suits=1), [1, 0]))
    'pick 1: 1, with chance 1/2'
    """
    telling = _Telling(picks, book, rules)
    played = book.experiment(experiment)
    telling.players = played.players(rules, telling)
    with suppress(BadInput):  # what the rules say to it was told before
        played.play(rules, telling, telling)
    yield from telling.lines[:MOST_LINES]
    if len(telling.lines) > MOST_LINES:
        yield f"… {len(telling.lines) - MOST_LINES:,} more lines"
