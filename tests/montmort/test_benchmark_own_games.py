"""The hand-written kernels and the numpy simulations play the games that they stand for."""

from collections import Counter
from collections.abc import Callable
from functools import cache
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from benchmarks import own_kernels, own_numpy
from montmort import crosscheck
from montmort.exact import Law
from montmort.games.chance import RandomChance
from montmort.verification import Decision
from montmort.verification.game_file import game_of_file

CRAPS, ACES, COUPONS = "craps", "aces", "coupon_collector"


@cache
def game(name: str) -> Any:
    return game_of_file(f"benchmarks/games/{name}.py")


def judge(name: str, simulation_of: Callable[[ModuleType], Any], **given: Any) -> Decision:
    rulebook = game(name).rulebook
    play = rulebook.experiment(rulebook.first_experiment)
    return crosscheck(
        play=play,
        rules=rulebook.usual,
        simulator=simulation_of(game(name).module),
        plays=100_000,
        seed=1,
        margin=1 if name == COUPONS else 0.1,
        workers=1,
        **given,
    ).decision


@pytest.mark.parametrize(
    ("name", "simulation_of"),
    [
        (CRAPS, own_kernels.KERNELS[CRAPS]),
        (CRAPS, own_numpy.craps),
        (ACES, own_numpy.aces),
        (COUPONS, own_numpy.coupon_collector),
    ],
)
def test_other_ways_to_play_have_the_law_of_the_rules(name: str, simulation_of: Any) -> None:
    assert judge(name, simulation_of) is Decision.CONSISTENT


@pytest.mark.parametrize("name", own_kernels.SAME_PICKS)
def test_a_kernel_by_picks_counts_what_the_rules_count(name: str) -> None:
    found = own_kernels.SAME_PICKS[name](game(name).module)(300, stream())
    rulebook, chance = game(name).rulebook, RandomChance(stream())
    play = rulebook.experiment(rulebook.first_experiment).play
    outcomes = [play(rulebook.usual, chance) for _ in range(300)]
    assert found == Counter(each if len(each) > 1 else each[0] for each in outcomes)


def stream() -> np.random.Generator:
    return np.random.Generator(np.random.SFC64(1713))


def test_a_wrong_way_to_play_is_found() -> None:
    def without_eleven(module: ModuleType) -> Any:
        right = own_numpy.craps(module)

        def simulate(plays: int, rng: Any) -> dict[Any, int]:
            counts = Counter(right(plays, rng))
            moved = counts[module.Bet(module.Result.WIN, 1)] // 4
            counts[module.Bet(module.Result.WIN, 1)] -= moved
            counts[module.Bet(module.Result.LOSS, 1)] += moved
            return counts

        return simulate

    assert judge(CRAPS, without_eleven) is Decision.INCONSISTENT


def test_the_kernel_of_baccarat_has_the_published_law() -> None:
    """Eight decks: 2,292,252,566,437,888 and so on of 4,998,398,275,503,360 (Ethier 2010)."""
    winner = game("baccarat").module.Winner
    law = Law(
        weights={
            winner.BANKER: 2_292_252_566_437_888,
            winner.PLAYER: 2_230_518_282_592_256,
            winner.TIE: 475_627_426_473_216,
        }
    )
    assert judge("baccarat", own_kernels.KERNELS["baccarat"], exact=law) is Decision.CONSISTENT


def test_the_kernel_of_five_dice_throws_three_times() -> None:
    simulate = own_kernels.KERNELS["five_dice"](game("five_dice").module)
    counts = simulate(200_000, np.random.Generator(np.random.SFC64(1)))
    assert sum(counts.values()) == 200_000
    assert abs(counts[5] / 200_000 - 347_897 / 7_558_272) < 0.004
