"""The report of War: its template `settled.md`, with the values and checks of it."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

from montmort.exact.formatting import counted
from montmort.exact.from_rules import explore
from montmort.exact.law import Law
from montmort.exact.war.all_deals import Watch, orders
from montmort.exact.war.answers import Answers, answers, truth
from montmort.exact.war.deal_counts import (
    first_battle_levels,
    first_pass_ties_law,
    strength_law,
    sweep,
    ties_chance,
)
from montmort.exact.war.theorems import is_symmetric, parity
from montmort.games.table import SilentTable
from montmort.games.war import EXPERIMENTS, Rules
from montmort.games.war.turn import Hands, compare_ranks, turn
from montmort.verification.game import Game
from montmort.verification.plots.laws import words_of
from montmort.verification.reports.numbers import listed
from montmort.verification.reports.provenance import Provenance
from montmort.verification.reports.settled import Check, Settled
from montmort.verification.war.report.compositions import composition_checks, composition_values
from montmort.verification.war.report.deals import deal_values
from montmort.verification.war.report.games import ENDS, commonest, game_values, ranks, small_deck
from montmort.verification.war.report.on_paper import deck_on_paper

TEMPLATE = Path(__file__).with_name("settled.md")
DECKS = ((1, 2), (2, 1), (2, 2), (4, 1), (2, 3), (3, 2), (2, 4))
WALKED = ((1, 2), (2, 1), (2, 2), (2, 3), (3, 2))
WALKED_TURNS = 4  # where no game is the longest


def settled(game: Game[Rules], rules: Rules, watch: Watch | None = None) -> Settled:
    """Return what is stated of War, with its checks."""
    provenance = Provenance(game.rulebook, rules)
    exact = answers(rules, watch=watch)
    example = rules if "first" in exact else small_deck(rules)
    ends = exact if example is rules else answers(example)
    values = {
        "exact": exact,
        "is_symmetric": is_symmetric(rules),
        "parity": parity(rules),
        "example": provenance.under(example),
        "ends": ends,
        "commonest": commonest,
        "ranks": ranks,
        "paper": deck_on_paper(rules),
        "two_turns_by_hand": two_turns_by_hand(rules),
        **deal_values(rules),
        **composition_values(rules),
        **game_values(example, ends),
    }
    return Settled(
        template=TEMPLATE,
        values=values,
        checks=tuple(_checks(rules, exact)),
        experiments={name: {} for name in ("game", "deal") if _is_known(rules, name, exact)},
        commands=tuple(
            one.command("exact", *flags)
            for one in (provenance, provenance.under(example))
            for flags in ((), ("--json",))
        ),
        certified=example,
    )


def _is_known(rules: Rules, experiment: str, exact: Answers) -> bool:
    """Return whether an experiment has exact laws, without playing all deals again."""
    return "first" in exact or bool(truth(rules, experiment))


# Checks: the numbers once more, computed in another way


def _checks(rules: Rules, exact: Answers) -> Iterator[Check]:
    """Yield the checks of the laws of a deal, of the ends, and of small decks."""
    yield from _law_checks(rules, exact)
    yield from composition_checks(rules)
    if two_turns_by_hand(rules):
        yield two_turns_check(rules, exact)
    ends = [exact[end] for end in ENDS if end in exact]
    if ends:
        yield Check("the chances of all ends add up to 1", Fraction(1), sum(ends))
    for deck in DECKS:
        yield from _deal_checks(_with_deck(rules, *deck))
    for deck in WALKED:
        yield from _game_checks(_with_deck(rules, *deck))


def _law_checks(rules: Rules, exact: Answers) -> Iterator[Check]:
    others = (exact[f"{name}_law"] for name in ("aces", "deuces", "first_pass_ties"))
    sums = [
        sum(law) for law in (exact["strength_law"].values(), *others, exact["first_battle_levels"])
    ]
    stated = "the laws of strength, aces, deuces, ties and the first battle add up to 1"
    yield Check(stated, [1] * len(sums), sums)
    n, r, s = rules.cards, rules.ranks, rules.suits
    stated = "the mean number of ties, by the chance that a place ties and by its law"
    yield Check(stated, Fraction(n * (s - 1), 2 * (n - 1)), first_pass_ties_law(rules).mean())
    strength = strength_law(rules)
    yield Check(
        "mean and variance of the strength of half a deck, by formulas and by its law",
        (Fraction(n * (r + 3), 4), Fraction(n * n * (r * r - 1), 48 * (n - 1))),
        (strength.mean(), strength.variance()),
    )


def two_turns_by_hand(rules: Rules) -> bool:
    """Return whether the games of one or two turns were counted by hand for these rules."""
    is_by_hand = (rules.cards, rules.face_down, rules.shortfall) == (52, 3, "lose")
    return is_by_hand and min(rules.ranks, rules.suits) > 1 and rules.turn_limit != 1


def two_turns_check(rules: Rules, exact: Answers) -> Check:
    """Return the check of the games of one or two turns by hand."""
    p6, p7, p8 = (ties_chance(rules, t) for t in (6, 7, 8))
    won = Fraction(7, 4) * (p6 - 2 * p7 + p8) + 3 * (p7 - p8)
    by_hand = {1: {"draw": p7}, 2: {"first": won, "second": won, "draw": p7 - p8}}
    by_theorem = {
        turns: {end: chance for end, chance in ends.items() if chance}
        for turns, ends in exact["shortest_games"].items()
    }
    stated = "the games over after one turn or two, counted by hand and by the theorem"
    return Check(stated, by_hand, by_theorem)


def _with_deck(rules: Rules, ranks: int, suits: int) -> Rules:
    return replace(
        rules, ranks=ranks, suits=suits, face_down=min(rules.face_down, 1), turn_limit=None
    )


def _deal_checks(small: Rules) -> Iterator[Check]:
    """Yield the checks of a small deck by every deal, by the rules."""
    deals = list(orders(small))
    every = f"{_deck(small)}, by the theorem and deal by deal ({counted(len(deals), 'deal')})"
    stated = f"strength, aces, deuces and ties with {every}"
    yield Check(stated, truth(small, "deal"), _counted(small))
    levels = Law.of(dict(enumerate(first_battle_levels(small))))
    yield Check(f"the ties of the first turn with {every}", levels, _first_turns(small, deals))
    swept = Fraction(sum(_is_sweep(small, deal) for deal in deals), len(deals))
    yield Check(f"the sweep of a named player with {every}", sweep(small), swept)


def _counted(small: Rules) -> dict[str, Any]:
    law = explore(EXPERIMENTS["deal"], small).law()
    return {name: law.field(name) for name in ("strength", "aces", "deuces", "first_pass_ties")}


def _first_turns(small: Rules, deals: list[Hands]) -> Law[int]:
    return Law(weights=Counter(turn(small, hands, tuple, SilentTable()).wars for hands in deals))


def _is_sweep(small: Rules, hands: Hands) -> bool:
    """Return whether the first player wins every place, by the rules of a battle."""
    return all(compare_ranks(small, *pair, in_war=False) > 0 for pair in zip(*hands, strict=True))


def _game_checks(small: Rules) -> Iterator[Check]:
    """Yield the checks of a small deck by every game, played by the rules."""
    limit = ""
    if small.pick_up == "random":
        small, limit = replace(small, turn_limit=WALKED_TURNS), f", up to turn {WALKED_TURNS}"
    laws, walked = truth(small), explore(EXPERIMENTS["game"], small).law()
    played = {name: walked.field(name) for name in laws}
    every = f"{_deck(small)}{limit}, by the solver and with every game played by the rules"
    yield Check(f"the winner (1, 0 or -1) with {every}", laws["winner"], played["winner"])
    others = sorted(laws.keys() - {"winner"})
    yield Check(
        f"{listed([words_of(name) for name in others])} with {every}",
        [laws[name] for name in others],
        [played[name] for name in others],
    )


def _deck(rules: Rules) -> str:
    return f"{counted(rules.ranks, 'rank')} in {counted(rules.suits, 'suit')}"
