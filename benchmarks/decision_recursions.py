"""Best values by dynamic programmes in plain Python, with fractions and written by hand.

They share nothing with montmort: every one uses what is special in its game.
"""

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import product

ZERO, ONE = Fraction(0), Fraction(1)
Line = tuple[Fraction, Fraction]  # (a, b): a + b x


def first_orchard(trees: int = 4, fruits: int = 4, raven: int = 5) -> Fraction:
    """Return the best chance to pick all fruit before the raven comes.

    An empty tree and its face of the die change nothing, so a throw that does is one of
    those of the other faces.
    """

    @cache
    def chance(orchard: tuple[int, ...], way: int) -> Fraction:
        if not any(orchard):
            return ONE
        if not way:
            return ZERO
        picked = [
            chance(tuple(sorted((*orchard[:at], left - 1, *orchard[at + 1 :]))), way)
            for at, left in enumerate(orchard)
            if left
        ]
        total = sum(picked, ZERO) + max(picked) + chance(orchard, way - 1)
        return total / (len(picked) + 2)

    return chance((fruits,) * trees, raven)


def shut_the_box(tiles: int = 9) -> Fraction:
    """Return the best chance to shut all tiles; open tiles are the bits of a number."""
    subsets: dict[int, list[int]] = {}
    for chosen in range(1, 1 << tiles):
        total = sum(tile + 1 for tile in range(tiles) if chosen >> tile & 1)
        subsets.setdefault(total, []).append(chosen)
    one = dict.fromkeys(range(1, 7), 1)
    two = {total: 6 - abs(total - 7) for total in range(2, 13)}

    @cache
    def chance(box: int) -> Fraction:
        if not box:
            return ONE

        def thrown(ways: dict[int, int]) -> Fraction:
            best = ZERO
            for total, weight in ways.items():
                shuts = (each for each in subsets.get(total, ()) if each & box == each)
                best += weight * max((chance(box ^ each) for each in shuts), default=ZERO)
            return best / sum(ways.values())

        return max(thrown(one), thrown(two)) if box < 1 << 6 else thrown(two)

    return chance((1 << tiles) - 1)


def pig(goal: int, faces: int = 6) -> Fraction:
    """Return the chance of the first player if both play at best.

    For scores a, b let x be the chance of the player to throw, and y that of the other one
    with b, a.  Where the choices are fixed, x is a line in y and y a line in x.  The lines
    are taken at the last x and y, and intersected, until x and y are best.  As a turn may
    end at once with chance 1 / faces or go on to the goal, there is only one solution.
    """
    known: dict[tuple[int, int], Fraction] = {}

    def turn(mine: int, other: int, lost: Fraction) -> Line:
        """Return the chance as a line in `lost`: that of the other player after a 1."""
        after: dict[int, Line] = {}
        for points in reversed(range(goal - mine)):
            line = [ONE / faces, -ONE / faces]  # 1 - lost after a 1
            for face in range(2, faces + 1):
                won = points + face >= goal - mine
                a, b = (ONE, ZERO) if won else after[points + face]
                line = [line[0] + a / faces, line[1] + b / faces]
            throw = line[0], line[1]
            hold = 1 - known[other, mine + points] if points else ZERO
            after[points] = (hold, ZERO) if hold > throw[0] + throw[1] * lost else throw
        return after[0]

    for mine, other in sorted(product(range(goal), repeat=2), key=sum, reverse=True):
        if (mine, other) in known:
            continue
        x = y = ONE / 2
        while True:
            (a, b), (c, d) = turn(mine, other, y), turn(other, mine, x)
            if x == a + b * y and y == c + d * x:
                break
            x = (a + b * c) / (1 - b * d)
            y = c + d * x
        known[mine, other], known[other, mine] = x, y
    return known[0, 0]


RECURSIONS: dict[str, Callable[..., Fraction]] = {
    "first_orchard": first_orchard,
    "shut_the_box": shut_the_box,
    "pig": pig,
}
