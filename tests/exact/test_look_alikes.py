"""Values that are equal for Python and differ, against walks that merge nothing."""

import enum
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from decimal import Decimal
from fractions import Fraction
from typing import Any, NamedTuple, TypeVar

import pytest

from montmort.exact.chains.transitions import Transitions
from montmort.exact.decisions.optimal import optimal
from montmort.exact.from_rules import explore, law_of
from montmort.exact.law import Law
from montmort.games.cards.deck import Deck
from montmort.games.chance import Chance
from montmort.games.errors import BadInput, UnknownName
from montmort.games.experiment import Experiment
from montmort.games.table import Table

Answer = TypeVar("Answer")


class Red(NamedTuple):
    """A card."""

    rank: object


class Black(NamedTuple):
    """A card of the same shape."""

    rank: object


class Suit(enum.IntEnum):
    """Members that are equal to integers."""

    CLUBS = 1


class Colour(enum.IntEnum):
    """Members that are equal to those of another Enum."""

    GREEN = 1


class Name(str):
    """A text of another class."""


@dataclass(frozen=True)
class Seen:
    """A card with a side that `==` ignores."""

    card: object
    side: object = field(default=0, compare=False)


@dataclass(frozen=True)
class Faced(Seen):
    """A card of a class below the other."""


GROUPS: list[list[Any]] = [  # the values of each are equal for Python, or nearly so
    [1, True, 1.0, Fraction(1), Decimal(1), 1 + 0j, Suit.CLUBS, Colour.GREEN],
    [0, False, 0.0, -0.0, Fraction(0)],
    ["a", Name("a"), b"a"],
    [Red(4), Black(4), (4,), Red(4.0), Black(Fraction(4))],
    [Red(1), Red(True), Red(Suit.CLUBS), (1,), (True,)],
    [Seen(1), Seen(True), Seen(1, 1), Seen(1, True), Faced(1), Faced(1, 1)],
    [frozenset({1}), frozenset({True}), frozenset({Colour.GREEN}), frozenset({(1, 1)})],
    [Deck((3, 4), (1, 2)), Deck((3, 4), (True, 2)), Deck((3, 4), (1.0, 2)), Deck((4, 3), (1, 2))],
    [(Red((1, 2)), None), (Black((1, 2)), None), (Red((True, 2)), None), (Seen((1, 2), 3), None)],
    [range(0), range(1, 1), (), frozenset(), "", b""],
    [int, bool, float, abs, len],
]
SEEDS = range(40)


def spelled(value: Any) -> str:
    """Return a text that differs wherever the type or the content of two values does."""
    inner: Any = ()
    if isinstance(value, Seen):
        inner = (value.card, value.side)
    elif isinstance(value, Deck):
        inner = (value.kinds, value.counts)
    elif isinstance(value, tuple | frozenset):
        inner = value
    items = ", ".join(map(spelled, inner))
    return f"{type(value).__name__} {value!r} [{items}]"


def look_alikes(rng: random.Random) -> list[Any]:
    """Return some values of one or two groups."""
    values = [value for group in rng.sample(GROUPS, rng.randint(1, 2)) for value in group]
    return rng.sample(values, rng.randint(2, len(values)))


def answer_or_refusal(function: Callable[[], Answer]) -> tuple[Answer | None, str]:
    """Return what a function answers and "", or None and the sentence of its refusal."""
    try:
        return function(), ""
    except BadInput as error:
        return None, str(error)


class Total(NamedTuple):
    """Outcome: what the visited states are worth."""

    worth: int


class Moves:
    """A random game over look-alikes: from each with each weight to another, and a gain."""

    def __init__(self, seed: int, turns: int = 3) -> None:
        rng = random.Random(seed)
        self.values, self.turns = look_alikes(rng), turns
        self.places = {spelled(value): place for place, value in enumerate(self.values)}
        assert len(self.places) == len(self.values)
        size = len(self.values)
        self.weights = [[rng.randint(0, 3) for _ in range(size)] for _ in range(size + 1)]
        for row in self.weights:
            row[rng.randrange(size)] += 1
        self.gains = [rng.randint(-2, 2) for _ in range(size)]

    def game(self) -> Experiment[Any, Any, Total]:
        """Return the game by steps; the state is the turns left and a look-alike."""

        def start(_rules: object, chance: Chance) -> tuple[int, Any]:
            return self.turns, self.values[chance.pick(self.weights[-1])]

        def step(_rules: object, state: Any, chance: Chance, _table: Table) -> Any:
            left, value = state
            place = self.places[spelled(value)]
            to = self.values[chance.pick(self.weights[place])]
            return ((left - 1, to) if left > 1 else None), Total(self.gains[place])

        return Experiment(name="game", outcome=Total, start=start, step=step)

    def law(self) -> Law[int]:
        """Return the law of the total by every path of the table."""
        chances: dict[int, Fraction] = {}
        for total, chance in self._paths(-1, self.turns, Fraction(1), 0):
            chances[total] = chances.get(total, Fraction(0)) + chance
        return Law.of(chances)

    def _paths(
        self, place: int, left: int, chance: Fraction, total: int
    ) -> Iterator[tuple[int, Fraction]]:
        row = self.weights[place]
        for to, weight in enumerate(row):
            if weight:
                now, worth = chance * Fraction(weight, sum(row)), total + self.gains[to]
                if left == 1:
                    yield worth, now
                else:
                    yield from self._paths(to, left - 1, now, worth)


@pytest.mark.parametrize("compiled", [False, "auto"])
@pytest.mark.parametrize("seed", SEEDS)
def test_states_that_look_alike_stay_apart(seed: int, compiled: bool | str) -> None:
    moves = Moves(seed)
    walk = explore(moves.game(), None, compiled=compiled)
    assert walk.field_law("worth").chances() == moves.law().chances()
    most = {(left, to) for left in range(1, 4) for to in range(len(moves.values))}
    assert walk.moves.size.states <= len(most)


@pytest.mark.parametrize("seed", SEEDS)
def test_states_of_optimal_play_that_look_alike_stay_apart(seed: int) -> None:
    moves = Moves(seed)
    assert optimal(moves.game(), None, maximise="worth").value == moves.law().mean()


@pytest.mark.parametrize("seed", SEEDS)
def test_situations_that_look_alike_stay_apart(seed: int) -> None:
    moves = Moves(seed, turns=4)
    values, weights, gains, spell = moves.values, moves.weights, moves.gains, spelled
    places = moves.places

    def play(chance: Chance) -> int:
        value, total = values[chance.pick(weights[-1])], 0
        for _ in range(3):
            place = places[spell(value)]
            total += gains[place]
            value = values[chance.pick(weights[place])]
        return total + gains[places[spell(value)]]

    assert law_of(play, by="paths").chances() == moves.law().chances()
    law, refusal = answer_or_refusal(lambda: law_of(play, by="situations"))
    assert "cannot be merged" in refusal if law is None else law.chances() == moves.law().chances()


def views_game(values: list[Any], worths: list[list[int]]) -> Experiment[Any, Any, Total]:
    """Return the game in which one of the values is shown and one of two choices is made."""

    def play(chance: Chance, table: Table) -> Total:
        place = chance.pick([1] * len(values))
        return Total(worths[place][table.decide(0, [0, 1], values[place])])

    return Experiment.of_play(play, Total)


@pytest.mark.parametrize("seed", SEEDS)
def test_views_that_look_alike_are_not_one(seed: int) -> None:
    rng = random.Random(seed)
    values = look_alikes(rng)
    worths = [[rng.randint(-9, 9), rng.randint(-9, 9)] for _ in values]
    found = optimal(views_game(values, worths), None, maximise="worth")
    assert found.value == Fraction(sum(map(max, worths)), len(values))
    for value, of_choice in zip(values, worths, strict=True):
        (decision,) = found.decisions_at(value)
        assert spelled(decision.view) == spelled(value)
        assert decision.values == tuple(of_choice)
    play, refusal = answer_or_refusal(lambda: found.played)
    if play is None:
        assert "are equal for Python, and differ" in refusal
    else:
        assert explore(play, None).expected("worth") == found.value


def test_choices_that_look_alike_are_refused() -> None:
    def play(_chance: Chance, table: Table) -> Total:
        return Total(int(type(table.decide(0, [Red(1), Black(1)], None)) is Black))

    with pytest.raises(BadInput, match=r"the choices Red.* and Black.* are equal for Python"):
        optimal(Experiment.of_play(play, Total), None, maximise="worth")


def test_a_decision_is_not_found_by_a_view_that_only_looks_alike() -> None:
    found = optimal(views_game([Red(1)], [[0, 1]]), None, maximise="worth")
    assert found.at(Red(1)).choice == 1
    for view in (Black(1), Red(True), (1,)):
        with pytest.raises(UnknownName, match="never decides at"):
            found.at(view)


@pytest.mark.parametrize("seed", SEEDS)
def test_results_that_look_alike_are_told_apart_or_refused(seed: int) -> None:
    values = look_alikes(random.Random(seed))
    law, refusal = answer_or_refusal(
        lambda: law_of(lambda chance: values[chance.pick([1] * len(values))])
    )
    if law is None:
        assert "are equal for Python, and differ" in refusal
    else:
        assert all(law[value] >= Fraction(1, len(values)) for value in values)
        assert sum(law.chances().values()) == 1


OWN: list[Callable[[], Any]] = []


def own(make: Callable[[], Any]) -> Callable[[], Any]:
    """Add a class with an equality of its own."""
    OWN.append(make)
    return make


@own
def of_a_plain_class() -> Any:
    class Always:
        def __eq__(self, other: object) -> bool:
            return True

        def __hash__(self) -> int:
            return 1

    return Always


@own
def of_a_tuple() -> Any:
    class Pair(tuple[int, int]):
        __slots__ = ()

        def __eq__(self, other: object) -> bool:
            return True

        def __hash__(self) -> int:
            return 1

    return lambda: Pair((1, 2))


@own
def of_a_frozen_dataclass() -> Any:
    @dataclass(frozen=True, eq=False)
    class Card:
        rank: int = 1

        def __eq__(self, other: object) -> bool:
            return isinstance(other, Card)

        def __hash__(self) -> int:
            return 1

    return Card


@own
def of_a_base() -> Any:
    base: Any = of_a_plain_class()

    class Below(base):  # type: ignore[misc]
        pass

    return Below


@own
def of_a_member() -> Any:
    class Suit(enum.Enum):
        CLUBS = 1

        def __eq__(self, other: object) -> bool:
            return True

        def __hash__(self) -> int:
            return 1

    return lambda: Suit.CLUBS


@pytest.mark.parametrize("make", OWN, ids=lambda make: make.__name__)
def test_an_equality_of_its_own_is_refused_and_the_class_is_named(make: Callable[[], Any]) -> None:
    value = make()()

    def step(_rules: object, _state: Any, chance: Chance, _table: Table) -> Any:
        return None, Total(chance.pick([1, 1]))

    game = Experiment(name="game", outcome=Total, start=lambda *_: value, step=step)
    for answer in (
        lambda: explore(game, None),
        lambda: optimal(game, None, maximise="worth"),
        lambda: law_of(lambda _: value),
        lambda: optimal(views_game([value, value], [[0, 1]] * 2), None, maximise="worth"),
    ):
        with pytest.raises(BadInput, match=f"^{type(value).__name__} has an equality of its own"):
            answer()


def test_a_number_that_does_not_equal_itself_is_refused() -> None:
    for number in (float("nan"), complex("nan"), Decimal("nan")):
        with pytest.raises(BadInput, match="does not equal itself"):
            law_of(lambda _, number=number: (number,))


HOME = Red(0)
SOME = object()


@pytest.mark.parametrize(
    "asked",
    [lambda card: card is HOME, lambda card: HOME is not card, lambda card: (card,)[0] is HOME],
)
def test_whether_a_value_is_one_object_is_no_question(asked: Callable[[Any], bool]) -> None:
    def step(_rules: None, card: Red, _chance: Chance, _table: Table) -> tuple[None, Total]:
        return None, Total(asked(card))

    game = Experiment(name="game", outcome=Total, start=lambda *_: Red(0), step=step)
    with pytest.raises(BadInput, match=r"ask whether something `is` HOME: equal values are one"):
        explore(game, None)
    assert law_of(lambda chance: asked(Red(chance.pick([1, 1])))).total == 1  # no states


def test_whether_a_state_of_a_chain_is_one_object_is_no_question() -> None:
    def step(card: Red, chance: Chance) -> Red | None:
        return None if card is HOME else Red(chance.pick([1, 1]))

    with pytest.raises(BadInput, match=r"ask whether something `is` HOME: equal values are one"):
        Transitions.from_step(step, Red(0))


def test_what_is_one_object_may_be_asked_for() -> None:
    def play(chance: Chance) -> tuple[bool, ...]:
        card = (Red(0), Black(0), None)[chance.pick([1, 1, 1])]
        return (
            *(card is None, card is not None, HOME is None, type(card) is Red),
            *((card and SOME) is SOME, (card is HOME.rank) if card == 7 else False),
        )

    assert law_of(play)[False, True, False, True, True, False] == Fraction(1, 3)


def of_cards(played: Callable[[Chance, frozenset[int]], int]) -> Experiment[None, Any, Total]:
    """Return the game in which two cards of 0, 8 and 16 are taken, one after the other."""

    def step(_rules: None, hand: frozenset[int], chance: Chance, _table: Table) -> Any:
        if len(hand) == 2:
            return None, Total(played(chance, hand))
        left = [card for card in (0, 8, 16) if card not in hand]
        return hand | {left[chance.pick([1] * len(left))]}, Total(0)

    return Experiment(name="cards", outcome=Total, start=lambda *_: frozenset[int](), step=step)


@pytest.mark.parametrize(
    "played",
    [
        lambda _, hand: next(iter(hand)),
        lambda _, hand: max(hand, key=lambda card: card % 8),
        lambda _, hand: [*hand][-1],
    ],
)
def test_the_order_in_a_frozenset_is_not_part_of_the_state(played: Any) -> None:
    with pytest.raises(BadInput, match="depends on the order in which a frozenset lists its items"):
        explore(of_cards(played), None)
    with pytest.raises(BadInput, match="depends on the order in which a frozenset lists its items"):
        optimal(of_cards(played), None, maximise="worth")


@pytest.mark.parametrize(
    ("played", "mean"),
    [
        (lambda _, hand: sum(hand), Fraction(16)),
        (lambda _, hand: max(hand), Fraction(40, 3)),
        (lambda chance, hand: [*hand][chance.pick([1, 1])], Fraction(8)),
    ],
)
def test_a_frozenset_may_be_listed_where_the_order_does_not_matter(
    played: Any, mean: Fraction
) -> None:
    assert explore(of_cards(played), None).expected("worth") == mean


def test_nothing_is_kept_on_chance_or_table() -> None:
    def play(chance: Any) -> int:
        chance.number = chance.pick([1, 1])
        return int(chance.number)

    with pytest.raises(AttributeError):
        law_of(play)
