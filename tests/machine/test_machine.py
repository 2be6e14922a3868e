"""Machine code that is found again: only for an equal text, with the constants of its program."""

import numpy as np
import pytest

from montmort.exact import Law, law_of
from montmort.games.cards.deck import Deck
from montmort.games.chance import Chance
from montmort.machine.refusal import CannotCompile

POINTS = [1] * 20  # so long that it stands in memory


def points(chance: Chance) -> int:
    return POINTS[chance.pick([1] * 20)]


def big(chance: Chance) -> int:
    return 2**62 * (1 + 9 * chance.pick([1, 1]))


def bigger(chance: Chance) -> int:
    return 2**62 * (1 + 9 * chance.pick([1, 1]))


def test_a_changed_constant_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    assert law_of(points, compiled=True) == Law(weights={1: 1})
    for last in range(3):
        monkeypatch.setitem(globals(), "POINTS", [1] * 19 + [last])
        assert law_of(points, compiled=True) == law_of(points, by="paths", compiled=False)


def test_constants_stay_while_their_program_is_used() -> None:
    def play_with(row: tuple[int, ...]) -> Law[int]:
        return law_of(lambda chance: row[chance.pick([1] * len(row))], compiled=True)

    for k in range(20):  # equal texts, at addresses that are free again
        row = tuple(range(k, k + 12))
        assert play_with(row) == Law(weights=dict.fromkeys(row, 1))
        np.zeros(13, np.int64)


def test_equal_code_of_two_functions_names_its_own_line() -> None:
    lines = set()
    for play in (big, bigger):
        with pytest.raises(CannotCompile) as refusal:
            law_of(play, compiled=True)
        lines.add(str(refusal.value).rsplit("line ", 1)[1])
        assert f"line {play.__code__.co_firstlineno + 1})" in str(refusal.value)
    assert len(lines) == 2


def hands(chance: Chance) -> tuple[Deck[int], Deck[int], int]:
    first, deck = Deck((2, 0, 3, 1)).deal(chance, 2)
    coin = chance.pick([1, 2])
    second, deck = deck.deal(chance, 3 - coin)
    return first, second, coin


def test_hands_dealt_again_are_those_of_the_path_before() -> None:
    assert law_of(hands, compiled=True) == law_of(hands, by="paths", compiled=False)
