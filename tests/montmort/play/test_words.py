"""What a player reads: the text about a game, questions, events, and the answer to `?`."""

import re
from dataclasses import fields
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from montmort.options.flags import read_game
from montmort.play.playable_game import default_experiment, introduction
from montmort.verification.registry import all_games


@pytest.mark.parametrize("game", sorted(all_games()))
def test_the_text_about_a_game_is_wrapped_once(game: str) -> None:
    book = read_game(game).rulebook
    _, *paragraphs = introduction(book, default_experiment(book)).split("\n\n")
    for lines in map(str.splitlines, paragraphs):
        assert max(map(len, lines)) <= 79
        assert not any(f"`{each.name}`" in " ".join(lines) for each in fields(book.rules))
        if not lines[0].startswith(" "):
            short = [a for a, b in pairwise(lines) if len(a) + 1 + len(b.split()[0]) <= 79]
            assert short == []


def test_a_list_that_ends_the_first_paragraph_is_shown() -> None:
    text = introduction(read_game("three-card-poker").rulebook, "ante")
    assert "the ante pays 1, the other unit is returned" in text


def test_of_many_chances_the_largest_are_shown(play: Any) -> None:
    _, out, _ = play("jacks-or-better", "--seed", "1", "--plain", answers="?\nchoices\nQh 8h\n")
    assert "These are the largest 14 of 32." in out
    shown = re.findall(r"^ .*  (0\.\d{6})  \d+/\d+ *$", out, re.MULTILINE)
    assert len(shown) == 14
    assert shown == sorted(shown, reverse=True)
    assert "  24  8h Qh\n" in out  # the list that was asked for
    assert "3c 2d 8h Qh 8s: nothing" in out  # both cards were held, in any order


@pytest.mark.parametrize(
    ("game", "answers", "words"),
    [
        ("le-her", "1\n", ("You hold card 7 among 1 to 13", "Paul has card 7, Pierre card 10.")),
        ("kuhn", "1\n1\n", ("You begin: pass, or bet?", "the second one card 3.")),
        ("shut-the-box", "\n4 2 1\n", ("11 is thrown. Which tiles do you shut?",)),
        ("first-orchard", "watch\n0\n", ("The die shows the basket. Of which tree",)),
        ("pig", "\nthrow\n", ("You have 0 points and 7 in this turn, the other player has 0.",)),
        ("craps", "watch\n", ("7 is thrown; the pass line wins.",)),
        ("penney", "watch\n", ("heads: THH has appeared",)),
        ("baccarat", "?\nwatch\n", ("counts 6, and has 9.", "winner is tie")),
        ("waldegrave", "watch\n", ("Player 2 wins, and has beaten all others in succession.",)),
        ("three-ruin", "watch\n", ("the first player was ruined first.",)),
        ("snakes-and-ladders", "watch\n", ("Player 1 is on square 100, the last.",)),
    ],
)
def test_a_game_speaks_in_words(play: Any, game: str, answers: str, words: tuple[str]) -> None:
    code, out, _ = play(game, "--seed", "1", "--plain", answers=answers)
    assert code == 0
    for each in words:
        assert each in out
    assert "What the choices are worth is not known" not in out


def test_what_was_just_said_is_not_said_again(play: Any, tmp_path: Path) -> None:
    own = tmp_path / "own.py"
    own.write_text(
        "def play(chance, table):\n"
        "    card = 'card', chance.pick([1] * 3)\n"
        "    table.tell(card)\n"
        "    return table.decide(0, [1, 2], card)\n"
    )
    _, out, _ = play(str(own), "--seed", "1", "--plain", answers="\n1\n")
    assert out.count("\ncard, ") == 1
