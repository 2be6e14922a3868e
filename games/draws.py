"""Equal draws that leave each other alone, as dice or cards put back: how many show a kind.

Of n draws still undecided each shows a kind of weight w, or one of the other kinds
of weight m together.  Exactly j show the kind in

    C(n, j) w^j m^(n-j)    of the (w + m)^n ways,

so kind by kind every multiset is one path, whatever the order of the draws.
"""

import math


def ways_to_show(draws: int, most: int, weight: int, others: int) -> list[int]:
    """Return the ways in which 0, 1, and so on to `most` of the draws show a kind.

    The last entry stands for `most` or more.  Three throws of a coin, of which two heads suffice:

    >>> ways_to_show(3, 2, weight=1, others=1)
    [1, 3, 4]
    """
    ways = [math.comb(draws, j) * weight**j * others ** (draws - j) for j in range(most)]
    return [*ways, (weight + others) ** draws - sum(ways)]
