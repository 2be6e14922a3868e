"""Hands of Persian Monarchs for every number of cards, against the exact solver pack by pack."""

from itertools import product

import pytest

from montmort.exact.persian_monarchs.card_classes import mean_by_cards
from montmort.exact.persian_monarchs.closed_forms import N, n
from montmort.exact.persian_monarchs.hand import duel
from montmort.exact.persian_monarchs.raise_limit import mean_by_limit
from montmort.exact.persian_monarchs.strategy_tables import Pack
from montmort.games.errors import BadInput
from montmort.games.persian_monarchs.strategies import STRATEGIES

PAIRS = list(product(STRATEGIES, repeat=2))
pairs = pytest.mark.parametrize("pair", PAIRS)


@pairs
@pytest.mark.parametrize("most", [1, 2])
def test_packs_one_and_two_periods_larger(pair: tuple[str, str], most: int) -> None:
    period = mean_by_cards(*pair, most, 3).period
    for like in range(3, 3 + period):
        found = mean_by_cards(*pair, most, like)
        for cards in (like, like + period, like + 2 * period):
            for left, whole in {(cards, cards), (cards, 40), (3, cards)}:
                if (left if found.places == n else whole) == cards:
                    exact = duel(*(STRATEGIES[name] for name in pair), Pack(left, whole, most))
                    assert found.function.at({n: left, N: whole}) == exact.mean()


@pairs
def test_the_usual_hand_and_other_antes(pair: tuple[str, str]) -> None:
    for most, ante in ((10, 1), (4, 3)):
        found = mean_by_cards(*pair, most, 52, ante=ante)
        assert found.function.at({n: 52, N: 52}) == mean_by_limit(*pair, 52, ante=ante).at(most)


def test_the_periods() -> None:
    assert [mean_by_cards("counter", "counter", m, 4).period for m in (1, 2, 3, 4)] == [
        4, 12, 24, 120,
    ]  # fmt: skip
    assert mean_by_cards("counter", "random", 9, 4).period == 1


def test_hands_that_do_not_exist() -> None:
    with pytest.raises(BadInput, match="like=1 must be an integer >= 2"):
        mean_by_cards("counter", "counter", 1, 1)
    with pytest.raises(BadInput, match="like=2 must be an integer >= 3"):
        mean_by_cards("counter", "non-counter", 1, 2)
    with pytest.raises(BadInput, match="max_raise=0"):
        mean_by_cards("counter", "counter", 0, 4)
    with pytest.raises(BadInput, match="ante=0"):
        mean_by_cards("counter", "counter", 1, 4, ante=0)
