"""A human at five-card draw: cards, discards, exact chances, and by what the others decided."""

import re
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from montmort.exact.five_card_draw.answers import best
from montmort.exact.five_card_draw.one_hand import choices_of
from montmort.games import RandomChance
from montmort.games.cards.pack import FULL, members
from montmort.games.five_card_draw import EXPERIMENTS, Players, Rules, choices
from montmort.games.five_card_draw.players import Turn
from montmort.options.flags import read_game
from montmort.play.human_player import HumanPlayer, Leave
from tests.montmort.play.terminal import Answers

GAME = "five-card-draw"
BOOK = read_game(GAME).rulebook
HELD = re.compile(r"^You, on seat \d, hold (.*); which cards do you discard\?$", re.M)
OVER = re.compile(r"The game is over: (seat 0 wins|a tie|seat 1 wins)\.\n$")
SUITS = "♣♦♥♠"


def test_a_stranger_is_told_what_is_played(play: Any) -> None:
    code, out, _ = play(GAME, "--seed", "3", "--plain", answers="\nq\n")
    assert code == 0
    text = " ".join(out.splitlines())
    assert text.startswith("Five-card draw: discard some of five cards, draw as many")
    assert "Then the higher hand wins, by the ranking chosen.  Played with" in text
    assert "opponent random" in text
    assert "player smart" not in text  # who plays where the human sits is no matter
    assert "hand none" not in text
    assert "26 choices, each by its name" in text
    assert len(HELD.findall(out)) == 1


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("other", ["smart", "montecarlo", "random"])
def test_a_game_with_everybody_on_both_seats(play: Any, other: str, seat: int) -> None:
    flag = ("--player", "--opponent")[1 - seat]
    flags = (flag, other, "--seat", str(seat), "--runs", "50")
    code, out, _ = play(
        GAME, *flags, "--seed", "5", answers="\npat\n" if seat == 0 else "\n\npat\n"
    )
    assert code == 0
    (own,) = HELD.findall(out)
    assert f"\nSeat {seat} stands pat.\n" in out
    assert f"\nSeat {seat}: {own}, " in out
    assert OVER.search(out)


def test_the_cards_are_drawn_unless_one_wants_it_plain(play: Any) -> None:
    flags = (GAME, "--seed", "3")
    drawn, plain = (play(*flags, *more, answers="\npat\n")[1] for more in ((), ("--plain",)))
    assert not re.search(f"[{SUITS}┌]", plain)
    assert drawn.count("┌───────┐") == 15  # one's own, and both in the end
    assert [line for line in drawn.splitlines() if not re.search("[┌│└]|^Seat .$", line)] == (
        plain.splitlines()
    )


def test_answers_that_are_none_lose_nothing(play: Any) -> None:
    flags = (GAME, "--seed", "3", "--plain")
    (own,) = HELD.findall(play(*flags, answers="\nq\n")[1])
    cards = own.split()
    stranger = next(name for name in ("2c", "3c") if name not in cards)
    wrong = ["five", stranger, " ".join(cards[:4]), f"{cards[0]} {cards[0]}", "27", "discards"]
    right = f"{cards[3].upper()},{cards[1]}"
    code, out, _ = play(*flags, answers="\n" + "\n".join([*wrong, right]))
    assert code == 0
    for sentence in (
        "'five' is no card of this deck",
        f"discard={stranger!r} is not of hand={own!r}",
        "is more than max_draw=3 cards; discard fewer",
        f"has {cards[0]} twice",
        "'27' is no card of this deck",
        "  none: stand pat\n",
    ):
        assert sentence in out
    assert out.count("your choice: ") == len(wrong) + 1
    assert "\nSeat 0 draws 2 cards.\n" in out
    clean = play(*flags, answers=f"\n{cards[1]} {cards[3]}\n")[1]
    assert clean.splitlines()[-4:] == out.splitlines()[-4:]


@pytest.mark.parametrize("ranking", ["standard", "published"])
def test_the_question_mark_tells_the_exact_chance_of_every_choice(ranking: Any) -> None:
    rules, hand = Rules(ranks=6, suits=3, max_draw=2, ranking=ranking), "3c 4d 4h 6c Ad"
    terminal, table = Answers("?"), Players(rules, RandomChance(0))
    seat = HumanPlayer(book=BOOK, rules=rules, display=terminal, others=table)
    with pytest.raises(Leave):
        seat.decide(0, choices(hand, 2), Turn(0, hand))
    (shown,) = terminal.shown
    held = [rules.pack.read(card)[0].bit_length() - 1 for card in hand.split()]
    exact = {
        rules.pack.write(choice.discard): choice.win
        for choice in choices_of(held, 2, ranking, rules.pack)
    }
    by_cards = {rules.pack.write(rules.pack.read(n.replace("stand pat", ""))[0]): p
                for n, p in shown.items()}  # fmt: skip
    assert by_cards == exact
    assert [*shown.values()] == sorted(shown.values(), reverse=True)
    assert "as when the opponent stands pat or discards without looking" in terminal.said[-1]


def test_verbosity(play: Any) -> None:
    flags = (GAME, "--opponent", "montecarlo", "--runs", "40", "--seed", "8", "--plain")
    quiet, counts, everything = (
        play(*flags, "--verbosity", str(n), answers="\npat\n")[1] for n in range(3)
    )
    assert "won, of" not in quiet
    (wins,) = re.findall(r"won, of 40 plays each:\n((?: +\d+  .*\n)+)The game is over", counts)
    numbers = [int(line.split()[0]) for line in wins.splitlines()]
    assert len(numbers) == 26
    assert numbers == sorted(numbers, reverse=True)
    assert numbers[0] <= 40
    assert counts.replace(re.search(r"Seat 1 held (?:.*\n)+?(?=The game)", counts)[0], "") == quiet  # type: ignore[index]
    assert "known exactly" not in counts
    assert everything.count("known exactly") == 1
    assert "won, of 40 plays each" in everything


def test_what_the_bot_counts_is_near_what_it_has(play: Any) -> None:
    """The counts are those of the hand that is shown: 20,000 runs, six standard errors."""
    flags = (GAME, "--opponent", "montecarlo", "--runs", "20000", "--max-draw", "1", "--seed", "8")
    out = play(*flags, "--verbosity", "1", answers="\npat\n")[1]
    own = re.search(r"Seat 1 held (.*) and played", out)
    assert own
    exact = {c.discard: c.win for c in choices_of([*members(FULL.read(own[1])[0])], 1)}
    counted = re.findall(r"^ +(\d+)  (.+)$", out.partition("plays each:\n")[2], re.M)
    assert len(counted) == 6
    for wins, name in counted:
        chance = exact[FULL.read(name.replace("none", ""))[0]]
        assert abs(Fraction(wins) / 20_000 - chance) < Fraction(6, 282)


@settings(max_examples=25)
@given(
    st.integers(0, 2**32),
    st.sampled_from(["smart", "montecarlo", "random"]),
    st.sampled_from(["smart", "montecarlo", "random"]),
    st.integers(0, 1),
    st.integers(0, 2),
)
def test_a_game_at_the_seat_is_the_game_of_the_rules(
    seed: int, player: Any, opponent: Any, number: int, most: int
) -> None:
    rules = Rules(ranks=5, suits=3, max_draw=most, player=player, opponent=opponent, runs=3)
    terminal = Answers()
    table = Players(rules, RandomChance(seed), best)
    seat = HumanPlayer(book=BOOK, rules=rules, display=terminal, others=table, number=number)
    seat.waits = False

    class Prompted:
        def decide(self, asked: int, legal: Any, turn: Any) -> str:
            if asked == number:
                terminal.answers.append(table.decide(asked, legal, turn) or "pat")
            return seat.decide(asked, legal, turn)

        def tell(self, event: Any) -> None:
            seat.tell(event)

    outcome = EXPERIMENTS["game"].play(rules, RandomChance(seed + 1), Prompted())
    alone = Players(rules, RandomChance(seed), best)
    assert outcome == EXPERIMENTS["game"].play(rules, RandomChance(seed + 1), alone)


def test_enter_alone_stands_pat_only_if_it_is_confirmed(play: Any) -> None:
    flags = (GAME, "--seed", "3", "--plain")
    out = play(*flags, answers="\n\ny\n")[1]
    assert "Stand pat, and draw no card? Enter or y confirms > y\n" in out
    assert "\nSeat 0 stands pat.\n" in out
    out = play(*flags, answers="\n\nno\nq\n")[1]  # asked again
    assert ("stands pat" in out, out.count("your choice: ")) == (False, 2)


def test_a_given_hand_can_be_watched(play: Any) -> None:
    hand = ("--experiment", "hand", "--hand", "5c 6d 7h 8s Kc", "--discard", "Kc")
    code, out, _ = play(GAME, *hand, "--seed", "1", answers="watch\n")
    assert code == 0
    assert "\nSeat 0 draws 1 card.\n" in out
    assert OVER.search(out)


def test_a_replay_is_the_same(play: Any, tmp_path: Path) -> None:
    saved = str(tmp_path / "game.json")
    out = play(GAME, "--seed", "3", "--opponent", "smart", "--save", saved, answers="\npat\n")[1]
    for flags, cards in (((), 20), (("--plain",), 0)):  # both players' hands are seen
        code, again, _ = play("--replay", saved, *flags)
        assert (code, again.count("┌───────┐")) == (0, cards)
        assert again.endswith("; the same as when it was played.\n")
        assert OVER.search(out)[1] in again  # type: ignore[index]


@pytest.mark.parametrize(
    ("flags", "message"),
    [
        (("--opponent", "smart", "--seat", "1"), "opponent=smart would sit where you do"),
        (("--player", "random"), "player=random would sit where you do; leave the flag out"),
        (("--opponent", "human"), "'human' is none of smart, montecarlo, random"),
        (("--hand", "5c 6d 7h 8s 9c"), "a game deals both hands"),
        (("--runs", "0"), "runs=0 must be an integer from 1 to 1000000"),
        (("--verbosity", "3"), "'3' is none of 0, 1, 2"),
    ],
)
def test_what_cannot_be_gets_a_sentence(play: Any, flags: tuple[str, ...], message: str) -> None:
    code, _, err = play(GAME, *flags)
    assert (code, message in err.splitlines()[-1]) == (2, True)
