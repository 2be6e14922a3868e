"""Sic Bo: one bet on a throw of three dice.

Bets on small (a total of 4 to 10), big (11 to 17), odd and even lose to every triple.  Others are
on a total, on one number (paid by how many dice show it), on two numbers of which both must come,
on a number that at least two dice show, on one that all show, and on any triple.
"""

from dataclasses import dataclass
from typing import Literal, NamedTuple, get_args

from montmort.games.chance import Chance
from montmort.games.dice import throw_dice
from montmort.games.errors import BadInput
from montmort.games.experiment import Experiment, Experiments, Nothing, start_once
from montmort.games.rule_set import RuleSet, rule
from montmort.games.rulebook import Rulebook
from montmort.games.table import Table

Bet = Literal[
    "small", "big", "odd", "even", "total", "single", "combination", "double", "triple",
    "any-triple",
]  # fmt: skip
NUMBERS = {"total": 1, "single": 1, "combination": 2, "double": 1, "triple": 1}


@dataclass(frozen=True, kw_only=True)
class Rules(RuleSet):
    """The bet, and what each kind of bet pays to one."""

    bet: Bet = rule("small", f"what is bet on: {', '.join(get_args(Bet))}")
    on: tuple[int, ...] = rule((), "the total, the number, or the two numbers that are bet on")
    total_pays: tuple[int, ...] = rule(
        (60, 30, 17, 12, 8, 6, 6), "what totals of 4 or 17, 5 or 16, ... 10 or 11 pay", least=1
    )
    single_pays: tuple[int, ...] = rule((1, 2, 3), "what one, two and three dice pay", least=1)
    combination_pays: int = rule(5, "what two numbers pay", least=1)
    double_pays: int = rule(10, "what a double pays", least=1)
    triple_pays: int = rule(180, "what a triple pays", least=1)
    any_triple_pays: int = rule(30, "what any triple pays", least=1)

    def check(self) -> None:
        """Raise BadInput unless the bet is on as many numbers as it needs, all on the dice."""
        needed = NUMBERS.get(self.bet, 0)
        low, high = (4, 17) if self.bet == "total" else (1, 6)
        is_right = len({*self.on}) == len(self.on) == needed
        if not is_right or not all(low <= number <= high for number in self.on):
            wanted = f"{needed} different, each from {low} to {high}" if needed else "left out"
            raise BadInput(f"on={self.on}: the numbers of the bet {self.bet} must be {wanted}")
        if len(self.total_pays) != 7 or len(self.single_pays) != 3:
            raise BadInput("total_pays must be seven numbers, and single_pays three")


class Round(NamedTuple):
    """Outcome: what is won, in units of the bet; -1 if it is lost."""

    net: int


class Thrown(NamedTuple):
    """Event: the three dice, the lowest first."""

    low: int
    middle: int
    high: int

    def __str__(self) -> str:
        total = self.low + self.middle + self.high
        return f"The dice show {self.low}, {self.middle} and {self.high}: {total}."


def pay_of(rules: Rules, dice: tuple[int, ...]) -> int:
    """Return what the bet pays to one for three dice in ascending order, 0 if it is lost.

    >>> pay_of(Rules(), (1, 3, 6)), pay_of(Rules(), (2, 2, 2)), pay_of(Rules(bet="odd"), (1, 3, 6))
    (1, 0, 0)
    >>> pay_of(Rules(bet="single", on=(3,)), (1, 3, 3))
    2
    """
    total, is_triple = sum(dice), dice[0] == dice[2]
    match rules.bet:
        case "small" | "big":
            return int(not is_triple and (total <= 10) == (rules.bet == "small"))
        case "odd" | "even":
            return int(not is_triple and (total % 2 == 1) == (rules.bet == "odd"))
        case "total":
            return rules.total_pays[min(total, 21 - total) - 4] if total == rules.on[0] else 0
        case "single":
            shown = dice.count(rules.on[0])
            return rules.single_pays[shown - 1] if shown else 0
        case "combination":
            is_won = rules.on[0] in dice and rules.on[1] in dice
            return rules.combination_pays if is_won else 0
        case "double":
            return rules.double_pays if dice.count(rules.on[0]) >= 2 else 0
        case "triple":
            return rules.triple_pays if dice.count(rules.on[0]) == 3 else 0
    return rules.any_triple_pays if is_triple else 0


def step(rules: Rules, _state: Nothing, chance: Chance, table: Table) -> tuple[None, Round]:
    """Throw the dice and pay the bet.

    >>> from montmort.games.chance import ScriptedChance
    >>> from montmort.games.table import SilentTable
    >>> step(Rules(), Nothing(), ScriptedChance([1, 0, 0, 1, 0, 1]), SilentTable())  # 1, 3, 6
    (None, Round(net=1))
    """
    low, middle, high = throw_dice(chance, 3)
    table.tell(Thrown(low, middle, high))
    return None, Round(pay_of(rules, (low, middle, high)) or -1)


EXPERIMENTS: Experiments[Rules] = {
    "round": Experiment(name="round", outcome=Round, start=start_once, step=step, rules=Rules),
}

RULEBOOK = Rulebook(
    name="sic-bo",
    title="Sic Bo",
    source="the rules of American casinos",
    about=__doc__,
    rules=Rules,
    experiments=EXPERIMENTS,
)
