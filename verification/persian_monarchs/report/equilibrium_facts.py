"""A hand of Persian Monarchs in equilibrium, with best responses to both of its strategies."""

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import floor

from montmort.exact.persian_monarchs.best_response import Tables
from montmort.exact.persian_monarchs.equilibrium import HandEquilibrium, solve_hand
from montmort.exact.persian_monarchs.equilibrium_closed_form import Balance
from montmort.games.errors import TooLarge
from montmort.games.persian_monarchs import Rules


@dataclass(frozen=True)
class Best:
    """A hand in equilibrium; sums are over all cards, n (n-1) times a mean.

    >>> best = Best(solve_hand(4, 1))
    >>> best.balance.K, best.accepted(1), best.most, best.declined, sum(best.accepting)
    (6, (2, Fraction(0, 1)), Fraction(1, 1), Fraction(2, 1), Fraction(1, 1))
    """

    solved: HandEquilibrium

    @classmethod
    def of(cls, rules: Rules) -> "Best | TooLarge":
        """Return the equilibrium for these rules, or the reason why it is not solved."""
        try:
            return cls(solve_hand(rules.cards, rules.max_raise))
        except TooLarge as error:
            return error

    @property
    def cards(self) -> int:
        """Cards in the pack."""
        return self.solved.cards

    @property
    def raises(self) -> range:
        """The raises that can be made."""
        return range(1, self.solved.max_raise + 1)

    @property
    def deals(self) -> int:
        """Ordered pairs of cards."""
        return self.cards * (self.cards - 1)

    @cached_property
    def balance(self) -> Balance:
        """The number K, and the chance that a card with a breakpoint at K plays as if above it."""
        return Balance.of(self.cards, self.solved.max_raise)

    def accepted(self, raised: int) -> tuple[int, Fraction]:
        """Return how many cards accept for sure, and the chance that the next one accepts."""
        most = Fraction(self.balance.K, raised + 2)
        return floor(most), most - floor(most)

    def raising(self, raised: int, *, bluffs: bool) -> Fraction:
        """Return how many cards make this raise, as bluffs or for value."""
        rows = enumerate(self.solved.raises)
        chances = (row[raised] for card, row in rows if self.bluffs(card) is bluffs)
        return sum(chances, Fraction(0))

    def bluffs(self, card: int) -> bool:
        """Return whether a raise with this card is a bluff."""
        return 2 * (self.cards - 1 - card) >= self.balance.K

    @property
    def raising_cards(self) -> int:
        """The number of cards that ever raise."""
        return sum(row[0] < 1 for row in self.solved.raises)

    def sum_at(self, number: int) -> Fraction:
        """Return the sum of a best response to the dealer who plays by this K."""
        return self.balance._replace(K=number).value() * self.deals

    @cached_property
    def _tables(self) -> Tables:
        return Tables.of(self.solved.strategy, self.cards, self.solved.max_raise)

    @cached_property
    def values(self) -> list[list[Fraction]]:
        """V_i(x) against this dealer, card by card from the lowest."""
        return [list(row) for row in self._tables.raise_values()]

    @property
    def most(self) -> Fraction:
        """The sum of a best response to this dealer."""
        return sum(map(max, self.values), Fraction(0))

    @cached_property
    def accepting(self) -> list[Fraction]:
        """The dealer's gains from accepting raises by 1, 2, ... where that is profitable."""
        columns = zip(*self._tables.accept_gains(), strict=True)
        return [sum((gain for gain in column if gain > 0), Fraction(0)) for column in columns]

    @property
    def declined(self) -> Fraction:
        """The sum of this non-dealer if every raise is declined."""
        others = self.cards - 1
        rows = enumerate(self.solved.raises)
        return sum((others + law[0] * 2 * (card - others) for card, law in rows), Fraction(0))

    @property
    def least(self) -> Fraction:
        """The sum of this non-dealer against a best response."""
        return self.declined - sum(self.accepting, Fraction(0))

    @property
    def proving(self) -> list[Fraction]:
        """The value by best responses to the dealer and to the non-dealer, and by the sum f."""
        sums = (self.most, self.least, self.sum_at(self.balance.K))
        return [total / self.deals for total in sums]

    @property
    def is_proved(self) -> bool:
        """Whether both best responses and the sum f have the value."""
        return set(self.proving) == {self.solved.value}

    @property
    def value_and_bluffs(self) -> tuple[list[Fraction], list[Fraction]]:
        """X times the raises for value by x, and x + 2 times the bluffs: the dealer is indifferent.

        Both lists are by x = 1, 2, ...
        """
        value = [x * self.raising(x, bluffs=False) for x in self.raises]
        bluffs = [(2 + x) * self.raising(x, bluffs=True) for x in self.raises]
        return value, bluffs
