"""Certificates of Yahtzee: the values of small versions, and forgeries of them."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest

from montmort.exact.yahtzee.solution import solve
from montmort.games.yahtzee import Rules
from montmort.verification.certificates.check import Unreadable, check_document, content_hash
from montmort.verification.certificates.document import text_of
from montmort.verification.yahtzee import checker
from montmort.verification.yahtzee.certificate import certificate
from montmort.verification.yahtzee.checker import CHECKER

SMALL = [
    Rules(dice=3, faces=2, boxes="ones,full-house,yahtzee,twos", target=7),
    Rules(dice=3, faces=2, boxes="ones,full-house,yahtzee,twos", target=7, joker="forced"),
    Rules(dice=2, faces=3, boxes="ones,twos,chance,yahtzee", target=2, joker="forced", throws=1),
    Rules(dice=5, faces=6, boxes="large-straight,four-of-a-kind,yahtzee,sixes", throws=2),
    Rules(dice=6, faces=3, boxes="full-house,small-straight,three-of-a-kind"),
    Rules(dice=1, faces=1, boxes="chance", throws=1),
]


def statements(document: Any, *asked: str) -> list[tuple[bool | None, str]]:
    """Return what the checker says of a document, its hash corrected."""
    fresh = {**document, "sha256": content_hash(document)}
    return [each[:2] for each in check_document(text_of(fresh), [CHECKER], *asked)]


@pytest.mark.parametrize("rules", SMALL, ids=str)
def test_small_versions_are_proved(rules: Rules) -> None:
    found = statements(certificate(rules))
    assert {holds for holds, _ in found} == {True}


def forgeries(document: Any) -> Iterator[Any]:
    """Yield the document with each value once one more, and once one less."""
    cards = document["content"]["cards"]
    for name, values in cards.items():
        for place, value in enumerate(values):
            for change in (1, -1):
                forged = [*values]
                forged[place] = str(int(value) + change)
                content = document["content"] | {"cards": {**cards, name: forged}}
                yield {**document, "content": content}


def test_every_forged_value_is_refused() -> None:
    rules = Rules(dice=2, faces=2, boxes="twos,yahtzee,chance", target=4, joker="forced")
    for forged in forgeries(certificate(rules)):
        try:
            found = statements(forged)
        except Unreadable:
            continue
        assert found[0][0] is False  # the headline
        assert sum(holds is False for holds, _ in found) >= 2


@pytest.mark.parametrize(
    ("field", "value"),
    [("joker", "forced"), ("bonus", "36"), ("target", "2"), ("extra", "99"), ("throws", "2")],
)
def test_values_of_other_rules_are_refused(field: str, value: str) -> None:
    rules = Rules(dice=2, faces=3, throws=1, boxes="ones,twos,chance,yahtzee", target=6)
    document = certificate(rules)
    forged = {**document, "rules": {**document["rules"], field: value}}
    try:
        assert False in {holds for holds, _ in statements(forged)}
    except Unreadable:
        assert field == "target"  # other cards


def test_all_values_moved_alike_are_refused() -> None:
    # a consistent shift of all values is no solution: the end is known
    rules = Rules(dice=1, faces=2, boxes="ones,twos", target=3)
    document = certificate(rules)
    units = {1: 8, 2: 64}
    moved = {
        name: [str(int(value) + units[len(name.split(","))]) for value in values]
        for name, values in document["content"]["cards"].items()
    }
    value = Fraction(document["content"]["value"]) + 1
    forged = {**document, "content": {"cards": moved, "value": str(value)}}
    assert False in {holds for holds, _ in statements(forged)}


def test_a_named_card_is_checked_and_the_others_are_trusted() -> None:
    rules = Rules(dice=2, faces=2, boxes="twos,yahtzee,chance", target=4)
    found = statements(certificate(rules), "twos,chance 0 50", "chance 4 0")
    assert [words for holds, words in found if holds is None] == [
        f"the largest mean score is {checker.rounded(solve(rules).value)}",
        "the values of the other 16 cards",
    ]
    with pytest.raises(Unreadable, match="is no card of the game"):
        statements(certificate(rules), "chance 3 0")


def test_many_cards_are_checked_at_random(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checker, "UNASKED", 3)
    document = certificate(Rules(dice=2, faces=2, boxes="twos,yahtzee,chance", target=4))
    assert (None, "the values of the other 14 cards") in statements(document)
    assert None not in {holds for holds, _ in statements(document, "all")}


def test_the_larger_of_packed_fields() -> None:
    turns = checker.Turns(checker.Rules("free", ("chance",), 1, 2, 1, 0, 0, 0), {})
    turns.width, turns.tops = 8, 0x808080
    assert turns.larger(0x7F0105, 0x000205) == 0x7F0205
