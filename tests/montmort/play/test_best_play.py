"""What choices are worth at the table, and what those made have cost."""

import json
import re
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from montmort.games.chance import ScriptedChance
from montmort.options.flags import read_game
from montmort.play.best_play import BestPlay, best_play
from tests.montmort.optimal_games import COUNTERS, REROLL

TARGET = '''"""Three rounds: a sure 2, or a die of three faces."""

from typing import NamedTuple

from montmort import Experiment


class Points(NamedTuple):
    points: int


def start(rules, chance):
    return 3


def step(rules, left, chance, table):
    sure = table.decide(0, ["sure", "die"], None) == "sure"
    points = 2 if sure else chance.pick([1, 1, 1]) + 1
    return left - 1 or None, Points(points)


GAME = Experiment(name="game", outcome=Points, start=start, step=step)
'''

SHOWN = '''"""A coin is shown by nothing but the state: no view."""


def play(chance, table):
    coin = chance.pick([1, 1, 1])
    return 2 * coin if table.decide(0, ["double", "one"], None) == "double" else 1
'''

KUHN = '''"""Kuhn poker with three cards."""

from typing import NamedTuple


class Net(NamedTuple):
    net: int


def play(chance, table):
    first = chance.pick([1, 1, 1])
    second = [card for card in range(3) if card != first][chance.pick([1, 1])]
    more = 1 if first > second else -1
    if table.decide(0, ["check", "bet"], (first, "deal")) == "bet":
        call = table.decide(1, ["fold", "call"], (second, "bet")) == "call"
        return Net(2 * more if call else 1)
    if table.decide(1, ["check", "bet"], (second, "check")) == "check":
        return Net(more)
    call = table.decide(0, ["fold", "call"], (first, "check bet")) == "call"
    return Net(2 * more if call else -1)
'''

LARGE = '''"""Thirty cards in a row."""

from montmort import shuffled


def play(chance, table):
    cards = shuffled(chance, range(30))
    return cards.index(table.decide(0, [0, 1], cards[0]))
'''


def cells(out: str) -> list[list[str]]:
    """Return the cells of the lines that have more than one."""
    rows = [re.split(r" {2,}", line.strip()) for line in out.splitlines()]
    return [row for row in rows if len(row) > 1]


def test_a_question_mark_shows_what_each_choice_is_worth(play: Any, file: Any) -> None:
    code, out, _ = play(file(REROLL), "--seed", "3", answers="?\nagain\n")
    assert code == 0
    rows = cells(out)
    assert ["keep", "5", "5", "best"] in rows
    assert ["again", "3.5", "7/2"] in rows
    assert "Worth: the mean of value if everybody plays at best from here on; you want it" in out
    assert "large (--optimal or --minimise names another aim)." in out


def test_afterwards_it_shows_what_each_decision_has_cost(play: Any, file: Any) -> None:
    out = play(file(REROLL), "--seed", "3", answers="again\n")[1]
    assert cells(out.partition("The game is over")[2]) == [
        ["decision", "you took", "best", "cost", "fraction"],
        ["5", "again", "keep", "1.5", "3/2"],
        ["in all", "1.5", "3/2"],
    ]
    assert "Cost: the difference to the best choice in the mean of value, if" in out
    out = play(file(REROLL), "--seed", "3", answers="keep\n")[1]
    assert ["in all", "0", "0"] in cells(out)


def test_an_aim_of_the_user(play: Any, file: Any) -> None:
    own = file(REROLL)
    out = play(own, "--seed", "3", "--optimal", "value > 4", answers="?\nkeep\n")[1]
    assert ["keep", "1", "1", "best"] in cells(out)
    assert ["again", "0.333333...", "1/3"] in cells(out)
    assert "Worth: the chance of value > 4 if everybody plays at best from here on; you" in out
    out = play(own, "--seed", "3", "--minimise", "value", answers="?\nkeep\n")[1]
    assert ["again", "3.5", "7/2", "best"] in cells(out)
    assert ["5", "keep", "again", "1.5", "3/2"] in cells(out)
    assert "you want it small." in out


def test_a_seat_without_a_player_plays_at_best(play: Any, file: Any) -> None:
    own = file(COUNTERS)
    flags = [own, "--counters", "7", "--optimal", "first_wins"]
    out = play(*flags, answers="?\n1\n2\n")[1]
    assert ["3", "1", "1", "best"] in cells(out)  # four are left
    assert ["counters 7, mover 0", "1", "3", "1", "1"] in cells(out)
    assert "counters 4, mover 0" in out  # after 1 of 7 the best answer takes 2
    assert "The game is over: first wins no" in out
    flags[-2] = "--minimise"
    out = play(*flags, "--seat", "1", answers="?\n1\n")[1]
    assert "counters 4, mover 1" in out  # the best first move takes 3
    assert ["1", "1", "1", "best"] in cells(out)


def test_the_players_of_a_file_play_unless_an_aim_is_named(play: Any, file: Any) -> None:
    players = """
class Ones:
    def decide(self, seat, choices, view):
        return choices[0]

    def tell(self, event):
        pass


def players(rules, chance):
    return Ones()
"""
    own = file(COUNTERS.replace("    moves: int\n", "").replace("0, 1)", "0)") + players)
    out = play(own, "--counters", "7", answers="1\n?\n1\n1\n1\n")[1]
    assert "counters 5, mover 0" in out
    assert ["1", "1", "1", "best"] in cells(out)
    out = play(own, "--counters", "7", "--optimal", "first_wins", answers="1\n1\n")[1]
    assert "counters 4, mover 0" in out


def test_enclosed_worths_are_shown_with_their_bounds(
    play: Any, file: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("montmort.exact.decisions.optimal.VALUES_UP_TO", -1)
    out = play(file(REROLL), "--optimal", "value", "--seed", "3", answers="?\nkeep\n")[1]
    (keep, again) = [row for row in cells(out) if row[0] in ("keep", "again")]
    assert keep == ["keep", "5 to 5", "bounds", "best"]
    assert again[2] == "bounds"
    assert "cost" not in out


def test_without_a_view_the_state_is_shown_and_known(play: Any, file: Any) -> None:
    flags = [file(TARGET), "--optimal", "points > 6", "--seed", "1"]
    _, out, _ = play(*flags, answers="?\ndie\n?\nsure\n?\ndie\n")
    # three throws for 7 or more: a sure 2 leaves 5 with two dice (6/9), a die at best 2/3 as well
    first = cells(out.partition("own.py")[0])
    values = {row[0]: Fraction(row[2]) for row in first if row[0] in ("sure", "die")}
    assert set(values) <= {"sure", "die"}
    found = re.findall(r"^ (sure|die) +\S+ +(\S+)", out, re.MULTILINE)
    assert [Fraction(value) for _, value in found[:2]] == _worths_of_target()


def _worths_of_target() -> list[Fraction]:
    """Return the chances of 7 points or more after a first sure 2 and a first die."""

    def best(left: int, need: int) -> Fraction:
        if left == 0:
            return Fraction(int(need <= 0))
        return max(best(left - 1, need - 2), die(left, need))

    def die(left: int, need: int) -> Fraction:
        return sum((best(left - 1, need - face) for face in (1, 2, 3)), Fraction(0)) / 3

    return [best(2, 5), die(3, 7)]


def test_what_was_picked_since_the_state_is_known_too(play: Any, file: Any) -> None:
    own = file(SHOWN)
    best = {0: "one", 1: "double", 2: "double"}
    seen = set()
    for seed in range(12):
        out = play(own, "--seed", str(seed), answers="?\ndouble\n")[1]
        points = int(re.search(r"over: value (\d)", out)[1])  # type: ignore[index]
        coin = points // 2
        (marked,) = [row[0] for row in cells(out) if row[-1] == "best"]
        assert marked == best[coin]
        assert (
            ["in all", "1", "1"] in cells(out) if not coin else ["in all", "0", "0"] in cells(out)
        )
        seen.add(coin)
    assert seen == {0, 1, 2}


def test_mixed_strategies_say_how_often_a_choice_is_drawn(play: Any, file: Any) -> None:
    own = file(KUHN)
    flags = [own, "--minimise", "net", "--seat", "1"]
    for seed in range(40):
        out = play(*flags, "--seed", str(seed), answers="?\n2\n")[1]
        if "0, check" in out:  # the lowest card bluffs with 1/3
            marks = {row[0]: row[-1] for row in cells(out) if "drawn" in row[-1]}
            assert marks == {"check": "best, drawn with 2/3", "bet": "best, drawn with 1/3"}
            assert ["in all", "0", "0"] in cells(out)
            return
    pytest.fail("no check in forty games")


class Always:
    """A table on which the human always takes the same choice."""

    def __init__(self, best: BestPlay, choice: str) -> None:
        self.best, self.choice = best, choice

    def decide(self, _seat: int, _choices: Any, _view: Any) -> Any:
        self.best.choose(self.choice)
        return self.choice

    def tell(self, event: Any) -> None:
        pass


@pytest.mark.parametrize(("choice", "value"), [("again", Fraction(7, 2)), ("keep", Fraction(7, 2))])
def test_the_costs_are_on_average_what_the_strategy_loses(
    file: Any, choice: str, value: Fraction
) -> None:
    game = read_game(str(file(REROLL)))
    rules, total = game.rulebook.usual, Fraction(0)
    for die in range(6):
        best = best_play(game, rules, "play", "value", None, 0)
        assert best is not None
        table = Always(best, choice)
        picks = ScriptedChance([die, 0] if choice == "again" else [die])
        best.experiment(table).play(rules, picks)
        total += sum((made.cost for made in best.made()), Fraction(0))
    assert total / 6 == Fraction(17, 4) - value


def test_a_game_too_large_goes_on_and_says_why(play: Any, file: Any) -> None:
    own = file(LARGE)
    sentence = "What the choices are worth is not known: about 5.3e+32 paths of picks"
    code, out, _ = play(own, "--optimal", "value", "--seed", "5", answers="?\n1\n")
    assert (code, out.count(sentence), "The game is over" in out) == (0, 2, True)
    code, out, _ = play(own, "--seed", "5", answers="?\n1\n")
    assert (code, out.count(sentence), "The game is over" in out) == (0, 1, True)
    assert "cost" not in out


def test_a_game_of_more_paths_than_unasked_for_is_solved_on_request(
    play: Any, file: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("montmort.play.best_play.UNASKED", 0)
    monkeypatch.setattr("montmort.exact.graph.exploration.GLANCE", 1)
    own = file(REROLL)
    out = play(own, "--seed", "3", answers="?\nkeep\n")[1]
    assert "is not known: more than 0 paths; --optimal FIELD walks them" in out
    assert "cost" not in out
    out = play(own, "--seed", "3", "--optimal", "value", answers="?\nkeep\n")[1]
    assert ["in all", "0", "0"] in cells(out)


def test_aims_that_are_none(play: Any, file: Any) -> None:
    own = file(REROLL)
    code, _, err = play(own, "--optimal", "points")
    assert (code, "'points' is no field of the outcome" in err) == (2, True)
    code, _, err = play(own, "--optimal", "value", "--minimise", "value")
    assert (code, "are two aims; give one of them" in err) == (2, True)


def test_a_transcript_is_that_of_the_rules_and_plays_again(
    play: Any, file: Any, tmp_path: Path
) -> None:
    own, saved = file(TARGET), tmp_path / "t.json"
    flags = ["--optimal", "points > 6", "--seed", "4", "--save", str(saved)]
    assert play(own, *flags, answers="die\nsure\ndie\n")[0] == 0
    moves = json.loads(saved.read_text())["moves"]
    assert [move["view"] for move in moves if "seat" in move] == [None] * 3
    code, out, _ = play(own, "--replay", str(saved))
    assert (code, "the same as when it was played" in out) == (0, True)
    code, _, err = play(own, "--replay", str(saved), "--optimal", "points")
    assert (code, "leave out other flags" in err) == (2, True)


def test_leaving_the_table_costs_nothing(play: Any, file: Any) -> None:
    out = play(file(TARGET), "--seed", "4", answers="die\nq\n")[1]
    assert out.endswith("You leave the table. Good-bye!\n")
    assert "cost" not in out


TOLD = '''"""A die that may be thrown again is announced."""


def play(chance, table):
    table.tell("a die is thrown")
    die = chance.pick([1] * 6) + 1
    again = table.decide(0, ["keep", "again"], die) == "again"
    return chance.pick([1] * 6) + 1 if again else die
'''


def test_before_the_play_it_shows_what_the_game_is_worth(play: Any, file: Any) -> None:
    # 4, 5, 6 are kept; a second throw is worth 7/2
    code, out, _ = play(file(TOLD), "--seed", "1", answers="?\n\n1\n")
    assert (code, "worth" in out, "17/4" in out) == (0, True, True)


def test_a_game_without_decisions_is_not_worth_choosing(play: Any, file: Any) -> None:
    alone = TOLD.replace('table.decide(0, ["keep", "again"], die) == "again"', "False")
    code, out, _ = play(file(alone), "--seed", "1", answers="?\n\n")
    assert (code, "No exact chances are known here: the game has none to show." in out) == (0, True)
