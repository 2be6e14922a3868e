"""Hold and draw by brute force: every hand, every hold, every draw."""

from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import combinations, permutations

from montmort.exact.law import Law

Pay = int | Fraction


def set_of(cards: tuple[int, ...]) -> int:
    return sum(1 << card for card in cards)


def hands(size: int, cards: int) -> Iterator[tuple[int, ...]]:
    return combinations(range(size), cards)


def final_pays(
    pay: Callable[[int], Pay], size: int, hand: tuple[int, ...], held: tuple[int, ...]
) -> Counter[Pay]:
    """Return {pay: number of draws} of a hold."""
    rest = [card for card in range(size) if card not in hand]
    draws = combinations(rest, len(hand) - len(held))
    return Counter(pay(set_of(held + drawn)) for drawn in draws)


def mean(pays: Counter[Pay]) -> Fraction:
    return Fraction(sum(pay * number for pay, number in pays.items())) / pays.total()


def holds(hand: tuple[int, ...], size: int) -> list[tuple[int, ...]]:
    """Return what may be held, in the order in which ties are broken."""
    sizes = range(len(hand), -1, -1)
    return [h for n in sizes if len(hand) - n <= size - len(hand) for h in combinations(hand, n)]


def values(pay: Callable[[int], Pay], size: int, hand: tuple[int, ...]) -> dict[int, Fraction]:
    return {set_of(h): mean(final_pays(pay, size, hand, h)) for h in holds(hand, size)}


def with_sorted_suits(hand: tuple[int, ...], ranks: int, suits: int) -> tuple[int, ...]:
    """Return the hand of the class in which a later suit has a higher set of ranks."""
    natural = [divmod(card, ranks) for card in hand if card < ranks * suits]
    jokers = tuple(card for card in hand if card >= ranks * suits)
    for order in permutations(range(suits)):
        moved = [(order[suit], rank) for suit, rank in natural]
        lanes = [sum(1 << rank for s, rank in moved if s == suit) for suit in range(suits)]
        if lanes == sorted(lanes):
            return (*sorted(suit * ranks + rank for suit, rank in moved), *jokers)
    raise AssertionError("one order is sorted")


def law(pay: Callable[[int], Pay], size: int, cards: int, pack: tuple[int, int] | None) -> Law[Pay]:
    """Return the law under the tie rule; `pack`, ranks and suits, if suits are sorted first."""
    chances: dict[Pay, Fraction] = {}
    every = [*hands(size, cards)]
    for dealt in every:
        hand = with_sorted_suits(dealt, *pack) if pack else dealt
        means = {h: mean(final_pays(pay, size, hand, h)) for h in holds(hand, size)}
        best = max(means, key=means.__getitem__)  # the first of equals
        pays = final_pays(pay, size, hand, best)
        for each, number in pays.items():
            chance = Fraction(number, pays.total() * len(every))
            chances[each] = chances.get(each, Fraction(0)) + chance
    return Law.of(chances)
