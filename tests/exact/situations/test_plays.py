"""Merged == all paths for every construct, and fewer situations than paths."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from montmort.exact.from_rules import law_of
from montmort.games import Chance
from montmort.games.errors import BadInput
from tests.exact.situations.plays import PLAYS


@pytest.mark.parametrize("play", PLAYS, ids=lambda play: play.__name__)
def test_merged_is_all_paths(play: Callable[[Chance], Any]) -> None:
    merged, walked = law_of(play, by="situations"), law_of(play, by="paths")
    assert merged == walked
    assert {x: type(x) for x in merged} == {x: type(x) for x in walked}


def test_the_law_says_how_it_was_found() -> None:
    die = PLAYS[0]
    assert law_of(die).how == "4 paths"
    assert law_of(die, by="situations").how == "3 situations, merged before every pick"
    with pytest.raises(BadInput, match="by='guess' must be one of paths, situations"):
        law_of(die, by="guess")


def until_one(chance: Chance) -> int:
    while not (x := chance.pick([1, 2, 3])):  # the first situation recurs
        pass
    return x


def ruin(chance: Chance) -> int:
    x = 1 + chance.pick([1, 1])
    while 0 < x < 3:
        x += 1 - 2 * chance.pick([1, 2])
    return x


def two_loops(chance: Chance) -> Any:
    first = last = 0
    while chance.pick([1, 2]):
        first = (first + 1) % 3
    while chance.pick([2, 1, 1]) > first:
        last = 1 - last
    return first, last


LAWS: dict[Callable[[Chance], Any], dict[Any, Fraction]] = {
    until_one: {1: Fraction(2, 5), 2: Fraction(3, 5)},
    ruin: {3: Fraction(2, 7), 0: Fraction(5, 7)},  # (2**x - 1) / 7 from x
    two_loops: {  # 9/19, 6/19, 4/19 for `first`; half a chance to go on, a quarter, none
        (0, 0): Fraction(9, 19) * Fraction(2, 3),
        (0, 1): Fraction(9, 19) * Fraction(1, 3),
        (1, 0): Fraction(6, 19) * Fraction(4, 5),
        (1, 1): Fraction(6, 19) * Fraction(1, 5),
        (2, 0): Fraction(4, 19),
    },
}


@pytest.mark.parametrize("play", LAWS, ids=lambda play: play.__name__)
def test_laws_of_plays_without_a_longest_path(play: Callable[[Chance], Any]) -> None:
    assert law_of(play, by="situations").chances() == LAWS[play]


def test_a_play_without_a_longest_path_with_a_symbol() -> None:
    p = pytest.importorskip("sympy").Symbol("p", positive=True)

    def until_one(chance: Chance) -> int:
        x = 0
        while x == 0:
            x = chance.pick([1, p, 2])
        return x

    law = law_of(until_one, by="situations")
    assert [law[1].equals(p / (p + 2)), law[2].equals(2 / (p + 2))] == [True, True]


def assigned(chance: Chance, x: int) -> int:
    chance.pick([1, 1])
    x = 5
    return x  # noqa: RET504


def with_a_type(chance: Chance, x: int) -> int:
    chance.pick([1, 1])
    x: int = 5  # type: ignore[no-redef]
    return x


def as_a_loop_goes(chance: Chance, x: int) -> int:
    chance.pick([1, 1])
    for x in range(3):  # noqa: B007
        pass
    return 0


def in_both_branches(chance: Chance, x: int) -> int:
    if chance.pick([1, 1]):
        x = 1
    else:
        x, _ = 2, 3
    return x


def as_a_function(chance: Chance, x: int) -> Any:
    y = chance.pick([1, 1])

    def x(number: int) -> int:  # type: ignore[no-redef]
        return number + 1

    return x(y)  # type: ignore[operator]


def by_a_pick(chance: Chance, x: int) -> int:
    chance.pick([1, 1])
    x = chance.pick([1, 2])
    return x  # noqa: RET504


def in_a_comprehension(chance: Chance, x: int) -> int:
    chance.pick([1, 1])
    return sum([x + 1 for x in range(3)]) + (lambda x: x)(2)


@pytest.mark.parametrize(
    "rest",
    [
        *(assigned, with_a_type, as_a_loop_goes, in_both_branches, as_a_function, by_a_pick),
        in_a_comprehension,
    ],
    ids=lambda rest: rest.__name__,
)
def test_what_is_assigned_before_it_is_read_is_forgotten(rest: Callable[..., Any]) -> None:
    def play(chance: Chance) -> Any:
        x = chance.pick([1] * 7)
        return rest(chance, x)

    law = law_of(play, by="situations")
    assert law == law_of(play, by="paths")
    picks = 3 if rest is by_a_pick else 2
    assert law.how == f"{picks} situations, merged before every pick"
