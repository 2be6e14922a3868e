"""The checks of War's report: its numbers once more, computed in another way."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any, NamedTuple

from montmort.exact.from_rules import explore
from montmort.exact.law import Law
from montmort.exact.war.all_deals import orders
from montmort.exact.war.answers import Answers, truth
from montmort.exact.war.deal_counts import (
    first_battle_levels,
    first_pass_ties_law,
    strength_law,
    sweep,
    ties_chance,
)
from montmort.games.table import SilentTable
from montmort.games.war import EXPERIMENTS, Rules
from montmort.games.war.turn import Hands, compare_ranks, turn
from montmort.verification.war.report.games import ENDS

DECKS = ((1, 2), (2, 1), (2, 2), (4, 1), (2, 3), (3, 2), (2, 4))
WALKED = ((1, 2), (2, 1), (2, 2), (2, 3), (3, 2))
WALKED_TURNS = 4  # where no game is the longest


class WalkedDeals(NamedTuple):
    """Every deal of a small deck: whether laws by the rules equal those of the theorem."""

    ranks: int
    suits: int
    deals: int
    hand: bool
    first_turn: bool
    sweeps: bool


class WalkedGames(NamedTuple):
    """Every game of a small deck by the rules: whether it has the laws of the exact layer."""

    ranks: int
    suits: int
    winner: Law[int]
    turns: Fraction  # mean
    equal: bool


def check_values(rules: Rules, found: Answers) -> Mapping[str, object]:
    """Return the values of the section on checks."""
    return {
        "laws_sum_to_one": _sums(found),
        "mean_of_ties_holds": _mean_of_ties(rules),
        "moments_of_strength_hold": _moments_of_strength(rules),
        "two_turns_hold": two_turns_hold(rules, found),
        "ends_sum_to_one": ends_sum_to_one(found),
        "walked_deals": [_walked_deals(_with_deck(rules, *deck)) for deck in DECKS],
        "walked_games": [_walked_games(_with_deck(rules, *deck)) for deck in WALKED],
        "walked_turns": WALKED_TURNS,
    }


def _sums(found: Answers) -> bool:
    listed = (found[f"{name}_law"] for name in ("aces", "deuces", "first_pass_ties"))
    laws = (found["strength_law"].values(), *listed, found["first_battle_levels"])
    return all(sum(law) == 1 for law in laws)


def _mean_of_ties(rules: Rules) -> bool:
    n = rules.cards
    return first_pass_ties_law(rules).mean() == Fraction(n * (rules.suits - 1), 2 * (n - 1))


def _moments_of_strength(rules: Rules) -> bool:
    n, r, law = rules.cards, rules.ranks, strength_law(rules)
    variance = Fraction(n * n * (r * r - 1), 48 * (n - 1))
    return (law.mean(), law.variance()) == (Fraction(n * (r + 3), 4), variance)


def two_turns_hold(rules: Rules, found: Answers) -> bool | None:
    """Return whether the two shortest turns are as counted by hand.

    None under rules for which they were not counted by hand.
    """
    is_by_hand = (rules.cards, rules.face_down, rules.shortfall) == (52, 3, "lose")
    if not is_by_hand or min(rules.ranks, rules.suits) == 1 or rules.turn_limit == 1:
        return None
    p6, p7, p8 = (ties_chance(rules, t) for t in (6, 7, 8))
    won = Fraction(7, 4) * (p6 - 2 * p7 + p8) + 3 * (p7 - p8)
    by_hand = {1: {"draw": p7}, 2: {"first": won, "second": won, "draw": p7 - p8}}
    known = {
        turns: {end: chance for end, chance in ends.items() if chance}
        for turns, ends in found["shortest_games"].items()
    }
    return by_hand == known


def ends_sum_to_one(found: Answers) -> bool | None:
    """Return whether the chances of all ends sum to 1; None if they are not known."""
    ends = [found[end] for end in ENDS if end in found]
    return sum(ends) == 1 if ends else None


def _with_deck(rules: Rules, ranks: int, suits: int) -> Rules:
    return replace(
        rules, ranks=ranks, suits=suits, face_down=min(rules.face_down, 1), turn_limit=None
    )


def _walked_deals(small: Rules) -> WalkedDeals:
    hands = list(orders(small))
    swept = Fraction(sum(_is_sweep(small, deal) for deal in hands), len(hands))
    first_battle = Law.of(dict(enumerate(first_battle_levels(small))))
    return WalkedDeals(
        small.ranks,
        small.suits,
        len(hands),
        hand=truth(small, "deal") == _counted(small),
        first_turn=_first_turns(small, hands) == first_battle,
        sweeps=sweep(small) == swept,
    )


def _counted(small: Rules) -> dict[str, Any]:
    law = explore(EXPERIMENTS["deal"], small).law()
    return {name: law.field(name) for name in ("strength", "aces", "deuces", "first_pass_ties")}


def _first_turns(small: Rules, deals: list[Hands]) -> Law[int]:
    return Law(weights=Counter(turn(small, hands, tuple, SilentTable()).wars for hands in deals))


def _is_sweep(small: Rules, hands: Hands) -> bool:
    """Return whether the first player wins every place, by the rules of a battle."""
    return all(compare_ranks(small, *pair, in_war=False) > 0 for pair in zip(*hands, strict=True))


def _walked_games(small: Rules) -> WalkedGames:
    if small.pick_up == "random":
        small = replace(small, turn_limit=WALKED_TURNS)
    known, walked = truth(small), explore(EXPERIMENTS["game"], small).law()
    equal = all(law == walked.field(name) for name, law in known.items())
    turns = walked.field("turns").mean()
    return WalkedGames(small.ranks, small.suits, walked.field("winner"), turns, equal)
