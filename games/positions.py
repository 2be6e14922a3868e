"""One position for all that are equivalent, so that a walk explores it once.

Four apple trees with 3, 1, 4 and 1 apples are the same to the rules in any order.
Sorted, all orders are the tuple (1, 1, 3, 4), and equal states have one future.
That the rules do not tell the positions apart is for the author of the game to know.
"""

import enum
from collections.abc import Iterable
from fractions import Fraction
from typing import Any, TypeVar, overload

from montmort.games.cards.deck import Deck
from montmort.games.errors import BadInput
from montmort.games.validation import quote

Item = TypeVar("Item")
Other = TypeVar("Other")


@overload
def canonical(items: Iterable[Item], /) -> tuple[Item, ...]: ...
@overload
def canonical(
    items: Iterable[Item], others: Iterable[Other], /
) -> tuple[tuple[Item, ...], tuple[Other, ...]]: ...
@overload
def canonical(items: Iterable[Any], /, *others: Iterable[Any]) -> tuple[tuple[Any, ...], ...]: ...
def canonical(items: Iterable[Any], /, *others: Iterable[Any]) -> tuple[Any, ...]:
    """Return the items in ascending order; several sequences keep their items side by side.

    Items may be numbers, strings, members of an enum (in the order of definition),
    decks, None, and tuples of these.  `canonical(items)` of numbers is
    `tuple(sorted(items))`.

    >>> canonical([3, 1, 4, 1])
    (1, 1, 3, 4)
    >>> fruits, ladders = canonical((3, 1, 4), (False, True, False))
    >>> fruits, ladders
    ((1, 3, 4), (True, False, False))

    Two trees with three fruits each lose one by the throw of a coin; the walk is half
    as large where the order of the trees does not matter:

    >>> from typing import NamedTuple
    >>> from montmort import Experiment, explore
    >>> class Throw(NamedTuple):
    ...     throws: int
    >>> def orchard(order):
    ...     def step(rules, trees, chance, table):
    ...         fruits = list(trees)
    ...         tree = chance.pick([1, 1])
    ...         fruits[tree] -= fruits[tree] > 0
    ...         return (order(fruits) if any(fruits) else None), Throw(1)
    ...     return Experiment(name="orchard", outcome=Throw, start=lambda *_: (3, 3), step=step)
    >>> walks = [explore(orchard(order), None) for order in (tuple, canonical)]
    >>> [len(walk.steps) for walk in walks]
    [15, 9]
    >>> walks[0].expected("throws") == walks[1].expected("throws")
    True
    """
    for column in (items, *others):
        if not isinstance(column, Iterable):
            raise BadInput(f"canonical sorts sequences, not {quote(column)}")
    if not others:
        return tuple(sorted(items, key=_order))
    columns = tuple([tuple(column) for column in (items, *others)])
    size = len(columns[0])
    for column in columns:
        if len(column) != size:
            lengths = f"{size} and {len(column)}"
            raise BadInput(f"sequences sorted together have one length, not {lengths}")
    places = sorted(range(size), key=lambda at: tuple([_order(c[at]) for c in columns]))
    return tuple([tuple([column[at] for at in places]) for column in columns])


def _order(item: object) -> tuple[Any, ...]:
    """Return a key that orders items of any mixture of kinds, equal for equal items."""
    if item is None:
        return (0,)
    if isinstance(item, int) or isinstance(item, Fraction):  # noqa: SIM101 (compiled so)
        return 1, item
    if isinstance(item, str):
        return 2, item
    if isinstance(item, enum.Enum):
        return 3, type(item).__qualname__, list(type(item)).index(item)
    if isinstance(item, Deck):
        return 4, item.counts
    if isinstance(item, tuple):
        return 5, tuple([_order(part) for part in item])
    raise BadInput(
        f"canonical cannot order {quote(item)}; use numbers, strings, enums, decks and "
        "tuples of them"
    )
