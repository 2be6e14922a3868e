"""The exact laws of an outcome, field by field, as a table and as notes in JSON."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from montmort.exact.formatting import decimals, fixed_point, short, whole
from montmort.output.page import page
from montmort.verification.outcome_laws import FieldLaw, OutcomeLaws
from montmort.verification.words_of_values import plain

MOST_ROWS = 32  # values of a field that a person sees, the likeliest ones


def notes_of(found: OutcomeLaws, given: str) -> dict[str, Any]:
    """Return in JSON's terms how the laws were found, and their quantiles."""
    quantiles = {name: law.quantiles() for name, law in found.fields.items()}
    notes: dict[str, Any] = {
        "how": found.how,
        "states": found.states,
        "quantiles": {name: plain(values) for name, values in quantiles.items() if values},
    }
    if found.steps is not None:
        moments = {"mean": found.steps.mean, "variance": found.steps.variance}
        notes["steps"] = plain(moments)
    if found.event is not None:
        notes["given"] = {"condition": given, "chance": plain(found.event)}
    return notes


def print_laws(found: OutcomeLaws, given: str, seconds: float) -> None:
    """Print a row for each moment, quantile and value, and how they were found."""
    from rich.table import Table

    console = page()
    if found.event is not None:
        chance = f"{decimals(found.event)}, {short(found.event)}"
        console.print(f"given {given}, an event of chance {chance}")
    table = Table("answer", "decimals", "fraction", box=None, header_style="bold")
    for name, law in found.fields.items():
        for row in _rows(name, law):
            table.add_row(*row)
    if found.never_ends:
        table.add_row("never ends", *_number(found.never_ends))
    console.print(table)
    for reason in (law.why for law in found.fields.values() if law.why):
        console.print(reason, markup=False, highlight=False)
    if steps := _steps(found):
        console.print(f"steps to the end: {steps}")
    console.print(found.how, style="dim")
    console.print(f"all exact, {seconds:.2f} s of CPU; every digit: --whole or --json", style="dim")


def _steps(found: OutcomeLaws) -> str:
    """Return what is known of the number of steps, "" where there is nothing to say."""
    if found.never_ends:
        return ""
    if found.steps is None or found.steps.mean is None:
        return "" if found.event is not None else "not computed, there are too many states"
    return f"{decimals(found.steps.mean)} on average" if found.states > 1 else ""


def _rows(name: str, law: FieldLaw) -> Iterator[tuple[str, str, str]]:
    answers = law.answers()
    for moment in ("mean", "variance"):
        if moment in answers:
            yield f"{name} {moment}", *_number(answers[moment])
    if quantiles := law.quantiles():
        levels = ", ".join(f"{float(Fraction(level)):.0%}" for level in quantiles)
        yield f"{name} quantiles {levels}", ", ".join(map(whole, quantiles.values())), ""
    chances: dict[str, Fraction] = answers["law"]
    shown = sorted(chances, key=lambda value: -chances[value])[:MOST_ROWS]
    for value in chances:
        if len(chances) <= MOST_ROWS or value in shown:
            yield f"{name} {value}", *_number(chances[value])
    if len(chances) > MOST_ROWS:
        yield f"{name} …", f"{len(chances) - MOST_ROWS} more", ""
    if not chances:
        yield f"{name} law", "no total" if law.why else "not known", ""
    elif answers["tail"]:
        yield f"{name} beyond", *_number(answers["tail"])


def _number(value: Fraction) -> tuple[str, str]:
    return fixed_point(value, 16), short(value)
