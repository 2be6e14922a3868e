"""All hands of five-card draw enumerated in parts: the answers are those of the whole."""

from collections.abc import Mapping
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from montmort.exact.enumeration import Parts
from montmort.exact.five_card_draw import enumeration as draw_parts
from montmort.exact.five_card_draw.answers import Question, answers, in_parts
from montmort.games.errors import BadInput
from montmort.games.five_card_draw import Rules
from montmort.montecarlo.run_files.file import lines_in
from montmort.verification.enumeration import count_parts, run_of

SMALL = Rules(ranks=5, suits=3, max_draw=3)  # 3003 hands, 551 that differ in more than suits
RULES = [
    SMALL,
    replace(SMALL, max_draw=0),
    Rules(ranks=4, suits=4, max_draw=5),
    Rules(ranks=13, suits=1, max_draw=3),
    Rules(ranks=6, suits=3, max_draw=2, ranking="published"),  # where suits are not alike
]


def whole(rules: Rules = SMALL, size: int = draw_parts.PART) -> Parts:
    found = in_parts(rules)
    assert found is not None
    return replace(found, size=size)


def counted(parts: Parts, save: Path | None = None, **how: Any) -> dict[str, Any]:
    return count_parts(run_of("five-card-draw", parts, save), parts, **how)


@pytest.mark.parametrize("rules", RULES, ids=str)
def test_parts_of_any_size_give_the_undivided_answer(rules: Rules) -> None:
    undivided = answers(rules)
    for size in (89, 100, 10**6):
        for workers in (1, 2):
            assert counted(whole(rules, size), workers=workers) == undivided


def test_one_hand_represents_its_images() -> None:
    hands = sum(row[0] for rows in whole().rows(SMALL, 0, 551) for row in rows.tolist())
    assert (whole().cases, hands, answers(SMALL)["hands"]) == (551, 3003, 3003)
    published = [whole(replace(SMALL, ranks=ranks, ranking="published")) for ranks in (5, 6)]
    assert [parts.cases for parts in published] == [
        551,
        8568,
    ]  # a flush of five ranks is a straight


@pytest.mark.parametrize("kind", [ThreadPoolExecutor, ProcessPoolExecutor])
def test_any_executor_counts_the_parts(kind: type[Executor]) -> None:
    with kind(2) as executor:  # type: ignore[call-arg]
        assert counted(whole(size=100), executor=executor, workers=2) == answers(SMALL)


def test_a_process_counts_the_pairs_once(monkeypatch: pytest.MonkeyPatch) -> None:
    calls = []

    def spied(deck: Any) -> Any:
        calls.append(deck)
        return count_pairs(deck)

    count_pairs = draw_parts.count_pairs
    monkeypatch.setattr(draw_parts, "count_pairs", spied)
    draw_parts._pairs_of.cache_clear()
    assert counted(whole(size=100), workers=4) == answers(SMALL)
    assert len(calls) == 1


def test_parts_in_a_file_are_not_counted_again(tmp_path: Path) -> None:
    path, parts = tmp_path / "parts.jsonl", whole(size=200)
    counted(parts, path, workers=1)
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(lines[2] + lines[0][:50])  # a torn one
    assert counted(parts, path, workers=1) == answers(SMALL)
    assert [line.block.number for line in lines_in(path)] == [2, 0, 1]
    with pytest.raises(BadInput, match="save to another file"):
        counted(whole(replace(SMALL, max_draw=2), 200), path)


def test_hands_that_do_not_add_up_are_an_error() -> None:
    parts = whole()
    doubled: Mapping[tuple[int, ...], int] = {(6, 0, 3, 0, 0): 551}
    with pytest.raises(ArithmeticError, match="do not add up to 3003"):
        parts.checked_answer(doubled)
    with pytest.raises(ArithmeticError, match="fewer than 2 hands from number 550"):
        next(parts.rows(SMALL, 550, 2))


def test_a_question_about_one_hand_has_no_parts() -> None:
    hand = replace(SMALL, hand="2c 3c 4d 5h Ah")
    assert in_parts(hand) is None
    with pytest.raises(BadInput, match="exclude each other"):
        in_parts(hand, Question(all_hands=True))
    with pytest.raises(BadInput, match="leave both out"):
        in_parts(replace(SMALL, opponent="smart"))
