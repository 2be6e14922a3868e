"""Plays that follow the law one by one and depend on each other."""

import random
import sys
from collections.abc import Callable, Iterator
from itertools import count, islice
from pathlib import Path

import pytest

from montmort.exact.law import Law
from montmort.montecarlo import program
from montmort.montecarlo.external.outcome_parser import Plays as Rows
from montmort.verification import crosscheck, outcomes
from montmort.verification.comparison.result import Crosscheck
from montmort.verification.dependence.repetitions import EQUAL_BLOCKS, STRETCHES
from montmort.verification.dependence.successive_plays import (
    DEPENDENCE,
    LAGS,
    OF_CELLS,
    THREE,
    Dependence,
    dependence_of,
    name_of_lag,
)
from montmort.verification.verdicts.decision import Decision, Levels

DIE = Law(weights=dict.fromkeys(range(1, 7), 1))
RARE = Law(weights={0: 99, 1: 1})
Plays = Callable[[random.Random], Iterator[int]]


def independent(rng: random.Random) -> Iterator[int]:
    while True:
        yield rng.randrange(1, 7)


def mirrored(rng: random.Random) -> Iterator[int]:
    for eyes in independent(rng):
        yield eyes
        yield 7 - eyes


def twice(rng: random.Random) -> Iterator[int]:
    for eyes in independent(rng):
        yield eyes
        yield eyes


def sticky(rng: random.Random) -> Iterator[int]:
    """Repeat a play in one case of five."""
    eyes = 1
    while True:
        if rng.randrange(5):
            eyes = rng.randrange(1, 7)
        yield eyes


def third_from_two(rng: random.Random) -> Iterator[int]:
    """Every third play follows from the two before it; any two plays are independent."""
    while True:
        one, two = rng.randrange(6), rng.randrange(6)
        yield from (one + 1, two + 1, (-one - two) % 6 + 1)


def of_period(period: int) -> Plays:
    def plays(rng: random.Random) -> Iterator[int]:
        cycle = list(islice(independent(rng), period))
        for place in count():
            yield cycle[place % period]

    return plays


def from_a_deck(rng: random.Random) -> Iterator[int]:
    """Draw six faces without replacement before they are put back."""
    while True:
        yield from rng.sample(range(1, 7), 6)


def judged(
    path: Path, plays: Plays, number: int, *, seed: int = 1, level: float = 1e-6
) -> Crosscheck:
    values = islice(plays(random.Random(seed)), number)
    path.write_text("value\n" + "".join(f"{value}\n" for value in values))
    return crosscheck(
        exact=DIE, simulator=outcomes(str(path)), margin=0.4, levels=Levels(reject=level)
    )


FAULTS: list[tuple[Plays, int]] = [
    (mirrored, 1_000),
    (twice, 1_000),
    (sticky, 4_000),
    (from_a_deck, 2_000),
    (of_period(4096), 8_192),
    (third_from_two, 2_000),
    (of_period(12_000), 20_000),
    pytest.param(of_period(2**16), 2**16 + 10_000, marks=pytest.mark.slow),
]


@pytest.mark.parametrize(("plays", "number"), FAULTS)
def test_dependence_is_found_where_no_field_deviates(
    tmp_path: Path, plays: Plays, number: int
) -> None:
    result = judged(tmp_path / "plays.txt", plays, number)
    assert {verdict.decision for verdict in result.verdicts} == {Decision.CONSISTENT}
    assert result.alarms
    assert result.decision is Decision.INCONSISTENT
    assert {verdict.field for verdict in result.alarms} <= {*DEPENDENCE}


def test_independent_plays_are_consistent(tmp_path: Path) -> None:
    result = judged(tmp_path / "plays.txt", independent, 20_000)
    assert result.decision is Decision.CONSISTENT
    assert [verdict.field for verdict in result.dependence] == [*OF_CELLS, STRETCHES]
    assert not result.alarms


def test_a_period_is_seen_most_at_its_lags(tmp_path: Path) -> None:
    result = judged(tmp_path / "plays.txt", of_period(64), 2_048)
    evidence = {verdict.field: verdict.log10_e for verdict in result.dependence}
    own = [evidence.pop(name_of_lag(lag)) for lag in LAGS if lag % 64 == 0 and lag < 1_024]
    assert min(own) > max(evidence.values())


def test_the_union_bound_counts_all_that_is_judged(tmp_path: Path) -> None:
    result = judged(tmp_path / "plays.txt", twice, 1_000)
    assert len(result.verdicts) + len(result.dependence) == 19
    assert all("over 19 judged" in verdict.reason for verdict in result.alarms)


def test_three_plays_in_a_row_are_judged_as_they_should(tmp_path: Path) -> None:
    result = judged(tmp_path / "plays.txt", third_from_two, 3_000)
    assert [verdict.field for verdict in result.alarms] == [THREE]


@pytest.mark.parametrize("short", [1, 2, 1_000, 2_990])
def test_the_first_plays_of_a_block_count_as_in_the_whole_block(short: int) -> None:
    plays = list(islice(independent(random.Random(3)), 3_000))
    judge = Dependence("eyes", DIE)
    whole, part = (
        judge.counts(Rows(names=("eyes",), rows=[(eyes,) for eyes in plays[:number]], seed="5"))
        for number in (3_000, short)
    )
    for name, counts in part.items():
        assert sum(counts.values()) == short
        assert all(count <= whole[name].get(value, 0) for value, count in counts.items())


def test_a_wrong_law_is_no_dependence(tmp_path: Path) -> None:
    def loaded(rng: random.Random) -> Iterator[int]:
        while True:
            yield min(rng.randrange(1, 8), 6)

    result = judged(tmp_path / "plays.txt", loaded, 20_000)
    assert result.decision is Decision.INCONSISTENT
    assert not result.alarms


def test_a_program_is_judged_block_by_block(tmp_path: Path) -> None:
    script = tmp_path / "die.py"
    script.write_text(
        "import random, sys\n"
        "rng = random.Random(int(sys.argv[1]))\n"
        "plays = int(sys.argv[2])\n"
        "for _ in range((plays + 1) // 2):\n"
        "    eyes = rng.randrange(1, 7)\n"
        "    print(eyes)\n"
        "    if plays > 1: print(7 - eyes)\n"
    )
    command = program(f"{sys.executable} {script} {{seed}} {{plays}}", plays_per_block=2_000)
    result = crosscheck(exact=DIE, simulator=command, seed=1, margin=0.2, workers=1)
    assert {verdict.field for verdict in result.alarms} >= {"mirrored plays"}


def test_a_function_of_many_plays_has_no_order() -> None:
    def throws(n: int, rng: object) -> dict[int, int]:
        return dict(zip(range(1, 7), rng.multinomial(n, [1 / 6] * 6), strict=True))  # type: ignore[attr-defined]

    result = crosscheck(exact=DIE, simulator=throws, seed=1, margin=0.2, plays=20_000, workers=1)
    assert [verdict.field for verdict in result.dependence_judged] == [EQUAL_BLOCKS]
    assert result.decision is Decision.CONSISTENT
    one = crosscheck(exact=DIE, simulator=throws, seed=1, margin=0.2, plays=10_000, workers=1)
    assert one.dependence == ()  # a single block equals no other
    assert one.decision is Decision.CONSISTENT


def test_a_function_of_one_play_has() -> None:
    result = crosscheck(
        exact=DIE,
        simulator=lambda rng: int(rng.integers(1, 7)),
        seed=1,
        margin=0.2,
        plays=40_960,
        workers=1,
    )
    long = {name_of_lag(4096), name_of_lag(8192)}  # a block has 4,096 plays
    names = [name for name in (*OF_CELLS, STRETCHES) if name not in long]
    assert [verdict.field for verdict in result.dependence_judged] == names
    assert not result.alarms
    assert not result.pending


@pytest.mark.parametrize(
    ("number", "judged_names"),
    [
        (20, []),
        (600, [STRETCHES]),
        (5_000, [*map(name_of_lag, LAGS[:12]), "mirrored plays", THREE, STRETCHES]),
    ],
)
def test_a_pass_on_dependence_is_earned(
    tmp_path: Path, number: int, judged_names: list[str]
) -> None:
    result = judged(tmp_path / "plays.txt", independent, number)
    assert [verdict.field for verdict in result.dependence_judged] == judged_names
    assert name_of_lag(8192) in [verdict.field for verdict in result.pending]
    assert all(verdict.plays_to_decide > number for verdict in result.pending)
    fields = Decision.worst(verdict.decision for verdict in result.verdicts)
    assert result.decision is fields  # what waits holds nothing up


@pytest.mark.parametrize(("block", "window"), [(35, False), (36, True)])
def test_only_what_a_block_can_show_is_judged(block: int, window: bool) -> None:
    awk = "awk -v seed={seed} -v plays={plays} -f docs/examples/die.awk"
    result = crosscheck(
        exact=DIE, simulator=program(awk, plays_per_block=block), seed=1, plays=80, workers=1
    )
    names = [verdict.field for verdict in result.dependence]
    assert (STRETCHES in names) is window
    lags = [lag for lag in LAGS if name_of_lag(lag) in names]
    assert lags == [lag for lag in LAGS if lag < block]


def test_the_most_even_law_is_taken() -> None:
    laws = {"jackpot": RARE, "eyes": DIE, "always": Law(weights={1: 1})}
    found = dependence_of(laws, ["jackpot", "always", "eyes"])
    assert found is not None
    assert found.field == "eyes"
    assert dependence_of(laws, ["always"]) is None
    assert dependence_of({}, ["eyes"]) is None


@pytest.mark.parametrize("number", [1, 2, 3, 7])
def test_few_plays(tmp_path: Path, number: int) -> None:
    result = judged(tmp_path / "plays.txt", independent, number)
    assert not result.alarms
    assert {verdict.plays for verdict in result.dependence} == {number}


@pytest.mark.slow
def test_independent_plays_seldom_raise_an_alarm(tmp_path: Path) -> None:
    """At a level of 20 % over all that is judged, at most that many of 100 runs."""
    alarms = sum(
        bool(judged(tmp_path / "plays.txt", independent, 3_000, seed=seed, level=0.2).alarms)
        for seed in range(100)
    )
    assert alarms <= 20


@pytest.mark.slow
def test_a_true_law_with_unequal_chances_raises_no_alarm(tmp_path: Path) -> None:
    path = tmp_path / "plays.txt"
    alarms = 0
    for seed in range(80):
        rng = random.Random(seed)
        path.write_text("".join(f"{int(rng.random() < 0.01)}\n" for _ in range(3_000)))
        result = crosscheck(
            exact=RARE, simulator=outcomes(str(path)), margin=0.5, levels=Levels(reject=0.2)
        )
        alarms += bool(result.alarms)
    assert alarms <= 16
