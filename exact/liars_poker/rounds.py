"""The exact chances that a player of Liars' Poker knows during a round.

To a player, the unseen cards are uniformly random.  So the chance of every call is that
of `montmort.exact.liars_poker.calls`, with the player's hand as own cards and all hands and
the middle as the cards in play.  Information in the calls of other players is not used.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache

from montmort.exact.liars_poker.calls import best_calls
from montmort.games.chance import Chance
from montmort.games.liars_poker import Rules
from montmort.games.liars_poker.players import Players, Turn

BEST = 5  # calls shown to a human player


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
