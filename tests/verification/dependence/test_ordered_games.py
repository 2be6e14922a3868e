"""The order of the plays of our own kernels and compiled rules, for all games with known laws."""

from typing import Any

import numpy as np
import pytest

from montmort.exact.law import Law
from montmort.games import blackjack, pig, three_card_poker
from montmort.verification.registry import GAMES
from tests.verification.dependence.ordered_runs import Ordered

SMALLER: dict[tuple[str, str], Any] = {  # where the usual law takes minutes
    ("pig", "game"): pig.Rules(goal=20),
    ("three-card-poker", "pair-plus"): three_card_poker.Rules(ranks=6),
    ("blackjack", "hand"): blackjack.Rules(decks="infinite"),
}
NO_LAW = {("liars-poker", "round"), ("liars-poker", "game"), ("war", "game")}
LONG = {("blackjack", "counted")}
EXPERIMENTS = [
    (game, experiment)
    for game, entry in GAMES.items()
    for experiment in entry.rulebook.experiments
    if (game, experiment) not in NO_LAW | LONG
]


@pytest.mark.slow
@pytest.mark.parametrize(("game", "experiment"), EXPERIMENTS)
def test_our_simulators_play_independently(game: str, experiment: str) -> None:
    ordered = Ordered.of_game(game, experiment, SMALLER.get((game, experiment)))
    rng = np.random.Generator(np.random.SFC64(22))
    assert not ordered.is_wrong(rng, 1e-6, number=3, plays=4096)


@pytest.mark.slow
@pytest.mark.parametrize(("game", "experiment"), sorted(NO_LAW))
def test_the_others_have_no_law(game: str, experiment: str) -> None:
    laws = GAMES[game].truth(GAMES[game].rulebook.usual, experiment)
    assert not any(isinstance(law, Law) and len(law) > 1 for law in laws.values())


def test_a_kernel_whose_stream_is_used_twice_is_found() -> None:
    ordered = Ordered.of_game("treize")

    def record(rng: np.random.Generator, plays: int) -> Any:
        half = ordered.record(rng, plays // 2)
        return np.concatenate([half, half])

    again = Ordered(name="twice", fields=ordered.fields, record=record, laws=ordered.laws)
    rng = np.random.Generator(np.random.SFC64(22))
    assert again.is_wrong(rng, 1e-6, number=2, plays=2048)
