"""Situations declared to be equal, walked after all and compared.

Two trees are equal up to views if their leaves lead to the same states with the same gains,
their picks have proportional weights for equal trees, and at their decisions the same
seats choose among equal trees, in any order.
"""

import math
from collections import Counter
from collections.abc import Callable, Hashable, Sequence
from typing import Any

from montmort.exact.graph.branching import Branching
from montmort.exact.graph.game_graph import CHANCE, END, NOTHING, Information
from montmort.exact.graph.step_trees import FIRST_NODE, Edge, GraphBuilder
from montmort.exact.graph.symmetry import Pair
from montmort.games.errors import BadInput, TooLarge
from montmort.games.experiment import Experiment
from montmort.games.sameness import is_same
from montmort.games.table import Table
from montmort.games.validation import quote

PATHS = 100_000  # walked for all pairs together, and at most for each
Move = Callable[[Any, Branching], tuple[Hashable, Any]]  # the step of a state


def check_symmetry(
    experiment: Experiment[Any, Any, Any],
    rules: object,
    others: Table | None,
    free: frozenset[int],
    pairs: Sequence[Pair],
) -> None:
    """Raise BadInput if two situations of a pair differ; TooLarge if none can be compared."""

    def move(state: Any, branching: Branching) -> tuple[Hashable, Any]:
        return experiment.step(rules, state, branching, branching)

    compared = walked = 0
    for pair in pairs:
        trees = _Trees(move, others, free)
        same = trees.equal(pair)
        if same is None:
            continue
        if not same:
            raise BadInput(_difference(*trees.seen))
        compared, walked = compared + 1, walked + trees.paths
        if walked >= PATHS:
            break
    if pairs and not compared:
        raise TooLarge(
            f"symmetric_under cannot be checked: more than {PATHS:,} paths follow a decision"
        )


def _difference(one: Information, other: Information) -> str:
    """Return the sentence for two situations that are not equal."""
    what = "choices" if is_same(one.view, other.view) else "view"
    return (
        f"symmetric_under gives seat {one.seat} the same key for the {what} "
        f"{quote(getattr(one, what))} and {quote(getattr(other, what))}, but what follows differs"
    )


class _Trees:
    """The trees that follow two situations; `seen` is what the seat knows at their roots."""

    def __init__(self, move: Move, others: Table | None, free: frozenset[int]) -> None:
        self._move = move
        self._builder = GraphBuilder()
        self._branching = Branching(self._builder, others, free)
        self._numbers: dict[Hashable, int] = {}
        self._forms: list[int] = []  # of each node: equal trees have equal numbers
        self.seen: list[Information] = []

    @property
    def paths(self) -> int:
        """Paths walked so far."""
        return self._branching.paths

    def equal(self, pair: Pair) -> bool | None:
        """Whether the trees are equal up to views; None if they have too many paths."""
        branching, forms = self._branching, []
        for place in pair:
            branching.state, branching.since = place.state, place.since
            edge = branching.walk(self._leaf, self._goes_on)
            if edge is None:
                return None
            nodes, information = self._builder.nodes, [*self._builder.information]
            for known, edges in nodes[len(self._forms) :]:
                seat = CHANCE if known == CHANCE else information[known].seat
                self._forms.append(self._form(seat, edges))
            self.seen.append(information[nodes[FIRST_NODE - edge[0]][0]])
            forms.append(self._form_of(edge))
        return forms[0] == forms[1]

    def _leaf(self) -> Edge:
        after, gain = self._move(self._branching.state, self._branching)
        builder = self._builder
        return END if after is None else builder.state(after), builder.gain(gain)

    def _goes_on(self) -> bool:
        return self.paths <= PATHS

    def _form(self, seat: int, edges: Sequence[Any]) -> int:
        """Return the number of a node's tree; the nodes below it have theirs."""
        form: Hashable
        if seat == CHANCE:
            sums: Counter[int] = Counter()
            for edge, weight in edges:
                sums[self._form_of(edge)] += weight
            if len(sums) == 1:
                return next(iter(sums))
            common = math.gcd(*sums.values())
            form = CHANCE, frozenset((each, weight // common) for each, weight in sums.items())
        else:
            form = seat, frozenset(Counter(map(self._form_of, edges)).items())
        return self._numbers.setdefault(form, len(self._numbers))

    def _form_of(self, edge: Edge) -> int:
        target, gain = edge
        if gain == NOTHING:
            return self._forms[FIRST_NODE - target]
        return self._numbers.setdefault(("leaf", edge), len(self._numbers))
