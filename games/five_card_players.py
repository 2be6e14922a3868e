"""The computer players of five-card draw, and what a player sees at his turn.

    smart        discards what is best; he is told, for the rulebook knows no chances
    montecarlo   plays every choice `runs` times with cards drawn from those he has
                 not seen, against five others of them, counts the wins alone, and
                 takes the first choice that won most often
    random       takes any of the choices, each with the same chance

What players leave to chance they draw from Chance, so that it is walked and
simulated like the deal.
"""

from collections.abc import Callable, Sequence
from math import comb
from typing import TYPE_CHECKING, Any, NamedTuple

from games.cards import Deck
from games.chance import Chance
from games.errors import BadInput
from games.five_card_hands import value
from games.playing_cards import members

if TYPE_CHECKING:
    from games.five_card_draw import Rules

KINDS = ("smart", "montecarlo", "random")


class Turn(NamedTuple):
    """What the player on `seat` sees: his own five cards.

    >>> print(Turn(seat=0, own="5c 6d 7h 8s 9c"))
    You hold 5c 6d 7h 8s 9c.
    """

    seat: int
    own: str

    def __str__(self) -> str:
        return f"You hold {self.own}."


Best = Callable[["Rules", Turn], str]  # the best of the choices


class Players:
    """The Table at which the players sit that Rules name, `player` first."""

    def __init__(self, rules: "Rules", chance: Chance, best: Best | None = None) -> None:
        self.rules, self.chance, self.best = rules, chance, best

    def decide(self, seat: int, choices: Sequence[Any], view: Any, /) -> Any:
        """Return what the player on the seat discards."""
        match (self.rules.player, self.rules.opponent)[seat]:
            case "smart":
                return self._smart(view)
            case "montecarlo":
                wins = [self._wins(choice, view.own) for choice in choices]
                return choices[wins.index(max(wins))]
            case _:
                return choices[self.chance.pick([1] * len(choices))]

    def tell(self, event: Any, /) -> None:
        """Hear nothing: computer players go by their own cards."""

    def _smart(self, turn: Turn) -> str:
        if self.best is None:
            raise BadInput("a smart player goes by the best discards, which exact works out: hand "
                           "them in, or take the players montecarlo and random")  # fmt: skip
        return self.best(self.rules, turn)

    def _wins(self, choice: str, own: str) -> int:
        """Return how many of the runs the choice has won."""
        pack, ranking = self.rules.pack, self.rules.ranking
        held = pack.read(own)[0]
        discarded = pack.read(choice)[0]
        unseen = self.rules.without(held)
        wins = 0
        for _ in range(self.rules.runs):
            drawn, rest = unseen.deal(self.chance, discarded.bit_count())
            final = held ^ discarded | set_of(drawn)
            other = set_of(rest.deal(self.chance, 5)[0])
            wins += value(final, ranking, pack) > value(other, ranking, pack)
        return wins


def set_of(cards: Deck[int]) -> int:
    """Return cards that lie together as a set.

    >>> bin(set_of(Deck((1, 0, 1))))
    '0b101'
    """
    return sum(1 << card for card in cards)


def best_of(discards: Sequence[int]) -> Best:
    """Return the player who goes by a complete table of discards.

    `discards[i]` is for the hand c_0 < … < c_4 with C(c_0, 1) + … + C(c_4, 5) = i:
    bit j says that c_j is discarded.
    """

    def best(rules: "Rules", turn: Turn) -> str:
        cards = [*members(rules.pack.read(turn.own)[0])]
        away = discards[place(cards)]
        return " ".join(rules.pack.card_name(c) for j, c in enumerate(cards) if away >> j & 1)

    return best


def place(cards: Sequence[int]) -> int:
    """Return where a hand stands in a complete table: C(c_0, 1) + … + C(c_4, 5).

    >>> place((0, 1, 2, 3, 4)), place((47, 48, 49, 50, 51))
    (0, 2598959)
    """
    return sum(comb(card, j) for j, card in enumerate(sorted(cards), start=1))
