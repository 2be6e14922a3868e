"""The strategy card of blackjack: hard totals, soft totals and pairs by the dealer's card."""

from collections.abc import Sequence
from typing import Any

from montmort.exact.blackjack.basic import basic_decisions
from montmort.exact.decisions.best_play import BestChoice
from montmort.exact.decisions.card import Card, strategy_card
from montmort.games.blackjack import KINDS, Rules, Turn
from montmort.verification.reports.document import Block, Paragraph, Table, text

DEALERS = (2, 3, 4, 5, 6, 7, 8, 9, 10, 1)
NAMES = {1: "A"}
CODES = {"stand": "S", "hit": "H", "split": "P"}
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


def card_blocks(rules: Rules) -> tuple[Block, ...]:
    """Return the card as blocks of the report: its letters, and a table for each kind of hand."""
    words = Paragraph(
        text(
            "The card says what to do with a hand against the dealer's card. S: stand. "
            "H: hit. P: split. Dh: double with two cards, else hit. Ds: double with two "
            "cards, else stand. The hands of a split pair are played by it, too."
        )
    )
    header = [NAMES.get(up, str(up)) for up in DEALERS]
    kinds = [(kind, rows(rules, kind)) for kind in KINDS]
    return (words, *(_table(TITLES[kind], header, found) for kind, found in kinds if found))


def _table(title: str, header: Sequence[str], found: Sequence[tuple[str, Sequence[str]]]) -> Table:
    return Table(
        text(f"{title}, by the dealer's card"),
        tuple(text(cell) for cell in ("hand", *header)),
        tuple(tuple(text(cell) for cell in (name, *codes)) for name, codes in found),
        small=True,
        evidence=("proved",),
    )
