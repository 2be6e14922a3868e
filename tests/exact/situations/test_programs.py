"""Merged == all paths on random plays; the safety net never speaks up."""

import pytest
from hypothesis import HealthCheck, assume, given, settings

from montmort.exact.from_rules import law_of
from montmort.exact.path_enumerator import estimated_paths
from montmort.games.errors import TooLarge
from tests.exact.situations.programs import loaded, programs

MOST = 600  # paths


def check(text: str, folder: pytest.TempPathFactory) -> None:
    play = loaded(text, folder.getbasetemp())
    assume(estimated_paths(play, probes=20, rng=0) < 3 * MOST)
    try:
        walked = law_of(play, by="paths", limit=MOST)
    except TooLarge:
        assume(False)
    assert law_of(play, by="situations", limit=100_000) == walked


@settings(max_examples=8, deadline=None, suppress_health_check=[*HealthCheck])
@given(text=programs())
def test_merged_is_all_paths(text: str, tmp_path_factory: pytest.TempPathFactory) -> None:
    check(text, tmp_path_factory)


@pytest.mark.slow
@settings(max_examples=60, deadline=None, suppress_health_check=[*HealthCheck])
@given(text=programs())
def test_merged_is_all_paths_of_many_plays(
    text: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    check(text, tmp_path_factory)
