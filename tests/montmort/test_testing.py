"""`montmort.testing`: samplers that follow a law pass, others fail, and nothing flakes."""

import random
import subprocess
import sys
from collections.abc import Callable
from fractions import Fraction
from itertools import permutations
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from montmort.exact.law import Law
from montmort.games.errors import BadInput
from montmort.testing import agrees, plan

LOOT = {"sword": 1, "shield": 3, "gold": 6}
SHUFFLED = dict.fromkeys(permutations("abc"), 1)
QUARTER = {True: Fraction(1, 4), False: Fraction(3, 4)}


def loot() -> str:
    return random.choices(["sword", "shield", "gold"], [1, 3, 6])[0]


def loot_of_six() -> str:
    return random.choices(["sword", "shield", "gold"], [1, 3, 5])[0]


def fisher_yates(rng: np.random.Generator) -> tuple[str, ...]:
    cards = ["a", "b", "c"]
    for last in (2, 1):
        other = int(rng.integers(last + 1))
        cards[last], cards[other] = cards[other], cards[last]
    return tuple(cards)


def naive_shuffle(rng: np.random.Generator) -> tuple[str, ...]:
    cards = ["a", "b", "c"]
    for place in range(3):
        other = int(rng.integers(3))
        cards[place], cards[other] = cards[other], cards[place]
    return tuple(cards)


def walk(rng: np.random.Generator) -> int:
    return int(rng.choice([-1, 1], size=4).sum())


def lazy_walk(rng: np.random.Generator) -> int:
    return int(rng.choice([-1, 1], size=4).sum()) if rng.random() < 0.95 else 0


WALK = Law(weights={-4: 1, -2: 4, 0: 6, 2: 4, 4: 1})
CASES: list[tuple[Callable[..., Any], Callable[..., Any], Any]] = [
    (loot, loot_of_six, LOOT),
    (fisher_yates, naive_shuffle, SHUFFLED),
    (walk, lazy_walk, WALK),
    (lambda rng: rng.random() < 0.25, lambda rng: rng.random() < 0.30, QUARTER),
    (lambda rng: Fraction(int(rng.integers(3)), 2), lambda rng: 1, {0: 1, Fraction(1, 2): 1, 1: 1}),
]


@pytest.mark.parametrize(("right", "wrong", "law"), CASES)
def test_right_samplers_pass_and_wrong_ones_fail(
    right: Callable[..., Any], wrong: Callable[..., Any], law: Any
) -> None:
    assert agrees(right, law).draws >= 256
    with pytest.raises(AssertionError, match=r"does not follow the law: .* draws from seed 0"):
        agrees(wrong, law)


@pytest.mark.parametrize("seed", range(100))
def test_other_seeds_pass_as_well(seed: int) -> None:
    assert agrees(loot, LOOT, margin=0.1, seed=seed).seed == seed


def test_the_same_seed_gives_the_same_counts() -> None:
    first, again, other = (agrees(walk, WALK, seed=seed).counts for seed in (1, 1, 2))
    assert first == again != other


def test_random_goes_on_as_if_nothing_had_been_drawn() -> None:
    random.seed(7)
    expected = random.random()
    random.seed(7)
    agrees(loot, LOOT)
    assert random.random() == expected


def test_an_outcome_of_chance_0_fails_at_once() -> None:
    with pytest.raises(AssertionError, match="draw 1 from seed 0 gave 'bow', which has chance 0"):
        agrees(lambda: "bow", LOOT)
    with pytest.raises(AssertionError, match=r"gave \[1\], which has chance 0"):
        agrees(lambda: [1], LOOT)


def test_too_few_draws_are_no_pass() -> None:
    with pytest.raises(AssertionError, match="undecided after 300 draws"):
        agrees(loot, LOOT, most=300)


@pytest.mark.parametrize("never", ["hit", "miss"])
def test_an_outcome_that_never_comes_does_not_pass(never: str) -> None:
    law = {"hit": 1, "miss": 999} if never == "hit" else {"hit": 999, "miss": 1}
    other = "miss" if never == "hit" else "hit"
    with pytest.raises(AssertionError, match=f"'{never}': 0 drawn, 32.8 expected"):
        agrees(lambda: other, law)


def test_a_default_that_takes_too_many_draws_is_refused_before_the_first() -> None:
    def fails() -> str:
        raise AssertionError("drawn")

    rare = {"hit": 1, "miss": 10**6 - 1}
    with pytest.raises(BadInput, match=r"a rare outcome, 'hit', must be drawn .* 199,999,800 dr"):
        agrees(fails, rare)
    with pytest.raises(BadInput, match="a rare outcome must be drawn by default"):
        agrees(fails, {0: 10**6 - 1, 5: 1})
    assert agrees(lambda: "miss", rare, margin=0.01).counts["miss"] >= 256
    assert plan(rare).margin == 5e-7


def test_a_law_of_one_outcome() -> None:
    assert agrees(lambda: 5, {5: 1}).counts == {5: 256}
    assert agrees(lambda: "x", {"x": 1}).counts == {"x": 256}


def test_a_message_shows_outcomes_and_what_the_test_promises() -> None:
    with pytest.raises(AssertionError) as raised:
        agrees(naive_shuffle, SHUFFLED, margin=0.02)
    message = str(raised.value)
    assert "drawn" in message
    assert "expected" in message
    assert "one that is off by 0.02 or more passes with chance at most 0.01" in message


def test_outcomes_may_be_spelled_alike() -> None:
    law = {"1": 1, 1: 1, "": 1, "outcome": 1}
    assert set(agrees(lambda rng: [*law][int(rng.integers(4))], law).counts) == {*law}


def test_a_plan_is_about_what_is_drawn() -> None:
    needed = plan(LOOT, margin=0.05)
    drawn = agrees(loot, LOOT, margin=0.05).draws
    assert needed.draws / 2 < drawn < 4 * needed.draws
    assert needed.margin == 0.05


@pytest.mark.parametrize(
    ("law", "problem"),
    [
        ({}, "the law has no outcome"),
        ({"a": 0.5, "b": 0.5}, "the chance of 'a', 0.5, must be exact"),
        ({"a": "1/2", "b": "1/3"}, "sum to 5/6, not to 1"),
        ({"a": "half"}, "must be exact and from 0 to 1"),
        ({"a": Fraction(3, 2), "b": Fraction(-1, 2)}, "must be exact and from 0 to 1"),
        ({"a": -1, "b": 2}, "weights must be integers >= 0"),
        ({"a": 0}, "weights must be integers >= 0"),
        ([1, 2], "law=.* must be a Law, or a mapping"),
        (Law.of({1: Fraction(1, 2)}, horizon=1), "the law is cut off"),
    ],
)
def test_wrong_laws(law: Any, problem: str) -> None:
    with pytest.raises(BadInput, match=problem):
        agrees(loot, law)


@pytest.mark.parametrize("margin", [0, -1, float("nan"), float("inf"), "0.1", True])
def test_wrong_margins(margin: Any) -> None:
    with pytest.raises(BadInput, match="margin="):
        agrees(loot, LOOT, margin=margin)
    with pytest.raises(BadInput, match="margin="):
        plan(LOOT, margin=margin)


def test_wrong_samplers() -> None:
    with pytest.raises(BadInput, match="sampler"):
        agrees(3, LOOT)  # type: ignore[arg-type]
    with pytest.raises(BadInput, match=r"must be a function \(rng\) -> outcome"):
        agrees(lambda n, rng: {}, LOOT)
    with pytest.raises(BadInput, match="seed"):
        agrees(loot, LOOT, seed=-1)


FILE = """
import random
import pytest

LOOT = {"sword": 1, "shield": 3}

def loot():
    return "sword" if random.random() < 0.25 else "shield"

def test_right(agrees):
    agrees(loot, LOOT)

@pytest.mark.agrees(margin=0.1, seed=5)
def test_marked(agrees):
    assert agrees(loot, LOOT).seed == 5

def test_wrong(agrees):
    agrees(lambda: "sword", LOOT)
"""


def test_the_plugin_counts_what_was_tested(tmp_path: Path) -> None:
    (tmp_path / "test_loot.py").write_text(FILE)
    words = ["-p", "no:cacheprovider", "-q", str(tmp_path)]
    if "montmort.testing.plugin" not in _plugins():
        words = ["-p", "montmort.testing.plugin", *words]
    run = subprocess.run(
        [sys.executable, "-m", "pytest", *words, "-n0", "--agrees-seed", "3"],
        capture_output=True,
        text=True,
        check=False,
        cwd=tmp_path,
    )
    assert run.returncode == 1, run.stdout + run.stderr
    assert "agrees: 2 of 3 samplers follow their laws" in run.stdout
    assert "from seed 3" in run.stdout
    assert "is at most 3e-06" in run.stdout


def _plugins() -> set[str]:
    from importlib.metadata import entry_points

    return {each.value for each in entry_points(group="pytest11")}


@pytest.mark.slow
def test_a_correct_sampler_fails_less_often_than_it_may(monkeypatch: pytest.MonkeyPatch) -> None:
    """At a level of 5 % at most 5 % of 160 correct samplers fail, with room for luck."""
    from montmort.testing import agreement
    from montmort.verification.verdicts.decision import Levels

    monkeypatch.setattr(agreement, "LEVELS", Levels(reject=0.05, accept=0.01))
    failed = 0
    for seed in range(160):
        try:
            agrees(walk, WALK, margin=0.3, seed=seed)
        except AssertionError:
            failed += 1
    assert failed <= 8
