"""A pytest plugin: the fixture and marker `agrees`, and a summary of all samplers tested.

    def test_loot(agrees):
        agrees(draw_loot, {"sword": 1, "shield": 3, "gold": 6}, margin=0.02)

`@pytest.mark.agrees(margin=0.02, seed=7)` gives the arguments that a test leaves out, and
`--agrees-seed N` the seed of all tests that name none.
"""

from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable

    from montmort.testing.agreement import Agreement

_PASSED = pytest.StashKey[list["Agreement"]]()
_FAILED = pytest.StashKey[list[str]]()


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the flag for the seed."""
    parser.getgroup("montmort").addoption(
        "--agrees-seed", type=int, default=0, metavar="N", help="seed of agrees (0)"
    )


def pytest_configure(config: pytest.Config) -> None:
    """Declare the marker."""
    config.addinivalue_line(
        "markers", "agrees(margin=None, seed=0, most=10**7): arguments of the fixture agrees"
    )
    config.stash[_PASSED], config.stash[_FAILED] = [], []


@pytest.fixture
def agrees(request: pytest.FixtureRequest) -> "Callable[..., Agreement]":
    """Return `montmort.testing.agrees`, with the arguments of the marker."""
    from montmort.testing.agreement import agrees

    marker = request.node.get_closest_marker("agrees")
    given = {"seed": request.config.getoption("--agrees-seed"), **(marker.kwargs if marker else {})}
    stash = request.config.stash

    def tested(sampler: Any, law: Any, **options: Any) -> "Agreement":
        try:
            found = agrees(sampler, law, **{**given, **options})
        except AssertionError:
            stash[_FAILED].append(request.node.nodeid)
            raise
        stash[_PASSED].append(found)
        return found

    return tested


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    """Say how many samplers were tested, and how likely a false alarm was."""
    passed, failed = config.stash[_PASSED], config.stash[_FAILED]
    tests = len(passed) + len(failed)
    if not tests:
        return
    from montmort.testing.agreement import LEVELS

    draws = sum(each.draws for each in passed)
    terminalreporter.write_line(
        f"agrees: {len(passed)} of {tests} samplers follow their laws, {draws:,} draws; the "
        f"chance that a correct one failed is at most {tests * LEVELS.reject:g}"
    )
