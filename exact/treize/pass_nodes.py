"""What both counters of passes share: reachable states, polynomials by values, residues.

The derivation and its letters are in `pass_counts`.  Level c stands between
call c + 1, already played, and call c.  A polynomial that can still come
below level c has degree <= s c, so its values at the nodes x = 1 ... s c + 1
determine it; at the top x divides every product, and n nodes are enough.

The values are computed modulo primes, and the integers from these residues by the Chinese
remainder theorem.
"""

import math
from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt
from flint import fmpz

Ints = npt.NDArray[np.int64]
Tables = tuple[Ints, Ints, Ints]  # survive[i, j, W], loss_points[i, W], loss_place[i, place]


class Deck:
    """The reachable states of a pass through r ranks in s suits.

    `most` is the greatest number of rounds in a pass.  `above[c][:, h]` and
    `below[c][:, q]` are the least and the greatest number of cards of so many
    rounds that end above call c, or at call c and below.
    """

    def __init__(self, ranks: int, suits: int) -> None:
        self.ranks, self.suits, self.cards = ranks, suits, ranks * suits
        self.most = used = 0  # rounds that fit in n + r - 1 cards
        while used + 1 + self.most // suits < self.cards + ranks:
            used += 1 + self.most // suits
            self.most += 1
        self.above: list[Ints] = [self._cards_of(range(c + 1, ranks + 1)) for c in range(ranks + 1)]
        self.below = [self._cards_of(range(1, c + 1)) for c in range(ranks + 1)]
        self.window = cache(self._window)

    def _cards_of(self, calls: range) -> Ints:
        """Return the least and the greatest number of cards, shape (2, rounds + 1)."""
        rounds = min(self.most, self.suits * len(calls))
        rising = [calls[k // self.suits] for k in range(rounds)]
        falling = [calls[-1 - k // self.suits] for k in range(rounds)]
        reach: Ints = np.cumsum([[0, *rising], [0, *falling]], axis=1)
        return reach

    def fill(self, level: int) -> int:
        """Return the most cards that rounds ending at call `level` and below can take."""
        return self.suits * level * (level + 1) // 2

    def nodes(self, level: int) -> int:
        """Return the number of nodes that are needed at this level."""
        return min(self.suits * level + 1, self.cards)

    def _window(self, level: int, least: int, greatest: int) -> Ints:
        """Return by h the cards used, [from, to), with which least ... greatest can be met."""
        window = np.zeros((2, self.most + 2), dtype=np.int64)
        low, high = self.above[level]
        window[0, : low.size] = np.maximum(low, least - self.fill(level))
        window[1, : low.size] = np.minimum(high, greatest) + 1
        return window


def factors(deck: Deck, prime: int) -> Ints:
    """Return F(w, m; x)/w! mod p at [m, w, x-1], by F(w, m+1) = F(w, m) - F(w+1, m).

    >>> factors(Deck(2, 1), 101)[1, :, 0].tolist()  # F(0, 1; x) = 1 - x, F(1, 1; x) = x
    [0, 1]
    """
    suits, nodes = deck.suits, range(1, deck.cards + 1)
    table = np.zeros((deck.most + 3, suits + 1, deck.cards), dtype=np.int64)
    for w in range(suits + 1):
        table[0, w] = [math.comb(suits, w) * pow(x, w, prime) % prime for x in nodes]
    rounds = np.arange(1, suits + 1)[:, None]
    for m in range(1, len(table)):
        table[m] = table[m - 1]
        table[m, :-1] -= rounds * table[m - 1, 1:]
        table[m] %= prime
    return table


def weights(deck: Deck) -> list[tuple[int, int]]:
    """Return weights, as numerator and denominator, on the nodes x = 1 ... n.

    sum_x weight_x x^u = (n-u)!/(s!)^r for u = 1 ... n.  By Lagrange's formula weight_x
    is the functional of X prod_(k != x) (X - k) / (-1)^(n-x) x! (n-x)!.

    >>> weights(Deck(2, 1))  # 1 - 0 = 1!, 1 + 0 = 0!
    [(-1, -1), (0, 2)]
    """
    n, alike = deck.cards, math.factorial(deck.suits) ** deck.ranks
    whole = [1]  # prod_k (X - k), the highest power first
    for k in range(1, n + 1):
        whole = [a - k * b for a, b in zip([*whole, 0], [0, *whole], strict=True)]
    found = []
    for x in range(1, n + 1):
        value = coefficient = 0
        for u, c in enumerate(whole[:-1]):  # synthetic division by X - x
            coefficient = coefficient * x + c
            value += coefficient * math.factorial(u)  # the power X^(n-u)
        sign = (-1) ** (n - x)
        found.append((value, sign * math.factorial(x) * math.factorial(n - x) * alike))
    return found


def weights_modulo(exact: list[tuple[int, int]], prime: int) -> Ints:
    """Return the weights mod p."""
    return np.array([top * pow(bottom, -1, prime) % prime for top, bottom in exact], dtype=np.int64)


def primes_beyond(bound: int, bits: int) -> list[int]:
    """Return the largest primes below 2^bits (10 to 31 bits) whose product exceeds `bound`.

    >>> primes_beyond(10**6, bits=10)
    [1021, 1019]
    """
    candidate, primes, product = 2**bits - 1, [], 1
    while product <= bound:
        if fmpz(candidate).is_prime():
            primes.append(candidate)
            product *= candidate
        candidate -= 2
    return primes


def chinese_remainder(residues: Sequence[Ints] | Ints, primes: Sequence[int]) -> Any:
    """Return nested lists of the integers 0 <= v < prod(primes) with these residues.

    Garner: v = d_0 + p_0 (d_1 + p_1 (d_2 + …)), the digits found one by one.

    >>> chinese_remainder([np.array([1, 10]), np.array([4, 0])], [11, 13])
    [56, 65]
    """
    digits = [row % p for row, p in zip(residues, primes, strict=True)]
    for k, p in enumerate(primes):
        for earlier, prime in zip(digits[:k], primes[:k], strict=True):
            digits[k] = (digits[k] - earlier) % p * pow(prime, -1, p) % p
    value = digits[-1].astype(object)
    for digit, p in zip(digits[-2::-1], primes[-2::-1], strict=True):
        value = value * p + digit
    return value.tolist()
