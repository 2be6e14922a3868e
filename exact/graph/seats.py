"""Who decides in a walk: another table for some seats, a branch of the walk for the free ones."""

from collections.abc import Sequence
from typing import Any, NoReturn

from montmort.games.chance import Uncopied
from montmort.games.errors import BadInput
from montmort.games.sameness import is_same, table_of
from montmort.games.table import Table
from montmort.games.validation import is_hashable, quote

MOST_SEATS = 1000


class Seats(Uncopied):
    """A Table on which `others` decides for all seats but `free`; without it every seat is free.

    What a free seat does is what `choose` says.  Rules cannot keep anything in it.
    """

    __slots__ = ("_free", "_others")

    def __init__(self, others: Table | None, free: frozenset[int] | None) -> None:
        self._others, self._free = others, frozenset(free or ())

    def decide(self, seat: int, choices: Sequence[Any], view: Any, /) -> Any:
        """Return a choice; a single one is no decision."""
        if self._others is not None and seat not in self._free:
            return decided(self._others, seat, choices, view)
        possible = check_decision(seat, choices, view)
        return possible[self.choose(seat, possible, view)] if len(possible) > 1 else possible[0]

    def __getattr__(self, name: str) -> NoReturn:
        """Say what there is: it is the chance and the table of the rules."""
        raise AttributeError(
            f"there is no {name}: chance has pick(weights); a table has "
            "decide(seat, choices, view) and tell(event)"
        )

    def choose(self, seat: int, possible: tuple[Any, ...], view: Any) -> int:
        """Return the index of the choice of a free seat."""
        raise NotImplementedError

    def tell(self, event: Any, /) -> None:
        """Pass the event on."""
        if self._others is not None:
            self._others.tell(event)


def decided(others: Table, seat: int, choices: Sequence[Any], view: Any) -> Any:
    """Return what the other seats' Table chooses; BadInput if that is no choice.

    >>> from montmort.games.table import SilentTable
    >>> decided(SilentTable(), 1, ["pass"], None)
    'pass'
    """
    choice = others.decide(seat, choices, view)
    if not is_hashable(choice) or not any(is_same(choice, each) for each in choices):
        raise BadInput(
            f"others= chooses {quote(choice)} for seat {seat}, where the choices are "
            f"{quote([*choices])}"
        )
    return choice


def check_decision(seat: object, choices: object, view: object) -> tuple[Any, ...]:
    """Return the choices; BadInput unless a seat can choose one of them from this view.

    >>> check_decision(0, [], None)
    Traceback (most recent call last):
        ...
    montmort.games.errors.BadInput: seat 0 has no choices where it must decide; pass at least one
    """
    if type(seat) is not int or not 0 <= seat < MOST_SEATS:
        raise BadInput(f"seat={quote(seat)} must be an integer from 0 to {MOST_SEATS - 1}")
    if isinstance(choices, str) or not isinstance(choices, Sequence):
        raise BadInput(f"seat {seat}: choices={quote(choices)} must be a sequence of choices")
    if not choices:
        raise BadInput(f"seat {seat} has no choices where it must decide; pass at least one")
    for choice in choices:
        if not is_hashable(choice):
            raise BadInput(
                f"seat {seat}: the choice {quote(choice)} is not hashable; use a tuple or a number"
            )
    if len(set(choices)) < len(choices):
        table_of(((each, None) for each in choices), "choices")  # BadInput if two look alike
        raise BadInput(f"seat {seat}: choices={quote([*choices])} name a choice twice")
    if not is_hashable(view):
        raise BadInput(f"seat {seat}: the view {quote(view)} is not hashable; use a tuple")
    return tuple(choices)
