"""The ranges of a built-in game's fields, by its exact laws."""

from collections.abc import Iterable, Iterator, Mapping

from montmort.exact.moments import Moments
from montmort.exact.paths import Watch
from montmort.games.errors import BadInput, NoPlayer, TooLarge
from montmort.verification.comparison.question import KnownGame
from montmort.verification.two_samples.judge import Range
from montmort.verification.verdicts.quantities import Known, horizon_of


def known_ranges(
    game: KnownGame, readings: Iterable[object], experiment: str, watch: Watch | None = None
) -> dict[str, Range]:
    """Return the ranges of the fields of integers, wide enough for every reading.

    A field has none if a reading has no law of it.  The range of a law with a tail ends at its
    horizon.

    >>> from montmort.games import war
    >>> from montmort.verification.registry import GAMES
    >>> known_ranges(GAMES["war"], [war.Rules(), war.Rules(ranks=3)], "deal")["strength"]
    (14, 292)
    """
    merged: dict[str, Range] | None = None
    for rules in dict.fromkeys(readings):
        try:
            ranges = dict(_ranges(game.truth(rules, experiment, watch)))
        except (TooLarge, NoPlayer):
            return {}
        if merged is None:
            merged = ranges
        else:
            merged = {
                name: (min(low, ranges[name][0]), max(high, ranges[name][1]))
                for name, (low, high) in merged.items()
                if name in ranges
            }
    return merged or {}


def _ranges(laws: Mapping[str, Known]) -> Iterator[tuple[str, Range]]:
    for name, law in laws.items():
        if isinstance(law, Moments):
            yield name, (int(law.low), int(law.high))
        elif all(type(value) is int for value in law):
            try:
                yield name, (min(law), horizon_of(name, law) if law.tail else max(law))
            except BadInput:  # too much of the law is in its tail
                continue
