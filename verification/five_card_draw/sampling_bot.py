"""The Monte Carlo bot of five-card draw: at the terminal, and simulated with a given hand."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np

from montmort.exact.five_card_draw import answers as exact
from montmort.games import five_card_draw as game
from montmort.games.chance import Chance
from montmort.games.five_card_draw import Result, Rules, choices
from montmort.games.five_card_draw.players import Turn
from montmort.games.table import Table

if TYPE_CHECKING:
    from montmort.montecarlo.outcomes import Counts, Records, Rng
    from montmort.montecarlo.simulator import Simulator

FIELDS = ("has", "counted", "finds")
PLAYS_PER_BLOCK = 2**22  # of choices; the bot plays each choice `runs` times, then one once more


def players(rules: Rules, chance: Chance) -> Table:
    """Return the Table of the players that Rules name, with a compiled Monte Carlo bot."""
    return game.Players(rules, chance, exact.best, _count)


def _count(rules: Rules, turn: Turn, choices: Sequence[str], chance: Chance) -> list[int]:
    seed = sum(chance.pick((1,) * 16) << 4 * digit for digit in range(16))
    return count_wins(rules, turn.own, choices, np.random.Generator(np.random.SFC64(seed)))


def count_wins(rules: Rules, hand: str, choices: Sequence[str], rng: "Rng") -> list[int]:
    """Return how many of `rules.runs` plays each choice wins.

    >>> import numpy as np
    >>> rng = np.random.Generator(np.random.SFC64(1713))
    >>> count_wins(Rules(runs=100), "Tc Jc Qc Kc Ac", ["", "Tc"], rng)[0]  # no hand beats it
    100
    """
    return [_won(_after(rules, hand, choice), rng, rules.runs) for choice in choices]


def _won(after: "Simulator", rng: "Rng", plays: int) -> int:
    return after.count(rng, plays)["result"].get(Result.WIN.value, 0)


@lru_cache(maxsize=256)
def _after(rules: Rules, hand: str, choice: str) -> "Simulator":
    """Return the simulator of the draw and the showdown after a choice."""
    from montmort.montecarlo.five_card_draw.simulator import simulator

    return simulator(replace(rules, hand=hand, discard=choice))


def simulator(rules: Rules) -> "Simulator":
    """Return the simulator of the bot with its hand: it counts wins, takes a choice, plays it once.

    >>> counts = simulator(Rules(hand="Tc Jc Qc Kc Ac", runs=100)).count(1713, plays=2)
    >>> counts["has"], counts["counted"], counts["finds"]
    ({1: 2}, {100: 2}, {1: 2})
    """
    from montmort.montecarlo.simulator import Simulator

    work = rules.runs * len(choices(rules.hand, rules.max_draw))
    return Simulator(
        game="five-card-draw",
        rules=rules,
        experiment="decision",
        fields=FIELDS,
        version=1,
        plays_per_block=max(1, PLAYS_PER_BLOCK // work),
        compiled=True,
        counter=_tabulate,
        recorder=_decide,
    )


def _decide(rules: Rules, rng: "Rng", plays: int) -> "Iterator[Records]":
    """Yield for each play: was it won, the largest count, was a best choice taken."""
    legal = choices(rules.hand, rules.max_draw)
    best = exact.answers(rules)["best"]
    for _ in range(plays):
        wins = count_wins(rules, rules.hand, legal, rng)
        taken = legal[wins.index(max(wins))]
        won = _won(_after(rules, rules.hand, taken), rng, 1)
        yield np.array([[won, max(wins), taken in best]])  # type: ignore[operator]


def _tabulate(rules: Rules, rng: "Rng", plays: int) -> "Counts":
    rows = [row[0].tolist() for row in _decide(rules, rng, plays)]
    columns = zip(*rows, strict=True) if rows else ((), (), ())
    return {name: dict(Counter(column)) for name, column in zip(FIELDS, columns, strict=True)}


def winning(rules: Rules) -> list[Fraction]:
    """Return the exact chance of winning of every choice of the hand, in order.

    >>> [str(p) for p in winning(Rules(hand="Tc Jc Qc Kc Ac", max_draw=0))]
    ['511312/511313']
    """
    solved: Any = exact.answers(replace(rules, discard=""))["choices"]
    return [choice["win"] for choice in solved]


def dealt(rules: Rules, hands: int, seed: int) -> dict[str, list[Fraction]]:
    """Return random hands, each with the exact chances of winning of all its choices.

    >>> [len(chances) for chances in dealt(Rules(max_draw=1), 2, seed=1).values()]
    [6, 6]
    """
    rng, pack = np.random.default_rng(seed), rules.pack
    drawn = (rng.choice(pack.size, 5, replace=False).tolist() for _ in range(hands))
    written = (pack.write(sum(1 << card for card in cards)) for cards in drawn)
    return {hand: winning(replace(rules, hand=hand, discard="")) for hand in written}
