"""The strategies of Persian Monarchs as values, and what a player sees.

A strategy answers two questions from its `View`: as the non-dealer, the integer
weights of raises from 0 to max_raise; as the dealer, the chance of accepting a
raise by x.

    counter      takes p = k/(n-1) as the chance to win, where k is the rank of
                 the card among the n cards left: raises with chance p, by each of
                 1 to max_raise equally often, and accepts when that is strictly
                 better than to decline,

                     p (2 + 2x) - (1 - p) (2 + 2x) > -2

    non-counter  the same with p = card/(N-1), as if the pack were always full
    random       raises with chance 1/2, accepts with chance 1/2
    equilibrium  plays by tables that a solver passes in

`ByRank` is a strategy that depends on the rank alone, for one number of cards
left, and `ByPack` combines one for each number of cards left.
"""

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple, Protocol, runtime_checkable

from montmort.games.cards.pack import NAMES, SUITS
from montmort.games.errors import BadInput

EQUILIBRIUM = "equilibrium"
Chances = tuple[Fraction | int, ...]


class View(NamedTuple):
    """What a strategy sees.

    `card` is from 0 to cards - 1, and `rank`, from 0 to left - 1, is its rank among
    the cards left.
    """

    card: int
    rank: int
    left: int
    cards: int
    max_raise: int


class Turn(NamedTuple):
    """What the player on `seat` sees at a decision.

    `pack` is the set of the cards left, with the cards of both players; `counters`
    are those of both seats after the ante, None if they do not matter; `raised` is
    the raise that the dealer answers, 0 for the non-dealer.

    >>> print(Turn(seat=1, view=View(50, 48, 50, 52, 10), pack=(1 << 50) - 1 << 2,
    ...            counters=(96, 102), raised=4))
    You are on seat 1 and hold the king of spades: 48 of the other 49 cards are lower.
    You have 102 counters; seat 0 raises by 4. Do you accept?
    """

    seat: int
    view: View
    pack: int
    counters: tuple[int, int] | None
    raised: int = 0

    def __str__(self) -> str:
        card, rank, left, cards, _ = self.view
        question = f"seat {1 - self.seat} raises by {self.raised}. Do you accept?"
        if not self.raised:
            question = "by how much do you raise?"
        if self.counters is not None:
            question = f"You have {self.counters[self.seat]} counters; {question}"
        return (
            f"You are on seat {self.seat} and hold {card_name(card, cards)}: "
            f"{rank} of the other {left - 1} cards are lower.\n{question[0].upper()}{question[1:]}"
        )


def card_name(card: int, cards: int) -> str:
    """Return the name of a card: clubs < diamonds < hearts < spades, within a suit two to ace.

    >>> card_name(0, 52), card_name(12, 52), card_name(13, 52), card_name(7, 10)
    ('the two of clubs', 'the ace of clubs', 'the two of diamonds', 'card 7')
    """
    if cards != len(NAMES) * len(SUITS):
        return f"card {card}"
    suit, rank = divmod(card, len(NAMES))
    return f"the {NAMES[rank]} of {SUITS[suit]}s"


@runtime_checkable
class Strategy(Protocol):
    """How a player raises and accepts; immutable, so that Rules can contain it."""

    def raise_weights(self, view: View, /) -> tuple[int, ...]:
        """Return the integer weights of raises from 0 to view.max_raise."""
        ...

    def accepts(self, view: View, raised: int, /) -> Fraction:
        """Return the chance of accepting a raise by `raised` >= 1."""
        ...


def is_worth_it(lower: int, others: int, raised: int) -> bool:
    """Return whether accepting is strictly better when `lower` of `others` cards are lower.

    With p = lower/others, p (2 + 2x) - (1 - p) (2 + 2x) > -2 means 2 p (1 + x) > x.

    >>> is_worth_it(17, 51, 2), is_worth_it(18, 51, 2)  # p = x/(2 (1 + x)) declines
    (False, True)
    """
    return 2 * lower * (1 + raised) > others * raised


def _with_chance(lower: int, others: int, max_raise: int) -> tuple[int, ...]:
    """Return the weights of a raise with chance lower/others, all sizes equally likely."""
    return ((others - lower) * max_raise, *[lower] * max_raise)


@dataclass(frozen=True)
class Counter:
    """The strategy by the card's rank among the cards left.

    >>> view = View(card=9, rank=1, left=4, cards=10, max_raise=2)
    >>> Counter().raise_weights(view), Counter().accepts(view, 2)  # 1/3 = 2/(2 * 3)
    ((4, 1, 1), Fraction(0, 1))
    """

    def raise_weights(self, view: View, /) -> tuple[int, ...]:
        """Return the weights of raises from 0 to max_raise."""
        return _with_chance(view.rank, view.left - 1, view.max_raise)

    def accepts(self, view: View, raised: int, /) -> Fraction:
        """Return 1 if accepting is strictly better, else 0."""
        return Fraction(is_worth_it(view.rank, view.left - 1, raised))


@dataclass(frozen=True)
class NonCounter:
    """The strategy by the card's rank in the full pack.

    >>> view = View(card=9, rank=1, left=4, cards=10, max_raise=2)
    >>> NonCounter().raise_weights(view), NonCounter().accepts(view, 2)
    ((0, 9, 9), Fraction(1, 1))
    """

    def raise_weights(self, view: View, /) -> tuple[int, ...]:
        """Return the weights of raises from 0 to max_raise."""
        return _with_chance(view.card, view.cards - 1, view.max_raise)

    def accepts(self, view: View, raised: int, /) -> Fraction:
        """Return 1 if accepting looks strictly better with a full pack, else 0."""
        return Fraction(is_worth_it(view.card, view.cards - 1, raised))


@dataclass(frozen=True)
class Random:
    """The strategy that ignores its card and tosses a coin.

    >>> Random().raise_weights(View(card=9, rank=1, left=4, cards=10, max_raise=2))
    (2, 1, 1)
    """

    def raise_weights(self, view: View, /) -> tuple[int, ...]:
        """Return the weights of raises from 0 to max_raise."""
        return _with_chance(1, 2, view.max_raise)

    def accepts(self, _view: View, _raised: int, /) -> Fraction:
        """Return 1/2."""
        return Fraction(1, 2)


@dataclass(frozen=True, kw_only=True)
class ByRank:
    """A strategy by the rank k among n cards left.

    `raises[k][x]` is the chance of the raise x, from 0 to max_raise, and
    `accepts_by[k][x - 1]` the chance of accepting the raise x, from 1 to max_raise.

    >>> bold = ByRank(raises=((0, 1), (0, 1)), accepts_by=((0,), (1,)))
    >>> view = View(card=9, rank=1, left=2, cards=10, max_raise=1)
    >>> bold.raise_weights(view), bold.accepts(view, 1)
    ((0, 1), Fraction(1, 1))
    """

    raises: tuple[Chances, ...]
    accepts_by: tuple[Chances, ...]

    def __post_init__(self) -> None:
        for name, rows in (("raises", self.raises), ("accepts_by", self.accepts_by)):
            exact = tuple(tuple(map(_chance, row)) for row in rows)
            object.__setattr__(self, name, exact)
        for rank, law in enumerate(self.raises):
            if sum(law) != 1:
                raise BadInput(f"raises[{rank}] must sum to 1, not {sum(law)}")
        sizes = {len(law) - 1 for law in self.raises} | {len(row) for row in self.accepts_by}
        if len(self.raises) < 2 or len(self.raises) != len(self.accepts_by) or len(sizes) != 1:
            raise BadInput(
                "raises and accepts_by need a row for each of two or more ranks: max_raise + 1 "
                "chances in each of raises, max_raise in each of accepts_by"
            )
        if not self.max_raise:
            raise BadInput("max_raise=0: each row of accepts_by needs a chance or more")

    def __str__(self) -> str:
        return f"by rank among {self.left} cards"

    @property
    def left(self) -> int:
        """Cards left in the packs for which it is made."""
        return len(self.raises)

    @property
    def max_raise(self) -> int:
        """The largest raise for which it is made."""
        return len(self.accepts_by[0])

    def raise_weights(self, view: View, /) -> tuple[int, ...]:
        """Return the weights of raises from 0 to max_raise."""
        law = [Fraction(chance) for chance in self._row(self.raises, view)]
        scale = math.lcm(*(chance.denominator for chance in law))
        return tuple(int(chance * scale) for chance in law)

    def accepts(self, view: View, raised: int, /) -> Fraction:
        """Return the chance of accepting."""
        return Fraction(self._row(self.accepts_by, view)[raised - 1])

    def _row(self, rows: tuple[Chances, ...], view: View) -> Chances:
        if (view.left, view.max_raise) != (self.left, self.max_raise):
            raise BadInput(
                f"a strategy for {self.left} cards and raises up to {self.max_raise} is asked with "
                f"{view.left} cards and raises up to {view.max_raise}; pass one for these"
            )
        return rows[view.rank]


def _chance(value: object) -> Fraction:
    if isinstance(value, bool) or not isinstance(value, int | Fraction) or not 0 <= value <= 1:
        raise BadInput(f"{value!r} must be a chance from 0 to 1, a Fraction or an integer")
    return Fraction(value)


@dataclass(frozen=True)
class ByPack:
    """A strategy by the table for the number of cards left.

    >>> bold = ByRank(raises=((0, 1), (0, 1)), accepts_by=((0,), (1,)))
    >>> ByPack((bold,)).raise_weights(View(card=9, rank=1, left=2, cards=10, max_raise=1))
    (0, 1)
    """

    tables: tuple[ByRank, ...]

    def __str__(self) -> str:
        return f"by rank, {len(self.tables)} tables"

    def table(self, left: int) -> ByRank:
        """Return the table for `left` cards left; BadInput if there is none.

        >>> bold = ByRank(raises=((0, 1), (0, 1)), accepts_by=((0,), (1,)))
        >>> ByPack((bold,)).table(2) == bold
        True
        """
        for table in self.tables:
            if table.left == left:
                return table
        known = ", ".join(str(table.left) for table in self.tables) or "none"
        raise BadInput(f"no table for {left} cards left; there are those for {known}")

    def raise_weights(self, view: View, /) -> tuple[int, ...]:
        """Return the weights of raises from 0 to max_raise."""
        return self.table(view.left).raise_weights(view)

    def accepts(self, view: View, raised: int, /) -> Fraction:
        """Return the chance of accepting."""
        return self.table(view.left).accepts(view, raised)


STRATEGIES: dict[str, Strategy] = {
    "counter": Counter(),
    "non-counter": NonCounter(),
    "random": Random(),
}


def strategy_of(player: str | Strategy) -> Strategy:
    """Return the strategy of that name, or the strategy itself.

    >>> strategy_of("non-counter")
    NonCounter()
    """
    if not isinstance(player, str):
        return player
    if player == EQUILIBRIUM:
        raise BadInput(
            "'equilibrium' plays by tables that a solver finds; pass them in, as montmort.exact "
            f"does, or name one of {', '.join(STRATEGIES)}"
        )
    return STRATEGIES[player]
