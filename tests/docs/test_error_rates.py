"""The summary of the measured error rates has the worst numbers of the tables."""

import re
from fractions import Fraction

from docs._extensions.commands.pages import ROOT

SUMMARY, TABLES = (
    (ROOT / "docs" / f"{name}.md").read_text(encoding="utf-8")
    for name in ("verification", "error_rates")
)
LEVELS = ("0.05", "0.01")
ALARM, PASS, MISS = TABLES.split("## 4: ")[0].split("\n**")[1:]


def worst(table: str, level: str) -> str:
    """Return the largest 99 % bound of a rate in a table."""
    return max(re.findall(rf"\| (0\.\d+) < {level} \|", table))


def test_the_bounds_are_the_worst_of_the_tables() -> None:
    shown = re.findall(r"^\|[^|]*\| (0\.\d+) \| (0\.\d+) \|$", SUMMARY, re.MULTILINE)
    assert shown == [(level, worst(table, level)) for table in (ALARM, PASS) for level in LEVELS]


def test_the_bound_of_the_intervals_is_the_worst_of_the_table() -> None:
    covered = re.findall(r"95\.0% \| \d+; (0\.\d+) >=", MISS)
    (shown,) = re.findall(r"misses the mean at some look in at most (0\.\d+)", SUMMARY)
    assert 1 - Fraction(min(covered)) == Fraction(shown)


def test_the_rates_of_t_tests_are_those_of_the_table() -> None:
    rates = [float(rate) for rate in re.findall(r"< 0\.05 \| (\d+\.\d)% \|", ALARM)]
    low, high = map(int, re.findall(r"in (\d+) to (\d+) % of the same runs", SUMMARY)[0])
    assert (low, high) == (round(min(rates)), round(max(rates)))


def test_the_number_of_planted_bugs_is_that_of_the_table() -> None:
    bugs = TABLES.split("## 4: ")[1].split("Not found:")[0]
    (shown,) = re.findall(r"(\d+)\s+planted bugs", SUMMARY)
    assert len(re.findall(r"^\| .* \| [\d,]+ \| [\d,]+ \| .* \|$", bugs, re.MULTILINE)) == int(
        shown
    )
