"""The strategy card of blackjack: hard totals, soft totals and pairs by the dealer's card."""

from collections.abc import Sequence
from typing import Any

from montmort.exact.blackjack.basic import basic_decisions
from montmort.exact.decisions.best_play import BestChoice
from montmort.exact.decisions.card import Card, strategy_card
from montmort.games.blackjack import KINDS, Rules, Turn
from montmort.verification.reports.document import Block, Paragraph, Section, Table, text

DEALERS = (2, 3, 4, 5, 6, 7, 8, 9, 10, 1)
NAMES = {1: "A"}
CODES = {"stand": "S", "hit": "H", "split": "P"}
COMPUTED = "How they were computed"
TITLES = {"hard": "Hard totals", "soft": "Soft totals", "pair": "Pairs"}


def card(rules: Rules) -> Card:
    """Return the strategy card of hands of two cards; its text, its HTML and its picture.

    >>> str(card(Rules(decks="infinite"))).splitlines()[0]
    'st stand, h hit, d double, sp split'
    """
    firsts = [each for each in basic_decisions(rules).values() if _view(each).cards == 2]
    return strategy_card(firsts, rows="number", columns="up")


def _view(decision: BestChoice) -> Turn:
    assert isinstance(decision.view, Turn)
    return decision.view


def rows(rules: Rules, kind: str) -> list[tuple[str, list[str]]]:
    """Return the rows of one part of the card: the hand, and a code for each card of the dealer's.

    S stand, H hit, P split; Dh and Ds double, or hit or stand with more than two cards.

    >>> rows(Rules(decks="infinite"), "hard")[-10]
    ('11', ['Dh', 'Dh', 'Dh', 'Dh', 'Dh', 'Dh', 'Dh', 'Dh', 'Dh', 'H'])
    """
    table = basic_decisions(rules)
    numbers = sorted({view.number for view in table if view.kind == kind and view.cards == 2})
    found = []
    for number in numbers:
        codes = [_code(table, Turn(kind, number, up, 2, ())) for up in DEALERS]  # type: ignore[arg-type]
        name = NAMES.get(number, str(number))
        found.append((f"{name},{name}" if kind == "pair" else str(number), codes))
    return found


def _code(table: Any, view: Turn) -> str:
    if view not in table:
        return ""
    choice = str(table[view].choice)
    if choice != "double":
        return CODES[choice]
    later = table.get(_more_cards(view))
    return "Dh" if later is None or later.choice == "hit" else "Ds"


def _more_cards(view: Turn) -> Turn:
    """Return the view of a hand of the same total with more cards."""
    if view.kind != "pair":
        return view._replace(cards=3)
    return Turn("hard", 2 * view.number, view.up, 3, ())


def card_section(rules: Rules) -> Section:
    """Return the card as a section of the report."""
    blocks: list[Block] = [
        Paragraph(
            text(
                "The table says what to do with a hand against the dealer's card. S: stand. "
                "H: hit. P: split. Dh: double with two cards, else hit. Ds: double with two "
                "cards, else stand. It is the best strategy that goes by totals; the hands of a "
                "split pair are played by it, too. No change of the entries of one total "
                "improves it."
            )
        )
    ]
    header = [NAMES.get(up, str(up)) for up in DEALERS]
    blocks += [_table(TITLES[kind], header, rows(rules, kind)) for kind in KINDS]
    return Section("The strategy card", tuple(blocks))


def computed_section() -> Section:
    """Return how the laws of a finite shoe were computed, as a section of the report."""
    words = (
        "The rules were not walked: a shoe has too many orders. Its cards are exchangeable, so "
        "the chance of the hands depends on the cards that they draw and not on their order. A "
        "strategy sees its own hand, the other card of a split pair and the dealer's card, so "
        "that each hand ends by a rule of its own cards. The orders of each hand were counted, "
        "and the hands of the player and of the dealer were combined with falling factorials of "
        "the cards in the shoe, as exact fractions. On shoes of about a dozen cards this was "
        "compared with a walk of the rules, and the fractions are the same."
    )
    return Section(COMPUTED, (Paragraph(text(words)),))


def _table(title: str, header: Sequence[str], found: Sequence[tuple[str, Sequence[str]]]) -> Table:
    return Table(
        text(f"{title}, by the dealer's card"),
        tuple(text(cell) for cell in ("hand", *header)),
        tuple(tuple(text(cell) for cell in (name, *codes)) for name, codes in found),
        evidence=("proved",),
    )
