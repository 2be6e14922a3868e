"""Blackjack and five-card draw as others write them, with players of their own, and with faults."""

from collections.abc import Callable, Sequence
from functools import partial
from itertools import combinations
from typing import Any

import numpy as np
import pytest

from montmort.games import blackjack, five_card_draw
from montmort.verification import crosscheck
from montmort.verification.verdicts.decision import Decision

Rng = np.random.Generator
Played = tuple[Any, list[int], list[int]]


class Shoe:
    """A deck of cards by value, 1 to 10, dealt from the top; what is shown is a pick."""

    def __init__(self, rng: Rng) -> None:
        self.cards = [int(card) for card in rng.permutation([*range(1, 10)] * 4 + [10] * 16)]
        self.picks: list[int] = []

    def deal(self) -> int:
        self.picks.append(self.cards[-1] - 1)
        return self.cards.pop()


def total_of(hand: Sequence[int]) -> tuple[int, bool]:
    """Return the total, and whether an ace counts 11."""
    total = sum(hand)
    return (total + 10, True) if 1 in hand and total <= 11 else (total, False)


def play_blackjack(fault: str, rng: Rng) -> Played:
    """Play a round: stand on 17, double on 11, split eights; the dealer stands on all 17."""
    shoe, choices = Shoe(rng), list[int]()
    first, up, last = shoe.deal(), shoe.deal(), shoe.deal()
    hole, natural = shoe.cards.pop(), total_of([first, last])[0] == 21
    if up in (1, 10):
        shoe.picks.append(int(hole == 11 - up))
        if hole == 11 - up:
            units = 0 if natural and fault != "naturals do not push" else -2
            return blackjack.Counted(units, 1, natural, 21), shoe.picks, choices
    if natural:
        units = 2 if fault == "even money" else 3
        return blackjack.Counted(units, 1, True, 0), shoe.picks, choices
    hands = [[first, last]]
    if first == last == 8:
        choices.append(3)
        hands = [[8], [8]]
    bets = [(_play_hand(hand, shoe, choices), fault) for hand in hands]
    stakes = [1 if wrong == "doubles cost nothing" else stake for (_, stake), wrong in bets]
    dealer, theirs = [up], 0
    if any(total <= 21 for (total, _), _ in bets):
        shoe.picks.append(hole - 1)
        dealer.append(hole)
        while total_of(dealer)[0] < 17 or (total_of(dealer) == (17, True) and "soft" in fault):
            dealer.append(shoe.deal())
        theirs = total_of(dealer)[0]
    units = 0
    for ((total, _), _), stake in zip(bets, stakes, strict=True):
        ours, against = -1 if total > 21 else total, 0 if theirs > 21 else theirs
        units += 2 * stake * ((ours > against) - (ours < against))
    return blackjack.Counted(units, sum(stakes), False, min(theirs, 22)), shoe.picks, choices


def _play_hand(hand: list[int], shoe: Shoe, choices: list[int]) -> tuple[int, int]:
    """Play a hand; return its total and its bet."""
    if len(hand) == 1:
        hand.append(shoe.deal())
    while (total := total_of(hand)[0]) < 21:
        choices.append(2 if total == 11 and len(hand) == 2 else int(total < 17))
        if choices[-1] == 0:
            break
        hand.append(shoe.deal())
        if choices[-1] == 2:
            return total_of(hand)[0], 2
    return total, 1


RANKS = 6  # deuce to six, and the ace


def strength(hand: Sequence[int], fault: str) -> tuple[int, list[int]]:
    """Return the type of a hand and what decides within it; a card is rank + RANKS suit."""
    ranks = sorted((card % RANKS for card in hand), reverse=True)
    groups = sorted({*ranks}, key=lambda rank: (-ranks.count(rank), -rank))
    counts = [ranks.count(rank) for rank in groups]
    flush = len({card // RANKS for card in hand}) == 1
    if len(groups) == 5:
        wheel = ranks == [5, 3, 2, 1, 0]
        if wheel or ranks[0] - ranks[4] == 4:
            return 8 if flush else 4, [3 if wheel and fault != "wheel high" else ranks[0]]
        return 5 if flush else 0, groups
    kind = {4: 7, 3: 6 if counts == [3, 2] else 3, 2: 2 if counts == [2, 2, 1] else 1}[counts[0]]
    if fault == "kicker" and kind == 1:
        groups = groups[:2]
    if fault == "second pair" and kind == 2:
        groups = [groups[0], groups[2]]
    return kind, groups


def play_draw(fault: str, rng: Rng) -> Played:
    """Deal two hands; both keep what is paired, and draw up to three for the rest."""
    deck = [int(card) for card in rng.permutation(4 * RANKS)]
    left, picks, choices = set(range(4 * RANKS)), list[int](), list[int]()

    def dealt(cards: int) -> list[int]:
        """Take cards from the top; as a set they are a bit for every card that is left."""
        taken = sorted(deck.pop() for _ in range(cards))
        if taken:
            picks.extend(int(card in taken) for card in sorted(left) if card <= taken[-1])
        left.difference_update(taken)
        return taken

    hands = [dealt(5), dealt(5)]
    for seat, hand in enumerate(hands):
        ranks = [card % RANKS for card in hand]
        single = [card for card in hand if ranks.count(card % RANKS) == 1][:3]
        legal = [each for size in range(4) for each in combinations(hand, size)]
        choices.append(legal.index(tuple(single)) + (fault == "next discard" and seat == 0))
        hands[seat] = [card for card in hand if card not in single] + dealt(len(single))
    own, other = (strength(hand, fault) for hand in hands)
    results = five_card_draw.Result
    won = results.WIN if own > other else results.TIE if own == other else results.LOSS
    return five_card_draw.Game(won), picks, choices


GAMES: dict[str, tuple[Callable[[str, Rng], Played], dict[str, Any]]] = {
    "blackjack": (
        play_blackjack,
        {"rules": blackjack.Rules(decks="1", deck=(4,) * 9 + (16,)), "experiment": "counted"},
    ),
    "five-card-draw": (
        play_draw,
        {"rules": five_card_draw.Rules(ranks=RANKS), "experiment": "game"},
    ),
}


@pytest.mark.parametrize("game", GAMES)
def test_right_ones_agree_with_the_rules(game: str) -> None:
    play, asked = GAMES[game]
    result = crosscheck(game, **asked, replays=partial(play, ""), plays=1_000, seed=1, workers=1)
    assert result.difference is None, result.difference
    assert result.verdicts[-1].decision is Decision.CONSISTENT


@pytest.mark.parametrize(
    ("game", "fault", "plays"),
    [
        ("blackjack", "even money", 1_000),
        ("blackjack", "soft 17 is hit", 1_000),
        ("blackjack", "doubles cost nothing", 1_000),
        ("five-card-draw", "next discard", 300),
        ("five-card-draw", "kicker", 4_000),
        ("five-card-draw", "second pair", 4_000),
        pytest.param("five-card-draw", "wheel high", 20_000, marks=pytest.mark.slow),
        pytest.param("blackjack", "naturals do not push", 10_000, marks=pytest.mark.slow),
    ],
)
def test_a_fault_is_found_the_first_time_it_matters(game: str, fault: str, plays: int) -> None:
    play, asked = GAMES[game]
    result = crosscheck(game, **asked, replays=partial(play, fault), plays=plays, seed=1, workers=1)
    assert result.decision is Decision.INCONSISTENT
    assert result.difference is not None
    assert result.difference.printed != result.difference.by_rules
