"""The computer players of Liars' Poker, and what a player sees.

Rules name a player in words:

    honest       makes the lowest higher call that the player's own cards make
                 alone; challenges if there is none
    bluff:1/4    with chance 1/4 draws a category and makes its lowest higher
                 call, true or not; else plays as honest
    odds:1/2     challenges a call that is true with a chance below 1/2, given the
                 player's own cards; else makes the likeliest higher call, the
                 highest of equally likely ones

A player without a higher call challenges.  Random decisions are drawn from Chance,
so they are enumerated and simulated like the deal.  The exact chances for `odds`
are passed in (`Odds`), because `montmort.games` computes no probability.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any, NamedTuple

from montmort.games.cards.pack import Pack
from montmort.games.chance import Chance, coin
from montmort.games.errors import BadInput
from montmort.games.liars_poker.calls import Call, all_calls, higher_calls, read_call
from montmort.games.liars_poker.made_hands import CATEGORIES, made_hands, suffice
from montmort.games.liars_poker.rules import Player, Rules

CHALLENGE = "challenge"


class Turn(NamedTuple):
    """What the player on `seat` sees: their own cards, the cards of each seat, the last call.

    >>> print(Turn(seat=0, own="Kc 2h", held=(2, 3), middle=1, last="pair of kings", caller=1))
    You are on seat 0 and hold Kc 2h; 6 cards are in play.
    Seat 1 has called: pair of kings.
    """

    seat: int
    own: str
    held: tuple[int, ...]
    middle: int
    last: str
    caller: int

    @property
    def in_play(self) -> int:
        """Cards in play, those of the middle hand included."""
        return sum(self.held) + self.middle

    def __str__(self) -> str:
        first = "You make the first call."
        return (
            f"You are on seat {self.seat} and hold {self.own}; {self.in_play} cards are in play.\n"
            f"{f'Seat {self.caller} has called: {self.last}.' if self.last else first}"
        )


Odds = Callable[[Rules, Turn], Mapping[str, Fraction]]  # of each call, by its words


def last_call(turn: Turn, pack: Pack) -> Call | None:
    """Return the call to be raised, None at the beginning of a round.

    >>> print(last_call(Turn(0, "Kc", (1, 1), 0, "five kings", 1), Pack()))
    five kings
    """
    return read_call(turn.last, pack) if turn.last else None


@lru_cache(maxsize=2**12)
def made_by(own: str, pack: Pack, reading: str) -> tuple[Call, ...]:
    """Return the calls that the cards `own` make alone, the lowest first.

    >>> print(*made_by("Kc Kd", Pack(), "wild"), sep=", ")
    king high, pair of kings
    """
    natural, jokers = pack.read(own)
    hands = dict(zip(CATEGORIES, made_hands(natural, jokers, pack), strict=True))
    return tuple(
        call
        for call in all_calls(pack)
        if hands[call.category] and suffice(call.jokers_needed(natural, reading), jokers)
    )


def call_honestly(rules: Rules, turn: Turn) -> str:
    """Return the lowest higher call that the player's own cards make alone, else CHALLENGE.

    >>> call_honestly(Rules(), Turn(0, "Kc Kd", (2, 2), 0, "king high", 1))
    'pair of kings'
    """
    last = last_call(turn, rules.pack)
    honest = made_by(turn.own, rules.pack, rules.flush_reading)
    return next(
        (str(call) for call in honest if last is None or call.height > last.height), CHALLENGE
    )


def call_with_bluffs(rules: Rules, turn: Turn, bluffs: Fraction, chance: Chance) -> str:
    """Return a category's lowest higher call with chance `bluffs`, else an honest call.

    The category is drawn uniformly from those that still have a higher call.

    >>> from montmort.games.chance import ScriptedChance
    >>> turn = Turn(0, "Kc Kd", (2, 2), 0, "king high", 1)
    >>> call_with_bluffs(Rules(), turn, Fraction(1, 4), ScriptedChance([1, 2]))  # not ace high
    'pair of threes, pair of twos'
    """
    lowest: dict[str, Call] = {}  # of each category
    for call in higher_calls(last_call(turn, rules.pack), rules.pack):
        lowest.setdefault(call.category, call)
    if lowest and coin(chance, bluffs):
        return str(list(lowest.values())[chance.pick([1] * len(lowest))])
    return call_honestly(rules, turn)


def call_by_odds(rules: Rules, turn: Turn, trusts: Fraction, odds: Odds | None) -> str:
    """Return CHALLENGE to a call that is true with a chance below `trusts`, else the likeliest.

    Of higher calls that are equally likely it is the highest.

    >>> def alike(rules, turn):
    ...     return dict.fromkeys(["five queens", "five kings", "five aces"], Fraction(1, 9))
    >>> turn = Turn(0, "Kc Kd", (2, 2), 0, "five queens", 1)
    >>> [call_by_odds(Rules(), turn, Fraction(1, n), alike) for n in (2, 9)]
    ['challenge', 'five aces']
    """
    if odds is None:
        raise BadInput(
            f"a player odds:{trusts} needs the exact chances of the calls; pass odds=, as "
            "montmort.exact.liars_poker.answers.players does"
        )
    chances = odds(rules, turn)
    higher = [str(call) for call in higher_calls(last_call(turn, rules.pack), rules.pack)]
    if not higher or (turn.last and chances[turn.last] < trusts):
        return CHALLENGE
    return max(reversed(higher), key=lambda call: chances[call])


@dataclass(frozen=True)
class Players:
    """The Table of the players that Rules name; `odds` gives the chances that some go by."""

    rules: Rules
    chance: Chance
    odds: Odds | None = None

    def decide(self, seat: int, _choices: Sequence[Any], view: Turn, /) -> Any:
        """Return the call of the player on `seat`, or CHALLENGE."""
        match self.rules.seated[seat]:
            case Player("bluff", bluffs):
                return call_with_bluffs(self.rules, view, bluffs, self.chance)
            case Player("odds", trusts):
                return call_by_odds(self.rules, view, trusts, self.odds)
            case _:
                return call_honestly(self.rules, view)

    def tell(self, event: object, /) -> None:
        """Ignore the event: these players remember no more than the last call."""
