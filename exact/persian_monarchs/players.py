"""The equilibrium player of Persian Monarchs, and the value of each choice during a match.

A player knows their own card and the set of the n cards left.  The opponent's card d is
uniformly random among the other n - 1.  Let r_x(d) and a_x(d) be the chances that the
opponent with card d raises by x, and accepts a raise by x.  The profits are means over d:

    no raise                 +1 or -1, by the higher card
    a raise by x             +(1 + x) or -(1 + x) if accepted, with chance a_x(d), else 1
    accept a raise by x      +(1 + x) or -(1 + x), each d weighted by r_x(d)
    decline                  -1
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

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

MOST_SOLVED = 2 * 10**6  # cards^2 max_raise of an equilibrium player: a minute


@lru_cache(maxsize=8)
def equilibrium_player(cards: int, max_raise: int) -> ByPack:
    """Return the player in equilibrium for every number of cards left that occurs in a match.

    >>> [table.left for table in equilibrium_player(5, 1).tables]
    [5, 3]
    """
    if cards**2 * max_raise > MOST_SOLVED:
        raise TooLarge(
            f"cards={short(cards)} and max_raise={short(max_raise)}: solving for every number of "
            "cards left would take minutes; take a smaller pack or raise, or another player"
        )
    return ByPack(tuple(solve_hand(left, max_raise).strategy for left in range(cards, 1, -2)))


def strategies_of(rules: Rules) -> tuple[Strategy, Strategy]:
    """Return the strategies of both players; an equilibrium strategy is computed.

    >>> first, _ = strategies_of(Rules(first="equilibrium", cards=5, max_raise=1))
    >>> first == equilibrium_player(5, 1)
    True
    """
    first, second = (_strategy(player, rules) for player in (rules.first, rules.second))
    return first, second


def _strategy(player: str | Strategy, rules: Rules) -> Strategy:
    if player == EQUILIBRIUM:
        return equilibrium_player(rules.cards, rules.max_raise)
    return strategy_of(player)


def players(rules: Rules, chance: Chance) -> Players:
    """Return the table of the strategies named in the rules; equilibrium ones are computed.

    >>> from montmort.games.chance import ScriptedChance
    >>> rules = Rules(first="equilibrium", cards=2, max_raise=1)  # no raise with either card
    >>> turn = Turn(seat=0, view=View(1, 1, 2, 2, 1), pack=0b11, counters=(99, 99))
    >>> players(rules, ScriptedChance([0])).decide(0, (0, 1), turn)
    0
    """
    has_equilibrium = EQUILIBRIUM in (rules.first, rules.second)
    strategy = equilibrium_player(rules.cards, rules.max_raise) if has_equilibrium else None
    return named_players(rules, chance, strategy)


def chances(
    rules: Rules,
    events: Sequence[object],  # noqa: ARG001
    turn: Turn | None,
    choices: Sequence[int],
) -> dict[str, Fraction]:
    """Return the chance of the higher card, and the mean profit of each choice.

    The opponent plays the strategy named in the rules for their seat, and declines a
    raise that they cannot cover.

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
    position = _Position(rules, turn)
    known = {"your card is the higher one": position.higher()}
    if turn.raised:
        accepted = position.profit_of_accepting()
        if accepted is not None:
            known["profit if you accept"] = accepted
        return known | {"profit if you decline": Fraction(-1)}
    for raised in choices:
        how = f"with a raise by {raised}" if raised else "without a raise"
        known[f"profit {how}"] = position.profit_of_raise(raised)
    return known


class _Position(NamedTuple):
    """A player's turn in a match under the rules."""

    rules: Rules
    turn: Turn

    def _opponents(self) -> Iterator[tuple[View, int]]:
        """Yield the possible views of the opponent, with 1 if the own card is higher, else -1."""
        card, _, left, *pack = self.turn.view
        for rank, other in enumerate(members(self.turn.pack)):
            if other != card:
                yield View(other, rank, left, *pack), 1 if card > other else -1

    @property
    def _other(self) -> Strategy:
        return strategies_of(self.rules)[1 - self.turn.seat]

    def higher(self) -> Fraction:
        """Return the chance that the own card is the higher one."""
        return Fraction(self.turn.view.rank, self.turn.view.left - 1)

    def _covers(self, raised: int) -> bool:
        counters = self.turn.counters
        if not raised or counters is None or self.rules.purse == "none":
            return True
        return counters[1 - self.turn.seat] >= raised

    def profit_of_raise(self, raised: int) -> Fraction:
        """Return the mean profit of a raise; 0 stands for no raise."""
        profit = Fraction(0)
        for view, sign in self._opponents():
            accepted = Fraction(self._covers(raised))
            if raised and accepted:
                accepted = self._other.accepts(view, raised)
            profit += accepted * sign * (1 + raised) + 1 - accepted
        return profit / (self.turn.view.left - 1)

    def profit_of_accepting(self) -> Fraction | None:
        """Return the mean profit of accepting the raise; None if the opponent never makes it."""
        raised = self.turn.raised
        raises = [(play(self._other, view)[0][raised], sign) for view, sign in self._opponents()]
        total = sum((chance for chance, _ in raises), Fraction(0))
        profit = sum((chance * sign * (1 + raised) for chance, sign in raises), Fraction(0))
        return profit / total if total else None
