"""Treize: the solver against the reference rules, compared with ==.

Numbers in the text come from Doyle & Grinstead 2010 (the problem), Montmort 1713 (one suit) and
the exhaustive enumeration of all orders by the rules.
"""

from fractions import Fraction
from itertools import accumulate

import pytest

from montmort.exact.from_rules import law_of
from montmort.exact.treize.solution import LOST, no_match, solve
from montmort.games.chance import Chance, shuffled
from montmort.games.errors import BadInput, TooLarge
from montmort.games.treize import Rules
from tests.exact.treize.small_decks import decks, solved, walked


@decks
def test_one_pass(ranks: int, suits: int) -> None:
    solution = solved(ranks, suits)
    for state, law in walked(ranks, suits).steps.items():
        after = law.map(lambda move: move[0])
        assert solution.q[state] == tuple(after[j] for j in range(ranks))
        assert solution.loss[state] == after[None]
        assert solution.gains[state] == law.expected(lambda move: move[1].points)


@decks
def test_the_whole_game(ranks: int, suits: int) -> None:
    solution, walk, deck = solved(ranks, suits), walked(ranks, suits), ranks * suits
    assert solution.points_mean == walk.expected("points")
    assert solution.passes_mean == walk.expected("passes")
    assert solution.cards_mean == walk.expected("cards")
    assert solution.points_law(20) == walk.field_law("points", 20)
    assert solution.passes_law(5) == walk.field_law("passes", 5)
    assert solution.cards_law(3) == walk.field_law("cards", 3 * deck)


@decks
def test_survival_and_loss_are_all_there_is(ranks: int, suits: int) -> None:
    solution = solved(ranks, suits)
    assert [sum(row) + lost for row, lost in zip(solution.q, solution.loss, strict=True)] == (
        [1] * ranks
    )


VALUES = {  # the rule sheet's open facts, found by exhaustion of all decks
    (2, 1): "1/3",
    (2, 2): "7/3",
    (2, 3): "109/96",
    (2, 4): "106/55",
    (3, 1): "73/57",
    (3, 2): "501671/465312",
    (4, 1): "130225/172279",
    (6, 1): "9764078992958323/12758567970331269",
}


@pytest.mark.parametrize("deck", VALUES)
def test_known_values(deck: tuple[int, int]) -> None:
    assert str(solved(*deck).value) == VALUES[deck]


@pytest.mark.parametrize(("ranks", "suits"), [(2, 1), (2, 4), (3, 2), (5, 1)])
def test_the_variance_is_that_of_the_law(ranks: int, suits: int) -> None:
    # Var T from the generating function: T's law is the series of a rational function.
    solution = solved(ranks, suits)
    top, bottom = solution.points_pgf()
    derivatives = [
        [sum(c * _falling(k, order) for k, c in enumerate(part)) for order in range(3)]
        for part in (top, bottom)
    ]
    (f, f1, f2), (g, g1, g2) = derivatives
    first = Fraction(f1 * g - f * g1, g * g)
    second = Fraction(f2, g) - 2 * Fraction(f1 * g1, g**2) - Fraction(f * g2, g**2)
    second += 2 * Fraction(f * g1**2, g**3)
    assert Fraction(f, g) == 1
    assert first == solution.points_mean
    assert second + first - first**2 == solution.points_variance


def _falling(k: int, order: int) -> int:
    return k * (k - 1) if order == 2 else k if order == 1 else 1


@pytest.mark.parametrize(
    ("ranks", "suits"), [(2, 1), (2, 2), (2, 3), (3, 2), (4, 1), (13, 1), (6, 3)]
)
def test_the_generating_function_is_the_law(ranks: int, suits: int) -> None:
    solution = solved(ranks, suits)
    top, bottom = solution.points_pgf()
    law, series = solution.points_law(25), []
    for k in range(26):
        known = sum(b * series[k - i] for i, b in enumerate(bottom[: k + 1]) if i)
        series.append(Fraction((top[k] if k < len(top) else 0) - known) / bottom[0])
    assert series == [law[k] for k in range(26)]
    assert bottom[0] > 0


def test_first_round_and_frustration_solitaire() -> None:
    assert solved(13, 1).first_round == Fraction(109339663, 172972800)  # Montmort 1708
    usual = Rules()
    # Doyle & Grinstead's table of chances to win at frustration solitaire, 52 calls
    assert no_match(usual, 13) == 1 - Fraction(17244702296022529, 26816424180170625)
    assert no_match(usual, 52) == Fraction(
        4610507544750288132457667562311567997623087869,
        284025438982318025793544200005777916187500000000,
    )


@pytest.mark.parametrize(("ranks", "suits"), [(2, 1), (2, 3), (3, 2), (4, 1), (6, 1)])
def test_no_match_by_looking_at_every_order(ranks: int, suits: int) -> None:
    rules, cards = Rules(ranks=ranks, suits=suits), [k % ranks for k in range(ranks * suits)]

    def first_match(chance: Chance) -> int:
        order = shuffled(chance, cards)
        return next((k for k, card in enumerate(order) if card == k % ranks), len(cards))

    law = law_of(first_match)
    for calls in range(len(cards) + 1):
        assert no_match(rules, calls) == 1 - law.at_most(calls - 1)


@pytest.mark.parametrize("deck", [(2, 2), (13, 1), (5, 3)])
def test_first_round_agrees_with_the_counted_passes(deck: tuple[int, int]) -> None:
    counts = solved(*deck).counts
    assert solved(*deck).first_round == 1 - Fraction(counts.loss_points[0][0], counts.orders)


@pytest.mark.parametrize("opponents", [1, 2, 3, 7])
def test_seats_are_the_mean_of_winnings_over_a_period_of_deals(opponents: int) -> None:
    solution, seats = solved(3, 2), opponents + 1
    w = solution.value
    for seat, worth in enumerate(solution.seats(opponents)):
        deals = [opponents * w if deal % seats == seat else -w for deal in range(6 * seats)]
        winnings = list(accumulate(deals, initial=Fraction(0)))[:-1]
        assert winnings[:seats] == winnings[seats : 2 * seats]
        assert worth == sum(winnings) / len(winnings)
    assert sum(solution.seats(opponents)) == 0


def test_calls_and_opponents_outside_their_range() -> None:
    with pytest.raises(BadInput, match="calls=9"):
        no_match(Rules(ranks=2, suits=4), 9)
    with pytest.raises(BadInput, match="opponents=0"):
        solved(2, 1).seats(0)


@pytest.mark.parametrize("deck", [(1000, 1000), (2, 10**9), (10**12, 10**12), (60, 60)])
def test_an_enormous_deck_is_refused_at_once_with_its_cost(deck: tuple[int, int]) -> None:
    with pytest.raises(TooLarge, match=r"operations and .* GB"):
        solve(Rules(ranks=deck[0], suits=deck[1]))


def test_the_sentence_of_a_solution() -> None:
    assert str(solved(2, 1)).endswith("worth 0.3333333333 stakes per opponent to the dealer")


def test_the_sum_over_passes_is_the_chain_of_labelled_states() -> None:
    solution = solved(4, 2)
    visits = solution.chain.fundamental_matrix()[0]
    assert sum(visits[j] * solution.gains[j] for j in range(4)) == solution.points_mean
    assert solution.chain.absorption(start=3) == {LOST: 1}
