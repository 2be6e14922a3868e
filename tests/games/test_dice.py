"""Dice pools: one path for every throw that can be told apart, with the naive law of all orders."""

from collections import Counter
from fractions import Fraction
from itertools import product
from math import comb
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from montmort import RandomChance, keep_highest, keep_lowest, throw_dice
from montmort.exact import Law, every_path
from montmort.games import Chance
from montmort.games.errors import BadInput

weights = st.lists(st.integers(0, 3), min_size=1, max_size=4).filter(any)


def naive(of_faces: list[int], dice: int, low: int, high: int) -> Law[tuple[int, ...]]:
    """Return the law of the dice from place `low` to place `high` in ascending order."""
    ways: Counter[tuple[int, ...]] = Counter()
    for faces in product(range(len(of_faces)), repeat=dice):
        weight = 1
        for face in faces:
            weight *= of_faces[face]
        ways[tuple(sorted(face + 1 for face in faces))[low:high]] += weight
    return Law(weights={kept: weight for kept, weight in ways.items() if weight})


def all_paths(function: Any) -> Law[tuple[int, ...]]:
    """Return the law of a draw, after checking that every outcome is one path."""
    paths = list(every_path(function))
    chances = {result: Fraction(above, below) for result, above, below in paths}
    assert len(paths) == len(chances)
    return Law.of(chances)


@given(weights, st.integers(0, 4), st.data())
def test_pools_have_the_law_of_separate_throws(
    faces: list[int], dice: int, data: st.DataObject
) -> None:
    keep = data.draw(st.integers(0, dice))

    def best(chance: Chance) -> tuple[int, ...]:
        return keep_highest(chance, dice, keep, faces)

    def worst(chance: Chance) -> tuple[int, ...]:
        return keep_lowest(chance, dice, keep, faces)

    def whole(chance: Chance) -> tuple[int, ...]:
        return throw_dice(chance, dice, faces)

    assert all_paths(best) == naive(faces, dice, dice - keep, dice)
    assert all_paths(worst) == naive(faces, dice, 0, keep)
    assert all_paths(whole) == naive(faces, dice, 0, dice)


def test_five_dice_have_252_throws() -> None:
    paths = list(every_path(lambda chance: throw_dice(chance, 5)))
    assert len(paths) == comb(10, 5)


def test_many_dice_are_thrown_exactly() -> None:
    assert len(throw_dice(RandomChance(1), 100)) == 100
    assert keep_highest(RandomChance(1), 100, 1, faces=1) == (1,)


@pytest.mark.parametrize(
    ("throw", "message"),
    [
        (lambda chance: throw_dice(chance, -1), "dice=-1"),
        (lambda chance: throw_dice(chance, 1.5), "dice=1.5"),
        (lambda chance: keep_highest(chance, 2, 3), "keep=3 must be an integer from 0 to 2"),
        (lambda chance: keep_lowest(chance, 2, -1), "keep=-1"),
        (lambda chance: throw_dice(chance, 2, 0), "faces=0"),
        (lambda chance: throw_dice(chance, 2, [0, 0]), "all weights are zero"),
        (lambda chance: throw_dice(chance, 2, [1, 0.5]), "weight=0.5"),
        (lambda chance: throw_dice(chance, 2, None), "faces=None must be"),
    ],
)
def test_impossible_pools(throw: Any, message: str) -> None:
    with pytest.raises(BadInput, match=message):
        throw(RandomChance(1))
