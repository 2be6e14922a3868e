"""The chance that a call is true given a player's own cards; the best call; when to challenge.

The parts of a call that the own cards fulfil drop out.  The other parts are short of
some cards, and the chance depends on these shortages only:

    deals = the sets of unseen cards that supply every short part, counted as `Needs`,
            together with any other cards.

To a player who knows only their own cards, the other cards are uniformly random.  With
p = P(call is true), a challenge wins a card with chance 1 - p and costs a card with
chance p.  A raise that is challenged at once stands with the chance q of the new call.
So against players who always challenge, challenge if 1 - p > q for the best of the
higher calls.

During a round a player knows these chances, with all hands and the middle as the cards in play
(`odds`).  Information in the calls of other players is not used.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from flint import fmpz_poly

from montmort.exact.liars_poker.jokers_needed import Needs, part, together
from montmort.games.chance import Chance
from montmort.games.errors import BadInput, TooLarge
from montmort.games.liars_poker import Rules
from montmort.games.liars_poker.calls import Call, check_pack, higher_calls
from montmort.games.liars_poker.players import Players, Turn

MOST_CARDS = 4000  # unseen cards in play; they take some seconds
BEST = 5  # calls shown to a human player


class Unseen(NamedTuple):
    """The cards that a player does not see: `natural` ones and `jokers`; `cards` of them in play.

    `own` is the number of the player's own jokers.

    >>> Unseen.of(Rules(cards=6, jokers=2, hand="Kc *"))
    Unseen(natural=51, jokers=1, own=1, cards=4)
    """

    natural: int
    jokers: int
    own: int
    cards: int

    @classmethod
    def of(cls, rules: Rules) -> "Unseen":
        """Return the cards that are unseen with the own cards given in the rules."""
        natural, jokers = rules.own
        held = natural.bit_count()
        return cls(
            rules.pack.size - held, rules.jokers - jokers, jokers, rules.cards - held - jokers
        )

    @property
    def size(self) -> int:
        """The number of unseen cards, jokers included."""
        return self.natural + self.jokers

    def deals(self, needs: Needs) -> fmpz_poly:
        """Return the deals of up to `cards` unseen cards that reach a goal."""
        if self.cards > MOST_CARDS:
            raise TooLarge(
                f"{self.cards} unseen cards in play would take long and much memory; "
                f"the limit is {MOST_CARDS}, ask for fewer cards or jokers"
            )
        return needs.deals(self.jokers, self.own, self.cards)

    def chance(self, deals: fmpz_poly, cards: int | None = None) -> Fraction:
        """Return the chance of the `deals` among all sets of `cards` unseen cards."""
        cards = self.cards if cards is None else cards
        return Fraction(int(deals[cards]), math.comb(self.size, cards))


class Short(NamedTuple):
    """A part of a call that lacks cards: how many are missing, how many of its cards are unseen.

    With `wild` a joker may replace a missing card.
    """

    missing: int
    unseen: int
    wild: bool


def shortage(rules: Rules, call: Call) -> tuple[Short, ...]:
    """Return what the player's own natural cards lack for a call, in sorted order.

    >>> from montmort.games.liars_poker.calls import read_call
    >>> shortage(Rules(cards=6, hand="Tc Td Jh"), read_call("tens over jacks"))
    (Short(missing=1, unseen=2, wild=True), Short(missing=1, unseen=3, wild=True))
    """
    if rules.published:
        raise BadInput("the published program has no named calls; take the usual reading")
    check_pack(call, rules.pack)
    own, _ = rules.own
    parts = ((p, (p.cards & own).bit_count()) for p in call.parts(rules.flush_reading))
    return tuple(
        sorted(
            Short(p.number - held, p.cards.bit_count() - held, p.wild)
            for p, held in parts
            if held < p.number
        )
    )


def _deals(short: tuple[Short, ...], unseen: Unseen) -> fmpz_poly:
    """Return the deals of up to `unseen.cards` unseen cards that supply what is short."""
    parts = [part(number=s.missing, unseen=s.unseen, wild=s.wild) for s in short]
    goal = together([part(number=0, unseen=0), *parts])
    return unseen.deals(goal.among(unseen.natural - goal.unseen))


@lru_cache(maxsize=2**14)
def _chance(short: tuple[Short, ...], unseen: Unseen) -> Fraction:
    return unseen.chance(_deals(short, unseen))


def call_deals(rules: Rules, call: Call, unseen: Unseen) -> fmpz_poly:
    """Return the deals of unseen cards that make a call true with the player's own cards.

    >>> from montmort.games.liars_poker.calls import read_call
    >>> rules = Rules(cards=2, hand="Kc")
    >>> call_deals(rules, read_call("pair of kings"), Unseen.of(rules))  # any of three other kings
    3*x
    """
    return _deals(shortage(rules, call), unseen)


def call_chance(rules: Rules, call: Call) -> Fraction:
    """Return the chance that a call is true, given the player's own cards.

    >>> from montmort.games.liars_poker.calls import read_call
    >>> rules = Rules(cards=6, hand="Kc Kd 2h")
    >>> str(call_chance(rules, read_call("three kings")))  # 1 - C(47,3) / C(49,3)
    '47/392'
    """
    return _chance(shortage(rules, call), Unseen.of(rules))


class Ranked(NamedTuple):
    """A call and the chance that it is true."""

    call: Call
    chance: Fraction


def best_calls(rules: Rules, last: Call | None = None) -> tuple[Ranked, ...]:
    """Return every call above the last, likeliest first; among equal chances the highest first.

    >>> from montmort.games.liars_poker.calls import read_call
    >>> rules = Rules(cards=6, hand="Kc Kd 2h")
    >>> for call, chance in best_calls(rules, read_call("queen high"))[:3]:
    ...     print(call, chance)
    pair of kings 1
    king high 1
    ace high 2117/9212
    """
    calls = reversed(higher_calls(last, rules.pack))
    ranked = (Ranked(call, call_chance(rules, call)) for call in calls)
    return tuple(sorted(ranked, key=lambda one: -one.chance))


class Challenge(NamedTuple):
    """The value of challenging the last call, compared with the likeliest raise.

    `wins` is the chance that the last call is false.  `value` is the mean number of
    cards that the opponent takes less those that the player takes.  `raised` is the
    chance that the likeliest higher call is true, None if there is no higher call.
    `better` is whether a challenge wins more often than that call is true.
    """

    wins: Fraction
    value: Fraction
    raised: Fraction | None
    better: bool


def challenge(rules: Rules, last: Call) -> Challenge:
    """Return the exact value of challenging the last call if the other cards are uniform.

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


@lru_cache(maxsize=2**12)
def _ranked(rules: Rules) -> dict[str, Fraction]:
    """Return the chance of every call, likeliest first; among equal chances the highest first."""
    return {str(call): chance for call, chance in best_calls(rules)}


def odds(rules: Rules, turn: Turn) -> Mapping[str, Fraction]:
    """Return the chance of every call, given what the player sees.

    >>> turn = Turn(seat=0, own="Kc Kd 2h", held=(3, 3), middle=0, last="", caller=-1)
    >>> str(odds(Rules(), turn)["three kings"])  # 1 - C(47,3) / C(49,3)
    '47/392'
    """
    return _ranked(replace(rules, cards=turn.in_play, hand=turn.own, call=""))


def players(rules: Rules, chance: Chance) -> Players:
    """Return the table of the players named in the rules, who know the exact chances.

    >>> from montmort.games.chance import ScriptedChance
    >>> turn = Turn(seat=0, own="Kc Kd 2h", held=(3, 3), middle=0, last="ace high", caller=1)
    >>> table = players(Rules(players="odds:1/2,honest"), ScriptedChance([]))
    >>> table.decide(0, ["challenge", "pair of kings"], turn)
    'challenge'
    """
    return Players(rules, chance, odds)


def chances(
    rules: Rules,
    events: Sequence[object],  # noqa: ARG001
    turn: Turn | None,
    choices: Sequence[str],
) -> dict[str, Fraction]:
    """Return the chances that the last call and the likeliest higher calls are true.

    >>> turn = Turn(seat=0, own="Kc Kd 2h", held=(3, 3), middle=0, last="king high", caller=1)
    >>> found = chances(Rules(), [], turn, ["ace high", "pair of kings", "three kings"])
    >>> {name: str(chance) for name, chance in found.items()}  # doctest: +NORMALIZE_WHITESPACE
    {'the last call, king high, is true': '1', 'pair of kings': '1',
     'ace high': '2117/9212', 'three kings': '47/392'}
    """
    if turn is None:  # between the turns
        return {}
    known, possible = odds(rules, turn), set(choices)
    best = [call for call in known if call in possible][:BEST]
    last = {f"the last call, {turn.last}, is true": known[turn.last]} if turn.last else {}
    return {**last, **{call: known[call] for call in best}}
