"""What is told of hands and matches of Persian Monarchs between players who are known."""

from fractions import Fraction
from typing import Any

from montmort.exact.law import Law
from montmort.exact.persian_monarchs.hand import Duel
from montmort.exact.persian_monarchs.match import HandKind
from montmort.games.persian_monarchs import Rules
from montmort.verification.persian_monarchs.report.equilibrium import shortened
from montmort.verification.persian_monarchs.report.match_facts import Known
from montmort.verification.reports.argument import Provenance
from montmort.verification.reports.document import (
    Block,
    Equation,
    Math,
    Paragraph,
    Proof,
    Section,
    Statement,
    Step,
    Table,
    text,
)
from montmort.verification.reports.numbers import counted, decimals, fixed

MOST_PAIRS = 10_000  # of cards that are gone through
WALKED = ((2, 2, 2, 3), (3, 1, 2, 2), (4, 2, 1, 9), (5, 1, 1, 2))  # cards, raises, rounds, counters
INTEGERS = 10**12  # weights up to it are shown in full


def theorem(known: Known, told: Provenance) -> tuple[Statement, ...]:
    """Return what is known of a hand and of the match."""
    return (_hand(known, told), _match(known, told))


def _hand(known: Known, told: Provenance) -> Statement:
    left = known.rules.cards
    mean = told.number(f"a hand from {left} cards", known.full.mean())
    return Statement("Theorem", "a hand between known players", (
        Paragraph(text(
            "Let $n$ cards be left. Let the non-dealer raise by $x$ with chance $r_x(k)$ where his "
            "card has rank $k$ of $0, \\ldots, n-1$, and the dealer accept with chance $a_x(j)$. "
            "With the weights"
        )),
        Equation(Math(
            "\\begin{aligned} R_x &= (n-1) \\sum_k r_x(k), \\quad h_x = \\sum_k k r_x(k), \\\\ "
            "w_x &= \\sum_{j < k} r_x(k) a_x(j), \\quad l_x = \\sum_{j > k} r_x(k) a_x(j) "
            "\\end{aligned}"
        ), label="weights"),
        Paragraph(text(
            "of $n (n-1)$ a raise by $x$ is made, made with the higher card, and accepted by the "
            "lower and by the higher card. The non-dealer's mean profit without purses is"
        )),
        Equation(Math(
            "E = \\frac{1}{n (n-1)} (2 h_0 - R_0 + \\sum_{x \\ge 1} (R_x + x w_x - (2 + x) l_x))"
        ), label="mean"),
        Paragraph(text(f"From the full pack, the first player (**{known.rules.first}**) raising "
                       f"and the second (**{known.rules.second}**) dealing, it is ", mean, ".")),
    ), label="hand")  # fmt: skip


def _match(known: Known, told: Provenance) -> Statement:
    rules = known.rules
    names = [f"the {seat} player's counters at the end, mean" for seat in ("first", "second")]
    first = told.number(names[0], known.mean("first"))
    second = told.number(names[1], known.mean("second"))
    spread = told.number("the counters at the end, variance", known.variance)
    more: tuple[Any, ...] = ()
    if isinstance(known.second, Law):
        ahead = 1 - known.second.at_most(rules.counters)
        more = (
            f" The second player ends with more than his {rules.counters} with chance ",
            told.number("the second player ends ahead, chance", ahead, "--law"),
            ".",
        )
    return Statement("Theorem", "the match", (
        Paragraph(text(
            f"Each player begins with {counted(rules.counters, 'counter')}. After "
            f"{2 * rules.rounds} hands the first (**{rules.first}**) has in the mean ", first,
            f", and the second (**{rules.second}**) ", second,
            "; the variance of either is ", spread, f". {_whose_purse(rules)}", *more
        )),
    ), label="match")  # fmt: skip


def _whose_purse(rules: Rules) -> str:
    return {
        "published": "The dealer's purse limits what he can accept.",
        "strict": "Both players' purses limit the raises.",
        "none": "Purses limit nothing.",
    }[str(rules.purse)]


# The hand


def hand_derivation(known: Known) -> Section:
    """Return the proof of a hand's law, and the weights of the full pack."""
    steps = [
        Step("ranks", (Paragraph(text(
            "Both players' cards are any two of those left. So their ranks $k$ and $j$ among the "
            "$n$ are every ordered pair of different numbers equally often, $n (n-1)$ pairs."
        )),)),
        Step("weights", (Paragraph(text(
            "Of the other $n - 1$ ranks $k$ are lower; so a raise by $x$ with rank $k$ is met "
            "$(n-1) r_x(k)$ times, $k r_x(k)$ times with the higher card. The dealer does not know "
            "$k$, and accepts with his $j$ alone. This is @weights."
        )),)),
        Step("profits", (Paragraph(text(
            "Without a raise the cards decide about the ante, $+1$ or $-1$. A raise wins $1$ if it "
            "is declined, $R_x - w_x - l_x$ times, else $1 + x$ or $-1 - x$, $w_x$ and $l_x$ "
            "times. The sum is @mean."
        )),)),
        *_by_card(known),
        Step("the numbers", _hand_numbers(known)),
    ]  # fmt: skip
    return Section("A hand, counted", (Proof(tuple(steps)),))


def _by_card(known: Known) -> tuple[Step, ...]:
    """Return how a player is averaged who goes by the card, if there is one."""
    if "non-counter" not in (known.rules.first, known.rules.second):
        return ()
    return (Step("a player who does not count", (
        Paragraph(text(
            "He goes by his card $c$ of $0, \\ldots, N-1$, not by its rank among those left. Given "
            "its rank $k$, it is $c$ with chance"
        )),
        Equation(Math(
            "\\binom{c}{k} \\binom{N-1-c}{n-1-k} \\binom{N}{n}^{-1}"
        ), label="card"),
        Paragraph(text(
            "whatever the rank of the other card is, and $r_x(k)$ or $a_x(k)$ is the mean over it. "
            "If both players go by the card, their cards are any two of all $N$, and @weights "
            "holds for cards instead of ranks, with $N$ for $n$."
        )),
    )),)  # fmt: skip


def _hand_numbers(known: Known) -> tuple[Block, ...]:
    total = known.full.total
    return (
        Paragraph(text(f"@weights-table has the weights of a hand from the full pack, of "
                       f"{total:,} in all. By @mean they give {decimals(known.full.mean())}.")),
        _weights(known.full),
    )  # fmt: skip


def _weights(hand: Duel) -> Table:
    header = tuple(map(text, ("$x$", "raised $R_x$", "higher $h_x$", "won $w_x$", "lost $l_x$")))
    rows = [
        tuple(map(text, (f"${x}$", *(_weight(weight, hand.total) for weight in row))))
        for x, row in enumerate(zip(hand.raised, hand.higher, hand.won, hand.lost, strict=True))
    ]
    unit = f"of {hand.total:,}" if hand.total < INTEGERS else "as chances"
    return Table(text(f"A hand from the full pack, raise by raise, {unit}"), header,
                 shortened(rows, 30), frozenset(range(5)), label="weights-table",
                 small=True)  # fmt: skip


def _weight(weight: int, total: int) -> str:
    return f"{weight:,}" if total < INTEGERS else fixed(Fraction(weight, total), 10)


# The match


def match_derivation(known: Known) -> Section:
    """Return the recursion from hand to hand, and its numbers."""
    steps = [Step("means add up", _means_add_up()), *_dependence(known),
             Step("the numbers", _match_numbers(known))]  # fmt: skip
    return Section("The match, hand by hand", (Proof(tuple(steps)),))


def _means_add_up() -> tuple[Block, ...]:
    return (
        Paragraph(text(
            "Hand $t = 0, 1, \\ldots$ is dealt from $n_t = N - 2 (t \\, \\operatorname{mod} \\, "
            "\\lfloor N/2 \\rfloor)$ cards, and the first player is the non-dealer where $t$ is "
            "even. With $C$ counters to begin with and the mean profits $E_t$ of the non-dealer, "
            "without purses,"
        )),
        Equation(Math("E[\\text{first}] = C + \\sum_t (-1)^t E_t"), label="sum"),
    )  # fmt: skip


def _dependence(known: Known) -> list[Step]:
    if known.match.is_independent:
        return [Step("hands are independent", _chain(known))]
    if isinstance(known.second, Law):
        return [Step("every set of cards", (Paragraph(text(
            "What a player does who goes by the card tells which cards are left. The pack is "
            "small, so every set of cards left is followed, each with the law of the counters; "
            "each pair of cards leads from one set to another."
        )),))]  # fmt: skip
    return [Step("hands of a pack depend on each other", (
        Paragraph(text(
            "What a player does who goes by the card tells which cards are left. With the gains "
            "$D_h$ of the first player in the hands of a pack, which are independent of those of "
            "other packs,"
        )),
        Equation(Math(
            "E (\\sum_h D_h)^2 = \\sum_h E D_h^2 + 2 \\sum_h E D_h (D_{h+1} + D_{h+2} + \\cdots)"
        ), label="variance"),
        Paragraph(text("and what is to come is averaged over the cards that are left, exactly. "
                       "Mean and variance are known in this way, but not the law.")),
    ))]  # fmt: skip


def _chain(known: Known) -> tuple[Block, ...]:
    return (
        Paragraph(text(
            "Both players go by the rank alone. Whatever has been shown before, the ranks of the "
            "two cards among those left are every ordered pair of different numbers equally often. "
            "So hands are independent, and the counters $c$ of the first player are a "
            f"chain{_limits(known.rules)}:"
        )),
        Equation(Math("P_{t+1}(c + g) = \\sum_c P_t(c) \\, p_t(g \\mid c), \\quad P_0(C) = 1"),
                 label="chain"),
    )  # fmt: skip


def _limits(rules: Rules) -> str:
    """Return how the law of a hand depends on the counters."""
    if rules.purse == "none":
        return ""
    declined = "a raise that the dealer cannot cover is declined"
    strict = "A raise that the raiser cannot cover is not made, and the cards are shown; "
    made = strict + declined if rules.purse == "strict" else declined.capitalize()
    return (f"; the second has $2C - c$. {made}, so that the law depends on $c$ as far as the "
            "largest raise")  # fmt: skip


def _match_numbers(known: Known) -> tuple[Block, ...]:
    rules, without = known.rules, known.match.mean()
    blocks: list[Block] = [
        Paragraph(text(
            "@kinds has the mean profits by the cards left, and how many of the hands each of the "
            f"players may raise in. By @sum the first player has {decimals(without)} where purses "
            "limit nothing."
        )),
        _kinds(known),
    ]  # fmt: skip
    if rules.purse != "none":
        by = known.mean("first") - without
        blocks.append(Paragraph(text(
            f"With purses, by the law of his counters, it is {decimals(known.mean('first'))}: they "
            f"change it by {decimals(by)}."
        )))  # fmt: skip
    return tuple(blocks)


def _kinds(known: Known) -> Table:
    header = tuple(map(text, ("cards left", "first raises in", "mean profit $E_t$",
                              "second raises in", "mean profit $E_t$", "first gains")))  # fmt: skip
    rows = []
    for left in range(known.rules.cards, 1, -2):
        counts = [known.match.kinds.get(HandKind(left, which), 0) for which in (True, False)]
        means = [known.gain(left, first_raises=which) for which in (True, False)]
        gained = counts[0] * means[0] - counts[1] * means[1]
        cells = (f"${left}$", f"${counts[0]}$", fixed(means[0], 8), f"${counts[1]}$",
                 fixed(means[1], 8), fixed(gained, 8))  # fmt: skip
        rows.append(tuple(map(text, cells)))
    return Table(text("Hands of the match by the cards left, without purses"), header,
                 shortened(rows), frozenset(range(6)), label="kinds", small=True)  # fmt: skip
