"""The laws of dealt cards: any card at any place, any two cards at neighbouring places.

A deck of N cards has c_k of kind k.  All N! orders of its cards are equally
likely, and exchanging two places maps these orders onto themselves, one to one.
So every place has the law of the first place, and every pair of places that of
the first two:

    P(card_i = k)             = c_k / N,
    P(card_i = k, next one l) = c_k (c_l - [k = l]) / (N (N - 1)).

These laws do not depend on the number of cards dealt.
"""

from collections.abc import Sequence

from montmort.exact.law import Law
from montmort.games.cards.deck import Deck
from montmort.games.dealt_cards import Dealing, dealing_of


def laws(deck: Deck[int] | Sequence[int] | int, cards: int | None = None) -> dict[str, Law[int]]:
    """Return the exact law of every field when `cards` cards (default: all) are dealt from a deck.

    The deck is a `Deck` of kinds 0, 1, 2, …, a list of the number of cards of each
    kind, or the number of different cards; fields as in `montmort.games.dealt_cards`.  Every
    place has the same law, and so has every pair.

    >>> [*laws(3)], laws(3)["pair_1"].chances()[2 * 3 + 0]  # card 2, and then card 0
    (['card_1', 'card_2', 'card_3', 'pair_1', 'pair_2'], Fraction(1, 6))
    >>> laws([4, 48], cards=2)["pair_1"][0]  # two aces
    Fraction(1, 221)
    """
    return laws_of(dealing_of(deck, cards))


def laws_of(dealing: Dealing) -> dict[str, Law[int]]:
    """Return the exact law of every field of a game's deal.

    >>> from montmort.games.treize import Rules, dealing
    >>> laws_of(dealing(Rules()))["card_52"][0]
    Fraction(1, 13)
    """
    dealing.check_size()
    places, one = range(1, dealing.cards + 1), card_law(dealing)
    singles = {f"card_{place}": one for place in places}
    if dealing.cards == 1:
        return singles
    two = pair_law(dealing)
    return singles | {f"pair_{place}": two for place in places[:-1]}


def card_law(dealing: Dealing) -> Law[int]:
    """Return the law of the card at any place.

    >>> print(card_law(dealing_of(52)))
    52 outcomes from 0 to 51, mean 51/2; the commonest, 0, has chance 1/52
    """
    return Law(weights=dict(enumerate(dealing.deck.counts)))


def pair_law(dealing: Dealing) -> Law[int]:
    """Return the law of the cards at any two places, in the order of the places.

    >>> pair_law(dealing_of([2, 1])).chances()
    {0: Fraction(1, 3), 1: Fraction(1, 3), 2: Fraction(1, 3)}
    """
    counts, kinds = dealing.deck.counts, dealing.kinds
    return Law(
        weights={
            card * kinds + after: counts[card] * (counts[after] - (card == after))
            for card in range(kinds)
            for after in range(kinds)
        }
    )


def answers_of(dealing: Dealing) -> dict[str, object]:
    """Return the chance of a card by kind, and of a pair of neighbours by both kinds.

    >>> found = answers_of(dealing_of([2, 1]))
    >>> found["cards"], [str(chance) for chance in found["card"]]
    (3, ['2/3', '1/3'])
    >>> [[str(chance) for chance in row] for row in found["pair"]]
    [['1/3', '1/3'], ['1/3', '0']]
    """
    dealing.check_size()
    kinds = range(dealing.kinds)
    found: dict[str, object] = {
        "deck": dealing.deck.size,
        "cards": dealing.cards,
        "card": [card_law(dealing)[kind] for kind in kinds],
    }
    if dealing.cards > 1:
        two = pair_law(dealing)
        found["pair"] = [[two[card * dealing.kinds + after] for after in kinds] for card in kinds]
    return found
