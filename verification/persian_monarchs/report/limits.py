"""A hand of Persian Monarchs for every raise limit, for its report."""

from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from montmort.exact.persian_monarchs.closed_forms import N, mean_by_cards, n
from montmort.exact.persian_monarchs.raise_limit import (
    MeanByLimit,
    equilibrium_by_limit,
    largest_useful_raise,
    mean_by_limit,
)
from montmort.exact.rational_functions.field import from_sympy
from montmort.games.errors import BadInput
from montmort.games.extras import sympy
from montmort.games.persian_monarchs import Rules
from montmort.games.persian_monarchs.strategies import STRATEGIES
from montmort.verification.persian_monarchs.report.match_facts import Known
from montmort.verification.reports.settled import Check

MOST_CARDS = 200  # of a table of values in equilibrium; they take a second


class Limits(NamedTuple):
    """What holds for every raise limit, and the classes of packs with raises by 1.

    `means` and `classes` are None for players without a closed form, the others, in equilibrium,
    for large packs.
    """

    means: MeanByLimit | None
    classes: list[tuple[int, sympy.Expr]] | None
    largest_useful: int | None
    useful_values: tuple[Fraction, ...] | None

    @classmethod
    def of(cls, rules: Rules) -> "Limits":
        """Return it for the players and the pack of these rules."""
        means, is_small = _means(rules), rules.cards <= MOST_CARDS
        return cls(
            means=means,
            classes=None if means is None else _classes(rules),
            largest_useful=largest_useful_raise(rules.cards) if is_small else None,
            useful_values=equilibrium_by_limit(rules.cards) if is_small else None,
        )

    def checks(self, facts: Known, value: Fraction | None) -> Iterator[Check]:
        """Yield the checks; `value` is that of a hand in equilibrium, None if it is not known."""
        rules = facts.rules
        if self.means is not None and self.classes is not None:
            stated = (
                f"the mean of a hand, and as a function of the raise limit at {rules.max_raise}"
            )
            yield Check(stated, facts.full.mean(), self.means.at(rules.max_raise))
            period = len(self.classes)
            mean = next(f for like, f in self.classes if (rules.cards - like) % period == 0)
            stated = f"the mean with raises by 1, and as a function of the cards at {rules.cards}"
            yield Check(stated, self.means.at(1), from_sympy(mean).at({n: rules.cards}))
        if value is not None and self.useful_values is not None:
            last = len(self.useful_values)  # larger limits have the same value
            by_limit = self.useful_values[min(rules.max_raise, last) - 1]
            stated = (
                f"the value of a hand, and among those of all raise limits at {rules.max_raise}"
            )
            yield Check(stated, value, by_limit)


def _means(rules: Rules) -> MeanByLimit | None:
    """Return the mean of a hand from the full pack; None if there is no closed form."""
    raiser, dealer = str(rules.first), str(rules.second)
    if not {raiser, dealer} <= STRATEGIES.keys():
        return None
    try:
        return mean_by_limit(raiser, dealer, rules.cards)
    except BadInput:  # a counter against a non-counter with two cards
        return None


def _classes(rules: Rules) -> list[tuple[int, sympy.Expr]]:
    """Return the mean with raises by 1 from full packs of n = 3, 4, ..., one for each class."""
    players = str(rules.first), str(rules.second)
    cards = range(3, 3 + mean_by_cards(*players, 1, 3).period)
    means = (mean_by_cards(*players, 1, like).mean for like in cards)
    return [(like, sympy.factor(mean.subs(N, n))) for like, mean in zip(cards, means, strict=True)]
