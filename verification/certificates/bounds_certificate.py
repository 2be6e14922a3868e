"""The certificate of bounds of optimal play: a large graph in columns, a cut, and a strategy.

The graph is that of the walk which the checker makes, and the bounds are those of the exact layer
(`enclosure`).  They are listed at the nodes of a cut that meets every cycle; the checker finds all
others.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction

import numpy as np

from montmort.exact.decisions.agreement import consistent
from montmort.exact.decisions.best_play import Optimal
from montmort.exact.decisions.enclosure import Enclosure, Sides, enclose
from montmort.exact.decisions.objective import Number, Scoring
from montmort.exact.decisions.optimal import WIDTH
from montmort.games.errors import TooLarge
from montmort.verification.certificates import bounds_checker, rules_compare, rules_walk
from montmort.verification.certificates.document import Document, as_json, document
from montmort.verification.certificates.rules_asked import Question
from montmort.verification.certificates.rules_compare import columns_of, joined
from montmort.verification.certificates.rules_question import Words
from montmort.verification.certificates.rules_same import CannotWalk
from montmort.verification.certificates.walked_graph import asked_of, scoring_of, walk_of

CHECKER = bounds_checker.CHECKER


def bounds_certificate(best: Optimal, rules: Words, question: Question | None = None) -> Document:
    """Return the certificate of bounds; `rules` are words about the game and the objective.

    With the question it lists the graph of the checker's walk.

    >>> from typing import NamedTuple
    >>> from montmort.exact.decisions.optimal import optimal
    >>> from montmort.games.experiment import Experiment
    >>> class Money(NamedTuple):
    ...     won: int
    >>> def play(chance, table):
    ...     return Money(table.decide(0, [1, 2], "you") + chance.pick([1, 1]))
    >>> best = optimal(Experiment.of_play(play, Money), maximise="won", width=Fraction(1, 100))
    >>> bounds_certificate(best, {})["content"]["between"]
    ['5/2', '5/2']
    """
    walk = walk_of(best) if question is None else _walked(asked_of(question, best))
    scored = scoring_of(best, walk)
    graph, enclosed = scored.graph, _enclosed(best, scored)
    first, knows = graph.bounds.tolist(), graph.known.tolist()
    taken = {knows[node]: e - first[node] for node, e in consistent(scored, enclosed).items()}
    columns = columns_of(walk)
    columns["information"]["taken"] = joined(taken[place] for place in range(len(taken)))
    columns["seats"] = {
        str(seat): "maximise" if best.signs[seat] > 0 else "minimise" for seat in graph.deciding
    }
    cut = np.array(cut_of(first, graph.targets.tolist()), dtype=np.int64)
    low, high = enclosed.low[cut].tolist(), enclosed.high[cut].tolist()
    content = {
        **columns,
        "cut": joined(cut.tolist()),
        "lower": joined(low),
        "upper": joined(high),
        "scale": 1 << enclosed.bits,
        "between": _between(columns, cut.tolist(), (low, high), 1 << enclosed.bits),
    }
    return document(CHECKER, rules, content)


def _walked(question: Question) -> rules_walk.Graph:
    """Return the graph of the checker's walk; TooLarge where it cannot walk so far."""
    most = rules_compare.MOST_BOUNDED
    try:
        return rules_walk.graph_of(question, most, most, rules_compare.MOST_PATHS)
    except CannotWalk as error:
        raise TooLarge(f"the checker cannot walk these rules: {error}") from None


def _enclosed(best: Optimal, scored: Scoring[Number]) -> Enclosure:
    """Return bounds for the graph of the walk; those of the solution must not contradict them."""
    value = best.value
    exact = best.enclosure if value is None else Sides(value, value)
    assert exact is not None
    width = max(WIDTH, 2 * (exact.high - exact.low))
    enclosed = enclose(scored.graph, scored.rewards, best.signs, width)
    root = enclosed.root()
    if root.low > exact.high or root.high < exact.low:
        raise ArithmeticError("the bounds of the exact layer are not those of the checker's walk")
    return enclosed


def _between(
    columns: Mapping[str, object], cut: Sequence[int], given: Sequence[Sequence[int]], scale: int
) -> list[Fraction]:
    """Return the bounds of the root that the checker finds."""
    names = "seats", "choices", "information", "kinds", "nodes", "knows", "next"
    form = bounds_checker.CONTENT
    graph = bounds_checker.graph_of([form[name](name, as_json(columns[name])) for name in names])
    order = bounds_checker.order_of(graph, cut)
    bounds_of_root = []
    for own, bounds in zip((1, -1), given, strict=True):
        at_cut = dict(zip(cut, bounds, strict=True))
        values, holds = bounds_checker.bounds(graph, order, at_cut, scale, own)
        if not holds:
            raise ArithmeticError("the bounds of the exact layer do not hold for the checker")
        bounds_of_root.append(Fraction(values[int(f"{columns['root']}")], scale))
    return bounds_of_root


def cut_of(bounds: Sequence[int], targets: Sequence[int]) -> list[int]:
    """Return nodes that meet every cycle: those to which a depth-first search comes back.

    >>> cut_of([0, 1, 3], [1, 0, -1])
    [0]
    """
    size = len(bounds) - 1
    state, later = bytearray(size), [*bounds[:-1]]  # 1: on the path, 2: left
    cut: set[int] = set()
    for first in range(size):
        path = [] if state[first] else [first]
        while path:
            node = path[-1]
            state[node] = 1
            if later[node] == bounds[node + 1]:
                state[node] = 2
                path.pop()
                continue
            to = targets[later[node]]
            later[node] += 1
            if to >= 0 and state[to] == 1:
                cut.add(to)
            elif to >= 0 and not state[to]:
                path.append(to)
    return sorted(cut)
