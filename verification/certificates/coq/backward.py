"""Games whose states never return but to themselves, solved backward, with a table for Coq.

A state has choices, each a list of cases (weight, gain, next state or None).  The worth of a
choice with cases of weights w, whose weights sum to T and which stays with weight s, is

    (sum w gain + sum of w v(next) over the cases that leave) / (T - s).
"""

import math
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Generic, NamedTuple, TypeVar

from montmort.games.errors import BadInput, TooLarge
from montmort.verification.certificates.coq.proof import integer

S = TypeVar("S", bound=Hashable)

MOST_STATES = 20_000  # of a proof: a minute or two of Coq


class Case(NamedTuple, Generic[S]):
    """A case of a choice: its weight, what is gained, and the next state; None is the end."""

    weight: int
    gain: int
    next: S | None


Choices = Callable[[S], Sequence[Sequence[Case[S]]]]


class Entry(NamedTuple):
    """What is known of a state: its value, its rank and the number of the best choice."""

    value: Fraction
    rank: int
    best: int


@dataclass(frozen=True, kw_only=True)
class Backward(Generic[S]):
    """The states that can be reached from a state, each with its entry."""

    entries: dict[S, Entry]
    most: int  # the largest total weight of a choice

    @property
    def denominator(self) -> int:
        """A common denominator of all values."""
        return math.lcm(*(entry.value.denominator for entry in self.entries.values()))

    def table(self, write: Callable[[S], str]) -> str:
        """Return the entries as a list of Coq's; `write` gives the text of a state."""
        unit = self.denominator
        lines = (
            f"({write(state)}, Entry {integer(int(entry.value * unit))} {entry.rank} {entry.best})"
            for state, entry in self.entries.items()
        )
        return "[" + ";\n  ".join(lines) + "]"

    @property
    def numbers(self) -> str:
        """The denominator, the largest rank and the largest weight, as `certified` takes them."""
        highest = max(entry.rank for entry in self.entries.values())
        return f"{integer(self.denominator)} {highest} {integer(self.most)}"


def solve(choices: Choices[S], start: S, *, maximises: bool = True) -> Backward[S]:
    """Return the values of all states that can be reached.

    Toss a coin until heads; each toss costs one:

    >>> tosses = solve(lambda _: [[Case(1, -1, None), Case(1, -1, "toss")]], "toss")
    >>> tosses.entries["toss"]
    Entry(value=Fraction(-2, 1), rank=0, best=0)
    """
    entries: dict[S, Entry] = {}
    best_of = max if maximises else min
    most = 0
    waiting = [start]
    while waiting:
        state = waiting[-1]
        here = [[case for case in cases if case.weight] for cases in choices(state)]
        after = {case.next for cases in here for case in cases if case.next not in (None, state)}
        ahead = [other for other in after if other is not None and other not in entries]
        if ahead and state not in entries:
            waiting += ahead
            if len(waiting) > MOST_STATES:
                raise TooLarge(f"a proof lists at most {MOST_STATES:,} states; take a smaller game")
            continue
        waiting.pop()
        worths = [_worth(state, cases, entries) for cases in here]
        best = worths.index(best_of(worths))
        rank = 1 + max(min(_rank(state, case, entries) for case in cases) for cases in here)
        entries[state] = Entry(worths[best], rank, best)
        most = max(most, *(sum(case.weight for case in cases) for cases in here))
        if len(entries) > MOST_STATES:
            raise TooLarge(f"a proof lists at most {MOST_STATES:,} states; take a smaller game")
    return Backward(entries=entries, most=most)


def _worth(state: S, cases: Sequence[Case[S]], entries: dict[S, Entry]) -> Fraction:
    """Return the worth of a choice."""
    leaving = sum(case.weight for case in cases if case.next != state)
    if not leaving:
        raise BadInput(f"there is no way out of {state!r}: play does not end")
    gains = sum(case.weight * case.gain for case in cases)
    later = sum(
        case.weight * entries[case.next].value
        for case in cases
        if case.next is not None and case.next != state
    )
    return Fraction(gains + later) / leaving


def _rank(state: S, case: Case[S], entries: dict[S, Entry]) -> int:
    """Return the rank after a case; the end has rank -1, and staying lowers none."""
    if case.next is None:
        return -1
    return MOST_STATES if case.next == state else entries[case.next].rank
