"""Speed of the Treize simulator, compared with other ways to play.

    python benchmarks/simulate_treize.py [--ranks 13] [--suits 4] [--games 200000] [--rounds 15]

The players alternate in one process, so that other load on the machine affects them
equally; each figure is the median over the rounds, in CPU time.

kernel      montmort.montecarlo.treize, games counted into histograms
dealing     the same number of cards for each game, dealt but not used: the lower bound
reference   montmort.games.treize, plain Python
numpy       whole decks shuffled at once, the first pass scored column by column

The last line times complete runs on one and on two threads, in wall time.
"""

import argparse
import statistics
import time
from concurrent.futures import ThreadPoolExecutor

import numpy as np
from measured import Player, every_turn, sfc64, speeds

from montmort.games.chance import RandomChance
from montmort.games.treize import EXPERIMENTS, Rules
from montmort.montecarlo import treize
from montmort.montecarlo.kernels.sfc64 import sfc64_state
from montmort.montecarlo.runs.run import play_blocks


def numpy_first_passes(rng: np.random.Generator, rules: Rules, games: int) -> int:
    """Play the first pass of `games` games on fully shuffled decks; return the points.

    One column, that is one card of every game, at a time: what numpy can do
    without a kernel.  Games that continue with a second deck are not finished.
    """
    deck = np.repeat(np.arange(rules.ranks, dtype=np.int8), rules.suits)
    decks = rng.permuted(np.tile(deck, (games, 1)), axis=1)
    calls = np.zeros(games, dtype=np.int16)
    points = 0
    for column in decks.T:
        match = column == calls
        points += int(match.sum())
        playing = calls < rules.ranks
        calls = np.where(match, 0, calls + playing)
    return points


def players(rules: Rules, games: int) -> dict[str, tuple[int, Player]]:
    """Return {name: (games, function)}; the slow ones play fewer games."""
    simulator = treize.simulator(rules)
    cards = simulator.record(sfc64(), games)[:, 2].copy()
    deck = np.repeat(np.arange(rules.ranks, dtype=np.int32), rules.suits)
    rng, chance = sfc64(), RandomChance(sfc64())
    few, fewer = max(games // 20, 1), max(games // 1000, 1)

    def deal() -> None:
        with sfc64_state(rng) as words:
            treize.deal_cards(words, deck, cards)

    def reference() -> None:
        for _ in range(fewer):
            EXPERIMENTS["game"].play(rules, chance)

    return {
        "kernel": (games, lambda: simulator.count(rng, games)),
        "dealing": (games, deal),
        "reference": (fewer, reference),
        "numpy": (few, lambda: numpy_first_passes(rng, rules, few)),
    }


def on_threads(rules: Rules, workers: int, blocks: int) -> float:
    """Return the wall time of a run of full blocks."""
    simulator = treize.simulator(rules)
    plays = blocks * simulator.plays_per_block
    with ThreadPoolExecutor(workers) as pool:
        began = time.perf_counter()
        for _ in play_blocks(simulator, plays=plays, seed=1, executor=pool, workers=workers):
            pass
        return time.perf_counter() - began


def main() -> None:
    """Let all players alternate, and print the tables."""
    parser = argparse.ArgumentParser(description="Speed of the Treize simulator.")
    parser.add_argument("--ranks", type=int, default=13)
    parser.add_argument("--suits", type=int, default=4)
    parser.add_argument("--games", type=int, default=200_000, help="games of a kernel's turn")
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--blocks", type=int, default=8, help="blocks of a run on threads")
    chosen = parser.parse_args()
    rules = Rules(ranks=chosen.ranks, suits=chosen.suits)
    measured = every_turn(players(rules, chosen.games), chosen.rounds)
    title = f"Treize, {rules.ranks} ranks in {rules.suits} suits"
    print("\n".join(speeds(title, "games", measured, "dealing", ("numpy", "kernel"))))
    turns = [[on_threads(rules, n, chosen.blocks) for n in (1, 2)] for _ in range(3)]
    one, two = (statistics.median(walls) for walls in zip(*turns, strict=True))
    print(
        f"{chosen.blocks} blocks, wall: one thread {one:.2f} s, two {two:.2f} s: {one / two:.2f}x"
    )


if __name__ == "__main__":
    main()
