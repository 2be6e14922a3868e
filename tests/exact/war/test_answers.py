"""The answers about War by name, the laws of its outcomes, and the graph of its states."""

from fractions import Fraction
from typing import Any

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from montmort.exact.from_rules import explore
from montmort.exact.law import Law
from montmort.exact.moments import Moments
from montmort.exact.war.all_deals import deals_of, fate_of, orders, play_all
from montmort.exact.war.answers import Question, answers, truth
from montmort.exact.war.functional_graph import components, functional_graph
from montmort.exact.war.theorems import is_symmetric, parity
from montmort.games.errors import BadInput, TooLarge
from montmort.games.war import EXPERIMENTS, READINGS, Game, Rules
from montmort.verification.words_of_values import plain

DEAL = {
    "strength_law",
    "aces_law",
    "deuces_law",
    "first_pass_ties_law",
    "no_war_in_first_pass",
    "first_battle_levels",
    "sweep",
}
GAME = {"first", "second", "draw", "endless", "turns_mean", "turns_law", "cycles"}
SMALL = Rules(ranks=3, suits=2, face_down=1)


def test_answers_of_a_small_deck_as_json() -> None:
    found = plain(answers(SMALL))
    assert found.keys() >= {"deals"} | GAME | DEAL
    assert found["deals"] == "90"
    assert (found["first"], found["second"], found["draw"]) == ("2/5", "2/5", "1/5")
    assert (found["endless"], found["cycles"], found["turns_mean"]) == ("0", {}, "16/5")
    law = [Fraction(chance) for chance in found["turns_law"]]
    assert sum(law) == 1
    assert sum(turns * chance for turns, chance in enumerate(law)) == Fraction(16, 5)
    assert found["strength_law"] == {"7": "1/10", "8": "1/5", "9": "2/5", "10": "1/5", "11": "1/10"}
    assert found["aces_law"] == ["1/5", "3/5", "1/5"]
    assert found["first_pass_ties_law"] == ["8/15", "2/5", "0", "1/15"]


def test_cycles_are_counted_in_deals() -> None:
    found = plain(answers(Rules(ranks=3, suits=4, face_down=1)))
    assert found["endless"] == "323/17325"  # 646 of 34650, the rule sheet's
    assert sum(map(int, found["cycles"].values())) == 646
    assert list(found["cycles"]) == ["2", "8", "28"]


def test_the_full_deck_has_the_answers_of_the_deal_and_the_reason_why_not_more() -> None:
    for rules in READINGS.values():
        found = answers(rules)
        assert found.keys() >= DEAL | {"deals", "cards_after", "shortest_games"}
        assert not found.keys() & GAME
        assert "more than 30,000 years" in found["not_answered"]
    assert answers(Rules())["winner_mean"] == 0
    assert "winner_mean" not in answers(READINGS["published"])


def test_only_the_face_down_cards_and_the_shortfall_matter_to_the_deal() -> None:
    usual, published = answers(Rules()), answers(READINGS["published"])
    for name in DEAL:
        assert usual[name] == published[name]
    assert answers(Rules(face_down=0))["first_battle_levels"] != usual["first_battle_levels"]


@given(
    deck=st.sampled_from([(1, 2), (2, 1), (1, 4), (2, 2), (4, 1), (1, 6), (2, 3), (3, 2), (6, 1)]),
    face_down=st.sampled_from([0, 1, 2, 3, 10**30]),
    pick_up=st.sampled_from(["winner-first", "loser-first", "first-player-first", "random"]),
    shortfall=st.sampled_from(["lose", "last-card", "second-takes"]),
    deuce_beats_ace=st.sampled_from(["never", "battles", "always"]),
    turn_limit=st.sampled_from([None, 1, 2, 10]),
)
def test_all_answers_are_chances(deck: tuple[int, int], **others: Any) -> None:
    rules = Rules(ranks=deck[0], suits=deck[1], **others)
    found = answers(rules)
    ends = ("first", "second", "draw", "endless", "unfinished")
    assert sum(found.get(end, 0) for end in ends) == 1
    assert sum(found.get("turns_law", [1])) + found.get("turns_tail", 0) == 1
    for name in ("aces_law", "deuces_law", "first_pass_ties_law", "first_battle_levels"):
        assert sum(found[name]) == 1
    for after in [found["strength_law"], *found["cards_after"].values()]:
        assert sum(after.values()) == 1
    known = truth(rules)
    assert known["winner"].mean() == found["winner_mean"] == found["first"] - found["second"]
    if "turns" in known and rules.turn_limit is None and not found["endless"]:
        assert known["turns"].chances().get(1, 0) == found["turns_law"][1]


def test_a_random_pick_up() -> None:
    found = answers(Rules(ranks=3, suits=2, face_down=1, pick_up="random"))
    assert found["first"] == found["second"] == Fraction(667, 1560)
    assert found["endless"] == 0
    assert found["cycles"] == {}
    assert sum(found["turns_law"]) + found["turns_tail"] == 1


def test_a_turn_limit_adds_what_it_stops() -> None:
    for pick_up in ("winner-first", "first-player-first", "random"):
        found = answers(Rules(ranks=3, suits=2, face_down=1, pick_up=pick_up, turn_limit=2))
        ends = [found[end] for end in ("first", "second", "draw", "endless", "unfinished")]
        assert sum(ends) == 1
        assert found["unfinished"] > 0
        assert sum(found["turns_law"]) == 1


@pytest.mark.parametrize("pick_up", ["winner-first", "random"])
def test_deal_by_deal(pick_up: str) -> None:
    rules = Rules(ranks=3, suits=2, face_down=1, pick_up=pick_up)
    rows = answers(rules, Question(by_deal=True))["by_deal"]
    assert len(rows) == 90
    assert rows[0]["first_hand"] == "2 2 3"
    assert rows[0]["second_hand"] == "3 4 4"


def test_more_deals_are_answered_when_asked_for() -> None:
    assert "not_answered" in answers(SMALL, Question(most_deals=89))
    assert answers(SMALL, Question(most_deals=90))["first"] == Fraction(2, 5)
    with pytest.raises(BadInput, match="most_deals=-1"):
        Question(most_deals=-1)
    with pytest.raises(TooLarge, match="one by one"):
        answers(Rules(ranks=3, suits=4), Question(by_deal=True))


def test_watch_is_called_for_every_batch() -> None:
    calls = []
    answers(SMALL, watch=lambda share, deals: calls.append((share, deals)))
    assert calls == [(1, 90)]


@pytest.mark.parametrize("pick_up", ["winner-first", "first-player-first"])
def test_truth_is_the_law_of_the_outcome(pick_up: str) -> None:
    for limit in (None, 2):
        rules = Rules(ranks=3, suits=2, face_down=1, pick_up=pick_up, turn_limit=limit)
        law = explore(EXPERIMENTS["game"], rules).law()
        assert truth(rules) == {name: law.field(name) for name in Game._fields}


def test_truth_of_the_chain_and_of_ruin() -> None:
    rules = Rules(ranks=3, suits=2, face_down=1, pick_up="random", turn_limit=3)
    law = explore(EXPERIMENTS["game"], rules).law()
    assert truth(rules) == {name: law.field(name) for name in ("winner", "finished", "turns")}
    ruin = truth(Rules(ranks=10, suits=1, pick_up="random"))
    assert ruin["winner"] == Law(weights={1: 1, -1: 1})
    assert ruin["wars"] == Law(weights={0: 1})
    assert 0 < ruin["turns"].tail <= Fraction(1, 10**9)


def test_truth_of_the_full_deck_is_given_by_theorems() -> None:
    assert truth(Rules()) == {"winner": Moments(mean=Fraction(0), low=-1, high=1)}
    assert truth(READINGS["published"]) == {}
    assert list(truth(Rules(), "deal")) == ["strength", "aces", "deuces", "first_pass_ties"]
    assert truth(Rules(ranks=10**6, suits=4)).keys() == {"winner"}
    assert truth(Rules(ranks=26, suits=1)).keys() == {"winner", "wars"}


def test_the_theorems_hold_where_games_are_known() -> None:
    for suits in (1, 2):
        for pick_up in ("winner-first", "loser-first", "first-player-first"):
            for shortfall in ("lose", "last-card", "second-takes"):
                for face_down in (1, 2):
                    rules = Rules(ranks=4, suits=suits, pick_up=pick_up, shortfall=shortfall,
                                  face_down=face_down)  # fmt: skip
                    law = play_all(rules).game_law()
                    if is_symmetric(rules):
                        assert law.field("winner").mean() == 0
                    if (odd := parity(rules)) is not None:
                        assert {game.turns % 2 for game in law if game.winner} == {odd}


GRAPHS = [
    Rules(ranks=3, suits=2, face_down=1),
    Rules(ranks=2, suits=4, face_down=1, pick_up="first-player-first"),
    Rules(ranks=6, suits=1, pick_up="first-player-first"),
    Rules(ranks=1, suits=2),
    pytest.param(Rules(ranks=3, suits=4, face_down=1), marks=pytest.mark.slow),
]


@pytest.mark.parametrize("rules", GRAPHS, ids=str)
def test_components_of_the_graph_are_the_fates_of_the_deals(rules: Rules) -> None:
    graph = functional_graph(rules)
    assert {degree for _, degree in graph.out_degree()} <= {0, 1}
    parts, deals, by_period = components(graph), set(orders(rules)), {}
    assert sum(len(part.states) for part in parts) == len(graph)
    fates = play_all(rules)
    for part in parts:
        reached = len(part.states & deals)
        if part.end is not None:
            assert part.end not in part.cycle
            by_end = {fate.end.name.lower() for fate in fates.counts}
            assert part.end in by_end
        else:
            period = len(part.cycle)
            by_period[period] = by_period.get(period, 0) + reached
            assert fate_of(rules, *next(iter(part.states & deals))).period == period
    assert by_period == fates.cycles


def test_the_cycles_of_the_graph_are_all_its_loops() -> None:
    graph = functional_graph(GRAPHS[1])
    loops = [set(part) for part in nx.strongly_connected_components(graph) if len(part) > 1]
    cycles = [set(part.cycle) for part in components(graph) if part.end is None]
    assert sorted(map(sorted, loops)) == sorted(map(sorted, cycles))
    for part in components(graph):
        for state, after in zip(part.cycle, part.cycle[1:] + part.cycle[:1], strict=True):
            assert list(graph.successors(state)) == [after]


def test_graphs_out_of_reach() -> None:
    with pytest.raises(TooLarge, match="113,400 deals"):
        functional_graph(Rules(ranks=5, suits=2))
    with pytest.raises(BadInput, match="many successors"):
        functional_graph(Rules(ranks=2, suits=2, pick_up="random"))
    assert deals_of(Rules(ranks=5, suits=2)) == 113_400
