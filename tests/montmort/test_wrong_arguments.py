"""Every public name is tried with wrong arguments; see `tests.wrong_arguments`."""

from collections.abc import Callable

import pytest

import montmort
import montmort.exact
import montmort.games
import montmort.montecarlo
import montmort.verification
from montmort import Experiment, crosscheck, estimated_paths, every_path, law_of
from montmort.games.errors import BadInput, MontmortError
from tests.exact import wrong_calls as of_exact
from tests.games.test_wrong_arguments import CALLS as OF_GAMES
from tests.montecarlo import wrong_calls as of_montecarlo
from tests.verification import wrong_calls as of_verification
from tests.wrong_arguments import Two, complaints, die

CALLS = of_exact.CALLS | of_montecarlo.CALLS | of_verification.CALLS
REFUSED = of_exact.REFUSED | of_verification.REFUSED  # for a reason other than their arguments
TRIED = {call.partition(" ")[0].partition(".")[0] for call in (*OF_GAMES, *CALLS)}
UNTRIED = {"Chance", "MontmortError", "RuleSet", "Table"}  # protocols and base classes
PACKAGES = (montmort, montmort.games, montmort.exact, montmort.montecarlo, montmort.verification)


@pytest.mark.parametrize("name", sorted({name for package in PACKAGES for name in package.__all__}))
def test_every_public_name_is_tried(name: str) -> None:
    assert name in TRIED | UNTRIED


def test_no_call_has_two_names() -> None:
    parts = (of_exact.CALLS, of_montecarlo.CALLS, of_verification.CALLS)
    assert len(CALLS) == sum(map(len, parts))


@pytest.mark.parametrize("name", CALLS)
def test_a_call_with_a_wrong_argument_succeeds_or_says_why_in_one_sentence(name: str) -> None:
    assert complaints(CALLS[name]) == {}


@pytest.mark.parametrize("name", CALLS)
def test_the_calls_themselves_are_valid(name: str) -> None:
    if name in REFUSED:
        with pytest.raises(MontmortError):
            CALLS[name]()
    else:
        CALLS[name]()


@pytest.mark.parametrize(
    "call",
    [
        lambda: law_of(int),
        lambda: every_path(str),
        lambda: estimated_paths(bool),
        lambda: crosscheck(play=int),
        lambda: crosscheck(play=die, simulator=int),
        lambda: Experiment.of_play(int, Two),
    ],
)
def test_a_type_of_python_is_no_play(call: Callable[[], object]) -> None:
    with pytest.raises(BadInput, match="must be a function of"):
        call()
