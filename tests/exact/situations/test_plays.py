"""Merged == all paths for every construct, and fewer situations than paths."""

from collections.abc import Callable
from typing import Any

import pytest

from montmort.exact.from_rules import law_of
from montmort.games import Chance
from montmort.games.errors import BadInput
from tests.exact.situations.plays import PLAYS


@pytest.mark.parametrize("play", PLAYS, ids=lambda play: play.__name__)
def test_merged_is_all_paths(play: Callable[[Chance], Any]) -> None:
    merged, walked = law_of(play, by="situations"), law_of(play, by="paths")
    assert merged == walked
    assert {x: type(x) for x in merged} == {x: type(x) for x in walked}


def test_the_law_says_how_it_was_found() -> None:
    die = PLAYS[0]
    assert law_of(die).how == "4 paths"
    assert law_of(die, by="situations").how == "3 situations, merged before every pick"
    with pytest.raises(BadInput, match="by='guess' must be one of paths, situations"):
        law_of(die, by="guess")
