"""Another strategy beside the best one: its value, and what it loses at each decision.

In a game of one decision for each hand the losses are listed hand by hand (`comparison`).
"""

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple, cast

from flint import fmpq

from montmort.display import short_repr
from montmort.exact.decisions.following import Following, Taken
from montmort.exact.decisions.objective import Number, Scoring
from montmort.exact.decisions.solution import Solution, Solver
from montmort.exact.formatting import short
from montmort.exact.graph.game_graph import Information
from montmort.exact.linalg.system import as_fraction
from montmort.games.errors import BadChain, BadInput
from montmort.games.validation import check_function, is_hashable, quote


class Loss(NamedTuple):
    """What a strategy loses by a choice: each time it comes to this view, and in a play.

    `reached` is how often a play comes there, on average; loss = each · reached.
    """

    view: Hashable
    best: Hashable
    choice: Hashable
    each: Fraction
    reached: Fraction
    loss: Fraction


@dataclass(frozen=True, kw_only=True)
class Comparison:
    """The value of a strategy beside the best one; `losses` add up to the difference."""

    best: Fraction
    value: Fraction
    losses: Sequence[Loss]

    __repr__ = short_repr

    def __str__(self) -> str:
        return f"{short(self.value)}, {short(abs(self.best - self.value))} from {short(self.best)}"


def value_of(
    scored: Scoring[Number], following: Following, discount: Fraction | None = None
) -> fmpq:
    """Return the value of the root when plays follow a strategy."""
    rewards = [scored.rewards[e] for e in following.edges]
    return Solver(following.graph, rewards, {}, discount).solve().values[0]


def compare(
    scored: Scoring[Number],
    found: Solution,
    best: Taken,
    seat: int,
    strategy: Any,
    discount: Fraction | None = None,
) -> Comparison:
    """Return the value of a seat's strategy, and its losses from the largest.

    All other decisions take their edge of `best`.  BadInput where the strategy has no choice,
    or never ends.
    """
    graph = scored.graph
    taken, other = dict(best), dict[int, Hashable]()
    for node in best:
        known = graph.information[graph.known[node]]
        if known.seat == seat:
            choice = chosen_by(strategy, known)
            taken[node] = int(graph.bounds[node]) + known.choices.index(choice)
            if taken[node] != best[node]:
                other[node] = choice
    following = Following(graph, taken)
    try:
        value = as_fraction(value_of(scored, following, discount))
        visits = following.visits(discount)
    except BadChain:
        visits = {}
    if not visits or following.endless:
        raise BadInput("under this strategy a play may never end, so it has no value") from None
    losses = []
    for number, nodes in graph.by_information(other).items():
        parts = [
            (
                abs(as_fraction(found.worth(best[node]) - found.worth(taken[node]))),
                as_fraction(visits.get(node, fmpq(0))),
            )
            for node in nodes
        ]
        known = graph.information[number]
        right = known.choices[best[nodes[0]] - int(graph.bounds[nodes[0]])]
        losses.append(_loss(known.view, right, other[nodes[0]], parts))
    losses.sort(key=lambda each: -each.loss)
    total = as_fraction(found.values[graph.root])
    return Comparison(best=total, value=value, losses=losses)


def _loss(
    view: Hashable, right: Hashable, choice: Hashable, parts: Sequence[tuple[Fraction, Fraction]]
) -> Loss:
    """Return the loss at a view from (loss each time, times reached) of its nodes."""
    reached = sum((often for _, often in parts), Fraction(0))
    loss = sum((each * often for each, often in parts), Fraction(0))
    return Loss(view, right, choice, loss / reached if reached else parts[0][0], reached, loss)


def chosen_by(strategy: Any, known: Information) -> Hashable:
    """Return what a strategy chooses; BadInput if that is no choice.

    >>> chosen_by({"ace": "bet"}, Information(0, "ace", ("bet", "fold")))
    'bet'
    """
    if isinstance(strategy, Mapping):
        if known.view not in strategy:
            raise BadInput(f"the strategy says nothing at {quote(known.view)}")
        choice = strategy[known.view]
    elif callable(strategy):
        check_function("strategy", strategy, "choices", "view")
        choice = strategy(known.choices, known.view)
    else:
        raise BadInput(
            f"strategy={quote(strategy)} must be a mapping view -> choice or a function of "
            "(choices, view)"
        )
    if not is_hashable(choice) or choice not in known.choices:
        raise BadInput(
            f"the strategy chooses {quote(choice)} at {quote(known.view)}, where the choices are "
            f"{quote([*known.choices])}"
        )
    return cast("Hashable", choice)


class Chosen(NamedTuple):
    """What a strategy chooses at the hands of a class, and the best choice.

    The class is named by one of its `weight` hands; the `gap` between the values of both
    choices is a whole number of some unit.
    """

    hand: int
    weight: int
    best: Hashable
    choice: Hashable
    gap: int


def comparison(best: Fraction, hands: int, unit: int, chosen: Iterable[Chosen]) -> Comparison:
    """Return the value of a strategy, and its losses from the largest; gaps are of 1/unit.

    >>> worse = Chosen(hand=0b1, weight=3, best="play", choice="fold", gap=1)
    >>> found = comparison(Fraction(1), 6, 2, [worse])
    >>> found.value, found.losses[0].loss
    (Fraction(3, 4), Fraction(1, 4))
    """
    lossy = sorted((each for each in chosen if each.gap), key=lambda each: -each.gap * each.weight)
    total = sum(each.gap * each.weight for each in lossy)
    losses = [
        Loss(
            each.hand,
            each.best,
            each.choice,
            Fraction(each.gap, unit),
            Fraction(each.weight, hands),
            Fraction(each.gap * each.weight, unit * hands),
        )
        for each in lossy
    ]
    return Comparison(best=best, value=best - Fraction(total, unit * hands), losses=losses)
