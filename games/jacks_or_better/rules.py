"""Jacks or better, the first video poker: hold some of five cards, draw the others, be paid.

The player is dealt `cards` cards from a shuffled pack, holds any of them and draws as many
others from the rest of the pack.  The final hand pays by the pay table, per unit of the
bet: the bet itself is not returned.

A choice is the cards to hold in words, in the order of the hand, '' for none.  The choices
are all sets of cards, larger sets first, those of one size in the order of the hand; where
too few cards are left in a small pack, the smallest sets are missing.  A hand is in the
order of the pack.

With fewer ranks than thirteen the pairs that pay are those of the four highest; with fewer
cards than five a straight, a flush and a royal flush consist of all cards of the hand, and
what needs more cards does not arise.
"""

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import combinations
from typing import NamedTuple

from montmort.games.cards.deck import Deck
from montmort.games.cards.drawing import faces
from montmort.games.cards.pack import Pack, members, set_of
from montmort.games.chance import Chance
from montmort.games.dealt_cards import Dealing
from montmort.games.dealt_cards import experiment as deals
from montmort.games.errors import BadInput
from montmort.games.experiment import Experiment, Experiments, Nothing, start_once
from montmort.games.pay_table import Pay, read_pays, write_pays
from montmort.games.rule_set import RuleSet, rule
from montmort.games.rulebook import Rulebook, Terminal
from montmort.games.table import Table
from montmort.games.wager import Wager

PAID = (
    "royal flush", "straight flush", "four of a kind", "full house", "flush", "straight",
    "three of a kind", "two pair", "jacks or better",
)  # fmt: skip
HIGH = 4  # ranks whose pairs pay: jack, queen, king, ace


@dataclass(frozen=True, kw_only=True)
class Rules(RuleSet):
    """The pay table, and the pack.

    >>> Rules().pays["flush"], Rules(pay_table="800,50,25,8,5,4,3,3/2,1").pays["two pair"]
    (6, Fraction(3, 2))
    """

    pay_table: str = rule("800,50,25,9,6,4,3,2,1", f"what is paid for {', '.join(PAID)}")
    ranks: int = rule(13, "ranks in the pack", least=2, most=13)
    suits: int = rule(4, "suits in the pack", least=1, most=4)
    cards: int = rule(5, "cards of a hand", least=2, most=5)

    def check(self) -> None:
        """Raise BadInput unless the pay table has a number for each hand, and the pack a hand."""
        pays = read_pays("pay_table", self.pay_table, PAID)
        self.set_field("pay_table", write_pays(pays))
        if self.pack.size < self.cards:
            raise BadInput(
                f"cards={self.cards} must be dealt from ranks={self.ranks}, suits={self.suits}: "
                "take a larger pack"
            )

    @cached_property
    def pays(self) -> dict[str, Pay]:
        """What is paid for each hand of the table."""
        return dict(zip(PAID, read_pays("pay_table", self.pay_table, PAID), strict=True))

    @cached_property
    def pack(self) -> Pack:
        """The cards."""
        return Pack(ranks=self.ranks, suits=self.suits)

    @cached_property
    def straights(self) -> tuple[int, ...]:
        """The straights as sets of ranks, the lowest first."""
        return self.pack.straights(self.cards)

    @cached_property
    def holds(self) -> tuple[int, ...]:
        """What may be held, as sets of places in the hand: larger sets first.

        >>> Rules(cards=2).holds, Rules(cards=2, ranks=3, suits=1).holds
        ((3, 1, 2, 0), (3, 1, 2))
        """
        fewest = max(0, 2 * self.cards - self.pack.size)  # no more can be drawn than is left
        sizes = range(self.cards, fewest - 1, -1)
        return tuple(set_of(held) for n in sizes for held in combinations(range(self.cards), n))


class Dealt(NamedTuple):
    """What the player sees: the hand in words.

    >>> print(Dealt("5c 6d 7h 8s 9c"))
    You are dealt 5c 6d 7h 8s 9c; which cards do you hold?
    """

    hand: str

    def __str__(self) -> str:
        return f"You are dealt {self.hand}; which cards do you hold?"


class Drawn(NamedTuple):
    """Event: the final hand, its name, and what it pays."""

    hand: str
    name: str
    pays: Pay

    def __str__(self) -> str:
        return f"{self.hand}: {self.name}, pays {self.pays}."


class Hand(NamedTuple):
    """Outcome of a hand: what is paid per unit of the bet, a Fraction if the pay table has one."""

    pays: int | Fraction


def name_of(rules: Rules, hand: int) -> str:
    """Return the name of a hand, a set of cards, in the pay table; "nothing" if it is not there.

    >>> [name_of(Rules(), Rules().pack.read(hand)[0]) for hand in
    ...  ("Tc Jc Qc Kc Ac", "Ac 2c 3c 4c 5c", "Jc Jd 2c 3c 4c", "Tc Td 2c 3c 4c")]
    ['royal flush', 'straight flush', 'jacks or better', 'nothing']
    """
    counts = rules.pack.rank_counts(hand)
    most, second, *_ = (*sorted(counts, reverse=True), 0)
    if most == 1:
        return _name_of_different_ranks(rules, hand)
    if most == 4:
        return "four of a kind"
    if most == 3:
        return "full house" if second == 2 else "three of a kind"
    if second == 2:
        return "two pair"
    return "jacks or better" if 2 in counts[-HIGH:] else "nothing"


def _name_of_different_ranks(rules: Rules, hand: int) -> str:
    lanes = [lane for lane in rules.pack.lanes(hand) if lane]
    is_flush, ranks = len(lanes) == 1, sum(lanes)  # lanes have no rank in common
    if ranks not in rules.straights:
        return "flush" if is_flush else "nothing"
    if not is_flush:
        return "straight"
    return "royal flush" if ranks == rules.straights[-1] else "straight flush"


def pay_of(rules: Rules, hand: int) -> Pay:
    """Return what a final hand pays.

    >>> pay_of(Rules(), Rules().pack.read("7c 7d 7h Kc Kd")[0])
    9
    """
    return rules.pays.get(name_of(rules, hand), 0)


def choices(rules: Rules, hand: str) -> tuple[str, ...]:
    """Return the sets of cards that may be held, in words, larger sets first.

    >>> choices(Rules(cards=2), "5c 6d"), len(choices(Rules(), "5c 6d 7h 8s 9c"))
    (('5c 6d', '5c', '6d', ''), 32)
    """
    cards = members(rules.pack.read(hand)[0])
    return tuple(
        rules.pack.write(set_of([cards[place] for place in members(held)])) for held in rules.holds
    )


def step(rules: Rules, _state: Nothing, chance: Chance, table: Table) -> tuple[None, Hand]:
    """Deal a hand, let the player hold some cards, draw the others, and pay.

    >>> from montmort.games.chance import ScriptedChance
    >>> from montmort.games.table import SilentTable
    >>> rules = Rules(ranks=5, suits=1)  # all five cards are dealt and must be held
    >>> step(rules, Nothing(), ScriptedChance([1] * 5), SilentTable())
    (None, Hand(pays=800))
    """
    deck = Deck((1,) * rules.pack.size)
    dealt, deck = deck.deal(chance, rules.cards)
    words = rules.pack.write(set_of(dealt))
    held = rules.pack.read(table.decide(0, choices(rules, words), Dealt(words)))[0]
    drawn, _ = deck.deal(chance, rules.cards - held.bit_count())
    final = held | set_of(drawn)
    pays = pay_of(rules, final)
    table.tell(Drawn(rules.pack.write(final), name_of(rules, final), pays))
    return None, Hand(pays)


def dealing(rules: Rules) -> Dealing:
    """Return the most that a play deals: a hand, and as many cards again if they are there.

    >>> dealing(Rules()).cards, dealing(Rules(ranks=3, suits=2)).cards
    (10, 6)
    """
    return Dealing(Deck((1,) * rules.pack.size), min(2 * rules.cards, rules.pack.size))


def draw_cards(_rules: Rules, shown: object) -> str:
    """Return a picture of the cards that the player sees.

    >>> print(draw_cards(Rules(), Dealt("Ac 2c 3c 4c 5c")).splitlines()[1])
    │A      │ │2  ♣   │ │3  ♣   │ │4♣   ♣ │ │5♣   ♣ │
    """
    return faces(shown.hand) if isinstance(shown, Dealt | Drawn) else ""


EXPERIMENTS: Experiments[Rules] = {
    "hand": Experiment(name="hand", outcome=Hand, start=start_once, step=step, rules=Rules),
    "cards": deals(dealing, Rules),
}

RULEBOOK = Rulebook(
    name="jacks-or-better",
    title="Jacks or better",
    source="the video poker of 1979; Ethier, Kim and Lee 2016",
    about=__doc__,
    rules=Rules,
    experiments=EXPERIMENTS,
    wants="pays",
    dealing=dealing,
    wagers=(Wager(paid="pays"),),
    terminal=Terminal(draw=draw_cards),
)
