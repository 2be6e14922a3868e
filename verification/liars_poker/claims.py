"""Claims about Liars' Poker, for each of three decks: 52 cards, and 54 in two readings.

The source does not say which of its two decks its conclusions are about, and
its program counts the larger deck by other rules than its text.
"""

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from functools import lru_cache, partial
from itertools import pairwise
from typing import NamedTuple

from montmort.exact.liars_poker.answers import table
from montmort.games.liars_poker import Rules
from montmort.verification.claims import Claims, Finding, Standing

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
    """A deck, its rules, and the command-line flags that select it."""

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
DeckFinding = Callable[[Deck], Finding]

claim = Claims(game="liars-poker", source=SOURCE)


def claim_of_each_deck(
    name: str, statement: str, *, place: str, reading: str
) -> Callable[[DeckFinding], DeckFinding]:
    """Return a decorator that declares a claim for each of the three decks."""

    def declare(find: DeckFinding) -> DeckFinding:
        for deck in DECKS:
            claim(
                f"{name}-{deck.name}", statement, place=place, reading=f"{reading}; {deck.words}"
            )(partial(find, deck))
        return find

    return declare


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


@claim_of_each_deck(
    "converge",
    "with 10 cards in play three of a kind, flush and straight are about equally likely",
    place=CONCLUSIONS,
    reading="of 6 to 19 cards in play these three probabilities are nearest to each other with 10",
)
def _converge(deck: Deck) -> Finding:
    spreads = {n: _spread(_table(deck.rules)[n]) for n in NEITHER_RARE_NOR_CERTAIN}
    nearest = min(spreads, key=spreads.__getitem__)
    chances = _each(_table(deck.rules)[nearest], THREE)
    return _finding(
        deck,
        nearest == 10,
        f"they are nearest with {nearest} cards, {float(spreads[nearest]):.4f} apart: {chances}",
        f"with 9, 10 and 11 cards the largest and the smallest are "
        f"{', '.join(f'{float(spreads[n]):.4f}' for n in (9, 10, 11))} apart",
        {f"apart with {n} cards": apart for n, apart in spreads.items()},
    )


def _in_order(chances: Chances) -> bool:
    return all(chances[low] > chances[high] for low, high in pairwise(STANDARD))


def _out_of_order(chances: Chances) -> str:
    low, high = next((a, b) for a, b in pairwise(STANDARD) if chances[a] <= chances[b])
    return f"{_spaced(high)} is no rarer than a {_spaced(low)}"


@claim_of_each_deck(
    "standard-order",
    "with 6 to 9 cards in play the hands are as likely as standard poker ranks them",
    place=CONCLUSIONS,
    reading="the higher its rank, flush above straight, the less likely the hand, strictly",
)
def _standard_order(deck: Deck) -> Finding:
    rows = _table(deck.rules)
    wrong = {n: _out_of_order(rows[n]) for n in range(6, 10) if not _in_order(rows[n])}
    where = _in_words(n for n, chances in rows.items() if _in_order(chances))
    faults = {fault: [n for n in wrong if wrong[n] == fault] for fault in wrong.values()}
    why = "; ".join(f"{_in_words(cards)} a {fault}" for fault, cards in faults.items())
    return _finding(
        deck,
        not wrong,
        f"the order is that of standard poker {where}",
        why or "from a high card to a straight flush each hand is less likely than the one before",
        {f"{hand} with {n} cards": rows[n][hand] for n in range(6, 10) for hand in STANDARD},
    )


def _flush_ahead(deck: Deck) -> list[int]:
    return [n for n, held in _table(deck.rules).items() if held["flush"] > held["straight"]]


@claim_of_each_deck(
    "avoid-flushes",
    "before there are 10 cards in play it is best not to call flushes",
    place=CONCLUSIONS,
    reading="with 6 to 9 cards, without looking at one's own, a flush is less likely than the "
    "straight, which is the higher call",
)
def _avoid_flushes(deck: Deck) -> Finding:
    rows, ahead = _table(deck.rules), _flush_ahead(deck)
    return _finding(
        deck,
        all(n not in ahead for n in range(6, 10)),
        f"a flush is less likely than a straight, which beats it, up to {ahead[0] - 1} cards",
        f"with 9 cards: {_each(rows[9], THREE[1:])}",
        {f"{hand} with {n} cards": rows[n][hand] for n in range(6, 12) for hand in THREE[1:]},
    )


@claim_of_each_deck(
    "always-a-pair",
    "there is almost always a pair, even with only 6 cards in play",
    place=CONCLUSIONS,
    reading=f"almost always: {SURE}",
)
def _almost_always(deck: Deck) -> Finding:
    rows = _table(deck.rules)
    enough = min(n for n, chances in rows.items() if chances["pair"] >= ALMOST)
    six = rows[6]["pair"]
    return _finding(
        deck,
        six >= ALMOST,
        f"there is a pair among 6 cards with probability {float(six):.4f}",
        f"{SURE} there is a pair from {enough} cards on",
        {f"pair with {n} cards": rows[n]["pair"] for n in range(6, enough + 1)},
    )


@claim_of_each_deck(
    "flush-likelier",
    "for some rounds a flush is more likely than a straight, and therefore ranks below it",
    place="first section",
    reading="for some number of cards in play from 6 to 35, strictly",
)
def _flush_likelier(deck: Deck) -> Finding:
    rows, played = _table(deck.rules), [n for n in _flush_ahead(deck) if n in ROWS]
    return _finding(
        deck,
        bool(played),
        f"a flush is the likelier {_in_words(played)}",
        "six players and a hand in the middle put at most 35 cards in play",
        {f"{hand} with {n} cards": rows[n][hand] for n in ROWS for hand in THREE[1:]},
    )


def _each(chances: Chances, hands: Iterable[str]) -> str:
    return ", ".join(f"{_spaced(hand)} {float(chances[hand]):.6f}" for hand in hands)


def _spaced(hand: str) -> str:
    return hand.replace("_", " ")


def _in_words(cards: Iterable[int]) -> str:
    """Return the numbers of cards in words, with ranges for runs.

    >>> _in_words([5, 6, 7, 11]), _in_words([])
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


CLAIMS = claim.declared
