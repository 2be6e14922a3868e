"""What is told of War: that both players are alike, what a shuffle deals, and how games end."""

from fractions import Fraction

from montmort.exact.war.all_deals import Watch
from montmort.exact.war.answers import Answers, answers, is_symmetric, parity, truth
from montmort.games.war import Rules
from montmort.verification.reports.assembly import Argument, Provenance
from montmort.verification.reports.document import (
    Block,
    Equation,
    Items,
    Math,
    Paragraph,
    Proof,
    Section,
    Statement,
    Step,
    text,
)
from montmort.verification.reports.numbers import counted, decimals
from montmort.verification.war.report.checks import checks, on_paper
from montmort.verification.war.report.deals import places
from montmort.verification.war.report.games import games, small_deck, told_ends


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
            places(rules, told, found),
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
    "lose": "Who has not {} left after a tie has lost; if neither has, the game is drawn.",
    "last-card": "Who has not {} left after a tie lays down all but one of them, and this "
    "last one decides; who has none left decides with his tied card. If neither has a card left, "
    "the game is drawn.",
    "second-takes": "If one of them has not {} left after a tie, the second player takes "
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
            f"card{'s' * (s > 1)} each, and is dealt to two players, $h = {n // 2}$ to each. "
            f"{_ranks(r)} {DEUCE[rules.deuce_beats_ace]}"
        )),
        Items((
            text("Both turn their top card. The higher takes both."),
            text(f"A tie is a **war**: each lays $d = {d}$ card{'s' * (d != 1)} face down on his "
                 "tied one and turns the next; these decide, or tie again, and so on."),
            text(PICK_UP[rules.pick_up]),
            text(SHORTFALL[rules.shortfall].format(counted(d + 1, "card"))),
            text("All this is one **turn**. Who has no cards has lost." + _limit(rules)),
        ), ordered=True),
        Paragraph(text(
            "Houses differ in the deuce, in the order of picking up and in wars that somebody "
            "cannot complete; what stands here is the reading of this report."
        )),
    ))  # fmt: skip


def _ranks(ranks: int) -> str:
    if ranks == 1:
        return "The only rank, $2$, is deuce and ace at once."
    between = "" if ranks == 2 else "3, " if ranks == 3 else "\\ldots, "
    return (f"The ranks are $2, {between}{ranks + 1}$, the lowest the deuce, the highest the "
            "ace.")  # fmt: skip


def _limit(rules: Rules) -> str:
    if rules.turn_limit is not None:
        return (f" After {counted(rules.turn_limit, 'turn')} a game that is not over is left "
                "**unfinished**: nobody has won it.")  # fmt: skip
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
