"""What cannot be merged surely is refused with a sentence, and all paths are walked instead."""

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, lru_cache
from itertools import count
from typing import Any, NamedTuple

import pytest

from montmort.exact.from_rules import law_of
from montmort.exact.graph import branching, exploration
from montmort.exact.situations import graph
from montmort.games import Chance, Deck
from montmort.games.errors import BadInput, TooLarge

HANDS: list[int] = []
TALLY = {"plays": 0}
NUMBERS = count()
BIG = 10**9


class Counter:
    """Something with state."""

    def __init__(self) -> None:
        self.value = 0

    def add(self, number: int) -> int:
        self.value += number
        return self.value


class Hands:
    seen: list[int] = []  # noqa: RUF012


@dataclass
class Purse:
    money: int


def picked_inside_try(chance: Chance) -> int:
    try:
        return chance.pick([1, 1])
    finally:
        pass


class Guard(NamedTuple):
    def __enter__(self) -> None: ...

    def __exit__(self, *_: object) -> None: ...


def assigned_twice(chance: Chance) -> int:
    x = chance.pick([1, 1])
    x += (x := chance.pick([1, 1, 1]))
    return x


def picked_inside_with(chance: Chance) -> int:
    with Guard():
        return chance.pick([1, 1])


def global_list(chance: Chance) -> int:
    HANDS.clear()
    HANDS.append(chance.pick([1, 1]))
    chance.pick([1, 1])
    return HANDS[0]


def global_dict(chance: Chance) -> int:
    TALLY["plays"] = 5 + chance.pick([1, 1])
    chance.pick([1, 1])
    return TALLY["plays"]


def class_attribute(chance: Chance) -> int:
    Hands.seen[:] = [chance.pick([1, 1])]
    chance.pick([1, 1])
    return Hands.seen[0]


def write_global() -> None:
    global BIG
    BIG += 0


def global_variable(chance: Chance) -> int:
    write_global()
    return chance.pick([1, 1])


def default_argument(chance: Chance, seen: list[int] = []) -> int:  # noqa: B006
    seen[:] = [chance.pick([1, 1])]
    chance.pick([1, 1])
    return seen[0]


def other_randomness(chance: Chance) -> int:
    return chance.pick([1, 1]) + 0 * random.randrange(2)


def an_iterator_from_outside(chance: Chance) -> int:
    return chance.pick([1, 1]) + 0 * next(NUMBERS)


def open_iterator(chance: Chance) -> int:
    numbers = iter([1, 2])
    return chance.pick([1, 1]) + next(numbers)


def loop_over_a_generator(chance: Chance) -> int:
    return sum([chance.pick([1, 1]) for _ in (i for i in range(2))])


def numbers_drawn(chance: Chance) -> Iterator[int]:
    yield chance.pick([1, 1])


def generator(chance: Chance) -> int:
    return sum(numbers_drawn(chance))


def object_with_state(chance: Chance) -> int:
    counter = Counter()
    counter.add(chance.pick([1, 1]))
    return counter.add(chance.pick([1, 1]))


def changeable_record(chance: Chance) -> int:
    purse = Purse(1)
    x = chance.pick([1, 1])
    return purse.money + x


def chance_in_a_closure(chance: Chance) -> int:
    def roll() -> int:
        return chance.pick([1, 1])

    return roll() + roll()


def chance_in_a_tuple(chance: Chance) -> int:
    both = (chance, 1)
    return both[0].pick([1, 1])


def changing_closure(chance: Chance) -> Deck[int]:
    limit = 1
    done = lambda hand: hand.size >= limit  # noqa: E731
    limit = 2 + chance.pick([1, 1])
    return Deck((2, 2)).deal_until(chance, done)[0]


def identity(chance: Chance) -> bool:
    x, y = (0, chance.pick([1, 1])), (0, chance.pick([1, 1]))
    chance.pick([1, 1])
    return x is y


def a_set(chance: Chance) -> int:
    seen = {chance.pick([1, 1])}
    chance.pick([1, 1])
    return next(iter(seen))


def nan(chance: Chance) -> bool:
    x = float("nan")
    return x == chance.pick([1, 1])


def nonlocal_variable(chance: Chance) -> int:
    total = 0

    def add(number: int) -> None:
        nonlocal total
        total += number

    add(chance.pick([1, 1]))
    add(chance.pick([1, 1]))
    return total


def looked_up(chance: Chance) -> int:
    x = chance.pick([1, 1])
    return int(locals()["x"])


def nested(a: int, chance: Chance) -> int:
    return a + chance.pick([1, 1])


def starred(chance: Chance) -> int:
    return nested(*(1,), chance=chance)


@cache
def cached_list(_: int) -> list[int]:
    return []


@lru_cache
def cached_number(number: int) -> int:
    return number


def scratch_list(chance: Chance) -> int:
    hand = cached_list(0)
    hand.clear()
    hand.append(chance.pick([1, 1]))
    return hand[0]


def bounded_cache(chance: Chance) -> int:
    return cached_number(chance.pick([1, 1]))


def over_a_dict(chance: Chance) -> int:
    return sum([chance.pick([1, 1]) for _ in {1: 2}])


REFUSED: list[tuple[Callable[[Chance], Any], str]] = [
    (picked_inside_try, "line [0-9]+: a pick or a break inside `try`"),
    (picked_inside_with, "inside `with`"),
    (assigned_twice, "x is assigned by := as well"),
    (global_list, r"the play changes \[0\], which is outside it"),
    (global_dict, r"the play changes \{'plays': [56]\}"),
    (class_attribute, r"the play changes \[0\]"),
    (global_variable, "the global variable BIG is assigned"),
    (default_argument, r"the play changes \[0\]"),
    (other_randomness, "the play uses the module random"),
    (open_iterator, "a value of type list_iterator"),
    (loop_over_a_generator, "a loop with picks over a generator"),
    (generator, "numbers_drawn is a generator"),
    (object_with_state, "the attribute value is set"),
    (changeable_record, "a value of type Purse"),
    (chance_in_a_closure, "a pick in a function that is not followed"),
    (chance_in_a_tuple, "a pick in a function that is not followed"),
    (changing_closure, "<lambda> uses variables of the play that change"),
    (identity, "`is` between values that may be equal"),
    (a_set, "a value of type set"),
    (nan, "a value of type float"),
    (nonlocal_variable, "`nonlocal`"),
    (looked_up, r"locals\(\)"),
    (starred, r"together with \* or \*\*"),
    (scratch_list, r"the play changes \[[01]\], which is outside it"),
    (bounded_cache, "cached_number has a cache with a limit"),
    (over_a_dict, "a loop with picks over a dict"),
]


CHANGING = (
    *(global_list, global_dict, class_attribute, global_variable, default_argument),
    *(other_randomness, scratch_list),
)


@pytest.mark.parametrize(("play", "sentence"), REFUSED, ids=lambda x: getattr(x, "__name__", ""))
def test_refused_with_a_sentence(play: Callable[[Chance], Any], sentence: str) -> None:
    seen_before = "the rules (change|draw)|may change|" if play in CHANGING else ""
    match = f"{seen_before}equal situations cannot be merged: .*({sentence})"
    with pytest.raises(BadInput, match=match):
        law_of(play, by="situations")


@pytest.mark.parametrize(("play", "sentence"), REFUSED, ids=lambda x: getattr(x, "__name__", ""))
def test_then_all_paths_are_walked(
    play: Callable[[Chance], Any], sentence: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(exploration, "MERGE_FROM", 1)
    if play in CHANGING:
        with pytest.raises(BadInput, match=r"the rules (change|draw)|may change"):
            law_of(play)
        return
    law = law_of(play)
    assert law == law_of(play, by="paths")
    assert law.how.split(";")[0] in (
        "1 path",
        "2 paths",
        "4 paths",
        "6 paths",
        "8 paths",
        "10 paths",
    )


def test_a_list_in_its_order_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(graph, "GIVE_UP_MERGING_FROM", 3000)

    def hand_of(chance: Chance) -> tuple[int, ...]:
        hand = []
        for _ in range(9):
            hand.append(chance.pick([1] * 5))  # noqa: PERF401
        return tuple(sorted([*hand]))

    with pytest.raises(TooLarge, match=r"the order of `hand` is live in line \d+ of `hand_of`"):
        law_of(hand_of, by="situations")


def test_a_play_without_a_longest_path() -> None:
    def craps(chance: Chance) -> bool:
        point = chance.pick([1] * 6) + chance.pick([1] * 6) + 2
        if point in (7, 11):
            return True
        if point in (2, 3, 12):
            return False
        while True:
            total = chance.pick([1] * 6) + chance.pick([1] * 6) + 2
            if total in (point, 7):
                return total == point

    law = law_of(craps)
    assert law[True] == Fraction(244, 495)
    assert law.how == "49 situations, merged before every pick"


def test_a_play_that_never_ends_and_one_that_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    def endless(chance: Chance) -> int:
        while True:
            chance.pick([1, 1])

    def counted(chance: Chance) -> int:
        tosses = 1
        while chance.pick([1, 1]):
            tosses += 1
        return tosses

    monkeypatch.setattr(graph, "LONGEST", 100)
    monkeypatch.setattr(branching, "LONGEST", 100)
    for play in (endless, counted):
        with pytest.raises(TooLarge, match="more than 100 picks; a game with no longest play"):
            law_of(play)
