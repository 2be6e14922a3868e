"""Laws of a shuffled deck of War and of the first turns, against enumeration of all deals.

Numbers in the text: Norvig's "sweep", the rule sheet's open facts, and all deals of small decks.
"""

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import islice, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from montmort.exact.law import Law
from montmort.exact.war.all_deals import deals_of, orders
from montmort.exact.war.deal_counts import (
    first_battle_levels,
    first_pass_ties_law,
    held_law,
    no_war_in_first_pass,
    strength_law,
    sweep,
    ties_chance,
)
from montmort.exact.war.first_turns import After, can_be_followed, first_turns, shortest_games
from montmort.games.errors import BadInput, TooLarge
from montmort.games.war import Deal, Rules, State, step_deal
from montmort.games.war.turn import Hands
from tests.exact.war.reference_games import NO_CHANCE, NO_TABLE, course, played

DECKS = [(1, 2), (2, 1), (1, 4), (2, 2), (4, 1), (1, 6), (2, 3), (3, 2), (6, 1), (2, 4), (4, 2)]
decks = pytest.mark.parametrize(("ranks", "suits"), DECKS)
USUAL = Rules()


def deal(rules: Rules, hands: Hands) -> Deal:
    return step_deal(rules, State(hands), NO_CHANCE, NO_TABLE)[1]


@decks
def test_the_laws_of_the_deal_are_those_of_all_deals(ranks: int, suits: int) -> None:
    rules = Rules(ranks=ranks, suits=suits)
    all_deals = Law(weights=Counter(deal(rules, hands) for hands in orders(rules)))
    assert strength_law(rules) == all_deals.field("strength")
    assert held_law(rules) == all_deals.field("aces") == all_deals.field("deuces")
    assert first_pass_ties_law(rules) == all_deals.field("first_pass_ties")
    assert no_war_in_first_pass(rules) == all_deals.field("first_pass_ties")[0]


@decks
def test_the_first_battle_is_that_of_all_deals(ranks: int, suits: int) -> None:
    for shortfall, face_down in product(("lose", "last-card", "second-takes"), range(5)):
        rules = Rules(ranks=ranks, suits=suits, shortfall=shortfall, face_down=face_down)
        wars = Counter(next(course(rules, hands))[1].wars for hands in orders(rules))
        levels = first_battle_levels(rules)
        assert levels == [Fraction(wars[m], deals_of(rules)) for m in range(len(levels))]
        assert sum(levels) == 1


@pytest.mark.parametrize(
    ("deuce_beats_ace", "limit"),
    [*product(("never", "battles", "always"), [None]), *product(["never"], (1, 2, 3))],
)
@decks
def test_a_sweep_does_not_depend_on_what_the_deuce_beats(
    ranks: int, suits: int, deuce_beats_ace: str, limit: int | None
) -> None:
    rules = Rules(ranks=ranks, suits=suits, deuce_beats_ace=deuce_beats_ace, turn_limit=limit)
    found = Counter[int]()
    for hands in orders(rules):
        winner, turns, wars, _ = played(rules, hands)
        if winner and turns == rules.cards // 2 and not wars and swept(rules, hands):
            found[winner] += 1
    assert (
        sweep(rules) == Fraction(found[1], deals_of(rules)) == Fraction(found[-1], deals_of(rules))
    )


def swept(rules: Rules, hands: Hands) -> bool:
    """Return whether one player wins every turn."""
    sizes = [len(state.hands[0]) for state, _ in course(rules, hands) if state is not None]
    half = rules.cards // 2
    return sizes in ([half + t for t in range(1, half)], [half - t for t in range(1, half)])


def test_open_facts_of_the_full_deck() -> None:
    assert ties_chance(USUAL, 2) == Fraction(73, 20825)  # the rule sheet's
    assert sum(first_battle_levels(USUAL)[2:]) == Fraction(73, 20825)
    assert round(sweep(USUAL) * 10**21) == 3132436174322  # Norvig: 3.132436174322e-9
    assert sweep(USUAL) * 2**26 == no_war_in_first_pass(USUAL)


def test_means_of_the_full_deck() -> None:
    assert strength_law(USUAL).mean() == 208  # half of 4 (2 + 3 + … + 14)
    assert held_law(USUAL).mean() == 2
    assert first_pass_ties_law(USUAL).mean() == Fraction(26 * 3, 51)  # the other card is one of 51


@given(ranks=st.integers(1, 9), suits=st.integers(1, 6))
def test_moments_of_the_deal_have_closed_forms(ranks: int, suits: int) -> None:
    if ranks * suits % 2:
        return
    rules, n = Rules(ranks=ranks, suits=suits), ranks * suits
    strength, held = strength_law(rules), held_law(rules)
    # half of the deck is drawn without replacement: variance n/4 · n/(n-1) · that of a card
    assert strength.mean() == Fraction(n * (ranks + 3), 4)
    assert strength.variance() == Fraction(n * n * (ranks**2 - 1), 48 * (n - 1))
    assert held.mean() == Fraction(suits, 2)
    assert first_pass_ties_law(rules).mean() == Fraction(n * (suits - 1), 2 * (n - 1))


FIRST_TURNS = [
    Rules(
        ranks=r, suits=s, face_down=d, shortfall=shortfall, pick_up=pick_up, deuce_beats_ace=deuce
    )
    for r, s in [(2, 2), (1, 6), (2, 3), (3, 2), (6, 1), (2, 4)]
    for shortfall in ("lose", "last-card", "second-takes")
    for d, pick_up, deuce in [
        (0, "winner-first", "never"),
        (1, "first-player-first", "always"),
        (2, "loser-first", "battles"),
        (3, "winner-first", "always"),
    ]
] + [
    Rules(ranks=r, suits=s, face_down=1, pick_up=pick_up, turn_limit=limit)
    for r, s in [(2, 2), (6, 1), (2, 3), (3, 2)]
    for limit in (1, 2, 3)
    for pick_up in ("winner-first", "first-player-first")
]


@cache
def deal_by_deal(rules: Rules) -> list[After]:
    """Return the chances after the first turns, from games of all deals."""
    deals = deals_of(rules)
    cards = [Counter[int]() for _ in range(5)]
    over = [Counter[int]() for _ in range(5)]
    played_on = replace(rules, turn_limit=6)  # also where the hands lie as they lay before
    for hands in orders(rules):
        for turn, (state, gain) in enumerate(islice(course(played_on, hands), 5)):
            if state is not None:
                cards[turn][len(state.hands[0])] += 1
            elif gain.finished:
                for later in over[turn:]:
                    later[gain.winner] += 1
    return [
        After(
            cards={size: Fraction(ways, deals) for size, ways in living.items()},
            over={winner: Fraction(ways, deals) for winner, ways in ended.items()},
            beyond=Fraction(0),
        )
        for living, ended in zip(cards, over, strict=True)
    ]


@pytest.mark.parametrize("rules", FIRST_TURNS, ids=str)
def test_the_first_turns_are_those_of_all_deals(rules: Rules) -> None:
    played_so_far = deal_by_deal(rules)[: rules.turn_limit]
    for known, all_deals in zip(first_turns(rules), played_so_far, strict=True):
        for part, whole in ((known.cards, all_deals.cards), (known.over, all_deals.over)):
            for key, chance in part.items():
                assert 0 < chance <= whole[key]
        missed = sum(all_deals.cards.values()) - sum(known.cards.values())
        missed += sum(all_deals.over.values()) - sum(known.over.values())
        assert missed == known.beyond
        if not known.beyond:
            assert known == all_deals


@pytest.mark.parametrize("rules", FIRST_TURNS, ids=str)
def test_the_shortest_games_are_those_of_all_deals(rules: Rules) -> None:
    found, names = shortest_games(rules), {1: "first", -1: "second", 0: "draw"}
    games = Counter(played(rules, hands) for hands in orders(rules))
    ended = Counter[tuple[int, str]]()
    for game, ways in games.items():
        if game.finished:
            ended[game.turns, names[game.winner]] += ways
    shortest = min((turns for turns, name in ended if name != "draw"), default=0)
    if found:
        assert found.keys() <= set(range(1, shortest + 1))
        assert {(t, name): p for t, ends in found.items() for name, p in ends.items()} == {
            (t, name): Fraction(ways, deals_of(rules))
            for (t, name), ways in ended.items()
            if t <= shortest and (rules.suits > 1 or t == shortest)
        }


def test_the_shortest_games_of_the_full_deck() -> None:
    found = shortest_games(USUAL)
    assert list(found) == [1, 2]
    assert found[1] == {"draw": first_battle_levels(USUAL)[7]}  # ties in places 0, 4, …, 24
    assert found[2]["first"] == found[2]["second"] > found[2]["draw"] > 0


def test_the_first_turns_of_the_full_deck() -> None:
    levels, turns = first_battle_levels(USUAL), first_turns(USUAL)
    assert turns[0].cards == {
        26 + sign * (4 * m + 1): levels[m] / 2 for m in range(7) for sign in (1, -1)
    }
    assert turns[0].over == {0: levels[7]}
    assert not turns[1].beyond  # one of them has no card that was won
    assert 0 < turns[4].beyond < Fraction(1, 10**5)
    for after in turns:
        mirrored = {52 - cards: chance for cards, chance in after.cards.items()}
        assert mirrored == after.cards


def test_one_suit_has_only_its_sweep() -> None:
    assert shortest_games(Rules(ranks=52, suits=1)) == {
        26: {"first": Fraction(1, 2**26), "second": Fraction(1, 2**26)}
    }


def test_decks_out_of_reach_are_refused() -> None:
    with pytest.raises(TooLarge, match="2004 cards"):
        first_pass_ties_law(Rules(ranks=501, suits=4))
    with pytest.raises(TooLarge, match=r"ranks=400, suits=4: .* seconds"):
        strength_law(Rules(ranks=400, suits=4))
    with pytest.raises(BadInput, match="turns=0"):
        first_turns(USUAL, 0)
    assert not can_be_followed(Rules(ranks=400, suits=4, face_down=0))
