"""Mean and variance of a match of Persian Monarchs with a non-counter, without purses.

Only hands from one pack depend on each other.  If D_1, D_2, ... are the first player's gains in
them, Var(D_1 + D_2 + ...) = sum E D_h^2 + 2 sum E D_h (D_(h+1) + ...) - (sum E D_h)^2.

With the two cards in a given order, the mean gain is a number plus a product of a factor for either
player's card: the chance of a raise, and what it adds.  If one player decides by rank, the gain of
all later hands depends on the other's card v in one of them and its rank among the cards left.
A pass through the pack sums the products: v and the two cards of the hand have any three places.
"""

import math
from collections.abc import Sequence
from fractions import Fraction
from operator import mul
from typing import Any, NamedTuple

from montmort.verification.certificates.check import (
    Form,
    Unreadable,
    afford,
    word_in,
)
from montmort.verification.certificates.forms import describe
from montmort.verification.certificates.monarchs import (
    NON_COUNTER,
    PLAYERS,
    Rows,
    sums_beside,
    table,
)
from montmort.verification.certificates.monarchs_match import (
    MATCH,
    MEAN_AND_VARIANCE,
    MOST_CHANCES,
    RULES,
    WORDS,
    Match,
    moments,
)
from montmort.verification.certificates.recount import recounted

PROBLEM = MATCH + (
    "One of them is a non-counter, or both. The purse is `none`: nothing limits raises. "
    "mean[player] is the mean of the counters at the end, and `variance` that of either."
)
WITH_NON_COUNTER: Form = {
    **RULES,
    "first": describe(word_in(*PLAYERS), "The first player."),
    "second": describe(word_in(*PLAYERS), "The second player."),
    "purse": describe(word_in("none"), "Nothing limits raises."),
}
MET = 0, 1, 1, 1, 1, 2  # cards of the hand that a state of `passed` has met


def recount(*rules: Any) -> dict[str, Any]:
    """Return the mean and the variance of the counters at the end of a match."""
    match = Match.of(*rules)
    if NON_COUNTER not in match.players:
        raise Unreadable("one of the players must be a non-counter")
    check_work(match.cards, match.most)
    return moments(match, *gain_and_variance(match))


def check_work(cards: int, most: int) -> None:
    """Raise Unreadable for a match that would take long: a pass takes as long as ten raises."""
    afford("the hands", cards**2 // 2 * max(most, 10) * (1 + cards // 4), MOST_CHANCES)


def gain_and_variance(match: Match) -> tuple[Fraction, Fraction]:
    """Return the mean and the variance of the first player's gain."""
    per, of_pack = match.cards // 2, by_cards if len({*match.players}) == 1 else by_rank
    whole, rest = divmod(match.hands, per)
    packs = (0, per, (whole + 1) // 2), (per, per, whole // 2), (whole * per, rest, 1)
    gain, spread = Fraction(0), Fraction(0)
    for begin, hands, times in packs:
        if hands and times:
            signs = [1 - 2 * ((begin + h) % 2) for h in range(hands)]
            mean, square, products = of_pack(match, signs)
            gain += times * mean
            spread += times * (square + 2 * products - mean**2)
    return gain, spread


class Order(NamedTuple):
    """The gain `alone` + by_rank[k] * by_card[u] of a hand whose two cards have a given order."""

    alone: int
    by_rank: Sequence[Fraction]
    by_card: Sequence[Fraction]


def added(accepts: Rows) -> list[list[Fraction]]:
    """Return by the card of the dealer what a raise adds: to -1, to 1, and to the square."""
    most = len(accepts[0])
    won, yes, squares = (
        [sum(map(mul, weights, row), Fraction(0)) / most for row in accepts]
        for weights in (range(1, most + 1), [1] * most, [x * (x + 2) for x in range(1, most + 1)])
    )
    return [[2 - w - 2 * y for w, y in zip(won, yes, strict=True)], won, squares]


def orders(match: Match, left: int, sign: int) -> list[Order]:
    """Return the gain with the card of the player by rank below the other's, above it; its square.

    The sign is 1 if the first player is the non-dealer, else -1.  Two non-counters hold all cards.
    """
    is_first = match.players[1] == NON_COUNTER  # the first player decides by rank
    ranks = table(match.players[not is_first], left, match.most)
    cards = table(NON_COUNTER, match.cards, match.most)
    is_raiser = is_first == (sign == 1)
    raiser, dealer = (ranks, cards) if is_raiser else (cards, ranks)
    raises, (lost, won, squares) = [1 - row[0] for row in raiser.raises], added(dealer.accepts)
    ways = [(-sign, sign, lost), (sign, sign, won)][:: 1 if is_raiser else -1]
    listed = []
    for alone, factor, adds in (*ways, (1, 1, squares)):
        signed = [factor * p for p in raises]
        listed.append(Order(alone, *((signed, adds) if is_raiser else (adds, signed))))
    return listed


def by_cards(match: Match, signs: list[int]) -> tuple[Fraction, Fraction, Fraction]:
    """Return sum E D_h, sum E D_h^2 and sum E D_h D_j over h < j; both players decide by the card.

    With the roles exchanged D is -D.  The signs of the hands alternate, so their sum is 0 or +-1.
    """
    cards, hands = match.cards, len(signs)
    below, above, square = orders(match, cards, 1)
    gains, squares = (
        [[Fraction(0) if a == u else way.alone + way.by_rank[a] * way.by_card[u]
          for u in range(cards) for way in [high if a > u else low]] for a in range(cards)]
        for low, high in ((below, above), (square, square))
    )  # fmt: skip
    total, second = (sum((g for row in m for g in row), Fraction(0)) for m in (gains, squares))
    met = [sum(gains[a]) + sum(row[a] for row in gains) for a in range(cards)]
    products = sum(  # the gain with cards a, u times those with two other cards
        gains[a][u] * (total - met[a] - met[u] + gains[a][u] + gains[u][a])
        for a in range(cards)
        for u in range(cards)
    )
    both = Fraction(hands % 2 - hands, 2) * products / max(1, math.perm(cards, 4))
    return sum(signs) * total / (cards * (cards - 1)), hands * second / (cards * (cards - 1)), both


def by_rank(match: Match, signs: list[int]) -> tuple[Fraction, Fraction, Fraction]:
    """Return sum E D_h, sum E D_h^2 and sum E D_h D_j over h < j; one player decides by rank."""
    mean, square, products, later = Fraction(0), Fraction(0), Fraction(0), Rows()
    for h in reversed(range(len(signs))):
        left = match.cards - 2 * h
        below, above, squared = orders(match, left, signs[h])
        gain, product = passed(left, below, above, later)
        mean, products = mean + gain, products + product
        square += passed(left, squared, squared, [])[0]
        rest = longer(longer(later)) if later else [[Fraction(0)] * match.cards] * left
        sums = zip(rest, sums_beside(below.by_rank), sums_beside(above.by_rank), strict=True)
        later = []
        for r, (row, (under, _), (_, over)) in enumerate(sums):
            alone = r * below.alone + (left - 1 - r) * above.alone
            now = zip(row, below.by_card, above.by_card, strict=True)
            later.append([g + (alone + under * b + over * a) / (left - 1) for g, b, a in now])
    return mean, square, products


def longer(rows: Rows) -> Rows:
    """Return means by rank and card, if one card more is left, any of which is put aside."""
    size, none = len(rows), [Fraction(0)] * len(rows[0])
    return [
        [((size - r) * same + r * less) / size for same, less in zip(*pair, strict=True)]
        for r, pair in enumerate(zip([*rows, none], [none, *rows], strict=True))
    ]


def passed(left: int, below: Order, above: Order, later: Rows) -> tuple[Fraction, Fraction]:
    """Return the mean gain in a hand, and that of it times the gain in later hands, by rank and v.

    ways[i] are sums over the cards passed, i of them left: with no card of the hand, with the lower
    one and factor 1 or its own, in either order, with both; and the same six with v.
    """
    (low, high, low_card, high_card), scale = whole_numbers(*(
        row for rows in zip(below[1:], above[1:], strict=True) for row in rows
    ))  # fmt: skip
    then, unit = whole_numbers(*later)
    cards, ways = len(low_card), [[0] * 12 for _ in range(left + 1)]
    ways[0][0] = 1
    for c in range(cards):
        for i in reversed(range(min(c + 1, left))):
            old, new = ways[i], ways[i + 1]
            for state, other, weight in (
                (0, 1, scale), (0, 2, low[i]), (0, 3, scale), (0, 4, high_card[c]),
                (1, 5, scale * below.alone), (2, 5, low_card[c]),
                (3, 5, scale * above.alone), (4, 5, high[i]),
            ):  # fmt: skip
                new[other] += old[state] * weight
                new[other + 6] += old[state + 6] * weight
            for state, met in enumerate(MET):
                new[state + 6] += old[state + 6]
                if 0 <= i - met < len(then):
                    new[state + 6] += old[state] * then[i - met][c]
                new[state] += old[state]
    total = scale**2 * math.comb(cards, left) * left * (left - 1)
    return Fraction(ways[left][5], total), Fraction(ways[left][11], total * unit * max(1, left - 2))


def whole_numbers(*rows: Sequence[Fraction]) -> tuple[list[list[int]], int]:
    """Return rows as integers over a common denominator."""
    common = math.lcm(*(p.denominator for row in rows for p in row))
    return [[int(p * common) for p in row] for row in rows], common


CHECKER = recounted(
    "persian-monarchs, match with a non-counter",
    PROBLEM,
    WITH_NON_COUNTER,
    MEAN_AND_VARIANCE,
    recount,
    WORDS,
)
