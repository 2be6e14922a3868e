"""Bets on a game: what is staked, and which field of the Outcome says what comes of it.

    Wager(paid="pays")                                 what is paid back, the stake included
    Wager(net="won", stake=5)                          what is won, the stake not included
    Wager(name="banker", net="winner", units=pays_of)  the units that a value of a field means

A `Rulebook` lists its wagers; those of a user's file are found there.  Where there is none, and
the Outcome has a field `net`, it is the net gain of a bet of one unit.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from montmort.games.errors import BadInput, UnknownName
from montmort.games.validation import check_fraction, check_function, check_text, quote

Units = int | Fraction


@dataclass(frozen=True, kw_only=True)
class Wager:
    """A bet on one play.

    net         the field of what is won without the stake, negative if it is lost; or
    paid        the field of what is paid back, the stake included, 0 if it is lost
    units       (rules, value) -> the number that a value of this field stands for; by
                default the value itself
    stake       what is staked before the play, in the same units, or a function of the rules
    total_stake the field of all that is staked in the play, where the stake may be raised;
                what is added is lost unless `net` or `paid` has it, so `net` is the safe field
    name        its name, where there are several bets on an experiment
    experiment  what is bet on; the first experiment of the game by default

    >>> double = Wager(paid="pays", stake=2)
    >>> double.field, double.net_of(None, 6), double.net_of(None, 0)
    ('pays', Fraction(2, 1), Fraction(-1, 1))
    """

    net: str = ""
    paid: str = ""
    units: Callable[[Any, Any], Units] | None = None
    stake: Units | Callable[[Any], Units] = 1
    total_stake: str = ""
    name: str = "bet"
    experiment: str = ""

    def __post_init__(self) -> None:
        check_text(net=self.net, paid=self.paid, total_stake=self.total_stake)
        check_text(name=self.name, experiment=self.experiment)
        if bool(self.net) == bool(self.paid):
            raise BadInput(
                f"{self.name}: give either net, the field of what is won without the stake, or "
                "paid, the field of what is paid back with it"
            )
        if callable(self.stake):
            check_function("stake", self.stake, "rules")
        else:
            _check_stake(self.stake)
        if self.units is not None:
            check_function("units", self.units, "rules", "value")

    def staked(self, rules: object) -> Fraction:
        """Return what is staked before the play.

        >>> Wager(net="won", stake=lambda rules: 2 * rules).staked(5)
        Fraction(10, 1)
        """
        stake = self.stake(rules) if callable(self.stake) else self.stake
        _check_stake(stake)
        return Fraction(stake)

    @property
    def field(self) -> str:
        """The field that decides the bet."""
        return self.net or self.paid

    def check_fields(self, fields: Sequence[str]) -> None:
        """Raise UnknownName unless the bet's fields are among those of an Outcome."""
        for field in filter(None, (self.field, self.total_stake)):
            if field not in fields:
                raise UnknownName(
                    f"{self.name}: the Outcome has no field {quote(field)}; there are "
                    f"{', '.join(fields)}"
                )

    def net_of(self, rules: object, value: object) -> Fraction:
        """Return what is won if the field has this value, in stakes, the stake not included.

        >>> Wager(net="winner", units=lambda _, winner: 8 if winner == "tie" else -1).net_of(
        ...     None, "tie")
        Fraction(8, 1)
        >>> Wager(net="red").net_of(None, True)
        Traceback (most recent call last):
            ...
        montmort.games.errors.BadInput: bet: red=True is no number; a Wager with ...
        """
        amount = value if self.units is None else self.units(rules, value)
        if isinstance(amount, bool) or not isinstance(amount, int | Fraction):
            hint = "units(rules, value) must return an integer or a Fraction"
            if self.units is None:
                hint = "a Wager with units=function of (rules, value) says how much it is"
            raise BadInput(f"{self.name}: {self.field}={quote(amount)} is no number; {hint}")
        if self.paid and amount < 0:
            raise BadInput(f"{self.name}: {self.paid}={amount} is paid back, so it must be >= 0")
        stake = self.staked(rules)
        return (Fraction(amount) - (stake if self.paid else 0)) / stake


def _check_stake(stake: object) -> None:
    check_fraction("stake", stake)
    if stake <= 0:  # type: ignore[operator]
        raise BadInput(f"stake={stake} must be greater than 0")
