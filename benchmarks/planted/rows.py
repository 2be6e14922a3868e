"""The planted faults: how each is asked about, and what it needs."""

import shutil
import subprocess
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.planted import functions
from montmort.exact.law import Law
from montmort.games import craps, cribbage_hand, penney, war
from montmort.montecarlo import program
from tests.verification.small_games.own_dice import BATTLE

HERE = Path(__file__).resolve().parent
DIE = Law(weights=dict.fromkeys(range(1, 7), 1))
LOOT = Law(weights=dict(enumerate(functions.LOOT.values())))
Question = Mapping[str, Any]  # arguments of `crosscheck`


@dataclass(frozen=True, kw_only=True)
class Fault:
    """A fault: a sentence, its language, the game, and the arguments of the crosscheck.

    `question(folder, seed)` returns the arguments; `needs` is a program that must be installed.
    """

    what: str
    language: str
    game: str
    budget: int
    question: Callable[[Path, int], Question]
    needs: str = ""

    @property
    def reason_to_skip(self) -> str:
        """Why the row cannot be measured here, or nothing."""
        return (
            f"{self.needs} is not installed" if self.needs and not shutil.which(self.needs) else ""
        )


def throw(chance: Any) -> int:
    """Throw a die: the rules that replay the picks of a die."""
    return int(chance.pick([1] * 6)) + 1


def _compiled(folder: Path) -> Path:
    binary = folder / "faults"
    if not binary.exists():
        source = str(HERE / "faults.c")
        subprocess.run(["gcc", "-O2", "-o", str(binary), source, "-lm"], check=True)
    return binary


GAMES_OF_C: Mapping[str, Question] = {
    "die": {"exact": {"value": DIE}},
    "treize": {"game": "treize"},
    "points": {"game": "treize"},
    "picks": {"game": "treize"},
    "deck": {"game": "treize", "experiment": "cards"},
}
SHOWN = {
    "die": "a die",
    "treize": "treize",
    "points": "treize, `points` alone",
    "picks": "treize, with picks",
    "deck": "treize, the deck",
}


def of_c(game: str, fault: str, what: str, *, block: int = 10_000, budget: int) -> Fault:
    """Return a fault of the program in C."""

    def question(folder: Path, _seed: int) -> Question:
        command = f"{_compiled(folder)} {game} {fault} {{seed}} {{plays}}"
        key = "replays" if game == "picks" else "simulator"
        return {**GAMES_OF_C[game], key: program(command, plays_per_block=block)}

    return Fault(what=what, language="C", game=SHOWN[game], budget=budget, question=question,
                 needs="gcc")  # fmt: skip


GAMES_OF_R: Mapping[str, Question] = {
    "die": {"exact": {"value": DIE}},
    "craps": {"game": "craps", "rules": craps.Rules()},
    "deal": {"game": "war", "rules": war.Rules(), "experiment": "deal"},
}


def of_r(game: str, fault: str, what: str, *, block: int = 10_000, budget: int) -> Fault:
    """Return a fault of the program in R."""

    def question(_folder: Path, _seed: int) -> Question:
        command = f"Rscript {HERE / 'faults.R'} {game} {fault} {{seed}} {{plays}}"
        return {**GAMES_OF_R[game], "simulator": program(command, plays_per_block=block)}

    shown = {"die": "a die", "craps": "craps", "deal": "war, the deal"}[game]
    return Fault(what=what, language="R", game=shown, budget=budget, question=question,
                 needs="Rscript")  # fmt: skip


def of_python(shown: str, what: str, *, budget: int, **question: Any) -> Fault:
    """Return a fault of a function in Python."""
    return Fault(what=what, language="Python", game=shown, budget=budget,
                 question=lambda _folder, _seed: question)  # fmt: skip


def of_hands(fault: str, what: str, *, plays: int) -> Fault:
    """Return a fault of the ranking of hands, by plays with their picks."""

    def question(folder: Path, seed: int) -> Question:
        path = folder / f"{fault}-{seed}.csv"
        functions.write_hands(path, fault, plays, seed)
        return {
            "game": "five-card-draw",
            "rules": functions.DRAW,
            "experiment": "hand",
            "replays": str(path),
        }

    return Fault(what=what, language="Python", game="five-card-draw, with picks", budget=plays,
                 question=question)  # fmt: skip


def _dice() -> Iterator[Fault]:
    die = "die"
    yield of_c(die, "never-six", "off by one: no six", block=100, budget=100_000)
    yield of_c(die, "rounded", "a fraction rounded to the nearest", block=100, budget=100_000)
    yield of_c(die, "loaded-by-a-half", "a six is 1.5 times as likely", block=100, budget=100_000)
    yield of_c(die, "loaded-by-2-percent", "a six is 1.02 times as likely", budget=2_000_000)
    yield of_c(die, "modulo-of-8-bits", "8 random bits modulo 6", budget=1_000_000)
    yield of_c(die, "modulo-of-15-bits", "15 random bits modulo 6", budget=1_000_000)
    yield of_c(die, "seven-once-in-10^5", "a seven once in 10^5 throws", budget=1_000_000)
    yield of_c(die, "antithetic", "antithetic throws", block=500, budget=100_000)
    yield of_c(die, "every-play-twice", "every throw twice", block=500, budget=100_000)
    yield of_c(die, "sticky", "one throw in ten is repeated", block=1_000, budget=100_000)
    yield of_c(die, "third-from-two", "every third throw follows from two", block=1_000,
               budget=100_000)  # fmt: skip
    yield of_c(die, "copy-of-1000-before", "one throw in ten is that 1,000 before",
               budget=1_000_000)  # fmt: skip
    yield of_c(die, "period-2^12", "a generator of period 2^12", budget=200_000)
    yield of_c(die, "period-2^16", "a generator of period 2^16, in all blocks", budget=500_000)
    yield of_c(die, "period-2^20", "a generator of period 2^20, in all blocks", budget=1_000_000)
    yield of_c(die, "seed-mod-256", "seeds modulo 256", budget=1_000_000)
    yield of_c(die, "seed-mod-1000", "seeds modulo 1,000", budget=1_500_000)


def _decks() -> Iterator[Fault]:
    game, points, deck, picks = "treize", "points", "deck", "picks"
    yield of_c(game, "51-cards", "a deck of 51 cards", budget=500_000)
    yield of_c(points, "51-cards", "a deck of 51 cards", budget=1_000_000)
    yield of_c(picks, "51-cards", "a deck of 51 cards", block=100, budget=2_000)
    yield of_c(game, "last-games-deck", "every second game with the last game's deck",
               budget=100_000)  # fmt: skip
    yield of_c(game, "deck-goes-on", "no shuffle between games: the deck goes on",
               budget=1_000_000)  # fmt: skip
    yield of_c(game, "cut-between-games", "the deck is cut, not shuffled, between games",
               budget=1_000_000)  # fmt: skip
    yield of_c(picks, "cut-between-games", "the deck is cut, not shuffled, between games",
               block=200, budget=5_000)  # fmt: skip
    yield of_c(game, "naive-swaps", "a naive shuffle: swaps with any place", budget=1_000_000)
    yield of_c(deck, "naive-swaps", "a naive shuffle: swaps with any place", block=1_000,
               budget=100_000)  # fmt: skip
    yield of_c(deck, "sattolo", "Sattolo's shuffle: only cycles", block=1_000, budget=30_000)
    yield of_c(deck, "king-is-an-ace", "one king is an ace", block=1_000, budget=100_000)
    yield of_c(game, "last-rank-never-called", "the last rank is never called", block=100,
               budget=10_000)  # fmt: skip
    yield of_c(game, "point-too-many-once-in-10^5", "a point too many in one game of 10^5",
               budget=1_000_000)  # fmt: skip
    yield of_c(game, "seed-mod-256", "seeds modulo 256", budget=1_000_000)


def _games_of_r() -> Iterator[Fault]:
    yield of_r("die", "rounded", "`round(runif(n, 1, 6))`", block=500, budget=20_000)
    yield of_r("die", "weights-of-two-digits", "weights 0.17 and 0.16 for 1/6", budget=500_000)
    yield of_r("die", "antithetic", "antithetic throws", block=500, budget=20_000)
    yield of_r("die", "sorted-in-tens", "ten throws at a time, sorted", block=500, budget=20_000)
    yield of_r("die", "seed-mod-100", "seeds modulo 100", budget=500_000)
    yield of_r("craps", "sum-of-one-draw", "two dice as one draw of 2 to 12", block=500,
               budget=20_000)  # fmt: skip
    yield of_r("craps", "twelve-is-a-point", "a 12 is a point", block=2_000, budget=100_000)
    yield of_r("deal", "with-replacement", "cards drawn with replacement", block=1_000,
               budget=50_000)  # fmt: skip
    yield of_r("deal", "a-deuce-is-lost", "a deuce is an ace", block=1_000, budget=100_000)
    yield of_r("deal", "every-deal-twice", "every deal twice", block=1_000, budget=20_000)


def _functions() -> Iterator[Fault]:
    of_small_games = (
        ("craps", craps.Rules(), functions.CRAPS, "loaded", "a loaded die", 200_000),
        ("penney", penney.Rules(), functions.PENNEY, "loaded", "heads with 0.55", 100_000),
        ("penney", penney.Rules(), functions.PENNEY, "three-at-once",
         "three new tosses after three without an end", 100_000),
        ("cribbage-hand", cribbage_hand.Rules(), functions.CRIBBAGE, "runs-once",
         "a run counts once", 100_000),
        ("risk", BATTLE, functions.RISK, "ties-to-attacker", "ties go to the attacker", 50_000),
    )  # fmt: skip
    for name, rules, play, bug, what, budget in of_small_games:
        function = functions.bugged(play, bug)
        yield of_python(name, what, budget=budget, game=name, rules=rules, simulator=function)
    loot = {"exact": {"value": LOOT}}
    yield of_python("a loot table", "a legendary in 11 cases of 1,000, not 10", budget=800_000,
                    simulator=functions.loot_a_little_better, **loot)  # fmt: skip
    yield of_python("a loot table", "numbers of half precision", budget=400_000,
                    simulator=functions.loot_in_half_precision, **loot)  # fmt: skip
    die = {"exact": {"value": DIE}}
    yield of_python("a die", "a generator of its own, of 256 seeds", budget=300_000,
                    simulator=functions.OwnGenerator(256), **die)  # fmt: skip
    yield of_python("a die, counts", "a generator that ignores its seed", budget=100_000,
                    simulator=functions.same_throws, **die)  # fmt: skip
    yield of_python("a die, counts", "a generator of 64 seeds", budget=500_000,
                    simulator=functions.throws_of_few_seeds, **die)  # fmt: skip
    yield of_hands("kickers", "kickers compared from the lowest", plays=5_000)
    yield of_hands("second-pair", "the lower of two pairs compared first", plays=10_000)
    yield of_hands("low-straight", "the low straight ranked high", plays=40_000)


def faults() -> Iterator[Fault]:
    """Yield all faults in the order of the table."""
    yield from _dice()
    yield from _decks()
    yield from _games_of_r()
    yield from _functions()


def controls() -> Iterator[Fault]:
    """Yield the same programs without a fault."""
    for game in ("die", "treize", "picks", "deck"):
        yield of_c(game, "none", "no fault", budget=2_000 if game == "picks" else 100_000)
    for game in ("die", "craps", "deal"):
        yield of_r(game, "none", "no fault", budget=50_000)
    yield of_python("craps", "no fault", budget=50_000, game="craps",
                    simulator=functions.bugged(functions.CRAPS, "none"))  # fmt: skip
    yield of_hands("none", "no fault", plays=5_000)
