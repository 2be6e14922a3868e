"""Generated games: compiled they have the law of the interpreted ones, or are refused."""

import importlib.util
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from montmort.games.errors import TooLarge
from montmort.machine.refusal import CannotCompile
from tests.machine.laws import compiled_law, interpreted_law

HEAD = """from montmort import Deck

TABLE = (3, -1, 4, 1, -5)
PAYS = {0: 2, 1: -3, 5: 7}


def score(value, other=2):
    if value > other:
        return value - other
    for step in range(other):
        if step * step >= value:
            return step
    return -value


"""
NAMES = ("a", "b", "c")


@st.composite
def expressions(draw, depth: int = 2) -> str:
    """Return an integer expression of the variables."""
    if depth == 0:
        return draw(st.sampled_from([*NAMES, "0", "1", "2", "7", "row[0]", "row[-1]", "len(row)"]))
    inner = expressions(depth - 1)
    kind = draw(st.integers(0, 11))
    x, y = draw(inner), draw(inner)
    return {
        0: f"({x} + {y})",
        1: f"({x} - {y})",
        2: f"({x} * {y})",
        3: f"({x} // {y})",
        4: f"({x} % {y})",
        5: f"({x} if {y} > 1 else a)",
        6: f"score({x}, 3)",
        7: f"TABLE[{x} % 5]",
        8: f"PAYS.get({x}, {y})",
        9: f"max({x}, {y}, 1)",
        10: f"sum(v for v in row if v != {x})",
        11: f"int({x} in row and not {y} < 2)",
    }[kind]


@st.composite
def statements(draw, depth: int = 2) -> list[str]:
    """Return some lines."""
    lines: list[str] = []
    for _ in range(draw(st.integers(1, 3))):
        name, value = draw(st.sampled_from(NAMES)), draw(expressions())
        kind = draw(st.integers(0, 11 if depth else 7))
        if kind == 0:
            lines += [f"{name} = chance.pick([1, 2, 3])"]
        elif kind == 1:
            lines += [f"{name} = {value}"]
        elif kind == 2:
            lines += [f"{name} -= {value}"]
        elif kind == 3:
            lines += [f"row.append({value})"]
        elif kind == 4:
            lines += ["row = other", f"row[0] = {value}"]
        elif kind == 5:
            lines += [f"{name}, deck = deck.draw(chance)"]
        elif kind == 6:
            lines += [f"row = sorted(row + [{value}])[:3]"]
        elif kind == 7:
            lines += [f"{name} = chance.pick([abs({value}), 1])"]
        else:
            inside = ["    " + line for line in draw(statements(depth - 1))]
            heads = {
                8: [f"if {value} > 0:"],
                9: ["for b in range(2):"],
                10: ["for c in list(row):"],
                11: [f"if {value} % 2:", f"    return {name}, b", "else:"],
            }[kind]
            lines += [*heads, *inside]
    return lines


@st.composite
def games(draw) -> str:
    """Return the text of a game."""
    body = ["a = b = c = 1", "row = [1, 2]", "other = row", "deck = Deck([1, 2])"]
    body += [*draw(statements()), "return a - c, b + len(row) + sum(other)"]
    return HEAD + "\n".join(["def play(chance):", *("    " + line for line in body), ""])


def check(text: str, folder: Path, seen: list[str]) -> None:
    seen.append("")
    file = folder / f"game{len(seen)}.py"
    file.write_text(text)
    spec = importlib.util.spec_from_file_location(file.stem, file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    try:
        found = compiled_law(module.play, 3000)
    except TooLarge:
        return
    except CannotCompile as refusal:
        seen[-1] = str(refusal)
        assert " picks otherwise " not in seen[-1]
        assert ", compiled " not in seen[-1]
        assert "add up" not in seen[-1]
        return
    assert found == interpreted_law(module.play)
    seen[-1] = "compiled"


@pytest.fixture(scope="module")
def folder(tmp_path_factory) -> Path:
    return tmp_path_factory.mktemp("games")


SETTINGS = {"deadline": None, "suppress_health_check": list(HealthCheck)}
SEEN: list[str] = []


@settings(max_examples=15, derandomize=True, **SETTINGS)
@given(text=games())
def test_generated_games(folder, text):
    check(text, folder, SEEN)


def test_many_of_them_are_compiled():
    assert SEEN.count("compiled") * 4 > len(SEEN)


@pytest.mark.slow
@settings(max_examples=120, **SETTINGS)
@given(text=games())
def test_many_generated_games(folder, text):
    check(text, folder, SEEN)
