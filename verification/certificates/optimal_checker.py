"""The value of optimal play in a graph of chance nodes and decisions, and a best strategy."""

from collections.abc import Sequence
from fractions import Fraction

from montmort.verification.certificates.bounded_sums import total
from montmort.verification.certificates.check import (
    HEADLINE,
    VERIFIED,
    Checker,
    Form,
    Statement,
    Statements,
    Unreadable,
    between,
    fraction,
    integer,
    list_of,
    mapping_of,
    read_form,
    rounded,
    unread,
    words_of,
)
from montmort.verification.certificates.derivation import WITH_AIM, derived
from montmort.verification.certificates.forms import (
    describe,
    either,
    keyed_by,
    list_like,
    mapping_like,
    one_of,
    row_like,
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
    "of the next node. `states` names the nodes at which steps of the rules begin. The rules are "
    "no part of the problem; given them, `--rules` derives the graph again."
)


Information = tuple[str, str, tuple[str, ...]]  # the seat, what it sees, and its choices
Known = Sequence[Information]


def check(rules: object, content: object, *args: str) -> Statements:
    """Check the value and the strategy."""
    seats, states, entries, nodes_, blocks, root_, value = read_form(CONTENT, "content", content)
    nodes, place = with_sides(nodes_, entries, seats), between(0, len(nodes_) - 1)
    root = place("root", root_)
    mapping_of(place)("states", states)
    chance, decisions = ([n for n in nodes if bool(n.side) is decides] for decides in (False, True))
    choices = sum(len(node.edges) for node in decisions)
    size = f"{len(chance)} chance nodes, {len(decisions)} decisions, {choices} choices"
    yield from derived(f"the graph follows from the rules: {size}", "graph", rules, content, args)
    yield from check_chance(chance, nodes)
    yield from check_decisions(decisions, nodes, entries)
    yield from check_blocks(nodes, blocks)
    is_value = value == nodes[root].value
    yield Statement(is_value, f"the value of the root is {rounded(value)}", HEADLINE)


def information_of(what: str, value: object) -> Information:
    """Return what a seat knows."""
    seat, view, choices = read_form(INFORMATION, what, value, "{what}")
    return seat, view, tuple(choices)


def node_of(what: str, value: object) -> Node:
    """Return a node, without its side."""
    is_chance = isinstance(value, dict) and "total" in value
    form = CHANCE if is_chance else DECISION
    value_, edges_, *numbers = read_form(form, what, value, "{what}")
    rows = list_of(list_of(unread, 3))(f"the edges of {what}", edges_)
    edges = [Edge(fraction(what, x), fraction(what, r), integer(what, n, -1)) for x, r, n in rows]
    if not edges or (is_chance and not numbers[0]):
        raise Unreadable(f"{what} has no edges, or a total of 0")
    weights, knows, taken = (*numbers, -1, -1) if is_chance else (0, *numbers)
    return Node(value_, edges, weights, knows, taken)


def with_sides(nodes: Sequence[Node], entries: Known, seats: dict[str, str]) -> list[Node]:
    """Return the nodes with their sides; Unreadable unless all parts fit together."""
    if {node.known for node in nodes if not node.total} != {*range(len(entries))}:
        raise Unreadable("decisions must know what is listed, and every entry must be used")
    if {seat for seat, _, _ in entries} != {*seats} or {*seats.values()} - {*SIDES}:
        raise Unreadable(f"seats must say {' or '.join(SIDES)} for those that decide")
    sided = []
    for node in nodes:
        if max(edge.to for edge in node.edges) >= len(nodes):
            raise Unreadable("an edge leads to no node")
        if not node.total:
            seat, _, choices = entries[node.known]
            if len(node.edges) != len(choices) or node.taken >= len(choices):
                raise Unreadable("a decision must have one edge for each choice, and take one")
            node = node._replace(side=SIDES[seats[seat]])
        sided.append(node)
    return sided


def block_of(what: str, value: object) -> Block:
    """Return a block."""
    block = Block(*read_form(BLOCK, what, value, "{what}"))
    if block.condition == "A" and min(block.ranks.values(), default=0) < 0:
        raise Unreadable(f"{what} has a node at rest under condition A")
    if block.condition not in CONDITIONS or {*block.sides} - {*SIDES}:
        raise Unreadable(f"{what} has no known condition, or side")
    return block


def ranks_of(what: str, value: object) -> dict[int, int]:
    """Return the ranks by node, -1 for a node at rest."""
    ranks = mapping_of(between(-1))(what, value)
    return {integer(what, node, 0): rank for node, rank in ranks.items()}


def check_chance(chance: Sequence[Node], nodes: Sequence[Node]) -> Statements:
    """Check the weights and the values of the chance nodes."""
    positive = all(edge.number > 0 for node in chance for edge in node.edges)
    totals = all(node.total == total(edge.number for edge in node.edges) for node in chance)
    yield Statement(positive and totals, "all weights are above 0 and add up to the totals")
    sums = [total(e.number * (e.reward + after(nodes, e)) for e in n.edges) for n in chance]
    mean = all(node.total * node.value == s for node, s in zip(chance, sums, strict=True))
    yield Statement(mean, "the value of every chance node is the mean over its edges", VERIFIED)


def check_decisions(decisions: Sequence[Node], nodes: Sequence[Node], entries: Known) -> Statements:
    """Check the values of the decisions, and that the strategy is one."""
    worth = all(e.number == e.reward + after(nodes, e) for node in decisions for e in node.edges)
    yield Statement(worth, "a worth is the reward and the value of the next node", VERIFIED)
    best = all(n.side * n.value == max(n.side * e.number for e in n.edges) for n in decisions)
    yield Statement(best, "the value of every decision is its best worth", VERIFIED)
    attained = all(node.edges[node.taken].number == node.value for node in decisions)
    yield Statement(attained, "every choice taken is a best one", VERIFIED)
    lists = [entries, *(choices for _, _, choices in entries)]
    differ = all(len({*row}) == len(row) for row in lists)
    yield Statement(differ, "no two entries of `information` are the same, nor two choices")
    taken: dict[int, int] = {}
    alike = all(taken.setdefault(n.known, n.taken) == n.taken for n in decisions)
    yield Statement(alike, "a seat that knows the same takes the same choice")


def after(nodes: Sequence[Node], edge: Edge) -> Fraction:
    """Return the value of the node to which an edge leads, 0 at the end."""
    return nodes[edge.to].value if edge.to >= 0 else Fraction(0)


INFORMATION: Form = {
    "seat": describe(words_of, "The seat."),
    "view": describe(
        words_of, "What it sees; without a view the state, and the picks and choices since."
    ),
    "choices": describe(list_of(words_of), "Its choices."),
}
CHANCE: Form = {
    "value": describe(fraction, "Value of the node: a witness."),
    "edges": describe(
        unread,
        "By outcome of the node.",
        list_like(
            row_like(
                describe(fraction, "Weight of chance."),
                describe(fraction, "Reward."),
                describe(integer, "Next node, or -1."),
            )
        ),
    ),
    "total": describe(between(0), "Sum of the weights."),
}
DECISION: Form = {
    "value": describe(fraction, "Value of the node: a witness."),
    "edges": describe(
        unread,
        "By choice.",
        list_like(
            row_like(
                describe(fraction, "Worth of the choice."),
                describe(fraction, "Reward."),
                describe(integer, "Next node, or -1."),
            )
        ),
    ),
    "knows": describe(between(0), "Place in information."),
    "taken": describe(between(0), "The choice that is taken: a witness."),
}
BLOCK: Form = {
    "condition": describe(
        words_of,
        "B: a strongly connected component in which a side could stay for ever; C: one in which "
        "plays do so, at nodes of rank -1; A: a union of components in which none could.",
        one_of(*CONDITIONS),
    ),
    "ranks": describe(ranks_of, "By node.", mapping_of(integer)),
    "sides": describe(
        mapping_of(ranks_of),
        "With B and C, the ranks by side and node.",
        keyed_by([*SIDES], mapping_of(integer)),
    ),
}
CONTENT: Form = {
    "seats": describe(mapping_of(words_of), "Who wants what.", mapping_like(one_of(*SIDES))),
    "states": describe(
        unread,
        "The node at which the step from a state begins; where the aim needs sums of earlier "
        "steps, of `(state, sums)`.",
        mapping_of(integer),
    ),
    "information": describe(
        list_of(information_of), "What a seat knows where it decides.", list_like(INFORMATION)
    ),
    "nodes": describe(
        list_of(node_of), "Chance nodes and decisions.", list_like(either(CHANCE, DECISION))
    ),
    "blocks": describe(
        list_of(block_of),
        "Every node once, in blocks, sinks first, with the ranks that show why plays end: "
        "witnesses.",
        list_like(BLOCK),
    ),
    "root": describe(unread, "Where a play begins.", integer),
    "value": describe(fraction, "Value of the root: the headline."),
}
CHECKER = Checker(
    "optimal play",
    PROBLEM,
    check,
    takes_names=True,
    rules=[{}, WITH_AIM],
    content=[CONTENT],
    method="graph with ranks",
)
