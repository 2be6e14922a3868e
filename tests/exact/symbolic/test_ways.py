"""The way to a law with symbols is the one that is asked for, and all give the same law."""

import pytest
import sympy

from montmort.exact import law_of
from montmort.games.chance import Chance
from montmort.games.errors import BadInput, TooLarge

p = sympy.Symbol("p")


def heads(chance: Chance, tosses: int = 4) -> int:
    found = 0
    for _ in range(tosses):
        found += chance.pick([1 - p, p])
    return found


def wait(chance: Chance) -> int:
    while not chance.pick([1 - p, p]):
        pass
    return chance.pick([1, 2])


def test_ways_that_are_forced() -> None:
    by_paths, by_situations = (law_of(heads, by=way) for way in ("paths", "situations"))
    assert by_paths.how == law_of(heads).how == "16 paths"
    assert by_situations.how == "10 situations, merged before every pick"
    assert by_paths.elements == by_situations.elements


def test_plays_without_an_end_need_merging() -> None:
    assert law_of(wait, by="situations").how == "2 situations, merged before every pick"
    assert law_of(wait, by="situations")[1] == sympy.Rational(2, 3)
    with pytest.raises(TooLarge, match="a path of more than 5,000 picks"):
        law_of(wait, by="paths")


def test_rules_that_cannot_be_merged_say_so() -> None:
    def play(chance: Chance) -> int:
        import os

        return len(os.sep) * chance.pick([1 - p, p])

    assert law_of(play, by="paths")[1] == p
    with pytest.raises(BadInput, match=r"cannot be merged: .*`import os` inside a function"):
        law_of(play, by="situations")
