"""Lists of which the rest of a play needs no order: merged where that is so, and only there."""

from collections.abc import Callable
from typing import Any

import pytest

from montmort.exact.from_rules import law_of
from montmort.exact.graph.flows import moves_of
from montmort.exact.graph.game_graph import END, NOTHING
from montmort.exact.graph.merged_steps import merged_tree
from montmort.exact.graph.step_trees import GraphBuilder
from montmort.exact.situations import keys
from montmort.exact.situations.graph import Graph
from montmort.games import Chance
from montmort.machine.places import unordered

Play = Callable[[Chance], Any]


def total(hand: list[int]) -> int:
    return sum(hand) + (10 if 1 in hand and len(hand) < 3 else 0)


def is_soft(hand: list[int]) -> bool:
    return total(hand) != sum(hand)


def first(hand: list[int]) -> int:
    return hand[0]


def first_after(hand: list[int], chance: Chance) -> int:
    return 10 * chance.pick([1, 2]) + hand[0]


def own_sum(hand: list[int]) -> int:
    def sum(hand: list[int]) -> int:  # noqa: A001
        return hand[0]

    return sum(hand)


def recursive(hand: list[int], depth: int = 1) -> int:
    return recursive(hand, depth - 1) if depth else hand[0]


def dealt(chance: Chance) -> list[int]:
    hand = []
    for _ in range(2):
        hand.append(chance.pick([1, 1, 2]))  # noqa: PERF401
    return hand


def situations(play: Play) -> int:
    graph = Graph(play)
    graph.explore()
    return len(graph.moves)


def by_sum(chance: Chance) -> int:
    hand = dealt(chance)
    chance.pick([1, 1])
    return sum(hand)


def by_helpers(chance: Chance) -> int:
    hand = dealt(chance)
    hand.append(chance.pick([1, 1]))
    return total(hand) * 100 + is_soft(hand) * 10 + hand.count(2)


def by_sorted(chance: Chance) -> tuple[int, ...]:
    hand = dealt(chance)
    coin = chance.pick([1, 1])
    return (*sorted(hand), max(hand), min(hand), len(hand), coin)


@pytest.mark.parametrize("play", [by_sum, by_helpers, by_sorted])
def test_situations_are_merged_where_no_order_is_needed(play: Play) -> None:
    assert situations(play) == 1 + 3 + 6  # the last are pairs without their order
    assert law_of(play, by="situations") == law_of(play, by="paths")


def by_first(chance: Chance) -> int:
    hand = dealt(chance)
    chance.pick([1, 1])
    return hand[0] + sum(hand)


def by_helper(chance: Chance) -> int:
    hand = dealt(chance)
    chance.pick([1, 1])
    return first(hand)


def by_waiting_helper(chance: Chance) -> int:
    hand = dealt(chance)
    return first_after(hand, chance) + sum(hand)


def by_alias(chance: Chance) -> int:
    hand = dealt(chance)
    other = hand
    chance.pick([1, 1])
    return sum(hand) + other[0]


def by_tuple_of_lists(chance: Chance) -> int:
    hand = dealt(chance)
    hands = (hand, [2])
    chance.pick([1, 1])
    return sum(hand) + hands[0][0]


def by_loop(chance: Chance) -> int:
    hand = dealt(chance)
    chance.pick([1, 1])
    value = 0
    for card in hand:
        value = 3 * value + card
    return value


def by_pop(chance: Chance) -> int:
    hand = dealt(chance)
    chance.pick([1, 1])
    return hand.pop()


def by_key(chance: Chance) -> int:
    hand = dealt(chance)
    chance.pick([1, 1])
    return max(hand, key=lambda card: 0)


def by_own_sum(chance: Chance) -> int:
    hand = dealt(chance)
    chance.pick([1, 1])
    return own_sum(hand)


def by_recursion(chance: Chance) -> int:
    hand = dealt(chance)
    chance.pick([1, 1])
    return recursive(hand)


def by_nested_function(chance: Chance) -> int:
    hand = dealt(chance)
    chance.pick([1, 1])
    return (lambda: hand[0])()


def by_truth_values(chance: Chance) -> str:
    hand = [1, True] if chance.pick([1, 1]) else [True, 1]
    chance.pick([1, 1])
    return f"{max(hand)}"  # the first of equals


def by_one_branch(chance: Chance) -> int:
    hand = dealt(chance)
    if chance.pick([1, 3]):
        return sum(hand)
    return hand[-1]


ORDERED = [
    by_first,
    by_helper,
    by_waiting_helper,
    by_alias,
    by_tuple_of_lists,
    by_loop,
    by_pop,
    by_key,
    by_own_sum,
    by_recursion,
    by_nested_function,
    by_truth_values,
    by_one_branch,
]


@pytest.mark.parametrize("play", ORDERED)
def test_where_the_order_is_needed_it_is_kept(play: Play) -> None:
    merged, walked = law_of(play, by="situations"), law_of(play, by="paths")
    assert merged == walked
    assert len(walked) > 1


def plays_with_another_law() -> set[str]:
    found = set()
    for play in ORDERED:
        graph = Graph(play)
        graph.explore()
        builder = GraphBuilder()
        ends = [(END, builder.gain(result)) for result in graph.results]
        builder.finish_state(merged_tree(graph, ends, builder))
        merged = moves_of(builder.trees((builder.state("start"), NOTHING))).row(0).chances()
        if {gain: chance for (_, gain), chance in merged.items()} != law_of(
            play, by="paths"
        ).chances():
            found.add(play.__name__)
    return found


def test_planted_errors_give_another_law(monkeypatch: pytest.MonkeyPatch) -> None:
    assert not plays_with_another_law()
    with monkeypatch.context() as patch:
        patch.setattr(unordered, "ADDING", frozenset({"append", "pop"}))
        assert plays_with_another_law() == {"by_pop"}
    with monkeypatch.context() as patch:
        patch.setattr(unordered, "_needed_by", lambda *_: frozenset())
        assert {"by_helper", "by_recursion", "by_own_sum"} <= plays_with_another_law()
    with monkeypatch.context() as patch:
        patch.setattr(keys.Keys, "of", _in_order)
        assert plays_with_another_law() == {"by_alias", "by_tuple_of_lists"}


def _in_order(self: keys.Keys, values: Any, loose: Any = ()) -> Any:
    """Return the key with lists met in the order of their names, loose or not."""
    self._met, self.changeable, self.flat = {}, False, True
    return tuple(
        self._unordered(value) if i in loose else self.key(value) for i, value in enumerate(values)
    )
