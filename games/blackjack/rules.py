"""Blackjack, one player against the dealer, with a fresh shoe for every hand.

Player and dealer get two cards each; one of the dealer's, the hole card, lies face down.
Tens and pictures count 10, an ace counts 11 where the total stays at 21 or below, else 1.  An
ace with a ten is a blackjack.  With an ace or a ten up the dealer looks at the hole card: a
blackjack ends the hand, and wins the bet unless the player has one too.  A player's blackjack
is paid at once, by `blackjack_pays`.

The player then stands, hits (takes a card), or doubles: one more bet, one more card, and no
other.  Two cards of equal value may be split once, for one more bet: each begins a hand of its
own.  These are played one after the other and may be doubled; split aces get one card each, and
21 is no blackjack there.  Above 21 a hand is lost, at 21 it stands.

If a hand is left to be compared, the dealer turns the hole card and draws to 17; on a 17
with an ace that counts 11 it stands or hits, by `soft_17`.  The higher total wins the bet of the
hand, equal totals return it.

The hole card is drawn when it is turned: nobody has seen it before, so the law of the game is
the same.  But if the dealer has looked at it and gone on, it is known which value it has not.
Then the next card drawn has a value v with a chance proportional to

    c (free - 1)  if the hole card may be a v,
    c free  if it cannot,

for c cards of value v in the shoe, `free` cards of which may be the hole card.
"""

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Literal, NamedTuple, get_args

from montmort.games.cards.deck import Deck
from montmort.games.chance import Chance
from montmort.games.errors import BadInput
from montmort.games.experiment import Experiment, Experiments
from montmort.games.rule_set import RuleSet, rule
from montmort.games.rulebook import Rulebook
from montmort.games.table import Table
from montmort.games.validation import quote

VALUES = tuple(range(1, 11))  # of the cards: the ace, 2 to 9, and all that count 10
PIPS = 78  # of the cards that two hands and the dealer's may need before the last card is drawn
DEAL, FIRST, SECOND, DEALER = range(4)  # what is to be played
Kind = Literal["hard", "soft", "pair"]
KINDS: tuple[Kind, ...] = get_args(Kind)


@dataclass(frozen=True, kw_only=True)
class Rules(RuleSet):
    """The shoe, the table's rules, and the strategy that plays.

    >>> Rules(decks=1).shoe[10], Rules(decks="infinite").is_infinite
    (16, True)
    """

    decks: str = rule("8", "decks in the shoe: a number, or infinite", checked=False)
    soft_17: Literal["stands", "hits"] = rule("stands", "what the dealer does on a soft 17")
    blackjack_pays: Fraction = rule(Fraction(3, 2), "what a blackjack pays", least=0)
    splits: int = rule(1, "splits in a hand", least=0, most=1)
    deck: tuple[int, ...] = rule((4,) * 9 + (16,), "aces, twos, ..., tens in a deck", least=0)
    player: Literal["basic", "optimal"] = rule("basic", "the strategy that plays")

    def check(self) -> None:
        """Raise BadInput unless the shoe is one from which every hand can be played."""
        decks = quote(self.decks).strip("'")  # a number, too
        is_short = decks.isdecimal() and len(decks) < 10
        if decks != "infinite" and not (is_short and 1 <= int(decks) <= 1000):
            raise BadInput(f"decks={decks} must be a number from 1 to 1000, or infinite")
        self.set_field("decks", decks if self.is_infinite else str(int(decks)))
        self.set_field("blackjack_pays", Fraction(self.blackjack_pays))
        if len(self.deck) != len(VALUES):
            raise BadInput(f"deck={self.deck} must have ten numbers, for aces, twos, ..., tens")
        pips = sum(value * self.shoe[value] for value in VALUES)
        if pips <= PIPS and not (self.is_infinite and pips):
            raise BadInput(
                f"the cards of the shoe count {pips}, aces as 1; a hand may need more than {PIPS}"
            )

    @cached_property
    def is_infinite(self) -> bool:
        """Whether every card is drawn from full decks."""
        return str(self.decks) == "infinite"

    @cached_property
    def shoe(self) -> Deck[int]:
        """The shuffled cards by value; of an infinite shoe, one deck."""
        return Deck(self.deck, VALUES) * (1 if self.is_infinite else int(self.decks))

    @cached_property
    def unit(self) -> int:
        """The parts of a bet in which gains are whole numbers."""
        return self.blackjack_pays.denominator

    @cached_property
    def blackjack_units(self) -> int:
        """What a blackjack pays, in these parts."""
        return self.blackjack_pays.numerator

    @cached_property
    def nets(self) -> tuple[Fraction, ...]:
        """What is won, in bets, from a loss of four bets by units upwards."""
        most = max(4 * self.unit, self.blackjack_units)
        return tuple(Fraction(units, self.unit) for units in range(-4 * self.unit, most + 1))

    @cached_property
    def stands_on_soft_17(self) -> bool:
        """Whether the dealer stands on a soft 17."""
        return self.soft_17 == "stands"


class Hand(NamedTuple):
    """The total, whether an ace counts 11, and the number of cards; 3 stands for more.

    >>> Hand(21, True, 3).plus(5)
    Hand(total=16, soft=False, cards=3)
    """

    total: int
    soft: bool
    cards: int

    def plus(self, value: int) -> "Hand":
        """Return the hand with one more card."""
        total, soft = self.total + value, self.soft
        if value == 1 and total <= 11:
            total, soft = total + 10, True
        elif soft and total > 21:
            total, soft = total - 10, False
        return Hand(total, soft, min(self.cards + 1, 3))


EMPTY = Hand(0, False, 0)


class Bet(NamedTuple):
    """A hand that is finished: its total, and its bet in initial bets; no bet, no hand."""

    total: int
    stake: int

    def won(self, dealer: int) -> int:
        """Return what is won against a dealer's total.

        >>> Bet(20, 2).won(19), Bet(22, 1).won(22), Bet(18, 1).won(18)
        (2, -1, 0)
        """
        if self.total > 21:
            return -self.stake
        if dealer > 21 or self.total > dealer:
            return self.stake
        return 0 if self.total == dealer else -self.stake


NOTHING = Bet(0, 0)


class Turn(NamedTuple):
    """What the player sees: the dealer's card, and the hand; of a pair the value of its cards.

    `seen` counts the cards that the player knows by value: those of the hand, and after a split
    the other card of the pair; none of an infinite shoe, which does not remember them.
    """

    kind: Kind
    number: int
    up: int
    cards: int
    seen: tuple[int, ...]

    def without_cards(self) -> "Turn":
        """Return what the player sees who looks at the total only."""
        return self._replace(seen=())

    def __str__(self) -> str:
        """Return the view in words.

        >>> print(Turn("pair", 8, 10, 2, ()))
        You have a pair of 8; the dealer shows 10.
        """
        what = "a pair of" if self.kind == "pair" else self.kind
        return f"You have {what} {self.number}; the dealer shows {self.up}."


class Dealt(NamedTuple):
    """Event: a card for the player or the dealer, and the total of the hand with it."""

    who: str
    card: int
    total: int

    def __str__(self) -> str:
        return f"The {self.who} gets {self.card}: {self.total}."


class Round(NamedTuple):
    """The state: the cards left, the dealer's card, and the hand at play.

    `pair` is the value of a pair in the hand at play, or of the one that was split.  What
    matters no more is 0 or empty, so that rounds that go on alike are equal.
    """

    shoe: Deck[int]
    up: int
    turn: int
    hand: Hand
    seen: tuple[int, ...]
    pair: int
    is_split: bool
    first: Bet
    second: Bet


class Counted(NamedTuple):
    """Outcome in whole numbers: what is won, in parts of a bet of which `Rules.unit` make one.

    `staked` is the number of bets in the end, `blackjack` whether the player has one, and
    `dealer` the dealer's total: 22 for all above 21, 0 if there is nothing to compare.
    """

    units: int
    staked: int
    blackjack: bool
    dealer: int


class Net(NamedTuple):
    """Outcome: what is won, in initial bets; the other fields are those of `Counted`."""

    net: int | Fraction
    staked: int
    blackjack: bool
    dealer: int


GOES_ON = Counted(0, 0, False, 0)


def never_the_hole(up: int) -> int:
    """Return the value that the hole card cannot have once the dealer has looked; 0 if any.

    >>> [never_the_hole(up) for up in (1, 5, 10)]
    [10, 0, 1]
    """
    return 11 - up if up in (1, 10) else 0


def draw(rules: Rules, shoe: Deck[int], up: int, chance: Chance) -> tuple[int, Deck[int]]:
    """Draw a card for the player, while the hole card lies face down."""
    if rules.is_infinite:
        return VALUES[chance.pick(shoe.counts)], shoe
    barred = never_the_hole(up)
    if not barred:
        return shoe.draw(chance)
    free = shoe.size - shoe[barred]
    weights = [shoe[value] * (free if value == barred else free - 1) for value in VALUES]
    value = VALUES[chance.pick(weights)]
    return value, shoe.plus(value, -1)


def draw_hole(rules: Rules, shoe: Deck[int], up: int, chance: Chance) -> tuple[int, Deck[int]]:
    """Turn the hole card."""
    barred = never_the_hole(up)
    value = VALUES[chance.pick([0 if value == barred else shoe[value] for value in VALUES])]
    return value, shoe if rules.is_infinite else shoe.plus(value, -1)


def counted(rules: Rules, seen: tuple[int, ...], card: int) -> tuple[int, ...]:
    """Return the cards that the player has seen, with one more; () for an infinite shoe."""
    if rules.is_infinite:
        return seen
    return tuple([count + (value == card) for value, count in zip(VALUES, seen, strict=True)])


def start(rules: Rules, _chance: Chance) -> Round:
    """Return the state before the deal."""
    seen = () if rules.is_infinite else (0,) * len(VALUES)
    return Round(rules.shoe, 0, DEAL, EMPTY, seen, 0, False, NOTHING, NOTHING)


def step(rules: Rules, state: Round, chance: Chance, table: Table) -> tuple[Round | None, Counted]:
    """Deal, or play for one decision of the player, or draw one card for the dealer."""
    if state.turn == DEAL:
        return deal(rules, state, chance, table)
    if state.turn == DEALER:
        return play_dealer(rules, state, chance, table)
    if state.hand.cards == 1:  # after a split
        return take(rules, state, 1, chance, table)
    pair = 0 if state.is_split else state.pair
    choices, view = turn_of(rules, state.up, state.hand, state.seen, pair)
    choice = table.decide(0, choices, view)
    if choice == "stand":
        return finish(rules, state, Bet(state.hand.total, 1))
    if choice == "split":
        return state._replace(hand=EMPTY.plus(state.pair), is_split=True), GOES_ON
    return take(rules, state, 2 if choice == "double" else 1, chance, table)


def deal(rules: Rules, state: Round, chance: Chance, table: Table) -> tuple[Round | None, Counted]:
    """Deal a card to the player, one to the dealer, and one more to the player.

    >>> from montmort.games.chance import ScriptedChance
    >>> from montmort.games.table import SilentTable
    >>> picks = ScriptedChance([9, 5, 0])  # a ten, a 6 for the dealer, an ace
    >>> deal(Rules(), start(Rules(), picks), picks, SilentTable())
    (None, Counted(units=3, staked=1, blackjack=True, dealer=0))
    """
    first, shoe = draw(rules, state.shoe, 0, chance)
    up, shoe = draw(rules, shoe, 0, chance)
    last, shoe = draw(rules, shoe, 0, chance)
    hand = EMPTY.plus(first).plus(last)
    table.tell(Dealt("player", first, EMPTY.plus(first).total))
    table.tell(Dealt("dealer", up, EMPTY.plus(up).total))
    table.tell(Dealt("player", last, hand.total))
    has_blackjack = hand.total == 21
    if barred := never_the_hole(up):
        makes = shoe[barred]
        if chance.pick([shoe.size - makes, makes]):
            table.tell(Dealt("dealer", barred, 21))
            return None, Counted(0 if has_blackjack else -rules.unit, 1, has_blackjack, 21)
    if has_blackjack:
        return None, Counted(rules.blackjack_units, 1, True, 0)
    seen = counted(rules, counted(rules, state.seen, first), last)
    pair = first if first == last else 0
    return Round(shoe, up, FIRST, hand, seen, pair, False, NOTHING, NOTHING), GOES_ON


def turn_of(
    rules: Rules, up: int, hand: Hand, seen: tuple[int, ...], pair: int
) -> tuple[tuple[str, ...], Turn]:
    """Return the player's choices, and what the player sees; `pair` is 0 if it was split.

    >>> turn_of(Rules(), 6, Hand(16, False, 2), (), 8)[1]
    Turn(kind='pair', number=8, up=6, cards=2, seen=())
    """
    if hand.cards > 2:
        kind: Kind = "soft" if hand.soft else "hard"
        return ("stand", "hit"), Turn(kind, hand.total, up, hand.cards, seen)
    if pair and rules.splits:
        choices = "stand", "hit", "double", "split"
        return choices, Turn("pair", pair, up, hand.cards, seen)
    kind = "soft" if hand.soft else "hard"
    return ("stand", "hit", "double"), Turn(kind, hand.total, up, hand.cards, seen)


def take(
    rules: Rules, state: Round, stake: int, chance: Chance, table: Table
) -> tuple[Round | None, Counted]:
    """Give the hand at play a card; it is the last one if the bet is doubled, or of split aces."""
    card, shoe = draw(rules, state.shoe, state.up, chance)
    hand, seen = state.hand.plus(card), counted(rules, state.seen, card)
    table.tell(Dealt("player", card, hand.total))
    has_waiting = state.is_split and state.turn == FIRST
    pair = state.pair if has_waiting else 0
    after = state._replace(shoe=shoe, hand=hand, seen=seen, pair=pair)
    if stake == 2 or hand.total >= 21 or (state.is_split and state.pair == 1):
        return finish(rules, after, Bet(hand.total, stake))
    return after, GOES_ON


def finish(rules: Rules, state: Round, bet: Bet) -> tuple[Round | None, Counted]:
    """Finish the hand at play: go on with the second hand, or with the dealer's."""
    bet = Bet(min(max(bet.total, 16), 22), bet.stake)  # all below 17, and all above 21, are one
    if state.is_split and state.turn == FIRST:
        seen = state.seen
        if not rules.is_infinite:
            seen = tuple([2 * (value == state.pair) for value in VALUES])
        hand = EMPTY.plus(state.pair)
        return state._replace(turn=SECOND, hand=hand, seen=seen, first=bet), GOES_ON
    first, second = min(state.first, bet), max(state.first, bet)
    if second.total > 21 and (first.total > 21 or not state.is_split):
        return None, compared(rules, first, second, 0)
    hand, seen = EMPTY.plus(state.up), ()
    return Round(state.shoe, state.up, DEALER, hand, seen, 0, False, first, second), GOES_ON


def play_dealer(
    rules: Rules, state: Round, chance: Chance, table: Table
) -> tuple[Round | None, Counted]:
    """Draw a card for the dealer, the hole card first; compare the hands if it was the last."""
    if state.hand.cards == 1:
        card, shoe = draw_hole(rules, state.shoe, state.up, chance)
    else:
        card, shoe = draw(rules, state.shoe, 0, chance)
    hand = state.hand.plus(card)
    table.tell(Dealt("dealer", card, hand.total))
    if dealer_draws(rules, hand):
        return state._replace(shoe=shoe, hand=hand, up=0), GOES_ON
    return None, compared(rules, state.first, state.second, min(hand.total, 22))


def dealer_draws(rules: Rules, hand: Hand) -> bool:
    """Return whether the dealer draws to a hand.

    >>> [dealer_draws(Rules(soft_17=word), Hand(17, True, 2)) for word in ("stands", "hits")]
    [False, True]
    """
    return hand.total < 17 or (hand.total == 17 and hand.soft and not rules.stands_on_soft_17)


def compared(rules: Rules, first: Bet, second: Bet, dealer: int) -> Counted:
    """Return the outcome of the hands against the dealer's total.

    >>> compared(Rules(), Bet(22, 1), Bet(20, 2), 19)
    Counted(units=2, staked=3, blackjack=False, dealer=19)
    """
    won = first.won(dealer) + second.won(dealer)
    return Counted(rules.unit * won, first.stake + second.stake, False, dealer)


def step_in_bets(
    rules: Rules, state: Round, chance: Chance, table: Table
) -> tuple[Round | None, Net]:
    """Play a step, what is won in initial bets."""
    after, gain = step(rules, state, chance, table)
    return after, Net(
        rules.nets[gain.units + 4 * rules.unit], gain.staked, gain.blackjack, gain.dealer
    )


READINGS = {"usual": Rules(), "infinite": Rules(decks="infinite")}

EXPERIMENTS: Experiments[Rules] = {
    "hand": Experiment(name="hand", outcome=Net, start=start, step=step_in_bets, rules=Rules),
    "counted": Experiment(name="counted", outcome=Counted, start=start, step=step, rules=Rules),
}

RULEBOOK = Rulebook(
    name="blackjack",
    title="Blackjack",
    source="the casino game; Baldwin, Cantey, Maisel and McDermott 1956",
    about=__doc__,
    rules=Rules,
    readings=READINGS,
    experiments=EXPERIMENTS,
)
