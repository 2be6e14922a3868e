"""The certificate of mixed strategies: honest ones pass, forged ones are refused."""

import copy
from fractions import Fraction
from typing import Any

import pytest

from montmort.exact.decisions.optimal import optimal
from montmort.games.errors import BadInput
from montmort.verification.certificates.check import content_hash
from montmort.verification.certificates.mixed_certificate import mixed_certificate
from tests.verification.certificates import tampering
from tests.verification.certificates.corpus import MIXED
from tests.verification.certificates.optimal_games import AGAIN
from tests.verification.certificates.tampering import false_statements

WORTH = "the two strategies are worth the value"


@pytest.fixture(params=MIXED)
def twin(request: pytest.FixtureRequest) -> dict[str, Any]:
    """Return a copy of an honest certificate."""
    return copy.deepcopy(MIXED[request.param])


def test_an_honest_certificate_trusts_only_the_payoffs(twin: dict[str, Any]) -> None:
    (words,) = tampering.trusted(twin)
    assert words.startswith("the payoffs follow from the rules: ")


def test_values() -> None:
    # heads are hidden with chance 3/4, and then both calls find a mean of 3/4
    assert MIXED["hide"]["content"]["value"] == "-3/4"
    values = {name: Fraction(each["content"]["value"]) for name, each in MIXED.items()}
    assert values["kuhn"] == values["second"] == Fraction(-1, 18)  # the same game
    assert values["reversed"] != values["kuhn"]


def test_another_value_is_refused(twin: dict[str, Any]) -> None:
    twin["content"]["value"] = str(Fraction(twin["content"]["value"]) + Fraction(1, 10**9))
    assert len(false_statements(twin)) == 3


@pytest.mark.parametrize("side", ["maximise", "minimise"])
def test_another_strategy_is_refused(twin: dict[str, Any], side: str) -> None:
    """All choices reversed: a law still, but the other player gains by it."""
    for known in twin["content"][side]:
        known["chances"].reverse()
    assert false_statements(twin)


def test_chances_that_are_no_law_are_refused(twin: dict[str, Any]) -> None:
    for side in ("maximise", "minimise"):
        for known in twin["content"][side]:
            chances = known["chances"]
            known["chances"] = [str(Fraction(chances[0]) + 2), str(Fraction(chances[1]) - 2)]
            assert "the chances of every information set are a law" in false_statements(twin)
            known["chances"] = chances


def test_payoffs_that_count_are_those_listed(twin: dict[str, Any]) -> None:
    """Each payoff at which both strategies arrive changes the worth."""
    changed = 0
    for row in twin["content"]["payoffs"]:
        payoff, row[0] = row[0], str(Fraction(row[0]) + 1)
        changed += WORTH in false_statements(twin)
        row[0] = payoff
    assert changed >= 2


def test_what_a_player_sees_cannot_be_listed_twice(twin: dict[str, Any]) -> None:
    sets = twin["content"]["maximise"]
    sets.append(copy.deepcopy(sets[0]))
    assert "no two information sets of a player are the same, nor two choices" in false_statements(
        twin
    )


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("arrivals", []),
        ("arrivals", [["7", "0", "1"]]),
        ("chances", ["1"]),
        ("arrivals", [["-1", "0", "0"]]),
    ],
)
def test_sets_that_are_none_are_unreadable(field: str, value: Any) -> None:
    twin = copy.deepcopy(MIXED["kuhn"])
    twin["content"]["maximise"][0][field] = value
    twin["sha256"] = content_hash(twin)
    assert tampering.is_refused(twin)


def test_the_games_in_which_all_is_seen_have_another_certificate() -> None:
    with pytest.raises(BadInput, match="all players see what matters"):
        mixed_certificate(optimal(AGAIN, maximise="won"), {})
