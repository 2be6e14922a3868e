"""The report of five-card draw: its template `settled.md`, with the values and checks of it.

It is about the hand that Rules give, or else about all hands, with one hand as an example.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from math import comb
from pathlib import Path
from typing import TYPE_CHECKING, Literal, NamedTuple

from montmort.exact.five_card_draw.answers import answers
from montmort.exact.five_card_draw.best_discards import Solution, solution
from montmort.exact.five_card_draw.one_hand import choices_of
from montmort.exact.formatting import counted
from montmort.exact.from_rules import explore
from montmort.exact.paths import Watch
from montmort.games.cards.pack import FULL, Pack
from montmort.games.five_card_draw import EXPERIMENTS, RULEBOOK, Result, Rules, score
from montmort.games.five_card_draw.ranking import TYPES
from montmort.verification.five_card_draw.claims import HAND
from montmort.verification.five_card_draw.figures import draw_choices, draw_types
from montmort.verification.five_card_draw.report.brute_force import by_brute_force
from montmort.verification.five_card_draw.report.hand_facts import Draw, DrawnHand
from montmort.verification.five_card_draw.report.hand_types import (
    class_counts,
    straights,
    type_counts,
)
from montmort.verification.game import Game
from montmort.verification.reports.figures import drawing
from montmort.verification.reports.provenance import Provenance
from montmort.verification.reports.settled import Check, Settled

if TYPE_CHECKING:
    from matplotlib.axes import Axes

TEMPLATE = Path(__file__).with_name("settled.md")
PAPER = Rules(ranks=3, suits=4, max_draw=1, hand="2c 2d 3c 3d As", discard="As")
WALKED = (
    PAPER,
    Rules(ranks=6, suits=2, max_draw=1, hand="2c 3c 4c 5c 5d", discard="5d"),
    Rules(ranks=7, suits=2, max_draw=2, hand="2c 2d 3c 4c Ac", discard="2c 2d"),
)
SMALL = (Pack(ranks=5, suits=2), Pack(ranks=6, suits=2), Pack(ranks=3, suits=4))


class Drawing(NamedTuple):
    """The hands whose best discard draws the same number of cards."""

    hands: int
    deals: int  # of one hand
    wins: int
    ties: int
    share: Fraction  # of the chance to win


def settled(game: Game[Rules], rules: Rules, watch: Watch | None = None) -> Settled:
    """Return what is stated of the hand that Rules give, or of all hands, with its checks."""
    provenance = Provenance(game.rulebook, rules)
    hand = DrawnHand(rules if rules.hand else replace(rules, hand=_example(rules)))
    if not rules.hand:
        answers(rules, watch=watch)  # raises BadInput for players that are not solved
    of_hand = provenance.under(hand.rules)
    values = {
        "straights": straights(rules),
        "type_counts": type_counts(rules),
        "class_counts": class_counts(rules),
        "of_hand": of_hand,
        **hand_values(hand),
        **paper_values(rules.ranking),
    }
    checks = [*hand_checks(hand)]
    if rules.hand:
        experiments, commands = ["hand"], [provenance.command("exact", "--json")]
    else:
        solved = solution(rules.pack, rules.ranking, watch)
        values |= all_hands_values(rules, solved)
        checks = [*game_checks(hand, solved), *checks, *forced_checks(rules.ranking)]
        can_play = rules.pack.size >= 10 + 2 * rules.max_draw  # cards enough for two to draw
        experiments = ["game", "hand"] if can_play else ["hand"]
        commands = [of_hand.command("exact"), of_hand.command("certify", "-o hand.json")]
    return Settled(
        template=TEMPLATE,
        values=values,
        checks=tuple(checks),
        experiments={name: {} for name in experiments},
        commands=(provenance.command("exact"), *commands),
    )


def _example(rules: Rules) -> str:
    """Return the hand of the example: a pair from the full deck, else cards from all over it."""
    if rules.pack == FULL:
        return HAND
    last = rules.pack.size - 1
    return rules.pack.write(sum(1 << place * last // 4 for place in range(5)))


# One hand


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


# All hands


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


# Checks: the numbers once more, computed in another way


def hand_checks(hand: DrawnHand) -> Iterator[Check]:
    """Yield the checks that every report has."""
    pack, best, ranking = hand.rules.pack, hand.best, hand.rules.ranking
    made = hand.made(best)
    sums = tuple(sum(counts) for counts in zip(*(row.counts for row in made), strict=True))
    stated = f"to {hand.action(best)}: deals, wins and ties, and summed over the types made"
    yield Check(stated, (best.deals, best.wins, best.ties), sums)
    draws = (hand.one_draw(choice) for choice in (hand.choices[0], best))
    for draw in dict.fromkeys(draws):
        stated = f"hands below {pack.write(draw.final)} and equal to it, by sums and one by one"
        yield Check(stated, (draw.lower, draw.equal), hand.compare_with_all(draw))
    if pack.size >= 15:
        all_five = choices_of(hand.cards, 5, ranking, pack)[-1]
        stated = "the chances to win and to lose for a player who draws five cards"
        yield Check(stated, all_five.win, all_five.loss)
    for small in WALKED:
        yield _walked_check(replace(small, ranking=ranking))


def _walked_check(rules: Rules) -> Check:
    """Return the check of a hand of a small deck by every deal, enumerated by the rules."""
    chosen = DrawnHand(rules).chosen
    law = explore(EXPERIMENTS["hand"], rules).law().map(lambda outcome: outcome.result)
    discarded = f"{rules.hand}, {rules.discard} discarded, with {_deck(rules.pack)}"
    return Check(
        f"{discarded}: the chances to win and to tie, by the theorem and by every deal",
        (chosen.win, chosen.tie),
        (law[Result.WIN], law[Result.TIE]),
    )


def game_checks(hand: DrawnHand, solved: Solution) -> Iterator[Check]:
    """Yield the checks of the table of all hands."""
    yield Check("without a draw, twice the chance to win and the chance to tie add up to 1",
                Fraction(1), 2 * solved.win(0) + solved.tie(0))  # fmt: skip
    dealt = zip(TYPES[solved.ranking], solved.sums[0, :, 0, 0].tolist(), strict=False)
    stated = "hands of each type, by their formulas and in the table of all hands"
    yield Check(stated, type_counts(hand.rules), {name: n for name, n in dealt if n})
    pack, tabled = hand.rules.pack, _tabled_discard(hand, solved)
    stated = f"the cards to discard from {hand.rules.hand}, counted alone and in that table"
    yield Check(stated, pack.write(hand.best.discard) or "none", pack.write(tabled) or "none")


def _tabled_discard(hand: DrawnHand, solved: Solution) -> int:
    """Return the best discard that the table of all hands has for this one."""
    cards = sorted(hand.cards)
    row = sum(comb(card, place) for place, card in enumerate(cards, 1))  # colexicographic
    mask = int(solved.discards[hand.rules.max_draw, row])
    return sum(1 << card for place, card in enumerate(cards) if mask >> place & 1)


def forced_checks(ranking: Literal["standard", "published"]) -> Iterator[Check]:
    """Yield the checks of small decks by brute force: all hands, discards, draws, opponents."""
    for pack in SMALL:
        solved = solution(pack, ranking)
        for most, win in enumerate(by_brute_force(pack, ranking)):
            best = f"the best discards of at most {counted(most, 'card')} with {_deck(pack)}"
            stated = f"the chance to win by {best}, by the theorem and by brute force"
            yield Check(stated, solved.win(most), win)


def _deck(pack: Pack) -> str:
    return f"{counted(pack.ranks, 'rank')} in {counted(pack.suits, 'suit')}"
