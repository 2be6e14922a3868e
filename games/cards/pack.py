"""Playing cards by name, and sets of them as bit masks.

A pack of `ranks` ranks in `suits` suits has cards from 0 to ranks * suits - 1:

    card = suit * ranks + rank,

where rank 0 is the deuce and the last rank the ace; suits are clubs, diamonds,
hearts, spades.  A set of cards is an integer with the bits of its cards, so each
suit has a lane of `ranks` bits; the number of jokers is given separately.  A small
pack has the ace and the lowest of the other ranks.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from montmort.games.errors import BadInput
from montmort.games.validation import check_integer

LETTERS = "23456789TJQKA"
NAMES = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
         "jack", "queen", "king", "ace")  # fmt: skip
SUITS = ("club", "diamond", "heart", "spade")
JOKER = "*"


@dataclass(frozen=True, kw_only=True)
class Pack:
    """The natural cards of a deck; the usual pack is 13 x 4.

    >>> Pack().size, Pack(ranks=5, suits=3).letters
    (52, '2345A')
    """

    ranks: int = 13
    suits: int = 4

    def __post_init__(self) -> None:
        check_integer("ranks", self.ranks, 2, 13)
        check_integer("suits", self.suits, 1, 4)

    @property
    def size(self) -> int:
        """Cards in the pack."""
        return self.ranks * self.suits

    @cached_property
    def letters(self) -> str:
        """The ranks' letters, deuce to ace."""
        return LETTERS[: self.ranks - 1] + LETTERS[-1]

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The ranks' names, deuce to ace."""
        return (*NAMES[: self.ranks - 1], NAMES[-1])

    @cached_property
    def windows(self) -> tuple[int, ...]:
        """The straights as sets of ranks, the lowest first; the one ending in rank r is r - 3rd.

        A straight is five neighbours in the row of ranks from the ace over the deuce
        to the highest other rank and the ace again.  It needs five different ranks,
        so a pack of fewer than five has no straight.

        >>> len(Pack().windows), [f"{window:05b}" for window in Pack(ranks=5).windows]
        (10, ['11111', '11111'])
        >>> [f"{window:06b}" for window in Pack(ranks=6).windows], Pack(ranks=4).windows
        (['101111', '011111', '111110'], ())
        """
        return self.straights(5)

    def straights(self, cards: int) -> tuple[int, ...]:
        """Return the straights of so many cards as sets of ranks, the lowest first.

        >>> [f"{straight:04b}" for straight in Pack(ranks=4).straights(3)]
        ['1011', '0111', '1110']
        """
        row = [self.ranks - 1, *range(self.ranks)]
        rows = (row[low : low + cards] for low in range(self.ranks - cards + 2))
        return tuple(sum(1 << rank for rank in each) for each in rows if self.ranks >= cards)

    def cards_of_rank(self, rank: int) -> int:
        """Return the set of all cards of a rank.

        >>> bin(Pack(ranks=5, suits=3).cards_of_rank(0))
        '0b10000100001'
        """
        return self._rank_sets[rank]

    @cached_property
    def _rank_sets(self) -> tuple[int, ...]:
        one_of_each_suit = sum(1 << suit * self.ranks for suit in range(self.suits))
        return tuple(one_of_each_suit << rank for rank in range(self.ranks))

    def cards_of_suit(self, suit: int, ranks: int = -1) -> int:
        """Return the set of a suit's cards of a set of ranks, by default all.

        >>> bin(Pack(ranks=5, suits=3).cards_of_suit(1, 0b101))
        '0b10100000'
        """
        return (ranks & ((1 << self.ranks) - 1)) << suit * self.ranks

    def rank_counts(self, cards: int) -> tuple[int, ...]:
        """Return the number of the cards of each rank.

        >>> Pack(ranks=5, suits=3).rank_counts(0b00100_00011)
        (1, 1, 1, 0, 0)
        """
        return tuple((cards & of_rank).bit_count() for of_rank in self._rank_sets)

    def lanes(self, cards: int) -> tuple[int, ...]:
        """Return the set of ranks held in each suit.

        >>> Pack(ranks=5, suits=3).lanes(0b00100_00011)
        (3, 4, 0)
        """
        return tuple(
            cards >> suit * self.ranks & ((1 << self.ranks) - 1) for suit in range(self.suits)
        )

    def read(self, text: str) -> tuple[int, int]:
        """Return the set of natural cards and the number of jokers written in `text`.

        >>> Pack().read("2c 3c * 10d") == (0b11 | 1 << 13 + 8, 1)
        True
        """
        cards = jokers = 0
        words = text.replace(",", " ").split()
        if text.strip() and not words:
            raise BadInput(f"hand {text!r} names no card; write cards as in {self.write(1)!r}")
        for word in words:
            if word == JOKER:
                jokers += 1
                continue
            card = 1 << self._card(word)
            if cards & card:
                raise BadInput(f"hand {text!r} has {word} twice; there is one of each card")
            cards |= card
        return cards, jokers

    def _card(self, word: str) -> int:
        rank, suit = word[:-1].upper().replace("10", "T"), word[-1:].lower()
        suits = "".join(name[0] for name in SUITS[: self.suits])
        if len(rank) != 1 or rank not in self.letters or len(suit) != 1 or suit not in suits:
            raise BadInput(
                f"{word!r} is no card of this deck: write one of {' '.join(self.letters)} and then "
                f"one of {' '.join(suits)}, as in {self.write(1)!r}, or {JOKER!r} for a joker"
                f"{self._meant(word)}"
            )
        return suits.index(suit) * self.ranks + self.letters.index(rank)

    def _meant(self, word: str) -> str:
        """Ask for the card whose suit stands first in a word, or for those of its rank."""
        names = [self.card_name(card) for card in range(self.ranks * self.suits)]
        turned = word[1:].upper() + word[:1].lower()
        of_rank = [turned] if turned in names else [n for n in names if n[0] == word[:1].upper()]
        return f"; did you mean {' or '.join(of_rank)}?" if of_rank else ""

    def write(self, cards: int, jokers: int = 0) -> str:
        """Return the cards in words that `read` understands.

        >>> Pack().write(0b11 | 1 << 51, 1)
        '2c 3c As *'
        """
        return " ".join((*map(self.card_name, members(cards)), *[JOKER] * jokers))

    def card_name(self, card: int) -> str:
        """Return the two letters of a card: its rank and its suit.

        >>> Pack().card_name(51)
        'As'
        """
        suit, rank = divmod(card, self.ranks)
        return self.letters[rank] + SUITS[suit][0]


def members(cards: int) -> tuple[int, ...]:
    """Return the bits of a set, the lowest first.

    >>> members(0b10110)
    (1, 2, 4)
    """
    found = []
    while cards:
        lowest = cards & -cards
        found.append(lowest.bit_length() - 1)
        cards ^= lowest
    return tuple(found)


def set_of(cards: Iterable[int]) -> int:
    """Return some cards, or a deck or a hand of them, as a set.

    >>> from montmort.games.cards.deck import Deck
    >>> bin(set_of(Deck((1, 0, 1))))
    '0b101'
    """
    return sum(1 << card for card in cards)


FULL = Pack()
