"""Small games with decisions, played by other programs, right or with a planted bug.

The choices are those of the best strategy, `choose(seat, choices, view)`; the rules are written
anew.  `bug` is the name of what is wrong, "" for nothing.
"""

from collections import Counter
from collections.abc import Callable
from typing import Any

import numpy as np

from montmort.games import (
    first_orchard,
    jacks_or_better,
    kuhn,
    le_her,
    pig,
    shut_the_box,
    three_card_poker,
)
from tests.verification.small_games.own_dice import Rng, die

Choose = Callable[[int, Any, Any], Any]

BOX = shut_the_box.Rules(tiles=6)
ORCHARD = first_orchard.Rules(trees=2, fruits=2, raven=3)
PIG = pig.Rules(goal=12)
DRAW = jacks_or_better.Rules(ranks=6, suits=2, cards=3, pay_table="9,7,0,0,3,2,5,0,1")
ANTE = three_card_poker.Rules(ranks=6, suits=2)


def fits(tiles: tuple[int, ...], total: int) -> list[tuple[int, ...]]:
    """Return the sets of tiles with this sum."""
    if not tiles:
        return [] if total else [()]
    others = fits(tiles[:-1], total)
    return others + [(*each, tiles[-1]) for each in fits(tiles[:-1], total - tiles[-1])]


def play_box(rng: Rng, bug: str, choose: Choose) -> shut_the_box.Game:
    tiles: tuple[int, ...] = (1, 2, 3, 4, 5, 6)
    while tiles:
        dice = choose(0, (2, 1), shut_the_box.Box(tiles))
        thrown = [die(rng) for _ in range(2 if bug == "two-dice" else dice)]
        if bug == "loaded" and thrown[0] == 6:
            thrown[0] = die(rng)
        ways = [each for each in fits(tiles, sum(thrown)) if each]
        if not ways:
            left = len(tiles) if bug == "tiles-counted" else sum(tiles)
            return shut_the_box.Game(False, left)
        view = shut_the_box.Box(tiles, sum(thrown))
        shut = ways[0] if len(ways) == 1 else choose(0, ways, view)
        tiles = tuple(tile for tile in tiles if tile not in shut)
    return shut_the_box.Game(True, 0)


def play_orchard(rng: Rng, bug: str, choose: Choose) -> first_orchard.Game:
    trees, raven, rounds = [2, 2], 4 if bug == "one-step-more" else 3, 0
    while any(trees) and raven:
        rounds += 1
        face = die(rng, 4)
        if face == 4:
            raven -= 1
        elif face == 3:
            trees.sort()
            bearing = [tree for tree in (0, 1) if trees[tree]]
            if bug != "empty-basket":
                trees[choose(0, bearing, first_orchard.Orchard(tuple(trees), raven))] -= 1
        elif trees[face - 1]:
            trees[face - 1] -= 1
        elif bug == "bare-tree-is-free":
            rounds -= 1
    return first_orchard.Game(not any(trees), rounds)


def play_pig(rng: Rng, bug: str, choose: Choose) -> pig.Game:
    scores, mover = [0, 0], 0
    while True:
        turn = 0
        while True:
            view = pig.Position(scores[mover], scores[1 - mover], turn, mover == 0)
            if turn and choose(mover, ("throw", "hold"), view) == "hold":
                scores[mover] += turn
                break
            face = die(rng)
            if bug == "loaded" and face == 1 and mover:
                face = die(rng)
            if face == 1:
                if bug != "one-keeps-the-dice":
                    break
                turn = 0
                continue
            turn += face
            goal = 14 if bug == "goal-differs" and mover == 0 else 12
            if scores[mover] + turn >= goal:
                return pig.Game(mover == 0)
        mover = 1 - mover


def play_draw(rng: Rng, bug: str, choose: Choose) -> jacks_or_better.Hand:
    names = [letter + suit for suit in "cd" for letter in "23456A"]
    order = [int(card) for card in rng.permutation(12)]
    hand, rest = sorted(order[:3]), order[3:]
    held_names = choose(0, None, jacks_or_better.Dealt(" ".join(names[card] for card in hand)))
    held = [names.index(name) for name in held_names.split()]
    if bug == "discards-return":
        rest = [int(card) for card in rng.permutation([c for c in order if c not in held])]
    final = held + rest[: 3 - len(held)]
    counts = Counter(card % 6 for card in final)
    if 2 in counts.values():
        paying = range(1 if bug == "threes-pay" else 2, 6)
        return jacks_or_better.Hand(int(max(counts, key=counts.__getitem__) in paying))
    ranks = sorted(counts)
    is_flush = len({card // 6 for card in final}) == 1
    low = ranks == [0, 1, 5] and bug != "ace-is-high"
    if low or ranks[2] - ranks[0] == 2:
        if is_flush:
            return jacks_or_better.Hand(9 if ranks == [3, 4, 5] else 7)
        return jacks_or_better.Hand(2)
    return jacks_or_better.Hand(3 if is_flush else 0)


def rank_three(cards: list[int]) -> tuple[int, list[int]]:
    """Return the place of the type of three of 12 cards, and what decides within it."""
    counts = Counter(card % 6 for card in cards)
    ranks = sorted(counts, key=lambda rank: (counts[rank], rank), reverse=True)
    if len(ranks) == 2:
        return 1, ranks
    is_flush = len({card // 6 for card in cards}) == 1
    if ranks == [5, 1, 0]:
        return (5 if is_flush else 3), [1]
    if ranks[0] - ranks[2] == 2:
        return (5 if is_flush else 3), [ranks[0]]
    return (2 if is_flush else 0), ranks


def play_ante(rng: Rng, bug: str, choose: Choose) -> three_card_poker.Net:
    names = [letter + suit for suit in "cd" for letter in "23456A"]
    order = [int(card) for card in rng.permutation(12)]
    hand, dealer = sorted(order[:3]), order[3:6]
    if bug == "dealer-has-own-pack":
        dealer = [int(card) for card in rng.permutation(12)[:3]]
    view = three_card_poker.Dealt(" ".join(names[card] for card in hand))
    if choose(0, ("play", "fold"), view) == "fold":
        return three_card_poker.Net(-1)
    ours, theirs = rank_three(hand), rank_three(dealer)
    bonus = {2: 1 if bug == "flush-is-paid" else 0, 3: 1, 5: 5}.get(ours[0], 0)
    qualified = theirs[0] > 0 or theirs[1][0] >= 3
    if not qualified:
        return three_card_poker.Net(bonus + 1)
    if ours == theirs:
        return three_card_poker.Net(bonus - 2 if bug == "ties-lose" else bonus)
    return three_card_poker.Net(bonus + (2 if ours > theirs else -2))


def play_le_her(rng: Rng, bug: str, choose: Choose) -> le_her.Game:
    paul, pierre, third = (int(card) % 13 + 1 for card in rng.choice(52, 3, replace=False))
    known = None
    exchanges = choose(0, ("keep", "exchange"), le_her.Held(paul)) == "exchange"
    if exchanges and (pierre != 13 or bug == "king-is-given"):
        paul, pierre = pierre, paul
        known = paul
    if choose(1, ("keep", "exchange"), le_her.Held(pierre, known)) == "exchange":  # noqa: SIM102
        if third != 13 or bug == "king-is-kept":
            pierre = third
    return le_her.Game(paul >= pierre if bug == "ties-to-paul" else paul > pierre)


def play_kuhn(rng: Rng, bug: str, choose: Choose) -> kuhn.Net:
    cards = [int(card) + 1 for card in rng.permutation(3)]
    if bug == "two-packs":
        cards[1] = die(rng, 3)
    done: tuple[str, ...] = ()
    for seat in (0, 1, 0):
        choice = choose(seat, ("pass", "bet"), kuhn.Held(cards[seat], done))
        if done[-1:] == ("bet",) and choice == "pass":
            return kuhn.Net(1 if seat else (-2 if bug == "fold-costs-two" else -1))
        done = (*done, choice)
        if len(done) > 1 and done[-1] == done[-2]:
            break
    stake = 2 if done[-1] == "bet" and bug != "bets-are-free" else 1
    return kuhn.Net(stake if cards[0] > cards[1] else -stake)


def chooser(choices: dict[tuple[int, Any], Any], rng: Rng) -> Choose:
    """Return the choice by a table of names or of {choice: chance}; else the first one."""

    def choose(seat: int, offered: Any, view: Any) -> Any:
        found = choices.get((seat, view), offered[0] if offered else None)
        if isinstance(found, dict):
            names = [*found]
            return names[int(rng.choice(len(names), p=np.array([*found.values()], float)))]
        return found

    return choose
