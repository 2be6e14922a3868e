"""The constructs of simulators in exact walks: the compiled law is the interpreted one."""

import pytest

from tests.machine.constructs import MORE
from tests.machine.laws import compiled_law, interpreted_law
from tests.machine.simulated import PLAYS
from tests.machine.snippets import names_of

NO_LAW = {
    "more than one walrus",  # too many paths
    "a Deck of many kinds",  # too many paths
    "coins whose chance varies",  # one play raises an error
    "imports in functions, and cached functions of constants",  # the interpreted walk refuses it
}
PROGRAMS = {name: text for name, text in (PLAYS | MORE).items() if name not in NO_LAW}


@pytest.mark.parametrize("name", PROGRAMS)
def test_the_law_is_that_of_all_interpreted_paths(name: str) -> None:
    play = names_of(PROGRAMS[name])["play"]
    assert compiled_law(play) == interpreted_law(play)
