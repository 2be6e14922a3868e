"""The laws of all fields against counts by hand and published values."""

import enum
from fractions import Fraction
from typing import NamedTuple

import pytest

from montmort.exact import longest_play
from montmort.exact.from_rules import explore
from montmort.games.chance import Chance
from montmort.games.errors import BadInput, TooLarge
from montmort.games.experiment import Experiment
from montmort.games.table import Table
from montmort.verification import outcome_laws as laws
from montmort.verification.outcome_laws import laws_of_walk, outcome_laws
from montmort.verification.own_games.from_play import experiment_of


class Result(enum.Enum):
    """How the pass line ends."""

    WIN = 1
    LOSS = 0


class Bet(NamedTuple):
    """Outcome: the result in three forms, and the rolls."""

    result: Result
    won: bool
    rolls: int
    net: int


def _roll(_rules: None, point: int, chance: Chance, _table: Table) -> tuple[int | None, Bet]:
    total = chance.pick([1] * 6) + chance.pick([1] * 6) + 2
    wins = total in (7, 11) if not point else total == point
    loses = total in (2, 3, 12) if not point else total == 7
    bet = Bet(Result.WIN if wins else Result.LOSS, wins, 1, wins - loses)
    return (None if wins or loses else point or total), bet


CRAPS = Experiment(name="craps", outcome=Bet, start=lambda *_: 0, step=_roll)
WAYS = {4: 3, 5: 4, 6: 5, 8: 5, 9: 4, 10: 3}  # of 36 to roll a point; each wins with w/(w + 6)
WIN = Fraction(8, 36) + sum(Fraction(w, 36) * Fraction(w, w + 6) for w in WAYS.values())
ROLLS = 1 + sum(Fraction(w, 36) * Fraction(36, w + 6) for w in WAYS.values())


class Heads(NamedTuple):
    """Outcome: the heads of some tosses."""

    heads: int


def _toss(_rules: None, left: int, chance: Chance, _table: Table) -> tuple[int | None, Heads]:
    return (left - 1 or None), Heads(chance.pick([1, 1]))


def test_a_law_that_is_too_large_leaves_the_moments(monkeypatch: pytest.MonkeyPatch) -> None:
    tosses = Experiment(name="tosses", outcome=Heads, start=lambda *_: 40, step=_toss)
    assert outcome_laws(tosses, None).fields["heads"].mean == 20
    monkeypatch.setattr(longest_play, "MOST_BITS", 10**4)
    found = outcome_laws(tosses, None).fields["heads"]
    assert (found.law, found.mean, found.variance) == (None, 20, 10)
    with pytest.raises(TooLarge, match=r"after \d+ of 40 steps it has \d+ chances of up to"):
        explore(tosses, None).law()


def test_craps() -> None:
    found = outcome_laws(CRAPS, None)
    answers = found.answers()
    assert answers["result"] == {"law": {"win": WIN, "loss": 1 - WIN}, "tail": 0}
    assert answers["won"]["mean"] == answers["won"]["law"]["true"] == WIN
    assert answers["won"]["variance"] == WIN * (1 - WIN)
    assert answers["rolls"]["mean"] == ROLLS
    assert 0 < answers["rolls"]["tail"] < Fraction(1, 10**9)
    assert answers["rolls"]["law"]["1"] == Fraction(1, 3)
    assert answers["net"] == {
        "mean": 2 * WIN - 1,
        "variance": 1 - (2 * WIN - 1) ** 2,
        "law": {"-1": 1 - WIN, "1": WIN},
        "tail": 0,
    }  # only the last step wins or loses
    assert found.states == 7
    assert found.steps is not None
    assert (found.steps.mean, found.steps.variance) == (
        answers["rolls"]["mean"],
        answers["rolls"]["variance"],
    )


def test_craps_given_many_rolls() -> None:
    """A point is rolled first; then each roll decides with the chance of the point and the 7."""
    late = {p: Fraction(w, 36) * (1 - Fraction(w + 6, 36)) ** 2 for p, w in WAYS.items()}
    won = sum(late[p] * Fraction(w, w + 6) for p, w in WAYS.items())
    found = outcome_laws(CRAPS, None, given="rolls > 3")
    assert found.event == sum(late.values())
    assert found.fields["won"].mean == won / sum(late.values())
    law = found.fields["rolls"].law
    assert law is not None
    assert min(law) == 4


def test_a_condition_may_bound_the_plays() -> None:
    found = outcome_laws(CRAPS, None, given="rolls <= 2 and result == win")
    assert found.fields["rolls"].answers()["tail"] == 0
    assert set(found.fields["rolls"].answers()["law"]) == {"1", "2"}


def test_an_unbounded_game_compares_a_number_with_a_constant() -> None:
    with pytest.raises(BadInput, match="must compare it with a number, as in `rolls > 3`"):
        outcome_laws(CRAPS, None, given="rolls % 2 == 0")


def test_a_single_value_is_one_field() -> None:
    found = outcome_laws(experiment_of(lambda chance: chance.pick([1, 2, 1])), None)
    assert found.answers() == {
        "value": {
            "mean": 1,
            "variance": Fraction(1, 2),
            "law": {"0": Fraction(1, 4), "1": Fraction(1, 2), "2": Fraction(1, 4)},
            "tail": 0,
        }
    }
    assert found.fields["value"].quantiles() == {"1/20": 0, "1/2": 1, "19/20": 2}


def test_any_condition_holds_for_a_game_with_a_longest_play() -> None:
    found = outcome_laws(
        experiment_of(lambda chance: chance.pick([1] * 6) + 1), None, given="value % 2 == 0"
    )
    assert (found.event, found.fields["value"].mean) == (Fraction(1, 2), 4)


def test_the_laws_of_a_walk_can_be_asked_of_it() -> None:
    assert laws_of_walk(explore(CRAPS, None)).laws["won"].mean() == WIN


def test_steps_are_left_out_where_they_take_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(laws, "MOST_TIMED", 6)
    assert outcome_laws(CRAPS, None).steps is None  # 7 states, no longest play
    two = experiment_of(lambda chance: chance.pick([1, 1]))
    assert outcome_laws(two, None).steps is not None
