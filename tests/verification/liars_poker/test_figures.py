"""The tables of Liars' Poker and their figure."""

from fractions import Fraction
from itertools import permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from matplotlib.figure import Figure

from montmort.exact.liars_poker.answers import chances_of, table
from montmort.games.liars_poker import Rules
from montmort.games.liars_poker.made_hands import CATEGORIES
from montmort.verification.liars_poker.figures import (
    Crossing,
    Table,
    crossings,
    draw_table,
    every_size,
    rows,
    table_figure,
)
from montmort.verification.plots.laws import rendered

DECKS = {
    "52": Rules(),
    "54": Rules(jokers=2),
    "54 published": Rules(jokers=2, published=True),
    "small": Rules(cards=1, ranks=5, suits=3, jokers=1),
    "own cards": Rules(hand="Kc Kd *", call="three kings", jokers=1),
}


def slow_crossings(table: Table) -> set[Crossing]:
    """Look at every pair of rows: the order is reversed, and all rows between are ties."""
    found = set()
    for a, b in permutations(next(iter(table.values())), 2):
        lead = {n: row[a] - row[b] for n, row in table.items()}
        for n in lead:
            for m in lead:
                ties = all(lead[k] == 0 for k in lead if n < k < m)
                if n < m and ties and lead[n] > 0 > lead[m]:
                    found.add(Crossing(n, m, a, b))
    return found


@pytest.mark.slow
@pytest.mark.parametrize("rules", DECKS.values(), ids=DECKS)
def test_crossings_are_where_the_exact_chances_change_their_order(rules: Rules) -> None:
    exact = table(rules)
    found = crossings(exact)
    assert len(found) == len(set(found))
    assert set(found) == slow_crossings(exact)
    assert found == sorted(found)


chances = st.integers(0, 3).map(lambda thirds: Fraction(thirds, 3))


@given(st.lists(st.tuples(chances, chances, chances), max_size=6))
def test_crossings_of_any_table(drawn: list[tuple[Fraction, ...]]) -> None:
    any_table = {n: dict(zip("abc", row, strict=True)) for n, row in enumerate(drawn, start=1)}
    assert set(crossings(any_table)) == (slow_crossings(any_table) if any_table else set())


def test_each_size_is_played_by_the_rules_of_its_row() -> None:
    for rules in DECKS.values():
        exact = table(rules)
        each = every_size(rules)
        assert list(each) == list(exact)
        for cards in list(each)[:: len(each) // 4]:
            assert chances_of(each[cards]) == exact[cards]


def test_rows_are_the_table() -> None:
    rules = DECKS["54"]
    exact = table(rules)
    listed = list(rows(rules, exact))
    assert len(listed) == 54 * len(CATEGORIES)
    assert {deck for deck, *_ in listed} == {54}
    assert {(n, hand): chance for _, n, hand, chance in listed} == {
        (n, hand): chance for n, row in exact.items() for hand, chance in row.items()
    }


@pytest.mark.slow
@pytest.mark.parametrize("rules", DECKS.values(), ids=DECKS)
def test_the_figure_has_a_line_for_each_hand_and_a_ring_for_each_crossing(rules: Rules) -> None:
    exact = table(rules)
    ax = draw_table(exact)
    hands = list(next(iter(exact.values())))
    lines, rings = ax.get_lines()[: len(hands)], ax.get_lines()[len(hands) :]
    for hand, line in zip(hands, lines, strict=True):
        assert line.get_label() == hand.replace("_", " ")
        assert list(line.get_xdata()) == list(exact)
        assert list(line.get_ydata()) == [float(row[hand]) for row in exact.values()]
    assert {text.get_text() for text in ax.texts} == {line.get_label() for line in lines}
    assert len(rings) == len(crossings(exact))
    for ring, crossing in zip(rings, crossings(exact), strict=True):
        (x,), (y,) = ring.get_data()
        for hand in (crossing.falling, crossing.rising):
            heights = [float(row[hand]) for row in exact.values()]
            assert y == pytest.approx(np.interp(x, list(exact), heights))


def test_a_figure_on_given_axes_keeps_their_lines() -> None:
    ax = Figure().subplots()
    (own,) = ax.plot([1, 10], [0.5, 0.5], label="mine")
    ax.set_title("unchanged")
    assert draw_table(table(DECKS["small"]), ax=ax) is ax
    assert (ax.get_title(), ax.get_lines()[0]) == ("unchanged", own)
    assert "mine" not in {text.get_text() for text in ax.texts}
    assert ax.get_legend() is None


def test_the_legend_lists_the_crossings() -> None:
    exact = table(DECKS["52"])
    (ax,) = table_figure(exact).axes
    listed = [text.get_text() for text in ax.get_legend().get_texts()]
    assert len(listed) == len(crossings(exact))
    assert "12: flush over straight" in listed


@pytest.mark.parametrize("cards", [1, 2])
def test_tables_of_one_or_two_cards_are_drawn(cards: int) -> None:
    small = Rules(cards=cards, ranks=2, suits=1, hand="2c Ac" if cards == 2 else "")
    assert rendered(table_figure(table(small)), "png").startswith(b"\x89PNG")


def test_the_claims_of_thzinc_2017() -> None:
    """The numbers of docs/games/liars_poker.md."""
    met = {name: set(crossings(table(DECKS[name]))) for name in ("52", "54", "54 published")}
    over = {name: {(c.rising, c.falling): c.after for c in found} for name, found in met.items()}
    flush_over_straight = [found["flush", "straight"] for found in over.values()]
    assert flush_over_straight == [12, 12, 10]
    assert [found.get(("flush", "full_house")) for found in over.values()] == [None, 11, None]
