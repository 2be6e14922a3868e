"""Small games without decisions, played by other programs, right or with a planted bug.

They share nothing with the rules in `montmort.games` but the form of the outcome.  `bug` is the
name of what is wrong, "" for nothing.
"""

from collections.abc import Callable
from itertools import combinations, pairwise
from typing import Any

import numpy as np

from montmort.games import (
    baccarat,
    craps,
    cribbage_hand,
    penney,
    risk,
    snakes_and_ladders,
    three_ruin,
    waldegrave,
)

Rng = np.random.Generator
Play = Callable[[Rng, str], Any]


def die(rng: Rng, faces: int = 6) -> int:
    return int(rng.integers(1, faces + 1))


def play_craps(rng: Rng, bug: str) -> craps.Bet:
    def throw() -> int:
        first, second = die(rng), die(rng)
        if bug == "loaded" and second == 1:
            second = die(rng)
        return first + second

    total, rolls = throw(), 1
    if total == 7 or (total == 11 and bug != "eleven-is-a-point"):
        return craps.Bet(craps.Win.WIN, rolls)
    if total in (2, 3, 12):
        return craps.Bet(craps.Win.LOSS, rolls)
    point, total = total, 0
    while total not in (7, point):
        total, rolls = throw(), rolls + 1
        if bug == "eleven-loses" and total == 11:
            total = 7
    return craps.Bet(craps.Win.WIN if total == point else craps.Win.LOSS, rolls)


def third_card(banker: int, third: int) -> bool:
    """Return whether the banker draws against a third card of the player, by the usual chart."""
    lowest = {3: 0, 4: 2, 5: 4, 6: 6}.get(banker, 0)
    if banker == 3:
        return third != 8
    return banker < 3 or (banker < 7 and lowest <= third <= 7)


def play_baccarat(rng: Rng, bug: str) -> baccarat.Hand:
    cards = [min(int(card) % 13 + 1, 10) % 10 for card in rng.choice(52, 6, replace=False)]
    player, banker, left = sum(cards[:2]) % 10, sum(cards[2:4]) % 10, cards[4:]
    if max(player, banker) < 8:
        third = None
        if player <= (6 if bug == "six-draws" else 5):
            third = left.pop()
            player = (player + third) % 10
        draws = banker <= 5
        if third is not None and bug != "no-chart":
            draws = third_card(banker, third)
        if draws:
            banker = (banker + left.pop()) % 10
    if player == banker and bug != "ties-to-banker":
        return baccarat.Hand(baccarat.Winner.TIE)
    winner = baccarat.Winner.PLAYER if player > banker else baccarat.Winner.BANKER
    return baccarat.Hand(winner)


def play_penney(rng: Rng, bug: str) -> penney.Game:
    seen, tosses = "", 0
    words = ("THH", "HTT" if bug == "other-word" else "HHT")
    while not seen.endswith(words):
        if bug == "three-at-once" and len(seen) == 3:
            seen = ""
        seen += "H" if rng.random() < (0.55 if bug == "loaded" else 0.5) else "T"
        tosses += 1
    return penney.Game(seen.endswith("THH"), tosses)


BOARD = snakes_and_ladders.Rules(
    players=2, faces=4, squares=16, ladders="2-9 5-13", chutes="11-3 15-8"
)


def play_snakes(rng: Rng, bug: str) -> snakes_and_ladders.Race:
    leads = {2: 9, 5: 13, 11: 3, 15: 8}
    if bug == "no-ladder":
        del leads[5]
    squares, throws = [0, 0], 0
    while True:
        mover = throws % 2
        throws += 1
        reached = squares[mover] + die(rng, 4)
        if reached > 16:
            reached = 32 - reached if bug == "bounces" else squares[mover]
        squares[mover] = leads.get(reached, reached)
        if bug == "bumps" and squares[mover] == squares[1 - mover]:
            squares[1 - mover] = 0
        if squares[mover] == 16:
            return snakes_and_ladders.Race(throws, mover + 1)


def play_waldegrave(rng: Rng, bug: str) -> waldegrave.Pool:
    champion, queue, won, games = 1, [2, 3, 4], 0, 0
    while won < 3:
        games += 1
        challenger = queue.pop(0)
        if rng.random() < (0.55 if bug == "champion-is-better" else 0.5):
            loser, won = challenger, won + 1
        else:
            loser, champion, won = champion, challenger, 0 if bug == "no-first-win" else 1
        queue.insert(0 if bug == "loser-is-next" else 2, loser)
    return waldegrave.Pool(champion, games)


BATTLE = risk.Rules(attackers=5, defenders=4)


def play_risk(rng: Rng, bug: str) -> risk.Battle:
    attackers, defenders = 5, 4
    while attackers > 1 and defenders:
        staying = 0 if bug == "nobody-stays" else 1
        attack = sorted((die(rng) for _ in range(min(3, attackers - staying))), reverse=True)
        most = 1 if bug == "one-die" else 2
        defence = sorted((die(rng) for _ in range(min(most, defenders))), reverse=True)
        for ours, theirs in zip(attack, defence, strict=False):
            if ours > theirs or (bug == "ties-to-attacker" and ours == theirs):
                defenders -= 1
            else:
                attackers -= 1
    return risk.Battle(not defenders, defenders or attackers)


def play_cribbage(rng: Rng, bug: str) -> cribbage_hand.Hand:
    cards = [divmod(int(card), 4) for card in rng.choice(52, 5, replace=False)]
    *hand, starter = cards
    ranks = sorted(rank for rank, _ in cards)
    values = [min(rank + 1, 11 if bug == "jack-is-eleven" and rank == 10 else 10) for rank in ranks]
    sets = [each for size in range(2, 6) for each in combinations(range(5), size)]
    if bug == "fifteens-of-two":
        sets = [each for each in sets if len(each) == 2]
    points = sum(2 for each in sets if sum(values[place] for place in each) == 15)
    points += sum(2 for one, two in combinations(ranks, 2) if one == two)
    for size in (5, 4, 3):
        runs = sum(all(b - a == 1 for a, b in pairwise(run)) for run in combinations(ranks, size))
        if runs:
            points += size * (1 if bug == "runs-once" else runs)
            break
    suits = {suit for _, suit in hand}
    if len(suits) == 1:
        points += 5 if starter[1] in suits else 4
    return cribbage_hand.Hand(points + ((10, starter[1]) in hand))


RUIN = three_ruin.Rules(counters=(1, 2, 3))


def play_ruin(rng: Rng, bug: str) -> three_ruin.Ruin:
    counters, rounds = [1, 2, 3], 0
    while all(counters):
        pairs = [(0, 1), (1, 2)] if bug == "neighbours" else [(0, 1), (1, 2), (0, 2)]
        first, second = pairs[rng.integers(len(pairs))]
        if rng.random() < (0.55 if bug == "loaded" else 0.5):
            first, second = second, first
        moved = min(2, counters[first]) if bug == "two-counters" else 1
        counters[first] -= moved
        counters[second] += moved
        rounds += 1
    return three_ruin.Ruin(three_ruin.Player(counters.index(0)), rounds)
