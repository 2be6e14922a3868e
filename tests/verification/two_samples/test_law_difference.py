"""The evidence against a common law, against a slow twin in fractions."""

import math
from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from itertools import product

import numpy as np
import pytest

from montmort.verification.two_samples.law_difference import LawDifference, disagreements

STRENGTHS = [Fraction(10**power) for power in range(9)]
Block = tuple[Sequence[int], Sequence[int]]


def twin(blocks: Sequence[Block]) -> Fraction:
    """Return the average wealth, play by play and block by block."""
    return sum((_wealth(blocks, strength) for strength in STRENGTHS), Fraction(0)) / 9


def _wealth(blocks: Sequence[Block], strength: Fraction) -> Fraction:
    wealth = Fraction(1)
    past: tuple[list[int], list[int]] = ([], [])
    for block in blocks:
        known = {*past[0], *past[1]}
        sizes = [len(plays) for plays in block]

        def estimate(side: int, value: int) -> Fraction:
            cell = {value} if value in known else None  # noqa: B023

            def count(plays: list[int]) -> int:
                return sum(x in cell for x in plays) if cell else 0  # noqa: B023

            cells = len(known) + 1  # noqa: B023
            both = Fraction(2 * (count(past[0]) + count(past[1])) + 1, 2)
            q = both / (len(past[0]) + len(past[1]) + Fraction(cells, 2))
            return (count(past[side]) + strength * q) / (len(past[side]) + strength)

        for side in (0, 1):
            for x in block[side]:
                laws = [estimate(0, x), estimate(1, x)]
                common = sum(size * law for size, law in zip(sizes, laws, strict=True))
                wealth *= laws[side] * sum(sizes) / common
        for side in (0, 1):
            past[side].extend(block[side])
    return wealth


def judged(blocks: Sequence[Block]) -> float:
    difference = LawDifference()
    for first, second in blocks:
        difference.add(Counter(first), Counter(second))
    return difference.log_e


def cut(plays: Sequence[int], shape: Sequence[tuple[int, int]]) -> list[Block]:
    """Divide plays into blocks of a and b plays each."""
    blocks, at = [], 0
    for a, b in shape:
        blocks.append((plays[at : at + a], plays[at + a : at + a + b]))
        at += a + b
    return blocks


@pytest.mark.parametrize("chances", [(1, 1), (1, 3), (1, 5)])
@pytest.mark.parametrize("shape", [[(1, 1), (1, 2)], [(1, 2), (1, 2)], [(2, 1), (0, 1), (1, 1)]])
def test_the_mean_under_every_common_law_is_at_most_1_exactly(
    chances: tuple[int, int], shape: list[tuple[int, int]]
) -> None:
    law = [Fraction(chance, sum(chances)) for chance in chances]
    total = Fraction(0)
    for plays in product((0, 1), repeat=sum(map(sum, shape))):
        chance = math.prod((law[x] for x in plays), start=Fraction(1))
        total += chance * twin(cut(plays, shape))
    assert Fraction(1, 2) < total <= 1


def test_a_common_estimate_without_weights_would_not_be_valid() -> None:
    # planted: p_0 = (p_A + p_B)/2 although A plays three times as often as B
    law_a, law_b = (Fraction(9, 10), Fraction(1, 10)), (Fraction(1, 10), Fraction(9, 10))
    p, a, b = (Fraction(19, 20), Fraction(1, 20)), 3, 1
    common = [(x + y) / 2 for x, y in zip(law_a, law_b, strict=True)]

    def mean(weights: Sequence[Fraction]) -> Fraction:
        s = sum(p[x] * law_a[x] / weights[x] for x in (0, 1))
        t = sum(p[x] * law_b[x] / weights[x] for x in (0, 1))
        return Fraction(s**a * t**b)

    assert mean(common) > 1
    assert mean([(a * x + b * y) / 4 for x, y in zip(law_a, law_b, strict=True)]) <= 1


@pytest.mark.parametrize("seed", range(6))
def test_the_e_value_is_that_of_the_formula(seed: int) -> None:
    rng = np.random.default_rng(seed)
    shape = [tuple(map(int, rng.integers(0, 5, 2))) for _ in range(5)]
    plays = list(map(int, rng.geometric(0.4, size=sum(map(sum, shape)))))
    blocks = cut(plays, shape)
    assert judged(blocks) == pytest.approx(math.log(twin(blocks)), abs=1e-9)


def test_the_order_of_the_two_simulators_does_not_matter() -> None:
    blocks = [([0, 1, 1], [2, 2]), ([1, 1], [2, 0]), ([1], [2, 2, 2])]
    swapped = [(second, first) for first, second in blocks]
    assert judged(blocks) == pytest.approx(judged(swapped))


def test_a_value_that_only_one_gives_is_found_and_named() -> None:
    difference = LawDifference()
    for _ in range(100):
        difference.add({0: 1000}, {0: 999, 7: 1})
    assert difference.log_e > math.log(10**6)
    (worst, *_) = disagreements({0: 100000}, {0: 99900, 7: 100}, 5)
    assert (worst.value, worst.counts, worst.ratio) == (7, (0, 100), 0.0)


def test_values_of_equal_frequency_carry_nothing() -> None:
    assert disagreements({0: 50, 1: 50}, {0: 500, 1: 500}, 5) == ()
