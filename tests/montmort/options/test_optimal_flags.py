"""Flags of optimal play."""

import pytest

from montmort.command_line import parse
from montmort.games.errors import BadInput
from montmort.options.optimal_flags import aim_of
from montmort.options.verb_flags import VerbFlags
from montmort.verification.aim import Aim


def _read(*words: str) -> VerbFlags:
    return parse(["exact", "pig", *words]).flags


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


@pytest.mark.parametrize("verb", ["exact", "simulate", "verify", "certify", "report"])
def test_every_verb_has_the_flags_of_an_aim(verb: str) -> None:
    ends = ["-o", "x.md"] if verb == "report" else []
    assert {"optimal", "minimise", "seat"} <= {*vars(parse([verb, "pig", *ends]).flags)}
