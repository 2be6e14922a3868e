"""All picks and decisions of a step, one path after the other, folded into nodes of a graph."""

from collections.abc import Callable, Hashable, Iterator, Sequence
from fractions import Fraction
from typing import Any, NoReturn

from montmort.exact.graph.game_graph import NOTHING, Information, Weight, Whole
from montmort.exact.graph.seats import Seats
from montmort.exact.graph.step_trees import Edge, GraphBuilder
from montmort.exact.graph.symmetry import Cut, Situations
from montmort.exact.path_enumerator import (
    LONGEST,
    Endless,
    ReadWeights,
    next_possible,
    share_before,
)
from montmort.games.chance import whole_weights
from montmort.games.errors import BadInput
from montmort.games.sameness import is_same
from montmort.games.table import Table
from montmort.games.validation import quote

TRIALS = 10  # paths that are walked twice
_UNREPEATED = (
    "the same picks and choices did not lead to the same play: draw everything from `chance`, "
    "and keep nothing between two plays"
)


class _Branch:
    """A pick or a decision of the path: the branch taken, and the edges of those before it."""

    __slots__ = ("edges", "given", "index", "information", "key", "weights")

    def __init__(
        self,
        weights: tuple[Weight, ...],
        information: Information | None,
        given: tuple[Any, ...] = (),
    ) -> None:
        self.weights, self.given = weights, given  # as read, and as the rules give them
        self.information = information
        self.key: Hashable = None  # of a situation that other paths may meet
        self.edges: list[Edge] = []
        self.index = -1
        self.advance()

    def advance(self) -> bool:
        """Move to the next possible branch; False where there is none."""
        self.index = next_possible(self.weights, self.index)
        return self.index < len(self.weights)


class Branching(Seats):
    """A Chance and a Table in one, that take every branch of a step in turn, the last one first.

    `others` decides for all seats but `free`; without it every seat is free.  Only the paths
    that begin with the branches `since` are walked.  `situations` are walked once.  `read`
    makes numbers of the weights.  The first paths are walked twice.
    """

    __slots__ = (
        *("_branches", "_builder", "_cut", "_path", "_read", "_situations", "depth", "in_tree"),
        *("paths", "since", "state"),
    )  # fmt: skip

    def __init__(
        self,
        builder: GraphBuilder,
        others: Table | None = None,
        free: frozenset[int] | None = frozenset(),
        situations: Situations | None = None,
        read: ReadWeights = whole_weights,
    ) -> None:
        super().__init__(others, free)
        self._builder = builder
        self._situations, self._read = situations, read
        self._branches = "picks" if free is None else "picks and decisions in one step"
        self._path: list[_Branch] = []
        self.depth = 0  # picks and decisions of the path so far
        self._cut: int | None = None  # the node at which the path was left
        self.state: Hashable = None
        self.since: tuple[int, ...] = ()
        self.paths = self.in_tree = 0  # walked so far, in all and in the tree that is walked

    def pick(self, weights: Sequence[int], /) -> int:
        """Take a branch of chance."""
        depth = self.depth
        if depth == len(self._path):
            self._push(_Branch(self._read(weights), None, tuple(weights)))
        self.depth = depth + 1
        branch = self._path[depth]
        if branch.information is not None or branch.given != tuple(weights):
            raise BadInput(_UNREPEATED)
        return branch.index

    def choose(self, seat: int, possible: tuple[Any, ...], view: Any) -> int:
        """Take a branch of a decision."""
        depth = self.depth
        if view is None:
            view = self._place(depth)
        information = Information(seat, view, possible)
        if depth == len(self._path):
            branch = _Branch((1,) * len(possible), information)
            if self._situations is not None:
                branch.key, self._cut = self._situations.meet(information, self._place(depth))
                if self._cut is not None:
                    raise Cut
            self._push(branch)
        self.depth = depth + 1
        branch = self._path[depth]
        if branch.information != information:
            _refuse_change(branch.information, information)
        return branch.index

    def _place(self, depth: int) -> Whole:
        return Whole(self.state, tuple(branch.index for branch in self._path[:depth]))

    def _push(self, branch: _Branch) -> None:
        if len(self._path) == LONGEST:
            raise Endless(
                f"a path of more than {LONGEST:,} {self._branches}; a game with no longest play "
                "must be given as start and step, with one round per step"
            )
        if len(self._path) < len(self.since):
            branch.index = self.since[len(self._path)]
        self._path.append(branch)

    def walk(self, step: Callable[[], Edge], goes_on: Callable[[], bool]) -> Edge | None:
        """Return the edge to the tree of `step`, which picks and decides here.

        `goes_on` is called before every further path; None where it says no.
        """
        path, fixed = self._path, len(self.since)
        path.clear()
        self.in_tree = 0
        while True:
            edge = self._edge(step)
            is_tried = self.paths < TRIALS and self._cut is None
            if is_tried and self._edge(step) != edge:
                raise BadInput(_UNREPEATED)
            self.paths += 1
            self.in_tree += 1
            while len(path) > fixed:
                branch = path[-1]
                branch.edges.append(edge)
                if branch.advance():
                    break
                path.pop()
                edge = self._folded(branch)
            else:
                return edge
            if not goes_on():
                return None

    @property
    def taken(self) -> tuple[int, ...]:
        """The branches of the path."""
        return tuple(branch.index for branch in self._path)

    @property
    def shown(self) -> Iterator[Any]:
        """The weights of each pick of the path; seat, view and choices of each decision."""
        for branch in self._path:
            known = branch.information
            if known is None:
                yield branch.weights
            else:
                is_shown = not isinstance(known.view, Whole)
                yield known.seat, known.view if is_shown else None, known.choices

    def share(self) -> Fraction:
        """Return the share of the tree before this path, with equal branches at each pick."""
        return share_before((branch.weights, branch.index) for branch in self._path)

    def _edge(self, step: Callable[[], Edge]) -> Edge:
        """Return the edge at the end of the path."""
        self.depth, self._cut = 0, None
        try:
            edge = step()
        except Cut:
            assert self._cut is not None
            edge = self._cut, NOTHING
        if self.depth != len(self._path):
            raise BadInput(_UNREPEATED)
        return edge

    def _folded(self, branch: _Branch) -> Edge:
        """Return the edge to the node of the last branch, which has left the path."""
        edge = _fold(self._builder, branch)
        if self._situations is not None and branch.key is not None:
            self._situations.finish(branch.key, edge[0], self._place(len(self._path)))
        return edge


def _fold(builder: GraphBuilder, branch: _Branch) -> Edge:
    """Return the edge to the node of a branch; where chance has one edge, this edge."""
    edges = branch.edges
    if branch.information is not None:
        return builder.decision(branch.information, edges), NOTHING
    possible = (weight for weight in branch.weights if weight)
    return builder.pick(zip(edges, possible, strict=True))


def _refuse_change(before: Information | None, now: Information) -> NoReturn:
    if before is None or before.seat != now.seat:
        raise BadInput(_UNREPEATED)
    what = "choices" if is_same(before.view, now.view) else "view"
    raise BadInput(
        f"seat {now.seat} is shown {quote(getattr(before, what))} and then "
        f"{quote(getattr(now, what))} after the same picks and choices: the {what} must follow "
        "from the state"
    )
