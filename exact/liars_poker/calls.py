"""The chance that a call is true given one's own cards; which call is best; when to challenge.

A call's parts that one's own cards fulfil drop out.  The others are short of
some cards, and that alone the chance hangs on:

    deals = the sets of unseen cards in which all short parts are made up for,
            counted as `Needs`, and any others.

Whoever holds them, the other cards are uniform to one who knows his own only.
With p = P(call is true) a challenge wins a card with chance 1 - p and costs one
with chance p.  A raise that is challenged at once stands with the chance q of
the new call: against players who always challenge, challenge where 1 - p > q
for the best of the higher calls.
"""

import math
from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from flint import fmpz_poly

from montmort.exact.liars_poker.jokers_needed import Needs, part, together
from montmort.games.errors import BadInput, TooLarge
from montmort.games.liars_poker import Rules
from montmort.games.liars_poker.calls import Call, all_calls, check_pack, higher_calls

MOST_CARDS = 4000  # unseen ones in play: some seconds


class Coming(NamedTuple):
    """What one's own cards leave: unseen `natural` cards and `jokers`, some `cards` in play.

    `own` is the number of one's own jokers.

    >>> Coming.of(Rules(cards=6, jokers=2, hand="Kc *"))
    Coming(natural=51, jokers=1, own=1, cards=4)
    """

    natural: int
    jokers: int
    own: int
    cards: int

    @classmethod
    def of(cls, rules: Rules) -> "Coming":
        """Return what the own cards of Rules leave."""
        natural, jokers = rules.own
        held = natural.bit_count()
        return cls(
            rules.pack.size - held, rules.jokers - jokers, jokers, rules.cards - held - jokers
        )

    @property
    def unseen(self) -> int:
        """Cards unseen, jokers included."""
        return self.natural + self.jokers

    def deals(self, needs: Needs) -> fmpz_poly:
        """Return the deals of up to `cards` unseen cards that reach a goal; TooLarge if many."""
        if self.cards > MOST_CARDS:
            raise TooLarge(f"{self.cards} unseen cards in play would take long and much memory; "
                           f"the limit is {MOST_CARDS}, ask for fewer cards or jokers")  # fmt: skip
        return needs.deals(self.jokers, self.own, self.cards)

    def chance(self, deals: fmpz_poly, cards: int | None = None) -> Fraction:
        """Return the chance that so many cards, by default those in play, are of the `deals`."""
        cards = self.cards if cards is None else cards
        return Fraction(int(deals[cards]), math.comb(self.unseen, cards))


class Short(NamedTuple):
    """A part not fulfilled: cards `missing`, cards of it `unseen`, whether a joker will do."""

    missing: int
    unseen: int
    wild: bool


def shortage(call: Call, own: int, reading: str = "wild") -> tuple[Short, ...]:
    """Return what a set of natural cards lacks for a call, in an order of its own.

    >>> from montmort.games.liars_poker.calls import read_call
    >>> from montmort.games.cards.pack import FULL
    >>> shortage(read_call("tens over jacks"), FULL.read("Tc Td Jh")[0])
    (Short(missing=1, unseen=2, wild=True), Short(missing=1, unseen=3, wild=True))
    """
    held = ((p, (p.cards & own).bit_count()) for p in call.parts(reading))
    return tuple(
        sorted(
            Short(p.number - h, p.cards.bit_count() - h, p.wild) for p, h in held if h < p.number
        )
    )


@lru_cache(maxsize=2**14)
def deals_of(short: tuple[Short, ...], coming: Coming) -> fmpz_poly:
    """Return the deals of up to `coming.cards` unseen cards that make up for what is short."""
    parts = [part(number=s.missing, unseen=s.unseen, wild=s.wild) for s in short]
    goal = together([part(number=0, unseen=0), *parts])
    return coming.deals(goal.among(coming.natural - goal.unseen))


@lru_cache(maxsize=2**14)
def _chance(short: tuple[Short, ...], coming: Coming) -> Fraction:
    return coming.chance(deals_of(short, coming))


def call_deals(rules: Rules, call: Call, coming: Coming) -> fmpz_poly:
    """Return the deals of unseen cards that make a call true with the own cards of Rules."""
    return deals_of(_shortage(rules, call), coming)


def call_chance(rules: Rules, call: Call) -> Fraction:
    """Return the chance that a call is true, given the own cards of Rules.

    >>> from montmort.games.liars_poker.calls import read_call
    >>> rules = Rules(cards=6, hand="Kc Kd 2h")
    >>> str(call_chance(rules, read_call("three kings")))  # 1 - C(47,3) / C(49,3)
    '47/392'
    """
    return _chance(_shortage(rules, call), Coming.of(rules))


def _shortage(rules: Rules, call: Call) -> tuple[Short, ...]:
    _check_known(rules)
    check_pack(call, rules.pack)
    return shortage(call, rules.own[0], rules.flush_reading)


def _check_known(rules: Rules) -> None:
    if rules.published:
        raise BadInput("the published program knows no named calls; take the usual reading")


class Ranked(NamedTuple):
    """A call and the chance that it is true."""

    call: Call
    chance: Fraction


def best_calls(rules: Rules, last: Call | None = None) -> tuple[Ranked, ...]:
    """Return every call above the last, the likeliest first; of equal chances the highest call.

    >>> from montmort.games.liars_poker.calls import read_call
    >>> rules = Rules(cards=6, hand="Kc Kd 2h")
    >>> for call, chance in best_calls(rules, read_call("queen high"))[:3]:
    ...     print(call, chance)
    pair of kings 1
    king high 1
    ace high 2117/9212
    """
    calls = reversed(higher_calls(last, rules.pack))
    return tuple(
        sorted((Ranked(call, call_chance(rules, call)) for call in calls), key=_unlikelihood)
    )


def _unlikelihood(ranked: Ranked) -> Fraction:
    return -ranked.chance


class Challenge(NamedTuple):
    """What a challenge of the last call is worth, held against the likeliest raise.

    `wins` is the chance that the last call is false, `value` the cards that the
    other takes less one's own, on average.  `raised` is the chance that the
    likeliest higher call is true, None if there is no higher call, and `better`
    whether a challenge wins more often than that call stands.
    """

    wins: Fraction
    value: Fraction
    raised: Fraction | None
    better: bool


def challenge(rules: Rules, last: Call) -> Challenge:
    """Return the exact value of challenging the last call when the cards of others are uniform.

    >>> from montmort.games.liars_poker.calls import read_call
    >>> decision = challenge(Rules(cards=6, hand="Kc Kd 2h"), read_call("three kings"))
    >>> str(decision.wins), str(decision.value), decision.better  # 1 - 47/392
    ('345/392', '149/196', True)
    """
    true = call_chance(rules, last)
    ranked = best_calls(rules, last)
    raised = ranked[0].chance if ranked else None
    return Challenge(
        wins=1 - true,
        value=1 - 2 * true,
        raised=raised,
        better=raised is None or 1 - true > raised,
    )


def decision_table(rules: Rules, held: int) -> dict[tuple[int, tuple[Short, ...]], Fraction]:
    """Return the chance of every call for every hand of so many cards, as data.

    A player with `own` jokers finds the chance of a call at the key

        own, shortage(call, his natural cards, rules.flush_reading);

    the own cards and the call of Rules are not looked at.

    >>> from montmort.games.liars_poker.calls import read_call
    >>> rules = Rules(cards=6, jokers=1)
    >>> three_kings = shortage(read_call("three kings"), rules.pack.read("Kc 2h")[0])
    >>> str(decision_table(rules, held=3)[1, three_kings])  # 1 - C(47,3) / C(50,3)
    '677/3920'
    """
    _check_known(rules)
    if not isinstance(held, int) or isinstance(held, bool) or not 0 <= held <= rules.cards:
        raise BadInput(f"{held=} must be an integer from 0 to the {rules.cards} cards in play")
    chances = {}
    for own in range(min(held, rules.jokers) + 1):
        natural = rules.pack.size - held + own
        coming = Coming(natural, rules.jokers - own, own, rules.cards - held)
        for short in _shortages(rules, held - own):
            chances[own, short] = _chance(short, coming)
    return chances


def _shortages(rules: Rules, held: int) -> Iterator[tuple[Short, ...]]:
    """Yield what any hand of so many natural cards can lack for any call."""
    shapes = {
        tuple(Short(p.number, p.cards.bit_count(), p.wild) for p in call.parts(rules.flush_reading))
        for call in all_calls(rules.pack)
    }
    for shape in shapes:
        elsewhere = rules.pack.size - sum(s.unseen for s in shape)
        for split in product(*(range(min(s.unseen, held) + 1) for s in shape)):
            if 0 <= held - sum(split) <= elsewhere:
                parts = (
                    Short(s.missing - h, s.unseen - h, s.wild)
                    for s, h in zip(shape, split, strict=True)
                )
                yield tuple(sorted(s for s in parts if s.missing > 0))
