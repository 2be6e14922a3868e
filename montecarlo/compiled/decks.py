"""Decks: drawing, dealing and counting cards.  The kinds of a deck are constants."""

from typing import Any

from montmort.games.cards.deck import Deck
from montmort.montecarlo.compiled import dictionaries
from montmort.montecarlo.compiled.kinds import (
    INT,
    RANDOM,
    Cards,
    Kind,
    Known,
    Record,
    Sequence,
    Value,
    joined,
    parts,
    widened,
    width,
)
from montmort.montecarlo.compiled.layout import HEADER
from montmort.montecarlo.compiled.scope import Scope
from montmort.montecarlo.compiled.sequences import chosen_item, item_kind, store
from montmort.montecarlo.compiled.values import (
    constant,
    deck_in_memory,
    deck_size,
    deck_table,
    integer,
    is_known,
    known,
    needed_number,
    number,
)


def is_deck(value: Value) -> bool:
    """Return whether a value is a deck."""
    return isinstance(value.kind, Cards) or (is_known(value) and type(constant(value)) is Deck)


def kinds_of(value: Value) -> tuple[Any, ...]:
    """Return the kinds of a deck's cards."""
    if isinstance(value.kind, Cards):
        return tuple(value.kind.kinds.value)
    return tuple(constant(value).kinds)


def located(scope: Scope, deck: Value) -> str:
    """Return where the deck's counts stand."""
    (leaf,) = scope.coerce(deck, Cards(Known(kinds_of(deck))))
    return leaf


def kind_at(scope: Scope, deck: Value, place: str) -> Value:
    """Return the kind of card at a place, from 0, of the deck."""
    return chosen_item(scope, [known(kind) for kind in kinds_of(deck)], place)


def place_of(scope: Scope, deck: Value, kind: Value) -> str:
    """Return the place of a kind of card; the play fails if there is none."""
    kinds = kinds_of(deck)
    leaf = number(scope, kind)
    if leaf is not None and kinds == tuple(range(len(kinds))) and not is_known(kind):
        scope.fail_if(f"{leaf} < 0 or {leaf} >= {len(kinds)}")
        return leaf
    place = dictionaries.place_of(scope, list(kinds), kind)
    if not place.isdigit():
        scope.fail_if(f"{place} < 0")
    return place


def new_deck(scope: Scope, arguments: tuple[Value, ...], named: dict[str, Value]) -> Value:
    """Return `Deck(counts)` or `Deck(counts, kinds)`."""
    given = dict(zip(("counts", "kinds"), arguments, strict=False)) | named
    if all(is_known(value) for value in given.values()):
        return made(scope, lambda: Deck(**{name: constant(v) for name, v in given.items()}))
    counts, kinds = given.get("counts"), given.get("kinds", known(None))
    if counts is None or not is_known(kinds):
        scope.refuse("the kinds of a Deck are computed in the play", "make them a constant")
    if not isinstance(counts.kind, Record):
        scope.refuse("the number of kinds of a Deck is computed in the play")
    items = parts(counts)
    names = constant(kinds)
    leaves = [needed_number(scope, item, "a number of cards") for item in items]
    for leaf in leaves:
        scope.fail_if(f"{leaf} < 0")
    deck = made(scope, lambda: Deck([0] * len(items), names))
    return Value(widened(deck.kind), (deck_in_memory(scope, leaves),))


def made(scope: Scope, make: Any) -> Value:
    """Return a constant made when the rules are compiled; the play fails if that fails."""
    try:
        return known(make())
    except Exception as error:
        scope.refuse(f"a constant cannot be computed ({error})")


def attribute(scope: Scope, deck: Value, name: str) -> Value | None:
    """Return an attribute of a deck, None if it has no such attribute here."""
    if is_known(deck) and name in ("counts", "kinds", "size", "empty"):
        return known(getattr(constant(deck), name))
    kinds = kinds_of(deck)
    match name:
        case "kinds":
            return known(kinds)
        case "size":
            return size(scope, deck)
        case "empty":
            return known(Deck((0,) * len(kinds), kinds))
        case "counts":
            where = located(scope, deck)
            kind = Sequence(INT)
            copy = scope.let(f"new_items(memory, {len(kinds)}, 1)")
            for place in range(len(kinds)):
                count = _cards_of(scope, where, str(place))
                scope.emit(f"memory[{copy} + {HEADER + place}] = {count}")
            return Value(kind, (copy,))
    return None


def size(scope: Scope, deck: Value) -> Value:
    """Return the number of cards."""
    if is_known(deck):
        return known(constant(deck).size)
    return integer(scope.let(deck_size(deck)))


def count_of(scope: Scope, deck: Value, kind: Value) -> Value:
    """Return `deck[kind]`."""
    place = place_of(scope, deck, kind)
    if is_known(deck) and place.isdigit():
        return known(constant(deck).counts[int(place)])
    return integer(_cards_of(scope, located(scope, deck), place))


def _cards_of(scope: Scope, where: str, place: str) -> str:
    return scope.let(f"cards_of(memory, {where}, {place})")


def changed(scope: Scope, deck: Value, place: str, cards: str) -> Value:
    """Return a deck with some cards of a kind added or removed."""
    where, kinds = located(scope, deck), kinds_of(deck)
    text = f"deck_changed(memory, {where}, {len(kinds)}, {place}, {cards})"
    return Value(Cards(Known(kinds)), (scope.let(text),))


def drawn(scope: Scope, deck: Value) -> Value:
    """Return `deck.draw(chance)`: the kind of a card, and the deck without it."""
    scope.program.uses_memory = True
    kinds = kinds_of(deck)
    if not kinds:
        scope.fail_if("True")
    if is_known(deck):
        source = f"{deck_table(scope, constant(deck))}, 0"
    else:
        source = f"memory, {located(scope, deck)}"
    place, left = scope.fresh(2)
    scope.emit(f"{place}, {left} = deck_drawn(chance, memory, {source}, {len(kinds)})")
    return joined(None, [kind_at(scope, deck, place), Value(Cards(Known(kinds)), (left,))])


def dealt(scope: Scope, deck: Value, cards: Value) -> Value:
    """Return `deck.deal(chance, cards)`: a hand, and the deck without it."""
    if isinstance(widened(cards.kind), type(INT)) and widened(cards.kind) != INT:
        scope.refuse("a bool stands for a number of cards")
    where, count = located(scope, deck), len(kinds_of(deck))
    leaf = needed_number(scope, cards, "the number of cards")
    hand = scope.let(f"deck_dealt(chance, memory, {where}, {count}, {leaf})")
    kind = Cards(Known(kinds_of(deck)))
    return joined(None, [Value(kind, (hand,)), Value(kind, (scope.let(f"{hand} + {count}"),))])


def deck_items(scope: Scope, deck: Value) -> Value:
    """Return all cards of a deck by their kinds, in order, as a tuple."""
    where, kinds = located(scope, deck), kinds_of(deck)
    item = item_kind(scope, known(kinds))
    kind: Kind = Sequence(item)
    total = scope.let(deck_size(Value(Cards(Known(kinds)), (where,))))
    cards = scope.let(f"new_items(memory, {total}, {width(item)})")
    to = scope.let(f"{cards} + {HEADER}")
    (place, left) = scope.fresh(2)
    rounds = scope.block.under(f"for {place} in range({len(kinds)}):")
    with scope.writing(rounds):
        value = kind_at(scope, deck, place)
        inner = rounds.under(f"for {left} in range({_cards_of(scope, where, place)}):")
        with scope.writing(inner):
            store(scope, item, to, value)
            scope.emit(f"{to} = {to} + {width(item)}")
    return Value(kind, (cards,))


def method(
    scope: Scope, deck: Value, name: str, arguments: tuple[Value, ...], named: dict[str, Value]
) -> Value | None:
    """Return `deck.name(*arguments)`; None if a deck has no such method here."""
    order = {"draw": ("chance",), "deal": ("chance", "cards"), "plus": ("kind", "cards")}.get(name)
    if order is None:
        return None
    given = dict(zip(order, arguments, strict=False)) | named
    if len(given) != len(arguments) + len(named) or not {*given} <= {*order}:
        scope.refuse(f"Deck.{name} with these arguments")
    if "chance" in order and getattr(given.get("chance"), "kind", None) != RANDOM:
        scope.refuse(f"Deck.{name} draws from something else than the chance of the play")
    if name == "draw":
        return drawn(scope, deck)
    if name == "deal" and "cards" in given:
        return dealt(scope, deck, given["cards"])
    if name == "plus" and "kind" in given:
        cards = given.get("cards", known(1))
        if widened(cards.kind) != INT:
            scope.refuse(f"{cards.kind} stands for a number of cards")
        if is_known(deck, given["kind"], cards):
            try:
                return known(constant(deck).plus(constant(given["kind"]), constant(cards)))
            except ValueError:
                scope.fail_if("True")
                return deck
        leaf = needed_number(scope, cards, "the number of cards")
        return changed(scope, deck, place_of(scope, deck, given["kind"]), leaf)
    return scope.refuse(f"Deck.{name} with these arguments")
