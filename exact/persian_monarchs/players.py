"""Who plays Persian Monarchs by tables solved for, and what a choice is worth at the table.

A player knows his own card and the set of the n cards left: each of the other
n - 1 may be the other's.  With r_x(d) and a_x(d) the chances that the other
raises by x, and accepts it, with card d,

    no raise                       +1 or -1 by the higher card, summed over d
    a raise by x                   1, or a_x(d) (1 + x) and -a_x(d) (1 + x), 1 - a_x(d)
    to accept a raise by x         +(1 + x) or -(1 + x), the d weighted by r_x(d)
    to decline                     -1
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any, NamedTuple

from montmort.exact.formatting import short
from montmort.exact.persian_monarchs.equilibrium import solve_hand
from montmort.exact.persian_monarchs.strategy_tables import play
from montmort.games.cards.pack import members
from montmort.games.chance import Chance
from montmort.games.errors import TooLarge
from montmort.games.persian_monarchs import Players, Rules, named_players
from montmort.games.persian_monarchs.strategies import (
    EQUILIBRIUM,
    ByPack,
    Strategy,
    Turn,
    View,
    strategy_of,
)

MOST_SOLVED = 2 * 10**6  # cards^2 max_raise that the equilibrium player is solved for: a minute


@lru_cache(maxsize=8)
def equilibrium_player(cards: int, max_raise: int) -> ByPack:
    """Return who plays a hand's equilibrium with every number of cards that a pack passes through.

    >>> [table.left for table in equilibrium_player(5, 1).tables]
    [5, 3]
    """
    if cards**2 * max_raise > MOST_SOLVED:
        raise TooLarge(
            f"cards={short(cards)} and max_raise={short(max_raise)}: to solve every number of "
            "cards left would take minutes; take a smaller pack or raise, or another player"
        )
    return ByPack(tuple(solve_hand(left, max_raise).strategy for left in range(cards, 1, -2)))


def strategies_of(rules: Rules) -> tuple[Strategy, Strategy]:
    """Return the strategies of both players, those in equilibrium solved for."""
    first, second = (_strategy(player, rules) for player in (rules.first, rules.second))
    return first, second


def _strategy(player: str | Strategy, rules: Rules) -> Strategy:
    if player == EQUILIBRIUM:
        return equilibrium_player(rules.cards, rules.max_raise)
    return strategy_of(player)


def others(rules: Rules, chance: Chance) -> Players:
    """Return the Table of the strategies that Rules name, those in equilibrium solved for."""
    in_it = EQUILIBRIUM in (rules.first, rules.second)
    solved = equilibrium_player(rules.cards, rules.max_raise) if in_it else None
    return named_players(rules, chance, solved)


def chances(
    rules: Rules,
    heard: Sequence[Any],  # noqa: ARG001
    turn: Turn | None,
    choices: Sequence[int],
) -> dict[str, Fraction]:
    """Return the chance of the higher card, and the mean profit of each choice.

    The other player is the strategy that Rules name for his seat, and a raise
    that he cannot cover is declined.

    >>> rules = Rules(cards=4, max_raise=1)
    >>> turn = Turn(seat=0, view=View(2, 2, 4, 4, 1), pack=0b1111, counters=(99, 99))
    >>> for name, value in chances(rules, [], turn, (0, 1)).items():
    ...     print(name, value)  # cards 1 and 3 would accept
    your card is the higher one 2/3
    profit without a raise 1/3
    profit with a raise by 1 1/3
    """
    if turn is None:
        return {}
    moment = _Moment(rules, turn)
    known = {"your card is the higher one": moment.higher()}
    if turn.raised:
        accepted = moment.accepted()
        if accepted is not None:
            known["profit if you accept"] = accepted
        return known | {"profit if you decline": Fraction(-1)}
    for raised in choices:
        how = f"with a raise by {raised}" if raised else "without a raise"
        known[f"profit {how}"] = moment.raised(raised)
    return known


class _Moment(NamedTuple):
    """A player's turn in a match by these Rules."""

    rules: Rules
    turn: Turn

    def _theirs(self) -> Iterator[tuple[View, int]]:
        """Yield what the other player may see, and 1 where the own card is higher, else -1."""
        card, _, left, *pack = self.turn.view
        for rank, other in enumerate(members(self.turn.pack)):
            if other != card:
                yield View(other, rank, left, *pack), 1 if card > other else -1

    @property
    def _other(self) -> Strategy:
        return strategies_of(self.rules)[1 - self.turn.seat]

    def higher(self) -> Fraction:
        """Return the chance that the own card is higher, all others being alike."""
        return Fraction(self.turn.view.rank, self.turn.view.left - 1)

    def _covers(self, raised: int) -> bool:
        counters = self.turn.counters
        if counters is None or self.rules.purse == "none":
            return True
        return counters[1 - self.turn.seat] >= raised

    def raised(self, raised: int) -> Fraction:
        """Return the mean profit of a raise, by 0 of none."""
        profit = Fraction(0)
        for view, sign in self._theirs():
            taken = Fraction(1)
            if raised:
                taken = self._other.accepts(view, raised) if self._covers(raised) else Fraction(0)
            profit += taken * sign * (1 + raised) + 1 - taken
        return profit / (self.turn.view.left - 1)

    def accepted(self) -> Fraction | None:
        """Return the mean profit if the raise is accepted, None if the other never makes it."""
        raised = self.turn.raised
        seen = [(play(self._other, view)[0][raised], sign) for view, sign in self._theirs()]
        made = sum((chance for chance, _ in seen), Fraction(0))
        profit = sum((chance * sign * (1 + raised) for chance, sign in seen), Fraction(0))
        return profit / made if made else None
