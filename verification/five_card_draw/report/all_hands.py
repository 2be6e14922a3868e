"""The whole game of five-card draw, for its report: the best discards of all hands."""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from math import comb
from typing import NamedTuple

from montmort.exact.five_card_draw.best_discards import Solution
from montmort.games.five_card_draw import RULEBOOK, Rules
from montmort.games.five_card_draw.ranking import TYPES
from montmort.verification.five_card_draw.figures import draw_types
from montmort.verification.reports.figures import drawing
from montmort.verification.reports.provenance import Provenance


class Drawing(NamedTuple):
    """The hands whose best discard draws the same number of cards."""

    hands: int
    deals: int  # of one hand
    wins: int
    ties: int
    share: Fraction  # of the chance to win


def all_hands_values(rules: Rules, solved: Solution) -> Mapping[str, object]:
    """Return the values of the sections on all hands."""
    size, most = rules.pack.size, rules.max_draw
    by_type = solved.by_type(most)
    sums = zip(TYPES[rules.ranking], solved.sums[most, :, : most + 1, 0].tolist(), strict=False)
    return {
        "solved": solved,
        "pairs": comb(size, 5) * comb(size - 5, 5),
        "pairs_won": int(solved.sums[0, :, 0, 1].sum()),
        "by_draw": _by_draw(solved, most),
        "by_type": by_type,
        "draws_by_type": dict(sums),
        "types_drawn": _types_drawn(by_type),
        "no_draw": Provenance(RULEBOOK, replace(rules, max_draw=0)),
    }


def _types_drawn(by_type: Mapping[str, Fraction]) -> bytes:
    return drawing(lambda ax: draw_types(by_type, ax), height=0.8 + 0.27 * len(by_type))


def _by_draw(solved: Solution, most: int) -> list[Drawing]:
    unseen, rows = solved.pack.size - 5, []
    for drawn, (hands, wins, ties) in enumerate(solved.sums[most].sum(0).tolist()[: most + 1]):
        deals = comb(unseen, drawn) * comb(unseen - drawn, 5)
        rows.append(Drawing(hands, deals, wins, ties, Fraction(wins, deals * solved.hands)))
    return rows
