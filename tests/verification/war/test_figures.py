"""The pictures of War show its games turn by turn, and what is won given the deal."""

from collections import Counter
from fractions import Fraction
from itertools import islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from montmort.exact import explore
from montmort.exact.war import answers as war
from montmort.exact.war.all_deals import orders
from montmort.exact.war.answers import Question, answers
from montmort.exact.war.deal_counts import held_law
from montmort.exact.war.functional_graph import components, functional_graph
from montmort.games.chance import ScriptedChance
from montmort.games.table import SilentTable
from montmort.games.war import EXPERIMENTS, Rules, State, step, step_deal
from montmort.games.war.events import Taken, Turned
from montmort.montecarlo.war.source_records import hand_sizes_by_turn
from montmort.verification.plots.laws import rendered
from montmort.verification.war.exact_figures import draw_component, exact_figure, rings
from montmort.verification.war.figures import (
    draw_deck_sizes,
    draw_won_given,
    games_figure,
    played_figure,
    won_given,
)

SIX = Rules(ranks=3, suits=2, face_down=1)


@settings(max_examples=20)  # a sheet each
@given(st.lists(st.lists(st.integers(0, 6), min_size=1, max_size=9), max_size=6))
def test_a_line_for_each_game_on_axes_of_ones_own(games: list[list[int]]) -> None:
    ax = Figure().subplots()
    assert draw_deck_sizes(SIX, games, ax) is ax
    assert [list(line.get_ydata()) for line in ax.get_lines()] == games
    assert [list(line.get_xdata()) for line in ax.get_lines()] == [[*range(len(g))] for g in games]
    low, high = ax.get_ylim()
    assert low < 0 < 6 < high


def test_the_first_games_of_a_simulation() -> None:
    (ax,) = games_figure(SIX, 3, 2).axes
    expected = [sizes.tolist() for sizes in hand_sizes_by_turn(SIX, 3, 2)]
    assert [line.get_ydata().tolist() for line in ax.get_lines()] == expected


def test_a_game_as_it_was_told() -> None:
    heard = [Turned(2, 1), Taken(1, 2, 4, 2), Turned(0, 1), Taken(-1, 2, 3, 3)]
    sheet = played_figure(SIX, heard)
    assert sheet is not None
    (line,) = sheet.axes[0].get_lines()
    assert list(line.get_ydata()) == [3, 4, 3]
    assert played_figure(SIX, heard[:1]) is None
    assert played_figure(SIX, []) is None


@pytest.mark.parametrize("what", ["strength", "aces", "deuces", "first_pass_ties"])
def test_chances_given_the_deal_are_those_of_all_deals(what: str) -> None:
    """Brute force: each of the 90 deals of six cards, dealt and played by the rulebook."""
    found = won_given(SIX, what, seed=1713, plays=50_000)  # type: ignore[arg-type]
    expected = _won_given(what)
    assert found.keys() == expected.keys()
    assert sum(given.games for given in found.values()) == 50_000
    for value, given_ in found.items():
        assert given_.low <= expected[value] <= given_.high
        assert given_.low <= given_.won / given_.games <= given_.high
        assert given_.high - given_.low < 0.06


def _won_given(what: str) -> dict[int, Fraction]:
    deals, won = Counter[int](), Counter[int]()
    for hands in orders(SIX):
        state: State | None = State(hands)
        nothing, table = ScriptedChance([]), SilentTable()
        value = getattr(step_deal(SIX, State(hands), nothing, table)[1], what)
        winner = 0
        while state is not None:
            state, gain = step(SIX, state, nothing, table)
            winner += gain.winner
        deals[value] += 1
        won[value] += winner > 0
    return {value: Fraction(won[value], deals[value]) for value in deals}


def test_brute_force_meets_the_whole_law() -> None:
    law = explore(EXPERIMENTS["game"], SIX).law().map(lambda game: game.winner)
    aces = held_law(SIX)
    assert law[1] == sum(aces[held] * chance for held, chance in _won_given("aces").items())


def test_dots_with_their_intervals() -> None:
    found = won_given(SIX, seed=1, plays=2000)
    ax = draw_won_given(found)
    (container,) = ax.containers
    dots, _, (bars,) = container.lines
    assert list(dots.get_xdata()) == list(found)
    assert list(dots.get_ydata()) == [given.won / given.games for given in found.values()]
    for (low, high), given_ in zip(bars.get_segments(), found.values(), strict=True):
        assert (low[1], high[1]) == pytest.approx((given_.low, given_.high))
    assert ax.get_xlabel() == "aces dealt to the first player"


def test_the_graph_of_a_very_small_deck_and_the_laws_of_others() -> None:
    eight = Rules(ranks=2, suits=4, face_down=1, pick_up="first-player-first")
    sheet = exact_figure(eight, Question(), answers(eight))
    titles = [ax.get_title() for ax in islice(sheet.axes, 6)]
    assert titles == [str(part) for part in components(functional_graph(eight))]
    assert rendered(sheet, "png").startswith(b"\x89PNG")
    full = exact_figure(Rules(), Question(), answers(Rules()))
    assert [ax.get_xlabel() for ax in full.axes] == [
        "strength",
        "aces",
        "deuces",
        "first pass ties",
    ]


def test_a_graph_is_drawn_in_the_same_order_in_every_run() -> None:
    """The states of a part are a set, whose order changes with the hashes of strings."""
    graph = functional_graph(SIX)
    for part in components(graph):
        _, states, _ = draw_component(graph, part).collections
        places = [(z.real, z.imag) for z in rings(graph, part).values()]
        assert [(x, y) for x, y in states.get_offsets().tolist()] == places


def dots(ax: Axes) -> dict[float, float]:
    (line,) = ax.get_lines()
    return dict(zip(line.get_xdata(), line.get_ydata(), strict=True))


def drawn(rules: Rules, question: Question) -> dict[str, dict[float, float]]:
    sheet = exact_figure(rules, question, answers(rules, question))
    return {ax.get_xlabel(): dots(ax) for ax in sheet.axes}


def test_laws_of_games_are_drawn_from_the_answers() -> None:
    chain = Rules(ranks=3, suits=2, face_down=1, pick_up="random")
    found = drawn(chain, Question())
    assert list(found) == ["winner", "turns of a game that ends"]
    assert found["winner"] == {-1: 667 / 1560, 0: 113 / 780, 1: 667 / 1560}  # the rule sheet's


def test_games_that_were_asked_for_are_drawn_however_many(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where `truth`, which is not asked for so many, knows the mean of `winner` alone."""
    monkeypatch.setattr(war, "MOST_DEALS", 0)
    rules = Rules(ranks=3, suits=4, face_down=1)
    found = drawn(rules, Question(most_deals=34_650))
    assert found["winner"][1] == 15439 / 34650  # the rule sheet's
    assert list(drawn(rules, Question())) == ["strength", "aces", "deuces", "first pass ties"]


def test_games_of_which_none_ends_have_a_winner_to_draw() -> None:
    rules = Rules(ranks=8, suits=1, turn_limit=1)  # four cards each
    assert drawn(rules, Question()) == {"winner": {0: 1}}
