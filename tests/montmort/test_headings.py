"""What is refused has no heading: standard output stays empty."""

from pathlib import Path
from typing import Any

import pytest

FAILS = """
def play(chance):
    points = chance.pick([1] * 200) + chance.pick([1] * 200)
    if points == 398:
        raise ValueError("a rare fault")
    return points
"""


@pytest.mark.parametrize(
    "argv",
    [
        ("exact", "FILE"),
        ("certify", "FILE", "-o", "new.json"),
        ("simulate", "FILE", "--plays", 200_000, "--seed", 1, "--interpreted"),
        ("simulate", "FILE", "--plays", 200_000, "--seed", 1),
        ("verify", "FILE", "--seed", 1),
        ("claims", "FILE"),
        ("report", "FILE", "-o", "new.md"),
        ("exact", "treize", "--optimal", "points"),
        ("exact", "kuhn", "--optimal", "nothing"),
        ("exact", "craps", "--given", "nothing"),
        ("exact", "three-card-poker", "--given", "nothing"),
        ("certify", "treize", "--suits", 10**6, "-o", "new.json"),
        ("verify", "treize", "--margin", "1e-9"),
        ("verify", "treize", "--plays", 10, "--margin", "nothing=1"),
    ],
    ids=lambda argv: " ".join(map(str, argv)),
)
def test_a_refusal_prints_nothing_else(
    run: Any, argv: tuple[Any, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    claims = '\nCLAIMS = [{"answer": "value.mean", "equals": 199}]\n'
    Path("own.py").write_text(FAILS + claims)
    code, out, err = run(*("own.py" if word == "FILE" else word for word in argv), "-q")
    assert (code, out, bool(err)) == (2, "", True)
