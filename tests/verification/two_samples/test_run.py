"""Two simulators compared with each other, where no exact value is known."""

import dataclasses
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from montmort.games import baccarat, treize, war
from montmort.games.errors import BadInput, UnknownName
from montmort.montecarlo import program
from montmort.verification import Comparison, Levels, compare, outcomes
from montmort.verification.two_samples.judge import PairJudge

Rng = np.random.Generator
AWK = "awk -v seed={seed} -v plays={plays} 'BEGIN { srand(seed); while (plays--) print %s }'"
DIE = "1 + int(6 * rand())"


def die(rng: Rng) -> int:
    return int(rng.integers(1, 7))


def loaded(rng: Rng) -> int:
    return int(rng.choice([1, 2, 3, 4, 5, 6, 6]))


def dice(n: int, rng: Rng) -> Mapping[int, int]:
    return dict(zip(range(1, 7), map(int, rng.multinomial(n, [1 / 6] * 6)), strict=True))


def sixes(n: int, rng: Rng) -> Mapping[int, int]:
    """A die of the right mean, without 1 and 6 half of the time."""
    chances = [1 / 12, 1 / 4, 1 / 6, 1 / 6, 1 / 4, 1 / 12]
    return dict(zip(range(1, 7), map(int, rng.multinomial(n, chances)), strict=True))


def decisions(result: Comparison) -> dict[str, str]:
    return {verdict.field: str(verdict.decision) for verdict in result.verdicts}


def plain(result: Comparison) -> Comparison:
    return dataclasses.replace(result, seconds=0.0)


def test_two_simulators_of_one_law_are_consistent() -> None:
    result = compare(die, dice, seed=1, margin=0.2, workers=1)
    (verdict,) = result.verdicts
    assert verdict.label == "CONSISTENT(0.2)"
    assert verdict.deviation_ruled_out <= 0.2
    assert verdict.interval[0] < 0 < verdict.interval[1]
    assert (verdict.low, verdict.high, verdict.is_clamped) == (1, 6, True)


def test_a_loaded_die_is_named_with_its_face() -> None:
    (verdict,) = compare(die, loaded, seed=1, workers=1).verdicts
    assert verdict.decision == "INCONSISTENT"
    worst = verdict.disagreements[0]
    assert worst.value == 6
    assert worst.ratio is not None
    assert worst.ratio < 0.7
    assert "6 seen" in str(verdict)


def test_a_law_of_the_same_mean_is_found() -> None:
    result = compare(dice, sixes, seed=1, workers=1)
    assert decisions(result) == {"value": "INCONSISTENT"}


def test_one_simulator_twice_plays_different_plays() -> None:
    result = compare(dice, dice, seed=1, margin=0.1, workers=1)
    assert result.tallies is not None
    first, second = result.tallies
    assert first.histograms != second.histograms
    assert result.decision == "CONSISTENT"


def test_the_verdicts_do_not_depend_on_workers() -> None:
    game = {"game": "treize", "seed": 5, "plays": 20_000}
    sides = program(AWK % "int(3 * rand())", plays_per_block=5_000), treize.Rules()
    one, two = (compare(*sides, **game, workers=workers) for workers in (1, 3))
    assert plain(one) == plain(two)


def test_two_readings_of_a_game_differ() -> None:
    rules = treize.Rules(), treize.Rules(ranks=12)
    result = compare(*rules, game="treize", seed=1, workers=1, plays=200_000)
    assert decisions(result)["cards"] == "INCONSISTENT"


def test_a_game_without_a_known_law() -> None:
    small = war.Rules(ranks=3, suits=2)
    result = compare(small, small, game="war", seed=2, margin=0.5, workers=1, most=300_000)
    found = decisions(result)
    assert found == dict.fromkeys(("winner", "turns", "wars", "finished"), "CONSISTENT")
    assert [v.field for v in result.verdicts if not v.is_clamped] == ["finished"]


def test_the_range_of_a_known_law_is_used() -> None:
    """The first plays hold no hand of the least strength, which counts all the same."""
    result = compare(war.Rules(), lambda rng: {"strength": 208 + int(rng.integers(-3, 4))},
                     game="war", experiment="deal", seed=1, workers=1, plays=9000)  # fmt: skip
    (verdict,) = result.verdicts
    assert (verdict.low, verdict.high, verdict.is_clamped) == (124, 292, True)


def test_two_readings_have_a_range_for_both() -> None:
    readings = war.Rules(), war.Rules(ranks=3)
    sides = {"game": "war", "experiment": "deal", "seed": 1, "workers": 1, "plays": 9000}
    result = compare(*readings, **sides)
    ranges = {verdict.field: (verdict.low, verdict.high) for verdict in result.verdicts}
    assert ranges["strength"] == (14, 292)


def test_without_a_law_the_first_plays_give_the_range() -> None:
    small = war.Rules(ranks=3, suits=2)
    result = compare(small, small, game="war", seed=2, plays=9000, workers=1)
    (turns,) = (verdict for verdict in result.verdicts if verdict.field == "turns")
    assert turns.is_clamped


def test_every_member_of_an_enum_is_a_quantity() -> None:
    def no_ties(rng: Rng) -> baccarat.Winner:
        return list(baccarat.Winner)[int(rng.integers(2))]

    rules = baccarat.Rules(decks=1)
    result = compare(rules, no_ties, game="baccarat", seed=1, workers=1, plays=20_000)
    found = decisions(result)
    assert list(found) == ["winner=player", "winner=banker", "winner=tie"]
    assert found["winner=tie"] == "INCONSISTENT"
    (tie,) = (verdict for verdict in result.verdicts if verdict.field == "winner=tie")
    assert tie.estimates is not None
    assert 0.05 < tie.estimates[0] < 0.15
    assert tie.estimates[1] == 0
    with pytest.raises(BadInput, match="winner has a range of its own"):
        compare(rules, rules, game="baccarat", ranges={"winner": (0, 2)})


class Stop:
    """Interrupts the run at a look."""

    def __init__(self, at: int) -> None:
        self.at = at

    def __call__(self, plays: int, judge: PairJudge) -> None:
        self.at -= 1
        if not self.at:
            raise KeyboardInterrupt


@pytest.mark.parametrize("sides", [(dice, dice), (dice, sixes)])
def test_an_interrupted_run_is_continued(tmp_path: Path, sides: tuple[Any, Any]) -> None:
    whole = compare(*sides, seed=7, plays=60_000, workers=1)
    file = tmp_path / "run.jsonl"
    begun = compare(*sides, seed=7, plays=60_000, workers=1, save=file, watch=Stop(2))
    assert begun.interrupted
    lines = file.read_bytes().count(b"\n")
    assert lines >= 4
    again = compare(*sides, plays=60_000, workers=1, save=file)
    assert file.read_bytes().count(b"\n") == 12
    assert plain(again) == plain(whole)


def test_a_file_of_other_plays_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "run.jsonl"
    compare(die, die, seed=1, plays=8192, workers=1, save=file)
    with pytest.raises(BadInput, match="save to another file"):
        compare(dice, sixes, workers=1, save=file)
    compare(die, die, seed=2, plays=8192, workers=1, save=file)
    with pytest.raises(BadInput, match="seeds 1, 2"):
        compare(die, die, workers=1, save=file)


def written(path: Path, seed: int, plays: int, text: str = "{}\n", header: str = "") -> Path:
    rolls = np.random.default_rng(seed).integers(1, 7, size=plays)
    path.write_text(header + "".join(map(text.format, rolls)))
    return path


def test_two_files(tmp_path: Path) -> None:
    paths = [written(tmp_path / f"{seed}.txt", seed, 20_000 + seed) for seed in (1, 2)]
    result = compare(*(outcomes(str(path)) for path in paths), margin=0.1)
    assert result.seed is None
    assert result.base == (1000, 1000)
    assert decisions(result) == {"value": "CONSISTENT"}


def test_a_file_and_itself_are_refused(tmp_path: Path) -> None:
    path = written(tmp_path / "a.txt", 1, 20_000)
    copy = written(tmp_path / "b.txt", 1, 20_000)
    other_form = written(tmp_path / "c.txt", 1, 20_000, "{}.0\n")
    for other in (path, copy, other_form):
        with pytest.raises(BadInput, match="the same plays"):
            compare(outcomes(str(path)), outcomes(str(other)))


def test_a_program_and_a_file_of_unknown_fields(tmp_path: Path) -> None:
    path = written(tmp_path / "a.csv", 3, 12_000, "{},0\n", "face,other\n")
    command = "awk -v s={seed} -v n={plays} " + (
        '\'BEGIN { srand(s); print "id,face"; while (n--) print n "," 1 + int(6 * rand()) }\''
    )
    result = compare(
        program(command, plays_per_block=1000), outcomes(str(path)), seed=1, margin=0.3
    )
    assert decisions(result) == {"face": "CONSISTENT"}
    assert result.unjudged == ("id", "other")


def test_a_table_of_counts_is_compared_in_an_order_that_is_drawn(tmp_path: Path) -> None:
    table = tmp_path / "counts.csv"
    table.write_text("value,count\n" + "".join(f"{face},2000\n" for face in range(1, 7)))
    good, bad = (
        compare(outcomes(str(table)), side, seed=1, margin=0.4, workers=1) for side in (die, loaded)
    )
    assert decisions(good) == {"value": "CONSISTENT"}
    assert decisions(bad) == {"value": "INCONSISTENT"}


def test_a_range_is_checked_and_needs_no_clamp() -> None:
    result = compare(dice, die, seed=1, margin=0.2, workers=1, ranges={"value": (0, 10)})
    assert not result.verdicts[0].is_clamped
    assert result.decision == "CONSISTENT"
    result = compare(dice, die, seed=1, workers=1, ranges={"value": (1, 5)})
    assert result.decision == "INVALID"
    assert "lies outside [1, 5]" in result.verdicts[0].reason


def test_a_value_beyond_the_base_is_found_by_the_law() -> None:
    def rare(n: int, rng: Rng) -> Mapping[int, int]:
        first = int(rng.binomial(n, 0.5))
        late = int(rng.binomial(n - first, 0.002))
        return {0: first, 1: n - first - late, 50: late}

    def never(n: int, rng: Rng) -> Mapping[int, int]:
        first = int(rng.binomial(n, 0.5))
        return {0: first, 1: n - first}

    (verdict,) = compare(never, rare, seed=1, workers=1).verdicts
    assert verdict.decision == "INCONSISTENT"
    assert verdict.disagreements[0].value == 50


def test_invalid_lines_are_invalid(tmp_path: Path) -> None:
    path = written(tmp_path / "a.txt", 1, 2000)
    with path.open("a") as file:
        file.write("2.5\n" * 1000)
    result = compare(outcomes(str(path)), die, seed=1, workers=1)
    assert result.decision == "INVALID"
    assert "line 2001" in result.verdicts[0].reason


def test_questions_that_are_none(tmp_path: Path) -> None:
    summary = tmp_path / "summary.csv"
    summary.write_text("mean,sd,n\n3.5,1.7,1000\n")
    with pytest.raises(BadInput, match="holds a mean and no plays"):
        compare(outcomes(str(summary)), die)
    with pytest.raises(BadInput, match="give game="):
        compare(die, die, rules=treize.Rules())
    with pytest.raises(UnknownName, match="no field 'x' to give a range"):
        compare(die, die, ranges={"x": (0, 1)})
    with pytest.raises(BadInput, match="the lower one first"):
        compare(die, die, ranges={"value": (3, 1)})
    with pytest.raises(BadInput, match="must be greater than 0"):
        compare(die, die, margin=0)
    with pytest.raises(BadInput, match="exceeds its whole range"):
        compare(die, die, margin=7, workers=1)
    paths = [written(tmp_path / f"{seed}.txt", seed, 2000) for seed in (1, 2)]
    with pytest.raises(BadInput, match="nothing to save"):
        compare(*(outcomes(str(path)) for path in paths), save=tmp_path / "run")
    with pytest.raises(BadInput, match="less than 2"):
        compare(die, die, seed=1 << 127)
    with pytest.raises(BadInput, match="Levels"):
        compare(die, die, levels=0.5)  # type: ignore[arg-type]
    assert Levels()
