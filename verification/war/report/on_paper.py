"""The smallest deck of War that has ties, for its report: six deals, enumerated by hand."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import NamedTuple

from montmort.exact.law import Law
from montmort.exact.war.all_deals import orders
from montmort.exact.war.deal_counts import first_pass_ties_law, ties_chance
from montmort.exact.war.random_pickup import Odds, by_deal
from montmort.games.errors import BadInput
from montmort.games.war import RULEBOOK, Rules
from montmort.games.war.turn import Hands
from montmort.verification.reports.provenance import Provenance
from montmort.verification.war.report.games import course


class DealOnPaper(NamedTuple):
    """A deal with the course of its game, or its odds if chance picks up the cards."""

    hands: Hands
    strength: int  # of the first hand
    ties: int
    states: list[Hands]  # after each turn, up to the end or to the first that returns
    end: str  # empty if the game goes on for ever
    odds: Odds | None  # None, too, if some games never end


@dataclass(frozen=True)
class DeckOnPaper:
    """Two ranks in two suits, with the chances that given places tie."""

    provenance: Provenance
    given: list[Fraction]  # P_0, P_1, P_2
    ties: Law[int]
    deals: list[DealOnPaper]


def deck_on_paper(rules: Rules) -> DeckOnPaper:
    """Return the six deals of two ranks in two suits, without a turn limit."""
    small = replace(rules, ranks=2, suits=2, face_down=min(rules.face_down, 1), turn_limit=None)
    is_random = small.pick_up == "random"
    odds = _odds(small) if is_random else {}
    deals = [
        _deal(hands, [] if is_random else course(small, hands)[1:], odds.get(hands))
        for hands in orders(small)
    ]
    given = [ties_chance(small, t) for t in range(3)]
    return DeckOnPaper(Provenance(RULEBOOK, small), given, first_pass_ties_law(small), deals)


def _deal(hands: Hands, turns: list[Hands | str], odds: Odds | None) -> DealOnPaper:
    return DealOnPaper(
        hands,
        strength=sum(rank + 2 for rank in hands[0]),
        ties=sum(a == b for a, b in zip(*hands, strict=True)),
        states=[state for state in turns if not isinstance(state, str)],
        end=turns[-1] if turns and isinstance(turns[-1], str) else "",
        odds=odds,
    )


def _odds(small: Rules) -> Mapping[Hands, Odds]:
    try:
        return by_deal(small)
    except BadInput:  # some games never end: only all deals together have odds
        return {}
