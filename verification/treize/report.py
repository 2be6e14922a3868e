"""What is told of Treize: the chain of passes, its solution, and the decks that were walked."""

from fractions import Fraction

from montmort.exact.paths import Watch
from montmort.exact.treize.solution import Solution, no_match, solve
from montmort.exact.walk import explore
from montmort.games.treize import EXPERIMENTS, Rules
from montmort.verification.reports.assembly import Argument, Provenance
from montmort.verification.reports.document import (
    Block,
    Equation,
    Items,
    Math,
    Number,
    Paragraph,
    Proof,
    Section,
    Statement,
    Step,
    Table,
    counted,
    decimals,
    fixed,
    text,
    yes,
)
from montmort.verification.reports.formula import of_matrix, of_value, of_vector

ON_PAPER = Rules(ranks=2, suits=2)  # its matrices fit on a line, and its orders on a hand
WALKED = tuple(Rules(ranks=r, suits=s) for r, s in ((2, 1), (2, 2), (2, 3), (3, 1), (3, 2), (4, 1)))


def argument(rules: Rules, told: Provenance, watch: Watch | None = None) -> Argument:  # noqa: ARG001
    """Return the report's own part."""
    solution = solve(rules)
    return Argument(
        about=f"What Treize with {_deck(rules)} is worth to the dealer",
        headline=text(f"worth {decimals(solution.value)} stakes per opponent to the dealer, with "
                      f"{_deck(rules)}"),
        sections=(
            _problem(),
            _rules(rules),
            _space(rules, told, solution),
            _theorem(rules, told, solution),
            _derivation(rules, told, solution),
            _further(told, solution),
            _checks(rules, told, solution),
        ),
        experiments={"game": {}},
        commands=(told.command("exact"), told.command("exact", "--json")),
    )  # fmt: skip


def _deck(rules: Rules) -> str:
    return f"{counted(rules.ranks, 'rank')} in {counted(rules.suits, 'suit')}"


def _range(first: int, last: int) -> str:
    r"""Return the integers from first to last as a formula.

    >>> print(_range(0, 2), "|", _range(1, 13))
    0, 1, 2 | 1, 2, \ldots, 13
    """
    if last - first < 4:
        return ", ".join(map(str, range(first, last + 1)))
    return f"{first}, {first + 1}, \\ldots, {last}"


def _problem() -> Section:
    return Section("The problem", (
        Paragraph(text(
            "In 1708 Pierre Rémond de Montmort asked what the game of thirteen, Treize, is worth "
            "to the dealer. Jean Bernoulli answered in 1710 that a lifetime would not suffice for "
            "the calculation. Peter Doyle and Charles Grinstead (2010) reduced it to a matrix of "
            "thirteen rows. Here the matrix is computed, for any number of ranks and suits, and "
            "the game is solved."
        )),
        Paragraph(text(
            "Let $T$ be the points that the dealer scores before he loses. Each point wins a stake "
            "from every opponent, and the end costs him one; so the game is worth $E[T] - 1$ "
            "stakes per opponent."
        )),
    ))  # fmt: skip


def _rules(rules: Rules) -> Section:
    ranks, suits = rules.ranks, rules.suits
    return Section("The rules", (
        Paragraph(text(f"The deck has ${rules.cards}$ cards, $r = {ranks}$ ranks in $s = {suits}$ "
                       f"suit{'s' * (suits > 1)}.")),
        Items((
            text(f"The dealer turns the cards of a shuffled deck and calls ${_range(1, ranks)}$"
                 ". A card of the rank called is a **match**: he scores a point and begins again "
                 "at $1$ with the next card."),
            text(f"After ${ranks}$ calls in a row without a match he has lost, and the game is "
                 "over. The points he scored stand."),
            text("When the deck runs out in the middle of a count, the whole deck is shuffled "
                 "again and the count goes on where it stopped."),
        ), ordered=True),
    ))  # fmt: skip


def _space(rules: Rules, told: Provenance, solution: Solution) -> Section:
    orders = _counted("orders of the deck by kind", solution.counts.orders, told)
    return Section("States, and what is equally likely", (
        Statement("Definition", "the pass", (
            Paragraph(text(
                "A **pass** is one use of the whole deck, up to the loss if the game ends in it. "
                f"Its state $i$, one of ${_range(0, rules.ranks - 1)}$, is the number of calls "
                "since the last match when the deck is shuffled. Cards of a rank are alike, so "
                f"that a deck has $(rs)! / (s!)^r$ orders, here ", orders, ", all equally likely."
            )),
            Paragraph(text(
                "From state $i$ let $q_{ij}$ be the chance to survive the pass and to go on in "
                "state $j$, $l_i$ the chance to lose in it, and $e_i$ the points that it is "
                "expected to score, those of a lost pass among them. Let $Q = (q_{ij})$, "
                f"a matrix of ${rules.ranks}$ rows."
            )),
        ), label="pass"),
    ))  # fmt: skip


def _theorem(rules: Rules, told: Provenance, solution: Solution) -> Section:  # noqa: ARG001
    value = told.number("the value", solution.value)
    return Section("The theorem", (
        Statement("Theorem", "the value of Treize", (
            Paragraph(text(
                "The matrix $N = (I - Q)^{-1}$ exists. With $v = N e$ the game begun in state $i$ "
                "has $v_i$ points in the mean, and is worth to the dealer, per opponent,"
            )),
            Equation(Math("v_0 - 1, \\quad v = (I - Q)^{-1} e"), label="value"),
            Paragraph(text("which is ", value, " stakes.")),
        ), label="main"),
    ))  # fmt: skip


def _derivation(rules: Rules, told: Provenance, solution: Solution) -> Section:
    steps = (
        Step("Only the count matters", (Paragraph(text(
            "At a shuffle every order of the deck is equally likely whatever was seen before. So "
            "the passes are steps of a Markov chain on the states of @pass; the loss absorbs."
        )),)),
        Step("Balance", (
            Paragraph(text("The points from state $i$ are those of this pass and those of what "
                           "follows if he survives it:")),
            Equation(Math("v_i = e_i + \\sum_{j=0}^{r-1} q_{ij} v_j, \\quad v = e + Q v"),
                     label="balance"),
        )),
        Step("One solution", _one_solution(rules, solution)),
        Step("The counts", _counts()),
        Step("The numbers", _numbers(rules, told, solution)),
    )  # fmt: skip
    return Section("The derivation", (Proof(steps), *_on_paper()))


def _one_solution(rules: Rules, solution: Solution) -> tuple[Block, ...]:
    most = max(1 - lost for lost in solution.loss)
    least = min(solution.loss)
    return (
        Paragraph(text(
            "From every state the pass may be lost: the deck may begin with cards that all miss. "
            "Exactly, row $i$ of $Q$ has the sum $1 - l_i$, the largest of them "
            f"{decimals(most)}, so all are below $1$ and $Q^k \\to 0$. Hence $I - Q$ is invertible,"
        )),
        Equation(Math("N = (I - Q)^{-1} = I + Q + Q^2 + \\cdots"), label="inverse"),
        Paragraph(text(
            f"and $v = N e$ is the only solution of @balance. (Least chance of a loss: "
            f"{decimals(least)}, over {rules.ranks} states.)"
        )),
    )  # fmt: skip


def _counts() -> tuple[Block, ...]:
    return (
        Paragraph(text(
            "A pass is a first round, which begins at call $i + 1$, then complete rounds, all "
            "ended by a match, and a tail of $j$ calls without one; $j = r$ is the loss, and the "
            "cards behind it are free. Let $w_c$ of the rounds end at call $c$, $H_c$ of them "
            "above $c$, and let $W = w_1 + \\cdots + w_r$. The first round ends above $i$, the "
            "others come in any order: there are"
        )),
        Equation(Math("\\frac{(W - 1)! \\, H_i}{w_1! \\, w_2! \\cdots w_r!}"), label="orders"),
        Paragraph(text(
            "sequences of rounds, and one if $W = 0$, when the pass is lost at once. In each of "
            "them call $c$ is matched $w_c$ times and missed $m_c$ times,"
        )),
        Equation(Math("m_c = H_c + [i < c \\le j] - [j < c \\le i],"), label="missed"),
        Paragraph(text(
            "a bracket being $1$ if what it says is true, else $0$. By inclusion and exclusion "
            "over the misses that hold the rank after all, with "
            "$(s)_k = s (s - 1) \\cdots (s - k + 1)$,"
        )),
        Equation(Math(
            "\\sum_u a_u (n - u)!, \\quad \\sum_u a_u x^u = \\prod_{c=1}^{r} \\sum_{t=0}^{m_c} "
            "(-1)^t \\binom{m_c}{t} (s)_{w_c + t} \\, x^{w_c + t}"
        ), label="rook"),
        Paragraph(text(
            "orders of the $n = r s$ cards, told apart, have these matches and misses. The product "
            "of @orders and @rook is summed over all $w$ whose rounds and tail fill the deck, or "
            "fit into it where the pass is lost,"
        )),
        Equation(Math(
            "\\sum_{c=1}^{r} c \\, w_c - i + j = n \\; (j < r), \\quad "
            "\\sum_{c=1}^{r} c \\, w_c - i + r \\le n \\; (j = r),"
        ), label="length"),
        Paragraph(text(
            "level by level, $c = r, \\ldots, 1$, in integers modulo primes, and divided by "
            "$(s!)^r$. The points of the pass, $W$, stay "
            "apart, so that $e$ is counted with $Q$."
        )),
    )  # fmt: skip


def _numbers(rules: Rules, told: Provenance, solution: Solution) -> tuple[Block, ...]:
    by_points = solution.counts.survive[0][0]
    points = max(range(len(by_points)), key=lambda points: by_points[points])
    count = _counted(f"orders from 0 to 0 with {points} points", by_points[points], told)
    return (
        Paragraph(text(
            "For instance ", count, f" orders lead from state $0$ back to it with ${points}$ "
            f"point{'s' * (points != 1)}. Added up and divided by the number of orders, the counts "
            "give the matrix $Q$ of @matrix, and with it the linear "
            f"system $(I - Q) v = e$ in ${rules.ranks}$ unknowns, solved in fractions. Its right "
            "side and its solution are in @solution; decimals are cut off, `--json` prints the "
            "fractions."
        )),
        _matrix_table(solution),
        _solution_table(solution),
    )  # fmt: skip


def _counted(name: str, orders: int, told: Provenance) -> Number:
    """Return a number of orders, which the certificate shows."""
    return Number(name, orders, told.command("certify"))


def _matrix_table(solution: Solution) -> Table:
    states = range(len(solution.q))
    header = (text("$i$"), *(text(f"$q_{{i,{j}}}$") for j in states))
    rows = tuple(
        (text(f"${i}$"), *((fixed(q, 5),) for q in row)) for i, row in enumerate(solution.q)
    )
    caption = text("The matrix $Q$: from state $i$, the row, into state $j$, the column")
    numbers = frozenset(range(1, len(header)))
    return Table(caption, header, rows, numbers, label="matrix", small=True)


def _solution_table(solution: Solution) -> Table:
    header = tuple(
        map(text, ("$i$", "row sum of $Q$", "$l_i$", "$e_i$", "$v_i$", "worth $v_i - 1$"))
    )
    rows = tuple(
        (text(f"${i}$"), *((fixed(x, 8),) for x in (sum(row), lost, gain, worth + 1, worth)))
        for i, (row, lost, gain, worth) in enumerate(
            zip(solution.q, solution.loss, solution.gains, solution.values, strict=True)
        )
    )
    caption = text("The chances to survive and to lose, the points of a pass, and the solution")
    return Table(caption, header, rows, frozenset(range(1, 6)), label="solution", small=True)


def _on_paper() -> tuple[Block, ...]:
    """Return the same steps for a deck that fits on paper, in whole fractions."""
    small = solve(ON_PAPER)
    points = [worth + 1 for worth in small.values]
    told = Provenance("treize", ON_PAPER)
    return (
        Paragraph(text(
            f"The same for a deck of {_deck(ON_PAPER)}, whose "
            f"{small.counts.orders} orders can be gone through by hand (`{told.command('exact')}`):"
        )),
        Equation(Math(
            f"Q = {of_matrix(small.q)}, \\quad e = {of_vector(small.gains)}, \\quad "
            f"v = (I - Q)^{{-1}} e = {of_vector(points)}, \\quad "
            f"v_0 - 1 = {of_value(small.value)}."
        ), label="paper"),
    )  # fmt: skip


def _further(told: Provenance, solution: Solution) -> Section:
    law = solution.points_law(9)
    numbers = (
        ("points of a game, mean", solution.points_mean),
        ("points of a game, variance", solution.points_variance),
        ("decks begun, mean", solution.passes_mean),
        ("cards turned, mean", solution.cards_mean),
        ("a point in the first round, chance", solution.first_round),
        ("no match in a whole deck, calls going round, chance",
         no_match(solution.rules, solution.rules.cards)),
    )  # fmt: skip
    p = solution.first_round
    naive = p / (1 - p) - 1
    return Section("What else follows", (
        Paragraph(text(
            "A pass that is survived scores a point at least. So the whole law of $T$ is a finite "
            "recursion, with $q_{ij}(m)$ and $l_i(k)$ the parts of $q_{ij}$ and $l_i$ with $m$ and "
            "$k$ points:"
        )),
        Equation(Math(
            "P_i(T = k) = l_i(k) + \\sum_{j} \\sum_{m=1}^{k} q_{ij}(m) \\, P_j(T = k - m)"
        ), label="law"),
        Table(
            text("What else is known exactly"),
            (text("what"), text("value")),
            tuple((text(name), text(told.number(name, value))) for name, value in numbers),
        ),
        Table(
            text("The first terms of the law of $T$, from state $0$"),
            (text("$k$"), text("$P_0(T = k)$")),
            tuple((text(f"${k}$"), (decimals(p),)) for k, p in law.chances().items()),
            frozenset({1}),
        ),
        Paragraph(text(
            "If every round had a fresh deck, rounds would be won independently with the chance "
            f"of the first one, and the game would be worth {decimals(naive)}: "
            f"{decimals(abs(solution.value - naive))} too "
            f"{'little' if naive < solution.value else 'much'}. The rounds are not independent: "
            "each is dealt from what those before it have left."
        )),
    ))  # fmt: skip


def _checks(rules: Rules, told: Provenance, solution: Solution) -> Section:  # noqa: ARG001
    rows = [(deck, solve(deck).value, _walked(deck)) for deck in WALKED]
    table = Table(
        text("The theorem and the rules, walked through every order of small decks"),
        tuple(map(text, ("deck", "by the theorem", "by the rules", "equal"))),
        tuple(
            (text(f"${deck.ranks} \\times {deck.suits}$"), text(str(value)), text(str(walked)),
             text(yes(value == walked)))
            for deck, value, walked in rows
        ),
        label="walked",
    )  # fmt: skip
    return Section("Checks", (
        Items((
            text("Row sums: $Q 1 + l = 1$ in all rows exactly, with $l$ counted apart from $Q$: ",
                 yes(_sums(solution)), "."),
            text("The system: $(I - Q) v - e = 0$ in all rows exactly: ",
                 yes(_residuals(solution) == [0] * rules.ranks), "."),
            text("No point at all, $P_0(T = 0)$, by @law and in closed form by inclusion and "
                 "exclusion over the first round alone: equal, ",
                 yes(solution.points_law(0)[0] == 1 - solution.first_round), "."),
        )),
        Paragraph(text("The rules themselves, `games/treize.py`, know nothing of all this. Walked "
                       "through every order of a small deck they give a chain of their own, whose "
                       "value is compared in @walked.")),
        table,
    ))  # fmt: skip


def _sums(solution: Solution) -> bool:
    return all(sum(row) + lost == 1 for row, lost in zip(solution.q, solution.loss, strict=True))


def _residuals(solution: Solution) -> list[Fraction]:
    v = [worth + 1 for worth in solution.values]
    return [
        v[i] - sum(q * w for q, w in zip(row, v, strict=True)) - gain
        for i, (row, gain) in enumerate(zip(solution.q, solution.gains, strict=True))
    ]


def _walked(rules: Rules) -> Fraction:
    return explore(EXPERIMENTS["game"], rules).expected("points") - 1
