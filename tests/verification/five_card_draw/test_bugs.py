"""Planted bugs are found, each within the plays listed beside it; correct variants are not.

Seeds are fixed, so a run repeats itself; blocks of 2^10 plays give many looks.
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from itertools import combinations

import numpy as np
import numpy.typing as npt
import pytest

from montmort.exact.five_card_draw.one_hand import Choice, best_of, choices_of
from montmort.exact.law import Law
from montmort.games.cards.pack import members
from montmort.games.five_card_draw import Result, Rules
from montmort.games.five_card_draw.players import place
from montmort.games.five_card_draw.ranking import RANKINGS
from montmort.montecarlo.five_card_draw.simulator import simulator
from montmort.montecarlo.simulator import Simulator
from montmort.verification import Crosscheck, Decision, crosscheck
from tests.verification.five_card_draw import buggy_five_card_draw as bugs

BIG_CARDS_AWAY = Rules(hand="8c 8d Ah Ks Qc", discard="Ah Ks Qc")
FOUR_HEARTS = Rules(hand="3h 7h 9h Jh 4c", discard="4c")
FOUR_TO_A_WHEEL = Rules(hand="Ac 2d 3h 4s 9c", discard="9c")
FOUR_ROUND_THE_CORNER = Rules(hand="Ac Kd Qh 2s 7c", discard="7c")
KINGS = Rules(hand="Kc Kd 9s 7s 2c")
FULL_HOUSE = Rules(hand="2c 2d 2h 3c 3d")
ACES = Rules(hand="Ac Ad 7h 5s 3c", discard="7h 5s 3c")
MANY_TIES = Rules(ranks=5, hand="2c 2d 3c 4d Ah", discard="2c 3c 4d")
SMALL = Rules(ranks=4, suits=3, max_draw=1)  # 12 cards, two thirds of which come into play
WITH_TIES = Rules(ranks=6, suits=2, max_draw=1)


def of_hand(rules: Rules) -> Law[Result]:
    """Return the exact law of a given hand and its discard."""
    found = choices_of([*members(rules.own)], rules.max_draw, rules.ranking, rules.pack)
    return _law([next(choice for choice in found if choice.discard == rules.discarded)])


def _law(choices: Sequence[Choice]) -> Law[Result]:
    """Return the law of the result when these choices are equally likely."""
    wins, ties, losses = (
        sum(getattr(choice, name) for choice in choices) / len(choices)
        for name in ("win", "tie", "loss")
    )
    return Law.of({Result.WIN: wins, Result.TIE: ties, Result.LOSS: losses})


@cache
def best_choices(rules: Rules) -> tuple[Choice, ...]:
    """Return the best choice of every hand, in the order of a complete table."""
    hands = sorted(combinations(range(rules.pack.size), 5), key=place)
    return tuple(
        best_of(choices_of(hand, rules.max_draw, rules.ranking, rules.pack)) for hand in hands
    )


def smart_table(rules: Rules) -> npt.NDArray[np.uint8]:
    """Return the best discards of every hand, as sets of places."""
    hands = sorted(combinations(range(rules.pack.size), 5), key=place)
    return np.array(
        [
            sum(1 << j for j, card in enumerate(hand) if best.discard >> card & 1)
            for hand, best in zip(hands, best_choices(rules), strict=True)
        ],
        np.uint8,
    )


def judged(simulator: Simulator, exact: Law[Result], plays: int | None, seed: int) -> Crosscheck:
    return crosscheck(
        rules=simulator.rules, exact={"result": exact}, simulator=simulator, plays=plays, seed=seed
    )


def at_fault(result: Crosscheck) -> set[str]:
    return {v.field for v in result.verdicts if v.decision is Decision.INCONSISTENT}


@pytest.mark.parametrize(
    ("bug", "rules", "plays", "field"),
    [
        pytest.param(bugs.OPPONENT_TAKEN_OUT, FOUR_HEARTS, 2**15, "win", id="42 cards for all"),
        pytest.param(bugs.DISCARDS_PUT_BACK, BIG_CARDS_AWAY, 2**15, "win", id="discards put back"),
        pytest.param(bugs.DISCARDS_TO_OPPONENT, BIG_CARDS_AWAY, 2**14, "win", id="to opponent"),
        pytest.param(bugs.CARD_HELD_BY_BOTH, MANY_TIES, 2**14, "tie", id="a card in two hands"),
        pytest.param(bugs.LAST_CARD_STAYS, KINGS, 2**14, "win", id="last card never drawn"),
        pytest.param(bugs.WHEEL_MISSED, FOUR_TO_A_WHEEL, 2**13, "win", id="wheel missed"),
        pytest.param(
            bugs.ROUND_THE_CORNER, FOUR_ROUND_THE_CORNER, 2**11, "loss", id="over the ace"
        ),
        pytest.param(bugs.TIE_IS_WIN, MANY_TIES, 2**11, "tie", id="a tie counts as won"),
        pytest.param(bugs.FLUSH_BEATS_FULL_HOUSE, FULL_HOUSE, 2**16, "win", id="flush too high"),
        pytest.param(bugs.KICKERS_IGNORED, ACES, 2**10, "tie", id="kickers ignored"),
    ],
)
@pytest.mark.parametrize("seed", [1, pytest.param(2, marks=pytest.mark.slow)])
def test_a_bug_is_found_within_so_many_plays(bug, rules, plays, field, seed) -> None:
    result = judged(bugs.buggy(bug, rules), of_hand(rules), plays, seed)
    assert result.decision is Decision.INCONSISTENT
    assert f"result={field}" in at_fault(result)


@pytest.mark.slow
@pytest.mark.parametrize("order", [bugs.NONE, bugs.OPPONENT_FIRST])
def test_the_order_of_dealing_makes_no_difference(order) -> None:
    # Drawing from 42 cards is no mistake where the other five are any of the 47, play by play:
    # (own draw, opponent's hand) has the same law in either order.
    rules = FOUR_HEARTS
    result = judged(bugs.buggy(order, rules), of_hand(rules), 2**21, 1)
    assert result.decision is Decision.CONSISTENT


@pytest.mark.parametrize(
    ("bug", "plays", "field"),
    [
        pytest.param(bugs.DISCARDS_PUT_BACK, 2**11, "win", id="discards put back"),
        pytest.param(bugs.PLACES_BACKWARDS, 2**10, "win", id="table read backwards"),
    ],
)
@pytest.mark.parametrize("seed", [1, pytest.param(2, marks=pytest.mark.slow)])
def test_a_bug_in_games_is_found_within_so_many_plays(bug, plays, field, seed) -> None:
    game = bugs.buggy(bug, SMALL, smart_table(SMALL))
    result = judged(game, _law(best_choices(SMALL)), plays, seed)
    assert result.decision is Decision.INCONSISTENT
    assert f"result={field}" in at_fault(result)


def test_games_without_a_bug_pass() -> None:
    game = bugs.buggy(bugs.NONE, SMALL, smart_table(SMALL))
    result = judged(game, _law(best_choices(SMALL)), 2**19, 1)
    assert result.decision is Decision.CONSISTENT


@pytest.mark.parametrize("ranking", RANKINGS)
@pytest.mark.parametrize(
    "rules", [FOUR_HEARTS, MANY_TIES, KINGS, BIG_CARDS_AWAY], ids=lambda rules: rules.hand
)
def test_the_kernels_agree_with_the_exact_law_of_a_hand(rules, ranking) -> None:
    rules = replace(rules, ranking=ranking)
    result = judged(simulator(rules), of_hand(rules), 2**23, 1713)
    assert result.decision is Decision.CONSISTENT


@pytest.mark.slow
@pytest.mark.parametrize("ranking", RANKINGS)
def test_the_kernels_agree_with_the_exact_law_of_games(ranking) -> None:
    rules = replace(WITH_TIES, ranking=ranking)
    playing = simulator(rules, "game", smart_table(rules))
    assert judged(playing, _law(best_choices(rules)), 2**20, 1713).decision is Decision.CONSISTENT


def test_the_published_ranking_judged_by_the_usual_one() -> None:
    playing = simulator(replace(FOUR_TO_A_WHEEL, ranking="published"))
    result = judged(playing, of_hand(FOUR_TO_A_WHEEL), 2**20, 1713)
    assert result.decision is Decision.INCONSISTENT
