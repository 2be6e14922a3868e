"""Which variable keeps the situations of a play apart."""

from collections import Counter, defaultdict
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from montmort.exact.situations.machine import Frames
from montmort.machine.places.expressions import PREFIX

if TYPE_CHECKING:
    from montmort.machine.places.functions import Place


def bottleneck(situations: Iterable[Frames]) -> str:
    """Return a sentence on the variable that takes the most values at one place.

    If a list or tuple holds the same items in many orders, the advice is to sort it.
    """
    values: defaultdict[tuple[Place, str], Counter[str]] = defaultdict(Counter)
    unordered: defaultdict[tuple[Place, str], set[str]] = defaultdict(set)
    for frames in situations:
        for place, live in frames:
            for name, value in zip(place.names, live, strict=True):
                values[place, name][repr(value)] += 1
                unordered[place, name].add(_without_order(value))
    if not values:
        return "its situations are all different"
    where = max(values, key=lambda at: len(values[at]))
    place, name = where
    shown = "a list that is being made" if name.startswith(PREFIX) else f"`{name}`"
    function = place.function.rpartition(".")[2]
    line = f"line {place.line} of `{function}`"
    if 2 * len(unordered[where]) < len(values[where]):
        return f"the order of {shown} is live in {line}; sort it if it does not matter"
    return f"{shown}, which is live in {line}, is different in most situations"


def _without_order(value: Any) -> str:
    return repr(sorted(map(repr, value)) if isinstance(value, list | tuple | str) else value)
