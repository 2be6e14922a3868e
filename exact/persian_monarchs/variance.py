"""The exact variance of a match of Persian Monarchs in which hands depend on each other.

If a player decides by the card, the gain of a hand depends on which cards are left.
Only hands from the same pack depend on each other.  Let D_h be the first player's gain
in hand h of a pack.  Then

    E (sum_h D_h)^2 = sum_h E D_h^2 + 2 sum_h E D_h (D_(h+1) + D_(h+2) + ...).

If one player decides by the rank and the other by the card, the sum is computed over
paths in a lattice (`montmort.exact.persian_monarchs.dependent_hands`).

If both decide by the card, the cards a, b and c, d of two hands are four different
cards of N, all equally likely.  The sum over them is the sum over any two pairs of cards,
less the sum over two pairs with a common card.
"""

import math
from collections.abc import Callable, Sequence
from fractions import Fraction

from montmort.exact.paths import Watch
from montmort.exact.persian_monarchs.dependent_hands import Done, Rows, one_by_card
from montmort.exact.persian_monarchs.hand import mean_profits
from montmort.exact.persian_monarchs.match import HandKind, Match
from montmort.exact.persian_monarchs.strategy_tables import CARD, RANK, card_table
from montmort.games.errors import BadInput, TooLarge

MOST_STEPS = 3 * 10**8  # in the lattices of a pack; they take some minutes


def variance(match: Match, watch: Watch | None = None) -> Fraction:
    """Return the variance of the final counters, the same for both players, without purses.

    `watch(share, hands)` is called with the progress through the different hands.

    >>> from montmort.games.persian_monarchs import Rules
    >>> rules = Rules(first="random", second="non-counter", cards=2, max_raise=1, rounds=1)
    >>> str(variance(Match(rules)))  # profits -2, -1 or 1, 1 and -1, -1 or 1, 2
    '27/8'
    """
    if match.is_independent:
        spreads = (count * _spread(match, kind) for kind, count in match.kinds.items())
        return sum(spreads, Fraction(0))
    products = _products(match)
    hands, done, total = sum(map(len, match.packs)), 0, Fraction(0)

    def advance() -> None:
        nonlocal done
        done += 1
        if watch is not None:
            watch(Fraction(done, hands), done)

    for pack, count in match.packs.items():
        squares = sum((match.duel(kind).square() for kind in pack), Fraction(0))
        mean = sum((match.gain(kind) for kind in pack), Fraction(0))
        total += count * (squares + 2 * products(match, pack, advance) - mean**2)
    return total


def _spread(match: Match, kind: HandKind) -> Fraction:
    return match.duel(kind).square() - match.gain(kind) ** 2


def _products(match: Match) -> Callable[[Match, Sequence[HandKind], Done], Fraction]:
    """Return the function for the mean of the products of different hands of a pack."""
    first, second = match.goes_by
    if CARD in first and CARD in second:
        return both_by_card
    if (RANK in first and CARD in second) or (CARD in first and RANK in second):
        steps = match.rules.cards**4 // 24
        if steps > MOST_STEPS:
            raise TooLarge(
                f"cards={match.rules.cards}: the variance against a non-counter takes about "
                f"{steps:.0e} steps (limit {MOST_STEPS:.0e}); take a smaller pack"
            )
        return one_by_card
    raise BadInput(
        f"{match.rules.first} against {match.rules.second}: the variance is known if each "
        "player decides by the rank alone or by the card alone; take such players"
    )


def both_by_card(match: Match, pack: Sequence[HandKind], done: Done) -> Fraction:
    """Return the mean of the sum of D_h D_h' over the hands h < h' of a pack.

    Both players decide by the card.  `done()` is called after each hand.

    >>> from montmort.games.persian_monarchs import Rules
    >>> match = Match(Rules(first="random", second="random", cards=4, rounds=1))
    >>> pack, = match.packs
    >>> both_by_card(match, pack, lambda: None)  # independent, with means 1/4 and -1/4
    Fraction(-1, 16)
    """
    hands = []
    for kind in pack:
        hands.append(_by_cards(match, kind))
        done()
    common = math.lcm(*(total for _, total in hands))
    scaled = [[[common // total * gain for gain in row] for row in rows] for rows, total in hands]
    whole = [
        [sum(column) for column in zip(*rows, strict=True)] for rows in zip(*scaled, strict=True)
    ]
    N = match.rules.cards
    products = _four_cards(whole) - sum(map(_four_cards, scaled))
    return Fraction(products, 2 * common**2 * math.perm(N, 4)) if N > 3 else Fraction(0)


def _by_cards(match: Match, kind: HandKind) -> tuple[Rows, int]:
    """Return the first player's mean gains with card a against card b, and their total."""
    pack = match.pack(kind.left)
    first, second = (card_table(strategy, pack) for strategy in match.strategies)
    raiser, dealer = (first, second) if kind.first_raises else (second, first)
    profits = [
        [mean_profits(r, a, dealer.accept_total) for a in dealer.accepts] for r in raiser.raises
    ]
    gains = [
        [
            0 if mine == theirs else profits[mine][theirs][mine > theirs]
            for theirs in range(pack.cards)
        ]
        for mine in range(pack.cards)
    ]
    if not kind.first_raises:
        gains = [[-gain for gain in column] for column in zip(*gains, strict=True)]
    return gains, raiser.raise_total * dealer.accept_total


def _four_cards(gains: Rows) -> int:
    """Return the sum of gains[a][b] gains[c][d] over four different cards a, b, c, d."""
    columns = [*zip(*gains, strict=True)]
    total = sum(map(sum, gains))
    with_card = [sum(row) + sum(column) for row, column in zip(gains, columns, strict=True)]
    both = sum(
        gain * (gain + back)
        for row, column in zip(gains, columns, strict=True)
        for gain, back in zip(row, column, strict=True)
    )
    apart: int = total**2 - sum(gain**2 for gain in with_card) + both
    return apart
