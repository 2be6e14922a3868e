"""Certificates of blackjack from finite shoes: other shoes and tables, walks, forgeries."""

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, example, given, settings
from hypothesis import strategies as st

from montmort.exact.blackjack.answers import seated
from montmort.exact.from_rules import explore
from montmort.games.blackjack import EXPERIMENTS, PIPS, VALUES, Rules
from montmort.games.blackjack.certificate import mean_certificate
from montmort.games.blackjack.checker import (
    CHECKER,
    PAIRS,
    TOTALS,
    Play,
    Shoe,
    read_rules,
)
from montmort.games.errors import TooLarge
from montmort.verification.certificates.check import Unreadable, number_text
from montmort.verification.registry import game_named
from tests.verification.certificates import tampering

SHOE = Rules(decks="1", deck=(2, 2, 0, 0, 0, 2, 0, 3, 0, 5))
HITS = Rules(
    decks="1", deck=(3, 0, 0, 0, 0, 0, 4, 0, 2, 3), soft_17="hits", blackjack_pays=Fraction(6, 5)
)
SOFT = replace(SHOE, soft_17="hits", player="optimal")
TWO_DECKS = Rules(decks="2", deck=(1, 0, 1, 0, 0, 1, 0, 1, 0, 3))
SPLITS = st.integers(0, 1)
PAYS = st.sampled_from([Fraction(0), Fraction(1), Fraction(6, 5), Fraction(3, 2), Fraction(7)])


@st.composite
def shoes(draw: Any) -> Rules:
    """Return rules with a shoe of few kinds, whose cards suffice for every hand."""
    kinds = draw(st.lists(st.sampled_from(VALUES), min_size=1, max_size=3, unique=True))
    deck = [draw(st.integers(1, 3)) if value in kinds else 0 for value in VALUES]
    decks = draw(st.integers(1, 4))
    assume(decks * sum(value * n for value, n in zip(VALUES, deck, strict=True)) > PIPS)
    return Rules(
        decks=str(decks),
        deck=tuple(deck),
        soft_17=draw(st.sampled_from(["stands", "hits"])),
        blackjack_pays=draw(PAYS),
        splits=draw(SPLITS),
        player=draw(st.sampled_from(["basic", "optimal"])),
    )


def walked(rules: Rules, players: Any) -> Fraction:
    """Return the mean of what is won, by a walk of the rules."""
    law = explore(replace(EXPERIMENTS["counted"], players=players), rules).law()
    return law.map(lambda hand: hand.units).mean() / rules.unit


@pytest.mark.parametrize(
    "rules",
    [
        HITS,
        replace(HITS, splits=0),
        replace(HITS, player="optimal"),
        replace(SHOE, player="optimal"),
        replace(TWO_DECKS, player="optimal", splits=0),
        pytest.param(SHOE, marks=pytest.mark.slow),
        pytest.param(TWO_DECKS, marks=pytest.mark.slow),
    ],
)
def test_small_shoes_are_proved_and_the_value_is_that_of_a_walk(rules: Rules) -> None:
    document: Any = mean_certificate(rules)
    assert tampering.trusted(document) == []
    assert Fraction(document["content"]["value"]) == walked(rules, seated(rules))


@given(shoes())
@example(replace(HITS, deck=(1, 0, 0, 0, 0, 0, 4, 0, 0, 0), decks="3"))  # two aces are doubled
@settings(max_examples=10, suppress_health_check=[HealthCheck.filter_too_much])
def test_other_shoes_are_proved(rules: Rules) -> None:
    document: Any = mean_certificate(rules)
    assert all(each.holds for each in CHECKER.check(document["rules"], document["content"]))


class ByLetters:
    """A Table that plays by the letters of a certificate."""

    def __init__(self, table: dict[str, str]) -> None:
        self.table = table

    def decide(self, _seat: int, choices: Any, view: Any) -> Any:
        """Return the choice."""
        kind, number, up, cards, _ = view
        if kind == "pair":
            if self.table[f"pair {number}"][up - 1] == "P":
                return "split"
            kind, number = ("soft", 12) if number == 1 else ("hard", 2 * number)
        letter = self.table[f"{kind} {number}"][up - 1]
        if letter in "Dd" and cards == 2:
            assert "double" in choices
            return "double"
        return "hit" if letter in "HD" else "stand"

    def tell(self, event: object) -> None:
        """Ignore the event."""


@given(st.sampled_from([SHOE, HITS]), SPLITS, st.randoms(use_true_random=False))
@settings(max_examples=5)
def test_the_mean_by_any_table_is_that_of_a_walk(rules: Rules, splits: int, random: Any) -> None:
    rules = replace(rules, splits=splits)
    table = {row: "".join(random.choices("SHDd", k=10)) for row in TOTALS}
    table |= {row: "".join(random.choices("PN", k=10)) for row in PAIRS}
    asked: Any = mean_certificate(replace(rules, player="optimal"))["rules"]
    checked, found = read_rules(asked)[0], Fraction(0)
    for up in (up for up in VALUES if rules.shoe[up]):
        letters = {row: line[up - 1] for row, line in table.items()}
        found += rules.shoe[up] * Play(Shoe(checked, up), letters).mean()
    by_letters = ByLetters(table)
    assert found / rules.shoe.size == walked(rules, lambda _rules, _chance: by_letters)


@pytest.mark.parametrize("player", ["basic", "optimal"])
def test_no_other_number_is_accepted(player: Any) -> None:
    document: Any = mean_certificate(replace(HITS, player=player))
    for path, others in tampering.numbers(document):
        for other in others[:: 1 if path[0] == "content" else 3]:
            assert tampering.is_refused(tampering.changed(document, path, tampering.put(other)))
    for path in tampering.containers(document):
        assert tampering.is_refused(tampering.changed(document, path, tampering.remove)), path


def forged(row: str, up: int, letter: str) -> Any:
    """Return the certificate of HITS with another letter."""
    document: Any = mean_certificate(HITS)
    line = document["content"]["table"][row]
    table = document["content"]["table"] | {row: line[: up - 1] + letter + line[up:]}
    return tampering.changed(document, ("content", "table"), tampering.put(table))


@pytest.mark.parametrize(
    ("row", "up", "letter"),
    [("hard 16", 10, "S"), ("hard 17", 7, "H"), ("soft 18", 9, "S"), ("pair 9", 7, "N"),
     ("hard 4", 2, "S"), ("hard 16", 10, "P"), ("pair 1", 1, "H"), ("hard 20", 9, "-")],
)  # fmt: skip
def test_another_letter_is_refused(row: str, up: int, letter: str) -> None:
    assert tampering.is_refused(forged(row, up, letter))


def test_a_worse_table_with_its_own_mean_is_no_basic_strategy() -> None:
    """The content follows from the table, but a letter can be improved."""
    document = forged("hard 17", 7, "H")
    content = document["content"]
    rules = read_rules(document["rules"])[0]
    letters = {row: line[6] for row, line in content["table"].items()}
    worse = Play(Shoe(rules, 7), letters).mean()
    change = (worse - Fraction(content["against"][6])) * HITS.shoe[7] / HITS.shoe.size
    assert change < 0
    content["against"][6] = number_text(worse)
    content["value"] = number_text(Fraction(content["value"]) + change)
    head, means, best = CHECKER.check(document["rules"], content)
    assert (head.holds, means.holds, best.holds) == (True, True, False)
    assert tampering.is_refused(document)


@pytest.mark.longest
def test_every_other_letter_is_refused_or_asked_by_no_hand() -> None:
    document: Any = mean_certificate(HITS)
    value, refused = Fraction(document["content"]["value"]), 0
    for row in document["content"]["table"]:
        for up in (up for up in VALUES if HITS.shoe[up]):
            for letter in "PN" if row in PAIRS else "SHDd":
                other = forged(row, up, letter)
                if tampering.is_refused(other):
                    refused += 1
                    continue
                by_letters = ByLetters(other["content"]["table"])
                assert walked(HITS, lambda *_, table=by_letters: table) == value
    assert refused > 20


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (SOFT, replace(SOFT, soft_17="stands")),
        (HITS, replace(HITS, splits=0)),
        (HITS, replace(HITS, blackjack_pays=Fraction(3, 2))),
        (HITS, replace(HITS, deck=(3, 0, 0, 0, 0, 0, 4, 0, 3, 3))),
        (HITS, replace(HITS, player="optimal")),
        (replace(HITS, player="optimal"), replace(HITS, player="optimal", decks="2")),
    ],
)
def test_the_content_of_other_rules_is_refused(first: Rules, second: Rules) -> None:
    one: Any = mean_certificate(first)
    other: Any = mean_certificate(second)
    for name in ("rules", "content"):
        assert tampering.is_refused(tampering.changed(one, (name,), tampering.put(other[name])))


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("decks", "0"), ("decks", "1/2"), ("decks", "1000000"), ("soft_17", "draws"),
        ("blackjack_pays", "-1"), ("splits", "2"), ("player", "counts"), ("deck", ["4"] * 9),
        ("deck", ["-1"] + ["4"] * 9), ("deck", ["1"] * 10),
    ],
)  # fmt: skip
def test_rules_that_are_none_are_unreadable(name: str, value: Any) -> None:
    document: Any = mean_certificate(HITS)
    with pytest.raises(Unreadable):
        list(CHECKER.check(document["rules"] | {name: value}, document["content"]))


def test_the_command_writes_it_for_shoes_that_cannot_be_listed() -> None:
    """Smaller shoes have the certificate of all states."""
    certification = game_named("blackjack").certify("hand")
    large = certification.certificate(replace(HITS, decks="2"), None)
    assert certification.checker_of(large) is CHECKER
    small = certification.certificate(HITS, None)
    assert small["game"] == "chain of an outcome"


def test_a_shoe_that_the_checker_does_not_read_is_refused() -> None:
    with pytest.raises(TooLarge, match="up to 1,000,000 cards"):
        mean_certificate(Rules(decks="1000", deck=(1000,) * 10))


@pytest.mark.longest
@pytest.mark.parametrize("player", ["basic", "optimal"])
def test_the_usual_deck_is_proved(player: Any) -> None:
    assert tampering.trusted(mean_certificate(Rules(decks="1", player=player))) == []
