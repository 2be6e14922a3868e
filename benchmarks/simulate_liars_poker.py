"""Speed of the Liars' Poker simulator, compared with other ways to play.

    python benchmarks/simulate_liars_poker.py [--cards 5 10 20] [--deals 1000000] [--rounds 15]

Deals from 54 cards, all ten categories counted.  For each number of cards in play the
players alternate in one process, so that other load on the machine affects them equally;
each figure is the median over the rounds, in CPU time.

dealing     the same cards, dealt but not used: the lower bound
usual       montmort.montecarlo.liars_poker.simulator by the usual rules
call        the same with a call, and two own cards: two fewer are dealt
published   hands as the published program scores them
reference   montmort.games.liars_poker, plain Python
numpy       all deals at once (`vectorised`), checked against the exact chances first
"""

import argparse

import numpy as np
from measured import Player, every_turn, sfc64, speeds
from vectorised import agrees
from vectorised import liars_poker as in_numpy

from montmort.games.chance import RandomChance
from montmort.games.liars_poker import EXPERIMENTS, Rules
from montmort.montecarlo.kernels.sfc64 import sfc64_state
from montmort.montecarlo.liars_poker import kernel as liars_poker_kernel
from montmort.montecarlo.liars_poker import simulator as liars_poker
from montmort.montecarlo.liars_poker.simulator import simulator

FLOOR = "dealing"


def players(cards: int, deals: int) -> dict[str, tuple[int, Player]]:
    """Return {name: (deals, function)}; the reference rules deal fewer."""
    usual, published = (
        Rules(cards=cards, jokers=2, published=reading) for reading in (False, True)
    )
    call = Rules(cards=cards, jokers=2, hand="Kc Qc", call="king high club straight flush")
    rng, few, chance = sfc64(), max(deals // 2000, 1), RandomChance(sfc64())
    some, simulated = max(deals // 10, 1), in_numpy(cards)
    agrees(simulated, "liars-poker", usual, "deal", some)
    shoe = liars_poker.shoe(usual)
    deals_at_once = np.empty(liars_poker.AT_ONCE, np.int64)

    def deal() -> None:
        with sfc64_state(rng) as words:
            for sofar in range(0, deals, deals_at_once.size):
                liars_poker_kernel.deal(words, shoe, deals_at_once[: deals - sofar])

    def reference() -> None:
        for _ in range(few):
            EXPERIMENTS["deal"].play(usual, chance)

    return {
        FLOOR: (deals, deal),
        "usual": (deals, lambda: simulator(usual).count(rng, deals)),
        "call": (deals, lambda: simulator(call).count(rng, deals)),
        "published": (deals, lambda: simulator(published).count(rng, deals)),
        "reference": (few, reference),
        "numpy": (some, lambda: simulated(some, rng)),
    }


def main() -> None:
    """Let all players alternate, and print the tables."""
    parser = argparse.ArgumentParser(description="Speed of the Liars' Poker simulator.")
    parser.add_argument("--cards", type=int, nargs="+", default=[5, 10, 20], help="cards in play")
    parser.add_argument("--deals", type=int, default=1_000_000, help="deals of a kernel's turn")
    parser.add_argument("--rounds", type=int, default=15)
    chosen = parser.parse_args()
    for cards in chosen.cards:
        turns = every_turn(players(cards, chosen.deals), chosen.rounds)
        title = f"{cards} cards of 54"
        print("\n".join(speeds(title, "deals", turns, FLOOR, ("numpy", "usual"))), flush=True)


if __name__ == "__main__":
    main()
