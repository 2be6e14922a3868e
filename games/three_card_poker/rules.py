"""Three-card poker: an ante against the dealer, and the side bet pair plus.

In the experiment `ante` the player antes one unit, sees three cards of a shuffled pack, and
plays or folds.  A player who folds loses the ante; one who plays bets one more unit, and the
dealer shows three cards.  The dealer qualifies with a queen high or better:

    the dealer does not qualify    the ante pays 1, the other unit is returned
    the player's hand is higher    both units pay 1
    the dealer's hand is higher    both units are lost
    the hands are equal            both units are returned

A player who plays a straight, three of a kind or a straight flush is paid the `bonus` as
well, per unit of the ante, whatever the dealer holds.

In the experiment `pair-plus` one unit is bet on the player's own three cards: it is lost, or
pays by the table `pair_plus`.

The hands are, from the highest, straight flush, three of a kind, straight, flush, pair, high
card; within a type ranks decide, those of more cards first, and A 2 3 is the lowest straight.
In a small pack the third highest rank stands for the queen.
"""

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

from montmort.games.cards.deck import Deck
from montmort.games.cards.drawing import faces
from montmort.games.cards.pack import Pack, set_of
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

CARDS = 3
TYPES = ("high card", "pair", "flush", "straight", "three of a kind", "straight flush")
BONUS = ("straight", "three of a kind", "straight flush")
PAIR_PLUS = ("straight flush", "three of a kind", "straight", "flush", "pair")
QUEEN = 3  # the place of the queen from the top
CHOICES = ("play", "fold")

Strength = tuple[int, tuple[int, ...]]  # the place in TYPES, then what decides within it


@dataclass(frozen=True, kw_only=True)
class Rules(RuleSet):
    """What is paid, and the pack.

    >>> Rules().bonuses["straight"], Rules(pair_plus="40,30,6,3,1").pair_pluses["flush"]
    (1, 3)
    """

    bonus: str = rule("1,4,5", f"what the ante pays for {', '.join(BONUS)}", only="ante")
    pair_plus: str = rule(
        "40,30,6,4,1", f"what is paid for {', '.join(PAIR_PLUS)}", only="pair-plus"
    )
    ranks: int = rule(13, "ranks in the pack", least=3, most=13)
    suits: int = rule(4, "suits in the pack", least=1, most=4)

    def check(self) -> None:
        """Raise BadInput unless the tables have a number for each hand, and the pack two hands."""
        for name, hands in (("bonus", BONUS), ("pair_plus", PAIR_PLUS)):
            self.set_field(name, write_pays(read_pays(name, getattr(self, name), hands)))
        if self.pack.size < 2 * CARDS:
            raise BadInput(
                f"two hands of {CARDS} cards cannot be dealt from ranks={self.ranks}, "
                f"suits={self.suits}: take a larger pack"
            )

    @cached_property
    def pack(self) -> Pack:
        """The cards."""
        return Pack(ranks=self.ranks, suits=self.suits)

    @cached_property
    def bonuses(self) -> dict[str, Pay]:
        """What the ante pays for each type of the bonus."""
        return dict(zip(BONUS, read_pays("bonus", self.bonus, BONUS), strict=True))

    @cached_property
    def pair_pluses(self) -> dict[str, Pay]:
        """What pair plus pays for each type."""
        return dict(zip(PAIR_PLUS, read_pays("pair_plus", self.pair_plus, PAIR_PLUS), strict=True))

    @cached_property
    def straights(self) -> dict[int, int]:
        """The straights as sets of ranks, with their heights."""
        return {ranks: height for height, ranks in enumerate(self.pack.straights(CARDS))}


class Dealt(NamedTuple):
    """What the player sees: the hand in words.

    >>> print(Dealt("4c 6d Qh"))
    You are dealt 4c 6d Qh; do you play or fold?
    """

    hand: str

    def __str__(self) -> str:
        return f"You are dealt {self.hand}; do you play or fold?"


class Shown(NamedTuple):
    """Event: both hands and their types, and what the player wins."""

    hands: tuple[str, str]
    types: tuple[str, str]
    net: Pay

    def __str__(self) -> str:
        own, dealer = (f"{hand}: {name}" for hand, name in zip(self.hands, self.types, strict=True))
        return f"You have {own}.\nThe dealer has {dealer}.\nNet: {self.net}."


class Net(NamedTuple):
    """Outcome of a bet: units won, without the bet itself; negative if lost."""

    net: int | Fraction


class Ante(NamedTuple):
    """Outcome of an ante: units won, without what is staked, and units staked, 2 if it is played.

    >>> Ante(-1, 1)  # folded
    Ante(net=-1, staked=1)
    """

    net: int | Fraction
    staked: int


def strength(rules: Rules, hand: int) -> Strength:
    """Return the type of a hand and what decides within it; the greater one wins.

    >>> read = lambda words: Rules().pack.read(words)[0]
    >>> strength(Rules(), read("Qc 6d 4h")), strength(Rules(), read("Ac 2d 3h"))
    ((0, (10, 4, 2)), (3, (0,)))
    """
    held = [(count, rank) for rank, count in enumerate(rules.pack.rank_counts(hand)) if count]
    held.sort(reverse=True)
    ranks = tuple(rank for count, rank in held for _ in range(count))
    if held[0][0] > 1:
        return TYPES.index("pair" if held[0][0] == 2 else "three of a kind"), ranks
    height = rules.straights.get(sum(1 << rank for rank in ranks))
    is_flush = sum(map(bool, rules.pack.lanes(hand))) == 1
    if height is not None:
        return TYPES.index("straight flush" if is_flush else "straight"), (height,)
    return TYPES.index("flush" if is_flush else "high card"), ranks


def qualifies(rules: Rules, hand: int) -> bool:
    """Return whether the dealer qualifies with a hand.

    >>> [qualifies(Rules(), Rules().pack.read(hand)[0]) for hand in ("Qc 3d 2h", "Jc Td 8h")]
    [True, False]
    """
    place, decides = strength(rules, hand)
    return TYPES[place] != "high card" or decides[0] >= rules.ranks - QUEEN


def net_of(rules: Rules, choice: str, hand: int, qualified: bool, order: int) -> Pay:
    """Return what the ante wins: `order` is 1 for the higher hand, 0 for equal ones, -1 else.

    >>> net_of(Rules(), "play", Rules().pack.read("7c 7d 7h")[0], qualified=True, order=-1)
    2
    """
    if choice == "fold":
        return -1
    bonus = rules.bonuses.get(TYPES[strength(rules, hand)[0]], 0)
    return bonus + (2 * order if qualified else 1)


def step(rules: Rules, _state: Nothing, chance: Chance, table: Table) -> tuple[None, Ante]:
    """Deal the player's cards, let the player choose, and deal the dealer's.

    >>> from montmort.games.chance import ScriptedChance
    >>> class Brave:
    ...     def decide(self, seat, choices, view):
    ...         return "play"
    ...     def tell(self, event):
    ...         print(event)
    >>> rules = Rules(ranks=6, suits=1)
    >>> step(rules, Nothing(), ScriptedChance([1, 1, 1, 1, 1, 1]), Brave())
    You have 2c 3c 4c: straight flush.
    The dealer has 5c 6c Ac: straight flush.
    Net: 3.
    (None, Ante(net=3, staked=2))
    """
    own, deck = Deck((1,) * rules.pack.size).deal(chance, CARDS)
    hand = set_of(own)
    words = rules.pack.write(hand)
    choice = table.decide(0, CHOICES, Dealt(words))
    if choice == "fold":
        return None, Ante(-1, 1)
    dealer = set_of(deck.deal(chance, CARDS)[0])
    ours, theirs = strength(rules, hand), strength(rules, dealer)
    net = net_of(rules, choice, hand, qualifies(rules, dealer), (ours > theirs) - (ours < theirs))
    table.tell(Shown((words, rules.pack.write(dealer)), (TYPES[ours[0]], TYPES[theirs[0]]), net))
    return None, Ante(net, 2)


def step_pair_plus(
    rules: Rules, _state: Nothing, chance: Chance, _table: Table
) -> tuple[None, Net]:
    """Deal three cards, and pay by the table.

    >>> from montmort.games.chance import ScriptedChance
    >>> from montmort.games.table import SilentTable
    >>> rules = Rules(ranks=6, suits=1)
    >>> step_pair_plus(rules, Nothing(), ScriptedChance([1, 1, 1]), SilentTable())
    (None, Net(net=40))
    """
    own, _ = Deck((1,) * rules.pack.size).deal(chance, CARDS)
    return None, Net(rules.pair_pluses.get(TYPES[strength(rules, set_of(own))[0]], -1))


def dealing(rules: Rules) -> Dealing:
    """Return what a play deals: two hands.

    >>> dealing(Rules()).cards
    6
    """
    return Dealing(Deck((1,) * rules.pack.size), 2 * CARDS)


def draw_cards(_rules: Rules, shown: object) -> str:
    """Return a picture of the player's cards, or of both hands.

    >>> print(draw_cards(Rules(), Dealt("Ac 2c 3c")).splitlines()[1])
    │A      │ │2  ♣   │ │3  ♣   │
    """
    if isinstance(shown, Dealt):
        return faces(shown.hand)
    return "\n".join(map(faces, shown.hands)) if isinstance(shown, Shown) else ""


EXPERIMENTS: Experiments[Rules] = {
    "ante": Experiment(name="ante", outcome=Ante, start=start_once, step=step, rules=Rules),
    "pair-plus": Experiment(
        name="pair-plus", outcome=Net, start=start_once, step=step_pair_plus, rules=Rules
    ),
    "cards": deals(dealing, Rules),
}

RULEBOOK = Rulebook(
    name="three-card-poker",
    title="Three-card poker",
    source="the casino game of D. Webb, 1994",
    about=__doc__,
    rules=Rules,
    experiments=EXPERIMENTS,
    wants="net",
    dealing=dealing,
    wagers=(Wager(net="net", total_stake="staked"),),
    terminal=Terminal(draw=draw_cards),
)
