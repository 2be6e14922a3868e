"""The exact values of War, for any number of ranks and suits.

the deal                 counted, for every deck              (`deal_counts`)
the first turns          counted over places of the deal      (`first_turns`)
symmetry and parity      theorems, for every deck             (`theorems`)
a fixed pick-up order    all deals of a small deck, each      (`all_deals`)
played to its end or its cycle
a random pick-up         the Markov chain of turns and its    (`turn_chain`,
solution                             `random_pickup`)
during a game            deals consistent with the events     (`live_chances`)
"""

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from montmort.exact.dealt_cards import laws_of
from montmort.exact.enumeration import Parts
from montmort.exact.formatting import short
from montmort.exact.law import Law
from montmort.exact.moments import Moments
from montmort.exact.paths import Watch
from montmort.exact.solver import Enumeration, Solver
from montmort.exact.war.all_deals import Answers as Answers
from montmort.exact.war.all_deals import (
    Fates,
    deals_in_parts,
    deals_of,
    play_all,
    playing_time,
)
from montmort.exact.war.deal_counts import (
    MOST_CARDS,
    first_pass_ties_law,
    held_law,
    strength_law,
)
from montmort.exact.war.named_answers import (
    answers_of_chain,
    answers_of_deal,
    answers_of_fates,
    rows_by_deal,
)
from montmort.exact.war.random_pickup import ROWS, solve
from montmort.exact.war.theorems import is_symmetric
from montmort.games.validation import check_integer
from montmort.games.war import Game, Rules, dealing

# Answered in seconds; more deals only on request, by `most_deals`.
MOST_DEALS, MOST_AT_RANDOM = 10_000_000, 50_000

Laws = dict[str, Law[Any] | Moments]


def truth(rules: Rules, experiment: str = "game", watch: Watch | None = None) -> Laws:
    """Return the exact law, or the moments, of every field of the outcome that is known.

    For games with more than 10 million deals (50 thousand with a random pick-up)
    only the theorems give results.

    >>> truth(Rules(ranks=3, suits=2, face_down=1))["winner"][1]
    Fraction(2, 5)
    >>> print(truth(Rules())["winner"])
    mean 0, variance unknown, from -1 to 1
    """
    if experiment == "cards":
        return {**laws_of(dealing(rules))}
    if experiment == "deal":
        return {
            "strength": strength_law(rules),
            "aces": held_law(rules),
            "deuces": held_law(rules),
            "first_pass_ties": first_pass_ties_law(rules),
        }
    known: Laws = {}
    if is_symmetric(rules):
        known["winner"] = Moments(mean=Fraction(0), low=-1, high=1)
    if rules.suits == 1:
        known["wars"] = Law(weights={0: 1})
    if _is_within_reach(rules, None):
        known |= (
            _laws_of_chain(rules) if rules.pick_up == "random" else _laws_of_deals(rules, watch)
        )
    return known


def _laws_of_deals(rules: Rules, watch: Watch | None) -> Laws:
    law = play_all(rules, watch=watch).game_law()
    return {name: law.field(name) for name in Game._fields}


def _laws_of_chain(rules: Rules) -> Laws:
    solution = solve(rules)
    first, second = solution.chances["first"], solution.chances["second"]
    unfinished = solution.unfinished
    known: Laws = {
        "winner": Law.of({1: first, 0: 1 - first - second, -1: second}),
        "finished": Law.of({True: 1 - unfinished, False: unfinished}),
    }
    if solution.turns is None or (unfinished and rules.turn_limit is None):
        return known
    turns = {t: p * (1 - unfinished) for t, p in solution.turns.chances().items()}
    if rules.turn_limit is not None:
        turns[rules.turn_limit] = turns.get(rules.turn_limit, Fraction(0)) + unfinished
    return {**known, "turns": Law.of(turns, horizon=solution.turns.horizon)}


@dataclass(frozen=True, kw_only=True)
class Question:
    """How many deals may be enumerated, and whether each deal gets its own answer."""

    most_deals: int | None = field(
        default=None,
        metadata={
            "help": "answer games with up to this many deals, by default "
            f"{MOST_DEALS:,}, or {MOST_AT_RANDOM:,} with a random pick-up; "
            "a million deals take about a second"
        },
    )
    by_deal: bool = field(
        default=False, metadata={"help": f"list the answer for every deal, up to {ROWS:,} deals"}
    )

    def __post_init__(self) -> None:
        if self.most_deals is not None:
            check_integer("most_deals", self.most_deals, 0)


def answers(
    rules: Rules, question: Question | None = None, watch: Watch | None = None
) -> dict[str, object]:
    """Return the exact answers about the deal and, where they are within reach, about the game.

    `cards_after` has the chances of the first player's number of cards after each turn,
    for up to five turns and the turn limit.  Its `beyond` is the exact chance of games
    that by then compare captured cards (`montmort.exact.war.first_turns`).
    `watch(share, deals)` is called from time to time with the progress.

    >>> found = answers(Rules(ranks=3, suits=4, face_down=1))
    >>> str(found["endless"]), found["cycles"]
    ('323/17325', {2: 36, 8: 392, 28: 218})
    """
    question = Question() if question is None else question
    fates = play_all(rules, watch=watch) if _plays_all_deals(rules, question) else None
    return _answers(rules, question, fates)


def in_parts(rules: Rules, question: Question | None = None) -> Parts | None:
    """Return the enumeration of all deals behind `answers`, in parts; None if there is none.

    >>> in_parts(Rules()) is None, in_parts(Rules(ranks=3, suits=2)).cases
    (True, 90)
    """
    question = Question() if question is None else question
    if not _plays_all_deals(rules, question):
        return None
    return deals_in_parts(rules, lambda fates: _answers(rules, question, fates))


def _answers(rules: Rules, question: Question, fates: Fates | None) -> Answers:
    deals = deals_of(rules)
    found: Answers = {"deals": deals}
    if is_symmetric(rules):
        found["winner_mean"] = Fraction(0)
    if fates is not None:
        found |= answers_of_fates(fates)
    elif _is_within_reach(rules, question.most_deals):
        found |= answers_of_chain(rules)
    else:
        found["not_answered"] = _why_not(rules, deals)
    if question.by_deal:
        found["by_deal"] = rows_by_deal(rules)
    return found | answers_of_deal(rules)


def _plays_all_deals(rules: Rules, question: Question) -> bool:
    return rules.pick_up != "random" and _is_within_reach(rules, question.most_deals)


def _is_within_reach(rules: Rules, most_deals: int | None) -> bool:
    """Return whether the game can be solved with at most so many deals."""
    if rules.cards > MOST_CARDS:
        return False
    if rules.pick_up != "random":
        return deals_of(rules) <= (MOST_DEALS if most_deals is None else most_deals)
    return rules.suits == 1 or deals_of(rules) <= (
        MOST_AT_RANDOM if most_deals is None else most_deals
    )


def _why_not(rules: Rules, deals: int) -> str:
    """Return in a sentence why games are not answered, and what to do."""
    if rules.pick_up == "random":
        reason = f"the chain of turns for {short(deals)} deals is too large, or takes long"
    else:
        reason = f"{short(deals)} deals would take {playing_time(deals)} to play"
    return f"{reason}; use a simulation, or set most_deals"


SOLVER = Solver(
    truth=truth,
    answers=answers,
    question=Question,
    enumeration=Enumeration(
        parts=in_parts,
        counts="deals played one by one, and this question plays none; leave it out, or set "
        "most_deals= to the number of deals",
    ),
)
