"""Whole games of War, for its report: all deals of a deck played, or its chain of turns solved."""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from montmort.exact.war.all_deals import Fate, deals_of, fate_of, orders
from montmort.exact.war.answers import Answers
from montmort.exact.war.functional_graph import successor
from montmort.exact.war.turn_chain import chain_from, shuffle
from montmort.games.war import RULEBOOK, Rules
from montmort.games.war.turn import Hands
from montmort.verification.reports.figures import drawing, svg_of
from montmort.verification.reports.numbers import decimals, listed
from montmort.verification.reports.provenance import Provenance
from montmort.verification.war.exact_figures import graph_figure

if TYPE_CHECKING:
    from matplotlib.axes import Axes

MOST_SEARCHED = 50_000  # deals that are searched for a cycle
LONGEST_CYCLE = 12  # turns that are written out
MOST_STATES = 3_000  # deals of a deck whose chain is built once more to count its states
ENDS = ("first", "second", "draw", "endless", "unfinished")


class Cycle(NamedTuple):
    """A deal whose game comes to a cycle after `begins` turns, and the hands all around it."""

    deal: Hands
    begins: int
    period: int
    states: list[Hands]


def small_deck(rules: Rules) -> Rules:
    """Return the same rules with a deck of which all deals are answered in a second.

    >>> small_deck(Rules()).cards, small_deck(Rules(pick_up="random")).cards
    (12, 6)
    """
    ranks, suits = (6, 1) if rules.suits == 1 else (3, 2) if rules.pick_up == "random" else (3, 4)
    down = min(rules.face_down, 1)
    return replace(rules, ranks=ranks, suits=suits, face_down=down, turn_limit=None)


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


def ranks(hand: tuple[int, ...]) -> str:
    """Return the ranks of a hand as the report counts them, from 2.

    >>> ranks((0, 12))
    '2 14'
    """
    return " ".join(str(rank + 2) for rank in hand)


def game_values(deck: Rules, ends: Answers) -> Mapping[str, object]:
    """Return the values of the section on whole games."""
    turns = {t: p for t, p in enumerate(ends.get("turns_law", ())) if p}
    is_random = deck.pick_up == "random"
    graph = None if is_random else _graph_deck(deck)
    counts_states = is_random and deck.suits > 1 and deals_of(deck) <= MOST_STATES
    return {
        "all_ends": sum(ends[end] for end in ENDS if end in ends),
        "cycle": _shortest_cycle(deck, ends),
        "chain_states": len(chain_from(deck, shuffle(deck)).states) if counts_states else None,
        "turns": turns,
        "turns_drawn": _bars(turns) if turns else None,
        "graph": None if graph is None else Provenance(RULEBOOK, graph),
        "graph_drawn": None if graph is None else svg_of(graph_figure(graph)),
    }


def _shortest_cycle(limited: Rules, ends: Answers) -> Cycle | None:
    """Return a shortest cycle, without the turn limit; None if it is too long to be shown."""
    endless = replace(limited, turn_limit=None)
    period = min(ends.get("cycles", ()), default=None)
    if period is None or deals_of(endless) > MOST_SEARCHED or period > LONGEST_CYCLE:
        return None
    deal, fate = _first_of_period(endless, period)
    states = [deal]
    for _ in range(fate.turns):
        states.append(_next(endless, states[-1]))
    begins = fate.turns - period
    return Cycle(deal, begins, period, states[begins:])


def _first_of_period(rules: Rules, period: int) -> tuple[Hands, Fate]:
    """Return the deal that comes soonest to a cycle of this period."""
    fates = ((fate_of(rules, *hands), hands) for hands in orders(rules))
    fate, hands = min(
        ((fate, hands) for fate, hands in fates if fate.period == period),
        key=lambda pair: (pair[0].turns, pair[1]),
    )
    return hands, fate


def _next(rules: Rules, state: Hands) -> Hands:
    after = successor(rules, state)
    if isinstance(after, str):
        raise ArithmeticError(f"an endless game of {rules} ended at {state}")
    return after


def _bars(law: Mapping[int, Fraction]) -> bytes:
    chances = {t: float(p) for t, p in law.items() if 10**4 * p >= 1}

    def draw(ax: "Axes") -> None:
        ax.bar(list(chances), list(chances.values()), color="#0072b2")
        ax.set_xlabel("turns")
        ax.set_ylabel("chance")

    return drawing(draw)


def _graph_deck(rules: Rules) -> Rules:
    """Return a deck small enough for a picture of all its states."""
    ranks, suits = (4, 1) if rules.suits == 1 else (2, 4)
    down = min(rules.face_down, 1)
    return replace(rules, ranks=ranks, suits=suits, face_down=down, turn_limit=None)


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
