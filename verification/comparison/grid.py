"""A crosscheck at every point of a grid: functions of symbols against the simulated game.

The rules are walked once, with their symbols.  At each point the simulator plays the rules
with numbers, and is judged by the law that the functions give there.

One error budget holds for the whole grid.  With N points each judge rejects at the level
alpha_R / N, so by the union bound

    P(ever INCONSISTENT at any point | all deviations within tau) <= alpha_R.

Accepting needs no correction: the grid is CONSISTENT only if every point is, and a deviation
of delta or more at one point is accepted there with a chance of at most alpha_A.
"""

from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any, Unpack

from montmort.display import short_repr
from montmort.exact.law import Law
from montmort.exact.rational_functions.conditions import read_values
from montmort.exact.rational_functions.field import from_sympy
from montmort.games.errors import BadInput
from montmort.games.validation import check_function, check_items, check_type
from montmort.montecarlo.runs.block import draw_seed
from montmort.verification.comparison.question import KnownGame
from montmort.verification.comparison.result import Crosscheck
from montmort.verification.comparison.run import Options, crosscheck
from montmort.verification.outcome_laws import OutcomeLaws
from montmort.verification.own_games.from_play import Play, experiment_of
from montmort.verification.own_games.point import point_text
from montmort.verification.symbolic_laws import SymbolicOutcomeLaws, symbolic_laws
from montmort.verification.verdicts.decision import Decision, Levels

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from sympy import Symbol

    from montmort.games.experiment import Experiment

    Point = Mapping[Symbol, Fraction]

MOST_POINTS = 10_000
OWN = ("exact", "simulator", "replays", "against", "at")  # a grid sets them, or cannot have them


@dataclass(frozen=True, kw_only=True)
class GridCheck:
    """The crosschecks at the points of a grid, and the functions that judged them.

    `levels` are those of the whole grid; every point was judged at `reject` / points.
    """

    points: "tuple[Point, ...]"
    results: tuple[Crosscheck, ...]
    functions: SymbolicOutcomeLaws
    levels: Levels

    __repr__ = short_repr

    @property
    def decision(self) -> Decision:
        """The worst of all decisions; INCONCLUSIVE as well if some points were not played."""
        missing = [Decision.INCONCLUSIVE] * (len(self.results) < len(self.points))
        return Decision.worst([*(result.decision for result in self.results), *missing])

    @property
    def interrupted(self) -> bool:
        """Whether the run ended before its last point."""
        return any(result.interrupted for result in self.results)

    def __str__(self) -> str:
        lines = []
        for point, result in zip(self.points, self.results, strict=False):
            lines += [f"at {point_text(point)}: {verdict}" for verdict in result.verdicts]
        return "\n".join(lines)


def crosscheck_grid(
    game: KnownGame | None = None,
    rules: object = None,
    *,
    points: "Sequence[Point]",
    played: "Callable[[Point, Crosscheck], None] | None" = None,
    **options: Unpack[Options],
) -> GridCheck:
    """Play a game with symbols at every point, and judge it by its functions of the symbols.

    The arguments are those of `crosscheck`; its `levels` hold for the whole grid, its `plays`
    for each point.  All points are played from the same seed; `save="a.jsonl"` saves the runs
    in a-1.jsonl, a-2.jsonl, ….  `played(point, result)` is called after each of them.  A
    KeyboardInterrupt ends the grid at the point in hand.

    >>> import sympy
    >>> from fractions import Fraction
    >>> from functools import partial
    >>> from montmort.games.chance import coin
    >>> p = sympy.Symbol("p")
    >>> points = [{p: Fraction(k, 4)} for k in (1, 2, 3)]
    >>> toss = partial(coin, heads=p)
    >>> grid = crosscheck_grid(play=toss, points=points, margin=0.2, plays=4096, seed=1)
    >>> print(grid)  # doctest: +ELLIPSIS
    at p = 1/4: CONSISTENT(0.2): value, 0... in 4,096 plays; exact 0.25; a deviation of ...
    at p = 1/2: CONSISTENT(0.2): value, 0... in 4,096 plays; exact 0.5; a deviation of ...
    at p = 3/4: CONSISTENT(0.2): value, 0... in 4,096 plays; exact 0.75; a deviation of ...
    """
    chosen = _points(points)
    if played is not None:
        check_function("played", played, "point", "result")
    for name in OWN:
        if options.get(name) is not None:
            raise BadInput(f"{name}= does not go with a grid, which plays and judges the rules")
    own = options.pop("levels", None)
    levels = Levels() if own is None else own
    check_type("levels", levels, Levels, "montmort.verification.Levels(…)")
    single = replace(levels, reject=levels.reject / len(chosen))
    options["seed"] = draw_seed() if options.get("seed") is None else options["seed"]
    functions = _functions(game, options.get("play"), rules, options)
    laws = [_laws_at(functions, point) for point in chosen]  # wrong points, before any play
    results: list[Crosscheck] = []
    save = options.get("save")
    for number, (point, exact) in enumerate(zip(chosen, laws, strict=True), start=1):
        there: Options = {**options, "at": point, "exact": exact, "levels": single}
        if save is not None:
            there["save"] = numbered_file(Path(save), number)
        result = crosscheck(game, rules, **there)
        results.append(result)
        if played is not None:
            played(point, result)
        if result.interrupted or result.failure:
            break
    return GridCheck(points=chosen, results=tuple(results), functions=functions, levels=levels)


def numbered_file(path: Path, number: int) -> Path:
    """Return the run file of a point, of which the first has the number 1."""
    return path.with_name(f"{path.stem}-{number}{path.suffix}")


def _points(points: "Sequence[Point]") -> "tuple[Point, ...]":
    """Return the points, each read; BadInput unless there are some, and not too many."""
    check_items("points", points, "points {symbol: Fraction}")
    chosen = tuple(
        {symbol: _number(symbol, value) for symbol, value in read_values(point).items()}
        for point in points
    )
    if not chosen:
        raise BadInput("a grid needs a point or more")
    if len(chosen) > MOST_POINTS:
        raise BadInput(f"a grid of {len(chosen):,} points: at most {MOST_POINTS:,} are judged")
    return chosen


def _number(symbol: "Symbol", value: object) -> Fraction:
    if not isinstance(value, int | Fraction):
        raise BadInput(f"a point has {value} for {symbol}, which is no number")
    return Fraction(value)


def _functions(
    game: KnownGame | None, play: Play | None, rules: object, options: Options
) -> SymbolicOutcomeLaws:
    """Return the laws as functions of the symbols; BadInput if the rules have none."""
    experiment: Experiment[Any, Any, Any]
    if game is not None:
        book = game.rulebook
        experiment = book.experiment(options.get("experiment") or book.first_experiment)
        rules = book.usual if rules is None else rules
    elif play is not None:
        experiment = experiment_of(play)
    else:
        raise BadInput("nothing to compare: give game= or play=")
    found = symbolic_laws(experiment, rules, watch=options.get("solving"))
    if isinstance(found, SymbolicOutcomeLaws):
        return found
    raise BadInput(f"{experiment.name} has no symbols, so there is no grid of points to judge")


def _laws_at(functions: SymbolicOutcomeLaws, point: "Point") -> dict[str, Law[Any]]:
    """Return the laws at a point; the functions of the symbols must give their moments."""
    found = functions.at(point)
    if not isinstance(found, OutcomeLaws):
        names = ", ".join(map(str, found.symbols))
        raise BadInput(f"the point {point_text(point)} leaves out the symbols {names}")
    for name, field in found.fields.items():
        function = functions.fields[name]
        pairs = (function.mean, field.mean), (function.variance, field.variance)
        for expression, number in pairs:
            if expression is not None and from_sympy(expression).at(point) != number:
                raise ArithmeticError(
                    f"{name} at {point_text(point)}: {expression} is not {number}"
                )
    return dict(found.laws)
