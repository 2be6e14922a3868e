"""Every factor on the page to read is one of the data."""

import re

from docs._extensions.commands.pages import ROOT

READ, DATA = (
    (ROOT / "docs" / f"{name}.md").read_text(encoding="utf-8")
    for name in ("benchmarks", "benchmarks_data")
)


def test_the_factors_are_those_of_the_data() -> None:
    (summary,) = re.findall(r"ratios\.py`.*?```text\n(.*?)```", DATA, re.DOTALL)
    factors = re.findall(r"^\|[^|]+\|[^|]+\| (\S.*?) \|$", READ, re.MULTILINE)[1:]
    assert factors
    for factor in factors:
        assert factor in summary, factor


def test_the_times_are_those_of_the_data() -> None:
    times = re.findall(r"(\d[\d.]*) s\b", READ)
    assert times
    for time in times:
        assert re.search(rf"(?<![\d.]){re.escape(time)}(?![\d.])", DATA), time
