"""Compiled graphs of games with decisions are the interpreted ones, or are refused."""

import enum
import importlib.util
from collections import Counter
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from benchmarks.decision_games import first_orchard as orchard
from benchmarks.decision_games import five_dice
from montmort import Deck, Experiment
from montmort.exact.graph import exploration, folding
from montmort.exact.graph.game_graph import Information, Whole
from montmort.games import pig
from montmort.games import shut_the_box as box
from montmort.games.errors import BadInput, TooLarge
from montmort.games.experiment import start_once
from montmort.machine import rows as rows_of_words
from montmort.machine.refusal import CannotCompile
from tests.exact.graph.equal_graphs import graph_of, same_graphs


def check(experiment, rules=None, **named):
    found = graph_of(experiment, rules, compiled=True, **named)
    wanted = graph_of(experiment, rules, compiled=False, **named)
    assert found.how.startswith("steps compiled, ")
    assert found.how.removeprefix("steps compiled") == wanted.how.removeprefix("steps interpreted")
    assert same_graphs(found, wanted)
    assert found.weights.dtype == np.int64
    return found


@pytest.mark.parametrize(
    ("module", "experiment", "rules"),
    [
        (orchard, orchard.ORCHARD, {"trees": 3, "fruits": 2, "raven": 2}),
        (pig, pig.EXPERIMENTS["game"], {"goal": 7}),
        (box, box.EXPERIMENTS["game"], {"tiles": 4}),
        (five_dice, five_dice.DICE_GAME, None),
    ],
)
def test_games(module, experiment, rules, monkeypatch):
    if rules is None:
        monkeypatch.setattr(module, "DICE", 2)
        monkeypatch.setattr(module, "KEPT", [(a, b) for a in (0, 1) for b in (0, 1)])
    check(experiment, None if rules is None else module.Rules(**rules))


class Won(NamedTuple):
    won: int


def word_start(rules: int, chance) -> str:
    return "a" * (rules - 3)


def word_step(rules: int, word: str, chance, table) -> tuple[str | None, Won]:
    """Decide with states, views and choices that are texts made in the play."""
    letter = "ab"[chance.pick([1, 1])]
    place = table.decide(0, ["front", word + "|"], f"{word}|{letter}{len(word)}")
    word = letter + word if place == "front" else word + letter
    if word.endswith("ab") and table.decide(1, ("stop", "go"), word[-2:]) == "stop":
        return None, Won(word.count("ab"))
    return (None if len(word) >= rules else word), Won(0)


def test_texts():
    check(Experiment(name="words", outcome=Won, start=word_start, step=word_step), 5)


class Side(enum.Enum):
    LEFT = 1
    RIGHT = 2


class Place(NamedTuple):
    x: int
    side: Side | None
    deck: Deck[int]


def mixed_start(rules: int, chance) -> Place:
    return Place(chance.pick([1, 0, 2]), None, Deck([rules, 1]))


def mixed_step(rules: int, place: Place, chance, table) -> tuple[Place | None, Won]:
    """Decide with choices and views of all kinds."""
    table.tell(("begins", place.x))
    card, left = place.deck.draw(chance)
    side = table.decide(card, [Side.LEFT, Side.RIGHT], (place.x, card, place.side))
    if table.decide(0, [place.x], "one choice") != place.x:
        return None, Won(-1)
    extra = table.decide(0, [(), (1,), (1, card)][: 1 + place.x], left if card else None)
    word = table.decide(1 - card, ("stay", "go"), ("seen", side, extra))
    high = table.decide(0, tuple(range(4, 7)), None) if word == "go" else 4
    if not left:
        return None, Won(high)
    return Place((place.x + len(extra)) % 3, side, left), Won(high - 4 if side is Side.LEFT else 0)


MIXED = Experiment(name="mixed", outcome=Won, start=mixed_start, step=mixed_step)


class Last:
    """The last choice for seat 1, the first for others."""

    def decide(self, seat, choices, view):
        return choices[-1] if seat == 1 else choices[0]

    def tell(self, event) -> None:
        pass


@pytest.mark.parametrize("cards", [0, 1, 2])
def test_choices_and_views_of_every_kind(cards):
    graph = check(MIXED, cards)
    assert graph.deciding == (0, 1)
    kinds = {type(each.view) for each in graph.information}
    assert {tuple, Whole} <= kinds
    assert Deck in kinds or not cards


@pytest.mark.parametrize("free", [frozenset(), frozenset({0}), frozenset({1}), frozenset({0, 1})])
def test_other_seats_are_decided_by_a_table(free):
    assert check(MIXED, 2, others=Last(), free=free).deciding == tuple(sorted(free))


class Wrong(Last):
    def decide(self, seat, choices, view):
        return 7


def two_seats(chance, table):
    a = table.decide(1, [5, 6, 7], None)
    return Won(a + table.decide(0, [a - 2, a + chance.pick([1, 1])], None))


def test_what_another_seat_decides_must_be_a_choice():
    check(of(two_seats), others=Wrong(), free=frozenset({0}))
    wrong: dict[str, Any] = {"others": Wrong(), "free": frozenset({1})}
    with pytest.raises(CannotCompile, match="the rules raise an error"):
        graph_of(of(two_seats), None, compiled=True, **wrong)
    with pytest.raises(BadInput, match="chooses 7 for seat 0"):
        graph_of(of(two_seats), None, **wrong)


def of(play):
    return Experiment.of_play(play, Won)


def test_what_is_known_without_a_view_is_all_that_came_before():
    def play(chance, table):
        a = chance.pick([1, 2])
        b = table.decide(0, [5, 6, 7], None)
        return Won(a + table.decide(1, [1, b], None))

    known = check(of(play)).information
    state = start_once(None, None)
    assert Information(0, Whole(state, (1,)), (5, 6, 7)) in known
    assert Information(1, Whole(state, (1, 2)), (1, 7)) in known
    assert len(known) == 2 + 6
    assert known[-1] == known[7] == known[6:][1]


def test_a_play_without_decisions():
    def play(chance, table):
        return Won(chance.pick([3, 0, 1, 1, 0]) % 2)

    graph = check(of(play))
    assert graph.deciding == ()
    assert sorted(graph.weights.tolist()) == [1, 4]


def test_wide_and_heavy_picks():
    def play(chance, table):
        first = chance.pick([2**61, 1, 2**61 - 5])
        second = chance.pick([k % 7 for k in range(300)])
        return Won(table.decide(0, [second % 5, 5, 6], second % 10) + first)

    check(of(play))


def test_choices_in_a_range_that_varies():
    def play(chance, table):
        least = chance.pick([1, 2])
        return Won(table.decide(0, range(least, 3 * least + 2, 2), least))

    assert [each.choices for each in check(of(play)).information] == [(1, 3)]


class Pile(NamedTuple):
    left: int

    def moves(self):
        return [k + 1 for k in range(min(3, self.left))]


def test_choices_of_a_method():
    def play(chance, table):
        pile = Pile(1 + chance.pick([1, 1, 1]))
        return Won(table.decide(0, pile.moves(), pile))

    check(of(play))


def test_equal_branches_of_chance_are_no_node():
    def play(chance, table):
        chance.pick([1, 2, 3])
        return Won(table.decide(0, [1, 2], "same"))

    assert check(of(play)).size == (1, 1, 2)


@pytest.mark.parametrize("choices", [[1, 1], [], [0, 1, 0]])
def test_wrong_choices_are_reported_by_the_interpreted_rules(choices):
    def fixed(chance, table):
        return Won(table.decide(0, choices, None))

    def varying(chance, table):
        x = chance.pick([1, 1])
        return Won(table.decide(0, [each + x for each in choices], None))

    for play in (fixed, varying):
        with pytest.raises(CannotCompile):
            graph_of(of(play), None, compiled=True)
        with pytest.raises(BadInput, match=r"twice|no choices"):
            graph_of(of(play), None)


def listed(chance, table):
    return Won(table.decide(0, [1, 2], [chance.pick([1, 1])]))


def unordered(chance, table):
    first = chance.pick([1, 1])
    return Won(table.decide(0, {x for x in (1, 2, 3) if x != first}, None))


def alike(chance, table):
    a = table.decide(0, [1, 2], (chance.pick([1, 1]), 1))
    return Won(a + table.decide(0, [1, 2], (a == 1, 1)))


def seated(chance, table):
    return Won(table.decide(chance.pick([1, 1]) == 1, [1, 2], None))


def named(chance, table):
    return Won(table.decide(seat=0, choices=[1, 2], view=None))


@pytest.mark.parametrize(
    ("play", "sentence"),
    [
        (listed, "a list of any length in a view"),
        (unordered, "a set of any length as choices"),
        (alike, "views of different types that may be equal"),
        (seated, "a truth value as the seat of a decision"),
        (named, "decide with other arguments than seat, choices and view"),
    ],
)
def test_refusals_name_the_construct_and_the_line(play, sentence):
    line = play.__code__.co_firstlineno + (2 if play in (alike, unordered) else 1)
    with pytest.raises(CannotCompile) as refused:
        graph_of(of(play), None, compiled=True)
    assert str(refused.value) == f"not compiled: {sentence} ({Path(__file__).name}, line {line})"


def long_play(chance, table):
    """Take 12 * 12 * 3 paths."""
    total = chance.pick([1] * 12)
    total += table.decide(0, [k for k in range(12)], total)  # noqa: C416
    return Won(total + chance.pick([1, 1, 1]))


def float_play(chance, table):
    return Won(int(long_play(chance, table).won * 1.0))


def test_many_paths_are_compiled(monkeypatch):
    monkeypatch.setattr(exploration, "COMPILE_FROM", 30)
    assert graph_of(of(long_play), None).how == "steps compiled, 433 paths"
    interpreted = graph_of(of(float_play), None).how
    assert interpreted.startswith("steps interpreted, 433 paths; not compiled: 1.0, which is no")
    assert same_graphs(graph_of(of(float_play), None), graph_of(of(long_play), None))


def test_many_paths_are_foreseen(monkeypatch):
    """From the first step if it is long; else from the states found, and the paths of others."""

    class Compiled(Exception):
        pass

    def compile_now(found):
        raise Compiled(found._walk.walked)

    monkeypatch.setattr(exploration._Explorer, "_compile", compile_now)
    monkeypatch.setattr(exploration, "GLANCE", 10)
    monkeypatch.setattr(exploration, "COMPILE_FROM", 400)
    with pytest.raises(Compiled, match=r"^10$"):
        graph_of(of(long_play), None)
    monkeypatch.setattr(exploration, "COMPILE_FROM", 500)
    assert graph_of(of(long_play), None).how == "steps interpreted, 433 paths"
    monkeypatch.setattr(exploration, "COMPILE_FROM", 2_000)
    with pytest.raises(Compiled) as reached:
        graph_of(box.EXPERIMENTS["game"], box.Rules())
    assert 10 < reached.value.args[0] < 1_000
    small = graph_of(box.EXPERIMENTS["game"], box.Rules(tiles=3))
    assert small.how.startswith("steps interpreted, ")


@pytest.mark.parametrize("compiled", [True, False])
def test_limits(compiled):
    graph_of(of(long_play), None, limit=433, compiled=compiled)
    with pytest.raises(TooLarge, match="more than 432 paths of picks and decisions"):
        graph_of(of(long_play), None, limit=432, compiled=compiled)
    size = graph_of(MIXED, 2, compiled=compiled).states
    graph_of(MIXED, 2, states=size, compiled=compiled)
    with pytest.raises(TooLarge, match=f"mixed: more than {size - 1} states"):
        graph_of(MIXED, 2, states=size - 1, compiled=compiled)


def test_little_room_at_first(monkeypatch):
    monkeypatch.setattr(folding, "ROWS", 1)
    monkeypatch.setattr(folding, "WORDS", 1)
    check(MIXED, 2)


def test_a_dropped_word_of_a_note_is_found(monkeypatch):
    original = rows_of_words.Writer.word
    written: Counter = Counter()

    def dropped(writer, register):
        written[id(writer)] += 1
        is_view = writer._room == rows_of_words.NOTE_WORDS and written[id(writer)] == 3
        original(writer, "0" if is_view else register)

    monkeypatch.setattr(rows_of_words.Writer, "word", dropped)
    with pytest.raises(CannotCompile, match=r"the picks .* give .*, compiled"):
        check(MIXED, 2)


HEAD = """from typing import NamedTuple

class Won(NamedTuple):
    won: int
    last: bool

class State(NamedTuple):
    a: int
    b: int
    row: tuple[int, ...]

class Others:
    def decide(self, seat, choices, view):
        return max(choices) if view is None else choices[0]

    def tell(self, event):
        pass

def start(rules, chance):
    return State(chance.pick([1, 1]), 0, ())

"""
VIEWS = ("None", "(a, b)", "row", "state", "a", "('low', a)", "(a if b else None)")
CHOICES = ("[0, 1]", "[a, a + 1, a + 2][: b + 1]", "[x for x in (b, 3, 7) if x != a]", "(2, 1)")
VALUES = ("a", "b", "a + b", "a - 2 * b", "len(row)", "sum(row)", "1", "3 if a > b else b")


@st.composite
def statements(draw, depth: int = 2) -> list[str]:
    """Return some lines."""
    lines: list[str] = []
    for _ in range(draw(st.integers(1, 3))):
        name, value = draw(st.sampled_from("ab")), draw(st.sampled_from(VALUES))
        view, choices = draw(st.sampled_from(VIEWS)), draw(st.sampled_from(CHOICES))
        kind = draw(st.integers(0, 9 if depth else 6))
        if kind <= 2:
            seat = draw(st.sampled_from(["0", "1", "a % 2"]))
            lines += [f"{name} = table.decide({seat}, {choices}, {view})"]
        elif kind == 3:
            lines += [f"{name} = chance.pick([1, abs({value}), 2])"]
        elif kind == 4:
            lines += [f"{name} = {value}"]
        elif kind == 5:
            lines += [f"row = (*row, {value})"]
        elif kind == 6:
            lines += ["table.tell((a, b))"]
        else:
            inside = ["    " + line for line in draw(statements(depth - 1))]
            ending = f"    return None, Won({name}, True)"
            heads = {
                7: [f"if {value} > 1:"],
                8: ["for b in range(2):"],
                9: [f"if {value} % 2:", ending, "else:"],
            }
            lines += [*heads[kind], *inside]
    return lines


@st.composite
def games(draw) -> str:
    """Return the text of a game whose states are few."""
    body = ["a, b, row = state", *draw(statements())]
    body += ["if a % 3 == 1 or len(row) > 1:", "    return None, Won(b, a > 0)"]
    body += ["return State(a % 3, b % 2, row), Won(b, False)"]
    return HEAD + "def step(rules, state, chance, table):\n    " + "\n    ".join(body) + "\n"


def check_text(text: str, folder: Path, seen: list[str]) -> None:
    seen.append("")
    file = folder / f"game{len(seen)}.py"
    file.write_text(text)
    spec = importlib.util.spec_from_file_location(file.stem, file)
    assert spec is not None
    assert spec.loader is not None
    game: Any = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(game)
    experiment = Experiment(name="game", outcome=game.Won, start=game.start, step=game.step)
    players = ({}, {"others": game.Others(), "free": frozenset({len(seen) % 2})})
    for named in players:
        try:
            found = graph_of(experiment, None, compiled=True, limit=2000, **named)
        except TooLarge:
            return
        except CannotCompile as refusal:
            seen[-1] = str(refusal)
            assert " picks otherwise " not in seen[-1]
            assert ", compiled " not in seen[-1]
            return
        wanted = graph_of(experiment, None, compiled=False, limit=2000, **named)
        assert same_graphs(found, wanted)
        seen[-1] = "compiled"


@pytest.fixture(scope="module")
def folder(tmp_path_factory) -> Path:
    return tmp_path_factory.mktemp("games")


SETTINGS = {"deadline": None, "suppress_health_check": list(HealthCheck)}
SEEN: list[str] = []


@settings(max_examples=8, derandomize=True, **SETTINGS)
@given(text=games())
def test_generated_games(folder, text):
    check_text(text, folder, SEEN)


def test_many_of_them_are_compiled():
    assert SEEN.count("compiled") * 3 > len(SEEN), SEEN


@pytest.mark.slow
@settings(max_examples=60, **SETTINGS)
@given(text=games())
def test_many_generated_games(folder, text):
    check_text(text, folder, SEEN)


def test_one_choice_after_several_in_a_loop():
    def play(chance, table):
        n, total = 3, 0
        while n:
            total = 10 * total + table.decide(0, tuple(range(n)), total)
            n -= 1 + chance.pick([1, 1]) * (n > 1)
        return Won(total)

    check(of(play))
