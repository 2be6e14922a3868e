"""What a player of Liars' Poker can know exactly at his turn.

Whoever holds them, the cards that a player does not see are uniform to him: the
chance of every call is that of `montmort.exact.liars_poker.calls`, with his hand as own cards
and all hands, the middle one included, as the cards in play.  What a call says
of the hand behind it is not in these chances.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from typing import Any

from montmort.exact.liars_poker.calls import best_calls
from montmort.games.chance import Chance
from montmort.games.liars_poker import Rules
from montmort.games.liars_poker.players import Players, Turn

BEST = 5  # calls shown at the table


@lru_cache(maxsize=2**12)
def _ranked(rules: Rules) -> dict[str, Fraction]:
    """Return the chance of every call, the likeliest first; of equal chances the highest call."""
    return {str(call): chance for call, chance in best_calls(rules)}


def odds(rules: Rules, turn: Turn) -> Mapping[str, Fraction]:
    """Return the chance of every call to one who sees what the player sees.

    >>> turn = Turn(seat=0, own="Kc Kd 2h", held=(3, 3), middle=0, last="", caller=-1)
    >>> str(odds(Rules(), turn)["three kings"])  # 1 - C(47,3) / C(49,3)
    '47/392'
    """
    return _ranked(replace(rules, cards=turn.in_play, hand=turn.own, call=""))


def others(rules: Rules, chance: Chance) -> Players:
    """Return the Table of the players that Rules name, who are told the exact chances."""
    return Players(rules, chance, odds)


def chances(
    rules: Rules,
    heard: Sequence[Any],  # noqa: ARG001
    turn: Turn | None,
    choices: Sequence[str],
) -> dict[str, Fraction]:
    """Return the chance that the last call is true, and the likeliest higher calls with theirs.

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
