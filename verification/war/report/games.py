"""Whole games of War in its report: all deals of a deck played, or its chain of turns solved."""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import islice

from montmort.exact.war.all_deals import Fate, deals_of, fate_of, orders
from montmort.exact.war.answers import Answers
from montmort.exact.war.functional_graph import successor
from montmort.exact.war.turn_chain import chain_from, shuffle
from montmort.games.war import Rules
from montmort.games.war.turn import Hands
from montmort.verification.reports.assembly import Provenance
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
from montmort.verification.reports.numbers import counted, decimals, listed
from montmort.verification.war.exact_figures import graph_figure

MOST_SEARCHED = 50_000  # deals looked through for one that goes round
LONGEST_CYCLE = 12  # turns that are written out
MOST_STATES = 3_000  # deals of a deck whose chain is made once more to be described
ENDS = {
    "first": "the first player wins",
    "second": "the second player wins",
    "draw": "drawn",
    "endless": "endless",
    "unfinished": "unfinished",
}


def small_deck(rules: Rules) -> Rules:
    """Return the same readings with a deck of which all deals are answered in a second.

    >>> small_deck(Rules()).cards, small_deck(Rules(pick_up="random")).cards
    (12, 6)
    """
    ranks, suits = (6, 1) if rules.suits == 1 else (3, 2) if rules.pick_up == "random" else (3, 4)
    down = min(rules.face_down, 1)
    return replace(rules, ranks=ranks, suits=suits, face_down=down, turn_limit=None)


def told_ends(found: Answers) -> str:
    """Return in words how the games of all deals end."""
    told = [f"{words} {decimals(found[end], 6)}" for end, words in ENDS.items() if found.get(end)]
    return ", ".join(told)


def commonest(things: str, chances: Mapping[int, Fraction]) -> str:
    """Return in words the likeliest number of things, or numbers if several are.

    >>> commonest("aces", {0: Fraction(1, 6), 1: Fraction(2, 3), 2: Fraction(1, 6)})
    'the commonest number of aces is 1, with chance 0.666666…'
    >>> commonest("aces", {0: Fraction(1, 2), 1: Fraction(1, 2)})
    'the commonest numbers of aces are 0 and 1, each with chance 0.5'
    """
    most = max(chances.values())
    numbers = [str(number) for number in sorted(chances) if chances[number] == most]
    chance = f"with chance {decimals(most, 6)}"
    if len(numbers) == 1:
        return f"the commonest number of {things} is {listed(numbers)}, {chance}"
    return f"the commonest numbers of {things} are {listed(numbers)}, each {chance}"


def games(rules: Rules, shown: Rules, found: Answers) -> Section:
    """Return what is known of whole games: of these rules, or of a small deck."""
    told = Provenance("war", shown)
    kind = (_ruin if shown.suits == 1 else _chain) if shown.pick_up == "random" else _census
    small = () if shown is rules else _why_small(rules, shown, told)
    return Section("How games end", (*small, *kind(shown, told, found)))


def _why_small(rules: Rules, shown: Rules, told: Provenance) -> tuple[Block, ...]:
    open_question = (
        "" if rules.pick_up == "random" or rules.turn_limit is not None
        else " Whether one of them goes on for ever is not decided by counting; the claims below "
        "tell what play has seen."
    )  # fmt: skip
    return (Paragraph(text(
        f"The deals of ${rules.cards}$ cards are too many to be played, and beyond what stands "
        f"above the exact chances of their games are not known.{open_question} All deals of a "
        f"small deck are answered in a moment: ${shown.ranks}$ ranks in "
        f"{counted(shown.suits, 'suit')}, $d = {shown.face_down}$, no turn limit, the other rules "
        f"as above (`{told.command('exact')}`)."
    )),)  # fmt: skip


# A fixed order of picking up: every deal is played


def _census(shown: Rules, told: Provenance, found: Answers) -> tuple[Block, ...]:
    return (
        Statement("Theorem", "the census", (
            Paragraph(text("Of the games of all deals so many end as @census tells",
                           *_mean(told, found), ".")),
            _table_of_ends(told, found),
        ), label="thecensus"),
        Proof((
            Step("a turn is a function", (Paragraph(text(
                "With this order of picking up nothing is left to chance after the deal. Both "
                "hands are a state; a turn leads from each state that is no end to just one, "
                "$f(x)$."
            )),)),
            Step("an end, or a cycle", (Paragraph(text(
                "There are finitely many states, so the game $x, f(x), f(f(x)), \\ldots$ ends or "
                "comes to a state that was there before. From then on it repeats, and never ends; "
                "the turns between are its **period**. The return is the proof."
                f"{_left(shown)}"
            )),)),
            Step("play", (Paragraph(text(
                "Every deal is played so, to its end or its return, and counted."
            )),)),
        )),
        *_cycles(shown, found),
        *_turns(found),
        *_graph(shown),
    )  # fmt: skip


def _left(shown: Rules) -> str:
    if shown.turn_limit is None:
        return ""
    limit = counted(shown.turn_limit, "turn")
    return (f" Here every game is followed past the turn limit: one that takes more than {limit} "
            "to its end is counted as unfinished, one without an end as endless.")  # fmt: skip


def _mean(told: Provenance, found: Answers) -> Text:
    if "turns_mean" not in found:
        return ()
    mean = told.number("turns of a game that ends, mean", found["turns_mean"])
    return text("; the mean number of turns of a game that ends is ", mean)


def _table_of_ends(told: Provenance, found: Answers) -> Table:
    deals = found["deals"]
    rows = tuple(
        (text(words), (str(found[end] * deals),), text(told.number(words, found[end])))
        for end, words in ENDS.items()
        if end in found
    )
    sums = sum(found[end] for end in ENDS if end in found)
    rows += ((text("all"), (str(sums * deals),), text(str(sums))),)
    return Table(text("How the games of all deals end"), _words("end", "deals", "chance"), rows,
                 frozenset({1}), label="census")  # fmt: skip


def _words(*words: str) -> tuple[Text, ...]:
    return tuple(map(text, words))


def _cycles(shown: Rules, found: Answers) -> tuple[Block, ...]:
    if not found["cycles"]:
        return ()
    told = ", ".join(f"${period}$ for ${deals}$" for period, deals in found["cycles"].items())
    period = min(found["cycles"])
    return (
        Paragraph(text(f"The periods of the endless games, by the number of deals: {told}.")),
        *_one_cycle(shown, period),
    )  # fmt: skip


def _one_cycle(limited: Rules, period: int) -> tuple[Block, ...]:
    """Return a shortest cycle, written out: no turn limit leaves it before its return."""
    shown = replace(limited, turn_limit=None)
    if deals_of(shown) > MOST_SEARCHED or period > LONGEST_CYCLE:
        return ()
    hands, fate = _first_of_period(shown, period)
    before = fate.turns - period
    state = hands
    for _ in range(before):
        state = _next(shown, state)
    rows = []
    for turn in range(before, fate.turns + 1):
        rows.append((text(f"${turn}$"), text(_ranks(state[0])), text(_ranks(state[1]))))
        state = _next(shown, state)
    return (
        Paragraph(text(
            f"One of them begins with the deal {_ranks(hands[0])} against {_ranks(hands[1])}. "
            f"{_coming_to(before)} and after {counted(period, 'turn')} more it is at the same "
            "hands. That can be followed by hand."
        )),
        Table(text("A game that never ends: both hands after so many turns, the top cards first"),
              _words("turns", "first player", "second player"), tuple(rows), label="cycle"),
    )  # fmt: skip


def _coming_to(turns: int) -> str:
    if not turns:
        return "These hands are in the first line of @cycle,"
    return f"After {counted(turns, 'turn')} it comes to the hands in the first line of @cycle,"


def _first_of_period(shown: Rules, period: int) -> tuple[Hands, Fate]:
    """Return the deal that comes soonest to a cycle of this period."""
    fates = ((fate_of(shown, *hands), hands) for hands in orders(shown))
    fate, hands = min(
        ((fate, hands) for fate, hands in fates if fate.period == period),
        key=lambda found: (found[0].turns, found[1]),
    )
    return hands, fate


def _next(shown: Rules, state: Hands) -> Hands:
    after = successor(shown, state)
    if isinstance(after, str):
        raise ArithmeticError(f"an endless game of {shown} has ended at {state}")
    return after


def _ranks(hand: tuple[int, ...]) -> str:
    return " ".join(str(rank + 2) for rank in hand)


def _turns(found: Answers) -> tuple[Block, ...]:
    if "turns_law" not in found:
        return ()
    law: Mapping[int, Fraction] = {t: p for t, p in enumerate(found["turns_law"]) if p}
    bound = "" if found.get("turns_tail") else f" None that ends takes more than {max(law)}."
    return (_bars(law, bound),)


def _bars(law: Mapping[int, Fraction], bound: str) -> Figure:
    shown = {t: float(p) for t, p in law.items() if 10**4 * p >= 1}

    def draw(ax: object) -> None:
        ax.bar(list(shown), list(shown.values()), color="#0072b2")  # type: ignore[attr-defined]
        ax.set_xlabel("turns")  # type: ignore[attr-defined]
        ax.set_ylabel("chance")  # type: ignore[attr-defined]

    return figure(
        draw,
        text(f"The law of the number of turns of a game that ends; chances below $1 / 10^4$ are "
             f"not drawn.{bound}"),
        f"Bars: {commonest('turns', law)}.",
        label="turns",
    )  # fmt: skip


def _graph(shown: Rules) -> tuple[Block, ...]:
    ranks, suits = (4, 1) if shown.suits == 1 else (2, 4)
    down = min(shown.face_down, 1)
    tiny = replace(shown, ranks=ranks, suits=suits, face_down=down, turn_limit=None)
    command = Provenance("war", tiny).command("exact", "--plot graph.svg")
    caption = text(
        f"Where the states lead of a deck of ${ranks}$ ranks in "
        f"{counted(suits, 'suit')}: every dot is a pair of hands, every line a turn towards the "
        f"end or the cycle in the middle (`{command}`)."
    )
    return (of_sheet(graph_figure(tiny), caption, "Trees of states around their ends and cycles",
                     label="graph"),)  # fmt: skip


# A random order: the chain of turns


def _chain(shown: Rules, told: Provenance, found: Answers) -> tuple[Block, ...]:
    return (
        Statement("Theorem", "the chain of turns", (
            Paragraph(text("A game ends as @ends tells", *_mean(told, found), ".")),
            _table_of_chances(told, found),
        ), label="thechain"),
        Proof((
            Step("what matters of a hand", (Paragraph(text(
                "The cards taken in a turn go down in a random order that nobody knows before they "
                "come up again. So of such a block only the set matters, and a hand is a row of "
                "blocks; in the first pass both hands begin with undealt cards of one pool. "
                "States that are equal so far have equal futures, in law."
            )),)),
            Step("a turn is a step", (Paragraph(text(
                "The turns are an absorbing Markov chain on these states, with the ends as "
                f"absorbing states.{_size(shown)} From every state that is kept an end can be "
                "reached; those from which none can be are one state `endless`. Each row sums to "
                "$1$ exactly."
            )),)),
            Step("solve", (
                Paragraph(text(
                    "With $Q$ the part between states that do not absorb and $u$ the row that is "
                    "$1$ at the shuffled deck, the expected visits $w$ are the only solution of"
                )),
                Equation(Math("w = u + w Q"), label="visits"),
                Paragraph(text(
                    "in fractions. The chance of an end is the sum of $w_i$ times the chance to go "
                    "there from $i$, and the mean number of turns is $\\sum_i w_i$ where every "
                    "game ends."
                    + _limited(shown)
                )),
            )),
        )),
        *_turns(found),
    )  # fmt: skip


def _limited(shown: Rules) -> str:
    if shown.turn_limit is None:
        return ""
    limit = counted(shown.turn_limit, "turn")
    return (f" Here a game is left after {limit}, and the sums go over the "
            "states after $1, 2, \\ldots$ turns up to that.")  # fmt: skip


def _size(shown: Rules) -> str:
    if deals_of(shown) > MOST_STATES:
        return ""
    states = len(chain_from(shown, shuffle(shown)).states)
    return f" There are ${states}$ states here."


def _table_of_chances(told: Provenance, found: Answers) -> Table:
    known = {end: found[end] for end in ENDS if end in found}
    rows = tuple(
        (text(ENDS[end]), text(told.number(ENDS[end], chance))) for end, chance in known.items()
    )
    rows += ((text("all"), text(str(sum(known.values())))),)
    return Table(text("How a game ends"), _words("end", "chance"), rows, label="ends")


def _ruin(shown: Rules, told: Provenance, found: Answers) -> tuple[Block, ...]:
    half = shown.cards // 2
    limited = () if shown.turn_limit is None else (Paragraph(text(
        f"Here a game is left after {counted(shown.turn_limit, 'turn')}; @ends tells what is over "
        "by then, from the same walk, turn by turn."
    )),)  # fmt: skip
    return (
        Statement("Theorem", "gambler's ruin", (
            Paragraph(text(
                "With one suit and a random order of picking up the number of the first player's "
                "cards is a fair walk, a step a turn. From $a$ cards against $b$"
            )),
            Equation(Math(
                "P(\\text{first wins}) = \\frac{a}{a + b}, \\quad E[\\text{turns}] = a b, \\quad "
                "\\operatorname{Var}[\\text{turns}] = \\frac{a b (a^2 + b^2 - 2)}{3}"
            ), label="ruin"),
            Paragraph(text(
                f"from the deal, $a = b = {half}$, the chance $1/2$ and "
                f"{counted(half * half, 'turn')} in the mean, where no limit stops them."
            )),
        ), label="thechain"),
        Proof((
            Step("the order stays random", (Paragraph(text(
                "Two cards never tie. In a uniformly random order of the deck the two top cards "
                "are any two, and either is the higher with chance $1/2$, the deuce included. "
                "Whoever takes them, they go down in random order, so that the order of all cards "
                "is uniformly random again, given who has won."
            )),)),
            Step("a fair walk", (Paragraph(text(
                "So the number of the first player's cards goes up or down by one with chance "
                "$1/2$ each, independently of the past. It is a martingale, and so are "
                "$X_k^2 - k$ and, for the variance, a polynomial of degree four; stopped at $0$ "
                "or $a + b$ they give @ruin (Feller 1968, chapter XIV)."
            )),)),
        )),
        *limited,
        _table_of_chances(told, found),
        *_turns(found),
    )  # fmt: skip


def course(rules: Rules, hands: Hands, most: int = 12) -> list[Hands | str]:
    """Return the states of a game from its deal to its end, or to the first that returns.

    >>> course(Rules(ranks=2, suits=1), ((1,), (0,)))
    [((1,), (0,)), 'first']
    """
    states: list[Hands | str] = [hands]
    for _ in islice(range(most), most):
        last = states[-1]
        if isinstance(last, str) or last in states[:-1]:
            break
        states.append(successor(rules, last))
    return states
