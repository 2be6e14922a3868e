"""The small deck that is played on paper in War's report, and the checks of its numbers."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from typing import Any

from montmort.exact.law import Law
from montmort.exact.walk import explore
from montmort.exact.war.all_deals import deals_of, orders
from montmort.exact.war.answers import Answers, truth
from montmort.exact.war.deal_counts import (
    first_battle_levels,
    first_pass_ties_law,
    strength_law,
    sweep,
    ties_chance,
)
from montmort.exact.war.random_pickup import by_deal
from montmort.games.errors import BadInput
from montmort.games.table import SilentTable
from montmort.games.war import EXPERIMENTS, Rules
from montmort.games.war.turn import Hands, compare_ranks, turn
from montmort.verification.reports.assembly import Provenance
from montmort.verification.reports.document import (
    Block,
    Equation,
    Items,
    Math,
    Paragraph,
    Section,
    Table,
    Text,
    text,
    yes,
)
from montmort.verification.reports.formula import of_value
from montmort.verification.war.report.games import course

DECKS = ((1, 2), (2, 1), (2, 2), (4, 1), (2, 3), (3, 2), (2, 4))
WALKED = ((1, 2), (2, 1), (2, 2), (2, 3), (3, 2))
WALKED_TURNS = 4  # where no game is the longest


def on_paper(rules: Rules) -> Section:
    """Return the case of two ranks in two suits, whose six deals are gone through by hand."""
    small = replace(rules, ranks=2, suits=2, face_down=min(rules.face_down, 1), turn_limit=None)
    told, ties = Provenance("war", small), first_pass_ties_law(small)
    p = [of_value(ties_chance(small, t)) for t in range(3)]
    return Section("A deck on paper", (
        Paragraph(text(
            f"Two ranks in two suits, $d = {small.face_down}$, no turn limit, have $4! / (2!)^2 = "
            f"{deals_of(small)}$ deals: @paper, as `{told.command('exact', '--by-deal')}` tells "
            "them. By @ties"
        )),
        Equation(Math(
            "\\sum_t e_t z^t = (1 + z)^2, \\quad P_1 = \\frac{2 \\cdot 1! \\cdot 2 \\cdot 2!}{4!} "
            f"= {p[1]}, \\quad P_2 = \\frac{{1 \\cdot 2! \\cdot 4 \\cdot 0!}}{{4!}} = {p[2]}"
        )),
        Paragraph(text("and by @law")),
        Equation(Math(
            f"\\sum_k P(T = k) x^k = 1 + 2 \\cdot {p[1]} (x - 1) + {p[2]} (x - 1)^2 "
            f"= {of_value(ties[0])} + {of_value(ties[2])} x^2"
        )),
        Paragraph(text("two deals of six tie in both places, and four in none, as they do.")),
        _six_deals(small),
    ))  # fmt: skip


def _six_deals(small: Rules) -> Table:
    rows = _odds(small) if small.pick_up == "random" else _courses(small)
    last = ("what follows",) if small.pick_up != "random" else ("first, second, draw",)
    header = ("first player", "second player", "strength", "ties", *last)
    return Table(
        text("All deals, the top cards first, with the strength of the first hand and the ties"),
        tuple(map(text, header)),
        tuple(tuple(map(text, (*_facts(hands), end))) for hands, end in rows),
        frozenset({2, 3}),
        label="paper",
    )


def _facts(hands: Hands) -> tuple[str, str, str, str]:
    first, second = hands
    strength = sum(rank + 2 for rank in first)
    return _ranks(first), _ranks(second), str(strength), str(_ties(hands))


def _ties(hands: Hands) -> int:
    return sum(a == b for a, b in zip(*hands, strict=True))


def _ranks(hand: tuple[int, ...]) -> str:
    return " ".join(str(rank + 2) for rank in hand)


def _courses(small: Rules) -> list[tuple[Hands, str]]:
    return [(hands, _told(course(small, hands))) for hands in orders(small)]


def _told(states: list[Hands | str]) -> str:
    ends = {"first": "the first player wins", "second": "the second player wins", "draw": "a draw"}
    told = [
        ends[state] if isinstance(state, str) else " : ".join(map(_ranks, state))
        for state in states[1:]
    ]
    more = [] if isinstance(states[-1], str) else ["and so on, for ever"]
    return ", ".join([*told, *more])


def _odds(small: Rules) -> list[tuple[Hands, str]]:
    try:
        found = by_deal(small)
    except BadInput:  # some games never end, which only all deals together are told of
        return [(hands, "some games never end") for hands in orders(small)]
    return [(hands, f"{odds.first}, {odds.second}, {odds.draw}") for hands, odds in found.items()]


# Checks


def checks(rules: Rules, found: Answers) -> Section:
    """Return what was computed a second time in another way."""
    return Section("Checks", (
        Items((
            text("The laws of strength, aces and ties sum to $1$ exactly: ",
                 yes(_sums(found)), "."),
            text("The mean number of ties is $h (s - 1) / (n - 1)$, one place in $n - 1$ ties with "
                 "each of $s - 1$ cards: ", yes(_mean_of_ties(rules)), "."),
            text("Half of the deck drawn without replacement has the strength of mean $n (r + 3) / "
                 "4$ and variance $n^2 (r^2 - 1) / (48 (n - 1))$: ",
                 yes(_moments_of_strength(rules)), "."),
            *_of_two_turns(rules, found),
            *_of_the_ends(found),
        )),
        Paragraph(text(
            "The rules themselves, `games/war/rules.py`, know nothing of all this. "
            "@walkeddeals goes "
            "through every deal of small decks as the rules tell it: the laws of strength, aces, "
            "deuces and ties, the ties of the first turn and the sweeps, counted, are those of the "
            "theorem. In @walkedgames every game is played by the rules, along every chance."
        )),
        _walked_deals(rules),
        _walked_games(rules),
    ))  # fmt: skip


def _sums(found: Answers) -> bool:
    listed = (found[f"{name}_law"] for name in ("aces", "deuces", "first_pass_ties"))
    laws = (found["strength_law"].values(), *listed, found["first_battle_levels"])
    return all(sum(law) == 1 for law in laws)


def _mean_of_ties(rules: Rules) -> bool:
    n = rules.cards
    return first_pass_ties_law(rules).mean() == Fraction(n * (rules.suits - 1), 2 * (n - 1))


def _moments_of_strength(rules: Rules) -> bool:
    n, r, law = rules.cards, rules.ranks, strength_law(rules)
    variance = Fraction(n * n * (r * r - 1), 48 * (n - 1))
    return (law.mean(), law.variance()) == (Fraction(n * (r + 3), 4), variance)


def is_by_hand(rules: Rules) -> bool:
    """Return whether these are the rules whose two shortest turns the report goes through."""
    told = rules.cards, rules.face_down, rules.shortfall
    return told == (52, 3, "lose") and min(rules.ranks, rules.suits) > 1 and rules.turn_limit != 1


def _of_two_turns(rules: Rules, found: Answers) -> tuple[Text, ...]:
    if not is_by_hand(rules):
        return ()
    p6, p7, p8 = (ties_chance(rules, t) for t in (6, 7, 8))
    won = Fraction(7, 4) * (p6 - 2 * p7 + p8) + 3 * (p7 - p8)
    by_hand = {1: {"draw": p7}, 2: {"first": won, "second": won, "draw": p7 - p8}}
    known = {turns: {end: chance for end, chance in ends.items() if chance}
             for turns, ends in found["shortest_games"].items()}  # fmt: skip
    return (text("The games of @byhand are those of @shortest, and a draw in the first turn is a "
                 "tie in all its places, $P_7$: ", yes(by_hand == known), "."),)  # fmt: skip


def _of_the_ends(found: Answers) -> tuple[Text, ...]:
    ends = [found[end] for end in ("first", "second", "draw", "endless", "unfinished")
            if end in found]  # fmt: skip
    if not ends:
        return ()
    return (text("The chances of all ends sum to $1$ exactly: ", yes(sum(ends) == 1), "."),)


def _walked_deals(rules: Rules) -> Block:
    decks = [_with_deck(rules, *deck) for deck in DECKS]
    return Table(
        text("Every deal of small decks, counted by the rules and by the theorem"),
        tuple(map(text, ("deck", "deals", "the hand and its ties", "the first turn", "sweeps"))),
        tuple(tuple(map(text, _deal_row(deck))) for deck in decks),
        frozenset({1}),
        label="walkeddeals",
    )


def _with_deck(rules: Rules, ranks: int, suits: int) -> Rules:
    return replace(rules, ranks=ranks, suits=suits, face_down=min(rules.face_down, 1),
                   turn_limit=None)  # fmt: skip


def _deal_row(small: Rules) -> tuple[str, ...]:
    hands = list(orders(small))
    return (
        f"${small.ranks} \\times {small.suits}$",
        str(len(hands)),
        yes(truth(small, "deal") == _counted(small)),
        yes(_first_turns(small, hands) == Law.of(dict(enumerate(first_battle_levels(small))))),
        yes(sweep(small) == Fraction(sum(_is_sweep(small, deal) for deal in hands), len(hands))),
    )


def _counted(small: Rules) -> dict[str, Any]:
    law = explore(EXPERIMENTS["deal"], small).law()
    return {name: law.field(name) for name in ("strength", "aces", "deuces", "first_pass_ties")}


def _first_turns(small: Rules, deals: list[Hands]) -> Law[int]:
    return Law(weights=Counter(turn(small, hands, tuple, SilentTable()).wars for hands in deals))


def _is_sweep(small: Rules, hands: Hands) -> bool:
    """Return whether the first player wins every place, by the rules of a battle."""
    return all(compare_ranks(small, *pair, in_war=False) > 0 for pair in zip(*hands, strict=True))


def _walked_games(rules: Rules) -> Block:
    header = ("deck", "first wins", "second wins", "turns, mean", "equal")
    return Table(
        text(f"Every game of small decks, played by the rules, {_until(rules)}the exact layer: "
             "are all laws equal that it knows?"),
        tuple(map(text, header)),
        tuple(tuple(map(text, _game_row(rules, *deck))) for deck in WALKED),
        label="walkedgames",
    )  # fmt: skip


def _until(rules: Rules) -> str:
    """Return words for a limit: where chance picks up the cards, no game is the longest."""
    return f"as far as turn ${WALKED_TURNS}$, and " if rules.pick_up == "random" else "and "


def _game_row(rules: Rules, ranks: int, suits: int) -> tuple[str, ...]:
    small = _with_deck(rules, ranks, suits)
    if rules.pick_up == "random":
        small = replace(small, turn_limit=WALKED_TURNS)
    known, walked = truth(small), explore(EXPERIMENTS["game"], small).law()
    winner, turns = walked.field("winner"), walked.field("turns").mean()
    equal = all(law == walked.field(name) for name, law in known.items())
    deck = f"${ranks} \\times {suits}$"
    return deck, str(winner[1]), str(winner[-1]), str(turns), yes(equal)
