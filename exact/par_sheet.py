"""The PAR sheet of a bet: what it returns, how it varies, and how a player fares.

With X the net gain of a play and Y = 1 + X what is paid back, both in units of the stake, which
is what is bet before the play:

    return to player (RTP)      E[Y]
    house edge                  1 - E[Y] = -E[X]; without ties -E[X] / P(X != 0)
    element of risk             -E[X] / E[S], with S >= 1 all that is staked, where it may be raised
    RTP of the total stake      E[S + X] / E[S], that is, 1 - element of risk
    hit frequency of it         P(S + X > 0): some of the total stake is paid back
    hit frequency               P(Y > 0): something is paid back
    win, push frequency         P(X > 0), P(X = 0)
    variance, skewness          E[(X - E X)^2] = s^2, E[(X - E X)^3] / s^3
    volatility index            z s, with P(-z <= Z <= z) = 90 % or 95 % for a normal Z
    maximum exposure            the largest X
    after n plays               P(X_1 + ... + X_n > 0), = 0 and < 0
    RTP of n plays              E[Y] +- z s / sqrt(n), by the normal law

Chances, means and moments are fractions.  Standard deviation, volatility index and skewness are
irrational in general: they are decimals that are all right, the last one rounded, and the exact
squares are there as fractions.  The interval for the RTP of n plays takes the normal law for
that of the mean, as PAR sheets do: it is an approximation; the chances after n plays are none.

The law may have a tail, if its mean and variance are given: there is no skewness then, no largest
gain, and the chances after many plays are intervals.

Where the chances have symbols, the entries are functions of these (`par_functions`).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any

from montmort.display import Cell, InNotebooks, Summary, short_repr
from montmort.exact.formatting import cell, fixed_point
from montmort.exact.irrational_digits import ball, normal_quantile, rounded, rounded_root
from montmort.exact.law import Law
from montmort.exact.rational_functions.field import from_sympy, is_expression
from montmort.exact.repeated_plays import Standing, standing
from montmort.games.errors import BadInput, TooLarge
from montmort.games.validation import check_fraction, check_integer, check_items, check_type, quote

if TYPE_CHECKING:
    from sympy import Expr

    from montmort.exact.symbolic.law import SymbolicLaw


PLACES = 15  # decimals of irrational numbers
LEVELS = (90, 95)  # per cent, of the volatility index
PLAYS = (100, 1_000, 10_000)  # after which a player is ahead or not, by default


@dataclass(frozen=True, kw_only=True)
class ParSheet(InNotebooks):
    """The PAR sheet of a bet, from the law of its net gain in units of the stake.

    Where the stake may be raised, `mean_stake` is the mean of all that is staked in a play, and
    `returned` the chance that some of it is paid back, if it is known.  Where the law has a tail,
    `moments` are the mean and the variance of the net gain.

    Red at roulette with one zero: 18 of 37 win, and nothing is a tie.

    >>> red = ParSheet(net=Law(weights={1: 18, -1: 19}))
    >>> red.rtp, red.house_edge, red.hit_frequency
    (Fraction(36, 37), Fraction(1, 37), Fraction(18, 37))
    >>> red.variance, red.standard_deviation, red.after(2).above
    (Fraction(1368, 1369), '0.999634703184158', Fraction(324, 1369))
    """

    net: Law[Any]
    mean_stake: Fraction | None = None
    returned: Fraction | None = None
    moments: tuple[Fraction, Fraction] | None = None

    __repr__ = short_repr

    def __post_init__(self) -> None:
        check_type("net", self.net, Law, "a Law")
        for value in self.net:
            check_fraction("a net gain", value)
        if self.net.tail and (self.moments is None or not len(self.net)):
            raise BadInput(
                "a PAR sheet needs the whole law of the net gain, or its moments; a chance of "
                f"{float(self.net.tail):.3g} is in its tail"
            )
        if self.moments is not None:
            check_type("moments", self.moments, tuple, "(mean, variance)")
            if len(self.moments) != 2:
                raise BadInput(f"moments={quote(self.moments)} must be (mean, variance)")
            check_fraction("mean", self.moments[0])
            check_fraction("variance", self.moments[1], 0)
        if self.mean_stake is not None:
            check_fraction("mean_stake", self.mean_stake)
            if self.mean_stake <= 0:
                raise BadInput(f"mean_stake={self.mean_stake} must be greater than 0")
        if self.returned is not None:
            check_fraction("returned", self.returned, 0, 1)

    def _summary(self) -> Summary:
        rows: list[tuple[str, str | Cell]] = [
            ("return to player", cell(self.rtp)),
            ("house edge", cell(self.house_edge)),
            ("hit frequency", cell(self.hit_frequency)),
            ("variance", cell(self.variance)),
            ("standard deviation", self.standard_deviation),
        ]
        return Summary("PAR sheet, in units of the stake", rows)

    @property
    def _mean(self) -> Fraction:
        return self.moments[0] if self.moments and self.net.tail else self.net.mean()

    @property
    def rtp(self) -> Fraction:
        """The return to player: the mean of what is paid back."""
        return 1 + self._mean

    @property
    def house_edge(self) -> Fraction:
        """The mean loss."""
        return -self._mean

    @property
    def house_edge_without_ties(self) -> Fraction | None:
        """The mean loss of a play that is not a tie; None if all are."""
        decided = 1 - self.push_frequency
        return self.house_edge / decided if decided else None

    @property
    def element_of_risk(self) -> Fraction | None:
        """The mean loss by the mean of all that is wagered; None if only the stake is."""
        return None if self.mean_stake is None else self.house_edge / self.mean_stake

    @property
    def rtp_of_total_stake(self) -> Fraction | None:
        """The mean of what is paid back, by the mean of all that is wagered; None if not raised."""
        return None if self.element_of_risk is None else 1 - self.element_of_risk

    def chance(self, least: int) -> Fraction:
        """Return the chance of a net gain of more than `least`.

        >>> ParSheet(net=Law(weights={1: 1, 0: 1, -1: 2})).chance(-1)
        Fraction(1, 2)
        """
        return 1 - self.net.at_most(least)

    @property
    def hit_frequency(self) -> Fraction:
        """The chance that something is paid back."""
        return self.chance(-1)

    @property
    def win_frequency(self) -> Fraction:
        """The chance of a net gain above 0."""
        return self.chance(0)

    @property
    def push_frequency(self) -> Fraction:
        """The chance of a tie: the stake is paid back, and no more."""
        return self.net[0]

    @cached_property
    def variance(self) -> Fraction:
        """The variance of the net gain, and of what is paid back."""
        return self.moments[1] if self.moments and self.net.tail else self.net.variance()

    @cached_property
    def third_central_moment(self) -> Fraction | None:
        """The mean of the cube of the distance from the mean; None for a law with a tail."""
        if self.net.tail:
            return None
        mean = self._mean
        return self.net.expected(lambda x: (x - mean) ** 3)

    @property
    def standard_deviation(self) -> str:
        """The root of the variance."""
        return rounded_root(self.variance, PLACES)

    @property
    def skewness_squared(self) -> Fraction | None:
        """The square of the skewness; None without variance, or for a law with a tail."""
        if not self.variance or self.third_central_moment is None:
            return None
        return self.third_central_moment**2 / self.variance**3

    @property
    def skewness(self) -> str | None:
        """The skewness; None without variance, or for a law with a tail."""
        if self.skewness_squared is None or self.third_central_moment is None:
            return None
        sign = -1 if self.third_central_moment < 0 else 1
        return rounded_root(self.skewness_squared, PLACES, sign=sign)

    def volatility_index(self, percent: int) -> str:
        """Return z times the standard deviation, for the normal interval of so many per cent.

        >>> ParSheet(net=Law(weights={1: 1, -1: 1})).volatility_index(95)
        '1.959963984540054'
        """
        return rounded(
            lambda: normal_quantile(_level(percent)) * ball(self.variance).sqrt(), PLACES
        )

    def rtp_interval(self, percent: int, plays: int) -> tuple[str, str]:
        """Return the interval of the RTP of so many plays, by the normal law.

        >>> ParSheet(net=Law(weights={1: 1, -1: 1})).rtp_interval(95, 100)
        ('0.804003601545995', '1.195996398454005')
        """
        check_integer("plays", plays, 1)
        return self._rtp_off(-1, percent, plays), self._rtp_off(1, percent, plays)

    def _rtp_off(self, sign: int, percent: int, plays: int) -> str:
        if not self.variance:
            return fixed_point(self.rtp, PLACES)
        error = self.variance / plays
        return rounded(
            lambda: ball(self.rtp) + sign * normal_quantile(_level(percent)) * ball(error).sqrt(),
            PLACES,
        )

    @property
    def maximum_exposure(self) -> Fraction | None:
        """The largest net gain; None for a law with a tail."""
        return None if self.net.tail else Fraction(max(self.net))

    @property
    def payoffs(self) -> dict[Fraction, Fraction]:
        """The law of what is paid back: {units of the stake: chance}, ascending, without a tail."""
        return {Fraction(1 + net): self.net[net] for net in sorted(self.net)}

    def after(self, plays: int) -> Standing:
        """Return the chances to be behind, even and ahead after so many independent plays."""
        return standing(self.net, plays)

    def answers(self, plays: Sequence[int] = PLAYS) -> dict[str, Any]:
        """Return all entries by name; fractions, decimals as text, None where there is none.

        >>> sheet = ParSheet(net=Law(weights={1: 1, -1: 1}))
        >>> sheet.answers([3])["after"][3]["ahead"]
        Fraction(1, 2)
        """
        check_items("plays", plays, "integers")
        found: dict[str, Any] = {
            "rtp": self.rtp,
            "house_edge": self.house_edge,
            "house_edge_without_ties": self.house_edge_without_ties,
        }
        if self.mean_stake is not None:
            found |= {
                "mean_total_stake": self.mean_stake,
                "element_of_risk": self.element_of_risk,
                "rtp_of_total_stake": self.rtp_of_total_stake,
            }
            if self.returned is not None:
                found["hit_frequency_of_total_stake"] = self.returned
        found |= {
            "hit_frequency": self.hit_frequency,
            "win_frequency": self.win_frequency,
            "push_frequency": self.push_frequency,
            "variance": self.variance,
            "standard_deviation": self.standard_deviation,
            **{f"volatility_index_{level}": self.volatility_index(level) for level in LEVELS},
            "third_central_moment": self.third_central_moment,
            "skewness_squared": self.skewness_squared,
            "skewness": self.skewness,
            "maximum_exposure": self.maximum_exposure,
            "law": self.payoffs,
            **({"tail": self.net.tail} if self.net.tail else {}),
            "after": {number: self._after(number) for number in plays},
        }
        return found

    def _after(self, plays: int) -> dict[str, Any]:
        intervals = {f"rtp_{level}": self.rtp_interval(level, plays) for level in LEVELS}
        try:
            behind, even, ahead = self.after(plays)
        except TooLarge as error:
            return {"refused": str(error), **intervals}
        exact = all(isinstance(chance, Fraction) for chance in (behind, even, ahead))
        method = "exact" if exact else "bounds"
        return {"method": method, "ahead": ahead, "even": even, "behind": behind, **intervals}


def _level(percent: int) -> Fraction:
    check_integer("percent", percent, 1, 99)
    return Fraction(percent, 100)


def par_functions(net: "SymbolicLaw[Any]") -> "dict[str, Any]":
    """Return return, edge, frequencies, moments and the law of what is paid back, as functions.

    The net gains, in stakes, are numbers; their chances have the symbols.

    >>> import sympy
    >>> p = sympy.Symbol("p")
    >>> from montmort.exact.symbolic.law import SymbolicLaw
    >>> sheet = par_functions(SymbolicLaw.of({1: p, -1: 1 - p}))
    >>> sheet["rtp"], sheet["variance"], sheet["law"]
    (2*p, 4*p*(1 - p), {0: 1 - p, 2: p})
    """
    if any(map(is_expression, net)):
        raise BadInput("a PAR sheet needs numbers for the gains; give their symbols numbers")
    mean, edge = net.mean(), net.expected(lambda x: -x)
    push = net.expected(lambda x: int(x == 0))
    variance, third = net.variance(), net.expected(lambda x: (x - mean) ** 3)
    chances = net.chances()
    return {
        "rtp": net.expected(lambda x: 1 + x),
        "house_edge": edge,
        "house_edge_without_ties": _quotient(edge, 1 - push),
        "hit_frequency": net.expected(lambda x: int(x > -1)),
        "win_frequency": net.expected(lambda x: int(x > 0)),
        "push_frequency": push,
        "variance": variance,
        "third_central_moment": third,
        "skewness_squared": _quotient(third**2, variance**3),
        "maximum_exposure": max(net),
        "law": {1 + x: chances[x] for x in sorted(net)},
    }


def _quotient(top: "Expr", bottom: "Expr") -> "Expr | None":
    """Return a quotient in lowest terms, None if the divisor is 0."""
    divisor = from_sympy(bottom)
    return (from_sympy(top) / divisor).to_sympy() if divisor else None
