"""A loop without picks in a user's rules is refused by every verb that plays them."""

from pathlib import Path
from typing import Any

import pytest

from montmort import endless_rules

IN_PLAY = """
def play(chance):
    n = 0
    while True:
        n += 1
"""
IN_A_BRANCH = """
def play(chance):
    n = chance.pick([1, 1])
    while n == 0:
        pass
    return n
"""
STEPS = """
from typing import NamedTuple
from montmort import Experiment

class Out(NamedTuple):
    n: int

def loop():
    while True:
        pass

def start(rules, chance):
    {start}
    return 0

def step(rules, state, chance, table):
    {step}
    return None, Out(chance.pick([1, 1]))

E = Experiment(name="e", outcome=Out, start=start, step=step)
"""
IN_START = STEPS.format(start="loop()", step="pass")
IN_STEP = STEPS.format(start="pass", step="loop()")
DECIDED = STEPS.format(start="pass", step="table.decide(0, [1, 2], state) == 2 and loop()")


@pytest.mark.parametrize(
    ("rules", "argv"),
    [
        (IN_PLAY, ("exact",)),
        (IN_A_BRANCH, ("exact",)),
        (IN_START, ("simulate", "--plays", 100)),
        (IN_STEP, ("verify",)),
        (IN_A_BRANCH, ("simulate", "--plays", 100)),
        (DECIDED, ("exact", "--optimal", "n")),
    ],
)
def test_a_loop_without_picks_is_refused(
    run: Any, rules: str, argv: tuple[Any, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(endless_rules, "LONGEST_CALL", 0.3)
    path = tmp_path / "own.py"
    path.write_text(rules)
    code, out, err = run(argv[0], path, *argv[1:], "-q")
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert "the rules run for seconds without a pick: a loop in them seems to have no end" in err
    assert "own.py, line" in err


def test_a_long_play_with_picks_has_an_end(
    run: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nearly all of its seconds are spent in picks, as nearly all samples of its stack show."""
    monkeypatch.setattr(endless_rules, "PAUSE", 0.02)
    monkeypatch.setattr(endless_rules, "LONGEST_CALL", 0.1)
    path = tmp_path / "own.py"
    path.write_text(
        "WEIGHTS = [1] * 100_000\n"
        "def play(chance):\n    return sum(chance.pick(WEIGHTS) for _ in range(6))\n"
    )
    assert run("simulate", path, "--plays", 2, "--interpreted", "-q")[0] == 0
