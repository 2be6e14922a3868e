"""Plays in which players decide: their choices are replayed like the picks of chance."""

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest

from montmort.exact import Law
from montmort.games import kuhn, pig
from montmort.games.chance import Chance, RecordedChance
from montmort.games.errors import BadInput, NoPlayer, TooLarge
from montmort.games.experiment import Experiment
from montmort.games.table import RecordedTable, ScriptedTable, SilentTable, Table
from montmort.verification import crosscheck
from montmort.verification.comparison.result import Crosscheck
from montmort.verification.own_games.from_play import any_players
from montmort.verification.own_simulators.replays import CHANCE, RULES
from montmort.verification.registry import GAMES
from montmort.verification.verdicts.decision import Decision

Rng = np.random.Generator
GOAL = pig.Rules(goal=20)
Played = tuple[bool, list[int], list[int]]


def pig_at_eight(rng: Rng) -> Played:
    """Play pig to 20, written from the description: both players hold at 8 points of a turn."""
    picks: list[int] = []
    choices: list[int] = []
    scores, who, turn = [0, 0], 0, 0
    while True:
        if turn:
            choices.append(int(turn >= 8))
            if turn >= 8:
                scores[who] += turn
                who, turn = 1 - who, 0
                continue
        face = int(rng.integers(1, 7))
        picks.append(face - 1)
        if face == 1:
            who, turn = 1 - who, 0
            continue
        turn += face
        if scores[who] + turn >= 20:
            return who == 0, picks, choices


def _no_choice_left(rng: Rng) -> Played:
    won, picks, choices = pig_at_eight(rng)
    return won, picks, choices[:-1]


def _a_choice_too_many(rng: Rng) -> Played:
    won, picks, choices = pig_at_eight(rng)
    return won, picks, [*choices, 0]


def _an_illegal_choice(rng: Rng) -> Played:
    won, picks, choices = pig_at_eight(rng)
    return won, picks, [2 if each else 0 for each in choices]


def _choices_swapped(rng: Rng) -> Played:
    won, picks, choices = pig_at_eight(rng)
    return won, picks, [1 - each for each in choices]


def _wins_at_twenty_one(rng: Rng) -> Played:
    won, picks, choices = pig_at_eight(rng)
    return won != (picks[-1] == 1 and len(picks) > 6), picks, choices


def _judged(function: Any, **options: Any) -> Crosscheck:
    return crosscheck("pig", GOAL, replays=function, seed=1, workers=1, **options)


def test_players_of_a_function_decide_as_they_like() -> None:
    """Nothing is solved: whether it is wise to hold at 8 is not asked, nor who wins how often."""
    result = _judged(pig_at_eight, plays=2_000)
    assert result.difference is None
    assert result.unjudged == ("first_wins",)
    assert [each.field for each in result.verdicts] == [RULES]
    assert result.verdicts[0].decision is Decision.CONSISTENT
    assert {each.field for each in result.chance} == {*CHANCE}
    assert "the plays have choices of their own" in result.notes[0]


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        (_no_choice_left, "where the play ended, with seat"),
        (_a_choice_too_many, "the game is over 1 choice earlier"),
        (_an_illegal_choice, ", 2: impossible for seat 0, who chooses among 0 throw, 1 hold"),
        (_choices_swapped, ""),
        (_wins_at_twenty_one, "first_wins "),
    ],
)
def test_wrong_choices_are_found(wrong: Any, why: str) -> None:
    result = _judged(wrong, plays=300)
    assert result.decision is Decision.INCONSISTENT
    assert result.difference is not None
    assert why in result.difference.by_rules
    assert result.difference.choices is not None
    assert str(result.difference).startswith(f"{wrong.__name__}(rng), play ")


def test_supplied_laws_judge_the_fields_of_other_players() -> None:
    fair = Law(weights={True: 1, False: 1})
    result = _judged(pig_at_eight, plays=300, exact={"first_wins": fair})
    assert [each.field for each in result.verdicts] == ["first_wins", RULES]
    assert result.unjudged == ()


def test_without_choices_the_players_of_the_game_decide() -> None:
    """Their picks are the game's alone here: the best players of Kuhn poker mix by chance."""
    game = GAMES["pig"]
    played = game.played(pig.Rules(goal=6), "game")

    def best(rng: Rng) -> tuple[tuple[Any, ...], list[int]]:
        chance = RecordedChance(rng)
        return played.play(pig.Rules(goal=6), chance), chance.picks

    result = crosscheck(game, pig.Rules(goal=6), replays=best, seed=1, plays=300, workers=1)
    assert result.difference is None
    assert [each.field for each in result.verdicts] == ["first_wins", RULES]


class Guess(NamedTuple):
    """Whether a player has guessed the face of a die."""

    right: bool


def play_guess(chance: Chance, table: Table) -> Guess:
    guess = table.decide(0, range(6), None)
    return Guess(chance.pick([1] * 6) == guess)


def always_three(rng: Rng) -> tuple[dict[str, bool], list[int], list[int]]:
    face = int(rng.integers(6))
    return {"right": face == 3}, [face], [3]


def test_a_game_of_ones_own_without_players() -> None:
    guess = Experiment(
        name="guess",
        outcome=Guess,
        start=lambda _rules, _chance: 0,
        step=lambda _rules, _state, chance, table: (None, play_guess(chance, table)),
    )
    for play in (play_guess, guess):
        result = crosscheck(play=play, replays=always_three, seed=1, plays=300)
        assert result.difference is None
        assert result.unjudged == ("right",)
        with pytest.raises(NoPlayer, match="let the plays have a column choices"):
            crosscheck(play=play, replays=lambda rng: always_three(rng)[:2], seed=1, plays=300)


def test_a_game_too_large_for_its_players_needs_choices(tmp_path: Path) -> None:
    """What is too large for a law is replayed all the same, as an own game is."""
    rules = pig.Rules(goal=5_000)
    seed = 0
    chance, table = RecordedChance(seed), RecordedTable(any_players(rules, RecordedChance(1)))
    outcome = pig.EXPERIMENTS["game"].play(pig.Rules(goal=40), chance, table)
    cells = f"{outcome.first_wins},{' '.join(map(str, chance.picks))}"
    path = tmp_path / "plays.csv"
    path.write_text(f"first_wins,picks,choices\n{cells},{' '.join(map(str, table.choices))}\n")
    result = crosscheck("pig", rules, replays=path)
    assert result.difference is not None
    assert "the game goes on after " in result.difference.by_rules


def test_laws_that_are_too_large_leave_the_rules_and_the_picks(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def too_large(*_: object) -> None:
        raise TooLarge("no law for this")

    path = tmp_path / "plays.csv"
    path.write_text("points,picks\n1,0 1 0\n")
    monkeypatch.setattr("montmort.verification.game.Game.truth", too_large)
    from montmort.games import treize

    rules = treize.Rules(ranks=2, suits=1)
    result = crosscheck("treize", rules, replays=path)
    assert result.difference is None
    assert result.notes == ("only the rules and the picks are judged: no law for this",)
    assert result.unjudged == ("points",)
    with pytest.raises(TooLarge):
        crosscheck("treize", rules, plays=10)


@pytest.mark.parametrize(
    ("result", "message"),
    [
        (True, "gave True; it must be a tuple"),
        ((True, [1], [0], 3), "it must be a tuple"),
        ((True, "1 2"), "gave the picks '1 2'; they must be a sequence of integers"),
        ((True, [1], 0), "gave the choices 0; they must be a sequence of integers"),
    ],
)
def test_what_a_function_of_replays_must_return(result: object, message: str) -> None:
    with pytest.raises(BadInput, match=message):
        crosscheck("pig", GOAL, replays=lambda _: result)


def test_a_function_of_many_plays_has_no_picks() -> None:
    with pytest.raises(BadInput, match="of one play, to give its picks"):
        crosscheck("pig", GOAL, replays=lambda n, rng: {True: n})


def test_a_function_keeps_to_one_kind() -> None:
    def sometimes(rng: Rng) -> Sequence[Any]:
        found = pig_at_eight(rng)
        return found if len(found[1]) < 12 else found[:2]

    result = _judged(sometimes, plays=300)
    assert result.decision is Decision.INVALID
    assert "gave picks, and then another (True" in result.verdicts[0].reason


def test_tables_that_keep_and_follow_choices() -> None:
    table = RecordedTable(ScriptedTable([1, 0]))
    rules = kuhn.Rules()
    outcome = kuhn.EXPERIMENTS["hand"].play(rules, RecordedChance(1), table)
    assert outcome.net in (-1, 1)  # a bet and a pass
    assert table.choices == [1, 0]
    with pytest.raises(BadInput, match="decided 3, none of"):
        RecordedTable(_Wrong()).decide(0, ["pass"], None)
    with pytest.raises(BadInput, match=r"0 5c 6d, 1 none, 2 a, .* 7 f and 2 more, up to 9"):
        ScriptedTable([99]).decide(0, ["5c 6d", "", *"abcdefgh"], None)


class _Wrong(SilentTable):
    def decide(self, _seat: int, _choices: Sequence[Any], _view: Any, /) -> Any:
        return 3


def _command(*words: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-m", "montmort", *words], capture_output=True, text=True, check=False
    )


@pytest.mark.parametrize(
    "words",
    [
        ["kuhn"],
        *(
            pytest.param(words, marks=pytest.mark.slow)
            for words in (
                ["pig", "--goal", "12"],
                ["le-her", "--ranks", "4"],
                ["shut-the-box", "--tiles", "5"],
                ["first-orchard"],
                ["persian-monarchs"],
                ["liars-poker", "--experiment", "round"],
                ["jacks-or-better", "--ranks", "5"],
                ["three-card-poker", "--ranks", "5"],
                ["five-card-draw", "--experiment", "game", "--player", "random"],
            )
        ),
    ],
    ids=lambda words: words[0],
)
def test_records_have_the_choices_and_are_replays(tmp_path: Path, words: list[str]) -> None:
    path = tmp_path / "plays.csv"
    flags = ["--records", str(path), "--with-picks", "--plays", "100", "--seed", "1"]
    assert _command("simulate", *words, *flags).returncode == 0
    assert path.read_text().splitlines()[0].endswith(",picks,choices")
    run = _command("verify", *words, "--replays", str(path))
    assert "the rules agree in all 100 plays" in run.stdout


def test_the_story_of_a_play_shows_the_choices(tmp_path: Path) -> None:
    path = tmp_path / "plays.csv"
    path.write_text("net,picks,choices\n1,2 0,1 0\n2,0 1,0 1 1\n")  # the last one loses 2
    run = _command("verify", "kuhn", "--replays", str(path))
    assert run.returncode == 1
    assert "line 3: net 2; by the rules: net -2" in run.stdout
    assert "seat 1: bet, choice 1 of 2" in run.stdout
