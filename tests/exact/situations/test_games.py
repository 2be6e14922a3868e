"""The one-shot plays among the games in plain user style: merged == all paths."""

import importlib.util
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import pytest

from montmort.exact.from_rules import explore, law_of
from montmort.games import Deck, Experiment

GAMES = Path(__file__).parents[3] / "benchmarks" / "games"


class Hand(NamedTuple):
    winner: object


def game(name: str, folder: Path = GAMES) -> ModuleType:
    spec = importlib.util.spec_from_file_location(f"situations_{name}", folder / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def smaller(name: str) -> ModuleType:
    """Return a game, with fewer cards or dice where it has too many paths for a quick test."""
    module = game(name)
    for constant, value in {
        "baccarat": [("SHOE", Deck([3, 0, 1, 0, 2, 0, 2, 0, 1, 0]))],
        "five_dice": [("DICE", 3), ("THROWS", 2)],
        "two_pairs": [("RANKS", 3), ("SUITS", 3)],
    }.get(name, []):
        setattr(module, constant, value)
    return module


@pytest.mark.parametrize("name", ["aces", "baccarat", "five_dice", "le_her", "two_pairs"])
def test_merged_is_all_paths(name: str) -> None:
    play: Callable[[Any], Any] = smaller(name).play
    assert law_of(play, by="situations") == law_of(play, by="paths")


def test_hands_in_lists_are_merged_whatever_their_order(tmp_path: Path) -> None:
    whole, small = "left = [0] + [4] * 9 + [16]", "left = [0, 1, 0, 0, 1, 1, 2, 0, 1, 0, 2]"
    text = (GAMES / "blackjack_one_deck.py").read_text()
    assert whole in text
    (tmp_path / "eight_cards.py").write_text(text.replace(whole, small))
    play = game("eight_cards", tmp_path).play
    merged, walked = law_of(play, by="situations"), law_of(play, by="paths", compiled=False)
    assert merged == walked
    assert (merged.how, walked.how) == (
        "592 situations, merged before every pick",
        "3,603 paths",
    )


@pytest.mark.parametrize(
    "name",
    [
        pytest.param("baccarat", marks=pytest.mark.slow),
        pytest.param("dealers_hand", marks=pytest.mark.slow),
        pytest.param("three_card_ranks", marks=pytest.mark.longest),
    ],
)
def test_merged_is_all_paths_of_the_whole_game(name: str) -> None:
    play = game(name).play
    assert law_of(play, by="situations") == law_of(play, by="paths", limit=10**9)


def test_a_large_play_is_merged_by_itself() -> None:
    baccarat = game("baccarat")
    law = law_of(baccarat.play, by="situations")
    assert law.how == "7,863 situations, merged before every pick"
    walk = explore(Experiment.of_play(lambda chance: Hand(baccarat.play(chance)), Hand), None)
    assert walk.law().field("winner") == law
