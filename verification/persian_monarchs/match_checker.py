"""The final counters of a match of Persian Monarchs.

Every hand's chances are computed again.  If no player decides by the card, hands are independent
and the law of the counters follows hand by hand; with a non-counter only the mean does.
"""

import math
from collections import Counter
from fractions import Fraction

from montmort.verification.certificates.check import (
    HEADLINE,
    MOST_CARDS,
    Checker,
    Statement,
    Statements,
    Unreadable,
    afford,
    fields,
    fraction,
    integer,
    mapping_of,
    rounded,
)
from montmort.verification.certificates.monarchs import Hand, hand_table, read_player

PROBLEM = (
    "Two players begin with `counters` counters each and play `rounds` rounds of two hands from a "
    "pack of `cards` different ranks. In a hand both ante one counter and draw a card; the "
    "non-dealer, in the first hand the first player and then the other in turn, may raise by 1 to "
    "`max_raise`; the dealer declines, and the non-dealer gains 1, or accepts; then, and if there "
    "was no raise, the higher card gains 1 and the raise from the other. Both cards are put aside; "
    "when fewer than two are left, the whole pack comes back. `first` and `second` play as the "
    "program describes: counter, non-counter or random. By purse `none` nothing limits raises; by "
    "`published` a dealer with fewer counters after the ante than the raise declines; by `strict` "
    "a non-dealer with fewer does not raise either. mean[player] is the mean of the counters at "
    "the end. If neither is a non-counter, `variance` is that of either, and law[c] the chance "
    "that the first player ends with c."
)
PURSES = "published", "strict", "none"
MOST_CHANCES, MOST_STEPS = 10**6, 10**8  # in the tables of hands; in the law: ten seconds each

Kinds = dict[int, Hand]  # hands by the cards left, for one player as the non-dealer


def check(rules: object, content: object) -> Statements:
    """Check the counters at the end of a match."""
    names = "first", "second", "cards", "max_raise", "rounds", "counters", "purse"
    first_, second_, cards_, most_, rounds_, counters_, purse = fields("rules", rules, *names)
    players = read_player("first", first_), read_player("second", second_)
    cards, most = integer("cards", cards_, 2, MOST_CARDS), integer("max_raise", most_, 1, 10**6)
    rounds, counters = (
        integer("rounds", rounds_, 1, 10**9),
        integer("counters", counters_, 0, 10**9),
    )
    by_card = "non-counter" in players
    if purse not in PURSES or (by_card and purse != "none"):
        raise Unreadable("purse must be published, strict or none; none with a non-counter")
    parts = fields("content", content, *(["mean"] if by_card else ["mean", "variance", "law"]))
    mean = mapping_of(fraction)("mean", parts[0])
    hands, expected = 2 * rounds, Fraction(counters)
    check_work(cards, most, hands, by_card)
    kinds = [hands_of(order, cards, most) for order in (players, players[::-1])]
    if by_card:
        expected += gain(kinds, cards, hands)
    else:
        found = law_of(kinds, cards, hands, counters, str(purse))
        expected = sum((c * p for c, p in found.items()), Fraction(0))
    is_mean = mean == {"first": expected, "second": 2 * counters - expected}
    yield Statement(
        is_mean,
        f"of {counters} counters {players[0]} has {rounded(expected)} in the end on average, "
        f"{players[1]} {rounded(2 * counters - expected)}",
        HEADLINE,
    )
    yield Statement(is_mean, f"the means of the counters after {hands} hands")
    if not by_card:
        spread = sum((c * c * p for c, p in found.items()), Fraction(0)) - expected**2
        is_spread = fraction("variance", parts[1]) == spread
        yield Statement(is_spread, f"the variance of both is {rounded(spread)}")
        law = mapping_of(fraction)("law", parts[2])
        is_law = law == {str(c): p for c, p in found.items()}
        yield Statement(is_law, f"the law of the first player's counters: {len(found)} numbers")


def check_work(cards: int, most: int, hands: int, by_card: bool) -> None:
    """Raise Unreadable for a match that would take long; a chance by the card is a mean of many."""
    afford("the hands", cards**2 // 2 * most * (1 + cards // 4 * by_card), MOST_CHANCES)
    if not by_card:
        afford("the law", hands**2 * (2 * most + 2) ** 2, MOST_STEPS)


def hands_of(players: tuple[str, ...], cards: int, most: int) -> Kinds:
    """Return the hands in which the first of two players is the non-dealer."""
    found = {}
    for left in range(cards, 1, -2):
        raiser, dealer = hand_table(players, left, cards, most)
        found[left] = Hand.of(raiser.raises, dealer.accepts)
    return found


def left_in(hand: int, cards: int) -> int:
    """Return the cards left before a hand, from 0."""
    return cards - 2 * (hand % (cards // 2))


def gain(kinds: list[Kinds], cards: int, hands: int) -> Fraction:
    """Return the first player's mean gain in so many hands, without purses."""
    period = math.lcm(cards // 2, 2)
    counts = Counter[tuple[int, int]]()
    for hand in range(min(period, hands)):
        counts[left_in(hand, cards), hand % 2] += (hands - hand - 1) // period + 1
    total = Fraction(0)
    for (left, role), times in counts.items():
        profit = sum((g * p for g, p in kinds[role][left].law().items()), Fraction(0))
        total += times * (-profit if role else profit)
    return total


def law_of(
    kinds: list[Kinds], cards: int, hands: int, counters: int, purse: str
) -> dict[int, Fraction]:
    """Return the law of the first player's counters, hand by hand in integers."""
    most = len(next(iter(kinds[0].values())).rows) - 1
    here, total = {counters: 1}, 1
    moves: dict[tuple[int, int, int, int], dict[int, int]] = {}
    scales = [{left: scale_of(hand) for left, hand in kind.items()} for kind in kinds]
    for hand in range(hands):
        left, role = left_in(hand, cards), hand % 2
        there = Counter[int]()
        for c, ways in here.items():
            purses = c - 1, 2 * counters - c - 1  # after the antes
            raiser, dealer = purses[::-1] if role else purses
            limits = (
                max(0, min(raiser, most)) if purse == "strict" else most,
                most if purse == "none" else max(0, min(dealer, most)),
            )
            key = (left, role, *limits)
            if key not in moves:
                law, sign = kinds[role][left].law(*limits), -1 if role else 1
                scale = scales[role][left]
                moves[key] = {sign * g: int(p * scale) for g, p in law.items() if p}
            for g, weight in moves[key].items():
                there[c + g] += ways * weight
        here, total = dict(there), total * scales[role][left]
    return {c: Fraction(ways, total) for c, ways in sorted(here.items())}


def scale_of(hand: Hand) -> int:
    """Return a common denominator of the chances of a hand."""
    return math.lcm(*(p.denominator for row in hand.rows for p in row))


CHECKER = Checker("persian-monarchs, match", PROBLEM, check)
