"""Ties of War in a deck of any composition, for its report: the theorem, and the rules walked."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache, partial
from typing import Any

from montmort.exact.formatting import counted
from montmort.exact.from_rules import law_of
from montmort.exact.rational_functions.field import from_sympy
from montmort.exact.war.compositions import Composition
from montmort.exact.war.deal_counts import first_pass_ties_law
from montmort.games.chance import Chance
from montmort.games.extras import sympy
from montmort.games.table import SilentTable
from montmort.games.war import Rules
from montmort.games.war.turn import turn
from montmort.verification.reports.settled import Check

SYMBOLS = sympy.symbols("a_1:4")  # the cards of each rank
HANDS = ((2, 0), (3, 1))  # hands of two places that can be compared: their cards, face_down


def composition_values(rules: Rules) -> Mapping[str, object]:
    """Return the values of the section on decks of any composition."""
    r, s, j = sympy.symbols("r s j")
    alike, jokers = Composition(((s, r),)), Composition(((rules.suits, rules.ranks), (j, 1)))
    mean, variance = map(sympy.factor, alike.first_pass_ties())
    return {
        "second_level": sympy.factor(alike.ties_chance(2)),
        "mean_of_alike": mean,
        "variance_of_alike": variance,
        "with_jokers": sympy.factor(jokers.ties_chance(1)),
    }


def composition_checks(rules: Rules) -> Iterator[Check]:
    """Yield the checks of the theorem: of its moments by the law, of the wars by a walk."""
    if rules.cards >= 4:
        r, s = sympy.symbols("r s")
        moments = Composition(((s, r),)).first_pass_ties()
        law, at = first_pass_ties_law(rules), {r: rules.ranks, s: rules.suits}
        stated = "mean and variance of the number of ties, as functions of r and s and by the law"
        yield Check(stated, [from_sympy(m).at(at) for m in moments], [law.mean(), law.variance()])
    for cards, down in HANDS:
        wars = f"the wars of the first turn, {counted(down, 'card')} face down"
        stated = f"{wars}, of a, b and c cards of three ranks, by the theorem and by a walk"
        yield Check(stated, wars_by_theorem(), walked_wars(cards, down))


def wars_of_first_turn(counts: Sequence[Any], cards: int, face_down: int, chance: Chance) -> int:
    """Return the wars of a turn, by the rules; each hand begins with `cards` drawn cards."""
    left, drawn = list(counts), []
    for _ in range(2 * cards):
        rank = chance.pick(left)
        left[rank] -= 1
        drawn.append(rank)
    hands = tuple(drawn[0::2]), tuple(drawn[1::2])
    return turn(Rules(face_down=face_down), hands, tuple, SilentTable()).wars


@cache
def walked_wars(cards: int, face_down: int) -> dict[int, Any]:
    """Return the chances of the numbers of wars by the rules, walked with symbolic weights."""
    play = partial(wars_of_first_turn, SYMBOLS, cards, face_down)
    law = law_of(play)
    return {wars: from_sympy(law[wars]) for wars in law}


def wars_by_theorem() -> dict[int, Any]:
    """Return the chances of no war, of one, and of two: then hands of two places are used up."""
    deck = Composition.of(SYMBOLS)
    levels = [from_sympy(chance) for chance in deck.first_battle_levels(2)]
    return dict(enumerate([*levels, from_sympy(deck.ties_chance(2))]))
