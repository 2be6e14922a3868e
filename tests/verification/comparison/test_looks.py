"""How the looks of a run end."""

from collections.abc import Iterator

import pytest

from montmort.games.errors import InvalidCounts, SimulatorFailed
from montmort.verification.comparison.looks import Ending, show_looks


def looks(end: BaseException, number: int = 2) -> Iterator[int]:
    """Yield the looks 1, 2, …, and raise the error."""
    yield from range(1, number + 1)
    raise end


def show_all(looks: Iterator[int]) -> tuple[Ending, list[int], list[str]]:
    shown, told = list[int](), list[str]()

    def show(look: int) -> bool:
        shown.append(look)
        return False

    return show_looks(looks, show, lambda error: told.append(str(error))), shown, told


def test_an_interrupted_run_ends_with_what_was_counted() -> None:
    assert show_all(looks(KeyboardInterrupt())) == (Ending(interrupted=True), [1, 2], [])


def test_an_interrupt_before_the_first_look_is_no_error() -> None:
    assert show_all(looks(KeyboardInterrupt(), 0)) == (Ending(interrupted=True), [], [])


def test_a_failure_after_the_first_look_is_told() -> None:
    ending, shown, told = show_all(looks(SimulatorFailed("it fell"), 1))
    assert (ending, shown, told) == (Ending(failure="it fell"), [1], [])


def test_a_failure_before_the_first_look_is_raised() -> None:
    with pytest.raises(SimulatorFailed, match="it fell"):
        show_all(looks(SimulatorFailed("it fell"), 0))


def test_counts_that_cannot_be_are_told_to_the_judge() -> None:
    assert show_all(looks(InvalidCounts("impossible"))) == (Ending(), [1, 2], ["impossible"])


def test_no_look_is_made_after_it_is_enough() -> None:
    left = iter([1, 2, 3])
    assert show_looks(left, lambda look: look == 2, print) == Ending()
    assert list(left) == [3]
