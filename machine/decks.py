"""Decks in memory, as partial sums of their counts.

A Deck of n kinds with the counts c_1 ... c_n is the address of n + 1 words

    0, c_1, c_1 + c_2, ..., c_1 + ... + c_n

so the card with the ticket t below the size is of the kind whose place is the number of sums
(without the first word) that are at most t, and drawing it takes one
from all sums above t.
Equal Decks of the same kinds have equal sums.
"""

from collections.abc import Callable, Sequence

from montmort.games.cards.deck import Deck
from montmort.games.sameness import is_same
from montmort.machine.assembly import Register
from montmort.machine.frame import Frame, Value, describe
from montmort.machine.inline import call
from montmort.machine.shapes import Cards, Fixed, Integer, Number, Randomness, Row, Truth
from montmort.machine.values import (
    as_integer,
    certain,
    constant,
    integer,
    load_item,
    load_word,
    new_row,
    realise,
    record,
    store_item,
)

UNROLLED = 16  # decks of more kinds are counted in loops


def kinds_of(deck: Value) -> tuple[object, ...]:
    """Return the kinds of a Deck, which may be a constant."""
    if isinstance(deck.shape, Fixed):
        assert isinstance(deck.shape.value, Deck)
        return deck.shape.value.kinds
    assert isinstance(deck.shape, Cards)
    return deck.shape.kinds


def each_place(frame: Frame, count: int, body: Callable[[Register], None]) -> None:
    """Compile the body for the places 0 to count - 1: one by one, or in a loop where many."""
    if count <= UNROLLED:
        for place in range(count):
            body(str(place))
    else:
        frame.code.repeat(lambda: str(count), lambda place, _onward, _end: body(place))


def new_deck(frame: Frame, like: Value) -> Value:
    """Return a new Deck of the kinds of another; all sums are still to be written."""
    kinds = kinds_of(like)
    address = frame.code.allocate(str(len(kinds) + 1))
    frame.code.store(address, 0, "0")
    return Value(Cards(kinds), (address,))


def sum_to(frame: Frame, deck: Value, place: Register) -> Register:
    """Return the number of cards of the kinds before a place and at it."""
    (address,) = realise(frame, deck).registers
    return load_word(frame, address, _next(frame, place))


def put_sum(frame: Frame, deck: Value, place: Register, total: Register) -> None:
    """Write the number of cards of the kinds before a place and at it."""
    frame.code.store(deck.registers[0], _next(frame, place), total)


def _next(frame: Frame, place: Register) -> Register:
    return frame.code.simple("add", place, "1")


def size_of(frame: Frame, deck: Value) -> Register:
    """Return the number of cards."""
    return sum_to(frame, deck, str(len(kinds_of(deck)) - 1))


def count_at(frame: Frame, deck: Value, place: Register) -> Register:
    """Return the number of cards of the kind at a place."""
    before = sum_to(frame, deck, frame.code.simple("sub", place, "1"))
    return frame.code.simple("sub", sum_to(frame, deck, place), before)


def counts_of(frame: Frame, deck: Value) -> Value:
    """Return the counts, a new tuple of any length."""
    count = len(kinds_of(deck))
    made = new_row(frame, Row(Integer(), "tuple"), str(count))

    def copy(place: Register) -> None:
        store_item(frame, made, place, integer(count_at(frame, deck, place)))

    each_place(frame, count, copy)
    return made


def deck_of(frame: Frame, counts: Sequence[Register], like: Value) -> Value:
    """Return the Deck with these counts of the kinds of another."""
    code, total = frame.code, "0"
    deck = new_deck(frame, like)
    for place, count in enumerate(counts):
        code.fail_unless_compare(">=", count, "0", "a negative count")
        total = code.checked("sadd", total, count)
        put_sum(frame, deck, str(place), total)
    return deck


def empty_deck(frame: Frame, like: Value) -> Value:
    """Return the Deck without cards of the same kinds."""
    kinds = kinds_of(like)
    return realise(frame, constant(Deck((0,) * len(kinds), kinds)))


def kind_at(frame: Frame, deck: Value, place: Register) -> Value:
    """Return the kind of card at a place."""
    kinds = kinds_of(deck)
    if is_same(kinds, tuple(range(len(kinds)))):
        return integer(place)
    row = realise(frame, constant(list(kinds)))
    if not isinstance(row.shape, Row):
        frame.refuse("a Deck of kinds that differ in type")
    return load_item(frame, row, place)


def drawn(frame: Frame, deck: Value) -> Value:
    """Return the kind of a card drawn from a Deck, and the Deck without it."""
    if not kinds_of(deck):
        frame.stop("a card of an empty deck")
    place, left = frame.program.picks.of_deck(frame, deck)
    return record(frame, [kind_at(frame, deck, place), left])


def without(frame: Frame, deck: Value, place: Register) -> Value:
    """Return a Deck without one card of the kind at a place."""
    code, left = frame.code, new_deck(frame, deck)

    def copy(at: Register) -> None:
        taken = code.compare(">=", at, place)
        put_sum(frame, left, at, code.simple("sub", sum_to(frame, deck, at), taken))

    each_place(frame, len(kinds_of(deck)), copy)
    return left


def with_more(frame: Frame, deck: Value, place: Register, added: Value) -> Value:
    """Return a Deck with cards of the kind at a place added, or removed where there are < 0."""
    code, more = frame.code, new_deck(frame, deck)
    cards = whole_number(frame, added)
    count = code.checked("sadd", count_at(frame, deck, place), cards)
    code.fail_unless_compare(">=", count, "0", "more cards are taken than there are")
    code.checked("sadd", size_of(frame, deck), cards)  # no other sum is larger

    def copy(at: Register) -> None:
        changed = code.compare(">=", at, place)
        change = code.simple("mul", changed, cards)
        put_sum(frame, more, at, code.simple("add", sum_to(frame, deck, at), change))

    each_place(frame, len(kinds_of(deck)), copy)
    return more


def whole_number(frame: Frame, cards: Value) -> Register:
    """Return a number of cards; True and False are none, and an error of the rules."""
    cards = certain(frame, realise(frame, cards))
    if isinstance(cards.shape, Truth):
        frame.stop("a truth value as a number of cards")
    if isinstance(cards.shape, Number):
        frame.refuse(f"{describe(cards.shape)} as a number of cards")
    return as_integer(frame, cards)


def dealt(frame: Frame, deck: Value, cards: Value) -> Value:
    """Return a hand dealt at once, and the Deck without it."""
    code, size, wanted = frame.code, size_of(frame, deck), whole_number(frame, cards)
    code.fail_unless_compare(">=", wanted, "0", "cards that cannot be dealt")
    code.fail_unless_compare("<=", wanted, size, "cards that cannot be dealt")
    hand, left = new_deck(frame, deck), new_deck(frame, deck)
    held = code.slot()  # cards of the hand so far
    code.put(held, "0")

    def deal(place: Register, _onward: str, _end: str) -> None:
        count, total = count_at(frame, deck, place), sum_to(frame, deck, place)
        later = code.simple("sub", size, total)
        missing = code.simple("sub", wanted, code.get(held))
        given = [integer(count), integer(later), integer(missing)]
        taken = call(frame, frame.program.picks.cards_dealt(), [Value(Randomness()), *given], {})
        now = code.simple("add", code.get(held), as_integer(frame, taken))
        code.put(held, now)
        put_sum(frame, hand, place, now)
        put_sum(frame, left, place, code.simple("sub", total, now))

    code.repeat(lambda: str(len(kinds_of(deck))), deal)
    return record(frame, [hand, left])


def equal_decks(frame: Frame, a: Value, b: Value) -> Register:
    """Return 1 where two Decks of the same kinds have the same counts."""
    code, result = frame.code, frame.code.slot()
    code.put(result, "1")

    def compare(place: Register) -> None:
        same = code.compare("==", sum_to(frame, a, place), sum_to(frame, b, place))
        code.put(result, code.simple("and", code.get(result), same))

    each_place(frame, len(kinds_of(a)), compare)
    return code.get(result)
