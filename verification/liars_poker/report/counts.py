"""How the deals of Liars' Poker are counted: the steps, counts by hand, a deck on paper."""

import math
from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import combinations, product
from typing import NamedTuple

from montmort.exact.formatting import short
from montmort.exact.liars_poker.hand_counts import hand_needs
from montmort.exact.liars_poker.jokers_needed import ZERO
from montmort.games.liars_poker import RULEBOOK, Rules, score
from montmort.games.liars_poker.made_hands import CATEGORIES
from montmort.verification.liars_poker.report.straights import difference, in_deals, straight
from montmort.verification.reports.argument import Provenance
from montmort.verification.reports.document import (
    Block,
    Equation,
    Math,
    Paragraph,
    Proof,
    Section,
    Step,
    Table,
    Text,
    text,
)
from montmort.verification.reports.numbers import counted

MOST_JOKERS = 3  # unseen ones in play whose deals have a column of their own
ON_PAPER, PROGRAM_ON_PAPER = (
    Rules(ranks=2, suits=2, jokers=1, cards=3),
    Rules(ranks=2, suits=2, jokers=2, cards=2, published=True),
)


def derivation(rules: Rules, found: Mapping[str, Fraction]) -> Section:
    """Return the proof of the theorem, with its numbers."""
    steps = _of_the_program() if rules.published else _of_the_rules(rules)
    numbers = () if rules.published else _by_jokers(rules)
    return Section("The derivation", (
        Proof((*steps, Step("three counts by hand", (*_pair(rules), *_flush(rules),
                                                     *straight(rules))))),
        *numbers,
        *_conclusion(found),
    ))  # fmt: skip


def _conclusion(found: Mapping[str, Fraction]) -> tuple[Block, ...]:
    never = [name.replace("_", " ") for name, chance in found.items() if not chance]
    if not never:
        return ()
    return (Paragraph(text(f"Never here: {', '.join(never)}.")),)


def _of_the_rules(rules: Rules) -> tuple[Step, ...]:
    return (
        Step("a joker helps, and all alike", (Paragraph(text(
            "A joker stands for any card, so that a set of natural cards with $j$ jokers makes a "
            "hand if and only if it needs no more than $j$. Of a deal with $i$ unseen jokers the "
            "natural cards are any set of $m - i$, the jokers any $i$ of $K$: this is @count."
        )),)),
        Step("kinds and flushes", (
            Paragraph(text(
                "More than $j$ jokers are needed for $k$ of a kind if every rank has fewer than "
                "$k - j$ cards, and for a flush if every suit has fewer than $5 - j$. Ranks do not "
                f"interfere, nor do suits{_held(rules)}:"
            )),
            Equation(Math(_missed(rules)), label="missed"),
        )),
        Step("two ranks", (
            Paragraph(text(
                "Two pair and full house are made best from the largest count $a$ of a rank and "
                "the second largest $b$: they need $(2 - a)^+ + (2 - b)^+$ and $(3 - a)^+ + "
                "(2 - b)^+$ jokers. With $E_a = \\binom{s}{a} x^a$ and $P_b = E_0 + \\cdots + E_b$ "
                "the sets with one rank of $a$ cards and no more than $b$ of any other are"
            )),
            Equation(Math("R \\, E_a P_b^{R-1}, \\quad a > b"), label="tworanks"),
            Paragraph(text(
                "and differences of these, and of $P_a^R$, have the counts $a$ and $b$ exactly"
                f"{', rank by rank where own cards make them unlike' if rules.hand else ''}."
            )),
        )),
        Step("straights", (
            Paragraph(text(
                "A straight depends on the set of ranks alone. Let $N_d(q)$ of the sets of $q$ new "
                "ranks leave $5 - d$ ranks in the fullest window. A new rank is there in $(1 + "
                "x)^s - 1$ ways, and the $c$ unseen cards of ranks that one holds do not matter:"
            )),
            Equation(Math(
                "D_d(x) = (1 + x)^c \\sum_q N_d(q) \\, ((1 + x)^s - 1)^q"
            ), label="straights"),
            Paragraph(text(
                "inside one suit $D_d(x) = \\sum_q N_d(q) x^q$. A straight flush needs more than "
                "$j$ jokers if it does in every suit, and the suits multiply as in @missed."
            )),
        )),
    )  # fmt: skip


def _held(rules: Rules) -> str:
    return ", of which one holds $h_r$ and $t_u$ cards" * bool(rules.hand)


def _missed(rules: Rules) -> str:
    if rules.hand:
        return (
            "\\sum_{d > j} D_d(x) = \\prod_r \\sum_{c + h_r < k - j} \\binom{s - h_r}{c} x^c, "
            "\\quad "
            "\\sum_{d > j} D_d(x) = \\prod_u \\sum_{c + t_u < 5 - j} \\binom{R - t_u}{c} x^c"
        )
    return (
        "\\sum_{d > j} D_d(x) = (\\sum_{c < k - j} \\binom{s}{c} x^c)^R, \\quad "
        "\\sum_{d > j} D_d(x) = (\\sum_{c < 5 - j} \\binom{R}{c} x^c)^s"
    )


def _of_the_program() -> tuple[Step, ...]:
    return (
        Step("flushes, kinds and straights", (Paragraph(text(
            "Flushes are the usual ones with $f + g$ jokers, straights and $k$ of a kind those "
            "with $f$; but J1 and J2 are a pair, and J1 alone is none. The sets that miss them are "
            "products over suits and over ranks, as they do not interfere."
        )),)),
        Step("two pair", (
            Paragraph(text(
                "With $E_a = \\binom{s}{a} x^a$ and $P_b = E_0 + \\cdots + E_b$ the sets that fail "
                "are, for $f = 0$, those with one pair and no more; for $f = 1$ those in which J1 "
                "went to a single highest card and no pair is left, or a pair is all there is; "
                "with both jokers, which are the first pair, those without a pair:"
            )),
            Equation(Math(
                "P_1^R + R (E_2 + E_3) P_1^{R-1}, \\quad P_1^R + R E_2, \\quad P_1^R"
            ), label="twopair"),
        )),
        Step("full house", (
            Paragraph(text(
                "In the same order: the highest pair, $t$ ranks from the top, takes the only "
                "three; the highest card is single and takes J1, and no three are left, or J1 "
                "stays, and no pair is left for it; and no three at all:"
            )),
            Equation(Math(
                "\\begin{aligned} & P_2^R + \\sum_{t=0}^{R-1} P_1^t (E_3 + E_4) P_2^{R-1-t}, \\\\ "
                "& 1 + \\sum_{t=0}^{R-1} (E_1 P_2^t + (E_2 + E_3) P_1^t), \\\\ "
                "& P_2^R \\end{aligned}"
            ), label="fullhouse"),
        )),
        Step("straight flush", (Paragraph(text(
            "Split by the highest straight: if $q$ ranks of its window are held, the cards of "
            "these by which no suit gets $5 - f$ are counted by inclusion and exclusion over the "
            "ranks left empty; the ranks beside the window are there in $(1 + x)^s - 1$ ways each."
        )),)),
    )  # fmt: skip


def _by_jokers(rules: Rules) -> tuple[Block, ...]:
    """Return the deals by the number of unseen jokers in play; nothing if there are none."""
    own, unseen = rules.own[1], rules.jokers - rules.own[1]
    if not unseen:
        return ()
    columns = range(min(unseen, MOST_JOKERS) + 1)
    rows = tuple(
        (text(name.replace("_", " ")), *(_cell(deals) for deals in counts))
        for name, counts in deals_by_jokers(rules).items()
    )
    last = "" if unseen <= MOST_JOKERS else ", as far as they are listed"
    return (
        Table(
            text(f"The deals that make a hand, by the number $i$ of unseen jokers among them{last}"
                 + f"; one holds {counted(own, 'joker')}" * bool(own)),
            (text("hand"), *(text(f"$i = {i}$") for i in columns)),
            rows,
            frozenset(range(1, len(columns) + 1)),
            label="jokers",
            small=True,
        ),
    )  # fmt: skip


def _cell(deals: int) -> Text:
    return (short(deals),)


def deals_by_jokers(rules: Rules) -> dict[str, list[int]]:
    """Return for every category the deals with 0, 1, … unseen jokers, at most three.

    >>> deals_by_jokers(Rules(ranks=2, suits=2, jokers=1, cards=2))["pair"]
    [2, 4]
    """
    (natural, own), m = rules.own, rules.cards - rules.own_cards
    unseen = rules.jokers - own
    found: dict[str, list[int]] = {}
    for name, needs in hand_needs(rules.pack, natural).items():
        found[name] = [
            math.comb(unseen, i) * sum(int(sets[m - i]) for sets in needs.exactly[: own + i + 1])
            if i <= m else 0
            for i in range(min(unseen, MOST_JOKERS) + 1)
        ]  # fmt: skip
    return found


# Counts from first principles


def missed_pairs(rules: Rules) -> int:
    """Return the deals without a pair, from the ranks alone.

    >>> missed_pairs(Rules(cards=5)) == math.comb(13, 5) * 4**5
    True
    """
    (natural, own), m = rules.own, rules.cards - rules.own_cards
    counts = rules.pack.rank_counts(natural)
    if rules.cards == 1:
        return math.comb(rules.deck - rules.own_cards, m)
    if own or max(counts) > 1:
        return 0
    free = counts.count(0)
    found: int = math.comb(free, m) * rules.suits**m
    if rules.published and rules.jokers and m:  # the second joker is of a rank of its own
        found += math.comb(free, m - 1) * rules.suits ** (m - 1)
    return found


def _pair(rules: Rules) -> tuple[Block, ...]:
    m, deals = _coming(rules)
    free = rules.pack.rank_counts(rules.own[0]).count(0)
    missed = missed_pairs(rules)
    start = f"**A pair.** {_why_pairs(rules, free, m)}"
    return (
        Paragraph(text(
            f"{start} So {in_deals(missed)} there is none; the number of those with one is"
        )),
        Equation(Math(difference(deals, missed)), label="pairs"),
    )  # fmt: skip


def _coming(rules: Rules) -> tuple[int, int]:
    m = rules.cards - rules.own_cards
    return m, math.comb(rules.deck - rules.own_cards, m)


def _why_pairs(rules: Rules, free: int, m: int) -> str:
    if rules.cards == 1:
        return "One card is none."
    if not missed_pairs(rules):
        return "There is always one: the jokers, one's own cards or too few ranks see to that."
    told = f"Without one all ranks are different: {_different(rules, free, m)}"
    if not rules.jokers:
        return f"{told}."
    if not rules.published:
        return f"{told}, and no joker, which pairs with any card."
    beside = f"J2, of a rank of its own, beside {_different(rules, free, m - 1)}"
    if m > free:
        return f"Without one all ranks are different: {beside}. J1 pairs with any card."
    return f"{told} without jokers, and {beside}. J1 pairs with any card."


def _different(rules: Rules, free: int, m: int) -> str:
    """Return in words the ways to choose m natural cards of different new ranks."""
    ways = f"\\binom{{{free}}}{{{m}}} \\cdot {rules.suits}^{{{m}}}"
    return f"${m}$ of {counted(free, 'rank')} with a card of each, in ${ways}$ ways"


class Split(NamedTuple):
    """Unseen cards by suit, of `of` unseen ones each, beside so many jokers, and their deals."""

    jokers: int
    cards: tuple[int, ...]
    of: tuple[int, ...]
    alike: int
    deals: int


def missed_flushes(rules: Rules) -> list[Split]:
    """Return the deals without a flush, suit by suit: splits that differ in order are put together.

    >>> [(split.cards, split.alike) for split in missed_flushes(Rules(cards=15))]
    [((3, 4, 4, 4), 4)]
    """
    natural, own = rules.own
    held = [lane.bit_count() for lane in rules.pack.lanes(natural)]
    unseen = [rules.ranks - number for number in held]
    m, jokers = rules.cards - rules.own_cards, rules.jokers - own
    found: Counter[tuple[int, tuple[tuple[int, int], ...]]] = Counter()
    for i in range(min(jokers, m, 4 - own) + 1):
        rooms = (range(min(4 - own - i - h, u) + 1) for h, u in zip(held, unseen, strict=True))
        splits = (cards for cards in product(*rooms) if sum(cards) == m - i)
        found.update((i, tuple(sorted(zip(cards, unseen, strict=True)))) for cards in splits)
    return [_split(jokers, i, suits, alike) for (i, suits), alike in sorted(found.items())]


def _split(unseen: int, jokers: int, suits: tuple[tuple[int, int], ...], alike: int) -> Split:
    ways = math.prod(math.comb(of, cards) for cards, of in suits)
    cards, of = zip(*suits, strict=True)
    return Split(jokers, cards, of, alike, math.comb(unseen, jokers) * alike * ways)


def _flush(rules: Rules) -> tuple[Block, ...]:
    _, deals = _coming(rules)
    splits = missed_flushes(rules)
    if not splits:
        return (Paragraph(text("**A flush.** No split of the cards over the suits avoids it: it is "
                               "certain.")),)  # fmt: skip
    missed = sum(split.deals for split in splits)
    return (
        Paragraph(text(
            "**A flush.** It is missed where no suit, with its own cards and all jokers, gets to "
            "five. @splits lists the numbers of unseen cards by suit, those that differ in the "
            "order of the suits together; $c$ of a suit's $u$ unseen cards are chosen in "
            "$\\binom{u}{c}$ ways."
        )),
        _table_of_splits(rules, splits, missed),
        Paragraph(text("The number of deals that make it is")),
        Equation(Math(difference(deals, missed)), label="flushes"),
    )  # fmt: skip


def _table_of_splits(rules: Rules, splits: list[Split], missed: int) -> Table:
    wild = rules.jokers > rules.own[1]
    rows = tuple(
        (*((text(f"${split.jokers}$"),) if wild else ()),
         text(" ".join(map(str, reversed(split.cards)))), text(f"${split.alike}$"),
         text(_product(split)), _cell(split.deals))
        for split in splits
    )  # fmt: skip
    header = (*(("unseen jokers",) if wild else ()), "split", "orders", "ways of one", "deals")
    end = (*(((),) if wild else ()), text("all"), (), (), _cell(missed))
    return Table(
        text("The deals without a flush"),
        tuple(map(text, header)),
        (*rows, end),
        frozenset({len(header) - 3, len(header) - 1}),
        label="splits",
        small=True,
    )


def _product(split: Split) -> str:
    """Return the ways of one order, suit by suit."""
    pairs = zip(reversed(split.cards), reversed(split.of), strict=True)
    factors = " \\cdot ".join(str(math.comb(of, cards)) for cards, of in pairs)
    return f"${factors}$"


# On paper


def on_paper(rules: Rules) -> Section:
    """Return a deck so small that all its deals stand in a table."""
    small = PROGRAM_ON_PAPER if rules.published else ON_PAPER
    made = dict(_made(small))
    rows = tuple(
        (text(", ".join(hands)), text("; ".join(deals)), text(f"${len(deals)}$"))
        for hands, deals in made.items()
    )
    told = Provenance(RULEBOOK, small).command("exact")
    return Section("A deck on paper", (
        Paragraph(text(
            f"${small.cards}$ cards of two ranks in two suits and ${small.jokers}$ "
            f"joker{'s' * (small.jokers > 1)}, `*`, have $\\binom{{{small.deck}}}{{{small.cards}}} "
            f"= {sum(map(len, made.values()))}$ deals, all of them in @paper (`{told}`)."
        )),
        Table(text("All deals, by the hands that can be made from them"),
              tuple(map(text, ("hands", "deals", "number"))), rows, frozenset({2}), label="paper"),
        *_three_of_a_kind(small),
    ))  # fmt: skip


def _made(small: Rules) -> Iterator[tuple[tuple[str, ...], list[str]]]:
    """Yield what can be made, with the deals that make just this."""
    found: dict[tuple[str, ...], list[str]] = {}
    for cards in combinations(range(small.deck), small.cards):
        made = score(small, sum(1 << card for card in cards))
        names = tuple(name.replace("_", " ") for name in CATEGORIES if getattr(made, name))
        found.setdefault(names, []).append(" ".join(_name(small, card) for card in cards))
    yield from found.items()


def _name(small: Rules, card: int) -> str:
    if card < small.pack.size:
        return small.pack.card_name(card)
    return f"J{card - small.pack.size + 1}" if small.published else "*"


def _three_of_a_kind(small: Rules) -> tuple[Block, ...]:
    if small.published:
        return (Paragraph(text(
            "Two cards of a rank, J1 with any card, and J1 with J2 are pairs; J2 with a natural "
            "card is none."
        )),)  # fmt: skip
    (without, with_one) = deals_by_jokers(small)["three_of_a_kind"]
    return (
        Paragraph(text(
            "For instance three of a kind. Two suits have none without the joker. With it two "
            "cards of a rank are enough, and by @missed the sets that hold them are"
        )),
        Equation(Math(f"(1 + x)^4 - (1 + 2x)^2 = {_with_a_joker(small)}")),
        Paragraph(text(
            f"so that by @count there are ${without} + {with_one}$ deals, two of a rank and the "
            "joker, as the table says."
        )),
    )  # fmt: skip


def _with_a_joker(small: Rules) -> str:
    """Return the sets that make three of a kind with the joker, as a polynomial."""
    sets = sum(hand_needs(small.pack)["three_of_a_kind"].exactly[:2], ZERO)
    terms = ((int(ways), size) for size, ways in enumerate(sets.coeffs()) if ways)
    return " + ".join(f"{'' if ways == 1 else f'{ways} '}x^{size}" for ways, size in terms)
