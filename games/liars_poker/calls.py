"""The calls of Liars' Poker: when they are true, and which is higher.

A call names a category and its cards.  It is true when the cards in play contain
its parts.  A part is a number of cards of a set, and jokers stand for the missing:

    jokers needed = sum over the parts of (number - cards held of the set)+.

The parts' sets are disjoint.  A flush has three readings: the named card or a joker
for it is in play (`wild`), the card itself is in play (`natural`), or it is in play
with four lower cards of its suit (`strict`).  In the first two readings the other
four cards may be any of the suit, also higher ones.

Calls are ordered by category, then by their named cards, the first one first.
Suits have no order, and an equal call is not higher.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import combinations, permutations
from typing import Literal, NamedTuple, get_args

from montmort.games.cards.pack import FULL, SUITS, Pack, members
from montmort.games.errors import BadInput
from montmort.games.liars_poker.call_grammar import CallParts, parse_call, write_call
from montmort.games.liars_poker.made_hands import CATEGORIES
from montmort.games.validation import check_choice, quote

FlushReading = Literal["wild", "natural", "strict"]
FLUSH_READINGS: tuple[str, ...] = get_args(FlushReading)

NUMBERS = {
    "high_card": (1,),
    "pair": (2,),
    "two_pair": (2, 2),
    "three_of_a_kind": (3,),
    "full_house": (3, 2),
    "four_of_a_kind": (4,),
    "five_of_a_kind": (5,),
}  # of cards of the named ranks
NAMED = {category: len(NUMBERS.get(category, (5,))) for category in CATEGORIES}  # ranks


class Part(NamedTuple):
    """A number of cards of a set; jokers may stand for them if it is `wild`."""

    number: int
    cards: int
    wild: bool = True


@dataclass(frozen=True, kw_only=True)
class Call:
    """A call about a pack: its category, its named ranks, its suit if it names one.

    >>> print(Call(category="full_house", ranks=(8, 9)))
    tens over jacks
    """

    category: str
    ranks: tuple[int, ...]
    suit: int | None = None
    pack: Pack = FULL

    def __post_init__(self) -> None:
        self._check_names()
        if len(self.ranks) == 2 and self.ranks[0] == self.ranks[1]:
            raise BadInput(f"call '{self}' must name two different ranks")
        if self.category == "two_pair":
            object.__setattr__(self, "ranks", tuple(sorted(self.ranks, reverse=True)))
        if "straight" in self.category and not 3 <= self.ranks[0] < 3 + len(self.pack.windows):
            raise BadInput(f"call '{self}' names no straight: {_straights(self.pack)}")

    def _check_names(self) -> None:
        category, ranks, suit, pack = self.category, self.ranks, self.suit, self.pack
        if not isinstance(pack, Pack):
            raise BadInput(f"pack={quote(pack)} must be a Pack, as in Pack(ranks=13, suits=4)")
        check_choice("category", category, CATEGORIES)
        if (
            not isinstance(ranks, tuple)
            or len(ranks) != NAMED[category]
            or not all(_is_below(rank, pack.ranks) for rank in ranks)
        ):
            number = ("one integer", "two integers")[NAMED[category] - 1]
            raise BadInput(
                f"ranks={quote(ranks)} of a {category} must be a tuple of {number} from 0 (two) to "
                f"{pack.ranks - 1} (ace)"
            )
        if not category.endswith("flush"):
            if suit is not None:
                raise BadInput(f"suit={quote(suit)} of a {category} must be None: it names no suit")
        elif not _is_below(suit, pack.suits):
            suits = ", ".join(f"{i} ({name})" for i, name in enumerate(SUITS[: pack.suits]))
            raise BadInput(f"suit={quote(suit)} of a {category} must be one of {suits}")

    def __str__(self) -> str:
        return write_call(CallParts(self.category, self.ranks, self.suit), self.pack)

    @property
    def height(self) -> tuple[int, tuple[int, ...]]:
        """The key by which calls are ordered: category, then named ranks.

        >>> read_call("ten high straight").height > read_call("ace high club flush").height
        True
        """
        return CATEGORIES.index(self.category), self.ranks

    def parts(self, reading: str = "wild") -> tuple[Part, ...]:
        """Return the parts that must be in play for the call to be true.

        >>> [(part.number, bin(part.cards)) for part in read_call("six high club flush").parts()]
        [(1, '0b10000'), (4, '0b1111111101111')]
        """
        check_choice("reading", reading, FLUSH_READINGS)
        if self.category == "flush":
            return self._flush(reading)
        if "straight" in self.category:
            window = self.pack.windows[self.ranks[0] - 3]
            return tuple(Part(1, self._cards(rank)) for rank in members(window))
        numbers = zip(NUMBERS[self.category], self.ranks, strict=True)
        return tuple(Part(number, self._cards(rank)) for number, rank in numbers)

    def _cards(self, rank: int) -> int:
        """Return the rank's cards, of the named suit if there is one."""
        cards = self.pack.cards_of_rank(rank)
        return cards if self.suit is None else cards & self.pack.cards_of_suit(self.suit)

    def _flush(self, reading: str) -> tuple[Part, ...]:
        suit, named = self.pack.cards_of_suit(self.suit or 0), self._cards(self.ranks[0])
        if reading == "strict":
            lower = suit & (named - 1)
            return Part(1, named), Part(4, lower, wild=lower.bit_count() >= 4)
        return Part(1, named, wild=reading == "wild"), Part(4, suit & ~named)

    def jokers_needed(self, cards: int, reading: str = "wild") -> int | None:
        """Return the jokers that the cards need to make the call true, None if no number suffices.

        >>> read_call("tens over jacks").jokers_needed(FULL.read("Tc Td 9d")[0])
        3
        """
        needed = 0
        for part in self.parts(reading):
            missing = max(0, part.number - (part.cards & cards).bit_count())
            if missing and not part.wild:
                return None
            needed += missing
        return needed


def _is_below(value: object, end: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < end


def _straights(pack: Pack) -> str:
    if not pack.windows:
        return f"a deck of {pack.ranks} ranks has none"
    return f"they go from {pack.names[3]} high to {pack.names[-1]} high"


@lru_cache(maxsize=1024)
def read_call(text: str, pack: Pack = FULL) -> Call:
    """Return the call that is written in words.

    >>> read_call("Pair of threes, pair of tens")
    Call(category='two_pair', ranks=(8, 1), suit=None, pack=Pack(ranks=13, suits=4))
    >>> print(read_call("ace high spade straight flush"))
    spade royal flush
    """
    category, ranks, suit = parse_call(text, pack)
    return Call(category=category, ranks=ranks, suit=suit, pack=pack)


@cache
def all_calls(pack: Pack = FULL) -> tuple[Call, ...]:
    """Return every call about a pack, from the lowest to the highest.

    >>> len(all_calls())  # 5 * 13 + 13 * 12 / 2 + 13 * 12 + 4 * 13 + 10 + 4 * 10
    401
    """
    calls = (
        Call(category=category, ranks=ranks, suit=suit, pack=pack)
        for category in CATEGORIES
        for ranks in _nameable(category, pack)
        for suit in (range(pack.suits) if category.endswith("flush") else [None])
    )
    return tuple(sorted(calls, key=lambda call: call.height))


def _nameable(category: str, pack: Pack) -> Iterator[tuple[int, ...]]:
    """Yield the ranks that a call of the category can name."""
    ranks = range(pack.ranks)
    if category == "two_pair":
        return combinations(reversed(ranks), 2)
    if category == "full_house":
        return permutations(ranks, 2)
    first, last = (3, 3 + len(pack.windows)) if "straight" in category else (0, pack.ranks)
    return combinations(range(first, last), 1)


@lru_cache(maxsize=2**12)
def higher_calls(last: Call | None, pack: Pack = FULL) -> tuple[Call, ...]:
    """Return every call above the last one, all calls if there is none.

    >>> [str(call) for call in higher_calls(read_call("five queens"))]
    ['five kings', 'five aces']
    """
    if last is None:
        return all_calls(pack)
    check_pack(last, pack)
    return tuple(call for call in all_calls(pack) if call.height > last.height)


def check_pack(call: Call, pack: Pack) -> None:
    """Raise BadInput unless the call is about the pack.

    >>> check_pack(read_call("five aces"), Pack(ranks=5, suits=4))
    Traceback (most recent call last):
        ...
    montmort.games.errors.BadInput: call 'five aces' is about 13 x 4 cards, the deck has 5 x 4; ...
    """
    if not isinstance(call, Call):
        raise BadInput(f"call={quote(call)} must be a Call, as from read_call('five aces')")
    if call.pack is not pack and call.pack != pack:
        other = call.pack
        raise BadInput(
            f"call '{call}' is about {other.ranks} x {other.suits} cards, the deck has "
            f"{pack.ranks} x {pack.suits}; read the call for this deck"
        )
