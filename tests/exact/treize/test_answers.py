"""Treize: the answers by name, and how far the laws reach."""

from fractions import Fraction

import pytest

from montmort.exact.treize.answers import Question, answers, truth
from montmort.exact.treize.solution import solve
from montmort.games.errors import BadInput
from montmort.games.treize import Rules


@pytest.mark.parametrize("deck", [(2, 1), (3, 2), (7, 1), (4, 4)])
def test_truth_reaches_far_enough_and_no_mass_is_lost(deck: tuple[int, int]) -> None:
    laws, solution = (
        truth(Rules(ranks=deck[0], suits=deck[1])),
        solve(Rules(ranks=deck[0], suits=deck[1])),
    )
    assert list(laws) == ["points", "passes", "cards"]
    for law in laws.values():
        assert 0 < law.tail <= Fraction(1, 10**9)
    assert laws["passes"].tail == laws["cards"].tail
    listed = sum(k * p for k, p in laws["cards"].chances().items())
    assert 0 < solution.cards_mean - listed < Fraction(1, 10**5)


def test_answers_are_named_and_consistent() -> None:
    found = answers(Rules(ranks=4, suits=2), Question(points=5, opponents=3))
    assert set(found) >= {
        "value",
        "values",
        "points_mean",
        "points_variance",
        "points_law",
        "passes_mean",
        "cards_mean",
        "first_round",
        "q",
        "seats",
    }
    assert found["value"] == found["values"][0] == found["points_mean"] - 1
    assert len(found["points_law"]) == 5
    assert len(found["seats"]) == 4
    assert "seats" not in answers(Rules(ranks=2, suits=1))


@pytest.mark.parametrize(
    ("fields", "message"), [({"points": 0}, "points=0"), ({"opponents": 0}, "opponents=0")]
)
def test_questions_outside_their_range(fields: dict[str, int], message: str) -> None:
    with pytest.raises(BadInput, match=message):
        Question(**fields)
