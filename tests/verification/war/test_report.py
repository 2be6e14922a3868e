"""The report of War: its numbers are those its commands print, and those of brute force."""

import re
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import combinations

import pytest

from montmort.exact.war.answers import answers
from montmort.games.war import READINGS, Rules
from montmort.verification.reports.reader import Prose
from montmort.verification.war import GAME
from montmort.verification.war.exact_figures import graph_figure
from montmort.verification.war.report import settled as war_report
from montmort.verification.war.report.deals import pairings
from montmort.verification.war.report.games import course, small_deck
from tests.exact.war.reference_games import course as course_by_the_rules
from tests.exact.war.reference_games import played
from tests.verification.reports.written_reports import (
    checks_in,
    numbers_of,
    shown_by,
    stated_of,
    table_of,
    written,
    wrong_plurals,
)

SMALL = [
    Rules(ranks=1, suits=2, deuce_beats_ace="always"),
    Rules(ranks=2, suits=1, pick_up="loser-first", face_down=0),
    Rules(ranks=2, suits=2, pick_up="first-player-first", shortfall="second-takes", face_down=1),
    Rules(ranks=3, suits=2, face_down=1, shortfall="last-card"),
    Rules(ranks=3, suits=2, face_down=1, pick_up="first-player-first", turn_limit=3),
    Rules(ranks=6, suits=1, pick_up="random"),
    Rules(ranks=2, suits=2, face_down=10**20, pick_up="random", turn_limit=3),
]
LARGE = [READINGS["published"], Rules(pick_up="random"), Rules(ranks=52, suits=1)]
MORE = [
    Rules(ranks=4, suits=2, pick_up=order, shortfall=shortfall, face_down=down,
          deuce_beats_ace=deuce, turn_limit=limit)
    for order in ("winner-first", "loser-first", "first-player-first", "random")
    for shortfall, down, deuce, limit in (
        ("lose", 1, "never", None),
        ("last-card", 0, "battles", 9),
        ("second-takes", 3, "always", None),
    )
]  # fmt: skip


@cache
def argued(rules: Rules) -> Prose:
    return stated_of(GAME, rules)


def check(rules: Rules) -> None:
    """Every label resolves, every check says yes, every number is what its command shows."""
    yes, no = checks_in(written(argued(rules)))
    assert yes > 20
    assert no == 0
    for number in numbers_of(argued(rules)):
        assert number.in_full in shown_by(number.how), number


@pytest.mark.slow
@pytest.mark.parametrize("rules", SMALL[:4], ids=str)
def test_the_report_holds(rules: Rules) -> None:
    check(rules)


@pytest.mark.slow
@pytest.mark.parametrize("rules", [Rules(), *SMALL[4:], *LARGE, *MORE], ids=str)
def test_the_report_holds_under_other_rules(rules: Rules) -> None:
    check(rules)


@pytest.mark.parametrize("rules", SMALL[2:4], ids=str)
def test_the_ends_are_those_of_every_deal_played_by_the_rules(rules: Rules) -> None:
    ends = Counter(played(rules, deal) for deal in deals(rules))
    first = Fraction(sum(ways for game, ways in ends.items() if game.winner > 0), ends.total())
    (number,) = (n for n in numbers_of(argued(rules)) if n.name == "the first player wins")
    assert number.value == first


def deals(rules: Rules) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Return all deals as sets of places, rank by rank, unlike the exact layer."""
    orders = [[-1] * rules.cards]
    for rank in range(rules.ranks):
        orders = [
            [rank if place in places else card for place, card in enumerate(order)]
            for order in orders
            for places in combinations([i for i, card in enumerate(order) if card < 0], rules.suits)
        ]
    half = rules.cards // 2
    return [(tuple(order[:half]), tuple(order[half:])) for order in orders]


def test_the_numbers_of_the_usual_report() -> None:
    numbers = {number.name: number for number in numbers_of(argued(Rules()))}
    assert numbers["mean of the winner"].value == 0
    assert round(numbers["sweep"].value * 10**21) == 3132436174322  # Norvig
    small = {end: numbers[words].value * 34650 for end, words in (
        ("first", "the first player wins"), ("draw", "drawn"), ("endless", "endless")
    )}  # fmt: skip
    assert small == {"first": 15439, "draw": 3126, "endless": 646}  # from the rules of the game
    assert "3 ranks in 4 suits" in written(argued(Rules())).replace("$", "")


@pytest.mark.slow
def test_only_what_is_known_is_played() -> None:
    assert list(GAME.report_statements(Rules()).experiments) == ["game", "deal"]
    assert list(GAME.report_statements(READINGS["published"]).experiments) == ["deal"]


def test_the_small_deck_is_the_one_certified() -> None:
    usual = GAME.report_statements(Rules())
    assert usual.certified == small_deck(Rules()) == Rules(ranks=3, face_down=1)
    assert GAME.report_statements(SMALL[3]).certified is SMALL[3]


@pytest.mark.parametrize("deck", [(1, 2), (2, 1), (2, 2), (3, 2), (2, 3), (1, 6), (2, 5)])
def test_pairs_of_one_rank_are_counted_one_by_one(deck: tuple[int, int]) -> None:
    rules = Rules(ranks=deck[0], suits=deck[1])
    cards = range(rules.cards)
    pairs = [pair for pair in combinations(cards, 2) if pair[0] % deck[0] == pair[1] % deck[0]]
    found = [
        sum(len({*sum(some, ())}) == 2 * t for some in combinations(pairs, t))
        for t in range(rules.cards // 2 + 1)
    ]
    by_places = pairings(rules, 10**3)
    assert found == by_places + [0] * (len(found) - len(by_places))


def test_a_course_stops_where_it_returns() -> None:
    rules = Rules(ranks=2, suits=2, face_down=1, pick_up="first-player-first")
    round_it_goes = course(rules, ((0, 1), (1, 0)))
    assert round_it_goes.index(round_it_goes[-1]) < len(round_it_goes) - 1
    assert course(rules, ((1, 1), (0, 0)))[-1] == "first"


@pytest.mark.parametrize(
    ("name", "wrong"),
    [
        ("sweep", lambda _: Fraction(1, 7)),
        ("first_battle_levels", lambda _: [Fraction(1, 2)] * 2),
        ("_counted", lambda _: {}),
    ],
)
def test_a_wrong_number_is_found(name: str, wrong: object, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(war_report, name, wrong)
    rules = Rules(ranks=2, suits=2)
    assert checks_in(written(stated_of(GAME, rules)))[1] > 0


@pytest.mark.parametrize("deck", [(13, 4), (26, 2), (2, 26)])
def test_two_turns_are_counted_by_hand(deck: tuple[int, int]) -> None:
    rules = Rules(ranks=deck[0], suits=deck[1], deuce_beats_ace="always")
    found = answers(rules)
    assert war_report.two_turns_check(rules, found).holds
    found["shortest_games"][2]["first"] *= 2
    assert not war_report.two_turns_check(rules, found).holds


def test_wrong_ends_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    right, found = written(argued(SMALL[3])), answers(SMALL[3])
    wrong = found | {"first": found["first"] + Fraction(1, 90)}
    monkeypatch.setattr(war_report, "answers", lambda _, watch: wrong)
    assert checks_in(written(stated_of(GAME, SMALL[3])))[1] == 1
    assert checks_in(right)[1] == 0


def test_a_component_on_one_line_is_drawn() -> None:
    """Five states around the end of the first player, one behind the other."""
    rules = Rules(ranks=2, suits=4, face_down=3, pick_up="first-player-first",
                  shortfall="second-takes", deuce_beats_ace="battles")  # fmt: skip
    graph_figure(rules).canvas.draw()


@pytest.mark.parametrize("limit", [1, 2, 3, None])
def test_no_game_ends_after_the_turn_limit(limit: int | None) -> None:
    rules = Rules(ranks=2, suits=3, turn_limit=limit)
    names = {1: "first", 0: "draw", -1: "second"}
    ends = Counter(played(rules, deal) for deal in deals(rules))
    short_games = {n.name: n.value for n in numbers_of(argued(rules)) if n.name.startswith("over")}
    assert bool(short_games) == (limit in (3, None))  # in two turns it is drawn, in three won
    for game, ways in ends.items():
        if short_games and game.finished and game.turns <= 3:
            name = f"over after {game.turns} turns, {names[game.winner]}"
            assert short_games.pop(name) == Fraction(ways, ends.total())
    assert not short_games


def test_no_sweep_fits_into_a_shorter_turn_limit() -> None:
    """With a limit of one turn no player takes three places."""
    for pick_up in ("winner-first", "random"):
        rules = Rules(ranks=2, suits=3, turn_limit=1, pick_up=pick_up)
        text = written(argued(rules)).replace("$", "")
        assert "and, as a game is left after 1 turn, a named player sweeps the game with" in text
        assert "and so the game" not in text
        (sweep,) = (n for n in numbers_of(argued(rules)) if n.name == "sweep")
        assert sweep.value == 0


def test_two_turns_are_not_counted_if_one_is_the_limit() -> None:
    assert war_report.two_turns_by_hand(Rules())
    assert not war_report.two_turns_by_hand(Rules(turn_limit=1))
    assert checks_in(written(argued(Rules(turn_limit=1))))[1] == 0


def ranks_of(hand: tuple[int, ...]) -> str:
    return " ".join(str(rank + 2) for rank in hand)


@pytest.mark.parametrize("limit", [1, 5000, None])
def test_a_cycle_is_written_out_from_where_it_begins(limit: int | None) -> None:
    rules = replace(READINGS["published"], ranks=3, suits=2, turn_limit=limit)
    rows = [
        ["".join(map(str, cell)) for cell in row] for row in table_of(argued(rules), "cycle").rows
    ]
    turns = [int(re.sub(r"\D", "", row[0])) for row in rows]
    (begun,) = re.findall(
        r"begins with the deal ([\d ]+) against ([\d ]+)\.", written(argued(rules))
    )
    (hands,) = (deal for deal in deals(rules) if tuple(map(ranks_of, deal)) == begun)
    states = [hands] + [
        state.hands
        for state, _ in course_by_the_rules(replace(rules, turn_limit=30), hands)
        if state is not None
    ]
    assert turns == list(range(turns[0], turns[-1] + 1))
    assert turns[0] == min(before_a_cycle(rules, deal) for deal in deals(rules))
    assert [tuple(row[1:]) for row in rows] == [tuple(map(ranks_of, states[t])) for t in turns]
    assert rows[0][1:] == rows[-1][1:]


def before_a_cycle(rules: Rules, deal: tuple[tuple[int, ...], tuple[int, ...]]) -> int:
    """Return the turns before a deal comes to its cycle; many if the game ends."""
    unlimited = replace(rules, turn_limit=None)
    *states, last = course(unlimited, deal, 10**3)
    return 10**3 if isinstance(last, str) else states.index(last)


def test_of_two_likeliest_numbers_both_are_named() -> None:
    """Three of six cards are aces: one or two in three cards, 9 of 20 each."""
    text = written(argued(Rules(ranks=2, suits=3))).replace("$", "")
    assert "the commonest numbers of aces in it are 1 and 2, each with chance 0.45." in text


@pytest.mark.parametrize(
    "rules",
    [
        Rules(ranks=1, suits=2, face_down=0, turn_limit=1),
        Rules(ranks=2, suits=1, face_down=0, turn_limit=1, shortfall="last-card"),
        Rules(ranks=2, suits=1, face_down=0, turn_limit=1, pick_up="random"),
        Rules(ranks=2, suits=2, face_down=0, turn_limit=1, shortfall="second-takes"),
        Rules(ranks=2, suits=2, face_down=1, pick_up="first-player-first"),
    ],
    ids=str,
)
def test_there_are_no_wrong_plurals(rules: Rules) -> None:
    text = written(argued(rules))
    assert wrong_plurals(text) == []
    assert "ranks are $2, \\ldots, 2" not in text
    assert "ranks are $2, \\ldots, 3" not in text
