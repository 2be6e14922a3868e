"""Plays that may never end: the chances of all ends, totals, and where there are none."""

from fractions import Fraction
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from montmort import Experiment, MarkovChain, explore
from montmort.exact.endless_play import Endless
from montmort.games.errors import BadChain
from montmort.verification.certificates.check import content_hash
from montmort.verification.certificates.outcome_chain import outcome_certificate
from montmort.verification.outcome_laws import outcome_laws
from tests.verification.certificates import tampering

HALF = Fraction(1, 2)


class Play(NamedTuple):
    """An outcome."""

    won: bool
    points: int


def ruin(goal: int, gained: int) -> Experiment[Any, Any, Any]:
    """A fair walk from 2: at the goal a play is won, at 0 it never ends and gains for ever."""

    def step(_rules: object, units: int, chance: Any, _table: Any) -> Any:
        if units == 0:
            return 0, Play(won=False, points=gained)
        after = units + 2 * chance.pick([1, 1]) - 1
        return (None if after == goal else after), Play(won=True, points=1)

    return Experiment(name="ruin", outcome=Play, start=lambda *_: 2, step=step)


@pytest.mark.parametrize("goal", [3, 4, 7])
def test_a_walk_that_may_be_lost_for_ever(goal: int) -> None:
    """P(goal) = 2/goal, and i(goal - i) tosses on average (Feller 1968, chapter XIV)."""
    walk = explore(ruin(goal, 0), None)
    assert walk.never_ends == 1 - Fraction(2, goal)
    won = Fraction(2, goal)
    assert walk.last_law("won").chances() == {True: won, Endless.NEVER_ENDS: 1 - won}
    assert walk.expected("points") == 2 * (goal - 2)
    for question in (walk.steps_to_end, walk.chain, walk.check_ends, walk.steps_law):
        with pytest.raises(BadChain, match="a play that reaches 0, by 2 -> 1 -> 0, never ends"):
            question()


@pytest.mark.parametrize(("gained", "does"), [(1, "gains"), (-2, "loses")])
def test_a_total_that_grows_for_ever(gained: int, does: str) -> None:
    walk = explore(ruin(4, gained), None)
    assert walk.last_law("won")[True] == HALF
    for question in (walk.expected, walk.variance, walk.field_law):
        with pytest.raises(BadChain, match=f"by 2 -> 1 -> 0, never ends, and {does} for ever"):
            question("points")
    found = outcome_laws(ruin(4, gained), None, may_be_endless=True)
    assert found.answers()["never_ends"] == HALF == found.fields["won"].mean
    assert does in found.fields["points"].answers()["why"]
    with pytest.raises(BadChain, match="never ends"):
        outcome_laws(ruin(4, gained), None)


@st.composite
def chains(draw: st.DrawFn) -> list[dict[int | None, int]]:
    size = draw(st.integers(1, 6))
    row = st.dictionaries(
        st.sampled_from([None, *range(size)]), st.integers(1, 5), min_size=1, max_size=3
    )
    return [draw(row) for _ in range(size)]


@given(chains())
def test_random_chains_end_with_the_chance_of_hitting_the_end(
    rows: list[dict[int | None, int]],
) -> None:
    def step(_rules: object, state: int, chance: Any, _table: Any) -> Any:
        after = [*rows[state]][chance.pick([*rows[state].values()])]
        return after, Play(won=state % 2 == 0, points=0)

    walk = explore(Experiment(name="rows", outcome=Play, start=lambda *_: 0, step=step), None)
    named: dict[int | None, Any] = {
        s: {t: Fraction(w, sum(row.values())) for t, w in row.items()} for s, row in enumerate(rows)
    }
    ends = MarkovChain.from_rows(named | {None: {None: 1}}).hitting_chances(None)[0]
    assert walk.never_ends == 1 - ends
    law = walk.last_law("won").chances()
    assert law.get(Endless.NEVER_ENDS, 0) == 1 - ends
    assert walk.expected("points") == 0


def test_a_chain_that_may_not_end_has_a_certificate() -> None:
    twin: Any = outcome_certificate(explore(ruin(4, 0), None), {})
    assert twin["content"]["answers"] == {"points": "4", "points^2": "24", "won=true": "1/2"}
    assert tampering.trusted(twin)
    assert not tampering.is_refused(twin)
    twin["content"]["values"]["won=true"]["0"] = "1"
    twin["sha256"] = content_hash(twin)
    assert tampering.is_refused(twin)
    with pytest.raises(BadChain, match="never ends, and gains for ever"):
        outcome_certificate(explore(ruin(4, 1), None), {})
