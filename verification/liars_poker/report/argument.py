"""What is told of Liars' Poker: the deals that make each hand, counted, and what follows."""

import math
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction

from montmort.exact.formatting import short
from montmort.exact.liars_poker.answers import answers, table
from montmort.exact.paths import Watch
from montmort.games.errors import TooLarge
from montmort.games.liars_poker import Rules
from montmort.games.liars_poker.made_hands import CATEGORIES
from montmort.verification.liars_poker.figures import Crossing, crossings, draw_table
from montmort.verification.liars_poker.report.calls import calls
from montmort.verification.liars_poker.report.checks import checks
from montmort.verification.liars_poker.report.counts import derivation, on_paper
from montmort.verification.liars_poker.report.straights import of_count
from montmort.verification.reports.argument import Argument, Provenance
from montmort.verification.reports.document import (
    Block,
    Equation,
    Items,
    Math,
    Paragraph,
    Section,
    Statement,
    Table,
    Text,
    text,
)
from montmort.verification.reports.figures import figure
from montmort.verification.reports.numbers import counted, decimals, fixed

Chances = Mapping[int, Mapping[str, Fraction]]

MOST_ROWS, MOST_CROSSINGS = 20, 24  # of the tables of all numbers of cards


def argument(rules: Rules, told: Provenance, watch: Watch | None = None) -> Argument:
    """Return the report's own part."""
    found = {name: value for name, value in answers(rules, watch=watch).items()
             if isinstance(value, Fraction)}  # fmt: skip
    every = _every_size(rules)
    return Argument(
        about=f"What can be made from {_of_deck(rules)}, and from any number",
        headline=text(_headline(rules, found, every)),
        sections=(
            _problem(),
            _rules(rules),
            _space(rules),
            _theorem(rules, told, found),
            derivation(rules, found),
            on_paper(rules),
            *_all_sizes(told, every),
            *(() if rules.published else (calls(rules, told),)),
            checks(rules, found, every),
        ),
        experiments={"deal": {}},
        commands=tuple(told.command("exact", *flags) for flags in ((), ("--json",), ("--table",))),
        certified=None if rules.asked is None else replace(rules, call=""),
    )


def _every_size(rules: Rules) -> Chances:
    try:
        return table(rules)
    except TooLarge:
        return {}


def _headline(rules: Rules, found: Mapping[str, Fraction], every: Chances) -> str:
    if rules.asked is not None:
        return f"“{rules.call}” is true with chance {decimals(found['call'], 6)}"
    if not rules.pack.windows:
        among = counted(rules.cards, "card")
        return f"a pair is among {among} with chance {decimals(found['pair'], 6)}"
    ahead = [n for n, held in every.items() if held["flush"] > held["straight"]]
    since = f"; a flush is {_range(ahead)}" if ahead else ""
    return (
        f"from {_of_deck(rules)} a straight can be made with chance "
        f"{decimals(found['straight'], 6)}, a flush with {decimals(found['flush'], 6)}{since}"
    )


def _of_deck(rules: Rules) -> str:
    return f"{rules.cards} of {counted(rules.deck, 'card')}"


def _range(ahead: list[int]) -> str:
    """Return in words with how many cards a hand is the likelier.

    >>> _range([5]), _range([5, 6, 8])
    ('the likelier with 5 cards', 'not always the likelier from 5 to 8 cards')
    """
    first, last = ahead[0], ahead[-1]
    if first == last:
        return f"the likelier with {counted(first, 'card')}"
    gaps = "not always " if len(ahead) <= last - first else ""
    return f"{gaps}the likelier from {first} to {last} cards"


def _problem() -> Section:
    return Section("The problem", (
        Paragraph(text(
            "In Liars' Poker a call names a hand that can be made from all cards in play, those in "
            "the other players' hands, too. The next player raises the call or challenges it. The "
            "hands were ranked for five cards; here there are four at first, thirty later, and "
            "jokers if one likes. In 2017 a workbook (thzinc) dealt 10,000 times for every number "
            "of cards and drew conclusions from the charts. Here the deals are counted."
        )),
        Paragraph(text(
            "How likely can each hand be made from $n$ cards in play, and how likely is a call "
            "true to one who knows his own cards?"
        )),
    ))  # fmt: skip


def _rules(rules: Rules) -> Section:
    pack = rules.pack
    own = f" One's own are known: {rules.hand}." if rules.hand else ""
    return Section("The rules", (
        Paragraph(text(
            f"The deck has $R = {pack.ranks}$ ranks in $s = {pack.suits}$ "
            f"suit{'s' * (pack.suits > 1)} and $J = {rules.jokers}$ "
            f"joker{'s' * (rules.jokers != 1)}, $D = {rules.deck}$ cards; "
            f"$n = {rules.cards}$ of them {'is' if rules.cards == 1 else 'are'} in play.{own} "
            f"{_read(rules)}"
        )),
        *(_published() if rules.published else _usual(rules)),
        Paragraph(text(
            "Calls go from low to high in the order of the house: "
            f"{', '.join(_words(name) for name in CATEGORIES)}. A straight beats a flush. How a "
            "round goes depends on what the players call; this report is about the cards."
        )),
    ))  # fmt: skip


def _read(rules: Rules) -> str:
    if rules.published:
        return "The hands are read as the published program finds them, whatever its text says."
    return ("A call is true when the hand can be made from them, each joker standing for any "
            "card: who can make four of a kind can make a pair, too.")  # fmt: skip


def _words(name: str) -> str:
    return name.replace("_", " ")


NEEDS = {
    "high card": "0",
    "$k$ of a kind, $k = 2, \\ldots, 5$": "\\min_r (k - c_r)^+",
    "two pair": "\\min_{r \\ne q} ((2 - c_r)^+ + (2 - c_q)^+)",
    "full house": "\\min_{r \\ne q} ((3 - c_r)^+ + (2 - c_q)^+)",
    "flush": "\\min_u (5 - s_u)^+",
    "straight": "5 - \\max_w k_w",
    "straight flush": "5 - \\max_{w, u} k_{w,u}",
}


def _usual(rules: Rules) -> tuple[Block, ...]:
    windows = len(rules.pack.windows)
    told = (
        f"There are ${windows}$ windows of five neighbouring ranks, the ace at either end"
        if windows
        else "Fewer than five ranks have no straight, whatever the jokers"
    )
    rows = tuple((text(hand), text(f"${needed}$")) for hand, needed in NEEDS.items())
    return (
        Paragraph(text(
            "Let $c_r$ natural cards be of rank $r$, $s_u$ of suit $u$, let $k_w$ ranks of the "
            "window $w$ be held, $k_{w,u}$ of them in suit $u$, and let $a^+ = \\max(a, 0)$. "
            f"{told}. A hand can be made if and only if there are so many jokers as @needs says."
        )),
        Table(text("The jokers that a hand needs, when there is a card at all"),
              (text("hand"), text("jokers needed")), rows, label="needs"),
    )  # fmt: skip


def _published() -> tuple[Block, ...]:
    return (Items((
        text("The first joker, J1, is wild. The second, J2, is wild in flushes; elsewhere it is an "
             "ordinary card of a rank of its own above the ace, which no straight contains."),
        text("J1 and J2 are a pair, and as the highest one they are taken first."),
        text("Two pair and full house take as first pair the highest rank of which there are two, "
             "J1 counted, and look for the second part among the other cards, J1 among them if it "
             "was not needed. So `3 3 3 2 2` is no full house."),
        text("The second part may be of the same rank: `2 2 2 2` is two pair."),
        text("A straight flush is looked for in the highest straight alone."),
    )),)  # fmt: skip


def _space(rules: Rules) -> Section:
    unseen, coming = rules.deck - rules.own_cards, rules.cards - rules.own_cards
    known = (
        ""
        if not rules.own_cards
        else f" Of the $n$ cards in play one holds $h = {rules.own_cards}$."
    )
    return Section("The deals", (
        Statement("Definition", "deal", (
            Paragraph(text(
                f"A **deal** is the set of the unseen cards in play.{known} Any $m = {coming}$ of "
                f"the $U = {unseen}$ unseen cards may be in play, and all"
            )),
            Equation(Math(f"\\binom{{U}}{{m}} = {of_count(math.comb(unseen, coming))}"),
                     label="deals"),
            Paragraph(text("deals are equally likely.")),
        ), label="deal"),
    ))  # fmt: skip


def _theorem(rules: Rules, told: Provenance, found: Mapping[str, Fraction]) -> Section:
    blocks = _of_program() if rules.published else _of_needs(rules)
    deals = math.comb(rules.deck - rules.own_cards, rules.cards - rules.own_cards)
    rows = tuple(
        (text(_words(name)), (short(chance * deals),), text(told.number(_words(name), chance)))
        for name, chance in found.items()
    )
    caption = text("The deals that make each hand" + ", and the call" * ("call" in found))
    chances = Table(caption, tuple(map(text, ("hand", "deals", "chance"))), rows, frozenset({1}),
                    label="chances")  # fmt: skip
    return Section("The theorem", (
        Statement("Theorem", "deals that make a hand", (*blocks, chances), label="main"),
    ))  # fmt: skip


def _of_needs(rules: Rules) -> tuple[Block, ...]:
    own = rules.own[1]
    return (
        Paragraph(text(
            "Let $D_d(x)$ be the sum of $x^{|S|}$ over the sets $S$ of unseen natural cards that "
            "with one's own cards need exactly $d$ jokers for a hand. With "
            f"$a = {own}$ joker{'s' * (own != 1)} of one's own and "
            f"$K = {rules.jokers - own}$ unseen, the hand can be made in"
        )),
        Equation(Math(
            "[x^m] \\sum_{i=0}^{K} \\binom{K}{i} x^i \\sum_{d \\le a + i} D_d(x)"
        ), label="count"),
        Paragraph(text("deals. They are those of @chances.")),
    )  # fmt: skip


def _of_program() -> tuple[Block, ...]:
    return (
        Paragraph(text(
            "Let $G_{f,g}(x)$ be the sum of $x^{|S|}$ over the sets $S$ of natural cards in which "
            "the program finds a hand when J1 is in play ($f = 1$) or not ($f = 0$), and J2 ($g$). "
            "Then it finds the hand in"
        )),
        Equation(Math("\\sum_{f, g} [x^{n - f - g}] \\, G_{f,g}(x)"), label="count"),
        Paragraph(text("deals, the sum over the jokers of the deck. They are those of @chances.")),
    )  # fmt: skip


# All numbers of cards


def _all_sizes(told: Provenance, every: Chances) -> tuple[Section, ...]:
    """Return what holds for other numbers of cards, where the table of them is not too long."""
    if not every:
        return ()
    return (Section("Any number of cards in play", (
        Paragraph(text(
            "One multiplication of polynomials answers every $n$. "
            f"`{told.command('exact', '--table')}` tells the chances of @sizes, and of all other "
            "$n$; @lines draws them."
        )),
        _table_of_sizes(every),
        _picture(every),
        _overtaking(every),
        _certain(every),
    )),)  # fmt: skip


def _table_of_sizes(every: Chances) -> Table:
    shown = list(every.items())[:MOST_ROWS]
    hands = [name for name in CATEGORIES if name != "high_card"]
    rows = tuple(
        (text(f"${n}$"), *((fixed(chances[name], 4),) for name in hands)) for n, chances in shown
    )
    return Table(
        text("The chance that a hand can be made from $n$ cards in play, cut off after four "
             "decimals: 1.0000 is certainty"),
        (text("$n$"), *(text(_words(name)) for name in hands)),
        rows,
        frozenset(range(1, len(hands) + 1)),
        label="sizes",
        small=True,
    )  # fmt: skip


def _picture(every: Chances) -> Block:
    hands = {n: {name: chances[name] for name in CATEGORIES} for n, chances in every.items()}
    return figure(
        lambda ax: draw_table(hands, ax),
        text("The chances by the number of cards in play; a ring where two hands cross."),
        f"Lines, one for each hand, with {counted(len(crossings(hands)), 'crossing')}.",
        height=4.2,
        label="lines",
    )


def _overtaking(every: Chances) -> Block:
    hands = {n: {name: chances[name] for name in CATEGORIES} for n, chances in every.items()}
    found = crossings(hands)
    if not found:
        return Paragraph(text("No two hands ever change their order."))
    rows = tuple(_crossing(every, one) for one in found[:MOST_CROSSINGS])
    more = "" if len(found) <= MOST_CROSSINGS else f"; {len(found) - MOST_CROSSINGS} more follow"
    return Table(
        text("From how many cards on a hand is likelier than another that was so before, with "
             f"their chances there{more}"),
        tuple(map(text, ("from", "likelier", "chance", "than", "chance"))),
        rows,
        frozenset({2, 4}),
        label="crossings",
        small=True,
    )  # fmt: skip


def _crossing(every: Chances, one: Crossing) -> tuple[Text, ...]:
    there = every[one.after]
    told = (_words(one.rising), decimals(there[one.rising], 6),
            _words(one.falling), decimals(there[one.falling], 6))  # fmt: skip
    return text(f"${one.after}$"), *((words,) for words in told)


def _certain(every: Chances) -> Block:
    since = {name: _since(every, name) for name in CATEGORIES}
    told = ", ".join(f"{_words(name)} ${n}$" for name, n in since.items() if n is not None)
    never = ", ".join(_words(name) for name, n in since.items() if n is None)
    others = f" Whatever the number, not certain: {never}." if never else ""
    return Paragraph(text(f"So many cards make a hand certain: {told}.{others}"))


def _since(every: Chances, name: str) -> int | None:
    """Return the number of cards from which on the hand is certain."""
    doubtful = [n for n, chances in every.items() if chances[name] < 1]
    after = max(doubtful, default=min(every) - 1) + 1
    return after if after in every else None
