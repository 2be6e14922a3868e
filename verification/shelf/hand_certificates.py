"""The certificates of the two poker games against the house: all of it is computed again."""

from fractions import Fraction
from itertools import combinations
from typing import Any

from montmort.exact import jacks_or_better as draw_solver
from montmort.exact import three_card_poker as ante_solver
from montmort.exact.law import Law
from montmort.exact.paths import Watch
from montmort.games import jacks_or_better, three_card_poker
from montmort.games.three_card_poker import CARDS, TYPES, Strength, strength
from montmort.verification.certificates.certification import Certification
from montmort.verification.certificates.document import Document, check_asked, document
from montmort.verification.shelf import jacks_or_better_checker, three_card_poker_checker


def hold_certificate(rules: jacks_or_better.Rules, _watch: Watch | None = None) -> Document:
    """Return the certificate of the best holds.

    >>> rules = jacks_or_better.Rules(ranks=2, suits=2, cards=2, pay_table="0,0,0,0,0,0,0,0,1")
    >>> hold_certificate(rules)["content"]["held"]  # of 2c Ac 2d Ad: one card, or a pair
    ['0', '4', '2']
    """
    game = draw_solver.solve(rules)
    held = [0] * (rules.cards + 1)
    for _, weights, values in game.values_of_classes():
        for place, weight in zip(values.argmax(axis=0).tolist(), weights.tolist(), strict=True):
            held[game.masks[place].bit_count()] += weight
    asked = {
        "ranks": rules.ranks,
        "suits": rules.suits,
        "cards": rules.cards,
        "pays": rules.pays,
    }
    content = {
        "value": game.value,
        "variance": game.variance,
        "held": held,
        "ties": game.ties,
        "law": _listed(game.law),
    }
    return document(jacks_or_better_checker.CHECKER, asked, content)


def ante_certificate(rules: three_card_poker.Rules, _watch: Watch | None = None) -> Document:
    """Return the certificate of the best play of the ante.

    >>> content = ante_certificate(three_card_poker.Rules(ranks=3, suits=2))["content"]
    >>> content["value"], content["played"], content["lowest"]
    ('11/10', '14', ['pair', '3', '3', 'A'])
    """
    check_asked(rules, "bonus", "ranks", "suits")
    game, pack = ante_solver.solve(rules), rules.pack
    hands = [sum(cards) for cards in combinations([1 << card for card in range(pack.size)], CARDS)]
    strengths = {hand: strength(rules, hand) for hand in hands}
    played = {hand: strengths[hand] for hand in hands if game.best(hand)[0] == "play"}
    lowest = min(played, key=played.__getitem__, default=None)
    folded = [strengths[hand] for hand in hands if hand not in played]
    content = {
        "value": game.value,
        "variance": game.variance,
        "played": len(played),
        "ties": game.ties,
        "lowest": [] if lowest is None else _words(rules, lowest, played[lowest]),
        "folded_above": sum(lowest is not None and each >= played[lowest] for each in folded),
        "law": _listed(game.law),
    }
    asked = {"ranks": rules.ranks, "suits": rules.suits, "bonus": rules.bonuses}
    return document(three_card_poker_checker.CHECKER, asked, content)


def _words(rules: three_card_poker.Rules, hand: int, own: Strength) -> list[str]:
    """Return the type of a hand and its ranks, those of more cards first, then the highest."""
    counts = rules.pack.rank_counts(hand)
    ranks = sorted(((count, rank) for rank, count in enumerate(counts) if count), reverse=True)
    letters = (rules.pack.letters[rank] for count, rank in ranks for _ in range(count))
    return [TYPES[own[0]], *letters]


def _listed(law: Law[Any]) -> list[tuple[Fraction, Fraction]]:
    """Return the possible outcomes with their chances, the lowest first."""
    return [(Fraction(each), law[each]) for each in sorted(law.weights) if law.weights[each]]


OF_HOLDS = Certification(certificate=hold_certificate, checker=jacks_or_better_checker.CHECKER)
OF_ANTES = Certification(certificate=ante_certificate, checker=three_card_poker_checker.CHECKER)
