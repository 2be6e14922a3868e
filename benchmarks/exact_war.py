"""Time of the exact answers for War, with targets.

    python benchmarks/exact_war.py

CPU seconds of one core, warm.  All deals of a small deck are played once.  For a random
pick-up the chain from the shuffled deck is solved; the table gives its number of transient
states, and medians of three runs except for the largest chains.  One card is laid face
down unless stated otherwise.
"""

from measured import median_seconds

from montmort.exact.formatting import digits
from montmort.exact.war.all_deals import Fates, play_all
from montmort.exact.war.answers import answers
from montmort.exact.war.deal_counts import (
    first_battle_levels,
    first_pass_ties_law,
    held_law,
    strength_law,
    sweep,
)
from montmort.exact.war.first_turns import first_turns, shortest_games
from montmort.exact.war.random_pickup import Solution, solve
from montmort.exact.war.turn_chain import chain_from, shuffle
from montmort.games.war import Rules

USUAL = Rules()
ORDERS = ("winner-first", "first-player-first")
PLAYED = [((6, 2), 90), ((10, 1), 90), ((4, 3), None), ((2, 12), None)]
SMALL = [(2, 2), (2, 3), (3, 2), (4, 1), (2, 4), (4, 2), (2, 8), (3, 4)]
LONG = [((2, 10), 1), ((5, 2), 1), ((4, 3), 3), ((4, 3), 1)]  # with the cards face down; one run
TARGETS = {(3, 2): 5}


def count_laws(rules: Rules) -> None:
    """Count all laws of the deal."""
    strength_law(rules), held_law(rules), first_pass_ties_law(rules)
    first_battle_levels(rules), sweep(rules)


def columns(seconds: float, target: float | None) -> str:
    """Return the columns of seconds and target."""
    return f"{seconds:9.3f}" + ("" if target is None else f"{target:8}")


def timed_deals(deck: tuple[int, int], pick_up: str) -> tuple[int, float]:
    """Return the number of deals of a deck, and the time to play all of them."""
    rules = Rules(ranks=deck[0], suits=deck[1], face_down=1, pick_up=pick_up)
    found: list[Fates] = []
    spent = median_seconds(lambda: found.append(play_all(rules)), runs=1)
    return found[0].deals, spent


def play(deck: tuple[int, int], target: float | None, pick_up: str) -> None:
    """Print the time to play all deals of a deck."""
    deals, spent = timed_deals(deck, pick_up)
    print(f"{f'{deck} {pick_up}':30}{deals:11,}{columns(spent, target)}")


def solve_chain(deck: tuple[int, int], down: int = 1, runs: int = 3) -> None:
    """Print the time of the answers for a random pick-up."""
    rules = Rules(ranks=deck[0], suits=deck[1], face_down=down, pick_up="random")
    states = len(chain_from(rules, shuffle(rules)).transient)
    found: list[Solution] = []
    spent = median_seconds(lambda: found.append(solve(rules)), runs=runs)
    length = len(digits(found[0].turns_mean.denominator)) if found[0].turns_mean else 0
    name = f"{deck} at random" + f", {down} face down" * (down != 1)
    print(f"{name:30}{states:11,}{columns(spent, TARGETS.get(deck)):17}{length:8,}")


def main() -> None:
    """Print the tables."""
    play_all(Rules(ranks=2, suits=2))  # compiles
    print(f"{'13 x 4, 3 face down':41}  seconds  target")
    print(f"{'laws of the deal':41}{columns(median_seconds(lambda: count_laws(USUAL)), 2)}")
    print(f"{'five turns, shortest games':41}", end="")
    print(columns(median_seconds(lambda: (first_turns(USUAL), shortest_games(USUAL))), None))
    print(f"{'all answers':41}{columns(median_seconds(lambda: answers(USUAL)), None)}")
    print(f"\n{'all deals played':30}      deals  seconds  target")
    for deck, target in PLAYED:
        for pick_up in ORDERS:
            play(deck, target, pick_up)
    print(f"\n{'the chain of turns':30}     states  seconds  target  digits of E turns")
    for deck in SMALL:
        solve_chain(deck)
    for deck, down in LONG:
        solve_chain(deck, down, runs=1)


if __name__ == "__main__":
    main()
