"""A shoe is shuffled again in the round after its cut card has come, and not before."""

from fractions import Fraction
from typing import Any

import pytest

from montmort import Deck, MarkovChain, RandomChance, Shoe, law_of
from montmort.games import Chance
from montmort.games.errors import BadInput


def test_cards_come_without_replacement_until_the_cut_card() -> None:
    shoe, chance = Shoe.of(Deck((3, 3)), behind=2), RandomChance(5)
    for left in (5, 4, 3, 2):
        assert shoe.next_round() is shoe
        _card, shoe = shoe.draw(chance)
        assert shoe.left.size == left
    assert shoe.next_round() == Shoe.of(Deck((3, 3)), behind=2)
    _hand, shoe = shoe.deal(chance, 2)  # a round that has begun goes on behind the cut card
    assert shoe.left.size == 0
    with pytest.raises(BadInput, match="the deck is empty"):
        shoe.draw(chance)


def test_a_whole_shoe_has_the_law_of_its_deck() -> None:
    deck = Deck.of(ranks=3, suits=2)
    ours = law_of(lambda chance: Shoe.of(deck, behind=0).deal(chance, 3)[0])
    assert ours == law_of(lambda chance: deck.deal(chance, 3)[0])


def test_the_composition_of_the_shoe_in_the_long_run() -> None:
    """Of one red and one black card with one behind the cut, each round starts full."""

    def next_card(shoe: Shoe[int], chance: Chance) -> Shoe[int]:
        return shoe.next_round().draw(chance)[1]

    start = Shoe.of(Deck((1, 1)), behind=1)
    law = MarkovChain.from_step(next_card, start).stationary()
    assert {shoe.left.counts: law[shoe] for shoe in law.weights} == {
        (1, 0): Fraction(1, 2),
        (0, 1): Fraction(1, 2),
    }


@pytest.mark.parametrize("behind", [-1, 7, 1.5, True, None])
def test_the_cut_card_lies_in_the_shoe(behind: Any) -> None:
    with pytest.raises(BadInput, match=f"behind={behind} must be an integer from 0 to 6"):
        Shoe.of(Deck((3, 3)), behind=behind)
    with pytest.raises(BadInput, match="full=None must be a Deck"):
        Shoe.of(None, behind=0)  # type: ignore[arg-type]
