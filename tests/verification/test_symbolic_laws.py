"""Laws as functions of symbols: at every point they are the laws of the rules with numbers."""

from fractions import Fraction
from typing import Any, NamedTuple

import pytest
import sympy
from hypothesis import given, settings
from hypothesis import strategies as st

from montmort.games.chance import Chance, coin
from montmort.games.errors import BadInput, InvalidCounts, UnknownName
from montmort.games.experiment import Experiment
from montmort.verification.outcome_laws import outcome_laws
from montmort.verification.own_games.from_play import experiment_of
from montmort.verification.own_games.point import experiment_at
from montmort.verification.symbolic_laws import symbolic_laws

p, A, b = sympy.symbols("p A b")
INNER = st.fractions(Fraction(1, 20), Fraction(19, 20), max_denominator=20)


class Bet(NamedTuple):
    gain: int
    won: bool


class Race(NamedTuple):
    won: bool
    tosses: int


def bet(chance: Chance) -> Bet:
    return Bet(A * b, True) if coin(chance, p) else Bet(-A, False)  # type: ignore[arg-type]


def duel(rules: object, score: int, chance: Chance, table: object) -> Any:
    score += 1 if coin(chance, p) else -1  # type: ignore[arg-type]
    return (None if abs(score) == 2 else score), Race(score == 2, 1)


DUEL = Experiment[Any, int, Race](name="duel", outcome=Race, start=lambda *_: 0, step=duel)
BET = experiment_of(bet)


@settings(max_examples=15)
@given(INNER, st.fractions(0, 3, max_denominator=2), st.fractions(0, 3, max_denominator=2))
def test_values_of_the_functions_are_the_laws_of_the_numbers(
    x: Fraction, stake: Fraction, odds: Fraction
) -> None:
    for experiment, point in ((BET, {p: x, A: stake, b: odds}), (DUEL, {p: x})):
        found: Any = symbolic_laws(experiment, None)
        numbers = outcome_laws(experiment_at(experiment, point), None)
        assert found.at(point).answers() == numbers.answers()
        for name, law in numbers.fields.items():
            for moment in ("mean", "variance"):
                function = getattr(found.fields[name], moment)
                assert Fraction(str(function.subs(point))) == getattr(law, moment)


def test_the_functions_of_a_bet() -> None:
    found: Any = symbolic_laws(BET, None)
    assert found.fields["gain"].mean.equals(A * (b * p + p - 1))
    assert found.fields["gain"].answers()["law"] == {"-A": 1 - p, "A*b": p}
    assert [str(symbol) for symbol in found.symbols] == ["A", "b", "p"]
    assert str(found.conditions) == "(0 <= p) & (p <= 1)"
    assert found.value_of() == ("gain", found.fields["gain"].mean)
    assert (found.is_truth("gain"), found.is_truth("won")) == (False, True)


def test_a_game_without_a_longest_play_has_moments_of_its_numbers() -> None:
    tosses = symbolic_laws(DUEL, None).fields["tosses"].answers()
    assert tosses["mean"].equals(2 / (p**2 + (1 - p) ** 2))
    assert (tosses["law"], tosses["tail"]) == ({}, 1)


def test_a_condition_where_the_play_is_bounded() -> None:
    found: Any = symbolic_laws(BET, None, "won")
    assert (found.event, found.fields["gain"].mean) == (p, A * b)
    assert found.at({p: Fraction(1, 3), A: 1, b: 2}).event == Fraction(1, 3)


def test_what_cannot_be_asked() -> None:
    with pytest.raises(BadInput, match="gain depends on the symbols"):
        symbolic_laws(BET, None, "gain > 0")
    with pytest.raises(BadInput, match="needs a game with a longest play"):
        symbolic_laws(DUEL, None, "won")
    with pytest.raises(UnknownName, match="no field 'lost' with a mean; there are gain, won"):
        symbolic_laws(BET, None).value_of("lost")  # type: ignore[union-attr]
    with pytest.raises(InvalidCounts, match="gave 'win'"):
        symbolic_laws(experiment_of(lambda chance: "win" if coin(chance, p) else 1), None)
    with pytest.raises(BadInput, match=r"the conditions .* do not hold"):
        symbolic_laws(BET, None).at({p: 2})  # type: ignore[union-attr]
