"""The information sets of a game graph, and its sequence form.

A seat knows what it is shown, and remembers what it was shown and did before.  So an
information set is an Information together with the seat's last move, which stands for
all moves before (`zero_sum.sequence_form`).  Nodes of the graph are merged: one node may
be reached after different moves.  The walk in the order of play carries for every node

    w(s, t) = the product of the chances of the picks, summed over the ways to the node
              on which the last moves of the two players are s and t.

Each edge adds its reward times w(s, t), times its chance at a chance node, to the payoff
A(s, t), with s and t as they are after the edge.

All nodes with one Information are visited together, where the order of play allows it.
Where two last moves of the first player have proportional w(s, t) over all these nodes and
all t, all that can follow is the same but for a factor, and one information set d stands for
both.  It keeps R(d, t), the sum of its w(s, t): with the second player's realization
weights, sum R(d, t) y_t is the chance that chance and the second player lead there.
"""

import math
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple

from flint import fmpq

from montmort.display import short_repr
from montmort.exact.decisions.order_of_play import order_of_play
from montmort.exact.graph.game_graph import CHANCE, END, GameGraph, Information, Whole
from montmort.exact.linalg.system import fraction
from montmort.exact.zero_sum.sequence_form import InformationSet, Move, Number, ZeroSumGame
from montmort.games.errors import BadInput, TooLarge
from montmort.games.validation import quote

PLACES = 10**6  # limit of nodes times pairs of last moves: some seconds
Pair = tuple[int, int]  # numbers of the last moves of both players, 0 for none
Ways = dict[Pair, fmpq]  # the chances w(s, t)


class Recalled(NamedTuple):
    """An information set: what the seat is shown there, and R(d, t) by the other's last move."""

    information: Information
    reach: Mapping[Move | None, Fraction]


@dataclass(frozen=True, kw_only=True)
class HiddenGame:
    """The sequence form; `first` and `second` describe the information sets of its players.

    `seats` are the seats of the two players, None where no second seat decides.
    """

    game: ZeroSumGame
    seats: tuple[int, int | None]
    first: Sequence[Recalled]
    second: Sequence[Recalled]

    __repr__ = short_repr

    def sides(self) -> tuple[Sequence[Recalled], Sequence[Recalled]]:
        """Return the information sets of both players."""
        return self.first, self.second

    def forgotten(self) -> str:
        """Return a sentence about a view that forgets what its seat saw or did; "" without one.

        Such a view occurs in two information sets.
        """
        for side, sets in zip(self.sides(), (self.game.first, self.game.second), strict=True):
            seen: dict[Information, Move | None] = {}
            for (information, _), found in zip(side, sets, strict=True):
                if seen.setdefault(information, found.after) != found.after:
                    return _forgetting(side, information, seen[information], found.after)
        return ""


def _forgetting(
    side: Sequence[Recalled], known: Information, one: Move | None, other: Move | None
) -> str:
    return (
        f"seat {known.seat} sees {_shown(known)} both {_history(side, one)} and "
        f"{_history(side, other)}; let the view tell what the seat has seen and done"
    )


def _shown(known: Information) -> str:
    return quote(known.view.state if isinstance(known.view, Whole) else known.view)


def _history(side: Sequence[Recalled], move: Move | None) -> str:
    if move is None:
        return "as its first decision"
    known = side[move.information_set].information
    return f"after it was shown {_shown(known)} and chose {quote(known.choices[move.choice])}"


def hidden_game(
    graph: GameGraph, rewards: Sequence[Number], maximiser: int, limit: int = PLACES
) -> HiddenGame:
    """Return the sequence form for the seat that maximises the sum of the edges' rewards.

    `rewards` has a number for every edge.  At most one other seat decides, and wants the sum
    to be small.  BadInput if plays can go on forever; TooLarge with more than `limit` pairs
    of last moves at nodes.

    >>> from montmort.exact.graph.game_graph import NOTHING
    >>> from montmort.exact.graph.step_trees import GraphBuilder
    >>> builder = GraphBuilder()
    >>> def guess(hidden):
    ...     edges = [(END, builder.gain(hidden == call)) for call in ("heads", "tails")]
    ...     return builder.decision(Information(1, "guess", ("heads", "tails")), edges), NOTHING
    >>> hide = Information(0, "hide", ("heads", "tails"))
    >>> root = builder.decision(hide, [guess("heads"), guess("tails")])
    >>> graph = builder.graph((root, NOTHING))
    >>> rewards = [int(graph.gains[gain] is True) for gain in graph.gained]
    >>> for moves, payoff in hidden_game(graph, rewards, maximiser=1).game.payoffs.items():
    ...     print(*moves, payoff)
    Move(information_set=0, choice=0) Move(information_set=0, choice=0) 1
    Move(information_set=0, choice=1) Move(information_set=0, choice=1) 1
    """
    check_game(graph, rewards, maximiser)
    return _Walk(graph, rewards, _seats(graph, maximiser), limit).game()


def check_game(graph: GameGraph, rewards: Sequence[Number], maximiser: int) -> None:
    """Raise BadInput unless at most one other seat decides, and every edge has a reward.

    >>> from montmort.exact.graph.step_trees import GraphBuilder
    >>> builder = GraphBuilder()
    >>> toss = builder.chance({(END, builder.gain("won")): 1, (END, builder.gain("lost")): 1})
    >>> check_game(builder.graph((toss, 0)), rewards=[1], maximiser=0)
    Traceback (most recent call last):
        ...
    montmort.games.errors.BadInput: 1 rewards for 2 edges; pass one for each
    """
    _seats(graph, maximiser)
    if len(rewards) != len(graph.targets):
        raise BadInput(f"{len(rewards)} rewards for {len(graph.targets)} edges; pass one for each")
    for reward in rewards:
        if not isinstance(reward, Number):
            raise BadInput(f"reward {quote(reward)} must be exact, an integer or a Fraction")


def _seats(graph: GameGraph, maximiser: int) -> tuple[int, int | None]:
    others = [seat for seat in graph.deciding if seat != maximiser]
    if len(others) > 1:
        raise BadInput(
            f"seats {', '.join(map(str, graph.deciding))} decide: one seat that maximises and at "
            "most one other can be solved; let a table play the rest"
        )
    return maximiser, (others[0] if others else None)


@dataclass
class _Player:
    """A player's information sets while they are found; move 0 is none."""

    moves: list[Move | None] = field(default_factory=lambda: [None])
    sets: list[InformationSet] = field(default_factory=list)
    known: list[int] = field(default_factory=list)  # the number of the Information
    reach: list[dict[int, fmpq]] = field(default_factory=list)
    numbers: dict[Pair, tuple[int, int]] = field(default_factory=dict)

    def reached(self, known: int, arrivals: Mapping[int, int], choices: int) -> tuple[int, int]:
        """Return the number of the information set, and of its first move."""
        key = known, next(iter(arrivals))
        found = self.numbers.get(key)
        if found is None:
            found = self.numbers[key] = len(self.sets), len(self.moves)
            self.moves.extend(Move(len(self.sets), c) for c in range(choices))
            before = {self.moves[move]: times for move, times in arrivals.items()}
            self.sets.append(InformationSet.of(choices, before))
            self.known.append(known)
            self.reach.append({})
        return found

    def recalled(
        self, information: Sequence[Information], other: Sequence[Move | None]
    ) -> list[Recalled]:
        """Return the information sets; `other` are the moves of the other player."""
        return [
            Recalled(information[known], {other[t]: fraction(w.p, w.q) for t, w in reach.items()})
            for known, reach in zip(self.known, self.reach, strict=True)
        ]


def _merged(positions: Mapping[int, Ways]) -> list[tuple[dict[int, int], Ways]]:
    """Return the positions that differ by more than a factor, and which moves lead there.

    `positions` has the ways to nodes by the own last move.  Each move counts as often as the
    ways to the position are to be multiplied.
    """
    alike: dict[Hashable, dict[int, fmpq]] = {}
    for move, ways in positions.items():
        total = sum(ways.values(), fmpq(0))
        shares = frozenset((place, way / total) for place, way in ways.items())
        alike.setdefault(shares, {})[move] = total
    found = []
    for totals in alike.values():
        below = math.lcm(*(int(total.q) for total in totals.values()))
        times = {move: int(total * below) for move, total in totals.items()}
        common = math.gcd(*times.values())
        times = {move: number // common for move, number in times.items()}
        first, number = next(iter(times.items()))
        found.append((times, {place: way / number for place, way in positions[first].items()}))
    return found


class _Walk:
    """A walk through the graph in the order of play."""

    def __init__(
        self,
        graph: GameGraph,
        rewards: Sequence[Number],
        seats: tuple[int, int | None],
        limit: int,
    ) -> None:
        self._graph, self._seats, self._limit = graph, seats, limit
        self._rewards = [fmpq(r.numerator, r.denominator) if r else None for r in rewards]
        self._players = _Player(), _Player()
        self._payoffs: Ways = {}
        self._ways: dict[int, Ways] = {}

    def game(self) -> HiddenGame:
        """Return the sequence form."""
        self._ways[self._graph.root] = {(0, 0): fmpq(1)}
        blocks, together = order_of_play(self._graph)
        places = 0
        for block in blocks:
            ways = {node: self._ways.pop(node) for node in block if node in self._ways}
            places += sum(map(len, ways.values()))
            if places > self._limit:
                raise TooLarge(
                    f"more than {self._limit:,} pairs of the seats' last moves at the nodes of the "
                    "graph; hidden information needs a smaller game"
                )
            seat = int(self._graph.seats[block[0]])
            if seat != CHANCE:
                self._decide(seat, ways, together)
            else:
                for node, here in ways.items():
                    self._pick(node, here)
        return self._found()

    def _pick(self, node: int, ways: Ways) -> None:
        edges = self._graph.edges(node)
        weights = self._graph.weights[edges.start : edges.stop].tolist()
        total = sum(weights)
        for edge, weight in zip(edges, weights, strict=True):
            chance = fmpq(weight, total)
            self._pass(edge, {pair: way * chance for pair, way in ways.items()})

    def _decide(self, seat: int, ways: Mapping[int, Ways], together: bool) -> None:
        """Go on from nodes with one Information; `together` if these are all."""
        which = self._seats.index(seat)
        positions: dict[int, Ways] = {}  # by the own last move: the ways by node and other move
        for node, here in ways.items():
            for pair, way in here.items():
                positions.setdefault(pair[which], {})[node, pair[1 - which]] = way
        if together and len(positions) > 1:
            arrivals = _merged(positions)
        else:
            arrivals = [({move: 1}, position) for move, position in positions.items()]
        player, passed = self._players[which], dict[int, Ways]()
        for times, position in arrivals:
            node, _ = next(iter(position))
            choices = len(self._graph.edges(node))
            number, first = player.reached(int(self._graph.known[node]), times, choices)
            reach = player.reach[number]
            for (node, other), way in position.items():
                reach[other] = reach.get(other, 0) + way
                for move, edge in enumerate(self._graph.edges(node), first):
                    pair = (other, move) if which else (move, other)
                    passed.setdefault(edge, {})[pair] = way
        for edge, after in passed.items():
            self._pass(edge, after)

    def _pass(self, edge: int, ways: Ways) -> None:
        """Add the reward of an edge, and go to its target."""
        reward = self._rewards[edge]
        if reward is not None:
            payoffs = self._payoffs
            for pair, way in ways.items():
                payoffs[pair] = payoffs.get(pair, 0) + way * reward
        target = int(self._graph.targets[edge])
        if target == END:
            return
        there = self._ways.setdefault(target, {})
        for pair, way in ways.items():
            there[pair] = there.get(pair, 0) + way

    def _found(self) -> HiddenGame:
        one, two = self._players
        payoffs = {
            (one.moves[s], two.moves[t]): fraction(w.p, w.q)
            for (s, t), w in self._payoffs.items()
            if w
        }
        return HiddenGame(
            game=ZeroSumGame(first=one.sets, second=two.sets, payoffs=payoffs),
            seats=self._seats,
            first=one.recalled(self._graph.information, two.moves),
            second=two.recalled(self._graph.information, one.moves),
        )
