"""The source of randomness.

Everything random in the rules of a game goes through one primitive:
`pick(weights)` returns an index, index i with chance weights[i] / sum(weights).
Weights are integers of any length, or Fractions.  Shuffles, draws and coins are built
on it, so the same rules can be played (`RandomChance`), replayed (`ScriptedChance`) or
enumerated path by path (`montmort.exact.walk`).  There, weights may also be sympy
expressions in symbols.

Equal draws that leave each other alone, as dice or cards put back, are picked kind by kind
(`ways_to_show`).  Of n draws still undecided each shows a kind of weight w, or one of the other
kinds of weight m together.  Exactly j show the kind in

    C(n, j) w^j m^(n-j)    of the (w + m)^n ways,

so every multiset is one path, whatever the order of the draws.
"""

import math
import numbers
from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any, NoReturn, Protocol, TypeVar

import numpy as np

from montmort.games.errors import BadInput, HasSymbols, ImpossibleScript, TooLarge
from montmort.games.validation import check_items, quote, quote_number

Item = TypeVar("Item")

MOST_PICKS = 1_000_000  # of one play: some seconds

_SEQUENCES = frozenset({list, tuple})
_INTEGERS = frozenset({int, bool})  # numpy's integers may overflow: they are converted


class Chance(Protocol):
    """What makes the random choices of a game."""

    def pick(self, weights: Sequence[Any], /) -> int:
        """Return index i with chance weights[i] / sum(weights)."""
        ...


class Uncopied:
    """Base class of sources of randomness: a copy would make the same choices once more."""

    __slots__ = ()

    def __copy__(self) -> NoReturn:
        raise BadInput("chance must not be copied; draw everything from the one that is given")

    def __deepcopy__(self, _memo: object) -> NoReturn:
        self.__copy__()

    def __getattr__(self, name: str) -> NoReturn:
        """Say what there is instead of `chance.random()`, `chance.choice(…)`."""
        raise AttributeError(f"chance has no {name}: it has one method, pick(weights)")


class RandomChance(Uncopied):
    """Chance from a numpy Generator; `rng` is a Generator, a seed, or None.

    >>> dice = RandomChance(1713)
    >>> throws = [dice.pick([1] * 6) + 1 for _ in range(6)]
    >>> set(throws) <= {1, 2, 3, 4, 5, 6}
    True
    """

    def __init__(self, rng: np.random.Generator | int | None = None) -> None:
        self.rng = generator_of(rng)

    def pick(self, weights: Sequence[int], /) -> int:
        """Return index i with chance weights[i] / sum(weights), exactly."""
        whole = whole_weights(weights)
        ticket = self._below(sum(whole))
        for index, weight in enumerate(whole):
            ticket -= weight
            if ticket < 0:
                return index
        raise AssertionError("unreachable: the ticket is below the sum of the weights")

    def _below(self, bound: int) -> int:
        """Return a uniform integer from 0 to bound - 1, of any length."""
        if bound <= 2**63:
            return int(self.rng.integers(bound))
        bits = bound.bit_length()
        while True:  # each round succeeds with chance above 1/2
            value = int.from_bytes(self.rng.bytes((bits + 7) // 8)) >> (-bits % 8)
            if value < bound:
                return value


class PlayChance(RandomChance):
    """Random chance for plays one after the other; TooLarge for a play of too many picks.

    `begin` is called before each play.  No play of a game takes so many picks, unless it
    has no end.

    >>> chance = PlayChance(1713, most=2)
    >>> chance.begin()
    >>> _ = chance.pick([1, 1]), chance.pick([1, 1])
    >>> chance.pick([1, 1])
    Traceback (most recent call last):
        ...
    montmort.games.errors.TooLarge: a play has made more than 2 picks: it seems to have no end
    """

    def __init__(
        self, rng: np.random.Generator | int | None = None, most: int = MOST_PICKS
    ) -> None:
        super().__init__(rng)
        self._most = self._left = most

    def begin(self) -> None:
        """Begin a play: its picks are counted from 0."""
        self._left = self._most

    def pick(self, weights: Sequence[int], /) -> int:
        """Return index i with chance weights[i] / sum(weights), exactly."""
        if not self._left:
            raise TooLarge(
                f"a play has made more than {self._most:,} picks: it seems to have no end"
            )
        self._left -= 1
        return super().pick(weights)


class RecordedChance(RandomChance):
    """Random chance that keeps its `picks`: a ScriptedChance of these replays the play.

    >>> chance = RecordedChance(1713)
    >>> made = [chance.pick([1] * 6) for _ in range(3)]
    >>> chance.picks == made
    True
    """

    def __init__(self, rng: np.random.Generator | int | None = None) -> None:
        super().__init__(rng)
        self.picks: list[int] = []

    def pick(self, weights: Sequence[int], /) -> int:
        """Return index i with chance weights[i] / sum(weights), and keep it."""
        self.picks.append(super().pick(weights))
        return self.picks[-1]


class ScriptedChance(Uncopied):
    """Chance that follows a script of picks, to replay a game card by card.

    >>> chance = ScriptedChance([2, 0])
    >>> chance.pick([1, 1, 1]), chance.pick([5, 5])
    (2, 0)
    """

    def __init__(self, picks: Iterable[int]) -> None:
        check_items("picks", picks, "integers")
        self._picks = iter(picks)

    def pick(self, weights: Sequence[int], /) -> int:
        """Return the next index of the script; ImpossibleScript if it cannot happen here."""
        check_weights(weights)
        index = next(self._picks, None)
        if index is None:
            raise ImpossibleScript("the script of picks ends before the game does; add picks to it")
        known = isinstance(index, int | np.integer) and 0 <= index < len(weights)
        if not known or weights[index] == 0:
            raise ImpossibleScript(
                f"the script picks {quote(index)}, impossible among weights {list(weights)}"
            )
        return int(index)


def generator_of(rng: np.random.Generator | int | None) -> np.random.Generator:
    """Return the Generator of a seed, or the one given; None gives a new one.

    >>> generator_of("seed")
    Traceback (most recent call last):
        ...
    montmort.games.errors.BadInput: rng='seed' must be a numpy Generator, a seed >= 0, or None
    """
    try:
        return np.random.default_rng(rng)
    except (TypeError, ValueError) as error:
        raise BadInput(
            f"rng={quote(rng)} must be a numpy Generator, a seed >= 0, or None"
        ) from error


def check_chance(chance: object) -> None:
    """Raise BadInput unless `chance` makes random choices.

    >>> check_chance(1713)
    Traceback (most recent call last):
        ...
    montmort.games.errors.BadInput: chance=1713 must be a Chance, such as RandomChance(seed)
    """
    if not hasattr(chance, "pick"):
        raise BadInput(f"chance={quote(chance)} must be a Chance, such as RandomChance(seed)")


def check_weights(weights: Sequence[int]) -> int:
    """Return the sum of `weights`; BadInput unless they are integers >= 0, one of them > 0.

    >>> check_weights([1, 0, 3])
    4
    """
    return sum(whole_weights(weights))


def whole_weights(weights: Sequence[int]) -> tuple[int, ...]:
    """Return `weights` in Python's integers; BadInput unless all are >= 0 and one is > 0.

    Fractions are scaled to integers in the same proportions.  HasSymbols for an expression.

    >>> whole_weights(np.array([1, 0, 3])), whole_weights([Fraction(1, 3), Fraction(1, 2)])
    ((1, 0, 3), (2, 3))
    """
    if type(weights) not in _SEQUENCES and not isinstance(weights, Sequence | np.ndarray):
        raise BadInput(f"weights must be a sequence of integers >= 0, not {quote(weights)}")
    are_integers = _INTEGERS.issuperset(map(type, weights))
    whole = tuple(weights) if are_integers else _scaled(tuple(map(_exact, weights)))
    if whole and min(whole) < 0:
        raise BadInput(f"weights must be integers >= 0, not {min(whole)}")
    if not any(whole):
        raise BadInput("cannot pick: all weights are zero")
    return whole


def _exact(weight: object) -> int | Fraction:
    if isinstance(weight, numbers.Rational):  # integers of numpy and sympy, too
        top, bottom = int(weight.numerator), int(weight.denominator)
        return top if bottom == 1 else Fraction(top, bottom)
    if has_symbols(weight):
        raise HasSymbols(f"the weight {weight} has symbols, and a play needs numbers for them")
    raise BadInput(f"weights must be integers or Fractions >= 0, not {quote(weight)}")


def has_symbols(value: object) -> bool:
    """Return whether the value is a sympy expression with symbols.

    >>> import sympy
    >>> has_symbols(sympy.Symbol("p")), has_symbols(Fraction(1, 2))
    (True, False)
    """
    return bool(getattr(value, "free_symbols", ())) and hasattr(value, "is_Symbol")


def _scaled(weights: tuple[int | Fraction, ...]) -> tuple[int, ...]:
    """Return integers without a common divisor beyond that of the numerators."""
    common = math.lcm(*(weight.denominator for weight in weights))
    return tuple(weight.numerator * (common // weight.denominator) for weight in weights)


def coin(chance: Chance, heads: Fraction) -> bool:
    """Return True with chance `heads`, a Fraction in [0, 1], or an expression in symbols.

    >>> coin(ScriptedChance([1]), Fraction(1, 3))
    True
    """
    try:
        weights: list[Any] = [heads.denominator - heads.numerator, heads.numerator]
    except (AttributeError, TypeError):
        if not has_symbols(heads):
            raise BadInput(
                f"heads={quote_number(heads)} must be exact; use a Fraction, as Fraction(1, 2)"
            ) from None
        weights = [1 - heads, heads]
    else:
        if min(weights) < 0:
            raise BadInput(f"heads={quote_number(heads)} must be in [0, 1]")
    check_chance(chance)
    return bool(chance.pick(weights))


def shuffled(chance: Chance, items: Sequence[Item]) -> list[Item]:
    """Return `items` in uniformly random order, drawn one by one.

    >>> shuffled(ScriptedChance([2, 0, 0]), "abc")
    ['c', 'a', 'b']
    """
    check_chance(chance)
    check_items("items", items, "items")
    left = list(items)
    return [left.pop(chance.pick([1] * len(left))) for _ in range(len(left))]


def ways_to_show(draws: int, most: int, weight: int, others: int) -> list[int]:
    """Return the ways in which 0, 1, and so on to `most` of the draws show a kind.

    The last entry stands for `most` or more.  Three throws of a coin, of which two heads suffice:

    >>> ways_to_show(3, 2, weight=1, others=1)
    [1, 3, 4]
    """
    ways, left = [], (weight + others) ** draws
    for j in range(most):
        exactly = math.comb(draws, j) * weight**j * others ** (draws - j)
        ways.append(exactly)
        left -= exactly
    ways.append(left)
    return ways
