"""First Orchard, shut the box, Pig, Le Her and Kuhn poker: plays replayed by hand."""

import pytest

from montmort.games import first_orchard, kuhn, le_her, pig, shut_the_box
from montmort.games.chance import ScriptedChance
from montmort.games.errors import BadInput
from tests.games.scripted_table import ScriptedTable


def test_an_orchard_is_picked() -> None:
    # two trees with one fruit: tree 1, raven, tree 0 of the sorted list (0, 1) is bare, basket
    table = ScriptedTable((0, 1))
    rules = first_orchard.Rules(trees=2, fruits=1, raven=2)
    play = first_orchard.EXPERIMENTS["game"].play(rules, ScriptedChance([1, 3, 0, 2]), table)
    assert play == (True, 4)
    assert table.views == [((0, 1), 1)]
    assert not table.script


def test_the_raven_is_there_first() -> None:
    # raven, tree 0, raven: the second step of two
    rules = first_orchard.Rules(trees=2, fruits=2, raven=2)
    play = first_orchard.EXPERIMENTS["game"].play(rules, ScriptedChance([3, 0, 3]), ScriptedTable())
    assert play == (False, 3)


def test_a_box_is_shut() -> None:
    # 1 to 4; two dice 3 + 1 = 4 shuts 1 and 3; one die shows 2; one die shows 4
    table = ScriptedTable((0, 2), (0, (1, 3)), (0, 1), (0, 1))
    play = shut_the_box.EXPERIMENTS["game"].play(
        shut_the_box.Rules(tiles=4), ScriptedChance([2, 0, 1, 3]), table
    )
    assert play == (True, 0)
    assert table.views[:3] == [((1, 2, 3, 4), None), ((1, 2, 3, 4), 4), ((2, 4), None)]


def test_nothing_fits() -> None:
    # 1 to 4; 6 + 6 cannot be shut by all four tiles, which add up to 10
    table = ScriptedTable((0, 2))
    play = shut_the_box.EXPERIMENTS["game"].play(
        shut_the_box.Rules(tiles=4), ScriptedChance([5, 5]), table
    )
    assert play == (False, 10)


@pytest.mark.parametrize(
    ("one_die", "tiles", "allowed"),
    [
        ("high", (1, 2, 6), True),
        ("high", (1, 7), False),
        ("six", (1, 2, 3), True),
        ("six", (1, 6), False),
        ("never", (1,), False),
    ],
)
def test_when_one_die_may_be_thrown(one_die: str, tiles: tuple[int, ...], allowed: bool) -> None:
    assert shut_the_box.Rules(one_die=one_die).may_throw_one(tiles) is allowed  # type: ignore[arg-type]


def test_two_turns_of_pig() -> None:
    # to 6: the first player throws 4 and holds; the second throws 5, then 1; the first
    # throws 2, which makes 6
    table = ScriptedTable((0, "hold"), (1, "throw"))
    play = pig.EXPERIMENTS["game"].play(pig.Rules(goal=6), ScriptedChance([3, 4, 0, 1]), table)
    assert play == (True,)
    assert table.views == [(0, 0, 4, True), (0, 4, 5, False)]


def test_le_her_with_both_exchanges() -> None:
    # Paul has a 3, Pierre a 7; Paul exchanges, Pierre holds the 3 and draws an ace
    table = ScriptedTable((0, "exchange"), (1, "exchange"))
    play = le_her.EXPERIMENTS["hand"].play(le_her.Rules(), ScriptedChance([2, 6, 0]), table)
    assert play == (True,)
    assert table.views == [(3, None), (3, 7)]


def test_a_king_is_neither_given_nor_kept_when_drawn() -> None:
    # three ranks, one suit: Paul's 2 is not exchanged for the king
    hand, rules = le_her.EXPERIMENTS["hand"], le_her.Rules(ranks=3, suits=1)
    table = ScriptedTable((0, "exchange"), (1, "keep"))
    assert hand.play(rules, ScriptedChance([1, 2]), table) == (False,)
    assert table.views == [(2, None), (3, None)]
    # Paul keeps the 2, Pierre has the 1 and draws the king: it is put back, and the 2 wins
    table = ScriptedTable((0, "keep"), (1, "exchange"))
    assert hand.play(rules, ScriptedChance([1, 0, 2]), table) == (True,)


def test_ties_of_le_her_are_the_dealers() -> None:
    table = ScriptedTable((0, "keep"), (1, "keep"))
    assert le_her.EXPERIMENTS["hand"].play(le_her.Rules(), ScriptedChance([4, 4]), table) == (
        False,
    )


def test_le_her_needs_three_cards() -> None:
    with pytest.raises(BadInput, match="too few cards"):
        le_her.Rules(ranks=2, suits=1)


@pytest.mark.parametrize(
    ("said", "net"),  # the first player has the 3, the second the 1
    [
        (["bet", "bet"], 2),
        (["bet", "pass"], 1),
        (["pass", "pass"], 1),
        (["pass", "bet", "bet"], 2),
        (["pass", "bet", "pass"], -1),
    ],
)
def test_the_five_hands_of_kuhn(said: list[str], net: int) -> None:
    table = ScriptedTable(*zip((0, 1, 0), said, strict=False))
    assert kuhn.EXPERIMENTS["hand"].play(kuhn.Rules(), ScriptedChance([2, 0]), table) == (net,)
    assert [view.card for view in table.views] == [3, 1, 3][: len(said)]
    assert [len(view.done) for view in table.views] == [*range(len(said))]
