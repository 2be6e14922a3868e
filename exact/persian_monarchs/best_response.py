"""Best responses in one hand of Persian Monarchs, and the value of a strategy against them.

The pack has all its n cards, so a card is its rank.  Let a non-dealer with card i raise
by x with chance r_i(x), and a dealer with card j accept with chance a_j(x).  A raise
wins the ante if it is not accepted.  If it is accepted, it wins x counters more with the
higher card, and 2 + x less with the lower one.  Summed over the dealer's cards,

    n (n-1) profit = sum_i sum_x r_i(x) V_i(x),
    V_i(0) = i - (n-1-i),
    V_i(x) = (n-1) + x sum_(j<i) a_j(x) - (2+x) sum_(j>i) a_j(x).

Against a given dealer, the best raise is the x with the largest V_i(x).  Against a
given non-dealer, a dealer with card j who accepts instead of declining gains

    D_j(x) = (2+x) sum_(i<j) r_i(x) - x sum_(i>j) r_i(x),

so it is best to accept where this is positive.
"""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import accumulate
from typing import NamedTuple

from montmort.games.errors import BadInput, TooLarge
from montmort.games.persian_monarchs.strategies import ByRank, Strategy, View
from montmort.games.validation import check_integer

ROLES = ("non-dealer", "dealer")
MOST = 10**6  # chances in a table; they take half a minute

Table = Sequence[Sequence[Fraction]]  # a row for every card


def best_response_value(
    strategy: Strategy, role: str, cards: int = 52, max_raise: int = 10
) -> Fraction:
    """Return the non-dealer's mean profit if the player in `role` responds best to `strategy`.

    Take two cards, a queen and a king, against a random player.  A raise by 1 has the
    mean 3/2 with the king and -1/2 with the queen, more than without a raise.  The
    dealer's best response is to accept with the king only: (1 - 1/2 - 2/2) / 2.

    >>> from montmort.games.persian_monarchs.strategies import Random
    >>> str(best_response_value(Random(), "non-dealer", 2, 1))
    '1/2'
    >>> str(best_response_value(Random(), "dealer", 2, 1))
    '-1/4'
    """
    if role not in ROLES:
        raise BadInput(f"role={role!r} must be one of {', '.join(ROLES)}")
    tables = Tables.of(strategy, cards, max_raise)
    return tables.most() if role == "non-dealer" else tables.least()


def best_response(strategy: Strategy, cards: int = 52, max_raise: int = 10) -> ByRank:
    """Return the best response in both roles; among equals the smaller raise, and declining.

    >>> from montmort.games.persian_monarchs.strategies import Random
    >>> [[str(chance) for chance in row] for row in best_response(Random(), 2, 1).raises]
    [['0', '1'], ['0', '1']]
    """
    return Tables.of(strategy, cards, max_raise).response()


def check_hand(cards: int, max_raise: int) -> None:
    """Raise BadInput if there is no such hand, TooLarge if its tables would take minutes.

    >>> check_hand(1, 10)
    Traceback (most recent call last):
        ...
    montmort.games.errors.BadInput: cards=1 must be an integer >= 2
    """
    check_integer("cards", cards, 2)
    check_integer("max_raise", max_raise, 1)
    if cards * max_raise > MOST:
        raise TooLarge(
            f"a table for {cards} cards and raises up to {max_raise} has more than {MOST:,} "
            "chances; ask about fewer cards, or smaller raises"
        )


class Tables(NamedTuple):
    """The chances of a strategy: raises[i][x] = r_i(x), accepts[j][x-1] = a_j(x)."""

    raises: Table
    accepts: Table

    @classmethod
    def of(cls, strategy: Strategy, cards: int, max_raise: int) -> "Tables":
        """Return the chances of the strategy for every card of a full pack and every raise."""
        check_hand(cards, max_raise)
        views = [View(card, card, cards, cards, max_raise) for card in range(cards)]
        return cls(
            [_law(strategy.raise_weights(view)) for view in views],
            [[strategy.accepts(view, x) for x in range(1, max_raise + 1)] for view in views],
        )

    def raise_values(self) -> Table:
        """Return V_i(x) against this dealer: the sum over the dealer's cards."""
        others = len(self.accepts) - 1
        columns = [[Fraction(2 * card - others) for card in range(others + 1)]]
        for x, chances in enumerate(zip(*self.accepts, strict=True), start=1):
            sums = zip(_before(chances), _after(chances), strict=True)
            columns.append([others + x * lower - (2 + x) * higher for lower, higher in sums])
        return list(zip(*columns, strict=True))

    def accept_gains(self) -> Table:
        """Return D_j(x) against this non-dealer: the sum over the non-dealer's cards."""
        columns = []
        for x, chances in enumerate(zip(*self.raises, strict=True)):
            sums = zip(_before(chances), _after(chances), strict=True)
            columns.append([(2 + x) * lower - x * higher for lower, higher in sums])
        return list(zip(*columns[1:], strict=True))

    def most(self) -> Fraction:
        """Return the mean profit of the best non-dealer against this dealer."""
        return sum((max(row) for row in self.raise_values()), Fraction(0)) / self._deals

    def least(self) -> Fraction:
        """Return the mean profit of this non-dealer against the best dealer."""
        others = len(self.raises) - 1
        zero = Fraction(0)
        if_all_declined = (
            others + law[0] * (2 * card - 2 * others) for card, law in enumerate(self.raises)
        )
        gained = (max(gain, zero) for row in self.accept_gains() for gain in row)
        return (sum(if_all_declined, zero) - sum(gained, zero)) / self._deals

    @property
    def _deals(self) -> int:
        return len(self.raises) * (len(self.raises) - 1)

    def response(self) -> ByRank:
        """Return the best responses in both roles."""
        return ByRank(
            raises=tuple(
                tuple(Fraction(x == values.index(max(values))) for x in range(len(values)))
                for values in map(list, self.raise_values())
            ),
            accepts_by=tuple(
                tuple(Fraction(gain > 0) for gain in row) for row in self.accept_gains()
            ),
        )


def _law(weights: Sequence[int]) -> list[Fraction]:
    total = sum(weights)
    return [Fraction(weight, total) for weight in weights]


def _before(chances: Iterable[Fraction]) -> list[Fraction]:
    """Return the sums of all earlier chances.

    >>> _before([1, 2, 3])
    [Fraction(0, 1), Fraction(1, 1), Fraction(3, 1)]
    """
    return list(accumulate(chances, initial=Fraction(0)))[:-1]


def _after(chances: Sequence[Fraction]) -> list[Fraction]:
    """Return the sums of all later chances.

    >>> _after([1, 2, 3])
    [Fraction(5, 1), Fraction(3, 1), Fraction(0, 1)]
    """
    return _before(chances[::-1])[::-1]
