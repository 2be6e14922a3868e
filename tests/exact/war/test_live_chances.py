"""Chances during a game of War, against all deals consistent with the events."""

from dataclasses import replace
from fractions import Fraction
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from montmort.exact.war.all_deals import orders
from montmort.exact.war.answers import answers
from montmort.exact.war.live_chances import chances
from montmort.games.chance import RandomChance, ScriptedChance
from montmort.games.war import EXPERIMENTS, READINGS, Game, Rules, State, step
from montmort.games.war.events import Endless, Taken, Turned
from tests.games.listener import Listener

SIX = Rules(ranks=3, suits=2, face_down=1)
TIE, TAKES = "the next cards tie", "the first player takes them"
WON = "the first player wins the game"
ENDS = [WON, "the second player wins the game", "the game is drawn", "the game never ends"]


@cache
def games(rules: Rules) -> list[tuple[list[object], Game]]:
    """Return the events and the last gain of every deal."""
    found: list[tuple[list[object], Game]] = []
    for hands in orders(rules):
        listener = Listener()
        state: State | None = State(hands)
        while state is not None:
            state, gain = step(rules, state, ScriptedChance(()), listener)
        found.append((listener.events, gain))
    return found


def end(events: list[object], gain: Game) -> str:
    if gain.finished:
        return ENDS[gain.winner < 0] if gain.winner else ENDS[2]
    return ENDS[3] if isinstance(events[-1], Endless) else "the game is left unfinished"


READINGS_OF_SIX = [
    SIX,
    replace(SIX, pick_up="first-player-first", deuce_beats_ace="battles"),
    replace(SIX, shortfall="last-card", face_down=2, deuce_beats_ace="always"),
    replace(SIX, shortfall="second-takes", turn_limit=3),
    replace(SIX, ranks=2, suits=4, pick_up="first-player-first"),  # some games never end
    replace(SIX, ranks=2, suits=4, pick_up="first-player-first", turn_limit=9),
    Rules(ranks=6, suits=1),
    Rules(ranks=1, suits=4),
    Rules(ranks=2, suits=1),
]


@given(st.sampled_from(READINGS_OF_SIX), st.data())
def test_chances_are_those_of_the_consistent_deals(rules: Rules, data: st.DataObject) -> None:
    events, _ = data.draw(st.sampled_from(games(rules)))
    turns = [0, *(k for k, event in enumerate(events, 1) if isinstance(event, Taken))]
    seen = events[: data.draw(st.sampled_from(turns))]
    fitting = [game for game in games(rules) if is_consistent(game[0], seen)]
    known = chances(rules, seen)
    following = [game[0][len(seen)] for game in fitting if len(game[0]) > len(seen)]
    if TIE in known:
        pairs = [tuple(event) for event in following if isinstance(event, Turned)]
        assert len(pairs) == len(fitting)
        assert known.pop(TIE) == Fraction(sum(a == b for a, b in pairs), len(pairs))
        won = [game for game in fitting if _first_takes(game[0][len(seen) :])]
        assert known.pop(TAKES) == Fraction(len(won), len(pairs))
    ends = [end(*game) for game in fitting]
    assert known == {name: Fraction(ends.count(name), len(ends)) for name in {*ends}}


def is_consistent(events: list[object], seen: list[object]) -> bool:
    """Return whether `events` begin with `seen`, without a return of the hands just after."""
    if events[: len(seen)] != seen:
        return False
    return not any(isinstance(event, Endless) for event in events[len(seen) :][:1])


def _first_takes(events: list[object]) -> bool:
    """Return whether the first player takes without a war."""
    return isinstance(events[1], Taken) and events[1].winner == 1


def test_before_the_first_turn_they_are_the_answers() -> None:
    known, found = chances(SIX, []), answers(SIX)
    assert [known[name] for name in ENDS[:3]] == [found[e] for e in ("first", "second", "draw")]


def test_of_the_full_deck_the_next_cards_are_known_while_the_deal_lasts() -> None:
    for rules in READINGS.values():
        assert chances(rules, []) == {TIE: Fraction(1, 17), TAKES: Fraction(8, 17)}
        listener = Listener()
        EXPERIMENTS["game"].play(rules, RandomChance(1713), listener)
        seen: list[int] = []
        for place, event in enumerate(listener.events[:40]):
            if isinstance(event, Turned) and (known := chances(rules, listener.events[:place])):
                pairs = sum(4 - seen.count(rank) for rank in range(13)), 52 - len(seen)
                assert pairs[0] == pairs[1]
                ways = sum((4 - seen.count(r)) * (3 - seen.count(r)) for r in range(13))
                assert known[TIE] == Fraction(ways, pairs[1] * (pairs[1] - 1))
            if isinstance(event, Turned):
                seen += event
        assert chances(rules, listener.events) == {}


@pytest.mark.parametrize(("seen", "first"), [([], "1/2"), ([Taken(-1, 2, 2, 4)], "1/3")])
def test_one_suit_at_random_is_gamblers_ruin(seen: list[object], first: str) -> None:
    known = chances(Rules(ranks=6, suits=1, pick_up="random"), seen)
    assert known[WON] == Fraction(first)
    assert known[ENDS[1]] == 1 - known[WON]


def test_the_end_is_omitted_where_it_is_not_known() -> None:
    for rules in (replace(SIX, pick_up="random"), Rules(ranks=2000, suits=4)):
        assert chances(rules, []).keys() == {TIE, TAKES}
