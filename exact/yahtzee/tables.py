"""All that the kernels know of the rules: arrays of points, multisets and cards.

A number is a row of limbs of `bits` bits each, the lowest first.  A layer of k open boxes has
values over D = faces^(dice throws k); a second moment is at most D M^2, where M is the largest
score of a play, and so are all values, sums over the next die and moments.  So

    limbs(k) = ceil(bit length of D M^2 / bits)

suffice.  In a kernel a limb below 2^bits is multiplied by at most 2^(62 - bits) and joined by
two more limbs and a carry, or `faces` such limbs are added: all of this stays below 2^63,
because `bits` is at most 62 less the bit length of the largest multiplier: faces^dice, the
largest gain of a turn, and twice that.

The points are those of the reference rules.  In a box many throws make the same points, and
then they lead to the same card: such throws share a `level` of the box.
"""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from montmort.exact.yahtzee.states import cards_of, multisets
from montmort.games.errors import TooLarge
from montmort.games.yahtzee import UPPER, Rules, Turn, points

Ints = npt.NDArray[np.int64]

WEIGHT_BITS = 62  # of the number of ways in which a turn goes
LEAST_BITS = 30  # of a limb; with fewer the gains are too large
MOST_MULTISETS = 20_000


@dataclass(frozen=True)
class Scoring:
    """Points by box and throw; throws are numbered as in `Multisets.throws`.

    `level[b, t]` is the level of throw t in box b, and `points[b, l]` the points of a level;
    `levels[b]` is the number of levels.  `alike[t]` is the face of a yahtzee, from 0, and -1
    for other throws; `joker[b]` are the points of a joker in box b, -1 where it scores as any
    such dice do.  `match[f]` is the place of the upper box of face f,
    -1 if it is not in play, and `yahtzee` that of the yahtzee box.
    """

    level: Ints
    points: Ints
    levels: Ints
    alike: Ints
    joker: Ints
    match: Ints
    upper: npt.NDArray[np.bool_]
    yahtzee: int


def scoring_of(rules: Rules) -> Scoring:
    """Return what the throws score.

    >>> found = scoring_of(Rules(dice=2, faces=2, boxes="twos,yahtzee"))
    >>> found.points.tolist(), found.level.tolist(), found.alike.tolist()
    ([[0, 2, 4], [0, 50, 0]], [[0, 1, 2], [1, 0, 1]], [0, -1, 1])
    """
    held = multisets(rules.dice, rules.faces)
    throws = [held.tuples[m] for m in held.throws]
    card = rules.card

    def plain(box: str, dice: tuple[int, ...]) -> int:
        return points(rules, Turn(card, 0, False, dice, 0), box)  # no box is filled: no joker

    made = [[plain(box, dice) for dice in throws] for box in card]
    distinct = [sorted({*row}) for row in made]
    widest = max(map(len, distinct))
    alike = Turn(("full-house",), 0, False, (1,) * rules.dice, 0)
    joker = (
        [
            points(rules, alike, box)
            if box in ("full-house", "small-straight", "large-straight")
            else -1
            for box in card
        ]
        if "yahtzee" in card
        else [-1] * len(card)
    )
    return Scoring(
        level=np.array(
            [[at.index(p) for p in row] for at, row in zip(distinct, made, strict=True)]
        ),
        points=np.array([at + [0] * (widest - len(at)) for at in distinct]),
        levels=np.array([len(at) for at in distinct]),
        alike=np.array([dice[0] - 1 if dice[0] == dice[-1] else -1 for dice in throws]),
        joker=np.array(joker),
        match=np.array([card.index(box) if box in card else -1 for box in UPPER[: rules.faces]]),
        upper=np.array([box in UPPER for box in card]),
        yahtzee=card.index("yahtzee") if "yahtzee" in card else -1,
    )


class Tables(NamedTuple):
    """Arrays as in `Scoring`, `Multisets` and `Cards`, and the rules as numbers.

    `powers[j]` is faces^j, and `bits` the length of a limb.
    """

    number: npt.NDArray[np.int32]
    level: Ints
    points: Ints
    levels: Ints
    alike: Ints
    joker: Ints
    match: Ints
    is_upper: npt.NDArray[np.bool_]
    yahtzee: int
    extra: int
    forced: bool
    throws: int
    sizes: Ints
    plus: Ints
    minus: Ints
    order: Ints
    bounds: Ints
    powers: Ints
    bits: int


def tables_of(rules: Rules) -> Tables:
    """Return the arrays of the rules; TooLarge where they do not fit into 64 bits.

    >>> tables_of(Rules()).bits
    49
    """
    ways = rules.faces ** (rules.dice * rules.throws)
    held = multisets(rules.dice, rules.faces) if ways < 1 << WEIGHT_BITS else None
    if held is None or len(held.tuples) > MOST_MULTISETS:
        raise TooLarge(
            f"dice={rules.dice}, faces={rules.faces} and throws={rules.throws} make too many "
            "turns; take fewer"
        )
    scoring = scoring_of(rules)
    largest = max(rules.faces**rules.dice, 2 * largest_gain(rules))
    bits = 62 - largest.bit_length()
    if bits < LEAST_BITS:
        raise TooLarge(f"extra={rules.extra} is too large; take less")
    return Tables(
        number=cards_of(rules).number,
        level=scoring.level,
        points=scoring.points,
        levels=scoring.levels,
        alike=scoring.alike,
        joker=scoring.joker,
        match=scoring.match,
        is_upper=scoring.upper,
        yahtzee=scoring.yahtzee,
        extra=rules.extra,
        forced=rules.joker == "forced",
        throws=rules.throws,
        sizes=held.sizes,
        plus=held.plus,
        minus=held.minus,
        order=held.order,
        bounds=held.bounds,
        powers=np.array([rules.faces**j for j in range(rules.dice + 1)]),
        bits=bits,
    )


def largest_gain(rules: Rules) -> int:
    """Return an upper bound of what a turn gains, without the bonus at the end.

    >>> largest_gain(Rules())
    150
    """
    scoring = scoring_of(rules)
    return int(max(scoring.points.max(), scoring.joker.max())) + rules.extra


def ways_of_turn(rules: Rules) -> int:
    """Return the number of equally likely ways in which the dice of a turn fall.

    >>> ways_of_turn(Rules(dice=2, faces=2, throws=3))
    64
    """
    return int(rules.faces ** (rules.dice * rules.throws))


def limbs_of(rules: Rules, bits: int, layer: int) -> int:
    """Return the number of limbs of a layer's numbers.

    >>> [limbs_of(Rules(), 49, layer) for layer in (0, 1, 13)]
    [1, 2, 11]
    """
    largest = len(rules.card) * largest_gain(rules) + rules.bonus
    length = int(ways_of_turn(rules) ** layer * max(largest, 1) ** 2).bit_length()
    return -(-length // bits)


def limbs_from(number: int, bits: int, limbs: int) -> Ints:
    """Return the limbs of an integer.

    >>> limbs_from(5, 2, 3).tolist()
    [1, 1, 0]
    """
    return np.array([number >> bits * place & ((1 << bits) - 1) for place in range(limbs)])


def integer(limbs: Ints, bits: int) -> int:
    """Return the integer with these limbs.

    >>> integer(np.array([1, 1, 0]), 2)
    5
    """
    return sum(limb << bits * place for place, limb in enumerate(limbs.tolist()))
