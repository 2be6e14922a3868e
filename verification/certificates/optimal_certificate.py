"""The certificate of optimal play: the graph of picks and decisions, its values and the strategy.

It proves the value of the graph as it is listed, and that the strategy attains it.  That the
graph follows from the rules is not proved: `montmort` walked them.
"""

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Mapping

from montmort.exact.decisions.game_graph import CHANCE, Information
from montmort.exact.decisions.optimal import Optimal
from montmort.exact.decisions.solution import Solution
from montmort.exact.linalg.system import as_fraction
from montmort.games.errors import BadInput, TooLarge
from montmort.verification.certificates import optimal_checker
from montmort.verification.certificates.document import Document, document
from montmort.verification.certificates.optimal_blocks import Blocks

MOST_NODES = 50_000  # of a certificate: some tens of megabytes
CHECKER = optimal_checker.CHECKER


def optimal_certificate(best: Optimal, rules: Mapping[str, str]) -> Document:
    """Return the certificate of a value; `rules` are words about the game and the objective.

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
    if best.discount is not None:
        raise BadInput("a certificate does not list a discount; leave it out")
    graph, found = best.scoring.graph, best.solution
    if best.enclosure is not None:
        raise TooLarge("a certificate lists exact values, and this game's are enclosed")
    if not isinstance(found, Solution):
        raise BadInput(
            "the views hide something that matters, so best strategies may draw; "
            "`mixed_certificate` lists such strategies"
        )
    if len(graph.seats) > MOST_NODES:
        raise TooLarge(
            f"the graph has {len(graph.seats):,} nodes, and a certificate lists at most "
            f"{MOST_NODES:,}; take a smaller game"
        )
    content = {
        "seats": {
            seat: "maximise" if best.signs[seat] > 0 else "minimise" for seat in graph.deciding
        },
        "information": list(described(graph.information)),
        "nodes": [_node(best, found, node) for node in range(len(graph.seats))],
        "blocks": [block._asdict() for block in Blocks(best, found)],
        "root": graph.root,
        "value": as_fraction(found.values[graph.root]),
    }
    return document(CHECKER, rules, content)


def _node(best: Optimal, found: Solution, node: int) -> dict[str, object]:
    """Return a node: its value, its edges, and what is taken or by which weights."""
    graph = best.scoring.graph
    value = as_fraction(found.values[node])
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
        "edges": [[as_fraction(found.worth(e)), reward, to] for e, reward, to in edges],
        "taken": best.taken[node] - int(graph.bounds[node]),
    }


def described(known: Iterable[Information]) -> Iterator[dict[str, object]]:
    """Yield what the seats know in words, with a number where two are written alike."""
    seen: Counter[tuple[object, ...]] = Counter()
    for each in known:
        choices = _different(each.choices)
        view = _written(each.view)
        seen[each.seat, view, *choices] += 1
        times = seen[each.seat, view, *choices]
        shown = view if times == 1 else f"{view} [{times}]"
        yield {"seat": each.seat, "view": shown, "choices": choices}


def _different(choices: Iterable[Hashable]) -> list[str]:
    """Return the choices in words, with a number where two are written alike.

    >>> _different(["1", 1, 2])
    ['1', '1 [2]', '2']
    """
    seen: Counter[str] = Counter()
    words = []
    for choice in choices:
        word = _written(choice)
        seen[word] += 1
        words.append(word if seen[word] == 1 else f"{word} [{seen[word]}]")
    return words


def _written(value: object) -> str:
    """Return a word as it is, and anything else as Python writes it."""
    return value if isinstance(value, str) else repr(value)
