"""All planted bugs in one list, each with the game and rules under which it is searched.

    python tests/verification/planted/bugs.py GAME BUG SEED PLAYS

plays one of them as a separate program, which prints a line of CSV for each play.  `none` is
the same code without a bug.
"""

import csv
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache, partial
from typing import Any

import numpy as np

from montmort.exact.five_card_draw.answers import smart_discards
from montmort.games import five_card_draw, liars_poker, persian_monarchs, treize, war
from montmort.montecarlo.simulator import Simulator
from tests.verification.five_card_draw import buggy_five_card_draw
from tests.verification.liars_poker import buggy_liars_poker
from tests.verification.persian_monarchs import buggy_persian_monarchs
from tests.verification.shuffles import buggy_shuffles
from tests.verification.treize import buggy_treize
from tests.verification.war import buggy_war

MILLION = 10**6
BUDGETS = {  # other than a million plays
    ("treize", "rounds-independent"): 40 * MILLION,
    ("persian-monarchs", "tie-taken-of-52"): 10 * MILLION,
}


@dataclass(frozen=True, kw_only=True)
class Bug:
    """A bug: its name on the command line, a description, and the budget of plays to find it."""

    game: str
    name: str
    description: str
    experiment: str
    rules: Any
    make: Callable[[], Simulator]
    budget: int

    @property
    def planted(self) -> bool:
        """Whether a bug is planted; the other programs are controls."""
        return not self.description.startswith("no bug")


Row = tuple[str, str, Any, Any]  # name, description, bug, rules


def _listed(
    game: str, experiment: str, make: Callable[[Any, Any], Simulator], rows: Iterable[Row]
) -> Iterator[Bug]:
    for name, description, bug, rules in rows:
        yield Bug(
            game=game,
            name=name,
            description=description,
            experiment=experiment,
            rules=rules,
            make=partial(make, bug, rules),
            budget=BUDGETS.get((game, name), MILLION),
        )


def _of_treize() -> Iterator[Bug]:
    bugs, usual = buggy_treize, treize.Rules()
    games: list[Row] = [
        ("none", "no bug", bugs.NONE, usual),
        ("restarts", "the count starts again after a reshuffle", bugs.RESTARTS, usual),
        ("table-stays", "only the remaining cards are reshuffled", bugs.TABLE_STAYS, usual),
        ("points-lost", "the points of the losing pass are dropped",
         bugs.LAST_POINTS_LOST, usual),
        ("rank-not-called", "off by one: the last rank is never called",
         bugs.LAST_RANK_NOT_CALLED, usual),
    ]  # fmt: skip
    decks: list[Row] = [
        ("card-doubled", "one card doubled: a deck of 53", bugs.card_doubled, usual),
        ("card-replaced", "one card never dealt, another twice", bugs.card_replaced, usual),
    ]
    rounds: list[Row] = [
        ("rounds-independent", "every round from a fresh deck", bugs.INDEPENDENT_ROUNDS, usual)
    ]
    yield from _listed("treize", "game", lambda bug, _: bugs.buggy(bug), games)
    yield from _listed("treize", "game", lambda change, _: bugs.with_deck(change), decks)
    yield from _listed("treize", "game", lambda bug, _: bugs.buggy(bug, fields=("points",)), rounds)


def _of_liars_poker() -> Iterator[Bug]:
    bugs, rules = buggy_liars_poker, liars_poker.Rules(cards=10, jokers=2)
    rows = [
        ("none", "no bug", bugs.NONE),
        ("joker-not-in-straights", "a joker fills no straight", bugs.JOKER_NOT_IN_STRAIGHTS),
        ("one-rank-full-house", "a full house of one rank", bugs.ONE_RANK_FULL_HOUSE),
        ("joker-used-twice", "a joker is used in both parts", bugs.JOKER_USED_TWICE),
        ("with-replacement", "cards dealt with replacement", bugs.WITH_REPLACEMENT),
        ("ace-only-high", "off by one: no straight begins with the ace", bugs.ACE_ONLY_HIGH),
        ("round-the-corner", "straights go round over the ace", bugs.ROUND_THE_CORNER),
        ("flush-of-five", "a flush of exactly five", bugs.FLUSH_OF_EXACTLY_FIVE),
        ("straight-and-flush", "straight and flush are a straight flush", bugs.STRAIGHT_AND_FLUSH),
        ("best-hand-alone", "only the best category is reported", bugs.BEST_HAND_ALONE),
        ("last-card-stays", "shuffle off by one: a card is never dealt", bugs.LAST_CARD_STAYS),
        ("any-place", "naive shuffle: swaps with any place", bugs.SWAPS_WITH_ANY_PLACE),
        ("five-of-naturals", "no joker in five of a kind", bugs.FIVE_OF_NATURALS),
    ]
    yield from _listed("liars-poker", "deal", bugs.buggy, ((*row, rules) for row in rows))


def _of_persian_monarchs() -> Iterator[Bug]:
    bugs, rules = buggy_persian_monarchs, persian_monarchs.Rules
    usual, random, non_counter = rules(), rules(second="random"), rules(second="non-counter")
    poor = rules(second="random", rounds=5, counters=8)
    four, ten = rules(cards=4, max_raise=2), rules(first="random", cards=10, max_raise=4)
    thirteen = rules(cards=13, max_raise=5)
    six = rules(cards=6, max_raise=2, rounds=3)
    hands: list[Row] = [
        ("hand", "no bug, one hand", bugs.NONE, random),
        ("tie-taken-of-4", "an even raise accepted, 4 cards", bugs.TIE_TAKEN, four),
        ("tie-taken-of-10", "an even raise accepted, 10 cards", bugs.TIE_TAKEN, ten),
        ("tie-taken-of-52", "an even raise accepted, 52 cards", bugs.TIE_TAKEN, usual),
        ("doubles", "chances in doubles, 13 cards", bugs.ACCEPTS_IN_DOUBLES, thirteen),
        ("no-largest-raise", "off by one: the largest raise is never made",
         bugs.LARGEST_RAISE_NEVER, random),
        ("ranks-tie", "wrong tie rule: suits do not count", bugs.SUITS_DO_NOT_BREAK_TIES, random),
    ]  # fmt: skip
    matches: list[Row] = [
        ("none", "no bug", bugs.NONE, random),
        ("no-counting", "the counter does not count", bugs.FULL_PACK_CHANCE, random),
        ("ante-forgotten", "own ante forgotten in the purse", bugs.OWN_ANTE_FORGOTTEN, poor),
        ("roles-fixed", "the roles do not alternate", bugs.ROLES_FIXED, usual),
        ("put-back", "cards put back after each hand", bugs.CARDS_PUT_BACK, random),
        ("fresh-pack", "a fresh pack for every round, 6 cards", bugs.FRESH_PACK_A_ROUND, six),
        ("paid-once", "the winner gets one raise, not both", bugs.RAISE_PAID_ONCE, random),
        ("to-the-higher", "a declined pot goes to the higher card",
         bugs.DECLINED_GOES_TO_HIGHER, random),
        ("wrong-purse", "the purse of the raiser is asked", bugs.PURSE_OF_THE_RAISER, poor),
        ("broke-sit-out", "the broke do not ante", bugs.BROKE_DO_NOT_ANTE, poor),
        ("all-count", "a non-counter who counts", bugs.NON_COUNTER_COUNTS, non_counter),
        ("higher-to-seat-one", "seat 1 draws the higher card",
         bugs.SEAT_ONE_DRAWS_THE_HIGHER, usual),
    ]  # fmt: skip
    for experiment, rows in (("hand", hands), ("match", matches)):
        make = partial(bugs.buggy, experiment=experiment)
        yield from _listed("persian-monarchs", experiment, make, rows)


def _of_war() -> Iterator[Bug]:
    bugs, usual = buggy_war, war.Rules()
    twelve = war.Rules(ranks=3, suits=4, face_down=1)
    ten = war.Rules(ranks=5, suits=2, face_down=1)
    games: list[Row] = [
        ("none", "no bug", bugs.NONE, twelve),
        ("pair-by-pair", "booty taken up pair by pair, 12 cards", bugs.PAIR_BY_PAIR, twelve),
        ("pair-by-pair-of-10", "booty taken up pair by pair, 10 cards", bugs.PAIR_BY_PAIR, ten),
        ("second-first", "the second player's cards first", bugs.SECOND_FIRST, twelve),
        ("first-card-stays", "shuffle off by one: the first card stays",
         bugs.FIRST_CARD_STAYS, twelve),
        ("any-place", "naive shuffle, 12 cards", bugs.SWAPS_WITH_ANY_PLACE, twelve),
        ("tie-to-first", "wrong tie rule: the first player takes", bugs.TIE_TO_THE_FIRST, twelve),
        ("face-down", "off by one: too few cards face down", bugs.TOO_FEW_FACE_DOWN, ten),
    ]  # fmt: skip
    deals: list[Row] = [
        ("deal", "no bug, the deal", bugs.NONE, usual),
        ("deal-first-card-stays", "shuffle off by one, 52 cards", bugs.FIRST_CARD_STAYS, usual),
        ("deal-any-place", "naive shuffle, 52 cards", bugs.SWAPS_WITH_ANY_PLACE, usual),
        ("deal-strength", "off by one: the deuce counts three", bugs.STRENGTH_FROM_THREE, usual),
        ("deal-kings", "off by one in ranks: kings for aces", bugs.KINGS_FOR_ACES, usual),
    ]
    yield from _listed("war", "game", bugs.buggy, games)
    yield from _listed("war", "deal", lambda bug, _: bugs.buggy_deal(bug), deals)


def _of_five_card_draw() -> Iterator[Bug]:
    bugs, rules = buggy_five_card_draw, five_card_draw.Rules
    away = rules(hand="8c 8d Ah Ks Qc", discard="Ah Ks Qc")
    hearts = rules(hand="3h 7h 9h Jh 4c", discard="4c")
    wheel = rules(hand="Ac 2d 3h 4s 9c", discard="9c")
    corner = rules(hand="Ac Kd Qh 2s 7c", discard="7c")
    kings, full = rules(hand="Kc Kd 9s 7s 2c"), rules(hand="2c 2d 2h 3c 3d")
    aces = rules(hand="Ac Ad 7h 5s 3c", discard="7h 5s 3c")
    ties = rules(ranks=5, hand="2c 2d 3c 4d Ah", discard="2c 3c 4d")
    small = rules(ranks=4, suits=3, max_draw=1)
    hands: list[Row] = [
        ("none", "no bug", bugs.NONE, hearts),
        ("42-cards", "one opponent's hand is out of the deck for good",
         bugs.OPPONENT_TAKEN_OUT, hearts),
        ("put-back", "discards put back before the draw", bugs.DISCARDS_PUT_BACK, away),
        ("to-opponent", "the opponent may get the discards", bugs.DISCARDS_TO_OPPONENT, away),
        ("held-by-both", "a card in both hands", bugs.CARD_HELD_BY_BOTH, ties),
        ("last-card-stays", "shuffle off by one: the last card is never dealt",
         bugs.LAST_CARD_STAYS, kings),
        ("wheel-missed", "off by one: no straight begins with the ace", bugs.WHEEL_MISSED, wheel),
        ("round-the-corner", "straights go round over the ace", bugs.ROUND_THE_CORNER, corner),
        ("tie-wins", "wrong tie rule: a tie is won", bugs.TIE_IS_WIN, ties),
        ("flush-too-high", "a flush beats a full house", bugs.FLUSH_BEATS_FULL_HOUSE, full),
        ("no-kickers", "kickers are not compared", bugs.KICKERS_IGNORED, aces),
    ]  # fmt: skip
    games: list[Row] = [
        ("game", "no bug, games of 12 cards", bugs.NONE, small),
        ("game-put-back", "discards put back, games of 12 cards", bugs.DISCARDS_PUT_BACK, small),
        ("game-backwards", "the table of discards read backwards", bugs.PLACES_BACKWARDS, small),
    ]
    yield from _listed("five-card-draw", "hand", bugs.buggy, hands)
    yield from _listed("five-card-draw", "game", _of_games, games)


def _of_games(bug: int, rules: five_card_draw.Rules) -> Simulator:
    return buggy_five_card_draw.buggy(bug, rules, _smart(rules))


@cache
def _smart(rules: five_card_draw.Rules) -> Any:
    return smart_discards(rules, "game")


BUGS = {
    (bug.game, bug.name): bug
    for listed in (
        _of_treize(),
        _of_liars_poker(),
        _of_five_card_draw(),
        _of_persian_monarchs(),
        _of_war(),
    )
    for bug in listed
}


def _of_shuffles() -> Iterator[tuple[str, Bug]]:
    """Yield view and bug for every wrong shuffle and every view of it: its cards, or a game."""
    for view, make in buggy_shuffles.MADE.items():
        shape = make(buggy_shuffles.NONE)
        rows = [
            ("-".join([view, *re.findall("[a-z0-9]+", words.lower())]), words, bug, shape.rules)
            for bug, words in buggy_shuffles.DESCRIPTIONS.items()
        ]
        named = _listed(shape.game, shape.experiment, lambda bug, _, make=make: make(bug), rows)
        for bug in named:
            yield view, bug


SHUFFLES = {(view, bug.description): bug for view, bug in _of_shuffles()}


def main(game: str, name: str, seed: str, plays: str) -> None:
    """Print the outcomes of so many plays."""
    every = {(bug.game, bug.name): bug for bug in (*BUGS.values(), *SHUFFLES.values())}
    played = every[game, name].make()
    rows = csv.writer(sys.stdout, lineterminator="\n")
    rows.writerow(played.fields)
    rows.writerows(played.record(np.random.default_rng(int(seed)), int(plays)).tolist())


if __name__ == "__main__":
    main(*sys.argv[1:])
