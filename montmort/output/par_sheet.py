"""A PAR sheet for people: its numbers, the pays, and how a player fares, in 80 columns."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from montmort.exact.formatting import decimals, fixed_point, short, whole
from montmort.exact.repeated_plays import rounded_chance
from montmort.games.wager import Wager
from montmort.output.page import page
from montmort.verification.par_sheets import LABELS

if TYPE_CHECKING:
    from sympy.logic.boolalg import Boolean

PLACES = 10
ESTIMATED_PLACES = 4  # of those that are simulated
MOST_ROWS = 32  # pays that a person sees, the likeliest ones


def print_sheet(wager: Wager, rules: object, answers: Mapping[str, Any], *, alone: bool) -> None:
    """Print the sheet of a wager; its name where it is not alone."""
    from rich.table import Table
    from rich.text import Text

    console = page()
    name = "" if alone else f" on {wager.name}"
    field = f"{wager.net} is the net gain" if wager.net else f"{wager.paid} is paid back"
    stake = f": stake {whole(wager.staked(rules))}, {field}"
    console.print(Text.assemble((f"bet{name}", "bold"), stake))
    numbers = Table("in stakes", "decimals", "fraction", box=None, header_style="bold")
    for key, label in LABELS.items():
        if key in answers:
            numbers.add_row(label, *_number(answers[key]))
    console.print(numbers)
    console.print(_pays(answers["law"], answers.get("tail", Fraction(0))))
    console.print(_after(answers["after"]))
    for plays, row in answers["after"].items():
        if note := _note(plays, row):
            console.print(note)


def _number(value: Fraction | str | None) -> tuple[str, str]:
    """Return decimals and fraction; of decimals that are given, the first ones."""
    if value is None:
        return "none", ""
    if isinstance(value, Fraction):
        return fixed_point(value, PLACES), short(value)
    return fixed_point(Fraction(value), PLACES), ""


def _pays(law: Mapping[Fraction, Fraction], tail: Fraction) -> Any:
    """Return the table of what is paid back: chance, once in how many plays, share of the RTP."""
    from rich.table import Table

    table = Table(box=None, header_style="bold")
    for heading in ("net", "paid back", "chance", "once in", "of the RTP"):
        table.add_column(heading, justify="right")
    shown = {*sorted(law, key=lambda paid: -law[paid])[:MOST_ROWS]}
    for paid, chance in law.items():
        if paid in shown:
            share = paid * chance
            table.add_row(
                short(paid - 1),
                short(paid),
                fixed_point(chance, PLACES),
                decimals(1 / chance, 2),
                f"{fixed_point(100 * share, 4)} %",
            )
    if len(law) > len(shown):
        table.add_row("", "...", f"{len(law) - len(shown)} more", "", "")
    if tail:
        table.add_row("", "beyond", decimals(tail, 4), "", "")
    return table


def _after(rows: Mapping[int, Mapping[str, Any]]) -> Any:
    """Return the table of the chances after so many plays, and how each row was found."""
    from rich.table import Table

    table = Table(box=None, header_style="bold", collapse_padding=True)
    headings = ("after", "ahead", "even", "behind", "RTP +-\n90 %", "RTP +-\n95 %")
    for heading in headings:
        table.add_column(heading, justify="right")
    table.add_column("how")
    for plays, row in rows.items():
        halves = (_half(row[f"rtp_{p}"]) for p in (90, 95))
        table.add_row(f"{plays:,}", *_chances(row), *halves, row.get("method", "refused"))
    return table


def _chances(row: Mapping[str, Any]) -> Iterator[str]:
    for name in ("ahead", "even", "behind"):
        chance = row.get(name)
        if chance is None:
            yield "..."
        elif row["method"] == "simulated":
            yield fixed_point(chance["estimate"], ESTIMATED_PLACES)
        else:
            yield rounded_chance(chance, PLACES)


def _note(plays: int, row: Mapping[str, Any]) -> str:
    """Return what the table does not say of a row, "" if that is nothing."""
    if "refused" in row:
        return f"{plays:,} plays: not computed, {row['refused']}"
    if row["method"] != "simulated":
        return ""
    ends = (
        f"{name} " + " to ".join(fixed_point(end, 5) for end in row[name]["interval"])
        for name in ("ahead", "even", "behind")
    )
    return (
        f"{plays:,} plays: simulated {row['totals']:,} times with seed {row['seed']}; with "
        f"{fixed_point(100 * row['confidence'], 0)} % confidence {', '.join(ends)}"
    )


def _half(interval: tuple[str, str]) -> str:
    low, high = map(Fraction, interval)
    return f"{fixed_point(50 * (high - low), 3)} %"


def print_functions_of(
    sheets: "Mapping[Wager, Mapping[str, Any]]", rules: object, conditions: "Boolean"
) -> None:
    """Print the entries of sheets that are functions of symbols, and the conditions."""
    from montmort.output.functions import conditions_text, cut_text, function_text

    console = page()
    if words := conditions_text(conditions):
        console.print(f"for {words}")
    for wager, answers in sheets.items():
        name = "" if len(sheets) == 1 else f" on {wager.name}"
        console.print(f"bet{name}: stake {whole(wager.staked(rules))}")
        entries = {label: answers[key] for key, label in LABELS.items() if key in answers}
        entries |= {f"paid back {short(paid)}": chance for paid, chance in answers["law"].items()}
        width = max(map(len, entries))
        for label, value in entries.items():
            text = "none" if value is None else cut_text(function_text(value))
            console.print(f" {label.ljust(width)}  {text}")
