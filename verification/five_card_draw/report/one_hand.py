"""The values of five-card draw's report on one hand, and on a hand of a deck on paper."""

from collections.abc import Mapping
from dataclasses import replace
from math import comb
from typing import TYPE_CHECKING, Literal

from montmort.games.five_card_draw import RULEBOOK, Result, Rules, score
from montmort.verification.five_card_draw.figures import draw_choices
from montmort.verification.five_card_draw.report.hand_facts import Draw, DrawnHand
from montmort.verification.reports.figures import drawing
from montmort.verification.reports.provenance import Provenance

if TYPE_CHECKING:
    from matplotlib.axes import Axes

PAPER = Rules(ranks=3, suits=4, max_draw=1, hand="2c 2d 3c 3d As", discard="As")


def hand_values(hand: DrawnHand) -> Mapping[str, object]:
    """Return the values of the section that counts the choices of a hand."""
    return {
        "hand": hand,
        "example": hand.one_draw(hand.best),
        "multisets": hand.left(hand.best).held.shape[1],
        "draws": comb(len(hand.unseen), hand.best.discard.bit_count()),
        "made": hand.made(hand.best),
        "choices_drawn": _choices_drawn(hand),
    }


def _choices_drawn(hand: DrawnHand) -> bytes:
    choices = [{"discard": hand.words(choice), "win": choice.win, "tie": choice.tie}
               for choice in hand.choices]  # fmt: skip
    best = [hand.words(choice) for choice in hand.optima]

    def draw(ax: "Axes") -> None:
        draw_choices(choices, best, ax).figure.legend(loc="outside lower center", ncols=3)

    return drawing(draw, height=1 + 0.16 * len(choices))


def paper_values(ranking: Literal["standard", "published"]) -> Mapping[str, object]:
    """Return every draw of a hand from twelve cards, with its results against every other hand."""
    paper = DrawnHand(replace(PAPER, ranking=ranking))
    draws = paper.draws(paper.chosen)
    return {
        "paper": paper,
        "of_paper": Provenance(RULEBOOK, paper.rules),
        "paper_draws": [(draw, _results(paper.rules, draw)) for draw in draws],
    }


def _results(rules: Rules, draw: Draw) -> str:
    """Return the results, by the rules, against each hand that leaves out one of the cards left."""
    rest = ((1 << rules.pack.size) - 1) ^ rules.own ^ draw.drawn
    cards = [1 << card for card in range(rules.pack.size) if rest >> card & 1]
    letters = {Result.WIN: "W", Result.TIE: "T", Result.LOSS: "L"}
    return " ".join(letters[score(rules, draw.final, rest ^ card)] for card in cards)
