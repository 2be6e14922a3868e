"""Jacks or better: the value, the strategy card, and the law of the pay."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations
from math import comb
from pathlib import Path
from typing import Any

from montmort.exact.decisions.hold_and_draw import HoldAndDraw
from montmort.exact.decisions.preference_list import Line, PreferenceList, preference_list
from montmort.exact.jacks_or_better import solve
from montmort.exact.paths import Watch
from montmort.games.jacks_or_better import Rules, pay_of
from montmort.games.jacks_or_better.card import Kind, kinds_of
from montmort.verification.game import Game
from montmort.verification.reports.settled import Check, Settled

TEMPLATE = Path(__file__).with_name("report.md")
CardRow = tuple[str, str, str, str, int, Fraction]


def settled(_game: Game[Any], rules: Rules, _watch: Watch | None = None) -> Settled:
    """Return the theorem, the card and their checks for this pay table and pack."""
    solved = solve(rules)
    card = preference_list(solved, kinds_of(rules))
    rows = list(card_rows(rules, card))
    example = _example(solved, card)
    return Settled(
        template=TEMPLATE,
        values={
            "value": solved.value,
            "variance": solved.variance,
            "hands": solved.hands,
            "classes": solved.classes,
            "holds": len(solved.masks),
            "worths": len(solved.best_values),
            "ties": solved.ties,
            "card": rows,
            "exceptions": card.exceptions,
            "loss": card.loss,
            "words": [rules.pack.write(each) for each in example],
            "draws": comb(rules.pack.size - rules.cards, rules.cards - example[1].bit_count()),
            "worth": solved.values(example[0])[example[1]],
        },
        checks=(
            Check("the mean of the law of the pay is the value", solved.value, solved.law.mean()),
            Check(
                "the means of the lines of the card, weighted, add up to the value",
                sum((line.hands * line.mean for line in card.lines), Fraction(0)) / solved.hands,
                solved.value,
            ),
            Check(
                f"holding {rules.pack.write(example[1]) or 'nothing'} of "
                f"{rules.pack.write(example[0])}, all draws listed",
                drawn_mean(rules, *example),
                solved.values(example[0])[example[1]],
            ),
        ),
    )


def _example(solved: HoldAndDraw, card: PreferenceList) -> tuple[int, int]:
    """Return a hand and its best hold, of those that draw one with the fewest draws."""
    most = solved.dealt.cards
    drawing = [line for line in card.lines if line.held.bit_count() < most]
    line = min(drawing or card.lines, key=lambda line: (-line.held.bit_count(), -line.hands))
    return line.hand, line.held


def drawn_mean(rules: Rules, hand: int, held: int) -> Fraction:
    """Return the mean pay of a hold by listing all draws.

    >>> rules = Rules(ranks=2, suits=2, cards=2, pay_table="0,0,0,0,0,0,0,0,1")
    >>> drawn_mean(rules, 0b0011, 0b0001)  # the deuce of clubs; the deuce or the ace of diamonds
    Fraction(1, 2)
    """
    left = [1 << card for card in range(rules.pack.size) if not hand >> card & 1]
    number = rules.cards - held.bit_count()
    pays = [Fraction(pay_of(rules, held | sum(draw))) for draw in combinations(left, number)]
    return sum(pays, Fraction(0)) / len(pays)


def card_rows(rules: Rules, card: PreferenceList) -> Iterator[CardRow]:
    """Yield the rows of the card: kind, which of them, example, cards held, hands, mean.

    Neighbouring lines of one name are one row; `which` is empty where all of the name are there.
    """
    named = [(Kind.of(line.kind), line) for line in card.lines]
    runs: list[list[tuple[Kind, Line]]] = []
    for kind, line in named:
        if runs and runs[-1][0][0].name(rules.cards) == kind.name(rules.cards):
            runs[-1].append((kind, line))
        else:
            runs.append([(kind, line)])
    names = [run[0][0].name(rules.cards) for run in runs]
    for name, run in zip(names, runs, strict=True):
        which = "" if names.count(name) == 1 else _which([kind for kind, _ in run])
        usual = max((line for _, line in run), key=lambda line: line.hands)
        hands = sum(line.hands for _, line in run)
        mean = sum((line.hands * line.mean for _, line in run), Fraction(0)) / hands
        words = rules.pack.write(usual.hand), rules.pack.write(usual.held) or "none"
        yield name, which, *words, hands, mean


def _which(kinds: Sequence[Kind]) -> str:
    return "; ".join(dict.fromkeys(kind.detail for kind in kinds))
