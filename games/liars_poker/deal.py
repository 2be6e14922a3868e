"""Liars' Poker: the hands that can be made from all the cards in play.

`cards` cards are in play, drawn from 52 and some fully wild jokers.  A call
names a hand, and is true when it can be made from them: four of a kind is also
three of a kind and a pair.  A straight beats a flush, five of a kind beats all.

In the experiment `deal` the cards in play are dealt, and the Outcome says of each
category whether it can be made, and likewise of the call if Rules have one.  One's
own cards, if given, are among those in play, and the rest is dealt from the other
cards.

In the experiments `round` and `game` the players that Rules name make calls and
challenge them (`montmort.games.liars_poker.rounds`); they use no cards, hand or call
of the Rules.
"""

from typing import NamedTuple

from montmort.games.cards.deck import Deck
from montmort.games.chance import Chance
from montmort.games.dealt_cards import Dealing
from montmort.games.errors import BadInput
from montmort.games.experiment import Nothing
from montmort.games.liars_poker.made_hands import made_hands, suffice
from montmort.games.liars_poker.published import published
from montmort.games.liars_poker.rules import Rules
from montmort.games.table import Table


class Deal(NamedTuple):
    """Outcome of a deal: whether each category can be made, the lowest category first."""

    high_card: bool
    pair: bool
    two_pair: bool
    three_of_a_kind: bool
    flush: bool
    straight: bool
    full_house: bool
    four_of_a_kind: bool
    straight_flush: bool
    five_of_a_kind: bool


class DealWithCall(NamedTuple):
    """Outcome of a deal if Rules have a call: the categories, and whether the call is true."""

    high_card: bool
    pair: bool
    two_pair: bool
    three_of_a_kind: bool
    flush: bool
    straight: bool
    full_house: bool
    four_of_a_kind: bool
    straight_flush: bool
    five_of_a_kind: bool
    call: bool


def outcome_of(rules: Rules) -> type[Deal] | type[DealWithCall]:
    """Return the type of a deal's Outcome: `DealWithCall` if and only if Rules have a call.

    >>> outcome_of(Rules(call="pair of twos")).__name__
    'DealWithCall'
    """
    return Deal if rules.asked is None else DealWithCall


def score(rules: Rules, cards: int) -> Deal | DealWithCall:
    """Return the Outcome for the cards in play, a set in which the jokers follow the pack.

    >>> sum(score(Rules(cards=2), 0b11))  # two and three of clubs: a high card
    1
    """
    if cards < 0 or cards.bit_count() != rules.cards or cards >> rules.deck:
        raise BadInput(f"{cards=:#b} must be a set of {rules.cards} of {rules.deck} cards")
    natural, jokers = cards & ((1 << rules.pack.size) - 1), cards >> rules.pack.size
    if rules.published:
        return Deal(*published(natural, bool(jokers & 1), bool(jokers & 2), rules.pack))
    found = Deal(*made_hands(natural, jokers.bit_count(), rules.pack))
    if rules.asked is None:
        return found
    needed = rules.asked.jokers_needed(natural, rules.flush_reading)
    return DealWithCall(**found._asdict(), call=suffice(needed, jokers.bit_count()))


def step(
    rules: Rules,
    _state: Nothing,
    chance: Chance,
    _table: Table,
) -> tuple[None, Deal | DealWithCall]:
    """Deal the cards in play and score them.

    >>> from montmort.games.chance import ScriptedChance
    >>> from montmort.games.table import SilentTable
    >>> rules = Rules(cards=2, ranks=2, suits=2, hand="2c", call="pair of twos")
    >>> step(rules, Nothing(), ScriptedChance([0, 1]), SilentTable())[1].call  # 2d, not Ac
    True
    """
    natural, jokers = rules.own
    own = natural | ((1 << jokers) - 1) << rules.pack.size
    unseen = Deck({card: 1 for card in range(rules.deck) if not own >> card & 1})
    dealt, _ = unseen.deal(chance, rules.cards - own.bit_count())
    return None, score(rules, own | sum(1 << card for card in dealt))


def dealing(rules: Rules) -> Dealing:
    """Return what is dealt: the cards in play but not in the hand, or the rest if it is smaller.

    Jokers are of one kind, except for the published program.

    >>> dealing(Rules(ranks=2, suits=2, cards=2, hand="2c"))
    Dealing(deck=Deck(counts=(0, 1, 1, 1)), cards=1)
    >>> dealing(Rules(ranks=2, suits=2, jokers=2, cards=5))
    Dealing(deck=Deck(counts=(1, 1, 1, 1, 2)), cards=1)
    """
    natural, jokers = rules.own
    dealt = min(rules.cards - rules.own_cards, rules.deck - rules.cards)
    if not dealt:
        raise BadInput(
            f"cards={rules.cards} of {rules.deck} with hand={rules.hand!r}: all cards are known, "
            "and none is dealt; take another number of cards"
        )
    jokers_left = rules.jokers - jokers
    wild = [1] * jokers_left if rules.published else [jokers_left] * (rules.jokers > 0)
    packed = [1 - (natural >> card & 1) for card in range(rules.pack.size)]
    return Dealing(Deck([*packed, *wild]), dealt)
