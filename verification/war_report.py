"""What is told of War: that both players are alike, what a shuffle deals, and how games end."""

import math
from fractions import Fraction
from itertools import accumulate

from exact.law import Law
from exact.war import Answers, answers, is_symmetric, parity, truth
from exact.war_counts import (
    first_battle_levels,
    first_pass_ties_law,
    held_law,
    strength_law,
    ties_chance,
)
from exact.war_deals import Watch
from games.war import Rules
from verification.report.assembly import Argument, Provenance
from verification.report.tree import (
    Block,
    Equation,
    Inline,
    Items,
    Math,
    Paragraph,
    Proof,
    Section,
    Statement,
    Step,
    Table,
    Text,
    decimals,
    text,
)
from verification.war_report_checks import checks, is_by_hand, on_paper
from verification.war_report_games import games, small_deck, told_ends

MOST_ROWS = 9  # of the table of ties: what follows is rarer than a millionth with 52 cards
MOST_TERMS = 4  # of a rank's polynomial


def argument(rules: Rules, told: Provenance, watch: Watch | None = None) -> Argument:
    """Return the report's own part."""
    found = answers(rules, watch=watch)
    shown = rules if "first" in found else small_deck(rules)
    return Argument(
        about=_about(rules, found),
        headline=text(_headline(rules, found)),
        sections=(
            _problem(),
            _rules(rules),
            _deals(told, found),
            _players(rules, told, found),
            _places(rules, told, found),
            games(rules, shown, found if shown is rules else answers(shown)),
            on_paper(rules),
            checks(rules, found),
        ),
        experiments={name: {} for name in ("game", "deal") if _is_known(rules, name, found)},
        commands=_commands(told, Provenance("war", shown)),
        certified=shown,
    )


def _is_known(rules: Rules, experiment: str, found: Answers) -> bool:
    """Return whether an experiment has a truth, without playing all deals again."""
    return "first" in found or bool(truth(rules, experiment))


def _commands(*told: Provenance) -> tuple[str, ...]:
    return tuple(one.command("exact", *flags) for one in told for flags in ((), ("--json",)))


def _about(rules: Rules, found: Answers) -> str:
    deck = f"War with {rules.cards} cards"
    if "first" in found:
        return f"How games of {deck} end, all deals together"
    return f"What is known of {deck}, where no computer plays all deals"


def _headline(rules: Rules, found: Answers) -> str:
    if "first" in found:
        return f"{rules.cards} cards, ${rules.ranks} \\times {rules.suits}$: {told_ends(found)}"
    alike = "both players win with the same chance; " if is_symmetric(rules) else ""
    quiet = decimals(found["no_war_in_first_pass"], 6)
    return f"{alike}no war on the way through the {rules.cards // 2} cards dealt, chance {quiet}"


def _problem() -> Section:
    return Section("The problem", (
        Paragraph(text(
            "In War nobody decides anything: once the cards lie, the game runs by itself. In 2012 "
            "Andrew Clark wrote it down in R to see how long it takes, with a rule of his house, "
            "by which a deuce beats an ace. He stopped games after 5000 turns, having read that "
            "they may go on for ever."
        )),
        Paragraph(text(
            "Who wins how often? How many wars lie in a deal? How short can a game be, and does "
            "every game end?"
        )),
    ))  # fmt: skip


PICK_UP = {
    order: "What was laid down goes under the winner's hand block by block: a block is a tied pair "
    f"with what lies face down on it, the last one the deciding pair. In each block {whose} go "
    "down first."
    for order, whose in (
        ("winner-first", "the winner's cards"),
        ("loser-first", "the loser's cards"),
        ("first-player-first", "the first player's cards, whoever wins,"),
    )
} | {"random": "What was laid down goes under the winner's hand in a uniformly random order."}

SHORTFALL = {
    "lose": "Who has not ${}$ cards left after a tie has lost; if neither has, the game is drawn.",
    "last-card": "Who has not ${}$ cards left after a tie lays down all but one of them, and this "
    "last one decides; who has none left decides with his tied card. If neither has a card left, "
    "the game is drawn.",
    "second-takes": "If one of them has not ${}$ cards left after a tie, the second player takes "
    "what lies on the table, and the game goes on.",
}

DEUCE = {
    "never": "A card of higher rank beats a lower one, always.",
    "battles": "A card of higher rank beats a lower one, but the lowest rank beats the highest, "
    "except between the cards that decide a war.",
    "always": "A card of higher rank beats a lower one, but the lowest rank beats the highest.",
}


def _rules(rules: Rules) -> Section:
    n, r, s, d = rules.cards, rules.ranks, rules.suits, rules.face_down
    return Section("The rules", (
        Paragraph(text(
            f"The deck has $n = {n}$ cards, $r = {r}$ rank{'s' * (r > 1)} with $s = {s}$ "
            f"card{'s' * (s > 1)} each, and is dealt to two players, $h = {n // 2}$ to each. The "
            f"ranks are $2, \\ldots, {r + 1}$, the lowest the deuce, the highest the ace. "
            f"{DEUCE[rules.deuce_beats_ace]}"
        )),
        Items((
            text("Both turn their top card. The higher takes both."),
            text(f"A tie is a **war**: each lays $d = {d}$ card{'s' * (d != 1)} face down on his "
                 "tied one and turns the next; these decide, or tie again, and so on."),
            text(PICK_UP[rules.pick_up]),
            text(SHORTFALL[rules.shortfall].format(d + 1)),
            text("All this is one **turn**. Who has no cards has lost." + _limit(rules)),
        ), ordered=True),
        Paragraph(text(
            "Houses differ in the deuce, in the order of picking up and in wars that somebody "
            "cannot complete; what stands here is the reading of this report."
        )),
    ))  # fmt: skip


def _limit(rules: Rules) -> str:
    if rules.turn_limit is not None:
        return (f" After ${rules.turn_limit}$ turns a game is left **unfinished**: nobody has "
                "won it.")  # fmt: skip
    if rules.pick_up == "random":
        return ""
    return (" Hands that lie as they lay before will lie so again for ever: the game is "
            "**endless**, and nobody has won it.")  # fmt: skip


def _deals(told: Provenance, found: Answers) -> Section:
    deals = told.number("deals", found["deals"])
    return Section("The deals", (
        Statement("Definition", "deals and places", (
            Paragraph(text(
                "A **deal** is an order of the deck: its first $h$ cards, from the top down, are "
                "the first player's hand, the others the second's. Cards of a rank are alike, so "
                "that there are $n! / (s!)^r$ deals, here ", deals, ", all equally likely. The "
                "$i$-th cards of both hands lie opposite each other in the **place** $i$, and the "
                "place **ties** if they have the same rank."
            )),
        ), label="deal"),
    ))  # fmt: skip


# Both players


def _players(rules: Rules, told: Provenance, found: Answers) -> Section:
    blocks: list[Block] = _alike(told) if is_symmetric(rules) else [_unlike(rules)]
    if (odd := parity(rules)) is not None:
        blocks += _parity(rules, odd)
    if "first" not in found and not is_symmetric(rules):
        blocks.append(
            Paragraph(
                text("What play says of the published program stands below, among the claims.")
            )
        )
    return Section("Who wins", tuple(blocks))


def _alike(told: Provenance) -> list[Block]:
    mean = told.number("mean of the winner", Fraction(0))
    return [
        Statement("Theorem", "both players are alike", (
            Paragraph(text(
                "The first player wins with the same chance as the second. With $W = 1$ if he "
                "wins, $-1$ if the second does, and $0$ if nobody does, the mean is ", mean, ":"
            )),
            Equation(Math("E[W] = P(W = 1) - P(W = -1) = 0"), label="alike"),
        ), label="main"),
        Proof((
            Step("exchange", (Paragraph(text(
                "Let $\\sigma$ exchange the two hands. It maps the deals one to one onto "
                "themselves, and all deals are equally likely: so $x$ and $\\sigma(x)$ have the "
                "same law."
            )),)),
            Step("no rule asks who is first", (Paragraph(text(
                "Who takes the cards, in which order they go down and what a war comes to that "
                "cannot be completed depends on the cards and on who wins them, never on who is "
                f"the first player.{_why(told.rules)} So the game of $\\sigma(x)$ is the game of "
                "$x$ exchanged, turn by turn: who wins is exchanged, and a game that nobody wins "
                "stays one."
            )),)),
            Step("count", (Paragraph(text(
                "$\\sigma$ maps the games of the first player onto those of the second, which "
                "therefore have the same chance, and @alike follows."
            )),)),
        )),
    ]  # fmt: skip


def _why(rules: Rules) -> str:
    if rules.pick_up == "random":
        return " A random order is the same in law for both."
    if rules.shortfall == "second-takes":
        return " The second player would take a war that fails, but a single suit has no wars."
    return ""


def _unlike(rules: Rules) -> Statement:
    reasons = []
    if rules.pick_up == "first-player-first":
        reasons.append("the first player's cards go down first, whoever wins them")
    if rules.shortfall == "second-takes" and rules.suits > 1:
        reasons.append("the second player takes what a war leaves that cannot be completed")
    return Statement("Remark", "the players are not alike", (
        Paragraph(text(
            f"These rules ask who is the first player: {', and '.join(reasons)}. Exchanging the "
            "hands does not exchange the game, and no theorem says that both win equally often."
        )),
    ))  # fmt: skip


def _parity(rules: Rules, odd: int) -> list[Block]:
    moved = (
        "No card ties with another one, so that a turn moves one card."
        if rules.suits == 1
        else "A turn of $m$ wars moves $m (d + 1) + 1$ cards from one hand to the other, also if "
        "after them a tie follows that leads to no war; and "
        f"$d + 1 = {rules.face_down + 1}$ is even."
    )
    return [
        Statement("Theorem", "parity", (Paragraph(text(
            f"Every game that somebody wins has an {'odd' if odd else 'even'} number of turns."
        )),), label="parity"),
        Proof((Step("count the first player's cards", (Paragraph(text(
            f"{moved} So the number of the first player's cards changes by an odd number in every "
            f"turn. From ${rules.cards // 2}$ to $0$ or ${rules.cards}$ it changes by "
            f"${rules.cards // 2}$: this takes an {'odd' if odd else 'even'} number of turns."
        )),)),)),
    ]  # fmt: skip


# What a shuffle deals


def _places(rules: Rules, told: Provenance, found: Answers) -> Section:
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
                f"the hands reach; all of its ${_depth(rules)}$ places with $P_{{{_depth(rules)}}}$"
                ". One named player takes all $h$ places, and so the game, in $h$ turns without a "
                "war with the chance"
            )),
            Equation(Math("\\frac{P(T = 0)}{2^h}"), label="sweep"),
        ), label="theties"),
        Paragraph(text(
            "Here no place ties with chance $P(T = 0)$, ", quiet, ", and a named player sweeps "
            "with chance ", sweep, "."
        )),
        _proof_of_ties(rules),
        _table_of_ties(rules),
        *_first_hand(rules),
        *_shortest(rules, told, found),
    ))  # fmt: skip


def _depth(rules: Rules) -> int:
    return len(first_battle_levels(rules)) - 1


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
            f"and {_likeliest(held_law(rules))}."
        )),
    )  # fmt: skip


def _likeliest(aces: Law[int]) -> str:
    chances = aces.chances()
    number = max(chances, key=chances.__getitem__)
    return (f"the commonest number of aces in it is ${number}$, with chance "
            f"{decimals(chances[number], 6)}")  # fmt: skip


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
