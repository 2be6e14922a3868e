"""Every public name is tried with wrong arguments; see `tests.wrong_arguments`."""

from collections.abc import Callable

import pytest

import montmort
import montmort.exact
import montmort.games
import montmort.montecarlo
import montmort.verification
from montmort import Experiment, crosscheck, estimated_paths, every_path, law_of
from montmort.games.errors import BadInput
from tests.exact.test_wrong_arguments import CALLS as EXACT
from tests.games.test_wrong_arguments import CALLS as GAMES
from tests.montecarlo.test_wrong_arguments import CALLS as MONTECARLO
from tests.verification.test_wrong_arguments import CALLS as VERIFICATION
from tests.wrong_arguments import Two, die

TRIED = {
    call.partition(" ")[0].partition(".")[0]
    for call in (*GAMES, *EXACT, *MONTECARLO, *VERIFICATION)
}
UNTRIED = {"Chance", "MontmortError", "RuleSet", "Table"}  # protocols and base classes
PACKAGES = (montmort, montmort.games, montmort.exact, montmort.montecarlo, montmort.verification)


@pytest.mark.parametrize("name", sorted({name for package in PACKAGES for name in package.__all__}))
def test_every_public_name_is_tried(name: str) -> None:
    assert name in TRIED | UNTRIED


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
