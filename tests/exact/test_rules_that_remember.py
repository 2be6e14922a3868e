"""Rules must follow from their arguments: whatever they keep elsewhere is refused."""

import collections
import contextvars
import decimal
import functools
import itertools
import os
import queue
import random
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from types import SimpleNamespace
from typing import Any, ClassVar, NamedTuple

import numpy as np
import pytest

from montmort.exact.chains.absorbing import AbsorbingChain
from montmort.exact.decisions.optimal import optimal
from montmort.exact.from_rules import explore, law_of
from montmort.games.chance import Chance
from montmort.games.errors import BadInput
from montmort.games.experiment import Experiment
from montmort.games.table import Table


class Won(NamedTuple):
    won: bool


Play = Callable[[Chance], bool]

flag = False
seen: list[int] = []
table: dict[int, int] = {}
numbers = np.zeros(3)
octets = bytearray(3)
letters = {"a"}
waiting = collections.deque([0])
space = SimpleNamespace(last=0)
dice = random.Random(5)
grid = np.random.default_rng(5)
large = [0] * 5_000
SETTING: contextvars.ContextVar[int] = contextvars.ContextVar("SETTING", default=0)
WAITING: queue.SimpleQueue[int] = queue.SimpleQueue()
MAPS: collections.ChainMap[str, int] = collections.ChainMap({})
PARTIAL = functools.partial(int)
VIEW = memoryview(bytearray(3))


class Counter:
    count = 0

    def __init__(self) -> None:
        self.own = 0


class Slotted:
    __slots__ = ("own",)

    def __init__(self) -> None:
        self.own = 0


counter, slotted = Counter(), Slotted()


def global_name(chance: Chance) -> bool:
    global flag
    flag, before = bool(chance.pick([1, 1])), flag
    return before


def global_list(chance: Chance) -> bool:
    seen.append(chance.pick([1, 1]))
    return len(seen) > 1


def list_as_it_was(chance: Chance) -> bool:
    """Leave the list as long as it was: the item alone is another one."""
    before, large[7] = large[7], chance.pick([1, 1])
    return bool(before)


def global_dict(chance: Chance) -> bool:
    before, table[0] = table.get(0, 0), chance.pick([1, 1])
    return bool(before)


def numpy_array(chance: Chance) -> bool:
    before, numbers[0] = numbers[0], chance.pick([1, 1])
    return bool(before)


def byte_array(chance: Chance) -> bool:
    before, octets[0] = octets[0], chance.pick([1, 1])
    return bool(before)


def global_set(chance: Chance) -> bool:
    before = "b" in letters
    letters.add("ab"[chance.pick([1, 1])])
    return before


def double_ended(chance: Chance) -> bool:
    waiting.append(chance.pick([1, 1]))
    return bool(waiting.popleft())


def namespace(chance: Chance) -> bool:
    before, space.last = space.last, chance.pick([1, 1])
    return bool(before)


def class_attribute(chance: Chance) -> bool:
    before, Counter.count = Counter.count, chance.pick([1, 1])
    return bool(before)


def attribute(chance: Chance) -> bool:
    before, counter.own = counter.own, chance.pick([1, 1])
    return bool(before)


def slot(chance: Chance) -> bool:
    before, slotted.own = slotted.own, chance.pick([1, 1])
    return bool(before)


def function_attribute(chance: Chance) -> bool:
    before = getattr(function_attribute, "last", 0)
    function_attribute.last = chance.pick([1, 1])  # type: ignore[attr-defined]
    return bool(before)


def default(chance: Chance, kept: list[int] = []) -> bool:  # noqa: B006
    kept.append(chance.pick([1, 1]))
    return len(kept) > 2


def by_name(chance: Chance) -> bool:
    before = globals()["flag"]
    globals()["flag"] = bool(chance.pick([1, 1]))
    return bool(before)


def own_random_numbers(chance: Chance) -> bool:
    return bool(chance.pick([1, 1])) and dice.random() < 0.5


def module_random_numbers(chance: Chance) -> bool:
    return bool(chance.pick([1, 1])) and random.random() < 0.5


def numpy_random_numbers(chance: Chance) -> bool:
    return bool(chance.pick([1, 1])) and grid.random() < 0.5


def in_another_function(chance: Chance) -> bool:
    return global_name(chance)


@functools.cache
def cached_list() -> list[int]:
    return [0]


def cache_of_lists(chance: Chance) -> bool:
    before, cached_list()[0] = cached_list()[0], chance.pick([1, 1])
    return bool(before)


@functools.lru_cache(4)
def limited_list() -> list[int]:
    return [0]


def cache_with_a_limit(chance: Chance) -> bool:
    before, limited_list()[0] = limited_list()[0], chance.pick([999, 1])
    return bool(before)


def context(chance: Chance) -> bool:
    before = SETTING.get()
    SETTING.set(chance.pick([999, 1]))
    return bool(before)


def queue_of_one(chance: Chance) -> bool:
    WAITING.put(chance.pick([999, 1]))
    return bool(WAITING.get()) and WAITING.qsize() > 1


def chain_of_maps(chance: Chance) -> bool:
    before, MAPS["last"] = MAPS.get("last", 0), chance.pick([999, 1])
    return bool(before)


def attribute_of_a_partial(chance: Chance) -> bool:
    before = getattr(PARTIAL, "last", 0)
    PARTIAL.last = chance.pick([999, 1])  # type: ignore[attr-defined]
    return bool(before)


def view_of_bytes(chance: Chance) -> bool:
    before, VIEW[0] = VIEW[0], chance.pick([999, 1])
    return bool(before)


def replaced_defaults(chance: Chance) -> bool:
    if chance.pick([999, 1]):
        default.__defaults__ = ([1, 2],)
    return default.__defaults__ == ([1, 2],)


def precision(chance: Chance) -> bool:
    before = decimal.getcontext().prec
    decimal.getcontext().prec = 28 - chance.pick([999, 1])
    return before < 28


def environment(chance: Chance) -> bool:
    before = os.environ.get("A_RARE_CARD", "")
    if chance.pick([999, 1]):
        os.environ["A_RARE_CARD"] = "1"
    return bool(before)


def imported_inside(chance: Chance) -> bool:
    import secrets

    return bool(chance.pick([1, 1])) and secrets.randbelow(2) == 0


def with_a_module_of_its_own() -> Play:
    import random as source

    return lambda chance: bool(chance.pick([1, 1])) and source.random() < 0.5


def reads_a_path(chance: Chance) -> bool:
    return bool(chance.pick([1, 1])) and Path(__file__).exists()


def closure() -> Play:
    last = 0

    def play(chance: Chance) -> bool:
        nonlocal last
        before, last = last, chance.pick([1, 1])
        return bool(before)

    return play


def iterator() -> Play:
    numbers = itertools.cycle([False, True])
    return lambda chance: next(numbers) if chance.pick([1, 1]) else False


def generator() -> Play:
    numbers = (n % 2 == 1 for n in itertools.count())
    return lambda chance: next(numbers) if chance.pick([1, 1]) else False


class Machine:
    def __init__(self) -> None:
        self._last = 0

    def play(self, chance: Chance) -> bool:
        before, self._last = self._last, chance.pick([1, 1])
        return bool(before)


def only_a_rare_card(chance: Chance) -> bool:
    """Remember one card in a million, and forget it when it is asked for."""
    global flag
    before = flag
    flag = chance.pick([999_999, 1]) == 1
    return before


class Pile(list[int]):
    """A list with an attribute."""

    dealt = 0


PILE = Pile([1, 2])


def attribute_of_a_list(chance: Chance) -> bool:
    before = PILE.dealt
    PILE.dealt += chance.pick([1, 1])
    return before > 0


class Missing(dict[int, bool]):
    """A dictionary whose class keeps something."""

    asked: ClassVar[list[int]] = []

    def __missing__(self, key: int) -> bool:
        self.asked.append(key)
        return len(self.asked) > 1


MISSING = Missing({0: False})


def class_of_a_dictionary(chance: Chance) -> bool:
    return MISSING[chance.pick([1, 1])]


class Once(type):
    """The class of classes with one object."""

    made: ClassVar[dict[type, Any]] = {}

    def __call__(cls) -> Any:
        return cls.made.setdefault(cls, super().__call__())


class Only(metaclass=Once):
    count = 0


def object_of_a_metaclass(chance: Chance) -> bool:
    only = Only()
    before, only.count = only.count, only.count + chance.pick([1, 1])
    return before > 0


def name_of_a_function(chance: Chance) -> bool:
    before = name_of_a_function.__name__
    if chance.pick([1, 1]):
        name_of_a_function.__name__ = "met"
    return before == "met"


class Table7:
    """Something that is made once."""

    @functools.cached_property
    def counts(self) -> list[int]:
        """Return a list that plays change."""
        return [0]


SEVEN = Table7()


def cached_attribute(chance: Chance) -> bool:
    before = SEVEN.counts[0]
    SEVEN.counts[0] += chance.pick([1, 1])
    return before > 0


REMEMBERING: list[Play] = [
    attribute_of_a_list,
    class_of_a_dictionary,
    object_of_a_metaclass,
    name_of_a_function,
    cached_attribute,
    global_name,
    global_list,
    list_as_it_was,
    global_dict,
    numpy_array,
    byte_array,
    global_set,
    double_ended,
    namespace,
    class_attribute,
    attribute,
    slot,
    function_attribute,
    default,
    by_name,
    own_random_numbers,
    module_random_numbers,
    numpy_random_numbers,
    in_another_function,
    cache_of_lists,
    closure(),
    iterator(),
    generator(),
    Machine().play,
    only_a_rare_card,
    cache_with_a_limit,
    context,
    queue_of_one,
    chain_of_maps,
    attribute_of_a_partial,
    view_of_bytes,
    replaced_defaults,
    precision,
    environment,
    imported_inside,
    with_a_module_of_its_own(),
    reads_a_path,
]
REFUSED = (
    "the rules (change|use|draw)|may change|did not lead to the same play"
    "|the same picks and choices (gave|led to another path)"
)


@pytest.fixture(autouse=True)
def _forget() -> None:
    global flag
    flag = False
    seen.clear()
    table.clear()
    numbers[:] = 0
    large[7] = Counter.count = 0
    letters.discard("b")
    cached_list.cache_clear()
    limited_list.cache_clear()
    vars(PARTIAL).clear()
    MAPS.clear()
    VIEW[0] = 0
    PILE.dealt = 0
    Missing.asked.clear()
    Once.made.clear()
    name_of_a_function.__name__ = "name_of_a_function"
    vars(SEVEN).clear()


def game_of(play: Play) -> Experiment[Any, Any, Won]:
    """Return the game of two steps, each with what the play returns."""

    def step(_rules: object, state: int, chance: Chance, _table: Table) -> tuple[int | None, Won]:
        return (state - 1 or None), Won(play(chance))

    return Experiment(name="steps", outcome=Won, start=lambda *_: 2, step=step)


@pytest.mark.parametrize("play", REMEMBERING, ids=lambda play: play.__qualname__)
@pytest.mark.parametrize("compiled", [False, "auto"])
def test_plays_that_remember_are_refused(play: Play, compiled: bool | str) -> None:
    with pytest.raises(BadInput, match=REFUSED):
        law_of(play, compiled=compiled)


@pytest.mark.parametrize("play", REMEMBERING, ids=lambda play: play.__qualname__)
@pytest.mark.parametrize("compiled", [False, "auto"])
def test_steps_that_remember_are_refused(play: Play, compiled: bool | str) -> None:
    with pytest.raises(BadInput, match=REFUSED):
        explore(game_of(play), None, compiled=compiled)


@pytest.mark.parametrize("play", REMEMBERING, ids=lambda play: play.__qualname__)
def test_decisions_that_remember_are_refused(play: Play) -> None:
    def decided(chance: Chance, table: Table) -> Won:
        return Won(table.decide(0, [False, True], None) or play(chance))

    with pytest.raises(BadInput, match=REFUSED):
        optimal(Experiment.of_play(decided, Won), None, maximise="won")


@pytest.mark.parametrize("play", REMEMBERING, ids=lambda play: play.__qualname__)
def test_nothing_that_remembers_is_compiled(play: Play) -> None:
    for answer in (
        lambda: law_of(play, compiled=True),
        lambda: explore(game_of(play), None, compiled=True),
    ):
        with pytest.raises(Exception, match=f"{REFUSED}|compiled|compile"):
            answer()


class Money(NamedTuple):
    won: int


@dataclass
class Player:
    """A player that has seen a rare card."""

    rare: bool = False

    def decide(self, _seat: int, choices: Any, view: int, /) -> Any:
        self.rare = self.rare or view == 0
        return choices[-1] if self.rare else choices[0]

    def tell(self, event: Any, /) -> None:
        """Hear nothing."""


ONE_PLAYER = Player()


def test_a_player_that_remembers_a_rare_card_is_refused() -> None:
    def step(_rules: object, left: int, chance: Chance, table: Table) -> tuple[int | None, Money]:
        card = chance.pick([1, 999])
        return (left - 1 or None), Money(table.decide(0, [0, 1], card))

    for players in (lambda *_: Player(), lambda *_, player=ONE_PLAYER: player):
        game = Experiment(
            name="cards", outcome=Money, start=lambda *_: 2, step=step, players=players
        )
        with pytest.raises(BadInput, match=r"players remember|the rules change"):
            explore(game, None)


class State:
    def __init__(self) -> None:
        self.left = 3


@dataclass(unsafe_hash=True)
class Changed:
    left: int = 3


@pytest.mark.parametrize(
    ("kind", "sentence"),
    [(State, "each State.…. equals itself alone"), (Changed, "a step changes its state")],
)
def test_a_state_that_a_step_changes_is_refused(kind: Any, sentence: str) -> None:
    def step(_rules: object, state: State, chance: Chance, _table: Table) -> Any:
        state.left -= 1
        return (state if state.left else None), Won(bool(chance.pick([1, 1])))

    game = Experiment(name="cards", outcome=Won, start=lambda *_: kind(), step=step)
    with pytest.raises(BadInput, match=sentence):
        explore(game, None)


TABLE = {face: face % 2 for face in range(6)}
MANY = tuple(range(10_000))


@functools.cache
def squares(face: int) -> tuple[int, ...]:
    return tuple(n * n for n in range(face))


def reads_much(chance: Chance) -> bool:
    face = chance.pick([1] * 6)
    own = [TABLE[face], MANY[face], *squares(face)]
    own.append(Counter.count)
    return sum(own) % 2 == 1


def test_rules_may_read_tables_and_cache_results() -> None:
    law = law_of(reads_much, compiled=False)
    assert law[True] == Fraction(sum(map(_odd, range(6))), 6)
    assert law.how == "6 paths"


def _odd(face: int) -> bool:
    return (face % 2 + face + sum(n * n for n in range(face))) % 2 == 1


class Clock(NamedTuple):
    """Fields with the names of modules and functions that rules may not use."""

    time: int
    secrets: int
    open: int


def test_fields_may_have_the_names_of_modules() -> None:
    def step(_rules: object, clock: Clock, chance: Chance, _table: Table) -> Any:
        won = chance.pick([1, clock.secrets + clock.open]) == 0
        return (clock._replace(time=clock.time - 1) if clock.time > 1 else None), Won(won)

    game = Experiment(name="game", outcome=Won, start=lambda *_: Clock(3, 1, 1), step=step)
    assert explore(game, None).last_law("won")[True] == Fraction(1, 3)


def test_large_tables_are_compared_now_and_then_and_the_answer_says_so() -> None:
    law = law_of(lambda chance: chance.pick([1] * 6) + large[0])
    assert law.how == "6 paths; 5,000 items of tables compared every 5,000 paths"


def test_small_memories_beside_large_tables_are_compared_after_every_path() -> None:
    rows, memory = [[row, row + 1] for row in range(2_000)], [0]

    def step(state: int, chance: Chance) -> int:
        memory[0] = 1 - memory[0]  # as before after every other path
        return rows[state][chance.pick([1, 1])] if state < 2_000 else state

    with pytest.raises(BadInput, match=r"the rules change \[[01]\]"):
        AbsorbingChain.from_step(step, 0)


def test_items_that_go_from_one_list_to_another_are_noticed() -> None:
    left, right = [1], list[int]()

    def play(chance: Chance) -> int:
        if left:
            right.append(left.pop())
        return chance.pick([1, 1])

    with pytest.raises(BadInput, match="the rules change"):
        law_of(play)


class Kept:
    """A class on which rules may try to keep something."""


def annotated() -> None:
    """Do nothing."""


@functools.cache
def remembered() -> None:
    return None


def private_name(x: int) -> int:
    setattr(Kept, "__n", getattr(Kept, "__n", x))
    return int(vars(Kept)["__n"])


def dunder_name(x: int) -> int:
    Kept.__n__ = getattr(Kept, "__n__", x)  # type: ignore[attr-defined]
    return int(Kept.__n__)  # type: ignore[attr-defined]


def module_of_a_class(x: int) -> int:
    Kept.__module__ = Kept.__module__ if Kept.__module__.isdigit() else str(x)
    return int(Kept.__module__)


def attribute_of_a_cached_function(x: int) -> int:
    remembered.n = getattr(remembered, "n", x)  # type: ignore[attr-defined]
    return int(remembered.n)  # type: ignore[attr-defined]


def attribute_of_a_function_of_the_library(x: int) -> int:
    functools.update_wrapper.n = getattr(functools.update_wrapper, "n", x)  # type: ignore[attr-defined]
    return int(functools.update_wrapper.n)  # type: ignore[attr-defined]


def attribute_of_a_class_of_the_library(x: int) -> int:
    Fraction.n = getattr(Fraction, "n", x)  # type: ignore[attr-defined]
    return int(Fraction.n)  # type: ignore[attr-defined]


def annotations(x: int) -> int:
    return int(annotated.__annotations__.setdefault("n", x))


OBJECTS = np.empty(1, object)
OBJECTS[0] = []


def list_in_an_array(x: int) -> int:
    if not OBJECTS[0]:
        OBJECTS[0].append(x)
    return int(OBJECTS[0][0])


@functools.singledispatch
def kind_of(_value: object) -> int:
    return -1


def registered(x: int) -> int:
    if kind_of(Kept()) < 0:
        kind_of.register(Kept)(lambda _: x)
    return kind_of(Kept())


def folders(x: int) -> int:
    if not os.path.isdir("kept"):
        os.makedirs("kept")
        return x
    return 0


@pytest.mark.parametrize(
    "keep",
    [
        private_name,
        dunder_name,
        module_of_a_class,
        attribute_of_a_cached_function,
        attribute_of_a_function_of_the_library,
        attribute_of_a_class_of_the_library,
        annotations,
        list_in_an_array,
        registered,
        folders,
    ],
)
def test_what_is_kept_in_strange_places_is_noticed(
    keep: Callable[[int], int], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(BadInput, match=r"the rules (change|use) "):
        law_of(lambda chance: keep(chance.pick([1] * 5)))


class Five(list[int]):
    """A list that says it has five items."""

    def __len__(self) -> int:
        return 5


class Copied(dict[str, int]):
    """A dictionary that shows copies of its values."""

    def values(self) -> list[int]:  # type: ignore[override]
        return [*super().values()]


def test_containers_with_methods_of_their_own_are_watched() -> None:
    five, copied = Five(), Copied(first=0)

    def honest(chance: Chance) -> int:
        return chance.pick([1, 1]) + len(five) + copied["first"]

    assert law_of(honest) == law_of(lambda chance: chance.pick([1, 1]) + 5)

    def counting(chance: Chance) -> int:
        copied["first"] += chance.pick([1, 1])
        return copied["first"]

    with pytest.raises(BadInput, match="the rules change"):
        law_of(counting)

    ordered = collections.OrderedDict(first=0, second=1)

    def turning(chance: Chance) -> int:
        if chance.pick([1, 1]):
            ordered.move_to_end("first")
        return next(iter(ordered.values()))

    with pytest.raises(BadInput, match="the rules change"):
        law_of(turning)

    def keeping(chance: Chance) -> int:
        five.append(chance.pick([1, 1]))
        return five[0]

    with pytest.raises(BadInput, match="the rules change"):
        law_of(keeping)
