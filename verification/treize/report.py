"""The report of Treize: what its template `report.md` says, with the values computed here."""

from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

from montmort.exact.formatting import counted
from montmort.exact.from_rules import explore
from montmort.exact.parameters.questions import Extreme, extremum
from montmort.exact.paths import Watch
from montmort.exact.rational_functions.field import from_sympy, to_value
from montmort.exact.treize.discounted import d, points_and_loss
from montmort.exact.treize.solution import Solution, no_match, solve
from montmort.games.extras import extra_for
from montmort.games.treize import EXPERIMENTS, RULEBOOK, Rules
from montmort.verification.game import Game
from montmort.verification.reports.numbers import decimals
from montmort.verification.reports.provenance import Provenance
from montmort.verification.reports.settled import Check, Settled

with extra_for("symbols"):
    import sympy

TEMPLATE = Path(__file__).with_name("report.md")
ON_PAPER = Rules(ranks=2, suits=2)  # its matrices fit on a line, its orders can be written down
WALKED = tuple(Rules(ranks=r, suits=s) for r, s in ((2, 1), (2, 2), (2, 3), (3, 1), (3, 2), (4, 1)))
FORMULAS = WALKED[:4]  # their values with a discount fit on a line
DISCOUNTS = tuple(Fraction(k, 10) for k in (0, 5, 9, 10))
A, B = sympy.symbols("A B")  # the stake and the forfeit
POINTS = 9  # the law of the points is printed as far as this


def settled(game: Game[Rules], rules: Rules, _watch: Watch | None = None) -> Settled:
    """Return Treize's own part of its report."""
    provenance = Provenance(game.rulebook, rules)
    solution, paper = solve(rules), solve(ON_PAPER)
    by_points = solution.counts.survive[0][0]
    first_round = solution.first_round
    values = {
        "deck": _deck(rules),
        "calls": _range(1, rules.ranks),
        "states": _range(0, rules.ranks - 1),
        "solution": solution,
        "counts": solution.counts,
        "points": max(range(len(by_points)), key=lambda points: by_points[points]),
        "paper": paper,
        "paper_deck": _deck(ON_PAPER),
        "paper_command": Provenance(RULEBOOK, ON_PAPER).command("exact"),
        "paper_points": [worth + 1 for worth in paper.values],
        "law": solution.points_law(POINTS),
        "further": _further(solution),
        "fresh_decks": first_round / (1 - first_round) - 1,
        **_discounted(solution),
    }
    return Settled(
        template=TEMPLATE,
        values=values,
        checks=tuple(_checks(solution)),
        experiments={"game": {}},
        commands=(provenance.command("exact"), provenance.command("exact", "--json")),
    )


def _deck(rules: Rules) -> str:
    return f"{counted(rules.ranks, 'rank')} in {counted(rules.suits, 'suit')}"


def _range(first: int, last: int) -> str:
    r"""Return the integers from first to last as a formula.

    >>> print(_range(0, 2), "|", _range(1, 13))
    0, 1, 2 | 1, 2, \ldots, 13
    """
    if last - first < 4:
        return ", ".join(map(str, range(first, last + 1)))
    return f"{first}, {first + 1}, \\ldots, {last}"


def _further(solution: Solution) -> dict[str, Fraction]:
    """Return by name what else is known exactly."""
    rules = solution.rules
    return {
        "points of a game, mean": solution.points_mean,
        "points of a game, variance": solution.points_variance,
        "decks begun, mean": solution.passes_mean,
        "cards turned, mean": solution.cards_mean,
        "a point in the first round, chance": solution.first_round,
        "no match in a whole deck, calls going round, chance": no_match(rules, rules.cards),
    }


def _discounted(solution: Solution) -> dict[str, object]:
    """Return the values of the section on a stake, a forfeit and a discount."""
    points, lost = points_and_loss(solution)
    extremes = extremum(to_value(points - lost), d, (0, 1))
    return {
        "degrees": [int(part.degrees()[0]) for part in (points.above, points.below)],
        "discounts": [(at, points.at({d: at}), lost.at({d: at})) for at in DISCOUNTS],
        "extremes": [_extreme(extreme) for extreme in (extremes.minimum, extremes.maximum)],
        "formulas": [_formula(deck) for deck in FORMULAS],
    }


def _extreme(extreme: Extreme) -> str:
    """Return an extreme value, which is attained, and the discounts at which it is."""
    value = extreme.value
    number = decimals(value) if isinstance(value, Fraction) else str(value)
    where = " and ".join(f"$d$ = {point}" for point in extreme.points)
    return f"{number}, at {where}" if where else f"{number}, everywhere"


def _formula(deck: Rules) -> tuple[Rules, object, object, bool]:
    """Return V and L of a deck, and whether the rules walked give A V - B L."""
    points, lost = points_and_loss(solve(deck))
    walk = explore(EXPERIMENTS["game"], deck)

    def winnings(state: int) -> sympy.Expr:
        law = walk.steps[state]
        gain, loss = (
            law.expected(lambda move: move[1].points),
            law.expected(lambda move: move[0] is None),
        )
        return A * gain - B * loss

    walked = walk.chain().expected(winnings, start=0, discount=d)
    by_theorem = from_sympy(A) * points - from_sympy(B) * lost
    return deck, to_value(points), to_value(lost), from_sympy(walked) == by_theorem


def _checks(solution: Solution) -> Iterator[Check]:
    """Yield the numbers of the theorem once more, for small decks by a walk of the rules."""
    sums = [sum(row) + lost for row, lost in zip(solution.q, solution.loss, strict=True)]
    yield Check(
        "the sums of the rows of Q and the chances to lose, counted apart", [1] * len(sums), sums
    )
    gains = list(solution.gains)
    yield Check("the points e of a pass, and (I - Q) v, state by state", gains, _gains_by(solution))
    no_point = solution.points_law(POINTS)[0]
    stated = "the chance of no point at all, by the law and from the first round alone"
    yield Check(stated, no_point, 1 - solution.first_round)
    for deck in WALKED:
        stated = f"the value with {_deck(deck)}, by the theorem and by a walk through all orders"
        yield Check(stated, solve(deck).value, _walked(deck))


def _gains_by(solution: Solution) -> list[Fraction]:
    """Return (I - Q) v, with v the mean of the points from each state on."""
    v = [worth + 1 for worth in solution.values]
    return [
        v[i] - sum(q * w for q, w in zip(row, v, strict=True)) for i, row in enumerate(solution.q)
    ]


def _walked(rules: Rules) -> Fraction:
    return explore(EXPERIMENTS["game"], rules).expected("points") - 1
