"""The computer players of Liars' Poker, and what a player sees at his turn.

A player is a value written in words:

    honest       makes the lowest higher call that his own cards make alone;
                 if there is none, he challenges
    bluff:1/4    with chance 1/4 draws a category and makes its lowest higher
                 call, true or not; else he is honest
    odds:1/2     challenges a call that is true with a chance below 1/2, given
                 his own cards; else makes the likeliest higher call, of equally
                 likely ones the highest

Who has no higher call to make challenges.  What players leave to chance they
draw from Chance, so that it is walked and simulated like the deal.  The exact
chances that `odds` goes by are data (`Odds`), handed in from another floor.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from montmort.games.cards.pack import Pack
from montmort.games.chance import Chance, coin
from montmort.games.errors import BadInput
from montmort.games.liars_poker.calls import Call, all_calls, higher_calls, read_call
from montmort.games.liars_poker.made_hands import CATEGORIES, enough, made

if TYPE_CHECKING:
    from montmort.games.liars_poker.rules import Rules

CHALLENGE = "challenge"
KINDS = "honest, bluff:CHANCE or odds:CHANCE"


class Turn(NamedTuple):
    """What the player on `seat` sees: his own cards, how many each seat holds, the last call.

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
        heard = (
            f"Seat {self.caller} has called: {self.last}."
            if self.last
            else "You make the first call."
        )
        return (
            f"You are on seat {self.seat} and hold {self.own}; {self.in_play} cards are in play.\n"
            f"{heard}"
        )


Odds = Callable[["Rules", Turn], Mapping[str, Fraction]]  # of every call, by its words


def last_call(turn: Turn, pack: Pack) -> Call | None:
    """Return the call to be raised, None at the beginning of a round."""
    return read_call(turn.last, pack) if turn.last else None


@lru_cache(maxsize=2**12)
def raises(last: Call | None, pack: Pack) -> tuple[Call, ...]:
    """Return the calls above the last one, the lowest first."""
    return higher_calls(last, pack)


@lru_cache(maxsize=2**12)
def made_by(own: str, pack: Pack, reading: str) -> tuple[Call, ...]:
    """Return the calls that these cards make alone, the lowest first.

    >>> print(*made_by("Kc Kd", Pack(), "wild"), sep=", ")
    king high, pair of kings
    """
    natural, jokers = pack.read(own)
    hands = dict(zip(CATEGORIES, made(natural, jokers, pack), strict=True))
    return tuple(
        call
        for call in all_calls(pack)
        if hands[call.category] and enough(call.jokers_needed(natural, reading), jokers)
    )


@dataclass(frozen=True)
class Honest:
    """Calls what his own cards make alone, as low as he can."""

    def say(self, rules: "Rules", turn: Turn, chance: Chance, odds: Odds | None) -> str:  # noqa: ARG002
        """Return his call in words, or CHALLENGE."""
        last = last_call(turn, rules.pack)
        made = made_by(turn.own, rules.pack, rules.flush_reading)
        return next(
            (str(call) for call in made if last is None or call.height > last.height), CHALLENGE
        )


@dataclass(frozen=True)
class Bluff:
    """Raises without looking at his cards at the rate `bluffs`, else is honest."""

    bluffs: Fraction

    def say(self, rules: "Rules", turn: Turn, chance: Chance, odds: Odds | None) -> str:
        """Return his call in words, or CHALLENGE."""
        lowest: dict[str, Call] = {}  # of each category
        for call in raises(last_call(turn, rules.pack), rules.pack):
            lowest.setdefault(call.category, call)
        if lowest and coin(chance, self.bluffs):
            return str(list(lowest.values())[chance.pick([1] * len(lowest))])
        return Honest().say(rules, turn, chance, odds)


@dataclass(frozen=True)
class ByOdds:
    """Challenges calls less likely than `trusts`; raises with the likeliest."""

    trusts: Fraction

    def say(self, rules: "Rules", turn: Turn, chance: Chance, odds: Odds | None) -> str:  # noqa: ARG002
        """Return his call in words, or CHALLENGE."""
        if odds is None:
            raise BadInput(
                f"a player odds:{self.trusts} goes by the exact chances of calls; hand them in, "
                "as montmort.exact.liars_poker.answers.others does"
            )
        chances = odds(rules, turn)
        higher = [str(call) for call in raises(last_call(turn, rules.pack), rules.pack)]
        if not higher or (turn.last and chances[turn.last] < self.trusts):
            return CHALLENGE
        return max(reversed(higher), key=lambda call: chances[call])


Player = Honest | Bluff | ByOdds


def read_players(text: str, seats: int) -> tuple[Player, ...]:
    """Return the players on so many seats, each a word; one word is for all seats.

    >>> read_players("honest bluff:1/4", 2)
    (Honest(), Bluff(bluffs=Fraction(1, 4)))
    """
    players = tuple(map(_player, text.replace(",", " ").split()))
    if len(players) not in (1, seats):
        raise BadInput(
            f"players={text!r} names {len(players)} players for {seats} seats; name one for each "
            "seat that holds cards, or one for all"
        )
    return players * (seats // len(players))


def _player(word: str) -> Player:
    kind, _, chance = word.casefold().partition(":")
    if word.casefold() == "honest":
        return Honest()
    try:
        rate = Fraction(chance)
    except (ValueError, ZeroDivisionError):
        rate = Fraction(-1)
    if kind not in ("bluff", "odds") or not 0 <= rate <= 1:
        raise BadInput(f"{word!r} is no player; write {KINDS}, with a chance from 0 to 1 as in 1/4")
    return Bluff(rate) if kind == "bluff" else ByOdds(rate)


@dataclass(frozen=True)
class Players:
    """The Table of the players that Rules name."""

    rules: "Rules"
    chance: Chance
    odds: Odds | None = None

    def decide(self, seat: int, choices: Sequence[Any], view: Turn, /) -> Any:  # noqa: ARG002
        """Return what the player on the seat says."""
        return self.rules.seated[seat].say(self.rules, view, self.chance, self.odds)

    def tell(self, event: Any, /) -> None:
        """Say nothing: these players remember no more than the last call."""


def others(rules: "Rules", chance: Chance, odds: Odds | None = None) -> Players:
    """Return the Table of the players that Rules name; `odds` are the chances some go by."""
    return Players(rules, chance, odds)
