"""Jacks or better: the pay table, the names of hands, and a play card by card."""

from collections import Counter
from fractions import Fraction
from itertools import combinations
from typing import Any

import pytest

from montmort.games.cards.pack import Pack
from montmort.games.chance import ScriptedChance
from montmort.games.errors import BadInput
from montmort.games.jacks_or_better import (
    EXPERIMENTS,
    PAID,
    Dealt,
    Drawn,
    Hand,
    Rules,
    choices,
    name_of,
    pay_of,
)
from tests.games.held_cards import Holder, picks

PACK = Rules().pack


@pytest.mark.parametrize(
    ("hand", "name"),
    [
        ("Ts Js Qs Ks As", "royal flush"),
        ("9s Ts Js Qs Ks", "straight flush"),
        ("As 2s 3s 4s 5s", "straight flush"),
        ("8c 8d 8h 8s 2c", "four of a kind"),
        ("8c 8d 8h 2s 2c", "full house"),
        ("2c 4c 6c 8c Tc", "flush"),
        ("Tc Js Qs Ks As", "straight"),
        ("Ac 2s 3s 4s 5s", "straight"),
        ("Kc As 2s 3s 4s", "nothing"),
        ("8c 8d 8h 3s 2c", "three of a kind"),
        ("8c 8d 3h 3s 2c", "two pair"),
        ("Jc Jd 3h 4s 2c", "jacks or better"),
        ("Ac Ad 3h 4s 2c", "jacks or better"),
        ("Tc Td 3h 4s 2c", "nothing"),
        ("2c 3c 4c 5c 7d", "nothing"),
    ],
)
def test_the_names_of_hands(hand: str, name: str) -> None:
    cards = PACK.read(hand)[0]
    assert name_of(Rules(), cards) == name
    assert pay_of(Rules(), cards) == Rules().pays.get(name, 0)


def test_the_numbers_of_hands_of_a_pack_of_five_ranks() -> None:
    # by hand: 4 royal (the only straight flush: A 2 3 4 5), 4^5 - 4 straights, 5 ranks of four
    rules = Rules(ranks=5)
    counts = Counter(
        name_of(rules, sum(1 << card for card in hand)) for hand in combinations(range(20), 5)
    )
    assert counts == {
        "royal flush": 4,
        "straight": 4**5 - 4,
        "four of a kind": 5 * 16,
        "full house": 5 * 4 * 4 * 6,
        "three of a kind": 5 * 4 * 6 * 16,
        "two pair": 10 * 36 * 12,
        "jacks or better": 4 * 6 * 4 * 64,
        "nothing": 6 * 4 * 64,  # a pair of the lowest rank
    }


def test_a_play_card_by_card() -> None:
    full = PACK.write((1 << 52) - 1)
    hand, drawn = "2c 3c 4c 5c Jd", "Jc Jh Js Ad"
    rest = " ".join(card for card in full.split() if card not in hand)
    table = Holder("Jd")
    chance = ScriptedChance([*picks(full, hand), *picks(rest, drawn)])
    outcome = EXPERIMENTS["hand"].play(Rules(), chance, table)
    assert table.seen == [Dealt(hand), Drawn("Jc Jd Ad Jh Js", "four of a kind", 25)]
    assert outcome == Hand(pays=25)


def test_the_choices_of_five_cards() -> None:
    every = choices(Rules(), "2c 3c 4c 5c Jd")
    assert (len(every), len({*every})) == (32, 32)
    assert every[:3] == ("2c 3c 4c 5c Jd", "2c 3c 4c 5c", "2c 3c 4c Jd")
    assert every[-1] == ""


def test_no_more_is_drawn_than_is_left() -> None:
    rules = Rules(ranks=3, suits=2, cards=4)
    assert min(len(held.split()) for held in choices(rules, "2c 3c 2d 3d")) == 2
    assert len(choices(rules, "2c 3c 2d 3d")) == 1 + 4 + 6


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"pay_table": "1,2"}, r"pay_table='1,2' must be 9 numbers >= 0, such as 2 or 3/2, with"),
        ({"pay_table": "800,50,25,9,6,4,3,2,-1"}, "must be 9 numbers >= 0"),
        ({"pay_table": "800,50,25,9,6,4,3,2,1/0"}, "must be 9 numbers >= 0"),
        ({"pay_table": "800,50,25,9,6,4,3,two,1"}, "for royal flush, straight flush, four of a"),
        ({"pay_table": ""}, "must be 9 numbers"),
        ({"pay_table": 9}, "pay_table=9 must be text"),
        ({"cards": 6}, "cards=6 must be an integer from 2 to 5"),
        ({"cards": 1}, "cards=1 must be an integer from 2 to 5"),
        ({"ranks": 2, "suits": 2}, "cards=5 must be dealt from ranks=2, suits=2: take a larger"),
        ({"ranks": 14}, "ranks=14 must be an integer from 2 to 13"),
    ],
)
def test_rules_outside_their_range(fields: dict[str, Any], message: str) -> None:
    with pytest.raises(BadInput, match=message):
        Rules(**fields)


def test_equal_pay_tables_are_equal_rules() -> None:
    assert Rules(pay_table="800, 50,25,9,6,4, 3,2/1, 1.0") == Rules()
    assert Rules(pay_table="0,0,0,0,0,0,0,0,3/6").pays["jacks or better"] == Fraction(1, 2)


def test_pay_names_cover_the_table() -> None:
    assert tuple(Rules().pays) == PAID
    assert Rules(ranks=2, suits=3, cards=2).pack == Pack(ranks=2, suits=3)
