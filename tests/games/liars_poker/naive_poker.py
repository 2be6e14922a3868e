"""Poker hands, naively: lists of cards in words, jokers resolved one by one.

A card is a pair (rank letter, suit letter).  Nothing of the package is used.
"""

from collections import Counter
from collections.abc import Iterable
from functools import cache
from itertools import combinations_with_replacement, permutations

Cards = tuple[tuple[str, str], ...]


def deck(ranks: int, suits: int) -> Cards:
    """Return the pack: the lowest ranks and the ace."""
    letters = "23456789TJQKA"[: ranks - 1] + "A"
    return tuple((rank, suit) for suit in "cdhs"[:suits] for rank in letters)


def of_mask(mask: int, ranks: int, suits: int) -> Cards:
    return tuple(card for i, card in enumerate(deck(ranks, suits)) if mask >> i & 1)


@cache
def runs(letters: str) -> set[frozenset[str]]:
    """Return the straights of a pack whose ranks have these letters, the ace at both ends."""
    row = "A" + letters
    fives = {frozenset(row[i : i + 5]) for i in range(len(row) - 4)}
    return {five for five in fives if len(five) == 5}


def naturally(cards: Cards, letters: str) -> set[str]:
    """Return the hands to be found in the cards, without jokers."""
    ranks = Counter(rank for rank, _ in cards)
    suits = Counter(suit for _, suit in cards)
    pairs = list(permutations(ranks, 2))
    by_suit = [{rank for rank, suit in cards if suit == s} for s in suits]
    found = {
        "high_card": bool(cards),
        "pair": any(n >= 2 for n in ranks.values()),
        "two_pair": any(ranks[a] >= 2 and ranks[b] >= 2 for a, b in pairs),
        "three_of_a_kind": any(n >= 3 for n in ranks.values()),
        "flush": any(n >= 5 for n in suits.values()),
        "straight": any(run <= set(ranks) for run in runs(letters)),
        "full_house": any(ranks[a] >= 3 and ranks[b] >= 2 for a, b in pairs),
        "four_of_a_kind": any(n >= 4 for n in ranks.values()),
        "straight_flush": any(run <= held for run in runs(letters) for held in by_suit),
        "five_of_a_kind": any(n >= 5 for n in ranks.values()),
    }
    return {name for name, is_there in found.items() if is_there}


def with_jokers(cards: Cards, jokers: int, pack: Cards) -> set[str]:
    """Return the hands that some choice of cards for the jokers gives."""
    letters = "".join(dict.fromkeys(rank for rank, _ in pack))
    return set().union(
        *(naturally(cards + tuple(stand), letters) for stand in _stands(jokers, pack))
    )


def _stands(jokers: int, pack: Cards) -> Iterable[Cards]:
    return combinations_with_replacement(pack, jokers)


RANK_NAMES = {
    "two": "2", "three": "3", "four": "4", "five": "5", "six": "6", "seven": "7", "eight": "8",
    "nine": "9", "ten": "T", "jack": "J", "queen": "Q", "king": "K", "ace": "A",
}  # fmt: skip
SUIT_NAMES = {"club": "c", "diamond": "d", "heart": "h", "spade": "s"}
NUMBERS = {"pair": 2, "three": 3, "four": 4, "five": 5}


def _rank(word: str) -> str:
    return RANK_NAMES[word if word in RANK_NAMES else "six" if word == "sixes" else word[:-1]]


def call_is_true(call: str, cards: Cards, jokers: int, pack: Cards, reading: str) -> bool:
    """Return whether a call, in the words in which it is printed, is true of the cards."""
    return any(
        _naturally_true(call.split(), cards, tuple(stand), pack, reading)
        for stand in _stands(jokers, pack)
    )


def _naturally_true(
    words: list[str], natural: Cards, stand: Cards, pack: Cards, reading: str
) -> bool:
    cards = natural + stand
    letters = "".join(dict.fromkeys(rank for rank, _ in pack))
    counts = Counter(rank for rank, _ in cards)
    match words:
        case ["pair", "of", first, "pair", "of", second]:
            return counts[_rank(first.rstrip(","))] >= 2 and counts[_rank(second)] >= 2
        case ["pair", "of", rank] | [("three" | "four" | "five"), rank] if rank != "high":
            return counts[_rank(rank)] >= NUMBERS[words[0]]
        case [first, "over", second]:
            return counts[_rank(first)] >= 3 and counts[_rank(second)] >= 2
        case [rank, "high"]:
            return counts[_rank(rank)] >= 1
        case [rank, "high", "straight"]:
            return _run_to(_rank(rank), letters) <= set(counts)
        case [suit, "royal", "flush"]:
            return _run_to("A", letters) <= _held(cards, SUIT_NAMES[suit])
        case [rank, "high", suit, "straight", "flush"]:
            return _run_to(_rank(rank), letters) <= _held(cards, SUIT_NAMES[suit])
        case [rank, "high", suit, "flush"]:
            named = (_rank(rank), SUIT_NAMES[suit])
            return _flush(named, natural, cards, letters, reading)
    raise ValueError(f"no call: {words}")


def _run_to(top: str, letters: str) -> set[str]:
    row = "A" + letters
    end = row.index(top, 1)
    return set(row[end - 4 : end + 1])


def _held(cards: Cards, suit: str) -> set[str]:
    return {rank for rank, s in cards if s == suit}


def _flush(
    named: tuple[str, str], natural: Cards, cards: Cards, letters: str, reading: str
) -> bool:
    rank, suit = named
    five = sum(s == suit for _, s in cards) >= 5
    if reading == "natural":
        return five and named in natural
    if reading == "wild":
        return five and named in cards
    lower = set(letters[: letters.index(rank)])
    return named in cards and len(_held(cards, suit) & lower) >= 4
