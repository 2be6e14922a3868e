"""Three-card poker: the order of hands, who qualifies, and what is paid."""

from collections import Counter
from fractions import Fraction
from itertools import combinations
from typing import Any

import pytest

from montmort.games.chance import ScriptedChance
from montmort.games.errors import BadInput
from montmort.games.three_card_poker import (
    EXPERIMENTS,
    TYPES,
    Ante,
    Dealt,
    Net,
    Rules,
    Shown,
    net_of,
    qualifies,
    strength,
)
from tests.games.held_cards import Holder, picks

PACK = Rules().pack


def read(words: str) -> int:
    return PACK.read(words)[0]


def test_hands_in_order() -> None:
    ascending = [
        "2c 3c 5d", "Qc 6d 4h", "Qc 7d 2h", "Kc 2d 3h", "Ac Kd Jh",  # high cards
        "2c 2d 3h", "2c 2d Ah", "3c 3d 2h", "Ac Ad Kh",  # pairs
        "2c 3c 5c", "Ac Kc Jc",  # flushes
        "Ac 2d 3h", "2c 3d 4h", "Qc Kd Ah",  # straights
        "2c 2d 2h", "Ac Ad Ah",
        "Ac 2c 3c", "2c 3c 4c", "Qc Kc Ac",
    ]  # fmt: skip
    strengths = [strength(Rules(), read(hand)) for hand in ascending]
    assert strengths == sorted({*strengths})


def test_suits_do_not_matter_and_equal_ranks_tie() -> None:
    assert strength(Rules(), read("Qc 6d 4h")) == strength(Rules(), read("Qs 6h 4c"))
    assert strength(Rules(), read("Qc Qd 4h")) == strength(Rules(), read("Qs Qh 4c"))


def test_the_numbers_of_hands_of_each_type() -> None:
    # by hand: 12 straights of ranks, 13 choose 3 sets of ranks
    counts = Counter(
        TYPES[strength(Rules(), sum(1 << card for card in hand))[0]]
        for hand in combinations(range(52), 3)
    )
    assert counts == {
        "straight flush": 12 * 4,
        "three of a kind": 13 * 4,
        "straight": 12 * (4**3 - 4),
        "flush": (286 - 12) * 4,
        "pair": 13 * 6 * 48,
        "high card": (286 - 12) * (4**3 - 4),
    }


@pytest.mark.parametrize(
    ("hand", "wanted"),
    [("Jc Td 8h", False), ("Qc 3d 2h", True), ("2c 2d 3h", True), ("Jc Td 9h", True),
     ("2c 3c 5c", True), ("Ac 2d 4h", True)],
)  # fmt: skip
def test_the_dealer_qualifies_with_a_queen(hand: str, wanted: bool) -> None:
    assert qualifies(Rules(), read(hand)) is wanted


@pytest.mark.parametrize(
    ("hand", "qualified", "order", "net"),
    [
        ("Qc 6d 4h", True, 1, 2), ("Qc 6d 4h", True, 0, 0), ("Qc 6d 4h", True, -1, -2),
        ("Qc 6d 4h", False, 1, 1), ("4c 6d 2h", False, -1, 1),
        ("2c 3d 4h", True, -1, -1), ("2c 2d 2h", False, 1, 5), ("2c 3c 4c", True, 1, 7),
    ],
)  # fmt: skip
def test_what_is_won(hand: str, qualified: bool, order: int, net: int) -> None:
    assert net_of(Rules(), "play", read(hand), qualified, order) == net
    assert net_of(Rules(), "fold", read(hand), qualified, order) == -1


@pytest.mark.parametrize(
    ("dealer", "types", "net"),
    [
        ("Jc Td 8h", "high card", 1 + 1),
        ("Qc Qd 8h", "pair", 2 + 1),
        ("Kc Kd Kh", "three of a kind", -2 + 1),
    ],
)
def test_a_play_card_by_card(dealer: str, types: str, net: int) -> None:
    full, hand = PACK.write((1 << 52) - 1), "2c 3d 4h"
    rest = " ".join(card for card in full.split() if card not in hand)
    table = Holder("play")
    chance = ScriptedChance([*picks(full, hand), *picks(rest, dealer)])
    assert EXPERIMENTS["ante"].play(Rules(), chance, table) == Ante(net, 2)
    shown = PACK.write(read(dealer))
    assert table.seen == [Dealt(hand), Shown((hand, shown), ("straight", types), net)]


def test_whoever_folds_loses_the_ante_and_sees_no_more() -> None:
    table = Holder("fold")
    full = PACK.write((1 << 52) - 1)
    chance = ScriptedChance(picks(full, "2c 3d 4h"))
    assert EXPERIMENTS["ante"].play(Rules(), chance, table) == Ante(-1, 1)
    assert table.seen == [Dealt("2c 3d 4h")]


@pytest.mark.parametrize(("hand", "net"), [("2c 2d 4h", 1), ("2c 4d 5h", -1), ("2c 3c 4c", 40)])
def test_pair_plus(hand: str, net: int) -> None:
    full = PACK.write((1 << 52) - 1)
    chance = ScriptedChance(picks(full, hand))
    assert EXPERIMENTS["pair-plus"].play(Rules(), chance) == Net(net)


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"bonus": "1,4"}, "bonus='1,4' must be 3 numbers >= 0, such as 2 or 3/2, with commas"),
        ({"bonus": "1,4,x"}, "between them: for straight, three of a kind, straight flush"),
        ({"pair_plus": "40,30,6,4"}, "pair_plus='40,30,6,4' must be 5 numbers >= 0"),
        ({"ranks": 5, "suits": 1}, "two hands of 3 cards cannot be dealt from ranks=5, suits=1"),
        ({"ranks": 2}, "ranks=2 must be an integer from 3 to 13"),
    ],
)
def test_rules_outside_their_range(fields: dict[str, Any], message: str) -> None:
    with pytest.raises(BadInput, match=message):
        Rules(**fields)


def test_a_bonus_may_be_a_fraction() -> None:
    rules = Rules(bonus="1/2,4,5")
    assert net_of(rules, "play", read("2c 3d 4h"), qualified=True, order=0) == Fraction(1, 2)
