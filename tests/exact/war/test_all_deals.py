"""All deals of small decks: compiled games against games by the rules, compared exactly.

Numbers in the text are the rule sheet's open facts.
"""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import product

import numpy as np
import pytest

from montmort.exact.from_rules import explore
from montmort.exact.law import Law
from montmort.exact.war import all_deals as war_deals
from montmort.exact.war import kernel as war_kernel
from montmort.exact.war.all_deals import (
    End,
    Fates,
    deals_of,
    fate_of,
    fates_from,
    order_at,
    orders,
    play_all,
    playing_time,
)
from montmort.games.errors import BadInput, TooLarge
from montmort.games.war import EXPERIMENTS, READINGS, Rules
from tests.exact.war.reference_games import course, played

ORDERS = ("winner-first", "loser-first", "first-player-first")
SHORTFALLS = ("lose", "last-card", "second-takes")
DECKS = [(1, 2), (2, 1), (1, 4), (2, 2), (4, 1), (1, 6), (2, 3), (3, 2), (6, 1), (2, 4)]


def readings(*decks: tuple[int, int], **changes: tuple[object, ...]) -> Iterator[Rules]:
    """Yield the Rules of all combinations."""
    for (ranks, suits), *values in product(decks, *changes.values()):
        yield Rules(ranks=ranks, suits=suits, **dict(zip(changes, values, strict=True)))  # type: ignore[arg-type]


@cache
def fates(rules: Rules) -> Fates:
    return play_all(rules)


def check_game_by_game(rules: Rules) -> None:
    games = Counter()
    for hands in orders(rules):
        games[game := played(rules, hands)] += 1
        assert fate_of(rules, *hands).outcome == game, hands
    assert fates(rules).game_law() == Law(weights=games)


def test_ends_are_the_kernels_numbers() -> None:
    assert all(getattr(war_kernel, end.name) == end for end in End)


@pytest.mark.parametrize(("ranks", "suits"), DECKS)
@pytest.mark.parametrize("pick_up", ORDERS)
@pytest.mark.parametrize("shortfall", SHORTFALLS)
def test_every_game_is_that_of_the_rules(
    ranks: int, suits: int, pick_up: str, shortfall: str
) -> None:
    for face_down, deuce, limit in [(0, "always", None), (1, "never", None), (2, "battles", 4)]:
        check_game_by_game(
            Rules(
                ranks=ranks,
                suits=suits,
                face_down=face_down,
                pick_up=pick_up,
                shortfall=shortfall,
                deuce_beats_ace=deuce,
                turn_limit=limit,
            )
        )


@pytest.mark.parametrize(
    "deck",
    [
        *(
            pytest.param(deck, marks=pytest.mark.slow, id=str(deck))
            for deck in DECKS
            if deck != (6, 1)
        ),
        pytest.param((4, 2), marks=pytest.mark.longest, id="(4, 2)"),
    ],
)
def test_every_game_is_that_of_the_rules_for_all_readings(deck: tuple[int, int]) -> None:
    for rules in readings(
        deck,
        pick_up=ORDERS,
        shortfall=SHORTFALLS,
        deuce_beats_ace=("never", "battles", "always"),
        face_down=(0, 1, 2, 3),
        turn_limit=(None, 5),
    ):
        check_game_by_game(rules)


@pytest.mark.parametrize("deck", [(1, 2), (2, 2), (2, 3), (3, 2), (4, 1)], ids=str)
def test_the_law_is_that_of_all_paths_of_the_rules(deck: tuple[int, int]) -> None:
    for rules in readings(deck, pick_up=ORDERS, shortfall=SHORTFALLS, turn_limit=(None, 3)):
        assert fates(rules).game_law() == explore(EXPERIMENTS["game"], rules).law()


FACTS = [  # deck, face down, order, shortfall: first / second / draw / endless, E turns or 0
    ((3, 2), 1, "winner-first", "lose", (36, 36, 18, 0), Fraction(16, 5)),
    ((3, 2), 1, "first-player-first", "lose", (39, 45, 6, 0), Fraction(4)),
    ((3, 4), 1, "winner-first", "lose", (15439, 15439, 3126, 646), None),
    ((3, 2), 1, "winner-first", "last-card", (36, 36, 18, 0), Fraction(149, 45)),
    ((4, 2), 3, "winner-first", "last-card", (965, 965, 590, 0), Fraction(103, 21)),
    ((4, 2), 3, "first-player-first", "last-card", (431, 1103, 212, 774), None),
]


@pytest.mark.parametrize(("deck", "face_down", "pick_up", "shortfall", "ends", "turns"), FACTS)
def test_open_facts(
    deck: tuple[int, int],
    face_down: int,
    pick_up: str,
    shortfall: str,
    ends: tuple[int, ...],
    turns: Fraction | None,
) -> None:
    found = fates(
        Rules(
            ranks=deck[0], suits=deck[1], face_down=face_down, pick_up=pick_up, shortfall=shortfall
        )
    )
    kinds = (End.FIRST, End.SECOND, End.DRAW, End.ENDLESS)
    assert tuple(map(found.deals_ending, kinds)) == ends
    assert found.deals == sum(ends) == deals_of(found.rules)
    if turns is not None:
        assert found.ended_law().field("turns").mean() == turns


def test_the_cycles_of_the_open_fact() -> None:
    found = fates(Rules(ranks=3, suits=4, face_down=1))
    assert list(found.cycles) == [2, 8, 28]  # the rule sheet's
    assert sum(found.cycles.values()) == 646


@pytest.mark.parametrize("deck", [(2, 4), (6, 1)], ids=str)
def test_a_period_is_the_turns_between_equal_hands(deck: tuple[int, int]) -> None:
    rules = Rules(ranks=deck[0], suits=deck[1], face_down=1, pick_up="first-player-first")
    endless = 0
    for hands in orders(rules):
        fate = fate_of(rules, *hands)
        seen = [hands, *(state.hands for state, _ in course(rules, hands) if state is not None)]
        assert len(set(seen)) == len(seen) == fate.turns  # no return before the last turn
        if fate.end is End.ENDLESS:
            endless += 1
            on = Rules(**{**vars(rules), "turn_limit": fate.turns + 1})
            last = [state.hands for state, _ in course(on, hands) if state is not None][-1]
            assert fate.period == len(seen) - seen.index(last)
        else:
            assert not fate.period
    assert endless == sum(fates(rules).cycles.values()) > 0


SYMMETRIC = [
    *readings((3, 2), (2, 4), (4, 2), (6, 1), pick_up=("winner-first", "loser-first"),
              shortfall=("lose", "last-card"), face_down=(0, 1, 3),
              deuce_beats_ace=("never", "battles", "always")),
]  # fmt: skip


def test_symmetric_readings_are_symmetric_exactly() -> None:
    for rules in SYMMETRIC:
        law = fates(rules).game_law()
        mirrored = law.map(lambda game: game._replace(winner=-game.winner))
        assert law == mirrored, rules


def test_other_readings_are_not() -> None:
    for pick_up, shortfall in [("first-player-first", "lose"), ("winner-first", "second-takes")]:
        rules = Rules(ranks=3, suits=2, face_down=1, pick_up=pick_up, shortfall=shortfall)
        assert fates(rules).game_law().field("winner").mean() < 0


@pytest.mark.parametrize("deck", [(2, 2), (4, 1), (2, 4), (4, 2), (3, 4), (6, 1)], ids=str)
def test_decided_games_of_the_published_reading_are_even_or_odd(deck: tuple[int, int]) -> None:
    ranks, suits = deck
    rules = Rules(**{**vars(READINGS["published"]), "ranks": ranks, "suits": suits})
    decided = {fate.turns for fate in fates(rules).counts if fate.end in (End.FIRST, End.SECOND)}
    assert {turns % 2 for turns in decided} == {ranks * suits // 2 % 2}


def test_a_limit_divides_endless_games_from_unfinished_ones() -> None:
    free = Rules(ranks=3, suits=4, face_down=1)
    for limit in (1, 2, 3, 10, 26, 5000):
        limited = fates(Rules(**{**vars(free), "turn_limit": limit}))
        longer = [n for fate, n in fates(free).counts.items()
                  if fate.end < End.ENDLESS and fate.turns > limit]  # fmt: skip
        assert limited.deals_ending(End.UNFINISHED) == sum(longer)
        assert limited.cycles == fates(free).cycles
        assert limited.deals_ending(End.ENDLESS) == 646


def test_batches_meet(monkeypatch: pytest.MonkeyPatch) -> None:
    rules, calls = Rules(ranks=3, suits=2, face_down=1), []
    monkeypatch.setattr(war_deals, "BATCH", 7)
    found = play_all(rules, watch=lambda share, deals: calls.append((share, deals)))
    assert found == fates(rules)
    assert calls[0] == (Fraction(7, 90), 7)
    assert calls[-1] == (1, 90)


@pytest.mark.parametrize("deck", [(1, 4), (2, 1), (3, 2), (2, 4), (4, 2)], ids=str)
def test_orders_are_all_orders_and_the_kernels(deck: tuple[int, int]) -> None:
    rules = Rules(ranks=deck[0], suits=deck[1])
    listed = [first + second for first, second in orders(rules)]
    assert listed == sorted(set(listed))
    assert len(listed) == deals_of(rules)
    cards = np.array(listed[0])
    for order in listed[1:]:
        assert war_kernel._next_order(cards)
        assert tuple(cards) == order
    assert not war_kernel._next_order(cards)
    assert tuple(cards) == listed[0]


def test_one_rank_of_any_size_is_one_deal() -> None:
    found = fates(Rules(ranks=1, suits=1000, shortfall="second-takes"))
    assert found.deals == found.deals_ending(End.SECOND) == 1


def test_what_is_out_of_reach_is_refused() -> None:
    with pytest.raises(TooLarge, match="681,080,400 deals would take 11 minutes"):
        play_all(Rules(ranks=7, suits=2), limit=10**8)
    with pytest.raises(TooLarge, match="more than 30,000 years"):
        play_all(Rules())
    with pytest.raises(TooLarge, match="52 cards are too many"):
        play_all(Rules(), limit=10**60)
    with pytest.raises(TooLarge, match="2600 cards"):
        deals_of(Rules(ranks=650))
    with pytest.raises(BadInput, match="'random' does not let the deal decide the game"):
        play_all(Rules(ranks=2, suits=2, pick_up="random"))
    assert [playing_time(10**6 * s) for s in (5, 600, 10**4, 10**6, 10**9)] == [
        "5 seconds", "10 minutes", "2 hours", "11 days", "31 years"]  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize(
    ("deck", "pick_up"),
    [((10, 1), "winner-first"), ((6, 2), "first-player-first")],
    ids=str,
)
def test_the_largest_decks(deck: tuple[int, int], pick_up: str) -> None:
    rules = Rules(ranks=deck[0], suits=deck[1], face_down=1, pick_up=pick_up)
    found = fates(rules)
    assert found.deals == {(6, 2): 7_484_400, (10, 1): 3_628_800}[deck]
    is_fair = found.deals_ending(End.FIRST) == found.deals_ending(End.SECOND)
    assert is_fair == (pick_up == "winner-first")
    assert sum(found.cycles.values()) == found.deals_ending(End.ENDLESS)


@pytest.mark.parametrize("deck", [(1, 2), (2, 1), (3, 2), (2, 4), (4, 2)], ids=str)
def test_a_deal_is_found_by_its_number(deck: tuple[int, int]) -> None:
    rules = Rules(ranks=deck[0], suits=deck[1])
    listed = [first + second for first, second in orders(rules)]
    assert [order_at(rules, number) for number in range(len(listed))] == listed
    for number in (-1, len(listed)):
        with pytest.raises(BadInput, match=f"from 0 to {len(listed) - 1}, the last of all deals"):
            order_at(rules, number)


def test_the_last_deal_of_a_whole_deck() -> None:
    assert order_at(Rules(), deals_of(Rules()) - 1) == tuple(
        r for r in range(12, -1, -1) for _ in "♠♥♦♣"
    )


def test_there_are_no_fates_after_the_last_deal() -> None:
    with pytest.raises(ArithmeticError, match="fewer than 2 deals from number 89 on"):
        list(fates_from(Rules(ranks=3, suits=2), 89, 2))
