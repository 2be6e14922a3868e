"""War: how the games of all deals of a small deck end.

Every deal is played again by the rules below, to its end or until its hands repeat.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import partial
from typing import Any, NamedTuple

from montmort.verification.certificates.check import (
    Form,
    Unreadable,
    afford,
    between,
    fraction,
    integer,
    list_of,
    mapping_of,
    read_form,
    rounded,
    word_in,
)
from montmort.verification.certificates.decks import arrangements
from montmort.verification.certificates.forms import describe, list_like
from montmort.verification.certificates.recount import recounted
from montmort.verification.certificates.war_rules import WAR_RULES, check_halves

PROBLEM = (
    "A deck of `ranks` ranks (0 is the deuce) in `suits` suits is shuffled and halved; hands are "
    "played from the top. In a turn both players turn a card, and the higher rank takes all cards "
    "laid down; `deuce_beats_ace` says whether the lowest rank beats the highest: never, in the "
    "first cards of a turn (battles) or always. At a tie there is war: each player lays "
    "`face_down` cards face down and turns the next, and so on. The cards laid down go under the "
    "winner's hand in blocks, one block for each war (the tied cards and the cards laid face down "
    "on them), the deciding cards last; in each block the part of the player named by `pick_up` "
    "comes first. If a player has fewer than face_down + 1 cards left after a tie, `shortfall` "
    "decides. With lose, that player loses, and the game is drawn if it applies to both. With "
    "second-takes, the second player takes the cards laid down. With last-card, a player with "
    "fewer cards lays all but one face down and turns the last one; a player without cards decides "
    "with the tied card; if neither has a card, the game is drawn. A player without cards has "
    "lost. Without a `turn_limit` a game is endless if its hands repeat those after an earlier "
    "turn or those of the deal; its period is the number of turns between the two, and its turns "
    "and wars are counted up to that repetition. With a limit, a game not over after turn_limit "
    "turns is unfinished. Wars are the ties, including one that cannot be completed. All deals, "
    "orders of the ranks, are equally likely."
)
MOST_DEALS, MOST_PLAYED = 100_000, 100  # deals that are played, and their cards
MOST_TURNS = 10_000  # of a turn_limit
ENDS = "first", "second", "draw", "endless", "unfinished"
FATE: Form = {
    "end": describe(word_in(*ENDS), "How the game ends."),
    "turns": describe(between(0), "Turns, of an endless game up to the repetition."),
    "wars": describe(between(0), "Wars in these turns."),
    "period": describe(between(0), "Period of an endless game in turns, else 0."),
    "deals": describe(between(0), "Deals with this fate."),
}

Hand = tuple[int, ...]


class WarRules(NamedTuple):
    """The rules of War, in the order of the document."""

    ranks: int
    suits: int
    face_down: int
    pick_up: str
    shortfall: str
    deuce_beats_ace: str
    turn_limit: int | None


class Fate(NamedTuple):
    """How a game ends, after how many turns and wars; the period of an endless game."""

    end: str
    turns: int
    wars: int
    period: int


def recount(*rules: Any) -> dict[str, Any]:
    """Return the deals, the fates of all of them, and the chances of the ends."""
    war = WarRules(*rules)
    check_halves(war.ranks, war.suits)
    deck = [war.suits] * war.ranks
    afford("dealing the cards", sum(deck), MOST_PLAYED)
    deals = arrangements(deck)
    afford("playing every deal", deals, MOST_DEALS)
    afford("playing the turns", war.turn_limit or 0, MOST_TURNS)
    fates = Counter(play(war, deal) for deal in orders_of(deck))
    ends = Counter[str]()
    for fate, ways in fates.items():
        ends[fate.end] += ways
    chances = {end: Fraction(ends[end], deals) for end in ENDS}
    return {
        "deals": deals,
        "fates": dict(fates),
        "chances": chances,
        "words": ", ".join(f"{end} {rounded(p)}" for end, p in chances.items() if p),
    }


def read_fates(what: str, value: object) -> dict[Fate, int]:
    """Return the number of deals by their fate."""
    fates = list_of(partial(read_form, FATE, names="a number of {what}"))(what, value)
    counts = {Fate(*fate): deals for *fate, deals in fates}
    if len(counts) < len(fates) or not all(counts.values()):
        raise Unreadable(f"{what} has a fate twice, or the fate of no deal")
    return counts


def orders_of(left: Sequence[int]) -> Iterator[Hand]:
    """Yield the orders of cards, left[rank] of each rank.

    >>> [*orders_of([2, 1])]
    [(0, 0, 1), (0, 1, 0), (1, 0, 0)]
    """
    if not any(left):
        yield ()
    for rank in (rank for rank, cards in enumerate(left) if cards):
        for behind in orders_of([*left[:rank], left[rank] - 1, *left[rank + 1 :]]):
            yield rank, *behind


def play(rules: WarRules, deal: Hand) -> Fate:
    """Return the fate of a deal: the first player's hand from the top, then the second player's."""
    hands = deal[: len(deal) // 2], deal[len(deal) // 2 :]
    turns, wars, seen = 0, 0, {hands: (0, 0)}
    while True:
        hands, winner, ties = turn(rules, hands)
        turns, wars = turns + 1, wars + ties
        if not winner or not all(hands):
            return Fate({1: "first", 0: "draw", -1: "second"}[winner], turns, wars, 0)
        if turns == rules.turn_limit:
            return Fate("unfinished", turns, wars, 0)
        if hands in seen:
            period, more = turns - seen[hands][0], wars - seen[hands][1]
            if rules.turn_limit is None:
                return Fate("endless", turns, wars, period)
            times = (rules.turn_limit - turns - 1) // period  # the same turns again
            turns, wars, seen = turns + times * period, wars + times * more, {}
        seen[hands] = turns, wars


def turn(rules: WarRules, hands: tuple[Hand, Hand]) -> tuple[tuple[Hand, Hand], int, int]:
    """Return the hands after a turn; 1 or -1 for the winner, 0 for a drawn game; the ties."""
    (a, *first), (b, *second) = hands
    piles: list[list[list[int]]] = [[[a], [b]]]  # the cards laid down, block by block
    down, wars = rules.face_down, 0
    while not (winner := higher(rules, a, b, wars)):
        wars += 1
        if rules.shortfall == "last-card":
            if not first and not second:
                return hands, 0, wars
        elif min(len(first), len(second)) <= down:
            if rules.shortfall == "lose":
                winner = (len(second) <= down) - (len(first) <= down)
                return ((hands[0], ()) if winner > 0 else ((), hands[1])), winner, wars
            winner = -1
            break
        piles.append([[], []])
        for side, left in enumerate((first, second)):
            hidden = min(down, max(len(left) - 1, 0))
            piles[-2][side] += left[:hidden]
            piles[-1][side] += left[hidden : hidden + 1]
            del left[: hidden + 1]
        a, b = (part[-1] if part else old for part, old in zip(piles[-1], (a, b), strict=True))
    ahead = {"winner-first": winner, "loser-first": -winner, "first-player-first": 1}[rules.pick_up]
    won = [card for block in piles for part in block[::ahead] for card in part]
    if winner > 0:
        return ((*first, *won), (*second,)), winner, wars
    return ((*first,), (*second, *won)), winner, wars


def higher(rules: WarRules, a: int, b: int, wars: int) -> int:
    """Return 1 if the first card beats the second, -1 if it is beaten, 0 at a tie."""
    turned = rules.deuce_beats_ace == "always" or (rules.deuce_beats_ace == "battles" and not wars)
    sign = (a > b) - (a < b)
    return -sign if turned and abs(a - b) == rules.ranks - 1 else sign


CONTENT: Form = {
    "deals": describe(integer, "Deals of the deck."),
    "fates": describe(read_fates, "How games end, each way once.", list_like(FATE)),
    "chances": describe(mapping_of(fraction), "By end, its chance: the headline."),
}
WORDS = {
    "headline": "the chances of the ends are {words}",
    "deals": "the deck has {} deals",
    "fates": "as many deals have each fate as when every deal is played to its end or its cycle",
    "chances": "the chances are those of the fates: {}",
}
CHECKER = recounted("war", PROBLEM, WAR_RULES, CONTENT, recount, WORDS)
