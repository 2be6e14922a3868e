"""The looks of a comparison: pairs of tallies of all plays so far, with new plays of both."""

import math
from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate

import numpy as np

from montmort.games.errors import BadInput, TooLarge
from montmort.montecarlo.tally import Tally

MOST_LOOKS = 200  # at a table of counts
MOST_COUNTED = 10**9 - 1  # plays in such a table, for which numpy draws parts
SURPRISE = 40.0  # nats: plays that agree with a chance below exp(-40) are the same plays

Pair = tuple[Tally, Tally]


def looks_in_step(first: Iterator[Tally], second: Iterator[Tally]) -> Iterator[Pair]:
    """Yield the tallies of both when each has new plays, as many of both as blocks allow.

    The side that has fewer plays goes on until it has as many.  The looks end with the shorter.
    Neither depends on outcomes.

    >>> def tallies(size):
    ...     for n in range(size, 13, size):
    ...         yield Tally(experiment="c0", plays=n, histograms={"heads": {0: n}})
    >>> [(a.plays, b.plays) for a, b in looks_in_step(tallies(2), tallies(3))]
    [(4, 3), (6, 6), (10, 9), (12, 12)]
    """
    for one, other in zip(first, second, strict=False):
        if one.plays < other.plays:
            one = _reaching(other.plays, one, first)
        else:
            other = _reaching(one.plays, other, second)
        yield one, other


def _reaching(plays: int, now: Tally, later: Iterator[Tally]) -> Tally:
    while now.plays < plays and (more := next(later, None)) is not None:
        now = more
    return now


def parts_of_table(table: Iterator[Tally], size: int) -> Iterator[Tally]:
    """Yield the prefixes of the plays of a table of counts, in an order that is drawn.

    Independent plays are as likely in every order, so any order that does not depend on
    their values will do.  It is drawn from a fixed seed.

    >>> table = Tally(experiment="c0", plays=5, histograms={"heads": {0: 3, 1: 2}})
    >>> [part.plays for part in parts_of_table(iter([table]), 2)]
    [2, 4, 5]
    """
    for whole in table:
        if whole.plays > MOST_COUNTED:
            raise TooLarge(
                f"{whole.label} counts {whole.plays:,} plays; more than {MOST_COUNTED:,} "
                "cannot be compared with other plays"
            )
        step = max(size, math.ceil(whole.plays / MOST_LOOKS))
        sizes = [min(step, whole.plays - at) for at in range(0, whole.plays, step)]
        rng = np.random.default_rng(0)
        parts = {
            name: list(_drawn(counts, sizes, rng)) for name, counts in whole.histograms.items()
        }
        for at, plays in enumerate(accumulate(sizes)):
            counts = {name: of_field[at] for name, of_field in parts.items()}
            yield Tally(
                experiment=whole.experiment, label=whole.label, plays=plays, histograms=counts
            )


def _drawn(
    counts: Mapping[int, int], sizes: Sequence[int], rng: np.random.Generator
) -> Iterator[dict[int, int]]:
    """Yield the counts of the first plays, of so many more each time."""
    left = np.array(list(counts.values()))
    for size in sizes:
        left = left - rng.multivariate_hypergeometric(left, size, method="marginals")
        yield {
            value: count - int(rest)
            for (value, count), rest in zip(counts.items(), left, strict=True)
            if count > rest
        }


class SamePlays:
    """Notices that both sides give the same plays: blocks with equal counts, one after another.

    Two independent blocks have equal counts with a chance of about prod 1/sqrt(4 pi c) over the
    values but one.
    """

    def __init__(self, fields: Sequence[str]) -> None:
        self._fields = fields
        self._before: list[list[Mapping[int, int]]] = [[{}] * len(fields)] * 2
        self._surprise = 0.0

    def look(self, first: Tally, second: Tally) -> None:
        """Raise BadInput if it cannot be a coincidence that the plays agree."""
        seen = [[tally.histogram(name) for name in self._fields] for tally in (first, second)]
        blocks = [list(map(since, *pair)) for pair in zip(seen, self._before, strict=True)]
        self._before = seen
        if blocks[0] != blocks[1]:
            self._surprise = 0.0
            return
        self._surprise += max(map(_surprise, blocks[0]))
        if self._surprise > SURPRISE:
            raise BadInput(
                f"{first.label} and {second.label} give the same plays up to play "
                f"{first.plays:,}; two simulators are compared by plays that are independent of "
                "each other, from different seeds"
            )


def since(counts: Mapping[int, int], earlier: Mapping[int, int]) -> dict[int, int]:
    """Return the counts of the later plays.

    >>> since({0: 5, 1: 2}, {0: 3, 1: 2})
    {0: 2}
    """
    left = {value: count - earlier.get(value, 0) for value, count in counts.items()}
    return {value: count for value, count in left.items() if count}


def _surprise(counts: Mapping[int, int]) -> float:
    """Return -log of the chance that another block has these counts."""
    terms = sorted(math.log(4 * math.pi * count) / 2 for count in counts.values())
    return sum(terms[:-1])
