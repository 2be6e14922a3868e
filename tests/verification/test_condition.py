"""Conditions: what they mean, where a number stops to matter, and what is refused."""

import enum
from itertools import product
from typing import Any

import pytest

from montmort.games.errors import BadInput, MontmortError
from montmort.verification.condition import Condition


class Result(enum.Enum):
    """Who wins."""

    WIN = 1
    STAND_OFF = 2


KINDS = {"rolls": int, "points": int, "won": bool, "result": Result}


@pytest.mark.parametrize(
    ("text", "meaning"),
    [
        ("rolls > 3", lambda v: v["rolls"] > 3),
        ("not won", lambda v: not v["won"]),
        ("won == true", lambda v: v["won"]),
        ("won != False", lambda v: v["won"]),
        ("1 < rolls <= 3 or won", lambda v: 1 < v["rolls"] <= 3 or v["won"]),
        ("result == stand_off", lambda v: v["result"] is Result.STAND_OFF),
        ("WIN != result or rolls == 2", lambda v: v["result"] != Result.WIN or v["rolls"] == 2),
        ("(rolls + 2*points) % 3 == -(-1)", lambda v: (v["rolls"] + 2 * v["points"]) % 3 == 1),
        ("rolls // 2 - points < +1", lambda v: v["rolls"] // 2 - v["points"] < 1),
        ("rolls > points and true", lambda v: v["rolls"] > v["points"]),
    ],
)  # fmt: skip
def test_a_condition_means_what_python_means(text: str, meaning: Any) -> None:
    condition = Condition.read(text, KINDS)
    for rolls, points, won, result in product(range(6), range(4), (False, True), Result):
        values = {"rolls": rolls, "points": points, "won": won, "result": result}
        assert condition.holds(values) == meaning(values)


@pytest.mark.parametrize(
    ("text", "bounds"),
    [
        ("rolls > 3", {"rolls": 4}),
        ("rolls > 3 and 7 >= rolls", {"rolls": 8}),
        ("rolls > -3", {"rolls": 0}),
        ("rolls > 2 * 3 or won", {"rolls": 7}),
        ("rolls > 3 and rolls % 2 == 0", {"rolls": None}),
        ("rolls % 2 == 0 and rolls > 3", {"rolls": None}),
        ("rolls > points", {"rolls": None, "points": None}),
        ("result == win", {}),
    ],
)
def test_from_its_bound_on_a_number_makes_no_difference(
    text: str, bounds: dict[str, int | None]
) -> None:
    condition = Condition.read(text, KINDS)
    assert condition.bounds == bounds
    bound = bounds.get("rolls")
    if bound is not None:
        same = [{"rolls": n, "won": False, "points": 0} for n in range(bound, bound + 9)]
        assert len({condition.holds(values) for values in same}) == 1


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "is no condition; write it as"),
        ("rolls >", "is no condition; write it as"),
        ("(" * 500, "is no condition; write it as"),
        ("rolls", "is no condition but a value"),
        ("3 + 4", "is no condition but a value"),
        ("throws > 3", "'throws' is no field of the outcome; there are rolls, points, won, result"),
        ("rolls > 3.5", "'3.5' is not allowed"),
        ("rolls > '3'", "is not allowed"),
        ("__import__('os').system('true')", "is not allowed"),
        ("rolls.real > 3", "'rolls.real' is not allowed"),
        ("rolls ** 99 > 3", "is not allowed"),
        ("rolls in won", "is compared in a way that is not allowed"),
        ("rolls and won", "'rolls' is not true or false"),
        ("result > win", "cannot be compared"),
        ("result == 1", "cannot be compared"),
        ("result == loss", "result is never loss; it is one of win, stand_off"),
        ("result + 1 == 2", "'result' is not a number"),
        ("[x for x in (1,)] == rolls", "is not allowed"),
    ],
)
def test_all_else_is_refused_in_a_sentence(text: str, why: str) -> None:
    with pytest.raises(MontmortError) as caught:
        Condition.read(text, KINDS)
    assert why in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_division_by_zero_is_refused() -> None:
    condition = Condition.read("6 % rolls == 0", KINDS)
    with pytest.raises(BadInput, match="divides by 0 for an outcome"):
        condition.holds({"rolls": 0})
