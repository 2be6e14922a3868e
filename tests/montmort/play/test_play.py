"""A human player at the terminal: what is typed, shown and saved."""

import dataclasses
import enum
import json
import re
import sys
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from montmort.exact import explore, law_of
from montmort.games import RandomChance, ScriptedChance
from montmort.games.errors import BadInput
from montmort.games.rulebook import Rulebook
from montmort.options.dataclass_flags import _how_to_read
from montmort.options.flags import read_game
from montmort.play.human_player import HumanPlayer, Screen, chosen_by
from montmort.play.playable_game import exact_chances, other_players
from montmort.play.transcript import Record, Script, Transcript
from montmort.verification.values_from_words import reader_of
from montmort.verification.words_of_values import spoken
from tests.montmort.play.terminal import Answers

ROOT = Path(__file__).parents[3]
HIGHER = str(ROOT / "docs/examples/higher_or_lower.py")
TREIZE = ["treize", "--ranks", "3", "--suits", "1"]


class Saying:
    """A table that says one thing."""

    def __init__(self, name: str) -> None:
        self.name = name

    def decide(self, seat: int, choices: Sequence[Any], view: Any) -> Any:
        return next(choice for choice in choices if spoken(choice) == self.name)

    def tell(self, event: Any) -> None:
        pass


class Always(Saying):
    """A table that says one thing and collects the events."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.events = list[Any]()

    def tell(self, event: Any) -> None:
        self.events.append(event)


def seat_of(
    book: Rulebook[Any], rules: Any, *answers: str, number: int = 0
) -> tuple[HumanPlayer, Answers]:
    terminal = Answers(*answers)
    others = other_players(book, rules, RandomChance(0))
    return HumanPlayer(
        book=book, rules=rules, display=terminal, others=others, number=number
    ), terminal


# Treize: nothing to decide


def test_enter_turns_a_card_and_a_question_mark_tells_the_chances(play: Any) -> None:
    code, out, err = play(*TREIZE, "--seed", "7", answers="?\n\ndeal\nwatch\n")
    assert (code, err) == (0, "seed 7\n")
    assert re.search(r"a match with the next card +0\.333333 +1/3", out)
    assert "call 1, card " in out
    assert re.search(
        r"3 calls without a match, the dealer has lost\nThe game is over: points \d", out
    )


def test_the_cards_are_those_of_the_rulebook(play: Any) -> None:
    book = read_game("treize").rulebook
    for seed in range(10):
        rules = book.rules(ranks=3, suits=1)
        table = Always("")
        outcome = book.experiments["game"].play(rules, RandomChance(seed), table)
        out = play(*TREIZE, "--seed", str(seed), answers="watch\n")[1]
        assert [f"call {call}, card {rank}" for call, rank in table.events] == re.findall(
            r"call \d, card \d", out
        )
        assert f"The game is over: {spoken(outcome)}." in out
        assert (out.count("all cards are shuffled") + 1) == outcome.passes
        matches = re.findall(r"a match! (\d+) point", out)
        assert matches == [str(n + 1) for n in range(outcome.points)]


@pytest.mark.parametrize("answers", ["", "\n", "q\n", "Q", "quit\n"])
def test_leaving(play: Any, answers: str) -> None:
    code, out, _ = play("treize", "--seed", "1", answers=answers)
    assert code == 0
    assert out.endswith("You leave the table. Good-bye!\n")


def test_anything_else_gets_a_sentence_and_loses_nothing(play: Any) -> None:
    code, out, _ = play(*TREIZE, "--seed", "7", answers="x\n2\ncatch\n\\[red]\nwatch\n")
    assert code == 0
    assert out.count(" is no answer here: ") == 4
    clean = play(*TREIZE, "--seed", "7", answers="watch\n")[1]
    assert clean.splitlines()[-3:] == out.splitlines()[-3:]


def test_no_seed_is_told_and_plays_the_same_again(play: Any) -> None:
    _, out, err = play(*TREIZE, answers="watch\n")
    seed = re.fullmatch(r"seed (\d+)\n", err)
    assert seed
    assert play(*TREIZE, "--seed", seed[1], answers="watch\n")[1] == out


def test_interruption_keeps_what_was_played(
    play: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    saved = tmp_path / "t.json"
    lines = iter(["", ""])

    def typed(prompt: str) -> str:
        for line in lines:
            return line
        raise KeyboardInterrupt

    monkeypatch.setattr("builtins.input", typed)
    code, out, err = play("treize", "--seed", "5", "--save", str(saved))
    assert code == 130
    assert out.endswith("Interrupted; good-bye!\n")
    assert str(saved) in err
    events = [move for move in json.loads(saved.read_text())["moves"] if "event" in move]
    assert len(events) == 2
    code, out, _ = play("--replay", str(saved))
    assert (code, out.count("call ")) == (0, 2)
    assert out.endswith("Here the player left; all 5 moves are the same again.\n")


# higher or lower: a decision


def test_the_law_at_the_seat_is_the_law_of_the_rules() -> None:
    book = read_game(HIGHER).rulebook
    rules, game = book.rules(ranks=3, suits=2), book.experiments["game"]

    def at_the_seat(chance: Any) -> Any:
        seat, _ = seat_of(book, rules, *["lower"] * 6)
        record = Record(chance, seat)
        return game.play(rules, record, record)

    assert law_of(at_the_seat) == explore(game, rules, table=Saying("lower")).law()


@given(
    st.integers(2, 5),
    st.integers(1, 2),
    st.integers(0, 2**64),
    st.lists(st.sampled_from(["h", "higher", "1", "LOWER", "2", "lo", "?", "", "9", "x"])),
)
def test_a_play_at_the_seat_is_the_play_and_so_is_its_replay(
    ranks: int, suits: int, seed: int, answers: list[str]
) -> None:
    book = read_game(HIGHER).rulebook
    rules, game = book.rules(ranks=ranks, suits=suits), book.experiments["game"]
    seat, _ = seat_of(book, rules, *answers, *["lower"] * 10)
    record = Record(RandomChance(seed), seat)
    outcome = game.play(rules, record, record)
    picks = [move["pick"] for move in record.moves if "pick" in move]
    said = [a for a in [*answers, *["lower"] * 10] if a not in {"?", "", "9", "x"}]
    meant = iter(["higher" if word in {"h", "higher", "1"} else "lower" for word in said])

    class Scripted(Always):
        def decide(self, seat: int, choices: Sequence[Any], view: Any) -> Any:
            self.name = next(meant)
            return super().decide(seat, choices, view)

    listener = Scripted("")
    assert outcome == game.play(rules, ScriptedChance(picks), listener)
    assert seat.events == listener.events
    again = list[Any]()
    transcript = Transcript(
        game=book.name,
        rules={"ranks": ranks, "suits": suits},
        experiment="game",
        seed=seed,
        moves=record.moves,
        outcome={"points": str(outcome.points)},
    )
    script = Script(transcript, hear=again.append, see=lambda *_: None)
    assert game.play(rules, script, script) == outcome
    script.end(outcome)
    assert again == seat.events


@pytest.mark.parametrize(("ranks", "suits"), [(2, 1), (3, 1), (3, 2), (4, 2)])
def test_the_chances_of_a_guess_are_those_of_every_next_card(ranks: int, suits: int) -> None:
    higher = read_game(HIGHER)
    book, guesses = higher.rulebook, tuple(vars(higher.module)["Guess"])
    rules, game = book.rules(ranks=ranks, suits=suits), book.experiments["game"]
    for say in ("higher", "lower"):
        walk = explore(game, rules, table=Saying(say))
        for seen, steps in walk.steps.items():
            known = exact_chances(book, rules, (), seen, guesses)
            assert known[f"{say} is right"] == steps.expected(lambda move: move[1].points)


def test_a_choice_by_name_number_or_beginning(play: Any) -> None:
    outs = [
        play(HIGHER, "--seed", "3", answers=f"{word}\nq\n") for word in ("lower", "L", "2", "lo")
    ]
    assert {code for code, *_ in outs} == {0}
    assert all("It is 2: right!" in out for _, out, _ in outs)


def test_a_bad_choice_is_asked_again(play: Any) -> None:
    code, out, _ = play(HIGHER, "--seed", "3", answers="3\n0\n\nmiddle\n²\nwatch\nlower\n")
    assert (code, out.count("your choice: ")) == (0, 8)
    assert out.count("is not among the choices; write a name or its number.") == 5
    assert "\nWrite a name or its number.\n" in out


def test_beginnings_and_numbers_that_are_choices() -> None:
    moves = ["raise", "rest", "q"]
    assert chosen_by("ra", moves) == 0
    assert chosen_by("r", moves) == "'r' may be raise or rest; write more of it, or its number."
    assert chosen_by("q", moves) == 2
    assert chosen_by("10", [5, 10, 20]) == 1
    assert "one of the numbers" in str(chosen_by("1", [5, 10, 20]))
    assert chosen_by("2", ["2", "1"]) == 0  # a full name comes before a number


# Transcripts


@pytest.fixture
def saved(play: Any, tmp_path: Path) -> Path:
    path = tmp_path / "t.json"
    play(HIGHER, "--seed", "3", "--save", str(path), answers="l\nl\n")
    return path


def test_a_replay_tells_what_was_played(play: Any, saved: Path) -> None:
    code, out, err = play(HIGHER, "--replay", str(saved))
    assert (code, err) == (0, "")
    assert out.endswith("The game is over: points 1; the same as when it was played.\n")
    assert out.count("seat 0: lower") == 2
    code, _, err = play("--replay", str(saved))
    assert (code, "name its file higher_or_lower.py" in err) == (2, True)


def test_no_move_of_a_transcript_can_be_changed(play: Any, saved: Path) -> None:
    document = json.loads(saved.read_text())
    spoilt = [
        {**document, "moves": [*moves[:place], {**move, key: other}, *moves[place + 1 :]]}
        for moves in [document["moves"]]
        for place, move in enumerate(moves)
        for key in move
        for other in (0, 1, 99, -1, True, None, "x", [], {}, ["0"])
        if json.dumps(other) != json.dumps(move[key])
    ]
    spoilt += [
        {**document, "moves": document["moves"][:-1]},
        {**document, "moves": [*document["moves"], {"pick": 0, "weights": ["1"]}]},
        {**document, "outcome": {"points": "2"}},
        {**document, "outcome": None},
        {**document, "rules": {"ranks": 12, "suits": 4}},
    ]
    assert len(spoilt) > 100
    for changed in spoilt:
        saved.write_text(json.dumps(changed))
        code, _, err = play(HIGHER, "--replay", str(saved))
        assert (code, len(err.splitlines())) == (2, 1)
        assert "the rulebook no longer plays this transcript: " in err


def test_a_torn_or_foreign_file_is_no_transcript(play: Any, saved: Path) -> None:
    whole = saved.read_bytes()
    document = json.loads(whole)
    torn = [whole[:cut] for cut in range(0, len(whole) - 2, 37)]
    foreign = [b"[]", b"1", b"{}", b"\xff\xfe", b"[" * 10**5]
    foreign += [json.dumps({**document, key: 1.5}).encode() for key in document]
    foreign += [json.dumps({**document, "moves": [1]}).encode()]
    for content in torn + foreign:
        saved.write_bytes(content)
        code, out, err = play(HIGHER, "--replay", str(saved))
        assert (code, out, len(err.splitlines())) == (2, "", 1)
        assert "transcript of `montmort play`" in err or "is text in UTF-16" in err


@pytest.mark.parametrize(
    ("change", "argv", "message"),
    [
        ({"game": "whist"}, [], "no game 'whist'"),
        ({}, ["treize"], "is of higher_or_lower.py, not of treize"),
        ({}, [HIGHER, "--seed", "4"], "leave out other flags"),
        ({}, [HIGHER, "--ranks", "4"], "leave out other flags"),
        ({}, [HIGHER, "--seat", "0"], "leave out other flags"),
        ({"experiment": "match"}, [HIGHER], "no experiment 'match'"),
        ({"rules": {"jokers": 2}}, [HIGHER], "no such rules any more"),
        ({"rules": {"ranks": "many"}}, [HIGHER], "no such rules any more"),
        ({"rules": {"ranks": None}}, [HIGHER], "no such rules any more"),
        ({"rules": {"ranks": True}}, [HIGHER], "no such rules any more"),
        ({"rules": {"ranks": 1}}, [HIGHER], "nothing to guess"),
    ],
)
def test_a_transcript_of_something_else(
    play: Any, saved: Path, change: Any, argv: list[str], message: str
) -> None:
    saved.write_text(json.dumps({**json.loads(saved.read_text()), **change}))
    code, out, err = play(*argv, "--replay", str(saved))
    assert (code, out, message in err) == (2, "", True), err


@pytest.mark.parametrize(("seed", "shown"), [("7", ["seed 7", "seed 8"]), (None, [])])
def test_another_game_is_offered_at_a_terminal(
    seed: str | None, shown: list[str], play: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    wishes = [True, False]
    monkeypatch.setattr(Screen, "wants_another", lambda _: wishes.pop(0))
    flags = [] if seed is None else ["--seed", seed]
    code, out, err = play(*TREIZE, *flags, answers="watch\nwatch\n")
    assert (code, out.count("The game is over"), wishes) == (0, 2, [])
    assert [line for line in err.splitlines() if line in ("seed 7", "seed 8")] == shown
    wishes = [True]
    assert play(*TREIZE, answers="q\n")[1].count("You leave the table") == 1
    assert wishes == [True]  # nobody who left is asked


@pytest.mark.parametrize(
    ("game", "seat", "sentence"),
    [
        ("treize", "0", "nobody decides in treize; leave the flag out, and watch"),
        ("kuhn", "2", "the seats are 0 and 1; in 100 plays no other one decided"),
        ("jacks-or-better", "1", "the only seat is 0; in "),
    ],
)
def test_a_seat_where_nobody_decides_is_refused(
    play: Any, game: str, seat: str, sentence: str
) -> None:
    code, out, err = play(game, "--seed", "7", "--seat", seat)
    assert (code, out, f"--seat {seat}: {sentence}" in err) == (2, "", True), err


def test_a_seat_where_somebody_decides_is_taken(play: Any) -> None:
    _, _, err = play(HIGHER, "--seed", "3", "--seat", "0", answers="l\nl\n")
    assert err == "seed 3\n"


@pytest.mark.parametrize("game", ["five-card-draw", "persian-monarchs"])
def test_a_seat_that_a_game_does_not_have_is_refused_before_anything_is_told(
    play: Any, game: str
) -> None:
    code, out, err = play(game, "--seat", "2", "--seed", "1")
    assert (code, out) == (2, "")
    assert err.endswith("--seat 2: the seats are 0 and 1\n")


# A file of one's own


OWN = '''
"""Toss."""
import dataclasses
import enum
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal, NamedTuple, Optional
from montmort.games import Experiment
from montmort.games.chance import coin

class Side(enum.Enum):
    HEADS_UP = 1
    TAILS = 2

@dataclass(frozen=True)
class Rules:
    heads: Fraction = Fraction(1, 2)
    loud: bool = True
    side: Side = Side.TAILS
    tosses: Optional[int] = 1
    way: Literal["hand", "cup"] = "hand"
    name: str | None = None
    stakes: tuple[int, ...] = (1, 2)
    def __post_init__(self):
        if not 0 <= self.heads <= 1:
            raise ValueError("heads must be a chance")

class Result(NamedTuple):
    heads: bool

def start(rules, chance):
    return 0

def step(rules, state, chance, table):
    table.tell(("rules", rules))
    bid = table.decide(1, [0, 1], None)
    return None, Result(coin(chance, rules.heads) and bid == table.decide(0, [1, 2], {"bid": bid}))

EXPERIMENTS = {"toss": Experiment(name="toss", outcome=Result, start=start, step=step)}
'''


@pytest.fixture
def own(tmp_path: Path) -> Path:
    path = tmp_path / "toss.py"
    path.write_text(OWN)
    return path


ONE = """
class Other:
    def decide(self, seat, choices, view): return 1
    def tell(self, event): pass
from montmort.games.rulebook import Rulebook, Terminal
def table(rules, chance): return Other()
def rulebook(**more):
    return Rulebook(name="toss", about=__doc__, rules=Rules, experiments=EXPERIMENTS,
                    terminal=Terminal(players=table, **more))
RULEBOOK = rulebook()
"""


def test_every_field_is_a_flag_and_comes_back_from_a_transcript(
    play: Any, own: Path, tmp_path: Path
) -> None:
    own.write_text(OWN + ONE)
    saved = tmp_path / "t.json"
    flags = "--heads 1 --no-loud --side heads-up --tosses none --way cup --name Ann --stakes 3,4,5"
    code, out, _ = play(str(own), *flags.split(), "--save", str(saved), answers="\n1\n")
    words = "heads 1, loud no, side heads up, tosses none, way cup, name Ann, stakes 3, 4, 5"
    assert (code, f"Played with {words}." in out) == (0, True)
    assert "  1, 2\nyour choice: 1\nThe game is over: heads yes.\n" in out
    code, out, _ = play(str(own), "--replay", str(saved))
    assert (code, f"Played with {words}." in out, "seat 1: 1\n" in out) == (0, True, True)


def test_a_seat_that_nobody_plays_and_a_question_mark_that_nobody_answers(
    play: Any, own: Path
) -> None:
    code, _, err = play(str(own), answers="\n")
    assert (code, "nobody plays seat 1; give the game's Rulebook" in err) == (2, True)
    own.write_text(OWN + ONE)
    out = play(str(own), "--heads", "1", answers="?\n\n?\n1\n")[1]  # seat 0 is asked
    assert out.count("What the choices are worth is not known: seat 0: the view") == 2
    own.write_text(OWN + ONE + "RULEBOOK = rulebook(chances=lambda *moment: {'heads': 0.5})\n")
    code, out, _ = play(str(own), "--heads", "1", answers="?\n\n1\n")
    assert (code, "chances must be exact, not 0.5; use Fraction\n" in out) == (0, True)


def test_an_experiment_goes_by_its_key_whatever_its_own_name(play: Any, own: Path) -> None:
    own.write_text(OWN.replace('EXPERIMENTS = {"toss":', 'EXPERIMENTS = {"game":') + ONE)
    code, out, _ = play(str(own), "--heads", "1", answers="\n1\n")
    assert (code, out.splitlines()[0]) == (0, "Toss.")
    assert "The game is over: heads yes." in out


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("def start(:", "toss.py, line 1: "),
        ("\nimport nowhere_at_all", "toss.py, line 2: ModuleNotFoundError: No module named"),
        ("x = 1\n1 / 0", "toss.py, line 2: ZeroDivisionError: division by zero"),
        ("", "toss.py has no experiment to play; end it with a function play(chance), "),
        ("EXPERIMENTS = {}", "has no experiment to play"),
        ("EXPERIMENTS = {'game': 1}", "has no experiment to play"),
        ("\0", "toss.py: it is a binary file"),
        (OWN.replace("name: str", "seed: str"), "field seed of Rules takes a flag's name"),
        (OWN.replace("name: str", "game: str"), "field game of Rules takes a flag's name"),
        (OWN.replace("name: str", "name: list"), "name: a value of list | None cannot be given"),
        (OWN.replace("heads: Fraction = Fraction(1, 2)", "heads: Fraction"), "missing 1 required"),
    ],
)
def test_a_file_that_is_no_game(play: Any, own: Path, text: str, message: str) -> None:
    own.write_text(text)
    code, out, err = play(str(own))
    assert (code, out, len(err.splitlines())) == (2, "", 1)
    assert message in err


@pytest.mark.parametrize(
    ("argv", "message"),
    [
        ([], "name a GAME: one that"),
        (["whist"], "no game 'whist'; take one that `montmort games` lists"),
        (["nowhere.py"], "cannot read nowhere.py: No such file or directory"),
        ([str(ROOT / "docs.py")], "cannot read"),
        (["--replay", "nowhere.json"], "cannot read nowhere.json: No such file"),
        (["treize", "--save", "/nowhere/t.json"], "there is no folder /nowhere"),
        (["treize", "--seat", "-1"], "must be at least 0"),
        (["treize", "--rank", "5"], "unrecognized arguments: --rank 5"),
        (
            [HIGHER, "--ranks", "1"],
            "ranks=1 must be an integer >= 2: one rank leaves",
        ),
    ],
)
def test_a_mistake_gets_one_sentence(play: Any, argv: list[str], message: str) -> None:
    code, out, err = play(*argv)
    assert (code, out) == (2, "")
    assert message in err.splitlines()[-1]


def test_rules_that_refuse_are_a_sentence(play: Any, own: Path) -> None:
    code, _, err = play(str(own), "--heads", "2")
    assert (code, err) == (2, "montmort play: toss.py: heads must be a chance\n")


class Suit(enum.Enum):
    RED_ONE = 1


@pytest.mark.parametrize(
    ("hint", "text", "value"),
    [
        (int, "4e6", 4_000_000),
        (str, "none", "none"),
        (str | None, "none", None),
        (Fraction, "0.5", Fraction(1, 2)),
        (Fraction | None, "1/3", Fraction(1, 3)),
        (Literal[1, 2], "2", 2),
        (Literal["a", "b"] | None, "B", "b"),
        (Suit, "red_one", Suit.RED_ONE),
        (Suit, "RED-ONE", Suit.RED_ONE),
        (tuple[int, ...], "", ()),
        (tuple[int, ...], "7", (7,)),
        (tuple[int, ...], "7,1e3", (7, 1000)),
    ],
)
def test_words_and_values(hint: Any, text: str, value: object) -> None:
    assert reader_of(hint)(text) == value


def test_types_that_are_no_flags() -> None:
    for hint in (list, float, dict[str, int], int | str, tuple[int, int]):
        with pytest.raises(BadInput, match="cannot be given as a flag"):
            _how_to_read(dataclasses.field(), hint)


def test_playing_does_not_wait_for_a_compiler() -> None:
    import subprocess

    script = (
        "import sys; from montmort.cli import main; main(['play', 'treize', '--seed', '1']); "
        "heavy = {'numba', 'scipy', 'sympy', 'matplotlib', 'networkx'} & sys.modules.keys(); "
        "sys.exit(f'imported {heavy}' if heavy else 0)"
    )
    finished = subprocess.run(
        [sys.executable, "-c", script], check=False, input="", capture_output=True, text=True
    )
    assert (finished.returncode, finished.stderr) == (0, "seed 1\n")


@pytest.mark.parametrize("deck", [["war", "--ranks", "1e6"], ["treize", "--ranks", "5001"]])
def test_a_huge_deck_is_refused(play: Any, deck: list[str]) -> None:
    code, out, err = play(*deck, "--suits", "2")
    assert (code, out) == (2, "")
    assert "cards is too large for a terminal, where 10,000 are the most" in err
