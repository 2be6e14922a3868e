"""The certificate of a mean at blackjack from a finite shoe: all of it is computed again."""

from fractions import Fraction

from montmort.exact.blackjack.answers import player
from montmort.exact.blackjack.basic import (
    USUAL,
    Entries,
    decisions_against,
    entries_of,
    total_of_pair,
)
from montmort.exact.blackjack.finite_shoe import law_against
from montmort.exact.paths import Watch
from montmort.games.blackjack import VALUES, Rules
from montmort.games.blackjack.checker import CHECKER, MOST_IN_SHOE, PAIRS, TOTALS
from montmort.games.errors import TooLarge
from montmort.verification.certificates.document import Document, document

NO_CARD = "-"  # in place of a letter, where the dealer cannot have the card


def mean_certificate(rules: Rules, _watch: Watch | None = None) -> Document:
    """Return the certificate of what is won on average from a finite shoe.

    >>> content = mean_certificate(Rules(decks="1", deck=(0, 0, 0, 0, 0, 0, 0, 0, 0, 8)))["content"]
    >>> content["value"], content["table"]["hard 20"]  # all hands are 20
    ('0', '---------S')
    """
    if rules.shoe.size > MOST_IN_SHOE:
        raise TooLarge(f"the checker reads shoes of up to {MOST_IN_SHOE:,} cards; take fewer decks")
    means = [_mean_against(rules, up) for up in VALUES]
    value = sum(map(Fraction.__mul__, means, map(Fraction, rules.shoe.counts)), Fraction(0))
    asked = {
        "deck": rules.deck,
        "decks": int(rules.decks),
        "soft_17": rules.soft_17,
        "blackjack_pays": rules.blackjack_pays,
        "splits": rules.splits,
        "player": rules.player,
    }
    content = {"value": value / rules.shoe.size, "against": means}
    table = {"table": table_of(rules)} if rules.player == "basic" else {}
    return document(CHECKER, asked, {**content, **table})


def _mean_against(rules: Rules, up: int) -> Fraction:
    """Return what is won on average against one card of the dealer's, 0 if it is not there."""
    if not rules.shoe[up]:
        return Fraction(0)
    return law_against(rules, up, player(rules)).map(lambda hand: hand.units).mean() / rules.unit


def table_of(rules: Rules) -> dict[str, str]:
    """Return basic strategy: a letter for each card of the dealer's, by the total or the pair.

    >>> table_of(Rules(decks="1", deck=(4, 0, 0, 0, 0, 0, 0, 0, 0, 8)))["pair 1"]
    'P--------P'
    """
    columns = [entries_of(decisions_against(rules, up)) for up in VALUES]
    found = {}
    for row in [*TOTALS, *(PAIRS if rules.splits else [])]:
        kind, number = row.split()
        total = (kind == "soft", int(number)) if kind != "pair" else total_of_pair(int(number))
        letters = [_letter(column.get(total, USUAL), kind) for column in columns]
        found[row] = "".join(
            letter if rules.shoe[up] else NO_CARD
            for up, letter in zip(VALUES, letters, strict=True)
        )
    return found


def _letter(entries: Entries, kind: str) -> str:
    """Return the letter that stands for the entries of a total, or of its pair."""
    if kind == "pair":
        return "P" if entries.splits else "N"
    if entries.doubles:
        return "D" if entries.plays == "hit" else "d"
    return "H" if entries.plays == "hit" else "S"
