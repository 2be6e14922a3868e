"""The equilibrium of one hand of Persian Monarchs, for every pack and every largest raise.

The closed form in `equilibrium_closed_form` gives the strategies of both roles quickly
for every pack.  The linear program of the whole game (`montmort.exact.zero_sum.equilibrium`)
has a decision of the non-dealer for every card, and one of the dealer for every card
and raise.  It is independent of the derivation of the closed form and finds the same
value.

The strategies of either method are returned only if the best responses to both give the
value (`montmort.exact.persian_monarchs.best_response`).  Then neither player can do better.
"""

from dataclasses import dataclass
from fractions import Fraction
from itertools import permutations
from typing import NamedTuple

from montmort.exact.formatting import short, whole
from montmort.exact.persian_monarchs.best_response import Tables, check_hand
from montmort.exact.persian_monarchs.best_response import best_response as best_response
from montmort.exact.persian_monarchs.best_response import best_response_value as best_response_value
from montmort.exact.persian_monarchs.equilibrium_closed_form import Balance, Rows
from montmort.exact.zero_sum.equilibrium import solve
from montmort.exact.zero_sum.sequence_form import InformationSet, ZeroSumGame
from montmort.games.errors import BadInput
from montmort.games.persian_monarchs.strategies import ByRank, Strategy

METHODS = FORMULA, PROGRAM = "closed form", "linear program"


@dataclass(frozen=True, kw_only=True)
class HandEquilibrium:
    """The value of a hand to the non-dealer, and strategies of both roles that prove it.

    raises[k][x] is the chance of a raise by x = 0 to max_raise with card k = 0 to
    cards - 1.  accepts[k][x-1] is the chance that the dealer with card k accepts x >= 1.

    >>> print(solve_hand(4, 1))
    A hand with 4 cards and raises up to 1 is worth 1/12 to the non-dealer (closed form)
    """

    cards: int
    max_raise: int
    value: Fraction
    raises: Rows
    accepts: Rows
    method: str

    def __str__(self) -> str:
        return (
            f"A hand with {self.cards} cards and raises up to {self.max_raise} is worth "
            f"{short(self.value)} to the non-dealer ({self.method})"
        )

    @property
    def strategy(self) -> ByRank:
        """The strategy of both roles, for a match or a simulation."""
        return ByRank(raises=self.raises, accepts_by=self.accepts)

    def certificate(self) -> dict[str, object]:
        """Return value and strategies as text; both best responses prove them.

        >>> solve_hand(2, 1).certificate()["raises"]
        [['1', '0'], ['1', '0']]
        """
        return {
            "cards": str(self.cards),
            "max_raise": str(self.max_raise),
            "value": whole(self.value),
            "raises": [[whole(chance) for chance in row] for row in self.raises],
            "accepts": [[whole(chance) for chance in row] for row in self.accepts],
        }


class Exploitability(NamedTuple):
    """What a strategy loses in each role against a best response, compared with the value."""

    non_dealer: Fraction
    dealer: Fraction


def exploitability(strategy: Strategy, cards: int = 52, max_raise: int = 10) -> Exploitability:
    """Return how much best responses gain beyond the value, 0 or more in each role.

    >>> from montmort.games.persian_monarchs.strategies import Random
    >>> print(*exploitability(Random(), 2, 1))  # the value is 0
    1/4 1/2
    """
    value = solve_hand(cards, max_raise).value
    tables = Tables.of(strategy, cards, max_raise)
    return Exploitability(value - tables.least(), tables.most() - value)


def solve_hand(cards: int = 52, max_raise: int = 10, method: str = FORMULA) -> HandEquilibrium:
    """Return an equilibrium of a hand with a full pack, proved by both best responses.

    `method` is "closed form" or "linear program".

    >>> [str(solve_hand(cards, 1).value) for cards in (2, 4, 6, 10)]
    ['0', '1/12', '4/45', '1/10']
    >>> str(solve_hand(6, 1, "linear program").value)
    '4/45'
    """
    check_hand(cards, max_raise)
    if method not in METHODS:
        raise BadInput(f"method={method!r} must be one of {', '.join(METHODS)}")
    find = by_formula if method == FORMULA else by_program
    return check(find(cards, max_raise))


def check(found: HandEquilibrium) -> HandEquilibrium:
    """Return `found` if best responses to both strategies give its value, else ArithmeticError.

    >>> check(by_formula(4, 1)).value
    Fraction(1, 12)
    """
    tables = Tables.of(found.strategy, found.cards, found.max_raise)
    if not tables.least() == found.value == tables.most():
        raise ArithmeticError(
            f"best responses give {short(tables.least())} and {short(tables.most())}, "
            f"not the value {short(found.value)}"
        )
    return found


def by_program(cards: int, max_raise: int) -> HandEquilibrium:
    """Return the equilibrium from the linear program of the whole game, without a check.

    >>> by_program(4, 1).value
    Fraction(1, 12)
    """
    found = solve(hand_game(cards, max_raise))
    answers = iter(found.second)
    return HandEquilibrium(
        cards=cards,
        max_raise=max_raise,
        value=found.value,
        raises=found.first,
        accepts=tuple(tuple(next(answers)[1] for _ in range(max_raise)) for _ in range(cards)),
        method=PROGRAM,
    )


def hand_game(cards: int, max_raise: int) -> ZeroSumGame:
    """Return the hand as a game in sequence form, with decisions in the order of both tables.

    In each decision of the dealer, choice 0 declines and choice 1 accepts.

    >>> len(hand_game(3, 2).payoffs)  # 3 without a raise; 6 deals, 2 raises, 2 answers
    27
    """
    deal = Fraction(1, cards * (cards - 1))
    stakes = [(1 + x) * deal for x in range(max_raise + 1)]
    payoffs: dict[object, Fraction] = {}
    payoffs |= {((i, 0), None): (2 * i - cards + 1) * deal for i in range(cards)}
    for i, j in permutations(range(cards), 2):
        for x, stake in enumerate(stakes[1:], start=1):
            decision = j * max_raise + x - 1
            payoffs[(i, x), (decision, 0)] = deal
            payoffs[(i, x), (decision, 1)] = stake if i > j else -stake
    return ZeroSumGame(
        first=[InformationSet(max_raise + 1)] * cards,
        second=[InformationSet(2)] * (cards * max_raise),
        payoffs=payoffs,
    )


def by_formula(cards: int, max_raise: int) -> HandEquilibrium:
    """Return the equilibrium in closed form, without a check.

    >>> by_formula(4, 1).value
    Fraction(1, 12)
    """
    balance = Balance.of(cards, max_raise)
    return HandEquilibrium(
        cards=cards,
        max_raise=max_raise,
        value=balance.value(),
        raises=balance.raises(),
        accepts=balance.accepts(),
        method=FORMULA,
    )
