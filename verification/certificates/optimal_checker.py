"""The value of optimal play in a graph of chance nodes and decisions, and a best strategy."""

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from montmort.verification.certificates.check import (
    HEADLINE,
    VERIFIED,
    Checker,
    Statement,
    Statements,
    Unreadable,
    fields,
    fraction,
    integer,
    list_of,
    mapping_of,
    rounded,
    words_of,
)
from montmort.verification.certificates.optimal_ranks import (
    CONDITIONS,
    SIDES,
    Block,
    Edge,
    Node,
    check_blocks,
)

PROBLEM = (
    "A play begins at the node `root` and follows edges until one leads to -1, the end. Every edge "
    "pays its reward. At a node with a `total` chance takes an edge [weight, reward, next node] "
    "with its weight over the total. At any other node a seat takes an edge [worth, reward, next "
    "node], one for each choice; `knows` is the place in `information` of the seat, what it sees "
    "and its choices. `seats` says who maximises the expected sum of the rewards of n moves, in "
    "the limit of large n, and who minimises it. The value of a node is what the maximising seats "
    "can secure from there, and the minimising ones too, even if all see everything; the choices "
    "`taken` secure it, and depend only on what a seat knows. A worth is the reward plus the value "
    "of the next node. The graph is taken as it is listed: that it follows from the rules of a "
    "game is not part of the problem."
)


class Information(NamedTuple):
    """What a seat knows where it decides: the seat, its view, and its choices."""

    seat: str
    view: str
    choices: tuple[str, ...]


def check(rules: object, content: object) -> Statements:
    """Check the value and the strategy."""
    mapping_of(words_of)("rules", rules)
    names = "seats", "information", "nodes", "blocks", "root", "value"
    seats_, known_, nodes_, blocks_, root_, value_ = fields("content", content, *names)
    seats = mapping_of(words_of)("seats", seats_)
    known = list_of(information_of)("information", known_)
    nodes = with_sides(list_of(node_of)("nodes", nodes_), known, seats)
    blocks = list_of(block_of)("blocks", blocks_)
    root, value = integer("root", root_, 0, len(nodes) - 1), fraction("value", value_)
    yield Statement(None, f"the graph follows from the rules of the game: {summary(nodes, known)}")
    yield from check_chance([node for node in nodes if not node.side], nodes)
    yield from check_decisions([node for node in nodes if node.side], nodes, known)
    yield from check_blocks(nodes, blocks)
    is_root = value == nodes[root].value
    yield Statement(is_root, f"the value of the root is {rounded(value)}", HEADLINE)


def information_of(what: str, value: object) -> Information:
    """Return what a seat knows."""
    seat, view, choices = fields(what, value, "seat", "view", "choices")
    read = list_of(words_of)(what, choices)
    return Information(words_of(what, seat), words_of(what, view), tuple(read))


def node_of(what: str, value: object) -> Node:
    """Return a node, without its side."""
    is_chance = isinstance(value, dict) and "total" in value
    kind = ("total",) if is_chance else ("knows", "taken")
    value_, edges_, *rest = fields(what, value, "value", "edges", *kind)
    rows = list_of(list_of(lambda _, entry: entry, 3))(f"the edges of {what}", edges_)
    edges = [Edge(fraction(what, x), fraction(what, r), integer(what, n, -1)) for x, r, n in rows]
    numbers = [integer(what, number, 0) for number in rest]
    if not edges or (is_chance and not numbers[0]):
        raise Unreadable(f"{what} has no edges, or a total of 0")
    if is_chance:
        return Node(fraction(what, value_), edges, total=numbers[0])
    return Node(fraction(what, value_), edges, known=numbers[0], taken=numbers[1])


def with_sides(
    nodes: Sequence[Node], known: Sequence[Information], seats: dict[str, str]
) -> list[Node]:
    """Return the nodes with their sides; Unreadable unless all parts fit together."""
    if {node.known for node in nodes if not node.total} != {*range(len(known))}:
        raise Unreadable("decisions must know what is listed, and every entry must be used")
    if {each.seat for each in known} != {*seats} or {*seats.values()} - {*SIDES}:
        raise Unreadable(f"seats must say {' or '.join(SIDES)} for those that decide")
    found = []
    for node in nodes:
        if max(edge.to for edge in node.edges) >= len(nodes):
            raise Unreadable("an edge leads to no node")
        if not node.total:
            own = known[node.known]
            if len(node.edges) != len(own.choices) or node.taken >= len(own.choices):
                raise Unreadable("a decision must have one edge for each choice, and take one")
            node = node._replace(side=SIDES[seats[own.seat]])
        found.append(node)
    return found


def block_of(what: str, value: object) -> Block:
    """Return a block."""
    condition, ranks, sides_ = fields(what, value, "condition", "ranks", "sides")
    sides = mapping_of(ranks_of)(what, sides_)
    if words_of(what, condition) not in CONDITIONS or {*sides} - {*SIDES}:
        raise Unreadable(f"{what} has no known condition, or side")
    return Block(words_of(what, condition), ranks_of(what, ranks), sides)


def ranks_of(what: str, value: object) -> dict[int, int]:
    """Return the ranks, >= 0, by node."""
    ranks = mapping_of(integer)(what, value)
    found = {integer(what, node, 0): rank for node, rank in ranks.items()}
    if len(found) < len(ranks) or min(ranks.values(), default=0) < 0:
        raise Unreadable(f"{what} must have one rank, 0 or more, for a node")
    return found


def summary(nodes: Sequence[Node], known: Sequence[Information]) -> str:
    """Return how many nodes of each kind there are, and choices."""
    decisions = [node for node in nodes if node.side]
    counts = Counter(known[node.known].seat for node in decisions)
    parts = [f"{count} decisions of seat {seat}" for seat, count in sorted(counts.items())]
    choices = sum(len(node.edges) for node in decisions)
    return ", ".join([f"{len(nodes) - len(decisions)} chance nodes", *parts, f"{choices} choices"])


def check_chance(chance: Sequence[Node], nodes: Sequence[Node]) -> Statements:
    """Check the weights and the values of the chance nodes."""
    positive = all(edge.number > 0 for node in chance for edge in node.edges)
    totals = all(node.total == sum(edge.number for edge in node.edges) for node in chance)
    yield Statement(positive and totals, "all weights are above 0 and add up to the totals")
    mean = all(
        n.total * n.value == sum(e.number * (e.reward + after(nodes, e)) for e in n.edges)
        for n in chance
    )
    yield Statement(mean, "the value of every chance node is the mean over its edges", VERIFIED)


def check_decisions(
    decisions: Sequence[Node], nodes: Sequence[Node], known: Sequence[Information]
) -> Statements:
    """Check the values of the decisions, and that the strategy is one."""
    worth = all(e.number == e.reward + after(nodes, e) for node in decisions for e in node.edges)
    words = "the worth of a choice is its reward and the value of the next node"
    yield Statement(worth, words, VERIFIED)
    best = all(n.side * n.value == max(n.side * e.number for e in n.edges) for n in decisions)
    words = "the value of every decision is the best worth of its choices"
    yield Statement(best, words, VERIFIED)
    attained = all(node.edges[node.taken].number == node.value for node in decisions)
    yield Statement(attained, "every choice taken is a best one", VERIFIED)
    lists: list[Sequence[object]] = [known, *(each.choices for each in known)]
    differ = all(len({*each}) == len(each) for each in lists)
    yield Statement(differ, "no two entries of `information` are the same, nor two choices")
    taken: dict[int, int] = {}
    alike = all(taken.setdefault(n.known, n.taken) == n.taken for n in decisions)
    yield Statement(alike, "a seat that knows the same takes the same choice")


def after(nodes: Sequence[Node], edge: Edge) -> Fraction:
    """Return the value of the node to which an edge leads, 0 at the end."""
    return nodes[edge.to].value if edge.to >= 0 else Fraction(0)


CHECKER = Checker("optimal play", PROBLEM, check)
