"""Cards in words: what `Pack.write` returns is kept as the set of cards that it names.

Sets and their words determine each other, so `Pack.read` of such words gives the set back.
"""

import ast

from montmort.games.cards.pack import Pack
from montmort.games.errors import BadInput
from montmort.machine.assembly import Register
from montmort.machine.dispatch import lower
from montmort.machine.folding import folded
from montmort.machine.frame import Frame, Value, describe
from montmort.machine.shapes import Fixed, Names
from montmort.machine.values import as_integer, constant, integer, is_fixed, record

MOST = 62  # cards of a pack whose sets are registers


def pack_method(frame: Frame, pack: Pack, name: str, node: ast.Call) -> Value | None:
    """Compile pack.write(cards) and pack.read(words); None for other methods."""
    if name not in ("write", "read"):
        return None
    if len(node.args) != 1 or node.keywords or pack.size > MOST:
        frame.refuse(f"Pack.{name} with these arguments", node)
    value = lower(frame, node.args[0])
    if is_fixed(value):
        function = pack.write if name == "write" else pack.read
        return folded(frame, function, value.shape.value)  # type: ignore[attr-defined]
    if name == "write":
        cards = as_integer(frame, value)
        frame.code.fail_unless_compare(">=", cards, "0", "cards that the pack does not have")
        most = str((1 << pack.size) - 1)
        frame.code.fail_unless_compare("<=", cards, most, "cards that the pack does not have")
        return Value(Names(pack), (cards,))
    if value.shape != Names(pack):
        frame.refuse(f"Pack.read of {describe(value.shape)}", node)
    return record(frame, [integer(value.registers[0]), constant(0)])


def cards_named(pack: Pack, words: object) -> int | None:
    """Return the set of cards that a constant names as `Pack.write` does; None if it does not.

    >>> cards_named(Pack(), "2c 4c"), cards_named(Pack(), "4c 2c"), cards_named(Pack(), "")
    (5, None, 0)
    """
    if type(words) is not str:
        return None
    try:
        cards, jokers = pack.read(words)
    except BadInput:
        return None
    return cards if not jokers and pack.write(cards) == words else None


def same_names(frame: Frame, names: Value, other: Value) -> Register:
    """Return 1 where the names of cards equal others of the same pack, or a constant."""
    assert isinstance(names.shape, Names)
    code, cards = frame.code, names.registers[0]
    if other.shape == names.shape:
        return code.compare("==", cards, other.registers[0])
    if isinstance(other.shape, Fixed):
        known = cards_named(names.shape.pack, other.shape.value)
        if known is not None or type(other.shape.value) in (str, int, bool, type(None)):
            return "0" if known is None else code.compare("==", cards, str(known))
    return frame.refuse(f"a comparison of {describe(names.shape)} with {describe(other.shape)}")
