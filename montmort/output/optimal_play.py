"""Optimal play in words: the value, who decides, and a strategy card or the first decisions."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from montmort.exact.decisions.best_play import Optimal
from montmort.exact.decisions.card import (
    TIE,
    WIDTH,
    Card,
    aligned,
    is_mixed,
    parts_of,
    shown,
    strategy_card,
    text_of,
)
from montmort.exact.decisions.spelling import fields_of, names_of, words, words_apart
from montmort.exact.formatting import decimals, places_apart, short, whole
from montmort.games.errors import BadInput
from montmort.output.page import page

if TYPE_CHECKING:
    from montmort.exact.decisions.best_play import BestChoice
    from montmort.exact.decisions.enclosure import Sides
    from montmort.verification.aim import Aim
    from montmort.verification.optimal_play import OptimalPlay

MOST_LISTED = 12  # decisions that a person sees with their values
MOST_WORTHS = 4  # choices of a decision of which a person sees the value
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
        if found.endless:
            notes |= {"endless": found.endless, "never_ends": whole(found.never_ends)}
    return notes


def print_optimal(play: "OptimalPlay", seconds: float) -> None:
    """Print the value, the seats, the strategy and how it was found."""
    console = page()
    for line in lines_of(play):
        console.print(line)
    console.print(play.found.how, style="dim")
    console.print(f"all exact, {seconds:.2f} s of CPU; whole strategy: --json", style="dim")


def lines_of(play: "OptimalPlay") -> Iterator[str]:
    """Yield the value, and what each seat does, line by line."""
    value, sides = play.found.value, play.found.enclosure
    what = f"{'chance' if play.is_chance else 'mean'} of {play.aim.text}"
    found = "" if value is None else _both(value)
    if sides is not None:
        found = f"between {' and '.join(_apart(sides))}"
    yield f"{'largest' if play.aim.maximises else 'smallest'} {what}{play.whose}: {found}"
    if isinstance(play.found, Optimal) and play.found.endless:
        yield f"{play.found.endless}; by this strategy its chance is {short(play.found.never_ends)}"
    if not play.found.decided:
        yield "no seat has a choice"
    elif not play.decisions:
        yield f"seat {play.aim.seat} decides in {play.found.decided:,} situations, too many to list"
    for seat, decisions in play.decisions.items():
        yield ""
        yield seat_line(play.aim, seat, decisions)
        yield from strategy_lines(decisions)


def _both(value: Fraction) -> str:
    """Return a number as a fraction and in decimals, once where it is whole."""
    return short(value) if value.denominator == 1 else f"{decimals(value, 12)}, {short(value)}"


def _apart(sides: "Sides") -> list[str]:
    """Return decimals of two bounds, so many that they differ."""
    places = places_apart(*sides)
    return [decimals(side, places) for side in sides]


def seat_line(aim: "Aim", seat: int, decisions: "Sequence[BestChoice]") -> str:
    """Return how many situations a seat decides in, and in how many of them it has a choice."""
    number, tied = len(decisions), sum(len(shown(each)) > 1 for each in decisions)
    wants = "" if seat == aim.seat else ", with the opposite aim,"
    mixed = sum(map(is_mixed, decisions))
    ties = f"; in {tied - mixed:,} of them several choices are equally good" if tied > mixed else ""
    draws = f"; in {mixed:,} of them it draws by lot, with the chances given" if mixed else ""
    return f"seat {seat}{wants} decides in {number:,} situation{'s' * (number > 1)}{ties}{draws}:"


def strategy_lines(decisions: "Sequence[BestChoice]") -> Iterator[str]:
    """Yield all decisions if they are few, else a card if there is one, else the first ones."""
    card = None if len(decisions) <= MOST_LISTED else card_of(decisions)
    yield from card.lines() if card is not None else listed(decisions)
    if any(None in parts.values() and len(parts) > 1 for parts in map(shown, decisions)):
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
    """Return the first decisions as lines: the situation, the choice, and what choices are worth.

    >>> from montmort.exact.decisions.best_play import BestChoice
    >>> worth = Fraction(7, 2), Fraction(3)
    >>> listed([BestChoice(0, 3, ("again", "keep"), worth, "again", ("again",))])
    ['situation  choice  worth', '3          again   again: 3.5, keep: 3']
    """
    rows = [["situation", "choice", "worth"]]
    for situation, each in zip(_situations(decisions), decisions[:MOST_LISTED], strict=False):
        names = dict(zip(each.choices, names_of(each.choices), strict=True))
        rows.append([situation, text_of(each, names), _worths(each, [*names.values()])])
    if not any(worth for _, _, worth in rows[1:]):
        rows = [row[:2] for row in rows]
    return aligned(rows)


def _situations(decisions: "Sequence[BestChoice]") -> Iterator[str]:
    """Yield the views as text, without fields that are the same in all of them."""
    fields = [fields_of(each.view) or {} for each in decisions]
    varying: list[str] = []
    if len({(*own,) for own in fields}) == 1:
        varying = [name for name in fields[0] if len({own[name] for own in fields}) > 1]
    whole = words_apart([each.view for each in decisions])
    short = [words({name: own[name] for name in varying}) for own in fields] if varying else whole
    yield from short if len({*short}) == len({*whole}) else whole


def _worths(decision: "BestChoice", names: Sequence[str]) -> str:
    """Return what the choices are worth; of many, those next to the one taken. "" if unknown."""
    values = decision.values
    if not values:
        return ""
    own = _lower(values[decision.choices.index(decision.choice)])
    places: Sequence[int] = range(len(values))
    if len(places) > MOST_WORTHS:
        places = sorted(places, key=lambda place: abs(_lower(values[place]) - own))[:MOST_WORTHS]
    texts = [f"{names[place]}: {decimals(_lower(values[place]))}" for place in places]
    more = len(values) - len(places)
    return ", ".join(texts) + (f", and {more} more" if more else "")


def _lower(value: "Fraction | Sides") -> Fraction:
    """Return a value; of one that is enclosed, the lower bound."""
    return value if isinstance(value, Fraction) else value.low


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
            worths = dict(zip(each.choices, map(_whole, each.values), strict=False))
            yield [
                str(each.seat),
                *map(words, view),
                names[each.choice],
                worths.get(each.choice, ""),
                " ".join(names[choice] for choice in each.ties),
                " ".join(f"{names[choice]}={worth}" for choice, worth in worths.items()),
                " ".join(f"{n}={c}" for n, c in zip(names.values(), each.chances, strict=False)),
            ]

    return ["seat", *columns, "choice", "value", "ties", "values", "chances"], rows()
