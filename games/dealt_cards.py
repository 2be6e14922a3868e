"""The deal itself: which card comes at which place, and which card follows it.

Whatever a game makes of its cards, they must be dealt right first.  A play of the
experiment `cards` is one deal, as the game deals.  Its Outcome names the cards in
the order in which they come, `card_1`, `card_2`, …, and every two neighbours,

    pair_i = card_i * kinds + card_(i+1):

two cards that the rules do not tell apart are of one kind, and kinds are numbered
0 … kinds - 1.  How many fields there are depends on the rules.
"""

import operator
from collections import namedtuple
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache, partial
from itertools import pairwise
from typing import Any, NamedTuple

from montmort.games.cards.deck import Deck
from montmort.games.chance import Chance
from montmort.games.errors import BadInput, TooLarge
from montmort.games.experiment import Experiment, Nothing
from montmort.games.table import Table
from montmort.games.validation import check_integer

MOST = 2**22  # chances, or counts, of all places: some seconds at every look


class Dealing(NamedTuple):
    """So many `cards` are dealt from a deck of kinds 0, 1, 2, …; a kind may have no card."""

    deck: Deck[int]
    cards: int

    @property
    def kinds(self) -> int:
        """How many kinds are numbered."""
        return len(self.deck.counts)

    def check_size(self) -> None:
        """Raise TooLarge if its pairs have more outcomes than are worth counting."""
        if (pairs := self.cards * self.kinds**2) > MOST:
            raise TooLarge(
                f"{self.cards:,} cards dealt of {self.kinds:,} kinds have {pairs:,} outcomes; the "
                f"limit is {MOST:,}: take a smaller deck"
            )


def dealing_of(deck: Deck[int] | Sequence[int] | int, cards: int | None = None) -> Dealing:
    """Return the dealing of so many cards, or all, from a deck.

    A deck is a `Deck` of kinds 0, 1, 2, …, the numbers of cards of each kind, or
    how many cards there are, all of them different.

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
        raise BadInput(f"{deck=} must hold kinds 0, 1, 2, …; number them")
    cards = deck.size if cards is None else cards
    check_integer("cards", cards, 1, deck.size, ", the cards of the deck")
    return Dealing(deck, cards)


class Cards(tuple[int, ...]):
    """Outcome of a deal: the cards place by place, and the pairs of neighbours."""

    __slots__ = ()
    _fields = ("card_i", "pair_i")  # before the rules say how many
    kinds = 0

    @classmethod
    def completed(cls, row: Mapping[str, int]) -> dict[str, int]:
        """Return a record of `card_1`, `card_2`, … with the pairs that it lacks.

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
    """Return the type of the Outcome when so many cards are dealt, a NamedTuple.

    >>> outcome_of(cards=3, kinds=52)._fields
    ('card_1', 'card_2', 'card_3', 'pair_1', 'pair_2')
    """
    check_integer("cards", cards, 1)
    singles = (f"card_{place}" for place in range(1, cards + 1))
    pairs = (f"pair_{place}" for place in range(1, cards))
    told = namedtuple("told", (*singles, *pairs))  # type: ignore[misc]
    return type("DealtCards", (told, Cards), {"__slots__": (), "kinds": kinds})


def laid_out(cards: Sequence[int], kinds: int) -> Cards:
    """Return the Outcome of a deal: its cards in order, and what follows what.

    So a shuffle of your own is judged, here one that has never been stirred:

    >>> from montmort.exact.dealt_cards import laws
    >>> from montmort.verification import crosscheck
    >>> def shuffle(rng):
    ...     return range(52)
    >>> result = crosscheck(exact=laws(52), simulator=lambda rng: laid_out(shuffle(rng), 52))
    >>> print(result.decision)
    INCONSISTENT
    >>> laid_out([2, 0, 1], kinds=3)
    DealtCards(card_1=2, card_2=0, card_3=1, pair_1=6, pair_2=1)
    """
    numbers = [_number(card) for card in cards]
    pairs = (card * kinds + after for card, after in pairwise(numbers))
    outcome: Any = outcome_of(len(numbers), kinds)
    told: Cards = outcome(*numbers, *pairs)
    return told


def _number(card: Any) -> int:
    """Return a card in Python's integers: numpy's small ones would overflow in a pair."""
    try:
        return operator.index(card)
    except TypeError:
        raise BadInput(f"a card is an integer 0, 1, 2, …, not {card!r}; number the cards") from None


def experiment(dealing: Callable[[Any], Dealing]) -> Experiment[Any, Nothing, Cards]:
    """Return the experiment of a game's deal; `dealing(rules)` says what is dealt.

    >>> from montmort.games.chance import ScriptedChance
    >>> thrice = experiment(lambda rules: dealing_of(rules))
    >>> thrice.play(3, ScriptedChance([2, 0, 1]))
    DealtCards(card_1=2, card_2=0, card_3=1, pair_1=6, pair_2=1)
    """
    return Experiment(
        name="cards",
        outcome=Cards,
        outcome_under=partial(_outcome_under, dealing),
        start=partial(_start, dealing),
        step=partial(_deal, dealing),
    )


def _outcome_under(dealing: Callable[[Any], Dealing], rules: Any) -> type[Cards]:
    dealt = dealing(rules)
    return outcome_of(dealt.cards, dealt.kinds)


def _start(dealing: Callable[[Any], Dealing], rules: Any, chance: Chance) -> Nothing:  # noqa: ARG001
    dealing(rules)  # refuses rules by which nothing is dealt
    return Nothing()


def _deal(
    dealing: Callable[[Any], Dealing],
    rules: Any,
    state: Nothing,  # noqa: ARG001
    chance: Chance,
    table: Table,  # noqa: ARG001
) -> tuple[None, Cards]:
    deck, cards = dealing(rules)
    kinds, dealt = len(deck.counts), []
    for _ in range(cards):
        card, deck = deck.draw(chance)
        dealt.append(card)
    return None, laid_out(dealt, kinds)
