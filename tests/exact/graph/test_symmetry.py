"""Situations declared to be equal are walked once, and the declaration is checked."""

from typing import NamedTuple

import pytest

from montmort import Deck, Experiment
from montmort.exact.graph import symmetry_check
from montmort.exact.graph.game_graph import Whole
from montmort.exact.graph.symmetry import SAMPLE, Pair, Sample
from montmort.games.errors import BadInput, TooLarge
from montmort.machine.refusal import CannotCompile
from tests.exact.graph.equal_graphs import graph_of, same_graphs

WAYS = pytest.mark.parametrize("compiled", [True, False])


class Won(NamedTuple):
    won: int


class Hand(NamedTuple):
    deck: Deck[int]
    cards: tuple[int, ...]


SUITS, RANKS = 2, 3  # card c has rank c // SUITS and suit c % SUITS


def deal(rules: int, chance) -> Hand:
    return Hand(Deck([1] * (SUITS * RANKS)), ())


def step(rules: int, hand: Hand, chance, table) -> tuple[Hand | None, Won]:
    """Deal two cards, exchange one of them or none, bet or not; equal ranks or suits win."""
    first, deck = hand.deck.draw(chance)
    second, deck = deck.draw(chance)
    cards = [first, second]
    out = table.decide(0, [0, 1, 2], (first, second))
    if out < 2:
        cards[out], deck = deck.draw(chance)
    stake = table.decide(1 + first % 1, [1, 2], None if rules else (cards[0], cards[1]))
    a, b = cards
    won = 3 if a // SUITS == b // SUITS else 1 if a % SUITS == b % SUITS else -2
    if rules > 1 and (first, second) == (0, 3):
        won += 1
    return None, Won(stake * won)


GAME = Experiment(name="suits", outcome=Won, start=deal, step=step)


def up_to_suits(view: tuple[int, int]) -> tuple[int, int, bool]:
    """Return the ranks in their order, and whether the suits are equal."""
    a, b = view
    return a // SUITS, b // SUITS, a % SUITS == b % SUITS


def up_to_order(view: tuple[int, int]) -> tuple[int, int, bool]:
    """Return the ranks, sorted, and whether the suits are equal."""
    a, b, same = up_to_suits(view)
    return min(a, b), max(a, b), same


def ranks(view: tuple[int, int]) -> tuple[int, int]:
    a, b = view
    return a // SUITS, b // SUITS


def graph(rules: int, compiled, key=None):
    return graph_of(GAME, rules, compiled=compiled, symmetric_under=key)


@WAYS
@pytest.mark.parametrize("key", [up_to_suits, up_to_order])
@pytest.mark.parametrize("rules", [0, 1])
def test_equal_situations_are_one_node(compiled, key, rules):
    full, cut = graph(rules, compiled), graph(rules, compiled, key)
    views = [known.view for known in full.information if known.seat == 0]
    kept = [known.view for known in cut.information if known.seat == 0]
    assert len(kept) == len({key(view) for view in views}) < len(views)
    assert cut.size.edges < full.size.edges
    paths, again = (int(word.replace(",", "")) for word in cut.how.split() if word[0].isdigit())
    assert paths < int(full.how.split()[2].replace(",", ""))
    assert f"{again:,} of them cut off by symmetry" in cut.how
    assert again >= len(views) - len(kept)


@pytest.mark.parametrize("rules", [0, 1])
@pytest.mark.parametrize("key", [up_to_suits, up_to_order])
def test_both_ways_give_the_same_graph(rules, key):
    one, other = graph(rules, True, key), graph(rules, False, key)
    assert same_graphs(one, other)
    assert one.how.removeprefix("steps compiled") == other.how.removeprefix("steps interpreted")


@WAYS
@pytest.mark.parametrize(("key", "rules"), [(ranks, 0), (ranks, 1), (up_to_suits, 2)])
def test_different_situations_are_refused(compiled, key, rules):
    sentence = r"gives seat \d the same key for the view \(\d, \d\) and \(\d, \d\), but what"
    with pytest.raises(BadInput, match=sentence):
        graph(rules, compiled, key)


@WAYS
def test_a_check_of_too_many_paths_is_refused(compiled, monkeypatch):
    monkeypatch.setattr(symmetry_check, "PATHS", 5)
    with pytest.raises(TooLarge, match="cannot be checked: more than 5 paths"):
        graph(1, compiled, up_to_suits)


def test_a_key_must_be_hashable():
    with pytest.raises(BadInput, match="not hashable"):
        graph(0, False, lambda view: [view])
    with pytest.raises(CannotCompile, match="a list of any length in a key"):
        graph(0, True, lambda view: [view[0]])


def test_only_the_paths_since_a_place_are_walked():
    def one(place: Whole, limit: int) -> bool:
        pairs = [Pair(place, place)]
        trees = symmetry_check._Trees(lambda s, b: step(0, s, b, b), None, frozenset())
        return trees.equal(pairs[0]) and trees.paths == limit

    state = deal(0, None)
    assert one(Whole(state, (0, 1)), 2 * (4 * 2 + 4 * 2 + 2))
    assert one(Whole(state, (0, 1, 2)), 2 * 2)


def test_the_sample_is_uniform():
    chosen = [0] * 100
    for shift in range(400):
        sample = Sample()
        sample._random.seed(shift)
        for number in range(100):
            sample.add(Pair(Whole(number), Whole(number)))
        assert sample.met == 100
        assert len({pair.first.state for pair in sample.pairs}) == SAMPLE
        for pair in sample.pairs:
            chosen[pair.first.state] += 1
    assert min(chosen) > 130  # 200 are expected, with a standard deviation of 10
    assert max(chosen) < 270
