"""A hand of five-card draw studied: its choices in words, and where their wins come from.

`made` splits a choice's deals by the type of hand that is drawn, and `one_draw` shows
a single draw, by the sums of `hands_below`; `gone_through` counts the same draw
by looking at every hand that is left to the opponent.
"""

import math
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np

from montmort.exact.five_card_draw.hands_below import Ints, Left, Sums, subsets, values_of
from montmort.exact.five_card_draw.one_hand import Choice, best_of, choices_of
from montmort.games.cards.pack import members
from montmort.games.five_card_draw import Rules
from montmort.games.five_card_draw.ranking import TYPES, table, type_of


class Made(NamedTuple):
    """The draws that make hands of one type, and how the deals after them end."""

    type: str
    draws: int
    wins: int
    ties: int
    deals: int


class Draw(NamedTuple):
    """One draw: the final hand, and of the hands left to the opponent the lower and the equal."""

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
    >>> [hand.words(choice) for choice in hand.optima], hand.best.wins, hand.best.deals
    (['As'], 20, 42)
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
        """Of the best discards one that ties most often: the first that draws fewest cards."""
        return best_of(self.choices)

    @cached_property
    def optima(self) -> list[Choice]:
        """All discards that win most often."""
        return [choice for choice in self.choices if choice.win == self.best.win]

    def words(self, choice: Choice) -> str:
        """Return the discarded cards in the order of the hand, '' for none."""
        words = zip(self.rules.hand.split(), self.cards, strict=True)
        return " ".join(word for word, card in words if choice.discard >> card & 1)

    def kept(self, choice: Choice) -> str:
        """Return the cards that are kept in the order of the hand, '' for none."""
        away = self.words(choice).split()
        return " ".join(word for word in self.rules.hand.split() if word not in away)

    @cached_property
    def unseen(self) -> list[int]:
        """The cards that the player has not seen, in order."""
        return [card for card in range(self.rules.pack.size) if card not in self.cards]

    def multisets(self, choice: Choice) -> int:
        """Return how many multisets of ranks the draws after a choice have."""
        sizes = [1]
        for count in Counter(card % self.rules.pack.ranks for card in self.unseen).values():
            held = [sizes[max(0, n - count) : n + 1] for n in range(len(sizes) + count)]
            sizes = [*map(sum, held)]
        return sizes[choice.discard.bit_count()]

    def made(self, choice: Choice) -> tuple[Made, ...]:
        """Return what is drawn after a choice, by type, the lowest first."""
        counted = _Counted(self, choice)
        types = counted.left.table.types[counted.values]
        return tuple(counted.of_type(place, types == place) for place in np.unique(types).tolist())

    def one_draw(self, choice: Choice, place: int = 0) -> Draw:
        """Return a draw, the lowest unseen cards if no other place is asked, counted by sums."""
        counted = _Counted(self, choice)
        these = np.arange(len(counted.values)) == place
        drawn = sum(1 << card for card in counted.draws[place].tolist())
        final = counted.kept | drawn
        lower, below = counted.below(these, 0), counted.below(these, 1)
        hands = math.comb(len(self.unseen) - choice.discard.bit_count(), 5)
        kind = type_of(final, self.rules.ranking, self.rules.pack)
        return Draw(drawn, final, kind, lower, below - lower, hands)

    def draws(self, choice: Choice) -> Iterator[Draw]:
        """Yield all draws, for a hand on paper."""
        number = math.comb(len(self.unseen), choice.discard.bit_count())
        return (self.one_draw(choice, place) for place in range(number))

    def gone_through(self, draw: Draw) -> tuple[int, int]:
        """Return how many hands of all others are lower and equal, looked at one by one."""
        ranking = table(self.rules.ranking, self.rules.pack)
        seen = sum(1 << card for card in self.cards) | draw.drawn
        rest = np.array([card for card in range(self.rules.pack.size) if not seen >> card & 1])
        words = ranking.keys[rest][subsets(rest.size, 5)].sum(1)
        values = values_of(ranking, words)
        own = values_of(ranking, ranking.keys[[*members(draw.final)]].sum(keepdims=True))
        return int((values < own).sum()), int((values == own).sum())


class _Counted:
    """All draws after a choice, each with the rows of sums that count the hands below it."""

    def __init__(self, hand: DrawnHand, choice: Choice) -> None:
        rules, self.size = hand.rules, choice.discard.bit_count()
        self.ranking = rules.ranking
        own = sum(1 << card for card in hand.cards)
        everything = (1 << rules.pack.size) - 1
        self.kept = own ^ choice.discard
        self.left = left = Left(everything ^ own, self.size, rules.ranking, rules.pack)
        self.draws = left.cards[subsets(left.cards.size, self.size)]
        drawn = left.taken(self.size)
        words = drawn.words + left.table.keys[[*members(self.kept)]].sum()
        self.values = values_of(left.table, words)
        *_, by_ranks = left.of_ranks()
        suits = zip(left.of_suits, drawn.by_suit, strict=True)
        self.rows: list[tuple[Sums, Ints]] = [(by_ranks, drawn.by_ranks)]
        self.rows += [(sums, rows) for (_, sums), rows in suits]
        self.hands = math.comb(left.cards.size - self.size, 5)

    def below(self, these: Ints, more: int) -> int:
        """Count the hands below class v + more, over all of these draws."""
        values = self.values[these] + more
        return sum(sums.total(rows[these], values) for sums, rows in self.rows)

    def of_type(self, place: int, these: Ints) -> Made:
        """Return the draws that make a type."""
        wins, draws = self.below(these, 0), int(these.sum())
        ties = self.below(these, 1) - wins
        return Made(TYPES[self.ranking][place], draws, wins, ties, draws * self.hands)
