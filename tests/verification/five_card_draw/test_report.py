"""The report of five-card draw: its numbers are those of brute force, and its checks can fail."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb
from typing import Any

import pytest

from montmort.exact.five_card_draw.one_hand import choices_of
from montmort.exact.formatting import counted
from montmort.games.cards.pack import Pack
from montmort.games.errors import BadInput
from montmort.games.five_card_draw import Rules
from montmort.games.five_card_draw.ranking import type_of
from montmort.verification.five_card_draw import GAME
from montmort.verification.five_card_draw.report import hand_facts
from montmort.verification.five_card_draw.report import settled as five_card_draw_report
from montmort.verification.five_card_draw.report.brute_force import by_brute_force
from montmort.verification.five_card_draw.report.hand_facts import DrawnHand
from montmort.verification.five_card_draw.report.hand_types import straights, type_counts
from montmort.verification.reports.reader import Prose
from tests.exact.five_card_draw.naive_draw import count_all_draws, count_draw
from tests.verification.reports.written_reports import (
    checks_in,
    stated_of,
    table_of,
    values_of,
    written,
    wrong_plurals,
)

GAMES = [
    Rules(ranks=5, suits=2, max_draw=0),
    Rules(ranks=11, suits=1, max_draw=1),
    Rules(ranks=6, suits=2, max_draw=2, ranking="published"),
    Rules(ranks=3, suits=4, max_draw=2),
]
LARGER = Rules(ranks=4, suits=4, max_draw=3)
HANDS = [
    Rules(ranks=5, suits=2, max_draw=0, hand="2c 3c 4c 5c Ac"),
    Rules(ranks=3, suits=4, max_draw=1, hand="2c 2d 2h 2s Ac"),  # two best choices
    Rules(ranks=6, suits=2, max_draw=2, hand="2c 3c 4c 5d Ad", discard="2c", ranking="published"),
    Rules(ranks=13, suits=1, max_draw=2, hand="9c Tc Jc Qc 2c", discard="2c"),
    Rules(ranks=4, suits=4, max_draw=5, hand="2c 2d 3h 4s Ac"),
]
GUARANTEED = 5  # checks of every report, with those of three enumerated small decks


@cache
def argument(rules: Rules) -> Prose:
    return stated_of(GAME, rules)


def of_all_hands(rules: Rules) -> tuple[Fraction, Fraction]:
    """Return the chances that the best discards win and tie, by enumerating every deal."""
    hands = count_all_draws(rules.ranking, rules.pack)
    size = rules.pack.size - 5
    deals = [comb(size, drawn) * comb(size - drawn, 5) for drawn in range(rules.max_draw + 1)]
    win = tie = Fraction(0)
    for choices in hands.tolist():
        best = max(
            (Fraction(wins, deals[mask.bit_count()]), Fraction(ties, deals[mask.bit_count()]))
            for mask, (wins, ties) in enumerate(choices)
            if mask.bit_count() <= rules.max_draw
        )
        win, tie = win + best[0], tie + best[1]
    return win / len(hands), tie / len(hands)


@pytest.mark.slow
@pytest.mark.parametrize("rules", GAMES, ids=str)
def test_the_chance_to_win_a_game_is_that_of_brute_force(rules: Rules) -> None:
    forced = by_brute_force(rules.pack, rules.ranking)[rules.max_draw]
    assert values_of(argument(rules))["the best discards win"] == forced


@pytest.mark.slow
@pytest.mark.parametrize("rules", [*GAMES, LARGER], ids=str)
def test_the_chances_of_a_game_are_those_of_independent_brute_force(rules: Rules) -> None:
    found = values_of(argument(rules))
    win, tie = of_all_hands(rules)
    assert (found["the best discards win"], found["the best discards tie"]) == (win, tie)


@pytest.mark.slow
@pytest.mark.parametrize("rules", HANDS, ids=str)
def test_the_chances_of_a_hand_are_those_of_brute_force(rules: Rules) -> None:
    report = argument(rules)
    found, hand = values_of(report), DrawnHand(rules)
    every = [
        (Fraction(wins, deals), Fraction(ties, deals))
        for size in range(rules.max_draw + 1)
        for away in combinations(hand.cards, size)
        for wins, ties, deals in [count_draw(hand.cards, away, rules.ranking, rules.pack)]
    ]
    best = max(every)
    assert found[f"{rules.hand}, the best choice wins"] == best[0]
    assert found[f"{rules.hand}, the best choice ties"] == best[1]
    marked = [row for row in table_of(report, "choices").rows if hasattr(row[0][0], "text")]
    assert len(marked) == sum(win == best[0] for win, _ in every)
    assert "stand pat" in written(report) or hand.best.discard


@pytest.mark.slow
@pytest.mark.parametrize("rules", [*GAMES, *HANDS], ids=str)
def test_the_checks_hold(rules: Rules) -> None:
    right, wrong = checks_in(written(argument(rules)))
    assert right >= GUARANTEED
    assert wrong == 0


@pytest.mark.parametrize("rules", GAMES, ids=str)
def test_type_formulas_count_the_hands_of_the_rules(rules: Rules) -> None:
    hands = (sum(1 << c for c in five) for five in combinations(range(rules.pack.size), 5))
    types = Counter(type_of(hand, rules.ranking, rules.pack) for hand in hands)
    assert type_counts(rules) == types


def test_the_deck_on_paper_is_that_of_brute_force() -> None:
    found = values_of(argument(HANDS[0]))["on paper"]
    pack = Pack(ranks=3, suits=4)
    wins, _, deals = count_draw([0, 3, 1, 4, 11], [11], "standard", pack)
    assert found == Fraction(wins, deals)
    rows = table_of(argument(HANDS[0]), "paper").rows
    assert sum("".join(map(str, row[2])).count("W") for row in rows) == wins


def test_draws_and_their_types_add_up_to_those_of_the_choice() -> None:
    hand = DrawnHand(HANDS[2])
    for choice in hand.choices:
        draws = [*hand.draws(choice)]
        assert {draw.drawn for draw in draws} == _sets(hand.unseen, choice.discard.bit_count())
        assert Counter(draw.type for draw in draws) == {
            made.type: made.draws for made in hand.made(choice)
        }
        assert sum(draw.lower for draw in draws) == choice.wins


def _sets(cards: Sequence[int], size: int) -> set[int]:
    return {sum(1 << card for card in chosen) for chosen in combinations(cards, size)}


UNEQUAL_TIES = Rules(ranks=3, suits=4, max_draw=2, hand="2d 3c 3d Ad As")
FORCED = Rules(ranks=13, suits=1, max_draw=3, hand="2c 3c 4c 5c 7c")
MANY = Rules(ranks=12, suits=1, max_draw=2, hand="5c 9c Jc Qc Ac")


def test_best_choices_that_tie_unequally_are_distinguished() -> None:
    report = written(argument(UNEQUAL_TIES))
    hand = DrawnHand(UNEQUAL_TIES)
    ties = {
        hand.words(choice): count_draw(hand.cards, choice_cards, "standard", UNEQUAL_TIES.pack)[1]
        for choice in hand.optima
        for choice_cards in [[card for card in hand.cards if choice.discard >> card & 1]]
    }
    assert ties == {"2d": 6, "2d 3c": 0, "2d 3d": 0, "2d Ad": 0, "2d As": 0}  # of 42 and 21 deals
    assert "there are 5 best choices" in report
    assert "wins with chance 6/7 = 0.8571428571…. Of these, to discard 2d ties most often" in report


def test_the_tie_break_of_the_whole_game_is_stated() -> None:
    report = written(argument(GAMES[3]))
    assert "where several are best one that ties most often, wins with chance" in report


@pytest.mark.parametrize("rules", [*HANDS, UNEQUAL_TIES, FORCED], ids=str)
def test_multisets_of_ranks_are_those_of_the_draws(rules: Rules) -> None:
    hand = DrawnHand(rules)
    for choice in hand.choices:
        draws = combinations(hand.unseen, choice.discard.bit_count())
        ranks = {tuple(sorted(card % rules.ranks for card in draw)) for draw in draws}
        assert hand.multisets(choice) == len(ranks)
    multisets = counted(hand.multisets(hand.best), "multiset")
    assert f", {multisets} of ranks" in written(argument(rules))


@pytest.mark.parametrize("ranking", ["standard", "published"])
@pytest.mark.parametrize("ranks", range(3, 13))
def test_straights_are_those_of_the_rules(ranks: int, ranking: Any) -> None:
    rules = Rules(ranks=ranks, suits=4, max_draw=1, ranking=ranking)
    letters = rules.pack.letters
    suits = "cdcdc"  # no flush
    made = {
        five
        for five in combinations(letters, 5)
        if type_of(rules.pack.read(" ".join(map("".join, zip(five, suits, strict=True))))[0],
                   ranking, rules.pack) == "straight"
    }  # fmt: skip
    found = straights(rules)
    assert {tuple(sorted(words, key=letters.index)) for words in found} == made
    assert len(found) == len(made)


def test_straights_of_a_small_deck_are_listed() -> None:
    report = written(argument(GAMES[2]))
    assert "The ranks of this deck are 2 3 4 5 6 A; the straights are 23456 and 3456A." in report
    report = written(argument(GAMES[3]))
    assert "The ranks of this deck are 2 3 A: too few for a straight." in report


def test_singular_and_plural() -> None:
    report = written(argument(HANDS[0]))
    assert wrong_plurals(report) == []
    assert "To stand pat is to draw 0 cards: 1 set $X$, 1 multiset of ranks." in report
    assert "The opponent may have 1 hand: " in report
    assert "The only choice of 2c 3c 4c 5c Ac; the best in bold" in report


def test_of_many_best_choices_the_first_are_listed() -> None:
    report = written(argument(MANY))
    many = len(DrawnHand(MANY).optima)
    assert f"there are {many} best choices" in report
    assert re.search(
        r"best choices, to \*\*stand pat\*\*(, to \*\*discard [^*]+\*\*){5}, …; ", report
    )


def test_players_that_are_not_solved_are_bad_input() -> None:
    with pytest.raises(BadInput, match="smart player against a random one"):
        argument(Rules(ranks=4, max_draw=1, player="random"))


def test_wrong_counts_of_a_hand_fail_the_checks(monkeypatch: pytest.MonkeyPatch) -> None:
    def wrong(*hand: Any) -> Any:
        return tuple(
            replace(choice, wins=choice.wins + (choice.loss > 0)) for choice in choices_of(*hand)
        )

    monkeypatch.setattr(hand_facts, "choices_of", wrong)
    report = written(argument.__wrapped__(HANDS[4]))
    assert checks_in(report)[1] == 1 + 3  # the rows of types, and each enumerated hand


def test_a_wrong_value_fails_the_checks(monkeypatch: pytest.MonkeyPatch) -> None:
    def wrong(pack: Pack, ranking: str) -> list[Fraction]:
        return [win - Fraction(1, 10**9) for win in by_brute_force(pack, ranking)]

    monkeypatch.setattr(five_card_draw_report, "by_brute_force", wrong)
    report = written(argument.__wrapped__(GAMES[0]))
    assert checks_in(report)[1] == 1 + 3 + 3  # of the decks of 10, 12 and 12 cards


@pytest.mark.slow
@pytest.mark.parametrize("ranking", ["standard", "published"])
def test_the_full_deck_holds_its_checks(ranking: Any) -> None:
    for rules in (Rules(ranking=ranking), Rules(ranking=ranking, hand="As Ks Qs Js 2d")):
        assert checks_in(written(argument(rules)))[1] == 0
