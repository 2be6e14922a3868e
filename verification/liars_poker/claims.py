"""What has been said of Liars' Poker, for each of three decks: 52 cards, and 54 in two readings.

The source does not say which of its two decks its conclusions are about, and
what its program counts in the larger one is not what its text plays.
"""

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from functools import lru_cache, partial
from itertools import pairwise
from typing import NamedTuple

from montmort.exact.liars_poker.answers import table
from montmort.games.liars_poker import Rules
from montmort.verification.claims import Claim, Finding, Standing

SOURCE = "thzinc, Liars' Poker probability analysis using sampling, 2017"
CONCLUSIONS = "last section, 'TL;DR'"
ALMOST, SURE = Fraction(95, 100), "in 95 of 100 deals or more"
ROWS = range(6, 36)  # cards in play of the source's charts
NEITHER_RARE_NOR_CERTAIN = range(6, 20)

Chances = Mapping[str, Fraction]
THREE = ("three_of_a_kind", "flush", "straight")
STANDARD = ("high_card", "pair", "two_pair", "three_of_a_kind", "straight", "flush", "full_house",
            "four_of_a_kind", "straight_flush")  # fmt: skip


class Deck(NamedTuple):
    """One of the decks, its rules, and the flags that ask for it."""

    name: str
    words: str
    rules: Rules
    flags: str


DECKS = (
    Deck("52", "52 cards", Rules(), ""),
    Deck("54", "52 cards and two jokers, both wild", Rules(jokers=2), " --jokers 2"),
    Deck(
        "54-published",
        "52 cards and two jokers, as the program counts them",
        Rules(jokers=2, published=True),
        " --jokers 2 --reading published",
    ),
)
How = Callable[[Deck], Finding]


@lru_cache
def _table(rules: Rules) -> dict[int, dict[str, Fraction]]:
    return table(rules)


def _finding(
    deck: Deck, holds: bool, true: str, why: str, exact: Mapping[str, Fraction]
) -> Finding:
    return Finding(
        standing=Standing.of(holds),
        true=true,
        why=why,
        how=f"montmort exact liars-poker --table{deck.flags}",
        exact=exact,
    )


def _spread(chances: Chances) -> Fraction:
    three = [chances[hand] for hand in THREE]
    return max(three) - min(three)


def _converge(deck: Deck) -> Finding:
    spreads = {n: _spread(_table(deck.rules)[n]) for n in NEITHER_RARE_NOR_CERTAIN}
    nearest = min(spreads, key=spreads.__getitem__)
    told = _each(_table(deck.rules)[nearest], THREE)
    return _finding(
        deck,
        nearest == 10,
        f"they are nearest with {nearest} cards, {float(spreads[nearest]):.4f} apart: {told}",
        f"with 9, 10 and 11 cards the largest and the smallest are "
        f"{', '.join(f'{float(spreads[n]):.4f}' for n in (9, 10, 11))} apart",
        {f"apart with {n} cards": apart for n, apart in spreads.items()},
    )


def _in_order(chances: Chances) -> bool:
    return all(chances[low] > chances[high] for low, high in pairwise(STANDARD))


def _out_of_order(chances: Chances) -> str:
    low, high = next((a, b) for a, b in pairwise(STANDARD) if chances[a] <= chances[b])
    return f"{_said(high)} is no rarer than a {_said(low)}"


def _standard_order(deck: Deck) -> Finding:
    rows = _table(deck.rules)
    wrong = {n: _out_of_order(rows[n]) for n in range(6, 10) if not _in_order(rows[n])}
    where = _told(n for n, chances in rows.items() if _in_order(chances))
    faults = {told: [n for n in wrong if wrong[n] == told] for told in wrong.values()}
    why = "; ".join(f"{_told(cards)} a {told}" for told, cards in faults.items())
    return _finding(
        deck,
        not wrong,
        f"the order is that of standard poker {where}",
        why or "from a high card to a straight flush each hand is less likely than the one before",
        {f"{hand} with {n} cards": rows[n][hand] for n in range(6, 10) for hand in STANDARD},
    )


def _flush_ahead(deck: Deck) -> list[int]:
    return [n for n, held in _table(deck.rules).items() if held["flush"] > held["straight"]]


def _avoid_flushes(deck: Deck) -> Finding:
    rows, ahead = _table(deck.rules), _flush_ahead(deck)
    return _finding(
        deck,
        all(n not in ahead for n in range(6, 10)),
        f"a flush is less likely than a straight, which beats it, up to {ahead[0] - 1} cards",
        f"with 9 cards: {_each(rows[9], THREE[1:])}",
        {f"{hand} with {n} cards": rows[n][hand] for n in range(6, 12) for hand in THREE[1:]},
    )


def _almost_always(deck: Deck) -> Finding:
    rows = _table(deck.rules)
    enough = min(n for n, chances in rows.items() if chances["pair"] >= ALMOST)
    six = rows[6]["pair"]
    return _finding(
        deck,
        six >= ALMOST,
        f"a pair is among 6 cards with chance {float(six):.4f}",
        f"{SURE} it is from {enough} cards on",
        {f"pair with {n} cards": rows[n]["pair"] for n in range(6, enough + 1)},
    )


def _flush_likelier(deck: Deck) -> Finding:
    rows, played = _table(deck.rules), [n for n in _flush_ahead(deck) if n in ROWS]
    return _finding(
        deck,
        bool(played),
        f"a flush is the likelier {_told(played)}",
        "six players and a hand in the middle put 35 cards in play at most",
        {f"{hand} with {n} cards": rows[n][hand] for n in ROWS for hand in THREE[1:]},
    )


def _each(chances: Chances, hands: Iterable[str]) -> str:
    return ", ".join(f"{_said(hand)} {float(chances[hand]):.6f}" for hand in hands)


def _said(hand: str) -> str:
    return hand.replace("_", " ")


def _told(cards: Iterable[int]) -> str:
    """Return numbers of cards in words, runs shortened.

    >>> _told([5, 6, 7, 11]), _told([])
    ('with 5 to 7 and 11 cards', 'never')
    """
    runs: list[list[int]] = []
    for n in cards:
        if runs and n == runs[-1][-1] + 1:
            runs[-1].append(n)
        else:
            runs.append([n])
    words = [str(run[0]) if len(run) == 1 else f"{run[0]} to {run[-1]}" for run in runs]
    return f"with {' and '.join(words)} cards" if words else "never"


STATEMENTS: tuple[tuple[str, str, str, str, How], ...] = (
    (
        "converge",
        "with 10 cards in play three of a kind, flush and straight are about equally likely",
        CONCLUSIONS,
        "of 6 to 19 cards in play these three chances are nearest to each other with 10",
        _converge,
    ),
    (
        "standard-order",
        "with 6 to 9 cards in play the hands are as likely as standard poker ranks them",
        CONCLUSIONS,
        "the higher its rank, flush above straight, the less likely the hand, strictly",
        _standard_order,
    ),
    (
        "avoid-flushes",
        "before there are 10 cards in play it is best not to call flushes",
        CONCLUSIONS,
        "with 6 to 9 cards, one's own not looked at, a flush is less likely than the straight, "
        "which is the higher call",
        _avoid_flushes,
    ),
    (
        "always-a-pair",
        "there is almost always a pair, with only 6 cards in play too",
        CONCLUSIONS,
        f"almost always: {SURE}",
        _almost_always,
    ),
    (
        "flush-likelier",
        "for some rounds a flush is more likely than a straight, and therefore ranks below it",
        "first section",
        "for some number of cards in play from 6 to 35, strictly",
        _flush_likelier,
    ),
)

CLAIMS = tuple(
    Claim(
        name=f"{name}-{deck.name}",
        game="liars-poker",
        sense=sense,
        source=SOURCE,
        place=place,
        reading=f"{reading}; {deck.words}",
        find=partial(find, deck),
    )
    for name, sense, place, reading, find in STATEMENTS
    for deck in DECKS
)
