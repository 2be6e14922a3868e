"""The ordered list of holds against the best holds of every hand, played hand by hand."""

from itertools import combinations

import numpy as np
import pytest

from montmort.exact.decisions.preference_list import preference_list
from montmort.exact.jacks_or_better import solve
from montmort.games.jacks_or_better import Rules
from montmort.games.jacks_or_better.card import kinds_of

PACKS = [
    Rules(ranks=3, suits=2, cards=2),
    Rules(ranks=6, suits=1, cards=3),
    Rules(ranks=5, suits=3, cards=3, pay_table="9,8,7,6,5,4,3,2,1"),
    Rules(ranks=6, suits=2, cards=4, pay_table="50,7/2,9,5,4,1/2,1/3,2,1"),
    Rules(ranks=4, suits=2, cards=3, pay_table="0,0,0,0,0,0,0,0,0"),
]


@pytest.mark.parametrize("rules", PACKS)
def test_what_the_list_loses(rules: Rules) -> None:
    """Hold the first line that a hand has: the hands played wrong, and the loss, hand by hand."""
    game = solve(rules)
    found = preference_list(game, kinds_of(rules))
    places = {line.kind: place for place, line in enumerate(found.lines)}
    wrong = lost = total = 0
    for cards in combinations(range(rules.pack.size), rules.cards):
        values = game.values(sum(1 << card for card in cards))
        row = np.array([cards], np.uint8)
        by_place: dict[int, list] = {}
        for mask in game.masks:
            place = places.get(int(kinds_of(rules)(row, mask)[0]), len(places))
            held = sum(1 << card for at, card in enumerate(cards) if mask >> at & 1)
            by_place.setdefault(place, []).append(values[held])
        gap = max(values.values()) - max(by_place[min(by_place)])
        wrong, lost, total = wrong + (gap > 0), lost + gap, total + 1
    assert found.exceptions == wrong
    assert found.loss == lost / total
    assert sum(line.hands for line in found.lines) == total
    assert sum(line.hands * line.mean for line in found.lines) / total == game.value
    for line in found.lines:
        assert game.values(line.hand)[line.held] == max(game.values(line.hand).values())


@pytest.mark.parametrize("rules", PACKS)
def test_the_hold_of_the_tie_rule(rules: Rules) -> None:
    game = solve(rules)
    for cards in combinations(range(rules.pack.size), rules.cards):
        hand = sum(1 << card for card in cards)
        assert game.held(hand) == game.best(hand)[0]
