"""Yahtzee: plays replayed from picks with the score worked out by hand, and the jokers."""

import pytest

from montmort.games.chance import ScriptedChance
from montmort.games.errors import BadInput
from montmort.games.yahtzee import EXPERIMENTS, LOWER, UPPER, Rules, Turn, choices, keeps, points
from tests.games.dice_picks import picks
from tests.games.scripted_table import ScriptedTable

GAME = EXPERIMENTS["game"]
JOKERS = ("free", "forced")


def play(rules: Rules, turns: list[tuple[list[tuple[int, ...]], list[object]]]) -> tuple[int, ...]:
    """Play the turns: in each the dice thrown, and what is decided."""
    chance = ScriptedChance(
        [pick for thrown, _ in turns for dice in thrown for pick in picks(*dice)]
    )
    table = ScriptedTable(*((0, choice) for _, decided in turns for choice in decided))
    outcome = GAME.play(rules, chance, table)
    assert not table.script
    return tuple(outcome)


def at_once(dice: tuple[int, ...], box: str) -> tuple[list[tuple[int, ...]], list[object]]:
    """Return a turn in which the first throw stands."""
    return [dice], [dice, box]


UPPERS = [
    at_once((1, 1, 1, 2, 5), "ones"),  # 3
    at_once((2, 2, 2, 2, 6), "twos"),  # 8
    ([(1, 3, 3, 6, 6), (3, 4, 5), (3, 5)], [(3, 3), (3, 3, 3), "threes"]),  # 12
    at_once((1, 4, 4, 4, 6), "fours"),  # 12
    at_once((2, 3, 5, 5, 5), "fives"),  # 15
]


def test_a_whole_game() -> None:
    # upper 3 + 8 + 12 + 12 + 15 + 18 = 68, bonus 35; 6 6 6 2 3 makes 23, 4 4 4 4 1 makes 17;
    # 25, 30, 40; the yahtzee of fives 50, and one of fives more: 25 in chance, and 100
    game = [
        *UPPERS,
        at_once((1, 1, 6, 6, 6), "sixes"),
        at_once((2, 3, 6, 6, 6), "three-of-a-kind"),
        at_once((1, 4, 4, 4, 4), "four-of-a-kind"),
        at_once((2, 2, 3, 3, 3), "full-house"),
        at_once((1, 2, 3, 4, 6), "small-straight"),
        at_once((2, 3, 4, 5, 6), "large-straight"),
        ([(5, 5, 1, 2, 3), (5, 5, 6), (5,)], [(5, 5), (5, 5, 5, 5), "yahtzee"]),
        at_once((5, 5, 5, 5, 5), "chance"),
    ]
    upper, lower = 3 + 8 + 12 + 12 + 15 + 18, 23 + 17 + 25 + 30 + 40 + 50 + 25
    assert play(Rules(), game) == (upper + 35 + lower + 100, upper, 1, True)


def test_the_bonus_is_missed_by_a_point() -> None:
    # 3 + 8 + 12 + 12 + 15 = 50, and 12 sixes: 62
    rules = Rules(boxes=",".join(UPPER[:6]))
    assert play(rules, [*UPPERS, at_once((1, 1, 2, 6, 6), "sixes")]) == (62, 62, 0, False)
    assert play(rules, [*UPPERS, at_once((1, 1, 6, 6, 6), "sixes")]) == (68 + 35, 68, 0, True)


@pytest.mark.parametrize("joker", JOKERS)
def test_three_jokers(joker: str) -> None:
    # a yahtzee of sixes in its box, one in the sixes: 30 + 100, then two jokers: 40 + 100 and
    # 25 + 100; the upper boxes make 30
    rules = Rules(joker=joker, boxes="sixes,full-house,large-straight,yahtzee")
    six = (6, 6, 6, 6, 6)
    game = [at_once(six, box) for box in ("yahtzee", "sixes", "large-straight", "full-house")]
    assert play(rules, game) == (50 + 130 + 140 + 125, 30, 3, False)


@pytest.mark.parametrize("joker", JOKERS)
def test_without_50_a_joker_earns_no_more(joker: str) -> None:
    # the yahtzee box is filled with 0, the sixes with 6; then a joker: 40
    rules = Rules(joker=joker, boxes="sixes,large-straight,yahtzee")
    game = [
        at_once((1, 2, 3, 5, 5), "yahtzee"),
        at_once((1, 2, 3, 5, 6), "sixes"),
        at_once((6, 6, 6, 6, 6), "large-straight"),
    ]
    assert play(rules, game) == (0 + 6 + 40, 6, 0, False)


FIVE_TWOS = (2, 2, 2, 2, 2)


@pytest.mark.parametrize(
    ("opened", "free", "forced"),
    [
        # the upper box is open: free may go anywhere, without a joker's points
        ("twos,full-house,chance", {"twos": 10, "full-house": 0, "chance": 10}, {"twos": 10}),
        # it is filled: jokers; forced does not fill the sixes while a lower box is open
        (
            "sixes,full-house,small-straight,large-straight,four-of-a-kind,chance",
            {"sixes": 0, "four-of-a-kind": 10, "full-house": 25, "small-straight": 30,
             "large-straight": 40, "chance": 10},
            {"four-of-a-kind": 10, "full-house": 25, "small-straight": 30, "large-straight": 40,
             "chance": 10},
        ),
        # no lower box is open: 0 in an upper one
        ("ones,sixes", {"ones": 0, "sixes": 0}, {"ones": 0, "sixes": 0}),
        # the yahtzee box is open: no extra yahtzee, and no full house
        (
            "full-house,small-straight,yahtzee",
            {"full-house": 0, "small-straight": 0, "yahtzee": 50},
            {"full-house": 0, "small-straight": 0, "yahtzee": 50},
        ),
    ],
)  # fmt: skip
@pytest.mark.parametrize("fifty", [True, False])
def test_where_five_twos_go(
    opened: str, free: dict[str, int], forced: dict[str, int], fifty: bool
) -> None:
    card = tuple(box for box in Rules().card if box in opened.split(","))
    turn = Turn(card, 20, fifty and "yahtzee" not in card, FIVE_TWOS, 0)
    for joker, expected in (("free", free), ("forced", forced)):
        rules = Rules(joker=joker)  # type: ignore[arg-type]
        assert {box: points(rules, turn, box) for box in choices(rules, turn)} == expected


@pytest.mark.parametrize(
    ("dice", "expected"),
    [
        # three of a kind, four of a kind, full house, small and large straight, yahtzee, chance
        ((1, 2, 3, 4, 5), (0, 0, 0, 30, 40, 0, 15)),
        ((1, 2, 3, 4, 6), (0, 0, 0, 30, 0, 0, 16)),
        ((1, 3, 4, 5, 6), (0, 0, 0, 30, 0, 0, 19)),
        ((2, 3, 3, 4, 5), (0, 0, 0, 30, 0, 0, 17)),
        ((1, 2, 3, 5, 6), (0, 0, 0, 0, 0, 0, 17)),
        ((3, 3, 3, 5, 6), (20, 0, 0, 0, 0, 0, 20)),
        ((3, 3, 5, 5, 5), (21, 0, 25, 0, 0, 0, 21)),
        ((3, 3, 3, 3, 5), (17, 17, 0, 0, 0, 0, 17)),
        ((3, 3, 5, 5, 6), (0, 0, 0, 0, 0, 0, 22)),
        ((4, 4, 4, 4, 4), (20, 20, 0, 0, 0, 50, 20)),  # no full house: no joker
    ],
)
def test_lower_boxes(dice: tuple[int, ...], expected: tuple[int, ...]) -> None:
    turn = Turn(Rules().card, 0, False, dice, 0)
    assert tuple(points(Rules(), turn, box) for box in LOWER) == expected


def test_keeps_are_all_sub_multisets_once() -> None:
    found = keeps((2, 2, 3, 3, 5))
    assert len(found) == len({*found}) == 3 * 3 * 2
    assert found[0] == (2, 2, 3, 3, 5)
    assert found[-1] == ()
    assert all(kept == tuple(sorted(kept)) for kept in found)


def test_the_last_throw_leaves_nothing_to_keep() -> None:
    rules = Rules(dice=1, boxes="chance", throws=1)
    table = ScriptedTable((0, "chance"))
    assert GAME.play(rules, ScriptedChance(picks(5)), table).score == 5
    assert table.views == [Turn(("chance",), 0, False, (5,), 0)]


@pytest.mark.parametrize("boxes", ["", "sevens", "ones,ones", "ones,kniffel"])
def test_boxes_that_are_none(boxes: str) -> None:
    with pytest.raises(BadInput, match="must be all, or some of"):
        Rules(boxes=boxes)


def test_all_boxes_by_name_are_the_usual_card() -> None:
    assert Rules(boxes=" ".join(reversed(Rules().card))) == Rules()
    assert "sevens" in Rules(faces=7).card
