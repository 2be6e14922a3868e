"""The interface of every simulator, tested with user-defined games."""

import enum
import hashlib
import subprocess
import sys
from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from montmort.games.errors import BadInput, InvalidCounts, TooLarge, UnknownName
from montmort.games.experiment import Experiment
from montmort.games.treize import EXPERIMENTS, Rules
from montmort.montecarlo import treize
from montmort.montecarlo.simulator import Simulator, _row_counts, simulator_of


class Side(enum.Enum):
    HEADS = "h"
    TAILS = "t"


class Suit(enum.Enum):
    CLUBS = 7
    SPADES = 9


class Toss(NamedTuple):
    number: int
    won: bool
    side: Side
    suit: Suit


def toss(rules, state, chance, table):
    index = chance.pick([1, 3])
    return None, Toss(index * rules, index == 1, list(Side)[index], list(Suit)[index])


def coin(rules=5, outcome=Toss, step=toss):
    game = Experiment(name="toss", outcome=outcome, start=lambda r, c: 0, step=step)
    return simulator_of(game, rules, game="coin")


def test_in_a_users_game_booleans_and_enums_count_as_integers():
    counts = coin().count(1, 400)
    lost, won = counts["number"][0], counts["number"][5]
    assert lost + won == 400
    assert counts == {
        "number": {0: lost, 5: won},
        "won": {0: lost, 1: won},
        "side": {0: lost, 1: won},
        "suit": {7: lost, 9: won},
    }
    assert 250 < won < 350  # 300 expected, 5.8 standard deviations


WIDE = st.sampled_from([-(2**63), -1, 0, 1, 2**31, 2**63 - 1]) | st.integers(-5, 5)


@given(st.integers(1, 3).flatmap(lambda fields: st.lists(st.tuples(*[WIDE] * fields))))
def test_rows_are_counted_whatever_their_values(rows: list[tuple[int, ...]]) -> None:
    assert _row_counts(np.array(rows, dtype=np.int64)) == Counter(rows)


def test_count_record_and_joint_counts_are_of_the_same_plays():
    game, group = coin(), ("suit", "number")
    records = game.record(3, 100)
    assert records.shape == (100, 4)
    assert records.dtype == np.int64
    counts, joint = game.count_jointly(3, 100, [group])
    assert counts == game.count(3, 100)
    assert counts == {n: dict(Counter(records[:, i].tolist())) for i, n in enumerate(game.fields)}
    assert joint == {group: dict(Counter(zip(*records[:, [3, 0]].T.tolist(), strict=True)))}


def test_no_plays_give_no_counts():
    assert coin().record(1, 0).shape == (0, 4)
    assert coin().count(1, 0) == {"number": {}, "won": {}, "side": {}, "suit": {}}


def test_integers_of_any_length_are_counted_but_not_recorded():
    game = coin(rules=10**30)
    assert set(game.count(1, 50)["number"]) == {0, 10**30}
    with pytest.raises(TooLarge, match="use count"):
        game.record(1, 50)


@pytest.mark.parametrize("value", [0.5, float("nan"), "seven", None])
def test_an_outcome_that_is_not_an_integer_is_invalid(value):
    class Odd(NamedTuple):
        x: int

    game = coin(outcome=Odd, step=lambda *_: (None, Odd(value)))
    with pytest.raises(InvalidCounts, match="field x gave"):
        game.count(1, 1)


@pytest.mark.parametrize(
    ("group", "error"),
    [
        (("number", "colour"), UnknownName),
        (("number",), BadInput),
        (("won", "won"), BadInput),
        ("number", BadInput),
    ],
)
def test_groups_that_cannot_be_counted(group, error):
    with pytest.raises(error):
        coin().count_jointly(1, 10, [group])


@pytest.mark.parametrize("plays", [-1, 1.5, True])
def test_plays_must_be_a_number_of_plays(plays):
    with pytest.raises(BadInput, match="plays"):
        coin().count(1, plays)


@pytest.mark.parametrize("rng", [-1, "seed", 1.5])
def test_rng_must_be_a_generator_or_a_seed(rng):
    for ask in (coin().count, coin().record):
        with pytest.raises(BadInput, match=r"rng=.* must be a numpy Generator, a seed >= 0"):
            ask(rng, 3)


def test_a_name_shared_by_game_and_experiment_appears_once():
    assert coin().label == "coin toss, 5 (version 1, reference rules)"
    game = Experiment(name="toss", outcome=Toss, start=lambda r, c: 0, step=toss)
    assert simulator_of(game, None, game="toss").label == "toss (version 1, reference rules)"


def test_identity_is_the_hash_of_a_text_anyone_can_write():
    text = (
        '{"compiled":true,"experiment":"game","game":"treize",'
        '"rules":{"ranks":13,"suits":4},"version":1}'
    )
    assert treize.simulator(Rules()).identity == hashlib.sha256(text.encode()).hexdigest()[:16]


def test_identity_differs_for_everything_that_changes_a_stream():
    game = EXPERIMENTS["game"]
    base = {"game": "treize", "version": 1}
    identities = [
        treize.simulator(Rules()).identity,
        treize.simulator(Rules(suits=5)).identity,
        treize.simulator(Rules(ranks=4, suits=13)).identity,
        simulator_of(game, Rules(), **base).identity,
        simulator_of(game, Rules(), game="treize", version=2).identity,
        simulator_of(game, Rules(), game="other", version=1).identity,
        coin().identity,
        coin(rules=Fraction(1, 2)).identity,
        coin(rules=None).identity,
    ]
    assert len(set(identities)) == len(identities)
    assert identities[3] == simulator_of(game, Rules(), **base).identity


def test_identity_does_not_depend_on_the_order_of_sets_or_on_the_process():
    code = (
        "from montmort.montecarlo.simulator import _plain; import json;"
        "print(json.dumps(_plain({'a': frozenset({'x', 'y', 'z', 'w'}), 'b': (1, None, True)})))"
    )
    texts = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={"PYTHONHASHSEED": str(hash_seed), "PYTHONPATH": ":".join(sys.path)},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for hash_seed in (1, 2)
    }
    assert texts == {'{"a": ["w", "x", "y", "z"], "b": [1, null, true]}\n'}


def test_rules_without_a_stable_representation_are_refused():
    with pytest.raises(BadInput, match="no stable representation"):
        _ = coin(rules=object()).identity


def test_rules_of_all_kinds_have_an_identity():
    @dataclass(frozen=True, kw_only=True)
    class Odd:
        side: Side = Side.HEADS
        chance: Fraction = Fraction(1, 3)
        cards: tuple[int, ...] = (1, 2)
        seats: frozenset[int] = frozenset({1})

    assert len(coin(rules=Odd()).identity) == 16


def test_blocks_need_plays():
    with pytest.raises(BadInput, match="plays_per_block=0"):
        simulator_of(EXPERIMENTS["game"], Rules(), game="treize", plays_per_block=0)


def test_importing_the_package_alone_loads_neither_numba_nor_numpy():
    code = (
        "import sys, montmort.montecarlo;print([m for m in ('numba', 'numpy') if m in sys.modules])"
    )
    env = {"PYTHONPATH": ":".join(sys.path)}
    run = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True)
    assert run.stdout == "[]\n", run.stderr


def test_every_public_name_is_there():
    from montmort import montecarlo

    assert montecarlo.Simulator is Simulator
    assert all(getattr(montecarlo, name) for name in montecarlo.__all__)
    assert set(montecarlo.__all__) <= set(dir(montecarlo))
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        _ = montecarlo.nothing
