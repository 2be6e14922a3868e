"""What a strategy loses against the best one, hand by hand."""

from collections.abc import Hashable, Iterable
from fractions import Fraction
from typing import NamedTuple

from montmort.exact.decisions.comparison import Comparison, Loss


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
