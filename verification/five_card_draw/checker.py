"""Five-card draw: the chances of the best discards of all hands.

The hands of each type, all totals and the chances that follow from them are computed again.  In
small decks every hand plays every discard; in larger ones it is taken on trust how many cards the
hands of each type draw, and what they win and tie.
"""

import math
from collections import Counter, defaultdict
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations

from montmort.verification.certificates.check import (
    HEADLINE,
    Checker,
    Form,
    Statement,
    Statements,
    Unreadable,
    fraction,
    integer,
    list_of,
    mapping_of,
    read_form,
    rounded,
)
from montmort.verification.certificates.forms import describe
from montmort.verification.certificates.hand_counts import (
    DEAL,
    RULES,
    TYPES,
    HandCounts,
    deals_of,
    of_all_hands,
)
from montmort.verification.certificates.sizes import check_sizes
from montmort.verification.certificates.straights import Cards

PROBLEM = DEAL + (
    "All hands are dealt, and they discard best (win most; of these tie most; of these draw "
    "fewest): by_type[type][d] has the number of hands of a type that draw d cards, the number of "
    "deals they win, and the number they tie."
)
CONTENT: Form = {
    "by_type": describe(
        mapping_of(list_of(list_of(integer, 3))),
        "by_type[type][d]: hands that draw d cards, the deals they win, those they tie.",
    ),
    "win": describe(fraction, "Chance to win: the headline."),
    "tie": describe(fraction, "Chance to tie: the headline."),
}
MOST_PLAYED = 6_000_000  # final hands
Hold = tuple[tuple[tuple[int, int], ...], int]  # the cards held, and how many are drawn


def check(rules: object, content: object) -> Statements:
    """Check the totals of the best discards of all hands."""
    hands, most = of_all_hands(rules)
    rows, win, tie = read_form(CONTENT, "content", content)
    for name, row in rows.items():
        check_sizes(f"by_type[{name!r}]", row, most + 1)
    if unknown := {*rows} - {*hands.types}:
        raise Unreadable(f"by_type has {min(unknown)!r}, which is no type")
    cards = hands.ranks * hands.suits
    whole, deals = math.comb(cards, 5), [deals_of(cards - 5, d) for d in range(most + 1)]
    totals = {name: sum(n for n, _, _ in row) for name, row in rows.items()}
    yield Statement(
        {name: n for name, n in totals.items() if n} == hands_by_type(hands),
        "each type has as many hands as the deck holds of it",
    )
    yield Statement(sum(totals.values()) == whole, f"all types together have the {whole} hands")
    cells = [(cell, deals[d]) for row in rows.values() for d, cell in enumerate(row)]
    yield Statement(
        all(min(cell) >= 0 and cell[1] + cell[2] <= cell[0] * n for cell, n in cells),
        "no hands that draw d cards win and tie more than their deals",
    )
    chances = [
        sum((Fraction(cell[k], n) for cell, n in cells), Fraction(0)) / whole for k in (1, 2)
    ]
    words = f"the game is won with chance {rounded(win)} and tied with chance {rounded(tie)}"
    yield Statement(chances == [win, tie], words, HEADLINE)
    words = "how many cards the hands of each type draw, and what they win and tie"
    finals = sum(math.comb(5, d) * math.comb(cards - 5, d) for d in range(most + 1))
    if whole * finals > MOST_PLAYED * alike(hands):
        yield Statement(None, words)
        return
    played = play_all(hands, most)
    is_played = {name: row for name, row in rows.items() if totals[name]} == played
    yield Statement(is_played, f"{words}: every hand has played every discard")


def hands_by_type(hands: HandCounts) -> Counter[str]:
    """Return how many hands of each type the deck holds."""
    counts = Counter[str]()
    for ranks, (place, _) in hands.plain.items():
        ways = (math.comb(hands.suits, n) for n in Counter(ranks).values())
        counts[hands.types[place]] += math.prod(ways)
    for (_, ranks), (place, _) in hands.flushes.items():
        counts[hands.types[place]] += 1
        counts[hands.types[hands.plain[ranks][0]]] -= 1
    return +counts


def alike(hands: HandCounts) -> int:
    """Return for how many hands one stands at most: suits are alike if they rank alike."""
    return math.factorial(hands.suits) if hands.types == TYPES["standard"] else 1


def classes(hands: HandCounts) -> Iterator[tuple[Cards, int]]:
    """Yield a hand of each class, and the hands of the class."""
    deck = [(rank, suit) for suit in range(hands.suits) for rank in range(hands.ranks)]
    by_class: dict[object, list[Cards]] = {}
    for cards in combinations(deck, 5):
        of_suits = [tuple(rank for rank, s in cards if s == suit) for suit in range(hands.suits)]
        key = tuple(sorted(of_suits)) if alike(hands) > 1 else cards
        by_class.setdefault(key, []).append(cards)
    for hands_alike in by_class.values():
        yield hands_alike[0], len(hands_alike)


def play_all(hands: HandCounts, most: int) -> dict[str, list[list[int]]]:
    """Return the content's by_type."""
    deck = {(rank, suit) for suit in range(hands.suits) for rank in range(hands.ranks)}
    deals = [deals_of(len(deck) - 5, drawn) for drawn in range(most + 1)]
    units = [math.lcm(*deals) // number for number in deals]
    by_type = defaultdict[str, list[list[int]]](lambda: [[0, 0, 0] for _ in deals])
    for own, times in classes(hands):
        wins, ties = Counter[Hold](), Counter[Hold]()
        for drawn in (d for size in range(most + 1) for d in combinations(deck - {*own}, size)):
            remaining = hands.remaining([*own, *drawn])
            for held in combinations(own, 5 - len(drawn)):
                less, not_above = hands.below(hands.of_cards([*held, *drawn]), remaining)
                wins[held, len(drawn)] += less
                ties[held, len(drawn)] += not_above - less
        *_, few, best = max(
            (n * units[d], ties[held, d] * units[d], -d, held) for (held, d), n in wins.items()
        )
        cell = by_type[hands.types[hands.of_cards(own)[0]]][-few]
        for k, number in enumerate((1, wins[best, -few], ties[best, -few])):
            cell[k] += times * number
    return by_type


CHECKER = Checker("five-card-draw", PROBLEM, check, rules=[RULES], content=[CONTENT])
