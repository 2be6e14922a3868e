"""War: the first turns of any deck, as long as they compare only cards as dealt.

The turns are followed again place by place; a place is a card of the first hand and the card of the
second opposite to it.
"""

import math
from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import partial
from typing import Any, NamedTuple

from montmort.verification.certificates.check import (
    Form,
    afford,
    fraction,
    list_of,
    mapping_of,
    read_form,
    rounded,
    word_in,
)
from montmort.verification.certificates.forms import describe
from montmort.verification.certificates.recount import recounted
from montmort.verification.certificates.war_rules import ORDERS, WAR_RULES, check_halves

PROBLEM = (
    "A deck of `ranks` ranks in `suits` suits is shuffled and halved; hands are played from the "
    "top. In a turn both players turn a card, and the higher takes all cards laid down and puts "
    "them under the hand. At a tie each lays `face_down` cards face down and turns the next, and "
    "so on. If a player has fewer than face_down + 1 cards left after a tie, `shortfall` decides. "
    "With lose, that player loses, and the game is drawn if it applies to both. With second-takes, "
    "the second player takes the cards laid down. With last-card, a player with fewer cards lays "
    "all but one face down and turns the last one; if neither has a card, the game is drawn. A "
    "player without cards has lost. `pick_up`, the order in which cards go under the hand, and "
    "`deuce_beats_ace` do not matter here: exchanging the two cards of a place exchanges its "
    "winner, so each player wins a place that does not tie with chance 1/2, independently of the "
    "others. No turn is played after `turn_limit`. turns[i] is about the "
    "time after i + 1 turns: cards[c] is the chance that the game goes on and the first player has "
    "c cards, over[winner] that it is over, beyond that captured cards were compared before; such "
    "games are not followed. `shortest` has the chances to end in each turn, up to the first that "
    "can have a winner, where nothing is beyond; in one suit that is the sweep. `no_war` is the "
    "chance that no place of the deal ties, `sweep` that a named player takes all cards without a "
    "war in as many turns as the hand has cards."
)
FEW, MOST_PATHS = 5, 10**6  # turns, and paths of these, which take a second
WINNERS = {1: "first", -1: "second", 0: "draw"}
RULES: Form = {
    **WAR_RULES,
    "pick_up": describe(
        word_in(*ORDERS, "random"), "Whose cards go under the winner's hand first."
    ),
}
TURN: Form = {
    "cards": describe(mapping_of(fraction), "By cards of the first player, the chance."),
    "over": describe(mapping_of(fraction), "By result, the chance that the game is over."),
    "beyond": describe(fraction, "Chance that the cards are not known."),
}
CONTENT: Form = {
    "turns": describe(list_of(partial(read_form, TURN)), "The first turns."),
    "shortest": describe(
        mapping_of(mapping_of(fraction)), "By turn and winner, the chance of the shortest games."
    ),
    "no_war": describe(fraction, "Chance that no war is fought in the first turns."),
    "sweep": describe(fraction, "Chance that one player wins every turn."),
}
WORDS = {
    "headline": "{words}",
    "turns": "turns[{i}]: cards {0}; over {1}; beyond {2}",
    "shortest": "the shortest games are those of these turns: {}",
    "no_war": "no place ties with chance {}",
    "sweep": "a named player sweeps with chance {}",
}


class WarRules(NamedTuple):
    """The rules that matter before captured cards are compared."""

    ranks: int
    suits: int
    face_down: int
    shortfall: str
    turn_limit: int | None

    @property
    def half(self) -> int:
        """Cards of a hand, and places."""
        return self.ranks * self.suits // 2


class Course(NamedTuple):
    """Places used, cards of both players, places that tied, places that did not, and the end.

    `end` is the winner, 2 if the game goes on, 3 if it is not followed.
    """

    used: int
    first: int
    second: int
    ties: int
    decided: int
    end: int = 2


def recount(
    ranks: int, suits: int, down: int, _pick_up: str, shortfall: str, _deuce: str, limit: int | None
) -> dict[str, Any]:
    """Follow the first turns."""
    check_halves(ranks, suits)
    war = WarRules(ranks, suits, down, shortfall, limit)
    wars = war.half // (war.face_down + 1) + 1
    afford("following the turns", 2 * war.half * wars**2, MOST_PATHS)
    ties = all_ties(war)
    turns, none = turns_of(war, ties), apart(ties, 0, war.half)
    sweep = none / 2**war.half if limit is None or war.half <= limit else Fraction(0)
    shortest = shortest_of(war, turns, sweep)
    words = words_of_shortest(shortest)
    return {"turns": turns, "shortest": shortest, "no_war": none, "sweep": sweep, "words": words}


def words_of_shortest(ends: Mapping[str, Mapping[str, Fraction]]) -> str:
    """Say how the shortest games with a winner end."""
    if not ends:
        return "no game ends with a winner in these turns as dealt"
    turn = max(ends, key=int)
    parts = (f"{who} with chance {rounded(p)}" for who, p in ends[turn].items())
    return f"the shortest games with a winner end in turn {turn}: {', '.join(parts)}"


def all_ties(war: WarRules) -> list[Fraction]:
    """Return the chances that 0, 1, ... given places all tie, up to all places.

    2j cards of a rank make (2j - 1)!! pairs, so that e of sum e_t x^t = prod over the ranks of
    sum_j C(s, 2j) (2j - 1)!! x^j has the ways to choose t pairs; these go into the t places in t!
    orders, in 2^t ways within the places, and the other cards anywhere.
    """
    ways = pairs(war.ranks, war.suits) + [0] * war.half
    return [
        Fraction(ways[t] * math.factorial(t) << t, math.perm(2 * war.half, 2 * t))
        for t in range(war.half + 1)
    ]


def pairs(ranks: int, suits: int) -> list[int]:
    """Return the ways to choose 0, 1, ... pairs of equal ranks, up to those that are possible.

    >>> pairs(2, 2)
    [1, 2, 1]
    """
    of_rank = [
        math.comb(suits, 2 * j) * math.prod(range(1, 2 * j, 2)) for j in range(suits // 2 + 1)
    ]
    pairings = [1]
    for _ in range(ranks):
        sums = [0] * (len(pairings) + len(of_rank) - 1)
        for i, a in enumerate(pairings):
            for j, b in enumerate(of_rank):
                sums[i + j] += a * b
        pairings = sums
    return pairings


def apart(ties: list[Fraction], tied: int, decided: int) -> Fraction:
    """Return the chance that given places tie and others do not, by inclusion and exclusion."""
    return sum(
        ((-1) ** u * math.comb(decided, u) * ties[tied + u] for u in range(decided + 1)),
        Fraction(0),
    )


def turns_of(
    war: WarRules, ties: list[Fraction]
) -> list[tuple[dict[str, Fraction], dict[str, Fraction], Fraction]]:
    """Return the chances after each turn; either player wins a place that does not tie alike."""
    here = Counter({Course(0, war.half, war.half, 0, 0): 1})
    turns = []
    for _ in range(FEW if war.turn_limit is None else min(FEW, war.turn_limit)):
        there = Counter[Course]()
        for path, ways in here.items():
            for after in one_turn(war, path) if path.end == 2 else [path]:
                there[after] += ways
        here = there
        cards, over, beyond = dict[str, Fraction](), dict[str, Fraction](), Fraction(0)
        for path, ways in here.items():
            chance = ways * apart(ties, path.ties, path.decided) / 2**path.decided
            if path.end == 3:
                beyond += chance
            elif chance:
                into, name = (
                    (cards, str(path.first)) if path.end == 2 else (over, WINNERS[path.end])
                )
                into[name] = into.get(name, Fraction(0)) + chance
        turns.append((cards, over, beyond))
    return turns


def one_turn(war: WarRules, path: Course) -> Iterator[Course]:
    """Yield the paths after a turn: won by either player after 0, 1, ... ties, or settled."""
    place, ties = path.used, path.ties
    while place < war.half:
        laid = place + 1 - path.used
        for sign in (1, -1):
            yield moved(path, place + 1, sign * laid, ties, path.decided + 1)
        ties += 1
        left = path.first - laid, path.second - laid
        short = [cards <= war.face_down for cards in left]
        if not any(left) if war.shortfall == "last-card" else any(short):
            if war.shortfall == "second-takes":
                yield moved(path, place + 1, -laid, ties, path.decided)
            else:
                yield Course(place + 1, *left, ties, path.decided, short[1] - short[0])
            return
        step = min(war.face_down + 1, *left)
        if step <= war.face_down and left[0] != left[1]:
            break  # the last cards do not lie opposite each other
        place += step
    yield path._replace(ties=ties, end=3)


def moved(path: Course, used: int, won: int, ties: int, decided: int) -> Course:
    """Return the path after the first player has won so many cards, or lost them."""
    first, second = path.first + won, path.second - won
    end = 2 if first and second else 1 if first else -1
    return Course(used, first, second, ties, decided, end)


def shortest_of(
    war: WarRules,
    turns: list[tuple[dict[str, Fraction], dict[str, Fraction], Fraction]],
    sweep: Fraction,
) -> dict[str, dict[str, Fraction]]:
    """Return by turn the chances to end in it, up to the first turn that can have a winner."""
    if war.suits == 1:
        return {str(war.half): {"first": sweep, "second": sweep}} if sweep else {}
    shortest: dict[str, dict[str, Fraction]] = {}
    before = dict.fromkeys(WINNERS.values(), Fraction(0))
    for turn, (_, over, beyond) in enumerate(turns, 1):
        now = before | over
        ended = {name: now[name] - before[name] for name in now if now[name] > before[name]}
        if ended:
            shortest[str(turn)] = ended
        if beyond:
            return {}
        if ended.keys() & {"first", "second"}:
            return shortest
        before = now
    return {}


CHECKER = recounted("war, first turns", PROBLEM, RULES, CONTENT, recount, WORDS)
