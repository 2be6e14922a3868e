"""Independent simulators in Python: a play per call, or n plays per call."""

import enum
import re
from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from functools import partial
from typing import Any, NamedTuple

import numpy as np
import pytest

from montmort.exact.law import Law
from montmort.games.errors import BadInput, SimulatorFailed, UnknownName
from montmort.games.treize import Rules as Treize
from montmort.games.war import READINGS
from montmort.games.war import Rules as War
from montmort.montecarlo.external.outcome_parser import Fields
from montmort.montecarlo.outcomes import Rng
from montmort.verification import Crosscheck, Decision, crosscheck
from montmort.verification.own_games.from_play import TRIALS
from montmort.verification.own_simulators.python_function import PER_BLOCK, PER_CALL, simulator_from

DIE = Law(weights=dict.fromkeys(range(1, 7), 1))
SMALL = Treize(ranks=2, suits=1)


def quick(**how: Any) -> Crosscheck:
    return crosscheck(**{"plays": 20_000, "seed": 1713, "margin": 0.1, "workers": 1, **how})


def throws(n: int, rng: Rng, faces: int = 6) -> Mapping[int, int]:
    return dict(zip(range(1, 7), rng.multinomial(n, _chances(faces)), strict=True))


def _chances(faces: int) -> list[float]:
    return [1 / faces] * faces + [0.0] * (6 - faces)


def throws_one_by_one(n: int, rng: Rng) -> Counter[np.int64]:
    return Counter(rng.integers(1, 7, size=n))


@pytest.mark.parametrize("function", [throws, throws_one_by_one, partial(throws, faces=6)])
def test_many_plays_in_a_call(function: Any) -> None:
    found = quick(exact=DIE, simulator=function)
    assert found.decision is Decision.CONSISTENT
    assert found.tally is not None
    assert found.tally.plays == 20_000


def test_a_die_without_a_six_is_found_out() -> None:
    assert quick(exact=DIE, simulator=partial(throws, faces=5)).decision is Decision.INCONSISTENT


@pytest.mark.parametrize("plays", [1, 2, 100, PER_CALL - 1])
def test_a_block_cut_short_is_the_beginning_of_the_whole(plays: int) -> None:
    """The plays of a call have no order of their own: they are given one, always the same."""
    die = simulator_from(
        throws, game="die", rules=None, experiment="die", fields=Fields(names=("face",))
    )
    whole, cut = die.count(7, PER_CALL)["face"], die.count(7, plays)["face"]
    longer = die.count(7, min(plays + 50, PER_CALL))["face"]
    assert sum(cut.values()) == plays
    assert all(cut[face] <= longer[face] <= whole[face] for face in cut)
    record = die.record(7, plays)[:, 0]
    assert Counter(record.tolist()) == cut
    assert Counter(die.record(7, PER_CALL)[:, 0].tolist()) == {
        face: count for face, count in whole.items() if count
    }


class Sign(enum.Enum):
    LOWER = "<"
    HIGHER = ">"


class Pair(NamedTuple):
    sign: Sign
    double: bool


def pairs(n: int, rng: Rng) -> Mapping[Pair, int]:
    dice = rng.integers(1, 7, size=(n, 2))
    return Counter(Pair(list(Sign)[int(a >= b)], bool(a == b)) for a, b in dice)


PAIRS = {
    "sign": Law(weights={Sign.LOWER: 15, Sign.HIGHER: 21}),
    "double": Law(weights={True: 1, False: 5}),
}


def test_outcomes_of_many_fields_members_and_truth_values() -> None:
    found = quick(exact=PAIRS, simulator=pairs)
    assert found.decision is Decision.CONSISTENT
    assert [v.field for v in found.verdicts] == ["sign=lower", "sign=higher", "double"]


@pytest.mark.parametrize(
    "outcome",
    [
        {"points": 1, "cards": 3},
        {"cards": 3, "passes": 2, "points": 1},
        {"passes": np.int64(2)},
    ],
)
def test_a_mapping_may_have_some_of_the_games_fields(outcome: Any) -> None:
    found = quick(game="treize", rules=SMALL, simulator=lambda rng: outcome, plays=50)
    assert [v.field for v in found.verdicts] == list(outcome)
    assert found.unjudged == ()


def test_a_number_is_the_first_field_of_the_game() -> None:
    found = quick(game="treize", rules=SMALL, simulator=lambda rng: 1, plays=50)
    assert [v.field for v in found.verdicts] == ["points"]
    found = quick(game="war", experiment="deal", simulator=lambda n, rng: {208: n}, plays=50)
    assert [v.field for v in found.verdicts] == ["strength"]
    assert (found.game, found.experiment, found.rules) == ("war", "deal", War())


def test_a_named_tuple_may_have_fields_without_a_law() -> None:
    class Printed(NamedTuple):
        points: int
        smiles: int

    found = quick(game="treize", rules=SMALL, simulator=lambda rng: Printed(1, 2), plays=50)
    assert ([v.field for v in found.verdicts], found.unjudged) == (["points"], ("smiles",))


def test_a_law_of_a_missing_field_is_reported() -> None:
    found = quick(exact={"face": DIE, "turns": DIE}, simulator=throws)
    assert [v.field for v in found.verdicts] == ["face"]
    assert (found.notes, found.unprinted) == ((), ("turns",))


# Impossible counts


def good_until(block: int, then: Any) -> Any:
    """Return a simulator that is correct in the first blocks only; it keeps state."""
    calls = iter(range(10**6))

    def function(n: int, rng: Rng) -> Any:
        good = {1: n // 2, 2: n - n // 2}
        return good if n < PER_CALL or next(calls) < block else then(n)

    return function


@pytest.mark.parametrize(
    ("then", "why"),
    [
        (lambda n: {1: n - 1}, "the counts of function sum to 9,999, not to the 10,000 plays"),
        (lambda n: {1: n, 2: 1}, "sum to 10,001"),
        (lambda n: {}, "sum to 0"),
        (lambda n: {1: n + 1, 2: -1}, "function counted 2 -1 times; a count is an integer >= 0"),
        (lambda n: {1: n / 2, 2: n / 2}, "function counted 1 5000.0 times"),
        (lambda n: {1: float("nan")}, "function counted 1 nan times"),
        (lambda n: {1: True}, "function counted 1 True times"),
        (lambda n: {1: Fraction(n)}, "function counted 1 Fraction(10000, 1) times"),
        (lambda n: {1.5: n}, "field value gave 1.5; an outcome is an integer"),
        (lambda n: {float("nan"): n}, "field value gave nan; an outcome is an integer"),
        (lambda n: {None: n}, "field value gave None; an outcome is an integer"),
        (lambda n: {3: n}, "value 3 lies outside [1, 2]"),
    ],
)
def test_impossible_counts_are_invalid_and_earlier_counts_stay(then: Any, why: str) -> None:
    coin = Law(weights={1: 1, 2: 1})
    found = quick(exact=coin, simulator=good_until(2, then), plays=3 * PER_CALL)
    (verdict,) = found.verdicts
    assert verdict.decision is Decision.INVALID
    assert verdict.plays == 2 * PER_CALL
    assert why in verdict.reason


def test_an_impossible_value_of_a_function_is_placed() -> None:
    """The other field is judged on; a function that does not play the same again is not placed."""
    made: list[int] = []

    def throws(rng: np.random.Generator) -> dict[str, int]:
        made.append(1)
        a, b = (int(face) for face in rng.integers(1, 7, size=2))
        return {"a": a, "b": 7 if a == b == 6 else b}

    def changing(rng: np.random.Generator) -> dict[str, int]:
        if len(made) == 1 + 2 * TRIALS + PER_BLOCK:  # the trials, and the block
            raise ValueError("no more")
        return throws(rng)

    laws = {"a": DIE, "b": DIE}
    a, b = quick(exact=laws, simulator=throws, plays=4200).verdicts
    assert (a.decision, a.plays) == (Decision.INCONCLUSIVE, 4200)
    assert b.decision is Decision.INVALID
    found = re.fullmatch(r".*throws\(rng\), play ([0-9]+) of block 0: value 7 lies .*", b.reason)
    assert found is not None
    assert b.plays == int(found[1]) - 1
    made.clear()
    _, b = quick(exact=laws, simulator=changing, plays=PER_BLOCK).verdicts
    assert b.reason == "value 7 lies outside [1, 6]"


@pytest.mark.parametrize("result", [7, [1, 2], None, "12"])
def test_a_call_that_gives_no_mapping(result: Any) -> None:
    with pytest.raises(BadInput, match="must be a mapping of outcome to count"):
        quick(exact=DIE, simulator=lambda n, rng: result)


@pytest.mark.parametrize(
    ("simulator", "why"),
    [
        (lambda n, rng: {1: n - 1}, "sum to 9,999, not to the 10,000 plays"),
        (lambda n, rng: {1: n, 2: 1}, "sum to 10,001"),
        (lambda n, rng: {1: n + 1, 2: -1}, "counted 2 -1 times"),
        (lambda n, rng: {1: float("nan")}, "counted 1 nan times"),
        (lambda n, rng: {}, "sum to 0"),
        (lambda rng: float("nan"), "field value gave nan; an outcome is an integer"),
        (lambda rng: 2.5, "field value gave 2.5"),
        (lambda rng: (1, 2), r"field value gave (1, 2)"),
        (lambda rng: None, "field value gave None"),
    ],
)
def test_a_fault_from_the_first_play_on_is_invalid_too(simulator: Any, why: str) -> None:
    (verdict,) = quick(exact=DIE, simulator=simulator).verdicts
    assert (verdict.decision, verdict.plays) == (Decision.INVALID, 0)
    assert why in verdict.reason


def test_long_outcomes_are_shown_in_short() -> None:
    found = quick(exact=DIE, simulator=good_until(1, lambda n: [1] * n), plays=2 * PER_CALL)
    (verdict,) = found.verdicts
    assert (verdict.decision, verdict.plays) == (Decision.INVALID, PER_CALL)
    assert "must be a mapping of outcome to count" in verdict.reason
    assert len(verdict.reason) < 200


# Errors of the simulator's own


def broken_after(blocks: int) -> Any:
    """Return a simulator that raises an error after so many blocks."""
    calls = iter(range(10**6))

    def function(n: int, rng: Rng) -> Any:
        if n == PER_CALL and next(calls) >= blocks:
            raise ValueError("no cards left " + 1000 * "!")
        return throws(n, rng)

    return function


def test_an_error_half_way_keeps_what_was_counted() -> None:
    found = quick(exact=DIE, simulator=broken_after(2), plays=5 * PER_CALL)
    assert found.failure.startswith("ValueError: no cards left !!")
    assert ", in block 2 of function (version 1, plain Python)" in found.failure
    assert found.failure.endswith(", seed 1713")
    assert len(found.failure) < 400
    (verdict,) = found.verdicts
    assert (verdict.decision, verdict.plays) == (Decision.CONSISTENT, 2 * PER_CALL)


def test_an_error_before_anything_was_counted_is_raised() -> None:
    with pytest.raises(SimulatorFailed, match=r"ValueError: no cards left .* in block 0") as caught:
        quick(exact=DIE, simulator=broken_after(0))
    assert isinstance(caught.value.__cause__, ValueError)


def out_of_cards(rng: Rng) -> int:
    """Fail in about a play of 20,000."""
    if rng.random() < 5e-5:
        raise ValueError("no cards left")
    return int(rng.integers(1, 7))


def test_an_error_in_another_process() -> None:
    alone = quick(exact=DIE, simulator=out_of_cards, plays=200_000)
    found = quick(exact=DIE, simulator=out_of_cards, plays=200_000, workers=2)
    assert "ValueError: no cards left, in block " in alone.failure
    assert (found.failure, found.tally) == (alone.failure, alone.tally)


# What is no simulator


def remembers(before: list[int], rng: Rng) -> int:
    before.append(0)
    return len(before)


@pytest.mark.parametrize(
    ("simulator", "error", "why"),
    [
        (lambda a, b, c: 1, BadInput, r"play\(a, b, c\) must be a function \(rng\) -> outcome, or"),
        (lambda rng, n: {1: n}, BadInput, r"play\(rng, n\) must be a function"),
        (partial(remembers, []), BadInput, "remembers gave 2 and then 3 from the same generator"),
        (lambda rng: {"smiles": 1}, BadInput, "has 'smiles'; the fields are face"),
        (lambda: 1, BadInput, r"play\(\) must be a function \(rng\) -> outcome"),
        ("a string", BadInput, "must be a Simulator or a function"),
    ],
)
def test_what_is_no_simulator(simulator: Any, error: Any, why: str) -> None:
    with pytest.raises(error, match=why):
        quick(exact={"face": DIE}, simulator=simulator)


def test_outcomes_of_two_kinds() -> None:
    def mixed(rng: Rng) -> Any:
        return Pair(Sign.LOWER, False) if rng.random() < 0.99 else 3

    def fewer(rng: Rng) -> Any:
        return {"sign": 0, "double": 1} if rng.random() < 0.99 else {"sign": 0}

    for function in (mixed, fewer):
        found = quick(exact=PAIRS, simulator=function, plays=4096)
        assert found.decision is Decision.INVALID
        assert all("keep to one kind" in verdict.reason for verdict in found.verdicts)


def test_members_of_another_enum_are_not_read_by_their_place() -> None:
    class Other(enum.Enum):
        HIGHER = ">"
        LOWER = "<"

    law = {"sign": PAIRS["sign"]}
    found = quick(exact=law, simulator=lambda rng: Other.HIGHER)
    assert found.decision is Decision.INVALID
    why = "gave Other.HIGHER, a member of another enum than Sign; give one of Sign.LOWER, Sign.H"
    assert all(why in verdict.reason for verdict in found.verdicts)
    named = quick(exact=law, simulator=lambda rng: {"sign": Other.HIGHER})
    assert named.decision is Decision.INVALID
    assert quick(exact=law, simulator=lambda rng: 1, plays=9).decision is Decision.INCONCLUSIVE


@pytest.mark.parametrize(
    ("how", "why"),
    [
        ({"exact": {}}, r"exact=\{\} has no field; give a law"),
        ({"exact": DIE, "levels": 3}, r"levels=3 must be montmort.verification.Levels"),
    ],
)
def test_what_is_no_question(how: Any, why: str) -> None:
    with pytest.raises(BadInput, match=why):
        quick(simulator=throws, **how)


def test_where_nothing_is_known_another_reading_is_named() -> None:
    """The exact laws of War are unknown by the published rules and known by the usual ones."""
    with pytest.raises(BadInput, match="by another reading, usual, with against="):
        quick(game="war", rules=READINGS["published"], plays=1)


def test_an_experiment_that_the_game_does_not_have() -> None:
    with pytest.raises(UnknownName, match="no experiment 'hand': game, deal"):
        quick(game="war", experiment="hand", simulator=lambda rng: 1)


def optional(rng: Rng, faces: int = 6) -> int:
    return int(rng.integers(1, faces + 1))


class Machine:
    """A simulator that is an object."""

    def __call__(self, n: int, rng: Rng) -> Mapping[int, int]:
        return throws(n, rng)


@pytest.mark.parametrize("simulator", [optional, Machine(), partial(optional, faces=6)])
def test_what_has_defaults_or_is_an_object(simulator: Any) -> None:
    assert quick(exact=DIE, simulator=simulator).decision is Decision.CONSISTENT


@pytest.mark.parametrize("workers", [1, 2])
def test_workers_change_nothing(workers: int) -> None:
    alone = quick(exact=DIE, simulator=throws, plays=25_000)
    found = quick(exact=DIE, simulator=throws, plays=25_000, workers=workers)
    assert found.tally == alone.tally
    assert list(map(str, found.verdicts)) == list(map(str, alone.verdicts))
