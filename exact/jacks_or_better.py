"""Jacks or better: the best hold of every hand, its value, and the law of the pay."""

from collections.abc import Sequence
from functools import lru_cache, partial
from typing import Any

from montmort.exact.decisions.hold_and_draw import HoldAndDraw, hold_and_draw
from montmort.exact.decisions.suits import cards_at, suit_key
from montmort.games.jacks_or_better import Rules, pay_of
from montmort.games.validation import check_type


@lru_cache(maxsize=4)
def solve(rules: Rules) -> HoldAndDraw:
    """Return the best play of all hands.

    Two cards of 2c Ac 2d Ad, and only pairs pay: 2 of 6 hands are pairs, the other 4 hold
    one card and pair it with chance 1/2.

    >>> game = solve(Rules(ranks=2, suits=2, cards=2, pay_table="0,0,0,0,0,0,0,0,1"))
    >>> str(game.value), game.how
    ('2/3', '4 classes of 6 hands under permutation of the suits, 4 holds each')
    """
    check_type("rules", rules, Rules, "Rules(…)")
    return hold_and_draw(partial(pay_of, rules), pack=rules.pack, cards=rules.cards, symmetric=True)


class BestPlayer:
    """A Table that holds the best cards, by the tie rule of `hold_and_draw`.

    >>> player = BestPlayer(Rules(ranks=5, suits=2, cards=2))
    >>> from montmort.games.jacks_or_better import Dealt
    >>> player.decide(0, (), Dealt("2c Ad"))  # the ace: pairs, and royal flushes
    'Ad'
    """

    def __init__(self, rules: Rules) -> None:
        self.pack, self.places = rules.pack, solve(rules).strategy()

    def decide(self, _seat: int, _choices: Sequence[Any], view: Any, /) -> Any:
        """Return the cards to hold of the hand `view`, in words."""
        hand = self.pack.read(view.hand)[0]
        places = self.places[suit_key(self.pack, hand)]
        return self.pack.write(cards_at(self.pack, hand, places))

    def tell(self, event: object, /) -> None:
        """Ignore the event."""
