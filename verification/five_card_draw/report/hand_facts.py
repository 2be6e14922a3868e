"""One hand of five-card draw: its choices in words, and where their wins come from.

`DrawnHand.made` splits a choice's deals by the type of the final hand, and `one_draw` counts a
single draw, both by the sums of `montmort.exact.five_card_draw.hands_below`.  `compare_with_all`
counts the same draw by comparing it with every hand that the opponent can have.
"""

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

import numpy as np

from montmort.exact.five_card_draw.hands_below import Ints, Left, Sums, subsets, values_of
from montmort.exact.five_card_draw.one_hand import Choice, best_of, choices_of
from montmort.games.cards.pack import members
from montmort.games.five_card_draw import Rules
from montmort.games.five_card_draw.ranking import TYPES, table, type_of


class Made(NamedTuple):
    """The draws that make a final hand of one type, and how the deals after them end."""

    type: str
    draws: int
    wins: int
    ties: int
    deals: int

    @property
    def counts(self) -> tuple[int, int, int]:
        """The deals, and how many of them are won and tied."""
        return self.deals, self.wins, self.ties

    @property
    def win(self) -> Fraction:
        """The share of these deals that is won."""
        return Fraction(self.wins, self.deals)


class Draw(NamedTuple):
    """One draw: the final hand, and how many of the opponent's hands are lower and equal."""

    drawn: int
    final: int
    type: str
    lower: int
    equal: int
    hands: int


@dataclass(frozen=True)
class DrawnHand:
    """The hand that Rules give, with every discard that they allow.

    >>> hand = DrawnHand(Rules(ranks=3, hand="2c 2d 3c 3d As", max_draw=1))
    >>> hand.actions(hand.optima), hand.best.wins, hand.best.deals
    (['discard As'], 20, 42)
    """

    rules: Rules

    @cached_property
    def cards(self) -> list[int]:
        """The five cards in the order of the hand."""
        pack = self.rules.pack
        return [pack.read(word)[0].bit_length() - 1 for word in self.rules.hand.split()]

    @cached_property
    def choices(self) -> tuple[Choice, ...]:
        """All discards, counted."""
        rules = self.rules
        return choices_of(self.cards, rules.max_draw, rules.ranking, rules.pack)

    @cached_property
    def best(self) -> Choice:
        """Of the best discards that tie most often, the first of those that draw fewest cards."""
        return best_of(self.choices)

    @cached_property
    def optima(self) -> list[Choice]:
        """All discards that win most often."""
        return [choice for choice in self.choices if choice.win == self.best.win]

    @cached_property
    def tying(self) -> list[Choice]:
        """Of the discards that win most often those that tie most often."""
        return [choice for choice in self.optima if choice.tie == self.best.tie]

    @cached_property
    def chosen(self) -> Choice:
        """The discard that Rules give."""
        return next(choice for choice in self.choices if choice.discard == self.rules.discarded)

    def words(self, choice: Choice) -> str:
        """Return the discarded cards in the order of the hand, '' for none."""
        words = zip(self.rules.hand.split(), self.cards, strict=True)
        return " ".join(word for word, card in words if choice.discard >> card & 1)

    def action(self, choice: Choice) -> str:
        """Return a choice in words, as "discard 2c 2d" or "stand pat"."""
        words = self.words(choice)
        return f"discard {words}" if words else "stand pat"

    def actions(self, choices: Iterable[Choice], form: str = "%s") -> list[str]:
        """Return choices in words, each put in the place of %s."""
        return [form % self.action(choice) for choice in choices]

    def kept(self, choice: Choice) -> str:
        """Return the cards that are kept in the order of the hand, '' for none."""
        away = self.words(choice).split()
        return " ".join(word for word in self.rules.hand.split() if word not in away)

    @cached_property
    def unseen(self) -> list[int]:
        """The cards that the player has not seen, in order."""
        return [card for card in range(self.rules.pack.size) if card not in self.cards]

    def left(self, choice: Choice) -> Left:
        """Return the unseen cards, from which as many are drawn as the choice discards."""
        unseen, size = sum(1 << card for card in self.unseen), choice.discard.bit_count()
        return Left(unseen, size, self.rules.ranking, self.rules.pack)

    def multisets(self, choice: Choice) -> int:
        """Return how many multisets of ranks the draws after a choice have."""
        drawn = self.left(choice).taken(choice.discard.bit_count())
        return np.unique(drawn.by_ranks).size

    def made(self, choice: Choice) -> tuple[Made, ...]:
        """Return the draws after a choice, by the type of the final hand, the lowest first."""
        counted = _Counted(self, choice)
        types = counted.left.table.types[counted.values]
        return tuple(counted.of_type(place, types == place) for place in np.unique(types).tolist())

    def one_draw(self, choice: Choice, place: int = 0) -> Draw:
        """Return the draw at a place, counted by sums; at place 0 the lowest unseen cards."""
        counted = _Counted(self, choice)
        these = np.arange(len(counted.values)) == place
        drawn = sum(1 << card for card in counted.draws[place].tolist())
        final = counted.kept | drawn
        lower, below = counted.below(these, 0), counted.below(these, 1)
        hands = math.comb(len(self.unseen) - choice.discard.bit_count(), 5)
        kind = type_of(final, self.rules.ranking, self.rules.pack)
        return Draw(drawn, final, kind, lower, below - lower, hands)

    def draws(self, choice: Choice) -> Iterator[Draw]:
        """Yield all draws after a choice."""
        number = math.comb(len(self.unseen), choice.discard.bit_count())
        return (self.one_draw(choice, place) for place in range(number))

    def compare_with_all(self, draw: Draw) -> tuple[int, int]:
        """Return how many of the opponent's hands are lower and equal, compared one by one."""
        ranking = table(self.rules.ranking, self.rules.pack)
        seen = self.rules.own | draw.drawn
        rest = np.array([card for card in range(self.rules.pack.size) if not seen >> card & 1])
        words = ranking.keys[rest][subsets(rest.size, 5)].sum(1)
        values = values_of(ranking, words)
        own = values_of(ranking, ranking.keys[[*members(draw.final)]].sum(keepdims=True))
        return int((values < own).sum()), int((values == own).sum())


class _Counted:
    """All draws after a choice, each with the rows of sums that count the hands below it."""

    def __init__(self, hand: DrawnHand, choice: Choice) -> None:
        size = choice.discard.bit_count()
        self.ranking = hand.rules.ranking
        self.kept = hand.rules.own ^ choice.discard
        self.left = left = hand.left(choice)
        self.draws = left.cards[subsets(left.cards.size, size)]
        drawn = left.taken(size)
        words = drawn.words + left.table.keys[[*members(self.kept)]].sum()
        self.values = values_of(left.table, words)
        *_, by_ranks = left.of_ranks()
        suits = zip(left.of_suits, drawn.by_suit, strict=True)
        self.rows: list[tuple[Sums, Ints]] = [(by_ranks, drawn.by_ranks)]
        self.rows += [(sums, rows) for (_, sums), rows in suits]
        self.hands = math.comb(left.cards.size - size, 5)

    def below(self, these: Ints, more: int) -> int:
        """Return how many hands are below class v + more, over all of these draws."""
        values = self.values[these] + more
        return sum(sums.total(rows[these], values) for sums, rows in self.rows)

    def of_type(self, place: int, these: Ints) -> Made:
        """Return the draws that make a final hand of a type."""
        wins, draws = self.below(these, 0), int(these.sum())
        ties = self.below(these, 1) - wins
        return Made(TYPES[self.ranking][place], draws, wins, ties, draws * self.hands)
