"""The enumeration of paths and its estimate: against plain enumeration, and at their limits."""

import math
import random
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from montmort.exact.from_rules import law_of
from montmort.exact.graph import branching
from montmort.exact.graph.exploration import GLANCE
from montmort.exact.law import Law
from montmort.exact.path_enumerator import LONGEST, estimated_paths
from montmort.exact.paths import BATCH, MergedResults, every_path
from montmort.games import Chance, Deck, shuffled
from montmort.games.errors import BadInput, TooLarge

weights = st.lists(st.integers(0, 9), min_size=1, max_size=4).filter(any)
urns = st.lists(weights, max_size=4)


def drawn(urns: list[list[int]], chance: Chance) -> tuple[int, ...]:
    """One pick from each urn; an odd pick skips the next urn."""
    picks: list[int] = []
    skip = False
    for urn in urns:
        if not skip:
            picks.append(chance.pick(urn))
        skip = not skip and picks[-1] % 2 == 1
    return tuple(picks)


def effective_picks(picks: tuple[int, ...]) -> tuple[int, ...]:
    """What `drawn` returns if the picks from all urns are fixed in advance."""
    if not picks:
        return ()
    after = picks[2:] if picks[0] % 2 else picks[1:]
    return (picks[0], *effective_picks(after))


@given(urns)
def test_the_law_is_the_plain_enumeration(urns: list[list[int]]) -> None:
    counted: dict[tuple[int, ...], Fraction] = Counter()
    for picks in product(*(range(len(urn)) for urn in urns)):  # of skipped urns too
        chance = Fraction(1)
        for pick, urn in zip(picks, urns, strict=True):
            chance *= Fraction(urn[pick], sum(urn))
        counted[effective_picks(picks)] += chance
    assert law_of(lambda chance: drawn(urns, chance)) == Law.of(counted)


@given(urns)
def test_path_chances_sum_to_one_and_no_path_is_walked_twice(urns: list[list[int]]) -> None:
    walked = list(every_path(lambda chance: drawn(urns, chance)))
    assert sum(Fraction(above, below) for _, above, below in walked) == 1
    assert len({result for result, _, _ in walked}) == len(walked)


def test_every_order_of_a_shuffle_is_a_path() -> None:
    assert len(
        list(every_path(lambda chance: tuple(shuffled(chance, range(6)))))
    ) == math.factorial(6)


def test_numpys_integers_do_not_overflow() -> None:
    huge = np.array([2**62, 2**61])
    law = law_of(lambda chance: chance.pick(huge) + chance.pick(huge))  # type: ignore[arg-type]
    assert law == Law(weights={0: 4, 1: 4, 2: 1})


@pytest.mark.parametrize("second", [[1.0, 1.0], [True, 0.5], [], [0, 0], [2, -1]])
def test_invalid_weights(second: list[int]) -> None:
    with pytest.raises(BadInput):
        law_of(lambda chance: chance.pick([1, 1]) + chance.pick(second))


def test_results_that_cannot_be_merged() -> None:
    with pytest.raises(BadInput, match="use tuples"):
        law_of(lambda chance: [chance.pick([1, 1])])


@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 5), st.integers(1, 9)), max_size=9))
def test_merged_chances_are_the_plain_sums(chances: list[tuple[int, int, int]]) -> None:
    merged: MergedResults[int] = MergedResults()
    merged.add(chances[:4])
    merged.add(chances[4:])
    weights, total = merged.lowest_terms()
    sums = dict(weights)
    for result in {result for result, _, _ in chances}:
        plain = sum(Fraction(above, below) for r, above, below in chances if r == result)
        assert Fraction(sums[result], total) == plain


def test_where_all_paths_branch_alike_the_estimate_is_the_number_of_paths() -> None:
    for cards in range(6):
        deck = tuple(range(cards))
        found = estimated_paths(lambda chance, deck=deck: shuffled(chance, deck), probes=1)
        assert found == math.factorial(cards)


@given(urns)
def test_the_estimate_is_unbiased(urns: list[list[int]]) -> None:
    """Its mean over all descents, each with the chance of taking it, is the number of paths."""

    class Descents:
        """Branches like the estimate, all possible branches alike, walked exhaustively."""

        def __init__(self, chance: Chance) -> None:
            self.chance, self.branches = chance, 1

        def pick(self, weights: list[int], /) -> int:
            self.branches *= sum(map(bool, weights))
            return self.chance.pick([int(weight > 0) for weight in weights])

    def branches(chance: Chance) -> int:
        descent = Descents(chance)
        drawn(urns, descent)  # type: ignore[arg-type]
        return descent.branches

    number = len(list(every_path(lambda chance: drawn(urns, chance))))
    assert law_of(branches).mean() == number
    seeded = estimated_paths(lambda chance: drawn(urns, chance), probes=3, rng=1)
    assert min(law_of(branches)) <= seeded <= max(law_of(branches))


def test_an_estimate_needs_a_probe() -> None:
    with pytest.raises(BadInput, match="probes=0"):
        estimated_paths(lambda chance: 0, probes=0)


def test_a_far_too_long_walk_is_refused_after_the_first_batch() -> None:
    walked: list[int] = []

    def whole_deck(chance: Chance) -> tuple[int, ...]:
        return tuple(shuffled(chance, range(52)))

    with pytest.raises(
        TooLarge, match=r"about 8\.1e\+67 paths.*limit is 10,000,000.*start and step"
    ):
        law_of(whole_deck, by="paths", watch=lambda _, paths: walked.append(paths))  # 52! = 8.07e67
    assert max(walked, default=0) < BATCH  # it is called after every batch


def test_a_walk_that_may_fit_is_walked_up_to_its_limit() -> None:
    def dice(chance: Chance) -> int:
        return sum(chance.pick([1] * 6) for _ in range(6))

    with pytest.raises(TooLarge, match=r"more than 40,000 paths.*about 4\.7e\+4"):
        law_of(dice, limit=40_000)
    assert law_of(dice, limit=6**6)[0] == Fraction(1, 6**6)


@pytest.mark.parametrize("limit", [0, -1, 2.5, True])
def test_invalid_limits(limit: int) -> None:
    with pytest.raises(BadInput, match="limit"):
        law_of(lambda chance: 0, limit=limit)


def test_watch_is_called_with_the_share_of_the_tree() -> None:
    calls: list[tuple[Fraction, int]] = []
    law_of(
        lambda chance: sum(chance.pick([1, 2, 0, 3]) for _ in range(8)),
        watch=lambda *call: calls.append(call),
        by="paths",
        compiled=False,
    )
    assert calls == [(Fraction(walked, 3**8), walked) for walked in range(GLANCE, 3**8, GLANCE)]


def test_hands_dealt_at_once_are_those_drawn_one_by_one() -> None:
    deck = Deck((2, 3, 0, 1))

    def one_by_one(cards: int, chance: Chance) -> Deck[int]:
        left, hand = deck, deck.empty
        for _ in range(cards):
            card, left = left.draw(chance)
            hand = hand.plus(card)
        return hand

    for cards in range(deck.size + 1):
        dealt = law_of(lambda chance, cards=cards: deck.deal(chance, cards)[0])
        assert dealt == law_of(lambda chance, cards=cards: one_by_one(cards, chance))
        hands = list(every_path(lambda chance, cards=cards: deck.deal(chance, cards)[0]))
        assert len(hands) == len(dealt)  # a path for every hand


def heads_in_a_row(chance: Chance, most: int = 10**9) -> int:
    return next((k for k in range(most) if not chance.pick([1, 1])), most)


def tails_in_a_row(chance: Chance, most: int = 10**9) -> int:
    return next((k for k in range(most) if chance.pick([1, 1])), most)


@pytest.mark.parametrize("play", [heads_in_a_row, tails_in_a_row])
def test_an_endless_path_is_refused(
    play: Callable[..., int], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert law_of(partial(play, most=300)).mean() == 1 - Fraction(1, 2**300)
    monkeypatch.setattr(branching, "LONGEST", 299)
    with pytest.raises(TooLarge, match=r"more than .* picks; .* start and step"):
        law_of(partial(play, most=300))


def test_the_limit_of_a_path_is_exact() -> None:
    sure = [1]
    for walk in (law_of, partial(estimated_paths, probes=1)):
        walk(lambda chance: sum(chance.pick(sure) for _ in range(LONGEST)))  # long, but it ends
        with pytest.raises(TooLarge, match=r"more than 5,000 picks"):
            walk(lambda chance: sum(chance.pick(sure) for _ in range(LONGEST + 1)))


def test_chance_from_another_source_is_found() -> None:
    other = random.Random(1713)

    def mixed(chance: Chance) -> int:
        return chance.pick([1, 1]) + other.randint(0, 1)

    def longer(chance: Chance) -> int:
        return sum(chance.pick([1, 1]) for _ in range(other.randint(1, 2)))

    for play in (lambda chance: other.random(), mixed, longer):
        with pytest.raises(BadInput, match=r"the rules draw from random\.Random: draw everything"):
            law_of(play)


def test_an_estimate_below_the_limit_is_not_reported() -> None:
    def lopsided(chance: Chance) -> tuple[int, ...]:
        """20 paths, and 2^13 that a descent rarely finds."""
        if any(chance.pick([1, 1]) for _ in range(20)):
            return ()
        return tuple(chance.pick([1, 1]) for _ in range(13))

    few = estimated_paths(lopsided, rng=0)
    assert few < 6000 < len(list(every_path(lopsided)))  # 2^13 + 20
    with pytest.raises(TooLarge, match="more than 6,000 paths to walk;"):
        law_of(lopsided, limit=6000)
