"""Yahtzee played by a strategy that looks its choices up: whole blocks at once, turn by turn.

The simulator knows nothing of the value of a choice.  A `Strategy` gives a row of decisions
for each card; the dice, the points and the cards after a turn are computed here, the points
from the reference rules.  For every throw that a play may have all dice are drawn, and as many
of them are used as are thrown.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from montmort.games.yahtzee import EXPERIMENTS, UPPER, Dice, Rules, Turn, points
from montmort.montecarlo.outcomes import Counts, Records, Rng, value_counts
from montmort.montecarlo.simulator import Simulator

Ints = npt.NDArray[np.int64]

VERSION = 1  # raise it when a stream would give other outcomes
PLAYS_PER_BLOCK = 2**14
MOST_CODES = 2**22
OPEN, SUM, FIFTY, SCORE, UPPERS, EXTRAS = range(6)  # columns of the plays


class Strategy(Protocol):
    """Decisions by card: rows of the best boxes and of the multisets of dice to keep."""

    @property
    def multisets(self) -> Sequence[Dice]:
        """The dice that can be held, by their numbers."""
        ...

    def of_cards(self, cards: Ints, /) -> Any:
        """Return (place, boxes, keeps) of cards (open, upper, fifty), as many boxes open on each.

        `boxes[place[c], t]` is the box for throw t of all dice, in the order of `multisets`, and
        `keeps[place[c], s, t]` the multiset that is kept with s + 1 throws left.
        """
        ...


@dataclass(frozen=True)
class _Arrays:
    """Dice as codes, the sum of (dice + 1)^(face - 1), and the points of the throws.

    `throw[code]` is the number of a throw of all dice, -1 for other dice; `points[j, box, t]`
    are the points of a throw, with j = 1 those of a joker.  `match[t]` is the set of the upper
    box of a yahtzee's face, empty if it is not in play.
    """

    powers: Ints
    code: Ints
    size: Ints
    throw: Ints
    points: Ints
    alike: npt.NDArray[np.bool_]
    match: Ints


@lru_cache(maxsize=4)
def _arrays(rules: Rules, held: tuple[Dice, ...]) -> _Arrays:
    """Return the arrays of the rules."""
    powers = (rules.dice + 1) ** np.arange(rules.faces)
    code = np.array([sum(int(powers[face - 1]) for face in dice) for dice in held])
    throws = [m for m, dice in enumerate(held) if len(dice) == rules.dice]
    throw = np.full((rules.dice + 1) ** rules.faces, -1)
    throw[code[throws]] = np.arange(len(throws))
    shown = [held[m] for m in throws]
    card = rules.card
    made = [
        [
            [points(rules, Turn(opened or (box,), 0, False, dice, 0), box) for dice in shown]
            for box in card
        ]
        for opened in (card, ())  # all boxes open: no joker; all others filled: a joker
    ]
    alike = np.array([dice[0] == dice[-1] for dice in shown])
    match = [
        1 << card.index(UPPER[dice[0] - 1]) if is_alike and UPPER[dice[0] - 1] in card else 0
        for dice, is_alike in zip(shown, alike, strict=True)
    ]
    sizes = np.array([len(dice) for dice in held])
    return _Arrays(powers, code, sizes, throw, np.array(made), alike, np.array(match))


def _throw(rules: Rules, known: _Arrays, rows: Any, dice: Ints) -> Ints:
    """Return the throw of all dice with which each play ends its turn."""
    place, _, keeps = rows
    code = np.zeros(len(place), np.int64)
    thrown = np.full(len(place), rules.dice)  # how many dice are
    for left in range(rules.throws - 1, -1, -1):
        is_thrown = np.arange(rules.dice) < thrown[:, None]
        shown = dice[:, rules.throws - 1 - left]
        code += np.where(is_thrown, known.powers[shown], 0).sum(axis=1)
        if left:
            kept = keeps[place, left - 1, known.throw[code]].astype(np.int64)
            again = thrown > 0  # to keep all dice ends the turn
            code[again] = known.code[kept[again]]
            thrown[again] = rules.dice - known.size[kept[again]]
    return known.throw[code]


def _fill(rules: Rules, known: _Arrays, plays: Ints, box: Ints, throw: Ints) -> None:
    """Fill a box of every card."""
    card = rules.card
    yahtzee = 1 << card.index("yahtzee") if "yahtzee" in card else 0
    is_upper = np.array([name in UPPER for name in card])[box]
    opened = plays[:, OPEN]
    is_extra = known.alike[throw] & (yahtzee > 0) & (opened & yahtzee == 0)
    is_joker = is_extra & (opened & known.match[throw] == 0)
    made = known.points[is_joker.astype(np.int64), box, throw]
    is_paid = is_extra & (plays[:, FIFTY] > 0)
    upper = np.where(is_upper, made, 0)
    plays[:, FIFTY] |= (1 << box == yahtzee) & (made > 0)
    plays[:, OPEN] = opened & ~(1 << box)
    plays[:, SUM] = np.minimum(plays[:, SUM] + upper, rules.target)
    plays[:, SCORE] += made + is_paid * rules.extra
    plays[:, UPPERS] += upper
    plays[:, EXTRAS] += is_paid


def play_dice(rules: Rules, strategy: Strategy, dice: Ints) -> Records:
    """Return the outcomes of games: score, upper, extras, bonus.

    `dice[p, turn, throw]` are the dice of play p, faces counted from 0.
    """
    known = _arrays(rules, tuple(strategy.multisets))
    plays = np.zeros((len(dice), EXTRAS + 1), np.int64)
    plays[:, OPEN] = (1 << len(rules.card)) - 1
    for turn in range(len(rules.card)):
        rows = strategy.of_cards(plays[:, : FIFTY + 1])
        throw = _throw(rules, known, rows, dice[:, turn])
        box = rows[1][rows[0], throw].astype(np.int64)
        _fill(rules, known, plays, box, throw)
    has_bonus = plays[:, SUM] == rules.target
    plays[:, SCORE] += has_bonus * rules.bonus
    return np.stack([plays[:, SCORE], plays[:, UPPERS], plays[:, EXTRAS], has_bonus], axis=1)


def _record(strategy: Strategy, rules: Rules, rng: Rng, plays: int) -> Iterator[Records]:
    for at in range(0, plays, PLAYS_PER_BLOCK):
        size = (min(PLAYS_PER_BLOCK, plays - at), len(rules.card), rules.throws, rules.dice)
        yield play_dice(rules, strategy, rng.integers(0, rules.faces, size=size))


def _count(strategy: Strategy, rules: Rules, rng: Rng, plays: int) -> Counts:
    found = np.concatenate([np.empty((0, 4), np.int64), *_record(strategy, rules, rng, plays)])
    names = EXPERIMENTS["game"].fields
    return {name: value_counts(found[:, at]) for at, name in enumerate(names)}


def simulator(rules: Rules, strategy: Strategy, name: str, digest: str) -> Simulator | None:
    """Return the simulator of a strategy; None where the dice make too many codes.

    `name` is that of the experiment, `digest` tells the strategy from others.
    """
    if (rules.dice + 1) ** rules.faces > MOST_CODES:
        return None
    return Simulator(
        game="yahtzee",
        rules=rules,
        experiment=name,
        fields=EXPERIMENTS["game"].fields,
        version=VERSION,
        plays_per_block=PLAYS_PER_BLOCK,
        compiled=True,
        counter=partial(_count, strategy),
        recorder=partial(_record, strategy),
        inputs_digest=digest,
    )
