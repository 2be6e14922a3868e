"""Optimal play as a function of a symbol: intervals, values, strategies and their changes."""

from collections.abc import Iterator
from itertools import groupby
from typing import TYPE_CHECKING, Any

from montmort.exact.decisions.best_play import BestChoice
from montmort.exact.decisions.piecewise import CHANGES
from montmort.exact.parameters.region import with_assumptions
from montmort.output.functions import MOST_CHARACTERS, cut_text, function_text
from montmort.output.optimal_play import lines_of, seat_line, strategy_lines
from montmort.output.page import page

if TYPE_CHECKING:
    from montmort.exact.decisions.piecewise import Piece
    from montmort.verification.optimal_functions import OptimalFunctions
    from montmort.verification.optimal_play import OptimalPlay

MOST_PIECES = 32  # intervals that a person sees


def notes_of(play: "OptimalFunctions") -> dict[str, Any]:
    """Return in JSON's terms what was asked, the region, and how it was solved."""
    found = play.found
    return {
        "objective": play.aim.objective,
        "seat": play.aim.seat,
        "symbols": [found.symbol.name],
        "conditions": str(with_assumptions(found.conditions, [found.symbol])),
        "region": found.region.to_json(),
        "decisions": len(found.game.groups),
        "how": found.how,
        "states": found.size.states,
        "nodes": found.size.nodes,
    }


def print_optimal_functions(
    play: "OptimalFunctions", at: "tuple[str, OptimalPlay] | None", seconds: float
) -> None:
    """Print the pieces, the strategy on the lowest of them, and its changes.

    `at` is a point, in words, with optimal play there.
    """
    console = page()
    for line in _lines(play):
        console.print(line)
    if at is not None:
        console.print(f"\noptimal play at {at[0]}:")
        for line in lines_of(at[1]):
            console.print(line)
    is_cut = any(len(function_text(p.value)) > MOST_CHARACTERS for p in play.found.pieces)
    hint = "whole functions and strategies" if is_cut else "the strategy on each interval"
    console.print(play.found.how, style="dim")
    console.print(f"all exact, {seconds:.2f} s of CPU; {hint}: --json", style="dim")


def _lines(play: "OptimalFunctions") -> Iterator[str]:
    found, name = play.found, play.found.symbol.name
    yield f"{play.value_text}, for {found.region}:"
    texts = [each.interval.text(name) for each in found.pieces[:MOST_PIECES]]
    for text, piece in zip(texts, found.pieces, strict=False):
        yield f" {text:{max(map(len, texts))}}  {cut_text(function_text(piece.value))}"
    if len(found.pieces) > MOST_PIECES:
        yield f" and {len(found.pieces) - MOST_PIECES} more intervals"
    first = found.pieces[0]
    where = f" for {first.interval.text(name)}" if len(found.pieces) > 1 else ""
    if not found.game.groups:
        yield "no seat has a choice"
    for seat, group in groupby(_choices(first), key=lambda each: each.seat):
        decisions = [*group]
        yield ""
        yield f"{seat_line(play.aim, seat, decisions)[:-1]}{where}:"
        yield from strategy_lines(decisions)
    yield from _changes(play)


def _choices(piece: "Piece") -> list[BestChoice]:
    """Return the decisions on an interval, seat by seat, without what choices are worth."""
    decisions = [
        BestChoice(each.seat, each.view, each.choices, (), each.choice, each.ties)
        for each in piece.decisions
    ]
    return sorted(decisions, key=lambda each: each.seat)


def _changes(play: "OptimalFunctions") -> Iterator[str]:
    """Yield the points at which the strategy changes, with the first decisions that do."""
    breaks = play.found.breaks
    for point, changes in breaks[:MOST_PIECES]:
        yield ""
        yield f"at {play.found.symbol} = {point.short_text}"
        yield from (f"  {play.found.change_text(change)}" for change in changes[:CHANGES])
        if len(changes) > CHANGES:
            yield f"  and {len(changes) - CHANGES:,} more decisions"
    if len(breaks) > MOST_PIECES:
        yield f"and {len(breaks) - MOST_PIECES} more changes"
