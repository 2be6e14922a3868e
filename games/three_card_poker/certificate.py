"""The certificate of the ante of three-card poker: all of it is computed again."""

from itertools import combinations

from montmort.exact.paths import Watch
from montmort.exact.three_card_poker import solve
from montmort.games.three_card_poker import CARDS, TYPES, Rules, Strength, strength
from montmort.games.three_card_poker.checker import CHECKER
from montmort.verification.certificates.certification import Certification
from montmort.verification.certificates.document import Document, check_asked, document
from montmort.verification.dealt_hands import listed_law


def ante_certificate(rules: Rules, _watch: Watch | None = None) -> Document:
    """Return the certificate of the best play of the ante.

    >>> content = ante_certificate(Rules(ranks=3, suits=2))["content"]
    >>> content["value"], content["played"], content["lowest"]
    ('11/10', '14', ['pair', '3', '3', 'A'])
    """
    check_asked(rules, "bonus", "ranks", "suits")
    game, pack = solve(rules), rules.pack
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
        "law": listed_law(game.law),
    }
    asked = {"ranks": rules.ranks, "suits": rules.suits, "bonus": rules.bonuses}
    return document(CHECKER, asked, content)


def _words(rules: Rules, hand: int, own: Strength) -> list[str]:
    """Return the type of a hand and its ranks, those of more cards first, then the highest."""
    counts = rules.pack.rank_counts(hand)
    ranks = sorted(((count, rank) for rank, count in enumerate(counts) if count), reverse=True)
    letters = (rules.pack.letters[rank] for count, rank in ranks for _ in range(count))
    return [TYPES[own[0]], *letters]


CERTIFICATION = Certification(certificate=ante_certificate, checker=CHECKER)
