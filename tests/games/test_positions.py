"""Equivalent positions become one, and the law of the game stays what it was."""

import enum
from collections import Counter
from fractions import Fraction
from itertools import permutations
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from montmort import Deck, Experiment, canonical, explore
from montmort.games.errors import BadInput


class Colour(enum.Enum):
    RED = "z"
    GREEN = "a"


class Tree(NamedTuple):
    fruits: int
    picked: Colour | None


items = st.one_of(
    st.integers(-3, 3),
    st.booleans(),
    st.fractions(0, 1, max_denominator=3),
    st.sampled_from(Colour),
    st.none(),
    st.text(alphabet="ab", max_size=2),
    st.lists(st.integers(0, 1), min_size=2, max_size=2).map(Deck),
)
groups = st.lists(st.one_of(items, st.tuples(items, items)), max_size=4)


@given(groups)
def test_every_order_of_the_groups_has_one_form(position: list[Any]) -> None:
    forms = {canonical(order) for order in permutations(position)}
    assert len(forms) == 1
    (form,) = forms
    assert Counter(form) == Counter(position)
    assert canonical(form) == form


@given(st.lists(st.tuples(items, items, items), max_size=4))
def test_several_sequences_stay_side_by_side(rows: list[tuple[Any, Any, Any]]) -> None:
    columns = [[row[place] for row in rows] for place in range(3)]
    first, second, third = canonical(*columns)
    assert tuple(zip(first, second, third, strict=True)) == canonical(rows)


def test_numbers_are_sorted_and_enums_stand_in_the_order_of_definition() -> None:
    assert canonical((2, Fraction(1, 2), 1)) == (Fraction(1, 2), 1, 2)
    assert canonical([Colour.GREEN, Colour.RED]) == (Colour.RED, Colour.GREEN)
    assert canonical([Tree(2, None), Tree(1, Colour.RED)]) == (Tree(1, Colour.RED), Tree(2, None))
    assert canonical([]) == ()
    assert canonical([], []) == ((), ())


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: canonical([[1, 2], [0]]), r"canonical cannot order \[1, 2\]"),
        (lambda: canonical([{1}, {2}]), "use numbers, strings"),
        (lambda: canonical([float("nan"), 1.0]), "cannot order nan"),
        (lambda: canonical((1, 2), (1,)), "have one length, not 2 and 1"),
        (lambda: canonical(3), "sequences, not 3"),
        (lambda: canonical((1, 2), 3), "sequences, not 3"),
    ],
)
def test_what_has_no_order(call: Any, message: str) -> None:
    with pytest.raises(BadInput, match=message):
        call()


class Picking(NamedTuple):
    won: bool
    rounds: int


class Orchard(NamedTuple):
    trees: tuple[int, ...]
    raven: int


def orchard(order: Any, trees: int = 3, fruits: int = 2) -> Experiment[None, Any, Any]:
    """First Orchard: a tree's face takes a fruit, the basket one of the fullest tree."""

    def step(rules: Any, state: Orchard, chance: Any, table: Any) -> Any:
        left, raven = list(state.trees), state.raven
        face = chance.pick([1] * (trees + 2))
        if face == trees + 1:
            raven -= 1
        else:
            tree = left.index(max(left)) if face == trees else face
            left[tree] = max(left[tree] - 1, 0)
        won = not any(left)
        after = None if won or not raven else Orchard(order(left), raven)
        return after, Picking(won, 1)

    return Experiment(
        name="orchard",
        outcome=Picking,
        start=lambda rules, chance: Orchard(order([fruits] * trees), 3),
        step=step,
    )


def test_the_orchard_has_fewer_states_and_the_same_law() -> None:
    plain, merged = (explore(orchard(order), None) for order in (tuple, canonical))
    assert (len(plain.steps), len(merged.steps)) == (78, 27)
    assert plain.last_law("won") == merged.last_law("won")
    assert plain.expected("rounds") == merged.expected("rounds")
