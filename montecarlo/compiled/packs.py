"""Cards in words: what `Pack.write` returns is kept as the set of cards that it names.

Sets and their words determine each other, so `Pack.read` of such words gives the set back.
"""

from typing import Any

from montmort.games.cards.pack import Pack
from montmort.games.errors import BadInput
from montmort.montecarlo.compiled.kinds import CardNames, Value, joined
from montmort.montecarlo.compiled.scope import Scope
from montmort.montecarlo.compiled.values import constant, integer, is_known, known, needed_number

Arguments = tuple[Value, ...]
Named = dict[str, Value]


def written(scope: Scope, arguments: Arguments, named: Named) -> Value:
    """Return `pack.write(cards)`."""
    pack = _pack(scope, arguments)
    if len(arguments) != 2 or named:
        scope.refuse("Pack.write with jokers")
    leaf = needed_number(scope, arguments[1], "a set of cards")
    if not leaf.isdigit() or int(leaf) >> pack.size:
        scope.fail_if(f"{leaf} < 0 or {leaf} >= {1 << pack.size}")
    return Value(CardNames(pack), (leaf,))


def read(scope: Scope, arguments: Arguments, named: Named) -> Value:
    """Return `pack.read(words)`: the set of cards, and the number of jokers."""
    pack = _pack(scope, arguments)
    if len(arguments) != 2 or named:
        scope.refuse("Pack.read with these arguments")
    words = arguments[1]
    if is_known(words):
        return _read_now(scope, pack, constant(words))
    if words.kind != CardNames(pack):
        scope.refuse(f"Pack.read of {words.kind}", "read what the same pack wrote")
    return joined(None, [integer(words.leaf), known(0)])


def _pack(scope: Scope, arguments: Arguments) -> Pack:
    if not arguments or not is_known(arguments[0]):
        scope.refuse("a Pack is made in the play", "make it a constant")
    pack: Pack = constant(arguments[0])
    return pack


def _read_now(scope: Scope, pack: Pack, words: Any) -> Value:
    try:
        return known(pack.read(words))
    except (BadInput, AttributeError):
        scope.fail_if("True")
        return known((0, 0))


def cards_named(kind: CardNames, words: object) -> int | None:
    """Return the set of cards that a constant names as `Pack.write` does; None if it does not.

    >>> kind = CardNames(Pack())
    >>> cards_named(kind, "2c 4c"), cards_named(kind, "4c 2c"), cards_named(kind, "")
    (5, None, 0)
    """
    if type(words) is not str:
        return None
    try:
        cards, jokers = kind.pack.read(words)
    except BadInput:
        return None
    return cards if not jokers and kind.pack.write(cards) == words else None


def same_names(left: Value, right: Value) -> bool | str | None:
    """Return the condition that names of cards are equal; None if it is not known."""
    for one, other in ((left, right), (right, left)):
        if isinstance(one.kind, CardNames):
            if other.kind == one.kind:
                return f"{one.leaf} == {other.leaf}"
            if is_known(other) and type(constant(other)) is str:
                cards = cards_named(one.kind, constant(other))
                return False if cards is None else f"{one.leaf} == {cards}"
    return None
