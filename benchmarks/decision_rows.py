"""The questions of benchmarks/decisions.py, in the order of its table."""

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from importlib import import_module
from typing import Any, NamedTuple

from montmort.exact import jacks_or_better, three_card_poker
from montmort.exact.decisions.optimal import optimal
from montmort.exact.formatting import short
from montmort.games.experiment import Experiment
from montmort.games.jacks_or_better import Rules as Jacks
from montmort.games.three_card_poker import Rules as ThreeCards

SHIPPED = ("le_her", "pig", "shut_the_box")


class Answer(NamedTuple):
    """What was found: the value or its bounds, how, and the number of states, 0 for none."""

    low: Fraction
    high: Fraction
    how: str
    states: int = 0

    def __str__(self) -> str:
        if self.low == self.high:
            return short(self.low)
        return f"{float(self.low):.13f}, within {float(self.high - self.low):.0e}"


@dataclass(frozen=True)
class Question:
    """A question, one that is solved before it, and its targets in seconds and gigabytes.

    `recursion` names a dynamic programme in plain Python, with its arguments.
    """

    solve: Callable[[], Answer]
    warm: Callable[[], Answer]
    target: float | None = None
    gigabytes: float | None = None
    recursion: tuple[Hashable, ...] = ()


def told(module: str, **fields: int | bool) -> tuple[Experiment[Any, Any, Any], Any]:
    """Return the experiment of a shipped game, or of one in decision_games/, and its rules."""
    if module in SHIPPED:
        game = import_module(f"montmort.games.{module}")
        experiment = game.RULEBOOK.experiment(game.RULEBOOK.first_experiment)
    else:
        game = import_module(f"decision_games.{module}")
        (experiment,) = (each for each in vars(game).values() if isinstance(each, Experiment))
    return experiment, game.Rules(**fields) if hasattr(game, "Rules") else None


def itself(view: Hashable) -> Hashable:
    """Return the view: equal views are declared to be one situation."""
    return view


def best(
    module: str,
    aim: str,
    width: Fraction | None = None,
    key: Callable[[Any], Hashable] | None = None,
    **fields: int | bool,
) -> Answer:
    """Return the best value of a game told by rules; `key` as for symmetric_under=."""
    experiment, rules = told(module, **fields)
    found = optimal(experiment, rules, maximise=aim, width=width, symmetric_under=key)
    low, high = found.enclosure or (found.value, found.value)
    if low is None or high is None:
        raise ArithmeticError(f"{module} has neither a value nor bounds")
    return Answer(low, high, found.how, found.size.states)


def draw(**fields: str) -> Answer:
    """Return the answer for Jacks or Better, with its sets of cards made anew."""
    game = jacks_or_better.solve(Jacks(**fields))
    return Answer(game.value, game.value, game.how)


def ante() -> Answer:
    """Return the answer for three-card poker."""
    game = three_card_poker.solve(ThreeCards())
    return Answer(game.value, game.value, game.how)


def game(
    module: str,
    aim: str,
    target: float | None = None,
    gigabytes: float | None = None,
    width: Fraction | None = None,
    key: Callable[[Any], Hashable] | None = None,
    recursion: tuple[Hashable, ...] = (),
    warm: dict[str, int] | None = None,
    **fields: int | bool,
) -> Question:
    """Return the question for a game told by rules; `warm` are the fields of the smaller one."""
    return Question(
        solve=partial(best, module, aim, width, key, **fields),
        warm=partial(best, module, aim, width, key, **(fields if warm is None else warm)),
        target=target,
        gigabytes=gigabytes,
        recursion=recursion,
    )


orchard = partial(game, "first_orchard", "won")
box = partial(game, "shut_the_box", "shut")
pig = partial(game, "pig", "first_wins")
PAIR = {"trees": 2, "fruits": 2}

QUESTIONS: dict[str, Question] = {
    "First Orchard": orchard(0.1, recursion=("first_orchard",)),
    "… trees not sorted": orchard(alike=False, recursion=("first_orchard",)),
    "… 5 trees, 5 fruits, raven 6": orchard(
        trees=5, fruits=5, raven=6, recursion=("first_orchard", 5, 5, 6)
    ),
    "… 6 trees, 7 fruits, raven 7": orchard(
        trees=6, fruits=7, raven=7, recursion=("first_orchard", 6, 7, 7)
    ),
    "… 5, 5, 6, trees not sorted": orchard(
        trees=5, fruits=5, raven=6, alike=False, recursion=("first_orchard", 5, 5, 6)
    ),
    "… 6 trees, 4 fruits, raven 6, not sorted": orchard(
        trees=6, fruits=4, raven=6, alike=False, warm=PAIR, recursion=("first_orchard", 6, 4, 6)
    ),
    "Shut the box, 9 tiles": box(0.3, recursion=("shut_the_box", 9)),
    "Shut the box, 12 tiles": box(2, tiles=12, recursion=("shut_the_box", 12)),
    "Pig to 10": pig(goal=10, recursion=("pig", 10)),
    "Pig to 20": pig(goal=20, recursion=("pig", 20)),
    "Pig to 30": pig(goal=30, recursion=("pig", 30)),
    "Pig to 50": pig(10, goal=50, warm={"goal": 20}),
    "Pig to 100, enclosed": pig(60, 2, width=Fraction(1, 10**12), goal=100, warm={"goal": 20}),
    "Five dice, three throws": game("five_dice", "points", 0.5),
    "… equal views declared one situation": game("five_dice", "points", 0.5, key=itself),
    "Jacks or Better 9/6": Question(draw, ante, 20, 2),
    "Jacks or Better 8/5": Question(partial(draw, pay_table="800,50,25,8,5,4,3,2,1"), ante, 20, 2),
    "Three-card poker": Question(ante, draw, 1),
    "Le Her": game("le_her", "paul_wins", 1),
    "Blackjack without end": game("blackjack", "net", 3),
}
