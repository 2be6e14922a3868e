"""A game at the terminal: its words, its exact chances, its seats and the players on them."""

import dataclasses
import re
import textwrap
import time
from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from montmort.games.chance import Chance, RandomChance
from montmort.games.errors import BadInput
from montmort.games.experiment import Experiment, no_players
from montmort.games.rulebook import Rulebook
from montmort.games.table import Table
from montmort.verification.reports.numbers import listed
from montmort.verification.words_of_values import spoken

if TYPE_CHECKING:
    from montmort.play.best_play import BestPlay


class _NoPlayers:
    """The other seats of a game whose rulebook names no players for them: they play at best."""

    def __init__(self, rules: Any, chance: Chance, best: "BestPlay | None") -> None:
        self._rules, self._chance, self._best = rules, chance, best

    def decide(self, seat: int, choices: Sequence[Any], view: Any, /) -> Any:
        if self._best is not None and self._best.is_solved:
            return self._best.players(self._rules, self._chance).decide(seat, choices, view)
        raise BadInput(
            f"nobody plays seat {seat}; give the game's Rulebook a Terminal with "
            "players(rules, chance) that returns a Table, or take another seat with --seat"
        )

    def tell(self, event: Any, /) -> None:
        pass


WIDTH = 79  # of the text about a game
PLAYS = 100  # in which the seats are found on which somebody decides
SECONDS = 2.0  # of CPU, after which no further such play begins


def introduction(book: Rulebook[Any], experiment: str) -> str:
    """Return the headline and the first paragraph about an experiment, with its list if it has one.

    References to modules are left out: they are for readers of the code.  A field of the Rules
    is written as its flag.

    >>> from montmort.games.treize import RULEBOOK
    >>> print(introduction(RULEBOOK, "game").splitlines()[4])
    scores a point and begins again at 1 with the next card. After --ranks calls
    """
    about = book.experiments[experiment].about or book.about or book.title
    text = re.sub(r"\s*\(`[\w.]+`\)", "", about)
    for each in dataclasses.fields(book.rules):
        text = text.replace(f"`{each.name}`", f"--{each.name.replace('_', '-')}")
    headline, *paragraphs = text.strip().split("\n\n")
    shown = 2 if paragraphs and paragraphs[0].endswith(":") else 1
    return "\n\n".join([headline, *map(_wrapped, paragraphs[:shown])])


def _wrapped(paragraph: str) -> str:
    """Return a paragraph in lines of one width; a list or a drawing stays as it is."""
    if re.search(r"^(\s|[-*|] |\d+\. )", paragraph, re.MULTILINE):
        return paragraph
    return textwrap.fill(" ".join(paragraph.split()), WIDTH, break_on_hyphens=False)


def question(book: Rulebook[Any], rules: Any, view: Any) -> str:
    """Return what the player to decide sees and is asked, in words."""
    return book.terminal.asks(rules, view) or spoken(view)


def default_experiment(book: Rulebook[Any]) -> str:
    """Return the experiment that is played where none is named."""
    return book.terminal.experiment or book.first_experiment


def description(book: Rulebook[Any], rules: Any, events: Sequence[Any]) -> str:
    """Return the last event in words."""
    if book.terminal.describe is None:
        return spoken(events[-1])
    return book.terminal.describe(rules, events)


def exact_chances(
    book: Rulebook[Any],
    rules: Any,
    events: Sequence[Any],
    view: Any,
    choices: Sequence[Any],
    experiment: str | None = None,
) -> dict[str, Fraction]:
    """Return the exact chances by name; none where they are not known."""
    terminal = book.terminal
    if terminal.prospects is not None and not choices:
        found = terminal.prospects(rules, experiment or book.first_experiment, events)
    elif terminal.chances is not None:
        found = terminal.chances(rules, events, view, choices)
    else:
        return {}
    if inexact := [p for p in found.values() if not isinstance(p, int | Fraction)]:
        raise BadInput(f"chances must be exact, not {inexact[0]!r}; use Fraction")
    return {spoken(name): Fraction(p) for name, p in found.items()}


def why_no_chances(book: Rulebook[Any], choices: Sequence[Any]) -> str:
    """Return a sentence that says why no exact chances are known.

    >>> from montmort.games.treize import RULEBOOK
    >>> why_no_chances(RULEBOOK, ["higher", "lower"])
    'No exact chances are known here; --optimal FIELD shows what each choice is worth.'
    """
    terminal, why = book.terminal, "No exact chances are known here"
    if terminal.prospects is not None and not choices:
        return (
            f"{why}: only before the play, where you choose, and where the whole position is shown."
        )
    if terminal.chances is None:
        flag = "; --optimal FIELD shows what each choice is worth" if choices else ""
        return f"{why}{flag or ': the game has none to show'}."
    return f"{why}." if choices else f"{why}: the game shows them where you choose."


def other_players(
    book: Rulebook[Any],
    rules: Any,
    chance: Chance,
    best: "BestPlay | None" = None,
    experiment: str | None = None,
) -> Table:
    """Return the Table of the players on the seats that the human does not take.

    They play at best if the user named an aim.  Else they are those of the rulebook's
    terminal or of the experiment; without these they play at best, if that is known.
    """
    if best is not None and best.is_asked and best.is_solved:
        return _NoPlayers(rules, chance, best)
    if book.terminal.players is not None:
        return book.terminal.players(rules, chance)
    players = book.experiments[experiment or book.first_experiment].players
    return _NoPlayers(rules, chance, best) if players is no_players else players(rules, chance)


class _Seats:
    """A Table of players who choose at random; it notes which seats are asked."""

    def __init__(self, chance: Chance) -> None:
        self.asked: set[int] = set()
        self._chance = chance

    def decide(self, seat: int, choices: Sequence[Any], _view: Any, /) -> Any:
        self.asked.add(seat)
        return choices[self._chance.pick([1] * len(choices))]

    def tell(self, event: Any, /) -> None:
        pass


def check_seat(experiment: Experiment[Any, Any, Any], rules: Any, seat: int, game: str) -> None:
    """Raise BadInput if nobody has to decide on this seat in a hundred plays.

    All choices in them are made at random, so that no seat is passed over by a strategy.
    """
    chance, began = RandomChance(0), time.process_time()
    seats, played = _Seats(chance), 0
    while played < PLAYS and (played == 0 or time.process_time() - began < SECONDS):
        experiment.play(rules, chance, seats)
        played += 1
        if seat in seats.asked:
            return
    if not seats.asked:
        raise BadInput(f"--seat {seat}: nobody decides in {game}; leave the flag out, and watch")
    known = listed([str(other) for other in sorted(seats.asked)])
    many = "seats are" if len(seats.asked) > 1 else "only seat is"
    raise BadInput(f"--seat {seat}: the {many} {known}; in {played} plays no other one decided")
