"""Enumerations in parts give the undivided answer, for any executor and any saved parts."""

from collections import Counter
from collections.abc import Mapping
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from montmort.exact.enumeration import Parts
from montmort.exact.war import answers as war
from montmort.exact.war.answers import in_parts
from montmort.games.errors import BadInput, InvalidCounts, TooLarge
from montmort.games.war import READINGS, Rules
from montmort.montecarlo.run_files.file import lines_in
from montmort.montecarlo.run_files.record import line_of
from montmort.montecarlo.runs.block import play_block
from montmort.verification.enumeration import SEED, count_parts, enumerator, run_of

SMALL = Rules(ranks=3, suits=2, face_down=1)  # 90 deals
RULES = [
    Rules(ranks=2, suits=1),
    Rules(ranks=1, suits=2),
    SMALL,
    replace(SMALL, pick_up="first-player-first", shortfall="last-card", face_down=3),
    replace(SMALL, pick_up="loser-first", shortfall="second-takes", deuce_beats_ace="always"),
    replace(SMALL, suits=4, turn_limit=5),  # 34650 deals, endless and unfinished ones
    replace(READINGS["published"], ranks=4, suits=2),
]


def whole(rules: Rules = SMALL, size: int = 10**6) -> Parts:
    found = in_parts(rules)
    assert found is not None
    return replace(found, size=size)


def counted(parts: Parts, save: Path | None = None, **how: Any) -> dict[str, Any]:
    return count_parts(run_of("war", parts, save), parts, **how)


@pytest.mark.parametrize("rules", RULES, ids=str)
def test_parts_of_any_size_give_the_undivided_answer(rules: Rules) -> None:
    undivided = war.answers(rules)
    few = whole(rules).cases < 1000
    for size in (1, 2, 7, 89, 90, 10**6) if few else (1009, 2**14):
        for workers in (1, 2):
            assert counted(whole(rules, size), workers=workers) == undivided


@pytest.mark.parametrize("kind", [ThreadPoolExecutor, ProcessPoolExecutor])
def test_any_executor_counts_them(kind: type[Executor]) -> None:
    with kind(2) as executor:  # type: ignore[call-arg]
        assert counted(whole(size=13), executor=executor, workers=2) == war.answers(SMALL)


def test_a_question_is_answered_with_them() -> None:
    question = war.Question(by_deal=True)
    parts = in_parts(SMALL, question)
    assert counted(parts) == war.answers(SMALL, question)
    assert len(counted(parts)["by_deal"]) == 90


def test_what_is_not_played_out_has_no_parts() -> None:
    assert in_parts(Rules()) is None
    assert in_parts(replace(SMALL, pick_up="random")) is None
    assert in_parts(SMALL, war.Question(most_deals=89)) is None
    with pytest.raises(TooLarge, match="52 cards are too many"):
        in_parts(Rules(), war.Question(most_deals=10**60))


def test_what_a_file_holds_is_not_counted_again(tmp_path: Path) -> None:
    path, parts = tmp_path / "parts.jsonl", whole(size=20)
    asked: list[int] = []
    seen: list[tuple[int, bool]] = []

    def spied(rules: Rules, first: int, cases: int) -> Any:
        asked.append(first // 20)
        return parts.rows(rules, first, cases)

    counted(parts, path, workers=1)
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join([lines[4], lines[0], lines[2], lines[1][:50]]))  # a torn one
    found = counted(
        replace(parts, rows=spied), path, workers=1, watch=lambda *state: seen.append(state)
    )
    assert found == war.answers(SMALL)
    assert len(asked) == 3  # the missing ones, and a saved one, drawn by lot, as a check
    assert {1, 3} < {*asked} <= {0, 1, 2, 3, 4}
    assert seen == [(20, False), (40, True), (60, False), (80, True), (90, False)]
    assert [line.block.number for line in lines_in(path)] == [4, 0, 2, 1, 3]


def test_a_file_of_another_enumeration_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "parts.jsonl"
    counted(whole(size=20), path)
    written = path.read_bytes()
    for other in (whole(replace(SMALL, face_down=2), 20), whole(size=21)):
        with pytest.raises(BadInput, match="save to another file"):
            counted(other, path)
    assert path.read_bytes() == written


def test_a_part_that_is_false_is_found_out(tmp_path: Path) -> None:
    path = tmp_path / "parts.jsonl"
    parts = whole(size=20)
    simulator = enumerator("war", parts)
    other = play_block(simulator, SEED, 1, 20, [parts.fields])
    path.write_bytes(line_of(replace(other, number=0)))
    with pytest.raises(InvalidCounts, match="block 0 of seed 0 has two different results"):
        counted(parts, path)


def test_a_part_that_is_false_in_its_fates_only_is_found_out(tmp_path: Path) -> None:
    path, parts = tmp_path / "parts.jsonl", whole(size=80)
    block = play_block(enumerator("war", parts), SEED, 0, 80, [parts.fields])
    fates = Counter(block.joint[parts.fields])
    one, other = (1, 3, 2, 0), (2, 3, 0, 0)  # drawn after two ties, won without one
    assert min(fates[one], fates[other]) > 0
    fates.subtract([one, other])
    fates.update([(1, 3, 0, 0), (2, 3, 2, 0)])  # each field is counted as before
    joint = {parts.fields: +fates}
    path.write_bytes(line_of(replace(block, tally=replace(block.tally, joint=joint))))
    with pytest.raises(InvalidCounts, match="block 0 of seed 0 has two different results"):
        counted(parts, path)


def test_cases_that_do_not_add_up_are_no_answer() -> None:
    parts = whole()
    doubled: Mapping[tuple[int, ...], int] = {(2, 2, 0, 0): 91}
    with pytest.raises(ArithmeticError, match="91 cases were counted, there are 90"):
        parts.checked_answer(doubled)


def test_an_enumeration_is_not_sampled() -> None:
    with pytest.raises(BadInput, match="counted in parts"):
        enumerator("war", whole()).count(5, plays=2)
