"""Speed of the War simulator, compared with other ways to play.

    python benchmarks/simulate_war.py [--ranks 13] [--suits 4] [--games 40000] [--rounds 15]

The players alternate in one process, so that other load on the machine affects them
equally; each figure is the median over the rounds, in CPU time.

shuffling     the deck is shuffled but not used: the lower bound
deal          the experiment `deal`: the deck is shuffled, and the four numbers counted
winner-first  the usual game, 3 cards face down, with detection of cycles
loser-first, first-player-first, random    the other orders of picking up
published     as the published program plays it, up to 5000 turns
reference     montmort.games.war, plain Python: the usual game
numpy deal    `deal`, all at once (`vectorised`), checked against the exact laws first
"""

import argparse
import statistics
from dataclasses import replace
from typing import Any

from measured import Player, every_turn, sfc64, speeds
from vectorised import AT_ONCE, agrees
from vectorised import war_deals as in_numpy

from montmort.games.chance import RandomChance
from montmort.games.war import EXPERIMENTS, READINGS, Rules
from montmort.montecarlo.kernels.sfc64 import sfc64_state
from montmort.montecarlo.war import kernel as war_kernel
from montmort.montecarlo.war import simulator as war

FLOOR = "shuffling"
ORDERS: tuple[Any, ...] = ("winner-first", "loser-first", "first-player-first", "random")


def players(rules: Rules, games: int) -> dict[str, tuple[int, Player]]:
    """Return {name: (games, function)}; the reference rules play fewer."""
    rng, chance, deck = sfc64(), RandomChance(sfc64()), war.workspace_for(rules).deck
    few, usual_deck = max(games // 1000, 1), (rules.ranks, rules.suits) == (13, 4)
    if usual_deck:
        agrees(in_numpy, "war", rules, "deal", AT_ONCE)
    published = replace(READINGS["published"], ranks=rules.ranks, suits=rules.suits)
    readings = {order: replace(rules, pick_up=order) for order in ORDERS} | {"published": published}

    def shuffle() -> None:
        with sfc64_state(rng) as words:
            war_kernel.shuffle_only(words, deck, games)

    def reference() -> None:
        for _ in range(few):
            EXPERIMENTS["game"].play(rules, chance)

    def player(reading: Rules, experiment: str = "game") -> tuple[int, Player]:
        simulator = war.simulator(reading, experiment)
        return games, lambda: simulator.count(rng, games)

    return {
        FLOOR: (games, shuffle),
        "deal": player(rules, "deal"),
        **{name: player(reading) for name, reading in readings.items()},
        "reference": (few, reference),
        **({"numpy deal": (AT_ONCE, lambda: in_numpy(AT_ONCE, rng))} if usual_deck else {}),
    }


def turns_of(rules: Rules, games: int) -> float:
    """Return the mean number of turns of the usual game."""
    return float(war.simulator(rules).record(sfc64(), games)[:, 1].mean())


def main() -> None:
    """Let all players alternate, and print the tables."""
    parser = argparse.ArgumentParser(description="Speed of the War simulator.")
    parser.add_argument("--ranks", type=int, default=13)
    parser.add_argument("--suits", type=int, default=4)
    parser.add_argument("--face-down", type=int, default=3)
    parser.add_argument("--games", type=int, default=40_000, help="games of a kernel's turn")
    parser.add_argument("--rounds", type=int, default=15)
    chosen = parser.parse_args()
    rules = Rules(ranks=chosen.ranks, suits=chosen.suits, face_down=chosen.face_down)
    measured = every_turn(players(rules, chosen.games), chosen.rounds)
    title = f"War, {rules.ranks} ranks in {rules.suits} suits, {rules.face_down} face down"
    print("\n".join(speeds(title, "games", measured, FLOOR, ("numpy deal", "deal"))))
    usual, reference = (statistics.median(measured[name]) for name in ("winner-first", "reference"))
    turns = turns_of(rules, chosen.games)
    print(
        f"winner-first: {turns:.0f} turns a game, {usual / turns * 1e9:.1f} ns a turn, the "
        f"reference rules {reference / usual:,.0f} times as long"
    )


if __name__ == "__main__":
    main()
