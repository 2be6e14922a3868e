"""A human at Persian Monarchs: raises, answers, a pause after each hand, exact values."""

import re
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from montmort.exact import explore
from montmort.exact.persian_monarchs.answers import players as others
from montmort.games import RandomChance
from montmort.games.errors import BadInput
from montmort.games.persian_monarchs import EXPERIMENTS, Rules
from montmort.games.persian_monarchs.strategies import STRATEGIES, ByRank, Turn, View
from montmort.options.flags import read_game
from montmort.play.human_player import HumanPlayer, Leave
from tests.montmort.play.terminal import Answers

GAME = "persian-monarchs"
BOOK = read_game(GAME).rulebook
SHORT = (GAME, "--cards", "4", "--rounds", "2", "--seed", "5")
PLAYERS = [*STRATEGIES, "equilibrium"]
PAUSE = "Enter goes on > "


def test_raise_and_a_number_is_a_raise() -> None:
    turn, rules = Turn(seat=0, view=None, pack=0, counters=None), Rules()
    read = BOOK.terminal.read
    assert [read(rules, words, turn, range(5)) for words in ("raise 3", "Raise by 0")] == [3, 0]
    assert read(rules, "raise", turn, range(5)) is None
    with pytest.raises(BadInput, match="You may raise by 0 to 4 counters, not by 5"):
        read(rules, "raise 5", turn, range(5))


def test_a_stranger_is_told_what_is_played(play: Any) -> None:
    code, out, _ = play(GAME, "--seed", "1", answers="q\n")
    assert code == 0
    headline, blank, *page = out.splitlines()[:7]
    assert headline.startswith("Persian Monarchs, the card game of P. G. Wodehouse (1939)")
    assert blank == ""
    text = " ".join(page)
    assert "else the higher card does. Both cards are" in text
    assert "dealt by seat 1 and then by seat 0." in text


def test_the_human_takes_the_place_of_the_player_whom_rules_name(play: Any) -> None:
    out = play(*SHORT, "--second", "random", answers="q\n")[1]
    assert "\nPlayed with second random, cards 4, " in out
    out = play(*SHORT, "--seat", "1", answers="q\n")[1]
    assert "\nPlayed with first counter, cards 4, " in out
    code, _, err = play(*SHORT, "--first", "random")
    assert (code, "first=random would sit where you do; leave the flag out" in err) == (2, True)


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("opponent", PLAYERS)
def test_a_match_with_everybody_on_both_seats(play: Any, opponent: str, seat: int) -> None:
    flags = ("--second", opponent) if seat == 0 else ("--first", opponent, "--seat", "1")

    answers = "watch\n" + "1\n" * 4  # Enter never, and a raise by 1 or the first choice, yes
    code, out, _ = play(*SHORT, *flags, answers=answers)
    assert (code, PAUSE in out) == (0, False)
    assert len(re.findall(r"^After hand \d of 4: seat 0 has \d+ counters", out, re.M)) == 4
    assert out.count("The pack is used up; all 4 cards come back.\n") == 1
    dealers = re.findall(r"^Seat (\d) deals from (\d) cards; both ante 1\.", out, re.M)
    assert dealers == [("1", "4"), ("0", "2"), ("1", "4"), ("0", "2")]
    assert re.search(r"The game is over: first \d+, second \d+\.\n$", out)


def test_enter_after_each_hand(play: Any) -> None:
    code, out, _ = play(GAME, "--cards", "2", "--rounds", "1", answers="\n0\n\n1\n" * 9)
    assert code == 0
    before, after = out.split(PAUSE)
    assert before.rstrip().splitlines()[-1].startswith("After hand 1 of 2: seat 0 has ")
    assert after.strip().splitlines()[0] == "The pack is used up; all 2 cards come back."
    assert after.strip().splitlines()[-1].startswith("The game is over: ")


def test_at_a_pause_a_wrong_word_is_answered_and_watch_ends_all_pauses(play: Any) -> None:
    code, out, _ = play(*SHORT, answers="\n0\nwhat\n?\nwatch\n" + "1\n" * 3)
    assert (code, out.count(PAUSE)) == (0, 3)
    assert "'what' is no answer here: Enter goes on, watch lets it run" in out
    assert "No exact chances are known here: the game shows them where you choose.\n" in out


def test_wrong_answers_at_a_raise_and_at_a_question(play: Any) -> None:
    first = "\n" + "five\n\n11\n-1\n1.5\n" + "3\n"
    code, out, _ = play(GAME, "--second", "random", "--seed", "2", answers=first + "q\n")
    assert code == 0
    for wrong in ("five", "11", "-1", "1.5"):
        assert f"{wrong!r} is not among the choices; write one of the numbers.\n" in out
    assert "\nWrite one of the numbers.\n" in out
    assert "\nSeat 0 raises by 3.\n" in out


def test_accept_and_decline_are_words() -> None:
    rules = Rules()
    turn = Turn(1, View(50, 50, 52, 52, 10), (1 << 52) - 1, (99, 99), raised=4)
    for words, meant in (("accept", True), ("A", True), ("yes", True), ("1", True), ("d", False),
                         ("Decline", False), ("n", False), ("2", False)):  # fmt: skip
        terminal = Answers(words)
        seat = HumanPlayer(book=BOOK, rules=rules, display=terminal,
                    others=others(rules, RandomChance(0)), number=1)  # fmt: skip
        assert seat.decide(1, (True, False), turn) is meant


def asked(rules: Rules, turn: Turn, choices: Sequence[int]) -> tuple[dict[str, Fraction], str]:
    """Return the answer to `?`: the numbers, and the words below them."""
    terminal = Answers("?")
    table = others(rules, RandomChance(0))
    seat = HumanPlayer(book=BOOK, rules=rules, display=terminal, others=table, number=turn.seat)
    with pytest.raises(Leave):
        seat.decide(turn.seat, choices, turn)
    (shown,) = terminal.shown
    return shown, terminal.said[-1]


@pytest.mark.parametrize("opponent", PLAYERS)
def test_the_question_mark_tells_what_the_walked_hand_is_worth(opponent: str) -> None:
    """One card is raised with, the others are not: the hand changes by that card's share."""
    cards, most = 4, 2
    rules = Rules(second=opponent, cards=cards, max_raise=most)
    never: Any = (1, 0, 0)

    def worth(raises: Any) -> Fraction:
        mine = ByRank(raises=raises, accepts_by=((0,) * most,) * cards)
        solved = others(rules, RandomChance(0)).strategies[1]
        ours = Rules(first=mine, second=solved, cards=cards, max_raise=most)
        law = explore(EXPERIMENTS["hand"], ours).law()
        return sum((p * hand.profit for hand, p in law.chances().items()), Fraction(0))

    shown_only = worth((never,) * cards)
    for card in range(cards):
        turn = Turn(0, View(card, card, cards, cards, most), 0b1111, None)
        shown, _ = asked(rules, turn, (0, 1, 2))
        assert shown.pop("your card is the higher one") == Fraction(card, cards - 1)
        nothing, *raised = shown.values()
        for x, profit in enumerate(raised, start=1):
            law = tuple(int(size == x) for size in range(most + 1))
            raises = tuple(law if k == card else never for k in range(cards))
            assert cards * (worth(raises) - shown_only) == profit - nothing


def test_the_question_mark_to_a_dealer_and_what_it_supposes() -> None:
    """A random player raises by 3 whatever he has: 2/3 and 1/3 of four counters."""
    rules = Rules(first="random", cards=4)
    turn = Turn(1, View(2, 2, 4, 4, 10), 0b1111, (99, 99), raised=3)
    shown, words = asked(rules, turn, (True, False))
    assert list(shown.values()) == [Fraction(2, 3), Fraction(4, 3), -1]
    assert words.endswith("the ante included, with seat 0 playing 'random'.")


@given(
    st.integers(0, 2**32),
    st.sampled_from(PLAYERS),
    st.sampled_from(PLAYERS),
    st.integers(0, 1),
    st.sampled_from(["published", "strict", "none"]),
    st.integers(2, 7),
)
def test_a_match_at_the_seat_is_the_match_of_the_rules(
    seed: int, first: str, second: str, number: int, purse: Any, cards: int
) -> None:
    """The human who answers as a strategy does plays the match of the strategies."""
    rules = Rules(first=first, second=second, cards=cards, max_raise=3, rounds=3, counters=5,
                  purse=purse)  # fmt: skip

    class Calm(Answers):
        def ask(self, prompt: str) -> str:
            return self.answers.pop(0) if prompt == "your choice: " else ""

    terminal = Calm()
    table = others(rules, RandomChance(seed))
    seat = HumanPlayer(book=BOOK, rules=rules, display=terminal, others=table, number=number)

    class Prompted:
        def decide(self, asked: int, choices: Sequence[int], turn: Turn) -> int:
            if asked == number:
                choice = table.decide(asked, choices, turn)
                words = ("decline", "accept")[choice] if turn.raised else str(choice)
                terminal.answers.append(words)
            return seat.decide(asked, choices, turn)

        def tell(self, event: Any) -> None:
            seat.tell(event)

    outcome = EXPERIMENTS["match"].play(rules, RandomChance(seed + 1), Prompted())
    alone = others(rules, RandomChance(seed))
    assert outcome == EXPERIMENTS["match"].play(rules, RandomChance(seed + 1), alone)
    assert not terminal.answers


def test_a_purse_that_does_not_cover_is_told(play: Any) -> None:
    flags = (GAME, "--counters", "3", "--cards", "2", "--seed", "1")
    code, out, _ = play(*flags, "--rounds", "1", answers="\n9\n\nd\n")
    assert code == 0
    assert "Seat 0 raises by 9.\nSeat 1 cannot cover the raise and declines.\n" in out
    strict = play(*flags, "--purse", "strict", answers="\n9\n2\nq\n")[1]
    assert "You have 2 counters; by how much do you raise?\n  0, 1, 2\n" in strict
    assert "'9' is not among the choices; write one of the numbers.\n" in strict


def test_a_replay_is_the_same(play: Any, tmp_path: Path) -> None:
    saved = str(tmp_path / "match.json")
    flags = ("--second", "equilibrium", "--save", saved)
    assert play(*SHORT, *flags, answers="watch\n" + "1\n" * 4)[0] == 0
    code, out, _ = play("--replay", saved)
    assert (code, out.endswith("; the same as when it was played.\n")) == (0, True)
    assert PAUSE not in out


@pytest.mark.parametrize(
    ("flags", "message"),
    [
        (("--cards", "1"), "cards=1 must be an integer >= 2"),
        (("--max-raise", "0"), "max_raise=0 must be an integer >= 1"),
        (("--counters", "-1"), "counters=-1 must be an integer >= 0"),
        (("--second", "human"), "second='human' must be a Strategy, or one of counter"),
        (("--cards", "10001"), "cards=10001 exceeds the limit of 10,000"),
    ],
)
def test_rules_that_are_none_get_a_sentence(play: Any, flags: tuple[str], message: str) -> None:
    code, _, err = play(GAME, *flags)
    assert (code, message in err.splitlines()[-1]) == (2, True)
