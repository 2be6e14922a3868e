"""Three-card poker: which hands to play, and the law of the ante."""

from collections.abc import Sequence
from functools import lru_cache, partial
from typing import Any

from montmort.exact.decisions.against_dealer import AgainstDealer, against_dealer
from montmort.exact.decisions.suits import suit_key
from montmort.games.three_card_poker import (
    CARDS,
    CHOICES,
    Rules,
    net_of,
    qualifies,
    strength,
)
from montmort.games.validation import check_type


@lru_cache(maxsize=4)
def solve(rules: Rules) -> AgainstDealer:
    """Return the best play of the ante.

    Of 2c 3c Ac 2d 3d Ad the dealer has the cards that the player has not: 2 straight flushes
    tie and are paid 5, 6 straights tie and are paid 1, of 12 pairs 6 win 2, and 6 fold.

    >>> game = solve(Rules(ranks=3, suits=2))
    >>> str(game.value), game.how
    ('11/10', '10 classes of 20 hands')
    """
    check_type("rules", rules, Rules, "Rules(…)")
    return against_dealer(
        CHOICES,
        partial(net_of, rules),
        strength=partial(strength, rules),
        qualifies=partial(qualifies, rules),
        pack=rules.pack,
        cards=CARDS,
        symmetric=True,
    )


def lowest_played(rules: Rules) -> str:
    """Return the lowest hand that should be played, in words; "" if none should.

    >>> lowest_played(Rules())
    '4d 6h Qs'
    """
    hand = solve(rules).weakest("play")
    return "" if hand is None else rules.pack.write(hand)


class BestPlayer:
    """A Table that plays or folds as is best.

    >>> from montmort.games.three_card_poker import Dealt
    >>> player = BestPlayer(Rules())
    >>> [player.decide(0, CHOICES, Dealt(hand)) for hand in ("4c 6d Qh", "3c 6d Qh")]
    ['play', 'fold']
    """

    def __init__(self, rules: Rules) -> None:
        self.pack, self.choices = rules.pack, solve(rules).strategy()

    def decide(self, _seat: int, _choices: Sequence[Any], view: Any, /) -> Any:
        """Return the choice for the hand of `view`."""
        return self.choices[suit_key(self.pack, self.pack.read(view.hand)[0])]

    def tell(self, event: object, /) -> None:
        """Ignore the event."""
