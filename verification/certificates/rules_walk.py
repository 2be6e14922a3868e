"""Walk the rules of a game, for `python check.py FILE --rules GAME`; this file stands beside it.

Rules are two functions, start(rules, chance) -> state and step(rules, state, chance, table) ->
(next state or None, gain).  They are run as they are written, with one object for both `chance` and
`table`, which takes every pick and every choice in turn (`walked`).  So the rows found here are
what the text of the rules says.
"""

import math
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from fractions import Fraction
from functools import partial
from typing import Any, NamedTuple

from montmort.verification.certificates.rules_asked import Question, is_word
from montmort.verification.certificates.rules_file import Numbered, label, whole_weights, word_of
from montmort.verification.certificates.rules_same import CannotWalk, key, other_orders

MOST_PATHS = 1_000_000  # through steps of the rules, or through plays
GLANCE = 20_000  # paths between two guesses of how many there are
HOPELESS = 20 * MOST_PATHS  # a guess at which the walk is given up
MOST_PICKS = 5_000  # and decisions on one path
Row = tuple[str | None, tuple[str, ...]]  # the next state, and the words of the gain
Move = tuple[int, int]  # the place of an information set, and the choice there
NONE = (-1, 0)
END = -1  # where an edge leads that ends the play


class Branch:
    """A pick or a decision on the path: the branch taken, and what followed those before it."""

    __slots__ = ("found", "index", "key", "known", "weights")

    def __init__(
        self, weights: Sequence[int], information: tuple[Any, ...] | None, same: object
    ) -> None:
        self.weights, self.known = weights, information  # (seat, view, choices) of a decision
        self.key = same  # of what is known
        self.found: list[Any] = []
        self.index = -1
        self.advance()

    def advance(self) -> bool:
        """Go to the next branch that is possible; False where there is none."""
        after = range(self.index + 1, len(self.weights))
        self.index = next((i for i in after if self.weights[i]), -1)
        return self.index >= 0


class Run:
    """Chance and table in one: it takes the branches of a path, and the first one beyond.

    Rules cannot keep anything in it.
    """

    __slots__ = (
        *("around", "asked", "at", "depth", "most_paths", "past", "path", "paths", "seen"),
        *("since", "state"),
    )  # fmt: skip

    def __init__(self, game: Question | None = None, most_paths: int = 0) -> None:
        self.path: list[Branch] = []
        self.at: Mapping[str, Fraction] = game.at if game else {}  # numbers of symbols
        self.around = game.around if game else None
        self.most_paths = most_paths or MOST_PATHS
        self.asked = set[int]()  # the seats that are asked to decide
        self.past: tuple[Any, ...] = ()  # what the aim has to know of earlier steps
        self.seen: tuple[object, object, bool] = (self, None, False)  # a state, key, may it change
        self.begin(None)
        self.depth = self.paths = 0

    def begin(self, state: object) -> None:
        """Begin a step of the rules from a state."""
        self.state, self.since = state, list[int]()

    def pick(self, weights: Sequence[Any], /) -> int:
        """Return the index of a pick; without a branch where only one is possible."""
        whole = tuple(whole_weights(weights, self.at))
        possible = [i for i, weight in enumerate(whole) if weight]
        index = possible[0] if len(possible) == 1 else self._taken(whole, None)
        self.since.append(index)
        if len(self.since) > MOST_PICKS:
            raise CannotWalk(f"a play makes more than {MOST_PICKS:,} picks: it seems not to end")
        return index

    def decide(self, seat: int, choices: Sequence[Any], view: Any, /) -> Any:
        """Return a choice; the only one is none."""
        options = tuple(choices)
        self.asked.add(seat)
        if not options:
            raise CannotWalk(f"seat {seat} has no choices where it must decide")
        if len(options) == 1:
            return options[0]
        state = (self.state, self.past) if self.past else self.state
        seen = Whole(state, tuple(self.since)) if view is None else view
        index = self._taken((1,) * len(options), (seat, seen, options))
        self.since.append(index)
        return options[index]

    def tell(self, event: Any, /) -> None:
        """Ignore an event."""

    def _taken(self, weights: tuple[int, ...], information: tuple[Any, ...] | None) -> int:
        same = None if information is None else key(information)
        if self.depth == len(self.path):
            if self.depth >= MOST_PICKS:
                raise CannotWalk(f"a path has more than {MOST_PICKS:,} picks and decisions")
            self.path.append(Branch(weights, information, same))
        branch = self.path[self.depth]
        self.depth += 1
        if (branch.weights, branch.key) != (weights, same):
            raise CannotWalk("the same picks and choices do not lead to the same play")
        return branch.index


class Whole(NamedTuple):
    """What a seat knows that is shown no view: the state, and the picks and choices since."""

    state: Any
    since: tuple[int, ...]


def walked(run: Run, rules: Callable[[Run], Any], fold: Callable[[Branch], Any]) -> Any:
    """Run the rules along every path; `fold` makes one of what follows a branch's picks.

    >>> run = Run()
    >>> walked(run, lambda chance: chance.pick([1, 2]) + chance.pick([1, 1]), lambda b: b.found)
    [[0, 1], [1, 2]]
    >>> run.paths
    4
    """
    path, here = run.path, 0
    path.clear()
    while True:
        run.depth = 0
        result = rules(run)
        if run.around is not None:
            run.around.check()
        run.paths += 1
        if run.depth != len(path):
            raise CannotWalk("the same picks and choices do not lead to the same play")
        here += 1
        if run.paths > run.most_paths or (here % GLANCE == 0 and here > HOPELESS * share_of(path)):
            about = f", here about {here / share_of(path):.1g}" if share_of(path) else ""
            raise CannotWalk(f"there are more than {run.most_paths:,} paths to walk{about}")
        while path:
            path[-1].found.append(result)
            if path[-1].advance():
                break
            result = fold(path.pop())
        else:
            return result


def same_in_any_order(state: Any, walk: Callable[[Any], Any]) -> Any:
    """Walk from a state; refuse rules to which the order of the items in a frozenset matters."""
    result = walk(state)
    for other in other_orders(state):
        if walk(other) != result:
            raise CannotWalk(
                f"what follows {label(state)} depends on the order in which a frozenset lists its "
                "items, which does not follow from what is in it: take them by sorted(...)"
            )
    return result


def share_of(path: Sequence[Branch]) -> float:
    """Return which share of the paths lies before this one, if all branches have as many.

    >>> branch = Branch((1, 1, 1, 1), None, None)
    >>> branch.advance(), share_of([branch])
    (True, 0.25)
    """
    share, width = 0.0, 1.0
    for branch in path:
        possible = [i for i, weight in enumerate(branch.weights) if weight]
        width /= len(possible)
        share += width * possible.index(branch.index)
    return share


# --- What is walked: a chain, a graph with decisions, whole plays ---


class ChainWalk:
    """The chain of the rules, walked row by row; states and gains are given in words.

    `fields` says for every field of the outcome whether gains are added, or the last one counts.
    """

    def __init__(self, game: Question, most_paths: int = 0) -> None:
        self._game, self._run = game, Run(game, most_paths)
        self._labels = Labels()
        self.fields: dict[str, str] = {}

    def start(self) -> dict[str, int]:
        """Return the weights of the first states."""
        return lowest(as_law(walked(self._run, self._first, law_of)))

    def rows(self) -> Iterator[tuple[str, dict[Row, int]]]:
        """Yield every state with the weights of (next state or None, words of the gain)."""
        for state in self._labels.values:  # grows during the loop: breadth-first
            law = same_in_any_order(
                state, lambda at: as_law(walked(self._run, partial(self._step, at), law_of))
            )
            yield self._labels.of(state), lowest(law)

    @property
    def states(self) -> Sequence[Any]:
        """The states found so far."""
        return self._labels.values

    def _first(self, run: Run) -> str:
        return self._labels.of(self._game.first(run))

    def _step(self, state: Any, run: Run) -> Row:
        after, gain = self._game.move(run, state)
        return None if after is None else self._labels.of(after), self._words(gain)

    def _words(self, gain: Any) -> tuple[str, ...]:
        for name, value in zip(gain._fields, gain, strict=True):
            kind = "last" if is_word(value) else "sum"
            if self.fields.setdefault(name, kind) != kind:
                raise CannotWalk(f"{name} is a number in one play and a word in another")
        if [*self.fields] != [*gain._fields]:
            raise CannotWalk("two steps have outcomes with different fields")
        return tuple(map(word_of, gain))


class Labels:
    """Different texts for the values that are found, in this order."""

    def __init__(self) -> None:
        self.values: list[Any] = []
        self._texts: dict[Any, str] = {}
        self._names = Numbered()

    def of(self, value: Any) -> str:
        """Return the text, with a number where a text comes again."""
        same = key(value)
        if same not in self._texts:
            self._texts[same] = self._names.of(label(value))
            self.values.append(value)
        return self._texts[same]


class Law(dict[Any, int]):
    """The weights of what may follow."""


def as_law(result: Any) -> Law:
    """Return the law of what follows without a pick."""
    return result if isinstance(result, Law) else Law({result: 1})


def law_of(branch: Branch) -> Law:
    """Return the law of what follows a pick, in lowest terms.

    >>> walked(Run(), lambda chance: chance.pick([1, 1]) + chance.pick([1, 1]), law_of)
    {0: 1, 1: 2, 2: 1}
    """
    if branch.known is not None:
        raise CannotWalk("the rules ask for a decision, and no player is named")
    laws = [as_law(result) for result in branch.found]
    totals = [sum(law.values()) for law in laws]
    over = math.lcm(*totals)
    joint = Law()
    possible = [weight for weight in branch.weights if weight]
    for law, total, weight in zip(laws, totals, possible, strict=True):
        for value, own in law.items():
            joint[value] = joint.get(value, 0) + own * weight * (over // total)
    return Law(lowest(joint))


def lowest(weights: Mapping[Any, int]) -> dict[Any, int]:
    """Return weights without a common divisor."""
    common = math.gcd(*weights.values())
    return {value: weight // common for value, weight in weights.items()}


class TooMany(CannotWalk):
    """The rules have more states or nodes than were asked for."""


Reward = int | Fraction  # integers as such: they are hashed much faster


class Node(NamedTuple):
    """A node of a graph: edges (weight, reward, next node); `knows` is -1 where chance picks."""

    knows: int
    edges: Sequence[tuple[int, Reward, int]]


class Graph(NamedTuple):
    """A graph of picks and decisions: the states with their nodes, and where a play begins."""

    states: Sequence[tuple[Any, int]]  # (state, what counts of the past) and its node
    information: Sequence[tuple[Any, ...]]  # seat, view, choices
    nodes: Sequence[Node]
    root: int
    asked: Set[int] = frozenset()  # the seats that are asked to decide, if only to take one choice


Edge = tuple[int, Reward]  # where it leads (END, a state, or FIRST - node), and its reward
FIRST = -2


def graph_of(game: Question, most_states: int, most_nodes: int, most_paths: int = 0) -> Graph:
    """Return the graph of picks and decisions; parts of a step with equal edges are one node.

    With a discount d a play goes on after a step with chance d, which gives the same means.
    """
    places: dict[Any, int] = {}
    states: list[tuple[Any, Any]] = []  # and what the aim has to know of the past
    sets: dict[Any, tuple[int, tuple[Any, ...]]] = {}
    nodes: dict[Any, int] = {}

    def state(after: Any, past: Any) -> int:
        place = places.setdefault((key(after), past), len(states))
        if place == len(states):
            states.append((after, past))
            if place >= most_states:
                raise TooMany(f"there are more than {most_states:,} states")
        return place

    def node(knows: int, edges: tuple[tuple[int, Edge], ...]) -> Edge:
        place = nodes.setdefault((knows, edges), len(nodes))
        if place >= most_nodes:
            raise TooMany(f"there are more than {most_nodes:,} nodes")
        return FIRST - place, 0

    def fold(branch: Branch) -> Edge:
        if branch.known is not None:
            knows, _ = sets.setdefault(branch.key, (len(sets), branch.known))
            return node(knows, tuple((1, edge) for edge in branch.found))
        weights = Counter[Edge]()
        for edge, weight in zip(branch.found, filter(None, branch.weights), strict=True):
            weights[edge] += weight
        common = math.gcd(*weights.values())
        edges = sorted((edge, weight // common) for edge, weight in weights.items())
        return edges[0][0] if len(edges) == 1 else node(-1, tuple((w, e) for e, w in edges))

    def move(before: Any, past: Any, run: Run) -> Edge:
        run.past = past
        after, gain = game.move(run, before, run)
        worth, past = game.aim.step(gain, past, is_last=after is None)
        reward = worth.numerator if worth.denominator == 1 else worth
        if after is None:
            return END, reward
        on = state(after, past), reward
        if not over:
            return on
        return node(-1, ((over, (END, reward)), (game.discount.numerator, on)))

    def root(edge: Edge) -> int:
        return FIRST - (edge if edge[0] < END else node(-1, ((1, edge),)))[0]

    over = game.discount.denominator - game.discount.numerator
    run = Run(game, most_paths)
    begin = walked(run, lambda run: (state(game.first(run), ()), 0), fold)
    roots = []
    for before, past in states:  # grows during the loop: breadth-first

        def from_state(at: Any, past: Any = past) -> Edge:
            return walked(run, partial(move, at, past), fold)  # type: ignore[no-any-return]

        edge = same_in_any_order(before, from_state)
        roots.append(root(edge))
    if over and not any(after >= 0 for _, edges in nodes for _, (after, _) in edges):
        raise CannotWalk("a discount is said, and no play has a second step")
    first = roots[begin[0]] if begin[0] >= 0 else FIRST - begin[0]
    resolved = [
        Node(knows, [(w, r, to_node(to, roots)) for w, (to, r) in edges]) for knows, edges in nodes
    ]
    information = [seen for _, seen in sets.values()]
    return Graph([*zip(states, roots, strict=True)], information, resolved, first, run.asked)


def roots_of(graph: Graph) -> dict[str, int]:
    """Return the node of every state, by its name."""
    labels = Labels()
    return {labels.of(at if at[1] else at[0]): root for at, root in graph.states}


def to_node(to: int, roots: Sequence[int]) -> int:
    """Return the node to which an edge leads."""
    return roots[to] if to >= 0 else to if to == END else FIRST - to


Decision = tuple[tuple[Any, ...], object, int]  # (seat, view, choices), its key, the choice


def plays_of(game: Question, run: Run) -> Iterator[tuple[Fraction, list[Decision], Fraction]]:
    """Return the chance of every play, its decisions, and what it is worth."""
    plays: list[tuple[Fraction, list[Decision], Fraction]] = []

    def play(run: Run) -> None:
        past: tuple[Any, ...] = ()
        state, worth = game.first(run), Fraction(0)
        while state is not None:
            run.past = past
            state, gain = game.move(run, state, run)
            reward, past = game.aim.step(gain, past, is_last=state is None)
            worth += reward
        picks = [b for b in run.path if b.known is None]
        chance = math.prod(Fraction(b.weights[b.index], sum(b.weights)) for b in picks)
        choices = [(b.known, b.key, b.index) for b in run.path if b.known is not None]
        plays.append((Fraction(chance), choices, worth))

    walked(run, play, lambda _: None)
    return iter(plays)


class Forms(NamedTuple):
    """Both players' information sets, ((seat, view, choices), last own move), and payoffs."""

    sets: Sequence[Sequence[tuple[Any, Move]]]  # of the player who maximises, and of the other
    payoffs: Mapping[tuple[Move, Move], Fraction]  # by the last moves
    asked: Set[int]  # the seats that are asked to decide


def forms_of(game: Question) -> Forms:
    """Return the information sets of two players who remember, and what they gain."""
    places: tuple[dict[Any, int], dict[Any, int]] = ({}, {})
    sets: tuple[list[Any], list[Any]] = ([], [])
    payoffs: dict[tuple[Move, Move], Fraction] = {}
    run = Run(game)
    for chance, choices, worth in plays_of(game, run):
        last = [NONE, NONE]
        for information, same, index in choices:
            side = int((information[0] == game.seat) != game.maximises)
            place = places[side].setdefault((same, last[side]), len(sets[side]))
            if place == len(sets[side]):
                sets[side].append((information, last[side]))
            last[side] = place, index
        moves = last[0], last[1]
        payoffs[moves] = payoffs.get(moves, Fraction(0)) + chance * worth
    return Forms(sets, {moves: gain for moves, gain in payoffs.items() if gain}, run.asked)


def described(information: Iterable[tuple[Any, ...]]) -> Iterator[dict[str, Any]]:
    """Yield what seats know in words, with a number where two are written alike."""
    views = Numbered()
    for seat, view, options in information:
        names = Numbered()
        choices = [names.of(text_of(option)) for option in options]
        words = views.of(text_of(view), str(seat), *choices)
        yield {"seat": str(seat), "view": words, "choices": choices}


def text_of(value: Any) -> str:
    """Return a word as it is, and anything else as Python writes it."""
    return value if type(value) is str else label(value)
