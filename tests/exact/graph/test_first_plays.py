"""Rules that keep something where nobody looks are told from others by their first plays."""

import csv
import gc
import re
import sys
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache, cached_property, lru_cache
from typing import Any, NamedTuple, TypeVar

import numpy as np
import pytest
import sympy

from montmort.exact.decisions.optimal import optimal
from montmort.exact.from_rules import explore, law_of
from montmort.exact.graph import first_plays
from montmort.exact.graph.exploration import _Explorer
from montmort.exact.graph.first_plays import FEW, FirstPlays
from montmort.games.chance import Chance
from montmort.games.errors import BadInput
from montmort.games.experiment import Experiment
from tests.exact.graph.equal_graphs import graph_of

RARE = [1, 9999]
HIDDEN = TypeVar("HIDDEN")  # keeps an attribute that nobody watches


class Red(NamedTuple):
    rank: int


class Black(NamedTuple):
    rank: int


class Stop(Exception):
    pass


class Counters(type):
    seen = 0

    def add(cls) -> None:
        Counters.seen += 1


class Counted(metaclass=Counters):
    pass


class Store:
    @cached_property
    def items(self) -> list[int]:
        return []


class Table(dict[int, int]):
    """A dictionary with attributes."""


class Base:
    seen = 0


class Derived(Base):
    pass


STOP, STORE, TABLE = Stop(), Store(), Table({1: 2})
OBJECTS = np.array([[], None], dtype=object)


@cache
def kept() -> Callable[[], None]:
    def holder() -> None: ...

    holder.seen = 0  # type: ignore[attr-defined]
    return holder


def of_a_library(_: int = 0) -> Iterator[int]:
    yield getattr(HIDDEN, "seen", 0)
    HIDDEN.seen = 1  # type: ignore[attr-defined]


def of_a_cached_function(_: int = 0) -> Iterator[int]:
    yield kept().seen  # type: ignore[attr-defined]
    kept().seen = 1  # type: ignore[attr-defined]


def of_an_exception(_: int = 0) -> Iterator[int]:
    yield len(STOP.args)
    STOP.args = (1,)


def of_a_class_above(_: int = 0) -> Iterator[int]:
    yield Derived.seen
    Derived.seen = 1


def of_a_class_of_classes(_: int = 0) -> Iterator[int]:
    yield Counted.seen
    Counted.add()


def of_a_cached_property(_: int = 0) -> Iterator[int]:
    yield len(STORE.items)
    STORE.items.append(1)


def of_a_dictionary(_: int = 0) -> Iterator[int]:
    yield getattr(TABLE, "seen", 0)
    TABLE.seen = 1  # type: ignore[attr-defined]


def of_an_array(_: int = 0) -> Iterator[int]:
    yield len(OBJECTS[0])
    OBJECTS[0].append(1)


def of_the_process(_: int = 0) -> Iterator[int]:
    limit = csv.field_size_limit()
    yield limit % 2
    csv.field_size_limit(limit | 1)


def of_the_collector(_: int = 0) -> Iterator[int]:
    first, *rest = gc.get_threshold()
    yield first % 2
    gc.set_threshold(first | 1, *rest)


MEMORIES = [
    of_a_library,
    of_a_cached_function,
    of_an_exception,
    of_a_class_above,
    of_a_class_of_classes,
    of_a_cached_property,
    of_a_dictionary,
    of_an_array,
    of_the_process,
    of_the_collector,
]


@pytest.fixture(autouse=True)
def forgotten() -> Iterator[None]:
    """Forget all that the plays of a test have kept."""
    threshold, limit = gc.get_threshold(), csv.field_size_limit()
    yield
    gc.set_threshold(*threshold)
    csv.field_size_limit(limit)
    for thing in (HIDDEN, TABLE):
        vars(thing).pop("seen", None)
    if "seen" in vars(Derived):
        del Derived.seen
    STOP.args, Counters.seen = (), 0
    STORE.items.clear()
    OBJECTS[0].clear()
    kept.cache_clear()


def latched(memory: Callable[[], Iterator[int]], weights: list[int]) -> Callable[[Chance], int]:
    """Return a play that reads a memory, and sets it in its first branch."""

    def play(chance: Chance) -> int:
        if chance.pick(weights):
            return next(memory())
        list(memory())
        return 0

    return play


@pytest.mark.parametrize("memory", MEMORIES, ids=lambda memory: memory.__name__)
@pytest.mark.parametrize("by", [None, "paths"])
def test_a_rare_branch_that_is_remembered_is_refused(memory: Any, by: str | None) -> None:
    with pytest.raises(BadInput, match=r"the rules (change|use)|the same picks and choices"):
        law_of(latched(memory, RARE), by=by, compiled=False)


def test_the_memory_is_seen_in_another_step() -> None:
    class Won(NamedTuple):
        won: int

    def step(_: object, left: int, chance: Chance, _table: object) -> Any:
        play = latched(of_a_library, RARE)
        return (left - 1 or None), Won(play(chance))

    game = Experiment(name="latch", outcome=Won, start=lambda *_: 4, step=step)
    with pytest.raises(BadInput, match="the same picks and choices"):
        explore(game, None, compiled=False)


@cache
def worth(card: NamedTuple) -> int:
    return 5 if isinstance(card, Red) else 1


@lru_cache(typed=True)
def typed_worth(card: NamedTuple) -> int:
    return 5 if isinstance(card, Red) else 1


@cache
def chance_of(card: NamedTuple) -> tuple[int, int]:
    return (9, 1) if isinstance(card, Red) else (1, 4)


@pytest.mark.parametrize("weights", [[1, 1], [99, 1], [1, 99]])
def test_a_cache_that_takes_a_red_card_for_a_black_one_is_refused(weights: list[int]) -> None:
    worth.cache_clear()
    cards = Red(4), Black(4)
    with pytest.raises(BadInput, match=r"lru_cache\(typed=True\)"):
        law_of(lambda chance: worth(cards[chance.pick(weights)]))
    law = law_of(lambda chance: typed_worth(cards[chance.pick(weights)]))
    assert law.mean() == Fraction(5 * weights[0] + weights[1], sum(weights))


def test_weights_from_such_a_cache_are_refused() -> None:
    chance_of.cache_clear()
    cards = Red(4), Black(4)
    with pytest.raises(BadInput, match=r"gave \(.*\) and later \(.*\)"):
        law_of(lambda chance: chance.pick(chance_of(cards[chance.pick([1, 1])])))


def test_choices_from_such_a_cache_are_refused() -> None:
    class Won(NamedTuple):
        won: int

    @cache
    def options(view: NamedTuple) -> tuple[str, ...]:
        return ("a", "b") if isinstance(view, Red) else ("a",)

    def play(chance: Chance, table: Any) -> Won:
        view = (Red(1), Black(1))[chance.pick([1, 1])]
        return Won(int(table.decide(0, options(view), view) == "b"))

    with pytest.raises(BadInput, match="the same picks and choices"):
        optimal(Experiment.of_play(play, Won), maximise="won")


def test_nothing_can_be_kept_in_the_table() -> None:
    class Won(NamedTuple):
        won: int

    def play(_: Chance, table: Any) -> Won:
        table.count = getattr(table, "count", 0) + 1
        table.decide(0, ["a", "b"], "view")
        return Won(table.count)

    with pytest.raises(AttributeError, match="count"):
        graph_of(Experiment.of_play(play, Won))


def test_plays_at_random_reach_what_the_likeliest_do_not() -> None:
    """A first branch of more than 5,000 paths, and a cache that takes black for red."""

    @cache
    def points(card: Any) -> int:
        return 8 if isinstance(card, Red) else 4

    def play(chance: Chance) -> int:
        card = (Red, Black)[chance.pick([3, 2])](1)
        rest = sum(chance.pick([1] * 6) for _ in range(5))
        return points(card) + (rest > 30)

    with pytest.raises(BadInput, match="a cache takes for equal what differs"):
        law_of(play, compiled=False)


def test_equal_states_that_play_otherwise_are_refused() -> None:
    class Pair(NamedTuple):
        one: tuple[int, ...]
        other: tuple[int, ...]

    class Won(NamedTuple):
        won: int

    def start(_rules: object, _chance: Chance) -> Pair:
        one = 0, 0
        return Pair(one, one)

    def step(_rules: object, state: Pair, chance: Chance, _table: Any) -> tuple[Pair | None, Won]:
        number = chance.pick([1, 1])
        after = Pair((0, number - 1), (0, number - 1)) if number else None
        return after, Won(int(state.one is state.other))

    game = Experiment(name="pairs", outcome=Won, start=start, step=step)
    with pytest.raises(BadInput, match="when it was met again: equal states are one"):
        explore(game, None)


def test_rules_with_symbols_are_played_first() -> None:
    p = sympy.Symbol("p")

    @cache
    def points(card: Any) -> int:
        return 8 if isinstance(card, Red) else 4

    def play(chance: Chance) -> int:
        return points((Red(4), Black(4))[chance.pick([1 - p, p])])

    with pytest.raises(BadInput, match="a cache takes for equal what differs"):
        law_of(play)


def test_the_answer_says_on_how_many_paths_memory_was_looked_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def dice(chance: Chance) -> int:
        return chance.pick([1] * 6) + chance.pick([1] * 6)

    assert law_of(dice).how == "36 paths"
    monkeypatch.setattr(first_plays, "MOST_PATHS", 7)
    tried = re.search(r"36 paths; that nothing is kept unseen was tried on (\d+)", law_of(dice).how)
    assert tried is not None
    assert 7 <= int(tried[1]) <= 14


def test_long_games_are_compared_in_part(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(first_plays, "MOST_PATHS", 7)
    dice = law_of(lambda chance: chance.pick([1] * 6) + chance.pick([1] * 6))
    assert dice[5] == Fraction(1, 6)
    with pytest.raises(BadInput, match="the same picks and choices"):
        law_of(latched(of_a_library, RARE), compiled=False)


def test_rules_that_were_refused_once_stay_refused() -> None:
    """What they have kept is there from now on, so another walk would see no difference."""
    play = latched(of_a_library, RARE)
    for _ in range(2):
        with pytest.raises(BadInput, match="the same picks and choices gave"):
            law_of(play, compiled=False)


def test_an_error_of_the_rules_is_raised_where_it_is_met() -> None:
    def broken(chance: Chance) -> float:
        return 1 / (2 - sum(chance.pick([1, 1]) for _ in range(2)))

    with pytest.raises(ZeroDivisionError):
        law_of(broken)


def test_values_that_differ_from_run_to_run_are_refused() -> None:
    with pytest.raises(BadInput, match=r"the rules call hash\(\), whose values differ"):
        law_of(lambda chance: chance.pick([1, 1]) + hash("ace") % 2)
    assert sys.flags.hash_randomization


@pytest.mark.parametrize(
    ("throws", "how"),
    [(6, "46,656 paths, compiled"), (12, "342 situations, merged before every pick")],
)
def test_where_nothing_can_be_kept_few_paths_are_played_first(
    throws: int, how: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def play(chance: Chance) -> int:
        total = 0
        for _ in range(throws):
            total += chance.pick([1] * 6)
        return total

    played: list[object] = []
    walk = FirstPlays._walk

    def counted(self: FirstPlays, *path: Any) -> Any:
        played.append(path)
        return walk(self, *path)

    monkeypatch.setattr(FirstPlays, "_walk", counted)
    law = law_of(play)
    assert (law.how, len(played)) == (how, FEW)
    assert law[0] == Fraction(1, 6**throws)


def test_time_that_other_ways_take_in_vain_is_not_that_of_the_first_plays(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    clock = [0.0]
    monkeypatch.setattr(first_plays.time, "process_time", lambda: clock[0])

    def in_vain(_explorer: object) -> bool:
        clock[0] += 100
        return False

    monkeypatch.setattr(_Explorer, "_find_at_once", in_vain)
    law = law_of(lambda chance: sum(chance.pick([1] * 6) for _ in range(6)), compiled=False)
    tried = "; that nothing is kept unseen was tried on 5,550 paths"  # as without other ways
    assert law.how == f"46,656 paths{tried}"
