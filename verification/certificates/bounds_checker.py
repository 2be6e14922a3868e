"""Bounds of the value of optimal play in a large graph, and a strategy that attains them.

Every cycle meets a node of `cut`, whose bounds the certificate gives.  Those of all other nodes
follow from the next nodes', rounded outwards to integers over `scale`: for `lower` the maximising
seats take the choices `taken` and the others do their worst; for `upper` the minimising ones do.
At the cut lower must be at most what follows there, upper at least.  So after n moves who maximises
has gained at least lower - E(lower of the node reached): at least lower in the end, as plays end.
Who minimises loses at most upper - E(upper of the node reached): at most upper, if plays end or
if nothing is negative.
"""

import math
from array import array
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import partial
from operator import mul
from typing import Any, NamedTuple

from montmort.verification.certificates.check import (
    HEADLINE,
    VERIFIED,
    Checker,
    Form,
    Statement,
    Statements,
    Unreadable,
    afford,
    between,
    fraction,
    integer,
    list_of,
    mapping_of,
    read_form,
    unread,
    words_of,
)
from montmort.verification.certificates.derivation import WITH_AIM, derived
from montmort.verification.certificates.forms import (
    COLUMN,
    describe,
    list_like,
    mapping_like,
    one_of,
    text_like,
)

PROBLEM = (
    "A play begins at the node `root` and follows edges until one ends it. `nodes` has the kind of "
    "each node: by edge what it pays, whether it ends the play (1, else 0), and the weights by "
    "which chance takes them, none where a seat chooses. `next` has for every edge that does not "
    "end the play the number of its node less that of the next one; `knows` for every node where a "
    "seat chooses its place in `information` less the number of such nodes before it. There stand "
    "the seat, what it sees, its list of `choices` by place, and the place of that taken. `seats` "
    "says who maximises the expected sum of the rewards of n moves, in the limit of large n, and "
    "who minimises it. What the maximising seats can secure at the root, and the minimising ones "
    "too, even if all see everything, is one number; it is not outside `between`, and the choices "
    "taken secure these bounds. At `cut` the bounds are `lower` and `upper` over `scale`. The "
    "rules are no part of the problem; given them, `--rules` derives the graph again."
)
MOST_EDGES, MOST = 20_000_000, 2**62
SIDES = {"maximise": 1, "minimise": -1}
Known = Sequence[tuple[int, int, int]]  # the side, the number of choices, the place taken


class Kind(NamedTuple):
    """Nodes that are alike: weights, none where a seat chooses; rewards; which edges end a play."""

    weights: Sequence[int]
    rewards: Sequence[Fraction]
    ends: Sequence[int]


class Graph(NamedTuple):
    """By node its kind, its side (0 for chance), the place taken, and the next nodes or -1."""

    kinds: Sequence[Kind]
    nodes: "array[int]"
    sides: "array[int]"
    taken: "array[int]"
    firsts: "array[int]"
    targets: "array[int]"

    def after(self, node: int) -> "array[int]":
        """Return the next nodes, -1 for the end."""
        return self.targets[self.firsts[node] : self.firsts[node + 1]]


def check(rules: object, content: object, *args: str) -> Statements:
    """Check the bounds and the strategy."""
    *parts, cut, lower, upper, scale, root_, said = read_form(CONTENT, "content", content)
    graph = graph_of(parts)
    size = f"{len(graph.nodes)} nodes, {sum(map(abs, graph.sides))} decisions"
    words = f"the graph follows from the rules: {size}, {len(graph.targets)} edges"
    yield from derived(words, "bounds", rules, content, args)
    is_cut = [*cut] == sorted({*cut} & {*range(len(graph.nodes))})
    if not is_cut or not len(cut) == len(lower) == len(upper):
        raise Unreadable("the cut must be nodes in ascending order, each with two bounds")
    root = integer("root", root_, 0, len(graph.nodes) - 1)
    order, sides = order_of(graph, cut), []
    for own, name, given in ((1, "lower", lower), (-1, "upper", upper)):
        values, holds = bounds(graph, order, dict(zip(cut, given, strict=True)), scale, own)
        words = f"at {len(cut)} nodes {name} is not beyond what follows from the next ones"
        yield Statement(holds, words, VERIFIED)
        sides.append(Fraction(values[root], scale))
    is_positive = min(values) >= 0 and all(min(kind.rewards) >= 0 for kind in graph.kinds)
    yield Statement(plays_end(graph, 1), "plays end by the choices taken to maximise", VERIFIED)
    words = "no reward or upper bound is below 0" if is_positive else "and by those to minimise"
    yield Statement(is_positive or plays_end(graph, -1), words, VERIFIED)
    is_said = said == sides and sides[0] <= sides[1]
    words = f"from {decimals(sides[0], -1)} to {decimals(sides[1], 1)}"
    width = f"a width of {float(sides[1] - sides[0]):.1e}"
    yield Statement(is_said, f"the value of the root is {words}, {width}", HEADLINE)


def column(what: str, value: object) -> "array[int]":
    """Return the integers of a text, one space between two of them."""
    text = words_of(what, value)
    try:
        numbers = array("q", map(int, text.split(" ") if text else []))
    except (ValueError, OverflowError):
        raise Unreadable(f"{what} must be integers below 2^63 with spaces between") from None
    if " ".join(map(str, numbers)) != text:
        raise Unreadable(f"{what} must be integers with one space between, and no 0 ahead")
    return numbers


def kind_of(what: str, value: object) -> Kind:
    """Return a kind of nodes."""
    kind = Kind(*read_form(KIND, what, value, "{what}"))
    weights, _, over = kind
    sizes = {len(over), len(kind.rewards), len(weights or over)}
    if sizes != {len(over) or -1} or {*over} - {0, 1} or min(weights, default=1) < 1:
        raise Unreadable(f"{what} must have a reward, 0 or 1, and perhaps a weight > 0 by edge")
    if max(max(abs(x.numerator), x.denominator) for x in kind.rewards) > MOST:
        raise Unreadable(f"{what} has a reward beyond 2^62")
    return kind


def graph_of(parts: Sequence[Any]) -> Graph:
    """Return the graph; Unreadable unless all parts fit together."""
    seats, choices, columns, kinds, nodes, knows, onward = parts
    information = known_of(seats, choices, *columns)
    if not ({*nodes} == {*range(len(kinds))} and len({*map(str, kinds)}) == len(kinds)):
        raise Unreadable("kinds must be used, and be listed once")
    edges = sum(len(kinds[kind].ends) for kind in nodes)
    afford("the bounds of all nodes", edges + len(nodes), MOST_EDGES)
    seen = [place + i for i, place in enumerate(knows)]
    over = sum(sum(kinds[kind].ends) for kind in nodes)
    decide = sum(not kinds[kind].weights for kind in nodes)
    if (edges - over, decide) != (len(onward), len(seen)) or {*seen} != {*range(len(information))}:
        raise Unreadable("next and knows must have one entry for each edge or decision")
    graph = Graph(kinds, nodes, array("b"), array("q"), array("q", [0]), array("q"))
    later, decisions = iter(onward), iter(seen)
    for node, kind in enumerate(nodes):
        weights, _, last = kinds[kind]
        seat, options, place = (0, len(last), 0) if weights else information[next(decisions)]
        graph.targets.extend(-1 if is_end else node - next(later) for is_end in last)
        if options != len(last):
            raise Unreadable("a decision must have one edge for each choice")
        graph.sides.append(seat)
        graph.taken.append(place)
        graph.firsts.append(len(graph.targets))
    if not {*graph.targets} <= {*range(-1, len(nodes))} or graph.targets.count(-1) != over:
        raise Unreadable("an edge must lead to a node")
    return graph


def known_of(
    seats: Mapping[str, str],
    choices: Sequence[Sequence[str]],
    seat: Sequence[int],
    views: Sequence[str],
    options: Sequence[int],
    taken: Sequence[int],
) -> Known:
    """Return what a seat does by what it knows."""
    if not len(seat) == len(views) == len(options) == len(taken):
        raise Unreadable("the columns of `information` must have one entry for each place")
    if {*map(str, seat)} != {*seats} or {*seats.values()} - {*SIDES}:
        raise Unreadable(f"seats must say {' or '.join(SIDES)} for those that decide")
    if {*options} != {*range(len(choices))} or len({*map(tuple, choices)}) < len(choices):
        raise Unreadable("choices must be used, and be listed once")
    doubled = any(len({*row}) < len(row) for row in choices)
    if doubled or len({*zip(seat, views, options, strict=True)}) < len(views):
        raise Unreadable("no two entries of `information` may be the same, nor two choices")
    sizes = [len(choices[number]) for number in options]
    if not all(0 <= place < size for place, size in zip(taken, sizes, strict=True)):
        raise Unreadable("the choice taken must be one of the choices")
    return [*zip([SIDES[seats[str(number)]] for number in seat], sizes, taken, strict=True)]


def order_of(graph: Graph, cut: Sequence[int]) -> Sequence[int]:
    """Return the nodes that are not in the cut, each after those to which its edges lead."""
    order, state = array("q"), bytearray(len(graph.nodes))  # 1: on the path, 2: left
    for node in cut:
        state[node] = 2
    for first in range(len(graph.nodes)):
        path = [] if state[first] else [(first, iter(graph.after(first)))]
        while path:
            node, later = path[-1]
            state[node] = 1
            onward = next((to for to in later if to >= 0 and state[to] < 2), None)
            if onward is None:
                state[node] = 2
                order.append(node)
                path.pop()
            elif state[onward]:
                raise Unreadable("a cycle does not meet the cut")
            else:
                path.append((onward, iter(graph.after(onward))))
    return order


def bounds(
    graph: Graph, order: Sequence[int], given: Mapping[int, int], scale: int, own: int
) -> tuple[Sequence[int], bool]:
    """Return lower bounds of all nodes (own = 1) or upper ones (-1), and whether they hold."""
    rewards = [[own * int(own * r * scale // 1) for r in kind.rewards] for kind in graph.kinds]
    totals = [sum(kind.weights) for kind in graph.kinds]
    values = [given.get(node, 0) for node in range(len(graph.nodes))]

    def following(node: int) -> int:
        kind, side = graph.nodes[node], graph.sides[node]
        pairs = zip(rewards[kind], graph.after(node), strict=True)
        worths = [reward + values[to] if to >= 0 else reward for reward, to in pairs]
        if not side:
            total: int = sum(map(mul, graph.kinds[kind].weights, worths))
            return own * (own * total // totals[kind])
        return worths[graph.taken[node]] if side == own else own * min(own * x for x in worths)

    for node in order:
        values[node] = following(node)
    return values, all(own * value <= own * following(node) for node, value in given.items())


def plays_end(graph: Graph, own: int) -> bool:
    """Return whether plays end if one side takes the choices taken, whatever the other does."""
    before: list[list[int]] = [[] for _ in graph.nodes]
    waiting = []  # by node, edges that must still be shown to lead to the end
    for node, side in enumerate(graph.sides):
        edges = graph.after(node)
        edges = edges[(at := graph.taken[node]) : at + 1] if side == own else edges
        waiting.append((len(edges) if side else 1) - edges.count(-1))
        for to in (to for to in edges if to >= 0):
            before[to].append(node)
    new = [node for node, left in enumerate(waiting) if left <= 0]
    ended = 0
    while new:
        ended += 1
        for node in before[new.pop()]:
            waiting[node] -= 1
            if waiting[node] == 0:
                new.append(node)
    return ended == len(before)


def decimals(value: Fraction, side: int) -> str:
    """Return a number to 15 decimals, rounded down for side -1 and up for 1."""
    scaled = side * math.ceil(side * value * 10**15)
    whole, rest = divmod(abs(scaled), 10**15)
    return f"{'-' * (scaled < 0)}{whole}.{rest:015}"


INFORMATION: Form = {
    "seat": describe(column, "The seat.", COLUMN),
    "view": describe(list_of(words_of), "What is seen there."),
    "choices": describe(column, "Place in choices.", COLUMN),
    "taken": describe(column, "Place of the choice that is taken: a witness.", COLUMN),
}
KIND: Form = {
    "weights": describe(
        column, "By which chance takes the edges; empty where a seat chooses.", COLUMN
    ),
    "rewards": describe(list_of(fraction), "By edge."),
    "ends": describe(column, "1 for an edge that ends the play.", text_like("[01]( [01])*")),
}
CONTENT: Form = {
    "seats": describe(mapping_of(words_of), "Who wants what.", mapping_like(one_of(*SIDES))),
    "choices": describe(list_of(list_of(words_of)), "The different lists of choices."),
    "information": describe(
        partial(read_form, INFORMATION), "What a seat knows where it decides, by place."
    ),
    "kinds": describe(list_of(kind_of), "Nodes that are alike.", list_like(KIND)),
    "nodes": describe(column, "By node, its place in kinds.", COLUMN),
    "knows": describe(
        column,
        "By decision, its place in information less the number of decisions before it.",
        COLUMN,
    ),
    "next": describe(
        column,
        "By edge that does not end the play, the number of its node less that of the next one.",
        COLUMN,
    ),
    "cut": describe(column, "Nodes that meet every cycle, ascending.", COLUMN),
    "lower": describe(column, "Lower bounds at the cut, over scale: witnesses.", COLUMN),
    "upper": describe(column, "Upper bounds at the cut, over scale: witnesses.", COLUMN),
    "scale": describe(between(1, MOST), "Of the bounds at the cut."),
    "root": describe(unread, "Where a play begins.", integer),
    "between": describe(
        list_of(fraction, 2), "Lower and upper bound of the value of the root: the headline."
    ),
}
CHECKER = Checker(
    "bounds of optimal play",
    PROBLEM,
    check,
    takes_names=True,
    rules=[{}, WITH_AIM],
    content=[CONTENT],
    method="graph with bounds",
)
