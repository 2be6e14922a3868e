"""Replays on run files, in several processes and on a cluster: the same verdicts as at once."""

import pickle
import sys
from pathlib import Path

import numpy as np
import pytest

from montmort.games import treize
from montmort.games.chance import RecordedChance
from montmort.games.errors import BadInput, RulesDiffer
from montmort.games.treize import Game
from montmort.montecarlo import program
from montmort.montecarlo.external.program import Program
from montmort.verification import crosscheck
from montmort.verification.comparison.result import Crosscheck
from montmort.verification.verdicts.decision import Decision

Rng = np.random.Generator
RULES = treize.Rules(ranks=3, suits=2)


def played(rng: Rng) -> tuple[Game, list[int]]:
    """Play Treize, and record what chance does."""
    chance = RecordedChance(rng)
    return treize.EXPERIMENTS["game"].play(RULES, chance), chance.picks


def rarely_wrong(rng: Rng) -> tuple[Game, list[int]]:
    """Give a point too many once in some 1,350 plays."""
    outcome, picks = played(rng)
    return outcome._replace(points=outcome.points + (picks[:8] == [0, 0, 1, 2, 2, 1, 0, 0])), picks


SCRIPT = """\
import random, sys
rng = random.Random(int(sys.argv[1]))
print("points,passes,cards,picks")
for _ in range(int(sys.argv[2])):
    picks, points, passes, calls = [], 0, 0, 0
    while calls < 3:
        deck, passes = rng.sample([0, 0, 1, 1, 2, 2], 6), passes + 1
        for rank in deck:
            picks.append(rank)
            points, calls = (points + 1, 0) if rank == calls else (points, calls + 1)
            if calls == 3:
                break
    print(points, passes, len(picks), " ".join(map(str, picks)), sep=",")
"""


def _program(folder: Path) -> Program:
    path = folder / "treize.py"
    path.write_text(SCRIPT)
    return program(f"{sys.executable} {path} {{seed}} {{plays}}", plays_per_block=500)


def _judged(replays: object, plays: int, save: Path, seed: int | None = None) -> Crosscheck:
    return crosscheck(
        "treize", RULES, replays=replays, plays=plays, save=save, seed=seed, workers=2
    )


def _answers(result: Crosscheck) -> list[object]:
    return [result.tally, *result.verdicts, *result.chance, *result.dependence]


@pytest.mark.parametrize("plays", [1, 1_499, 1_500, 2_000])
def test_a_run_may_end_within_a_block_that_is_saved(tmp_path: Path, plays: int) -> None:
    """What is derived from the first plays of a block does not depend on the others."""
    simulator = _program(tmp_path)
    _judged(simulator, 1_999, tmp_path / "run", seed=5)
    resumed = _judged(simulator, plays, tmp_path / "run")
    alone = _judged(simulator, plays, tmp_path / "other", seed=5)
    assert _answers(resumed) == _answers(alone)
    assert resumed.decision is not Decision.INVALID


def test_a_function_is_resumed_as_well(tmp_path: Path) -> None:
    _judged(played, 300, tmp_path / "run", seed=5)
    resumed = _judged(played, 500, tmp_path / "run")
    alone = _judged(played, 500, tmp_path / "other", seed=5)
    assert _answers(resumed) == _answers(alone)


def test_a_difference_is_shown_after_a_resume_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The blocks before it are in the run file, its own is not."""
    monkeypatch.setattr("montmort.verification.own_simulators.python_function.PER_BLOCK", 100)
    for seed in range(5):  # the first block itself may have it
        save = tmp_path / f"run-{seed}"
        first = _judged(rarely_wrong, 6_000, save, seed=seed)
        if first.difference is not None and first.tally is not None:
            break
    assert first.difference is not None
    assert first.tally is not None
    assert len(save.read_text().splitlines()) >= first.tally.plays // 100
    again = _judged(rarely_wrong, 6_000, save)
    assert str(again.difference) == str(first.difference)
    assert _answers(again) == _answers(first)
    alone = crosscheck("treize", RULES, replays=rarely_wrong, plays=6_000, seed=seed, workers=1)
    assert _answers(alone) == _answers(first)


def test_plays_with_picks_are_another_run_than_those_without(tmp_path: Path) -> None:
    simulator = _program(tmp_path)
    crosscheck("treize", RULES, simulator=simulator, plays=500, save=tmp_path / "run", workers=1)
    with pytest.raises(BadInput, match="its files, its columns, or the laws or rules"):
        _judged(simulator, 500, tmp_path / "run")
    _judged(simulator, 500, tmp_path / "picks")
    others = treize.Rules(ranks=3, suits=1)
    with pytest.raises(BadInput, match="save to another file"):
        crosscheck("treize", RULES, replays=simulator, against=others, save=tmp_path / "picks")


def test_an_invalid_line_is_no_difference(tmp_path: Path) -> None:
    path = tmp_path / "plays.csv"
    path.write_text("points,picks\n0,1 0 0\nmany,0 1\n")
    result = crosscheck("treize", RULES, replays=path)
    assert result.difference is None
    decisions = {each.field: each.decision for each in result.verdicts}
    assert decisions == {"points": Decision.INVALID, "by the rules": Decision.CONSISTENT}
    assert result.decision is Decision.INVALID


def test_a_difference_can_be_sent_to_other_processes() -> None:
    found = RulesDiffer(3, [1, 0], "points 1", "points 0", choices=[2]).of("war.csv")
    again = pickle.loads(pickle.dumps(found))
    assert (str(again), again.picks, again.choices) == (str(found), [1, 0], [2])


@pytest.mark.slow
def test_other_processes_and_a_cluster_find_the_same_difference(tmp_path: Path) -> None:
    from distributed import Client

    from benchmarks.machines import Machines
    from montmort.montecarlo.runs.dask_cluster import connect

    asked = {"rules": RULES, "replays": rarely_wrong, "plays": 20_000, "seed": 1}
    here = crosscheck("treize", **asked, workers=1)
    assert here.difference is not None
    with Machines() as machines, connect(machines.address) as client:
        assert isinstance(client, Client)
        client.upload_file(__file__)
        there = crosscheck("treize", **asked, executor=client)
        assert str(there.difference) == str(here.difference)
        assert _answers(there) == _answers(here)
        with pytest.raises(BadInput, match="is a program, which plays on this machine"):
            crosscheck("treize", RULES, replays=_program(tmp_path), executor=client)
    assert _answers(crosscheck("treize", **asked, workers=2)) == _answers(here)
