"""War with a random pick-up: the chain against all paths of the rules.

Numbers in the text are the rule sheet's open facts.
"""

from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import permutations, product

import pytest

from montmort.exact.chains.absorbing import AbsorbingChain
from montmort.exact.from_rules import explore
from montmort.exact.law import Law
from montmort.exact.walk import Walk
from montmort.exact.war import random_pickup as war_random
from montmort.exact.war.all_deals import orders
from montmort.exact.war.random_pickup import by_deal, solve, walk_of_sizes
from montmort.exact.war.turn_chain import (
    ENDLESS,
    Hand,
    State,
    chain_from,
    choices,
    known_deal,
    shuffle,
)
from montmort.games.errors import BadInput, TooLarge
from montmort.games.war import EXPERIMENTS, Game, Rules
from montmort.montecarlo.war.simulator import simulator
from montmort.verification import Decision, crosscheck

SHORTFALLS = ("lose", "last-card", "second-takes")
SMALL = [(1, 2), (2, 1), (1, 4), (2, 2), (4, 1), (1, 6), (2, 3), (3, 2)]


def at_random(ranks: int, suits: int, **changes: object) -> Rules:
    return Rules(ranks=ranks, suits=suits, pick_up="random", **changes)  # type: ignore[arg-type]


@cache
def walk_of_rules(rules: Rules) -> Walk[object, Game]:
    return explore(EXPERIMENTS["game"], rules)


def winner_moments(rules: Rules) -> tuple[Fraction, Fraction]:
    """Return E winner and E winner^2 by the rules."""
    mean = walk_of_rules(rules).expected("winner")
    return mean, walk_of_rules(rules).variance("winner") + mean**2


@pytest.mark.parametrize("shortfall", SHORTFALLS)
@pytest.mark.parametrize("deck", SMALL, ids=str)
def test_the_chain_has_the_laws_of_the_rules(deck: tuple[int, int], shortfall: str) -> None:
    for face_down, deuce in [(0, "never"), (1, "battles"), (3, "always")]:
        rules = at_random(*deck, face_down=face_down, shortfall=shortfall, deuce_beats_ace=deuce)
        solution = solve(rules)
        first, second, draw = (solution.chances[end] for end in ("first", "second", "draw"))
        assert (first - second, first + second) == winner_moments(rules)
        assert first + second + draw == 1
        assert solution.turns_mean == walk_of_rules(rules).expected("turns")
        law = walk_of_rules(rules).field_law("turns", 9).chances()
        assert {t: p for t, p in solution.turns.chances().items() if t < 10} == law


@pytest.mark.parametrize("deck", [(2, 2), (4, 1), (2, 3)], ids=str)
def test_every_deal_has_the_mean_of_the_rules(deck: tuple[int, int]) -> None:
    for shortfall in SHORTFALLS:
        rules = at_random(*deck, face_down=1, shortfall=shortfall)
        turns = walk_of_rules(rules).chain().expected()
        for hands, odds in by_deal(rules).items():
            (state,) = (state for state in walk_of_rules(rules).start if state.hands == hands)
            assert odds.turns == turns[state]


@pytest.mark.parametrize("deck", [(2, 2), (4, 1), (2, 3), (3, 2), (2, 4)], ids=str)
def test_the_shuffled_deck_is_the_mean_of_its_deals(deck: tuple[int, int]) -> None:
    for shortfall, face_down in product(SHORTFALLS, (0, 1)):
        rules = at_random(*deck, face_down=face_down, shortfall=shortfall)
        solution, deals = solve(rules), by_deal(rules)
        assert list(deals) == list(orders(rules))
        for end, chance in solution.chances.items():
            assert sum(getattr(odds, end) for odds in deals.values()) == chance * len(deals)
        assert sum(odds.turns for odds in deals.values()) == solution.turns_mean * len(deals)


def test_open_facts() -> None:
    solution = solve(at_random(3, 2, face_down=1))
    assert solution.chances["first"] == solution.chances["second"] == Fraction(667, 1560)
    assert solution.chances["draw"] == Fraction(113, 780)
    assert solution.turns_mean == Fraction(443, 120)
    assert solve(at_random(3, 2, face_down=0)).chances["first"] == Fraction(55439, 138780)


@pytest.mark.parametrize("shortfall", ["lose", "last-card"])
@pytest.mark.parametrize("deck", [(2, 2), (2, 3), (3, 2), (2, 4)], ids=str)
def test_symmetry(deck: tuple[int, int], shortfall: str) -> None:
    for face_down, deuce in [(0, "always"), (1, "never")]:
        rules = at_random(*deck, face_down=face_down, shortfall=shortfall, deuce_beats_ace=deuce)
        chances = solve(rules).chances
        assert chances["first"] == chances["second"]


RUIN = [(a, cards - a) for cards in (4, 5) for a in range(1, cards)]


@pytest.mark.parametrize(("a", "b"), RUIN)
def test_one_suit_is_gamblers_ruin(a: int, b: int) -> None:
    # a and b cards in uniformly random order, from the chain of hands
    rules = at_random(6, 1, deuce_beats_ace="always" if a % 2 else "never")
    starts = [known_deal((order[:a], order[a:])) for order in permutations(range(a + b))]
    chain = chain_from(rules, *starts)
    first, mean, square = chain.absorption(), chain.expected(), chain.second_moment()
    orders_ = len(starts)
    wins = sum(first[start]["first"] for start in starts)
    turns = sum(mean[start] for start in starts) / orders_
    squares = sum(square[start] for start in starts) / orders_
    assert wins / orders_ == Fraction(a, a + b)
    assert turns == a * b
    assert squares - turns**2 == Fraction(a * b * (a * a + b * b - 2), 3)


@pytest.mark.parametrize("cards", [4, 6])
def test_the_walk_of_sizes_has_the_law_of_the_chain(cards: int) -> None:
    rules, walk = at_random(cards, 1), walk_of_sizes(cards)
    chain = chain_from(rules, shuffle(rules))
    assert chain.steps_law(shuffle(rules), 30) == walk.steps_law(cards // 2, 30)
    solution = solve(rules)
    assert solution.chances == {"first": Fraction(1, 2), "second": Fraction(1, 2), "draw": 0}
    assert solution.turns_mean == cards**2 // 4


def test_ruin_with_the_whole_suits() -> None:
    half = 26
    walk = walk_of_sizes(52)
    assert walk.expected(start=half) == half**2
    assert walk.variance(start=half) == Fraction(half**2 * (2 * half**2 - 2), 3)


@pytest.mark.parametrize("limit", [1, 2, 3, 7])
@pytest.mark.parametrize("deck", [(2, 2), (4, 1), (2, 3), (3, 2)], ids=str)
def test_with_a_turn_limit(deck: tuple[int, int], limit: int) -> None:
    rules = at_random(*deck, face_down=1, turn_limit=limit)
    law, solution = walk_of_rules(rules).law(), solve(rules)
    for winner, end in ((1, "first"), (-1, "second"), (0, "draw")):
        chance = sum(p for g, p in law.chances().items() if g.finished and g.winner == winner)
        assert solution.chances[end] == chance
    assert solution.unfinished == law.field("finished").chances().get(False, 0)
    ended = (
        law.given(lambda game: game.finished).field("turns") if solution.unfinished < 1 else None
    )
    assert solution.turns == ended
    assert solution.turns_mean == (None if ended is None else ended.mean())


def test_the_law_of_turns_is_cut_off_when_few_games_are_left() -> None:
    law = solve(at_random(3, 2, face_down=1)).turns
    assert 0 < law.tail <= Fraction(1, 10**9) < law.tail + law[law.horizon]


def test_a_law_of_turns_that_is_too_long_is_omitted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(war_random, "MOST_BITS", 100)
    assert solve(at_random(3, 2)).turns is None
    with pytest.raises(TooLarge, match="turn limit"):
        solve(at_random(3, 2, turn_limit=50))


def test_equal_states_merge() -> None:
    rules = at_random(3, 2, face_down=1)
    assert len(chain_from(rules, shuffle(rules)).transient) == 75  # the module's own example
    twice = State((Hand(0, ((0, 1),)), Hand(2, ())), (0, 1, 2))
    assert twice.hands[0].cards == 2


def test_a_block_is_drawn_from_like_a_deck() -> None:
    weights, parts = choices((0, 0, 1, 2), 2)
    assert dict(zip(parts, weights, strict=True)) == {
        ((0, 0), (1, 2)): 1,
        ((0, 1), (0, 2)): 2,
        ((0, 2), (0, 1)): 2,
        ((1, 2), (0, 0)): 1,
    }


def test_what_is_out_of_reach_is_refused() -> None:
    with pytest.raises(BadInput, match="is not random"):
        solve(Rules(ranks=2, suits=2))
    with pytest.raises(TooLarge, match="100 states"):
        solve(at_random(4, 2), limit=100)
    with pytest.raises(TooLarge, match="34,650 deals"):
        by_deal(at_random(3, 4))


@pytest.mark.slow
@pytest.mark.parametrize("shortfall", SHORTFALLS)
@pytest.mark.parametrize("face_down", [0, 1, 2, 3])
def test_larger_decks_have_the_laws_of_the_rules(face_down: int, shortfall: str) -> None:
    for deck in [(2, 4), (3, 2), (2, 3)]:
        rules = at_random(*deck, face_down=face_down, shortfall=shortfall)
        solution = solve(rules)
        assert solution.turns_mean == walk_of_rules(rules).expected("turns")
        first, second = solution.chances["first"], solution.chances["second"]
        assert (first - second, first + second) == winner_moments(rules)


@pytest.mark.slow
def test_the_law_of_turns_has_the_mean_of_the_chain() -> None:
    solution = solve(at_random(3, 4, face_down=1))
    law: Law[int] = solution.turns
    listed = sum(t * p for t, p in law.chances().items())
    assert 0 < solution.turns_mean - listed < Fraction(1, 10**6)


@pytest.mark.slow
def test_games_that_never_end_are_distinguished_from_long_ones() -> None:
    """Three ranks in four suits: 1.4 % of the games never end, because only deuces meet aces."""
    rules = at_random(
        3, 4, face_down=5, shortfall="second-takes", deuce_beats_ace="battles", turn_limit=300
    )
    endless = solve(replace(rules, turn_limit=None))
    assert Fraction(1, 100) < endless.unfinished < Fraction(2, 100)
    limited = solve(rules)
    assert 0 < limited.unfinished - endless.unfinished < Fraction(1, 10**9)
    assert endless.turns is not None
    assert limited.turns is not None
    ended, ended_by = 1 - endless.unfinished, 1 - limited.unfinished
    assert all(endless.turns[t] * ended == limited.turns[t] * ended_by for t in range(1, 200))
    played = crosscheck(
        exact={"finished": Law.of({True: ended_by, False: limited.unfinished})},
        simulator=simulator(rules),
        margin=Fraction(1, 100),
        seed=1713,
    )
    assert played.decision is Decision.CONSISTENT
    with pytest.raises(BadInput, match="set a turn limit"):
        simulator(replace(rules, turn_limit=None))


def test_the_mean_of_the_games_that_end() -> None:
    """A small chain with an endless state: E(steps; the game ends) computed on paper.

    From "a" to "b", to an end, or to no end, a third each; from "b" to an end
    or back to "a".  h(a) = h and h(b) = (1 + h)/2, so h = (1 + h)/6 + 1/3, h = 3/5.
    """
    third, half = Fraction(1, 3), Fraction(1, 2)
    chain: AbsorbingChain[str] = AbsorbingChain.from_rows(
        {
            "a": {"b": third, "first": third, ENDLESS: third},
            "b": {"first": half, "a": half},
            "first": {"first": 1},
            ENDLESS: {ENDLESS: 1},
        }
    )
    solution = war_random._unlimited(chain, "a")
    assert solution.chances == {"first": Fraction(3, 5), "second": 0, "draw": 0}
    assert solution.unfinished == Fraction(2, 5)
    # N[a, a] = 6/5, N[a, b] = 2/5, h(b) = 4/5: (6/5 · 3/5 + 2/5 · 4/5) / (3/5)
    assert solution.turns_mean == Fraction(26, 15)
    assert solution.turns is not None
    assert solution.turns[1] == third / Fraction(3, 5)
    assert solution.turns[2] == third * half / Fraction(3, 5)
    assert 0 < solution.turns.tail < Fraction(1, 10**9)
