"""The human player: a Table that asks at the terminal.

A game that asks the player nothing goes on event by event, each at the
player's Enter unless the game runs on; from the first question on, the questions
set the pace, and the pauses that the game makes, after a hand perhaps.
"""

import enum
import re
import sys
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from montmort.exact.formatting import fixed_point, short
from montmort.games.errors import MontmortError
from montmort.games.rulebook import Rulebook
from montmort.games.table import Table
from montmort.output.page import page
from montmort.output.printable import printable
from montmort.output.streams import answer, prompt_shown
from montmort.play.playable_game import description, exact_chances, question, why_no_chances
from montmort.verification.words_of_values import spoken

if TYPE_CHECKING:
    from montmort.play.best_play import BestPlay

Choice = TypeVar("Choice")
WORTHS = "choice", "worth", "fraction", ""
COSTS = "decision", "you took", "best", "cost", "fraction"

HELP = "?"
LONG = 20  # choices, beyond which they are not listed
MOST_ROWS = 14  # of chances at `?`: with the choices before them they fit a screen of 24 lines
QUIT = ("q", "quit", "exit")
YES = ("", "y", "yes")
ANSWERS = "Enter goes on, watch lets it run, ? shows the exact chances, q leaves"


class Leave(Exception):
    """The player gets up; what was played stands."""


class Display(Protocol):
    """Where the player reads and writes."""

    def say(self, text: str, style: str = "") -> None:
        """Print a line."""
        ...

    def ask(self, prompt: str) -> str:
        """Return the player's next line, without blanks around it; Leave if there is none."""
        ...

    def show(self, chances: Mapping[str, Fraction]) -> None:
        """Print exact numbers by name."""
        ...

    def show_rows(self, columns: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
        """Print rows under the names of their columns."""
        ...


class Screen:
    """The terminal itself, or a pipe; `plain` without colours."""

    def __init__(self, *, plain: bool) -> None:
        self._console = page(
            no_color=plain,
            color_system=None if plain else "auto",
            soft_wrap=not answer().isatty(),  # lines of a pipe are as long as they are
        )
        self._is_terminal = sys.stdin is not None and sys.stdin.isatty()
        if self._is_terminal:
            with suppress(ImportError):
                import readline  # noqa: F401  # input() then knows the arrow keys
        with suppress(AttributeError):  # what is no text becomes an answer that fits nothing
            sys.stdin.reconfigure(errors="replace")  # type: ignore[union-attr]

    def say(self, text: str, style: str = "") -> None:
        """Print a line; hearts and diamonds are red."""
        from rich.text import Text

        line = Text(printable(text), style)
        line.highlight_regex("[♥♦]", "red")
        self._console.print(line)

    def ask(self, prompt: str) -> str:
        """Return the next line; answers from a pipe are printed as if they had been typed."""
        try:
            with prompt_shown():
                answered = input(printable(prompt)) if sys.stdin is not None else ""
        except EOFError:
            self.say("")
            raise Leave from None
        if sys.stdin is None:
            raise Leave
        if not self._is_terminal:
            self.say(answered)
        return answered.strip()

    def wants_another(self) -> bool:
        """Return whether the player at a terminal wants another game; a pipe plays one."""
        if not self._is_terminal:
            return False
        try:
            answered = self.ask("\nAnother game? Enter or y deals, anything else leaves > ")
        except Leave:
            return False
        return answered.casefold() in YES

    def show(self, chances: Mapping[str, Fraction]) -> None:
        """Print exact numbers by name, as decimals and fractions."""
        rows = ((name, fixed_point(p, 6), short(p)) for name, p in chances.items())
        self.show_rows(("known exactly", "decimals", "fraction"), rows)

    def show_rows(self, columns: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
        """Print rows under the names of their columns."""
        from rich.table import Table as Grid

        grid = Grid(*columns, box=None, header_style="bold")
        for row in rows:
            grid.add_row(*row)
        self._console.print(grid)


class HumanPlayer:
    """A Table that asks the human on seat `number`; `others` play the other seats."""

    def __init__(
        self,
        *,
        book: Rulebook[Any],
        rules: object,
        display: Display,
        others: Table,
        number: int = 0,
        pictures: bool = False,
        always_chances: bool = False,
        best: "BestPlay | None" = None,
        experiment: str | None = None,
    ) -> None:
        self.book, self.rules, self.number = book, rules, number
        self.experiment = experiment
        self.terminal, self.display, self.others = book.terminal, display, others
        self.pictures, self.always_chances, self.best = pictures, always_chances, best
        self.events: list[object] = []
        self.waits = True  # before each event
        self.pauses = True  # after those at which the game does
        self._hinted: set[str] = set()

    def tell(self, event: object, /) -> None:
        """Show the player what happened, after Enter where the game waits for it."""
        events = tuple(self.events)
        if self.waits and not (events and self.terminal.runs_on(self.rules, events)):
            self._wait()
        self.events.append(event)
        events = (*events, event)
        self._draw(event)
        self.display.say(description(self.book, self.rules, events))
        self.others.tell(event)
        if self.pauses and not self.waits and self.terminal.pauses(self.rules, events):
            self._wait("Enter goes on > ")

    def decide(self, seat: int, choices: Sequence[Choice], view: object, /) -> Choice:
        """Return the choice of the human, or of the player on another seat."""
        if seat != self.number:
            return self.others.decide(seat, choices, view)
        self.waits = False
        is_long = len(choices) > LONG
        shown = self.terminal.lists(self.rules, view, choices)
        if is_long and not shown:
            shown = {"choices": listed(choices)}
        known = "".join(f", {word!r} shows a list" for word in shown)
        self._hint(f"? shows the exact chances{known}, q leaves.")
        self._draw(view)
        self._ask(view)
        example = spoken(choices[len(choices) // 2])
        long = f"  {len(choices)} choices, each by its name, as {example!r}"
        self.display.say(long if is_long else listed(choices))
        if self.always_chances:
            self._show_chances(choices, view)
        while True:
            answer = self._answer("your choice: ", choices, view)
            chosen = self._chosen(answer, choices, view)
            if isinstance(chosen, int):
                if not self._is_meant(answer, choices[chosen]):
                    continue
                if self.best is not None:
                    self.best.choose(choices[chosen])
                return choices[chosen]
            self.display.say(shown.get(answer.casefold(), chosen))

    def _ask(self, view: object) -> None:
        """Say what the player sees, unless the last event has just said it."""
        seen = view if view is not None or self.best is None else self.best.state
        words = question(self.book, self.rules, seen)
        events = tuple(self.events)
        if not (events and description(self.book, self.rules, events) == words):
            self.display.say(words)

    def _is_meant(self, answer: str, choice: object) -> bool:
        """Return whether the player confirms a choice, where the game asks for that."""
        question = self.terminal.confirms(self.rules, answer, choice)
        if not question:
            return True
        confirmed = self.display.ask(f"{question} Enter or y confirms > ").casefold()
        if confirmed in QUIT:
            raise Leave
        return confirmed in YES

    def _draw(self, what: object) -> None:
        """Show the picture of a view or an event, if there is one."""
        if self.pictures and (picture := self.terminal.draw(self.rules, what)):
            self.display.say(picture)

    def _chosen(self, answer: str, choices: Sequence[object], view: object) -> int | str:
        """Return the place of the choice that the answer means, or a sentence why there is none."""
        try:
            read = self.terminal.read(self.rules, answer, view, choices)
        except MontmortError as mistake:
            return str(mistake)
        return chosen_by(answer, choices) if read is None else list(choices).index(read)

    def _wait(self, prompt: str = "> ") -> None:
        """Return when the player wants to see what comes."""
        self._hint(f"{ANSWERS}.")
        while True:
            match self._answer(prompt, (), None).casefold():
                case "" | "deal":
                    return
                case "watch":
                    self.waits = self.pauses = False
                    return
                case word:
                    self.display.say(f"{word!r} is no answer here: {ANSWERS}.")

    def _hint(self, words: str) -> None:
        """Say once what may be answered."""
        if words not in self._hinted:
            self._hinted.add(words)
            self.display.say(words, "dim")

    def _answer(self, prompt: str, choices: Sequence[object], view: object) -> str:
        """Return the player's answer; `?` is answered at once, and `q` leaves."""
        while (answer := self.display.ask(prompt)) == HELP:
            self._show_chances(choices, view)
        if answer.casefold() in QUIT and answer.casefold() not in map(_name, choices):
            raise Leave
        return answer

    def _show_chances(self, choices: Sequence[object], view: object) -> None:
        """Show what the choices are worth, and the exact chances that the game knows."""
        is_known = self._show_worth(choices)
        try:
            known = exact_chances(
                self.book, self.rules, tuple(self.events), view, choices, self.experiment
            )
        except MontmortError as mistake:
            self.display.say(str(mistake))
            return
        if known:
            self._show_known(known, choices)
            if words := self.terminal.assumption(self.rules, view):
                self.display.say(words, "dim")
        elif not is_known:
            self.display.say(why_no_chances(self.book, choices))

    def _show_known(self, known: Mapping[str, Fraction], choices: Sequence[object]) -> None:
        """Show exact numbers; of those of many choices only the largest."""
        if not choices or len(known) <= LONG:
            self.display.show(known)
            return
        largest = sorted(known, key=lambda name: -known[name])[:MOST_ROWS]
        self.display.show({name: known[name] for name in largest})
        self.display.say(f"These are the largest {len(largest)} of {len(known)}.", "dim")

    def _show_worth(self, choices: Sequence[object]) -> bool:
        """Show what the choices are worth, or before the play the game.

        Return whether that is known, or a sentence says why not.
        """
        if self.best is None or len(choices) == 1 or (self.events and not choices):
            return False
        rows = self.best.rows() if choices else self.best.rows_of_game()
        if rows:
            self.display.show_rows(WORTHS, rows)
            self.display.say(self.best.meaning, "dim")
        elif self.best.why_not:
            self.display.say(self.best.why_not)
        return bool(rows or self.best.why_not)

    def show_costs(self) -> None:
        """Show what each choice of the human has cost against the best one."""
        if self.best is None or not (made := self.best.made()):
            return
        self.display.show_rows(COSTS, self.best.cost_rows(made))
        self.display.say(self.best.meaning_of_cost, "dim")


def listed(choices: Sequence[Any]) -> str:
    """Return the choices, numbered; numbers speak for themselves.

    >>> print(listed(["higher", "lower"]))
      1  higher
      2  lower
    >>> listed([0, 1, 2, 3]), listed([5, 10])
    ('  0 … 3', '  5, 10')
    """
    if _are_numbers(choices):
        first, last = choices[0], choices[-1]
        if len(choices) > 3 and list(choices) == list(range(first, last + 1)):
            return f"  {first} … {last}"
        return "  " + ", ".join(map(str, choices))
    width = len(str(len(choices)))
    return "\n".join(f"  {n:{width}}  {spoken(one)}" for n, one in enumerate(choices, start=1))


def chosen_by(answer: str, choices: Sequence[object]) -> int | str:
    """Return the place of the choice that the answer means, or a sentence why there is none.

    A full name comes first, in any order of its words, then a number, then the beginning of one
    name.

    >>> chosen_by("h", ["higher", "lower"]), chosen_by("2", ["higher", "lower"])
    (0, 1)
    >>> chosen_by("Ts 5c", ["5c 9c Ts", "5c Ts"]), chosen_by("4 2", [(1, 5), (2, 4)])
    (1, 1)
    >>> chosen_by("s", ["stand", "split"])
    "'s' may be stand or split; write more of it, or its number."
    """
    names, word = list(map(_name, choices)), answer.casefold()
    if names.count(word) == 1:
        return names.index(word)
    sets = list(map(_words, names))
    if word and sets.count(_words(word)) == 1:
        return sets.index(_words(word))
    if not _are_numbers(choices) and word.isdecimal() and 1 <= int(word) <= len(choices):
        return int(word) - 1
    begun = [place for place, name in enumerate(names) if word and name.startswith(word)]
    if len(begun) == 1 and not _are_numbers(choices):
        return begun[0]
    if len(begun) > 1 and not _are_numbers(choices):
        meant = " or ".join(names[place] for place in begun)
        return f"{answer!r} may be {meant}; write more of it, or its number."
    wanted = "one of the numbers" if _are_numbers(choices) else "a name or its number"
    return f"{answer!r} is not among the choices; write {wanted}." if word else f"Write {wanted}."


def _words(name: str) -> list[str]:
    return sorted(re.split(r"[\s,]+", name))


def _name(choice: object) -> str:
    return spoken(choice).casefold()


def _are_numbers(choices: Sequence[object]) -> bool:
    return bool(choices) and all(
        isinstance(one, int) and not isinstance(one, bool | enum.Enum) for one in choices
    )
