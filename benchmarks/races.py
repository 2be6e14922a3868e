"""The questions of the sources, with the programs that answer them, and checks that they agree.

Before it is timed, a procedure must agree with montmort's rules: War game by game from the
same decks; Persian Monarchs by a verdict against the exact law of the match; five-card
draw in the order of hands; Liars' Poker hand by hand.
"""

import random
import shutil
import subprocess
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from measured import Spent, sfc64
from procedures import five_card_draw, liars_poker, persian_monarchs, war
from procedures.persian_monarchs import Method

from montmort.exact.five_card_draw.one_hand import best_of, choices_of
from montmort.games.five_card_draw import Rules as DrawRules
from montmort.games.five_card_draw.ranking import value
from montmort.games.liars_poker import Rules as LiarsRules
from montmort.games.liars_poker.published import published
from montmort.games.persian_monarchs import Match
from montmort.games.persian_monarchs import Rules as MonarchsRules
from montmort.games.war import READINGS
from montmort.montecarlo import program
from montmort.montecarlo.five_card_draw import simulator as fast_draw
from montmort.montecarlo.liars_poker import simulator as fast_liars
from montmort.montecarlo.persian_monarchs import simulator as fast_monarchs
from montmort.montecarlo.war import simulator as fast_war
from montmort.verification import Decision, crosscheck

PROCEDURES = Path(__file__).resolve().parent / "procedures"
OURS, PYTHON = "montmort", "plain Python"
BOTS: dict[Method, str] = {
    "counter": "auto",
    "non-counter": "non-card-counter",
    "random": "random",
}
CARDS, RUNS = 10, 1000  # cards in play; runs for each of 26 choices

How = Callable[[int], object]  # plays the given number of plays


class Race(NamedTuple):
    """A question and its players; None if a player is not installed on this machine."""

    title: str
    unit: str
    players: Mapping[str, How | None]


def outside(*command: object) -> Spent:
    """Run a program and return the CPU seconds that it prints last on standard error."""
    ran = subprocess.run([*map(str, command)], capture_output=True, text=True, check=True)
    return Spent(ran.stderr.split()[-1])


def in_r(script: str, *arguments: str) -> How | None:
    """Return the function that plays in R, if R is installed; every call has another seed."""
    seeds = count(1)
    path = PROCEDURES / script
    if shutil.which("Rscript") is None:
        return None
    return lambda plays: outside("Rscript", path, next(seeds), plays, *arguments)


def in_cpp(folder: str) -> Path | None:
    """Return the compiled bot of five-card draw, if a compiler is installed."""
    program = Path(folder, "five_card_draw")
    if shutil.which("g++") is None:
        return None
    source = PROCEDURES / "five_card_draw.cpp"
    subprocess.run(["g++", "-O3", "-march=native", "-o", program, source], check=True)
    return program


def must_be(same: bool, what: str) -> None:
    """Raise ArithmeticError if a procedure plays by other rules."""
    if not same:
        raise ArithmeticError(f"{what} does not play by montmort's rules")


def war_race() -> Race:
    """Return the race of whole games by the published rules, up to 5000 turns."""
    chance, rng = random.Random(1), sfc64()
    simulator = fast_war.simulator(READINGS["published"])
    decks = [chance.sample(war.DECK, 52) for _ in range(200)]
    check_war(((deck, war.play(deck)) for deck in decks), "war.py")
    if (in_plain_r := in_r("war.R")) is not None:
        command = ["Rscript", str(PROCEDURES / "war.R"), "1", "100", "show"]
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
    """Compare winners and turns with montmort's for the same decks."""
    for deck, found in games:
        ranks = [rank - war.DEUCE for rank in deck]
        game = fast_war.score(READINGS["published"], ranks[:26], ranks[26:])
        must_be((game.winner, game.turns) == found, what)


def monarchs_race(second: Method) -> Race:
    """Return the race of matches of 26 rounds, a counter against one of three strategies."""
    rules = MonarchsRules(first="counter", second=second, purse="published")
    chance, rng = random.Random(1), sfc64()
    simulator = fast_monarchs.simulator(rules)
    arguments = BOTS["counter"], BOTS[second]
    in_plain_r = in_r("persian_monarchs.R", *arguments)
    if second != "non-counter":  # the law with purses is unknown
        check_match(rules, partial(matches, second), 10_000, "persian_monarchs.py")
    if second != "non-counter" and in_plain_r is not None:
        line = f"Rscript {PROCEDURES / 'persian_monarchs.R'} {{seed}} {{plays}}"
        command = " ".join((line, *arguments))
        check_match(rules, program(command, plays_per_block=500), 1000, "persian_monarchs.R")

    def play(number: int) -> None:
        for _ in range(number):
            persian_monarchs.match(chance, "counter", second)

    players: dict[str, How | None] = {
        OURS: partial(simulator.count, rng),
        PYTHON: play,
        "plain R": in_plain_r,
    }
    title = f"Persian Monarchs as published: matches of 26 rounds, counter v {second}"
    return Race(title, "matches", players)


def matches(second: Method, number: int, rng: np.random.Generator) -> Counter[Match]:
    """Play matches in plain Python and count their outcomes."""
    chance = random.Random(int(rng.integers(2**63)))
    ends = (persian_monarchs.match(chance, "counter", second) for _ in range(number))
    return Counter(Match(*end) for end in ends)


def check_match(rules: MonarchsRules, simulator: Any, plays: int, what: str) -> None:
    """Verify a procedure by the exact law of the match."""
    judged = crosscheck("persian-monarchs", rules, simulator=simulator, plays=plays, seed=1)
    wrong = {Decision.INCONSISTENT, Decision.INVALID}
    must_be(not wrong & {verdict.decision for verdict in judged.verdicts}, what)


def draw_race(bot: Path | None) -> Race:
    """Return the race of choosing a discard, by 1000 runs for each of 26, and exactly."""
    chance, rng = random.Random(1), sfc64()
    hands = [chance.sample(range(52), 5) for _ in range(2000)]
    check_order(hands, [five_card_draw.value(hand) for hand in hands], "five_card_draw.py")
    if bot is not None:
        text = "\n".join(" ".join(map(str, hand)) for hand in hands)
        ran = subprocess.run([bot], input=text, capture_output=True, text=True, check=True)
        check_order(hands, [*map(int, ran.stdout.split())], "five_card_draw.cpp")
    rules = DrawRules(player="montecarlo", opponent="random", runs=RUNS, ranking="published")
    simulator, seeds = fast_draw.simulator(rules, "game"), count(1)

    def play(number: int) -> None:
        for _ in range(number):
            five_card_draw.choose(chance, chance.sample(range(52), 5), RUNS)

    def exactly(number: int) -> None:
        for _ in range(number):
            best_of(choices_of(chance.sample(range(52), 5), 3, "published"))

    players: dict[str, How | None] = {
        OURS: partial(simulator.count, rng),
        PYTHON: play,
        "plain C++": bot and (lambda plays: outside(bot, next(seeds), RUNS, plays)),
        "montmort, exact": exactly,
    }
    title = "five-card draw as published: the best of 26 discards, by 1000 runs for each"
    return Race(title, "choices", players)


def check_order(hands: list[list[int]], values: Sequence[Any], what: str) -> None:
    """Compare the order of each hand and the next with montmort's."""
    ours = [value(sum(1 << card for card in hand), "published") for hand in hands]
    for at in range(1, len(hands)):
        theirs = (values[at - 1] > values[at]) - (values[at - 1] < values[at])
        must_be(theirs == (ours[at - 1] > ours[at]) - (ours[at - 1] < ours[at]), what)


def liars_race() -> Race:
    """Return the race of deals of ten cards, testing all ten hands as published."""
    chance, rng = random.Random(1), sfc64()
    for cards in [*range(1, 36)] * 20:
        deal = chance.sample(liars_poker.DECK + liars_poker.JOKERS, cards)
        pack = sum(1 << 13 * suit + face - 2 for suit, face in deal if suit < liars_poker.JOKER)
        first, second = (joker in deal for joker in liars_poker.JOKERS)
        must_be(liars_poker.made(deal) == published(pack, first, second), "liars_poker.py")
    simulator = fast_liars.simulator(LiarsRules(cards=CARDS, jokers=2, published=True))
    players: dict[str, How | None] = {
        OURS: partial(simulator.count, rng),
        PYTHON: partial(liars_poker.sample, chance, CARDS),
    }
    return Race("Liars' Poker as published: deals of 10 of 54 cards", "deals", players)
