"""What a shuffle of War deals, in its report: ties, sweeps, the first hand, the shortest games."""

import math
from fractions import Fraction
from itertools import accumulate

from montmort.exact.war.answers import Answers
from montmort.exact.war.deal_counts import (
    first_battle_levels,
    first_pass_ties_law,
    held_law,
    strength_law,
    ties_chance,
)
from montmort.games.war import Rules
from montmort.verification.reports.assembly import Provenance
from montmort.verification.reports.document import (
    Block,
    Equation,
    Inline,
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
from montmort.verification.reports.numbers import counted, decimals
from montmort.verification.war.report.checks import is_by_hand
from montmort.verification.war.report.games import commonest

MOST_ROWS = 9  # of the table of ties: what follows is rarer than a millionth with 52 cards
MOST_TERMS = 4  # of a rank's polynomial


def places(rules: Rules, told: Provenance, found: Answers) -> Section:
    """Return the theorem about ties, with its proof and numbers, the first hand, short games."""
    quiet = told.number("no war in the first pass", found["no_war_in_first_pass"])
    sweep = told.number("sweep", found["sweep"])
    return Section("What a shuffle deals", (
        Statement("Theorem", "ties", (
            Paragraph(text("Any $t$ places all tie with the chance")),
            Equation(Math(
                "P_t = \\frac{e_t \\, t! \\, 2^t \\, (n - 2t)!}{n!}, \\quad \\sum_t e_t z^t = "
                "(\\sum_j \\binom{s}{2j} (2j - 1)!! \\, z^j)^r"
                f" = ({_of_a_rank(rules)})^{{{rules.ranks}}}"
            ), label="ties"),
            Paragraph(text("and the number $T$ of places that tie has the generating function")),
            Equation(Math(
                "\\sum_k P(T = k) \\, x^k = \\sum_{t=0}^{h} \\binom{h}{t} P_t \\, (x - 1)^t"
            ), label="law"),
            Paragraph(text(
                "The first battle meets exactly $m$ ties with chance $P_m - P_{m+1}$, as long as "
                f"the hands reach; {_all_places(rules)}. One named player wins all $h$ places"
                f"{_won(rules)} with the chance"
            )),
            Equation(Math("\\frac{P(T = 0)}{2^h}"), label="sweep"),
        ), label="theties"),
        Paragraph(text(
            "Here no place ties with chance $P(T = 0)$, ", quiet, f", and{_left(rules)} a named "
            "player sweeps the game with chance ", sweep, "."
        )),
        _proof_of_ties(rules),
        _table_of_ties(rules),
        *_first_hand(rules),
        *_shortest(rules, told, found),
    ))  # fmt: skip


def _all_places(rules: Rules) -> str:
    """Return with which chance the first battle ties wherever it can."""
    depth = len(first_battle_levels(rules)) - 1
    places = "its only place ties" if depth == 1 else f"all of its ${depth}$ places tie"
    return f"{places} with $P_{{{depth}}}$"


def _won(rules: Rules) -> str:
    return "" if _left(rules) else ", and so the game, in $h$ turns without a war,"


def _left(rules: Rules) -> str:
    """Return words for a turn limit that lets nobody win all places."""
    if rules.turn_limit is None or rules.turn_limit >= rules.cards // 2:
        return ""
    return f", as a game is left after {counted(rules.turn_limit, 'turn')},"


def pairings(rules: Rules, most: int) -> list[int]:
    """Return e_0, e_1, … up to e_most: ways to choose so many pairs of cards of one rank.

    >>> pairings(Rules(ranks=2, suits=2), 2)
    [1, 2, 1]
    """
    rank, product = _of_one_rank(rules.suits), [1]
    for _ in range(rules.ranks):
        long = min(len(product) + len(rank) - 1, most + 1)
        product = [
            sum(product[i] * rank[k - i] for i in range(len(product)) if 0 <= k - i < len(rank))
            for k in range(long)
        ]
    return product


def _of_one_rank(suits: int) -> list[int]:
    """Return C(s, 2j) (2j-1)!! by j."""
    odd = accumulate(range(1, suits, 2), lambda a, b: a * b, initial=1)
    return [math.comb(suits, 2 * j) * double for j, double in zip(range(suits // 2 + 1), odd,
                                                                  strict=False)]  # fmt: skip


def _of_a_rank(rules: Rules) -> str:
    ways = _of_one_rank(rules.suits)
    terms = [
        ("" if ways[j] == 1 and j else str(ways[j])) + ("" if not j else " z" if j == 1
                                                         else f" z^{{{j}}}")
        for j in range(min(len(ways), MOST_TERMS))
    ]  # fmt: skip
    return " + ".join([*terms, *["\\cdots"] * (len(ways) > MOST_TERMS)])


def _proof_of_ties(rules: Rules) -> Proof:
    r, s, n = rules.ranks, rules.suits, rules.cards
    pairs = r * math.comb(s, 2)
    return Proof((
        Step("pairs", (Paragraph(text(
            "Take the cards as different for the moment, so that there are $n!$ deals. Of the $s$ "
            "cards of a rank $2j$ are chosen and put into pairs in $\\binom{s}{2j} (2j - 1)!!$ "
            "ways, so $t$ pairs of one rank each are chosen from the deck in $e_t$ ways. For "
            f"instance $e_1 = r \\binom{{s}}{{2}} = {pairs}$."
        )),)),
        Step("places", (Paragraph(text(
            "The pairs are put into the $t$ given places in $t!$ ways, each with either card on "
            "the first player's side in $2^t$, the other cards anywhere in $(n - 2t)!$ ways. "
            f"This is @ties. For $t = 1$ it says $P_1 = (s - 1) / (n - 1)$, here "
            f"${s - 1} / {n - 1}$: of the other cards so many match the first."
        )),)),
        Step("inclusion and exclusion", (Paragraph(text(
            "The mean of $\\binom{T}{t}$ is $\\binom{h}{t} P_t$, as each of the $\\binom{h}{t}$ "
            "choices of $t$ places ties with chance $P_t$. With $x^T = \\sum_t \\binom{T}{t} "
            "(x - 1)^t$ this is @law."
        )),)),
        Step("the first battle", (Paragraph(text(
            "It compares the top cards, and for every tie those $d + 1$ places deeper: places "
            f"that are given beforehand.{_last_place(rules)} The first $m$ of them tie with "
            "chance $P_m$, and the next one, too, with $P_{m+1}$."
        )),)),
        Step("the sweep", (Paragraph(text(
            "Exchanging the two cards of a place that does not tie exchanges who wins it, and is "
            "one to one on the deals. So without a tie all $2^h$ lists of winners are equally "
            "likely, and one of them is the sweep."
        )),)),
    ))  # fmt: skip


def _last_place(rules: Rules) -> str:
    """Return what is told of the bottom place, which short hands reach."""
    return " A hand too short for that turns its last card." * (rules.shortfall == "last-card")


def _table_of_ties(rules: Rules) -> Table:
    ties, battle = first_pass_ties_law(rules).chances(), first_battle_levels(rules)
    rows = min(MOST_ROWS, rules.cards // 2 + 1)
    ways = pairings(rules, rows - 1)
    cells = (
        (
            f"${t}$",
            str(ways[t] if t < len(ways) else 0),
            decimals(ties_chance(rules, t), 8),
            decimals(ties.get(t, Fraction(0)), 8),
            decimals(battle[t], 8) if t < len(battle) else "0",
        )
        for t in range(rows)
    )
    more = "" if rows == rules.cards // 2 + 1 else f", as far as $t = {rows - 1}$"
    return Table(
        text(f"Ties: the ways to choose pairs, the chance that $t$ given places tie, that just $t$ "
             f"places tie, and that the first battle meets just $t$ ties{more}"),
        tuple(map(text, ("$t$", "$e_t$", "$P_t$", "$P(T = t)$", "first battle"))),
        tuple(tuple(map(text, row)) for row in cells),
        frozenset(range(1, 5)),
        label="tiestable",
    )  # fmt: skip


def _first_hand(rules: Rules) -> tuple[Block, ...]:
    strength = strength_law(rules)
    return (
        Paragraph(text(
            "The first hand is any $h$ cards. It holds $k$ aces, or $k$ deuces, in $\\binom{s}{k} "
            "\\binom{n - s}{h - k}$ ways of $\\binom{n}{h}$, and its strength, the sum of its "
            "ranks, is $S$ in"
        )),
        Equation(Math("[y^h x^S] \\prod_{c=2}^{r+1} (1 + y x^c)^s"), label="strength"),
        Paragraph(text(
            f"ways. Here the strength goes from ${min(strength)}$ to ${max(strength)}$ with mean "
            f"{decimals(strength.mean(), 4)} and variance {decimals(strength.variance(), 4)}, "
            f"and {commonest('aces in it', held_law(rules).chances())}."
        )),
    )  # fmt: skip


def _shortest(rules: Rules, told: Provenance, found: Answers) -> tuple[Block, ...]:
    """Return how games end that end soonest, where that can be counted."""
    shortest = found.get("shortest_games")
    if not shortest or rules.suits == 1:
        return ()
    rows = tuple(
        (text(f"${turns}$"), text(_WINNERS[winner]),
         text(told.number(f"over after {turns} turns, {winner}", chance)))
        for turns, ends in shortest.items()
        for winner, chance in ends.items()
    )  # fmt: skip
    return (
        Paragraph(text(
            "The first turns compare cards that nobody has seen, so that they can be counted, too. "
            "That $t$ given places tie and $k$ others do not has the chance"
        )),
        Equation(Math("Q(t, k) = \\sum_{u=0}^{k} (-1)^u \\binom{k}{u} P_{t+u}"), label="first"),
        Paragraph(text(
            "and each of the $k$ is won by either player with chance $1/2$. A turn with $m$ ties "
            "uses $m (d + 1) + 1$ places. Summed over all ways in which a game can be over, this "
            "gives @shortest."
        )),
        Table(text("The shortest games, up to the first that somebody wins"),
              _header("turns", "winner", "chance"), rows, label="shortest"),
        *(_by_hand() if is_by_hand(rules) else ()),
    )  # fmt: skip


def _by_hand() -> tuple[Block, ...]:
    """Return the two shortest turns of 52 cards with three face down, path by path."""
    return (
        Paragraph(text(
            "Two turns can be gone through by hand. If one player takes both, with $m_1$ and $m_2$ "
            "ties, the other has no card left when all places are used, $4 (m_1 + m_2) + 2 = 26$: "
            "$m_1 + m_2 = 6$, in $7$ ways. Or the second turn ties until he cannot go on, "
            "$m_1 + m_2 = 7$: for $m_1 = 1, \\ldots, 6$ the other one can, and has won; for "
            "$m_1 = 0$ he has taken but two cards, neither can go on, and it is a draw. Hence"
        )),
        Equation(Math(
            "P(\\text{first, 2 turns}) = \\frac{7}{4} \\, Q(6, 2) + \\frac{6}{2} \\, Q(7, 1), "
            "\\quad P(\\text{draw, 2 turns}) = Q(7, 1)"
        ), label="byhand"),
    )  # fmt: skip


_WINNERS = {"first": "the first player", "second": "the second player", "draw": "nobody, a draw"}


def _header(*words: Inline) -> tuple[Text, ...]:
    return tuple(map(text, words))
