"""Optimal play in words: the value, who decides, and a strategy card or the first decisions."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from montmort.exact.decisions.card import TIE, WIDTH, Card, aligned, parts_of, strategy_card
from montmort.exact.decisions.optimal import Optimal
from montmort.exact.decisions.spelling import names_of, words
from montmort.exact.formatting import decimals, short, whole
from montmort.games.errors import BadInput

if TYPE_CHECKING:
    from montmort.exact.decisions.enclosure import Sides
    from montmort.exact.decisions.optimal import BestChoice
    from montmort.verification.optimal_play import OptimalPlay

MOST_LISTED = 12  # decisions that a person sees with their values
MOST_PLACES = 30  # decimals of a bound
MOST_LINES = 45  # of a card that a person sees


def notes_of(play: "OptimalPlay") -> dict[str, Any]:
    """Return in JSON's terms what was asked, and how it was solved."""
    found = play.found
    notes = {
        "objective": play.aim.objective,
        "seat": play.aim.seat,
        "decisions": found.decided,
        "how": found.how,
    }
    if isinstance(found, Optimal):
        notes |= {"states": found.size.states, "nodes": found.size.nodes}
    return notes


def print_optimal(play: "OptimalPlay", seconds: float) -> None:
    """Print the value, the seats, the strategy and how it was found."""
    from rich.console import Console

    console = Console(soft_wrap=True, highlight=False)
    for line in _lines(play):
        console.print(line, markup=False)
    console.print(f"[dim]{play.found.how}[/dim]")
    console.print(f"[dim]all exact, {seconds:.2f} s of CPU; whole strategy: --json[/dim]")


def _lines(play: "OptimalPlay") -> Iterator[str]:
    value, sides = play.found.value, play.found.enclosure
    what = f"{'chance' if play.is_chance else 'mean'} of {play.aim.text}"
    found = "" if value is None else _both(value)
    if sides is not None:
        found = f"between {' and '.join(_apart(sides))}"
    yield f"{'largest' if play.aim.maximises else 'smallest'} {what}: {found}"
    if not play.found.decided:
        yield "no seat has a choice"
    elif not play.decisions:
        yield f"seat {play.aim.seat} decides in {play.found.decided:,} situations, too many to list"
    for seat, decisions in play.decisions.items():
        yield ""
        yield _about(play, seat, decisions)
        yield from _strategy(decisions)


def _both(value: Fraction) -> str:
    """Return a number as a fraction and in decimals, once where it is whole."""
    return short(value) if value.denominator == 1 else f"{decimals(value, 12)}, {short(value)}"


def _apart(sides: "Sides") -> list[str]:
    """Return decimals of two bounds, so many that they differ."""
    for places in range(6, MOST_PLACES):
        texts = [decimals(side, places) for side in sides]
        if texts[0] != texts[1]:
            break
    return texts


def _about(play: "OptimalPlay", seat: int, decisions: "Sequence[BestChoice]") -> str:
    number, tied = len(decisions), sum(len(each.ties) > 1 for each in decisions)
    wants = "" if seat == play.aim.seat else ", with the opposite aim,"
    ties = f"; in {tied:,} of them several choices are equally good" if tied else ""
    return f"seat {seat}{wants} decides in {number:,} situation{'s' * (number > 1)}{ties}:"


def _strategy(decisions: "Sequence[BestChoice]") -> Iterator[str]:
    """Yield all decisions if they are few, else a card if there is one, else the first ones."""
    card = None if len(decisions) <= MOST_LISTED else card_of(decisions)
    yield from card.lines() if card is not None else listed(decisions[:MOST_LISTED])
    if any(len(each.ties) > 1 for each in decisions):
        yield f"({TIE} stands between choices that are equally good)"
    if card is None and len(decisions) > MOST_LISTED:
        yield f"and {len(decisions) - MOST_LISTED:,} more: --strategy-csv FILE"


def card_of(decisions: "Sequence[BestChoice]") -> Card | None:
    """Return the card of a seat's decisions, None where there is none for a terminal."""
    try:
        card = strategy_card(decisions)
    except BadInput:
        return None
    lines = card.lines()
    return card if len(lines) <= MOST_LINES and max(map(len, lines)) <= WIDTH else None


def listed(decisions: "Sequence[BestChoice]") -> list[str]:
    """Return decisions as lines: what the seat knows, its choice, and what the choices are worth.

    >>> from montmort.exact.decisions.optimal import BestChoice
    >>> worth = Fraction(7, 2), Fraction(3)
    >>> listed([BestChoice(0, 3, ("again", "keep"), worth, "again", ("again",))])
    ['situation  choice  worth', '3          again   again: 3.5, keep: 3']
    """
    rows = [["situation", "choice", "worth"]]
    for each in decisions:
        names = dict(zip(each.choices, names_of(each.choices), strict=True))
        others = (choice for choice in each.ties if choice != each.choice)
        own = TIE.join(names[choice] for choice in (each.choice, *others))
        worths = zip(names.values(), each.values, strict=True)
        worth = ", ".join(f"{name}: {_short(value)}" for name, value in worths)
        rows.append([words(each.view), own, worth])
    return aligned(rows)


def _short(value: "Fraction | Sides") -> str:
    """Return some digits of a value; of one that is enclosed, of the lower bound."""
    return decimals(value if isinstance(value, Fraction) else value.low)


def _whole(value: "Fraction | Sides") -> str:
    """Return a value as n/d, or its bounds as n/d..n/d."""
    return whole(value) if isinstance(value, Fraction) else "..".join(map(whole, value))


def strategy_rows(play: "OptimalPlay") -> tuple[list[str], Iterator[list[str]]]:
    """Return the header and the rows of a strategy as CSV.

    The parts of the view have a column each, `view.total`, where all views have the same.
    """
    decisions = play.found.decisions
    if len(decisions) < play.found.decided:
        raise BadInput(f"{play.found.decided:,} decisions are too many for --strategy-csv")
    shapes = {(*parts_of(each.view),) for each in decisions}
    is_split = len(shapes) == 1
    parts = [*shapes.pop()] if is_split else []
    columns = ["view" if part == "view" else f"view.{part}" for part in parts] or ["view"]

    def rows() -> Iterator[list[str]]:
        for each in decisions:
            view = parts_of(each.view).values() if is_split else [each.view]
            names = dict(zip(each.choices, names_of(each.choices), strict=True))
            worths = dict(zip(each.choices, map(_whole, each.values), strict=True))
            yield [
                str(each.seat),
                *map(words, view),
                names[each.choice],
                worths[each.choice],
                " ".join(names[choice] for choice in each.ties),
                " ".join(f"{names[choice]}={worth}" for choice, worth in worths.items()),
            ]

    return ["seat", *columns, "choice", "value", "ties", "values"], rows()
