"""The functional graph of War: the successor of every pair of hands, for very small decks.

With captured cards picked up in a fixed order, each state (a pair of hands) has one
successor.  The graph of all states that can be reached from a deal consists of trees
that lead to the ends `first`, `second` and `draw`, or to cycles, which no game leaves.
"""

from dataclasses import dataclass

from montmort.display import short_repr
from montmort.exact.war.all_deals import deals_of, orders
from montmort.games.errors import BadInput, TooLarge
from montmort.games.extras import networkx as nx
from montmort.games.table import SilentTable
from montmort.games.war import Rules
from montmort.games.war.turn import Hands, turn

State = Hands | str
ENDS = {1: "first", -1: "second", 0: "draw"}
MOST_DEALS = 50_000  # half a million states, some seconds


@dataclass(frozen=True, kw_only=True)
class Component:
    """States that lead to the same end or cycle; `cycle` is in the order of the turns."""

    states: frozenset[State]
    end: str | None
    cycle: tuple[Hands, ...]

    __repr__ = short_repr

    def __str__(self) -> str:
        where = f"the end {self.end}" if self.end else f"a cycle of {len(self.cycle)} turns"
        return f"{len(self.states):,} states around {where}"


def functional_graph(rules: Rules) -> "nx.DiGraph[State]":
    """Return the graph of all states that can be reached from a deal, and of the ends.

    A turn limit is ignored.

    >>> graph = functional_graph(Rules(ranks=2, suits=1))
    >>> sorted(graph.edges)
    [(((0,), (1,)), 'second'), (((1,), (0,)), 'first')]
    """
    if rules.pick_up == "random":
        raise BadInput(
            "pick_up='random' gives a state many successors; use montmort.exact.war.turn_chain"
        )
    if deals_of(rules) > MOST_DEALS:
        raise TooLarge(
            f"{deals_of(rules):,} deals make a graph too large, more than {MOST_DEALS:,}; "
            "take a smaller deck"
        )
    successors: dict[Hands, State] = {}
    state: State
    for state in orders(rules):
        while not isinstance(state, str) and state not in successors:
            successors[state] = after = successor(rules, state)
            state = after
    return nx.DiGraph(list(successors.items()))


def successor(rules: Rules, hands: Hands) -> State:
    """Return both hands after a turn, or the end.

    >>> successor(Rules(ranks=2, suits=2), ((1, 0), (0, 1)))
    ((0, 1, 0), (1,))
    """
    after = turn(rules, hands, tuple, SilentTable())
    return ENDS[after.winner] if after.over else after.hands


def components(graph: "nx.DiGraph[State]") -> list[Component]:
    """Return the components of a functional graph: first those of the ends, then the largest.

    >>> rules = Rules(ranks=2, suits=4, face_down=1, pick_up="first-player-first")
    >>> for component in components(functional_graph(rules)):
    ...     print(component)
    15 states around the end draw
    43 states around the end first
    39 states around the end second
    18 states around a cycle of 2 turns
    14 states around a cycle of 2 turns
    14 states around a cycle of 2 turns
    """
    found = [_component(graph, states) for states in nx.weakly_connected_components(graph)]
    return sorted(found, key=lambda part: (part.end is None, part.end or "", -len(part.states)))


def _component(graph: "nx.DiGraph[State]", states: set[State]) -> Component:
    for state in states:
        if isinstance(state, str):
            return Component(states=frozenset(states), end=state, cycle=())
    cycle = tuple(state for state, _ in nx.find_cycle(graph, next(iter(states))))
    return Component(states=frozenset(states), end=None, cycle=cycle)
