"""The certificate of the chain of an outcome: honest ones pass, every change is refused."""

import copy
from fractions import Fraction
from typing import Any

import pytest

from montmort.exact.from_rules import explore
from montmort.games.errors import TooLarge
from montmort.verification.certificates import linear_system, outcome_chain
from montmort.verification.certificates.check import Unreadable, check_document, number_text
from montmort.verification.certificates.outcome_chain import outcome_certificate
from tests.verification.certificates import tampering
from tests.verification.certificates.corpus import DUEL, OUTCOMES

TRUSTED = "the chain follows from the rules: "


@pytest.fixture(params=OUTCOMES)
def small(request: pytest.FixtureRequest) -> dict[str, Any]:
    return OUTCOMES[request.param]


def test_an_honest_certificate_trusts_only_the_chain(small: dict[str, Any]) -> None:
    (words,) = tampering.trusted(small)
    assert words.startswith(TRUSTED)


def test_the_answers_are_those_of_the_game() -> None:
    content: Any = OUTCOMES["duel"]["content"]
    # the first shooter wins with 6/11; the first one begins with 3/4
    wins = Fraction(3, 4) * Fraction(6, 11) + Fraction(1, 4) * Fraction(5, 11)
    assert content["answers"]["first_wins=true"] == str(wins)
    assert content["answers"]["net"] == str(3 - 5)  # 6 shots on average, 5 of them misses
    assert list(content["moves"]) == ["shooter", "shooter [2]"]
    content = OUTCOMES["die"]["content"]
    assert content["answers"] == {"value": "4/3", "value^2": str(Fraction(2 + 3 * 4, 6))}
    assert content["laws"] == {"value": {"0": "1/6", "1": "1/3", "2": "1/2"}}


def test_every_changed_number_is_refused(small: dict[str, Any]) -> None:
    for path, others in tampering.numbers(small):
        for other in others:
            assert tampering.is_refused(tampering.changed(small, path, tampering.put(other))), (
                f"{path} -> {other}"
            )


def test_every_missing_or_mistyped_part_is_refused(small: dict[str, Any]) -> None:
    others = [7, None, [], {}, "x", ["1"], {"1": "1"}]
    for path in tampering.containers(small):
        if path == ("sha256",) or path[0] == "rules" or path[-1] == "first_wins":
            continue  # the hash is made anew; words of the rules and of moves say nothing
        for change in (tampering.remove, *map(tampering.put, others)):
            twin = tampering.changed(small, path, change)
            if twin != small:
                assert tampering.is_refused(twin), path


def test_the_word_of_an_end_is_checked() -> None:
    path = ("content", "ends", "shooter", 0, 1, "first_wins")
    assert tampering.is_refused(tampering.changed(OUTCOMES["duel"], path, tampering.put("false")))


def test_a_large_chain_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outcome_chain, "MOST_STATES", 1)
    with pytest.raises(TooLarge, match="the chain has 2 states, and a certificate lists at most 1"):
        outcome_certificate(explore(DUEL, None), {})


def test_values_without_a_common_denominator_are_refused_before_the_work(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Coprime denominators of 100 digits: added up they would have thousands."""
    monkeypatch.setattr(linear_system, "MOST_BITS", 10**5)
    twin = copy.deepcopy(OUTCOMES["die"])
    content: Any = twin["content"]
    one, count = 10**100, 40
    content["start"] = {"0": "1"}
    content["moves"] = {str(i): [] for i in range(count)}
    content["ends"] = {str(i): [["1", {"value": "1"}]] for i in range(count)}
    values = {str(i): number_text(Fraction(1, one + i)) for i in range(count)}
    content["values"] = {"value": values, "value^2": values}
    with pytest.raises(Unreadable, match="adding the values over one denominator would take"):
        check_document(tampering.as_json(twin), tampering.CHECKERS)


def test_weights_are_in_lowest_terms() -> None:
    twin = tampering.changed(OUTCOMES["die"], ("content", "start", "Nothing()"), tampering.put("2"))
    with pytest.raises(Unreadable, match="no common divisor"):
        check_document(tampering.as_json(twin), tampering.CHECKERS)
