"""Optimal play where views hide something: two seats with opposite interests, or one seat.

Each seat knows what it is shown and remembers what it was shown and did before.  The
information sets (`information_sets`) give the sequence form.  Dominated choices are
removed (`zero_sum.dominated`), which solves a game of one seat by backward induction, and
a linear program solves the rest.  Both strategies are proved by best responses in the
whole game.  Subgames (`order_of_play`) are solved first, each with its own program and proof.

At an information set to which the seat's own strategy never leads, any choice is as good
for the value.  There the seat takes the first of the choices that are best against the
other's strategy, or, where the other seat never leads there either, the first that is not
dominated.

A strategy is a law of the choice for every view.  Where a view forgets what its seat saw
or did, the solution is that of a seat that remembers, made the same wherever the view is the
same; it is returned only if best responses prove that nothing is lost by that.
"""

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import chain

from flint import fmpq

from montmort.display import short_repr
from montmort.exact.decisions.information_sets import HiddenGame, Recalled, check_game, hidden_game
from montmort.exact.decisions.order_of_play import Subgame, nodes_in_order, subgames
from montmort.exact.formatting import short
from montmort.exact.graph.game_graph import CHANCE, END, GameGraph, Information
from montmort.exact.linalg.system import as_flint, fraction
from montmort.exact.zero_sum.dominated import Reduction, remove_dominated
from montmort.exact.zero_sum.equilibrium import Equilibrium, solve, verify
from montmort.exact.zero_sum.sequence_form import (
    InformationSet,
    Move,
    Number,
    Strategy,
    arriving,
    move_values,
    realization_plan,
    sequences,
)
from montmort.games.errors import BadInput

PerChoice = tuple[Fraction, ...]  # a chance, or a value, of each choice


@dataclass(frozen=True, kw_only=True)
class HiddenDecision:
    """A decision: the chance of every choice, and its value against the other's strategy.

    A value is the expected reward from there on, given that the seat comes to decide there,
    for the seat that maximises.  `values` is None where the other seat and chance never lead
    there.  `ties` are the choices of the best value.  `reached` is the chance that both
    strategies lead there; where the seat decides with the same view more than once in a
    play, the expected number of times.
    """

    information: Information
    chances: PerChoice
    values: PerChoice | None
    ties: tuple[Hashable, ...]
    reached: Fraction

    __repr__ = short_repr


@dataclass(frozen=True, kw_only=True)
class Part:
    """A subgame, its sequence form with the values of later subgames, and its equilibrium.

    `reached` is how often, on average, a play comes there under both strategies.
    """

    subgame: Subgame
    hidden: HiddenGame
    reduction: Reduction
    solved: Equilibrium  # of the reduced game
    found: Equilibrium
    reached: Fraction = Fraction(0)

    __repr__ = short_repr


@dataclass(frozen=True, kw_only=True)
class HiddenSolution:
    """The value for the seat that maximises, and strategies of both seats that prove it."""

    value: Fraction
    maximiser: int
    decisions: tuple[HiddenDecision, ...]
    how: str
    graph: GameGraph = field(repr=False)
    rewards: Sequence[Number] = field(repr=False)
    parts: tuple[Part, ...] = field(repr=False)  # each after those to which it leads

    __repr__ = short_repr

    def __str__(self) -> str:
        return f"The value to seat {self.maximiser} is {short(self.value)} ({self.how})"

    def strategy(self, seat: int) -> dict[Information, PerChoice]:
        """Return the chances of the choices at every decision of a seat."""
        return {
            found.information: found.chances
            for found in self.decisions
            if found.information.seat == seat
        }


def solve_hidden(graph: GameGraph, rewards: Sequence[Number], maximiser: int) -> HiddenSolution:
    """Return the value and optimal strategies; every edge of the graph has a reward.

    One seat maximises the expected sum of the rewards; at most one other seat decides, and
    minimises it.  BadInput where plays can go on forever, or a view forgets what matters.

    A coin that the seat does not see; a right call of heads wins 1, one of tails 2:

    >>> from montmort.exact.graph.game_graph import END, NOTHING
    >>> from montmort.exact.graph.step_trees import GraphBuilder
    >>> builder = GraphBuilder()
    >>> call = Information(0, "call", ("heads", "tails"))
    >>> sides = [builder.decision(call, [(END, builder.gain(won)), (END, builder.gain(lost))])
    ...          for won, lost in [(1, 0), (0, 2)]]
    >>> root = builder.chance({(side, NOTHING): 1 for side in sides})
    >>> graph = builder.graph((root, NOTHING))
    >>> found = solve_hidden(graph, [graph.gains[gain] or 0 for gain in graph.gained], 0)
    >>> print(found)
    The value to seat 0 is 1 (1 information set, 2 sequences, backward induction)
    >>> [str(value) for value in found.decisions[0].values], found.decisions[0].ties
    (['1/2', '1'], ('tails',))
    """
    check_game(graph, rewards, maximiser)
    values: dict[int, Fraction] = {}
    parts = []
    for subgame in subgames(graph):
        part = _solve_part(subgame, subgame.rewards(rewards, values), maximiser)
        values[subgame.root] = part.found.value
        parts.append(part)
    visits = visits_under(graph, dict(chain(*map(_laws, parts))))
    parts = [replace(part, reached=visits[part.subgame.root]) for part in parts]
    return HiddenSolution(
        value=values[graph.root],
        maximiser=maximiser,
        decisions=tuple(chain(*(_decisions(part, w) for w in (0, 1) for part in reversed(parts)))),
        how=_how(parts),
        graph=graph,
        rewards=rewards,
        parts=tuple(parts),
    )


def _solve_part(subgame: Subgame, rewards: Sequence[Number], maximiser: int) -> Part:
    hidden = hidden_game(subgame.graph, rewards, maximiser)
    reduction = remove_dominated(hidden.game)
    solved = solve(reduction.game)
    settled = _settle(hidden, reduction.lift(solved))
    try:
        found = verify(settled)
    except ArithmeticError:
        if forgotten := hidden.forgotten():
            raise BadInput(forgotten) from None
        raise
    return Part(subgame=subgame, hidden=hidden, reduction=reduction, solved=solved, found=found)


def _laws(part: Part) -> Iterable[tuple[Information, PerChoice]]:
    """Yield the law at every information set of a subgame."""
    for which in (0, 1):
        side = Side(part.hidden, part.found, which)
        for known, law in zip(side.recalled, side.laws, strict=True):
            yield known.information, law


def _how(parts: Sequence[Part]) -> str:
    games = [part.hidden.game for part in parts]
    sets = sum(len(game.first) + len(game.second) for game in games)
    moves = sum(len(sequences(side)) for game in games for side in (game.first, game.second))
    said = [f"{sets} information set{'' if sets == 1 else 's'}", f"{moves} sequences"]
    if len(parts) > 1:
        said.append(f"{len(parts)} subgames")
    if not any(game.first and game.second for game in games):
        said.append("backward induction")
    else:
        said.append(f"{sum(part.reduction.removed for part in parts)} dominated choices removed")
        said += _programs(parts)
        said.append("proved by best responses")
    if any(part.hidden.forgotten() for part in parts):
        said.append("to remember more than the views tell would gain nothing")
    return ", ".join(said)


def _programs(parts: Sequence[Part]) -> list[str]:
    left = [(part, part.reduction.game) for part in parts if part.reduction.game.first]
    sets = sum(len(game.first) + len(game.second) for _, game in left)
    methods = {part.solved.method for part, _ in left}
    return [f"{'; '.join(sorted(methods))} for {sets} information sets"] if left else []


def visits_under(graph: GameGraph, laws: Mapping[Information, PerChoice]) -> list[Fraction]:
    """Return the chance that a play comes to each node if all seats follow these laws."""
    visits = [fmpq(0)] * len(graph.seats)
    visits[graph.root] = fmpq(1)
    for node in nodes_in_order(graph):
        if not visits[node]:
            continue
        edges = graph.edges(node)
        if graph.seats[node] == CHANCE:
            weights = graph.weights[edges.start : edges.stop].tolist()
            law = [fmpq(weight, sum(weights)) for weight in weights]
        else:
            law = [as_flint(chance) for chance in laws[graph.information[graph.known[node]]]]
        for edge, chance in zip(edges, law, strict=True):
            target = int(graph.targets[edge])
            if target != END:
                visits[target] += visits[node] * chance
    return [fraction(each.p, each.q) for each in visits]


class Side:
    """A player's part of a solution: information sets, strategy, and values of its moves.

    `which` is 0 for the seat that maximises.
    """

    def __init__(self, hidden: HiddenGame, found: Equilibrium, which: int) -> None:
        game, laws = hidden.game, (found.first, found.second)
        self.which = which
        self.laws: Strategy = laws[which]
        self.recalled: Sequence[Recalled] = hidden.sides()[which]
        self.sets: Sequence[InformationSet] = (game.first, game.second)[which]
        self.values = (
            move_values(game, first=found.first) if which else move_values(game, second=laws[1])
        )
        self.plan = realization_plan(self.sets, self.laws)
        self.alone = not (game.second, game.first)[which]
        others = realization_plan((game.second, game.first)[which], laws[1 - which])
        self.arriving = [  # the chance that chance and the other player lead there
            sum((chance * others[move] for move, chance in known.reach.items()), Fraction(0))
            for known in self.recalled
        ]

    def own(self, d: int) -> Fraction:
        """Return the realization weight of the player's moves that lead to a set."""
        return arriving(self.sets[d], self.plan)

    def views(self) -> dict[Information, list[int]]:
        """Return the information sets with each view."""
        found: dict[Information, list[int]] = {}
        for d, known in enumerate(self.recalled):
            found.setdefault(known.information, []).append(d)
        return found

    def value_of(self, d: int, choice: int) -> Fraction:
        """Return the value of a choice times the chance of arriving there."""
        return self.values[Move(d, choice)]

    def best(self, values: Sequence[Fraction]) -> list[int]:
        """Return the choices of the best value."""
        most = min(values) if self.which else max(values)
        return [choice for choice, value in enumerate(values) if value == most]


def _settle(hidden: HiddenGame, found: Equilibrium) -> Equilibrium:
    """Return strategies that depend on the view only, and are settled where they do not lead."""
    first, second = (_settled_laws(Side(hidden, found, which)) for which in (0, 1))
    return replace(found, first=first, second=second)


def _settled_laws(side: Side) -> Strategy:
    laws: list[PerChoice] = [()] * len(side.sets)
    for members in side.views().values():
        law = _settled_law(side, members)
        for d in members:
            laws[d] = law
    return tuple(laws)


def _settled_law(side: Side, members: Sequence[int]) -> PerChoice:
    """Return one law for the information sets with the same view.

    It is the mean law, weighted by the chances that both strategies lead to the sets, or the own
    moves alone.  A choice that is best in all of them is taken if the own moves lead to none, or
    there is no other player to guard against.
    """
    own = [side.own(d) for d in members]
    common = set.intersection(*(set(_good(side, d)) for d in members))
    choices = range(side.sets[members[0]].choices)
    if common and (side.alone or not any(own)):
        return tuple(Fraction(choice == min(common)) for choice in choices)
    both = [x * side.arriving[d] for d, x in zip(members, own, strict=True)]
    weights = next((w for w in (both, own) if any(w)), [Fraction(1)] * len(members))
    return _mean([side.laws[d] for d in members], weights)


def _good(side: Side, d: int) -> Iterable[int]:
    """Return the best choices of a set, all that may be taken if nobody leads there."""
    if side.arriving[d]:
        return side.best([side.value_of(d, c) for c in range(side.sets[d].choices)])
    return [c for c, chance in enumerate(side.laws[d]) if chance]


def _mean(rows: Sequence[PerChoice], weights: Sequence[Fraction]) -> PerChoice:
    total = sum(weights)
    return tuple(
        sum((w * x for w, x in zip(weights, column, strict=True)), Fraction(0)) / total
        for column in zip(*rows, strict=True)
    )


def _decisions(part: Part, which: int) -> list[HiddenDecision]:
    """Return the decisions of a player in a subgame, in the order of play."""
    side = Side(part.hidden, part.found, which)
    return [
        _decision(side, known, members, part.reached) for known, members in side.views().items()
    ]


def _decision(
    side: Side, known: Information, members: Sequence[int], part_reached: Fraction
) -> HiddenDecision:
    own = [side.own(d) for d in members]
    weights = own if any(own) else [Fraction(1)] * len(members)
    chance = sum((w * side.arriving[d] for w, d in zip(weights, members, strict=True)), Fraction(0))
    values, ties = None, []
    if chance:
        values = tuple(
            sum((w * side.value_of(d, c) for w, d in zip(weights, members, strict=True))) / chance
            for c in range(len(known.choices))
        )
        ties = [known.choices[c] for c in side.best(values)]
    return HiddenDecision(
        information=known,
        chances=side.laws[members[0]],
        values=values,
        ties=tuple(ties),
        reached=chance * part_reached if any(own) else Fraction(0),
    )
