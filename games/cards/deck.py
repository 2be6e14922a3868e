"""A deck, a hand or a pile: a multiset of kinds of card.

The rules do not distinguish two cards of one kind (in Treize the suits do not
matter, so a kind is a rank).  Drawing a card is `pick` with the numbers of cards
left as weights: an exhaustive enumeration branches once per kind, not per card.

A hand dealt at once is drawn kind by kind.  Of n cards still to deal, j are of a
kind with c cards, followed by m cards of later kinds, in

    C(c, j) C(m, n - j)

ways.  So every hand is one path, whatever the order of its cards.
"""

import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Generic, NamedTuple, TypeVar, overload

import numpy as np

from montmort.display import short_text
from montmort.games.chance import Chance, check_chance, ways_to_show
from montmort.games.errors import BadInput, UnknownName
from montmort.games.validation import (
    check_function,
    check_hashable,
    check_integer,
    check_items,
    quote,
)

Kind = TypeVar("Kind")

MOST_DRAWN = 10**5  # with replacement
MOST_KINDS = 10**6  # more would not be a deck but a mistake


class Card(NamedTuple):
    """A card of a deck in which rank and suit matter; both count from 0."""

    rank: int
    suit: int


@dataclass(frozen=True, init=False, repr=False)
class Deck(Generic[Kind]):
    """A multiset of cards: `counts[i]` of the kind `kinds[i]`, by default 0, 1, 2 and so on.

    Immutable and hashable, so a deck or a hand can be a state of a game.

    >>> deck = Deck.of(ranks=3, suits=2)
    >>> deck, deck.size
    (Deck(counts=(2, 2, 2)), 6)
    >>> deck = Deck({"ace": 4, "other": 48})
    >>> deck["ace"], len(deck)
    (4, 52)
    """

    counts: tuple[int, ...]
    kinds: tuple[Kind, ...] = field(hash=False)  # equal decks have equal counts, which suffices

    @overload
    def __init__(self: "Deck[int]", counts: Iterable[int]) -> None: ...
    @overload
    def __init__(self, counts: Mapping[Kind, int]) -> None: ...
    @overload
    def __init__(self, counts: Iterable[int], kinds: Iterable[Kind]) -> None: ...
    def __init__(self, counts: Any, kinds: Any = None) -> None:
        if isinstance(counts, Mapping):
            kinds, counts = counts.keys(), counts.values()
        check_items("counts", counts, "integers >= 0")
        counts = tuple(map(_whole, counts))
        if kinds is not None:
            check_items("kinds", kinds, "kinds")
        kinds = tuple(range(len(counts)) if kinds is None else kinds)
        check_hashable("kinds", kinds)
        if min(counts, default=0) < 0:
            raise BadInput(f"a deck cannot hold {min(counts)} cards of a kind")
        if len({*kinds}) != len(counts):
            raise BadInput(f"{len(counts)} counts need as many different kinds, not {quote(kinds)}")
        object.__setattr__(self, "counts", counts)
        object.__setattr__(self, "kinds", kinds)

    @classmethod
    def of(cls, *, ranks: int, suits: int, decks: int = 1) -> "Deck[int]":
        """Return `decks` decks with `suits` cards of each of `ranks` ranks; a kind is a rank.

        >>> Deck.of(ranks=3, suits=2)
        Deck(counts=(2, 2, 2))
        """
        check_integer("ranks", ranks, 0, MOST_KINDS)
        return Deck((suits,) * ranks) * decks

    @classmethod
    def of_cards(cls, *, ranks: int, suits: int) -> "Deck[Card]":
        """Return the full deck in which every `Card` is its own kind.

        >>> from montmort.games.chance import ScriptedChance
        >>> Deck.of_cards(ranks=13, suits=4).draw(ScriptedChance([5]))[0]
        Card(rank=1, suit=1)
        """
        check_integer("ranks", ranks, 0, MOST_KINDS)
        check_integer("suits", suits, 0, MOST_KINDS)
        return Deck({Card(rank, suit): 1 for rank in range(ranks) for suit in range(suits)})

    def __repr__(self) -> str:
        if self.kinds == tuple(range(len(self.counts))):
            return f"Deck(counts={short_text(self.counts)})"
        return f"Deck({short_text(dict(zip(self.kinds, self.counts, strict=True)))})"

    def __getitem__(self, kind: Kind) -> int:
        """Return the number of cards of a kind."""
        return self.counts[self._place(kind)]

    def __iter__(self) -> Iterator[Kind]:
        """Yield every card by its kind, in the order of the kinds."""
        for kind, count in zip(self.kinds, self.counts, strict=True):
            yield from (kind for _ in range(count))

    def __len__(self) -> int:
        return self.size

    @property
    def size(self) -> int:
        """Cards left."""
        return sum(self.counts)

    @property
    def empty(self) -> "Deck[Kind]":
        """No cards, of the same kinds: a hand before the deal."""
        return self._with((0,) * len(self.counts))

    def __add__(self, other: "Deck[Kind]") -> "Deck[Kind]":
        """Return the cards of both decks together, as when discards are put back.

        >>> Deck((2, 1)) + Deck((0, 1))
        Deck(counts=(2, 2))
        """
        if not isinstance(other, Deck):
            return NotImplemented
        if other.kinds != self.kinds:
            raise BadInput(f"decks of {[*self.kinds]} and of {[*other.kinds]} do not add")
        return self._with(tuple([a + b for a, b in zip(self.counts, other.counts, strict=True)]))

    def __mul__(self, decks: int) -> "Deck[Kind]":
        """Return so many of these decks, shuffled together.

        >>> Deck({"ace": 4, "other": 48}) * 8
        Deck({'ace': 32, 'other': 384})
        """
        if _whole(decks) < 0:
            raise BadInput(f"decks={quote(decks)} must be an integer >= 0")
        return self._with(tuple([count * int(decks) for count in self.counts]))

    __rmul__ = __mul__

    def plus(self, kind: Kind, cards: int = 1) -> "Deck[Kind]":
        """Return the deck with `cards` cards of a kind added, or removed if `cards` < 0.

        >>> Deck((2, 1)).plus(1).plus(0, -2)
        Deck(counts=(0, 2))
        """
        return self._changed(self._place(kind), _whole(cards))

    def draw(self, chance: Chance) -> tuple[Kind, "Deck[Kind]"]:
        """Return the kind of a uniformly drawn card and the deck without it.

        >>> from montmort.games.chance import ScriptedChance
        >>> Deck((2, 1)).draw(ScriptedChance([1]))
        (1, Deck(counts=(2, 0)))
        """
        if not any(self.counts):
            raise BadInput("cannot draw: the deck is empty")
        check_chance(chance)
        place = chance.pick(self.counts)
        return self.kinds[place], self._changed(place, -1)

    def deal(self, chance: Chance, cards: int) -> tuple["Deck[Kind]", "Deck[Kind]"]:
        """Return a hand of `cards` cards, dealt at once, and the deck without it.

        >>> from montmort.games.chance import ScriptedChance
        >>> hand, deck = Deck({"ace": 4, "other": 48}).deal(ScriptedChance([2, 3]), 5)
        >>> hand, deck
        (Deck({'ace': 2, 'other': 3}), Deck({'ace': 2, 'other': 45}))
        """
        check_chance(chance)
        cards, later = _whole(cards), self.size
        if not 0 <= cards <= later:
            raise BadInput(f"cannot deal {quote(cards)} cards from a deck of {later}")
        hand = []
        for count in self.counts:
            later -= count
            dealt = chance.pick(_ways(count, later, cards)) if cards and count else 0
            cards -= dealt
            hand.append(dealt)
        left = (c - h for c, h in zip(self.counts, hand, strict=True))
        return self._with(tuple(hand)), self._with(tuple(left))

    def deal_until(
        self, chance: Chance, done: Callable[["Deck[Kind]"], bool]
    ) -> tuple["Deck[Kind]", "Deck[Kind]"]:
        """Return a hand dealt card by card until `done(hand)`, and the deck without it.

        The hand is the whole deck if `done` is never true.  Every order of the cards is a
        path of its own.  `law_of(play, by="situations")` merges equal hands before every
        card, so that each hand that is not done is walked once, if `done` depends on the hand
        and on values that stay the same during the deal.  It does not merge them if `done`
        changes something, as a list of the hands seen, or reads a variable that is assigned
        a second time.  With so many cards of given kinds as the condition, `deal_until_kind`
        has one path for every hand.  Give kinds that `done` does not distinguish one name.

        >>> from montmort.games.chance import ScriptedChance
        >>> deck = Deck({"ace": 1, "other": 2})
        >>> deck.deal_until(ScriptedChance([1, 0]), lambda hand: hand["ace"] == 1)[0]
        Deck({'ace': 1, 'other': 1})
        """
        check_function("done", done, "hand")
        hand, deck = self.empty, self
        while deck and not done(hand):
            kind, deck = deck.draw(chance)
            hand = hand.plus(kind)
        return hand, deck

    def deal_until_kind(
        self, chance: Chance, *kinds: Kind, times: int = 1
    ) -> tuple["Deck[Kind]", "Deck[Kind]"]:
        """Return a hand dealt until it holds `times` cards of `kinds`, and the deck without it.

        The hand is the whole deck if it holds fewer.  With t such cards among n, the last
        is dealt after j others in C(times - 1 + j, j) C(n - times - j, t - times) of C(n, t)
        ways.  So every hand is one path, whatever the order of its cards.

        >>> from montmort.games.chance import ScriptedChance
        >>> deck = Deck({"ace": 1, "king": 1, "other": 2})
        >>> deck.deal_until_kind(ScriptedChance([2, 2, 0, 1]), "ace", "king")[0]
        Deck({'ace': 0, 'king': 1, 'other': 2})
        """
        check_chance(chance)
        check_integer("times", times, 0)
        others, wanted = _moved(self, self.empty, kinds)
        if wanted.size < times:
            return self, self.empty
        before = chance.pick(_waits(others.size, wanted.size, times)) if times else 0
        hand, others = others.deal(chance, before)
        found, wanted = wanted.deal(chance, times)
        return _moved(found, hand, kinds)[1], _moved(wanted, others, kinds)[1]

    def deal_with_replacement(self, chance: Chance, cards: int) -> "Deck[Kind]":
        """Return a hand of `cards` cards, each put back before the next is drawn.

        >>> from montmort.games.chance import ScriptedChance
        >>> Deck({"red": 1, "black": 2}).deal_with_replacement(ScriptedChance([1, 3]), 4)
        Deck({'red': 1, 'black': 3})
        """
        check_chance(chance)
        check_integer("cards", cards, 0, MOST_DRAWN)
        hand, later = self.empty, self.size
        if cards and not later:
            raise BadInput(f"cannot deal {cards} cards from a deck without cards")
        for kind, count in zip(self.kinds, self.counts, strict=True):
            later -= count
            if cards and count:
                dealt = chance.pick(ways_to_show(cards, cards, count, later))
                cards -= dealt
                hand = hand.plus(kind, dealt)
        return hand

    def draw_in_order(self, chance: Chance, cards: int) -> tuple[tuple[Kind, ...], "Deck[Kind]"]:
        """Return the kinds of `cards` cards, drawn one by one, and the deck without them.

        Where the order does not matter, `deal` has fewer paths; `tuple(hand)` is then
        the hand in the order of the kinds.

        >>> from montmort.games.chance import ScriptedChance
        >>> Deck((1, 1, 1)).draw_in_order(ScriptedChance([2, 0]), 2)
        ((2, 0), Deck(counts=(0, 1, 0)))
        """
        check_integer("cards", cards, 0, self.size)
        drawn, deck = [], self
        for _ in range(cards):
            kind, deck = deck.draw(chance)
            drawn.append(kind)
        return tuple(drawn), deck

    def _place(self, kind: Kind) -> int:
        try:
            return self.kinds.index(kind)
        except ValueError:
            raise UnknownName(f"no kind {quote(kind)} in a deck of {list(self.kinds)}") from None

    def _changed(self, place: int, cards: int) -> "Deck[Kind]":
        counts = [*self.counts]
        counts[place] += cards
        if counts[place] < 0:
            raise BadInput(f"cannot take {-cards} of {self.counts[place]} cards of a kind")
        return self._with(tuple(counts))

    def _with(self, counts: tuple[int, ...]) -> "Deck[Kind]":
        """Return other cards of the same kinds, without checking their counts."""
        deck: Deck[Kind] = object.__new__(Deck)
        object.__setattr__(deck, "counts", counts)
        object.__setattr__(deck, "kinds", self.kinds)
        return deck


def _moved(
    cards: Deck[Kind], target: Deck[Kind], kinds: Iterable[Kind]
) -> tuple[Deck[Kind], Deck[Kind]]:
    """Return both decks after all cards of these kinds have moved from the one to the other."""
    for kind in kinds:
        moved = cards[kind]
        cards, target = cards.plus(kind, -moved), target.plus(kind, moved)
    return cards, target


def _whole(cards: Any) -> int:
    """Return a number of cards as a Python integer; numpy's integers would overflow silently."""
    if isinstance(cards, bool) or not isinstance(cards, int | np.integer):
        raise BadInput(f"cards are counted in integers, not {quote(cards)}")
    return int(cards)


@cache
def _ways(count: int, later: int, cards: int) -> tuple[int, ...]:
    """Return the ways to deal `cards` with 0, 1 and more cards of a kind that has `count`.

    >>> _ways(2, 3, 2)
    (3, 6, 1)
    """
    return tuple(
        math.comb(count, j) * math.comb(later, cards - j) for j in range(min(count, cards) + 1)
    )


@cache
def _waits(others: int, wanted: int, times: int) -> tuple[int, ...]:
    """Return the ways in which 0, 1 and more of the others come before so many wanted cards.

    >>> _waits(2, 1, 1), _waits(2, 2, 1), _waits(2, 2, 2)
    ((1, 1, 1), (3, 2, 1), (1, 2, 3))
    """
    return tuple(
        math.comb(times - 1 + j, j) * math.comb(others + wanted - times - j, wanted - times)
        for j in range(others + 1)
    )
