"""A hand of cribbage: four cards and a starter, counted.

Every set of cards with the sum fifteen counts 2, pictures as ten and aces as one; every pair
counts 2; the cards of a run of three or more count 1 each, in every way to make the longest run;
four cards of one suit in the hand count 4, and 5 if the starter is of that suit too; the jack of
the starter's suit in the hand counts 1.

Of the suits only that of the starter matters, and whether four cards of other suits are of
one suit.  So the starter's rank is drawn first, and then a hand from the 51 cards left: the card of
the starter's suit in each rank, and the three others.  Four of the others with different ranks
are of one suit with chance 1/27.
"""

from dataclasses import dataclass
from typing import NamedTuple

from montmort.games.cards.deck import Deck
from montmort.games.chance import Chance
from montmort.games.experiment import Experiment, Experiments, Nothing, start_once
from montmort.games.rule_set import RuleSet
from montmort.games.rulebook import Rulebook
from montmort.games.table import Table

RANKS = 13
JACK = 10  # aces are rank 0
HAND = 4
OTHERS = [3] * RANKS
DECKS = tuple(  # by the starter: in each rank the card of its suit, then the three others
    Deck([int(rank != starter) for rank in range(RANKS)] + OTHERS) for starter in range(RANKS)
)


@dataclass(frozen=True, kw_only=True)
class Rules(RuleSet):
    """Nothing can be chosen."""


class Hand(NamedTuple):
    """Outcome: the points of the hand."""

    points: int


def step(_rules: Rules, _state: Nothing, chance: Chance, table: Table) -> tuple[None, Hand]:
    """Draw a starter and a hand: the perfect hand, a five as starter, three fives and the jack.

    >>> from montmort.games.chance import ScriptedChance
    >>> from montmort.games.table import SilentTable
    >>> step(Rules(), Nothing(), ScriptedChance([4, *PERFECT]), SilentTable())
    (None, Hand(points=29))
    """
    starter = chance.pick([4] * RANKS)
    hand, _ = DECKS[starter].deal(chance, HAND)
    ranks = [hand.counts[rank] + hand.counts[RANKS + rank] for rank in range(RANKS)]
    of_suit = sum(hand.counts[:RANKS])
    flush = 0
    if of_suit == HAND:
        flush = HAND + 1
    elif of_suit == 0 and max(ranks) == 1 and chance.pick([26, 1]):
        flush = HAND
    ranks[starter] += 1
    points = fifteens(ranks) + pairs(ranks) + runs(ranks) + flush + hand.counts[JACK]
    table.tell(Hand(points))
    return None, Hand(points)


def fifteens(ranks: list[int]) -> int:
    """Return 2 for every set of cards with the sum 15; ranks[r] cards have rank r.

    >>> fifteens([0, 0, 0, 0, 4, 0, 0, 0, 0, 0, 1, 0, 0])
    16
    """
    ways = [1] + [0] * 15  # sets of cards by their sum
    for rank in range(RANKS):
        value = min(rank + 1, 10)
        for _ in range(ranks[rank]):
            for total in range(15, value - 1, -1):
                ways[total] += ways[total - value]
    return 2 * ways[15]


def pairs(ranks: list[int]) -> int:
    """Return 2 for every pair.

    >>> pairs([0, 0, 0, 0, 4, 0, 0, 0, 0, 0, 1, 0, 0])
    12
    """
    return sum([count * (count - 1) for count in ranks])


def runs(ranks: list[int]) -> int:
    """Return the points of the longest run, in every way to make it.

    >>> runs([2, 1, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0])
    12
    """
    points, length, ways = 0, 0, 1
    for rank in range(RANKS):
        if ranks[rank]:
            length += 1
            ways *= ranks[rank]
        else:
            length, ways = 0, 1
        if length >= 3:
            points = length * ways
    return points


PERFECT = (0,) * 9 + (1,) + (0,) * 6 + (3,)  # the jack of the starter's suit, and three fives

EXPERIMENTS: Experiments[Rules] = {
    "hand": Experiment(name="hand", outcome=Hand, start=start_once, step=step, rules=Rules),
}

RULEBOOK = Rulebook(
    name="cribbage-hand",
    title="A hand of cribbage",
    source="the rules of cribbage",
    about=__doc__,
    rules=Rules,
    experiments=EXPERIMENTS,
)
