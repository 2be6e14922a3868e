"""What is known of a game of War by those who have watched its first turns.

The next cards.  While the deal lasts, nobody has seen the two cards on top, nor any
card that lies face down: they are any two of the u cards not turned yet, of which
u_c have rank c.  So they tie with chance sum_c u_c (u_c - 1) / (u (u - 1)), and
exchanging them exchanges the players: either of them wins with half the rest.

The end.  With a fixed order of picking up a game is decided by its deal, and all
deals that begin with what was told have the same chance.  They are found by
playing them; of a large deck there are too many.  One suit picked up at random is
gambler's ruin in the cards of the players now (`exact.war_chain`).
"""

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from exact.war_counts import MOST_CARDS
from exact.war_deals import End, deals_of, fate_of, orders
from games.chance import ScriptedChance
from games.table import SilentTable
from games.war import Rules, State, step
from games.war_events import FaceDown, Taken, Turned
from games.war_turn import Hands

MOST_DEALS = 10_000  # played while somebody waits
NO_CHANCE = ScriptedChance(())
ENDS = {
    End.FIRST: "the first player wins the game",
    End.SECOND: "the second player wins the game",
    End.DRAW: "the game is drawn",
    End.ENDLESS: "the game never ends",
    End.UNFINISHED: "the game is left unfinished",
}


def chances(
    rules: Rules,
    heard: Sequence[Any],
    view: object = None,  # noqa: ARG001
    choices: Sequence[object] = (),  # noqa: ARG001
) -> dict[str, Fraction]:
    """Return the chances of the next cards and of the end, as far as they are known.

    Silence tells nothing here: a deal whose hands have just come back, of which the table
    would have said so, still counts among those that fit.

    >>> rules = Rules(ranks=3, suits=2, face_down=1)
    >>> heard = [Turned(2, 1), Taken(1, 2, 4, 2)]
    >>> for name, chance in chances(rules, heard).items():
    ...     print(name, chance)
    the next cards tie 1/6
    the first player takes them 5/12
    the first player wins the game 5/6
    the second player wins the game 1/12
    the game is drawn 1/12
    """
    return {**_next_cards(rules, heard), **_ends(rules, heard)}


def _next_cards(rules: Rules, heard: Sequence[Any]) -> dict[str, Fraction]:
    if not _goes_on(rules, heard) or rules.cards // 2 <= _places_used(heard):
        return {}
    unseen = Counter(dict.fromkeys(range(rules.ranks), rules.suits))
    unseen.subtract(rank for event in heard if isinstance(event, Turned) for rank in event)
    all_unseen = unseen.total()
    pairs = sum(cards * (cards - 1) for cards in unseen.values())
    tie = Fraction(pairs, all_unseen * (all_unseen - 1))
    return {"the next cards tie": tie, "the first player takes them": (1 - tie) / 2}


def _goes_on(rules: Rules, heard: Sequence[Any]) -> bool:
    """Return whether another turn may follow."""
    taken = [event for event in heard if isinstance(event, Taken)]
    if not taken:
        return True
    last = taken[-1]
    return len(taken) != rules.turn_limit and all((last.winner, last.first, last.second))


def _places_used(heard: Sequence[Any]) -> int:
    """Return how many cards of the deal the first player has laid down, or more."""
    down = sum(max(event) for event in heard if isinstance(event, FaceDown))
    return down + sum(isinstance(event, Turned) for event in heard)


def _ends(rules: Rules, heard: Sequence[Any]) -> dict[str, Fraction]:
    if rules.pick_up == "random":
        return _ruin(rules, heard) if rules.suits == 1 and rules.turn_limit is None else {}
    if rules.cards > MOST_CARDS or deals_of(rules) > MOST_DEALS:
        return {}
    fitting = (hands for hands in orders(rules) if fits(rules, hands, heard))
    ends = Counter(fate_of(rules, *hands).end for hands in fitting)
    if rules.turn_limit is not None:  # it stops the endless, too
        ends[End.UNFINISHED] += ends.pop(End.ENDLESS, 0)
    return {ENDS[end]: Fraction(ends[end], ends.total()) for end in ENDS if ends[end]}


def _ruin(rules: Rules, heard: Sequence[Any]) -> dict[str, Fraction]:
    taken = [event.first for event in heard if isinstance(event, Taken)]
    first = Fraction([rules.cards // 2, *taken][-1], rules.cards)
    return {ENDS[End.FIRST]: first, ENDS[End.SECOND]: 1 - first}


def fits(rules: Rules, hands: Hands, heard: Sequence[Any]) -> bool:
    """Return whether the game of these hands begins with what was heard.

    >>> rules = Rules(ranks=2, suits=2)
    >>> fits(rules, ((1, 0), (0, 1)), [Turned(1, 0)]), fits(rules, ((0, 1), (1, 0)), [Turned(1, 0)])
    (True, False)
    """
    ear = _Ear(heard)
    state: State | None = State(hands)
    while state is not None and ear.listens:
        state, _ = step(rules, state, NO_CHANCE, ear)
    return ear.agrees


class _Ear(SilentTable):
    """A table that compares what it is told with what was heard, as far as this goes."""

    def __init__(self, heard: Sequence[Any]) -> None:
        self.left = list(reversed(heard))
        self.agrees = True

    @property
    def listens(self) -> bool:
        return self.agrees and bool(self.left)

    def tell(self, event: Any, /) -> None:
        if self.listens:
            self.agrees = self.left.pop() == event
