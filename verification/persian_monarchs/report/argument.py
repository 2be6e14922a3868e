"""The report of Persian Monarchs: its template `argument.md`, with the values computed here."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TypeVar

from montmort.exact.paths import Watch
from montmort.exact.persian_monarchs.answers import match_gains
from montmort.games.errors import TooLarge
from montmort.games.persian_monarchs import Rules
from montmort.games.persian_monarchs.strategies import STRATEGIES
from montmort.verification.game import Game
from montmort.verification.persian_monarchs.figures import (
    draw_exploitability,
    losses,
    regions_figure,
)
from montmort.verification.persian_monarchs.report.checks import check_values, paper_values
from montmort.verification.persian_monarchs.report.equilibrium_facts import Best
from montmort.verification.persian_monarchs.report.limits import limit_values
from montmort.verification.persian_monarchs.report.match_facts import Known
from montmort.verification.reports.figures import drawing, svg_of
from montmort.verification.reports.provenance import Provenance
from montmort.verification.reports.settled import Settled

TEMPLATE = Path(__file__).with_name("argument.md")
MOST_SOLVED = 10**5  # cards^2 max_raise of a match with best responses
MOST_ROWS = 60  # of a table; of more the first and the last
MOST_RAISES = 12  # raises that are listed even if no card makes them
MOST_DRAWN = 10_000  # chances in a picture
BEST_RESPONSE = "--best-response counter"
ROW = TypeVar("ROW")


def settled(game: Game[Rules], rules: Rules, watch: Watch | None = None) -> Settled:
    """Return the report's own part."""
    provenance = Provenance(game.rulebook, rules)
    known, best = Known.of(rules, watch), Best.of(rules)
    values = {
        "known": known,
        "shortened": shortened,
        "weights": shortened(known.weights(), 30),
        "kinds": shortened(known.kinds()),
        **paper_values(rules),
        **check_values(known),
        **limit_values(known),
        "best": None,
    }
    flags: tuple[tuple[str, ...], ...] = ((),)
    if isinstance(best, TooLarge):
        values["too_large"] = str(best)
    else:
        values |= _best_values(rules, best)
        flags = ((), ("--equilibrium",), (BEST_RESPONSE,), (f"{BEST_RESPONSE} --role dealer",))
    return Settled(
        template=TEMPLATE,
        values=values,
        experiments={"match": {}, "hand": {}},
        commands=tuple(provenance.command("exact", *each) for each in flags),
    )


def shortened(rows: Sequence[ROW], most: int = MOST_ROWS) -> list[ROW | None]:
    """Return the rows of a table; of too many the first and the last, with None between.

    >>> shortened("abcde", 4)
    ['a', 'b', None, 'd', 'e']
    """
    if len(rows) <= most:
        return list(rows)
    return [*rows[: most // 2], None, *rows[-(most // 2) :]]


def _best_values(rules: Rules, best: Best) -> Mapping[str, object]:
    """Return the values about best play."""
    made = {x for x in best.raises if any(row[x] for row in best.solved.raises)}
    is_drawn = best.cards * len(best.raises) <= MOST_DRAWN
    taken = losses(best.cards, len(best.raises))
    is_small = rules.cards**2 * rules.max_raise <= MOST_SOLVED
    return {
        "best": best,
        "raises": shortened(sorted({*best.raises[:MOST_RAISES], *made})),
        "cards": shortened(range(best.cards)),
        "regions": (
            svg_of(regions_figure(best.solved.raises, best.solved.accepts)) if is_drawn else None
        ),
        "losses": taken,
        "losses_drawn": drawing(
            lambda ax: draw_exploitability(taken, ax).margins(y=0.15), height=4
        ),
        "match_gains": {
            name: match_gains(rules, STRATEGIES[name]) for name in ("counter", "random") if is_small
        },
    }
