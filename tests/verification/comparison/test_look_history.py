"""A few hundred looks of a run are selected, spread over its plays."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from montmort.montecarlo.tally import Tally
from montmort.verification.comparison.looks import STEP, History


def look(plays: int, values: int = 1) -> Tally:
    counts = dict.fromkeys(range(values - 1), 1) | {values - 1: plays - values + 1}
    return Tally(experiment="c0", plays=plays, histograms={"x": counts})


def shown(history: History) -> list[int]:
    return [tally.plays for tally in history.looks]


def test_no_looks() -> None:
    assert History().looks == ()


@given(st.lists(st.integers(1, 50), min_size=1, max_size=300))
def test_looks_lie_a_twentieth_apart_and_nothing_larger_is_passed_over(growth: list[int]) -> None:
    history, plays, all_plays = History(), 0, []
    for more in growth:
        plays += more
        all_plays.append(plays)
        history.add(look(plays))
    selected = shown(history)
    assert selected[0] == all_plays[0]
    assert selected[-1] == all_plays[-1]
    for before, after in pairwise(selected):
        between = [n for n in all_plays if before < n < after]
        assert all(n * STEP < before * (STEP + 1) for n in between)
        assert after == selected[-1] or after * STEP >= before * (STEP + 1)


def test_long_histograms_are_thinned_but_the_last_stays() -> None:
    history = History(most_counts=1000)
    for n in range(1, 400):
        history.add(look(200 * n, values=100))
        assert sum(len(tally.histogram("x")) for tally in history.looks) <= 1100
        assert shown(history)[-1] == 200 * n
    assert len(history.looks) > 3
