"""The first turns of War for any deck, as long as they compare only cards as dealt.

As long as no captured card is compared, the two cards of a place lie opposite each
other.  A turn is then a list of places: ties, followed by one place that does not
tie.  It does not matter which places these are.  The chance that t given places
tie and k others do not is

    Q(t, k) = sum_u (-1)^u C(k, u) P_(t+u)

with P_t as in `montmort.exact.war.deal_counts`.  Exchanging the two cards of a place
exchanges its winner.  So either player wins each of the k places with chance 1/2,
independently of the rest, and neither the deuce nor the order of picking up matters.

A turn of m ties uses m (face_down + 1) + 1 places.  Paths are counted by their
state and weighted with Q.  A path is not followed once it would compare captured
cards, which happens after a war through a whole hand.  The chance of these paths
is `beyond`.
"""

import math
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice
from typing import NamedTuple

from montmort.display import short_repr
from montmort.exact.war.deal_counts import sweep, ties_chance
from montmort.games.validation import check_integer
from montmort.games.war import Rules
from montmort.games.war.turn import is_short

FEW = 5  # turns that are followed by default
MOST_PATHS = 10**6  # about; they take some seconds
WINNERS = {1: "first", -1: "second", 0: "draw"}


class Path(NamedTuple):
    """Places used, cards won by the first player, places that tied, and places that did not.

    `over` is 1 if the first player has won, -1 if the second has, 0 if the game is
    drawn, and None if it goes on.  With `beyond` the path is not followed further.
    """

    used: int = 0
    won: int = 0
    ties: int = 0
    decided: int = 0
    over: int | None = None
    beyond: bool = False


@dataclass(frozen=True, kw_only=True)
class After:
    """The chances after some turns.

    `cards` has the chances of games that go on, by the number of the first player's
    cards.  `over` has those of games that have ended, by winner.  `beyond` is the
    chance of all others.
    """

    cards: Mapping[int, Fraction]
    over: Mapping[int, Fraction]
    beyond: Fraction

    __repr__ = short_repr

    def __post_init__(self) -> None:
        if sum(self.cards.values()) + sum(self.over.values()) + self.beyond != 1:
            raise ArithmeticError("the chances after a turn do not sum to 1")


def can_be_followed(rules: Rules) -> bool:
    """Return whether the first turns can be computed in seconds.

    >>> can_be_followed(Rules()), can_be_followed(Rules(ranks=500, face_down=0))
    (True, False)
    """
    wars = rules.cards // 2 // (rules.face_down + 1) + 1
    return rules.cards * wars**2 <= MOST_PATHS


def first_turns(rules: Rules, turns: int = FEW) -> list[After]:
    """Return the chances after 1, 2, ..., `turns` turns, up to the turn limit.

    >>> [after.cards for after in first_turns(Rules(ranks=4, suits=1, turn_limit=1))]
    [{1: Fraction(1, 2), 3: Fraction(1, 2)}]
    """
    check_integer("turns", turns, 1)
    most = turns if rules.turn_limit is None else min(turns, rules.turn_limit)
    return list(islice(_turn_by_turn(rules), most))


def shortest_games(rules: Rules) -> dict[int, dict[str, Fraction]]:
    """Return by turn and winner the chances to end, up to the first turn that can have a winner.

    The result is empty if no game can be won within 5 turns and the turn limit
    before captured cards are compared.  With one suit there are no wars, and the
    shortest games are sweeps.

    >>> {turns: str(ends["draw"]) for turns, ends in shortest_games(Rules()).items()}
    {1: '8051/2579742585875', 2: '757296/259079862552875'}
    """
    if rules.suits == 1:
        chance = sweep(rules)
        return {rules.cards // 2: {"first": chance, "second": chance}} if chance else {}
    known = dict.fromkeys(WINNERS.values(), Fraction(0))
    found: dict[int, dict[str, Fraction]] = {}
    for turn, after in enumerate(first_turns(rules), 1):
        over = known | {WINNERS[winner]: chance for winner, chance in after.over.items()}
        ended = {name: over[name] - known[name] for name in over if over[name] > known[name]}
        found |= {turn: ended} if ended else {}
        if after.beyond:
            break
        if ended.keys() & {"first", "second"}:
            return found
        known = over
    return {}


def _turn_by_turn(rules: Rules) -> Iterator[After]:
    paths = Counter({Path(): 1})
    while True:
        later: Counter[Path] = Counter()
        for path, ways in paths.items():
            for following in _turn(rules, path):
                later[following] += ways
        paths = later
        yield _after(rules, paths)


def _after(rules: Rules, paths: Mapping[Path, int]) -> After:
    cards: dict[int, Fraction] = {}
    over: dict[int, Fraction] = {}
    beyond = Fraction(0)
    for path, ways in sorted(paths.items(), key=lambda item: _sizes(rules, item[0])):
        chance = ways * _chance(rules, path.ties, path.decided)
        if path.beyond:
            beyond += chance
        elif chance:
            place, key = (cards, _sizes(rules, path)[0]) if path.over is None else (over, path.over)
            place[key] = place.get(key, Fraction(0)) + chance
    return After(cards=cards, over=over, beyond=beyond)


def _chance(rules: Rules, ties: int, decided: int) -> Fraction:
    """Return the chance of one path: Q(t, k) / 2^k."""
    signed = (
        (-1) ** u * math.comb(decided, u) * ties_chance(rules, ties + u) for u in range(decided + 1)
    )
    return sum(signed, Fraction(0)) / (1 << decided)


def _sizes(rules: Rules, path: Path) -> tuple[int, int]:
    """Return the numbers of cards of both players."""
    dealt = rules.cards // 2 - path.used
    return dealt + path.won, dealt + 2 * path.used - path.won


def _turn(rules: Rules, path: Path) -> Iterator[Path]:
    """Yield the paths after one more turn; the path itself if it is over or not followed."""
    if path.over is not None or path.beyond:
        yield path
        return
    place, ties = path.used, path.ties
    while True:
        if place >= rules.cards // 2:
            yield path._replace(ties=ties, beyond=True)
            return
        booty = 2 * (place + 1 - path.used)
        taken = Path(place + 1, path.won, ties, path.decided + 1)
        yield _with_winner(rules, taken._replace(won=path.won + booty))
        yield _with_winner(rules, taken)
        ties += 1
        first, second = _sizes(rules, path)
        left = first - booty // 2, second - booty // 2
        if is_short(rules, left):
            yield _settle(rules, taken._replace(ties=ties, decided=path.decided), left)
            return
        depth = min(rules.face_down + 1, *left)
        if depth <= rules.face_down and left[0] != left[1]:  # the last cards are not opposite
            yield path._replace(ties=ties, beyond=True)
            return
        place += depth


def _settle(rules: Rules, path: Path, left: tuple[int, int]) -> Path:
    """Return the path after a war that cannot be completed."""
    if rules.shortfall == "second-takes":
        return _with_winner(rules, path)
    first, second = (cards <= rules.face_down for cards in left)
    return path._replace(over=second - first)


def _with_winner(rules: Rules, path: Path) -> Path:
    """Return the path after a turn; it is over if one player has no cards."""
    first, second = _sizes(rules, path)
    return path if first and second else path._replace(over=1 if first else -1)
