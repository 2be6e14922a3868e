"""What is told of best play in Persian Monarchs: one number K, both strategies, best responses."""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from montmort.exact.persian_monarchs.equilibrium import PROGRAM, solve_hand
from montmort.games.persian_monarchs import RULEBOOK, Rules
from montmort.verification.persian_monarchs.figures import (
    draw_exploitability,
    losses,
    regions_figure,
)
from montmort.verification.persian_monarchs.report.equilibrium_facts import Best
from montmort.verification.reports.argument import Provenance
from montmort.verification.reports.document import (
    Block,
    Equation,
    Figure,
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
from montmort.verification.reports.figures import figure, of_sheet
from montmort.verification.reports.formula import of_matrix, of_value
from montmort.verification.reports.numbers import decimals, fixed, yes

MOST_ROWS = 60  # of a table; of more the first and the last
MOST_TOLD = 12  # raises that are told of even where nobody makes them
MOST_DRAWN = 10_000  # chances in a picture
PROGRAMS = ((2, 1), (3, 1), (4, 2), (6, 3), (8, 2), (9, 4))  # cards and raises up to
PAPER = (4, 1)

Rows = tuple[tuple[Text, ...], ...]


def shortened(rows: Sequence[tuple[Text, ...]], most: int = MOST_ROWS) -> Rows:
    """Return the rows, of too many the first and the last, with a row of dots between."""
    if len(rows) <= most:
        return tuple(rows)
    dots = tuple(text("…") for _ in rows[0])
    return (*rows[: most // 2], dots, *rows[-(most // 2) :])


def theorem(best: Best, told: Provenance) -> Statement:
    """Return the value of a hand."""
    value = told.number("the value of a hand in equilibrium", best.solved.value, "--equilibrium")
    return Statement("Theorem", "a hand between best players", (
        Paragraph(text("Dealt from $n$ cards, with raises up to $m$, a hand is worth to the "
                       "non-dealer")),
        Equation(Math(
            "v = \\frac{1}{n (n-1)} \\min_K f(K), \\quad f(K) = \\sum_{u=0}^{n-1} "
            "\\max(0, 2u - K, \\max_{1 \\le x \\le m} x (\\frac{K}{x+2} - 2u - 1))"
        ), label="value"),
        Paragraph(text(f"For $n = {best.cards}$ and $m = {len(best.raises)}$ the least is at $K = "
                       f"{best.balance.K}$, and $v$ is ", value, ".")),
    ), label="equilibrium")  # fmt: skip


def derivation(best: Best) -> Section:
    """Return the proof, both strategies, and both best responses with their numbers."""
    steps = (
        Step("what a raise is worth", _raise_values()),
        Step("the dealer", _dealer()),
        Step("the best number", _least(best)),
        Step("the non-dealer", _non_dealer(best)),
        Step("nobody does better", _nobody()),
    )
    return Section("A hand between best players", (
        Proof(steps), *_pictures(best), *_responses(best)))  # fmt: skip


def _raise_values() -> tuple[Block, ...]:
    return (
        Paragraph(text(
            "Let the non-dealer with card $i$ of $0, \\ldots, n-1$ raise by $x$ with chance "
            "$r_i(x)$, and the dealer with card $j$ accept with chance $a_j(x)$. Summed over the "
            "dealer's cards a raise by $x$ is worth"
        )),
        Equation(Math(
            "V_i(0) = 2i - (n-1), \\quad V_i(x) = (n-1) + x \\sum_{j < i} a_j(x) "
            "- (2+x) \\sum_{j > i} a_j(x)"
        ), label="raise"),
        Paragraph(text(
            "to the non-dealer: it wins the ante, and where it is accepted $x$ more or $2 + x$ "
            "less. His mean profit is $\\sum_i \\sum_x r_i(x) V_i(x)$ over $n (n-1)$; the sum of "
            "all $V_i(0)$ is $0$. Against a known dealer he takes the $x$ of the largest $V_i(x)$."
        )),
        Paragraph(text(
            "Against a known non-dealer the dealer accepts with card $j$ where that gains him"
        )),
        Equation(Math("D_j(x) = (2+x) \\sum_{i < j} r_i(x) - x \\sum_{i > j} r_i(x) > 0"),
                 label="accept"),
        Paragraph(text("$D_j(x)$ never falls as $j$ rises: a best dealer accepts with his highest "
                       "cards, or with none.")),
    )  # fmt: skip


def _dealer() -> tuple[Block, ...]:
    return (
        Paragraph(text(
            "Let him accept a raise by $x$ with his $S(x)$ highest cards, the last of them by "
            "chance if $S(x)$ is no integer. A non-dealer with $u = n - 1 - i$ cards above his own "
            "then has"
        )),
        Equation(Math(
            "V_i(x) = (n-1) + x \\max(0, S(x) - u - 1) - (2+x) \\min(S(x), u)"
        ), label="lines"),
        Paragraph(text(
            "With $S(x) = K / (x+2)$ a raise is worth, over $V_i(0) = n - 1 - 2u$, the largest of "
            "$2u - K$, a **bluff**, whatever its size; of $-xu$, which is no gain; and of "
            "$x (K/(x+2) - 2u - 1)$, a raise **on its merits**. As the $V_i(0)$ sum to $0$, the "
            "best non-dealer has $f(K)$ over $n (n-1)$, and so $v$ is at most this, for every $K$ "
            "from $0$ to $3n$."
        )),
    )  # fmt: skip


def _least(best: Best) -> tuple[Block, ...]:
    least = best.balance.K
    near = range(max(0, least - 2), least + 3)
    rows = tuple((text(f"${k}$"), text(decimals(best.sum_at(k), 8)),
                  text(decimals(best.sum_at(k) / best.deals))) for k in near)  # fmt: skip
    header = tuple(map(text, ("$K$", "$f(K)$", "over $n (n-1)$")))
    return (
        Paragraph(text(
            "$f$ is a sum of largest of straight lines: convex, with slope $-1$ for every card "
            "that bluffs and $x/(x+2)$ for one that raises by $x$ on its merits. As $K$ grows, a "
            "card changes from a bluff to nothing at $K = 2u$, and from a raise by $x$, which may "
            "be $0$, to one by $x + 1$ at $2K = (x+2)(x+3)(2u+1)$: at integers. So the least is at "
            "an integer, where the slope ceases to be negative."
        )),
        Table(text("The sum $f$ near its least"), header, rows, frozenset({0, 1, 2}),
              label="least"),
    )  # fmt: skip


def _non_dealer(best: Best) -> tuple[Block, ...]:
    return (
        Paragraph(text(
            f"Let every card play as is best at $K = {best.balance.K}$; the cards at a break "
            f"play with chance $t = {of_value(best.balance.t)}$ as is best just above $K$ and else "
            "as just below, so that the slopes cancel. Then, with $M(x)$ cards that raise by $x$ "
            "on their merits,"
        )),
        Equation(Math("B = \\sum_x B(x), \\quad B(x) = \\frac{x}{x+2} M(x)"), label="bluffs"),
        Paragraph(text("cards bluff, and $B(x)$ of them, in all, by $x$.")),
        _raises_table(best),
        _cards_table(best),
    )  # fmt: skip


def _told_raises(best: Best) -> list[int]:
    """Return the raises that a table tells of: the first ones, and those that are made."""
    made = {x for x in best.raises if any(row[x] for row in best.solved.raises)}
    return sorted({*best.raises[:MOST_TOLD], *made})


def _raises_table(best: Best) -> Table:
    header = ("$x$", "$S(x)$", "accept for sure", "the next with", "merits $M(x)$",
              "bluffs $B(x)$", "gains")  # fmt: skip
    rows = [
        tuple(map(text, (f"${x}$", *map(str, _raise_cells(best, x)),
                         decimals(best.accepting[x - 1], 6))))
        for x in _told_raises(best)
    ]  # fmt: skip
    caption = text(
        "The dealer accepts with his $S(x)$ highest cards; the non-dealer raises and bluffs; in "
        "the last column what the dealer gains by his answers, the sum of $D_j(x)$ where it is "
        "positive"
    )
    return Table(caption, tuple(map(text, header)), shortened(rows), frozenset(range(7)),
                 label="raises", small=True)  # fmt: skip


def _raise_cells(best: Best, x: int) -> tuple[Fraction | int, ...]:
    surely, perhaps = best.accepted(x)
    merits, bluffs = (best.raising(x, bluffs=which) for which in (False, True))
    return (surely + perhaps, surely, perhaps, merits, bluffs)


def _cards_table(best: Best) -> Table:
    rows = [
        tuple(map(text, (
            f"${card}$", f"${best.cards - 1 - card}$", _does(best, card),
            f"${of_value(values[0])}$", decimals(max(values), 4),
            decimals(max(values) - values[0], 4),
        )))
        for card, values in enumerate(best.values)
    ]  # fmt: skip
    header = tuple(map(text, ("$i$", "$u$", "the card", "$V_i(0)$", "largest $V_i(x)$", "gain")))
    return Table(text("What the non-dealer does with each card, and the best that he can do"),
                 header, shortened(rows), frozenset({0, 1, 3, 4, 5}), label="cards",
                 small=True)  # fmt: skip


def _does(best: Best, card: int) -> str:
    """Return in words what the non-dealer does with a card."""
    law = best.solved.raises[card]
    if law[0] == 1:
        return "does not raise"
    if best.bluffs(card):
        return "bluffs" if law[0] == 0 else f"bluffs with chance ${of_value(1 - law[0])}$"
    made = [(x, chance) for x, chance in enumerate(law) if chance]
    return ", or ".join(_raise_words(x) + ("" if p == 1 else f" with chance ${of_value(p)}$")
                        for x, p in made)  # fmt: skip


def _raise_words(x: int) -> str:
    return f"raises by ${x}$" if x else "does not raise"


def _nobody() -> tuple[Block, ...]:
    return (
        Paragraph(text(
            "Against these raises let a best dealer accept with his $S'(x)$ highest cards. A card "
            "that bluffs by $x$ has by @lines at least $(n-1) - (2+x) S'(x)$, one that raises on "
            "its merits at least $(n-1) + x (S'(x) - u - 1) - (2+x) u$: each line lies nowhere "
            "above $V_i(x)$. In the sum over all cards $S'(x)$ has the factor $x M(x) - (2+x) "
            "B(x)$, which is $0$ by @bluffs. So the non-dealer has at least what the lines have at "
            "$S' = S$; there, at $K/(x+2)$, they are $V_i(x)$ itself: bluffers have $u \\ge K/2 "
            "\\ge S(x)$, who raises on his merits has $S(x) \\ge 2u + 1$. That is $f(K)$ over "
            "$n (n-1)$, and with the dealer's part it proves @equilibrium."
        )),
    )  # fmt: skip


def _pictures(best: Best) -> tuple[Figure, ...]:
    if best.cards * len(best.raises) > MOST_DRAWN:
        return ()
    return (of_sheet(
        regions_figure(best.solved.raises, best.solved.accepts),
        text("Both strategies: the chance of each raise, and of its acceptance, by the card"),
        f"Two maps of chances over cards and raises. {_raising(best)}{_accepting(best)}",
    ),)  # fmt: skip


def _raising(best: Best) -> str:
    number = sum(row[0] < 1 for row in best.solved.raises)
    if not number:
        return "No card raises."
    return f"{number} of {best.cards} cards raise at all, the highest and the lowest."


def _accepting(best: Best) -> str:
    return " Higher raises are accepted by fewer cards." if len(best.raises) > 1 else ""


def _responses(best: Best) -> tuple[Block, ...]:
    most, least, gained = best.most, best.least, sum(best.accepting, Fraction(0))
    return (
        Paragraph(text(
            "This is not taken on trust. Against the dealer of @raises the largest $V_i(x)$ of "
            f"@cards sum to {decimals(most)}; over $n (n-1) = {best.deals}$ that is "
            f"{decimals(most / best.deals)}. Against the non-dealer of @cards a dealer who "
            f"declines everything leaves him {decimals(best.declined)} in the sum, and by "
            f"accepting where that is best he gains {decimals(gained)}, the last column of "
            f"@raises; what is left, over ${best.deals}$, is {decimals(least / best.deals)}. "
            "Both are $v$, as whole fractions: ", yes(best.is_proved), "."
        )),
    )  # fmt: skip


def lost(told: Provenance, best: Best) -> Section:
    """Return what best responses take from every player who has a name."""
    gains, value = losses(best.cards, len(best.raises)), best.solved.value
    rows = tuple(
        tuple(map(text, (
            name, fixed(value - loss.non_dealer, 8), fixed(loss.non_dealer, 8),
            fixed(value + loss.dealer, 8), fixed(loss.dealer, 8),
        )))
        for name, loss in gains.items()
    )  # fmt: skip
    header = ("he plays", "a hand if he is the non-dealer", "he loses", "a hand if he deals",
              "he loses")  # fmt: skip
    words = "; ".join(f"{name} {float(loss.non_dealer):.3f} and {float(loss.dealer):.3f}"
                      for name, loss in gains.items())  # fmt: skip
    return Section("What can be taken from whom", (
        Paragraph(text(
            "A best response to a player who is known earns what @raise and @accept allow; a hand "
            "is then worth this much to the non-dealer, against $v$ between best players "
            f"(`{told.command('exact', '--best-response counter')}`, with `--role dealer` for the "
            "other role). From a full pack the rank among the cards left is the card itself, so "
            "that who does not count plays like a counter."
        )),
        Table(text("A hand from the full pack against a best response, to the non-dealer"),
              tuple(map(text, header)), rows, frozenset(range(1, 5)), label="losses", small=True),
        figure(lambda ax: draw_exploitability(gains, ax).margins(y=0.15),
               text("What a best response gains by each player beyond the value"),
               f"Two bars for each player, as the non-dealer and as the dealer: {words}.",
               height=4),
    ))  # fmt: skip


def in_sum(value: Fraction) -> str:
    """Return a term of a sum, in brackets if it is negative.

    >>> in_sum(Fraction(2)), in_sum(Fraction(-2))
    ('2', '(-2)')
    """
    return f"({of_value(value)})" if value < 0 else of_value(value)


def on_paper() -> tuple[Block, ...]:
    """Return the equilibrium of a hand of four cards, in whole fractions."""
    best = Best(solve_hand(*PAPER))
    told = Provenance(RULEBOOK, replace(Rules(), cards=PAPER[0], max_raise=PAPER[1]))
    sums = " + ".join(in_sum(max(row)) for row in best.values)
    return (
        Paragraph(text(
            f"In equilibrium $K = {best.balance.K}$, the dealer accepts with "
            f"$S(1) = {of_value(Fraction(best.balance.K, 3))}$ cards, and the rows of $r$, the "
            "chances of no raise and of a raise by 1, of $a$ and of $V$ are, from the lowest card,"
        )),
        Equation(Math(
            f"r = {of_matrix(best.solved.raises)}, \\quad a = {of_matrix(best.solved.accepts)}, "
            f"\\quad V = {of_matrix(best.values)}"
        )),
        Equation(Math(f"\\frac{{{sums}}}{{{best.deals}}} = {of_value(best.solved.value)}"),
                 label="paper"),
        Paragraph(text(f"The same from `{told.command('exact', '--equilibrium')}`.")),
    )  # fmt: skip


def programs() -> Table:
    """Return values of small packs in closed form and by the linear program of the whole game."""
    found = [(cards, most, solve_hand(cards, most).value, solve_hand(cards, most, PROGRAM).value)
             for cards, most in PROGRAMS]  # fmt: skip
    return Table(
        text("@equilibrium and the linear program of the whole game, which knows nothing of $K$"),
        tuple(map(text, ("cards", "raises up to", "by the theorem", "by the program", "equal"))),
        tuple(
            tuple(map(text, (f"${cards}$", f"${most}$", str(value), str(other),
                             yes(value == other))))
            for cards, most, value, other in found
        ),
        frozenset({0, 1}),
        label="programs",
    )  # fmt: skip
