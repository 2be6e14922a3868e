"""Speed of the five-card draw simulator, compared with other ways to play.

    python benchmarks/simulate_five_card_draw.py [--plays 1000000] [--rounds 15]

Draw and compare: a hand of the usual deck keeps five, four, two or no cards, and
the opponent has any five others.  The players alternate in one process, so that other
load on the machine affects them equally; each figure is the median over the rounds, in
CPU time.  The unit of the last column is dealing the same cards without using them.

hand      montmort.montecarlo.five_card_draw.simulator, a given hand and discard
reference montmort.games.five_card_draw, plain Python
numpy     all plays at once (`vectorised`), checked against the exact chances first
games     of two players: by a random table of discards; by random choices; and a
          Monte Carlo bot with 26 choices and `--runs` runs against random choices
"""

import argparse
from math import comb

import numpy as np
from measured import Player, every_turn, sfc64, speeds
from vectorised import agrees
from vectorised import five_card_draw as in_numpy

from montmort.games.chance import RandomChance
from montmort.games.five_card_draw import EXPERIMENTS, Rules
from montmort.montecarlo.five_card_draw import kernel as five_card_draw_kernel
from montmort.montecarlo.five_card_draw.kernel import AT_ONCE
from montmort.montecarlo.five_card_draw.simulator import simulator
from montmort.montecarlo.kernels.compile import compiled
from montmort.montecarlo.kernels.draw import draw_cards
from montmort.montecarlo.kernels.sfc64 import Words, load_stream, sfc64_state, store_stream

FLOOR = "dealing"
HAND = "5c 5d 7h Ts Kc"
DISCARDS = ("", "Kc", "7h Ts Kc", HAND)


@compiled
def deal(words: Words, deck: five_card_draw_kernel.Ints, cards: int, plays: int) -> int:
    """Deal `cards` cards `plays` times; return a sum, so that no draw is optimised away."""
    stream, total = load_stream(words), 0
    for _ in range(plays):
        dealt, stream = draw_cards(deck, deck.size, cards, stream)
        total ^= dealt
    store_stream(words, stream)
    return total


def dealing(unseen: int, cards: int, plays: int) -> Player:
    """Return the player that only deals the cards of a play."""
    rng, deck = sfc64(), np.arange(unseen)

    def play() -> None:
        with sfc64_state(rng) as words:
            for sofar in range(0, plays, AT_ONCE):
                deal(words, deck, cards, min(AT_ONCE, plays - sofar))

    return play


def hands(discard: str, plays: int) -> dict[str, tuple[int, Player]]:
    """Return {name: (plays, function)} of a given hand; the reference rules play fewer."""
    rules = Rules(hand=HAND, discard=discard, max_draw=5)
    rng, chance, few = sfc64(), RandomChance(sfc64()), max(plays // 2000, 1)
    playing, drawn = simulator(rules), rules.discarded.bit_count()
    some, simulated = max(plays // 10, 1), in_numpy(rules)
    agrees(simulated, "five-card-draw", rules, "hand", some)

    def reference() -> None:
        for _ in range(few):
            EXPERIMENTS["hand"].play(rules, chance)

    return {
        FLOOR: (plays, dealing(47, drawn + 5, plays)),
        "hand": (plays, lambda: playing.count(rng, plays)),
        "reference": (few, reference),
        "numpy": (some, lambda: simulated(some, rng)),
    }


def games(plays: int, runs: int) -> dict[str, tuple[int, Player]]:
    """Return {name: (games, function)}; Monte Carlo bots play fewer."""
    rng, few = sfc64(), max(plays // 1000 // runs, 1)
    sets = np.array([mask for mask in range(32) if mask.bit_count() <= 3], np.uint8)
    discards = np.random.default_rng(1713).choice(sets, comb(52, 5))

    def of(games: int, player: str, opponent: str) -> tuple[int, Player]:
        rules = Rules(player=player, opponent=opponent, runs=runs)  # type: ignore[arg-type]
        playing = simulator(rules, "game", discards)
        return games, lambda: playing.count(rng, games)

    return {
        FLOOR: (plays, dealing(52, 14, plays)),
        "by a table": of(plays, "smart", "smart"),
        "by chance": of(plays, "random", "random"),
        f"{runs} runs": of(few, "montecarlo", "random"),
    }


def main() -> None:
    """Let all players alternate, and print the tables."""
    parser = argparse.ArgumentParser(description="Speed of the five-card draw simulator.")
    parser.add_argument("--plays", type=int, default=1_000_000, help="plays of a kernel's turn")
    parser.add_argument("--runs", type=int, default=1000, help="of a Monte Carlo bot's choice")
    parser.add_argument("--rounds", type=int, default=15)
    chosen = parser.parse_args()
    beside = "numpy", "hand"
    for discard in DISCARDS:
        title = f"a given hand draws {len(discard.split())}"
        turns = every_turn(hands(discard, chosen.plays), chosen.rounds)
        print("\n".join(speeds(title, "plays", turns, FLOOR, beside)), flush=True)
    title = "games, up to 3 cards drawn (dealing: of 14 cards)"
    turns = every_turn(games(chosen.plays, chosen.runs), chosen.rounds)
    print("\n".join(speeds(title, "games", turns, FLOOR, beside)))


if __name__ == "__main__":
    main()
