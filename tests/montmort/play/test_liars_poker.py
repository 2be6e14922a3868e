"""A human at Liars' Poker: calls in words, a list on request, exact chances, whole games."""

import re
from collections.abc import Sequence
from fractions import Fraction
from math import comb
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from montmort.cli import main
from montmort.exact.liars_poker.calls import call_chance
from montmort.exact.liars_poker.calls import players as others
from montmort.games import RandomChance
from montmort.games.liars_poker import Rules
from montmort.games.liars_poker.calls import higher_calls, read_call
from montmort.games.liars_poker.players import Turn
from montmort.options.flags import read_game
from montmort.play.human_player import HumanPlayer, Leave
from tests.montmort.play.terminal import Answers

ROUND = ("liars-poker", "--experiment", "round", "--seed", "5")
BOOK = read_game("liars-poker").rulebook


def test_a_round_is_introduced_by_its_own_page_and_its_own_rules(play: Any) -> None:
    code, out, _ = play(*ROUND, "--held", "3,3", "--middle", "2", answers="q\n")
    assert code == 0
    assert out.startswith("A round of Liars' Poker, and the game of rounds.\n\nEvery player")
    deck = "jokers 0, flush reading wild, ranks 13, suits 4"
    assert f"Played with {deck}, players honest, held 3, 3, middle 2, most 5.\n" in out


def test_a_call_in_words_a_list_and_the_end_of_a_round(play: Any) -> None:
    answers = "\ncalls\nfive aces\n"
    code, out, _ = play(*ROUND, "--held", "3,3", "--middle", "2", answers=answers)
    assert code == 0
    assert "Cards are dealt: 3 to seat 0, 3 to seat 1, 2 to the middle. Seat 0 begins.\n" in out
    assert "  401 choices, each by its name, as " in out
    assert "  two pair         78 from 'pair of threes, pair of twos' to" in out
    assert out.endswith(
        "'five aces' is a lie: seat 0 loses the round.\n"
        "The game is over: loser 0, true call no, calls 1.\n"
    )
    assert len(re.findall(r"^  (seat \d|middle): .. ..", out, re.M)) == 3


def test_a_wrong_answer_gets_one_sentence_and_is_asked_again(play: Any) -> None:
    answers = "\nten low\npair of ones\n\nchallenge\n17\nfour aces\nq\n"
    code, out, _ = play(*ROUND, answers=answers)
    assert code == 0
    assert "call 'ten low': understood 'ten', but then 'low'; allowed: 'high', 'over'\n" in out
    assert "call 'pair of ones': understood 'pair of', but then 'ones'; allowed: a rank (" in out
    assert "\nCall a hand that is higher, or challenge.\n" in out
    assert "\nThere is no call to challenge yet; call a hand.\n" in out
    assert "call '17': nothing of it is understood" in out
    assert "\nSeat 0 calls: four aces.\n" in out


def test_too_low_a_call_and_a_challenge(play: Any) -> None:
    flags = ("--players", "honest", "--held", "2,3")
    answers = "\ntwo high\ntwo high\nchallenge\n"
    code, out, _ = play(*ROUND, *flags, answers=answers)
    last = re.search(r"Seat 1 calls: (.*)\.", out)
    assert (code, bool(last)) == (0, True)
    assert last
    assert f"'two high' is not higher than '{last[1]}'; call higher, or challenge.\n" in out
    assert "Seat 0 challenges.\n" in out
    assert f"'{last[1]}' is true: seat 0 loses the round.\n" in out  # honest players do not lie


def test_the_question_mark_tells_the_last_call_and_the_five_likeliest() -> None:
    rules = Rules(jokers=1)
    turn = Turn(seat=0, own="Kc Kd 2h", held=(3, 3), middle=1, last="pair of kings", caller=1)
    terminal = Answers("?")
    seat = HumanPlayer(
        book=BOOK, rules=rules, display=terminal, others=others(rules, RandomChance(0))
    )
    last = read_call(turn.last)
    possible = (*map(str, higher_calls(last)), "challenge")
    with pytest.raises(Leave):
        seat.decide(0, possible, turn)
    [shown] = terminal.shown
    # Of 50 unseen cards 2 are kings and 1 a joker; four of them are hidden.
    assert shown.pop("the last call, pair of kings, is true") == 1
    assert shown["three kings"] == 1 - Fraction(comb(47, 4), comb(50, 4))
    asked = Rules(cards=7, jokers=1, hand=turn.own)
    naive = sorted((call_chance(asked, call) for call in higher_calls(last)), reverse=True)
    assert list(shown.values()) == naive[:5]


@given(st.integers(0, 2**32), st.sampled_from(["honest", "bluff:1/2", "odds:1/2"]))
def test_a_game_at_the_seat_is_the_game_of_the_rules(seed: int, player: str) -> None:
    """The human who answers as an honest player does plays the game of honest players."""
    rules = Rules(held=(1, 2), most=2, players=f"honest {player}")
    experiment = BOOK.experiments["game"]

    class Honest(Answers):
        def ask(self, prompt: str) -> str:
            return self.answers.pop(0) if prompt != "> " else ""

    terminal = Honest()
    seat = HumanPlayer(
        book=BOOK, rules=rules, display=terminal, others=others(rules, RandomChance(seed))
    )
    computer = others(rules, RandomChance(0))

    class Prompted:
        def decide(self, number: int, choices: Sequence[str], view: Turn) -> str:
            if number == 0:
                terminal.answers.append(computer.decide(0, choices, view))
            return seat.decide(number, choices, view)

        def tell(self, event: Any) -> None:
            seat.tell(event)

    outcome = experiment.play(rules, RandomChance(seed + 1), Prompted())
    alone = others(rules, RandomChance(seed))
    assert outcome == experiment.play(rules, RandomChance(seed + 1), alone)
    assert not terminal.answers


def test_a_replay_is_the_same(play: Any, tmp_path: Path) -> None:
    saved = str(tmp_path / "t.json")
    flags = ("--held", "2,2", "--players", "honest bluff:1/2", "--save", saved)
    code, _, _ = play(*ROUND, *flags, answers="\nfive kings\nc\n")
    assert code == 0
    code, out, _ = play("--replay", saved)
    assert code == 0
    assert out.endswith("; the same as when it was played.\n")
    assert "seat 0: five kings\n" in out


def test_every_seat_but_ones_own_is_played_by_those_whom_rules_name(play: Any) -> None:
    flags = ("--experiment", "game", "--held", "1,1,1", "--most", "1", "--seat", "2")
    players = ("--players", "odds:1/2 bluff:1/4 honest", "--seed", "1")
    code, out, _ = play("liars-poker", *flags, *players, answers="watch\n" + "five aces\nc\n" * 9)
    assert code == 0
    assert re.search(r"Seat 2 is out\.|The game is over: winner 2", out)
    assert re.search(r"The game is over: winner \d, rounds 2\.\n$", out)


@pytest.mark.parametrize(
    ("flags", "message"),
    [
        (["--players", "odd:1/2"], "'odd:1/2' is no player; write honest, bluff:CHANCE or odds"),
        (["--held", "2"], "held=(2,) must give two or more seats their cards, as in 2,2"),
        (["--held", "5,5", "--middle", "43"], "need 53 cards; the deck has 52"),
        (["--reading", "published"], "a round is played with no hand, call or published reading"),
        (["--hand", "Kc"], "a round is played with no hand, call or published reading"),
    ],
)
def test_rules_that_no_round_has(play: Any, flags: list[str], message: str) -> None:
    code, _, err = play(*ROUND, *flags, answers="\n")
    assert (code, message in err.splitlines()[-1]) == (2, True), err


def test_the_bare_command_gives_a_seat_in_a_game(play: Any) -> None:
    out = play("liars-poker", "--seed", "1", answers="watch\n" + "five aces\nc\n" * 9)[1]
    assert ("your choice: " in out, "The game is over: winner " in out) == (True, True)


def test_simulate_hands_the_odds_in_and_verify_says_that_nothing_is_known(
    capsys: pytest.CaptureFixture[str],
) -> None:
    small = ["--cards", "1", "--ranks", "3", "--suits", "2", "--held", "1,1", "--seed", "1"]
    shape = ["liars-poker", "--experiment", "round", *small, "--players", "odds:1/2"]
    assert main(["simulate", *shape, "--plays", "50", "--workers", "1"]) == 0
    assert re.search(r"loser +0\.", capsys.readouterr().out)
    assert main(["verify", *shape, "--plays", "50", "--workers", "1"]) == 2
    assert "no exact law is known of loser, true_call, calls" in capsys.readouterr().err
