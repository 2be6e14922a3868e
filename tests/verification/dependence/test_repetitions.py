"""Blocks that came before, and functions and programs that repeat them."""

import math
import random
import sys
from collections.abc import Callable
from fractions import Fraction
from itertools import product
from pathlib import Path

import numpy as np
import pytest

from montmort.exact.law import Law
from montmort.montecarlo import program
from montmort.montecarlo.tally import Tally
from montmort.verification import crosscheck, outcomes
from montmort.verification.comparison.result import Crosscheck
from montmort.verification.dependence.repetitions import (
    EQUAL_BLOCKS,
    STRETCHES,
    EqualBlocks,
    RareEvents,
    Repetitions,
    Stretches,
    chance_of_equal_counts,
)
from montmort.verification.dependence.stretches import fingerprints
from montmort.verification.verdicts.decision import Decision, Levels

DIE = Law(weights=dict.fromkeys(range(1, 7), 1))
COIN = Law(weights={0: 1, 1: 1})
Rng = np.random.Generator


# --- evidence --------------------------------------------------------------------------------


@pytest.mark.parametrize("events", [1, 2, 5])
def test_the_evidence_has_mean_at_most_one(events: int) -> None:
    mean = 0.0
    for happened in product([False, True], repeat=events):
        evidence, chance, weight = RareEvents(), 0.25, 1.0
        for event in happened:
            evidence.add(happened=event, chance=chance)
            weight *= chance if event else 1 - chance
            chance = 0.5 if event else chance / 2  # depends on what happened before
        mean += weight * math.exp(float(np.logaddexp.reduce(evidence._logs))) / 30
    assert mean == pytest.approx(1)


def test_events_that_are_sure_are_no_evidence() -> None:
    evidence = RareEvents()
    for chance in (1.0, 7.0, 0.0):
        evidence.add(happened=True, chance=chance)
    assert evidence.log_e == 0


@pytest.mark.parametrize("plays", [1, 2, 7, 12])
@pytest.mark.parametrize(
    "weights", [{0: 1, 1: 1}, {0: 1, 1: 9}, {0: 2, 1: 3, 2: 5}, {1: 1}, {0: 1, 1: 1, 2: 1, 3: 7}]
)
def test_no_counts_are_more_likely_than_the_bound(weights: dict[int, int], plays: int) -> None:
    law = Law(weights=weights)
    likeliest = Fraction(0)
    for counts in product(range(plays + 1), repeat=len(weights)):
        if sum(counts) == plays:
            chance = Fraction(math.factorial(plays))
            for count, p in zip(counts, law.chances().values(), strict=True):
                chance *= p**count / Fraction(math.factorial(count))
            likeliest = max(likeliest, chance)
    bound = chance_of_equal_counts(law, plays)
    assert likeliest <= bound * (1 + 1e-12)
    if plays > 1 and len(weights) > 1:
        assert bound < 1  # it says something


def test_the_tail_of_a_law_is_an_outcome() -> None:
    whole, cut = Law(weights={0: 1, 1: 1}), Law(weights={0: 1}, total=2)
    assert chance_of_equal_counts(whole, 10) == chance_of_equal_counts(cut, 10)


# --- blocks ----------------------------------------------------------------------------------


def block_of(values: list[int], source: int, window: int = 36) -> Tally:
    histograms = {"eyes": {1: len(values)}, STRETCHES: fingerprints(values, window, source)}
    return Tally(experiment="c0", plays=len(values), histograms=histograms)


def throws(number: int, seed: int) -> list[int]:
    return random.Random(seed).choices(range(1, 7), k=number)


def test_a_stretch_of_an_earlier_block_is_found() -> None:
    repetitions = Repetitions(Stretches())
    for seed in range(3):
        repetitions.take(block_of(throws(4_000, seed), seed))
    assert (repetitions.log_e, repetitions.found) == (0, "")
    repetitions.take(block_of([*throws(500, 9), *throws(4_000, 1)[2_000:]], 9))
    assert repetitions.log_e > math.log(1e12)
    assert repetitions.found == "block 3 repeats block 1"


def test_a_stretch_within_a_block_is_found() -> None:
    repetitions = Repetitions(Stretches())
    repetitions.take(block_of([*throws(3_000, 1), *throws(3_000, 1)], 1))
    assert repetitions.log_e > math.log(1e12)
    assert repetitions.found == "block 0 repeats itself"


def test_blocks_of_one_source_may_be_equal() -> None:
    # two blocks of a program may have drawn the same seed
    repetitions = Repetitions(Stretches())
    for _ in range(3):
        repetitions.take(block_of(throws(4_000, 1), 1))
    assert repetitions.log_e == 0


def test_memory_is_bounded_and_the_first_blocks_stay() -> None:
    repetitions = Repetitions(Stretches(), most=2)
    for seed in range(20):
        repetitions.take(block_of(throws(4_000, seed), seed))
    assert len(repetitions._seen) == 2
    repetitions.take(block_of(throws(4_000, 15), 99))
    assert repetitions.log_e == 0
    repetitions.take(block_of(throws(4_000, 0), 100))
    assert repetitions.found == "block 21 repeats block 0"


def test_a_bare_block_has_no_fingerprints() -> None:
    bare = Repetitions(Stretches()).bare(block_of(throws(100, 1), 1))
    assert bare.histogram(STRETCHES) == {0: 100}
    assert bare.histogram("eyes") == {1: 100}


def test_equal_counts_are_weighed_by_their_chance() -> None:
    evidence = []
    for law, counts in ((COIN, {0: 490, 1: 510}), (DIE, dict.fromkeys(range(1, 7), 100))):
        repetitions = Repetitions(EqualBlocks(law))
        plays = sum(counts.values())
        for _ in range(3):
            repetitions.take(Tally(experiment="c0", plays=plays, histograms={"x": counts}))
        evidence.append(repetitions.log_e)
    coin, die = evidence
    assert 0 < coin < die


# --- functions -------------------------------------------------------------------------------


def judged(function: Callable[..., object], plays: int, law: Law[int] = DIE) -> Crosscheck:
    margin = 0.5 if len(law) > 1 else None
    return crosscheck(exact=law, simulator=function, seed=1, plays=plays, margin=margin, workers=1)


def counts_of_few_bits(n: int, rng: Rng) -> dict[int, int]:
    own = np.random.default_rng(int(rng.integers(10)))
    return dict(zip(range(1, 7), own.multinomial(n, [1 / 6] * 6).tolist(), strict=True))


def same_counts(n: int, rng: Rng) -> dict[int, int]:
    return {face: n // 6 + (face <= n % 6) for face in range(1, 7)}


def same_tosses(n: int, rng: Rng) -> dict[int, int]:
    return {0: n // 2, 1: n - n // 2}


def tosses(n: int, rng: Rng) -> dict[int, int]:
    heads = int(rng.binomial(n, 0.5))
    return {0: n - heads, 1: heads}


@pytest.mark.parametrize(
    ("function", "law", "plays"),
    [
        (same_counts, DIE, 30_000),
        (counts_of_few_bits, DIE, 100_000),
        (same_tosses, COIN, 100_000),
    ],
)
def test_functions_that_repeat_their_counts_are_found(
    function: Callable[..., object], law: Law[int], plays: int
) -> None:
    result = judged(function, plays, law)
    assert [verdict.field for verdict in result.alarms] == [EQUAL_BLOCKS]
    assert "repeats block" in str(result)


def test_counts_that_are_independent_are_consistent() -> None:
    result = judged(tosses, 400_000, COIN)  # some of the 40 blocks are equal
    assert result.decision is Decision.CONSISTENT
    assert not result.alarms


def test_a_constant_game_is_always_equal() -> None:
    result = judged(lambda n, rng: {3: n}, 100_000, Law(weights={3: 1}))
    assert result.decision is Decision.CONSISTENT


def test_a_function_with_an_own_generator_of_few_seeds_is_found() -> None:
    generators: list[tuple[Rng, random.Random]] = []

    def throw(rng: Rng) -> int:
        if not generators or generators[-1][0] is not rng:  # a trial or a block begins
            generators.append((rng, random.Random(int(rng.integers(5)))))
        return generators[-1][1].randrange(1, 7)

    result = judged(throw, 40_000)
    assert [verdict.field for verdict in result.alarms] == [STRETCHES]
    assert "repeats block" in str(result)


# --- programs, files, run files --------------------------------------------------------------

SCRIPT = """
import random, sys
rng = random.Random(int(sys.argv[1]) % {seeds})
for _ in range(int(sys.argv[2])):
    print(rng.randrange(1, 7))
"""


def command(folder: Path, seeds: int) -> str:
    script = folder / f"die{seeds}.py"
    script.write_text(SCRIPT.format(seeds=seeds))
    return f"{sys.executable} {script} {{seed}} {{plays}}"


def test_equal_blocks_of_a_program_are_found_after_a_resume(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # every run starts a new program, which remembers none of the blocks in the file; the seeds
    # depend on the words of the command, so these are the same on every computer
    command(tmp_path, seeds=40)
    (tmp_path / "python").symlink_to(sys.executable)
    monkeypatch.chdir(tmp_path)
    words = "./python die40.py {seed} {plays}"
    for plays in range(1_000, 20_000, 1_000):
        result = crosscheck(
            exact=DIE,
            simulator=program(words, plays_per_block=1_000),
            seed=1,
            plays=plays,
            margin=0.5,
            workers=1,
            save=tmp_path / "run.jsonl",
        )
        if result.decision is Decision.INCONSISTENT:
            break
    assert [verdict.field for verdict in result.alarms] == [STRETCHES]


@pytest.mark.parametrize("workers", [1, 2])
def test_a_program_with_all_its_seeds_is_consistent(tmp_path: Path, workers: int) -> None:
    words = command(tmp_path, seeds=2**31)
    result = crosscheck(
        exact=DIE,
        simulator=program(words, plays_per_block=1_000),
        seed=1,
        plays=4_000,
        margin=0.5,
        workers=workers,
    )
    assert result.decision is Decision.CONSISTENT
    assert result.tally is not None
    assert result.tally.histogram(STRETCHES) == {0: 4_000}


SHIFTED = """
import random, sys
rng, shift, plays = random.Random(3), int(sys.argv[1]) % 1000, int(sys.argv[2])
throws = [rng.choice({faces}) for _ in range(plays + 1000)]
print(*throws[shift:shift + plays], sep="\\n")
"""


@pytest.mark.parametrize(
    ("faces", "plays", "decision"),
    [
        ([1, 2, 3, 4, 5, 6], None, Decision.INCONCLUSIVE),
        ([1, 2, 3, 4, 5, 6, 6], 8_000, Decision.INCONSISTENT),
    ],
)
def test_a_run_ends_at_a_repetition_which_is_shown_beside_a_wrong_field(
    tmp_path: Path, faces: list[int], plays: int | None, decision: Decision
) -> None:
    script = tmp_path / "die.py"
    script.write_text(SHIFTED.format(faces=faces))
    result = crosscheck(
        exact=DIE,
        simulator=program(f"{sys.executable} {script} {{seed}} {{plays}}", plays_per_block=4_000),
        seed=1,
        plays=plays,
        margin=0.01,
        workers=1,
    )
    assert result.tally is not None
    assert result.tally.plays == 8_000
    assert [verdict.field for verdict in result.alarms] == [STRETCHES]
    assert result.verdicts[0].decision is decision


def test_a_shorter_run_can_be_continued(tmp_path: Path) -> None:
    for plays in (4_000, 4_090, 9_000):
        result = crosscheck(
            exact=DIE,
            simulator=lambda rng: int(rng.integers(1, 7)),
            seed=1,
            plays=plays,
            margin=0.5,
            workers=1,
            save=tmp_path / "run.jsonl",
        )
        assert result.decision is Decision.CONSISTENT


def test_a_stretch_of_a_file_that_comes_again_is_found(tmp_path: Path) -> None:
    path = tmp_path / "plays.txt"
    plays = [*throws(25_000, 1), *throws(25_000, 1)[3_000:5_000]]
    path.write_text("".join(f"{eyes}\n" for eyes in plays))
    result = crosscheck(exact=DIE, simulator=outcomes(str(path)), margin=0.5)
    assert [verdict.field for verdict in result.alarms] == [STRETCHES]
    assert "block 2 repeats block 0" in str(result)


def test_levels_beyond_the_evidence_are_not_reached() -> None:
    result = crosscheck(
        exact=DIE, simulator=same_counts, seed=1, plays=20_000, margin=0.5, workers=1,
        levels=Levels(reject=1e-300),
    )  # fmt: skip
    assert not result.alarms
