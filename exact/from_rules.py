"""Exact answers from rules: the law of a function of chance, the walk of an experiment.

Both take rules with symbols as well, and then give a `SymbolicLaw` or a `SymbolicWalk`.
"""

import re
import sys
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any, TypeVar

from montmort.exact.graph.exploration import STATES, explore_steps
from montmort.exact.graph.flows import Flow, moves_of
from montmort.exact.graph.step_trees import StepTrees
from montmort.exact.law import Law
from montmort.exact.paths import PATHS, Watch, check_compiled
from montmort.exact.rational_functions.conditions import all_positive
from montmort.exact.rational_functions.field import from_sympy
from montmort.exact.rational_functions.weights import Weights
from montmort.exact.symbolic.law import SymbolicLaw, expressions_in
from montmort.exact.symbolic.walk import walk_with_symbols
from montmort.exact.walk import Walk
from montmort.games.chance import Chance, has_symbols
from montmort.games.errors import BadInput, HasSymbols, TooLarge
from montmort.games.experiment import Experiment, Value, valued
from montmort.games.sameness import sums_of
from montmort.games.table import Table, check_table
from montmort.games.validation import check_function, check_integer, check_type, quote

WAYS = ("paths", "situations")
STATES_WITH_SYMBOLS = 20_000  # default limit
State = TypeVar("State", bound=Hashable)
Outcome = TypeVar("Outcome", bound=tuple[Any, ...])

_NOT_A_NUMBER = re.compile(  # Python's and sympy's words for an expression in the wrong place
    r"\b(Symbol|Dummy|Add|Mul|Pow|StrictGreaterThan|GreaterThan|StrictLessThan|LessThan)\b"
    r"|Cannot (convert|round) (symbols|expression|symbolic expression)\b|Rational instance"
)


@contextmanager
def expressions_explained() -> Iterator[None]:
    """Raise BadInput where rules use an expression with symbols as only a number can be used."""
    try:
        yield
    except TypeError as error:
        message = str(error)
        _, found, relation = message.partition("cannot determine truth value of Relational: ")
        if found:
            raise BadInput(
                f"the rules ask whether {relation}, which depends on the values of the symbols; "
                "give them numbers, or write the rules without this comparison"
            ) from error
        if not _NOT_A_NUMBER.search(message):
            raise
        raise BadInput(
            f"the rules use an expression with symbols where only a number can stand: {message}; "
            "symbols may stand in weights and in results"
        ) from error


@expressions_explained()
def law_of(
    function: Callable[[Chance], Hashable],
    *,
    limit: int = PATHS,
    watch: Watch | None = None,
    by: str | None = None,
    compiled: bool | str = "auto",
) -> "Law[Any] | Any":
    """Return the exact law of a one-shot `function(chance)` with hashable results.

    `limit` and `watch` as for `every_path`.  All paths are walked, from 20,000 on
    in compiled code where the rules can be compiled.  Otherwise, or with more than `limit`
    paths or one that does not end, equal situations before a pick are merged, if that can be
    done surely.  `by="paths"` and `by="situations"` force the way; `compiled=False` never
    compiles, and `compiled=True` raises CannotCompile with the construct and its line.  The
    law's `how` is a sentence on what was done.

    Where a weight or a result has symbols, the law is a `SymbolicLaw`, whose chances and
    means are expressions of sympy.

    >>> def two_dice(chance):
    ...     return chance.pick([1] * 6) + chance.pick([1] * 6) + 2
    >>> law_of(two_dice)[7]
    Fraction(1, 6)
    >>> law_of(two_dice).how, law_of(two_dice, by="situations").how
    ('36 paths', '7 situations, merged before every pick')
    >>> import sympy
    >>> law_of(lambda chance: chance.pick([sympy.Symbol("p"), 1])).mean()
    1/(p + 1)
    """
    check_function("function", function, "chance")
    check_integer("limit", limit, 1)
    if watch is not None:
        check_function("watch", watch, "share", "paths")
    if by is not None and not (isinstance(by, str) and by in WAYS):
        raise BadInput(f"by={quote(by)} must be one of {', '.join(WAYS)}, or None to choose")
    check_compiled(compiled)
    experiment = Experiment.of_play(partial(valued, function), Value)
    explored = partial(
        explore_steps, experiment, None, limit=limit, watch=watch, by=by, checked=False
    )
    try:
        trees = explored(compiled=compiled)
    except HasSymbols:
        read = Weights()
        return _law_with_symbols(explored(compiled=False, symbols=read), read)
    moves = moves_of(trees)
    weights = ((gain.value, weight) for (_, gain), weight in moves.row(0).weights.items())
    law: Law[Any] = Law(weights=sums_of(weights), how=trees.how)
    if "sympy" in sys.modules and any(map(expressions_in, law)):
        return SymbolicLaw.of(law.chances())
    return law


def _law_with_symbols(trees: StepTrees, read: Weights) -> SymbolicLaw[Any]:
    """Return the law of the results of one step."""
    leaves = Flow(trees, from_sympy(1)).chances(int(trees.roots[0])).items()
    elements = {trees.gains[gain].value: chance for (_, gain), chance in leaves if chance}
    positive = read.totals | (read.signed if read.recurs else set())
    results = [part for result in elements for part in expressions_in(result)]
    conditions = all_positive(positive, not_negative=read.signed, defined=results)
    return SymbolicLaw(elements=elements, conditions=conditions, how=trees.how)


@expressions_explained()
def explore(
    experiment: Experiment[Any, State, Outcome],
    rules: object,
    *,
    table: Table | None = None,
    limit: int | None = None,
    states: int = STATES,
    watch: Watch | None = None,
    compiled: bool | str = "auto",
) -> "Walk[State, Outcome] | Any":
    """Walk every path of every step from every state reached; at most `limit` paths in all.

    Without a limit these are 10 million paths, or 50 million in compiled code; each
    takes about half a minute.  Above some thousands of paths the rules are compiled, if
    they can be; `compiled=False` never compiles, and `compiled=True` raises CannotCompile with
    the construct and its line.

    TooLarge as well when more than `states` states are reached.  `watch(share, paths)`
    is called from time to time with the share of the states found so far that have been
    explored, which may fall again, and the number of paths walked.

    Where a weight or a gain has symbols, the walk is a `SymbolicWalk`.

    >>> from montmort.games import treize
    >>> walk = explore(treize.EXPERIMENTS["game"], treize.Rules(ranks=2, suits=1))
    >>> walk.expected("points") - 1
    Fraction(1, 3)
    >>> walk.how
    '2 states, 4 moves; steps interpreted, 5 paths'
    """
    check_type("experiment", experiment, Experiment, "an Experiment")
    check_integer("states", states, 1)
    if limit is not None:
        check_integer("limit", limit, 1)
    if table is not None:
        check_table(table)
    if watch is not None:
        check_function("watch", watch, "share", "paths")
    experiment = experiment.under(rules)
    check_compiled(compiled)
    explored = partial(explore_steps, experiment, rules, others=table, limit=limit, watch=watch)
    try:
        trees = explored(states=states, compiled=compiled)
    except HasSymbols:
        read, most = Weights(), STATES_WITH_SYMBOLS if states == STATES else states
        with _symbols_named(rules):
            trees = explored(states=most, compiled=False, symbols=read)
        return walk_with_symbols(experiment, rules, trees, read)
    except TooLarge:
        with _symbols_named(rules):
            raise
    return Walk(experiment=experiment, moves=moves_of(trees), way=trees.how)


@contextmanager
def _symbols_named(rules: object) -> Iterator[None]:
    """Say of a walk that is too large which rules are symbols: they may be what never ends it."""
    try:
        yield
    except TooLarge as error:
        fields = vars(rules) if hasattr(rules, "__dict__") else {}
        names = [name for name, value in fields.items() if has_symbols(value)]
        if not names:
            raise
        raise TooLarge(
            f"{error}; a number never equals a symbol, so where the rules ask whether it is "
            f"{' or '.join(names)}, the answer is no: give {names[0]} a number"
        ) from None
