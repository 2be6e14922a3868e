"""Hidden information, against the matrix game of all pure strategies."""

from collections.abc import Callable, Hashable
from dataclasses import astuple
from fractions import Fraction
from random import Random
from typing import Any, NamedTuple

from hypothesis import given
from hypothesis import strategies as st

from montmort.exact.decisions.exploitability import exploit
from montmort.exact.decisions.hidden import solve_hidden
from montmort.exact.decisions.information_sets import hidden_game
from montmort.exact.graph.game_graph import GameGraph, Information
from montmort.exact.zero_sum.equilibrium import solve_matrix
from montmort.games.errors import BadInput
from montmort.games.experiment import Experiment
from tests.exact.decisions.pure_strategies import (
    by_backward_induction,
    expected,
    informations,
    laws_of,
    matrix,
    number_of_plans,
    plans,
)
from tests.exact.graph.equal_graphs import graph_of

HALF = Fraction(1, 2)
MOST_PLANS = 36  # of one seat


class Won(NamedTuple):
    points: int


# ------------------------------------------------------------------ games by lot

Tree = tuple[
    Any, ...
]  # ("end", points), ("pick", [(weight, tree)]) or ("decide", seat, tag, [tree])


def random_tree(rng: Random, seats: int, levels: int) -> Tree:
    if not levels or rng.random() < 0.1:
        return "end", rng.randint(-3, 3)
    below = [random_tree(rng, seats, levels - 1) for _ in range(rng.choice([2, 2, 3]))]
    if rng.random() < 0.3:
        return "pick", [(rng.randint(1, 3), tree) for tree in below]
    return "decide", rng.randrange(seats), rng.choice([0, 0, 0, 1]), below


def remembers(shown: Hashable, depth: int, past: list[Hashable]) -> Hashable:
    return shown, tuple(past)


def forgets(shown: Hashable, depth: int, past: list[Hashable]) -> Hashable:
    return shown, depth


def sees_all(shown: Hashable, depth: int, past: list[Hashable]) -> Hashable:
    return None


View = Callable[[Hashable, int, list[Hashable]], Hashable]


def play_of(tree: Tree, view: View, rounds: int = 1) -> Experiment[Any, Any, Any]:
    """The rules that play down a tree, so many times; the views forget the rounds before."""

    def start(rules: object, chance: Any) -> int:
        return rounds

    def step(rules: object, left: int, chance: Any, table: Any) -> tuple[int | None, Won]:
        node, depth = tree, 0
        past: dict[int, list[Hashable]] = {0: [], 1: []}
        while node[0] != "end":
            if node[0] == "pick":
                weights = [weight for weight, _ in node[1]]
                node = node[1][chance.pick(weights)][1]
            else:
                _, seat, tag, branches = node
                shown = left, tag, len(branches)
                seen = view(shown, depth, past[seat])
                choice = table.decide(seat, tuple(range(len(branches))), seen)
                past[seat].append((shown, choice))
                node = branches[choice]
            depth += 1
        return left - 1 or None, Won(node[1])

    return Experiment(name="rounds", outcome=Won, start=start, step=step)


def random_graph(rng: Random, view: View, seats: int, levels: int, rounds: int = 1) -> GameGraph:
    """The graph of a tree with few pure strategies; in a large one every seat decides."""
    while True:
        graph = graph_of(play_of(random_tree(rng, seats, levels), view, rounds), None)
        small = all(number_of_plans(graph, seat) <= MOST_PLANS for seat in range(seats))
        if small and (levels < 3 or len(graph.deciding) == seats):
            return graph


def points(graph: GameGraph, field: int = 0) -> list[int]:
    return [0 if graph.gains[g] is None else int(graph.gains[g][field]) for g in graph.gained]


@st.composite
def games(draw: st.DrawFn, view: Any, seats: int = 2) -> tuple[GameGraph, list[Fraction], int]:
    """A graph, a reward on every edge, and the seat that maximises."""
    rng = Random(draw(st.integers(0, 2**20)))
    rounds = draw(st.sampled_from([1, 1, 2]))
    levels = draw(st.sampled_from([0, 1, 2, 3, 4, 4, 4] if rounds == 1 else [1, 2]))
    graph = random_graph(rng, view, seats, levels, rounds)
    inside = draw(st.booleans())
    rewards = [
        reward + (Fraction(rng.randint(-2, 2), rng.randint(1, 3)) if inside else 0)
        for reward in points(graph)
    ]
    return graph, rewards, draw(st.integers(0, seats - 1))


@given(games(remembers))
def test_the_value_is_that_of_the_matrix_of_pure_strategies(game) -> None:
    graph, rewards, maximiser = game
    found = solve_hidden(graph, rewards, maximiser)
    payoffs = matrix(graph, rewards, maximiser)
    assert found.value == solve_matrix(payoffs).value
    mine, yours = found.strategy(maximiser), found.strategy(1 - maximiser)
    assert set(mine) == set(informations(graph, maximiser))
    assert expected(graph, rewards, mine | yours) == found.value
    assert found.value == min(
        expected(graph, rewards, mine | laws_of(plan)) for plan in plans(graph, 1 - maximiser)
    )
    assert found.value == max(
        expected(graph, rewards, laws_of(plan) | yours) for plan in plans(graph, maximiser)
    )


@given(games(remembers), st.randoms())
def test_exploitability_against_all_pure_strategies(game, rng) -> None:
    graph, rewards, maximiser = game
    found = solve_hidden(graph, rewards, maximiser)
    for seat in graph.deciding:
        given_laws = {
            known: [Fraction(weight) for weight in some_law(rng, len(known.choices))]
            for known in informations(graph, seat)
        }
        mapping = {
            (seat, known.view): dict(zip(known.choices, law, strict=True))
            for known, law in given_laws.items()
        }
        lost = exploit(found, seat, mapping)
        earned = [
            expected(graph, rewards, given_laws | laws_of(plan)) for plan in plans(graph, 1 - seat)
        ]
        assert lost.guaranteed == (min(earned) if seat == maximiser else max(earned))
        sign = 1 if seat == maximiser else -1
        assert lost.exploitability == sign * (found.value - lost.guaranteed)
        response = {
            known: [int(choice == answer) for choice in known.choices]
            for known, answer in lost.response
        }
        assert expected(graph, rewards, given_laws | response) == lost.guaranteed
        against = expected(graph, rewards, given_laws | found.strategy(1 - seat))
        assert sum(lost.lost.values()) == sign * (found.value - against)
        assert min(lost.lost.values()) >= 0


def some_law(rng: Any, choices: int) -> list[Fraction]:
    weights = [rng.randint(0, 3) for _ in range(choices - 1)] + [1]
    return [Fraction(weight, sum(weights)) for weight in weights]


@given(games(remembers))
def test_the_value_of_a_choice_is_the_mean_of_what_follows(game) -> None:
    graph, rewards, maximiser = game
    found = solve_hidden(graph, rewards, maximiser)
    laws = found.strategy(0) | found.strategy(1)
    ways = visits(graph, laws)
    for known, chances, values, ties, reached in map(astuple, found.decisions):
        nodes = nodes_of(graph, known)
        assert reached == sum(ways[node] for node in nodes)
        if values is None:
            assert not reached
            continue
        best = max(values) if known.seat == maximiser else min(values)
        assert {v for v, p in zip(values, chances, strict=True) if p} == {best}
        assert ties == tuple(c for c, v in zip(known.choices, values, strict=True) if v == best)
        for choice, value in enumerate(values if reached else ()):
            edges = [graph.edges(node)[choice] for node in nodes]
            after = [
                rewards[edge] + continuation(graph, rewards, laws, int(graph.targets[edge]))
                for edge in edges
            ]
            mean = sum(ways[n] * v for n, v in zip(nodes, after, strict=True)) / reached
            if chances[choice]:
                assert value == mean == best
            elif known.seat == maximiser:  # what follows the choice may not be the best
                assert mean <= value <= best
            else:
                assert mean >= value >= best


def nodes_of(graph: GameGraph, known: Information) -> list[int]:
    number = list(graph.information).index(known)
    return [node for node, shown in enumerate(graph.known) if shown == number]


def visits(graph: GameGraph, laws: Any) -> list[Fraction]:
    """The chance to come to every node."""
    found = [Fraction(0)] * len(graph.seats)

    def walk(node: int, chance: Fraction) -> None:
        found[node] += chance
        edges = graph.edges(node)
        known = graph.known[node]
        law = (
            [Fraction(int(graph.weights[edge])) for edge in edges]
            if graph.seats[node] < 0
            else list(laws[graph.information[known]])
        )
        for edge, weight in zip(edges, law, strict=True):
            if graph.targets[edge] >= 0 and weight:
                walk(int(graph.targets[edge]), chance * weight / sum(law))

    walk(graph.root, Fraction(1))
    return found


def continuation(graph: GameGraph, rewards: Any, laws: Any, node: int) -> Fraction:
    if node < 0:
        return Fraction(0)
    return expected(graph, rewards, laws, node)


@given(games(remembers, seats=1))
def test_one_seat_has_the_best_of_its_pure_strategies(game) -> None:
    graph, rewards, _ = game
    most = max(expected(graph, rewards, laws_of(plan)) for plan in plans(graph, 0))
    least = min(expected(graph, rewards, laws_of(plan)) for plan in plans(graph, 0))
    for maximiser, value in ((0, most), (1, least)):
        found = solve_hidden(graph, rewards, maximiser)
        assert found.value == value
        assert all(sorted(d.chances)[-1] == 1 for d in found.decisions)
        assert all(d.chances[d.information.choices.index(d.ties[0])] == 1 for d in found.decisions)


@given(games(sees_all))
def test_where_everything_is_seen_backward_induction_has_the_value(game) -> None:
    graph, rewards, maximiser = game
    found = solve_hidden(graph, rewards, maximiser)
    assert found.value == by_backward_induction(graph, rewards, maximiser)


@given(games(forgets))
def test_a_view_that_forgets_is_refused_or_makes_no_difference(game) -> None:
    graph, rewards, maximiser = game
    forgotten = hidden_game(graph, rewards, maximiser).forgotten()
    try:
        found = solve_hidden(graph, rewards, maximiser)
    except BadInput:
        assert "let the view tell what the seat has seen and done" in forgotten
    else:
        assert found.value == solve_matrix(matrix(graph, rewards, maximiser)).value


@given(games(forgets, seats=1))
def test_one_forgetful_seat_is_refused_or_makes_no_difference(game) -> None:
    graph, rewards, _ = game
    try:
        found = solve_hidden(graph, rewards, 0)
    except BadInput:
        assert hidden_game(graph, rewards, 0).forgotten()
    else:
        plan = found.strategy(0)
        most = max(expected(graph, rewards, laws_of(plan)) for plan in plans(graph, 0))
        assert found.value == most == expected(graph, rewards, plan)
