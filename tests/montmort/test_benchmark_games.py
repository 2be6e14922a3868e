"""The games in plain user style: each file loads and plays, and has the known exact values.

The values are published (craps: Ethier 2010; Penney: Conway's odds; Le Her:
Montmort 1713) or follow from a short formula that shares nothing with the rules.
"""

import math
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from montmort import Deck, MarkovChain, RandomChance, explore, law_of
from montmort.exact.law import Law
from montmort.exact.walk import Walk
from montmort.games.experiment import Experiment
from montmort.verification.game import Game
from montmort.verification.game_file import game_of_file

FOLDER = Path("benchmarks/games")
FILES = sorted(FOLDER.glob("*.py"))


def experiment_of(game: Game[Any]) -> Experiment[Any, Any, Any]:
    return game.rulebook.experiment(game.rulebook.first_experiment)


def module_of(name: str) -> Any:
    return game_of_file(str(FOLDER / f"{name}.py")).module


def walk_of(name: str, **fields: int) -> Walk[Any, Any]:
    game = game_of_file(str(FOLDER / f"{name}.py"))
    return explore(experiment_of(game), game.rulebook.rules(**fields))


def law_of_play(name: str) -> Law[Any]:
    return law_of(module_of(name).play)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_file_loads_stands_alone_and_plays(path: Path) -> None:
    game = game_of_file(str(path))
    experiment = experiment_of(game)
    chance = RandomChance(1713)
    for _ in range(20):
        outcome = experiment.play(game.rulebook.usual, chance)
        assert isinstance(outcome, experiment.outcome)
    lines = path.read_text().splitlines()
    imports = [line.split()[1] for line in lines if line.startswith(("from ", "import "))]
    assert {*imports} <= {"montmort", "enum", "dataclasses", "fractions", "typing"}
    assert len(lines) <= 150


def test_fifteen_games_at_least() -> None:
    assert len(FILES) >= 15


def test_craps_is_won_with_244_of_495() -> None:
    result = module_of("craps").Result
    law = walk_of("craps").last_law("result")
    assert {member.name: law[member] for member in law.weights} == {
        result.WIN.name: Fraction(244, 495),
        result.LOSS.name: Fraction(251, 495),
    }
    assert walk_of("craps").expected("rolls") == Fraction(557, 165)  # Ethier 2010


def test_both_files_of_craps_play_alike() -> None:
    steps = experiment_of(game_of_file(str(FOLDER / "craps.py")))
    rules, play = module_of("craps").Rules(), module_of("craps_play").play
    for seed in range(200):
        one, other = steps.play(rules, RandomChance(seed)), play(RandomChance(seed))
        assert (one.result.name, one.rolls) == (other.result.name, other.rolls)


def test_aces_in_a_hand_are_hypergeometric() -> None:
    ways = {aces: math.comb(4, aces) * math.comb(48, 5 - aces) for aces in range(5)}
    assert law_of_play("aces") == Law(weights=ways)


def test_penney_thh_beats_hht_three_times_in_four() -> None:
    assert walk_of("penney").last_law("first")[True] == Fraction(3, 4)


def test_coupons_take_n_harmonic_numbers() -> None:
    for coupons in (1, 2, 12):
        mean = walk_of("coupon_collector", coupons=coupons).expected("boxes")
        assert mean == coupons * sum(Fraction(1, k) for k in range(1, coupons + 1))


def test_le_her_has_montmorts_chance() -> None:
    """Paul changes 7 and less, Pierre 8 and less: 2828 of 5525 (Montmort 1713, Hald 1990)."""
    law = law_of_play("le_her").field("paul_wins")
    assert law[True] == Fraction(2828, 5525)


def test_two_of_the_five_dice_are_equal_unless_three_throws_fail() -> None:
    module = module_of("five_dice")
    module.DICE = 2
    assert law_of(module.play)[2] == 1 - Fraction(5, 6) ** 3


@pytest.mark.slow
def test_five_equal_dice_in_three_throws() -> None:
    """A yahtzee for a player who wants nothing else: 347,897 of 7,558,272."""
    assert law_of_play("five_dice")[5] == Fraction(347_897, 7_558_272)


def test_baccarat_has_the_published_law() -> None:
    """Eight decks, of 4,998,398,275,503,360 deals (Ethier 2010)."""
    module = module_of("baccarat")
    deals = {
        module.Winner.PLAYER: 2_230_518_282_592_256,
        module.Winner.BANKER: 2_292_252_566_437_888,
        module.Winner.TIE: 475_627_426_473_216,
    }
    assert law_of(module.play) == Law(weights=deals)


def test_treize_of_one_suit_is_a_derangement() -> None:
    for ranks in (1, 2, 6):
        law = walk_of("treize_own", ranks=ranks, suits=1).last_law("match")
        none = sum(Fraction((-1) ** k, math.factorial(k)) for k in range(ranks + 1))
        assert law[False] == none


def test_three_card_categories_are_counted() -> None:
    module = module_of("three_card_ranks")
    deck = Deck.of(ranks=13, suits=4)
    ours = law_of(lambda chance: module.value(deck.deal(chance, 3)[0])[0])
    ways = {module.THREE: 52, module.PAIR: 3744, module.STRAIGHT: 12 * 64}
    ways[module.HIGH] = math.comb(52, 3) - sum(ways.values())
    assert ours == Law(weights=ways)


def test_two_pairs_of_a_small_deck() -> None:
    """With two ranks of two suits the hand is whole after four cards: two pairs."""
    module = module_of("two_pairs")
    module.RANKS, module.SUITS = 2, 2
    assert law_of(module.play) == Law(weights={module.Deal(cards=4, threes=0): 1})
    module.RANKS, module.SUITS = 2, 3
    law = law_of(module.play)
    assert law[module.Deal(cards=4, threes=0)] == Fraction(9, math.comb(6, 4))
    assert law[module.Deal(cards=5, threes=1)] == 1 - Fraction(9, math.comb(6, 4))


def test_pig_of_few_points_by_hand() -> None:
    """With a goal of 2 any throw but a 1 wins: p = 5/6 + (1 - 5/6) (1 - p)."""
    law = walk_of("pig", goal=2).last_law("first_wins")
    assert law[True] == Fraction(6, 7)


def test_war_is_fair() -> None:
    law = walk_of("war_small", ranks=2, most_turns=8).law()
    winner = module_of("war_small").Winner
    chance = {
        name: sum((law[game] for game in law if game.winner.name == name), Fraction(0))
        for name in winner.__members__
    }
    assert chance["FIRST"] == chance["SECOND"] > 0


@pytest.mark.slow
def test_a_piece_stands_in_jail_most_often() -> None:
    module = module_of("monopoly_moves")
    law = MarkovChain.from_step(module.move, module.GO).stationary()
    assert sum(law.weights.values()) == law.total
    squares = law.map(lambda place: place.square)
    assert max(squares.weights, key=squares.weights.__getitem__) == module.JAIL
    assert squares[module.GO_TO_JAIL] == 0
