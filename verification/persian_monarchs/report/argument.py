"""What is told of Persian Monarchs: a hand, a match between known players, and the best play."""

from montmort.exact.paths import Watch
from montmort.exact.persian_monarchs.answers import match_gains
from montmort.games.errors import TooLarge
from montmort.games.persian_monarchs import Rules
from montmort.games.persian_monarchs.strategies import STRATEGIES
from montmort.verification.persian_monarchs.report import checks as checks
from montmort.verification.persian_monarchs.report import equilibrium as best_play
from montmort.verification.persian_monarchs.report import match as matches
from montmort.verification.persian_monarchs.report.equilibrium_facts import Best
from montmort.verification.persian_monarchs.report.match_facts import Known
from montmort.verification.reports.argument import Argument, Provenance
from montmort.verification.reports.document import (
    Block,
    Items,
    Paragraph,
    Section,
    Statement,
    Table,
    Text,
    text,
)
from montmort.verification.reports.numbers import counted, decimals, yes

MOST_SOLVED = 10**5  # cards^2 max_raise of a match in which somebody responds best


def argument(rules: Rules, told: Provenance, watch: Watch | None = None) -> Argument:
    """Return the report's own part."""
    known, best = Known.of(rules, watch), Best.of(rules)
    return Argument(
        about=f"What a match of {rules.first} against {rules.second} comes to, and how a hand is "
        "played best",
        headline=_headline(known, best),
        sections=(
            _problem(),
            _rules(rules),
            _space(),
            Section("The theorems", (*matches.theorem(known, told), *_best_theorem(best, told))),
            matches.hand_derivation(known),
            matches.match_derivation(known),
            *_best_sections(rules, told, best),
            Section("Four cards on paper", (*checks.on_paper(rules), *_best_on_paper(best))),
            _checks(known, best),
        ),
        experiments={"match": {}, "hand": {}},
        commands=tuple(told.command("exact", *flags) for flags in _asked(best)),
    )


def _asked(best: Best | TooLarge) -> list[tuple[str, ...]]:
    if isinstance(best, TooLarge):
        return [()]
    return [(), ("--equilibrium",), ("--best-response counter",),
            ("--best-response counter", "--role dealer")]  # fmt: skip


def _headline(known: Known, best: Best | TooLarge) -> Text:
    rules = known.rules
    match = (f"{rules.second} against {rules.first} begins with "
             f"{counted(rules.counters, 'counter')} and ends with "
             f"${decimals(known.mean('second'), 6)}$ in the mean")  # fmt: skip
    if isinstance(best, TooLarge):
        return text(match)
    return text(f"a hand between best players is worth ${decimals(best.solved.value)}$ to who may "
                f"raise; {match}")  # fmt: skip


def _problem() -> Section:
    return Section("The problem", (
        Paragraph(text(
            "P. G. Wodehouse lets money change hands at Persian Monarchs (1939), and tells no more "
            "of it than that the higher card wins. Peter Ellis (2018) added an ante and raises, "
            "wrote players in R and let them play thousands of matches. Two questions stayed open: "
            "what his players are exactly worth, and how one should play. Both are answered here."
        )),
    ))  # fmt: skip


def _rules(rules: Rules) -> Section:
    return Section("The rules", (
        Paragraph(text(f"The pack has $N = {rules.cards}$ cards, no two alike: suits break ties.")),
        Items((
            text("Both players put in an ante of one counter and draw a card."),
            text(f"The non-dealer raises by $x$ counters, from 1 to $m = {rules.max_raise}$, or "
                 "not at all."),
            text("The dealer accepts or declines. If he declines, the non-dealer takes the pot of "
                 "two, whatever the cards are; else the higher card takes $2 + 2x$."),
            text("Both cards are shown and put aside. When fewer than two are left, the full pack "
                 "comes back."),
        ), ordered=True),
        Paragraph(text(
            f"A match is {counted(rules.rounds, 'round')} of two hands; the second "
            "player deals the first of them, and then they take turns. Each begins with "
            f"{counted(rules.counters, 'counter')}. Antes are always paid, and nobody stops when "
            f"he is broke, so that counters may go below zero. {_purses(rules)}"
        )),
        _players(rules),
    ))  # fmt: skip


def _purses(rules: Rules) -> str:
    return {
        "published": "A dealer who has, after his ante, not as many counters as the raise "
        "declines; the raiser's purse is not looked at. So the program of the source has it.",
        "strict": "A dealer who has, after his ante, not as many counters as the raise declines, "
        "and a raise above what the raiser has after his own ante is not made.",
        "none": "No purse limits a raise; the program of the source looks at the dealer's.",
    }[str(rules.purse)]


_DOES = {
    "counter": ("$k/(n-1)$", "$2p(1+x) > x$, $p = k/(n-1)$"),
    "non-counter": ("$c/(N-1)$", "$2p(1+x) > x$, $p = c/(N-1)$"),
    "random": ("$1/2$", "a coin says so"),
    "equilibrium": ("as is solved for", "as is solved for"),
}


def _players(rules: Rules) -> Table:
    seats = (("first", rules.first), ("second", rules.second))
    rows = tuple(
        tuple(map(text, (seat, str(name), *_DOES.get(str(name), ("his own", "his own")))))
        for seat, name in seats
    )
    header = tuple(map(text, ("seat", "player", "raises with chance", "accepts where")))
    caption = text("The players: $k$ of the other $n - 1$ cards left are below his own, $c$ of a "
                   "full pack; raises from 1 to $m$ are alike")  # fmt: skip
    return Table(caption, header, rows, label="players")


def _space() -> Section:
    return Section("What is equally likely", (
        Statement("Definition", "the hand", (
            Paragraph(text(
                "A **hand** is dealt from the $n$ cards that are left. All sets of $n$ of the $N$ "
                "cards are equally likely before anything has been shown, and so are the $n (n-1)$ "
                "ordered pairs of cards of each. What a player does with his card may be left to "
                "chance; then that is independent of all the rest."
            )),
        ), label="deal"),
    ))  # fmt: skip


def _best_theorem(best: Best | TooLarge, told: Provenance) -> tuple[Statement, ...]:
    return () if isinstance(best, TooLarge) else (best_play.theorem(best, told),)


def _best_sections(rules: Rules, told: Provenance, best: Best | TooLarge) -> tuple[Section, ...]:
    if isinstance(best, TooLarge):
        words = f"A hand between best players is not solved for these rules: {best}."
        return (Section("A hand between best players", (Paragraph((words,)),)),)
    return (best_play.derivation(best), best_play.lost(told, best), *_over_a_match(rules))


def _over_a_match(rules: Rules) -> tuple[Section, ...]:
    if rules.cards**2 * rules.max_raise > MOST_SOLVED:
        return ()
    gains = {name: match_gains(rules, STRATEGIES[name]) for name in ("counter", "random")}
    words = "; ".join(
        f"from a {name} player {decimals(gain.first, 6)} on the first seat and "
        f"{decimals(gain.second, 6)} on the second"
        for name, gain in gains.items()
    )
    return (Section("Over a match", (
        Paragraph(text(
            "Of a player who goes by the rank, earlier hands tell nothing about later ones: the "
            "best response to every hand is the best to all. Without purses the best card counter "
            f"takes, in the mean of a match, {words}."
        )),
    )),)  # fmt: skip


def _best_on_paper(best: Best | TooLarge) -> tuple[Block, ...]:
    return () if isinstance(best, TooLarge) else best_play.on_paper()


def _checks(known: Known, best: Best | TooLarge) -> Section:
    return Section("Checks", (
        Items((*checks.checks(known), *_best_checks(best))),
        Paragraph(text("The rules themselves, `games/persian_monarchs/rules.py`, know nothing "
                       "of all "
                       "this. Walked through every deal and every choice they give laws of their "
                       "own, which are compared in @walked.")),
        checks.walked(known.rules),
        *(() if isinstance(best, TooLarge) else (best_play.programs(),)),
    ))  # fmt: skip


def _best_checks(best: Best | TooLarge) -> tuple[Text, ...]:
    if isinstance(best, TooLarge):
        return ()
    return (
        text("Best responses to both strategies, and the sum $f$, have the same value: ",
             yes(best.is_proved), "."),
        text("Bluffs are to raises on their merits as $x$ to $x + 2$, for every $x$: ",
             yes(best.is_balanced), "."),
    )  # fmt: skip
