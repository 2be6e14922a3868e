"""Treize: the answers by name, how far the laws reach, and the chances in the middle of a deck."""

from collections import defaultdict
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from montmort.exact import every_path
from montmort.exact.treize.answers import (
    MOST_PARTS,
    DeckPosition,
    Question,
    answers,
    chances,
    truth,
)
from montmort.exact.treize.solution import no_match, solve
from montmort.games import treize as rulebook
from montmort.games.errors import BadInput
from montmort.games.treize import Rules, Turned

DECKS = [(2, 1), (3, 1), (4, 1), (2, 2), (3, 2), (2, 3)]


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


class Listener:
    """A table that records the turned cards."""

    def __init__(self) -> None:
        self.heard: list[Turned] = []

    def decide(self, seat: int, choices: Any, view: Any) -> Any:
        raise AssertionError("nobody decides in Treize")

    def tell(self, event: Turned) -> None:
        self.heard.append(event)


def passes(rules: Rules, calls: int) -> list[tuple[tuple[Turned, ...], int | None, int, Fraction]]:
    """Return (cards turned, calls after them, points, chance) of every pass from `calls`."""

    def one(chance: Any) -> Any:
        table = Listener()
        after, gain = rulebook.step(rules, calls, chance, table)
        return tuple(table.heard), after, gain.points

    return [(*result, Fraction(n, d)) for result, n, d in every_path(one)]


def lost_in_count(rules: Rules, cards: tuple[Turned, ...], place: int) -> bool | None:
    """Return whether the count at `place` is lost in this deck; None if the deck ends first."""
    for event in cards[place:]:
        if event.is_match:
            return False
        if event.call == rules.ranks:
            return True
    return None


@pytest.mark.parametrize(("ranks", "suits"), DECKS)
def test_every_position_of_a_deck_equals_brute_force(ranks: int, suits: int) -> None:
    rules = Rules(ranks=ranks, suits=suits)
    values = solve(rules).values
    fresh = [
        sum((p for c, *_, p in passes(rules, i) if lost_in_count(rules, c, 0)), Fraction(0))
        for i in range(ranks)
    ]
    found: dict[tuple[Turned, ...], dict[str, Fraction]] = defaultdict(
        lambda: defaultdict(Fraction)
    )
    for cards, after, points, p in passes(rules, 0):
        for place in range(len(cards)):
            sums = found[cards[:place]]
            sums["all"] += p
            sums["a match with the next card"] += p * cards[place].is_match
            lost = lost_in_count(rules, cards, place)
            sums["this count is lost"] += p * (fresh[cards[-1].call] if lost is None else lost)
            sums["the game ends in this deck"] += p * (after is None)
            to_come = points - sum(event.is_match for event in cards[:place])
            further = 0 if after is None else values[after] + 1
            sums["points to come, expected"] += p * (to_come + further)
    for heard, sums in found.items():
        everything = sums.pop("all")
        expected = {name: value / everything for name, value in sums.items()}
        assert chances(rules, heard) == expected


@pytest.mark.parametrize(("ranks", "suits"), DECKS)
def test_a_new_deck_begun_with_calls_made(ranks: int, suits: int) -> None:
    rules = Rules(ranks=ranks, suits=suits)
    solution = solve(rules)
    for calls in range(ranks):
        rest = DeckPosition(left=(suits,) * ranks, calls=calls).rest_of_deck()
        assert rest is not None
        assert rest.lost == solution.loss[calls]
        assert [rest.survive.get(j, 0) for j in range(ranks)] == list(solution.q[calls])
        assert rest.points == solution.gains[calls]


def test_the_usual_deck_in_the_middle_and_near_its_end() -> None:
    rules = Rules()
    assert chances(rules, [])["this count is lost"] == no_match(rules, 13)
    assert chances(rules, [])["points to come, expected"] == solve(rules).points_mean
    start = [Turned(call=1, rank=2)]
    assert chances(rules, start)["a match with the next card"] == Fraction(3, 51)
    assert len(chances(rules, start)) == 2  # 4 * 5^12 sub-decks: too many
    assert MOST_PARTS < 5**12 * 4


def test_a_position_is_checked() -> None:
    for left, calls in product([(0, 0), (-1, 2)], [0]):
        with pytest.raises(BadInput, match="is not a position of a game"):
            DeckPosition(left=left, calls=calls)
    with pytest.raises(BadInput, match="is not a position of a game"):
        DeckPosition(left=(1, 1), calls=2)
