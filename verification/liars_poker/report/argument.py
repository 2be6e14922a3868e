"""The report of Liars' Poker: what its template says, with the values computed here."""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

from montmort.exact.liars_poker.answers import answers, table
from montmort.exact.paths import Watch
from montmort.games.errors import TooLarge
from montmort.games.liars_poker import Rules
from montmort.games.liars_poker.made_hands import CATEGORIES
from montmort.verification.game import Game
from montmort.verification.liars_poker.figures import crossings, draw_table
from montmort.verification.liars_poker.report.calls import call_values
from montmort.verification.liars_poker.report.checks import Table, check_values
from montmort.verification.liars_poker.report.counts import count_values, difference, of_count
from montmort.verification.liars_poker.report.on_paper import paper_values
from montmort.verification.liars_poker.report.straights import straight_values
from montmort.verification.reports.figures import drawing
from montmort.verification.reports.numbers import grouped
from montmort.verification.reports.provenance import Provenance
from montmort.verification.reports.settled import Settled

TEMPLATE = Path(__file__).with_name("argument.md")


def settled(game: Game[Rules], rules: Rules, watch: Watch | None = None) -> Settled:
    """Return Liars' Poker's own part of its report."""
    provenance = Provenance(game.rulebook, rules)
    found = {name: value for name, value in answers(rules, watch=watch).items()
             if isinstance(value, Fraction)}  # fmt: skip
    every = _every_size(rules)
    values = {
        "found": found,
        "categories": CATEGORIES,
        "difference": difference,
        "of_count": of_count,
        "short": grouped,
        "every": every,
        **_size_values(every),
        **count_values(rules),
        **straight_values(rules),
        **paper_values(provenance),
        **({} if rules.published else call_values(provenance)),
        **check_values(rules, found, every),
    }
    return Settled(
        template=TEMPLATE,
        values=values,
        experiments={"deal": {}},
        commands=tuple(
            provenance.command("exact", *flags) for flags in ((), ("--json",), ("--table",))
        ),
        certified=None if rules.asked is None else replace(rules, call=""),
    )


def _every_size(rules: Rules) -> Table:
    """Return the chances for every number of cards in play; nothing if these are too many."""
    try:
        return table(rules)
    except TooLarge:
        return {}


def _size_values(every: Table) -> Mapping[str, object]:
    """Return the values of the section on any number of cards."""
    hands = {n: {name: chances[name] for name in CATEGORIES} for n, chances in every.items()}
    return {
        "flush_ahead": [n for n, held in every.items() if held["flush"] > held["straight"]],
        "crossings": crossings(hands),
        "lines": drawing(lambda ax: draw_table(hands, ax), height=4.2) if every else None,
        "certain_from": {name: _certain_from(every, name) for name in CATEGORIES} if every else {},
    }


def _certain_from(every: Table, name: str) -> int | None:
    """Return the number of cards from which on the hand is certain, if there is one."""
    uncertain = [n for n, chances in every.items() if chances[name] < 1]
    after = max(uncertain, default=min(every) - 1) + 1
    return after if after in every else None
