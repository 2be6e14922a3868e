"""Straights in the report of Liars' Poker, counted from the sets of ranks that hold one."""

import math
from collections import Counter
from functools import cache
from typing import NamedTuple

from flint import fmpz_poly

from montmort.exact.formatting import short, whole
from montmort.games.cards.pack import Pack, members
from montmort.games.liars_poker import Rules
from montmort.verification.reports.document import (
    Block,
    Equation,
    Math,
    Paragraph,
    Table,
    Text,
    text,
)

LONGEST = 20  # digits of a count in a formula
MOST_ROWS = 30  # of the table of straights


class Jokers(NamedTuple):
    """Jokers among the deal in words, the ways to have them, those that serve, the other cards."""

    told: str
    times: int
    serving: int
    cards: int


class Ranks(NamedTuple):
    """Deals with so many new ranks: the sets of these that make a straight, the cards of one."""

    jokers: Jokers
    new: int
    sets: int
    ways: int

    @property
    def deals(self) -> int:
        """All of them."""
        return self.jokers.times * self.sets * self.ways


def straights(rules: Rules) -> list[Ranks]:
    """Return the deals that make a straight, by jokers and new ranks.

    >>> [(row.new, row.sets, row.ways) for row in straights(Rules(cards=5))]  # 10 windows, 4^5
    [(5, 10, 1024)]
    """
    held = _held(rules)
    beside = sum(rules.suits - count for count in rules.pack.rank_counts(rules.own[0]) if count)
    return [
        Ranks(jokers, new, sets, ways)
        for jokers in _jokers(rules)
        for new, sets in sorted(_sets(rules.pack, held, 5 - jokers.serving).items())
        if (ways := _ways(rules.suits, new, beside, jokers.cards))
    ]


def _held(rules: Rules) -> int:
    counts = rules.pack.rank_counts(rules.own[0])
    return sum(1 << rank for rank, count in enumerate(counts) if count)


def _jokers(rules: Rules) -> list[Jokers]:
    """Return what jokers a deal may hold; of the program's only the first serves in straights."""
    own, m = rules.own[1], rules.cards - rules.own_cards
    if rules.published and rules.jokers:
        kinds = (("none", 0, m), ("J1", 1, m - 1), ("J2", 0, m - 1), ("both", 1, m - 2))
        return [Jokers(told, 1, serving, cards) for told, serving, cards in kinds if cards >= 0]
    unseen = rules.jokers - own
    return [Jokers(str(i), math.comb(unseen, i), own + i, m - i) for i in range(min(unseen, m) + 1)]


@cache
def _sets(pack: Pack, held: int, needed: int) -> dict[int, int]:
    """Count by size the sets of new ranks with which some window holds so many."""
    new = [1 << rank for rank in range(pack.ranks) if not held >> rank & 1]
    found: Counter[int] = Counter()
    for choice in range(1 << len(new)):
        ranks = held | sum(new[place] for place in members(choice))
        if any((ranks & window).bit_count() >= needed for window in pack.windows):
            found[choice.bit_count()] += 1
    return dict(found)


@cache
def _ways(suits: int, new: int, beside: int, cards: int) -> int:
    """Return [x^cards] (1 + x)^beside ((1 + x)^suits - 1)^new."""
    one = fmpz_poly([1, 1])
    return int((one**beside * (one**suits - 1) ** new)[cards])


def straight(rules: Rules) -> tuple[Block, ...]:
    """Return the count in words, and its table."""
    rows = straights(rules)
    made = sum(row.deals for row in rows)
    if not rules.pack.windows:
        return (Paragraph(text("**A straight.** Fewer than five ranks have none.")),)
    if not made:
        return (Paragraph(text("**A straight.** So few cards have none.")),)
    sets = 1 << rules.ranks - _held(rules).bit_count()
    told = (
        "**A straight.** It depends on the ranks alone. Of all sets of new ranks, "
        f"${sets}$ in number, those that make a straight{_with(rules)} are counted by their number "
        "$q$. With $v$ natural cards to come, and $c$ unseen ones of ranks that one holds, the "
        "cards of a set are chosen in as many ways as @straightways says"
    )
    table = () if len(rows) > MOST_ROWS else (_table(rules, rows, made),)
    return (
        Paragraph(text(told, ": @straightsets adds them up." if table else ".")),
        Equation(Math("[x^v] \\, (1 + x)^c ((1 + x)^s - 1)^q"), label="straightways"),
        *table,
        Paragraph(text(f"So it is made {in_deals(made)}.")),
    )


def _with(rules: Rules) -> str:
    if not rules.jokers:
        return ""
    return " with J1, if it is there" if rules.published else " with the jokers that are there"


def _table(rules: Rules, rows: list[Ranks], made: int) -> Table:
    wild = bool(rules.jokers > rules.own[1])
    cells = tuple(_cells(row)[0 if wild else 1 :] for row in rows)
    header = ("unseen jokers", "$q$", "$v$", "sets", "cards of one", "deals")[0 if wild else 1 :]
    last = (text("all"), *((),) * (len(header) - 2), (short(made),))
    return Table(
        text("The deals with a straight, by the new ranks $q$ and the natural cards $v$ in them"),
        tuple(map(text, header)),
        (*cells, last),
        frozenset(range(1 if wild else 0, len(header))),
        label="straightsets",
        small=True,
    )


def _cells(row: Ranks) -> tuple[Text, ...]:
    numbers = (row.sets, row.ways, row.deals)
    return (
        (row.jokers.told,),
        text(f"${row.new}$"),
        text(f"${row.jokers.cards}$"),
        *((short(number),) for number in numbers),
    )


def difference(deals: int, missed: int) -> str:
    """Return the deals that are left, as a formula."""
    return f"{of_count(deals)} - {of_count(missed)} = {of_count(deals - missed)}"


def in_deals(number: int) -> str:
    """Return in words in how many deals something is so.

    >>> in_deals(1), in_deals(40)
    ('in $1$ deal', 'in $40$ deals')
    """
    return f"in ${of_count(number)}$ deal{'s' * (number != 1)}"


def of_count(number: int) -> str:
    r"""Return a number of deals as a formula, its middle left out if it is long.

    >>> print(of_count(299892736), of_count(10**40))
    299892736 100000 \ldots 0000
    """
    told = whole(number)
    return told if len(told) <= LONGEST else f"{told[:6]} \\ldots {told[-4:]}"
