"""The report of five-card draw: its numbers are those of brute force, and its checks can fail."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb
from typing import Any

import pytest

from exact.draw_hand import choices_of
from games.errors import BadInput
from games.five_card_draw import Rules
from games.five_card_hands import type_of
from games.playing_cards import Pack
from tests.exact.naive_draw import all_drawn, drawn
from tests.verification.report_parts import numbers, tables, words
from verification.arguments import drawn_hand
from verification.arguments import five_card_draw as five_card_draw_report
from verification.arguments import five_card_draw_table as draw_table_report
from verification.arguments.draw_by_force import by_brute_force
from verification.arguments.drawn_hand import DrawnHand
from verification.arguments.hand_types import counted
from verification.report.assembly import Argument, Provenance
from verification.report.tree import Ref, Report, blocks_of, lines_of

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
GUARANTEED = 5  # checks of every report, and a walk of each of three small decks


@cache
def argument(rules: Rules) -> Argument:
    return five_card_draw_report.argument(rules, Provenance("five-card-draw", rules))


def resolved(told: Argument) -> int:
    """Return how many references there are to parts of the report, all of them found."""
    report = Report("", "", (), told.sections)
    lines = (line for block in blocks_of(told.sections) for line in lines_of(block))
    refs = [part for line in lines for part in line if isinstance(part, Ref)]
    return len([report.number_at(ref) for ref in refs])


def of_all_hands(rules: Rules) -> tuple[Fraction, Fraction]:
    """Return how often the best discards win and tie, every deal gone through."""
    hands = all_drawn(rules.ranking, rules.pack)
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


@pytest.mark.parametrize("rules", GAMES, ids=str)
def test_a_game_is_worth_what_brute_force_says(rules: Rules) -> None:
    told = argument(rules)
    forced = by_brute_force(rules.pack, rules.ranking)[rules.max_draw]
    assert numbers(told.sections)["the best discards win"] == forced
    assert resolved(told) > 10


@pytest.mark.slow
@pytest.mark.parametrize("rules", [*GAMES, LARGER], ids=str)
def test_a_game_is_worth_what_other_brute_force_says(rules: Rules) -> None:
    found = numbers(argument(rules).sections)
    win, tie = of_all_hands(rules)
    assert (found["the best discards win"], found["the best discards tie"]) == (win, tie)


@pytest.mark.parametrize("rules", HANDS, ids=str)
def test_a_hand_is_worth_what_brute_force_says(rules: Rules) -> None:
    told = argument(rules)
    found, hand = numbers(told.sections), DrawnHand(rules)
    every = [
        (Fraction(wins, deals), Fraction(ties, deals))
        for size in range(rules.max_draw + 1)
        for away in combinations(hand.cards, size)
        for wins, ties, deals in [drawn(hand.cards, away, rules.ranking, rules.pack)]
    ]
    best = max(every)
    assert found[f"{rules.hand}, the best choice wins"] == best[0]
    assert found[f"{rules.hand}, the best choice ties"] == best[1]
    bold = words(told.sections)
    marked = [row for row in tables(told.sections)["choices"].rows if hasattr(row[0][0], "text")]
    assert len(marked) == sum(win == best[0] for win, _ in every)
    assert "stand pat" in bold or hand.best.discard
    assert resolved(told) > 5


@pytest.mark.parametrize("rules", [*GAMES, *HANDS], ids=str)
def test_the_checks_hold(rules: Rules) -> None:
    told = words(argument(rules).sections)
    assert told.count("yes") >= GUARANTEED
    assert "NO" not in told


@pytest.mark.parametrize("rules", GAMES, ids=str)
def test_types_are_counted_as_they_are(rules: Rules) -> None:
    hands = (sum(1 << c for c in five) for five in combinations(range(rules.pack.size), 5))
    types = Counter(type_of(hand, rules.ranking, rules.pack) for hand in hands)
    assert {name: hands for name, (_, hands) in counted(rules).items()} == types


def test_the_deck_on_paper_is_that_of_brute_force() -> None:
    found = numbers(argument(HANDS[0]).sections)["on paper"]
    pack = Pack(ranks=3, suits=4)
    wins, _, deals = drawn([0, 3, 1, 4, 11], [11], "standard", pack)
    assert found == Fraction(wins, deals)
    rows = tables(argument(HANDS[0]).sections)["paper"].rows
    assert sum("".join(map(str, row[2])).count("W") for row in rows) == wins


def test_what_is_drawn_has_the_type_that_is_told() -> None:
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


def test_a_game_that_is_not_answered_is_not_told() -> None:
    with pytest.raises(BadInput, match="smart player's against a random one"):
        argument(Rules(ranks=4, max_draw=1, player="random"))


def test_wrong_counts_of_a_hand_fail_the_checks(monkeypatch: pytest.MonkeyPatch) -> None:
    def wrong(*hand: Any) -> Any:
        return tuple(
            replace(choice, wins=choice.wins + (choice.loss > 0)) for choice in choices_of(*hand)
        )

    monkeypatch.setattr(drawn_hand, "choices_of", wrong)
    told = words(argument.__wrapped__(HANDS[4]).sections)
    assert told.count("NO") == 1 + 3  # the rows of types, and each hand that is walked


def test_a_wrong_value_fails_the_checks(monkeypatch: pytest.MonkeyPatch) -> None:
    def wrong(pack: Pack, ranking: str) -> list[Fraction]:
        return [win - Fraction(1, 10**9) for win in by_brute_force(pack, ranking)]

    monkeypatch.setattr(draw_table_report, "by_brute_force", wrong)
    told = words(argument.__wrapped__(GAMES[0]).sections)
    assert told.count("NO") == 1 + 3 + 3  # of the decks of 10, 12 and 12 cards


@pytest.mark.slow
@pytest.mark.parametrize("ranking", ["standard", "published"])
def test_the_full_deck_holds_its_checks(ranking: Any) -> None:
    for rules in (Rules(ranking=ranking), Rules(ranking=ranking, hand="As Ks Qs Js 2d")):
        told = argument(rules)
        assert "NO" not in words(told.sections)
        assert resolved(told) > 5
