"""Pig: the equations of optimal play, why they have one solution, and when to hold."""

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

from montmort.exact.decisions.best_play import Optimal
from montmort.exact.decisions.enclosure import Enclosure
from montmort.exact.decisions.optimal import optimal
from montmort.exact.formatting import places_apart
from montmort.exact.graph.game_graph import Information
from montmort.exact.paths import Watch
from montmort.games.pig import EXPERIMENTS, Rules
from montmort.verification.game import Game
from montmort.verification.plots.laws import new_sheet
from montmort.verification.reports.document import Figure, text
from montmort.verification.reports.figures import WIDTH, svg_of
from montmort.verification.reports.settled import Check, Settled

TEMPLATE = Path(__file__).with_name("report.md")
GOAL = 8  # of the game whose equations are checked one by one
STEPS = 10  # scores in the table
NEVER = "–"  # in place of the points at which to hold
Holds = Mapping[tuple[int, int], int]  # the least turn total to hold, by own and other score


def settled(game: Game[Any], rules: Rules, _watch: Watch | None = None) -> Settled:
    """Return the theorems for this goal and die."""
    assert game.aim is not None
    found = game.optimal_play(rules, "game", game.aim).found
    holds = {}
    if isinstance(found, Optimal):
        holds = holding(found.choices_taken())
    two = Rules(goal=2, faces=rules.faces)
    small = Rules(goal=min(GOAL, rules.goal), faces=rules.faces)
    return Settled(
        template=TEMPLATE,
        certified=small if found.value is None else None,
        values={
            "value": found.value,
            "bounds": found.enclosure,
            "places": 0 if found.enclosure is None else places_apart(*found.enclosure, 10),
            "steps": list(_scores(rules)),
            "rows": [
                (mine, [holds.get((mine, other), NEVER) for other in _scores(rules)])
                for mine in _scores(rules)
            ],
            "decided": found.decided,
            "unsettled": found.solution.unsettled
            if isinstance(found, Optimal) and isinstance(found.solution, Enclosure)
            else None,
            "first_hold": holds.get((0, 0), 0),
            "chart": chart(rules, holds),
        },
        checks=(
            Check("to 2 points the first player wins so often",
                  Fraction(rules.faces, rules.faces + 1), _best(game, two).value),
            Check(f"equations that do not hold, to {small.goal} points", 0,
                  wrong_equations(small, _best(game, small))),
        ),
    )  # fmt: skip


def _best(game: Game[Any], rules: Rules) -> Optimal:
    return optimal(game.rulebook.experiment("game"), rules, maximise="first_wins")


def _scores(rules: Rules) -> range:
    return range(0, rules.goal, max(1, rules.goal // STEPS))


def holding(choices: Iterable[tuple[Information, object]]) -> dict[tuple[int, int], int]:
    """Return the least points of a turn with which the first player holds, by both scores.

    >>> from montmort.games.pig import Position
    >>> offered = "throw", "hold"
    >>> known = [Information(0, Position(1, 0, turn, True), offered) for turn in (3, 2)]
    >>> holding([(each, "hold") for each in known])
    {(1, 0): 2}
    """
    least: dict[tuple[int, int], int] = {}
    for known, choice in choices:
        view: Any = known.view
        if known.seat == 0 and choice == "hold":
            scores = view.mine, view.other
            least[scores] = min(view.turn, least.get(scores, view.turn))
    return least


def wrong_equations(rules: Rules, found: Optimal) -> int:
    """Return how many equations of the theorem the values of a solved game do not obey.

    The values before a throw follow from those after it, in pairs of two unknowns.

    >>> from montmort.games.pig import EXPERIMENTS
    >>> best = optimal(EXPERIMENTS["game"], Rules(goal=3), maximise="first_wins")
    >>> wrong_equations(Rules(goal=3), best)
    0
    """
    unit = Fraction(1, rules.faces)
    known = dict(_chances(found))

    def thrown(mine: int, other: int, turn: int) -> Fraction:
        """Return the part of the chance that comes from the faces above 1."""
        reached = (turn + face for face in range(2, rules.faces + 1))
        ends = (
            Fraction(1) if mine + total >= rules.goal else max(known[mine, other, total])
            for total in reached
        )
        return unit * sum(ends, Fraction(0))

    def before(mine: int, other: int) -> Fraction:
        """Return the chance at the beginning of a turn, from the equations of both players."""
        one, two = thrown(mine, other, 0), thrown(other, mine, 0)
        return (unit + one - unit * (unit + two)) / (1 - unit**2)

    return sum(
        values
        != (
            unit * (1 - before(other, mine)) + thrown(mine, other, turn),
            1 - before(other, mine + turn),
        )
        for (mine, other, turn), values in known.items()
    )


def _chances(found: Optimal) -> Iterator[tuple[tuple[int, int, int], tuple[Fraction, ...]]]:
    """Yield scores and points of the turn, and the chances of the player to throw, to hold."""
    for each in found.decisions:
        view: Any = each.view
        chances = (value for value in each.values if isinstance(value, Fraction))
        own = tuple(chance if each.seat == 0 else 1 - chance for chance in chances)
        yield (view.mine, view.other, view.turn), own


def chart(rules: Rules, holds: Holds) -> Figure | None:
    """Return the picture of the points at which to hold, white where it is never best."""
    if not holds:
        return None
    import numpy as np

    points = np.full((rules.goal, rules.goal), np.nan)
    for scores, turn in holds.items():
        points[scores] = turn
    sheet = new_sheet((WIDTH, 4.2))
    ax = sheet.subplots()
    shown = ax.imshow(points, origin="lower", cmap="viridis", interpolation="nearest")
    ax.set_xlabel("score of the other")
    ax.set_ylabel("own score")
    sheet.colorbar(shown, ax=ax, label="hold with")
    return Figure(
        text(
            "The least points of a turn with which it is best to hold; white: it never is, or "
            "the scores cannot occur, as nobody scores a single point."
        ),
        "A map of the points at which to hold, by both scores; they change with the scores.",
        svg_of(sheet),
    )


def picture() -> tuple[str, str, dict[str, Fraction]]:
    """Return the picture of the game's page: its title, what the bars are, and their heights."""
    chances: dict[str, Fraction] = {}
    for goal in range(2, 22):
        value = optimal(EXPERIMENTS["game"], Rules(goal=goal), maximise="first_wins").value
        assert value is not None
        chances[str(goal)] = value
    return "Pig: the first player wins with this chance", "points to win", chances
