"""Blackjack from a finite shoe: the mean of what is won, by basic strategy or the best one.

All is computed again, by counting the orders of the first L cards of the shoe.  The cards of a
shuffled shoe are exchangeable: so the dealer's card may come first, then the player's cards, then
the hole card and the dealer's others; and both hands of a split pair have one law, so that a
split is worth twice its first hand.  Let w(h, R) be the sum of what a hand h wins over all orders
of the cards to come if the cards R are gone, r of the n cards of a value v.  Then

    w(h, R) = sum over v of (n - r) w(h + v, R + v)

whether the player draws or the dealer.  The orders in which the dealer has a blackjack are left out
where the player decides, and counted once.  R is an integer, 6 bits for each value.
"""

import math
import re
from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from montmort.verification.certificates.check import (
    HEADLINE,
    Checker,
    Form,
    Statement,
    Statements,
    Unreadable,
    between,
    fraction,
    integer,
    list_of,
    read_form,
    rounded,
    unread,
)
from montmort.verification.certificates.forms import describe, mapping_like, one_of, text_like

PROBLEM = (
    "A shoe of `decks` decks, each with deck[0] aces, deck[1] twos, ..., deck[9] cards that count "
    "ten, is shuffled for every hand; an ace counts 11 where the total stays at 21 or below, else "
    "1. Player and dealer get two cards each, one of the dealer's face down. An ace and a ten are "
    "a blackjack; a dealer's ends the hand and takes the bet, unless the player has one, too; else "
    "a player's wins `blackjack_pays` bets. The player stands (S), hits (H), or with two cards "
    "doubles (D: one more bet, one more card and no other). If `splits` is 1 two first cards of "
    "equal value may be split once (P), for one more bet: each begins a hand that may be doubled; "
    "split aces get one card each, 21 is no blackjack there. A hand stands at 21 and is lost "
    "above. If a hand is left the dealer draws to 17; `soft_17` says what it does on 17 with an "
    "ace that counts 11. The higher total wins the bets of the hand, equal ones return them. "
    "`value` is the mean of what is won in first bets, `against` the same given the dealer's first "
    "card, ace to ten, 0 if the shoe has none; a row of `table` has a letter for each, - for none. "
    "With player=basic there is a row for every total, hard or soft (an ace counts 11): S, H, D (H "
    "with more than two cards), d (D, S with more); and one for every pair: P, or N to play it by "
    "its total. No change of one letter makes the value larger. With player=optimal the player "
    "knows the cards of the hand at play, the other card of a split pair and the dealer's card, "
    "and takes what is best for them; there is no table."
)
BITS, MASK = 6, 63
MOST_DRAWN = 48  # L: 21 cards of a hand, another card of a pair, 18 of the dealer's at most
LEAST_PIPS, MOST_IN_SHOE = 79, 10**6
VALUES = range(1, 11)
TOTALS = [f"{kind} {n}" for kind, low in (("hard", 4), ("soft", 12)) for n in range(low, 21)]
PAIRS = [f"pair {value}" for value in VALUES]
RULES: Form = {
    "deck": describe(list_of(integer, len(VALUES)), "Cards of one deck that count 1, 2, ..., 10."),
    "decks": describe(between(1), "Decks of the shoe."),
    "soft_17": describe(
        unread, "What the dealer does on 17 with an ace that counts 11.", one_of("stands", "hits")
    ),
    "blackjack_pays": describe(fraction, "Bets that a blackjack wins."),
    "splits": describe(between(0, 1), "How often a pair may be split.", one_of("0", "1")),
    "player": describe(unread, "Whether the player goes by a table.", one_of("basic", "optimal")),
}
BEST_PLAY: Form = {
    "value": describe(fraction, "Mean of what is won: the headline."),
    "against": describe(
        list_of(fraction, 10), "Mean against each card of the dealer, 0 if the shoe has none."
    ),
}
BASIC_STRATEGY: Form = {
    **BEST_PLAY,
    "table": describe(
        unread,
        "With the basic player: by total or pair, a letter for each card of the dealer.",
        mapping_like(text_like("[SHDdPN-]{10}")),
    ),
}
Count = tuple[int, bool]  # the total of a hand, and whether an ace counts 11
Letters = dict[str, str]  # against one card of the dealer's, by the row of a table
NO_CARDS: Count = (0, False)


class Rules(NamedTuple):
    """The rules; counts[v] cards of the value v."""

    counts: tuple[int, ...]
    hits_soft_17: bool
    pays: Fraction
    splits: bool


class Hand(NamedTuple):
    """A hand of the player's; `pair` is the value of its cards if it may be split, else 0."""

    total: Count
    is_new: bool  # two cards
    pair: int
    gone: int
    drawn: int

    def rows(self) -> tuple[str, str]:
        """Return the rows of a table for the hand."""
        return f"pair {self.pair}", f"{'soft' if self.total[1] else 'hard'} {self.total[0]}"

    def choice(self, letters: Letters) -> str:
        """Return the choice by a table."""
        pair, total = self.rows()
        if letters.get(pair) == "P":
            return "P"
        letter = letters[total]
        return letter.upper() if self.is_new else {"D": "H", "d": "S"}.get(letter, letter)


def plus(count: Count, value: int) -> Count:
    """Return the count with one more card."""
    total, soft = count[0] + value, count[1]
    if value == 1 and total <= 11:
        return total + 10, True
    return (total - 10, False) if soft and total > 21 else (total, soft)


class Shoe:
    """The orders of the shoe behind one first card of the dealer's.

    `rest[n]` counts those of the cards to come if n are drawn.
    """

    def __init__(self, rules: Rules, up: int) -> None:
        self.rules, self.up, size = rules, up, sum(rules.counts)
        most = min(size, MOST_DRAWN)
        self.rest = [math.perm(size - n, most - n) for n in range(most + 1)]
        self.width = self.rest[0].bit_length()
        self.field = (1 << self.width) - 1
        self.makes = 11 - up if up in (1, 10) else 0  # the hole card that makes a blackjack
        self.known: dict[tuple[int, Count], int] = {}
        self.stood: dict[tuple[int, int], int] = {}

    def ways(self, gone: int) -> Iterator[tuple[int, int, int]]:
        """Yield each value that may come next, in how many ways, and the cards gone then."""
        for value in VALUES:
            if left := self.rules.counts[value] - (gone >> BITS * value & MASK):
                yield value, left, gone + (1 << BITS * value)

    def finals(self, count: Count, gone: int, drawn: int, barred: int = 0) -> int:
        """Return in how many orders the dealer ends with 17, ..., 21, `width` bits for each."""
        if not barred and (gone, count) in self.known:
            return self.known[gone, count]
        found = 0
        for value, left, after in self.ways(gone):
            new = plus(count, value)
            if value == barred or new[0] > 21:
                continue
            if new[0] < 17 or (new == (17, True) and self.rules.hits_soft_17):
                found += left * self.finals(new, after, drawn + 1)
            else:
                found += left * self.rest[drawn + 1] << self.width * (new[0] - 17)
        if not barred:
            self.known[gone, count] = found
        return found

    def alive(self, gone: int, drawn: int) -> int:
        """Return the orders in which the dealer has no blackjack."""
        made = sum(left for value, left, _ in self.ways(gone) if value == self.makes)
        return self.rest[drawn] - made * self.rest[drawn + 1] if made else self.rest[drawn]

    def standing(self, total: int, gone: int, drawn: int) -> int:
        """Return what a hand of this total wins over all these orders."""
        if total > 21:
            return -self.alive(gone, drawn)
        if (gone, total) not in self.stood:
            finals = self.finals(plus(NO_CARDS, self.up), gone, drawn, self.makes)
            ends = {n: finals >> self.width * (n - 17) & self.field for n in range(17, 22)}
            higher = sum(number for end, number in ends.items() if end > total)
            won = self.alive(gone, drawn) - ends.get(total, 0) - 2 * higher
            self.stood[gone, total] = won
        return self.stood[gone, total]


class Play:
    """The player's hands against one card of the dealer's, by letters, or at best."""

    def __init__(self, shoe: Shoe, letters: Letters | None) -> None:
        self.shoe, self.letters = shoe, letters
        self.known: dict[Hand, tuple[str, int]] = {}

    def next(self, hand: Hand, choice: str) -> Iterator[tuple[Hand, int, bool]]:
        """Yield a hand, or one of a split pair, with each next card, and whether it is over."""
        count = plus(NO_CARDS, hand.pair) if choice == "P" else hand.total
        is_last = choice == "D" or (choice == "P" and hand.pair == 1)
        for value, left, gone in self.shoe.ways(hand.gone):
            new = plus(count, value)
            yield Hand(new, choice == "P", 0, gone, hand.drawn + 1), left, is_last or new[0] >= 21

    def worth(self, hand: Hand, choice: str) -> int:
        """Return what is won over all orders by a choice, played by `best` afterwards."""
        if choice == "S":
            return self.shoe.standing(hand.total[0], hand.gone, hand.drawn)
        found = 0
        for new, left, is_over in self.next(hand, choice):
            won = self.worth(new, "S") if is_over else self.best(new)[1]
            found += left * won
        return found if choice == "H" else 2 * found

    def best(self, hand: Hand) -> tuple[str, int]:
        """Return the choice for a hand, and what it is worth."""
        if hand not in self.known:
            every = "SH" + "D" * hand.is_new + "P" * bool(hand.pair)
            choices = every if self.letters is None else hand.choice(self.letters)
            worths = [(choice, self.worth(hand, choice)) for choice in choices]
            self.known[hand] = max(worths, key=lambda each: each[1])  # of equal ones the first
        return self.known[hand]

    def mean(self) -> Fraction:
        """Return the mean of what is won: from the deal of two cards on."""
        shoe, found = self.shoe, Fraction(0)
        for first, ways, one in shoe.ways(1 << BITS * shoe.up):
            for second, left, both in shoe.ways(one):
                pair = first if first == second and shoe.rules.splits else 0
                hand = Hand(plus(plus(NO_CARDS, first), second), True, pair, both, 3)
                alive = shoe.alive(both, 3)
                lost = shoe.rest[3] - alive
                is_made = hand.total[0] == 21
                won = alive * shoe.rules.pays if is_made else self.best(hand)[1] - lost
                found += ways * left * won
        return found / shoe.rest[1]


def is_best(play: Play, letters: Letters) -> bool:
    """Return whether no change of one letter makes the mean larger."""
    mean = play.mean()
    asked = {row for hand in play.known for row in hand.rows()} & letters.keys()
    return all(
        Play(play.shoe, {**letters, row: letter}).mean() <= mean
        for row in asked
        for letter in ("PN" if row in PAIRS else "SHDd")
    )


def read_rules(rules: object) -> tuple[Rules, bool]:
    """Return the rules, and whether the player goes by a table."""
    deck, decks, soft_17, pays, splits, player = read_form(RULES, "rules", rules)
    if soft_17 not in ("stands", "hits") or player not in ("basic", "optimal"):
        raise Unreadable("soft_17 must be stands or hits, player basic or optimal")
    counts = (0, *(decks * count for count in deck))
    if min(deck) < 0 or pays < 0 or sum(counts) > MOST_IN_SHOE:
        raise Unreadable(f"deck and pay must be 0 or more, the cards {MOST_IN_SHOE} or less")
    if sum(map(int.__mul__, counts, range(11))) < LEAST_PIPS:
        raise Unreadable(f"the cards must count {LEAST_PIPS} or more, aces as 1")
    return Rules(counts, soft_17 == "hits", pays, splits == 1), player == "basic"


def read_table(rules: Rules, value: object) -> list[Letters]:
    """Return the letters against each card of the dealer's that the shoe has."""
    names = TOTALS + PAIRS * rules.splits
    lines = read_form(dict.fromkeys(names, unread), "table", value)
    rows = dict(zip(names, lines, strict=True))
    for row, line in rows.items():
        one = "[PN]" if row in PAIRS else "[SHDd]"
        letters = "".join(one if count else "-" for count in rules.counts[1:])
        if not isinstance(line, str) or not re.fullmatch(letters, line):
            raise Unreadable(f"table[{row!r}] must be letters as {letters}")
    return [{row: f"{line}"[up - 1] for row, line in rows.items()} for up in VALUES]


def check(rules_: object, content: object) -> Statements:
    """Compute all again."""
    rules, is_basic = read_rules(rules_)
    form = BASIC_STRATEGY if is_basic else BEST_PLAY
    value, against, *tables = read_form(form, "content", content)
    table = read_table(rules, tables[0]) if is_basic else None
    means, best = [], True
    for up, count in enumerate(rules.counts[1:], 1):
        play = Play(Shoe(rules, up), table[up - 1] if table else None)
        means.append(play.mean() if count else Fraction(0))
        best = best and (not (table and count) or is_best(play, table[up - 1]))
    found = sum(map(Fraction.__mul__, means, map(Fraction, rules.counts[1:])), Fraction(0))
    by = "by basic strategy" if is_basic else "by the best play"
    what = f"{by} the mean of what is won is {rounded(value)} bets"
    yield Statement(value * sum(rules.counts) == found, what, HEADLINE)
    yield Statement(against == means, "these are the means against each card of the dealer's")
    if is_basic:
        yield Statement(best, "no change of one letter of the table makes the mean larger")


CHECKER = Checker("blackjack", PROBLEM, check, rules=[RULES], content=[BEST_PLAY, BASIC_STRATEGY])
