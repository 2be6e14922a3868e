"""The published claims: their findings, compared with results of other methods."""

import random
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, islice, pairwise, permutations
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

from montmort.exact.persian_monarchs.equilibrium import best_response_value, solve_hand
from montmort.exact.treize.solution import solve
from montmort.exact.war.all_deals import orders as all_orders
from montmort.games.errors import BadInput
from montmort.games.five_card_draw.ranking import value
from montmort.games.liars_poker import Rules as LiarsRules
from montmort.games.persian_monarchs.strategies import STRATEGIES
from montmort.games.treize import Rules as TreizeRules
from montmort.games.war import Rules as WarRules
from montmort.verification.claims import Finding, Interval, Sample, Standing, Stated
from montmort.verification.five_card_draw.claims import _mean
from montmort.verification.five_card_draw.hand_numbers import number_of
from montmort.verification.liars_poker.claims import _table
from montmort.verification.liars_poker.figures import crossings
from montmort.verification.registry import GAMES
from montmort.verification.treize import claims as treize_claims
from montmort.verification.war import claims as war_claims
from montmort.verification.war.r_sampler import dealt
from montmort.verification.war.slipped_cards import pairs, with_low_card
from tests.games.persian_monarchs import naive_monarchs
from tests.games.war.naive_war import published_sizes
from tests.verification.small_games.cases import small_games, standings_of

ALL = [claim for game in GAMES.values() for claim in game.claims()]
DEAR = {"eight-decks", "eight-decks-five-digits"}  # most of a minute
QUOTED = ("treize", "liars-poker", "five-card-draw", "persian-monarchs", "war")
MOST_WORDS = 14  # of a quotation
EXPECTED: dict[str, dict[str, str]] = {  # the findings in docs/games
    "treize": {
        "lifetime": "REFUTED",
        "lifetime-by-hand": "CONFIRMED",
        "nearly-impossible": "REFUTED",
        "general-solution": "CONFIRMED",
        "ad-infinitum": "CONFIRMED",
        "never-ends": "REFUTED",
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
        "finds-every-hand": "REFUTED",
        "finds-no-other": "REFUTED",
        "other-evaluators": "CONFIRMED",
        "jokers-wild": "REFUTED",
        "straight-example": "CONFIRMED",
    },
    "five-card-draw": {
        "example": "REFUTED",
        "example-by-suits": "CONFIRMED",
        "greater-iff": "CONFIRMED",
        "greater-iff-standard": "REFUTED",
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
        "anything-but-optimal": "CONFIRMED",
        "tied-raise": "CONFIRMED",
        "tied-raise-avoided": "REFUTED",
        "top-half": "CONFIRMED",
        "two-packs": "CONFIRMED",
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
        "seed-1066": "CONFIRMED",
        "seed-1068": "REFUTED",
        "1000-games": "REFUTED",
        "deuce-beats-ace": "CONFIRMED",
        "deuce-beats-ace-in-war": "REFUTED",
        "forfeit": "REFUTED",
        "slip-wins": "CONFIRMED",
        "slip-wins-face-down": "REFUTED",
        "slip-shortens": "CONFIRMED",
    },
    "yahtzee": {"free": "CONFIRMED", "forced": "CONFIRMED"},
    **{name: standings_of(name) for name in small_games()},
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


def test_a_claim_quotes_its_source_in_a_few_words_or_says_that_it_is_implied() -> None:
    for claim in ALL:
        assert not (claim.quote and claim.is_implied), claim
        assert len(claim.quote.split()) <= MOST_WORDS, claim
        if claim.game in QUOTED:
            assert claim.quote or claim.is_implied, claim
    implied = {(claim.game, claim.name) for claim in ALL if claim.is_implied}
    assert implied >= {("war", "labels"), ("war", "fair"), ("treize", "advantage-every-deck")}


@pytest.mark.parametrize(
    ("game", "name"),
    [
        pytest.param(
            claim.game,
            claim.name,
            marks=pytest.mark.longest if claim.name in DEAR else pytest.mark.slow,
        )
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


def test_a_pass_ends_the_game_of_two_cards_half_of_the_time(finding: Find) -> None:
    # Begun with 'one', the order 2 1 loses; begun with 'two', the order 1 2.
    exact = finding("treize", "general-solution").exact
    assert exact["least chance to lose in a pass, 2 x 1"] == Fraction(1, 2)
    assert min(exact.values()) > 0
    least = finding("treize", "never-ends").exact["least chance to lose in a pass"]
    assert least == exact["least chance to lose in a pass, 13 x 4"]


def test_the_years_of_the_calculation_are_those_of_its_estimate(finding: Find) -> None:
    found = finding("treize", "lifetime-by-hand")
    assert "85 years of eight hours a day, 28 years without rest" in found.true
    assert found.evidence == "estimated"
    assert found.estimates["operations"] > 2 * 40 * 365 * 8 * 3600  # also if it is twice too high


def test_the_shares_are_proved_for_all_n() -> None:
    assert treize_claims._is_share_for_all_n()


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


def test_the_three_hands_cross_where_the_page_says(finding: Find) -> None:
    why = finding("liars-poker", "converge-52").why
    assert "straight passes three of a kind from 10 cards on" in why
    assert "flush passes straight from 12 cards on" in why
    for deck in ("52", "54", "54-published"):  # why the window ends with 19 cards
        again = "three of a kind passes straight from 20 cards on"
        assert again in finding("liars-poker", f"converge-{deck}").why


def test_the_evaluators_miss_half_of_the_full_houses_of_five_cards(finding: Find) -> None:
    # A full house is missed if the pair is lower: half of 13 * 12 * C(4,3) * C(4,2).
    too_few = "hands of five cards, too few or too many"
    assert finding("liars-poker", "finds-every-hand").exact[too_few] == 13 * 12 * 4 * 6 // 2
    assert finding("liars-poker", "finds-no-other").exact[too_few] == 13 * 48  # four of a kind


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


def test_hands_of_the_published_order_have_increasing_numbers() -> None:
    rng = random.Random(113200)
    hands = [sum(1 << card for card in rng.sample(range(52), 5)) for _ in range(300)]
    for a, b in pairwise(hands):
        by_number = (number_of(a) > number_of(b)) - (number_of(a) < number_of(b))
        by_class = value(a, "published") - value(b, "published")
        assert by_number == (by_class > 0) - (by_class < 0)


def test_the_example_has_no_number_of_the_rule_and_that_of_its_suits(finding: Find) -> None:
    assert "122A75" in finding("five-card-draw", "example").true
    assert finding("five-card-draw", "example").exact["that give the number"] == 0
    digits = finding("five-card-draw", "example-by-suits").exact["number"]
    assert digits == ((((1 * 13 + 1) * 13 + 3) * 13 + 2) * 13 + 0) * 13 + 0


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


def test_raises_against_the_best_dealer_and_against_a_counter_by_enumeration(finding: Find) -> None:
    """Enumerate all deals and raises, with the naive program's acceptance for the counter."""
    tied = finding("persian-monarchs", "tied-raise").exact
    top = finding("persian-monarchs", "top-half").exact
    cards = range(52)
    for found, chance, sizes in (
        (tied["counter deals, tied"], lambda k: Fraction(k, 51), lambda k: [1 + 10 * k // 52]),
        (tied["counter deals, blind"], lambda k: Fraction(k, 51), lambda _: range(1, 11)),
        (top["counter deals"], lambda k: Fraction(k >= 26), lambda _: range(1, 11)),
    ):
        profit = Fraction(0)
        for own, other in permutations(cards, 2):
            sign = 1 if own > other else -1
            profit += (1 - chance(own)) * sign
            for x in sizes(own):
                accepted = naive_monarchs.accepts("counter", other, tuple(cards), 52, x)
                mean = accepted * sign * (1 + x) + (1 - accepted)
                profit += chance(own) * mean / len(sizes(own))
        assert found == profit / (52 * 51)
    assert tied["best dealer, blind"] == best_response_value(
        STRATEGIES["counter"], "dealer", 52, 10
    )


# War.


def test_cards_slipped_in_change_only_the_order_of_the_first_hand() -> None:
    rules = WarRules(ranks=3, suits=4, face_down=1)
    for first, second in islice(all_orders(rules), 0, None, 37):
        for place in ("decides", "face-down"):
            slipped = with_low_card(rules, (first, second), place)
            assert sorted(slipped) == sorted(first)
            tied = first[0] == second[0]
            lowest = min(first[1:])
            assert slipped[0] == first[0]
            if tied:
                assert slipped[2 if place == "decides" else 1] == lowest
            else:
                assert slipped == first


def test_a_game_without_cards_slipped_in_is_that_of_the_kernel() -> None:
    rules = replace(war_claims.PUBLISHED, ranks=6, suits=2)
    for pair in pairs(rules, "decides", games=200, seed=1):
        if not pair.honest.wars:
            assert pair.slipped == pair.honest
    # one suit: no ties, so nothing is slipped in
    single = WarRules(ranks=8, suits=1, turn_limit=300)
    for pair in pairs(single, "face-down", games=50, seed=2):
        assert pair.slipped == pair.honest


def test_the_seed_deals_both_printed_hands_and_the_next_seeds_do_not() -> None:
    printed = war_claims.FIRST, war_claims.SECOND
    assert [seed for seed in range(1060, 1070) if dealt(seed) == printed] == [1066]
    assert sorted(sum(dealt(7, ranks=3, suits=4), ())) == sorted(4 * [2, 3, 4])


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
    # docs/games/war_claims.md: 38.5 % won, mean -0.153, 7.6 % endless
    _check_encloses(finding("war", "labels").intervals["W"], 0.385)
    _check_encloses(finding("war", "fair").intervals["winner"], -0.153)
    _check_encloses(finding("war", "loop-published").intervals["endless"], 0.0762)
    usual = finding("war", "loop-usual")
    assert usual.intervals["endless"][1] < 1 / 200_000  # the page's bound
    assert [*usual.exact.values()] == [Fraction(10564, 113400)]
