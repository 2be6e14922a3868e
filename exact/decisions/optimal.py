"""Optimal play of any game given by rules: its exact value, and a strategy that attains it."""

from collections.abc import Callable, Hashable, Mapping
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from montmort.exact.decisions.agreement import Hidden, consistent
from montmort.exact.decisions.best_play import Optimal
from montmort.exact.decisions.best_strategy import Setting
from montmort.exact.decisions.enclosure import Enclosure, enclose
from montmort.exact.decisions.hidden import HiddenSolution, solve_hidden
from montmort.exact.decisions.objective import (
    Aim,
    Number,
    Objective,
    Scoring,
    scoring,
    scoring_in,
)
from montmort.exact.decisions.solution import Solution, Solver
from montmort.exact.from_rules import expressions_explained
from montmort.exact.graph.exploration import STATES, explore_steps
from montmort.exact.graph.game_graph import GameGraph
from montmort.exact.paths import Watch
from montmort.exact.rational_functions.weights import Weights
from montmort.exact.thresholds import VALUES_UP_TO
from montmort.games.errors import BadInput, HasSymbols
from montmort.games.experiment import Experiment
from montmort.games.table import Table, check_table
from montmort.games.validation import (
    check_fraction,
    check_function,
    check_integer,
    check_type,
    quote,
    quote_number,
)

if TYPE_CHECKING:
    from montmort.exact.decisions.following import Taken

WIDTH = Fraction(1, 10**12)  # of an enclosure, by default


@expressions_explained()
def optimal(
    experiment: Experiment[Any, Any, Any],
    rules: object = None,
    *,
    maximise: Aim | None = None,
    minimise: Aim | None = None,
    seat: int | None = None,
    others: Table | None = None,
    discount: Fraction | int | None = None,
    limit: int | None = None,
    states: int = STATES,
    nodes: int | None = None,
    watch: Watch | None = None,
    width: Fraction | None = None,
    symmetric_under: Callable[[Any], Hashable] | None = None,
) -> "Optimal | Any":
    """Return the best value that a seat can attain, and a strategy that attains it.

    Without a `seat` it is the only one that decides; where several decide or `others` is given, 0.

    The objective is the mean of a field (numbers are added over the steps, a truth value is
    that of the last step), or of a function of the outcome.  If a second seat decides as
    well, it has the opposite interest, unless `others` decides for all other seats.

    A player knows the view that the rules pass to `decide`, or everything where they pass
    None.  With a `discount` d the gain of a step after n others counts d^n times.

    A game with cycles among more than 400,000 nodes has a value of too many digits.  It is
    enclosed between two fractions that differ by at most `width`, by default 1e-12; with a
    width given, any game is.

    Decisions of a seat with equal `symmetric_under(view)` are declared to be one situation,
    whose rest of the step is walked only once; a sample of them is compared.  The strategy
    then goes by this key in place of the view.

    TooLarge with more than `limit` paths, `states` states or `nodes` nodes of the graph.

    With a symbol in the weights or the outcomes the answer is a `PiecewiseOptimal`.

    >>> from typing import NamedTuple
    >>> class Money(NamedTuple):
    ...     won: int
    >>> def play(chance, table):
    ...     die = chance.pick([1] * 6) + 1
    ...     if table.decide(0, ["keep", "again"], die) == "again":
    ...         die = chance.pick([1] * 6) + 1
    ...     return Money(die)
    >>> best = optimal(Experiment.of_play(play, Money), maximise="won")
    >>> best.value, best[3].choice
    (Fraction(17, 4), 'again')
    """
    check_type("experiment", experiment, Experiment, "an Experiment")
    objective = Objective.of(maximise, minimise)
    check_integer("states", states, 1)
    for name, most in (("limit", limit), ("nodes", nodes)):
        if most is not None:
            check_integer(name, most, 1)
    if watch is not None:
        check_function("watch", watch, "share", "paths")
    if seat is not None:
        check_integer("seat", seat, 0)
    if others is not None:
        check_table(others)
        seat = seat or 0
    if symmetric_under is not None:
        check_function("symmetric_under", symmetric_under, "view")
    factor = _discount(discount, objective)
    experiment = experiment.under(rules)
    find_trees = partial(
        explore_steps,
        experiment,
        rules,
        others=others,
        free=frozenset() if others is None else frozenset([seat or 0]),
        limit=limit,
        states=states,
        nodes=nodes,
        watch=watch,
    )

    def setting(graph: GameGraph, scored: Scoring[Any]) -> Setting:
        own = _seat(graph, seat)
        return Setting(
            experiment=experiment,
            rules=rules,
            objective=objective,
            seat=own,
            signs=_signs(graph, own, objective),
            others=others,
            discount=factor,
            scoring=scored,
            key=symmetric_under,
        )

    try:
        graph = find_trees(symmetric_under=symmetric_under).graph()
        scored = scoring(graph, objective, experiment.fields)
    except HasSymbols:
        if width is not None or symmetric_under is not None:
            raise BadInput("width= and symmetric_under= go with rules without symbols") from None
        from montmort.exact.decisions.piecewise import piecewise_optimal  # they load sympy
        from montmort.exact.decisions.symbolic_game import as_element

        weights = Weights()
        graph = find_trees(symbols=weights).graph()
        symbolic = scoring_in(as_element, graph, objective, experiment.fields)
        return piecewise_optimal(setting(graph, symbolic), weights)
    asked = setting(graph, scored)
    seen = _solved(scored, asked.signs, factor, width)
    found: Solution | Enclosure | HiddenSolution = seen
    taken: Taken = {}
    try:
        taken = consistent(scored, seen)
    except Hidden as hidden:
        found = _solved_hidden(scored, asked.signs[asked.seat], asked.seat, factor, hidden)
    return Optimal(setting=asked, solution=found, taken=taken)


def _solved(
    scored: Scoring[Number],
    signs: Mapping[int, int],
    discount: Fraction | None,
    width: Fraction | None,
) -> Solution | Enclosure:
    """Return exact values, or bounds of the given width."""
    if width is not None:
        check_fraction("width", width, Fraction(0))
    elif discount is not None or nodes_on_cycles(scored.graph) <= VALUES_UP_TO:
        return Solver(scored.graph, scored.rewards, signs, discount).solve()
    if discount is not None:
        raise BadInput("width= and discount= cannot be combined; leave one of them out")
    return enclose(scored.graph, scored.rewards, signs, WIDTH if width is None else width)


def _solved_hidden(
    scored: Scoring[Number], sign: int, seat: int, discount: Fraction | None, hidden: Hidden
) -> HiddenSolution:
    """Return the solution of a game whose views hide what matters; signed for the seat."""
    if discount is not None:
        raise BadInput(f"{hidden}; with a discount such a game is not solved")
    rewards = [sign * reward for reward in scored.rewards]
    try:
        return solve_hidden(scored.graph, rewards, seat)
    except BadInput as problem:
        raise BadInput(f"{hidden}; {problem}") from None


def nodes_on_cycles(graph: GameGraph) -> int:
    """Return the number of nodes in components of more than one.

    >>> from montmort.exact.graph.game_graph import END, NOTHING
    >>> from montmort.exact.graph.step_trees import GraphBuilder
    >>> builder = GraphBuilder()
    >>> toss = builder.chance({(END, builder.gain("won")): 1, (builder.state("again"), 0): 1})
    >>> builder.finish_state((toss, NOTHING))
    >>> nodes_on_cycles(builder.graph(root=(0, NOTHING)))
    0
    """
    sizes = np.diff(graph.components[1])
    return int(sizes[sizes > 1].sum())


def _discount(discount: object, objective: Objective) -> Fraction | None:
    if discount is None or (isinstance(discount, int | Fraction) and discount == 1):
        return None
    if not isinstance(discount, int | Fraction) or not 0 < discount < 1:
        raise BadInput(
            f"discount={quote_number(discount)} must be a Fraction above 0 and at most 1"
        )
    if not isinstance(objective.aim, str):
        raise BadInput("discount= goes with a field, whose gains are added, not with a function")
    return Fraction(discount)


def _seat(graph: GameGraph, asked: int | None) -> int:
    """Return the seat asked for, by default the only one that decides, or 0."""
    if asked is not None:
        return asked
    return graph.deciding[0] if len(graph.deciding) == 1 else 0


def _signs(graph: GameGraph, seat: int, objective: Objective) -> dict[int, int]:
    """Return 1 for the seats that maximise, -1 for those that minimise."""
    deciding = graph.deciding
    if deciding and seat not in deciding:
        raise BadInput(f"seat {quote(seat)} never decides, only {', '.join(map(str, deciding))}")
    if len(deciding) > 2:
        raise BadInput(
            f"seats {', '.join(map(str, deciding))} decide; with more than two, give a Table for "
            "all but one as others="
        )
    own = 1 if objective.maximises else -1
    return {seat: own, **{each: -own for each in deciding if each != seat}}
