"""What is told of the whole game of five-card draw: the best discards of all hands."""

import math
from dataclasses import replace
from fractions import Fraction

from montmort.exact.five_card_draw.best_discards import Solution, solution
from montmort.games.cards.pack import Pack
from montmort.games.five_card_draw import Rules
from montmort.games.five_card_draw.ranking import TYPES
from montmort.verification.five_card_draw.figures import draw_types
from montmort.verification.five_card_draw.report.brute_force import by_brute_force
from montmort.verification.five_card_draw.report.hand_facts import DrawnHand
from montmort.verification.five_card_draw.report.hand_types import counted, in_words
from montmort.verification.five_card_draw.report.one_hand import checks as hand_checks
from montmort.verification.five_card_draw.report.one_hand import walks
from montmort.verification.reports.argument import Provenance
from montmort.verification.reports.document import (
    Block,
    Equation,
    Figure,
    Items,
    Math,
    Paragraph,
    Proof,
    Section,
    Statement,
    Step,
    Table,
    Text,
    text,
)
from montmort.verification.reports.figures import figure
from montmort.verification.reports.numbers import decimals, fixed, yes

SMALL = (Pack(ranks=5, suits=2), Pack(ranks=6, suits=2), Pack(ranks=3, suits=4))


def theorem(rules: Rules, told: Provenance, solved: Solution) -> Statement:
    """Return what the best discards win, as `game`."""
    most = rules.max_draw
    win, tie = (told.number("the best discards win", solved.win(most)),
                told.number("the best discards tie", solved.tie(most)))  # fmt: skip
    return Statement("Theorem", "all hands", (
        Paragraph(text(
            f"With a limit of $m = {most}$ on the cards drawn, the player who takes a best discard "
            "from every hand, and where several are best one that ties most often, wins with chance"
        )),
        Equation(Math(
            "P = \\binom{N}{5}^{-1} \\sum_h \\max_{D \\subset h, d \\le m} "
            "\\frac{w(h, D)}{\\binom{N-5}{d} \\binom{N-5-d}{5}}"
        ), label="mean"),
        Paragraph(text("which is ", win, "; he ties with chance ", tie,
                       f". No other way to choose among the discards of the {solved.hands:,} hands "
                       "wins more often, and none that wins as often ties more often.")),
    ), label="game")  # fmt: skip


def derivation(rules: Rules, solved: Solution) -> Section:
    """Return the proof, with the numbers of these rules."""
    steps = (
        Step("hand by hand", (Paragraph(text(
            "All hands are dealt equally often, and what is drawn later does not depend on the "
            "choice made with another hand. So the best player takes a best discard from each, "
            "by @hand, and @mean is the mean of what it wins; of several the one that ties most "
            "often ties most often in the mean, too."
        )),)),
        Step("pairs of hands", _pairs(rules, solved)),
        Step("few pairs have to be counted", _lifting()),
        Step("suits", _suits(rules)),
        Step("the numbers", _numbers(rules, solved)),
    )  # fmt: skip
    return Section("All hands at once", (Proof(steps),))


def _pairs(rules: Rules, solved: Solution) -> tuple[Block, ...]:
    size = rules.pack.size
    pairs, won = math.comb(size, 5) * math.comb(size - 5, 5), int(solved.sums[0, :, 0, 1].sum())
    return (
        Paragraph(text(
            "For disjoint sets $A$ and $S$ of cards let $H(A, S)$ be the number of pairs of "
            "disjoint hands, own with all of $A$, theirs with all of $S$, in which own wins. The "
            "deals after a discard are pairs in which own has $K$ and no card of $D$ is in either "
            "hand. By inclusion and exclusion over the cards of $D$ that are held after all,"
        )),
        Equation(Math(
            "w(K \\cup D, D) = \\sum_{T, S \\subset D, T \\cap S = \\emptyset} "
            "(-1)^{t+s} H(K \\cup T, S)"
        ), label="pairs"),
        Paragraph(text(
            "where $T$ has $t$ cards and $S$ has $s$. Each of the five cards is held by own, by "
            "theirs or by neither; the $3^5$ numbers $H$ of a hand give all its $2^5$ discards. "
            "The largest is "
            f"$H(\\emptyset, \\emptyset) = {won}$, of ${pairs}$ pairs."
        )),
    )  # fmt: skip


def _lifting() -> tuple[Block, ...]:
    return (
        Paragraph(text(
            "A pair of hands is met once for each card of theirs outside $S$, and once for each of "
            "its own outside $A$; and own does not win just if theirs wins or ties. With $H'$ for "
            "“wins or ties”, and $a$ cards in $A$,"
        )),
        Equation(Math(
            "\\begin{aligned} \\sum_x H(A, S \\cup x) &= (5 - s) H(A, S) \\\\ "
            "\\sum_x H(A \\cup x, S) &= (5 - a) H(A, S) \\\\ "
            "H(A, S) &= \\binom{N-a-s}{5-a} \\binom{N-5-s}{5-s} - H'(S, A) \\end{aligned}"
        ), label="lifting"),
        Paragraph(text(
            "So it suffices to count for $a = 5, 4, 3$ with $s = 0, 1, 2$. Let all hands come by "
            "in the order of their classes. Of those seen, let $F(T)$ contain $T$; then"
        )),
        Equation(Math("G(h, S) = \\sum_{T \\subset h} (-1)^t F(S \\cup T)"), label="seen"),
        Paragraph(text(
            "of them contain $S$ and no card of $h$, and $H(A, S)$ is the sum of $G(h, S)$ over "
            "the hands $h$ that contain $A$, each taken when all lower hands have come by; for "
            "$H'$ those of its own class, too."
        )),
    )  # fmt: skip


def _suits(rules: Rules) -> tuple[Block, ...]:
    words = (
        "A change of suits changes no class. One hand may stand for its images, and $H$ is the "
        "mean of what they count."
        if rules.ranking == "standard" or rules.suits == 1
        else "A change of suits leaves the order of two hands as it is, unless both are flushes, "
        "which go by their suit. One hand may stand for its images where none is a flush, and $H$ "
        "is the mean of what they count; every flush speaks for itself, and is added afterwards."
    )
    return (Paragraph(text(words)),)


def _numbers(rules: Rules, solved: Solution) -> tuple[Block, ...]:
    return (
        Paragraph(text(
            "@drawn adds up what the best discards win, by the number of cards that they draw. "
            "Wins are counted over all hands that draw as many; deals are those of one hand. The "
            "last column has the sum $P$."
        )),
        _drawn_table(rules, solved),
    )  # fmt: skip


def _drawn_table(rules: Rules, solved: Solution) -> Table:
    unseen, most = rules.pack.size - 5, rules.max_draw
    sums = solved.sums[most].sum(0).tolist()
    rows: list[tuple[Text, ...]] = []
    for drawn, (hands, wins, ties) in enumerate(sums[: most + 1]):
        deals = math.comb(unseen, drawn) * math.comb(unseen - drawn, 5)
        share = Fraction(wins, deals * solved.hands)
        cells = (f"${drawn}$", *(f"{n:,}" for n in (hands, deals, wins, ties)), fixed(share, 10))
        rows.append(tuple(map(text, cells)))
    total = ("all", f"{solved.hands:,}", "", "", "", fixed(solved.win(most), 10))
    header = ("drawn", "hands", "deals", "wins", "ties", "part of $P$")
    return Table(
        text("The best discards of all hands, by the number of cards drawn"),
        tuple(map(text, header)),
        (*rows, tuple(map(text, total))),
        frozenset(range(6)),
        label="drawn",
        small=True,
    )


def further(rules: Rules, told: Provenance, solved: Solution) -> Section:
    """Return the game by the type dealt and by the limit on the cards drawn."""
    return Section("What else follows", (
        Paragraph(text("By the type that is dealt:")),
        _by_type(rules, solved),
        _types_figure(rules, solved),
        Paragraph(text("The same for every limit on the cards drawn "
                       f"(`{_with_limit(told, 0)}`, and so on). "
                       "In the first line nobody draws: that is what the experiment `hand` plays "
                       "where no hand is given.")),
        _by_limit(solved),
        *_worth(rules, solved),
    ))  # fmt: skip


def _with_limit(told: Provenance, most: int) -> str:
    return told.under(replace(told.rules, max_draw=most)).command("exact")


def _by_type(rules: Rules, solved: Solution) -> Table:
    most = rules.max_draw
    places, chances = TYPES[rules.ranking], solved.by_type(most)
    rows = tuple(
        (
            text(in_words(name)),
            *((f"{n:,}",) for n in _hands_drawing(solved, most, places.index(name))),
            (fixed(chance, 10),),
        )
        for name, chance in chances.items()
    )
    header = ("dealt", *(f"draws ${drawn}$" for drawn in range(most + 1)), "$P$(win)")
    caption = text("How many hands of each type draw how many cards, and how often they win")
    numbers = frozenset(range(1, most + 3))
    return Table(caption, tuple(map(text, header)), rows, numbers, label="dealt", small=True)


def _hands_drawing(solved: Solution, most: int, place: int) -> list[int]:
    hands: list[int] = solved.sums[most, place, : most + 1, 0].tolist()
    return hands


def _types_figure(rules: Rules, solved: Solution) -> Figure:
    chances = solved.by_type(rules.max_draw)
    words = "; ".join(f"{in_words(name)} {float(p):.4f}" for name, p in chances.items())
    return figure(
        lambda ax: draw_types(chances, ax),
        text("The chance that the best choice wins, by the type dealt"),
        f"A bar for each type: {words}.",
        height=0.8 + 0.27 * len(chances),
    )


def _by_limit(solved: Solution) -> Table:
    limits = range(solved.most + 1)
    header = ("at most", "$P$(win)", "$P$(tie)", *(f"draw ${drawn}$" for drawn in limits))
    rows = tuple(
        (text(f"${most}$"), (fixed(solved.win(most), 8),), (fixed(solved.tie(most), 8),),
         *((f"{hands:,}",) for hands in solved.draw_counts(most)),
         *(("",) for _ in range(most, solved.most)))
        for most in limits
    )  # fmt: skip
    numbers = frozenset(range(1, solved.most + 4))
    return Table(text("The game with another limit, and how many hands draw how many cards"),
                 tuple(map(text, header)), rows, numbers, label="limits", small=True)  # fmt: skip


def _worth(rules: Rules, solved: Solution) -> tuple[Block, ...]:
    if not rules.max_draw:
        return ()
    gain = solved.win(rules.max_draw) - solved.win(0)
    last = solved.win(rules.max_draw) - solved.win(rules.max_draw - 1)
    return (Paragraph(text(
        f"The right to draw raises $P$ by {decimals(gain)}; with one card less it would "
        f"raise it by {decimals(last)} less."
    )),)  # fmt: skip


def checks(hand: DrawnHand, solved: Solution) -> Section:
    """Return what is counted again, another way."""
    rules = hand.rules
    items = (
        text("Two hands that stand pat are alike, so that $2 P + P(\\text{tie}) = 1$ without a "
             "draw: ", yes(2 * solved.win(0) + solved.tie(0) == 1), "."),
        text("@types and the table of all hands have the same number of hands in every type: ",
             yes(_same_types(rules, solved)), "."),
        text(f"For {rules.hand} the table of all hands and @hand choose the same discard: ",
             yes(_tabled(hand, solved) == hand.best.discard), "."),
        *hand_checks(hand),
    )  # fmt: skip
    return Section("Checks", (
        Items(items),
        *walks(rules.ranking),
        Paragraph(text("Whole games from small decks were counted by brute force, every hand, "
                       "every discard, every draw and every hand of the opponent in turn, for "
                       "@forced.")),
        _forced(rules.ranking),
    ))  # fmt: skip


def _same_types(rules: Rules, solved: Solution) -> bool:
    by_formula = {name: hands for name, (_, hands) in counted(rules).items()}
    dealt = zip(TYPES[rules.ranking], solved.sums[0, :, 0, 0].tolist(), strict=False)
    return by_formula == {name: hands for name, hands in dealt if hands}


def _tabled(hand: DrawnHand, solved: Solution) -> int:
    """Return the best discard that the table of all hands has for this one."""
    cards = sorted(hand.cards)
    row = sum(math.comb(card, place) for place, card in enumerate(cards, 1))  # colexicographic
    mask = int(solved.discards[hand.rules.max_draw, row])
    return sum(1 << card for place, card in enumerate(cards) if mask >> place & 1)


def _forced(ranking: str) -> Table:
    rows = [
        (pack, most, solution(pack, ranking).win(most), forced)
        for pack in SMALL
        for most, forced in enumerate(by_brute_force(pack, ranking))
    ]
    return Table(
        text("@game and brute force on small decks: $P$ by the number of cards drawn at most"),
        tuple(map(text, ("deck", "at most", "by the theorem", "by brute force", "equal"))),
        tuple(
            tuple(map(text, (f"${pack.ranks} \\times {pack.suits}$", f"${most}$", str(win),
                             str(forced), yes(win == forced))))
            for pack, most, win, forced in rows
        ),
        frozenset({1}),
        label="forced",
        small=True,
    )  # fmt: skip
