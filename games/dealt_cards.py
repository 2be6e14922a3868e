"""The deal itself: the card in each place, and each pair of neighbours.

A simulator must deal correctly whatever the game does with its cards.  A play of
the experiment `cards` is one deal of the game.  Its Outcome gives the cards in the
order of the deal, `card_1`, `card_2` and so on, and every two neighbours,

    pair_i = card_i * kinds + card_(i+1).

Two cards that the rules do not distinguish are of one kind, and kinds are numbered
from 0 to kinds - 1.  The number of fields depends on the rules.
"""

import operator
from collections import namedtuple
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache, partial
from itertools import pairwise
from typing import NamedTuple, SupportsIndex, TypeVar

from montmort.games.cards.deck import Deck
from montmort.games.chance import Chance
from montmort.games.errors import BadInput, TooLarge
from montmort.games.experiment import Experiment, Nothing
from montmort.games.table import Table
from montmort.games.validation import check_integer, quote

R = TypeVar("R")
MOST = 2**22  # outcomes of all pairs: some seconds for each comparison


class Dealing(NamedTuple):
    """A deal of `cards` cards from a deck of kinds 0, 1, 2 and so on; a kind may have no card."""

    deck: Deck[int]
    cards: int

    @property
    def kinds(self) -> int:
        """The number of kinds."""
        return len(self.deck.counts)

    def check_size(self) -> None:
        """Raise TooLarge if its pairs have more than 2**22 outcomes.

        >>> dealing_of(200).check_size()
        Traceback (most recent call last):
            ...
        montmort.games.errors.TooLarge: 200 cards dealt of 200 kinds have 8,000,000 outcomes; ...
        """
        if (pairs := self.cards * self.kinds**2) > MOST:
            raise TooLarge(
                f"{self.cards:,} cards dealt of {self.kinds:,} kinds have {pairs:,} outcomes; the "
                f"limit is {MOST:,}: take a smaller deck"
            )


def dealing_of(deck: Deck[int] | Sequence[int] | int, cards: int | None = None) -> Dealing:
    """Return the dealing of `cards` cards from a deck, by default of all of them.

    The deck is a `Deck` of kinds 0, 1, 2 and so on, or the number of cards of each
    kind, or the number of cards if all of them are different.

    >>> dealing_of(3)
    Dealing(deck=Deck(counts=(1, 1, 1)), cards=3)
    >>> dealing_of([4, 48], cards=5).kinds
    2
    """
    if isinstance(deck, int):
        check_integer("deck", deck, 1)
        deck = Deck((1,) * deck)
    elif not isinstance(deck, Deck):
        deck = Deck(deck)
    if deck.kinds != tuple(range(len(deck.counts))):
        raise BadInput(f"deck={quote(deck)} must hold kinds 0, 1, 2 and so on; number them")
    cards = deck.size if cards is None else cards
    check_integer("cards", cards, 1, deck.size, ", the cards of the deck")
    return Dealing(deck, cards)


class Cards(tuple[int, ...]):
    """Outcome of a deal: the card in each place, and the pairs of neighbours."""

    __slots__ = ()
    _fields = ("card_i", "pair_i")  # until Rules give their number
    kinds = 0

    @classmethod
    def completed(cls, row: Mapping[str, int]) -> dict[str, int]:
        """Return a record of `card_1`, `card_2` and so on, with its missing pairs added.

        >>> outcome_of(cards=3, kinds=3).completed({"card_1": 2, "card_2": 0})
        {'card_1': 2, 'card_2': 0, 'pair_1': 6}
        """
        found = dict(row)
        for place in range(1, len(row)):
            first, second = row.get(f"card_{place}"), row.get(f"card_{place + 1}")
            if first is not None and second is not None:
                found.setdefault(f"pair_{place}", first * cls.kinds + second)
        return found


@lru_cache(maxsize=32)
def outcome_of(cards: int, kinds: int) -> type[Cards]:
    """Return the type of the Outcome of a deal of `cards` cards, a NamedTuple.

    >>> outcome_of(cards=3, kinds=52)._fields
    ('card_1', 'card_2', 'card_3', 'pair_1', 'pair_2')
    """
    check_integer("cards", cards, 1)
    singles = (f"card_{place}" for place in range(1, cards + 1))
    pairs = (f"pair_{place}" for place in range(1, cards))
    fields = namedtuple("fields", (*singles, *pairs))  # type: ignore[misc]
    return type("DealtCards", (fields, Cards), {"__slots__": (), "kinds": kinds})


def cards_outcome(cards: Sequence[SupportsIndex], kinds: int) -> Cards:
    """Return the Outcome of a deal: its cards in order, and the pairs of neighbours.

    With it you can test a shuffle of your own, here one that leaves the deck in order:

    >>> from montmort.exact.dealt_cards import laws
    >>> from montmort.verification import crosscheck
    >>> def shuffle(rng):
    ...     return range(52)
    >>> result = crosscheck(exact=laws(52), simulator=lambda rng: cards_outcome(shuffle(rng), 52))
    >>> print(result.decision)
    INCONSISTENT
    >>> cards_outcome([2, 0, 1], kinds=3)
    DealtCards(card_1=2, card_2=0, card_3=1, pair_1=6, pair_2=1)
    """
    numbers = [_number(card) for card in cards]
    pairs = (card * kinds + after for card, after in pairwise(numbers))
    outcome: Callable[..., Cards] = outcome_of(len(numbers), kinds)
    return outcome(*numbers, *pairs)


def _number(card: SupportsIndex) -> int:
    """Return a card as a Python integer: numpy's small ones would overflow in a pair."""
    try:
        return operator.index(card)
    except TypeError:
        raise BadInput(f"a card is an integer from 0, not {card!r}; number the cards") from None


def experiment(
    dealing: Callable[[R], Dealing], rules: type[R] | None = None
) -> Experiment[R, Nothing, Cards]:
    """Return the experiment `cards` of a game; `dealing(rules)` is what it deals.

    `rules` is the type of the Rules, if only these can be played.

    >>> from montmort.games.chance import ScriptedChance
    >>> cards = experiment(dealing_of)
    >>> cards.play(3, ScriptedChance([2, 0, 1]))
    DealtCards(card_1=2, card_2=0, card_3=1, pair_1=6, pair_2=1)
    """
    return Experiment(
        name="cards",
        outcome=Cards,
        outcome_under=partial(_outcome_under, dealing),
        start=partial(_start, dealing),
        step=partial(_deal, dealing),
        rules=rules,
    )


def _outcome_under(dealing: Callable[[R], Dealing], rules: R) -> type[Cards]:
    dealt = dealing(rules)
    return outcome_of(dealt.cards, dealt.kinds)


def _start(dealing: Callable[[R], Dealing], rules: R, _chance: Chance) -> Nothing:
    dealing(rules)  # raises if the Rules leave nothing to deal
    return Nothing()


def _deal(
    dealing: Callable[[R], Dealing],
    rules: R,
    _state: Nothing,
    chance: Chance,
    _table: Table,
) -> tuple[None, Cards]:
    deck, cards = dealing(rules)
    kinds, dealt = len(deck.counts), []
    for _ in range(cards):
        card, deck = deck.draw(chance)
        dealt.append(card)
    return None, cards_outcome(dealt, kinds)
