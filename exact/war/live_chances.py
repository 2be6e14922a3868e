"""Exact chances during a game of War, given the events seen so far.

The next cards.  As long as only cards as dealt are compared, the two next cards and
all cards laid face down are unknown.  The next two are uniformly random among the u
cards not turned up yet, u_c of them of rank c.  So they tie with chance
sum_c u_c (u_c - 1) / (u (u - 1)).  By symmetry each player wins with half of the
rest.

The end.  With a fixed order of picking up, the deal decides the game, and all deals
consistent with the events are equally likely.  They are found by playing all deals,
unless there are too many.  With one suit and a random pick-up the game is gambler's
ruin in the current numbers of cards (`montmort.exact.war.turn_chain`).

Endless games.  If games may never end, an event is sent when the hands return.  Its
absence rules out some deals, even before captured cards are compared.  The chances
of the next cards are then counted over the remaining deals.  If there are too many
deals to count, they are given without this information.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from fractions import Fraction

from montmort.exact.war.all_deals import End, deals_of, fate_of, orders
from montmort.exact.war.deal_counts import MOST_CARDS
from montmort.games.chance import ScriptedChance
from montmort.games.table import SilentTable
from montmort.games.war import Rules, State, step
from montmort.games.war.events import Endless, FaceDown, Taken, Turned
from montmort.games.war.turn import Hands

MOST_DEALS = 10_000  # played while a player waits
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
    events: Sequence[object],
    view: object = None,  # noqa: ARG001
    choices: Sequence[object] = (),  # noqa: ARG001
) -> dict[str, Fraction]:
    """Return the chances of the next cards and of the end, as far as they are known.

    >>> rules = Rules(ranks=3, suits=2, face_down=1)
    >>> for name, chance in chances(rules, [Turned(2, 1), Taken(1, 2, 4, 2)]).items():
    ...     print(name, chance)
    the next cards tie 1/6
    the first player takes them 5/12
    the first player wins the game 5/6
    the second player wins the game 1/12
    the game is drawn 1/12
    """
    deals = _consistent_deals(rules, events) if _few_deals(rules) else {}
    return {**_next_cards(rules, events, list(deals.values())), **_ends(rules, events, deals)}


def _few_deals(rules: Rules) -> bool:
    """Return whether the deal decides the game, and all deals can be played."""
    if rules.pick_up == "random" or rules.cards > MOST_CARDS:
        return False
    return deals_of(rules) <= MOST_DEALS


def _next_cards(
    rules: Rules, events: Sequence[object], continuations: Sequence[Sequence[object]]
) -> dict[str, Fraction]:
    if not _goes_on(rules, events) or rules.cards // 2 <= _places_used(events):
        return {}
    if rules.may_cycle and continuations:
        ties = sum(isinstance(now, Turned) and now.first == now.second for now, *_ in continuations)
        taken = sum(isinstance(then, Taken) and then.winner == 1 for _, then, *_ in continuations)
        deals = len(continuations)
        return {TIE: Fraction(ties, deals), TAKES: Fraction(taken, deals)}
    unseen = Counter(dict.fromkeys(range(rules.ranks), rules.suits))
    unseen.subtract(rank for event in events if isinstance(event, Turned) for rank in event)
    all_unseen = unseen.total()
    pairs = sum(cards * (cards - 1) for cards in unseen.values())
    tie = Fraction(pairs, all_unseen * (all_unseen - 1))
    return {TIE: tie, TAKES: (1 - tie) / 2}


def _goes_on(rules: Rules, events: Sequence[object]) -> bool:
    """Return whether another turn may follow."""
    taken = [event for event in events if isinstance(event, Taken)]
    if not taken:
        return True
    last = taken[-1]
    return len(taken) != rules.turn_limit and all((last.winner, last.first, last.second))


def _places_used(events: Sequence[object]) -> int:
    """Return an upper bound on the number of cards that the first player has laid down."""
    down = sum(max(event) for event in events if isinstance(event, FaceDown))
    return down + sum(isinstance(event, Turned) for event in events)


def _ends(rules: Rules, events: Sequence[object], deals: Iterable[Hands]) -> dict[str, Fraction]:
    if rules.pick_up == "random" and rules.suits == 1 and rules.turn_limit is None:
        taken = [event.first for event in events if isinstance(event, Taken)]
        first = Fraction([rules.cards // 2, *taken][-1], rules.cards)
        return {ENDS[End.FIRST]: first, ENDS[End.SECOND]: 1 - first}
    ends = Counter(fate_of(rules, *hands).end for hands in deals)
    if rules.turn_limit is not None:  # the limit stops endless games, too
        ends[End.UNFINISHED] += ends.pop(End.ENDLESS, 0)
    return {ENDS[end]: Fraction(ends[end], ends.total()) for end in ENDS if ends[end]}


def _consistent_deals(rules: Rules, events: Sequence[object]) -> dict[Hands, list[object]]:
    """Return the deals whose games begin with the events, with the rest of the turn."""
    games = ((hands, continuation(rules, hands, events)) for hands in orders(rules))
    return {hands: rest for hands, rest in games if rest is not None}


def continuation(rules: Rules, hands: Hands, events: Sequence[object]) -> list[object] | None:
    """Return the events that follow `events` up to the end of the turn.

    None if the game of these hands does not begin with `events`.

    >>> rules = Rules(ranks=2, suits=2)
    >>> continuation(rules, ((1, 0), (0, 1)), [Turned(1, 0)])
    [Taken(winner=1, cards=2, first=3, second=1)]
    >>> continuation(rules, ((0, 1), (1, 0)), [Turned(1, 0)]) is None
    True
    """
    table = _ComparingTable(events)
    state: State | None = State(hands)
    while state is not None and table.agrees and not table.beyond:
        state, _ = step(rules, state, NO_CHANCE, table)
    is_endless = any(isinstance(event, Endless) for event in table.beyond[:1])
    return None if table.expected or is_endless else table.beyond


class _ComparingTable(SilentTable):
    """A table that compares events with the expected ones and collects those beyond them."""

    def __init__(self, events: Sequence[object]) -> None:
        self.expected = list(reversed(events))
        self.beyond: list[object] = []
        self.agrees = True

    def tell(self, event: object, /) -> None:
        if not self.expected:
            self.beyond.append(event)
        elif self.expected[-1] == event:
            self.expected.pop()
        else:
            self.agrees = False
