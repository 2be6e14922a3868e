"""The certificate of optimal play: the graph of picks and decisions, its values and the strategy.

It proves the value of the graph as it is listed, and that the strategy attains it.  That the
graph follows from the rules is proved by `check.py FILE --rules GAME`.  So it is the graph of the
walk that the checker makes (`rules_walk`), solved by the exact layer, whose value must be the same;
where that walk would take long, it is the graph of the exact layer.  With a discount it is that of
plays that go on after a step with this chance only.
"""

from dataclasses import replace

from montmort.exact.decisions.agreement import Hidden, consistent
from montmort.exact.decisions.best_play import Optimal
from montmort.exact.decisions.solution import Solution, Solver
from montmort.exact.graph.game_graph import CHANCE
from montmort.exact.linalg.system import as_fraction
from montmort.games.errors import BadInput, TooLarge
from montmort.verification.certificates import optimal_checker, rules_walk
from montmort.verification.certificates.bounds_certificate import bounds_certificate
from montmort.verification.certificates.document import Document, document
from montmort.verification.certificates.optimal_blocks import Blocks
from montmort.verification.certificates.rules_asked import Question
from montmort.verification.certificates.rules_question import Words
from montmort.verification.certificates.rules_same import CannotWalk
from montmort.verification.certificates.walked_graph import (
    asked_of,
    discount_of,
    scoring_of,
    walk_of,
)

MOST_NODES = 50_000  # of a certificate: some tens of megabytes
CHECKER = optimal_checker.CHECKER


def optimal_certificate(best: Optimal, rules: Words, question: Question | None = None) -> Document:
    """Return the certificate of a value; `rules` are words about the game and the objective.

    With the question it lists the graph of the checker's walk.

    >>> from montmort.exact.decisions.optimal import optimal
    >>> from typing import NamedTuple
    >>> from montmort.games.experiment import Experiment
    >>> class Money(NamedTuple):
    ...     won: int
    >>> def play(chance, table):
    ...     die = chance.pick([1] * 6) + 1
    ...     if table.decide(0, ["keep", "again"], die) == "again":
    ...         die = chance.pick([1] * 6) + 1
    ...     return Money(die)
    >>> best = optimal(Experiment.of_play(play, Money), maximise="won")
    >>> content = optimal_certificate(best, {})["content"]
    >>> content["value"], content["information"][0]
    ('17/4', {'seat': '0', 'view': '1', 'choices': ['keep', 'again']})
    """
    if rules:
        rules = {**rules, "discount": str(discount_of(best))}
    if best.enclosure is not None:
        return bounds_certificate(best, rules, question)
    graph, solution = best.scoring.graph, best.solution
    if not isinstance(solution, Solution):
        raise BadInput(
            "the views hide something that matters, so best strategies may draw; "
            "`mixed_certificate` lists such strategies"
        )
    if solution.lost:
        raise BadInput(
            "no certificate: some choices, which the best play avoids, lead to totals without "
            "bound, and a certificate lists a value for every choice"
        )
    if len(graph.seats) > MOST_NODES:
        raise TooLarge(
            f"the graph has {len(graph.seats):,} nodes, and a certificate lists at most "
            f"{MOST_NODES:,}; take a smaller game"
        )
    states: dict[str, int] = {}
    if question is not None:
        try:
            walk = rules_walk.graph_of(asked_of(question, best), MOST_NODES, MOST_NODES)
            best, states = resolved(best, walk), rules_walk.roots_of(walk)
        except (CannotWalk, Hidden):
            pass  # the graph of the exact layer is listed
    if best.discount is not None:
        best = resolved(best, walk_of(best))
    graph, solution = best.scoring.graph, best.solution
    assert isinstance(solution, Solution)
    content = {
        "seats": {
            seat: "maximise" if best.signs[seat] > 0 else "minimise" for seat in graph.deciding
        },
        "states": states,
        "information": [*rules_walk.described(graph.information)],
        "nodes": [_node(best, solution, node) for node in range(len(graph.seats))],
        "blocks": [block._asdict() for block in Blocks(best, solution)],
        "root": graph.root,
        "value": as_fraction(solution.values[graph.root]),
    }
    return document(CHECKER, rules, content)


def _node(best: Optimal, solution: Solution, node: int) -> dict[str, object]:
    """Return a node: its value, its edges, and what is taken or by which weights."""
    graph = best.scoring.graph
    value = as_fraction(solution.values[node])
    edges = [(e, best.scoring.rewards[e], int(graph.targets[e])) for e in graph.edges(node)]
    if graph.seats[node] == CHANCE:
        weights = [int(graph.weights[e]) for e, _, _ in edges]
        return {
            "value": value,
            "total": sum(weights),
            "edges": [[w, *edge[1:]] for w, edge in zip(weights, edges, strict=True)],
        }
    return {
        "value": value,
        "knows": int(graph.known[node]),
        "edges": [[as_fraction(solution.worth(e)), reward, to] for e, reward, to in edges],
        "taken": best.taken[node] - int(graph.bounds[node]),
    }


def resolved(best: Optimal, walk: rules_walk.Graph) -> Optimal:
    """Return the solution of the graph of a walk; its value must be the same."""
    scored = scoring_of(best, walk)
    solution = Solver(scored.graph, scored.rewards, best.signs).solve()
    if as_fraction(solution.values[scored.graph.root]) != best.value:
        raise ArithmeticError("the value of the exact layer is not that of the checker's walk")
    setting = replace(best.setting, scoring=scored, discount=None)
    return replace(best, setting=setting, solution=solution, taken=consistent(scored, solution))
