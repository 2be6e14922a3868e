"""Picks drawn from a stream, with the tickets of `RandomChance`: see `montmort.machine.stream`.

The index of a ticket t below the sum of the weights is the number of partial sums w_0 + ... + w_k
that are at most t.  Where the weights are known before the run it is found by

    equal weights w          t // w
    at most FEW weights      comparisons with the partial sums
    at most TABLE tickets    a table with the index of every ticket
    others                   binary search in the partial sums
"""

from collections.abc import Callable, Sequence
from itertools import accumulate

from montmort.machine import prelude
from montmort.machine.assembly import Register
from montmort.machine.decks import (
    UNROLLED,
    kinds_of,
    new_deck,
    put_sum,
    size_of,
    sum_to,
    without,
)
from montmort.machine.frame import Frame, Value
from montmort.machine.stream import TICKETS
from montmort.machine.values import as_integer, constant, items_address, length_of, realise

FEW = 3  # more are slower to compare than a table is to read
TABLE = 4096
LARGEST = 2**63  # sums of weights are smaller
NO_PICK = "weights below 0, all zero, or too large; or too many random numbers"


class DrawnPicks:
    """Picks from the state of a stream, which functions have as the parameter %stream."""

    def of_known(self, frame: Frame, weights: Sequence[int]) -> Register:
        """Return the index drawn for weights known before the run."""
        sums = [*accumulate(weights)]
        if not any(weights) or min(weights) < 0:
            frame.stop("weights below 0, or all zero")
        if sums[-1] >= LARGEST:
            frame.refuse("weights whose sum has more than 63 bits")
        code, ticket = frame.code, _ticket(frame, str(sums[-1]))
        if len({*weights}) == 1:
            return ticket if weights[0] == 1 else code.simple("udiv", ticket, str(weights[0]))
        if len(weights) <= FEW:
            return _sums_reached(frame, ticket, [*map(str, sums)])
        if sums[-1] <= TABLE and len(weights) < 1 << 15:
            table = [place for place, weight in enumerate(weights) for _ in range(weight)]
            name = frame.program.table("i16", table)
            place = code.result(f"getelementptr i16, ptr {name}, i64 {ticket}")
            return code.result(f"zext i16 {code.result(f'load i16, ptr {place}')} to i64")
        name = frame.program.table("i64", sums)
        return code.result(f"call i64 @search(ptr {name}, i64 {len(sums)}, i64 {ticket})")

    def of_equal(self, frame: Frame, weight: int, count: Value) -> Register:
        """Return the index drawn for a number of equal weights that varies."""
        total = frame.code.checked("smul", as_integer(frame, count), str(weight))
        ticket = _ticket(frame, total)
        return ticket if weight == 1 else frame.code.simple("udiv", ticket, str(weight))

    def of_few(self, frame: Frame, weights: Sequence[Value]) -> Register:
        """Return the index drawn for a known number of weights that vary."""
        code, total, sums = frame.code, "0", []
        for weight in weights:
            register = as_integer(frame, weight)
            code.fail_unless_compare(">=", register, "0", NO_PICK)
            total = code.checked("sadd", total, register)
            sums.append(total)
        return _sums_reached(frame, _ticket(frame, total), sums)

    def of_row(self, frame: Frame, row: Value) -> Register:
        """Return the index drawn for a row of weights."""
        code = frame.code
        items = items_address(frame, row)
        length = length_of(frame, row)
        code.emit("call void @give_at(ptr %stream, ptr %at)")
        index = code.result(f"call i64 @pick_of(ptr %stream, i64 {length}, i64 {items})")
        code.emit("call void @take_at(ptr %stream, ptr %at)")
        code.fail_unless_compare(">=", index, "0", NO_PICK)
        return index

    def of_deck(self, frame: Frame, deck: Value) -> tuple[Register, Value]:
        """Return the place of the kind of a card drawn from a Deck, and the Deck without it.

        The sums above the ticket are those that lose a card, and the others count the place.
        All are read before the first is written, so they may be compared at once, and the number
        of cards left does not wait for the ticket, so the next one is drawn meanwhile.
        """
        code, kinds = frame.code, len(kinds_of(deck))
        size = size_of(frame, deck)
        ticket = _ticket(frame, size)
        if kinds > UNROLLED:
            (address,) = realise(frame, deck).registers
            sums = code.pointer(address, "1")
            place = code.result(f"call i64 @search(ptr {sums}, i64 {kinds}, i64 {ticket})")
            return place, without(frame, deck, place)
        left, place = new_deck(frame, deck), "0"
        put_sum(frame, left, str(kinds - 1), code.simple("sub", size, "1"))
        totals = [sum_to(frame, deck, str(at)) for at in range(kinds - 1)]
        taken = [code.compare(">", total, ticket) for total in totals]
        for at, (total, less) in enumerate(zip(totals, taken, strict=True)):
            put_sum(frame, left, str(at), code.simple("sub", total, less))
            reached = code.simple("xor", less, "1")
            place = reached if place == "0" else code.simple("add", place, reached)
        return place, left

    def cards_dealt(self) -> Callable[..., int]:
        """Return the function that finds the number of cards from a ticket."""
        return prelude.cards_of_ticket

    def repeats(self, _frame: Frame) -> Value:
        """Return False: nothing is repeated."""
        return constant(False)


def _ticket(frame: Frame, total: Register) -> Register:
    """Return a ticket below a sum; fail where there is none."""
    code = frame.code
    ticket = code.result(f"call i64 @ticket(ptr %stream, ptr %at, i64 {total})")
    code.fail_unless_compare(">=", ticket, "0", NO_PICK)
    return ticket


def _sums_reached(frame: Frame, ticket: Register, sums: Sequence[Register]) -> Register:
    """Return how many partial sums are at most the ticket; the last one never is."""
    code, index = frame.code, "0"
    for each in sums[:-1]:
        reached = code.compare(">=", ticket, each)
        index = reached if index == "0" else code.simple("add", index, reached)
    return index


# `search(sums, length, ticket)` is the number of sums at most the ticket, which is below the last.
# `pick_of(stream, length, items)` is the index drawn for weights at an address, or -1.
DRAWS = (
    TICKETS
    + """
define internal i64 @search(ptr %sums, i64 %length, i64 %ticket) {
entry:
  br label %again
again:
  %low = phi i64 [0, %entry], [%low_next, %look]
  %count = phi i64 [%length, %entry], [%count_next, %look]
  %more = icmp ugt i64 %count, 1
  br i1 %more, label %look, label %end
look:
  %half = lshr i64 %count, 1
  %middle = add i64 %low, %half
  %before = add i64 %middle, -1
  %place = getelementptr i64, ptr %sums, i64 %before
  %sum = load i64, ptr %place
  %is_reached = icmp sle i64 %sum, %ticket
  %low_next = select i1 %is_reached, i64 %middle, i64 %low
  %count_next = sub i64 %count, %half
  br label %again
end:
  ret i64 %low
}

define internal i64 @pick_of(ptr %stream, i64 %length, i64 %items) {
entry:
  %at = alloca i64
  call void @take_at(ptr %stream, ptr %at)
  %weights = inttoptr i64 %items to ptr
  br label %add
add:
  %k = phi i64 [0, %entry], [%k_next, %added]
  %total = phi i64 [0, %entry], [%sum, %added]
  %more = icmp slt i64 %k, %length
  br i1 %more, label %next, label %draw
next:
  %place = getelementptr i64, ptr %weights, i64 %k
  %weight = load i64, ptr %place
  %is_negative = icmp slt i64 %weight, 0
  br i1 %is_negative, label %none, label %positive
positive:
  %sum = add i64 %total, %weight
  %is_too_large = icmp slt i64 %sum, 0              ; both were below 2^63
  br i1 %is_too_large, label %none, label %added
added:
  %k_next = add i64 %k, 1
  br label %add
none:
  ret i64 -1
draw:
  %ticket = call i64 @ticket(ptr %stream, ptr %at, i64 %total)
  call void @give_at(ptr %stream, ptr %at)
  %fails = icmp slt i64 %ticket, 0
  br i1 %fails, label %none, label %find
find:
  %i = phi i64 [0, %draw], [%i_next, %find]
  %left = phi i64 [%ticket, %draw], [%left_next, %find]
  %i_place = getelementptr i64, ptr %weights, i64 %i
  %i_weight = load i64, ptr %i_place
  %left_next = sub i64 %left, %i_weight
  %i_next = add i64 %i, 1
  %is_found = icmp slt i64 %left_next, 0
  br i1 %is_found, label %found, label %find
found:
  ret i64 %i
}
"""
)
