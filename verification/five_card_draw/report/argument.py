"""What is told of five-card draw: one hand's choices, and the best ones of all hands."""

from dataclasses import replace

from montmort.exact.five_card_draw.answers import answers
from montmort.exact.five_card_draw.best_discards import solution
from montmort.exact.paths import Watch
from montmort.games.cards.pack import Pack
from montmort.games.five_card_draw import Rules
from montmort.verification.five_card_draw.claims import HAND
from montmort.verification.five_card_draw.report import best_discards as all_hands
from montmort.verification.five_card_draw.report import one_hand as one_hand
from montmort.verification.five_card_draw.report.hand_facts import DrawnHand
from montmort.verification.five_card_draw.report.hand_types import straights, types_table
from montmort.verification.reports.argument import Argument, Provenance
from montmort.verification.reports.document import (
    Block,
    Items,
    Paragraph,
    Proof,
    Section,
    Statement,
    Step,
    text,
)
from montmort.verification.reports.numbers import decimals, listed


def argument(rules: Rules, told: Provenance, watch: Watch | None = None) -> Argument:
    """Return the report's own part: of the hand that Rules give, or else of all hands."""
    return _of_hand(rules, told) if rules.hand else _of_game(rules, told, watch)


def _of_hand(rules: Rules, told: Provenance) -> Argument:
    hand = DrawnHand(rules)
    best = one_hand.choice_words(hand.words(hand.best))
    return Argument(
        about=f"What every discard from {rules.hand} is worth, and which is the best",
        headline=text(f"{rules.hand}: {best}, and win with chance ${decimals(hand.best.win)}$"),
        sections=(
            _problem(rules),
            _rules(rules),
            _space(),
            Section("The theorem", (one_hand.theorem(hand, told),)),
            one_hand.derivation(hand, one_hand.played(hand)),
            one_hand.on_paper(rules.ranking),
            Section("Checks", (Items(tuple(one_hand.checks(hand))),
                               *one_hand.walks(rules.ranking))),
        ),
        experiments={"hand": {}},
        commands=(told.command("exact"), told.command("exact", "--json")),
    )  # fmt: skip


def _of_game(rules: Rules, told: Provenance, watch: Watch | None) -> Argument:
    answers(rules, watch=watch)  # refuses what is not known, in a sentence
    solved = solution(rules.pack, rules.ranking, watch)
    hand = DrawnHand(replace(rules, hand=_example(rules)))
    told_of_hand = told.under(hand.rules)
    plays = rules.pack.size >= 10 + 2 * rules.max_draw  # else the cards do not suffice for two
    win = decimals(solved.win(rules.max_draw))
    return Argument(
        about="Which cards to discard from every hand, and what the right to do so is worth",
        headline=text(f"the best discards win with chance ${win}$ against an opponent who does "
                      "not look"),
        sections=(
            _problem(rules),
            _rules(rules),
            _space(),
            Section("The theorems", (
                one_hand.theorem(hand, told_of_hand), all_hands.theorem(rules, told, solved))),
            one_hand.derivation(hand),
            all_hands.derivation(rules, solved),
            all_hands.further(rules, told, solved),
            one_hand.on_paper(rules.ranking),
            all_hands.checks(hand, solved),
        ),
        experiments={"game": {}, "hand": {}} if plays else {"hand": {}},
        commands=(told.command("exact"), told_of_hand.command("exact"),
                  told_of_hand.command("certify", "-o hand.json")),
    )  # fmt: skip


def _example(rules: Rules) -> str:
    """Return the hand to be told of: a pair from the full deck, else cards from all over it."""
    size = rules.pack.size
    if size == Pack().size:
        return HAND
    return rules.pack.write(sum(1 << place * (size - 1) // 4 for place in range(5)))


def _problem(rules: Rules) -> Section:
    asked = f"Which cards of {rules.hand}" if rules.hand else "Which cards of a hand"
    return Section("The problem", (
        Paragraph(text(
            "Five cards are dealt, some of them may be exchanged once, and the higher hand wins. "
            f"{asked} does one throw away? A program in C++ answers by play: it tries every "
            "choice so many times with random cards, and takes the one that won most often. Its "
            "counts are estimates, and the largest of many estimates is too large. Here nothing "
            "is sampled: every deal after every choice is counted."
        )),
    ))  # fmt: skip


def _rules(rules: Rules) -> Section:
    cards = f"up to {rules.max_draw} of them" if rules.max_draw else "none of them"
    return Section("The rules", (
        Paragraph(text(f"The deck has ${rules.pack.size}$ cards. The number of ranks is "
                       f"$r = {rules.ranks}$, that of suits $s = {rules.suits}$.")),
        Items((
            text(f"A player holds five cards, discards {cards}, and draws as many from the "
                 f"{rules.pack.size - 5} cards that he has not seen. Discards never come back."),
            text("The opponent has five cards, too. He stands pat, or he discards without looking "
                 "at his cards; of one who looks nothing is said here."),
            text("The higher hand wins; hands of the same class tie."),
        ), ordered=True),
        *_ranking(rules),
        *_straights(rules),
        types_table(rules),
    ))  # fmt: skip


def _ranking(rules: Rules) -> tuple[Block, ...]:
    if rules.ranking == "standard":
        return (Paragraph(text(
            "The ranking is that of any book: the type decides, inside a type the ranks, those "
            "held more often first. Straights go by their top card, and with the ace below the "
            "deuce there is a lowest one. Suits never decide."
        )),)  # fmt: skip
    return (
        Paragraph(text("The ranking is that of the program, whose words leave questions open. "
                       "We read them so:")),
        Items((
            text("It names the types from the pair up. What is none of them is a high card."),
            text("A full house is three of a kind, a straight flush is a straight: it has no names "
                 "for them. Inside a type the ranks decide, those held more often first."),
            text("The ace is always high, so that there is no straight from the ace to the five."),
            text("A flush is worth its suit alone, clubs lowest; two of one suit tie."),
            text("Its worked example fits no reading that we tried, and none rests on it."),
        )),
    )  # fmt: skip


def _straights(rules: Rules) -> tuple[Block, ...]:
    """Return which straights a smaller deck has: its ranks are not those of any book."""
    if rules.ranks == Pack().ranks:
        return ()
    found = straights(rules)
    ranks = f"The ranks of this deck are {' '.join(rules.pack.letters)}"
    if not found:
        return (Paragraph((f"{ranks}: too few for a straight.",)),)
    only = "the only straight is" if len(found) == 1 else "the straights are"
    return (Paragraph((f"{ranks}; {only} {listed(found, len(found))}.",)),)


def _space() -> Section:
    return Section("What is equally likely", (
        Statement("Definition", "the deal", (
            Paragraph(text(
                "The player holds $K \\cup D$, five of $N$ cards; $D$, $d$ cards, is discarded. A "
                "**deal** is a set $X$ of $d$ of the other $N - 5$ cards, which he draws, and a "
                "set $O$ of five of those that are then left, the opponent's final hand. There are "
                "$\\binom{N-5}{d} \\binom{N-5-d}{5}$ deals."
            )),
        ), label="deal"),
        Statement("Lemma", "whoever does not look has any hand", (
            Paragraph(text("If the opponent does not look at his cards, all deals are equally "
                           "likely, however many cards he exchanges and whoever draws first.")),
        ), label="exchange"),
        Proof((Step("places", (Paragraph(text(
            "Shuffle the cards that the player has not seen, and deal from the top. The number "
            "of cards that he draws is known; what the opponent discards depends on nothing but a "
            "coin of his own. Given its fall, the places in the pile of the player's draw and of "
            "the opponent's final five are fixed and different. All orders of the pile are "
            "equally likely, so every pair of disjoint sets of $d$ and of five cards lies in these "
            "places equally often."
        )),)),)),
    ))  # fmt: skip
