"""Dicts of many keys in compiled rules: every kind of key, found and not found."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from montmort.games.errors import MontmortError
from montmort.montecarlo.compiled.compiler import compile_experiment
from montmort.montecarlo.compiled.key_tables import _in_ranges, _tree
from montmort.verification.registry import GAMES
from tests.machine.keys import FAILS, KEYS, USES
from tests.machine.snippets import experiment_of
from tests.montecarlo.compiled.played_in_python import (
    MEMORY_FUNCTIONS,
    interpreted,
    python_play,
    stream,
)
from tests.montecarlo.compiled.snippets import both_ways


@pytest.mark.parametrize("keys", KEYS)
def test_keys_are_found_as_by_python(keys: str) -> None:
    text = KEYS[keys] + USES
    source = compile_experiment(experiment_of(text), None).source
    assert "next_node(" in source or "next_in_ranges(" in source
    compiled, expected = both_ways(text, plays=300)
    assert compiled == expected
    assert {row[0] for row in expected} >= {1}  # found


@pytest.mark.parametrize("keys", KEYS)
def test_a_key_that_is_missing_fails(keys: str) -> None:
    compiled, expected = both_ways(KEYS[keys] + FAILS, plays=300)
    assert compiled == expected


def test_values_may_be_tuples_of_any_length_chosen_by_a_key() -> None:
    text = """
        TABLE = {(a, b): tuple(range(a % 5)) for a in range(9) for b in range(9)}
        TABLE |= {(a,): a for a in range(9)}
        def play(chance):
            found = TABLE[chance.pick([1] * 9), chance.pick([1] * 9)]
            return Out(len(found), TABLE[chance.pick([1] * 9),])
        """
    compiled, expected = both_ways(text, plays=100)
    assert compiled == expected


def test_keys_that_none_can_be_equal_to_are_missing() -> None:
    text = """
        TABLE = {(a, b): a for a in range(9) for b in range(9)}
        def play(chance):
            return Out(int(chance.pick([1, 1]) in TABLE), TABLE.get(chance.pick([1, 1]), 5))
        """
    compiled, expected = both_ways(text)
    assert compiled == expected


def test_numbers_close_to_each_other_and_a_key_that_may_be_none() -> None:
    text = """
        TABLE = {number: 2 * number for number in range(300)}
        def play(chance):
            number = chance.pick([1] * 9)
            return Out(TABLE.get(None if number == 3 else number, -1))
        """
    compiled, expected = both_ways(text, plays=60)
    assert compiled == expected
    assert (-1, 0) in expected


def test_keys_with_operators_of_their_own_are_refused() -> None:
    text = """
        class Odd(NamedTuple):
            number: int
            def __eq__(self, other):
                return True
            __hash__ = tuple.__hash__
        TABLE = {(Odd(a), b): a for a in range(9) for b in range(9)}
        def play(chance):
            return Out(TABLE.get((chance.pick([1, 1]), chance.pick([1, 1])), 3))
        """
    with pytest.raises(MontmortError, match="Odd defines operators"):
        compile_experiment(experiment_of(text), None)


def test_objects_that_are_compared_by_identity_are_refused() -> None:
    text = """
        @dataclass(frozen=True, eq=False)
        class View:
            own: int
        TABLE = {View(a): a for a in range(99)}
        def play(chance):
            return Out(TABLE.get(View(chance.pick([1, 1])), 3))
        """
    with pytest.raises(MontmortError, match="objects of View are compared"):
        compile_experiment(experiment_of(text), None)


KEYS_OF_A_LENGTH = st.integers(1, 4).flatmap(
    lambda length: st.dictionaries(
        st.tuples(*[st.integers(-3, 3)] * length), st.integers(0, 3), min_size=1, max_size=30
    )
)


@given(targets=KEYS_OF_A_LENGTH)
def test_the_tree_finds_all_keys_and_no_others(targets: dict[Any, int]) -> None:
    by_words = _tree(targets)
    for name, tables in (("next_node", by_words), ("next_in_ranges", _in_ranges(*by_words))):
        step = MEMORY_FUNCTIONS[name]
        length = len(next(iter(targets)))
        for key in [*targets, *((k,) * length for k in range(-5, 6))]:
            node = 0
            for word in key:
                node = step(*tables, node, word)
            assert node == targets.get(key, -1)


def test_neighbouring_keys_are_ranges() -> None:
    text = """
        TABLE = {(a, b): int(b > 3 * a) for a in range(9) for b in range(40) if b != 7}
        def play(chance):
            key = chance.pick([1] * 11) - 1, chance.pick([1] * 42) - 1
            return Out(int(key in TABLE), TABLE.get(key, -7))
        """
    assert "next_in_ranges(" in compile_experiment(experiment_of(text), None).source
    compiled, expected = both_ways(text, plays=1000)
    assert compiled == expected
    assert {*expected} == {(0, -7), (1, 0), (1, 1)}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "changed"),
    [
        ("shut-the-box", {}),
        ("shut-the-box", {"tiles": 6, "one_die": "six"}),
        ("first-orchard", {}),
        ("first-orchard", {"trees": 3, "fruits": 2}),
        ("pig", {"goal": 12}),
        ("jacks-or-better", {}),
        ("three-card-poker", {}),
        ("blackjack", {"player": "optimal", "decks": "1"}),
        ("kuhn", {"cards": 5}),
        ("le-her", {"ranks": 4}),
    ],
)
def test_best_play_is_compiled_and_plays_as_interpreted(name: str, changed: Any) -> None:
    game = GAMES[name]
    rules = type(game.rulebook.usual)(**changed)
    simulator = game.simulator(rules, game.rulebook.first_experiment)
    assert simulator.by_rules is not None
    compiled = simulator.by_rules.played(True)
    interpreted = simulator.by_rules.played(False)
    counts = [
        plays.count(np.random.Generator(np.random.SFC64(3)), 3_000)
        for plays in (compiled, interpreted)
    ]
    assert counts[0] == counts[1]


@pytest.mark.parametrize(
    ("name", "changed"),
    [
        ("jacks-or-better", {"ranks": 5, "suits": 2}),
        ("jacks-or-better", {"ranks": 2, "suits": 3, "pay_table": "9,8,7,6,5,4,3,2,1"}),
        ("three-card-poker", {"ranks": 5, "suits": 2}),
        ("blackjack", {"player": "optimal", "decks": "1", "deck": (4, 0, 0, 0, 3, 0, 0, 0, 0, 9)}),
        ("kuhn", {"cards": 4}),
        ("le-her", {"ranks": 3, "suits": 2}),
    ],
)
def test_the_text_of_best_play_is_the_interpreted_play(name: str, changed: Any) -> None:
    game = GAMES[name]
    rules = type(game.rulebook.usual)(**changed)
    by_rules = game.simulator(rules, game.rulebook.first_experiment).by_rules
    assert by_rules is not None
    play, rng = python_play(compile_experiment(by_rules.experiment, by_rules.rules)), stream(5)
    expected = interpreted(by_rules.experiment, by_rules.rules, stream(5))
    assert [play(rng) for _ in range(150)] == [next(expected) for _ in range(150)]
