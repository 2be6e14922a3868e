"""The sources' own procedures beside montmort: the same question, in turns, in one run.

    python benchmarks/sources.py [--rounds 9] [--seconds 0.4]

What the authors wrote is written anew in `procedures/`: in plain Python, and in
plain R and C++ where that was theirs, if Rscript and g++ are there.  Frames,
packages and charts are left out, which makes all of them faster than they were.
The players of a question take turns, each for some tenths of a second of CPU
time of one core; `x` is how many times as long as montmort one takes, turn by
turn, as median (least – most).

Before it is timed, a procedure must agree with the rules as montmort has them:
War game by game from the same decks; Persian Monarchs judged by the exact law of
the match; five-card draw in the order of hands; Liars' Poker hand by hand.

The second table is computed: the plays that a sample needs to tell three
decimals, that is to within 0.0005 with 99 %, and how long these take at the
speeds of the first table, beside what the exact answer takes.
"""

import argparse
import random
import shutil
import statistics
import subprocess
import tempfile
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from measured import Spent, every_turn, median_seconds, sfc64, sized, times_as_long
from procedures import five_card_draw, liars_poker, persian_monarchs, war

from exact.draw_hand import best_of, choices_of
from exact.liars_poker import chances_of
from exact.persian_monarchs import answers as answers_of_match
from exact.published_counts import published_deals
from games.five_card_draw import Rules as DrawRules
from games.five_card_hands import value
from games.liars_poker import Rules as LiarsRules
from games.persian_monarchs import Match
from games.persian_monarchs import Rules as MonarchsRules
from games.published_liars_poker import published
from games.war import READINGS
from montecarlo import five_card_draw as fast_draw
from montecarlo import liars_poker as fast_liars
from montecarlo import persian_monarchs as fast_monarchs
from montecarlo import program
from montecarlo import war as fast_war
from verification import Decision, crosscheck

PROCEDURES = Path(__file__).resolve().parent / "procedures"
OURS, PYTHON = "montmort", "plain Python"
BOTS = {"counter": "auto", "non-counter": "non-card-counter", "random": "random"}
HANDS, RUNS = 10, 1000  # cards in play; runs for each of 26 choices
Z, HALF = statistics.NormalDist().inv_cdf(0.995), 0.0005

How = Callable[[int], object]  # plays so many
Speeds = dict[str, float]  # CPU seconds of a play


class Race(NamedTuple):
    """A question, and who answers it; None is not on this machine."""

    title: str
    unit: str
    players: Mapping[str, How | None]


def outside(*command: object) -> Spent:
    """Run a program and return the CPU seconds that it tells last on standard error."""
    ran = subprocess.run([*map(str, command)], capture_output=True, text=True, check=True)
    return Spent(ran.stderr.split()[-1])


def in_r(script: str, *arguments: str) -> How | None:
    """Return how R plays, if it is there; every call has another seed."""
    seeds = count(1)
    path = PROCEDURES / script
    if shutil.which("Rscript") is None:
        return None
    return lambda plays: outside("Rscript", path, next(seeds), plays, *arguments)


def in_cpp(folder: str) -> Path | None:
    """Return the compiled bot of five-card draw, if there is a compiler."""
    program = Path(folder, "five_card_draw")
    if shutil.which("g++") is None:
        return None
    source = PROCEDURES / "five_card_draw.cpp"
    subprocess.run(["g++", "-O3", "-march=native", "-o", program, source], check=True)
    return program


def must_be(same: bool, what: str) -> None:
    """Raise ArithmeticError if a procedure plays another game."""
    if not same:
        raise ArithmeticError(f"{what} does not play by the rules that montmort plays by")


def war_race() -> Race:
    """Return whole games by the published rules, up to 5000 turns."""
    chance, rng = random.Random(1), sfc64()
    simulator = fast_war.simulator(READINGS["published"])
    decks = [chance.sample(war.DECK, 52) for _ in range(200)]
    check_war(((deck, war.play(deck)) for deck in decks), "war.py")
    if (in_plain_r := in_r("war.R")) is not None:
        command = ["Rscript", PROCEDURES / "war.R", "1", "100", "show"]
        shown = subprocess.run(command, capture_output=True, text=True, check=True).stdout
        games = ([*map(int, line.split())] for line in shown.splitlines())
        check_war(((game[:52], (game[52], game[53])) for game in games), "war.R")
    return Race(
        "War as published: whole games of up to 5000 turns",
        "games",
        {
            OURS: partial(simulator.count, rng),
            PYTHON: partial(war.games, chance),
            "plain R": in_plain_r,
        },
    )


def check_war(games: Iterable[tuple[Sequence[int], tuple[int, int]]], what: str) -> None:
    """Compare winners and turns with montmort's, from the same decks."""
    for deck, found in games:
        ranks = [rank - war.DEUCE for rank in deck]
        game = fast_war.score(READINGS["published"], ranks[:26], ranks[26:])
        must_be((game.winner, game.turns) == found, what)


def monarchs_race(second: persian_monarchs.Method) -> Race:
    """Return matches of 26 rounds, a counter against one of three."""
    rules = MonarchsRules(first="counter", second=second, purse="published")
    chance, rng = random.Random(1), sfc64()
    simulator = fast_monarchs.simulator(rules)
    arguments = BOTS["counter"], BOTS[second]
    in_plain_r = in_r("persian_monarchs.R", *arguments)
    if second != "non-counter":  # nobody knows that law with purses
        check_match(rules, partial(matches, rules), 10_000, "persian_monarchs.py")
    if second != "non-counter" and in_plain_r is not None:
        line = f"Rscript {PROCEDURES / 'persian_monarchs.R'} {{seed}} {{plays}}"
        command = " ".join((line, *arguments))
        check_match(rules, program(command, plays_per_block=500), 1000, "persian_monarchs.R")

    def play(number: int) -> None:
        for _ in range(number):
            persian_monarchs.match(chance, "counter", second)

    players = {OURS: partial(simulator.count, rng), PYTHON: play, "plain R": in_plain_r}
    title = f"Persian Monarchs as published: matches of 26 rounds, counter v {second}"
    return Race(title, "matches", players)


def matches(rules: MonarchsRules, number: int, rng: np.random.Generator) -> Counter[Match]:
    """Play matches in plain Python and count their outcomes."""
    chance = random.Random(int(rng.integers(2**63)))
    ends = (persian_monarchs.match(chance, rules.first, rules.second) for _ in range(number))
    return Counter(Match(*end) for end in ends)


def check_match(rules: MonarchsRules, simulator: Any, plays: int, what: str) -> None:
    """Judge a procedure by the exact law of the match."""
    judged = crosscheck("persian-monarchs", rules, simulator=simulator, plays=plays, seed=1)
    wrong = {Decision.INCONSISTENT, Decision.INVALID}
    must_be(not wrong & {verdict.decision for verdict in judged.verdicts}, what)


def draw_race(bot: Path | None) -> Race:
    """Return the choice of a discard, by 1000 runs for each of 26, and exactly."""
    chance, rng = random.Random(1), sfc64()
    hands = [chance.sample(range(52), 5) for _ in range(2000)]
    check_order(hands, [five_card_draw.value(hand) for hand in hands], "five_card_draw.py")
    if bot is not None:
        told = "\n".join(" ".join(map(str, hand)) for hand in hands)
        ran = subprocess.run([bot], input=told, capture_output=True, text=True, check=True)
        check_order(hands, [*map(int, ran.stdout.split())], "five_card_draw.cpp")
    rules = DrawRules(player="montecarlo", opponent="random", runs=RUNS, ranking="published")
    simulator, seeds = fast_draw.simulator(rules, "game"), count(1)

    def play(number: int) -> None:
        for _ in range(number):
            five_card_draw.choose(chance, chance.sample(range(52), 5), RUNS)

    def exactly(number: int) -> None:
        for _ in range(number):
            best_of(choices_of(chance.sample(range(52), 5), 3, "published"))

    players = {
        OURS: partial(simulator.count, rng),
        PYTHON: play,
        "plain C++": bot and (lambda plays: outside(bot, next(seeds), RUNS, plays)),
        "montmort, exact": exactly,
    }
    title = "five-card draw as published: the best of 26 discards, by 1000 runs for each"
    return Race(title, "choices", players)


def check_order(hands: list[list[int]], values: Sequence[Any], what: str) -> None:
    """Compare the order of hands, each with the next."""
    ours = [value(sum(1 << card for card in hand), "published") for hand in hands]
    for at in range(1, len(hands)):
        theirs = (values[at - 1] > values[at]) - (values[at - 1] < values[at])
        must_be(theirs == (ours[at - 1] > ours[at]) - (ours[at - 1] < ours[at]), what)


def liars_race() -> Race:
    """Return deals of ten cards, all ten hands looked for as published."""
    chance, rng = random.Random(1), sfc64()
    for cards in [*range(1, 36)] * 20:
        deal = chance.sample(liars_poker.DECK + liars_poker.JOKERS, cards)
        pack = sum(1 << 13 * suit + face - 2 for suit, face in deal if suit < liars_poker.JOKER)
        wild = (joker in deal for joker in liars_poker.JOKERS)
        must_be(liars_poker.made(deal) == published(pack, *wild), "liars_poker.py")
    simulator = fast_liars.simulator(LiarsRules(cards=HANDS, jokers=2, published=True))
    players = {
        OURS: partial(simulator.count, rng),
        PYTHON: partial(liars_poker.sample, chance, HANDS),
    }
    return Race("Liars' Poker as published: deals of 10 of 54 cards", "deals", players)


def run(race: Race, rounds: int, seconds: float) -> tuple[Speeds, Iterator[str]]:
    """Have the players take turns; return their CPU seconds of a play, and a table."""
    here = {name: sized(how, seconds) for name, how in race.players.items() if how is not None}
    turns = every_turn(here, rounds)
    speeds = {name: statistics.median(times) for name, times in turns.items()}
    return speeds, table(race, turns)


def table(race: Race, turns: Mapping[str, list[float]]) -> Iterator[str]:
    """Yield the lines of a question."""
    yield race.title
    yield f"{'':18}{race.unit + '/s and core':>20}   x montmort's time"
    for name in race.players:
        if name not in turns:
            yield f"{name:18}{'not on this machine':>20}"
            continue
        speed = 1 / statistics.median(turns[name])
        shown = f"{speed:,.0f}" if speed >= 100 else f"{speed:.3g}"
        beside = "" if name == OURS else f"   {times_as_long(turns[name], turns[OURS])}"
        yield f"{name:18}{shown:>20}{beside}"


class Asked(NamedTuple):
    """A number that is asked for: what a play tells of it, and how long the exact one takes."""

    what: str
    mean: Fraction
    variance: Fraction
    seconds: float


def asked_of_match(second: str) -> Asked:
    """Return the second player's counters at the end; no purses where a non-counter plays."""
    rules = MonarchsRules(first="counter", second=second)
    told: list[dict[str, Any]] = []
    seconds = median_seconds(lambda: told.append(answers_of_match(rules)), warm_up=True)
    mean, variance = (told[0][f"second_{which}"] for which in ("mean", "variance"))
    return Asked(f"counters left to a {second}", mean, variance, seconds)


def asked_of_draw() -> Asked:
    """Return the chance of winning with the best discard of a hand."""
    chance = random.Random(2)
    hand = chance.sample(range(52), 5)
    task = lambda: choices_of(chance.sample(range(52), 5), 3, "published")  # noqa: E731
    win = best_of(choices_of(hand, 3, "published")).win
    return Asked("a win by each of 26 discards", win, win * (1 - win), median_seconds(task, 9))


def asked_of_liars() -> Asked:
    """Return the chance of a straight among ten cards; all ten hands come with it."""
    rules = LiarsRules(cards=HANDS, jokers=2, published=True)
    p = chances_of(rules)["straight"]

    def anew() -> None:
        published_deals.cache_clear()
        chances_of(rules)

    return Asked("each hand of 10 of 54 cards", p, p * (1 - p), median_seconds(anew))


def needed(asked: Asked, share: int, speeds: Speeds) -> str:
    """Return a line: the plays for three decimals, and the CPU seconds that they take."""
    plays = share * (Z / HALF) ** 2 * float(asked.variance)
    ours, theirs = (plays * speeds[name] for name in (OURS, PYTHON))
    return (
        f"{asked.what:34}{float(asked.mean):10.4f}{asked.seconds:11.3f}{plays:12.2g}"
        f"{ours:13,.1f}{theirs:15,.0f}"
    )


def main() -> None:
    """Print both tables."""
    parser = argparse.ArgumentParser(description=str(__doc__).splitlines()[0])
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--seconds", type=float, default=0.4, help="of a player's turn")
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        races = {
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
    print(f"{'montmort s':>13}{'Python s':>15}")
    print(needed(asked_of_liars(), 1, speeds["liars"]))
    print(needed(asked_of_draw(), 26, speeds["draw"]))
    for bot in BOTS:
        print(needed(asked_of_match(bot), 1, speeds[bot]))


if __name__ == "__main__":
    main()
