"""The numbers of the paper are those that the pages have measured."""

import re

import pytest

from docs._extensions.commands.pages import ROOT

PAPER = " ".join((ROOT / "paper" / "paper.md").read_text(encoding="utf-8").split())
DATA, RATES, FAULTS = (
    (ROOT / "docs" / f"{name}.md").read_text(encoding="utf-8")
    for name in ("benchmarks_data", "error_rates", "planted_faults")
)
MEASURED = {  # a row of the paper, and the line of the data
    "13 ranks and 4 suits: value": r"Treize 13 x 4, complete answer +≤ +\S+",
    "Treize, 13 ranks and 8 suits": r"Treize 13 x 8, complete answer +≤ +\S+",
    "the complete table of all hands": r"five-card draw, complete table +≤ +\S+",
    "chain of 100,000 states": r"chain grid 100,000, all states +≤ +\S+",
    "equilibrium of a hand": r"equilibrium of a hand, proved +≤ +\S+",
    "Pig to 100": r"Pig to 100, enclosed",
    "simulated games of Treize": r"Treize, games/s +≥ +\S+",
    "simulated games of War": r"War, games/s +≥ +\S+",
}
ALARM, PASS = RATES.split("\n**")[1:3]


def number(text: str) -> float:
    """Return a number with separators, as 10,460,000."""
    return float(text.replace(",", ""))


@pytest.mark.parametrize("row", MEASURED)
def test_a_time_or_a_speed_is_the_measured_one(row: str) -> None:
    (shown,) = re.findall(rf"\| [^|]*{row}[^|]*\| ([\d.,]+) (?:s|per s) \|", PAPER)
    (measured,) = re.findall(rf"{MEASURED[row]} +([\d.,]+)", DATA)
    digits = len(re.sub(r"0+$", "", shown.replace(",", "")).replace(".", "").lstrip("0"))
    assert number(shown) == float(f"{number(measured):.{digits}g}")


def test_error_rates_are_those_of_the_tables() -> None:
    alarms = re.findall(r"\| 0\.01 \| (\d+) \| (0\.\d+) < 0\.01 \| (\d+)\.\d%", ALARM)
    runs = sorted(int(runs) for runs, _, _ in alarms)
    bounds = sorted(bound for _, bound, _ in alarms)
    assert f"INCONSISTENT in {runs[0]} to {runs[-1]} runs at the level 0.01" in PAPER
    assert f"lie between {bounds[0]} and {bounds[-1]}" in PAPER
    passes = sorted(int(runs) for runs in re.findall(r"\| 0\.01 \| (\d+) \|", PASS))
    assert f"CONSISTENT in {passes[0]} to {passes[-1]} runs at the level 0.01" in PAPER
    tests = [float(rate) for rate in re.findall(r"< 0\.01 \| (\d+\.\d)%", ALARM)]
    assert f"rejects in {min(tests):.0f} to {max(tests):.0f} % of the runs" in PAPER


def test_planted_faults_are_those_of_the_page() -> None:
    planted, found, missed = (
        re.findall(pattern, FAULTS)[0]
        for pattern in (r"plants (\d+) faults", r"(\d+) were found", r"were found, (\d+) not")
    )
    assert f"Of {planted} faults that were planted" in PAPER
    assert f"{found} were found at the level" in PAPER
    assert int(planted) - int(found) == int(missed) == 5
    assert "The five that were not found" in PAPER


def test_ratios_are_those_of_the_data() -> None:
    procedures = re.findall(r"the source's procedure in (?:Python|R) +([\d.,]+) \(", DATA)
    factors = sorted(map(number, procedures))
    assert f"factors of {factors[0]:.0f} to {factors[-1]:,.0f}" in PAPER
    ranked = re.findall(r"hands ranked one per call .* ([\d.]+)$", DATA, re.MULTILINE)
    slower = sorted(1 / number(ratio) for ratio in ranked)
    assert f"ranked {slower[0]:.0f} to {slower[-1]:.0f} times as fast" in PAPER
    assert "from 0.6 to more than 175 times" in PAPER
    assert re.search(r"chains, one start, proved .* 0\.6 – >175$", DATA, re.MULTILINE)
