"""The tickets of compiled rules: numpy's `Generator.integers(n)`, bit for bit, as LLVM text.

`RandomChance.pick` draws a ticket below the sum n of the weights by `Generator.integers(n)`,
and returns the index into whose weight the ticket falls.  numpy draws (Lemire, Fast random
integer generation in an interval, 2019), for

    n = 1            nothing
    2 <= n < 2^32    the high half of n x, x of 32 bits; x is drawn again while the low
                     half is below 2^32 mod n
    n = 2^32         32 bits
    n > 2^32         the same with 64 bits in place of 32

Two draws of 32 bits share one word of the generator: the low half first; the high half is
stored in the generator.  All of the state is read from the Generator, and written
back, so that a run may continue interpreted after compiled plays.

The words are those of SFC64, by which all runs are played, or of PCG64, which is numpy's
default Generator.  They are drawn ahead, up to `AHEAD` words at once, and kept as halves in
the order in which 32 bits are drawn.  Behind the last half stands a 0: the low half of 0 n
is below n, so one comparison sends a pick to `ticket_slowly` both where the ticket may have
to be drawn again and where no words are left.

The state is an array of words of 64 bits:

    0 to 3      the generator: a, b, c and counter of SFC64; the halves of state and
                increment of PCG64, the low one first
    BEFORE      the same four before the words in store were drawn
    IS_PCG64    which generator it is
    LEFT        how many words may still be drawn; without any a ticket is -1, so that no
                play is endless
    AT, END     the half to be drawn next, and where the halves end
    STORE       the halves, two in a word; half 1 is the one that numpy had stored

At an odd `AT` numpy would have stored this half for the next draw of 32 bits.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from string import Template
from typing import Any

import numpy as np
import numpy.typing as npt

State = npt.NDArray[np.uint64]

BEFORE, IS_PCG64, LEFT, AT, END, STORE = 4, 8, 9, 10, 11, 12  # places in the state
AHEAD = 64  # words
FIRST_HALF = 2  # of the words in store
MOST_WORDS = 2**63
MULTIPLIER = 0x2360ED051FC65DA44385DF649FCCF645  # of PCG64 (O'Neill, 2014)
_WORD = 2**64 - 1


@contextmanager
def state_of(rng: np.random.Generator, most: int = MOST_WORDS) -> Iterator[State]:
    """Yield the state of a Generator in an array; afterwards the Generator has that state.

    At most `most` words may be drawn.

    >>> rng, twin = (np.random.Generator(np.random.SFC64(1713)) for _ in range(2))
    >>> with state_of(rng) as words:
    ...     words[:4].tolist() == twin.bit_generator.state["state"]["state"].tolist()
    True
    """
    bits = rng.bit_generator
    is_pcg64 = isinstance(bits, np.random.PCG64)
    state: Any = bits.state
    inner = state["state"]
    words = np.zeros(STORE + (FIRST_HALF + 2) // 2 + AHEAD, dtype=np.uint64)
    words[:BEFORE] = _words_of_pcg64(inner) if is_pcg64 else inner["state"]
    words[BEFORE:IS_PCG64] = words[:BEFORE]
    at = FIRST_HALF - state["has_uint32"]
    words[IS_PCG64:STORE] = is_pcg64, most, at, FIRST_HALF
    halves = words[STORE:].view(np.uint32)
    halves[FIRST_HALF - 1] = state["uinteger"]
    try:
        yield words
    finally:
        low, high = map(int, words[BEFORE : BEFORE + 2])
        inner["state"] = low + (high << 64) if is_pcg64 else words[BEFORE:IS_PCG64]
        bits.state = state
        at = int(words[AT])
        bits.random_raw((at - 1) // 2, output=False)
        state = bits.state
        state["has_uint32"], state["uinteger"] = at % 2, int(halves[at - 1 + at % 2])
        bits.state = state


def _words_of_pcg64(inner: dict[str, int]) -> list[int]:
    numbers = inner["state"], inner["inc"]
    return [word for number in numbers for word in (number & _WORD, number >> 64)]


# `ticket(state, at, n)` is an index below n, all equally likely; -1 unless n >= 1, or without
# words.  A function that draws has AT in a variable of its own, at `at`, so that it may stay in a
# register: `take_at` reads it from the state, `give_at` writes it back.
TICKETS = Template("""
declare i64 @llvm.umin.i64(i64, i64)
declare i64 @llvm.fshl.i64(i64, i64, i64)
declare i64 @llvm.fshr.i64(i64, i64, i64)

define internal void @take_at(ptr %state, ptr %at) alwaysinline {
  %place = getelementptr i64, ptr %state, i64 $AT
  %now = load i64, ptr %place
  store i64 %now, ptr %at
  ret void
}

define internal void @give_at(ptr %state, ptr %at) alwaysinline {
  %place = getelementptr i64, ptr %state, i64 $AT
  %now = load i64, ptr %at
  store i64 %now, ptr %place
  ret void
}

define internal i64 @ticket(ptr %state, ptr %at, i64 %n) alwaysinline {
entry:
  %above = add i64 %n, -2
  %is_short = icmp ult i64 %above, 4294967294
  br i1 %is_short, label %short, label %slow
short:
  %now = load i64, ptr %at
  %store = getelementptr i64, ptr %state, i64 $STORE
  %half_place = getelementptr i32, ptr %store, i64 %now
  %half = load i32, ptr %half_place
  %x = zext i32 %half to i64
  %product = mul nuw i64 %x, %n
  %low = and i64 %product, 4294967295
  %is_sure = icmp uge i64 %low, %n
  br i1 %is_sure, label %sure, label %slow
sure:
  %after = add i64 %now, 1
  store i64 %after, ptr %at
  %index = lshr i64 %product, 32
  ret i64 %index
slow:
  call void @give_at(ptr %state, ptr %at)
  %found = call i64 @ticket_slowly(ptr %state, i64 %n)
  call void @take_at(ptr %state, ptr %at)
  ret i64 %found
}

define internal i64 @ticket_slowly(ptr %state, i64 %n) noinline {
entry:
  %is_positive = icmp sge i64 %n, 1
  br i1 %is_positive, label %positive, label %none
none:
  ret i64 -1
positive:
  switch i64 %n, label %larger [ i64 1, label %one  i64 4294967296, label %whole ]
one:
  ret i64 0
whole:
  %half = call i64 @next_half(ptr %state)
  ret i64 %half
larger:
  %is_short = icmp ult i64 %n, 4294967296
  br i1 %is_short, label %short, label %long
short:
  %x = call i64 @next_half(ptr %state)
  %fails = icmp slt i64 %x, 0
  br i1 %fails, label %none, label %drawn
drawn:
  %product = mul nuw i64 %x, %n
  %low = and i64 %product, 4294967295
  %least = urem i64 4294967296, %n
  %again = icmp ult i64 %low, %least
  br i1 %again, label %short, label %found
found:
  %index = lshr i64 %product, 32
  ret i64 %index
long:
  %pair = call {i64, i1} @next_word(ptr %state)
  %has_word = extractvalue {i64, i1} %pair, 1
  br i1 %has_word, label %long_drawn, label %none
long_drawn:
  %word = extractvalue {i64, i1} %pair, 0
  %wide_word = zext i64 %word to i128
  %wide_n = zext i64 %n to i128
  %wide = mul nuw i128 %wide_word, %wide_n
  %wide_low = trunc i128 %wide to i64
  %negative = sub i64 0, %n
  %wide_least = urem i64 %negative, %n          ; 2^64 mod n
  %long_again = icmp ult i64 %wide_low, %wide_least
  br i1 %long_again, label %long, label %long_found
long_found:
  %shifted = lshr i128 %wide, 64
  %wide_index = trunc i128 %shifted to i64
  ret i64 %wide_index
}

; The next 32 bits, -1 where no word may be drawn.
define internal i64 @next_half(ptr %state) {
entry:
  %at_place = getelementptr i64, ptr %state, i64 $AT
  %end_place = getelementptr i64, ptr %state, i64 $END
  %now = load i64, ptr %at_place
  %end = load i64, ptr %end_place
  %is_empty = icmp eq i64 %now, %end
  br i1 %is_empty, label %draw, label %take
draw:
  %is_drawn = call i1 @draw_words(ptr %state)
  br i1 %is_drawn, label %take, label %none
none:
  ret i64 -1
take:
  %at = load i64, ptr %at_place
  %after = add i64 %at, 1
  store i64 %after, ptr %at_place
  %store = getelementptr i64, ptr %state, i64 $STORE
  %place = getelementptr i32, ptr %store, i64 %at
  %half = load i32, ptr %place
  %wide = zext i32 %half to i64
  ret i64 %wide
}

; The next word, and whether there is one; a half that is stored remains so.
define internal {i64, i1} @next_word(ptr %state) {
entry:
  %at_place = getelementptr i64, ptr %state, i64 $AT
  %end_place = getelementptr i64, ptr %state, i64 $END
  %now = load i64, ptr %at_place
  %end = load i64, ptr %end_place
  %left = sub i64 %end, %now
  %is_short = icmp ult i64 %left, 2
  br i1 %is_short, label %draw, label %take
draw:
  %is_drawn = call i1 @draw_words(ptr %state)
  br i1 %is_drawn, label %take, label %none
none:
  ret {i64, i1} zeroinitializer
take:
  %at = load i64, ptr %at_place
  %odd = and i64 %at, 1
  %first = add i64 %at, %odd
  %second = add i64 %first, 1
  %store = getelementptr i64, ptr %state, i64 $STORE
  %first_place = getelementptr i32, ptr %store, i64 %first
  %second_place = getelementptr i32, ptr %store, i64 %second
  %first_half = load i32, ptr %first_place
  %second_half = load i32, ptr %second_place
  %low = zext i32 %first_half to i64
  %high = zext i32 %second_half to i64
  %raised = shl i64 %high, 32
  %word = or i64 %low, %raised
  %stored = add i64 %first, -1                  ; the half that numpy remembers
  %next_stored = add i64 %stored, 2
  %stored_place = getelementptr i32, ptr %store, i64 %stored
  %next_place = getelementptr i32, ptr %store, i64 %next_stored
  %kept = load i32, ptr %stored_place
  store i32 %kept, ptr %next_place
  %after = add i64 %at, 2
  store i64 %after, ptr %at_place
  %made = insertvalue {i64, i1} undef, i64 %word, 0
  %whole = insertvalue {i64, i1} %made, i1 true, 1
  ret {i64, i1} %whole
}

; Draw words ahead; a half that is left over becomes the stored one.  False if none may be drawn.
define internal i1 @draw_words(ptr %state) noinline {
entry:
  %left_place = getelementptr i64, ptr %state, i64 $LEFT
  %left = load i64, ptr %left_place
  %words = call i64 @llvm.umin.i64(i64 %left, i64 $AHEAD)
  %has_words = icmp ne i64 %words, 0
  br i1 %has_words, label %begin, label %none
none:
  ret i1 false
begin:
  %left_after = sub i64 %left, %words
  store i64 %left_after, ptr %left_place
  %place1 = getelementptr i64, ptr %state, i64 1
  %place2 = getelementptr i64, ptr %state, i64 2
  %place3 = getelementptr i64, ptr %state, i64 3
  %a = load i64, ptr %state
  %b = load i64, ptr %place1
  %c = load i64, ptr %place2
  %w = load i64, ptr %place3
  %before0 = getelementptr i64, ptr %state, i64 $BEFORE
  %before1 = getelementptr i64, ptr %before0, i64 1
  %before2 = getelementptr i64, ptr %before0, i64 2
  %before3 = getelementptr i64, ptr %before0, i64 3
  store i64 %a, ptr %before0
  store i64 %b, ptr %before1
  store i64 %c, ptr %before2
  store i64 %w, ptr %before3
  %at_place = getelementptr i64, ptr %state, i64 $AT
  %end_place = getelementptr i64, ptr %state, i64 $END
  %at = load i64, ptr %at_place
  %end = load i64, ptr %end_place
  %store = getelementptr i64, ptr %state, i64 $STORE
  %last = add i64 %end, -1
  %last_place = getelementptr i32, ptr %store, i64 %last
  %last_half = load i32, ptr %last_place
  %stored_place = getelementptr i32, ptr %store, i64 1
  store i32 %last_half, ptr %stored_place
  %over = sub i64 %end, %at
  %first = sub i64 $FIRST_HALF, %over
  store i64 %first, ptr %at_place
  %halves = getelementptr i32, ptr %store, i64 $FIRST_HALF
  %kind_place = getelementptr i64, ptr %state, i64 $IS_PCG64
  %kind = load i64, ptr %kind_place
  %is_pcg64 = icmp ne i64 %kind, 0
  br i1 %is_pcg64, label %pcg64, label %sfc64

sfc64:                                          ; as in montmort.montecarlo.kernels.sfc64
  %k = phi i64 [0, %begin], [%k_next, %sfc64]
  %a_now = phi i64 [%a, %begin], [%a_next, %sfc64]
  %b_now = phi i64 [%b, %begin], [%b_next, %sfc64]
  %c_now = phi i64 [%c, %begin], [%c_next, %sfc64]
  %w_now = phi i64 [%w, %begin], [%w_next, %sfc64]
  %ab = add i64 %a_now, %b_now
  %out = add i64 %ab, %w_now
  %b_right = lshr i64 %b_now, 11
  %a_next = xor i64 %b_now, %b_right
  %c_left = shl i64 %c_now, 3
  %b_next = add i64 %c_now, %c_left
  %turned = call i64 @llvm.fshl.i64(i64 %c_now, i64 %c_now, i64 24)
  %c_next = add i64 %turned, %out
  %w_next = add i64 %w_now, 1
  %out_place = getelementptr i64, ptr %halves, i64 %k
  store i64 %out, ptr %out_place, align 4
  %k_next = add i64 %k, 1
  %more = icmp ult i64 %k_next, %words
  br i1 %more, label %sfc64, label %sfc64_end
sfc64_end:
  store i64 %a_next, ptr %state
  store i64 %b_next, ptr %place1
  store i64 %c_next, ptr %place2
  store i64 %w_next, ptr %place3
  br label %finish

pcg64:                                          ; state = factor state + increment, then XSL-RR
  %wide_a = zext i64 %a to i128
  %wide_b = zext i64 %b to i128
  %high_b = shl i128 %wide_b, 64
  %number = or i128 %wide_a, %high_b
  %wide_c = zext i64 %c to i128
  %wide_w = zext i64 %w to i128
  %high_w = shl i128 %wide_w, 64
  %increment = or i128 %wide_c, %high_w
  br label %pcg64_word
pcg64_word:
  %j = phi i64 [0, %pcg64], [%j_next, %pcg64_word]
  %number_now = phi i128 [%number, %pcg64], [%number_next, %pcg64_word]
  %multiplied = mul i128 %number_now, $MULTIPLIER
  %number_next = add i128 %multiplied, %increment
  %low = trunc i128 %number_next to i64
  %upper = lshr i128 %number_next, 64
  %high = trunc i128 %upper to i64
  %turn = lshr i64 %high, 58
  %mixed = xor i64 %high, %low
  %word = call i64 @llvm.fshr.i64(i64 %mixed, i64 %mixed, i64 %turn)
  %word_place = getelementptr i64, ptr %halves, i64 %j
  store i64 %word, ptr %word_place, align 4
  %j_next = add i64 %j, 1
  %more_words = icmp ult i64 %j_next, %words
  br i1 %more_words, label %pcg64_word, label %pcg64_end
pcg64_end:
  store i64 %low, ptr %state
  store i64 %high, ptr %place1
  br label %finish

finish:
  %drawn = shl i64 %words, 1
  %end_after = add i64 %drawn, $FIRST_HALF
  store i64 %end_after, ptr %end_place
  %behind = getelementptr i32, ptr %store, i64 %end_after
  store i32 0, ptr %behind
  ret i1 true
}
""").substitute(
    AT=AT,
    END=END,
    LEFT=LEFT,
    STORE=STORE,
    BEFORE=BEFORE,
    IS_PCG64=IS_PCG64,
    AHEAD=AHEAD,
    FIRST_HALF=FIRST_HALF,
    MULTIPLIER=MULTIPLIER,
)
