"""The published claims: their findings, compared with results of other methods."""

from collections.abc import Callable
from fractions import Fraction
from itertools import combinations, pairwise
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

from montmort.exact.persian_monarchs.equilibrium import best_response_value, solve_hand
from montmort.exact.treize.solution import solve
from montmort.games.errors import BadInput
from montmort.games.liars_poker import Rules as LiarsRules
from montmort.games.persian_monarchs.strategies import STRATEGIES
from montmort.games.treize import Rules as TreizeRules
from montmort.verification.claims import Finding, Interval, Sample, Standing, Stated
from montmort.verification.five_card_draw.claims import _mean
from montmort.verification.liars_poker.claims import _table
from montmort.verification.liars_poker.figures import crossings
from montmort.verification.registry import GAMES
from montmort.verification.war import claims as war_claims
from tests.games.persian_monarchs import naive_monarchs
from tests.games.war.naive_war import published_sizes

ALL = [claim for game in GAMES.values() for claim in game.claims()]
DEAR = {"choice", "smart", "labels", "fair", "loop-published", "loop-usual", "1000-runs",
        "10000-runs", "free", "forced", "eight-decks",
        "eight-decks-five-digits"}  # a second each, or several  # fmt: skip
EXPECTED: dict[str, dict[str, str]] = {  # the findings in docs/games
    "treize": {
        "lifetime": "REFUTED",
        "nearly-impossible": "REFUTED",
        "value": "CONFIRMED",
        "advantage": "CONFIRMED",
        "advantage-every-deck": "CONFIRMED",
        "halved": "CONFIRMED",
        "shares": "CONFIRMED",
    },
    "liars-poker": {
        "converge-52": "CONFIRMED",
        "converge-54": "REFUTED",
        "converge-54-published": "CONFIRMED",
        "standard-order-52": "CONFIRMED",
        "standard-order-54": "REFUTED",
        "standard-order-54-published": "CONFIRMED",
        "avoid-flushes-52": "CONFIRMED",
        "avoid-flushes-54": "CONFIRMED",
        "avoid-flushes-54-published": "CONFIRMED",
        "always-a-pair-52": "REFUTED",
        "always-a-pair-54": "REFUTED",
        "always-a-pair-54-published": "REFUTED",
        "flush-likelier-52": "CONFIRMED",
        "flush-likelier-54": "CONFIRMED",
        "flush-likelier-54-published": "CONFIRMED",
    },
    "five-card-draw": {
        "configurations": "CONFIRMED",
        "1000-runs": "OPEN",
        "10000-runs": "OPEN",
        "approximation": "CONFIRMED",
        "choice": "CONFIRMED",
        "smart": "CONFIRMED",
    },
    "persian-monarchs": {
        "beats-non-counter": "CONFIRMED",
        "beats-random": "CONFIRMED",
        "four-per-cent": "CONFIRMED",
        "36-per-cent": "CONFIRMED",
        "optimal": "REFUTED",
        "by-chance": "REFUTED",
        "90-seconds": "OPEN",
    },
    "war": {
        "labels": "REFUTED",
        "fair": "REFUTED",
        "loop-published": "CONFIRMED",
        "loop-usual": "OPEN",
        "strength": "CONFIRMED",
        "aces": "CONFIRMED",
        "deuces": "CONFIRMED",
        "stronger": "CONFIRMED",
        "first-war": "CONFIRMED",
    },
    "shut-the-box": {},
    "first-orchard": {"value": "CONFIRMED"},
    "pig": {"value": "CONFIRMED"},
    "jacks-or-better": {"return": "CONFIRMED", "values": "CONFIRMED"},
    "three-card-poker": {
        "edge": "CONFIRMED",
        "lowest": "CONFIRMED",
        "pair-plus-40-30-6-4-1": "CONFIRMED",
        "pair-plus-40-30-6-3-1": "CONFIRMED",
        "pair-plus-40-30-5-4-1": "CONFIRMED",
    },
    "le-her": {"value": "CONFIRMED", "mixed": "CONFIRMED"},
    "kuhn": {"value": "CONFIRMED"},
    "craps": {
        "pass": "CONFIRMED",
        "dont-pass": "CONFIRMED",
        "hand": "CONFIRMED",
        "record": "CONFIRMED",
        "record-at-first": "REFUTED",
        "record-in-the-press": "REFUTED",
    },
    "baccarat": {
        "banker": "CONFIRMED",
        "player": "CONFIRMED",
        "tie": "CONFIRMED",
        "banker-edge": "CONFIRMED",
        "player-edge": "CONFIRMED",
        "tie-edge": "CONFIRMED",
    },
    "penney": {
        "HTT-TTT": "CONFIRMED",
        "HHT-TTT": "CONFIRMED",
        "THH-HHT": "CONFIRMED",
        "HTH-THH": "CONFIRMED",
    },
    "snakes-and-ladders": {"mean": "CONFIRMED", "fraction": "CONFIRMED"},
    "waldegrave": {"first": "CONFIRMED", "second": "CONFIRMED", "third": "CONFIRMED"},
    "risk": {
        "both": "CONFIRMED",
        "one": "CONFIRMED",
        "none": "CONFIRMED",
        "3-1-1": "CONFIRMED",
        "2-2-2": "CONFIRMED",
        "2-2-1": "CONFIRMED",
        "2-1-1": "CONFIRMED",
        "1-2-1": "CONFIRMED",
        "1-1-1": "CONFIRMED",
    },
    "cribbage-hand": {"mean": "CONFIRMED", "29": "CONFIRMED", "impossible": "CONFIRMED"},
    "three-ruin": {"rounds": "CONFIRMED"},
    "blackjack": {
        "eight-decks": "CONFIRMED",
        "eight-decks-five-digits": "CONFIRMED",
        "infinite": "CONFIRMED",
    },
    "yahtzee": {"free": "CONFIRMED", "forced": "CONFIRMED"},
}


@pytest.fixture(scope="module")
def finding() -> Callable[[str, str], Finding]:
    """Return a function for the finding of a claim, computed once for all tests."""
    found: dict[tuple[str, str], Finding] = {}

    def find(game: str, name: str) -> Finding:
        if (game, name) not in found:
            (claim,) = (claim for claim in GAMES[game].claims() if claim.name == name)
            found[game, name] = claim.find()
        return found[game, name]

    return find


Find = Callable[[str, str], Finding]


def test_every_game_has_claims_with_their_sources() -> None:
    assert {game: set(names) for game, names in EXPECTED.items()} == {
        name: {claim.name for claim in game.claims()} for name, game in GAMES.items()
    }
    for claim in ALL:
        assert all((claim.statement, claim.source, claim.place, claim.reading)), claim
    assert len({(claim.game, claim.name) for claim in ALL}) == len(ALL)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "name"),
    [
        pytest.param(claim.game, claim.name, marks=[pytest.mark.slow] if claim.name in DEAR else [])
        for claim in ALL
    ],
)
def test_the_finding_is_what_the_page_says(finding: Find, game: str, name: str) -> None:
    found = finding(game, name)
    assert found.standing == EXPECTED[game][name]
    assert all((found.true, found.why, found.how, found.evidence))


# Claims about a number.


@given(st.fractions(), st.fractions(), st.fractions(), st.fractions())
def test_an_enclosed_number_is_decided_only_if_its_whole_interval_is(
    a: Fraction, b: Fraction, c: Fraction, d: Fraction
) -> None:
    stated, (low, high) = Stated(*sorted((a, b))), sorted((c, d))
    standing = stated.standing(low, high)
    ends = {stated.standing(low), stated.standing(high)}
    assert Standing.OPEN not in ends  # a number is in the range or not
    if standing is not Standing.OPEN:
        assert ends == {standing}
    else:
        assert ends != {Standing.CONFIRMED}


@given(st.fractions(), st.integers(-2, 5))
def test_numbers_round_as_in_python(number: Fraction, places: int) -> None:
    rounded = Fraction(round(number, places))  # one of two that are equally near
    unit = Fraction(10) ** -places
    assert Stated.rounds_to(rounded, places).standing(number) is Standing.CONFIRMED
    for other in (rounded - 2 * unit, rounded + 2 * unit):
        assert Stated.rounds_to(other, places).standing(number) is Standing.REFUTED


def test_malformed_claims_are_refused() -> None:
    with pytest.raises(BadInput, match=r"2 to 1 is not a range; begin with the smaller"):
        Stated(2, 1)
    found = {"standing": Standing.OPEN, "true": "", "why": "", "how": ""}
    with pytest.raises(BadInput, match="together with the sample"):
        Finding(**found, intervals={"x": (0, 1)})  # type: ignore[arg-type]
    with pytest.raises(BadInput, match="together with the sample"):
        Finding(**found, sample=Sample(plays=1, seed=1, level=0.5))  # type: ignore[arg-type]


# Treize.


def test_values_of_treize_by_enumeration(finding: Find) -> None:
    # values by enumeration of every order of the deck
    known = {"2 x 1": Fraction(1, 3), "2 x 2": Fraction(7, 3), "3 x 2": Fraction(501671, 465312)}
    for name in ("value", "nearly-impossible", "advantage-every-deck"):
        exact = finding("treize", name).exact
        assert {deck: exact[deck] for deck in known} == known
    assert min(finding("treize", "advantage-every-deck").exact.values()) == Fraction(1, 3)


def test_play_of_the_usual_deck_encloses_its_value(finding: Find) -> None:
    low, high = finding("treize", "value").intervals["points, 13 x 4"]
    assert low < solve(TreizeRules()).value + 1 < high
    assert high - low < 0.1


def test_the_seats_follow_the_formula(finding: Find) -> None:
    # deal by deal against (n - 2m)/2 w
    solution = solve(TreizeRules())
    exact = finding("treize", "shares").exact
    for n in (1, 2, 3, 12):
        seats = [exact[f"seat {m} of {n + 1}"] for m in range(n + 1)]
        assert seats == list(solution.seats(n))
    assert finding("treize", "halved").exact["dealer"] == solution.seats(1)[0]


# Liars' Poker.


@pytest.mark.parametrize("deck", ["52", "54", "54-published"])
def test_the_flush_overtakes_the_straight_where_they_cross(finding: Find, deck: str) -> None:
    rules = {
        "52": LiarsRules(),
        "54": LiarsRules(jokers=2),
        "54-published": LiarsRules(jokers=2, published=True),
    }[deck]
    (crossing,) = (
        c for c in crossings(_table(rules)) if (c.rising, c.falling) == ("flush", "straight")
    )
    true = finding("liars-poker", f"flush-likelier-{deck}").true
    assert true.startswith(f"a flush is the likelier with {crossing.after} to ")
    assert f"up to {crossing.before} " in finding("liars-poker", f"avoid-flushes-{deck}").true


def test_a_pair_among_six_cards_by_its_complement(finding: Find) -> None:
    # The complement: no joker and six ranks, for a joker pairs with anything.
    natural = comb(13, 6) * 4**6
    for deck, cards in (("52", 52), ("54", 54)):
        pair = finding("liars-poker", f"always-a-pair-{deck}").exact["pair with 6 cards"]
        assert pair == 1 - Fraction(natural, comb(cards, 6))


# Five-card draw.


def test_the_configurations_are_the_sets_of_at_most_three(finding: Find) -> None:
    sets = [set_ for size in range(4) for set_ in combinations(range(5), size)]
    assert finding("five-card-draw", "configurations").exact["configurations"] == len(sets)


@given(st.lists(st.sampled_from([-1.0, -0.3, 0.0, 0.7, 1.0]), min_size=1, max_size=50))
def test_the_interval_of_a_mean_holds_the_sample_mean(values: list[float]) -> None:
    low, high = _mean(values)
    assert -1 <= low <= sum(values) / len(values) + 1e-9
    assert sum(values) / len(values) - 1e-9 <= high <= 1


@pytest.mark.slow
def test_the_bots_have_the_results_of_the_page(finding: Find) -> None:
    # 6851 to 3148 with one tie: docs/games/five_card_draw.md, from the command line
    smart = finding("five-card-draw", "smart")
    assert "wins 6,851 of 10,000 games and loses 3,148" in smart.true
    assert smart.exact["win, best choice"] == Fraction(4302127762897, 6242048181600)
    _check_encloses(smart.intervals["win, 1000 runs"], 0.6844)  # 1000 hands, on the page
    (gain,) = finding("five-card-draw", "choice").intervals.values()
    _check_encloses(gain, 0.843 - 0.557)  # the same


def _check_encloses(interval: Interval, number: float) -> None:
    low, high = interval
    assert low < number < high


# Persian Monarchs.


def test_the_interval_by_play_is_near_the_exact_value_without_purses(finding: Find) -> None:
    found = finding("persian-monarchs", "beats-non-counter")
    _check_encloses(found.intervals["behind a counter"], 3.998)
    assert round(found.exact["behind a counter, without purses"], 3) == Fraction("3.998")
    assert found.intervals == finding("persian-monarchs", "four-per-cent").intervals


def test_the_counter_loses_what_best_responses_gain(finding: Find) -> None:
    value, counter = solve_hand().value, STRATEGIES["counter"]
    exact = finding("persian-monarchs", "optimal").exact
    assert exact["non_dealer"] == value - best_response_value(counter, "dealer", 52, 10)
    assert exact["dealer"] == best_response_value(counter, "non-dealer", 52, 10) - value


def test_no_acceptance_of_the_naive_program_is_left_to_chance(finding: Find) -> None:
    asked = [
        naive_monarchs.accepts("counter", card, tuple(range(left)), 52, raised)
        for left in range(2, 53, 2)
        for card in range(left)
        for raised in range(1, 11)
    ]
    exact = finding("persian-monarchs", "by-chance").exact
    assert exact["cases"] == len(asked)
    assert exact["left to chance"] == sum(chance not in (0, 1) for chance in asked)


# War.


def test_the_printed_game_is_that_of_the_naive_program(finding: Find) -> None:
    first, second = war_claims.FIRST, war_claims.SECOND
    assert sorted(first + second) == sorted(4 * [*range(2, 15)])
    sizes = published_sizes(first, second)
    found = finding("war", "first-war")
    assert (sizes[-1], found.exact["turns"]) == (52, len(sizes) - 1)
    assert "the first player wins" in found.why
    moved = [abs(after - before) for before, after in pairwise(sizes)]
    assert moved[:26] == [1] * 25 + [moved[25]]
    assert moved[25] > 1  # the first war
    assert sum(size > 1 for size in moved) <= found.exact["wars"]


def test_the_strengths_of_the_printed_hands(finding: Find) -> None:
    exact = finding("war", "stronger").exact
    assert exact == {"first": 196, "second": 220, "deck": sum(range(2, 15)) * 4}


@pytest.mark.slow
def test_a_million_games_of_the_page_lie_in_the_intervals(finding: Find) -> None:
    # docs/games/war.md: 38.5 % won, mean -0.153, 7.6 % endless
    _check_encloses(finding("war", "labels").intervals["W"], 0.385)
    _check_encloses(finding("war", "fair").intervals["winner"], -0.153)
    _check_encloses(finding("war", "loop-published").intervals["endless"], 0.0762)
    usual = finding("war", "loop-usual")
    assert usual.intervals["endless"][1] < 1 / 200_000  # the page's bound
    assert [*usual.exact.values()] == [Fraction(10564, 113400)]
