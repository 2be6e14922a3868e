"""War, turn by turn; every turn here can be followed on paper."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from montmort.games.cards.deck import Deck
from montmort.games.chance import RandomChance, ScriptedChance
from montmort.games.errors import BadInput
from montmort.games.table import SilentTable
from montmort.games.war import EXPERIMENTS, READINGS, Deal, Game, Rules
from montmort.games.war.events import (
    Dealt,
    Endless,
    FaceDown,
    Short,
    Taken,
    Turned,
    Unfinished,
    describe_event,
)
from montmort.games.war.turn import Hands, Turn, turn
from tests.games.listener import Listener
from tests.games.war.naive_war import published_sizes

GAME, DEAL = EXPERIMENTS["game"], EXPERIMENTS["deal"]
PUBLISHED = READINGS["published"]
ORDERS = ("winner-first", "loser-first", "first-player-first", "random")
SHORTFALLS = ("lose", "last-card", "second-takes")

# The two hands that the source prints (R-bloggers, "Simulated War", 2012), as printed.
PRINTED = (
    (3, 3, 6, 14, 10, 13, 3, 10, 12, 5, 11, 8, 2, 5, 8, 4, 10, 5, 8, 4, 8, 7, 7, 7, 9, 14),
    (12, 6, 9, 5, 9, 9, 13, 4, 2, 14, 4, 13, 13, 6, 6, 11, 7, 11, 12, 2, 10, 3, 2, 11, 12, 14),
)


def chance_of(first: tuple[int, ...], second: tuple[int, ...]) -> ScriptedChance:
    """Deal these hands; a rank is its place in the deck."""
    return ScriptedChance((*first, *second))


def one_turn(rules: Rules, first: tuple[int, ...], second: tuple[int, ...]) -> Turn:
    return turn(rules, (first, second), lambda cards: cards[::-1], SilentTable())


def rules(face_down: int = 1, **fields: Any) -> Rules:
    return Rules(ranks=9, suits=4, face_down=face_down, **fields)


@pytest.mark.parametrize(
    ("order", "under"),
    [
        ("winner-first", (1, 5, 1, 6, 3, 2)),
        ("loser-first", (1, 6, 1, 5, 2, 3)),
        ("first-player-first", (1, 6, 1, 5, 2, 3)),
        ("random", (3, 2, 5, 1, 6, 1)),  # backwards, by the shuffle above
    ],
)
def test_the_cards_taken_go_under_the_hand_block_by_block(
    order: Any, under: tuple[int, ...]
) -> None:
    # tie of 1; 6 and 5 face down; 2 against 3
    after = one_turn(rules(pick_up=order), (1, 6, 2, 8), (1, 5, 3, 7))
    assert after == Turn(hands=((8,), (7, *under)), winner=-1, wars=1)


@pytest.mark.parametrize("order", ORDERS)
def test_the_first_player_wins_a_plain_battle(order: Any) -> None:
    under = {"winner-first": (3, 2), "first-player-first": (3, 2)}.get(order, (2, 3))
    assert one_turn(rules(pick_up=order), (3, 0), (2, 1)).hands == ((0, *under), (1,))


def test_two_wars_are_two_blocks_and_the_deciding_cards_a_third() -> None:
    after = one_turn(rules(), (1, 2, 3, 4, 5), (1, 6, 3, 7, 0))
    assert after == Turn(hands=((1, 2, 1, 6, 3, 4, 3, 7, 5, 0), ()), winner=1, wars=2)


def test_without_face_down_cards_the_next_card_decides() -> None:
    assert one_turn(rules(0), (1, 2, 3), (1, 0, 4)).hands == ((3, 1, 1, 2, 0), (4,))


@pytest.mark.parametrize(
    ("first", "second", "winner"),
    [
        ((1, 0), (1, 0, 2), -1),  # one card left, two are needed
        ((1, 0, 2), (1,), 1),
        ((1, 8), (1, 0), 0),
        ((1, 0, 2, 4), (1, 0, 2, 5, 6), -1),  # in the second war
    ],
)
def test_a_player_who_cannot_complete_a_war_loses_all(first: Any, second: Any, winner: int) -> None:
    after = one_turn(rules(), first, second)
    assert (after.winner, after.over) == (winner, True)
    sizes = {1: (len(first) + len(second), 0), 0: (len(first), len(second))}
    assert tuple(map(len, after.hands)) == sizes.get(winner, (0, len(first) + len(second)))


@pytest.mark.parametrize(
    ("first", "second", "after"),
    [
        # 7 is the first player's last card and decides at once, 5 lies face down
        ((1, 7), (1, 5, 6, 0), Turn(((1, 1, 5, 7, 6), (0,)), 1, 1)),
        # no cards left: the tied 4 decides, and the deciding block contains only the 3
        ((4,), (4, 5, 3, 0), Turn(((4, 4, 5, 3), (0,)), 1, 1)),
        ((4,), (4, 5, 6, 0), Turn(((), (0, 4, 5, 4, 6)), -1, 1)),
        # the 4 decides a second time; the second block contains only the other player's cards
        ((4,), (4, 5, 4, 6, 3), Turn(((4, 4, 5, 4, 6, 3), ()), 1, 2)),
        ((4,), (4, 5, 4), Turn(((4,), (4, 5, 4)), 0, 2)),
        ((4, 2, 2), (4, 2), Turn(((4, 2, 2), (4, 2)), 0, 2)),
    ],
)
def test_the_last_card_decides(first: Any, second: Any, after: Turn) -> None:
    assert one_turn(rules(shortfall="last-card"), first, second) == after


@pytest.mark.parametrize(
    ("first", "second", "hands"),
    [
        ((1, 7), (1, 5, 6, 0), ((7,), (5, 6, 0, 1, 1))),
        ((1, 5, 6, 0), (1, 7), ((5, 6, 0), (7, 1, 1))),
        ((1, 2, 3, 8), (1, 4, 3), ((8,), (1, 4, 1, 2, 3, 3))),  # with the cards of the first war
        ((1,), (1, 5), ((), (5, 1, 1))),
    ],
)
def test_the_second_takes(first: Any, second: Any, hands: Hands) -> None:
    after = one_turn(rules(shortfall="second-takes"), first, second)
    assert (after.hands, after.winner) == (hands, -1)
    assert after.over is (not hands[0])


@pytest.mark.parametrize(
    ("reading", "battle", "war"), [("never", -1, -1), ("battles", 1, -1), ("always", 1, 1)]
)
def test_a_deuce_against_an_ace(reading: Any, battle: int, war: int) -> None:
    asked = rules(0, deuce_beats_ace=reading)
    assert one_turn(asked, (0, 1), (8, 1)).winner == battle
    assert one_turn(asked, (8, 1), (0, 1)).winner == -battle
    assert one_turn(asked, (5, 0, 1), (5, 8, 1)).winner == war
    assert one_turn(asked, (5, 8, 1), (5, 0, 1)).winner == -war
    assert one_turn(asked, (0, 1), (7, 1)).winner == -1  # a king is no ace


def test_the_printed_game() -> None:
    # strength 196, 2 aces, 1 deuce are printed; 550 turns are the brute force of naive_war
    hands = [tuple(card - 2 for card in hand) for hand in PRINTED]
    assert DEAL.play(PUBLISHED, chance_of(*hands)) == Deal(196, 2, 1, 1)
    assert len(published_sizes(*PRINTED)) == 551
    outcome = GAME.play(PUBLISHED, chance_of(*hands))
    assert outcome._replace(wars=0) == Game(winner=1, turns=550, wars=0, finished=True)


def sizes_told(asked: Rules, hands: Hands) -> list[int]:
    table = Listener()
    GAME.play(asked, chance_of(*hands), table)
    return [event.first for event in table.events if isinstance(event, Taken)]


@pytest.mark.parametrize("seed", range(40))
def test_the_published_reading_is_the_published_program(seed: int) -> None:
    first, second = GAME.start(PUBLISHED, RandomChance(seed)).hands
    printed = ([card + 2 for card in hand] for hand in (first, second))
    _, *sizes = published_sizes(*printed)
    assert sizes_told(PUBLISHED, (first, second)) == sizes
    if sizes[-1] in (0, 52):  # decided
        assert len(sizes) % 2 == 0  # with 3 face down a hand grows by an odd number


def test_5000_turns_are_the_limit_of_the_published_reading() -> None:
    # found by trying seeds: the naive program cycles as well
    hands = GAME.start(PUBLISHED, RandomChance(12)).hands
    assert len(published_sizes(*([card + 2 for card in hand] for hand in hands))) == 5001
    outcome = GAME.play(PUBLISHED, chance_of(*hands))
    assert (outcome.winner, outcome.turns, outcome.finished) == (0, 5000, False)


def test_a_game_that_ends_with_the_last_turn_allowed_is_finished() -> None:
    hands = (1, 1), (0, 0)
    for limit in (1, 2, 3):
        asked = Rules(ranks=2, suits=2, turn_limit=limit)
        ends = limit > 1
        assert GAME.play(asked, chance_of(*hands)) == Game(ends, min(limit, 2), 0, ends)


FIRST_FIRST = Rules(ranks=2, suits=2, pick_up="first-player-first")


@pytest.mark.parametrize(
    ("first", "second", "turns"),
    [
        ((1, 0), (0, 1), 2),  # 10|01 -> 010|1 -> 10|01
        ((0, 1), (1, 0), 4),  # 01|10 -> 1|001 -> 10|01, and then as above
    ],
)
def test_an_endless_game_ends_when_both_hands_repeat(first: Any, second: Any, turns: int) -> None:
    table = Listener()
    assert GAME.play(FIRST_FIRST, chance_of(first, second), table) == Game(0, turns, 0, False)
    assert table.events[-1] == Endless()


def test_with_a_limit_an_endless_game_goes_on_to_it() -> None:
    table, asked = Listener(), replace(FIRST_FIRST, turn_limit=7)
    assert GAME.play(asked, chance_of((1, 0), (0, 1)), table) == Game(0, 7, 0, False)
    assert table.events[-1] == Unfinished(7)


def follow(asked: Rules, hands: Hands) -> Game:
    """Play from given hands, with a list of all positions."""
    seen, wars = [hands], 0
    while True:
        after = turn(asked, seen[-1], tuple, SilentTable())
        wars += after.wars
        if after.over:
            return Game(after.winner, len(seen), wars, True)
        if after.hands in seen:
            return Game(0, len(seen), wars, False)
        seen.append(after.hands)


SMALL_DECKS = st.sampled_from([(1, 2), (2, 1), (2, 2), (3, 2), (4, 1), (4, 2), (3, 4), (10, 1)])


@st.composite
def games(draw: st.DrawFn, orders: tuple[str, ...] = ORDERS) -> tuple[Rules, Hands]:
    """Draw rules of any kind, and a deal."""
    ranks, suits = draw(SMALL_DECKS)
    asked = Rules(
        ranks=ranks,
        suits=suits,
        face_down=draw(st.integers(0, 4)),
        pick_up=draw(st.sampled_from(orders)),
        shortfall=draw(st.sampled_from(SHORTFALLS)),
        deuce_beats_ace=draw(st.sampled_from(["never", "battles", "always"])),
    )
    deck = draw(st.permutations(list(Deck.of(ranks=ranks, suits=suits))))
    half = len(deck) // 2
    return asked, (tuple(deck[:half]), tuple(deck[half:]))


@given(games())
def test_no_card_is_lost_in_a_turn(game: tuple[Rules, Hands]) -> None:
    asked, hands = game
    after = one_turn(asked, *hands)
    assert sorted(sum(after.hands, ())) == sorted(sum(hands, ()))
    assert after.winner or after.hands == hands


@given(games(orders=("winner-first", "loser-first", "first-player-first")))
def test_a_game_consists_of_its_turns_up_to_the_end_or_a_repetition(
    game: tuple[Rules, Hands],
) -> None:
    asked, hands = game
    assert GAME.play(asked, chance_of(*hands)) == follow(asked, hands)


@given(games(orders=("winner-first", "loser-first")))
def test_with_hands_exchanged_the_other_wins(game: tuple[Rules, Hands]) -> None:
    asked, (first, second) = game
    asked = replace(asked, shortfall="lose" if asked.shortfall == "second-takes" else "last-card")
    outcome = GAME.play(asked, chance_of(first, second))
    exchanged = GAME.play(asked, chance_of(second, first))
    assert exchanged == outcome._replace(winner=-outcome.winner)


def test_the_events_of_a_war() -> None:
    table, asked = Listener(), rules(shortfall="last-card")
    turn(asked, ((4,), (4, 5, 4, 6, 3)), tuple, table)
    assert table.events == [
        Turned(4, 4),
        FaceDown(0, 1),
        Turned(4, 4),
        FaceDown(0, 1),
        Turned(4, 3),
        Taken(1, 6, 6, 0),
    ]


@pytest.mark.parametrize(("asked", "left"), [(Rules(), (3, 5)), (PUBLISHED, (0, 4))])
def test_the_event_of_a_player_without_enough_cards(asked: Rules, left: tuple[int, int]) -> None:
    table, hands = Listener(), ((0,) * (left[0] + 1), (0,) * (left[1] + 1))
    turn(asked, hands, tuple, table)
    assert table.events[1] == Short(*left)


EVENTS: list[tuple[Any, str]] = [
    (Turned(12, 0), "A against 2"),
    (FaceDown(3, 3), "War! Each lays 3 face down."),
    (FaceDown(0, 0), "War! The next cards decide."),
    (FaceDown(0, 2), "War! The first player lays 0 face down, the second 2."),
    (Short(2, 9), "War! But it cannot be completed with 2 and 9 cards left."),
    (Taken(-1, 10, 20, 32), "turn 1: the second player takes 10 cards, 20 against 32"),
    (Taken(0, 0, 3, 3), "turn 1: nobody takes the cards, the game is drawn"),
    (Endless(), "Both hands are as they were before: the game would go on for ever."),
    (Unfinished(5000), "The game is left unfinished after 5000 turns."),
    (Dealt((12, 8), (0, 9)), "first:  A 10\nsecond: 2 J"),
]


@pytest.mark.parametrize(("event", "words"), EVENTS)
def test_events_in_words(event: Any, words: str) -> None:
    assert describe_event(Rules(), [event]) == words


def test_cards_of_other_decks_are_numbers_in_words() -> None:
    assert describe_event(Rules(ranks=14), [Turned(13, 0)]) == "15 against 2"


def test_the_outcome_and_event_of_a_deal() -> None:
    table = Listener()
    asked = Rules(ranks=3, suits=2)
    assert DEAL.play(asked, chance_of((2, 0, 1), (2, 1, 0)), table) == Deal(9, 1, 1, 1)
    assert table.events == [Dealt((2, 0, 1), (2, 1, 0))]


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"ranks": 0}, "ranks=0 must be an integer >= 1"),
        ({"suits": 2.0}, "suits=2.0 must be an integer >= 1"),
        ({"ranks": 3, "suits": 3}, "9 cards .ranks=3, suits=3. cannot be halved"),
        ({"face_down": -1}, "face_down=-1 must be an integer >= 0"),
        ({"face_down": True}, "face_down=True"),
        ({"pick_up": "oldest-first"}, "pick_up='oldest-first' must be one of winner-first, loser"),
        ({"shortfall": None}, "shortfall=None must be one of lose, last-card, second-takes"),
        ({"deuce_beats_ace": True}, "deuce_beats_ace=True must be one of never, battles, always"),
        ({"turn_limit": 0}, "turn_limit=0 must be an integer >= 1, or None for no limit"),
    ],
)
def test_rules_outside_their_range(fields: dict[str, Any], message: str) -> None:
    with pytest.raises(BadInput, match=message):
        Rules(**fields)
