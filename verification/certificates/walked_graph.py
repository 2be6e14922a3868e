"""The graph of the checker's walk as the exact layer solves it, and the other way round."""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import accumulate

import numpy as np

from montmort.exact.decisions.best_play import Optimal
from montmort.exact.decisions.objective import Number, Scoring
from montmort.exact.graph.game_graph import CHANCE, END, NOTHING, Information
from montmort.exact.moves import fitting
from montmort.verification.certificates.rules_asked import Question
from montmort.verification.certificates.rules_walk import Graph, Node, Reward


def asked_of(question: Question, best: Optimal) -> Question:
    """Return the question with the discount of the solution."""
    return question._replace(discount=discount_of(best))


def discount_of(best: Optimal) -> Fraction:
    """Return the discount of a solution, 1 where no play has a second step."""
    graph = best.scoring.graph
    goes_on = ((graph.targets != END) & (graph.gained != NOTHING)).any()
    return Fraction(1) if best.discount is None or not goes_on else Fraction(best.discount)


def scoring_of(best: Optimal, walk: Graph) -> Scoring[Number]:
    """Return the graph of the walk, with rewards, for the solvers."""
    information = [Information(seat, view, choices) for seat, view, choices in walk.information]
    edges = [edge for node in walk.nodes for edge in node.edges]
    bounds = [0, *accumulate(len(node.edges) for node in walk.nodes)]
    amounts = dict.fromkeys(reward for _, reward, _ in edges)
    numbers = {reward: place for place, reward in enumerate(amounts, start=1)}
    seats = [information[node.knows].seat if node.knows >= 0 else CHANCE for node in walk.nodes]
    graph = replace(
        best.scoring.graph,
        seats=np.array(seats, dtype=np.int64),
        known=np.array([node.knows for node in walk.nodes], dtype=np.int64),
        bounds=np.array(bounds, dtype=np.int64),
        targets=np.array([to for _, _, to in edges], dtype=np.int64),
        weights=fitting([weight for weight, _, _ in edges], bounds),
        gained=np.array([numbers[reward] for _, reward, _ in edges], dtype=np.int64),
        gains=[None, *amounts],
        information=information,
        root=walk.root,
        states=len(walk.states),
        found=[state for (state, _), _ in walk.states],
        roots=[root for _, root in walk.states],
    )
    return Scoring(graph, [reward for _, reward, _ in edges])


def walk_of(best: Optimal) -> Graph:
    """Return the graph of the exact layer, without names of its states.

    With a discount d a play goes on after a step with chance d, which gives the same means.
    """
    graph = best.scoring.graph
    bounds, targets = graph.bounds.tolist(), graph.targets.tolist()
    weights, gained, knows = graph.weights.tolist(), graph.gained.tolist(), graph.known.tolist()
    nodes: list[Node] = []
    more: list[Node] = []  # where a discounted play goes on, or ends
    size = len(knows)
    discount = Fraction(1) if best.discount is None else best.discount
    over = discount.denominator - discount.numerator
    for node in range(size):
        edges: list[tuple[int, Reward, int]] = []
        for e in range(bounds[node], bounds[node + 1]):
            reward: Reward = best.scoring.rewards[e]
            to = targets[e]
            if over and to != END and gained[e] != NOTHING:
                more.append(Node(-1, _survival(over, discount, reward, to)))
                reward, to = 0, size + len(more) - 1
            edges.append((weights[e], reward, to))
        nodes.append(Node(knows[node], edges))
    return Graph([], graph.information, [*nodes, *more], graph.root)


def _survival(
    over: int, discount: Fraction, reward: Reward, to: int
) -> Sequence[tuple[int, Reward, int]]:
    return [(over, reward, END), (discount.numerator, reward, to)]
