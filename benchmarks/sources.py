"""The sources' own procedures compared with montmort: the same questions, alternating in one run.

    python benchmarks/sources.py [--rounds 9] [--seconds 0.4]

The authors' procedures are reimplemented in `procedures/`: in plain Python, and in plain
R and C++ if the authors used these and Rscript and g++ are installed.  Data frames,
packages and charts are left out, which makes all procedures faster than the originals.
All of them are checked against montmort before they are timed (`races`).  The players of a
question alternate, each for some tenths of a second of CPU time of one core; the
ratio is the player's time divided by montmort's, turn by turn, as median
(minimum – maximum).

The second table is computed: the number of plays that gives three decimals, that is an
error below 0.0005 with confidence 99 %, and the time for these plays at the speeds of
the first table, compared with the time of the exact answer.
"""

import argparse
import random
import statistics
import tempfile
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any, NamedTuple

from measured import every_turn, median_seconds, short, sized, times_as_long
from races import (
    BOTS,
    CARDS,
    OURS,
    PYTHON,
    RUNS,
    Race,
    draw_race,
    in_cpp,
    liars_race,
    monarchs_race,
    war_race,
)

from montmort.exact.five_card_draw.one_hand import best_of, choices_of
from montmort.exact.liars_poker.answers import chances_of
from montmort.exact.liars_poker.published_counts import published_deals
from montmort.exact.persian_monarchs.answers import answers as answers_of_match
from montmort.games.liars_poker import Rules as LiarsRules
from montmort.games.persian_monarchs import Rules as MonarchsRules

Z, HALF = statistics.NormalDist().inv_cdf(0.995), 0.0005

Speeds = dict[str, float]  # CPU seconds of a play


def run(race: Race, rounds: int, seconds: float) -> tuple[Speeds, Iterator[str]]:
    """Let the players alternate; return their CPU seconds of a play, and a table."""
    here = {name: sized(how, seconds) for name, how in race.players.items() if how is not None}
    turns = every_turn(here, rounds)
    speeds = {name: statistics.median(times) for name, times in turns.items()}
    return speeds, table(race, turns)


def table(race: Race, turns: Mapping[str, list[float]]) -> Iterator[str]:
    """Yield the lines of the table of a question."""
    yield race.title
    yield f"{'':18}{race.unit + '/s and core':>20}   x montmort's time"
    for name in race.players:
        if name not in turns:
            yield f"{name:18}{'not on this machine':>20}"
            continue
        speed = 1 / statistics.median(turns[name])
        beside = "" if name == OURS else f"   {times_as_long(turns[name], turns[OURS])}"
        yield f"{name:18}{short(speed):>20}{beside}"


class Asked(NamedTuple):
    """A quantity: mean and variance of a play, and the time of the exact answer."""

    what: str
    mean: Fraction
    variance: Fraction
    seconds: float


def asked_of_match(second: str) -> Asked:
    """Return the second player's final counters; without purses if a non-counter plays."""
    rules = MonarchsRules(first="counter", second=second)
    found: list[dict[str, Any]] = []
    seconds = median_seconds(lambda: found.append(answers_of_match(rules)), warm_up=True)
    mean, variance = (found[0][f"second_{which}"] for which in ("mean", "variance"))
    return Asked(f"counters left to a {second}", mean, variance, seconds)


def asked_of_draw() -> Asked:
    """Return the chance to win with the best discard of a hand."""
    chance = random.Random(2)
    hand = chance.sample(range(52), 5)

    def task() -> object:
        return choices_of(chance.sample(range(52), 5), 3, "published")

    win = best_of(choices_of(hand, 3, "published")).win
    return Asked("a win by each of 26 discards", win, win * (1 - win), median_seconds(task, 9))


def asked_of_liars() -> Asked:
    """Return the chance of a straight in ten cards; all ten chances are computed together."""
    rules = LiarsRules(cards=CARDS, jokers=2, published=True)
    p = chances_of(rules)["straight"]

    def compute() -> None:
        published_deals.cache_clear()
        chances_of(rules)

    return Asked("each hand of 10 of 54 cards", p, p * (1 - p), median_seconds(compute))


def needed(asked: Asked, share: int, speeds: Speeds) -> str:
    """Return a row: the number of plays for three decimals, and their CPU seconds."""
    plays = share * (Z / HALF) ** 2 * float(asked.variance)
    ours, theirs = (plays * speeds[name] for name in (OURS, PYTHON))
    return (
        f"{asked.what:34}{float(asked.mean):10.4f}{short(asked.seconds):>11}{plays:12.2g}"
        f"{short(ours):>13}{short(theirs):>13}"
    )


def main() -> None:
    """Print both tables."""
    parser = argparse.ArgumentParser(description=str(__doc__).splitlines()[0])
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--seconds", type=float, default=0.4, help="of a player's turn")
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        races: dict[str, Race] = {
            "war": war_race(),
            **{bot: monarchs_race(bot) for bot in BOTS},
            "draw": draw_race(in_cpp(folder)),
            "liars": liars_race(),
        }
        speeds = {}
        for name, race in races.items():
            speeds[name], lines = run(race, chosen.rounds, chosen.seconds)
            print("\n".join(lines), flush=True)
    speeds["draw"] = {name: seconds / (26 * RUNS) for name, seconds in speeds["draw"].items()}
    print(f"\n{'three decimals at 99 %':34}{'exact':>10}{'exact s':>11}{'plays':>12}", end="")
    print(f"{'montmort s':>13}{'Python s':>13}")
    print(needed(asked_of_liars(), 1, speeds["liars"]))
    print(needed(asked_of_draw(), 26, speeds["draw"]))
    for bot in BOTS:
        print(needed(asked_of_match(bot), 1, speeds[bot]))


if __name__ == "__main__":
    main()
