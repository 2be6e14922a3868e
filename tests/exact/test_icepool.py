"""Questions about decks and dice, answered by montmort and by icepool (A. Liu): exactly equal.

montmort walks every path of the rules; icepool evaluates multisets by dynamic
programming.  They share no code and no method.
"""

from collections import Counter
from fractions import Fraction
from itertools import pairwise
from typing import Any, NamedTuple

import icepool
import pytest

from montmort.exact import Law, explore, law_of
from montmort.games import Chance, Deck, Experiment, Table, keep_highest, keep_lowest, throw_dice

SMALL = Deck.of(ranks=6, suits=3)  # 18 cards, ranks 0 … 5
THEIRS = icepool.Deck(list(range(6)), times=3)


def icepool_law(die: Any) -> Law[Any]:
    """Return icepool's answer as a Law."""
    return Law(weights=dict(zip(die.outcomes(), die.quantities(), strict=True)))


def hand_law(deck: Deck[Any], cards: int) -> Law[Deck[Any]]:
    """Return the law of a hand of so many cards."""
    return law_of(lambda chance: deck.deal(chance, cards)[0])


@pytest.mark.parametrize("cards", [0, 1, 2, 5])
def test_aces_among_cards_of_a_whole_deck(cards: int) -> None:
    ours = hand_law(Deck({"ace": 4, "other": 48}), cards).map(lambda hand: hand["ace"])
    theirs = icepool.Deck({1: 4, 0: 48}).deal(cards).sum() if cards else icepool.Die([0])
    assert ours == icepool_law(theirs)


def test_pairs_triplets_and_full_houses() -> None:
    ours = hand_law(SMALL, 5).map(lambda hand: tuple(sorted(filter(None, hand.counts))[::-1]))
    theirs = icepool_law(THEIRS.deal(5).all_counts())
    assert ours == theirs
    assert ours[3, 2] == Fraction(6 * 5 * 3, 8568)  # full houses: C(3,3) C(3,2) of C(18,5)


def test_poker_ranks_of_a_deck_of_52() -> None:
    ours = hand_law(Deck.of(ranks=13, suits=4), 5).map(lambda hand: max(hand.counts))
    assert ours == icepool_law(icepool.Deck(list(range(13)), times=4).deal(5).largest_count())


def test_sum_of_the_ranks_of_a_hand() -> None:
    assert hand_law(SMALL, 4).map(sum) == icepool_law(THEIRS.deal(4).sum())


def test_longest_run_of_ranks() -> None:
    def run(hand: Deck[int]) -> int:
        longest = here = 0
        for count in hand.counts:
            here = here + 1 if count else 0
            longest = max(longest, here)
        return longest

    assert hand_law(SMALL, 5).map(run) == icepool_law(THEIRS.deal(5).largest_straight())


def test_suits_in_a_hand_of_single_cards() -> None:
    cards = Deck.of_cards(ranks=3, suits=4)
    ours = hand_law(cards, 4).map(lambda hand: len({card.suit for card in hand}))
    theirs = icepool.Deck(list(range(4)), times=3).deal(4).unique().size()
    assert ours == icepool_law(theirs)


class Showdown(NamedTuple):
    mine: int
    yours: int


def two_hands(chance: Chance) -> Showdown:
    """The highest cards of two hands of three."""
    first, deck = SMALL.deal(chance, 3)
    second, _ = deck.deal(chance, 3)
    return Showdown(max(first), max(second))


def test_highest_cards_of_two_hands_from_one_deck_and_who_wins() -> None:
    @icepool.multiset_function
    def highest(a: Any, b: Any) -> Any:
        return a.highest(1).sum(), b.highest(1).sum()

    ours, theirs = law_of(two_hands), icepool_law(highest(THEIRS.deal((3, 3))))
    assert ours.map(tuple) == theirs.map(tuple)
    assert ours.map(lambda both: both.mine > both.yours) == theirs.map(
        lambda both: both[0] > both[1]
    )


def test_my_high_card_given_that_i_win() -> None:
    @icepool.multiset_function
    def highest(a: Any, b: Any) -> Any:
        return a.highest(1).sum(), b.highest(1).sum()

    ours = law_of(two_hands).given(lambda both: both.mine > both.yours).field("mine")
    theirs = (
        highest(THEIRS.deal((3, 3))).reroll(lambda a, b: a <= b, depth="inf").map(lambda a, b: a)
    )
    assert ours == icepool_law(theirs)


def test_two_aces_given_one_ace_at_least() -> None:
    ours = hand_law(Deck({"ace": 4, "other": 28}), 8).given(lambda hand: hand["ace"] > 0)
    theirs = icepool.Deck({1: 4, 0: 28}).deal(8).sum().reroll([0], depth="inf")
    assert ours.map(lambda hand: hand["ace"]) == icepool_law(theirs)


def test_draws_from_an_urn_of_unequal_colours() -> None:
    urn = {"black": 5, "red": 2, "white": 3}
    ours = hand_law(Deck(urn), 4).map(tuple)
    assert ours == icepool_law(icepool.Deck(urn).deal(4).expand())


def test_jokers_count_as_the_most_frequent_rank() -> None:
    joker, deck = 6, Deck([3] * 6 + [2])
    ours = hand_law(deck, 5).map(lambda hand: (max(hand.counts[:joker]), hand[joker]))

    @icepool.multiset_function
    def ranks_and_jokers(hand: Any) -> Any:
        return hand.drop_outcomes([joker]).largest_count(), hand.keep_outcomes([joker]).size()

    theirs = ranks_and_jokers(icepool.Deck({**dict.fromkeys(range(6), 3), joker: 2}).deal(5))
    assert ours.map(sum) == icepool_law(theirs).map(sum)
    assert ours == icepool_law(theirs).map(tuple)


def test_cards_dealt_until_the_first_ace() -> None:
    deck = Deck({"ace": 4, "other": 28})
    ours = law_of(lambda chance: deck.deal_until(chance, lambda hand: hand["ace"] > 0)[0].size)
    for cards in range(1, 29):  # later than `cards` if these hold no ace
        assert (
            1 - ours.at_most(cards) == icepool_law(icepool.Deck({1: 4, 0: 28}).deal(cards).sum())[0]
        )


def test_a_hand_dealt_until_it_holds_a_pair() -> None:
    def paired(hand: Deck[int]) -> bool:
        return max(hand.counts) == 2

    ours = law_of(lambda chance: SMALL.deal_until(chance, paired)[0].size)
    for cards in range(1, 7):
        assert 1 - ours.at_most(cards) == icepool_law(THEIRS.deal(cards).largest_count())[1]


class Dealt(NamedTuple):
    rounds: int


State = tuple[Deck[int], Deck[int], Deck[int]]


def deal_round(
    rules: None, state: State, chance: Chance, table: Table
) -> tuple[State | None, Dealt]:
    """One card to each of two hands; the deal is over when some hand holds a pair."""
    deck, *hands = state
    for seat in range(2):
        card, deck = deck.draw(chance)
        hands[seat] = hands[seat].plus(card)
    over = any(max(hand.counts) > 1 for hand in hands)
    return None if over else (deck, hands[0], hands[1]), Dealt(1)


def test_two_hands_dealt_until_one_holds_a_pair() -> None:
    deck = Deck.of(ranks=3, suits=3)
    game = Experiment(
        name="pairs",
        outcome=Dealt,
        start=lambda rules, chance: (deck, deck.empty, deck.empty),
        step=deal_round,
    )
    ours = explore(game, None).law().field("rounds")

    @icepool.multiset_function
    def largest(a: Any, b: Any) -> Any:
        return a.largest_count(), b.largest_count()

    for rounds in range(1, 5):
        theirs = icepool_law(largest(icepool.Deck(list(range(3)), times=3).deal((rounds, rounds))))
        assert 1 - ours.at_most(rounds) == theirs[1, 1]


def test_the_highest_three_of_four_dice() -> None:
    ours = law_of(lambda chance: sum(sorted(chance.pick([1] * 6) + 1 for _ in range(4))[1:]))
    assert ours == icepool_law(icepool.d6.pool(4).highest(3).sum())


def test_a_loaded_pool_against_another() -> None:
    loaded = [1, 1, 1, 2, 4]

    def best(chance: Chance) -> bool:
        mine = max(chance.pick(loaded) for _ in range(3))
        return mine > max(chance.pick([1] * 5) for _ in range(2))

    mine = icepool.Die(dict(enumerate(loaded))).pool(3).highest(1).sum()
    assert law_of(best) == icepool_law(mine > icepool.z(5).pool(2).highest(1).sum())


def test_matching_sets_of_seven_dice() -> None:
    def sets(chance: Chance) -> tuple[int, ...]:
        faces = Counter(chance.pick([1] * 4) for _ in range(7))
        return tuple(sorted((n for n in faces.values() if n > 1), reverse=True))

    assert law_of(sets) == icepool_law(icepool.d4.pool(7).all_counts(2))


def test_neighbours_in_a_hand() -> None:
    ours = hand_law(Deck((1,) * 8), 3).map(
        lambda hand: sum(b - a == 1 for a, b in pairwise(sorted(hand)))
    )
    theirs = icepool.Deck(list(range(8))).deal(3).expand()
    assert ours == icepool_law(theirs.map(lambda a, b, c: (b - a == 1) + (c - b == 1)))


@pytest.mark.parametrize(("dice", "keep"), [(1, 1), (4, 3), (5, 2), (6, 6)])
def test_kept_dice_of_a_pool(dice: int, keep: int) -> None:
    pool = icepool.d6.pool(dice)
    highest = law_of(lambda chance: keep_highest(chance, dice, keep))
    lowest = law_of(lambda chance: keep_lowest(chance, dice, keep))
    assert highest == icepool_law(pool.highest(keep).expand())
    assert lowest == icepool_law(pool.lowest(keep).expand())


def test_the_best_of_a_loaded_pool() -> None:
    loaded = [1, 0, 2, 4]
    ours = law_of(lambda chance: keep_highest(chance, 5, 2, loaded)).map(sum)
    die = icepool.Die({1: 1, 3: 2, 4: 4})
    assert ours == icepool_law(die.pool(5).highest(2).sum())


def test_sets_in_a_throw_of_seven_dice() -> None:
    ours = law_of(lambda chance: throw_dice(chance, 7, 4)).map(
        lambda faces: max(Counter(faces).values())
    )
    assert ours == icepool_law(icepool.d4.pool(7).largest_count())


def test_cards_put_back_are_dice() -> None:
    ours = law_of(lambda chance: Deck((3, 2, 1)).deal_with_replacement(chance, 4)).map(tuple)
    assert ours == icepool_law(icepool.Die({0: 3, 1: 2, 2: 1}).pool(4).expand())
