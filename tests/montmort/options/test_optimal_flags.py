"""Flags of optimal play."""

import argparse

import pytest

from montmort.games.errors import BadInput
from montmort.options.optimal_flags import add_aim, add_strategy, add_strategy_file, aim_of
from montmort.verification.aim import Aim


def _read(*words: str) -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    add_strategy_file(parser)
    return parser.parse_args(words)


@pytest.mark.parametrize(
    ("words", "aim"),
    [
        ([], None),
        (["--optimal", "won"], Aim("won")),
        (["--minimise", "left", "--seat", "1"], Aim("left", maximises=False, seat=1)),
        (["--optimal", "left <= 3"], Aim("left <= 3")),
    ],
)
def test_an_aim_is_read(words: list[str], aim: Aim | None) -> None:
    assert aim_of(_read(*words)) == aim


def test_a_default_is_maximised_for_the_seat() -> None:
    assert aim_of(_read("--seat", "1"), "won") == Aim("won", seat=1)
    assert aim_of(_read("--minimise", "left"), "won") == Aim("left", maximises=False)


@pytest.mark.parametrize(
    "words", [["--optimal", "a", "--minimise", "b"], ["--seat", "0"], ["--strategy-csv", "x.csv"]]
)
def test_flags_that_do_not_go_together(words: list[str]) -> None:
    with pytest.raises(BadInput, match="give"):
        aim_of(_read(*words))


def test_every_verb_has_the_flags_of_an_aim() -> None:
    for add in (add_aim, add_strategy, add_strategy_file):
        parser = argparse.ArgumentParser()
        add(parser)
        assert {"optimal", "minimise", "seat"} <= {*vars(parser.parse_args([]))}
