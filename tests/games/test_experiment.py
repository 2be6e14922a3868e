"""The loop over steps, decks and the default table."""

import enum
from typing import Any, NamedTuple

import pytest

from montmort.games.cards.deck import Deck
from montmort.games.chance import Chance, RandomChance, ScriptedChance
from montmort.games.errors import BadInput, TooLarge
from montmort.games.experiment import Experiment, add_gain
from montmort.games.table import SilentTable, Table


class Result(enum.Enum):
    WIN = "win"
    LOSS = "loss"


class Score(NamedTuple):
    points: int
    ended: bool
    result: Result


def test_integers_add_up_and_other_values_are_the_last() -> None:
    total = add_gain(Score(2, True, Result.WIN), Score(-3, False, Result.LOSS))
    assert total == Score(-1, False, Result.LOSS)
    assert add_gain(None, total) is total


def test_a_start_that_returns_none_is_refused() -> None:
    def start(rules: None, chance: Chance) -> int | None:
        return None

    def step(rules: None, state: int, chance: Chance, table: Table) -> tuple[None, Score]:
        raise AssertionError("never called")

    experiment = Experiment(name="empty", outcome=Score, start=start, step=step)
    with pytest.raises(BadInput, match="empty"):
        experiment.play(None, RandomChance(0))


def test_a_play_without_picks_that_never_ends_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("montmort.games.experiment.MOST_STEPS", 100)

    class Steps(NamedTuple):
        steps: int

    def step(last: int, state: int, _chance: Chance, _table: Table) -> Any:
        return (None if state == last else state + 1), Steps(1)

    counted = Experiment(name="counted", outcome=Steps, start=lambda *_: 1, step=step)
    assert counted.play(100, RandomChance(1)) == Steps(100)
    with pytest.raises(TooLarge, match="more than 100 steps: it seems to have no end"):
        counted.play(101, RandomChance(1))


def test_the_silent_table_takes_the_only_choice_and_refuses_a_real_one() -> None:
    table = SilentTable()
    assert table.decide(0, ["call"], None) == "call"
    with pytest.raises(BadInput, match="seat 1"):
        table.decide(1, ["call", "raise"], None)


def test_an_empty_deck_and_a_deck_with_negative_counts() -> None:
    with pytest.raises(BadInput, match="empty"):
        Deck((0, 0)).draw(ScriptedChance([0]))
    with pytest.raises(BadInput, match="-1"):
        Deck((1, -1))


def test_a_deck_is_drawn_to_its_end() -> None:
    deck, chance, drawn = Deck.of(ranks=3, suits=2), RandomChance(5), []
    while deck.size:
        kind, deck = deck.draw(chance)
        drawn.append(kind)
    assert sorted(drawn) == [0, 0, 1, 1, 2, 2]


def test_an_outcome_that_is_no_named_tuple_is_refused() -> None:
    def step(rules: None, state: int, chance: Chance, table: Table) -> tuple[None, Score]:
        raise AssertionError("never called")

    with pytest.raises(BadInput, match=r"x: outcome=<class 'int'> must be a NamedTuple"):
        Experiment(name="x", outcome=int, start=lambda *_: 0, step=step)  # type: ignore[type-var]


def test_a_step_that_returns_no_pair_is_refused() -> None:
    moves: list[Any] = [None, Score(1, True, Result.WIN), (None,), (1, 2, 3), (None, 5)]
    game = Experiment(
        name="x", outcome=Score, start=lambda *_: 0, step=lambda rules, state, *_: moves[rules]
    )
    for rules in range(len(moves)):
        with pytest.raises(BadInput, match=r"x: step\(\) must return \(next state or None, gain\)"):
            game.play(rules, RandomChance(1))
