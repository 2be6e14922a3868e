"""A hand of Persian Monarchs for every raise limit, for its report."""

from collections.abc import Mapping
from fractions import Fraction

from montmort.exact.persian_monarchs.card_classes import mean_by_cards
from montmort.exact.persian_monarchs.closed_forms import N, n
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

MOST_CARDS = 200  # of a table of values in equilibrium; they take a second


def limit_values(known: Known) -> Mapping[str, object]:
    """Return the values between the players, and with a pack that is not large in equilibrium."""
    rules = known.rules
    means = _means(rules)
    return {
        "means": means,
        "means_hold": means is not None and means.at(rules.max_raise) == known.full.mean(),
        **({} if means is None else _class_values(rules, means.at(1))),
        "largest_useful": largest_useful_raise(rules.cards) if rules.cards <= MOST_CARDS else None,
        "useful_values": equilibrium_by_limit(rules.cards) if rules.cards <= MOST_CARDS else None,
        "value_at": _value_at,
    }


def _means(rules: Rules) -> MeanByLimit | None:
    """Return the mean of a hand from the full pack; None if there is no closed form."""
    raiser, dealer = str(rules.first), str(rules.second)
    if not {raiser, dealer} <= STRATEGIES.keys():
        return None
    try:
        return mean_by_limit(raiser, dealer, rules.cards)
    except BadInput:  # a counter against a non-counter with two cards
        return None


def _class_values(rules: Rules, mean: Fraction) -> Mapping[str, object]:
    """Return the classes, and whether that of this pack has its mean with raises by 1."""
    classes = _classes(rules)
    found = next(f for like, f in classes if (rules.cards - like) % len(classes) == 0)
    holds = from_sympy(found).at({n: rules.cards}) == mean
    return {"classes": classes, "class_holds": holds}


def _classes(rules: Rules) -> list[tuple[int, sympy.Expr]]:
    """Return the mean with raises by 1 from full packs of n = 3, 4, ..., one for each class."""
    players = str(rules.first), str(rules.second)
    cards = range(3, 3 + mean_by_cards(*players, 1, 3).period)
    means = (mean_by_cards(*players, 1, like).mean for like in cards)
    return [(like, sympy.factor(mean.subs(N, n))) for like, mean in zip(cards, means, strict=True)]


def _value_at(values: tuple[Fraction, ...], max_raise: int) -> Fraction:
    """Return the value for a limit: the last one for all larger ones."""
    return values[min(max_raise, len(values)) - 1]
