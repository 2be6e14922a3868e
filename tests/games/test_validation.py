"""Values in messages are shortened, and none is too large to be named."""

from collections.abc import Callable

import numpy as np
import pytest

from montmort import crosscheck, saved_run
from montmort.exact.treize.solution import solve
from montmort.games import blackjack, snakes_and_ladders, treize
from montmort.games.errors import BadInput, MontmortError
from montmort.games.validation import check_integer
from montmort.verification.registry import GAMES


def test_a_long_value_in_a_message_loses_its_middle() -> None:
    assert len(str(BadInput(f"ranks={'9' * 5000} is too much"))) < 110
    assert str(BadInput("a sentence " * 100)) == "a sentence " * 100  # words are cut, not sentences


def test_a_number_without_decimals_is_named_and_not_raised() -> None:
    with pytest.raises(BadInput, match=r"^ranks=<int of very many digits> must be"):
        check_integer("ranks", 10**5000, 1, 10)


@pytest.mark.parametrize(
    "call",
    [
        lambda: solve(-1),  # type: ignore[arg-type]
        lambda: snakes_and_ladders.Rules(squares=10**400),
        lambda: snakes_and_ladders.Rules(squares=10**5000),
        lambda: blackjack.Rules(decks="9" * 5000),
        lambda: crosscheck("treize", save="9" * 5000),
        lambda: saved_run(GAMES["treize"].simulator(treize.Rules(), "game"), save="9" * 5000),
        lambda: crosscheck("treize", plays=np.array([1, 2])),  # type: ignore[call-overload]
        lambda: GAMES["war"].certify_other(10**5000),  # type: ignore[arg-type]
        lambda: GAMES["kuhn"].solve(np.array([1, 2])),  # type: ignore[arg-type]
    ],
)
def test_wrong_values_are_one_short_sentence(call: Callable[[], object]) -> None:
    with pytest.raises(MontmortError) as caught:
        call()
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 300
