"""A round of Liars' Poker, and the game of rounds.

Every player is dealt a hand; a middle hand may be in play as well, seen by no
player.  In turn each player makes a higher call, or challenges the last one.  At a
challenge all cards are turned up: if they do not make the call, the caller has lost
the round, else the challenger has.  Nothing is higher than the highest call, so it
can only be challenged.

In the game the loser of a round holds one card more in the next; a player who
would hold more than `most` is out.  The loser begins the next round, or the next
player in turn if the loser is out.  The last player left wins.
"""

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from montmort.games.cards.deck import Deck
from montmort.games.cards.pack import Pack
from montmort.games.chance import Chance
from montmort.games.errors import BadInput
from montmort.games.liars_poker.calls import Call, higher_calls, read_call
from montmort.games.liars_poker.made_hands import suffice
from montmort.games.liars_poker.players import CHALLENGE, Turn, last_call
from montmort.games.liars_poker.rules import Rules
from montmort.games.table import Table


class Round(NamedTuple):
    """Outcome of a round: its loser, whether the last call was true, and the number of calls."""

    loser: int
    true_call: bool
    calls: int


class Game(NamedTuple):
    """Outcome of a game: the last player left, and the number of rounds."""

    winner: int
    rounds: int


class Seats(NamedTuple):
    """State before a round: the number of cards of each seat, 0 if it is out; the first seat."""

    held: tuple[int, ...]
    first: int


class Dealt(NamedTuple):
    """Event: the cards are dealt."""

    held: tuple[int, ...]
    middle: int
    first: int

    def __str__(self) -> str:
        hands = [f"{n} to seat {seat}" for seat, n in enumerate(self.held) if n]
        hands += [f"{self.middle} to the middle"] * (self.middle > 0)
        return f"Cards are dealt: {', '.join(hands)}. Seat {self.first} begins."


class Called(NamedTuple):
    """Event: a call."""

    seat: int
    call: str

    def __str__(self) -> str:
        return f"Seat {self.seat} calls: {self.call}."


class Shown(NamedTuple):
    """Event: a challenge; all cards are turned up."""

    challenger: int
    call: str
    hands: tuple[str, ...]
    middle: str
    is_true: bool
    loser: int

    def __str__(self) -> str:
        cards = [f"  seat {seat}: {hand}" for seat, hand in enumerate(self.hands) if hand]
        cards += [f"  middle: {self.middle}"] * bool(self.middle)
        verdict = "is true" if self.is_true else "is a lie"
        return "\n".join(
            (
                f"Seat {self.challenger} challenges.",
                *cards,
                f"'{self.call}' {verdict}: seat {self.loser} loses the round.",
            )
        )


class Penalty(NamedTuple):
    """Event: the number of cards that the loser of a round holds now, 0 if out."""

    seat: int
    held: int

    def __str__(self) -> str:
        return f"Seat {self.seat} {f'holds {self.held} cards now' if self.held else 'is out'}."


def start_round(rules: Rules, _chance: Chance) -> Seats:
    """Return the number of cards of each seat; seat 0 begins.

    >>> from montmort.games.chance import ScriptedChance
    >>> start_round(Rules(held=(1, 3)), ScriptedChance([]))
    Seats(held=(1, 3), first=0)
    """
    _check(rules, sum(rules.held), f"hands of {', '.join(map(str, rules.held))}")
    return Seats(rules.held, 0)


def start_game(rules: Rules, chance: Chance) -> Seats:
    """Return the number of cards of each seat in the first round; seat 0 begins.

    >>> from montmort.games.chance import ScriptedChance
    >>> start_game(Rules(held=(1, 3)), ScriptedChance([]))
    Seats(held=(1, 3), first=0)
    """
    seats = len(rules.held)
    _check(rules, seats * rules.most, f"{seats} players with up to {rules.most} cards each")
    return start_round(rules, chance)


def _check(rules: Rules, held: int, hands: str) -> None:
    if rules.published or rules.hand or rules.call:
        raise BadInput(
            "a round is played with no hand, call or published reading given; leave them out, or "
            "take the experiment deal"
        )
    if held + rules.middle > rules.deck:
        raise BadInput(
            f"{hands} and {rules.middle} in the middle need {held + rules.middle} cards; the deck "
            f"has {rules.deck}; take fewer players or cards, or a larger deck"
        )


def step_round(rules: Rules, seats: Seats, chance: Chance, table: Table) -> tuple[None, Round]:
    """Play a round: deal, calls, challenge.

    >>> from montmort.games.chance import ScriptedChance
    >>> from montmort.games.liars_poker.players import Players
    >>> rules = Rules(cards=2, ranks=2, suits=2, held=(1, 1))  # 2c Ac 2d Ad
    >>> chance = ScriptedChance([1, 0, 1])  # 2c, then not Ac but 2d
    >>> step_round(rules, Seats((1, 1), 0), chance, Players(rules, chance))[1]
    Round(loser=1, true_call=True, calls=1)
    """
    *hands, middle = _deal(rules, (*seats.held, rules.middle), chance)
    table.tell(Dealt(seats.held, rules.middle, seats.first))
    turn, calls = Turn(seats.first, hands[seats.first], seats.held, rules.middle, "", -1), 0
    while (call := table.decide(turn.seat, choices(turn, rules.pack), turn)) != CHALLENGE:
        table.tell(Called(turn.seat, call))
        calls, seat = calls + 1, next_seat(seats.held, turn.seat)
        turn = turn._replace(seat=seat, own=hands[seat], last=call, caller=turn.seat)
    is_true = _is_true(rules, read_call(turn.last, rules.pack), " ".join((*hands, middle)))
    loser = turn.seat if is_true else turn.caller
    table.tell(Shown(turn.seat, turn.last, tuple(hands), middle, is_true, loser))
    return None, Round(loser, is_true, calls)


def _deal(rules: Rules, held: Sequence[int], chance: Chance) -> list[str]:
    """Return hands of `held` cards each, in words."""
    deck, hands = _full(rules.deck), []
    for cards in held:
        hand, deck = deck.deal(chance, cards)
        natural = [card for card in hand if card < rules.pack.size]
        hands.append(rules.pack.write(sum(1 << card for card in natural), cards - len(natural)))
    return hands


@cache
def _full(cards: int) -> Deck[int]:
    return Deck((1,) * cards)


def _is_true(rules: Rules, call: Call, cards: str) -> bool:
    natural, jokers = rules.pack.read(cards)
    return suffice(call.jokers_needed(natural, rules.flush_reading), jokers)


def choices(turn: Turn, pack: Pack) -> tuple[str, ...]:
    """Return the choices in words: every higher call, the lowest first, and a challenge.

    >>> turn = Turn(seat=0, own="Kc", held=(1, 1), middle=0, last="five queens", caller=1)
    >>> choices(turn, Pack())
    ('five kings', 'five aces', 'challenge')
    """
    return _choices(last_call(turn, pack), pack)


@lru_cache(maxsize=2**12)
def _choices(last: Call | None, pack: Pack) -> tuple[str, ...]:
    return (*map(str, higher_calls(last, pack)), *([CHALLENGE] if last else []))


def next_seat(held: Sequence[int], seat: int) -> int:
    """Return the next seat in turn that holds cards.

    >>> next_seat((2, 0, 3), 0), next_seat((2, 0, 3), 2)
    (2, 0)
    """
    seats = len(held)
    return next(after for n in range(1, seats + 1) if held[after := (seat + n) % seats])


def step_game(
    rules: Rules, seats: Seats, chance: Chance, table: Table
) -> tuple[Seats | None, Game]:
    """Play a round; its loser holds one card more, or is out.

    >>> from montmort.games.chance import ScriptedChance
    >>> from montmort.games.liars_poker.players import Players
    >>> rules = Rules(cards=2, ranks=2, suits=2, held=(1, 1), most=2)
    >>> chance = ScriptedChance([1, 0, 1])  # the first round as above
    >>> step_game(rules, Seats((1, 1), 0), chance, Players(rules, chance))
    (Seats(held=(1, 2), first=1), Game(winner=0, rounds=1))
    """
    loser = step_round(rules, seats, chance, table)[1].loser
    cards = (seats.held[loser] + 1) % (rules.most + 1)
    table.tell(Penalty(loser, cards))
    held = (*seats.held[:loser], cards, *seats.held[loser + 1 :])
    first = loser if cards else next_seat(held, loser)
    if sum(map(bool, held)) == 1:
        return None, Game(winner=first, rounds=1)
    return Seats(held, first), Game(winner=0, rounds=1)
