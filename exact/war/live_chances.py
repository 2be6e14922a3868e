"""What is known of a game of War by those who have watched its first turns.

The next cards.  While the deal lasts, nobody has seen the two cards on top, nor any
card that lies face down: they are any two of the u cards not turned yet, of which
u_c have rank c.  So they tie with chance sum_c u_c (u_c - 1) / (u (u - 1)), and
exchanging them exchanges the players: either of them wins with half the rest.

The end.  With a fixed order of picking up a game is decided by its deal, and all
deals that begin with what was told have the same chance.  They are found by
playing them; of a large deck there are too many.  One suit picked up at random is
gambler's ruin in the cards of the players now (`montmort.exact.war.turn_chain`).

Silence.  Where games may never end the table says when the hands have come back, so
its silence rules deals out, some already while the deal lasts.  Then the next cards
are counted too, over the deals that are left; where the deals are too many, the
chances above are those of one who was not told whether the hands came back.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any

from montmort.exact.war.all_deals import End, deals_of, fate_of, orders
from montmort.exact.war.deal_counts import MOST_CARDS
from montmort.games.chance import ScriptedChance
from montmort.games.table import SilentTable
from montmort.games.war import Rules, State, step
from montmort.games.war.events import Endless, FaceDown, Taken, Turned
from montmort.games.war.turn import Hands

MOST_DEALS = 10_000  # played while somebody waits
NO_CHANCE = ScriptedChance(())
TIE, TAKES = "the next cards tie", "the first player takes them"
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
    fitting = _fitting(rules, heard) if _few_deals(rules) else {}
    return {**_next_cards(rules, heard, list(fitting.values())), **_ends(rules, heard, fitting)}


def _few_deals(rules: Rules) -> bool:
    """Return whether a game is decided by its deal, and all deals can be played."""
    if rules.pick_up == "random" or rules.cards > MOST_CARDS:
        return False
    return deals_of(rules) <= MOST_DEALS


def _next_cards(
    rules: Rules, heard: Sequence[Any], following: Sequence[Sequence[Any]]
) -> dict[str, Fraction]:
    if not _goes_on(rules, heard) or rules.cards // 2 <= _places_used(heard):
        return {}
    if rules.may_cycle and following:
        ties = sum(cards.first == cards.second for cards, *_ in following)
        taken = sum(isinstance(then, Taken) and then.winner == 1 for _, then, *_ in following)
        return {TIE: Fraction(ties, len(following)), TAKES: Fraction(taken, len(following))}
    unseen = Counter(dict.fromkeys(range(rules.ranks), rules.suits))
    unseen.subtract(rank for event in heard if isinstance(event, Turned) for rank in event)
    all_unseen = unseen.total()
    pairs = sum(cards * (cards - 1) for cards in unseen.values())
    tie = Fraction(pairs, all_unseen * (all_unseen - 1))
    return {TIE: tie, TAKES: (1 - tie) / 2}


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


def _ends(rules: Rules, heard: Sequence[Any], fitting: Iterable[Hands]) -> dict[str, Fraction]:
    if rules.pick_up == "random" and rules.suits == 1 and rules.turn_limit is None:
        return _ruin(rules, heard)
    ends = Counter(fate_of(rules, *hands).end for hands in fitting)
    if rules.turn_limit is not None:  # it stops the endless, too
        ends[End.UNFINISHED] += ends.pop(End.ENDLESS, 0)
    return {ENDS[end]: Fraction(ends[end], ends.total()) for end in ENDS if ends[end]}


def _ruin(rules: Rules, heard: Sequence[Any]) -> dict[str, Fraction]:
    taken = [event.first for event in heard if isinstance(event, Taken)]
    first = Fraction([rules.cards // 2, *taken][-1], rules.cards)
    return {ENDS[End.FIRST]: first, ENDS[End.SECOND]: 1 - first}


def _fitting(rules: Rules, heard: Sequence[Any]) -> dict[Hands, list[Any]]:
    """Return the deals whose games begin with what was heard, and what is told then."""
    told = ((hands, following(rules, hands, heard)) for hands in orders(rules))
    return {hands: events for hands, events in told if events is not None}


def following(rules: Rules, hands: Hands, heard: Sequence[Any]) -> list[Any] | None:
    """Return what is told from there to the end of the turn; None if the game begins otherwise.

    >>> rules = Rules(ranks=2, suits=2)
    >>> following(rules, ((1, 0), (0, 1)), [Turned(1, 0)])
    [Taken(winner=1, cards=2, first=3, second=1)]
    >>> following(rules, ((0, 1), (1, 0)), [Turned(1, 0)]) is None
    True
    """
    ear = _Ear(heard)
    state: State | None = State(hands)
    while state is not None and ear.agrees and not ear.beyond:
        state, _ = step(rules, state, NO_CHANCE, ear)
    came_back = any(isinstance(event, Endless) for event in ear.beyond[:1])
    return None if ear.left or came_back else ear.beyond


class _Ear(SilentTable):
    """A table that compares what it is told with what was heard, and keeps what goes beyond."""

    def __init__(self, heard: Sequence[Any]) -> None:
        self.left = list(reversed(heard))
        self.beyond: list[Any] = []
        self.agrees = True

    def tell(self, event: Any, /) -> None:
        if not self.left:
            self.beyond.append(event)
        elif self.left[-1] == event:
            self.left.pop()
        else:
            self.agrees = False
